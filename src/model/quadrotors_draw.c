/* SPDX-License-Identifier: BSD-3-Clause */
/* quadrotors_draw.c - what a picture of two quadrotors consists of: the desired path, links,
 * crosses with four rotors, and the load with its way. The model's third axis points down. */
#include <math.h>

#include "model/quadrotors_state.h"

/* A point of the model, seen with the third axis up. */
static void quadrotors_draw_to(const lf_canvas *canvas, const double x[3])
{
    const double up[3] = {x[0], -x[1], -x[2]};
    canvas->to(canvas->ctx, up);
}

/* The desired path of the load over the whole run. */
static void quadrotors_draw_plan(const quadrotors *Q, const lf_canvas *canvas)
{
    enum { PIECES = 40 };
    canvas->begin(canvas->ctx, LF_INK_GUIDE, 0, 1);
    for (int k = 0; k <= PIECES; k++) {
        const double t = canvas->t0 + (canvas->t1 - canvas->t0) * k / PIECES;
        double plan[QUADROTORS_PLAN];
        lf_quadrotors_plan(Q, 1, &t, plan);
        quadrotors_draw_to(canvas, plan);
    }
}

/* The point (a, b, 0) of a body frame. */
static void quadrotors_draw_body(const lf_canvas *canvas, const double *R, const double *hub,
                                 double a, double b)
{
    double x[3];
    for (size_t c = 0; c < 3; c++)
        x[c] = hub[c] + a * R[3 * c] + b * R[3 * c + 1];
    quadrotors_draw_to(canvas, x);
}

/* Four arms, each with a rotor. */
static void quadrotors_draw_hull(const lf_canvas *canvas, const double *R, const double *hub)
{
    static const double arm = 0.3, rotor = 0.14, turn = 6.283185307179586;
    static const int side[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (size_t k = 0; k < 4; k++) {
        const double a = arm * side[k][0], b = arm * side[k][1];
        quadrotors_draw_body(canvas, R, hub, 0, 0);
        quadrotors_draw_body(canvas, R, hub, a, b);
        canvas->lift(canvas->ctx);
        for (int j = 0; j <= 20; j++)
            quadrotors_draw_body(canvas, R, hub, a + rotor * cos(turn * j / 20),
                                 b + rotor * sin(turn * j / 20));
        canvas->lift(canvas->ctx);
    }
}

static void quadrotors_draw_show(const void *self, double t, const double *y,
                                 const lf_canvas *canvas, double *work)
{
    const quadrotors *Q = self;
    (void)t;
    (void)work;
    if (Q->control == QUADROTORS_BY_PATH)
        quadrotors_draw_plan(Q, canvas);
    for (size_t i = 0; i < 2; i++) {
        double hub[3];
        for (size_t c = 0; c < 3; c++)
            hub[c] = y[c] - Q->L[i] * y[QUADROTORS_AT_LINK + 6 * i + c];
        canvas->begin(canvas->ctx, LF_INK_ROD, 0, 1.2);
        quadrotors_draw_to(canvas, y);
        quadrotors_draw_to(canvas, hub);
        canvas->begin(canvas->ctx, LF_INK_HULL, 2 * i, 1.8);
        quadrotors_draw_hull(canvas, y + QUADROTORS_AT_BODY + 12 * i, hub);
    }
    canvas->begin(canvas->ctx, LF_INK_MASS, 1, 3);
    quadrotors_draw_to(canvas, y);
    canvas->trail(canvas->ctx, (const double[]){y[0], -y[1], -y[2]});
}

const lf_picture lf_quadrotors_picture = {
    .longitude = -52, .latitude = 16, .show = quadrotors_draw_show};
