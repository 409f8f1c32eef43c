/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_draw.c - what a picture of a rod consists of: its centreline, what holds it, and the way of its
 * end. A long rod is drawn through some of its vertices. */
#include "model/rod_model.h"

enum { ROD_DRAW_MOST = 1000 };

static void vertex_of(const rod_model *F, const double *y, size_t v, double x[3])
{
    for (size_t k = 0; k < 3; k++)
        x[k] = y[k * lf_rod_count(F) + v];
}

/* The block that a rod begins on, as large as a tenth of the rod. */
static void draw_body(const rod_model *F, const double *y, const lf_canvas *canvas)
{
    const size_t n = lf_rod_count(F);
    const double extent[3] = {0.05 * F->length, 0.03 * F->length, 0.03 * F->length};
    double x[3], R[9];
    vertex_of(F, y, 0, x);
    for (size_t k = 0; k < 9; k++)
        R[k] = y[(LF_BODY_R + k) * n];
    canvas->body(canvas->ctx, 0, x, R, extent);
}

static void draw_anchor(const lf_canvas *canvas, const double x[3])
{
    canvas->begin(canvas->ctx, LF_INK_ANCHOR, 0, 2);
    canvas->to(canvas->ctx, x);
}

static void rod_draw_show(const void *self, double t, const double *y, const lf_canvas *canvas,
                          double *work)
{
    const rod_model *F = self;
    const size_t n = F->elements, most = n < ROD_DRAW_MOST ? n : ROD_DRAW_MOST;
    const lf_lanes now = {.n = 1, .t = &t};
    const lf_rod_begin b = lf_rod_begins(&F->rod, &now, 0, y, y + LF_BODY_R * lf_rod_count(F));
    double first[3], x[3];
    (void)work;
    lf_rod_first_vertex(&b, first);
    if (F->start == ROD_ON_BODY)
        draw_body(F, y, canvas);
    else if (F->start != ROD_FREE)
        draw_anchor(canvas, first);
    vertex_of(F, y, n, x);
    if (F->end != ROD_FREE)
        draw_anchor(canvas, x);
    canvas->begin(canvas->ctx, LF_INK_ROD, 0, 3);
    canvas->to(canvas->ctx, first);
    for (size_t k = 1; k <= most; k++) {
        vertex_of(F, y, k * n / most, x);
        canvas->to(canvas->ctx, x);
    }
    canvas->trail(canvas->ctx, x);
}

const lf_picture lf_rod_picture = {.longitude = -60, .latitude = 20, .show = rod_draw_show};
