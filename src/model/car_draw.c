/* SPDX-License-Identifier: BSD-3-Clause */
/* car_draw.c - a car from above: its body, four wheels of which the front ones are steered, a trailer,
 * and the way of the rear axle. */
#include <math.h>

#include "model/car.h"

/* Where a frame stands on the road. */
typedef struct {
    double cosine, sine, x, y;
} car_frame;

/* The point (a, b) of a frame. */
static void car_draw_to(const lf_canvas *canvas, car_frame f, double a, double b)
{
    const double x[3] = {f.x + f.cosine * a - f.sine * b, f.y + f.sine * a + f.cosine * b, 0};
    canvas->to(canvas->ctx, x);
}

static void car_draw_box(const lf_canvas *canvas, car_frame f, double back, double front,
                         double side)
{
    car_draw_to(canvas, f, back, side);
    car_draw_to(canvas, f, front, side);
    car_draw_to(canvas, f, front, -side);
    car_draw_to(canvas, f, back, -side);
    car_draw_to(canvas, f, back, side);
    canvas->lift(canvas->ctx);
}

/* A wheel at (a, b) that is turned by an angle. */
static void car_draw_wheel(const lf_canvas *canvas, car_frame f, double a, double b, double angle,
                           double size)
{
    const double c = cos(angle), s = sin(angle);
    const car_frame wheel = {f.cosine * c - f.sine * s, f.sine * c + f.cosine * s,
                             f.x + f.cosine * a - f.sine * b, f.y + f.sine * a + f.cosine * b};
    car_draw_box(canvas, wheel, -size, size, 0.3 * size);
}

static void car_draw_car(const car *c, const lf_canvas *canvas, car_frame f, double phi)
{
    const double L = c->wheelbase, side = 0.28 * L, wheel = 0.13 * L;
    canvas->begin(canvas->ctx, LF_INK_HULL, 0, 1.6);
    car_draw_box(canvas, f, -0.25 * L, 1.3 * L, side + 0.3 * wheel);
    canvas->begin(canvas->ctx, LF_INK_ROD, 0, 1.6);
    for (int k = -1; k <= 1; k += 2) {
        car_draw_wheel(canvas, f, 0, k * side, 0, wheel);
        car_draw_wheel(canvas, f, L, k * side, phi, wheel);
    }
}

static void car_draw_unicycle(const lf_canvas *canvas, car_frame f)
{
    canvas->begin(canvas->ctx, LF_INK_HULL, 0, 1.6);
    car_draw_box(canvas, f, -0.15, 0.15, 0.04);
    canvas->begin(canvas->ctx, LF_INK_ROD, 0, 1.6);
    car_draw_to(canvas, f, 0, 0);
    car_draw_to(canvas, f, 0.35, 0);
}

/* The trailer's axle is its length behind the hitch. */
static void car_draw_trailer(const car *c, const lf_canvas *canvas, car_frame hitch,
                             const double *psi)
{
    const double d = c->length, side = 0.28 * c->wheelbase, wheel = 0.13 * c->wheelbase;
    const car_frame f = {psi[0], psi[1], hitch.x - d * psi[0], hitch.y - d * psi[1]};
    canvas->begin(canvas->ctx, LF_INK_HULL, 1, 1.6);
    car_draw_box(canvas, f, -0.4 * d, 0.5 * d, side + 0.3 * wheel);
    car_draw_to(canvas, f, 0.5 * d, 0);
    car_draw_to(canvas, f, d, 0);
    canvas->begin(canvas->ctx, LF_INK_ROD, 0, 1.6);
    car_draw_wheel(canvas, f, 0, side, 0, wheel);
    car_draw_wheel(canvas, f, 0, -side, 0, wheel);
    canvas->trail(canvas->ctx, (const double[]){f.x, f.y, 0});
}

static void car_draw_show(const void *self, double t, const double *y, const lf_canvas *canvas,
                          double *work)
{
    const car *c = self;
    const car_frame f = {y[0], y[1], y[CAR_PLACE], y[CAR_PLACE + 1]};
    (void)t;
    (void)work;
    if (c->vehicle == CAR_UNICYCLE)
        car_draw_unicycle(canvas, f);
    else
        car_draw_car(c, canvas, f, y[CAR_PHI]);
    canvas->trail(canvas->ctx, (const double[]){f.x, f.y, 0});
    if (c->trailer)
        car_draw_trailer(c, canvas, f, y + CAR_PSI);
}

const lf_picture lf_car_picture = {.longitude = -90, .latitude = 90, .show = car_draw_show};
