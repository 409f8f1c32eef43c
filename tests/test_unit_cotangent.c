/* SPDX-License-Identifier: BSD-3-Clause */
/* Tops on T*SO(3): reference values of flows and steps, the formulations among themselves, what
 * is refused and what fails with which words. */
#include "support/cotangent.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "group/slope.h"

static double build_entry(test_model *m, test_node *entry, const char *key)
{
    char name[64], settings[512];
    test_text(test_get(entry, "model"), name, sizeof name);
    test_text(test_get(entry, "settings"), settings, sizeof settings);
    if (test_build(m, name, settings) != LF_OK)
        fail_msg("%s %s: %s", name, settings, m->why);
    return test_number(test_get(entry, key));
}

/* The largest difference between y, in the order of columns, and the entry's y, over its size. */
static double entry_error(const lf_problem *P, test_node *entry, const double *y)
{
    double expected[LF_MODEL_MAX_DIM], error = 0, size = 1;
    const size_t dim = test_numbers(test_get(entry, "y"), LF_MODEL_MAX_DIM, expected);
    assert_int_equal(dim, P->action->dim);
    for (size_t k = 0; k < dim; k++) {
        error = fmax(error, fabs(y[lf_problem_order(P, k)] - expected[k]));
        size = fmax(size, fabs(expected[k]));
    }
    return error / size;
}

static void test_flows(void **state)
{
    (void)state;
    static test_model m;
    test_document *D = test_open("cotangent.json");
    test_node *entries = test_get(test_root(D), "flows");
    assert_int_equal(test_length(entries), 6);
    for (size_t k = 0; k < test_length(entries); k++) {
        const double t = build_entry(&m, test_item(entries, k), "t");
        test_march(&m.problem, lf_method_find("rkmk8"), t, 1000, m.y0, NULL);
        test_within(entry_error(&m.problem, test_item(entries, k), m.y0), 1e-13, "flow %zu of %s",
                    k, m.model->name);
    }
    test_close(D);
}

/* Also with a first step of zero memory, so that both guesses of a step lead to the same point. */
static void test_steps(void **state)
{
    (void)state;
    static test_model m;
    char name[64];
    test_document *D = test_open("cotangent.json");
    test_node *entries = test_get(test_root(D), "steps");
    assert_true(test_length(entries) >= 28);
    for (size_t k = 0; k < test_length(entries); k++) {
        test_node *entry = test_item(entries, k);
        const double h = build_entry(&m, entry, "h");
        const lf_method *M =
            lf_method_find(test_text(test_get(entry, "method"), name, sizeof name));
        const size_t steps = (size_t)test_number(test_get(entry, "steps"));
        double y[LF_MODEL_MAX_DIM], y1[LF_MODEL_MAX_DIM];
        memcpy(y, m.y0, sizeof y);
        assert_non_null(M);
        test_march(&m.problem, M, (double)steps * h, steps, y, NULL);
        test_within(entry_error(&m.problem, entry, y), 1e-13, "%s on %s", name, m.model->name);
        memcpy(y, m.y0, sizeof y);
        for (size_t i = 0; i < steps; i++) {
            test_step(M, &m.problem, h, y, y1);
            memcpy(y, y1, sizeof y);
        }
        test_within(entry_error(&m.problem, entry, y), 1e-13, "%s without memory", name);
    }
    test_close(D);
}

/* ---- formulations ---- */

#define MILD "inertia=1 2 2.5;c=1.3;chi=0.6 0 0.8;Gamma0=0 0.6 0.8;pi=0.4 -0.7 1.1"
static const char *const formulations[] = {"spatial", "spatial-direct", "quadratic", "body"};

static void build_formulation(test_model *m, size_t k)
{
    char settings[256];
    snprintf(settings, sizeof settings, MILD ";formulation=%s", formulations[k]);
    assert_int_equal(test_build(m, "heavy-top-cotangent", settings), LF_OK);
}

/* Q and the spatial momentum, whatever the formulation */
static void spatial_state(size_t k, const lf_problem *P, const double *y, double out[12])
{
    for (size_t c = 0; c < 12; c++)
        out[c] = y[lf_problem_order(P, c)];
    for (size_t i = 0; k == 3 && i < 3; i++)
        out[9 + i] = y[3 * i] * y[9] + y[3 * i + 1] * y[10] + y[3 * i + 2] * y[11];
}

/* The start is Q = 1, where Pi = pi: all of them describe one motion. */
static void test_formulations_agree(void **state)
{
    (void)state;
    static test_model m;
    double first[12], other[12];
    for (size_t k = 0; k < 4; k++) {
        build_formulation(&m, k);
        test_march(&m.problem, lf_method_find("rkmk8"), 2, 400, m.y0, NULL);
        spatial_state(k, &m.problem, m.y0, k == 0 ? first : other);
        if (k > 0)
            test_within(test_distance(12, first, other), 2e-14, "%s", formulations[k]);
    }
}

/* A symplectic method does not see the action, nor the additional p and q. */
static void test_symplectic_steps_agree(void **state)
{
    (void)state;
    static test_model m;
    double first[12], other[12];
    for (const lf_method *const *M = lf_methods(); *M; M++)
        for (size_t k = 0; k < 3 && ((*M)->needs & LF_NEEDS(LF_TRAIT_HAMILTONIAN)); k++) {
            build_formulation(&m, k);
            test_march(&m.problem, *M, 1, 20, m.y0, NULL);
            spatial_state(k, &m.problem, m.y0, k == 0 ? first : other);
            if (k > 0)
                test_within(test_distance(12, first, other), 1e-14, "%s: %s", (*M)->name,
                            formulations[k]);
        }
}

static void test_columns(void **state)
{
    (void)state;
    static test_model m;
    static const char *const last[][2] = {
        {"pi.x", "pi.z"}, {"pi.x", "pi.z"}, {"pi.x", "q.z"}, {"Pi.x", "Pi.z"}};
    char name[32];
    for (size_t k = 0; k < 4; k++) {
        build_formulation(&m, k);
        const lf_problem *P = &m.problem;
        lf_problem_column(P, lf_problem_order(P, 9), name, sizeof name);
        assert_string_equal(name, last[k][0]);
        lf_problem_column(P, lf_problem_order(P, P->action->dim - 1), name, sizeof name);
        assert_string_equal(name, last[k][1]);
    }
}

/* ---- from body coordinates ---- */

static const double inertia[3] = {1, 2, 2.5}, weight[3] = {0.78, 0, 1.04};

/* c Q^T Gamma0 for the vertical (0, 0.6, 0.8) */
static void vertical(const double *Q, double G[3])
{
    for (int k = 0; k < 3; k++)
        G[k] = 0.6 * Q[3 + k] + 0.8 * Q[6 + k];
}

static double body_energy(const void *ctx, double t, const double *Q, const double *Pi)
{
    double G[3], e = 0;
    (void)ctx;
    (void)t;
    vertical(Q, G);
    for (int k = 0; k < 3; k++)
        e += Pi[k] * Pi[k] / (2 * inertia[k]) + G[k] * weight[k];
    return e;
}

static lf_status body_velocity(const void *ctx, double t, const double *Q, const double *Pi,
                               double *Omega)
{
    (void)ctx;
    (void)t;
    (void)Q;
    for (int k = 0; k < 3; k++)
        Omega[k] = Pi[k] / inertia[k];
    return LF_OK;
}

static lf_status body_force(const void *ctx, double t, const double *Q, const double *Pi, double *N)
{
    double G[3];
    (void)ctx;
    (void)t;
    (void)Pi;
    vertical(Q, G);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        N[k] = G[i] * weight[j] - G[j] * weight[i];
    }
    return LF_OK;
}

/* The same top from its functions in the body: the same steps. */
static void test_from_body(void **state)
{
    (void)state;
    static test_model m;
    static const char *const methods[] = {"rkmk4", "slgi-theta12", "vrkmk-gauss2"};
    lf_body_hamiltonian body = {
        .group = &lf_so3, .energy = body_energy, .velocity = body_velocity, .force = body_force};
    lf_problem P;
    assert_int_equal(lf_problem_from_body_hamiltonian(&P, "body", &lf_se3_left, &body), LF_OK);
    for (size_t k = 0; k < 3; k++) {
        double y[LF_MODEL_MAX_DIM];
        build_formulation(&m, 0);
        memcpy(y, m.y0, sizeof y);
        const double e = lf_problem_value(&P, lf_problem_hamiltonian(&P)->energy, 0, y);
        const double expected =
            lf_problem_value(&m.problem, lf_problem_hamiltonian(&m.problem)->energy, 0, y);
        test_within(fabs(e - expected), 1e-15, "energy");
        test_march(&m.problem, lf_method_find(methods[k]), 1, 20, m.y0, NULL);
        test_march(&P, lf_method_find(methods[k]), 1, 20, y, NULL);
        test_within(test_distance(12, y, m.y0), 1e-14, "%s from the body", methods[k]);
    }
}

/* SO(3)^16 is too large, and SE(3) does not move the points of T*S^3. */
static void test_from_body_refusals(void **state)
{
    (void)state;
    const lf_group *const base[] = {&lf_so3};
    const lf_group large = lf_group_power(base, 16), flat = lf_group_rn(48);
    const lf_action moves = lf_action_left(&large), adds = lf_action_translation(&flat);
    const lf_group *const groups[] = {&large, &flat};
    const lf_action *const actions[] = {&moves, &adds};
    const lf_group both = lf_group_product(2, groups);
    const lf_action A = lf_action_product(&both, 2, actions);
    lf_body_hamiltonian body = {
        .group = &large, .energy = body_energy, .velocity = body_velocity, .force = body_force};
    lf_problem P;
    assert_true(A.dim == large.rep + large.dim && A.group->dim == 2 * large.dim);
    assert_int_equal(lf_problem_from_body_hamiltonian(&P, "body", &A, &body), LF_EINPUT);
    body.group = &lf_s3;
    assert_int_equal(lf_problem_from_body_hamiltonian(&P, "body", &lf_se3_left, &body), LF_EINPUT);
}

/* ---- refusals and failures ---- */

static void test_refusals(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    const lf_options opt = lf_options_default();
    build_formulation(&m, 3);
    assert_int_equal(
        lf_solve(&m.problem, lf_method_find("slgi-theta12"), &opt, 1, m.y0, NULL, &stats),
        LF_ENEEDS);
    assert_string_equal(stats.message, "slgi-theta12 needs a Hamiltonian on a cotangent bundle, "
                                       "which heavy-top-cotangent lacks");
    assert_int_equal(test_build(&m, "heavy-top-trivialised", "g=1 0 0 0 1 0 0 0 2"), LF_EINPUT);
    assert_int_equal(test_build(&m, "heavy-top-cotangent", "Q=1 0 0 0 1 0 0 0 -1"), LF_EINPUT);
}

/* A step of many turns: there is no solution near any guess. */
static void test_failure_words(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    lf_options opt = lf_options_default();
    assert_int_equal(test_build(&m, "heavy-top-cotangent", ""), LF_OK);
    opt.t1 = 20;
    opt.h = 2;
    const lf_status s =
        lf_solve(&m.problem, lf_method_find("slgi-gauss3"), &opt, 1, m.y0, NULL, &stats);
    if (s != LF_ENEWTON)
        fail_msg("answered %d: %s", s, stats.message);
    if (!strstr(stats.message, "residual ") || !strstr(stats.message, " iterations") ||
        !strstr(stats.message, "slgi-gauss3"))
        fail_msg("message: %s", stats.message);
}

/* ---- the gradient of <m, dexp_u v> ---- */

static double pairing(const lf_group *G, const double *u, const double *v, const double *m)
{
    double w[TEST_MAX_DIM], sum = 0;
    test_dexp(G, 1, u, v, w);
    for (size_t k = 0; k < G->dim; k++)
        sum += m[k] * w[k];
    return sum;
}

/* by differences of order four; their error is 1e-12 */
static void check_slope(const lf_group *G, double length, uint64_t seed)
{
    test_random r = {seed};
    double u[TEST_MAX_DIM], v[TEST_MAX_DIM], m[TEST_MAX_DIM], slope[TEST_MAX_DIM], by[TEST_MAX_DIM];
    const double d = 1e-3;
    test_direction(&r, G->dim, u);
    test_direction(&r, G->dim, v);
    test_direction(&r, G->dim, m);
    for (size_t k = 0; k < G->dim; k++)
        u[k] *= length;
    double *work = test_scratch(lf_group_slope_work(G, 1));
    assert_int_equal(lf_group_dexp_slope(G, 1, u, v, m, slope, work), LF_OK);
    for (size_t k = 0; k < G->dim; k++) {
        double f[5];
        const double keep = u[k];
        for (int j = -2; j <= 2; j++) {
            u[k] = keep + j * d;
            f[2 + j] = pairing(G, u, v, m);
        }
        u[k] = keep;
        by[k] = (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * d);
    }
    test_within(test_distance(G->dim, slope, by), 1e-11, "slope on %s, length %g", G->name, length);
}

static void test_slope(void **state)
{
    (void)state;
    static const double length[] = {0, 1e-3, 0.5, 1.9, 2.1, 3};
    for (const lf_action *const *A = test_actions(); *A; A++)
        for (size_t k = 0; k < sizeof length / sizeof *length; k++)
            if ((*A)->group != &lf_s3 || length[k] < 2) /* ad_u is twice as long there */
                check_slope((*A)->group, length[k], k + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flows),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_formulations_agree),
        cmocka_unit_test(test_symplectic_steps_agree),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_from_body),
        cmocka_unit_test(test_from_body_refusals),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_failure_words),
        cmocka_unit_test(test_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
