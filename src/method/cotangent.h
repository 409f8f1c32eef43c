/* SPDX-License-Identifier: BSD-3-Clause */
/* cotangent.h - symplectic methods on T*G: SLGI, and its variational relative VRKMK. */
#ifndef LF_METHOD_COTANGENT_H
#define LF_METHOD_COTANGENT_H

#include <lieflow/method.h>

typedef struct {
    const lf_tableau *tableau;
    bool variational; /* VRKMK, else SLGI */
} lf_cotangent;

size_t lf_cotangent_work(const lf_method *M, const lf_problem *P, size_t n);
size_t lf_cotangent_carry(const lf_method *M, const lf_problem *P);
lf_status lf_cotangent_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                             const double *y0, double *carry, lf_tally *tally, double *work);
lf_status lf_cotangent_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                            const double *y0, double *y1, double *carry, lf_tally *tally,
                            double *work);

#endif
