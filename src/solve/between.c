/* SPDX-License-Identifier: BSD-3-Clause */
/* between.c - points between the ends of a step. */
#include "solve/flight.h"

/* Put a point between steps back on the manifold, as the points at their ends are. */
static void between_project(lf_flight *f, size_t lane, double *y)
{
    const lf_action *A = f->watcher.P->action;
    double *start = f->one + 3 * A->dim;
    if (!f->project)
        return;
    lf_lane_copy(A->dim, f->watcher.start, f->m, lane, start, 1, 0);
    A->ops->project(A, 1, start, y);
}

/* By the continuous extension, or where there is none by a shorter step from the same start. */
static lf_status between_point(lf_flight *f, lf_last *last, double x, double *y)
{
    const lf_estimator *E = f->M->estimator;
    double *work = f->one + 4 * f->P->action->dim;
    if (!E->interpolate) {
        const double h = x * last->h;
        return f->M->step(f->M, f->P, 1, &last->t, &h, last->y0, y, NULL, work);
    }
    const lf_attempt a = {.n = 1,
                          .t = &last->t,
                          .h = &last->h,
                          .y0 = last->y0,
                          .f0 = last->f0,
                          .y1 = last->y1,
                          .f1 = last->f1,
                          .stages = last->stages,
                          .work = work};
    const lf_status s = last->prepared ? LF_OK : E->prepare(f->M, f->P, &a);
    if (s != LF_OK)
        return s;
    last->prepared = true;
    E->interpolate(f->M, f->P, &a, &x, y);
    return LF_OK;
}

lf_status lf_flight_interpolate(lf_flight *f, size_t lane, double x, double *y)
{
    const lf_status s = between_point(f, &f->last[lane], x, y);
    if (s == LF_OK)
        between_project(f, lane, y);
    return s;
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
