/* SPDX-License-Identifier: BSD-3-Clause */
/* even.h - the even functions of the rotation angle, as functions of x = theta^2:
 *
 *   S  = sin(t)/t               C  = (1 - cos t)/t^2         D  = (t - sin t)/t^3
 *   C1 = (1/t) dC/dt            D1 = (1/t) dD/dt
 *   G  = (1 - (t/2)cot(t/2))/t^2                             G1 = (1/t) dG/dt
 *
 * exp, dexp and dexpinv of so(3) and se(3) are made of these. For x < LF_EVEN_RANGE (two radians)
 * a polynomial serves all lanes without a branch, sqrt or trigonometric call. Where a lane is beyond,
 * a second pass over all lanes has polynomials up to LF_EVEN_WIDE (four radians) too; the rare lanes
 * beyond that are recomputed by lf_even_far. tools/even_coefficients.py made the tables. */
#ifndef LF_BASE_EVEN_H
#define LF_BASE_EVEN_H

#include "base/lanes.h"

#define LF_EVEN_RANGE 4.0
#define LF_EVEN_WIDE 16.0
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
/* S_MIDDLE: degree 10, relative error 6.1e-19 */
#define LF_EVEN_S_MIDDLE \
    0.050160488724937044, \
    -0.003820837770445813, \
    0.00011050074765178312, \
    -1.7213178871206905e-06, \
    1.6889938410622545e-08, \
    -1.1435520615509013e-10, \
    5.674489545495992e-13, \
    -2.1544462363158524e-15, \
    6.464591653586003e-18, \
    -1.572770680095015e-20, \
    3.163675657111952e-23
/* C_MIDDLE: degree 10, relative error 4.5e-18 */
#define LF_EVEN_C_MIDDLE \
    0.1999786072879326, \
    -0.020324896077240192, \
    0.000790932900336035, \
    -1.5652807379008266e-05, \
    1.8682704571366876e-07, \
    -1.4915494365811695e-09, \
    8.529718692154301e-12, \
    -3.6677483676905576e-14, \
    1.229486860292706e-16, \
    -3.3053813265309514e-19, \
    7.2805843556054515e-22
/* D_MIDDLE: degree 10, relative error 2.6e-19 */
#define LF_EVEN_D_MIDDLE \
    0.10065407069689386, \
    -0.00509918024013745, \
    0.00012927512808617647, \
    -1.899883271119986e-06, \
    1.807677576339126e-08, \
    -1.201748768393946e-10, \
    5.893663530584161e-13, \
    -2.2198326905811545e-15, \
    6.6229408565684486e-18, \
    -1.6045309091239098e-20, \
    3.217275841096288e-23
/* C1_MIDDLE: degree 10, relative error 7.1e-19 */
#define LF_EVEN_C1_MIDDLE \
    -0.040649792154480384, \
    0.00316373160134414, \
    -9.391684427405248e-05, \
    1.494616365709338e-06, \
    -1.4915494365060212e-08, \
    1.023566243072569e-10, \
    -5.134848382755083e-13, \
    1.967178916985088e-15, \
    -5.947300702815915e-18, \
    1.4561994868787983e-20, \
    -2.945302327796052e-23
/* D1_MIDDLE: degree 9, relative error 1.9e-17 */
#define LF_EVEN_D1_MIDDLE \
    -0.0101983604802749, \
    0.0005171005123447059, \
    -1.1399299626719839e-05, \
    1.4461420610713e-07, \
    -1.2017487684070088e-09, \
    7.072396236716728e-12, \
    -3.107765699079222e-14, \
    1.0596705284360967e-16, \
    -2.8882631516281806e-19, \
    6.4346924479999255e-22
/* G_MIDDLE: degree 9, relative error 9.7e-18 */
#define LF_EVEN_G_MIDDLE \
    0.03378910473156995, \
    0.00011801299277661169, \
    6.783318758803683e-07, \
    4.335269505920963e-09, \
    2.8679689143715254e-11, \
    1.9219363281461462e-13, \
    1.2946027235342608e-15, \
    8.738914656822985e-18, \
    5.928625179674261e-20, \
    4.007049979281698e-22
/* G1_MIDDLE: degree 10, relative error 4.6e-18 */
#define LF_EVEN_G1_MIDDLE \
    0.00023602598555322337, \
    2.7133275035232523e-06, \
    2.6011617035543814e-08, \
    2.294375123589472e-10, \
    1.9219363214649573e-12, \
    1.5535324945988933e-14, \
    1.22345532791749e-16, \
    9.4467448536485e-19, \
    7.182989731261836e-21, \
    5.424589182240427e-23, \
    4.0336047396817325e-25
#define LF_EVEN_ZERO 9.869604401089358
#define LF_EVEN_ZERO_REST 6.265295508739711e-16
#define LF_EVEN_POLE 39.47841760435743
#define LF_EVEN_POLE_REST 2.5061182034958845e-15
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

/* The same from two to four radians, in x - 10: S with its zero at pi as a factor, G and G1 without
 * their poles at 2 pi. */
#define LF_EVEN_FUNCTION(function, name, count)                   \
    static LF_INLINE double lf_even_##function(double x)          \
    {                                                             \
        static const double c[count] = {LF_EVEN_##name##_MIDDLE}; \
        return lf_even_sum(c, count, x - 10);                     \
    }
LF_EVEN_FUNCTION(S_smooth, S, 11)
LF_EVEN_FUNCTION(C_middle, C, 11)
LF_EVEN_FUNCTION(D_middle, D, 11)
LF_EVEN_FUNCTION(C1_middle, C1, 11)
LF_EVEN_FUNCTION(D1_middle, D1, 10)
LF_EVEN_FUNCTION(G_smooth, G, 10)
LF_EVEN_FUNCTION(G1_smooth, G1, 11)
#undef LF_EVEN_FUNCTION

static LF_INLINE double lf_even_S_middle(double x)
{
    return ((LF_EVEN_ZERO - x) + LF_EVEN_ZERO_REST) * lf_even_S_smooth(x);
}

static LF_INLINE double lf_even_G_middle(double x)
{
    return 2 / ((LF_EVEN_POLE - x) + LF_EVEN_POLE_REST) + lf_even_G_smooth(x);
}

static LF_INLINE double lf_even_G1_middle(double x)
{
    const double pole = 2 / ((LF_EVEN_POLE - x) + LF_EVEN_POLE_REST);
    return lf_fma(pole, pole, lf_even_G1_smooth(x));
}

/* In the first pass over lanes (not wide) up to two radians, in the second up to four; lanes below
 * two get the same numbers in both. */
#define LF_EVEN_FUNCTION(name)                                       \
    static LF_INLINE double lf_even_##name##_in(bool wide, double x) \
    {                                                                \
        const double near = lf_even_##name(x);                       \
        if (!wide)                                                   \
            return near;                                             \
        const double middle = lf_even_##name##_middle(x);            \
        return x < LF_EVEN_RANGE ? near : middle;                    \
    }
LF_EVEN_FUNCTION(S)
LF_EVEN_FUNCTION(C)
LF_EVEN_FUNCTION(D)
LF_EVEN_FUNCTION(C1)
LF_EVEN_FUNCTION(D1)
LF_EVEN_FUNCTION(G)
LF_EVEN_FUNCTION(G1)
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

/* 1 where x is out of the range of a pass over the lanes, else 0. */
static LF_INLINE uint64_t lf_even_is_out(bool wide, double x)
{
    return x < (wide ? LF_EVEN_WIDE : LF_EVEN_RANGE) ? UINT64_C(0) : UINT64_C(1);
}

/* What is left after both passes: for lf_even_far. */
static LF_INLINE bool lf_even_is_beyond(double x)
{
    return !(x < LF_EVEN_WIDE);
}

#endif
