/* SPDX-License-Identifier: BSD-3-Clause */
/* ica.c - independent components by a gradient flow: sources s that nobody knows are mixed, x = A s, and
 * found again as y = W^T x after x has been whitened, E[x x^T] = I, by the orthonormal W whose y are as
 * far from Gaussian as can be:
 *
 *   W' = (G W^T - W G^T) W,      cost = sum_i E[y_i^4],   G = -4 E[x (y^3)^T],
 *
 * the kurtosis being brought down for sources that are flatter than Gaussian ones, and up (both signs
 * turned) for peaked ones. Celledoni, Marthinsen, Owren 2014, section 4.3: W in O(p), or in St(p, k) where
 * only k of p sources are wanted.
 *
 * Observations may be data, such as sounds from several microphones: they are centred and whitened by the
 * leading p eigenpairs of their covariance, and `made` of them are the components y. Else the sources
 * are exactly independent: all combinations of {-1, 1}, {-1, 0, 1} sqrt(3/2) and
 * {-3, -1, 1, 3}/sqrt(5), each as often as the others, which have mean 0 and variance 1. */
#include "model/frame_model.h"

#include <math.h>

#include "base/dense.h"
#include "model/observed.h"

enum { ICA_SOURCES = 3, ICA_SAMPLES = 24, ICA_MOST = 64 };

typedef struct {
    size_t observed, k, keep;
    double seed;
    int whiten, tails;
    lf_list mixing, start;
    size_t samples, p; /* whitened data: p numbers a sample */
    double *data;      /* [sample][p] */
    double *mixed;     /* p x sources: what mixes the sources into the whitened data */
    lf_frame_parts parts;
    lf_observed given; /* data; no columns: none */
} ica;

/* ---- the flow ------------------------------------------------------------------------------- */

/* y = W^T x of a sample */
static double ica_component(const ica *S, const double *w, const double *x)
{
    double y = 0;
    for (size_t i = 0; i < S->p; i++)
        y += w[i] * x[i];
    return y;
}

static double ica_sign(const ica *S)
{
    return S->tails == 0 ? 1 : -1;
}

static lf_status ica_differential(const void *ctx, size_t trajectory, double t, const double *y,
                                  double *m, double *work)
{
    const ica *S = ctx;
    const size_t p = S->p, k = S->parts.frame.k;
    const double weight = 4 * ica_sign(S) / (double)S->samples;
    (void)trajectory, (void)t, (void)work;
    for (size_t i = 0; i < p * k; i++)
        m[i] = 0;
    for (size_t s = 0; s < S->samples; s++)
        for (size_t j = 0; j < k; j++) {
            const double *x = S->data + s * p;
            const double value = ica_component(S, y + j * p, x);
            const double cube = weight * value * value * value;
            for (size_t i = 0; i < p; i++)
                m[j * p + i] += cube * x[i];
        }
    return LF_OK;
}

static double ica_cost(const void *ctx, size_t trajectory, double t, const double *y, double *work)
{
    const ica *S = ctx;
    double sum = 0;
    (void)trajectory, (void)t, (void)work;
    for (size_t s = 0; s < S->samples; s++)
        for (size_t j = 0; j < S->parts.frame.k; j++)
            sum += pow(ica_component(S, y + j * S->p, S->data + s * S->p), 4);
    return ica_sign(S) * sum / (double)S->samples;
}

/* How far W^T A is from a signed permutation, as the root of a sum of squares: each row has its largest
 * entry where no other has, which is 1 or -1, beside zeros; 0: the sources are found. */
static double ica_apart(const void *ctx, size_t trajectory, double t, const double *y, double *work)
{
    const ica *S = ctx;
    bool taken[ICA_SOURCES] = {false};
    double sum = 0;
    (void)trajectory, (void)t, (void)work;
    for (size_t j = 0; j < S->parts.frame.k; j++) {
        double row[ICA_SOURCES];
        size_t most = 0;
        for (size_t l = 0; l < ICA_SOURCES; l++) {
            row[l] = 0;
            for (size_t i = 0; i < S->p; i++)
                row[l] += y[j * S->p + i] * S->mixed[i * ICA_SOURCES + l];
            most = fabs(row[l]) > fabs(row[most]) ? l : most;
        }
        for (size_t l = 0; l < ICA_SOURCES; l++)
            sum += pow(fabs(row[l]) - (l == most && !taken[most]), 2);
        taken[most] = true;
    }
    return sqrt(sum);
}

static void ica_apart_lanes(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_gradient_quantity(P, L, y, q, ica_apart);
}

static const lf_invariant ica_outputs[] = {
    {"apart", "distance of W^T A from a signed permutation", ica_apart_lanes, "separation", true},
    {NULL, NULL, NULL},
};

/* ---- data ----------------------------------------------------------------------------------- */

/* Source l of sample s. */
static double ica_source(size_t s, size_t l)
{
    const double two = s / 12 ? 1 : -1, three = (double)(s / 4 % 3) - 1;
    const double four = 2 * (double)(s % 4) - 3;
    return l == 0 ? two : l == 1 ? three * sqrt(1.5) : four / sqrt(5);
}

static bool ica_said(const ica *S)
{
    return S->mixing.count != 1 || lf_list_numbers(&S->mixing)[0] != 0;
}

/* Rows of the mixing matrix: observations. */
static size_t ica_rows(const ica *S)
{
    return ica_said(S) ? S->mixing.count / ICA_SOURCES : S->observed;
}

/* Directions that whitening keeps. */
static size_t ica_kept(const ica *S)
{
    return !S->given.columns ? (size_t)ICA_SOURCES : S->keep ? S->keep : S->k;
}

static size_t ica_data_room(const ica *S)
{
    const size_t n = S->given.columns;
    return S->given.rows * ica_kept(S) + 2 * n * n + n;
}

static size_t ica_room(const void *self)
{
    if (((const ica *)self)->given.columns)
        return ica_data_room(self);
    const size_t rows = ica_rows(self), p = rows < ICA_SOURCES ? ICA_SOURCES : rows;
    return ICA_SAMPLES * p + p * ICA_SOURCES * 2 + 2 * p * p + p;
}

static void ica_give(void *self, double *memory)
{
    ((ica *)self)->data = memory;
}

/* The mixing matrix, row by row, as it was given or by dice. */
static lf_status ica_mixing(const ica *S, lf_dice *dice, double *A, char *why, size_t why_size)
{
    const size_t rows = ica_rows(S);
    const bool said = ica_said(S);
    if (said && (S->mixing.count % ICA_SOURCES || rows < ICA_SOURCES || rows > ICA_MOST))
        return lf_refuse("mixing needs rows of 3 numbers, from 3 to 64 of them", why, why_size);
    for (size_t i = 0; i < rows * ICA_SOURCES; i++)
        A[i] = said ? lf_list_numbers(&S->mixing)[i] : lf_dice_normal(dice);
    return LF_OK;
}

/* E[x x^T] = A A^T = V D V^T, and A~ = D^-1/2 V^T A for the leading eigenvalues. work: 2 rows^2 + rows */
static lf_status ica_whiten(ica *S, size_t rows, const double *A, double *work, char *why,
                            size_t why_size)
{
    double *C = work, *V = C + rows * rows, *D = V + rows * rows;
    for (size_t i = 0; i < rows * rows; i++) {
        C[i] = 0;
        for (size_t l = 0; l < ICA_SOURCES; l++)
            C[i] += A[i / rows * ICA_SOURCES + l] * A[i % rows * ICA_SOURCES + l];
    }
    /* the largest come last */
    if (lf_dense_eigen(rows, rows, C, D, V) != LF_OK ||
        !(D[rows - ICA_SOURCES] > 1e-12 * D[rows - 1]))
        return lf_refuse("mixing hides a source: its three columns must not lie in a plane", why,
                         why_size);
    for (size_t i = 0; i < ICA_SOURCES; i++)
        for (size_t l = 0; l < ICA_SOURCES; l++) {
            const size_t from = rows - 1 - i;
            double sum = 0;
            for (size_t r = 0; r < rows; r++)
                sum += V[from * rows + r] * A[r * ICA_SOURCES + l];
            S->mixed[i * ICA_SOURCES + l] = sum / sqrt(D[from]);
        }
    return LF_OK;
}

/* Data that are taken as they are must be white already: A A^T = I. */
static lf_status ica_take(ica *S, size_t rows, const double *A, char *why, size_t why_size)
{
    double off = 0;
    for (size_t i = 0; i < rows * rows; i++) {
        double sum = i % (rows + 1) ? 0 : -1;
        for (size_t l = 0; l < ICA_SOURCES; l++)
            sum += A[i / rows * ICA_SOURCES + l] * A[i % rows * ICA_SOURCES + l];
        off = fmax(off, fabs(sum));
    }
    if (rows != ICA_SOURCES || !(off < 1e-9))
        return lf_refuse("without whitening mixing must be an orthogonal 3 x 3 matrix", why,
                         why_size);
    for (size_t i = 0; i < ICA_SOURCES * ICA_SOURCES; i++)
        S->mixed[i] = A[i];
    return LF_OK;
}

/* Whitened data and what mixes the sources into them. */
static lf_status ica_make(ica *S, lf_dice *dice, char *why, size_t why_size)
{
    const size_t rows = ica_rows(S), wide = rows < ICA_SOURCES ? ICA_SOURCES : rows;
    double *A = S->data + ICA_SAMPLES * wide, *work;
    S->mixed = A + wide * ICA_SOURCES;
    work = S->mixed + wide * ICA_SOURCES;
    S->p = ICA_SOURCES;
    S->samples = ICA_SAMPLES;
    lf_status s = ica_mixing(S, dice, A, why, why_size);
    if (s == LF_OK)
        s = S->whiten == 0 ? ica_whiten(S, rows, A, work, why, why_size)
                           : ica_take(S, rows, A, why, why_size);
    for (size_t i = 0; i < S->samples * S->p && s == LF_OK; i++) {
        S->data[i] = 0;
        for (size_t l = 0; l < ICA_SOURCES; l++)
            S->data[i] += S->mixed[i % S->p * ICA_SOURCES + l] * ica_source(i / S->p, l);
    }
    return s;
}

/* ---- data ----------------------------------------------------------------------------------- */

static lf_status ica_observe(ica *S, char *why, size_t why_size)
{
    S->p = ica_kept(S);
    S->samples = S->given.rows;
    if (ica_said(S))
        return lf_refuse("data are mixed already: give them or mixing, not both", why, why_size);
    if (S->p > S->given.columns)
        return lf_refuse("there are more components to keep than columns of data", why, why_size);
    return lf_observed_whiten(&S->given, S->p, S->data, S->data + S->samples * S->p, why, why_size);
}

static size_t ica_take_room(const void *self, size_t rows, size_t columns)
{
    (void)self, (void)rows;
    return lf_observed_room(columns);
}

static lf_status ica_take_data(void *self, size_t rows, size_t columns, const double *table,
                               double *memory, char *why, size_t why_size)
{
    if (columns > ICA_MOST)
        return lf_refuse("data need at most 64 columns: a microphone each", why, why_size);
    return lf_observed_take(&((ica *)self)->given, rows, columns, table, memory, why, why_size);
}

static size_t ica_columns(const void *self)
{
    return ((const ica *)self)->k;
}

static void ica_separate(const void *self, const double *y, double *sources)
{
    const ica *S = self;
    for (size_t s = 0; s < S->samples; s++)
        for (size_t j = 0; j < S->k; j++)
            sources[s * S->k + j] = ica_component(S, y + j * S->p, S->data + s * S->p);
}

static const lf_model_data ica_data = {
    .doc = "mixtures of sources: a row each sample, a column each microphone",
    .made = "the sources, each with variance 1, in any order and with either sign",
    .room = ica_take_room,
    .take = ica_take_data,
    .columns = ica_columns,
    .make = ica_separate,
};

/* ---- the model ------------------------------------------------------------------------------ */

static size_t ica_dim(const void *self)
{
    return ica_kept(self) * ((const ica *)self)->k;
}

static lf_status ica_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    ica *S = self;
    lf_dice dice = {(uint64_t)S->seed};
    lf_descent D = lf_descent_default();
    lf_status s =
        S->given.columns ? ica_observe(S, why, why_size) : ica_make(S, &dice, why, why_size);
    if (s == LF_OK)
        s = lf_frame_parts_make(&S->parts, S->p, S->k, false, why, why_size);
    D.name = "ica";
    D.action = &S->parts.action;
    D.cost = ica_cost;
    D.differential = ica_differential;
    D.ctx = S;
    D.outputs = S->given.columns ? NULL : ica_outputs; /* nobody knows the sources of data */
    D.names = &lf_frame_names;
    if (s == LF_OK)
        s = lf_problem_from_cost(P, &D, &S->parts.flow, why, why_size);
    return s == LF_OK ? lf_frame_start(&S->parts.frame, &S->start, &dice, y0, why, why_size) : s;
}

static const lf_param ica_params[] = {
    LF_WHOLE(ica, observed, "5", 3, 64, "observations: mixtures of the three sources"),
    LF_WHOLE(ica, k, "3", 1, 64, "sources that are sought; of data as many as there are columns"),
    LF_WHOLE(ica, keep, "0", 0, 64,
             "directions of data that whitening keeps, those of the largest variances; 0: k"),
    {"seed", LF_REAL, 1, offsetof(ica, seed), "", "1", NULL, 0, 9e15, 0,
     "of the mixing matrix and of the start"},
    LF_NUMBERS(ica, mixing, "", "0", LF_ANY,
               "the mixing matrix, row by row: an observation each; 0: a random one"),
    LF_CHOOSE(ica, whiten, "true|false", "true",
              "whether observations are whitened, or white already"),
    LF_CHOOSE(ica, tails, "flat|peaked", "flat",
              "whether sources are flatter than Gaussian ones, as here, or more peaked, as voices "
              "are: the kurtosis is brought down, or up"),
    LF_NUMBERS(ica, start, "", "0", LF_ANY,
               "W at the start, row by row: 3 rows of k numbers; 0: a random one"),
    LF_PARAM_END};

const lf_model lf_model_ica = {
    .size = sizeof(lf_model),
    .name = "ica",
    .doc = "independent components: mixed sources separated by the kurtosis of what comes out",
    .formula = "W' = (G W^T - W G^T) W, G = -4 E[x (y^3)^T], y = W^T x, x white; O(3) or St(3, k)",
    .cite = "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section "
            "4.3. To separate sources take FastICA (Hyvarinen, Oja 1997): on these data it settled "
            "to roundoff in 5 to 7 iterations, lie-euler with steps of 0.1 in 44 to 52 gradients, "
            "and each costs the same",
    .params = ica_params,
    .self_size = sizeof(ica),
    .t_end = 5,
    .step = 0.05,
    .method = "cf4",
    .build = ica_build,
    .dim = ica_dim,
    .room = ica_room,
    .give = ica_give,
    .data = &ica_data,
};
