/* SPDX-License-Identifier: BSD-3-Clause */
/* rn.c - R^n under addition: every map is the identity, every bracket 0. The group that makes
 * classical methods a special case. */
#include <lieflow/group.h>

#include <string.h>

#include "base/lanes.h"

static void rn_identity(const lf_group *G, size_t n, double *g)
{
    memset(g, 0, G->rep * n * sizeof *g);
}

LF_KERNEL static void rn_mul(const lf_group *G, size_t n, const double *a, const double *b,
                             double *c)
{
    LF_EACH_LANE(k, G->rep * n)
        c[k] = a[k] + b[k];
}

static void rn_inv(const lf_group *G, size_t n, const double *a, double *b)
{
    LF_EACH_LANE(k, G->rep * n)
        b[k] = -a[k];
}

static void rn_copy(const lf_group *G, size_t n, const double *a, double *b)
{
    memcpy(b, a, G->dim * n * sizeof *b);
}

static lf_status rn_log(const lf_group *G, size_t n, const double *g, double *u)
{
    rn_copy(G, n, g, u);
    return LF_OK;
}

/* Ad, dexp, the inverse differentials and their duals are all the identity in the second argument. */
static void rn_second(const lf_group *G, size_t n, const double *u, const double *v, double *w)
{
    (void)u;
    rn_copy(G, n, v, w);
}

static void rn_tangent(const lf_group *G, size_t n, const double *u, const double *g, double *v)
{
    (void)g;
    rn_copy(G, n, u, v);
}

static void rn_bracket(const lf_group *G, size_t n, const double *u, const double *v, double *w)
{
    (void)u;
    (void)v;
    rn_identity(G, n, w);
}

static void rn_defect(const lf_group *G, size_t n, const double *g, double *d)
{
    (void)G;
    (void)g;
    memset(d, 0, n * sizeof *d);
}

static void rn_project(const lf_group *G, size_t n, double *g)
{
    (void)G;
    (void)n;
    (void)g; /* every vector is an element */
}

static const lf_group_ops rn_ops = {
    .identity = rn_identity,
    .mul = rn_mul,
    .inv = rn_inv,
    .log = rn_log,
    .Ad = rn_second,
    .bracket = rn_bracket,
    .dexp = rn_second,
    .map = {rn_copy, rn_copy, rn_copy},
    .dmapinv = {rn_second, rn_second, rn_second},
    .Ad_dual = rn_second,
    .ad_dual = rn_bracket,
    .dexp_dual = rn_second,
    .dexpinv_dual = rn_second,
    .tangent = rn_tangent,
    .defect = rn_defect,
    .project = rn_project,
};

lf_group lf_group_rn(size_t dim)
{
    return (lf_group){
        .name = "rn",
        .doc = "R^n: vectors under addition",
        .dim = dim,
        .rep = dim,
        .ops = &rn_ops,
        .abelian = true,
    };
}

const lf_group lf_r3 = {
    .name = "r3",
    .doc = "R^3: vectors under addition",
    .dim = 3,
    .rep = 3,
    .ops = &rn_ops,
    .abelian = true,
};
