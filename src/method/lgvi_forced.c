/* SPDX-License-Identifier: BSD-3-Clause */
/* lgvi_forced.c - the variational integrator where forces are no gradient: resistance for half a step, the
 * step itself with loads beside the gradient, resistance for the other half,
 *
 *   D(h/2) B(h/2) E(h/2) A(h) E(h/2) B(h/2) D*(h/2),
 *
 * E moving what a model adds to the state. Symmetric where D* is D in reverse order, of order two, and for
 * linear resistance that is alike everywhere conformally symplectic. As without such forces, those at the
 * end of a step are carried to the next one. Marsden, West 2001, section 3; McLachlan, Perlmutter,
 * Conformal Hamiltonian systems, 2001. */
#include "method/lgvi.h"

#include <string.h>

#include "problem/bodies_forces.h"

typedef struct {
    const lf_method *M;
    const lf_bodies *B;
    const lf_lanes *L;
    size_t n, m;
    double *y;          /* the point on its way */
    double *half, *now; /* h/2 and t + h, [lane] */
    double *rest;
    lf_bodies_pull pull;
    lf_tally *tally;
} forced_step;

size_t lf_lgvi_forced_work(const lf_problem *P, size_t n)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t extra = 2 * B->forces->extra, bodies = LF_BODIES_RESIST_WORK * B->count;
    return (2 + (extra > bodies ? extra : bodies)) * n;
}

size_t lf_lgvi_forced_carry(const lf_problem *P)
{
    return lf_bodies_pull_size(lf_problem_bodies(P));
}

static lf_status forced_find(const lf_bodies *B, const lf_lanes *L, const double *y,
                             const lf_bodies_pull *pull, lf_tally *tally)
{
    const lf_status s = lf_tally_count(tally, L->n);
    return s == LF_OK ? lf_bodies_pull_find(B, L, y, pull) : s;
}

lf_status lf_lgvi_forced_start(const lf_problem *P, const lf_lanes *L, const double *y0,
                               double *carry, lf_tally *tally)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const lf_bodies_pull pull = lf_bodies_pull_at(B, L->n, carry);
    return forced_find(B, L, y0, &pull, tally);
}

/* First kick and drift; state of a model's own moves in between, seeing the momenta of the middle. */
static lf_status forced_drift(const forced_step *f, const lf_lanes *first)
{
    const bool exact = f->M->rotation == LF_ROTATION_EXACT;
    if (!exact && !f->B->forces->extra)
        return lf_lgvi_drift(f->M, f->B, f->L, f->pull.all, f->y, f->y, f->tally);
    lf_bodies_kick(f->B, f->n, f->half, f->pull.all, f->y);
    const lf_status s = lf_bodies_advance(f->B, first, f->y, f->rest);
    if (s != LF_OK)
        return s;
    if (exact) {
        lf_bodies_drift(f->B, f->n, f->L->h, f->y, f->rest);
        return LF_OK;
    }
    memset(f->rest, 0, 6 * f->m * sizeof *f->rest);
    return lf_lgvi_drift(f->M, f->B, f->L, f->rest, f->y, f->y, f->tally);
}

/* The first kick, and all that moves. */
static lf_status forced_move(const forced_step *f)
{
    const lf_lanes first = lf_lanes_with_step(f->L, f->L->t, f->half);
    const lf_lanes second = lf_lanes_with_step(f->L, f->now, f->half);
    const lf_forces *F = f->B->forces;
    lf_bodies_book_kick(f->B, f->n, f->half, &f->pull, f->y, f->rest);
    lf_status s = forced_drift(f, &first);
    if (s == LF_OK && F->place)
        s = F->place(f->B, &second, f->y);
    return s == LF_OK ? lf_bodies_advance(f->B, &second, f->y, f->rest) : s;
}

/* Forces at the end, and the second kick. */
static lf_status forced_end(const forced_step *f)
{
    const lf_lanes end = lf_lanes_at(f->L, f->now);
    const lf_status s = forced_find(f->B, &end, f->y, &f->pull, f->tally);
    if (s != LF_OK)
        return s;
    lf_bodies_book_kick(f->B, f->n, f->half, &f->pull, f->y, f->rest);
    lf_lgvi_kick(f->m, f->n, f->L->h, f->pull.all, f->y);
    return LF_OK;
}

lf_status lf_lgvi_forced_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                              const double *y0, double *y1, double *carry, lf_tally *tally,
                              double *work)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t n = L->n;
    const forced_step f = {.M = M,
                           .B = B,
                           .L = L,
                           .n = n,
                           .m = B->count * n,
                           .y = y1,
                           .half = work,
                           .now = work + n,
                           .rest = work + 2 * n,
                           .pull = lf_bodies_pull_at(B, n, carry),
                           .tally = tally};
    for (size_t i = 0; i < n; i++) {
        f.half[i] = 0.5 * L->h[i];
        f.now[i] = L->t[i] + L->h[i];
    }
    const lf_lanes first = lf_lanes_with_step(L, L->t, f.half);
    const lf_lanes second = lf_lanes_with_step(L, f.now, f.half);
    memcpy(y1, y0, P->action->dim * n * sizeof *y1);
    lf_status s = lf_bodies_resist(B, &first, LF_FIRST_HALF, y1, f.rest);
    if (s == LF_OK)
        s = forced_move(&f);
    if (s == LF_OK)
        s = forced_end(&f);
    return s == LF_OK ? lf_bodies_resist(B, &second, LF_SECOND_HALF, y1, f.rest) : s;
}
