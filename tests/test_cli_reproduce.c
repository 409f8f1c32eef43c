/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_reproduce.c - every figure and study, with its verdicts. It takes longest of all, so it has a
 * program of its own, which runs beside the others. */
#include "test_cli_tool.h"

static void papers_are_reproduced(void **state)
{
    (void)state;
    tool_expect("reproduce --list", 0, "marthinsen1997/fig11", NULL);
    tool_expect("reproduce --list", 0, "not made: a schematic drawing", NULL);
    tool_expect("reproduce --list", 0, "Marthinsen, Munthe-Kaas, Owren, 1997 (formerly 004)", NULL);
    tool_expect("reproduce 004/fig7", 0, "marthinsen1997/fig7  The humming top", NULL);
    tool_expect("list figures --json", 0, "\"alias\": \"003/table1\", \"own\": false", NULL);
    tool_expect("list figures --json", 0, "\"alias\": \"pde/solitons\", \"own\": true", NULL);
    tool_expect("reproduce --list", 0, "Lieflow's own studies, of no paper\n  matrix/isospectral",
                NULL);
    tool_expect("reproduce marthinsen1997/fig7", 0, "not made: a schematic drawing", NULL);
    if (system("gnuplot --version >gnuplot.txt 2>&1") != 0)
        skip();
    tool_result r = tool("reproduce all --out some/where");
    if (r.code != 0 || strstr(r.out, "FAILED"))
        fail_msg("%s%s", r.out, r.err);
    assert_non_null(
        strstr(r.out, " figures and tables of papers made, and 10 studies of our own\n"));
    assert_non_null(strstr(r.out, " statements: "));
    assert_non_null(strstr(r.out, " comparisons with computations of our own: "));
    assert_non_null(strstr(r.out, "not made   lee2007/fig3 (a schematic drawing)"));
    tool_free(&r);
    static const char *const files[] = {"celledoni2021-fig8.csv",
                                        "celledoni2021-fig14.png",
                                        "becker2021-fig2.csv",
                                        "becker2021-fig6.svg",
                                        "celledoni2014-fig2.png",
                                        "marthinsen1997-fig11.csv",
                                        "marthinsen1997-fig3.svg",
                                        "pde-kuramoto-sivashinsky.png",
                                        "data-cocktail-party-microphone-3.wav"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[100];
        snprintf(path, sizeof path, "some/where/%s", files[i]);
        assert_true(tool_exists(path));
    }
    tool_expect("reproduce 002/fig2 --out old", 0, "old/becker2021-fig2.{csv,svg,png}", NULL);
    assert_true(tool_exists("old/becker2021-fig2.csv"));
    tool_write("file", "");
    tool_expect("reproduce becker2021/fig2 --out file", 1, NULL, "cannot be made");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(papers_are_reproduced),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
