/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_top.c - symplectic methods on the heavy top of Celledoni et al. 2021, section 3.4:
 * figure 2, a short run and orders, and figure 3, the energy of a long one. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/celledoni2021.h"
#include "papers/property.h"

static void top_choices(lf_report *R)
{
    lf_report_choice(R,
                     "Gamma0 = (0, 0, -9.81) as printed, though the text has it point upwards: g "
                     "is taken to be in it, M g l Gamma becomes 30 Gamma, and weight is along +z");
    lf_report_choice(R, "implicit equations are solved by Newton's method to roundoff");
}

/* The body's vertical Q^T Gamma0, to be seen on the unit sphere: M l |Gamma0| times this is drawn
 * in the paper. */
static void top_vertical(const double *y, double *p)
{
    for (int k = 0; k < 3; k++)
        p[k] = -y[6 + k];
}

enum { TOP_AXES = 3 };

/* The unit sphere with the names of its axes. */
static lf_panel top_sphere(const char *title, const lf_view *V, const lf_pen *pen, size_t first,
                           lf_mark mark[TOP_AXES])
{
    static const char *const names[TOP_AXES] = {"1", "2", "3"};
    for (size_t k = 0; k < TOP_AXES; k++)
        mark[k] = (lf_mark){1.25 * V->right[k] - 0.03, 1.25 * V->up[k], names[k]};
    return (lf_panel){.title = title,
                      .square = true,
                      .bare = true,
                      .x_low = -1.2,
                      .x_high = 1.2,
                      .y_low = -1.2,
                      .y_high = 1.2,
                      .series = pen->lines - first,
                      .serie = &pen->line[first],
                      .marks = TOP_AXES,
                      .mark = mark};
}

/* ---- figure 2 ------------------------------------------------------------------------------- */

/* The way of the vertical in the body, and of the axis in space. */
static lf_status top_short(lf_report *R, lf_pen *pen, lf_mark mark[TOP_AXES], lf_panel panel[2])
{
    static const char *const settings[] = {"method", "slgi-theta12", "steps", "1000", "t_end",
                                           "1",      "every",        "0.001", NULL};
    static const char *const names[] = {"first", "second", "third"};
    lf_view V = lf_view_from(30, 25);
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    double p[3];
    size_t first = pen->lines;
    lf_status status = lf_study_scenario(R, "heavy-top-cotangent", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    lf_view_grid(&V, pen);
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 1)->width = 1.1;
    for (size_t k = 0; k < run.rows.rows && status == LF_OK; k++) {
        top_vertical(lf_record_point(&run, k), p);
        lf_study_to(R, &V, true, pen, p);
    }
    panel[0] = top_sphere("M ℓ Q^{-1} Γ_0 on the unit sphere", &V, pen, first, mark);
    first = pen->lines;
    for (size_t c = 0; c < 3 && status == LF_OK; c++) {
        lf_pen_line(pen, names[c], LF_DRAW_LINE, (int)c + 1)->width = 1.8;
        for (size_t k = 0; k < run.rows.rows; k++)
            lf_pen_to(pen, lf_record_time(&run, k), lf_record_point(&run, k)[3 * c + 1]);
    }
    panel[1] = (lf_panel){.title = "components of Q χ",
                          .x_label = "t [s]",
                          .y_low = -1.05,
                          .y_high = 1.05,
                          .series = pen->lines - first,
                          .serie = &pen->line[first]};
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

enum { TOP_SHARED = 12 }; /* numbers of (Q, pi) */

/* Where (Q, pi) is in a point of either formulation. */
static void top_shared(const lf_record *run, size_t row, double *y)
{
    static const char *const name[TOP_SHARED] = {"Q.11", "Q.12", "Q.13", "Q.21", "Q.22", "Q.23",
                                                 "Q.31", "Q.32", "Q.33", "pi.x", "pi.y", "pi.z"};
    for (size_t c = 0; c < TOP_SHARED; c++)
        y[c] = lf_record_point(run, row)[lf_study_column(&run->outcome.problem, name[c])];
}

static double top_distance(const double *a, const double *b)
{
    double sum = 0;
    for (size_t c = 0; c < TOP_SHARED; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrt(sum);
}

/* (Q, pi) at t = 1 after a number of steps. */
static lf_status top_end(lf_report *R, const char *method, const char *formulation, size_t steps,
                         double *y)
{
    char number[24];
    const char *const settings[] = {"method", method,  "formulation", formulation, "steps",
                                    number,   "t_end", "1",           NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    snprintf(number, sizeof number, "%zu", steps);
    lf_status status = lf_study_scenario(R, "heavy-top-cotangent", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    if (status == LF_OK)
        top_shared(&run, run.rows.rows - 1, y);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* A row of the table for the quadratic formulation, by its (Q, pi) alone, against the truth; and how
 * far it is from slgi-theta12 in these. */
static lf_status top_quadratic(lf_report *R, lf_order_table *T, const double *truth, double *apart)
{
    const size_t m = T->methods++;
    lf_status status = LF_OK;
    *apart = 0;
    snprintf(T->method[m], LF_WORD_SIZE, "slgikk-theta12");
    T->claimed[m] = 2;
    for (size_t k = 0; k < T->levels && status == LF_OK; k++) {
        double here[TOP_SHARED], there[TOP_SHARED];
        status = top_end(R, "slgi-theta12", "quadratic", T->steps[k], here);
        if (status == LF_OK)
            status = top_end(R, "slgi-theta12", "spatial", T->steps[k], there);
        if (status != LF_OK)
            return status;
        *apart = fmax(*apart, top_distance(here, there));
        T->error[m][k] = top_distance(here, truth);
        T->order[m][k] = k ? log2(T->error[m][k - 1] / T->error[m][k]) : NAN;
        T->observed[m] = T->order[m][k];
        T->level[m][k] = T->level[1][k]; /* those of slgi-theta12, with which it coincides */
    }
    return status;
}

/* Orders of SLGI with three thetas. */
static lf_status top_orders(lf_report *R, lf_order_table *T)
{
    static const char *const plain[] = {"t_end", "1", NULL};
    lf_order_options three = lf_order_options_default();
    three.methods = "slgi-theta0,slgi-theta12,slgi-theta1";
    three.steps = "100,200,400,800,1600,3200,6400,12800";
    lf_scenario *S = lf_scenario_new();
    lf_status status = lf_study_scenario(R, "heavy-top-cotangent", plain, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_order_measure(S, &three, R->progress, T), lf_scenario_why(S));
    lf_study_remember(R, S, "the orders of slgi-theta0,slgi-theta12,slgi-theta1");
    lf_scenario_free(S);
    return status;
}

/* The finest errors of SLGI are those against equations (19) and (20), which the library does not
 * use here. |omega| = 150 makes 1e-9 of the 1e-12 to which the two are solved. */
static lf_status top_truth(lf_report *R, const lf_order_table *T, const double *truth)
{
    const size_t last = T->levels - 1;
    double worst = 0, y[TOP_SHARED];
    lf_status status = LF_OK;
    for (size_t m = 0; m < 3 && status == LF_OK; m++) {
        status = top_end(R, T->method[m], "spatial", T->steps[last], y);
        worst = fmax(worst, fabs(top_distance(y, truth) - T->error[m][last]));
    }
    if (status == LF_OK)
        lf_report_reference(
            R, worst < 1e-8,
            "errors with %zu steps, %.1e to %.1e, change by %.0e where the solution "
            "of (19) and (20) as printed, found apart from the library, is the "
            "reference",
            T->steps[last], T->error[1][last], T->error[2][last], worst);
    return status;
}

static void top_short_lines(lf_report *R, const lf_order_table *T, double apart)
{
    lf_report_paper(
        R, fabs(T->observed[1] - 2) < 0.05 && fabs(T->observed[3] - 2) < 0.05,
        "The methods with theta = 1/2 attain order 2",
        "slgi-theta12: observed order %.2f, slgikk-theta12: observed order %.2f (within "
        "0.05)",
        T->observed[1], T->observed[3]);
    lf_report_reference(R, fabs(T->observed[0] - 1) < 0.1 && fabs(T->observed[2] - 1) < 0.1,
                        "theta = 0 and 1 are not symmetric, and of order 1: observed %.2f and %.2f",
                        T->observed[0], T->observed[2]);
    /* each step rounds |pi| = 70 and turns of 150 rad/s, 12800 times */
    lf_report_reference(R, apart < 1e-9,
                        "SLGI and SLGIKK coincide in (Q, pi), as (31) keeps p: the largest "
                        "difference at t = 1 is %.0e, roundoff; only q is new, and it is left out",
                        apart);
    top_choices(R);
    lf_report_choice(R, "left and centre: slgi-theta12 with h = 0.001 (the paper: \"the same "
                        "step-size\"); right: Euclidean norm of (Q, pi) at t = 1, 100 to 12800 "
                        "steps");
}

lf_status lf_study_top_short(const lf_study *study, lf_report *R)
{
    lf_panel panel[3];
    lf_mark mark[TOP_AXES];
    lf_order_table T;
    lf_order_guides guides;
    double truth[TOP_SHARED], apart = NAN;
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_top_end(truth);
    lf_status status = top_short(R, pen, mark, panel);
    if (status == LF_OK)
        status = top_orders(R, &T);
    if (status == LF_OK)
        status = top_quadratic(R, &T, truth, &apart);
    if (status == LF_OK)
        status = top_truth(R, &T, truth);
    if (status == LF_OK) {
        top_short_lines(R, &T, apart);
        panel[2] = lf_order_panel(&T, &guides);
        panel[2].title = "error of (Q, π) at t = 1";
        for (size_t i = 0; i < guides.series; i++) /* it would hide the other */
            if (guides.serie[i].label && strcmp(guides.serie[i].label, "slgikk-theta12") == 0) {
                guides.serie[i].draw = LF_DRAW_POINTS;
                guides.serie[i].width = 4;
            }
        lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    return status;
}

/* ---- figure 3 ------------------------------------------------------------------------------- */

static const struct {
    const char *method, *title;
    double low, high, last; /* of the energy error, and of its size in the last quarter, by
                             * papers/references.py */
} top_long[] = {{"slgi-theta12", "θ = 1/2", 0, 9.218768e-03, 9.218768e-03},
                {"slgi-theta0", "θ = 0", -1.758554e-02, 2.196551e+01, 2.196496e+01}};

/* The energy error's range, and its size in the last quarter: two programs of one method on a top that
 * is integrable differ by rounding alone. */
static void top_verdict(lf_report *R, size_t i, const lf_record *run)
{
    size_t rows = run->rows.rows, at = 1 + run->rows.dim;
    double start = lf_rows_at(&run->rows, 0, at), low = 0, high = 0, last = 0, drift = 0;
    for (size_t k = 0; k < rows; k++) {
        double off = lf_rows_at(&run->rows, k, at) - start;
        low = fmin(low, off);
        high = fmax(high, off);
        last = 4 * k >= 3 * rows ? fmax(last, fabs(off)) : last;
        drift = fmax(drift,
                     fabs(lf_rows_at(&run->rows, k, at + 1) - lf_rows_at(&run->rows, 0, at + 1)));
    }
    double margin = 1e-5 * top_long[i].high;
    lf_report_reference(
        R, fabs(low - top_long[i].low) < margin && fabs(high - top_long[i].high) < margin,
        "%s: energy error from %.6g to %.6g of %.6g, by papers/references.py from "
        "%.6g to %.6g",
        top_long[i].method, low, high, start, top_long[i].low, top_long[i].high);
    lf_report_reference(R, fabs(last - top_long[i].last) < margin,
                        "%s: no drift, the largest error in the last quarter is %.6g, by "
                        "papers/references.py %.6g",
                        top_long[i].method, last, top_long[i].last);
    /* |pi| |Gamma0| = 700: 6000 steps round by 1e-13 each at most */
    lf_report_paper(R, drift < 1e-10, "the component of pi parallel to Gamma0 is constant in time",
                    "%s: it changes by %.0e of 10.6 (roundoff is below 1e-10)", top_long[i].method,
                    drift);
}

/* The symplectic form on T*SO(3), before and after one step: differences leave 1e-9 of forms of the
 * size of pi, 70. */
static lf_status top_form(lf_report *R)
{
    static const char *const methods[] = {"slgi-theta12", "slgi-theta0", "rkmk4"};
    double change[3] = {NAN, NAN, NAN};
    lf_status status = LF_OK;
    for (size_t m = 0; m < 3 && status == LF_OK; m++) {
        lf_scenario *S = lf_scenario_new();
        lf_record run = {.rows = {0}};
        const char *const settings[] = {"method", methods[m], "step", "0.01",
                                        "t_end",  "0.01",     NULL};
        status = lf_study_scenario(R, "heavy-top-cotangent", settings, S);
        if (status == LF_OK)
            status = lf_study_march(R, S, NULL, &run);
        if (status == LF_OK)
            status =
                lf_report_fail(R,
                               lf_property_form(lf_method_find(methods[m]), &run.outcome.problem,
                                                0.01, lf_record_point(&run, 0), &change[m]),
                               NULL);
        lf_record_free(&run);
        lf_scenario_free(S);
    }
    lf_report_paper(R, change[0] < 1e-8 && change[1] < 1e-8 && change[2] > 1e-4,
                    "Symplectic Lie group integrators, long time integration, h = 0.01, 6000 steps",
                    "a step of h = 0.01 changes the symplectic form by %.0e (theta = 1/2) and %.0e "
                    "(theta = 0), which is what differences leave; one of rkmk4 by %.0e",
                    change[0], change[1], change[2]);
    return status;
}

/* Both panels of one method: energy above, the vertical below. */
static lf_status top_one(lf_report *R, size_t i, lf_pen *pen, lf_mark mark[TOP_AXES],
                         lf_panel *above, lf_panel *below)
{
    const char *const settings[] = {
        "method", top_long[i].method, "step", "0.01", "t_end", "60", "every", "0.01", NULL};
    lf_view V = lf_view_from(30, 25);
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    double p[3];
    lf_status status = lf_study_scenario(R, "heavy-top-cotangent", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    if (status == LF_OK)
        top_verdict(R, i, &run);
    size_t first = pen->lines;
    lf_pen_line(pen, NULL, LF_DRAW_POINTS, 1)->width = 0.35;
    for (size_t k = 0, at = 1 + run.rows.dim; k < run.rows.rows && status == LF_OK; k++)
        lf_pen_to(pen, lf_record_time(&run, k),
                  lf_rows_at(&run.rows, k, at) - lf_rows_at(&run.rows, 0, at));
    *above = (lf_panel){.title = top_long[i].title,
                        .x_label = "t [s]",
                        .y_label = "energy error [J]",
                        .series = 1,
                        .serie = &pen->line[first]};
    first = pen->lines;
    lf_view_grid(&V, pen);
    lf_pen_line(pen, NULL, LF_DRAW_POINTS, 1)->width = 0.35;
    for (size_t k = 0; k < run.rows.rows && status == LF_OK; k++) {
        top_vertical(lf_record_point(&run, k), p);
        lf_study_to(R, &V, true, pen, p);
    }
    *below = top_sphere("M ℓ Q^{-1} Γ_0 on the unit sphere", &V, pen, first, mark);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

lf_status lf_study_top_long(const lf_study *study, lf_report *R)
{
    lf_panel panel[4];
    lf_mark mark[2][TOP_AXES];
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = LF_OK;
    for (size_t i = 0; i < 2 && status == LF_OK; i++)
        status = top_one(R, i, pen, mark[i], &panel[i], &panel[2 + i]);
    if (status == LF_OK)
        status = top_form(R);
    top_choices(R);
    lf_figure figure = {.title = study->title, .panels = 4, .across = 2, .panel = panel};
    if (status == LF_OK)
        status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}
