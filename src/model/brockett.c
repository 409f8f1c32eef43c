/* SPDX-License-Identifier: BSD-3-Clause */
/* brockett.c - eigenvectors, one by one, by a gradient flow: with weights N = diag(k, .., 1)
 *
 *   X' = A X N - X N X^T A X,      cost = -tr(X^T A X N)/2,
 *
 * ends in the k dominant eigenvectors in their order, where Oja's flow finds the space alone. Brockett
 * 1989; on Stiefel manifolds Edelman, Arias, Smith 1998. */
#include "model/frame_model.h"

#include <math.h>

#include "base/tall.h"

typedef struct {
    lf_symmetric data;
    lf_frame_parts parts;
} brockett;

static lf_status brockett_differential(const void *ctx, size_t trajectory, double t,
                                       const double *y, double *m, double *work)
{
    const brockett *b = ctx;
    const size_t d = b->parts.frame.d, k = b->parts.frame.k;
    (void)trajectory, (void)t, (void)work;
    lf_symmetric_times(&b->data, k, y, m);
    for (size_t i = 0; i < d * k; i++)
        m[i] *= -(double)(k - i / d);
    return LF_OK;
}

static double brockett_cost(const void *ctx, size_t trajectory, double t, const double *y,
                            double *work)
{
    const brockett *b = ctx;
    double *m = work, sum = 0;
    brockett_differential(ctx, trajectory, t, y, m, NULL);
    for (size_t i = 0; i < b->parts.action.dim; i++)
        sum += y[i] * m[i];
    return 0.5 * sum;
}

/* The root of the sum of squares off the diagonal of X^T A X. */
static double brockett_off(const void *ctx, size_t trajectory, double t, const double *y,
                           double *work)
{
    const brockett *b = ctx;
    const size_t d = b->parts.frame.d, k = b->parts.frame.k;
    double *product = work, *C = product + d * k, sum = 0;
    const lf_tall X = {k, d, y}, AX = {k, d, product};
    (void)trajectory, (void)t;
    lf_symmetric_times(&b->data, k, y, product);
    lf_tall_gram(d, &X, &AX, C, k);
    for (size_t i = 0; i < k * k; i++)
        sum += i % (k + 1) ? C[i] * C[i] : 0;
    return sqrt(sum);
}

static void brockett_off_lanes(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_gradient_quantity(P, L, y, q, brockett_off);
}

static const lf_invariant brockett_outputs[] = {
    {"off", "what X^T A X has off its diagonal", brockett_off_lanes, "off the diagonal", true},
    {NULL, NULL, NULL},
};

static size_t brockett_dim(const void *self)
{
    const brockett *b = self;
    return lf_symmetric_side(&b->data) * b->data.k;
}

static size_t brockett_room(const void *self)
{
    return lf_symmetric_room(&((const brockett *)self)->data);
}

static void brockett_give(void *self, double *memory)
{
    lf_symmetric_give(&((brockett *)self)->data, memory);
}

static lf_status brockett_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    brockett *b = self;
    lf_dice dice = {(uint64_t)b->data.seed};
    lf_descent D = lf_descent_default();
    lf_status s = lf_symmetric_make(&b->data, &dice, why, why_size);
    if (s == LF_OK)
        s = lf_frame_parts_make(&b->parts, lf_symmetric_side(&b->data), b->data.k, false, why,
                                why_size);
    D.name = "brockett";
    D.action = &b->parts.action;
    D.cost = brockett_cost;
    D.differential = brockett_differential;
    D.ctx = b;
    D.work = b->parts.action.dim + b->data.k * b->data.k;
    D.outputs = brockett_outputs;
    D.names = &lf_frame_names;
    if (s == LF_OK)
        s = lf_problem_from_cost(P, &D, &b->parts.flow, why, why_size);
    return s == LF_OK ? lf_frame_start(&b->parts.frame, &b->data.start, &dice, y0, why, why_size)
                      : s;
}

static const lf_param brockett_params[] = {LF_SYMMETRIC_ROWS(brockett), LF_PARAM_END};

const lf_model lf_model_brockett = {
    .size = sizeof(lf_model),
    .name = "brockett",
    .doc = "the dominant eigenvectors of a symmetric matrix, in their order, by Brockett's flow",
    .formula = "X' = A X N - X N X^T A X, N = diag(k, .., 1), St(d, k)",
    .cite = "Brockett, Dynamical systems that sort lists, diagonalize matrices and solve linear "
            "programming problems, 1991. To find the eigenvectors of a given matrix take LAPACK or "
            "ARPACK, which are some 3 and 40 times as fast where pca was measured; the flow is "
            "worth it as an equation on frames that tests methods",
    .params = brockett_params,
    .self_size = sizeof(brockett),
    .t_end = 2,
    .step = 0.01,
    .method = "cf4",
    .build = brockett_build,
    .dim = brockett_dim,
    .room = brockett_room,
    .give = brockett_give,
};
