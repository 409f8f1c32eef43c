/* SPDX-License-Identifier: BSD-3-Clause */
/* gradient_frame.c - gradients on orthonormal frames, in the metric that SO(d) with the identity on
 * its algebra induces: <F, F> = |F|^2 - |Y^T F|^2/2. From the gradient G in the ambient space
 *
 *   grad = G - Y G^T Y   on a Stiefel manifold,   G - Y Y^T G   on a Grassmann manifold
 *
 * (Edelman, Arias, Smith, The geometry of algorithms with orthogonality constraints, 1998, sections
 * 2.4.4 and 2.5.3; for k = d it is the gradient on SO(d)). In place of G stands G Y^T Y, which is the same
 * on the manifold: then -grad = -(G Y^T - Y G^T) Y keeps Y^T Y beside it, too. Without it a cost with a
 * positive Y^T G = mu drives classical methods away like e^(2 mu t). */
#include "problem/gradient_frame.h"

#include <lieflow/frame.h>

#include <math.h>

#include "base/tall.h"

/* C = G^T Y, or Y^T G on a Grassmann manifold, and M = -Y^T Y: the flow is Y C + G M. */
static void frame_inner(const lf_frame *F, const double *y, const double *g, double *C, double *M)
{
    const lf_tall Y = {F->k, F->d, y}, G = {F->k, F->d, g};
    lf_tall_gram(F->d, &Y, &Y, M, F->k);
    for (size_t i = 0; i < F->k * F->k; i++)
        M[i] = -M[i];
    if (F->grassmann)
        lf_tall_gram(F->d, &Y, &G, C, F->k);
    else
        lf_tall_gram(F->d, &G, &Y, C, F->k);
}

/* out = Y C + G M for some rows, from `first` on */
static void frame_rows(const lf_frame *F, size_t first, size_t rows, const double *y,
                       const double *g, const double *C, const double *M, double *out,
                       size_t stride)
{
    const lf_tall_term terms[2] = {{{F->k, F->d, y + first}, C, F->k},
                                   {{F->k, F->d, g + first}, M, F->k}};
    lf_tall_sum(rows, 2, terms, F->k, out, stride);
}

/* G, C, M; and a block of rows of the gradient. */
enum { FRAME_ROWS = 64 };
size_t lf_gradient_frame_work(const lf_descent *D)
{
    const lf_frame *F = D->action->ctx;
    return (F->d + 2 * F->k + FRAME_ROWS) * F->k;
}

lf_status lf_gradient_frame_fall(const lf_descent *D, size_t who, double t, const double *y,
                                 double *f, double *work)
{
    const lf_frame *F = D->action->ctx;
    double *g = work, *C = g + F->d * F->k, *M = C + F->k * F->k;
    const lf_status s = D->differential(D->ctx, who, t, y, g, work + lf_gradient_frame_work(D));
    if (s != LF_OK)
        return s;
    frame_inner(F, y, g, C, M);
    frame_rows(F, 0, F->d, y, g, C, M, f, F->d);
    return LF_OK;
}

/* |Y^T grad|^2, which is |C^T - C|^2 on a Stiefel manifold and 0 else. */
static double frame_turn(const lf_frame *F, const double *C)
{
    double sum = 0;
    for (size_t i = 0; i < F->k && !F->grassmann; i++)
        for (size_t j = 0; j < F->k; j++)
            sum += pow(C[i * F->k + j] - C[j * F->k + i], 2);
    return sum;
}

/* Rows by blocks: no room for another matrix of that size is wanted. */
double lf_gradient_frame_length(const lf_descent *D, size_t who, double t, const double *y,
                                double *work)
{
    const lf_frame *F = D->action->ctx;
    double *g = work, *C = g + F->d * F->k, *M = C + F->k * F->k, *part = M + F->k * F->k, sum = 0;
    if (D->differential(D->ctx, who, t, y, g, work + lf_gradient_frame_work(D)) != LF_OK)
        return NAN;
    frame_inner(F, y, g, C, M);
    for (size_t first = 0; first < F->d; first += FRAME_ROWS) {
        const size_t rows = F->d - first < FRAME_ROWS ? F->d - first : FRAME_ROWS;
        frame_rows(F, first, rows, y, g, C, M, part, FRAME_ROWS);
        for (size_t j = 0; j < F->k; j++)
            for (size_t i = 0; i < rows; i++)
                sum += part[j * FRAME_ROWS + i] * part[j * FRAME_ROWS + i];
    }
    return sqrt(sum - 0.5 * frame_turn(F, C));
}
