/* SPDX-License-Identifier: BSD-3-Clause */
/* conic.c - closed forms of the even functions for large angles, circular and hyperbolic. */
#include "group/conic.h"

lf_conic lf_conic_far(long double x)
{
    const long double t = sqrtl(fabsl(x));
    const long double s = x > 0 ? sinl(t / 2) : sinhl(t / 2),
                      c = x > 0 ? cosl(t / 2) : coshl(t / 2);
    const long double S = 2 * s * c / t;
    const long double half_cot = t / 2 / (x > 0 ? s / c : tanhl(t / 2));
    return (lf_conic){
        .cosine = (double)(x > 0 ? (c - s) * (c + s) : 1 + 2 * s * s),
        .S = (double)S,
        .C = (double)(2 * s * s / fabsl(x)),
        .D = (double)((1 - S) / x),
        .G = (double)((1 - half_cot) / x),
        .half_cot = (double)half_cot,
    };
}
