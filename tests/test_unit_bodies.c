/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_bodies.c - rigid bodies in a potential: the four forms, the ways between them, what
 * they keep, and principal axes. */
#include <lieflow/solve.h>
#include <math.h>
#include <string.h>

#include "support/bodies.h"
#include "support/cases.h"
#include "support/support.h"

enum { FORMS = 4, DIM = TEST_BODIES_DIM };
static const char *const form_name[FORMS] = {"inertial Hamiltonian", "inertial Lagrangian",
                                             "relative Hamiltonian", "relative Lagrangian"};

static void check_near(const double *y, const double *expected, double tolerance, const char *what)
{
    for (int c = 0; c < DIM; c++)
        test_within(fabs(y[c] - expected[c]), tolerance, "%s, component %d", what, c);
}

/* There and back between any two forms. Each conversion has a dozen roundings of numbers of size 5
 * at most; division by moments of 0.04 makes them 25 times larger. */
static void test_conversions(void **state)
{
    (void)state;
    test_pair pair;
    for (int from = 0; from < FORMS; from++)
        for (int to = 0; to < FORMS; to++) {
            double y[DIM], there[DIM], back[DIM];
            test_pair_make(&pair, (lf_form)from);
            test_pair_start(&pair, y);
            lf_bodies_convert(&pair.bodies, (lf_form)from, (lf_form)to, 1, y, there);
            lf_bodies_convert(&pair.bodies, (lf_form)to, (lf_form)from, 1, there, back);
            check_near(back, y, 1e-13, form_name[to]);
        }
}

/* Reduction by hand: X = R2^T (x1 - x2), Pi = R2^T R1 Pi1. */
static void test_reduction(void **state)
{
    (void)state;
    test_pair pair;
    double y[DIM], z[DIM];
    test_pair_make(&pair, LF_INERTIAL_HAMILTONIAN);
    test_pair_start(&pair, y);
    lf_bodies_convert(&pair.bodies, LF_INERTIAL_HAMILTONIAN, LF_RELATIVE_HAMILTONIAN, 1, y, z);
#define AT(v, component, body) (v)[(component)*TEST_BODIES + (body)]
    for (int k = 0; k < 3; k++) {
        double X = 0, Pi = 0;
        for (int j = 0; j < 3; j++) {
            double turned = 0;
            X += AT(y, LF_BODY_R + 3 * j + k, 1) * (AT(y, j, 0) - AT(y, j, 1));
            for (int i = 0; i < 3; i++)
                turned += AT(y, LF_BODY_R + 3 * j + i, 0) * AT(y, LF_BODY_PI + i, 0);
            Pi += AT(y, LF_BODY_R + 3 * j + k, 1) * turned;
        }
        test_within(fabs(AT(z, k, 0) - X), 1e-15, "X");
        test_within(fabs(AT(z, LF_BODY_PI + k, 0) - Pi), 1e-15, "Pi");
        test_within(fabs(AT(z, k, 1) - AT(y, k, 1)), 0, "x2");
    }
}

/* All four continuous forms are one motion. Fifth-order error estimates of 1e-13 a step over some
 * 100 steps, and a condition of about 10 over this time. */
static void test_continuous_forms(void **state)
{
    (void)state;
    double expected[DIM];
    for (int form = 0; form < FORMS; form++) {
        test_pair pair;
        double y[DIM];
        lf_stats stats;
        lf_options opt = lf_options_default();
        opt.t1 = 3;
        opt.h = 0;
        opt.tolerance = (lf_tolerance){.atol = 1e-13, .rtol = 1e-13};
        test_pair_make(&pair, (lf_form)form);
        test_pair_start(&pair, y);
        assert_int_equal(lf_solve(&pair.problem, lf_method_find("rkmk8"), &opt, 1, y, NULL, &stats),
                         LF_OK);
        for (size_t k = 0; k < stats.invariants; k++)
            test_within(stats.invariant[k].max_drift, 1e-10, "%s: %s", form_name[form],
                        pair.problem.invariants[k].name);
        lf_bodies_convert(&pair.bodies, (lf_form)form, LF_INERTIAL_HAMILTONIAN, 1, y, y);
        if (form == 0)
            memcpy(expected, y, sizeof y);
        check_near(y, expected, 1e-10, form_name[form]);
    }
}

/* Invariants and the distance are the same numbers in every form, up to rounding. */
static void test_quantities(void **state)
{
    (void)state;
    double expected[LF_MAX_INVARIANTS], distance = 0;
    for (int form = 0; form < FORMS; form++) {
        test_pair pair;
        double y[DIM], value;
        const double t = 0;
        test_pair_make(&pair, (lf_form)form);
        test_pair_start(&pair, y);
        const lf_invariant *inv = pair.problem.invariants;
        for (int k = 0; inv[k].name; k++) {
            value = lf_problem_value(&pair.problem, inv[k].value, t, y);
            expected[k] = form == 0 ? value : expected[k];
            test_within(fabs(value - expected[k]), 1e-13, "%s: %s", form_name[form], inv[k].name);
        }
        value = lf_problem_value(&pair.problem, lf_problem_guard(&pair.problem)->value, t, y);
        distance = form == 0 ? value : distance;
        test_within(fabs(value - distance), 1e-14, "%s: closest", form_name[form]);
    }
    test_within(fabs(distance - sqrt(2.2 * 2.2 + 0.3 * 0.3 + 0.2 * 0.2)), 1e-15,
                "distance of centres");
}

/* The field of lane i is that of the trajectory alone, to the bit; 11 lanes pass the eight that the
 * relative potential takes at a time. */
static void test_lanes(void **state)
{
    (void)state;
    enum { LANES = 11, RATE = 24 };
    for (int form = 0; form < FORMS; form++) {
        test_pair pair;
        double one[DIM], y[DIM * LANES], f[RATE * LANES], alone[RATE];
        const double t[LANES] = {0};
        test_pair_make(&pair, (lf_form)form);
        test_pair_start(&pair, one);
        for (int c = 0; c < DIM; c++)
            for (int i = 0; i < LANES; i++)
                y[c * LANES + i] = one[c] + 0.01 * i;
        const lf_lanes L = test_lanes_of(LANES, t, NULL);
        test_rates(&pair.problem, &L, y, f);
        for (int i = 0; i < LANES; i++) {
            for (int c = 0; c < DIM; c++)
                one[c] = y[c * LANES + i];
            test_rate(&pair.problem, t[i], one, alone);
            for (int c = 0; c < RATE; c++)
                assert_true(alone[c] == f[c * LANES + i]);
        }
    }
}

/* A step of the variational integrator and the discrete Legendre transforms of its two ends tell the
 * same momenta. They divide differences of positions of size 1 by h = 0.05, so that one rounding
 * becomes 20, times masses up to 4. */
static void test_discrete_legendre(void **state)
{
    (void)state;
    test_pair pair;
    double y0[DIM], y1[DIM], from[DIM], to[DIM];
    lf_stats stats;
    const double t0 = 0, h = 0.05;
    lf_options opt = lf_options_default();
    opt.t1 = opt.h = h;
    test_pair_make(&pair, LF_INERTIAL_HAMILTONIAN);
    test_pair_start(&pair, y0);
    memcpy(y1, y0, sizeof y1);
    assert_int_equal(lf_solve(&pair.problem, lf_method_find("lgvi"), &opt, 1, y1, NULL, &stats),
                     LF_OK);
    for (int c = 0; c < DIM; c++) {
        const bool configuration = c < LF_BODY_GAMMA * TEST_BODIES ||
                                   (c >= LF_BODY_R * TEST_BODIES && c < LF_BODY_PI * TEST_BODIES);
        from[c] = configuration ? y0[c] : NAN;
        to[c] = configuration ? y1[c] : NAN;
    }
    const lf_lanes L = test_lanes_of(1, &t0, &h);
    assert_int_equal(lf_bodies_discrete_legendre(&pair.bodies, &L, &h, from, to), LF_OK);
    check_near(from, y0, 1e-13, "momenta at the start");
    check_near(to, y1, 1e-13, "momenta at the end");
}

static void test_columns(void **state)
{
    (void)state;
    static const struct {
        lf_form form;
        size_t k;
        const char *name;
    } known[] = {{LF_INERTIAL_HAMILTONIAN, 0, "x1.x"},   {LF_INERTIAL_HAMILTONIAN, 4, "gamma1.y"},
                 {LF_INERTIAL_HAMILTONIAN, 11, "R1.23"}, {LF_INERTIAL_HAMILTONIAN, 35, "Pi2.z"},
                 {LF_INERTIAL_LAGRANGIAN, 21, "v2.x"},   {LF_INERTIAL_LAGRANGIAN, 15, "Omega1.x"},
                 {LF_RELATIVE_HAMILTONIAN, 0, "X.x"},    {LF_RELATIVE_HAMILTONIAN, 3, "Gamma.x"},
                 {LF_RELATIVE_HAMILTONIAN, 18, "x2.x"},  {LF_RELATIVE_HAMILTONIAN, 6, "R.11"},
                 {LF_RELATIVE_LAGRANGIAN, 5, "V.z"},     {LF_RELATIVE_LAGRANGIAN, 33, "Omega2.x"}};
    for (size_t j = 0; j < sizeof known / sizeof *known; j++) {
        test_pair pair;
        char name[32];
        test_pair_make(&pair, known[j].form);
        lf_problem_column(&pair.problem, lf_problem_order(&pair.problem, known[j].k), name,
                          sizeof name);
        assert_string_equal(name, known[j].name);
    }
}

/* A run stops where the guard falls to its bound, and the message says so. */
static void test_guard(void **state)
{
    (void)state;
    test_pair pair;
    double y[DIM];
    lf_stats stats;
    lf_options opt = lf_options_default();
    test_pair_make(&pair, LF_INERTIAL_HAMILTONIAN);
    pair.bodies.collision = 2.15;
    pair.problem = lf_problem_from_bodies("pair", &pair.bodies, &pair.space);
    test_pair_start(&pair, y);
    opt.t1 = 5;
    opt.watch = 0;
    assert_int_equal(lf_solve(&pair.problem, lf_method_find("rkmk4"), &opt, 1, y, NULL, &stats),
                     LF_EVENT);
    assert_true(fabs(stats.guard - 2.15) < 1e-14 && stats.guard_t == stats.t);
    assert_true(stats.t > 0 && stats.t < 5);
    assert_non_null(strstr(stats.message, "closest fell to its bound 2.15"));
}

static void test_principal_axes(void **state)
{
    (void)state;
    const double J[9] = {0.25, 0.03125, -0.01, 0.03125, 0.3, 0.02, -0.01, 0.02, 0.28};
    double m[3], A[9];
    char why[200] = "";
    assert_int_equal(lf_inertia_principal(J, m, A, why, sizeof why), LF_OK);
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) {
            double sum = 0, square = 0;
            for (int i = 0; i < 3; i++) {
                sum += A[3 * j + i] * m[i] * A[3 * k + i];
                square += A[3 * i + j] * A[3 * i + k];
            }
            test_within(fabs(sum - J[3 * j + k]), 1e-15, "J %d%d", j, k);
            test_within(fabs(square - (j == k)), 1e-15, "A^T A %d%d", j, k);
        }
    const double det = A[0] * (A[4] * A[8] - A[5] * A[7]) - A[1] * (A[3] * A[8] - A[5] * A[6]) +
                       A[2] * (A[3] * A[7] - A[4] * A[6]);
    test_within(fabs(det - 1), 1e-15, "det A");
}

static void test_bad_inertia(void **state)
{
    (void)state;
    static const struct {
        double J[9];
        const char *word;
    } bad[] = {{{1, 0, 0, 0, 1, 0, 0, 0, 2.1}, "exceed"},
               {{1, 0.5, 0, 0.4, 1, 0, 0, 0, 1}, "symmetric"},
               {{1, 0, 0, 0, -1, 0, 0, 0, 1}, "positive"},
               {{1, 0, 0, 0, NAN, 0, 0, 0, 1}, "finite"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        double m[3], A[9];
        char why[200] = "";
        assert_int_equal(lf_inertia_principal(bad[k].J, m, A, why, sizeof why), LF_EINPUT);
        if (!strstr(why, bad[k].word))
            fail_msg("'%s' lacks '%s'", why, bad[k].word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_continuous_forms),
        cmocka_unit_test(test_quantities),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_discrete_legendre),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_guard),
        cmocka_unit_test(test_principal_axes),
        cmocka_unit_test(test_bad_inertia),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
