/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_pair.h - RKMK steps that estimate their error and can be evaluated in between, for any
 * tableau with an error row.
 *
 * Both solutions of an embedded pair are combinations of the same stages in the algebra, so their
 * difference is an algebra element (Celledoni et al. 2021, section 4). The continuous extension
 * lives there too: y(t + x h) = phi(h sum_i b_i(x) k_i).y0 is on the manifold for every x.
 *
 * The stages of a step are numbered 0 .. s-1; stage s is the field at its end, whose row is b, and
 * the ones after it serve the continuous extension alone. Bodies are inlined, so that a caller who
 * knows the tableau or the dimension gets constants. */
#ifndef LF_METHOD_RKMK_PAIR_H
#define LF_METHOD_RKMK_PAIR_H

#include <lieflow/method.h>

#include <string.h>

#include "method/kernels.h"
#include "method/stage.h"

/* The estimator of a tableau that has an error row; else one without an attempt. */
lf_estimator lf_rkmk_estimator(const lf_tableau *T);

size_t lf_rkmk_pair_work(const lf_method *M, const lf_problem *P, size_t n);
lf_status lf_rkmk_pair_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a);
lf_status lf_rkmk_pair_prepare(const lf_method *M, const lf_problem *P, const lf_attempt *a);
lf_status lf_rkmk_pair_interpolate(const lf_method *M, const lf_problem *P, const lf_attempt *a,
                                   const double *x, double *y);

/* The attempt of DOP853, quicker on vector spaces of few dimensions (rkmk_dop853.c). */
lf_status lf_rkmk_dop853_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a);

/* ---- rows ---- */

static LF_INLINE const double *lf_pair_row(const lf_tableau *T, int i)
{
    const int s = T->stages;
    return i < s ? T->a + i * s : i == s ? T->b : T->extra_a + (i - s - 1) * (s + 1 + T->extra);
}

static LF_INLINE double lf_pair_node(const lf_tableau *T, int i)
{
    return i < T->stages ? T->c[i] : i == T->stages ? 1 : T->extra_c[i - T->stages - 1];
}

/* Do the errors leave out the field at the end (DOP853)? Then its k is not found before the
 * continuous extension wants it. */
static LF_INLINE bool lf_pair_spares_end(const lf_tableau *T)
{
    return T->error[T->stages] == 0 && (!T->error_low || T->error_low[T->stages] == 0);
}

/* ---- a step ---- */

typedef struct {
    double *u, *f, *y, *t, *rest;
} lf_pair_scratch;

static LF_INLINE lf_pair_scratch lf_pair_layout(const lf_problem *P, size_t n, double *work)
{
    lf_pair_scratch w = {.u = work};
    w.f = w.u + P->action->group->dim * n;
    w.y = w.f + P->action->group->dim * n;
    w.t = w.y + P->action->dim * n;
    w.rest = w.t + n;
    return w;
}

/* What is the same for all stages; n, dim and flat are constants after inlining where that pays. */
typedef struct {
    size_t n, dim;
    bool flat;   /* points and rates live in the same space */
    bool direct; /* a field's value is a rate as it is: nothing to pull back */
    const lf_method *M;
    const lf_problem *P;
    const lf_tableau *T;
    const lf_attempt *a;
    lf_pair_scratch w;
    const lf_lanes *at; /* the lanes at the times of a stage, w.t */
} lf_pair_step;

/* The lanes of stages, whose times are in the scratch. An object of its own beside the step: what the
 * field gets the address of must be in memory, the rest not. */
static LF_INLINE lf_lanes lf_pair_lanes(const lf_problem *P, const lf_attempt *a)
{
    return lf_lanes_at(&a->lanes, lf_pair_layout(P, a->lanes.n, a->work).t);
}

static LF_INLINE lf_pair_step lf_pair_begin(size_t n, size_t dim, bool flat, const lf_tableau *T,
                                            const lf_method *M, const lf_problem *P,
                                            const lf_attempt *a, const lf_lanes *at)
{
    const lf_action *A = P->action;
    const lf_pair_scratch w = lf_pair_layout(P, n, a->work);
    return (lf_pair_step){.n = n,
                          .dim = dim,
                          .flat = flat,
                          .direct = A->group->abelian && M->map == LF_EXP && !A->ops->pull,
                          .M = M,
                          .P = P,
                          .T = T,
                          .a = a,
                          .w = w,
                          .at = at};
}

/* Is the point moved by adding, so that rates and points are in the same space? */
static LF_INLINE bool lf_pair_flat(const lf_method *M, const lf_problem *P)
{
    return P->action->flat && M->map == LF_EXP;
}

/* Are the stages long enough for it to pay to sum the step and its errors together? */
static LF_INLINE bool lf_pair_together(const lf_pair_step *p)
{
    return p->n == 1 && p->dim >= LF_LONG && lf_pair_spares_end(p->T);
}

/* The row of the end (a point on a vector space, else an algebra element) and the errors of a long
 * single lane, block by block: what they read is still in the cache when the next one reads it. */
void lf_pair_ends(const lf_pair_step *p, double *out);

static LF_INLINE void lf_pair_errors(const lf_pair_step *p)
{
    const lf_attempt *a = p->a;
    const lf_tableau *T = p->T;
    lf_stage_combine(T->error, T->stages + 1, p->n, p->dim, a->lanes.h, a->stages, NULL, a->error);
    if (T->error_low)
        lf_stage_combine(T->error_low, T->stages + 1, p->n, p->dim, a->lanes.h, a->stages, NULL,
                         a->error_low);
}

/* k_i from the field's value f at y, where u led. */
static LF_INLINE lf_status lf_pair_back(const lf_pair_step *p, int i, const double *y,
                                        const double *f)
{
    const size_t all = p->dim * p->n;
    double *k = p->a->stages + (size_t)i * all;
    if (!p->flat && !p->direct)
        return lf_pull_back(p->M, p->P->action, p->n, p->a->y0, p->w.u, y, f, k, p->w.rest);
    memcpy(k, f, all * sizeof *k);
    return LF_OK;
}

/* Where stage i begins: u, and the point it leads to. */
static LF_INLINE lf_status lf_pair_move(const lf_pair_step *p, int i, double *y)
{
    const lf_attempt *a = p->a;
    double *sum = p->flat ? y : p->w.u;
    if (i == p->T->stages && lf_pair_together(p))
        lf_pair_ends(p, sum);
    else
        lf_stage_combine(lf_pair_row(p->T, i), i, p->n, p->dim, a->lanes.h, a->stages,
                         p->flat ? a->y0 : NULL, sum);
    return p->flat
               ? LF_OK
               : lf_stage_move(p->P->action, p->M->map, p->n, p->w.u, a->y0, y, a->keep, p->w.rest);
}

/* The field at node c of the step. */
static LF_INLINE lf_status lf_pair_field(const lf_pair_step *p, double c, const double *y,
                                         double *f)
{
    const lf_lanes *L = &p->a->lanes;
    for (size_t j = 0; j < p->n; j++)
        p->w.t[j] = L->t[j] + c * L->h[j];
    return lf_problem_field(p->P, p->at, y, f, p->a->tally, p->w.rest);
}

/* Stage i: k_i from the stages before it. That of the end writes y1 and f1. */
static LF_INLINE lf_status lf_pair_stage(const lf_pair_step *p, int i)
{
    const lf_attempt *a = p->a;
    const bool end = i == p->T->stages, direct = p->flat || p->direct;
    double *k = a->stages + (size_t)i * p->dim * p->n;
    double *y = end ? a->y1 : p->w.y, *f = end ? a->f1 : direct ? k : p->w.f;
    lf_status s = lf_pair_move(p, i, y);
    if (s == LF_OK)
        s = lf_pair_field(p, lf_pair_node(p->T, i), y, f);
    return s == LF_OK && f != k && !(end && lf_pair_spares_end(p->T)) ? lf_pair_back(p, i, y, f)
                                                                      : s;
}

/* Stage i of one lane by a kernel: from the field's value before it to its point and the field there.
 * `near`: the angle was not too large for the kernel. */
static LF_INLINE lf_status lf_pair_hop(const lf_pair_step *p, lf_stage_kernel *kernel, int i,
                                       const double *row, double c, const double *before, double *y,
                                       double *value, bool *near)
{
    const lf_attempt *a = p->a;
    *near = kernel(p->P->action, i - 1, row, a->lanes.h[0], a->y0, before, a->stages, p->w.u, y,
                   p->w.rest);
    return *near ? lf_pair_field(p, c, y, value) : LF_OK;
}

/* All stages of one lane by a kernel that goes from field to field. Where an angle is too large it is
 * not done, and the caller takes the long way. */
static LF_INLINE lf_status lf_pair_by_kernel(const lf_pair_step *p, lf_stage_kernel *kernel,
                                             bool *done)
{
    const lf_attempt *a = p->a;
    const lf_tableau *T = p->T;
    const int end = T->stages;
    const double *f = a->f0, *row = T->a;
    lf_status s = LF_OK;
    bool near = true;
    for (int i = 1; i < end && near && s == LF_OK; i++) {
        row += end;
        s = lf_pair_hop(p, kernel, i, row, T->c[i], f, p->w.y, p->w.f, &near);
        f = p->w.f;
    }
    if (near && s == LF_OK)
        s = lf_pair_hop(p, kernel, end, T->b, 1, f, a->y1, a->f1, &near);
    *done = near;
    const bool back = near && s == LF_OK && !lf_pair_spares_end(T);
    return back ? lf_pair_back(p, end, a->y1, a->f1) : s;
}

#endif
