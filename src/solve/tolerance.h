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
    double atol, rtol;
} lf_block_tolerance;

typedef struct {
    size_t blocks;
    lf_block_tolerance block[LF_MAX_BLOCKS];
    const lf_estimator *estimator;
    lf_control control;
    double safety;
} lf_measure;

lf_measure lf_measure_make(const lf_problem *P, const lf_estimator *E, const lf_tolerance *tol);

/* The error of lane i of n, 1 being just allowed; and that of `error_low` alone. */
double lf_measure_error(const lf_measure *m, size_t n, size_t i, const lf_attempt *a);
double lf_measure_low(const lf_measure *m, size_t n, size_t i, const lf_attempt *a);
/* A rate (algebra element) of lane i in the same units. */
double lf_measure_rate(const lf_measure *m, size_t n, size_t i, const double *f, const double *y);
/* The size of the point of lane i in the same units: 1 stands for a whole radian. */
double lf_measure_size(const lf_measure *m, size_t n, size_t i, const double *y);
/* By what the step is multiplied after an error, given the last accepted one. */
double lf_measure_factor(const lf_measure *m, double error, double before, bool accepted);

#endif
