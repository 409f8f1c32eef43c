/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_math.h - one body of one lane in registers. */
#ifndef LF_PROBLEM_BODIES_MATH_H
#define LF_PROBLEM_BODIES_MATH_H

#include <lieflow/bodies.h>

#include "base/mat3.h"

/* What does not change about a body. */
typedef struct {
    double mass;
    lf_vec3 moment;
    bool turned; /* its frame is not made of principal axes */
    lf_mat3 axes;
} lf_body_constants;

static LF_INLINE lf_body_constants lf_body_constant(const lf_bodies *B, size_t b)
{
    lf_body_constants K = {.mass = B->mass[b],
                           .moment = lf_vec3_load(B->moment, B->count, b),
                           .turned = B->axes != NULL};
    if (B->axes)
        K.axes = lf_mat3_load(B->axes, B->count, b);
    return K;
}

/* J v */
static LF_INLINE lf_vec3 lf_body_inertia(const lf_body_constants *K, lf_vec3 v)
{
    const lf_vec3 p = K->turned ? lf_mat3_vec_left(v, K->axes) : v;
    const lf_vec3 q = {K->moment.x * p.x, K->moment.y * p.y, K->moment.z * p.z};
    return K->turned ? lf_mat3_vec(K->axes, q) : q;
}

/* J^-1 v */
static LF_INLINE lf_vec3 lf_body_spin(const lf_body_constants *K, lf_vec3 v)
{
    const lf_vec3 p = K->turned ? lf_mat3_vec_left(v, K->axes) : v;
    const lf_vec3 q = {p.x / K->moment.x, p.y / K->moment.y, p.z / K->moment.z};
    return K->turned ? lf_mat3_vec(K->axes, q) : q;
}

/* The reduced mass of two bodies. */
static inline double lf_bodies_reduced_mass(const lf_bodies *B)
{
    return B->mass[0] * B->mass[1] / (B->mass[0] + B->mass[1]);
}

/* A body of a point: x, gamma or v, R, Pi or Omega. */
typedef struct {
    lf_vec3 x, p;
    lf_mat3 R;
    lf_vec3 s;
} lf_body_state;

/* Body b of lane i of a point with `count` bodies and n lanes. */
static LF_INLINE lf_body_state lf_body_load(size_t count, size_t n, size_t b, size_t i,
                                            const double *y)
{
    const size_t m = count * n, at = b * n + i;
    return (lf_body_state){
        lf_vec3_load(y + LF_BODY_X * m, m, at), lf_vec3_load(y + LF_BODY_GAMMA * m, m, at),
        lf_mat3_load(y + LF_BODY_R * m, m, at), lf_vec3_load(y + LF_BODY_PI * m, m, at)};
}

static LF_INLINE void lf_body_store(size_t count, size_t n, size_t b, size_t i,
                                    const lf_body_state *s, double *y)
{
    const size_t m = count * n, at = b * n + i;
    lf_vec3_store(y + LF_BODY_X * m, m, at, s->x);
    lf_vec3_store(y + LF_BODY_GAMMA * m, m, at, s->p);
    lf_mat3_store(y + LF_BODY_R * m, m, at, s->R);
    lf_vec3_store(y + LF_BODY_PI * m, m, at, s->s);
}

static inline bool lf_form_relative(lf_form form)
{
    return form == LF_RELATIVE_HAMILTONIAN || form == LF_RELATIVE_LAGRANGIAN;
}

static inline bool lf_form_lagrangian(lf_form form)
{
    return form == LF_INERTIAL_LAGRANGIAN || form == LF_RELATIVE_LAGRANGIAN;
}

/* The rates of change in the algebra, [12][body][lane]: x', gamma', minus the angular velocity in
 * the body frame (rotations act from the right), Pi'. */
lf_field lf_bodies_inertial_field, lf_bodies_relative_field;
/* y' of the inertial forms, also for matrices R that are no rotations. */
lf_field lf_bodies_inertial_ambient;

/* Gradient and torque, which stand where the rates of gamma and Pi go, turned into the rates of an inertial
 * form: of the algebra, or in the ambient view y' itself. */
void lf_bodies_inertial_rates(const lf_bodies *B, bool ambient, size_t n, const double *y,
                              double *f);

/* The rotations of free bodies over h [lane], for momenta p [3][body][lane] in their frames, as unit
 * quaternions [4][body][lane]. */
void lf_bodies_free_rotations(const lf_bodies *B, size_t n, const double *h, const double *p,
                              double *q);

/* Invariants with and without momenta, ending with a NULL name; the distance that is guarded,
 * and how fast it may change. */
extern const lf_invariant lf_bodies_invariants[], lf_bodies_external_invariants[],
    lf_bodies_forced_invariants[];
/* How large the parts of these are. */
const lf_scales *lf_bodies_scales(const lf_problem *P);
lf_quantity lf_bodies_closest, lf_bodies_closing;

#endif
