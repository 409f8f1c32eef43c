/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_wave_runs.c - kdv, nls, swift-hohenberg and gray-scott as they come: errors against exact solutions,
 * what they conserve and how well, energies that fall, orders. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/run.h>

static const lf_progress silent = {NULL, NULL};
static const double pi = 3.14159265358979323846;

/* A scenario with settings "key", "value", ..., NULL. */
static lf_scenario *scenario(const char *model, const char *const *settings)
{
    lf_scenario *S = lf_scenario_new();
    assert_int_equal(lf_scenario_set_model(S, model, NULL), LF_OK);
    for (; settings && *settings; settings += 2)
        if (lf_scenario_set(S, settings[0], settings[1], NULL) != LF_OK)
            fail_msg("%s", lf_scenario_why(S));
    return S;
}

/* The relative error that cf4 has after so many steps is `expected` to a third. */
static void check_errors(const char *model, const char *const *settings, double size,
                         const char *steps, size_t count, const double *expected)
{
    lf_scenario *S = scenario(model, settings);
    lf_order_table *T = lf_order_table_new();
    lf_order_options opt = lf_order_options_default();
    opt.steps = steps;
    opt.methods = "cf4";
    if (lf_order_measure(S, &opt, silent, T) != LF_OK)
        fail_msg("%s", lf_scenario_why(S));
    assert_string_equal(T->reference, "the exact solution");
    for (size_t k = 0; k < count; k++) {
        const double error = T->error[0][k] / size;
        if (!(error > 0.67 * expected[k] && error < 1.5 * expected[k]))
            fail_msg("%s with %zu steps: error %.3g, expected %.3g", model, T->steps[k], error,
                     expected[k]);
    }
    lf_order_table_free(T);
    lf_scenario_free(S);
}

/* Errors that another program for the same equations has with the same method. */
static void errors_are_as_expected(void **state)
{
    (void)state;
    static const double kdv[] = {3.9e-7, 2.3e-8, 1.4e-9};
    static const double nls[] = {3.2e-7, 2.0e-8, 1.2e-9};
    check_errors("kdv", NULL, sqrt(2. / 3 / (80. / 256)), "200,400,800", 3, kdv);
    check_errors("nls", NULL, sqrt(2 / (24 * pi / 512)), "100,200,400", 3, nls);
}

/* Other speeds, a start off the middle, and a way around the box: the solution comes back from the other side. */
static void solitons_go_around(void **state)
{
    (void)state;
    static const char *const kdv[] = {"c", "2", "x", "30", "t_end", "12", "n", "384", NULL};
    static const char *const nls[] = {"eta", "1.3", "v", "-3", "x", "-30", "t_end", "4", NULL};
    const struct {
        const char *model, *steps;
        const char *const *settings;
    } run[] = {{"kdv", "6000,12000", kdv}, {"nls", "2000,4000", nls}};
    for (size_t k = 0; k < 2; k++) {
        lf_scenario *S = scenario(run[k].model, run[k].settings);
        lf_order_table *T = lf_order_table_new();
        lf_order_options opt = lf_order_options_default();
        opt.steps = run[k].steps;
        assert_int_equal(lf_order_measure(S, &opt, silent, T), LF_OK);
        /* order 4, until the grid's own error or roundoff comes; far below the size 1 of the solution */
        assert_true(T->error[0][1] < 1e-6);
        assert_true(T->error[0][0] > 8 * T->error[0][1] || T->error[0][1] < 1e-9);
        lf_order_table_free(T);
        lf_scenario_free(S);
    }
}

static double drift_of(const lf_outcome *R, const char *name)
{
    for (size_t i = 0; i < R->stats.invariants; i++)
        if (strcmp(R->problem.invariants[i].name, name) == 0)
            return R->stats.invariant[i].max_drift / fabs(R->stats.invariant[i].initial);
    fail_msg("no invariant %s", name);
    return NAN;
}

static double initial_of(const lf_outcome *R, const char *name)
{
    for (size_t i = 0; i < R->stats.invariants; i++)
        if (strcmp(R->problem.invariants[i].name, name) == 0)
            return R->stats.invariant[i].initial;
    fail_msg("no invariant %s", name);
    return NAN;
}

/* Two solitons before, in and after their collision are Hirota's; momentum and energy drift as little as they
 * do elsewhere (6e-9 and 1e-8), the mass not at all. */
static void solitons_collide(void **state)
{
    (void)state;
    static const char *const two[] = {"start", "two-solitons", "n",     "512", "c",  "4",
                                      "x",     "-20",          "c2",    "1",   "x2", "-5",
                                      "steps", "8000",         "t_end", "10",  NULL};
    lf_scenario *S = scenario("kdv", two);
    lf_outcome *R = lf_outcome_new();
    assert_int_equal(lf_scenario_run(S, NULL, silent, R), LF_OK);
    assert_true(fabs(initial_of(R, "mass") - 6) < 1e-8);     /* 2 sqrt(c), of both */
    assert_true(fabs(initial_of(R, "momentum") - 6) < 1e-8); /* (2/3) c^(3/2) */
    assert_true(fabs(initial_of(R, "energy") - 6.6) < 1e-8); /* c^(5/2)/5 */
    assert_true(drift_of(R, "mass") < 1e-14);
    assert_true(drift_of(R, "momentum") > 2e-9 && drift_of(R, "momentum") < 1.2e-8);
    assert_true(drift_of(R, "energy") > 4e-9 && drift_of(R, "energy") < 2e-8);
    lf_scenario_free(S);
    static const char *const times[] = {"1", "4.5", "9"};
    for (size_t k = 0; k < 3; k++) {
        S = scenario("kdv", two);
        lf_order_table *T = lf_order_table_new();
        lf_order_options opt = lf_order_options_default();
        assert_int_equal(lf_scenario_set(S, "t_end", times[k], NULL), LF_OK);
        opt.steps = "4000,8000";
        assert_int_equal(lf_order_measure(S, &opt, silent, T), LF_OK);
        assert_string_equal(T->reference, "the exact solution");
        /* heights are 2 and 1/2; cf4 with h = 1/450 or less is good to 1e-5 on waves of width 1/2 */
        assert_true(T->error[0][1] < 1e-5);
        lf_order_table_free(T);
        lf_scenario_free(S);
    }
    lf_outcome_free(R);
}

static void one_soliton_has_known_sums(void **state)
{
    (void)state;
    static const char *const steps[] = {"steps", "200", NULL};
    lf_outcome *R = lf_outcome_new();
    lf_scenario *S = scenario("nls", steps);
    assert_int_equal(lf_scenario_run(S, NULL, silent, R), LF_OK);
    assert_true(fabs(initial_of(R, "mass") - 2) < 1e-12);
    assert_true(fabs(initial_of(R, "momentum") - 1) < 1e-12);
    assert_true(fabs(initial_of(R, "energy") + 1. / 6) < 1e-12);
    /* 5.0e-10 and 1.3e-9 elsewhere, relative to nothing */
    assert_true(2 * drift_of(R, "mass") > 3e-10 && 2 * drift_of(R, "mass") < 8e-10);
    assert_true(drift_of(R, "energy") / 6 > 8e-10 && drift_of(R, "energy") / 6 < 2e-9);
    lf_scenario_free(S);
    S = scenario("kdv", NULL);
    assert_int_equal(lf_scenario_run(S, NULL, silent, R), LF_OK);
    assert_true(fabs(initial_of(R, "mass") - 2) < 1e-12);
    assert_true(fabs(initial_of(R, "momentum") - 2. / 3) < 1e-12);
    assert_true(fabs(initial_of(R, "energy") - 0.2) < 1e-12);
    lf_scenario_free(S);
    lf_outcome_free(R);
}

/* ---- in the plane ---------------------------------------------------------------------------- */

typedef struct {
    double last;
    size_t rows;
    const lf_problem *P;
} falling;

static lf_status falls(void *ctx, const lf_row *row)
{
    falling *F = ctx;
    const double energy = lf_problem_value(F->P, F->P->outputs[0].value, row->t, row->y);
    assert_true(F->rows == 0 || energy < F->last);
    F->last = energy;
    F->rows++;
    return LF_OK;
}

static void energy_falls(void **state)
{
    (void)state;
    static const char *const starts[] = {"random", "stripes", "bump"};
    for (size_t k = 0; k < 3; k++) {
        const char *const settings[] = {"n", "32", "length", "8*pi", "start", starts[k], NULL};
        lf_scenario *S = scenario("swift-hohenberg", settings);
        lf_outcome *R = lf_outcome_new();
        falling F = {.P = &R->problem};
        const lf_sink sink = {.row = falls, .ctx = &F};
        assert_int_equal(lf_scenario_run(S, &sink, silent, R), LF_OK);
        assert_int_equal(F.rows, 201);
        assert_true(F.last <
                    -1); /* stripes of u^2 about 4 r/3 sin^2: -r^2/6 a unit of area is -9.5 */
        lf_outcome_free(R);
        lf_scenario_free(S);
    }
}

/* Where a run of so many steps ends, on the grid; the caller frees it. */
static double *end_of(const char *model, const char *const *settings, size_t steps, size_t *count)
{
    char words[32];
    snprintf(words, sizeof words, "%zu", steps);
    lf_scenario *S = scenario(model, settings);
    lf_outcome *R = lf_outcome_new();
    assert_int_equal(lf_scenario_set(S, "steps", words, NULL), LF_OK);
    assert_int_equal(lf_scenario_run(S, NULL, silent, R), LF_OK);
    *count = lf_problem_shown(&R->problem);
    double *shown = calloc(*count, sizeof *shown);
    assert_non_null(shown);
    memcpy(shown, lf_outcome_show(R, R->stats.t, R->y), *count * sizeof *shown);
    lf_outcome_free(R);
    lf_scenario_free(S);
    return shown;
}

/* In proportion to b. */
static double distance(size_t count, const double *a, const double *b)
{
    double off = 0, size = 0;
    for (size_t k = 0; k < count; k++) {
        off += (a[k] - b[k]) * (a[k] - b[k]);
        size += b[k] * b[k];
    }
    return sqrt(off / size);
}

/* Errors against a run of four times as many steps as the finest: order 4, and for gray-scott the sizes that
 * another program has (1.1e-4, 7.4e-6, 4.8e-7 with h = 4, 2, 1), to a factor of 1.5. */
static void patterns_converge(void **state)
{
    (void)state;
    static const char *const gray[] = {"t_end", "200", NULL};
    static const char *const swift[] = {"t_end",  "4",   "n",      "32",   "start", "stripes",
                                        "height", "0.5", "length", "8*pi", NULL};
    static const double expected[] = {1.1e-4, 7.4e-6, 4.8e-7};
    const struct {
        const char *model;
        const char *const *settings;
        size_t least;
    } run[] = {{"gray-scott", gray, 50}, {"swift-hohenberg", swift, 100}};
    for (size_t k = 0; k < 2; k++) {
        size_t count;
        double error[3], *truth = end_of(run[k].model, run[k].settings, 16 * run[k].least, &count);
        for (size_t i = 0; i < 3; i++) {
            double *end = end_of(run[k].model, run[k].settings, run[k].least << i, &count);
            error[i] = distance(count, end, truth);
            free(end);
            if (k == 0 && !(error[i] > 0.67 * expected[i] && error[i] < 1.5 * expected[i]))
                fail_msg("gray-scott: %.3g, expected %.3g", error[i], expected[i]);
        }
        if (!(error[1] > 11 * error[2])) /* order 3.5 or more; the reference takes 1/256 of it */
            fail_msg("%s: errors %.3g %.3g %.3g", run[k].model, error[0], error[1], error[2]);
        free(truth);
    }
}

/* With `dealias` the upper third of the waves is gone from the start and stays away; without, it is there. */
static void aliases_can_be_cut(void **state)
{
    (void)state;
    static const char *const models[] = {"kdv", "nls", "swift-hohenberg", "gray-scott"};
    for (size_t k = 0; k < 8; k++) {
        const char *const settings[] = {"n", "32", "t_end", "1", "dealias", k % 2 ? "yes" : "no",
                                        NULL};
        lf_scenario *S = scenario(models[k / 2], settings);
        lf_outcome *R = lf_outcome_new();
        assert_int_equal(lf_scenario_set(S, "steps", "200", NULL), LF_OK);
        assert_int_equal(lf_scenario_run(S, NULL, silent, R), LF_OK);
        /* waves 11 to 16 of the first row; complex values have -16 to -11 after them */
        double most = 0;
        for (size_t c = 22; c < 34; c++)
            most = fmax(most, fabs(R->y[c]));
        assert_true(k % 2 ? most == 0 : most > 0);
        lf_outcome_free(R);
        lf_scenario_free(S);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_as_expected), cmocka_unit_test(solitons_go_around),
        cmocka_unit_test(solitons_collide),       cmocka_unit_test(one_soliton_has_known_sums),
        cmocka_unit_test(energy_falls),           cmocka_unit_test(patterns_converge),
        cmocka_unit_test(aliases_can_be_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
