/* SPDX-License-Identifier: BSD-3-Clause */
/* keep.h - what an action remembers between flows is what methods of fixed steps carry from step to
 * step. */
#ifndef LF_METHOD_KEEP_H
#define LF_METHOD_KEEP_H

#include <lieflow/method.h>

/* lf_method.carry and lf_method.start of methods that remember nothing themselves. */
size_t lf_keep_carry(const lf_method *M, const lf_problem *P);
lf_status lf_keep_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                        const double *y0, double *carry, lf_tally *tally, double *work);

#endif
