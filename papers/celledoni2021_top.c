/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_top.c - symplectic methods on the heavy top of Celledoni et al. 2021, section 3.4:
 * figure 2, a short run and orders, and figure 3, the energy of a long one. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>

/* The body's vertical Q^T Gamma0, to be seen on the unit sphere: M l |Gamma0| times this is drawn
 * in the paper. */
static void top_vertical(const double *y, double *p)
{
    for (int k = 0; k < 3; k++)
        p[k] = -y[6 + k];
}

static lf_panel top_sphere(const char *title, const lf_pen *pen, size_t first)
{
    return (lf_panel){.title = title,
                      .square = true,
                      .bare = true,
                      .x_low = -1.05,
                      .x_high = 1.05,
                      .y_low = -1.05,
                      .y_high = 1.05,
                      .series = pen->lines - first,
                      .serie = &pen->line[first]};
}

/* ---- figure 2 ------------------------------------------------------------------------------- */

/* The way of the vertical in the body, and of the axis in space. */
static lf_status top_short(lf_report *R, lf_pen *pen, lf_panel panel[2])
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
    panel[0] = top_sphere("M ℓ Q^{-1} Γ_0, divided by its length", pen, first);
    first = pen->lines;
    for (size_t c = 0; c < 3 && status == LF_OK; c++) {
        lf_pen_line(pen, names[c], LF_DRAW_LINE, (int)c + 1)->width = 1.8;
        for (size_t k = 0; k < run.rows.rows; k++)
            lf_pen_to(pen, lf_record_time(&run, k), lf_record_point(&run, k)[3 * c + 1]);
    }
    panel[1] = (lf_panel){.title = "components of Q χ",
                          .x_label = "t",
                          .y_low = -1.05,
                          .y_high = 1.05,
                          .series = pen->lines - first,
                          .serie = &pen->line[first]};
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* Orders of SLGI with three thetas, and of theta = 1/2 on the formulation that is quadratic in
 * p. */
static lf_status top_orders(lf_report *R, lf_order_table *T)
{
    static const char *const plain[] = {"t_end", "1", NULL};
    static const char *const quadratic[] = {"t_end", "1", "formulation", "quadratic", NULL};
    static const char steps[] = "100,200,400,800,1600,3200,6400,12800";
    lf_order_options three = lf_order_options_default(), one = three;
    three.methods = "slgi-theta0,slgi-theta12,slgi-theta1";
    one.methods = "slgi-theta12";
    three.steps = one.steps = steps;
    lf_scenario *S = lf_scenario_new();
    lf_order_table extra;
    lf_status status = lf_study_scenario(R, "heavy-top-cotangent", plain, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_order_measure(S, &three, R->progress, T), lf_scenario_why(S));
    lf_study_remember(R, S, "the orders of slgi-theta0,slgi-theta12,slgi-theta1");
    if (status == LF_OK)
        status = lf_study_scenario(R, "heavy-top-cotangent", quadratic, S);
    if (status == LF_OK)
        status =
            lf_report_fail(R, lf_order_measure(S, &one, R->progress, &extra), lf_scenario_why(S));
    lf_study_remember(R, S, "the order of slgi-theta12 as slgikk-theta12");
    lf_scenario_free(S);
    if (status != LF_OK)
        return status;
    size_t m = T->methods++;
    snprintf(T->method[m], LF_WORD_SIZE, "slgikk-theta12");
    T->claimed[m] = extra.claimed[0];
    T->negative[m] = false;
    T->observed[m] = extra.observed[0];
    for (size_t k = 0; k < T->levels; k++) {
        T->error[m][k] = extra.error[0][k];
        T->order[m][k] = extra.order[0][k];
        T->floor[m][k] = extra.floor[0][k];
        T->level[m][k] = extra.level[0][k];
    }
    return LF_OK;
}

lf_status lf_study_top_short(const lf_study *study, lf_report *R)
{
    static const double expected[] = {1, 2, 1, 2};
    lf_panel panel[3];
    lf_order_table T;
    lf_order_guides guides;
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = top_short(R, pen, panel);
    if (status == LF_OK)
        status = top_orders(R, &T);
    if (status == LF_OK) {
        for (size_t m = 0; m < T.methods; m++)
            lf_report_reference(R, fabs(T.observed[m] - expected[m]) < 0.1,
                                "%s: observed order %.2f, expected %g%s", T.method[m],
                                T.observed[m], expected[m],
                                m == 3 ? " (slgi-theta12, formulation quadratic)" : "");
        panel[2] = lf_order_panel(&T, &guides);
        panel[2].title = "error at t = 1";
        lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    return status;
}

/* ---- figure 3 ------------------------------------------------------------------------------- */

static const struct {
    const char *method, *title;
    double low, high; /* of the energy error, by our own high-precision study */
} top_long[] = {{"slgi-theta12", "θ = 1/2", 0, 9.22e-3}, {"slgi-theta0", "θ = 0", -0.018, 21.97}};

/* The energy error's range, and whether the last quarter's is the first's. */
static void top_verdict(lf_report *R, size_t i, const lf_record *run)
{
    size_t rows = run->rows.rows, at = 1 + run->rows.dim;
    double start = lf_rows_at(&run->rows, 0, at), low = 0, high = 0, quarter[4] = {0};
    for (size_t k = 0; k < rows; k++) {
        double off = lf_rows_at(&run->rows, k, at) - start;
        low = fmin(low, off);
        high = fmax(high, off);
        quarter[4 * k / rows] = fmax(quarter[4 * k / rows], fabs(off));
    }
    double margin = 0.01 * top_long[i].high;
    lf_report_reference(
        R, fabs(low - top_long[i].low) < margin && fabs(high - top_long[i].high) < margin,
        "%s: energy error from %.3g to %.4g, expected %.3g to %.4g (H0 = %.6g)", top_long[i].method,
        low, high, top_long[i].low, top_long[i].high, start);
    lf_report_reference(
        R, quarter[3] <= 1.05 * quarter[0],
        "%s: no drift, the largest error is %.4g in the first quarter, %.4g in the last",
        top_long[i].method, quarter[0], quarter[3]);
}

/* Both panels of one method: energy above, the vertical below. */
static lf_status top_one(lf_report *R, size_t i, lf_pen *pen, lf_panel *above, lf_panel *below)
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
                        .x_label = "t",
                        .y_label = "energy error",
                        .series = 1,
                        .serie = &pen->line[first]};
    first = pen->lines;
    lf_view_grid(&V, pen);
    lf_pen_line(pen, NULL, LF_DRAW_POINTS, 1)->width = 0.35;
    for (size_t k = 0; k < run.rows.rows && status == LF_OK; k++) {
        top_vertical(lf_record_point(&run, k), p);
        lf_study_to(R, &V, true, pen, p);
    }
    *below = top_sphere("M ℓ Q^{-1} Γ_0, divided by its length", pen, first);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

lf_status lf_study_top_long(const lf_study *study, lf_report *R)
{
    lf_panel panel[4];
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = LF_OK;
    for (size_t i = 0; i < 2 && status == LF_OK; i++)
        status = top_one(R, i, pen, &panel[i], &panel[2 + i]);
    lf_figure figure = {.title = study->title, .panels = 4, .across = 2, .panel = panel};
    if (status == LF_OK)
        status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}
