/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_asymptote.c - what errors tell of an order: made-up tables whose order is known. */
#include "run/asymptote.h"

#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 8 };

/* Errors of LEVELS doublings from 10 steps on; the solution has size 1. */
static lf_order_table table_of(const double error[LEVELS], double reference_error)
{
    static lf_order_table T;
    T = (lf_order_table){.methods = 1, .levels = LEVELS, .reference_error = reference_error};
    T.claimed[0] = 2;
    for (size_t i = 0; i < LEVELS; i++) {
        T.steps[i] = (size_t)10 << i;
        T.h[i] = 1.0 / (double)T.steps[i];
        T.error[0][i] = error[i];
        T.level[0][i] = LF_LEVEL_PRE_ASYMPTOTIC;
    }
    lf_order_judge(&T, 0, 1);
    return T;
}

static void a_clean_order_is_observed(void **state)
{
    (void)state;
    double error[LEVELS];
    for (int order = 1; order <= 4; order++) {
        for (int i = 0; i < LEVELS; i++)
            error[i] = 1e-2 * pow(0.5, order * i);
        const lf_order_table T = table_of(error, 0);
        assert_true(fabs(T.observed[0] - order) < 1e-12 && !T.reason[0][0]);
        for (size_t i = 0; i < LEVELS; i++)
            assert_int_equal(T.level[0][i], LF_LEVEL_ASYMPTOTIC);
        assert_true(isnan(T.order[0][0]) && fabs(T.order[0][1] - order) < 1e-12);
    }
}

/* A large error, one that is infinite, an order that comes late, and a floor. */
static void ranges_are_found(void **state)
{
    (void)state;
    const double error[LEVELS] = {INFINITY, 1e2, 0.3, 0.25, 1e-1, 2.5e-2, 6.25e-3, 2e-9};
    const lf_order_table T = table_of(error, 1e-10);
    const lf_level level[LEVELS] = {
        LF_LEVEL_DIVERGED,   LF_LEVEL_DIVERGED,   LF_LEVEL_PRE_ASYMPTOTIC, LF_LEVEL_PRE_ASYMPTOTIC,
        LF_LEVEL_ASYMPTOTIC, LF_LEVEL_ASYMPTOTIC, LF_LEVEL_ASYMPTOTIC,     LF_LEVEL_REFERENCE};
    for (size_t i = 0; i < LEVELS; i++)
        assert_int_equal(T.level[0][i], level[i]);
    assert_true(T.observed[0] == 2 && T.floor[0][7] && !T.floor[0][6]);
    assert_true(isnan(T.order[0][7]) && isnan(T.order[0][2]));
    assert_true(lf_order_settled(&T, 0));
}

/* Roundoff is no order: errors of 1e-15 that rise and fall. */
static void roundoff_is_none(void **state)
{
    (void)state;
    const double error[LEVELS] = {1e-3, 1e-15, 2e-15, 1.4e-15, 3e-15, 2e-15, 4e-15, 3e-15};
    lf_order_table T = table_of(error, 0);
    assert_true(isnan(T.observed[0]));
    assert_non_null(strstr(T.reason[0], "floor of roundoff"));
    for (size_t i = 1; i < LEVELS; i++)
        assert_int_equal(T.level[0][i], LF_LEVEL_ROUNDOFF);
    const double all[LEVELS] = {1e-15, 2e-15, 1e-15, 1e-15, 1e-15, 1e-15, 1e-15, 1e-15};
    T = table_of(all, 0);
    assert_non_null(strstr(T.reason[0], "are at the floor of roundoff"));
    /* a floor of its own, far above roundoff, ends the range but does not change the order */
    const double own[LEVELS] = {1e-2, 2.5e-3, 6.25e-4, 1.5625e-4, 1e-4, 9.9e-5, 1e-4, 1e-4};
    T = table_of(own, 0);
    assert_true(isnan(T.observed[0]));
    assert_non_null(strstr(T.reason[0], "do not fall"));
}

/* Slopes that change, that agree by chance before the end, or on no whole number, tell none. */
static void slopes_must_agree(void **state)
{
    (void)state;
    static const struct {
        double slope[LEVELS - 1];
        double observed; /* 0: none */
        const char *reason;
    } rows[] = {
        {{4, 3.5, 3, 2.7, 2.4, 2.2, 2.04}, 0, "still change"},
        {{3, 3, 3, 2.8, 2.5, 2.2, 2.6}, 0, "still change"},
        {{1, 1.2, 1.4, 1.5, 1.55, 1.52, 1.5}, 0, "no whole number"},
        {{1, 1, 1, 1, 0.1, 0.1, 0.1}, 0, "do not fall"},
        {{-1, 3, 0.2, 1.8, 1.93, 1.98, 1.99}, 1.99, NULL},
        {{-1, 3, 0.2, 1, 1.5, 1.85, 1.98}, 1.98, NULL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double error[LEVELS] = {0.9};
        for (size_t i = 1; i < LEVELS; i++)
            error[i] = error[i - 1] * pow(0.5, rows[k].slope[i - 1]);
        const lf_order_table T = table_of(error, 0);
        if (rows[k].reason && (!isnan(T.observed[0]) || !strstr(T.reason[0], rows[k].reason)))
            fail_msg("row %zu: observed %g, '%s'", k, T.observed[0], T.reason[0]);
        if (!rows[k].reason && !(fabs(T.observed[0] - rows[k].observed) < 1e-9))
            fail_msg("row %zu: observed %g, '%s'", k, T.observed[0], T.reason[0]);
    }
}

/* An error near the floor may spoil the last slope: the order is that of the range before. */
static void the_floor_spoils_slopes(void **state)
{
    (void)state;
    double error[LEVELS];
    for (int i = 0; i < LEVELS; i++)
        error[i] = 1e-2 * pow(0.5, 4 * i) + 2e-10;
    lf_order_table T = table_of(error, 5e-12);
    assert_true(fabs(T.observed[0] - 4) < 0.1);
    assert_int_equal(T.level[0][LEVELS - 1], LF_LEVEL_STALLED);
    /* the same far from any floor is a change of order, and none is told */
    T = table_of(error, 1e-18);
    assert_true(isnan(T.observed[0]));
}

static void failures_are_kept(void **state)
{
    (void)state;
    static lf_order_table T;
    T = (lf_order_table){.methods = 1, .levels = 4};
    for (size_t i = 0; i < 4; i++) {
        T.steps[i] = (size_t)10 << i;
        T.h[i] = 1.0 / (double)T.steps[i];
        T.error[0][i] = i ? pow(0.25, (double)i) : INFINITY;
        T.level[0][i] = i ? LF_LEVEL_PRE_ASYMPTOTIC : LF_LEVEL_FAILED;
    }
    lf_order_judge(&T, 0, 1);
    assert_int_equal(T.level[0][0], LF_LEVEL_FAILED);
    assert_true(T.observed[0] == 2);
    for (size_t i = 0; i < 4; i++)
        T.level[0][i] = LF_LEVEL_FAILED;
    lf_order_judge(&T, 0, 1);
    assert_non_null(strstr(T.reason[0], "no number of steps"));
    for (int level = LF_LEVEL_NOT_RUN; level <= LF_LEVEL_FAILED; level++)
        assert_true(*lf_level_name((lf_level)level));
    assert_string_equal(lf_level_name(LF_LEVEL_PRE_ASYMPTOTIC), "pre-asymptotic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clean_order_is_observed), cmocka_unit_test(ranges_are_found),
        cmocka_unit_test(roundoff_is_none),          cmocka_unit_test(slopes_must_agree),
        cmocka_unit_test(the_floor_spoils_slopes),   cmocka_unit_test(failures_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
