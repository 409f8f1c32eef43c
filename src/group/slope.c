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
#include "group/product.h"

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

/* Gauss-Legendre on [0, 1], twelve nodes, the weights with the factor s of the integrand */
enum { NODES = 12 };
static const double half_node[NODES / 2] = {0.12523340851146891547, 0.36783149899818019375,
                                            0.58731795428661744730, 0.76990267419430468704,
                                            0.90411725637047485668, 0.98156063424671925069};
static const double weight[NODES / 2] = {0.24914704581340278500, 0.23349253653835480876,
                                         0.20316742672306592175, 0.16007832854334622633,
                                         0.10693932599531843096, 0.04717533638651182719};

size_t lf_group_slope_work(const lf_group *G, size_t n)
{
    return (G->rep + 4 * G->dim) * n + lf_group_work(G, n);
}

/* out -= weight s dexp*_{s u} ad*_{Ad_{exp(s u)} v} m */
static void slope_node(const lf_group *G, size_t n, double s, double w, const double *u,
                       const double *v, const double *m, double *out, double *work)
{
    const size_t count = G->dim * n;
    double *su = work, *turned = su + count, *force = turned + count, *term = force + count;
    double *g = term + count, *rest = g + G->rep * n;
    for (size_t k = 0; k < count; k++)
        su[k] = s * u[k];
    lf_group_exp(G, n, su, g);
    G->ops->Ad(G, n, g, v, turned);
    lf_group_ad_dual(G, n, turned, m, force, rest);
    lf_group_dexp_dual(G, n, su, force, term, rest);
    for (size_t k = 0; k < count; k++)
        out[k] -= w * s * term[k];
}

static void slope_by_nodes(const lf_group *G, size_t n, const double *u, const double *v,
                           const double *m, double *out, double *work)
{
    memset(out, 0, G->dim * n * sizeof *out);
    for (int k = 0; k < NODES / 2; k++) {
        slope_node(G, n, 0.5 - 0.5 * half_node[k], 0.5 * weight[k], u, v, m, out, work);
        slope_node(G, n, 0.5 + 0.5 * half_node[k], 0.5 * weight[k], u, v, m, out, work);
    }
}

void lf_group_dexp_slope(const lf_group *G, size_t n, const double *u, const double *v,
                         const double *m, double *out, double *work)
{
    if (G->abelian) {
        memset(out, 0, G->dim * n * sizeof *out);
    } else if (G == &lf_so3) {
        slope_so3_all(n, u, v, m, out);
    } else if (lf_group_is_power(G)) {
        lf_group_dexp_slope(G->factor[0], G->count * n, u, v, m, out, work);
    } else if (lf_group_is_product(G)) {
        for (size_t k = 0; k < G->count; k++) {
            const size_t d = G->factor[k]->dim * n;
            lf_group_dexp_slope(G->factor[k], n, u, v, m, out, work);
            u += d, v += d, m += d, out += d;
        }
    } else {
        slope_by_nodes(G, n, u, v, m, out, work);
    }
}
