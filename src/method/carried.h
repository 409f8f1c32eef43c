/* SPDX-License-Identifier: BSD-3-Clause */
/* carried.h - classical steps of points with vectors that are carried along (problem/lyapunov.h), a few vectors
 * at a time: all stages of one find it in the nearest cache, where stages of all of them would each go
 * through the next one. The bits are those of the step of the whole point. */
#ifndef LF_METHOD_CARRIED_H
#define LF_METHOD_CARRIED_H

#include "method/tableaux.h"

/* Is this such a problem, so long that it pays, and does every stage need the one before it alone? */
bool lf_carried_wanted(const lf_tableau *T, const lf_problem *P);

/* One lane. `work` of as many doubles as `stages` + 3 points have. */
lf_status lf_carried_step(const lf_tableau *T, const lf_problem *P, const lf_lanes *L,
                          const double *y0, double *y1, lf_tally *tally, double *work);

#endif
