/* SPDX-License-Identifier: BSD-3-Clause */
/* gradient_frame.h - what is tangent of an ambient gradient, on orthonormal frames. */
#ifndef LF_PROBLEM_GRADIENT_FRAME_H
#define LF_PROBLEM_GRADIENT_FRAME_H

#include <lieflow/gradient.h>

/* f = -grad; scratch of lf_gradient_frame_work, then the descent's own. */
lf_status lf_gradient_frame_fall(const lf_descent *D, size_t who, double t, const double *y,
                                 double *f, double *work);
size_t lf_gradient_frame_work(const lf_descent *D);
/* The length of the gradient; NaN where it cannot be had. */
double lf_gradient_frame_length(const lf_descent *D, size_t who, double t, const double *y,
                                double *work);

#endif
