/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_rods.c - single points and rods in several lanes.
 *
 * So few points are seen from space, which makes the way from a point to the torques shorter: with
 * arms R rho, and f_ab the pull of each pair, M_r = R^T sum f_a x arm_a, M_c = C^T sum arm_b x f_b. */
#include <math.h>

#include "model/gravity_points.h"

typedef struct {
    lf_vec3 F, T, column[2]; /* sum of f_a, sum of f_a x arm_a, f_b */
    double u;
} rod_sums;

static LF_INLINE rod_sums rod_add(rod_sums s, size_t a, lf_vec3 arm, size_t columns,
                                  const lf_share *e)
{
    const lf_vec3 f = columns == 2 ? lf_add(e[0].f, e[1].f) : e[0].f, turn = lf_cross(f, arm);
    const double u = columns == 2 ? e[0].u + e[1].u : e[0].u;
    for (size_t b = 0; b < columns; b++)
        s.column[b] = a ? lf_add(s.column[b], e[b].f) : e[b].f;
    s.F = a ? lf_add(s.F, f) : f;
    s.T = a ? lf_add(s.T, turn) : turn;
    s.u = a ? s.u + u : u;
    return s;
}

/* A lane of a pair out of registers. `rows` and `columns`, one or two, are constants after inlining;
 * gravity_two_rods.c has the same operations. */
static LF_INLINE double pull_rod(size_t rows, size_t columns, bool single, const lf_pull_call *c,
                                 const lf_cloud_pair *p, size_t l)
{
    const size_t n = c->n, m = c->count * n;
    const lf_mat3 C = lf_mat3_load(c->R, m, p->c * n + l), R = lf_mat3_load(c->R, m, p->r * n + l);
    const lf_vec3 X = lf_pair_between(c->count, n, p->r, p->c, l, c->x);
    const lf_vec3 arms[2] = {lf_cloud_arm(&p->column, C, 0),
                             lf_cloud_arm(&p->column, C, columns - 1)};
    rod_sums s = {.u = 0};
#pragma GCC unroll 2
    for (size_t a = 0; a < rows; a++) {
        const lf_vec3 arm = lf_cloud_arm(&p->row, R, a), z = lf_add(X, arm);
        lf_share e[2];
#pragma GCC unroll 2
        for (size_t b = 0; b < columns; b++)
            e[b] = lf_attract_pair(c->G * p->row.mu[a] * p->column.mu[b], lf_axpy(z, -1, arms[b]));
        s = rod_add(s, a, arm, columns, e);
    }
    lf_vec3 T = lf_cross(arms[0], s.column[0]);
    if (columns == 2)
        T = lf_add(T, lf_cross(arms[1], s.column[1]));
    const lf_pair_pull out = {-s.u, s.F, lf_mat3_vec_left(s.T, R), lf_mat3_vec_left(T, C)};
    if (single)
        lf_pull_set(n, p->r, p->c, l, out, c->g, c->M);
    else
        lf_pull_add(c->count, n, p->r, p->c, l, out, c->U, c->g, c->M);
    return s.u + s.F.x + s.F.y + s.F.z;
}

/* What is not finite in a lane where points meet goes to `sign`. */
static LF_INLINE void pull_rods(size_t rows, size_t columns, size_t lanes, const lf_pull_call *c,
                                const lf_cloud_pair *p, size_t l0, double *sign)
{
    if (lf_pull_is_single(c->count, c->U, c->g, c->M))
        LF_EACH_LANE(l, lanes)
            sign[l] = pull_rod(rows, columns, true, c, p, l0 + l);
    else
        LF_EACH_LANE(l, lanes)
            sign[l] = pull_rod(rows, columns, false, c, p, l0 + l);
}

/* A pair is not blamed for a place that is not finite itself. */
static LF_INLINE bool pair_has_place(const lf_pull_call *c, const lf_cloud_pair *p, size_t l)
{
    double f[LF_FRAME];
    lf_pair_frame(1, c, p, l, f);
    return isfinite(f[LF_FRAME_X] + f[LF_FRAME_X + 1] + f[LF_FRAME_X + 2]);
}

static LF_INLINE bool pull_rods_of(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p,
                                   size_t l0)
{
    double sign[LF_BLOCK];
    bool well = true;
    if (p->row.count == 1)
        pull_rods(1, 1, lanes, c, p, l0, sign);
    else if (p->column.count == 1)
        pull_rods(2, 1, lanes, c, p, l0, sign);
    else
        pull_rods(2, 2, lanes, c, p, l0, sign);
    for (size_t l = 0; l < lanes; l++)
        if (!isfinite(sign[l]))
            well &= !pair_has_place(c, p, l0 + l);
    return well;
}

LF_KERNEL static bool pull_lanes(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p,
                                 size_t l0)
{
    if (lanes == 1)
        return pull_rods_of(1, c, p, l0);
    return pull_rods_of(lanes, c, p, l0);
}

bool lf_gravity_rods(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p, size_t l0)
{
    return pull_lanes(lanes, c, p, l0);
}
