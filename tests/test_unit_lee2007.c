/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_lee2007.c - the runs behind the figures of Lee, Leok, McClamroch 2007, against
 * numbers of programs that share no code with these: ode45's control on the printed equations, and
 * the energy of the variational integrator for several steps; and what the figures judge by: the
 * printed steps, and the two-form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "papers/lee2007.h"
#include "papers/lee2007_printed.h"

/* Digits as far as they are known: half a unit of the last one. */
static void ode45_is_matlabs(void **state)
{
    (void)state;
    static const struct {
        double t_end, energy, energy_digit, off, off_digit;
        size_t steps; /* 0: not known */
    } table[] = {{12, 1.0575e-2, 1e-6, 1.390e-2, 1e-5, 0},
                 {15, 1.1246e-2, 1e-6, 2.2435e-2, 1e-6, 299},
                 {15.5, 1.1337e-2, 1e-6, 2.3544e-2, 1e-6, 0}};
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y[2 * LF_BODY_DIM];
    assert_int_equal(lf_scenario_set_model(S, "full-body", NULL), LF_OK);
    assert_int_equal(lf_scenario_build(S, &P, y), LF_OK);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lf_dumbbell_trace T = {0};
        assert_int_equal(lf_dumbbell_ode45(&P, table[i].t_end, 1e-3, 1e-6, &T), LF_OK);
        if (fabs(T.energy - table[i].energy) > 0.5 * table[i].energy_digit ||
            fabs(T.off - table[i].off) > 0.5 * table[i].off_digit)
            fail_msg("t_end %g: energy %.6e, off %.6e", table[i].t_end, T.energy, T.off);
        if (table[i].steps)
            assert_int_equal(T.steps, table[i].steps);
        assert_true(T.rows == 4 * T.steps + 1 && T.row[T.rows - 1].t == table[i].t_end);
        lf_dumbbell_free(&T);
    }
    lf_scenario_free(S);
}

/* The start is the model's own: both write down the same energies. */
static void energies_agree_at_the_start(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y[2 * LF_BODY_DIM];
    lf_dumbbell_trace T = {0};
    assert_int_equal(lf_scenario_set_model(S, "full-body", NULL), LF_OK);
    assert_int_equal(lf_scenario_build(S, &P, y), LF_OK);
    assert_int_equal(lf_dumbbell_ode45(&P, 0.1, 1e-3, 1e-6, &T), LF_OK);
    const double energy =
        lf_problem_value(&P, P.invariants[lf_dumbbell_invariant(&P, "energy")].value, 0, y);
    /* 0.44116865192820561775 in 40 digits; sums of numbers of size 1 */
    assert_true(fabs(energy - 0.44116865192820561775) < 4e-16);
    assert_true(fabs(lf_dumbbell_energy(T.row) - energy) < 4e-16);
    lf_dumbbell_free(&T);
    lf_scenario_free(S);
}

/* The largest energy error for a step h, digit for digit: 6.742 h^2 when h is small. */
static void variational_energy_by_step(void **state)
{
    (void)state;
    static const struct {
        const char *step;
        double energy, digit;
    } table[] = {{"0.02", 1.377e-3, 1e-6},    {"0.01", 6.145e-4, 1e-7},
                 {"0.005", 1.655e-4, 1e-7},   {"0.002", 2.6895e-5, 1e-9},
                 {"0.001", 6.7375e-6, 1e-10}, {"0.0005", 1.68523e-6, 1e-11}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lf_scenario *S = lf_scenario_new();
        lf_outcome out;
        const lf_progress quiet = {0};
        assert_int_equal(lf_scenario_set_model(S, "full-body", NULL), LF_OK);
        assert_int_equal(lf_scenario_set(S, "method", "lgvi", NULL), LF_OK);
        assert_int_equal(lf_scenario_set(S, "t_end", "15", NULL), LF_OK);
        assert_int_equal(lf_scenario_set(S, "step", table[i].step, NULL), LF_OK);
        assert_int_equal(lf_scenario_set(S, "watch", "1", NULL), LF_OK);
        assert_int_equal(lf_scenario_run(S, NULL, quiet, &out), LF_OK);
        const double energy = out.stats.invariant[0].max_drift;
        if (fabs(energy - table[i].energy) > 0.5 * table[i].digit)
            fail_msg("step %s: energy error %.7e, not %.7e", table[i].step, energy,
                     table[i].energy);
        lf_scenario_free(S);
    }
}

/* The steps as printed are those of the library but for roundings: 40 of them with h = 0.05, where
 * Newton's method is needed, turn the first dumbbell by 18 radians. Nor do they leave the energy. */
static void printed_steps_are_the_librarys(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double start[LF_DUMBBELL_DIM], y[LF_PRINTED_DIM], point[LF_DUMBBELL_DIM], ours[LF_DUMBBELL_DIM];
    assert_int_equal(lf_scenario_set_model(S, "full-body", NULL), LF_OK);
    assert_int_equal(lf_scenario_build(S, &P, start), LF_OK);
    const lf_bodies *B = lf_problem_bodies(&P);
    lf_printed_run run = {.h = 0.05, .tolerance = 1e-15, .polish = true};
    lf_options opt = lf_options_default();
    lf_printed_start(B, y);
    lf_printed_point(B, y, point);
    assert_true(lf_dumbbell_distance(point, start, 0, LF_BODY_DIM) < 3e-16);
    assert_int_equal(lf_printed_steps(B, &run, 40, y), LF_OK);
    lf_printed_point(B, y, point);
    memcpy(ours, start, sizeof ours);
    opt.t1 = 2;
    opt.h = 0.05;
    assert_int_equal(lf_solve(&P, lf_method_find("lgvi"), &opt, 1, ours, NULL, NULL), LF_OK);
    const double gap = lf_dumbbell_distance(point, ours, 0, LF_BODY_DIM);
    if (!(gap < 1e-12))
        fail_msg("%.2e apart", gap);
    assert_true(lf_dumbbell_distance(point, start, 0, LF_BODY_DIM) > 0.5);
    assert_true(run.took[2] + run.took[3] + run.took[4] == 80 && run.took[4] == 40);
    lf_scenario_free(S);
}

/* A method that is symplectic leaves what differences leave; one that is not is found out. */
static void two_form_tells_methods_apart(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y[LF_DUMBBELL_DIM];
    lf_form_defect D;
    assert_int_equal(lf_scenario_set_model(S, "full-body", NULL), LF_OK);
    assert_int_equal(lf_scenario_build(S, &P, y), LF_OK);
    static const struct {
        const char *method;
        double low, high;
    } table[] = {{"lgvi", 0, 1e-10},
                 {"lgvi-suzuki4", 0, 1e-10},
                 {"rkmk4", 1e-7, 1e-4},
                 {"lie-euler", 1e-2, 10}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        assert_int_equal(lf_dumbbell_form(&P, lf_method_find(table[i].method), y, 0.05, 1, 10, &D),
                         LF_OK);
        assert_true(D.rows == 11 && D.t[10] == 1 && D.defect[0] == 0);
        if (!(D.defect[10] >= table[i].low && D.defect[10] < table[i].high))
            fail_msg("%s: %.2e", table[i].method, D.defect[10]);
    }
    lf_scenario_free(S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ode45_is_matlabs),
        cmocka_unit_test(energies_agree_at_the_start),
        cmocka_unit_test(variational_energy_by_step),
        cmocka_unit_test(printed_steps_are_the_librarys),
        cmocka_unit_test(two_form_tells_methods_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
