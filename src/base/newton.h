/* SPDX-License-Identifier: BSD-3-Clause */
/* newton.h - small dense nonlinear systems: Newton's method with a difference Jacobian. */
#ifndef LF_BASE_NEWTON_H
#define LF_BASE_NEWTON_H

#include <stddef.h>

#include <lieflow/status.h>

/* r = residual at x; both hold n numbers. */
typedef lf_status lf_residual(void *ctx, const double *x, double *r);

typedef struct {
    int iterations;  /* done */
    double residual; /* largest component at the end */
} lf_newton_report;

/* Doubles of scratch for n unknowns. */
size_t lf_newton_work(size_t n);

/* Solve residual(x) = 0 from the given x. Stops when the update is at roundoff relative to x or
 * stagnates there; LF_ENEWTON when it does not converge, LF_ESINGULAR when the Jacobian is. */
lf_status lf_newton(lf_residual *residual, void *ctx, size_t n, double *x,
                    lf_newton_report *report, double *work);

/* Solve a x = b in place for a row-major n x n matrix, with partial pivoting; a is destroyed. */
lf_status lf_dense_solve(size_t n, double *a, double *b);

#endif
