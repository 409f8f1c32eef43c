/* SPDX-License-Identifier: BSD-3-Clause */
/* events.c - zeros of scalar functions within a step.
 *
 * A step is looked at in pieces that turn little, so that several zeros are seen. Where the bend of
 * the values is large enough for a function to reach zero between two looks and come back, the
 * bottom of that valley is sought, and the piece is cut there. A zero is reported on its far side:
 * the sign has changed there, so a run that starts again from it does not find it twice, and one
 * that starts from a zero does not report where it stands. */
#include <math.h>
#include <stdio.h>

#include "solve/bracket.h"
#include "solve/scan.h"

static double event_value(const lf_scan *S, size_t event, const size_t *who, double t,
                          const double *y)
{
    const lf_event *E = &S->opt->events[event];
    const lf_lanes at = {1, &t, NULL, who, S->quantity_work};
    return E->value(E->ctx, S->P, &at, y);
}

void lf_scan_event_values(lf_scan *S, const size_t *who, double t, const double *y, double *g)
{
    for (size_t e = 0; e < S->opt->event_count; e++)
        g[e] = event_value(S, e, who, t, y);
}

/* An event along a leg, turned over where `sign` is -1. */
typedef struct {
    lf_scan *S;
    const lf_leg *leg;
    size_t event;
    double sign;
} event_curve;

static lf_status event_at(void *ctx, double x, double *g)
{
    const event_curve *C = ctx;
    const double *point;
    const lf_status s = lf_leg_point(C->leg, x, C->S->point, &point);
    if (s == LF_OK)
        *g = C->sign * event_value(C->S, C->event, C->leg->who, lf_leg_time(C->leg, x), point);
    return s;
}

/* All events at x. */
static lf_status values_at(lf_scan *S, const lf_leg *leg, double x, double *g)
{
    const double *point;
    const lf_status s = lf_leg_point(leg, x, S->point, &point);
    if (s == LF_OK)
        lf_scan_event_values(S, leg->who, lf_leg_time(leg, x), point, g);
    return s;
}

static bool wanted(const lf_event *E, double g0, double g1)
{
    const bool changes = (g0 < 0 && g1 >= 0) || (g0 > 0 && g1 <= 0);
    return changes && (E->direction == 0 || (E->direction > 0) == (g0 < 0));
}

/* A zero of an event. */
typedef struct {
    lf_bracket b;
    size_t event;
} zero;

/* The earliest wanted zero between x, where the values are g, and x1, where they are S->there;
 * found->event is event_count if there is none. */
static lf_status next_zero(lf_scan *S, const lf_leg *leg, double x, const double *g, double x1,
                           zero *found)
{
    const size_t count = S->opt->event_count;
    lf_status s = LF_OK;
    found->event = count;
    for (size_t e = 0; e < count && s == LF_OK; e++) {
        event_curve C = {S, leg, e, 1};
        zero z = {{x, g[e], x1, S->there[e]}, e};
        if (!wanted(&S->opt->events[e], z.b.g0, z.b.g1))
            continue;
        s = lf_bracket_close(event_at, &C, &z.b);
        if (found->event == count || z.b.x1 < found->b.x1)
            *found = z;
    }
    return s;
}

static lf_status report(lf_scan *S, const lf_leg *leg, const zero *z, lf_stats *stats)
{
    const lf_hit hit = {.event = z->event,
                        .trajectory = *leg->who,
                        .t = lf_leg_time(leg, z->b.x1),
                        .y = S->end,
                        .rising = z->b.g0 < 0};
    stats->events++;
    if (S->opt->events[z->event].terminal)
        snprintf(stats->message, sizeof stats->message, "event %s at t = %.17g",
                 S->opt->events[z->event].name, hit.t);
    const lf_status s = S->sink && S->sink->hit ? S->sink->hit(S->sink->ctx, &hit) : LF_OK;
    S->refused = s != LF_OK;
    return s;
}

/* The point on the far side of a zero goes to the caller, and g becomes the values there. */
static lf_status take_zero(lf_scan *S, const lf_leg *leg, const zero *z, double *g, lf_stats *stats)
{
    const double *point;
    const lf_status s = lf_leg_point(leg, z->b.x1, S->end, &point);
    if (s != LF_OK)
        return s;
    for (size_t c = 0; c < S->P->action->dim; c++)
        S->end[c] = point[c];
    for (size_t e = 0; e < S->opt->event_count; e++) {
        const double value = e == z->event
                                 ? z->b.g1
                                 : event_value(S, e, leg->who, lf_leg_time(leg, z->b.x1), S->end);
        if (e == z->event || !wanted(&S->opt->events[e], g[e], value))
            g[e] = value; /* else it crossed at the same time, and its turn comes next */
    }
    return report(S, leg, z, stats);
}

/* What has just left zero is on the side where it is next: leaving is no event. */
static lf_status leave_zeros(lf_scan *S, const lf_leg *leg, double x, double x1, double *g)
{
    const double next = x + 1e-5 * (x1 - x);
    lf_status s = LF_OK;
    for (size_t e = 0; e < S->opt->event_count && s == LF_OK; e++) {
        event_curve C = {S, leg, e, 1};
        if (g[e] == 0 && S->there[e] != 0 && next > x)
            s = event_at(&C, next, &g[e]);
    }
    return s;
}

/* All zeros from x to x1, where the values are S->there; *end: where a terminal one is. */
static lf_status search_part(lf_scan *S, const lf_leg *leg, double x, double x1, double *g,
                             double *end, lf_stats *stats)
{
    const size_t count = S->opt->event_count;
    lf_status s = leave_zeros(S, leg, x, x1, g);
    while (s == LF_OK) {
        zero z = {.event = count};
        s = next_zero(S, leg, x, g, x1, &z);
        if (s != LF_OK || z.event == count)
            break;
        s = take_zero(S, leg, &z, g, stats);
        x = z.b.x1;
        if (S->opt->events[z.event].terminal) {
            S->ended = true;
            *end = x;
            return s;
        }
        if (s == LF_OK)
            s = leave_zeros(S, leg, x, x1, g);
    }
    for (size_t e = 0; e < count; e++)
        g[e] = S->there[e];
    return s;
}

/* Which functions may reach zero in a piece and come back? Those nearer to it at an end than what
 * the values bend by from piece to piece: a parabola is deeper by an eighth of that, a sharp valley
 * by less than the whole. */
static void find_unsure(lf_scan *S, bool first, bool last)
{
    for (size_t e = 0; e < S->opt->event_count; e++) {
        const double a = S->sample[0][e], b = S->sample[1][e], c = S->sample[2][e];
        const double d = S->sample[3][e];
        const double bend = fmax(first ? 0 : fabs(a - 2 * b + c), last ? 0 : fabs(b - 2 * c + d));
        S->unsure[e] = b * c > 0 && fmin(fabs(b), fabs(c)) < bend;
    }
}

/* Bring *x1 forward to where a function has its turning point beyond zero; S->there moves along. */
static lf_status cut_part(lf_scan *S, const lf_leg *leg, double x, const double *g, double *x1)
{
    lf_status s = LF_OK;
    for (size_t e = 0; e < S->opt->event_count && s == LF_OK; e++) {
        const double sign = g[e] < 0 ? -1 : 1;
        event_curve C = {S, leg, e, sign};
        const lf_bracket b = {x, sign * g[e], *x1, sign * S->there[e]};
        double bottom, value;
        bool found = false;
        if (S->unsure[e] == 0 || !(b.g0 > 0) || !(b.g1 > 0))
            continue;
        s = lf_bracket_valley(event_at, &C, &b, 0, &bottom, &value, &found);
        if (s != LF_OK || !found || value > 0)
            continue;
        S->unsure[e] = 0;
        *x1 = bottom;
        s = values_at(S, leg, bottom, S->there);
    }
    return s;
}

/* A piece from x to x1, whose ends are samples 1 and 2. */
static lf_status search_piece(lf_scan *S, const lf_leg *leg, double x, double x1, double *g,
                              double *end, lf_stats *stats)
{
    lf_status s = LF_OK;
    while (s == LF_OK && x < x1 && !S->ended) {
        double to = x1;
        for (size_t e = 0; e < S->opt->event_count; e++)
            S->there[e] = S->sample[2][e];
        s = cut_part(S, leg, x, g, &to);
        if (s == LF_OK)
            s = search_part(S, leg, x, to, g, end, stats);
        x = to;
    }
    return s;
}

lf_status lf_scan_events(lf_scan *S, size_t lane, const lf_leg *leg, double *x, lf_stats *stats)
{
    enum { NOW_AND_THEN = 1024 };
    double *g = S->value + lane * S->opt->event_count, whole = *x;
    size_t pieces;
    lf_status s = lf_scan_pieces(S, lane, leg, whole, &pieces, stats);
    const double width = whole / (double)pieces;
    for (size_t e = 0; e < S->opt->event_count; e++)
        S->sample[1][e] = g[e];
    if (s == LF_OK)
        s = values_at(S, leg, pieces > 1 ? width : whole, S->sample[2]);
    for (size_t k = 0; k < pieces && s == LF_OK && !S->ended; k++) {
        const bool last = k + 1 == pieces;
        const double from = width * (double)k, to = last ? whole : width * (double)(k + 1);
        if (!last)
            s = values_at(S, leg, k + 2 == pieces ? whole : width * (double)(k + 2), S->sample[3]);
        find_unsure(S, k == 0, last);
        if (s == LF_OK)
            s = search_piece(S, leg, from, to, g, x, stats);
        double *oldest = S->sample[0];
        for (size_t j = 0; j < 3; j++)
            S->sample[j] = S->sample[j + 1];
        S->sample[3] = oldest;
        if (s == LF_OK && k % NOW_AND_THEN == NOW_AND_THEN - 1)
            s = lf_scan_tick(S, leg, to, stats);
    }
    return s;
}
