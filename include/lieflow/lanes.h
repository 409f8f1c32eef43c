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
    /* scratch for a quantity of the problem, lf_problem.quantity_work doubles a lane; NULL where
     * nothing is asked for */
    double *work;
    /* [lane]: a time inside the step that is being made, for fields with breaks (lf_breaks): a stage at
     * the end of a step that ends at a break belongs to the side that the step is on, as does one that
     * a composition puts beyond it. NULL: t itself tells the side. */
    const double *inside;
} lf_lanes;

static inline size_t lf_lanes_trajectory(const lf_lanes *L, size_t i)
{
    return L->trajectory ? L->trajectory[i] : 0;
}

/* The time that tells on which side of a break lane i is. */
static inline double lf_lanes_inside(const lf_lanes *L, size_t i)
{
    return L->inside ? L->inside[i] : L->t[i];
}

/* The same as a pointer for a lane taken out, or NULL. */
static inline const double *lf_lanes_side(const lf_lanes *L, size_t i)
{
    return L->inside ? L->inside + i : NULL;
}

/* The same lanes at other times, or with other steps. */
static inline lf_lanes lf_lanes_at(const lf_lanes *L, const double *t)
{
    const lf_lanes at = {L->n, t, L->h, L->trajectory, L->work, L->inside};
    return at;
}
static inline lf_lanes lf_lanes_with_step(const lf_lanes *L, const double *t, const double *h)
{
    const lf_lanes at = {L->n, t, h, L->trajectory, L->work, L->inside};
    return at;
}

/* `count` of the lanes, from `first` on. */
static inline lf_lanes lf_lanes_part(const lf_lanes *L, size_t first, size_t count)
{
    const lf_lanes part = {count,
                           L->t + first,
                           L->h ? L->h + first : NULL,
                           L->trajectory ? L->trajectory + first : NULL,
                           L->work,
                           L->inside ? L->inside + first : NULL};
    return part;
}

#ifdef __cplusplus
}
#endif

#endif
