/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_race.h - rigid bodies by variational and by explicit methods with more and more work: what
 * each runner pays, and how large its error is. */
#ifndef LIEFLOW_PAPERS_LEE2007_RACE_H
#define LIEFLOW_PAPERS_LEE2007_RACE_H

#include "papers/lee2007.h"

enum { LF_RACE_RUNNERS = 8, LF_RACE_LEVELS = 10 };
enum {
    LF_RACE_LGVI,
    LF_RACE_DMV4,
    LF_RACE_SUZUKI4,
    LF_RACE_KAHANLI6,
    LF_RACE_KAHANLI8,
    LF_RACE_RKMK8,
    LF_RACE_DOP853
};

typedef struct {
    const char *label, *method;
    lf_rotation_rule rotation;
    size_t stages; /* evaluations of a fixed step; 0: steps follow a tolerance */
} lf_race_runner;
extern const lf_race_runner lf_race_runners[LF_RACE_RUNNERS];

/* A problem, and what runs on it gave. */
typedef struct {
    lf_scenario *S;
    lf_problem P;
    lf_progress progress;
    double *y0, *y, *room; /* start, end, and space for the truth */
    double *truth;         /* NULL where the energy counts */
    double t_end, least;   /* least: evaluations of the coarsest fixed steps */
    bool absolute;         /* numbers of size 1: errors may be as large as those of 1 */
    size_t levels, tolerances;
    size_t count[LF_RACE_RUNNERS];
    double work[LF_RACE_RUNNERS][LF_RACE_LEVELS], seconds[LF_RACE_RUNNERS][LF_RACE_LEVELS];
    double error[LF_RACE_RUNNERS][LF_RACE_LEVELS];
} lf_race;

/* Fill a race over the model full-body with these settings; S is the caller's. */
lf_status lf_race_begin(lf_report *R, const char *const *settings, double t_end, lf_race *C);
/* Fixed steps with this many evaluations, or steps that follow a tolerance. */
lf_options lf_race_options(const lf_race *C, size_t m, double evaluations, double tolerance);
lf_status lf_race_solve(lf_race *C, size_t m, const lf_options *opt, const lf_sink *sink,
                        lf_stats *stats);
/* The truth by order 8 at a tolerance near roundoff. */
lf_status lf_race_truth(lf_race *C);
/* Length of the difference to the truth, over components first to last of every body. */
double lf_race_distance(const lf_race *C, size_t first, size_t last);
/* Every runner at every level; progress goes from `begin` on by `share`. */
lf_status lf_race_all(lf_report *R, lf_race *C, double begin, double share);
/* What runner m pays for an error, and the error at a price. Not a number beyond what was measured. */
double lf_race_price(const lf_race *C, size_t m, double error);
double lf_race_error(const lf_race *C, size_t m, double work);

#endif
