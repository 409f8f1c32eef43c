/* SPDX-License-Identifier: BSD-3-Clause */
/* lanes.h - what belongs to the lanes of a call: fields, quantities, potentials and methods get it
 * as one thing. A lane is one trajectory at one time; component c of lane i is at a[c*n + i]. */
#ifndef LIEFLOW_LANES_H
#define LIEFLOW_LANES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    size_t n;
    const double *t; /* [lane]: time */
    const double *h; /* [lane]: step; NULL where there is none */
    /* [lane]: the number of its trajectory, whatever block or queue brought it here: parameters may
     * differ from trajectory to trajectory, and several lanes may belong to one. NULL: all lanes
     * belong to trajectory 0. */
    const size_t *trajectory;
} lf_lanes;

static inline size_t lf_lanes_trajectory(const lf_lanes *L, size_t i)
{
    return L->trajectory ? L->trajectory[i] : 0;
}

/* The same lanes at other times, or with other steps. */
static inline lf_lanes lf_lanes_at(const lf_lanes *L, const double *t)
{
    const lf_lanes at = {L->n, t, L->h, L->trajectory};
    return at;
}
static inline lf_lanes lf_lanes_with_step(const lf_lanes *L, const double *t, const double *h)
{
    const lf_lanes at = {L->n, t, h, L->trajectory};
    return at;
}

/* `count` of the lanes, from `first` on. */
static inline lf_lanes lf_lanes_part(const lf_lanes *L, size_t first, size_t count)
{
    const lf_lanes part = {count, L->t + first, L->h ? L->h + first : NULL,
                           L->trajectory ? L->trajectory + first : NULL};
    return part;
}

#ifdef __cplusplus
}
#endif

#endif
