/* SPDX-License-Identifier: BSD-3-Clause */
/* quaternion_body.c - the free rigid body as an equation for its attitude alone, on S^3:
 *
 *   q' = (w/2) q,   w = E(q) I^-1 E(q)^T m0,   H(q) = w.m0/2,
 *
 * m0 the momentum in space, which never changes, and E(q) the rotation of q. The field is w/2, the
 * trivialised differential of H is 2 w x m0. Celledoni, Marthinsen, Owren 2014, section 6 and
 * Fig. 7, whose caption means I^-1 m0 = (1, 1/2, -1). Its inertia (1, 5, 60) is no rigid body's: 60 is
 * more than 1 + 5. The presets have 6 there, a flat body. */
#include "model/models.h"

#include <math.h>
#include <string.h>

#include "base/mat3.h"
#include "base/exact_body.h"

typedef struct {
    double inertia[3], m0[3], q[4];
    int moments;
    double inverse[3]; /* 1/inertia */
} quaternion_body;

/* E(q)^T m0: the momentum in the body frame */
static LF_INLINE lf_vec3 body_momentum(const quaternion_body *b, size_t n, size_t i,
                                       const double *y)
{
    const lf_vec3 m = {b->m0[0], b->m0[1], b->m0[2]};
    return lf_spin(lf_vec3_load(y + n, n, i), -2 * y[i], 2, m);
}

/* w: the angular velocity in space */
static LF_INLINE lf_vec3 angular_velocity(const quaternion_body *b, size_t n, size_t i,
                                          const double *y)
{
    const lf_vec3 m = body_momentum(b, n, i, y);
    const lf_vec3 v = {b->inverse[0] * m.x, b->inverse[1] * m.y, b->inverse[2] * m.z};
    return lf_spin(lf_vec3_load(y + n, n, i), 2 * y[i], 2, v);
}

static LF_INLINE void field_lanes(size_t n, const quaternion_body *b, const double *restrict y,
                                  double *restrict f)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(f, n, i, lf_scale(0.5, angular_velocity(b, n, i, y)));
}

LF_KERNEL static lf_status quaternion_body_field(const lf_problem *P, const lf_lanes *L,
                                                 const double *y, double *f, double *work)
{
    const size_t n = L->n;
    (void)work;
    LF_BY_LANES(n, field_lanes, P->ctx, y, f);
    return LF_OK;
}

LF_KERNEL static lf_status quaternion_body_differential(const lf_problem *P, const lf_lanes *L,
                                                        const double *y, double *gamma)
{
    const size_t n = L->n;
    const quaternion_body *b = P->ctx;
    const lf_vec3 m = {b->m0[0], b->m0[1], b->m0[2]};
    for (size_t i = 0; i < n; i++)
        lf_vec3_store(gamma, n, i, lf_scale(2, lf_cross(angular_velocity(b, n, i, y), m)));
    return LF_OK;
}

LF_KERNEL static void quaternion_body_energy(const lf_problem *P, const lf_lanes *L,
                                             const double *y, double *energy)
{
    const size_t n = L->n;
    const quaternion_body *b = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 m = body_momentum(b, n, i, y);
        energy[i] = 0.5 * (b->inverse[0] * m.x * m.x + b->inverse[1] * m.y * m.y +
                           b->inverse[2] * m.z * m.z);
    }
}

/* 2 |w| |m0| */
LF_KERNEL static void quaternion_body_scale(const lf_problem *P, const lf_lanes *L, const double *y,
                                            double *scale)
{
    const size_t n = L->n;
    const quaternion_body *b = P->ctx;
    const lf_vec3 m = {b->m0[0], b->m0[1], b->m0[2]};
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 w = angular_velocity(b, n, i, y);
        scale[i] = 2 * sqrt(lf_dot(w, w) * lf_dot(m, m));
    }
}

/* q1 = q0 dq, one lane */
static LF_INLINE void turn_body(size_t n, size_t i, const double dq[4], const double *y0,
                                double *y1)
{
    const lf_vec3 v = lf_vec3_load(y0 + n, n, i), d = {dq[1], dq[2], dq[3]};
    y1[i] = y0[i] * dq[0] - lf_dot(v, d);
    lf_vec3_store(y1 + n, n, i, lf_axpy(lf_axpy(lf_cross(v, d), y0[i], d), dq[0], v));
}

LF_KERNEL static void quaternion_body_move(const quaternion_body *b, size_t n, size_t i, double h,
                                           const double *y0, double *y1)
{
    const lf_vec3 m = body_momentum(b, n, i, y0);
    const double m0[3] = {m.x, m.y, m.z};
    double m1[3], dq[4];
    lf_exact_body(b->inertia, m0, h, m1, dq);
    turn_body(n, i, dq, y0, y1);
}

/* The energy m_k^2/(2 I_k) alone turns the body about its axis k by a rate that stays. */
LF_KERNEL static lf_status quaternion_body_axis(const lf_problem *P, size_t k, const lf_lanes *L,
                                                const double *y0, double *y1, double *work)
{
    const size_t n = L->n;
    const double *h = L->h;
    (void)work;
    const quaternion_body *b = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 m = body_momentum(b, n, i, y0);
        const double angle = 0.5 * h[i] * b->inverse[k] * (k == 0 ? m.x : k == 1 ? m.y : m.z);
        double dq[4] = {cos(angle), 0, 0, 0};
        dq[1 + k] = sin(angle);
        turn_body(n, i, dq, y0, y1);
    }
    return LF_OK;
}

static lf_status quaternion_body_flow(const lf_problem *P, size_t k, const lf_lanes *L,
                                      const double *y0, double *y1, double *work)
{
    const size_t n = L->n;
    const double *h = L->h;
    (void)k;
    (void)work;
    for (size_t i = 0; i < n; i++)
        quaternion_body_move(P->ctx, n, i, h[i], y0, y1);
    return LF_OK;
}

static const lf_energy quaternion_body_discrete = {
    quaternion_body_energy, quaternion_body_differential, quaternion_body_scale};
static const lf_splitting quaternion_body_axes = {.pieces = 3, .flow = quaternion_body_axis};
static const lf_splitting quaternion_body_exact_flow = {.pieces = 1, .flow = quaternion_body_flow};

static const lf_invariant quaternion_body_invariants[] = {
    {"energy", "m.I^-1 m/2 with m = E(q)^T m0", quaternion_body_energy},
    {NULL, NULL, NULL},
};
static const char *const quaternion_body_columns[] = {"q.w", "q.x", "q.y", "q.z"};
static const lf_trait quaternion_body_traits[] = {{LF_TRAIT_ENERGY, &quaternion_body_discrete},
                                                  {LF_TRAIT_SPLITTING, &quaternion_body_axes},
                                                  {LF_TRAIT_EXACT, &quaternion_body_exact_flow},
                                                  {LF_TRAIT_END, NULL}};
static const lf_names quaternion_body_names = {.list = quaternion_body_columns};

static lf_status quaternion_body_build(void *self, lf_problem *P, double *y0, char *why,
                                       size_t why_size)
{
    quaternion_body *b = self;
    lf_status s = lf_check_quaternion(b->q, "q", why, why_size);
    if (s == LF_OK)
        s = lf_check_moments_choice(b->inertia, b->moments, why, why_size);
    if (s != LF_OK)
        return s;
    memcpy(y0, b->q, sizeof b->q);
    for (int k = 0; k < 3; k++)
        b->inverse[k] = 1 / b->inertia[k];
    *P = (lf_problem){.name = "free-rigid-body-quaternion",
                      .action = &lf_s3_left,
                      .field = quaternion_body_field,
                      .ctx = b,
                      .invariants = quaternion_body_invariants,
                      .names = &quaternion_body_names,
                      .traits = quaternion_body_traits};
    return LF_OK;
}

static lf_status quaternion_body_exact(const void *self, double t, double *y)
{
    const quaternion_body *b = self;
    quaternion_body_move(b, 1, 0, t, b->q, y);
    return LF_OK;
}

static const lf_param quaternion_body_params[] = {
    LF_REALS(quaternion_body, inertia, 3, "kg m^2", "1 5 6", LF_POSITIVE,
             "principal moments of inertia"),
    LF_REALS(quaternion_body, m0, 3, "kg m^2/s", "1 2.5 -6", LF_ANY,
             "angular momentum in space, which stays"),
    LF_REALS(quaternion_body, q, 4, "", "1 0 0 0", LF_ANY, "attitude at the start, (w, x, y, z)"),
    LF_MOMENTS_ROW(quaternion_body), LF_PARAM_END};

const lf_model lf_model_free_rigid_body_quaternion = {
    .size = sizeof(lf_model),
    .name = "free-rigid-body-quaternion",
    .doc = "the attitude of a rigid body turning freely, as a unit quaternion",
    .formula = "q' = (w/2) q, w = E(q) I^-1 E(q)^T m0, f = w/2, S^3 acting on itself by g q",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 6",
    .params = quaternion_body_params,
    .self_size = sizeof(quaternion_body),
    .t_end = 2,
    .step = 0.015625,
    .method = "ep-mid",
    .build = quaternion_body_build,
    .exact = quaternion_body_exact,
};
