/* SPDX-License-Identifier: BSD-3-Clause */
/* stepper.c - from row to row, and the bookkeeping that the ways of stepping share. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "solve/stepper.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Much memory is better had in large pages: ten thousand small ones take longer to get than a step
 * takes, and every array of a long point begins in another one. */
static void *large_pages(size_t unit, size_t size)
{
    void *memory = aligned_alloc(unit, size);
#if defined(MADV_HUGEPAGE)
    if (memory)
        (void)madvise(memory, size, MADV_HUGEPAGE); /* a wish */
#endif
    return memory;
}

double *lf_stepper_memory(size_t count)
{
    enum { LINE = 64, LARGE = 1 << 21, MUCH = 4 * LARGE };
    const size_t bytes = count * sizeof(double), unit = bytes < MUCH ? LINE : LARGE;
    if (count > (SIZE_MAX - LARGE) / sizeof(double))
        return NULL;
    const size_t size = (bytes / unit + 1) * unit;
    double *memory = unit == LARGE ? large_pages(unit, size) : aligned_alloc(unit, size);
    for (size_t at = 0; memory && at < size; at += LARGE) {
        const size_t left = size - at, part = left < LARGE ? left : LARGE;
        memset((char *)memory + at, 0, part);
        if (lf_poll(part / sizeof *memory)) { /* pages take their time, too */
            free(memory);
            memory = NULL;
        }
    }
    return memory;
}

lf_status lf_stepper_no_memory(lf_stepper *S)
{
    if (S->poller.stopped)
        return LF_STOPPED;
    snprintf(S->stats->message, sizeof S->stats->message, "out of memory for the scratch");
    return LF_EMEMORY;
}

static lf_status stepper_row(lf_stepper *S)
{
    const size_t dim = S->P->action->dim, count = lf_watch_count(S->P);
    S->y = calloc(
        ((dim + count + 1) * sizeof *S->y + sizeof *S->who + sizeof *S->ends.settled) * S->n, 1);
    if (!S->y) {
        snprintf(S->stats->message, sizeof S->stats->message, "out of memory for the trajectories");
        return LF_EMEMORY;
    }
    S->invariants = S->y + dim * S->n;
    S->defect = S->invariants + count * S->n;
    S->who = (size_t *)(void *)(S->defect + S->n);
    S->stats->invariants = count;
    for (size_t i = 0; i < S->n; i++)
        S->who[i] = i;
    return LF_OK;
}

/* An empty book of endings; y is the caller's. */
static void stepper_open(lf_stepper *S, double *y)
{
    const lf_options *opt = S->opt;
    S->ends = (lf_ends){.n = S->n,
                        .dim = S->P->action->dim,
                        .count = S->stats->invariants,
                        .go_on = S->n > 1 && opt->failing == LF_FAIL_ALONE,
                        .end = opt->ends,
                        .settled = (bool *)(S->who + S->n),
                        .points = y,
                        .y = S->y,
                        .invariants = S->invariants,
                        .defect = S->defect,
                        .direction = opt->t1 < opt->t0 ? -1 : 1};
    for (size_t i = 0; opt->ends && i < S->n; i++)
        opt->ends[i] = (lf_trajectory_end){.status = LF_STOPPED, .t = opt->t0};
}

size_t lf_stepper_lanes(const lf_stepper *S, size_t k)
{
    return k + 1 < S->blocks ? S->m : S->n - k * S->m;
}

void lf_stepper_scatter(const lf_stepper *S, size_t first, size_t lanes, size_t count,
                        const double *from, double *to)
{
    for (size_t c = 0; c < count; c++)
        memcpy(to + c * S->n + first, from + c * lanes, lanes * sizeof *to);
}

void lf_stepper_gather(const lf_stepper *S, size_t first, size_t lanes, size_t count,
                       const double *from, double *to)
{
    for (size_t c = 0; c < count; c++)
        memcpy(to + c * lanes, from + c * S->n + first, lanes * sizeof *to);
}

/* The same for the lanes of a block that are not over. */
static void scatter_live(const lf_stepper *S, size_t first, size_t lanes, size_t count,
                         const double *from, double *to)
{
    for (size_t i = 0; i < lanes; i++)
        for (size_t c = 0; !S->ends.settled[first + i] && c < count; c++)
            to[c * S->n + first + i] = from[c * lanes + i];
}

void lf_stepper_return(const lf_stepper *S, size_t first, size_t lanes, const double *from,
                       double *to)
{
    const bool all = lf_ends_settled(&S->ends, first, lanes) == 0;
    (all ? lf_stepper_scatter : scatter_live)(S, first, lanes, S->P->action->dim, from, to);
}

void lf_stepper_put(lf_stepper *S, size_t first, const lf_watcher *w, const double *y)
{
    const bool all = lf_ends_settled(&S->ends, first, w->m) == 0;
    void (*put)(const lf_stepper *, size_t, size_t, size_t, const double *, double *) =
        all ? lf_stepper_scatter : scatter_live;
    put(S, first, w->m, S->P->action->dim, y, S->y);
    put(S, first, w->m, w->count, w->now, S->invariants);
    put(S, first, w->m, 1, w->defect, S->defect);
}

double lf_stepper_progress(const lf_stepper *S, double time)
{
    const double t0 = S->opt->t0, t1 = S->opt->t1;
    return t1 == t0 ? 1 : (time - t0) / (t1 - t0);
}

lf_status lf_stepper_tick(lf_stepper *S, double time, double progress)
{
    lf_poller *p = &S->poller;
    p->fraction = progress;
    if (!p->stopped && (!S->opt->tick || !S->opt->tick(S->opt->tick_ctx, progress)))
        return LF_OK;
    p->stopped = true;
    snprintf(S->stats->message, sizeof S->stats->message, "stopped by the caller at t = %.10g",
             time);
    return LF_STOPPED;
}

/* Show the points at a time, and hand the row to the sink. */
static lf_status give_row(lf_stepper *S, double time)
{
    lf_status s = S->kind->show(S, &time);
    if (s != LF_OK || !S->sink || !S->sink->row)
        return s;
    const lf_row row = {.t = time,
                        .n = S->n,
                        .y = S->y,
                        .invariants = S->invariants,
                        .defect = S->defect,
                        .progress = lf_stepper_progress(S, time)};
    s = S->sink->row(S->sink->ctx, &row);
    if (s != LF_OK && !S->stats->message[0])
        snprintf(S->stats->message, sizeof S->stats->message, "%s at t = %.10g", lf_status_text(s),
                 time);
    return s;
}

/* The time of row j, or the end if that is as near. */
static double row_time(const lf_stepper *S, size_t j)
{
    const lf_options *opt = S->opt;
    const double direction = opt->t1 < opt->t0 ? -1 : 1;
    const double time = opt->t0 + direction * (double)j * opt->every;
    return opt->every > 0 && direction * (opt->t1 - time) > S->same ? time : opt->t1;
}

/* Rows are asked for now and then whether to go on: there may be many of them within a step. */
static lf_status row_tick(lf_stepper *S, size_t j, double time)
{
    enum { NOW_AND_THEN = 1024 };
    const bool now = j % NOW_AND_THEN == 0 && S->opt->every > 0;
    return now ? lf_stepper_tick(S, time, lf_stepper_progress(S, time)) : LF_OK;
}

/* All trajectories have ended: the rows from number j on before the last of them did, and one where
 * it did. */
static lf_status last_rows(lf_stepper *S, size_t j)
{
    const double direction = S->opt->t1 < S->opt->t0 ? -1 : 1;
    lf_status s = LF_OK;
    for (; s == LF_OK && direction * (S->reached - row_time(S, j)) > S->same; j++) {
        s = give_row(S, row_time(S, j));
        if (s == LF_OK)
            s = row_tick(S, j, row_time(S, j));
    }
    if (s == LF_OK)
        s = give_row(S, S->reached);
    return s == LF_OK ? LF_EVENT : s;
}

static lf_status stepper_rows(lf_stepper *S)
{
    double last = S->opt->t0;
    lf_status s = give_row(S, last);
    for (size_t j = 1; s == LF_OK && last != S->opt->t1; j++) {
        last = row_time(S, j);
        s = S->kind->advance(S, last);
        if (s == LF_EVENT)
            return last_rows(S, j);
        if (s == LF_OK)
            s = give_row(S, last);
        if (s == LF_OK)
            s = row_tick(S, j, last);
    }
    return s;
}

/* Trajectory 0 may have ended before the others: its last values are those of its own end. */
static void last_values(lf_stepper *S, const double *y)
{
    double *one = S->y; /* no more rows are asked for */
    if (!S->ends.settled[0])
        return;
    for (size_t c = 0; c < S->P->action->dim; c++)
        one[c] = y[c * S->n];
    for (size_t k = 0; k < S->stats->invariants; k++)
        S->stats->invariant[k].final =
            lf_problem_value(S->P, S->P->invariants[k].value, S->ends.zero, one);
}

lf_status lf_stepper_run(lf_stepper *S, double *y)
{
    lf_status s = stepper_row(S);
    lf_poller_begin(&S->poller, S->opt->tick, S->opt->tick_ctx);
    S->tally.ask = S->opt->tick != NULL;
    if (s == LF_OK) {
        stepper_open(S, y);
        s = S->kind->begin(S, y);
    }
    if (s == LF_OK)
        s = stepper_rows(S);
    if (S->begun) {
        S->kind->finish(S, y);
        last_values(S, y);
    }
    if (s == LF_STOPPED && S->poller.stopped) /* within a step, maybe */
        snprintf(S->stats->message, sizeof S->stats->message, "stopped by the caller at t = %.10g",
                 S->stats->t);
    if (S->y)
        s = lf_ends_sum(&S->ends, S->stats, s);
    if (s != LF_OK && s != LF_EVENT && !S->stats->message[0]) /* a step that was told of */
        snprintf(S->stats->message, sizeof S->stats->message, "%s at t = %.10g", lf_status_text(s),
                 S->stats->t);
    lf_poller_end(&S->poller);
    S->kind->free(S);
    free(S->y);
    return s;
}
