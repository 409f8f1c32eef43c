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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_integrals),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_inverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
