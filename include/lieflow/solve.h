/* SPDX-License-Identifier: BSD-3-Clause */
/* solve.h - march one or many trajectories, with a fixed step or with steps that follow a
 * tolerance, lane by lane. */
#ifndef LIEFLOW_SOLVE_H
#define LIEFLOW_SOLVE_H

#include <lieflow/abi.h>
#include <lieflow/method.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LF_MAX_INVARIANTS = 16 };

/* One row of output: all trajectories at one time. */
typedef struct {
    double t;
    size_t n;                 /* trajectories */
    const double *y;          /* [component][trajectory] */
    const double *invariants; /* [invariant][trajectory] */
    const double *defect;     /* [trajectory] */
    double progress;          /* 0 .. 1 */
} lf_row;

/* A scalar function of time and point whose zeros are looked for, inside steps too: in pieces that turn
 * by no more than 0.4 radians, at least 8 a step (4 if steps are fixed), and where the function bends
 * towards zero between two looks, at the bottom of that valley. So nothing is missed that varies as
 * slowly as the motion, but two zeros that are both within 1e-5 of a piece's length of its end. Points
 * between are interpolated, or made by shorter steps of the method from the same start; looking never
 * changes the trajectory.
 *   An event is to arrive at zero or to pass through it; it rises if the value was negative before. To
 * stay on exactly zero, and to leave it to either side, is no event, and whoever begins there has not
 * arrived. The time told is the first at which the sign has changed or the value is 0. */
typedef struct {
    const char *name;
    /* of the single lane L at the point y */
    double (*value)(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y);
    const void *ctx;
    int direction; /* 1: rising zeros only, -1: falling ones, 0: both */
    bool terminal; /* the trajectory ends there; rows before are written, and one where all ended */
} lf_event;

/* A zero that was found. */
typedef struct {
    size_t event, trajectory;
    double t;
    const double *y; /* the point there, a plain vector */
    bool rising;
} lf_hit;

/* Ends a trajectory, as a terminal event does, where a number that is to become small has done so: at the
 * end of the first step at which it is `bound` or less. It is not looked for inside steps, so what is
 * wanted with a cost of a field or less a step does not cost several. */
typedef struct {
    const char *name;
    /* of the single lane L at the point y */
    double (*value)(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y);
    const void *ctx;
    double bound;
} lf_until;

/* Takes rows. Answers LF_OK to go on, LF_STOPPED (or another non-zero status) to end the run. */
typedef struct {
    lf_status (*row)(void *ctx, const lf_row *row);
    void *ctx;
    lf_status (*hit)(void *ctx, const lf_hit *hit); /* takes events; may be NULL */
} lf_sink;

/* A step that was accepted; a terminal event cuts the last one short. */
typedef struct {
    size_t trajectory;
    double t, h;     /* where it began, and its size */
    const double *y; /* the point at its end, a plain vector */
} lf_step;

/* How steps follow the error: by the last two errors (PI), or by the last one alone. */
typedef enum { LF_CONTROL_PI, LF_CONTROL_ELEMENTARY } lf_control;

/* Steps that follow a tolerance. An error is measured block by block: one block a factor of a
 * product, else one in all. It is the length of the estimate in the block over atol + rtol * size;
 * size is 1 for a rotation or another group that is no vector space (the estimate is an angle),
 * and the length of the block of y for a vector space or a method that compares points. */
typedef struct {
    double atol, rtol;                     /* both 0: fixed steps */
    size_t blocks;                         /* the first blocks that have tolerances of their own */
    const double *block_atol, *block_rtol; /* likewise */
    /* largest step; 0: none. The last may be a hundredth longer, so that no crumb is left. */
    double h_max;
    lf_control control;
    double safety; /* 0: 0.9, or 0.85 for the elementary control */
    size_t most;   /* attempts per trajectory; 0: 100 million */
} lf_tolerance;

/* How a trajectory ended. */
typedef struct {
    lf_status status;  /* LF_OK: at t1; LF_EVENT: at a terminal event or below the bound of a guard;
                        * LF_STOPPED: the run ended before it did; else why it failed */
    double t;          /* where its last good point is */
    size_t steps;      /* that led there */
    char message[240]; /* what happened, where the status is a failure or LF_EVENT; else "" */
} lf_trajectory_end;

/* What a failure of one trajectory means for the others. A single one ends the run either way. */
typedef enum {
    LF_FAIL_TOGETHER, /* the run ends: the others stay where they are */
    LF_FAIL_ALONE     /* they go on, with the bits they would have without it */
} lf_failing;

/* As many steps between looks as keep them below about a quarter of the time: a look counts as one
 * evaluation of the field for each invariant and one for the defect, a step as the evaluations that
 * the first one took. So this does not depend on clocks. The ends and rows are looked at in any case,
 * and what is looked at changes no trajectory. */
enum { LF_WATCH_AUTO = 0x7fffffff };

/* Set it up with lf_options_default. */
typedef struct {
    size_t size;       /* sizeof(lf_options), lieflow/abi.h */
    size_t stats_size; /* sizeof(lf_stats), which may grow as well */
    double t0, t1;
    double h;     /* step; with a tolerance the first one, 0: chosen; t1 < t0 goes backwards */
    double every; /* time between rows; 0: a row at the start and the end only */
    /* steps between looks at invariants and defect; 0: at rows only; LF_WATCH_AUTO. The problem's guard
     * is followed inside every step, or with 0 and no bound at rows only. */
    size_t watch;
    bool project; /* put the points back on the manifold after every step: classical methods */
    size_t block; /* lanes marched together; 0: as many as keep the scratch in L1 */
    /* called now and then with the fraction done; non-zero stops the run; may be NULL */
    int (*tick)(void *ctx, double fraction);
    void *tick_ctx;
    /* called after every accepted step; a status other than LF_OK ends the run; may be NULL */
    lf_status (*step)(void *ctx, const lf_step *step);
    void *step_ctx;
    lf_tolerance tolerance;
    const lf_event *events; /* with fixed steps trajectories then march one by one */
    size_t event_count;
    lf_failing failing;      /* lf_options_default says LF_FAIL_ALONE */
    lf_trajectory_end *ends; /* [trajectory], filled in by lf_solve; may be NULL */
    /* with `project` and fixed steps: project after every so many steps, counted from t = 0, and at the
     * end; 0: every step, or as often as the action says whose motion it belongs to (`renew`). Rows
     * between show projected copies, which change no trajectory. */
    size_t project_every;
    const lf_until *until; /* NULL: nothing is waited for; with fixed steps as for events */
} lf_options;

typedef struct {
    double initial, final, max_drift; /* max_drift over looks and trajectories */
} lf_watch;

typedef struct {
    double t;            /* reached by every trajectory but those that failed while others went on;
                          * when the run ended early that is t0 if some had not begun */
    size_t steps;        /* per trajectory; with a tolerance the mean, rounded */
    size_t evaluations;  /* of the field, likewise */
    double iterations;   /* of Newton's method for a system of an implicit method: the mean */
    int most_iterations; /* and the most */
    size_t rejected;     /* attempts whose error was too large, in all */
    double h_min, h_max; /* the steps that were taken */
    size_t events;       /* found, in all */
    size_t invariants;   /* how many are watched */
    lf_watch invariant[LF_MAX_INVARIANTS]; /* of trajectory 0 but for max_drift */
    double defect;                         /* the largest seen */
    double guard, guard_t;                 /* the smallest value of the problem's guard, and when */
    size_t trajectory;                     /* where a failure happened: the first by number */
    char message[240];                     /* what happened, when the status is not LF_OK */
    size_t failed;                         /* trajectories that did */
    size_t watch;                          /* steps between looks; 0: at rows only */
    /* The largest rise from one look to the next of what falls by the problem's cost (lf_cost), and
     * when; 0: none beyond roundoff. */
    double rise, rise_t;
    size_t arrived; /* trajectories that lf_options.until ended */
} lf_stats;

/* From 0 to 1 by steps of 0.01, watched by LF_WATCH_AUTO. The sizes are those of the caller's structs; what
 * lies beyond `size` is left alone. */
void lf_options_init(lf_options *opt, size_t size, size_t stats_size);
static inline lf_options lf_options_default(void)
{
    lf_options opt;
    lf_options_init(&opt, sizeof opt, sizeof(lf_stats));
    return opt;
}

/* March the n trajectories in y ([component][trajectory]) from t0 to t1; y then holds the last
 * good points: after a failure each trajectory has its own, which may be its start. One that a terminal
 * event or the bound of the problem's guard ended stays where it ended; LF_EVENT when all did. `sink`
 * may be NULL, `stats` too.
 *
 * Where several trajectories march and some fail, the others go on (lf_options.failing). From then
 * on rows hold NaN for a trajectory that failed, and the last point for one that an event ended. In
 * the end the answer is LF_ESOME: stats count and name those that failed, lf_options.ends tells each
 * one's status, time and reason. A negative status that a field answers within a step counts as a
 * value that is not finite: where steps follow a tolerance a shorter one is tried, else that
 * trajectory fails with this status. A positive one ends the run. */
lf_status lf_solve(const lf_problem *P, const lf_method *M, const lf_options *opt, size_t n,
                   double *y, const lf_sink *sink, lf_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
