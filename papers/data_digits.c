/* SPDX-License-Identifier: BSD-3-Clause */
/* data_digits.c - our study of principal components: pictures of digits as p components keep them, found by
 * Oja's flow (the model pca) and, apart from the library, by orthogonal iteration. */
#include "papers/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 12, PIXELS = SIDE * SIDE, PICTURES = 100, SHOWN = 10, CASES = 3, MOST = 24 };
static const size_t digits_kept[CASES] = {2, 8, MOST};
static const char *const digits_kept_text[CASES] = {"2", "8", "24"};

typedef double digits_table[PICTURES][PIXELS];

/* ---- pictures ---- */

/* Between 0 and 1, in the same order on every machine: fractions of multiples of sqrt(2), .. */
static double digits_dice(size_t picture, size_t number)
{
    static const double step[5] = {0.41421356237, 0.73205080757, 0.23606797750, 0.64575131106,
                                   0.31662479036};
    const double x = step[number] * (double)(picture + 1);
    return x - floor(x);
}

static double digits_distance(double px, double py, const double *s)
{
    const double dx = s[2] - s[0], dy = s[3] - s[1];
    const double at = ((px - s[0]) * dx + (py - s[1]) * dy) / (dx * dx + dy * dy);
    const double near = fmax(0, fmin(1, at));
    return hypot(px - s[0] - near * dx, py - s[1] - near * dy);
}

/* Strokes of seven segments, shifted, slanted, thin or thick. */
static void digits_draw(size_t k, double *grey)
{
    static const double segment[7][4] = {{0, 2, 1, 2}, {1, 2, 1, 1}, {1, 1, 1, 0}, {0, 0, 1, 0},
                                         {0, 1, 0, 0}, {0, 2, 0, 1}, {0, 1, 1, 1}};
    static const char *const strokes[10] = {"abcdef", "bc",     "abged", "abgcd",   "fgbc",
                                            "afgcd",  "afgedc", "abc",   "abcdefg", "abcdfg"};
    const double slant = 0.35 * digits_dice(k, 0), width = 0.7 + 0.5 * digits_dice(k, 1);
    const double left = 2.5 + digits_dice(k, 2), low = 1.2 + digits_dice(k, 3);
    const double wide = 4.5 + digits_dice(k, 4), high = 4;
    for (size_t p = 0; p < PIXELS; p++) {
        const double x = (double)(p % SIDE) + 0.5, y = (double)(p / SIDE) + 0.5;
        double near = INFINITY;
        for (const char *s = strokes[k % 10]; *s; s++) {
            const double *e = segment[*s - 'a'];
            const double at[4] = {left + wide * e[0] + slant * high * e[1], low + high * e[1],
                                  left + wide * e[2] + slant * high * e[3], low + high * e[3]};
            near = fmin(near, digits_distance(x, y, at));
        }
        grey[p] = fmax(0, fmin(1, 1.4 - near / width));
    }
}

/* ---- apart from the library ---- */

/* Rows made orthonormal, twice. */
static void digits_orthonormal(size_t p, double (*v)[PIXELS])
{
    for (size_t c = 0; c < p; c++) {
        for (size_t b = 0; b < 2 * c; b++) {
            double dot = 0;
            for (size_t i = 0; i < PIXELS; i++)
                dot += v[b % c][i] * v[c][i];
            for (size_t i = 0; i < PIXELS; i++)
                v[c][i] -= dot * v[b % c][i];
        }
        double square = 0;
        for (size_t i = 0; i < PIXELS; i++)
            square += v[c][i] * v[c][i];
        for (size_t i = 0; i < PIXELS; i++)
            v[c][i] /= sqrt(square);
    }
}

/* Orthogonal iteration, X^T (X v) with p rows v: what part of the variance p components keep. */
static double digits_share(size_t p, const double *X)
{
    static double v[MOST][PIXELS], next[MOST][PIXELS];
    double all = 0, kept = 0;
    for (size_t c = 0; c < p; c++)
        for (size_t i = 0; i < PIXELS; i++)
            v[c][i] = sin((double)(c + 1) * (double)(i + 1) * 0.37) + (i == 7 * c);
    digits_orthonormal(p, v);
    for (int k = 0; k < 400; k++) {
        memset(next, 0, sizeof next);
        kept = 0;
        for (size_t c = 0; c < p; c++)
            for (size_t r = 0; r < PICTURES; r++) {
                double dot = 0;
                for (size_t i = 0; i < PIXELS; i++)
                    dot += X[r * PIXELS + i] * v[c][i];
                kept += dot * dot;
                for (size_t i = 0; i < PIXELS; i++)
                    next[c][i] += dot * X[r * PIXELS + i];
            }
        memcpy(v, next, sizeof next);
        digits_orthonormal(p, v);
    }
    for (size_t r = 0; r < PICTURES; r++)
        for (size_t i = 0; i < PIXELS; i++)
            all += X[r * PIXELS + i] * X[r * PIXELS + i];
    return kept / all;
}

static void digits_centre(digits_table X)
{
    for (size_t i = 0; i < PIXELS; i++) {
        double mean = 0;
        for (size_t r = 0; r < PICTURES; r++)
            mean += X[r][i] / PICTURES;
        for (size_t r = 0; r < PICTURES; r++)
            X[r][i] -= mean;
    }
}

/* ---- the flow ---- */

typedef struct {
    digits_table picture, centred;
    digits_table kept[CASES];
    double montage[(CASES + 1) * SIDE * SHOWN * SIDE];
} digits_room;

/* What is lost of the pictures, as a part of their variance. */
static double digits_lost(const digits_room *D, const double *kept)
{
    double lost = 0, all = 0;
    for (size_t r = 0; r < PICTURES; r++)
        for (size_t i = 0; i < PIXELS; i++) {
            const double off = D->picture[r][i] - kept[r * PIXELS + i];
            lost += off * off;
            all += D->centred[r][i] * D->centred[r][i];
        }
    return lost / all;
}

static lf_status digits_flow(lf_report *R, const char *file, size_t k, digits_table kept)
{
    const char *const settings[] = {"k",      digits_kept_text[k],
                                    "data",   file,
                                    "method", "lie-euler",
                                    "step",   "0.15",
                                    "t_end",  "300",
                                    "every",  "300",
                                    NULL};
    lf_scenario *S = lf_scenario_new();
    lf_record run = {.rows = {0}};
    lf_status status = lf_study_scenario(R, "pca", settings, S);
    if (status == LF_OK)
        status = lf_study_march(R, S, NULL, &run);
    if (status == LF_OK) {
        const lf_model_data *data = lf_scenario_model(S)->data;
        if (data->columns(lf_scenario_parameters(S)) == PIXELS)
            data->make(lf_scenario_parameters(S), run.outcome.y, &kept[0][0]);
        else
            status = lf_report_fail(R, LF_EINPUT, "pca answers rows of another length");
    }
    lf_record_free(&run);
    lf_scenario_free(S);
    return status;
}

static lf_status digits_write(const lf_study *study, lf_report *R, const digits_room *D, char *path)
{
    const size_t size = PICTURES * PIXELS;
    lf_dataset table = {
        .rows = PICTURES, .columns = PIXELS, .value = malloc(size * sizeof(double))};
    if (!table.value)
        return lf_report_fail(R, LF_EMEMORY, NULL);
    memcpy(table.value, D->picture, size * sizeof(double));
    lf_study_path(study, R->directory, "-pictures.csv", path);
    const lf_status status = lf_dataset_write(&table, path, R->why, sizeof R->why);
    lf_dataset_free(&table);
    return status;
}

/* ---- the figure ---- */

static void digits_judge(lf_report *R, const digits_room *D, lf_pen *pen)
{
    double share[CASES];
    lf_pen_line(pen, "flow", LF_DRAW_POINTS, 1);
    for (size_t k = 0; k < CASES; k++)
        lf_pen_to(pen, (double)digits_kept[k], digits_lost(D, &D->kept[k][0][0]));
    lf_pen_line(pen, "iteration", LF_DRAW_LINE, 2);
    for (size_t p = 1; p <= MOST; p++) {
        const double found = digits_share(p, &D->centred[0][0]);
        lf_pen_to(pen, (double)p, 1 - found);
        for (size_t k = 0; k < CASES; k++)
            share[k] = p == digits_kept[k] ? found : share[k];
    }
    for (size_t k = 0; k < CASES; k++) {
        const double lost = digits_lost(D, &D->kept[k][0][0]);
        lf_report_reference(R, fabs(lost - (1 - share[k])) < 1e-4,
                            "%zu components lose %.6f of the variance; orthogonal iteration, "
                            "programmed apart, loses %.6f, the least there is",
                            digits_kept[k], lost, 1 - share[k]);
    }
    lf_report_choice(
        R, "100 pictures of digits, 12 x 12 pixels, drawn by seven segments with slant, "
           "width and place that vary; lie-euler with h = 0.15 to t = 300, where what is "
           "missing is below 1e-4 of the variance. For a given table an eigenvalue solver "
           "is the better tool");
}

/* Originals above, then what 24, 8 and 2 components keep. */
static lf_image digits_montage(digits_room *D)
{
    const size_t wide = SHOWN * SIDE;
    for (size_t row = 0; row <= CASES; row++) {
        const double *from = row < CASES ? &D->kept[row][0][0] : &D->picture[0][0];
        for (size_t k = 0; k < SHOWN; k++)
            for (size_t p = 0; p < PIXELS; p++)
                D->montage[(row * SIDE + p / SIDE) * wide + k * SIDE + p % SIDE] =
                    from[k * PIXELS + p];
    }
    return (lf_image){.nx = wide,
                      .ny = (CASES + 1) * SIDE,
                      .value = D->montage,
                      .x_high = SHOWN,
                      .y_high = CASES + 1,
                      .low = -0.2,
                      .high = 1.2,
                      .label = "grey"};
}

static lf_status digits_figure(const lf_study *study, lf_report *R, digits_room *D, lf_pen *pen)
{
    const lf_image image = digits_montage(D);
    const lf_panel panel[2] = {{.title = "2, 8, 24 components; pictures on top",
                                .x_high = SHOWN,
                                .y_high = CASES + 1,
                                .x_label = "picture",
                                .y_label = "row",
                                .image = &image},
                               {.title = "part of the variance that is lost",
                                .x_label = "components",
                                .y_label = "lost",
                                .x_high = MOST + 1,
                                .y_high = 1,
                                .series = pen->lines,
                                .serie = pen->line}};
    const lf_figure figure = {.title = study->title, .panels = 2, .panel = panel};
    return lf_study_finish(study, R, &figure);
}

lf_status lf_study_digits(const lf_study *study, lf_report *R)
{
    digits_room *D = malloc(sizeof *D);
    lf_pen *pen = lf_pen_new();
    char path[LF_PATH_SIZE];
    lf_status status = D && pen ? LF_OK : lf_report_fail(R, LF_EMEMORY, NULL);
    for (size_t r = 0; r < PICTURES && status == LF_OK; r++)
        digits_draw(r, D->picture[r]);
    if (status == LF_OK) {
        memcpy(D->centred, D->picture, sizeof D->centred);
        digits_centre(D->centred);
        status = digits_write(study, R, D, path);
    }
    for (size_t k = 0; k < CASES && status == LF_OK; k++)
        status = digits_flow(R, path, k, D->kept[k]);
    if (status == LF_OK) {
        digits_judge(R, D, pen);
        status = digits_figure(study, R, D, pen);
    }
    lf_pen_free(pen);
    free(D);
    return status;
}
