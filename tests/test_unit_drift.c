/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_drift.c - what drifts are compared with, and what is said of a ruined run. */
#include <lieflow/bodies.h>
#include <lieflow/run.h>

#include "support/cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const lf_progress silent = {NULL, NULL};

/* The scale of an invariant of a model as a scenario sets it. */
static double scale_of(const char *model, const char *const *settings, const char *invariant,
                       double *value)
{
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y0[TEST_MAX_DIM], scale = NAN;
    assert_int_equal(lf_scenario_open(S, model), LF_OK);
    for (; settings && *settings; settings += 2)
        if (lf_scenario_set(S, settings[0], settings[1], NULL) != LF_OK)
            fail_msg("%s", lf_scenario_why(S));
    assert_int_equal(lf_scenario_build(S, &P, y0), LF_OK);
    for (size_t k = 0; k < lf_invariant_count(&P); k++)
        if (strcmp(P.invariants[k].name, invariant) == 0) {
            scale = lf_invariant_scale(&P, k, 0, y0);
            *value = lf_problem_value(&P, P.invariants[k].value, 0, y0);
        }
    lf_scenario_free(S);
    return scale;
}

/* Every invariant of every model has a scale, and it is never below the invariant itself. */
static void every_invariant_has_one(void **state)
{
    (void)state;
    const lf_model *model;
    for (size_t i = 0; (model = lf_model_at(i)); i++) {
        lf_scenario *S = lf_scenario_new();
        lf_problem P;
        assert_int_equal(lf_scenario_open(S, model->name), LF_OK);
        double *y0 = calloc(lf_scenario_dim(S), sizeof *y0); /* points may be long */
        assert_non_null(y0);
        assert_int_equal(lf_scenario_build(S, &P, y0), LF_OK);
        for (size_t k = 0; k < lf_invariant_count(&P); k++) {
            const double scale = lf_invariant_scale(&P, k, 0, y0);
            const double value = lf_problem_value(&P, P.invariants[k].value, 0, y0);
            if (!(scale > 0 && isfinite(scale) && scale >= fabs(value)))
                fail_msg("%s: %s = %g has the scale %g", model->name, P.invariants[k].name, value,
                         scale);
        }
        free(y0);
        lf_scenario_free(S);
    }
}

/* Invariants that are 0, or nearly, because their parts cancel. */
static void parts_that_cancel_count(void **state)
{
    (void)state;
    static const struct {
        const char *model, *settings[7], *invariant;
        double scale;
    } rows[] = {
        /* kinetic energy 1/2 and a potential of -1/2: 1/2 + |c| |Gamma| */
        {"heavy-top", {"inertia", "1 1 1", "Pi", "0 0 1", "Gamma", "0 0 -0.5"}, "energy", 1},
        {"heavy-top", {"Pi", "2 0 0", "Gamma", "0 0 3"}, "Pi.Gamma", 6},
        {"free-rigid-body-attitude", {"m", "0 3 4"}, "spatial.x", 5},
        {"humming-top", {"omega", "3 4 0", "force", "0 0 2"}, "omega.force", 10},
        /* y^2/2 - x^2/2 + 0 with x = y */
        {"duffing", {"a", "-1", "b", "0", "x", "3"}, "energy", 4.5 + 0.28125},
        /* one pendulum of weight 1 * 9.81 at rest beside the pivot: potential 0 */
        {"pendulum-chain", {"n", "1", "q", "1 0 0", "omega", "0 0 0"}, "energy", 9.81},
        {"pendulum-chain", {"n", "1", "q", "1 0 0", "omega", "0 0 0"}, "momentum", 0},
        /* the top of the paper: 1/2 mu.I^-1 mu + |u0|, and |mu| |u0| for a momentum of 0 */
        {"heavy-top-trivialised",
         {"inertia", "1 1 1", "mu", "1 0 0", "u0", "0 0 4"},
         "energy",
         4.5},
        {"heavy-top-trivialised",
         {"inertia", "1 1 1", "mu", "2 0 0", "u0", "0 0 4"},
         "momentum",
         8},
        {"heavy-top-cotangent", {"c", "2", "Gamma0", "0 0 -3", "pi", "0 0 0"}, "energy", 6},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double value, scale = scale_of(rows[k].model, rows[k].settings, rows[k].invariant, &value);
        const double wanted = rows[k].scale > 0 ? rows[k].scale : sqrt(9.81);
        if (!(fabs(scale - wanted) < 1e-14 * wanted))
            fail_msg("%s: %s = %g has the scale %.17g, not %g", rows[k].model, rows[k].invariant,
                     value, scale, wanted);
    }
}

/* Two equal spheres at rest at distance 2: U = -G m m/2, T = 0, momentum 0. */
static void bodies_at_rest_have_scales(void **state)
{
    (void)state;
    static const char *const rest[] = {
        "mass",    "1 1",         "potential", "second-degree", "G", "2",
        "inertia", "1 1 1 1 1 1", "x",         "1 0 0 -1 0 0",  "v", "0 0 0",
        "Omega",   "0 0 0",       NULL};
    double value;
    assert_true(fabs(scale_of("full-body", rest, "energy", &value) - 1) < 1e-14);
    assert_true(value == -1);
    /* each may gain sqrt(2 mu |U|) with the reduced mass mu = 1/2: 1, and 1 at the distance 1 */
    assert_true(fabs(scale_of("full-body", rest, "momentum.y", &value) - 2) < 1e-14);
    assert_true(value == 0);
    assert_true(fabs(scale_of("full-body", rest, "angular.z", &value) - 2) < 1e-14);
    assert_true(scale_of("full-body", rest, "orthogonality", &value) == 1 && value == 0);
}

/* A problem that says nothing of its parts is compared with the invariant; a view of it likewise. */
static void own_problems_use_the_value(void **state)
{
    (void)state;
    static test_model m;
    assert_int_equal(test_build(&m, "heavy-top", NULL), LF_OK);
    lf_ambient_space space;
    lf_problem plain = m.problem, view = lf_problem_ambient(&m.problem, &space);
    plain.traits = NULL;
    for (size_t k = 0; k < 3; k++) {
        const double value = lf_problem_value(&plain, plain.invariants[k].value, 0, m.y0);
        assert_true(lf_invariant_scale(&plain, k, 0, m.y0) == fabs(value));
        assert_true(lf_invariant_scale(&view, k, 0, m.y0) ==
                    lf_invariant_scale(&m.problem, k, 0, m.y0));
    }
    assert_true(isnan(lf_drift_relative(1, 0)) && isnan(lf_drift_relative(1, NAN)));
    assert_true(lf_drift_relative(1, 4) == 0.25);
}

/* The threshold itself, and what has no value. */
static void ruin_has_a_threshold(void **state)
{
    (void)state;
    lf_watch watch = {.initial = 3, .final = 3, .max_drift = LF_RUINED * 2};
    assert_false(lf_drift_ruins(&watch, 2));
    watch.max_drift = 1.001 * LF_RUINED * 2;
    assert_true(lf_drift_ruins(&watch, 2));
    assert_false(lf_drift_ruins(&watch, 0)); /* nothing to compare with */
    watch = (lf_watch){.final = NAN};
    assert_true(lf_drift_ruins(&watch, 2));
}

/* Two stars that meet almost head on: steps that are too long throw them apart with any energy. */
static const char *const encounter[] = {"mass",      "1 1",
                                        "potential", "second-degree",
                                        "G",         "1",
                                        "inertia",   "1e-6 1e-6 1e-6 1e-6 1e-6 1e-6",
                                        "x",         "1 0 0 -1 0 0",
                                        "v",         "0 0.05 0 0 -0.05 0",
                                        "Omega",     "0 0 0",
                                        "t_end",     "4",
                                        NULL};

static size_t warnings_of(const char *const *settings, const char *model, char *text, size_t size)
{
    lf_scenario *S = lf_scenario_new();
    lf_outcome *R = lf_outcome_new();
    size_t count = 0;
    assert_int_equal(lf_scenario_open(S, model), LF_OK);
    for (; *settings; settings += 2)
        if (lf_scenario_set(S, settings[0], settings[1], NULL) != LF_OK)
            fail_msg("%s", lf_scenario_why(S));
    if (lf_scenario_run(S, NULL, silent, R) < 0)
        fail_msg("%s", lf_scenario_why(S));
    char one[LF_WHY_SIZE];
    for (*text = 0; lf_outcome_warning(S, R, count, one, sizeof one); count++)
        if (count == 0)
            snprintf(text, size, "%s", one);
    lf_outcome_free(R);
    lf_scenario_free(S);
    return count;
}

static void encounters_ruin_runs(void **state)
{
    (void)state;
    const char *settings[32];
    char text[LF_WHY_SIZE];
    size_t n = 0;
    for (; encounter[n]; n++)
        settings[n] = encounter[n];
    settings[n] = "step";
    settings[n + 1] = "0.05";
    settings[n + 2] = NULL;
    assert_true(warnings_of(settings, "full-body", text, sizeof text) > 0);
    assert_non_null(strstr(text, "energy, which the equations keep, has changed by"));
    /* by steps that follow a tolerance it is another matter */
    settings[n] = "rtol";
    settings[n + 1] = "1e-10";
    settings[n + 2] = "method";
    settings[n + 3] = "rkmk8";
    settings[n + 4] = NULL;
    assert_int_equal(warnings_of(settings, "full-body", text, sizeof text), 0);
}

/* Nothing is said of any model as it comes, nor of one that loses energy as it should. */
static void nobody_cries_wolf(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    static const char *const coarse[] = {"method", "rkmk2", "steps", "100", NULL};
    char text[LF_WHY_SIZE];
    const lf_model *model;
    for (size_t i = 0; (model = lf_model_at(i)); i++)
        if (warnings_of(none, model->name, text, sizeof text))
            fail_msg("%s: %s", model->name, text);
    assert_int_equal(warnings_of(coarse, "vessel", text, sizeof text), 0);
    assert_int_equal(warnings_of(coarse, "quadrotors", text, sizeof text), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_invariant_has_one),    cmocka_unit_test(parts_that_cancel_count),
        cmocka_unit_test(bodies_at_rest_have_scales), cmocka_unit_test(own_problems_use_the_value),
        cmocka_unit_test(ruin_has_a_threshold),       cmocka_unit_test(encounters_ruin_runs),
        cmocka_unit_test(nobody_cries_wolf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
