/* SPDX-License-Identifier: BSD-3-Clause */
/* lgvi_forms.c - the variational integrator in its other forms: what they have in common, and the
 * inertial ones.
 *
 * The Lagrangian forms are recursions of two steps: configurations at t_{k-1}, t_k give that at
 * t_{k+1}. With steps that change, the discrete Euler-Lagrange equations are
 *
 *   p_{k+1/2} = p_{k-1/2} - (h_{k-1} + h_k)/2 g_k,      m (x_{k+1} - x_k) = h_k p_{k+1/2},
 *   s_{k+1/2} = F_{k-1}^T s_{k-1/2} + (h_{k-1} + h_k)/2 M_k,
 *                       F_k Jd - Jd F_k^T = h_k S(s_{k+1/2}),   R_{k+1} = R_k F_k:
 *
 * (77)-(79) of Lee, Leok, McClamroch 2007 divided by h. p and s of the last step are carried, not
 * formed anew from two configurations, which would cost half of the digits; they and h_{k-1} are
 * all that a step takes from the past. A run begins with h_{-1} = 0 and the momenta of its point;
 * velocities are read off at the end of every step and not used again.
 *
 * The Hamiltonian forms are the same with h_{k-1} = 0 and the momenta of the point, always. */
#include "method/lgvi.h"

#include <string.h>

#include "problem/bodies_math.h"

/* ---- the inertial forms ---- */

LF_KERNEL static void inertial_begin(const lf_lgvi_form *f, const double *gamma, const double *Pi)
{
    const lf_bodies *B = f->B;
    for (size_t b = 0; b < B->count; b++)
        LF_EACH_LANE(i, f->n) {
            const size_t at = b * f->n + i;
            const lf_vec3 g = lf_vec3_load(f->force, f->m, at);
            const lf_vec3 M = lf_vec3_load(f->force + 3 * f->m, f->m, at);
            const lf_vec3 s = lf_axpy(lf_vec3_load(Pi, f->m, at), f->kick[i], M);
            lf_vec3_store(f->gamma, f->m, at,
                          lf_axpy(lf_vec3_load(gamma, f->m, at), -f->kick[i], g));
            lf_vec3_store(f->Pi, f->m, at, s);
            lf_vec3_store(f->p, f->m, at, s);
        }
}

LF_KERNEL static void inertial_drift(const lf_lgvi_form *f)
{
    const lf_bodies *B = f->B;
    const double *R = f->y0 + LF_BODY_R * f->m;
    for (size_t b = 0; b < B->count; b++) {
        const double over = 1 / B->mass[b];
        LF_EACH_LANE(i, f->n) {
            const size_t at = b * f->n + i;
            const lf_turn F = lf_lgvi_rotation(f->m, at, f->q);
            const lf_vec3 r0 = lf_turn_back(&F, lf_vec3_load(R, f->m, at));
            const lf_vec3 r1 = lf_turn_back(&F, lf_vec3_load(R + 3 * f->m, f->m, at));
            lf_vec3_store(f->y1, f->m, at,
                          lf_axpy(lf_vec3_load(f->y0, f->m, at), f->h[i] * over,
                                  lf_vec3_load(f->gamma, f->m, at)));
            lf_mat3_store(f->y1 + LF_BODY_R * f->m, f->m, at, lf_mat3_straight(r0, r1));
            lf_vec3_store(f->Pi, f->m, at, lf_turn_back(&F, lf_vec3_load(f->Pi, f->m, at)));
        }
    }
}

LF_KERNEL static void inertial_end(const lf_lgvi_form *f)
{
    const double *g = f->force, *M = f->force + 3 * f->m;
    double *gamma = f->y1 + LF_BODY_GAMMA * f->m, *Pi = f->y1 + LF_BODY_PI * f->m;
    for (size_t first = 0; first < 3 * f->m; first += f->n)
        LF_EACH_LANE(i, f->n) {
            const size_t at = first + i;
            gamma[at] = lf_fma(-0.5 * f->h[i], g[at], f->gamma[at]);
            Pi[at] = lf_fma(0.5 * f->h[i], M[at], f->Pi[at]);
        }
}

const lf_lgvi_parts lf_lgvi_inertial = {inertial_begin, inertial_drift, inertial_end};

/* ---- all of them ---- */

static size_t force_size(const lf_bodies *B)
{
    return lf_form_relative(B->form) ? 6 : 6 * B->count;
}

size_t lf_lgvi_form_carry(const lf_problem *P)
{
    const lf_bodies *B = lf_problem_bodies(P);
    return force_size(B) + (lf_form_lagrangian(B->form) ? 6 * B->count + 1 : 0);
}

size_t lf_lgvi_form_work(const lf_problem *P, size_t n)
{
    const size_t count = lf_problem_bodies(P)->count;
    return (LF_BODY_DIM * count + 2) * n; /* 7 count + 2 for a step, a whole point at the start */
}

/* Where things are: momenta of a Lagrangian form in the carry, of a Hamiltonian one in the point. */
static lf_lgvi_form form_layout(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                double *y1, double *carry, double *work)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t n = L->n, m = B->count * n;
    const bool lagrangian = lf_form_lagrangian(B->form);
    lf_lgvi_form f = {
        .B = B, .M = M, .L = L, .n = n, .m = m, .t = L->t, .h = L->h, .y1 = y1, .force = carry};
    double *momenta = carry + force_size(B) * n;
    f.gamma = lagrangian ? momenta : y1 + LF_BODY_GAMMA * m;
    f.Pi = lagrangian ? momenta + 3 * m : y1 + LF_BODY_PI * m;
    f.last = lagrangian ? momenta + 6 * m : NULL;
    f.kick = work;
    f.now = f.kick + n;
    f.p = f.now + n;
    f.q = f.p + 3 * m;
    return f;
}

static lf_status form_force(const lf_lgvi_form *f, const double *t, const double *y,
                            lf_tally *tally)
{
    const lf_bodies *B = f->B;
    const lf_lanes at = lf_lanes_at(f->L, t);
    const lf_status s = lf_tally_count(tally, f->n);
    if (s != LF_OK)
        return s;
    if (lf_form_relative(B->form))
        return lf_bodies_relative_potential(B, &at, y, NULL, f->force, f->force + 3 * f->n);
    return B->potential(B, &at, y, y + LF_BODY_R * f->m, NULL, f->force, f->force + 3 * f->m);
}

/* The Hamiltonian form that belongs to a Lagrangian one. */
static lf_form form_momenta(lf_form form)
{
    return lf_form_relative(form) ? LF_RELATIVE_HAMILTONIAN : LF_INERTIAL_HAMILTONIAN;
}

lf_status lf_lgvi_form_start(const lf_problem *P, const lf_lanes *L, const double *y0,
                             double *carry, lf_tally *tally, double *work)
{
    const size_t n = L->n;
    const lf_lgvi_form f = form_layout(NULL, P, L, work, carry, work);
    const lf_bodies *B = f.B;
    if (lf_form_lagrangian(B->form)) {
        const size_t size = 3 * f.m * sizeof *work;
        lf_bodies_convert(B, B->form, form_momenta(B->form), n, y0, work);
        memcpy(f.gamma, work + LF_BODY_GAMMA * f.m, size);
        memcpy(f.Pi, work + LF_BODY_PI * f.m, size);
        memset(f.last, 0, n * sizeof *f.last);
    }
    return form_force(&f, L->t, y0, tally);
}

static void form_times(lf_lgvi_form *f)
{
    for (size_t i = 0; i < f->n; i++) {
        f->kick[i] = f->last ? 0.5 * (f->last[i] + f->h[i]) : 0.5 * f->h[i];
        f->now[i] = f->t[i] + f->h[i];
        if (f->last)
            f->last[i] = f->h[i];
    }
}

lf_status lf_lgvi_form_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                            const double *y0, double *y1, double *carry, lf_tally *tally,
                            double *work)
{
    lf_lgvi_form f = form_layout(M, P, L, y1, carry, work);
    const lf_bodies *B = f.B;
    const lf_lgvi_parts *parts = lf_form_relative(B->form) ? &lf_lgvi_relative : &lf_lgvi_inertial;
    lf_turn_report report = {0};
    f.y0 = y0;
    form_times(&f);
    parts->begin(&f, f.last ? f.gamma : y0 + LF_BODY_GAMMA * f.m,
                 f.last ? f.Pi : y0 + LF_BODY_PI * f.m);
    lf_lgvi_rotations(M, B, f.n, f.h, f.p, f.q, &report);
    lf_status s = M->rotation == LF_ROTATION_EXACT ? LF_OK : lf_turns_report(tally, f.m, &report);
    if (s != LF_OK)
        return s;
    parts->drift(&f);
    s = form_force(&f, f.now, y1, tally);
    if (s != LF_OK)
        return s;
    parts->end(&f);
    if (f.last)
        lf_bodies_convert(B, form_momenta(B->form), B->form, f.n, y1, y1);
    return LF_OK;
}
