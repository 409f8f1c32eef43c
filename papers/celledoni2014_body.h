/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2014_body.h - the free rigid body of Celledoni et al. 2014, figure 7: its runs and what
 * is measured of them. */
#ifndef LIEFLOW_PAPERS_CELLEDONI2014_BODY_H
#define LIEFLOW_PAPERS_CELLEDONI2014_BODY_H

#include "papers/study.h"

enum { LF_BODY_ROWS = 8192 };

/* A run to t_end, seen in the body. */
typedef struct {
    size_t rows; /* that were kept: the first steps, then some */
    double t[LF_BODY_ROWS], m[LF_BODY_ROWS][3];
    double energy; /* largest |H/H0 - 1| */
    double length; /* largest ||q| - 1| */
    double curve;  /* largest distance from the exact curve, seen along axis 3, over its size */
    double angle;  /* that m went around axis 3, from the start */
    double end[3]; /* m there */
    double cost;   /* evaluations of the field in a step */
    size_t steps;
} lf_body_way;

extern const double lf_body_inertia[3], lf_body_momentum[3];

/* A method of the library with a fixed step "1/64". */
lf_status lf_body_march(lf_report *R, const char *method, const char *step, lf_body_way *way);
/* MATLAB's ode45 on the printed equations, in R^4. */
lf_status lf_body_ode45(lf_report *R, double tolerance, lf_body_way *way);
/* The angle that the exact solution goes around axis 3. */
double lf_body_exact_angle(void);
/* How far a method's m is from the exact one after half a second of `steps` steps. */
lf_status lf_body_error(lf_report *R, const char *method, const char *steps, double *error);
/* The largest |H/H0 - 1| of Heun's RKMK method if the caption's "I m0" is taken by its letters. */
lf_status lf_body_literal(lf_report *R, double *energy);
/* How far a step of 1/64 and one back end from where they began. */
lf_status lf_body_return(lf_report *R, const char *method, double *distance);

#endif
