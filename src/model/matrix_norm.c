/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_norm.c - norms of 3 x 3 matrices: over the entries, over the singular values (one-sided
 * rotations of Hestenes), and the norm of the map (Boyd's power method, 1974, from thirteen
 * directions, since it may stop at a local maximum). */
#include "model/matrix_norm.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { SWEEPS = 30, POWERS = 500, STARTS = 13 };

/* (sum of |a_k|^p)^(1/p), by the largest of them so that powers stay in range. */
static double norm_of(size_t count, const double *a, double p)
{
    double most = 0, sum = 0;
    for (size_t k = 0; k < count; k++)
        most = fmax(most, fabs(a[k]));
    for (size_t k = 0; k < count && most > 0; k++)
        sum += pow(fabs(a[k]) / most, p);
    return most * pow(sum, 1 / p);
}

/* Turn columns i and j of R until they are perpendicular; how far they were from it. */
static double norm_turn(double R[9], size_t i, size_t j)
{
    double a = 0, b = 0, c = 0;
    for (size_t k = 0; k < 9; k += 3) {
        a += R[k + i] * R[k + i];
        b += R[k + j] * R[k + j];
        c += R[k + i] * R[k + j];
    }
    if (c == 0)
        return 0;
    const double z = (b - a) / (2 * c), t = copysign(1, z) / (fabs(z) + sqrt(1 + z * z));
    const double cosine = 1 / sqrt(1 + t * t), sine = cosine * t;
    for (size_t k = 0; k < 9; k += 3) {
        const double x = R[k + i], y = R[k + j];
        R[k + i] = cosine * x - sine * y;
        R[k + j] = sine * x + cosine * y;
    }
    return fabs(c) / sqrt(a * b);
}

static void norm_singular(const double R[9], double singular[3])
{
    double A[9], off = 1;
    memcpy(A, R, sizeof A);
    for (int sweep = 0; sweep < SWEEPS && off > 1e-17; sweep++)
        off = fmax(fmax(norm_turn(A, 0, 1), norm_turn(A, 0, 2)), norm_turn(A, 1, 2));
    for (size_t j = 0; j < 3; j++)
        singular[j] = sqrt(A[j] * A[j] + A[3 + j] * A[3 + j] + A[6 + j] * A[6 + j]);
}

/* |R x|_p for |x|_p = 1, and a better x: where the gradient of |R x|_p is that of |x|_p. */
static double norm_power(const double R[9], double p, double x[3])
{
    double y[3], z[3] = {0};
    for (size_t i = 0; i < 3; i++)
        y[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
    const double size = norm_of(3, y, p);
    for (size_t i = 0; i < 3 && size > 0; i++)
        for (size_t j = 0; j < 3; j++)
            z[j] += R[3 * i + j] * copysign(pow(fabs(y[i]) / size, p - 1), y[i]);
    for (size_t j = 0; j < 3; j++)
        x[j] = copysign(pow(fabs(z[j]), 1 / (p - 1)), z[j]);
    const double length = norm_of(3, x, p);
    for (size_t j = 0; j < 3 && length > 0; j++)
        x[j] /= length;
    return size;
}

static double norm_induced(const double R[9], double p)
{
    static const double starts[STARTS][3] = {
        {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1},  {1, 0, -1},
        {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};
    double most = 0;
    for (size_t k = 0; k < STARTS; k++) {
        double x[3], before = 0, now = 0;
        const double length = norm_of(3, starts[k], p);
        for (size_t j = 0; j < 3; j++)
            x[j] = starts[k][j] / length;
        for (int i = 0; i < POWERS; i++) {
            now = norm_power(R, p, x);
            if (now - before <= 1e-16 * now)
                break;
            before = now;
        }
        most = fmax(most, now);
    }
    return most;
}

/* The largest sum of absolute values in a column. */
static double norm_columns(const double R[9])
{
    double most = 0;
    for (size_t j = 0; j < 3; j++)
        most = fmax(most, fabs(R[j]) + fabs(R[3 + j]) + fabs(R[6 + j]));
    return most;
}

double lf_matrix_norm(lf_matrix_norm_kind kind, double p, const double R[9])
{
    double singular[3];
    if (kind == LF_NORM_ENTRIES)
        return norm_of(9, R, p);
    if (kind == LF_NORM_INDUCED && p != 2)
        return p == 1 ? norm_columns(R) : norm_induced(R, p);
    norm_singular(R, singular);
    return kind == LF_NORM_SCHATTEN ? norm_of(3, singular, p)
                                    : fmax(singular[0], fmax(singular[1], singular[2]));
}
