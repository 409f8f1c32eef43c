/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_lengths.c - chains of N = 2 .. 20 pendulums by RKMK(5,4) and by as many constant
 * steps of RKMK5: Celledoni et al. 2021 figures 8 and 10. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/celledoni2021.h"

enum { LENGTHS_LEAST = 2, LENGTHS_MOST = 20, LENGTHS_COUNT = LENGTHS_MOST - LENGTHS_LEAST + 1 };

typedef struct {
    double n[LENGTHS_COUNT], variable[LENGTHS_COUNT], constant[LENGTHS_COUNT];
    size_t steps[LENGTHS_COUNT], rejected[LENGTHS_COUNT];
    lf_pen *sizes; /* of the steps of the longest */
} lengths;

/* The distance in R^6N from the same chain in angles, at t = 3. */
static double lengths_error(const lf_record *run, const lf_plane_chain *chain, const double *truth)
{
    double sum = 0;
    for (size_t k = 0; k < run->outcome.dim; k++) {
        const double y = run->outcome.y[lf_problem_order(&run->outcome.problem, k)];
        sum += pow(y - lf_plane_chain_column(chain, truth, k / 6, k % 6), 2);
    }
    return sqrt(sum);
}

/* A run of a chain of n rods of a length, given as it is written for the model; the scenario outlives
 * the run. */
static lf_status lengths_run(lf_report *R, lf_scenario *S, size_t n, const char *length,
                             const char *const *settings, lf_record *run)
{
    char number[24];
    const char *const base[] = {"n",     number,    "lengths", length, "masses",
                                "1",     "gravity", "9.81",    "q",    "sqrt(0.5) 0 sqrt(0.5)",
                                "omega", "0 1 0",   "t_end",   "3",    NULL};
    snprintf(number, sizeof number, "%zu", n);
    *run = (lf_record){.rows = {0}};
    lf_status status = lf_study_scenario(R, "pendulum-chain", base, S);
    return status == LF_OK ? lf_study_march(R, S, settings, run) : status;
}

/* The steps of the longest chain, and as many constant ones. */
static void lengths_sizes(lengths *L, const lf_steps *steps)
{
    const double h = 3 / (double)steps->count;
    lf_pen_line(L->sizes, "RKMK(5,4), variable", LF_DRAW_LINE, 1);
    for (size_t k = 0; k < steps->count; k++)
        lf_pen_to(L->sizes, steps->t[k], steps->h[k]);
    lf_pen_line(L->sizes, "RKMK5, constant", LF_DRAW_DASHED, 2);
    lf_pen_to(L->sizes, 0, h);
    lf_pen_to(L->sizes, 3, h);
}

/* Both runs of one chain. */
static lf_status lengths_runs(lf_report *R, size_t n, const char *length, double number, lengths *L)
{
    static const char *const tol[] = {"method",  "rkmk5",      "atol",       "1e-6", "rtol", "0",
                                      "control", "elementary", "first_step", "0.01", NULL};
    const size_t i = n - LENGTHS_LEAST;
    const lf_plane_chain chain = {n, number};
    double truth[2 * LF_CHAIN_MOST];
    char steps[24];
    const char *const fixed[] = {"method", "rkmk5", "steps", steps, NULL};
    lf_scenario *S[2] = {lf_scenario_new(), lf_scenario_new()};
    lf_record variable, constant = {.rows = {0}};
    lf_plane_chain_start(&chain, truth);
    lf_plane_chain_solve(&chain, 0, 3, truth);
    lf_status status = lengths_run(R, S[0], n, length, tol, &variable);
    L->steps[i] = variable.outcome.stats.steps;
    L->rejected[i] = variable.outcome.stats.rejected;
    snprintf(steps, sizeof steps, "%zu", L->steps[i]);
    if (status == LF_OK)
        status = lengths_run(R, S[1], n, length, fixed, &constant);
    if (status == LF_OK) {
        L->variable[i] = lengths_error(&variable, &chain, truth);
        L->constant[i] = lengths_error(&constant, &chain, truth);
        if (n == LENGTHS_MOST)
            lengths_sizes(L, &variable.steps);
    }
    lf_record_free(&variable);
    lf_record_free(&constant);
    lf_scenario_free(S[0]);
    lf_scenario_free(S[1]);
    return status;
}

static lf_status lengths_measure(lf_report *R, double total, lengths *L)
{
    lf_status status = LF_OK;
    lf_progress whole = R->progress;
    for (size_t i = 0; i < LENGTHS_COUNT && status == LF_OK; i++) {
        const size_t n = i + LENGTHS_LEAST;
        char length[40];
        lf_part part = {whole, (double)i / LENGTHS_COUNT, 1. / LENGTHS_COUNT};
        L->n[i] = (double)i + LENGTHS_LEAST;
        snprintf(length, sizeof length, "%g/%zu", total, n);
        R->progress = lf_part_progress(&part);
        status = lengths_runs(R, n, total > 1 ? length : "1", total > 1 ? total / (double)n : 1, L);
    }
    R->progress = whole;
    return status;
}

/* Two programs of one pair take the same steps. */
static void lengths_steps_line(lf_report *R, const lengths *L, size_t i, size_t steps,
                               size_t rejected)
{
    lf_report_reference(R, L->steps[i] == steps && L->rejected[i] == rejected,
                        "N = %g: %zu steps and %zu rejected, by papers/references.py %zu and %zu",
                        L->n[i], L->steps[i], L->rejected[i], steps, rejected);
}

/* The tolerance is the error of a step: their number times as much where the motion does not multiply
 * it, and that it does by less than what steps stay below their tolerance. */
static void lengths_error_line(lf_report *R, const lengths *L)
{
    double most = 0, share = 0;
    for (size_t i = 0; i < LENGTHS_COUNT; i++) {
        most = fmax(most, L->variable[i]);
        share = fmax(share, L->variable[i] / (1e-6 * (double)L->steps[i]));
    }
    lf_report_reference(
        R, share < 1,
        "variable steps end within %.1e of Lagrange's equations in angles, solved "
        "apart from the library: at most %.2f of steps times tolerance, N = 2 .. 20",
        most, share);
}

static void lengths_choices(lf_report *R, bool short_links)
{
    lf_pair_choices(R);
    lf_report_choice(R, "N = 2, 3, .. 20%s; a gain counts as relevant from 10 times on",
                     short_links ? ", unit masses, the start of figure 8" : "");
}

static void lengths_equal_lines(lf_report *R, const lengths *L)
{
    const size_t last = LENGTHS_COUNT - 1;
    const double gain = L->constant[0] / L->variable[0],
                 none = L->constant[last] / L->variable[last];
    size_t fewer = 0; /* chains that need fewer steps than those with a rod less */
    for (size_t i = 1; i <= last; i++)
        fewer += L->steps[i] <= L->steps[i - 1];
    lf_report_paper(R, gain > 10,
                    "situations where the variable step size beats the constant one in terms of "
                    "accuracy at the final time, like the case N = 2",
                    "N = 2: %.1e with variable steps, %.1e with constant ones, %.0f times more",
                    L->variable[0], L->constant[0], gain);
    lf_report_paper(R, none < 10,
                    "the adaptivity of the stepsize does not bring relevant improvements in the "
                    "latter situation",
                    "N = 20: %.1e with variable steps, %.1e with constant ones, %.1f times more",
                    L->variable[last], L->constant[last], none);
    lf_report_paper(R, L->constant[last] < L->constant[0] / 10,
                    "an improvement in accuracy for the RKMK5 method as N increases",
                    "constant steps err by %.1e for N = 2, %.1e for N = 11, %.1e for N = 20",
                    L->constant[0], L->constant[9], L->constant[last]);
    lf_report_paper(R, L->steps[last] > 2 * L->steps[0] && fewer <= 1,
                    "when we increase N, to achieve the fixed tolerance of 10^-6 with RKMKK(5,4), "
                    "we need more time steps",
                    "from %zu steps for N = 2 to %zu for N = 20, rising but for %zu of 18",
                    L->steps[0], L->steps[last], fewer);
    lengths_steps_line(R, L, 0, 120, 12);
    lengths_steps_line(R, L, last, 374, 2);
}

static void lengths_short_lines(lf_report *R, const lengths *L)
{
    static const char quote[] = "here the step adaptivity improves the results as we expected";
    const size_t last = LENGTHS_COUNT - 1;
    double mean = 0, least = INFINITY, most = 0;
    for (size_t i = 1; i <= last; i++) {
        mean += log(L->constant[i] / L->variable[i]) / (double)last;
        least = fmin(least, L->constant[i] / L->variable[i]);
        most = fmax(most, L->constant[i] / L->variable[i]);
    }
    lf_report_paper(R, least > 1 && exp(mean) > 10, quote,
                    "N = 3 .. 20: errors with constant steps are %.1f to %.0f times larger, %.0f "
                    "times in the geometric mean",
                    least, most, exp(mean));
    const double two = L->constant[0] / L->variable[0];
    lf_report_differs(R, two > 0.5 && two < 1, quote,
                      "not for N = 2: %.1e with variable steps, %.1e with constant ones, which win",
                      L->variable[0], L->constant[0]);
    lengths_steps_line(R, L, 0, 61, 2);
    lengths_steps_line(R, L, last, 820, 1);
}

static lf_status lengths_figure(const lf_study *study, lf_report *R, const lengths *L)
{
    const lf_series errors[2] = {{"RKMK(5,4), variable", LF_DRAW_LINE_POINTS, LENGTHS_COUNT, L->n,
                                  L->variable, NULL, NULL, 1, 0},
                                 {"RKMK5, constant", LF_DRAW_LINE_POINTS, LENGTHS_COUNT, L->n,
                                  L->constant, NULL, NULL, 2, 0}};
    const lf_panel panel[2] = {{.title = "accuracy at t = 3, tolerance 1e-6",
                                .x_label = "number of pendulums N",
                                .y_label = "error in R^{6N}",
                                .log_y = true,
                                .series = 2,
                                .serie = errors},
                               {.title = "step adaptation for N = 20",
                                .x_label = "t [s]",
                                .y_label = "step size [s]",
                                .log_y = true,
                                .series = L->sizes->lines,
                                .serie = L->sizes->line}};
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_chain_lengths(const lf_study *study, lf_report *R)
{
    bool short_links = strcmp(study->data, "5") == 0;
    lengths L = {.sizes = lf_pen_new()};
    if (!L.sizes)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = lengths_measure(R, short_links ? 5 : 1, &L);
    if (status == LF_OK) {
        if (short_links)
            lengths_short_lines(R, &L);
        else
            lengths_equal_lines(R, &L);
        lengths_error_line(R, &L);
        lengths_choices(R, short_links);
        status = lengths_figure(study, R, &L);
    }
    lf_pen_free(L.sizes);
    return status;
}
