/* SPDX-License-Identifier: BSD-3-Clause */
/* Two quadrotors with a load, as a user runs them: the load follows its path, links and attitudes
 * settle, methods have their orders, and the constraints stay. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { DIM = 42 };

static const lf_method *method(const char *name)
{
    const lf_method *M = lf_method_find(name);
    if (!M)
        fail_msg("no method %s", name);
    return M;
}

static double output(const lf_problem *P, const char *name, double t, const double *y)
{
    double value = NAN;
    const lf_invariant *q = P->outputs;
    while (q->name && strcmp(q->name, name) != 0)
        q++;
    assert_non_null(q->name);
    value = lf_problem_value(P, q->value, t, y);
    return value;
}

static void test_tracking(void **state)
{
    (void)state;
    static const struct {
        double t, ex, eq1; /* as tabulated, to the digits given */
        double ex_digit, eq1_digit;
    } row[] = {{0, .469, .199, 1e-3, 1e-3},       {.5, .491, .073, 1e-3, 1e-3},
               {1, .376, 6.8e-3, 1e-3, 1e-4},     {2, .116, 3.3e-5, 1e-3, 1e-6},
               {3, .025, 1.2e-7, 1e-3, 1e-8},     {4, 4.65e-3, 4e-10, 1e-5, 1e-10},
               {5, 8.0e-4, 1.2e-12, 1e-5, 1e-13}, {8, 3.3e-6, 0, 1e-7, 1e-13}};
    test_model m;
    assert_int_equal(test_build(&m, "quadrotors", ""), LF_OK);
    double y[DIM];
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        memcpy(y, m.y0, sizeof y);
        if (row[k].t > 0)
            test_march(&m.problem, method("rkmk8"), row[k].t, (size_t)lround(100 * row[k].t), y,
                       NULL);
        test_within(fabs(output(&m.problem, "e_x", row[k].t, y) - row[k].ex), row[k].ex_digit,
                    "e_x(%g)", row[k].t);
        test_within(fabs(output(&m.problem, "e_q1", row[k].t, y) - row[k].eq1), row[k].eq1_digit,
                    "e_q1(%g)", row[k].t);
    }
    test_within(output(&m.problem, "e_q2", 8, y), 1e-12, "e_q2(8)");
    test_within(fabs(output(&m.problem, "u1", 8, y) - 11.68), 6e-3, "|u1| settles");
    test_within(fabs(output(&m.problem, "u2", 8, y) - 12.59), 6e-3, "|u2| settles");
    test_within(fabs(acos(y[32]) * 180 / acos(-1.0) - 32.5), 0.06, "link 1 leans by 32.5 degrees");
}

/* Hover and circle are followed too; |e_x| decays as the gains say, (1 + c t) exp(-2 t). */
static void test_paths_followed(void **state)
{
    (void)state;
    test_model m;
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(test_build(&m, "quadrotors",
                                    k ? "path=circle;radius=0.8;rate=1.5;p0=0 0 -2" : "path=hover"),
                         LF_OK);
        test_march(&m.problem, method("rkmk5"), 10, 1000, m.y0, NULL);
        test_within(output(&m.problem, "e_x", 10, m.y0), 1e-6, "e_x(10), path %zu", k);
    }
}

static void test_attitude_control(void **state)
{
    (void)state;
    /* half a turn off and spinning; then with the thrust bound to the body */
    static const char *const settings[] = {
        "attitude=controlled;R1=-1 0 0 0 -1 0 0 0 1;Omega1=1 -2 0.5;yaw=0.3",
        "attitude=controlled;thrust=body;path=hover", "attitude=controlled;thrust=body",
        "attitude=controlled;thrust=body;kR=60;kOmega=5;yaw=-1;R2=0 -1 0 1 0 0 0 0 1"};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        test_model m;
        assert_int_equal(test_build(&m, "quadrotors", settings[k]), LF_OK);
        assert_null(m.problem.invariants);
        test_march(&m.problem, method("rkmk5"), 12, 2400, m.y0, NULL);
        test_within(output(&m.problem, "e_R1", 12, m.y0), 1e-5, "e_R1, case %zu", k);
        test_within(output(&m.problem, "e_R2", 12, m.y0), 1e-5, "e_R2, case %zu", k);
        test_within(output(&m.problem, "e_x", 12, m.y0), 1e-4, "e_x, case %zu", k);
        /* the third body axis is the direction of the force, downwards */
        assert_true(m.y0[14] > 0.5 && m.y0[26] > 0.5);
    }
}

static void test_orders(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double order;
    } row[] = {{"lie-euler", 1}, {"rkmk2", 2}, {"rkmk3", 3},
               {"rkmk4", 4},     {"cf4", 4},   {"cf32a", 3}};
    test_model m;
    assert_int_equal(test_build(&m, "quadrotors", ""), LF_OK);
    double truth[DIM];
    memcpy(truth, m.y0, sizeof truth);
    test_march(&m.problem, method("rkmk8"), 1, 200, truth, NULL);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        double error[2];
        for (size_t j = 0; j < 2; j++) {
            double y[DIM];
            memcpy(y, m.y0, sizeof y);
            test_march(&m.problem, method(row[k].name), 1, 80u << j, y, NULL);
            error[j] = test_distance(DIM, y, truth);
        }
        test_within(fabs(log2(error[0] / error[1]) - row[k].order), 0.15, "order of %s",
                    row[k].name);
    }
}

static double product(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The start is not planar, so that every constraint has something to do. */
static void test_constraints(void **state)
{
    (void)state;
    test_model m;
    assert_int_equal(test_build(&m, "quadrotors", ""), LF_OK);
    lf_stats stats;
    double truth[DIM];
    memcpy(truth, m.y0, sizeof truth);
    test_march(&m.problem, method("rkmk8"), 5, 1000, truth, NULL);
    test_march(&m.problem, method("rkmk4"), 5, 500, m.y0, &stats);
    for (size_t k = 0; k < 2; k++) {
        const double *q = m.y0 + 30 + 6 * k;
        double defect;
        test_group_defect(&lf_so3, 1, m.y0 + 6 + 12 * k, &defect);
        test_within(fabs(product(q, q) - 1), 2e-14, "|q%zu|", k + 1);
        test_within(fabs(product(q, q + 3)), 1e-14, "q%zu.omega%zu", k + 1, k + 1);
        test_within(defect, 2e-14, "R%zu", k + 1);
    }
    test_within(stats.defect, 2e-14, "defect");
    test_within(test_distance(DIM, m.y0, truth), 3e-9, "error at 5");
    assert_int_equal(stats.invariants, 4);
    for (size_t k = 0; k < 4; k++)
        test_within(stats.invariant[k].max_drift, 1e-9, "%s", m.problem.invariants[k].name);
}

/* Closed forms: from rest all bodies fall alike, and links that hang at rest stay so when each
 * quadrotor carries itself and its share of the load. */
static void test_without_control(void **state)
{
    (void)state;
    static test_model m;
    double y[DIM];
    assert_int_equal(
        test_build(&m, "quadrotors", "control=none;omega1=0 0 0;omega2=0 0 0;v=0.5 0 0.25;g=8"),
        LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, method("rkmk4"), 1.5, 60, y, NULL);
    const double fall[6] = {0.3 + 0.75, -0.2, -0.7 + 0.375 + 9, 0.5, 0, 0.25 + 12};
    test_within(test_distance(6, y, fall), 1e-13, "free fall of the load");
    test_within(test_distance(12, y + 30, m.y0 + 30), 1e-14, "links in free fall");
    assert_int_equal(test_build(&m, "quadrotors",
                                "control=given;g=8;q1=0 0 1;q2=0 0 1;omega1=0 0 0;omega2=0 0 0;"
                                "u1=0 0 -9.6;u2=0 0 -10.4"),
                     LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, method("rkmk4"), 1.5, 60, y, NULL);
    test_within(test_distance(6, y, m.y0), 1e-13, "the load hangs still");
    test_within(test_distance(12, y + 30, m.y0 + 30), 1e-13, "links hang still");
}

/* What is said to stay stays: roundings of 2000 steps of rkmk8. */
static void test_what_stays(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        size_t count;
    } all[] = {{"control=none", 9},
               {"control=given;u1=1 2 -9;u2=0 -1 -12", 8},
               {"control=given;u1=1 2 -9;u2=0 -1 -12;M1=0.01 0.02 0;M2=0 0 -0.03", 4},
               {"control=given;thrust=body;u1=0 0 -9;u2=0 0 -8", 4},
               {"control=given;thrust=body;u1=0 0 -9;M2=0 0.01 0", 0},
               {"control=path", 4}};
    static test_model m;
    double y[DIM];
    lf_stats stats;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        assert_int_equal(test_build(&m, "quadrotors", all[k].settings), LF_OK);
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, method("rkmk8"), 2, 2000, y, &stats);
        assert_int_equal(stats.invariants, all[k].count);
        for (size_t i = 0; i < stats.invariants; i++)
            test_within(stats.invariant[i].max_drift,
                        1e-12 * (1 + fabs(stats.invariant[i].initial)), "%s: %s", all[k].settings,
                        m.problem.invariants[i].name);
    }
}

/* The energy of the free system depends on every mass, length and moment: a wrong Euler equation or
 * link would not keep it. Its value at the start, written out. */
static void test_energy_value(void **state)
{
    (void)state;
    static test_model m;
    assert_int_equal(test_build(&m, "quadrotors", "control=none;v=1 2 3"), LF_OK);
    /* q1 = (0, -0.6, 0.8), omega1 x q1 = (0, -0.32, -0.24); q2 = (0.28, 0, 0.96), omega2 x q2 =
     * (-0.48, 0, 0.14), links of 1 and 1.2 */
    const double load = 0.5 * 14 + 9.81 * 0.7;
    const double one = 0.35 * (1 + 2.32 * 2.32 + 3.24 * 3.24) + 0.7 * 9.81 * 1.5;
    const double two = 0.4 * (1.576 * 1.576 + 4 + 2.832 * 2.832) + 0.8 * 9.81 * 1.852;
    const double spin = 0.5 * (0.082 * 0.01 + 0.0845 * 0.04 + 0.1377 * 0.09) +
                        0.5 * (0.09 * 0.25 + 0.0875 * 0.16 + 0.15 * 0.04);
    assert_string_equal(m.problem.invariants[0].name, "energy");
    test_within(fabs(lf_problem_value(&m.problem, m.problem.invariants[0].value, 0, m.y0) -
                     (load + one + two + spin)),
                1e-13, "energy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_control), cmocka_unit_test(test_what_stays),
        cmocka_unit_test(test_energy_value),    cmocka_unit_test(test_tracking),
        cmocka_unit_test(test_paths_followed),  cmocka_unit_test(test_attitude_control),
        cmocka_unit_test(test_orders),          cmocka_unit_test(test_constraints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
