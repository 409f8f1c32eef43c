/* SPDX-License-Identifier: BSD-3-Clause */
/* car.c - wheels that roll and do not slip: a car moves along its heading alone, and turns as its front
 * wheels are steered,
 *
 *   g' = g hat(xi),  xi = (v tan(phi)/L, v, 0) in se(2),   phi' = u,
 *
 * g being heading and place of the middle of the rear axle, v the speed, u the steering rate and L the
 * wheelbase. A trailer hitched to the rear axle follows by psi' = v sin(theta - psi)/d. A unicycle turns
 * on the spot: xi = (u, v, 0). SE(2) moves g from the right, so that f = -xi: where v and phi do not
 * change every Lie group method is exact. Murray, Sastry, Nonholonomic motion planning: steering using
 * sinusoids, IEEE Trans. Automatic Control 38 (1993). */
#include "model/car.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double RIGHT_ANGLE = 1.5707963267948966;

double lf_car_turning(const car *c, double speed, double steering, double input)
{
    return c->vehicle == CAR_UNICYCLE ? input : speed * tan(steering) / c->wheelbase;
}

/* f = (-xi, phi') and, of a trailer, psi'. Wheels at right angles cannot roll. */
static lf_status car_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                           double *work)
{
    const size_t n = L->n;
    const car *c = P->ctx;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double phi = y[CAR_PHI * n + i];
        double u[2];
        lf_controls_at(&c->controls, L->t[i], lf_lanes_inside(L, i), u);
        if (!(fabs(phi) < RIGHT_ANGLE))
            return isnan(phi) ? LF_ENONFINITE : LF_ESINGULAR;
        f[i] = -lf_car_turning(c, u[0], phi, u[1]);
        f[n + i] = -u[0];
        f[2 * n + i] = 0;
        f[3 * n + i] = c->vehicle == CAR_UNICYCLE ? 0 : u[1];
        if (!c->trailer)
            continue;
        const double cos_psi = y[CAR_PSI * n + i], sin_psi = y[(CAR_PSI + 1) * n + i];
        f[4 * n + i] = u[0] / c->length * (y[n + i] * cos_psi - y[i] * sin_psi);
    }
    return LF_OK;
}

/* ---- what is reported ---- */

static void car_theta(const lf_problem *P, const lf_lanes *L, const double *y, double *theta)
{
    (void)P;
    for (size_t i = 0; i < L->n; i++)
        theta[i] = atan2(y[L->n + i], y[i]);
}

static void car_psi(const lf_problem *P, const lf_lanes *L, const double *y, double *psi)
{
    (void)P;
    for (size_t i = 0; i < L->n; i++)
        psi[i] = atan2(y[(CAR_PSI + 1) * L->n + i], y[CAR_PSI * L->n + i]);
}

/* Angle between car and trailer: at a right angle it jack-knifes. */
static void car_hitch(const lf_problem *P, const lf_lanes *L, const double *y, double *hitch)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        const double c = y[CAR_PSI * n + i], s = y[(CAR_PSI + 1) * n + i];
        hitch[i] = atan2(y[n + i] * c - y[i] * s, y[i] * c + y[n + i] * s);
    }
}

static const lf_invariant car_outputs[] = {
    {"theta", "heading, in rad", car_theta, "angle [rad]"},
    {NULL, NULL, NULL},
};
static const lf_invariant trailer_outputs[] = {
    {"theta", "heading of the car, in rad", car_theta, "angle [rad]"},
    {"psi", "heading of the trailer, in rad", car_psi, "angle [rad]"},
    {"hitch", "angle between car and trailer, in rad", car_hitch, "angle [rad]"},
    {NULL, NULL, NULL},
};

static const char *const car_columns[] = {"theta.cos", "theta.sin", "x",      "y",
                                          "phi",       "psi.cos",   "psi.sin"};

/* The place first, as readers expect. */
static size_t car_order(const lf_problem *P, size_t k)
{
    static const size_t order[] = {2, 3, 0, 1};
    (void)P;
    return k < 4 ? order[k] : k;
}

static const char *car_unit(const lf_problem *P, size_t c)
{
    (void)P;
    return c == 2 || c == 3 ? "m" : c == CAR_PHI ? "rad" : "";
}

static const lf_names car_names = {.list = car_columns, .order = car_order, .unit = car_unit};

static double car_beyond(const lf_problem *P, double t, double direction)
{
    const car *c = P->ctx;
    return lf_controls_beyond(&c->controls, t, direction);
}
static const lf_breaks car_breaks = {car_beyond};
static const lf_trait car_traits[] = {{LF_TRAIT_BREAKS, &car_breaks}, {LF_TRAIT_END, NULL}};

/* ---- moves in closed form ---- */

/* y moves by exp(w, v, 0) from the right: along an arc of angle w and length |v|. */
static void car_roll(double w, double v, double *y)
{
    const double half = 0.5 * w, along = w == 0 ? v : v * sin(w) / w;
    const double across = w == 0 ? 0 : v * sin(half) * sin(half) / half;
    const double c = y[0], s = y[1], turn = cos(w), side = sin(w);
    y[0] = c * turn - s * side;
    y[1] = s * turn + c * side;
    y[2] += c * along - s * across;
    y[3] += s * along + c * across;
}

typedef struct {
    const car *car;
    double *y;
} car_walk;

/* Who steers while driving goes along a curve that has no closed form. */
static lf_status car_go(void *ctx, double duration, const double u[2])
{
    const car_walk *walk = ctx;
    const bool steers = walk->car->vehicle == CAR_CAR;
    if (steers && u[0] != 0 && u[1] != 0)
        return LF_EINPUT;
    const double turning = lf_car_turning(walk->car, u[0], walk->y[CAR_PHI], u[1]);
    car_roll(duration * turning, duration * u[0], walk->y);
    walk->y[CAR_PHI] += steers ? duration * u[1] : 0;
    return LF_OK;
}

static void car_start(const car *c, double *y0)
{
    y0[0] = cos(c->theta);
    y0[1] = sin(c->theta);
    y0[2] = c->place[0];
    y0[3] = c->place[1];
    y0[CAR_PHI] = c->phi;
    if (!c->trailer)
        return;
    y0[CAR_PSI] = cos(c->psi);
    y0[CAR_PSI + 1] = sin(c->psi);
}

static lf_status car_exact(const void *self, double t, double *y)
{
    const car *c = self;
    car_walk walk = {c, y};
    car_start(c, y);
    return c->controls.kind == LF_CONTROLS_MOVES ? lf_controls_walk(&c->controls, t, car_go, &walk)
                                                 : LF_EINPUT;
}

/* ---- the models ---- */

/* Steering that moves lead to, move by move. */
typedef struct {
    double phi;
    size_t move; /* from 1 */
} car_steering;

static lf_status car_steer(void *ctx, double duration, const double u[2])
{
    car_steering *s = ctx;
    s->phi += duration * u[1];
    s->move++;
    return fabs(s->phi) < RIGHT_ANGLE ? LF_OK : LF_EINPUT;
}

static lf_status car_check(car *c, char *why, size_t why_size)
{
    car_steering steering = {c->phi, 0};
    if (!(fabs(c->phi) < RIGHT_ANGLE)) {
        snprintf(why, why_size,
                 "the steering angle phi must be less than a right angle to either side: with %.6g "
                 "rad the front wheels could not roll",
                 c->phi);
        return LF_EINPUT;
    }
    const lf_status s = lf_controls_make(&c->controls, c->memory, why, why_size);
    if (s != LF_OK || c->vehicle == CAR_UNICYCLE ||
        lf_controls_walk(&c->controls, INFINITY, car_steer, &steering) == LF_OK)
        return s;
    snprintf(why, why_size,
             "move %zu would turn the front wheels to %.6g rad, a right angle or more: they could "
             "not roll",
             steering.move, steering.phi);
    return LF_EINPUT;
}

static lf_status car_make(car *c, const char *name, lf_problem *P, double *y0, char *why,
                          size_t why_size)
{
    const size_t count = c->trailer ? 3 : 2;
    const lf_status s = car_check(c, why, why_size);
    if (s != LF_OK)
        return s;
    car_start(c, y0);
    c->line = lf_group_rn(1);
    c->steering = lf_action_translation(&c->line);
    memcpy(c->groups, (const lf_group *const[]){&lf_se2, &c->line, &lf_so2}, sizeof c->groups);
    memcpy(c->factors, (const lf_action *const[]){&lf_se2_right, &c->steering, &lf_so2_left},
           sizeof c->factors);
    c->group = lf_group_product(count, c->groups);
    c->action = lf_action_product(&c->group, count, c->factors);
    *P = (lf_problem){.name = name,
                      .action = &c->action,
                      .field = car_field,
                      .ctx = c,
                      .outputs = c->trailer ? trailer_outputs : car_outputs,
                      .names = &car_names,
                      .traits = c->controls.kind == LF_CONTROLS_MOVES ? car_traits : NULL};
    return LF_OK;
}

static lf_status car_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    car *c = self;
    c->trailer = false;
    return car_make(c, "car", P, y0, why, why_size);
}

static lf_status trailer_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    car *c = self;
    c->trailer = true;
    c->vehicle = CAR_CAR;
    return car_make(c, "car-trailer", P, y0, why, why_size);
}

static size_t car_room(const void *self)
{
    return lf_controls_room(&((const car *)self)->controls);
}

static void car_give(void *self, double *memory)
{
    ((car *)self)->memory = memory;
}

#define CAR_CONTROLS(moves)                                                                     \
    LF_CONTROLS_ROWS(car, "m/s, rad/s", "speed, steering rate", "1 0", "0 0.6", "0.5 0", "1 2", \
                     moves)
#define CAR_START(phi_)                                                      \
    LF_REALS(car, place, 2, "m", "0 0", LF_ANY,                              \
             "place of the middle of the rear axle at the start"),           \
        LF_REALS(car, theta, 1, "rad", "0", LF_ANY, "heading at the start"), \
        LF_REALS(car, phi, 1, "rad", phi_, LF_ANY,                           \
                 "steering angle at the start, less than a right angle to either side")

static const lf_param car_params[] = {
    LF_CHOOSE(
        car, vehicle, "car|unicycle", "car",
        "front wheels that are steered, or one wheel that turns on the spot: the second input "
        "is then its turning rate, and phi stays"),
    LF_REALS(car, wheelbase, 1, "m", "2", LF_POSITIVE, "distance between the axles", "vehicle=car"),
    CAR_CONTROLS("1 0 0.5  2 1 0  1 0 -1  2 1 0"), CAR_START("0.2"), LF_PARAM_END};

static const lf_param trailer_params[] = {
    LF_REALS(car, wheelbase, 1, "m", "2", LF_POSITIVE, "distance between the car's axles"),
    LF_REALS(car, length, 1, "m", "1.5", LF_POSITIVE,
             "distance of the trailer's axle from the hitch, which is on the car's rear axle"),
    CAR_CONTROLS("1 0 0.3  4 1 0  1 0 -0.6  2 -1 0"),
    CAR_START("-0.1"),
    LF_REALS(car, psi, 1, "rad", "0.3", LF_ANY, "heading of the trailer at the start"),
    LF_PARAM_END};

static const char CAR_CITE[] =
    "Murray, Sastry, Nonholonomic motion planning: steering using sinusoids, 1993";

const lf_model lf_model_car = {
    .size = sizeof(lf_model),
    .name = "car",
    .doc = "a car (or a unicycle) that is steered: wheels roll and do not slip",
    .formula = "g' = g hat(v tan(phi)/L, v, 0), phi' = u, SE(2) x R acting on itself",
    .cite = CAR_CITE,
    .params = car_params,
    .self_size = sizeof(car),
    .t_end = 6,
    .step = 0.05,
    .method = "rkmk4",
    .build = car_build,
    .exact = car_exact,
    .room = car_room,
    .give = car_give,
    .draw = &lf_car_picture,
};

const lf_model lf_model_car_trailer = {
    .size = sizeof(lf_model),
    .name = "car-trailer",
    .doc = "a car that is steered and pulls a trailer, or pushes it",
    .formula = "g' = g hat(v tan(phi)/L, v, 0), phi' = u, psi' = v sin(theta - psi)/d, SE(2) x R x "
               "SO(2) acting on itself",
    .cite = CAR_CITE,
    .params = trailer_params,
    .self_size = sizeof(car),
    .t_end = 8,
    .step = 0.05,
    .method = "rkmk4",
    .build = trailer_build,
    .room = car_room,
    .give = car_give,
    .draw = &lf_car_picture,
};
