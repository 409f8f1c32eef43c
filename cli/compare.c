/* SPDX-License-Identifier: BSD-3-Clause */
/* compare.c - 'lieflow compare': what several methods conserve. */
#include "cli.h"

#include <math.h>
#include <string.h>

/* The columns of the table: two for each invariant, its drift and what part of its scale that is, then
 * the rest of these. */
enum { DRIFT_DEFECT, DRIFT_STEPS, DRIFT_EVALUATIONS, DRIFT_TIME, DRIFT_REST };
static const int drift_width[DRIFT_REST] = {8, 8, 11, 8};
enum { DRIFT_PAIR = 20 }; /* two numbers, and two blanks between them */

static int drift_column_width(const lf_comparison *C, size_t k)
{
    if (k >= C->invariants)
        return drift_width[k - C->invariants];
    const int length = (int)strlen(C->invariant[k]);
    return length > DRIFT_PAIR ? length : DRIFT_PAIR;
}

/* The two lines of a column's head. */
static void drift_head(const lf_comparison *C, size_t k, char above[LF_WORD_SIZE],
                       char below[LF_WORD_SIZE])
{
    static const char *const names[DRIFT_REST] = {"defect", "steps", "evaluations", "time"};
    const size_t rest = k - C->invariants;
    *above = 0;
    if (k >= C->invariants) {
        snprintf(below, LF_WORD_SIZE, "%s", names[rest]);
        return;
    }
    char part[24] = "";
    snprintf(above, LF_WORD_SIZE, "%s", C->invariant[k]);
    if (C->scale[k] > 0)
        snprintf(part, sizeof part, "of %.3g", C->scale[k]);
    snprintf(below, LF_WORD_SIZE, "%9s  %9s", "drift", part);
}

static void drift_cell(const lf_comparison *C, size_t m, size_t k, char text[LF_WORD_SIZE])
{
    const lf_stats *stats = &C->stats[m];
    const size_t rest = k - C->invariants;
    if (k < C->invariants) {
        const lf_watch *watch = &stats->invariant[k];
        const double relative = lf_drift_relative(watch->max_drift, C->scale[k]);
        int used = snprintf(text, LF_WORD_SIZE, "%9.2e  ", watch->max_drift);
        if (isnan(relative))
            snprintf(text + used, LF_WORD_SIZE - (size_t)used, "%8s ", "-");
        else
            snprintf(text + used, LF_WORD_SIZE - (size_t)used, "%8.1e%c", relative,
                     lf_drift_ruins(watch, C->scale[k]) ? '!' : ' ');
    } else if (rest == DRIFT_DEFECT) {
        snprintf(text, LF_WORD_SIZE, "%.2e", stats->defect);
    } else if (rest == DRIFT_TIME) {
        if (isnan(C->seconds[m]))
            strcpy(text, "-");
        else
            cli_duration(C->seconds[m], text);
    } else {
        snprintf(text, LF_WORD_SIZE, "%zu",
                 rest == DRIFT_STEPS ? stats->steps : stats->evaluations);
    }
}

/* Columns `begin` to `end` of all methods. */
static void drift_block(const lf_comparison *C, int left, size_t begin, size_t end)
{
    char above[LF_WORD_SIZE], below[LF_WORD_SIZE];
    if (begin < C->invariants) {
        printf("  %-*s", left, "");
        for (size_t k = begin; k < end; k++) {
            drift_head(C, k, above, below);
            printf("  %*s", drift_column_width(C, k), above);
        }
        printf("\n");
    }
    printf("  %-*s", left, "method");
    for (size_t k = begin; k < end; k++) {
        drift_head(C, k, above, below);
        printf("  %*s", drift_column_width(C, k), below);
    }
    printf("\n");
    for (size_t m = 0; m < C->methods; m++) {
        printf("  %-*s", left, C->method[m]);
        for (size_t k = begin; k < end; k++) {
            drift_cell(C, m, k, below);
            printf("  %*s", drift_column_width(C, k), below);
        }
        printf("\n");
    }
}

/* What the numbers mean, and what happened. */
static void drift_notes(const lf_comparison *C)
{
    bool ruined = false;
    putchar('\n');
    cli_line(stdout,
             "  of X: drift in proportion to X, the size at the start of what the invariant "
             "is made of");
    cli_line(stdout,
             "  time: the fastest of %zu run%s without rows and watching, methods taking turns",
             C->rounds, C->rounds == 1 ? "" : "s");
    for (size_t m = 0; m < C->methods; m++) {
        for (size_t i = 0; i < C->invariants; i++)
            ruined = ruined || lf_drift_ruins(&C->stats[m].invariant[i], C->scale[i]);
        if (C->status[m] < 0)
            cli_line(stdout, "  %s: %s", C->method[m], C->stats[m].message);
    }
    if (ruined)
        cli_line(stdout,
                 "  ! an invariant is ruined: it changed by more than %g of its size, and the run "
                 "cannot be trusted",
                 LF_RUINED);
}

void cli_drift_table(const lf_comparison *C)
{
    const size_t columns = C->invariants + DRIFT_REST, width = cli_width();
    int left = 6;
    for (size_t m = 0; m < C->methods; m++)
        left = (int)strlen(C->method[m]) > left ? (int)strlen(C->method[m]) : left;
    for (size_t begin = 0, end; begin < columns; begin = end) {
        size_t used = 2 + (size_t)left;
        for (end = begin; end < columns; end++) {
            used += 2 + (size_t)drift_column_width(C, end);
            if (end > begin && used > width)
                break;
        }
        if (begin)
            printf("\n");
        drift_block(C, left, begin, end);
    }
    drift_notes(C);
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
    char atol[32], rtol[32];
    lf_number_write(lf_scenario_atol(S), 6, atol);
    lf_number_write(lf_scenario_rtol(S), 6, rtol);
    if (lf_scenario_adaptive(S))
        cli_line(stdout,
                 "%s, tolerance %s absolute and %s relative, to t = %g: largest drift of each "
                 "invariant and largest distance from the manifold (defect)",
                 model, atol, rtol, lf_scenario_t_end(S));
    else
        cli_line(stdout,
                 "%s, %zu steps of h = %.6g to t = %g: largest drift of each invariant and largest "
                 "distance from the manifold (defect)",
                 model, C->stats[0].steps, lf_scenario_step(S), lf_scenario_t_end(S));
    putchar('\n');
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
