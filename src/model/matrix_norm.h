/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_norm.h - norms of 3 x 3 matrices with an exponent. */
#ifndef LF_MODEL_MATRIX_NORM_H
#define LF_MODEL_MATRIX_NORM_H

typedef enum {
    LF_NORM_ENTRIES,  /* (sum of |r_ij|^p)^(1/p) */
    LF_NORM_SCHATTEN, /* the same of the singular values */
    LF_NORM_INDUCED   /* largest |R x|_p with |x|_p = 1 */
} lf_matrix_norm_kind;

/* Of a row-major matrix; p is at least 1. */
double lf_matrix_norm(lf_matrix_norm_kind kind, double p, const double R[9]);

#endif
