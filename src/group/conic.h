/* SPDX-License-Identifier: BSD-3-Clause */
/* conic.h - the even functions of base/even.h continued to negative x: circular functions of
 * sqrt(x) for x > 0, hyperbolic ones of sqrt(-x) for x < 0, one analytic function through 0.
 *
 *   S = sin(t)/t   C = (1 - cos t)/t^2   D = (t - sin t)/t^3   G = (1 - (t/2)cot(t/2))/t^2,  t^2 = x
 *
 * For |x| < LF_CONIC_RANGE a polynomial serves all lanes; the rare lanes beyond are recomputed by
 * lf_conic_far. The tables were made as those of even.h, on [-4, 4]. */
#ifndef LF_GROUP_CONIC_H
#define LF_GROUP_CONIC_H

#include <math.h>

#include "base/lanes.h"

#define LF_CONIC_RANGE 4.0

/* clang-format off */
/* S: degree 10, relative error 6.9e-19 */
#define LF_CONIC_S \
    1.0, \
    -0.16666666666666666, \
    0.008333333333333333, \
    -0.00019841269841269817, \
    2.755731922398589e-06, \
    -2.5052108385565513e-08, \
    1.6059043836842246e-10, \
    -7.647163515184654e-13, \
    2.8114572182404275e-15, \
    -8.222182610205681e-18, \
    1.957551996113121e-20
/* C: degree 9, relative error 1.0e-17 */
#define LF_CONIC_C \
    0.5, \
    -0.041666666666666664, \
    0.0013888888888888868, \
    -2.4801587301587298e-05, \
    2.7557319224156724e-07, \
    -2.0876756987899045e-09, \
    1.1470745213354534e-11, \
    -4.779477262755851e-14, \
    1.5622410027731212e-16, \
    -4.1108978771766666e-19
/* D: degree 9, relative error 1.2e-18 */
#define LF_CONIC_D \
    0.16666666666666666, \
    -0.008333333333333333, \
    0.00019841269841269833, \
    -2.755731922398589e-06, \
    2.5052108385515994e-08, \
    -1.6059043836833993e-10, \
    7.647163564702345e-13, \
    -2.8114572264931538e-15, \
    8.222027867234962e-18, \
    -1.957526206321373e-20
/* G: degree 13, relative error 1.9e-18 */
#define LF_CONIC_G \
    0.08333333333333333, \
    0.001388888888888889, \
    3.306878306878294e-05, \
    8.267195767195736e-07, \
    2.0876756988086555e-08, \
    5.284190138742829e-10, \
    1.3382536421557246e-11, \
    3.3896802686802817e-13, \
    8.586085400744291e-15, \
    2.1748746117804873e-16, \
    5.506578797851197e-18, \
    1.3948324544807695e-19, \
    3.65510216756453e-21, \
    9.258481848507397e-23
/* clang-format on */

typedef struct {
    double cosine; /* 1 - x C */
    double S, C, D, G;
    double half_cot; /* (t/2)cot(t/2) = 1 - x G */
} lf_conic;

/* All of them by closed forms; x in extended precision because G has poles. */
lf_conic lf_conic_far(long double x);

/* c[0] + c[1] x + c[2] x^2 + c[3] x^3 */
static LF_INLINE double lf_conic_cubic(const double *c, double x, double x2)
{
    return lf_fma(lf_fma(c[3], x, c[2]), x2, lf_fma(c[1], x, c[0]));
}

/* Estrin's scheme as in even.h, for 10, 11 or 14 coefficients. */
static LF_INLINE double lf_conic_sum(const double *c, size_t count, double x)
{
    const double x2 = x * x, x4 = x2 * x2;
    double high;
    if (count > 11)
        high = lf_fma(lf_fma(c[13], x, c[12]), x4, lf_conic_cubic(c + 8, x, x2));
    else if (count > 10)
        high = lf_fma(c[10], x2, lf_fma(c[9], x, c[8]));
    else
        high = lf_fma(c[9], x, c[8]);
    return lf_fma(lf_fma(high, x4, lf_conic_cubic(c + 4, x, x2)), x4, lf_conic_cubic(c, x, x2));
}

#define LF_CONIC_FUNCTION(name, count)                    \
    static LF_INLINE double lf_conic_##name(double x)     \
    {                                                     \
        static const double c[count] = {LF_CONIC_##name}; \
        return lf_conic_sum(c, count, x);                 \
    }
LF_CONIC_FUNCTION(S, 11)
LF_CONIC_FUNCTION(C, 10)
LF_CONIC_FUNCTION(D, 10)
LF_CONIC_FUNCTION(G, 14)
#undef LF_CONIC_FUNCTION

/* 1 where x is out of the polynomials' range (or not a number), else 0. */
static LF_INLINE uint64_t lf_conic_is_far(double x)
{
    return fabs(x) < LF_CONIC_RANGE ? UINT64_C(0) : UINT64_C(1);
}

#endif
