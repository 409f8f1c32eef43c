/* SPDX-License-Identifier: BSD-3-Clause */
/* convergence_files.c - a table of orders as CSV, JSON and a log-log figure. */
#include "run/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void lf_order_json(const lf_scenario *S, const lf_order_table *T, lf_json *out)
{
    lf_json_begin(out, NULL, '{');
    lf_json_string(out, "model", S->model->name);
    lf_json_number(out, "t_end", lf_scenario_t_end(S));
    lf_json_string(out, "reference", T->reference);
    lf_json_number(out, "reference_error", T->reference_error);
    lf_json_begin(out, "steps", '[');
    for (size_t i = 0; i < T->levels; i++)
        lf_json_count(out, NULL, T->steps[i]);
    lf_json_end(out, ']');
    lf_json_numbers(out, "h", T->levels, T->h);
    lf_json_begin(out, "methods", '[');
    for (size_t m = 0; m < T->methods; m++) {
        lf_json_begin(out, NULL, '{');
        lf_json_string(out, "method", T->method[m]);
        lf_json_number(out, "claimed_order", T->claimed[m]);
        lf_json_number(out, "observed_order", T->observed[m]);
        lf_json_numbers(out, "errors", T->levels, T->error[m]);
        lf_json_numbers(out, "orders", T->levels, T->order[m]);
        lf_json_begin(out, "at_floor", '[');
        for (size_t i = 0; i < T->levels; i++)
            lf_json_flag(out, NULL, T->floor[m][i]);
        lf_json_end(out, ']');
        lf_json_end(out, '}');
    }
    lf_json_end(out, ']');
    lf_json_end(out, '}');
}

lf_status lf_order_csv(const lf_scenario *S, const lf_order_table *T, const char *path, char *why,
                       size_t why_size)
{
    lf_column column[2 + 2 * LF_MAX_METHODS];
    char name[2 * LF_MAX_METHODS][LF_WORD_SIZE + 8];
    char words[sizeof T->reference + 16];
    size_t n = 0;
    column[n++] = (lf_column){"steps", "", "number of steps"};
    column[n++] = (lf_column){"h", "", "step size"};
    for (size_t m = 0; m < T->methods; m++) {
        snprintf(name[2 * m], sizeof *name, "%s.error", T->method[m]);
        snprintf(name[2 * m + 1], sizeof *name, "%s.order", T->method[m]);
        column[n++] = (lf_column){name[2 * m], "", "2-norm of the error at the end"};
        column[n++] = (lf_column){name[2 * m + 1], "", "observed order; nan where there is none"};
    }
    snprintf(words, sizeof words, "reference: %s\n", T->reference);
    lf_csv *file = lf_table_open(S, words, path, n, column, why, why_size);
    if (!file)
        return LF_EIO;
    for (size_t i = 0; i < T->levels; i++) {
        double row[2 + 2 * LF_MAX_METHODS] = {(double)T->steps[i], T->h[i]};
        for (size_t m = 0; m < T->methods; m++) {
            row[2 + 2 * m] = T->error[m][i];
            row[3 + 2 * m] = T->order[m][i];
        }
        lf_csv_row(file, row);
    }
    return lf_csv_close(file, why, why_size);
}

/* A line of slope p under the curve of the method, so that the eye can compare. */
static void convergence_files_guide(lf_order_guides *G, const lf_order_table *T, size_t m, int p)
{
    size_t last = T->levels;
    double *y = G->guide[G->guides];
    while (last > 0 && (T->floor[m][last - 1] || !isfinite(T->error[m][last - 1])))
        last--;
    if (last == 0)
        return;
    double anchor = 0.4 * T->error[m][last - 1] / pow(T->h[last - 1], p);
    for (size_t i = 0; i < T->levels; i++)
        y[i] = anchor * pow(T->h[i], p);
    if (p == 1)
        strcpy(G->label[G->guides], "h");
    else
        snprintf(G->label[G->guides], LF_WORD_SIZE, "h^{%d}", p);
    G->serie[G->series++] = (lf_series){
        .label = G->label[G->guides], .draw = LF_DRAW_GUIDE, .count = last, .x = T->h, .y = y};
    G->guides++;
}

lf_panel lf_order_panel(const lf_order_table *T, lf_order_guides *G)
{
    bool drawn[20] = {false};
    *G = (lf_order_guides){0};
    for (size_t m = 0; m < T->methods; m++)
        G->serie[G->series++] = (lf_series){.label = T->method[m],
                                            .draw = LF_DRAW_LINE_POINTS,
                                            .count = T->levels,
                                            .x = T->h,
                                            .y = T->error[m]};
    for (size_t m = 0; m < T->methods; m++) {
        long p = T->claimed[m];
        if (T->negative[m])
            p = isfinite(T->observed[m]) ? lround(T->observed[m]) : 0;
        if (p < 1 || p >= 20 || drawn[p])
            continue;
        drawn[p] = true;
        convergence_files_guide(G, T, m, (int)p);
    }
    return (lf_panel){.x_label = "step size h",
                      .y_label = "error at the end",
                      .log_x = true,
                      .log_y = true,
                      .series = G->series,
                      .serie = G->serie};
}

lf_status lf_order_plot(const lf_scenario *S, const lf_order_table *T, const char *path, char *why,
                        size_t why_size)
{
    char title[160];
    lf_order_guides guides;
    lf_panel panel = lf_order_panel(T, &guides);
    snprintf(title, sizeof title, "%s: error at t = %g against the step size", S->model->name,
             lf_scenario_t_end(S));
    lf_figure figure = {.title = title, .panels = 1, .panel = &panel};
    return lf_figure_write(&figure, path, why, why_size);
}
