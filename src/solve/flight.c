/* SPDX-License-Identifier: BSD-3-Clause */
/* flight.c - the memory of a block of lanes, and how trajectories board it. */
#include "solve/flight.h"
#include "solve/stepper.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8, PIECES = 48 }; /* doubles of a cache line; pieces of an arena, at most */

static size_t max2(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t whole_lines(size_t count)
{
    return (count + LINE - 1) / LINE * LINE;
}

/* scratch of n lanes for attempts, plain steps and the field */
static size_t work_size(const lf_problem *P, const lf_method *M, size_t n)
{
    const size_t measure = 2 * n;
    const size_t project = lf_action_work(lf_problem_on_manifold(P)->action, n);
    return max2(max2(M->estimator.work(M, P, n), max2(measure, project)),
                max2(M->work(M, P, n), P->field_work * n));
}

/* Hand out the next `count` doubles of an arena, each piece on a cache line of its own: vectors
 * that were just written are then read back without a stall. */
static double *take(double **arena, size_t count)
{
    double *piece = *arena;
    *arena += whole_lines(count);
    return piece;
}

/* Lanes that an attempt may have: gathered ones are filled up to whole cache lines. */
static size_t most_lanes(const lf_flight *f)
{
    return f->m > 1 ? whole_lines(f->m) : 1;
}

static size_t flight_doubles(const lf_flight *f, const lf_problem *inner)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim, n = most_lanes(f);
    const size_t stages = f->M->estimator.stages * rate;
    const size_t last = f->keep ? 2 * dim + 2 * rate + stages : 0;
    const size_t attempt = 4 * dim + 4 * rate + 2 * lf_flight_error_dim(f) + stages +
                           2 * LF_COURSE + 12 + f->P->action->keep;
    return n * attempt + f->m * last + work_size(f->P, f->M, n) + lf_watcher_size(inner, f->m) +
           4 * dim + work_size(f->P, f->M, 1) + lf_flight_lone_size(f) +
           LINE * (PIECES + (f->keep ? 5 * f->m : 0));
}

static lf_course course_layout(size_t n, double **arena)
{
    lf_course c;
    c.t = take(arena, n);
    c.h = take(arena, n);
    c.before = take(arena, n);
    c.rejected = take(arena, n);
    c.least = take(arena, n);
    c.most = take(arena, n);
    c.tries = take(arena, n);
    c.taken = take(arena, n);
    c.goal = take(arena, n);
    return c;
}

static void attempt_layout(lf_flight *f, size_t n, double **arena)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim;
    f->gathered_course = course_layout(n, arena);
    f->flies = take(arena, n);
    f->ah = take(arena, n);
    f->atime = take(arena, n);
    f->aerror = take(arena, n);
    f->alow = take(arena, n);
    f->afactor = take(arena, n);
    f->alog = take(arena, n);
    f->accepted = take(arena, n);
    f->ainside = take(arena, n);
    f->awanted = take(arena, n);
    f->ay0 = take(arena, dim * n);
    f->astart = take(arena, max2(dim, rate) * n); /* first steps use it for rates */
    f->af0 = take(arena, rate * n);
    f->a.y1 = take(arena, dim * n);
    f->a.f1 = take(arena, rate * n);
    f->a.error = take(arena, lf_flight_error_dim(f) * n);
    f->a.error_low = take(arena, lf_flight_error_dim(f) * n);
    f->a.stages = take(arena, f->M->estimator.stages * rate * n);
    f->a.work = take(arena, work_size(f->P, f->M, n));
    f->a.keep = f->P->action->keep ? take(arena, f->P->action->keep * n) : NULL;
}

static void flight_layout(lf_flight *f, const lf_problem *inner, double *arena)
{
    const size_t m = f->m, n = most_lanes(f), dim = f->P->action->dim;
    const size_t rate = f->P->action->group->dim, stages = f->M->estimator.stages * rate;
    f->arena = arena;
    f->y = take(&arena, dim * n);
    f->f0 = take(&arena, rate * n);
    f->course = course_layout(n, &arena);
    f->alive = take(&arena, n);
    attempt_layout(f, n, &arena);
    for (size_t i = 0; f->keep && i < m; i++) {
        f->last[i].y0 = take(&arena, dim);
        f->last[i].y1 = take(&arena, dim);
        f->last[i].f0 = take(&arena, rate);
        f->last[i].f1 = take(&arena, rate);
        f->last[i].stages = take(&arena, stages);
    }
    f->watcher = lf_watcher_layout(inner, m, f->who, take(&arena, lf_watcher_size(inner, m)));
    f->lone = take(&arena, lf_flight_lone_size(f));
    f->one = arena;
}

lf_status lf_flight_new(lf_flight *f, const lf_problem *P, const lf_problem *inner,
                        const lf_method *M, const lf_options *opt, size_t m, lf_tally *tally)
{
    memset(f, 0, sizeof *f);
    f->P = P;
    f->M = M;
    f->opt = opt;
    f->m = m;
    f->watch = opt->watch;
    f->tally = f->a.tally = tally;
    f->end = opt->t1;
    f->direction = opt->t1 < opt->t0 ? -1 : 1;
    f->least = 8 * DBL_EPSILON * DBL_EPSILON * fabs(opt->t1 - opt->t0);
    f->project = opt->project && (M->traits & LF_AMBIENT);
    f->breaks = lf_problem_breaks(inner) != NULL;
    f->looks = lf_scan_wanted(inner, opt);
    f->keep = opt->every > 0 || f->looks;
    f->measure = lf_measure_make(P, &M->estimator, &opt->tolerance);
    double *arena = lf_stepper_memory(flight_doubles(f, inner));
    f->own = calloc(3 * most_lanes(f) + m, sizeof *f->own);
    f->last = calloc(m, sizeof *f->last);
    f->level = calloc(m, sizeof *f->level);
    f->refused = calloc(m, sizeof *f->refused);
    const lf_status scan = f->looks ? lf_scan_new(&f->scan, inner, opt, m) : LF_OK;
    if (!arena || !f->own || !f->last || !f->level || !f->refused || scan != LF_OK) {
        f->arena = arena;
        return LF_EMEMORY;
    }
    f->list = f->own + most_lanes(f);
    f->awho = f->list + most_lanes(f);
    f->who = f->awho + most_lanes(f);
    for (size_t i = 0; i < m; i++)
        f->own[i] = i;
    flight_layout(f, inner, arena);
    f->watcher.follow = f->looks && f->scan.follow;
    return LF_OK;
}

void lf_flight_free(lf_flight *f)
{
    free(f->arena);
    free(f->own);
    free(f->last);
    free(f->level);
    free(f->refused);
    lf_scan_free(&f->scan);
}

lf_status lf_flight_over(lf_flight *f, lf_stats *stats, lf_status s, size_t lane)
{
    const lf_ending how = {.trajectory = f->who[lane],
                           .steps = (size_t)f->course.taken[lane],
                           .t = f->course.t[lane],
                           .m = f->m,
                           .lane = lane,
                           .y = f->y};
    if (s >= 0)
        return s;
    s = lf_ends_fail(f->ends, stats, s, &how);
    if (s == LF_OK) {
        f->alive[lane] = 0;
        f->failed++;
    }
    return s;
}

lf_status lf_flight_fail(lf_flight *f, lf_stats *stats, lf_status s, size_t lane)
{
    stats->trajectory = f->who[lane];
    snprintf(stats->message, sizeof stats->message,
             "%s: %s at t = %.10g, step %.3g, trajectory %zu", lf_status_text(s), f->M->name,
             f->course.t[lane], f->course.h[lane], stats->trajectory);
    return lf_flight_over(f, stats, s, lane);
}

/* How far the field is carried to see how it changes: a hundredth of the point's size. */
static double probe_step(const lf_flight *f, size_t n, size_t k, double speed)
{
    const double size = lf_measure_size(&f->measure, n, k, f->ay0);
    const double h = size > 1e-10 && speed > 1e-10 ? 0.01 * size / speed : 1e-6;
    return f->direction * fmin(h, fabs(f->end - f->opt->t0));
}

/* The first step from the probe, the speed there and how much it bends. */
static double first_step(const lf_flight *f, double probe, double speed, double bend)
{
    const double root = 1.0 / (f->M->estimator.order + 1), most = fmax(speed, bend);
    double h = most > 1e-15 ? pow(0.01 / most, root) : fmax(1e-6, fabs(probe) * 1e-3);
    h = fmin(h, fmin(100 * fabs(probe), fabs(f->end - f->opt->t0)));
    return f->direction * h;
}

/* The first steps of n gathered lanes: Hairer, Norsett, Wanner II.4, with an Euler step as the
 * probe. */
static lf_status choose_steps(lf_flight *f, size_t n)
{
    const size_t rate = f->P->action->group->dim;
    double *speed = f->aerror, *time = f->atime, *h = f->ah, *u = f->astart, *field = f->a.f1;
    for (size_t i = 0; i < n; i++) {
        speed[i] = lf_measure_rate(&f->measure, n, i, f->af0, f->ay0);
        h[i] = probe_step(f, n, i, speed[i]);
        time[i] = f->opt->t0 + h[i];
    }
    for (size_t j = 0; j < rate * n; j++)
        u[j] = h[j % n] * f->af0[j];
    const lf_lanes at = {n, time, NULL, f->awho, NULL, f->breaks ? f->ainside : NULL};
    lf_status s = lf_action_flow(f->P->action, LF_EXP, n, u, f->ay0, f->a.y1, f->a.work);
    if (s == LF_OK)
        s = lf_problem_field(f->P, &at, f->a.y1, field, f->tally, f->a.work);
    for (size_t j = 0; j < rate * n; j++)
        u[j] = s == LF_OK ? (field[j] - f->af0[j]) / h[j % n] : 0;
    for (size_t i = 0; i < n; i++)
        h[i] = first_step(f, h[i], speed[i], lf_measure_rate(&f->measure, n, i, u, f->ay0));
    return s;
}

/* A lane whose trajectory begins: nothing has happened yet. */
static void board_lane(lf_flight *f, size_t i)
{
    f->course.t[i] = f->opt->t0;
    f->course.h[i] = f->direction * f->opt->h;
    f->course.before[i] = 0;
    f->course.rejected[i] = 0;
    f->level[i] = f->M->estimator.level;
    f->course.tries[i] = 0;
    f->course.taken[i] = 0;
    f->course.goal[i] = lf_flight_goal(f, f->opt->t0);
    f->refused[i] = LF_OK;
    f->alive[i] = 1;
}

static bool lane_is_finite(const lf_flight *f, size_t i)
{
    for (size_t c = 0; c < f->P->action->dim; c++)
        if (!isfinite(f->y[c * f->m + i]))
            return false;
    return true;
}

/* A tolerance below the rounding of the point itself can never be met. */
static lf_status check_lane(lf_flight *f, size_t i, lf_stats *stats)
{
    if (!lane_is_finite(f, i))
        return lf_flight_fail(f, stats, LF_ENONFINITE, i);
    const lf_status s = lf_flight_roundoff(f, i, 1, stats);
    return s == LF_OK ? s : lf_flight_over(f, stats, s, i);
}

/* Fields and first steps of lanes that are gathered. A probe that is refused tells nothing. */
static lf_status board_fields(lf_flight *f, size_t count, bool *probed)
{
    const lf_lanes start = {count, f->gathered_course.t,         NULL, f->awho,
                            NULL,  f->breaks ? f->ainside : NULL};
    lf_status s = lf_problem_field(f->P, &start, f->ay0, f->af0, f->tally, f->a.work);
    *probed = s == LF_OK;
    return s == LF_OK && f->opt->h == 0 ? choose_steps(f, count) : s;
}

static lf_status board_together(lf_flight *f, size_t count, const size_t *lane, lf_stats *stats);

/* Something was refused: lanes board one by one, and those that cannot fail. */
static lf_status board_alone(lf_flight *f, size_t count, const size_t *lane, lf_stats *stats)
{
    lf_status s = LF_OK;
    for (size_t k = 0; k < count && s == LF_OK; k++)
        s = board_together(f, 1, &lane[k], stats);
    return s;
}

static lf_status board_together(lf_flight *f, size_t count, const size_t *lane, lf_stats *stats)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim, m = f->m;
    bool fields;
    for (size_t k = 0; k < count; k++) {
        lf_lane_copy(dim, f->y, m, lane[k], f->ay0, count, k);
        f->gathered_course.t[k] = f->opt->t0;
        f->ainside[k] = f->opt->t0 + 0.5 * (f->course.goal[lane[k]] - f->opt->t0);
        f->awho[k] = f->who[lane[k]];
    }
    const lf_lanes start = {count, f->gathered_course.t, NULL, f->awho};
    lf_watcher_board(&f->watcher, &start, lane, f->ay0, f->a.y1);
    const lf_status s = board_fields(f, count, &fields);
    if (s < 0 && count > 1)
        return board_alone(f, count, lane, stats);
    if (s > 0 || (s < 0 && !fields))
        return lf_flight_fail(f, stats, s, lane[0]);
    for (size_t k = 0; k < count; k++) {
        lf_lane_copy(rate, f->af0, count, k, f->f0, m, lane[k]);
        if (f->opt->h == 0)
            f->course.h[lane[k]] = f->ah[k];
        lf_lane_copy(dim, f->y, m, lane[k], f->one, 1, 0);
        if (f->looks)
            lf_scan_begin(&f->scan, lane[k], f->who + lane[k], f->opt->t0, f->one, stats);
    }
    return LF_OK;
}

lf_status lf_flight_board(lf_flight *f, size_t count, const size_t *lane, lf_stats *stats)
{
    size_t *able = f->list, left = 0; /* no attempt is under way */
    f->scan.sink = f->sink;
    f->scan.tally.ask = f->tally->ask;
    for (size_t k = 0; k < count; k++)
        board_lane(f, lane[k]);
    for (size_t k = 0; k < count; k++) {
        const lf_status s = check_lane(f, lane[k], stats);
        if (s != LF_OK)
            return s;
        if (f->alive[lane[k]] != 0)
            able[left++] = lane[k];
    }
    return left ? board_together(f, left, able, stats) : LF_OK;
}

void lf_flight_count(const lf_flight *f, lf_stats *stats)
{
    stats->rejected += f->rejections;
    for (size_t i = 0; i < f->m; i++) {
        const double least = f->course.least[i], most = f->course.most[i];
        if (least > 0 && (stats->h_min == 0 || least < stats->h_min))
            stats->h_min = least;
        stats->h_max = most > stats->h_max ? most : stats->h_max;
    }
}
