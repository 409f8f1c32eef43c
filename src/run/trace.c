/* SPDX-License-Identifier: BSD-3-Clause */
/* trace.c - the figure of a single run: the state by groups of columns, then what should stay. */
#include "run/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exact zeros are drawn here, below every roundoff, so that a logarithmic axis can show them. */
static const double trace_zero = 1e-17;
/* More columns than these make no figure that can be read: the first ones are shown. */
enum { TRACE_PANELS = 9, TRACE_COLUMNS = 48, TRACE_SERIES = TRACE_COLUMNS + LF_MAX_INVARIANTS + 1 };

typedef struct {
    const lf_problem *P;
    const lf_memory *rows;
    double *value; /* [series][row]; series 0 is t */
    lf_series serie[TRACE_SERIES];
    size_t series;
    lf_panel panel[TRACE_PANELS];
    size_t panels;
    char spare[TRACE_COLUMNS][LF_WORD_SIZE];
    char axis[TRACE_PANELS][LF_WORD_SIZE];
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
        if (!same && T->panels == TRACE_PANELS - 1)
            break;
        if (!same) {
            char *axis = T->axis[T->panels];
            snprintf(axis, LF_WORD_SIZE, "%.*s", stem ? (int)stem : 5, stem ? name : "state");
            trace_open(T, axis, false);
        }
        for (size_t k = 0; k < n; k++)
            T->value[(T->series + 1) * n + k] =
                lf_memory_at(T->rows, k, 1 + lf_problem_order(T->P, c));
        trace_add(T, name, 0);
        last = name;
    }
}

static void trace_drift(trace *T)
{
    size_t n = T->rows->rows, first = 1 + T->P->action->dim, count = T->rows->invariants;
    trace_open(T, "drift", true);
    for (size_t c = 0; c <= count; c++) {
        bool defect = c == count;
        for (size_t k = 0; k < n; k++) {
            double now = lf_memory_at(T->rows, k, first + c);
            double drift = defect ? now : fabs(now - lf_memory_at(T->rows, 0, first + c));
            T->value[(T->series + 1) * n + k] = drift < trace_zero ? trace_zero : drift;
        }
        /* at the start nothing has drifted; a logarithmic axis does without it */
        trace_add(T, defect ? "defect" : T->P->invariants[c].name, n > 1);
    }
}

lf_status lf_trace_plot(const lf_scenario *S, const lf_problem *P, const lf_memory *rows,
                        const char *path, char *why, size_t why_size)
{
    char title[200];
    size_t n = rows->rows;
    trace *T = calloc(1, sizeof *T);
    double *value = calloc((TRACE_SERIES + 1) * n, sizeof *value);
    lf_status status = LF_EMEMORY;
    if (T && value) {
        *T = (trace){.P = P, .rows = rows, .value = value};
        for (size_t k = 0; k < n; k++)
            value[k] = lf_memory_at(rows, k, 0);
        trace_state(T);
        trace_drift(T);
        snprintf(title, sizeof title, "%s by %s, h = %.6g", S->model->name,
                 lf_scenario_method_name(S), lf_scenario_step(S));
        lf_figure figure = {.title = title,
                            .panels = T->panels,
                            .across = T->panels > 3 ? 2 : 1,
                            .panel = T->panel};
        status = lf_figure_write(&figure, path, why, why_size);
    } else {
        snprintf(why, why_size, "%s: out of memory", path);
    }
    free(value);
    free(T);
    return status;
}
