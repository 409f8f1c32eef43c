/* SPDX-License-Identifier: BSD-3-Clause */
/* The vessel: its equation by the book, reference values, passivity, momenta that stay, a
 * controller that holds its target, and the order of its columns. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { AT_Q = 0, AT_X = 9, AT_P = 12, AT_PI = 15, DIM = 18 };
static const char *const FREE =
    "damping=0 0 0;angular_damping=0 0 0;force=0 0 0;torque=0 0 0;P=1 -2 0.5;Pi=0.6 0.48 0.64";

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Q v, or Q^T v */
static void turn(const double *Q, int transposed, const double *v, double *out)
{
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int j = 0; j < 3; j++)
            out[i] += Q[transposed ? 3 * j + i : 3 * i + j] * v[j];
    }
}

/* y' with the presets, written with matrices: M v' = ... as in the model's description. */
static void rhs(const double *y, int pd, int buoyancy, double *F)
{
    static const double I[3] = {1, 2, 4}, D[3] = {0.4, 0.6, 0.8}, DW[3] = {0.3, 0.1, 0.2};
    static const double force[3] = {0.5, 0, 0}, torque[3] = {0.05, -0.02, 0.03}, m = 5;
    const double *Q = y, *x = y + AT_X, *P = y + AT_P, *Pi = y + AT_PI;
    const double W[3] = {Pi[0] / I[0], Pi[1] / I[1], Pi[2] / I[2]};
    const double skew[3] = {(Q[7] - Q[5]) / 2, (Q[2] - Q[6]) / 2, (Q[3] - Q[1]) / 2};
    const double up[3] = {Q[6], Q[7], Q[8]}, e3[3] = {0, 0, 1};
    double space[3] = {0, 0, 0}, body[3], right[3], QP[3];
    for (int k = 0; k < 3; k++)
        space[k] = (pd ? -1 * x[k] : 0) - (buoyancy && k == 2 ? 4 * x[2] : 0);
    turn(Q, 1, space, body);
    cross(e3, up, right);
    turn(Q, 0, P, QP);
    cross(P, W, F + AT_P);
    cross(Pi, W, F + AT_PI);
    for (int k = 0; k < 3; k++) {
        cross(Q + 3 * k, W, F + 3 * k);
        F[AT_X + k] = QP[k] / m;
        F[AT_P + k] += force[k] + body[k] - (D[k] + (pd ? 2 : 0)) * P[k] / m;
        F[AT_PI + k] += torque[k] - (pd ? 1 * skew[k] : 0) + (buoyancy ? 2 * right[k] : 0) -
                        (DW[k] + (pd ? 2 : 0)) * W[k];
    }
}

static void test_equation(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "control=pd", "potential=buoyancy",
                                           "control=pd;potential=buoyancy"};
    static test_model m;
    test_random r = {3};
    for (int k = 0; k < 4; k++)
        for (int trial = 0; trial < 50; trial++) {
            double u[12], y[DIM], f[12], F[DIM], G[DIM];
            const double t = 0;
            assert_int_equal(test_build(&m, "vessel", settings[k]), LF_OK);
            const lf_action *A = m.problem.action;
            test_fill(&r, 12, 1, u);
            test_flow(A, LF_EXP, 1, u, m.y0, y);
            test_rate(&m.problem, t, y, f);
            test_generator(A, 1, f, y, F);
            rhs(y, k % 2, k / 2, G);
            test_within(test_distance(DIM, F, G), 32 * DBL_EPSILON * (1 + test_norm(DIM, G)),
                        "vessel %s", settings[k]);
        }
}

/* The pieces add up to the field: short flows of both, forward and back. */
static void test_pieces(void **state)
{
    (void)state;
    static test_model m;
    assert_int_equal(test_build(&m, "vessel", "control=pd;potential=buoyancy"), LF_OK);
    const lf_problem *P = &m.problem;
    double sum[DIM] = {0}, F[DIM], y1[DIM], y2[DIM];
    const double t = 0, h = 1e-4, back = -1e-4;
    const lf_lanes on = test_lanes_of(1, &t, &h), home = test_lanes_of(1, &t, &back);
    const lf_splitting *S = lf_problem_splitting(P);
    for (size_t k = 0; k < S->pieces; k++) {
        double *work = test_scratch(S->work ? S->work(P, 1) : 0);
        assert_int_equal(S->flow(P, k, &on, m.y0, y1, work), LF_OK);
        assert_int_equal(S->flow(P, k, &home, m.y0, y2, work), LF_OK);
        for (size_t c = 0; c < DIM; c++)
            sum[c] += (y1[c] - y2[c]) / (2 * h);
    }
    rhs(m.y0, 1, 1, F);
    test_within(test_distance(DIM, sum, F), 1e-7, "pieces");
}

/* m' = m x I^-1 m - D I^-1 m + tau against 34 digits */
static void test_damped_rotation(void **state)
{
    (void)state;
    static test_model m;
    test_document *D = test_open("energy.json");
    double expected[3], before = 0;
    test_node *row = test_get(test_root(D), "damped");
    assert_int_equal(test_numbers(test_get(row, "y"), 3, expected), 3);
    const double t_end = test_number(test_get(row, "t"));
    assert_int_equal(test_build(&m, "vessel", ""), LF_OK); /* the presets are that case */
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM];
    for (size_t steps = 25; steps <= 200; steps *= 2) {
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, lf_method_find("strang"), t_end, steps, y, &stats);
        const double error = test_distance(3, y + AT_PI, expected);
        if (before > 0)
            test_within(fabs(log2(before / error) - 2), 0.05, "order with %zu steps", steps);
        before = error;
    }
    static const char *const others[] = {"strang-kahanli8", "rkmk8", "dop853"};
    for (int k = 0; k < 3; k++) {
        memcpy(y, m.y0, sizeof y);
        test_march(&m.problem, lf_method_find(others[k]), t_end, 200, y, &stats);
        test_within(test_distance(3, y + AT_PI, expected), 1e-13, "%s", others[k]);
    }
    test_close(D);
}

/* Without control every step of the splitting loses energy, however long it is. */
static void test_passive(void **state)
{
    (void)state;
    static test_model m;
    const char *still = "force=0 0 0;torque=0 0 0;P=3 -2 1;Pi=2 1 -3";
    for (double h = 0.01; h < 100; h *= 7) {
        assert_int_equal(test_build(&m, "vessel", still), LF_OK);
        const lf_problem *P = &m.problem;
        const lf_method *M = lf_method_find("strang");
        double y[DIM], y1[DIM], energy, after;
        const double t = 0;
        const lf_lanes L = test_lanes_of(1, &t, &h);
        memcpy(y, m.y0, sizeof y);
        energy = lf_problem_value(P, P->outputs[0].value, t, y);
        for (int k = 0; k < 100 && energy > 1e-200; k++) {
            assert_int_equal(test_one_step(M, P, &L, y, y1), LF_OK);
            after = lf_problem_value(P, P->outputs[0].value, t, y1);
            if (!(after < energy))
                fail_msg("h = %g, step %d: energy %g after %g", h, k, after, energy);
            energy = after;
            memcpy(y, y1, sizeof y);
        }
    }
}

/* Left alone, the vessel keeps both momenta in space, and the splitting is exact. */
static void test_left_alone(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM], other[LF_MODEL_MAX_DIM], before[6], after[6];
    assert_int_equal(test_build(&m, "vessel", FREE), LF_OK);
    memcpy(y, m.y0, sizeof y);
    memcpy(other, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find("strang"), 5, 3, y, &stats);
    test_march(&m.problem, lf_method_find("rkmk8"), 5, 1000, other, &stats);
    test_within(test_distance(DIM, y, other), 1e-13, "three steps of the exact flow");
    test_march(&m.problem, lf_method_find("strang"), 100, 1000, y, &stats);
    for (int k = 0; k < 2; k++) {
        turn(m.y0 + AT_Q, 0, m.y0 + AT_P + 3 * k, before + 3 * k);
        turn(y + AT_Q, 0, y + AT_P + 3 * k, after + 3 * k);
    }
    test_within(test_distance(6, before, after), 1e-12, "momenta in space");
}

/* The energy of buoyancy belongs to its force: without damping the sum stays. */
static void test_buoyant(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM], energy, after, t = 0;
    assert_int_equal(test_build(&m, "vessel", FREE), LF_OK);
    char why[128];
    const lf_param *row = lf_param_find(m.model->params, "potential");
    assert_int_equal(lf_param_set(row, m.self, "buoyancy", why, sizeof why), LF_OK);
    memcpy(y, m.y0, sizeof y);
    energy = lf_problem_value(&m.problem, m.problem.outputs[0].value, t, y);
    test_march(&m.problem, lf_method_find("rkmk8"), 10, 2000, y, &stats);
    after = lf_problem_value(&m.problem, m.problem.outputs[0].value, t, y);
    test_within(fabs(after - energy), 1e-12, "energy of a floating vessel");
}

static void test_controller(void **state)
{
    (void)state;
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM];
    const double target[3] = {3, -1, 2}, one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    assert_int_equal(
        test_build(&m, "vessel", "control=pd;force=0 0 0;torque=0 0 0;target=3 -1 2;gain=2 4 2 4"),
        LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find("strang"), 200, 4000, y, &stats);
    test_within(test_distance(3, y + AT_X, target), 1e-9, "place");
    test_within(test_distance(9, y + AT_Q, one), 1e-9, "attitude");
    test_within(test_norm(6, y + AT_P), 1e-9, "momenta");
}

/* Readers see x before Q. */
static void test_columns(void **state)
{
    (void)state;
    static const char *const expected[DIM] = {"x.x",  "x.y",  "x.z",  "Q.11", "Q.12", "Q.13",
                                              "Q.21", "Q.22", "Q.23", "Q.31", "Q.32", "Q.33",
                                              "P.x",  "P.y",  "P.z",  "Pi.x", "Pi.y", "Pi.z"};
    static test_model m;
    assert_int_equal(test_build(&m, "vessel", ""), LF_OK);
    for (size_t k = 0; k < DIM; k++) {
        char name[32];
        lf_problem_column(&m.problem, lf_problem_order(&m.problem, k), name, sizeof name);
        assert_string_equal(name, expected[k]);
    }
    assert_int_equal(test_build(&m, "vessel", "Q=1 0 0 0 1 0 0 0 2"), LF_EINPUT);
    assert_non_null(strstr(m.why, "Q must be a rotation"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equation),        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_damped_rotation), cmocka_unit_test(test_passive),
        cmocka_unit_test(test_left_alone),      cmocka_unit_test(test_buoyant),
        cmocka_unit_test(test_controller),      cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
