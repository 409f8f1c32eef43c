/* SPDX-License-Identifier: BSD-3-Clause */
/* gbs_lanes.h - extrapolation of many trajectories at once. */
#ifndef LF_METHOD_GBS_LANES_H
#define LF_METHOD_GBS_LANES_H

#include <lieflow/method.h>

/* An attempt of any number of lanes, all at its level; one lane goes the way of lf_gbs_attempt. */
lf_status lf_gbs_lanes_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a);
size_t lf_gbs_lanes_work(const lf_method *M, const lf_problem *P, size_t n);
/* Which level and step come next: lf_estimator.control. */
void lf_gbs_controls(size_t n, int level, double *error, const double *error_low, double *change,
                     double *factor);

#endif
