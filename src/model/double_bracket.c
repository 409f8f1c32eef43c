/* SPDX-License-Identifier: BSD-3-Clause */
/* double_bracket.c - Brockett's flow L' = [[N, L], L] of symmetric matrices, N diagonal: it goes uphill
 * in tr(N L), keeps the spectrum, and ends where L is diagonal with its eigenvalues in the order of
 * those of N (R. W. Brockett, Linear Algebra Appl. 146 (1991) 79). SO(n) moves L by g L g^T and the
 * field is [N, L]. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/isospectral.h"

typedef struct {
    lf_matrix_model base;
    lf_list N, L;
    lf_trait traits[3];
} double_bracket;

static lf_status double_bracket_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                      double *f, double *work)
{
    const double_bracket *d = P->ctx;
    const size_t n = d->base.n;
    const double *N = lf_list_numbers(&d->N);
    for (size_t i = 1, k = 0; i < n; i++)
        for (size_t j = 0; j < i; j++, k++)
            for (size_t lane = 0; lane < L->n; lane++)
                f[k * L->n + lane] = (N[i] - N[j]) * y[(i * n + j) * L->n + lane];
    return LF_OK;
}

/* -tr(N L) */
static void double_bracket_cost(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const double_bracket *d = P->ctx;
    for (size_t lane = 0; lane < L->n; lane++) {
        q[lane] = 0;
        for (size_t i = 0; i < d->base.n; i++)
            q[lane] -= lf_list_numbers(&d->N)[i] * y[i * (d->base.n + 1) * L->n + lane];
    }
}

/* |[N, L]|, the length of the gradient in the metric of the orbit that makes this its flow */
static void double_bracket_gradient(const lf_problem *P, const lf_lanes *L, const double *y,
                                    double *q)
{
    const double_bracket *d = P->ctx;
    const double *N = lf_list_numbers(&d->N);
    const size_t n = d->base.n;
    for (size_t lane = 0; lane < L->n; lane++) {
        double sum = 0;
        for (size_t k = 0; k < n * n; k++) {
            const double x = (N[k / n] - N[k % n]) * y[k * L->n + lane];
            sum += x * x;
        }
        q[lane] = sqrt(sum);
    }
}

static const lf_cost double_bracket_uphill = {double_bracket_cost, double_bracket_gradient};

static lf_status check_symmetric(size_t n, const double *L, char *why, size_t why_size)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (!(fabs(L[i * n + j] - L[j * n + i]) <= 1e-12 * (1 + fabs(L[i * n + j])))) {
                snprintf(why, why_size,
                         "L must be symmetric: its entries %zu, %zu and %zu, %zu are %.10g and "
                         "%.10g",
                         i + 1, j + 1, j + 1, i + 1, L[i * n + j], L[j * n + i]);
                return LF_EINPUT;
            }
    return LF_OK;
}

static lf_status double_bracket_build(void *self, lf_problem *P, double *y0, char *why,
                                      size_t why_size)
{
    double_bracket *d = self;
    const size_t n = d->base.n;
    lf_status s = lf_check_list(&d->N, "N", n, false, why, why_size);
    if (s == LF_OK)
        s = lf_check_list(&d->L, "L", n * n, false, why, why_size);
    if (s == LF_OK)
        s = check_symmetric(n, lf_list_numbers(&d->L), why, why_size);
    if (s != LF_OK)
        return s;
    memcpy(y0, lf_list_numbers(&d->L), n * n * sizeof *y0);
    d->base.group = lf_group_so(n);
    d->base.action = lf_action_conjugation(&d->base.group);
    d->traits[0] = (lf_trait){LF_TRAIT_SCALES, &lf_isospectral_scales};
    d->traits[1] = (lf_trait){LF_TRAIT_COST, &double_bracket_uphill};
    d->traits[2] = (lf_trait){LF_TRAIT_END, NULL};
    *P = (lf_problem){.name = "double-bracket",
                      .action = &d->base.action,
                      .field = double_bracket_field,
                      .ctx = d,
                      .traits = d->traits,
                      .invariants = lf_isospectral_invariants,
                      .outputs = lf_isospectral_outputs(&d->base),
                      .quantity_work = lf_isospectral_quantity_work(&d->base),
                      .names = &lf_isospectral_names};
    return LF_OK;
}

static size_t double_bracket_dim(const void *self)
{
    const double_bracket *d = self;
    return d->base.n * d->base.n;
}

static const lf_param double_bracket_params[] = {
    {"n", LF_COUNT, 1, offsetof(double_bracket, base.n), "", "4", NULL, 2, LF_MATRIX_MODEL_MOST, 0,
     "rows of L"},
    LF_NUMBERS(double_bracket, N, "", "4 3 2 1", LF_ANY,
               "diagonal of N, n numbers: in their order the eigenvalues come out"),
    LF_NUMBERS(double_bracket, L, "", "2 1 0.5 0 1 3 -1 0.25 0.5 -1 1 0.75 0 0.25 0.75 4", LF_ANY,
               "L at the start, n^2 numbers row by row, symmetric"),
    LF_PARAM_END};

const lf_model lf_model_double_bracket = {
    .size = sizeof(lf_model),
    .name = "double-bracket",
    .doc =
        "Brockett's double bracket flow, which diagonalises and sorts a symmetric matrix; for a "
        "given matrix that is the wrong tool, LAPACK finds eigenvalues in a fraction of the time",
    .formula = "L' = [[N, L], L], f = [N, L], SO(n) acting by g L g^T; tr(N L) grows",
    .cite = "Brockett, Dynamical systems that sort lists, diagonalize matrices, and solve linear "
            "programming problems, 1991; Celledoni, Marthinsen, Owren, An introduction to Lie "
            "group integrators, 2014, section 2.2",
    .params = double_bracket_params,
    .self_size = sizeof(double_bracket),
    .t_end = 3,
    .step = 0.02,
    .method = "cf4",
    .build = double_bracket_build,
    .dim = double_bracket_dim,
};
