/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_display.c - a problem that shows other numbers than the components of its points: rows, files, JSON,
 * tables, events, descriptions and figures have these numbers. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lieflow/run.h>

#include "test_ripple_model.h"

static char place[] = "/tmp/lieflow-display-XXXXXX";
static char path[200];

static const char *in_place(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", place, name);
    return path;
}

/* All of a file, which is then removed; the caller frees it. */
static char *take_file(const char *name)
{
    enum { MOST = 4 << 20 };
    FILE *file = fopen(in_place(name), "r");
    assert_non_null(file);
    char *text = calloc(1, MOST);
    assert_non_null(text);
    assert_true(fread(text, 1, MOST - 1, file) > 0);
    fclose(file);
    remove(path);
    return text;
}

/* A scenario of the model with settings "key", "value", ..., NULL. */
static lf_scenario *scenario(const char *const *settings)
{
    lf_scenario *S = lf_scenario_new();
    assert_int_equal(lf_scenario_set_model(S, "ripple", NULL), LF_OK);
    for (; settings && *settings; settings += 2)
        assert_int_equal(lf_scenario_set(S, settings[0], settings[1], NULL), LF_OK);
    return S;
}

static void run(lf_scenario *S, lf_outcome *R)
{
    const lf_progress silent = {NULL, NULL};
    if (lf_scenario_run(S, NULL, silent, R) != LF_OK)
        fail_msg("%s", lf_scenario_why(S));
}

/* What place i shows at time t of the exact solution. */
static double truth(double t, size_t i)
{
    const ripple self = {.size = 1};
    double y[RIPPLE_DIM];
    ripple_exact(&self, t, y);
    return ripple_at(y, 1, i);
}

/* Columns have the display's names and, to the error of the method, the values of the function. */
static void rows_show_it(void **state)
{
    (void)state;
    char out[220];
    snprintf(out, sizeof out, "%s", in_place("a.csv"));
    const char *const settings[] = {"out", out, "every", "5", NULL};
    lf_scenario *S = scenario(settings);
    lf_outcome *R = lf_outcome_new();
    run(S, R);
    char *text = take_file("a.csv"), *line = NULL, *rest = text;
    assert_memory_equal(text, "t,u1,u2,", 8);
    assert_non_null(strstr(text, ",u300,first,again,turns,defect\n"));
    assert_non_null(strstr(text, "shown of the state"));
    size_t rows = 0;
    while ((line = strtok_r(NULL, "\n", &rest))) {
        if (*line == '#' || *line == 't')
            continue;
        char *at = line;
        const double t = strtod(at, &at);
        for (size_t i = 0; i < RIPPLE_SHOWN; i++) {
            /* four steps of h k/10 <= 1 by a method of order 4 are good to 1e-2 of waves that small */
            assert_true(fabs(strtod(at + 1, &at) - truth(t, i)) < 2e-3);
        }
        rows++;
    }
    assert_int_equal(rows, 5);
    assert_int_equal(R->dim, RIPPLE_DIM); /* the outcome has the point itself */
    free(text);
    lf_outcome_free(R);
    lf_scenario_free(S);
}

/* JSON has the same columns; its numbers are those of the point that the outcome holds, bit by bit. */
static void json_shows_it(void **state)
{
    (void)state;
    lf_scenario *S = scenario(NULL);
    lf_outcome *R = lf_outcome_new();
    lf_json json = {0};
    run(S, R);
    lf_outcome_json(S, R, &json);
    const char *text = lf_text_string(&json.text), *at = strstr(text, "\"y\":");
    assert_non_null(strstr(text, "\"u1\", \"u2\","));
    assert_non_null(strstr(text, "\"u300\"]"));
    assert_non_null(at);
    at = strchr(at, '[');
    for (size_t i = 0; i < RIPPLE_SHOWN; i++) {
        char *end;
        assert_true(strtod(at + 1 + (i > 0), &end) == ripple_at(R->y, 1, i));
        at = end;
    }
    assert_int_equal(*at, ']');
    lf_json_free(&json);
    lf_outcome_free(R);
    lf_scenario_free(S);
}

/* Every trajectory of an ensemble is shown, rows and events alike. */
static void ensembles_show_it(void **state)
{
    (void)state;
    enum { MANY = 3 };
    ripple self = {.size = 1};
    lf_problem P;
    double one[RIPPLE_DIM], y[RIPPLE_DIM * MANY], defect[MANY] = {0}, t = 2;
    char why[200] = "";
    assert_int_equal(ripple_build(&self, &P, one, why, sizeof why), LF_OK);
    for (size_t c = 0; c < RIPPLE_DIM; c++)
        for (size_t i = 0; i < MANY; i++)
            y[c * MANY + i] = (double)(i + 1) * one[c];
    const char *const event[] = {"any"};
    const lf_sink_head head = {.problem = &P, .trajectories = MANY, .events = 1, .event = event};
    lf_sink_file file = {0};
    assert_int_equal(lf_sink_file_open(&file, in_place("b.csv"), &head, why, sizeof why), LF_OK);
    const lf_sink sink = lf_sink_file_sink(&file);
    const lf_row row = {.t = t, .n = MANY, .y = y, .defect = defect};
    const lf_hit hit = {.t = t, .trajectory = 1, .rising = true, .y = one};
    assert_int_equal(sink.row(sink.ctx, &row), LF_OK);
    assert_int_equal(sink.hit(sink.ctx, &hit), LF_OK);
    assert_int_equal(lf_sink_file_close(&file, why, sizeof why), LF_OK);
    char *text = take_file("b.csv"), *rest = text, *line;
    size_t lines = 0;
    while ((line = strtok_r(NULL, "\n", &rest))) {
        if (*line == '#' || *line == 't')
            continue;
        char *at = strchr(line + 2, ','); /* past t and the trajectory */
        for (size_t i = 0; i < RIPPLE_SHOWN; i++)
            assert_true(strtod(at + 1, &at) == ripple_at(y + lines, MANY, i));
        lines++;
    }
    assert_int_equal(lines, MANY);
    free(text);
    text = take_file("b.events.csv");
    assert_non_null(strstr(text, "t,trajectory,event,direction,u1,u2"));
    line = strstr(text, "\n2,2,1,1,");
    assert_non_null(line);
    assert_true(strtod(line + 9, NULL) == ripple_at(one, 1, 0));
    free(text);
}

/* The lanes of a display are its trajectories one by one. */
static void lanes_are_points(void **state)
{
    (void)state;
    enum { MANY = 5 };
    ripple self = {.size = 1};
    lf_problem P;
    double one[RIPPLE_DIM], y[RIPPLE_DIM * MANY], t[MANY] = {0};
    static double shown[RIPPLE_SHOWN * MANY], work[RIPPLE_SHOWN * MANY];
    assert_int_equal(ripple_build(&self, &P, one, NULL, 0), LF_OK);
    for (size_t k = 0; k < RIPPLE_DIM * MANY; k++)
        y[k] = sin((double)k);
    const lf_lanes lanes = {.n = MANY, .t = t};
    assert_int_equal(lf_problem_show_work(&P, MANY), RIPPLE_SHOWN * MANY);
    lf_problem_show(&P, &lanes, y, shown, work);
    for (size_t k = 0; k < RIPPLE_SHOWN * MANY; k++)
        assert_true(shown[k] == ripple_at(y + k % MANY, MANY, k / MANY));
    P.traits = NULL; /* without a display the components are shown, in their order */
    assert_int_equal(lf_problem_shown(&P), RIPPLE_DIM);
    lf_problem_show(&P, &lanes, y, shown, NULL);
    assert_memory_equal(shown, y, sizeof y);
}

/* An event may speak of a shown number, and is found where that number says; a component's name means nothing. */
static void events_see_it(void **state)
{
    (void)state;
    const char *const settings[] = {"t_end", "5", "step", "0.05", "method", "rkmk8", NULL};
    lf_scenario *S = scenario(settings);
    lf_outcome *R = lf_outcome_new();
    assert_int_equal(lf_scenario_set(S, "event", "u8 = 1.5:falling", NULL), LF_OK);
    run(S, R);
    assert_int_equal(R->found, 1);
    /* where the exact solution passes: the root is found to 1e-12, steps of order 8 are better */
    assert_true(fabs(truth(R->event[0].t, 7) - 1.5) < 1e-9);
    lf_scenario_free(S);
    S = scenario(NULL);
    assert_int_equal(lf_scenario_set(S, "event", "y8 = 1.5", NULL), LF_OK);
    const lf_progress silent = {NULL, NULL};
    assert_int_equal(lf_scenario_run(S, NULL, silent, R), LF_ENAME);
    assert_non_null(strstr(lf_scenario_why(S), "no column"));
    lf_outcome_free(R);
    lf_scenario_free(S);
}

/* Errors are those of the numbers that are shown, of all or of some of them. */
static void orders_measure_it(void **state)
{
    (void)state;
    const lf_progress silent = {NULL, NULL};
    lf_scenario *S = scenario(NULL);
    lf_order_table *T = lf_order_table_new();
    lf_order_options opt = lf_order_options_default();
    double distance = 0, some = 0;
    lf_outcome *R = lf_outcome_new();
    assert_int_equal(lf_scenario_set(S, "steps", "40", NULL), LF_OK);
    run(S, R);
    for (size_t i = 0; i < RIPPLE_SHOWN; i++) {
        const double off = ripple_at(R->y, 1, i) - truth(20, i);
        distance += off * off;
        if (i + 1 == 7 || (i + 1 >= 70 && i + 1 <= 79))
            some += off * off;
    }
    opt.steps = "40,80";
    assert_int_equal(lf_order_measure(S, &opt, silent, T), LF_OK);
    assert_true(fabs(T->error[0][0] - sqrt(distance)) < 1e-12 * sqrt(distance));
    opt.component = "u7";
    assert_int_equal(lf_order_measure(S, &opt, silent, T), LF_OK);
    assert_true(fabs(T->error[0][0] - sqrt(some)) < 1e-12 * sqrt(some));
    opt.component = "y";
    assert_int_equal(lf_order_measure(S, &opt, silent, T), LF_ENAME);
    assert_non_null(strstr(lf_scenario_why(S), "the columns are u1 u2"));
    lf_outcome_free(R);
    lf_order_table_free(T);
    lf_scenario_free(S);
}

static void descriptions_tell_it(void **state)
{
    (void)state;
    lf_text text = {0};
    lf_json json = {0};
    char why[LF_WHY_SIZE];
    assert_int_equal(lf_describe("ripple", &text, why, sizeof why), LF_OK);
    assert_non_null(strstr(lf_text_string(&text), "u1 u2 u3 u4 ... u297 u298 u299 u300"));
    assert_non_null(strstr(lf_text_string(&text), "300 columns"));
    assert_non_null(strstr(lf_text_string(&text), "40"));
    assert_int_equal(lf_describe_json("ripple", &json, why, sizeof why), LF_OK);
    assert_non_null(strstr(lf_text_string(&json.text), "\"u150\""));
    lf_text_free(&text);
    lf_json_free(&json);
}

/* ---- figures -------------------------------------------------------------------------------- */

static char *figure(const char *key, const char *name, const char *shape)
{
    char out[220];
    snprintf(out, sizeof out, "%s", in_place(name));
    const char *const settings[] = {key, out, "shape", shape, NULL};
    lf_scenario *S = scenario(settings);
    lf_outcome *R = lf_outcome_new();
    run(S, R);
    lf_outcome_free(R);
    lf_scenario_free(S);
    return take_file(name);
}

/* Numbers in the first line of a block of data, and lines in it. */
static void block(const char *text, const char *name, size_t *across, size_t *down)
{
    char begin[40];
    snprintf(begin, sizeof begin, "%s << EOD\n", name);
    const char *at = strstr(text, begin), *end = at ? strstr(at, "\nEOD\n") : NULL;
    assert_non_null(at);
    assert_non_null(end);
    at += strlen(begin);
    *across = *down = 1;
    for (const char *s = at; *s != '\n'; s++)
        *across += *s == ' ';
    for (const char *s = at; s < end; s++)
        *down += *s == '\n';
}

static void figures_draw_it(void **state)
{
    (void)state;
    size_t across, down;
    char *text = figure("plot", "line.gp", "line");
    const char *outputs = strstr(text, "$i0 << EOD") ? "$i0" : "$i2";
    block(text, outputs, &across, &down);
    assert_int_equal(across, RIPPLE_SHOWN);
    assert_int_equal(down, 41); /* rows: the start and 40 steps */
    assert_non_null(strstr(text, "with image"));
    assert_non_null(strstr(text, "set cblabel 'height'"));
    assert_null(strstr(text, "u17")); /* no columns beside it */
    free(text);
    text = figure("plot", "plane.gp", "plane");
    block(text, strstr(text, "$i0 << EOD") ? "$i0" : "$i2", &across, &down);
    assert_int_equal(across, 20);
    assert_int_equal(down, 15);
    assert_non_null(strstr(text, "set size ratio -1"));
    assert_non_null(strstr(text, "set xrange [-1.05:0.95]")); /* cells about their places */
    assert_non_null(strstr(text, "set yrange [4.95:6.45]"));
    free(text);
    text = figure("plot", "list.gp", "list"); /* no grid: lines, the first 256 of them */
    assert_non_null(strstr(text, "title 'u1 .. u256, 256 lines'")); /* one entry for a crowd */
    assert_null(strstr(text, "title 'u2'"));
    assert_non_null(strstr(text, "256 of 300 columns"));
    assert_null(strstr(text, "with image"));
    free(text);
}

static size_t count(const char *text, const char *word)
{
    size_t found = 0;
    for (; (text = strstr(text, word)); text++)
        found++;
    return found;
}

static void pictures_move(void **state)
{
    (void)state;
    size_t across, down;
    char *text = figure("animate", "line.gp", "line");
    assert_int_equal(count(text, "set title '{/:Bold ripple, t = "), 41);
    assert_int_equal(count(text, "with image"), 0);
    block(text, "$d0_0", &across, &down);
    assert_int_equal(across, 2);
    assert_in_range(down, 100, RIPPLE_SHOWN); /* what cannot be told apart is left out */
    free(text);
    text = figure("animate", "plane.gp", "plane");
    assert_int_equal(count(text, "with image"), 41);
    /* colours mean the same in all frames */
    const char *range = strstr(text, "set cbrange ["), *end = range ? strchr(range, '\n') : NULL;
    assert_non_null(end);
    char same[80];
    snprintf(same, sizeof same, "%.*s", (int)(end - range), range);
    assert_int_equal(count(text, same), 41);
    free(text);
}

/* Level lines at the value at the start; bars as long as the error says; those of an average from its pieces. */
static void outputs_have_bars(void **state)
{
    (void)state;
    char *text = figure("plot", "bars.gp", "line");
    assert_non_null(strstr(text, "\n0 0.125\n20 0.125\n"));
    assert_int_equal(count(text, "yerrorbars"), 2);
    assert_true(strstr(text, "'coefficients'") < strstr(text, "with image")); /* they come first */
    /* first: a line and a level; again: a line and bars */
    const char *bars = strstr(text, "$d0_3 << EOD\n");
    assert_non_null(bars);
    double t, value, length;
    assert_int_equal(sscanf(bars + 13, "%lf %lf %lf", &t, &value, &length), 3);
    assert_true(fabs(length - 0.5 * value) < 1e-9 * value && t > 0);
    /* Where ten pieces of the time are whole turns their means agree: the error is 0 at t = 20 and far from it
     * at odd places. Its size at any t is that of ten means in the interval from -1 to 1. */
    bars = strstr(text, "$d1_1 << EOD\n");
    assert_non_null(bars);
    size_t some = 0;
    for (const char *line = bars + 13; strncmp(line, "EOD", 3) != 0;
         line = strchr(line, '\n') + 1) {
        assert_int_equal(sscanf(line, "%lf %lf %lf", &t, &value, &length), 3);
        assert_true(length >= 0 && length < 0.5);
        double sum = 0, squares = 0, before = 0;
        for (int i = 1; i <= 10; i++) {
            const double at = t * i / 10, rest = fmod(at, 2), now = rest <= 1 ? rest : 2 - rest;
            const double mean = 10 * (now - before) / t;
            sum += mean;
            squares += mean * mean;
            before = now;
        }
        const double error = sqrt(fmax(squares - 0.1 * sum * sum, 0) / 90);
        assert_true(fabs(length - error) < 1e-6 + 1e-6 * error);
        some += error > 0.05;
    }
    assert_true(some > 3);
    free(text);
}

static int begin(void **state)
{
    char why[200] = "";
    (void)state;
    if (!mkdtemp(place))
        return 1;
    return lf_model_register(&ripple_model, why, sizeof why) == LF_OK ? 0 : 1;
}

static int end(void **state)
{
    (void)state;
    return rmdir(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_show_it),         cmocka_unit_test(json_shows_it),
        cmocka_unit_test(ensembles_show_it),    cmocka_unit_test(lanes_are_points),
        cmocka_unit_test(events_see_it),        cmocka_unit_test(orders_measure_it),
        cmocka_unit_test(descriptions_tell_it), cmocka_unit_test(figures_draw_it),
        cmocka_unit_test(pictures_move),        cmocka_unit_test(outputs_have_bars),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
