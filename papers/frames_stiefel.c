/* SPDX-License-Identifier: BSD-3-Clause */
/* frames_stiefel.c - our study of orthonormal frames: Brockett's flow X' = A X N - X N X^T A X on St(20, 3)
 * for the matrix A_ij = a min(i, j), whose eigenvalues and eigenvectors are known, and the same by dense
 * rotations of SO(20). */
#include "papers/errors.h"
#include "papers/frames_long.h"
#include "papers/reference.h"

#include <lieflow/matrix.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { ROWS = 20, COLUMNS = 3, FRAME = ROWS * COLUMNS, ROTATIONS = ROWS * (ROWS - 1) / 2 };
static const double pi = 3.14159265358979323846;

/* ---- the equation, apart from the library ---- */

/* The inverse of a min(i, j) is tridiagonal: eigenvalue k is a/(4 sin^2((2k - 1) pi/(2 (2d + 1)))), vector
 * sin((2k - 1) pi i/(2d + 1)). The largest is 10. */
static double stiefel_angle(size_t k)
{
    return (2 * (double)k + 1) * pi / (2 * ROWS + 1);
}

static double stiefel_scale(void)
{
    const double s = sin(0.5 * stiefel_angle(0));
    return 40 * s * s;
}

static double stiefel_value(size_t k)
{
    const double s = sin(0.5 * stiefel_angle(k));
    return stiefel_scale() / (4 * s * s);
}

static double stiefel_matrix(size_t i, size_t j)
{
    return stiefel_scale() * (double)((i < j ? i : j) + 1);
}

/* Waves sin(i k pi/21), k = 2, 4, 7, are orthonormal. */
static double stiefel_start(size_t i, size_t j)
{
    static const double wave[COLUMNS] = {2, 4, 7};
    return sqrt(2. / (ROWS + 1)) * sin((double)(i + 1) * wave[j] * pi / (ROWS + 1));
}

/* A X, column after column, by running sums. */
static void stiefel_times(const double *X, double *AX)
{
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t i = 0; i < ROWS; i++) {
            double sum = 0;
            for (size_t k = 0; k < ROWS; k++)
                sum += stiefel_matrix(i, k) * X[j * ROWS + k];
            AX[j * ROWS + i] = sum;
        }
}

/* X' = A X N - X N (X^T A X), N = diag(3, 2, 1) */
static void stiefel_rate(const void *ctx, double t, const double *X, double *f)
{
    double AX[FRAME];
    (void)ctx, (void)t;
    stiefel_times(X, AX);
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t i = 0; i < ROWS; i++)
            f[j * ROWS + i] = (COLUMNS - (double)j) * AX[j * ROWS + i];
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t k = 0; k < COLUMNS; k++) {
            double dot = 0;
            for (size_t i = 0; i < ROWS; i++)
                dot += X[k * ROWS + i] * AX[j * ROWS + i];
            for (size_t i = 0; i < ROWS; i++)
                f[j * ROWS + i] -= X[k * ROWS + i] * (COLUMNS - (double)k) * dot;
        }
}

/* -tr(X^T A X N)/2 */
static double stiefel_cost(const double *X)
{
    double AX[FRAME], sum = 0;
    stiefel_times(X, AX);
    for (size_t c = 0; c < FRAME; c++)
        sum -= 0.5 * (COLUMNS - (double)(c / ROWS)) * X[c] * AX[c];
    return sum;
}

/* The largest entry of X^T X - 1. */
static double stiefel_defect(const double *X)
{
    double most = 0;
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t k = 0; k < COLUMNS; k++) {
            double dot = j == k ? -1 : 0;
            for (size_t i = 0; i < ROWS; i++)
                dot += X[j * ROWS + i] * X[k * ROWS + i];
            most = fmax(most, fabs(dot));
        }
    return most;
}

static void stiefel_first(double *X)
{
    for (size_t c = 0; c < FRAME; c++)
        X[c] = stiefel_start(c % ROWS, c / ROWS);
}

/* The model with our matrix and start, written row by row. */
static lf_status stiefel_open(lf_report *R, lf_scenario *S, const char *t_end)
{
    lf_text matrix = {0}, start = {0};
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < ROWS; j++)
            lf_text_add(&matrix, "%.17g ", stiefel_matrix(i, j));
        for (size_t j = 0; j < COLUMNS; j++)
            lf_text_add(&start, "%.17g ", stiefel_start(i, j));
    }
    const char *const settings[] = {
        "k",     "3",   "matrix", lf_text_string(&matrix), "start", lf_text_string(&start),
        "t_end", t_end, NULL};
    const lf_status status = lf_study_scenario(R, "brockett", settings, S);
    lf_text_free(&matrix);
    lf_text_free(&start);
    return status;
}

/* ---- dense rotations ---- */

/* The skew matrix W with W X = F: F X^T - X F^T - X (X^T F) X^T, below its diagonal. */
static lf_status dense_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    double F[FRAME], C[COLUMNS][COLUMNS];
    (void)P, (void)work;
    stiefel_rate(NULL, L->t ? L->t[0] : 0, y, F);
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t k = 0; k < COLUMNS; k++) {
            C[j][k] = 0;
            for (size_t i = 0; i < ROWS; i++)
                C[j][k] += y[j * ROWS + i] * F[k * ROWS + i];
        }
    for (size_t p = 1, at = 0; p < ROWS; p++)
        for (size_t q = 0; q < p; q++, at++) {
            double sum = 0;
            for (size_t j = 0; j < COLUMNS; j++) {
                sum += F[j * ROWS + p] * y[j * ROWS + q] - y[j * ROWS + p] * F[j * ROWS + q];
                for (size_t k = 0; k < COLUMNS; k++)
                    sum -= y[j * ROWS + p] * C[j][k] * y[k * ROWS + q];
            }
            f[at] = sum;
        }
    return LF_OK;
}

/* cf4 with SO(20) moving three vectors at once. One lane: columns of X are the factors' points. */
static lf_status dense_end(lf_report *R, size_t steps, double t_end, double *X)
{
    const lf_group so = lf_group_so(ROWS);
    const lf_action vectors = lf_action_vectors(&so);
    const lf_action *const factor[COLUMNS] = {&vectors, &vectors, &vectors};
    const lf_action action = lf_action_diagonal(COLUMNS, factor);
    const lf_problem P = {.name = "dense", .action = &action, .field = dense_field};
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t1 = t_end;
    opt.h = t_end / (double)steps;
    stiefel_first(X);
    const lf_status status = lf_solve(&P, lf_method_find("cf4"), &opt, 1, X, NULL, &stats);
    return lf_report_fail(R, status, stats.message);
}

/* ---- runs ---- */

static lf_status stiefel_errors(lf_report *R, lf_scenario *S, lf_order_table *T)
{
    static const char *const methods[] = {"lie-euler", "cf4", "rkmk4", "rkmk5", NULL};
    static const char *const classical[] = {"rk4", NULL};
    static const size_t steps[] = {40, 80, 160, 320, 0};
    static const double orders[] = {1, 4, 4, 5, 4};
    static const lf_reference equation = {FRAME, stiefel_rate, NULL};
    lf_order_table *other = lf_order_table_new();
    double truth[FRAME];
    lf_errors E = {
        .methods = methods, .steps = steps, .expected = orders, .tolerance = 0.15, .truth = truth};
    lf_status status = other ? stiefel_open(R, S, "0.5") : lf_report_fail(R, LF_EMEMORY, NULL);
    stiefel_first(truth);
    lf_reference_solve(&equation, 0, 0.5, truth);
    if (status == LF_OK)
        status = lf_errors_measure(R, S, &E, T);
    E.methods = classical;
    E.expected = orders + 4;
    if (status == LF_OK)
        status = lf_report_fail(R, lf_scenario_set(S, "project", "true", NULL), lf_scenario_why(S));
    if (status == LF_OK)
        status = lf_errors_measure(R, S, &E, other);
    if (status == LF_OK) {
        lf_errors_append(T, other, "rk4+project");
        E.expected = orders;
        lf_errors_judge(R, &E, T, "St(20, 3) at t = 0.5, against a solution found apart");
    }
    lf_order_table_free(other);
    return status;
}

/* cf4 in the span of a step's vectors and cf4 by dense rotations are one method. */
static lf_status stiefel_dense(lf_report *R, lf_scenario *S)
{
    static const char *const settings[] = {"method", "cf4", "steps", "50", "every", "0.5", NULL};
    double X[FRAME];
    lf_record run = {.rows = {0}};
    lf_status status = stiefel_open(R, S, "0.5");
    if (status == LF_OK)
        status = lf_study_march(R, S, settings, &run);
    if (status == LF_OK)
        status = dense_end(R, 50, 0.5, X);
    if (status == LF_OK) {
        const double off = lf_errors_end(&run, 0.5, X);
        lf_report_reference(
            R, off < 1e-13,
            "cf4 with 50 steps on frames ends where cf4 with dense rotations of "
            "SO(20) does, to %.0e: one method, %d numbers in a stage in place of %d",
            off, FRAME, ROWS * ROWS);
    }
    lf_record_free(&run);
    return status;
}

/* Costs and defects over time; the end against the eigenvectors. */
static lf_status stiefel_run(lf_report *R, lf_scenario *S, size_t m, lf_pen *cost, lf_pen *defect)
{
    static const char *const name[3] = {"cf4", "rkmk4", "rk4"};
    const char *const settings[] = {"method", name[m], "step", "0.02", "every", "0.2", NULL};
    double limit = 0, most = 0, rise = -INFINITY, before = INFINITY, last = NAN;
    lf_record run;
    const lf_status status = lf_study_march(R, S, settings, &run);
    for (size_t k = 0; k < COLUMNS; k++)
        limit -= 0.5 * (COLUMNS - (double)k) * stiefel_value(k);
    lf_pen_line(defect, name[m], LF_DRAW_LINE, (int)m + 1);
    if (m == 0)
        lf_pen_line(cost, NULL, LF_DRAW_LINE, 1);
    for (size_t k = 0; status == LF_OK && k < run.rows.rows; k++) {
        const double *X = lf_record_point(&run, k), off = stiefel_defect(X);
        last = stiefel_cost(X) - limit;
        rise = fmax(rise, last - before);
        before = last;
        most = fmax(most, off);
        lf_pen_to(defect, lf_record_time(&run, k), fmax(off, DBL_EPSILON / 2));
        if (m == 0)
            lf_pen_to(cost, lf_record_time(&run, k), fmax(last, 1e-15));
    }
    if (status == LF_OK && m == 0)
        lf_report_reference(R, rise < 1e-13 && fabs(last) < 1e-11,
                            "the cost falls from row to row (largest change %.0e) to the half sum "
                            "of weighted eigenvalues in closed form, %.6f, to %.0e",
                            rise, limit, fabs(last));
    if (status == LF_OK)
        lf_report_reference(R, m < 2 ? most < 1e-14 : most > 1e-9,
                            "%s: X^T X = 1 %s %.0e over 4000 steps of 0.02", name[m],
                            m < 2 ? "holds to" : "without projection is lost by up to", most);
    lf_record_free(&run);
    return status;
}

lf_status lf_study_stiefel(const lf_study *study, lf_report *R)
{
    lf_scenario *S = lf_scenario_new();
    lf_order_table *T = lf_order_table_new();
    lf_order_guides *guides = calloc(1, sizeof *guides);
    lf_pen *cost = lf_pen_new(), *defect = lf_pen_new();
    lf_status status = T && guides && cost && defect ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = stiefel_errors(R, S, T);
    if (status == LF_OK)
        status = stiefel_dense(R, S);
    if (status == LF_OK)
        status = lf_study_long_frames(R);
    if (status == LF_OK)
        status = stiefel_open(R, S, "80");
    for (size_t m = 0; m < 3 && status == LF_OK; m++)
        status = stiefel_run(R, S, m, cost, defect);
    if (status == LF_OK) {
        lf_report_choice(
            R, "A_ij = a min(i, j) with the largest eigenvalue 10, N = diag(3, 2, 1), waves "
               "of sines at the start; orders within 0.15 count as right: a lost order "
               "moves them by 1");
        lf_panel panel[3] = {lf_order_panel(T, guides),
                             {.title = "cost above its limit, cf4, h = 0.02",
                              .x_label = "t",
                              .y_label = "cost - limit",
                              .log_y = true,
                              .series = cost->lines,
                              .serie = cost->line},
                             {.title = "distance from the manifold, h = 0.02",
                              .x_label = "t",
                              .y_label = "largest entry of |X^T X - 1|",
                              .log_y = true,
                              .series = defect->lines,
                              .serie = defect->line}};
        panel[0].title = "errors at t = 0.5";
        const lf_figure figure = {.title = study->title, .panels = 3, .across = 3, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(cost);
    lf_pen_free(defect);
    free(guides);
    lf_order_table_free(T);
    lf_scenario_free(S);
    return status;
}
