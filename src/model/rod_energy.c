/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_energy.c - the energy of a rod, and what its elements and vertices bear. Strains of a stiff rod
 * are small: its bending energy is that of a quaternion's vector part, whose squares are as accurate
 * as they are small, where tr D - tr(D W) would leave the rounding error of tr D. */
#include <math.h>

#include "model/rod_math.h"

typedef struct {
    const lf_rod *rod;
    size_t n, m;
    const double *x, *R;
} energy_call;

/* l/2 Gamma.C1 Gamma */
static LF_INLINE double stretch_energy(lf_vec3 D, lf_mat3 R, double length, double over,
                                       lf_vec3 stiff)
{
    const lf_vec3 strain = lf_rod_strain(lf_mat3_vec_left(D, R), over);
    const lf_vec3 square = {strain.x * strain.x, strain.y * strain.y, strain.z * strain.z};
    return 0.5 * length * lf_dot(stiff, square);
}

/* (2/L) q.C2 q = tr D - tr(D W), d being divided by L here. Near half a turn the quaternion's real part is
 * too small to divide by, and the trace is accurate. */
static LF_INLINE double bend_energy(lf_mat3 A, lf_mat3 B, lf_vec3 d)
{
    const double w32 = LF_ROD_ENTRY(A, z, B, y), w23 = LF_ROD_ENTRY(A, y, B, z);
    const double w13 = LF_ROD_ENTRY(A, x, B, z), w31 = LF_ROD_ENTRY(A, z, B, x);
    const double w21 = LF_ROD_ENTRY(A, y, B, x), w12 = LF_ROD_ENTRY(A, x, B, y);
    const double w11 = LF_ROD_ENTRY(A, x, B, x), w22 = LF_ROD_ENTRY(A, y, B, y);
    const double w33 = LF_ROD_ENTRY(A, z, B, z), trace = 1 + w11 + w22 + w33;
    const lf_vec3 u = {w32 - w23, w13 - w31, w21 - w12}; /* 4 q0 q, and trace = 4 q0^2 */
    const lf_vec3 square = {u.x * u.x, u.y * u.y, u.z * u.z};
    const lf_vec3 C2 = {d.y + d.z, d.z + d.x, d.x + d.y};
    const bool near = trace > 0.1;
    const double by_trace = d.x * (1 - w11) + d.y * (1 - w22) + d.z * (1 - w33);
    return near ? 0.5 * lf_dot(C2, square) / (near ? trace : 1) : by_trace;
}

/* The vertex after element e of number `at`. */
static LF_INLINE double vertex_energy(const energy_call *c, size_t e, size_t at)
{
    const lf_rod *rod = c->rod;
    const lf_mat3 A = lf_mat3_load(c->R, c->m, at), B = lf_mat3_load(c->R, c->m, at + c->n);
    const lf_vec3 d = lf_vec3_load(rod->bend, rod->count, e);
    if (!rod->half)
        return bend_energy(A, B, d);
    const lf_mat3 S = lf_mat3_load(rod->half, rod->count, e);
    return bend_energy(lf_mat3_mul(A, S), lf_mat3_mul(B, lf_mat3_transpose(S)), d);
}

static LF_INLINE double cap_energy(const lf_rod_cap *cap, lf_mat3 A, lf_mat3 B)
{
    const lf_mat3 S = lf_rod_nine(cap->half);
    return bend_energy(lf_mat3_mul(A, S), lf_mat3_mul(B, lf_mat3_transpose(S)),
                       lf_rod_three(cap->bend));
}

/* Both caps of lane i. */
LF_KERNEL static double ends_energy(const energy_call *c, const lf_rod_begin *b, size_t i)
{
    const lf_rod *rod = c->rod;
    double U = 0;
    if (rod->start.on)
        U += cap_energy(&rod->start, lf_mat3_mul(lf_rod_nine(b->R), lf_rod_nine(rod->seat)),
                        lf_mat3_load(c->R, c->m, b->first * c->n + i));
    if (rod->finish.on)
        U += cap_energy(&rod->finish, lf_mat3_load(c->R, c->m, c->m - c->n + i),
                        lf_rod_nine(rod->wall));
    return U;
}

enum { ENERGY_BLOCK = 64 };

/* Element e of number `at` and the vertex after it, and the weight of the vertex. */
static LF_INLINE double part_energy(const energy_call *c, size_t e, size_t at, bool joined)
{
    const lf_rod *rod = c->rod;
    const lf_vec3 x = lf_vec3_load(c->x, c->m, at);
    const lf_vec3 D = lf_axpy(x, -1, lf_vec3_load(c->x, c->m, at - c->n));
    double U = stretch_energy(D, lf_mat3_load(c->R, c->m, at), rod->length[e], rod->over[e],
                              lf_vec3_load(rod->stiff, rod->count, e));
    if (joined)
        U += vertex_energy(c, e, at);
    return rod->weight ? U - rod->weight[e] * lf_dot(lf_rod_three(rod->down), x) : U;
}

/* Elements from `from` on of lane i: parts side by side, and then the sum in their order. */
LF_KERNEL static double lane_energy(const energy_call *c, size_t i, size_t from)
{
    const size_t last = c->rod->count - 1;
    double part[ENERGY_BLOCK], U = 0;
    for (size_t e = from; e < last; e += ENERGY_BLOCK) {
        const size_t k = last - e < ENERGY_BLOCK ? last - e : ENERGY_BLOCK;
        LF_EACH_LANE(j, k)
            part[j] = part_energy(c, e + j, (e + j) * c->n + i, true);
        for (size_t j = 0; j < k; j++)
            U += part[j];
    }
    return from <= last ? U + part_energy(c, last, last * c->n + i, false) : U;
}

/* The first element, from where the rod begins, with the vertex after it. */
LF_KERNEL static double first_energy(const energy_call *c, const lf_rod_begin *b, size_t i)
{
    const lf_rod *rod = c->rod;
    const size_t e = b->first, at = e * c->n + i;
    const lf_vec3 x = lf_vec3_load(c->x, c->m, at), down = lf_rod_three(rod->down);
    double U =
        stretch_energy(lf_axpy(x, -1, lf_rod_begin_at(b)), lf_mat3_load(c->R, c->m, at),
                       rod->length[e], rod->over[e], lf_vec3_load(rod->stiff, rod->count, e));
    if (e + 1 < rod->count)
        U += vertex_energy(c, e, at);
    if (rod->weight)
        U -= rod->weight[e] * lf_dot(down, x) + rod->weight[0] * lf_dot(down, lf_rod_three(b->x));
    return U;
}

void lf_rod_energy(const lf_rod *rod, const lf_lanes *L, const double *x, const double *R,
                   double *U)
{
    const energy_call c = {rod, L->n, rod->count * L->n, x, R};
    for (size_t i = 0; i < L->n; i++) {
        const lf_rod_begin b = lf_rod_begins(rod, L, i, x, R);
        const double first = first_energy(&c, &b, i) + ends_energy(&c, &b, i);
        U[i] = first + lane_energy(&c, i, b.first + 1);
    }
}

/* ---- what it bears ---- */

/* C2 kappa with kappa = axis sin(angle)/L, d being divided by L; answers the angle of W = A^T B. */
static LF_INLINE double bend_moment(lf_mat3 A, lf_mat3 B, lf_vec3 d, double moment[3])
{
    const double u[3] = {0.5 * (LF_ROD_ENTRY(A, z, B, y) - LF_ROD_ENTRY(A, y, B, z)),
                         0.5 * (LF_ROD_ENTRY(A, x, B, z) - LF_ROD_ENTRY(A, z, B, x)),
                         0.5 * (LF_ROD_ENTRY(A, y, B, x) - LF_ROD_ENTRY(A, x, B, y))};
    const double trace =
        LF_ROD_ENTRY(A, x, B, x) + LF_ROD_ENTRY(A, y, B, y) + LF_ROD_ENTRY(A, z, B, z);
    moment[0] = (d.y + d.z) * u[0];
    moment[1] = (d.z + d.x) * u[1];
    moment[2] = (d.x + d.y) * u[2];
    return atan2(sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), 0.5 * (trace - 1));
}

static LF_INLINE double curved_moment(lf_mat3 A, lf_mat3 B, lf_vec3 d, lf_mat3 S, double moment[3])
{
    return bend_moment(lf_mat3_mul(A, S), lf_mat3_mul(B, lf_mat3_transpose(S)), d, moment);
}

LF_KERNEL static double moment_of_vertex(const energy_call *c, size_t v, size_t at,
                                         double moment[3])
{
    const lf_mat3 A = lf_mat3_load(c->R, c->m, at), B = lf_mat3_load(c->R, c->m, at + c->n);
    const lf_vec3 d = lf_vec3_load(c->rod->bend, c->rod->count, v);
    if (!c->rod->half)
        return bend_moment(A, B, d, moment);
    return curved_moment(A, B, d, lf_mat3_load(c->rod->half, c->rod->count, v), moment);
}

LF_KERNEL static double moment_of_start(const lf_rod *rod, const lf_rod_begin *b, lf_mat3 Lambda,
                                        double moment[3])
{
    const lf_mat3 A = lf_mat3_mul(lf_rod_nine(b->R), lf_rod_nine(rod->seat));
    return curved_moment(A, Lambda, lf_rod_three(rod->start.bend), lf_rod_nine(rod->start.half),
                         moment);
}

LF_KERNEL static double moment_of_finish(const lf_rod *rod, lf_mat3 Lambda, double moment[3])
{
    return curved_moment(Lambda, lf_rod_nine(rod->wall), lf_rod_three(rod->finish.bend),
                         lf_rod_nine(rod->finish.half), moment);
}

double lf_rod_moment_at(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                        const double *R, size_t v, double moment[3])
{
    const energy_call c = {rod, L->n, rod->count * L->n, x, R};
    const size_t at = v * L->n + i, last = rod->count - 1;
    const lf_rod_begin b = lf_rod_begins(rod, L, i, x, R);
    moment[0] = moment[1] = moment[2] = 0;
    if (v >= b.first && v < last)
        return moment_of_vertex(&c, v, at, moment);
    if (v == last && rod->finish.on)
        return moment_of_finish(rod, lf_mat3_load(R, c.m, at), moment);
    if (v + 1 == b.first && rod->start.on)
        return moment_of_start(rod, &b, lf_mat3_load(R, c.m, b.first * L->n + i), moment);
    return 0;
}

LF_KERNEL void lf_rod_force_at(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                               const double *R, size_t e, double force[3])
{
    const size_t m = rod->count * L->n, at = e * L->n + i;
    const lf_rod_begin b = lf_rod_begins(rod, L, i, x, R);
    const lf_vec3 from = e == b.first ? lf_rod_begin_at(&b) : lf_vec3_load(x, m, at - L->n);
    const lf_vec3 D = lf_axpy(lf_vec3_load(x, m, at), -1, from);
    const lf_vec3 strain = lf_rod_strain(lf_mat3_vec_left(D, lf_mat3_load(R, m, at)), rod->over[e]);
    const double gamma[3] = {strain.x, strain.y, strain.z};
    for (size_t k = 0; k < 3; k++)
        force[k] = rod->stiff[k * rod->count + e] * gamma[k];
}
