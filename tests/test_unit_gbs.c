/* SPDX-License-Identifier: BSD-3-Clause */
/* Extrapolation: the tables of all levels by quadrature of powers, estimates, and the leaps that models bring
 * against the same sub-steps through their fields. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { LANES = LF_MIDPOINT_LANES, ROOM = TEST_MAX_DIM * LANES, LOWEST = 3, HIGHEST = 8 };

/* ---- tables ---- */

static lf_status power_field(const void *ctx, size_t trajectory, double t, const double *y,
                             double *f)
{
    (void)trajectory;
    (void)y;
    f[0] = pow(t, *(const int *)ctx);
    return LF_OK;
}

/* the integral of t^power from t to t + h at a level, less the exact one; also the estimates */
static double quadrature(int level, int power, double *error, double *error_low)
{
    const lf_method *M = lf_method_find("gbs");
    const lf_group line = lf_group_rn(1);
    const lf_action A = lf_action_translation(&line);
    const lf_point_field point = {.value = power_field, .ctx = &power};
    const lf_problem P = lf_problem_from_point("power", &A, &point);
    const double t = 0.25, h = 0.75, y0 = 0, f0 = pow(t, power);
    double y1, f1;
    lf_tally tally = {0};
    const lf_attempt a = {.lanes = test_lanes_of(1, &t, &h),
                          .y0 = &y0,
                          .f0 = &f0,
                          .y1 = &y1,
                          .f1 = &f1,
                          .error = error,
                          .error_low = error_low,
                          .level = level,
                          .tally = &tally,
                          .work = test_scratch(M->estimator.work(M, &P, 1))};
    assert_int_equal(M->estimator.attempt(M, &P, &a), LF_OK);
    test_within(fabs(f1 - 1), 1e-15, "level %d: the field at the end", level);
    return y1 - (pow(t + h, power + 1) - pow(t, power + 1)) / (power + 1);
}

/* A level of k rows has order 2k: powers below 2k are integrated exactly, 2k is not. Weights are below
 * 51 and integrals below 0.75, so that roundoff stays below 51 * 0.75 * a few 1e-16. The estimate is
 * of order 2k - 2, and that of the level below of order 2k - 4. */
static void levels_have_their_order(void **state)
{
    const double roundoff = 1e-13;
    (void)state;
    for (int level = LOWEST; level <= HIGHEST; level++)
        for (int power = 0; power <= 2 * level; power++) {
            double error, low;
            const double off = fabs(quadrature(level, power, &error, &low));
            if (power < 2 * level)
                test_within(off, roundoff, "level %d, power %d", level, power);
            else if (level < 7) /* beyond, roundoff hides the error of this power */
                assert_true(off > 10 * roundoff);
            if (power < 2 * level - 2)
                test_within(fabs(error), roundoff, "level %d, power %d: estimate", level, power);
            else
                assert_true(fabs(error) > off);
            if (power < 2 * level - 4)
                test_within(fabs(low), roundoff, "level %d, power %d: lower one", level, power);
            else
                assert_true(fabs(low) > fabs(error));
        }
}

/* ---- what the doubts say ---- */

/* An attempt whose table overflowed is rejected and its step cut, at every level: one that stayed
 * would be tried for ever. */
static void overflown_steps_are_cut(void **state)
{
    const double bad[] = {NAN, INFINITY, 1e301}, below[] = {NAN, INFINITY, 1, 0};
    const lf_estimator *E = &lf_method_find("gbs")->estimator;
    (void)state;
    for (int level = LOWEST; level <= HIGHEST; level++)
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < 4; k++) {
                double error = bad[i], change, factor;
                E->control(1, level, &error, &below[k], &change, &factor);
                assert_false(error <= 1);
                assert_true(change <= 0);
                if (change == 0)
                    test_within(factor, 0.11, "level %d, error %g over %g", level, bad[i],
                                below[k]);
            }
}

/* The estimate of k rows: twice k^2 times the doubt, and less where the table converges. Logarithms are
 * good to 1e-4. */
static void doubts_become_errors(void **state)
{
    const lf_estimator *E = &lf_method_find("gbs")->estimator;
    (void)state;
    for (int level = LOWEST; level <= HIGHEST; level++) {
        const double doubt = 1e-3, low[] = {1e-9, 1e-3, 0.1, 10};
        for (size_t i = 0; i < 4; i++) {
            const double ratio = fmin(1, doubt / low[i]);
            const double expected = 2 * level * level * doubt * sqrt(ratio);
            double error = doubt, change, factor;
            E->control(1, level, &error, &low[i], &change, &factor);
            test_within(fabs(error / expected - 1), 3e-4, "level %d over %g", level, low[i]);
        }
    }
}

/* ---- leaps ---- */

static void leap_by_field(const lf_problem *P, int count, const double *twice, const double *base,
                          double *before, double *now)
{
    const size_t all = P->action->dim * LANES;
    const double t[LANES] = {0};
    const lf_lanes L = test_lanes_of(LANES, t, NULL);
    double y[ROOM], F[ROOM];
    for (int k = 0; k < count; k++) {
        for (size_t j = 0; j < all; j++)
            y[j] = base[j] + now[j];
        test_rates(P, &L, y, F);
        for (size_t j = 0; j < all; j++) {
            const double next = before[j] + twice[j % LANES] * F[j];
            before[j] = now[j];
            now[j] = next;
        }
    }
}

/* Points, rates and displacements are of order one, and at most nine sub-steps of at most 0.2 pass on
 * a difference of a few units in the last place. */
static void check_leaps(const char *name, const lf_problem *inner, const double *y0)
{
    static const double twice[LANES] = {0.2, 0.05, 0, -0.1};
    lf_ambient_space space;
    const lf_problem P = lf_problem_ambient(inner, &space);
    const size_t all = P.action->dim * LANES;
    const double t[LANES] = {0};
    const lf_lanes L = test_lanes_of(LANES, t, NULL);
    test_random r = {7};
    for (int count = 0; count <= 9; count++) {
        double base[ROOM], last[2][ROOM], now[2][ROOM];
        for (size_t j = 0; j < all; j++) {
            base[j] = y0[j / LANES] + test_uniform(&r, -0.1, 0.1);
            last[0][j] = last[1][j] = test_uniform(&r, -0.01, 0.01);
            now[0][j] = now[1][j] = test_uniform(&r, -0.05, 0.05);
        }
        lf_problem_midpoint(&P)->burst(&P, &L, count, twice, base, last[0], now[0]);
        leap_by_field(&P, count, twice, base, last[1], now[1]);
        test_within(test_error(all, now[0], now[1]), 2e-14, "%s, %d leaps", name, count);
        test_within(test_error(all, last[0], last[1]), 2e-14, "%s, %d leaps: last", name, count);
    }
}

static void check_model(const char *name, const char *settings, size_t *checked)
{
    static test_model m;
    if (test_build(&m, name, settings) != LF_OK || !lf_problem_midpoint(&m.problem))
        return;
    assert_non_null(lf_problem_trait(&m.problem, LF_TRAIT_AMBIENT)); /* what the leaps repeat */
    check_leaps(name, &m.problem, m.y0);
    ++*checked;
}

static void leaps_are_those_of_the_field(void **state)
{
    size_t checked = 0;
    (void)state;
    for (size_t k = 0; lf_model_at(k); k++)
        check_model(lf_model_at(k)->name, "", &checked);
    check_model("free-rigid-body-attitude", "attitude=quaternion", &checked);
    check_model("free-rigid-body-attitude", "attitude=matrix", &checked);
    assert_true(checked >= 5); /* body, attitude in two forms, heavy top */
}

/* Whole runs: leaps differ from the field by roundoff, which the top's motion over ten seconds
 * magnifies; both are within the tolerance of each other. */
static void runs_agree(void **state)
{
    static const char *const names[] = {"free-rigid-body", "free-rigid-body-attitude", "heavy-top"};
    const lf_method *M = lf_method_find("gbs-ambient");
    (void)state;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        static test_model m;
        double y[2][TEST_MAX_DIM];
        lf_stats stats[2];
        lf_trait list[LF_TRAIT_COUNT + 1];
        assert_int_equal(test_build(&m, names[k], ""), LF_OK);
        lf_options opt = lf_options_default();
        opt.t1 = 10;
        opt.h = 0;
        opt.tolerance.atol = opt.tolerance.rtol = 1e-11;
        for (size_t i = 0; i < 2; i++) {
            memcpy(y[i], m.y0, m.problem.action->dim * sizeof **y);
            assert_int_equal(lf_solve(&m.problem, M, &opt, 1, y[i], NULL, &stats[i]), LF_OK);
            m.problem = test_without(&m.problem, LF_TRAIT_MIDPOINT, list);
        }
        test_within(test_error(m.problem.action->dim, y[0], y[1]), 1e-10, "%s", names[k]);
        assert_int_equal(stats[0].evaluations, stats[1].evaluations);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_their_order),
        cmocka_unit_test(overflown_steps_are_cut),
        cmocka_unit_test(doubts_become_errors),
        cmocka_unit_test(leaps_are_those_of_the_field),
        cmocka_unit_test(runs_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
