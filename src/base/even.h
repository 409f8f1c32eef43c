/* SPDX-License-Identifier: BSD-3-Clause */
/* even.h - the even functions of the rotation angle, as functions of x = theta^2:
 *
 *   S  = sin(t)/t               C  = (1 - cos t)/t^2         D  = (t - sin t)/t^3
 *   C1 = (1/t) dC/dt            D1 = (1/t) dD/dt
 *   G  = (1 - (t/2)cot(t/2))/t^2                             G1 = (1/t) dG/dt
 *
 * exp, dexp and dexpinv of so(3) and se(3) are made of these. For x < LF_EVEN_RANGE (two radians)
 * a polynomial serves all lanes without a branch, sqrt or trigonometric call; the rare lanes
 * beyond are recomputed by lf_even_far. tools/even_coefficients.py made the tables. */
#ifndef LF_BASE_EVEN_H
#define LF_BASE_EVEN_H

#include "base/lanes.h"

#define LF_EVEN_RANGE 4.0
#define LF_EVEN_SMALL 0.25 /* below it (half a radian) shorter polynomials serve as well */

/* clang-format off */
/* S: degree 9, relative error 3.3e-19 */
#define LF_EVEN_S \
    1.0, \
    -0.16666666666666666, \
    0.008333333333333331, \
    -0.00019841269841268822, \
    2.755731922372389e-06, \
    -2.5052108351729964e-08, \
    1.6059041399145683e-10, \
    -7.647060115184714e-13, \
    2.808886700541814e-15, \
    -7.875536227809838e-18
/* C: degree 8, relative error 8.9e-18 */
#define LF_EVEN_C \
    0.5, \
    -0.041666666666666664, \
    0.0013888888888888636, \
    -2.480158730145384e-05, \
    2.755731919727581e-07, \
    -2.0876754361596725e-09, \
    1.1470605268485116e-11, \
    -4.77531759940977e-14, \
    1.4974900500514594e-16
/* D: degree 8, relative error 1.1e-18 */
#define LF_EVEN_D \
    0.16666666666666666, \
    -0.008333333333333333, \
    0.0001984126984126972, \
    -2.755731922392215e-06, \
    2.5052108372685434e-08, \
    -1.605904258268222e-10, \
    7.647096730479875e-13, \
    -2.809471726919019e-15, \
    7.913276248446616e-18
/* C1: degree 8, relative error 2.2e-18 */
#define LF_EVEN_C1 \
    -0.08333333333333333, \
    0.005555555555555556, \
    -0.0001488095238095227, \
    2.204585537913078e-06, \
    -2.0876756976274443e-08, \
    1.3764893577430715e-10, \
    -6.691207369215531e-13, \
    2.4972684648719516e-15, \
    -7.11919799614816e-18
/* D1: degree 8, relative error 4.3e-19 */
#define LF_EVEN_D1 \
    -0.016666666666666666, \
    0.0007936507936507937, \
    -1.6534391534391485e-05, \
    2.0041686708328124e-07, \
    -1.6059043831768414e-09, \
    9.176595981413475e-12, \
    -3.936013619834464e-14, \
    1.3145154318349795e-16, \
    -3.4014793273074093e-19
/* G: degree 10, relative error 2.4e-17 */
#define LF_EVEN_G \
    0.08333333333333333, \
    0.0013888888888888885, \
    3.306878306880669e-05, \
    8.267195765251695e-07, \
    2.0876757606961808e-08, \
    5.284180155211618e-10, \
    1.3383457669698596e-11, \
    3.384536194843394e-13, \
    8.762128289614184e-15, \
    1.8176369573778874e-16, \
    9.331534141683314e-18
/* G1: degree 11, relative error 1.1e-17 */
#define LF_EVEN_G1 \
    0.002777777777777778, \
    0.00013227513227513228, \
    4.960317460316934e-06, \
    1.6701405590819344e-07, \
    5.284190118304723e-09, \
    1.6059047886493204e-10, \
    4.745505623301425e-12, \
    1.374105515325352e-13, \
    3.899409062166851e-15, \
    1.146426041908489e-16, \
    2.2823253695235607e-18, \
    1.590904073218142e-19
/* S_SMALL: degree 6, relative error 2.4e-20 */
#define LF_EVEN_S_SMALL \
    1.0, \
    -0.16666666666666666, \
    0.008333333333333307, \
    -0.0001984126984114765, \
    2.7557319015414588e-06, \
    -2.5051947445533465e-08, \
    1.600178884003352e-10
/* C_SMALL: degree 5, relative error 1.1e-17 */
#define LF_EVEN_C_SMALL \
    0.5, \
    -0.041666666666666644, \
    0.0013888888888845244, \
    -2.480158716190952e-05, \
    2.7557162747016665e-07, \
    -2.0805186048440583e-09
/* G_SMALL: degree 6, relative error 1.2e-19 */
#define LF_EVEN_G_SMALL \
    0.08333333333333333, \
    0.001388888888888889, \
    3.306878306879493e-05, \
    8.267195761663508e-07, \
    2.087676642070418e-08, \
    5.283463771079951e-10, \
    1.3639810221615769e-11
/* clang-format on */

typedef struct {
    double S, C, D, C1, D1, G, G1;
} lf_even;

/* S, C, D and G by closed forms, for any angle, from the vector that has it. The angle is formed
 * with twice the precision, for S has zeros and G has poles. The others are left 0. */
lf_even lf_even_far(double ux, double uy, double uz);
/* All seven, in extended precision: the last three lose digits to cancellation. */
lf_even lf_even_far_all(double ux, double uy, double uz);

/* Estrin's scheme: the terms are summed as a tree, so that a single lane does not wait for ten
 * multiplications in a row. `count` (9 to 12) is a constant after inlining. */
static LF_INLINE double lf_even_sum(const double *c, int count, double x)
{
    const double x2 = x * x, x4 = x2 * x2;
    const double low = lf_fma(lf_fma(c[3], x, c[2]), x2, lf_fma(c[1], x, c[0]));
    const double middle = lf_fma(lf_fma(c[7], x, c[6]), x2, lf_fma(c[5], x, c[4]));
    double high = count > 9 ? lf_fma(c[9], x, c[8]) : c[8];
    if (count > 11)
        high = lf_fma(lf_fma(c[11], x, c[10]), x2, high);
    else if (count > 10)
        high = lf_fma(c[10], x2, high);
    return lf_fma(lf_fma(high, x4, middle), x4, low);
}

#define LF_EVEN_FUNCTION(name, count)                    \
    static LF_INLINE double lf_even_##name(double x)     \
    {                                                    \
        static const double c[count] = {LF_EVEN_##name}; \
        return lf_even_sum(c, count, x);                 \
    }
LF_EVEN_FUNCTION(S, 10)
LF_EVEN_FUNCTION(C, 9)
LF_EVEN_FUNCTION(D, 9)
LF_EVEN_FUNCTION(C1, 9)
LF_EVEN_FUNCTION(D1, 9)
LF_EVEN_FUNCTION(G, 11)
LF_EVEN_FUNCTION(G1, 12)
#undef LF_EVEN_FUNCTION

/* The same for the short polynomials; `count` is 6 or 7. */
static LF_INLINE double lf_even_sum_small(const double *c, int count, double x)
{
    const double x2 = x * x;
    const double low = lf_fma(lf_fma(c[3], x, c[2]), x2, lf_fma(c[1], x, c[0]));
    double high = lf_fma(c[5], x, c[4]);
    if (count > 6)
        high = lf_fma(c[6], x2, high);
    return lf_fma(high, x2 * x2, low);
}

#define LF_EVEN_FUNCTION(name, count)                            \
    static LF_INLINE double lf_even_##name##_small(double x)     \
    {                                                            \
        static const double c[count] = {LF_EVEN_##name##_SMALL}; \
        return lf_even_sum_small(c, count, x);                   \
    }
LF_EVEN_FUNCTION(S, 7)
LF_EVEN_FUNCTION(C, 6)
LF_EVEN_FUNCTION(G, 7)
#undef LF_EVEN_FUNCTION

/* 1 where x is out of the short polynomials' range (or not a number), else 0. */
static LF_INLINE uint64_t lf_even_is_large(double x)
{
    return x < LF_EVEN_SMALL ? UINT64_C(0) : UINT64_C(1);
}

/* 1 where x is out of the polynomials' range (or not a number), else 0. */
static LF_INLINE uint64_t lf_even_is_far(double x)
{
    return x < LF_EVEN_RANGE ? UINT64_C(0) : UINT64_C(1);
}

#endif
