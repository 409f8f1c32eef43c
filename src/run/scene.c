/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.c - mechanisms drawn in space. Points have the third axis up: the quadrotors' is down. */
#include "run/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SCENE_FRAMES = 120, SCENE_TRAIL = 60, SCENE_LINKS = 3000, SCENE_BODIES = 4 };

double lf_scene_number(const lf_scenario *S, const char *name, size_t k)
{
    const lf_param *row = lf_param_find(S->model->params, name);
    size_t count = row ? lf_param_count(row, S->self) : 0;
    if (row && row->type == LF_CHOICE)
        return *(const int *)(const void *)(S->self + row->offset);
    return count ? lf_param_number(row, S->self, k < count ? k : 0) : NAN;
}

static bool scene_chain(const lf_scenario *S)
{
    return strcmp(S->model->name, "pendulum-chain") == 0;
}

static bool scene_full_body(const lf_scenario *S)
{
    return strcmp(S->model->name, "full-body") == 0;
}

lf_status lf_scene_check(lf_scenario *S)
{
    if (!scene_chain(S) && !scene_full_body(S) && strcmp(S->model->name, "quadrotors") != 0)
        return lf_scenario_fail(S, LF_EINPUT, NULL,
                                "%s cannot be drawn as a moving picture; pendulum-chain, "
                                "quadrotors and full-body can",
                                S->model->name);
    if (scene_chain(S) && lf_scene_number(S, "n", 0) > SCENE_LINKS)
        return lf_scenario_fail(S, LF_EINPUT, NULL,
                                "a moving picture shows at most %d links, n is %g", SCENE_LINKS,
                                lf_scene_number(S, "n", 0));
    return LF_OK;
}

lf_view lf_scene_view(const lf_scenario *S)
{
    if (scene_full_body(S))
        return lf_view_from(-60, 35);
    return scene_chain(S) ? lf_view_from(-70, 12) : lf_view_from(-52, 16);
}

/* ---- the chain ------------------------------------------------------------------------------ */

/* The place behind link i, from the place before it. */
static void scene_link(const lf_scenario *S, const lf_problem *P, const double *y, size_t i,
                       double *x)
{
    size_t links = P->action->dim / 6;
    for (size_t c = 0; c < 3; c++)
        x[c] += lf_scene_number(S, "lengths", i) * y[c * links + i];
}

static void scene_chain_draw(const lf_scenario *S, const lf_problem *P, const lf_view *V,
                             const double *y, lf_pen *pen)
{
    size_t links = P->action->dim / 6;
    lf_pen_line(pen, NULL, LF_DRAW_POINTS, 8)->width = 2;
    lf_pen_to(pen, 0, 0); /* the fixed point */
    for (int masses = 0; masses < 2; masses++) {
        double x[3] = {0}, h, v;
        lf_pen_line(pen, NULL, masses ? LF_DRAW_POINTS : LF_DRAW_LINE, masses ? 1 : 8)->width = 2;
        lf_view_project(V, x, &h, &v);
        if (!masses)
            lf_pen_to(pen, h, v);
        for (size_t i = 0; i < links; i++) {
            scene_link(S, P, y, i, x);
            lf_view_project(V, x, &h, &v);
            lf_pen_to(pen, h, v);
        }
    }
}

/* ---- the quadrotors ------------------------------------------------------------------------- */

enum { SCENE_BODY = 6, SCENE_LINK = 30 }; /* components where bodies and links begin */

/* A place with the third axis down, as it is drawn. */
static void scene_down(const lf_view *V, const double *x, lf_pen *pen)
{
    double h, v, up[3] = {x[0], -x[1], -x[2]};
    lf_view_project(V, up, &h, &v);
    lf_pen_to(pen, h, v);
}

/* Centre of quadrotor i. */
static void scene_hub(const lf_scenario *S, const double *y, size_t i, double *x)
{
    for (size_t c = 0; c < 3; c++)
        x[c] = y[c] - lf_scene_number(S, "L", i) * y[SCENE_LINK + 6 * i + c];
}

/* The point (a, b, 0) of the body frame of quadrotor i. */
static void scene_body(const lf_view *V, const double *y, size_t i, const double *hub, double a,
                       double b, lf_pen *pen)
{
    const double *R = y + SCENE_BODY + 12 * i;
    double x[3];
    for (size_t c = 0; c < 3; c++)
        x[c] = hub[c] + a * R[3 * c] + b * R[3 * c + 1];
    scene_down(V, x, pen);
}

static void scene_quadrotor(const lf_scenario *S, const lf_view *V, const double *y, size_t i,
                            lf_pen *pen)
{
    static const double arm = 0.3, rotor = 0.14, turn = 6.283185307179586;
    static const int side[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double hub[3];
    scene_hub(S, y, i, hub);
    lf_pen_line(pen, NULL, LF_DRAW_LINE, i ? 3 : 1)->width = 1.8;
    for (size_t k = 0; k < 4; k++) {
        double a = arm * side[k][0], b = arm * side[k][1];
        scene_body(V, y, i, hub, 0, 0, pen);
        scene_body(V, y, i, hub, a, b, pen);
        lf_pen_to(pen, NAN, NAN);
        for (int j = 0; j <= 20; j++)
            scene_body(V, y, i, hub, a + rotor * cos(turn * j / 20), b + rotor * sin(turn * j / 20),
                       pen);
        lf_pen_to(pen, NAN, NAN);
    }
}

static void scene_quadrotors_draw(const lf_scenario *S, const lf_view *V, const double *y,
                                  lf_pen *pen)
{
    double hub[3];
    for (size_t i = 0; i < 2; i++) {
        scene_hub(S, y, i, hub);
        lf_pen_line(pen, NULL, LF_DRAW_LINE, 8)->width = 1.2;
        scene_down(V, y, pen);
        scene_down(V, hub, pen);
        scene_quadrotor(S, V, y, i, pen);
    }
    lf_pen_line(pen, NULL, LF_DRAW_POINTS, 2)->width = 3;
    scene_down(V, y, pen);
}

bool lf_scene_wish(const lf_scenario *S, double t, double *point)
{
    double path = lf_scene_number(S, "path", 0);
    if (path != 0 && path != 1)
        return false;
    for (size_t c = 0; c < 3; c++) {
        point[c] = lf_scene_number(S, "p0", c);
        if (path == 1)
            point[c] += t * (lf_scene_number(S, "p1", c) + t / 2 * lf_scene_number(S, "p2", c));
    }
    return true;
}

static void scene_wish(const lf_scenario *S, const lf_view *V, lf_pen *pen)
{
    double point[3], t_end = lf_scenario_t_end(S);
    lf_pen_line(pen, NULL, LF_DRAW_GUIDE, 0);
    for (int k = 0; k <= 40; k++)
        if (lf_scene_wish(S, t_end * k / 40, point))
            scene_down(V, point, pen);
}

/* ---- all of them --------------------------------------------------------------------------- */

void lf_scene_draw(const lf_scenario *S, const lf_problem *P, const lf_view *V, const double *y,
                   lf_pen *pen)
{
    if (scene_chain(S)) {
        scene_chain_draw(S, P, V, y, pen);
        return;
    }
    if (scene_full_body(S)) {
        lf_scene_bodies_draw(P, V, y, pen);
        return;
    }
    scene_wish(S, V, pen);
    scene_quadrotors_draw(S, V, y, pen);
}

void lf_scene_trail(const lf_scenario *S, const lf_problem *P, const lf_view *V,
                    const lf_rows *rows, size_t first, size_t last, lf_pen *pen)
{
    if (scene_full_body(S)) {
        lf_scene_bodies_trail(P, V, rows, first, last, pen);
        return;
    }
    for (size_t k = first; k <= last && k < rows->rows; k++) {
        const double *y = rows->value + k * rows->width + 1;
        double x[3] = {0}, h, v;
        if (!scene_chain(S)) {
            scene_down(V, y, pen);
            continue;
        }
        for (size_t i = 0; i < P->action->dim / 6; i++)
            scene_link(S, P, y, i, x);
        lf_view_project(V, x, &h, &v);
        lf_pen_to(pen, h, v);
    }
}

void lf_scene_frame(const lf_scenario *S, const lf_problem *P, const lf_view *V,
                    const lf_rows *rows, lf_panel *panel)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    lf_pen *pen = lf_pen_new();
    size_t stride = rows->rows / SCENE_FRAMES + 1;
    for (size_t k = 0; pen && k < rows->rows; k += stride) {
        pen->lines = pen->points = 0;
        lf_scene_draw(S, P, V, rows->value + k * rows->width + 1, pen);
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
}

static void scene_picture(const lf_scenario *S, const lf_problem *P, const lf_view *V,
                          const lf_rows *rows, size_t row, size_t stride, lf_pen *pen)
{
    size_t trail = SCENE_TRAIL * stride, first = row > trail ? row - trail : 0;
    pen->lines = pen->points = 0;
    lf_pen_line(pen, NULL, LF_DRAW_LINE, 5)->width = 1;
    lf_scene_trail(S, P, V, rows, first, row, pen);
    lf_scene_draw(S, P, V, rows->value + row * rows->width + 1, pen);
}

lf_status lf_scene_animate(lf_scenario *S, const lf_problem *P, const lf_rows *rows,
                           const char *path, char *why, size_t why_size)
{
    lf_view V = lf_scene_view(S);
    lf_panel panel = {0};
    lf_text script = {0};
    lf_pen *pen = lf_pen_new();
    size_t stride = (rows->rows + SCENE_FRAMES - 1) / SCENE_FRAMES;
    if (!pen) {
        snprintf(why, why_size, "%s: out of memory", path);
        return LF_EMEMORY;
    }
    lf_scene_frame(S, P, &V, rows, &panel);
    for (size_t k = 0; k < rows->rows; k += stride) {
        char title[120];
        scene_picture(S, P, &V, rows, k, stride, pen);
        snprintf(title, sizeof title, "%s, t = %.2f", S->model->name, lf_rows_at(rows, k, 0));
        panel.series = pen->lines;
        panel.serie = pen->line;
        lf_figure figure = {.title = title, .panels = 1, .panel = &panel};
        lf_animation_add(&script, &figure);
    }
    lf_status status = lf_animation_write(&script, path, why, why_size);
    lf_text_free(&script);
    lf_pen_free(pen);
    return status;
}
