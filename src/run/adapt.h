/* SPDX-License-Identifier: BSD-3-Clause */
/* adapt.h - what a scenario says about tolerances and events, made ready for the solver. */
#ifndef LIEFLOW_RUN_ADAPT_H
#define LIEFLOW_RUN_ADAPT_H

#include <lieflow/run.h>

enum { LF_BLOCKS = 64 }; /* most blocks of a product that have own tolerances */

/* A tolerance that refers to its own memory: do not copy it. All 0 for fixed steps. */
typedef struct {
    lf_tolerance tolerance;
    double first; /* step; 0: chosen */
    double atol[LF_BLOCKS], rtol[LF_BLOCKS];
} lf_adapt;
lf_status lf_adapt_make(lf_scenario *S, const lf_problem *P, lf_adapt *A);

/* What an event looks at: a column, an invariant or an output. */
typedef struct {
    const lf_invariant *quantity; /* NULL: number */
    size_t number; /* component of the point, or shown number if the problem has a display */
    double value;
    double *shown; /* room for what the display shows, and its scratch */
} lf_event_target;
typedef struct {
    size_t count;
    lf_event event[LF_MAX_RULES];
    lf_event_target target[LF_MAX_RULES];
} lf_event_plan;
/* Find what the scenario's events speak of; a plan refers to itself: do not copy it. */
lf_status lf_event_plan_make(lf_scenario *S, const lf_problem *P, lf_event_plan *E);

/* Find what a rule speaks of, with a sentence when there is no such thing, or without; and its
 * value. */
bool lf_event_target_seek(const lf_problem *P, const lf_event_rule *rule, lf_event_target *target);
lf_status lf_event_target_find(lf_scenario *S, const lf_problem *P, const lf_event_rule *rule,
                               lf_event_target *target);
double lf_event_target_value(const lf_event_target *target, const lf_problem *P, const lf_lanes *L,
                             const double *y);
/* Likewise without any scratch at hand; NaN where there is no memory for it. */
double lf_event_target_now(const lf_event_target *target, const lf_problem *P, double t,
                           const double *y);

/* What the scenario waits for; a plan refers to itself: do not copy it. */
typedef struct {
    bool said;
    lf_until until;
    lf_event_target target;
} lf_until_plan;
lf_status lf_until_plan_make(lf_scenario *S, const lf_problem *P, lf_until_plan *U);
/* Is it there at the start y? */
bool lf_until_begins(const lf_until_plan *U, const lf_problem *P, const double *y);
/* Did the run end without it? Then with a sentence. */
bool lf_until_missed(const lf_scenario *S, const lf_outcome *R, char *text, size_t size);

/* Keeps the events of a run in its outcome, and hands rows and events on. */
typedef struct {
    lf_scenario *S;
    lf_outcome *R;
    const lf_sink *next; /* may be NULL */
    size_t room;
} lf_event_keeper;
lf_sink lf_event_keeper_sink(lf_event_keeper *K);

#endif
