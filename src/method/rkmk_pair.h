/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_pair.h - embedded pairs in RKMK form. */
#ifndef LF_METHOD_RKMK_PAIR_H
#define LF_METHOD_RKMK_PAIR_H

#include <lieflow/method.h>

#include "method/pairs.h"

size_t lf_rkmk_pair_work(const lf_method *M, const lf_problem *P, size_t n);
lf_status lf_rkmk_pair_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a);
lf_status lf_rkmk_pair_prepare(const lf_method *M, const lf_problem *P, const lf_attempt *a);
void lf_rkmk_pair_interpolate(const lf_method *M, const lf_problem *P, const lf_attempt *a,
                              const double *x, double *y);

#endif
