/* SPDX-License-Identifier: BSD-3-Clause */
/* drift.c - what became of the invariants of a run: their drift in proportion to what they are made
 * of, and warnings where one is ruined. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run/adapt.h"
#include "run/scenario.h"

void lf_outcome_measure(lf_outcome *R)
{
    for (size_t i = 0; i < lf_invariant_count(&R->problem); i++)
        R->scale[i] = lf_invariant_scale(&R->problem, i, 0, R->y);
}

double lf_drift_relative(double drift, double scale)
{
    return scale > 0 && isfinite(scale) ? drift / scale : NAN;
}

bool lf_drift_ruins(const lf_watch *watch, double scale)
{
    return lf_drift_relative(watch->max_drift, scale) > LF_RUINED || isnan(watch->final);
}

/* A method from a file that gave way to a tolerance from the command line. */
static bool drift_gave_way(const lf_scenario *S, const lf_outcome *R)
{
    return *S->method && !S->tableau.stages && strcmp(S->method, R->method) != 0;
}

static void drift_sentence(const lf_outcome *R, size_t i, char *text, size_t size)
{
    const lf_watch *w = &R->stats.invariant[i];
    const char *name = R->problem.invariants[i].name;
    if (isnan(w->final))
        snprintf(text, size, "%s has no value at the end: this run cannot be trusted", name);
    else
        snprintf(
            text, size,
            "%s, which the equations keep, has changed by %.2g times its size of %.3g: this run "
            "cannot be trusted, take smaller steps or a smaller tolerance",
            name, lf_drift_relative(w->max_drift, R->scale[i]), R->scale[i]);
}

/* A cost that rose, though the equations bring it down. */
static bool drift_rose(const lf_outcome *R, char *text, size_t size)
{
    const lf_cost *cost = lf_problem_cost(&R->problem);
    if (!(R->stats.rise > 0) || !cost)
        return false;
    snprintf(
        text, size,
        "%s, which the equations bring down, has risen by %.2g near t = %.6g: the steps are too "
        "large for this flow, take smaller ones or a tolerance",
        cost->falls ? "the energy (cost and kinetic energy)" : "the cost", R->stats.rise,
        R->stats.rise_t);
    return true;
}

bool lf_outcome_warning(const lf_scenario *S, const lf_outcome *R, size_t i, char *text,
                        size_t size)
{
    size_t seen = 0;
    if (!R->started)
        return false;
    if (drift_gave_way(S, R) && seen++ == i) {
        snprintf(text, size, "%.190s: %s cannot follow a tolerance; this run is by %s",
                 lf_scenario_place(S, "method"), S->method, R->method);
        return true;
    }
    for (size_t k = 0; k < R->stats.invariants; k++)
        if (lf_drift_ruins(&R->stats.invariant[k], R->scale[k]) && seen++ == i) {
            drift_sentence(R, k, text, size);
            return true;
        }
    if (drift_rose(R, text, size) && seen++ == i)
        return true;
    return lf_until_missed(S, R, text, size) && seen == i;
}
