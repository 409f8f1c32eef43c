/* SPDX-License-Identifier: BSD-3-Clause */
/* splitting.c - methods made of exact flows: Strang's splitting
 *
 *   phi_1(h/2) ... phi_{s-1}(h/2) phi_s(h) phi_{s-1}(h/2) ... phi_1(h/2)
 *
 * over the pieces of a problem, and the exact flow itself where it is known. Strang 1968;
 * McLachlan, Quispel 2002. */
#include "method/splitting.h"

/* Points go to and fro between y1 and `other`, so that the last flow ends in y1. */
typedef struct {
    const lf_problem *P;
    const lf_splitting *S;
    size_t flows; /* still to come */
    const double *from;
    double *y1, *other, *rest;
} strang_walk;

static lf_status walk(strang_walk *w, size_t piece, const lf_lanes *L)
{
    w->flows--;
    double *to = w->flows % 2 ? w->other : w->y1;
    const lf_status s = w->S->flow(w->P, piece, L, w->from, to, w->rest);
    w->from = to;
    return s;
}

static size_t flow_work(const lf_splitting *S, const lf_problem *P, size_t n)
{
    return S->work ? S->work(P, n) : 0;
}

static size_t strang_work(const lf_method *M, const lf_problem *P, size_t n)
{
    return (P->action->dim + 2) * n + flow_work(lf_problem_splitting(P), P, n);
}

static lf_status strang_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                             const double *y0, double *y1, double *carry, lf_tally *tally,
                             double *work)
{
    const lf_splitting *S = lf_problem_splitting(P);
    const size_t n = L->n, pieces = S->pieces;
    double *half = work + P->action->dim * n, *middle = half + n;
    strang_walk w = {P, S, 2 * pieces - 1, y0, y1, work, middle + n};
    for (size_t i = 0; i < n; i++) {
        half[i] = 0.5 * L->h[i];
        middle[i] = L->t[i] + half[i];
    }
    const lf_lanes first = lf_lanes_with_step(L, L->t, half);
    const lf_lanes second = lf_lanes_with_step(L, middle, half);
    lf_status s = LF_OK;
    for (size_t k = 0; k + 1 < pieces && s == LF_OK; k++)
        s = walk(&w, k, &first);
    if (s == LF_OK)
        s = walk(&w, pieces - 1, L);
    for (size_t k = pieces - 1; k-- > 0 && s == LF_OK;)
        s = walk(&w, S->mirrors ? 2 * (pieces - 1) - k : k, &second);
    return s;
}

static size_t exact_work(const lf_method *M, const lf_problem *P, size_t n)
{
    return n + flow_work(lf_problem_exact(P), P, n);
}

static lf_status exact_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                            const double *y0, double *y1, double *carry, lf_tally *tally,
                            double *work)
{
    return lf_problem_exact(P)->flow(P, 0, L, y0, y1, work);
}

const lf_method lf_strang = {
    .name = "strang",
    .doc = "Strang's splitting: exact flows of the problem's pieces, forward and back",
    .cite = "McLachlan, Quispel, Splitting methods, Acta Numerica 2002",
    .order = 2,
    .traits = LF_SYMMETRIC,
    .needs = LF_NEEDS(LF_TRAIT_SPLITTING),
    .step = strang_step,
    .work = strang_work,
};

const lf_method lf_exact_rigid_body = {
    .name = "exact-rigid-body",
    .doc = "the exact flow of a free rigid body, by Jacobi's elliptic functions",
    .cite = "Celledoni, Saefstroem, Efficient time-symmetric simulation of torqued rigid bodies "
            "using Jacobi elliptic functions, 2006",
    .order = 16, /* no error but roundings */
    .traits = LF_SYMMETRIC,
    .needs = LF_NEEDS(LF_TRAIT_EXACT),
    .step = exact_step,
    .work = exact_work,
};
