/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_image.c - images in figures: cells, colours, sizes of files. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lieflow/draw.h>

#include "draw/colours.h"

/* The script of a figure that is one image. */
static lf_text script_of(const lf_image *image)
{
    const lf_panel panel = {.x_label = "x", .y_label = "y", .image = image};
    const lf_figure figure = {.title = "one", .panels = 1, .panel = &panel};
    lf_text script = {0};
    lf_figure_script(&figure, "svg", &script);
    assert_false(script.failed);
    return script;
}

/* Cells are thousandths of the range, from below; what is no number stays empty; the axes end with the cells. */
static void cells_are_written(void **state)
{
    (void)state;
    const double value[] = {0, 0.5, 1, NAN, 0.25, INFINITY};
    const lf_image image = {.nx = 3,
                            .ny = 2,
                            .value = value,
                            .x_low = -1,
                            .x_high = 2,
                            .y_low = 0,
                            .y_high = 4,
                            .label = "it's"};
    lf_text script = script_of(&image);
    const char *text = lf_text_string(&script);
    assert_non_null(strstr(text, "$i0 << EOD\n0 500 999\nNaN 250 NaN\nEOD\n"));
    assert_non_null(strstr(text, "set xrange [-1:2]"));
    assert_non_null(strstr(text, "set yrange [0:4]"));
    assert_non_null(strstr(text, "set cbrange [0:1]"));
    assert_non_null(strstr(text, "set cblabel 'it''s'"));
    assert_non_null(strstr(text, "using (-0.5+1*$1):(1+2*$2):"));
    assert_null(strstr(text, "averaged"));
    lf_text_free(&script);
}

/* Diverging colours have 0 in the middle; constants and nothing at all have a range, too. */
static void ranges_hold_the_values(void **state)
{
    (void)state;
    const double value[][2] = {{-1, 3}, {-1, 3}, {2, 2}, {0, 0}, {NAN, NAN}, {-1, 3}};
    static const char *const range[] = {"[-3:3]",     "[-1:3]", "[1:3]",
                                        "[-0.5:0.5]", "[0:1]",  "[-5:5]"};
    for (size_t k = 0; k < 6; k++) {
        lf_image image = {.nx = 2, .ny = 1, .value = value[k], .x_high = 1, .y_high = 1};
        char words[40];
        image.colours = k == 0 ? LF_COLOURS_DIVERGING : LF_COLOURS_RISING;
        image.low = k == 5 ? -5 : 0;
        image.high = k == 5 ? 5 : 0;
        lf_text script = script_of(&image);
        snprintf(words, sizeof words, "set cbrange %s\n", range[k]);
        assert_non_null(strstr(lf_text_string(&script), words));
        lf_text_free(&script);
    }
}

/* A large one is averaged over whole cells, below a megabyte, and the title says so. */
static void large_images_are_averaged(void **state)
{
    (void)state;
    enum { NX = 2000, NY = 998 };
    double *value = calloc((size_t)NX * NY, sizeof *value);
    assert_non_null(value);
    for (size_t j = 0; j < NY; j++)
        for (size_t i = 0; i < NX; i++)
            value[j * NX + i] = (double)(i % 5 + 5 * (j % 2)); /* the mean of 5 by 2 cells is 4.5 */
    const lf_image image = {.nx = NX, .ny = NY, .value = value, .x_high = 2, .y_high = 1};
    lf_text script = script_of(&image);
    const char *text = lf_text_string(&script);
    assert_true(script.length < 1000000);
    assert_non_null(strstr(text, "2000 by 998 values averaged to 400 by 499"));
    assert_non_null(strstr(text, "{/:Bold one}  {/*0.85 2000"));
    char *at = strstr(text, "EOD\n");
    for (size_t k = 0; k < 400 * 499; k++) /* 4.5 is half of the range */
        assert_int_equal(strtol(k ? at : at + 4, &at, 10), 500);
    assert_memory_equal(at, "\nEOD\n", 5);
    lf_text_free(&script);
    free(value);
}

/* Several images share what one may take. */
static void images_share_the_room(void **state)
{
    (void)state;
    enum { SIDE = 512 };
    double *value = calloc((size_t)SIDE * SIDE, sizeof *value);
    assert_non_null(value);
    const lf_image image = {.nx = SIDE, .ny = SIDE, .value = value, .x_high = 1, .y_high = 1};
    const lf_panel panel[3] = {{.image = &image}, {.image = &image}, {.title = "none"}};
    const lf_figure figure = {.panels = 3, .panel = panel};
    lf_text script = {0};
    lf_figure_script(&figure, "png", &script);
    assert_true(script.length < 1000000);
    assert_non_null(strstr(lf_text_string(&script), "$i1 << EOD"));
    assert_null(strstr(lf_text_string(&script), "$i2 << EOD"));
    assert_non_null(strstr(lf_text_string(&script), "averaged to 256 by 256"));
    lf_text_free(&script);
    free(value);
}

/* ---- colours -------------------------------------------------------------------------------- */

static double linear(unsigned byte)
{
    const double v = byte / 255.;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* CIE 1976 L*a*b* of "#RRGGBB", white D65: another space than the one that the tables were made in. */
static void lab(const char *colour, double out[3])
{
    unsigned r, g, b;
    assert_int_equal(sscanf(colour, "#%2x%2x%2x", &r, &g, &b), 3);
    const double R = linear(r), G = linear(g), B = linear(b);
    const double xyz[3] = {(0.4124564 * R + 0.3575761 * G + 0.1804375 * B) / 0.95047,
                           0.2126729 * R + 0.7151522 * G + 0.0721750 * B,
                           (0.0193339 * R + 0.1191920 * G + 0.9503041 * B) / 1.08883};
    double f[3];
    for (int i = 0; i < 3; i++)
        f[i] = xyz[i] > 0.008856 ? cbrt(xyz[i]) : 7.787 * xyz[i] + 16. / 116;
    out[0] = 116 * f[1] - 16;
    out[1] = 500 * (f[0] - f[1]);
    out[2] = 200 * (f[1] - f[2]);
}

/* Lightness tells the order of values by itself, in both tables; steps are alike. Two spaces of colours that
 * claim to be even differ from each other by a third, so steps may differ by a factor of 2.5 in this one. */
static void colours_are_even(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const char *const *table = lf_colour_table((lf_colours)kind);
        double least = INFINITY, most = 0;
        for (int k = 1; k < LF_COLOUR_STEPS; k++) {
            double a[3], b[3];
            lab(table[k - 1], a);
            lab(table[k], b);
            const double step = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
            const bool falls = kind == LF_COLOURS_DIVERGING && k > LF_COLOUR_STEPS / 2;
            assert_true(falls ? b[0] < a[0] - 0.5 : b[0] > a[0] + 0.5);
            least = fmin(least, step);
            most = fmax(most, step);
        }
        assert_true(most < 2.5 * least);
    }
    const char *const *table = lf_colour_table(LF_COLOURS_DIVERGING);
    for (int k = 0; k < LF_COLOUR_STEPS / 2; k++) { /* as light on either side, blue and red */
        double a[3], b[3];
        lab(table[k], a);
        lab(table[LF_COLOUR_STEPS - 1 - k], b);
        assert_true(fabs(a[0] - b[0]) < 6);
        assert_true(a[2] < b[2]); /* blue against yellow-red: seen without telling red from green */
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

/* The worst that can be compressed, in every kind of file: below a megabyte. */
static void files_stay_small(void **state)
{
    (void)state;
    enum { SIDE = 400 };
    char place[] = "/tmp/lieflow-image-XXXXXX", path[64], why[200] = "";
    static const char *const names[] = {"a.svg", "a.png", "a.gp"};
    double *value = calloc((size_t)SIDE * SIDE, sizeof *value);
    unsigned seed = 1;
    assert_non_null(value);
    assert_non_null(mkdtemp(place));
    for (size_t k = 0; k < (size_t)SIDE * SIDE; k++) {
        seed = 1664525u * seed + 1013904223u;
        value[k] = seed / 4294967296.;
    }
    const lf_image image = {.nx = SIDE, .ny = SIDE, .value = value, .x_high = 1, .y_high = 1};
    const lf_panel panel = {.image = &image, .square = true};
    const lf_figure figure = {.panels = 1, .panel = &panel};
    for (size_t k = 0; k < 3; k++) {
        struct stat info;
        snprintf(path, sizeof path, "%s/%s", place, names[k]);
        if (lf_figure_write(&figure, path, why, sizeof why) != LF_OK)
            fail_msg("%s", why);
        assert_int_equal(stat(path, &info), 0);
        assert_in_range(info.st_size, 10000, 1000000);
        remove(path);
    }
    assert_int_equal(rmdir(place), 0); /* nothing beside them: the image is inside */
    free(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_written),         cmocka_unit_test(ranges_hold_the_values),
        cmocka_unit_test(large_images_are_averaged), cmocka_unit_test(images_share_the_room),
        cmocka_unit_test(colours_are_even),          cmocka_unit_test(files_stay_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
