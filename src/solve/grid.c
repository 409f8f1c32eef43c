/* SPDX-License-Identifier: BSD-3-Clause */
/* grid.c - the times of a run with fixed steps: one grid, or a piece from each break to the next. */
#include <float.h>
#include <math.h>

#include "action/settle.h"
#include "solve/march.h"

size_t lf_grid_phase(double t0, double h, size_t round)
{
    const double length = (double)round, rest = fmod(rint(t0 / h), length);
    return rest > 0 ? (size_t)rest : rest < 0 ? (size_t)(rest + length) : 0; /* NaN: 0 */
}

lf_grid lf_grid_make(double t0, double t1, double h)
{
    const double span = fabs(t1 - t0), exact = span / fabs(h);
    /* a span of 10.000000000000002 steps is ten steps: decimal fractions are not binary ones */
    size_t steps = (size_t)ceil(exact * (1 - 1e-12));
    if (span > 0 && steps == 0)
        steps = 1;
    return (lf_grid){t0, t1, copysign(h, t1 - t0), steps,
                     lf_grid_phase(t0, copysign(h, t1 - t0), LF_SETTLE)};
}

/* The next break on the way from t to the end, which is one if it is so near to it that no step would
 * fit between; or the end. */
static double grid_stop(const lf_problem *P, double t, double t1)
{
    const double direction = t1 < t ? -1 : 1;
    const double stop = lf_problem_breaks(P)->beyond(P, t, direction);
    const double least = 8 * DBL_EPSILON * (fabs(t) + fabs(t1));
    return direction * (t1 - stop) > least ? stop : t1;
}

size_t lf_grid_count(const lf_problem *P, double t0, double t1)
{
    size_t count = 0;
    if (!lf_problem_breaks(P))
        return 0;
    for (double t = t0; t != t1; count++)
        t = grid_stop(P, t, t1);
    return count;
}

void lf_grid_cut(lf_grid *g, const lf_problem *P, size_t pieces, lf_grid *piece)
{
    double t = g->t0;
    g->steps = 0;
    for (size_t k = 0; k < pieces; k++) {
        piece[k] = lf_grid_make(t, grid_stop(P, t, g->t1), fabs(g->h));
        piece[k].first = g->steps;
        g->steps += piece[k].steps;
        t = piece[k].t1;
    }
    g->pieces = pieces;
    g->piece = piece;
}

const lf_grid *lf_grid_piece(const lf_grid *g, size_t k)
{
    size_t low = 0, high = g->pieces;
    if (!high)
        return g;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (g->piece[middle].first <= k)
            low = middle;
        else
            high = middle;
    }
    return &g->piece[low];
}

double lf_grid_time(const lf_grid *g, size_t k)
{
    if (g->pieces) {
        const lf_grid *piece = lf_grid_piece(g, k);
        return lf_grid_time(piece, k - piece->first);
    }
    return k >= g->steps ? g->t1 : g->t0 + (double)k * g->h;
}

double lf_grid_step(const lf_grid *g, size_t k)
{
    if (g->pieces) {
        const lf_grid *piece = lf_grid_piece(g, k);
        return lf_grid_step(piece, k - piece->first);
    }
    if (k + 1 < g->steps)
        return g->h;
    const double rest = g->t1 - lf_grid_time(g, k);
    const double roundoff = 8 * DBL_EPSILON * (fabs(g->t0) + fabs(g->t1));
    return fabs(rest - g->h) <= roundoff ? g->h : rest;
}
