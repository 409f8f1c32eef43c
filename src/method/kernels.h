/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels.h - stages of Runge-Kutta-Munthe-Kaas methods that mix the sums of a method with the
 * formulas of an action, in registers. A kernel is a faster way to the same bits: it is found by
 * the kind of the action and the coordinates of the method, and a run without it (an action whose
 * kind is LF_ACTION_OTHER) gives the same numbers. */
#ifndef LF_METHOD_KERNELS_H
#define LF_METHOD_KERNELS_H

#include <lieflow/method.h>

#include "base/even.h"

/* One lane between two fields: stage i has the field's value f, so k_i = dexpinv_u f (f itself for
 * i = 0), then u = h sum_{j <= i} row_j k_j and y1 = exp(u).y0. False when an angle is too large
 * for it: the step begins anew without the kernel. */
typedef bool lf_stage_kernel(const lf_action *A, int i, const double *row, double h,
                             const double *y0, const double *f, double *k, double *u, double *y1,
                             double *work);

/* The kernel for this method's stages on this action, or NULL. */
lf_stage_kernel *lf_kernel_find(const lf_method *M, const lf_action *A);

lf_stage_kernel lf_kernel_rotation, lf_kernel_body_frame, lf_kernel_body_frame_quaternion;

/* u = h sum_{j <= i} row_j k_j for an algebra of three dimensions, v being k_i: term after term, as
 * lf_combine adds them. */
static LF_INLINE lf_vec3 lf_kernel_sum3(int i, const double *row, double h, const double *k,
                                        lf_vec3 v)
{
    lf_vec3 sum = {0, 0, 0};
    for (int j = 0; j < i; j++)
        if (row[j] != 0)
            sum = lf_axpy(sum, row[j], lf_vec3_load(k + 3 * j, 1, 0));
    return lf_scale(h, row[i] != 0 ? lf_axpy(sum, row[i], v) : sum);
}

/* dexpinv_u f on so(3) up to two radians */
static LF_INLINE lf_vec3 lf_kernel_pull_so3(lf_vec3 u, lf_vec3 f)
{
    const double x = lf_dot(u, u);
    return lf_spin(u, -0.5, x < LF_EVEN_SMALL ? lf_even_G_small(x) : lf_even_G(x), f);
}

#endif
