/* SPDX-License-Identifier: BSD-3-Clause */
/* Norms of 3 x 3 matrices, and the equation whose rates they are, on SO(3) and on GL(3). */
#include "support/cases.h"

#include <math.h>
#include <string.h>

#include "model/matrix_norm.h"

static double drift(const double *R, const double *S)
{
    double sum = 0;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            double d = 0;
            for (size_t k = 0; k < 9; k += 3)
                d += R[k + i] * R[k + j] - S[k + i] * S[k + j];
            sum += d * d;
        }
    return sqrt(sum);
}

/* diag(2, -3, 1) turned from the left: the singular values are known, and so are its norms. */
static void test_known_norms(void **state)
{
    (void)state;
    const double Q[9] = {2. / 3, -1. / 3, 2. / 3, 2. / 3, 2. / 3, -1. / 3, -1. / 3, 2. / 3, 2. / 3};
    double R[9];
    for (size_t k = 0; k < 9; k++)
        R[k] = Q[k] * (const double[]){2, -3, 1}[k % 3];
    test_within(fabs(lf_matrix_norm(LF_NORM_SCHATTEN, 3, R) - cbrt(8 + 27 + 1)), 1e-14, "3");
    test_within(fabs(lf_matrix_norm(LF_NORM_SCHATTEN, 1, R) - 6), 1e-14, "1, the trace norm");
    test_within(fabs(lf_matrix_norm(LF_NORM_SCHATTEN, 2, R) - sqrt(14)), 1e-14, "2, Frobenius'");
    test_within(fabs(lf_matrix_norm(LF_NORM_ENTRIES, 2, R) - sqrt(14)), 1e-14, "entries, 2");
    test_within(fabs(lf_matrix_norm(LF_NORM_INDUCED, 2, R) - 3), 1e-14, "of the map, 2");
    const double D[9] = {2, 0, 0, 0, -3, 0, 0, 0, 1}, E[9] = {1, 2, 3, -4, 5, 0, 0, 0.5, 7};
    test_within(fabs(lf_matrix_norm(LF_NORM_INDUCED, 3.5, D) - 3), 1e-14, "of the map, diagonal");
    test_within(fabs(lf_matrix_norm(LF_NORM_INDUCED, 1, E) - 10), 0, "of the map, 1");
    test_within(fabs(lf_matrix_norm(LF_NORM_ENTRIES, 1, E) - 22.5), 1e-14, "entries, 1");
    test_within(lf_matrix_norm(LF_NORM_INDUCED, 3, (double[9]){0}), 0, "of nothing");
}

/* No direction of a fine grid gives more, and one comes close to the norm of the map. */
static void test_norm_of_the_map(void **state)
{
    (void)state;
    enum { GRID = 300 };
    const double turn = 6.283185307179586;
    test_random r = {5};
    for (int k = 0; k < 10; k++) {
        double R[9], most = 0;
        const double p = k % 2 ? 4 : 3;
        test_fill(&r, 9, 1, R);
        const double norm = lf_matrix_norm(LF_NORM_INDUCED, p, R);
        for (int i = 0; i < GRID * GRID; i++) {
            const double z = 2.0 * (i % GRID) / GRID - 1, angle = turn * (i / GRID) / GRID;
            const double x[3] = {sqrt(1 - z * z) * cos(angle), sqrt(1 - z * z) * sin(angle), z};
            double image = 0, size = 0;
            for (int j = 0; j < 3; j++) {
                image += pow(fabs(R[3 * j] * x[0] + R[3 * j + 1] * x[1] + R[3 * j + 2] * x[2]), p);
                size += pow(fabs(x[j]), p);
            }
            most = fmax(most, pow(image / size, 1 / p));
        }
        assert_true(most <= norm * (1 + 1e-14));
        /* a maximum is flat: a hundredth off the place, 1e-4 of the value */
        assert_true(most > norm * (1 - 1e-3));
    }
}

/* R^T R - I of RK4 from the identity, h = 0.01 and t = 1, as a program in higher precision has it:
 * 1.0289e-9, 5.2e-10 and 1.18e-9. */
static void test_drift_of_rk4(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        double drift, digit;
    } all[] = {{"", 1.0289e-9, 5e-14},
               {"norm=schatten", 5.2e-10, 5e-12},
               {"norm=induced", 1.18e-9, 5e-12}};
    static test_model m;
    double y[9];
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(test_build(&m, "matrix-norms", all[k].settings), LF_OK);
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, lf_method_find("rk4"), 1, 100, y, NULL);
        test_within(fabs(drift(y, m.y0) - all[k].drift), all[k].digit, "%s", all[k].settings);
    }
}

/* The long way through pow gives what the written-out equation gives. */
static void test_general_way(void **state)
{
    (void)state;
    static test_model usual, general;
    double f[3], g[3];
    test_random r = {3};
    assert_int_equal(test_build(&usual, "matrix-norms", "space=gl3"), LF_OK);
    assert_int_equal(test_build(&general, "matrix-norms", "space=gl3;p=3 4.0000000000000009"),
                     LF_OK);
    assert_true(usual.problem.field != general.problem.field);
    for (int k = 0; k < 20; k++) {
        double y[9];
        test_fill(&r, 9, 2, y);
        test_rate(&usual.problem, 0, y, f);
        test_rate(&general.problem, 0, y, g);
        test_within(test_distance(3, f, g), 2e-14, "rates");
    }
}

/* On SO(3) norms of singular values do not change: R = exp(-t (3^(1/2), 3^(1/3), 3^(1/4))) R0, and
 * one step of any Lie method is exact. */
static void test_constant_rates(void **state)
{
    (void)state;
    static test_model m;
    double y[9], g[9], R[9];
    const double t = 1.5, u[3] = {-t * sqrt(3), -t * cbrt(3), -t * sqrt(sqrt(3))};
    assert_int_equal(
        test_build(&m, "matrix-norms", "norm=schatten;R=0.36 0.48 -0.8 -0.8 0.6 0 0.48 0.64 0.6"),
        LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find("lie-euler"), t, 3, y, NULL);
    test_exp(&lf_so3, 1, u, g);
    assert_int_equal(lf_group_mul(&lf_so3, 1, g, m.y0, R, NULL), LF_OK);
    test_within(test_distance(9, y, R), 1e-14, "a constant rate");
}

/* From any matrix R^T R stays, by Lie methods to rounding; orders are those on SO(3); and what
 * classical methods lose, projection brings back. */
static void test_general_linear(void **state)
{
    (void)state;
    static const char start[] = "space=gl3;R=2 1 0 0 1 0.5 0.3 0 -1";
    static test_model m;
    double y[9], fine[9], error[2];
    lf_stats stats;
    assert_int_equal(test_build(&m, "matrix-norms", start), LF_OK);
    memcpy(fine, m.y0, sizeof fine);
    test_march(&m.problem, lf_method_find("rkmk8"), 0.25, 200, fine, NULL);
    for (size_t k = 0; k < 2; k++) {
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, lf_method_find("cg3"), 0.25, k ? 128 : 64, y, &stats);
        error[k] = test_distance(9, y, fine);
        test_within(stats.defect, 1e-14, "distance from the orbit");
        test_within(stats.invariant[0].max_drift, 1e-14, "determinant");
        test_within(drift(y, m.y0), 1e-13, "R^T R");
    }
    test_within(fabs(log2(error[0] / error[1]) - 3), 0.1, "order of cg3");
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find("rk4"), 0.25, 25, y, &stats);
    assert_true(stats.defect > 1e-10);
    assert_int_equal(lf_action_project(m.problem.action, 1, m.y0, y, NULL), LF_OK);
    test_within(drift(y, m.y0), 1e-13, "after projection");
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const refused[][2] = {
        {"R=2 1 0 0 1 0.5 0.3 0 -1", "R must be a rotation matrix"},
        {"space=gl3;R=2 1 0 4 2 0 0.3 0 -1", "R must have an inverse"},
        {"space=gl3;R=1 0 0 0 1 0 0 0 0", "R must have an inverse"}};
    static test_model m;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        assert_int_equal(test_build(&m, "matrix-norms", refused[k][0]), LF_EINPUT);
        assert_non_null(strstr(m.why, refused[k][1]));
    }
    char why[256];
    double self[16] = {0};
    const lf_param *row = lf_param_find(lf_model_find("matrix-norms")->params, "p");
    assert_int_equal(lf_param_set(row, self, "0.5 3", why, sizeof why), LF_EINPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_norms),    cmocka_unit_test(test_norm_of_the_map),
        cmocka_unit_test(test_drift_of_rk4),   cmocka_unit_test(test_general_way),
        cmocka_unit_test(test_constant_rates), cmocka_unit_test(test_general_linear),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
