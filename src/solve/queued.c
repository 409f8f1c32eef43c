/* SPDX-License-Identifier: BSD-3-Clause */
/* queued.c - trajectories with steps of their own and no rows in between: one block of lanes
 * flies, and when a trajectory has landed the next one takes its lane, so the lanes stay full. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/flight.h"
#include "solve/stepper.h"

typedef struct {
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
    bool whole;             /* all have landed */
} queue;

static lf_status queued_allocate(lf_stepper *S)
{
    queue *e = S->state = calloc(1, sizeof *e);
    const size_t dim = S->P->action->dim;
    if (!e)
        return lf_stepper_no_memory(S);
    e->slowest = S->opt->t1;
    e->latest = S->opt->t0;
    /* one piece for all: a short run of one trajectory takes microseconds */
    e->y = calloc(
        (S->n + S->m) * dim * sizeof *e->y + S->m * (sizeof *e->free_lanes + sizeof *e->taken), 1);
    e->points = e->y + S->n * dim;
    e->free_lanes = (size_t *)(void *)(e->points + S->m * dim);
    e->taken = (bool *)(e->free_lanes + S->m);
    const lf_status s = lf_flight_new(&e->flight, S->stepped, S->P, S->M, S->opt, S->m, &S->tally);
    if (s != LF_OK || !e->y)
        return lf_stepper_no_memory(S);
    e->flight.sink = S->sink;
    e->flight.ends = &S->ends;
    return LF_OK;
}

/* A start that is no number ends the run before it begins, or fails when it boards. */
static lf_status queued_check(lf_stepper *S)
{
    queue *e = S->state;
    for (size_t j = 0; !S->ends.go_on && j < S->P->action->dim * S->n; j++)
        if (!isfinite(e->y[j])) {
            e->flight.who[0] = j % S->n;
            e->flight.course.t[0] = S->opt->t0;
            return lf_flight_fail(&e->flight, S->stats, LF_ENONFINITE, 0);
        }
    return LF_OK;
}

/* The row holds the starts until there is something else to show. */
static lf_status queued_begin(lf_stepper *S, const double *y)
{
    const size_t size = S->P->action->dim * S->n * sizeof *y;
    const lf_status s = queued_allocate(S);
    if (s != LF_OK)
        return s;
    S->begun = true;
    memcpy(S->y, y, size);
    memcpy(((queue *)S->state)->y, y, size);
    return queued_check(S);
}

/* Everybody at one time; the row holds the starts. */
static lf_status queued_show(lf_stepper *S, double *time)
{
    queue *e = S->state;
    lf_flight *f = &e->flight;
    const size_t dim = S->P->action->dim;
    double *t = f->atime;
    for (size_t first = 0; first < S->n; first += S->m) {
        const size_t lanes = S->n - first < S->m ? S->n - first : S->m;
        lf_watcher w = lf_watcher_layout(S->P, lanes, S->who + first, f->watcher.start);
        w.follow = f->watcher.follow;
        for (size_t i = 0; i < lanes; i++)
            t[i] = S->opt->t0;
        lf_stepper_gather(S, first, lanes, dim, S->y, e->points);
        lf_watcher_begin(&w, t, e->points);
        for (size_t i = 0; i < lanes; i++)
            t[i] = *time;
        lf_stepper_gather(S, first, lanes, dim, e->y, e->points);
        lf_watcher_look(&w, t, e->points, S->stats);
        lf_stepper_put(S, first, &w, e->points);
        for (size_t k = 0; k < S->stats->invariants && first == 0 && !S->ends.settled[0]; k++) {
            S->stats->invariant[k].initial = w.initial[k * lanes];
            S->stats->invariant[k].final = w.now[k * lanes];
        }
    }
    return LF_OK;
}

/* The points where a trajectory stands become its ends. */
static void queued_put(lf_stepper *S, size_t i)
{
    queue *e = S->state;
    const lf_flight *f = &e->flight;
    const double t = f->course.t[i];
    lf_lane_copy(f->P->action->dim, f->y, f->m, i, e->y, S->n, f->who[i]);
    if (S->ends.settled[f->who[i]]) /* it failed */
        return;
    lf_ends_note(&S->ends, f->who[i],
                 f->alive[i] == 0 ? LF_EVENT
                 : t == f->end    ? LF_OK
                                  : LF_STOPPED,
                 t, (size_t)f->course.taken[i], "");
    e->slowest = f->direction * (t - e->slowest) < 0 ? t : e->slowest;
    e->latest = f->direction * (t - e->latest) > 0 ? t : e->latest;
}

/* Take off those that have landed. */
static void queued_land(lf_stepper *S)
{
    queue *e = S->state;
    lf_flight *f = &e->flight;
    for (size_t i = 0; i < f->m; i++) {
        if (!e->taken[i] || (f->alive[i] != 0 && f->course.t[i] != f->end))
            continue;
        queued_put(S, i);
        e->ended += f->alive[i] == 0 && !S->ends.settled[f->who[i]];
        e->flying--;
        e->taken[i] = false;
        f->alive[i] = 0;
    }
}

/* Fill the free lanes, a cache line of them at a time: what boarding computes is then shared. */
static lf_status queued_board(lf_stepper *S)
{
    queue *e = S->state;
    lf_flight *f = &e->flight;
    const size_t left = S->n - e->next, room = f->m - e->flying, worth = f->m < 8 ? 1 : f->m / 8;
    size_t count = 0;
    if (left == 0 || (e->flying > 0 && room < worth && room < left))
        return LF_OK;
    for (size_t i = 0; i < f->m && count < left; i++) {
        if (e->taken[i])
            continue;
        e->taken[i] = true;
        f->failed -= f->failed && S->ends.settled[f->who[i]]; /* the one before it did */
        f->who[i] = e->next + count;
        lf_lane_copy(f->P->action->dim, e->y, S->n, f->who[i], f->y, f->m, i);
        e->free_lanes[count++] = i;
    }
    e->next += count;
    e->flying += count;
    return lf_flight_board(f, count, e->free_lanes, S->stats);
}

/* Ask the caller now and then whether to go on. */
static lf_status queued_tick(lf_stepper *S)
{
    queue *e = S->state;
    const lf_flight *f = &e->flight;
    double done = (double)(e->next - e->flying), slowest = f->end;
    if (!S->opt->tick)
        return LF_OK;
    for (size_t i = 0; i < f->m; i++)
        if (e->taken[i]) {
            done += (f->course.t[i] - S->opt->t0) / (f->end - S->opt->t0);
            slowest = f->direction * (f->course.t[i] - slowest) < 0 ? f->course.t[i] : slowest;
        }
    done /= (double)S->n;
    if (done < e->told + 0.01 && ++e->since < 256)
        return LF_OK;
    e->told = done;
    e->since = 0;
    return lf_stepper_tick(S, slowest, done);
}

static lf_status queued_fly(lf_stepper *S)
{
    queue *e = S->state;
    lf_flight *f = &e->flight;
    lf_status s = queued_board(S);
    while (s == LF_OK && e->flying > 0) {
        bool flown;
        s = lf_flight_try(f, f->end, &flown, S->stats);
        if (s == LF_OK)
            s = queued_tick(S);
        if (s == LF_OK && f->waiting < e->flying) {
            queued_land(S);
            s = queued_board(S);
        }
    }
    return s;
}

/* To the end; there are no rows before. */
static lf_status queued_advance(lf_stepper *S, double time)
{
    queue *e = S->state;
    const lf_status s = queued_fly(S);
    if (s != LF_OK)
        return s;
    e->whole = true;
    S->reached = e->ended ? e->latest : (double)NAN;
    return e->ended + S->ends.settled_count == S->n ? LF_EVENT : LF_OK;
}

/* What the statistics say of the whole run; trajectories in the air stay where they are. */
static void queued_finish(lf_stepper *S, double *y)
{
    queue *e = S->state;
    const lf_flight *f = &e->flight;
    for (size_t i = 0; i < f->m; i++)
        if (e->taken[i] && e->flying > 0)
            queued_put(S, i);
    S->stats->t = e->next < S->n ? S->opt->t0 : e->slowest;
    if (!e->whole) {
        double time = S->stats->t;
        queued_show(S, &time);
    }
    lf_flight_count(f, S->stats);
    S->stats->steps = (f->steps + S->n / 2) / S->n;
    memcpy(y, e->y, S->P->action->dim * S->n * sizeof *y);
}

static void queued_free(lf_stepper *S)
{
    queue *e = S->state;
    if (!e)
        return;
    lf_flight_free(&e->flight);
    free(e->y);
    free(e);
}

const lf_stepper_kind lf_stepper_queued = {queued_begin, queued_advance, queued_show, queued_finish,
                                           queued_free};
