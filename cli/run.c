/* SPDX-License-Identifier: BSD-3-Clause */
/* run.c - 'lieflow run': one trajectory and a summary of it. */
#include "cli.h"

#include <math.h>
#include <string.h>

static void run_invariants(const lf_outcome *R, FILE *out)
{
    int width = 9;
    for (size_t i = 0; i < R->stats.invariants; i++) {
        int length = (int)strlen(R->problem.invariants[i].name);
        width = length > width ? length : width;
    }
    if (R->stats.invariants)
        fprintf(out, "\n  %-*s  %22s  %22s  %10s\n", width, "invariant", "initial", "final",
                "max drift");
    for (size_t i = 0; i < R->stats.invariants; i++) {
        const lf_watch *w = &R->stats.invariant[i];
        fprintf(out, "  %-*s  %22.15g  %22.15g  %10.2e\n", width, R->problem.invariants[i].name,
                w->initial, w->final, w->max_drift);
    }
    fprintf(out, "\n  distance from the manifold (defect): at most %.2e\n", R->stats.defect);
}

static void run_summary(const lf_scenario *S, const lf_outcome *R, FILE *out)
{
    char time[32], spare[LF_WORD_SIZE];
    fprintf(out, "%s by %s\n", S->model->name, R->method);
    fprintf(out, "  %zu steps of h = %.6g to t = %.10g, %zu evaluations, %s\n", R->stats.steps,
            lf_scenario_step(S), R->stats.t, R->stats.evaluations, cli_duration(R->seconds, time));
    fprintf(out, "\n  %-10s %24s\n", "column", "final value");
    for (size_t i = 0; i < R->dim; i++)
        fprintf(out, "  %-10s %24.16g\n", lf_column_name(&R->problem, i, spare),
                R->y[lf_problem_order(&R->problem, i)]);
    run_invariants(R, out);
    if (*S->out && strcmp(S->out, "-") != 0)
        fprintf(out, "  rows: %s\n", S->out);
    if (*S->plot)
        fprintf(out, "  figure: %s\n", S->plot);
}

/* Exit code of an outcome, after a word about what went wrong. */
static int run_code(const lf_scenario *S, const lf_outcome *R)
{
    if (R->status >= 0 && R->status != LF_STOPPED)
        return CLI_OK;
    if (R->status == LF_STOPPED) {
        cli_complain("stopped at t = %.10g of %.10g%s%s", R->stats.t, lf_scenario_t_end(S),
                     *S->out ? "; the rows up to there are in " : "", S->out);
        return cli_interrupted() ? 128 + cli_interrupted() : CLI_OK;
    }
    cli_complain("%s", S->why);
    return R->started || R->status == LF_EIO || R->status == LF_EMEMORY ? CLI_FAILED : CLI_USAGE;
}

int cli_run(const cli_args *args)
{
    lf_scenario S;
    lf_outcome R;
    bool json = cli_value(args, "json") != NULL;
    if (cli_value(args, "step") && cli_value(args, "steps")) {
        cli_complain("give --step or --steps, not both");
        return CLI_USAGE;
    }
    int code = cli_scenario(args, &S);
    bool rows_to_stdout = strcmp(S.out, "-") == 0;
    if (code == CLI_OK && json && rows_to_stdout) {
        cli_complain("--json and --out - both want the standard output; give --out a file");
        code = CLI_USAGE;
    }
    if (code != CLI_OK) {
        lf_scenario_free(&S);
        return code;
    }
    lf_scenario_run(&S, NULL, cli_progress(S.model->name), &R);
    cli_progress_end();
    if (R.started && json) {
        lf_json object = {0};
        lf_outcome_json(&S, &R, &object);
        cli_print_json(&object);
    } else if (R.started && R.status >= 0) {
        run_summary(&S, &R, rows_to_stdout ? stderr : stdout);
    }
    code = run_code(&S, &R);
    lf_scenario_free(&S);
    return code;
}
