/* SPDX-License-Identifier: BSD-3-Clause */
/* scan.c - what is looked at inside a step, and where that ends it. */
#include "solve/scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solve/stepper.h"
#include "solve/turn.h"

bool lf_scan_wanted(const lf_problem *P, const lf_options *opt)
{
    const lf_guard *guard = lf_problem_guard(P);
    return opt->event_count > 0 || opt->until || (guard && (guard->bound > 0 || opt->watch > 0));
}

static size_t scan_doubles(const lf_scan *S, size_t m)
{
    const size_t count = S->opt->event_count;
    return m + (m + 6) * count + 2 * S->P->action->dim + S->P->quantity_work + lf_turn_work(S->P);
}

/* High orders take long steps where the motion is simple; fixed steps are mostly short, and looking
 * inside is dear there. */
enum { PIECES_TOLERANCE = 8, PIECES_FIXED = 4 };

lf_status lf_scan_new(lf_scan *S, const lf_problem *P, const lf_options *opt, size_t m)
{
    const lf_guard *guard = lf_problem_guard(P);
    const bool follows = opt->tolerance.atol != 0 || opt->tolerance.rtol != 0;
    const size_t count = opt->event_count;
    *S = (lf_scan){.P = P,
                   .opt = opt,
                   .base = follows ? PIECES_TOLERANCE : PIECES_FIXED,
                   .events = count > 0,
                   .follow = guard && (guard->bound > 0 || opt->watch > 0),
                   .guard = guard,
                   .rate = guard ? lf_problem_guard_rate(P) : NULL};
    S->memory = lf_stepper_memory(scan_doubles(S, m));
    S->guarded = calloc(m, sizeof *S->guarded);
    if (!S->memory || !S->guarded)
        return LF_EMEMORY;
    S->turn = S->memory;
    S->value = S->turn + m;
    S->there = S->value + m * count;
    S->unsure = S->there + count;
    for (size_t k = 0; k < 4; k++)
        S->sample[k] = S->unsure + (k + 1) * count;
    S->point = S->unsure + 5 * count;
    S->end = S->point + P->action->dim;
    S->quantity_work = S->end + P->action->dim;
    S->work = S->quantity_work + P->quantity_work;
    return LF_OK;
}

void lf_scan_free(lf_scan *S)
{
    free(S->memory);
    free(S->guarded);
    S->memory = NULL;
    S->guarded = NULL;
}

lf_status lf_leg_point(const lf_leg *leg, double x, double *y, const double **point)
{
    *point = x == 0 ? leg->y0 : x == 1 ? leg->y1 : y;
    return x == 0 || x == 1 ? LF_OK : leg->between(leg->ctx, x, y);
}

/* The angular velocity at a point; one where the field cannot be evaluated is the stepper's to
 * refuse. */
static double scan_turn(lf_scan *S, const size_t *who, double t, const double *y)
{
    const lf_lanes at = {1, &t, NULL, who};
    double rate = 0;
    if (S->P->field)
        lf_turn_rate(S->P, &at, y, &S->tally, &rate, S->work);
    return isfinite(rate) ? rate : 0;
}

/* A step that follows a tolerance may turn as far as it likes, which interpolates cheaply; a fixed one
 * that goes round hundreds of times is no solution to look into. */
static lf_status scan_too_far(const lf_scan *S, double turn, double most, const lf_leg *leg,
                              lf_stats *stats)
{
    stats->trajectory = *leg->who;
    snprintf(stats->message, sizeof stats->message,
             "a step that turns by %.3g radians, from t = %.10g, cannot be searched for %s: take "
             "steps below %.3g, or a tolerance",
             turn, leg->t, S->events ? "events" : "the smallest value of a guard",
             fabs(leg->h) * most / turn);
    return LF_ELARGE;
}

lf_status lf_scan_pieces(lf_scan *S, size_t lane, const lf_leg *leg, double x, size_t *pieces,
                         lf_stats *stats)
{
    enum { MOST_FIXED = 4096 };
    const double radians = 0.4, size = fabs(leg->h) * x; /* sixteen looks a turn */
    const double *point;
    if (isnan(S->turn_end))
        S->turn_end = scan_turn(S, leg->who, leg->t1, leg->y1);
    double rate = fmax(S->turn[lane], S->turn_end);
    if (rate * size > radians) { /* long enough to be faster in the middle */
        const lf_status s = lf_leg_point(leg, 0.5 * x, S->point, &point);
        if (s != LF_OK)
            return s;
        rate = fmax(rate, scan_turn(S, leg->who, lf_leg_time(leg, 0.5 * x), point));
    }
    const double many = ceil(rate * size / radians),
                 most = S->base == PIECES_FIXED ? MOST_FIXED : 9e15;
    if (many > most)
        return scan_too_far(S, rate * size, most * radians, leg, stats);
    *pieces = many > (double)S->base ? (size_t)many : S->base;
    return LF_OK;
}

lf_status lf_scan_tick(const lf_scan *S, const lf_leg *leg, double x, lf_stats *stats)
{
    const lf_options *opt = S->opt;
    const double t = lf_leg_time(leg, x), span = opt->t1 - opt->t0;
    if (!opt->tick || !opt->tick(opt->tick_ctx, span != 0 ? (t - opt->t0) / span : 1))
        return LF_OK;
    snprintf(stats->message, sizeof stats->message, "stopped by the caller at t = %.10g", t);
    return LF_STOPPED;
}

static void scan_least(double value, double t, lf_stats *stats)
{
    if (value < stats->guard) {
        stats->guard = value;
        stats->guard_t = t;
    }
}

void lf_scan_begin(lf_scan *S, size_t lane, const size_t *who, double t, const double *y,
                   lf_stats *stats)
{
    if (S->events) {
        S->turn[lane] = scan_turn(S, who, t, y);
        lf_scan_event_values(S, who, t, y, S->value + lane * S->opt->event_count);
    }
    if (!S->follow)
        return;
    const double value = lf_scan_guard(S, S->guard->value, who, t, y);
    S->guarded[lane] = (lf_guarded){.value = value, .least = value};
    if (S->rate)
        S->guarded[lane].rate = lf_scan_guard(S, S->rate, who, t, y);
    else
        S->turn[lane] = S->events ? S->turn[lane] : scan_turn(S, who, t, y);
    scan_least(value, t, stats);
}

/* The guard has ended a trajectory. */
static lf_status scan_fell(lf_scan *S, const lf_leg *leg, const lf_nearest *N, lf_stats *stats)
{
    const double *point;
    const lf_status s = lf_leg_point(leg, N->x, S->end, &point);
    if (s != LF_OK)
        return s;
    for (size_t c = 0; c < S->P->action->dim; c++)
        S->end[c] = point[c];
    S->ended = true;
    stats->trajectory = *leg->who;
    const int used =
        snprintf(stats->message, sizeof stats->message, "%s fell to its bound %.6g at t = %.10g",
                 S->guard->name, S->guard->bound, lf_leg_time(leg, N->x));
    if (*leg->who > 0 && used > 0 && (size_t)used < sizeof stats->message)
        snprintf(stats->message + used, sizeof stats->message - (size_t)used, ", trajectory %zu",
                 *leg->who);
    return LF_OK;
}

/* Has what is waited for become small at the end of a leg? */
static void scan_until(lf_scan *S, const lf_leg *leg, lf_stats *stats)
{
    const lf_until *U = S->opt->until;
    const lf_lanes at = {1, &leg->t1, NULL, leg->who, S->quantity_work};
    const double value = U->value(U->ctx, S->P, &at, leg->y1);
    if (!(value <= U->bound))
        return;
    for (size_t c = 0; c < S->P->action->dim; c++)
        S->end[c] = leg->y1[c];
    S->ended = true;
    stats->arrived++;
    snprintf(stats->message, sizeof stats->message, "%s fell to %.6g at t = %.17g", U->name, value,
             leg->t1);
}

/* Events are told up to where the guard falls; the guard is followed up to a terminal event. */
lf_status lf_scan_leg(lf_scan *S, size_t lane, const lf_leg *leg, double *x, lf_stats *stats)
{
    lf_nearest N = {.x = 1};
    S->ended = false;
    S->turn_end = NAN;
    lf_status s = S->follow ? lf_scan_nearest(S, lane, leg, 1, &N, stats) : LF_OK;
    *x = N.x;
    if (s == LF_OK && S->events)
        s = lf_scan_events(S, lane, leg, x, stats);
    if (s == LF_OK && S->ended && S->follow)
        s = lf_scan_nearest(S, lane, leg, *x, &N, stats);
    else if (s == LF_OK && N.fell)
        s = scan_fell(S, leg, &N, stats);
    if (s == LF_OK && !S->ended && S->opt->until)
        scan_until(S, leg, stats);
    if (!isnan(S->turn_end))
        S->turn[lane] = S->turn_end;
    if (s != LF_OK || !S->follow)
        return s;
    S->guarded[lane] = N.now;
    scan_least(N.least, lf_leg_time(leg, N.where), stats);
    return LF_OK;
}
