/* SPDX-License-Identifier: BSD-3-Clause */
/* stepper.h - the solver: trajectories that are moved on from time to time, with a fixed step or with
 * steps that follow a tolerance. lf_solve is a loop over it, from row to row. */
#ifndef LF_SOLVE_STEPPER_H
#define LF_SOLVE_STEPPER_H

#include "base/poll.h"
#include "solve/ends.h"
#include "solve/watch.h"

typedef struct lf_stepper lf_stepper;

/* A way of stepping. Every function but the last two answers a status, with a sentence in the
 * statistics when it is a failure. */
typedef struct {
    /* Get memory and stand at the start, y. */
    lf_status (*begin)(lf_stepper *S, const double *y);
    /* Move every trajectory to `time` or beyond. LF_EVENT: all of them have ended, the last at
     * S->reached, which may be beyond `time` */
    lf_status (*advance)(lf_stepper *S, double time);
    /* Put the points at `time`, and what is watched there, into the row; *time becomes that of a
     * step where it is the same but for rounding. */
    lf_status (*show)(lf_stepper *S, double *time);
    /* Hand back the points that were reached, and what was counted. */
    void (*finish)(lf_stepper *S, double *y);
    void (*free)(lf_stepper *S);
} lf_stepper_kind;
extern const lf_stepper_kind lf_stepper_fixed, lf_stepper_adaptive;
/* The second way without rows between the ends: lanes are filled from a queue of trajectories. */
extern const lf_stepper_kind lf_stepper_queued;

struct lf_stepper {
    const lf_stepper_kind *kind;
    void *state;               /* of the kind */
    const lf_problem *P;       /* on the manifold */
    const lf_problem *stepped; /* what the method steps on: ambient for a classical method */
    const lf_method *M;
    const lf_options *opt;
    const lf_sink *sink;
    lf_stats *stats;
    size_t n, m, blocks;             /* trajectories, lanes of a full block, blocks */
    size_t *who;                     /* 0, 1, .. n - 1; fixed.c lets lanes that are over differ */
    lf_ends ends;                    /* trajectories that are over */
    bool begun;                      /* there are points to hand back */
    double reached;                  /* see advance */
    double same;                     /* times this near to the end are the end */
    double *y, *invariants, *defect; /* the row, [..][n] */
    lf_tally tally;
    lf_poller poller; /* asks the caller whether to go on, by time */
};

/* `count` doubles, all 0, on a boundary that suits vectors; NULL when there is no room. */
double *lf_stepper_memory(size_t count);

/* From row to row: y holds the start and then the points that were reached. */
lf_status lf_stepper_run(lf_stepper *S, double *y);

/* Lanes of block k. */
size_t lf_stepper_lanes(const lf_stepper *S, size_t k);
/* Copy `count` components between a block of `lanes` from trajectory `first` on and the whole. */
void lf_stepper_scatter(const lf_stepper *S, size_t first, size_t lanes, size_t count,
                        const double *from, double *to);
void lf_stepper_gather(const lf_stepper *S, size_t first, size_t lanes, size_t count,
                       const double *from, double *to);
/* Put the lanes of a block that are not over into the row: their points, and what the watcher has
 * just seen. */
void lf_stepper_put(lf_stepper *S, size_t first, const lf_watcher *w, const double *y);
/* Hand back the points of a block, but those that were handed back when they were over. */
void lf_stepper_return(const lf_stepper *S, size_t first, size_t lanes, const double *from,
                       double *to);
/* Ask the caller whether to go on. */
lf_status lf_stepper_tick(lf_stepper *S, double time, double progress);
/* The fraction of the run that is done at `time`. */
double lf_stepper_progress(const lf_stepper *S, double time);
lf_status lf_stepper_no_memory(lf_stepper *S);

#endif
