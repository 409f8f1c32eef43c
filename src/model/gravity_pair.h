/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_pair.h - two bodies of one lane, and what a pair adds to energy, gradient and torque. */
#ifndef LF_MODEL_GRAVITY_PAIR_H
#define LF_MODEL_GRAVITY_PAIR_H

#include <string.h>

#include "base/mat3.h"
#include "model/gravity.h"

/* What a pair adds: its energy, the gradient for body i (that for j is the opposite) and the
 * torques in the body frames. */
typedef struct {
    double U;
    lf_vec3 g, Mi, Mj;
} lf_pair_pull;

static LF_INLINE void lf_vec3_add_to(double *a, size_t m, size_t at, lf_vec3 v)
{
    lf_vec3_store(a, m, at, lf_add(lf_vec3_load(a, m, at), v));
}

/* Add the pair (i, j) of lane l to what is there. */
static LF_INLINE void lf_pull_add(size_t count, size_t n, size_t i, size_t j, size_t l,
                                  lf_pair_pull p, double *U, double *g, double *M)
{
    const size_t m = count * n;
    if (U)
        U[l] += p.U;
    if (g) {
        lf_vec3_add_to(g, m, i * n + l, p.g);
        lf_vec3_add_to(g, m, j * n + l, lf_scale(-1, p.g));
    }
    if (M) {
        lf_vec3_add_to(M, m, i * n + l, p.Mi);
        lf_vec3_add_to(M, m, j * n + l, p.Mj);
    }
}

/* What integrators of two bodies ask for: there is one pair, which needs no sums. */
static inline bool lf_pull_is_single(size_t count, const double *U, const double *g,
                                     const double *M)
{
    return count == 2 && !U && g && M;
}

static LF_INLINE void lf_pull_set(size_t n, size_t i, size_t j, size_t l, lf_pair_pull p, double *g,
                                  double *M)
{
    lf_vec3_store(g, 2 * n, i * n + l, p.g);
    lf_vec3_store(g, 2 * n, j * n + l, lf_scale(-1, p.g));
    lf_vec3_store(M, 2 * n, i * n + l, p.Mi);
    lf_vec3_store(M, 2 * n, j * n + l, p.Mj);
}

/* Nothing is there yet. */
static inline void lf_pull_clear(size_t count, size_t n, double *U, double *g, double *M)
{
    if (U)
        memset(U, 0, n * sizeof *U);
    if (g)
        memset(g, 0, 3 * count * n * sizeof *g);
    if (M)
        memset(M, 0, 3 * count * n * sizeof *M);
}

/* x_i - x_j of lane l */
static LF_INLINE lf_vec3 lf_pair_between(size_t count, size_t n, size_t i, size_t j, size_t l,
                                         const double *x)
{
    const size_t m = count * n;
    return lf_axpy(lf_vec3_load(x, m, i * n + l), -1, lf_vec3_load(x, m, j * n + l));
}

/* Are two centres in the same place in a lane? */
static inline bool lf_gravity_centres_meet(size_t count, size_t n, const double *x)
{
    const size_t m = count * n;
    bool meet = false;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            for (size_t l = 0; l < n; l++) {
                const size_t a = i * n + l, b = j * n + l;
                meet |= x[a] == x[b] && x[m + a] == x[m + b] && x[2 * m + a] == x[2 * m + b];
            }
    return meet;
}

/* What pair (i, j) adds, for all lanes. */
typedef void lf_pair_kernel(const lf_bodies *B, size_t n, size_t i, size_t j, const double *x,
                            const double *R, double *U, double *g, double *M);

/* A potential that is a sum over pairs of bodies and has no value where centres meet. */
static inline lf_status lf_gravity_pairs(lf_pair_kernel *pull, const lf_bodies *B, size_t n,
                                         const double *x, const double *R, double *U, double *g,
                                         double *M)
{
    if (!lf_pull_is_single(B->count, U, g, M))
        lf_pull_clear(B->count, n, U, g, M);
    for (size_t i = 0; i < B->count; i++)
        for (size_t j = i + 1; j < B->count; j++)
            pull(B, n, i, j, x, R, U, g, M);
    return lf_gravity_centres_meet(B->count, n, x) ? LF_ESINGULAR : LF_OK;
}

#endif
