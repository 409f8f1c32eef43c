/* SPDX-License-Identifier: BSD-3-Clause */
/* fly.c - attempts, acceptance and the next step, all lanes of a block together.
 *
 * When most lanes fly the block's own arrays are the attempt, and the few lanes that wait take a
 * step of size 0 that nobody looks at; else those that fly are gathered. Both give the same bits. */
#include "solve/flight.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/lanes.h"

enum { VECTOR = 4 }; /* gathered lanes are filled up to a multiple of this */

/* How many of these are 1: they are 0 or 1. */
static LF_INLINE size_t count_ones(size_t n, const double *x)
{
    double sum[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++)
            sum[k] += x[i + k];
    for (; i < n; i++)
        sum[0] += x[i];
    return (size_t)(sum[0] + sum[1] + sum[2] + sum[3]);
}

/* Lanes that have not reached `time`. */
static LF_INLINE void ready_lanes(size_t n, double direction, double time, const double *t,
                                  const double *alive, double *flies)
{
    LF_EACH_LANE(i, n)
        flies[i] = direction * (time - t[i]) > 0 ? alive[i] : 0;
}

LF_KERNEL static size_t ready(size_t n, double direction, double time, const double *t,
                              const double *alive, double *flies)
{
    LF_BY_LANES(n, ready_lanes, direction, time, t, alive, flies);
    return count_ones(n, flies);
}

/* A step that may be taken: not beyond the end, nor leaving a crumb before it. `stuck` is 1 where it
 * would not move the time, or is still so short that nobody could wait for the end after attempts
 * enough to grow from the smallest number there is. */
static LF_INLINE void fit_lanes(size_t n, double most, double least, const double *flies,
                                const lf_course *now, double *fit, double *stuck)
{
    const double enough = 1000; /* steps grow five times at most, and numbers from 5e-324 on */
    const double *t = now->t, *h = now->h, *tries = now->tries, *goal = now->goal;
    LF_EACH_LANE(i, n) {
        const double size = h[i] < 0 ? -h[i] : h[i], rest = goal[i] - t[i];
        const double limit = size > most ? (h[i] < 0 ? -most : most) : h[i];
        const double long_enough = (size > most ? most : size) * 1.01;
        const bool last = long_enough >= (rest < 0 ? -rest : rest);
        const double step = last ? rest : limit;
        const bool moves = t[i] + step != t[i] && (size > least || tries[i] < enough);
        fit[i] = flies[i] != 0 ? step : 0;
        stuck[i] = last || moves ? 0 : flies[i];
    }
}

/* Answers how many lanes are stuck. */
LF_KERNEL static size_t fit_steps(size_t n, double most, double least, const double *flies,
                                  const lf_course *now, double *fit, double *stuck)
{
    LF_BY_LANES(n, fit_lanes, most, least, flies, now, fit, stuck);
    return count_ones(n, stuck);
}

/* After an attempt: which lanes are accepted, where they stand and what they try next. */
static LF_INLINE void settle_lanes(size_t n, const double *h, const double *error,
                                   const double *factor, const double *log, const double *flies,
                                   const lf_course *now, double *accepted)
{
    const double least_log = -13.287712379549449; /* of an error of 1e-4 */
    double *t = now->t, *next = now->h, *before = now->before, *rejected = now->rejected;
    double *least = now->least, *most = now->most, *tries = now->tries, *taken = now->taken;
    const double *goal = now->goal;
    LF_EACH_LANE(i, n) {
        const double ok = error[i] <= 1 ? flies[i] : 0;
        const double size = h[i] < 0 ? -h[i] : h[i];
        /* no growth after a rejection, nor by one */
        const double shrunk = factor[i] < 1 ? factor[i] : 1;
        const double grown = rejected[i] != 0 ? shrunk : factor[i];
        const double there = h[i] == goal[i] - t[i] ? goal[i] : t[i] + h[i];
        const double noted = log[i] > least_log ? log[i] : least_log;
        const double short_ = least[i] > 0 && least[i] < size ? least[i] : size;
        const double long_ = most[i] > size ? most[i] : size;
        t[i] = ok != 0 ? there : t[i];
        next[i] = ok != 0 ? grown * h[i] : flies[i] != 0 ? shrunk * h[i] : next[i];
        before[i] = ok != 0 ? noted : before[i];
        rejected[i] = flies[i] != 0 ? 1 - ok : rejected[i];
        least[i] = ok != 0 ? short_ : least[i];
        most[i] = ok != 0 ? long_ : most[i];
        tries[i] += flies[i];
        taken[i] += ok;
        accepted[i] = ok;
    }
}

LF_KERNEL static size_t settle(size_t n, const double *h, const double *error, const double *factor,
                               const double *log, const double *flies, const lf_course *now,
                               double *accepted)
{
    LF_BY_LANES(n, settle_lanes, h, error, factor, log, flies, now, accepted);
    return count_ones(n, accepted);
}

/* x where a lane was accepted, else what was there */
LF_KERNEL static void blend(size_t n, size_t count, const double *accepted, const double *x,
                            double *y)
{
    for (size_t c = 0; c < count; c++)
        LF_EACH_LANE(i, n)
            y[c * n + i] = accepted[i] != 0 ? x[c * n + i] : y[c * n + i];
}

lf_status lf_flight_roundoff(const lf_flight *f, size_t lane, double margin, lf_stats *stats)
{
    double asked, size;
    char column[32];
    const lf_block_tolerance *b =
        lf_measure_beyond(&f->measure, f->m, lane, f->y, margin, &asked, &size);
    if (!b)
        return LF_OK;
    /* at the start it is the caller's mistake; later the point has grown, as where bodies meet */
    const lf_status s = f->course.t[lane] == f->opt->t0 ? LF_EINPUT : LF_ESTEP;
    stats->trajectory = f->who[lane];
    lf_problem_component(f->P, b->point, column, sizeof column);
    snprintf(stats->message, sizeof stats->message,
             "%s: in block %zu (%.*s) the tolerance asks for errors of %.3g, but rounding alone "
             "makes %.3g: at t = %.10g, trajectory %zu; let rtol (--rtol) or atol be larger",
             lf_status_text(s), (size_t)(b - f->measure.block) + 1, (int)strcspn(column, "."),
             column, asked, DBL_EPSILON * size, f->course.t[lane], stats->trajectory);
    return s;
}

/* The level that flies next: that of most lanes, unless one of them has fallen behind. */
static int next_level(const lf_flight *f)
{
    enum { LEVELS = 32, BEHIND = 3 };
    const double *tries = f->course.tries;
    size_t votes[LEVELS] = {0}, least = f->m;
    double most = 0;
    int level = 0;
    for (size_t i = 0; i < f->m; i++) {
        if (f->flies[i] == 0)
            continue;
        least = least == f->m || tries[i] < tries[least] ? i : least;
        most = tries[i] > most ? tries[i] : most;
        votes[f->level[i]]++;
    }
    for (int l = 1; l < LEVELS; l++)
        level = votes[l] > votes[level] ? l : level;
    return most - tries[least] > BEHIND ? f->level[least] : level;
}

/* Lanes of one level fly together; the others wait. */
static void keep_level(lf_flight *f)
{
    const int level = next_level(f);
    size_t n = 0;
    for (size_t i = 0; i < f->m; i++) {
        f->flies[i] = f->level[i] == level ? f->flies[i] : 0;
        n += f->flies[i] != 0;
    }
    f->flying = n;
    f->a.level = level;
}

/* The block's own lanes, some of them idle, are the attempt. */
static void take_all(lf_flight *f)
{
    f->gathered = false;
    f->now = &f->course;
    f->lane = f->own;
    f->a.lanes = (lf_lanes){f->m, f->course.t, f->ah, f->who};
    f->a.y0 = f->y;
    f->a.f0 = f->f0;
}

/* Copies of those that fly, and of the first of them to fill a vector. */
static void gather(lf_flight *f)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim, m = f->m;
    const size_t n = f->flying == 1 ? 1 : (f->flying + VECTOR - 1) / VECTOR * VECTOR;
    const lf_course *from = &f->course, *to = &f->gathered_course;
    size_t *lane = f->lane = f->list;
    for (size_t i = 0, k = 0; i < m; i++)
        if (f->flies[i] != 0)
            lane[k++] = i;
    for (size_t k = 0; k < n; k++) {
        const size_t i = lane[k] = lane[k < f->flying ? k : 0];
        f->flies[k] = k < f->flying;
        f->awho[k] = f->who[i];
        to->t[k] = from->t[i];
        to->h[k] = from->h[i];
        to->before[k] = from->before[i];
        to->rejected[k] = from->rejected[i];
        to->least[k] = from->least[i];
        to->most[k] = from->most[i];
        to->tries[k] = from->tries[i];
        to->taken[k] = from->taken[i];
        to->goal[k] = from->goal[i];
        lf_lane_copy(dim, f->y, m, i, f->ay0, n, k);
        lf_lane_copy(rate, f->f0, m, i, f->af0, n, k);
    }
    f->gathered = true;
    f->now = &f->gathered_course;
    f->a.lanes = (lf_lanes){n, to->t, f->ah, f->awho};
    f->a.y0 = f->ay0;
    f->a.f0 = f->af0;
}

/* The lanes that have not reached `time` get ready; false: there are none. */
static bool choose_lanes(lf_flight *f, double time)
{
    const lf_estimator *E = &f->M->estimator;
    f->flying = f->waiting = ready(f->m, f->direction, time, f->course.t, f->alive, f->flies);
    if (f->flying == 0)
        return false;
    if (E->control)
        keep_level(f);
    /* a method of varying order evaluates the field often: idle lanes would cost too much; where a
     * trajectory failed its field may be refused */
    if (f->flying == f->m || (!E->control && !f->failed && 4 * f->flying >= 3 * f->m))
        take_all(f);
    else
        gather(f);
    lf_steps_on_ladder(f->P->action->keep ? f->a.lanes.n : 0, f->now->rejected, f->now->h);
    const double most = f->opt->tolerance.h_max;
    f->stuck = fit_steps(f->a.lanes.n, most > 0 ? most : INFINITY, f->least, f->flies, f->now,
                         f->ah, f->afactor);
    if (f->breaks)
        lf_flight_sides(f);
    return true;
}

/* Remember the step of lane k of the attempt as the last one of its lane. */
static void keep_last(lf_flight *f, size_t k)
{
    const size_t n = f->a.lanes.n, dim = f->P->action->dim, rate = f->P->action->group->dim;
    lf_last *last = &f->last[f->lane[k]];
    last->t = f->a.lanes.t[k];
    last->h = f->ah[k];
    last->prepared = false;
    lf_lane_copy(dim, f->a.y0, n, k, last->y0, 1, 0);
    lf_lane_copy(dim, f->a.y1, n, k, last->y1, 1, 0);
    lf_lane_copy(rate, f->a.f0, n, k, last->f0, 1, 0);
    lf_lane_copy(rate, f->a.f1, n, k, last->f1, 1, 0);
    lf_lane_copy(f->M->estimator.stages * rate, f->a.stages, n, k, last->stages, 1, 0);
}

/* Rows and events want the steps that they may lie in. */
static void keep_steps(lf_flight *f, double time)
{
    for (size_t k = 0; k < f->a.lanes.n; k++) {
        const bool beyond = f->direction * (f->a.lanes.t[k] + f->ah[k] - time) >= 0;
        if (f->flies[k] != 0 && f->aerror[k] <= 1 && (beyond || f->looks))
            keep_last(f, k);
    }
}

static void measure_attempt(lf_flight *f)
{
    const lf_estimator *E = &f->M->estimator;
    lf_measure_errors(&f->measure, &f->a, f->aerror, E->control ? f->alow : NULL, f->a.work);
    if (!E->control) {
        lf_measure_factors(&f->measure, f->a.lanes.n, f->aerror, f->now->before, f->afactor,
                           f->alog);
        return;
    }
    E->control(f->a.lanes.n, f->a.level, f->aerror, f->alow, f->alog, f->afactor);
    for (size_t k = 0; k < f->flying; k++)
        f->level[f->lane[k]] = f->a.level + (int)f->alog[k];
}

/* Accepted points (and fields) take their place in the block. */
static void put_in_place(lf_flight *f, size_t accepted)
{
    const size_t dim = f->P->action->dim, rate = f->P->action->group->dim;
    const bool fields = f->M->estimator.first_is_last;
    if (accepted == f->a.lanes.n && !f->gathered) { /* what the attempt wrote becomes the present */
        double *y = f->y, *f0 = f->f0;
        f->y = f->a.y1;
        f->a.y1 = y;
        if (fields) {
            f->f0 = f->a.f1;
            f->a.f1 = f0;
        }
        return;
    }
    if (!f->gathered) {
        blend(f->m, dim, f->accepted, f->a.y1, f->y);
        if (fields)
            blend(f->m, rate, f->accepted, f->a.f1, f->f0);
        return;
    }
    for (size_t k = 0; k < f->flying; k++)
        if (f->accepted[k] != 0) {
            lf_lane_copy(dim, f->a.y1, f->a.lanes.n, k, f->y, f->m, f->lane[k]);
            if (fields)
                lf_lane_copy(rate, f->a.f1, f->a.lanes.n, k, f->f0, f->m, f->lane[k]);
        }
}

static void scatter_course(lf_flight *f)
{
    const lf_course *from = &f->gathered_course, *to = &f->course;
    for (size_t k = 0; k < f->flying; k++) {
        const size_t i = f->lane[k];
        to->t[i] = from->t[k];
        to->h[i] = from->h[k];
        to->before[i] = from->before[k];
        to->rejected[i] = from->rejected[k];
        to->least[i] = from->least[k];
        to->most[i] = from->most[k];
        to->tries[i] = from->tries[k];
        to->taken[i] = from->taken[k];
    }
}

/* The step of a lane no longer moves its time: why? */
static lf_status too_small(lf_flight *f, size_t lane, double error, lf_stats *stats)
{
    /* steps beyond the tolerance's reach were refused: the point is near that */
    const lf_status s = lf_flight_roundoff(f, lane, 1.01, stats);
    if (s != LF_OK)
        return lf_flight_over(f, stats, s, lane);
    if (f->refused[lane] != LF_OK)
        return lf_flight_fail(f, stats, f->refused[lane], lane);
    return lf_flight_fail(f, stats, isfinite(error) ? LF_ESTEP : LF_ENONFINITE, lane);
}

/* A rejected lane fails where its step no longer moves its time. */
static lf_status check_rejected(lf_flight *f, lf_stats *stats)
{
    lf_status s = LF_OK;
    for (size_t k = 0; k < f->a.lanes.n && s == LF_OK; k++) {
        const size_t i = f->lane[k];
        const double t = f->course.t[i], h = f->course.h[i];
        if (f->flies[k] == 0 || f->accepted[k] != 0)
            continue;
        if (!(fabs(h) > 8 * DBL_EPSILON * fmax(fabs(t), fabs(f->end) * DBL_EPSILON)))
            s = too_small(f, i, f->aerror[k], stats);
    }
    return s;
}

/* Tell of the steps that were accepted, which an event may have cut short; points are in their
 * places. */
static lf_status tell_steps(lf_flight *f)
{
    const lf_options *opt = f->opt;
    lf_status s = LF_OK;
    for (size_t k = 0; k < f->a.lanes.n && s == LF_OK; k++) {
        const size_t lane = f->lane[k];
        if (f->accepted[k] == 0)
            continue;
        const double h = f->alive[lane] != 0 ? f->ah[k] : f->course.t[lane] - f->atime[k];
        lf_lane_copy(f->P->action->dim, f->y, f->m, lane, f->one, 1, 0);
        s = opt->step(opt->step_ctx, &(lf_step){f->who[lane], f->atime[k], h, f->one});
    }
    return s;
}

/* Inside the last step of a lane: a terminal event or the guard may end its trajectory, which is
 * written down while the sentence is there. A step that cannot be looked into is a failure. */
static lf_status look_inside(lf_flight *f, size_t lane, lf_stats *stats)
{
    const char before = stats->message[0]; /* about another one, maybe: kept if nothing is said */
    stats->message[0] = 0;
    lf_status s = lf_flight_look(f, lane, stats);
    if (s < 0 && !f->scan.refused)
        s = stats->message[0] ? lf_flight_over(f, stats, s, lane)
                              : lf_flight_fail(f, stats, s, lane);
    else if (f->alive[lane] == 0)
        lf_ends_note(f->ends, f->who[lane], LF_EVENT, f->course.t[lane],
                     (size_t)f->course.taken[lane], stats->message);
    if (!stats->message[0])
        stats->message[0] = before;
    return s;
}

static lf_status judge(lf_flight *f, double time, lf_stats *stats)
{
    measure_attempt(f);
    for (size_t k = 0; f->opt->step && k < f->a.lanes.n; k++)
        f->atime[k] = f->a.lanes.t[k]; /* where the step began, for those who are told of it */
    if (f->keep)
        keep_steps(f, time);
    const size_t accepted =
        settle(f->a.lanes.n, f->ah, f->aerror, f->afactor, f->alog, f->flies, f->now, f->accepted);
    put_in_place(f, accepted);
    if (f->gathered)
        scatter_course(f);
    f->steps += accepted;
    f->rejections += f->flying - accepted;
    lf_status s = accepted < f->flying ? check_rejected(f, stats) : LF_OK;
    for (size_t k = 0; f->looks && k < f->a.lanes.n && s == LF_OK; k++)
        if (f->accepted[k] != 0)
            s = look_inside(f, f->lane[k], stats);
    if (s == LF_OK && f->opt->step)
        s = tell_steps(f);
    return s == LF_OK && f->breaks ? lf_flight_pass(f, stats) : s;
}

/* Lanes whose step does not move them fail. */
static lf_status check_stuck(lf_flight *f, lf_stats *stats)
{
    lf_status s = LF_OK;
    for (size_t k = 0; k < f->a.lanes.n && s == LF_OK; k++)
        if (f->afactor[k] != 0)
            s = lf_flight_fail(f, stats, LF_ESTEP, f->lane[k]);
    return s;
}

/* Lanes that tried too often fail; none can before the block as a whole has tried so often. */
static lf_status check_tries(lf_flight *f, lf_stats *stats)
{
    const size_t most = lf_flight_most_tries(f->opt);
    lf_status s = f->stuck ? check_stuck(f, stats) : LF_OK;
    if (++f->attempts <= most)
        return s;
    for (size_t k = 0; k < f->a.lanes.n && s == LF_OK; k++)
        if (f->flies[k] != 0 && f->now->tries[k] >= (double)most)
            s = lf_flight_fail(f, stats, LF_EMANY, f->lane[k]);
    return s;
}

/* Look at the lanes that have made so many steps: when is their own business. */
static void watch_lanes(lf_flight *f, lf_stats *stats)
{
    size_t *lane = f->list, count = 0; /* of the attempt nothing is wanted any more */
    for (size_t k = 0; k < f->a.lanes.n; k++) {
        const size_t i = f->lane[k];
        if (f->accepted[k] != 0 && (f->watch == 1 || (size_t)f->course.taken[i] % f->watch == 0))
            lane[count++] = i;
    }
    stats->watch = f->watch;
    if (count == f->m) {
        lf_watcher_look(&f->watcher, f->course.t, f->y, stats);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        f->atime[k] = f->course.t[lane[k]];
        f->awho[k] = f->who[lane[k]];
        lf_lane_copy(f->P->action->dim, f->y, f->m, lane[k], f->ay0, count, k);
    }
    const lf_lanes some = {count, f->atime, NULL, f->awho};
    if (count)
        lf_watcher_look_some(&f->watcher, &some, lane, f->ay0, f->astart, stats);
}

/* Idle lanes are no work: take them off the count. */
static void count_evaluations(const lf_flight *f, size_t before)
{
    size_t *all = &f->tally->evaluations;
    *all = before + (*all - before) / f->a.lanes.n * f->flying;
}

lf_status lf_flight_try(lf_flight *f, double time, bool *flown, lf_stats *stats)
{
    const size_t before = f->tally->evaluations;
    if (lf_poll(f->m * f->P->action->dim))
        return LF_STOPPED;
    *flown = choose_lanes(f, time);
    if (!*flown)
        return LF_OK;
    const size_t failed = f->failed;
    lf_status s = check_tries(f, stats);
    if (s != LF_OK || f->failed > failed)
        return s; /* the others try again without those that failed */
    s = f->M->estimator.attempt(f->M, f->P, &f->a);
    if (s == LF_OK && f->project)
        s = lf_flight_project(f, &f->a, f->lane, f->astart, f->atime);
    if (s < 0 || f->refusals)
        s = lf_flight_alone(f, s);
    if (s == LF_OK && !f->P->action->flat)
        lf_flight_settle(f);
    if (s != LF_OK)
        return lf_flight_fail(f, stats, s, f->lane[0]);
    count_evaluations(f, before);
    f->watch =
        lf_watch_stride(f->watcher.P, f->watch, (f->tally->evaluations - before) / f->flying);
    s = judge(f, time, stats);
    if (s == LF_OK && f->watch)
        watch_lanes(f, stats);
    return s;
}
