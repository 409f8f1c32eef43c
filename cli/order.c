/* SPDX-License-Identifier: BSD-3-Clause */
/* order.c - 'lieflow order': errors and observed orders as a table. */
#include "cli.h"

#include <math.h>

/* What stands beside an error, and below the table what it means. */
static const struct {
    char mark;
    const char *words;
} order_marks[] = {
    [LF_LEVEL_ASYMPTOTIC] = {' ', NULL},
    [LF_LEVEL_PRE_ASYMPTOTIC] = {'~',
                                 "the order does not show yet: slopes in brackets do not count"},
    [LF_LEVEL_ROUNDOFF] = {'*', "at the floor of roundoff"},
    [LF_LEVEL_REFERENCE] = {'^', "at the floor of the reference's own error"},
    [LF_LEVEL_STALLED] = {'=', "falls no longer as before: a floor of the method's own"},
    [LF_LEVEL_DIVERGED] = {'!', NULL},
    [LF_LEVEL_FAILED] = {'!', NULL},
};

static void order_cell(const lf_order_table *T, size_t m, size_t i)
{
    char slope[16] = "";
    const lf_level level = T->level[m][i];
    if (level == LF_LEVEL_NOT_RUN)
        printf("  %17s", "");
    else if (level == LF_LEVEL_FAILED || level == LF_LEVEL_DIVERGED)
        printf("  %9s %7s", lf_level_name(level), "");
    else
        printf("  %9.2e%c", T->error[m][i], order_marks[level].mark);
    if (level == LF_LEVEL_NOT_RUN || level == LF_LEVEL_FAILED || level == LF_LEVEL_DIVERGED)
        return;
    if (level == LF_LEVEL_ASYMPTOTIC && i > 0 && T->level[m][i - 1] == level)
        snprintf(slope, sizeof slope, "%.2f ", T->order[m][i]);
    else if (level <= LF_LEVEL_PRE_ASYMPTOTIC && T->order[m][i] > 0)
        snprintf(slope, sizeof slope, "(%.2f)", T->order[m][i]);
    printf(" %6s", slope);
}

/* The methods from number m up to `end`: heads, errors and slopes, what was observed, or that nothing
 * was, and what is claimed. */
static void order_block(const lf_order_table *T, size_t begin, size_t end)
{
    printf("\n%7s %10s", "steps", "h");
    for (size_t m = begin; m < end; m++)
        printf("  %17s", T->method[m]);
    printf("\n");
    for (size_t i = 0; i < T->levels; i++) {
        printf("%7zu %10.4g", T->steps[i], T->h[i]);
        for (size_t m = begin; m < end; m++)
            order_cell(T, m, i);
        printf("\n");
    }
    printf("%18s", "observed order");
    for (size_t m = begin; m < end; m++) {
        if (isnan(T->observed[m]))
            printf("  %17s", "not determined");
        else
            printf("  %16.2f ", T->observed[m]);
    }
    printf("\n%18s", "order it claims");
    for (size_t m = begin; m < end; m++)
        printf("  %16d ", T->claimed[m]);
    printf("\n");
}

/* What the marks mean, why an order is missing, and which steps failed. */
static void order_notes(const lf_order_table *T)
{
    bool seen[sizeof order_marks / sizeof *order_marks] = {false};
    for (size_t m = 0; m < T->methods; m++)
        for (size_t i = 0; i < T->levels; i++)
            seen[T->level[m][i]] = true;
    putchar('\n');
    cli_line(
        stdout,
        "observed: the last slope above the floor, if the one before is within %.2g of it and a "
        "whole number within %.2g; else not determined",
        LF_SLOPES_AGREE, LF_ORDER_WHOLE);
    for (size_t k = 0; k < sizeof seen / sizeof *seen; k++)
        if (seen[k] && order_marks[k].words)
            cli_line(stdout, "%c %s", order_marks[k].mark, order_marks[k].words);
    for (size_t m = 0; m < T->methods; m++) {
        if (*T->reason[m])
            cli_line(stdout, "%s: not determined, since %s", T->method[m], T->reason[m]);
        for (size_t i = 0; i < T->levels; i++)
            if (T->level[m][i] == LF_LEVEL_FAILED) {
                cli_line(stdout, "failed: %s", T->failure[m]);
                break;
            }
    }
}

static void order_table(const lf_scenario *S, const lf_order_table *T, const char *component)
{
    enum { LEFT = 18, EACH = 19 };
    const size_t fit = (cli_width() - LEFT) / EACH, across = fit > 0 ? fit : 1;
    printf("%s, t_end = %g: error at the end%s%s and observed order\n", lf_scenario_model(S)->name,
           lf_scenario_t_end(S), component ? " in " : "", component ? component : "");
    printf("reference: %s\n", T->reference);
    for (size_t m = 0; m < T->methods; m += across)
        order_block(T, m, m + across < T->methods ? m + across : T->methods);
    order_notes(T);
}

/* The files that were asked for. */
static int order_files(const cli_args *args, const lf_scenario *S, const lf_order_table *T)
{
    char why[LF_WHY_SIZE] = "";
    const char *out = cli_value(args, "out"), *plot = cli_value(args, "plot");
    lf_status status = LF_OK;
    if (out)
        status = lf_order_csv(S, T, out, why, sizeof why);
    if (status == LF_OK && plot)
        status = lf_order_plot(S, T, plot, why, sizeof why);
    if (status == LF_OK)
        return CLI_OK;
    cli_complain("%s", why);
    return CLI_FAILED;
}

int cli_stopped(const lf_scenario *S, lf_status status)
{
    if (status == LF_STOPPED) {
        cli_complain("stopped");
        return 128 + cli_interrupted();
    }
    cli_complain("%s", lf_scenario_why(S));
    return status == LF_EINPUT || status == LF_ENAME || status == LF_ENEEDS ? CLI_USAGE
                                                                            : CLI_FAILED;
}

int cli_no_memory(void)
{
    cli_complain("out of memory");
    return CLI_FAILED;
}

int cli_file_names(const cli_args *args)
{
    char why[LF_WHY_SIZE];
    const char *plot = cli_value(args, "plot"), *bad = plot ? lf_figure_name_check(plot) : NULL;
    const char *out = cli_value(args, "out");
    if (bad) {
        cli_complain("--plot: %s, got '%.60s'", bad, plot);
        return CLI_USAGE;
    }
    if (out && lf_sink_kind_find(out, why, sizeof why) != lf_sink_kinds()[0]) {
        cli_complain("--out: a table is written as CSV, so the name must end in %s, got '%.60s'",
                     lf_sink_kinds()[0]->ending, out);
        return CLI_USAGE;
    }
    const lf_path_use use[] = {
        {"the scenario", args->word[0], true}, {"--out", out, false}, {"--plot", plot, false}};
    const lf_status status = lf_paths_check(3, use, why, sizeof why);
    if (status == LF_OK)
        return CLI_OK;
    cli_complain("%s", why);
    return status == LF_EINPUT ? CLI_USAGE : CLI_FAILED;
}

int cli_order(const cli_args *args)
{
    lf_order_options opt = lf_order_options_default();
    opt.methods = cli_value(args, "methods");
    opt.steps = cli_value(args, "steps");
    opt.component = cli_value(args, "component");
    int code = cli_file_names(args);
    if (code != CLI_OK)
        return code;
    lf_scenario *S = lf_scenario_new();
    lf_order_table *T = lf_order_table_new();
    code = cli_scenario(args, S);
    lf_status status = LF_OK;
    if (code == CLI_OK && !T)
        code = cli_no_memory();
    if (code == CLI_OK)
        status = lf_order_measure(S, &opt, cli_progress("measuring"), T);
    cli_progress_end();
    if (status != LF_OK)
        code = cli_stopped(S, status);
    if (code == CLI_OK && cli_value(args, "json")) {
        lf_json object = {0};
        lf_order_json(S, T, &object);
        cli_print_json(&object);
    } else if (code == CLI_OK) {
        order_table(S, T, opt.component);
    }
    if (code == CLI_OK)
        code = order_files(args, S, T);
    lf_order_table_free(T);
    lf_scenario_free(S);
    return code;
}
