/* SPDX-License-Identifier: BSD-3-Clause */
/* idle.c - what a user set and nothing reads: an answer that does not depend on it would be
 * misunderstood. Files may hold every parameter, and programs may set what they like, so only what was
 * set one by one at a place that a user knows counts. */
#include "run/scenario.h"

#include <string.h>

/* The rows that were set are remembered as bits. */
enum { ROWS = 64 };

void lf_scenario_mark(lf_scenario *S, const lf_param *row)
{
    const size_t k = (size_t)(row - S->model->params);
    if (!S->reading && k < ROWS)
        S->marked |= UINT64_C(1) << k;
}

lf_status lf_scenario_check_idle(lf_scenario *S, const lf_method *M)
{
    const lf_param *rows = S->model->params;
    const bool classical = (M->traits & LF_AMBIENT) != 0;
    for (size_t k = 0; k < ROWS && rows[k].name; k++) {
        if (!(S->marked >> k & 1))
            continue;
        if (!lf_param_matters(rows, &rows[k], S->self))
            return lf_scenario_fail(S, LF_EINPUT, "--set",
                                    "%s changes nothing here: it matters only with %s",
                                    rows[k].name, rows[k].when);
        if (classical && rows[k].when && strcmp(rows[k].when, LF_PARAM_GROUP) == 0)
            return lf_scenario_fail(S, LF_EINPUT, "--set",
                                    "%s changes nothing by %s: it matters only to methods that "
                                    "move points by a group",
                                    rows[k].name, M->name);
    }
    return LF_OK;
}
