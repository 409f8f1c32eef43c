/* SPDX-License-Identifier: BSD-3-Clause */
/* reference.h - solutions of equations that a study writes down once more, found apart from the
 * library: neither its groups and methods nor its models have a part in them. */
#ifndef LIEFLOW_PAPERS_REFERENCE_H
#define LIEFLOW_PAPERS_REFERENCE_H

#include <stddef.h>

enum { LF_REFERENCE_DIM = 80 }; /* of a point, at most */

/* y' = rate(t, y), for points of `dim` numbers. */
typedef struct {
    size_t dim;
    void (*rate)(const void *ctx, double t, const double *y, double *f);
    const void *ctx;
} lf_reference;

/* From t0 to t1 > t0 by Gragg's midpoint rule, extrapolated to order 16; steps are halved and doubled
 * until the last two rows of the table agree to 1e-12. NaN where that cannot be had. */
void lf_reference_solve(const lf_reference *E, double t0, double t1, double *y);

/* Solve A x = b by Gaussian elimination with row interchanges; A has n rows of n and is used up, and
 * b becomes x. */
void lf_reference_eliminate(size_t n, double *A, double *b);

/* Eigenvalues of a symmetric matrix, the largest first, by Jacobi's rotations; n <= LF_REFERENCE_SIDE. */
enum { LF_REFERENCE_SIDE = 8 };
void lf_reference_eigenvalues(size_t n, const double *A, double *value);

/* ---- vectors of three ---- */

static inline double lf_reference_dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* out may be neither a nor b */
static inline void lf_reference_cross(const double *a, const double *b, double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
