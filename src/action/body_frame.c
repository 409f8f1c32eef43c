/* SPDX-License-Identifier: BSD-3-Clause */
/* body_frame.c - a rotation moving an attitude and the momentum in the body frame with it:
 * g.(R, m) = (R g^-1, g m), or g.(q, m) = (q g^-1, g m g^-1) with quaternions. What the flow needs is
 * found once for both. */
#include <lieflow/action.h>

#include <math.h>

#include "action/body_frame.h"
#include "action/compound.h"
#include "group/conic.h"

static LF_INLINE void frame_flow_lanes(size_t n, const double *restrict u,
                                       const double *restrict y0, double *restrict y1)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double x = lf_dot(a, a);
        far |= lf_even_is_far(x);
        lf_frame_move(n, i, a, lf_even_S(x), lf_even_C(x), y0, y1);
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        if (!lf_even_is_far(lf_dot(a, a)))
            continue;
        const lf_even e = lf_even_far(a.x, a.y, a.z);
        lf_frame_move(n, i, a, e.S, e.C, y0, y1);
    }
}

LF_KERNEL static lf_status frame_flow(const lf_action *A, size_t n, const double *u,
                                      const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, frame_flow_lanes, u, y0, y1);
    return LF_OK;
}

/* cay(u) has the same shape, with 4k and 2k, k = 1/(4 + |u|^2). */
static LF_INLINE void frame_cayley_lanes(size_t n, const double *restrict u,
                                         const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double k = 1 / (4 + lf_dot(a, a));
        lf_frame_move(n, i, a, 4 * k, 2 * k, y0, y1);
    }
}

LF_KERNEL static lf_status frame_cayley(const lf_action *A, size_t n, const double *u,
                                        const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, frame_cayley_lanes, u, y0, y1);
    return LF_OK;
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
            lf_frame_s3_move(n, i, e.cosine, lf_scale(e.S, a), y0, y1);
        } else if (lf_even_is_large(x)) {
            lf_frame_s3_near(n, i, false, a, x, y0, y1);
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
        lf_frame_s3_near(n, i, true, a, x, y0, y1);
    }
    if (large)
        frame_s3_flow_large(n, u, y0, y1);
}

LF_KERNEL static lf_status frame_s3_flow(const lf_action *A, size_t n, const double *u,
                                         const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, frame_s3_flow_lanes, u, y0, y1);
    return LF_OK;
}

/* cay(u) = (1, u)/sqrt(1 + |u|^2) */
static LF_INLINE void frame_s3_cayley_lanes(size_t n, const double *restrict u,
                                            const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double k = 1 / sqrt(1 + lf_dot(a, a));
        lf_frame_s3_move(n, i, k, lf_scale(k, a), y0, y1);
    }
}

LF_KERNEL static lf_status frame_s3_cayley(const lf_action *A, size_t n, const double *u,
                                           const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, frame_s3_cayley_lanes, u, y0, y1);
    return LF_OK;
}

static const lf_action_ops frame_ops = {
    .flow = frame_flow,
    .apply = lf_compound_apply,
    .generator = lf_compound_generator,
    .defect = lf_compound_defect,
    .project = lf_compound_project,
    .cayley = frame_cayley,
};
static const lf_action_ops frame_s3_ops = {
    .flow = frame_s3_flow,
    .apply = lf_compound_apply,
    .generator = lf_compound_generator,
    .defect = lf_compound_defect,
    .project = lf_compound_project,
    .cayley = frame_s3_cayley,
};

static const lf_action *const frame_factors[] = {&lf_so3_right, &lf_rotation};
const lf_action lf_body_frame = {
    .name = "body-frame",
    .kind = LF_ACTION_BODY_FRAME,
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
    .kind = LF_ACTION_BODY_FRAME_QUATERNION,
    .doc = "S^3 on attitude and body momentum: g.(q, m) = (q g^-1, g m g^-1); keeps q m q^-1",
    .group = &lf_s3,
    .dim = 7,
    .ops = &frame_s3_ops,
    .count = 2,
    .factor = frame_s3_factors,
};
