/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_trust.c - tables that flag what they cannot tell, tolerances that mean what they mean
 * elsewhere, drifts in proportion, warnings; and what describe says of methods. */
#include "test_cli_tool.h"

#include <ctype.h>

static const char *json_text(struct fy_document *json, const char *path, char *text, size_t size)
{
    struct fy_node *node = fy_node_by_path(fy_document_root(json), path, FY_NT, FYNWF_DONT_FOLLOW);
    size_t length = 0;
    const char *found = node ? fy_node_get_scalar(node, &length) : NULL;
    if (!found || length >= size)
        fail_msg("the JSON has no %s", path);
    memcpy(text, found, length);
    text[length] = 0;
    return text;
}

/* ---- orders ---- */

/* Six numbers of steps of which the first diverges, two are too few, and the last is roundoff. */
static void levels_are_flagged(void **state)
{
    (void)state;
    static const char *const flags[] = {"pre-asymptotic", "asymptotic", "asymptotic",
                                        "asymptotic",     "asymptotic", "reference"};
    char path[64], text[64];
    struct fy_document *json =
        tool_json("order heavy-top --methods cf4 --steps 4,192,384,768,1536,49152 --json");
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "/methods/0/flags/%d", i);
        assert_string_equal(json_text(json, path, text, sizeof text), flags[i]);
        snprintf(path, sizeof path, "/methods/0/orders/%d", i);
        const bool told = strcmp(json_text(json, path, text, sizeof text), "null") != 0;
        assert_true(told == (i >= 2 && i <= 4));
    }
    assert_true(fabs(json_number(json, "/methods/0/observed_order") - 4) < 0.1);
    assert_false(json_has(json, "/methods/0/not_determined"));
    fy_document_destroy(json);
}

/* The two tables of the report: roundoff was told as an order of -0.33 and of -2.50. */
static void roundoff_is_no_order(void **state)
{
    (void)state;
    static const char *const words[] = {
        "order heavy-top --methods lie-euler,rkmk3,rkmk4,cf4,rkmk8",
        "order free-rigid-body --methods strang-kahanli8,rkmk8,exact-rigid-body,gbs",
        "order free-rigid-body --methods strang-kahanli8 --steps 12,25,50,100,200,400",
    };
    char command[200], path[64], text[100];
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        snprintf(command, sizeof command, "%s --json", words[k]);
        struct fy_document *json = tool_json(command);
        for (int m = 0; m < json_count(json, "/methods"); m++) {
            snprintf(path, sizeof path, "/methods/%d/observed_order", m);
            if (strcmp(json_text(json, path, text, sizeof text), "null") == 0) {
                snprintf(path, sizeof path, "/methods/%d/not_determined", m);
                assert_non_null(strstr(json_text(json, path, text, sizeof text), "floor"));
                continue;
            }
            const double observed = json_number(json, path);
            snprintf(path, sizeof path, "/methods/%d/claimed_order", m);
            assert_true(fabs(observed - json_number(json, path)) < 0.1);
        }
        fy_document_destroy(json);
    }
    tool_expect("order free-rigid-body --methods rkmk8", 0,
                "rkmk8: not determined, since its errors", NULL);
    tool_expect("order heavy-top --methods rkmk8", 0, "(8.04)", NULL);
}

/* A step whose equations have no solution is a mark in the table, with its reason. */
static void one_step_does_not_kill_a_table(void **state)
{
    (void)state;
    char text[100];
    struct fy_document *json =
        tool_json("order full-body --methods lgvi --t-end 5 --steps 10,800,1600,3200 --json");
    assert_string_equal(json_text(json, "/methods/0/flags/0", text, sizeof text), "failed");
    assert_true(fabs(json_number(json, "/methods/0/observed_order") - 2) < 0.1);
    assert_true(json_has(json, "/methods/0/failure"));
    fy_document_destroy(json);
    tool_expect("order full-body --methods lgvi --t-end 5 --steps 10,800,1600,3200 --out f.csv "
                "--plot f.gp",
                0, "failed: lgvi with 10 steps: the step is too large", NULL);
    char *csv = tool_read("f.csv");
    assert_non_null(strstr(csv, "inf,nan,7\n"));
    assert_non_null(strstr(csv, ",1\n"));
    free(csv);
}

/* On the screen: bytes that continue a character of UTF-8 take no column. */
static size_t columns_of(const char *line)
{
    size_t columns = 0;
    for (; *line; line++)
        columns += ((unsigned char)*line & 0xc0) != 0x80;
    return columns;
}

/* Many methods go below each other where the terminal ends, numbers lose digits, sentences go on in the
 * next line. */
static void tables_fit_the_terminal(void **state)
{
    (void)state;
    static const char *const words[] = {
        "order heavy-top --methods lie-euler,heun-a,rkmk3,rkmk4,cf4,rk4",
        "compare full-body --methods rkmk4,lgvi --t-end 1",
        "compare heavy-top --methods euler --steps 10",
        "run heavy-top --tol 1e-8 --event Gamma.z=0",
        "run full-body --t-end 1",
        "run quadrotors --t-end 0.1",
        "shape cube.obj --points 20",
        "list",
        "list methods",
        "describe full-body",
        "help run"};
    static const char *const widths[] = {"80", "60"};
    tool_write("cube.obj",
               "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
               "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    for (size_t k = 0; k < sizeof words / sizeof *words * 2; k++) {
        setenv("COLUMNS", widths[k % 2], 1);
        tool_result r = tool(words[k / 2]);
        assert_int_equal(r.code, 0);
        char *rest = NULL;
        for (char *line = strtok_r(r.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            if (columns_of(line) > (size_t)atoi(widths[k % 2]))
                fail_msg("%s: a line of %zu columns\n%s", words[k / 2], columns_of(line), line);
        tool_free(&r);
    }
    unsetenv("COLUMNS");
}

/* ---- tolerances ---- */

static void tolerances_mean_both(void **state)
{
    (void)state;
    static const char *const same[] = {
        "run heavy-top --tol 1e-7 --json",
        "run heavy-top --atol 1e-7 --rtol 1e-7 --json",
        "run tol.yaml --json",
    };
    char first[64], text[64];
    tool_write("tol.yaml", "model: heavy-top\ntolerance: 1e-7\n");
    for (size_t k = 0; k < 3; k++) {
        struct fy_document *json = tool_json(same[k]);
        json_text(json, "/y/0", k ? text : first, sizeof text);
        assert_true(k == 0 || strcmp(first, text) == 0);
        fy_document_destroy(json);
    }
    /* a block takes both as well */
    struct fy_document *one = tool_json("run quadrotors --tol 1e-6 --tol-block q1=1e-9 --json");
    struct fy_document *two =
        tool_json("run quadrotors --tol 1e-6 --tol-block q1=1e-9,1e-9 --json");
    assert_string_equal(json_text(one, "/y/0", first, sizeof first),
                        json_text(two, "/y/0", text, sizeof text));
    fy_document_destroy(one);
    fy_document_destroy(two);
    tool_expect("run heavy-top --tol 1e-7 --out t.csv", 0, NULL, NULL);
}

/* What is at rest at 0 has no size, and asks for no digits of its own. */
static void relative_alone_works(void **state)
{
    (void)state;
    static const char *const words[] = {
        "run heavy-top --rtol 1e-9",
        "run humming-top --set omega=0,0,0 --rtol 1e-8",
        "run humming-top --set omega=0,0,0 --atol 0 --rtol 1e-8",
        "run full-body --set v=0,0,0,0,0,0 --set Omega=0,0,0,0,0,0 --t-end 1 --rtol 1e-8",
        "run full-body --set v=0,0,0,0,0,0 --set Omega=0,0,0,0,0,0 --t-end 1 --atol 0 --rtol 1e-8",
        "run full-body --set v=0,0,0,0,0,0 --set Omega=0,0,0,0,0,0 --t-end 1 --rtol 1e-8 --method gbs",
        ("run full-body --set v=0,0,0,0,0,0 --set Omega=0,0,0,0,0,0 --t-end 1 --rtol 1e-8 --method "
         "dop853"),
    };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        tool_expect(words[k], 0, "rejected) of h = ", NULL);
}

/* SI units: 1e9 kg m/s cannot be known to 1e-9, which an absolute tolerance asks for. */
static void didymos_runs_by_tolerance(void **state)
{
    (void)state;
    const char *source = getenv("LIEFLOW_SOURCE");
    char words[400], text[640], folder[300];
    if (!source)
        skip();
    snprintf(folder, sizeof folder, "%s/scenarios", source);
    snprintf(words, sizeof words, "run %s/didymos.yaml --tol 1e-9 --json", folder);
    struct fy_document *json = tool_json(words);
    assert_true(json_number(json, "/t") == 43200);
    /* half a day is one revolution, in which 1e-9 per step may add up a hundredfold */
    assert_true(json_number(json, "/invariants/energy/relative_drift") < 1e-7);
    assert_true(json_number(json, "/invariants/energy/max_drift") > 1e-4);
    assert_string_equal(json_text(json, "/method", text, sizeof text), "rkmk5");
    assert_non_null(strstr(json_text(json, "/warnings/0", text, sizeof text),
                           "lgvi cannot follow a tolerance; this run is by rkmk5"));
    fy_document_destroy(json);
    snprintf(words, sizeof words, "run %s/didymos.yaml --atol 1e-9 --method rkmk5", folder);
    tool_expect(words, 1, NULL, "in block 2 (gamma1) the tolerance asks for errors of 1e-09");
    tool_expect(words, 1, NULL, "let rtol (--rtol) or atol be larger");
    /* two words on one line are no mistake of a file */
    snprintf(words, sizeof words, "run %s/didymos.yaml --tol 1e-9 --method lgvi", folder);
    tool_expect(words, 2, NULL, "lgvi has no estimate of its error");
}

/* ---- drifts ---- */

static void drifts_are_told_in_proportion(void **state)
{
    (void)state;
    struct fy_document *json = tool_json("run heavy-top --json");
    const double drift = json_number(json, "/invariants/energy/max_drift");
    const double scale = json_number(json, "/invariants/energy/scale");
    assert_true(json_number(json, "/invariants/energy/relative_drift") == drift / scale);
    /* kinetic energy of Pi = (sin 1.1, 0, cos 1.1) and c |Gamma| */
    const double kinetic = 0.5 * (pow(sin(1.1), 2) + pow(cos(1.1), 2) / 6);
    assert_true(fabs(scale - (kinetic + sqrt(1 + 0.04 + 9))) < 1e-14);
    assert_int_equal(json_count(json, "/warnings"), 0);
    fy_document_destroy(json);
    tool_expect("run heavy-top", 0, "max drift  relative  to\n  energy", NULL);
    json = tool_json("compare heavy-top --methods cf4,euler --json");
    assert_true(json_number(json, "/scale/energy") == scale);
    assert_true(json_number(json, "/methods/0/relative_drift/energy") ==
                json_number(json, "/methods/0/invariants/energy") / scale);
    assert_int_equal(json_count(json, "/methods/0/ruined"), 0);
    assert_int_equal(json_count(json, "/methods/1/ruined"), 3);
    fy_document_destroy(json);
    tool_expect("run heavy-top --plot d.gp", 0, NULL, NULL);
    char *script = tool_read("d.gp");
    assert_non_null(strstr(script, "relative drift"));
    free(script);
}

static void ruined_runs_end_with_a_warning(void **state)
{
    (void)state;
    tool_expect(
        "run heavy-top --method euler", 0, "invariant",
        "lieflow: warning: energy, which the equations keep, has changed by 6 times its size");
    struct fy_document *json = tool_json("run heavy-top --method euler --json");
    assert_int_equal(json_count(json, "/warnings"), 3);
    fy_document_destroy(json);
    tool_result r = tool("run vessel --method euler --t-end 50");
    assert_true(r.code == 0 && !strstr(r.err, "warning")); /* it is damped */
    tool_free(&r);
    tool_expect("compare heavy-top --methods cf4,euler", 0, "! an invariant is ruined", NULL);
}

/* ---- times ---- */

static void times_are_taken_in_turns(void **state)
{
    (void)state;
    struct fy_document *json = tool_json("compare heavy-top --methods cf4,rk4,cf4 --json");
    assert_true(json_number(json, "/timing_rounds") >= 1);
    for (int m = 0; m < 3; m++) {
        char path[40];
        snprintf(path, sizeof path, "/methods/%d/seconds", m);
        assert_true(json_number(json, path) > 0);
    }
    fy_document_destroy(json);
    tool_expect("compare heavy-top --methods cf4,rk4", 0, "methods taking turns", NULL);
    /* a method that fails has no time, and the others stay */
    tool_expect("compare full-body --methods lgvi,rkmk4 --t-end 5 --step 0.5", 0,
                "lgvi: the step is too large", NULL);
}

/* ---- describe ---- */

/* Headings and words are kept apart, whatever their lengths. */
static void descriptions_have_blanks(void **state)
{
    (void)state;
    static const char *const kinds[] = {"models",  "methods",  "groups",
                                        "actions", "tableaux", "options"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char words[120];
        snprintf(words, sizeof words, "list %s --names", kinds[k]);
        tool_result names = tool(words);
        char *rest = NULL;
        for (char *name = strtok_r(names.out, "\n", &rest); name;
             name = strtok_r(NULL, "\n", &rest)) {
            snprintf(words, sizeof words, "describe %s", name);
            tool_result r = tool(words);
            char *more = NULL;
            for (char *line = strtok_r(r.out, "\n", &more); line;
                 line = strtok_r(NULL, "\n", &more)) {
                const size_t length = strlen(line);
                const bool heading = line[0] == ' ' && line[2] != ' ' && strchr(line + 2, ' ');
                const bool numbers = strncmp(line, "  c = ", 6) == 0; /* of a tableau */
                if (heading && !numbers && !strstr(line, "try: ") &&
                    !(length > 14 && line[13] == ' ' && line[14] != ' '))
                    fail_msg("describe %s: '%s'", name, line);
                if (length && isblank((unsigned char)line[length - 1]))
                    fail_msg("describe %s: a blank ends '%s'", name, line);
            }
            tool_free(&r);
        }
        tool_free(&names);
    }
}

/* One blank between words, wherever lines were broken. */
static void one_line(char *text)
{
    char *to = text;
    for (const char *s = text; *s; s++)
        if (!isspace((unsigned char)*s))
            *to++ = *s;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = 0;
}

static void methods_are_described_as_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *name, *has, *lacks;
    } rows[] = {
        {"dopri5", "may leave the manifold", "stays on the manifold"},
        {"dopri5", "is a difference of points", "left actions"},
        {"rk4", "classical", "convention"},
        {"newmark", "Newmark, A method", "Hilber"},
        {"rkmk5", "an element of the algebra", "difference of points"},
        {"naive-rk4", "a negative example", "--map"},
        {"lgvi", "except with --free-rotation dmv4", NULL},
        {"lgvi-kahanli8", "dmv4", NULL},
        {"cf43", "2021, section 4.2.2", "Curry"},
        {"cf32a", "Curry, Owren", NULL},
        {"slgi-theta12", "2021, (15)-(17)", NULL},
        {"slgi-gauss2", "2014, section 5", "2021"},
        {"vrkmk-gauss2", "Bogfjellmo, Marthinsen", "section 5"},
        {"exact-rigid-body", "exact but for roundoff", NULL},
        {"gbs", "up to 16", NULL},
        {"quadrotors", "neither gains nor paths: those here are ours", NULL},
        {"quadrotors", "translation, tso3-left, tso3-left, ts2, ts2", NULL},
        {"free-rigid-body", "Becker, An introduction to Lie group methods", NULL},
        {"r3", "vectors under addition", "quaternions"},
        {"steps", "a whole number from 1", NULL},
    };
    char words[80];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        snprintf(words, sizeof words, "describe %s", rows[k].name);
        tool_result r = tool(words);
        one_line(r.out);
        if (r.code || !strstr(r.out, rows[k].has) ||
            (rows[k].lacks && strstr(r.out, rows[k].lacks)))
            fail_msg("describe %s: wants '%s', not '%s'\n%s", rows[k].name, rows[k].has,
                     rows[k].lacks ? rows[k].lacks : "", r.out);
        tool_free(&r);
    }
}

/* Names in a sentence are whole, and the rest is to be found. */
static void lists_of_methods_end_well(void **state)
{
    (void)state;
    static const char *const words[] = {"run heavy-top --method lgvi",
                                        "run heavy-top --tol 1e-6 --method cf4",
                                        "run free-rigid-body --method slgi-theta0"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        tool_result r = tool(words[k]), all = tool("list methods --names");
        char *rest = NULL, *colon = strstr(r.err, k == 1 ? "these do:" : "methods fit:");
        assert_int_equal(r.code, 2);
        assert_non_null(colon);
        colon = strchr(colon, ':') + 1;
        char *more = strstr(colon, " and more ('lieflow list methods --for ");
        if (more)
            *more = 0;
        colon[strcspn(colon, "\n")] = 0;
        for (char *name = strtok_r(colon, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest)) {
            char line[80];
            snprintf(line, sizeof line, "%s\n", name);
            if (!strstr(all.out, line))
                fail_msg("%s: '%s' is no method", words[k], name);
        }
        tool_free(&r);
        tool_free(&all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_flagged),
        cmocka_unit_test(roundoff_is_no_order),
        cmocka_unit_test(one_step_does_not_kill_a_table),
        cmocka_unit_test(tables_fit_the_terminal),
        cmocka_unit_test(tolerances_mean_both),
        cmocka_unit_test(relative_alone_works),
        cmocka_unit_test(didymos_runs_by_tolerance),
        cmocka_unit_test(drifts_are_told_in_proportion),
        cmocka_unit_test(ruined_runs_end_with_a_warning),
        cmocka_unit_test(times_are_taken_in_turns),
        cmocka_unit_test(descriptions_have_blanks),
        cmocka_unit_test(methods_are_described_as_they_are),
        cmocka_unit_test(lists_of_methods_end_well),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
