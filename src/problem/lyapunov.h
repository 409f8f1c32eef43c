/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov.h - what the files that make problems of Lyapunov exponents share. */
#ifndef LF_PROBLEM_LYAPUNOV_H
#define LF_PROBLEM_LYAPUNOV_H

#include <lieflow/lyapunov.h>

#include "action/transport.h"

/* W = A V for the k vectors, by whichever way to A there is; `work` of n^2 doubles if by the matrix. */
lf_status lf_lyapunov_tangent(const lf_lyapunov *l, size_t trajectory, double t, const double *x,
                              const double *V, double *W, double *work);

/* The two forms of the field for one lane; doubles of scratch that they need. */
typedef lf_status lf_lyapunov_rate(const lf_lyapunov *l, size_t trajectory, double t,
                                   const double *y, double *f, double *work);
lf_lyapunov_rate lf_lyapunov_discrete, lf_lyapunov_continuous;
size_t lf_lyapunov_rate_work(const lf_lyapunov *l);
size_t lf_lyapunov_continuous_work(const lf_lyapunov *l);
/* What a problem of the discrete form is made of, where its vectors may be carried along one by one: a method
 * may then see to it that those it works on stay in the nearest cache. NULL for all others. */
const lf_lyapunov *lf_lyapunov_carried(const lf_problem *P);

/* The group and the action of the continuous form. */
void lf_lyapunov_frames(lf_lyapunov *l);

/* Fill in the outputs of l. */
void lf_lyapunov_outputs(lf_lyapunov *l);

#endif
