/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of times and values: what they are between rows, outside, and what is wrong with them. */
#include "support/calls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/schedule.h"

static lf_schedule schedule_of(size_t count, const double *numbers, size_t columns)
{
    char why[256] = "";
    lf_schedule S;
    const lf_status s = lf_schedule_take(count, numbers, "force", columns, &S, why, sizeof why);
    if (s != LF_OK)
        fail_msg("%s", why);
    return S;
}

/* A force that rises and falls, with quarters that binary numbers hold exactly. */
static const double ramp[] = {1, 0, 8, 3, 4, 0, 4, 2, 1};

static void test_values(void **state)
{
    const lf_schedule S = schedule_of(9, ramp, 2);
    static const double expect[][3] = {{-5, 0, 8},       {1, 0, 8}, {1.5, 1, 6}, {3, 4, 0},
                                       {3.25, 3.5, .25}, {4, 2, 1}, {1e9, 2, 1}};
    (void)state;
    for (size_t k = 0; k < sizeof expect / sizeof *expect; k++) {
        double value[2];
        lf_schedule_at(&S, expect[k][0], value);
        assert_true(value[0] == expect[k][1] && value[1] == expect[k][2]);
    }
}

static void test_slopes(void **state)
{
    const lf_schedule S = schedule_of(9, ramp, 2);
    static const double expect[][3] = {{0.5, 0, 0}, {1, 2, -4}, {2.5, 2, -4},
                                       {3, -2, 1},  {4, 0, 0},  {5, 0, 0}};
    (void)state;
    for (size_t k = 0; k < sizeof expect / sizeof *expect; k++) {
        double rate[2];
        lf_schedule_rate(&S, expect[k][0], rate);
        assert_true(rate[0] == expect[k][1] && rate[1] == expect[k][2]);
    }
}

/* Pieces add up, also backwards, whatever they begin and end with. */
static void test_integral(void **state)
{
    const lf_schedule S = schedule_of(9, ramp, 2);
    double whole[2], part[2], sum[2] = {0, 0};
    static const double cut[] = {-1, 0.5, 1.25, 3, 3.5, 6};
    (void)state;
    lf_schedule_integral(&S, -1, 6, whole);
    assert_true(whole[0] == 4 + 3 + 4 && whole[1] == 16 + 8 + 0.5 + 2);
    for (size_t k = 0; k < 5; k++) {
        lf_schedule_integral(&S, cut[k], cut[k + 1], part);
        sum[0] += part[0];
        sum[1] += part[1];
    }
    assert_true(sum[0] == whole[0] && sum[1] == whole[1]);
    lf_schedule_integral(&S, 6, -1, part);
    assert_true(part[0] == -whole[0] && part[1] == -whole[1]);
}

static void test_kinks(void **state)
{
    const lf_schedule S = schedule_of(9, ramp, 2);
    (void)state;
    assert_true(lf_schedule_next(&S, -1) == 1);
    assert_true(lf_schedule_next(&S, 1) == 3);
    assert_true(lf_schedule_next(&S, 3.5) == 4);
    assert_true(lf_schedule_next(&S, 4) == INFINITY);
}

/* Values alone do not change; a single 0 is nothing. */
static void test_constant(void **state)
{
    static const double two[] = {5, -6}, zero[] = {0};
    const lf_schedule S = schedule_of(2, two, 2), none = schedule_of(1, zero, 2);
    double value[2] = {1, 1}, rate[2] = {1, 1};
    (void)state;
    lf_schedule_at(&S, 7, value);
    lf_schedule_rate(&S, 7, rate);
    assert_true(value[0] == 5 && value[1] == -6 && rate[0] == 0 && rate[1] == 0);
    assert_true(lf_schedule_next(&S, -1) == INFINITY && lf_schedule_given(&S));
    lf_schedule_integral(&S, 1, 3, value);
    assert_true(value[0] == 10 && value[1] == -12);
    lf_schedule_at(&none, 7, value);
    assert_true(value[0] == 0 && value[1] == 0 && !lf_schedule_given(&none));
    lf_schedule_integral(&none, 1, 3, value);
    assert_true(value[0] == 0 && value[1] == 0);
}

static void test_list(void **state)
{
    const lf_list list = {.count = 4, .few = {0, 1, 2, 3}};
    char why[256] = "";
    lf_schedule S;
    double value;
    (void)state;
    assert_int_equal(lf_schedule_read(&list, "speed", 1, &S, why, sizeof why), LF_OK);
    lf_schedule_at(&S, 1, &value);
    assert_true(value == 2);
}

static void test_refusals(void **state)
{
    static const double back[] = {0, 1, 2, 1, 2, 1}, same[] = {0, 1, 0, 2}, bad[] = {0, NAN, 1, 2},
                        odd[] = {0, 1, 2, 3, 4};
    const struct {
        size_t count;
        const double *numbers;
        const char *say;
    } all[] = {
        {6, back,
         "the times of force must rise from row to row, but row 2 is at t = 2 and row 3 at t = 2"},
        {4, same, "the times of force must rise"},
        {4, bad, "row 1 of force has a number that is not finite"},
        {5, odd,
         "force needs rows of 2 numbers (a time and 1 value) or 1 for all times, got 5 numbers"}};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        char why[256] = "";
        lf_schedule S;
        assert_int_equal(
            lf_schedule_take(all[k].count, all[k].numbers, "force", 1, &S, why, sizeof why),
            LF_EINPUT);
        assert_non_null(strstr(why, all[k].say));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),   cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_integral), cmocka_unit_test(test_kinks),
        cmocka_unit_test(test_constant), cmocka_unit_test(test_list),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
