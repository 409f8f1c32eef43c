/* SPDX-License-Identifier: BSD-3-Clause */
/* operator_functions.c - exponentials and phi functions of linear operators, and moves by them. */
#include "action/operator.h"

#include <assert.h>
#include <string.h>

#include "base/dense.h"
#include "base/lanes.h"
#include "base/phi.h"

size_t lf_operator_table(const lf_operator *L)
{
    return L->matrix ? L->dim * L->dim : L->dim;
}

/* ---- tables ---- */

static void real_tables(const lf_operator *L, double alpha, int count, double *tables)
{
    const size_t copies = L->pairs ? 2 : 1;
    for (size_t j = 0; j < L->dim; j += copies) {
        double f[LF_PHI_MOST + 1];
        lf_phi_real(alpha * L->lambda[j], count, f);
        for (int k = 0; k <= count; k++)
            for (size_t i = j; i < j + copies; i++)
                tables[(size_t)k * L->dim + i] = f[k];
    }
}

static void complex_tables(const lf_operator *L, double alpha, int count, double *tables)
{
    for (size_t j = 0; j < L->dim; j += 2) {
        double f[2 * (LF_PHI_MOST + 1)];
        const double z[2] = {alpha * L->lambda[j], alpha * L->lambda[j + 1]};
        lf_phi_complex(z, count, f);
        for (int k = 0; k <= count; k++)
            memcpy(tables + (size_t)k * L->dim + j, f + 2 * k, 2 * sizeof *f);
    }
}

/* The first row of blocks of exp [[a L, I, 0], [0, 0, I], [0, 0, 0]] is e^{aL}, phi_1, phi_2
 * (Al-Mohy, Higham, SIAM J. Sci. Comput. 33 (2011) 488, theorem 2.1). */
static lf_status matrix_tables(const lf_operator *L, double alpha, int count, double *tables,
                               double *work)
{
    const size_t n = L->dim, blocks = (size_t)count + 1, size = blocks * n;
    double *a = work, *e = a + size * size, *rest = e + size * size;
    memset(a, 0, size * size * sizeof *a);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            a[i * size + j] = alpha * L->lambda[i * n + j];
        for (size_t b = 0; b + 1 < blocks; b++)
            a[(b * n + i) * size + (b + 1) * n + i] = 1;
    }
    const lf_status s = lf_dense_exp(size, size, a, e, rest);
    for (size_t b = 0; b < blocks; b++)
        for (size_t i = 0; i < n; i++)
            memcpy(tables + (b * n + i) * n, e + i * size + b * n, n * sizeof *tables);
    return s;
}

size_t lf_operator_functions_work(const lf_operator *L)
{
    const size_t size = (LF_PHI_MOST + 1) * L->dim;
    return L->matrix ? 2 * size * size + lf_dense_exp_work(size, size) : 0;
}

lf_status lf_operator_functions(const lf_operator *L, double alpha, int count, double *tables,
                                double *work)
{
    assert(count >= 0 && count <= LF_PHI_MOST);
    if (L->matrix)
        return matrix_tables(L, alpha, count, tables, work);
    if (L->turns)
        complex_tables(L, alpha, count, tables);
    else
        real_tables(L, alpha, count, tables);
    return LF_OK;
}

/* ---- products ---- */

LF_KERNEL static void multiply_real(size_t dim, const double *a, const double *x, double *y)
{
    LF_EACH_LANE(j, dim)
        y[j] = a[j] * x[j];
}

LF_KERNEL static void multiply_complex(size_t dim, const double *a, const double *x, double *y)
{
    LF_EACH_LANE(j, dim / 2) {
        const double ar = a[2 * j], ai = a[2 * j + 1], xr = x[2 * j], xi = x[2 * j + 1];
        y[2 * j] = lf_fma(ar, xr, -(ai * xi));
        y[2 * j + 1] = lf_fma(ar, xi, ai * xr);
    }
}

void lf_operator_apply_table(const lf_operator *L, const double *table, const double *x, double *y)
{
    if (L->matrix)
        lf_dense_mul_vector(L->dim, L->dim, table, L->dim, x, y);
    else if (L->turns)
        multiply_complex(L->dim, table, x, y);
    else
        multiply_real(L->dim, table, x, y);
}

void lf_operator_apply(const lf_operator *L, const double *x, double *y)
{
    lf_operator_apply_table(L, L->lambda, x, y);
}

/* ---- moves ---- */

enum { FUSED = 5 }; /* terms in one pass */

static LF_INLINE double sum_at(size_t count, const double *c, const double *const *x, size_t j)
{
    double sum = 0;
    LF_UNROLLED(k, count)
        sum = lf_fma(c[k], x[k][j], sum);
    return sum;
}

/* `count` is a constant after inlining. */
static LF_INLINE void move_real(size_t dim, size_t count, const double *e, const double *p,
                                const lf_combination *sum, const double *y0, double *y)
{
    double c[FUSED];
    const double *x[FUSED];
    for (size_t k = 0; k < count; k++) {
        c[k] = sum->c[k];
        x[k] = sum->x[k];
    }
    LF_EACH_LANE(j, dim)
        y[j] = lf_fma(e[j], y0[j], p[j] * sum_at(count, c, x, j));
}

LF_KERNEL static void move_fused(size_t dim, const double *e, const double *p,
                                 const lf_combination *sum, const double *y0, double *y)
{
    switch (sum->count) {
    case 1: move_real(dim, 1, e, p, sum, y0, y); break;
    case 2: move_real(dim, 2, e, p, sum, y0, y); break;
    case 3: move_real(dim, 3, e, p, sum, y0, y); break;
    case 4: move_real(dim, 4, e, p, sum, y0, y); break;
    default: move_real(dim, 5, e, p, sum, y0, y);
    }
}

LF_KERNEL static void move_turning(size_t dim, const double *e, const double *p, const double *x,
                                   const double *y0, double *y)
{
    LF_EACH_LANE(k, dim / 2) {
        const size_t r = 2 * k, i = 2 * k + 1;
        const double ar = lf_fma(p[r], x[r], -(p[i] * x[i])), ai = lf_fma(p[r], x[i], p[i] * x[r]);
        y[r] = lf_fma(e[r], y0[r], lf_fma(-e[i], y0[i], ar));
        y[i] = lf_fma(e[r], y0[i], lf_fma(e[i], y0[r], ai));
    }
}

/* The sum by itself, term by term. */
LF_KERNEL static void form_sum(size_t dim, const lf_combination *sum, double *out)
{
    memset(out, 0, dim * sizeof *out);
    for (size_t k = 0; k < sum->count; k++) {
        const double c = sum->c[k], *x = sum->x[k];
        LF_EACH_LANE(j, dim)
            out[j] = lf_fma(c, x[j], out[j]);
    }
}

void lf_operator_move(const lf_operator *L, const double *e, const double *p,
                      const lf_combination *sum, const double *y0, double *y, double *work)
{
    const size_t dim = L->dim;
    if (!L->matrix && !L->turns && sum->count && sum->count <= FUSED) {
        move_fused(dim, e, p, sum, y0, y);
        return;
    }
    double *x = work, *second = work + dim;
    form_sum(dim, sum, x);
    if (L->turns) {
        move_turning(dim, e, p, x, y0, y);
        return;
    }
    if (!L->matrix) {
        const lf_combination one = {.count = 1, .c = {1}, .x = {x}};
        move_fused(dim, e, p, &one, y0, y);
        return;
    }
    lf_operator_apply_table(L, p, x, second);
    lf_operator_apply_table(L, e, y0, y);
    for (size_t j = 0; j < dim; j++)
        y[j] += second[j];
}
