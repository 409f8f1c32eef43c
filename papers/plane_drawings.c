/* SPDX-License-Identifier: BSD-3-Clause */
/* plane_drawings.c - drawings in the plane with Duffing's equation: frozen fields (Celledoni et
 * al. 2014 figure 1) and the stages of a Runge-Kutta step (Marthinsen et al. 1997 figure 1). */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>

enum { PLANE_WORK = 512 };

/* The exact curve, as a line of the pen; thick. */
static lf_status plane_exact(lf_report *R, lf_scenario *S, lf_pen *pen, const char *t_end)
{
    const char *const settings[] = {"method", "rkmk8", "t_end", t_end, "steps", "400", NULL};
    lf_record run;
    lf_status status = lf_study_march(R, S, settings, &run);
    lf_pen_line(pen, "Duffing's exact flow", LF_DRAW_LINE, 2)->width = 2.6;
    for (size_t k = 0; k < run.rows.rows && status == LF_OK; k++)
        lf_pen_to(pen, lf_record_point(&run, k)[0], lf_record_point(&run, k)[1]);
    lf_record_free(&run);
    return status;
}

/* Arrows of the field frozen to u, of equal length. */
static void plane_arrows(const lf_problem *P, const double *u, lf_pen *pen)
{
    double v[2], work[PLANE_WORK];
    lf_pen_line(pen, "frozen field", LF_DRAW_ARROWS, 6);
    for (int i = -6; i <= 6; i++) {
        for (int j = -6; j <= 6; j++) {
            double y[2] = {0.25 * i, 0.25 * j};
            P->action->ops->generator(P->action, 1, u, y, v, work);
            double length = hypot(v[0], v[1]);
            if (length > 1e-12)
                lf_pen_arrow(pen, y[0] - 0.08 * v[0] / length, y[1] - 0.08 * v[1] / length,
                             0.16 * v[0] / length, 0.16 * v[1] / length);
        }
    }
}

/* The flow of the frozen field for 0 <= t <= 20; how far it is from what the paper prints. */
static double plane_flow(const lf_problem *P, const double *u, const double *y0, bool straight,
                         lf_pen *pen)
{
    double work[PLANE_WORK], v[4], y[2], far = 0;
    double rate = sqrt(1 + y0[0] * y0[0]);
    lf_pen_line(pen, "its flow", LF_DRAW_LINE, 1)->width = 1.1;
    for (int k = 0; k <= 2000; k++) {
        double t = 0.01 * k;
        for (size_t i = 0; i < P->action->group->dim; i++)
            v[i] = t * u[i];
        lf_action_flow(P->action, LF_EXP, 1, v, y0, y, work);
        double x =
            straight ? y0[0] + t * y0[1] : y0[0] * cos(rate * t) + y0[1] / rate * sin(rate * t);
        far = fmax(far, fabs(y[0] - x) / fmax(1, fabs(x)));
        if (fabs(y[0]) < 1.7 && fabs(y[1]) < 1.7)
            lf_pen_to(pen, y[0], y[1]);
    }
    return far;
}

static lf_status plane_frozen_panel(lf_report *R, bool straight, lf_pen *pen, lf_panel *panel)
{
    static const char *const plane[] = {"a", "1", "b", "1", "x", "0.75", "y", "0.75", NULL};
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y0[LF_MODEL_MAX_DIM], u[4] = {0}, t = 0, work[PLANE_WORK];
    const size_t first = pen->lines;
    lf_status status = lf_study_scenario(R, "duffing", plane, S);
    if (status == LF_OK)
        status = lf_scenario_set(S, "action", straight ? "r2" : "sl2", NULL);
    if (status == LF_OK)
        status = lf_scenario_build(S, &P, y0);
    if (status != LF_OK) {
        lf_report_fail(R, status, lf_scenario_why(S));
        lf_scenario_free(S);
        return status;
    }
    lf_problem_rate(&P, t, y0, u, work);
    plane_arrows(&P, u, pen);
    double far = plane_flow(&P, u, y0, straight, pen);
    lf_report_reference(R, far < 1e-13, "%s: the frozen flow is the paper's formula to %.0e",
                        straight ? "R^2" : "sl(2)", far);
    status = plane_exact(R, S, pen, "5.3");
    lf_scenario_free(S);
    *panel = (lf_panel){.title = straight ? "R^2: translations" : "sl(2)",
                        .x_label = "x",
                        .y_label = "y",
                        .square = true,
                        .x_low = -1.7,
                        .x_high = 1.7,
                        .y_low = -1.7,
                        .y_high = 1.7,
                        .series = pen->lines - first,
                        .serie = &pen->line[first]};
    return status;
}

lf_status lf_study_frozen(const lf_study *study, lf_report *R)
{
    lf_panel panel[2];
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = plane_frozen_panel(R, true, pen, &panel[0]);
    if (status == LF_OK)
        status = plane_frozen_panel(R, false, pen, &panel[1]);
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    if (status == LF_OK)
        status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}

/* Stages of the classical tableau: points p[0..3] and the end p[4], and the directions there. */
static void plane_stages(const lf_problem *P, double h, const double *y0, double p[5][2],
                         double k[4][2])
{
    static const double c[] = {0, 0.5, 0.5, 1}, b[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    double t = 0, work[PLANE_WORK];
    for (int d = 0; d < 2; d++)
        p[4][d] = y0[d];
    for (int i = 0; i < 4; i++) {
        for (int d = 0; d < 2; d++)
            p[i][d] = y0[d] + (i ? h * c[i] * k[i - 1][d] : 0);
        lf_problem_rate(P, t, p[i], k[i], work);
        for (int d = 0; d < 2; d++)
            p[4][d] += h * b[i] * k[i][d];
    }
}

static void plane_stage_lines(double h, double p[5][2], double k[4][2], lf_pen *pen)
{
    static const char *const names[] = {"direction k_1", "direction k_2", "direction k_3",
                                        "direction k_4"};
    static const double reach[] = {0.5, 0.5, 1};
    for (int i = 0; i < 3; i++) {
        lf_pen_line(pen, NULL, LF_DRAW_GUIDE, 0);
        lf_pen_to(pen, p[0][0], p[0][1]);
        lf_pen_to(pen, p[0][0] + h * reach[i] * k[i][0], p[0][1] + h * reach[i] * k[i][1]);
    }
    for (int i = 0; i < 4; i++) {
        lf_pen_line(pen, names[i], LF_DRAW_ARROWS, i == 1 ? 3 : i == 0 ? 1 : i + 2)->width = 1.6;
        lf_pen_arrow(pen, p[i][0], p[i][1], 0.35 * h * k[i][0], 0.35 * h * k[i][1]);
    }
    lf_pen_line(pen, "stages and end", LF_DRAW_POINTS, 8);
    for (int i = 0; i < 5; i++)
        lf_pen_to(pen, p[i][0], p[i][1]);
}

lf_status lf_study_stages_plane(const lf_study *study, lf_report *R)
{
    static const char *const plane[] = {"action", "r2",    "method", "rk4", "t_end",
                                        "0.9",    "steps", "1",      NULL};
    static const char *const names[] = {"p_1 = y_n", "p_2", "p_3", "p_4", "y_{n+1}"};
    const double h = 0.9;
    double p[5][2], k[4][2];
    lf_outcome out;
    lf_mark mark[5];
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_scenario *S = lf_scenario_new();
    lf_status status = lf_study_scenario(R, "duffing", plane, S);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_scenario_run(S, NULL, R->progress, &out), lf_scenario_why(S));
    lf_study_remember(R, S, "the step that is drawn");
    if (status != LF_OK) {
        lf_pen_free(pen);
        lf_scenario_free(S);
        return status;
    }
    plane_stages(&out.problem, h, (double[]){0.75, 0.75}, p, k);
    double far = hypot(p[4][0] - out.y[0], p[4][1] - out.y[1]);
    lf_report_reference(R, far < 1e-14, "the drawn step is the method rk4 to %.0e", far);
    plane_stage_lines(h, p, k, pen);
    status = plane_exact(R, S, pen, "0.9");
    for (int i = 0; i < 5; i++)
        mark[i] = (lf_mark){p[i][0] + (i == 4 ? -0.065 : 0.012), p[i][1] + (i == 2 ? -0.035 : 0.03),
                            names[i]};
    lf_panel panel = {.x_label = "x",
                      .y_label = "y",
                      .series = pen->lines,
                      .serie = pen->line,
                      .marks = 5,
                      .mark = mark};
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    if (status == LF_OK)
        status = lf_study_finish(study, R, &figure);
    lf_scenario_free(S);
    lf_pen_free(pen);
    return status;
}
