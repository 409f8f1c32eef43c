/* SPDX-License-Identifier: BSD-3-Clause */
/* toda.c - the lattice of Toda in Flaschka's variables: L symmetric and tridiagonal with diagonal a and
 * neighbours b,
 *
 *   a_i' = 2 (b_i^2 - b_(i-1)^2),  b_i' = b_i (a_(i+1) - a_i),
 *
 * which is L' = [B, L], B = the part of L above the diagonal minus the one below it. SO(n) moves L by
 * g L g^T and the field is B. L tends to diag(eigenvalues), the largest first.
 *
 * Exact: exp(t L0) = Q R with a positive diagonal of R gives L(t) = Q^T L0 Q (W. W. Symes, Physica D 4
 * (1982) 275). With L0 = V^T D V, the rows of V being eigenvectors, that is L(t) = Z^T D Z for
 * exp(t D) V = Z R, whose rows, sorted by size, reflections handle however far apart they are. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "model/isospectral.h"

typedef struct {
    lf_matrix_model base;
    lf_list a, b;
    double *value, *vector; /* eigenvalues of L0, the largest first, and eigenvectors as rows */
    lf_trait traits[2];
} toda;

static lf_status toda_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                            double *work)
{
    const size_t n = ((const lf_matrix_model *)P->ctx)->n;
    for (size_t i = 1, k = 0; i < n; i++)
        for (size_t j = 0; j < i; j++, k++)
            for (size_t lane = 0; lane < L->n; lane++)
                f[k * L->n + lane] = -y[(i * n + j) * L->n + lane];
    return LF_OK;
}

static void toda_start(const toda *d, double *y0)
{
    const size_t n = d->base.n;
    memset(y0, 0, n * n * sizeof *y0);
    for (size_t i = 0; i < n; i++) {
        y0[i * n + i] = lf_list_number(&d->a, i);
        if (i + 1 < n)
            y0[i * n + i + 1] = y0[(i + 1) * n + i] = lf_list_number(&d->b, i);
    }
}

/* ---- the exact solution ---- */

/* Eigenvalues of the start, the largest first: those of -L0, the smallest first. */
static lf_status toda_spectrum(toda *d, const double *y0)
{
    const size_t n = d->base.n;
    double a[LF_MATRIX_MODEL_MOST * LF_MATRIX_MODEL_MOST];
    for (size_t k = 0; k < n * n; k++)
        a[k] = -y0[k];
    const lf_status s = lf_dense_eigen(n, n, a, d->value, d->vector);
    for (size_t k = 0; k < n; k++)
        d->value[k] = -d->value[k];
    return s;
}

/* Column k of A is reflected onto its row k, in the rows from k on; v is the unit normal, or 0. */
static void reflect_column(size_t n, size_t k, double *A, double *v)
{
    double sum = 0;
    for (size_t i = k; i < n; i++)
        sum += A[i * n + k] * A[i * n + k];
    const double length = sqrt(sum), head = A[k * n + k] + copysign(length, A[k * n + k]);
    const double normal = sqrt(2 * length * fabs(head));
    for (size_t i = k; i < n; i++)
        v[i] = normal > 0 ? (i == k ? head : A[i * n + k]) / normal : 0;
    for (size_t j = k; j < n; j++) {
        double dot = 0;
        for (size_t i = k; i < n; i++)
            dot += v[i] * A[i * n + j];
        for (size_t i = k; i < n; i++)
            A[i * n + j] -= 2 * dot * v[i];
    }
}

/* Z of A = Z R with a positive diagonal of R. A is destroyed: normals take the place of its columns,
 * for R has zeros there. */
static void orthogonal_factor(size_t n, double *A, double *Z)
{
    double v[LF_MATRIX_MODEL_MOST], sign[LF_MATRIX_MODEL_MOST];
    for (size_t k = 0; k < n; k++) {
        reflect_column(n, k, A, v);
        sign[k] = A[k * n + k] < 0 ? -1 : 1;
        for (size_t i = k; i < n; i++)
            A[i * n + k] = v[i];
    }
    for (size_t i = 0; i < n * n; i++)
        Z[i] = i / n == i % n ? sign[i % n] : 0;
    for (size_t k = n; k-- > 0;)
        for (size_t j = 0; j < n; j++) {
            double dot = 0;
            for (size_t i = k; i < n; i++)
                dot += A[i * n + k] * Z[i * n + j];
            for (size_t i = k; i < n; i++)
                Z[i * n + j] -= 2 * dot * A[i * n + k];
        }
}

static lf_status toda_exact(const void *self, double t, double *y)
{
    const toda *d = self;
    const size_t n = d->base.n;
    double A[LF_MATRIX_MODEL_MOST * LF_MATRIX_MODEL_MOST],
        Z[LF_MATRIX_MODEL_MOST * LF_MATRIX_MODEL_MOST];
    double value[LF_MATRIX_MODEL_MOST];
    for (size_t k = 0; k < n; k++) {
        const size_t from = t < 0 ? n - 1 - k : k; /* the row that grows most comes first */
        value[k] = d->value[from];
        const double grown = exp(t * (value[k] - value[0]));
        for (size_t j = 0; j < n; j++)
            A[k * n + j] = grown * d->vector[from * n + j];
    }
    orthogonal_factor(n, A, Z);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            y[i * n + j] = 0;
            for (size_t k = 0; k < n; k++)
                y[i * n + j] += Z[k * n + i] * value[k] * Z[k * n + j];
        }
    return LF_OK;
}

/* ---- the model ---- */

static lf_status toda_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    toda *d = self;
    lf_status s = lf_check_list(&d->a, "a", d->base.n, true, why, why_size);
    if (s == LF_OK)
        s = lf_check_list(&d->b, "b", d->base.n - 1, true, why, why_size);
    if (s != LF_OK)
        return s;
    d->base.group = lf_group_so(d->base.n);
    d->base.action = lf_action_conjugation(&d->base.group);
    toda_start(d, y0);
    d->traits[0] = (lf_trait){LF_TRAIT_SCALES, &lf_isospectral_scales};
    d->traits[1] = (lf_trait){LF_TRAIT_END, NULL};
    *P = (lf_problem){.name = "toda",
                      .action = &d->base.action,
                      .field = toda_field,
                      .ctx = d,
                      .traits = d->traits,
                      .invariants = lf_isospectral_invariants,
                      .outputs = lf_isospectral_outputs(&d->base),
                      .quantity_work = lf_isospectral_quantity_work(&d->base),
                      .names = &lf_isospectral_names};
    return toda_spectrum(d, y0);
}

static size_t toda_dim(const void *self)
{
    const toda *d = self;
    return d->base.n * d->base.n;
}

static size_t toda_room(const void *self)
{
    const toda *d = self;
    return d->base.n * d->base.n + d->base.n;
}

static void toda_give(void *self, double *memory)
{
    toda *d = self;
    d->value = memory;
    d->vector = memory + d->base.n;
}

static const lf_param toda_params[] = {
    {"n", LF_COUNT, 1, offsetof(toda, base.n), "", "5", NULL, 2, LF_MATRIX_MODEL_MOST, 0,
     "particles, the rows of L"},
    LF_NUMBERS(toda, a, "", "0", LF_ANY,
               "diagonal of L at the start, minus half the momenta: one number for all, or n"),
    LF_NUMBERS(
        toda, b, "", "1", LF_ANY,
        "beside the diagonal, exp(-distance/2)/2 of neighbours: one number for all, or n - 1"),
    LF_PARAM_END};

const lf_model lf_model_toda = {
    .size = sizeof(lf_model),
    .name = "toda",
    .doc = "the Toda lattice as a flow of matrices with one spectrum, which sorts its eigenvalues; "
           "for eigenvalues themselves a flow is the wrong tool, a QR algorithm (LAPACK) takes a "
           "fraction of the time",
    .formula =
        "L' = [B, L], B = L above the diagonal - L below it, f = B, SO(n) acting by g L g^T; "
        "a_i' = 2 (b_i^2 - b_(i-1)^2), b_i' = b_i (a_(i+1) - a_i)",
    .cite = "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section "
            "2.2; Symes, The QR algorithm and scattering for the finite nonperiodic Toda lattice, "
            "1982",
    .params = toda_params,
    .self_size = sizeof(toda),
    .t_end = 2,
    .step = 0.02,
    .method = "cf4",
    .build = toda_build,
    .exact = toda_exact,
    .dim = toda_dim,
    .room = toda_room,
    .give = toda_give,
};
