/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_isospectral.c - our study of flows that keep a spectrum: the lattice of Toda, whose solution is
 * known from a QR factorisation, and Brockett's double bracket, both of which bring eigenvalues to the
 * diagonal. */
#include "papers/errors.h"
#include "papers/reference.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TODA = 5, BRACKET = 4, ISOSPECTRAL_PANELS = 4 };
static const double pi = 3.14159265358979323846;

/* ---- Toda, apart from the library ---- */

/* L has 0 on its diagonal and 1 beside it: eigenvalues 2 cos(k pi/6), eigenvectors sin(j k pi/6). */
static double toda_value(size_t k)
{
    return 2 * cos((double)(k + 1) * pi / (TODA + 1));
}

static double toda_vector(size_t j, size_t k)
{
    return sqrt(2. / (TODA + 1)) * sin((double)((j + 1) * (k + 1)) * pi / (TODA + 1));
}

/* Columns made orthonormal one after the other, each twice. */
static void toda_gram_schmidt(double A[TODA][TODA])
{
    for (size_t c = 0; c < TODA; c++) {
        for (size_t b = 0; b < 2 * c; b++) {
            double dot = 0;
            for (size_t i = 0; i < TODA; i++)
                dot += A[i][b % c] * A[i][c];
            for (size_t i = 0; i < TODA; i++)
                A[i][c] -= dot * A[i][b % c];
        }
        double sum = 0;
        for (size_t i = 0; i < TODA; i++)
            sum += A[i][c] * A[i][c];
        for (size_t i = 0; i < TODA; i++)
            A[i][c] /= sqrt(sum);
    }
}

/* L(t) = Q^T L Q with exp(t L) = Q R: Symes 1982. */
static void toda_exact(double t, double *L)
{
    double Q[TODA][TODA] = {{0}};
    for (size_t i = 0; i < TODA; i++)
        for (size_t j = 0; j < TODA; j++)
            for (size_t k = 0; k < TODA; k++)
                Q[i][j] += toda_vector(i, k) * exp(t * toda_value(k)) * toda_vector(j, k);
    toda_gram_schmidt(Q);
    memset(L, 0, TODA * TODA * sizeof *L);
    for (size_t i = 0; i < TODA; i++)
        for (size_t j = 0; j < TODA; j++)
            for (size_t k = 0; k + 1 < TODA; k++)
                L[i * TODA + j] += Q[k][i] * Q[k + 1][j] + Q[k + 1][i] * Q[k][j];
}

/* ---- the double bracket, apart from the library ---- */

static const double bracket_start[BRACKET * BRACKET] = {2,   1,  0.5, 0,    1, 3,    -1,   0.25,
                                                        0.5, -1, 1,   0.75, 0, 0.25, 0.75, 4};

/* L' = [[N, L], L], N = diag(4, 3, 2, 1): entry (i, j) of [N, L] is (N_i - N_j) L_ij */
static void bracket_rate(const void *ctx, double t, const double *L, double *f)
{
    (void)ctx, (void)t;
    for (size_t i = 0; i < BRACKET; i++)
        for (size_t j = 0; j < BRACKET; j++) {
            double sum = 0;
            for (size_t k = 0; k < BRACKET; k++) {
                const double left = ((double)k - (double)i) * L[i * BRACKET + k];
                const double right = ((double)j - (double)k) * L[k * BRACKET + j];
                sum += left * L[k * BRACKET + j] - L[i * BRACKET + k] * right;
            }
            f[i * BRACKET + j] = sum;
        }
}

/* ---- runs ---- */

/* How far the eigenvalues of a point are from those that are known. */
static double spectrum_off(size_t n, const double *L, const double *known)
{
    double value[LF_REFERENCE_SIDE], off = 0;
    lf_reference_eigenvalues(n, L, value);
    for (size_t i = 0; i < n; i++)
        off = fmax(off, fabs(value[i] - known[i]));
    return off;
}

/* Diagonals over time with the true eigenvalues; answers how far they are in the end. */
static lf_status isospectral_diagonal(lf_report *R, lf_scenario *S, size_t n, const double *known,
                                      lf_pen *pen, double *off)
{
    lf_record run;
    const lf_status status = lf_study_march(R, S, NULL, &run);
    *off = 0;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        static const char *const label[] = {"L_{11}", "L_{22}", "L_{33}", "L_{44}", "L_{55}"};
        const size_t last = run.rows.rows - 1;
        lf_pen_line(pen, label[i], LF_DRAW_LINE, (int)i + 1);
        for (size_t k = 0; k <= last; k++)
            lf_pen_to(pen, lf_record_time(&run, k), lf_record_point(&run, k)[i * n + i]);
        *off = fmax(*off, fabs(lf_record_point(&run, last)[i * n + i] - known[i]));
        lf_pen_line(pen, i ? NULL : "eigenvalues", LF_DRAW_GUIDE, 0);
        lf_pen_to(pen, 0, known[i]);
        lf_pen_to(pen, lf_record_time(&run, last), known[i]);
    }
    lf_record_free(&run);
    return status;
}

/* How the spectrum of the lattice changes with each method; `most` is the largest change. */
static lf_status isospectral_kept(lf_report *R, lf_scenario *S, const double *known, lf_pen *pen,
                                  double *most)
{
    static const char *const methods[] = {"cf4", "rkmk4", "lie-euler", "rk4"};
    lf_status status = LF_OK;
    for (size_t m = 0; m < 4 && status == LF_OK; m++) {
        const char *const settings[] = {"method", methods[m], NULL};
        lf_record run;
        status = lf_study_march(R, S, settings, &run);
        most[m] = 0;
        lf_pen_line(pen, methods[m], LF_DRAW_LINE, (int)m + 1);
        for (size_t k = 1; status == LF_OK && k < run.rows.rows; k++) {
            const double off = spectrum_off(TODA, lf_record_point(&run, k), known);
            most[m] = fmax(most[m], off);
            lf_pen_to(pen, lf_record_time(&run, k), fmax(off, DBL_EPSILON / 2));
        }
        lf_record_free(&run);
    }
    return status;
}

/* 200 steps round by a few units of the last place each, and Jacobi's rotations by a few more. */
static void isospectral_judge(lf_report *R, const double *most, const double *off)
{
    lf_report_reference(R, most[0] < 1e-13 && most[1] < 1e-13 && most[2] < 1e-13,
                        "eigenvalues of the lattice over 200 steps of 0.1 change by %.0e with cf4, "
                        "%.0e with rkmk4 and %.0e with lie-euler: roundoff",
                        most[0], most[1], most[2]);
    lf_report_reference(R, most[3] > 1e-7 && most[3] < 1e-3,
                        "with classical rk4 they drift by %.1e, %.0e times as much", most[3],
                        most[3] / most[0]);
    lf_report_reference(
        R, off[0] < 1e-6,
        "the lattice's diagonal at t = 20 is 2 cos(k pi/6), the largest first, to "
        "%.0e; what is left falls like exp(-2 (1 - 0) t) to exp(-2 (sqrt(3) - 1) t)",
        off[0]);
    lf_report_reference(R, off[1] < 1e-6,
                        "the double bracket's diagonal at t = 20 has the eigenvalues, found by "
                        "Jacobi's rotations, in the order of N, to %.0e",
                        off[1]);
    lf_report_choice(R, "Toda: n = 5, a = 0, b = 1; double bracket: N = diag(4, 3, 2, 1), a full "
                        "symmetric matrix at the start; orders within 0.1 count as right: a lost "
                        "order moves them by 1");
}

/* Both equations' errors, Toda's into T. */
static lf_status isospectral_errors(lf_report *R, lf_scenario *S, lf_order_table *T)
{
    static const char *const methods[] = {"lie-euler", "cf3", "cf4", "rkmk4", NULL};
    static const size_t steps[] = {40, 80, 160, 320, 0};
    static const double orders[] = {1, 3, 4, 4};
    static const char *const toda[] = {"n", "5", "a", "0", "b", "1", "t_end", "2", NULL};
    static const char *const bracket[] = {"t_end", "0.5", NULL};
    static const lf_reference equation = {BRACKET * BRACKET, bracket_rate, NULL};
    double truth[TODA * TODA];
    const lf_errors E = {
        .methods = methods, .steps = steps, .expected = orders, .tolerance = 0.1, .truth = truth};
    lf_status status = lf_study_scenario(R, "double-bracket", bracket, S);
    memcpy(truth, bracket_start, sizeof bracket_start);
    lf_reference_solve(&equation, 0, 0.5, truth);
    if (status == LF_OK)
        status = lf_errors_measure(R, S, &E, T);
    if (status == LF_OK)
        lf_errors_judge(R, &E, T, "double bracket at t = 0.5, solved apart from the library");
    toda_exact(2, truth);
    if (status == LF_OK)
        status = lf_study_scenario(R, "toda", toda, S);
    if (status == LF_OK)
        status = lf_errors_measure(R, S, &E, T);
    if (status == LF_OK)
        lf_errors_judge(R, &E, T, "Toda at t = 2, by the QR factorisation of exp(2 L)");
    return status;
}

static lf_status isospectral_runs(lf_report *R, lf_scenario *S, lf_pen *const *pen)
{
    static const char *const toda[] = {"n",  "5",    "a",   "0",     "b",   "1", "t_end",
                                       "20", "step", "0.1", "every", "0.1", NULL};
    static const char *const bracket[] = {"t_end", "20", "step", "0.02", "every", "0.1", NULL};
    double known[TODA], sorted[BRACKET], most[4], off[2];
    for (size_t k = 0; k < TODA; k++)
        known[k] = toda_value(k);
    lf_reference_eigenvalues(BRACKET, bracket_start, sorted);
    lf_status status = lf_study_scenario(R, "double-bracket", bracket, S);
    if (status == LF_OK)
        status = isospectral_diagonal(R, S, BRACKET, sorted, pen[1], &off[1]);
    if (status == LF_OK)
        status = lf_study_scenario(R, "toda", toda, S);
    if (status == LF_OK)
        status = isospectral_diagonal(R, S, TODA, known, pen[0], &off[0]);
    if (status == LF_OK)
        status = isospectral_kept(R, S, known, pen[2], most);
    if (status == LF_OK)
        isospectral_judge(R, most, off);
    return status;
}

static lf_status isospectral_figure(const lf_study *study, lf_report *R, lf_pen *const *pen,
                                    const lf_order_table *T)
{
    lf_order_guides *guides = calloc(1, sizeof *guides);
    if (!guides)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    lf_panel panel[ISOSPECTRAL_PANELS] = {
        {.title = "Toda: the diagonal of L", .x_label = "t", .y_label = "entries", .x_high = 10},
        {.title = "double bracket: the diagonal of L",
         .x_label = "t",
         .y_label = "entries",
         .x_high = 8},
        {.title = "Toda: change of the spectrum, h = 0.1",
         .x_label = "t",
         .y_label = "largest change of an eigenvalue",
         .log_y = true},
        lf_order_panel(T, guides)};
    for (size_t i = 0; i < 3; i++) {
        panel[i].series = pen[i]->lines;
        panel[i].serie = pen[i]->line;
    }
    panel[3].title = "Toda: errors at t = 2";
    const lf_figure figure = {
        .title = study->title, .panels = ISOSPECTRAL_PANELS, .across = 2, .panel = panel};
    const lf_status status = lf_study_finish(study, R, &figure);
    free(guides);
    return status;
}

lf_status lf_study_isospectral(const lf_study *study, lf_report *R)
{
    lf_scenario *S = lf_scenario_new();
    lf_order_table *T = lf_order_table_new();
    lf_pen *pen[3] = {lf_pen_new(), lf_pen_new(), lf_pen_new()};
    lf_status status =
        T && pen[0] && pen[1] && pen[2] ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = isospectral_errors(R, S, T);
    if (status == LF_OK)
        status = isospectral_runs(R, S, pen);
    if (status == LF_OK)
        status = isospectral_figure(study, R, pen, T);
    for (size_t i = 0; i < 3; i++)
        lf_pen_free(pen[i]);
    lf_order_table_free(T);
    lf_scenario_free(S);
    return status;
}
