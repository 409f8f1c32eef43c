/* SPDX-License-Identifier: BSD-3-Clause */
/* stage.h - what a stage of a Runge-Kutta-Munthe-Kaas method is made of: combine, move, pull back.
 * Inlined into the step functions, where one lane gets constants. */
#ifndef LF_METHOD_STAGE_H
#define LF_METHOD_STAGE_H

#include "method/combine.h"

/* Ad of exp(-u), the correction of Munthe-Kaas 1995: it stops at order two. */
static inline lf_status lf_pull_adjoint(const lf_group *G, size_t n, const double *u,
                                        const double *f, double *k, double *work)
{
    double *minus = work, *g = minus + G->dim * n, *rest = g + G->rep * n;
    for (size_t j = 0; j < G->dim * n; j++)
        minus[j] = -u[j];
    const lf_status s = lf_group_exp(G, n, minus, g, rest);
    return s == LF_OK ? lf_group_Ad(G, n, g, f, k, rest) : s;
}

/* Scratch of any way to pull back. */
static inline size_t lf_pull_work(const lf_method *M, const lf_group *G, size_t n)
{
    return lf_group_work(G, n) + (M->pull == LF_PULL_ADJOINT ? (G->dim + G->rep) * n : 0);
}

/* k from the field's value f at y = phi(u).y0 */
static LF_INLINE lf_status lf_pull_back(const lf_method *M, const lf_action *A, size_t n,
                                        const double *y0, const double *u, const double *y,
                                        const double *f, double *k, double *work)
{
    const lf_group *G = A->group;
    if (A->ops->pull)
        return A->ops->pull(A, n, y0, u, y, f, k, work);
    if (M->pull == LF_PULL_TRUNCATED)
        return lf_group_dexpinv_truncated(G, n, M->order, u, f, k, work);
    if (M->pull == LF_PULL_ADJOINT)
        return lf_pull_adjoint(G, n, u, f, k, work);
    return G->ops->dmapinv[M->map](G, n, u, f, k, work);
}

/* Components d .. d+width-1 of the combination for one lane: one number at a time, for a vector of
 * stages that were just written so would wait for the stores. */
static LF_INLINE void lf_stage_piece(size_t width, size_t d, const double *row, int count,
                                     size_t dim, double h, const double *k, const double *base,
                                     double *out)
{
    lf_sums sum = {0, 0, 0, 0, 0, 0, 0};
    for (int j = 0; j < count; j++)
        if (row[j] != 0)
            lf_sums_add(width, &sum, row[j], k + (size_t)j * dim + d);
    lf_sums_put(width, &sum, h, base ? base + d : NULL, out + d);
}

/* out = h sum_j row_j k_j over the first `count` stages, added to base where there is one */
static LF_INLINE void lf_stage_combine(const double *row, int count, size_t n, size_t dim,
                                       const double *h, const double *k, const double *base,
                                       double *out)
{
    if (n == 1 && dim < LF_LONG) {
        LF_BY_WIDTH(dim, lf_stage_piece, row, count, dim, h[0], k, base, out);
        return;
    }
    lf_terms terms;
    terms.count = 0;
    for (int j = 0; j < count; j++)
        lf_terms_add(&terms, row[j], k + (size_t)j * dim * n);
    lf_combine(n, dim, h, &terms, base, out);
}

/* The times of stage i into ts, which those of the stage before are in; those of stage 0 are t. */
static LF_INLINE void lf_stage_time(const double *c, int i, size_t n, const double *t,
                                    const double *h, double *ts)
{
    if (i > 1 && c[i] == c[i - 1])
        return;
    for (size_t j = 0; j < n; j++)
        ts[j] = t[j] + c[i] * h[j];
}

/* y1 = phi(u).y0, without the detour where the action has a flow of its own, and with what it
 * remembers where it does */
static LF_INLINE lf_status lf_stage_move(const lf_action *A, lf_map map, size_t n, const double *u,
                                         const double *y0, double *y1, double *keep, double *work)
{
    if (map == LF_EXP && A->ops->flow_terms) {
        const lf_combination one = {.count = 1, .c = {1}, .x = {u}};
        return A->ops->flow_terms(A, n, &one, y0, y1, keep, work);
    }
    return map == LF_EXP && A->ops->flow ? A->ops->flow(A, n, u, y0, y1, work)
                                         : lf_action_flow(A, map, n, u, y0, y1, work);
}

#endif
