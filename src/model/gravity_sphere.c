/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_sphere.c - a homogeneous ellipsoid and spheres, exactly. A sphere acts as a point outside
 * of it. For a point z in the frame of the ellipsoid let lambda be the largest root of
 * sum z_k^2/(a_k^2 + lambda) = 1 and A_k = a_k^2 + lambda; then, with Carlson's integrals,
 *
 *   U = -(3/2) G m_1 m_2 (R_F(A) - sum z_k^2 R_D(A_l, A_m, A_k)/3)
 *   dU/dz_k = G m_1 m_2 z_k R_D(A_l, A_m, A_k),   M = z x dU/dz on the ellipsoid.
 *
 * Inside of the ellipsoid this does not hold: such points are refused as singular. */
#include <math.h>

#include "base/elliptic.h"
#include "model/gravity_pair.h"

static double square_sum(const double z[3], const double square[3], double lambda)
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += z[k] * z[k] / (square[k] + lambda);
    return sum;
}

/* The sum falls and is convex in lambda: Newton's method from a value below the root rises to it.
 * It is done when rounding takes it no further up. */
static double largest_root(const double z[3], const double square[3])
{
    const double widest = fmax(fmax(square[0], square[1]), square[2]);
    double lambda = fmax(0, z[0] * z[0] + z[1] * z[1] + z[2] * z[2] - widest);
    for (int round = 0; round < 100; round++) {
        double slope = 0;
        for (int k = 0; k < 3; k++) {
            const double w = z[k] / (square[k] + lambda);
            slope += w * w;
        }
        const double next = lambda + (square_sum(z, square, lambda) - 1) / slope;
        if (!(next > lambda * (1 + 1e-16)))
            break;
        lambda = next;
    }
    return lambda;
}

/* U and dU/dz for G m_1 m_2 = 1; false inside. */
static bool potential_at(const double z[3], const double square[3], double *U, double slope[3])
{
    if (square_sum(z, square, 0) <= 1)
        return false;
    const double lambda = largest_root(z, square);
    const double A[3] = {square[0] + lambda, square[1] + lambda, square[2] + lambda};
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        const double factor = lf_elliptic_RD(A[(k + 1) % 3], A[(k + 2) % 3], A[k]);
        slope[k] = z[k] * factor;
        sum += z[k] * slope[k];
    }
    *U = 0.5 * sum - 1.5 * lf_elliptic_RF(A[0], A[1], A[2]);
    return true;
}

/* Body e, which is not a sphere if one is not, and the sphere s, in lane l. */
LF_KERNEL static bool pull_lane(const lf_bodies *B, size_t n, size_t e, size_t s, size_t l,
                                const double *x, const double *R, double *U, double *g, double *M)
{
    const lf_gravity *K = B->ctx;
    const size_t count = B->count;
    const lf_mat3 turn = lf_mat3_load(R, count * n, e * n + l);
    const lf_vec3 z = lf_mat3_vec_left(lf_pair_between(count, n, s, e, l, x), turn);
    const double at[3] = {z.x, z.y, z.z};
    const double square[3] = {K->square[e], K->square[count + e], K->square[2 * count + e]};
    const double Gmm = K->G * (B->mass[e] * B->mass[s]);
    double value, slope[3];
    if (!potential_at(at, square, &value, slope))
        return false;
    const lf_vec3 force = lf_scale(Gmm, (lf_vec3){slope[0], slope[1], slope[2]});
    const lf_pair_pull pull = {
        Gmm * value, lf_mat3_vec(turn, force), {0, 0, 0}, lf_cross(z, force)};
    lf_pull_add(count, n, s, e, l, pull, U, g, M);
    return true;
}

static bool is_sphere(const lf_gravity *K, size_t count, size_t b)
{
    return K->square[b] == K->square[count + b] && K->square[b] == K->square[2 * count + b];
}

lf_status lf_gravity_sphere_ellipsoid(const lf_bodies *B, const lf_lanes *L, const double *x,
                                      const double *R, double *U, double *g, double *M)
{
    const size_t n = L->n;
    bool outside = true;
    lf_pull_clear(B->count, n, U, g, M);
    for (size_t i = 0; i < B->count; i++)
        for (size_t j = i + 1; j < B->count; j++) {
            const bool swap = is_sphere(B->ctx, B->count, i);
            for (size_t l = 0; l < n; l++)
                outside &= pull_lane(B, n, swap ? j : i, swap ? i : j, l, x, R, U, g, M);
        }
    return outside ? LF_OK : LF_ESINGULAR;
}
