/* SPDX-License-Identifier: BSD-3-Clause */
/* closed_forms.c - Jacobi's elliptic functions by the arithmetic-geometric mean (Abramowitz and
 * Stegun 16.4, 17.6), and what moves by them: Duffing's oscillator and the free rigid body. */
#include "papers/closed_forms.h"

#include <math.h>

enum { MEAN_MOST = 16 };
static const double half_turn = 3.14159265358979323846;

/* The means of 1 and sqrt(1 - m): a[i], and c[i] = (a[i-1] - b[i-1])/2; the last a is the limit. */
typedef struct {
    int last;
    double m, a[MEAN_MOST + 1], b[MEAN_MOST + 1], c[MEAN_MOST + 1];
} mean;

static mean mean_of(double m)
{
    mean M = {.m = m, .a = {1}, .b = {sqrt(1 - m)}, .c = {sqrt(m)}};
    while (M.last < MEAN_MOST && M.c[M.last] > 1e-16 * M.a[M.last]) {
        const int i = M.last++;
        M.a[i + 1] = 0.5 * (M.a[i] + M.b[i]);
        M.b[i + 1] = sqrt(M.a[i] * M.b[i]);
        M.c[i + 1] = 0.5 * (M.a[i] - M.b[i]);
    }
    return M;
}

/* F(phi | m), the integral of the first kind. */
static double mean_integral(const mean *M, double phi)
{
    for (int i = 0; i < M->last; i++) {
        const double turns = 2 * half_turn * round(phi / (2 * half_turn)), rest = phi - turns;
        phi += turns + atan2(M->b[i] * sin(rest), M->a[i] * cos(rest));
    }
    return ldexp(phi, -M->last) / M->a[M->last];
}

/* sn, cn, dn of u. */
static void mean_functions(const mean *M, double u, double f[3])
{
    const double limit = M->a[M->last];
    double phi = ldexp(limit * remainder(u, 2 * half_turn / limit), M->last);
    for (int i = M->last; i > 0; i--)
        phi = 0.5 * (phi + asin(M->c[i] / M->a[i] * sin(phi)));
    f[0] = sin(phi);
    f[1] = cos(phi);
    f[2] = sqrt(1 - M->m * f[0] * f[0]);
}

/* x = X cn(W t + u0 | m) with X the largest x. */
void lf_closed_duffing(double a, double b, const double start[2], double t, double end[2])
{
    const double x = start[0], y = start[1];
    const double energy = 0.5 * (y * y + a * x * x) + 0.25 * b * x * x * x * x;
    const double most = sqrt((sqrt(a * a + 4 * b * energy) - a) / b);
    const double rate = sqrt(a + b * most * most);
    const mean M = mean_of(0.5 * b * most * most / (rate * rate));
    const double cn = fmin(1, fmax(-1, x / most));
    double f[3];
    mean_functions(&M, rate * t + mean_integral(&M, -copysign(acos(cn), y)), f);
    end[0] = most * f[1];
    end[1] = -most * rate * f[0] * f[2];
}

/* m = (A1 cn, A2 sn, s A3 dn)(s l t + u0) where |m|^2 >= 2 E I2; else the same with axes 1 and 3
 * exchanged: the sign of a vector product and the order of the moments turn over, both. */
void lf_closed_body(const double inertia[3], const double m0[3], double t, double m[3])
{
    double square = 0, twice = 0, f[3], size[3];
    for (int k = 0; k < 3; k++) {
        square += m0[k] * m0[k];
        twice += m0[k] * m0[k] / inertia[k];
    }
    const int swap = square < twice * inertia[1], i = swap ? 2 : 0, j = 2 - i;
    const double I1 = inertia[i], I2 = inertia[1], I3 = inertia[j];
    const double a1 = twice * I3 - square, a3 = square - twice * I1, side = copysign(1, m0[j]);
    size[0] = sqrt(I1 * a1 / (I3 - I1));
    size[1] = sqrt(I2 * a1 / (I3 - I2));
    size[2] = sqrt(I3 * a3 / (I3 - I1));
    const double rate = sqrt((I3 - I2) * a3 / (I1 * I2 * I3));
    const mean M = mean_of((I2 - I1) * a1 / ((I3 - I2) * a3));
    const double first = mean_integral(&M, atan2(m0[1] / size[1], m0[i] / size[0]));
    mean_functions(&M, side * rate * t + first, f);
    m[i] = size[0] * f[1];
    m[1] = size[1] * f[0];
    m[j] = side * size[2] * f[2];
}

void lf_closed_turn(const double u[3], const double v[3], double out[3])
{
    const double angle = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    const double along = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double cross = u[i] * v[j] - u[j] * v[i];
        out[k] = angle == 0 ? v[k]
                            : cos(angle) * v[k] + sin(angle) / angle * cross +
                                  (1 - cos(angle)) / (angle * angle) * along * u[k];
    }
}
