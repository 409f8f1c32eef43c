/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.h - a run made ready: method, tolerance, events and options, all checked before a file is
 * touched or a step is taken. */
#ifndef LIEFLOW_RUN_PLAN_H
#define LIEFLOW_RUN_PLAN_H

#include "run/adapt.h"
#include "run/scenario.h"

/* Refers to itself, to the scenario and to the outcome: do not copy it. */
typedef struct {
    lf_method method;
    lf_adapt adapt;
    lf_event_plan events;
    lf_until_plan until;
    lf_options options;
} lf_run_plan;

/* Build problem and start (into R) and all of the plan; `rows` says whether rows are wanted, or only
 * the start and the end. */
lf_status lf_run_plan_make(lf_scenario *S, bool rows, lf_outcome *R, lf_run_plan *plan);
/* March what was planned; rows go to `sink`, and steps that follow a tolerance to `steps`, unless
 * NULL. */
lf_status lf_run_plan_march(lf_scenario *S, const lf_run_plan *plan, const lf_sink *sink,
                            lf_steps *steps, lf_progress progress, lf_outcome *R);

/* Take a step of the solver (lf_options.step) into the lf_steps `ctx`. */
lf_status lf_steps_take(void *ctx, const lf_step *step);
void lf_steps_free(lf_steps *L);

#endif
