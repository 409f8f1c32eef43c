/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.h - how fast the points of a problem go round. */
#ifndef LF_SOLVE_TURN_H
#define LF_SOLVE_TURN_H

#include <lieflow/solve.h>

/* Doubles of scratch for it. */
size_t lf_turn_work(const lf_problem *P);
/* The angular velocity of the motion of a single point y, in radians per unit of time: the largest
 * over the factors of a product and the copies of a power. With the algebra element u = f(t, y) kept
 * as it is a point moves by y' = A y, and rotations have A^2 y' = -w^2 y', so w^2 = |A^2 y'| / |y'|;
 * translations give 0. */
lf_status lf_turn_rate(const lf_problem *P, const lf_lanes *L, const double *y, lf_tally *tally,
                       double *rate, double *work);

#endif
