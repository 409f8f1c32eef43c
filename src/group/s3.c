/* SPDX-License-Identifier: BSD-3-Clause */
/* s3.c - S^3, unit quaternions (w, x, y, z), with the pure quaternions R^3 and [u, v] = 2 u x v.
 *
 *   exp(u)      = (cos|u|, S(|u|^2) u), no half angle
 *   Ad_q v      = v + 2 w q x v + 2 q x (q x v)
 *   dexp_u, dexpinv_u: those of so(3) at 2u, since ad_u = hat(2u)
 *   cay(u)      = (1, u)/sqrt(1 + u.u): covers the Cayley map of SO(3) at 2u
 *   second kind: exp(u1 i) exp(u2 j) exp(u3 k)
 *
 * Under the double cover E : S^3 -> SO(3) every map phi has E(phi(u)) = phi_SO(3)(2u). */
#include <lieflow/group.h>

#include <math.h>

#include "base/even.h"
#include "group/conic.h"
#include "group/so3.h"

/* A quaternion of one lane. */
typedef struct {
    double w;
    lf_vec3 v;
} quaternion;

static LF_INLINE quaternion quaternion_load(const double *q, size_t n, size_t i)
{
    return (quaternion){q[i], lf_vec3_load(q + n, n, i)};
}

static LF_INLINE void quaternion_store(double *q, size_t n, size_t i, quaternion a)
{
    q[i] = a.w;
    lf_vec3_store(q + n, n, i, a.v);
}

static LF_INLINE quaternion quaternion_mul(quaternion a, quaternion b)
{
    const lf_vec3 v = lf_cross(a.v, b.v);
    return (quaternion){lf_fma(a.w, b.w, -lf_dot(a.v, b.v)),
                        lf_axpy(lf_axpy(v, a.w, b.v), b.w, a.v)};
}

static void s3_identity(const lf_group *G, size_t n, double *g)
{
    LF_EACH_LANE(i, n)
        quaternion_store(g, n, i, (quaternion){1, {0, 0, 0}});
}

static LF_INLINE void s3_mul_lanes(size_t n, const double *restrict a, const double *restrict b,
                                   double *restrict c)
{
    LF_EACH_LANE(i, n)
        quaternion_store(c, n, i,
                         quaternion_mul(quaternion_load(a, n, i), quaternion_load(b, n, i)));
}

LF_KERNEL static lf_status s3_mul(const lf_group *G, size_t n, const double *a, const double *b,
                                  double *c, double *work)
{
    LF_BY_LANES(n, s3_mul_lanes, a, b, c);
    return LF_OK;
}

static lf_status s3_inv(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    LF_EACH_LANE(i, n) {
        const quaternion q = quaternion_load(a, n, i);
        quaternion_store(b, n, i, (quaternion){q.w, lf_scale(-1, q.v)});
    }
    return LF_OK;
}

static LF_INLINE void s3_exp_lanes(size_t n, const double *restrict u, double *restrict g)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 v = lf_vec3_load(u, n, i);
        const double x = lf_dot(v, v);
        far |= lf_even_is_far(x);
        quaternion_store(g, n, i,
                         (quaternion){lf_fma(-x, lf_even_C(x), 1), lf_scale(lf_even_S(x), v)});
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 v = lf_vec3_load(u, n, i);
        if (!lf_even_is_far(lf_dot(v, v)))
            continue;
        const long double x =
            (long double)v.x * v.x + (long double)v.y * v.y + (long double)v.z * v.z;
        const lf_conic e = lf_conic_far(x);
        quaternion_store(g, n, i, (quaternion){e.cosine, lf_scale(e.S, v)});
    }
}

LF_KERNEL static lf_status s3_exp(const lf_group *G, size_t n, const double *u, double *g,
                                  double *work)
{
    LF_BY_LANES(n, s3_exp_lanes, u, g);
    return LF_OK;
}

/* atan2(|v|, w) v/|v|; at -1 every axis is as good as another, and the first is taken. The length
 * by hypot, because the squares of a tiny v vanish; v/|v| first, because pi/|v| may overflow. */
static lf_status s3_log(const lf_group *G, size_t n, const double *g, double *u, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const quaternion q = quaternion_load(g, n, i);
        const double sine = hypot(hypot(q.v.x, q.v.y), q.v.z), angle = atan2(sine, q.w);
        const lf_vec3 axis =
            sine > 0 ? (lf_vec3){q.v.x / sine, q.v.y / sine, q.v.z / sine} : (lf_vec3){1, 0, 0};
        lf_vec3_store(u, n, i, lf_scale(angle, axis));
    }
    return LF_OK;
}

/* sign 1: Ad_q v; sign -1: its dual, since Ad_q is orthogonal. */
static LF_INLINE void s3_Ad_lanes(size_t n, double sign, const double *restrict g,
                                  const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const quaternion q = quaternion_load(g, n, i);
        lf_vec3_store(w, n, i, lf_spin(q.v, 2 * sign * q.w, 2, lf_vec3_load(v, n, i)));
    }
}

LF_KERNEL static lf_status s3_Ad(const lf_group *G, size_t n, const double *g, const double *v,
                                 double *w, double *work)
{
    LF_BY_LANES(n, s3_Ad_lanes, 1, g, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status s3_Ad_dual(const lf_group *G, size_t n, const double *g, const double *m,
                                      double *w, double *work)
{
    LF_BY_LANES(n, s3_Ad_lanes, -1, g, m, w);
    return LF_OK;
}

static LF_INLINE void s3_bracket_lanes(size_t n, const double *restrict u, const double *restrict v,
                                       double *restrict w)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(w, n, i, lf_scale(2, lf_cross(lf_vec3_load(u, n, i), lf_vec3_load(v, n, i))));
}

LF_KERNEL static lf_status s3_bracket(const lf_group *G, size_t n, const double *u, const double *v,
                                      double *w, double *work)
{
    LF_BY_LANES(n, s3_bracket_lanes, u, v, w);
    return LF_OK;
}

/* ad*_u m = 2 m x u */
static lf_status s3_ad_dual(const lf_group *G, size_t n, const double *u, const double *m,
                            double *w, double *work)
{
    return s3_bracket(G, n, m, u, w, work);
}

/* 2u of lane i, the rotation vector it covers: exact in floating point */
static LF_INLINE lf_vec3 s3_load_doubled(const double *u, size_t n, size_t i)
{
    return lf_scale(2, lf_vec3_load(u, n, i));
}

/* sign 1: dexp_u v; sign -1: the dual, since hat(2u) is skew. */
static LF_INLINE void s3_dexp_lanes(size_t n, double sign, const double *restrict u,
                                    const double *restrict v, double *restrict w)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = s3_load_doubled(u, n, i);
        const double x = lf_dot(a, a);
        far |= lf_even_is_far(x);
        lf_vec3_store(w, n, i,
                      lf_spin(a, sign * lf_even_C(x), lf_even_D(x), lf_vec3_load(v, n, i)));
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 a = s3_load_doubled(u, n, i);
        if (!lf_even_is_far(lf_dot(a, a)))
            continue;
        const lf_even e = lf_even_far(a.x, a.y, a.z);
        lf_vec3_store(w, n, i, lf_spin(a, sign * e.C, e.D, lf_vec3_load(v, n, i)));
    }
}

LF_KERNEL static lf_status s3_dexp(const lf_group *G, size_t n, const double *u, const double *v,
                                   double *w, double *work)
{
    LF_BY_LANES(n, s3_dexp_lanes, 1, u, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status s3_dexp_dual(const lf_group *G, size_t n, const double *u,
                                        const double *m, double *w, double *work)
{
    LF_BY_LANES(n, s3_dexp_lanes, -1, u, m, w);
    return LF_OK;
}

static LF_INLINE void s3_dexpinv_lanes(size_t n, double sign, const double *restrict u,
                                       const double *restrict v, double *restrict w)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = s3_load_doubled(u, n, i);
        const double x = lf_dot(a, a);
        far |= lf_even_is_far(x);
        lf_vec3_store(w, n, i, lf_spin(a, -0.5 * sign, lf_even_G(x), lf_vec3_load(v, n, i)));
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 a = s3_load_doubled(u, n, i);
        if (!lf_even_is_far(lf_dot(a, a)))
            continue;
        const lf_even e = lf_even_far(a.x, a.y, a.z);
        lf_vec3_store(w, n, i, lf_spin(a, -0.5 * sign, e.G, lf_vec3_load(v, n, i)));
    }
}

LF_KERNEL static lf_status s3_dexpinv(const lf_group *G, size_t n, const double *u, const double *v,
                                      double *w, double *work)
{
    LF_BY_LANES(n, s3_dexpinv_lanes, 1, u, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status s3_dexpinv_dual(const lf_group *G, size_t n, const double *u,
                                           const double *m, double *w, double *work)
{
    LF_BY_LANES(n, s3_dexpinv_lanes, -1, u, m, w);
    return LF_OK;
}

static LF_INLINE void s3_cay_lanes(size_t n, const double *restrict u, double *restrict g)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 v = lf_vec3_load(u, n, i);
        const double k = 1 / sqrt(1 + lf_dot(v, v));
        quaternion_store(g, n, i, (quaternion){k, lf_scale(k, v)});
    }
}

LF_KERNEL static lf_status s3_cay(const lf_group *G, size_t n, const double *u, double *g,
                                  double *work)
{
    LF_BY_LANES(n, s3_cay_lanes, u, g);
    return LF_OK;
}

static LF_INLINE void s3_dcayinv_lanes(size_t n, const double *restrict u, const double *restrict v,
                                       double *restrict w)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(w, n, i, lf_so3_dcayinv(s3_load_doubled(u, n, i), lf_vec3_load(v, n, i)));
}

LF_KERNEL static lf_status s3_dcayinv(const lf_group *G, size_t n, const double *u, const double *v,
                                      double *w, double *work)
{
    LF_BY_LANES(n, s3_dcayinv_lanes, u, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status s3_second_kind(const lf_group *G, size_t n, const double *u, double *g,
                                          double *work)
{
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 v = lf_vec3_load(u, n, i);
        const quaternion a = {cos(v.x), {sin(v.x), 0, 0}}, b = {cos(v.y), {0, sin(v.y), 0}};
        const quaternion c = {cos(v.z), {0, 0, sin(v.z)}};
        quaternion_store(g, n, i, quaternion_mul(quaternion_mul(a, b), c));
    }
    return LF_OK;
}

static lf_status s3_dsecond_kind_inv(const lf_group *G, size_t n, const double *u, const double *v,
                                     double *w, double *work)
{
    for (size_t i = 0; i < n; i++)
        lf_vec3_store(w, n, i,
                      lf_so3_dsecond_kind_inv(s3_load_doubled(u, n, i), lf_vec3_load(v, n, i)));
    return LF_OK;
}

/* u q, a product of quaternions */
static LF_INLINE void s3_tangent_lanes(size_t n, const double *restrict u, const double *restrict g,
                                       double *restrict v)
{
    LF_EACH_LANE(i, n)
        quaternion_store(
            v, n, i,
            quaternion_mul((quaternion){0, lf_vec3_load(u, n, i)}, quaternion_load(g, n, i)));
}

LF_KERNEL static lf_status s3_tangent(const lf_group *G, size_t n, const double *u, const double *g,
                                      double *v, double *work)
{
    LF_BY_LANES(n, s3_tangent_lanes, u, g, v);
    return LF_OK;
}

LF_KERNEL static lf_status s3_defect(const lf_group *G, size_t n, const double *g, double *d,
                                     double *work)
{
    LF_EACH_LANE(i, n) {
        const quaternion q = quaternion_load(g, n, i);
        d[i] = fabs(q.w * q.w + lf_dot(q.v, q.v) - 1);
    }
    return LF_OK;
}

/* the product g u with the pure quaternion u */
LF_KERNEL static lf_status s3_tangent_right(const lf_group *G, size_t n, const double *u,
                                            const double *g, double *v, double *work)
{
    LF_EACH_LANE(i, n) {
        const lf_vec3 q = lf_vec3_load(g + n, n, i), w = lf_vec3_load(u, n, i);
        v[i] = -lf_dot(q, w);
        lf_vec3_store(v + n, n, i, lf_axpy(lf_cross(q, w), g[i], w));
    }
    return LF_OK;
}

static lf_status s3_project(const lf_group *G, size_t n, double *g, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const double norm = sqrt(g[i] * g[i] + g[n + i] * g[n + i] + g[2 * n + i] * g[2 * n + i] +
                                 g[3 * n + i] * g[3 * n + i]);
        for (size_t c = 0; c < 4; c++)
            g[c * n + i] /= norm;
    }
    return LF_OK;
}

static const lf_group_ops s3_ops = {
    .identity = s3_identity,
    .mul = s3_mul,
    .inv = s3_inv,
    .log = s3_log,
    .Ad = s3_Ad,
    .bracket = s3_bracket,
    .dexp = s3_dexp,
    .map = {s3_exp, s3_cay, s3_second_kind},
    .dmapinv = {s3_dexpinv, s3_dcayinv, s3_dsecond_kind_inv},
    .Ad_dual = s3_Ad_dual,
    .ad_dual = s3_ad_dual,
    .dexp_dual = s3_dexp_dual,
    .dexpinv_dual = s3_dexpinv_dual,
    .tangent = s3_tangent,
    .tangent_right = s3_tangent_right,
    .defect = s3_defect,
    .project = s3_project,
};

const lf_group lf_s3 = {
    .name = "s3",
    .kind = LF_GROUP_S3,
    .doc = "S^3: unit quaternions (w, x, y, z); algebra R^3 with [u, v] = 2 u x v",
    .dim = 3,
    .rep = 4,
    .ops = &s3_ops,
};
