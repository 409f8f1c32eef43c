/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_bodies.c - the figures of Lee, Leok, McClamroch 2007 with the numbers that are printed
 * there, and the comparison that the paper lacks. */
#include "test_cli_tool.h"

/* Nothing that the tool says about a figure failed, and it says these things. */
static void expect_figure(const char *id, const char *const *say)
{
    char words[100], path[100];
    if (system("gnuplot --version >gnuplot.txt 2>&1") != 0)
        skip();
    snprintf(words, sizeof words, "reproduce %s --out out", id);
    tool_result r = tool(words);
    if (r.code != 0 || strstr(r.out, "FAILED"))
        fail_msg("%s%s", r.out, r.err);
    for (; *say; say++)
        if (!strstr(r.out, *say))
            fail_msg("no '%s' in %s", *say, r.out);
    tool_free(&r);
    static const char *const endings[] = {"csv", "svg", "png"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "out/%s.%s", id, endings[i]);
        *strrchr(path, '/') = '-';
        assert_true(tool_exists(path));
    }
}

/* Four digits of the paper's energy (its fifth is not ours: 2.6966e-7), the smallest distance. */
static void variational_figures(void **state)
{
    (void)state;
    static const char *const path[] = {"0.3303 at t = 9.002", NULL};
    static const char *const kept[] = {"at most 2.6967e-07 in 75000 steps", "4.000 times as much",
                                       NULL};
    expect_figure("lee2007/fig4", path);
    expect_figure("lee2007/fig5", kept);
}

/* All digits that are printed for MATLAB's ode45. */
static void runge_kutta_figure(void **state)
{
    (void)state;
    static const char *const say[] = {"deviates by 1.1246e-02", "reaches 2.2435e-02",
                                      "it is not Runge-Kutta that leaves the group", NULL};
    expect_figure("lee2007/fig6", say);
}

/* Both sides of the comparison are said. */
static void work_and_precision(void **state)
{
    (void)state;
    static const char *const say[] = {"tight tolerances belong to the explicit methods",
                                      "coarse steps belong to lgvi",
                                      "no drift",
                                      "it grows with time",
                                      "a good energy is not a good orbit",
                                      NULL};
    expect_figure("lee2007/precision", say);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variational_figures),
        cmocka_unit_test(runge_kutta_figure),
        cmocka_unit_test(work_and_precision),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
