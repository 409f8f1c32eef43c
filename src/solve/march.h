/* SPDX-License-Identifier: BSD-3-Clause */
/* march.h - a block of lanes stepping along the time grid t0 + k h. */
#ifndef LF_SOLVE_MARCH_H
#define LF_SOLVE_MARCH_H

#include "solve/ends.h"
#include "solve/watch.h"

/* The grid of a fixed-step run: t_k = t0 + k h, never accumulated; the last step fits. Where the field
 * has breaks (lf_breaks) it is made of such pieces, one from each break to the next. */
typedef struct lf_grid lf_grid;
struct lf_grid {
    double t0, t1, h; /* h has the sign of t1 - t0 */
    size_t steps;
    size_t phase;         /* when points settle (lf_action_settle) */
    size_t first;         /* of a piece: steps before it */
    size_t pieces;        /* 0: it is one */
    const lf_grid *piece; /* in their order */
};

lf_grid lf_grid_make(double t0, double t1, double h);
/* Where breaks cut the time from t0 to t1: how many pieces there are, 0 for a field without breaks; and
 * the pieces, into memory for so many. */
size_t lf_grid_count(const lf_problem *P, double t0, double t1);
void lf_grid_cut(lf_grid *g, const lf_problem *P, size_t pieces, lf_grid *piece);
/* The piece that the step leaving t_k is in; g itself if there are none. */
const lf_grid *lf_grid_piece(const lf_grid *g, size_t k);
double lf_grid_time(const lf_grid *g, size_t k);
/* How many steps of a round of `round` are over when the run begins. Time counts them, so that a run that
 * is continued from its last point does what the whole run does. */
size_t lf_grid_phase(double t0, double h, size_t round);
/* The step that leaves t_k. */
double lf_grid_step(const lf_grid *g, size_t k);

typedef struct lf_glance lf_glance; /* solve/glance.h */

/* A block of m lanes, contiguous in memory, and its scratch. */
typedef struct {
    const lf_problem *P; /* what the method steps on: ambient for a classical method */
    const lf_method *M;
    const lf_grid *grid;
    size_t m, first;       /* lanes, and the trajectory the first of them belongs to */
    size_t *who;           /* [lane]: trajectories */
    lf_ends *ends;         /* trajectories that are over: */
    const bool *over;      /* [lane]: such a lane is another one's twin, so that it does no harm */
    size_t live;           /* lanes that are not */
    const lf_options *opt; /* when to look, and who is told of steps */
    lf_tally *tally;
    size_t watch;     /* steps between looks; LF_WATCH_AUTO before the first step */
    size_t k;         /* steps done */
    double *y, *next; /* points, [component][lane] */
    double *saved;    /* points and carry at the last check */
    double *side;     /* a point off the grid, and the carry on the way there */
    double *carry, *t, *h, *work;
    double *inside; /* lf_lanes.inside, where the grid has pieces */
    double *one;    /* a single point */
    double *lone;   /* scratch for a step of one lane, where there are several */
    bool project;   /* put the points back on the manifold: */
    size_t project_every, project_phase; /* after so many steps, of which so many came before */
    lf_watcher watcher;
    lf_glance *glance; /* looks inside steps; NULL: there is nothing to look for */
    /* The trajectory of a block of one lane has ended inside the step that leaves the present points:
     * when, and where. */
    bool ended;
    double stop;
    const double *end;
} lf_block;

/* When the block stands where it stands. */
static inline double lf_block_time(const lf_block *b)
{
    return b->ended ? b->stop : lf_grid_time(b->grid, b->k);
}
/* Its points then. */
static inline const double *lf_block_points(const lf_block *b)
{
    return b->ended ? b->end : b->y;
}

size_t lf_block_size(const lf_problem *P, const lf_problem *inner, const lf_method *M, size_t m);
lf_block lf_block_layout(const lf_problem *P, const lf_problem *inner, const lf_method *M,
                         const lf_grid *grid, size_t m, size_t *who, double *memory);

/* Fill the carry and remember the start; y must be set. */
lf_status lf_block_begin(lf_block *b, lf_stats *stats);
/* Step until `k` steps are done, or all lanes are over or have ended. On failure the points are the
 * last good ones, b->k says how many steps they took, and stats tell where and what. */
lf_status lf_block_march(lf_block *b, size_t k, lf_stats *stats);
/* The points at a time up to one step ahead of the present, or inside the last step if the block looks
 * into steps, without moving the block; where it has ended before, the end. */
lf_status lf_block_peek(lf_block *b, double time, const double **y, lf_stats *stats);

/* rescue.c: when a step, a start or a peek went wrong, lanes are tried one by one: a lane alone has
 * the bits that it has among others. Those that fail are over, each for a reason of its own; answers
 * LF_OK when the others go on. */
size_t lf_block_lone_size(const lf_problem *P, const lf_problem *inner, const lf_method *M,
                          size_t m);
/* A step from y to next, `before` being what the method remembered then. */
lf_status lf_block_rescue_step(lf_block *b, const double *before, lf_status s, lf_stats *stats);
lf_status lf_block_rescue_start(lf_block *b, lf_status s, lf_stats *stats);
/* From y0 to b->side, where the method remembered `before`. */
lf_status lf_block_rescue_peek(lf_block *b, const double *y0, const double *before, lf_status s,
                               lf_stats *stats);
/* Lane i is over; its last good point is in b->y. */
lf_status lf_block_fail(lf_block *b, lf_stats *stats, lf_status s, size_t lane);
/* Lanes that are over become twins of one that is not, in y and in all that belongs to lanes. */
void lf_block_twin(lf_block *b, double *y);
/* Does the step that is being made end at a break, from where on a method has to remember other things? */
bool lf_block_breaks(const lf_block *b);
/* Do the points settle after the step that is being made (action/settle.h)? */
bool lf_block_settles(const lf_block *b);
/* Is a lane's value among these points not finite? */
bool lf_block_nonfinite(const lf_block *b, size_t lane, const double *y);
lf_status lf_block_project(const lf_block *b, double *y);
/* Is it done after the step that leaves t_k? */
bool lf_block_projects(const lf_block *b, size_t k);
/* Is a point after k steps shown projected, though the motion goes on from it as it is? */
bool lf_block_owes(const lf_block *b, size_t k);
/* Where a run ends, wherever that is, its points are projected as those of rows are: the last good point
 * of a lane that is over, and, when the block goes no further, those of all. A point that cannot be
 * projected stays as it is. */
const double *lf_block_last(lf_block *b, size_t lane);
void lf_block_finish(lf_block *b);
lf_lanes lf_block_lanes(const lf_block *b);

#endif
