/* SPDX-License-Identifier: BSD-3-Clause */
/* adaptive.c - blocks of lanes fly from row to row, each lane with steps of its own. Rows are
 * interpolated: they do not change the steps. */
#include <math.h>
#include <stdlib.h>

#include "solve/flight.h"
#include "solve/stepper.h"

typedef struct {
    lf_flight *block;
    double *points; /* a block's points at the time of a row */
    size_t *lanes;  /* 0, 1, .. of a block */
    double last;    /* where the last row was */
} adaptive;

static lf_status adaptive_allocate(lf_stepper *S)
{
    adaptive *a = S->state = calloc(1, sizeof *a);
    if (!a)
        return lf_stepper_no_memory(S);
    a->block = calloc(S->blocks, sizeof *a->block);
    a->points = calloc(S->m * S->P->action->dim, sizeof *a->points);
    a->lanes = calloc(S->m, sizeof *a->lanes);
    lf_status s = a->block && a->points && a->lanes ? LF_OK : LF_EMEMORY;
    for (size_t k = 0; k < S->blocks && s == LF_OK; k++) {
        s = lf_flight_new(&a->block[k], S->stepped, S->P, S->M, S->opt, lf_stepper_lanes(S, k),
                          &S->tally);
        a->block[k].sink = S->sink;
        a->block[k].ends = &S->ends;
    }
    return s == LF_OK ? s : lf_stepper_no_memory(S);
}

/* Every lane is put at the start, then the blocks begin. */
static lf_status adaptive_begin(lf_stepper *S, const double *y)
{
    lf_status s = adaptive_allocate(S);
    adaptive *a = S->state;
    if (s != LF_OK)
        return s;
    S->begun = true;
    S->same = 1e-9 * S->opt->every;
    a->last = S->opt->t0;
    for (size_t k = 0; k < S->blocks; k++) {
        lf_flight *f = &a->block[k];
        lf_stepper_gather(S, k * S->m, f->m, S->P->action->dim, y, f->y);
        for (size_t i = 0; i < f->m; i++) {
            f->who[i] = k * S->m + i;
            f->course.t[i] = S->opt->t0;
            a->lanes[i] = i;
        }
    }
    for (size_t k = 0; k < S->blocks && s == LF_OK; k++)
        s = lf_flight_board(&a->block[k], a->block[k].m, a->lanes, S->stats);
    for (size_t k = 0; k < S->stats->invariants && s == LF_OK; k++)
        S->stats->invariant[k].initial = a->block[0].watcher.initial[k * a->block[0].m];
    return s;
}

/* Fly until every lane has reached `time` or ended. */
static lf_status adaptive_fly(lf_stepper *S, double time)
{
    enum { NOW_AND_THEN = 256 };
    adaptive *a = S->state;
    for (size_t k = 0; k < S->blocks; k++) {
        bool flown = true;
        for (size_t attempts = 1; flown; attempts++) {
            lf_status s = lf_flight_try(&a->block[k], time, &flown, S->stats);
            if (s == LF_OK && attempts % NOW_AND_THEN == 0)
                s = lf_stepper_tick(S, a->last, lf_stepper_progress(S, a->last));
            if (s != LF_OK)
                return s;
        }
    }
    a->last = time;
    return lf_stepper_tick(S, time, lf_stepper_progress(S, time));
}

/* Have all trajectories ended? The last of those that did not fail did at *time, NaN: there is none. */
static bool adaptive_all_ended(const lf_stepper *S, double *time)
{
    const adaptive *a = S->state;
    *time = NAN;
    for (size_t k = 0; k < S->blocks; k++) {
        const lf_flight *f = &a->block[k];
        for (size_t i = 0; i < f->m; i++) {
            const double t = f->course.t[i];
            if (f->alive[i] != 0)
                return false;
            if (!S->ends.settled[f->who[i]] && !(f->direction * (t - *time) <= 0))
                *time = t;
        }
    }
    return true;
}

static lf_status adaptive_advance(lf_stepper *S, double time)
{
    const lf_status s = adaptive_fly(S, time);
    if (s != LF_OK)
        return s;
    return adaptive_all_ended(S, &S->reached) ? LF_EVENT : LF_OK;
}

/* The point of lane i for a row. Where it cannot be had the trajectory fails. */
static lf_status show_lane(lf_stepper *S, lf_flight *f, size_t i, double time)
{
    const size_t dim = S->P->action->dim;
    double *points = ((adaptive *)S->state)->points;
    const double *y;
    lf_status s = lf_flight_point(f, i, time, &y);
    if (s != LF_OK)
        s = lf_flight_fail(f, S->stats, s, i);
    if (s != LF_OK)
        return s;
    const bool failed = S->ends.settled[f->who[i]];
    if (failed)
        lf_lane_copy(dim, f->y, f->m, i, points, f->m, i);
    else
        lf_lane_copy(dim, y, 1, 0, points, f->m, i);
    f->atime[i] = failed ? f->course.t[i] : time;
    return LF_OK;
}

static lf_status adaptive_show(lf_stepper *S, double *time)
{
    adaptive *a = S->state;
    for (size_t k = 0; k < S->blocks; k++) {
        lf_flight *f = &a->block[k];
        for (size_t i = 0; i < f->m; i++) {
            const lf_status s = show_lane(S, f, i, *time);
            if (s != LF_OK)
                return s;
        }
        lf_watcher_look(&f->watcher, f->atime, a->points, S->stats);
        lf_stepper_put(S, k * S->m, &f->watcher, a->points);
    }
    return LF_OK;
}

/* Say where the trajectories of a block stand that have not failed; answers the slowest's time, or
 * the one given. */
static double adaptive_note(lf_stepper *S, const lf_flight *f, double slowest)
{
    for (size_t i = 0; i < f->m; i++) {
        const double t = f->course.t[i];
        const lf_status s = f->alive[i] == 0 ? LF_EVENT : t == f->end ? LF_OK : LF_STOPPED;
        if (S->ends.settled[f->who[i]])
            continue;
        lf_ends_note(&S->ends, f->who[i], s, t, (size_t)f->course.taken[i], "");
        slowest = f->direction * (t - slowest) < 0 ? t : slowest;
    }
    return slowest;
}

static void adaptive_finish(lf_stepper *S, double *y)
{
    adaptive *a = S->state;
    size_t steps = 0;
    double slowest = S->opt->t1;
    for (size_t k = 0; k < S->blocks; k++) {
        const lf_flight *f = &a->block[k];
        lf_stepper_return(S, k * S->m, f->m, f->y, y);
        lf_flight_count(f, S->stats);
        steps += f->steps;
        slowest = adaptive_note(S, f, slowest);
    }
    lf_flight *f = &a->block[0];
    lf_watcher_look(&f->watcher, f->course.t, f->y, S->stats);
    for (size_t k = 0; k < S->stats->invariants; k++)
        S->stats->invariant[k].final = f->watcher.now[k * f->m];
    S->stats->steps = (steps + S->n / 2) / S->n;
    S->stats->t = slowest;
}

static void adaptive_free(lf_stepper *S)
{
    adaptive *a = S->state;
    if (!a)
        return;
    for (size_t k = 0; a->block && k < S->blocks; k++)
        lf_flight_free(&a->block[k]);
    free(a->block);
    free(a->points);
    free(a->lanes);
    free(a);
}

const lf_stepper_kind lf_stepper_adaptive = {adaptive_begin, adaptive_advance, adaptive_show,
                                             adaptive_finish, adaptive_free};
