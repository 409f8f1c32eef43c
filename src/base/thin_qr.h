/* SPDX-License-Identifier: BSD-3-Clause */
/* thin_qr.h - V = Q R for n x k matrices with few columns, one after the other in memory: Q has
 * orthonormal columns, R is upper triangular with a positive diagonal. By the Cholesky factor of
 * V^T V, which is one pass over V to find R and one to divide by it; twice where the columns are far
 * from orthogonal, and by Gram and Schmidt where rounding leaves no factor. */
#ifndef LF_BASE_THIN_QR_H
#define LF_BASE_THIN_QR_H

#include <stddef.h>

#include <lieflow/status.h>

/* Doubles of scratch. */
size_t lf_thin_qr_work(size_t k);
/* V becomes Q, and `diagonal` the logarithms of the k numbers R_ii. LF_ESINGULAR where the columns are
 * linearly dependent but for rounding, LF_ENONFINITE where V is not finite. */
lf_status lf_thin_qr(size_t n, size_t k, double *V, double *diagonal, double *work);
/* The logarithms alone, without Q, with the same bits if one pass is enough; numbers of V are `stride`
 * apart. LF_ESINGULAR where rounding leaves no Cholesky factor of V^T V. */
lf_status lf_thin_qr_logs(size_t n, size_t k, const double *V, size_t stride, double *diagonal,
                          double *work);

#endif
