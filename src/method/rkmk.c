/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk.c - Runge-Kutta-Munthe-Kaas methods: a Butcher tableau in the coordinates y = phi(u).y0,
 *
 *   u_i = h sum_j a_ij k_j,   k_i = dphi_{u_i}^-1 f(t + c_i h, phi(u_i).y0),
 *   y1  = phi(h sum_i b_i k_i).y0
 *
 * Munthe-Kaas 1999. On the translation action this is the classical Runge-Kutta method, and a
 * shorter path adds instead of flowing. */
#include "method/rkmk.h"

#include "method/carried.h"
#include "method/keep.h"
#include "method/rkmk_pair.h"

/* Where the pieces of the scratch begin. */
typedef struct {
    double *k, *u, *f, *y, *t, *rest;
} rkmk_work;

/* Times take whole cache lines: long points in what is left begin where lines do. */
static LF_INLINE size_t whole_lines(size_t n)
{
    return (n + 7) / 8 * 8;
}

static LF_INLINE rkmk_work rkmk_layout(const lf_tableau *T, const lf_problem *P, size_t n,
                                       double *work)
{
    const size_t rate = P->action->group->dim * n;
    rkmk_work w = {.k = work};
    w.u = w.k + (size_t)T->stages * rate;
    w.f = w.u + rate;
    w.y = w.f + rate;
    w.t = w.y + P->action->dim * n;
    w.rest = w.t + whole_lines(n);
    return w;
}

static size_t max3(size_t a, size_t b, size_t c)
{
    const size_t m = a > b ? a : b;
    return m > c ? m : c;
}

size_t lf_rkmk_work(const lf_method *M, const lf_problem *P, size_t n)
{
    const lf_tableau *T = M->table;
    const lf_group *G = P->action->group;
    return ((size_t)T->stages + 2) * G->dim * n + P->action->dim * n + whole_lines(n) +
           max3(lf_action_work(P->action, n), P->field_work * n, lf_pull_work(M, G, n));
}

/* A step: what all stages share. */
typedef struct {
    const lf_method *M;
    const lf_problem *P;
    const lf_lanes *L;
    const double *y0;
    double *y1;
    lf_tally *tally;
    rkmk_work w;
    const lf_lanes *at; /* the lanes at the times of a stage, w.t */
    double *keep;       /* what the action remembers */
} rkmk_step;

/* The flat case: points and rates live in the same space. */
static LF_INLINE lf_status rkmk_step_flat(size_t n, size_t dim, const rkmk_step *r)
{
    const lf_tableau *T = r->M->table;
    const lf_lanes *L = r->L;
    const rkmk_work w = r->w;
    lf_status s = lf_problem_field(r->P, L, r->y0, w.k, r->tally, w.rest);
    for (int i = 1; i < T->stages && s == LF_OK; i++) {
        lf_stage_combine(T->a + i * T->stages, i, n, dim, L->h, w.k, r->y0, w.y);
        lf_stage_time(T->c, i, n, L->t, L->h, w.t);
        s = lf_problem_field(r->P, r->at, w.y, w.k + (size_t)i * dim * n, r->tally, w.rest);
    }
    if (s != LF_OK)
        return s;
    lf_stage_combine(T->b, T->stages, n, dim, L->h, w.k, r->y0, r->y1);
    return LF_OK;
}

/* One lane by a kernel that goes from field to field. */
static LF_INLINE lf_status rkmk_step_kernel(const rkmk_step *r, lf_stage_kernel *kernel, bool *done)
{
    const lf_tableau *T = r->M->table;
    const lf_action *A = r->P->action;
    const lf_lanes *L = r->L;
    const rkmk_work w = r->w;
    for (int i = 0; i < T->stages; i++) {
        const bool last = i + 1 == T->stages;
        const double *row = last ? T->b : T->a + (i + 1) * T->stages;
        double *f = i ? w.f : w.k;
        if (i > 0)
            lf_stage_time(T->c, i, 1, L->t, L->h, w.t);
        const lf_status s =
            lf_problem_field(r->P, i ? r->at : L, i ? w.y : r->y0, f, r->tally, w.rest);
        if (s != LF_OK)
            return s;
        if (!kernel(A, i, row, L->h[0], r->y0, f, w.k, w.u, last ? r->y1 : w.y, w.rest))
            return LF_OK; /* an angle too large: the caller takes the long way */
    }
    *done = true;
    return LF_OK;
}

/* k_i: combine, move, field, pull back. */
static LF_INLINE lf_status rkmk_stage(size_t n, const rkmk_step *r, int i)
{
    const lf_method *M = r->M;
    const lf_tableau *T = M->table;
    const lf_action *A = r->P->action;
    const rkmk_work w = r->w;
    const size_t dim = A->group->dim;
    /* an abelian group has dexp = 1, but its Cayley map is no homomorphism */
    const bool plain =
        M->pull == LF_PULL_NONE || (A->group->abelian && M->map == LF_EXP && !A->ops->pull);
    double *k = w.k + (size_t)i * dim * n, *f = plain ? k : w.f;
    lf_stage_combine(T->a + i * T->stages, i, n, dim, r->L->h, w.k, NULL, w.u);
    lf_status s = lf_stage_move(A, M->map, n, w.u, r->y0, w.y, r->keep, w.rest);
    if (s == LF_OK)
        s = lf_problem_field(r->P, r->at, w.y, f, r->tally, w.rest);
    return s == LF_OK && !plain ? lf_pull_back(M, A, n, r->y0, w.u, w.y, f, k, w.rest) : s;
}

static LF_INLINE lf_status rkmk_step_stages(size_t n, const rkmk_step *r)
{
    const lf_tableau *T = r->M->table;
    const lf_action *A = r->P->action;
    const lf_lanes *L = r->L;
    const rkmk_work w = r->w;
    lf_status s = lf_problem_field(r->P, L, r->y0, w.k, r->tally, w.rest);
    for (int i = 1; i < T->stages && s == LF_OK; i++) {
        lf_stage_time(T->c, i, n, L->t, L->h, w.t);
        s = rkmk_stage(n, r, i);
    }
    if (s != LF_OK)
        return s;
    lf_stage_combine(T->b, T->stages, n, A->group->dim, L->h, w.k, NULL, w.u);
    return lf_stage_move(A, r->M->map, n, w.u, r->y0, r->y1, r->keep, w.rest);
}

/* One lane: the loops over lanes go. */
static LF_INLINE lf_status rkmk_step_one(const rkmk_step *r)
{
    const lf_action *A = r->P->action;
    if (A->flat && lf_carried_wanted(r->M->table, r->P))
        return lf_carried_step(r->M->table, r->P, r->L, r->y0, r->y1, r->tally, r->w.k);
    if (A->flat)
        return rkmk_step_flat(1, A->dim, r);
    lf_stage_kernel *kernel = lf_kernel_find(r->M, A);
    bool done = false;
    const lf_status s = kernel ? rkmk_step_kernel(r, kernel, &done) : LF_OK;
    return s != LF_OK || done ? s : rkmk_step_stages(1, r);
}

LF_KERNEL lf_status lf_rkmk_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                 const double *y0, double *y1, double *carry, lf_tally *tally,
                                 double *work)
{
    const rkmk_work w = rkmk_layout(M->table, P, L->n, work);
    /* an object of its own: what the field gets the address of must be in memory, the rest not */
    const lf_lanes at = lf_lanes_at(L, w.t);
    const rkmk_step r = {M, P, L, y0, y1, tally, w, &at, carry};
    if (L->n == 1)
        return rkmk_step_one(&r);
    if (P->action->flat)
        return rkmk_step_flat(L->n, P->action->dim, &r);
    return rkmk_step_stages(L->n, &r);
}

lf_method lf_method_from_tableau(const char *name, const lf_tableau *tableau, bool ambient)
{
    return (lf_method){
        .name = name,
        .doc = "Runge-Kutta method from a given tableau",
        .cite = "",
        .order = tableau->order,
        .traits = LF_RKMK | (ambient ? LF_AMBIENT : 0u),
        .step = lf_rkmk_step,
        .work = lf_rkmk_work,
        .start = lf_keep_start,
        .carry = lf_keep_carry,
        .table = tableau,
        .estimator = lf_rkmk_estimator(tableau),
    };
}
