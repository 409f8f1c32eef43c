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

/* What an event looks at: a component of the point, an invariant or an output. */
typedef struct {
    const lf_invariant *quantity; /* NULL: component */
    size_t component;
    double value;
} lf_event_target;
typedef struct {
    size_t count;
    lf_event event[LF_MAX_RULES];
    lf_event_target target[LF_MAX_RULES];
} lf_event_plan;
/* Find what the scenario's events speak of; a plan refers to itself: do not copy it. */
lf_status lf_event_plan_make(lf_scenario *S, const lf_problem *P, lf_event_plan *E);

/* Keeps the events of a run in its outcome, and hands rows and events on. */
typedef struct {
    lf_scenario *S;
    lf_outcome *R;
    const lf_sink *next; /* may be NULL */
    size_t room;
} lf_event_keeper;
lf_sink lf_event_keeper_sink(lf_event_keeper *K);

#endif
