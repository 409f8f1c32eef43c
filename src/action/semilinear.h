/* SPDX-License-Identifier: BSD-3-Clause */
/* semilinear.h - how operations on long points go over lanes: one at a time, as plain vectors. */
#ifndef LF_ACTION_SEMILINEAR_H
#define LF_ACTION_SEMILINEAR_H

#include "action/operator.h"

static inline const lf_operator *lf_semilinear_operator(const lf_group *G)
{
    return G->ctx;
}

/* Lane i of n of `count` components, and back. */
static inline void lf_lane_take(size_t count, size_t n, size_t i, const double *x, double *one)
{
    for (size_t c = 0; c < count; c++)
        one[c] = x[c * n + i];
}
static inline void lf_lane_put(size_t count, size_t n, size_t i, const double *one, double *x)
{
    for (size_t c = 0; c < count; c++)
        x[c * n + i] = one[c];
}

#endif
