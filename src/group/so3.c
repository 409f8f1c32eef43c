/* SPDX-License-Identifier: BSD-3-Clause */
/* so3.c - SO(3), rotation matrices, with so(3) = R^3 and the cross product.
 *
 *   exp(u)      = I + S hat(u) + C hat(u)^2
 *   dexp_u v    = v + C u x v + D u x (u x v)
 *   dexpinv_u v = v - 1/2 u x v + G u x (u x v)
 *   cay(u)      = I + k hat(u) + k/2 hat(u)^2, k = 4/(4 + u.u)
 *   second kind: exp(u1 e1) exp(u2 e2) exp(u3 e3)
 *
 * Celledoni, Cokaj, Leone, Murari, Owren 2021, section 2. */
#include <lieflow/group.h>

#include <math.h>
#include <string.h>

#include "base/even.h"
#include "group/so3.h"

static void so3_identity(const lf_group *G, size_t n, double *g)
{
    memset(g, 0, G->rep * n * sizeof *g);
    for (size_t i = 0; i < n; i++)
        g[i] = g[4 * n + i] = g[8 * n + i] = 1;
}

static LF_INLINE void so3_mul_lanes(size_t n, const double *restrict a, const double *restrict b,
                                    double *restrict c)
{
    LF_EACH_LANE(i, n)
        lf_mat3_store(c, n, i, lf_mat3_mul(lf_mat3_load(a, n, i), lf_mat3_load(b, n, i)));
}

LF_KERNEL static lf_status so3_mul(const lf_group *G, size_t n, const double *a, const double *b,
                                   double *c, double *work)
{
    LF_BY_LANES(n, so3_mul_lanes, a, b, c);
    return LF_OK;
}

static lf_status so3_inv(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    for (size_t row = 0; row < 3; row++)
        for (size_t col = 0; col < 3; col++)
            memcpy(b + (3 * row + col) * n, a + (3 * col + row) * n, n * sizeof *b);
    return LF_OK;
}

/* One pass over the lanes answers whether a lane is out of its range: two radians, then four. */
static LF_INLINE uint64_t so3_exp_pass(size_t n, bool wide, const double *restrict u,
                                       double *restrict g)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        const double x = lf_dot(w, w), S = lf_even_S_in(wide, x), C = lf_even_C_in(wide, x);
        out |= lf_even_is_out(wide, x);
        lf_mat3_store(g, n, i, lf_mat3_rodrigues(w, S, C));
    }
    return out;
}

static LF_INLINE void so3_exp_lanes(size_t n, const double *restrict u, double *restrict g)
{
    if (!so3_exp_pass(n, false, u, g) || !so3_exp_pass(n, true, u, g))
        return;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        if (!lf_even_is_beyond(lf_dot(w, w)))
            continue;
        const lf_even e = lf_even_far(w.x, w.y, w.z);
        lf_mat3_store(g, n, i, lf_mat3_rodrigues(w, e.S, e.C));
    }
}

LF_KERNEL static lf_status so3_exp(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, so3_exp_lanes, u, g);
    return LF_OK;
}

/* The unit quaternion of a rotation matrix with w >= 0, from its largest component (Shepperd). */
static void so3_quaternion(const double r[9], double q[4])
{
    const double trace = r[0] + r[4] + r[8];
    const double square[4] = {1 + trace, 1 + 2 * r[0] - trace, 1 + 2 * r[4] - trace,
                              1 + 2 * r[8] - trace}; /* 4 q_i^2 */
    /* 4 q_i q_j for each pair */
    const double wx = r[7] - r[5], wy = r[2] - r[6], wz = r[3] - r[1];
    const double xy = r[1] + r[3], xz = r[2] + r[6], yz = r[5] + r[7];
    const double row[4][4] = {{square[0], wx, wy, wz},
                              {wx, square[1], xy, xz},
                              {wy, xy, square[2], yz},
                              {wz, xz, yz, square[3]}};
    int best = 0;
    for (int k = 1; k < 4; k++)
        if (square[k] > square[best])
            best = k;
    const double *p = row[best];
    double norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    if (p[0] < 0)
        norm = -norm;
    for (int k = 0; k < 4; k++)
        q[k] = p[k] / norm;
}

lf_vec3 lf_so3_log(const double r[9])
{
    double q[4];
    so3_quaternion(r, q);
    const double sine = sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double scale = sine > 0 ? 2 * atan2(sine, q[0]) / sine : 2;
    return (lf_vec3){scale * q[1], scale * q[2], scale * q[3]};
}

static lf_status so3_log(const lf_group *G, size_t n, const double *g, double *u, double *work)
{
    for (size_t i = 0; i < n; i++) {
        double r[9];
        for (size_t c = 0; c < 9; c++)
            r[c] = g[c * n + i];
        lf_vec3_store(u, n, i, lf_so3_log(r));
    }
    return LF_OK;
}

static LF_INLINE void so3_Ad_lanes(size_t n, const double *restrict g, const double *restrict v,
                                   double *restrict w)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(w, n, i, lf_mat3_vec(lf_mat3_load(g, n, i), lf_vec3_load(v, n, i)));
}

LF_KERNEL static lf_status so3_Ad(const lf_group *G, size_t n, const double *g, const double *v,
                                  double *w, double *work)
{
    LF_BY_LANES(n, so3_Ad_lanes, g, v, w);
    return LF_OK;
}

/* Ad*_g m = g^T m */
static LF_INLINE void so3_Ad_dual_lanes(size_t n, const double *restrict g,
                                        const double *restrict m, double *restrict w)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(w, n, i, lf_mat3_vec_left(lf_vec3_load(m, n, i), lf_mat3_load(g, n, i)));
}

LF_KERNEL static lf_status so3_Ad_dual(const lf_group *G, size_t n, const double *g,
                                       const double *m, double *w, double *work)
{
    LF_BY_LANES(n, so3_Ad_dual_lanes, g, m, w);
    return LF_OK;
}

static LF_INLINE void so3_bracket_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(w, n, i, lf_cross(lf_vec3_load(u, n, i), lf_vec3_load(v, n, i)));
}

LF_KERNEL static lf_status so3_bracket(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, so3_bracket_lanes, u, v, w);
    return LF_OK;
}

/* ad*_u m = m x u */
static lf_status so3_ad_dual(const lf_group *G, size_t n, const double *u, const double *m,
                             double *w, double *work)
{
    return so3_bracket(G, n, m, u, w, work);
}

static LF_INLINE uint64_t so3_dexp_pass(size_t n, bool wide, double sign, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double x = lf_dot(a, a), C = lf_even_C_in(wide, x), D = lf_even_D_in(wide, x);
        out |= lf_even_is_out(wide, x);
        lf_vec3_store(w, n, i, lf_spin(a, sign * C, D, lf_vec3_load(v, n, i)));
    }
    return out;
}

/* v + sign*C u x v + D u x (u x v): dexp_u for sign 1 and, since hat(u) is skew, its dual for -1. */
static LF_INLINE void so3_dexp_lanes(size_t n, double sign, const double *restrict u,
                                     const double *restrict v, double *restrict w)
{
    if (!so3_dexp_pass(n, false, sign, u, v, w) || !so3_dexp_pass(n, true, sign, u, v, w))
        return;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        if (!lf_even_is_beyond(lf_dot(a, a)))
            continue;
        const lf_even e = lf_even_far(a.x, a.y, a.z);
        lf_vec3_store(w, n, i, lf_spin(a, sign * e.C, e.D, lf_vec3_load(v, n, i)));
    }
}

LF_KERNEL static lf_status so3_dexp(const lf_group *G, size_t n, const double *u, const double *v,
                                    double *w, double *work)
{
    LF_BY_LANES(n, so3_dexp_lanes, 1, u, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status so3_dexp_dual(const lf_group *G, size_t n, const double *u,
                                         const double *m, double *w, double *work)
{
    so3_dexp_lanes(n, -1, u, m, w);
    return LF_OK;
}

/* Lanes beyond half a radian; the others keep what they have. */
static LF_INLINE uint64_t so3_dexpinv_pass(size_t n, bool wide, double sign,
                                           const double *restrict u, const double *restrict v,
                                           double *restrict w)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double x = lf_dot(a, a), G = lf_even_G_in(wide, x);
        out |= lf_even_is_out(wide, x);
        const lf_vec3 k = lf_spin(a, -0.5 * sign, G, lf_vec3_load(v, n, i));
        lf_vec3_store(w, n, i, lf_vec3_select(x < LF_EVEN_SMALL, lf_vec3_load(w, n, i), k));
    }
    return out;
}

static LF_INLINE void so3_dexpinv_large(size_t n, double sign, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    if (!so3_dexpinv_pass(n, false, sign, u, v, w) || !so3_dexpinv_pass(n, true, sign, u, v, w))
        return;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        if (!lf_even_is_beyond(lf_dot(a, a)))
            continue;
        const lf_even e = lf_even_far(a.x, a.y, a.z);
        lf_vec3_store(w, n, i, lf_spin(a, -0.5 * sign, e.G, lf_vec3_load(v, n, i)));
    }
}

static LF_INLINE void so3_dexpinv_lanes(size_t n, double sign, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    uint64_t large = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(u, n, i);
        const double x = lf_dot(a, a);
        large |= lf_even_is_large(x);
        lf_vec3_store(w, n, i, lf_spin(a, -0.5 * sign, lf_even_G_small(x), lf_vec3_load(v, n, i)));
    }
    if (large)
        so3_dexpinv_large(n, sign, u, v, w);
}

LF_KERNEL static lf_status so3_dexpinv(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, so3_dexpinv_lanes, 1, u, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status so3_dexpinv_dual(const lf_group *G, size_t n, const double *u,
                                            const double *m, double *w, double *work)
{
    so3_dexpinv_lanes(n, -1, u, m, w);
    return LF_OK;
}

static LF_INLINE void so3_cay_lanes(size_t n, const double *restrict u, double *restrict g)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        const double k = 4 / (4 + lf_dot(w, w));
        lf_mat3_store(g, n, i, lf_mat3_rodrigues(w, k, 0.5 * k));
    }
}

LF_KERNEL static lf_status so3_cay(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, so3_cay_lanes, u, g);
    return LF_OK;
}

/* dcayinv_u v = v - 1/2 u x v + 1/4 (u.v) u */
static LF_INLINE void so3_dcayinv_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(w, n, i, lf_so3_dcayinv(lf_vec3_load(u, n, i), lf_vec3_load(v, n, i)));
}

LF_KERNEL static lf_status so3_dcayinv(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, so3_dcayinv_lanes, u, v, w);
    return LF_OK;
}

static lf_status so3_second_kind(const lf_group *G, size_t n, const double *u, double *g,
                                 double *work)
{
    for (size_t i = 0; i < n; i++)
        lf_so3_second_kind(n, i, u, g);
    return LF_OK;
}

static lf_status so3_dsecond_kind_inv(const lf_group *G, size_t n, const double *u, const double *v,
                                      double *w, double *work)
{
    for (size_t i = 0; i < n; i++)
        lf_vec3_store(w, n, i,
                      lf_so3_dsecond_kind_inv(lf_vec3_load(u, n, i), lf_vec3_load(v, n, i)));
    return LF_OK;
}

/* hat(u) g: every column of g turns with u */
static LF_INLINE void so3_tangent_lanes(size_t n, const double *restrict u,
                                        const double *restrict g, double *restrict v)
{
    LF_EACH_LANE(i, n)
        lf_mat3_store(v, n, i, lf_mat3_hat_mul(lf_vec3_load(u, n, i), lf_mat3_load(g, n, i)));
}

LF_KERNEL static lf_status so3_tangent(const lf_group *G, size_t n, const double *u,
                                       const double *g, double *v, double *work)
{
    LF_BY_LANES(n, so3_tangent_lanes, u, g, v);
    return LF_OK;
}

/* g hat(u): every row r of g becomes r x u */
LF_KERNEL static lf_status so3_tangent_right(const lf_group *G, size_t n, const double *u,
                                             const double *g, double *v, double *work)
{
    LF_EACH_LANE(i, n) {
        const lf_mat3 m = lf_mat3_load(g, n, i);
        const lf_vec3 w = lf_vec3_load(u, n, i);
        lf_mat3_store(v, n, i, (lf_mat3){lf_cross(m.r0, w), lf_cross(m.r1, w), lf_cross(m.r2, w)});
    }
    return LF_OK;
}

/* Frobenius norm of R^T R - I */
LF_KERNEL static lf_status so3_defect(const lf_group *G, size_t n, const double *g, double *d,
                                      double *work)
{
    for (size_t i = 0; i < n; i++)
        d[i] = lf_mat3_defect(lf_mat3_load(g, n, i));
    return LF_OK;
}

/* Nearest first, which treats all rows alike; what is left is quadratically small. */
LF_KERNEL static lf_status so3_project(const lf_group *G, size_t n, double *g, double *work)
{
    LF_EACH_LANE(i, n)
        lf_mat3_store(g, n, i, lf_mat3_orthonormal(lf_mat3_nearest(lf_mat3_load(g, n, i))));
    return LF_OK;
}

static const lf_group_ops so3_ops = {
    .identity = so3_identity,
    .mul = so3_mul,
    .inv = so3_inv,
    .log = so3_log,
    .Ad = so3_Ad,
    .bracket = so3_bracket,
    .dexp = so3_dexp,
    .map = {so3_exp, so3_cay, so3_second_kind},
    .dmapinv = {so3_dexpinv, so3_dcayinv, so3_dsecond_kind_inv},
    .Ad_dual = so3_Ad_dual,
    .ad_dual = so3_ad_dual,
    .dexp_dual = so3_dexp_dual,
    .dexpinv_dual = so3_dexpinv_dual,
    .tangent = so3_tangent,
    .tangent_right = so3_tangent_right,
    .defect = so3_defect,
    .project = so3_project,
};

const lf_group lf_so3 = {
    .name = "so3",
    .kind = LF_GROUP_SO3,
    .doc = "SO(3): rotation matrices; algebra R^3 with the cross product",
    .dim = 3,
    .rep = 9,
    .ops = &so3_ops,
};
