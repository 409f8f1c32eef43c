/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov_ring.c - our study of Lyapunov exponents: those of Lorenz' ring of forty (1996) by tangent vectors
 * and by a flow of frames, and sums that are known exactly. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RING_FEW = 10, RING_ALL = 40 };

/* By papers/references_own.py: over [0, 2] from the usual start, to 1e-6; and over a time of 1000. */
static const double ring_short[RING_FEW] = {5.4237186, 4.3757417, 4.1148645, 3.5024289, 3.7012048,
                                            3.3055942, 3.1626018, 2.8201192, 2.5807065, 2.7093384};
static const double ring_long[RING_FEW] = {1.6913, 1.4850, 1.3058, 1.1707, 1.0022,
                                           0.8618, 0.7516, 0.6303, 0.5020, 0.3663};

/* The output or the column of this name and number, for a row of a run. */
static double ring_number(const lf_record *run, size_t row, const char *name, size_t number)
{
    const lf_problem *P = &run->outcome.problem;
    const double t = lf_record_time(run, row), *y = lf_record_point(run, row);
    const lf_lanes L = {.n = 1, .t = &t};
    char want[LF_WORD_SIZE], column[LF_WORD_SIZE];
    double value = NAN;
    snprintf(want, sizeof want, "%s%zu", name, number);
    for (size_t i = 0; i < lf_output_count(P); i++)
        if (strcmp(P->outputs[i].name, want) == 0)
            P->outputs[i].value(P, &L, y, &value);
    for (size_t c = 0; c < lf_problem_shown(P) && isnan(value); c++)
        if (strcmp(lf_column_name(P, c, column), want) == 0)
            value = lf_outcome_show(&run->outcome, t, y)[c];
    return value;
}

/* What a row says of the first k exponents. */
static void ring_read(const lf_record *run, size_t row, size_t k, double *exponent, double *error)
{
    for (size_t i = 0; i < k; i++) {
        exponent[i] = ring_number(run, row, "lambda", i + 1);
        error[i] = ring_number(run, row, "error", i + 1);
    }
}

static lf_status ring_end(lf_report *R, const char *const *settings, size_t k, double *exponent,
                          double *error)
{
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "lyapunov", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    if (status == LF_OK)
        ring_read(&run, run.rows.rows - 1, k, exponent, error);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* Ten lines over time, with bars; the end in `exponent` and `error`. */
static lf_status ring_lines(lf_report *R, lf_pen *pen, double *exponent, double *error)
{
    static const char *const settings[] = {"system", "lorenz96", "method", "rk4", "step", "0.02",
                                           "t_end",  "1020",     "every",  "10",  NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "lyapunov", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    for (size_t i = 0; status == LF_OK && i < RING_FEW; i++)
        for (int bars = 0; bars < 2; bars++) {
            lf_pen_line(pen, NULL, bars ? LF_DRAW_ERRORS : LF_DRAW_LINE, (int)i % 7 + 1);
            for (size_t k = 4; k < run.rows.rows; k++) {
                if (bars && (k < 12 || (k + i) % 10 != 0))
                    continue; /* not all at one time, or they would cover each other */
                lf_pen_arrow(pen, lf_record_time(&run, k), ring_number(&run, k, "lambda", i + 1), 0,
                             bars ? ring_number(&run, k, "error", i + 1) : 0);
            }
        }
    if (status == LF_OK)
        ring_read(&run, run.rows.rows - 1, RING_FEW, exponent, error);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* ---- what is judged ---- */

static lf_status ring_short_time(lf_report *R)
{
    static const char *const settings[] = {"system", "lorenz96", "transient", "0",     "method",
                                           "rk4",    "step",     "0.002",     "t_end", "2",
                                           "every",  "2",        NULL};
    double exponent[RING_FEW], error[RING_FEW], off = 0;
    const lf_status status = ring_end(R, settings, RING_FEW, exponent, error);
    for (size_t i = 0; i < RING_FEW && status == LF_OK; i++)
        off = fmax(off, fabs(exponent[i] - ring_short[i]));
    if (status == LF_OK)
        lf_report_reference(
            R, off < 1e-6,
            "ten exponents over [0, 2], before chaos tells programs apart, are those "
            "of papers/references_own.py to %.0e",
            off);
    return status;
}

/* Both are right to their standard errors, and four of them hold for ten numbers together: chance has
 * 1 in 1500 beyond. */
static void ring_long_time(lf_report *R, const double *exponent, const double *error)
{
    double worst = 0;
    for (size_t i = 0; i < RING_FEW; i++)
        worst = fmax(worst, fabs(exponent[i] - ring_long[i]) / (sqrt(2) * error[i]));
    lf_report_reference(
        R, worst < 4 && error[0] < 0.06,
        "over a time of 1000 the first is %.3f +- %.3f and the tenth %.3f +- %.3f; "
        "papers/references_own.py has %.3f and %.3f, and all ten differ by less than "
        "%.1f standard errors",
        exponent[0], error[0], exponent[9], error[9], ring_long[0], ring_long[9], worst);
}

/* The divergence of the field is constant, and so is the sum of all exponents. */
static lf_status ring_sums(lf_report *R, double *all, double *bars)
{
    static const char *const ring[] = {"system", "lorenz96", "k",    "40",    "method",
                                       "rk4",    "step",     "0.01", "t_end", "220",
                                       "every",  "220",      NULL};
    static const char *const three[] = {"system", "lorenz63", "method", "rk4",  "step", "0.002",
                                        "t_end",  "1020",     "every",  "1020", NULL};
    double lorenz[3], error[3], sum = 0;
    lf_status status = ring_end(R, ring, RING_ALL, all, bars);
    for (size_t i = 0; i < RING_ALL && status == LF_OK; i++)
        sum += all[i];
    if (status == LF_OK)
        lf_report_reference(
            R, fabs(sum + 40) < 1e-4,
            "all forty exponents of the ring add up to %.6f, the field's divergence "
            "is -40",
            sum);
    if (status == LF_OK)
        status = ring_end(R, three, 3, lorenz, error);
    if (status == LF_OK) {
        sum = lorenz[0] + lorenz[1] + lorenz[2];
        lf_report_reference(R, fabs(sum + 41. / 3) < 1e-5,
                            "Lorenz' three of 1963 add up to %.7f, the divergence is -41/3 = %.7f",
                            sum, -41. / 3);
        lf_report_reference(
            R,
            fabs(lorenz[0] - 0.9056) < 4 * error[0] && fabs(lorenz[1]) < 4 * error[1] + 1e-2 &&
                error[0] < 0.02,
            "they are %.4f +- %.4f, %.4f and %.4f; Sprott's book of 2003 has 0.9056, "
            "0 and -14.5723",
            lorenz[0], error[0], lorenz[1], lorenz[2]);
    }
    return status;
}

static void ring_spectrum(lf_pen *pen, const double *all, const double *bars, const double *frames,
                          const double *few)
{
    lf_pen_line(pen, "all forty, time 200", LF_DRAW_ERRORS, 8);
    for (size_t i = 0; i < RING_ALL; i++)
        lf_pen_arrow(pen, (double)i + 1, all[i], 0, bars[i]);
    lf_pen_line(pen, "ten by vectors, time 1000", LF_DRAW_LINE_POINTS, 1);
    for (size_t i = 0; i < RING_FEW; i++)
        lf_pen_to(pen, (double)i + 1, few[i]);
    lf_pen_line(pen, "ten by frames", LF_DRAW_POINTS, 2);
    for (size_t i = 0; i < RING_FEW; i++)
        lf_pen_to(pen, (double)i + 1, frames[i]);
    lf_pen_line(pen, "by a program of its own", LF_DRAW_POINTS, 3);
    for (size_t i = 0; i < RING_FEW; i++)
        lf_pen_to(pen, (double)i + 1, ring_long[i]);
    lf_pen_line(pen, NULL, LF_DRAW_GUIDE, 0);
    lf_pen_to(pen, 0, 0);
    lf_pen_to(pen, RING_ALL + 1, 0);
}

lf_status lf_study_lyapunov_ring(const lf_study *study, lf_report *R)
{
    static const char *const continuous[] = {
        "system", "lorenz96", "form",  "continuous", "method",  "rk4",  "step", "0.02",
        "t_end",  "1020",     "every", "1020",       "project", "true", NULL};
    double few[RING_FEW], error[RING_FEW], frames[RING_FEW], other[RING_FEW], all[RING_ALL];
    double bars[RING_ALL], off = 0;
    lf_pen *pen[2] = {lf_pen_new(), lf_pen_new()};
    lf_status status = pen[0] && pen[1] ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = ring_short_time(R);
    if (status == LF_OK)
        status = ring_lines(R, pen[0], few, error);
    if (status == LF_OK)
        status = ring_end(R, continuous, RING_FEW, frames, other);
    if (status == LF_OK)
        status = ring_sums(R, all, bars);
    if (status == LF_OK) {
        ring_long_time(R, few, error);
        for (size_t i = 0; i < RING_FEW; i++)
            off = fmax(off, fabs(few[i] - frames[i]));
        lf_report_reference(
            R, off < 3e-3,
            "vectors made orthonormal every ten steps and a flow of frames agree to "
            "%.0e, a tenth of the standard errors: both follow one orbit",
            off);
        lf_report_choice(
            R, "F = 8, the usual start with its transient of 20; rk4 with h = 0.02, frames "
               "projected; bars are standard errors by the model's own estimate");
        ring_spectrum(pen[1], all, bars, frames, few);
        lf_panel panel[2] = {{.title = "ten exponents over time",
                              .x_label = "t",
                              .y_label = "exponent",
                              .y_low = 0.2,
                              .y_high = 1.9},
                             {.title = "the spectrum",
                              .x_label = "number",
                              .y_label = "exponent",
                              .x_high = RING_ALL + 1}};
        for (size_t i = 0; i < 2; i++) {
            panel[i].series = pen[i]->lines;
            panel[i].serie = pen[i]->line;
        }
        const lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen[0]);
    lf_pen_free(pen[1]);
    return status;
}
