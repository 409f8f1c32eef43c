/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of splittings, their compositions and the implicit midpoint rule: orders, momentum maps,
 * quadratic invariants, and energy without drift. */
#include "support/order.h"

#include <math.h>
#include <string.h>

/* ---- orders of compositions ---- */

/* On the vessel with everything switched on. Order 8 is measured on a longer run. */
static void test_composition_orders(void **state)
{
    (void)state;
    static test_model m;
    static test_race race;
    assert_int_equal(test_build(&m, "vessel", "control=pd;potential=buoyancy"), LF_OK);
    test_race_set(&race, &m.problem, 2);
    for (const lf_method *const *M = lf_methods(); *M; M++)
        if (((*M)->needs & LF_NEEDS(LF_TRAIT_SPLITTING)) && (*M)->order <= 6)
            test_order_is(&race, *M, (*M)->order, (*M)->order <= 4 ? 0.1 : 0.3);
    test_race_set(&race, &m.problem, 4);
    for (const lf_method *const *M = lf_methods(); *M; M++)
        if (((*M)->needs & LF_NEEDS(LF_TRAIT_SPLITTING)) && (*M)->order == 8)
            test_within(fabs(test_slope(&race, *M, 8) - 8), 0.7, "order of %s", (*M)->name);
}

/* The axes of a rigid body, on S^3 alone: the exact flow is met with the order of the method. */
static void test_axes(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    assert_int_equal(
        test_build(&m, "free-rigid-body-quaternion", "inertia=1 2 4;m0=1 -2 1;moments=any"), LF_OK);
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        double y[LF_MODEL_MAX_DIM], exact[4], error[2];
        if (!((*M)->needs & LF_NEEDS(LF_TRAIT_SPLITTING)))
            continue;
        for (size_t k = 0; k < 2; k++) {
            memcpy(y, m.y0, sizeof y);
            test_march(&m.problem, *M, 6, k ? 30 : 20, y, &stats);
            assert_int_equal(m.model->exact(m.self, 6, exact), LF_OK);
            error[k] = test_distance(4, y, exact);
        }
        test_within(fabs(log(error[0] / error[1]) / log(1.5) - (*M)->order), 0.5, "order of %s",
                    (*M)->name);
    }
}

/* sum l = 1, sum l^3 = 0, ... up to the power order - 1 */
static void test_order_conditions(void **state)
{
    (void)state;
    static const lf_fractions *const rows[] = {&lf_fractions_yoshida4,     &lf_fractions_suzuki4,
                                               &lf_fractions_yoshida6,     &lf_fractions_kahanli6,
                                               &lf_fractions_suzukiumeno8, &lf_fractions_kahanli8};
    for (size_t k = 0; k < 6; k++)
        for (int power = 1; power < rows[k]->order; power += 2) {
            long double sum = 0;
            for (size_t j = 0; j < rows[k]->half; j++)
                sum += (j + 1 < rows[k]->half ? 2 : 1) *
                       powl((long double)rows[k]->fraction[j], power);
            test_within((double)fabsl(sum - (power == 1)), 4e-15, "%s, power %d", rows[k]->name,
                        power);
        }
}

/* ---- quadratic invariants and momentum maps ---- */

static double worst_drift(const char *model, const char *settings, const char *method, double t_end,
                          size_t steps)
{
    static test_model m;
    double y[LF_MODEL_MAX_DIM], worst = 0;
    lf_stats stats;
    assert_int_equal(test_build(&m, model, settings), LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find(method), t_end, steps, y, &stats);
    for (size_t k = 0; k < stats.invariants; k++)
        worst = fmax(worst, stats.invariant[k].max_drift);
    return fmax(worst, stats.defect);
}

/* Energy, momentum in the body and in space, and the rotation itself are quadratic. */
static void test_midpoint(void **state)
{
    (void)state;
    test_within(worst_drift("free-rigid-body", "", "implicit-midpoint", 2000, 10000), 1e-12,
                "body");
    test_within(worst_drift("free-rigid-body-attitude", "", "implicit-midpoint", 400, 2000), 1e-12,
                "attitude");
    assert_true(worst_drift("free-rigid-body", "", "rk4", 2000, 10000) > 1e-7);
}

/* Splittings keep |m| and the momentum in space; the energy stays within O(h^2) without drift. */
static void test_momentum_maps(void **state)
{
    (void)state;
    static const char *const settings[] = {"attitude=matrix", "attitude=quaternion"};
    static test_model m;
    for (size_t k = 0; k < 2; k++)
        for (const lf_method *const *M = lf_methods(); *M; M++) {
            if (!((*M)->needs & (LF_NEEDS(LF_TRAIT_SPLITTING) | LF_NEEDS(LF_TRAIT_EXACT))))
                continue;
            double y[LF_MODEL_MAX_DIM];
            lf_stats stats;
            assert_int_equal(test_build(&m, "free-rigid-body-attitude", settings[k]), LF_OK);
            memcpy(y, m.y0, sizeof y);
            test_march(&m.problem, *M, 500, 2000, y, &stats);
            test_within(stats.invariant[0].max_drift, 1e-3, "%s: energy", (*M)->name);
            for (size_t j = 1; j < stats.invariants; j++)
                test_within(stats.invariant[j].max_drift, 4e-13, "%s: %s", (*M)->name,
                            m.problem.invariants[j].name);
        }
}

/* 100000 steps of a symmetric splitting: the energy is as far off at the end as at the beginning. */
static void test_no_drift(void **state)
{
    (void)state;
    static test_model m;
    const lf_method *M = lf_method_find("strang");
    const double t = 0, h = 0.25;
    const lf_lanes L = test_lanes_of(1, &t, &h);
    double y[3], y1[3], start, now, worst[4] = {0};
    assert_int_equal(test_build(&m, "free-rigid-body", ""), LF_OK);
    const lf_problem *P = &m.problem;
    memcpy(y, m.y0, sizeof y);
    start = lf_problem_value(P, P->invariants[0].value, t, y);
    for (int k = 0; k < 100000; k++) {
        assert_int_equal(test_one_step(M, P, &L, y, y1), LF_OK);
        memcpy(y, y1, sizeof y);
        now = lf_problem_value(P, P->invariants[0].value, t, y);
        worst[k / 25000] = fmax(worst[k / 25000], fabs(now - start));
    }
    assert_true(worst[0] > 1e-8);
    test_within(worst[3] / worst[0], 1.05, "energy in the last quarter over the first");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_composition_orders), cmocka_unit_test(test_order_conditions),
        cmocka_unit_test(test_midpoint),           cmocka_unit_test(test_momentum_maps),
        cmocka_unit_test(test_no_drift),           cmocka_unit_test(test_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
