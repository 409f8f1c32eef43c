/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_ellipsoids.c - homogeneous ellipsoids to fourth degree: U = -G m_i m_j V with the
 * moments of both put into 1/|d + rho_i - rho_j|. With D = R_i diag(a^2) R_i^T, E likewise of body
 * j, d = x_i - x_j, and p = d.D d, q = d.E d, p2 = |D d|^2, q2 = |E d|^2, pq = (D d).(E d),
 *
 *   V  = 1/r + (3 (p + q)/r^5 - (tr D + tr E)/r^3)/10 + (35 S4/r^9 - 30 S2/r^7 + 3 S0/r^5)/8
 *   S4 = 3 (p^2 + q^2)/35 + 6 p q/25
 *   S2 = (tr D p + 2 p2 + tr E q + 2 q2)/35 + (tr D q + tr E p + 4 pq)/25
 *   S0 = ((tr D)^2 + 2 tr(D D) + (tr E)^2 + 2 tr(E E))/35 + (2 tr D tr E + 4 tr(D E))/25
 *
 * What is left out is of order (size/r)^6. */
#include <math.h>

#include "model/gravity_pair.h"

/* A body at a vector d: all in space. */
typedef struct {
    lf_mat3 D;
    lf_vec3 d1, d2;        /* D d, D D d */
    double trace, squares; /* tr D, tr D D */
    double p, p2;          /* d.D d, |D d|^2 */
} ellipsoid;

/* R diag(a) R^T */
static LF_INLINE lf_mat3 turned(lf_mat3 R, lf_vec3 a)
{
    const lf_mat3 S = {{R.r0.x * a.x, R.r0.y * a.y, R.r0.z * a.z},
                       {R.r1.x * a.x, R.r1.y * a.y, R.r1.z * a.z},
                       {R.r2.x * a.x, R.r2.y * a.y, R.r2.z * a.z}};
    const double xx = lf_dot(S.r0, R.r0), xy = lf_dot(S.r0, R.r1), xz = lf_dot(S.r0, R.r2);
    const double yy = lf_dot(S.r1, R.r1), yz = lf_dot(S.r1, R.r2), zz = lf_dot(S.r2, R.r2);
    return (lf_mat3){{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
}

static LF_INLINE ellipsoid ellipsoid_of(lf_mat3 R, lf_vec3 a, lf_vec3 d)
{
    ellipsoid e = {.D = turned(R, a), .trace = a.x + a.y + a.z, .squares = lf_dot(a, a)};
    e.d1 = lf_mat3_vec(e.D, d);
    e.d2 = lf_mat3_vec(e.D, e.d1);
    e.p = lf_dot(d, e.d1);
    e.p2 = lf_dot(e.d1, e.d1);
    return e;
}

/* Powers of 1/r. */
typedef struct {
    double s, s2, s3, s5, s7, s9;
} powers;

static LF_INLINE powers powers_of(lf_vec3 d)
{
    powers w;
    w.s = 1 / sqrt(lf_dot(d, d));
    w.s2 = w.s * w.s;
    w.s3 = w.s * w.s2;
    w.s5 = w.s3 * w.s2;
    w.s7 = w.s5 * w.s2;
    w.s9 = w.s7 * w.s2;
    return w;
}

/* dV/dp */
static LF_INLINE double slope(const ellipsoid *a, const ellipsoid *b, powers w)
{
    return 0.3 * w.s5 + (35. / 8) * w.s9 * ((6. / 35) * a->p + (6. / 25) * b->p) -
           (30. / 8) * w.s7 * ((1. / 35) * a->trace + (1. / 25) * b->trace);
}

/* dV/dp2 and dV/dpq by s7, dV/d(tr D E) by s5 */
static const double BY_SQUARE = -60. / 280, BY_PRODUCT = -120. / 200, BY_TRACE = 12. / 200;

/* vee(D E - E D): D E d is D applied to E's column, and the product's transpose is E D. */
static LF_INLINE lf_vec3 commutator(lf_mat3 D, lf_mat3 E)
{
    return (lf_vec3){lf_dot(D.r2, E.r1) - lf_dot(D.r1, E.r2),
                     lf_dot(D.r0, E.r2) - lf_dot(D.r2, E.r0),
                     lf_dot(D.r1, E.r0) - lf_dot(D.r0, E.r1)};
}

/* The torque on a in space, but for the commutator. */
static LF_INLINE lf_vec3 torque(const ellipsoid *a, const ellipsoid *b, lf_vec3 d, powers w)
{
    const lf_vec3 both = lf_add(lf_cross(a->d1, b->d1), lf_cross(lf_mat3_vec(a->D, b->d1), d));
    const lf_vec3 own = lf_axpy(lf_scale(2 * slope(a, b, w), a->d1), 2 * BY_SQUARE * w.s7, a->d2);
    return lf_axpy(lf_cross(own, d), BY_PRODUCT * w.s7, both);
}

/* S4, S2, S0 */
static LF_INLINE lf_vec3 degree_four(const ellipsoid *a, const ellipsoid *b)
{
    const double pq = lf_dot(a->d1, b->d1);
    const double trace =
        lf_dot(a->D.r0, b->D.r0) + lf_dot(a->D.r1, b->D.r1) + lf_dot(a->D.r2, b->D.r2);
    return (lf_vec3){
        (3. / 35) * (a->p * a->p + b->p * b->p) + (6. / 25) * (a->p * b->p),
        (1. / 35) * (a->trace * a->p + 2 * a->p2 + b->trace * b->p + 2 * b->p2) +
            (1. / 25) * (a->trace * b->p + b->trace * a->p + 4 * pq),
        (1. / 35) * (a->trace * a->trace + 2 * a->squares + b->trace * b->trace + 2 * b->squares) +
            (1. / 25) * (2 * (a->trace * b->trace) + 4 * trace)};
}

/* dV/dd */
static LF_INLINE lf_vec3 gradient(const ellipsoid *a, const ellipsoid *b, lf_vec3 d, powers w,
                                  lf_vec3 S)
{
    const double along = -w.s3 - 1.5 * (a->p + b->p) * w.s7 + 0.3 * (a->trace + b->trace) * w.s5 -
                         (315. / 8) * S.x * (w.s9 * w.s2) + (210. / 8) * S.y * w.s9 -
                         (15. / 8) * S.z * w.s7;
    const lf_vec3 own = lf_axpy(lf_scale(2 * slope(a, b, w), a->d1), 2 * slope(b, a, w), b->d1);
    const lf_vec3 squares = lf_axpy(own, 2 * BY_SQUARE * w.s7, lf_add(a->d2, b->d2));
    const lf_vec3 both = lf_add(lf_mat3_vec(a->D, b->d1), lf_mat3_vec(b->D, a->d1));
    return lf_axpy(lf_axpy(squares, BY_PRODUCT * w.s7, both), along, d);
}

static LF_INLINE lf_pair_pull pull_of(double Gmm, lf_vec3 ai, lf_vec3 aj, lf_vec3 d, lf_mat3 Ri,
                                      lf_mat3 Rj)
{
    const powers w = powers_of(d);
    const ellipsoid a = ellipsoid_of(Ri, ai, d), b = ellipsoid_of(Rj, aj, d);
    const lf_vec3 S = degree_four(&a, &b);
    const double V = w.s + 0.1 * (3 * (a.p + b.p) * w.s5 - (a.trace + b.trace) * w.s3) +
                     0.125 * (35 * S.x * w.s9 - 30 * S.y * w.s7 + 3 * S.z * w.s5);
    const lf_vec3 twist = lf_scale(2 * BY_TRACE * w.s5, commutator(a.D, b.D));
    const lf_vec3 Ti = lf_axpy(torque(&a, &b, d, w), -1, twist);
    const lf_vec3 Tj = lf_add(torque(&b, &a, d, w), twist);
    return (lf_pair_pull){-Gmm * V, lf_scale(-Gmm, gradient(&a, &b, d, w, S)),
                          lf_scale(Gmm, lf_mat3_vec_left(Ti, Ri)),
                          lf_scale(Gmm, lf_mat3_vec_left(Tj, Rj))};
}

static LF_INLINE void pair_lanes(size_t n, bool single, const lf_bodies *B, size_t i, size_t j,
                                 const double *x, const double *R, double *U, double *g, double *M)
{
    const lf_gravity *K = B->ctx;
    const size_t m = B->count * n;
    const double Gmm = K->G * (B->mass[i] * B->mass[j]);
    const lf_vec3 ai = lf_vec3_load(K->square, B->count, i);
    const lf_vec3 aj = lf_vec3_load(K->square, B->count, j);
    LF_EACH_LANE(l, n) {
        const lf_pair_pull pull =
            pull_of(Gmm, ai, aj, lf_pair_between(B->count, n, i, j, l, x),
                    lf_mat3_load(R, m, i * n + l), lf_mat3_load(R, m, j * n + l));
        if (single)
            lf_pull_set(n, i, j, l, pull, g, M);
        else
            lf_pull_add(B->count, n, i, j, l, pull, U, g, M);
    }
}

LF_KERNEL static void pair_pull(const lf_bodies *B, size_t n, size_t i, size_t j, const double *x,
                                const double *R, double *U, double *g, double *M)
{
    if (lf_pull_is_single(B->count, U, g, M))
        LF_BY_LANES(n, pair_lanes, true, B, i, j, x, R, NULL, g, M);
    else
        pair_lanes(n, false, B, i, j, x, R, U, g, M);
}

lf_status lf_gravity_ellipsoids(const lf_bodies *B, const lf_lanes *L, const double *x,
                                const double *R, double *U, double *g, double *M)
{
    const size_t n = L->n;
    return lf_gravity_pairs(pair_pull, B, n, x, R, U, g, M);
}
