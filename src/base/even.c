/* SPDX-License-Identifier: BSD-3-Clause */
/* even.c - closed forms of the even functions for large angles. */
#include "base/even.h"

#include <math.h>

lf_even lf_even_far(double ux, double uy, double uz)
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
