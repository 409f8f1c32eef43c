/* SPDX-License-Identifier: BSD-3-Clause */
/* even.c - closed forms of the even functions for large angles. */
#include "base/even.h"

#include <math.h>

/* A number as the sum of two, the second far smaller than the first. */
typedef struct {
    double high, low;
} twofold;

/* sum + u^2; every rounding error is kept in the lower part */
static LF_INLINE twofold add_square(twofold sum, double u)
{
    const double square = u * u, error = __builtin_fma(u, u, -square);
    const double high = sum.high + square, part = high - sum.high;
    const double lost = (sum.high - (high - part)) + (square - part);
    return (twofold){high, sum.low + (lost + error)};
}

LF_KERNEL static lf_even far_values(double ux, double uy, double uz)
{
    const twofold x =
        add_square(add_square((twofold){ux * ux, __builtin_fma(ux, ux, -(ux * ux))}, uy), uz);
    const double t = sqrt(x.high), rest = (__builtin_fma(-t, t, x.high) + x.low) / (2 * t);
    /* sine and cosine of half the angle, corrected for what t leaves out */
    const double s0 = sin(t / 2), c0 = cos(t / 2);
    const double s = __builtin_fma(c0, rest / 2, s0), c = __builtin_fma(-s0, rest / 2, c0);
    const double S = 2 * s * c / t;
    return (lf_even){
        .S = S,
        .C = 2 * s * s / x.high,
        .D = (1 - S) / x.high,
        .G = (1 - t / 2 * c / s) / x.high,
    };
}

lf_even lf_even_far(double ux, double uy, double uz)
{
    /* the wider range of extended precision, where squares could overflow */
    const double most = fmax(fabs(ux), fmax(fabs(uy), fabs(uz)));
    return most < 1e8 ? far_values(ux, uy, uz) : lf_even_far_all(ux, uy, uz);
}

lf_even lf_even_far_all(double ux, double uy, double uz)
{
    const long double x = (long double)ux * ux + (long double)uy * uy + (long double)uz * uz;
    const long double t = sqrtl(x), s = sinl(t / 2), c = cosl(t / 2);
    const long double S = 2 * s * c / t, C = 2 * s * s / x, D = (1 - S) / x;
    const long double half_cot = t / 2 * c / s;
    return (lf_even){
        .S = (double)S,
        .C = (double)C,
        .D = (double)D,
        .C1 = (double)((S - 2 * C) / x),
        .D1 = (double)((C - 3 * D) / x),
        .G = (double)((1 - half_cot) / x),
        .G1 = (double)((1 / (4 * s * s) + (half_cot - 2) / x) / x),
    };
}
