/* SPDX-License-Identifier: BSD-3-Clause */
/* trace.c - the figure of a single run: the state by groups of columns, then what should stay. */
#include "run/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/scenario.h"

/* Exact zeros are drawn here, below every roundoff, so that a logarithmic axis can show them. */
static const double trace_zero = 1e-17;
/* More columns than these make no figure that can be read: the first ones are shown. */
enum {
    TRACE_PANELS = 16,
    TRACE_STATE = 12, /* panels of the state */
    TRACE_COLUMNS = 48,
    TRACE_SERIES = TRACE_COLUMNS + 2 * LF_MAX_INVARIANTS + 1
};

typedef struct {
    const lf_problem *P;
    const lf_rows *rows;
    double *value; /* [series][row]; series 0 is t */
    lf_series serie[TRACE_SERIES + 1];
    size_t series;
    lf_panel panel[TRACE_PANELS];
    size_t panels;
    char spare[TRACE_COLUMNS][LF_WORD_SIZE];
    char axis[TRACE_PANELS][LF_WORD_SIZE];
    char output[LF_MAX_INVARIANTS][LF_WORD_SIZE];
} trace;

/* Length of the part before the first dot: columns that share it share a panel. */
static size_t trace_stem(const char *name)
{
    size_t dot = strcspn(name, ".");
    return name[dot] ? dot : 0;
}

static void trace_add(trace *T, const char *label, size_t skip)
{
    size_t n = T->rows->rows;
    T->serie[T->series] = (lf_series){.label = label,
                                      .draw = n == 1 ? LF_DRAW_POINTS : LF_DRAW_LINE,
                                      .count = n - skip,
                                      .x = T->value + skip,
                                      .y = T->value + (T->series + 1) * n + skip};
    T->panel[T->panels - 1].series++;
    T->series++;
}

static void trace_open(trace *T, const char *y_label, bool log_y)
{
    T->panel[T->panels++] = (lf_panel){
        .x_label = "t", .y_label = y_label, .log_y = log_y, .serie = &T->serie[T->series]};
}

static void trace_state(trace *T)
{
    size_t n = T->rows->rows, dim = T->P->action->dim;
    const char *last = "";
    for (size_t c = 0; c < dim && c < TRACE_COLUMNS; c++) {
        const char *name = lf_column_name(T->P, c, T->spare[c]);
        size_t stem = trace_stem(name);
        bool same = c > 0 && stem == trace_stem(last) && strncmp(name, last, stem) == 0;
        if (!same && T->panels == TRACE_STATE)
            break;
        if (!same) {
            char *axis = T->axis[T->panels];
            snprintf(axis, LF_WORD_SIZE, "%.*s", stem ? (int)stem : 5, stem ? name : "state");
            trace_open(T, axis, false);
        }
        for (size_t k = 0; k < n; k++)
            T->value[(T->series + 1) * n + k] =
                lf_rows_at(T->rows, k, 1 + lf_problem_order(T->P, c));
        trace_add(T, name, 0);
        last = name;
    }
}

static const char *trace_panel(const lf_invariant *output)
{
    return output->panel ? output->panel : "output";
}

/* Outputs, neighbours of the same panel together. */
static void trace_outputs(trace *T)
{
    size_t n = T->rows->rows;
    for (size_t c = 0; c < lf_output_count(T->P); c++) {
        const lf_invariant *output = &T->P->outputs[c];
        const bool opens = c == 0 || output->logarithmic != output[-1].logarithmic ||
                           strcmp(trace_panel(output), trace_panel(output - 1)) != 0;
        if (opens && T->panels == TRACE_PANELS - 2)
            return;
        if (opens)
            trace_open(T, trace_panel(output), output->logarithmic);
        for (size_t k = 0; k < n; k++) {
            const double *row = T->rows->value + k * T->rows->width;
            T->value[(T->series + 1) * n + k] =
                lf_problem_value(T->P, output->value, row[0], row + 1);
        }
        size_t stem = strcspn(output->name, "_");
        snprintf(T->output[c], sizeof T->output[c], output->name[stem] ? "%.*s_{%.50s}" : "%.*s%s",
                 (int)(stem < 8 ? stem : 8), output->name,
                 output->name[stem] ? output->name + stem + 1 : "");
        trace_add(T, T->output[c], 0);
    }
}

static void trace_steps(trace *T, const lf_steps *steps)
{
    trace_open(T, "step size", true);
    T->serie[T->series++] = (lf_series){
        .draw = LF_DRAW_LINE_POINTS, .count = steps->count, .x = steps->t, .y = steps->h};
    T->panel[T->panels - 1].series++;
}

static void trace_drift(trace *T)
{
    size_t n = T->rows->rows, first = 1 + T->P->action->dim, count = T->rows->invariants;
    trace_open(T, "drift", true);
    for (size_t c = 0; c <= count; c++) {
        bool defect = c == count;
        for (size_t k = 0; k < n; k++) {
            double now = lf_rows_at(T->rows, k, first + c);
            double drift = defect ? now : fabs(now - lf_rows_at(T->rows, 0, first + c));
            T->value[(T->series + 1) * n + k] = drift < trace_zero ? trace_zero : drift;
        }
        /* at the start nothing has drifted; a logarithmic axis does without it */
        trace_add(T, defect ? "defect" : T->P->invariants[c].name, n > 1);
    }
}

static void trace_title(const lf_scenario *S, char *title, size_t size)
{
    if (lf_scenario_adaptive(S))
        snprintf(title, size, "%s by %s, tolerance %.6g", S->model->name,
                 lf_scenario_method_name(S), S->knobs.atol > 0 ? S->knobs.atol : S->knobs.rtol);
    else
        snprintf(title, size, "%s by %s, h = %.6g", S->model->name, lf_scenario_method_name(S),
                 lf_scenario_step(S));
}

lf_status lf_trace_plot(const lf_scenario *S, const lf_problem *P, const lf_rows *rows,
                        const lf_steps *steps, const char *path, char *why, size_t why_size)
{
    char title[200];
    size_t n = rows->rows;
    trace *T = calloc(1, sizeof *T);
    double *value = calloc((TRACE_SERIES + 2) * n, sizeof *value);
    lf_status status = LF_EMEMORY;
    if (T && value) {
        *T = (trace){.P = P, .rows = rows, .value = value};
        for (size_t k = 0; k < n; k++)
            value[k] = lf_rows_at(rows, k, 0);
        trace_state(T);
        trace_outputs(T);
        if (steps->count)
            trace_steps(T, steps);
        trace_drift(T);
        trace_title(S, title, sizeof title);
        lf_figure figure = {.title = title,
                            .panels = T->panels,
                            .across = T->panels > 8   ? 3
                                      : T->panels > 3 ? 2
                                                      : 1,
                            .panel = T->panel};
        status = lf_figure_write(&figure, path, why, why_size);
    } else {
        snprintf(why, why_size, "%s: out of memory", path);
    }
    free(value);
    free(T);
    return status;
}
