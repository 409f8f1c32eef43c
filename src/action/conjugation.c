/* SPDX-License-Identifier: BSD-3-Clause */
/* conjugation.c - a matrix group on matrices, g.L = g L g^-1, whose orbits have one spectrum: the
 * isospectral flows L' = [B(L), L] have the field B (Celledoni, Marthinsen, Owren 2014, section 2.2). */
#include <math.h>

#include "action/matrices.h"

void lf_matrix_load_point(const lf_matrix_room *R, const double *y, double *A)
{
    lf_family_gl.to(R, y, A);
}

void lf_matrix_store_point(const lf_matrix_room *R, const double *A, double *y)
{
    lf_family_gl.from(R, A, y);
}

double lf_matrix_worse(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

void lf_matrix_open_defect(size_t dim, size_t n, const double *y, double *defect)
{
    for (size_t i = 0; i < n; i++) {
        defect[i] = 0;
        for (size_t k = 0; k < dim; k++)
            defect[i] = lf_matrix_worse(defect[i], 0 * y[k * n + i]);
    }
}

/* ---- spectra ---- */

enum { POWERS = 4 };

/* sum[j-1] = tr M^j, with one product */
static void power_sums(const lf_matrix_room *R, const double *M, double *square, double sum[POWERS])
{
    const size_t n = R->n, s = R->stride;
    lf_matrix_mul(R, M, M, square);
    for (int j = 0; j < POWERS; j++)
        sum[j] = 0;
    for (size_t i = 0; i < n; i++) {
        sum[0] += M[i * s + i];
        sum[1] += square[i * s + i];
        for (size_t k = 0; k < n; k++) {
            sum[2] += square[i * s + k] * M[k * s + i];
            sum[3] += square[i * s + k] * square[k * s + i];
        }
    }
}

static double frobenius(const lf_matrix_room *R, const double *M)
{
    double sum = 0;
    for (size_t i = 0; i < R->n; i++)
        for (size_t j = 0; j < R->n; j++)
            sum += M[i * R->stride + j] * M[i * R->stride + j];
    return sqrt(sum);
}

double lf_matrix_spectral_change(const lf_matrix_room *R, const double *M, const double *start)
{
    double now[POWERS], before[POWERS], most = 0, scale = 1;
    const double size = frobenius(R, start);
    power_sums(R, M, R->matrix[4], now);
    power_sums(R, start, R->matrix[5], before);
    for (size_t j = 0; j < POWERS && j < R->n; j++) {
        scale *= size > 0 ? size : 1;
        most = lf_matrix_worse(most, fabs(now[j] - before[j]) / scale);
    }
    return most;
}

lf_status lf_matrix_conjugate(const lf_matrix_room *R, const double *a, const double *b,
                              double *out)
{
    double *const *m = R->matrix;
    const lf_status s = lf_matrix_inverse(R, a, m[4]);
    lf_matrix_mul(R, a, b, m[5]);
    lf_matrix_mul(R, m[5], m[4], out);
    return s;
}

/* ---- conjugation ---- */

static lf_status conjugation_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                   double *y1, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        lf_matrix_load(&R, g + i, m[0]);
        lf_matrix_load_point(&R, y0 + i, m[1]);
        const lf_status s = lf_matrix_conjugate(&R, m[0], m[1], m[2]);
        lf_matrix_store_point(&R, m[2], y1 + i);
        if (s != LF_OK)
            lf_matrix_spoil(A->dim, n, y1 + i);
        status = status == LF_OK ? s : status;
    }
    return status;
}

/* [u, L] */
static lf_status conjugation_generator(const lf_action *A, size_t n, const double *u,
                                       const double *y, double *v, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    for (size_t i = 0; i < n; i++) {
        R.family->to(&R, u + i, m[0]);
        lf_matrix_load_point(&R, y + i, m[1]);
        lf_matrix_commutator(&R, m[0], m[1], m[2], m[3]);
        lf_matrix_store_point(&R, m[2], v + i);
    }
    return LF_OK;
}

static lf_status conjugation_defect(const lf_action *A, size_t n, const double *y,
                                    const double *start, double *defect, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    for (size_t i = 0; i < n; i++) {
        lf_matrix_load_point(&R, y + i, R.matrix[0]);
        lf_matrix_load_point(&R, start + i, R.matrix[1]);
        defect[i] = lf_matrix_spectral_change(&R, R.matrix[0], R.matrix[1]);
    }
    return LF_OK;
}

/* ---- rotations: the symmetric and the skew part go separate ways ---- */

/* L <- its symmetric part; answers the size of what was taken off. */
static double make_symmetric(const lf_matrix_room *R, double *L)
{
    double sum = 0;
    for (size_t i = 0; i < R->n; i++)
        for (size_t j = 0; j < i; j++) {
            double *a = L + i * R->stride + j, *b = L + j * R->stride + i;
            const double half = 0.5 * (*a - *b);
            sum += 2 * half * half;
            *a = *b = 0.5 * (*a + *b);
        }
    return sqrt(sum);
}

/* The change of the symmetric part's spectrum, and of the size of the skew part. */
static lf_status rotated_defect(const lf_action *A, size_t n, const double *y, const double *start,
                                double *defect, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    for (size_t i = 0; i < n; i++) {
        lf_matrix_load_point(&R, y + i, m[0]);
        lf_matrix_load_point(&R, start + i, m[1]);
        const double size = frobenius(&R, m[1]);
        const double now = make_symmetric(&R, m[0]), before = make_symmetric(&R, m[1]);
        defect[i] = lf_matrix_worse(fabs(now - before) / (size > 0 ? size : 1),
                                    lf_matrix_spectral_change(&R, m[0], m[1]));
    }
    return LF_OK;
}

/* One lane of a symmetric L: its eigenvectors with the eigenvalues of the start, in their order. */
static lf_status symmetric_project(const lf_matrix_room *R, const double *start, double *y)
{
    double *const *m = R->matrix, *value = R->rest;
    lf_matrix_load_point(R, start, m[0]);
    lf_matrix_load_point(R, y, m[1]);
    if (make_symmetric(R, m[0]) > 1e-10 * frobenius(R, m[0]))
        return LF_ENEEDS; /* it does not know how for others */
    make_symmetric(R, m[1]);
    lf_status s = lf_dense_eigen(R->n, R->stride, m[1], value, m[3]);
    if (s == LF_OK)
        s = lf_dense_eigen(R->n, R->stride, m[0], value, m[2]);
    if (s != LF_OK)
        return s;
    for (size_t k = 0; k < R->n; k++)
        for (size_t j = 0; j < R->n; j++)
            m[2][k * R->stride + j] = value[k] * m[3][k * R->stride + j];
    lf_dense_mul_transposed(R->n, R->n, R->stride, m[3], R->stride, m[2], m[1]);
    lf_matrix_store_point(R, m[1], y);
    return LF_OK;
}

static lf_status rotated_project(const lf_action *A, size_t n, const double *start, double *y,
                                 double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        const lf_status s = symmetric_project(&R, start + i, y + i);
        status = status == LF_OK ? s : status;
    }
    return status;
}

static const lf_action_ops conjugation_ops = {
    .apply = conjugation_apply,
    .generator = conjugation_generator,
    .defect = conjugation_defect,
};
static const lf_action_ops rotated_ops = {
    .apply = conjugation_apply,
    .generator = conjugation_generator,
    .defect = rotated_defect,
    .project = rotated_project,
};

lf_action lf_action_conjugation(const lf_group *G)
{
    const size_t rows = lf_matrix_rows(G);
    return (lf_action){
        .name = "conjugation",
        .doc = "a matrix group on matrices: g.L = g L g^-1, which keeps the spectrum",
        .kind = LF_ACTION_CONJUGATION,
        .group = G,
        .dim = rows * rows,
        .ops = lf_matrix_is_so(G) ? &rotated_ops : &conjugation_ops,
        .alone = rows >= LF_MATRIX_ALONE,
    };
}
