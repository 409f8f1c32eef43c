/* SPDX-License-Identifier: BSD-3-Clause */
/* trace.c - the figure of a single run: the state by groups of columns, then what should stay. */
#include "run/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/scenario.h"

/* Drifts below it, under every roundoff, count as none. */
static const double trace_zero = 1e-17;
/* More panels than these make no figure that can be read: the first ones are shown, and the title
 * says so. */
enum {
    TRACE_STATE = 24,                                   /* panels of the state */
    TRACE_PANELS = TRACE_STATE + LF_MAX_INVARIANTS + 2, /* outputs, steps, drift */
    TRACE_COLUMNS = 256,
    TRACE_SERIES = TRACE_COLUMNS + 2 * LF_MAX_INVARIANTS + 1
};

typedef struct {
    const lf_model *M;
    const lf_problem *P;
    const lf_rows *rows;
    size_t columns;          /* of the state that are shown */
    char time[LF_WORD_SIZE]; /* "t [s]" */
    double *value;           /* [series][row]; series 0 is t */
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
        .x_label = T->time, .y_label = y_label, .log_y = log_y, .serie = &T->serie[T->series]};
}

/* Does column c begin another panel than the one before it? */
static bool trace_turns(const trace *T, size_t c)
{
    char name[LF_WORD_SIZE], before[LF_WORD_SIZE];
    if (c == 0)
        return true;
    lf_column_name(T->P, c, name);
    lf_column_name(T->P, c - 1, before);
    const size_t stem = trace_stem(name);
    return stem != trace_stem(before) || strncmp(name, before, stem) != 0;
}

/* "omega1 [rad/s]" */
static void trace_axis(const trace *T, size_t c, char *axis)
{
    const char *name = T->spare[c], *unit = lf_column_unit(T->M, T->P, c);
    const size_t stem = trace_stem(name);
    snprintf(axis, LF_WORD_SIZE, *unit ? "%.*s [%.20s]" : "%.*s%s", stem ? (int)stem : 5,
             stem ? name : "state", unit);
}

/* As many columns as whole panels hold. */
static void trace_choose(trace *T)
{
    const size_t dim = T->P->action->dim;
    size_t panels = 0;
    for (size_t c = 0; c <= dim && c <= TRACE_COLUMNS; c++) {
        if (c < dim && !trace_turns(T, c))
            continue;
        T->columns = c;
        if (c == dim || panels++ == TRACE_STATE)
            return;
    }
    if (T->columns == 0) /* one panel that is too large as it is */
        T->columns = TRACE_COLUMNS;
}

static void trace_state(trace *T)
{
    const size_t n = T->rows->rows;
    for (size_t c = 0; c < T->columns; c++) {
        const char *name = lf_column_name(T->P, c, T->spare[c]);
        if (trace_turns(T, c)) {
            char *axis = T->axis[T->panels];
            trace_axis(T, c, axis);
            trace_open(T, axis, false);
        }
        for (size_t k = 0; k < n; k++)
            T->value[(T->series + 1) * n + k] =
                lf_rows_at(T->rows, k, 1 + lf_problem_order(T->P, c));
        trace_add(T, name, 0);
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

/* What the drift of invariant c is compared with: at the start, which is the first row. */
static double trace_scale(const trace *T, size_t c)
{
    const double scale = lf_invariant_scale(T->P, c, lf_rows_at(T->rows, 0, 0), T->rows->value + 1);
    return scale > 0 ? scale : 1;
}

static void trace_drift(trace *T)
{
    size_t n = T->rows->rows, first = 1 + T->P->action->dim, count = T->rows->invariants;
    trace_open(T, "relative drift", true);
    for (size_t c = 0; c <= count; c++) {
        bool defect = c == count;
        const double scale = defect ? 1 : trace_scale(T, c);
        for (size_t k = 0; k < n; k++) {
            double now = lf_rows_at(T->rows, k, first + c);
            double drift = defect ? now : fabs(now - lf_rows_at(T->rows, 0, first + c)) / scale;
            T->value[(T->series + 1) * n + k] = drift < trace_zero ? 0 : drift;
        }
        /* at the start nothing has drifted; a logarithmic axis does without it */
        trace_add(T, defect ? "defect" : T->P->invariants[c].name, n > 1);
    }
}

static void trace_title(const lf_scenario *S, const trace *T, lf_text *title)
{
    const size_t dim = T->P->action->dim;
    lf_text_add(title, "%s by %s, ", S->model->name, lf_scenario_method_name(S));
    if (lf_scenario_adaptive(S))
        lf_text_add(title, "tolerance %.6g", fmax(lf_scenario_atol(S), lf_scenario_rtol(S)));
    else
        lf_text_add(title, "h = %.6g", lf_scenario_step(S));
    if (T->columns < dim)
        lf_text_add(title, " (%zu of %zu columns are shown; --out has all)", T->columns, dim);
}

/* All panels of a run. */
static void trace_panels(trace *T, const lf_steps *steps)
{
    const char *unit = lf_time_unit(T->M);
    snprintf(T->time, sizeof T->time, *unit ? "t [%s]" : "t%s", unit);
    for (size_t k = 0; k < T->rows->rows; k++)
        T->value[k] = lf_rows_at(T->rows, k, 0);
    trace_choose(T);
    trace_state(T);
    trace_outputs(T);
    if (steps->count)
        trace_steps(T, steps);
    trace_drift(T);
}

lf_status lf_trace_plot(const lf_scenario *S, const lf_problem *P, const lf_rows *rows,
                        const lf_steps *steps, const char *path, char *why, size_t why_size)
{
    const size_t n = rows->rows;
    lf_text title = {0};
    trace *T = calloc(1, sizeof *T);
    double *value = calloc((TRACE_SERIES + 2) * n, sizeof *value);
    lf_status status = LF_EMEMORY;
    if (T && value) {
        *T = (trace){.M = S->model, .P = P, .rows = rows, .value = value};
        trace_panels(T, steps);
        trace_title(S, T, &title);
        lf_figure figure = {.title = lf_text_string(&title),
                            .panels = T->panels,
                            .across = T->panels > 8   ? 3
                                      : T->panels > 3 ? 2
                                                      : 1,
                            .panel = T->panel};
        if (!title.failed)
            status = lf_figure_write(&figure, path, why, why_size);
    }
    if (status == LF_EMEMORY)
        snprintf(why, why_size, "%.300s: out of memory", path);
    lf_text_free(&title);
    free(value);
    free(T);
    return status;
}
