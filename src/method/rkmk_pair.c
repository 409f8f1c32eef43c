/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_pair.c - the attempts of embedded pairs, and points in between. */
#include "method/rkmk_pair.h"

size_t lf_rkmk_pair_work(const lf_method *M, const lf_problem *P, size_t n)
{
    const lf_group *G = P->action->group;
    size_t rest = lf_action_work(P->action, n);
    const size_t field = P->field_work * n, pull = lf_pull_work(M, G, n);
    rest = field > rest ? field : rest;
    rest = pull > rest ? pull : rest;
    return (2 * G->dim + P->action->dim + 1) * n + rest;
}

/* out = h sum_j row_j k_j (+ base): components at .. at+width-1 of a single lane. */
static void pair_block(const lf_pair_step *p, const double *row, int count, size_t at, size_t width,
                       const double *base, double *out)
{
    lf_terms terms;
    terms.count = 0;
    for (int j = 0; j < count; j++)
        lf_terms_add(&terms, row[j], p->a->stages + (size_t)j * p->dim + at);
    lf_combine(1, width, p->a->lanes.h, &terms, base ? base + at : NULL, out + at);
}

void lf_pair_ends(const lf_pair_step *p, double *out)
{
    enum { BLOCK = 256 };
    const lf_attempt *a = p->a;
    const lf_tableau *T = p->T;
    for (size_t at = 0; at < p->dim; at += BLOCK) {
        const size_t width = p->dim - at < BLOCK ? p->dim - at : BLOCK;
        pair_block(p, T->b, T->stages, at, width, p->flat ? a->y0 : NULL, out);
        pair_block(p, T->error, T->stages, at, width, NULL, a->error);
        if (T->error_low)
            pair_block(p, T->error_low, T->stages, at, width, NULL, a->error_low);
    }
}

static LF_INLINE lf_status pair_attempt(size_t n, size_t dim, bool flat, const lf_method *M,
                                        const lf_problem *P, const lf_attempt *a)
{
    const lf_lanes at = lf_pair_lanes(P, a);
    const lf_pair_step p = lf_pair_begin(n, dim, flat, M->table, M, P, a, &at);
    lf_stage_kernel *kernel = n == 1 && !flat ? lf_kernel_find(M, P->action) : NULL;
    bool done = false;
    memcpy(a->stages, a->f0, dim * n * sizeof *a->stages);
    lf_status s = kernel ? lf_pair_by_kernel(&p, kernel, &done) : LF_OK;
    for (int i = 1; i <= p.T->stages && s == LF_OK && !done; i++)
        s = lf_pair_stage(&p, i);
    if (s == LF_OK && (done || !lf_pair_together(&p)))
        lf_pair_errors(&p);
    return s;
}

/* For one lane the loops over lanes go. */
LF_KERNEL lf_status lf_rkmk_pair_attempt(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    const size_t n = a->lanes.n, dim = P->action->group->dim;
    const bool flat = lf_pair_flat(M, P);
    if (n > 1)
        return pair_attempt(n, dim, flat, M, P, a);
    return flat ? pair_attempt(1, dim, true, M, P, a) : pair_attempt(1, dim, false, M, P, a);
}

/* The k of the end where the step spared it: u once more, then k. */
static LF_INLINE lf_status pair_end_stage(const lf_pair_step *p)
{
    const int end = p->T->stages;
    if (!lf_pair_spares_end(p->T))
        return LF_OK;
    if (!p->flat)
        lf_stage_combine(p->T->b, end, p->n, p->dim, p->a->lanes.h, p->a->stages, NULL, p->w.u);
    return lf_pair_back(p, end, p->a->y1, p->a->f1);
}

/* The stages beyond what the step needed. */
LF_KERNEL lf_status lf_rkmk_pair_prepare(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    const lf_lanes at = lf_pair_lanes(P, a);
    const lf_pair_step p = lf_pair_begin(a->lanes.n, P->action->group->dim, lf_pair_flat(M, P),
                                         M->table, M, P, a, &at);
    lf_status s = pair_end_stage(&p);
    for (int i = p.T->stages + 1; i < p.T->stages + 1 + p.T->extra && s == LF_OK; i++)
        s = lf_pair_stage(&p, i);
    return s;
}

/* sum over i of b_i(x) k_i for one lane and component, b_i by Horner's rule */
static LF_INLINE double pair_sum(const lf_tableau *T, double x, const double *k, size_t stride)
{
    double sum = 0;
    for (int i = 0; i < T->stages + 1 + T->extra; i++) {
        const double *d = T->dense + i * T->degree;
        double b = d[T->degree - 1];
        for (int m = T->degree - 2; m >= 0; m--)
            b = lf_fma(b, x, d[m]);
        sum = lf_fma(b * x, k[(size_t)i * stride], sum);
    }
    return sum;
}

LF_KERNEL lf_status lf_rkmk_pair_interpolate(const lf_method *M, const lf_problem *P,
                                             const lf_attempt *a, const double *x, double *y)
{
    const size_t n = a->lanes.n, dim = P->action->group->dim;
    const lf_pair_scratch w = lf_pair_layout(P, n, a->work);
    for (size_t d = 0; d < dim; d++)
        for (size_t i = 0; i < n; i++)
            w.u[d * n + i] =
                a->lanes.h[i] * pair_sum(M->table, x[i], a->stages + d * n + i, dim * n);
    return lf_action_flow(P->action, M->map, n, w.u, a->y0, y, w.rest);
}

lf_estimator lf_rkmk_estimator(const lf_tableau *T)
{
    if (!T->error)
        return (lf_estimator){.order = 0};
    return (lf_estimator){
        .order = T->error_order,
        .in_algebra = true,
        .first_is_last = true,
        .damped = T->error_low != NULL,
        .stages = (size_t)(T->stages + 1 + T->extra),
        .attempt = lf_rkmk_pair_attempt,
        .work = lf_rkmk_pair_work,
        .prepare = T->dense ? lf_rkmk_pair_prepare : NULL,
        .interpolate = T->dense ? lf_rkmk_pair_interpolate : NULL,
    };
}
