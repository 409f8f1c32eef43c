/* SPDX-License-Identifier: BSD-3-Clause */
/* lgvi_rotations.c - the free rotations of a step, for given momenta: by the discrete equation of
 * Moser and Veselov, by the same with other moments of inertia, or exactly: by elliptic functions, or
 * elementary ones where two moments are equal. */
#include "method/lgvi.h"

#include <math.h>

#include "base/exact_body.h"
#include "problem/bodies_math.h"

typedef struct {
    const lf_bodies *B;
    size_t n;
    const double *h, *p;
    double *q;
    bool refined, exponential;
} rotations_job;

/* Lanes `lane` to `lane` + k of body b. */
static LF_INLINE void rotations_pack(const rotations_job *J, size_t b, size_t lane, size_t k,
                                     lf_turn_report *report)
{
    const lf_body_constants K = lf_body_constant(J->B, b);
    const size_t m = J->B->count * J->n, first = b * J->n + lane;
    lf_turns T;
    for (size_t i = 0; i < k; i++) {
        const lf_vec3 p = lf_vec3_load(J->p, m, first + i);
        const lf_vec3 s = K.turned ? lf_mat3_vec_left(p, K.axes) : p;
        lf_vec3 j, a;
        lf_turn_constants(K.moment, &j, &a);
        if (J->refined)
            lf_turn_refine(K.moment, J->h[lane + i], s, &j, &a);
        lf_turns_set(&T, i, J->h[lane + i], s, j, a);
    }
    lf_turns_solve(&T, k, J->exponential, false, b, lane, report);
    for (size_t i = 0; i < k; i++) {
        const lf_vec3 c = lf_vec3_load(T.c, LF_TURNS, i);
        J->q[first + i] = 1;
        lf_vec3_store(J->q + m, m, first + i, K.turned ? lf_mat3_vec(K.axes, c) : c);
    }
}

LF_KERNEL static void rotations_discrete(const rotations_job *J, lf_turn_report *report)
{
    for (size_t b = 0; b < J->B->count; b++)
        for (size_t i = 0; i < J->n; i += LF_TURNS)
            rotations_pack(J, b, i, J->n - i < LF_TURNS ? J->n - i : LF_TURNS, report);
}

/* A sum of three products; A is a body's axes, or NULL, and `step` goes from entry to entry. */
static void along(const double *A, size_t step, bool back, const double v[3], double w[3])
{
    for (size_t r = 0; r < 3; r++) {
        w[r] = A ? 0 : v[r];
        for (size_t c = 0; A && c < 3; c++)
            w[r] += A[(back ? 3 * c + r : 3 * r + c) * step] * v[c];
    }
}

/* Two equal moments: with their axis k, F = exp(h Pi/J) exp(h (1/J_k - 1/J) Pi_k e_k), two turns
 * one after the other. Body axes are numbered from k on. */
static void rotations_symmetric(const double moment[3], size_t k, double h, const double p[3],
                                double q[4])
{
    const size_t x = (k + 1) % 3, y = (k + 2) % 3;
    const double size = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    const double half = 0.5 * h * size / moment[x];
    const double share = 0.5 * h * p[k] * (moment[x] - moment[k]) / (moment[x] * moment[k]);
    const double c = cos(half), s = size > 0 ? sin(half) / size : 0, C = cos(share), S = sin(share);
    q[0] = c * C - s * p[k] * S;
    q[1 + k] = c * S + s * p[k] * C;
    q[1 + x] = s * (p[x] * C + p[y] * S);
    q[1 + y] = s * (p[y] * C - p[x] * S);
}

/* The quaternion of the free rotation along principal axes. */
static void rotations_free(const double moment[3], double h, const double p[3], double q[4])
{
    double end[3];
    for (size_t k = 0; k < 3; k++)
        if (moment[(k + 1) % 3] == moment[(k + 2) % 3]) {
            rotations_symmetric(moment, k, h, p, q);
            return;
        }
    lf_exact_body(moment, p, h, end, q);
}

static void rotations_exact(const lf_bodies *B, size_t n, const double *h, const double *p,
                            double *q)
{
    const size_t m = B->count * n;
    for (size_t b = 0; b < B->count; b++)
        for (size_t i = 0; i < n; i++) {
            const size_t at = b * n + i;
            const double *A = B->axes ? B->axes + b : NULL;
            const double moment[3] = {B->moment[b], B->moment[B->count + b],
                                      B->moment[2 * B->count + b]};
            const double given[3] = {p[at], p[m + at], p[2 * m + at]};
            double m0[3], dq[4], v[3];
            along(A, B->count, true, given, m0);
            rotations_free(moment, h[i], m0, dq);
            along(A, B->count, false, dq + 1, v);
            q[at] = dq[0];
            for (size_t c = 0; c < 3; c++)
                q[(1 + c) * m + at] = v[c];
        }
}

void lf_lgvi_rotations(const lf_method *M, const lf_bodies *B, size_t n, const double *h,
                       const double *p, double *q, lf_turn_report *report)
{
    const rotations_job J = {B, n, h, p, q, M->rotation == LF_ROTATION_DMV4, M->map == LF_EXP};
    if (M->rotation == LF_ROTATION_EXACT)
        rotations_exact(B, n, h, p, q);
    else
        rotations_discrete(&J, report);
}
