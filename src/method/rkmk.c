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

static LF_INLINE rkmk_work rkmk_layout(const lf_tableau *T, const lf_problem *P, size_t n, double *work)
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
static LF_INLINE lf_status rkmk_step_flat(const lf_tableau *T, const lf_problem *P, size_t n,
                                const double *t, const double *h, const double *y0, double *y1,
                                rkmk_work w)
{
    const size_t dim = P->action->dim;
    for (int i = 0; i < T->stages; i++) {
        const double *y = y0;
        if (i > 0) {
            lf_stage_combine(T->a + i * T->stages, i, n, dim, h, w.k, y0, w.y);
            y = w.y;
        }
        lf_stage_time(n, t, h, T->c[i], w.t);
        const lf_status s =
            lf_problem_field(P, n, w.t, y, w.k + (size_t)i * dim * n, w.rest);
        if (s != LF_OK)
            return s;
    }
    lf_stage_combine(T->b, T->stages, n, dim, h, w.k, y0, y1);
    return LF_OK;
}

static LF_INLINE lf_status rkmk_step_lanes(size_t n, const lf_method *M, const lf_problem *P,
                                           const double *t, const double *h, const double *y0,
                                           double *y1, double *work)
{
    const lf_tableau *T = M->table;
    const lf_action *A = P->action;
    const size_t dim = A->group->dim;
    const rkmk_work w = rkmk_layout(T, P, n, work);
    if (A->flat)
        return rkmk_step_flat(T, P, n, t, h, y0, y1, w);
    lf_status s = lf_problem_field(P, n, t, y0, w.k, w.rest);
    for (int i = 1; i < T->stages && s == LF_OK; i++) {
        double *k = w.k + (size_t)i * dim * n;
        lf_stage_combine(T->a + i * T->stages, i, n, dim, h, w.k, NULL, w.u);
        lf_stage_move(A, M->map, n, w.u, y0, w.y, w.rest);
        lf_stage_time(n, t, h, T->c[i], w.t);
        /* an abelian group has dexp = 1, but its Cayley map is no homomorphism */
        const bool plain = M->pull == LF_PULL_NONE || (A->group->abelian && M->map == LF_EXP);
        double *f = plain ? k : w.f;
        s = lf_problem_field(P, n, w.t, w.y, f, w.rest);
        if (s == LF_OK && f != k)
            lf_pull_back(M, A->group, n, w.u, f, k, w.rest);
    }
    if (s != LF_OK)
        return s;
    lf_stage_combine(T->b, T->stages, n, dim, h, w.k, NULL, w.u);
    lf_stage_move(A, M->map, n, w.u, y0, y1, w.rest);
    return LF_OK;
}

LF_KERNEL lf_status lf_rkmk_step(const lf_method *M, const lf_problem *P, size_t n, const double *t,
                                 const double *h, const double *y0, double *y1, double *carry,
                                 double *work)
{
    (void)carry;
    if (n == 1)
        return rkmk_step_lanes(1, M, P, t, h, y0, y1, work);
    return rkmk_step_lanes(n, M, P, t, h, y0, y1, work);
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
