/* SPDX-License-Identifier: BSD-3-Clause */
/* start.c - do trajectories begin on the manifold? */
#include "solve/start.h"

#include <stdio.h>
#include <stdlib.h>

#include "action/frames.h"
#include "solve/flight.h"
#include "solve/stepper.h"

/* How far a start may be away: numbers written with nine digits are nearer. */
static const double FAR = 1e-8;

lf_status lf_start_check(const lf_problem *P, size_t n, const double *y, lf_stats *stats)
{
    const lf_action *A = P->action;
    lf_status s = LF_OK;
    if (!lf_action_has_frames(A))
        return LF_OK;
    double *one = lf_stepper_memory(A->dim + lf_action_work(A, 1)), defect = 0;
    if (!one) {
        snprintf(stats->message, sizeof stats->message, "out of memory for a look at the start");
        return LF_EMEMORY;
    }
    for (size_t i = 0; i < n && s == LF_OK; i++) {
        lf_lane_copy(A->dim, y, n, i, one, 1, 0);
        s = lf_action_defect(A, 1, one, one, &defect, one + A->dim);
        if (s != LF_OK || !(defect > FAR)) /* NaN is found, and told, by those who march */
            continue;
        stats->trajectory = i;
        snprintf(stats->message, sizeof stats->message,
                 "trajectory %zu of %s does not begin with orthonormal columns: their products are "
                 "%.3g away from those, and may be %g; lf_action_project finds the nearest ones",
                 i, P->name ? P->name : "the problem", defect, FAR);
        s = LF_EINPUT;
    }
    free(one);
    return s;
}
