/* SPDX-License-Identifier: BSD-3-Clause */
/* outcome_json.c - what a run came to, as one JSON object. */
#include "run/scenario.h"

#include <math.h>

static void outcome_json_point(const lf_outcome *R, double t, const double *y, lf_json *out)
{
    lf_json_numbers(out, "y", lf_problem_shown(&R->problem), lf_outcome_show(R, t, y));
}

static void outcome_json_invariants(const lf_outcome *R, lf_json *out)
{
    lf_json_begin(out, "invariants", '{');
    for (size_t i = 0; i < R->stats.invariants; i++) {
        lf_json_begin(out, R->problem.invariants[i].name, '{');
        lf_json_number(out, "initial", R->stats.invariant[i].initial);
        lf_json_number(out, "final", R->stats.invariant[i].final);
        const double drift = R->stats.invariant[i].max_drift;
        lf_json_number(out, "max_drift", drift);
        lf_json_number(out, "relative_drift", lf_drift_relative(drift, R->scale[i]));
        lf_json_number(out, "scale", R->scale[i]);
        lf_json_end(out, '}');
    }
    lf_json_end(out, '}');
}

static void outcome_json_outputs(const lf_outcome *R, lf_json *out)
{
    const lf_problem *P = &R->problem;
    lf_json_begin(out, "outputs", '{');
    for (size_t i = 0; i < lf_output_count(P); i++) {
        lf_json_number(out, P->outputs[i].name,
                       lf_problem_value(P, P->outputs[i].value, R->stats.t, R->y));
    }
    lf_json_end(out, '}');
}

static void outcome_json_events(const lf_scenario *S, const lf_outcome *R, lf_json *out)
{
    lf_json_begin(out, "events", '[');
    for (size_t i = 0; i < R->found; i++) {
        const lf_found *found = &R->event[i];
        lf_json_begin(out, NULL, '{');
        lf_json_string(out, "name", S->event[found->rule].name);
        lf_json_number(out, "t", found->t);
        lf_json_string(out, "direction", found->rising ? "rising" : "falling");
        outcome_json_point(R, found->t, found->y, out);
        lf_json_end(out, '}');
    }
    lf_json_end(out, ']');
}

static void outcome_json_warnings(const lf_scenario *S, const lf_outcome *R, lf_json *out)
{
    char text[LF_WHY_SIZE];
    lf_json_begin(out, "warnings", '[');
    for (size_t i = 0; lf_outcome_warning(S, R, i, text, sizeof text); i++)
        lf_json_string(out, NULL, text);
    lf_json_end(out, ']');
}

void lf_outcome_json(const lf_scenario *S, const lf_outcome *R, lf_json *out)
{
    char spare[LF_WORD_SIZE];
    lf_json_begin(out, NULL, '{');
    lf_json_string(out, "model", S->model->name);
    lf_json_string(out, "method", R->method);
    lf_json_number(out, "t", R->stats.t);
    lf_json_begin(out, "columns", '[');
    for (size_t i = 0; i < lf_problem_shown(&R->problem); i++)
        lf_json_string(out, NULL, lf_column_name(&R->problem, i, spare));
    lf_json_end(out, ']');
    outcome_json_point(R, R->stats.t, R->y, out);
    lf_json_count(out, "steps", R->stats.steps);
    lf_json_count(out, "rejected", R->stats.rejected);
    lf_json_count(out, "evaluations", R->stats.evaluations);
    if (R->stats.most_iterations > 0) {
        lf_json_number(out, "iterations", R->stats.iterations);
        lf_json_count(out, "most_iterations", (size_t)R->stats.most_iterations);
    }
    lf_json_number(out, "h_min", R->stats.h_min);
    lf_json_number(out, "h_max", R->stats.h_max);
    lf_json_number(out, "seconds", R->seconds);
    outcome_json_invariants(R, out);
    outcome_json_outputs(R, out);
    outcome_json_events(S, R, out);
    lf_json_number(out, "defect", R->stats.defect);
    lf_json_count(out, "watch", R->stats.watch);
    const lf_guard *guard = lf_problem_guard(&R->problem);
    if (guard && isfinite(R->stats.guard)) {
        lf_json_begin(out, guard->name, '{');
        lf_json_number(out, "least", R->stats.guard);
        lf_json_number(out, "t", R->stats.guard_t);
        lf_json_end(out, '}');
    }
    outcome_json_warnings(S, R, out);
    if (R->status != LF_OK) {
        lf_json_string(out, "status", lf_status_text(R->status));
        lf_json_string(out, "message", *R->stats.message ? R->stats.message : S->why);
    }
    lf_json_end(out, '}');
}
