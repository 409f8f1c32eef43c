/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_bodies.c - the figures of Lee, Leok, McClamroch 2007 with the numbers that are printed
 * there, what the paper claims of its integrator, and the comparison that it lacks. */
#include "test_cli_tool.h"

/* Is every word of a text in another, in this order and but for blanks and line ends? */
static bool says(const char *out, const char *text)
{
    for (; *out; out++) {
        const char *a = out, *b = text;
        while (*b && (*a == *b || (*b == ' ' && (*a == '\n' || *a == ' ')))) {
            if (*b == ' ')
                while (*a == ' ' || *a == '\n')
                    a++;
            else
                a++;
            b++;
        }
        if (!*b)
            return true;
    }
    return false;
}

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
    if (!strstr(r.out, "\n  choice "))
        fail_msg("no choices in %s", r.out);
    for (; *say; say++)
        if (!says(r.out, *say))
            fail_msg("no '%s' in %s", *say, r.out);
    tool_free(&r);
    static const char *const endings[] = {"csv", "svg", "png"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "out/%s.%s", id, endings[i]);
        *strrchr(path, '/') = '-';
        assert_true(tool_exists(path));
    }
}

/* The smallest distance; four digits of the paper's energy (its fifth is not ours: 2.6966e-7); what
 * the paper says about energies and is not so. */
static void variational_figures(void **state)
{
    (void)state;
    static const char *const path[] = {"confirmed: 0.3303 between the centres at t = 9.002",
                                       "with twice the step 4.00 and 3.99 times as much", NULL};
    static const char *const kept[] = {
        "confirmed: 2.69675e-07 over all 75000 steps", "4.000 times as much",
        "differs: it rises from 0.500 to 0.707 at t = 3.8 first, and is down to 0.401 at t = 6.1",
        "differs: they cross: 0.281 and 0.343 at t = 15, 0.108 and 0.343 at t = 200", NULL};
    expect_figure("lee2007/fig4", path);
    expect_figure("lee2007/fig5", kept);
}

/* All digits that are printed for MATLAB's ode45, and where the two runs part. */
static void runge_kutta_figure(void **state)
{
    (void)state;
    static const char *const say[] = {"confirmed: 1.1246e-02",
                                      "confirmed: 2.2435e-02",
                                      "prior to the close encounter\" confirmed: up to t = 8",
                                      "at the end rotation has 0.111, in figure 5 0.343",
                                      "it is not Runge-Kutta that leaves the group",
                                      NULL};
    expect_figure("lee2007/fig6", say);
}

static void cube_and_structure(void **state)
{
    (void)state;
    static const char *const cube[] = {"with order 2.00, 2.00, 2.00, 2.00", NULL};
    static const char *const structure[] = {"shown to be symplectic\" confirmed",
                                            "self-adjoint\" confirmed",
                                            "preserved by the discrete dynamics\" confirmed",
                                            "number of timesteps taken\" differs",
                                            "mean 3.43, at most 4 with h = 0.05",
                                            NULL};
    expect_figure("lee2007/fig7", cube);
    expect_figure("lee2007/structure", structure);
}

/* Both sides of the comparison are said, and where measuring ended. */
static void work_and_precision(void **state)
{
    (void)state;
    static const char *const say[] = {"with the most that was tried, 32001",
                                      "tight tolerances belong to the explicit methods",
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
        cmocka_unit_test(cube_and_structure),
        cmocka_unit_test(work_and_precision),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
