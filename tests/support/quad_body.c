/* SPDX-License-Identifier: BSD-3-Clause */
/* quad_body.c - free rigid bodies to some thirty digits. */
#include "support/quad_body.h"

#include "support/support.h"

#include <math.h>
#include <string.h>

/* ---- motion ---- */

enum { TERMS = 30 };

/* Coefficients of one piece: m, w = I^-1 m and q as power series in time. */
typedef struct {
    quad m[3][TERMS + 1], w[3][TERMS + 1], q[4][TERMS + 1];
} series;

static quad convolve(const quad *a, const quad *b, int k)
{
    quad sum = 0;
    for (int j = 0; j <= k; j++)
        sum += a[j] * b[k - j];
    return sum;
}

/* Coefficient k + 1 of everything from those up to k: q' = q w/2 as quaternions. */
static void next_term(series *S, const double inertia[3], int k)
{
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        S->m[i][k + 1] = (convolve(S->m[a], S->w[b], k) - convolve(S->m[b], S->w[a], k)) / (k + 1);
        S->w[i][k + 1] = S->m[i][k + 1] / inertia[i];
    }
    quad rate[4] = {0, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        const int a = 1 + (i + 1) % 3, b = 1 + (i + 2) % 3;
        rate[0] -= convolve(S->q[1 + i], S->w[i], k);
        rate[1 + i] += convolve(S->q[0], S->w[i], k) + convolve(S->q[a], S->w[b - 1], k) -
                       convolve(S->q[b], S->w[a - 1], k);
    }
    for (int i = 0; i < 4; i++)
        S->q[i][k + 1] = rate[i] / (2 * (k + 1));
}

static quad horner(const quad *a, quad t)
{
    quad sum = 0;
    for (int k = TERMS; k >= 0; k--)
        sum = sum * t + a[k];
    return sum;
}

/* Pieces that turn by a quarter: coefficients are below one for a rate of one, so that thirty terms
 * leave 1e-18. */
void quad_free_body(const double inertia[3], const double m0[3], double t, quad m[3], quad q[4])
{
    static series S;
    double rate = 0;
    for (int i = 0; i < 3; i++)
        rate += fabs(m0[i]);
    rate /= fmin(inertia[0], fmin(inertia[1], inertia[2]));
    const long pieces = 1 + (long)(4 * rate * fabs(t));
    memset(&S, 0, sizeof S);
    for (int i = 0; i < 3; i++)
        S.m[i][0] = m0[i];
    S.q[0][0] = 1;
    for (long p = 0; p < pieces; p++) {
        for (int i = 0; i < 3; i++)
            S.w[i][0] = S.m[i][0] / inertia[i];
        for (int k = 0; k < TERMS; k++)
            next_term(&S, inertia, k);
        for (int i = 0; i < 3; i++)
            S.m[i][0] = horner(S.m[i], (quad)t / pieces);
        for (int i = 0; i < 4; i++)
            S.q[i][0] = horner(S.q[i], (quad)t / pieces);
    }
    for (int i = 0; i < 3; i++)
        m[i] = S.m[i][0];
    for (int i = 0; i < 4; i++)
        q[i] = S.q[i][0];
}

/* ---- the discrete rotation ---- */

/* With F = (1 + S(c))(1 - S(c))^-1: J c + c x J c = (g/2)(1 + c.c). */
static void cayley_residual(const double J[3], const double g[3], const quad c[3], quad r[3])
{
    const quad s = 1 + c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        r[i] = J[i] * c[i] + ((quad)J[b] - J[a]) * c[a] * c[b] - s * g[i] / 2;
    }
}

static void newton_step(const double J[3], const double g[3], quad c[3])
{
    quad r[3], K[QUAD_DIM][QUAD_DIM] = {{0}}, inverse[QUAD_DIM][QUAD_DIM];
    cayley_residual(J, g, c, r);
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        K[i][i] = J[i];
        K[i][a] = ((quad)J[b] - J[a]) * c[b];
        K[i][b] = ((quad)J[b] - J[a]) * c[a];
        for (int j = 0; j < 3; j++)
            K[i][j] -= c[j] * g[i];
    }
    quad_invert(3, K, inverse);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[i] -= inverse[i][j] * r[j];
}

void quad_moser_veselov(const double moment[3], const double g[3], quad F[9], quad turned[3])
{
    quad c[3] = {g[0] / (2 * moment[0]), g[1] / (2 * moment[1]), g[2] / (2 * moment[2])};
    for (int k = 0; k < 10; k++) /* convergence is quadratic */
        newton_step(moment, g, c);
    const quad two = 2 / (1 + c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    const quad hat[9] = {0, -c[2], c[1], c[2], 0, -c[0], -c[1], c[0], 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            quad square = 0;
            for (int k = 0; k < 3; k++)
                square += hat[3 * i + k] * hat[3 * k + j];
            F[3 * i + j] = (i == j) + two * (hat[3 * i + j] + square);
        }
    for (int i = 0; i < 3; i++)
        turned[i] = F[i] * g[0] + F[3 + i] * g[1] + F[6 + i] * g[2];
}

/* ---- errors ---- */

static quad larger(quad a, quad b)
{
    return b > a ? b : a;
}

static quad magnitude(quad a)
{
    return a < 0 ? -a : a;
}

double quad_distance(size_t count, const double *a, const quad *b)
{
    quad worst = 0;
    for (size_t k = 0; k < count; k++) {
        if (!(a[k] == a[k]))
            return (double)NAN;
        worst = larger(worst, magnitude(a[k] - b[k]));
    }
    return (double)worst;
}

double quad_relative(size_t count, const double *a, const quad *b)
{
    quad size = 0;
    for (size_t k = 0; k < count; k++)
        size = larger(size, magnitude(b[k]));
    return quad_distance(count, a, b) / (double)size;
}
