/* SPDX-License-Identifier: BSD-3-Clause */
/* The vessel with all that its equation has: a full mass matrix, quadratic damping, hydrostatics,
 * positioning, forces over time and waves; the balance of its energy; and what is refused. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { AT_X = 9, AT_P = 12, AT_BOOKS = 18, DIM = 18 };

/* A symmetric positive definite matrix that couples everything, without added mass of a rigid body. */
#define ADDED                                                                                      \
    "added=2 .3 0 0 .4 -.2  .3 4 .1 -.5 0 .6  0 .1 6 .2 -.3 0  0 -.5 .2 1 .1 0  .4 0 -.3 .1 2 .2 " \
    "-.2 .6 0 0 .2 3;"
#define QUADRATIC "quadratic_damping=.3 .2 .5;quadratic_angular_damping=.1 .4 .2;"
#define TABLE "tau=0 0 0 0 0 0 0  1.1 1 -.5 0 .1 0 .2  2.3 -1 .2 .3 0 .1 -.1  9 0 0 0 0 0 0;"
#define WAVES \
    "waves=jonswap;wave_height=.4;wave_period=3;wave_components=12;wave_force=.1 0 2 .1 0 0;"
#define FLOATS "potential=hydrostatic;control=dp;target=.3 -.2 0;gain=1.5 .7 2 .6;"

static const double own[6] = {5, 5, 5, 1, 2, 4};
static const double more[36] = {2,  .3, 0,   0,  .4,  -.2, .3,  4,   .1, -.5, 0,  .6,
                                0,  .1, 6,   .2, -.3, 0,   0,   -.5, .2, 1,   .1, 0,
                                .4, 0,  -.3, .1, 2,   .2,  -.2, .6,  0,  0,   .2, 3};

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static void times(const double *M, const double *x, double *y)
{
    for (int r = 0; r < 6; r++) {
        y[r] = 0;
        for (int c = 0; c < 6; c++)
            y[r] += M[6 * r + c] * x[c];
    }
}

/* M v' = -C(v) v - D(v) v with C as Fossen writes it: from M v = (a, b),
 * C(v) (v1, v2) = (-a x v2, -a x v1 - b x v2). */
static void expected_force(const double *M, const double *nu, double *F)
{
    static const double linear[6] = {.4, .6, .8, .3, .1, .2}, square[6] = {.3, .2, .5, .1, .4, .2};
    double p[6], c[3][3];
    times(M, nu, p);
    cross(p, nu + 3, c[0]);
    cross(p, nu, c[1]);
    cross(p + 3, nu + 3, c[2]);
    for (int k = 0; k < 3; k++) {
        F[k] = c[0][k];
        F[3 + k] = c[1][k] + c[2][k];
    }
    for (int k = 0; k < 6; k++)
        F[k] -= linear[k] * nu[k] + square[k] * fabs(nu[k]) * nu[k];
}

/* Momenta p = M v change as the equation says, and place and attitude move by v. */
static void test_coupled(void **state)
{
    (void)state;
    static test_model m;
    double M[36], nu[6], f[12], F[6], y[DIM];
    test_random r = {5};
    assert_int_equal(test_build(&m, "vessel", ADDED QUADRATIC "force=0 0 0;torque=0 0 0"), LF_OK);
    for (int k = 0; k < 36; k++)
        M[k] = more[k] + (k % 7 == 0 ? own[k / 7] : 0);
    for (int trial = 0; trial < 50; trial++) {
        test_fill(&r, 6, 1, nu);
        memcpy(y, m.y0, sizeof y);
        times(M, nu, y + AT_P);
        test_rate(&m.problem, 0, y, f);
        expected_force(M, nu, F);
        for (int k = 0; k < 3; k++) {
            test_within(fabs(f[k] + nu[3 + k]), 1e-14, "rates");
            test_within(fabs(f[3 + k] + nu[k]), 1e-14, "velocities");
        }
        test_within(test_distance(6, f + 6, F), 1e-13, "forces");
    }
}

/* Without forces: kinetic energy, and both momenta in space, stay. */
static void test_kirchhoff(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM], space[2][6];
    assert_int_equal(test_build(&m, "vessel",
                                ADDED "damping=0 0 0;angular_damping=0 0 0;force=0 0 0;torque=0 0 "
                                      "0;P=3 -2 1;Pi=2 1 -3;x=1 2 3"),
                     LF_OK);
    memcpy(y, m.y0, sizeof y);
    const double before = lf_problem_value(&m.problem, m.problem.outputs[0].value, 0, y);
    test_march(&m.problem, lf_method_find("rkmk8"), 5, 500, y, &stats);
    for (int k = 0; k < 2; k++) {
        const double *at = k ? y : m.y0;
        double arm[3];
        for (int r = 0; r < 3; r++) {
            space[k][r] = space[k][3 + r] = 0;
            for (int c = 0; c < 3; c++) {
                space[k][r] += at[3 * r + c] * at[AT_P + c];
                space[k][3 + r] += at[3 * r + c] * at[AT_P + 3 + c];
            }
        }
        cross(at + AT_X, space[k], arm);
        for (int r = 0; r < 3; r++)
            space[k][3 + r] += arm[r];
    }
    test_within(test_distance(6, space[0], space[1]), 1e-11, "momenta in space");
    const double after = lf_problem_value(&m.problem, m.problem.outputs[0].value, 0, y);
    test_within(fabs(after - before), 1e-12, "kinetic energy");
}

/* An added mass that is alike in all directions is a mass; the splitting then stays. */
static void test_folded(void **state)
{
    (void)state;
    static test_model a, b;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM], z[LF_MODEL_MAX_DIM];
    assert_int_equal(test_build(&a, "vessel", "added=2 2 2 .5 1 2"), LF_OK);
    assert_int_equal(test_build(&b, "vessel", "mass=7;inertia=1.5 3 6"), LF_OK);
    memcpy(y, a.y0, sizeof y);
    memcpy(z, b.y0, sizeof z);
    test_march(&a.problem, lf_method_find("strang"), 3, 30, y, &stats);
    test_march(&b.problem, lf_method_find("strang"), 3, 30, z, &stats);
    test_same_bits(DIM, y, z, "added mass");
    assert_int_equal(test_build(&a, "vessel", ADDED), LF_OK);
    assert_null(lf_problem_splitting(&a.problem));
}

/* How far energy - supplied + dissipated is off after t = 6. */
static double imbalance(const char *settings, const char *method, size_t steps)
{
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM];
    assert_int_equal(test_build(&m, "vessel", settings), LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find(method), 6, steps, y, &stats);
    lf_quantity *balance = m.problem.invariants[0].value;
    assert_true(y[AT_BOOKS + 1] > 0.05);   /* something was dissipated, */
    assert_true(fabs(y[AT_BOOKS]) > 0.05); /* and supplied */
    return fabs(lf_problem_value(&m.problem, balance, 6, y) -
                lf_problem_value(&m.problem, balance, 0, m.y0));
}

/* The balance closes with the order of the method: kinks of the table lie between steps, wherever they
 * are. Quadratic damping has a kink in its slope where a velocity changes its sign, which order 4 would
 * notice; the splitting solves it exactly. */
static void test_balance(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *method;
        size_t steps;
        double order;
    } cases[] = {
        {QUADRATIC TABLE WAVES FLOATS "ledger=on", "strang", 400, 2},
        {TABLE WAVES FLOATS "ledger=on", "rkmk4", 100, 4},
        {ADDED TABLE WAVES FLOATS "ledger=on", "rkmk4", 100, 4},
        {ADDED TABLE WAVES "potential=buoyancy;control=pd;ledger=on", "rk4", 100, 4},
        {TABLE WAVES FLOATS "ledger=on", "strang-yoshida4", 100, 4},
        {TABLE WAVES FLOATS "ledger=on", "strang-kahanli6", 50, 6},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double coarse = imbalance(cases[k].settings, cases[k].method, cases[k].steps);
        const double fine = imbalance(cases[k].settings, cases[k].method, 2 * cases[k].steps);
        test_within(fabs(log2(coarse / fine) - cases[k].order), 0.3,
                    "case %zu, %s: %.3g and %.3g, order %.2f", k, cases[k].method, coarse, fine,
                    log2(coarse / fine));
    }
    /* without forces that store energy the splitting books exactly */
    test_within(imbalance(QUADRATIC TABLE "ledger=on", "strang", 37), 1e-13,
                "splitting, no springs");
}

/* Passivity: the energy grows by no more than was supplied, step by step and however long steps are. */
static void test_passive(void **state)
{
    (void)state;
    static test_model m;
    const lf_method *M = lf_method_find("strang");
    assert_int_equal(test_build(&m, "vessel", QUADRATIC TABLE WAVES "ledger=on"), LF_OK);
    const lf_problem *P = &m.problem;
    for (double h = 0.01; h < 4; h *= 3) {
        double y[DIM + 2], y1[DIM + 2], t = 0;
        memcpy(y, m.y0, sizeof y);
        for (int k = 0; k < 50; k++, t += h) {
            const lf_lanes L = test_lanes_of(1, &t, &h);
            assert_int_equal(test_one_step(M, P, &L, y, y1), LF_OK);
            const double gain = lf_problem_value(P, P->outputs[0].value, t, y1) -
                                lf_problem_value(P, P->outputs[0].value, t, y);
            assert_true(gain <= y1[AT_BOOKS] - y[AT_BOOKS] + 1e-13);
            assert_true(y1[AT_BOOKS + 1] >= y[AT_BOOKS + 1]);
            memcpy(y, y1, sizeof y);
        }
    }
}

/* Many trajectories at once have the bits of each alone, with everything switched on. */
static void test_lanes(void **state)
{
    (void)state;
    enum { MANY = 5, FULL = DIM + 2 };
    static const char *const methods[] = {"strang", "rkmk4", "rk4"};
    static test_model m;
    assert_int_equal(test_build(&m, "vessel", QUADRATIC TABLE WAVES FLOATS "ledger=on"), LF_OK);
    for (int k = 0; k < 3; k++) {
        double all[FULL * MANY], one[LF_MODEL_MAX_DIM], lane[FULL];
        lf_options opt = lf_options_default();
        opt.t1 = 3;
        opt.h = 0.07;
        for (size_t c = 0; c < FULL; c++)
            for (size_t i = 0; i < MANY; i++)
                all[c * MANY + i] = m.y0[c] + (c >= AT_P && c < DIM ? 0.1 * (double)i : 0);
        assert_int_equal(
            lf_solve(&m.problem, lf_method_find(methods[k]), &opt, MANY, all, NULL, NULL), LF_OK);
        for (size_t i = 0; i < MANY; i++) {
            for (size_t c = 0; c < FULL; c++)
                one[c] = m.y0[c] + (c >= AT_P && c < DIM ? 0.1 * (double)i : 0);
            assert_int_equal(
                lf_solve(&m.problem, lf_method_find(methods[k]), &opt, 1, one, NULL, NULL), LF_OK);
            test_take_lane(FULL, MANY, i, all, lane);
            test_same_bits(FULL, one, lane, "%s, trajectory %zu", methods[k], i);
        }
    }
}

/* Left alone in still water a ship comes upright, where it is wanted. */
static void test_rest(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM];
    assert_int_equal(
        test_build(&m, "vessel", FLOATS QUADRATIC "force=0 0 0;torque=0 0 0;x=2 1 -1;Pi=.5 .5 .5"),
        LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find("strang"), 800, 8000, y, &stats);
    test_within(hypot(y[AT_X] - .3, y[AT_X + 1] + .2), 1e-6, "place");
    test_within(fabs(y[AT_X + 2]), 1e-6, "draught");
    for (int k = 0; k < 9; k++)
        test_within(fabs(y[k] - (k % 4 == 0)), 1e-6, "attitude");
}

static void test_refused(void **state)
{
    (void)state;
    static test_model m;
    static const char *const bad[][2] = {
        {"added=1 2 3", "added needs 6 numbers, a diagonal, or 36"},
        {"added=2", "must be 0"},
        {"added=-6 0 0 0 0 0", "positive definite"},
        {"added=2 .3 0 0 .4 -.2  .3 4 .1 -.5 0 .6  0 .1 6 .2 -.3 0  0 -.5 .2 1 .1 0  .4 0 -.3 .1 2 "
         ".2 -.2 .6 0 0 .3 3",
         "(6, 5) is 0.3 and (5, 6) is 0.2"},
        {"tau=0 1 1 1 1 1 1  1 0 0 0 0 0 0  1 0 0 0 0 0 0", "times of tau must rise"},
        {"tau=0 1 1", "tau needs rows of 7 numbers"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(test_build(&m, "vessel", bad[k][0]), LF_EINPUT);
        if (!strstr(m.why, bad[k][1]))
            fail_msg("%s: %s", bad[k][0], m.why);
    }
    static const char *const negative[] = {"damping", "quadratic_damping",
                                           "quadratic_angular_damping"};
    for (size_t k = 0; k < 3; k++) {
        char why[256] = "";
        const lf_param *row = lf_param_find(m.model->params, negative[k]);
        assert_int_equal(lf_param_set(row, m.self, "1 -1 0", why, sizeof why), LF_EINPUT);
        assert_non_null(strstr(why, negative[k]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coupled), cmocka_unit_test(test_kirchhoff),
        cmocka_unit_test(test_folded),  cmocka_unit_test(test_balance),
        cmocka_unit_test(test_passive), cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_rest),    cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
