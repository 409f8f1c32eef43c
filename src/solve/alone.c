/* SPDX-License-Identifier: BSD-3-Clause */
/* alone.c - an attempt that was refused for all lanes together, again lane by lane: one whose field
 * refuses is rejected like one whose values are not finite, and the others have the bits that they
 * would have had. */
#include <math.h>
#include <string.h>

#include "solve/flight.h"

size_t lf_flight_error_dim(const lf_flight *f)
{
    const lf_action *A = f->P->action;
    return f->M->estimator.in_algebra ? A->group->dim : A->dim;
}

static size_t stage_count(const lf_flight *f)
{
    return f->M->estimator.stages * f->P->action->group->dim;
}

size_t lf_flight_lone_size(const lf_flight *f)
{
    const lf_action *A = f->P->action;
    return f->m > 1 ? 3 * A->dim + 2 * A->group->dim + 2 * lf_flight_error_dim(f) + stage_count(f)
                    : 0;
}

/* The attempt of one lane, with scratch of its own. */
static lf_attempt lone_layout(const lf_flight *f)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim;
    const size_t error = lf_flight_error_dim(f);
    double *y0 = f->lone + dim, *f0 = y0 + dim; /* before them: the start, for projections */
    lf_attempt a = {.y0 = y0, .f0 = f0, .y1 = f0 + rate, .level = f->a.level, .tally = f->tally};
    a.f1 = a.y1 + dim;
    a.error = a.f1 + rate;
    a.error_low = a.error + error;
    a.stages = a.error_low + error;
    a.work = f->one + 4 * dim;
    return a;
}

/* Lane k of the attempt alone; what comes of it takes its place among the others. */
static lf_status lone_attempt(lf_flight *f, size_t k)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim, n = f->a.lanes.n;
    const size_t error = lf_flight_error_dim(f);
    lf_attempt a = lone_layout(f);
    double time;
    a.lanes = lf_lanes_part(&f->a.lanes, k, 1);
    lf_lane_copy(dim, f->a.y0, n, k, f->lone + dim, 1, 0);
    lf_lane_copy(rate, f->a.f0, n, k, f->lone + 2 * dim, 1, 0);
    lf_status s = f->M->estimator.attempt(f->M, f->P, &a);
    if (s == LF_OK && f->project)
        s = lf_flight_project(f, &a, &f->lane[k], f->lone, &time);
    if (s != LF_OK)
        return s;
    lf_lane_copy(dim, a.y1, 1, 0, f->a.y1, n, k);
    lf_lane_copy(rate, a.f1, 1, 0, f->a.f1, n, k);
    lf_lane_copy(error, a.error, 1, 0, f->a.error, n, k);
    lf_lane_copy(error, a.error_low, 1, 0, f->a.error_low, n, k);
    lf_lane_copy(stage_count(f), a.stages, 1, 0, f->a.stages, n, k);
    return LF_OK;
}

/* A point that is none: it will be rejected. */
static void refuse_lane(lf_flight *f, size_t k)
{
    const size_t n = f->a.lanes.n;
    for (size_t c = 0; c < f->P->action->dim; c++)
        f->a.y1[c * n + k] = NAN;
}

lf_status lf_flight_alone(lf_flight *f, lf_status s)
{
    for (size_t k = 0; k < f->a.lanes.n; k++) {
        lf_status own = s;
        if (f->flies[k] == 0)
            continue;
        if (s < 0 && f->m > 1)
            own = lone_attempt(f, k);
        if (own > 0)
            return own;
        f->refused[f->lane[k]] = own;
        if (own != LF_OK)
            refuse_lane(f, k);
    }
    f->refusals = false;
    for (size_t i = 0; i < f->m; i++)
        f->refusals = f->refusals || f->refused[i] != LF_OK;
    return LF_OK;
}

lf_status lf_flight_project(lf_flight *f, const lf_attempt *a, const size_t *lane, double *start,
                            double *time)
{
    const lf_action *A = f->watcher.P->action;
    const size_t n = a->lanes.n;
    for (size_t k = 0; k < n; k++)
        lf_lane_copy(A->dim, f->watcher.start, f->m, lane[k], start, n, k);
    const lf_status s = lf_action_project(A, n, start, a->y1, a->work);
    if (s != LF_OK || !f->M->estimator.first_is_last)
        return s;
    for (size_t k = 0; k < n; k++)
        time[k] = a->lanes.t[k] + a->lanes.h[k];
    const lf_lanes end = lf_lanes_at(&a->lanes, time);
    return lf_problem_field(f->P, &end, a->y1, a->f1, f->tally, a->work);
}
