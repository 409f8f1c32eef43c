/* SPDX-License-Identifier: BSD-3-Clause */
/* matlab_ode45.h - the method of Dormand and Prince 1980 under the control of MATLAB's ode45,
 * after Shampine and Reichelt, The MATLAB ODE suite, 1997. */
#ifndef LIEFLOW_PAPERS_MATLAB_ODE45_H
#define LIEFLOW_PAPERS_MATLAB_ODE45_H

#include <lieflow/method.h>

typedef struct {
    double t_end, rtol, atol;
    /* Takes the start, the end of every step, and three points within it. */
    lf_status (*row)(void *ctx, double t, const double *y);
    void *ctx;
    size_t steps, evaluations; /* what a run counts */
} lf_ode45;

/* From t = 0 and y, which then holds the last point; y has `dim` components. */
lf_status lf_ode45_solve(lf_ode45 *ode45, const lf_point_field *point, size_t dim, double *y);

#endif
