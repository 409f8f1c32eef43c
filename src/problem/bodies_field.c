/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_field.c - the four continuous forms of the full body equations, Lee, Leok, McClamroch 2007,
 * section 3, with their errata: (51) ends in V2, gamma2 is m2 v2. The potential's gradient and
 * torque are put where the rates of gamma and Pi go, and turned into these in place. */
#include "problem/bodies_math.h"

/* Where the rates of element `at` = body b, lane i stand, m of them side by side. */
typedef struct {
    double *x, *p, *turn, *s;
    size_t m, at;
} rate_place;

static LF_INLINE rate_place rate_of(size_t count, size_t n, size_t b, size_t i, double *f)
{
    const size_t m = count * n;
    return (rate_place){f, f + 3 * m, f + 6 * m, f + 9 * m, m, b * n + i};
}

static LF_INLINE void rate_store(const rate_place *r, lf_vec3 x, lf_vec3 p, lf_vec3 spin, lf_vec3 s)
{
    lf_vec3_store(r->x, r->m, r->at, x);
    lf_vec3_store(r->p, r->m, r->at, p);
    lf_vec3_store(r->turn, r->m, r->at, lf_scale(-1, spin));
    lf_vec3_store(r->s, r->m, r->at, s);
}

/* ---- inertial forms ---- */

/* What an inertial field is asked for, all but the numbers being constants after inlining. The rates
 * are those of the algebra, or in the ambient view y' itself. */
typedef struct {
    bool lagrangian, turned, ambient;
    const double *y;
    double *f;
    size_t m;
} inertial_call;

/* R' = R hat(Omega), for any matrix R, or -Omega */
static LF_INLINE void inertial_turn(const inertial_call *c, size_t at, lf_vec3 spin)
{
    const size_t turn = LF_BODY_R * c->m;
    if (c->ambient) {
        const lf_mat3 R = lf_mat3_load(c->y + turn, c->m, at);
        lf_mat3_store(c->f + turn, c->m, at,
                      (lf_mat3){lf_cross(R.r0, spin), lf_cross(R.r1, spin), lf_cross(R.r2, spin)});
    } else {
        lf_vec3_store(c->f + turn, c->m, at, lf_scale(-1, spin));
    }
}

/* (22)-(26): x' = v, m v' = -g, J Omega' = J Omega x Omega + M; or x' = gamma/m, gamma' = -g,
 * Pi' = Pi x Omega + M. Gradient and torque stand where the rates go. */
static LF_INLINE void inertial_element(const inertial_call *c, const lf_body_constants *K,
                                       double inverse, size_t at)
{
    const size_t m = c->m;
    double *f = c->f, *rate = f + (c->ambient ? 15 : 9) * m;
    const lf_vec3 v = lf_vec3_load(c->y + LF_BODY_GAMMA * m, m, at);
    const lf_vec3 s = lf_vec3_load(c->y + LF_BODY_PI * m, m, at);
    const lf_vec3 g = lf_vec3_load(f + 3 * m, m, at), M = lf_vec3_load(rate, m, at);
    const lf_vec3 spin = c->lagrangian ? s : lf_body_spin(K, s);
    const lf_vec3 Pi = c->lagrangian ? lf_body_inertia(K, s) : s;
    const lf_vec3 torque = lf_add(lf_cross(Pi, spin), M);
    lf_vec3_store(f, m, at, c->lagrangian ? v : lf_scale(inverse, v));
    lf_vec3_store(f + 3 * m, m, at, lf_scale(c->lagrangian ? -inverse : -1, g));
    lf_vec3_store(rate, m, at, c->lagrangian ? lf_body_spin(K, torque) : torque);
    inertial_turn(c, at, spin);
}

/* Bodies side by side: those of a single lane are as good as lanes. */
static LF_INLINE void inertial_bodies(size_t count, const lf_bodies *B, inertial_call c)
{
    const double *mass = B->mass, *moment = B->moment;
    c.m = count;
    LF_EACH_LANE(b, count) {
        lf_body_constants K = {
            .mass = mass[b], .moment = lf_vec3_load(moment, count, b), .turned = c.turned};
        if (c.turned)
            K.axes = lf_mat3_load(B->axes, count, b);
        inertial_element(&c, &K, 1 / K.mass, b);
    }
}

static LF_INLINE void inertial_lanes(size_t count, size_t n, const lf_bodies *B, inertial_call c)
{
    c.m = count * n;
    for (size_t b = 0; b < count; b++) {
        lf_body_constants K = lf_body_constant(B, b);
        const double inverse = 1 / K.mass;
        K.turned = c.turned;
        LF_EACH_LANE(i, n)
            inertial_element(&c, &K, inverse, b * n + i);
    }
}

static LF_INLINE void inertial_form(const lf_bodies *B, size_t n, inertial_call c)
{
    if (n == 1)
        inertial_bodies(B->count, B, c);
    else
        inertial_lanes(B->count, n, B, c);
}

/* Functions of their own for what is less common: a small function begins quickly. */
LF_KERNEL static void inertial_turned(const lf_bodies *B, bool ambient, size_t n, const double *y,
                                      double *f)
{
    const bool lagrangian = B->form == LF_INERTIAL_LAGRANGIAN;
    inertial_form(B, n, (inertial_call){lagrangian, true, ambient, y, f, 0});
}

LF_KERNEL static void inertial_velocities(const lf_bodies *B, bool ambient, size_t n,
                                          const double *y, double *f)
{
    inertial_form(B, n, (inertial_call){true, false, ambient, y, f, 0});
}

LF_KERNEL static void inertial_momenta(const lf_bodies *B, bool ambient, size_t n, const double *y,
                                       double *f)
{
    inertial_form(B, n, (inertial_call){false, false, ambient, y, f, 0});
}

/* Two bodies, alone or as the four rows of extrapolation, are known to the compiler: extrapolation
 * takes a seventh (gbs) and a quarter (gbs-ambient) less, Runge-Kutta methods 5 percent. */
static LF_INLINE void inertial_field(const lf_bodies *B, bool ambient, size_t n, const double *y,
                                     double *f)
{
    const inertial_call momenta = {false, false, ambient, y, f, 0};
    if (B->axes)
        inertial_turned(B, ambient, n, y, f);
    else if (B->form == LF_INERTIAL_LAGRANGIAN)
        inertial_velocities(B, ambient, n, y, f);
    else if (n == 1 && B->count == 2)
        inertial_bodies(2, B, momenta);
    else if (n == 4 && B->count == 2)
        inertial_lanes(2, 4, B, momenta);
    else
        inertial_momenta(B, ambient, n, y, f);
}

LF_KERNEL void lf_bodies_inertial_rates(const lf_bodies *B, bool ambient, size_t n, const double *y,
                                        double *f)
{
    inertial_field(B, ambient, n, y, f);
}

LF_KERNEL lf_status lf_bodies_inertial_field(const lf_problem *P, const lf_lanes *L,
                                             const double *y, double *f, double *work)
{
    const size_t n = L->n;
    (void)work;
    const lf_bodies *B = P->ctx;
    const size_t m = B->count * n;
    const lf_status status = B->potential(B, L, y, y + LF_BODY_R * m, NULL, f + 3 * m, f + 9 * m);
    if (status == LF_OK)
        inertial_field(B, false, n, y, f);
    return status;
}

LF_KERNEL lf_status lf_bodies_inertial_ambient(const lf_problem *P, const lf_lanes *L,
                                               const double *y, double *F, double *work)
{
    const size_t n = L->n;
    (void)work;
    const lf_bodies *B = P->ctx;
    const size_t m = B->count * n;
    const lf_status status =
        B->potential(B, L, y, y + LF_BODY_R * m, NULL, F + LF_BODY_GAMMA * m, F + LF_BODY_PI * m);
    if (status == LF_OK)
        inertial_field(B, true, n, y, F);
    return status;
}

/* ---- relative forms ---- */

/* What one lane of a relative form is made of, with the constants of the bodies. */
typedef struct {
    lf_body_constants one, two;
    double m; /* reduced mass */
    lf_body_state a, b;
    lf_vec3 gradient, torque; /* U_X and M */
} relative_lane;

/* J_R v = R J1 R^T v */
static LF_INLINE lf_vec3 turned_inertia(const relative_lane *L, lf_vec3 v)
{
    return lf_mat3_vec(L->a.R, lf_body_inertia(&L->one, lf_mat3_vec_left(v, L->a.R)));
}

static LF_INLINE lf_vec3 turned_spin(const relative_lane *L, lf_vec3 v)
{
    return lf_mat3_vec(L->a.R, lf_body_spin(&L->one, lf_mat3_vec_left(v, L->a.R)));
}

/* (62)-(69) */
static LF_INLINE void relative_momenta(const relative_lane *L, const rate_place *ra,
                                       const rate_place *rb)
{
    const lf_body_state *a = &L->a, *b = &L->b;
    const lf_vec3 spin = turned_spin(L, a->s), spin2 = lf_body_spin(&L->two, b->s);
    const lf_vec3 difference = lf_axpy(spin, -1, spin2), moment = lf_cross(a->x, L->gradient);
    rate_store(ra, lf_axpy(lf_scale(1 / L->m, a->p), -1, lf_cross(spin2, a->x)),
               lf_scale(-1, lf_add(L->gradient, lf_cross(spin2, a->p))),
               lf_mat3_vec_left(difference, a->R),
               lf_scale(-1, lf_add(L->torque, lf_cross(spin2, a->s))));
    rate_store(rb, lf_scale(1 / L->two.mass, b->p), lf_mat3_vec(b->R, L->gradient), spin2,
               lf_axpy(lf_add(moment, L->torque), -1, lf_cross(spin2, b->s)));
}

/* (53)-(58); J_R turns with body 1, so J_R Omega' has (J_R)' Omega taken from it. */
static LF_INLINE void relative_velocities(const relative_lane *L, const rate_place *ra,
                                          const rate_place *rb)
{
    const lf_body_state *a = &L->a, *b = &L->b;
    const lf_vec3 spin = a->s, spin2 = b->s, w = lf_axpy(spin, -1, spin2);
    const lf_vec3 Pi = turned_inertia(L, spin), Pi2 = lf_body_inertia(&L->two, spin2);
    const lf_vec3 stretch =
        lf_axpy(lf_cross(w, Pi), -1, turned_inertia(L, lf_cross(w, spin))); /* (J_R)' Omega */
    const lf_vec3 rate = lf_scale(-1, lf_add(lf_add(L->torque, lf_cross(spin2, Pi)), stretch));
    const lf_vec3 rate2 =
        lf_axpy(lf_add(lf_cross(a->x, L->gradient), L->torque), -1, lf_cross(spin2, Pi2));
    rate_store(ra, lf_axpy(a->p, -1, lf_cross(spin2, a->x)),
               lf_axpy(lf_scale(-1 / L->m, L->gradient), -1, lf_cross(spin2, a->p)),
               lf_mat3_vec_left(w, a->R), turned_spin(L, rate));
    rate_store(rb, b->p, lf_scale(1 / L->two.mass, lf_mat3_vec(b->R, L->gradient)), spin2,
               lf_body_spin(&L->two, rate2));
}

/* work: U_X and M */
LF_KERNEL lf_status lf_bodies_relative_field(const lf_problem *P, const lf_lanes *L,
                                             const double *y, double *f, double *work)
{
    const size_t n = L->n;
    const lf_bodies *B = P->ctx;
    const lf_status status = lf_bodies_relative_potential(B, L, y, NULL, work, work + 3 * n);
    if (status != LF_OK)
        return status;
    for (size_t i = 0; i < n; i++) {
        const relative_lane both = {.one = lf_body_constant(B, 0),
                                    .two = lf_body_constant(B, 1),
                                    .m = lf_bodies_reduced_mass(B),
                                    .a = lf_body_load(2, n, 0, i, y),
                                    .b = lf_body_load(2, n, 1, i, y),
                                    .gradient = lf_vec3_load(work, n, i),
                                    .torque = lf_vec3_load(work + 3 * n, n, i)};
        const rate_place ra = rate_of(2, n, 0, i, f), rb = rate_of(2, n, 1, i, f);
        if (B->form == LF_RELATIVE_LAGRANGIAN)
            relative_velocities(&both, &ra, &rb);
        else
            relative_momenta(&both, &ra, &rb);
    }
    return LF_OK;
}
