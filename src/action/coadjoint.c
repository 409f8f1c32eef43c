/* SPDX-License-Identifier: BSD-3-Clause */
/* coadjoint.c - SE(3) on se(3)*: (R, r).(P, F) = Ad*_{(R,r)^-1} (P, F) = (R P + r x R F, R F).
 * The orbits are the level sets of |F| and P.F. */
#include <lieflow/action.h>

#include <math.h>

#include "base/even.h"
#include "base/mat3.h"

/* Rotates F, then P, and adds the arm r = dexp_A a; e holds S, C, D at |A|^2. */
static LF_INLINE void coadjoint_flow_lane(size_t n, size_t i, double S, double C, double D,
                                          const double *restrict u, const double *restrict y0,
                                          double *restrict y1)
{
    const lf_vec3 A = lf_vec3_load(u, n, i), a = lf_vec3_load(u + 3 * n, n, i);
    const lf_vec3 F = lf_spin(A, S, C, lf_vec3_load(y0 + 3 * n, n, i));
    const lf_vec3 P = lf_spin(A, S, C, lf_vec3_load(y0, n, i));
    lf_vec3_store(y1, n, i, lf_add(P, lf_cross(lf_spin(A, C, D, a), F)));
    lf_vec3_store(y1 + 3 * n, n, i, F);
}

/* Answers whether a lane is out of the range of this pass. */
static LF_INLINE uint64_t coadjoint_flow_pass(size_t n, bool wide, const double *restrict u,
                                              const double *restrict y0, double *restrict y1)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 A = lf_vec3_load(u, n, i);
        const double x = lf_dot(A, A);
        out |= lf_even_is_out(wide, x);
        coadjoint_flow_lane(n, i, lf_even_S_in(wide, x), lf_even_C_in(wide, x),
                            lf_even_D_in(wide, x), u, y0, y1);
    }
    return out;
}

static LF_INLINE void coadjoint_flow_lanes(size_t n, const double *restrict u,
                                           const double *restrict y0, double *restrict y1)
{
    if (!coadjoint_flow_pass(n, false, u, y0, y1) || !coadjoint_flow_pass(n, true, u, y0, y1))
        return;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 A = lf_vec3_load(u, n, i);
        if (!lf_even_is_beyond(lf_dot(A, A)))
            continue;
        const lf_even e = lf_even_far(A.x, A.y, A.z);
        coadjoint_flow_lane(n, i, e.S, e.C, e.D, u, y0, y1);
    }
}

LF_KERNEL static lf_status coadjoint_flow(const lf_action *A, size_t n, const double *u,
                                          const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, coadjoint_flow_lanes, u, y0, y1);
    return LF_OK;
}

static LF_INLINE void coadjoint_apply_lanes(size_t n, const double *restrict g,
                                            const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n) {
        const lf_mat3 R = lf_mat3_load(g, n, i);
        const lf_vec3 F = lf_mat3_vec(R, lf_vec3_load(y0 + 3 * n, n, i));
        const lf_vec3 P = lf_mat3_vec(R, lf_vec3_load(y0, n, i));
        lf_vec3_store(y1, n, i, lf_add(P, lf_cross(lf_vec3_load(g + 9 * n, n, i), F)));
        lf_vec3_store(y1 + 3 * n, n, i, F);
    }
}

LF_KERNEL static lf_status coadjoint_apply(const lf_action *A, size_t n, const double *g,
                                           const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, coadjoint_apply_lanes, g, y0, y1);
    return LF_OK;
}

/* -ad*_(A,a) (P, F) = (A x P + a x F, A x F) */
static LF_INLINE void coadjoint_generator_lanes(size_t n, const double *restrict u,
                                                const double *restrict y, double *restrict v)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 A = lf_vec3_load(u, n, i), a = lf_vec3_load(u + 3 * n, n, i);
        const lf_vec3 P = lf_vec3_load(y, n, i), F = lf_vec3_load(y + 3 * n, n, i);
        lf_vec3_store(v, n, i, lf_add(lf_cross(A, P), lf_cross(a, F)));
        lf_vec3_store(v + 3 * n, n, i, lf_cross(A, F));
    }
}

LF_KERNEL static lf_status coadjoint_generator(const lf_action *A, size_t n, const double *u,
                                               const double *y, double *v, double *work)
{
    LF_BY_LANES(n, coadjoint_generator_lanes, u, y, v);
    return LF_OK;
}

/* The larger of the changes of |F| and of P.F/|F|, which measure the distance to the orbit. */
LF_KERNEL static lf_status coadjoint_defect(const lf_action *A, size_t n, const double *y,
                                            const double *start, double *defect, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 P = lf_vec3_load(y, n, i), F = lf_vec3_load(y + 3 * n, n, i);
        const lf_vec3 P0 = lf_vec3_load(start, n, i), F0 = lf_vec3_load(start + 3 * n, n, i);
        const double length = sqrt(lf_dot(F, F)), length0 = sqrt(lf_dot(F0, F0));
        const double product = fabs(lf_dot(P, F) - lf_dot(P0, F0));
        const double a = fabs(length - length0), b = length0 > 0 ? product / length0 : product;
        defect[i] = b > a || isnan(b) ? b : a; /* NaN stays NaN */
    }
    return LF_OK;
}

/* F to its first length, then P.F to its first value by moving P along F */
LF_KERNEL static lf_status coadjoint_project(const lf_action *A, size_t n, const double *start,
                                             double *y, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 P0 = lf_vec3_load(start, n, i), F0 = lf_vec3_load(start + 3 * n, n, i);
        const lf_vec3 P = lf_vec3_load(y, n, i), F = lf_vec3_load(y + 3 * n, n, i);
        const double square = lf_dot(F, F), square0 = lf_dot(F0, F0);
        if (!(square > 0) || !(square0 > 0))
            continue;
        const lf_vec3 G = lf_scale(sqrt(square0 / square), F);
        const double change = (lf_dot(P0, F0) - lf_dot(P, G)) / square0;
        lf_vec3_store(y, n, i, lf_axpy(P, change, G));
        lf_vec3_store(y + 3 * n, n, i, G);
    }
    return LF_OK;
}

static const lf_action_ops coadjoint_ops = {
    .flow = coadjoint_flow,
    .apply = coadjoint_apply,
    .generator = coadjoint_generator,
    .defect = coadjoint_defect,
    .project = coadjoint_project,
};

const lf_action lf_se3_coadjoint = {
    .name = "se3-coadjoint",
    .kind = LF_ACTION_COADJOINT,
    .doc = "SE(3) on se(3)*: g.m = Ad*_{g^-1} m; the orbits keep |F| and P.F",
    .group = &lf_se3,
    .dim = 6,
    .ops = &coadjoint_ops,
};
