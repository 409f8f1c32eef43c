/* SPDX-License-Identifier: BSD-3-Clause */
/* ground_state.c - states of least energy by the gradient flow of a nonlinear energy on frames.
 *
 *   kohn-sham         E = tr(X^T L X)/2 + (alpha/4) rho.L^-1 rho,  rho_i = sum_j X_ij^2,
 *                     L = tridiag(-1, 2, -1): k electrons on a line of d places, a toy;
 *                     X' = -(G - X X^T G), G = (L + alpha diag(L^-1 rho)) X
 *   gross-pitaevskii  E = y.H y/2 + beta/(4 dx) sum y_i^4,  H = -(second difference)/2 + x^2/2
 *                     on d places of (-box, box), ends 0: a condensate, |y| = 1;
 *                     y' = -(g - y (y.g)), g = H y + (beta/dx) y^3
 *
 * The potentials follow the state, so there is no one matrix whose eigenvectors are sought. The usual
 * iteration, to solve for the eigenvectors of the present matrix again and again, need not settle; the
 * energy falls along the flow whatever the start. Bao, Du 2004; Schneider, Rohwedder, Neelov, Blauert
 * 2009; Liu, Wen, Wang, Ulbrich, Yuan 2015. */
#include "model/frame_model.h"

#include <math.h>

#include "base/dense.h"
#include "base/tall.h"

enum { KOHN_SHAM, GROSS_PITAEVSKII };
enum { STATE_VALUES = 8 }; /* eigenvalues that are outputs, at most */

typedef struct {
    int energy;
    size_t d, k; /* 0: the usual ones of the energy */
    double alpha, beta, box, seed;
    lf_list start;
    size_t rows, columns;
    lf_frame_parts parts;
} ground_state;

/* ---- Kohn, Sham ----------------------------------------------------------------------------- */

static double state_density(const ground_state *S, const double *y, size_t i)
{
    double rho = 0;
    for (size_t j = 0; j < S->columns; j++)
        rho += y[j * S->rows + i] * y[j * S->rows + i];
    return rho;
}

/* L^-1 rho row by row: L^-1_ij = min(i, j) (d + 1 - max(i, j))/(d + 1) from 1, so what lies before a row
 * and what lies behind it are two sums that move along. */
typedef struct {
    double before, behind; /* sum of j rho_j, and of (d + 1 - j) rho_j */
} state_sums;

static state_sums sums_begin(const ground_state *S, const double *y)
{
    state_sums s = {0, 0};
    for (size_t i = 0; i < S->rows; i++)
        s.behind += (double)(S->rows - i) * state_density(S, y, i);
    return s;
}

/* The potential of row i; rows are asked for in their order. */
static double sums_next(const ground_state *S, const double *y, size_t i, state_sums *s)
{
    const double rho = state_density(S, y, i), from = (double)(i + 1), to = (double)(S->rows - i);
    s->before += from * rho;
    s->behind -= to * rho;
    return (to * s->before + from * s->behind) / (double)(S->rows + 1);
}

/* (L x)_i of a column */
static double state_bent(size_t d, const double *x, size_t i)
{
    return 2 * x[i] - (i > 0 ? x[i - 1] : 0) - (i + 1 < d ? x[i + 1] : 0);
}

static void kohn_sham(const ground_state *S, const double *y, double *g)
{
    const size_t d = S->rows;
    state_sums sums = sums_begin(S, y);
    for (size_t i = 0; i < d; i++) {
        const double potential = S->alpha * sums_next(S, y, i, &sums);
        for (size_t j = 0; j < S->columns; j++)
            g[j * d + i] = state_bent(d, y + j * d, i) + potential * y[j * d + i];
    }
}

static double kohn_sham_energy(const ground_state *S, const double *y)
{
    const size_t d = S->rows;
    state_sums sums = sums_begin(S, y);
    double kinetic = 0, repulsion = 0;
    for (size_t i = 0; i < d; i++) {
        repulsion += state_density(S, y, i) * sums_next(S, y, i, &sums);
        for (size_t j = 0; j < S->columns; j++)
            kinetic += y[j * d + i] * state_bent(d, y + j * d, i);
    }
    return 0.5 * kinetic + 0.25 * S->alpha * repulsion;
}

/* ---- Gross, Pitaevskii ---------------------------------------------------------------------- */

static double state_spacing(const ground_state *S)
{
    return 2 * S->box / (double)(S->rows + 1);
}

static double state_place(const ground_state *S, size_t i)
{
    return state_spacing(S) * ((double)(i + 1) - 0.5 * (double)(S->rows + 1));
}

/* (H y)_i */
static double state_linear(const ground_state *S, const double *y, size_t i)
{
    const double dx = state_spacing(S), x = state_place(S, i);
    return 0.5 * state_bent(S->rows, y, i) / (dx * dx) + 0.5 * x * x * y[i];
}

static void gross_pitaevskii(const ground_state *S, const double *y, double *g)
{
    const double strength = S->beta / state_spacing(S);
    for (size_t i = 0; i < S->rows; i++)
        g[i] = state_linear(S, y, i) + strength * y[i] * y[i] * y[i];
}

static double gross_pitaevskii_energy(const ground_state *S, const double *y)
{
    const double strength = S->beta / state_spacing(S);
    double sum = 0;
    for (size_t i = 0; i < S->rows; i++)
        sum += 0.5 * y[i] * state_linear(S, y, i) + 0.25 * strength * pow(y[i], 4);
    return sum;
}

/* ---- both ----------------------------------------------------------------------------------- */

static lf_status state_differential(const void *ctx, size_t trajectory, double t, const double *y,
                                    double *m, double *work)
{
    const ground_state *S = ctx;
    (void)trajectory, (void)t, (void)work;
    (S->energy == KOHN_SHAM ? kohn_sham : gross_pitaevskii)(S, y, m);
    return LF_OK;
}

static double state_energy(const void *ctx, size_t trajectory, double t, const double *y,
                           double *work)
{
    const ground_state *S = ctx;
    (void)trajectory, (void)t, (void)work;
    return (S->energy == KOHN_SHAM ? kohn_sham_energy : gross_pitaevskii_energy)(S, y);
}

/* Eigenvalue number `which`, from the smallest, of X^T G: orbital energies, or the chemical
 * potential. */
static double state_value(const void *ctx, const double *y, size_t which, double *work)
{
    const ground_state *S = ctx;
    const size_t d = S->rows, k = S->columns;
    double *g = work, *C = g + d * k, *value = C + k * k;
    const lf_tall X = {k, d, y}, G = {k, d, g};
    state_differential(S, 0, 0, y, g, NULL);
    lf_tall_gram(d, &X, &G, C, k);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            C[i * k + j] = C[j * k + i] = 0.5 * (C[i * k + j] + C[j * k + i]);
    return lf_dense_eigen(k, k, C, value, NULL) == LF_OK ? value[which] : NAN;
}

#define STATE_VALUE(which)                                                                   \
    static double state_value_##which(const void *ctx, size_t trajectory, double t,          \
                                      const double *y, double *work)                         \
    {                                                                                        \
        (void)trajectory, (void)t;                                                           \
        return state_value(ctx, y, which, work);                                             \
    }                                                                                        \
    static void state_lanes_##which(const lf_problem *P, const lf_lanes *L, const double *y, \
                                    double *q)                                               \
    {                                                                                        \
        lf_gradient_quantity(P, L, y, q, state_value_##which);                               \
    }
STATE_VALUE(0)
STATE_VALUE(1)
STATE_VALUE(2)
STATE_VALUE(3)
STATE_VALUE(4)
STATE_VALUE(5)
STATE_VALUE(6)
STATE_VALUE(7)

#define STATE_OUTPUT(name, which)                                                          \
    {                                                                                      \
        name, "eigenvalue of the state's own operator", state_lanes_##which, "eigenvalues" \
    }
static const lf_invariant state_outputs[STATE_VALUES] = {
    STATE_OUTPUT("e1", 0), STATE_OUTPUT("e2", 1), STATE_OUTPUT("e3", 2), STATE_OUTPUT("e4", 3),
    STATE_OUTPUT("e5", 4), STATE_OUTPUT("e6", 5), STATE_OUTPUT("e7", 6), STATE_OUTPUT("e8", 7)};
static const lf_invariant state_potential =
    STATE_OUTPUT("mu", 0); /* what a particle more would cost */

/* The size that was asked for, or the usual one. */
static void state_size(const ground_state *S, size_t *d, size_t *k)
{
    const bool line = S->energy == KOHN_SHAM;
    *d = S->d ? S->d : line ? 64 : 127;
    *k = S->k ? S->k : line ? 4 : 1;
}

static size_t state_dim(const void *self)
{
    size_t d, k;
    state_size(self, &d, &k);
    return d * k;
}

/* exp(-x^2/4), which has the sign of the state of least energy, or a random frame. */
static lf_status state_start(ground_state *S, double *y0, char *why, size_t why_size)
{
    lf_dice dice = {(uint64_t)S->seed};
    const bool said = S->start.count != 1 || lf_list_numbers(&S->start)[0] != 0;
    if (said || S->energy == KOHN_SHAM)
        return lf_frame_start(&S->parts.frame, &S->start, &dice, y0, why, why_size);
    for (size_t i = 0; i < S->rows; i++)
        y0[i] = exp(-0.25 * pow(state_place(S, i), 2));
    lf_orthonormalise(S->rows, 1, y0);
    return LF_OK;
}

static lf_status state_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    ground_state *S = self;
    lf_descent D = lf_descent_default();
    lf_invariant *output = S->parts.output;
    state_size(S, &S->rows, &S->columns);
    if (S->energy == GROSS_PITAEVSKII && S->columns != 1)
        return lf_refuse("gross-pitaevskii has one state: let k be 1", why, why_size);
    lf_status s = lf_frame_parts_make(&S->parts, S->rows, S->columns, false, why, why_size);
    for (size_t i = 0; i < S->columns && i < STATE_VALUES; i++)
        output[i] = S->energy == KOHN_SHAM ? state_outputs[i] : state_potential;
    output[S->columns < STATE_VALUES ? S->columns : STATE_VALUES] =
        (lf_invariant){NULL, NULL, NULL};
    D.name = "ground-state";
    D.action = &S->parts.action;
    D.cost = state_energy;
    D.differential = state_differential;
    D.ctx = S;
    D.work = S->parts.action.dim + S->columns * (S->columns + 1);
    D.outputs = output;
    D.names = &lf_frame_names;
    if (s == LF_OK)
        s = lf_problem_from_cost(P, &D, &S->parts.flow, why, why_size);
    return s == LF_OK ? state_start(S, y0, why, why_size) : s;
}

static const lf_param state_params[] = {
    LF_CHOOSE(ground_state, energy, "kohn-sham|gross-pitaevskii", "kohn-sham",
              "electrons on a line with the potential of their density, or a condensate in a trap"),
    LF_WHOLE(ground_state, d, "0", 0, 1000000,
             "places of the grid; 0: 64, or 127 for the condensate"),
    LF_WHOLE(ground_state, k, "0", 0, 64, "states; 0: 4, or 1 for the condensate"),
    LF_REALS(ground_state, alpha, 1, "", "1", LF_ANY, "strength of the electrons' repulsion",
             "energy=kohn-sham"),
    LF_REALS(ground_state, beta, 1, "", "400", LF_ANY, "strength of the atoms' repulsion",
             "energy=gross-pitaevskii"),
    LF_REALS(ground_state, box, 1, "", "12", LF_POSITIVE, "the grid covers (-box, box)",
             "energy=gross-pitaevskii"),
    {"seed", LF_REAL, 1, offsetof(ground_state, seed), "", "1", NULL, 0, 9e15, 0,
     "of the start, which is random", "energy=kohn-sham"},
    LF_NUMBERS(ground_state, start, "", "0", LF_ANY,
               "the frame at the start, row by row: d rows of k numbers; 0: a random one, or "
               "exp(-x^2/4) for the condensate"),
    LF_PARAM_END};

const lf_model lf_model_ground_state = {
    .size = sizeof(lf_model),
    .name = "ground-state",
    .doc = "the state of least energy of electrons on a line, or of a condensate in a trap",
    .formula =
        "X' = -(G - X X^T G), St(d, k); kohn-sham: G = (L + alpha diag(L^-1 rho)) X, L = "
        "tridiag(-1, 2, -1), steps below 2/8.9; gross-pitaevskii: G = H y + (beta/dx) y^3, H = "
        "-(second difference)/2 + x^2/2, steps below 2/(2/dx^2 + mu)",
    .cite = "Bao, Du, Computing the ground state solution of Bose-Einstein condensates by a "
            "normalized gradient flow, 2004; Schneider, Rohwedder, Neelov, Blauert, Direct "
            "minimization for calculating invariant subspaces in density functional computations, "
            "2009. Where the self-consistent iteration settles it is faster: kohn-sham as preset "
            "took 25 eigenproblems with mixing 0.5 to a gradient of 1e-8, the flow 729 gradients; "
            "without mixing the iteration never settled, while the energy falls along the flow "
            "from any start",
    .params = state_params,
    .self_size = sizeof(ground_state),
    .t_end = 2,
    .step = 0.005,
    .method = "cf4",
    .build = state_build,
    .dim = state_dim,
};
