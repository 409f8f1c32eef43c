/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_external.c - a field from outside on bodies: U = -sum m_i a.x_i for an acceleration a
 * that is the same everywhere, and the gravity of a mass at a fixed place c to second degree,
 *
 *   U   = -G m_c sum (m_i/r + tr J_i/(2 r^3) - 3 z.J_i z/(2 r^5)),   d = x_i - c, z = R_i^T d,
 *   M_i =  3 G m_c/r^5 z x J_i z,
 *
 * whose torque is the gravity gradient. Momenta are not conserved; the energy is. */
#include <math.h>

#include "model/gravity_pair.h"

typedef struct {
    double U;
    lf_vec3 g, M;
} single_pull;

static LF_INLINE single_pull central_pull(double Gm, double mass, lf_mat3 J, lf_vec3 d, lf_mat3 R)
{
    const double inverse = 1 / sqrt(lf_dot(d, d)), s = inverse * inverse, s3 = inverse * s;
    const double s5 = s3 * s, trace = J.r0.x + J.r1.y + J.r2.z, G3 = 3 * Gm * s5;
    const lf_vec3 z = lf_mat3_vec_left(d, R), Jz = lf_mat3_vec(J, z);
    const double q = lf_dot(z, Jz), along = mass * s3 + 1.5 * s5 * (trace - 5 * q * s);
    return (single_pull){-Gm * (mass * inverse + 0.5 * s3 * (trace - 3 * q * s)),
                         lf_axpy(lf_scale(G3, lf_mat3_vec(R, Jz)), Gm * along, d),
                         lf_scale(G3, lf_cross(z, Jz))};
}

LF_KERNEL static void body_pull(const lf_bodies *B, size_t n, size_t b, const double *x,
                                const double *R, double *U, double *g, double *M)
{
    const lf_gravity *K = B->ctx;
    const size_t m = B->count * n;
    const double mass = B->mass[b], Gm = K->G * K->central_mass;
    const lf_mat3 J = lf_mat3_load(K->inertia, B->count, b);
    const lf_vec3 a = lf_vec3_load(K->acceleration, 1, 0), place = lf_vec3_load(K->place, 1, 0);
    for (size_t l = 0; l < n; l++) {
        const size_t at = b * n + l;
        const lf_vec3 here = lf_vec3_load(x, m, at);
        single_pull p = {0, {0, 0, 0}, {0, 0, 0}};
        if (Gm > 0)
            p = central_pull(Gm, mass, J, lf_axpy(here, -1, place), lf_mat3_load(R, m, at));
        if (U)
            U[l] += p.U - mass * lf_dot(a, here);
        if (g)
            lf_vec3_add_to(g, m, at, lf_axpy(p.g, -mass, a));
        if (M)
            lf_vec3_add_to(M, m, at, p.M);
    }
}

/* Is a body where the central mass is? */
static bool at_centre(const lf_bodies *B, size_t n, const double *x)
{
    const lf_gravity *K = B->ctx;
    const size_t m = B->count * n;
    bool meet = false;
    for (size_t at = 0; at < m; at++)
        meet |= x[at] == K->place[0] && x[m + at] == K->place[1] && x[2 * m + at] == K->place[2];
    return meet && K->central_mass > 0;
}

lf_status lf_gravity_external(const lf_bodies *B, const lf_lanes *L, const double *x,
                              const double *R, double *U, double *g, double *M)
{
    const size_t n = L->n;
    const lf_gravity *K = B->ctx;
    const lf_status status = K->mutual(B, L, x, R, U, g, M);
    if (status != LF_OK)
        return status;
    for (size_t b = 0; b < B->count; b++)
        body_pull(B, n, b, x, R, U, g, M);
    return at_centre(B, n, x) ? LF_ESINGULAR : LF_OK;
}
