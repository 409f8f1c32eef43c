/* SPDX-License-Identifier: BSD-3-Clause */
/* rows.h - rows of output put together from blocks of lanes and handed to a sink; and what the two
 * ways of marching share. */
#ifndef LF_SOLVE_ROWS_H
#define LF_SOLVE_ROWS_H

#include "solve/watch.h"

/* A run: what is asked for, and the row being made. */
typedef struct {
    const lf_problem *P;       /* on the manifold */
    const lf_problem *stepped; /* what the method steps on: ambient for a classical method */
    const lf_method *M;
    const lf_options *opt;
    const lf_sink *sink;
    lf_stats *stats;
    size_t n, m, blocks; /* trajectories, lanes of a full block, blocks */
    size_t *who;         /* 0, 1, .. n - 1 */
    lf_tally tally;
    double *y, *invariants, *defect; /* the row, [..][n] */
} lf_run;

/* `count` doubles, all 0, on a boundary that suits vectors; NULL when there is no room. */
double *lf_run_memory(size_t count);

lf_status lf_run_new(lf_run *r);
void lf_run_free(lf_run *r);

/* Lanes of block k. */
size_t lf_run_lanes(const lf_run *r, size_t k);
/* Copy `count` components between a block of `lanes` from trajectory `first` on and the whole. */
void lf_run_scatter(const lf_run *r, size_t first, size_t lanes, size_t count, const double *from,
                    double *to);
void lf_run_gather(const lf_run *r, size_t first, size_t lanes, size_t count, const double *from,
                   double *to);
/* Put the lanes of a block into the row: their points, and what the watcher has just seen. */
void lf_run_put(lf_run *r, size_t first, const lf_watcher *w, const double *y);
/* Hand the row to the sink. */
lf_status lf_run_give(lf_run *r, double time, double progress);
/* Ask the caller whether to go on. */
lf_status lf_run_tick(lf_run *r, double time, double progress);

/* The two ways: y holds the start and then the points that were reached. */
lf_status lf_run_fixed(lf_run *r, double *y);
lf_status lf_run_adaptive(lf_run *r, double *y);
/* The second way without rows between the ends. */
lf_status lf_run_ensemble(lf_run *r, double *y);

#endif
