/* SPDX-License-Identifier: BSD-3-Clause */
/* newton.c - Newton's method for a handful of unknowns. */
#include "base/newton.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 50 };

static void swap_rows(size_t n, double *a, double *b, size_t p, size_t q)
{
    for (size_t j = 0; j < n; j++) {
        const double keep = a[p * n + j];
        a[p * n + j] = a[q * n + j];
        a[q * n + j] = keep;
    }
    const double keep = b[p];
    b[p] = b[q];
    b[q] = keep;
}

/* Clear column k below the diagonal; false when the matrix is singular. */
static int eliminate(size_t n, double *a, double *b, size_t k)
{
    size_t pivot = k;
    for (size_t i = k + 1; i < n; i++)
        if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
            pivot = i;
    if (!(fabs(a[pivot * n + k]) > 0))
        return 0;
    if (pivot != k)
        swap_rows(n, a, b, k, pivot);
    for (size_t i = k + 1; i < n; i++) {
        const double factor = a[i * n + k] / a[k * n + k];
        for (size_t j = k + 1; j < n; j++)
            a[i * n + j] -= factor * a[k * n + j];
        b[i] -= factor * b[k];
    }
    return 1;
}

lf_status lf_dense_solve(size_t n, double *a, double *b)
{
    for (size_t k = 0; k < n; k++)
        if (!eliminate(n, a, b, k))
            return LF_ESINGULAR;
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
    return LF_OK;
}

size_t lf_newton_work(size_t n)
{
    return n * n + 3 * n;
}

static double largest(size_t n, const double *x)
{
    double m = 0;
    for (size_t i = 0; i < n; i++)
        m = fabs(x[i]) > m || isnan(x[i]) ? fabs(x[i]) : m;
    return m;
}

/* Column j of the Jacobian by a forward difference; x is changed and put back. */
static lf_status difference_column(lf_residual *residual, void *ctx, size_t n, size_t j, double *x,
                                   const double *r, double *moved, double *jacobian)
{
    const double keep = x[j], delta = sqrt(DBL_EPSILON) * fmax(1, fabs(keep));
    x[j] = keep + delta;
    const double exact_delta = x[j] - keep;
    const lf_status s = residual(ctx, x, moved);
    x[j] = keep;
    for (size_t i = 0; i < n; i++)
        jacobian[i * n + j] = (moved[i] - r[i]) / exact_delta;
    return s;
}

lf_status lf_newton(lf_residual *residual, void *ctx, size_t n, double *x,
                    lf_newton_report *report, double *work)
{
    double *jacobian = work, *r = work + n * n, *moved = r + n, *step = moved + n;
    double before = INFINITY;
    for (report->iterations = 1; report->iterations <= MAX_ITERATIONS; report->iterations++) {
        lf_status s = residual(ctx, x, r);
        for (size_t j = 0; j < n && s == LF_OK; j++)
            s = difference_column(residual, ctx, n, j, x, r, moved, jacobian);
        if (s != LF_OK)
            return s;
        report->residual = largest(n, r);
        memcpy(step, r, n * sizeof *step);
        s = lf_dense_solve(n, jacobian, step);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < n; i++)
            x[i] -= step[i];
        const double change = largest(n, step), scale = fmax(1, largest(n, x));
        if (!isfinite(change))
            return LF_ENEWTON;
        /* at roundoff, or no longer shrinking near it */
        if (change <= 2 * DBL_EPSILON * scale || (change >= before && change <= 1e-12 * scale))
            return LF_OK;
        before = change;
    }
    report->iterations = MAX_ITERATIONS;
    return LF_ENEWTON;
}
