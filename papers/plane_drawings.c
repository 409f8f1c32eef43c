/* SPDX-License-Identifier: BSD-3-Clause */
/* plane_drawings.c - drawings in the plane with Duffing's equation: frozen fields (Celledoni et
 * al. 2014 figure 1) and the stages of a Runge-Kutta step (Marthinsen et al. 1997 figure 1). */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/closed_forms.h"

enum { PLANE_WORK = 512 };

static const double plane_start[2] = {0.75, 0.75};

/* Duffing's right-hand side with a = b = 1, as the paper prints it. */
static void plane_rate(const double *y, double *rate)
{
    rate[0] = y[1];
    rate[1] = -y[0] - y[0] * y[0] * y[0];
}

static double plane_distance(const double *a, const double *b)
{
    return hypot(a[0] - b[0], a[1] - b[1]);
}

/* The exact curve, as a line of the pen; thick. How far it is from the closed form. */
static lf_status plane_exact(lf_report *R, lf_scenario *S, lf_pen *pen, const char *t_end)
{
    const char *const settings[] = {"method", "rkmk8", "t_end", t_end, "steps", "400", NULL};
    lf_record run;
    double far = 0, end[2];
    lf_status status = lf_study_march(R, S, settings, &run);
    lf_pen_line(pen, "Duffing's exact flow", LF_DRAW_LINE, 2)->width = 2.6;
    for (size_t k = 0; k < run.rows.rows && status == LF_OK; k++) {
        const double *y = lf_record_point(&run, k);
        lf_closed_duffing(1, 1, plane_start, lf_record_time(&run, k), end);
        far = fmax(far, plane_distance(y, end));
        lf_pen_to(pen, y[0], y[1]);
    }
    if (status == LF_OK)
        lf_report_reference(R, far < 1e-12,
                            "the thick curve, by rkmk8 up to t = %s, is Duffing's exact flow by "
                            "Jacobi's elliptic functions to %.0e",
                            t_end, far);
    lf_record_free(&run);
    return status;
}

/* Arrows of the field frozen to u, of equal length. How far it is from the constant field, or from
 * x' = y, y' = -(a + b x0^2) x, at the places of the arrows. */
static double plane_arrows(const lf_problem *P, const double *u, bool straight, lf_pen *pen)
{
    double v[2], wanted[2], work[PLANE_WORK], far = 0;
    const double square = 1 + plane_start[0] * plane_start[0];
    lf_pen_line(pen, "frozen field", LF_DRAW_ARROWS, 6);
    for (int i = -6; i <= 6; i++) {
        for (int j = -6; j <= 6; j++) {
            double y[2] = {0.25 * i, 0.25 * j};
            P->action->ops->generator(P->action, 1, u, y, v, work);
            double length = hypot(v[0], v[1]);
            if (straight)
                plane_rate(plane_start, wanted);
            else
                memcpy(wanted, (double[]){y[1], -square * y[0]}, sizeof wanted);
            far = fmax(far, plane_distance(v, wanted));
            if (length > 1e-12)
                lf_pen_arrow(pen, y[0] - 0.08 * v[0] / length, y[1] - 0.08 * v[1] / length,
                             0.16 * v[0] / length, 0.16 * v[1] / length);
        }
    }
    return far;
}

/* The straight line of Euler's method, or the paper's formula (3). */
static void plane_formula(bool straight, double t, double end[2])
{
    const double *y = plane_start;
    const double rate = sqrt(1 + y[0] * y[0]);
    if (straight) {
        plane_rate(y, end);
        end[0] = y[0] + t * end[0];
        end[1] = y[1] + t * end[1];
    } else {
        end[0] = y[0] * cos(rate * t) + y[1] / rate * sin(rate * t);
        end[1] = y[1] * cos(rate * t) - rate * y[0] * sin(rate * t);
    }
}

/* The flow of the frozen field for 0 <= t <= 20; how far it is from what the paper prints. */
static double plane_flow(const lf_problem *P, const double *u, bool straight, lf_pen *pen)
{
    double work[PLANE_WORK], v[4], y[2], wanted[2], far = 0;
    lf_pen_line(pen, "its flow", LF_DRAW_LINE, 1)->width = 1.1;
    for (int k = 0; k <= 2000; k++) {
        double t = 0.01 * k;
        for (size_t i = 0; i < P->action->group->dim; i++)
            v[i] = t * u[i];
        lf_action_flow(P->action, LF_EXP, 1, v, plane_start, y, work);
        plane_formula(straight, t, wanted);
        far = fmax(far, plane_distance(y, wanted));
        if (fabs(y[0]) < 1.7 && fabs(y[1]) < 1.7)
            lf_pen_to(pen, y[0], y[1]);
    }
    return far;
}

/* Roundings of numbers of size 20, twenty times over, are below 1e-13. */
static void plane_frozen_verdicts(lf_report *R, const double *u, bool straight, double field,
                                  double flow)
{
    const double small = 1e-13;
    if (straight) {
        lf_report_paper(R, field < small && flow < small,
                        "the exact flow of this constant field is just the usual Euler method, a "
                        "straight line",
                        "the arrows are Duffing's field at (0.75, 0.75) to %.0e, and the flow is "
                        "that line for 0 <= t <= 20 to %.0e, in x and y",
                        field, flow);
        return;
    }
    lf_report_paper(R, field < small && flow < small,
                    "the vector field defined in (2) with the same (x0, y0) along with its flow "
                    "(3)",
                    "the arrows are (2) to %.0e, and the flow is (3) for 0 <= t <= 20 to %.0e, in "
                    "x and y",
                    field, flow);
    lf_report_differs(R, u[1] == 1 && field < small, "f : (x, y) -> [0, y; -(a + b x^2), 0]",
                      "1 is meant where y stands: the printed map gives x' = y^2 = %.4f at (0.75, "
                      "0.75), where (1) says %.4f; the model has %g",
                      plane_start[1] * plane_start[1], plane_start[1], u[1]);
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
    double field = plane_arrows(&P, u, straight, pen);
    plane_frozen_verdicts(R, u, straight, field, plane_flow(&P, u, straight, pen));
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
    lf_report_choice(R, "a = b = 1, of which the paper says that they are not negative");
    lf_report_choice(R, "the thick curve goes once around; the paper does not say how far it goes");
    lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    if (status == LF_OK)
        status = lf_study_finish(study, R, &figure);
    lf_pen_free(pen);
    return status;
}

/* Stages by the tableau that the paper prints for RK4: points p[0..3] and the end p[4], and the
 * directions there. */
static void plane_stages(double h, double p[5][2], double k[4][2])
{
    static const double c[] = {0, 0.5, 0.5, 1}, b[] = {1. / 6, 2. / 6, 2. / 6, 1. / 6};
    for (int d = 0; d < 2; d++)
        p[4][d] = plane_start[d];
    for (int i = 0; i < 4; i++) {
        for (int d = 0; d < 2; d++)
            p[i][d] = plane_start[d] + (i ? h * c[i] * k[i - 1][d] : 0);
        plane_rate(p[i], k[i]);
        for (int d = 0; d < 2; d++)
            p[4][d] += h * b[i] * k[i][d];
    }
}

/* A step of the library's rk4: how far it is from the drawn formulas, and from the exact flow. */
static lf_status plane_step(lf_report *R, lf_scenario *S, double h, double *far, double *error)
{
    lf_outcome out;
    char t_end[32];
    double p[5][2], k[4][2], exact[2];
    snprintf(t_end, sizeof t_end, "%.17g", h);
    lf_scenario_set(S, "t_end", t_end, NULL);
    lf_status status = lf_scenario_run(S, NULL, R->progress, &out);
    lf_study_remember(R, S, "one step");
    if (status != LF_OK)
        return lf_report_fail(R, status, lf_scenario_why(S));
    plane_stages(h, p, k);
    lf_closed_duffing(1, 1, plane_start, h, exact);
    *far = plane_distance(p[4], out.y);
    *error = plane_distance(exact, out.y);
    return LF_OK;
}

/* The whole step, and two short ones, in which an error of h^5 shows. */
static lf_status plane_step_verdicts(lf_report *R, lf_scenario *S, double h)
{
    double far[3], error[3];
    lf_status status = plane_step(R, S, h, &far[0], &error[0]);
    if (status == LF_OK)
        status = plane_step(R, S, h / 16, &far[1], &error[1]);
    if (status == LF_OK)
        status = plane_step(R, S, h / 32, &far[2], &error[2]);
    if (status != LF_OK)
        return status;
    const double power = log2(error[1] / error[2]);
    lf_report_paper(R, far[0] < 1e-15 && far[1] < 1e-15 && far[2] < 1e-15,
                    "RK4: the classical fourth order Runge-Kutta method given by the Butcher "
                    "tableau",
                    "what is drawn, by that tableau and Duffing's equation written out, ends where "
                    "a step of the library's rk4 ends, to %.0e",
                    far[0]);
    lf_report_reference(R, fabs(power - 5) < 0.1,
                        "one step's distance from Jacobi's functions falls with h^%.2f between "
                        "h = %.4f and its half, as order 4 wants; it is %.3f in the drawn step",
                        power, h / 16, error[0]);
    return LF_OK;
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

static lf_status plane_stages_figure(const lf_study *study, lf_report *R, lf_scenario *S, double h)
{
    static const char *const names[] = {"p_1 = y_n", "p_2", "p_3", "p_4", "y_{n+1}"};
    double p[5][2], k[4][2];
    lf_mark mark[5];
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    plane_stages(h, p, k);
    plane_stage_lines(h, p, k, pen);
    lf_status status = plane_exact(R, S, pen, "0.9");
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
    lf_pen_free(pen);
    return status;
}

lf_status lf_study_stages_plane(const lf_study *study, lf_report *R)
{
    static const char *const plane[] = {"action", "r2",  "a",     "1", "b",
                                        "1",      "x",   "0.75",  "y", "0.75",
                                        "method", "rk4", "steps", "1", NULL};
    const double h = 0.9;
    lf_scenario *S = lf_scenario_new();
    lf_status status = lf_study_scenario(R, "duffing", plane, S);
    if (status == LF_OK)
        status = plane_step_verdicts(R, S, h);
    if (status == LF_OK)
        status = plane_stages_figure(study, R, S, h);
    lf_report_choice(R, "the paper draws no equation: here it is Duffing's with a = b = 1, from "
                        "(0.75, 0.75), a step of 0.9");
    lf_scenario_free(S);
    return status;
}
