/* SPDX-License-Identifier: BSD-3-Clause */
/* settle.h - points that rotate, freed of what rounding has added up. */
#ifndef LF_ACTION_SETTLE_H
#define LF_ACTION_SETTLE_H

#include <lieflow/action.h>

enum { LF_SETTLE = 8 }; /* steps between two times that points settle */

/* Undo in n points what the rounding of many rotations did to lengths and right angles. */
void lf_action_settle(const lf_action *A, size_t n, double *y);

#endif
