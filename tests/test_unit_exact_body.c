/* SPDX-License-Identifier: BSD-3-Clause */
/* The free rigid body in closed form: reference values of 34 digits, an integrator of order eight
 * in every special case, closed forms, and what an exact flow fulfils. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/exact_body.h"

static void to_matrix(const double q[4], double R[9])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double M[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(R, M, sizeof M);
}

static void test_references(void **state)
{
    (void)state;
    test_document *D = test_open("energy.json");
    test_node *rows = test_get(test_root(D), "attitude");
    assert_int_equal(test_length(rows), 3);
    for (size_t k = 0; k < test_length(rows); k++) {
        test_node *row = test_item(rows, k);
        double I[3], m0[3], y[12], m[3], q[4], R[9];
        assert_int_equal(test_numbers(test_get(row, "inertia"), 3, I), 3);
        assert_int_equal(test_numbers(test_get(row, "m"), 3, m0), 3);
        assert_int_equal(test_numbers(test_get(row, "y"), 12, y), 12);
        lf_exact_body(I, m0, test_number(test_get(row, "t")), m, q);
        to_matrix(q, R);
        test_within(test_distance(3, m, y), 2e-15 * test_norm(3, y), "m, case %zu", k);
        test_within(test_distance(9, R, y + 3), 4e-15, "Q, case %zu", k);
    }
    test_close(D);
}

/* Bodies and momenta of every sort: axes in every order, equal moments, near and on a separatrix,
 * steady about each axis, at rest. */
static const struct {
    const char *name;
    double I[3], m[3];
} bodies[] = {
    {"generic", {1, 2, 4}, {0.6, 0.48, 0.64}},
    {"around the short axis", {1, 2, 4}, {-0.9, 0.2, 0.3}},
    {"around the long axis", {1, 2, 4}, {0.2, -0.3, -0.9}},
    {"order 132", {1, 4, 2}, {0.6, 0.48, 0.64}},
    {"order 213", {2, 1, 4}, {0.6, -0.48, 0.64}},
    {"order 231", {2, 4, 1}, {0.6, 0.48, -0.64}},
    {"order 312", {4, 1, 2}, {-0.6, 0.48, 0.64}},
    {"order 321", {4, 2, 1}, {0.6, 0.48, 0.1}},
    {"flat", {1, 1, 2}, {0.3, 0.4, 0.8}},
    {"flat, axis nearly across", {1, 1, 2}, {0.3, 0.4, 1e-3}},
    {"flat, axis first", {2, 1, 1}, {0.3, 0.4, 0.8}},
    {"nearly flat", {1, 1.0000001, 2}, {0.3, 0.4, 1e-2}},
    {"long", {1, 2, 2}, {0.3, 0.4, 0.8}},
    {"long, axis second", {2, 1, 2}, {0.3, 0.01, 0.8}},
    {"ball", {2, 2, 2}, {0.3, 0.4, 0.8}},
    {"separatrix", {1, 2, 4}, {0.5, 0.3, 0.70710678118654757}},
    {"near the separatrix", {1, 2, 4}, {0.5, 0.3, 0.7071}},
    {"near the other side", {1, 2, 4}, {0.5001, 0.3, 0.70710678118654757}},
    {"about the first axis", {1, 2, 4}, {0.7, 0, 0}},
    {"about the second axis", {1, 2, 4}, {0, -0.7, 0}},
    {"about the third axis", {1, 2, 4}, {0, 0, 0.7}},
    {"nearly about the second axis", {1, 2, 4}, {1e-9, 0.7, 1e-9}},
    {"nearly about the first axis", {1, 2, 4}, {0.7, 1e-9, 1e-9}},
    {"in a plane", {1, 2, 4}, {0.4, 0, 0.3}},
    {"across", {1, 2, 4}, {0.4, 0.3, 0}},
    {"at rest", {1, 2, 4}, {0, 0, 0}},
    {"tiny", {1, 2, 4}, {6e-200, 4.8e-200, 6.4e-200}},
    {"stretched", {1, 5, 60}, {1, 2.5, -60}},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

static void set_numbers(const lf_param *rows, void *self, const char *name, size_t count,
                        const double *a)
{
    char text[128] = "", why[256];
    for (size_t k = 0; k < count; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%.17g ", a[k]);
    assert_int_equal(lf_param_set(lf_param_find(rows, name), self, text, why, sizeof why), LF_OK);
}

/* The body as the model free-rigid-body-attitude. */
static void build_body(test_model *b, size_t k, const char *settings)
{
    assert_int_equal(test_build(b, "free-rigid-body-attitude", settings), LF_OK);
    set_numbers(b->model->params, b->self, "inertia", 3, bodies[k].I);
    set_numbers(b->model->params, b->self, "m", 3, bodies[k].m);
    assert_int_equal(lf_param_set(lf_param_find(b->model->params, "moments"), b->self, "any",
                                  b->why, sizeof b->why),
                     LF_OK);
    assert_int_equal(b->model->build(b->self, &b->problem, b->y0, b->why, sizeof b->why), LF_OK);
}

/* Steps of 1/200 of rkmk8 leave nothing but roundings, which the unstable axis lets grow by e^3. */
static void check_against_rkmk8(const char *settings)
{
    static const double times[] = {0.01, 1, 7, -3};
    static test_model b;
    for (size_t k = 0; k < BODIES; k++)
        for (size_t j = 0; j < 4; j++) {
            lf_options opt = lf_options_default();
            double exact[12], y[LF_MODEL_MAX_DIM];
            build_body(&b, k, settings);
            const size_t dim = b.problem.action->dim;
            opt.t1 = times[j];
            opt.h = 0.005;
            memcpy(y, b.y0, sizeof y);
            assert_int_equal(lf_solve(&b.problem, lf_method_find("rkmk8"), &opt, 1, y, NULL, NULL),
                             LF_OK);
            assert_int_equal(b.model->exact(b.self, times[j], exact), LF_OK);
            test_within(test_distance(dim, exact, y), 2e-13 * fmax(1, test_norm(3, bodies[k].m)),
                        "%s %s at t = %g", bodies[k].name, settings, times[j]);
        }
}

static void test_matrix(void **state)
{
    (void)state;
    check_against_rkmk8("attitude=matrix;R=0 -1 0 1 0 0 0 0 1");
}

/* The quaternion itself, not just its rotation: its sign is continuous in time. */
static void test_quaternion(void **state)
{
    (void)state;
    check_against_rkmk8("attitude=quaternion;q=0.5 -0.5 0.5 0.5");
}

/* With 1/I = (3, 2, 1) and m = (1, 0, 1)/sqrt(2): m(t) = (sech t, sqrt(2) tanh t, sech t)/sqrt(2). */
static void test_separatrix(void **state)
{
    (void)state;
    const double I[3] = {1. / 3, 0.5, 1}, m0[3] = {sqrt(0.5), 0, sqrt(0.5)};
    for (double t = -4; t <= 4; t += 0.5) {
        const double expected[3] = {sqrt(0.5) / cosh(t), tanh(t), sqrt(0.5) / cosh(t)};
        double m[3];
        lf_exact_body(I, m0, t, m, NULL);
        test_within(test_distance(3, m, expected), 1e-15 * exp(fabs(t)), "separatrix at %g", t);
    }
}

/* m rotates with the rate m3 (1/I3 - 1/I1) about the axis of a symmetric body. */
static void test_symmetric(void **state)
{
    (void)state;
    const double I[3] = {2, 2, 3}, m0[3] = {0.6, 0, 0.8};
    for (double t = 0; t < 200; t += 17) {
        const double angle = 0.8 * (1. / 3 - 0.5) * t;
        const double expected[3] = {0.6 * cos(angle), -0.6 * sin(angle), 0.8};
        double m[3];
        lf_exact_body(I, m0, t, m, NULL);
        test_within(test_distance(3, m, expected), 1e-15 * (1 + t), "symmetric at %g", t);
    }
}

/* Two flows one after the other are one flow; energy and the momentum in space stay. */
static void test_flows(void **state)
{
    (void)state;
    test_random r = {31};
    for (int k = 0; k < 500; k++) {
        double I[3], m0[3], m1[3], m2[3], m[3], q1[4], q2[4], q[4], product[4];
        for (int i = 0; i < 3; i++)
            I[i] = test_uniform(&r, 0.5, 4);
        test_fill(&r, 3, 2, m0);
        const double a = test_uniform(&r, -20, 20), b = test_uniform(&r, -20, 20);
        lf_exact_body(I, m0, a, m1, q1);
        lf_exact_body(I, m1, b, m2, q2);
        lf_exact_body(I, m0, a + b, m, q);
        test_mul(&lf_s3, 1, q1, q2, product);
        test_within(test_distance(3, m, m2), 2e-12, "momentum, case %d", k);
        test_within(test_distance(4, q, product), 2e-12, "attitude, case %d", k);
        double R[9], space[3];
        to_matrix(q, R);
        for (int i = 0; i < 3; i++)
            space[i] = R[3 * i] * m[0] + R[3 * i + 1] * m[1] + R[3 * i + 2] * m[2];
        test_within(test_distance(3, space, m0), 2e-14, "momentum in space, case %d", k);
        double change = 0;
        for (int i = 0; i < 3; i++)
            change += (m[i] * m[i] - m0[i] * m0[i]) / I[i];
        test_within(fabs(change), 1e-13, "energy, case %d", k);
    }
}

/* As a method: any step is exact. */
static void test_method(void **state)
{
    (void)state;
    static const char *const models[][2] = {
        {"free-rigid-body", ""},
        {"free-rigid-body-attitude", ""},
        {"free-rigid-body-attitude", "attitude=quaternion"},
        {"free-rigid-body-quaternion", "inertia=1 5 60;m0=1 2.5 -60;moments=any"}};
    static test_model m;
    lf_stats stats;
    for (size_t k = 0; k < 4; k++)
        for (size_t steps = 1; steps <= 1000; steps *= 10) {
            double y[LF_MODEL_MAX_DIM], exact[LF_MODEL_MAX_DIM];
            assert_int_equal(test_build(&m, models[k][0], models[k][1]), LF_OK);
            memcpy(y, m.y0, sizeof y);
            test_march(&m.problem, lf_method_find("exact-rigid-body"), 3, steps, y, &stats);
            assert_int_equal(m.model->exact(m.self, 3, exact), LF_OK);
            const double roundings = (60 + (double)steps) * DBL_EPSILON;
            test_within(test_distance(m.problem.action->dim, y, exact), roundings,
                        "%s in %zu steps", models[k][0], steps);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_references), cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_quaternion), cmocka_unit_test(test_separatrix),
        cmocka_unit_test(test_symmetric),  cmocka_unit_test(test_flows),
        cmocka_unit_test(test_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
