/* SPDX-License-Identifier: BSD-3-Clause */
/* Reference values: solutions of the models and steps of the methods computed elsewhere with many
 * digits, and numbers that experiments of the papers are known to give. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- solutions ---- */

static void build_entry(test_model *m, test_node *entry)
{
    char name[64], settings[512];
    test_text(test_get(entry, "model"), name, sizeof name);
    test_text(test_get(entry, "set"), settings, sizeof settings);
    if (test_build(m, name, settings) != LF_OK)
        fail_msg("%s %s: %s", name, settings, m->why);
}

/* A thousand steps, a thirtieth of a radian each for the fastest body: the error of an order-8 method
 * is far below roundoff. What is left is as accurate as doubles allow: 1e-13 of the largest number,
 * or fifty times what rounding the inputs already does. */
static void check_flow(test_node *entry, const char *method)
{
    static test_model m;
    double y[LF_MODEL_MAX_DIM], expected[LF_MODEL_MAX_DIM], size = 0, error = 0;
    build_entry(&m, entry);
    const double t = test_number(test_get(entry, "t"));
    test_node *rounding = test_get(entry, "rounding");
    const size_t dim = test_numbers(test_get(entry, "y"), LF_MODEL_MAX_DIM, expected);
    assert_int_equal(dim, m.problem.action->dim);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find(method), t, 1000, y, NULL);
    for (size_t c = 0; c < dim; c++) {
        size = fmax(size, fabs(expected[c]));
        error = fmax(error, fabs(y[c] - expected[c]));
    }
    const double effect = rounding ? test_number(rounding) : 0;
    test_within(error, fmax(1e-13, 50 * effect) * fmax(1, size), "%s by %s at t = %g",
                m.model->name, method, t);
}

static void test_solutions(void **state)
{
    (void)state;
    test_document *D = test_open("flows.json");
    test_node *entries = test_get(test_root(D), "entries");
    assert_true(test_length(entries) > 20);
    for (size_t k = 0; k < test_length(entries); k++) {
        check_flow(test_item(entries, k), "rkmk8");
        check_flow(test_item(entries, k), "dop853");
    }
    test_close(D);
}

/* ---- steps ---- */

static lf_method entry_method(test_node *entry)
{
    char name[64];
    const lf_method *found =
        lf_method_find(test_text(test_get(entry, "method"), name, sizeof name));
    assert_non_null(found);
    lf_method M = *found;
    for (int map = 0; map < LF_MAP_COUNT; map++)
        if (test_text_is(test_get(entry, "map"), lf_map_name((lf_map)map)))
            M.map = (lf_map)map;
    assert_true(M.map != LF_EXP || !test_get(entry, "map"));
    if (test_get(entry, "dexpinv"))
        M.pull = LF_PULL_TRUNCATED;
    return M;
}

/* A step is a few hundred operations: 5e-15 of the size of the point. */
static void check_steps(test_node *entry)
{
    static test_model m;
    double y[LF_MODEL_MAX_DIM], expected[LF_MODEL_MAX_DIM];
    build_entry(&m, entry);
    const lf_method M = entry_method(entry);
    const double steps = test_number(test_get(entry, "steps"));
    const size_t dim = test_numbers(test_get(entry, "y"), LF_MODEL_MAX_DIM, expected);
    assert_int_equal(dim, m.problem.action->dim);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, &M, steps * test_number(test_get(entry, "h")), (size_t)steps, y, NULL);
    test_within(test_distance(dim, y, expected), 5e-15 * fmax(1, test_norm(dim, expected)),
                "%s on %s (map %s, pull %d)", M.name, m.model->name, lf_map_name(M.map),
                (int)M.pull);
}

static void test_steps(void **state)
{
    (void)state;
    test_document *D = test_open("method_values.json");
    test_node *entries = test_get(test_root(D), "entries");
    assert_true(test_length(entries) > 50);
    for (size_t k = 0; k < test_length(entries); k++)
        check_steps(test_item(entries, k));
    test_close(D);
}

/* ---- experiments ---- */

/* The largest drift of an invariant, or the defect at the end, of a model that starts as set. */
static double drift(const char *name, const char *settings, const char *method, double t_end,
                    size_t steps, const char *invariant)
{
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM];
    assert_int_equal(test_build(&m, name, settings), LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find(method), t_end, steps, y, &stats);
    for (size_t k = 0; k < stats.invariants; k++)
        if (!strcmp(m.problem.invariants[k].name, invariant))
            return stats.invariant[k].max_drift;
    assert_string_equal(invariant, "defect");
    double defect;
    const lf_action *A = m.problem.action;
    test_defect(A, 1, y, m.y0, &defect);
    return defect;
}

/* Numbers are known to the digits given: one unit of the last. */
static void about(double value, double known, double unit, const char *what)
{
    test_within(fabs(value - known), unit, "%s: %.5g instead of %.5g", what, value, known);
}

static void test_rigid_body(void **state)
{
    (void)state;
    static const char *const lie[] = {"lie-euler", "heun-a", "rkmk4", "cf4", "cg3", "mk4"};
    for (size_t k = 0; k < sizeof lie / sizeof *lie; k++)
        test_within(drift("free-rigid-body", "", lie[k], 1, 100, "momentum"), 4e-15, "%s", lie[k]);
    about(drift("free-rigid-body", "", "modified-euler", 1, 100, "momentum"), 5.2e-8, 1e-9, "|m|");
    about(drift("free-rigid-body", "", "lie-euler", 1, 100, "energy"), 1.0e-4, 1e-5, "energy");
    about(drift("free-rigid-body", "", "rkmk4-2c", 1, 100, "energy"), 1.3e-14, 3e-15, "energy");
    about(drift("free-rigid-body", "", "cf4", 1, 100, "energy"), 1.3e-14, 3e-15, "energy");
}

static void test_heavy_top(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double gamma, gamma_unit, energy, energy_unit;
    } known[] = {
        {"modified-euler", 2.2e-2, 1e-3, 5.9e-3, 1e-4},
        {"rk4", 2.1e-5, 1e-6, 7.7e-6, 1e-7},
        {"cf4", 0, 1.5e-14, 2.7e-7, 1e-8},
        {"rkmk4-2c", 0, 1.5e-14, 1.0e-6, 1e-7},
        {"rkmk4", 0, 1.5e-14, 1.4e-6, 1e-7},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        about(drift("heavy-top", "", known[k].method, 10, 200, "Gamma"), known[k].gamma,
              known[k].gamma_unit, known[k].method);
        about(drift("heavy-top", "", known[k].method, 10, 200, "energy"), known[k].energy,
              known[k].energy_unit, known[k].method);
    }
    about(drift("heavy-top", "", "cf4", 1, 100, "energy"), 1.5e-10, 1e-11, "cf4, t = 1");
    about(drift("heavy-top", "", "rkmk4-2c", 1, 100, "energy"), 7.7e-10, 1e-11, "2c, t = 1");
    about(drift("heavy-top", "", "rkmk4", 1, 100, "energy"), 1.5e-9, 1e-10, "rkmk4, t = 1");
    about(drift("heavy-top", "", "modified-euler", 1, 100, "energy"), 1.1e-4, 1e-5, "me, t = 1");
}

/* Errors of Duffing's equation at t = 2 after 160 steps, for R^2, SL(2) and SE(2). */
static void test_duffing(void **state)
{
    (void)state;
    static const double exact[] = {-0.33248475460645182, -1.0800679568944150};
    static const struct {
        const char *method, *action;
        double error;
    } known[] = {
        {"lie-euler", "action=r2", 2.78e-2},  {"lie-euler", "action=sl2", 3.35e-3},
        {"lie-euler", "action=se2", 5.06e-3}, {"heun-a", "action=sl2", 2.70e-5},
        {"heun-b", "action=sl2", 4.67e-5},    {"heun-c", "action=sl2", 8.08e-6},
        {"rkmk4-2c", "action=r2", 2.78e-9},   {"rkmk4-2c", "action=sl2", 8.63e-10},
        {"rkmk4-2c", "action=se2", 5.26e-10}, {"cf4", "action=r2", 2.78e-9},
        {"cf4", "action=sl2", 1.58e-10},      {"cf4", "action=se2", 3.40e-10},
    };
    static test_model m;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double y[2];
        assert_int_equal(test_build(&m, "duffing", known[k].action), LF_OK);
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, lf_method_find(known[k].method), 2, 160, y, NULL);
        about(test_distance(2, y, exact), known[k].error, 0.01 * known[k].error, known[k].method);
    }
}

/* Test cases 1 and 2 of Marthinsen, Munthe-Kaas and Owren: |R^T R - I| at t = 1, h = 0.01. */
static void test_cases_of_1997(void **state)
{
    (void)state;
    static const char *const lie[] = {"cg3", "mk3", "mk4", "cg4a"};
    about(drift("matrix-norms", "", "rk4", 1, 100, "defect"), 1.0289e-9, 1e-13, "case 1, rk4");
    about(drift("humming-top", "", "rk4", 1, 100, "defect"), 7.93e-10, 1e-12, "case 2, rk4");
    about(drift("humming-top", "", "newmark", 1, 100, "defect"), 1.35e-4, 1e-6, "case 2, newmark");
    for (size_t k = 0; k < sizeof lie / sizeof *lie; k++) {
        test_within(drift("matrix-norms", "", lie[k], 1, 100, "defect"), 1e-14, "%s", lie[k]);
        test_within(drift("humming-top", "", lie[k], 1, 100, "defect"), 1e-14, "%s", lie[k]);
    }
}

/* Newmark's methods on the second-order form that the model has: the error falls by four. */
static void test_newmark_order(void **state)
{
    (void)state;
    static const char *const methods[] = {"newmark", "hht"};
    static test_model m;
    assert_int_equal(test_build(&m, "humming-top", ""), LF_OK);
    for (size_t k = 0; k < 2; k++) {
        double error[3], exact[12];
        assert_int_equal(m.model->exact(m.self, 1, exact), LF_OK);
        for (size_t j = 0; j < 3; j++) {
            double y[LF_MODEL_MAX_DIM];
            memcpy(y, m.y0, sizeof y);
            test_march(&m.problem, lf_method_find(methods[k]), 1, (size_t)64 << j, y, NULL);
            error[j] = test_distance(12, y, exact);
        }
        test_within(fabs(log2(error[1] / error[2]) - 2), 0.02, "%s", methods[k]);
        test_within(fabs(log2(error[0] / error[1]) - 2), 0.05, "%s", methods[k]);
    }
}

/* The distance of one Lie-Euler step of size one from the truth depends on the isotropy. */
static void test_isotropy(void **state)
{
    (void)state;
    static const double end[] = {0.51607005995193622, 0.71513291048840346, 0.47144099689949546};
    static const double alpha[] = {0, 0.47, 25}, distance[] = {7.71e-2, 2.85e-2, 3.10e-1};
    static test_model m;
    for (size_t k = 0; k < 3; k++) {
        char settings[64];
        double y[LF_MODEL_MAX_DIM];
        snprintf(settings, sizeof settings, "inertia=1 2 4;moments=any;alpha=%g", alpha[k]);
        assert_int_equal(test_build(&m, "sphere-isotropy", settings), LF_OK);
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, lf_method_find("lie-euler"), 1, 1, y, NULL);
        about(test_distance(3, y, end), distance[k], 0.01 * distance[k], settings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solutions),     cmocka_unit_test(test_steps),
        cmocka_unit_test(test_rigid_body),    cmocka_unit_test(test_heavy_top),
        cmocka_unit_test(test_duffing),       cmocka_unit_test(test_cases_of_1997),
        cmocka_unit_test(test_newmark_order), cmocka_unit_test(test_isotropy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
