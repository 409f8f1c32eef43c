/* SPDX-License-Identifier: BSD-3-Clause */
/* body_frame.h - how a rotation moves an attitude and a momentum in the body frame, one lane in
 * registers: for the flows of these actions, and for kernels that put flows between stages. */
#ifndef LF_ACTION_BODY_FRAME_H
#define LF_ACTION_BODY_FRAME_H

#include "base/even.h"
#include "base/mat3.h"

/* R exp(-u) has the rows exp(u) r. */
static LF_INLINE void lf_frame_move(size_t n, size_t i, lf_vec3 u, double S, double C,
                                    const double *restrict y0, double *restrict y1)
{
    const lf_mat3 R = lf_mat3_load(y0, n, i);
    lf_mat3_store(
        y1, n, i,
        (lf_mat3){lf_spin(u, S, C, R.r0), lf_spin(u, S, C, R.r1), lf_spin(u, S, C, R.r2)});
    lf_vec3_store(y1 + 9 * n, n, i, lf_spin(u, S, C, lf_vec3_load(y0 + 9 * n, n, i)));
}

/* By the quaternion (w, v) = exp(u). */
static LF_INLINE void lf_frame_s3_move(size_t n, size_t i, double w, lf_vec3 v,
                                       const double *restrict y0, double *restrict y1)
{
    const double p = y0[i];
    const lf_vec3 q = lf_vec3_load(y0 + n, n, i);
    lf_vec3_store(y1 + 4 * n, n, i, lf_spin(v, 2 * w, 2, lf_vec3_load(y0 + 4 * n, n, i)));
    y1[i] = lf_fma(p, w, lf_dot(q, v));
    lf_vec3_store(y1 + n, n, i, lf_axpy(lf_axpy(lf_cross(v, q), -p, v), w, q));
}

/* exp(u) = (1 - x C, S u), x = |u|^2; `small` says which polynomials serve */
static LF_INLINE void lf_frame_s3_near(size_t n, size_t i, bool small, lf_vec3 u, double x,
                                       const double *restrict y0, double *restrict y1)
{
    const double S = small ? lf_even_S_small(x) : lf_even_S(x);
    const double C = small ? lf_even_C_small(x) : lf_even_C(x);
    lf_frame_s3_move(n, i, lf_fma(-x, C, 1), lf_scale(S, u), y0, y1);
}

#endif
