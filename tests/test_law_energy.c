/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of methods that keep the energy of a group's problem, and of symmetric methods, which
 * find the way back. Each law is broken by a method that does not claim it. */
#include "support/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- problems with an energy on any group that acts on itself ---- */

/* H(y) = a.y + b.y^2/2 over the components of y; the field S gamma with a constant antisymmetric S
 * keeps it. */
typedef struct {
    double a[TEST_MAX_DIM], b[TEST_MAX_DIM], S[TEST_MAX_DIM * TEST_MAX_DIM];
} level;

static void level_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *H)
{
    const size_t n = L->n;
    const level *V = P->ctx;
    for (size_t i = 0; i < n; i++) {
        H[i] = 0;
        for (size_t c = 0; c < P->action->dim; c++)
            H[i] += (V->a[c] + 0.5 * V->b[c] * y[c * n + i]) * y[c * n + i];
    }
}

static void level_gamma(const lf_problem *P, const double *y, double *gamma)
{
    const level *V = P->ctx;
    const lf_action *A = P->action;
    double unit[TEST_MAX_DIM] = {0}, v[TEST_MAX_DIM];
    for (size_t j = 0; j < A->group->dim; j++) {
        unit[j] = 1;
        test_generator(A, 1, unit, y, v);
        unit[j] = 0;
        gamma[j] = 0;
        for (size_t c = 0; c < A->dim; c++)
            gamma[j] += (V->a[c] + V->b[c] * y[c]) * v[c];
    }
}

static lf_status level_differential(const lf_problem *P, const lf_lanes *L, const double *y,
                                    double *gamma)
{
    const size_t n = L->n;
    double one[TEST_MAX_DIM], out[TEST_MAX_DIM];
    for (size_t i = 0; i < n; i++) {
        test_take_lane(P->action->dim, n, i, y, one);
        level_gamma(P, one, out);
        test_put_lane(P->action->group->dim, n, i, out, gamma);
    }
    return LF_OK;
}

static lf_status level_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const size_t n = L->n;
    const level *V = P->ctx;
    const size_t dim = P->action->group->dim;
    (void)work;
    double one[TEST_MAX_DIM], gamma[TEST_MAX_DIM];
    for (size_t i = 0; i < n; i++) {
        test_take_lane(P->action->dim, n, i, y, one);
        level_gamma(P, one, gamma);
        for (size_t j = 0; j < dim; j++) {
            f[j * n + i] = 0;
            for (size_t k = 0; k < dim; k++)
                f[j * n + i] += V->S[j * dim + k] * gamma[k];
        }
    }
    return LF_OK;
}

static const lf_energy level_discrete = {level_energy, level_differential, NULL};
static const lf_trait level_traits[] = {{LF_TRAIT_ENERGY, &level_discrete}, {LF_TRAIT_END, NULL}};
static const lf_invariant level_invariants[] = {{"energy", "H", level_energy}, {NULL, NULL, NULL}};

static lf_problem level_problem(const lf_action *A, level *L)
{
    const size_t dim = A->group->dim;
    test_random r = {17};
    test_fill(&r, A->dim, 0.7, L->a);
    for (size_t c = 0; c < A->dim; c++)
        L->b[c] = test_uniform(&r, 0.2, 0.8); /* convex, so that nothing runs away */
    for (size_t j = 0; j < dim; j++)
        for (size_t k = 0; k <= j; k++) {
            L->S[j * dim + k] = j == k ? 0 : test_uniform(&r, -0.5, 0.5);
            L->S[k * dim + j] = -L->S[j * dim + k];
        }
    return (lf_problem){.name = A->name,
                        .action = A,
                        .field = level_field,
                        .ctx = L,
                        .invariants = level_invariants,
                        .traits = level_traits};
}

static lf_group product_group;
static lf_action product_action;
static const lf_group *const product_groups[] = {&lf_so3, &lf_se3, &lf_r3};
static const lf_action *const product_factors[] = {&lf_so3_left, &lf_se3_left, &lf_r3_translation};

enum { GROUPS = 5 };
static const lf_action *group_action(int k)
{
    static const lf_action *const actions[] = {&lf_so3_left, &lf_s3_left, &lf_se3_left,
                                               &lf_sl2_left};
    if (k < 4)
        return actions[k];
    product_group = lf_group_product(3, product_groups);
    product_action = lf_action_product(&product_group, 3, product_factors);
    product_action.name = "so3 x se3 x r3";
    return &product_action;
}

/* ---- energy ---- */

static double energy_drift(const lf_problem *P, const lf_method *M, double t_end, size_t steps,
                           const double *start)
{
    double y[LF_MODEL_MAX_DIM];
    lf_stats stats;
    memcpy(y, start, P->action->dim * sizeof *y);
    test_march(P, M, t_end, steps, y, &stats);
    return stats.invariant[0].max_drift;
}

/* A few roundings a step; explicit methods of order four lose 1e-8 and more. */
static void check_energy(const lf_problem *P, const double *y0)
{
    static const double lengths[] = {0.02, 0.2, 0.5};
    for (size_t k = 0; k < 3; k++) {
        const double t_end = 400 * lengths[k];
        for (const lf_method *const *M = lf_methods(); *M; M++)
            if ((*M)->traits & LF_ENERGY_PRESERVING)
                test_within(energy_drift(P, *M, t_end, 400, y0), 2e-13, "%s on %s, h = %g",
                            (*M)->name, P->name, lengths[k]);
    }
    assert_true(energy_drift(P, lf_method_find("rkmk4"), 80, 400, y0) > 1e-8);
}

static void test_energy(void **state)
{
    (void)state;
    static level L;
    for (int k = 0; k < GROUPS; k++) {
        const lf_problem P = level_problem(group_action(k), &L);
        double y[TEST_MAX_DIM];
        test_random r = {6};
        test_point(P.action, &r, 1, y);
        check_energy(&P, y);
    }
}

/* gamma is the slope of the energy along exp(s u).y, and the field is level: on every model that
 * states an energy, at points around its start. */
static void test_differential(void **state)
{
    (void)state;
    static const double place[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1}; /* over 12 s */
    static test_model m;
    test_random r = {8};
    size_t count = 0;
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++) {
        assert_int_equal(test_build(&m, model->name, ""), LF_OK);
        const lf_problem *P = &m.problem;
        const size_t dim = P->action->group->dim;
        const lf_energy *E = lf_problem_energy(P);
        for (int k = 0; k < 20 && E; k++) {
            double u[TEST_MAX_DIM], part[TEST_MAX_DIM], y[TEST_MAX_DIM], z[TEST_MAX_DIM];
            double gamma[TEST_MAX_DIM], f[TEST_MAX_DIM], slope = 0, t = 0.1;
            double along = 0, level_change = 0;
            test_fill(&r, dim, 1, u);
            test_flow(P->action, LF_EXP, 1, u, m.y0, y);
            test_fill(&r, dim, 1, u);
            for (int j = 0; j < 4; j++) {
                for (size_t c = 0; c < dim; c++)
                    part[c] = 1e-3 * place[j] * u[c];
                test_flow(P->action, LF_EXP, 1, part, y, z);
                slope += weight[j] * lf_problem_value(P, E->energy, t, z) / 12e-3;
            }
            const lf_lanes one = test_lanes_of(1, &t, NULL);
            assert_int_equal(E->differential(P, &one, y, gamma), LF_OK);
            test_rate(P, t, y, f);
            const double scale = lf_problem_value(P, E->scale, t, y);
            for (size_t c = 0; c < dim; c++) {
                along += gamma[c] * u[c];
                level_change += gamma[c] * f[c];
            }
            test_within(fabs(along - slope), 1e-8 * scale, "%s: slope", model->name);
            test_within(fabs(level_change), 1e-14 * scale * test_norm(dim, f), "%s: level",
                        model->name);
            count++;
        }
    }
    assert_true(count > 0);
}

static void test_energy_order(void **state)
{
    (void)state;
    static level L;
    static test_race race;
    for (int k = 0; k < GROUPS; k++) {
        const lf_problem P = level_problem(group_action(k), &L);
        test_race_set(&race, &P, 1);
        test_order_is(&race, lf_method_find("ep-mid"), 2, 0.1);
        test_order_is(&race, lf_method_find("ep-avf"), 2, 0.1);
    }
}

#define FIG7 "inertia=1 5 60;m0=1 2.5 -60;moments=any"

/* Fig. 7 of Celledoni, Marthinsen, Owren 2014: 64000 steps; Heun's method in a Lie group loses all. */
static void test_long_run(void **state)
{
    (void)state;
    static test_model m;
    assert_int_equal(test_build(&m, "free-rigid-body-quaternion", FIG7), LF_OK);
    for (const lf_method *const *M = lf_methods(); *M; M++)
        if ((*M)->traits & LF_ENERGY_PRESERVING)
            test_within(energy_drift(&m.problem, *M, 1000, 64000, m.y0) / 31.125, 5e-13, "%s",
                        (*M)->name);
    assert_true(energy_drift(&m.problem, lf_method_find("heun-a"), 1000, 64000, m.y0) > 31.125);
    assert_true(energy_drift(&m.problem, lf_method_find("rkmk4"), 1000, 64000, m.y0) > 0.1);
}

static void test_discrete_references(void **state)
{
    (void)state;
    static test_model m;
    test_document *D = test_open("energy.json");
    test_node *rows = test_get(test_root(D), "discrete");
    assert_int_equal(test_length(rows), 2);
    assert_int_equal(test_build(&m, "free-rigid-body-quaternion", FIG7), LF_OK);
    for (size_t k = 0; k < 2; k++) {
        test_node *row = test_item(rows, k);
        char name[32];
        double expected[4], y[LF_MODEL_MAX_DIM];
        lf_stats stats;
        const double h = test_number(test_get(row, "h")), n = test_number(test_get(row, "steps"));
        assert_int_equal(test_numbers(test_get(row, "y"), 4, expected), 4);
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, lf_method_find(test_text(test_get(row, "method"), name, 32)), n * h,
                   (size_t)n, y, &stats);
        test_within(test_distance(4, y, expected), 1e-15, "%s", name);
    }
    test_close(D);
}

/* Next to a steady rotation gamma is all but roundoff: the guard must keep it from the result, as
 * the Lie midpoint rule does. Before the guard sets in, the average of a gamma that turns is shorter
 * than the gamma in the middle by h^2/24. */
static void test_guard(void **state)
{
    (void)state;
    static const char *const starts[] = {"m0=1 1e-4 1e-4", "m0=1 1e-6 1e-6", "m0=1 1e-7 1e-7",
                                         "m0=1 0 0",       "m0=1e-7 1e-7 1", "m0=0 0 0"};
    static test_model m;
    for (size_t k = 0; k < 6; k++)
        for (int a = 0; a < 2; a++) {
            const lf_method *M = lf_method_find(a ? "ep-avf" : "ep-mid");
            double y[LF_MODEL_MAX_DIM], exact[4];
            lf_stats stats;
            assert_int_equal(test_build(&m, "free-rigid-body-quaternion", starts[k]), LF_OK);
            memcpy(y, m.y0, sizeof y);
            test_march(&m.problem, M, 1, 128, y, &stats);
            assert_int_equal(m.model->exact(m.self, 1, exact), LF_OK);
            test_within(test_distance(4, y, exact),
                        k > 0 ? 2e-11
                        : a   ? 1e-6
                              : 1e-8,
                        "%s, %s", M->name, starts[k]);
            test_within(stats.invariant[0].max_drift, 1e-14, "%s, %s: energy", M->name, starts[k]);
        }
}

/* ---- the way back ---- */

/* |y(h, -h) - y| relative to |y| */
static double way_back(const lf_method *M, const test_model *m, double h)
{
    lf_ambient_space space;
    lf_problem P = m->problem;
    if ((M->traits & LF_AMBIENT) && !P.action->flat)
        P = lf_problem_ambient(&m->problem, &space);
    const size_t dim = P.action->dim;
    double there[LF_MODEL_MAX_DIM], back[LF_MODEL_MAX_DIM];
    double *carry = calloc(M->carry ? M->carry(M, &P) + 1 : 1, sizeof *carry);
    double *work = calloc(M->work(M, &P, 1) + 1, sizeof *work);
    const double t[2] = {0.3, 0.3 + h}, step[2] = {h, -h};
    assert_true(carry && work);
    const lf_lanes on = test_lanes_of(1, t, step), home = test_lanes_of(1, t + 1, step + 1);
    lf_tally tally = {0};
    if (M->start)
        assert_int_equal(M->start(M, &P, &on, m->y0, carry, &tally, work), LF_OK);
    assert_int_equal(M->step(M, &P, &on, m->y0, there, carry, &tally, work), LF_OK);
    assert_int_equal(M->step(M, &P, &home, there, back, carry, &tally, work), LF_OK);
    free(carry);
    free(work);
    return test_distance(dim, back, m->y0) / fmax(1e-300, test_norm(dim, m->y0));
}

static void test_symmetric(void **state)
{
    (void)state;
    static const char *const more[][2] = {{"free-rigid-body-attitude", "attitude=quaternion"},
                                          {"vessel", "control=pd;potential=buoyancy"}};
    static test_model m;
    const char *why;
    size_t pairs = 0;
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++)
        for (int k = 0; k < 3; k++) {
            const bool other = k > 0;
            if (other && strcmp(model->name, more[k - 1][0]))
                continue;
            assert_int_equal(test_build(&m, model->name, other ? more[k - 1][1] : ""), LF_OK);
            for (const lf_method *const *M = lf_methods(); *M; M++)
                if (((*M)->traits & LF_SYMMETRIC) &&
                    lf_method_fits(*M, &m.problem, &why) == LF_OK) {
                    test_within(way_back(*M, &m, model->step), 2e-14, "%s on %s, back", (*M)->name,
                                model->name);
                    pairs++;
                }
        }
    assert_true(pairs > 30);
    assert_int_equal(test_build(&m, "free-rigid-body", ""), LF_OK);
    assert_true(way_back(lf_method_find("rkmk4"), &m, 0.5) > 1e-10);
    assert_true(way_back(lf_method_find("cf4"), &m, 0.5) > 1e-10);
}

/* ---- compositions ---- */

/* Any symmetric method of order two will do: an energy-preserving one gives order four, and the
 * energy is kept all the same. */
static void test_compositions_of_others(void **state)
{
    (void)state;
    static const char *const bases[] = {"ep-mid", "ep-avf", "implicit-midpoint", "rkmk-theta12"};
    static level L;
    static test_race race;
    const lf_problem P = level_problem(&lf_so3_left, &L);
    test_race_set(&race, &P, 1);
    for (size_t k = 0; k < 4; k++) {
        const lf_composition C = {lf_method_find(bases[k]), &lf_fractions_suzuki4};
        const lf_method M = lf_method_compose("composed", &C);
        assert_int_equal(M.order, 4);
        test_order_is(&race, &M, 4, 0.1);
        double y[TEST_MAX_DIM];
        test_take_lane(9, TEST_LANES, 0, race.start, y);
        if (k < 2)
            test_within(energy_drift(&P, &M, 40, 200, y), 2e-13, "composed %s", bases[k]);
    }
}

/* ---- refusals ---- */

static void test_refused(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"ep-mid", "energy"},
                                           {"ep-avf", "energy"},
                                           {"strang", "pieces"},
                                           {"strang-kahanli8", "pieces"},
                                           {"exact-rigid-body", "exact flow"}};
    static test_model m;
    assert_int_equal(test_build(&m, "heavy-top", ""), LF_OK);
    for (size_t k = 0; k < 5; k++) {
        const char *why = NULL;
        assert_int_equal(lf_method_fits(lf_method_find(names[k][0]), &m.problem, &why), LF_ENEEDS);
        assert_non_null(strstr(why, names[k][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_differential),
        cmocka_unit_test(test_energy_order),
        cmocka_unit_test(test_long_run),
        cmocka_unit_test(test_discrete_references),
        cmocka_unit_test(test_guard),
        cmocka_unit_test(test_symmetric),
        cmocka_unit_test(test_compositions_of_others),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
