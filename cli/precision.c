/* SPDX-License-Identifier: BSD-3-Clause */
/* precision.c - 'lieflow precision': what methods reach by tolerance, and at what cost. */
#include "cli.h"

#include <math.h>

static void precision_print(const lf_scenario *S, const lf_precision_table *T)
{
    char time[32];
    cli_line(stdout, "%s, t_end = %g: error at the end and work when steps follow a tolerance",
             lf_scenario_model(S)->name, lf_scenario_t_end(S));
    cli_line(stdout, "reference: %s", T->reference);
    for (size_t m = 0; m < T->methods; m++) {
        printf("\n  %-12s %10s  %8s  %8s  %12s  %9s\n", T->method[m], "error", "steps", "rejected",
               "evaluations", "time");
        for (size_t i = 0; i < T->levels; i++) {
            const lf_stats *stats = &T->stats[m][i];
            if (T->status[m][i] < 0)
                printf("  %-12.3g %s\n", T->tolerance[i], stats->message);
            else
                printf("  %-12.3g %10.2e  %8zu  %8zu  %12zu  %9s\n", T->tolerance[i],
                       T->error[m][i], stats->steps, stats->rejected, stats->evaluations,
                       cli_duration(T->seconds[m][i], time));
        }
    }
}

static int precision_files(const cli_args *args, const lf_scenario *S, const lf_precision_table *T)
{
    char why[LF_WHY_SIZE] = "";
    const char *out = cli_value(args, "out"), *plot = cli_value(args, "plot");
    lf_status status = LF_OK;
    if (out)
        status = lf_precision_csv(S, T, out, why, sizeof why);
    if (status == LF_OK && plot)
        status = lf_precision_plot(S, T, plot, why, sizeof why);
    if (status == LF_OK)
        return CLI_OK;
    cli_complain("%s", why);
    return CLI_FAILED;
}

static int precision_run(const cli_args *args, lf_scenario *S, lf_precision_table *T)
{
    const char *methods = cli_value(args, "methods");
    lf_precision_options opt = lf_precision_options_default();
    opt.methods = methods ? methods : "rkmk5,rkmk8,gbs";
    opt.tolerances = cli_value(args, "tols");
    opt.component = cli_value(args, "component");
    lf_status status = lf_precision_measure(S, &opt, cli_progress("measuring"), T);
    cli_progress_end();
    if (status != LF_OK)
        return cli_stopped(S, status);
    if (cli_value(args, "json")) {
        lf_json object = {0};
        lf_precision_json(S, T, &object);
        cli_print_json(&object);
    } else {
        precision_print(S, T);
    }
    return precision_files(args, S, T);
}

int cli_precision(const cli_args *args)
{
    int code = cli_file_names(args);
    if (code != CLI_OK)
        return code;
    lf_precision_table *T = lf_precision_table_new();
    if (!T)
        return cli_no_memory();
    lf_scenario *S = lf_scenario_new();
    code = cli_scenario(args, S);
    if (code == CLI_OK)
        code = precision_run(args, S, T);
    lf_scenario_free(S);
    lf_precision_table_free(T);
    return code;
}
