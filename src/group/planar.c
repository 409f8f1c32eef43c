/* SPDX-License-Identifier: BSD-3-Clause */
/* planar.c - the motions of a plane of curvature kappa: SE(2) for 1, Galilei for 0, SE(1,1) for -1.
 * With J = [[0, -1], [kappa, 0]], so J^2 = -kappa, the algebra (w, v) is [[w J, v], [0, 0]] and the
 * group (c, s, x, y) is [[c + s J, (x, y)], [0, 1]] with c^2 + kappa s^2 = 1. At z = kappa w^2:
 *
 *   exp(w, v)             = (cos sqrt(z), w S, (S + w C J) v)
 *   [(w, v), (o, r)]      = (0, w J r - o J v)
 *   dexp_(w,v)    (o, r)  = (o, S r + w C J r - o (C J v - kappa w D v))
 *   dexpinv_(w,v) (o, r)  = (o, (1 - z G) r - w/2 J r + o (J v/2 + kappa w G v))
 *   cay(w, v)             = ((1 - z/4, w)/(1 + z/4), (v + w/2 J v)/(1 + z/4))
 *   second kind: translations first, (1, v)(exp(w), 0)
 *
 * The differentials follow from ad^k (o, r) = (0, (wJ)^k r - o (wJ)^(k-1) J v). The Duffing equation
 * x'' + a x + b x^3 = 0 moves by such a group with kappa = a: Celledoni, Marthinsen, Owren 2014,
 * section 2. */
#include <lieflow/group.h>

#include <math.h>

#include "group/conic.h"

/* Algebra element of one lane: the rotation and the translation. */
typedef struct {
    double w, x, y;
} motion;

/* Group element of one lane. */
typedef struct {
    double c, s, x, y;
} placement;

static LF_INLINE motion motion_load(const double *u, size_t n, size_t i)
{
    return (motion){u[i], u[n + i], u[2 * n + i]};
}

static LF_INLINE void motion_store(double *u, size_t n, size_t i, motion a)
{
    u[i] = a.w;
    u[n + i] = a.x;
    u[2 * n + i] = a.y;
}

static LF_INLINE placement placement_load(const double *g, size_t n, size_t i)
{
    return (placement){g[i], g[n + i], g[2 * n + i], g[3 * n + i]};
}

static LF_INLINE void placement_store(double *g, size_t n, size_t i, placement a)
{
    g[i] = a.c;
    g[n + i] = a.s;
    g[2 * n + i] = a.x;
    g[3 * n + i] = a.y;
}

static double planar_kappa(const lf_group *G)
{
    return *(const double *)G->ctx;
}

/* (w, p v + q J v) for the translation v of a */
static LF_INLINE motion planar_turn(double kappa, double w, double p, double q, motion a)
{
    return (motion){w, lf_fma(p, a.x, -(q * a.y)), lf_fma(p, a.y, kappa * q * a.x)};
}

static void planar_identity(const lf_group *G, size_t n, double *g)
{
    LF_EACH_LANE(i, n)
        placement_store(g, n, i, (placement){1, 0, 0, 0});
}

static LF_INLINE void planar_mul_lanes(size_t n, double kappa, const double *restrict a,
                                       const double *restrict b, double *restrict c)
{
    LF_EACH_LANE(i, n) {
        const placement g = placement_load(a, n, i), h = placement_load(b, n, i);
        const motion v = planar_turn(kappa, 0, g.c, g.s, (motion){0, h.x, h.y});
        placement_store(c, n, i,
                        (placement){g.c * h.c - kappa * g.s * h.s, g.s * h.c + g.c * h.s, v.x + g.x,
                                    v.y + g.y});
    }
}

LF_KERNEL static lf_status planar_mul(const lf_group *G, size_t n, const double *a, const double *b,
                                      double *c, double *work)
{
    LF_BY_LANES(n, planar_mul_lanes, planar_kappa(G), a, b, c);
    return LF_OK;
}

LF_KERNEL static lf_status planar_inv(const lf_group *G, size_t n, const double *a, double *b,
                                      double *work)
{
    const double kappa = planar_kappa(G);
    LF_EACH_LANE(i, n) {
        const placement g = placement_load(a, n, i);
        const motion v = planar_turn(kappa, 0, -g.c, g.s, (motion){0, g.x, g.y});
        placement_store(b, n, i, (placement){g.c, -g.s, v.x, v.y});
    }
    return LF_OK;
}

static LF_INLINE lf_conic planar_far(double kappa, double w)
{
    return lf_conic_far((long double)kappa * w * w);
}

static LF_INLINE void planar_exp_lane(size_t n, size_t i, double kappa, motion a, double cosine,
                                      double S, double C, double *restrict g)
{
    const motion v = planar_turn(kappa, 0, S, a.w * C, a);
    placement_store(g, n, i, (placement){cosine, a.w * S, v.x, v.y});
}

static LF_INLINE void planar_exp_lanes(size_t n, double kappa, const double *restrict u,
                                       double *restrict g)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const motion a = motion_load(u, n, i);
        const double z = kappa * a.w * a.w, C = lf_conic_C(z);
        far |= lf_conic_is_far(z);
        planar_exp_lane(n, i, kappa, a, lf_fma(-z, C, 1), lf_conic_S(z), C, g);
    }
    for (size_t i = 0; far && i < n; i++) {
        const motion a = motion_load(u, n, i);
        if (!lf_conic_is_far(kappa * a.w * a.w))
            continue;
        const lf_conic e = planar_far(kappa, a.w);
        planar_exp_lane(n, i, kappa, a, e.cosine, e.S, e.C, g);
    }
}

LF_KERNEL static lf_status planar_exp(const lf_group *G, size_t n, const double *u, double *g,
                                      double *work)
{
    LF_BY_LANES(n, planar_exp_lanes, planar_kappa(G), u, g);
    return LF_OK;
}

/* The w with c = cos(sqrt(kappa) w), s = sin(sqrt(kappa) w)/sqrt(kappa). */
static double planar_angle(double kappa, double c, double s)
{
    const double root = sqrt(fabs(kappa));
    if (kappa > 0)
        return atan2(root * s, c) / root;
    return kappa < 0 ? asinh(root * s) / root : s;
}

/* w and then v = (1 - z G - w/2 J)(x, y). For kappa <= 0 a half of the hyperbola (c < 0) is not
 * reached by exp: such a lane becomes NaN and the status says so. */
LF_KERNEL static lf_status planar_log(const lf_group *G, size_t n, const double *g, double *u,
                                      double *work)
{
    const double kappa = planar_kappa(G);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        const placement a = placement_load(g, n, i);
        const bool reached = kappa > 0 || a.c > 0;
        const double w = reached ? planar_angle(kappa, a.c, a.s) : (double)NAN;
        const double z = kappa * w * w;
        const double half_cot =
            lf_conic_is_far(z) ? planar_far(kappa, w).half_cot : 1 - z * lf_conic_G(z);
        motion_store(u, n, i, planar_turn(kappa, w, half_cot, -0.5 * w, (motion){0, a.x, a.y}));
        if (!reached)
            status = LF_ESINGULAR;
    }
    return status;
}

/* (w, R v - w J (x, y)) */
static LF_INLINE void planar_Ad_lanes(size_t n, double kappa, const double *restrict g,
                                      const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const placement a = placement_load(g, n, i);
        const motion b = motion_load(v, n, i);
        const motion turned = planar_turn(kappa, b.w, a.c, a.s, b);
        const motion arm = planar_turn(kappa, 0, 0, -b.w, (motion){0, a.x, a.y});
        motion_store(w, n, i, (motion){turned.w, turned.x + arm.x, turned.y + arm.y});
    }
}

LF_KERNEL static lf_status planar_Ad(const lf_group *G, size_t n, const double *g, const double *v,
                                     double *w, double *work)
{
    LF_BY_LANES(n, planar_Ad_lanes, planar_kappa(G), g, v, w);
    return LF_OK;
}

static LF_INLINE void planar_bracket_lanes(size_t n, double kappa, const double *restrict u,
                                           const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const motion a = motion_load(u, n, i), b = motion_load(v, n, i);
        motion_store(w, n, i, (motion){0, b.w * a.y - a.w * b.y, kappa * (a.w * b.x - b.w * a.x)});
    }
}

LF_KERNEL static lf_status planar_bracket(const lf_group *G, size_t n, const double *u,
                                          const double *v, double *w, double *work)
{
    LF_BY_LANES(n, planar_bracket_lanes, planar_kappa(G), u, v, w);
    return LF_OK;
}

/* (o, p r + q J r + o (k v + l J v)): both differentials have this shape. */
static LF_INLINE motion planar_ad_apply(double kappa, motion v, motion r, double p, double q,
                                        double k, double l)
{
    const motion a = planar_turn(kappa, r.w, p, q, r), b = planar_turn(kappa, 0, k, l, v);
    return (motion){a.w, lf_fma(r.w, b.x, a.x), lf_fma(r.w, b.y, a.y)};
}

static LF_INLINE motion planar_dexp_lane(double kappa, motion a, motion b, double S, double C,
                                         double D)
{
    return planar_ad_apply(kappa, a, b, S, a.w * C, kappa * a.w * D, -C);
}

static LF_INLINE void planar_dexp_lanes(size_t n, double kappa, const double *restrict u,
                                        const double *restrict v, double *restrict w)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const motion a = motion_load(u, n, i), b = motion_load(v, n, i);
        const double z = kappa * a.w * a.w;
        far |= lf_conic_is_far(z);
        motion_store(w, n, i,
                     planar_dexp_lane(kappa, a, b, lf_conic_S(z), lf_conic_C(z), lf_conic_D(z)));
    }
    for (size_t i = 0; far && i < n; i++) {
        const motion a = motion_load(u, n, i), b = motion_load(v, n, i);
        if (!lf_conic_is_far(kappa * a.w * a.w))
            continue;
        const lf_conic e = planar_far(kappa, a.w);
        motion_store(w, n, i, planar_dexp_lane(kappa, a, b, e.S, e.C, e.D));
    }
}

LF_KERNEL static lf_status planar_dexp(const lf_group *G, size_t n, const double *u,
                                       const double *v, double *w, double *work)
{
    LF_BY_LANES(n, planar_dexp_lanes, planar_kappa(G), u, v, w);
    return LF_OK;
}

static LF_INLINE motion planar_dexpinv_lane(double kappa, motion a, motion b, double half_cot,
                                            double G)
{
    return planar_ad_apply(kappa, a, b, half_cot, -0.5 * a.w, kappa * a.w * G, 0.5);
}

static LF_INLINE void planar_dexpinv_lanes(size_t n, double kappa, const double *restrict u,
                                           const double *restrict v, double *restrict w)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const motion a = motion_load(u, n, i), b = motion_load(v, n, i);
        const double z = kappa * a.w * a.w, G = lf_conic_G(z);
        far |= lf_conic_is_far(z);
        motion_store(w, n, i, planar_dexpinv_lane(kappa, a, b, lf_fma(-z, G, 1), G));
    }
    for (size_t i = 0; far && i < n; i++) {
        const motion a = motion_load(u, n, i), b = motion_load(v, n, i);
        if (!lf_conic_is_far(kappa * a.w * a.w))
            continue;
        const lf_conic e = planar_far(kappa, a.w);
        motion_store(w, n, i, planar_dexpinv_lane(kappa, a, b, e.half_cot, e.G));
    }
}

LF_KERNEL static lf_status planar_dexpinv(const lf_group *G, size_t n, const double *u,
                                          const double *v, double *w, double *work)
{
    LF_BY_LANES(n, planar_dexpinv_lanes, planar_kappa(G), u, v, w);
    return LF_OK;
}

static LF_INLINE void planar_cay_lanes(size_t n, double kappa, const double *restrict u,
                                       double *restrict g)
{
    LF_EACH_LANE(i, n) {
        const motion a = motion_load(u, n, i);
        const double q = 0.25 * kappa * a.w * a.w, k = 1 / (1 + q);
        const motion v = planar_turn(kappa, 0, k, 0.5 * k * a.w, a);
        placement_store(g, n, i, (placement){k * (1 - q), k * a.w, v.x, v.y});
    }
}

LF_KERNEL static lf_status planar_cay(const lf_group *G, size_t n, const double *u, double *g,
                                      double *work)
{
    LF_BY_LANES(n, planar_cay_lanes, planar_kappa(G), u, g);
    return LF_OK;
}

/* (I - U/2) V (I + U/2) = (o (1 + z/4), (1 - w/2 J)(r + o/2 J v)) */
static LF_INLINE void planar_dcayinv_lanes(size_t n, double kappa, const double *restrict u,
                                           const double *restrict v, double *restrict w)
{
    LF_EACH_LANE(i, n) {
        const motion a = motion_load(u, n, i), b = motion_load(v, n, i);
        const motion r = planar_ad_apply(kappa, a, b, 1, 0, 0, 0.5);
        const double rate = b.w * (1 + 0.25 * kappa * a.w * a.w);
        motion_store(w, n, i, planar_turn(kappa, rate, 1, -0.5 * a.w, r));
    }
}

LF_KERNEL static lf_status planar_dcayinv(const lf_group *G, size_t n, const double *u,
                                          const double *v, double *w, double *work)
{
    LF_BY_LANES(n, planar_dcayinv_lanes, planar_kappa(G), u, v, w);
    return LF_OK;
}

static lf_status planar_second_kind(const lf_group *G, size_t n, const double *u, double *g,
                                    double *work)
{
    planar_exp(G, n, u, g, work);
    LF_EACH_LANE(i, n) {
        g[2 * n + i] = u[n + i];
        g[3 * n + i] = u[2 * n + i];
    }
    return LF_OK;
}

/* v' = r + o J v, where (o, r) is the velocity of (1, v)(exp(w), 0) */
LF_KERNEL static lf_status planar_dsecond_kind_inv(const lf_group *G, size_t n, const double *u,
                                                   const double *v, double *w, double *work)
{
    const double kappa = planar_kappa(G);
    LF_EACH_LANE(i, n)
        motion_store(
            w, n, i,
            planar_ad_apply(kappa, motion_load(u, n, i), motion_load(v, n, i), 1, 0, 0, 1));
    return LF_OK;
}

/* (w J (c + s J), w J (x, y) + v) */
static LF_INLINE void planar_tangent_lanes(size_t n, double kappa, const double *restrict u,
                                           const double *restrict g, double *restrict v)
{
    LF_EACH_LANE(i, n) {
        const motion a = motion_load(u, n, i);
        const placement p = placement_load(g, n, i);
        const motion r = planar_turn(kappa, 0, 0, a.w, (motion){0, p.x, p.y});
        placement_store(v, n, i, (placement){-kappa * a.w * p.s, a.w * p.c, a.x + r.x, a.y + r.y});
    }
}

LF_KERNEL static lf_status planar_tangent(const lf_group *G, size_t n, const double *u,
                                          const double *g, double *v, double *work)
{
    LF_BY_LANES(n, planar_tangent_lanes, planar_kappa(G), u, g, v);
    return LF_OK;
}

/* c^2 + kappa s^2 - 1, beside the size of its terms: they grow without bound on the hyperbola */
static lf_status planar_defect(const lf_group *G, size_t n, const double *g, double *d,
                               double *work)
{
    const double kappa = planar_kappa(G);
    LF_EACH_LANE(i, n) {
        const placement a = placement_load(g, n, i);
        const double cc = a.c * a.c, ss = kappa * a.s * a.s;
        d[i] = fabs(cc + ss - 1) / fmax(1, cc + fabs(ss));
    }
    return LF_OK;
}

/* c^2 + kappa s^2 = 1 by scaling; where that has no meaning (kappa < 0, far away) left alone */
static lf_status planar_project(const lf_group *G, size_t n, double *g, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const double square = g[i] * g[i] + planar_kappa(G) * g[n + i] * g[n + i];
        const double scale = square > 0 ? 1 / sqrt(square) : 1;
        g[i] *= scale;
        g[n + i] *= scale;
    }
    return LF_OK;
}

static const lf_group_ops planar_ops = {
    .identity = planar_identity,
    .mul = planar_mul,
    .inv = planar_inv,
    .log = planar_log,
    .Ad = planar_Ad,
    .bracket = planar_bracket,
    .dexp = planar_dexp,
    .map = {planar_exp, planar_cay, planar_second_kind},
    .dmapinv = {planar_dexpinv, planar_dcayinv, planar_dsecond_kind_inv},
    .tangent = planar_tangent,
    .defect = planar_defect,
    .project = planar_project,
};

static const double euclidean = 1;

const lf_group lf_se2 = {
    .name = "se2",
    .kind = LF_GROUP_PLANAR,
    .doc = "SE(2): rigid motions of the plane (cos, sin, x, y); algebra (w, vx, vy)",
    .dim = 3,
    .rep = 4,
    .ops = &planar_ops,
    .ctx = &euclidean,
};

lf_group lf_group_planar(const double *kappa)
{
    return (lf_group){
        .name = "planar",
        .kind = LF_GROUP_PLANAR,
        .doc = "motions of a plane of curvature kappa (c, s, x, y), c^2 + kappa s^2 = 1",
        .dim = 3,
        .rep = 4,
        .ops = &planar_ops,
        .ctx = kappa,
    };
}
