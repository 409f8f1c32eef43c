/* SPDX-License-Identifier: BSD-3-Clause */
/* test_trajectory_problems.h - problems whose fields, invariants, traits and potentials have a
 * parameter that is looked up by the number of the trajectory. */
#ifndef TEST_TRAJECTORY_PROBLEMS_H
#define TEST_TRAJECTORY_PROBLEMS_H

#include "support/cases.h"

#include <math.h>
#include <string.h>

#include <lieflow/bodies.h>

enum { MANY = 19 };

/* There is a parameter per trajectory: a run of one has number 0 and sees its own at the front. One trajectory may be spoiled from a time on: its parameter is no number then, or everything that
 * can say so refuses. */
typedef enum { SOUND, NO_NUMBER, REFUSING } ailment;
static struct {
    ailment how;
    size_t trajectory;
    double from;
} spoiled;

static bool is_spoiled(ailment how, const lf_lanes *L, size_t i)
{
    return spoiled.how == how && lf_lanes_trajectory(L, i) == spoiled.trajectory && L->t &&
           L->t[i] >= spoiled.from; /* within bursts there is no time */
}

static double parameter(const void *ctx, const lf_lanes *L, size_t i)
{
    if (is_spoiled(NO_NUMBER, L, i))
        return (double)NAN;
    return ((const double *)ctx)[lf_lanes_trajectory(L, i)];
}

static lf_status answer(const lf_lanes *L)
{
    for (size_t i = 0; i < L->n; i++)
        if (is_spoiled(REFUSING, L, i))
            return LF_ESINGULAR;
    return LF_OK;
}

/* ---- problems ---- */

static lf_status sphere_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                              double *work)
{
    const size_t n = L->n;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double c = parameter(P->ctx, L, i);
        f[i] = c * y[n + i];
        f[n + i] = sin(c * L->t[i]);
        f[2 * n + i] = 1 + y[i] * y[2 * n + i];
    }
    return answer(L);
}

static void weighed(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    for (size_t i = 0; i < L->n; i++)
        q[i] = parameter(P->ctx, L, i) * y[i] + y[L->n + i];
}

static const lf_invariant weights[] = {{"weight", "c y1 + y2", weighed}, {NULL, NULL, NULL}};

/* On T*SO(3): H = c |mu|^2/2 with moments, and a weight. */
static void top_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *e)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++) {
        e[i] = parameter(P->ctx, L, i) * y[8 * n + i];
        for (size_t k = 0; k < 3; k++)
            e[i] += y[(9 + k) * n + i] * y[(9 + k) * n + i] / (2. + (double)k);
    }
}

static lf_status top_velocity(const lf_problem *P, const lf_lanes *L, const double *y, double *xi)
{
    const size_t n = L->n;
    (void)P;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < n; i++)
            xi[k * n + i] = y[(9 + k) * n + i] / (1 + 0.5 * (double)k);
    return answer(L);
}

/* the weight hangs on the third axis of the body: a -> c e3.(a x R e3) */
static lf_status top_force(const lf_problem *P, const lf_lanes *L, const double *y, double *nu)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++) {
        const double c = parameter(P->ctx, L, i);
        nu[i] = -c * y[5 * n + i];
        nu[n + i] = c * y[2 * n + i];
        nu[2 * n + i] = 0;
    }
    return answer(L);
}

static lf_status top_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                           double *work)
{
    (void)work;
    top_velocity(P, L, y, f);
    return top_force(P, L, y, f + 3 * L->n);
}

static const lf_hamiltonian top_hamiltonian = {&lf_so3, top_energy, top_velocity, top_force};
static const lf_trait top_traits[] = {{LF_TRAIT_HAMILTONIAN, &top_hamiltonian},
                                      {LF_TRAIT_END, NULL}};
static const lf_invariant top_invariants[] = {{"energy", "H", top_energy}, {NULL, NULL, NULL}};

/* On R^3: H = (c y1^2 + y2^2 + y3^2)/2, f = S gamma; also turns about the axes one by one. */
static void level_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *e)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++)
        e[i] = 0.5 * (parameter(P->ctx, L, i) * y[i] * y[i] + y[n + i] * y[n + i] +
                      y[2 * n + i] * y[2 * n + i]);
}

static lf_status level_gamma(const lf_problem *P, const lf_lanes *L, const double *y, double *gamma)
{
    const size_t n = L->n;
    memcpy(gamma, y, 3 * n * sizeof *y);
    for (size_t i = 0; i < n; i++)
        gamma[i] *= parameter(P->ctx, L, i);
    return answer(L);
}

static lf_status level_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const size_t n = L->n;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double x = parameter(P->ctx, L, i) * y[i];
        f[i] = y[n + i] - 0.3 * y[2 * n + i];
        f[n + i] = -x + 0.2 * y[2 * n + i];
        f[2 * n + i] = 0.3 * x - 0.2 * y[n + i];
    }
    return answer(L);
}

/* The explicit midpoint rule with the field inlined, for n lanes. */
static void level_steps(size_t n, const lf_problem *P, const lf_lanes *L, int count,
                        const double *twice, const double *base, double *before, double *now)
{
    double y[3 * LF_MIDPOINT_WIDE], F[3 * LF_MIDPOINT_WIDE];
    assert_int_equal(L->n, n);
    for (size_t j = 0; j < 3 * n; j++)
        y[j] = base[j] + now[j];
    for (int k = 0; k < count; k++) {
        level_field(P, L, y, F, NULL);
        for (size_t j = 0; j < 3 * n; j++) {
            const double change = twice[j % n] * F[j], next = before[j] + change;
            y[j] = (base[j] + before[j]) + change;
            before[j] = now[j];
            now[j] = next;
        }
    }
}

static void level_burst(const lf_problem *P, const lf_lanes *L, int count, const double *twice,
                        const double *base, double *before, double *now)
{
    level_steps(LF_MIDPOINT_LANES, P, L, count, twice, base, before, now);
}

static void level_wide(const lf_problem *P, const lf_lanes *L, int count, const double *twice,
                       const double *base, double *before, double *now)
{
    level_steps(LF_MIDPOINT_WIDE, P, L, count, twice, base, before, now);
}

static const lf_ambient level_as_it_stands = {.field = level_field};
static const lf_midpoint level_midpoint = {level_burst, level_wide};
static const lf_trait level_bursts[] = {{LF_TRAIT_AMBIENT, &level_as_it_stands},
                                        {LF_TRAIT_MIDPOINT, &level_midpoint},
                                        {LF_TRAIT_END, NULL}};

static const lf_energy level_discrete = {level_energy, level_gamma, NULL};
static const lf_trait level_traits[] = {{LF_TRAIT_ENERGY, &level_discrete}, {LF_TRAIT_END, NULL}};
static const lf_invariant level_invariants[] = {{"energy", "H", level_energy}, {NULL, NULL, NULL}};

static lf_status turning_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                               double *work)
{
    (void)y;
    (void)work;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < L->n; i++)
            f[k * L->n + i] = (double)(k + 1) * parameter(P->ctx, L, i);
    return answer(L);
}

/* about axis k, so far as the parameter says */
static lf_status turning_flow(const lf_problem *P, size_t k, const lf_lanes *L, const double *y0,
                              double *y1, double *work)
{
    const size_t n = L->n, a = (k + 1) % 3, b = (k + 2) % 3;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double angle = (double)(k + 1) * parameter(P->ctx, L, i) * L->h[i];
        y1[k * n + i] = y0[k * n + i];
        y1[a * n + i] = cos(angle) * y0[a * n + i] - sin(angle) * y0[b * n + i];
        y1[b * n + i] = sin(angle) * y0[a * n + i] + cos(angle) * y0[b * n + i];
    }
    return answer(L);
}

static const lf_splitting turning_pieces = {.pieces = 3, .flow = turning_flow};
static const lf_trait turning_traits[] = {{LF_TRAIT_SPLITTING, &turning_pieces},
                                          {LF_TRAIT_END, NULL}};

/* ---- bodies ---- */

enum { BODIES = 2 };

/* A spring of that strength between the centres, and c a1.a2 of the bodies' third axes: numbers that
 * stay when both move together, as the relative forms want it. */
static lf_status springs(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                         double *U, double *g, double *M)
{
    const size_t n = L->n, m = BODIES * n;
    for (size_t b = 0; b < BODIES; b++)
        for (size_t i = 0; i < n; i++) {
            const size_t at = b * n + i, to = (1 - b) * n + i;
            const double c = parameter(B->ctx, L, i);
            double turned[2] = {0, 0}, energy = 0;
            for (size_t k = 0; k < 3; k++) {
                const double d = x[k * m + at] - x[k * m + to], axis = R[(3 * k + 2) * m + to];
                energy += c * (0.5 * d * d + axis * R[(3 * k + 2) * m + at]);
                turned[0] += c * R[3 * k * m + at] * axis;
                turned[1] += c * R[(3 * k + 1) * m + at] * axis;
                if (g)
                    g[k * m + at] = c * d;
            }
            if (U)
                U[i] = energy;
            if (M) {
                M[at] = turned[1];
                M[m + at] = -turned[0];
                M[2 * m + at] = 0;
            }
        }
    return answer(L);
}

static void nearest(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                    double *d)
{
    (void)R;
    for (size_t i = 0; i < L->n; i++)
        d[i] = fabs(x[i] - x[L->n + i]) + parameter(B->ctx, L, i);
}

/* How a problem is built around its parameters. */
typedef lf_problem maker(const double *front);

static lf_problem make_sphere(const double *front)
{
    return (lf_problem){.name = "sphere",
                        .action = &lf_sphere,
                        .field = sphere_field,
                        .ctx = front,
                        .invariants = weights};
}

static lf_problem make_top(const double *front)
{
    return (lf_problem){.name = "top",
                        .action = &lf_se3_left,
                        .field = top_field,
                        .ctx = front,
                        .traits = top_traits,
                        .invariants = top_invariants};
}

static lf_problem make_level(const double *front)
{
    return (lf_problem){.name = "level",
                        .action = &lf_r3_translation,
                        .field = level_field,
                        .ctx = front,
                        .traits = level_traits,
                        .invariants = level_invariants};
}

static lf_problem make_bursts(const double *front)
{
    lf_problem P = make_level(front);
    P.traits = level_bursts;
    return P;
}

static lf_problem make_turning(const double *front)
{
    return (lf_problem){.name = "turning",
                        .action = &lf_rotation,
                        .field = turning_field,
                        .ctx = front,
                        .traits = turning_traits,
                        .invariants = weights};
}

static lf_form form;

static lf_problem make_bodies(const double *front)
{
    static const double mass[BODIES] = {1, 2}, moment[3 * BODIES] = {1, 2, 2, 1.5, 2.5, 3};
    static lf_bodies B;
    static lf_bodies_space space;
    B = (lf_bodies){.count = BODIES,
                    .form = form,
                    .mass = mass,
                    .moment = moment,
                    .potential = springs,
                    .closest = nearest,
                    .ctx = front};
    return lf_problem_from_bodies("bodies", &B, &space);
}

#endif
