/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton's method for small systems: solutions, counts, scales, and how it fails. */
#include "support/support.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/newton.h"

/* x^2 + y^2 = 4, x y = 1, the second unknown measured in units of `unit` */
typedef struct {
    double unit;
    int evaluations, jacobians;
} circle;

static lf_status circle_residual(void *ctx, const double *x, double *r)
{
    circle *c = ctx;
    const double y = x[1] / c->unit;
    c->evaluations++;
    r[0] = x[0] * x[0] + y * y - 4;
    r[1] = x[0] * y - 1;
    return LF_OK;
}

static lf_status circle_jacobian(void *ctx, const double *x, const double *r, double *jacobian)
{
    circle *c = ctx;
    (void)r;
    c->jacobians++;
    jacobian[0] = 2 * x[0];
    jacobian[1] = 2 * x[1] / (c->unit * c->unit);
    jacobian[2] = x[1] / c->unit;
    jacobian[3] = x[0] / c->unit;
    return LF_OK;
}

static lf_status circle_solve(circle *c, lf_jacobian *jacobian, double guess, double *x,
                              lf_newton_report *report)
{
    double work[64];
    const double scale[2] = {1, c->unit};
    assert_true(lf_newton_work(2) <= 64);
    const lf_equations E = {
        .n = 2, .residual = circle_residual, .jacobian = jacobian, .ctx = c, .scale = scale};
    x[0] = 2 + guess;
    x[1] = (0.5 + guess) * c->unit;
    c->evaluations = c->jacobians = 0;
    return lf_newton_solve(&E, x, report, work);
}

static void check_circle(double unit, lf_jacobian *jacobian)
{
    circle c = {.unit = unit};
    lf_newton_report report;
    double x[2];
    const double big = (sqrt(6) + sqrt(2)) / 2, small = (sqrt(6) - sqrt(2)) / 2;
    assert_int_equal(circle_solve(&c, jacobian, 0.1, x, &report), LF_OK);
    test_within(fabs(x[0] - big), 4 * DBL_EPSILON, "x with unit %g", unit);
    test_within(fabs(x[1] / unit - small), 4 * DBL_EPSILON, "y with unit %g", unit);
    assert_true(report.iterations >= 3 && report.iterations <= 6);
    if (jacobian) {
        assert_int_equal(c.evaluations, report.iterations);
        assert_true(c.jacobians < report.iterations); /* the last ones are kept */
    }
}

static void test_solutions(void **state)
{
    (void)state;
    static const double units[] = {1, 1e6, 1e-9};
    for (size_t k = 0; k < 3; k++) {
        check_circle(units[k], NULL);
        check_circle(units[k], circle_jacobian);
    }
}

/* A guess close by is settled in fewer iterations; one at the solution in one or two. */
static void test_warm_start(void **state)
{
    (void)state;
    circle c = {.unit = 1};
    lf_newton_report far, near;
    double x[2];
    assert_int_equal(circle_solve(&c, circle_jacobian, 0.3, x, &far), LF_OK);
    const double distance = x[0] - 2;
    assert_int_equal(circle_solve(&c, circle_jacobian, distance, x, &near), LF_OK);
    assert_true(near.iterations < far.iterations);
    assert_true(near.residual < 1e-6);
}

/* x^2 + 1 = 0 has no solution; e^x no finite one; 0 x = 1 no slope */
static lf_status no_root(void *ctx, const double *x, double *r)
{
    (void)ctx;
    r[0] = x[0] * x[0] + 1;
    return LF_OK;
}

static lf_status no_slope(void *ctx, const double *x, double *r)
{
    (void)ctx;
    (void)x;
    r[0] = 1;
    return LF_OK;
}

static lf_status refuses(void *ctx, const double *x, double *r)
{
    (void)ctx;
    (void)x;
    (void)r;
    return LF_ENONFINITE;
}

static lf_status solve_one(lf_residual *residual, double *x, lf_newton_report *report)
{
    double work[8];
    const lf_equations E = {.n = 1, .residual = residual};
    assert_true(lf_newton_work(1) <= 8);
    return lf_newton_solve(&E, x, report, work);
}

static void test_failures(void **state)
{
    (void)state;
    double x[1] = {0.7}, work[8];
    lf_newton_report report;
    assert_int_equal(solve_one(no_root, x, &report), LF_ENEWTON);
    assert_true(report.iterations == 50 && report.residual >= 1);
    const lf_equations few = {.n = 1, .residual = no_root, .most = 7};
    x[0] = 0.7;
    assert_int_equal(lf_newton_solve(&few, x, &report, work), LF_ENEWTON);
    assert_int_equal(report.iterations, 7);
    assert_int_equal(solve_one(no_slope, x, &report), LF_ESINGULAR);
    assert_int_equal(solve_one(refuses, x, &report), LF_ENONFINITE);
}

/* One factorisation for several right-hand sides agrees with solving at once; rows that need to be
 * swapped included. */
static void test_dense(void **state)
{
    (void)state;
    enum { N = 12 };
    test_random r = {5};
    double a[N * N], f[N * N], b[N], c[N], x[N], pivot[N];
    test_fill(&r, N * N, 1, a);
    test_fill(&r, N, 1, x);
    a[0] = 0;
    for (size_t i = 0; i < N; i++) {
        b[i] = 0;
        for (size_t j = 0; j < N; j++)
            b[i] += a[i * N + j] * x[j];
    }
    memcpy(f, a, sizeof f);
    memcpy(c, b, sizeof c);
    assert_int_equal(lf_dense_factor(N, f, pivot), LF_OK);
    lf_dense_apply(N, f, pivot, c);
    assert_int_equal(lf_dense_solve(N, a, b), LF_OK);
    test_within(test_distance(N, b, x), 1e-13, "dense solution");
    test_within(test_distance(N, c, b), 1e-14, "factored solution");
    memset(a, 0, sizeof a);
    assert_int_equal(lf_dense_factor(N, a, pivot), LF_ESINGULAR);
    assert_int_equal(lf_dense_solve(N, a, b), LF_ESINGULAR);
}

/* x = cos(x)/2 + k/10 for each of three unknowns: a contraction by 1/2 */
static lf_status contraction(void *ctx, const double *x, double *r)
{
    (void)ctx;
    for (int k = 0; k < 3; k++)
        r[k] = x[k] - 0.5 * cos(x[k]) - 0.1 * k;
    return LF_OK;
}

/* x = 2 x + 1 runs away from its solution */
static lf_status expansion(void *ctx, const double *x, double *r)
{
    (void)ctx;
    r[0] = x[0] - (2 * x[0] + 1);
    return LF_OK;
}

/* A fixed point needs no Jacobian, reaches what Newton reaches, and says when it does not. */
static void test_fixed_point(void **state)
{
    (void)state;
    double x[3] = {0}, y[3] = {0}, work[64];
    lf_newton_report report;
    lf_equations E = {.n = 3, .residual = contraction};
    assert_int_equal(lf_newton_solve(&E, x, &report, work), LF_OK);
    const int newton = report.iterations;
    E.fixed_point = 1;
    assert_int_equal(lf_newton_solve(&E, y, &report, work), LF_OK);
    assert_true(report.iterations > newton);
    for (int k = 0; k < 3; k++) /* both end within a few roundings */
        assert_true(fabs(x[k] - y[k]) <= 4 * DBL_EPSILON);
    E = (lf_equations){.n = 1, .residual = expansion, .fixed_point = 1};
    x[0] = 1;
    assert_int_equal(lf_newton_solve(&E, x, &report, work), LF_ENEWTON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solutions),   cmocka_unit_test(test_warm_start),
        cmocka_unit_test(test_failures),    cmocka_unit_test(test_dense),
        cmocka_unit_test(test_fixed_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
