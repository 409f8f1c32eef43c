/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_second.c - canonical coordinates of the second kind on SO(n): products of rotations in
 * coordinate planes,
 *
 *   phi(u) = R_n R_(n-1) ... R_2,   R_m = G_m1 G_m2 ... G_m,m-1,   G_mj = exp(u_mj E_mj),
 *
 * E_mj = e_m e_j^T - e_j e_m^T. In this order the inverse differential needs no linear system: the
 * entries (m, j) of R_m^-1 dR_m R_m^-1 R_m are v_mj times the cosines of the angles after u_mj, and all
 * other factors leave them alone. It is singular where one of these cosines vanishes. (Owren and
 * Marthinsen, Integration methods based on canonical coordinates of the second kind, Numer. Math. 87
 * (2001) 763.) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "group/matrix.h"

/* Coordinate (m, j), counted from 0: that of row m and column j below the diagonal. */
static size_t place(size_t m, size_t j)
{
    return m * (m - 1) / 2 + j;
}

/* A <- exp(angle E_mj) A */
static void turn_rows(const lf_matrix_room *R, size_t m, size_t j, double c, double s, double *A)
{
    double *x = A + m * R->stride, *y = A + j * R->stride;
    for (size_t k = 0; k < R->n; k++) {
        const double keep = x[k];
        x[k] = c * keep + s * y[k];
        y[k] = c * y[k] - s * keep;
    }
}

/* A <- A exp(-angle E_mj) */
static void turn_columns(const lf_matrix_room *R, size_t m, size_t j, double c, double s, double *A)
{
    for (size_t k = 0; k < R->n; k++) {
        double *x = A + k * R->stride + m, *y = A + k * R->stride + j;
        const double keep = *x;
        *x = c * keep + s * *y;
        *y = c * *y - s * keep;
    }
}

lf_status lf_matrix_second_kind(const lf_group *G, size_t n, const double *u, double *g,
                                double *work)
{
    const lf_matrix_room R = lf_matrix_layout(G, n, work);
    for (size_t i = 0; i < n; i++) {
        double *A = R.matrix[0];
        memset(A, 0, R.size * sizeof *A);
        for (size_t k = 0; k < R.n; k++)
            A[k * R.stride + k] = 1;
        for (size_t m = 1; m < R.n; m++) /* the last factor acts first */
            for (size_t j = m; j-- > 0;) {
                const double angle = u[place(m, j) * n + i];
                turn_rows(&R, m, j, cos(angle), sin(angle), A);
            }
        lf_matrix_store(&R, A, g + i);
    }
    return LF_OK;
}

/* The factor R_m of one lane taken off W = dphi_u v, which is then in so(m); its v's are found. */
static lf_status peel(const lf_matrix_room *R, size_t m, const double *u, double *W, double *v)
{
    double *turned = R->matrix[1], product = 1;
    memcpy(turned, W, R->size * sizeof *W);
    for (size_t j = 0; j < m; j++) {
        const double angle = u[place(m, j) * R->lanes];
        turn_rows(R, m, j, cos(angle), -sin(angle), turned);
        turn_columns(R, m, j, cos(angle), -sin(angle), turned);
    }
    for (size_t j = m; j-- > 0; product *= cos(u[place(m, j) * R->lanes])) {
        if (!(fabs(product) > DBL_EPSILON))
            return isnan(product) ? LF_ENONFINITE : LF_ESINGULAR;
        v[place(m, j) * R->lanes] = turned[m * R->stride + j] / product;
    }
    for (size_t j = 0; j < m; j++) {
        const double angle = u[place(m, j) * R->lanes], rate = v[place(m, j) * R->lanes];
        W[m * R->stride + j] -= rate;
        W[j * R->stride + m] += rate;
        turn_rows(R, m, j, cos(angle), -sin(angle), W);
        turn_columns(R, m, j, cos(angle), -sin(angle), W);
    }
    return LF_OK;
}

lf_status lf_matrix_dsecond_kind_inv(const lf_group *G, size_t n, const double *u, const double *w,
                                     double *v, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(G, n, work);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        lf_status s = LF_OK;
        R.family->to(&R, w + i, R.matrix[0]);
        for (size_t m = R.n; m-- > 1 && s == LF_OK;)
            s = peel(&R, m, u + i, R.matrix[0], v + i);
        if (s != LF_OK)
            lf_matrix_spoil(G->dim, n, v + i);
        status = status == LF_OK ? s : status;
    }
    return status;
}
