/* SPDX-License-Identifier: BSD-3-Clause */
/* tolerance.h - how large an error is, and what step comes next. */
#ifndef LF_SOLVE_TOLERANCE_H
#define LF_SOLVE_TOLERANCE_H

#include <lieflow/solve.h>

enum { LF_MAX_BLOCKS = 64 };

/* A part of the algebra and of the points that has a tolerance of its own. */
typedef struct {
    size_t rate, rates;   /* first component in the algebra, and how many */
    size_t point, points; /* likewise of a point */
    bool flat;            /* a vector space */
    size_t copies;        /* of a power, else 1 */
    double atol, rtol;
} lf_block_tolerance;

typedef struct {
    size_t dim; /* of a point */
    size_t blocks;
    lf_block_tolerance block[LF_MAX_BLOCKS];
    const lf_estimator *estimator;
    lf_control control;
    double safety;
} lf_measure;

lf_measure lf_measure_make(const lf_problem *P, const lf_estimator *E, const lf_tolerance *tol);

/* The errors of all lanes of an attempt, 1 being just allowed; infinite where a point is not
 * finite. `error_low` alone goes to `low` where that is not NULL. Each array holds a.n numbers,
 * `work` twice as many. */
void lf_measure_errors(const lf_measure *m, const lf_attempt *a, double *error, double *low,
                       double *work);
/* A rate (algebra element) of lane i in the same units. */
double lf_measure_rate(const lf_measure *m, size_t n, size_t i, const double *f, const double *y);
/* The size of the point of lane i in the same units: 1 stands for a whole radian. */
double lf_measure_size(const lf_measure *m, size_t n, size_t i, const double *y);
/* Does the tolerance ask for more digits than the point of lane i has, or (margin > 1) nearly so?
 * Then it answers the block where that is so, *asked is the error it allows there and *size that of
 * the block, which is rounded at the 16th digit; else NULL. */
const lf_block_tolerance *lf_measure_beyond(const lf_measure *m, size_t n, size_t i,
                                            const double *y, double margin, double *asked,
                                            double *size);
/* By what the steps of n lanes are multiplied after these errors, given the logarithms (base 2) of
 * the last accepted ones; `log` takes those of the errors. */
void lf_measure_factors(const lf_measure *m, size_t n, const double *error, const double *before,
                        double *factor, double *log);
/* Steps to the nearest rung of a ladder of ratios 2^(1/4), those after a rejection downwards: an action
 * that remembers tables for a step (lf_action.keep) finds them again, where steps that change by a
 * percent each time would need new ones. */
void lf_steps_on_ladder(size_t n, const double *rejected, double *h);

#endif
