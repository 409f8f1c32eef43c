/* SPDX-License-Identifier: BSD-3-Clause */
/* gbs.h - extrapolation whose rows are lanes. */
#ifndef LF_METHOD_GBS_H
#define LF_METHOD_GBS_H

#include <lieflow/method.h>

enum { LF_GBS_FIRST = 6, LF_GBS_HIGHEST = 8 }; /* levels: rows of the table */
/* Longer points than these are formed after the displacement, as in bursts of long points. */
enum { GBS_SHORT = 12 };

size_t lf_gbs_work(const lf_method *M, const lf_problem *P, size_t n);
lf_status lf_gbs_step(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                      double *y1, double *carry, lf_tally *tally, double *work);
lf_status lf_gbs_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a);

#endif
