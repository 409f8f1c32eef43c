/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces that are no gradient: loads, resistance, power, state of a model's own, and the ledger; by
 * variational integrators, splittings, and methods that know fields alone. */
#include "support/calls.h"

#include "test_forced_bodies.h"

#include <lieflow/solve.h>

#include <stdio.h>

static const char *const second_order[] = {"lgvi", "strang"};

/* Where the system is at t = 1: rkmk8 in 400 steps, whose error is below 1e-13 (dop853, another equation
 * in other coordinates, agrees). */
static void reference(const forced_system *S, double *y)
{
    double other[FORCED_DIM];
    lf_stats stats;
    memcpy(y, S->y0, sizeof S->y0);
    memcpy(other, S->y0, sizeof S->y0);
    test_march(&S->P, lf_method_find("rkmk8"), 1, 400, y, &stats);
    test_within(stats.invariant[0].max_drift, 1e-12, "balance of rkmk8");
    test_march(&S->P, lf_method_find("dop853"), 1, 400, other, &stats);
    test_within(test_distance(S->P.action->dim, y, other), 1e-11, "rkmk8 and dop853");
}

static double error_after(const forced_system *S, const lf_method *M, size_t steps,
                          const double *end, double *drift)
{
    double y[FORCED_DIM];
    lf_stats stats;
    memcpy(y, S->y0, sizeof y);
    test_march(&S->P, M, 1, steps, y, &stats);
    *drift = stats.invariant[0].max_drift;
    return test_distance(S->P.action->dim, y, end);
}

/* The order of all components, ledger and extra state included, and of the balance. */
static void check_order(const forced_system *S, const lf_method *M, size_t steps, double balance)
{
    double end[FORCED_DIM], drift[2], error[2];
    reference(S, end);
    for (size_t k = 0; k < 2; k++)
        error[k] = error_after(S, M, steps << k, end, &drift[k]);
    const double p = log2(error[0] / error[1]), q = log2(drift[0] / drift[1]);
    test_within(fabs(p - M->order), 0.1, "order of %s", M->name);
    if (balance > 0 && !(q >= balance))
        fail_msg("%s: the balance has order %.2f", M->name, q);
}

static void test_orders(void **state)
{
    (void)state;
    forced_system S;
    for (size_t k = 0; k < 2; k++)
        for (int quadratic = 0; quadratic < 2; quadratic++) {
            forced_default(&S);
            S.quadratic = quadratic ? S.quadratic : 0;
            S.forces.linear = !quadratic;
            forced_build(&S);
            check_order(&S, lf_method_find(second_order[k]), 160, 1.9);
        }
}

/* Rotations of all kinds. */
static void test_rotations(void **state)
{
    (void)state;
    static const lf_rotation_rule rules[] = {LF_ROTATION_DMV4, LF_ROTATION_EXACT};
    forced_system S;
    forced_default(&S);
    forced_build(&S);
    for (size_t k = 0; k < 2; k++) {
        lf_method M = *lf_method_find("lgvi");
        M.rotation = rules[k];
        check_order(&S, &M, 160, 1.9);
    }
}

/* Linear resistance runs backwards, and loads depend on time: compositions keep their order. */
static void test_compositions(void **state)
{
    (void)state;
    static const char *const names[] = {"lgvi-suzuki4", "strang-suzuki4", "lgvi-kahanli6",
                                        "strang-kahanli6"};
    forced_system S;
    forced_default(&S);
    S.quadratic = 0;
    S.driven = 0;
    S.forces = (lf_forces){
        .load = forced_load, .resist = forced_resist, .drag = forced_drag, .linear = true};
    forced_build(&S);
    for (size_t k = 0; k < 4; k++)
        check_order(&S, lf_method_find(names[k]), k < 2 ? 40 : 20, 0);
}

/* A step there and back: sub-flows are mirrored, and time is looked at where it belongs. Without state of
 * a model's own, which an explicit rule advances. Roundings of numbers of size 1. */
static void test_symmetry(void **state)
{
    (void)state;
    forced_system S;
    forced_default(&S);
    S.driven = 0;
    S.forces.extra = 0;
    S.forces.power = NULL;
    forced_build(&S);
    const size_t dim = S.P.action->dim;
    for (size_t k = 0; k < 2; k++) {
        const lf_method *M = lf_method_find(second_order[k]);
        double y[FORCED_DIM], t = 0.3, h = 0.1;
        memcpy(y, S.y0, sizeof y);
        assert_int_equal(test_take_steps(M, &S.P, 1, 1, 1, &t, &h, y), LF_OK);
        assert_true(test_distance(dim, y, S.y0) > 0.05);
        h = -h;
        assert_int_equal(test_take_steps(M, &S.P, 1, 1, 1, &t, &h, y), LF_OK);
        test_within(test_distance(dim, y, S.y0), 1e-14, "%s there and back", M->name);
    }
}

/* Uniform linear resistance: momenta of the whole decay by e^{-a t} to roundings, and the step is
 * conformally symplectic, so that sums over all bodies tell no lie about single ones. */
static void test_decay(void **state)
{
    (void)state;
    forced_system S;
    forced_default(&S);
    S.driven = S.quadratic = S.load = 0;
    memset(S.linear, 0, sizeof S.linear);
    S.uniform = 0.7;
    S.forces = (lf_forces){.resist = forced_resist, .drag = forced_drag, .linear = true};
    forced_build(&S);
    for (size_t k = 0; k < 2; k++) {
        double y[FORCED_DIM], momentum[2][6] = {{0}};
        lf_stats stats;
        memcpy(y, S.y0, sizeof y);
        test_march(&S.P, lf_method_find(second_order[k]), 2, 100, y, &stats);
        for (size_t e = 0; e < 2; e++) {
            forced_body body[FORCED_BODIES];
            forced_take(1, 0, e ? y : S.y0, body);
            for (size_t b = 0; b < FORCED_BODIES; b++) {
                double turned[3];
                forced_turn(body[b].R, body[b].s, false, turned);
                forced_cross(body[b].x, body[b].p, turned);
                for (size_t c = 0; c < 3; c++) {
                    momentum[e][c] += body[b].p[c];
                    momentum[e][3 + c] += turned[c];
                }
            }
        }
        for (size_t c = 0; c < 6; c++)
            test_within(fabs(momentum[1][c] - exp(-1.4) * momentum[0][c]), 2e-14,
                        "%s: momentum %zu", second_order[k], c);
    }
}

/* What is dissipated is what is gone: nothing comes in, and the springs are slack or not. */
static void test_ledger(void **state)
{
    (void)state;
    forced_system S;
    forced_default(&S);
    S.driven = S.load = 0;
    S.forces = (lf_forces){.resist = forced_resist, .drag = forced_drag};
    forced_build(&S);
    assert_int_equal(S.P.action->dim, 18 * FORCED_BODIES + LF_LEDGER_DIM);
    assert_string_equal(S.P.invariants[0].name, "balance");
    const double start = lf_problem_value(&S.P, lf_bodies_energy, 0, S.y0);
    for (size_t k = 0; k < 2; k++) {
        double y[FORCED_DIM];
        lf_stats stats;
        memcpy(y, S.y0, sizeof y);
        test_march(&S.P, lf_method_find(second_order[k]), 40, 4000, y, &stats);
        const double *ledger = lf_bodies_ledger(&S.bodies, 1, y);
        const double left = lf_problem_value(&S.P, lf_bodies_energy, 40, y);
        assert_true(ledger[LF_LEDGER_WORK] == 0);
        assert_true(left < 0.01 * start && ledger[LF_LEDGER_DISSIPATED] > 0.9 * start);
        test_within(fabs(left + ledger[LF_LEDGER_DISSIPATED] - start), 2e-4 * start, "%s: balance",
                    second_order[k]);
    }
}

/* Columns have names and units. */
static void test_names(void **state)
{
    (void)state;
    static const char *const names[] = {"error", "paid"}, *const units[] = {"m s", "m"};
    forced_system S;
    char name[64];
    forced_default(&S);
    S.forces.extra_name = names;
    S.forces.extra_unit = units;
    forced_build(&S);
    const char *const expect[] = {"dissipated", "work", "error", "paid"};
    const char *const unit[] = {"J", "J", "m s", "m"};
    for (size_t k = 0; k < 4; k++) {
        const size_t c = lf_problem_order(&S.P, 18 * FORCED_BODIES + k);
        assert_int_equal(c, 18 * FORCED_BODIES + k);
        lf_problem_column(&S.P, c, name, sizeof name);
        assert_string_equal(name, expect[k]);
        assert_string_equal(S.P.names->unit(&S.P, c), unit[k]);
    }
    S.forces.extra_name = NULL;
    lf_problem_column(&S.P, 18 * FORCED_BODIES + 3, name, sizeof name);
    assert_string_equal(name, "extra2");
}

/* A lane is a trajectory alone, to the bit. */
static void test_lanes(void **state)
{
    (void)state;
    enum { LANES = 5 };
    static const char *const methods[] = {"lgvi", "strang", "rkmk4", "dopri5"};
    forced_system S;
    forced_default(&S);
    forced_build(&S);
    for (size_t k = 0; k < 4; k++) {
        const lf_method *M = lf_method_find(methods[k]);
        double y[FORCED_DIM * LANES], one[FORCED_DIM], lane[FORCED_DIM];
        lf_options opt = lf_options_default();
        opt.t1 = 0.5;
        opt.h = 0.01;
        opt.block = LANES;
        for (size_t i = 0; i < LANES; i++) {
            memcpy(one, S.y0, sizeof one);
            one[0] += 0.1 * (double)i;
            one[FORCED_DIM - 1] += 0.2 * (double)i;
            test_put_lane(FORCED_DIM, LANES, i, one, y);
        }
        assert_int_equal(lf_solve(&S.P, M, &opt, LANES, y, NULL, NULL), LF_OK);
        for (size_t i = 0; i < LANES; i++) {
            memcpy(one, S.y0, sizeof one);
            one[0] += 0.1 * (double)i;
            one[FORCED_DIM - 1] += 0.2 * (double)i;
            assert_int_equal(lf_solve(&S.P, M, &opt, 1, one, NULL, NULL), LF_OK);
            test_take_lane(FORCED_DIM, LANES, i, y, lane);
            test_same_bits(FORCED_DIM, one, lane, "%s, lane %zu", methods[k], i);
        }
    }
}

/* Steps follow the state, not the ledger: it begins at 0, where a relative tolerance allows nothing. */
static void test_tolerance(void **state)
{
    (void)state;
    forced_system S;
    double y[FORCED_DIM], end[FORCED_DIM];
    lf_stats stats;
    lf_options opt = lf_options_default();
    forced_default(&S);
    S.forces.extra = 0;
    S.forces.power = NULL;
    S.driven = S.load = 0;
    forced_build(&S);
    reference(&S, end);
    opt.t1 = 1;
    opt.h = 0;
    opt.tolerance = (lf_tolerance){.rtol = 1e-9};
    memcpy(y, S.y0, sizeof y);
    assert_int_equal(lf_solve(&S.P, lf_method_find("rkmk5"), &opt, 1, y, NULL, &stats), LF_OK);
    assert_true(stats.steps < 400);
    test_within(test_distance(S.P.action->dim, y, end), 1e-7, "rkmk5 with a tolerance");
}

/* ---- bodies that ride on others ---- */

static const double seat[3] = {0.4, 0.1, -0.3};

/* Body 2 sits on body 0. */
static lf_status ride(const lf_bodies *B, const lf_lanes *L, double *y)
{
    (void)B;
    for (size_t i = 0; i < L->n; i++) {
        forced_body body[FORCED_BODIES];
        forced_take(L->n, i, y, body);
        forced_turn(body[0].R, seat, false, body[2].x);
        for (size_t c = 0; c < 3; c++)
            body[2].x[c] += body[0].x[c];
        memcpy(body[2].R, body[0].R, sizeof body[2].R);
        forced_put(L->n, i, body, y);
    }
    return LF_OK;
}

static void test_riders(void **state)
{
    (void)state;
    forced_system S;
    forced_default(&S);
    S.forces.place = ride;
    forced_build(&S);
    for (size_t k = 0; k < 2; k++) {
        double y[FORCED_DIM], expect[FORCED_DIM];
        lf_stats stats;
        const lf_lanes one = {.n = 1};
        memcpy(y, S.y0, sizeof y);
        test_march(&S.P, lf_method_find(second_order[k]), 0.5, 10, y, &stats);
        memcpy(expect, y, sizeof y);
        assert_int_equal(ride(&S.bodies, &one, expect), LF_OK);
        test_same_bits(FORCED_DIM, y, expect, "%s: in its seat", second_order[k]);
    }
}

/* ---- what is refused ---- */

static void check_refused(const forced_system *S, const char *method, const char *say)
{
    double y[FORCED_DIM];
    lf_stats stats;
    lf_options opt = lf_options_default();
    opt.h = 0.1;
    memcpy(y, S->y0, sizeof y);
    assert_int_equal(lf_solve(&S->P, lf_method_find(method), &opt, 1, y, NULL, &stats), LF_ENEEDS);
    if (!strstr(stats.message, say))
        fail_msg("%s", stats.message);
}

static void test_refusals(void **state)
{
    (void)state;
    forced_system S;
    forced_default(&S);
    forced_build(&S);
    check_refused(&S, "lgvi-yoshida4", "lgvi-yoshida4 needs resistance that can run backwards");
    check_refused(&S, "strang-kahanli6", "a composition takes steps back (take lgvi or strang");
    S.forces.linear = true;
    check_refused(&S, "lgvi-yoshida4", "needs bodies without controllers and riders");
    S.forces.extra = 0;
    S.forces.place = ride;
    forced_build(&S);
    check_refused(&S, "strang-yoshida4", "needs bodies without controllers and riders");
    check_refused(&S, "rkmk4", "bodies that all move by forces");
    check_refused(&S, "rk4", "take lgvi or strang");
    S.forces.place = NULL;
    S.forces.drag = NULL;
    check_refused(&S, "cf4", "resistance that is known as a force");
    S.forces.drag = forced_drag;
    S.forces.resist = NULL;
    forced_build(&S);
    check_refused(&S, "lgvi", "resistance that is known as a flow");
    S.forces.resist = forced_resist;
    S.bodies.form = LF_INERTIAL_LAGRANGIAN;
    forced_build(&S);
    check_refused(&S, "lgvi", "the inertial Hamiltonian form");
    check_refused(&S, "rkmk4", "the inertial Hamiltonian form");
}

/* Full matrices are for few bodies and short points. */
static lf_status no_potential(const lf_bodies *B, const lf_lanes *L, const double *x,
                              const double *R, double *U, double *g, double *M)
{
    const size_t m = B->count * L->n;
    (void)x;
    (void)R;
    for (size_t i = 0; U && i < L->n; i++)
        U[i] = 0;
    for (size_t i = 0; g && i < 3 * m; i++)
        g[i] = M[i] = 0;
    return LF_OK;
}

static void test_dense(void **state)
{
    (void)state;
    enum { MOST = 21 };
    static const char *const dense[] = {"implicit-midpoint", "newmark", "hht", "rkmk-gauss2"};
    double ones[3 * MOST];
    const char *why;
    for (size_t k = 0; k < sizeof ones / sizeof *ones; k++)
        ones[k] = 1;
    lf_bodies B = {.mass = ones, .moment = ones, .potential = no_potential};
    lf_bodies_space space;
    for (size_t k = 0; k < 4; k++) {
        const lf_method *M = lf_method_find(dense[k]);
        B.count = MOST - 1;
        lf_problem P = lf_problem_from_bodies("crowd", &B, &space);
        assert_int_equal(lf_method_fits(M, &P, &why), LF_OK);
        B.count = MOST;
        P = lf_problem_from_bodies("crowd", &B, &space);
        assert_int_equal(lf_method_fits(M, &P, &why), LF_ENEEDS);
        assert_non_null(strstr(why, "at most 20 bodies"));
        assert_non_null(strstr(why, "take lgvi"));
        assert_int_equal(lf_method_fits(lf_method_find("lgvi"), &P, &why), LF_OK);
        const lf_group space_1025 = lf_group_rn(1025), space_1024 = lf_group_rn(1024);
        const lf_action far = lf_action_translation(&space_1025),
                        near = lf_action_translation(&space_1024);
        lf_problem long_points = {.name = "grid", .action = &far, .field = P.field};
        assert_int_equal(lf_method_fits(M, &long_points, &why), LF_ENEEDS);
        assert_non_null(strstr(why, "at most 1024 numbers in a point"));
        long_points.action = &near;
        assert_int_equal(lf_method_fits(M, &long_points, &why), LF_OK);
    }
}

/* ---- nothing to guard ---- */

static void never(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                  double *d)
{
    (void)B;
    (void)L;
    (void)x;
    (void)R;
    (void)d;
    fail_msg("distances are looked at");
}

static void test_unguarded(void **state)
{
    (void)state;
    const double ones[6] = {1, 1, 1, 1, 1, 1};
    const lf_bodies B = {.count = 2,
                         .mass = ones,
                         .moment = ones,
                         .potential = no_potential,
                         .closest = never,
                         .collision = 1,
                         .unguarded = true};
    lf_bodies_space space;
    const lf_problem P = lf_problem_from_bodies("rod", &B, &space);
    double y[2 * LF_BODY_DIM] = {0};
    lf_stats stats;
    for (size_t b = 0; b < 2; b++)
        for (size_t c = 0; c < 3; c++)
            y[(LF_BODY_R + 4 * c) * 2 + b] = 1;
    assert_null(lf_problem_guard(&P));
    assert_null(P.outputs);
    test_march(&P, lf_method_find("lgvi"), 1, 10, y, &stats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),       cmocka_unit_test(test_rotations),
        cmocka_unit_test(test_compositions), cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_decay),        cmocka_unit_test(test_ledger),
        cmocka_unit_test(test_names),        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_tolerance),    cmocka_unit_test(test_riders),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_dense),
        cmocka_unit_test(test_unguarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
