/* SPDX-License-Identifier: BSD-3-Clause */
/* sphere_drawings.c - drawings on the sphere with the free rigid body: isotropy (Celledoni et al.
 * 2014 figure 2), the stages of a Crouch-Grossman and of a Munthe-Kaas step (Marthinsen et al.
 * 1997 figures 2 and 3). */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SPHERE_WORK = 512, SPHERE_ALPHAS = 500 };
static const char *const sphere_body[] = {"inertia", "1 2 4", "m", "0.6 0.48 0.64", NULL};
static const double sphere_start[] = {0.6, 0.48, 0.64};

static double sphere_distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* The exact solution up to t_end as a line; its end in `end`. */
static lf_status sphere_exact(lf_report *R, const char *t_end, const lf_view *V, lf_pen *pen,
                              double *end)
{
    const char *const settings[] = {"method", "rkmk8", "t_end", t_end, "steps", "100", NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "free-rigid-body", sphere_body, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, settings, &run);
    lf_pen_line(pen, "exact solution", LF_DRAW_LINE, 2)->width = 2.4;
    for (size_t k = 0; k < run.rows.rows && status == LF_OK; k++)
        lf_study_to(R, V, true, pen, lf_record_point(&run, k));
    if (status == LF_OK)
        memcpy(end, run.outcome.y, 3 * sizeof *end);
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* ---- isotropy ------------------------------------------------------------------------------- */

typedef struct {
    double off;              /* largest distance from the sphere */
    double best_alpha, best; /* nearest to the exact end */
    double first, last;      /* distance at alpha = 0 and 25 */
} isotropy_result;

static lf_status isotropy_ends(lf_report *R, const double *exact, const lf_view *V, lf_pen *pen,
                               isotropy_result *result)
{
    static const char *const one_step[] = {"inertia", "1 2 4",     "m",     "0.6 0.48 0.64",
                                           "method",  "lie-euler", "t_end", "1",
                                           "steps",   "1",         NULL};
    lf_scenario *S = lf_scenario_new();
    lf_outcome out;
    char alpha[32];
    *result = (isotropy_result){.best = INFINITY};
    lf_status status = lf_study_scenario(R, "sphere-isotropy", one_step, S);
    lf_pen_line(pen, "ends of Lie-Euler, alpha from 0 to 25", LF_DRAW_DASHED, 1)->width = 1.2;
    for (int k = 0; k <= SPHERE_ALPHAS && status == LF_OK; k++) {
        double value = 25.0 * k / SPHERE_ALPHAS;
        snprintf(alpha, sizeof alpha, "%.17g", value);
        lf_scenario_set(S, "alpha", alpha, NULL);
        status = lf_scenario_run(S, NULL, R->progress, &out);
        if (status != LF_OK)
            break;
        double far = sphere_distance(out.y, exact);
        double radius = sphere_distance(out.y, (double[]){0, 0, 0});
        lf_study_to(R, V, true, pen, out.y);
        result->off = fmax(result->off, fabs(radius - 1));
        if (far < result->best) {
            result->best = far;
            result->best_alpha = value;
        }
        result->first = k == 0 ? far : result->first;
        result->last = far;
    }
    lf_study_remember(R, S, "the last of alpha = 0, 0.05, 0.1, ..");
    lf_report_fail(R, status, lf_scenario_why(S));
    lf_scenario_free(S);
    return status;
}

static void isotropy_verdicts(lf_report *R, const isotropy_result *r)
{
    lf_report_reference(R, r->off < 1e-14, "all end points are on the sphere to %.0e", r->off);
    lf_report_reference(R, fabs(r->best_alpha - 0.47) < 0.06 && fabs(r->best - 2.85e-2) < 2e-4,
                        "alpha = %.2f is best: error %.3g, expected 0.0285 near 0.47",
                        r->best_alpha, r->best);
    lf_report_reference(R, fabs(r->first - 7.71e-2) < 2e-4 && fabs(r->last - 0.310) < 2e-3,
                        "error %.3g at alpha = 0 and %.3g at alpha = 25, expected 0.0771 and 0.310",
                        r->first, r->last);
}

lf_status lf_study_isotropy(const lf_study *study, lf_report *R)
{
    lf_view V = lf_view_from(45, 40);
    double end[3];
    isotropy_result result;
    lf_pen *pen = lf_pen_new();
    if (!pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_view_grid(&V, pen);
    lf_status status = sphere_exact(R, "1", &V, pen, end);
    if (status == LF_OK)
        status = isotropy_ends(R, end, &V, pen, &result);
    if (status == LF_OK) {
        lf_mark mark[2] = {{.words = "z_0"}, {.words = "z_1"}};
        isotropy_verdicts(R, &result);
        lf_pen_line(pen, "start and exact end", LF_DRAW_POINTS, 8);
        lf_study_to(R, &V, true, pen, sphere_start);
        lf_study_to(R, &V, true, pen, end);
        lf_view_project(&V, sphere_start, &mark[0].x, &mark[0].y);
        lf_view_project(&V, end, &mark[1].x, &mark[1].y);
        mark[0].x += 0.03;
        mark[1].x += 0.03;
        lf_panel panel[2] = {
            {.square = true, .bare = true, .series = pen->lines, .serie = pen->line}};
        panel[1] = panel[0];
        panel[1].marks = 2;
        panel[1].mark = mark;
        panel[1].x_low = panel[1].y_low = -0.36;
        panel[1].x_high = panel[1].y_high = 0.36;
        lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    return status;
}

/* ---- stages --------------------------------------------------------------------------------- */

typedef struct {
    lf_report *R;
    const lf_problem *P;
    lf_view V;
    lf_pen *pen;
    double h;
    double point[6][3]; /* stages, then the end */
    size_t points;
} stages;

static void stages_field(const stages *G, const double *y, double *f)
{
    double work[SPHERE_WORK];
    lf_problem_rate(G->P, 0, y, f, work);
}

/* Draw the flow s -> exp(s u).y, 0 <= s <= 1, and go to its end. */
static void stages_flow(stages *G, const char *label, int colour, const double *u, double *y)
{
    double work[SPHERE_WORK], v[3], end[3];
    lf_pen_line(G->pen, label, LF_DRAW_LINE, colour)->width = 1.4;
    for (int k = 0; k <= 40; k++) {
        for (int d = 0; d < 3; d++)
            v[d] = u[d] * k / 40;
        lf_action_flow(G->P->action, LF_EXP, 1, v, y, end, work);
        lf_study_to(G->R, &G->V, true, G->pen, end);
    }
    memcpy(y, end, sizeof end);
}

static void stages_keep(stages *G, const double *y)
{
    memcpy(G->point[G->points++], y, sizeof G->point[0]);
}

/* Crouch-Grossman with the positive coefficients of order 3: flows one after the other. */
static void stages_crouch_grossman(stages *G)
{
    static const double row[4][3] = {
        {0, 0, 0}, {3. / 4, 0, 0}, {119. / 216, 17. / 108, 0}, {13. / 51, -2. / 3, 24. / 17}};
    static const char *const names[] = {"flow of F^1", "flow of F^2", "flow of F^3"};
    static const int colours[] = {1, 3, 4};
    double f[3][3], u[3], y[3];
    bool named[3] = {false};
    for (int i = 0; i < 4; i++) {
        memcpy(y, sphere_start, sizeof y);
        for (int j = 0; j < 3; j++) {
            if (row[i][j] == 0)
                continue;
            for (int d = 0; d < 3; d++)
                u[d] = G->h * row[i][j] * f[j][d];
            stages_flow(G, named[j] ? NULL : names[j], colours[j], u, y);
            named[j] = true;
        }
        stages_keep(G, y);
        if (i < 3)
            stages_field(G, y, f[i]);
    }
}

/* Munthe-Kaas with the classical tableau: one flow from the start for each stage. */
static void stages_munthe_kaas(stages *G)
{
    const lf_tableau *T = lf_tableau_find("rk4");
    static const char *const names[] = {"", "flow of u_2", "flow of u_3", "flow of u_4",
                                        "the step"};
    static const int colours[] = {0, 1, 3, 4, 7};
    double k[4][3], f[3], u[3], y[3];
    for (int i = 0; T && i <= T->stages; i++) {
        const double *row = i < T->stages ? T->a + i * T->stages : T->b;
        memset(u, 0, sizeof u);
        memcpy(y, sphere_start, sizeof y);
        for (int j = 0; j < i; j++)
            for (int d = 0; d < 3; d++)
                u[d] += G->h * row[j] * k[j][d];
        if (i > 0)
            stages_flow(G, names[i], colours[i], u, y);
        stages_keep(G, y);
        if (i == T->stages)
            break;
        stages_field(G, y, f);
        lf_group_dexpinv(G->P->action->group, 1, u, f, k[i], NULL); /* SO(3) needs no scratch */
    }
}

static lf_status stages_figure(const lf_study *study, lf_report *R, stages *G)
{
    static const char *const names[] = {"p_1 = z_n", "p_2", "p_3", "p_4"};
    lf_mark mark[6];
    double end[3];
    lf_status status = sphere_exact(R, "1.6", &G->V, G->pen, end);
    lf_pen_line(G->pen, "stages and end", LF_DRAW_POINTS, 8);
    for (size_t i = 0; i < G->points; i++) {
        lf_study_to(R, &G->V, true, G->pen, G->point[i]);
        lf_view_project(&G->V, G->point[i], &mark[i].x, &mark[i].y);
        mark[i].x += 0.025;
        mark[i].y += 0.02;
        mark[i].words = i + 1 < G->points ? names[i] : "z_{n+1}";
    }
    lf_panel panel = {.square = true,
                      .bare = true,
                      .series = G->pen->lines,
                      .serie = G->pen->line,
                      .marks = G->points,
                      .mark = mark,
                      .x_low = -0.55,
                      .x_high = 0.4,
                      .y_low = -0.45,
                      .y_high = 0.35};
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return status == LF_OK ? lf_study_finish(study, R, &figure) : status;
}

lf_status lf_study_stages_sphere(const lf_study *study, lf_report *R)
{
    static const char *const one_step[] = {"inertia", "1 2 4", "m", "0.6 0.48 0.64", "t_end", "1.6",
                                           "steps",   "1",     NULL};
    bool mk = strcmp(study->data, "mk") == 0;
    const char *method = mk ? "rkmk4" : "cg3-hlw";
    lf_scenario *S = lf_scenario_new();
    lf_outcome out;
    lf_status status = lf_study_scenario(R, "free-rigid-body", one_step, S);
    if (status == LF_OK)
        status = lf_scenario_set(S, "method", method, NULL);
    if (status == LF_OK)
        status = lf_scenario_run(S, NULL, R->progress, &out);
    lf_study_remember(R, S, "the step that is drawn");
    lf_report_fail(R, status, lf_scenario_why(S));
    stages G = {
        .R = R, .P = &out.problem, .V = lf_view_from(55, 35), .pen = lf_pen_new(), .h = 1.6};
    if (status == LF_OK && !G.pen)
        status = lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK) {
        lf_view_grid(&G.V, G.pen);
        if (mk)
            stages_munthe_kaas(&G);
        else
            stages_crouch_grossman(&G);
        double far = sphere_distance(G.point[G.points - 1], out.y);
        lf_report_reference(R, far < 1e-14, "the drawn step is the method %s to %.0e", method, far);
        status = stages_figure(study, R, &G);
    }
    lf_pen_free(G.pen);
    lf_scenario_free(S);
    return status;
}
