/* SPDX-License-Identifier: BSD-3-Clause */
/* The fixed-step solver when something is wrong: poles, NaN, fields that refuse, starts that are no
 * numbers, options that make no sense. Points that were reached are never lost. */
#include "support/cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_N = 130 };

static lf_options over(double t0, double t1, double h, double every)
{
    lf_options opt = lf_options_default();
    opt.t0 = t0;
    opt.t1 = t1;
    opt.h = h;
    opt.every = every;
    opt.failing = LF_FAIL_TOGETHER; /* test_unit_failing_alone.c has the other way */
    return opt;
}

/* ---- failing ---- */

/* y' = y^2 has a pole at t = 1/y(0); larger y(0) fail first. */
static lf_status square(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    f[0] = y[0] * y[0];
    return LF_OK;
}

typedef struct {
    lf_group group;
    lf_action action;
    lf_point_field point;
    lf_problem P;
} line;

typedef lf_status line_field(const void *ctx, size_t trajectory, double t, const double *y,
                             double *f);

static void line_set(line *L, line_field *field, const void *ctx)
{
    L->group = lf_group_rn(1);
    L->action = lf_action_translation(&L->group);
    L->point = (lf_point_field){field, ctx};
    L->P = lf_problem_from_point("line", &L->action, &L->point);
}

/* Where a message says that it happened. */
typedef struct {
    size_t step, trajectory;
    double t;
} failure;

static failure read_message(const char *message, const char *method)
{
    failure F = {0, SIZE_MAX, NAN};
    char name[32];
    const char *at = strstr(message, "in step ");
    const char *from = strstr(message, "from t = "), *who = strstr(message, ", trajectory ");
    assert_true(at && from);
    assert_int_equal(sscanf(at, "in step %zu of %31[^,]", &F.step, name), 2);
    assert_string_equal(name, method);
    F.t = strtod(from + strlen("from t = "), NULL);
    if (who)
        F.trajectory = strtoull(who + strlen(", trajectory "), NULL, 10);
    return F;
}

/* `who` of n trajectories runs into its pole; all points must be good ones of their own run. */
static void check_pole(size_t n, size_t who, size_t block, const char *method)
{
    line L;
    lf_stats stats;
    double y[MAX_N], one = 1;
    line_set(&L, square, NULL);
    for (size_t i = 0; i < n; i++)
        y[i] = i == who ? 1 : -1 - 0.01 * (double)i;
    lf_options opt = over(0, 3, 0.01, 0);
    opt.block = block;
    assert_int_equal(lf_solve(&L.P, lf_method_find(method), &opt, n, y, NULL, &stats),
                     LF_ENONFINITE);
    const failure F = read_message(stats.message, method);
    assert_int_equal(stats.trajectory, who);
    assert_true(F.trajectory == (n == 1 ? SIZE_MAX : who));
    assert_true(F.t > 0.99 && F.t < 1.2);
    test_within(fabs(F.t - 0.01 * (double)(F.step - 1)), 1e-12, "time and step");
    assert_true(stats.t <= F.t); /* what all have reached: other blocks may be behind */
    if (n <= 8)
        assert_true(stats.steps == F.step - 1 && fabs(stats.t - F.t) < 1e-12);
    opt.t1 = F.t;
    assert_int_equal(lf_solve(&L.P, lf_method_find(method), &opt, 1, &one, NULL, NULL), LF_OK);
    test_same_bits(1, &y[who], &one, "the last good point of %s", method);
    for (size_t i = 0; i < n && n <= 8; i++) { /* one block: all at the same time */
        double alone = i == who ? 1 : -1 - 0.01 * (double)i;
        assert_int_equal(lf_solve(&L.P, lf_method_find(method), &opt, 1, &alone, NULL, NULL),
                         LF_OK);
        test_same_bits(1, &y[i], &alone, "neighbour %zu of a failure", i);
    }
    for (size_t i = 0; i < n; i++)
        assert_true(isfinite(y[i]));
}

static void test_pole(void **state)
{
    (void)state;
    check_pole(1, 0, 0, "rk4");
    check_pole(3, 1, 0, "cf4");
    check_pole(8, 7, 0, "rkmk8");
    check_pole(130, 70, 64, "rkmk4");
    check_pole(130, 0, 0, "lie-midpoint");
    check_pole(130, 129, 0, "rk4");
}

/* Not a number at once, for one trajectory, after a while */
static lf_status sometimes_nan(const void *ctx, size_t trajectory, double t, const double *y,
                               double *f)
{
    (void)trajectory;
    (void)ctx;
    f[0] = y[0] > 5 && t > 0.5 ? NAN : 1;
    return LF_OK;
}

static void test_nan_field(void **state)
{
    (void)state;
    line L;
    lf_stats stats;
    double y[3] = {0, 10, 1};
    line_set(&L, sometimes_nan, NULL);
    lf_options opt = over(0, 1, 0.125, 0);
    assert_int_equal(lf_solve(&L.P, lf_method_find("euler"), &opt, 3, y, NULL, &stats),
                     LF_ENONFINITE);
    assert_int_equal(stats.trajectory, 1);
    assert_int_equal(stats.steps, 5); /* t = 0.5 is still good */
    assert_true(stats.t == 0.625 && y[0] == 0.625 && y[1] == 10.625 && y[2] == 1.625);
    assert_non_null(strstr(stats.message, "trajectory 1"));
    assert_non_null(strstr(stats.message, "step 6"));
}

/* A field that refuses: its own status comes back. */
static lf_status refusing(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    f[0] = 1;
    return y[0] < 1 ? LF_OK : LF_ESINGULAR;
}

/* A field that fails in its tenth call, and never again. */
static lf_status failing_once(const void *ctx, size_t trajectory, double t, const double *y,
                              double *f)
{
    (void)trajectory;
    size_t *calls = *(size_t *const *)ctx;
    (void)t;
    (void)y;
    f[0] = 1;
    return ++*calls == 10 ? LF_ESINGULAR : LF_OK;
}

static void test_failing_field(void **state)
{
    (void)state;
    line L;
    lf_stats stats;
    double y = 0;
    line_set(&L, refusing, NULL);
    lf_options opt = over(0, 4, 0.0625, 0);
    assert_int_equal(lf_solve(&L.P, lf_method_find("euler"), &opt, 1, &y, NULL, &stats),
                     LF_ESINGULAR);
    assert_true(y == 1 && stats.t == 1 && stats.steps == 16);
    assert_non_null(strstr(stats.message, "singular"));
    size_t calls = 0, *counter = &calls;
    line_set(&L, failing_once, &counter);
    y = 0;
    assert_int_equal(lf_solve(&L.P, lf_method_find("euler"), &opt, 1, &y, NULL, &stats), LF_OK);
    assert_true(y == 4 && stats.steps == 64);
}

/* A start that is no number: nothing moves, nobody's point is lost. */
static void test_bad_start(void **state)
{
    (void)state;
    line L;
    lf_stats stats;
    double y[MAX_N];
    line_set(&L, square, NULL);
    for (size_t i = 0; i < MAX_N; i++)
        y[i] = i == 3 ? NAN : -(double)i;
    lf_options opt = over(0, 1, 0.1, 0);
    opt.block = 16;
    assert_int_equal(lf_solve(&L.P, lf_method_find("rk4"), &opt, MAX_N, y, NULL, &stats),
                     LF_ENONFINITE);
    assert_int_equal(stats.trajectory, 3);
    assert_non_null(strstr(stats.message, "trajectory 3"));
    for (size_t i = 0; i < MAX_N; i++)
        assert_true(i == 3 ? isnan(y[i]) : y[i] == -(double)i);
    assert_int_equal(stats.steps, 0);
}

/* ---- refusing ---- */

static void refused(const lf_options *opt, size_t n, const char *word)
{
    line L;
    lf_stats stats;
    double y[2] = {1, 1};
    line_set(&L, square, NULL);
    assert_int_equal(lf_solve(&L.P, lf_method_find("rk4"), opt, n, y, NULL, &stats), LF_EINPUT);
    if (!strstr(stats.message, word))
        fail_msg("\"%s\" does not mention %s", stats.message, word);
    assert_true(y[0] == 1 && y[1] == 1);
}

static void test_bad_options(void **state)
{
    (void)state;
    const double bad[] = {0, -0.1, NAN, INFINITY};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const lf_options step = over(0, 0.5, bad[k], 0);
        refused(&step, 1, "step");
    }
    lf_options opt = over(0, 0.5, 0.1, -1);
    refused(&opt, 1, "rows");
    opt.every = NAN;
    refused(&opt, 1, "rows");
    opt = over(NAN, 0.5, 0.1, 0);
    refused(&opt, 1, "finite");
    opt = over(0, INFINITY, 0.1, 0);
    refused(&opt, 1, "finite");
    opt = over(1e9, 1e9 + 1, 1e-8, 0);
    refused(&opt, 1, "too small");
    opt = over(0, 1, 1e-300, 0);
    refused(&opt, 1, "too small");
    opt = over(0, 0.5, 0.1, 0);
    refused(&opt, 0, "no trajectory");
}

static void test_needs(void **state)
{
    (void)state;
    line L;
    lf_stats stats;
    double y = 1;
    line_set(&L, square, NULL);
    const lf_options opt = over(0, 0.5, 0.1, 0);
    assert_int_equal(lf_solve(&L.P, lf_method_find("magnus4"), &opt, 1, &y, NULL, &stats),
                     LF_ENEEDS);
    assert_true(y == 1);
    static const char *const words[] = {"magnus4 needs", "time alone", "line lacks"};
    for (size_t k = 0; k < 3; k++)
        assert_non_null(strstr(stats.message, words[k]));
}

/* What is not there at all is said, not followed. */
static void test_missing(void **state)
{
    (void)state;
    line L;
    lf_stats stats;
    double y = 1;
    line_set(&L, square, NULL);
    const lf_options opt = over(0, 0.5, 0.1, 0);
    assert_int_equal(lf_solve(&L.P, lf_method_find("rk44"), &opt, 1, &y, NULL, &stats), LF_EINPUT);
    assert_non_null(strstr(stats.message, "there is no method"));
    L.P.field = NULL;
    assert_int_equal(lf_solve(&L.P, lf_method_find("rk4"), &opt, 1, &y, NULL, &stats), LF_EINPUT);
    assert_non_null(strstr(stats.message, "no field"));
    L.P.action = NULL;
    assert_int_equal(lf_solve(&L.P, lf_method_find("rk4"), &opt, 1, &y, NULL, &stats), LF_EINPUT);
    assert_non_null(strstr(stats.message, "no action"));
    assert_true(y == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing),   cmocka_unit_test(test_pole),
        cmocka_unit_test(test_nan_field), cmocka_unit_test(test_failing_field),
        cmocka_unit_test(test_bad_start), cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
