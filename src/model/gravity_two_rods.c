/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_two_rods.c - the potential of two bodies of two points for a single lane, the operations of
 * gravity_rods.c out of registers: what explicit integrators of two dumbbells spend their time
 * with, and 5 to 11 percent of a step of any method less. The same bits as there. */
#include <math.h>

#include "model/gravity_cloud.h"

/* Both bodies' numbers side by side: what the field loads at once has to be stored at once. */
typedef double both __attribute__((vector_size(2 * sizeof(double)), aligned(8), may_alias));

static LF_INLINE void both_store(double *a, lf_vec3 one, lf_vec3 two)
{
    ((both *)a)[0] = (both){one.x, two.x};
    ((both *)a)[1] = (both){one.y, two.y};
    ((both *)a)[2] = (both){one.z, two.z};
}

bool lf_gravity_is_two_rods(const lf_gravity *K)
{
    return K->first[1] - K->first[0] == 2 && K->first[2] - K->first[1] == 2;
}

/* Points of both bodies are lanes: arms, and what the points get. */
typedef struct {
    double arm[3][2], f[3][2], torque[3][2], u[2];
} rod;

static LF_INLINE lf_vec3 rod_sum(const double *a)
{
    return lf_add(lf_vec3_load(a, 2, 0), lf_vec3_load(a, 2, 1));
}

/* The points of the first body (rows) under those of the second (columns), at X from them. */
static LF_INLINE void rods_attract(const lf_cloud *row, const lf_cloud *column, double G, lf_vec3 X,
                                   lf_mat3 R, rod *r, rod *c)
{
    double f[2][3][2];
    const lf_vec3 b0 = lf_vec3_load(c->arm[0], 2, 0), b1 = lf_vec3_load(c->arm[0], 2, 1);
    LF_EACH_LANE(a, 2) {
        const lf_vec3 arm = lf_cloud_arm(row, R, a), z = lf_add(X, arm);
        const double strength = G * row->mu[a];
        const lf_share e = lf_attract_pair(strength * column->mu[0], lf_axpy(z, -1, b0));
        const lf_share d = lf_attract_pair(strength * column->mu[1], lf_axpy(z, -1, b1));
        const lf_vec3 total = lf_add(e.f, d.f);
        lf_vec3_store(f[0][0], 2, a, e.f);
        lf_vec3_store(f[1][0], 2, a, d.f);
        lf_vec3_store(r->f[0], 2, a, total);
        lf_vec3_store(r->torque[0], 2, a, lf_cross(total, arm));
        r->u[a] = e.u + d.u;
    }
    lf_vec3_store(c->f[0], 2, 0, rod_sum(f[0][0]));
    lf_vec3_store(c->f[0], 2, 1, rod_sum(f[1][0]));
}

LF_KERNEL lf_status lf_gravity_two_rods(const lf_gravity *K, const double *x, const double *R,
                                        double *g, double *M)
{
    const lf_cloud row = lf_cloud_of(K, 0), column = lf_cloud_of(K, 1);
    const lf_mat3 A = lf_mat3_load(R, 2, 0), C = lf_mat3_load(R, 2, 1);
    const lf_vec3 X = lf_pair_between(2, 1, 0, 1, 0, x);
    rod r, c;
    LF_EACH_LANE(b, 2)
        lf_vec3_store(c.arm[0], 2, b, lf_cloud_arm(&column, C, b));
    rods_attract(&row, &column, K->G, X, A, &r, &c);
    const lf_vec3 F = rod_sum(r.f[0]);
    const lf_vec3 T = lf_add(lf_cross(lf_vec3_load(c.arm[0], 2, 0), lf_vec3_load(c.f[0], 2, 0)),
                             lf_cross(lf_vec3_load(c.arm[0], 2, 1), lf_vec3_load(c.f[0], 2, 1)));
    both_store(g, F, lf_scale(-1, F));
    both_store(M, lf_mat3_vec_left(rod_sum(r.torque[0]), A), lf_mat3_vec_left(T, C));
    if (isfinite((r.u[0] + r.u[1]) + F.x + F.y + F.z))
        return LF_OK;
    /* a pair is not blamed for a place that is not finite itself */
    const lf_vec3 seen = lf_mat3_vec_left(X, C);
    return isfinite(seen.x + seen.y + seen.z) ? LF_ESINGULAR : LF_OK;
}
