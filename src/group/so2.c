/* SPDX-License-Identifier: BSD-3-Clause */
/* so2.c - SO(2), rotations of the plane as (cos, sin), with so(2) = R.
 *
 *   exp(u) = (cos u, sin u)      cay(u) = (1 - u^2/4, u)/(1 + u^2/4)      second kind = exp */
#include <lieflow/group.h>

#include <math.h>
#include <string.h>

#include "base/even.h"

static void so2_identity(const lf_group *G, size_t n, double *g)
{
    LF_EACH_LANE(i, n) {
        g[i] = 1;
        g[n + i] = 0;
    }
}

static LF_INLINE void so2_mul_lanes(size_t n, const double *restrict a, const double *restrict b,
                                    double *restrict c)
{
    LF_EACH_LANE(i, n) {
        c[i] = lf_fma(a[i], b[i], -(a[n + i] * b[n + i]));
        c[n + i] = lf_fma(a[n + i], b[i], a[i] * b[n + i]);
    }
}

LF_KERNEL static lf_status so2_mul(const lf_group *G, size_t n, const double *a, const double *b,
                                   double *c, double *work)
{
    LF_BY_LANES(n, so2_mul_lanes, a, b, c);
    return LF_OK;
}

static lf_status so2_inv(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    LF_EACH_LANE(i, n) {
        b[i] = a[i];
        b[n + i] = -a[n + i];
    }
    return LF_OK;
}

static LF_INLINE void so2_exp_lanes(size_t n, const double *restrict u, double *restrict g)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const double x = u[i] * u[i];
        far |= lf_even_is_far(x);
        g[i] = lf_fma(-x, lf_even_C(x), 1);
        g[n + i] = u[i] * lf_even_S(x);
    }
    for (size_t i = 0; far && i < n; i++) {
        if (!lf_even_is_far(u[i] * u[i]))
            continue;
        g[i] = cos(u[i]);
        g[n + i] = sin(u[i]);
    }
}

LF_KERNEL static lf_status so2_exp(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, so2_exp_lanes, u, g);
    return LF_OK;
}

static lf_status so2_log(const lf_group *G, size_t n, const double *g, double *u, double *work)
{
    for (size_t i = 0; i < n; i++)
        u[i] = atan2(g[n + i], g[i]);
    return LF_OK;
}

static LF_INLINE void so2_cay_lanes(size_t n, const double *restrict u, double *restrict g)
{
    LF_EACH_LANE(i, n) {
        const double q = 0.25 * u[i] * u[i], k = 1 / (1 + q);
        g[i] = k * (1 - q);
        g[n + i] = k * u[i];
    }
}

LF_KERNEL static lf_status so2_cay(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, so2_cay_lanes, u, g);
    return LF_OK;
}

static lf_status so2_dcayinv(const lf_group *G, size_t n, const double *u, const double *v,
                             double *w, double *work)
{
    LF_EACH_LANE(i, n)
        w[i] = v[i] * (1 + 0.25 * u[i] * u[i]);
    return LF_OK;
}

/* Ad, dexp and dexpinv and their duals are the identity in the second argument. */
static lf_status so2_second(const lf_group *G, size_t n, const double *u, const double *v,
                            double *w, double *work)
{
    memcpy(w, v, n * sizeof *w);
    return LF_OK;
}

static lf_status so2_bracket(const lf_group *G, size_t n, const double *u, const double *v,
                             double *w, double *work)
{
    memset(w, 0, n * sizeof *w);
    return LF_OK;
}

static lf_status so2_tangent(const lf_group *G, size_t n, const double *u, const double *g,
                             double *v, double *work)
{
    LF_EACH_LANE(i, n) {
        v[i] = -u[i] * g[n + i];
        v[n + i] = u[i] * g[i];
    }
    return LF_OK;
}

static lf_status so2_defect(const lf_group *G, size_t n, const double *g, double *d, double *work)
{
    LF_EACH_LANE(i, n)
        d[i] = fabs(g[i] * g[i] + g[n + i] * g[n + i] - 1);
    return LF_OK;
}

static lf_status so2_project(const lf_group *G, size_t n, double *g, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const double norm = hypot(g[i], g[n + i]);
        g[i] /= norm;
        g[n + i] /= norm;
    }
    return LF_OK;
}

static const lf_group_ops so2_ops = {
    .identity = so2_identity,
    .mul = so2_mul,
    .inv = so2_inv,
    .log = so2_log,
    .Ad = so2_second,
    .bracket = so2_bracket,
    .dexp = so2_second,
    .map = {so2_exp, so2_cay, so2_exp},
    .dmapinv = {so2_second, so2_dcayinv, so2_second},
    .Ad_dual = so2_second,
    .ad_dual = so2_bracket,
    .dexp_dual = so2_second,
    .dexpinv_dual = so2_second,
    .tangent = so2_tangent,
    .defect = so2_defect,
    .project = so2_project,
};

const lf_group lf_so2 = {
    .name = "so2",
    .kind = LF_GROUP_SO2,
    .doc = "SO(2): rotations of the plane as (cos, sin)",
    .dim = 1,
    .rep = 2,
    .ops = &so2_ops,
    .abelian = true,
};
