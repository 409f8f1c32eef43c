/* SPDX-License-Identifier: BSD-3-Clause */
/* lgvi_rotations.c - the free rotations of a step, for given momenta: by the discrete equation of
 * Moser and Veselov, by the same with other moments of inertia, or exactly: by elliptic functions, or
 * elementary ones where two moments are equal. */
#include "method/lgvi.h"

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

void lf_lgvi_rotations(const lf_method *M, const lf_bodies *B, size_t n, const double *h,
                       const double *p, double *q, lf_turn_report *report)
{
    const rotations_job J = {B, n, h, p, q, M->rotation == LF_ROTATION_DMV4, M->map == LF_EXP};
    if (M->rotation == LF_ROTATION_EXACT)
        lf_bodies_free_rotations(B, n, h, p, q);
    else
        rotations_discrete(&J, report);
}
