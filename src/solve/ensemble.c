/* SPDX-License-Identifier: BSD-3-Clause */
/* ensemble.c - trajectories with steps of their own and no rows in between: one block of lanes
 * flies, and when a trajectory has landed the next one takes its lane, so the lanes stay full. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "solve/flight.h"
#include "solve/rows.h"

typedef struct {
    lf_run *run;
    double *y; /* [component][trajectory]: starts, then ends */
    lf_flight flight;
    double *points;         /* of a block, at the time of a row */
    size_t *free_lanes;     /* scratch: those that trajectories board */
    bool *taken;            /* [lane]: a trajectory flies in it */
    size_t next, flying;    /* the first trajectory that has not boarded; how many fly */
    size_t ended;           /* landed by an event */
    double slowest, latest; /* of the times where trajectories landed */
    double told;            /* progress at the last tick */
    size_t since;           /* attempts since then */
} ensemble;

static lf_status ensemble_new(ensemble *e)
{
    lf_run *r = e->run;
    e->slowest = r->opt->t1;
    e->latest = r->opt->t0;
    e->free_lanes = calloc(r->m, sizeof *e->free_lanes);
    e->taken = calloc(r->m, sizeof *e->taken);
    e->points = calloc(r->m * r->P->action->dim, sizeof *e->points);
    lf_status s = lf_flight_new(&e->flight, r->stepped, r->P, r->M, r->opt, r->m, &r->tally);
    if (s != LF_OK || !e->free_lanes || !e->taken || !e->points) {
        snprintf(r->stats->message, sizeof r->stats->message, "out of memory for the scratch");
        return LF_EMEMORY;
    }
    e->flight.sink = r->sink;
    return LF_OK;
}

static void ensemble_free(ensemble *e)
{
    lf_flight_free(&e->flight);
    free(e->points);
    free(e->free_lanes);
    free(e->taken);
}

/* Everybody at one time into the row, and from there to the sink; the row holds the starts. */
static lf_status ensemble_row(ensemble *e, double time, double progress)
{
    lf_run *r = e->run;
    lf_flight *f = &e->flight;
    const size_t dim = r->P->action->dim;
    double *t = f->atime;
    for (size_t first = 0; first < r->n; first += r->m) {
        const size_t lanes = r->n - first < r->m ? r->n - first : r->m;
        lf_watcher w = lf_watcher_layout(r->P, lanes, r->who + first, f->watcher.start);
        for (size_t i = 0; i < lanes; i++)
            t[i] = r->opt->t0;
        lf_run_gather(r, first, lanes, dim, r->y, e->points);
        lf_watcher_begin(&w, t, e->points);
        for (size_t i = 0; i < lanes; i++)
            t[i] = time;
        lf_run_gather(r, first, lanes, dim, e->y, e->points);
        lf_watcher_look(&w, t, e->points, r->stats);
        lf_run_put(r, first, &w, e->points);
        for (size_t k = 0; k < r->stats->invariants && first == 0; k++) {
            r->stats->invariant[k].initial = w.initial[k * lanes];
            r->stats->invariant[k].final = w.now[k * lanes];
        }
    }
    return progress < 0 ? LF_OK : lf_run_give(r, time, progress);
}

static lf_status ensemble_check(ensemble *e)
{
    const lf_run *r = e->run;
    for (size_t j = 0; j < r->P->action->dim * r->n; j++)
        if (!isfinite(e->y[j])) {
            e->flight.who[0] = j % r->n;
            e->flight.course.t[0] = r->opt->t0;
            return lf_flight_fail(&e->flight, r->stats, LF_ENONFINITE, 0);
        }
    return LF_OK;
}

/* The points where a trajectory stands become its ends. */
static void ensemble_put(ensemble *e, size_t i)
{
    const lf_flight *f = &e->flight;
    const double t = f->course.t[i];
    lf_lane_copy(f->P->action->dim, f->y, f->m, i, e->y, e->run->n, f->who[i]);
    e->slowest = f->direction * (t - e->slowest) < 0 ? t : e->slowest;
    e->latest = f->direction * (t - e->latest) > 0 ? t : e->latest;
}

/* Take off those that have landed. */
static void ensemble_land(ensemble *e)
{
    lf_flight *f = &e->flight;
    for (size_t i = 0; i < f->m; i++) {
        if (!e->taken[i] || (f->alive[i] != 0 && f->course.t[i] != f->end))
            continue;
        ensemble_put(e, i);
        e->ended += f->alive[i] == 0;
        e->flying--;
        e->taken[i] = false;
        f->alive[i] = 0;
    }
}

/* Fill the free lanes, a cache line of them at a time: what boarding computes is then shared. */
static lf_status ensemble_board(ensemble *e)
{
    const lf_run *r = e->run;
    lf_flight *f = &e->flight;
    const size_t left = r->n - e->next, room = f->m - e->flying, worth = f->m < 8 ? 1 : f->m / 8;
    size_t count = 0;
    if (left == 0 || (e->flying > 0 && room < worth && room < left))
        return LF_OK;
    for (size_t i = 0; i < f->m && count < left; i++) {
        if (e->taken[i])
            continue;
        e->taken[i] = true;
        f->who[i] = e->next + count;
        lf_lane_copy(f->P->action->dim, e->y, r->n, f->who[i], f->y, f->m, i);
        e->free_lanes[count++] = i;
    }
    e->next += count;
    e->flying += count;
    return lf_flight_board(f, count, e->free_lanes, r->stats);
}

/* Ask the caller now and then whether to go on. */
static lf_status ensemble_tick(ensemble *e)
{
    const lf_run *r = e->run;
    const lf_flight *f = &e->flight;
    double done = (double)(e->next - e->flying), slowest = f->end;
    if (!r->opt->tick)
        return LF_OK;
    for (size_t i = 0; i < f->m; i++)
        if (e->taken[i]) {
            done += (f->course.t[i] - r->opt->t0) / (f->end - r->opt->t0);
            slowest = f->direction * (f->course.t[i] - slowest) < 0 ? f->course.t[i] : slowest;
        }
    done /= (double)r->n;
    if (done < e->told + 0.01 && ++e->since < 256)
        return LF_OK;
    e->told = done;
    e->since = 0;
    return lf_run_tick(e->run, slowest, done);
}

static lf_status ensemble_fly(ensemble *e)
{
    lf_flight *f = &e->flight;
    lf_status s = ensemble_board(e);
    while (s == LF_OK && e->flying > 0) {
        bool flown;
        s = lf_flight_try(f, f->end, &flown, e->run->stats);
        if (s == LF_OK)
            s = ensemble_tick(e);
        if (s == LF_OK && f->waiting < e->flying) {
            ensemble_land(e);
            s = ensemble_board(e);
        }
    }
    return s;
}

/* The last row: at t1, or where the last trajectory ended if events ended all. */
static lf_status ensemble_last(ensemble *e)
{
    const bool all = e->ended == e->run->n;
    const lf_status s = ensemble_row(e, all ? e->latest : e->run->opt->t1, 1);
    return s == LF_OK && all ? LF_EVENT : s;
}

/* What the statistics say of the whole run; trajectories in the air stay where they are. */
static void ensemble_finish(ensemble *e, bool whole)
{
    lf_run *r = e->run;
    const lf_flight *f = &e->flight;
    for (size_t i = 0; i < f->m; i++)
        if (e->taken[i] && e->flying > 0)
            ensemble_put(e, i);
    r->stats->t = e->next < r->n ? r->opt->t0 : e->slowest;
    if (!whole)
        ensemble_row(e, r->stats->t, -1);
    lf_flight_count(f, r->stats);
    r->stats->steps = (f->steps + r->n / 2) / r->n;
}

lf_status lf_run_ensemble(lf_run *r, double *y)
{
    ensemble e = {.run = r, .y = y};
    bool whole = false;
    lf_status s = ensemble_new(&e);
    if (s == LF_OK) {
        lf_run_scatter(r, 0, r->n, r->P->action->dim, y, r->y);
        s = ensemble_check(&e);
        const bool moves = r->opt->t1 != r->opt->t0;
        if (s == LF_OK)
            s = ensemble_row(&e, r->opt->t0, moves ? 0 : 1);
        if (s == LF_OK && moves)
            s = ensemble_fly(&e);
        if (s == LF_OK && moves) {
            whole = true;
            s = ensemble_last(&e);
        }
        ensemble_finish(&e, whole);
    }
    ensemble_free(&e);
    return s;
}
