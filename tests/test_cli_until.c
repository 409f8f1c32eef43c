/* SPDX-License-Identifier: BSD-3-Clause */
/* The tool where a run waits for something: option and key, how it ends, what it says when it does not
 * get there, and warnings of a cost that rises. */
#include "test_cli_tool.h"

/* What a run of the tool says, in one text; the exit code must be this. */
static void says(const char *arguments, int code, const char *const *words)
{
    tool_result r = tool(arguments);
    if (r.code != code)
        fail_msg("%s: exit code %d, %s", arguments, r.code, r.err);
    for (; *words; words++)
        if (!strstr(r.out, *words) && !strstr(r.err, *words))
            fail_msg("%s: '%s' is missing in:\n%s%s", arguments, *words, r.out, r.err);
    tool_free(&r);
}
#define SAYS(arguments, code, ...) says(arguments, code, (const char *const[]){__VA_ARGS__, NULL})

/* Does what was said hold none of these? */
static void says_not(const char *arguments, const char *word)
{
    tool_result r = tool(arguments);
    assert_int_equal(r.code, 0);
    if (strstr(r.out, word) || strstr(r.err, word))
        fail_msg("%s: '%s' in:\n%s%s", arguments, word, r.out, r.err);
    tool_free(&r);
}

static void test_ends(void **state)
{
    (void)state;
    SAYS("run torus --until gradient=1e-8", 0, "176 steps of h = 0.01 to t = 1.76",
         "the run has what it waited for: gradient fell to 9.30354e-09 at t = 1.76");
    says_not("run torus --until gradient=1e-8", "warning");
    SAYS("run torus --method lie-euler --until gradient=1e-8", 0, "165 steps");
    SAYS("run torus --tol 1e-9 --until gradient=1e-8", 0, "gradient fell to");
    SAYS("run torus --until gradient=1e-8 --event theta.sin=0.1", 0, "1 event found",
         "gradient fell to 9.30354e-09");
    SAYS("run pca --method lie-euler --until gradient=1e-8", 0, "800 steps", "t = 16");
    /* a column counts, too, and what begins there has no step */
    SAYS("run torus --until theta.sin=0.5", 0, "theta.sin fell to");
    SAYS("run torus --until gradient=1000", 0, "0 steps", "from the start on");
    SAYS("run torus --until gradient=1000 --tol 1e-8", 0, "0 steps", "from the start on");
}

/* Without t_end a hundred times as long as usual; with it a warning tells how far it got. */
static void test_misses(void **state)
{
    (void)state;
    SAYS("run torus --until gradient=1e-8 --t-end 0.1", 0,
         "warning: gradient has not fallen to 1e-08: it is 4.74915 at the end, t = 0.1");
    SAYS("run torus --until gradient=-1", 0, "to t = 50",
         "warning: gradient has not fallen to -1: it is ");
    SAYS("run torus --until gradient=-1 --json", 0, "\"gradient has not fallen to -1");
    says_not("run torus --t-end 0.1", "warning");
}

static void test_rises(void **state)
{
    (void)state;
    SAYS("run torus --method lie-euler --step 0.1 --t-end 5", 0,
         "warning: the cost, which the equations bring down, has risen by 15");
    SAYS("run torus --set order=second --method lie-euler --step 0.2 --t-end 20", 0,
         "warning: the energy (cost and kinetic energy), which the equations bring down");
    says_not("run torus --set order=second --t-end 5", "warning");
    says_not("run pca --set rate=1 --t-end 5", "warning");
    says_not("run torus --t-end -0.05", "warning");
}

static void test_refusals(void **state)
{
    (void)state;
    SAYS("run torus --until gradent=1", 2, "no column, invariant or output 'gradent'",
         "did you mean 'gradient'");
    SAYS("run torus --until gradient", 2, "--until", "'gradient = 1e-8'");
    SAYS("run torus --until =1", 2, "'gradient = 1e-8'");
    SAYS("run torus --until gradient=nan", 2, "a number is expected");
    SAYS("run heavy-top --until gradient=1", 2, "heavy-top has no column");
    SAYS("order torus --until gradient=1", 2, "--until");
}

/* Key, file, and the same run again from the head of its rows. */
static void test_files(void **state)
{
    (void)state;
    tool_write("wait.yaml", "model: torus\nuntil: gradient = 1e-6\nparameters:\n  theta: 2\n");
    SAYS("run wait.yaml --out a.csv", 0, "gradient fell to");
    SAYS("run a.csv --out b.csv", 0, "gradient fell to");
    char *a = tool_read("a.csv"), *b = tool_read("b.csv");
    assert_non_null(a);
    assert_string_equal(a, b);
    assert_non_null(strstr(a, "until: \"gradient = 1e-06\""));
    assert_non_null(strstr(a, "# end: complete at t = "));
    free(a);
    free(b);
    /* every step is a row, though t_end is far away */
    SAYS("run torus --until gradient=1e-8 --out c.jsonl", 0, "gradient fell to");
    a = tool_read("c.jsonl");
    size_t rows = 0;
    for (const char *s = a; (s = strstr(s, "\"t\":")); s++)
        rows++;
    assert_int_equal(rows, 177);
    free(a);
    tool_write("bad.yaml", "model: torus\nuntil: [gradient]\n");
    SAYS("run bad.yaml", 2, "bad.yaml:2", "until");
    /* tables go to one end, whatever a file waits for */
    SAYS("order wait.yaml --t-end 0.1 --methods cf4", 0, "observed order");
    SAYS("compare torus --until gradient=1e-8 --methods lie-euler,cf4", 0, "165", "704");
}

static void test_words(void **state)
{
    (void)state;
    SAYS("help run", 0, "--until");
    SAYS("describe until", 0, "falls to a value");
    SAYS("describe torus", 0, "steps must stay below 1/12", "gradient");
    SAYS("describe pca", 0, "wrong tool", "ARPACK");
    SAYS("describe ica", 0, "FastICA");
    SAYS("describe ground-state", 0, "self-consistent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),  cmocka_unit_test(test_misses),
        cmocka_unit_test(test_rises), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_files), cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
