/* SPDX-License-Identifier: BSD-3-Clause */
/* slope.c - the gradient of <m, dexp_u v> in u.
 *
 * SO(3), from dexp_u v = v + C u x v + D u x (u x v) with C1 = C'/t, D1 = D'/t:
 *   C1 u (m.u x v) + C v x m + D1 u (m.u x (u x v)) + D ((u x v) x m + v x (m x u)).
 * Any group, from dexp_u = integral of Ad_{exp(s u)} over 0 <= s <= 1:
 *   minus the integral of s dexp*_{s u} ad*_{Ad_{exp(s u)} v} m,
 * by Gauss quadrature, at roundoff for |ad_u| up to about three. */
#include "group/slope.h"

#include <string.h>

#include "base/even.h"
#include "base/gauss.h"

static LF_INLINE lf_vec3 slope_so3(lf_vec3 u, lf_vec3 v, lf_vec3 m, double C, double D, double C1,
                                   double D1)
{
    const lf_vec3 uv = lf_cross(u, v), uuv = lf_cross(u, uv), mu = lf_cross(m, u);
    const lf_vec3 twice = lf_add(lf_cross(uv, m), lf_cross(v, mu));
    const double along = lf_fma(C1, lf_dot(m, uv), D1 * lf_dot(m, uuv));
    return lf_axpy(lf_axpy(lf_scale(along, u), C, lf_cross(v, m)), D, twice);
}

static LF_INLINE void slope_so3_lanes(size_t n, const double *restrict u, const double *restrict v,
                                      const double *restrict m, double *restrict out)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        const double x = lf_dot(w, w);
        far |= lf_even_is_far(x);
        lf_vec3_store(out, n, i,
                      slope_so3(w, lf_vec3_load(v, n, i), lf_vec3_load(m, n, i), lf_even_C(x),
                                lf_even_D(x), lf_even_C1(x), lf_even_D1(x)));
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        if (!lf_even_is_far(lf_dot(w, w)))
            continue;
        const lf_even e = lf_even_far_all(w.x, w.y, w.z);
        lf_vec3_store(
            out, n, i,
            slope_so3(w, lf_vec3_load(v, n, i), lf_vec3_load(m, n, i), e.C, e.D, e.C1, e.D1));
    }
}

LF_KERNEL static void slope_so3_all(size_t n, const double *u, const double *v, const double *m,
                                    double *out)
{
    LF_BY_LANES(n, slope_so3_lanes, u, v, m, out);
}

size_t lf_group_slope_work(const lf_group *G, size_t n)
{
    return (G->rep + 4 * G->dim) * n + lf_group_work(G, n);
}

/* out -= weight s dexp*_{s u} ad*_{Ad_{exp(s u)} v} m */
static lf_status slope_node(const lf_group *G, size_t n, double s, double weight, const double *u,
                            const double *v, const double *m, double *out, double *work)
{
    const size_t count = G->dim * n;
    double *su = work, *turned = su + count, *force = turned + count, *term = force + count;
    double *g = term + count, *rest = g + G->rep * n;
    for (size_t k = 0; k < count; k++)
        su[k] = s * u[k];
    lf_status status = lf_group_exp(G, n, su, g, rest);
    if (status == LF_OK)
        status = lf_group_Ad(G, n, g, v, turned, rest);
    if (status == LF_OK)
        status = lf_group_ad_dual(G, n, turned, m, force, rest);
    if (status == LF_OK)
        status = lf_group_dexp_dual(G, n, su, force, term, rest);
    for (size_t k = 0; k < count; k++)
        out[k] -= weight * s * term[k];
    return status;
}

static lf_status slope_by_nodes(const lf_group *G, size_t n, const double *u, const double *v,
                                const double *m, double *out, double *work)
{
    lf_status status = LF_OK;
    memset(out, 0, G->dim * n * sizeof *out);
    for (int k = 0; k < 2 * lf_gauss_12.pairs && status == LF_OK; k++)
        status = slope_node(G, n, lf_gauss_point(&lf_gauss_12, k), lf_gauss_weight(&lf_gauss_12, k),
                            u, v, m, out, work);
    return status;
}

static lf_status slope_product(const lf_group *G, size_t n, const double *u, const double *v,
                               const double *m, double *out, double *work)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < G->count && status == LF_OK; k++) {
        const size_t d = G->factor[k]->dim * n;
        status = lf_group_dexp_slope(G->factor[k], n, u, v, m, out, work);
        u += d, v += d, m += d, out += d;
    }
    return status;
}

lf_status lf_group_dexp_slope(const lf_group *G, size_t n, const double *u, const double *v,
                              const double *m, double *out, double *work)
{
    if (G->abelian)
        memset(out, 0, G->dim * n * sizeof *out);
    else if (G->kind == LF_GROUP_SO3)
        slope_so3_all(n, u, v, m, out);
    else if (G->kind == LF_GROUP_POWER)
        return lf_group_dexp_slope(G->factor[0], G->count * n, u, v, m, out, work);
    else if (G->kind == LF_GROUP_PRODUCT)
        return slope_product(G, n, u, v, m, out, work);
    else
        return slope_by_nodes(G, n, u, v, m, out, work);
    return LF_OK;
}
