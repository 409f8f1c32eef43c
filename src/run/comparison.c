/* SPDX-License-Identifier: BSD-3-Clause */
/* comparison.c - one scenario by several methods: what they conserve over time. */
#include "run/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/truth.h"

/* Smaller drifts are none, and a logarithmic axis leaves them out. */
static const double comparison_zero = 1e-17;

/* Rounds of timing go on until this much time is spent or this many are done, but there are two
 * unless the first took longer than a second. */
static const double comparison_seconds = 0.4, comparison_long = 1;
enum { COMPARISON_ROUNDS = 25 };

static lf_status comparison_one(lf_scenario *S, size_t m, lf_progress progress, lf_comparison *C)
{
    lf_outcome R;
    lf_run_plan plan;
    lf_status status = lf_run_plan_make(S, true, &R, &plan);
    if (status != LF_OK)
        return status;
    C->invariants = lf_invariant_count(&R.problem);
    for (size_t i = 0; i < C->invariants; i++)
        C->invariant[i] = R.problem.invariants[i].name;
    C->rows[m] = (lf_rows){.dim = R.dim, .invariants = C->invariants};
    lf_sink sink = lf_rows_sink(&C->rows[m]);
    C->status[m] = lf_run_plan_march(S, &plan, &sink, NULL, progress, &R);
    C->stats[m] = R.stats;
    memcpy(C->scale, R.scale, sizeof C->scale);
    C->seconds[m] = C->status[m] == LF_OK || C->status[m] == LF_EVENT ? INFINITY : NAN;
    /* a method that breaks down belongs into the table */
    return lf_truth_tells(C->status[m]) ? LF_OK : C->status[m];
}

/* One run of method m that is timed. */
static lf_status comparison_time(lf_scenario *S, size_t m, lf_progress progress, lf_comparison *C)
{
    lf_outcome R;
    lf_run_plan plan;
    lf_status status = lf_run_plan_make(S, false, &R, &plan);
    if (status != LF_OK)
        return status;
    plan.options.watch = 0;
    status = lf_run_plan_march(S, &plan, NULL, NULL, progress, &R);
    C->seconds[m] = fmin(C->seconds[m], R.seconds);
    return status == LF_EVENT ? LF_OK : status;
}

static void comparison_choose(lf_scenario *S, const char *methods, const lf_comparison *C, size_t m)
{
    if (methods)
        lf_scenario_set(S, "method", C->method[m], "--methods");
}

/* Let the methods that came through take turns, so that what slows the machine down for a while slows
 * all of them. */
static lf_status comparison_rounds(lf_scenario *S, const char *methods, lf_progress progress,
                                   lf_comparison *C)
{
    const double begin = lf_clock();
    lf_status status = LF_OK;
    bool more = true;
    while (more && status == LF_OK) {
        for (size_t m = 0; m < C->methods && status == LF_OK; m++) {
            comparison_choose(S, methods, C, m);
            if (!isnan(C->seconds[m]))
                status = comparison_time(S, m, progress, C);
        }
        const double spent = lf_clock() - begin;
        C->rounds++;
        more = C->rounds < COMPARISON_ROUNDS &&
               (spent < comparison_seconds || (C->rounds == 1 && spent < comparison_long));
    }
    return status;
}

lf_status lf_compare(lf_scenario *S, const char *methods, lf_progress progress, lf_comparison *C)
{
    *C = (lf_comparison){0};
    lf_status status = lf_scenario_methods(S, methods, &C->methods, C->method);
    const size_t asked = status == LF_OK ? C->methods : 0;
    const double share = 1 / (double)(asked + 1); /* the last one is for the rounds */
    C->methods = 0;
    for (size_t m = 0; m < asked && status == LF_OK; m++) {
        lf_part part = {progress, (double)m * share, share};
        comparison_choose(S, methods, C, m);
        C->methods = m + 1;
        status = comparison_one(S, m, lf_part_progress(&part), C);
    }
    lf_part part = {progress, 1 - share, share};
    return status == LF_OK ? comparison_rounds(S, methods, lf_part_progress(&part), C) : status;
}

lf_comparison *lf_comparison_new(void)
{
    return calloc(1, sizeof(lf_comparison));
}

void lf_comparison_free(lf_comparison *C)
{
    for (size_t m = 0; C && m < C->methods; m++)
        lf_rows_free(&C->rows[m]);
    free(C);
}

/* Drift of quantity q (after the invariants: the defect) in a row. */
static double comparison_drift(const lf_comparison *C, size_t m, size_t q, size_t row)
{
    const lf_rows *M = &C->rows[m];
    size_t column = 1 + M->dim + q;
    double now = lf_rows_at(M, row, column);
    return q == C->invariants ? now : fabs(now - lf_rows_at(M, 0, column));
}

static size_t comparison_most_rows(const lf_comparison *C)
{
    size_t most = 0;
    for (size_t m = 0; m < C->methods; m++)
        most = C->rows[m].rows > most ? C->rows[m].rows : most;
    return most;
}

lf_status lf_drift_open(const lf_comparison *C, lf_drift_lines *L)
{
    size_t rows = comparison_most_rows(C), lines = (C->invariants + 1) * C->methods;
    *L = (lf_drift_lines){.value = calloc((lines + C->methods) * rows + 1, sizeof *L->value)};
    return L->value ? LF_OK : LF_EMEMORY;
}

void lf_drift_axes(lf_panel *panel)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t m = 0; m < panel->series; m++)
        for (size_t k = 0; k < panel->serie[m].count; k++) {
            if (panel->serie[m].y[k] > 0)
                return;
            low = fmin(low, panel->serie[m].x[k]);
            high = fmax(high, panel->serie[m].x[k]);
        }
    if (!(low < high))
        low = high - 1;
    panel->x_low = low;
    panel->x_high = high;
    panel->y_low = comparison_zero;
    panel->y_high = 1;
}

lf_panel lf_drift_panel(const lf_comparison *C, size_t q, lf_drift_lines *L)
{
    size_t rows = comparison_most_rows(C);
    for (size_t m = 0; m < C->methods; m++) {
        double *x = L->value + m * rows, *y = L->value + ((q + 1) * C->methods + m) * rows;
        size_t count = C->rows[m].rows;
        for (size_t k = 0; k < count; k++) {
            x[k] = lf_rows_at(&C->rows[m], k, 0);
            const double drift = comparison_drift(C, m, q, k);
            y[k] = drift < comparison_zero ? 0 : drift;
        }
        /* at the start nothing has drifted; a logarithmic axis does without it */
        L->serie[q][m] = (lf_series){.label = C->method[m],
                                     .draw = LF_DRAW_LINE,
                                     .count = count > 1 ? count - 1 : count,
                                     .x = count > 1 ? x + 1 : x,
                                     .y = count > 1 ? y + 1 : y};
    }
    lf_panel panel = {.title = q < C->invariants ? C->invariant[q] : "distance from the manifold",
                      .x_label = "t",
                      .y_label = q < C->invariants ? "drift" : "defect",
                      .log_y = true,
                      .series = C->methods,
                      .serie = L->serie[q]};
    lf_drift_axes(&panel);
    return panel;
}

void lf_drift_close(lf_drift_lines *L)
{
    free(L->value);
    L->value = NULL;
}

/* The same in proportion to the invariant's scale, if it has one. */
static lf_panel comparison_panel(const lf_comparison *C, size_t q, lf_drift_lines *L)
{
    lf_panel panel = lf_drift_panel(C, q, L);
    if (q == C->invariants || !(C->scale[q] > 0))
        return panel;
    const size_t rows = comparison_most_rows(C);
    double *y = L->value + (q + 1) * C->methods * rows;
    for (size_t k = 0; k < C->methods * rows; k++)
        y[k] /= C->scale[q];
    panel.y_label = "relative drift";
    return panel;
}

lf_status lf_comparison_plot(const lf_scenario *S, const lf_comparison *C, const char *path,
                             char *why, size_t why_size)
{
    char title[160];
    lf_panel panel[LF_MAX_INVARIANTS + 1];
    lf_drift_lines lines;
    if (lf_drift_open(C, &lines) != LF_OK) {
        snprintf(why, why_size, "%s: out of memory", path);
        return LF_EMEMORY;
    }
    for (size_t q = 0; q <= C->invariants; q++)
        panel[q] = comparison_panel(C, q, &lines);
    bool adaptive = lf_scenario_adaptive(S);
    double tolerance = fmax(lf_scenario_atol(S), lf_scenario_rtol(S));
    snprintf(title, sizeof title, "%s: what is conserved, %s = %.4g", S->model->name,
             adaptive ? "tolerance" : "h", adaptive ? tolerance : lf_scenario_step(S));
    lf_figure figure = {.title = title, .panels = C->invariants + 1, .panel = panel};
    lf_status status = lf_figure_write(&figure, path, why, why_size);
    lf_drift_close(&lines);
    return status;
}

lf_status lf_comparison_csv(const lf_scenario *S, const lf_comparison *C, const char *path,
                            char *why, size_t why_size)
{
    enum { MOST = 1 + LF_MAX_METHODS * (LF_MAX_INVARIANTS + 1) };
    lf_column column[MOST];
    char name[MOST][LF_WORD_SIZE * 2], doc[LF_MAX_INVARIANTS][LF_WORD_SIZE];
    double row[MOST];
    size_t n = 0, rows = comparison_most_rows(C);
    column[n++] = (lf_column){"t", "", "time"};
    for (size_t m = 0; m < C->methods; m++) {
        for (size_t q = 0; q <= C->invariants; q++, n++) {
            bool defect = q == C->invariants;
            snprintf(name[n], sizeof *name, "%s.%.60s", C->method[m],
                     defect ? "defect" : C->invariant[q]);
            if (!defect)
                snprintf(doc[q], sizeof *doc, "|value - initial value|, to be compared with %.4g",
                         C->scale[q]);
            column[n] = (lf_column){name[n], "", defect ? "distance from the manifold" : doc[q]};
        }
    }
    lf_csv *file = lf_table_open(S, "run once for each method:\n", path, n, column, why, why_size);
    if (!file)
        return LF_EIO;
    for (size_t k = 0; k < rows; k++) {
        n = 1;
        for (size_t m = 0; m < C->methods; m++) {
            bool there = k < C->rows[m].rows;
            if (there)
                row[0] = lf_rows_at(&C->rows[m], k, 0);
            for (size_t q = 0; q <= C->invariants; q++)
                row[n++] = there ? comparison_drift(C, m, q, k) : NAN;
        }
        lf_csv_row(file, row);
    }
    return lf_csv_close(file, why, why_size);
}

/* Drifts of method m as they are, in proportion, and which of them ruin an invariant. */
static void comparison_json_drifts(const lf_comparison *C, size_t m, lf_json *out)
{
    const lf_watch *watch = C->stats[m].invariant;
    lf_json_begin(out, "invariants", '{');
    for (size_t i = 0; i < C->invariants; i++)
        lf_json_number(out, C->invariant[i], watch[i].max_drift);
    lf_json_end(out, '}');
    lf_json_begin(out, "relative_drift", '{');
    for (size_t i = 0; i < C->invariants; i++)
        lf_json_number(out, C->invariant[i], lf_drift_relative(watch[i].max_drift, C->scale[i]));
    lf_json_end(out, '}');
    lf_json_begin(out, "ruined", '[');
    for (size_t i = 0; i < C->invariants; i++)
        if (lf_drift_ruins(&watch[i], C->scale[i]))
            lf_json_string(out, NULL, C->invariant[i]);
    lf_json_end(out, ']');
}

void lf_comparison_json(const lf_scenario *S, const lf_comparison *C, lf_json *out)
{
    lf_json_begin(out, NULL, '{');
    lf_json_string(out, "model", S->model->name);
    lf_json_number(out, "t_end", lf_scenario_t_end(S));
    if (lf_scenario_adaptive(S)) {
        lf_json_number(out, "atol", lf_scenario_atol(S));
        lf_json_number(out, "rtol", lf_scenario_rtol(S));
    } else {
        lf_json_number(out, "step", lf_scenario_step(S));
    }
    lf_json_begin(out, "scale", '{');
    for (size_t i = 0; i < C->invariants; i++)
        lf_json_number(out, C->invariant[i], C->scale[i]);
    lf_json_end(out, '}');
    lf_json_count(out, "timing_rounds", C->rounds);
    lf_json_begin(out, "methods", '[');
    for (size_t m = 0; m < C->methods; m++) {
        lf_json_begin(out, NULL, '{');
        lf_json_string(out, "method", C->method[m]);
        lf_json_number(out, "t", C->stats[m].t);
        lf_json_count(out, "steps", C->stats[m].steps);
        lf_json_count(out, "rejected", C->stats[m].rejected);
        lf_json_count(out, "evaluations", C->stats[m].evaluations);
        lf_json_number(out, "seconds", C->seconds[m]);
        comparison_json_drifts(C, m, out);
        lf_json_number(out, "defect", C->stats[m].defect);
        if (C->status[m] != LF_OK)
            lf_json_string(out, "message", C->stats[m].message);
        lf_json_end(out, '}');
    }
    lf_json_end(out, ']');
    lf_json_end(out, '}');
}
