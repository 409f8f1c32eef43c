/* SPDX-License-Identifier: BSD-3-Clause */
/* sl2.c - SL(2), 2 x 2 matrices of determinant 1, with (a, b, c) for U = [[a, b], [c, -a]].
 * U^2 = d with d = a^2 + b c, and ad_U has the eigenvalues 0, +-2 sqrt(d). At x = -d and y = -4 d:
 *
 *   exp(U)      = cos(sqrt(x)) + S(x) U
 *   dexp_U V    = V + C(y) [U, V] + D(y) [U, [U, V]]
 *   dexpinv_U V = V - 1/2 [U, V] + G(y) [U, [U, V]]
 *   cay(U)      = (I - U/2)^-1 (I + U/2) = (1 + d/4 + U)/(1 - d/4); pole at d = 4
 *
 * exp is not onto: a matrix of trace <= -2 other than -I has no real logarithm. log then answers
 * LF_ESINGULAR and gives NaN for the lanes concerned; the others are right. */
#include <lieflow/group.h>

#include <float.h>
#include <math.h>

#include "group/conic.h"

/* Algebra element of one lane. */
typedef struct {
    double a, b, c;
} traceless;

/* Group element of one lane: [[p, q], [r, s]]. */
typedef struct {
    double p, q, r, s;
} mat2;

static LF_INLINE traceless traceless_load(const double *u, size_t n, size_t i)
{
    return (traceless){u[i], u[n + i], u[2 * n + i]};
}

static LF_INLINE void traceless_store(double *u, size_t n, size_t i, traceless v)
{
    u[i] = v.a;
    u[n + i] = v.b;
    u[2 * n + i] = v.c;
}

static LF_INLINE mat2 mat2_load(const double *g, size_t n, size_t i)
{
    return (mat2){g[i], g[n + i], g[2 * n + i], g[3 * n + i]};
}

static LF_INLINE void mat2_store(double *g, size_t n, size_t i, mat2 m)
{
    g[i] = m.p;
    g[n + i] = m.q;
    g[2 * n + i] = m.r;
    g[3 * n + i] = m.s;
}

static LF_INLINE mat2 mat2_mul(mat2 a, mat2 b)
{
    return (mat2){lf_fma(a.p, b.p, a.q * b.r), lf_fma(a.p, b.q, a.q * b.s),
                  lf_fma(a.r, b.p, a.s * b.r), lf_fma(a.r, b.q, a.s * b.s)};
}

/* k I + l U */
static LF_INLINE mat2 mat2_line(double k, double l, traceless u)
{
    return (mat2){lf_fma(l, u.a, k), l * u.b, l * u.c, lf_fma(-l, u.a, k)};
}

/* d = -det U */
static LF_INLINE double sl2_discriminant(traceless u)
{
    return lf_fma(u.a, u.a, u.b * u.c);
}

static LF_INLINE lf_conic sl2_far(traceless u, long double factor)
{
    return lf_conic_far(-factor * ((long double)u.a * u.a + (long double)u.b * u.c));
}

static void sl2_identity(const lf_group *G, size_t n, double *g)
{
    LF_EACH_LANE(i, n)
        mat2_store(g, n, i, (mat2){1, 0, 0, 1});
}

static LF_INLINE void sl2_mul_lanes(size_t n, const double *restrict a, const double *restrict b,
                                    double *restrict c)
{
    LF_EACH_LANE(i, n)
        mat2_store(c, n, i, mat2_mul(mat2_load(a, n, i), mat2_load(b, n, i)));
}

LF_KERNEL static lf_status sl2_mul(const lf_group *G, size_t n, const double *a, const double *b,
                                   double *c, double *work)
{
    LF_BY_LANES(n, sl2_mul_lanes, a, b, c);
    return LF_OK;
}

static LF_INLINE mat2 mat2_adjugate(mat2 m)
{
    return (mat2){m.s, -m.q, -m.r, m.p};
}

static lf_status sl2_inv(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    LF_EACH_LANE(i, n)
        mat2_store(b, n, i, mat2_adjugate(mat2_load(a, n, i)));
    return LF_OK;
}

static LF_INLINE void sl2_exp_lanes(size_t n, const double *restrict u, double *restrict g)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const traceless v = traceless_load(u, n, i);
        const double x = -sl2_discriminant(v);
        far |= lf_conic_is_far(x);
        mat2_store(g, n, i, mat2_line(lf_fma(-x, lf_conic_C(x), 1), lf_conic_S(x), v));
    }
    for (size_t i = 0; far && i < n; i++) {
        const traceless v = traceless_load(u, n, i);
        if (!lf_conic_is_far(-sl2_discriminant(v)))
            continue;
        const lf_conic e = sl2_far(v, 1);
        mat2_store(g, n, i, mat2_line(e.cosine, e.S, v));
    }
}

LF_KERNEL static lf_status sl2_exp(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, sl2_exp_lanes, u, g);
    return LF_OK;
}

/* The logarithm of -I is half a turn about whichever axis; nothing else with trace <= -2 has one. */
static lf_status sl2_log_minus(bool reached, traceless *u)
{
    const double pi = acos(-1.0);
    *u = reached ? (traceless){0, -pi, pi} : (traceless){(double)NAN, (double)NAN, (double)NAN};
    return reached ? LF_OK : LF_ESINGULAR;
}

/* g = half_trace I + size N with N^2 = delta; the logarithm is a multiple of N. Within rounding of
 * -I, N is noise unless it is clearly elliptic, and would give an axis of any length. */
static LF_INLINE lf_status sl2_log_lane(mat2 g, traceless *u)
{
    const double half_trace = 0.5 * (g.p + g.s), half_difference = 0.5 * (g.p - g.s);
    const double size = fmax(fabs(half_difference), fmax(fabs(g.q), fabs(g.r)));
    const double unit = size > 0 ? size : 1; /* so that no square vanishes */
    const traceless N = {half_difference / unit, g.q / unit, g.r / unit};
    const double delta = sl2_discriminant(N), root = sqrt(fabs(delta));
    const bool minus = half_trace < 0 && size <= 64 * DBL_EPSILON;
    double scale = unit;
    if (delta < (minus ? -1. / 16 : 0))
        scale = atan2(unit * root, half_trace) / root;
    else if (half_trace <= 0)
        return sl2_log_minus(minus, u);
    else if (delta > 0)
        scale = asinh(unit * root) / root;
    *u = (traceless){scale * N.a, scale * N.b, scale * N.c};
    return LF_OK;
}

LF_KERNEL static lf_status sl2_log(const lf_group *G, size_t n, const double *g, double *u,
                                   double *work)
{
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        traceless v;
        if (sl2_log_lane(mat2_load(g, n, i), &v) != LF_OK)
            status = LF_ESINGULAR;
        traceless_store(u, n, i, v);
    }
    return status;
}

/* g V g^-1 */
static LF_INLINE void sl2_Ad_lanes(size_t n, const double *restrict g, const double *restrict v,
                                   double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const mat2 m = mat2_load(g, n, i);
        const mat2 V = mat2_line(0, 1, traceless_load(v, n, i));
        const mat2 W = mat2_mul(mat2_mul(m, V), mat2_adjugate(m));
        traceless_store(w, n, i, (traceless){W.p, W.q, W.r});
    }
}

LF_KERNEL static lf_status sl2_Ad(const lf_group *G, size_t n, const double *g, const double *v,
                                  double *w, double *work)
{
    LF_BY_LANES(n, sl2_Ad_lanes, g, v, w);
    return LF_OK;
}

static LF_INLINE traceless traceless_bracket(traceless u, traceless v)
{
    return (traceless){lf_fma(u.b, v.c, -(u.c * v.b)), 2 * lf_fma(u.a, v.b, -(u.b * v.a)),
                       2 * lf_fma(u.c, v.a, -(u.a * v.c))};
}

static LF_INLINE void sl2_bracket_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n)
        traceless_store(w, n, i,
                        traceless_bracket(traceless_load(u, n, i), traceless_load(v, n, i)));
}

LF_KERNEL static lf_status sl2_bracket(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, sl2_bracket_lanes, u, v, w);
    return LF_OK;
}

/* V + p [U, V] + q [U, [U, V]]: every function of ad_U has this shape. */
static LF_INLINE traceless sl2_ad_apply(traceless u, double p, double q, traceless v)
{
    const traceless w = traceless_bracket(u, v), z = traceless_bracket(u, w);
    return (traceless){lf_fma(q, z.a, lf_fma(p, w.a, v.a)), lf_fma(q, z.b, lf_fma(p, w.b, v.b)),
                       lf_fma(q, z.c, lf_fma(p, w.c, v.c))};
}

static LF_INLINE void sl2_dexp_lanes(size_t n, const double *restrict u, const double *restrict v,
                                     double *restrict w)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const traceless a = traceless_load(u, n, i);
        const double y = -4 * sl2_discriminant(a);
        far |= lf_conic_is_far(y);
        traceless_store(w, n, i,
                        sl2_ad_apply(a, lf_conic_C(y), lf_conic_D(y), traceless_load(v, n, i)));
    }
    for (size_t i = 0; far && i < n; i++) {
        const traceless a = traceless_load(u, n, i);
        if (!lf_conic_is_far(-4 * sl2_discriminant(a)))
            continue;
        const lf_conic e = sl2_far(a, 4);
        traceless_store(w, n, i, sl2_ad_apply(a, e.C, e.D, traceless_load(v, n, i)));
    }
}

LF_KERNEL static lf_status sl2_dexp(const lf_group *G, size_t n, const double *u, const double *v,
                                    double *w, double *work)
{
    LF_BY_LANES(n, sl2_dexp_lanes, u, v, w);
    return LF_OK;
}

static LF_INLINE void sl2_dexpinv_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const traceless a = traceless_load(u, n, i);
        const double y = -4 * sl2_discriminant(a);
        far |= lf_conic_is_far(y);
        traceless_store(w, n, i, sl2_ad_apply(a, -0.5, lf_conic_G(y), traceless_load(v, n, i)));
    }
    for (size_t i = 0; far && i < n; i++) {
        const traceless a = traceless_load(u, n, i);
        if (!lf_conic_is_far(-4 * sl2_discriminant(a)))
            continue;
        traceless_store(w, n, i, sl2_ad_apply(a, -0.5, sl2_far(a, 4).G, traceless_load(v, n, i)));
    }
}

LF_KERNEL static lf_status sl2_dexpinv(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, sl2_dexpinv_lanes, u, v, w);
    return LF_OK;
}

static LF_INLINE void sl2_cay_lanes(size_t n, const double *restrict u, double *restrict g)
{
    LF_EACH_LANE(i, n) {
        const traceless v = traceless_load(u, n, i);
        const double q = 0.25 * sl2_discriminant(v), k = 1 / (1 - q);
        mat2_store(g, n, i, mat2_line(k * (1 + q), k, v));
    }
}

LF_KERNEL static lf_status sl2_cay(const lf_group *G, size_t n, const double *u, double *g,
                                   double *work)
{
    LF_BY_LANES(n, sl2_cay_lanes, u, g);
    return LF_OK;
}

/* (I - U/2) V (I + U/2) */
static LF_INLINE void sl2_dcayinv_lanes(size_t n, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const traceless a = traceless_load(u, n, i);
        const mat2 V = mat2_line(0, 1, traceless_load(v, n, i));
        const mat2 W = mat2_mul(mat2_mul(mat2_line(1, -0.5, a), V), mat2_line(1, 0.5, a));
        traceless_store(w, n, i, (traceless){W.p, W.q, W.r});
    }
}

LF_KERNEL static lf_status sl2_dcayinv(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, sl2_dcayinv_lanes, u, v, w);
    return LF_OK;
}

/* U g */
static LF_INLINE void sl2_tangent_lanes(size_t n, const double *restrict u,
                                        const double *restrict g, double *restrict v)
{
    LF_EACH_LANE(i, n)
        mat2_store(v, n, i, mat2_mul(mat2_line(0, 1, traceless_load(u, n, i)), mat2_load(g, n, i)));
}

LF_KERNEL static lf_status sl2_tangent(const lf_group *G, size_t n, const double *u,
                                       const double *g, double *v, double *work)
{
    LF_BY_LANES(n, sl2_tangent_lanes, u, g, v);
    return LF_OK;
}

/* det - 1, beside the size of its terms: they grow without bound */
static lf_status sl2_defect(const lf_group *G, size_t n, const double *g, double *d, double *work)
{
    LF_EACH_LANE(i, n) {
        const mat2 m = mat2_load(g, n, i);
        const double ps = m.p * m.s, qr = m.q * m.r;
        d[i] = fabs(ps - qr - 1) / fmax(1, fabs(ps) + fabs(qr));
    }
    return LF_OK;
}

/* determinant 1 by scaling */
static lf_status sl2_project(const lf_group *G, size_t n, double *g, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const double det = g[i] * g[3 * n + i] - g[n + i] * g[2 * n + i];
        const double scale = det > 0 ? 1 / sqrt(det) : 1;
        for (size_t c = 0; c < 4; c++)
            g[c * n + i] *= scale;
    }
    return LF_OK;
}

static const lf_group_ops sl2_ops = {
    .identity = sl2_identity,
    .mul = sl2_mul,
    .inv = sl2_inv,
    .log = sl2_log,
    .Ad = sl2_Ad,
    .bracket = sl2_bracket,
    .dexp = sl2_dexp,
    .map = {[LF_EXP] = sl2_exp, [LF_CAYLEY] = sl2_cay},
    .dmapinv = {[LF_EXP] = sl2_dexpinv, [LF_CAYLEY] = sl2_dcayinv},
    .tangent = sl2_tangent,
    .defect = sl2_defect,
    .project = sl2_project,
};

const lf_group lf_sl2 = {
    .name = "sl2",
    .kind = LF_GROUP_SL2,
    .doc = "SL(2): 2 x 2 matrices of determinant 1; algebra (a, b, c) for [[a, b], [c, -a]]",
    .dim = 3,
    .rep = 4,
    .ops = &sl2_ops,
};
