/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_families.c - coordinates of the algebras of matrix groups, and those of their duals. */
#include <math.h>
#include <string.h>

#include "group/matrix.h"

/* ---- gl(n) ---- */

static void gl_to(const lf_matrix_room *R, const double *u, double *A)
{
    for (size_t i = 0; i < R->n; i++)
        for (size_t j = 0; j < R->n; j++)
            A[i * R->stride + j] = u[(i * R->n + j) * R->lanes];
}

static void gl_from(const lf_matrix_room *R, const double *A, double *u)
{
    for (size_t i = 0; i < R->n; i++)
        for (size_t j = 0; j < R->n; j++)
            u[(i * R->n + j) * R->lanes] = A[i * R->stride + j];
}

const lf_matrix_family lf_family_gl = {LF_FAMILY_GL, gl_to, gl_from, gl_to, gl_from};

/* ---- triangles: skew or symmetric matrices by their lower triangle ---- */

/* A = its skew (sign -1) or symmetric (sign 1) matrix; entries off the diagonal times `off` */
static void triangle_to(const lf_matrix_room *R, double sign, double off, const double *u,
                        double *A)
{
    for (size_t i = 0; i < R->n; i++) {
        for (size_t j = 0; j < i; j++, u += R->lanes) {
            A[i * R->stride + j] = off * *u;
            A[j * R->stride + i] = sign * off * *u;
        }
        A[i * R->stride + i] = 0;
        if (sign > 0) {
            A[i * R->stride + i] = *u;
            u += R->lanes;
        }
    }
}

/* The part of A that is skew or symmetric; entries off the diagonal are times `off` the sum of two. */
static void triangle_from(const lf_matrix_room *R, double sign, double off, const double *A,
                          double *u)
{
    for (size_t i = 0; i < R->n; i++) {
        for (size_t j = 0; j < i; j++, u += R->lanes)
            *u = off * (A[i * R->stride + j] + sign * A[j * R->stride + i]);
        if (sign > 0) {
            *u = A[i * R->stride + i];
            u += R->lanes;
        }
    }
}

static void so_to(const lf_matrix_room *R, const double *u, double *A)
{
    triangle_to(R, -1, 1, u, A);
}

static void so_from(const lf_matrix_room *R, const double *A, double *u)
{
    triangle_from(R, -1, 0.5, A, u);
}

/* tr(M^T V) for a skew V is the sum of (M_ij - M_ji) v_ij over i > j. */
static void so_lift(const lf_matrix_room *R, const double *m, double *M)
{
    triangle_to(R, -1, 0.5, m, M);
}

static void so_drop(const lf_matrix_room *R, const double *M, double *m)
{
    triangle_from(R, -1, 1, M, m);
}

const lf_matrix_family lf_family_so = {LF_FAMILY_SO, so_to, so_from, so_lift, so_drop};

/* ---- sp(n): A = J S ---- */

/* A <- J A: the lower half of the rows above the negative of the upper half. */
static void times_J(const lf_matrix_room *R, double *A)
{
    const size_t half = R->n / 2;
    for (size_t i = 0; i < half; i++)
        for (size_t j = 0; j < R->n; j++) {
            const double keep = A[i * R->stride + j];
            A[i * R->stride + j] = A[(half + i) * R->stride + j];
            A[(half + i) * R->stride + j] = -keep;
        }
}

/* out = -J A */
static void times_minus_J(const lf_matrix_room *R, const double *A, double *out)
{
    const size_t half = R->n / 2;
    for (size_t i = 0; i < half; i++)
        for (size_t j = 0; j < R->n; j++) {
            out[i * R->stride + j] = -A[(half + i) * R->stride + j];
            out[(half + i) * R->stride + j] = A[i * R->stride + j];
        }
}

static void sp_to(const lf_matrix_room *R, const double *u, double *A)
{
    triangle_to(R, 1, 1, u, A);
    times_J(R, A);
}

static void sp_from(const lf_matrix_room *R, const double *A, double *u)
{
    times_minus_J(R, A, R->rest);
    triangle_from(R, 1, 0.5, R->rest, u);
}

/* tr(M^T J S) = tr(C^T S), C = J^T M: so M = J C. */
static void sp_lift(const lf_matrix_room *R, const double *m, double *M)
{
    triangle_to(R, 1, 0.5, m, M);
    times_J(R, M);
}

static void sp_drop(const lf_matrix_room *R, const double *M, double *m)
{
    times_minus_J(R, M, R->rest);
    triangle_from(R, 1, 1, R->rest, m);
}

const lf_matrix_family lf_family_sp = {LF_FAMILY_SP, sp_to, sp_from, sp_lift, sp_drop};

/* ---- G_P: A = P^-1 Q ---- */

/* The sign of Q^T = sign Q, the opposite of that of P. */
static double form_sign(const lf_bilinear *form)
{
    return form->skew ? 1 : -1;
}

static void form_to(const lf_matrix_room *R, const double *u, double *A)
{
    triangle_to(R, form_sign(R->form), 1, u, R->rest);
    lf_matrix_mul(R, R->form->inverse, R->rest, A);
}

static void form_from(const lf_matrix_room *R, const double *A, double *u)
{
    lf_matrix_mul(R, R->form->P, A, R->rest);
    triangle_from(R, form_sign(R->form), 0.5, R->rest, u);
}

/* tr(M^T P^-1 Q) = tr(C^T Q), C = P^-T M: so M = P^T C. P^T is P or -P. */
static void form_lift(const lf_matrix_room *R, const double *m, double *M)
{
    triangle_to(R, form_sign(R->form), R->form->skew ? -0.5 : 0.5, m, R->rest);
    for (size_t i = 0; R->form->skew && i < R->n; i++)
        R->rest[i * R->stride + i] = -R->rest[i * R->stride + i];
    lf_matrix_mul(R, R->form->P, R->rest, M);
}

static void form_drop(const lf_matrix_room *R, const double *M, double *m)
{
    lf_dense_mul_transposed(R->n, R->n, R->stride, R->form->inverse, R->stride, M, R->rest);
    triangle_from(R, form_sign(R->form), 1, R->rest, m);
}

const lf_matrix_family lf_family_form = {LF_FAMILY_FORM, form_to, form_from, form_lift, form_drop};

/* ---- affine: [[A, c], [0, 0]] ---- */

static void affine_to(const lf_matrix_room *R, const double *u, double *A)
{
    const size_t n = R->n - 1;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            A[i * R->stride + j] = u[(i * n + j) * R->lanes];
        A[i * R->stride + n] = u[(n * n + i) * R->lanes];
    }
    memset(A + n * R->stride, 0, (n + 1) * sizeof *A);
}

static void affine_from(const lf_matrix_room *R, const double *A, double *u)
{
    const size_t n = R->n - 1;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            u[(i * n + j) * R->lanes] = A[i * R->stride + j];
        u[(n * n + i) * R->lanes] = A[i * R->stride + n];
    }
}

const lf_matrix_family lf_family_affine = {LF_FAMILY_AFFINE, affine_to, affine_from, affine_to,
                                           affine_from};

/* ---- elements ---- */

void lf_matrix_load(const lf_matrix_room *R, const double *g, double *A)
{
    if (R->family->kind != LF_FAMILY_AFFINE) {
        gl_to(R, g, A);
        return;
    }
    affine_to(R, g, A);
    A[(R->n - 1) * (R->stride + 1)] = 1;
}

void lf_matrix_store(const lf_matrix_room *R, const double *A, double *g)
{
    if (R->family->kind == LF_FAMILY_AFFINE)
        affine_from(R, A, g);
    else
        gl_from(R, A, g);
}

/* -J g^T J, entry by entry */
static void sp_inverse(const lf_matrix_room *R, const double *a, double *b)
{
    const size_t half = R->n / 2, s = R->stride;
    for (size_t i = 0; i < half; i++)
        for (size_t j = 0; j < half; j++) {
            b[i * s + j] = a[(half + j) * s + half + i];
            b[i * s + half + j] = -a[j * s + half + i];
            b[(half + i) * s + j] = -a[(half + j) * s + i];
            b[(half + i) * s + half + j] = a[j * s + i];
        }
}

lf_status lf_matrix_eliminate(const lf_matrix_room *R, const double *a, double *b)
{
    double *lu = R->rest, *pivot = lu + R->size;
    memcpy(lu, a, R->size * sizeof *lu);
    memset(b, 0, R->size * sizeof *b);
    for (size_t i = 0; i < R->n; i++)
        b[i * R->stride + i] = 1;
    const lf_status s = lf_dense_lu(R->n, R->stride, lu, pivot);
    if (s == LF_OK)
        lf_dense_lu_solve(R->n, R->stride, lu, pivot, R->stride, b);
    return s;
}

lf_status lf_matrix_inverse(const lf_matrix_room *R, const double *a, double *b)
{
    switch (R->family->kind) {
    case LF_FAMILY_SO: lf_dense_transpose(R->n, R->stride, a, b); return LF_OK;
    case LF_FAMILY_SP: sp_inverse(R, a, b); return LF_OK;
    case LF_FAMILY_FORM: /* P^-1 g^T P */
        lf_dense_mul_transposed(R->n, R->n, R->stride, a, R->stride, R->form->P, R->rest);
        lf_matrix_mul(R, R->form->inverse, R->rest, b);
        return LF_OK;
    case LF_FAMILY_GL:
    case LF_FAMILY_AFFINE: break;
    }
    return lf_matrix_eliminate(R, a, b);
}
