/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_midpoint.c - the implicit midpoint rule in the ambient space,
 *
 *   y1 = y0 + h F(t + h/2, (y0 + y1)/2).
 *
 * It keeps every quadratic invariant: spheres and rotations, the Casimirs of so(3)* and se(3)*, and
 * the energy where that is quadratic too, as for the free rigid body, for which it is the
 * Lie-Poisson midpoint rule. Austin, Krishnaprasad, Wang 1993; Hairer, Lubich, Wanner, IV.2. */
#include "method/implicit_midpoint.h"

#include <math.h>

#include "method/implicit.h"

typedef struct {
    const lf_problem *P;
    size_t dim;
    double t, h;
    lf_lanes at; /* one lane in the middle of the step */
    lf_tally *tally;
    double *y0, *k, *middle, *rest; /* k = y1 - y0 */
} midpoint_lane;

static lf_status midpoint_residual(void *ctx, const double *x, double *r)
{
    const midpoint_lane *L = ctx;
    for (size_t c = 0; c < L->dim; c++)
        L->middle[c] = L->y0[c] + 0.5 * x[c];
    const lf_status s = lf_problem_field(L->P, &L->at, L->middle, r, L->tally, L->rest);
    for (size_t c = 0; c < L->dim; c++)
        r[c] = x[c] - L->h * r[c];
    return s;
}

static size_t midpoint_work(const lf_method *M, const lf_problem *P, size_t n)
{
    (void)M;
    (void)n; /* lanes go one by one */
    return 4 * P->action->dim + P->field_work + lf_newton_work(P->action->dim);
}

/* Begun at h F(y0); updates are measured by the largest component of y0. */
static lf_status midpoint_one(midpoint_lane *L, double *scale)
{
    const lf_status s = lf_problem_field(L->P, &L->at, L->y0, L->k, L->tally, L->rest);
    if (s != LF_OK)
        return s;
    double size = 0;
    for (size_t c = 0; c < L->dim; c++) {
        L->k[c] *= L->h;
        size = fmax(size, fmax(fabs(L->y0[c]), fabs(L->k[c])));
    }
    for (size_t c = 0; c < L->dim; c++)
        scale[c] = size > 0 ? size : 1;
    const lf_equations E = {.n = L->dim, .residual = midpoint_residual, .ctx = L, .scale = scale};
    return lf_implicit_solve(L->tally, &E, L->k, scale + L->dim);
}

static lf_status midpoint_step(const lf_method *M, const lf_problem *P, const lf_lanes *lanes,
                               const double *y0, double *y1, double *carry, lf_tally *tally,
                               double *work)
{
    const size_t n = lanes->n, dim = P->action->dim;
    midpoint_lane L = {.P = P,
                       .dim = dim,
                       .tally = tally,
                       .y0 = work,
                       .k = work + dim,
                       .middle = work + 2 * dim,
                       .rest = work + 3 * dim};
    for (size_t i = 0; i < n; i++) {
        const size_t who = lf_lanes_trajectory(lanes, i);
        L.t = lanes->t[i] + 0.5 * lanes->h[i];
        L.h = lanes->h[i];
        L.at = (lf_lanes){1, &L.t, NULL, &who, NULL, lf_lanes_side(lanes, i)};
        for (size_t c = 0; c < dim; c++)
            L.y0[c] = y0[c * n + i];
        const lf_status s = midpoint_one(&L, L.rest + P->field_work);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < dim; c++)
            y1[c * n + i] = L.y0[c] + L.k[c];
    }
    return LF_OK;
}

const lf_method lf_implicit_midpoint = {
    .name = "implicit-midpoint",
    .doc = "implicit midpoint rule in the ambient space: keeps quadratic invariants",
    .cite = "Austin, Krishnaprasad, Wang, Almost Poisson integration of rigid body systems, 1993",
    .order = 2,
    .traits = LF_AMBIENT | LF_SYMMETRIC | LF_DENSE,
    .step = midpoint_step,
    .work = midpoint_work,
};
