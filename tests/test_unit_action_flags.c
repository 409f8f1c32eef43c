/* SPDX-License-Identifier: BSD-3-Clause */
/* What an action may ask of solver and methods: to fly alone, to go forward only, and a chart of its
 * own. */
#include "support/order.h"

#include <math.h>
#include <string.h>

enum { MANY = 11, WIDTH = 4 };

/* ---- alone, forward ---- */

/* A field that remembers how many lanes it was asked for at most. */
typedef struct {
    size_t *most;
} counted;

static lf_status count_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const counted *c = P->ctx;
    const size_t n = L->n;
    (void)work;
    *c->most = n > *c->most ? n : *c->most;
    for (size_t i = 0; i < n; i++) {
        f[i] = 1 + y[i];
        f[n + i] = sin(L->t[i]) * y[n + i];
        f[2 * n + i] = y[i] * y[2 * n + i] - 2;
    }
    return LF_OK;
}

static lf_options options(double tolerance, double every)
{
    lf_options opt = lf_options_default();
    opt.t1 = 1;
    opt.h = tolerance > 0 ? 0 : 0.05;
    opt.every = every;
    opt.block = WIDTH;
    opt.tolerance.atol = tolerance;
    return opt;
}

/* Alone or not, a trajectory has the same bits; alone, no field sees two of them. */
static void test_alone(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double tolerance, every;
    } runs[] = {{"rkmk4", 0, 0},    {"rkmk4", 0, 0.3},    {"cf4", 0, 0.3},
                {"rkmk5", 1e-6, 0}, {"rkmk5", 1e-6, 0.3}, {"dopri5", 1e-6, 0.3}};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        double y[2][3 * MANY];
        size_t most[2] = {0, 0};
        const lf_options opt = options(runs[k].tolerance, runs[k].every);
        for (size_t alone = 0; alone < 2; alone++) {
            lf_action A = lf_sphere;
            const counted c = {&most[alone]};
            A.alone = alone == 1;
            const lf_problem P = {.name = "counted", .action = &A, .field = count_field, .ctx = &c};
            test_random r = {k + 1};
            test_point(&lf_sphere, &r, MANY, y[alone]);
            assert_int_equal(
                lf_solve(&P, lf_method_find(runs[k].method), &opt, MANY, y[alone], NULL, NULL),
                LF_OK);
        }
        test_same_bits(3 * MANY, y[1], y[0], "%s", runs[k].method);
        assert_true(most[0] >= WIDTH && most[1] == 1);
    }
}

static void test_forward(void **state)
{
    (void)state;
    lf_action A = lf_sphere;
    test_field field;
    A.forward = true;
    const lf_problem P = test_problem(&A, TEST_IN_TIME, 1, &field);
    static const char *const methods[] = {"cf4", "cf43", "rk4"};
    for (size_t k = 0; k < 3; k++) {
        const lf_method *M = lf_method_find(methods[k]);
        for (int follows = 0; follows < (M->estimator.attempt ? 2 : 1); follows++) {
            double y[3] = {0.6, 0, 0.8};
            lf_stats stats;
            lf_options opt = options(follows ? 1e-6 : 0, 0.3);
            assert_int_equal(lf_solve(&P, M, &opt, 1, y, NULL, &stats), LF_OK);
            opt.t1 = -1;
            const double before[3] = {y[0], y[1], y[2]};
            assert_int_equal(lf_solve(&P, M, &opt, 1, y, NULL, &stats), LF_ENEEDS);
            assert_non_null(strstr(stats.message, "cannot go back in time"));
            assert_non_null(strstr(stats.message, P.name));
            test_same_bits(3, y, before, "refused");
        }
    }
}

/* Products, powers and diagonals demand what one of their factors demands. */
static void test_demands_are_passed_on(void **state)
{
    (void)state;
    lf_action special = lf_sphere;
    special.alone = special.forward = true;
    const lf_group *const groups[] = {&lf_so3, &lf_so3};
    const lf_action *const factors[] = {&lf_sphere, &special}, *const plain[] = {&lf_sphere};
    const lf_group product = lf_group_product(2, groups), power = lf_group_power(groups, 3);
    const lf_action all[] = {lf_action_product(&product, 2, factors),
                             lf_action_diagonal(2, factors),
                             lf_action_power(&power, factors + 1, 3)};
    for (size_t k = 0; k < 3; k++)
        assert_true(all[k].alone && all[k].forward);
    const lf_action none = lf_action_power(&power, plain, 3);
    assert_false(none.alone || none.forward);
}

/* ---- a chart of its own ---- */

/* An action with the Cayley map for its flow, and the inverse differential of that; ctx is the plain
 * action. */
static lf_status chart_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                            double *y1, double *work)
{
    return lf_action_flow(A->ctx, LF_CAYLEY, n, u, y0, y1, work);
}

static lf_status chart_pull(const lf_action *A, size_t n, const double *y0, const double *u,
                            const double *y, const double *f, double *k, double *work)
{
    (void)y0;
    (void)y;
    return lf_group_dmapinv(A->group, LF_CAYLEY, n, u, f, k, work);
}

static lf_action_ops sphere_ops, circle_ops;
static lf_action chart, circle;
/* The actions they are made of, of no known kind: only those of a known kind settle. */
static lf_action plain_sphere, plain_circle;

static lf_action chart_of(const lf_action *plain, lf_action_ops *ops)
{
    lf_action A = *plain;
    *ops = *plain->ops;
    ops->flow = chart_flow;
    ops->pull = chart_pull;
    A.name = "chart";
    A.kind = LF_ACTION_OTHER;
    A.ops = ops;
    A.ctx = plain;
    return A;
}

static int make_charts(void **state)
{
    (void)state;
    chart = chart_of(&lf_sphere, &sphere_ops);
    circle = chart_of(&lf_so2_left, &circle_ops); /* of an abelian group */
    plain_sphere = lf_sphere;
    plain_circle = lf_so2_left;
    plain_sphere.kind = plain_circle.kind = LF_ACTION_OTHER;
    return 0;
}

/* From points that the plain action draws. */
static lf_status fly(const lf_action *A, const lf_action *plain, const lf_method *M,
                     double tolerance, size_t n, double *y, lf_stats *stats)
{
    static test_field field;
    const lf_problem P = test_problem(A, TEST_IN_TIME, 1, &field);
    lf_options opt = options(tolerance, 0.3);
    opt.h = 0.05; /* a first step that is chosen would see the exponential */
    test_random r = {n};
    test_point(plain, &r, n, y);
    return lf_solve(&P, M, &opt, n, y, NULL, stats);
}

/* The chart gives the bits of a method in Cayley coordinates on the plain action. */
static void same_as_cayley(const lf_action *own, const lf_action *plain, const char *name,
                           double tolerance)
{
    for (size_t n = 1; n <= MANY; n += 5) {
        double a[6 * MANY], b[6 * MANY], c[6 * MANY];
        lf_stats stats, other;
        const lf_method *M = lf_method_find(name);
        lf_method cayley = *M;
        cayley.map = LF_CAYLEY;
        assert_int_equal(fly(own, plain, M, tolerance, n, a, &stats), LF_OK);
        assert_int_equal(fly(plain, plain, &cayley, tolerance, n, b, &other), LF_OK);
        test_same_bits(own->dim * n, a, b, "%s, %zu trajectories", name, n);
        assert_int_equal(stats.evaluations, other.evaluations);
        assert_int_equal(fly(plain, plain, M, tolerance, n, c, &other), LF_OK);
        assert_true(memcmp(a, c, own->dim * n * sizeof *a) != 0); /* the chart matters */
        const double error = test_distance(own->dim * n, a, c);
        test_within(error, 1e-3, "%s: exp and Cayley", name);
    }
}

static void test_chart(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk4", "rkmk5", "rkmk8"};
    for (size_t k = 0; k < 3; k++) {
        same_as_cayley(&chart, &plain_sphere, methods[k], 0);
        same_as_cayley(&circle, &plain_circle, methods[k], 0);
    }
    same_as_cayley(&circle, &plain_circle, "rkmk5", 1e-7);
    same_as_cayley(&circle, &plain_circle, "gbs", 1e-7);
    same_as_cayley(&chart, &plain_sphere, "rkmk5", 1e-7);
    same_as_cayley(&chart, &plain_sphere, "rkmk8", 1e-7);
    same_as_cayley(&chart, &plain_sphere, "gbs", 1e-7);
}

/* In a product beside a plain factor both have their own coordinates, and a power has the base's. */
static void test_chart_in_compounds(void **state)
{
    (void)state;
    const lf_group *const groups[] = {&lf_so3, &lf_so3};
    const lf_action *const own[] = {&chart, &chart}, *const plain[] = {&plain_sphere,
                                                                       &plain_sphere};
    const lf_group product = lf_group_product(2, groups), power = lf_group_power(groups, 2);
    const lf_action a = lf_action_product(&product, 2, own),
                    b = lf_action_product(&product, 2, plain), c = lf_action_power(&power, own, 2),
                    d = lf_action_power(&power, plain, 2);
    same_as_cayley(&a, &b, "rkmk5", 1e-7);
    same_as_cayley(&a, &b, "gbs", 1e-7);
    same_as_cayley(&c, &d, "rkmk4", 0);
    const lf_action *const half[] = {&plain_sphere, &chart};
    const lf_action mixed = lf_action_product(&product, 2, half);
    static test_field field;
    static test_race race;
    const lf_problem P = test_problem(&mixed, TEST_IN_TIME, 1, &field);
    test_race_set(&race, &P, 1);
    test_order_is(&race, lf_method_find("rkmk4"), 4, 0.15);
}

/* Coordinates cannot be chosen twice. */
static void test_chart_refusals(void **state)
{
    (void)state;
    double y[3];
    lf_stats stats;
    lf_method M = *lf_method_find("rkmk4");
    M.map = LF_CAYLEY;
    assert_int_equal(fly(&chart, &plain_sphere, &M, 0, 1, y, &stats), LF_ENEEDS);
    assert_non_null(strstr(stats.message, "chart"));
    M.map = LF_EXP;
    M.pull = LF_PULL_TRUNCATED;
    assert_int_equal(fly(&chart, &plain_sphere, &M, 0, 1, y, &stats), LF_ENEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_forward),
        cmocka_unit_test(test_demands_are_passed_on),
        cmocka_unit_test(test_chart),
        cmocka_unit_test(test_chart_in_compounds),
        cmocka_unit_test(test_chart_refusals),
    };
    return cmocka_run_group_tests(tests, make_charts, NULL);
}
