/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_body.c - our study of large groups of matrices: the free rigid body in four and in six dimensions
 * on SO(n), and a linear Hamiltonian equation with time-dependent coefficients on Sp(4). */
#include "papers/errors.h"
#include "papers/reference.h"

#include <lieflow/matrix.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_MOST = 6, BODY_METHODS = 4, SYMPLECTIC = 4, SYMPLECTIC_LEVELS = 4 };

/* ---- the body in n dimensions, apart from the library ---- */

static const double body_J[BODY_MOST] = {1, 2, 3, 5, 7, 11};
static const char body_J_text[2][24] = {"1 2 3 5", "1 2 3 5 7 11"};
static const double body_velocity[6] = {0.3, -0.5, 0.8, 0.2, 0.6, -0.4};

/* M' = M W - W M, Q' = Q W, W_ij = M_ij/(J_i + J_j) */
static void body_rate(const void *ctx, double t, const double *y, double *f)
{
    const size_t n = *(const size_t *)ctx;
    const double *M = y, *Q = y + n * n;
    double W[BODY_MOST * BODY_MOST];
    (void)t;
    for (size_t i = 0; i < n * n; i++)
        W[i] = M[i] / (body_J[i / n] + body_J[i % n]);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double m = 0, q = 0;
            for (size_t k = 0; k < n; k++) {
                m += M[i * n + k] * W[k * n + j] - W[i * n + k] * M[k * n + j];
                q += Q[i * n + k] * W[k * n + j];
            }
            f[i * n + j] = m;
            f[n * n + i * n + j] = q;
        }
}

static void body_start(size_t n, double *y)
{
    memset(y, 0, 2 * n * n * sizeof *y);
    for (size_t i = 0, k = 0; i < n; i++) {
        y[n * n + i * n + i] = 1;
        for (size_t j = 0; j < i; j++, k++) {
            y[i * n + j] = (body_J[i] + body_J[j]) * body_velocity[k % 6];
            y[j * n + i] = -y[i * n + j];
        }
    }
}

/* ---- orders ---- */

/* cf4, rkmk4, rkmk4 with Cayley's map and rk4: two tables, as the map is no part of a method's name. */
static lf_status body_errors(lf_report *R, lf_scenario *S, size_t n, lf_order_table *T)
{
    static const char *const exponential[] = {"cf4", "rkmk4", "rk4", NULL};
    static const char *const cayley[] = {"rkmk4", NULL};
    static const size_t steps[] = {20, 40, 80, 160, 0};
    static const double orders[] = {4, 4, 4, 4};
    double truth[2 * BODY_MOST * BODY_MOST];
    const lf_reference equation = {2 * n * n, body_rate, &n};
    char side[8], about[80];
    const char *const settings[] = {
        "n",     side, "J", body_J_text[n > 4], "velocity", "0.3 -0.5 0.8 0.2 0.6 -0.4",
        "t_end", "1",  NULL};
    lf_errors E = {.methods = exponential,
                   .steps = steps,
                   .expected = orders,
                   .tolerance = 0.1,
                   .truth = truth};
    lf_order_table *other = lf_order_table_new();
    snprintf(side, sizeof side, "%zu", n);
    body_start(n, truth);
    lf_reference_solve(&equation, 0, 1, truth);
    lf_status status = other ? lf_study_scenario(R, "rigid-body-n", settings, S) : LF_EMEMORY;
    if (status == LF_OK)
        status = lf_errors_measure(R, S, &E, T);
    if (status == LF_OK)
        status = lf_report_fail(R, lf_scenario_set(S, "map", "cayley", NULL), lf_scenario_why(S));
    E.methods = cayley;
    if (status == LF_OK)
        status = lf_errors_measure(R, S, &E, other);
    if (status == LF_OK) {
        lf_errors_append(T, other, "rkmk4-cay");
        snprintf(about, sizeof about, "SO(%zu), t = 1, against a solution found apart", n);
        lf_errors_judge(R, &E, T, about);
    }
    lf_order_table_free(other);
    return status;
}

/* ---- what stays ---- */

/* The largest change of an entry of Q M Q^T, and of the eigenvalues of M^T M. */
static void body_changes(const double *y, const double *start, double *momentum, double *spectrum)
{
    enum { N = 4 };
    double square[N * N], first[N * N], now[N], before[N];
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double sum = -start[i * N + j];
            square[i * N + j] = first[i * N + j] = 0;
            for (size_t k = 0; k < N; k++) {
                square[i * N + j] += y[k * N + i] * y[k * N + j];
                first[i * N + j] += start[k * N + i] * start[k * N + j];
                for (size_t l = 0; l < N; l++)
                    sum += y[N * N + i * N + k] * y[k * N + l] * y[N * N + j * N + l];
            }
            *momentum = fmax(*momentum, fabs(sum));
        }
    lf_reference_eigenvalues(N, square, now);
    lf_reference_eigenvalues(N, first, before);
    for (size_t i = 0; i < N; i++)
        *spectrum = fmax(*spectrum, fabs(now[i] - before[i]));
}

/* 2000 steps of 0.05, and a line for each method. */
static lf_status body_kept(lf_report *R, lf_scenario *S, lf_pen *pen)
{
    static const char *const name[BODY_METHODS] = {"cf4", "rkmk4", "rkmk4, Cayley", "rk4"};
    static const char *const method[BODY_METHODS] = {"cf4", "rkmk4", "rkmk4", "rk4"};
    static const char *const settings[] = {"t_end", "100", "step", "0.05", "every", "0.5", NULL};
    double start[2 * BODY_MOST * BODY_MOST], momentum[BODY_METHODS] = {0},
                                             spectrum[BODY_METHODS] = {0};
    lf_status status = lf_study_scenario(R, "rigid-body-n", settings, S);
    body_start(4, start);
    for (size_t m = 0; m < BODY_METHODS && status == LF_OK; m++) {
        const char *const now[] = {"method", method[m], "map", m == 2 ? "cayley" : "exp", NULL};
        lf_record run;
        status = lf_study_march(R, S, now, &run);
        lf_pen_line(pen, name[m], LF_DRAW_LINE, (int)m + 1);
        for (size_t k = 1; status == LF_OK && k < run.rows.rows; k++) {
            double change = 0;
            body_changes(lf_record_point(&run, k), start, &change, &spectrum[m]);
            momentum[m] = fmax(momentum[m], change);
            lf_pen_to(pen, lf_record_time(&run, k), fmax(change, DBL_EPSILON / 2));
        }
        lf_record_free(&run);
    }
    if (status != LF_OK)
        return status;
    const double lie = fmax(fmax(momentum[0], momentum[1]), momentum[2]);
    const double kept = fmax(fmax(spectrum[0], spectrum[1]), spectrum[2]);
    lf_report_reference(R, lie < 2e-12 && kept < 2e-11,
                        "over 2000 steps Q M Q^T changes by at most %.0e, the eigenvalues of M^T M "
                        "by %.0e, with cf4 and rkmk4, by exp and by Cayley: roundoff",
                        lie, kept);
    lf_report_reference(R, momentum[3] > 1e-6,
                        "rk4 loses Q M Q^T by %.1e and the eigenvalues by %.1e", momentum[3],
                        spectrum[3]);
    return LF_OK;
}

/* ---- X' = J S(t) X on Sp(4) ---- */

/* The lower triangle of S(t), row by row: it swings about a constant matrix. */
static void symplectic_S(double t, double *s)
{
    const double still[10] = {2, 0.5, 1.5, 0.2, -0.3, 1, 0.1, 0.4, 0.2, 1.2};
    for (size_t k = 0; k < 10; k++)
        s[k] = still[k] + 0.5 * cos((1 + 0.3 * (double)k) * t);
}

static lf_status symplectic_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                  double *f, double *work)
{
    (void)P, (void)y, (void)work;
    for (size_t i = 0; i < L->n; i++) {
        double s[10];
        symplectic_S(L->t[i], s);
        for (size_t k = 0; k < 10; k++)
            f[k * L->n + i] = s[k];
    }
    return LF_OK;
}

/* J = [[0, 1], [-1, 0]] */
static void symplectic_rate(const void *ctx, double t, const double *X, double *f)
{
    double s[10], S[SYMPLECTIC][SYMPLECTIC];
    (void)ctx;
    symplectic_S(t, s);
    for (size_t i = 0, k = 0; i < SYMPLECTIC; i++)
        for (size_t j = 0; j <= i; j++, k++)
            S[i][j] = S[j][i] = s[k];
    for (size_t i = 0; i < SYMPLECTIC; i++)
        for (size_t j = 0; j < SYMPLECTIC; j++) {
            double sum = 0;
            for (size_t k = 0; k < SYMPLECTIC; k++)
                sum += (i < 2 ? S[i + 2][k] : -S[i - 2][k]) * X[k * SYMPLECTIC + j];
            f[i * SYMPLECTIC + j] = sum;
        }
}

/* The largest entry of X^T J X - J. */
static double symplectic_defect(const double *X)
{
    double most = 0;
    for (size_t i = 0; i < SYMPLECTIC; i++)
        for (size_t j = 0; j < SYMPLECTIC; j++) {
            double sum = i + 2 == j ? -1 : j + 2 == i ? 1 : 0;
            for (size_t k = 0; k < 2; k++)
                sum += X[k * SYMPLECTIC + i] * X[(k + 2) * SYMPLECTIC + j] -
                       X[(k + 2) * SYMPLECTIC + i] * X[k * SYMPLECTIC + j];
            most = fmax(most, fabs(sum));
        }
    return most;
}

static const char *const symplectic_methods[] = {"magnus2", "magnus4", "magnus6", "rk4"};
static const double symplectic_orders[] = {2, 4, 6, 4};

static lf_status symplectic_run(lf_report *R, const lf_problem *P, const double *truth, size_t m,
                                lf_order_table *T, double *defect)
{
    lf_status status = LF_OK;
    for (size_t k = 0; k < SYMPLECTIC_LEVELS && status == LF_OK; k++) {
        double X[SYMPLECTIC * SYMPLECTIC] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
        lf_options opt = lf_options_default();
        lf_stats stats;
        T->steps[k] = (size_t)20 << k;
        opt.t1 = 2;
        opt.h = T->h[k] = 2. / (double)T->steps[k];
        status = lf_solve(P, lf_method_find(symplectic_methods[m]), &opt, 1, X, NULL, &stats);
        lf_report_fail(R, status, stats.message);
        T->error[m][k] = 0;
        for (size_t c = 0; c < SYMPLECTIC * SYMPLECTIC; c++)
            T->error[m][k] = fmax(T->error[m][k], fabs(X[c] - truth[c]));
        T->order[m][k] = k ? log2(T->error[m][k - 1] / T->error[m][k]) : NAN;
        T->level[m][k] = LF_LEVEL_ASYMPTOTIC;
        *defect = fmax(*defect, symplectic_defect(X));
    }
    T->observed[m] = T->order[m][SYMPLECTIC_LEVELS - 1];
    return status;
}

static lf_status symplectic_errors(lf_report *R, lf_order_table *T)
{
    static const lf_reference equation = {SYMPLECTIC * SYMPLECTIC, symplectic_rate, NULL};
    static const lf_trait traits[] = {{LF_TRAIT_TIME_FIELD, "S(t)"}, {LF_TRAIT_END, NULL}};
    const lf_errors E = {.expected = symplectic_orders, .tolerance = 0.15};
    const lf_group group = lf_group_sp(2);
    const lf_action action = lf_action_left(&group);
    const lf_problem P = {.name = "linear-hamiltonian",
                          .action = &action,
                          .field = symplectic_field,
                          .traits = traits};
    double truth[SYMPLECTIC * SYMPLECTIC] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
    double defect[4] = {0};
    lf_status status = LF_OK;
    lf_reference_solve(&equation, 0, 2, truth);
    *T = (lf_order_table){.methods = 4, .levels = SYMPLECTIC_LEVELS};
    for (size_t m = 0; m < 4 && status == LF_OK; m++) {
        snprintf(T->method[m], LF_WORD_SIZE, "%s", symplectic_methods[m]);
        T->claimed[m] = (int)symplectic_orders[m];
        status = symplectic_run(R, &P, truth, m, T, &defect[m]);
    }
    if (status != LF_OK)
        return status;
    lf_errors_judge(R, &E, T, "Sp(4), X' = J S(t) X, t = 2, against a solution found apart");
    lf_report_reference(
        R, fmax(fmax(defect[0], defect[1]), defect[2]) < 1e-13 && defect[3] > 1e-8,
        "X^T J X = J holds to %.0e, %.0e and %.0e with magnus2, magnus4 and magnus6; "
        "rk4 misses it by %.1e",
        defect[0], defect[1], defect[2], defect[3]);
    return LF_OK;
}

/* ---- the figure ---- */

lf_status lf_study_body_n(const lf_study *study, lf_report *R)
{
    lf_scenario *S = lf_scenario_new();
    lf_order_table *T = calloc(3, sizeof *T);
    lf_order_guides *guides = calloc(3, sizeof *guides);
    lf_pen *pen = lf_pen_new();
    lf_status status = T && guides && pen ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    if (status == LF_OK)
        status = body_errors(R, S, 4, &T[0]);
    if (status == LF_OK)
        status = body_errors(R, S, 6, &T[1]);
    if (status == LF_OK)
        status = symplectic_errors(R, &T[2]);
    if (status == LF_OK)
        status = body_kept(R, S, pen);
    if (status == LF_OK) {
        lf_report_choice(
            R, "J = 1, 2, 3, 5 and, in six dimensions, 7 and 11; angular velocities of "
               "the model's usual start, repeated; S(t) swings about a constant matrix; orders "
               "within 0.1 (0.15 on Sp(4)) count as right: a lost order moves them by 1");
        lf_panel panel[4] = {lf_order_panel(&T[0], &guides[0]),
                             lf_order_panel(&T[1], &guides[1]),
                             {.title = "SO(4): change of Q M Q^T, h = 0.05",
                              .x_label = "t",
                              .y_label = "largest change of an entry",
                              .log_y = true,
                              .series = pen->lines,
                              .serie = pen->line},
                             lf_order_panel(&T[2], &guides[2])};
        panel[0].title = "rigid body in 4 dimensions, errors at t = 1";
        panel[1].title = "rigid body in 6 dimensions, errors at t = 1";
        panel[3].title = "Sp(4): errors at t = 2";
        const lf_figure figure = {.title = study->title, .panels = 4, .across = 2, .panel = panel};
        status = lf_study_finish(study, R, &figure);
    }
    lf_pen_free(pen);
    free(T);
    free(guides);
    lf_scenario_free(S);
    return status;
}
