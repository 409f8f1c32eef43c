/* SPDX-License-Identifier: BSD-3-Clause */
/* convergence_files.c - a table of orders as CSV, JSON and a log-log figure. */
#include "run/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Is the slope at level i one of those that tell the order? */
static bool convergence_files_counts(const lf_order_table *T, size_t m, size_t i)
{
    return i > 0 && T->level[m][i] == LF_LEVEL_ASYMPTOTIC &&
           T->level[m][i - 1] == LF_LEVEL_ASYMPTOTIC;
}

/* One method: errors, what each is worth, slopes, and among these the orders. */
static void convergence_files_method(const lf_order_table *T, size_t m, lf_json *out)
{
    lf_json_begin(out, NULL, '{');
    lf_json_string(out, "method", T->method[m]);
    lf_json_number(out, "claimed_order", T->claimed[m]);
    lf_json_number(out, "observed_order", T->observed[m]);
    if (*T->reason[m])
        lf_json_string(out, "not_determined", T->reason[m]);
    lf_json_numbers(out, "errors", T->levels, T->error[m]);
    lf_json_begin(out, "flags", '[');
    for (size_t i = 0; i < T->levels; i++)
        lf_json_string(out, NULL, lf_level_name(T->level[m][i]));
    lf_json_end(out, ']');
    lf_json_begin(out, "orders", '[');
    for (size_t i = 0; i < T->levels; i++)
        lf_json_number(out, NULL, convergence_files_counts(T, m, i) ? T->order[m][i] : NAN);
    lf_json_end(out, ']');
    lf_json_numbers(out, "slopes", T->levels, T->order[m]);
    lf_json_begin(out, "at_floor", '[');
    for (size_t i = 0; i < T->levels; i++)
        lf_json_flag(out, NULL, T->floor[m][i]);
    lf_json_end(out, ']');
    if (*T->failure[m])
        lf_json_string(out, "failure", T->failure[m]);
    lf_json_end(out, '}');
}

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
    for (size_t m = 0; m < T->methods; m++)
        convergence_files_method(T, m, out);
    lf_json_end(out, ']');
    lf_json_end(out, '}');
}

lf_status lf_order_csv(const lf_scenario *S, const lf_order_table *T, const char *path, char *why,
                       size_t why_size)
{
    static const lf_column part[] = {
        {"error", "", "2-norm of the error at the end"},
        {"order", "", "observed order; nan where the error does not tell one"},
        {"flag", "",
         "0 not run, 1 asymptotic, 2 pre-asymptotic, 3 at the floor of roundoff, 4 at that of the "
         "reference, 5 stalled, 6 diverged, 7 failed"}};
    enum { PARTS = sizeof part / sizeof *part, MOST = 2 + PARTS * LF_MAX_METHODS };
    lf_column column[MOST] = {{"steps", "", "number of steps"}, {"h", "", "step size"}};
    char name[MOST][LF_WORD_SIZE + 8];
    const size_t n = 2 + PARTS * T->methods;
    char words[sizeof T->reference + 16];
    for (size_t k = 0; k < PARTS * T->methods; k++) {
        snprintf(name[k], sizeof *name, "%s.%s", T->method[k / PARTS], part[k % PARTS].name);
        column[2 + k] = part[k % PARTS];
        column[2 + k].name = name[k];
    }
    snprintf(words, sizeof words, "reference: %s\n", T->reference);
    lf_csv *file = lf_table_open(S, words, path, n, column, why, why_size);
    if (!file)
        return LF_EIO;
    for (size_t i = 0; i < T->levels; i++) {
        double row[MOST] = {(double)T->steps[i], T->h[i]};
        for (size_t m = 0; m < T->methods; m++) {
            row[2 + PARTS * m] = T->error[m][i];
            row[3 + PARTS * m] = convergence_files_counts(T, m, i) ? T->order[m][i] : NAN;
            row[4 + PARTS * m] = (double)T->level[m][i];
        }
        lf_csv_row(file, row);
    }
    return lf_csv_close(file, why, why_size);
}

/* The levels of method m that tell its order: from *first on; all that were run when there are
 * none. */
static size_t convergence_files_range(const lf_order_table *T, size_t m, size_t *first)
{
    size_t count = 0;
    for (*first = 0; *first < T->levels; ++*first)
        if (T->level[m][*first] == LF_LEVEL_ASYMPTOTIC)
            break;
    while (*first + count < T->levels && T->level[m][*first + count] == LF_LEVEL_ASYMPTOTIC)
        count++;
    return count;
}

/* A line of slope p under the curve of the method, so that the eye can compare. */
static void convergence_files_guide(lf_order_guides *G, const lf_order_table *T, size_t m, int p)
{
    size_t first;
    const size_t count = convergence_files_range(T, m, &first);
    double *y = G->guide[G->guides];
    if (count == 0 || G->series == sizeof G->serie / sizeof *G->serie)
        return;
    const size_t last = first + count - 1;
    double anchor = 0.4 * T->error[m][last] / pow(T->h[last], p);
    for (size_t i = 0; i < T->levels; i++)
        y[i] = anchor * pow(T->h[i], p);
    if (p == 1)
        strcpy(G->label[G->guides], "h");
    else
        snprintf(G->label[G->guides], LF_WORD_SIZE, "h^{%d}", p);
    G->serie[G->series++] = (lf_series){.label = G->label[G->guides],
                                        .draw = LF_DRAW_GUIDE,
                                        .count = count,
                                        .x = T->h + first,
                                        .y = y + first};
    G->guides++;
}

/* Method m: whole where its order shows, and dashed before and after. */
static void convergence_files_lines(lf_order_guides *G, const lf_order_table *T, size_t m)
{
    size_t first;
    const size_t count = convergence_files_range(T, m, &first);
    const int colour = (int)m + 1;
    G->serie[G->series++] = (lf_series){.label = count ? NULL : T->method[m],
                                        .draw = LF_DRAW_DASHED,
                                        .count = T->levels,
                                        .x = T->h,
                                        .y = T->error[m],
                                        .colour = colour};
    if (count)
        G->serie[G->series++] = (lf_series){.label = T->method[m],
                                            .draw = LF_DRAW_LINE_POINTS,
                                            .count = count,
                                            .x = T->h + first,
                                            .y = T->error[m] + first,
                                            .colour = colour};
}

lf_panel lf_order_panel(const lf_order_table *T, lf_order_guides *G)
{
    bool drawn[20] = {false};
    *G = (lf_order_guides){0};
    for (size_t m = 0; m < T->methods; m++)
        convergence_files_lines(G, T, m);
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
    snprintf(title, sizeof title,
             "%s: error at t = %g against the step size (dashed: it tells no order)",
             S->model->name, lf_scenario_t_end(S));
    lf_figure figure = {.title = title, .panels = 1, .panel = &panel};
    return lf_figure_write(&figure, path, why, why_size);
}
