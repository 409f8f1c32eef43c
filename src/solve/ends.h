/* SPDX-License-Identifier: BSD-3-Clause */
/* ends.h - the book of a run: which trajectories are over, where and why, while others go on. */
#ifndef LF_SOLVE_ENDS_H
#define LF_SOLVE_ENDS_H

#include <lieflow/solve.h>

typedef struct {
    size_t n, dim, count;   /* trajectories, components of a point, invariants */
    bool go_on;             /* others go on when one fails */
    lf_trajectory_end *end; /* the caller's, [n], or NULL */
    bool *settled;          /* [n]: it failed, and its column of the row is not touched again */
    double *points;         /* the caller's, [dim][n]: where those that are over stand */
    double *y, *invariants, *defect; /* the row, [..][n] */
    size_t failed, settled_count;
    size_t first;    /* the first by number that failed */
    double earliest; /* where the first in time of those stands that failed */
    double direction;
    double zero;       /* where trajectory 0 stands, if it is over */
    char message[240]; /* about the first */
} lf_ends;

/* All that a lane has to say when its trajectory is over. */
typedef struct {
    size_t trajectory, steps;
    double t;
    size_t m, lane;  /* lane of m, */
    const double *y; /* and its point, [dim][m] */
} lf_ending;

/* A trajectory failed with status s; the sentence and the number are in the statistics. Answers s,
 * or LF_OK when the others are to go on: its point is then in its place. */
lf_status lf_ends_fail(lf_ends *E, lf_stats *stats, lf_status s, const lf_ending *how);
/* Write down how a trajectory ended, unless that was said before. */
void lf_ends_note(lf_ends *E, size_t trajectory, lf_status s, double t, size_t steps,
                  const char *message);
/* The status of the whole run, and a sentence about those that failed. */
lf_status lf_ends_sum(const lf_ends *E, lf_stats *stats, lf_status s);
/* How many of m lanes from trajectory `first` on are over. */
size_t lf_ends_settled(const lf_ends *E, size_t first, size_t m);

#endif
