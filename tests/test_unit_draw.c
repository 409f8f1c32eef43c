/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_draw.c - figures as scripts, and models as pictures in space. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lieflow/run.h>

static void figures_have_scripts(void **state)
{
    (void)state;
    double x[] = {0.1, 0.01, 0.001}, y[] = {1e-3, NAN, 1e-9};
    lf_series serie = {.label = "it's", .draw = LF_DRAW_LINE_POINTS, .count = 3, .x = x, .y = y};
    lf_panel panel[2] = {
        {.x_label = "h", .log_x = true, .log_y = true, .series = 1, .serie = &serie},
        {.title = "empty"}};
    lf_figure F = {.title = "two", .panels = 2, .panel = panel};
    lf_text script = {0};
    char why[200] = "";
    lf_figure_script(&F, "svg", &script);
    assert_non_null(strstr(lf_text_string(&script), "multiplot layout 1,2"));
    assert_non_null(strstr(lf_text_string(&script), "title 'it''s'"));
    assert_non_null(strstr(lf_text_string(&script), "'10^{%T}'"));
    assert_null(strstr(lf_text_string(&script), "nan"));
    lf_text_free(&script);
    assert_non_null(lf_figure_name_check("a.pdf"));
    assert_non_null(lf_figure_name_check(".svg"));
    assert_null(lf_figure_name_check("a.svg"));
    assert_int_equal(lf_figure_write(&F, "a.pdf", why, sizeof why), LF_EINPUT);
    assert_int_equal(lf_figure_write(&F, "/nowhere/a.svg", why, sizeof why), LF_EIO);
    assert_non_null(strstr(why, "/nowhere/a.svg"));
}

/* gnuplot gets its script and gives its picture also where the standard files are closed, so that
 * their numbers are free for others. */
static void closed_standard_files(void **state)
{
    (void)state;
    char place[] = "/tmp/lieflow-draw-XXXXXX", path[64], why[200] = "", text[1 << 16] = "";
    double x[] = {0, 1};
    lf_series serie = {.count = 2, .x = x, .y = x};
    lf_panel panel = {.series = 1, .serie = &serie};
    lf_figure F = {.panels = 1, .panel = &panel};
    assert_non_null(mkdtemp(place));
    snprintf(path, sizeof path, "%s/a.svg", place);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        for (int fd = 0; fd < 3; fd++)
            close(fd);
        _exit(lf_figure_write(&F, path, why, sizeof why) == LF_OK ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    remove(path);
    assert_int_equal(rmdir(place), 0);
    assert_non_null(strstr(text, "</svg>"));
}

/* Words from anybody stay words: no line of the script is theirs. */
static void words_are_no_commands(void **state)
{
    (void)state;
    const char *const words = "a\nsystem 'touch stolen'\r\xff\xe2\x80\xa8"
                              "b'\n!date\n\xc3\xa9";
    double x[] = {0, 1};
    lf_series serie = {.label = words, .count = 2, .x = x, .y = x};
    lf_mark mark = {.words = words};
    lf_panel panel = {.title = words,
                      .x_label = words,
                      .y_label = words,
                      .series = 1,
                      .serie = &serie,
                      .marks = 1,
                      .mark = &mark};
    lf_figure F = {.title = words, .panels = 1, .panel = &panel};
    lf_text script = {0};
    lf_figure_script(&F, "svg", &script);
    size_t found = 0;
    for (const char *at = lf_text_string(&script);
         (at = strstr(at, "asystem ''touch stolen''b''!date\xc3\xa9")); at++)
        found++;
    assert_int_equal(found, 5); /* title, two axes, label, mark: each in one piece */
    assert_null(strstr(lf_text_string(&script), "\nsystem"));
    assert_null(strstr(lf_text_string(&script), "\n!"));
    lf_text_free(&script);
}

static size_t lines_between(const char *text, const char *from)
{
    const char *at = strstr(text, from), *end = at ? strstr(at, "EOD\n$") : NULL;
    size_t lines = 0;
    end = at && !end ? strstr(at + strlen(from), "\nEOD\n") : end;
    for (at = at ? strchr(at, '\n') + 1 : NULL; at && end && at < end; at = strchr(at, '\n') + 1)
        lines++;
    return lines;
}

/* A logarithmic axis passes over zeros, and the legend tells of a line that has nothing else; points
 * that nobody can tell apart are not written, but gaps and the ends are. */
static void points_that_cannot_be_seen(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    static double x[MANY], y[MANY], zero[MANY];
    for (size_t k = 0; k < MANY; k++) {
        x[k] = (double)k / (MANY - 1);
        y[k] = k % 2 ? 0 : exp(x[k]);
    }
    y[MANY / 2] = NAN;
    lf_series serie[2] = {{.label = "some", .count = MANY, .x = x, .y = y},
                          {.label = "none", .count = MANY, .x = x, .y = zero}};
    lf_panel panel = {.log_y = true, .series = 2, .serie = serie};
    lf_figure F = {.panels = 1, .panel = &panel};
    lf_text script = {0};
    lf_figure_script(&F, "svg", &script);
    const char *text = lf_text_string(&script);
    assert_null(strstr(text, "\n1 0\n")); /* the last one */
    assert_non_null(strstr(text, "title 'some'"));
    assert_non_null(strstr(text, "title 'none (0)'"));
    assert_non_null(strstr(text, "\n\n")); /* the gap */
    assert_non_null(strstr(text, "\n0 1\n"));
    const size_t lines = lines_between(text, "$d0_0 << EOD");
    assert_in_range(lines, 550, 3500); /* one to six to a pixel */
    lf_text_free(&script);
}

/* Labels of the y axis that lie between two values; they must differ. */
static size_t labels_between(const char *text, double low, double high)
{
    const char *at = strstr(text, "set ytics (");
    char last[64] = "";
    size_t found = 0;
    for (at = at ? at + 11 : NULL; at && *at == '\''; at += strspn(at, ", ")) {
        const size_t length = strcspn(at + 1, "'");
        char *end, word[64];
        assert_true(length < sizeof word);
        snprintf(word, sizeof word, "%.*s", (int)length, at + 1);
        assert_string_not_equal(word, last);
        strcpy(last, word);
        const double value = strtod(at + 1 + length + 1, &end);
        found += value >= low && value <= high;
        at = end;
    }
    return found;
}

/* However little a logarithmic axis spans, three labels or more can be read, and not too many. */
static void labels_of_short_axes(void **state)
{
    static const double spans[] = {150, 20, 9, 5, 3, 2, 1.5, 1.2, 1.01, 1.00001};
    static const double starts[] = {1, 0.0137, 4.2e-9, 9.6, 96e7, 3.3e-17};
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (size_t k = 0; k < sizeof spans / sizeof *spans; k++) {
            const double x[2] = {0, 1}, y[2] = {starts[i], spans[k] * starts[i]};
            const lf_series serie = {.count = 2, .x = x, .y = y};
            const lf_panel panel = {.log_y = true, .series = 1, .serie = &serie};
            const lf_figure F = {.panels = 1, .panel = &panel};
            lf_text script = {0};
            lf_figure_script(&F, "svg", &script);
            const size_t labels = labels_between(lf_text_string(&script), y[0], y[1]);
            if (labels < 3 || labels > 9)
                fail_msg("%zu labels from %g to %g", labels, y[0], y[1]);
            lf_text_free(&script);
        }
}

/* A single value, but for its rounding, stands in the middle of a factor of four. */
static void axis_of_one_value(void **state)
{
    (void)state;
    const double x[3] = {0, 1, 2}, y[3] = {0.01, 0.01, 0.010000000000000002};
    const lf_series serie = {.count = 3, .x = x, .y = y};
    const lf_panel panel = {.log_y = true, .series = 1, .serie = &serie};
    const lf_figure F = {.panels = 1, .panel = &panel};
    lf_text script = {0};
    lf_figure_script(&F, "svg", &script);
    assert_non_null(strstr(lf_text_string(&script), "set yrange [0.005:0.02]\n"));
    assert_int_equal(labels_between(lf_text_string(&script), 0.005, 0.02), 3);
    lf_text_free(&script);
}

/* ---- what models hand to a canvas ----------------------------------------------------------- */

enum { MOST = 64 };

/* Keeps places of lines, bodies and trails. */
typedef struct {
    size_t lines, points, bodies, trails;
    double first[3], last[3]; /* points of lines */
    double body[MOST][3], axes[MOST][9], extent[MOST][3], trail[MOST][3];
} taken;

static void take_begin(void *ctx, lf_ink ink, size_t number, double weight)
{
    taken *T = ctx;
    (void)number;
    assert_true(ink >= LF_INK_ANCHOR && ink <= LF_INK_GUIDE && weight > 0);
    T->lines++;
}

static void take_to(void *ctx, const double x[3])
{
    taken *T = ctx;
    assert_true(T->lines > 0);
    assert_true(isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]));
    memcpy(T->points++ ? T->last : T->first, x, sizeof T->last);
}

static void take_lift(void *ctx)
{
    assert_true(((taken *)ctx)->points > 0);
}

static void take_body(void *ctx, size_t number, const double x[3], const double R[9],
                      const double extent[3])
{
    taken *T = ctx;
    assert_true(number == T->bodies && T->bodies < MOST);
    memcpy(T->body[T->bodies], x, sizeof *T->body);
    memcpy(T->axes[T->bodies], R, sizeof *T->axes);
    memcpy(T->extent[T->bodies++], extent, sizeof *T->extent);
}

static void take_trail(void *ctx, const double x[3])
{
    taken *T = ctx;
    assert_true(T->trails < MOST);
    memcpy(T->trail[T->trails++], x, sizeof *T->trail);
}

/* The picture of a model's start, with settings "key", "value", ..., NULL. The scratch is exactly
 * as large as the model asked for. */
static taken picture(const char *model, const char *const *settings)
{
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    taken T = {0};
    double y[2000], work[401];
    const lf_canvas canvas = {&T, 0, 2, take_begin, take_to, take_lift, take_body, take_trail};
    assert_non_null(S);
    assert_int_equal(lf_scenario_set_model(S, model, NULL), LF_OK);
    for (; settings && *settings; settings += 2)
        assert_int_equal(lf_scenario_set(S, settings[0], settings[1], NULL), LF_OK);
    assert_true(lf_scenario_dim(S) <= sizeof y / sizeof *y);
    assert_int_equal(lf_scenario_build(S, &P, y), LF_OK);
    const lf_picture *draw = lf_scenario_model(S)->draw;
    assert_non_null(draw);
    const size_t room = draw->work ? draw->work(lf_scenario_parameters(S)) : 0;
    assert_true(room <= 400);
    work[room] = 42;
    draw->show(lf_scenario_parameters(S), 0, y, &canvas, work);
    assert_true(work[room] == 42);
    lf_scenario_free(S);
    return T;
}

/* Every model with a picture shows something, and something that leaves a trail. */
static void pictures_have_parts(void **state)
{
    (void)state;
    size_t count = 0;
    const lf_model *model;
    for (size_t i = 0; (model = lf_model_at(i)); i++) {
        if (!model->draw)
            continue;
        taken T = picture(model->name, NULL);
        if (T.points + T.bodies == 0 || T.trails == 0)
            fail_msg("%s shows nothing", model->name);
        count++;
    }
    assert_true(count >= 3);
}

/* Rods of length 2 and 0.5 along x, then down. */
static void chain_ends_where_its_rods_do(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "n", "2", "lengths", "2 0.5", "q", "1 0 0 0 0 -1", "omega", "0 0 0", NULL};
    taken T = picture("pendulum-chain", settings);
    const double end[3] = {2, 0, -0.5}, origin[3] = {0, 0, 0};
    assert_memory_equal(T.first, origin, sizeof origin);
    assert_int_equal(T.points, 1 + 3 + 2);
    assert_int_equal(T.trails, 1);
    for (size_t c = 0; c < 3; c++)
        assert_true(T.last[c] == end[c] && T.trail[0][c] == end[c]);
}

/* The load is where the model says, but for the axis that points down. */
static void quadrotors_hang_their_load_down(void **state)
{
    (void)state;
    static const char *const settings[] = {"y", "1 2 3", NULL};
    taken T = picture("quadrotors", settings);
    const double up[3] = {1, -2, -3};
    assert_memory_equal(T.last, up, sizeof up);
    assert_memory_equal(T.trail[0], up, sizeof up);
}

/* A ball has three equal extents; one that is seen from another body's frame is where it is. */
static void bodies_have_places_axes_and_extents(void **state)
{
    (void)state;
    for (int relative = 0; relative < 2; relative++) {
        const char *const settings[] = {
            "mass",      "1 2",
            "inertia",   "0.4 0.4 0.4 3.2 3.2 3.2",
            "potential", "second-degree",
            "x",         "2 1 0 -1 -0.5 0",
            "v",         "0 0 0",
            "q",         "0.6 0 0 0.8 0.8 0 0.6 0",
            "form",      relative ? "relative-hamiltonian" : "inertial-hamiltonian",
            NULL};
        const double x[2][3] = {{2, 1, 0}, {-1, -0.5, 0}};
        taken T = picture("full-body", settings);
        assert_true(T.bodies == 2 && T.trails == 2);
        for (size_t b = 0; b < 2; b++)
            for (size_t c = 0; c < 3; c++) {
                assert_true(fabs(T.body[b][c] - x[b][c]) < 1e-15);
                assert_true(T.body[b][c] == T.trail[b][c]);
                assert_true(fabs(T.extent[b][c] - (b ? 2 : 1)) < 1e-15);
            }
        /* q = (0.6, 0, 0, 0.8) turns e1 to (-0.28, 0.96, 0) */
        const double *R = T.axes[0];
        const double e1[3] = {-0.28, 0.96, 0};
        for (size_t c = 0; c < 3; c++)
            assert_true(fabs(R[3 * c] - e1[c]) < 1e-15);
    }
}

/* ---- scenes --------------------------------------------------------------------------------- */

/* A refusal names every model that has a picture, and no other. */
static void refusals_name_what_can_be_drawn(void **state)
{
    (void)state;
    char why[LF_WHY_SIZE] = "";
    const lf_model *none = lf_model_find("duffing");
    assert_int_equal(lf_scene_check(none, NULL, why, sizeof why), LF_EINPUT);
    const lf_model *model;
    for (size_t i = 0; (model = lf_model_at(i)); i++)
        if (model != none && (model->draw != NULL) != (strstr(why, model->name) != NULL))
            fail_msg("%s: %s", model->name, why);
}

/* Two bodies on straight lines: two ways with a gap between them. */
static void trails_follow_every_place(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    lf_record run;
    lf_scene scene;
    lf_trails trails;
    lf_pen *pen = lf_pen_new();
    const lf_progress quiet = {0};
    assert_non_null(S);
    assert_non_null(pen);
    assert_int_equal(lf_scenario_set_model(S, "full-body", NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "t_end", "0.04", NULL), LF_OK);
    assert_int_equal(lf_scenario_record(S, quiet, &run), LF_OK);
    const lf_track track = {run.rows.rows, run.rows.width, run.rows.value};
    assert_int_equal(track.rows, 5);
    assert_int_equal(
        lf_scene_open(&scene, lf_scenario_model(S), lf_scenario_parameters(S), 0, 0.04), LF_OK);
    scene.view = (lf_view){.right = {1, 0, 0}, .up = {0, 0, 1}, .toward = {0, -1, 0}};
    assert_int_equal(lf_trails_open(&trails, &scene, &track), LF_OK);
    assert_true(trails.rows == 5 && trails.count == 2);
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 1);
    lf_trails_draw(&trails, 1, 3, pen);
    assert_int_equal(pen->points, 7);
    assert_true(isnan(pen->x[3]) && isnan(pen->y[3]));
    for (size_t k = 1; k <= 3; k++)
        for (size_t b = 0; b < 2; b++) {
            const double *y = lf_record_point(&run, k); /* x: [component][body] */
            assert_true(pen->x[k - 1 + 4 * b] == y[b] && pen->y[k - 1 + 4 * b] == y[4 + b]);
        }
    lf_trails_close(&trails);
    lf_scene_close(&scene);
    lf_pen_free(pen);
    lf_record_free(&run);
    lf_scenario_free(S);
}

/* A record keeps rows at every step, and steps where they follow a tolerance. */
static void records_keep_rows_and_steps(void **state)
{
    (void)state;
    lf_scenario *S = lf_scenario_new();
    lf_record run;
    const lf_progress quiet = {0};
    assert_non_null(S);
    assert_int_equal(lf_scenario_set_model(S, "heavy-top", NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "t_end", "1", NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "steps", "10", NULL), LF_OK);
    assert_int_equal(lf_scenario_record(S, quiet, &run), LF_OK);
    assert_true(run.rows.rows == 11 && run.steps.count == 0 && lf_record_time(&run, 10) == 1);
    assert_memory_equal(lf_record_point(&run, 10), run.outcome.y, run.outcome.dim * sizeof(double));
    lf_record_free(&run);
    assert_int_equal(lf_scenario_set(S, "method", "rkmk5", NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "tolerance", "1e-8", NULL), LF_OK);
    assert_int_equal(lf_scenario_record(S, quiet, &run), LF_OK);
    assert_int_equal(run.steps.count, run.outcome.stats.steps);
    const size_t last = run.steps.count - 1;
    assert_true(run.steps.t[0] == 0 && fabs(run.steps.t[last] + run.steps.h[last] - 1) < 1e-15);
    lf_record_free(&run);
    assert_int_equal(lf_scenario_set(S, "method", "no-such", NULL), LF_ENAME);
    lf_scenario_free(S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_have_scripts),
        cmocka_unit_test(closed_standard_files),
        cmocka_unit_test(words_are_no_commands),
        cmocka_unit_test(points_that_cannot_be_seen),
        cmocka_unit_test(labels_of_short_axes),
        cmocka_unit_test(axis_of_one_value),
        cmocka_unit_test(pictures_have_parts),
        cmocka_unit_test(chain_ends_where_its_rods_do),
        cmocka_unit_test(quadrotors_hang_their_load_down),
        cmocka_unit_test(bodies_have_places_axes_and_extents),
        cmocka_unit_test(refusals_name_what_can_be_drawn),
        cmocka_unit_test(trails_follow_every_place),
        cmocka_unit_test(records_keep_rows_and_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
