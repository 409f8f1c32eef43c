/* SPDX-License-Identifier: BSD-3-Clause */
/* pde_solitons.c - our study of solitons: two of Korteweg and de Vries' equation that pass through each
 * other, and one of Schroedinger's nonlinear equation, against closed forms. */
#include "papers/errors.h"
#include "papers/films.h"

#include <math.h>
#include <stdlib.h>

enum { SOLITONS_PANELS = 4 };

/* A soliton of speed 4 stands at -20, one of speed 1 at -5; t = 10. */
static const double speed[2] = {4, 1}, place[2] = {-20, -5}, late = 10;
static const char *const kdv_settings[] = {
    "start", "two-solitons", "n", "512", "length", "80",    "c",  "4", "x",
    "-20",   "c2",           "1", "x2",  "-5",     "t_end", "10", NULL};
static const char *const nls_settings[] = {"n", "512", "length", "24*pi", "eta", "1", "v",
                                           "1", "x",   "0",      "t_end", "2",   NULL};

/* ---- closed forms ---- */

/* The faster one goes ahead by ln((1 + r)/(1 - r)) 2/sqrt(c1), r = sqrt(c2/c1), the other falls behind by the
 * same with its own c: Zabusky, Kruskal 1965; Hirota 1971. */
static double solitons_shift(size_t i)
{
    const double p = sqrt(speed[0]), q = sqrt(speed[1]);
    return (i ? -1 : 1) * 2 / sqrt(speed[i]) * log((p + q) / (p - q));
}

/* u = 2 (log F)_xx = 2 (F F_xx - F_x^2)/F^2 with Hirota's F = 1 + e^a + e^b + A e^(a + b), where b is moved by
 * log A so that the slow one stands at its place while the fast one is behind. */
static double solitons_two(double t, double x)
{
    const double p = sqrt(speed[0]), q = sqrt(speed[1]), A = pow((p - q) / (p + q), 2);
    const double ea = exp(p * (x - place[0] - speed[0] * t));
    const double eb = exp(q * (x - place[1] - speed[1] * t)) / A;
    const double F = 1 + ea + eb + A * ea * eb;
    const double Fx = p * ea + q * eb + (p + q) * A * ea * eb;
    const double Fxx = p * p * ea + q * q * eb + (p + q) * (p + q) * A * ea * eb;
    return 2 * (Fxx / F - Fx / F * (Fx / F));
}

static void solitons_kdv_end(const lf_domain *G, double *u)
{
    for (size_t i = 0; i < G->nx; i++)
        u[i] = solitons_two(late, G->x + (double)i * G->dx);
}

/* psi = sech(x - t) exp(i (x/2 + 3t/4)) at t = 2 */
static void solitons_nls_end(const lf_domain *G, double *u)
{
    for (size_t i = 0; i < G->nx; i++) {
        const double x = G->x + (double)i * G->dx, size = 1 / cosh(x - 2);
        u[2 * i] = size * cos(0.5 * x + 1.5);
        u[2 * i + 1] = size * sin(0.5 * x + 1.5);
    }
}

/* ---- where a crest stands ---- */

/* The slope at x of the sum of waves that goes through all values: those between weigh as the derivative of
 * sin(n z/2)/(n tan(z/2)), z = 2 pi (x - x_i)/length. */
static double crest_slope(const lf_domain *G, const double *u, double x)
{
    const double n = (double)G->nx, scale = 2 * 3.14159265358979323846 / (n * G->dx);
    double sum = 0;
    for (size_t i = 0; i < G->nx; i++) {
        const double z = 0.5 * scale * (x - G->x - (double)i * G->dx), s = sin(z), c = cos(z);
        if (fabs(s) < 1e-9)
            continue; /* the weight is 0 there */
        sum += u[i] * (0.5 * cos(n * z) * c / s - 0.5 * sin(n * z) / (n * s * s));
    }
    return sum * scale;
}

static double crest_near(const lf_domain *G, const double *u, double x)
{
    size_t best = 0;
    for (size_t i = 0; i < G->nx; i++) {
        const double at = G->x + (double)i * G->dx;
        if (fabs(at - x) < 2.5 && u[i] > u[best])
            best = i;
        else if (fabs(G->x + (double)best * G->dx - x) >= 2.5)
            best = i;
    }
    double low = G->x + ((double)best - 1.01) * G->dx, high = low + 2.02 * G->dx;
    for (int k = 0; k < 50; k++) {
        const double mid = 0.5 * (low + high);
        if (crest_slope(G, u, mid) > 0)
            low = mid;
        else
            high = mid;
    }
    return 0.5 * (low + high);
}

/* ---- what is judged ---- */

static void solitons_shifts(lf_report *R, const lf_run_film *F)
{
    const double *end = lf_run_film_row(F, F->film.rows - 1);
    for (size_t i = 0; i < 2; i++) {
        const double alone = place[i] + speed[i] * late, known = solitons_shift(i);
        const double found = crest_near(F->film.domain, end, alone + known) - alone;
        lf_report_reference(R, fabs(found - known) < 1e-5,
                            "the collision moves the soliton of speed %g by %.6f; the two-soliton "
                            "solution says %.6f",
                            speed[i], found, known);
    }
}

/* Of one soliton: mass 2 sqrt(c), momentum 2/3 c^(3/2), energy 1/5 c^(5/2); far apart they add up. */
static void solitons_invariants(lf_report *R, const lf_record *run)
{
    static const char *const name[3] = {"mass", "momentum", "energy"};
    /* 4000 steps: mass is one number that no step touches; the others drift like h^5 */
    static const double most[3] = {1e-13, 1e-6, 1e-6};
    for (size_t k = 0; k < 3; k++) {
        const lf_watch *w = &run->outcome.stats.invariant[k];
        double known = 0;
        for (size_t i = 0; i < 2; i++) {
            const double c = speed[i];
            known += k == 0 ? 2 * sqrt(c) : k == 1 ? 2. / 3 * pow(c, 1.5) : 0.2 * pow(c, 2.5);
        }
        lf_report_reference(
            R, fabs(w->initial - known) < 1e-9 && w->max_drift < most[k] * known,
            "%s of both solitons: %.10f, by the closed form %.10f; it drifts by %.1e "
            "of that through the collision",
            name[k], w->initial, known, w->max_drift / known);
    }
}

/* ---- errors ---- */

static lf_status solitons_errors(lf_report *R, lf_scenario *S, bool schroedinger, lf_order_table *T)
{
    static const char *const methods[] = {"cf4", "rkmk4-2c", "krogstad4", NULL};
    static const size_t steps[2][5] = {{4000, 8000, 16000, 32000, 0}, {50, 100, 200, 400, 0}};
    static const double orders[] = {4, 4, 4};
    double truth[1024];
    const lf_errors E = {.methods = methods,
                         .steps = steps[schroedinger],
                         .expected = orders,
                         .tolerance = schroedinger ? 0.15 : 0.4,
                         .truth = truth};
    lf_status status = lf_study_scenario(R, schroedinger ? "nls" : "kdv",
                                         schroedinger ? nls_settings : kdv_settings, S);
    lf_problem P;
    double *y = status == LF_OK ? malloc(lf_scenario_dim(S) * sizeof *y) : NULL;
    if (status == LF_OK)
        status = y ? lf_scenario_build(S, &P, y) : LF_EMEMORY;
    if (status == LF_OK && lf_problem_shown(&P) <= sizeof truth / sizeof *truth)
        (schroedinger ? solitons_nls_end : solitons_kdv_end)(lf_problem_display(&P)->domain, truth);
    free(y);
    if (status == LF_OK)
        status = lf_errors_measure(R, S, &E, T);
    if (status == LF_OK)
        lf_errors_judge(R, &E, T,
                        schroedinger ? "a soliton of Schroedinger's equation at t = 2, closed form"
                                     : "after the collision, against the two-soliton solution");
    return lf_report_fail(R, status, *R->why ? R->why : lf_scenario_why(S));
}

/* ---- the figure ---- */

static void solitons_profiles(const lf_run_film *F, lf_pen *pen)
{
    static const double when[3] = {0, 5, 10};
    const lf_domain *G = F->film.domain;
    for (size_t k = 0; k < 3; k++) {
        static const char *const label[3] = {"t = 0", "t = 5", "t = 10"};
        size_t row = 0;
        while (row + 1 < F->film.rows && F->film.t[row] < when[k] - 1e-9)
            row++;
        lf_pen_line(pen, label[k], LF_DRAW_LINE, (int)k + 1);
        for (size_t i = 0; i < G->nx; i++)
            lf_pen_to(pen, G->x + (double)i * G->dx, lf_run_film_row(F, row)[i]);
        lf_pen_line(pen, k ? NULL : "closed form", LF_DRAW_DASHED, 8);
        for (size_t i = 0; i < G->nx; i++)
            lf_pen_to(pen, G->x + (double)i * G->dx,
                      solitons_two(when[k], G->x + (double)i * G->dx));
    }
}

static lf_status solitons_figure(const lf_study *study, lf_report *R, const lf_run_film *F,
                                 const lf_order_table *T, lf_order_guides *guides, lf_pen *pen)
{
    lf_panel panel[SOLITONS_PANELS] = {F->panel,
                                       {.title = "before, at and after the collision",
                                        .x_label = "x",
                                        .y_label = "u",
                                        .x_low = -32,
                                        .x_high = 32,
                                        .y_low = 0,
                                        .y_high = 2.6},
                                       lf_order_panel(&T[0], &guides[0]),
                                       lf_order_panel(&T[1], &guides[1])};
    solitons_profiles(F, pen);
    panel[0].title = "two solitons of Korteweg and de Vries";
    panel[1].series = pen->lines;
    panel[1].serie = pen->line;
    panel[2].title = "Korteweg-de Vries, errors at t = 10";
    panel[3].title = "Schroedinger, errors at t = 2";
    const lf_figure figure = {
        .title = study->title, .panels = SOLITONS_PANELS, .across = 2, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_pde_solitons(const lf_study *study, lf_report *R)
{
    static const char *const fine[] = {"method", "cf4", "steps", "4000", "every", "0.05", NULL};
    lf_scenario *S = lf_scenario_new();
    lf_order_table *T = calloc(2, sizeof *T);
    lf_order_guides *guides = calloc(2, sizeof *guides);
    lf_pen *pen = lf_pen_new();
    lf_record run = {.rows = {0}};
    lf_run_film F = {.memory = NULL};
    lf_status status = T && guides && pen ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t i = 0; i < 2 && status == LF_OK; i++)
        status = solitons_errors(R, S, i == 1, &T[i]);
    if (status == LF_OK)
        status = lf_study_scenario(R, "kdv", kdv_settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, fine, &run);
    if (status == LF_OK)
        status = lf_run_film_open(R, &run, &F);
    if (status == LF_OK) {
        solitons_shifts(R, &F);
        solitons_invariants(R, &run);
        lf_report_choice(R,
                         "speeds 4 and 1 from -20 and -5 on a circle of length 80 with 512 points, "
                         "whose ends the tails reach with 1e-15; Schroedinger: height and speed 1, "
                         "length 24 pi, 512 points");
        lf_report_choice(
            R, "orders count as right within 0.15, of the collision within 0.4: a momentum "
               "that drifts by h^5 changes speeds, an error that is as large as the one of "
               "h^4 down to these steps; a lost order moves them by 1");
        status = solitons_figure(study, R, &F, T, guides, pen);
    }
    lf_run_film_close(&F);
    lf_record_free(&run);
    lf_pen_free(pen);
    free(T);
    free(guides);
    lf_scenario_free(S);
    return status;
}
