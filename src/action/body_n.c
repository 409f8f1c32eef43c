/* SPDX-License-Identifier: BSD-3-Clause */
/* body_n.c - SO(n) on the momentum and attitude of a rigid body in R^n, g.(M, Q) = (g M g^T, Q g^T): a
 * point is the matrix M, which is skew, then Q. With M' = [M, W], Q' = Q W the field is -W. */
#include <math.h>

#include "action/matrices.h"

static lf_status body_n_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                              double *y1, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    const size_t half = A->dim / 2 * n;
    for (size_t i = 0; i < n; i++) {
        lf_matrix_load(&R, g + i, m[0]);
        lf_matrix_load_point(&R, y0 + i, m[1]);
        lf_matrix_conjugate(&R, m[0], m[1], m[2]); /* leaves g^T in 4 */
        lf_matrix_store_point(&R, m[2], y1 + i);
        lf_matrix_load_point(&R, y0 + half + i, m[1]);
        lf_matrix_mul(&R, m[1], m[4], m[2]);
        lf_matrix_store_point(&R, m[2], y1 + half + i);
    }
    return LF_OK;
}

/* ([u, M], -Q u) */
static lf_status body_n_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                  double *v, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    const size_t half = A->dim / 2 * n;
    for (size_t i = 0; i < n; i++) {
        R.family->to(&R, u + i, m[0]);
        lf_matrix_load_point(&R, y + i, m[1]);
        lf_matrix_commutator(&R, m[0], m[1], m[2], m[3]);
        lf_matrix_store_point(&R, m[2], v + i);
        lf_matrix_load_point(&R, y + half + i, m[1]);
        lf_dense_transpose(R.n, R.stride, m[0], m[3]);
        lf_matrix_mul(&R, m[1], m[3], m[2]);
        lf_matrix_store_point(&R, m[2], v + half + i);
    }
    return LF_OK;
}

/* out = Q M Q^T, the momentum in space, which no g changes; 2, 4 and 5 are overwritten */
static void momentum_in_space(const lf_matrix_room *R, const double *y, size_t half, double *out)
{
    double *const *m = R->matrix;
    lf_matrix_load_point(R, y, m[5]);
    lf_matrix_load_point(R, y + half, m[2]);
    lf_matrix_mul(R, m[2], m[5], m[4]);
    lf_dense_transpose(R->n, R->stride, m[2], m[5]);
    lf_matrix_mul(R, m[4], m[5], out);
}

/* The change of the momentum in space, in parts of it, and the distance of Q from SO(n). */
static lf_status body_n_defect(const lf_action *A, size_t n, const double *y, const double *start,
                               double *defect, double *work)
{
    const size_t half = A->dim / 2 * n;
    const lf_status s = lf_group_defect(A->group, n, y + half, defect, work);
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    for (size_t i = 0; i < n; i++) {
        double off = 0, size = 0;
        momentum_in_space(&R, y + i, half, m[0]);
        momentum_in_space(&R, start + i, half, m[1]);
        for (size_t k = 0; k < R.n; k++)
            for (size_t j = 0; j < R.n; j++) {
                const double before = m[1][k * R.stride + j];
                off = lf_matrix_worse(off, fabs(m[0][k * R.stride + j] - before));
                size = lf_matrix_worse(size, fabs(before));
            }
        defect[i] = lf_matrix_worse(defect[i], off / (size > 0 ? size : 1));
    }
    return s;
}

/* The nearest Q, and the M that has the start's momentum in space there. */
static lf_status body_n_project(const lf_action *A, size_t n, const double *start, double *y,
                                double *work)
{
    const size_t half = A->dim / 2 * n;
    const lf_status s = lf_group_project(A->group, n, y + half, work);
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    for (size_t i = 0; i < n; i++) {
        momentum_in_space(&R, start + i, half, m[0]);
        lf_matrix_load_point(&R, y + half + i, m[1]);
        lf_matrix_mul(&R, m[0], m[1], m[2]);
        lf_dense_mul_transposed(R.n, R.n, R.stride, m[1], R.stride, m[2], m[3]);
        lf_matrix_store_point(&R, m[3], y + i);
    }
    return s;
}

static const lf_action_ops body_n_ops = {
    .apply = body_n_apply,
    .generator = body_n_generator,
    .defect = body_n_defect,
    .project = body_n_project,
};

lf_action lf_action_body_n(const lf_group *so)
{
    return (lf_action){
        .name = "body-n",
        .doc = "SO(n) on (M, Q): (g M g^T, Q g^T), momentum and attitude of a body in R^n",
        .kind = LF_ACTION_BODY_N,
        .group = so,
        .dim = 2 * so->rep,
        .ops = &body_n_ops,
        .alone = lf_matrix_rows(so) >= LF_MATRIX_ALONE,
    };
}
