/* SPDX-License-Identifier: BSD-3-Clause */
/* newton.c - Newton's method for a handful of unknowns. */
#include "base/newton.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 50 };

/* The Jacobian is made anew after a first update larger than NEAR (relative to the scale), and
 * after one that was more than KEEP times the one before it. */
static const double NEAR = 1e-3, KEEP = 1e-3;

static void swap(double *a, double *b)
{
    const double keep = *a;
    *a = *b;
    *b = keep;
}

/* Clear column k below the diagonal, its multipliers kept there. Returns the row that was swapped
 * with row k, or n when the matrix is singular. */
static size_t eliminate(size_t n, double *a, size_t k)
{
    size_t p = k;
    for (size_t i = k + 1; i < n; i++)
        if (fabs(a[i * n + k]) > fabs(a[p * n + k]))
            p = i;
    if (!(fabs(a[p * n + k]) > 0))
        return n;
    for (size_t j = 0; p != k && j < n; j++)
        swap(&a[p * n + j], &a[k * n + j]);
    for (size_t i = k + 1; i < n; i++) {
        const double factor = a[i * n + k] /= a[k * n + k];
        if (factor == 0)
            continue;
        for (size_t j = k + 1; j < n; j++)
            a[i * n + j] -= factor * a[k * n + j];
    }
    return p;
}

/* A large system takes a while: does anybody still wait? */
static bool unwanted(size_t n, size_t k)
{
    enum { LARGE = 64 };
    return n >= LARGE && lf_poll(n * (n - k));
}

/* There is no pivot in column k: they are all 0, or one of them is no number. */
static lf_status no_pivot(size_t n, const double *a, size_t k)
{
    for (size_t i = k; i < n; i++)
        if (isnan(a[i * n + k]))
            return LF_ENONFINITE;
    return LF_ESINGULAR;
}

lf_status lf_dense_factor(size_t n, double *a, double *pivot)
{
    for (size_t k = 0; k < n; k++) {
        const size_t p = eliminate(n, a, k);
        if (p == n)
            return no_pivot(n, a, k);
        if (unwanted(n, k))
            return LF_STOPPED;
        pivot[k] = (double)p;
    }
    return LF_OK;
}

/* Solve with the triangle above the diagonal. */
static void substitute_back(size_t n, const double *a, double *b)
{
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

void lf_dense_apply(size_t n, const double *a, const double *pivot, double *b)
{
    for (size_t k = 0; k < n; k++)
        if (pivot[k] != (double)k)
            swap(&b[k], &b[(size_t)pivot[k]]);
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            b[i] -= a[i * n + j] * b[j];
    substitute_back(n, a, b);
}

/* b is changed along with a: no pivots to keep */
lf_status lf_dense_solve(size_t n, double *a, double *b)
{
    for (size_t k = 0; k < n; k++) {
        const size_t p = eliminate(n, a, k);
        if (p == n)
            return no_pivot(n, a, k);
        if (unwanted(n, k))
            return LF_STOPPED;
        if (p != k)
            swap(&b[k], &b[p]);
        for (size_t i = k + 1; i < n; i++)
            b[i] -= a[i * n + k] * b[k];
    }
    substitute_back(n, a, b);
    return LF_OK;
}

size_t lf_newton_work(size_t n)
{
    return n * n + 4 * n;
}

static double largest(size_t n, const double *x)
{
    double m = 0;
    for (size_t i = 0; i < n; i++)
        m = fabs(x[i]) > m || isnan(x[i]) ? fabs(x[i]) : m;
    return m;
}

double lf_newton_difference(double x, double scale)
{
    /* volatile: the sum is rounded to a double */
    volatile double moved = x + sqrt(DBL_EPSILON) * fmax(scale, fabs(x));
    return moved - x;
}

/* The Jacobian by forward differences; x is changed and put back. */
static lf_status differences(const lf_equations *E, double *x, const double *r, double *moved,
                             double *jacobian)
{
    lf_status s = LF_OK;
    for (size_t j = 0; j < E->n && s == LF_OK; j++) {
        const double keep = x[j], delta = lf_newton_difference(keep, E->scale ? E->scale[j] : 1);
        x[j] = keep + delta;
        s = E->residual(E->ctx, x, moved);
        x[j] = keep;
        for (size_t i = 0; i < E->n; i++)
            jacobian[i * E->n + j] = (moved[i] - r[i]) / delta;
    }
    return s;
}

/* The largest update relative to its scale. */
static double relative(const lf_equations *E, const double *step, const double *x)
{
    double m = 0;
    if (!E->scale)
        return largest(E->n, step) / fmax(1, largest(E->n, x));
    for (size_t i = 0; i < E->n; i++) {
        const double a = fabs(step[i]) / E->scale[i];
        m = a > m || isnan(a) ? a : m;
    }
    return m;
}

/* At roundoff, about to be there, or no longer shrinking near it. */
static int settled(double change, double before)
{
    if (change <= 2 * DBL_EPSILON)
        return 1;
    return isfinite(before) &&
           (change * (change / before) <= DBL_EPSILON / 4 || (change >= before && change <= 1e-12));
}

/* The residual at x. Where there is none to begin with, the iteration is not to blame. */
static lf_status first_residual(const lf_equations *E, const double *x, double *r, int iteration)
{
    const lf_status s = E->residual(E->ctx, x, r);
    return s == LF_OK && iteration == 1 && isnan(largest(E->n, r)) ? LF_ENONFINITE : s;
}

/* x <- x - r: slow, but each iteration is one residual. Ends at roundoff, or where it stagnates
 * near it. */
static lf_status fixed_point(const lf_equations *E, double *x, lf_newton_report *report, double *r)
{
    const int most = E->most > MAX_ITERATIONS ? E->most : 10 * MAX_ITERATIONS;
    double before = INFINITY;
    for (report->iterations = 1; report->iterations <= most; report->iterations++) {
        const lf_status s = first_residual(E, x, r, report->iterations);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < E->n; i++)
            x[i] -= r[i];
        report->residual = largest(E->n, r);
        const double change = relative(E, r, x);
        if (!isfinite(change))
            return LF_ENEWTON;
        if (change <= 2 * DBL_EPSILON || (change >= before && change <= 1e-12))
            return LF_OK;
        before = change;
    }
    report->iterations = most;
    return LF_ENEWTON;
}

lf_status lf_newton_solve(const lf_equations *E, double *x, lf_newton_report *report, double *work)
{
    const size_t n = E->n;
    double *jacobian = work, *r = work + n * n, *moved = r + n, *step = moved + n,
           *pivot = step + n;
    double before = INFINITY;
    int fresh = 1;
    if (E->fixed_point)
        return fixed_point(E, x, report, r);
    for (report->iterations = 1;; report->iterations++) {
        lf_status s = first_residual(E, x, r, report->iterations);
        if (s == LF_OK && fresh)
            s = E->jacobian ? E->jacobian(E->ctx, x, r, jacobian)
                            : differences(E, x, r, moved, jacobian);
        if (s == LF_OK && fresh)
            s = lf_dense_factor(n, jacobian, pivot);
        if (s != LF_OK)
            return s;
        report->residual = largest(n, r);
        memcpy(step, r, n * sizeof *step);
        lf_dense_apply(n, jacobian, pivot, step);
        for (size_t i = 0; i < n; i++)
            x[i] -= step[i];
        const double change = relative(E, step, x);
        if (!isfinite(change))
            return LF_ENEWTON;
        if (settled(change, before))
            return LF_OK;
        if (report->iterations == (E->most ? E->most : MAX_ITERATIONS))
            return LF_ENEWTON;
        fresh = change > (isfinite(before) ? KEEP * before : NEAR);
        before = change;
    }
}
