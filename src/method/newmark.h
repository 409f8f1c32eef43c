/* SPDX-License-Identifier: BSD-3-Clause */
/* newmark.h - the Newmark family. */
#ifndef LF_METHOD_NEWMARK_H
#define LF_METHOD_NEWMARK_H

#include <lieflow/method.h>

typedef struct {
    double alpha, beta, gamma;
} lf_newmark;

size_t lf_newmark_work(const lf_method *M, const lf_problem *P, size_t n);
size_t lf_newmark_carry(const lf_method *M, const lf_problem *P);
lf_status lf_newmark_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                           const double *y0, double *carry, lf_tally *tally, double *work);
lf_status lf_newmark_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                          const double *y0, double *y1, double *carry, lf_tally *tally,
                          double *work);

#endif
