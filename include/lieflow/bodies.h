/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.h - rigid bodies that move in a potential of their positions and attitudes: the equations
 * of Lee, Leok, McClamroch, Lie group variational integrators for the full body problem, 2007, in
 * four forms, and the ways between them.
 *
 * A point has 18 components a body, [component][body][lane]; body 1 is number 0:
 *
 *   components      inertial                relative, body 1 | body 2
 *   0 .. 2          x, position             X = R2^T (x1 - x2)          | x2
 *   3 .. 5          gamma = m v   (v)       Gamma = m V   (V)           | gamma2 (v2)
 *   6 .. 14         R, body to space        R = R2^T R1                 | R2
 *   15 .. 17        Pi = J Omega  (Omega)   Pi = R Pi1    (R Omega1)    | Pi2    (Omega2)
 *
 * Hamiltonian forms have momenta, Lagrangian ones the velocities in brackets. Pi and Omega of the
 * inertial forms are in the body frame. Relative forms have two bodies and see everything from the
 * frame of body 2; m is then m1 m2/(m1 + m2), V = R2^T (v1 - v2). */
#ifndef LIEFLOW_BODIES_H
#define LIEFLOW_BODIES_H

#include <lieflow/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LF_BODY_DIM = 18, LF_BODY_X = 0, LF_BODY_GAMMA = 3, LF_BODY_R = 6, LF_BODY_PI = 15 };

typedef enum {
    LF_INERTIAL_HAMILTONIAN,
    LF_INERTIAL_LAGRANGIAN,
    LF_RELATIVE_HAMILTONIAN,
    LF_RELATIVE_LAGRANGIAN
} lf_form;

struct lf_bodies {
    size_t count;
    lf_form form;
    const double *mass;   /* [body] */
    const double *moment; /* [3][body]: principal moments of inertia about the mass centre */
    /* [9][body], row-major: the rotation A from principal axes to the body frame, so that
     * J = A diag(moment) A^T. NULL: the body frames are principal axes. */
    const double *axes;
    /* U(t, x, R) for n lanes; x is [3][body][lane], R [9][body][lane]. Writes the energy U [lane],
     * the gradient g = dU/dx [3][body][lane] (the force is -g) and the torque M [3][body][lane] on
     * each body, in its own frame; each of the three may be NULL. LF_ESINGULAR when bodies meet. */
    lf_status (*potential)(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                           double *U, double *g, double *M);
    /* The smallest distance between two bodies, for n lanes, as the potential sees them (points of
     * mass, or centres). NULL: distances of the centres. */
    void (*closest)(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                    double *d);
    bool external;    /* the potential has a field from outside: momenta are not conserved */
    double collision; /* a run stops when bodies come closer than this; 0: never */
    const void *ctx;  /* the potential's own data */
};

/* What a problem made of bodies refers to. Its action is a product of four: x and gamma by
 * translation, R by rotations from the right, Pi by translation; each is a block of its own for
 * tolerances. */
typedef struct {
    lf_group vectors, rotations, group; /* R^3n, SO(3)^n, the product */
    lf_action translation, turning, action;
    const lf_group *groups[4];
    const lf_action *actions[4];
    lf_guard guard;
    lf_trait traits[4];
} lf_bodies_space;

/* The equations of B's form as a problem for every explicit method, and for the variational
 * integrators; energy, momenta and orthogonality as invariants. `space` and B must outlive it. */
lf_problem lf_problem_from_bodies(const char *name, const lf_bodies *B, lf_bodies_space *space);

/* ---- between the forms (n lanes; in place where y1 == y0) ---- */

/* A point of one form as a point of another: Legendre transform, reduction, reconstruction. */
void lf_bodies_convert(const lf_bodies *B, lf_form from, lf_form to, size_t n, const double *y0,
                       double *y1);
/* The potential of the relative forms: U(X, R), U_X [3][lane] and the torque M [3][lane] of
 * S(M) = U_R R^T - R U_R^T, in the frame of body 2. y is a point of a relative form. */
lf_status lf_bodies_relative_potential(const lf_bodies *B, const lf_lanes *L, const double *y,
                                       double *U, double *U_X, double *M);
/* The discrete Legendre transforms: momenta at both ends of a step by h from the inertial
 * configuration of y0 to that of y1, at the times t of L and t1 = t + h, written into gamma and Pi
 * of both (points of the inertial Hamiltonian form). They are the momenta of the variational
 * integrator when y1 is what its step gives (Lee et al. 2007, section 4.1). */
lf_status lf_bodies_discrete_legendre(const lf_bodies *B, const lf_lanes *L, const double *t1,
                                      double *y0, double *y1);

/* Principal moments and axes of a symmetric inertia matrix J (row-major): J = A diag(moment) A^T
 * with A a rotation; A is the identity when J is diagonal. LF_EINPUT with a sentence when J is not
 * symmetric, or cannot belong to a body (moments positive, none above the sum of the others). */
lf_status lf_inertia_principal(const double J[9], double moment[3], double A[9], char *why,
                               size_t why_size);

#ifdef __cplusplus
}
#endif

#endif
