/* SPDX-License-Identifier: BSD-3-Clause */
/* flight.h - a block of lanes whose steps follow a tolerance, each lane with a time and a step of
 * its own. Lanes that wait are left out of the attempts; what a lane does never depends on the
 * others. */
#ifndef LF_SOLVE_FLIGHT_H
#define LF_SOLVE_FLIGHT_H

#include "solve/tolerance.h"
#include "solve/watch.h"

/* The last accepted step of a lane, kept as a single lane for interpolation. */
typedef struct {
    double t, h;
    double *y0, *f0, *y1, *f1, *stages;
    bool prepared; /* the stages of the continuous extension alone are there */
} lf_last;

typedef struct {
    const lf_problem *P; /* what the method steps on: ambient for a classical method */
    const lf_method *M;
    const lf_options *opt;
    const lf_sink *sink;
    lf_measure measure;
    size_t m, first;             /* lanes, and the trajectory of the first */
    double end;                  /* t1 */
    double *y, *f0;              /* [component][lane] */
    double *t, *h, *before;      /* [lane]: time, next step, last accepted error */
    bool *ended;                 /* [lane]: a terminal event was met */
    bool *rejected;              /* [lane]: the last attempt was */
    int *level;                  /* [lane]: of a method whose order varies */
    lf_attempt a;                /* packed: a.n lanes that fly now */
    double *at, *ah, *ay0, *af0; /* its inputs */
    bool project;                /* put the points back on the manifold after every step */
    double *aerror, *alow;       /* [packed lane]: errors, 1 being just allowed */
    double *afactor;             /* [packed lane]: what the steps are multiplied by */
    double *arena;               /* the memory of all this */
    double *astart, *atime;      /* for that: where the packed lanes began, when they end */
    size_t *lane;                /* packed lane -> lane */
    bool keep;                   /* last steps are kept: rows or events will want them */
    lf_last *last;               /* [lane] */
    double *event_value;         /* [lane][event]: at the present point */
    double *one;                 /* a point, and below it scratch of a single lane */
    size_t attempts, steps, rejections;
    lf_watcher watcher;
} lf_flight;

/* Bytes are asked for in two kinds: doubles and the small arrays. */
lf_status lf_flight_new(lf_flight *f, const lf_problem *P, const lf_problem *inner,
                        const lf_method *M, const lf_options *opt, size_t m);
void lf_flight_free(lf_flight *f);

/* Fields, first steps and event values at the start; y must be set. */
lf_status lf_flight_begin(lf_flight *f, lf_stats *stats);
/* Fly until every lane has reached `time` or ended. */
lf_status lf_flight_to(lf_flight *f, double time, lf_stats *stats);
/* The point of a lane at a time within its last step, or where it ended; a plain vector. */
lf_status lf_flight_point(lf_flight *f, size_t lane, double time, const double **y);

/* events.c: look for zeros in the last step of a lane; may shorten it and end the lane. */
lf_status lf_flight_events(lf_flight *f, size_t lane, lf_stats *stats);
void lf_flight_event_values(lf_flight *f, size_t lane, double t, const double *y);
/* The point at t + x h of the last step of a lane, into `y`. */
lf_status lf_flight_interpolate(lf_flight *f, size_t lane, double x, double *y);

#endif
