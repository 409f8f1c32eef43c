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

/* Stage i: k_i from the stages before it. The last of a step (i = stages - 1) ends it: its point is
 * y1 and the field there f1. */
static LF_INLINE lf_status pair_stage(size_t n, const lf_method *M, const lf_problem *P,
                                      const lf_attempt *a, int i, pair_work w)
{
    const lf_pair *T = M->estimator->table;
    const lf_action *A = P->action;
    const size_t dim = A->group->dim;
    const bool last = i == T->stages - 1;
    const bool plain = A->flat || (A->group->abelian && M->map == LF_EXP);
    double *k = a->stages + (size_t)i * dim * n;
    double *y = last ? a->y1 : w.y, *f = last ? a->f1 : plain ? k : w.f;
    const double *row = T->a + i * T->all;
    if (A->flat) {
        lf_stage_combine(row, i, n, dim, a->h, a->stages, a->y0, y);
    } else {
        lf_stage_combine(row, i, n, dim, a->h, a->stages, NULL, w.u);
        lf_stage_move(A, M->map, n, w.u, a->y0, y, w.rest);
    }
    for (size_t j = 0; j < n; j++)
        w.t[j] = a->t[j] + T->c[i] * a->h[j];
    const lf_status s = lf_problem_field(P, n, w.t, y, f, w.rest);
    if (s != LF_OK || f == k)
        return s;
    if (plain)
        memcpy(k, f, dim * n * sizeof *k);
    else
        lf_pull_back(M, A->group, n, w.u, f, k, w.rest);
    return LF_OK;
}

static LF_INLINE lf_status pair_attempt_lanes(size_t n, const lf_method *M, const lf_problem *P,
                                              const lf_attempt *a)
{
    const lf_pair *T = M->estimator->table;
    const size_t dim = P->action->group->dim;
    const pair_work w = pair_layout(P, n, a->work);
    memcpy(a->stages, a->f0, dim * n * sizeof *a->f0);
    for (int i = 1; i < T->stages; i++) {
        const lf_status s = pair_stage(n, M, P, a, i, w);
        if (s != LF_OK)
            return s;
    }
    lf_stage_combine(T->error, T->stages, n, dim, a->h, a->stages, NULL, a->error);
    if (T->error_low)
        lf_stage_combine(T->error_low, T->stages, n, dim, a->h, a->stages, NULL, a->error_low);
    return LF_OK;
}

LF_KERNEL lf_status lf_rkmk_pair_attempt(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    if (a->n == 1)
        return pair_attempt_lanes(1, M, P, a);
    return pair_attempt_lanes(a->n, M, P, a);
}

/* The stages beyond the step's own. */
LF_KERNEL lf_status lf_rkmk_pair_prepare(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    const lf_pair *T = M->estimator->table;
    const pair_work w = pair_layout(P, a->n, a->work);
    for (int i = T->stages; i < T->all; i++) {
        const lf_status s = pair_stage(a->n, M, P, a, i, w);
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
