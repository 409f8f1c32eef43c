/* SPDX-License-Identifier: BSD-3-Clause */
/* cotangent.c - Hamiltonian problems on cotangent bundles. */
#include "support/cotangent.h"

#include <stdlib.h>
#include <string.h>

/* ---- T*SE(3): H = sum of mu_k^2/(2 m_k) + e3.R u + |x|^2 s/2, (R, x) = g, right trivialised ---- */

static const double mass[6] = {1, 2, 3, 1.5, 0.8, 1.2}, arm[3] = {0.3, -0.2, 0.9}, spring = 0.7;

static void turned_arm(size_t n, size_t i, const double *y, double u[3])
{
    for (size_t r = 0; r < 3; r++)
        u[r] = y[3 * r * n + i] * arm[0] + y[(3 * r + 1) * n + i] * arm[1] +
               y[(3 * r + 2) * n + i] * arm[2];
}

static void se3_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *e)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        double u[3];
        turned_arm(n, i, y, u);
        e[i] = u[2];
        for (size_t k = 0; k < 3; k++)
            e[i] += spring * y[(9 + k) * n + i] * y[(9 + k) * n + i] / 2;
        for (size_t k = 0; k < 6; k++)
            e[i] += y[(12 + k) * n + i] * y[(12 + k) * n + i] / (2 * mass[k]);
    }
}

static lf_status se3_velocity(const lf_problem *P, const lf_lanes *L, const double *y, double *xi)
{
    const size_t n = L->n;
    (void)P;
    for (size_t k = 0; k < 6; k++)
        for (size_t i = 0; i < n; i++)
            xi[k * n + i] = y[(12 + k) * n + i] / mass[k];
    return LF_OK;
}

/* moving by (a, b): e3.(a x R u) + s x.(a x x + b) */
static lf_status se3_force(const lf_problem *P, const lf_lanes *L, const double *y, double *nu)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        double u[3];
        turned_arm(n, i, y, u);
        nu[i] = -u[1];
        nu[n + i] = u[0];
        nu[2 * n + i] = 0;
        for (size_t k = 0; k < 3; k++)
            nu[(3 + k) * n + i] = -spring * y[(9 + k) * n + i];
    }
    return LF_OK;
}

/* On SE(3) x R^6, which adds to mu: f = (xi, nu - ad*_xi mu). */
static lf_status se3_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                           double *work)
{
    const size_t n = L->n;
    double *term = work, *rest = work + 6 * n;
    se3_velocity(P, L, y, f);
    se3_force(P, L, y, f + 6 * n);
    const lf_status s = lf_group_ad_dual(&lf_se3, n, f, y + 12 * n, term, rest);
    if (s != LF_OK)
        return s;
    for (size_t k = 0; k < 6 * n; k++)
        f[6 * n + k] -= term[k];
    return LF_OK;
}

static lf_group r6, se3_r6;
static lf_action r6_translation, se3_action;
static const lf_group *const se3_groups[] = {&lf_se3, &r6};
static const lf_action *const se3_factors[] = {&lf_se3_left, &r6_translation};
static const lf_hamiltonian se3_hamiltonian = {&lf_se3, se3_energy, se3_velocity, se3_force};
static const lf_trait se3_traits[] = {{LF_TRAIT_HAMILTONIAN, &se3_hamiltonian},
                                      {LF_TRAIT_END, NULL}};
static const lf_invariant se3_invariants[] = {{"energy", "H", se3_energy}, {NULL, NULL, NULL}};

static lf_problem se3_problem(void)
{
    r6 = lf_group_rn(6);
    se3_r6 = lf_group_product(2, se3_groups);
    r6_translation = lf_action_translation(&r6);
    se3_action = lf_action_product(&se3_r6, 2, se3_factors);
    return (lf_problem){.name = "springs",
                        .action = &se3_action,
                        .field = se3_field,
                        .field_work = 6 + lf_group_work(&lf_se3, 1),
                        .invariants = se3_invariants,
                        .traits = se3_traits};
}

/* ---- all of them ---- */

#define MILD_TRIVIALISED "inertia=1 2 3;u0=0.3 -0.2 0.9;mu=1 0.8 -0.6"
#define MILD "inertia=1 2 2.5;c=1.3;chi=0.6 0 0.8;Gamma0=0 0 1;pi=0.4 -0.7 1.1"
static const char *const tops[TEST_COTANGENTS - 1][3] = {
    {"right", "heavy-top-trivialised", MILD_TRIVIALISED},
    {"left", "heavy-top-trivialised", MILD_TRIVIALISED ";invariance=left"},
    {"direct", "heavy-top-cotangent", MILD ";formulation=spatial-direct"},
    {"quadratic", "heavy-top-cotangent", MILD ";formulation=quadratic"},
};

const lf_problem *test_cotangent(size_t k, const char **name)
{
    static test_model models[TEST_COTANGENTS - 1];
    static lf_problem springs;
    *name = k < TEST_COTANGENTS - 1 ? tops[k][0] : "springs";
    if (k == TEST_COTANGENTS - 1) {
        if (!springs.name)
            springs = se3_problem();
        return &springs;
    }
    if (!models[k].model)
        assert_int_equal(test_build(&models[k], tops[k][1], tops[k][2]), LF_OK);
    return &models[k].problem;
}

void test_cotangent_point(size_t k, test_random *r, double *y)
{
    const char *name;
    test_point(test_cotangent(k, &name)->action, r, 1, y);
}

void test_step(const lf_method *M, const lf_problem *P, double h, const double *y0, double *y1)
{
    const double t = 0;
    double *carry = calloc(M->carry ? M->carry(M, P) : 1, sizeof *carry);
    double *work = calloc(M->work(M, P, 1), sizeof *work);
    assert_true(carry && work);
    const lf_lanes L = test_lanes_of(1, &t, &h);
    lf_tally tally = {0};
    lf_status s = M->start ? M->start(M, P, &L, y0, carry, &tally, work) : LF_OK;
    if (s == LF_OK)
        s = M->step(M, P, &L, y0, y1, carry, &tally, work);
    free(carry);
    free(work);
    if (s != LF_OK)
        fail_msg("%s on %s, step %g: %s", M->name, P->name, h, lf_status_text(s));
}
