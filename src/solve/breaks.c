/* SPDX-License-Identifier: BSD-3-Clause */
/* breaks.c - steps that follow a tolerance and end where the field has a jump or a kink. */
#include <math.h>

#include "solve/flight.h"

double lf_flight_goal(const lf_flight *f, double t)
{
    const lf_problem *inner = f->watcher.P;
    if (!f->breaks)
        return f->end;
    const double stop = lf_problem_breaks(inner)->beyond(inner, t, f->direction);
    return f->direction * (f->end - stop) > 0 ? stop : f->end;
}

void lf_flight_sides(lf_flight *f)
{
    for (size_t k = 0; k < f->a.lanes.n; k++) {
        f->ainside[k] = f->now->t[k] + 0.5 * f->ah[k];
        f->awanted[k] = f->now->h[k];
    }
    f->a.lanes.inside = f->ainside;
}

/* The field from here on; `wanted` is the step that was shortened. */
static lf_status pass_lane(lf_flight *f, size_t lane, double wanted)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim;
    const double t = f->course.t[lane], goal = lf_flight_goal(f, t), inside = t + 0.5 * (goal - t);
    const lf_lanes at = {1, &t, NULL, f->who + lane, NULL, &inside};
    double *field = f->af0, *next = &f->course.h[lane];
    f->course.goal[lane] = goal;
    *next = fabs(wanted) > fabs(*next) ? wanted : *next;
    lf_lane_copy(dim, f->y, f->m, lane, f->one, 1, 0);
    const lf_status s = lf_problem_field(f->P, &at, f->one, field, f->tally, f->one + 4 * dim);
    lf_lane_copy(rate, field, 1, 0, f->f0, f->m, lane);
    return s;
}

lf_status lf_flight_pass(lf_flight *f, lf_stats *stats)
{
    lf_status s = LF_OK;
    for (size_t k = 0; k < f->a.lanes.n && s == LF_OK; k++) {
        const size_t lane = f->lane[k];
        const double t = f->course.t[lane];
        if (f->accepted[k] == 0 || f->alive[lane] == 0 || t != f->course.goal[lane] || t == f->end)
            continue;
        s = pass_lane(f, lane, f->awanted[k]);
        if (s != LF_OK)
            s = lf_flight_fail(f, stats, s, lane);
    }
    return s;
}
