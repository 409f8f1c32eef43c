/* SPDX-License-Identifier: BSD-3-Clause */
/* scan.h - looking inside steps: zeros of events, and the smallest value of the problem's guard. A
 * way of stepping hands over each step of each trajectory as a leg; nothing that is found changes the
 * steps, but a trajectory may end within one. */
#ifndef LF_SOLVE_SCAN_H
#define LF_SOLVE_SCAN_H

#include <lieflow/solve.h>

/* A step of one trajectory, points being plain vectors. */
typedef struct {
    double t, h, t1;   /* t1: the time at its end, t + h but for rounding */
    const size_t *who; /* the trajectory */
    const double *y0, *y1;
    double rate; /* how fast the guard may change at its end; NaN: not known yet */
    /* the point at t + x h, 0 < x < 1, into y */
    lf_status (*between)(void *ctx, double x, double *y);
    void *ctx;
} lf_leg;

/* What is known of the guard of a lane. */
typedef struct {
    double value;       /* where it was looked at last, */
    double rate;        /* and how fast it may change at the present point */
    double travelled;   /* it has changed by no more than this since */
    double before, gap; /* the value at the look before and the step between; gap 0: not known */
    double least;       /* the smallest value of this trajectory */
} lf_guarded;

typedef struct {
    const lf_problem *P; /* on the manifold */
    const lf_options *opt;
    const lf_sink *sink;
    lf_tally tally;      /* of what is looked at: Newton's iterations are no part of the run's */
    size_t base;         /* pieces that a step is looked at in, at least */
    bool events, follow; /* events are looked for; the guard is followed */
    bool ended;          /* the trajectory of the last leg has ended in it */
    bool refused;        /* the one who was told of an event wants the run to end */
    double turn_end;     /* angular velocity at the end of the present leg; NaN: not known yet */
    const lf_guard *guard;
    lf_quantity *rate;   /* how fast the guard may change; NULL: not known */
    double *turn;        /* [lane]: angular velocity at the present point */
    double *value;       /* [lane][event]: there */
    lf_guarded *guarded; /* [lane] */
    /* events at four neighbouring places: before, at the ends of a piece, behind */
    double *sample[4];
    double *there;  /* events at the end of what is searched */
    double *unsure; /* [event]: 1: a pair of zeros may hide in the piece */
    double *point, *end, *quantity_work, *work;
    double *memory;
} lf_scan;

/* Is there anything to look for inside the steps of a run? */
bool lf_scan_wanted(const lf_problem *P, const lf_options *opt);
lf_status lf_scan_new(lf_scan *S, const lf_problem *P, const lf_options *opt, size_t m);
void lf_scan_free(lf_scan *S);

/* A trajectory begins in a lane. */
void lf_scan_begin(lf_scan *S, size_t lane, const size_t *who, double t, const double *y,
                   lf_stats *stats);
/* Look inside a step of a lane. If that ends its trajectory S->ended is true, *x tells where, S->end
 * is the point there, and the statistics say why. */
lf_status lf_scan_leg(lf_scan *S, size_t lane, const lf_leg *leg, double *x, lf_stats *stats);

/* A step by h of a lane at whose end the guard may change at this rate: can it be left alone, because
 * nothing but the guard is asked for, and that is too large to matter? */
bool lf_scan_quiet(lf_scan *S, size_t lane, double h, double rate);
/* Likewise for several steps that are h long together, at the end of which the guard may change at
 * this rate. Between is nobody to ask: so it may change by a quarter at most of what would matter, at
 * the faster rate of the two ends, and the rate may not have grown by more than a quarter. To fall
 * further on the way it would have to become several times as fast and slow again within the time in
 * which it hardly changed. `now` is what is known then. */
bool lf_scan_calm(const lf_scan *S, size_t lane, double h, double rate, lf_guarded *now);

/* ---- shared by the two kinds of search ---- */

/* The point at x of a leg: one of its ends, or interpolated into `y`. */
lf_status lf_leg_point(const lf_leg *leg, double x, double *y, const double **point);
static inline double lf_leg_time(const lf_leg *leg, double x)
{
    return x == 1 ? leg->t1 : leg->t + x * leg->h;
}
/* Pieces in which a part x of the leg turns little; LF_ELARGE: it goes round too often. */
lf_status lf_scan_pieces(lf_scan *S, size_t lane, const lf_leg *leg, double x, size_t *pieces,
                         lf_stats *stats);
/* Now and then in a long leg: does the caller want to go on? */
lf_status lf_scan_tick(const lf_scan *S, const lf_leg *leg, double x, lf_stats *stats);

/* events.c: all zeros up to *x; a terminal one moves it there and sets S->ended. */
void lf_scan_event_values(lf_scan *S, const size_t *who, double t, const double *y, double *g);
lf_status lf_scan_events(lf_scan *S, size_t lane, const lf_leg *leg, double *x, lf_stats *stats);

/* What the guard does on the way along a leg. */
typedef struct {
    bool fell;           /* below its bound, */
    double x;            /* there; else the end of what was looked at */
    double least, where; /* the smallest value, and its place */
    lf_guarded now;      /* at the end */
} lf_nearest;
/* nearest.c: the guard from the beginning of the leg to x. */
lf_status lf_scan_nearest(lf_scan *S, size_t lane, const lf_leg *leg, double x, lf_nearest *N,
                          lf_stats *stats);
double lf_scan_guard(const lf_scan *S, lf_quantity *quantity, const size_t *who, double t,
                     const double *y);

#endif
