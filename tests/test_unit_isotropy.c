/* SPDX-License-Identifier: BSD-3-Clause */
/* The isotropy on the sphere as a function of the point, and moments of inertia that no body has. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

/* alpha(m) from the field: f = -I^-1 m + alpha m. */
static double alpha_at(const test_model *m, const double *y)
{
    static const double inverse[3] = {1, 0.5, 0.4};
    double f[3], alpha = 0, square = 0;
    test_rate(&m->problem, 0, y, f);
    for (int k = 0; k < 3; k++) {
        alpha += (f[k] + inverse[k] * y[k]) * y[k];
        square += y[k] * y[k];
    }
    alpha /= square;
    for (int k = 0; k < 3; k++)
        test_within(fabs(f[k] + inverse[k] * y[k] - alpha * y[k]), 1e-14, "f + I^-1 m is along m");
    return alpha;
}

static void test_functions(void **state)
{
    (void)state;
    static const double y[3] = {0.6, -0.5, 0.8}, square = 1.25;
    static const double dy[3] = {-0.1 * -0.5 * 0.8, 0.6 * 0.8 * 0.6, -0.5 * 0.6 * -0.5};
    const double turned = dy[0] * dy[0] + dy[1] * dy[1] + dy[2] * dy[2];
    const double weighed = dy[0] * dy[0] + 0.5 * dy[1] * dy[1] + 0.4 * dy[2] * dy[2];
    /* m.B m with xx yy zz xy xz yz */
    const double bent = 1 * 0.36 + 2 * 0.25 + 3 * 0.64 + 2 * (4 * -0.3 + 5 * 0.48 + 6 * -0.4);
    const struct {
        const char *settings;
        double alpha;
    } all[] = {{"alpha=0.7", 0.7},
               {"alpha=0.7;slope=1 2 -1", 0.7 + 0.6 - 1 - 0.8},
               {"bend=1 2 3 4 5 6", bent},
               {"isotropy=horizontal", (0.36 + 0.125 + 0.256) / square},
               {"isotropy=osculating", weighed / turned},
               {"isotropy=osculating;alpha=2", 2 + weighed / turned}};
    static test_model m;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        assert_int_equal(test_build(&m, "sphere-isotropy", all[k].settings), LF_OK);
        test_within(fabs(alpha_at(&m, y) - all[k].alpha), 1e-14, "%s", all[k].settings);
    }
}

/* Where m stays no direction of motion is known: the field is still a number. */
static void test_at_rest(void **state)
{
    (void)state;
    static test_model m;
    double f[3], zero[3] = {0};
    assert_int_equal(test_build(&m, "sphere-isotropy", "isotropy=osculating;m=0 2 0"), LF_OK);
    test_rate(&m.problem, 0, m.y0, f);
    assert_true(f[0] == 0 && isfinite(f[1]) && f[2] == 0);
    assert_int_equal(test_build(&m, "sphere-isotropy", "isotropy=horizontal"), LF_OK);
    test_rate(&m.problem, 0, zero, f);
    assert_true(f[0] == 0 && f[1] == 0 && f[2] == 0);
}

/* The largest change of energy by Lie-Euler in one second. */
static double drift(const char *settings, size_t steps)
{
    static test_model m;
    double y[3];
    lf_stats stats;
    assert_int_equal(test_build(&m, "sphere-isotropy", settings), LF_OK);
    memcpy(y, m.y0, sizeof y);
    test_march(&m.problem, lf_method_find("lie-euler"), 1, steps, y, &stats);
    return stats.invariant[0].max_drift;
}

/* Lie-Euler has order one along the orbit with any alpha; across it, osculating makes it two. */
static void test_orbital_error(void **state)
{
    (void)state;
    test_within(fabs(log2(drift("", 200) / drift("", 400)) - 1), 0.02, "no isotropy");
    test_within(
        fabs(log2(drift("isotropy=horizontal", 200) / drift("isotropy=horizontal", 400)) - 1), 0.02,
        "horizontal");
    test_within(
        fabs(log2(drift("isotropy=osculating", 200) / drift("isotropy=osculating", 400)) - 2), 0.02,
        "osculating");
    assert_true(drift("isotropy=osculating", 200) < 1e-3 * drift("", 200));
}

static void test_moments(void **state)
{
    (void)state;
    static const char *const refused[][3] = {
        {"free-rigid-body", "inertia=1 2 4", "4 is more than 1 + 2; moments = any"},
        {"free-rigid-body", "inertia=9 2 4", "9 is more than 2 + 4"},
        {"free-rigid-body-attitude", "inertia=1 7 4", "7 is more than 4 + 1; moments = any"},
        {"free-rigid-body-attitude", "attitude=quaternion;inertia=1 7 4", "7 is more than 4 + 1"},
        {"free-rigid-body-quaternion", "inertia=1 5 60", "60 is more than 1 + 5; moments = any"},
        {"sphere-isotropy", "inertia=1 2 4", "4 is more than 1 + 2; moments = any"},
        {"heavy-top", "inertia=1 2 4", "inertia = 1 2 4"},
        {"heavy-top-cotangent", "inertia=1 2 4", "inertia = 1 2 4"},
        {"heavy-top-003", "inertia=1 2 4", "inertia = 1 2 4"},
        {"quadrotors", "J1=1 2 4", "J1 = 1 2 4"},
        {"quadrotors", "J2=1 2 4", "J2 = 1 2 4"}};
    static const char *const taken[][2] = {
        {"free-rigid-body", "inertia=1 2 3"}, /* flat */
        {"free-rigid-body", "inertia=0.1 0.2 0.3"},
        {"free-rigid-body", "inertia=1 2 4;moments=any"},
        {"free-rigid-body-attitude", "inertia=1 7 4;moments=any"},
        {"free-rigid-body-quaternion", "inertia=1 5 60;moments=any"},
        {"sphere-isotropy", "inertia=1 2 4;moments=any"},
        {"vessel", "inertia=1 2 4"}}; /* with the water's */
    static test_model m;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        assert_int_equal(test_build(&m, refused[k][0], refused[k][1]), LF_EINPUT);
        if (!strstr(m.why, refused[k][2]) || !strstr(m.why, "no rigid body"))
            fail_msg("%s: %s", refused[k][0], m.why);
    }
    for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
        if (test_build(&m, taken[k][0], taken[k][1]) != LF_OK)
            fail_msg("%s: %s", taken[k][0], m.why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_at_rest),
        cmocka_unit_test(test_orbital_error),
        cmocka_unit_test(test_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
