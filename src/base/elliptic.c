/* SPDX-License-Identifier: BSD-3-Clause */
/* elliptic.c - Carlson's duplication for integrals, Landen's transformation for functions. */
#include "base/elliptic.h"

#include <math.h>

/* Carlson 1995: duplicate until the arguments are close, then a series of degree seven about their
 * mean, whose remainder is below 3 Q^8. */
double lf_elliptic_RF(double x, double y, double z)
{
    double mean, X, Y;
    for (;;) {
        mean = (x + y + z) / 3;
        X = 1 - x / mean;
        Y = 1 - y / mean;
        if (!(fmax(fmax(fabs(X), fabs(Y)), fabs(X + Y)) > 6e-3))
            break;
        const double lambda = sqrt(x) * sqrt(y) + sqrt(y) * sqrt(z) + sqrt(z) * sqrt(x);
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
    const double Z = -X - Y, E2 = X * Y - Z * Z, E3 = X * Y * Z;
    const double sum = E2 * (-1. / 10 + E2 * (1. / 24 - E2 * (5. / 208)) - E3 * (3. / 44)) +
                       E3 * (1. / 14 + E3 * (3. / 104) + E2 * E2 * (1. / 16));
    return (1 + sum) / sqrt(mean);
}

/* The same for R_D, with the series of degree seven of DLMF 19.36.2. */
double lf_elliptic_RD(double x, double y, double z)
{
    double mean, X, Y, sum = 0, scale = 1;
    for (;;) {
        mean = (x + y + 3 * z) / 5;
        X = 1 - x / mean;
        Y = 1 - y / mean;
        if (!(fmax(fmax(fabs(X), fabs(Y)), fabs(X + Y) / 3) > 4e-3))
            break;
        const double root = sqrt(z), lambda = sqrt(x) * sqrt(y) + (sqrt(x) + sqrt(y)) * root;
        sum += scale / (root * (z + lambda));
        scale *= 0.25;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
    const double Z = -(X + Y) / 3, P = X * Y, Z2 = Z * Z;
    const double E2 = P - 6 * Z2, E3 = (3 * P - 8 * Z2) * Z, E4 = 3 * (P - Z2) * Z2,
                 E5 = P * Z * Z2;
    const double series =
        E2 * (-3. / 14 + E2 * (9. / 88 - E2 * (1. / 16)) + E4 * (3. / 20) - E5 * (9. / 68)) +
        E3 * (1. / 6 - E2 * (9. / 52) + E3 * (3. / 40) + E2 * E2 * (45. / 272) - E4 * (9. / 68)) -
        E4 * (3. / 22) + E5 * (3. / 26);
    return 3 * sum + scale * (1 + series) / (mean * sqrt(mean));
}

double lf_elliptic_K(double m1)
{
    return m1 > 0 ? lf_elliptic_RF(0, m1, 1) : INFINITY;
}

double lf_elliptic_F(double sine, double cosine, double m1)
{
    const double c = cosine * cosine, s = sine * sine;
    if (s == 0)
        return cosine >= 0 ? 0 : copysign(2 * lf_elliptic_K(m1), sine);
    if (c == 0 && m1 == 0)
        return copysign(INFINITY, sine);
    const double F = sine * lf_elliptic_RF(c, c + m1 * s, c + s);
    return cosine >= 0 ? F : copysign(2 * lf_elliptic_K(m1), sine) - F;
}

void lf_jacobi_set(lf_jacobi *J, double m1)
{
    double a = 1, b = sqrt(m1);
    J->levels = 0;
    J->mean = 1;
    while (b > 0 && J->levels < LF_JACOBI_LEVELS) {
        J->a[J->levels] = a;
        J->b[J->levels++] = b;
        J->mean = 0.5 * (a + b);
        if (fabs(a - b) <= 1e-8 * a) /* the next level is a^2 - b^2 closer: at roundoff */
            break;
        b = sqrt(a * b);
        a = J->mean;
    }
}

/* Bulirsch 1965: from sin and cos at the last mean back to the first, by cn/sn, which has no
 * cancellation. */
lf_jacobi_value lf_jacobi_at(const lf_jacobi *J, double u)
{
    if (J->levels == 0) {
        const double sech = 1 / cosh(u);
        return (lf_jacobi_value){tanh(u), sech, sech};
    }
    const double sine = sin(J->mean * u), cosine = cos(J->mean * u);
    if (sine == 0)
        return (lf_jacobi_value){sine, cosine, 1};
    double dn = 1, ratio = cosine / sine, c = J->mean * ratio;
    for (int k = J->levels; k-- > 0;) {
        ratio *= c;
        c *= dn;
        dn = (J->b[k] + ratio) / (J->a[k] + ratio);
        ratio = c / J->a[k];
    }
    const double sn = copysign(1 / sqrt(c * c + 1), sine);
    return (lf_jacobi_value){sn, c * sn, dn};
}
