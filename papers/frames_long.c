/* SPDX-License-Identifier: BSD-3-Clause */
/* frames_long.c - long frames for our study of Stiefel manifolds: Oja's flow X' = A X - X X^T A X of three
 * vectors of 20000 numbers, A diagonal. The space that exp(t A) X(0) spans is known, and no matrix of
 * 20000 x 20000 numbers could be kept. */
#include "papers/frames_long.h"

#include <lieflow/frame.h>

#include <math.h>
#include <stdlib.h>

#include "papers/reference.h"

enum { LONG_ROWS = 20000, LONG_COLUMNS = 3, LONG_FRAME = LONG_ROWS * LONG_COLUMNS };

static double long_entry(size_t i)
{
    return 4 * (double)(i + 1) / LONG_ROWS;
}

/* X^T Y of two frames. */
static void long_gram(const double *X, const double *Y, double *C)
{
    for (size_t j = 0; j < LONG_COLUMNS; j++)
        for (size_t k = 0; k < LONG_COLUMNS; k++) {
            double sum = 0;
            for (size_t i = 0; i < LONG_ROWS; i++)
                sum += X[j * LONG_ROWS + i] * Y[k * LONG_ROWS + i];
            C[j * LONG_COLUMNS + k] = sum;
        }
}

/* Y - X C */
static void long_minus(const double *X, const double *C, double *Y)
{
    for (size_t k = 0; k < LONG_COLUMNS; k++)
        for (size_t j = 0; j < LONG_COLUMNS; j++)
            for (size_t i = 0; i < LONG_ROWS; i++)
                Y[k * LONG_ROWS + i] -= X[j * LONG_ROWS + i] * C[j * LONG_COLUMNS + k];
}

static lf_status long_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                            double *work)
{
    double C[LONG_COLUMNS * LONG_COLUMNS];
    (void)P, (void)L, (void)work;
    for (size_t c = 0; c < LONG_FRAME; c++)
        f[c] = long_entry(c % LONG_ROWS) * y[c];
    long_gram(y, f, C);
    long_minus(y, C, f);
    return LF_OK;
}

/* Waves, which are orthonormal. */
static void long_start(double *X)
{
    static const double pi = 3.14159265358979323846;
    for (size_t c = 0; c < LONG_FRAME; c++) {
        const double wave = (double)(2 * (c / LONG_ROWS) + 1);
        X[c] = sqrt(2. / (LONG_ROWS + 1)) *
               sin(wave * pi * (double)(c % LONG_ROWS + 1) / (LONG_ROWS + 1));
    }
}

/* How far X is from the space that exp(A) X(0) spans: |X - E (E^T E)^-1 E^T X|. */
static double long_off(double *X, double *E)
{
    double G[LONG_COLUMNS * LONG_COLUMNS], C[LONG_COLUMNS * LONG_COLUMNS], sum = 0;
    long_start(E);
    for (size_t c = 0; c < LONG_FRAME; c++)
        E[c] *= exp(long_entry(c % LONG_ROWS));
    long_gram(E, X, C);
    for (size_t k = 0; k < LONG_COLUMNS; k++) {
        double column[LONG_COLUMNS];
        long_gram(E, E, G);
        for (size_t j = 0; j < LONG_COLUMNS; j++)
            column[j] = C[j * LONG_COLUMNS + k];
        lf_reference_eliminate(LONG_COLUMNS, G, column);
        for (size_t j = 0; j < LONG_COLUMNS; j++)
            C[j * LONG_COLUMNS + k] = column[j];
    }
    long_minus(E, C, X);
    for (size_t c = 0; c < LONG_FRAME; c++)
        sum += X[c] * X[c];
    return sqrt(sum);
}

/* The largest entry of X^T X - 1. */
static double long_defect(const double *X)
{
    double C[LONG_COLUMNS * LONG_COLUMNS], most = 0;
    long_gram(X, X, C);
    for (size_t c = 0; c < LONG_COLUMNS * LONG_COLUMNS; c++)
        most = fmax(most, fabs(C[c] - (c % (LONG_COLUMNS + 1) == 0)));
    return most;
}

static lf_status long_run(lf_report *R, const lf_problem *P, const char *method, size_t steps,
                          double *X, double *E, double *off, double *defect)
{
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t1 = 1;
    opt.h = 1. / (double)steps;
    long_start(X);
    const lf_status status = lf_solve(P, lf_method_find(method), &opt, 1, X, NULL, &stats);
    if (status == LF_OK) {
        *defect = fmax(*defect, long_defect(X));
        *off = long_off(X, E);
    }
    return lf_report_fail(R, status, stats.message);
}

lf_status lf_study_long_frames(lf_report *R)
{
    static const char *const methods[] = {"cf4", "rkmk4"};
    const lf_frame frame = {.d = LONG_ROWS, .k = LONG_COLUMNS, .grassmann = true};
    const lf_group group = lf_group_frame(&frame);
    const lf_action action = lf_action_frame(&group);
    const lf_problem P = {.name = "long-frames", .action = &action, .field = long_field};
    double *X = malloc(LONG_FRAME * sizeof *X), *E = malloc(LONG_FRAME * sizeof *E);
    lf_status status = X && E ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t m = 0; m < 2 && status == LF_OK; m++) {
        double off[2] = {NAN, NAN}, defect = 0;
        for (size_t k = 0; k < 2 && status == LF_OK; k++)
            status = long_run(R, &P, methods[m], (size_t)20 << k, X, E, &off[k], &defect);
        const double order = log2(off[0] / off[1]);
        if (status == LF_OK)
            lf_report_reference(R, fabs(order - 4) < 0.2 && defect < 1e-13,
                                "%s on %d x %d frames: %.1e from the space of exp(A) X(0) with 20 "
                                "steps, %.1e with 40, order %.2f; X^T X = 1 to %.0e",
                                methods[m], LONG_ROWS, LONG_COLUMNS, off[0], off[1], order, defect);
    }
    free(X);
    free(E);
    return status;
}
