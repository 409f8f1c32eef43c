/* SPDX-License-Identifier: BSD-3-Clause */
/* rigid_body_n.c - a free rigid body in R^n (S. V. Manakov, Funct. Anal. Appl. 10 (1976) 328):
 *
 *   M' = [M, W],  Q' = Q W,  W_ij = M_ij/(J_i + J_j),
 *
 * M the momentum in the body, a skew matrix, Q the attitude. SO(n) moves (M, Q) by (g M g^T, Q g^T) and
 * the field is -W. The momentum in space Q M Q^T stays, the energy sum of M_ij^2/(J_i + J_j)/2 over i > j
 * too. For n = 3 the moments of inertia are J_2 + J_3, J_1 + J_3, J_1 + J_2. */
#include <math.h>
#include <string.h>

#include "model/isospectral.h"

typedef struct {
    lf_matrix_model base;
    lf_list J, velocity;
    lf_trait traits[2];
} rigid_body_n;

/* 1/(J_i + J_j) */
static double mobility(const rigid_body_n *d, size_t i, size_t j)
{
    return 1 / (lf_list_number(&d->J, i) + lf_list_number(&d->J, j));
}

static lf_status rigid_body_n_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                    double *f, double *work)
{
    const rigid_body_n *d = P->ctx;
    for (size_t i = 1, k = 0; i < d->base.n; i++)
        for (size_t j = 0; j < i; j++, k++) {
            const double rate = -mobility(d, i, j);
            for (size_t lane = 0; lane < L->n; lane++)
                f[k * L->n + lane] = rate * y[(i * d->base.n + j) * L->n + lane];
        }
    return LF_OK;
}

static void rigid_body_n_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const rigid_body_n *d = P->ctx;
    memset(q, 0, L->n * sizeof *q);
    for (size_t i = 1; i < d->base.n; i++)
        for (size_t j = 0; j < i; j++)
            for (size_t lane = 0; lane < L->n; lane++) {
                const double m = y[(i * d->base.n + j) * L->n + lane];
                q[lane] += 0.5 * mobility(d, i, j) * m * m;
            }
}

/* Entry (i, j) of Q M Q^T */
static double space_entry(size_t n, size_t lanes, size_t lane, const double *y, size_t i, size_t j)
{
    const double *Q = y + n * n * lanes;
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            sum += Q[(i * n + k) * lanes + lane] * y[(k * n + l) * lanes + lane] *
                   Q[(j * n + l) * lanes + lane];
    return sum;
}

/* The momentum in space, in the planes of the first four axes; 0 for planes that are not there. */
#define MOMENTUM(i, j)                                                                   \
    static void momentum_##i##j(const lf_problem *P, const lf_lanes *L, const double *y, \
                                double *q)                                               \
    {                                                                                    \
        const size_t n = ((const lf_matrix_model *)P->ctx)->n;                           \
        for (size_t lane = 0; lane < L->n; lane++)                                       \
            q[lane] = (i) <= n ? space_entry(n, L->n, lane, y, (i)-1, (j)-1) : 0;        \
    }
MOMENTUM(2, 1)
MOMENTUM(3, 1)
MOMENTUM(3, 2)
MOMENTUM(4, 1)
MOMENTUM(4, 2)
MOMENTUM(4, 3)

/* |M|, which bounds each of its components */
static void momentum_size(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const size_t n = ((const lf_matrix_model *)P->ctx)->n;
    for (size_t lane = 0; lane < L->n; lane++) {
        double sum = 0;
        for (size_t k = 0; k < n * n; k++)
            sum += 0.5 * y[k * L->n + lane] * y[k * L->n + lane];
        q[lane] = sqrt(sum);
    }
}

static const lf_invariant rigid_body_n_invariants[] = {
    {"energy", "sum of M_ij^2/(J_i + J_j)/2 over i > j", rigid_body_n_energy},
    {"momentum.21", "entry 2, 1 of Q M Q^T, the momentum in space", momentum_21},
    {"momentum.31", "entry 3, 1 of it", momentum_31},
    {"momentum.32", "entry 3, 2 of it", momentum_32},
    {"momentum.41", "entry 4, 1 of it", momentum_41},
    {"momentum.42", "entry 4, 2 of it", momentum_42},
    {"momentum.43", "entry 4, 3 of it", momentum_43},
    {NULL, NULL, NULL},
};
static lf_quantity *const rigid_body_n_sizes[] = {rigid_body_n_energy, momentum_size, momentum_size,
                                                  momentum_size,       momentum_size, momentum_size,
                                                  momentum_size};
static const lf_scales rigid_body_n_scales = {rigid_body_n_sizes};

static void rigid_body_n_column(const lf_problem *P, size_t c, char *name, size_t size)
{
    const size_t n = ((const lf_matrix_model *)P->ctx)->n, half = n * n;
    lf_matrix_entry_name(n, c < half ? 'M' : 'Q', c % half, name, size);
}

static const lf_names rigid_body_n_names = {.name = rigid_body_n_column};

/* M_ij = (J_i + J_j) W_ij, Q = 1 */
static void rigid_body_n_start(const rigid_body_n *d, double *y0)
{
    const size_t n = d->base.n;
    memset(y0, 0, 2 * n * n * sizeof *y0);
    for (size_t i = 0, k = 0; i < n; i++) {
        y0[(n + i) * n + i] = 1;
        for (size_t j = 0; j < i; j++, k++) {
            const double w = lf_list_numbers(&d->velocity)[k % d->velocity.count];
            y0[i * n + j] = (lf_list_number(&d->J, i) + lf_list_number(&d->J, j)) * w;
            y0[j * n + i] = -y0[i * n + j];
        }
    }
}

static lf_status rigid_body_n_build(void *self, lf_problem *P, double *y0, char *why,
                                    size_t why_size)
{
    rigid_body_n *d = self;
    const lf_status s = lf_check_list(&d->J, "J", d->base.n, true, why, why_size);
    if (s != LF_OK)
        return s;
    if (d->velocity.count == 0)
        return lf_check_list(&d->velocity, "velocity", d->base.n * (d->base.n - 1) / 2, true, why,
                             why_size);
    d->base.group = lf_group_so(d->base.n);
    d->base.action = lf_action_body_n(&d->base.group);
    rigid_body_n_start(d, y0);
    d->traits[0] = (lf_trait){LF_TRAIT_SCALES, &rigid_body_n_scales};
    d->traits[1] = (lf_trait){LF_TRAIT_END, NULL};
    *P = (lf_problem){.name = "rigid-body-n",
                      .action = &d->base.action,
                      .field = rigid_body_n_field,
                      .ctx = d,
                      .traits = d->traits,
                      .invariants = rigid_body_n_invariants,
                      .names = &rigid_body_n_names};
    return LF_OK;
}

static size_t rigid_body_n_dim(const void *self)
{
    const rigid_body_n *d = self;
    return 2 * d->base.n * d->base.n;
}

static const lf_param rigid_body_n_params[] = {
    {"n", LF_COUNT, 1, offsetof(rigid_body_n, base.n), "", "4", NULL, 2, LF_MATRIX_MODEL_MOST, 0,
     "dimensions of space"},
    LF_NUMBERS(rigid_body_n, J, "", "1 2 3 5", LF_POSITIVE,
               "second moments of mass along the axes: one number for all, or n"),
    LF_NUMBERS(rigid_body_n, velocity, "", "0.3 -0.5 0.8 0.2 0.6 -0.4", LF_ANY,
               "angular velocity W at the start, below the diagonal row by row: 21, 31, 32, ...; a "
               "shorter list is repeated"),
    LF_PARAM_END};

const lf_model lf_model_rigid_body_n = {
    .size = sizeof(lf_model),
    .name = "rigid-body-n",
    .doc = "a free rigid body in n dimensions, momentum and attitude; in three, free-rigid-body is "
           "several times faster",
    .formula = "M' = [M, W], Q' = Q W, W_ij = M_ij/(J_i + J_j), f = -W, SO(n) acting by "
               "(g M g^T, Q g^T)",
    .cite = "Manakov, Note on the integration of Euler's equations of the dynamics of an "
            "n-dimensional rigid body, 1976",
    .params = rigid_body_n_params,
    .self_size = sizeof(rigid_body_n),
    .t_end = 1,
    .step = 0.01,
    .method = "cf4",
    .build = rigid_body_n_build,
    .dim = rigid_body_n_dim,
};
