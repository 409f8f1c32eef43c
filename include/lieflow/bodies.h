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
 * frame of body 2; m is then m1 m2/(m1 + m2), V = R2^T (v1 - v2).
 *
 * Bodies with forces that are no gradient (lf_forces; inertial Hamiltonian form) have a tail after
 * that, [component][lane]: the energy dissipated, the work done on them, and what a model adds. */
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

/* ---- forces that are no gradient ---- */

/* The tail of a point. */
enum { LF_LEDGER_DISSIPATED, LF_LEDGER_WORK, LF_LEDGER_DIM };

/* Which half of a step. Several flows of the first half come in reverse order in the second: the
 * whole step stays symmetric. */
typedef enum { LF_FIRST_HALF, LF_SECOND_HALF } lf_half;

/* Resistance, loads, and what else moves the energy. Every function may be NULL. y is a whole point of
 * L->n lanes, with its tail (lf_bodies_ledger, lf_bodies_extra), at the times of L. What is added to
 * g and M has the signs of the potential: the force is -g, and M a torque in the body's frame.
 *
 * Energy + dissipated - work then is what stays ("balance"); the energy itself is an output. Momenta are
 * no invariants. lgvi and strang run resist, kick, drift, kick, resist,
 *
 *   D(h/2) B(h/2) A(h) B(h/2) D*(h/2),
 *
 * where time goes on in A alone: resist, load, power and the potential see the time of the step's start
 * before it, and that of its end after it. They book the kinetic energy that D takes, the work
 * f.(p_before + p_after)/2m of the load in B, and power by the trapezoidal rule. (The discrete
 * Lagrange-d'Alembert principle: Marsden, West, Discrete mechanics and variational integrators, 2001,
 * section 3.) Methods that know fields alone integrate all of it, the tail too. Error norms of tolerances
 * leave dissipated and work out: they follow from the rest. */
struct lf_forces {
    /* Forces of time and pose that are not in U, such as loads, wind, or a moment that stands still in
     * space. Adds to g and M, [3][body][lane] each. */
    lf_status (*load)(const lf_bodies *B, const lf_lanes *L, const double *y, double *g, double *M);
    /* The exact flow of the momenta over L->h (half a step) with poses and time standing still, in
     * place. */
    lf_status (*resist)(const lf_bodies *B, const lf_lanes *L, lf_half half, double *y);
    bool linear; /* that flow may run backwards, as compositions of order 4 and more do */
    /* The same resistance as a force, for methods that know fields alone: adds to g and M. */
    lf_status (*drag)(const lf_bodies *B, const lf_lanes *L, const double *y, double *g, double *M);
    /* dU/dt at fixed x and R, [lane], of a potential that depends on time. */
    lf_status (*power)(const lf_bodies *B, const lf_lanes *L, const double *y, double *power);
    /* Puts bodies that are held by others, or ride on them, where they belong: x, R and momenta, after each
     * drift at its end time and before forces are evaluated there. What that does to the energy it
     * books itself. At the start of a run they must be in place. Methods that know fields alone are
     * refused, and so are compositions. */
    lf_status (*place)(const lf_bodies *B, const lf_lanes *L, double *y);
    /* State of a model's own, such as the integral of a control error: so many components behind the
     * ledger, moved by translation, and their rates, [component][lane]. lgvi and strang advance them
     * by half a step on either side of the drift, and compositions are refused. */
    size_t extra;
    lf_status (*extra_rate)(const lf_bodies *B, const lf_lanes *L, const double *y, double *rate);
    const char *const *extra_name; /* `extra` of them, for columns; NULL: "extra1", ... */
    const char *const *extra_unit; /* likewise; NULL: "" */
    const void *ctx;               /* data of these functions */
};

/* ---- bodies ---- */

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
    /* Forces that are no gradient; NULL: none. With `extra` a potential finds these behind x, which
     * then is the beginning of a whole point: lf_bodies_extra(B, n, x). */
    const lf_forces *forces;
    /* There is nothing to guard: distances are not looked at, and bodies may be in one place. */
    bool unguarded;
};

/* Has a point of B a tail? */
static inline bool lf_bodies_forced(const lf_bodies *B)
{
    return B->forces && B->form == LF_INERTIAL_HAMILTONIAN;
}
/* How many components a point has. */
static inline size_t lf_bodies_dim(const lf_bodies *B)
{
    return LF_BODY_DIM * B->count + (lf_bodies_forced(B) ? LF_LEDGER_DIM + B->forces->extra : 0);
}
/* Where the tail of a point of n lanes is: dissipated [lane], work [lane]; and what a model adds. */
static inline const double *lf_bodies_ledger(const lf_bodies *B, size_t n, const double *y)
{
    return y + LF_BODY_DIM * B->count * n;
}
static inline const double *lf_bodies_extra(const lf_bodies *B, size_t n, const double *y)
{
    return lf_bodies_ledger(B, n, y) + LF_LEDGER_DIM * n;
}

/* What a problem made of bodies refers to. Its action is a product of four: x and gamma by
 * translation, R by rotations from the right, Pi by translation; with forces of six, or five without
 * `extra`: the ledger and what a model adds by translation. Each is a block of its own for tolerances,
 * but the ledger is not measured. A model may add traits at the end of the list. */
enum { LF_BODIES_BLOCKS = 6, LF_BODIES_TRAITS = 12 };
typedef struct {
    lf_group vectors, rotations, group; /* R^3n, SO(3)^n, the product */
    lf_action translation, turning, action;
    const lf_group *groups[LF_BODIES_BLOCKS];
    const lf_action *actions[LF_BODIES_BLOCKS];
    lf_guard guard;
    lf_trait traits[LF_BODIES_TRAITS];
    lf_group ledger_group, extra_group;
    lf_action ledger, extra;
    lf_ambient ambient;
} lf_bodies_space;

/* The equations of B's form as a problem for every explicit method, for the variational integrators and
 * (inertial Hamiltonian form) for splittings into resistance, kick and drift with exact free rotations;
 * energy, or with forces the balance, momenta and orthogonality as invariants. `space` and B must
 * outlive it. */
lf_problem lf_problem_from_bodies(const char *name, const lf_bodies *B, lf_bodies_space *space);

/* Kinetic and potential energy; with forces energy + dissipated - work, else the energy. */
void lf_bodies_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *energy);
void lf_bodies_balance(const lf_problem *P, const lf_lanes *L, const double *y, double *balance);

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
