/* SPDX-License-Identifier: BSD-3-Clause */
/* Elliptic integrals and Jacobi's functions against 20 digits, at their ends, and by their
 * identities. */
#include "support/support.h"

#include <float.h>
#include <math.h>

#include "base/elliptic.h"

/* A value is as good as its argument: a relative error of epsilon in u moves it by u times its
 * slope. */
static void near(double value, double expected, double slope, double ulps, const char *what,
                 double m1, double u)
{
    test_within(fabs(value - expected), ulps * DBL_EPSILON * (fabs(expected) + fabs(slope)),
                "%s at 1-m = %g, u = %g", what, m1, u);
}

static void test_functions(void **state)
{
    (void)state;
    test_document *D = test_open("energy.json");
    test_node *rows = test_get(test_root(D), "jacobi");
    assert_true(test_length(rows) > 50);
    for (size_t k = 0; k < test_length(rows); k++) {
        double row[5];
        lf_jacobi J;
        assert_int_equal(test_numbers(test_item(rows, k), 5, row), 5);
        const double m1 = row[0], u = row[1], sn = row[2], cn = row[3], dn = row[4];
        lf_jacobi_set(&J, m1);
        const lf_jacobi_value v = lf_jacobi_at(&J, u);
        near(v.sn, sn, u * cn * dn, 4, "sn", m1, u);
        near(v.cn, cn, u * sn * dn, 4, "cn", m1, u);
        near(v.dn, dn, u * (1 - m1) * sn * cn, 4, "dn", m1, u);
    }
    test_close(D);
}

static void test_integrals(void **state)
{
    (void)state;
    test_document *D = test_open("energy.json");
    test_node *complete = test_get(test_root(D), "complete");
    test_node *incomplete = test_get(test_root(D), "incomplete");
    assert_true(test_length(complete) >= 9 && test_length(incomplete) >= 50);
    for (size_t k = 0; k < test_length(complete); k++) {
        double row[2];
        assert_int_equal(test_numbers(test_item(complete, k), 2, row), 2);
        near(lf_elliptic_K(row[0]), row[1], 0, 4, "K", row[0], 0);
    }
    for (size_t k = 0; k < test_length(incomplete); k++) {
        double row[4];
        assert_int_equal(test_numbers(test_item(incomplete, k), 4, row), 4);
        near(lf_elliptic_F(row[1], row[2], row[0]), row[3], 0, 6, "F", row[0], row[1]);
    }
    test_close(D);
}

/* m = 0 gives the circular, m = 1 the hyperbolic functions. */
static void test_ends(void **state)
{
    (void)state;
    lf_jacobi circle, line;
    lf_jacobi_set(&circle, 1);
    lf_jacobi_set(&line, 0);
    for (double u = -3; u <= 3; u += 0.25) {
        const lf_jacobi_value c = lf_jacobi_at(&circle, u), l = lf_jacobi_at(&line, u);
        test_within(fabs(c.sn - sin(u)) + fabs(c.cn - cos(u)) + fabs(c.dn - 1), 8e-16, "m = 0");
        assert_true(l.sn == tanh(u) && l.cn == 1 / cosh(u) && l.dn == l.cn);
    }
    assert_true(isinf(lf_elliptic_K(0)) && isinf(lf_elliptic_F(1, 0, 0)));
    assert_true(lf_elliptic_F(0, 1, 0.5) == 0);
    test_within(fabs(lf_elliptic_K(1) - acos(0)), 4e-16, "K of a circle");
}

/* F inverts the functions over a whole period, and squares add up. */
static void test_inverse(void **state)
{
    (void)state;
    test_random r = {5};
    for (int k = 0; k < 2000; k++) {
        lf_jacobi J;
        const double m1 = exp(-test_uniform(&r, 0, 20)), K = lf_elliptic_K(m1);
        const double u = test_uniform(&r, -1.99, 1.99) * K;
        lf_jacobi_set(&J, m1);
        const lf_jacobi_value v = lf_jacobi_at(&J, u);
        test_within(fabs(v.sn * v.sn + v.cn * v.cn - 1), 1e-15, "sn^2 + cn^2");
        test_within(fabs(v.dn * v.dn - m1 - (1 - m1) * v.cn * v.cn), 1e-15, "dn^2");
        test_within(fabs(lf_elliptic_F(v.sn, v.cn, m1) - u), 16 * DBL_EPSILON * K / v.dn,
                    "F(sn, cn) at 1-m = %g, u = %g", m1, u);
    }
}

/* R_D against 19 digits (mpmath's elliprd), and its sum over the three places, 3/sqrt(x y z). */
static void test_carlson(void **state)
{
    (void)state;
    static const double row[][4] = {
        {1.0, 1.0, 1.0, 1.0},
        {0.0, 2.0, 1.0, 1.797210352103388311},
        {2.0, 3.0, 4.0, 0.1651052729426105335},
        {0.5, 0.25, 0.125, 11.37761612303836359},
        {0.001, 1.0, 1000.0, 0.0003616071913298329953},
        {1000000.0, 1e-06, 1.0, 0.002996992805917680251},
        {0.0, 1e-08, 10000.0, 0.0000426054147572836982},
        {3.0, 3.0, 0.01, 9.155511004656634134},
        {0.01, 0.02, 50.0, 0.03194940751098574899},
        {1e-12, 1e-12, 1.0, 40.52597321563419723},
        {20000000000.0, 10000000000.0, 15000000000.0, 5.580291774987108297e-16},
        {1.0, 1.001, 0.999, 1.000600643357654688},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const double x = row[k][0], y = row[k][1], z = row[k][2];
        test_within(fabs(lf_elliptic_RD(x, y, z) / row[k][3] - 1), 4 * DBL_EPSILON,
                    "R_D(%g, %g, %g)", x, y, z);
        assert_true(lf_elliptic_RD(x, y, z) == lf_elliptic_RD(y, x, z));
    }
    test_random r = {8};
    for (int k = 0; k < 2000; k++) {
        const double x = exp(test_uniform(&r, -8, 8)), y = exp(test_uniform(&r, -8, 8));
        const double z = exp(test_uniform(&r, -8, 8));
        const double sum =
            lf_elliptic_RD(x, y, z) + lf_elliptic_RD(y, z, x) + lf_elliptic_RD(z, x, y);
        test_within(fabs(sum * sqrt(x) * sqrt(y) * sqrt(z) / 3 - 1), 8 * DBL_EPSILON,
                    "sum of R_D at %g, %g, %g", x, y, z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions), cmocka_unit_test(test_integrals),
        cmocka_unit_test(test_carlson),   cmocka_unit_test(test_ends),
        cmocka_unit_test(test_inverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
