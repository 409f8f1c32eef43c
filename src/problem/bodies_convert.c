/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies_convert.c - between the forms of the full body equations: Legendre transform, reduction to
 * the frame of body 2 and back, the potential seen from there, and the discrete Legendre
 * transforms. Lee, Leok, McClamroch 2007, sections 3.2 and 4.1. */
#include <string.h>

#include "problem/bodies_math.h"

/* Velocities of a Lagrangian point become momenta, or the other way round. The inertia of a
 * relative form's first body is J_R = R J1 R^T. */
static LF_INLINE lf_body_state legendre(const lf_body_constants *K, double mass, bool relative,
                                        bool to_momenta, lf_body_state s)
{
    const lf_vec3 v = relative ? lf_mat3_vec_left(s.s, s.R) : s.s;
    const lf_vec3 w = to_momenta ? lf_body_inertia(K, v) : lf_body_spin(K, v);
    s.p = lf_scale(to_momenta ? mass : 1 / mass, s.p);
    s.s = relative ? lf_mat3_vec(s.R, w) : w;
    return s;
}

LF_KERNEL static void legendre_lanes(const lf_bodies *B, bool relative, bool to_momenta, size_t n,
                                     double *y)
{
    for (size_t b = 0; b < B->count; b++) {
        const lf_body_constants K = lf_body_constant(B, b);
        const bool first = relative && b == 0;
        const double mass = first ? lf_bodies_reduced_mass(B) : K.mass;
        for (size_t i = 0; i < n; i++) {
            const lf_body_state s =
                legendre(&K, mass, first, to_momenta, lf_body_load(B->count, n, b, i, y));
            lf_body_store(B->count, n, b, i, &s, y);
        }
    }
}

/* (30)-(37): everything about body 1 in the frame of body 2 */
LF_KERNEL static void reduce(const lf_bodies *B, size_t n, double *y)
{
    const double m = lf_bodies_reduced_mass(B);
    for (size_t i = 0; i < n; i++) {
        lf_body_state a = lf_body_load(2, n, 0, i, y);
        const lf_body_state b = lf_body_load(2, n, 1, i, y);
        const lf_vec3 v =
            lf_axpy(lf_scale(1 / B->mass[0], a.p), -1 / B->mass[1], b.p); /* v1 - v2 */
        a.x = lf_mat3_vec_left(lf_axpy(a.x, -1, b.x), b.R);
        a.p = lf_scale(m, lf_mat3_vec_left(v, b.R));
        a.R = lf_mat3_mul(lf_mat3_transpose(b.R), a.R);
        a.s = lf_mat3_vec(a.R, a.s);
        lf_body_store(2, n, 0, i, &a, y);
    }
}

LF_KERNEL static void reconstruct(const lf_bodies *B, size_t n, double *y)
{
    const double m = lf_bodies_reduced_mass(B);
    for (size_t i = 0; i < n; i++) {
        lf_body_state a = lf_body_load(2, n, 0, i, y);
        const lf_body_state b = lf_body_load(2, n, 1, i, y);
        const lf_vec3 V = lf_scale(1 / m, lf_mat3_vec(b.R, a.p));
        a.s = lf_mat3_vec_left(a.s, a.R);
        a.x = lf_add(b.x, lf_mat3_vec(b.R, a.x));
        a.p = lf_scale(B->mass[0], lf_axpy(V, 1 / B->mass[1], b.p));
        a.R = lf_mat3_mul(b.R, a.R);
        lf_body_store(2, n, 0, i, &a, y);
    }
}

void lf_bodies_convert(const lf_bodies *B, lf_form from, lf_form to, size_t n, const double *y0,
                       double *y1)
{
    if (y1 != y0)
        memcpy(y1, y0, LF_BODY_DIM * B->count * n * sizeof *y1);
    if (from == to)
        return;
    if (lf_form_lagrangian(from))
        legendre_lanes(B, lf_form_relative(from), true, n, y1);
    if (lf_form_relative(from) && !lf_form_relative(to))
        reconstruct(B, n, y1);
    if (!lf_form_relative(from) && lf_form_relative(to))
        reduce(B, n, y1);
    if (lf_form_lagrangian(to))
        legendre_lanes(B, lf_form_relative(to), false, n, y1);
}

/* ---- the potential in the frame of body 2 ---- */

enum { LANES = 8 }; /* converted at once, on the stack */

/* Two bodies as the inertial potential wants them, body 2 being the frame. */
typedef struct {
    double x[6 * LANES], R[18 * LANES], g[6 * LANES], M[6 * LANES];
} relative_view;

static void view_fill(relative_view *v, size_t n, size_t first, size_t k, const double *y)
{
    for (size_t c = 0; c < 3; c++)
        for (size_t i = 0; i < k; i++) {
            v->x[(2 * c) * k + i] = y[2 * c * n + first + i];
            v->x[(2 * c + 1) * k + i] = 0;
        }
    for (size_t c = 0; c < 9; c++)
        for (size_t i = 0; i < k; i++) {
            v->R[(2 * c) * k + i] = y[2 * (LF_BODY_R + c) * n + first + i];
            v->R[(2 * c + 1) * k + i] = c % 4 == 0;
        }
}

/* U_X = dU/dx1, M = -R M1 */
LF_KERNEL static void view_read(const relative_view *v, size_t n, size_t first, size_t k,
                                double *U_X, double *M)
{
    for (size_t i = 0; i < k; i++) {
        const lf_vec3 torque = lf_vec3_load(v->M, 2 * k, i);
        lf_vec3_store(U_X, n, first + i, lf_vec3_load(v->g, 2 * k, i));
        lf_vec3_store(M, n, first + i,
                      lf_scale(-1, lf_mat3_vec(lf_mat3_load(v->R, 2 * k, i), torque)));
    }
}

lf_status lf_bodies_relative_potential(const lf_bodies *B, const lf_lanes *L, const double *y,
                                       double *U, double *U_X, double *M)
{
    const size_t n = L->n;
    relative_view v;
    for (size_t first = 0; first < n; first += LANES) {
        const size_t k = n - first < LANES ? n - first : LANES;
        view_fill(&v, n, first, k, y);
        const lf_lanes part = lf_lanes_part(L, first, k);
        const lf_status s = B->potential(B, &part, v.x, v.R, U ? U + first : NULL, v.g, v.M);
        if (s != LF_OK)
            return s;
        view_read(&v, n, first, k, U_X, M);
    }
    return LF_OK;
}

/* ---- discrete Legendre transforms ---- */

/* vee(F Jd - Jd F^T), Jd = tr(J)/2 - J, F given in the body frame */
static LF_INLINE lf_vec3 discrete_momentum(const lf_body_constants *K, lf_mat3 F)
{
    const lf_vec3 J = K->moment;
    const double half = 0.5 * (J.x + J.y + J.z);
    const lf_vec3 d = {half - J.x, half - J.y, half - J.z};
    if (K->turned)
        F = lf_mat3_mul(lf_mat3_transpose(K->axes), lf_mat3_mul(F, K->axes));
    const lf_vec3 v = {F.r2.y * d.y - d.z * F.r1.z, F.r0.z * d.z - d.x * F.r2.x,
                       F.r1.x * d.x - d.y * F.r0.y};
    return K->turned ? lf_mat3_vec(K->axes, v) : v;
}

/* (75), (76): the gradient and torque stand where gamma and Pi are wanted. */
static LF_INLINE void legendre_ends(const lf_body_constants *K, double h, lf_body_state *a,
                                    lf_body_state *b)
{
    const lf_vec3 p = lf_scale(K->mass / h, lf_axpy(b->x, -1, a->x));
    const lf_mat3 F = lf_mat3_mul(lf_mat3_transpose(a->R), b->R);
    const lf_vec3 s = lf_scale(1 / h, discrete_momentum(K, F));
    a->p = lf_axpy(p, 0.5 * h, a->p);
    b->p = lf_axpy(p, -0.5 * h, b->p);
    a->s = lf_axpy(s, -0.5 * h, a->s);
    b->s = lf_axpy(lf_mat3_vec_left(s, F), 0.5 * h, b->s);
}

LF_KERNEL static void legendre_steps(const lf_bodies *B, size_t n, const double *h, double *y0,
                                     double *y1)
{
    for (size_t b = 0; b < B->count; b++) {
        const lf_body_constants K = lf_body_constant(B, b);
        for (size_t i = 0; i < n; i++) {
            lf_body_state u = lf_body_load(B->count, n, b, i, y0);
            lf_body_state v = lf_body_load(B->count, n, b, i, y1);
            legendre_ends(&K, h[i], &u, &v);
            lf_body_store(B->count, n, b, i, &u, y0);
            lf_body_store(B->count, n, b, i, &v, y1);
        }
    }
}

lf_status lf_bodies_discrete_legendre(const lf_bodies *B, const lf_lanes *L, const double *t1,
                                      double *y0, double *y1)
{
    const size_t m = B->count * L->n;
    const lf_lanes end = lf_lanes_at(L, t1);
    lf_status s = B->potential(B, L, y0, y0 + LF_BODY_R * m, NULL, y0 + LF_BODY_GAMMA * m,
                               y0 + LF_BODY_PI * m);
    if (s == LF_OK)
        s = B->potential(B, &end, y1, y1 + LF_BODY_R * m, NULL, y1 + LF_BODY_GAMMA * m,
                         y1 + LF_BODY_PI * m);
    if (s == LF_OK)
        legendre_steps(B, L->n, L->h, y0, y1);
    return s;
}
