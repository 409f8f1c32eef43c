/* SPDX-License-Identifier: BSD-3-Clause */
/* se3.c - SE(3), rigid motions (R, r), with se(3) = (A, a), rotation before translation.
 *
 *   (R, r)(Q, q) = (R Q, R q + r)          [(A, a), (B, b)] = (A x B, A x b + a x B)
 *   exp(A, a)    = (exp A, dexp_A a)
 *   phi(ad_(A,a)) by the closed form of Celledoni, Cokaj, Leone, Murari, Owren 2021, section 2.3
 *   cay(A, a)    = (I - U/2)^-1 (I + U/2) of the 4 x 4 matrix U
 *   second kind: translations first, (I, a)(phi(A), 0) */
#include <lieflow/group.h>

#include <math.h>
#include <string.h>

#include "base/even.h"
#include "group/so3.h"

/* An algebra element (or covector) of one lane. */
typedef struct {
    lf_vec3 rot, tra;
} twist;

static LF_INLINE twist twist_load(const double *u, size_t n, size_t i)
{
    return (twist){lf_vec3_load(u, n, i), lf_vec3_load(u + 3 * n, n, i)};
}

static LF_INLINE void twist_store(double *u, size_t n, size_t i, twist v)
{
    lf_vec3_store(u, n, i, v.rot);
    lf_vec3_store(u + 3 * n, n, i, v.tra);
}

static void se3_identity(const lf_group *G, size_t n, double *g)
{
    memset(g, 0, G->rep * n * sizeof *g);
    for (size_t i = 0; i < n; i++)
        g[i] = g[4 * n + i] = g[8 * n + i] = 1;
}

static LF_INLINE void se3_mul_lanes(size_t n, const double *restrict a, const double *restrict b,
                                    double *restrict c)
{
    LF_EACH_LANE(i, n) {
        const lf_mat3 r = lf_mat3_load(a, n, i);
        lf_mat3_store(c, n, i, lf_mat3_mul(r, lf_mat3_load(b, n, i)));
        lf_vec3_store(
            c + 9 * n, n, i,
            lf_add(lf_mat3_vec(r, lf_vec3_load(b + 9 * n, n, i)), lf_vec3_load(a + 9 * n, n, i)));
    }
}

LF_KERNEL static lf_status se3_mul(const lf_group *G, size_t n, const double *a, const double *b,
                                   double *c, double *work)
{
    LF_BY_LANES(n, se3_mul_lanes, a, b, c);
    return LF_OK;
}

LF_KERNEL static lf_status se3_inv(const lf_group *G, size_t n, const double *a, double *b,
                                   double *work)
{
    LF_EACH_LANE(i, n) {
        const lf_mat3 r = lf_mat3_transpose(lf_mat3_load(a, n, i));
        lf_mat3_store(b, n, i, r);
        lf_vec3_store(b + 9 * n, n, i, lf_scale(-1, lf_mat3_vec(r, lf_vec3_load(a + 9 * n, n, i))));
    }
    return LF_OK;
}

static LF_INLINE void se3_exp_lane(size_t n, size_t i, twist u, double S, double C, double D,
                                   double *restrict g)
{
    lf_mat3_store(g, n, i, lf_mat3_rodrigues(u.rot, S, C));
    lf_vec3_store(g + 9 * n, n, i, lf_spin(u.rot, C, D, u.tra));
}

/* One pass over the lanes answers whether a lane is out of its range: two radians, then four. */
static LF_INLINE uint64_t se3_exp_pass(size_t n, bool wide, const double *restrict u,
                                       double *restrict g)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, n) {
        const twist w = twist_load(u, n, i);
        const double x = lf_dot(w.rot, w.rot);
        out |= lf_even_is_out(wide, x);
        se3_exp_lane(n, i, w, lf_even_S_in(wide, x), lf_even_C_in(wide, x), lf_even_D_in(wide, x),
                     g);
    }
    return out;
}

static LF_INLINE void se3_exp_lanes(size_t n, const double *restrict u, double *restrict g)
{
    if (!se3_exp_pass(n, false, u, g) || !se3_exp_pass(n, true, u, g))
        return;
    for (size_t i = 0; i < n; i++) {
        const twist w = twist_load(u, n, i);
        if (!lf_even_is_beyond(lf_dot(w.rot, w.rot)))
            continue;
        const lf_even e = lf_even_far(w.rot.x, w.rot.y, w.rot.z);
        se3_exp_lane(n, i, w, e.S, e.C, e.D, g);
    }
}

LF_KERNEL static lf_status se3_exp(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, se3_exp_lanes, u, g);
    return LF_OK;
}

/* A = log R, a = dexpinv_A r */
LF_KERNEL static lf_status se3_log(const lf_group *G, size_t n, const double *g, double *u,
                                   double *work)
{
    for (size_t i = 0; i < n; i++) {
        double r[9];
        for (size_t c = 0; c < 9; c++)
            r[c] = g[c * n + i];
        const lf_vec3 a = lf_so3_log(r);
        const double x = lf_dot(a, a);
        const double coefficient = lf_even_is_far(x) ? lf_even_far(a.x, a.y, a.z).G : lf_even_G(x);
        twist_store(u, n, i,
                    (twist){a, lf_spin(a, -0.5, coefficient, lf_vec3_load(g + 9 * n, n, i))});
    }
    return LF_OK;
}

/* (R A, R a + r x R A) */
static LF_INLINE void se3_Ad_lanes(size_t n, const double *restrict g, const double *restrict v,
                                   double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const lf_mat3 r = lf_mat3_load(g, n, i);
        const twist a = twist_load(v, n, i);
        const lf_vec3 rot = lf_mat3_vec(r, a.rot);
        const lf_vec3 arm = lf_cross(lf_vec3_load(g + 9 * n, n, i), rot);
        twist_store(w, n, i, (twist){rot, lf_add(lf_mat3_vec(r, a.tra), arm)});
    }
}

LF_KERNEL static lf_status se3_Ad(const lf_group *G, size_t n, const double *g, const double *v,
                                  double *w, double *work)
{
    LF_BY_LANES(n, se3_Ad_lanes, g, v, w);
    return LF_OK;
}

/* Ad*_(R,r) (P, F) = (R^T (P - r x F), R^T F) */
LF_KERNEL static lf_status se3_Ad_dual(const lf_group *G, size_t n, const double *g,
                                       const double *m, double *w, double *work)
{
    LF_EACH_LANE(i, n) {
        const lf_mat3 r = lf_mat3_load(g, n, i);
        const twist p = twist_load(m, n, i);
        const lf_vec3 arm = lf_cross(lf_vec3_load(g + 9 * n, n, i), p.tra);
        twist_store(
            w, n, i,
            (twist){lf_mat3_vec_left(lf_axpy(p.rot, -1, arm), r), lf_mat3_vec_left(p.tra, r)});
    }
    return LF_OK;
}

static LF_INLINE void se3_bracket_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const twist a = twist_load(u, n, i), b = twist_load(v, n, i);
        twist_store(w, n, i,
                    (twist){lf_cross(a.rot, b.rot),
                            lf_add(lf_cross(a.rot, b.tra), lf_cross(a.tra, b.rot))});
    }
}

LF_KERNEL static lf_status se3_bracket(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, se3_bracket_lanes, u, v, w);
    return LF_OK;
}

/* ad*_(A,a) (P, F) = (P x A + F x a, F x A) */
LF_KERNEL static lf_status se3_ad_dual(const lf_group *G, size_t n, const double *u,
                                       const double *m, double *w, double *work)
{
    LF_EACH_LANE(i, n) {
        const twist a = twist_load(u, n, i), p = twist_load(m, n, i);
        twist_store(w, n, i,
                    (twist){lf_add(lf_cross(p.rot, a.rot), lf_cross(p.tra, a.tra)),
                            lf_cross(p.tra, a.rot)});
    }
    return LF_OK;
}

/* Coefficients of a function of ad: 1 + p ad + ..., with p1, q1 their derivatives (1/t) d/dt. */
typedef struct {
    double p, q, p1, q1;
} ad_function;

/* phi(ad_u) v; the dual is the same with p, p1 negated and the two parts of v and w exchanged. */
static LF_INLINE twist se3_ad_apply(twist u, ad_function f, twist v)
{
    const double rho = lf_dot(u.rot, u.tra);
    const lf_vec3 AB = lf_cross(u.rot, v.rot), AAB = lf_cross(u.rot, AB);
    const lf_vec3 aB = lf_cross(u.tra, v.rot), Ab = lf_cross(u.rot, v.tra);
    const lf_vec3 first = lf_add(aB, Ab); /* a x B + A x b */
    const lf_vec3 second = lf_add(lf_cross(u.tra, AB), lf_cross(u.rot, first));
    lf_vec3 tra = lf_axpy(lf_axpy(v.tra, f.p, first), f.q, second);
    tra = lf_axpy(lf_axpy(tra, rho * f.p1, AB), rho * f.q1, AAB);
    return (twist){lf_axpy(lf_axpy(v.rot, f.p, AB), f.q, AAB), tra};
}

static LF_INLINE twist se3_swap(twist v)
{
    return (twist){v.tra, v.rot};
}

/* sign 1: dexp_u v; sign -1: the dual dexp*_u m */
static LF_INLINE void se3_dexp_lanes(size_t n, double sign, const double *restrict u,
                                     const double *restrict v, double *restrict w)
{
    for (size_t i = 0; i < n; i++) {
        const twist a = twist_load(u, n, i), b = twist_load(v, n, i);
        const double x = lf_dot(a.rot, a.rot);
        ad_function f = {lf_even_C(x), lf_even_D(x), lf_even_C1(x), lf_even_D1(x)};
        if (lf_even_is_far(x)) {
            const lf_even e = lf_even_far_all(a.rot.x, a.rot.y, a.rot.z);
            f = (ad_function){e.C, e.D, e.C1, e.D1};
        }
        f.p *= sign;
        f.p1 *= sign;
        twist_store(w, n, i,
                    sign > 0 ? se3_ad_apply(a, f, b) : se3_swap(se3_ad_apply(a, f, se3_swap(b))));
    }
}

LF_KERNEL static lf_status se3_dexp(const lf_group *G, size_t n, const double *u, const double *v,
                                    double *w, double *work)
{
    se3_dexp_lanes(n, 1, u, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status se3_dexp_dual(const lf_group *G, size_t n, const double *u,
                                         const double *m, double *w, double *work)
{
    se3_dexp_lanes(n, -1, u, m, w);
    return LF_OK;
}

static LF_INLINE uint64_t se3_dexpinv_pass(size_t n, bool wide, const double *restrict u,
                                           const double *restrict v, double *restrict w)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, n) {
        const twist a = twist_load(u, n, i);
        const double x = lf_dot(a.rot, a.rot);
        out |= lf_even_is_out(wide, x);
        const ad_function f = {-0.5, lf_even_G_in(wide, x), 0, lf_even_G1_in(wide, x)};
        twist_store(w, n, i, se3_ad_apply(a, f, twist_load(v, n, i)));
    }
    return out;
}

static LF_INLINE void se3_dexpinv_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    if (!se3_dexpinv_pass(n, false, u, v, w) || !se3_dexpinv_pass(n, true, u, v, w))
        return;
    for (size_t i = 0; i < n; i++) {
        const twist a = twist_load(u, n, i);
        if (!lf_even_is_beyond(lf_dot(a.rot, a.rot)))
            continue;
        const lf_even e = lf_even_far_all(a.rot.x, a.rot.y, a.rot.z);
        const ad_function f = {-0.5, e.G, 0, e.G1};
        twist_store(w, n, i, se3_ad_apply(a, f, twist_load(v, n, i)));
    }
}

LF_KERNEL static lf_status se3_dexpinv(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, se3_dexpinv_lanes, u, v, w);
    return LF_OK;
}

LF_KERNEL static lf_status se3_dexpinv_dual(const lf_group *G, size_t n, const double *u,
                                            const double *m, double *w, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const twist a = twist_load(u, n, i);
        const double x = lf_dot(a.rot, a.rot);
        ad_function f = {0.5, lf_even_G(x), 0, lf_even_G1(x)};
        if (lf_even_is_far(x)) {
            const lf_even e = lf_even_far_all(a.rot.x, a.rot.y, a.rot.z);
            f.q = e.G;
            f.q1 = e.G1;
        }
        twist_store(w, n, i, se3_swap(se3_ad_apply(a, f, se3_swap(twist_load(m, n, i)))));
    }
    return LF_OK;
}

static LF_INLINE void se3_cay_lanes(size_t n, const double *restrict u, double *restrict g)
{
    LF_EACH_LANE(i, n) {
        const twist w = twist_load(u, n, i);
        const double k = 1 / (4 + lf_dot(w.rot, w.rot));
        se3_exp_lane(n, i, w, 4 * k, 2 * k, k, g);
    }
}

LF_KERNEL static lf_status se3_cay(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, se3_cay_lanes, u, g);
    return LF_OK;
}

/* (I - U/2) V (I + U/2) of the 4 x 4 matrices */
static LF_INLINE void se3_dcayinv_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const twist a = twist_load(u, n, i), b = twist_load(v, n, i);
        const lf_vec3 first = lf_add(lf_cross(a.rot, b.tra), lf_cross(a.tra, b.rot));
        const lf_vec3 second = lf_cross(a.rot, lf_cross(b.rot, a.tra));
        twist_store(w, n, i,
                    (twist){lf_so3_dcayinv(a.rot, b.rot),
                            lf_axpy(lf_axpy(b.tra, -0.5, first), -0.25, second)});
    }
}

LF_KERNEL static lf_status se3_dcayinv(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, se3_dcayinv_lanes, u, v, w);
    return LF_OK;
}

static lf_status se3_second_kind(const lf_group *G, size_t n, const double *u, double *g,
                                 double *work)
{
    for (size_t i = 0; i < n; i++) {
        lf_so3_second_kind(n, i, u, g);
        lf_vec3_store(g + 9 * n, n, i, lf_vec3_load(u + 3 * n, n, i));
    }
    return LF_OK;
}

LF_KERNEL static lf_status se3_dsecond_kind_inv(const lf_group *G, size_t n, const double *u,
                                                const double *v, double *w, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const twist a = twist_load(u, n, i), f = twist_load(v, n, i);
        twist_store(
            w, n, i,
            (twist){lf_so3_dsecond_kind_inv(a.rot, f.rot), lf_add(f.tra, lf_cross(f.rot, a.tra))});
    }
    return LF_OK;
}

/* (hat(A) R, A x r + a) */
LF_KERNEL static lf_status se3_tangent(const lf_group *G, size_t n, const double *u,
                                       const double *g, double *v, double *work)
{
    LF_EACH_LANE(i, n) {
        const twist a = twist_load(u, n, i);
        lf_mat3_store(v, n, i, lf_mat3_hat_mul(a.rot, lf_mat3_load(g, n, i)));
        lf_vec3_store(v + 9 * n, n, i,
                      lf_add(lf_cross(a.rot, lf_vec3_load(g + 9 * n, n, i)), a.tra));
    }
    return LF_OK;
}

LF_KERNEL static lf_status se3_defect(const lf_group *G, size_t n, const double *g, double *d,
                                      double *work)
{
    for (size_t i = 0; i < n; i++)
        d[i] = lf_mat3_defect(lf_mat3_load(g, n, i));
    return LF_OK;
}

LF_KERNEL static lf_status se3_project(const lf_group *G, size_t n, double *g, double *work)
{
    LF_EACH_LANE(i, n)
        lf_mat3_store(g, n, i, lf_mat3_orthonormal(lf_mat3_nearest(lf_mat3_load(g, n, i))));
    return LF_OK;
}

static const lf_group_ops se3_ops = {
    .identity = se3_identity,
    .mul = se3_mul,
    .inv = se3_inv,
    .log = se3_log,
    .Ad = se3_Ad,
    .bracket = se3_bracket,
    .dexp = se3_dexp,
    .map = {se3_exp, se3_cay, se3_second_kind},
    .dmapinv = {se3_dexpinv, se3_dcayinv, se3_dsecond_kind_inv},
    .Ad_dual = se3_Ad_dual,
    .ad_dual = se3_ad_dual,
    .dexp_dual = se3_dexp_dual,
    .dexpinv_dual = se3_dexpinv_dual,
    .tangent = se3_tangent,
    .defect = se3_defect,
    .project = se3_project,
};

const lf_group lf_se3 = {
    .name = "se3",
    .kind = LF_GROUP_SE3,
    .doc = "SE(3): rigid motions (R, r); algebra (rotation, translation)",
    .dim = 6,
    .rep = 12,
    .ops = &se3_ops,
};
