/* SPDX-License-Identifier: BSD-3-Clause */
/* reference.c - Gragg's explicit midpoint rule with 2, 4, .., 16 steps for each piece, extrapolated in
 * h^2 by the formula of Aitken and Neville: order 16 from no coefficients but whole numbers. Deuflhard
 * 1985; Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9. */
#include "papers/reference.h"

#include <math.h>
#include <string.h>

enum { REFERENCE_ROWS = 8 };

/* `steps` midpoint steps, an even number, over H. */
static void reference_gragg(const lf_reference *E, double t, double H, int steps, const double *y,
                            double *end)
{
    const double h = H / steps;
    double before[LF_REFERENCE_DIM], f[LF_REFERENCE_DIM];
    memcpy(before, y, E->dim * sizeof *y);
    E->rate(E->ctx, t, y, f);
    for (size_t c = 0; c < E->dim; c++)
        end[c] = y[c] + h * f[c];
    for (int k = 1; k < steps; k++) {
        E->rate(E->ctx, t + k * h, end, f);
        for (size_t c = 0; c < E->dim; c++) {
            const double next = before[c] + 2 * h * f[c];
            before[c] = end[c];
            end[c] = next;
        }
    }
}

/* A step over H; answers how far the last two rows are apart, in units of the point's size. */
static double reference_try(const lf_reference *E, double t, double H, const double *y, double *end)
{
    double table[REFERENCE_ROWS][LF_REFERENCE_DIM], off = 0, size = 1;
    for (int j = 0; j < REFERENCE_ROWS; j++)
        reference_gragg(E, t, H, 2 * (j + 1), y, table[j]);
    for (int column = 1; column < REFERENCE_ROWS; column++)
        for (int j = REFERENCE_ROWS - 1; j >= column; j--) {
            const double ratio = (double)(j + 1) / (j + 1 - column);
            for (size_t c = 0; c < E->dim; c++)
                table[j][c] += (table[j][c] - table[j - 1][c]) / (ratio * ratio - 1);
        }
    memcpy(end, table[REFERENCE_ROWS - 1], E->dim * sizeof *y);
    for (size_t c = 0; c < E->dim; c++) {
        off = fmax(off, fabs(end[c] - table[REFERENCE_ROWS - 2][c]));
        size = fmax(size, fabs(end[c]));
    }
    return off / size;
}

/* The row before the last is of order 14: where it is right to 1e-12 the last is at roundoff. */
void lf_reference_solve(const lf_reference *E, double t0, double t1, double *y)
{
    static const double tolerance = 1e-12, shortest = 1e-9;
    double end[LF_REFERENCE_DIM], t = t0, H = (t1 - t0) / 16;
    while (t < t1 && H > shortest * (t1 - t0)) {
        const int last = H >= t1 - t;
        const double now = last ? t1 - t : H, off = reference_try(E, t, now, y, end);
        if (!(off <= tolerance)) {
            H = now / 2;
            continue;
        }
        memcpy(y, end, E->dim * sizeof *y);
        t = last ? t1 : t + now;
        H = off < tolerance / 100 ? 2 * now : now;
    }
    for (size_t c = 0; c < E->dim && t < t1; c++)
        y[c] = NAN;
}

static void reference_swap(size_t n, double *a, double *b)
{
    for (size_t c = 0; c < n; c++) {
        const double keep = a[c];
        a[c] = b[c];
        b[c] = keep;
    }
}

void lf_reference_eliminate(size_t n, double *A, double *b)
{
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            best = fabs(A[i * n + k]) > fabs(A[best * n + k]) ? i : best;
        reference_swap(n, A + k * n, A + best * n);
        reference_swap(1, b + k, b + best);
        for (size_t i = k + 1; i < n; i++) {
            const double by = A[i * n + k] / A[k * n + k];
            for (size_t c = k; c < n; c++)
                A[i * n + c] -= by * A[k * n + c];
            b[i] -= by * b[k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t c = k + 1; c < n; c++)
            b[k] -= A[k * n + c] * b[c];
        b[k] /= A[k * n + k];
    }
}

/* Turn rows and columns p, q so that entry (p, q) becomes 0. */
static void reference_rotate(size_t n, double *A, size_t p, size_t q)
{
    const double off = A[p * n + q];
    const double half = 0.5 * (A[q * n + q] - A[p * n + p]);
    if (fabs(off) <= 1e-300)
        return;
    const double t = off / (half + copysign(sqrt(half * half + off * off), half));
    const double c = 1 / sqrt(1 + t * t), s = t * c;
    for (size_t k = 0; k < n; k++) {
        const double x = A[k * n + p], y = A[k * n + q];
        A[k * n + p] = c * x - s * y;
        A[k * n + q] = s * x + c * y;
    }
    for (size_t k = 0; k < n; k++) {
        const double x = A[p * n + k], y = A[q * n + k];
        A[p * n + k] = c * x - s * y;
        A[q * n + k] = s * x + c * y;
    }
}

void lf_reference_eigenvalues(size_t n, const double *A, double *value)
{
    double B[LF_REFERENCE_SIDE * LF_REFERENCE_SIDE];
    for (size_t i = 0; i < n * n; i++) /* what is not symmetric does not count */
        B[i] = 0.5 * (A[i] + A[i % n * n + i / n]);
    for (int sweep = 0; sweep < 12; sweep++)
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++)
                reference_rotate(n, B, p, q);
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0 && value[at - 1] < B[i * n + i]; at--)
            value[at] = value[at - 1];
        value[at] = B[i * n + i];
    }
}
