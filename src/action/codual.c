/* SPDX-License-Identifier: BSD-3-Clause */
/* codual.c - any group on the dual of its algebra: g.m = Ad*_(g^-1) m, with the generator -ad*_u m.
 * Euler-Poincare equations m' = ad*_w m, w = dH/dm, have the field -w. On groups of matrices the
 * orbits keep the spectrum of the matrix that stands for m; of other groups nothing is known here, and
 * only what is no number is off the manifold. (lf_se3_coadjoint does SE(3) faster.) */
#include <math.h>

#include "action/matrices.h"

static lf_status codual_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                              double *y1, double *work)
{
    double *inverse = work, *rest = work + A->group->rep * n;
    const lf_status s = lf_group_inv(A->group, n, g, inverse, rest);
    return s == LF_OK ? lf_group_Ad_dual(A->group, n, inverse, y0, y1, rest) : s;
}

/* The inverse. */
static size_t codual_work(const lf_action *A, size_t n)
{
    return A->group->rep * n;
}

static lf_status codual_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                  double *v, double *work)
{
    const lf_status s = lf_group_ad_dual(A->group, n, u, y, v, work);
    for (size_t j = 0; j < A->dim * n; j++)
        v[j] = -v[j];
    return s;
}

static lf_status codual_defect(const lf_action *A, size_t n, const double *y, const double *start,
                               double *defect, double *work)
{
    lf_matrix_open_defect(A->dim, n, y, defect);
    if (A->group->kind != LF_GROUP_MATRIX)
        return LF_OK;
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    for (size_t i = 0; i < n; i++) {
        R.family->lift(&R, y + i, R.matrix[0]);
        R.family->lift(&R, start + i, R.matrix[1]);
        defect[i] =
            lf_matrix_worse(defect[i], lf_matrix_spectral_change(&R, R.matrix[0], R.matrix[1]));
    }
    return LF_OK;
}

static const lf_action_ops codual_ops = {
    .work = codual_work,
    .apply = codual_apply,
    .generator = codual_generator,
    .defect = codual_defect,
};

lf_action lf_action_coadjoint(const lf_group *G)
{
    return (lf_action){
        .name = "coadjoint",
        .doc = "a group on the dual of its algebra: g.m = Ad*_(g^-1) m",
        .group = G,
        .dim = G->dim,
        .ops = &codual_ops,
        .alone = G->kind == LF_GROUP_MATRIX && lf_matrix_rows(G) >= LF_MATRIX_ALONE,
    };
}
