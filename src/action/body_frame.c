/* SPDX-License-Identifier: BSD-3-Clause */
/* body_frame.c - a rotation moving an attitude and the momentum in the body frame with it:
 * g.(R, m) = (R g^-1, g m), or g.(q, m) = (q g^-1, g m g^-1) with quaternions. What the flow needs is
 * found once for both. */
#include <lieflow/action.h>

#include <math.h>

#include "action/compound.h"
#include "base/even.h"
#include "base/mat3.h"
#include "group/conic.h"

/* R exp(-u) has the rows exp(u) r. */
static LF_INLINE void frame_move(size_t n, size_t i, lf_vec3 u, double S, double C,
                                 const double *restrict y0, double *restrict y1)
{
    const lf_mat3 R = lf_mat3_load(y0, n, i);
    lf_mat3_store(
        y1, n, i,
        (lf_mat3){lf_spin(u, S, C, R.r0), lf_spin(u, S, C, R.r1), lf_spin(u, S, C, R.r2)});
    lf_vec3_store(y1 + 9 * n, n, i, lf_spin(u, S, C, lf_vec3_load(y0 + 9 * n, n, i)));
}

static LF_INLINE void frame_flow_lanes(size_t n, const double *restrict u,
                                       const double *restrict y0, double *restrict y1)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double x = lf_dot(a, a);
        far |= lf_even_is_far(x);
        frame_move(n, i, a, lf_even_S(x), lf_even_C(x), y0, y1);
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        if (!lf_even_is_far(lf_dot(a, a)))
            continue;
        const lf_even e = lf_even_far(a.x, a.y, a.z);
        frame_move(n, i, a, e.S, e.C, y0, y1);
    }
}

LF_KERNEL static void frame_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                                 double *y1, double *work)
{
    (void)A;
    (void)work;
    LF_BY_LANES(n, frame_flow_lanes, u, y0, y1);
}

/* cay(u) has the same shape, with 4k and 2k, k = 1/(4 + |u|^2). */
static LF_INLINE void frame_cayley_lanes(size_t n, const double *restrict u,
                                         const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double k = 1 / (4 + lf_dot(a, a));
        frame_move(n, i, a, 4 * k, 2 * k, y0, y1);
    }
}

LF_KERNEL static void frame_cayley(const lf_action *A, size_t n, const double *u, const double *y0,
                                   double *y1, double *work)
{
    (void)A;
    (void)work;
    LF_BY_LANES(n, frame_cayley_lanes, u, y0, y1);
}

/* u = h sum_j row_j k_j with v the last k. */
static LF_INLINE lf_vec3 frame_sum(int i, const double *row, double h, const double *k, lf_vec3 v)
{
    lf_vec3 sum = {0, 0, 0};
    for (int j = 0; j < i; j++)
        if (row[j] != 0)
            sum = lf_axpy(sum, row[j], lf_vec3_load(k + 3 * j, 1, 0));
    return lf_scale(h, row[i] != 0 ? lf_axpy(sum, row[i], v) : sum);
}

/* The same numbers as dexpinv, combination and flow one after the other. */
LF_KERNEL static bool frame_advance(const lf_action *A, int i, const double *row, double h,
                                    const double *y0, const double *f, double *k, double *u,
                                    double *y1)
{
    (void)A;
    lf_vec3 v = lf_vec3_load(f, 1, 0);
    if (i > 0) {
        const lf_vec3 a = lf_vec3_load(u, 1, 0);
        const double x = lf_dot(a, a);
        v = lf_spin(a, -0.5, x < LF_EVEN_SMALL ? lf_even_G_small(x) : lf_even_G(x), v);
    }
    lf_vec3_store(k + 3 * i, 1, 0, v);
    const lf_vec3 w = frame_sum(i, row, h, k, v);
    const double x = lf_dot(w, w);
    lf_vec3_store(u, 1, 0, w);
    frame_move(1, 0, w, lf_even_S(x), lf_even_C(x), y0, y1);
    return !lf_even_is_far(x); /* u of the stage before was not far either */
}

/* By the quaternion (w, v) = exp(u). */
static LF_INLINE void frame_s3_move(size_t n, size_t i, double w, lf_vec3 v,
                                    const double *restrict y0, double *restrict y1)
{
    const double p = y0[i];
    const lf_vec3 q = lf_vec3_load(y0 + n, n, i);
    lf_vec3_store(y1 + 4 * n, n, i, lf_spin(v, 2 * w, 2, lf_vec3_load(y0 + 4 * n, n, i)));
    y1[i] = lf_fma(p, w, lf_dot(q, v));
    lf_vec3_store(y1 + n, n, i, lf_axpy(lf_axpy(lf_cross(v, q), -p, v), w, q));
}

/* exp(u) = (1 - x C, S u), x = |u|^2; `small` says which polynomials serve */
static LF_INLINE void frame_s3_near(size_t n, size_t i, bool small, lf_vec3 u, double x,
                                    const double *restrict y0, double *restrict y1)
{
    const double S = small ? lf_even_S_small(x) : lf_even_S(x);
    const double C = small ? lf_even_C_small(x) : lf_even_C(x);
    frame_s3_move(n, i, lf_fma(-x, C, 1), lf_scale(S, u), y0, y1);
}

/* Lanes beyond half a radian (that turn by more than one), one at a time: steps seldom go so far. */
static LF_INLINE void frame_s3_flow_large(size_t n, const double *restrict u,
                                          const double *restrict y0, double *restrict y1)
{
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double x = lf_dot(a, a);
        if (lf_even_is_far(x)) {
            const lf_conic e = lf_conic_far((long double)a.x * a.x + (long double)a.y * a.y +
                                            (long double)a.z * a.z);
            frame_s3_move(n, i, e.cosine, lf_scale(e.S, a), y0, y1);
        } else if (lf_even_is_large(x)) {
            frame_s3_near(n, i, false, a, x, y0, y1);
        }
    }
}

static LF_INLINE void frame_s3_flow_lanes(size_t n, const double *restrict u,
                                          const double *restrict y0, double *restrict y1)
{
    uint64_t large = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double x = lf_dot(a, a);
        large |= lf_even_is_large(x);
        frame_s3_near(n, i, true, a, x, y0, y1);
    }
    if (large)
        frame_s3_flow_large(n, u, y0, y1);
}

LF_KERNEL static void frame_s3_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                                    double *y1, double *work)
{
    (void)A;
    (void)work;
    LF_BY_LANES(n, frame_s3_flow_lanes, u, y0, y1);
}

/* cay(u) = (1, u)/sqrt(1 + |u|^2) */
static LF_INLINE void frame_s3_cayley_lanes(size_t n, const double *restrict u,
                                            const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double k = 1 / sqrt(1 + lf_dot(a, a));
        frame_s3_move(n, i, k, lf_scale(k, a), y0, y1);
    }
}

LF_KERNEL static void frame_s3_cayley(const lf_action *A, size_t n, const double *u,
                                      const double *y0, double *y1, double *work)
{
    (void)A;
    (void)work;
    LF_BY_LANES(n, frame_s3_cayley_lanes, u, y0, y1);
}

/* On S^3 dexpinv_u is that of so(3) at 2u. */
LF_KERNEL static bool frame_s3_advance(const lf_action *A, int i, const double *row, double h,
                                       const double *y0, const double *f, double *k, double *u,
                                       double *y1)
{
    (void)A;
    lf_vec3 v = lf_vec3_load(f, 1, 0);
    if (i > 0) {
        const lf_vec3 a = lf_scale(2, lf_vec3_load(u, 1, 0));
        v = lf_spin(a, -0.5, lf_even_G(lf_dot(a, a)), v);
    }
    lf_vec3_store(k + 3 * i, 1, 0, v);
    const lf_vec3 w = frame_sum(i, row, h, k, v);
    const double x = lf_dot(w, w);
    lf_vec3_store(u, 1, 0, w);
    frame_s3_near(1, 0, x < LF_EVEN_SMALL, w, x, y0, y1);
    return !lf_even_is_far(4 * x); /* u of the stage before was not far either, nor 2u */
}

static const lf_action_ops frame_ops = {
    .flow = frame_flow,
    .apply = lf_compound_apply,
    .generator = lf_compound_generator,
    .defect = lf_compound_defect,
    .advance = frame_advance,
    .project = lf_compound_project,
    .cayley = frame_cayley,
};
static const lf_action_ops frame_s3_ops = {
    .flow = frame_s3_flow,
    .apply = lf_compound_apply,
    .generator = lf_compound_generator,
    .defect = lf_compound_defect,
    .advance = frame_s3_advance,
    .project = lf_compound_project,
    .cayley = frame_s3_cayley,
};

static const lf_action *const frame_factors[] = {&lf_so3_right, &lf_rotation};
const lf_action lf_body_frame = {
    .name = "body-frame",
    .doc = "SO(3) on attitude and body momentum: g.(R, m) = (R g^-1, g m); keeps R m",
    .group = &lf_so3,
    .dim = 12,
    .ops = &frame_ops,
    .count = 2,
    .factor = frame_factors,
};

static const lf_action *const frame_s3_factors[] = {&lf_s3_right, &lf_quaternion_rotation};
const lf_action lf_body_frame_quaternion = {
    .name = "body-frame-quaternion",
    .doc = "S^3 on attitude and body momentum: g.(q, m) = (q g^-1, g m g^-1); keeps q m q^-1",
    .group = &lf_s3,
    .dim = 7,
    .ops = &frame_s3_ops,
    .count = 2,
    .factor = frame_s3_factors,
};
