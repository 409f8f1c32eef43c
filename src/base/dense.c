/* SPDX-License-Identifier: BSD-3-Clause */
/* dense.c - factors of dense matrices: LU in panels of eight columns, Cholesky, triangular solves, and
 * eigenvalues of symmetric matrices. */
#include "base/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/lanes.h"

static void swap_rows(size_t n, double *a, double *b)
{
    for (size_t j = 0; j < n; j++) {
        const double keep = a[j];
        a[j] = b[j];
        b[j] = keep;
    }
}

/* ---- LU ---- */

/* The row of the largest entry of column k, from row k on. */
static size_t largest_below(size_t n, size_t stride, const double *a, size_t k)
{
    size_t p = k;
    for (size_t i = k + 1; i < n; i++)
        if (fabs(a[i * stride + k]) > fabs(a[p * stride + k]))
            p = i;
    return p;
}

/* There is no pivot in column k: all are 0, or one is no number. */
static lf_status no_pivot(size_t n, size_t stride, const double *a, size_t k)
{
    for (size_t i = k; i < n; i++)
        if (!isfinite(a[i * stride + k]))
            return LF_ENONFINITE;
    return LF_ESINGULAR;
}

/* Columns k .. end-1 of the rows from k on; whole rows are swapped. */
LF_KERNEL static lf_status lu_panel(size_t n, size_t stride, size_t begin, size_t end, double *a,
                                    double *pivot)
{
    for (size_t k = begin; k < end; k++) {
        const size_t p = largest_below(n, stride, a, k);
        const double top = a[p * stride + k];
        if (!(fabs(top) > 0 && fabs(top) <= DBL_MAX))
            return no_pivot(n, stride, a, k);
        pivot[k] = (double)p;
        if (p != k)
            swap_rows(n, a + p * stride, a + k * stride);
        const double *from = a + k * stride;
        for (size_t i = k + 1; i < n; i++) {
            double *row = a + i * stride;
            const double factor = row[k] /= top;
            for (size_t j = k + 1; j < end; j++)
                row[j] = lf_fma(-factor, from[j], row[j]);
        }
    }
    return LF_OK;
}

lf_status lf_dense_lu(size_t n, size_t stride, double *a, double *pivot)
{
    for (size_t k = 0; k < n; k += LF_DENSE_WIDE) {
        const size_t end = n - k < LF_DENSE_WIDE ? n : k + LF_DENSE_WIDE;
        const lf_status s = lu_panel(n, stride, k, end, a, pivot);
        if (s != LF_OK)
            return s;
        for (size_t i = k + 1; i < end; i++) /* rows of U beside the panel */
            lf_dense_add_mul(1, i - k, n - end, -1, a + i * stride + k, stride,
                             a + k * stride + end, stride, a + i * stride + end, stride);
        lf_dense_add_mul(n - end, end - k, n - end, -1, a + end * stride + k, stride,
                         a + k * stride + end, stride, a + end * stride + end, stride);
    }
    return LF_OK;
}

static void scale_row(size_t n, double factor, double *row)
{
    for (size_t j = 0; j < n; j++)
        row[j] *= factor;
}

/* Solve with a triangle, by blocks of eight rows: what is known already is taken off all of them at
 * once, and the rest row by row. */
static void solve_lower(size_t n, size_t stride, const double *L, size_t columns, double *b)
{
    for (size_t k = 0; k < n; k += LF_DENSE_WIDE) {
        const size_t end = n - k < LF_DENSE_WIDE ? n : k + LF_DENSE_WIDE;
        lf_dense_add_mul(end - k, k, columns, -1, L + k * stride, stride, b, columns,
                         b + k * columns, columns);
        for (size_t i = k + 1; i < end; i++)
            lf_dense_add_mul(1, i - k, columns, -1, L + i * stride + k, stride, b + k * columns,
                             columns, b + i * columns, columns);
    }
}

static void solve_upper(size_t n, size_t stride, const double *U, size_t columns, double *b)
{
    for (size_t end = n; end > 0;) {
        const size_t k = (end - 1) / LF_DENSE_WIDE * LF_DENSE_WIDE;
        lf_dense_add_mul(end - k, n - end, columns, -1, U + k * stride + end, stride,
                         b + end * columns, columns, b + k * columns, columns);
        for (size_t i = end; i-- > k;) {
            lf_dense_add_mul(1, end - i - 1, columns, -1, U + i * stride + i + 1, stride,
                             b + (i + 1) * columns, columns, b + i * columns, columns);
            scale_row(columns, 1 / U[i * stride + i], b + i * columns);
        }
        end = k;
    }
}

void lf_dense_lu_solve(size_t n, size_t stride, const double *lu, const double *pivot,
                       size_t columns, double *b)
{
    for (size_t k = 0; k < n; k++)
        if ((size_t)pivot[k] != k)
            swap_rows(columns, b + (size_t)pivot[k] * columns, b + k * columns);
    solve_lower(n, stride, lu, columns, b);
    solve_upper(n, stride, lu, columns, b);
}

/* ---- Cholesky ---- */

LF_KERNEL static void take_off_rows(size_t k, size_t n, size_t stride, const double *a,
                                    double *restrict row)
{
    for (size_t i = 0; i < k; i++) {
        const double factor = -a[i * stride + k], *restrict from = a + i * stride;
        LF_EACH_LANE(j, n)
            row[j] = lf_fma(factor, from[j], row[j]);
    }
}

lf_status lf_dense_cholesky(size_t n, size_t stride, double *a)
{
    for (size_t k = 0; k < n; k++) {
        double *row = a + k * stride;
        take_off_rows(k, n, stride, a, row);
        memset(row, 0, k * sizeof *row);
        if (!(row[k] > 0 && row[k] <= DBL_MAX))
            return isnan(row[k]) || row[k] > 0 ? LF_ENONFINITE : LF_ESINGULAR;
        scale_row(n - k, 1 / sqrt(row[k]), row + k);
    }
    return LF_OK;
}

LF_KERNEL static void divide_row(size_t n, size_t stride, const double *R, double *restrict b)
{
    for (size_t k = 0; k < n; k++) {
        const double *restrict row = R + k * stride, x = b[k] /= row[k];
        for (size_t j = k + 1; j < n; j++)
            b[j] = lf_fma(-x, row[j], b[j]);
    }
}

void lf_dense_solve_right(size_t n, size_t stride, const double *R, size_t rows, double *b,
                          size_t b_stride)
{
    for (size_t i = 0; i < rows; i++)
        divide_row(n, stride, R, b + i * b_stride);
}

/* ---- symmetric eigenvalues ---- */

/* (x, y) <- (c x - s y, s x + c y) along n numbers */
LF_KERNEL static void rotate(size_t n, double c, double s, double *restrict x, double *restrict y)
{
    LF_EACH_LANE(j, n) {
        const double old = x[j];
        x[j] = lf_fma(c, old, -(s * y[j]));
        y[j] = lf_fma(s, old, c * y[j]);
    }
}

/* The rotation that clears entry (p, q), on both sides of a and on the vectors. */
static void jacobi_turn(size_t n, size_t stride, size_t p, size_t q, double *a, double *vectors)
{
    const double off = a[p * stride + q];
    const double ratio = (a[q * stride + q] - a[p * stride + p]) / (2 * off);
    const double t = copysign(1, ratio) / (fabs(ratio) + sqrt(1 + ratio * ratio));
    const double c = 1 / sqrt(1 + t * t), s = t * c;
    const double low = a[p * stride + p] - t * off, high = a[q * stride + q] + t * off;
    rotate(n, c, s, a + p * stride, a + q * stride);
    for (size_t j = 0; j < n; j++) {
        a[j * stride + p] = a[p * stride + j];
        a[j * stride + q] = a[q * stride + j];
    }
    a[p * stride + p] = low;
    a[q * stride + q] = high;
    a[p * stride + q] = a[q * stride + p] = 0;
    if (vectors)
        rotate(n, c, s, vectors + p * stride, vectors + q * stride);
}

/* Is an entry too small to move either of the eigenvalues beside it? */
static bool negligible(double off, double a, double b)
{
    return fabs(off) <= 0.01 * DBL_EPSILON * sqrt(fabs(a)) * sqrt(fabs(b)) || off == 0;
}

/* Returns whether there was anything to do. An entry counts by the size of the whole matrix. */
static bool jacobi_sweep(size_t n, size_t stride, double least, double *a, double *vectors)
{
    bool turned = false;
    for (size_t p = 0; p + 1 < n; p++)
        for (size_t q = p + 1; q < n; q++) {
            const double off = a[p * stride + q];
            if (negligible(off, a[p * stride + p], a[q * stride + q]) || fabs(off) <= least)
                continue;
            jacobi_turn(n, stride, p, q, a, vectors);
            turned = true;
        }
    return turned;
}

/* Smallest first, by selection. */
static void sort_values(size_t n, size_t stride, double *value, double *vectors)
{
    for (size_t i = 0; i < n; i++) {
        size_t low = i;
        for (size_t j = i + 1; j < n; j++)
            low = value[j] < value[low] ? j : low;
        if (low == i)
            continue;
        swap_rows(1, value + i, value + low);
        if (vectors)
            swap_rows(n, vectors + i * stride, vectors + low * stride);
    }
}

static void begin_eigen(size_t n, size_t stride, double *a, double *vectors)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            a[i * stride + j] = a[j * stride + i];
    for (size_t i = 0; vectors && i < n; i++) {
        memset(vectors + i * stride, 0, n * sizeof *vectors);
        vectors[i * stride + i] = 1;
    }
}

lf_status lf_dense_eigen(size_t n, size_t stride, double *a, double *value, double *vectors)
{
    enum { SWEEPS = 60 }; /* convergence is quadratic: ten are many */
    begin_eigen(n, stride, a, vectors);
    const double norm = lf_dense_norm(n, stride, a);
    if (!isfinite(norm))
        return LF_ENONFINITE;
    const double least = 1e-3 * DBL_EPSILON * norm / (double)(n + 1);
    for (int k = 0; k < SWEEPS && jacobi_sweep(n, stride, least, a, vectors); k++)
        ;
    for (size_t i = 0; i < n; i++)
        value[i] = a[i * stride + i];
    sort_values(n, stride, value, vectors);
    return LF_OK;
}
