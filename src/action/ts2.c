/* SPDX-License-Identifier: BSD-3-Clause */
/* ts2.c - SE(3) on the tangent bundle of the sphere, TS^2 = {(q, w): |q| = 1, q.w = 0}:
 * (A, a).(q, w) = (A q, A w + a x A q).
 * This is the adjoint action restricted to an orbit: se(3) is so(3) over dual numbers, and the
 * point is q + eps w. Celledoni, Cokaj, Leone, Murari, Owren 2021, section 5.1. */
#include <lieflow/action.h>

#include <math.h>

#include "base/even.h"
#include "base/mat3.h"

/* Rotates q, then w, and adds the arm dexp_A a; S, C, D at |A|^2. */
static LF_INLINE void ts2_flow_lane(size_t n, size_t i, double S, double C, double D,
                                    const double *restrict u, const double *restrict y0,
                                    double *restrict y1)
{
    const lf_vec3 A = lf_vec3_load(u, n, i), a = lf_vec3_load(u + 3 * n, n, i);
    const lf_vec3 q = lf_spin(A, S, C, lf_vec3_load(y0, n, i));
    const lf_vec3 w = lf_spin(A, S, C, lf_vec3_load(y0 + 3 * n, n, i));
    lf_vec3_store(y1, n, i, q);
    lf_vec3_store(y1 + 3 * n, n, i, lf_add(w, lf_cross(lf_spin(A, C, D, a), q)));
}

static LF_INLINE void ts2_flow_lanes(size_t n, const double *restrict u, const double *restrict y0,
                                     double *restrict y1)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 A = lf_vec3_load(u, n, i);
        const double x = lf_dot(A, A);
        far |= lf_even_is_far(x);
        ts2_flow_lane(n, i, lf_even_S(x), lf_even_C(x), lf_even_D(x), u, y0, y1);
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 A = lf_vec3_load(u, n, i);
        if (!lf_even_is_far(lf_dot(A, A)))
            continue;
        const lf_even e = lf_even_far(A.x, A.y, A.z);
        ts2_flow_lane(n, i, e.S, e.C, e.D, u, y0, y1);
    }
}

LF_KERNEL static lf_status ts2_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                                    double *y1, double *work)
{
    LF_BY_LANES(n, ts2_flow_lanes, u, y0, y1);
    return LF_OK;
}

/* The Cayley map of SE(3) has the same shape, with 4k, 2k and k = 1/(4 + |A|^2). */
static LF_INLINE void ts2_cayley_lanes(size_t n, const double *restrict u,
                                       const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 A = lf_vec3_load(u, n, i);
        const double k = 1 / (4 + lf_dot(A, A));
        ts2_flow_lane(n, i, 4 * k, 2 * k, k, u, y0, y1);
    }
}

LF_KERNEL static lf_status ts2_cayley(const lf_action *A, size_t n, const double *u,
                                      const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, ts2_cayley_lanes, u, y0, y1);
    return LF_OK;
}

static LF_INLINE void ts2_apply_lanes(size_t n, const double *restrict g, const double *restrict y0,
                                      double *restrict y1)
{
    LF_EACH_LANE(i, n) {
        const lf_mat3 R = lf_mat3_load(g, n, i);
        const lf_vec3 q = lf_mat3_vec(R, lf_vec3_load(y0, n, i));
        const lf_vec3 w = lf_mat3_vec(R, lf_vec3_load(y0 + 3 * n, n, i));
        lf_vec3_store(y1, n, i, q);
        lf_vec3_store(y1 + 3 * n, n, i, lf_add(w, lf_cross(lf_vec3_load(g + 9 * n, n, i), q)));
    }
}

LF_KERNEL static lf_status ts2_apply(const lf_action *A, size_t n, const double *g,
                                     const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, ts2_apply_lanes, g, y0, y1);
    return LF_OK;
}

/* (A x q, A x w + a x q) */
static LF_INLINE void ts2_generator_lanes(size_t n, const double *restrict u,
                                          const double *restrict y, double *restrict v)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 A = lf_vec3_load(u, n, i), a = lf_vec3_load(u + 3 * n, n, i);
        const lf_vec3 q = lf_vec3_load(y, n, i), w = lf_vec3_load(y + 3 * n, n, i);
        lf_vec3_store(v, n, i, lf_cross(A, q));
        lf_vec3_store(v + 3 * n, n, i, lf_add(lf_cross(A, w), lf_cross(a, q)));
    }
}

LF_KERNEL static lf_status ts2_generator(const lf_action *A, size_t n, const double *u,
                                         const double *y, double *v, double *work)
{
    LF_BY_LANES(n, ts2_generator_lanes, u, y, v);
    return LF_OK;
}

/* The larger of | |q| - 1 | and |q.w|, whatever the start was. */
static LF_INLINE void ts2_defect_lanes(size_t n, const double *restrict y, double *restrict defect)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 q = lf_vec3_load(y, n, i), w = lf_vec3_load(y + 3 * n, n, i);
        const double a = fabs(sqrt(lf_dot(q, q)) - 1), b = fabs(lf_dot(q, w));
        defect[i] = b > a || isnan(b) ? b : a; /* NaN stays NaN */
    }
}

LF_KERNEL static lf_status ts2_defect(const lf_action *A, size_t n, const double *y,
                                      const double *start, double *defect, double *work)
{
    LF_BY_LANES(n, ts2_defect_lanes, y, defect);
    return LF_OK;
}

/* q to length 1, then w across q */
LF_KERNEL static lf_status ts2_project(const lf_action *A, size_t n, const double *start, double *y,
                                       double *work)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 q = lf_vec3_load(y, n, i), w = lf_vec3_load(y + 3 * n, n, i);
        const lf_vec3 p = lf_scale(1 / sqrt(lf_dot(q, q)), q);
        lf_vec3_store(y, n, i, p);
        lf_vec3_store(y + 3 * n, n, i, lf_axpy(w, -lf_dot(p, w), p));
    }
    return LF_OK;
}

static const lf_action_ops ts2_ops = {
    .flow = ts2_flow,
    .apply = ts2_apply,
    .generator = ts2_generator,
    .defect = ts2_defect,
    .project = ts2_project,
    .cayley = ts2_cayley,
};

const lf_action lf_ts2 = {
    .name = "ts2",
    .kind = LF_ACTION_TS2,
    .doc = "SE(3) on TS^2: (A, a).(q, w) = (A q, A w + a x A q); keeps |q| = 1 and q.w = 0",
    .group = &lf_se3,
    .dim = 6,
    .ops = &ts2_ops,
};
