/* SPDX-License-Identifier: BSD-3-Clause */
/* sphere_drawings.c - drawings on the sphere with the free rigid body: isotropy (Celledoni et al.
 * 2014 figure 2), the stages of a Crouch-Grossman and of a Munthe-Kaas step (Marthinsen et al.
 * 1997 figures 2 and 3). */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/closed_forms.h"

enum { SPHERE_ALPHAS = 500 };
static const char *const sphere_body[] = {"inertia", "1 2 2.5", "m", "0.6 0.48 0.64", NULL};
static const double sphere_start[] = {0.6, 0.48, 0.64}, sphere_inertia[] = {1, 2, 2.5};

static double sphere_distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* f(m) = -I^-1 m, the paper's choice for Euler's equations: m' = f(m) x m. */
static void sphere_field(const double *m, double *f)
{
    for (int k = 0; k < 3; k++)
        f[k] = -m[k] / sphere_inertia[k];
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
    double far = 0, m[3];
    for (size_t k = 0; k < run.rows.rows && status == LF_OK; k++) {
        lf_study_to(R, V, true, pen, lf_record_point(&run, k));
        lf_closed_body(sphere_inertia, sphere_start, lf_record_time(&run, k), m);
        far = fmax(far, sphere_distance(lf_record_point(&run, k), m));
    }
    if (status == LF_OK) {
        memcpy(end, run.outcome.y, 3 * sizeof *end);
        lf_report_reference(R, far < 1e-13,
                            "the exact solution that is drawn, by rkmk8, is that of Jacobi's "
                            "elliptic functions to %.0e",
                            far);
    }
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

/* ---- isotropy ------------------------------------------------------------------------------- */

typedef struct {
    double formula;          /* largest distance from formula (19) */
    double best_alpha, best; /* nearest to the exact end */
    double first;            /* distance at alpha = 0 */
    double power[2], ratio;  /* of h in the energy error: alpha = 0, osculating; both errors */
} isotropy_result;

/* m1 = exp(h (f(m0) + alpha m0)) m0 with h = 1: (19), where the paper leaves h out. */
static void isotropy_formula(double alpha, double *end)
{
    double f[3];
    sphere_field(sphere_start, f);
    for (int k = 0; k < 3; k++)
        f[k] += alpha * sphere_start[k];
    lf_closed_turn(f, sphere_start, end);
}

static lf_status isotropy_ends(lf_report *R, const double *exact, const lf_view *V, lf_pen *pen,
                               isotropy_result *result)
{
    static const char *const one_step[] = {"inertia", "1 2 2.5",   "m",     "0.6 0.48 0.64",
                                           "method",  "lie-euler", "t_end", "1",
                                           "steps",   "1",         NULL};
    lf_scenario *S = lf_scenario_new();
    lf_outcome out;
    char alpha[32];
    double wanted[3];
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
        lf_study_to(R, V, true, pen, out.y);
        isotropy_formula(value, wanted);
        result->formula = fmax(result->formula, sphere_distance(out.y, wanted));
        if (far < result->best) {
            result->best = far;
            result->best_alpha = value;
        }
        result->first = k == 0 ? far : result->first;
    }
    lf_study_remember(R, S, "the last of alpha = 0, 0.05, 0.1, ..");
    lf_report_fail(R, status, lf_scenario_why(S));
    lf_scenario_free(S);
    return status;
}

/* The largest change of energy in one second of Lie-Euler. */
static lf_status isotropy_drift(lf_report *R, const char *choice, const char *steps, double *drift)
{
    const char *const settings[] = {"isotropy", choice,  "method", "lie-euler", "t_end",
                                    "1",        "steps", steps,    NULL};
    lf_scenario *S = lf_scenario_new();
    lf_outcome out;
    lf_status status = lf_study_scenario(R, "sphere-isotropy", sphere_body, S);
    for (size_t i = 0; settings[i] && status == LF_OK; i += 2)
        status = lf_scenario_set(S, settings[i], settings[i + 1], NULL);
    if (status == LF_OK)
        status = lf_scenario_run(S, NULL, R->progress, &out);
    if (strcmp(choice, "none") != 0 && strcmp(steps, "400") == 0)
        lf_study_remember(R, S, "and with 200 steps, and isotropy none, for the orbital error");
    if (status == LF_OK)
        *drift = out.stats.invariant[0].max_drift;
    lf_report_fail(R, status, lf_scenario_why(S));
    lf_scenario_free(S);
    return status;
}

static lf_status isotropy_orbits(lf_report *R, isotropy_result *result)
{
    static const char *const choices[] = {"none", "osculating"};
    double drift[2][2];
    lf_status status = LF_OK;
    for (int i = 0; i < 2 && status == LF_OK; i++) {
        status = isotropy_drift(R, choices[i], "200", &drift[i][0]);
        if (status == LF_OK)
            status = isotropy_drift(R, choices[i], "400", &drift[i][1]);
        if (status == LF_OK)
            result->power[i] = log2(drift[i][0] / drift[i][1]);
    }
    if (status == LF_OK)
        result->ratio = drift[1][1] / drift[0][1];
    return status;
}

/* An angle of up to 25 is rounded to 4e-15. */
static void isotropy_verdicts(lf_report *R, const isotropy_result *r)
{
    lf_report_paper(R, r->formula < 1e-14, "m1 = exp(f(m0) + α(m0)m0)m0 , (19)",
                    "the %d ends are those of (19) by Rodrigues' formula to %.0e",
                    SPHERE_ALPHAS + 1, r->formula);
    lf_report_paper(R, r->best < 0.5 * r->first && r->best_alpha > 0,
                    "the freedom can of course also be taken advantage of to obtain approximations "
                    "of improved quality",
                    "the end is nearest to the exact one with alpha = %.2f: %.4f in place of %.4f "
                    "with alpha = 0",
                    r->best_alpha, r->best, r->first);
    lf_report_paper(R,
                    fabs(r->power[0] - 1) < 0.05 && fabs(r->power[1] - 2) < 0.05 && r->ratio < 1e-2,
                    "the orbital error could be reduced by choosing the isotropy in a clever way",
                    "Lie-Euler's energy error falls with h^%.2f with alpha = 0, and with h^%.2f "
                    "where alpha(m) makes the frozen way bend as the exact one: %.0f times less "
                    "with h = 1/400",
                    r->power[0], r->power[1], 1 / r->ratio);
    lf_report_choice(R,
                     "the paper gives no numbers: inertia (1, 2, 2.5), m0 = (0.6, 0.48, 0.64), a "
                     "step of 1");
    lf_report_choice(R,
                     "meridians and parallels 30 degrees apart, radius 1; magnified on the right");
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
    if (status == LF_OK)
        status = isotropy_orbits(R, &result);
    if (status == LF_OK) {
        lf_mark mark[2] = {{.words = "z_0"}, {.words = "z_1"}};
        isotropy_verdicts(R, &result);
        lf_pen_line(pen, "start and exact end", LF_DRAW_POINTS, 8);
        lf_study_to(R, &V, true, pen, sphere_start);
        lf_study_to(R, &V, true, pen, end);
        lf_view_project(&V, sphere_start, &mark[0].x, &mark[0].y);
        lf_view_project(&V, end, &mark[1].x, &mark[1].y);
        mark[0].x -= 0.055;
        mark[1].x -= 0.05;
        mark[1].y += 0.012;
        lf_panel panel[2] = {
            {.square = true, .bare = true, .series = pen->lines, .serie = pen->line}};
        panel[1] = panel[0];
        panel[1].marks = 2;
        panel[1].mark = mark;
        panel[1].x_low = panel[1].y_low = -0.36;
        panel[1].x_high = panel[1].y_high = 0.36;
        panel[1].ruler = "";
        lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    return status;
}

/* ---- stages --------------------------------------------------------------------------------- */

enum { STAGES = 4 };

/* A step by the paper's formulas, with RK4's tableau; drawn unless there is no pen. */
typedef struct {
    lf_report *R; /* with a pen */
    lf_view V;
    lf_pen *pen;
    double h;
    double point[STAGES + 1][3]; /* stages, then the end */
} stages;

/* RK4 as the paper prints it: rows of a, then b. */
static const double stages_row[STAGES + 1][STAGES] = {
    {0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}, {1. / 6, 2. / 6, 2. / 6, 1. / 6}};
static const int stages_colours[] = {1, 3, 4, 7};

/* Draw the flow s -> exp(s u).y, 0 <= s <= 1, and go to its end. */
static void stages_flow(stages *G, const char *label, int colour, const double *u, double *y)
{
    double v[3], end[3];
    if (G->pen)
        lf_pen_line(G->pen, label, LF_DRAW_LINE, colour)->width = 1.4;
    for (int k = G->pen ? 0 : 40; k <= 40; k++) {
        for (int d = 0; d < 3; d++)
            v[d] = u[d] * k / 40;
        lf_closed_turn(v, y, end);
        if (G->pen)
            lf_study_to(G->R, &G->V, true, G->pen, end);
    }
    memcpy(y, end, sizeof end);
}

/* Crouch-Grossman: flows of the frozen fields one after the other (section 2.2). */
static void stages_crouch_grossman(stages *G)
{
    static const char *const names[] = {"flow of F^1", "flow of F^2", "flow of F^3", "flow of F^4"};
    double f[STAGES][3], u[3];
    bool named[STAGES] = {false};
    for (int i = 0; i <= STAGES; i++) {
        double *y = G->point[i];
        memcpy(y, sphere_start, sizeof sphere_start);
        for (int j = 0; j < STAGES; j++) {
            if (stages_row[i][j] == 0)
                continue;
            for (int d = 0; d < 3; d++)
                u[d] = G->h * stages_row[i][j] * f[j][d];
            stages_flow(G, named[j] ? NULL : names[j], stages_colours[j], u, y);
            named[j] = true;
        }
        if (i < STAGES)
            sphere_field(y, f[i]);
    }
}

/* Munthe-Kaas, the original: fields pulled back to the start, one flow for each stage (2.3). */
static void stages_munthe_kaas(stages *G)
{
    static const char *const names[] = {"flow of Y_2", "flow of Y_3", "flow of Y_4", "the step"};
    double K[STAGES][3], f[3], u[3];
    for (int i = 0; i <= STAGES; i++) {
        double *y = G->point[i];
        memcpy(y, sphere_start, sizeof sphere_start);
        memset(u, 0, sizeof u);
        for (int j = 0; j < STAGES; j++)
            for (int d = 0; d < 3 && stages_row[i][j] != 0; d++)
                u[d] += G->h * stages_row[i][j] * K[j][d];
        if (i > 0)
            stages_flow(G, names[i - 1], stages_colours[i - 1], u, y);
        if (i == STAGES)
            break;
        sphere_field(y, f);
        lf_closed_turn((double[]){-u[0], -u[1], -u[2]}, f, K[i]);
    }
}

static lf_status stages_figure(const lf_study *study, lf_report *R, stages *G)
{
    static const char *const names[] = {"p_1 = z_n", "p_2", "p_3", "p_4", "z_{n+1}"};
    static const double aside[][2] = {
        {0.015, 0.01}, {-0.03, -0.008}, {-0.012, -0.024}, {0.013, 0.005}, {-0.045, -0.012}};
    lf_mark mark[STAGES + 1];
    double end[3];
    lf_status status = sphere_exact(R, "1.6", &G->V, G->pen, end);
    lf_pen_line(G->pen, "stages and end", LF_DRAW_POINTS, 8);
    for (size_t i = 0; i <= STAGES; i++) {
        lf_study_to(R, &G->V, true, G->pen, G->point[i]);
        lf_view_project(&G->V, G->point[i], &mark[i].x, &mark[i].y);
        mark[i].x += aside[i][0];
        mark[i].y += aside[i][1];
        mark[i].words = names[i];
    }
    lf_panel panel = {.square = true,
                      .bare = true,
                      .series = G->pen->lines,
                      .serie = G->pen->line,
                      .marks = STAGES + 1,
                      .mark = mark,
                      .x_low = -0.34,
                      .x_high = 0.24,
                      .y_low = -0.34,
                      .y_high = 0.15,
                      .ruler = ""};
    lf_figure figure = {.title = study->title, .panels = 1, .panel = &panel};
    return status == LF_OK ? lf_study_finish(study, R, &figure) : status;
}

/* A step of the library's method: how far it is from the formulas, and from the exact solution. */
static lf_status stages_step(lf_report *R, const char *method, stages *G, double *far,
                             double *error)
{
    lf_scenario *S = lf_scenario_new();
    lf_outcome out;
    char t_end[32];
    double exact[3];
    snprintf(t_end, sizeof t_end, "%.17g", G->h);
    const char *const one_step[] = {"method", method, "t_end", t_end, "steps", "1", NULL};
    lf_status status = lf_study_scenario(R, "free-rigid-body", sphere_body, S);
    for (size_t i = 0; one_step[i] && status == LF_OK; i += 2)
        status = lf_scenario_set(S, one_step[i], one_step[i + 1], NULL);
    if (status == LF_OK)
        status = lf_scenario_run(S, NULL, R->progress, &out);
    lf_study_remember(R, S, "one step");
    if (status == LF_OK) {
        lf_closed_body(sphere_inertia, sphere_start, G->h, exact);
        *far = sphere_distance(G->point[STAGES], out.y);
        *error = sphere_distance(exact, out.y);
    }
    lf_report_fail(R, status, lf_scenario_why(S));
    lf_scenario_free(S);
    return status;
}

typedef struct {
    const char *method;
    void (*draw)(stages *G);
    const char *words, *order; /* of the paper: how the step is made, and its order */
} stages_case;

static const stages_case stages_cases[] = {
    {"cg-rk4", stages_crouch_grossman,
     "following in turn the integral curves of F^1, ..., F^s a distance hb_1, ..., hb_s",
     "the RK4 coefficients in the Crouch-Grossman setting, the order of the method would have been "
     "only two"},
    {"mk-original", stages_munthe_kaas,
     "K_i = Ψ*_{t=1,Y_i} F, Y_i = h Σ a_ij K_j, y_1 = Ψ_{t=1,Y_h}(y_0)",
     "methods of the above mentioned type are at most of order two"}};

/* The whole step, and two short ones, in which an error of h^3 shows. */
static lf_status stages_verdicts(lf_report *R, const stages_case *K, double h)
{
    double far[3], error[3];
    lf_status status = LF_OK;
    for (int i = 0; i < 3 && status == LF_OK; i++) {
        stages G = {.h = i == 0 ? h : i == 1 ? h / 64 : h / 128};
        K->draw(&G);
        status = stages_step(R, K->method, &G, &far[i], &error[i]);
    }
    if (status != LF_OK)
        return status;
    const double power = log2(error[1] / error[2]);
    lf_report_paper(R, far[0] < 1e-15 && far[1] < 1e-15 && far[2] < 1e-15, K->words,
                    "what is drawn, by these formulas, RK4's tableau and Rodrigues' formula, ends "
                    "where a step of the library's %s ends, to %.0e",
                    K->method, far[0]);
    lf_report_paper(R, fabs(power - 3) < 0.1, K->order,
                    "one step's distance from Jacobi's functions falls with h^%.2f between h = "
                    "%.4f and its half, as order 2 wants; it is %.4f in the drawn step",
                    power, h / 64, error[0]);
    lf_report_choice(R,
                     "the paper draws no equation: here it is the free rigid body, inertia (1, "
                     "2, 2.5), from (0.6, 0.48, 0.64), a step of %g",
                     h);
    lf_report_choice(R, "four stages as in the paper's figure, by RK4's coefficients; part of the "
                        "unit sphere, meridians and parallels 30 degrees apart");
    return LF_OK;
}

lf_status lf_study_stages_sphere(const lf_study *study, lf_report *R)
{
    const stages_case *K = &stages_cases[strcmp(study->data, "mk") == 0];
    stages G = {.R = R, .V = lf_view_from(55, 35), .pen = lf_pen_new(), .h = 1.6};
    if (!G.pen)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_status status = stages_verdicts(R, K, G.h);
    if (status == LF_OK) {
        lf_view_grid(&G.V, G.pen);
        K->draw(&G);
        status = stages_figure(study, R, &G);
    }
    lf_pen_free(G.pen);
    return status;
}
