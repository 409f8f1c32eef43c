/* SPDX-License-Identifier: BSD-3-Clause */
/* adaptive.c - blocks of lanes fly from row to row, each lane with steps of its own. Rows are
 * interpolated: they do not change the steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solve/flight.h"
#include "solve/rows.h"

typedef struct {
    lf_run *run;
    lf_flight *block;
    double *points; /* a block's points at the time of a row */
    size_t *lanes;  /* 0, 1, .. of a block */
} adaptive;

static lf_status adaptive_new(adaptive *a)
{
    lf_run *r = a->run;
    a->block = calloc(r->blocks, sizeof *a->block);
    a->points = calloc(r->m * r->P->action->dim, sizeof *a->points);
    a->lanes = calloc(r->m, sizeof *a->lanes);
    lf_status s = a->block && a->points && a->lanes ? LF_OK : LF_EMEMORY;
    for (size_t k = 0; k < r->blocks && s == LF_OK; k++) {
        s = lf_flight_new(&a->block[k], r->stepped, r->P, r->M, r->opt, lf_run_lanes(r, k),
                          &r->tally);
        a->block[k].sink = r->sink;
    }
    if (s != LF_OK)
        snprintf(r->stats->message, sizeof r->stats->message, "out of memory for the scratch");
    return s;
}

static void adaptive_free(adaptive *a)
{
    for (size_t k = 0; a->block && k < a->run->blocks; k++)
        lf_flight_free(&a->block[k]);
    free(a->block);
    free(a->points);
    free(a->lanes);
}

/* Everybody stands at the start, then the blocks board. */
static lf_status adaptive_begin(adaptive *a, const double *y)
{
    lf_run *r = a->run;
    for (size_t k = 0; k < r->blocks; k++) {
        lf_flight *f = &a->block[k];
        lf_run_gather(r, k * r->m, f->m, r->P->action->dim, y, f->y);
        for (size_t i = 0; i < f->m; i++) {
            f->who[i] = k * r->m + i;
            f->course.t[i] = r->opt->t0;
            a->lanes[i] = i;
        }
    }
    for (size_t k = 0; k < r->blocks; k++) {
        const lf_status s = lf_flight_board(&a->block[k], a->block[k].m, a->lanes, r->stats);
        if (s != LF_OK)
            return s;
    }
    for (size_t k = 0; k < r->stats->invariants; k++)
        r->stats->invariant[k].initial = a->block[0].watcher.initial[k * a->block[0].m];
    return LF_OK;
}

static double adaptive_progress(const adaptive *a, double time)
{
    const lf_options *opt = a->run->opt;
    return opt->t1 == opt->t0 ? 1 : (time - opt->t0) / (opt->t1 - opt->t0);
}

static lf_status adaptive_row(adaptive *a, double time)
{
    lf_run *r = a->run;
    const size_t dim = r->P->action->dim;
    for (size_t k = 0; k < r->blocks; k++) {
        lf_flight *f = &a->block[k];
        for (size_t i = 0; i < f->m; i++) {
            const double *y;
            const lf_status s = lf_flight_point(f, i, time, &y);
            if (s != LF_OK)
                return s;
            lf_lane_copy(dim, y, 1, 0, a->points, f->m, i);
            f->atime[i] = time;
        }
        lf_watcher_look(&f->watcher, f->atime, a->points, r->stats);
        lf_run_put(r, k * r->m, &f->watcher, a->points);
    }
    return lf_run_give(r, time, adaptive_progress(a, time));
}

/* Fly until every lane has reached `time` or ended; `before` was the time of the last row. */
static lf_status adaptive_fly(adaptive *a, double before, double time)
{
    enum { NOW_AND_THEN = 256 };
    for (size_t k = 0; k < a->run->blocks; k++) {
        bool flown = true;
        for (size_t attempts = 1; flown; attempts++) {
            lf_status s = lf_flight_try(&a->block[k], time, &flown, a->run->stats);
            if (s == LF_OK && attempts % NOW_AND_THEN == 0)
                s = lf_run_tick(a->run, before, adaptive_progress(a, before));
            if (s != LF_OK)
                return s;
        }
    }
    return lf_run_tick(a->run, time, adaptive_progress(a, time));
}

/* The time that the last trajectory still flying has reached, or where the last one ended. */
static bool adaptive_all_ended(const adaptive *a, double *time)
{
    bool all = true;
    *time = a->run->opt->t0;
    for (size_t k = 0; k < a->run->blocks; k++) {
        const lf_flight *f = &a->block[k];
        for (size_t i = 0; i < f->m; i++) {
            all = all && f->alive[i] == 0;
            if (f->direction * (f->course.t[i] - *time) > 0)
                *time = f->course.t[i];
        }
    }
    return all;
}

/* From row to row; a run whose trajectories have all ended stops with a row where they did. */
static lf_status adaptive_rows(adaptive *a)
{
    const lf_options *opt = a->run->opt;
    const double direction = opt->t1 < opt->t0 ? -1 : 1;
    double last = opt->t0, reached;
    lf_status s = adaptive_row(a, opt->t0);
    for (size_t j = 1; s == LF_OK && last != opt->t1; j++) {
        double time = opt->t0 + direction * (double)j * opt->every;
        if (direction * (opt->t1 - time) <= 1e-9 * opt->every)
            time = opt->t1;
        s = adaptive_fly(a, last, time);
        if (s != LF_OK)
            return s;
        if (adaptive_all_ended(a, &reached)) {
            s = adaptive_row(a, reached);
            return s == LF_OK ? LF_EVENT : s;
        }
        s = adaptive_row(a, time);
        last = time;
    }
    return s;
}

static void adaptive_finish(adaptive *a, double *y)
{
    lf_run *r = a->run;
    size_t steps = 0;
    double slowest = r->opt->t1;
    for (size_t k = 0; k < r->blocks; k++) {
        const lf_flight *f = &a->block[k];
        lf_run_scatter(r, k * r->m, f->m, r->P->action->dim, f->y, y);
        lf_flight_count(f, r->stats);
        steps += f->steps;
        for (size_t i = 0; i < f->m; i++)
            slowest = f->direction * (f->course.t[i] - slowest) < 0 ? f->course.t[i] : slowest;
    }
    lf_flight *f = &a->block[0];
    lf_watcher_look(&f->watcher, f->course.t, f->y, r->stats);
    for (size_t k = 0; k < r->stats->invariants; k++)
        r->stats->invariant[k].final = f->watcher.now[k * f->m];
    r->stats->steps = (steps + r->n / 2) / r->n;
    r->stats->t = slowest;
}

lf_status lf_run_adaptive(lf_run *r, double *y)
{
    adaptive a = {.run = r};
    if (r->opt->every == 0)
        return lf_run_ensemble(r, y);
    lf_status s = adaptive_new(&a);
    if (s == LF_OK) {
        s = adaptive_begin(&a, y);
        if (s == LF_OK)
            s = adaptive_rows(&a);
        adaptive_finish(&a, y);
    }
    adaptive_free(&a);
    return s;
}
