/* SPDX-License-Identifier: BSD-3-Clause */
/* precision_files.c - a table of work and precision as CSV, JSON and a log-log figure. */
#include "run/scenario.h"

#include <math.h>
#include <stdio.h>

void lf_precision_json(const lf_scenario *S, const lf_precision_table *T, lf_json *out)
{
    lf_json_begin(out, NULL, '{');
    lf_json_string(out, "model", S->model->name);
    lf_json_number(out, "t_end", lf_scenario_t_end(S));
    lf_json_string(out, "reference", T->reference);
    lf_json_number(out, "reference_error", T->reference_error);
    lf_json_numbers(out, "tolerances", T->levels, T->tolerance);
    lf_json_begin(out, "methods", '[');
    for (size_t m = 0; m < T->methods; m++) {
        lf_json_begin(out, NULL, '{');
        lf_json_string(out, "method", T->method[m]);
        lf_json_numbers(out, "errors", T->levels, T->error[m]);
        lf_json_numbers(out, "seconds", T->levels, T->seconds[m]);
        static const char *const keys[] = {"steps", "rejected", "evaluations"};
        for (size_t k = 0; k < 3; k++) {
            lf_json_begin(out, keys[k], '[');
            for (size_t i = 0; i < T->levels; i++) {
                const lf_stats *stats = &T->stats[m][i];
                lf_json_count(out, NULL,
                              k == 0   ? stats->steps
                              : k == 1 ? stats->rejected
                                       : stats->evaluations);
            }
            lf_json_end(out, ']');
        }
        lf_json_end(out, '}');
    }
    lf_json_end(out, ']');
    lf_json_end(out, '}');
}

lf_status lf_precision_csv(const lf_scenario *S, const lf_precision_table *T, const char *path,
                           char *why, size_t why_size)
{
    static const lf_column part[] = {
        {"error", "", "2-norm of the error at the end; inf after a failure"},
        {"steps", "", "accepted steps"},
        {"rejected", "", "rejected steps"},
        {"evaluations", "", "evaluations of the field"},
        {"seconds", "s", "time of the fastest run"}};
    enum { PARTS = sizeof part / sizeof *part, MOST = 1 + PARTS * LF_MAX_METHODS };
    lf_column column[MOST] = {{"tolerance", "", "absolute and relative tolerance"}};
    char name[MOST][LF_WORD_SIZE + 16], words[sizeof T->reference + 64];
    for (size_t k = 0; k < PARTS * T->methods; k++) {
        snprintf(name[k], sizeof *name, "%s.%s", T->method[k / PARTS], part[k % PARTS].name);
        column[k + 1] = part[k % PARTS];
        column[k + 1].name = name[k];
    }
    snprintf(words, sizeof words, "reference: %s\nrun with these tolerances and methods:\n",
             T->reference);
    lf_csv *file = lf_table_open(S, words, path, 1 + PARTS * T->methods, column, why, why_size);
    if (!file)
        return LF_EIO;
    for (size_t i = 0; i < T->levels; i++) {
        double row[MOST] = {T->tolerance[i]};
        for (size_t m = 0; m < T->methods; m++) {
            const lf_stats *stats = &T->stats[m][i];
            double *cell = row + 1 + PARTS * m;
            cell[0] = T->error[m][i];
            cell[1] = (double)stats->steps;
            cell[2] = (double)stats->rejected;
            cell[3] = (double)stats->evaluations;
            cell[4] = T->seconds[m][i];
        }
        lf_csv_row(file, row);
    }
    return lf_csv_close(file, why, why_size);
}

lf_status lf_precision_plot(const lf_scenario *S, const lf_precision_table *T, const char *path,
                            char *why, size_t why_size)
{
    char title[160];
    double work[LF_MAX_METHODS][LF_MAX_LEVELS];
    lf_series serie[3][LF_MAX_METHODS + 1];
    for (size_t m = 0; m < T->methods; m++) {
        const double *x[] = {T->tolerance, T->error[m], T->error[m]};
        const double *y[] = {T->error[m], work[m], T->seconds[m]};
        for (size_t i = 0; i < T->levels; i++)
            work[m][i] = (double)T->stats[m][i].evaluations;
        for (size_t p = 0; p < 3; p++)
            serie[p][m] = (lf_series){.label = T->method[m],
                                      .draw = LF_DRAW_LINE_POINTS,
                                      .count = T->levels,
                                      .x = x[p],
                                      .y = y[p]};
    }
    serie[0][T->methods] = (lf_series){.label = "error = tolerance",
                                       .draw = LF_DRAW_GUIDE,
                                       .count = T->levels,
                                       .x = T->tolerance,
                                       .y = T->tolerance};
    lf_panel panel[3] = {
        {.title = "precision", .x_label = "tolerance", .y_label = "error at the end"},
        {.title = "work", .x_label = "error at the end", .y_label = "evaluations"},
        {.title = "time", .x_label = "error at the end", .y_label = "seconds"}};
    for (size_t p = 0; p < 3; p++) {
        panel[p].log_x = panel[p].log_y = true;
        panel[p].serie = serie[p];
        panel[p].series = T->methods + (p == 0);
    }
    snprintf(title, sizeof title, "%s, t = %g: work and precision", S->model->name,
             lf_scenario_t_end(S));
    lf_figure figure = {.title = title, .panels = 3, .across = 3, .panel = panel};
    return lf_figure_write(&figure, path, why, why_size);
}
