/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_norms.c - R' = S(f(R)) R with f the Frobenius, 3- and 4-norm of R, S(a) = -hat(a): test
 * case 1 of Marthinsen, Munthe-Kaas, Owren 1997. The paper does not say which 3- and 4-norm: over the
 * entries, over the singular values (constant on SO(3), where the solution is then a rotation at a
 * constant rate), or the norm of the map. R is in GL(3), and R^T R stays; from a rotation, in SO(3). */
#include "model/models.h"

#include <lieflow/equation.h>

#include <math.h>
#include <stdio.h>

#include "base/mat3.h"
#include "model/matrix_norm.h"

typedef struct {
    double R[9], p[2];
    int norm, space; /* lf_matrix_norm_kind; 0 SO(3), 1 GL(3) */
} matrix_norms;

LF_EQUATION(matrix_norms, matrix_norms, left, {
    lf_real two = {0}, three = {0}, four = {0}, size, square, root;
    LF_UNROLLED(c, 9) {
        square = y[c] * y[c];
        lf_real_abs(&y[c], &size);
        two = two + square;
        three = three + square * size;
        four = four + square * square;
    }
    lf_real_sqrt(&two, &root);
    f[0] = -root;
    lf_real_cbrt(&three, &root);
    f[1] = -root;
    lf_real_sqrt(&four, &square);
    lf_real_sqrt(&square, &root);
    f[2] = -root;
})

/* Any norm and exponents, one trajectory after the other. */
static lf_status matrix_norms_field_any(const lf_problem *P, const lf_lanes *L, const double *y,
                                        double *f, double *work)
{
    const matrix_norms *m = P->ctx;
    const lf_matrix_norm_kind kind = (lf_matrix_norm_kind)m->norm;
    (void)work;
    for (size_t i = 0; i < L->n; i++) {
        double R[9];
        for (size_t c = 0; c < 9; c++)
            R[c] = y[c * L->n + i];
        f[i] = -lf_matrix_norm(LF_NORM_ENTRIES, 2, R);
        f[L->n + i] = -lf_matrix_norm(kind, m->p[0], R);
        f[2 * L->n + i] = -lf_matrix_norm(kind, m->p[1], R);
    }
    return LF_OK;
}

LF_KERNEL static void matrix_norms_determinant(const lf_problem *P, const lf_lanes *L,
                                               const double *y, double *det)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        const lf_mat3 m = lf_mat3_load(y, n, i);
        det[i] = lf_dot(m.r0, lf_cross(m.r1, m.r2));
    }
}

static const lf_invariant matrix_norms_invariants[] = {
    {"determinant", "det R", matrix_norms_determinant},
    {NULL, NULL, NULL},
};
static const char *const matrix_norms_columns[] = {"R.11", "R.12", "R.13", "R.21", "R.22",
                                                   "R.23", "R.31", "R.32", "R.33"};
static const lf_names matrix_norms_names = {.list = matrix_norms_columns};

/* Far from singular: the angle between a row and the plane of the others is no rounding. */
static lf_status matrix_norms_check(const double R[9], char *why, size_t why_size)
{
    double size = 1;
    for (size_t k = 0; k < 9; k += 3)
        size *= sqrt(R[k] * R[k] + R[k + 1] * R[k + 1] + R[k + 2] * R[k + 2]);
    const double det = R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) +
                       R[2] * (R[3] * R[7] - R[4] * R[6]);
    if (isfinite(size) && fabs(det) > 1e-12 * size)
        return LF_OK;
    snprintf(why, why_size,
             "R must have an inverse: its determinant is %.3g, its rows' lengths have "
             "the product %.3g",
             det, size);
    return LF_EINPUT;
}

static lf_status matrix_norms_build(void *self, lf_problem *P, double *y0, char *why,
                                    size_t why_size)
{
    matrix_norms *m = self;
    const bool rotations = m->space == 0;
    const bool usual = m->norm == LF_NORM_ENTRIES && m->p[0] == 3 && m->p[1] == 4;
    const lf_status s = rotations ? lf_check_rotation(m->R, "R", why, why_size)
                                  : matrix_norms_check(m->R, why, why_size);
    if (s != LF_OK)
        return s;
    for (int k = 0; k < 9; k++)
        y0[k] = m->R[k];
    *P = (lf_problem){.name = "matrix-norms",
                      .action = rotations ? &lf_so3_left : &lf_so3_matrices,
                      .field = usual ? matrix_norms_equation.field : matrix_norms_field_any,
                      .traits = usual ? matrix_norms_equation.traits : NULL,
                      .ctx = m,
                      .invariants = matrix_norms_invariants,
                      .names = &matrix_norms_names};
    return LF_OK;
}

#define MATRIX_NORMS_EXPONENT 1, 100, 0 /* from 1 to 100 */
static const lf_param matrix_norms_params[] = {
    LF_REALS(matrix_norms, R, 9, "", LF_IDENTITY3, LF_ANY, "matrix at the start, row by row"),
    LF_CHOOSE(matrix_norms, space, "so3|gl3", "so3",
              "where R is: a rotation, or any matrix with an inverse, whose R^T R stays"),
    LF_CHOOSE(matrix_norms, norm, "entries|schatten|induced", "entries",
              "what the second and third norm are: of the entries, of the singular values, or of "
              "the map x -> R x; the paper does not say, the first is always Frobenius'"),
    LF_REALS(matrix_norms, p, 2, "", "3 4", MATRIX_NORMS_EXPONENT, "their exponents"),
    LF_PARAM_END};

const lf_model lf_model_matrix_norms = {
    .size = sizeof(lf_model),
    .name = "matrix-norms",
    .doc = "a rotation, or another matrix, turning with rates that are matrix norms of itself",
    .formula = "R' = -hat(f) R, f = (|R|_F, |R|_3, |R|_4), SO(3) on itself or on GL(3)",
    .cite = "Marthinsen, Munthe-Kaas, Owren, Simulation of ODEs on manifolds, 1997, test case 1",
    .params = matrix_norms_params,
    .self_size = sizeof(matrix_norms),
    .t_end = 1,
    .step = 0.01,
    .method = "cg3",
    .build = matrix_norms_build,
};
