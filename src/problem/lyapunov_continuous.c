/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov_continuous.c - exponents from a flow of frames: Celledoni, Marthinsen, Owren 2014, section
 * 4.4, equation for Q with sums to k (the text lets them run to p). B - S is upper triangular:
 * B_ij + B_ji above the diagonal, B_ii on it. On R^n x St(n, k) x R^(5k+2), and what
 * fills a cache line. */
#include <lieflow/frame.h>

#include <string.h>

#include "base/dense.h"
#include "base/lanes.h"
#include "base/tall.h"
#include "problem/lyapunov.h"

void lf_lyapunov_frames(lf_lyapunov *l)
{
    const size_t n = l->f.n, k = l->k;
    l->frame = (lf_frame){.d = n, .k = k};
    l->groups[0] = lf_group_rn(n);
    l->groups[1] = lf_group_frame(&l->frame);
    l->groups[2] = lf_group_rn(lf_lyapunov_dim(l) - n - n * k);
    l->actions[0] = lf_action_translation(&l->groups[0]);
    l->actions[1] = lf_action_frame(&l->groups[1]);
    l->actions[2] = lf_action_translation(&l->groups[2]);
    for (size_t i = 0; i < 3; i++) {
        l->group[i] = &l->groups[i];
        l->action[i] = &l->actions[i];
    }
    l->groups[3] = lf_group_product(3, l->group);
    l->actions[3] = lf_action_product(&l->groups[3], 3, l->action);
}

LF_KERNEL static void add_rows(size_t rows, const double *restrict w, double *restrict f)
{
    LF_EACH_LANE(i, rows)
        f[i] += w[i];
}

/* Rows of a piece: the product of ten columns stays in the nearest cache. */
static size_t piece_rows(size_t n)
{
    enum { MOST = 128 };
    return n < MOST ? n : MOST;
}

/* F += Q C with C = S - B, for B = Q^T F; all matrices column after column. Scratch: a piece and C. */
static void continuous_frame(size_t n, size_t k, const double *Q, const double *B, double *F,
                             double *work)
{
    const size_t most = piece_rows(n);
    double *piece = work, *C = piece + most * k;
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < k; i++)
            C[j * k + i] = i < j ? -(B[j * k + i] + B[i * k + j]) : i == j ? -B[j * k + i] : 0;
    for (size_t r = 0; r < n; r += most) {
        const size_t rows = n - r < most ? n - r : most;
        const lf_tall_term term = {{k, n, Q + r}, C, k};
        lf_tall_sum(rows, 1, &term, k, piece, most);
        for (size_t j = 0; j < k; j++)
            add_rows(rows, piece + j * most, F + j * n + r);
    }
}

/* For lf_lyapunov_continuous. */
size_t lf_lyapunov_continuous_work(const lf_lyapunov *l)
{
    return LF_DENSE_WIDE + piece_rows(l->f.n) * l->k + 2 * l->k * l->k;
}

/* The rates of the tail. Smoothing goes with time, whichever way that runs. */
static void continuous_tail(const lf_lyapunov *l, const double *B, double *y, double *f)
{
    const size_t k = l->k;
    const lf_growth now = lf_growth_at(k, y), rate = lf_growth_at(k, f);
    const double clock = now.times[LF_TRANSPORT_CLOCK];
    const size_t front = l->f.n + l->f.n * k;
    memset(f, 0, (lf_lyapunov_dim(l) - front) * sizeof *f);
    const double counts = lf_growth_counts(clock, l->transient) ? 1 : 0;
    const double window = clock < 0 ? -l->window : l->window;
    for (size_t i = 0; i < k; i++) {
        rate.logarithm[i] = counts * B[i * k + i];
        rate.rate[i] = (B[i * k + i] - now.rate[i]) / window;
        rate.smooth[i] = (now.rate[i] - now.smooth[i]) / window;
        rate.first[i] = counts * now.smooth[i];
        rate.second[i] = counts * now.smooth[i] * now.smooth[i];
    }
    rate.times[LF_TRANSPORT_CLOCK] = 1;
    rate.times[LF_TRANSPORT_SPAN] = counts;
}

lf_status lf_lyapunov_continuous(const lf_lyapunov *l, size_t trajectory, double t, const double *y,
                                 double *f, double *work)
{
    const size_t n = l->f.n, k = l->k;
    const double *Q = y + n;
    double *F = f + n, *piece = lf_dense_align(work), *B = piece + (piece_rows(n) + k) * k;
    lf_status s = l->f.field(l->f.ctx, trajectory, t, y, f);
    if (s == LF_OK)
        s = lf_lyapunov_tangent(l, trajectory, t, y, Q, F, B + k * k);
    if (s != LF_OK)
        return s;
    const lf_tall frame = {k, n, Q}, moved = {k, n, F};
    lf_tall_gram(n, &frame, &moved, B, k);
    continuous_frame(n, k, Q, B, F, piece);
    continuous_tail(l, B, (double *)(y + n + n * k), f + n + n * k);
    return LF_OK;
}
