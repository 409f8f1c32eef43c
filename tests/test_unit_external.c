/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_external.c - what other people's programs compute (tests/data/external.json): GUBAS
 * (Davis and Scheeres 2020) steps of a binary asteroid by the same variational integrator, and the
 * MATLAB code of the authors of Celledoni et al. 2021 steps of a double spherical pendulum. The same
 * maps from the same start, so that the ends agree but for the roundings of both. */
#include "support/support.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/bodies.h>
#include <lieflow/run.h>

enum { MOST = 40 };

/* A scenario and the problem that it makes. */
typedef struct {
    lf_scenario *S;
    lf_problem P;
    double start[MOST], y[MOST];
} external;

static void external_begin(external *E, const char *model)
{
    E->S = lf_scenario_new();
    assert_int_equal(lf_scenario_set_model(E->S, model, NULL), LF_OK);
}

/* Numbers that keep every bit on their way through the text. */
static void external_set(external *E, const char *key, size_t count, const double *value)
{
    char text[30 * MOST];
    for (size_t k = 0, at = 0; k < count; k++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%.17g ", value[k]);
    if (lf_scenario_set(E->S, key, text, NULL) != LF_OK)
        fail_msg("%s", lf_scenario_why(E->S));
}

/* The numbers that a node has under these names, one after the other. */
static void external_give(external *E, const char *key, test_node *node, const char *first,
                          const char *second)
{
    double value[MOST];
    size_t count = test_numbers(test_get(node, first), MOST, value);
    if (second)
        count += test_numbers(test_get(node, second), MOST - count, value + count);
    external_set(E, key, count, value);
}

static void external_build(external *E)
{
    assert_true(lf_scenario_dim(E->S) <= MOST);
    if (lf_scenario_build(E->S, &E->P, E->start) != LF_OK)
        fail_msg("%s", lf_scenario_why(E->S));
}

/* The end of this many steps, or of a run that follows a tolerance. */
static void external_solve(external *E, test_node *method, double t_end, size_t steps,
                           double tolerance)
{
    char name[32];
    const lf_method *M = lf_method_find(test_text(method, name, sizeof name));
    lf_options opt = lf_options_default();
    assert_non_null(M);
    opt.t1 = t_end;
    opt.h = tolerance > 0 ? 0 : t_end / (double)steps;
    opt.tolerance.atol = opt.tolerance.rtol = tolerance;
    opt.watch = 0;
    memcpy(E->y, E->start, sizeof E->y);
    assert_int_equal(lf_solve(&E->P, M, &opt, 1, E->y, NULL, NULL), LF_OK);
}

/* ---- a binary asteroid ---- */

/* A part of body A and B of a point: `count` components from `part` on. */
static void part_of(const double *y, size_t part, size_t body, size_t count, double *value)
{
    for (size_t c = 0; c < count; c++)
        value[c] = y[2 * (part + c) + body];
}

/* |a - b|/|b| for what a state calls `name` */
static double state_error(test_node *state, const char *name, size_t count, const double *value)
{
    double theirs[9];
    assert_int_equal(test_numbers(test_get(state, name), 9, theirs), count);
    return test_distance(count, value, theirs) / test_norm(count, theirs);
}

static void asteroid_start(external *E, test_node *constants, test_node *one)
{
    const char *names[] = {"mass", "inertia", "semiaxes"};
    double G = test_number(test_get(constants, "G")), r[3], v[3], x[6], speed[6];
    const double mass[2] = {test_number(test_get(constants, "mass_A")),
                            test_number(test_get(constants, "mass_B"))};
    char potential[32];
    test_node *start = test_get(one, "start");
    external_begin(E, "full-body");
    test_text(test_get(one, "lieflow_potential"), potential, sizeof potential);
    assert_int_equal(lf_scenario_set(E->S, "potential", potential, NULL), LF_OK);
    external_set(E, "G", 1, &G);
    for (size_t k = 0; k < 3; k++) {
        char a[32], b[32];
        snprintf(a, sizeof a, "%s_A", names[k]);
        snprintf(b, sizeof b, "%s_B", names[k]);
        external_give(E, names[k], constants, a, b);
    }
    test_numbers(test_get(start, "r"), 3, r);
    test_numbers(test_get(start, "v"), 3, v);
    for (size_t c = 0; c < 3; c++) { /* the mass centre rests in the origin */
        const double share = mass[1] / (mass[0] + mass[1]);
        x[c] = -share * r[c], x[3 + c] = (1 - share) * r[c];
        speed[c] = -share * v[c], speed[3 + c] = (1 - share) * v[c];
    }
    external_set(E, "x", 6, x);
    external_set(E, "v", 6, speed);
    external_give(E, "R", start, "R_A", "R_B");
    external_give(E, "Omega", start, "Omega_A", "Omega_B");
    external_build(E);
}

/* Two roundings a step, half a unit in the last place each way and program. The small body has a
 * hundred. It is not the motion that lets roundings grow: one in any number of the start or of the
 * bodies changes the end of 480 steps by 1.1e-15 at most. GUBAS makes the body's angular velocity in
 * every step by C I^-1 C^T times the momentum C I C^T w, with the attitude C in the other body's frame,
 * a product of rotations that is never put back: how far C^T C is from 1 (7e-15 after 480 steps) goes
 * into w at every step, and the sum grows as the steps to the power 3/2. The same formulas written
 * down once more differ from ours by 1.5e-12 in R_B, as GUBAS does (1.5e-12); with C put back after
 * every step by 1.2e-14. The other body turns in its own frame and is not touched. */
static void asteroid_compare(const external *E, const char *name, test_node *state)
{
    static const struct {
        const char *name;
        size_t part, body, count;
        double roundings; /* a step */
    } look[] = {{"R_A", LF_BODY_R, 0, 9, 2},
                {"R_B", LF_BODY_R, 1, 9, 100},
                {"Omega_A", LF_BODY_PI, 0, 3, 2},
                {"Omega_B", LF_BODY_PI, 1, 3, 100}};
    const double steps = test_number(test_get(state, "steps"));
    const lf_bodies *B = lf_problem_bodies(&E->P);
    double x[2][3], p[2][3], r[3], v[3], value[9];
    for (size_t b = 0; b < 2; b++) {
        part_of(E->y, LF_BODY_X, b, 3, x[b]);
        part_of(E->y, LF_BODY_GAMMA, b, 3, p[b]);
    }
    for (size_t c = 0; c < 3; c++) {
        r[c] = x[1][c] - x[0][c];
        v[c] = p[1][c] / B->mass[1] - p[0][c] / B->mass[0];
    }
    print_message("%s, %g steps: r %.1e, v %.1e", name, steps, state_error(state, "r", 3, r),
                  state_error(state, "v", 3, v));
    test_within(state_error(state, "r", 3, r), 2 * steps * DBL_EPSILON, "%s: r", name);
    test_within(state_error(state, "v", 3, v), 2 * steps * DBL_EPSILON, "%s: v", name);
    for (size_t k = 0; k < 4; k++) {
        part_of(E->y, look[k].part, look[k].body, look[k].count, value);
        for (size_t c = 0; c < 3 && look[k].part == LF_BODY_PI; c++)
            value[c] /= B->moment[2 * c + look[k].body];
        const double error = state_error(state, look[k].name, look[k].count, value);
        print_message(", %s %.1e", look[k].name, error);
        test_within(error, look[k].roundings * steps * DBL_EPSILON, "%s: %s", name, look[k].name);
    }
    print_message("\n");
}

static void binary_asteroid_by_gubas(void **state)
{
    (void)state;
    test_document *D = test_open("external.json");
    test_node *all = test_get(test_root(D), "binary_asteroid"), *cases = test_get(all, "cases");
    assert_true(test_length(cases) == 2);
    for (size_t i = 0; i < test_length(cases); i++) {
        external E;
        char name[64];
        test_node *one = test_item(cases, i), *states = test_get(one, "states");
        asteroid_start(&E, test_get(all, "constants"), one);
        assert_true(test_length(states) > 0);
        for (size_t k = 0; k < test_length(states); k++) {
            test_node *end = test_item(states, k);
            const double steps = test_number(test_get(end, "steps"));
            assert_true(test_number(test_get(end, "t")) ==
                        steps * test_number(test_get(one, "step")));
            external_solve(&E, test_get(one, "lieflow_method"), test_number(test_get(end, "t")),
                           (size_t)steps, 0);
            asteroid_compare(&E, test_text(test_get(one, "name"), name, sizeof name), end);
        }
        lf_scenario_free(E.S);
    }
    test_close(D);
}

/* ---- a double spherical pendulum ---- */

/* Two roundings a step. ode45's 992 steps are as good as exact, and so is extrapolation. */
static void double_pendulum_by_matlab(void **state)
{
    (void)state;
    static const char *const keys[] = {"masses", "lengths", "gravity", "q", "omega"};
    test_document *D = test_open("external.json");
    test_node *all = test_get(test_root(D), "double_spherical_pendulum");
    test_node *parameters = test_get(all, "parameters"), *runs = test_get(all, "runs");
    external E;
    external_begin(&E, "pendulum-chain");
    for (size_t k = 0; k < 5; k++)
        external_give(&E, keys[k], parameters, keys[k], NULL);
    external_build(&E);
    assert_true(test_length(runs) == 13);
    for (size_t i = 0; i < 13; i++) {
        test_node *run = test_item(runs, i);
        const bool adaptive = test_text_is(test_get(run, "method"), "ode45");
        const double steps = test_number(test_get(run, "steps"));
        double theirs[12], ours[12];
        char name[32];
        assert_int_equal(test_numbers(test_get(run, "state"), 12, theirs), 12);
        external_solve(&E, test_get(run, "lieflow_method"), test_number(test_get(run, "T")),
                       (size_t)steps, adaptive ? 1e-13 : 0);
        for (size_t k = 0; k < 12; k++)
            ours[k] = E.y[lf_problem_order(&E.P, k)];
        const double error = test_distance(12, ours, theirs) / test_norm(12, theirs);
        print_message("%s, %g steps: %.1e\n", test_text(test_get(run, "method"), name, sizeof name),
                      steps, error);
        test_within(error, 2 * steps * DBL_EPSILON, "%s", name);
    }
    lf_scenario_free(E.S);
    test_close(D);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_asteroid_by_gubas),
        cmocka_unit_test(double_pendulum_by_matlab),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
