/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_two_form.c - how far a method changes the canonical two-form of two rigid bodies,
 *
 *   w(u, v) = sum of  dx.dgamma' - dgamma.dx' + xi.dPi' - dPi.xi' + Pi.(xi x xi')
 *
 * with turns xi of the attitudes in the frames of the bodies (left trivialised). The derivative of the
 * map from the start to a time is found by differences of fourth order, every displaced start being
 * a lane of one run: a method that is symplectic leaves nothing but the error of the differences. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "papers/lee2007.h"

enum {
    FORM_FREE = 24,  /* directions: x, gamma, turn, Pi of each body */
    FORM_PLACES = 4, /* of a difference */
    FORM_LANES = 1 + FORM_FREE * FORM_PLACES
};
static const double form_place[FORM_PLACES] = {-2, -1, 1, 2},
                    form_weight[FORM_PLACES] = {1, -8, 8, -1};
static const double form_delta = 1e-4; /* fourth power and roundoff over it are both about 1e-12 */

/* y moved along direction j of body b; momenta by what changes the spin by one */
static void form_displace(const lf_bodies *B, size_t b, size_t j, double by, const double *y,
                          double *out)
{
    memcpy(out, y, LF_DUMBBELL_DIM * sizeof *y);
    if (j < 6) {
        out[2 * j + b] += by;
    } else if (j >= 9) {
        out[2 * (LF_BODY_PI + j - 9) + b] += by * B->moment[2 * (j - 9) + b];
    } else { /* columns turn about e_{j-6} */
        const size_t p = (j - 5) % 3, q = (j - 4) % 3;
        for (size_t r = 0; r < 3; r++) {
            const double a = lf_dumbbell_at(y, LF_BODY_R, 3 * r + p, b);
            const double c = lf_dumbbell_at(y, LF_BODY_R, 3 * r + q, b);
            out[2 * (LF_BODY_R + 3 * r + p) + b] = cos(by) * a + sin(by) * c;
            out[2 * (LF_BODY_R + 3 * r + q) + b] = cos(by) * c - sin(by) * a;
        }
    }
}

/* The directions from y to a nearby point. */
static void form_difference(const double *y, const double *moved, double *out)
{
    for (size_t b = 0; b < 2; b++) {
        double D[9] = {0}, *o = out + 12 * b, size = 0;
        for (size_t c = 0; c < 3; c++) {
            o[c] = moved[2 * c + b] - y[2 * c + b];
            o[3 + c] = moved[2 * (3 + c) + b] - y[2 * (3 + c) + b];
            o[9 + c] = moved[2 * (LF_BODY_PI + c) + b] - y[2 * (LF_BODY_PI + c) + b];
        }
        for (size_t k = 0; k < 27; k++) /* R^T moved R */
            D[k % 9] += lf_dumbbell_at(y, LF_BODY_R, 3 * (k / 9) + k % 9 / 3, b) *
                        lf_dumbbell_at(moved, LF_BODY_R, 3 * (k / 9) + k % 3, b);
        const double s[3] = {0.5 * (D[7] - D[5]), 0.5 * (D[2] - D[6]), 0.5 * (D[3] - D[1])};
        for (size_t c = 0; c < 3; c++)
            size += s[c] * s[c];
        size = sqrt(size);
        for (size_t c = 0; c < 3; c++)
            o[6 + c] = size > 0 ? asin(fmin(size, 1)) / size * s[c] : 0;
    }
}

static double form_value(const double *y, const double *u, const double *v)
{
    double sum = 0;
    for (size_t b = 0; b < 2; b++, u += 12, v += 12)
        for (size_t k = 0; k < 3; k++) {
            const size_t p = 6 + (k + 1) % 3, q = 6 + (k + 2) % 3;
            sum += u[k] * v[3 + k] - u[3 + k] * v[k] + u[6 + k] * v[9 + k] - u[9 + k] * v[6 + k] +
                   lf_dumbbell_at(y, LF_BODY_PI, k, b) * (u[p] * v[q] - u[q] * v[p]);
        }
    return sum;
}

/* What a run is looked at with. */
typedef struct {
    lf_form_defect *D;
    double start[FORM_FREE * FORM_FREE]; /* the form of every pair of directions at the start */
} form_watch;

/* Lane i of a row as a plain point. */
static void form_lane(const lf_row *row, size_t i, double *y)
{
    for (size_t c = 0; c < LF_DUMBBELL_DIM; c++)
        y[c] = row->y[c * row->n + i];
}

/* Derivatives of the map at a row, direction by direction; y is its undisplaced point. */
static void form_derivatives(const lf_row *row, double *y, double column[FORM_FREE][FORM_FREE])
{
    double moved[LF_DUMBBELL_DIM], d[FORM_FREE];
    form_lane(row, 0, y);
    memset(column, 0, FORM_FREE * sizeof *column);
    for (size_t j = 0; j < FORM_FREE; j++)
        for (size_t k = 0; k < FORM_PLACES; k++) {
            form_lane(row, 1 + FORM_PLACES * j + k, moved);
            form_difference(y, moved, d);
            for (size_t c = 0; c < FORM_FREE; c++)
                column[j][c] += form_weight[k] * d[c] / (12 * form_delta);
        }
}

static lf_status form_row(void *ctx, const lf_row *row)
{
    form_watch *W = ctx;
    lf_form_defect *D = W->D;
    double y[LF_DUMBBELL_DIM], column[FORM_FREE][FORM_FREE], worst = 0;
    form_derivatives(row, y, column);
    for (size_t i = 0; i < FORM_FREE; i++)
        for (size_t j = 0; j < i; j++) {
            const double value = form_value(y, column[i], column[j]);
            if (row->t == 0)
                W->start[FORM_FREE * i + j] = value;
            worst = fmax(worst, fabs(value - W->start[FORM_FREE * i + j]));
        }
    if (D->rows < LF_FORM_ROWS) {
        D->t[D->rows] = row->t;
        D->defect[D->rows++] = worst;
    }
    return LF_OK;
}

lf_status lf_dumbbell_form(const lf_problem *P, const lf_method *M, const double *y, double h,
                           double t_end, size_t rows, lf_form_defect *D)
{
    form_watch W = {.D = D};
    const lf_sink sink = {.row = form_row, .ctx = &W};
    lf_options opt = lf_options_default();
    double *all = malloc(FORM_LANES * LF_DUMBBELL_DIM * sizeof *all), one[LF_DUMBBELL_DIM];
    if (!all)
        return LF_EMEMORY;
    memset(D, 0, sizeof *D);
    for (size_t i = 0; i < FORM_LANES; i++) {
        const size_t j = i ? (i - 1) / FORM_PLACES : 0, k = i ? (i - 1) % FORM_PLACES : 0;
        form_displace(lf_problem_bodies(P), j / 12, j % 12, i ? form_place[k] * form_delta : 0, y,
                      one);
        for (size_t c = 0; c < LF_DUMBBELL_DIM; c++)
            all[c * FORM_LANES + i] = one[c];
    }
    opt.h = h;
    opt.t1 = t_end;
    opt.every = t_end / (double)rows;
    opt.watch = 0;
    lf_status status = lf_solve(P, M, &opt, FORM_LANES, all, &sink, NULL);
    free(all);
    return status;
}
