/* SPDX-License-Identifier: BSD-3-Clause */
/* trace.c - the figure of a single run: the state by groups of columns, then what should stay. */
#include "run/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/scenario.h"
#include "run/sheet.h"

/* Drifts below it, under every roundoff, count as none. */
static const double trace_zero = 1e-17;
/* Length of the part before the first dot: columns that share it share a panel. */
static size_t trace_stem(const char *name)
{
    size_t dot = strcspn(name, ".");
    return name[dot] ? dot : 0;
}

double *lf_sheet_line(lf_sheet *T)
{
    return T->value + (T->series + 1) * T->rows->rows;
}

void lf_sheet_add(lf_sheet *T, const char *label, size_t skip)
{
    const size_t n = T->rows->rows;
    T->serie[T->series] = (lf_series){.label = label,
                                      .draw = n == 1 ? LF_DRAW_POINTS : LF_DRAW_LINE,
                                      .count = n - skip,
                                      .x = T->value + skip,
                                      .y = lf_sheet_line(T) + skip};
    T->panel[T->panels - 1].series++;
    T->series++;
}

void lf_sheet_open(lf_sheet *T, const char *y_label, bool log_y)
{
    T->panel[T->panels++] = (lf_panel){
        .x_label = T->time, .y_label = y_label, .log_y = log_y, .serie = &T->serie[T->series]};
}

/* Does column c begin another panel than the one before it? */
static bool trace_turns(const lf_sheet *T, size_t c)
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
static void trace_axis(const lf_sheet *T, size_t c, char *axis)
{
    const char *name = T->spare[c], *unit = lf_column_unit(T->M, T->P, c);
    const size_t stem = trace_stem(name);
    snprintf(axis, LF_WORD_SIZE, *unit ? "%.*s [%.20s]" : "%.*s%s", stem ? (int)stem : 5,
             stem ? name : "state", unit);
}

/* As many columns as whole panels hold. */
static void trace_choose(lf_sheet *T)
{
    const size_t dim = lf_problem_shown(T->P);
    size_t panels = 0;
    for (size_t c = 0; c <= dim && c <= LF_SHEET_COLUMNS; c++) {
        if (c < dim && !trace_turns(T, c))
            continue;
        T->columns = c;
        if (c == dim || panels++ == LF_SHEET_STATE)
            return;
    }
    if (T->columns == 0) /* one panel that is too large as it is */
        T->columns = LF_SHEET_COLUMNS;
}

/* A legend of so many lines would take the place of the panel: one entry names the first and the last. */
static void trace_crowd(lf_sheet *T, size_t p)
{
    enum { MOST = 16 };
    const lf_panel *panel = &T->panel[p];
    lf_series *serie = T->serie + (panel->serie - T->serie);
    const size_t count = panel->series;
    if (count <= MOST)
        return;
    snprintf(T->crowd[p], LF_WORD_SIZE, "%.14s .. %.14s, %zu lines", serie[0].label,
             serie[count - 1].label, count);
    serie[0].label = T->crowd[p];
    for (size_t i = 1; i < count; i++)
        serie[i].label = NULL;
}

/* Panels and lines of the state, to be filled. */
static void trace_state(lf_sheet *T)
{
    const size_t first = T->panels;
    for (size_t c = 0; c < T->columns; c++) {
        const char *name = lf_column_name(T->P, c, T->spare[c]);
        if (trace_turns(T, c)) {
            char *axis = T->axis[T->panels];
            trace_axis(T, c, axis);
            lf_sheet_open(T, axis, false);
        }
        lf_sheet_add(T, name, 0);
    }
    for (size_t p = first; p < T->panels; p++)
        trace_crowd(T, p);
}

/* The numbers of the columns, whose lines begin at `line`. */
static lf_status trace_fill(lf_sheet *T, double *line)
{
    const size_t n = T->rows->rows, shown = lf_problem_shown(T->P);
    double *value = calloc(shown + lf_problem_show_work(T->P, 1) + 1, sizeof *value);
    for (size_t k = 0; value && k < n; k++) {
        const double *row = T->rows->value + k * T->rows->width;
        const lf_lanes one = {.n = 1, .t = row};
        lf_problem_show(T->P, &one, row + 1, value, value + shown);
        for (size_t c = 0; c < T->columns; c++)
            line[c * n + k] = value[c];
    }
    free(value);
    return value ? LF_OK : LF_EMEMORY;
}

/* What the state is: images of functions on a grid, or columns over time. */
static lf_status trace_points(lf_sheet *T)
{
    const lf_display *display = lf_problem_display(T->P);
    T->columns = lf_problem_shown(T->P);
    if (display && display->domain)
        return lf_sheet_images(T);
    trace_choose(T);
    double *line = lf_sheet_line(T);
    trace_state(T);
    return trace_fill(T, line);
}

static void trace_steps(lf_sheet *T, const lf_steps *steps)
{
    lf_sheet_open(T, "step size", true);
    T->serie[T->series++] = (lf_series){
        .draw = LF_DRAW_LINE_POINTS, .count = steps->count, .x = steps->t, .y = steps->h};
    T->panel[T->panels - 1].series++;
}

/* What the drift of invariant c is compared with: at the start, which is the first row. */
static double trace_scale(const lf_sheet *T, size_t c)
{
    const double scale = lf_invariant_scale(T->P, c, lf_rows_at(T->rows, 0, 0), T->rows->value + 1);
    return scale > 0 ? scale : 1;
}

/* Is there nothing that could drift: no invariant, and a manifold that nothing leaves? */
static bool trace_still(const lf_sheet *T)
{
    const size_t at = 1 + T->P->action->dim;
    for (size_t k = 0; k < T->rows->rows; k++)
        if (T->rows->invariants || lf_rows_at(T->rows, k, at) != 0)
            return false;
    return lf_problem_display(T->P) != NULL;
}

static void trace_drift(lf_sheet *T)
{
    size_t n = T->rows->rows, first = 1 + T->P->action->dim, count = T->rows->invariants;
    lf_sheet_open(T, "relative drift", true);
    for (size_t c = 0; c <= count; c++) {
        bool defect = c == count;
        const double scale = defect ? 1 : trace_scale(T, c);
        for (size_t k = 0; k < n; k++) {
            double now = lf_rows_at(T->rows, k, first + c);
            double drift = defect ? now : fabs(now - lf_rows_at(T->rows, 0, first + c)) / scale;
            lf_sheet_line(T)[k] = drift < trace_zero ? 0 : drift;
        }
        /* at the start nothing has drifted; a logarithmic axis does without it */
        lf_sheet_add(T, defect ? "defect" : T->P->invariants[c].name, n > 1);
    }
    lf_drift_axes(&T->panel[T->panels - 1]);
}

static void trace_title(const lf_scenario *S, const lf_sheet *T, lf_text *title)
{
    const size_t dim = lf_problem_shown(T->P);
    lf_text_add(title, "%s by %s, ", S->model->name, lf_scenario_method_name(S));
    if (lf_scenario_adaptive(S))
        lf_text_add(title, "tolerance %.6g", fmax(lf_scenario_atol(S), lf_scenario_rtol(S)));
    else
        lf_text_add(title, "h = %.6g", lf_scenario_step(S));
    if (T->columns < dim)
        lf_text_add(title, " (%zu of %zu columns are shown; --out has all)", T->columns, dim);
}

/* All panels of a run. */
static lf_status trace_panels(lf_sheet *T, const lf_steps *steps)
{
    const bool charts = lf_sheet_charts(T->P);
    const char *unit = lf_time_unit(T->M);
    snprintf(T->time, sizeof T->time, *unit ? "t [%s]" : "t%s", unit);
    for (size_t k = 0; k < T->rows->rows; k++)
        T->value[k] = lf_rows_at(T->rows, k, 0);
    T->ends[0] = T->value[0];
    T->ends[1] = T->value[T->rows->rows - 1];
    if (charts)
        lf_sheet_outputs(T);
    const lf_status status = trace_points(T);
    if (!charts)
        lf_sheet_outputs(T);
    if (steps->count)
        trace_steps(T, steps);
    if (!trace_still(T))
        trace_drift(T);
    return status;
}

lf_status lf_trace_plot(const lf_scenario *S, const lf_problem *P, const lf_rows *rows,
                        const lf_steps *steps, const char *path, char *why, size_t why_size)
{
    const size_t n = rows->rows;
    lf_text title = {0};
    lf_sheet *T = calloc(1, sizeof *T);
    double *value = calloc((LF_SHEET_SERIES + 2) * n, sizeof *value);
    lf_status status = LF_EMEMORY;
    if (T && value) {
        *T = (lf_sheet){.M = S->model, .P = P, .rows = rows, .value = value};
        const lf_status made = trace_panels(T, steps);
        trace_title(S, T, &title);
        lf_figure figure = {.title = lf_text_string(&title),
                            .panels = T->panels,
                            .across = T->panels > 8   ? 3
                                      : T->panels > 3 ? 2
                                                      : 1,
                            .panel = T->panel};
        if (!title.failed && made == LF_OK)
            status = lf_figure_write(&figure, path, why, why_size);
    }
    if (status == LF_EMEMORY)
        snprintf(why, why_size, "%.300s: out of memory", path);
    lf_text_free(&title);
    free(value);
    if (T) {
        free(T->memory);
        free(T->pixels);
    }
    free(T);
    return status;
}
