/* SPDX-License-Identifier: BSD-3-Clause */
/* dense_mul.c - products of dense matrices.
 *
 * The kernel adds eight rows of b, times numbers of a, to four rows of c: the loop runs along the
 * rows, so the compiler makes vectors of it for every instruction set, and the sums of one entry keep
 * the order of the inner index. Inner blocks of 256 and column blocks of 64 keep what is read again
 * in the first-level cache. */
#include "base/dense.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"

enum { INNER = 256, COLUMNS = 64 };

/* What a kernel reads of a: entry (i, k) is at a[i*row + k*column]. */
typedef struct {
    const double *a;
    size_t row, column;
    double factor;
} left_side;

static LF_INLINE double left_entry(const left_side *L, size_t i, size_t k)
{
    return L->factor * L->a[i * L->row + k * L->column];
}

/* rows, inner: constants. c[r] += sum over k of a(r, k) b[k], along n columns. */
static LF_INLINE void add_rows(size_t rows, size_t inner, size_t n, left_side L,
                               const double *restrict b, size_t b_stride, double *restrict c,
                               size_t c_stride)
{
    double a[4][8];
    LF_UNROLLED(r, rows)
        LF_UNROLLED(k, inner)
            a[r][k] = left_entry(&L, r, k);
    LF_EACH_LANE(j, n) {
        double sum[4];
        LF_UNROLLED(r, rows)
            sum[r] = c[r * c_stride + j];
        LF_UNROLLED(k, inner)
            LF_UNROLLED(r, rows)
                sum[r] = lf_fma(a[r][k], b[k * b_stride + j], sum[r]);
        LF_UNROLLED(r, rows)
            c[r * c_stride + j] = sum[r];
    }
}

/* A strip of rows, a constant number of them, with all of a block's inner index. */
static LF_INLINE void add_strip(size_t rows, size_t inner, size_t n, left_side L, const double *b,
                                size_t b_stride, double *c, size_t c_stride)
{
    size_t k = 0;
    for (; k + 8 <= inner; k += 8, L.a += 8 * L.column)
        add_rows(rows, 8, n, L, b + k * b_stride, b_stride, c, c_stride);
    if (inner - k >= 4) {
        add_rows(rows, 4, n, L, b + k * b_stride, b_stride, c, c_stride);
        L.a += 4 * L.column;
        k += 4;
    }
    for (; k < inner; k++, L.a += L.column)
        add_rows(rows, 1, n, L, b + k * b_stride, b_stride, c, c_stride);
}

static LF_INLINE void add_block(size_t m, size_t inner, size_t n, left_side L, const double *b,
                                size_t b_stride, double *c, size_t c_stride)
{
    size_t i = 0;
    for (; i + 4 <= m; i += 4, L.a += 4 * L.row)
        add_strip(4, inner, n, L, b, b_stride, c + i * c_stride, c_stride);
    for (; i < m; i++, L.a += L.row)
        add_strip(1, inner, n, L, b, b_stride, c + i * c_stride, c_stride);
}

LF_KERNEL static void add_product(size_t m, size_t inner, size_t n, const left_side *left,
                                  const double *b, size_t b_stride, double *c, size_t c_stride)
{
    for (size_t k = 0; k < inner; k += INNER)
        for (size_t j = 0; j < n; j += COLUMNS) {
            left_side L = *left;
            L.a += k * L.column;
            add_block(m, inner - k < INNER ? inner - k : INNER, n - j < COLUMNS ? n - j : COLUMNS,
                      L, b + k * b_stride + j, b_stride, c + j, c_stride);
        }
}

void lf_dense_mul(size_t m, size_t k, size_t n, const double *a, size_t stride, const double *b,
                  double *c)
{
    memset(c, 0, m * n * sizeof *c);
    add_product(m, k, n, &(left_side){a, stride, 1, 1}, b, n, c, n);
}

void lf_dense_mul_transposed(size_t m, size_t k, size_t n, const double *a, size_t stride,
                             const double *b, double *c)
{
    memset(c, 0, m * n * sizeof *c);
    add_product(m, k, n, &(left_side){a, 1, stride, 1}, b, n, c, n);
}

void lf_dense_add_mul(size_t m, size_t k, size_t n, double factor, const double *a, size_t stride,
                      const double *b, size_t b_stride, double *c, size_t c_stride)
{
    add_product(m, k, n, &(left_side){a, stride, 1, factor}, b, b_stride, c, c_stride);
}

LF_KERNEL void lf_dense_mul_vector(size_t m, size_t n, const double *a, size_t stride,
                                   const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum = lf_fma(a[i * stride + j], x[j], sum);
        y[i] = sum;
    }
}

void lf_dense_transpose(size_t n, size_t stride, const double *a, double *b)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            b[i * stride + j] = a[j * stride + i];
}

double lf_dense_norm(size_t n, size_t stride, const double *a)
{
    double most = 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += fabs(a[i * stride + j]);
        most = sum > most || isnan(sum) ? sum : most;
    }
    return most;
}
