/* SPDX-License-Identifier: BSD-3-Clause */
/* rigid_body.c - the free rigid body: m' = m x I^-1 m, alone or with the attitude R' = R hat(I^-1 m).
 *
 * Left actions turn m' = m x w into the field -w (Celledoni et al. 2021 print the opposite sign in
 * their example 1, which integrates another equation). With attitude the same rotation acts on
 * both, g.(R, m) = (R g^-1, g m), so the spatial momentum R m is kept to roundoff. */
#include "model/models.h"

#include <lieflow/equation.h>

#include <math.h>
#include <string.h>

#include "base/mat3.h"
#include "base/exact_body.h"

typedef struct {
    double inertia[3], m[3];
    double inverse[3]; /* 1/inertia */
    double turn[3];    /* -1/inertia on SO(3), half of that on S^3 */
    size_t momentum;   /* component where m begins: attitudes stand before it */
    int attitude;      /* 0 matrix, 1 quaternion */
    int moments;       /* 0 physical, 1 any */
    double R[9], q[4];
} rigid_body;

/* f = -I^-1 m on SO(3), and half of that on S^3, whose exponential has no half angle: the momentum
 * alone, with a matrix and with a quaternion before it. */
LF_EQUATION(momentum, rigid_body, rotation, {
    f[0] = self->turn[0] * y[0];
    f[1] = self->turn[1] * y[1];
    f[2] = self->turn[2] * y[2];
})
LF_EQUATION(matrix, rigid_body, body_frame, {
    f[0] = self->turn[0] * y[9];
    f[1] = self->turn[1] * y[10];
    f[2] = self->turn[2] * y[11];
})
LF_EQUATION(quaternion, rigid_body, body_frame_quaternion, {
    f[0] = self->turn[0] * y[4];
    f[1] = self->turn[1] * y[5];
    f[2] = self->turn[2] * y[6];
})

static void rigid_body_energy(const lf_problem *P, const lf_lanes *L, const double *y,
                              double *energy)
{
    const size_t n = L->n;
    const rigid_body *b = P->ctx;
    const double *m = y + b->momentum * n;
    for (size_t i = 0; i < n; i++)
        energy[i] = 0.5 * (m[i] * m[i] * b->inverse[0] + m[n + i] * m[n + i] * b->inverse[1] +
                           m[2 * n + i] * m[2 * n + i] * b->inverse[2]);
}

LF_KERNEL static void rigid_body_momentum(const lf_problem *P, const lf_lanes *L, const double *y,
                                          double *norm)
{
    const size_t n = L->n;
    const double *m = y + ((const rigid_body *)P->ctx)->momentum * n;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 v = lf_vec3_load(m, n, i);
        norm[i] = sqrt(lf_dot(v, v));
    }
}

/* The spatial momentum of one lane, by either representation of the attitude. */
static LF_INLINE lf_vec3 spatial_momentum(const rigid_body *b, size_t n, size_t i, const double *y)
{
    const lf_vec3 m = lf_vec3_load(y + b->momentum * n, n, i);
    if (b->attitude == 0)
        return lf_mat3_vec(lf_mat3_load(y, n, i), m);
    return lf_spin(lf_vec3_load(y + n, n, i), 2 * y[i], 2, m);
}

#define SPATIAL(axis)                                                                       \
    LF_KERNEL static void rigid_body_spatial_##axis(const lf_problem *P, const lf_lanes *L, \
                                                    const double *y, double *value)         \
    {                                                                                       \
        const size_t n = L->n;                                                              \
        for (size_t i = 0; i < n; i++)                                                      \
            value[i] = spatial_momentum(P->ctx, n, i, y).axis;                              \
    }
SPATIAL(x)
SPATIAL(y)
SPATIAL(z)

/* ---- exact flows ---- */

/* Piece k of the axis splitting: the energy m_k^2/(2 I_k) alone turns everything about axis k, by a
 * field that stays constant. Touma, Wisdom 1994; Reich 1994. work: the field, then the action's */
static lf_status rigid_body_axis(const lf_problem *P, size_t k, const lf_lanes *L, const double *y0,
                                 double *y1, double *work)
{
    const size_t n = L->n;
    const double *h = L->h;
    const rigid_body *b = P->ctx;
    const double *m = y0 + (b->momentum + k) * n;
    for (size_t i = 0; i < 3 * n; i++)
        work[i] = 0;
    for (size_t i = 0; i < n; i++)
        work[k * n + i] = h[i] * (b->turn[k] * m[i]);
    return lf_action_flow(P->action, LF_EXP, n, work, y0, y1, work + 3 * n);
}

/* One lane of the whole motion: R1 = R0 E(dq) or q1 = q0 dq, and the momentum. */
LF_KERNEL static void rigid_body_move(const rigid_body *b, size_t n, size_t i, double h,
                                      const double *y0, double *y1)
{
    const double *m = y0 + b->momentum * n;
    const double m0[3] = {m[i], m[n + i], m[2 * n + i]};
    double m1[3], dq[4];
    lf_exact_body(b->inertia, m0, h, m1, b->momentum ? dq : NULL);
    lf_vec3_store(y1 + b->momentum * n, n, i, (lf_vec3){m1[0], m1[1], m1[2]});
    if (!b->momentum)
        return;
    const lf_vec3 d = {dq[1], dq[2], dq[3]};
    if (b->attitude == 0) {
        const lf_mat3 Q = lf_mat3_rodrigues(lf_scale(2, d), dq[0], 0.5);
        lf_mat3_store(y1, n, i, lf_mat3_mul(lf_mat3_load(y0, n, i), Q));
    } else {
        const lf_vec3 v = lf_vec3_load(y0 + n, n, i);
        y1[i] = y0[i] * dq[0] - lf_dot(v, d);
        lf_vec3_store(y1 + n, n, i, lf_axpy(lf_axpy(lf_cross(v, d), y0[i], d), dq[0], v));
    }
}

static lf_status rigid_body_flow(const lf_problem *P, size_t k, const lf_lanes *L, const double *y0,
                                 double *y1, double *work)
{
    const size_t n = L->n;
    const double *h = L->h;
    (void)k;
    (void)work;
    for (size_t i = 0; i < n; i++)
        rigid_body_move(P->ctx, n, i, h[i], y0, y1);
    return LF_OK;
}

static size_t rigid_body_axis_work(const lf_problem *P, size_t n)
{
    return 3 * n + lf_action_work(P->action, n);
}

static const lf_splitting rigid_body_axes = {
    .pieces = 3, .flow = rigid_body_axis, .work = rigid_body_axis_work};
static const lf_splitting rigid_body_whole = {.pieces = 1, .flow = rigid_body_flow};

static lf_status rigid_body_exact(const void *self, double t, double *y)
{
    const rigid_body *b = self;
    rigid_body_move(b, 1, 0, t, b->m, y);
    return LF_OK;
}

static lf_status attitude_exact(const void *self, double t, double *y)
{
    const rigid_body *b = self;
    double start[12];
    memcpy(start, b->attitude == 0 ? b->R : b->q, b->momentum * sizeof *start);
    memcpy(start + b->momentum, b->m, sizeof b->m);
    rigid_body_move(b, 1, 0, t, start, y);
    return LF_OK;
}

/* ---- the models ---- */

static const lf_invariant rigid_body_invariants[] = {
    {"energy", "m.I^-1 m/2", rigid_body_energy},
    {"momentum", "|m|", rigid_body_momentum},
    {NULL, NULL, NULL},
};
static const lf_invariant attitude_invariants[] = {
    {"energy", "m.I^-1 m/2", rigid_body_energy},
    {"momentum", "|m|", rigid_body_momentum},
    {"spatial.x", "first component of R m", rigid_body_spatial_x},
    {"spatial.y", "second component of R m", rigid_body_spatial_y},
    {"spatial.z", "third component of R m", rigid_body_spatial_z},
    {NULL, NULL, NULL},
};
static const char *const rigid_body_columns[] = {"m.x", "m.y", "m.z"};
static const lf_names rigid_body_names = {.list = rigid_body_columns};
static const char *const matrix_columns[] = {"R.11", "R.12", "R.13", "R.21", "R.22", "R.23",
                                             "R.31", "R.32", "R.33", "m.x",  "m.y",  "m.z"};
static const lf_names matrix_names = {.list = matrix_columns};
static const char *const quaternion_columns[] = {"q.w", "q.x", "q.y", "q.z", "m.x", "m.y", "m.z"};
static const lf_names quaternion_names = {.list = quaternion_columns};

/* Components of R m are measured by |m|. */
static lf_quantity *const rigid_body_sizes[] = {NULL, NULL, rigid_body_momentum,
                                                rigid_body_momentum, rigid_body_momentum};
static const lf_scales rigid_body_scales = {rigid_body_sizes};

static const lf_trait momentum_traits[] = {LF_EQUATION_TRAITS(momentum),
                                           {LF_TRAIT_SPLITTING, &rigid_body_axes},
                                           {LF_TRAIT_EXACT, &rigid_body_whole},
                                           {LF_TRAIT_END, NULL}};
static const lf_trait matrix_traits[] = {LF_EQUATION_TRAITS(matrix),
                                         {LF_TRAIT_SPLITTING, &rigid_body_axes},
                                         {LF_TRAIT_EXACT, &rigid_body_whole},
                                         {LF_TRAIT_SCALES, &rigid_body_scales},
                                         {LF_TRAIT_END, NULL}};
static const lf_trait quaternion_traits[] = {LF_EQUATION_TRAITS(quaternion),
                                             {LF_TRAIT_SPLITTING, &rigid_body_axes},
                                             {LF_TRAIT_EXACT, &rigid_body_whole},
                                             {LF_TRAIT_SCALES, &rigid_body_scales},
                                             {LF_TRAIT_END, NULL}};

/* What follows from the moments of inertia; `rate` is -1 on SO(3) and -1/2 on S^3. */
static void rigid_body_derive(rigid_body *b, double rate)
{
    for (int k = 0; k < 3; k++) {
        b->inverse[k] = 1 / b->inertia[k];
        b->turn[k] = rate * b->inverse[k];
    }
}

static lf_status rigid_body_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    rigid_body *b = self;
    const lf_status s = lf_check_moments_choice(b->inertia, b->moments, why, why_size);
    if (s != LF_OK)
        return s;
    rigid_body_derive(b, -1);
    memcpy(y0, b->m, sizeof b->m);
    b->momentum = 0;
    *P = (lf_problem){.name = "free-rigid-body",
                      .action = &lf_so3_coadjoint,
                      .field = momentum_field,
                      .ctx = b,
                      .traits = momentum_traits,
                      .invariants = rigid_body_invariants,
                      .names = &rigid_body_names};
    return LF_OK;
}

static lf_status attitude_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    rigid_body *b = self;
    const bool matrix = b->attitude == 0;
    lf_status s = matrix ? lf_check_rotation(b->R, "R", why, why_size)
                         : lf_check_quaternion(b->q, "q", why, why_size);
    if (s == LF_OK)
        s = lf_check_moments_choice(b->inertia, b->moments, why, why_size);
    if (s != LF_OK)
        return s;
    b->momentum = matrix ? 9 : 4;
    rigid_body_derive(b, matrix ? -1 : -0.5);
    for (size_t k = 0; k < b->momentum; k++)
        y0[k] = matrix ? b->R[k] : b->q[k];
    memcpy(y0 + b->momentum, b->m, sizeof b->m);
    *P = (lf_problem){.name = "free-rigid-body-attitude",
                      .action = matrix ? &lf_body_frame : &lf_body_frame_quaternion,
                      .field = matrix ? matrix_field : quaternion_field,
                      .ctx = b,
                      .traits = matrix ? matrix_traits : quaternion_traits,
                      .invariants = attitude_invariants,
                      .names = matrix ? &matrix_names : &quaternion_names};
    return LF_OK;
}

#define INERTIA \
    LF_REALS(rigid_body, inertia, 3, "kg m^2", "1 5 6", LF_POSITIVE, "principal moments of inertia")
#define MOMENTUM                                                  \
    LF_REALS(rigid_body, m, 3, "kg m^2/s", "0.7 0.3 0.5", LF_ANY, \
             "angular momentum in the body frame at the start")

static const lf_param rigid_body_params[] = {INERTIA, MOMENTUM, LF_MOMENTS_ROW(rigid_body),
                                             LF_PARAM_END};
static const lf_param attitude_params[] = {
    INERTIA,
    MOMENTUM,
    LF_CHOOSE(rigid_body, attitude, "matrix|quaternion", "matrix",
              "how the attitude is represented"),
    LF_REALS(rigid_body, R, 9, "", LF_IDENTITY3, LF_ANY,
             "attitude at the start, body to space, row by row", "attitude=matrix"),
    LF_REALS(rigid_body, q, 4, "", "1 0 0 0", LF_ANY, "attitude at the start, (w, x, y, z)",
             "attitude=quaternion"),
    LF_MOMENTS_ROW(rigid_body),
    LF_PARAM_END};

const lf_model lf_model_free_rigid_body = {
    .size = sizeof(lf_model),
    .name = "free-rigid-body",
    .doc = "a rigid body turning freely; angular momentum in the body frame",
    .formula = "m' = m x I^-1 m, f(m) = -I^-1 m, SO(3) acting on so(3)* by g m",
    .cite = "Becker, An introduction to Lie group methods for rigid body systems (thesis), 2021, "
            "section 5",
    .params = rigid_body_params,
    .self_size = sizeof(rigid_body),
    .t_end = 1,
    .step = 0.01,
    .method = "cf4",
    .build = rigid_body_build,
    .exact = rigid_body_exact,
};

const lf_model lf_model_free_rigid_body_attitude = {
    .size = sizeof(lf_model),
    .name = "free-rigid-body-attitude",
    .doc = "a rigid body turning freely, with its attitude",
    .formula = "R' = R hat(I^-1 m), m' = m x I^-1 m, f = -I^-1 m, g.(R, m) = (R g^-1, g m)",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 6",
    .params = attitude_params,
    .self_size = sizeof(rigid_body),
    .t_end = 10,
    .step = 0.01,
    .method = "cf4",
    .build = attitude_build,
    .exact = attitude_exact,
};
