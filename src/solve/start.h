/* SPDX-License-Identifier: BSD-3-Clause */
/* start.h - do trajectories begin on the manifold? */
#ifndef LF_SOLVE_START_H
#define LF_SOLVE_START_H

#include <lieflow/solve.h>

/* LF_OK, or LF_EINPUT with a sentence where frames are asked for and the columns of a start are not
 * orthonormal. Other actions move any point along its orbit. */
lf_status lf_start_check(const lf_problem *P, size_t n, const double *y, lf_stats *stats);

#endif
