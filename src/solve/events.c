/* SPDX-License-Identifier: BSD-3-Clause */
/* events.c - zeros of scalar functions within a step, on the continuous extension.
 *
 * A step is looked at in PARTS pieces, so that several zeros are seen. A zero is reported on its
 * far side: the sign has changed there, so a run that starts again from it does not find it twice,
 * and one that starts from a zero does not report where it stands. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "solve/flight.h"

enum { PARTS = 8, REFINE = 200 };

static double event_value(const lf_flight *f, size_t lane, size_t event, double t, const double *y)
{
    const lf_event *E = &f->opt->events[event];
    const lf_lanes at = {1, &t, NULL, f->who + lane};
    return E->value(E->ctx, lf_problem_on_manifold(f->P), &at, y);
}

/* The point at x of the last step of a lane: its end, or interpolated into `y`. */
static lf_status point_at(lf_flight *f, size_t lane, double x, double *y, const double **point)
{
    *point = x == 1 ? f->last[lane].y1 : y;
    return x == 1 ? LF_OK : lf_flight_interpolate(f, lane, x, y);
}

static double time_at(const lf_flight *f, size_t lane, double x)
{
    return f->last[lane].t + x * f->last[lane].h;
}

void lf_flight_event_values(lf_flight *f, size_t lane, double t, const double *y)
{
    for (size_t e = 0; e < f->opt->event_count; e++)
        f->event_value[lane * f->opt->event_count + e] = event_value(f, lane, e, t, y);
}

/* A bracket [x0, x1] with a change of sign from g0 to g1. */
typedef struct {
    double x0, g0, x1, g1;
    size_t event;
} bracket;

/* Close the bracket to neighbouring numbers: the regula falsi of Illinois, with a bisection
 * whenever it is slow. The far side x1 is the answer. */
static lf_status refine(lf_flight *f, size_t lane, bracket *b, double *y)
{
    lf_status s = LF_OK;
    double width = b->x1 - b->x0, g0 = b->g0, g1 = b->g1;
    for (int k = 0; k < REFINE && s == LF_OK && b->g1 != 0; k++) {
        double x = b->x0 + (b->x1 - b->x0) * (g0 / (g0 - g1));
        if (k % 4 == 3 || !(x > b->x0 && x < b->x1))
            x = 0.5 * (b->x0 + b->x1);
        if (x <= b->x0 || x >= b->x1 || b->x1 - b->x0 <= 2 * DBL_EPSILON)
            break;
        const double *point;
        s = point_at(f, lane, x, y, &point);
        if (s != LF_OK)
            break;
        const double g = event_value(f, lane, b->event, time_at(f, lane, x), point);
        if ((g < 0) == (b->g0 < 0) && g != 0) {
            b->x0 = x;
            b->g0 = g0 = g;
            g1 *= 0.5;
        } else {
            b->x1 = x;
            b->g1 = g1 = g;
            g0 *= 0.5;
        }
        if (b->x1 - b->x0 < 0.5 * width) {
            width = b->x1 - b->x0;
            g0 = b->g0;
            g1 = b->g1;
        }
    }
    return s;
}

static bool wanted(const lf_event *E, double g0, double g1)
{
    const bool changes = (g0 < 0 && g1 >= 0) || (g0 > 0 && g1 <= 0);
    return changes && (E->direction == 0 || (E->direction > 0) == (g0 < 0));
}

/* The earliest wanted zero between x, where the values are g, and x1, where they are `there`;
 * found.event is event_count if there is none. */
static lf_status next_zero(lf_flight *f, size_t lane, double x, const double *g, double x1,
                           const double *there, bracket *found, double *y)
{
    const size_t count = f->opt->event_count;
    lf_status s = LF_OK;
    found->event = count;
    for (size_t e = 0; e < count && s == LF_OK; e++) {
        bracket b = {x, g[e], x1, there[e], e};
        if (!wanted(&f->opt->events[e], b.g0, b.g1))
            continue;
        s = refine(f, lane, &b, y);
        if (found->event == count || b.x1 < found->x1)
            *found = b;
    }
    return s;
}

static void end_lane(lf_flight *f, size_t lane, double t, const double *y)
{
    f->alive[lane] = 0;
    f->course.t[lane] = t;
    for (size_t c = 0; c < f->P->action->dim; c++)
        f->y[c * f->m + lane] = y[c];
}

static lf_status report(lf_flight *f, size_t lane, const bracket *b, const double *y,
                        lf_stats *stats)
{
    const lf_hit hit = {.event = b->event,
                        .trajectory = f->who[lane],
                        .t = time_at(f, lane, b->x1),
                        .y = y,
                        .rising = b->g0 < 0};
    stats->events++;
    if (f->opt->events[b->event].terminal) {
        end_lane(f, lane, hit.t, y);
        snprintf(stats->message, sizeof stats->message, "event %s at t = %.17g",
                 f->opt->events[b->event].name, hit.t);
    }
    return f->sink && f->sink->hit ? f->sink->hit(f->sink->ctx, &hit) : LF_OK;
}

/* The point on the far side of a zero goes to the caller, and g becomes the values there. */
static lf_status take_zero(lf_flight *f, size_t lane, const bracket *b, double *g, double *y,
                           lf_stats *stats)
{
    const double *point;
    const lf_status s = point_at(f, lane, b->x1, y, &point);
    for (size_t e = 0; e < f->opt->event_count && s == LF_OK; e++) {
        const double value = event_value(f, lane, e, time_at(f, lane, b->x1), point);
        if (e == b->event)
            g[e] = value != 0 ? value : -b->g0;
        else if (value != 0 && !wanted(&f->opt->events[e], g[e], value))
            g[e] = value; /* else it crossed at the same time, and its turn comes next */
    }
    return s == LF_OK ? report(f, lane, b, point, stats) : s;
}

/* All zeros from *x to x1, the end of a part; the values at x1 open the next one. */
static lf_status search_part(lf_flight *f, size_t lane, double *x, double x1, double *g,
                             lf_stats *stats)
{
    const size_t count = f->opt->event_count, dim = f->P->action->dim;
    double *y = f->one + dim, *scratch = f->one + 2 * dim, *there = f->event_there;
    const double *point;
    lf_status s = point_at(f, lane, x1, scratch, &point);
    for (size_t e = 0; e < count && s == LF_OK; e++)
        there[e] = event_value(f, lane, e, time_at(f, lane, x1), point);
    while (s == LF_OK && *x < x1 && f->alive[lane] != 0) {
        bracket b = {.event = count};
        s = next_zero(f, lane, *x, g, x1, there, &b, scratch);
        if (s != LF_OK || b.event == count)
            break;
        s = take_zero(f, lane, &b, g, y, stats);
        *x = b.x1;
    }
    for (size_t e = 0; e < count && s == LF_OK; e++)
        if (there[e] != 0 && !wanted(&f->opt->events[e], g[e], there[e]))
            g[e] = there[e];
    *x = x1;
    return s;
}

lf_status lf_flight_events(lf_flight *f, size_t lane, lf_stats *stats)
{
    double *g = f->event_value + lane * f->opt->event_count, x = 0;
    lf_status s = LF_OK;
    for (int part = 1; part <= PARTS && s == LF_OK && f->alive[lane] != 0; part++)
        s = search_part(f, lane, &x, part / (double)PARTS, g, stats);
    return s;
}
