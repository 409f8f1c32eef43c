/* SPDX-License-Identifier: BSD-3-Clause */
/* compare.c - 'lieflow compare': what several methods conserve. */
#include "cli.h"

#include <string.h>

void cli_drift_table(const lf_comparison *C)
{
    char time[32];
    int width[LF_MAX_INVARIANTS];
    printf("  %-16s", "method");
    for (size_t i = 0; i < C->invariants; i++) {
        int length = (int)strlen(C->invariant[i]);
        width[i] = length > 10 ? length : 10;
        printf("  %*s", width[i], C->invariant[i]);
    }
    printf("  %10s  %7s  %11s  %9s\n", "defect", "steps", "evaluations", "time");
    for (size_t m = 0; m < C->methods; m++) {
        printf("  %-16s", C->method[m]);
        for (size_t i = 0; i < C->invariants; i++)
            printf("  %*.2e", width[i], C->stats[m].invariant[i].max_drift);
        printf("  %10.2e  %7zu  %11zu  %9s\n", C->stats[m].defect, C->stats[m].steps,
               C->stats[m].evaluations, cli_duration(C->seconds[m], time));
        if (C->status[m] < 0)
            printf("  %-16s  %s\n", "", C->stats[m].message);
    }
}

static int compare_files(const cli_args *args, const lf_scenario *S, const lf_comparison *C)
{
    char why[LF_WHY_SIZE] = "";
    const char *out = cli_value(args, "out"), *plot = cli_value(args, "plot");
    lf_status status = LF_OK;
    if (out)
        status = lf_comparison_csv(S, C, out, why, sizeof why);
    if (status == LF_OK && plot)
        status = lf_comparison_plot(S, C, plot, why, sizeof why);
    if (status == LF_OK)
        return CLI_OK;
    cli_complain("%s", why);
    return CLI_FAILED;
}

static void compare_print(const cli_args *args, const lf_scenario *S, const lf_comparison *C)
{
    if (cli_value(args, "json")) {
        lf_json object = {0};
        lf_comparison_json(S, C, &object);
        cli_print_json(&object);
        return;
    }
    const char *model = lf_scenario_model(S)->name;
    const lf_knobs *knobs = lf_scenario_knobs(S);
    char tolerance[32];
    if (lf_scenario_adaptive(S))
        printf(
            "%s, tolerance %s%s, to t = %g: largest drift of each invariant and largest\n"
            "distance from the manifold (defect)\n\n",
            model, knobs->atol > 0 ? "" : "relative ",
            (lf_number_write(knobs->atol > 0 ? knobs->atol : knobs->rtol, 6, tolerance), tolerance),
            lf_scenario_t_end(S));
    else
        printf("%s, %zu steps of h = %.6g to t = %g: largest drift of each invariant and largest\n"
               "distance from the manifold (defect)\n\n",
               model, C->stats[0].steps, lf_scenario_step(S), lf_scenario_t_end(S));
    cli_drift_table(C);
}

int cli_compare(const cli_args *args)
{
    const char *methods = cli_value(args, "methods");
    int code = cli_file_names(args);
    if (code != CLI_OK)
        return code;
    lf_scenario *S = lf_scenario_new();
    lf_comparison *C = lf_comparison_new();
    code = cli_scenario(args, S);
    if (code == CLI_OK && !C)
        code = cli_no_memory();
    lf_status status = LF_OK;
    if (code == CLI_OK)
        status = lf_compare(S, methods ? methods : "cf4,rkmk4,rk4", cli_progress("comparing"), C);
    cli_progress_end();
    if (status != LF_OK)
        code = cli_stopped(S, status);
    if (code == CLI_OK) {
        compare_print(args, S, C);
        code = compare_files(args, S, C);
    }
    lf_comparison_free(C);
    lf_scenario_free(S);
    return code;
}
