/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_quantities.c - what rigid bodies in a potential keep: energy, linear and angular momentum,
 * orthogonality of the attitudes; and how near they come. */
#include <math.h>

#include "problem/bodies_math.h"

/* Kinetic energy of an inertial Hamiltonian state. */
static LF_INLINE double kinetic(const lf_body_constants *K, const lf_body_state *s)
{
    return 0.5 * (lf_dot(s->p, s->p) / K->mass + lf_dot(s->s, lf_body_spin(K, s->s)));
}

/* Body b, lane i of any form as a body of the inertial Hamiltonian form. */
LF_KERNEL static lf_body_state inertial_state(const lf_bodies *B, size_t n, size_t b, size_t i,
                                              const double *y)
{
    lf_body_state s = lf_body_load(B->count, n, b, i, y);
    const lf_body_constants K = lf_body_constant(B, b);
    if (lf_form_relative(B->form) && b == 0) {
        double two[2 * LF_BODY_DIM];
        const lf_body_state other = lf_body_load(2, n, 1, i, y);
        lf_body_store(2, 1, 0, 0, &s, two);
        lf_body_store(2, 1, 1, 0, &other, two);
        lf_bodies_convert(B, B->form, LF_INERTIAL_HAMILTONIAN, 1, two, two);
        return lf_body_load(2, 1, 0, 0, two);
    }
    if (lf_form_lagrangian(B->form)) {
        s.p = lf_scale(K.mass, s.p);
        s.s = lf_body_inertia(&K, s.s);
    }
    return s;
}

/* U of every lane, NaN where the potential has no value. */
static void potential_energy(const lf_bodies *B, const lf_lanes *L, const double *y, double *U)
{
    const size_t n = L->n;
    lf_status status = LF_OK;
    if (!lf_form_relative(B->form)) {
        status = B->potential(B, L, y, y + LF_BODY_R * B->count * n, U, NULL, NULL);
    } else {
        for (size_t i = 0; i < n; i++) {
            const lf_body_state a = inertial_state(B, n, 0, i, y);
            const lf_body_state b = lf_body_load(2, n, 1, i, y);
            double two[2 * LF_BODY_DIM];
            lf_body_store(2, 1, 0, 0, &a, two);
            lf_body_store(2, 1, 1, 0, &b, two);
            const lf_lanes one = lf_lanes_part(L, i, 1);
            const lf_status s = B->potential(B, &one, two, two + 2 * LF_BODY_R, U + i, NULL, NULL);
            status = s == LF_OK ? status : s;
        }
    }
    for (size_t i = 0; status != LF_OK && i < n; i++)
        U[i] = NAN;
}

LF_KERNEL static void add_kinetic(const lf_bodies *B, const lf_lanes *L, const double *y,
                                  double *energy)
{
    const size_t n = L->n;
    for (size_t b = 0; b < B->count; b++) {
        const lf_body_constants K = lf_body_constant(B, b);
        for (size_t i = 0; i < n; i++) {
            const lf_body_state s = inertial_state(B, n, b, i, y);
            energy[i] += kinetic(&K, &s);
        }
    }
}

void lf_bodies_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *energy)
{
    const lf_bodies *B = lf_problem_bodies(P);
    potential_energy(B, L, y, energy);
    add_kinetic(B, L, y, energy);
}

void lf_bodies_balance(const lf_problem *P, const lf_lanes *L, const double *y, double *balance)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const double *ledger = lf_bodies_ledger(B, L->n, y);
    lf_bodies_energy(P, L, y, balance);
    for (size_t i = 0; lf_bodies_forced(B) && i < L->n; i++)
        balance[i] += ledger[LF_LEDGER_DISSIPATED * L->n + i] - ledger[LF_LEDGER_WORK * L->n + i];
}

/* x x gamma + R Pi */
static LF_INLINE lf_vec3 angular(const lf_body_state *s)
{
    return lf_add(lf_cross(s->x, s->p), lf_mat3_vec(s->R, s->s));
}

#define SUM_OVER_BODIES(symbol, term)                                                     \
    LF_KERNEL static void symbol(const lf_problem *P, const lf_lanes *L, const double *y, \
                                 double *value)                                           \
    {                                                                                     \
        const lf_bodies *B = lf_problem_bodies(P);                                        \
        const size_t n = L->n;                                                            \
        for (size_t i = 0; i < n; i++) {                                                  \
            value[i] = 0;                                                                 \
            for (size_t b = 0; b < B->count; b++) {                                       \
                const lf_body_state s = inertial_state(B, n, b, i, y);                    \
                value[i] += (term);                                                       \
            }                                                                             \
        }                                                                                 \
    }
SUM_OVER_BODIES(bodies_momentum_x, s.p.x)
SUM_OVER_BODIES(bodies_momentum_y, s.p.y)
SUM_OVER_BODIES(bodies_momentum_z, s.p.z)
SUM_OVER_BODIES(bodies_angular_x, angular(&s).x)
SUM_OVER_BODIES(bodies_angular_y, angular(&s).y)
SUM_OVER_BODIES(bodies_angular_z, angular(&s).z)

/* The largest eigenvalue, in size, of the symmetric matrix with rows (a, d, e), (d, b, f),
 * (e, f, c): roots of its characteristic polynomial by cosines of thirds of an angle. */
static double symmetric_norm(double a, double b, double c, double d, double e, double f)
{
    const double mean = (a + b + c) / 3, x = a - mean, y = b - mean, z = c - mean;
    const double p = sqrt((x * x + y * y + z * z + 2 * (d * d + e * e + f * f)) / 6);
    if (!(p > 0))
        return fabs(mean);
    const double det = x * (y * z - f * f) - d * (d * z - f * e) + e * (d * f - y * e);
    const double cosine = fmax(-1, fmin(1, det / (2 * p * p * p)));
    const double angle = acos(cosine) / 3, third = 2.0943951023931953;
    return fmax(fabs(mean + 2 * p * cos(angle)), fabs(mean + 2 * p * cos(angle + third)));
}

/* ||I - R^T R|| in the spectral norm, the largest of all bodies */
LF_KERNEL static void bodies_orthogonality(const lf_problem *P, const lf_lanes *L, const double *y,
                                           double *norm)
{
    const size_t n = L->n;
    const size_t m = lf_problem_bodies(P)->count * n;
    for (size_t i = 0; i < n; i++)
        norm[i] = 0;
    for (size_t at = 0; at < m; at++) {
        const lf_mat3 C = lf_mat3_transpose(lf_mat3_load(y + LF_BODY_R * m, m, at));
        const double size =
            symmetric_norm(lf_dot(C.r0, C.r0) - 1, lf_dot(C.r1, C.r1) - 1, lf_dot(C.r2, C.r2) - 1,
                           lf_dot(C.r0, C.r1), lf_dot(C.r0, C.r2), lf_dot(C.r1, C.r2));
        norm[at % n] = fmax(norm[at % n], size);
    }
}

/* ---- how large their parts are ---- */

/* |U| */
static void potential_size(const lf_bodies *B, const lf_lanes *L, const double *y, double *size)
{
    potential_energy(B, L, y, size);
    for (size_t i = 0; i < L->n; i++)
        size[i] = fabs(size[i]);
}

/* Kinetic energy and |U| */
static void bodies_energy_size(const lf_problem *P, const lf_lanes *L, const double *y,
                               double *size)
{
    const lf_bodies *B = lf_problem_bodies(P);
    potential_size(B, L, y, size);
    add_kinetic(B, L, y, size);
}

/* These, and what the ledger holds */
static void bodies_balance_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                double *size)
{
    const double *ledger = lf_bodies_ledger(lf_problem_bodies(P), L->n, y);
    bodies_energy_size(P, L, y, size);
    for (size_t i = 0; i < L->n; i++)
        size[i] +=
            fabs(ledger[LF_LEDGER_DISSIPATED * L->n + i]) + fabs(ledger[LF_LEDGER_WORK * L->n + i]);
}

/* |gamma| of a body, and what it could gain by falling to the others through |U|, which may be all
 * that there is at the start: the mass is the one reduced by theirs. */
static double body_momentum_size(const lf_bodies *B, size_t b, const lf_body_state *s, double U)
{
    double all = 0;
    for (size_t k = 0; k < B->count; k++)
        all += lf_body_constant(B, k).mass;
    const double mass = lf_body_constant(B, b).mass;
    return sqrt(lf_dot(s->p, s->p) + 2 * mass * (all - mass) / all * U);
}

/* Sums over the bodies of this, or of |x| times this and |Pi|. */
static LF_INLINE void momentum_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                    bool angular, double *size)
{
    const lf_bodies *B = lf_problem_bodies(P);
    potential_size(B, L, y, size);
    for (size_t i = 0; i < L->n; i++) {
        const double U = size[i];
        size[i] = 0;
        for (size_t b = 0; b < B->count; b++) {
            const lf_body_state s = inertial_state(B, L->n, b, i, y);
            const double p = body_momentum_size(B, b, &s, U);
            size[i] += angular ? sqrt(lf_dot(s.x, s.x)) * p + sqrt(lf_dot(s.s, s.s)) : p;
        }
    }
}

LF_KERNEL static void bodies_momentum_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                           double *size)
{
    momentum_size(P, L, y, false, size);
}

LF_KERNEL static void bodies_angular_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                          double *size)
{
    momentum_size(P, L, y, true, size);
}

/* ||I - R^T R|| is small against 1 */
static void bodies_one(const lf_problem *P, const lf_lanes *L, const double *y, double *size)
{
    (void)P;
    (void)y;
    for (size_t i = 0; i < L->n; i++)
        size[i] = 1;
}

/* In the order of the invariants below. */
const lf_scales *lf_bodies_scales(const lf_problem *P)
{
    static lf_quantity *const sizes[] = {
        bodies_energy_size,  bodies_momentum_size, bodies_momentum_size, bodies_momentum_size,
        bodies_angular_size, bodies_angular_size,  bodies_angular_size,  bodies_one};
    static lf_quantity *const external[] = {bodies_energy_size, bodies_one};
    static lf_quantity *const forced[] = {bodies_balance_size, bodies_one};
    static const lf_scales all = {sizes}, few = {external}, balance = {forced};
    if (lf_bodies_forced(lf_problem_bodies(P)))
        return &balance;
    return lf_problem_bodies(P)->external ? &few : &all;
}

/* ---- nearness ---- */

LF_KERNEL static double centre_distance(size_t count, size_t n, size_t i, const double *x)
{
    double nearest = INFINITY;
    for (size_t b = 0; b < count; b++)
        for (size_t c = 0; c < b; c++) {
            const lf_vec3 d = lf_axpy(lf_vec3_load(x, count * n, b * n + i), -1,
                                      lf_vec3_load(x, count * n, c * n + i));
            nearest = fmin(nearest, sqrt(lf_dot(d, d)));
        }
    return nearest;
}

static void relative_closest(const lf_bodies *B, const lf_lanes *L, const double *y, double *d)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++) {
        double two[2 * LF_BODY_DIM];
        const lf_body_state a = inertial_state(B, n, 0, i, y), b = lf_body_load(2, n, 1, i, y);
        lf_body_store(2, 1, 0, 0, &a, two);
        lf_body_store(2, 1, 1, 0, &b, two);
        const lf_lanes one = lf_lanes_part(L, i, 1);
        if (B->closest)
            B->closest(B, &one, two, two + 2 * LF_BODY_R, d + i);
        else
            d[i] = centre_distance(2, 1, 0, two);
    }
}

void lf_bodies_closest(const lf_problem *P, const lf_lanes *L, const double *y, double *d)
{
    const size_t n = L->n;
    const lf_bodies *B = lf_problem_bodies(P);
    if (lf_form_relative(B->form)) {
        relative_closest(B, L, y, d);
    } else if (B->closest) {
        B->closest(B, L, y, y + LF_BODY_R * B->count * n, d);
    } else {
        for (size_t i = 0; i < n; i++)
            d[i] = centre_distance(B->count, n, i, y);
    }
}

/* The velocity of a body's centre; and, answered, the speed that its spin gives to points of mass at
 * twice its radius of gyration, within which bodies have their points. */
static LF_INLINE double body_motion(const lf_bodies *B, size_t n, size_t b, size_t i,
                                    const double *y, lf_vec3 *v)
{
    const size_t m = B->count * n;
    const lf_vec3 none = {0, 0, 0};
    if (!B->closest && !lf_form_relative(B->form)) {
        const bool momenta = !lf_form_lagrangian(B->form);
        *v = lf_axpy(none, momenta ? 1 / B->mass[b] : 1,
                     lf_vec3_load(y + LF_BODY_GAMMA * m, m, b * n + i));
        return 0;
    }
    const lf_body_constants K = lf_body_constant(B, b);
    const lf_body_state s = inertial_state(B, n, b, i, y);
    const lf_vec3 w = lf_body_spin(&K, s.s);
    *v = lf_axpy(none, 1 / K.mass, s.p);
    const double gyration = 0.5 * (K.moment.x + K.moment.y + K.moment.z) / K.mass;
    return B->closest ? sqrt(lf_dot(w, w) * 4 * gyration) : 0;
}

LF_KERNEL static double closing_speed(const lf_bodies *B, size_t n, size_t i, const double *y)
{
    double fastest = 0;
    for (size_t b = 0; b < B->count; b++) {
        lf_vec3 v, w;
        const double spin = body_motion(B, n, b, i, y, &v);
        for (size_t c = 0; c < b; c++) {
            const double other = body_motion(B, n, c, i, y, &w);
            const lf_vec3 d = lf_axpy(v, -1, w);
            fastest = fmax(fastest, sqrt(lf_dot(d, d)) + spin + other);
        }
    }
    return fastest;
}

void lf_bodies_closing(const lf_problem *P, const lf_lanes *L, const double *y, double *rate)
{
    const lf_bodies *B = lf_problem_bodies(P);
    for (size_t i = 0; i < L->n; i++)
        rate[i] = closing_speed(B, L->n, i, y);
}

#define ENERGY                                                     \
    {                                                              \
        "energy", "kinetic and potential energy", lf_bodies_energy \
    }
#define ORTHOGONALITY                                                                     \
    {                                                                                     \
        "orthogonality", "||I - R^T R||, the largest of all bodies", bodies_orthogonality \
    }
const lf_invariant lf_bodies_invariants[] = {
    ENERGY,
    {"momentum.x", "first component of sum gamma", bodies_momentum_x},
    {"momentum.y", "second component of sum gamma", bodies_momentum_y},
    {"momentum.z", "third component of sum gamma", bodies_momentum_z},
    {"angular.x", "first component of sum x x gamma + R Pi", bodies_angular_x},
    {"angular.y", "second component of sum x x gamma + R Pi", bodies_angular_y},
    {"angular.z", "third component of sum x x gamma + R Pi", bodies_angular_z},
    ORTHOGONALITY,
    {NULL, NULL, NULL},
};
const lf_invariant lf_bodies_external_invariants[] = {ENERGY, ORTHOGONALITY, {NULL, NULL, NULL}};
const lf_invariant lf_bodies_forced_invariants[] = {
    {"balance", "energy + dissipated - work", lf_bodies_balance},
    ORTHOGONALITY,
    {NULL, NULL, NULL},
};
