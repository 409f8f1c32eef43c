/* SPDX-License-Identifier: BSD-3-Clause */
/* vectors.c - a matrix group on R^n, g.x = g x, and an affine group, x -> A x + b. SO(n) keeps lengths,
 * G_P keeps x^T P x; the others reach every point. */
#include <math.h>

#include "action/matrices.h"

/* x is a column of the lane; an affine group's has a 1 below it, or a 0 where it is a rate. */
static void column_load(const lf_matrix_room *R, const lf_action *A, double last, const double *y,
                        double *x)
{
    for (size_t k = 0; k < A->dim; k++)
        x[k] = y[k * R->lanes];
    if (A->dim < R->n)
        x[A->dim] = last;
}

static void column_store(const lf_matrix_room *R, const lf_action *A, const double *x, double *y)
{
    for (size_t k = 0; k < A->dim; k++)
        y[k * R->lanes] = x[k];
}

static lf_status vectors_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                               double *y1, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    for (size_t i = 0; i < n; i++) {
        lf_matrix_load(&R, g + i, m[0]);
        column_load(&R, A, 1, y0 + i, m[1]);
        lf_dense_mul_vector(A->dim, R.n, m[0], R.stride, m[1], m[2]);
        column_store(&R, A, m[2], y1 + i);
    }
    return LF_OK;
}

static lf_status vectors_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                   double *v, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    for (size_t i = 0; i < n; i++) {
        R.family->to(&R, u + i, m[0]);
        column_load(&R, A, 1, y + i, m[1]);
        lf_dense_mul_vector(A->dim, R.n, m[0], R.stride, m[1], m[2]);
        column_store(&R, A, m[2], v + i);
    }
    return LF_OK;
}

/* Nothing is out of reach but what is no number. */
static lf_status vectors_defect(const lf_action *A, size_t n, const double *y, const double *start,
                                double *defect, double *work)
{
    lf_matrix_open_defect(A->dim, n, y, defect);
    return LF_OK;
}

static lf_status vectors_project(const lf_action *A, size_t n, const double *start, double *y,
                                 double *work)
{
    return LF_OK;
}

static double length_of(const lf_action *A, size_t n, const double *y)
{
    double sum = 0;
    for (size_t k = 0; k < A->dim; k++)
        sum += y[k * n] * y[k * n];
    return sqrt(sum);
}

static lf_status sphere_defect(const lf_action *A, size_t n, const double *y, const double *start,
                               double *defect, double *work)
{
    for (size_t i = 0; i < n; i++)
        defect[i] = fabs(length_of(A, n, y + i) - length_of(A, n, start + i));
    return LF_OK;
}

static lf_status sphere_project(const lf_action *A, size_t n, const double *start, double *y,
                                double *work)
{
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        const double length = length_of(A, n, y + i), wanted = length_of(A, n, start + i);
        const double factor = length == wanted ? 1 : wanted / length;
        for (size_t k = 0; k < A->dim; k++)
            y[k * n + i] *= factor;
        if (!(length > 0) && wanted > 0)
            status = LF_ESINGULAR;
    }
    return status;
}

/* x^T P x */
static double form_of(const lf_matrix_room *R, const lf_action *A, const double *y)
{
    double *const *m = R->matrix, sum = 0;
    column_load(R, A, 0, y, m[1]);
    lf_dense_mul_vector(R->n, R->n, R->form->P, R->stride, m[1], m[2]);
    for (size_t k = 0; k < R->n; k++)
        sum += m[1][k] * m[2][k];
    return sum;
}

/* The change of x^T P x, divided by |x|: about how far x has come off its quadric. */
static lf_status quadric_defect(const lf_action *A, size_t n, const double *y, const double *start,
                                double *defect, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    for (size_t i = 0; i < n; i++) {
        const double length = length_of(A, n, y + i);
        const double change = form_of(&R, A, y + i) - form_of(&R, A, start + i);
        defect[i] = fabs(change) / (length > 0 ? 2 * length : 1);
    }
    return LF_OK;
}

/* Along the gradient 2 P x until x^T P x has its first value: a Newton iteration, which from near by
 * needs three turns. */
static lf_status quadric_project(const lf_action *A, size_t n, const double *start, double *y,
                                 double *work)
{
    const lf_matrix_room R = lf_matrix_layout(A->group, n, work);
    double *const *m = R.matrix;
    for (size_t i = 0; i < n; i++) {
        const double wanted = form_of(&R, A, start + i);
        for (int turn = 0; turn < 4; turn++) {
            const double off = wanted - form_of(&R, A, y + i); /* leaves P x in 2 */
            double steep = 0;
            for (size_t k = 0; k < R.n; k++)
                steep += 2 * m[2][k] * m[2][k];
            for (size_t k = 0; k < R.n && off != 0; k++)
                y[k * n + i] += off / steep * m[2][k];
        }
    }
    return LF_OK;
}

static const lf_action_ops everywhere_ops = {
    .apply = vectors_apply,
    .generator = vectors_generator,
    .defect = vectors_defect,
    .project = vectors_project,
};
static const lf_action_ops sphere_ops = {
    .apply = vectors_apply,
    .generator = vectors_generator,
    .defect = sphere_defect,
    .project = sphere_project,
};
static const lf_action_ops quadric_ops = {
    .apply = vectors_apply,
    .generator = vectors_generator,
    .defect = quadric_defect,
    .project = quadric_project,
};

lf_action lf_action_vectors(const lf_group *G)
{
    const lf_matrix_family *family = ((const lf_bilinear *)G->ctx)->family;
    const size_t rows = lf_matrix_rows(G);
    return (lf_action){
        .name = "vectors",
        .doc = "a matrix group on R^n: g.x = g x; an affine one: A x + b",
        .group = G,
        .dim = rows - (family->kind == LF_FAMILY_AFFINE),
        .ops = family->kind == LF_FAMILY_SO     ? &sphere_ops
               : family->kind == LF_FAMILY_FORM ? &quadric_ops
                                                : &everywhere_ops,
        .alone = rows >= LF_MATRIX_ALONE,
    };
}
