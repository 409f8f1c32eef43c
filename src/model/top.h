/* SPDX-License-Identifier: BSD-3-Clause */
/* top.h - a top with a fixed point, its attitude Q and its angular momentum: energy
 *
 *   H = kinetic + axis.Q arm,   torque tau = axis x Q arm,
 *
 * in the quantities of one lane. Momenta are spatial (pi, right trivialised) or of the body. */
#ifndef LF_MODEL_TOP_H
#define LF_MODEL_TOP_H

#include <math.h>

#include "base/mat3.h"

typedef struct {
    lf_vec3 inverse; /* of the moments of inertia */
    lf_vec3 axis;    /* of gravity, in space */
    lf_vec3 arm;     /* to the centre of mass, with what it weighs, in the body */
} lf_top;

static LF_INLINE lf_vec3 lf_top_inverse(const lf_top *top, lf_vec3 m)
{
    return (lf_vec3){top->inverse.x * m.x, top->inverse.y * m.y, top->inverse.z * m.z};
}

/* omega = Q I^-1 Q^T pi */
static LF_INLINE lf_vec3 lf_top_velocity(const lf_top *top, lf_mat3 Q, lf_vec3 pi)
{
    return lf_mat3_vec(Q, lf_top_inverse(top, lf_mat3_vec_left(pi, Q)));
}

static LF_INLINE lf_vec3 lf_top_torque(const lf_top *top, lf_mat3 Q)
{
    return lf_cross(top->axis, lf_mat3_vec(Q, top->arm));
}

/* -R_Q^* dH/dQ = tau - omega x pi */
static LF_INLINE lf_vec3 lf_top_force(const lf_top *top, lf_mat3 Q, lf_vec3 pi)
{
    const lf_vec3 omega = lf_top_velocity(top, Q, pi);
    return lf_add(lf_top_torque(top, Q), lf_cross(pi, omega));
}

static LF_INLINE double lf_top_potential(const lf_top *top, lf_mat3 Q)
{
    return lf_dot(top->axis, lf_mat3_vec(Q, top->arm));
}

/* The most that the potential can be: |axis| |arm|. */
static LF_INLINE double lf_top_weight(const lf_top *top)
{
    return sqrt(lf_dot(top->axis, top->axis) * lf_dot(top->arm, top->arm));
}

static LF_INLINE lf_vec3 lf_top_vector(const double v[3])
{
    return (lf_vec3){v[0], v[1], v[2]};
}

#endif
