/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_hamiltonian.c - what the tool says about symplectic and energy-preserving methods, and the
 * papers' figures about them. */
#include "test_cli_tool.h"

static void traits_are_described(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        bool symmetric, symplectic, energy;
        const char *model; /* to try it with */
    } table[] = {{"slgi-theta0", false, true, false, "order heavy-top-cotangent"},
                 {"slgi-theta12", true, true, false, "order heavy-top-cotangent"},
                 {"rkmk-theta12", true, false, false, "order free-rigid-body"},
                 {"ep-mid", true, false, true, "order free-rigid-body-quaternion"},
                 {"magnus4", false, false, false, "order driven-attitude"},
                 {"cf4", false, false, false, "order free-rigid-body"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char words[100];
        snprintf(words, sizeof words, "describe %s", table[i].method);
        tool_expect(words, 0, table[i].model, NULL);
        tool_result r = tool(words);
        assert_int_equal(strstr(r.out, "symmetric: ") != NULL, table[i].symmetric);
        assert_int_equal(strstr(r.out, "symplectic: ") != NULL, table[i].symplectic);
        assert_int_equal(strstr(r.out, "energy-preserving: ") != NULL, table[i].energy);
        tool_free(&r);
    }
    tool_expect("describe slgi-theta12 --json", 0, "\"symplectic\": true", NULL);
    tool_expect("describe ep-avf --json", 0, "\"energy_preserving\": true", NULL);
    tool_expect("describe rkmk4 --json", 0, "\"symmetric\": false", NULL);
    tool_expect("list methods", 0, "symm sympl", NULL);
    tool_expect("list methods", 0, "symm energy", NULL);
}

/* Newton's iterations are told for implicit methods only: 4 with a warm start on the paper's data. */
static void iterations_are_told(void **state)
{
    (void)state;
    struct fy_document *json = tool_json("run heavy-top-trivialised --steps 2000 --json");
    assert_true(json_number(json, "/iterations") <= 5);
    assert_true(json_number(json, "/most_iterations") <= 6);
    fy_document_destroy(json);
    tool_expect("run heavy-top-003", 0, "heavy-top-trivialised", NULL); /* its alias */
    tool_expect("describe heavy-top-003", 0, "heavy-top-trivialised: a model", NULL);
    tool_result list = tool("list models");
    assert_non_null(strstr(list.out, "heavy-top-trivialised"));
    assert_null(strstr(list.out, "heavy-top-003"));
    tool_free(&list);
    tool_expect("run heavy-top-trivialised", 0, "Newton: ", NULL);
    tool_result r = tool("run heavy-top-trivialised --method cf4 --json");
    assert_int_equal(r.code, 0);
    assert_null(strstr(r.out, "iterations"));
    tool_free(&r);
}

static void figures_are_as_the_papers_state(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        const char *say[3]; /* in the answer */
    } table[] = {
        {"celledoni2021/fig2",
         {"slgi-theta12: observed order 2.0", "slgikk-theta12: observed order 2.0",
          "SLGI and SLGIKK coincide in (Q, pi)"}},
        {"celledoni2021/fig3",
         {"slgi-theta12: energy error from 0 to 0.0092", "slgi-theta0: no drift", ""}},
        {"celledoni2014/fig6",
         {"expanding faster than for the symplectic ones", "Noether", "u_1 = 6/sqrt(62)"}},
        {"celledoni2014/table1",
         {"symplectic          no (", "no energy drift     no (4.2", "that is 4.1666"}},
        {"celledoni2014/fig7",
         {"differs: |dH/H0| reaches", "reaches 56.94779", "a quarter, as order 2 wants"}},
    };
    if (system("gnuplot --version >gnuplot.txt 2>&1") != 0)
        skip();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char words[100], path[100];
        snprintf(words, sizeof words, "reproduce %s --out out", table[i].id);
        tool_result r = tool(words);
        if (r.code != 0 || strstr(r.out, "FAILED"))
            fail_msg("%s%s", r.out, r.err);
        for (size_t k = 0; k < 3; k++)
            if (!strstr(r.out, table[i].say[k]))
                fail_msg("no '%s' in %s", table[i].say[k], r.out);
        tool_free(&r);
        snprintf(path, sizeof path, "out/%s.png", table[i].id);
        *strrchr(path, '/') = '-';
        assert_true(tool_exists(path));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traits_are_described),
        cmocka_unit_test(iterations_are_told),
        cmocka_unit_test(figures_are_as_the_papers_state),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
