/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli_data.c - data that explain themselves: they are read as numpy and pandas read them, carry
 * the scenario that makes them again bit for bit, and hold points of space as such. */
#include "test_cli_tool.h"

enum { MOST_NAMES = 10000 };

/* ---- as others read them -------------------------------------------------------------------- */

/* A name as numpy.genfromtxt(names=True) keeps it: its NameValidator drops these characters. */
static void numpy_name(const char *name, size_t length, char *kept)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr("~!@#$%^&*()-=+~\\|]}[{';: /?.>,<", name[i]))
            *kept++ = name[i];
    *kept = 0;
}

static size_t count_fields(const char *line)
{
    size_t fields = 1;
    for (; *line && *line != '\n'; line++)
        fields += *line == ',';
    return fields;
}

/* The names are the first line, and stay different from each other. */
static size_t check_names(const char *path, const char *text)
{
    static char name[MOST_NAMES][80];
    const size_t columns = count_fields(text);
    assert_true(columns < MOST_NAMES && *text != '#');
    const char *field = text;
    for (size_t i = 0; i < columns; i++) {
        const size_t length = strcspn(field, ",\n");
        numpy_name(field, length, name[i]);
        for (size_t j = 0; j < i; j++)
            if (!*name[i] || strcmp(name[i], name[j]) == 0)
                fail_msg("%s: column %zu is called '%s', as is %zu", path, i, name[i], j);
        field += length + 1;
    }
    return columns;
}

/* genfromtxt(names=True, delimiter=',') and read_csv(comment='#'): the first line has the names,
 * what begins with '#' is left out, every other line has a number for each name. */
static size_t check_table(const char *path, size_t most_comments)
{
    char *text = tool_read(path);
    const size_t columns = check_names(path, text);
    size_t rows = 0, comments = 0;
    for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        if (*line == '#') {
            comments++;
            continue;
        }
        if (count_fields(line) != columns)
            fail_msg("%s: row %zu has %zu numbers for %zu names", path, rows, count_fields(line),
                     columns);
        for (const char *s = line; *s && s[-1] != '\n'; s++) {
            char *end;
            strtod(s, &end);
            if (end == s || (*end != ',' && *end != '\n'))
                fail_msg("%s: row %zu is not made of numbers: %.40s", path, rows, s);
            s = end;
            if (*s == '\n')
                break;
        }
        rows++;
    }
    if (comments > most_comments)
        fail_msg("%s has %zu lines of comments", path, comments);
    free(text);
    return rows;
}

/* Rows, without the lines that explain them. */
static char *rows_of(const char *path)
{
    char *text = tool_read(path), *to = text;
    for (char *line = text; *line;) {
        const size_t length = strcspn(line, "\n") + 1;
        if (*line != '#') {
            memmove(to, line, length);
            to += length;
        }
        line += length;
    }
    *to = 0;
    return text;
}

static bool same_rows(const char *a, const char *b)
{
    char *one = rows_of(a), *other = rows_of(b);
    const bool same = strcmp(one, other) == 0;
    free(one);
    free(other);
    return same;
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* Head: version, columns, scenario; end: how it ended. */
static void every_model_comes_again(void **state)
{
    (void)state;
    tool_result models = tool("list models --names");
    size_t count = 0;
    for (char *rest = NULL, *model = strtok_r(models.out, "\n", &rest); model;
         model = strtok_r(NULL, "\n", &rest), count++) {
        char words[200];
        snprintf(words, sizeof words, "run %s --steps 5 --t-end 0.001 --out a.csv", model);
        tool_expect(words, 0, NULL, NULL);
        assert_int_equal(check_table("a.csv", 4), 6);
        tool_expect("run a.csv --out b.csv", 0, NULL, NULL);
        if (!same_rows("a.csv", "b.csv"))
            fail_msg("%s: the rows of a rerun differ", model);
        char *a = tool_read("a.csv"), *b = tool_read("b.csv");
        assert_string_equal(a, b); /* the same head and end, too */
        free(a);
        free(b);
    }
    assert_true(count > 10);
    tool_free(&models);
}

/* Everything that can be set for a run is stored. */
static void settings_come_again(void **state)
{
    static const char *const runs[] = {
        "run heavy-top --set c=0.1 --set Pi=1/3,sqrt(2),0.1 --step 0.1 --t-end 0.7 --every 0.2",
        "run heavy-top --tol 1e-7 --method rkmk8 --t-end 3 --first-step 0.01 --max-step 0.3",
        "run heavy-top --atol 1e-7 --rtol 1e-5 --tol-block 1=1e-9,1e-9 --t-end 3 --control elementary",
        "run heavy-top --tol 1e-8 --t-end 9 --event Gamma.z=0:falling:terminal:name=down",
        "run heavy-top --method rkmk4 --dexpinv truncated --steps 7 --t-end 1",
        "run heavy-top --method rk4 --project --steps 9 --t-end -1",
        "run own.yaml",
        "run bodies.yaml"};
    (void)state;
    tool_write("own.yaml", "model: heavy-top\nt_end: 1\nsteps: 5\n"
                           "tableau: {a: [[], [1/3], [0, 2/3]], b: [1/4, 0, 3/4], order: 3}\n");
    tool_write("cube.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\n"
                           "v 0 1 1\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
                           "f 4 1 5 8\n");
    tool_write(
        "bodies.yaml",
        "model: full-body\nG: 1\nt_end: 0.1\nsteps: 4\nfree_rotation: exact\nbodies:\n"
        "  - {name: one, shape: cube.obj, mass: 2, points: 20, x: [0, 0, 0]}\n"
        "  - {name: 'two, \"so\"', shape: cube.obj, density: 3, points: 20, x: [3, 0, 0]}\n");
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        for (int lines = 0; lines < 2; lines++) {
            char words[300];
            snprintf(words, sizeof words, "%s --out a.%s", runs[i], lines ? "jsonl" : "csv");
            tool_expect(words, 0, NULL, NULL);
            tool_expect(lines ? "run a.jsonl --out b.csv" : "run a.csv --out c.csv", 0, NULL, NULL);
        }
        if (!same_rows("a.csv", "c.csv") || !same_rows("a.csv", "b.csv"))
            fail_msg("lieflow %s: the rows of a rerun differ", runs[i]);
        check_table("a.csv", 4);
    }
    assert_true(check_table("a.events.csv", 5) == 1); /* of the one that has events */
    tool_write("none.csv", "t,x\n0,1\n");
    tool_expect("run none.csv", 2, NULL,
                "none.csv: this file of data has no line '# scenario: ..'");
    tool_expect("run missing.csv", 2, NULL, "missing.csv: No such file");
}

static void tables_carry_their_scenario(void **state)
{
    (void)state;
    tool_expect("order heavy-top --set c=2 --methods cf4,lie-euler --steps 4,8 --out o.csv", 0,
                NULL, NULL);
    tool_expect("compare heavy-top --set c=2 --steps 6 --out c.csv", 0, NULL, NULL);
    tool_expect("precision heavy-top --set c=2 --tols 1e-3,1e-5 --out p.csv", 0, NULL, NULL);
    assert_true(check_table("o.csv", 4) >= 2);
    assert_int_equal(check_table("c.csv", 4), 7);
    assert_int_equal(check_table("p.csv", 5), 2);
    tool_expect("order o.csv --methods cf4,lie-euler --steps 4,8 --out o2.csv", 0, NULL, NULL);
    tool_expect("compare c.csv --out c2.csv", 0, NULL, NULL);
    assert_true(same_rows("o.csv", "o2.csv") && same_rows("c.csv", "c2.csv"));
}

/* ---- figures -------------------------------------------------------------------------------- */

/* The scenario of a run of the figure, by its number. */
static void take_scenario(const char *text, const char *number, const char *path)
{
    const char *found = strstr(text, number);
    assert_non_null(found);
    const char *begin = strchr(found, '{'), *end = strchr(found, '\n');
    char *scenario = strndup(begin, (size_t)(end - begin));
    tool_write(path, scenario);
    free(scenario);
}

/* Points of the sphere, on both of its sides, and the exact solution as its scenario gives it. */
static void spheres_are_in_space(void **state)
{
    (void)state;
    tool_expect("reproduce celledoni2014/fig2 --out f", 0, NULL, NULL);
    assert_true(check_table("f/celledoni2014-fig2.csv", 9) > 1000);
    char *text = tool_read("f/celledoni2014-fig2.csv");
    assert_int_equal(strncmp(text, "panel,line,x,y,z\n", 17), 0);
    double p, l, x, y, z, last[3] = {0};
    for (const char *s = text; s && *s; s = strchr(s, '\n')) {
        s += *s == '\n';
        if (sscanf(s, "%lf,%lf,%lf,%lf,%lf", &p, &l, &x, &y, &z) != 5)
            continue;
        if (!(fabs(x * x + y * y + z * z - 1) < 1e-13)) /* a step, from a start on it to 1e-16 */
            fail_msg("not on the sphere: %.60s", s);
        if (p == 1 && l == 3) {
            last[0] = x;
            last[1] = y;
            last[2] = z;
        }
    }
    take_scenario(text, "# scenario 1: ", "one.yaml");
    struct fy_document *json = tool_json("run one.yaml --json");
    for (int i = 0; i < 3; i++) {
        char path[16];
        snprintf(path, sizeof path, "/y/%d", i);
        assert_true(json_number(json, path) == last[i]);
    }
    fy_document_destroy(json);
    free(text);
}

static void hidden_points_are_kept(void **state)
{
    size_t behind = 0, rows = 0;
    double p, l, x, y, z;
    (void)state;
    tool_expect("reproduce celledoni2021/fig3 --out f", 0, NULL, NULL);
    char *text = tool_read("f/celledoni2021-fig3.csv");
    for (const char *s = text; s && *s; s = strchr(s, '\n')) {
        s += *s == '\n';
        if (sscanf(s, "%lf,%lf,%lf,%lf,%lf", &p, &l, &x, &y, &z) != 5 || p < 3)
            continue;
        rows++;
        assert_true(fabs(x * x + y * y + z * z - 1) < 1e-12);
        /* seen from longitude 30 and latitude 25 degrees: the far half of the sphere */
        behind += x * 0.7849 + y * 0.4532 + z * 0.4226 < 0;
    }
    assert_int_equal(rows, 2 * 6001);
    assert_true(behind > rows / 4 && behind < rows);
    free(text);
}

static void figures_name_their_runs(void **state)
{
    (void)state;
    tool_expect("reproduce becker2021/fig6 --out f", 0, NULL, NULL);
    char *text = tool_read("f/becker2021-fig6.csv");
    assert_non_null(strstr(text, "\n# scenario 1, by each of rkmk4,cf4,modified-euler: {model: "));
    take_scenario(text, "# scenario 1, ", "all.yaml");
    free(text);
    /* one of its lines again: the drift of the energy by modified-euler at the end */
    struct fy_document *json = tool_json("run all.yaml --method modified-euler --json");
    const double drift = json_number(json, "/invariants/energy/final") -
                         json_number(json, "/invariants/energy/initial");
    fy_document_destroy(json);
    char *rows = rows_of("f/becker2021-fig6.csv");
    const char *last = strrchr(rows, ',');
    assert_true(last && strtod(last + 1, NULL) == fabs(drift));
    free(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_comes_again),     cmocka_unit_test(settings_come_again),
        cmocka_unit_test(tables_carry_their_scenario), cmocka_unit_test(spheres_are_in_space),
        cmocka_unit_test(hidden_points_are_kept),      cmocka_unit_test(figures_name_their_runs),
    };
    return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
