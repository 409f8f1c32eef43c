/* SPDX-License-Identifier: BSD-3-Clause */
/* product.c - direct products and powers.
 *
 * A product is blocks one after the other, each laid out [component][lane]. A power is its base
 * group with copies * n lanes, [component][copy][lane]: it has no arithmetic of its own. */
#include <lieflow/group.h>

#include <assert.h>
#include <math.h>
#include <string.h>

#include "group/product.h"

static void product_identity(const lf_group *G, size_t n, double *g)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        F->ops->identity(F, n, g);
        g += F->rep * n;
    }
}

static void product_mul(const lf_group *G, size_t n, const double *a, const double *b, double *c)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        const size_t rep = F->rep * n;
        F->ops->mul(F, n, a, b, c);
        a += rep;
        b += rep;
        c += rep;
    }
}

static void product_inv(const lf_group *G, size_t n, const double *a, double *b)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        F->ops->inv(F, n, a, b);
        a += F->rep * n;
        b += F->rep * n;
    }
}

/* Every factor is done; the first failure is the answer. */
static lf_status product_log(const lf_group *G, size_t n, const double *g, double *u)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        const lf_status s = F->ops->log(F, n, g, u);
        if (status == LF_OK)
            status = s;
        g += F->rep * n;
        u += F->dim * n;
    }
    return status;
}

static void product_Ad(const lf_group *G, size_t n, const double *g, const double *v, double *w)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        F->ops->Ad(F, n, g, v, w);
        g += F->rep * n;
        v += F->dim * n;
        w += F->dim * n;
    }
}

static void product_bracket(const lf_group *G, size_t n, const double *u, const double *v,
                            double *w)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        const size_t dim = F->dim * n;
        F->ops->bracket(F, n, u, v, w);
        u += dim;
        v += dim;
        w += dim;
    }
}

static void product_dexp(const lf_group *G, size_t n, const double *u, const double *v, double *w)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        const size_t dim = F->dim * n;
        F->ops->dexp(F, n, u, v, w);
        u += dim;
        v += dim;
        w += dim;
    }
}

static void product_tangent(const lf_group *G, size_t n, const double *u, const double *g,
                            double *v)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        F->ops->tangent(F, n, u, g, v);
        u += F->dim * n;
        g += F->rep * n;
        v += F->rep * n;
    }
}

static void product_map(const lf_group *G, lf_map map, size_t n, const double *u, double *g)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        F->ops->map[map](F, n, u, g);
        u += F->dim * n;
        g += F->rep * n;
    }
}

static void product_exp(const lf_group *G, size_t n, const double *u, double *g)
{
    product_map(G, LF_EXP, n, u, g);
}

static void product_cay(const lf_group *G, size_t n, const double *u, double *g)
{
    product_map(G, LF_CAYLEY, n, u, g);
}

static void product_second_kind(const lf_group *G, size_t n, const double *u, double *g)
{
    product_map(G, LF_SECOND_KIND, n, u, g);
}

static void product_dmapinv(const lf_group *G, lf_map map, size_t n, const double *u,
                            const double *v, double *w)
{
    for (size_t k = 0; k < G->count; k++) {
        const lf_group *F = G->factor[k];
        const size_t dim = F->dim * n;
        F->ops->dmapinv[map](F, n, u, v, w);
        u += dim;
        v += dim;
        w += dim;
    }
}

static void product_dexpinv(const lf_group *G, size_t n, const double *u, const double *v,
                            double *w)
{
    product_dmapinv(G, LF_EXP, n, u, v, w);
}

static void product_dcayinv(const lf_group *G, size_t n, const double *u, const double *v,
                            double *w)
{
    product_dmapinv(G, LF_CAYLEY, n, u, v, w);
}

static void product_dsecond_kind_inv(const lf_group *G, size_t n, const double *u, const double *v,
                                     double *w)
{
    product_dmapinv(G, LF_SECOND_KIND, n, u, v, w);
}

/* The base group of a power, and the lanes it sees. */
static const lf_group *power_base(const lf_group *G, size_t n, size_t *lanes)
{
    *lanes = G->count * n;
    return G->factor[0];
}

static void power_identity(const lf_group *G, size_t n, double *g)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->identity(B, n, g);
}

static void power_mul(const lf_group *G, size_t n, const double *a, const double *b, double *c)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->mul(B, n, a, b, c);
}

static void power_inv(const lf_group *G, size_t n, const double *a, double *b)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->inv(B, n, a, b);
}

static lf_status power_log(const lf_group *G, size_t n, const double *g, double *u)
{
    const lf_group *B = power_base(G, n, &n);
    return B->ops->log(B, n, g, u);
}

static void power_Ad(const lf_group *G, size_t n, const double *g, const double *v, double *w)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->Ad(B, n, g, v, w);
}

static void power_bracket(const lf_group *G, size_t n, const double *u, const double *v, double *w)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->bracket(B, n, u, v, w);
}

static void power_dexp(const lf_group *G, size_t n, const double *u, const double *v, double *w)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->dexp(B, n, u, v, w);
}

static void power_tangent(const lf_group *G, size_t n, const double *u, const double *g, double *v)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->tangent(B, n, u, g, v);
}

static void power_exp(const lf_group *G, size_t n, const double *u, double *g)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->map[LF_EXP](B, n, u, g);
}

static void power_cay(const lf_group *G, size_t n, const double *u, double *g)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->map[LF_CAYLEY](B, n, u, g);
}

static void power_second_kind(const lf_group *G, size_t n, const double *u, double *g)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->map[LF_SECOND_KIND](B, n, u, g);
}

static void power_dexpinv(const lf_group *G, size_t n, const double *u, const double *v, double *w)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->dmapinv[LF_EXP](B, n, u, v, w);
}

static void power_dcayinv(const lf_group *G, size_t n, const double *u, const double *v, double *w)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->dmapinv[LF_CAYLEY](B, n, u, v, w);
}

static void power_dsecond_kind_inv(const lf_group *G, size_t n, const double *u, const double *v,
                                   double *w)
{
    const lf_group *B = power_base(G, n, &n);
    B->ops->dmapinv[LF_SECOND_KIND](B, n, u, v, w);
}

/* The larger of two defects; NaN once one of them is NaN. */
static double worse(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* d[i] = worst of d[i] and the defects of lanes i, n + i, .. of a group without factors. There is
 * no room for copies * n defects in d, so lanes are gathered one by one. */
static void gather_defect(const lf_group *G, size_t copies, size_t n, const double *g, double *d)
{
    enum { ROOM = 1024 };
    double one[ROOM], defect;
    const size_t lanes = copies * n;
    assert(G->rep <= ROOM);
    for (size_t i = 0; i < lanes; i++) {
        for (size_t c = 0; c < G->rep && c < ROOM; c++)
            one[c] = g[c * lanes + i];
        G->ops->defect(G, 1, one, &defect);
        d[i % n] = worse(d[i % n], defect);
    }
}

/* The same for any group: down through products and powers to those without factors. */
static void worst_defect(const lf_group *G, size_t copies, size_t n, const double *g, double *d)
{
    if (lf_group_is_power(G)) {
        worst_defect(G->factor[0], G->count * copies, n, g, d);
        return;
    }
    if (!lf_group_is_product(G)) {
        gather_defect(G, copies, n, g, d);
        return;
    }
    for (size_t k = 0; k < G->count; k++) {
        worst_defect(G->factor[k], copies, n, g, d);
        g += G->factor[k]->rep * copies * n;
    }
}

static void composite_defect(const lf_group *G, size_t n, const double *g, double *d)
{
    memset(d, 0, n * sizeof *d);
    worst_defect(G, 1, n, g, d);
}

static void product_project(const lf_group *G, size_t n, double *g)
{
    for (size_t k = 0; k < G->count; k++) {
        G->factor[k]->ops->project(G->factor[k], n, g);
        g += G->factor[k]->rep * n;
    }
}

static void power_project(const lf_group *G, size_t n, double *g)
{
    G->factor[0]->ops->project(G->factor[0], G->count * n, g);
}

static const lf_group_ops product_ops = {
    .identity = product_identity,
    .mul = product_mul,
    .inv = product_inv,
    .log = product_log,
    .Ad = product_Ad,
    .bracket = product_bracket,
    .dexp = product_dexp,
    .map = {product_exp, product_cay, product_second_kind},
    .dmapinv = {product_dexpinv, product_dcayinv, product_dsecond_kind_inv},
    .tangent = product_tangent,
    .defect = composite_defect,
    .project = product_project,
};

static const lf_group_ops power_ops = {
    .identity = power_identity,
    .mul = power_mul,
    .inv = power_inv,
    .log = power_log,
    .Ad = power_Ad,
    .bracket = power_bracket,
    .dexp = power_dexp,
    .map = {power_exp, power_cay, power_second_kind},
    .dmapinv = {power_dexpinv, power_dcayinv, power_dsecond_kind_inv},
    .tangent = power_tangent,
    .defect = composite_defect,
    .project = power_project,
};

bool lf_group_is_product(const lf_group *G)
{
    return G->ops == &product_ops;
}

bool lf_group_is_power(const lf_group *G)
{
    return G->ops == &power_ops;
}

lf_group lf_group_product(size_t count, const lf_group *const *factor)
{
    lf_group G = {
        .name = "product",
        .doc = "direct product of groups",
        .ops = &product_ops,
        .abelian = true,
        .count = count,
        .factor = factor,
    };
    for (size_t k = 0; k < count; k++) {
        G.dim += factor[k]->dim;
        G.rep += factor[k]->rep;
        G.abelian = G.abelian && factor[k]->abelian;
    }
    return G;
}

lf_group lf_group_power(const lf_group *const *base, size_t copies)
{
    return (lf_group){
        .name = "power",
        .doc = "direct product of copies of one group",
        .dim = copies * base[0]->dim,
        .rep = copies * base[0]->rep,
        .ops = &power_ops,
        .abelian = base[0]->abelian,
        .count = copies,
        .factor = base,
    };
}

static const lf_group *const tso3_factor[] = {&lf_so3, &lf_r3};

const lf_group lf_tso3 = {
    .name = "tso3",
    .doc = "TSO(3) as the direct product SO(3) x R^3: rotation matrix, vector",
    .dim = 6,
    .rep = 12,
    .ops = &product_ops,
    .count = 2,
    .factor = tso3_factor,
};
