/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_tables.c - list, describe, order, compare, demo, help. */
#include "test_cli_tool.h"

static bool gnuplot_there(void)
{
    return system("gnuplot --version >gnuplot.txt 2>&1") == 0;
}

static void help_teaches(void **state)
{
    (void)state;
    static const char *const commands[] = {"run",       "list",    "describe",  "order",
                                           "precision", "compare", "reproduce", "demo",
                                           "version",   "help"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char words[100], usage[100];
        snprintf(usage, sizeof usage, "usage: lieflow %s", commands[i]);
        snprintf(words, sizeof words, "%s --help", commands[i]);
        tool_expect(words, 0, usage, NULL);
        snprintf(words, sizeof words, "help %s", commands[i]);
        tool_expect(words, 0, usage, NULL);
        tool_expect("help", 0, commands[i], NULL);
    }
    tool_expect("--help", 0, "first steps", NULL);
    tool_expect("", 2, NULL, "first steps");
    tool_expect("version", 0, "lieflow ", NULL);
    tool_expect("--version", 0, "lieflow ", NULL);
    tool_expect("run --help", 0, "examples", NULL);
}

/* Whatever is listed can be described, in words and in JSON. */
static void everything_listed_is_described(void **state)
{
    (void)state;
    static const char *const kinds[] = {"models", "methods", "groups", "actions", "tableaux"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char words[120];
        snprintf(words, sizeof words, "list %s --names", kinds[k]);
        tool_result r = tool(words);
        assert_int_equal(r.code, 0);
        size_t count = 0;
        char *rest = NULL;
        for (char *name = strtok_r(r.out, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest)) {
            snprintf(words, sizeof words, "describe %s", name);
            tool_expect(words, 0, name, NULL);
            count++;
        }
        assert_true(count >= 5);
        tool_free(&r);
    }
    struct fy_document *json = tool_json("list --json");
    assert_true(json_count(json, "/models") >= 6);
    assert_true(json_count(json, "/methods") >= 33);
    assert_true(json_count(json, "/figures") >= 17);
    fy_document_destroy(json);
    json = tool_json("describe heavy-top --json");
    assert_int_equal(json_count(json, "/parameters"), 5);
    assert_int_equal(json_count(json, "/columns"), 6);
    fy_document_destroy(json);
    tool_expect("describe heavy-top", 0, "3 numbers, all positive; default 1 5 6", NULL);
    fy_document_destroy(tool_json("describe cf4 --json"));
    fy_document_destroy(tool_json("describe se3 --json"));
    fy_document_destroy(tool_json("describe kutta3 --json"));
}

static void orders_are_observed(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        double order[3];
    } table[] = {
        {"order heavy-top --methods lie-euler,heun-a,cf4 --t-end 1 --steps 20,40,80", {1, 2, 4}},
        {"order humming-top --methods cg-rk4,newmark,mk3 --component B --steps 32,64,128",
         {2, 2, 3}},
        {"order duffing --methods rk4,heun-b,cg3 --steps 80,160,320", {4, 2, 3}},
        {"order matrix-norms --methods mk-original,naive-rk4,rkmk4 --t-end 0.5 --steps 32,64,128",
         {2, 2, 4}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char words[200];
        snprintf(words, sizeof words, "%s --json", table[i].words);
        struct fy_document *json = tool_json(words);
        for (int m = 0; m < 3; m++) {
            char path[64];
            snprintf(path, sizeof path, "/methods/%d/observed_order", m);
            double observed = json_number(json, path);
            if (fabs(observed - table[i].order[m]) > 0.2)
                fail_msg("%s: method %d has order %g", table[i].words, m, observed);
        }
        fy_document_destroy(json);
        tool_expect(table[i].words, 0, "observed order", NULL);
    }
    tool_expect("order free-rigid-body --methods rkmk8 --steps 64,128,256", 0, "at the floor",
                NULL);
    tool_expect("order heavy-top --steps 4,8 --out order.csv", 0, NULL, NULL);
    char *text = tool_read("order.csv");
    assert_int_equal(strncmp(text, "steps,h,cf4.error,cf4.order,cf4.flag\n# lieflow ", 47), 0);
    assert_non_null(strstr(text, "\n# reference: "));
    assert_non_null(strstr(text, "}}\n4,"));
    free(text);
}

static void methods_are_compared(void **state)
{
    (void)state;
    struct fy_document *json = tool_json("compare heavy-top --methods cf4,rk4 --json");
    assert_true(json_number(json, "/methods/0/defect") < 1e-13);
    assert_true(json_number(json, "/methods/1/defect") > 1e-6);
    assert_true(json_number(json, "/methods/0/invariants/Gamma") < 1e-13);
    fy_document_destroy(json);
    tool_expect("compare heavy-top --methods cf4,rk4 --out drift.csv --plot drift.gp", 0, "defect",
                NULL);
    char *text = tool_read("drift.csv");
    assert_non_null(strstr(text, "t,cf4.energy,"));
    free(text);
    assert_true(tool_exists("drift.gp"));
}

static void figures_are_drawn(void **state)
{
    (void)state;
    if (!gnuplot_there())
        skip();
    tool_expect("run heavy-top --plot a.svg", 0, "figure: a.svg", NULL);
    tool_expect("order heavy-top --steps 8,16,32 --methods cf4,rk4 --plot b.png", 0, NULL, NULL);
    tool_expect("compare humming-top --plot c.svg --t-end 1", 0, NULL, NULL);
    assert_true(tool_exists("a.svg") && tool_exists("b.png") && tool_exists("c.svg"));
    char *text = tool_read("a.svg");
    assert_non_null(strstr(text, "heavy-top by cf4"));
    free(text);
}

/* Outputs say in which panel they are shown, and whether on a logarithmic axis. */
static void outputs_are_named_on_their_axes(void **state)
{
    (void)state;
    static const struct {
        const char *model, *axis;
        bool logarithms;
    } table[] = {{"quadrotors", "set ylabel 'error'", true},
                 {"quadrotors", "set ylabel 'output'", false},
                 {"vessel", "set ylabel 'energy'", false},
                 {"full-body", "set ylabel 'output'", false}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char words[100];
        snprintf(words, sizeof words, "run %s --plot o.gp", table[i].model);
        tool_expect(words, 0, "figure: o.gp", NULL);
        char *text = tool_read("o.gp"), *axis = strstr(text, table[i].axis);
        assert_non_null(axis);
        *axis = 0;
        const char *panel = text; /* its commands begin with the scale of all others */
        for (const char *next; (next = strstr(panel, "\nunset logscale y"));)
            panel = next + 1;
        assert_int_equal(strstr(panel, "\nset logscale y") != NULL, table[i].logarithms);
        free(text);
    }
}

/* Axes have units, and a figure that cannot show all says so. */
static void figures_tell_what_they_show(void **state)
{
    (void)state;
    static const struct {
        const char *words, *text;
    } table[] = {{"run heavy-top --plot o.gp", "set ylabel 'Pi [kg m^2/s]'"},
                 {"run heavy-top --plot o.gp", "set xlabel 't [s]'"},
                 {"run duffing --plot o.gp", "set xlabel 't'"},
                 {"run full-body --plot o.gp", "set ylabel 'gamma2 [kg m/s]'"},
                 {"run pendulum-chain --set n=3 --plot o.gp", "set ylabel 'omega3 [rad/s]'"},
                 {"run pendulum-chain --set n=30 --t-end 0.1 --plot o.gp",
                  "(72 of 180 columns are shown; --out has all)"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        tool_expect(table[i].words, 0, "figure: o.gp", NULL);
        char *text = tool_read("o.gp");
        if (!strstr(text, table[i].text))
            fail_msg("'%s' draws no \"%s\"", table[i].words, table[i].text);
        free(text);
    }
}

static void demo_shows_the_point(void **state)
{
    (void)state;
    if (!gnuplot_there())
        skip();
    tool_expect("demo", 0, "modified-euler", NULL);
    assert_true(tool_exists("out/heavy-top.png") && tool_exists("out/heavy-top.svg") &&
                tool_exists("out/heavy-top.csv"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_teaches),
        cmocka_unit_test(everything_listed_is_described),
        cmocka_unit_test(orders_are_observed),
        cmocka_unit_test(methods_are_compared),
        cmocka_unit_test(figures_are_drawn),
        cmocka_unit_test(figures_tell_what_they_show),
        cmocka_unit_test(outputs_are_named_on_their_axes),
        cmocka_unit_test(demo_shows_the_point),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
