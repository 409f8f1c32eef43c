/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_norms.c - R' = S(f(R)) R with f the Frobenius, 3- and 4-norm of R, S(a) = -hat(a): test
 * case 1 of Marthinsen, Munthe-Kaas, Owren 1997. The norms are taken over the entries; Schatten
 * norms would be constant on SO(3). */
#include "model/models.h"

#include <lieflow/equation.h>

#include "base/mat3.h"

typedef struct {
    double R[9];
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

static lf_status matrix_norms_build(void *self, lf_problem *P, double *y0, char *why,
                                    size_t why_size)
{
    matrix_norms *m = self;
    const lf_status s = lf_check_rotation(m->R, "R", why, why_size);
    if (s != LF_OK)
        return s;
    for (int k = 0; k < 9; k++)
        y0[k] = m->R[k];
    *P = (lf_problem){.name = "matrix-norms",
                      .action = &lf_so3_left,
                      .field = matrix_norms_equation.field,
                      .traits = matrix_norms_equation.traits,
                      .ctx = m,
                      .invariants = matrix_norms_invariants,
                      .names = &matrix_norms_names};
    return LF_OK;
}

static const lf_param matrix_norms_params[] = {
    LF_REALS(matrix_norms, R, 9, "", LF_IDENTITY3, LF_ANY, "rotation at the start, row by row"),
    LF_PARAM_END};

const lf_model lf_model_matrix_norms = {
    .size = sizeof(lf_model),
    .name = "matrix-norms",
    .doc = "a rotation whose angular velocity is made of matrix norms of itself",
    .formula = "R' = -hat(f) R, f = (|R|_2, |R|_3, |R|_4) over the entries, SO(3) on itself",
    .cite = "Marthinsen, Munthe-Kaas, Owren, Simulation of ODEs on manifolds, 1997, test case 1",
    .params = matrix_norms_params,
    .self_size = sizeof(matrix_norms),
    .t_end = 1,
    .step = 0.01,
    .method = "cg3",
    .build = matrix_norms_build,
};
