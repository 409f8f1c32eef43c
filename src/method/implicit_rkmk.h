/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_rkmk.h - RKMK methods whose tableau is implicit. */
#ifndef LF_METHOD_IMPLICIT_RKMK_H
#define LF_METHOD_IMPLICIT_RKMK_H

#include <lieflow/method.h>

size_t lf_implicit_rkmk_work(const lf_method *M, const lf_problem *P, size_t n);
size_t lf_implicit_rkmk_carry(const lf_method *M, const lf_problem *P);
lf_status lf_implicit_rkmk_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                 const double *y0, double *carry, lf_tally *tally, double *work);
lf_status lf_implicit_rkmk_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                const double *y0, double *y1, double *carry, lf_tally *tally,
                                double *work);

#endif
