/* SPDX-License-Identifier: BSD-3-Clause */
/* errors.h - errors of methods at the end of runs, against a truth that the library had no part in. */
#ifndef LIEFLOW_PAPERS_ERRORS_H
#define LIEFLOW_PAPERS_ERRORS_H

#include "papers/study.h"

/* What is measured. */
typedef struct {
    const char *const *methods; /* ends with NULL */
    const size_t *steps;        /* rising; ends with 0 */
    const double *expected;     /* the order of each method */
    double tolerance;           /* of the slope between the last two numbers of steps */
    const double *truth;        /* columns at the end, as a run shows them */
    double scale;               /* errors are divided by it; 0: by nothing */
} lf_errors;

/* The largest difference of a column at the end of the run. */
double lf_errors_end(const lf_record *run, double t, const double *truth);
/* Fill the table: each method with each number of steps. `expected` becomes the guides' slopes. */
lf_status lf_errors_measure(lf_report *R, lf_scenario *S, const lf_errors *E, lf_order_table *T);
/* Add the first method of another table, under a name that says what was different. */
void lf_errors_append(lf_order_table *T, const lf_order_table *other, const char *name);
/* A line of the report: "cf4 4.01 of 4 (to 3.1e-09), ..." after `about`; do all slopes agree? */
bool lf_errors_judge(lf_report *R, const lf_errors *E, const lf_order_table *T, const char *about);
/* Add the errors to the report's table. */
void lf_errors_list(lf_report *R, const lf_order_table *T, const char *about);

#endif
