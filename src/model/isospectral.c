/* SPDX-License-Identifier: BSD-3-Clause */
/* isospectral.c - quantities of L' = [B(L), L]: power sums of the eigenvalues, tr L^j, without scratch
 * for any number of lanes. */
#include "model/isospectral.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dense.h"

/* Entry (i, j) of lane `lane`. */
static double entry(size_t n, size_t lanes, size_t lane, const double *y, size_t i, size_t j)
{
    return y[(i * n + j) * lanes + lane];
}

/* Entry (i, j) of L^2 */
static double square_entry(size_t n, size_t lanes, size_t lane, const double *y, size_t i, size_t j)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += entry(n, lanes, lane, y, i, k) * entry(n, lanes, lane, y, k, j);
    return sum;
}

/* tr L^power: for 3 and 4 the entries of L^2 times those of L or L^2, transposed */
static double trace_power(size_t n, int power, size_t lanes, size_t lane, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (power <= 2)
            sum +=
                power == 1 ? entry(n, lanes, lane, y, i, i) : square_entry(n, lanes, lane, y, i, i);
        for (size_t j = 0; power > 2 && j < n; j++)
            sum += square_entry(n, lanes, lane, y, i, j) *
                   (power == 3 ? entry(n, lanes, lane, y, j, i)
                               : square_entry(n, lanes, lane, y, j, i));
    }
    return sum;
}

static double frobenius(size_t n, size_t lanes, size_t lane, const double *y, bool diagonal)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (diagonal || i != j)
                sum += entry(n, lanes, lane, y, i, j) * entry(n, lanes, lane, y, i, j);
    return sqrt(sum);
}

static size_t rows_of(const lf_problem *P)
{
    return ((const lf_matrix_model *)P->ctx)->n;
}

/* tr L^j, and |L|^j, what it is compared with */
#define TRACE(j)                                                                             \
    static void trace##j(const lf_problem *P, const lf_lanes *L, const double *y, double *q) \
    {                                                                                        \
        for (size_t i = 0; i < L->n; i++)                                                    \
            q[i] = trace_power(rows_of(P), j, L->n, i, y);                                   \
    }                                                                                        \
    static void size##j(const lf_problem *P, const lf_lanes *L, const double *y, double *q)  \
    {                                                                                        \
        for (size_t i = 0; i < L->n; i++)                                                    \
            q[i] = pow(frobenius(rows_of(P), L->n, i, y, true), j);                          \
    }
TRACE(1)
TRACE(2)
TRACE(3)
TRACE(4)

static void off_diagonal(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    for (size_t i = 0; i < L->n; i++)
        q[i] = frobenius(rows_of(P), L->n, i, y, false);
}

const lf_invariant lf_isospectral_invariants[] = {
    {"trace1", "tr L, the sum of the eigenvalues", trace1},
    {"trace2", "tr L^2, the sum of their squares", trace2},
    {"trace3", "tr L^3", trace3},
    {"trace4", "tr L^4", trace4},
    {NULL, NULL, NULL},
};
static lf_quantity *const isospectral_sizes[] = {size1, size2, size3, size4};
const lf_scales lf_isospectral_scales = {isospectral_sizes};

/* ---- the diagonal beside the spectrum ---- */

/* Eigenvalue `rank` of lane i, the largest being number 0; the scratch of lane 0 does for all. */
static double eigenvalue(const lf_problem *P, const lf_lanes *L, const double *y, size_t i,
                         size_t rank)
{
    const size_t n = rows_of(P);
    double *a = L->work, *vectors = a + n * n, *value = vectors + n * n;
    for (size_t k = 0; k < n * n; k++)
        a[k] = y[k * L->n + i];
    return lf_dense_eigen(n, n, a, value, vectors) == LF_OK ? value[n - 1 - rank] : NAN;
}

#define DIAGONAL(k)                                                                             \
    static void diagonal##k(const lf_problem *P, const lf_lanes *L, const double *y, double *q) \
    {                                                                                           \
        for (size_t i = 0; i < L->n; i++)                                                       \
            q[i] = entry(rows_of(P), L->n, i, y, k - 1, k - 1);                                 \
    }                                                                                           \
    static void spectrum##k(const lf_problem *P, const lf_lanes *L, const double *y, double *q) \
    {                                                                                           \
        for (size_t i = 0; i < L->n; i++)                                                       \
            q[i] = eigenvalue(P, L, y, i, k - 1);                                               \
    }
DIAGONAL(1)
DIAGONAL(2)
DIAGONAL(3)
DIAGONAL(4)
DIAGONAL(5)
DIAGONAL(6)
DIAGONAL(7)
DIAGONAL(8)

#define BESIDE(k)                                                                          \
    {                                                                                      \
        "d" #k, "entry " #k " of the diagonal, which tends to an eigenvalue", diagonal##k, \
            .panel = "diagonal, eigenvalues as thin lines", .guide = spectrum##k           \
    }
static const lf_invariant isospectral_diagonal[LF_ISOSPECTRAL_SHOWN] = {
    BESIDE(1), BESIDE(2), BESIDE(3), BESIDE(4), BESIDE(5), BESIDE(6), BESIDE(7), BESIDE(8)};

const lf_invariant *lf_isospectral_outputs(lf_matrix_model *model)
{
    const size_t shown = model->n < LF_ISOSPECTRAL_SHOWN ? model->n : LF_ISOSPECTRAL_SHOWN;
    memcpy(model->outputs, isospectral_diagonal, shown * sizeof *model->outputs);
    model->outputs[shown] =
        (lf_invariant){"off_diagonal", "|L - diag(L)|, which falls to 0 as L becomes diagonal",
                       off_diagonal, "off the diagonal", true};
    model->outputs[shown + 1] = (lf_invariant){NULL};
    return model->outputs;
}

size_t lf_isospectral_quantity_work(const lf_matrix_model *model)
{
    return (2 * model->n + 1) * model->n;
}

/* ---- names and lists ---- */

void lf_matrix_entry_name(size_t n, char letter, size_t entry_number, char *text, size_t size)
{
    snprintf(text, size, n > 9 ? "%c.%zu.%zu" : "%c.%zu%zu", letter, entry_number / n + 1,
             entry_number % n + 1);
}

static void isospectral_column(const lf_problem *P, size_t c, char *name, size_t size)
{
    lf_matrix_entry_name(rows_of(P), 'L', c, name, size);
}

const lf_names lf_isospectral_names = {.name = isospectral_column};

lf_status lf_check_list(const lf_list *list, const char *name, size_t count, bool one, char *why,
                        size_t why_size)
{
    if (list->count == count || (one && list->count == 1))
        return LF_OK;
    snprintf(why, why_size, "%s needs %s%zu number%s, got %zu", name, one ? "1 or " : "", count,
             count == 1 ? "" : "s", list->count);
    return LF_EINPUT;
}
