/* SPDX-License-Identifier: BSD-3-Clause */
/* flight.h - a block of lanes whose steps follow a tolerance, each lane with a time and a step of
 * its own. When the trajectory of a lane has landed another one may board. What a trajectory does
 * never depends on the others. */
#ifndef LF_SOLVE_FLIGHT_H
#define LF_SOLVE_FLIGHT_H

#include "solve/ends.h"
#include "solve/scan.h"
#include "solve/tolerance.h"
#include "solve/watch.h"

/* The last accepted step of a lane, kept as a single lane for interpolation. */
typedef struct {
    double t, h;
    double *y0, *f0, *y1, *f1, *stages;
    bool prepared; /* the stages of the continuous extension alone are there */
} lf_last;

/* Where lanes are: one value per lane. */
typedef struct {
    double *t, *h;        /* time, next step */
    double *before;       /* log2 of the last accepted error */
    double *rejected;     /* 1: the last attempt was, else 0 */
    double *least, *most; /* steps that were taken */
    double *tries;        /* attempts of the present trajectory, */
    double *taken;        /* and how many of them were accepted */
    double *goal;         /* where steps must end: the next break, or the end */
} lf_course;
enum { LF_COURSE = 9 };

typedef struct {
    const lf_problem *P; /* what the method steps on: ambient for a classical method */
    const lf_method *M;
    const lf_options *opt;
    const lf_sink *sink;
    lf_measure measure;
    size_t m;              /* lanes */
    double end, direction; /* t1; 1 or -1 */
    double least;          /* a step as short as this gets nowhere */
    lf_tally *tally;
    size_t *who;    /* [lane]: its trajectory; of an empty lane the last one */
    size_t *awho;   /* those of gathered lanes */
    double *y, *f0; /* [component][lane] */
    lf_course course;
    double *alive;      /* [lane]: 0: it flies no more: an event ended it, or it has landed */
    int *level;         /* [lane]: of a method whose order varies */
    lf_ends *ends;      /* trajectories that are over */
    size_t failed;      /* lanes whose trajectory failed, where the others go on */
    lf_status *refused; /* [lane]: what its last attempt was refused with, or LF_OK */
    bool refusals;      /* there is such a lane */
    double *lone;       /* scratch for an attempt of one lane, where there are several */
    lf_attempt a;       /* the present attempt, of a.n lanes */
    bool gathered;      /* these are copies: else the block's own lanes, idle ones among them */
    size_t *lane;       /* lane of the attempt -> lane: one of these two: */
    size_t *own, *list;
    size_t waiting;                  /* lanes that had not reached the time before it */
    size_t stuck;                    /* lanes whose step would not move them */
    size_t flying;                   /* lanes of the attempt that are not idle, */
    double *flies;                   /* which are 1 here, others 0 */
    lf_course gathered_course, *now; /* of the attempt */
    double *ah, *ay0, *af0;          /* its inputs */
    double *aerror, *alow;           /* its errors, 1 being just allowed */
    double *afactor,
        *alog;        /* what steps are multiplied by; log2 of the errors, or changes of level */
    double *accepted; /* 1 or 0 */
    bool breaks;      /* the field has them: */
    double *ainside;  /* lf_lanes.inside of the attempt, */
    double *awanted;  /* and the steps it would have made without them */
    bool project;     /* put the points back on the manifold after every step */
    double *astart, *atime; /* for that: where the lanes began, when they end; then scratch */
    double *arena;          /* the memory of all this */
    bool keep;              /* last steps are kept: rows or events will want them */
    lf_last *last;          /* [lane] */
    bool looks;             /* inside steps: for events, or after the guard */
    lf_scan scan;
    double *one; /* a point, and below it scratch of a single lane */
    size_t attempts, steps, rejections;
    lf_watcher watcher;
    size_t watch; /* a lane's steps between looks; LF_WATCH_AUTO before the first attempt */
} lf_flight;

lf_status lf_flight_new(lf_flight *f, const lf_problem *P, const lf_problem *inner,
                        const lf_method *M, const lf_options *opt, size_t m, lf_tally *tally);
void lf_flight_free(lf_flight *f);

/* Attempts that a trajectory may make. */
static inline size_t lf_flight_most_tries(const lf_options *opt)
{
    return opt->tolerance.most ? opt->tolerance.most : 100000000;
}

/* Begin the trajectories whose points are in `count` lanes of y: fields, first steps and event
 * values at the start. */
lf_status lf_flight_board(lf_flight *f, size_t count, const size_t *lane, lf_stats *stats);
/* One attempt of the lanes that have not reached `time`; *flown: there were any. */
lf_status lf_flight_try(lf_flight *f, double time, bool *flown, lf_stats *stats);
/* Add rejections and the sizes of steps to the statistics. */
void lf_flight_count(const lf_flight *f, lf_stats *stats);
/* The point of a lane at a time within its last step, or where it ended; a plain vector. */
lf_status lf_flight_point(lf_flight *f, size_t lane, double time, const double **y);
/* LF_OK, or a failure where the tolerance asks for more digits than the point of a lane has; a
 * margin above 1 also tells when it is near that. */
lf_status lf_flight_roundoff(const lf_flight *f, size_t lane, double margin, lf_stats *stats);
/* The trajectory of a lane fails: what happened goes into the statistics. Answers s, or LF_OK when
 * the others go on; it then flies no more. */
lf_status lf_flight_fail(lf_flight *f, lf_stats *stats, lf_status s, size_t lane);
/* Likewise, what happened having been said. */
lf_status lf_flight_over(lf_flight *f, lf_stats *stats, lf_status s, size_t lane);

/* alone.c: doubles for an attempt of one lane. */
size_t lf_flight_lone_size(const lf_flight *f);
/* Free the lanes whose turn it is of what rounding has added up. Fields stay: they are off by less than
 * their own rounding. */
void lf_flight_settle(lf_flight *f);
/* The attempt was refused with s: the lanes that fly try one by one, and those that are refused
 * alone get points that are none, so that they are rejected. */
lf_status lf_flight_alone(lf_flight *f, lf_status s);
/* Points back to the manifold, n lanes of them. */
lf_status lf_flight_project(lf_flight *f, const lf_attempt *a, const size_t *lane, double *start,
                            double *time);
size_t lf_flight_error_dim(const lf_flight *f);

/* breaks.c: the next break on the way of a lane that stands at t, or the end. */
double lf_flight_goal(const lf_flight *f, double t);
/* Sides of breaks for the lanes of an attempt whose steps are known, and what they would rather do. */
void lf_flight_sides(lf_flight *f);
/* Lanes that have reached a break go on from there: with the field on its other side, and with the step
 * that they had before. */
lf_status lf_flight_pass(lf_flight *f, lf_stats *stats);

/* between.c: look for events and the guard in the last step of a lane; may shorten it and end the
 * lane. */
lf_status lf_flight_look(lf_flight *f, size_t lane, lf_stats *stats);
/* The point at t + x h of the last step of a lane, into `y`. */
lf_status lf_flight_interpolate(lf_flight *f, size_t lane, double x, double *y);

/* Copy lane `from` of n to lane `to` of k, `count` components. */
static inline void lf_lane_copy(size_t count, const double *x, size_t n, size_t from, double *y,
                                size_t k, size_t to)
{
    for (size_t c = 0; c < count; c++)
        y[c * k + to] = x[c * n + from];
}

#endif
