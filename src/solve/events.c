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

static double event_at(lf_flight *f, size_t lane, size_t event, double x, double *y,
                       lf_status *status)
{
    const lf_last *last = &f->last[lane];
    const lf_event *E = &f->opt->events[event];
    const double *point = y;
    if (x == 1)
        point = last->y1;
    else if (*status == LF_OK)
        *status = lf_flight_interpolate(f, lane, x, y);
    return E->value(E->ctx, f->P->inner ? f->P->inner : f->P, last->t + x * last->h, point);
}

void lf_flight_event_values(lf_flight *f, size_t lane, double t, const double *y)
{
    for (size_t e = 0; e < f->opt->event_count; e++)
        f->event_value[lane * f->opt->event_count + e] =
            f->opt->events[e].value(f->opt->events[e].ctx, f->P->inner ? f->P->inner : f->P, t, y);
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
        const double g = event_at(f, lane, b->event, x, y, &s);
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

/* The earliest wanted zero after x among all events; found.event is event_count if there is none. */
static lf_status next_zero(lf_flight *f, size_t lane, double x, double *g, bracket *found,
                           double *y)
{
    const size_t count = f->opt->event_count;
    lf_status s = LF_OK;
    found->event = count;
    for (int part = (int)(x * PARTS); part < PARTS && found->event == count; part++) {
        const double x1 = (part + 1) / (double)PARTS;
        for (size_t e = 0; e < count && s == LF_OK; e++) {
            const double g1 = event_at(f, lane, e, x1, y, &s);
            bracket b = {fmax(x, part / (double)PARTS), g[e], x1, g1, e};
            if (s == LF_OK && wanted(&f->opt->events[e], b.g0, b.g1)) {
                s = refine(f, lane, &b, y);
                if (found->event == count || b.x1 < found->x1)
                    *found = b;
            }
        }
        /* nothing here: the values at x1 open the next part */
        for (size_t e = 0; e < count && found->event == count && s == LF_OK; e++) {
            const double g1 = event_at(f, lane, e, x1, y, &s);
            g[e] = g1 != 0 ? g1 : g[e];
        }
    }
    return s;
}

static void end_lane(lf_flight *f, size_t lane, double t, const double *y)
{
    f->ended[lane] = true;
    f->t[lane] = t;
    for (size_t c = 0; c < f->P->action->dim; c++)
        f->y[c * f->m + lane] = y[c];
}

static lf_status report(lf_flight *f, size_t lane, const bracket *b, const double *y,
                        lf_stats *stats)
{
    const lf_last *last = &f->last[lane];
    const lf_hit hit = {.event = b->event,
                        .trajectory = f->first + lane,
                        .t = last->t + b->x1 * last->h,
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

lf_status lf_flight_events(lf_flight *f, size_t lane, lf_stats *stats)
{
    const size_t count = f->opt->event_count, dim = f->P->action->dim;
    double *g = f->event_value + lane * count, *y = f->one + dim, *scratch = f->one + 2 * dim;
    double x = 0;
    while (x < 1 && !f->ended[lane]) {
        bracket b = {.event = count};
        lf_status s = next_zero(f, lane, x, g, &b, scratch);
        if (s != LF_OK || b.event == count)
            return s;
        /* the point on the far side, and what every event's value is there */
        if (b.x1 == 1)
            for (size_t c = 0; c < dim; c++)
                y[c] = f->last[lane].y1[c];
        else
            s = lf_flight_interpolate(f, lane, b.x1, y);
        for (size_t e = 0; e < count && s == LF_OK; e++) {
            const double value = event_at(f, lane, e, b.x1, scratch, &s);
            if (e == b.event)
                g[e] = value != 0 ? value : -b.g0;
            else if (value != 0 && !wanted(&f->opt->events[e], g[e], value))
                g[e] = value; /* else it crossed at the same time, and its turn comes next */
        }
        if (s == LF_OK)
            s = report(f, lane, &b, y, stats);
        if (s != LF_OK)
            return s;
        x = b.x1;
    }
    return LF_OK;
}
