/* SPDX-License-Identifier: BSD-3-Clause */
/* derived.c - the operations of a group as everyone calls them: the group's own where it brings
 * them, else made of those that every group has. */
#include <lieflow/group.h>

#include <math.h>
#include <string.h>

#include "base/gauss.h"
#include "base/lanes.h"

bool lf_group_has_map(const lf_group *G, lf_map map)
{
    const size_t factors = G->kind == LF_GROUP_POWER ? 1 : G->count;
    for (size_t k = 0; k < factors; k++)
        if (!lf_group_has_map(G->factor[k], map))
            return false;
    return G->ops->map[map] && G->ops->dmapinv[map];
}

const char *lf_map_name(lf_map map)
{
    static const char *const names[LF_MAP_COUNT] = {"exp", "cayley", "second-kind"};
    return (unsigned)map < LF_MAP_COUNT ? names[map] : "unknown";
}

/* Scratch of the derived operations, in two levels: those of the first call those of the second
 * (a dual by basis vectors calls dexp), which call operations of the group. A group that brings
 * dexp and tangent needs no second level: long powers do not pay for it. */
static size_t first_level(const lf_group *G, size_t n)
{
    return 2 * G->dim * n;
}

static size_t second_level(const lf_group *G, size_t n)
{
    return G->ops->dexp && G->ops->tangent ? 0 : 2 * (G->dim + G->rep) * n;
}

size_t lf_group_work(const lf_group *G, size_t n)
{
    return first_level(G, n) + second_level(G, n) + (G->ops->work ? G->ops->work(G, n) : 0);
}

/* ---- the group's own ---- */

void lf_group_identity(const lf_group *G, size_t n, double *g)
{
    G->ops->identity(G, n, g);
}

lf_status lf_group_mul(const lf_group *G, size_t n, const double *a, const double *b, double *c,
                       double *work)
{
    return G->ops->mul(G, n, a, b, c, work);
}

lf_status lf_group_inv(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    return G->ops->inv(G, n, a, b, work);
}

lf_status lf_group_Ad(const lf_group *G, size_t n, const double *g, const double *v, double *w,
                      double *work)
{
    return G->ops->Ad(G, n, g, v, w, work);
}

lf_status lf_group_bracket(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                           double *work)
{
    return G->ops->bracket(G, n, u, v, w, work);
}

lf_status lf_group_map(const lf_group *G, lf_map map, size_t n, const double *u, double *g,
                       double *work)
{
    return G->ops->map[map] ? G->ops->map[map](G, n, u, g, work) : LF_ENEEDS;
}

lf_status lf_group_dmapinv(const lf_group *G, lf_map map, size_t n, const double *u,
                           const double *v, double *w, double *work)
{
    return G->ops->dmapinv[map] ? G->ops->dmapinv[map](G, n, u, v, w, work) : LF_ENEEDS;
}

lf_status lf_group_exp(const lf_group *G, size_t n, const double *u, double *g, double *work)
{
    return lf_group_map(G, LF_EXP, n, u, g, work); /* frames have none */
}

lf_status lf_group_dexpinv(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                           double *work)
{
    return lf_group_dmapinv(G, LF_EXP, n, u, v, w, work);
}

lf_status lf_group_log(const lf_group *G, size_t n, const double *g, double *u, double *work)
{
    return G->ops->log ? G->ops->log(G, n, g, u, work) : LF_ENEEDS;
}

lf_status lf_group_defect(const lf_group *G, size_t n, const double *g, double *d, double *work)
{
    return G->ops->defect(G, n, g, d, work);
}

bool lf_group_can_project(const lf_group *G)
{
    const size_t factors = G->kind == LF_GROUP_POWER ? 1 : G->count;
    for (size_t k = 0; k < factors; k++)
        if (!lf_group_can_project(G->factor[k]))
            return false;
    return G->ops->project != NULL;
}

lf_status lf_group_project(const lf_group *G, size_t n, double *g, double *work)
{
    return G->ops->project ? G->ops->project(G, n, g, work) : LF_ENEEDS;
}

/* ---- derived ---- */

/* out += factor v */
LF_KERNEL static void add_scaled(size_t count, double factor, const double *restrict v,
                                 double *restrict out)
{
    LF_EACH_LANE(i, count)
        out[i] = lf_fma(factor, v[i], out[i]);
}

static void scale(size_t count, double factor, const double *v, double *out)
{
    for (size_t k = 0; k < count; k++)
        out[k] = factor * v[k];
}

/* w = integral of Ad_{exp(s u)} v, by Gauss quadrature with twelve nodes */
static lf_status dexp_by_nodes(const lf_group *G, size_t n, const double *u, const double *v,
                               double *w, double *work)
{
    const size_t count = G->dim * n;
    double *part = work, *moved = part + count, *g = moved + count;
    double *rest = work + second_level(G, n);
    lf_status s = LF_OK;
    memset(w, 0, count * sizeof *w);
    for (int k = 0; k < 2 * lf_gauss_12.pairs && s == LF_OK; k++) {
        scale(count, lf_gauss_point(&lf_gauss_12, k), u, part);
        s = G->ops->map[LF_EXP](G, n, part, g, rest);
        if (s == LF_OK)
            s = G->ops->Ad(G, n, g, v, moved, rest);
        add_scaled(count, lf_gauss_weight(&lf_gauss_12, k), moved, w);
    }
    return s;
}

lf_status lf_group_dexp(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                        double *work)
{
    return G->ops->dexp ? G->ops->dexp(G, n, u, v, w, work) : dexp_by_nodes(G, n, u, v, w, work);
}

/* How far apart the differences of each lane are: by its own size, not by that of its neighbours. */
static void set_apart(size_t dim, size_t n, const double *u, double *apart)
{
    for (size_t i = 0; i < n; i++) {
        double most = 1;
        for (size_t c = 0; c < dim; c++)
            most = fmax(most, fabs(u[c * n + i]));
        apart[i] = 1 / (32 * most);
    }
}

/* d/ds exp(s u) g at 0 by the central formula of order eight. At a distance of 1/32 of what turns by
 * a radian its error is (1/32)^8/630, below roundoff; roundings grow fiftyfold. */
static lf_status tangent_by_differences(const lf_group *G, size_t n, const double *u,
                                        const double *g, double *v, double *work)
{
    static const double weight[4] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
    const size_t count = G->dim * n, size = G->rep * n;
    double *part = work, *element = part + count, *moved = element + size, *apart = moved + size;
    double *rest = work + second_level(G, n);
    lf_status s = LF_OK;
    memset(v, 0, size * sizeof *v);
    set_apart(G->dim, n, u, apart);
    for (int k = 0; k < 8 && s == LF_OK; k++) {
        const int side = k % 2 ? -1 : 1, steps = k / 2 + 1;
        for (size_t j = 0; j < count; j++)
            part[j] = side * steps * apart[j % n] * u[j];
        s = G->ops->map[LF_EXP](G, n, part, element, rest);
        if (s == LF_OK)
            s = G->ops->mul(G, n, element, g, moved, rest);
        for (size_t j = 0; j < size; j++)
            v[j] += side * weight[k / 2] / apart[j % n] * moved[j];
    }
    return s;
}

lf_status lf_group_tangent(const lf_group *G, size_t n, const double *u, const double *g, double *v,
                           double *work)
{
    return G->ops->tangent ? G->ops->tangent(G, n, u, g, v, work)
                           : tangent_by_differences(G, n, u, g, v, work);
}

/* g u = (Ad_g u) g */
static lf_status tangent_by_Ad(const lf_group *G, size_t n, const double *u, const double *g,
                               double *v, double *work)
{
    double *turned = work, *rest = work + first_level(G, n);
    const lf_status s = G->ops->Ad(G, n, g, u, turned, rest);
    return s == LF_OK ? lf_group_tangent(G, n, turned, g, v, rest) : s;
}

lf_status lf_group_tangent_right(const lf_group *G, size_t n, const double *u, const double *g,
                                 double *v, double *work)
{
    return G->ops->tangent_right ? G->ops->tangent_right(G, n, u, g, v, work)
                                 : tangent_by_Ad(G, n, u, g, v, work);
}

/* ---- duals ---- */

/* out += m w */
LF_KERNEL static void add_product(size_t n, const double *restrict m, const double *restrict w,
                                  double *restrict out)
{
    LF_EACH_LANE(i, n)
        out[i] = lf_fma(m[i], w[i], out[i]);
}

/* out[k] = <m, map(a, e_k)> */
static lf_status dual_by_basis(const lf_group *G, lf_group_binary *map, size_t n, const double *a,
                               const double *m, double *out, double *work)
{
    double *basis = work, *image = work + G->dim * n, *rest = work + first_level(G, n);
    for (size_t k = 0; k < G->dim; k++) {
        memset(basis, 0, G->dim * n * sizeof *basis);
        for (size_t i = 0; i < n; i++)
            basis[k * n + i] = 1;
        const lf_status s = map(G, n, a, basis, image, rest);
        if (s != LF_OK)
            return s;
        memset(out + k * n, 0, n * sizeof *out);
        for (size_t c = 0; c < G->dim; c++)
            add_product(n, m + c * n, image + c * n, out + k * n);
    }
    return LF_OK;
}

lf_status lf_group_Ad_dual(const lf_group *G, size_t n, const double *g, const double *m,
                           double *out, double *work)
{
    return G->ops->Ad_dual ? G->ops->Ad_dual(G, n, g, m, out, work)
                           : dual_by_basis(G, G->ops->Ad, n, g, m, out, work);
}

lf_status lf_group_ad_dual(const lf_group *G, size_t n, const double *u, const double *m,
                           double *out, double *work)
{
    return G->ops->ad_dual ? G->ops->ad_dual(G, n, u, m, out, work)
                           : dual_by_basis(G, G->ops->bracket, n, u, m, out, work);
}

lf_status lf_group_dexp_dual(const lf_group *G, size_t n, const double *u, const double *m,
                             double *out, double *work)
{
    return G->ops->dexp_dual ? G->ops->dexp_dual(G, n, u, m, out, work)
                             : dual_by_basis(G, lf_group_dexp, n, u, m, out, work);
}

lf_status lf_group_dexpinv_dual(const lf_group *G, size_t n, const double *u, const double *m,
                                double *out, double *work)
{
    return G->ops->dexpinv_dual ? G->ops->dexpinv_dual(G, n, u, m, out, work)
                                : dual_by_basis(G, G->ops->dmapinv[LF_EXP], n, u, m, out, work);
}

lf_status lf_group_dexpinv_truncated(const lf_group *G, size_t n, int order, const double *u,
                                     const double *v, double *w, double *work)
{
    /* B_k/k!, B_1 = -1/2 */
    static const double coefficient[] = {1, -1. / 2, 1. / 12, 0, -1. / 720, 0, 1. / 30240};
    const int last = order - 2 < 6 ? order - 2 : 6;
    const size_t count = G->dim * n;
    const double *power = v; /* ad_u^k v */
    memcpy(w, v, count * sizeof *w);
    for (int k = 1; k <= last && !G->abelian; k++) {
        double *next = work + (k % 2 ? 0 : count);
        const lf_status s = G->ops->bracket(G, n, u, power, next, work + first_level(G, n));
        if (s != LF_OK)
            return s;
        if (coefficient[k] != 0)
            add_scaled(count, coefficient[k], next, w);
        power = next;
    }
    return LF_OK;
}
