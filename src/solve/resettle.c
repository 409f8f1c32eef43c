/* SPDX-License-Identifier: BSD-3-Clause */
/* resettle.c - the points of an attempt, freed of what rounding has added up (action/settle.h). */
#include "action/settle.h"
#include "solve/flight.h"

void lf_flight_settle(lf_flight *f)
{
    const lf_action *A = f->P->action;
    const size_t n = f->a.lanes.n;
    for (size_t k = 0; k < n; k++) {
        if (f->flies[k] == 0 || (size_t)f->now->tries[k] % LF_SETTLE != 0)
            continue;
        double *start = f->one + A->dim;
        lf_lane_copy(A->dim, f->a.y1, n, k, f->one, 1, 0);
        lf_lane_copy(A->dim, f->watcher.start, f->m, f->lane[k], start, 1, 0);
        lf_action_settle(A, 1, start, f->one);
        lf_lane_copy(A->dim, f->one, 1, 0, f->a.y1, n, k);
    }
}
