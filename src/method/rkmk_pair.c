/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_pair.c - RKMK steps that estimate their error and can be evaluated in between.
 *
 * Both solutions of an embedded pair are combinations of the same stages in the algebra, so their
 * difference is an algebra element (Celledoni et al. 2021, section 4). The continuous extension
 * lives there too: y(t + x h) = phi(h sum_i b_i(x) k_i).y0 is on the manifold for every x. */
#include "method/rkmk_pair.h"

#include <string.h>

#include "method/stage.h"

typedef struct {
    double *u, *f, *y, *t, *rest;
} pair_work;

static LF_INLINE pair_work pair_layout(const lf_problem *P, size_t n, double *work)
{
    pair_work w = {.u = work};
    w.f = w.u + P->action->group->dim * n;
    w.y = w.f + P->action->group->dim * n;
    w.t = w.y + P->action->dim * n;
    w.rest = w.t + n;
    return w;
}

size_t lf_rkmk_pair_work(const lf_method *M, const lf_problem *P, size_t n)
{
    const lf_group *G = P->action->group;
    size_t rest = lf_action_work(P->action, n);
    const size_t field = P->field_work * n, group = lf_group_work(G, n);
    (void)M;
    rest = field > rest ? field : rest;
    rest = group > rest ? group : rest;
    return (2 * G->dim + P->action->dim + 1) * n + rest;
}

/* What is the same for all stages; n, dim and flat are constants after inlining where that pays. */
typedef struct {
    size_t n, dim;
    bool flat;   /* points and rates live in the same space */
    bool direct; /* a field's value is a rate as it stands: nothing to pull back */
    const lf_method *M;
    const lf_problem *P;
    const lf_pair *T;
    const lf_attempt *a;
    pair_work w;
} pair_step;

static LF_INLINE pair_step pair_begin(size_t n, size_t dim, bool flat, const lf_method *M,
                                      const lf_problem *P, const lf_attempt *a)
{
    return (pair_step){.n = n,
                       .dim = dim,
                       .flat = flat,
                       .direct = P->action->group->abelian && M->map == LF_EXP,
                       .M = M,
                       .P = P,
                       .T = M->estimator->table,
                       .a = a,
                       .w = pair_layout(P, n, a->work)};
}

/* Stage i: k_i from the stages before it. The last of a step (i = stages - 1) ends it: its point is
 * y1 and the field there f1. */
static LF_INLINE lf_status pair_stage(const pair_step *p, int i)
{
    const lf_attempt *a = p->a;
    const lf_action *A = p->P->action;
    const size_t n = p->n, dim = p->dim;
    const bool last = i == p->T->stages - 1, direct = p->flat || p->direct;
    double *k = a->stages + (size_t)i * dim * n;
    double *y = last ? a->y1 : p->w.y, *f = last ? a->f1 : direct ? k : p->w.f;
    const double *row = p->T->a + i * p->T->all;
    if (p->flat) {
        lf_stage_combine(row, i, n, dim, a->h, a->stages, a->y0, y);
    } else {
        lf_stage_combine(row, i, n, dim, a->h, a->stages, NULL, p->w.u);
        lf_stage_move(A, p->M->map, n, p->w.u, a->y0, y, p->w.rest);
    }
    for (size_t j = 0; j < n; j++)
        p->w.t[j] = a->t[j] + p->T->c[i] * a->h[j];
    const lf_status s = lf_problem_field(p->P, n, p->w.t, y, f, p->w.rest);
    if (s != LF_OK || f == k)
        return s;
    if (direct)
        for (size_t j = 0; j < dim * n; j++)
            k[j] = f[j];
    else
        lf_pull_back(p->M, A->group, n, p->w.u, f, k, p->w.rest);
    return LF_OK;
}

static LF_INLINE lf_status pair_attempt(size_t n, size_t dim, bool flat, const lf_method *M,
                                        const lf_problem *P, const lf_attempt *a)
{
    const pair_step p = pair_begin(n, dim, flat, M, P, a);
    for (size_t j = 0; j < dim * n; j++)
        a->stages[j] = a->f0[j];
    for (int i = 1; i < p.T->stages; i++) {
        const lf_status s = pair_stage(&p, i);
        if (s != LF_OK)
            return s;
    }
    lf_stage_combine(p.T->error, p.T->stages, n, dim, a->h, a->stages, NULL, a->error);
    if (p.T->error_low)
        lf_stage_combine(p.T->error_low, p.T->stages, n, dim, a->h, a->stages, NULL, a->error_low);
    return LF_OK;
}

LF_KERNEL lf_status lf_rkmk_pair_attempt(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    const size_t dim = P->action->group->dim;
    const bool flat = P->action->flat && M->map == LF_EXP;
    if (a->n == 1 && dim == 3)
        return flat ? pair_attempt(1, 3, true, M, P, a) : pair_attempt(1, 3, false, M, P, a);
    if (a->n == 1 && dim == 6)
        return flat ? pair_attempt(1, 6, true, M, P, a) : pair_attempt(1, 6, false, M, P, a);
    if (a->n == 1)
        return pair_attempt(1, dim, flat, M, P, a);
    return pair_attempt(a->n, dim, flat, M, P, a);
}

/* The stages beyond the step's own. */
LF_KERNEL lf_status lf_rkmk_pair_prepare(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    const bool flat = P->action->flat && M->map == LF_EXP;
    const pair_step p = pair_begin(a->n, P->action->group->dim, flat, M, P, a);
    for (int i = p.T->stages; i < p.T->all; i++) {
        const lf_status s = pair_stage(&p, i);
        if (s != LF_OK)
            return s;
    }
    return LF_OK;
}

/* sum over i of b_i(x) k_i for one lane and component, b_i by Horner's rule */
static LF_INLINE double pair_sum(const lf_pair *T, double x, const double *k, size_t stride)
{
    double sum = 0;
    for (int i = 0; i < T->all; i++) {
        const double *d = T->dense + i * T->degree;
        double b = d[T->degree - 1];
        for (int m = T->degree - 2; m >= 0; m--)
            b = lf_fma(b, x, d[m]);
        sum = lf_fma(b * x, k[(size_t)i * stride], sum);
    }
    return sum;
}

LF_KERNEL void lf_rkmk_pair_interpolate(const lf_method *M, const lf_problem *P,
                                        const lf_attempt *a, const double *x, double *y)
{
    const lf_pair *T = M->estimator->table;
    const size_t n = a->n, dim = P->action->group->dim;
    const pair_work w = pair_layout(P, n, a->work);
    for (size_t d = 0; d < dim; d++)
        for (size_t i = 0; i < n; i++)
            w.u[d * n + i] = a->h[i] * pair_sum(T, x[i], a->stages + d * n + i, dim * n);
    lf_action_flow(P->action, M->map, n, w.u, a->y0, y, w.rest);
}
