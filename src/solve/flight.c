/* SPDX-License-Identifier: BSD-3-Clause */
/* flight.c - attempts, acceptance and the next step, lane by lane. */
#include "solve/flight.h"
#include "solve/rows.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t error_dim(const lf_flight *f)
{
    const lf_action *A = f->P->action;
    return f->M->estimator->in_algebra ? A->group->dim : A->dim;
}

static size_t max2(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* scratch of n lanes for attempts, plain steps and the field */
static size_t work_size(const lf_problem *P, const lf_method *M, size_t n)
{
    const size_t measure = 5 * n;
    return max2(max2(M->estimator->work(M, P, n), measure),
                max2(M->work(M, P, n), P->field_work * n));
}

enum { LINE = 8, PIECES = 32 }; /* doubles of a cache line; pieces of an arena, at most */

/* Hand out the next `count` doubles of an arena, each piece on a cache line of its own: vectors
 * that were just written are then read back without a stall. */
static double *take(double **arena, size_t count)
{
    double *piece = *arena;
    *arena += (count + LINE - 1) / LINE * LINE;
    return piece;
}

static size_t flight_doubles(const lf_flight *f, const lf_problem *inner)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim;
    const size_t stages = f->M->estimator->stages * rate;
    const size_t last = f->keep ? 2 * dim + 2 * rate + stages : 0;
    const size_t packed = 3 * dim + 2 * rate + 2 * error_dim(f) + stages + 6;
    return f->m * (dim + rate + 3 + packed + last + f->opt->event_count) +
           work_size(f->P, f->M, f->m) + lf_watcher_size(inner, f->m) + 4 * dim +
           work_size(f->P, f->M, 1) + LINE * (PIECES + (f->keep ? 5 * f->m : 0));
}

static void flight_layout(lf_flight *f, const lf_problem *inner, double *arena)
{
    const size_t m = f->m, dim = f->P->action->dim, rate = f->P->action->group->dim;
    const size_t stages = f->M->estimator->stages * rate;
    f->arena = arena;
    f->y = take(&arena, dim * m);
    f->f0 = take(&arena, rate * m);
    f->t = take(&arena, m);
    f->h = take(&arena, m);
    f->before = take(&arena, m);
    f->at = take(&arena, m);
    f->ah = take(&arena, m);
    f->atime = take(&arena, m);
    f->aerror = take(&arena, m);
    f->alow = take(&arena, m);
    f->afactor = take(&arena, m);
    f->ay0 = take(&arena, dim * m);
    f->astart = take(&arena, dim * m);
    f->af0 = take(&arena, rate * m);
    f->a.y1 = take(&arena, dim * m);
    f->a.f1 = take(&arena, rate * m);
    f->a.error = take(&arena, error_dim(f) * m);
    f->a.error_low = take(&arena, error_dim(f) * m);
    f->a.stages = take(&arena, stages * m);
    f->a.work = take(&arena, work_size(f->P, f->M, m));
    f->event_value = take(&arena, f->opt->event_count * m);
    for (size_t i = 0; f->keep && i < m; i++) {
        f->last[i].y0 = take(&arena, dim);
        f->last[i].y1 = take(&arena, dim);
        f->last[i].f0 = take(&arena, rate);
        f->last[i].f1 = take(&arena, rate);
        f->last[i].stages = take(&arena, stages);
    }
    f->watcher = lf_watcher_layout(inner, m, take(&arena, lf_watcher_size(inner, m)));
    f->one = arena;
}

lf_status lf_flight_new(lf_flight *f, const lf_problem *P, const lf_problem *inner,
                        const lf_method *M, const lf_options *opt, size_t m)
{
    memset(f, 0, sizeof *f);
    f->P = P;
    f->M = M;
    f->opt = opt;
    f->m = m;
    f->end = opt->t1;
    f->project = opt->project && (M->traits & LF_AMBIENT);
    f->keep = opt->every > 0 || opt->event_count > 0;
    f->measure = lf_measure_make(P, M->estimator, &opt->tolerance);
    double *arena = lf_run_memory(flight_doubles(f, inner));
    f->lane = calloc(m, sizeof *f->lane);
    f->ended = calloc(2 * m, sizeof *f->ended);
    f->last = calloc(m, sizeof *f->last);
    f->level = calloc(m, sizeof *f->level);
    if (!arena || !f->lane || !f->ended || !f->last || !f->level) {
        f->arena = arena;
        return LF_EMEMORY;
    }
    f->rejected = f->ended + m;
    flight_layout(f, inner, arena);
    return LF_OK;
}

void lf_flight_free(lf_flight *f)
{
    free(f->arena);
    free(f->lane);
    free(f->ended);
    free(f->last);
    free(f->level);
}

static lf_status flight_fail(const lf_flight *f, lf_stats *stats, lf_status s, size_t lane)
{
    stats->lane = f->first + lane;
    snprintf(stats->message, sizeof stats->message,
             "%s: %s at t = %.10g, step %.3g, trajectory %zu", lf_status_text(s), f->M->name,
             f->t[lane], f->h[lane], stats->lane);
    return s;
}

static double direction(const lf_flight *f)
{
    return f->opt->t1 < f->opt->t0 ? -1 : 1;
}

/* copy lane `from` of `n` to lane `to` of `k`, `count` components */
static void copy_lane(size_t count, const double *x, size_t n, size_t from, double *y, size_t k,
                      size_t to)
{
    for (size_t c = 0; c < count; c++)
        y[c * k + to] = x[c * n + from];
}

/* How far the field is carried to see how it changes: a hundredth of the point's size. */
static double probe_step(const lf_flight *f, size_t i, double speed)
{
    const double size = lf_measure_size(&f->measure, f->m, i, f->y);
    const double h = size > 1e-10 && speed > 1e-10 ? 0.01 * size / speed : 1e-6;
    return direction(f) * fmin(h, fabs(f->end - f->opt->t0));
}

/* The first step from the probe, the speed there and how much it bends. */
static double first_step(const lf_flight *f, double probe, double speed, double bend)
{
    const double root = 1.0 / (f->M->estimator->order + 1), most = fmax(speed, bend);
    double h = most > 1e-15 ? pow(0.01 / most, root) : fmax(1e-6, fabs(probe) * 1e-3);
    h = fmin(h, fmin(100 * fabs(probe), fabs(f->end - f->opt->t0)));
    return direction(f) * h;
}

/* The first step of every lane: Hairer, Norsett, Wanner II.4, with an Euler step as the probe. */
static lf_status choose_steps(lf_flight *f)
{
    const size_t m = f->m, rate = f->P->action->group->dim;
    double *speed = f->at, *time = f->ah, *u = f->af0, *field = f->a.f1;
    for (size_t i = 0; i < m; i++) {
        speed[i] = lf_measure_rate(&f->measure, m, i, f->f0, f->y);
        f->h[i] = probe_step(f, i, speed[i]);
        time[i] = f->t[i] + f->h[i];
    }
    for (size_t j = 0; j < rate * m; j++)
        u[j] = f->h[j % m] * f->f0[j];
    lf_action_flow(f->P->action, LF_EXP, m, u, f->y, f->a.y1, f->a.work);
    const lf_status s = lf_problem_field(f->P, m, time, f->a.y1, field, f->a.work);
    for (size_t j = 0; j < rate * m; j++)
        u[j] = (field[j] - f->f0[j]) / f->h[j % m];
    for (size_t i = 0; i < m; i++) {
        const double bend = lf_measure_rate(&f->measure, m, i, u, f->y);
        f->h[i] = first_step(f, f->h[i], speed[i], bend);
    }
    return s;
}

lf_status lf_flight_begin(lf_flight *f, lf_stats *stats)
{
    for (size_t i = 0; i < f->m; i++) {
        f->t[i] = f->opt->t0;
        f->h[i] = direction(f) * f->opt->h;
        f->before[i] = 1;
        f->level[i] = f->M->estimator->level;
    }
    for (size_t j = 0; j < f->P->action->dim * f->m; j++)
        if (!isfinite(f->y[j]))
            return flight_fail(f, stats, LF_ENONFINITE, j % f->m);
    lf_watcher_begin(&f->watcher, f->t, f->y);
    lf_status s = lf_problem_field(f->P, f->m, f->t, f->y, f->f0, f->a.work);
    if (s == LF_OK && f->opt->h == 0)
        s = choose_steps(f);
    for (size_t i = 0; i < f->m; i++) {
        copy_lane(f->P->action->dim, f->y, f->m, i, f->one, 1, 0);
        lf_flight_event_values(f, i, f->t[i], f->one);
    }
    return s == LF_OK ? s : flight_fail(f, stats, s, 0);
}

/* The step that a lane may take: not beyond the end, nor leaving a crumb before it. */
static double fitting_step(const lf_flight *f, size_t i)
{
    const double most = f->opt->tolerance.h_max, rest = f->end - f->t[i];
    double h = f->h[i];
    if (most > 0 && fabs(h) > most)
        h = copysign(most, h);
    return fabs(h) * 1.01 >= fabs(rest) ? rest : h;
}

/* Gather the lanes that have not reached `time`; a.n says how many. */
static void pack(lf_flight *f, double time)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim, m = f->m;
    size_t n = 0;
    for (size_t i = 0; i < m; i++)
        if (!f->ended[i] && direction(f) * (time - f->t[i]) > 0)
            f->lane[n++] = i;
    f->a.n = n;
    f->a.level = n ? f->level[f->lane[0]] : 0;
    for (size_t k = 0; k < n; k++) {
        f->at[k] = f->t[f->lane[k]];
        f->ah[k] = fitting_step(f, f->lane[k]);
    }
    f->a.t = f->at;
    f->a.h = f->ah;
    f->a.y0 = f->y;
    f->a.f0 = f->f0;
    if (n == m)
        return;
    for (size_t k = 0; k < n; k++) {
        copy_lane(dim, f->y, m, f->lane[k], f->ay0, n, k);
        copy_lane(rate, f->f0, m, f->lane[k], f->af0, n, k);
    }
    f->a.y0 = f->ay0;
    f->a.f0 = f->af0;
}

/* Remember the step of packed lane k as the last one of its lane. */
static void keep_last(lf_flight *f, size_t k)
{
    const size_t n = f->a.n, dim = f->P->action->dim, rate = f->P->action->group->dim;
    lf_last *last = &f->last[f->lane[k]];
    last->t = f->at[k];
    last->h = f->ah[k];
    last->prepared = false;
    copy_lane(dim, f->a.y0, n, k, last->y0, 1, 0);
    copy_lane(dim, f->a.y1, n, k, last->y1, 1, 0);
    copy_lane(rate, f->a.f0, n, k, last->f0, 1, 0);
    copy_lane(rate, f->a.f1, n, k, last->f1, 1, 0);
    copy_lane(f->M->estimator->stages * rate, f->a.stages, n, k, last->stages, 1, 0);
}

static void accept_lane(lf_flight *f, size_t k, lf_stats *stats)
{
    const size_t i = f->lane[k];
    double factor = f->afactor[k];
    if (f->rejected[i] && factor > 1)
        factor = 1;
    const double step = fabs(f->ah[k]);
    stats->h_min = stats->h_min > 0 && stats->h_min < step ? stats->h_min : step;
    stats->h_max = stats->h_max > step ? stats->h_max : step;
    f->t[i] = f->ah[k] == f->end - f->at[k] ? f->end : f->at[k] + f->ah[k];
    f->h[i] = factor * f->ah[k];
    f->before[i] = f->aerror[k] > 1e-4 ? f->aerror[k] : 1e-4;
    f->rejected[i] = false;
    f->steps++;
}

static lf_status reject_lane(lf_flight *f, size_t k, lf_stats *stats)
{
    const size_t i = f->lane[k];
    f->h[i] = f->ah[k] * fmin(1, f->afactor[k]);
    f->rejected[i] = true;
    f->rejections++;
    if (fabs(f->h[i]) <= 8 * DBL_EPSILON * fmax(fabs(f->t[i]), fabs(f->end) * DBL_EPSILON))
        return flight_fail(f, stats, isfinite(f->aerror[k]) ? LF_ESTEP : LF_ENONFINITE, i);
    return LF_OK;
}

/* Put an accepted point (and field) in place. */
static void unpack(lf_flight *f, size_t k)
{
    const size_t i = f->lane[k];
    copy_lane(f->P->action->dim, f->a.y1, f->a.n, k, f->y, f->m, i);
    if (f->M->estimator->first_is_last)
        copy_lane(f->P->action->group->dim, f->a.f1, f->a.n, k, f->f0, f->m, i);
}

/* All lanes flew and all were accepted: what the attempt wrote becomes the present. */
static void swap_all(lf_flight *f)
{
    double *y = f->y, *f0 = f->f0;
    f->y = f->a.y1;
    f->a.y1 = y;
    if (f->M->estimator->first_is_last) {
        f->f0 = f->a.f1;
        f->a.f1 = f0;
    }
}

/* Errors and factors of all lanes; answers how many lanes are accepted. */
static size_t measure_attempt(lf_flight *f)
{
    const lf_estimator *E = f->M->estimator;
    const size_t n = f->a.n;
    size_t accepted = 0;
    lf_measure_errors(&f->measure, &f->a, f->aerror, E->control ? f->alow : NULL, f->a.work);
    for (size_t k = 0; k < n; k++) {
        f->afactor[k] = f->before[f->lane[k]];
        accepted += f->aerror[k] <= 1;
    }
    if (!E->control) {
        lf_measure_factors(&f->measure, n, f->aerror, f->afactor, f->afactor);
        return accepted;
    }
    for (size_t k = 0; k < n; k++) {
        const double errors[2] = {f->aerror[k], f->alow[k]};
        f->afactor[k] = E->control(errors, errors[0] <= 1, &f->level[f->lane[k]]);
    }
    return accepted;
}

static lf_status judge(lf_flight *f, lf_stats *stats)
{
    const size_t accepted = measure_attempt(f);
    const bool all = accepted == f->m && !f->opt->event_count;
    lf_status s = LF_OK;
    for (size_t k = 0; k < f->a.n && s == LF_OK; k++) {
        if (!(f->aerror[k] <= 1)) {
            s = reject_lane(f, k, stats);
            continue;
        }
        if (f->keep)
            keep_last(f, k);
        accept_lane(f, k, stats);
        if (!all)
            unpack(f, k);
        if (f->opt->event_count)
            s = lf_flight_events(f, f->lane[k], stats);
    }
    if (all)
        swap_all(f);
    return s;
}

/* The points back to the manifold, and the fields there anew. */
static lf_status project_attempt(lf_flight *f)
{
    const lf_action *A = f->watcher.P->action;
    const size_t n = f->a.n;
    for (size_t k = 0; k < n; k++)
        copy_lane(A->dim, f->watcher.start, f->m, f->lane[k], f->astart, n, k);
    A->ops->project(A, n, f->astart, f->a.y1);
    if (!f->M->estimator->first_is_last)
        return LF_OK;
    for (size_t k = 0; k < n; k++)
        f->atime[k] = f->at[k] + f->ah[k];
    return lf_problem_field(f->P, n, f->atime, f->a.y1, f->a.f1, f->a.work);
}

lf_status lf_flight_to(lf_flight *f, double time, lf_stats *stats)
{
    const size_t most = f->opt->tolerance.most ? f->opt->tolerance.most : 100000000;
    for (pack(f, time); f->a.n > 0; pack(f, time)) {
        if (++f->attempts > most)
            return flight_fail(f, stats, LF_EMANY, f->lane[0]);
        lf_status s = f->M->estimator->attempt(f->M, f->P, &f->a);
        if (s == LF_OK && f->project)
            s = project_attempt(f);
        if (s != LF_OK)
            return flight_fail(f, stats, s, f->lane[0]);
        s = judge(f, stats);
        if (s != LF_OK)
            return s;
        if (f->opt->watch)
            lf_watcher_look(&f->watcher, f->t, f->y, stats);
    }
    return LF_OK;
}

/* Put a point between steps back on the manifold, as the points at their ends are. */
static void project_point(lf_flight *f, size_t lane, double *y)
{
    const lf_action *A = f->watcher.P->action;
    double *start = f->one + 3 * A->dim;
    if (!f->project)
        return;
    copy_lane(A->dim, f->watcher.start, f->m, lane, start, 1, 0);
    A->ops->project(A, 1, start, y);
}

/* By the continuous extension, or where there is none by a shorter step from the same start. */
static lf_status point_within(lf_flight *f, lf_last *last, double x, double *y)
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
    const lf_status s = point_within(f, &f->last[lane], x, y);
    if (s == LF_OK)
        project_point(f, lane, y);
    return s;
}

lf_status lf_flight_point(lf_flight *f, size_t lane, double time, const double **y)
{
    *y = f->one;
    if (f->t[lane] == time || direction(f) * (time - f->t[lane]) > 0) {
        copy_lane(f->P->action->dim, f->y, f->m, lane, f->one, 1, 0);
        return LF_OK; /* here, or ended before */
    }
    const lf_last *last = &f->last[lane];
    if (time == last->t) {
        *y = last->y0;
        return LF_OK;
    }
    return lf_flight_interpolate(f, lane, (time - last->t) / last->h, f->one);
}
