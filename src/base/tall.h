/* SPDX-License-Identifier: BSD-3-Clause */
/* tall.h - products of matrices that are long and narrow: n rows, few columns, column after column,
 * columns `stride` numbers apart.
 *
 * Every number that comes out has an order of summation of its own, which neither the instruction
 * set nor the shape of the loops nor the number of columns changes:
 *   A^T B  rows in blocks of 512; in a block row i goes to partial sum i mod 8, product by product;
 *          the eight are added pairwise, and the blocks one after the other
 *   A C    column after column of A
 * Small square matrices are narrow matrices with few rows, and use the same. */
#ifndef LF_BASE_TALL_H
#define LF_BASE_TALL_H

#include <stdbool.h>
#include <stddef.h>

/* Columns of a matrix. */
typedef struct {
    size_t columns, stride;
    const double *x;
} lf_tall;

/* G = A^T B, A->columns x B->columns, its columns `stride` apart */
void lf_tall_gram(size_t rows, const lf_tall *A, const lf_tall *B, double *G, size_t stride);

/* The same for a piece of `rows` <= LF_TALL_ROWS rows at a time, added to G: pieces of LF_TALL_ROWS rows one
 * after the other, the last maybe shorter, give the bits of the whole. So data that several products
 * want are read from memory once. */
enum { LF_TALL_ROWS = 512 };
void lf_tall_gram_add(size_t rows, const lf_tall *A, const lf_tall *B, double *G, size_t stride);

/* One term X C of a sum: C has as many rows as X columns, and columns `c_stride` apart. */
typedef struct {
    lf_tall X;
    const double *c;
    size_t c_stride;
} lf_tall_term;

/* out = the sum of the terms, `columns` wide; it must not be one of the X. */
void lf_tall_sum(size_t rows, size_t count, const lf_tall_term *term, size_t columns, double *out,
                 size_t stride);

/* out = a b for square matrices without gaps, n x n */
void lf_tall_square(size_t n, const double *a, const double *b, double *out);

/* The root and the inverse root of a symmetric matrix with positive eigenvalues, k x k without gaps:
 * false where it has others, or is too near to one that does. Scratch: 3 k^2. */
bool lf_tall_root(size_t k, const double *a, double *root, double *inverse, double *work);

#endif
