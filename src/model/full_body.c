/* SPDX-License-Identifier: BSD-3-Clause */
/* full_body.c - rigid bodies that move and turn in each other's gravity: the full body problem of
 * Lee, Leok, McClamroch, Lie group variational integrators for the full body problem, 2007. The
 * default is their section 5.2, two dumbbells on a hyperbolic flyby, in units with G (m1 + m2) = 1
 * and reduced mass 1; spheres of a tenth of a rod's length stand at its ends. */
#include "model/full_body.h"

#include <math.h>
#include <stdio.h>

#include "model/models.h"

_Static_assert(sizeof(full_body) <= LF_MODEL_MAX_SIZE, "the parameters do not fit");

/* ---- memory ---- */

static full_body_layout layout_at(double *memory, size_t bodies, size_t points)
{
    full_body_layout L = {.size = 25 * bodies + 1 + 4 * points};
    if (!memory)
        return L;
    L.moment = memory;
    L.axes = L.moment + 3 * bodies;
    L.inertia = L.axes + 9 * bodies;
    L.square = L.inertia + 9 * bodies;
    L.first = L.square + 3 * bodies;
    L.points = L.first + bodies + 1;
    return L;
}

static size_t full_body_room(const void *self)
{
    char why[256];
    if (lf_full_body_check(self, why, sizeof why) != LF_OK)
        return 0;
    return layout_at(NULL, lf_full_body_count(self), lf_full_body_points(self)).size;
}

static void full_body_give(void *self, double *memory)
{
    ((full_body *)self)->memory = memory;
}

static size_t full_body_dim(const void *self)
{
    return LF_BODY_DIM * lf_full_body_count(self);
}

/* ---- the start ---- */

void lf_full_body_matrix(const double q[4], double R[9])
{
    const double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    R[0] = 1 - s * (y * y + z * z);
    R[1] = s * (x * y - w * z);
    R[2] = s * (x * z + w * y);
    R[3] = s * (x * y + w * z);
    R[4] = 1 - s * (x * x + z * z);
    R[5] = s * (y * z - w * x);
    R[6] = s * (x * z - w * y);
    R[7] = s * (y * z + w * x);
    R[8] = 1 - s * (x * x + y * y);
}

/* The attitude of body b, row by row. */
static lf_status attitude_of(const full_body *F, size_t b, double R[9], char *why, size_t size)
{
    char reason[256] = "";
    lf_status s;
    if (lf_full_body_given(&F->R)) {
        const double *given = lf_full_body_numbers(&F->R, 9, b);
        for (size_t c = 0; c < 9; c++)
            R[c] = given[c];
        s = lf_check_rotation(R, "R", reason, sizeof reason);
    } else {
        const double *q = lf_full_body_numbers(&F->q, 4, b);
        lf_full_body_matrix(q, R);
        s = lf_check_quaternion(q, "q", reason, sizeof reason);
    }
    return s == LF_OK ? s : lf_full_body_refuse(why, size, b, "%s", reason);
}

/* A point of the inertial Lagrangian form: x, v, R, Omega. */
static lf_status full_body_start(const full_body *F, double *y, char *why, size_t size)
{
    const size_t n = lf_full_body_count(F);
    for (size_t b = 0; b < n; b++) {
        double R[9];
        if (attitude_of(F, b, R, why, size) != LF_OK)
            return LF_EINPUT;
        for (size_t c = 0; c < 3; c++) {
            y[(LF_BODY_X + c) * n + b] = lf_full_body_numbers(&F->x, 3, b)[c];
            y[(LF_BODY_GAMMA + c) * n + b] = lf_full_body_numbers(&F->v, 3, b)[c];
            y[(LF_BODY_PI + c) * n + b] = lf_full_body_numbers(&F->Omega, 3, b)[c];
        }
        for (size_t c = 0; c < 9; c++)
            y[(LF_BODY_R + c) * n + b] = R[c];
    }
    return lf_full_body_check_apart(F, y, y + LF_BODY_R * n, why, size);
}

/* ---- the problem ---- */

static void square_semiaxes(const full_body *F, double *square)
{
    const size_t n = lf_full_body_count(F);
    for (size_t b = 0; b < n && lf_full_body_given(&F->semiaxes); b++)
        for (size_t c = 0; c < 3; c++) {
            const double a = lf_full_body_numbers(&F->semiaxes, 3, b)[c];
            square[c * n + b] = a * a;
        }
}

static void full_body_gravity(full_body *F, const full_body_layout *L)
{
    static lf_potential *const known[] = {
        [FULL_BODY_MASCON] = lf_gravity_points,
        [FULL_BODY_SECOND_DEGREE] = lf_gravity_second_degree,
        [FULL_BODY_ELLIPSOID] = lf_gravity_ellipsoids,
        [FULL_BODY_SPHERE_ELLIPSOID] = lf_gravity_sphere_ellipsoid,
        [FULL_BODY_CUBATURE] = lf_gravity_points,
    };
    square_semiaxes(F, L->square);
    F->gravity = (lf_gravity){.G = F->G,
                              .points = L->points,
                              .first = L->first,
                              .inertia = L->inertia,
                              .square = L->square,
                              .mutual = known[F->potential],
                              .central_mass = F->sun_mass};
    for (size_t c = 0; c < 3; c++) {
        F->gravity.acceleration[c] = F->field[c];
        F->gravity.place[c] = F->sun_place[c];
    }
}

static void full_body_bodies(full_body *F, const full_body_layout *L, bool turned)
{
    const bool points = lf_full_body_points(F) > 0, external = lf_full_body_external(F);
    F->bodies = (lf_bodies){.count = lf_full_body_count(F),
                            .form = (lf_form)F->form,
                            .mass = lf_list_numbers(&F->mass),
                            .moment = L->moment,
                            .axes = turned ? L->axes : NULL,
                            .potential = external ? lf_gravity_external : F->gravity.mutual,
                            .closest = points ? lf_gravity_points_closest : NULL,
                            .external = external,
                            .collision = F->collision,
                            .ctx = &F->gravity};
}

/* Nearer than a collision, or points of two bodies in one place. */
static lf_status check_closest(const lf_problem *P, const double *y, char *why, size_t size)
{
    const lf_guard *guard = lf_problem_guard(P);
    const lf_lanes start = {.n = 1, .t = &(double){0}};
    double d;
    if (!guard)
        return LF_OK;
    guard->value(P, &start, y, &d);
    if (d > 0 && d >= guard->bound)
        return LF_OK;
    if (d > 0)
        snprintf(why, size,
                 "two bodies are %.10g apart at the start, nearer than collision = %.10g", d,
                 guard->bound);
    else
        snprintf(why, size, "two bodies have a point in the same place at the start");
    return LF_EINPUT;
}

static lf_status full_body_build(void *self, lf_problem *P, double *y0, char *why, size_t size)
{
    full_body *F = self;
    bool turned;
    if (lf_full_body_check(F, why, size) != LF_OK)
        return LF_EINPUT;
    const full_body_layout L = layout_at(F->memory, lf_full_body_count(F), lf_full_body_points(F));
    if (lf_full_body_place_points(F, &L, why, size) != LF_OK ||
        lf_full_body_weigh(F, &L, &turned, why, size) != LF_OK ||
        full_body_start(F, y0, why, size) != LF_OK)
        return LF_EINPUT;
    full_body_gravity(F, &L);
    full_body_bodies(F, &L, turned);
    lf_bodies_convert(&F->bodies, LF_INERTIAL_LAGRANGIAN, F->bodies.form, 1, y0, y0);
    *P = lf_problem_from_bodies("full-body", &F->bodies, &F->space);
    return check_closest(P, y0, why, size);
}

#define NOT_NEGATIVE 0, INFINITY, 0
static const lf_param full_body_params[] = {
    LF_NUMBERS(full_body, mass, "kg", "1.5 3", LF_POSITIVE,
               "masses, one for each body; their number is that of the bodies"),
    LF_NUMBERS(
        full_body, inertia, "kg m^2", "0.000375 0.0238125 0.0238125 0.003 0.1905 0.1905", LF_ANY,
        "inertia of each body about its mass centre: 3 principal moments, or xx yy zz xy xz "
        "yz, or a matrix row by row; 0: derived from points (mascon) or semiaxes (homogeneous)"),
    LF_CHOOSE(full_body, potential, "mascon|second-degree|ellipsoid|sphere-ellipsoid|cubature",
              "mascon",
              "gravity of points; of mass and inertia; of homogeneous ellipsoids to fourth degree; "
              "of an ellipsoid and spheres, exactly; of 13 points for each ellipsoid"),
    LF_NUMBERS(
        full_body, semiaxes, "m", "0", NOT_NEGATIVE,
        "semi-axes of ellipsoids along the axes of the bodies: 3 for all or 3 for each; 0: none"),
    LF_NUMBERS(full_body, points, "kg, m",
               "0.75 0.125 0 0 0.75 -0.125 0 0 1.5 0.25 0 0 1.5 -0.25 0 0", LF_ANY,
               "points of potential mascon in the frames of the bodies, body after body: mass x y "
               "z of each; their mass centres are the origins"),
    LF_NUMBERS(full_body, counts, "", "2 2", NOT_NEGATIVE, "how many points each body has"),
    LF_REALS(full_body, G, 1, "m^3/(kg s^2)", "2/9", LF_POSITIVE,
             "constant of gravity; 6.6743e-11 in SI units"),
    LF_CHOOSE(full_body, form,
              "inertial-hamiltonian|inertial-lagrangian|relative-hamiltonian|relative-lagrangian",
              "inertial-hamiltonian",
              "momenta or velocities, in space or (two bodies) in the frame of body 2"),
    LF_NUMBERS(full_body, x, "m", "2/3 0 0.2 -1/3 0 -0.1", LF_ANY,
               "positions at the start, in space, 3 for each body"),
    LF_NUMBERS(full_body, v, "m/s", "0 2/3 0 0 -1/3 0", LF_ANY,
               "velocities at the start, in space: 3 for all bodies or 3 for each"),
    LF_NUMBERS(full_body, q, "", "1 0 0 0", LF_ANY,
               "attitudes at the start as quaternions w x y z: 4 for all bodies or 4 for each"),
    LF_NUMBERS(full_body, R, "", "0", LF_ANY,
               "attitudes in place of q: rotation matrices from body to space, row by row; 0: q"),
    LF_NUMBERS(
        full_body, Omega, "rad/s", "0 0 9 0 0 0", LF_ANY,
        "angular velocities at the start in the frames of the bodies: 3 for all or 3 for each"),
    LF_REALS(full_body, collision, 1, "m", "0", NOT_NEGATIVE,
             "a run ends when points (or centres) of two bodies are nearer than this; 0: never"),
    LF_REALS(full_body, field, 3, "m/s^2", "0 0 0", LF_ANY,
             "field from outside: the same acceleration everywhere"),
    LF_REALS(full_body, sun_mass, 1, "kg", "0", NOT_NEGATIVE,
             "field from outside: a mass that does not move, such as a distant sun, with its "
             "gravity gradient; 0: none"),
    LF_REALS(full_body, sun_place, 3, "m", "0 0 0", LF_ANY, "where that mass is"),
    LF_PARAM_END};

const lf_model lf_model_full_body = {
    .size = sizeof(lf_model),
    .name = "full-body",
    .doc = "rigid bodies that move and turn in each other's gravity: binary asteroids, dumbbells",
    .formula = "x_i' = gamma_i/m_i, gamma_i' = -dU/dx_i, R_i' = R_i hat(Omega_i), "
               "Pi_i' = Pi_i x Omega_i + M_i, Pi_i = J_i Omega_i, M_i the torque of U(x, R) in the "
               "frame of body i, on (R^6 x SO(3) x R^3)^n",
    .cite = "Lee, Leok, McClamroch, Lie group variational integrators for the full body problem, "
            "2007, sections 2, 3 and 5",
    .params = full_body_params,
    .self_size = sizeof(full_body),
    .t_end = 15,
    .step = 0.01,
    .method = "lgvi",
    .build = full_body_build,
    .dim = full_body_dim,
    .room = full_body_room,
    .give = full_body_give,
    .draw = &lf_full_body_picture,
    .items = &lf_full_body_items,
};
