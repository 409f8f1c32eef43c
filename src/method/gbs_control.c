/* SPDX-License-Identifier: BSD-3-Clause */
/* gbs_control.c - level and step of extrapolation by work per unit of time: Hairer, Norsett, Wanner
 * II.9, in logarithms and for all lanes at once. */
#include "method/gbs_lanes.h"

#include "base/quick.h"
#include "method/gbs.h"

enum { LOWEST = 3 };

/* The logarithm of the factor that would bring an error of order 1/root to what is allowed, with a
 * margin of 0.7: at high order a rejected step costs more than many short ones. */
static LF_INLINE double control_growth(double error, double root)
{
    const double least = -3.3219280948873623, most = 2; /* 1/10 to 4 */
    const double growth =
        -0.5145731728297583 - root * lf_rough_log2(error > 1e-300 ? error : 1e-300);
    const double bounded = growth < least ? least : growth < most ? growth : most;
    return error < 1e300 ? bounded : least;
}

/* log2 of the evaluations of a step, when the rows of a table run side by side */
static const double price[LF_GBS_HIGHEST + 1] = {[2] = 2,
                                                 [3] = 2.584962500721156,
                                                 [4] = 3.0,
                                                 [5] = 3.321928094887362,
                                                 [6] = 3.584962500721156,
                                                 [7] = 3.807354922057604,
                                                 [8] = 4.087462841250339};

/* Work per unit of time decides: a level down, the same, or one up. */
static LF_INLINE void control_lanes(size_t n, int k, const double *error, const double *error_low,
                                    double *change, double *factor)
{
    const double gain = -0.15200309344504995; /* of 0.9 in the work is worth a change */
    const double root = 1.0 / (2 * k - 1), root_below = 1.0 / (2 * k - 3);
    const double here = price[k], below = price[k - 1];
    const double dearer = k < LF_GBS_HIGHEST ? price[k + 1] - here : 0;
    /* levels at the borders have nowhere to go */
    const double down = k > LOWEST + 1 ? 1 : 0, up = k < LF_GBS_HIGHEST ? 1 : 0;
    LF_EACH_LANE(i, n) {
        const double growth = control_growth(error[i], root);
        const double growth_below = control_growth(error_low[i], root_below);
        const double work = here - growth, work_below = below - growth_below;
        const double lower = work_below < work + gain ? down : 0;
        const double higher = error[i] <= 1 && work < work_below + gain ? up : 0;
        const double kept = higher != 0 ? growth + dearer : growth;
        factor[i] = lf_rough_exp2(lower != 0 ? growth_below : kept);
        change[i] = lower != 0 ? -1 : higher;
    }
}

LF_KERNEL void lf_gbs_controls(size_t n, int level, const double *error, const double *error_low,
                               double *change, double *factor)
{
    LF_BY_LANES(n, control_lanes, level, error, error_low, change, factor);
}
