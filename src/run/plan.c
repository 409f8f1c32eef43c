/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.c - a scenario made ready to march: what is wrong with it is said here. */
#include "run/plan.h"

#include <math.h>
#include <stdio.h>

/* Without `every`, a file gets every step, thinned to about this many rows; with a tolerance
 * it gets this many rows at equal distances, which cost no steps. */
enum { PLAN_ROWS = 2000, PLAN_DENSE_ROWS = 500 };

/* Time between rows: as said; else whole steps. One who waits for something has rows as often as the
 * model usually has: the run may end soon. */
double lf_scenario_every(const lf_scenario *S)
{
    double t = fabs(lf_scenario_t_end(S)), h = lf_scenario_step(S);
    if (!isnan(S->knobs.every))
        return S->knobs.every;
    if (lf_scenario_until(S))
        t = fmin(t, S->model->t_end);
    if (lf_scenario_adaptive(S))
        return t > 0 ? t / PLAN_DENSE_ROWS : 1;
    double thin = ceil(t / h / PLAN_ROWS);
    return thin > 1 ? thin * h : h;
}

/* No more steps and rows than can be counted. */
static lf_status plan_many(lf_scenario *S, const lf_options *opt)
{
    double time = fabs(opt->t1);
    if (!lf_scenario_adaptive(S) && time / opt->h > 1e15)
        return lf_scenario_fail(
            S, LF_EINPUT, lf_scenario_place(S, "step"),
            "step %g is too small for t_end %g: that makes more than 1e15 steps", opt->h, opt->t1);
    if (opt->every > 0 && time / opt->every > 1e9)
        return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "every"),
                                "every %g is too small for t_end %g: that makes more than 1e9 rows",
                                opt->every, opt->t1);
    return LF_OK;
}

/* No step that the method cannot take. */
static lf_status plan_long(lf_scenario *S, const lf_problem *P, const lf_method *M,
                           const lf_options *opt)
{
    const double most = lf_method_longest(M, P);
    if (lf_scenario_adaptive(S) || opt->t1 == opt->t0 || opt->h < most)
        return LF_OK;
    return lf_scenario_fail(S, LF_EINPUT, lf_scenario_place(S, "step"),
                            "step %.6g is too long: %s is stable with steps below %.4g here, the "
                            "fastest oscillation having %.4g rad/s",
                            opt->h, M->name, most, lf_problem_pace(P)->fastest);
}

static lf_options plan_options(const lf_scenario *S, bool rows, const lf_run_plan *plan)
{
    lf_options opt = lf_options_default();
    opt.t1 = lf_scenario_t_end(S);
    opt.h = lf_scenario_adaptive(S) ? plan->adapt.first : opt.t1 == 0 ? 1 : lf_scenario_step(S);
    opt.every = rows ? lf_scenario_every(S) : 0;
    if (!isnan(S->knobs.watch))
        opt.watch = (size_t)S->knobs.watch;
    opt.project = S->knobs.project == 1;
    if (!isnan(S->knobs.project_every))
        opt.project_every = (size_t)S->knobs.project_every;
    opt.tolerance = plan->adapt.tolerance;
    opt.events = plan->events.event;
    opt.event_count = plan->events.count;
    opt.until = plan->until.said ? &plan->until.until : NULL;
    return opt;
}

lf_status lf_scenario_prepare(lf_scenario *S, lf_outcome *R, lf_method *M)
{
    *R = (lf_outcome){0};
    R->y = lf_scenario_room(S, lf_scenario_dim(S));
    if (!R->y)
        return R->status = LF_EMEMORY;
    lf_status status = lf_scenario_build(S, &R->problem, R->y);
    if (status != LF_OK)
        return R->status = status;
    R->dim = R->problem.action->dim;
    R->shown =
        lf_scenario_room(S, lf_problem_shown(&R->problem) + lf_problem_show_work(&R->problem, 1));
    if (!R->shown)
        return R->status = LF_EMEMORY;
    return R->status = lf_scenario_method(S, &R->problem, M);
}

/* Tolerance, events and options, when problem and method are known. */
static lf_status plan_rest(lf_scenario *S, bool rows, const lf_problem *P, lf_run_plan *plan)
{
    lf_status status = lf_adapt_make(S, P, &plan->adapt);
    if (status == LF_OK)
        status = lf_event_plan_make(S, P, &plan->events);
    if (status == LF_OK)
        status = lf_until_plan_make(S, P, &plan->until);
    if (status != LF_OK)
        return status;
    plan->options = plan_options(S, rows, plan);
    status = plan_many(S, &plan->options);
    return status == LF_OK ? plan_long(S, P, &plan->method, &plan->options) : status;
}

lf_status lf_run_plan_make(lf_scenario *S, bool rows, lf_outcome *R, lf_run_plan *plan)
{
    lf_status status = lf_scenario_prepare(S, R, &plan->method);
    if (status == LF_OK)
        status = plan_rest(S, rows, &R->problem, plan);
    return R->status = status;
}

/* The run began where it was to end. */
static void plan_there(const lf_run_plan *plan, lf_outcome *R)
{
    R->status = LF_EVENT;
    R->stats.arrived = 1;
    snprintf(R->stats.message, sizeof R->stats.message, "%s is at most %.6g from the start on",
             plan->until.until.name, plan->until.until.bound);
}

lf_status lf_run_plan_march(lf_scenario *S, const lf_run_plan *plan, const lf_sink *sink,
                            lf_steps *steps, lf_progress progress, lf_outcome *R)
{
    const lf_method *M = &plan->method;
    lf_event_keeper keeper = {.S = S, .R = R, .next = sink};
    lf_sink all = lf_event_keeper_sink(&keeper);
    lf_options opt = plan->options;
    opt.tick = progress.tick;
    opt.tick_ctx = progress.ctx;
    if (steps && lf_scenario_adaptive(S)) {
        opt.step = lf_steps_take;
        opt.step_ctx = steps;
    }
    snprintf(R->method, sizeof R->method, "%s", M->name);
    R->started = true;
    lf_outcome_measure(R);
    const bool there = lf_until_begins(&plan->until, &R->problem, R->y);
    if (there) /* a row at the start, and no step */
        opt.t1 = opt.t0;
    double before = lf_clock();
    R->status = lf_solve(&R->problem, M, &opt, 1, R->y, &all, &R->stats);
    R->seconds = lf_clock() - before;
    if (there && R->status == LF_OK)
        plan_there(plan, R);
    if (R->status < 0)
        lf_scenario_fail(S, R->status, NULL, "%s",
                         *R->stats.message ? R->stats.message : lf_status_text(R->status));
    return R->status;
}

lf_status lf_scenario_march(lf_scenario *S, const lf_method *M, const lf_sink *sink,
                            lf_progress progress, lf_outcome *R)
{
    lf_run_plan plan = {.method = *M};
    const lf_status status = plan_rest(S, sink != NULL, &R->problem, &plan);
    return status == LF_OK ? lf_run_plan_march(S, &plan, sink, NULL, progress, R)
                           : (R->status = status);
}
