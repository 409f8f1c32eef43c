/* SPDX-License-Identifier: BSD-3-Clause */
/* run.c - 'lieflow run': one trajectory and a summary of it. */
#include "cli.h"

#include <math.h>
#include <string.h>

/* Columns of the table of invariants: two values have as many digits as the terminal leaves them. */
typedef struct {
    int name, value, digits;
    bool scale; /* is there room for what drifts are compared with? */
} run_table;

static run_table run_widths(const lf_outcome *R)
{
    enum { LEAST = 10, MOST = 18, DRIFTS = 2 + 9 + 2 + 8, SCALE = 2 + 8, BESIDE_DIGITS = 6 };
    run_table T = {.name = 9};
    for (size_t i = 0; i < R->stats.invariants; i++) {
        const int length = (int)strlen(R->problem.invariants[i].name);
        T.name = length > T.name ? length : T.name;
    }
    const int room = (int)cli_width() - (2 + T.name) - DRIFTS - 2 * 2;
    T.scale = room - SCALE >= 2 * LEAST;
    T.value = (T.scale ? room - SCALE : room) / 2;
    T.value = T.value > MOST ? MOST : T.value < LEAST ? LEAST : T.value;
    T.digits = T.value - BESIDE_DIGITS;
    return T;
}

static void run_invariant(const lf_outcome *R, size_t i, const run_table *T, FILE *out)
{
    const lf_watch *w = &R->stats.invariant[i];
    const double relative = lf_drift_relative(w->max_drift, R->scale[i]);
    fprintf(out, "  %-*s  %*.*g  %*.*g  %9.2e", T->name, R->problem.invariants[i].name, T->value,
            T->digits, w->initial, T->value, T->digits, w->final, w->max_drift);
    if (isnan(relative))
        fprintf(out, "  %8s", "-");
    else
        fprintf(out, "  %8.1e", relative);
    if (!isnan(relative) && T->scale)
        fprintf(out, "  %.3g", R->scale[i]);
    fputc('\n', out);
}

static void run_invariants(const lf_outcome *R, FILE *out)
{
    const run_table T = run_widths(R);
    if (R->stats.invariants)
        fprintf(out, "\n  %-*s  %*s  %*s  %9s  %8s%s\n", T.name, "invariant", T.value, "initial",
                T.value, "final", "max drift", "relative", T.scale ? "  to" : "");
    for (size_t i = 0; i < R->stats.invariants; i++)
        run_invariant(R, i, &T, out);
    fprintf(out, "\n  distance from the manifold (defect): at most %.2e\n", R->stats.defect);
    if (R->stats.watch > 1)
        cli_line(out, "  looked at after every %zu steps; --watch 1 looks after each",
                 R->stats.watch);
    const lf_guard *guard = lf_problem_guard(&R->problem);
    if (guard && isfinite(R->stats.guard))
        cli_line(out, "  %s: %.6g at t = %.6g", guard->doc, R->stats.guard, R->stats.guard_t);
}

/* "93 steps (4 rejected) of h = 0.01 .. 0.2": fixed steps have one size. */
static void run_steps(const lf_scenario *S, const lf_outcome *R, FILE *out)
{
    char steps[120], time[32];
    if (lf_scenario_adaptive(S))
        snprintf(steps, sizeof steps, "%zu steps (%zu rejected) of h = %.3g to %.3g",
                 R->stats.steps, R->stats.rejected, R->stats.h_min, R->stats.h_max);
    else
        snprintf(steps, sizeof steps, "%zu steps of h = %.6g", R->stats.steps, lf_scenario_step(S));
    cli_line(out, "  %s to t = %.10g, %zu evaluations, %s", steps, R->stats.t, R->stats.evaluations,
             cli_duration(R->seconds, time));
}

static void run_outputs(const lf_outcome *R, FILE *out)
{
    const lf_problem *P = &R->problem;
    size_t count = lf_output_count(P);
    if (count)
        fprintf(out, "\n  %-10s %24s\n", "output", "final value");
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "  %-10s %24.16g\n", P->outputs[i].name,
                lf_problem_value(P, P->outputs[i].value, R->stats.t, R->y));
    }
}

static void run_events(const lf_scenario *S, const lf_outcome *R, FILE *out)
{
    enum { MOST = 20 };
    if (!lf_scenario_event(S, 0))
        return;
    fprintf(out, "\n  %zu event%s found\n", R->stats.events, R->stats.events == 1 ? "" : "s");
    for (size_t i = 0; i < R->found && i < MOST; i++) {
        const lf_event_rule *rule = lf_scenario_event(S, R->event[i].rule);
        cli_line(out, "  t = %-22.15g %s, %s%s", R->event[i].t, rule->name,
                 R->event[i].rising ? "rising" : "falling",
                 rule->terminal ? ": the run ends here" : "");
    }
    if (R->stats.events > MOST)
        fprintf(out, "  ... and %zu more: --out and --json have them\n", R->stats.events - MOST);
}

/* The first and last columns when there are many. */
static void run_columns(const lf_outcome *R, FILE *out)
{
    enum { MANY = 60, SHOWN = 12 };
    char spare[LF_WORD_SIZE];
    const double *value = lf_outcome_show(R, R->stats.t, R->y);
    const size_t columns = lf_problem_shown(&R->problem);
    fprintf(out, "\n  %-10s %24s\n", "column", "final value");
    for (size_t i = 0; i < columns; i++) {
        if (columns > MANY && i == SHOWN) {
            fprintf(out, "  ... %zu more: --out and --json have them ...\n", columns - 2 * SHOWN);
            i = columns - SHOWN;
        }
        fprintf(out, "  %-10s %24.16g\n", lf_column_name(&R->problem, i, spare), value[i]);
    }
}

static void run_summary(const lf_scenario *S, const lf_outcome *R, FILE *out)
{
    const char *rows = lf_scenario_out(S), *plot = lf_scenario_plot(S);
    const char *animation = lf_scenario_animation(S);
    fprintf(out, "%s by %s\n", lf_scenario_model(S)->name, R->method);
    run_steps(S, R, out);
    if (R->stats.most_iterations > 0)
        fprintf(out, "  Newton: %.2f iterations a system, at most %d\n", R->stats.iterations,
                R->stats.most_iterations);
    run_columns(R, out);
    run_outputs(R, out);
    run_invariants(R, out);
    run_events(S, R, out);
    if (R->stats.arrived)
        cli_line(out, "  the run has what it waited for: %s", R->stats.message);
    else if (R->status == LF_EVENT)
        cli_line(out, "  the run ended early: %s", R->stats.message);
    if (*rows && strcmp(rows, "-") != 0)
        fprintf(out, "  rows: %s\n", rows);
    if (*plot)
        fprintf(out, "  figure: %s\n", plot);
    if (*animation)
        fprintf(out, "  moving picture: %s\n", animation);
}

/* Exit code of an outcome, after a word about what went wrong, or what a reader should know. */
static int run_code(const lf_scenario *S, const lf_outcome *R)
{
    char text[LF_WHY_SIZE];
    for (size_t i = 0; lf_outcome_warning(S, R, i, text, sizeof text); i++)
        cli_complain("warning: %s", text);
    if (R->status >= 0 && R->status != LF_STOPPED)
        return CLI_OK;
    if (R->status == LF_STOPPED) {
        const char *rows = R->stats.steps ? lf_scenario_out(S) : "";
        cli_complain("stopped at t = %.10g of %.10g%s%s", R->stats.t, lf_scenario_t_end(S),
                     *rows ? "; the rows up to there are in " : "", rows);
        return cli_interrupted() ? 128 + cli_interrupted() : CLI_OK;
    }
    cli_complain("%s", lf_scenario_why(S));
    return R->started || R->status == LF_EIO || R->status == LF_EMEMORY ? CLI_FAILED : CLI_USAGE;
}

/* Run it, and tell what came of it. */
static int run_tell(lf_scenario *S, lf_outcome *R, bool json)
{
    bool rows_to_stdout = strcmp(lf_scenario_out(S), "-") == 0;
    if (json && rows_to_stdout) {
        cli_complain("--json and --out - both want the standard output; give --out a file");
        return CLI_USAGE;
    }
    lf_scenario_run(S, NULL, cli_progress_run(lf_scenario_model(S)->name, lf_scenario_t_end(S)), R);
    cli_progress_end();
    if (R->started && json) {
        lf_json object = {0};
        lf_outcome_json(S, R, &object);
        cli_print_json(&object);
    } else if (R->started && R->status >= 0) {
        run_summary(S, R, rows_to_stdout ? stderr : stdout);
    }
    return run_code(S, R);
}

int cli_run(const cli_args *args)
{
    lf_scenario *S = lf_scenario_new();
    lf_outcome *R = lf_outcome_new();
    int code = cli_scenario(args, S);
    if (code == CLI_OK)
        code = R ? run_tell(S, R, cli_value(args, "json") != NULL) : cli_no_memory();
    lf_outcome_free(R);
    lf_scenario_free(S);
    return code;
}
