/* SPDX-License-Identifier: BSD-3-Clause */
/* outside_run.c - a program that runs a scenario with an installed Lieflow. */
#include <lieflow/run.h>

#include <stdio.h>

int main(void)
{
    lf_scenario *scenario = lf_scenario_new();
    lf_outcome *outcome = lf_outcome_new();
    lf_status status = lf_scenario_open(scenario, "heavy-top");
    if (status == LF_OK)
        status = lf_scenario_set(scenario, "t_end", "0.1", "outside_run.c");
    if (status == LF_OK)
        status = lf_scenario_run(scenario, NULL, (lf_progress){0}, outcome);
    printf("heavy-top: %s after %zu steps %s\n", lf_status_text(status), outcome->stats.steps,
           lf_scenario_why(scenario));
    lf_outcome_free(outcome);
    lf_scenario_free(scenario);
    return status != LF_OK;
}
