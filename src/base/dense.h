/* SPDX-License-Identifier: BSD-3-Clause */
/* dense.h - dense matrices of one trajectory, row-major, with rows `stride` doubles apart.
 *
 * Kernels run along rows. Rows whose stride is a multiple of eight (lf_dense_stride) and that begin
 * at a multiple of 64 bytes (lf_dense_align) are fastest; what stands behind the last column of such
 * a row may be anything finite, and is not looked at. Any other stride works too.
 *
 * Same bits: every entry of a product is one chain of fused products, taken in the order of the inner
 * index whatever the blocks, the widths of vectors and the instruction set. */
#ifndef LF_BASE_DENSE_H
#define LF_BASE_DENSE_H

#include <stddef.h>
#include <stdint.h>

#include <lieflow/status.h>

enum { LF_DENSE_WIDE = 8 };

/* The stride of rows of n numbers that kernels like best. */
static inline size_t lf_dense_stride(size_t n)
{
    return (n + LF_DENSE_WIDE - 1) / LF_DENSE_WIDE * LF_DENSE_WIDE;
}

/* The first place in a piece of scratch that begins at 64 bytes: ask for LF_DENSE_WIDE more. */
static inline double *lf_dense_align(double *work)
{
    const size_t line = LF_DENSE_WIDE * sizeof *work;
    return work + (line - (uintptr_t)work % line) % line / sizeof *work;
}

/* ---- products ---- */

/* c = a b: a has m rows of k numbers, `stride` apart; b has k rows and c has m, of n numbers each,
 * without gaps (a matrix with gaps: let n be its stride). */
void lf_dense_mul(size_t m, size_t k, size_t n, const double *a, size_t stride, const double *b,
                  double *c);
/* c = a^T b: a has k rows of m numbers. */
void lf_dense_mul_transposed(size_t m, size_t k, size_t n, const double *a, size_t stride,
                             const double *b, double *c);
/* c += factor a b; c has its own stride, of which n columns are done; so has b. */
void lf_dense_add_mul(size_t m, size_t k, size_t n, double factor, const double *a, size_t stride,
                      const double *b, size_t b_stride, double *c, size_t c_stride);
/* y = a x for m rows of n numbers: each a chain in the order of the columns. */
void lf_dense_mul_vector(size_t m, size_t n, const double *a, size_t stride, const double *x,
                         double *y);
/* b = a^T for an n x n matrix; both have the stride. b may not be a. */
void lf_dense_transpose(size_t n, size_t stride, const double *a, double *b);
/* The largest sum of sizes in a column; NaN or infinite if an entry is. */
double lf_dense_norm(size_t n, size_t stride, const double *a);

/* ---- factors ---- */

/* a = P L U in place, with partial pivoting; row k was swapped with row pivot[k], which is kept as a
 * double. LF_ESINGULAR where a column has no pivot, LF_ENONFINITE where one is no number. */
lf_status lf_dense_lu(size_t n, size_t stride, double *a, double *pivot);
/* b = a^-1 b for `columns` columns of b, whose rows have that stride. */
void lf_dense_lu_solve(size_t n, size_t stride, const double *lu, const double *pivot,
                       size_t columns, double *b);
/* a = R^T R in place, R upper triangular with a positive diagonal, zeros below it; of a only the upper
 * triangle is read. LF_ESINGULAR where a is not positive definite. */
lf_status lf_dense_cholesky(size_t n, size_t stride, double *a);
/* b = b R^-1 for `rows` rows of b, `b_stride` apart. */
void lf_dense_solve_right(size_t n, size_t stride, const double *R, size_t rows, double *b,
                          size_t b_stride);

/* ---- eigenvalues, exponentials ---- */

/* Eigenvalues of a symmetric matrix, the smallest first, by cyclic Jacobi rotations; row r of
 * `vectors`, where that is not NULL, becomes the unit eigenvector of value r. a is destroyed, its lower
 * triangle is not read. The error of a value is a few roundings of the largest in size.
 * LF_ENONFINITE if an entry is. */
lf_status lf_dense_eigen(size_t n, size_t stride, double *a, double *value, double *vectors);

/* e = exp(a) by diagonal Pade approximants with scaling and squaring (Higham, SIAM J. Matrix Anal.
 * Appl. 26 (2005) 1179). LF_ENONFINITE if an entry of a is no number or e overflows. */
lf_status lf_dense_exp(size_t n, size_t stride, const double *a, double *e, double *work);
size_t lf_dense_exp_work(size_t n, size_t stride);

/* The real Schur form a = q t q^T of an orthogonal matrix, in place: t has numbers 1 and -1 and 2 x 2
 * rotations along its diagonal. block[k] is 2 at the first row of a rotation (0 at its second), else
 * 1; what is off these blocks is roundoff and not to be looked at. LF_ENEWTON where the iteration does
 * not converge, LF_ENONFINITE if an entry is no number. */
lf_status lf_dense_schur(size_t n, size_t stride, double *a, double *q, double *block);

#endif
