/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk.h - the step of every method that reads a Butcher tableau. */
#ifndef LF_METHOD_RKMK_H
#define LF_METHOD_RKMK_H

#include <lieflow/method.h>

size_t lf_rkmk_work(const lf_method *M, const lf_problem *P, size_t n);
lf_status lf_rkmk_step(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                       double *y1, double *carry, lf_tally *tally, double *work);

#endif
