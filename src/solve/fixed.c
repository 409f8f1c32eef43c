/* SPDX-License-Identifier: BSD-3-Clause */
/* fixed.c - blocks of lanes march from row to row with one step size. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solve/march.h"
#include "solve/rows.h"

/* Times closer than this, in steps, are the same: decimal fractions are not binary ones. */
static const double SAME_TIME = 1e-9;

typedef struct {
    lf_run *run;
    lf_grid grid;
    lf_block *block;
    double *memory;
} fixed;

/* One piece of memory for all blocks. */
static lf_status fixed_allocate(fixed *f)
{
    const lf_run *r = f->run;
    size_t total = 0;
    for (size_t k = 0; k < r->blocks; k++)
        total += lf_block_size(r->stepped, r->P, r->M, lf_run_lanes(r, k));
    f->block = calloc(r->blocks, sizeof *f->block);
    f->memory = lf_run_memory(total);
    if (!f->block || !f->memory) {
        snprintf(r->stats->message, sizeof r->stats->message, "out of memory for the scratch");
        return LF_EMEMORY;
    }
    double *next = f->memory;
    for (size_t k = 0; k < r->blocks; k++) {
        const size_t lanes = lf_run_lanes(r, k);
        f->block[k] =
            lf_block_layout(r->stepped, r->P, r->M, &f->grid, lanes, r->who + k * r->m, next);
        f->block[k].tally = &f->run->tally;
        f->block[k].watch = r->opt->watch;
        f->block[k].project = r->opt->project && (r->M->traits & LF_AMBIENT);
        next += lf_block_size(r->stepped, r->P, r->M, lanes);
    }
    return LF_OK;
}

static double fixed_progress(const fixed *f)
{
    const size_t done = f->block[f->run->blocks - 1].k;
    return f->grid.steps ? (double)done / (double)f->grid.steps : 1;
}

/* The row at `time`: every block peeks there, looks, and puts its lanes in place. */
static lf_status fixed_row(fixed *f, double time)
{
    lf_run *r = f->run;
    for (size_t k = 0; k < r->blocks; k++) {
        lf_block *b = &f->block[k];
        const double *y;
        const lf_status s = lf_block_peek(b, time, &y, r->stats);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < b->m; i++)
            b->t[i] = time;
        lf_watcher_look(&b->watcher, b->t, y, r->stats);
        lf_run_put(r, b->first, &b->watcher, y);
    }
    return lf_run_give(r, time, fixed_progress(f));
}

/* All blocks to step k, with a tick now and then. */
static lf_status fixed_march(fixed *f, size_t k)
{
    enum { STRETCH = 512 };
    for (size_t at = f->block[0].k; at < k;) {
        at = k - at > STRETCH ? at + STRETCH : k;
        for (size_t j = 0; j < f->run->blocks; j++) {
            const lf_status s = lf_block_march(&f->block[j], at, f->run->stats);
            if (s != LF_OK)
                return s;
        }
        const lf_status s = lf_run_tick(f->run, lf_grid_time(&f->grid, at), fixed_progress(f));
        if (s != LF_OK)
            return s;
    }
    return LF_OK;
}

/* The largest k with t_k not after `time`, where times a rounding error apart are the same. */
static size_t step_before(const lf_grid *g, double time)
{
    const double exact = (time - g->t0) / g->h, near = floor(exact + 0.5);
    const size_t k = (size_t)(fabs(exact - near) <= SAME_TIME ? near : floor(exact));
    return k < g->steps ? k : g->steps;
}

/* A guard ended the run: the row where it did is the last one. Several blocks have gone to
 * different times, and there is none. */
static lf_status fixed_stop(fixed *f)
{
    const lf_status s =
        f->run->blocks == 1 ? fixed_row(f, lf_grid_time(&f->grid, f->block[0].k)) : LF_OK;
    return s == LF_OK ? LF_EVENT : s;
}

static lf_status fixed_rows(fixed *f)
{
    const lf_grid *g = &f->grid;
    const double every = f->run->opt->every, direction = g->t1 < g->t0 ? -1 : 1;
    lf_status s = fixed_row(f, g->t0);
    for (size_t j = 1; s == LF_OK && every > 0; j++) {
        const double time = g->t0 + direction * (double)j * every;
        /* the last row is the one at t1 */
        if (direction * (g->t1 - time) <= SAME_TIME * fabs(g->h))
            break;
        const size_t k = step_before(g, time);
        s = fixed_march(f, k);
        const double exact = lf_grid_time(g, k);
        const bool same = fabs(exact - time) <= SAME_TIME * fabs(g->h);
        if (s == LF_OK)
            s = fixed_row(f, same ? exact : time);
    }
    if (s == LF_OK)
        s = fixed_march(f, g->steps);
    return s == LF_EVENT ? fixed_stop(f) : s == LF_OK && g->steps ? fixed_row(f, g->t1) : s;
}

static lf_status fixed_begin(fixed *f, const double *y)
{
    lf_run *r = f->run;
    for (size_t k = 0; k < r->blocks; k++) {
        lf_block *b = &f->block[k];
        lf_run_gather(r, b->first, b->m, r->P->action->dim, y, b->y);
        const lf_status s = lf_block_begin(b, r->stats);
        if (s != LF_OK)
            return s;
    }
    for (size_t k = 0; k < r->stats->invariants; k++)
        r->stats->invariant[k].initial = f->block[0].watcher.initial[k * f->block[0].m];
    return LF_OK;
}

/* Hand back the points that were reached, and what was counted. */
static void fixed_finish(fixed *f, double *y)
{
    lf_run *r = f->run;
    lf_block *b = f->block;
    size_t steps = b->k;
    for (size_t k = 0; k < r->blocks; k++) {
        lf_run_scatter(r, b[k].first, b[k].m, r->P->action->dim, b[k].y, y);
        steps = b[k].k < steps ? b[k].k : steps; /* a failure leaves blocks at different steps */
    }
    for (size_t i = 0; i < b->m; i++)
        b->t[i] = lf_grid_time(&f->grid, b->k);
    lf_watcher_look(&b->watcher, b->t, b->y, r->stats);
    for (size_t k = 0; k < r->stats->invariants; k++)
        r->stats->invariant[k].final = b->watcher.now[k * b->m];
    r->stats->steps = steps;
    r->stats->t = lf_grid_time(&f->grid, steps);
    r->stats->h_min = r->stats->h_max = steps ? fabs(f->grid.h) : 0;
}

lf_status lf_run_fixed(lf_run *r, double *y)
{
    fixed f = {.run = r, .grid = lf_grid_make(r->opt->t0, r->opt->t1, r->opt->h)};
    lf_status s = fixed_allocate(&f);
    if (s == LF_OK) {
        s = fixed_begin(&f, y);
        if (s == LF_OK) { /* else nothing has moved */
            s = fixed_rows(&f);
            fixed_finish(&f, y);
        }
    }
    free(f.block);
    free(f.memory);
    return s;
}
