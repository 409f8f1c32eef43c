/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_second_degree.c - bodies by their mass and inertia J alone, MacCullagh's formula both
 * ways. With d = x_i - x_j, z_i = R_i^T d, A = m_i tr J_j + m_j tr J_i and
 * q = m_j z_i.J_i z_i + m_i z_j.J_j z_j,
 *
 *   U   = -G (m_i m_j/r + A/(2 r^3) - 3 q/(2 r^5))
 *   g_i =  G ((m_i m_j/r^3 + 3 A/(2 r^5) - 15 q/(2 r^7)) d + 3 (m_j R_i J_i z_i + m_i R_j J_j z_j)/r^5)
 *   M_i =  3 G m_j/r^5 z_i x J_i z_i
 *
 * What is left out is of order (size/r)^4 for bodies with central symmetry, else (size/r)^3. */
#include <math.h>

#include "model/gravity_pair.h"

/* What does not change in a pair. */
typedef struct {
    double G, mi, mj, product, sum; /* m_i m_j, A */
    lf_mat3 Ji, Jj;
} inertia_pair;

static LF_INLINE inertia_pair pair_of(const lf_bodies *B, size_t i, size_t j)
{
    const lf_gravity *K = B->ctx;
    const lf_mat3 Ji = lf_mat3_load(K->inertia, B->count, i);
    const lf_mat3 Jj = lf_mat3_load(K->inertia, B->count, j);
    const double mi = B->mass[i], mj = B->mass[j];
    return (inertia_pair){K->G,
                          mi,
                          mj,
                          mi * mj,
                          mi * (Jj.r0.x + Jj.r1.y + Jj.r2.z) + mj * (Ji.r0.x + Ji.r1.y + Ji.r2.z),
                          Ji,
                          Jj};
}

static LF_INLINE lf_pair_pull pull_of(const inertia_pair *p, lf_vec3 d, lf_mat3 Ri, lf_mat3 Rj)
{
    const double inverse = 1 / sqrt(lf_dot(d, d)), s = inverse * inverse, s3 = inverse * s;
    const double s5 = s3 * s;
    const lf_vec3 zi = lf_mat3_vec_left(d, Ri), zj = lf_mat3_vec_left(d, Rj);
    const lf_vec3 Jzi = lf_scale(p->mj, lf_mat3_vec(p->Ji, zi));
    const lf_vec3 Jzj = lf_scale(p->mi, lf_mat3_vec(p->Jj, zj));
    const double q = lf_dot(zi, Jzi) + lf_dot(zj, Jzj), G3 = 3 * p->G * s5;
    const lf_vec3 w = lf_add(lf_mat3_vec(Ri, Jzi), lf_mat3_vec(Rj, Jzj));
    const double along = p->product * s3 + 1.5 * s5 * (p->sum - 5 * q * s);
    return (lf_pair_pull){-p->G * (p->product * inverse + 0.5 * s3 * (p->sum - 3 * q * s)),
                          lf_axpy(lf_scale(G3, w), p->G * along, d),
                          lf_scale(G3, lf_cross(zi, Jzi)), lf_scale(G3, lf_cross(zj, Jzj))};
}

static LF_INLINE void pair_lanes(size_t n, bool single, const lf_bodies *B, size_t i, size_t j,
                                 const double *x, const double *R, double *U, double *g, double *M)
{
    const size_t m = B->count * n;
    const inertia_pair p = pair_of(B, i, j);
    LF_EACH_LANE(l, n) {
        const lf_pair_pull pull =
            pull_of(&p, lf_pair_between(B->count, n, i, j, l, x), lf_mat3_load(R, m, i * n + l),
                    lf_mat3_load(R, m, j * n + l));
        if (single)
            lf_pull_set(n, i, j, l, pull, g, M);
        else
            lf_pull_add(B->count, n, i, j, l, pull, U, g, M);
    }
}

LF_KERNEL static void pair_pull(const lf_bodies *B, size_t n, size_t i, size_t j, const double *x,
                                const double *R, double *U, double *g, double *M)
{
    if (lf_pull_is_single(B->count, U, g, M))
        LF_BY_LANES(n, pair_lanes, true, B, i, j, x, R, NULL, g, M);
    else
        pair_lanes(n, false, B, i, j, x, R, U, g, M);
}

lf_status lf_gravity_second_degree(const lf_bodies *B, const lf_lanes *L, const double *x,
                                   const double *R, double *U, double *g, double *M)
{
    const size_t n = L->n;
    return lf_gravity_pairs(pair_pull, B, n, x, R, U, g, M);
}
