/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.h - the invariants and the defect of a block of trajectories, followed through a run. */
#ifndef LF_SOLVE_WATCH_H
#define LF_SOLVE_WATCH_H

#include <lieflow/solve.h>

/* Values of one moment for m lanes, and where they began. */
typedef struct {
    const lf_problem *P; /* the one on the manifold */
    const size_t *who;   /* [lane]: trajectories */
    size_t m, count;     /* lanes, invariants */
    bool follow;     /* the guard is followed inside steps by others: it is not looked at here */
    double *start;   /* the first points, [component][lane] */
    double *initial; /* [invariant][lane] */
    double *now;     /* likewise */
    double *defect;  /* [lane] */
    double *guard;   /* [lane]: what the problem's guard measures, if it has one */
    /* what falls by the problem's cost, NULL: nothing; and by lanes, at the start, at the latest look and
     * now, and the time of that look */
    lf_quantity *falls;
    double *high, *before, *cost, *when;
    double *work;
} lf_watcher;

size_t lf_watch_count(const lf_problem *P);
/* Doubles that a watcher of m lanes needs. */
size_t lf_watcher_size(const lf_problem *P, size_t m);
lf_watcher lf_watcher_layout(const lf_problem *P, size_t m, const size_t *who, double *memory);

/* Remember where the block begins. */
void lf_watcher_begin(lf_watcher *w, const double *t, const double *y);
/* Likewise for the lanes of L alone, which are lanes lane[0], lane[1], .. of the block; their points
 * are in y, and `values` is scratch for one number each. */
void lf_watcher_board(lf_watcher *w, const lf_lanes *L, const size_t *lane, const double *y,
                      double *values);
/* Evaluate at (t, y) and add what is seen to the statistics. */
void lf_watcher_look(lf_watcher *w, const double *t, const double *y, lf_stats *stats);
/* Likewise for the lanes of L alone, which are lanes lane[0], lane[1], .. of the block; their points
 * are in y, and `start` is scratch for as many. */
void lf_watcher_look_some(const lf_watcher *w, const lf_lanes *L, const size_t *lane,
                          const double *y, double *start, lf_stats *stats);

/* Steps between looks, given the evaluations of a lane's step (LF_WATCH_AUTO). */
size_t lf_watch_stride(const lf_problem *P, size_t asked, size_t evaluations);

#endif
