/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.h - the action of rigid bodies: a product whose operations are done in one go. */
#ifndef LF_ACTION_BODIES_H
#define LF_ACTION_BODIES_H

#include <lieflow/action.h>

#include "base/mat3.h"

/* `product` is R^3n x R^3n x SO(3)^n x R^3n, and the factors are its actions: translations, and
 * rotations from the right. They stay what the action is measured by. */
lf_action lf_action_bodies(const lf_group *product, const lf_action *const factor[4]);

/* Where blocks begin, times the lanes: in the algebra (in its group the last is at 15 as well) and in
 * a point. */
enum {
    LF_BODIES_RATE_TURN = 6,
    LF_BODIES_RATE_LAST = 9,
    LF_BODIES_RATES = 12,
    LF_BODIES_TURN = 6,
    LF_BODIES_LAST = 15
};

/* R exp(-u) has the rows exp(u) r. */
static LF_INLINE void lf_bodies_turn(size_t m, size_t i, lf_vec3 u, double S, double C,
                                     const double *restrict R0, double *restrict R1)
{
    const lf_mat3 R = lf_mat3_load(R0, m, i);
    lf_mat3_store(
        R1, m, i,
        (lf_mat3){lf_spin(u, S, C, R.r0), lf_spin(u, S, C, R.r1), lf_spin(u, S, C, R.r2)});
}

/* Rotations of which some are beyond two radians. */
void lf_bodies_turn_far(size_t m, const double *u, const double *R0, double *R1);

#endif
