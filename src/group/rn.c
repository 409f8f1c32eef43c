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

LF_KERNEL static lf_status rn_mul(const lf_group *G, size_t n, const double *a, const double *b,
                                  double *c, double *work)
{
    LF_EACH_LANE(k, G->rep * n)
        c[k] = a[k] + b[k];
    return LF_OK;
}

static lf_status rn_inv(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    LF_EACH_LANE(k, G->rep * n)
        b[k] = -a[k];
    return LF_OK;
}

static lf_status rn_copy(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    memcpy(b, a, G->dim * n * sizeof *b);
    return LF_OK;
}

static lf_status rn_log(const lf_group *G, size_t n, const double *g, double *u, double *work)
{
    return rn_copy(G, n, g, u, work);
}

/* Ad, dexp, the inverse differentials and their duals are all the identity in the second argument. */
static lf_status rn_second(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                           double *work)
{
    return rn_copy(G, n, v, w, work);
}

static lf_status rn_tangent(const lf_group *G, size_t n, const double *u, const double *g,
                            double *v, double *work)
{
    return rn_copy(G, n, u, v, work);
}

static lf_status rn_bracket(const lf_group *G, size_t n, const double *u, const double *v,
                            double *w, double *work)
{
    rn_identity(G, n, w);
    return LF_OK;
}

static lf_status rn_defect(const lf_group *G, size_t n, const double *g, double *d, double *work)
{
    memset(d, 0, n * sizeof *d);
    return LF_OK;
}

static lf_status rn_project(const lf_group *G, size_t n, double *g, double *work)
{
    (void)g; /* every vector is an element */
    return LF_OK;
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
        .kind = LF_GROUP_RN,
        .doc = "R^n: vectors under addition",
        .dim = dim,
        .rep = dim,
        .ops = &rn_ops,
        .abelian = true,
    };
}

const lf_group lf_r3 = {
    .name = "r3",
    .kind = LF_GROUP_RN,
    .doc = "R^3: vectors under addition",
    .dim = 3,
    .rep = 3,
    .ops = &rn_ops,
    .abelian = true,
};
