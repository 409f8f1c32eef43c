/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of the pendulum chain: constraints, invariants, orders, lanes, many links; names and order of
 * its columns; long lists; and what is refused. */
#include "support/chains.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void march(const test_chain *C, const char *method, double t, size_t steps, double *y,
                  lf_stats *stats)
{
    const lf_method *M = lf_method_find(method);
    assert_non_null(M);
    memcpy(y, C->y, C->P.action->dim * sizeof *y);
    test_march(&C->P, M, t, steps, y, stats);
}

/* ---- what stays ---- */

static void test_constraints(void **state)
{
    (void)state;
    static const char *const lie[] = {"lie-euler", "heun-a", "rkmk3", "rkmk4", "rkmk4-2c",
                                      "cf4",       "cg4a",   "rkmk5", "rkmk8"};
    test_chain C;
    lf_stats stats;
    double y[12];
    test_chain_nonplanar(&C);
    for (size_t k = 0; k < sizeof lie / sizeof *lie; k++) {
        march(&C, lie[k], 5, 500, y, &stats);
        test_within(stats.defect, 5e-14, "%s leaves TS^2", lie[k]);
    }
    march(&C, "rk4", 5, 500, y, &stats);
    assert_true(stats.defect > 1e-8 && stats.defect < 1e-4);
    test_chain_end(&C);
}

/* Energy and momentum about the vertical drift with the order of the method. */
static void test_drift(void **state)
{
    (void)state;
    test_chain C;
    lf_stats coarse, fine;
    double y[12];
    test_chain_nonplanar(&C);
    march(&C, "cf4", 1, 200, y, &coarse);
    march(&C, "cf4", 1, 400, y, &fine);
    assert_int_equal(coarse.invariants, 2);
    for (size_t k = 0; k < 2; k++) {
        const double drift = coarse.invariant[k].max_drift,
                     ratio = drift / fine.invariant[k].max_drift;
        assert_true(drift < 1e-4 && ratio > 12 && ratio < 48);
    }
    test_chain_end(&C);
    test_chain_random(&C, 9, false, 1, 4);
    double *z = test_room(54);
    march(&C, "rkmk8", 0.5, 1000, z, &fine);
    for (size_t k = 0; k < 2; k++)
        test_within(fine.invariant[k].max_drift, 1e-11 * (1 + fabs(fine.invariant[k].initial)),
                    "%s", C.P.invariants[k].name);
    free(z);
    test_chain_end(&C);
}

/* Two links by hand: a rod that stands out sideways and one that hangs. */
static void test_invariants_by_hand(void **state)
{
    (void)state;
    test_chain C;
    double energy, momentum, t = 0;
    test_chain_begin(&C, 2);
    assert_int_equal(test_chain_set(&C, "masses", "2 3"), LF_OK);
    assert_int_equal(test_chain_set(&C, "lengths", "1 2"), LF_OK);
    test_chain_start(&C, (double[]){1, 0, 0, 0, 0, 5, 0, 0, -1, 7, 0, 0});
    test_chain_build(&C);
    /* x1 = (1,0,0), v1 = (0,5,0); x2 = (1,0,-2), v2 = (0,5,0) + 2 (7,0,0) x (0,0,-1) = (0,19,0) */
    energy = lf_problem_value(&C.P, C.P.invariants[0].value, t, C.y);
    momentum = lf_problem_value(&C.P, C.P.invariants[1].value, t, C.y);
    test_within(fabs(energy - (2 * 12.5 + 3 * 180.5 - 3 * 9.81 * 2)), 1e-12, "energy");
    test_within(fabs(momentum - (2 * 5 + 3 * 19)), 1e-13, "momentum");
    test_chain_end(&C);
}

static void test_orders(void **state)
{
    (void)state;
    static const char *const methods[] = {"lie-euler", "heun-a", "rkmk3", "rkmk4", "rkmk4-2c",
                                          "cf4",       "cg3",    "rkmk5", "rk4"};
    test_chain C;
    double exact[12], coarse[12], fine[12];
    test_chain_nonplanar(&C);
    march(&C, "rkmk8", 1, 800, exact, NULL);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        const int order = lf_method_find(methods[k])->order;
        march(&C, methods[k], 1, 200, coarse, NULL);
        march(&C, methods[k], 1, 400, fine, NULL);
        const double seen = log2(test_distance(12, coarse, exact) / test_distance(12, fine, exact));
        if (!(fabs(seen - order) < 0.25))
            fail_msg("%s: order %.3f, not %d", methods[k], seen, order);
    }
    test_chain_end(&C);
}

/* ---- lanes and size ---- */

/* n trajectories with starts of their own, then each alone: the same bits. */
static void check_lanes(const test_chain *C, const lf_method *M, size_t n)
{
    const size_t dim = C->P.action->dim, links = C->self.n;
    double *block = test_room(dim * n), *lane = test_room(dim), *moved = test_room(dim);
    double *u = test_room(dim);
    lf_options opt = lf_options_default();
    opt.t1 = 0.03;
    opt.block = n;
    for (int alone = 0; alone < 2; alone++)
        for (size_t i = 0; i < n; i++) {
            test_random r = {i + 1};
            test_fill(&r, dim, 0.3, u);
            test_flow(C->P.action, LF_EXP, 1, u, C->y, moved);
            if (!alone) {
                test_put_lane(dim, n, i, moved, block);
                if (i + 1 == n)
                    assert_int_equal(lf_solve(&C->P, M, &opt, n, block, NULL, NULL), LF_OK);
                continue;
            }
            assert_int_equal(lf_solve(&C->P, M, &opt, 1, moved, NULL, NULL), LF_OK);
            test_take_lane(dim, n, i, block, lane);
            test_same_bits(dim, lane, moved, "%s, %zu links, lane %zu of %zu", M->name, links, i,
                           n);
        }
    free(block);
    free(lane);
    free(moved);
    free(u);
}

static void test_lanes(void **state)
{
    (void)state;
    enum { SIZES = 8, LANES = 6 };
    static const size_t sizes[SIZES] = {1, 2, 3, 5, 17, 31, 34, 71};
    static const size_t lanes[LANES] = {1, 2, 3, 4, 8, 13};
    static const char *const methods[] = {"cf4", "rkmk4", "rk4"};
    for (size_t s = 0; s < 2 * SIZES; s++)
        for (size_t k = 0; k < LANES; k++)
            for (size_t m = 0; m < 3; m++) {
                test_chain C;
                if (s < SIZES) {
                    test_chain_begin(&C, sizes[s]);
                    test_chain_build(&C);
                } else {
                    test_chain_random(&C, sizes[s - SIZES], false, 1, s);
                }
                check_lanes(&C, lf_method_find(methods[m]), lanes[k]);
                test_chain_end(&C);
            }
    test_chain C;
    test_chain_begin(&C, 3);
    assert_int_equal(test_chain_set(&C, "form", "dense"), LF_OK);
    test_chain_build(&C);
    check_lanes(&C, lf_method_find("cf4"), 8);
    test_chain_end(&C);
}

/* Invariants do not depend on the lanes either. */
static void test_invariant_lanes(void **state)
{
    (void)state;
    enum { N = 11 };
    double block[6 * 5 * N], t[N] = {0}, value[N], one;
    const lf_lanes L = test_lanes_of(N, t, NULL);
    test_chain C;
    for (uint64_t seed = 1; seed <= N; seed++) {
        test_chain_random(&C, 5, false, 0, seed); /* masses 1 */
        test_put_lane(30, N, seed - 1, C.y, block);
        test_chain_end(&C);
    }
    test_chain_random(&C, 5, false, 1, 1);
    for (size_t k = 0; k < 2; k++) {
        C.P.invariants[k].value(&C.P, &L, block, value);
        for (size_t i = 0; i < N; i++) {
            test_take_lane(30, N, i, block, C.y);
            one = lf_problem_value(&C.P, C.P.invariants[k].value, 0, C.y);
            assert_true(one == value[i]);
        }
    }
    test_chain_end(&C);
}

static void test_many_links(void **state)
{
    (void)state;
    enum { LINKS = 100000 };
    test_chain C;
    lf_stats stats;
    test_chain_begin(&C, LINKS);
    assert_int_equal(test_chain_set(&C, "omega", "0 0 0"), LF_OK);
    test_chain_build(&C);
    lf_options opt = lf_options_default();
    opt.h = 1e-4;
    opt.t1 = 5e-4;
    assert_int_equal(lf_solve(&C.P, lf_method_find("cf4"), &opt, 1, C.y, NULL, &stats), LF_OK);
    assert_int_equal(stats.steps, 5);
    test_within(stats.defect, 1e-14, "defect of many links");
    test_within(stats.invariant[0].max_drift, 1e-9 * fabs(stats.invariant[0].initial), "energy");
    test_chain_end(&C);
}

/* ---- names, lists, refusals ---- */

static void test_columns(void **state)
{
    (void)state;
    static const char *const names[] = {"q1.x", "q1.y", "q1.z", "omega1.x", "omega1.y", "omega1.z",
                                        "q2.x", "q2.y", "q2.z", "omega2.x", "omega2.y", "omega2.z"};
    test_chain C;
    char name[32];
    lf_ambient_space space;
    test_chain_nonplanar(&C);
    static const double start[] = {0, .6, -.8, .5, .8, .6, 1, 0, 0, 0, 1, -.5};
    const lf_problem ambient = lf_problem_ambient(&C.P, &space);
    for (size_t k = 0; k < 12; k++) {
        lf_problem_column(&C.P, lf_problem_order(&C.P, k), name, sizeof name);
        assert_string_equal(name, names[k]);
        lf_problem_column(&ambient, lf_problem_order(&ambient, k), name, sizeof name);
        assert_string_equal(name, names[k]);
        assert_true(C.y[lf_problem_order(&C.P, k)] == start[k]);
    }
    C.P.names = NULL;
    lf_problem_column(&C.P, lf_problem_order(&C.P, 4), name, sizeof name);
    assert_string_equal(name, "y5");
    C.P.names = &(const lf_names){.list = names};
    lf_problem_column(&C.P, 4, name, sizeof name);
    assert_string_equal(name, "omega1.y");
    test_chain_end(&C);
}

static void test_lists(void **state)
{
    (void)state;
    const lf_param *row = lf_param_find(lf_model_find("pendulum-chain")->params, "masses");
    char why[256];
    static const char few[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16";
    static const char many[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17";
    enum { FEW = LF_LIST_FEW, MANY = FEW + 1 };
    double more[MANY];
    lf_chain self;
    memset(&self, 0xff, sizeof self); /* defaults need nothing of what was there */
    lf_param_defaults(lf_model_find("pendulum-chain")->params, &self);
    assert_true(self.n == 2 && self.masses.count == 1 && self.q.count == 3 && self.form == 0);
    assert_true(lf_param_count(row, &self) == 1 && lf_param_number(row, &self, 0) == 1);
    assert_int_equal(lf_param_numbers("[1, 2] sqrt(4), 1/2"), 4);
    assert_int_equal(lf_param_numbers(""), 0);
    assert_int_equal(lf_param_set(row, &self, few, why, 256), LF_OK);
    assert_int_equal(lf_param_set(row, &self, many, why, 256), LF_EINPUT);
    assert_string_equal(why, "masses: there is room for 16 numbers, got 17");
    assert_true(lf_param_count(row, &self) == FEW && lf_param_number(row, &self, FEW - 1) == FEW);
    lf_param_give(row, &self, MANY, more);
    assert_true(lf_param_number(row, &self, FEW - 1) == FEW);
    assert_int_equal(lf_param_set(row, &self, many, why, 256), LF_OK);
    assert_true(lf_param_count(row, &self) == MANY && lf_param_number(row, &self, FEW) == MANY);
    assert_int_equal(lf_param_set(row, &self, "", why, 256), LF_EINPUT);
    assert_string_equal(why, "masses needs at least 1 number, got 0");
    assert_int_equal(lf_param_set(row, &self, "1 2 -3", why, 256), LF_EINPUT);
    assert_string_equal(why, "masses[2] must be positive, got -3");
    row = lf_param_find(lf_model_find("pendulum-chain")->params, "n");
    assert_int_equal(lf_param_set(row, &self, "2.5", why, 256), LF_EINPUT);
    assert_string_equal(why, "n must be a whole number, got 2.5");
    assert_int_equal(lf_param_set(row, &self, "0", why, 256), LF_EINPUT);
    assert_string_equal(why, "n must lie between 1 and 100000000, got 0");
    assert_int_equal(lf_param_set(row, &self, "1e6", why, 256), LF_OK);
    assert_true(self.n == 1000000 && lf_param_number(row, &self, 0) == 1e6);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *n, *name, *text, *why;
    } bad[] = {
        {"3", "masses", "1 2", "masses needs 1 number for all links or 3 for the 3 links, got 2"},
        {"2", "q", "1 0 0 0", "q needs 3 numbers for all links or 6 for the 2 links, got 4"},
        {"2", "q", "1 0 0 1 1 0",
         "q of link 2 must be a unit vector within 1e-9, got |q| = 1.414213562"},
        {"2", "omega", "0 1 0 1 0 0",
         "omega of link 2 must be perpendicular to q within 1e-9, got q.omega = 0.7071067812"},
        {"2", "masses", "1e10 1e-10",
         "masses[0] = 1e+10 and masses[1] = 1e-10 differ by more than 1e12"},
        {"201", "form", "dense",
         "form dense solves with a 3n x 3n matrix and takes at most 200 links, got n = 201; form "
         "tension has no such limit"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        test_chain C;
        test_chain_begin(&C, 1);
        assert_int_equal(test_chain_set(&C, "n", bad[k].n), LF_OK);
        assert_int_equal(test_chain_set(&C, bad[k].name, bad[k].text), LF_OK);
        assert_int_equal(test_chain_try(&C), LF_EINPUT);
        assert_string_equal(C.why, bad[k].why);
        test_chain_end(&C);
    }
}

/* A struct filled by hand is checked as well. */
static void test_refused_by_hand(void **state)
{
    (void)state;
    test_chain C;
    test_chain_begin(&C, 0);
    assert_int_equal(test_chain_try(&C), LF_EINPUT);
    assert_string_equal(C.why, "n must lie between 1 and 100000000, got 0");
    test_chain_end(&C);
    test_chain_begin(&C, 2);
    C.self.lengths.few[0] = NAN;
    assert_int_equal(test_chain_try(&C), LF_EINPUT);
    assert_string_equal(C.why, "lengths[0] must be positive, got nan");
    test_chain_end(&C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constraints),
        cmocka_unit_test(test_drift),
        cmocka_unit_test(test_invariants_by_hand),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_invariant_lanes),
        cmocka_unit_test(test_many_links),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
