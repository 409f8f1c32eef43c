/* SPDX-License-Identifier: BSD-3-Clause */
/* newton.h - small dense nonlinear systems: Newton's method with an analytic or a difference
 * Jacobian, kept for as long as it serves. */
#ifndef LF_BASE_NEWTON_H
#define LF_BASE_NEWTON_H

#include <stddef.h>

#include <lieflow/status.h>

/* r = residual at x; both hold n numbers. */
typedef lf_status lf_residual(void *ctx, const double *x, double *r);
/* jacobian[i*n + j] = d r_i / d x_j at x, where the residual is r. */
typedef lf_status lf_jacobian(void *ctx, const double *x, const double *r, double *jacobian);

typedef struct {
    size_t n; /* unknowns */
    lf_residual *residual;
    lf_jacobian *jacobian; /* NULL: by forward differences */
    void *ctx;
    const double *scale; /* what an update of each unknown is compared with; NULL: max(1, |x|) */
    int most;            /* iterations; 0: 50, or 500 of a fixed point */
    int fixed_point;     /* the equations are x = x - residual(x): iterate that, without Jacobian */
} lf_equations;

typedef struct {
    int iterations;  /* done: each evaluates the residual once and updates x */
    double residual; /* largest component at the end */
} lf_newton_report;

/* Doubles of scratch for n unknowns. */
size_t lf_newton_work(size_t n);

/* Solve residual(x) = 0 from the given x. Stops when the update is at roundoff relative to the
 * scale, when the next one is expected to be, or when updates stagnate there; LF_ENEWTON when it
 * does not converge, LF_ESINGULAR when the Jacobian is, LF_ENONFINITE when that or the first residual
 * is no number. */
lf_status lf_newton_solve(const lf_equations *E, double *x, lf_newton_report *report, double *work);

/* The step of a forward difference for an unknown x of that scale, such that x + step - x = step. */
double lf_newton_difference(double x, double scale);

/* Solve a x = b in place for a row-major n x n matrix, with partial pivoting; a is destroyed. */
lf_status lf_dense_solve(size_t n, double *a, double *b);

/* The same in two parts, for several right-hand sides. A row's pivot is kept as a double. */
lf_status lf_dense_factor(size_t n, double *a, double *pivot);
void lf_dense_apply(size_t n, const double *a, const double *pivot, double *b);

#endif
