/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.c - models in space: what they hand to a canvas becomes lines of a pen. */
#include <lieflow/draw.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_FRAMES = 120, SCENE_TRAIL = 60, SCENE_COLOURS = 6, SCENE_GREY = 8 };

/* "pendulum-chain, quadrotors and full-body": the models that have a picture. */
static void scene_names(char *names, size_t size)
{
    const lf_model *last = NULL;
    size_t used = 0;
    *names = 0;
    const lf_model *model;
    for (size_t i = 0; (model = lf_model_at(i)); i++)
        last = model->draw ? model : last;
    for (size_t i = 0; (model = lf_model_at(i)) && used < size; i++)
        if (model->draw)
            used += (size_t)snprintf(names + used, size - used, "%s%s",
                                     used == 0       ? ""
                                     : model == last ? " and "
                                                     : ", ",
                                     model->name);
}

lf_status lf_scene_check(const lf_model *model, const void *self, char *why, size_t why_size)
{
    char names[400];
    if (model->draw)
        return model->draw->check ? model->draw->check(self, why, why_size) : LF_OK;
    scene_names(names, sizeof names);
    snprintf(why, why_size,
             "%s cannot be drawn as a moving picture; %s can, and functions on a grid", model->name,
             names);
    return LF_EINPUT;
}

lf_status lf_scene_open(lf_scene *S, const lf_model *model, const void *self, double t0, double t1)
{
    const lf_picture *picture = model->draw;
    *S = (lf_scene){.model = model, .self = self, .t0 = t0, .t1 = t1};
    S->view = lf_view_from(picture->longitude, picture->latitude);
    size_t work = picture->work ? picture->work(self) : 0;
    S->work = calloc(work + 1, sizeof *S->work);
    return S->work ? LF_OK : LF_EMEMORY;
}

void lf_scene_close(lf_scene *S)
{
    free(S->work);
    S->work = NULL;
}

/* ---- a canvas that draws with a pen --------------------------------------------------------- */

typedef struct {
    const lf_view *view;
    lf_pen *pen;
} scene_canvas;

static void scene_begin(void *ctx, lf_ink ink, size_t number, double weight)
{
    const scene_canvas *canvas = ctx;
    const bool dots = ink == LF_INK_ANCHOR || ink == LF_INK_MASS, guide = ink == LF_INK_GUIDE;
    const bool plain = ink == LF_INK_ANCHOR || ink == LF_INK_ROD;
    const lf_draw draw = dots ? LF_DRAW_POINTS : guide ? LF_DRAW_GUIDE : LF_DRAW_LINE;
    const int colour = plain ? SCENE_GREY : (int)(number % SCENE_COLOURS) + 1;
    lf_series *line = lf_pen_line(canvas->pen, NULL, draw, guide ? 0 : colour);
    line->width = guide ? 0 : weight;
}

static void scene_to(void *ctx, const double x[3])
{
    const scene_canvas *canvas = ctx;
    double h, v;
    lf_view_project(canvas->view, x, &h, &v);
    lf_pen_to(canvas->pen, h, v);
}

static void scene_lift(void *ctx)
{
    const scene_canvas *canvas = ctx;
    lf_pen_to(canvas->pen, NAN, NAN);
}

/* The ellipse through the ends of axes k and k + 1. */
static void scene_ellipse(void *ctx, size_t k, const double centre[3], const double R[9],
                          const double extent[3])
{
    enum { CORNERS = 36 };
    const size_t next = (k + 1) % 3;
    for (int j = 0; j <= CORNERS; j++) {
        const double angle = 6.283185307179586 * j / CORNERS;
        double x[3];
        for (size_t c = 0; c < 3; c++)
            x[c] = centre[c] + extent[k] * cos(angle) * R[3 * c + k] +
                   extent[next] * sin(angle) * R[3 * c + next];
        scene_to(ctx, x);
    }
    scene_lift(ctx);
}

/* An ellipsoid: three ellipses along the planes of its axes. */
static void scene_body(void *ctx, size_t number, const double x[3], const double R[9],
                       const double extent[3])
{
    scene_begin(ctx, LF_INK_HULL, number, 1.4);
    for (size_t k = 0; k < 3; k++)
        scene_ellipse(ctx, k, x, R, extent);
}

/* Trails are lines of their own: trails.c. */
static void scene_trail(void *ctx, const double x[3])
{
    (void)ctx;
    (void)x;
}

void lf_scene_draw(const lf_scene *S, double t, const double *y, lf_pen *pen)
{
    scene_canvas ctx = {&S->view, pen};
    const lf_canvas canvas = {.ctx = &ctx,
                              .t0 = S->t0,
                              .t1 = S->t1,
                              .begin = scene_begin,
                              .to = scene_to,
                              .lift = scene_lift,
                              .body = scene_body,
                              .trail = scene_trail};
    S->model->draw->show(S->self, t, y, &canvas, S->work);
}

/* ---- many rows ------------------------------------------------------------------------------ */

/* Row k of the track. */
static void scene_row(const lf_scene *S, const lf_track *track, size_t k, lf_pen *pen)
{
    const double *row = track->value + k * track->width;
    lf_scene_draw(S, row[0], row + 1, pen);
}

lf_status lf_scene_frame(const lf_scene *S, const lf_track *track, lf_panel *panel)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    lf_pen *pen = lf_pen_new();
    size_t stride = track->rows / SCENE_FRAMES + 1;
    if (!pen)
        return LF_EMEMORY;
    for (size_t k = 0; k < track->rows; k += stride) {
        pen->lines = pen->points = 0;
        scene_row(S, track, k, pen);
        for (size_t j = 0; j < pen->points; j++) {
            low[0] = fmin(low[0], pen->x[j]);
            low[1] = fmin(low[1], pen->y[j]);
            high[0] = fmax(high[0], pen->x[j]);
            high[1] = fmax(high[1], pen->y[j]);
        }
    }
    lf_pen_free(pen);
    double margin = 0.06 * fmax(high[0] - low[0], high[1] - low[1]);
    panel->x_low = low[0] - margin;
    panel->x_high = high[0] + margin;
    panel->y_low = low[1] - margin;
    panel->y_high = high[1] + margin;
    panel->square = panel->bare = true;
    panel->ruler = "m";
    return LF_OK;
}

/* One frame: a row over the last part of the trails. */
static void scene_picture(const lf_scene *S, const lf_track *track, const lf_trails *trails,
                          size_t row, size_t stride, lf_pen *pen)
{
    size_t trail = SCENE_TRAIL * stride, first = row > trail ? row - trail : 0;
    pen->lines = pen->points = 0;
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 5)->width = 1;
    lf_trails_draw(trails, first, row, pen);
    scene_row(S, track, row, pen);
}

static void scene_frames(const lf_scene *S, const lf_track *track, const lf_trails *trails,
                         lf_panel *panel, lf_pen *pen, lf_text *script)
{
    size_t stride = (track->rows + SCENE_FRAMES - 1) / SCENE_FRAMES;
    for (size_t k = 0; k < track->rows; k += stride) {
        char title[120];
        scene_picture(S, track, trails, k, stride, pen);
        snprintf(title, sizeof title, "%s, t = %.2f s", S->model->name,
                 track->value[k * track->width]);
        panel->series = pen->lines;
        panel->serie = pen->line;
        lf_figure figure = {.title = title, .panels = 1, .panel = panel};
        lf_animation_add(script, &figure);
    }
}

lf_status lf_scene_animate(const lf_scene *S, const lf_track *track, const char *path, char *why,
                           size_t why_size)
{
    lf_panel panel = {0};
    lf_text script = {0};
    lf_trails trails = {0};
    lf_pen *pen = lf_pen_new();
    lf_status status = pen ? lf_scene_frame(S, track, &panel) : LF_EMEMORY;
    if (status == LF_OK)
        status = lf_trails_open(&trails, S, track);
    if (status == LF_OK) {
        scene_frames(S, track, &trails, &panel, pen, &script);
        status = lf_animation_write(&script, path, why, why_size);
    } else {
        snprintf(why, why_size, "%s: out of memory", path);
    }
    lf_text_free(&script);
    lf_trails_close(&trails);
    lf_pen_free(pen);
    return status;
}
