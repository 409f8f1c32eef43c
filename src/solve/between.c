/* SPDX-License-Identifier: BSD-3-Clause */
/* between.c - points between the ends of a step, and what is looked for there. */
#include "solve/flight.h"

#include <math.h>

/* Put a point between steps back on the manifold, as the points at their ends are. */
static lf_status between_project(lf_flight *f, size_t lane, double *y)
{
    const lf_action *A = f->watcher.P->action;
    double *start = f->one + 3 * A->dim, *work = start + A->dim;
    if (!f->project)
        return LF_OK;
    lf_lane_copy(A->dim, f->watcher.start, f->m, lane, start, 1, 0);
    return lf_action_project(A, 1, start, y, work);
}

/* By the continuous extension, or where there is none by a shorter step from the same start. */
static lf_status between_point(lf_flight *f, size_t lane, double x, double *y)
{
    lf_last *last = &f->last[lane];
    const size_t *who = f->who + lane;
    const lf_estimator *E = &f->M->estimator;
    double *work = f->one + 4 * f->P->action->dim;
    const double middle = last->t + 0.5 * last->h, *inside = f->breaks ? &middle : NULL;
    if (!E->interpolate) {
        const double h = x * last->h;
        const lf_lanes at = {1, &last->t, &h, who, NULL, inside};
        return f->M->step(f->M, f->P, &at, last->y0, y, NULL, f->tally, work);
    }
    const lf_attempt a = {.lanes = {1, &last->t, &last->h, who, NULL, inside},
                          .y0 = last->y0,
                          .f0 = last->f0,
                          .y1 = last->y1,
                          .f1 = last->f1,
                          .stages = last->stages,
                          .tally = f->tally,
                          .work = work};
    const lf_status s = last->prepared ? LF_OK : E->prepare(f->M, f->P, &a);
    if (s != LF_OK)
        return s;
    last->prepared = true;
    return E->interpolate(f->M, f->P, &a, &x, y);
}

lf_status lf_flight_interpolate(lf_flight *f, size_t lane, double x, double *y)
{
    const lf_status s = between_point(f, lane, x, y);
    return s == LF_OK ? between_project(f, lane, y) : s;
}

typedef struct {
    lf_flight *f;
    size_t lane;
} between_ends;

static lf_status between_leg(void *ctx, double x, double *y)
{
    const between_ends *B = ctx;
    return lf_flight_interpolate(B->f, B->lane, x, y);
}

lf_status lf_flight_look(lf_flight *f, size_t lane, lf_stats *stats)
{
    const lf_last *last = &f->last[lane];
    between_ends ends = {f, lane};
    const lf_leg leg = {.t = last->t,
                        .h = last->h,
                        .t1 = f->course.t[lane],
                        .who = f->who + lane,
                        .y0 = last->y0,
                        .y1 = last->y1,
                        .rate = NAN,
                        .between = between_leg,
                        .ctx = &ends};
    const size_t before = f->scan.tally.evaluations;
    double x;
    const lf_status s = lf_scan_leg(&f->scan, lane, &leg, &x, stats);
    f->tally->evaluations += f->scan.tally.evaluations - before;
    if (s != LF_OK || !f->scan.ended)
        return s;
    f->alive[lane] = 0;
    f->course.t[lane] = lf_leg_time(&leg, x);
    lf_lane_copy(f->P->action->dim, f->scan.end, 1, 0, f->y, f->m, lane);
    return LF_OK;
}

lf_status lf_flight_point(lf_flight *f, size_t lane, double time, const double **y)
{
    const double t = f->course.t[lane];
    *y = f->one;
    if (t == time || f->direction * (time - t) > 0) {
        lf_lane_copy(f->P->action->dim, f->y, f->m, lane, f->one, 1, 0);
        return LF_OK; /* here, or ended before */
    }
    const lf_last *last = &f->last[lane];
    if (time == last->t) {
        *y = last->y0;
        return LF_OK;
    }
    return lf_flight_interpolate(f, lane, (time - last->t) / last->h, f->one);
}
