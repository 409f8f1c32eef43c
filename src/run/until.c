/* SPDX-License-Identifier: BSD-3-Clause */
/* until.c - what a run waits for: "gradient = 1e-8", a column, an invariant or an output that is to
 * become small. It ends the run as a terminal event does, but at the end of a step. */
#include "run/adapt.h"

#include <stdio.h>
#include <string.h>

#include "run/scenario.h"

lf_status lf_scenario_set_until(lf_scenario *S, const char *text, const char *where)
{
    lf_event_rule rule = {.value = 0};
    char name[LF_WORD_SIZE];
    const size_t length = strcspn(text, "=");
    if (!text[length] || length == 0 || length >= sizeof name)
        return lf_scenario_fail(S, LF_EINPUT, where,
                                "until is a text such as 'gradient = 1e-8', got '%.60s'", text);
    memcpy(name, text, length);
    name[length] = 0;
    lf_status status = lf_event_set(S, &rule, "expression", name, where);
    if (status == LF_OK)
        status = lf_event_set(S, &rule, "value", text + length + 1, where);
    if (status != LF_OK)
        return status;
    snprintf(rule.place, sizeof rule.place, "%.190s", where ? where : "");
    S->until = rule;
    return LF_OK;
}

const lf_event_rule *lf_scenario_until(const lf_scenario *S)
{
    return *S->until.expression ? &S->until : NULL;
}

static double until_value(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    return lf_event_target_value(ctx, P, L, y);
}

lf_status lf_until_plan_make(lf_scenario *S, const lf_problem *P, lf_until_plan *U)
{
    *U = (lf_until_plan){.said = lf_scenario_until(S) != NULL};
    if (!U->said)
        return LF_OK;
    U->until = (lf_until){.name = S->until.expression,
                          .value = until_value,
                          .ctx = &U->target,
                          .bound = S->until.value};
    return lf_event_target_find(S, P, &S->until, &U->target);
}

bool lf_until_begins(const lf_until_plan *U, const lf_problem *P, const double *y)
{
    return U->said && lf_event_target_now(&U->target, P, 0, y) <= U->until.bound;
}

bool lf_until_missed(const lf_scenario *S, const lf_outcome *R, char *text, size_t size)
{
    lf_event_target target;
    if (!lf_scenario_until(S) || R->stats.arrived || R->status != LF_OK ||
        !lf_event_target_seek(&R->problem, &S->until, &target))
        return false;
    target.shown = R->shown; /* where columns are those of a display */
    snprintf(text, size, "%s has not fallen to %.6g: it is %.6g at the end, t = %.6g",
             S->until.expression, S->until.value,
             lf_event_target_now(&target, &R->problem, R->stats.t, R->y), R->stats.t);
    return true;
}
