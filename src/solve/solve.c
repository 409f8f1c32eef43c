/* SPDX-License-Identifier: BSD-3-Clause */
/* solve.c - the door: options are checked, the method is fitted to the problem, the run begins. */
#include <lieflow/solve.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "action/frames.h"
#include "method/implicit.h"
#include "solve/editions.h"
#include "solve/flight.h"
#include "solve/start.h"
#include "solve/stepper.h"

static lf_status refuse(lf_stats *stats, lf_status s, const char *format, const char *what)
{
    snprintf(stats->message, sizeof stats->message, format, what);
    return s;
}

static bool follows_tolerance(const lf_options *opt)
{
    return opt->tolerance.atol != 0 || opt->tolerance.rtol != 0;
}

/* Would steps of the largest size reach the end with the attempts that are allowed? */
static lf_status check_largest(const lf_options *opt, lf_stats *stats)
{
    const double span = fabs(opt->t1 - opt->t0), h = opt->tolerance.h_max;
    const size_t most = lf_flight_most_tries(opt);
    if (!(h > 0) || span <= 1.01 * h * (double)most)
        return LF_OK;
    snprintf(
        stats->message, sizeof stats->message,
        "the largest step is too small: with steps of %.3g it takes %.3g of them from t = %g to "
        "%g, and %zu may be tried",
        h, span / h, opt->t0, opt->t1, most);
    return LF_EINPUT;
}

static lf_status check_tolerance(const lf_options *opt, lf_stats *stats)
{
    const lf_tolerance *tol = &opt->tolerance;
    if (!(tol->atol >= 0) || !(tol->rtol >= 0) || !isfinite(tol->atol) || !isfinite(tol->rtol))
        return refuse(stats, LF_EINPUT, "%s", "tolerances must be 0 or positive, and finite");
    if (!(opt->h >= 0) || !isfinite(opt->h))
        return refuse(stats, LF_EINPUT, "%s", "the first step must be 0 (chosen) or positive");
    if (!(tol->h_max >= 0))
        return refuse(stats, LF_EINPUT, "%s", "the largest step must be 0 (none) or positive");
    return check_largest(opt, stats);
}

static lf_status check_step(const lf_options *opt, lf_stats *stats)
{
    const double scale = fmax(fabs(opt->t0), fabs(opt->t1));
    if (!(opt->h > 0) || !isfinite(opt->h))
        return refuse(stats, LF_EINPUT, "%s", "the step must be positive and finite");
    if (opt->t1 != opt->t0 && opt->h < 4 * DBL_EPSILON * scale)
        return refuse(stats, LF_EINPUT, "%s", "the step is too small to move the time");
    if (fabs(opt->t1 - opt->t0) / opt->h > 9e15)
        return refuse(stats, LF_EINPUT, "%s", "more than 9e15 steps cannot be counted");
    return LF_OK;
}

/* Rows whose times can be told apart and counted. */
static lf_status check_rows(const lf_options *opt, lf_stats *stats)
{
    const double scale = fmax(fabs(opt->t0), fabs(opt->t1)), span = fabs(opt->t1 - opt->t0);
    if (!(opt->every >= 0) || !isfinite(opt->every))
        return refuse(stats, LF_EINPUT, "%s", "the time between rows must be 0 or positive");
    if (opt->every > 0 && opt->every < span && opt->every < 4 * DBL_EPSILON * scale)
        return refuse(stats, LF_EINPUT, "%s",
                      "the time between rows is too small to move the time from row to row");
    if (opt->every > 0 && span / opt->every > 9e15)
        return refuse(stats, LF_EINPUT, "%s", "more than 9e15 rows cannot be counted");
    return LF_OK;
}

static lf_status check_options(const lf_options *opt, size_t n, lf_stats *stats)
{
    if (n == 0)
        return refuse(stats, LF_EINPUT, "%s", "there is no trajectory to march");
    if (!isfinite(opt->t0) || !isfinite(opt->t1))
        return refuse(stats, LF_EINPUT, "%s", "t0 and t1 must be finite");
    if (check_rows(opt, stats) != LF_OK)
        return LF_EINPUT;
    if (opt->until && (!opt->until->value || isnan(opt->until->bound)))
        return refuse(stats, LF_EINPUT, "%s", "what is waited for needs a value and a bound");
    return follows_tolerance(opt) ? check_tolerance(opt, stats) : check_step(opt, stats);
}

/* As many lanes as keep what a block touches in the nearest caches, in eights, and blocks alike. */
static size_t choose_block(const lf_problem *P, const lf_method *M, size_t asked, size_t n)
{
    enum { CACHE = 8192, MOST = 64 };
    size_t m = asked;
    if (P->action->alone || (M->estimator.attempt && n <= M->estimator.single))
        return 1;
    if (m == 0) {
        m = CACHE / (M->work(M, P, 64) / 64 + 2 * P->action->dim + 1);
        m = m < 8 ? 8 : m - m % 8;
        m = m > MOST ? MOST : m;
        const size_t blocks = (n + m - 1) / m, even = (n + blocks - 1) / blocks;
        m = (even + 7) / 8 * 8;
    }
    return m < n ? m : n;
}

/* A method without an error estimate, and those of the same kind that have one. */
static lf_status refuse_fixed(const lf_method *M, lf_stats *stats)
{
    const size_t size = sizeof stats->message;
    int used = snprintf(stats->message, size,
                        "%s has no error estimate to follow a tolerance with; methods that have "
                        "one are",
                        M->name);
    const char *before = " ";
    for (const lf_method *const *other = lf_methods(); *other; other++) {
        const bool alike = ((*other)->traits & LF_AMBIENT) == (M->traits & LF_AMBIENT);
        if (!(*other)->estimator.attempt || !alike || used < 0 || (size_t)used >= size)
            continue;
        used +=
            snprintf(stats->message + used, size - (size_t)used, "%s%s", before, (*other)->name);
        before = ", ";
    }
    return LF_ENEEDS;
}

static lf_status refuse_method(const lf_problem *P, const lf_method *M, const char *why,
                               lf_stats *stats)
{
    snprintf(stats->message, sizeof stats->message, "%s needs %s, which %s lacks", M->name, why,
             P->name ? P->name : "the problem");
    return LF_ENEEDS;
}

static lf_status refuse_long(const lf_problem *P, const lf_method *M, double h, lf_stats *stats)
{
    snprintf(stats->message, sizeof stats->message,
             "the step %.6g is too long: with %s steps of %s must be below %.4g to be stable, its "
             "fastest oscillation having %.4g rad/s",
             h, M->name, P->name ? P->name : "the problem", lf_method_longest(M, P),
             lf_problem_pace(P)->fastest);
    return LF_EINPUT;
}

/* What was not handed over at all, as a sentence; or NULL. */
static const char *lacking(const lf_problem *P, const lf_method *M)
{
    if (!M)
        return "there is no method: lf_method_find answers NULL for a name it does not know";
    if (!P->action)
        return "the problem has no action, or its equation is for one of other sizes";
    const char *why = lf_action_frames_check(P->action);
    if (!why)
        why = lf_method_flaw(M);
    if (why)
        return why;
    return P->field || M->needs ? NULL : "the problem has no field";
}

/* With fixed steps trajectories that may end by themselves march one by one. */
static size_t choose_lanes(const lf_problem *P, const lf_problem *stepped, const lf_method *M,
                           const lf_options *opt, size_t n)
{
    const lf_guard *guard = lf_problem_guard(P);
    const bool may_end = opt->event_count > 0 || opt->until || (guard && guard->bound > 0);
    return may_end && !follows_tolerance(opt) ? 1 : choose_block(stepped, M, opt->block, n);
}

/* lf_solve with structs of this edition. */
static lf_status solve_run(const lf_problem *P, const lf_method *M, const lf_options *opt, size_t n,
                           double *y, const lf_sink *sink, lf_stats *stats)
{
    lf_ambient_space space;
    const char *why;
    if (check_options(opt, n, stats) != LF_OK)
        return LF_EINPUT;
    const char *missing = lacking(P, M);
    if (missing)
        return refuse(stats, LF_EINPUT, "%s", missing);
    if (lf_method_fits(M, P, &why) != LF_OK)
        return refuse_method(P, M, why, stats);
    if (P->action->forward && opt->t1 < opt->t0)
        return refuse(stats, LF_ENEEDS,
                      "%s cannot go back in time: the flows of its action have no "
                      "inverses",
                      P->name ? P->name : "the problem");
    if (P->action->renew && follows_tolerance(opt))
        return refuse(
            stats, LF_ENEEDS,
            "%s marches with fixed steps alone: its projection belongs to the motion, and "
            "points inside a step could not be interpolated",
            P->name ? P->name : "the problem");
    if (follows_tolerance(opt) && !M->estimator.attempt)
        return refuse_fixed(M, stats);
    if (opt->project && !lf_action_can_project(P->action))
        return refuse(stats, LF_ENEEDS, "the action %s does not know how to project",
                      P->action->name);
    if (opt->project && opt->project_every > 1 && follows_tolerance(opt))
        return refuse(stats, LF_EINPUT, "%s",
                      "project_every counts fixed steps: with a tolerance every step is projected");
    if (!follows_tolerance(opt) && opt->h >= lf_method_longest(M, P))
        return refuse_long(P, M, opt->h, stats);
    const lf_status start = lf_start_check(P, n, y, stats);
    if (start != LF_OK)
        return start;
    lf_problem stepped = *P;
    if ((M->traits & LF_AMBIENT) && !P->action->flat)
        stepped = lf_problem_ambient(P, &space);
    lf_stepper S = {.P = P,
                    .stepped = &stepped,
                    .M = M,
                    .opt = opt,
                    .sink = sink,
                    .stats = stats,
                    .n = n,
                    .m = choose_lanes(P, &stepped, M, opt, n)};
    S.blocks = (n + S.m - 1) / S.m;
    S.kind = !follows_tolerance(opt) ? &lf_stepper_fixed
             : opt->every == 0       ? &lf_stepper_queued
                                     : &lf_stepper_adaptive;
    const lf_status s = lf_stepper_run(&S, y);
    const lf_iterations *newton = &S.tally.newton;
    stats->evaluations = (S.tally.evaluations + n / 2) / n;
    stats->iterations = newton->solved ? (double)newton->iterations / (double)newton->solved : 0;
    stats->most_iterations = newton->most;
    return s;
}

lf_status lf_solve(const lf_problem *P, const lf_method *M, const lf_options *opt, size_t n,
                   double *y, const lf_sink *sink, lf_stats *stats)
{
    lf_options full;
    lf_stats own = {.guard = INFINITY};
    lf_status s = lf_options_read(opt, &full, own.message, sizeof own.message);
    if (s == LF_OK)
        s = solve_run(P, M, &full, n, y, sink, &own);
    if (stats)
        lf_stats_hand(&own, opt->stats_size, stats);
    return s;
}
