/* SPDX-License-Identifier: BSD-3-Clause */
/* cotangent.h - symplectic methods on T*G: SLGI, and its variational relative VRKMK. */
#ifndef LF_METHOD_COTANGENT_H
#define LF_METHOD_COTANGENT_H

#include <lieflow/method.h>

/* The table of both is a tableau, all of whose weights b are other than 0. */
size_t lf_cotangent_work(const lf_method *M, const lf_problem *P, size_t n);
size_t lf_cotangent_carry(const lf_method *M, const lf_problem *P);
/* LF_EINPUT for a tableau that has no such method. */
lf_status lf_cotangent_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                             const double *y0, double *carry, lf_tally *tally, double *work);
lf_status lf_slgi_step(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                       double *y1, double *carry, lf_tally *tally, double *work);
lf_status lf_vrkmk_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                        const double *y0, double *y1, double *carry, lf_tally *tally, double *work);

#endif
