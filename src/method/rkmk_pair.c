/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_pair.c - RKMK steps that estimate their error and can be evaluated in between.
 *
 * Both solutions of an embedded pair are combinations of the same stages in the algebra, so their
 * difference is an algebra element (Celledoni et al. 2021, section 4). The continuous extension
 * lives there too: y(t + x h) = phi(h sum_i b_i(x) k_i).y0 is on the manifold for every x. */
#include "method/rkmk_pair.h"

#include <string.h>

#include "method/pair_dop853.h"
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

/* DOP853 with numbers that the compiler knows. */
static const lf_pair pair_dop853 = {
    .stages = LF_DOP853_STAGES,
    .all = LF_DOP853_ALL,
    .a = lf_dop853_a,
    .c = lf_dop853_c,
    .error = lf_dop853_error5,
    .error_low = lf_dop853_error3,
};

static LF_INLINE pair_step pair_begin(size_t n, size_t dim, bool flat, const lf_pair *T,
                                      const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    return (pair_step){.n = n,
                       .dim = dim,
                       .flat = flat,
                       .direct = P->action->group->abelian && M->map == LF_EXP,
                       .M = M,
                       .P = P,
                       .T = T,
                       .a = a,
                       .w = pair_layout(P, n, a->work)};
}

/* Do the errors leave out the last stage, the field at the end (DOP853)? Then k of it is not found
 * before the continuous extension wants it. */
static LF_INLINE bool pair_spares_last(const lf_pair *T)
{
    const int last = T->stages - 1;
    return T->error[last] == 0 && (!T->error_low || T->error_low[last] == 0);
}

/* Are the stages long enough for it to pay to sum the step and its errors together? */
static LF_INLINE bool pair_together(const pair_step *p)
{
    return p->n == 1 && p->dim >= LF_LONG && pair_spares_last(p->T);
}

/* out = h sum_j row_j k_j (+ base): components at .. at+width-1 of a single lane. */
static void pair_block(const pair_step *p, const double *row, int count, size_t at, size_t width,
                       const double *base, double *out)
{
    lf_terms terms;
    terms.count = 0;
    for (int j = 0; j < count; j++)
        lf_terms_add(&terms, row[j], p->a->stages + (size_t)j * p->dim + at);
    lf_combine(1, width, p->a->h, &terms, base ? base + at : NULL, out + at);
}

/* The sum of the last stage (a point on a vector space, else an algebra element) and the errors, a
 * block at a time: what they read is still in the cache when the next one reads it. */
static void pair_ends(const pair_step *p, double *out)
{
    enum { BLOCK = 256 };
    const lf_attempt *a = p->a;
    const lf_pair *T = p->T;
    const int last = T->stages - 1;
    for (size_t at = 0; at < p->dim; at += BLOCK) {
        const size_t width = p->dim - at < BLOCK ? p->dim - at : BLOCK;
        pair_block(p, T->a + last * T->all, last, at, width, p->flat ? a->y0 : NULL, out);
        pair_block(p, T->error, last, at, width, NULL, a->error);
        if (T->error_low)
            pair_block(p, T->error_low, last, at, width, NULL, a->error_low);
    }
}

static LF_INLINE void pair_errors(const pair_step *p)
{
    const lf_attempt *a = p->a;
    const lf_pair *T = p->T;
    lf_stage_combine(T->error, T->stages, p->n, p->dim, a->h, a->stages, NULL, a->error);
    if (T->error_low)
        lf_stage_combine(T->error_low, T->stages, p->n, p->dim, a->h, a->stages, NULL,
                         a->error_low);
}

/* k_i from the field's value f, where u led. */
static LF_INLINE void pair_back(const pair_step *p, int i, const double *f)
{
    const size_t all = p->dim * p->n;
    double *k = p->a->stages + (size_t)i * all;
    if (p->flat || p->direct)
        memcpy(k, f, all * sizeof *k);
    else
        lf_pull_back(p->M, p->P->action->group, p->n, p->w.u, f, k, p->w.rest);
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
    double *sum = p->flat ? y : p->w.u;
    if (last && pair_together(p))
        pair_ends(p, sum);
    else
        lf_stage_combine(row, i, n, dim, a->h, a->stages, p->flat ? a->y0 : NULL, sum);
    if (!p->flat)
        lf_stage_move(A, p->M->map, n, p->w.u, a->y0, y, p->w.rest);
    for (size_t j = 0; j < n; j++)
        p->w.t[j] = a->t[j] + p->T->c[i] * a->h[j];
    const lf_status s = lf_problem_field(p->P, n, p->w.t, y, f, p->w.rest);
    if (s == LF_OK && f != k && !(last && pair_spares_last(p->T)))
        pair_back(p, i, f);
    return s;
}

/* All stages of one lane of an action that advances from field to field in one go. */
static LF_INLINE lf_status pair_advance(const pair_step *p, bool *done)
{
    const lf_attempt *a = p->a;
    const lf_action *A = p->P->action;
    const int last = p->T->stages - 1;
    const double *f = a->f0;
    for (int i = 1; i <= last; i++) {
        const double *row = p->T->a + i * p->T->all;
        double *y = i == last ? a->y1 : p->w.y, *value = i == last ? a->f1 : p->w.f;
        if (!A->ops->advance(A, i - 1, row, a->h[0], a->y0, f, a->stages, p->w.u, y))
            return LF_OK; /* an angle too large: the caller takes the long way */
        p->w.t[0] = a->t[0] + p->T->c[i] * a->h[0];
        const lf_status s = lf_problem_field(p->P, 1, p->w.t, y, value, p->w.rest);
        if (s != LF_OK)
            return s;
        f = value;
    }
    if (!pair_spares_last(p->T))
        pair_back(p, last, f);
    *done = true;
    return LF_OK;
}

/* All stages, one after the other. */
static LF_INLINE lf_status pair_stages(const pair_step *p)
{
    for (int i = 1; i < p->T->stages; i++) {
        const lf_status s = pair_stage(p, i);
        if (s != LF_OK)
            return s;
    }
    return LF_OK;
}

/* The same for DOP853, stage after stage written out: rows of known numbers become straight code
 * without their zeros. */
static LF_INLINE lf_status pair_stages_known(const pair_step *p)
{
#pragma GCC unroll 16
    for (int i = 1; i < LF_DOP853_STAGES; i++) {
        const lf_status s = pair_stage(p, i);
        if (s != LF_OK)
            return s;
    }
    return LF_OK;
}

/* `known`: the pair is DOP853, and few components make it worth its own code. */
static LF_INLINE lf_status pair_attempt(size_t n, size_t dim, bool flat, bool known,
                                        const lf_method *M, const lf_problem *P,
                                        const lf_attempt *a)
{
    const pair_step p =
        pair_begin(n, dim, flat, known ? &pair_dop853 : M->estimator->table, M, P, a);
    bool done = false;
    lf_status s = LF_OK;
    memcpy(a->stages, a->f0, dim * n * sizeof *a->stages);
    if (n == 1 && !flat && P->action->ops->advance && M->map == LF_EXP && M->pull == LF_PULL_EXACT)
        s = pair_advance(&p, &done);
    if (s == LF_OK && !done)
        s = known ? pair_stages_known(&p) : pair_stages(&p);
    if (s == LF_OK && (done || !pair_together(&p)))
        pair_errors(&p);
    return s;
}

/* One lane: common dimensions are constants. */
static LF_INLINE lf_status pair_attempt_one(size_t dim, bool flat, const lf_method *M,
                                            const lf_problem *P, const lf_attempt *a)
{
    const bool known = M->estimator->table == &lf_pair_dop853;
    if (dim == 3 && known && flat)
        return pair_attempt(1, 3, flat, true, M, P, a);
    if (dim == 6 && known)
        return pair_attempt(1, 6, flat, true, M, P, a);
    if (dim == 7 && known && flat)
        return pair_attempt(1, 7, flat, true, M, P, a);
    if (dim == 3)
        return pair_attempt(1, 3, flat, false, M, P, a);
    return pair_attempt(1, dim, flat, false, M, P, a);
}

LF_KERNEL lf_status lf_rkmk_pair_attempt(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    const size_t dim = P->action->group->dim;
    const bool flat = P->action->flat && M->map == LF_EXP;
    if (a->n > 1)
        return pair_attempt(a->n, dim, flat, false, M, P, a);
    return flat ? pair_attempt_one(dim, true, M, P, a) : pair_attempt_one(dim, false, M, P, a);
}

/* The last stage of a step that spared it: u once more, then k. */
static LF_INLINE void pair_last(const pair_step *p)
{
    const int last = p->T->stages - 1;
    if (!pair_spares_last(p->T))
        return;
    if (!p->flat)
        lf_stage_combine(p->T->a + last * p->T->all, last, p->n, p->dim, p->a->h, p->a->stages,
                         NULL, p->w.u);
    pair_back(p, last, p->a->f1);
}

/* The stages beyond what the step needed. */
LF_KERNEL lf_status lf_rkmk_pair_prepare(const lf_method *M, const lf_problem *P,
                                         const lf_attempt *a)
{
    const bool flat = P->action->flat && M->map == LF_EXP;
    const pair_step p = pair_begin(a->n, P->action->group->dim, flat, M->estimator->table, M, P, a);
    pair_last(&p);
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
