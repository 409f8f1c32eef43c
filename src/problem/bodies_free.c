/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_free.c - bodies that nothing acts upon turn as elliptic functions say, or elementary ones
 * where two moments are equal. */
#include <math.h>

#include "base/exact_body.h"
#include "problem/bodies_math.h"

/* A sum of three products; A is a body's axes, or NULL, and `step` goes from entry to entry. */
static void free_along(const double *A, size_t step, bool back, const double v[3], double w[3])
{
    for (size_t r = 0; r < 3; r++) {
        w[r] = A ? 0 : v[r];
        for (size_t c = 0; A && c < 3; c++)
            w[r] += A[(back ? 3 * c + r : 3 * r + c) * step] * v[c];
    }
}

/* Two equal moments: with their axis k, F = exp(h Pi/J) exp(h (1/J_k - 1/J) Pi_k e_k), two turns
 * one after the other. Body axes are numbered from k on. */
static void free_symmetric(const double moment[3], size_t k, double h, const double p[3],
                           double q[4])
{
    const size_t x = (k + 1) % 3, y = (k + 2) % 3;
    const double size = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    const double half = 0.5 * h * size / moment[x];
    const double share = 0.5 * h * p[k] * (moment[x] - moment[k]) / (moment[x] * moment[k]);
    const double c = cos(half), s = size > 0 ? sin(half) / size : 0, C = cos(share), S = sin(share);
    q[0] = c * C - s * p[k] * S;
    q[1 + k] = c * S + s * p[k] * C;
    q[1 + x] = s * (p[x] * C + p[y] * S);
    q[1 + y] = s * (p[y] * C - p[x] * S);
}

/* The quaternion of the free rotation along principal axes. */
static void free_turn(const double moment[3], double h, const double p[3], double q[4])
{
    double end[3];
    for (size_t k = 0; k < 3; k++)
        if (moment[(k + 1) % 3] == moment[(k + 2) % 3]) {
            free_symmetric(moment, k, h, p, q);
            return;
        }
    lf_exact_body(moment, p, h, end, q);
}

void lf_bodies_free_rotations(const lf_bodies *B, size_t n, const double *h, const double *p,
                              double *q)
{
    const size_t m = B->count * n;
    for (size_t b = 0; b < B->count; b++)
        for (size_t i = 0; i < n; i++) {
            const size_t at = b * n + i;
            const double *A = B->axes ? B->axes + b : NULL;
            const double moment[3] = {B->moment[b], B->moment[B->count + b],
                                      B->moment[2 * B->count + b]};
            const double given[3] = {p[at], p[m + at], p[2 * m + at]};
            double m0[3], dq[4], v[3];
            free_along(A, B->count, true, given, m0);
            free_turn(moment, h[i], m0, dq);
            free_along(A, B->count, false, dq + 1, v);
            q[at] = dq[0];
            for (size_t c = 0; c < 3; c++)
                q[(1 + c) * m + at] = v[c];
        }
}
