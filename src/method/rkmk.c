/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk.c - Runge-Kutta-Munthe-Kaas methods: a Butcher tableau in the coordinates y = phi(u).y0,
 *
 *   u_i = h sum_j a_ij k_j,   k_i = dphi_{u_i}^-1 f(t + c_i h, phi(u_i).y0),
 *   y1  = phi(h sum_i b_i k_i).y0
 *
 * Munthe-Kaas 1999. On the translation action this is the classical Runge-Kutta method, and a
 * shorter path adds instead of flowing. */
#include "method/rkmk.h"

#include "method/stage.h"

/* Where the pieces of the scratch begin. */
typedef struct {
    double *k, *u, *f, *y, *t, *rest;
} rkmk_work;

static LF_INLINE rkmk_work rkmk_layout(const lf_tableau *T, const lf_problem *P, size_t n,
                                       double *work)
{
    const size_t rate = P->action->group->dim * n;
    rkmk_work w = {.k = work};
    w.u = w.k + (size_t)T->stages * rate;
    w.f = w.u + rate;
    w.y = w.f + rate;
    w.t = w.y + P->action->dim * n;
    w.rest = w.t + n;
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
    const size_t adjoint = (G->rep + G->dim) * n; /* LF_PULL_ADJOINT: -u and exp(-u) */
    return ((size_t)T->stages + 2) * G->dim * n + (P->action->dim + 1) * n +
           max3(lf_action_work(P->action, n), P->field_work * n,
                lf_group_work(G, n) > adjoint ? lf_group_work(G, n) : adjoint);
}

/* The flat case: points and rates live in the same space. */
static LF_INLINE lf_status rkmk_step_flat(size_t n, size_t dim, const lf_tableau *T,
                                          const lf_problem *P, const double *t, const double *h,
                                          const double *y0, double *y1, rkmk_work w)
{
    const double *time = t;
    for (int i = 0; i < T->stages; i++) {
        const double *y = y0;
        if (i > 0) {
            lf_stage_combine(T->a + i * T->stages, i, n, dim, h, w.k, y0, w.y);
            y = w.y;
            time = lf_stage_time(T->c, i, n, t, h, w.t, time);
        }
        const lf_status s = lf_problem_field(P, n, time, y, w.k + (size_t)i * dim * n, w.rest);
        if (s != LF_OK)
            return s;
    }
    lf_stage_combine(T->b, T->stages, n, dim, h, w.k, y0, y1);
    return LF_OK;
}

/* One lane of an action that advances from field to field in one go. */
static LF_INLINE lf_status rkmk_step_advancing(const lf_tableau *T, const lf_problem *P,
                                               const double *t, const double *h, const double *y0,
                                               double *y1, rkmk_work w, bool *done)
{
    const lf_action *A = P->action;
    const size_t dim = A->group->dim;
    const double *y = y0, *time = t;
    for (int i = 0; i < T->stages; i++) {
        const bool last = i + 1 == T->stages;
        const double *row = last ? T->b : T->a + (i + 1) * T->stages;
        double *k = w.k + (size_t)i * dim, *f = i ? w.f : k;
        if (i > 0)
            time = lf_stage_time(T->c, i, 1, t, h, w.t, time);
        const lf_status s = lf_problem_field(P, 1, time, y, f, w.rest);
        if (s != LF_OK)
            return s;
        y = last ? y1 : w.y;
        if (!A->ops->advance(A, i, row, h[0], y0, f, w.k, w.u, last ? y1 : w.y))
            return LF_OK; /* an angle too large: the caller takes the long way */
    }
    *done = true;
    return LF_OK;
}

/* Field, pull back, combine and move, one after the other. */
static LF_INLINE lf_status rkmk_step_stages(size_t n, const lf_method *M, const lf_problem *P,
                                            const double *t, const double *h, const double *y0,
                                            double *y1, rkmk_work w)
{
    const lf_tableau *T = M->table;
    const lf_action *A = P->action;
    const size_t dim = A->group->dim;
    const double *time = t;
    lf_status s = lf_problem_field(P, n, t, y0, w.k, w.rest);
    for (int i = 1; i < T->stages && s == LF_OK; i++) {
        double *k = w.k + (size_t)i * dim * n;
        lf_stage_combine(T->a + i * T->stages, i, n, dim, h, w.k, NULL, w.u);
        lf_stage_move(A, M->map, n, w.u, y0, w.y, w.rest);
        time = lf_stage_time(T->c, i, n, t, h, w.t, time);
        /* an abelian group has dexp = 1, but its Cayley map is no homomorphism */
        const bool plain = M->pull == LF_PULL_NONE || (A->group->abelian && M->map == LF_EXP);
        double *f = plain ? k : w.f;
        s = lf_problem_field(P, n, time, w.y, f, w.rest);
        if (s == LF_OK && f != k)
            lf_pull_back(M, A->group, n, w.u, f, k, w.rest);
    }
    if (s != LF_OK)
        return s;
    lf_stage_combine(T->b, T->stages, n, dim, h, w.k, NULL, w.u);
    lf_stage_move(A, M->map, n, w.u, y0, y1, w.rest);
    return LF_OK;
}

/* One lane: common dimensions are constants. */
static LF_INLINE lf_status rkmk_step_one(const lf_method *M, const lf_problem *P, const double *t,
                                         const double *h, const double *y0, double *y1, rkmk_work w)
{
    const lf_action *A = P->action;
    const lf_tableau *T = M->table;
    if (A->flat && A->dim == 3)
        return rkmk_step_flat(1, 3, T, P, t, h, y0, y1, w);
    if (A->flat && A->dim == 6)
        return rkmk_step_flat(1, 6, T, P, t, h, y0, y1, w);
    if (A->flat)
        return rkmk_step_flat(1, A->dim, T, P, t, h, y0, y1, w);
    if (A->ops->advance && M->map == LF_EXP && M->pull == LF_PULL_EXACT) {
        bool done = false;
        const lf_status s = rkmk_step_advancing(T, P, t, h, y0, y1, w, &done);
        if (s != LF_OK || done)
            return s;
    }
    return rkmk_step_stages(1, M, P, t, h, y0, y1, w);
}

LF_KERNEL lf_status lf_rkmk_step(const lf_method *M, const lf_problem *P, size_t n, const double *t,
                                 const double *h, const double *y0, double *y1, double *carry,
                                 double *work)
{
    (void)carry;
    const rkmk_work w = rkmk_layout(M->table, P, n, work);
    if (n == 1)
        return rkmk_step_one(M, P, t, h, y0, y1, w);
    if (P->action->flat)
        return rkmk_step_flat(n, P->action->dim, M->table, P, t, h, y0, y1, w);
    return rkmk_step_stages(n, M, P, t, h, y0, y1, w);
}

lf_method lf_method_from_tableau(const char *name, const lf_tableau *tableau, bool ambient)
{
    return (lf_method){
        .name = name,
        .doc = "Runge-Kutta method from a given tableau",
        .cite = "",
        .order = tableau->order,
        .traits = LF_RKMK | (ambient ? LF_AMBIENT : 0u),
        .needs = LF_HAS_FIELD,
        .step = lf_rkmk_step,
        .work = lf_rkmk_work,
        .table = tableau,
    };
}
