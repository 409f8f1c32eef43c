/* SPDX-License-Identifier: BSD-3-Clause */
/* gbs_control.c - what the doubts of a table say about the error of its value, and level and step by
 * work per unit of time: Hairer, Norsett, Wanner II.9, in logarithms and for all lanes at once.
 *
 * The doubt D of k rows is the value T of all less that of rows 2 .. k. It is the error of the latter,
 * and more than that of T only where the table converges fast: row j enters T with the weight w_j and
 * D with w_j / j^2, so that the errors of the long rows, which are the ones that remain, are seen k^2
 * times too small. The difference of T to the level below is k^2 D in all cases; if differences go on
 * shrinking as they did, by r = D / D_below, the next one, which is the error of T, is k^2 D r. That is
 * true in the mean (10 models, levels 3 to 8: the median of log10 is 0.03 to 0.09), but a doubt that is
 * small by chance enters it as a square. The estimate is the mean of both in logarithms and twice that,
 *
 *     error = 2 k^2 D sqrt(min(1, r)),
 *
 * which bounds 97 of 100 steps there; D alone was 60 times too small at level 8. */
#include "method/gbs_lanes.h"

#include "base/quick.h"
#include "method/gbs.h"

enum { LOWEST = 3 };

static LF_INLINE double control_log(double error)
{
    const double least = 1e-300, most = 1e300;
    return lf_rough_log2(error < most ? (error > least ? error : least) : most); /* NaN: most */
}

/* The logarithm of the factor that would bring an error of order 1/root to what is allowed, with a
 * margin of 0.7: at high order a rejected step costs more than many short ones. */
static LF_INLINE double control_growth(double log, double root)
{
    const double least = -3.3219280948873623, most = 2; /* 1/10 to 4 */
    const double growth = -0.5145731728297583 - root * log;
    return growth < least ? least : growth < most ? growth : most;
}

/* log2 of the evaluations of a step, when the rows of a table run side by side */
static const double price[LF_GBS_HIGHEST + 1] = {[2] = 2,
                                                 [3] = 2.584962500721156,
                                                 [4] = 3.0,
                                                 [5] = 3.321928094887362,
                                                 [6] = 3.584962500721156,
                                                 [7] = 3.807354922057604,
                                                 [8] = 4.087462841250339};
/* 1/m: at one lane divisions would cost more than all the rest */
static const double inverse[2 * LF_GBS_HIGHEST + 1] = {
    [5] = 1.0 / 5,   [6] = 1.0 / 6,   [7] = 1.0 / 7,   [8] = 1.0 / 8,   [9] = 1.0 / 9,
    [3] = 1.0 / 3,   [4] = 1.0 / 4,   [10] = 1.0 / 10, [11] = 1.0 / 11, [12] = 1.0 / 12,
    [13] = 1.0 / 13, [14] = 1.0 / 14, [15] = 1.0 / 15, [16] = 1.0 / 16};
/* log2 of 2 k^2 */
static const double scale[LF_GBS_HIGHEST + 1] = {[2] = 3,
                                                 [3] = 4.169925001442312,
                                                 [4] = 5,
                                                 [5] = 5.643856189774724,
                                                 [6] = 6.169925001442312,
                                                 [7] = 6.614709844115208,
                                                 [8] = 7};

/* Work per unit of time decides: a level down, the same, or one up. Both levels are given the scale of
 * the present one: the lower would else be chosen too often, which costs up to a tenth at loose
 * tolerances. */
static LF_INLINE void control_lanes(size_t n, int k, double *error, const double *error_low,
                                    double *change, double *factor)
{
    const double gain = -0.15200309344504995; /* of 0.9 in the work is worth a change */
    const double root = inverse[2 * k - 1], root_below = inverse[2 * k - 3];
    const double here = price[k], below = price[k - 1];
    const double dearer = k < LF_GBS_HIGHEST ? price[k + 1] - here : 0;
    /* levels at the borders have nowhere to go */
    const double down = k > LOWEST + 1 ? 1 : 0, up = k < LF_GBS_HIGHEST ? 1 : 0;
    LF_EACH_LANE(i, n) {
        const double doubt = control_log(error[i]), doubt_low = control_log(error_low[i]);
        const double ratio = doubt - doubt_low, shrinks = ratio < 0 ? 0.5 * ratio : 0;
        const double log = doubt + shrinks + scale[k];
        const double log_below = doubt_low + shrinks + scale[k - 1];
        /* the estimates are of order 2k and 2k - 2 */
        const double growth = control_growth(log, inverse[2 * k]);
        const double growth_below = control_growth(log_below, inverse[2 * k - 2]);
        const double work = here + root * log;
        const double work_below = below + root_below * (doubt_low + shrinks + scale[k]);
        const double lower = work_below < work + gain ? down : 0;
        const double higher = log <= 0 && work < work_below + gain ? up : 0;
        const double kept = higher != 0 ? growth + dearer : growth;
        factor[i] = lf_rough_exp2(lower != 0 ? growth_below : kept);
        change[i] = lower != 0 ? -1 : higher;
        error[i] = error[i] < 1e300 ? lf_rough_exp2(log < 900 ? log : 900) : error[i];
    }
}

LF_KERNEL void lf_gbs_controls(size_t n, int level, double *error, const double *error_low,
                               double *change, double *factor)
{
    LF_BY_LANES(n, control_lanes, level, error, error_low, change, factor);
}
