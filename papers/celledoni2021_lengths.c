/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_lengths.c - chains of N = 2 .. 20 pendulums by RKMK(5,4) and by as many constant
 * steps of RKMK5: Celledoni et al. 2021 figures 8 and 10. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LENGTHS_LEAST = 2, LENGTHS_MOST = 20, LENGTHS_COUNT = LENGTHS_MOST - LENGTHS_LEAST + 1 };

typedef struct {
    double n[LENGTHS_COUNT], variable[LENGTHS_COUNT], constant[LENGTHS_COUNT];
    size_t steps[LENGTHS_COUNT], rejected[LENGTHS_COUNT];
    lf_record longest; /* with variable steps, for its steps */
} lengths;

static double lengths_error(const lf_record *run, const lf_record *truth)
{
    double sum = 0;
    for (size_t c = 0; c < run->outcome.dim; c++)
        sum += pow(run->outcome.y[c] - truth->outcome.y[c], 2);
    return sqrt(sum);
}

/* The three runs of one chain; `variable` is handed out. */
static lf_status lengths_runs(lf_report *R, const char *n, const char *length, lengths *L, size_t i,
                              lf_record *variable)
{
    const char *const base[] = {"n", n, "lengths", length, "t_end", "3", NULL};
    static const char *const tol[] = {"method",  "rkmk5",      "atol",       "1e-6", "rtol", "0",
                                      "control", "elementary", "first_step", "0.01", NULL};
    static const char *const fine[] = {"method", "rkmk8", "atol", "1e-13", "rtol", "0", NULL};
    char steps[24];
    const char *const fixed[] = {"method", "rkmk5", "steps", steps, NULL};
    lf_scenario *S[3] = {lf_scenario_new(), lf_scenario_new(), lf_scenario_new()};
    lf_record truth = {.rows = {0}}, constant = {.rows = {0}};
    lf_status status = LF_OK;
    for (size_t k = 0; k < 3; k++) {
        lf_status one = lf_study_scenario(R, "pendulum-chain", base, S[k]);
        status = status == LF_OK ? one : status;
    }
    if (status == LF_OK)
        status = lf_study_march(R, S[0], tol, variable);
    if (status == LF_OK)
        status = lf_study_march(R, S[1], fine, &truth);
    snprintf(steps, sizeof steps, "%zu", variable->outcome.stats.steps);
    if (status == LF_OK)
        status = lf_study_march(R, S[2], fixed, &constant);
    if (status == LF_OK) {
        L->variable[i] = lengths_error(variable, &truth);
        L->constant[i] = lengths_error(&constant, &truth);
        L->steps[i] = variable->outcome.stats.steps;
        L->rejected[i] = variable->outcome.stats.rejected;
    }
    lf_record_free(&truth);
    lf_record_free(&constant);
    for (size_t k = 0; k < 3; k++)
        lf_scenario_free(S[k]);
    return status;
}

static lf_status lengths_measure(lf_report *R, double total, lengths *L)
{
    lf_status status = LF_OK;
    lf_progress whole = R->progress;
    for (size_t i = 0; i < LENGTHS_COUNT && status == LF_OK; i++) {
        char n[24], length[40];
        lf_record variable = {.rows = {0}};
        lf_part part = {whole, (double)i / LENGTHS_COUNT, 1. / LENGTHS_COUNT};
        L->n[i] = (double)i + LENGTHS_LEAST;
        snprintf(n, sizeof n, "%zu", i + LENGTHS_LEAST);
        snprintf(length, sizeof length, "%g/%zu", total, i + LENGTHS_LEAST);
        R->progress = lf_part_progress(&part);
        status = lengths_runs(R, n, total > 1 ? length : "1", L, i, &variable);
        if (i + 1 == LENGTHS_COUNT)
            L->longest = variable;
        else
            lf_record_free(&variable);
    }
    R->progress = whole;
    return status;
}

/* What an independent study found, within what another start of the steps may change. */
static void lengths_steps_verdict(lf_report *R, const lengths *L, size_t i, double expected)
{
    lf_report_reference(R, fabs((double)L->steps[i] - expected) < 0.2 * expected,
                        "N = %g: %zu steps (%zu rejected), expected about %g", L->n[i], L->steps[i],
                        L->rejected[i], expected);
}

static void lengths_verdicts(lf_report *R, const lengths *L, bool short_links)
{
    const size_t last = LENGTHS_COUNT - 1, at = short_links ? last : 0;
    double most = 0, gain = 0;
    for (size_t i = 0; i <= last; i++) {
        most = fmax(most, L->variable[i]);
        gain += log(L->constant[i] / L->variable[i]) / LENGTHS_COUNT;
    }
    lengths_steps_verdict(R, L, 0, short_links ? 61 : 120);
    lengths_steps_verdict(R, L, last, short_links ? 820 : 374);
    lf_report_reference(R, most < 3e-4, "variable steps: error at most %.1e for N = 2 .. 20", most);
    lf_report_reference(
        R, L->constant[at] > 30 * L->variable[at],
        "N = %g: %.1e with variable steps, %.1e with constant ones: %.0f times better", L->n[at],
        L->variable[at], L->constant[at], L->constant[at] / L->variable[at]);
    if (short_links)
        lf_report_reference(R, exp(gain) > 3, "on the whole variable steps are %.0f times better",
                            exp(gain));
    else
        lf_report_reference(
            R, L->constant[last] < 5 * L->variable[last],
            "N = 20: %.1e with variable steps, %.1e with constant ones: little gain",
            L->variable[last], L->constant[last]);
}

static lf_status lengths_figure(const lf_study *study, lf_report *R, const lengths *L)
{
    const lf_steps *steps = &L->longest.steps;
    const double h = 3 / (double)steps->count, x[2] = {0, 3}, y[2] = {h, h};
    const lf_series errors[2] = {{"RKMK(5,4), variable", LF_DRAW_LINE_POINTS, LENGTHS_COUNT, L->n,
                                  L->variable, NULL, NULL, 1, 0},
                                 {"RKMK5, constant", LF_DRAW_LINE_POINTS, LENGTHS_COUNT, L->n,
                                  L->constant, NULL, NULL, 2, 0}};
    const lf_series sizes[2] = {
        {"RKMK(5,4), variable", LF_DRAW_LINE, steps->count, steps->t, steps->h, NULL, NULL, 1, 0},
        {"RKMK5, constant", LF_DRAW_DASHED, 2, x, y, NULL, NULL, 2, 0}};
    const lf_panel panel[2] = {{.title = "accuracy at t = 3, tolerance 1e-6",
                                .x_label = "number of pendulums N",
                                .y_label = "error in R^{6N}",
                                .log_y = true,
                                .series = 2,
                                .serie = errors},
                               {.title = "step adaptation for N = 20",
                                .x_label = "t",
                                .y_label = "step size",
                                .log_y = true,
                                .series = 2,
                                .serie = sizes}};
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_chain_lengths(const lf_study *study, lf_report *R)
{
    bool short_links = strcmp(study->data, "5") == 0;
    lengths L = {.steps = {0}};
    lf_status status = lengths_measure(R, short_links ? 5 : 1, &L);
    if (status == LF_OK) {
        lengths_verdicts(R, &L, short_links);
        status = lengths_figure(study, R, &L);
    }
    lf_record_free(&L.longest);
    return status;
}
