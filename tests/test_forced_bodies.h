/* SPDX-License-Identifier: BSD-3-Clause */
/* test_forced_bodies.h - three bodies on springs between points off their centres, one of them driven;
 * pushed by loads that depend on time and attitude, slowed down by resistance of two kinds that do
 * not commute, and watched by a controller with state of its own. Written plainly, lane by lane. */
#ifndef LF_TEST_FORCED_BODIES_H
#define LF_TEST_FORCED_BODIES_H

#include "support/calls.h"
#include "support/cases.h"
#include "support/support.h"

#include <lieflow/bodies.h>

#include <math.h>
#include <string.h>

enum { FORCED_BODIES = 3, FORCED_EXTRA = 2, FORCED_DIM = 18 * FORCED_BODIES + 2 + FORCED_EXTRA };

/* What acts; the potential reads it through ctx. */
typedef struct {
    double driven;    /* strength of the part of U that depends on time and on the controller */
    double uniform;   /* resistance alike for all momenta, 1/s */
    double linear[3]; /* along the axes of the bodies, 1/s */
    double quadratic; /* of gamma and Pi, per unit of momentum */
    double load;
    lf_forces forces;
    lf_bodies bodies;
    lf_bodies_space space;
    lf_problem P;
    double y0[FORCED_DIM];
} forced_system;

/* ---- one lane of a point, by body ---- */

typedef struct {
    double x[3], p[3], R[9], s[3];
} forced_body;

static inline void forced_take(size_t n, size_t i, const double *y, forced_body *body)
{
    const size_t m = FORCED_BODIES * n;
    for (size_t b = 0; b < FORCED_BODIES; b++) {
        double all[18];
        for (size_t c = 0; c < 18; c++)
            all[c] = y[c * m + b * n + i];
        memcpy(&body[b], all, sizeof all);
    }
}

static inline void forced_put(size_t n, size_t i, const forced_body *body, double *y)
{
    const size_t m = FORCED_BODIES * n;
    for (size_t b = 0; b < FORCED_BODIES; b++) {
        double all[18];
        memcpy(all, &body[b], sizeof all);
        for (size_t c = 0; c < 18; c++)
            y[c * m + b * n + i] = all[c];
    }
}

static inline void forced_turn(const double *R, const double *v, bool back, double *w)
{
    for (size_t r = 0; r < 3; r++) {
        w[r] = 0;
        for (size_t c = 0; c < 3; c++)
            w[r] += R[back ? 3 * c + r : 3 * r + c] * v[c];
    }
}

/* a x b, added */
static inline void forced_cross(const double *a, const double *b, double *w)
{
    for (size_t k = 0; k < 3; k++)
        w[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static inline double forced_length(const double *a)
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* ---- the potential ---- */

static const double forced_arm[2][3] = {{0.3, -0.2, 0.1}, {-0.25, 0.1, 0.2}};
static const double forced_axis[3] = {0.6, -0.4, 0.8};

/* Where body b is held on side 0 or 1, and its arm turned into space. */
static inline void forced_end(const forced_body *b, int side, double *end)
{
    forced_turn(b->R, forced_arm[side], false, end);
    for (size_t c = 0; c < 3; c++)
        end[c] += b->x[c];
}

static inline double forced_pull(double k, const forced_body *a, const forced_body *b, double *ga,
                                 double *Ma, double *gb, double *Mb)
{
    double p[3], q[3], d[3], turned[3], U = 0;
    forced_end(a, 0, p);
    forced_end(b, 1, q);
    for (size_t c = 0; c < 3; c++) {
        d[c] = k * (p[c] - q[c]);
        U += 0.5 * k * (p[c] - q[c]) * (p[c] - q[c]);
        ga[c] += d[c];
        gb[c] -= d[c];
    }
    forced_turn(a->R, d, true, turned);
    forced_cross(turned, forced_arm[0], Ma);
    forced_turn(b->R, d, true, turned);
    for (size_t c = 0; c < 3; c++)
        turned[c] = -turned[c];
    forced_cross(turned, forced_arm[1], Mb);
    return U;
}

/* The driven part is driven (sin 2t + z1/2) axis.x of body 0. */
static inline double forced_drive(const forced_system *S, double t, double z)
{
    return S->driven * (sin(2 * t) + 0.5 * z);
}

static inline lf_status forced_potential(const lf_bodies *B, const lf_lanes *L, const double *x,
                                         const double *R, double *U, double *g, double *M)
{
    const forced_system *S = B->ctx;
    const size_t n = L->n, m = FORCED_BODIES * n;
    (void)R; /* x is the beginning of a whole point */
    for (size_t i = 0; i < n; i++) {
        forced_body body[FORCED_BODIES];
        double ga[FORCED_BODIES][3] = {{0}}, Ma[FORCED_BODIES][3] = {{0}}, energy = 0;
        forced_take(n, i, x, body);
        for (size_t b = 0; b + 1 < FORCED_BODIES; b++)
            energy += forced_pull(2 + (double)b, &body[b], &body[b + 1], ga[b], Ma[b], ga[b + 1],
                                  Ma[b + 1]);
        const double drive =
            S->driven > 0 ? forced_drive(S, L->t[i], lf_bodies_extra(B, n, x)[i]) : 0;
        for (size_t c = 0; c < 3; c++) {
            energy += drive * forced_axis[c] * body[0].x[c];
            ga[0][c] += drive * forced_axis[c];
        }
        if (U)
            U[i] = energy;
        for (size_t b = 0; b < FORCED_BODIES; b++)
            for (size_t c = 0; c < 3; c++) {
                if (g)
                    g[c * m + b * n + i] = ga[b][c];
                if (M)
                    M[c * m + b * n + i] = Ma[b][c];
            }
    }
    return LF_OK;
}

/* ---- forces ---- */

/* The controller: z1' = x of body 0 less z2/5, z2' = cos t + 0.3 gamma of body 1 - z1/10. */
static inline lf_status forced_rate(const lf_bodies *B, const lf_lanes *L, const double *y,
                                    double *rate)
{
    const size_t n = L->n, m = FORCED_BODIES * n;
    const double *z = lf_bodies_extra(B, n, y);
    for (size_t i = 0; i < n; i++) {
        rate[i] = y[i] - 0.2 * z[n + i];
        rate[n + i] = cos(L->t[i]) + 0.3 * y[(LF_BODY_GAMMA + 1) * m + n + i] - 0.1 * z[i];
    }
    return LF_OK;
}

static inline lf_status forced_power(const lf_bodies *B, const lf_lanes *L, const double *y,
                                     double *power)
{
    const forced_system *S = B->ctx;
    const size_t n = L->n, m = FORCED_BODIES * n;
    const double *z = lf_bodies_extra(B, n, y);
    for (size_t i = 0; i < n; i++) {
        double along = 0;
        for (size_t c = 0; c < 3; c++)
            along += forced_axis[c] * y[c * m + i];
        power[i] = S->driven * along * (2 * cos(2 * L->t[i]) + 0.5 * (y[i] - 0.2 * z[n + i]));
    }
    return LF_OK;
}

/* A force that turns with time at a point off the centre of body 1, and feedback of z2; a moment that
 * stands still in space on body 2. */
static inline lf_status forced_load(const lf_bodies *B, const lf_lanes *L, const double *y,
                                    double *g, double *M)
{
    const forced_system *S = B->ctx;
    const size_t n = L->n, m = FORCED_BODIES * n;
    const double *z = lf_bodies_extra(B, n, y);
    for (size_t i = 0; i < n; i++) {
        forced_body body[FORCED_BODIES];
        const double t = L->t[i], feedback = B->forces->extra ? z[n + i] : 0;
        const double f[3] = {S->load * sin(3 * t), S->load * (0.4 * cos(t) - 0.3 * feedback),
                             0.2 * S->load};
        const double moment[3] = {0.3 * S->load, S->load * cos(2 * t), -0.2 * S->load};
        double turned[3], torque[3] = {0, 0, 0}, dead[3];
        forced_take(n, i, y, body);
        forced_turn(body[1].R, f, true, turned);
        forced_cross(forced_arm[0], turned, torque);
        forced_turn(body[2].R, moment, true, dead);
        for (size_t c = 0; c < 3; c++) {
            g[c * m + n + i] -= f[c];
            M[c * m + n + i] += torque[c];
            M[c * m + 2 * n + i] += dead[c];
        }
    }
    return LF_OK;
}

/* gamma' = -(uniform + R linear R^T) gamma, Pi' = -(uniform + linear) Pi */
static inline void forced_slow(const forced_system *S, double h, forced_body *b)
{
    double along[3];
    forced_turn(b->R, b->p, true, along);
    for (size_t c = 0; c < 3; c++) {
        along[c] *= exp(-(S->uniform + S->linear[c]) * h);
        b->s[c] *= exp(-(S->uniform + S->linear[c]) * h);
    }
    forced_turn(b->R, along, false, b->p);
}

/* gamma' = -quadratic |gamma| gamma, Pi likewise */
static inline void forced_square(const forced_system *S, double h, forced_body *b)
{
    const double p = 1 + S->quadratic * forced_length(b->p) * h;
    const double s = 1 + S->quadratic * forced_length(b->s) * h;
    for (size_t c = 0; c < 3; c++) {
        b->p[c] /= p;
        b->s[c] /= s;
    }
}

static inline lf_status forced_resist(const lf_bodies *B, const lf_lanes *L, lf_half half,
                                      double *y)
{
    const forced_system *S = B->ctx;
    for (size_t i = 0; i < L->n; i++) {
        forced_body body[FORCED_BODIES];
        forced_take(L->n, i, y, body);
        for (size_t b = 0; b < FORCED_BODIES; b++) {
            if (half == LF_SECOND_HALF)
                forced_square(S, L->h[i], &body[b]);
            forced_slow(S, L->h[i], &body[b]);
            if (half == LF_FIRST_HALF)
                forced_square(S, L->h[i], &body[b]);
        }
        forced_put(L->n, i, body, y);
    }
    return LF_OK;
}

static inline lf_status forced_drag(const lf_bodies *B, const lf_lanes *L, const double *y,
                                    double *g, double *M)
{
    const forced_system *S = B->ctx;
    const size_t n = L->n, m = FORCED_BODIES * n;
    for (size_t i = 0; i < n; i++) {
        forced_body body[FORCED_BODIES];
        forced_take(n, i, y, body);
        for (size_t b = 0; b < FORCED_BODIES; b++) {
            const forced_body *o = &body[b];
            double along[3], back[3];
            forced_turn(o->R, o->p, true, along);
            for (size_t c = 0; c < 3; c++)
                along[c] *= S->uniform + S->linear[c];
            forced_turn(o->R, along, false, back);
            for (size_t c = 0; c < 3; c++) {
                g[c * m + b * n + i] += back[c] + S->quadratic * forced_length(o->p) * o->p[c];
                M[c * m + b * n + i] -=
                    (S->uniform + S->linear[c] + S->quadratic * forced_length(o->s)) * o->s[c];
            }
        }
    }
    return LF_OK;
}

/* ---- the problem ---- */

/* Everything at once, but for what the caller changes before forced_build. */
static inline void forced_default(forced_system *S)
{
    *S = (forced_system){.driven = 0.5,
                         .uniform = 0.1,
                         .linear = {0.3, 0.05, 0.6},
                         .quadratic = 0.4,
                         .load = 0.7,
                         .forces = {.load = forced_load,
                                    .resist = forced_resist,
                                    .drag = forced_drag,
                                    .power = forced_power,
                                    .extra = FORCED_EXTRA,
                                    .extra_rate = forced_rate}};
}

static inline void forced_build(forced_system *S)
{
    static const double mass[FORCED_BODIES] = {1, 1.5, 0.8};
    static const double moment[3 * FORCED_BODIES] = {0.5, 0.4, 0.3, 0.6, 0.7, 0.45, 0.8, 0.9, 0.6};
    static double axes[9 * FORCED_BODIES]; /* body 1 has axes of its own, turned about the third */
    for (size_t b = 0; b < FORCED_BODIES; b++)
        for (size_t c = 0; c < 9; c++)
            axes[c * FORCED_BODIES + b] = c % 4 == 0;
    axes[1] = axes[4 * FORCED_BODIES + 1] = 0.8;
    axes[FORCED_BODIES + 1] = -0.6;
    axes[3 * FORCED_BODIES + 1] = 0.6;
    S->bodies = (lf_bodies){.count = FORCED_BODIES,
                            .form = S->bodies.form,
                            .mass = mass,
                            .moment = moment,
                            .axes = axes,
                            .potential = forced_potential,
                            .ctx = S,
                            .forces = &S->forces};
    S->P = lf_problem_from_bodies("forced", &S->bodies, &S->space);
    forced_body body[FORCED_BODIES];
    test_random r = {7};
    memset(S->y0, 0, sizeof S->y0);
    for (size_t b = 0; b < FORCED_BODIES; b++) {
        double u[3];
        test_fill(&r, 3, 1, u);
        test_exp(&lf_so3, 1, u, body[b].R);
        test_fill(&r, 3, 1, body[b].p);
        test_fill(&r, 3, 0.5, body[b].s);
        test_fill(&r, 3, 0.5, body[b].x);
        body[b].x[0] += (double)b;
    }
    forced_put(1, 0, body, S->y0);
}

#endif
