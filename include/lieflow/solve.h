/* SPDX-License-Identifier: BSD-3-Clause */
/* solve.h - march one or many trajectories with a fixed step. */
#ifndef LIEFLOW_SOLVE_H
#define LIEFLOW_SOLVE_H

#include <lieflow/method.h>

enum { LF_MAX_INVARIANTS = 16 };

/* One row of output: all trajectories at one time. */
typedef struct {
    double t;
    size_t n;             /* trajectories */
    const double *y;      /* [component][trajectory] */
    const double *invariants; /* [invariant][trajectory] */
    const double *defect;     /* [trajectory] */
    double progress;      /* 0 .. 1 */
} lf_row;

/* Takes rows. Answers LF_OK to go on, LF_STOPPED (or another non-zero status) to end the run. */
typedef struct {
    lf_status (*row)(void *ctx, const lf_row *row);
    void *ctx;
} lf_sink;

typedef struct {
    double t0, t1;
    double h;         /* step; t1 < t0 marches backwards */
    double every;     /* time between rows; 0: a row at the start and the end only */
    size_t watch;     /* look at invariants and defect every so many steps; 0: at rows only */
    size_t block;     /* lanes marched together; 0: as many as keep the scratch in L1 */
    /* called now and then with the fraction done; non-zero stops the run; may be NULL */
    int (*tick)(void *ctx, double fraction);
    void *tick_ctx;
} lf_options;

typedef struct {
    double initial, final, max_drift; /* max_drift over steps and trajectories */
} lf_watch;

typedef struct {
    double t;              /* reached by every trajectory */
    size_t steps;          /* per trajectory */
    size_t evaluations;    /* of the field, per trajectory */
    size_t invariants;     /* how many are watched */
    lf_watch invariant[LF_MAX_INVARIANTS]; /* of trajectory 0 but for max_drift */
    double defect;         /* the largest seen */
    size_t lane;           /* where a failure happened */
    char message[240];     /* what happened, when the status is not LF_OK */
} lf_stats;

lf_options lf_options_default(void);

/* March the n trajectories in y ([component][trajectory]) from t0 to t1; y then holds the last
 * good points. `sink` may be NULL, `stats` too. */
lf_status lf_solve(const lf_problem *P, const lf_method *M, const lf_options *opt, size_t n,
                   double *y, const lf_sink *sink, lf_stats *stats);

#endif
