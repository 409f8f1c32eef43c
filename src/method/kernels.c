/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels.c - which kernel serves which action, and the kernels themselves. */
#include "method/kernels.h"

#include "action/body_frame.h"

/* Rows are there for what they gain of the time of a single trajectory, measured with rkmk4 at fixed
 * steps and rkmk8 at a tolerance of 1e-8. One for rigid bodies in a potential gained 3 percent and
 * lost 1, and was left out. */
static lf_stage_kernel *const kernels[LF_ACTION_KINDS] = {
    [LF_ACTION_ROTATION] = lf_kernel_rotation,                           /* 9 and 9 percent */
    [LF_ACTION_BODY_FRAME] = lf_kernel_body_frame,                       /* 8 and 7 */
    [LF_ACTION_BODY_FRAME_QUATERNION] = lf_kernel_body_frame_quaternion, /* 6 and 5 */
};

lf_stage_kernel *lf_kernel_find(const lf_method *M, const lf_action *A)
{
    const bool known = (unsigned)A->kind < LF_ACTION_KINDS && !A->ops->pull;
    return known && M->map == LF_EXP && M->pull == LF_PULL_EXACT ? kernels[A->kind] : NULL;
}

/* k_i on so(3) from the field's value f where u led, and the u of the next stage. */
static LF_INLINE lf_vec3 next_so3(int i, const double *row, double h, const double *f, double *k,
                                  double *u)
{
    lf_vec3 v = lf_vec3_load(f, 1, 0);
    if (i > 0)
        v = lf_kernel_pull_so3(lf_vec3_load(u, 1, 0), v);
    lf_vec3_store(k + 3 * i, 1, 0, v);
    const lf_vec3 w = lf_kernel_sum3(i, row, h, k, v);
    lf_vec3_store(u, 1, 0, w);
    return w;
}

LF_KERNEL bool lf_kernel_rotation(const lf_action *A, int i, const double *row, double h,
                                  const double *y0, const double *f, double *k, double *u,
                                  double *y1, double *work)
{
    const lf_vec3 w = next_so3(i, row, h, f, k, u);
    const double x = lf_dot(w, w);
    const bool small = x < LF_EVEN_SMALL;
    const double S = small ? lf_even_S_small(x) : lf_even_S(x);
    const double C = small ? lf_even_C_small(x) : lf_even_C(x);
    lf_vec3_store(y1, 1, 0, lf_spin(w, S, C, lf_vec3_load(y0, 1, 0)));
    return !lf_even_is_far(x); /* u of the stage before was not far either */
}

LF_KERNEL bool lf_kernel_body_frame(const lf_action *A, int i, const double *row, double h,
                                    const double *y0, const double *f, double *k, double *u,
                                    double *y1, double *work)
{
    const lf_vec3 w = next_so3(i, row, h, f, k, u);
    const double x = lf_dot(w, w);
    lf_frame_move(1, 0, w, lf_even_S(x), lf_even_C(x), y0, y1);
    return !lf_even_is_far(x);
}

/* On S^3 dexpinv_u is that of so(3) at 2u. */
LF_KERNEL bool lf_kernel_body_frame_quaternion(const lf_action *A, int i, const double *row,
                                               double h, const double *y0, const double *f,
                                               double *k, double *u, double *y1, double *work)
{
    lf_vec3 v = lf_vec3_load(f, 1, 0);
    if (i > 0) {
        const lf_vec3 a = lf_scale(2, lf_vec3_load(u, 1, 0));
        v = lf_spin(a, -0.5, lf_even_G(lf_dot(a, a)), v);
    }
    lf_vec3_store(k + 3 * i, 1, 0, v);
    const lf_vec3 w = lf_kernel_sum3(i, row, h, k, v);
    const double x = lf_dot(w, w);
    lf_vec3_store(u, 1, 0, w);
    lf_frame_s3_near(1, 0, x < LF_EVEN_SMALL, w, x, y0, y1);
    return !lf_even_is_far(4 * x); /* nor was that of the stage before, nor 2u */
}
