/* SPDX-License-Identifier: BSD-3-Clause */
/* said.c - what a scenario was told, for those who do not see inside. */
#include "run/scenario.h"

const char *lf_scenario_why(const lf_scenario *S)
{
    return S ? S->why : lf_status_text(LF_EMEMORY);
}

const lf_model *lf_scenario_model(const lf_scenario *S)
{
    return S->model;
}

const void *lf_scenario_parameters(const lf_scenario *S)
{
    return S->self;
}

const lf_knobs *lf_scenario_knobs(const lf_scenario *S)
{
    return &S->knobs;
}

const char *lf_scenario_out(const lf_scenario *S)
{
    return S->out;
}

const char *lf_scenario_plot(const lf_scenario *S)
{
    return S->plot;
}

const char *lf_scenario_animation(const lf_scenario *S)
{
    return S->animate;
}

const lf_event_rule *lf_scenario_event(const lf_scenario *S, size_t i)
{
    return i < S->events ? &S->event[i] : NULL;
}

void lf_scenario_wait_not(lf_scenario *S)
{
    S->until = (lf_event_rule){.value = 0};
}

lf_status lf_edition_check(lf_scenario *S, const char *name, size_t given, size_t known)
{
    if (given == known)
        return LF_OK;
    return lf_scenario_fail(S, LF_EINPUT, NULL,
                            "%s says that it has %zu bytes, while it has %zu here: it begins as "
                            "%s_default(), of headers that are not newer than the library",
                            name, given, known, name);
}
