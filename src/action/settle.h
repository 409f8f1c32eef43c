/* SPDX-License-Identifier: BSD-3-Clause */
/* settle.h - points that rotate, freed of what rounding has added up. */
#ifndef LF_ACTION_SETTLE_H
#define LF_ACTION_SETTLE_H

#include <lieflow/action.h>

enum { LF_SETTLE = 16 }; /* steps between two looks at whether points need it */

/* Undo in n points what the rounding of many rotations did to lengths and right angles; `start` is where
 * their trajectories began. */
void lf_action_settle(const lf_action *A, size_t n, const double *start, double *y);

#endif
