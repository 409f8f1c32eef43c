/* SPDX-License-Identifier: BSD-3-Clause */
/* solve.c - many trajectories from t0 to t1: blocks of lanes march from row to row. */
#include <lieflow/solve.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/march.h"

lf_options lf_options_default(void)
{
    return (lf_options){.t0 = 0, .t1 = 1, .h = 0.01, .watch = 1};
}

/* A run: the blocks, and the rows put together from them. */
typedef struct {
    const lf_problem *P; /* on the manifold */
    const lf_options *opt;
    const lf_sink *sink;
    lf_stats *stats;
    lf_grid grid;
    size_t n, blocks, invariants, ticked;
    lf_block *block;
    double *memory;
    double *row, *row_invariants, *row_defect; /* [..][n] */
} run;

static lf_status refuse(lf_stats *stats, lf_status s, const char *format, const char *what)
{
    snprintf(stats->message, sizeof stats->message, format, what);
    return s;
}

static lf_status check_options(const lf_options *opt, size_t n, lf_stats *stats)
{
    if (n == 0)
        return refuse(stats, LF_EINPUT, "%s", "there is no trajectory to march");
    if (!isfinite(opt->t0) || !isfinite(opt->t1))
        return refuse(stats, LF_EINPUT, "%s", "t0 and t1 must be finite");
    if (!(opt->h > 0) || !isfinite(opt->h))
        return refuse(stats, LF_EINPUT, "%s", "the step must be positive and finite");
    if (!(opt->every >= 0) || !isfinite(opt->every))
        return refuse(stats, LF_EINPUT, "%s", "the time between rows must be 0 or positive");
    const double scale = fmax(fabs(opt->t0), fabs(opt->t1));
    if (opt->t1 != opt->t0 && opt->h < 4 * DBL_EPSILON * scale)
        return refuse(stats, LF_EINPUT, "%s", "the step is too small to move the time");
    if (fabs(opt->t1 - opt->t0) / opt->h > 9e15)
        return refuse(stats, LF_EINPUT, "%s", "more than 9e15 steps cannot be counted");
    return LF_OK;
}

/* As many lanes as keep a block's scratch in the first-level cache, in eights. */
static size_t choose_block(const lf_problem *P, const lf_method *M, size_t asked, size_t n)
{
    enum { CACHE = 4096 - 512, MOST = 64 };
    size_t m = asked;
    if (m == 0) {
        m = CACHE / (M->work(M, P, 64) / 64 + 2 * P->action->dim + 1);
        m = m < 8 ? 8 : m - m % 8;
        m = m > MOST ? MOST : m;
    }
    return m < n ? m : n;
}

static size_t block_lanes(const run *r, size_t m, size_t k)
{
    return k + 1 < r->blocks ? m : r->n - k * m;
}

/* One piece of memory for all blocks and the row. */
static lf_status allocate(run *r, const lf_problem *stepped, const lf_method *M, size_t m)
{
    const size_t dim = r->P->action->dim;
    size_t total = (dim + r->invariants + 1) * r->n;
    for (size_t k = 0; k < r->blocks; k++)
        total += lf_block_size(stepped, r->P, M, block_lanes(r, m, k));
    r->block = calloc(r->blocks, sizeof *r->block);
    r->memory = calloc(total, sizeof *r->memory);
    if (!r->block || !r->memory)
        return refuse(r->stats, LF_EMEMORY, "%s", "out of memory for the trajectories");
    r->row = r->memory;
    r->row_invariants = r->row + dim * r->n;
    r->row_defect = r->row_invariants + r->invariants * r->n;
    double *next = r->row_defect + r->n;
    for (size_t k = 0; k < r->blocks; k++) {
        const size_t lanes = block_lanes(r, m, k);
        r->block[k] = lf_block_layout(stepped, r->P, M, &r->grid, lanes, next);
        r->block[k].first = k * m;
        r->block[k].watch = r->opt->watch;
        next += lf_block_size(stepped, r->P, M, lanes);
    }
    return LF_OK;
}

/* Copy `count` components of a block's lanes between its own and the whole layout. */
static void scatter(const run *r, const lf_block *b, size_t count, const double *from, double *to)
{
    for (size_t c = 0; c < count; c++)
        memcpy(to + c * r->n + b->first, from + c * b->m, b->m * sizeof *to);
}

static void gather(const run *r, const lf_block *b, size_t count, const double *from, double *to)
{
    for (size_t c = 0; c < count; c++)
        memcpy(to + c * b->m, from + c * r->n + b->first, b->m * sizeof *to);
}

/* The row at `time`: every block peeks there, looks, and puts its lanes in place. */
static lf_status make_row(run *r, double time)
{
    for (size_t k = 0; k < r->blocks; k++) {
        lf_block *b = &r->block[k];
        const double *y;
        const lf_status s = lf_block_peek(b, time, &y, r->stats);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < b->m; i++)
            b->t[i] = time;
        lf_watcher_look(&b->watcher, b->t, y, r->stats);
        scatter(r, b, r->P->action->dim, y, r->row);
        scatter(r, b, r->invariants, b->watcher.now, r->row_invariants);
        scatter(r, b, 1, b->watcher.defect, r->row_defect);
    }
    return LF_OK;
}

static double progress(const run *r)
{
    const size_t done = r->block[r->blocks - 1].k;
    return r->grid.steps ? (double)done / (double)r->grid.steps : 1;
}

static lf_status give_row(run *r, double time)
{
    const lf_status made = make_row(r, time);
    if (made != LF_OK || !r->sink)
        return made;
    const lf_row row = {.t = time,
                        .n = r->n,
                        .y = r->row,
                        .invariants = r->row_invariants,
                        .defect = r->row_defect,
                        .progress = progress(r)};
    const lf_status s = r->sink->row(r->sink->ctx, &row);
    if (s != LF_OK && !r->stats->message[0])
        snprintf(r->stats->message, sizeof r->stats->message, "%s at t = %.10g", lf_status_text(s),
                 time);
    return s;
}

/* All blocks to step k, with a tick now and then. */
static lf_status march_all(run *r, size_t k)
{
    enum { STRETCH = 512 };
    for (size_t at = r->block[0].k; at < k;) {
        at = k - at > STRETCH ? at + STRETCH : k;
        for (size_t j = 0; j < r->blocks; j++) {
            const lf_status s = lf_block_march(&r->block[j], at, r->stats);
            if (s != LF_OK)
                return s;
        }
        if (r->opt->tick && r->opt->tick(r->opt->tick_ctx, progress(r))) {
            snprintf(r->stats->message, sizeof r->stats->message, "stopped by the caller at t = %.10g",
                     lf_grid_time(&r->grid, at));
            return LF_STOPPED;
        }
    }
    return LF_OK;
}

/* Times closer than this, in steps, are the same: decimal fractions are not binary ones. */
static const double SAME_TIME = 1e-9;

/* The largest k with t_k not after `time`, where times a rounding error apart are the same. */
static size_t step_before(const lf_grid *g, double time)
{
    const double exact = (time - g->t0) / g->h, near = floor(exact + 0.5);
    const size_t k = (size_t)(fabs(exact - near) <= SAME_TIME ? near : floor(exact));
    return k < g->steps ? k : g->steps;
}

static lf_status march_rows(run *r)
{
    const lf_grid *g = &r->grid;
    const double direction = g->t1 < g->t0 ? -1 : 1;
    lf_status s = give_row(r, g->t0);
    for (size_t j = 1; s == LF_OK && r->opt->every > 0; j++) {
        const double time = g->t0 + direction * (double)j * r->opt->every;
        /* the last row is the one at t1 */
        if (direction * (g->t1 - time) <= SAME_TIME * fabs(g->h))
            break;
        const size_t k = step_before(g, time);
        s = march_all(r, k);
        const double exact = lf_grid_time(g, k);
        const bool same = fabs(exact - time) <= SAME_TIME * fabs(g->h);
        if (s == LF_OK)
            s = give_row(r, same ? exact : time);
    }
    if (s == LF_OK)
        s = march_all(r, g->steps);
    return s == LF_OK && g->steps ? give_row(r, g->t1) : s;
}

static lf_status begin(run *r, const double *y)
{
    for (size_t k = 0; k < r->blocks; k++) {
        lf_block *b = &r->block[k];
        gather(r, b, r->P->action->dim, y, b->y);
        const lf_status s = lf_block_begin(b, r->stats);
        if (s != LF_OK)
            return s;
    }
    for (size_t k = 0; k < r->invariants; k++)
        r->stats->invariant[k].initial = r->block[0].watcher.initial[k * r->block[0].m];
    return LF_OK;
}

/* Hand back the points that were reached, and what was counted. */
static void finish(run *r, double *y, size_t evaluations)
{
    for (size_t k = 0; k < r->blocks; k++)
        scatter(r, &r->block[k], r->P->action->dim, r->block[k].y, y);
    lf_watcher *w = &r->block[0].watcher;
    for (size_t i = 0; i < r->block[0].m; i++)
        r->block[0].t[i] = lf_grid_time(&r->grid, r->block[0].k);
    lf_watcher_look(w, r->block[0].t, r->block[0].y, r->stats);
    for (size_t k = 0; k < r->invariants; k++)
        r->stats->invariant[k].final = w->now[k * w->m];
    r->stats->steps = r->block[0].k;
    for (size_t k = 1; k < r->blocks; k++) /* after a failure blocks stand at different steps */
        r->stats->steps = r->block[k].k < r->stats->steps ? r->block[k].k : r->stats->steps;
    r->stats->t = lf_grid_time(&r->grid, r->stats->steps);
    r->stats->evaluations = evaluations / r->n;
}

static lf_status refuse_method(const lf_problem *P, const lf_method *M, const char *why,
                               lf_stats *stats)
{
    snprintf(stats->message, sizeof stats->message, "%s needs %s, which %s lacks", M->name, why,
             P->name ? P->name : "the problem");
    return LF_ENEEDS;
}

lf_status lf_solve(const lf_problem *P, const lf_method *M, const lf_options *opt, size_t n,
                   double *y, const lf_sink *sink, lf_stats *stats)
{
    lf_stats ignored;
    lf_ambient_space space;
    const char *why;
    size_t evaluations = 0;
    stats = stats ? stats : &ignored;
    memset(stats, 0, sizeof *stats);
    if (check_options(opt, n, stats) != LF_OK)
        return LF_EINPUT;
    if (lf_method_fits(M, P, &why) != LF_OK)
        return refuse_method(P, M, why, stats);
    lf_problem stepped = *P;
    if ((M->traits & LF_AMBIENT) && !P->action->flat)
        stepped = lf_problem_ambient(P, &space);
    stepped.evaluations = &evaluations;
    const size_t m = choose_block(&stepped, M, opt->block, n);
    run r = {.P = P, .opt = opt, .sink = sink, .stats = stats, .n = n};
    r.grid = lf_grid_make(opt->t0, opt->t1, opt->h);
    r.blocks = (n + m - 1) / m;
    r.invariants = stats->invariants = lf_watch_count(P);
    lf_status s = allocate(&r, &stepped, M, m);
    if (s == LF_OK) {
        s = begin(&r, y);
        if (s == LF_OK)
            s = march_rows(&r);
        finish(&r, y, evaluations);
    }
    free(r.block);
    free(r.memory);
    return s;
}
