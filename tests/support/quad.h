/* SPDX-License-Identifier: BSD-3-Clause */
/* quad.h - quadruple precision for reference values: arithmetic of the compiler, series for the
 * rest, so that no library is needed. */
#ifndef LF_TEST_QUAD_H
#define LF_TEST_QUAD_H

#include <stddef.h>

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 quad;
#else
typedef long double quad; /* 113 bits where there is no __float128, e.g. aarch64 */
#endif

/* The even functions of base/even.h at any real x = theta^2, |x| < 200, by series that do not
 * cancel at 0; negative x continues them to hyperbolic functions. */
typedef struct {
    quad S, C, D, C1, D1, G, G1;
} quad_even;

quad_even quad_even_at(quad x);
quad quad_cos_at(quad x); /* cos(sqrt(x)) */

/* A group as matrices: size, and the matrix of an algebra element. */
enum { QUAD_MAX = 4, QUAD_DIM = 6 };

typedef struct {
    size_t size, dim;
    void (*matrix)(const double *u, double kappa, quad m[QUAD_MAX][QUAD_MAX]);
    /* components of the algebra element with that matrix */
    void (*vector)(quad m[QUAD_MAX][QUAD_MAX], double kappa, quad *u);
} quad_group;

extern const quad_group quad_so3, quad_se3, quad_s3, quad_sl2, quad_planar;

/* exp of the matrix of u by its series. */
void quad_exp(const quad_group *Q, double kappa, const double *u, quad g[QUAD_MAX][QUAD_MAX]);
/* The matrix of dexp_u, column k the image of e_k: (d/dt exp(u + t e_k)) exp(-u). */
void quad_dexp(const quad_group *Q, double kappa, const double *u, quad d[QUAD_DIM][QUAD_DIM]);
/* The inverse of a matrix, by elimination with pivots. */
void quad_invert(size_t n, quad a[QUAD_DIM][QUAD_DIM], quad b[QUAD_DIM][QUAD_DIM]);

#endif
