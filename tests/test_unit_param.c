/* SPDX-License-Identifier: BSD-3-Clause */
/* What users write for parameters: what is understood, and the sentence for what is not. */
#include "support/support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/param.h>

typedef struct {
    double inertia[3], c, share, angle, matrix[4];
    int action;
} thing;

static const lf_param rows[] = {
    {"inertia", LF_REAL, 3, offsetof(thing, inertia), "kg m^2", "1 5 6", NULL, 0, INFINITY, 1,
     "doc"},
    {"c", LF_REAL, 1, offsetof(thing, c), "", "1/3", NULL, 0, INFINITY, 0, "doc"},
    {"share", LF_REAL, 1, offsetof(thing, share), "", "0.5", NULL, 0, 1, 0, "doc"},
    {"angle", LF_REAL, 1, offsetof(thing, angle), "", "pi/2", NULL, -INFINITY, INFINITY, 0, "doc"},
    {"matrix", LF_REAL, 4, offsetof(thing, matrix), "", "[[1, 0], [0, 1]]", NULL, 0, 0, 0, "doc"},
    {"action", LF_CHOICE, 1, offsetof(thing, action), "", "sl2", "r2|sl2|se2", 0, 0, 0, "doc"},
    LF_PARAM_END,
};

static lf_status set(thing *t, const char *name, const char *text, char why[256])
{
    const lf_param *row = lf_param_find(rows, name);
    assert_non_null(row);
    return lf_param_set(row, t, text, why, 256);
}

static void test_find(void **state)
{
    (void)state;
    assert_ptr_equal(lf_param_find(rows, "share"), &rows[2]);
    assert_null(lf_param_find(rows, "shar"));
    assert_null(lf_param_find(rows, ""));
}

static void test_defaults(void **state)
{
    (void)state;
    thing t;
    memset(&t, 0xff, sizeof t);
    lf_param_defaults(rows, &t);
    assert_true(t.inertia[0] == 1 && t.inertia[1] == 5 && t.inertia[2] == 6);
    assert_true(t.c == 1. / 3 && t.share == 0.5 && t.angle == acos(-1.0) / 2);
    assert_true(t.matrix[0] == 1 && t.matrix[1] == 0 && t.matrix[2] == 0 && t.matrix[3] == 1);
    assert_int_equal(t.action, 1);
}

static void test_expressions(void **state)
{
    (void)state;
    const struct {
        const char *text;
        double value;
    } good[] = {
        {"1", 1},
        {"  -2.5e-3\t", -2.5e-3},
        {"+.5", .5},
        {"5.", 5},
        {"1E3", 1000},
        {"1/3", 1. / 3},
        {"-1/2", -0.5},
        {"6.945923373312395405432616288758460e-1", 0.6945923373312395405432616288758460},
        {"sqrt(3)/2", sqrt(3) / 2},
        {"-sin(1.1)", -sin(1.1)},
        {"cos(1.1)*2", cos(1.1) * 2},
        {"tan(1)", tan(1)},
        {"exp(-1)", exp(-1)},
        {"log(2)", log(2)},
        {"2*pi", 2 * acos(-1.0)},
        {"1-2-3", -4},
        {"2*3+4/8", 6.5},
        {"8/2/2", 2},
        {"(1+2)*3", 9},
        {"sqrt( 1 + sqrt ( 9 ) )", 2},
        {"--1", 1},
        {"-(2)", -2},
        {"2*-3", -6},
        {"[1]", 1},
        {"[[ 7 ]]", 7},
        {"1e-400", 0},
    };
    thing t;
    char why[256];
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        assert_int_equal(set(&t, "angle", good[k].text, why), LF_OK);
        test_within(fabs(t.angle - good[k].value), 2e-16 * fabs(t.angle), "%s", good[k].text);
    }
}

static void test_lists(void **state)
{
    (void)state;
    const char *const good[] = {"1 2 3",   "1,2,3",         " 1 , 2 , 3 ", "[1, 2, 3]",
                                "[1 2 3]", "[[1], [2, 3]]", "1\n2\r\n3",   "2/2 4-2 sqrt(9)"};
    thing t;
    char why[256];
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        t.inertia[0] = 0;
        assert_int_equal(set(&t, "inertia", good[k], why), LF_OK);
        assert_true(t.inertia[0] == 1 && t.inertia[1] == 2 && t.inertia[2] == 3);
    }
    /* a sign after a blank begins a number */
    assert_int_equal(set(&t, "matrix", "1 -2 3 -4", why), LF_OK);
    assert_true(t.matrix[1] == -2 && t.matrix[3] == -4);
}

static void test_refused(void **state)
{
    (void)state;
    const struct {
        const char *name, *text, *why;
    } bad[] = {
        {"inertia", "1 2", "inertia needs 3 numbers, got 2"},
        {"inertia", "1 2 3 4", "inertia needs 3 numbers, got 4"},
        {"inertia", "", "inertia needs 3 numbers, got 0"},
        {"c", "1 2", "c needs 1 number, got 2"},
        {"inertia", "1 2 -1", "inertia[2] must be positive, got -1"},
        {"inertia", "1 0 1", "inertia[1] must be positive, got 0"},
        {"c", "-1", "c must be at least 0, got -1"},
        {"share", "1.5", "share must lie between 0 and 1, got 1.5"},
        {"share", "-1/3", "share must lie between 0 and 1, got -1/3"},
        {"angle", "1/0", "angle must be a finite number, got 1/0"},
        {"angle", "sqrt(-1)", "angle must be a finite number, got sqrt(-1)"},
        {"angle", "1e400", "angle must be a finite number, got 1e400"},
        {"angle", "nan",
         "angle: a number is expected (known names: pi sqrt sin cos tan exp log) at 'nan'"},
        {"angle", "-inf",
         "angle: a number is expected (known names: pi sqrt sin cos tan exp log) at 'inf'"},
        {"angle", "0x10", "angle: 'x10' does not continue a number"},
        {"angle", "1,,2", "angle: a number is expected at ',2'"},
        {"angle", "1,", "angle: a number is expected after the last comma"},
        {"angle", "1e", "angle: the exponent has no digits at '1e'"},
        {"angle", "1 - 2", "angle: a number is expected at ' 2'"},
        {"angle", "1+", "angle: a number is expected at the end"},
        {"angle", "sqrt 4", "angle: a parenthesis must follow the function at 'sqrt 4'"},
        {"angle", "(1", "angle: the parenthesis is not closed at '(1'"},
        {"angle", "1)", "angle: ')' does not continue a number"},
        {"angle", "[1", "angle: brackets do not match"},
        {"angle", "1]", "angle: brackets do not match"},
        {"angle", "1;2", "angle: ';2' does not continue a number"},
        {"angle", "1[", "angle: brackets do not match"},
        {"action", "so3", "action must be one of r2|sl2|se2, got 'so3'"},
        {"action", "sl", "action must be one of r2|sl2|se2, got 'sl'"},
        {"action", "", "action must be one of r2|sl2|se2, got ''"},
        {"action", "r2|sl2", "action must be one of r2|sl2|se2, got 'r2|sl2'"},
    };
    thing t, before;
    char why[256];
    memset(&t, 0, sizeof t);
    lf_param_defaults(rows, &t);
    memcpy(&before, &t, sizeof t);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(set(&t, bad[k].name, bad[k].text, why), LF_EINPUT);
        assert_string_equal(why, bad[k].why);
        assert_memory_equal(&t, &before, sizeof t); /* nothing is half set */
    }
}

static void test_other_ranges(void **state)
{
    (void)state;
    const double inf = (double)INFINITY;
    const lf_param above = {"a", LF_REAL, 1, 0, "", "1", NULL, 0.25, inf, 1, ""};
    const lf_param within = {"a", LF_REAL, 1, 0, "", "1", NULL, 0, 1, 1, ""};
    const lf_param below = {"a", LF_REAL, 1, 0, "", "1", NULL, -inf, 2, 0, ""};
    double a;
    char why[256];
    assert_int_equal(lf_param_set(&above, &a, "0.25", why, sizeof why), LF_EINPUT);
    assert_string_equal(why, "a must be greater than 0.25, got 0.25");
    assert_int_equal(lf_param_set(&within, &a, "0", why, sizeof why), LF_EINPUT);
    assert_string_equal(why, "a must be greater than 0 and at most 1, got 0");
    assert_int_equal(lf_param_set(&within, &a, "1", why, sizeof why), LF_OK);
    assert_int_equal(lf_param_set(&below, &a, "3", why, sizeof why), LF_EINPUT);
    assert_string_equal(why, "a must be at most 2, got 3");
    /* the reason is optional, and cut where it does not fit */
    assert_int_equal(lf_param_set(&below, &a, "3", NULL, 0), LF_EINPUT);
    assert_int_equal(lf_param_set(&below, &a, "3", why, 9), LF_EINPUT);
    assert_string_equal(why, "a must b");
}

static void test_choice(void **state)
{
    (void)state;
    thing t;
    char name[16], why[256];
    const char *const all[] = {"r2", "sl2", "se2"};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(set(&t, "action", all[k], why), LF_OK);
        assert_int_equal(t.action, k);
        lf_param_choice_name(lf_param_find(rows, "action"), &t, name, sizeof name);
        assert_string_equal(name, all[k]);
    }
    assert_int_equal(set(&t, "action", "  se2\n", why), LF_OK);
    t.action = 3;
    lf_param_choice_name(lf_param_find(rows, "action"), &t, name, sizeof name);
    assert_string_equal(name, "");
}

/* Deep nesting and endless digits are refused before they cost anything. */
static void test_monsters(void **state)
{
    (void)state;
    static char text[200001];
    const char fill[] = {'(', '-', '1', '['};
    thing t;
    char why[256];
    for (size_t k = 0; k < sizeof fill; k++) {
        memset(text, fill[k], sizeof text - 1);
        assert_int_equal(set(&t, "angle", text, why), LF_EINPUT);
    }
}

/* A comma as decimal point of the locale changes nothing. */
static void test_locale(void **state)
{
    (void)state;
    const char *const commas[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "nb_NO.UTF-8"};
    const char *found = NULL;
    for (size_t k = 0; k < 4 && !found; k++)
        found = setlocale(LC_ALL, commas[k]);
    if (!found)
        skip();
    thing t;
    char why[256];
    assert_int_equal(set(&t, "angle", "1.5", why), LF_OK);
    assert_true(t.angle == 1.5);
    assert_int_equal(set(&t, "share", "1.5", why), LF_EINPUT);
    assert_string_equal(why, "share must lie between 0 and 1, got 1.5");
    setlocale(LC_ALL, "C");
}

/* Random text from the characters that mean something: any answer will do, a crash will not. */
static void test_noise(void **state)
{
    (void)state;
    static const char alphabet[] = "0123456789.eE+-*/()[], \t|pisqrtncoaxlg\x80\xff";
    test_random r = {17};
    thing t;
    for (int trial = 0; trial < 200000; trial++) {
        char text[64], why[40];
        const size_t length = test_bits(&r) % sizeof text;
        for (size_t k = 0; k < length; k++)
            text[k] = alphabet[test_bits(&r) % (sizeof alphabet - 1)];
        text[length] = '\0';
        const lf_param *row = &rows[test_bits(&r) % 6];
        memset(why, 'x', sizeof why);
        const lf_status s = lf_param_set(row, &t, text, why, sizeof why);
        assert_true(s == LF_OK || (s == LF_EINPUT && memchr(why, '\0', sizeof why)));
        if (s == LF_OK && row == &rows[0])
            assert_true(t.inertia[0] > 0 && isfinite(t.inertia[2]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_lists),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_other_ranges),
        cmocka_unit_test(test_choice),      cmocka_unit_test(test_monsters),
        cmocka_unit_test(test_locale),      cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
