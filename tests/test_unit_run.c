/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_run.c - names, scenarios and tables as the library offers them; a hostile reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/scenario.h"

static const lf_progress silent = {NULL, NULL};

static void near_names(void **state)
{
    (void)state;
    static const char *const names[] = {"cf4", "cf3", "rkmk4", "rkmk4-2c", "lie-euler", NULL};
    char text[200] = "no";
    lf_name_suggest("cf5", names, text, sizeof text);
    assert_string_equal(text, "no; did you mean 'cf4' or 'cf3'?");
    strcpy(text, "");
    lf_name_suggest("lie-eular", names, text, sizeof text);
    assert_string_equal(text, "; did you mean 'lie-euler'?");
    strcpy(text, "");
    lf_name_suggest("rmkk4", names, text, sizeof text); /* neighbours swapped */
    assert_string_equal(text, "; did you mean 'rkmk4'?");
    strcpy(text, "");
    lf_name_suggest("zzzzzz", names, text, sizeof text);
    assert_string_equal(text, "");
    char small[12] = "";
    lf_name_suggest("cf5", names, small, sizeof small);
    assert_true(strlen(small) < sizeof small);
    char longest[400];
    memset(longest, 'x', sizeof longest);
    longest[399] = 0;
    lf_name_suggest(longest, names, text, sizeof text);
}

static void every_kind_has_entries(void **state)
{
    (void)state;
    for (lf_kind kind = 0; kind < LF_KINDS; kind++) {
        const char *name, *doc;
        size_t count = 0;
        for (; (name = lf_kind_entry(kind, count, &doc)); count++) {
            lf_text text = {0};
            lf_json json = {0};
            char why[LF_WHY_SIZE];
            assert_true(*name && doc && *doc);
            assert_int_equal(lf_describe(name, &text, why, sizeof why), LF_OK);
            assert_int_equal(lf_describe_json(name, &json, why, sizeof why), LF_OK);
            lf_text_free(&text);
            lf_json_free(&json);
        }
        assert_true(count > 0);
    }
}

static char scratch[] = "/tmp/lieflow-run-XXXXXX";

static void put(const char *text, size_t length)
{
    FILE *file = fopen(scratch, "wb");
    assert_non_null(file);
    fwrite(text, 1, length, file);
    fclose(file);
}

/* A scenario written and read again is the same scenario. */
static void scenarios_survive_writing(void **state)
{
    (void)state;
    static const char *const models[] = {"heavy-top", "duffing", "humming-top", "matrix-norms"};
    for (size_t i = 0; i < 4; i++) {
        lf_scenario *S = lf_scenario_new(), *T = lf_scenario_new();
        lf_text first = {0}, second = {0};
        assert_int_equal(lf_scenario_set_model(S, models[i], NULL), LF_OK);
        assert_int_equal(lf_scenario_set(S, "t_end", "1/3", NULL), LF_OK);
        assert_int_equal(lf_scenario_set(S, i % 2 ? "steps" : "step", i % 2 ? "7" : "1/7", NULL),
                         LF_OK);
        assert_int_equal(lf_scenario_set(S, "tableau", "three-eighths", NULL), LF_OK);
        assert_int_equal(lf_scenario_set(S, "out", "a \"b\".csv", NULL), LF_OK);
        lf_scenario_write(S, &first);
        put(lf_text_string(&first), first.length);
        if (lf_scenario_read(T, scratch) != LF_OK)
            fail_msg("%s\n%s", lf_scenario_why(T), lf_text_string(&first));
        lf_scenario_write(T, &second);
        assert_string_equal(lf_text_string(&first), lf_text_string(&second));
        assert_string_equal(lf_scenario_out(T), "a \"b\".csv");
        lf_text_free(&first);
        lf_text_free(&second);
        lf_scenario_free(S);
        lf_scenario_free(T);
    }
}

static void runs_answer(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    lf_outcome R;
    lf_rows rows = {.dim = 6, .invariants = 3};
    lf_sink sink = lf_rows_sink(&rows);
    assert_int_equal(lf_scenario_open(S, "heavy-top"), LF_OK);
    assert_int_equal(lf_scenario_set(S, "steps", "200", NULL), LF_OK);
    assert_int_equal(lf_scenario_run(S, &sink, silent, &R), LF_OK);
    assert_int_equal(rows.rows, 201);
    assert_true(R.started && R.stats.steps == 200 && R.dim == 6);
    assert_true(R.stats.defect < 1e-13);
    lf_rows_free(&rows);
    assert_int_equal(lf_scenario_set(S, "method", "magnus4", "here"), LF_OK);
    assert_int_equal(lf_scenario_run(S, NULL, silent, &R), LF_ENEEDS);
    assert_false(R.started);
    assert_non_null(strstr(lf_scenario_why(S), "here: magnus4 needs"));
    assert_int_equal(lf_scenario_set(S, "nonsense", "1", "there"), LF_ENAME);
    assert_non_null(strstr(lf_scenario_why(S), "there: "));
    lf_scenario_free(S);
}

static int stop_at_once(void *ctx, double fraction)
{
    (void)ctx;
    (void)fraction;
    return 1;
}

static void work_can_be_stopped(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    static lf_order_table T;
    lf_outcome R;
    lf_comparison *C = lf_comparison_new();
    lf_precision_table *P = lf_precision_table_new();
    lf_order_options order = lf_order_options_default();
    lf_precision_options precision = lf_precision_options_default();
    lf_progress stop = {stop_at_once, NULL};
    assert_int_equal(lf_scenario_open(S, "heavy-top"), LF_OK);
    assert_int_equal(lf_scenario_run(S, NULL, stop, &R), LF_STOPPED);
    assert_int_equal(lf_order_measure(S, &order, stop, &T), LF_STOPPED);
    assert_int_equal(lf_compare(S, "cf4,rk4", stop, C), LF_STOPPED);
    assert_int_equal(lf_precision_measure(S, &precision, stop, P), LF_STOPPED);
    /* structs of other headers */
    order.size = 0;
    assert_int_equal(lf_order_measure(S, &order, silent, &T), LF_EINPUT);
    assert_non_null(strstr(lf_scenario_why(S), "lf_order_options says that it has 0 bytes"));
    precision.size++;
    assert_int_equal(lf_precision_measure(S, &precision, silent, P), LF_EINPUT);
    assert_non_null(strstr(lf_scenario_why(S), "begins as lf_precision_options_default()"));
    lf_precision_table_free(P);
    lf_comparison_free(C);
    lf_scenario_free(S);
}

/* ---- the hostile reader --------------------------------------------------------------------- */

static const char sample[] = "# a scenario\nmodel: heavy-top\nmap: exp\nstep: 1/100\nt_end: 1\n"
                             "parameters:\n  inertia: [1, 5, 6]\n  c: 1\n  Pi:\n    - 0\n    - 1\n"
                             "    - 2\ntableau:\n  a: [[], [1/2], [0, 3/4]]\n  b: [2/9, 1/3, 4/9]\n"
                             "  order: 3\n";

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static const char adaptive[] =
    "model: quadrotors\nmethod: rkmk5\ntolerance:\n  atol: 1e-6\n  rtol: 1/1000\n  blocks: {q1: "
    "[1e-8, 1e-9], 2: 1e-7}\ncontrol: pi\nmax_step: 0.5\nfirst_step: 1e-3\nevents:\n  - e_x = "
    "0.1:falling\n  - {expression: y.x, value: 2, direction: rising, terminal: true, name: far}\n";

/* Change a few bytes, cut, repeat: whatever comes, the reader answers. */
static size_t noise(const char *clean, size_t size, int rounds)
{
    static const char spice[] = "[]{}:,-#&*!|>'\"%@`?\n \t\0\xff\xc3.0e9/();=";
    uint64_t seed = 1;
    size_t accepted = 0;
    char *text = malloc(2 * size);
    for (int round = 0; round < rounds; round++) {
        lf_scenario *S = lf_scenario_new();
        size_t length = size;
        memcpy(text, clean, length);
        for (uint64_t k = next_random(&seed) % 4; k-- > 0;)
            text[next_random(&seed) % length] = spice[next_random(&seed) % (sizeof spice - 1)];
        if (next_random(&seed) % 4 == 0)
            length = next_random(&seed) % length;
        if (next_random(&seed) % 8 == 0) {
            memmove(text + length, text, length);
            length *= 2;
        }
        put(text, length);
        lf_status status = lf_scenario_read(S, scratch);
        accepted += status == LF_OK;
        assert_true(status == LF_OK || *lf_scenario_why(S));
        lf_scenario_free(S);
    }
    free(text);
    return accepted;
}

static void reader_survives_noise(void **state)
{
    (void)state;
    size_t accepted = noise(sample, sizeof sample - 1, 1500);
    assert_true(accepted > 50 && accepted < 1450);
    accepted = noise(adaptive, sizeof adaptive - 1, 1500);
    assert_true(accepted > 50 && accepted < 1450);
}

/* A caller's locale may write 0,5: our numbers do not change. */
static void numbers_in_any_locale(void **state)
{
    (void)state;
    char text[32];
    bool comma = setlocale(LC_NUMERIC, "de_DE.UTF-8") || setlocale(LC_NUMERIC, "fr_FR.UTF-8");
    lf_text grows = {0};
    lf_json json = {0};
    assert_true(lf_number_write(-0.5, 17, text) == -0.5);
    assert_string_equal(text, "-0.5");
    lf_text_add(&grows, "%g %.3f", 1.5, 2.25);
    assert_string_equal(lf_text_string(&grows), "1.5 2.250");
    lf_json_number(&json, NULL, 0.1);
    assert_non_null(strstr(lf_text_string(&json.text), "0.1"));
    snprintf(text, sizeof text, "%g", 0.5);
    assert_string_equal(text, comma ? "0,5" : "0.5"); /* and the caller's locale is back */
    setlocale(LC_NUMERIC, "C");
    lf_text_free(&grows);
    lf_json_free(&json);
}

/* Events, tolerances and rules through the library; what was found stays with the outcome. */
static void tolerances_and_events(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    lf_outcome R;
    put(adaptive, sizeof adaptive - 1);
    assert_int_equal(lf_scenario_read(S, scratch), LF_OK);
    assert_true(lf_scenario_adaptive(S));
    assert_true(lf_scenario_event(S, 1) && !lf_scenario_event(S, 2));
    assert_int_equal(S->blocks, 2);
    assert_int_equal(lf_scenario_run(S, NULL, silent, &R), LF_EVENT);
    assert_int_equal(R.found, R.stats.events);
    assert_true(R.found >= 1 && R.event[R.found - 1].rule == 1 && R.event[R.found - 1].rising);
    assert_true(R.event[R.found - 1].t == R.stats.t && R.event[R.found - 1].y[0] == R.y[0]);
    assert_true(fabs(R.y[0] - 2) < 1e-12);
    assert_true(R.stats.h_max <= 0.5 && R.stats.h_min <= 1e-3);
    /* fixed steps in its place: the tolerance and what belongs to it are forgotten */
    assert_int_equal(lf_scenario_set(S, "steps", "500", NULL), LF_OK);
    assert_false(lf_scenario_adaptive(S));
    const double there = R.stats.t;
    assert_int_equal(lf_scenario_run(S, NULL, silent, &R), LF_EVENT);
    assert_true(fabs(R.stats.t - there) < 1e-4); /* errors of steps by 0.006 and of 1e-6 */
    S->events = 0;
    assert_int_equal(lf_scenario_run(S, NULL, silent, &R), LF_OK);
    assert_int_equal(R.stats.steps, 500);
    for (size_t i = 0; i < LF_MAX_RULES; i++)
        assert_int_equal(lf_scenario_set(S, "event", "y.x", NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "event", "y.x", NULL), LF_EINPUT);
    lf_scenario_free(S);
}

static void reader_survives_depth(void **state)
{
    (void)state;
    static const char *const open[] = {"[",   "{a: ", "- ", "? ",
                                       "&a ", "!t ",  "\"", "parameters: {"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        lf_scenario *S = lf_scenario_new();
        lf_text text = {0};
        lf_text_add(&text, "model: heavy-top\nparameters: ");
        for (int k = 0; k < 20000; k++)
            lf_text_add(&text, "%s", open[i]);
        put(lf_text_string(&text), text.length);
        assert_int_not_equal(lf_scenario_read(S, scratch), LF_OK);
        lf_scenario_free(S);
        lf_text_free(&text);
    }
}

static int make_scratch(void **state)
{
    (void)state;
    int file = mkstemp(scratch);
    return file < 0 ? -1 : close(file);
}

static int drop_scratch(void **state)
{
    (void)state;
    return remove(scratch);
}

/* What a model says about its items speaks of rows and parameters that exist. */
static void items_are_consistent(void **state)
{
    (void)state;
    size_t models = 0;
    const lf_model *M;
    for (size_t i = 0; (M = lf_model_at(i)); i++) {
        const lf_model_items *items = M->items;
        if (!items)
            continue;
        size_t rows = 0;
        while (items->params[rows].name)
            rows++;
        assert_in_range(rows, 1, LF_ITEM_MAX_ROWS);
        assert_null(lf_knob_find(items->key));
        assert_null(lf_param_find(M->params, items->key));
        for (size_t k = 0; items->says[k][0]; k++) {
            assert_non_null(lf_param_find(M->params, items->says[k][0]));
            assert_non_null(lf_param_find(items->params, items->says[k][1]));
        }
        if (items->shape.mass) {
            assert_int_equal(lf_param_find(items->params, items->shape.mass)->type, LF_REAL);
            assert_int_equal(lf_param_find(items->params, items->shape.inertia)->type, LF_LIST);
            assert_int_equal(lf_param_find(items->params, items->shape.points)->type, LF_LIST);
        }
        models++;
    }
    assert_true(models > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_consistent),
        cmocka_unit_test(near_names),
        cmocka_unit_test(every_kind_has_entries),
        cmocka_unit_test(scenarios_survive_writing),
        cmocka_unit_test(runs_answer),
        cmocka_unit_test(work_can_be_stopped),
        cmocka_unit_test(tolerances_and_events),
        cmocka_unit_test(numbers_in_any_locale),
        cmocka_unit_test(reader_survives_noise),
        cmocka_unit_test(reader_survives_depth),
    };
    return cmocka_run_group_tests(tests, make_scratch, drop_scratch);
}
