/* SPDX-License-Identifier: BSD-3-Clause */
/* pde_kuramoto.c - our study of Kuramoto and Sivashinsky's equation: its pattern over (x, t) to t = 150,
 * and errors at t = 30, before chaos makes errors the size of the solution. */
#include "papers/errors.h"
#include "papers/films.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KURAMOTO_PLACES = 4 };
static const char *const kuramoto_methods[] = {"cf4", "rkmk4-2c", "krogstad4", NULL};
static const size_t kuramoto_steps[] = {480, 960, 1920, 3840, 0};
static const double kuramoto_orders[] = {4, 4, 4};

/* u11, u75, u139, u203 at t = 30 by papers/references_own.py, which is right to about 1e-8 */
static const double kuramoto_known[KURAMOTO_PLACES] = {0.39844101, -0.29152558, -0.23832099,
                                                       -0.24578051};

/* The end at t = 30, as krogstad4 with 30720 steps shows it: another family of methods, whose error is below
 * 1e-12. */
static lf_status kuramoto_truth(lf_report *R, lf_scenario *S, double **truth)
{
    static const char *const settings[] = {"method", "krogstad4", "steps", "30720",
                                           "every",  "30",        NULL};
    lf_record run;
    lf_status status = lf_study_march(R, S, settings, &run);
    if (status == LF_OK) {
        const size_t n = lf_problem_shown(&run.outcome.problem);
        *truth = malloc(n * sizeof **truth);
        if (*truth)
            memcpy(*truth, lf_outcome_show(&run.outcome, 30, run.outcome.y), n * sizeof **truth);
        else
            status = lf_report_fail(R, LF_EMEMORY, NULL);
    }
    lf_record_free(&run);
    return status;
}

static lf_status kuramoto_errors(lf_report *R, lf_scenario *S, lf_order_table *T)
{
    static const char *const settings[] = {"t_end", "30", NULL};
    double *truth = NULL, off = 0;
    lf_status status = lf_study_scenario(R, "kuramoto-sivashinsky", settings, S);
    if (status == LF_OK)
        status = kuramoto_truth(R, S, &truth);
    if (status == LF_OK) {
        const lf_errors E = {.methods = kuramoto_methods,
                             .steps = kuramoto_steps,
                             .expected = kuramoto_orders,
                             .tolerance = 0.3,
                             .truth = truth};
        status = lf_errors_measure(R, S, &E, T);
        if (status == LF_OK)
            lf_errors_judge(R, &E, T, "errors at t = 30 against krogstad4 with 30720 steps");
        for (size_t k = 0; k < KURAMOTO_PLACES; k++)
            off = fmax(off, fabs(truth[10 + 64 * k] - kuramoto_known[k]));
        lf_report_reference(
            R, off < 1e-7,
            "u11, u75, u139 and u203 at t = 30 are those of "
            "papers/references_own.py, a program of the method of Cox and Matthews, to "
            "%.0e",
            off);
    }
    free(truth);
    return status;
}

/* Crests of u in a row. */
static size_t kuramoto_crests(size_t n, const double *u)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += u[i] > u[(i + 1) % n] && u[i] >= u[(i + n - 1) % n] && u[i] > 0;
    return count;
}

/* How many there are in the mean once chaos has come. The wave that grows fastest has k^2 = 1/2, which
 * are 16/sqrt(2) = 11.3 of them; nonlinear waves are a little longer. */
static void kuramoto_judge(lf_report *R, const lf_record *run, const lf_run_film *F)
{
    double sum = 0, count = 0, most = 0;
    for (size_t k = 0; k < F->film.rows; k++) {
        const double *u = lf_run_film_row(F, k);
        for (size_t i = 0; i < F->film.width; i++)
            most = fmax(most, fabs(u[i]));
        if (F->film.t[k] < 70)
            continue;
        sum += (double)kuramoto_crests(F->film.width, u);
        count++;
    }
    lf_report_reference(
        R, sum / count > 9 && sum / count < 13.5,
        "for t from 70 to 150 there are %.1f crests in the mean; the wave that grows "
        "fastest has 16/sqrt(2) = 11.3",
        sum / count);
    lf_report_reference(
        R, most > 2.5 && most < 4,
        "|u| stays below %.2f: growth of long waves and decay of short ones balance "
        "near 3",
        most);
    const lf_watch *mean = &run->outcome.stats.invariant[0];
    lf_report_reference(R, mean->max_drift < 1e-14,
                        "the mean of u, which the equation keeps, moves by %.0e in 600 steps",
                        mean->max_drift);
}

lf_status lf_study_pde_kuramoto(const lf_study *study, lf_report *R)
{
    static const char *const settings[] = {"step", "0.25", "t_end", "150", "every", "0.5", NULL};
    lf_scenario *S = lf_scenario_new();
    lf_order_table *T = lf_order_table_new();
    lf_order_guides *guides = calloc(1, sizeof *guides);
    lf_record run = {.rows = {0}};
    lf_run_film F = {.memory = NULL};
    lf_status status = T && guides ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = kuramoto_errors(R, S, T);
    if (status == LF_OK)
        status = lf_study_scenario(R, "kuramoto-sivashinsky", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    if (status == LF_OK)
        status = lf_run_film_open(R, &run, &F);
    if (status == LF_OK) {
        kuramoto_judge(R, &run, &F);
        lf_report_choice(R,
                         "length 32 pi, 256 points, u = cos(x/16)(1 + sin(x/16)) at the start; the "
                         "image by cf4 with h = 1/4; orders within 0.3 count as right: a lost "
                         "order moves them by 1, stiff waves that these steps do not resolve by "
                         "0.26");
        lf_panel panel[2] = {F.panel, lf_order_panel(T, guides)};
        panel[0].title = "u over place and time, cf4, h = 1/4";
        panel[1].title = "errors at t = 30";
        const lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_run_film_close(&F);
    lf_record_free(&run);
    lf_order_table_free(T);
    free(guides);
    lf_scenario_free(S);
    return status;
}
