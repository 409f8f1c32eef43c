/* SPDX-License-Identifier: BSD-3-Clause */
/* truth.h - what errors are measured against. */
#ifndef LIEFLOW_RUN_TRUTH_H
#define LIEFLOW_RUN_TRUTH_H

#include "run/scenario.h"

typedef struct {
    lf_scenario *S;
    lf_problem P;
    double *y0, *truth, *other;         /* start, true end, another end */
    double *counts;                     /* 1 for columns that are measured, else 0 */
    double *shown, *shown_other, *work; /* columns of two points, and scratch to show them */
    size_t dim, columns;
    lf_progress progress;
    char reference[200]; /* where the truth comes from */
    double reference_error;
} lf_truth;

/* Build the problem; errors count columns that begin with `component`, all of them if NULL. */
lf_status lf_truth_begin(lf_truth *C, lf_scenario *S, const char *component, lf_progress progress);
/* Find the truth, with no fewer steps than `least`. */
lf_status lf_truth_find(lf_truth *C, size_t least);
/* Where n steps of the method end. */
lf_status lf_truth_end(lf_truth *C, const lf_method *M, size_t n, double *y);
/* The size of the solution: the larger of its start and its end. */
double lf_truth_size(const lf_truth *C);
/* Does this status tell something of the method, with these steps on this problem? Then it belongs
 * into a table; others end the work. */
bool lf_truth_tells(lf_status status);
/* 2-norm of a - b over the columns that count; b may be NULL for 0. */
double lf_truth_norm(const lf_truth *C, const double *a, const double *b);

#endif
