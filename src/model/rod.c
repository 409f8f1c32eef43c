/* SPDX-License-Identifier: BSD-3-Clause */
/* rod.c - a geometrically exact rod: it stretches, shears, bends and twists by any amount, on rigid
 * bodies whose potential is the elastic energy (rod.h), so that every method for such bodies works. Simo,
 * A finite strain beam formulation, 1985; Celledoni, Marthinsen, Owren 2014, section 3.1. */
#include "model/rod_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/models.h"

_Static_assert(sizeof(rod_model) <= LF_MODEL_MAX_SIZE, "the parameters do not fit");

/* ---- memory ---- */

static size_t rod_room(const void *self)
{
    char why[256];
    if (lf_rod_check(self, why, sizeof why) != LF_OK)
        return 0;
    return lf_rod_layout(NULL, lf_rod_count(self)).size;
}

static void rod_give(void *self, double *memory)
{
    ((rod_model *)self)->memory = memory;
}

static size_t rod_dim(const void *self)
{
    const rod_model *F = self;
    const bool fits = F->elements >= 1 && F->elements <= LF_ROD_MOST;
    return fits ? LF_BODY_DIM * lf_rod_count(F) : 0;
}

/* ---- a driven start ---- */

/* Place and rotation vector at t, less where they begin. */
static void drive_at(const rod_model *F, double t, double u[6])
{
    double first[6], now[6];
    lf_schedule_at(&F->moving, 0, first);
    lf_schedule_at(&F->moving, t, now);
    for (size_t k = 0; k < 6; k++)
        u[k] =
            F->shake[k] * (sin(F->shake_rate[k] * t + F->shake_phase[k]) - sin(F->shake_phase[k])) +
            (lf_schedule_given(&F->moving) ? now[k] - first[k] : 0);
}

static void rod_drive(const void *ctx, double t, lf_rod_begin *begin)
{
    double u[6], turn[9], R[9];
    drive_at(ctx, t, u);
    lf_rod_turn(1, u + 3, turn);
    lf_group_mul(&lf_so3, 1, turn, begin->R, R, NULL);
    memcpy(begin->R, R, sizeof R);
    for (size_t k = 0; k < 3; k++)
        begin->x[k] += u[k];
}

/* ---- the problem ---- */

static void rod_assemble(rod_model *F)
{
    const size_t count = lf_rod_count(F), kinks = lf_rod_given(&F->kinks) ? F->kinks.count / 4 : 0;
    F->arrays = lf_rod_layout(F->memory, count);
    for (size_t e = 0; e < count; e++)
        F->arrays.length[e] = F->length / (double)F->elements;
    lf_rod_make(&F->rod, &F->arrays, count, lf_rod_model_section, F, F->kappa, kinks,
                lf_list_numbers(&F->kinks));
}

static void rod_ends(rod_model *F)
{
    lf_rod *rod = &F->rod;
    const lf_rod_arrays *A = &F->arrays;
    const bool on_body = F->start == ROD_ON_BODY;
    rod->start.on = F->start == ROD_CLAMPED || F->start == ROD_DRIVEN || on_body;
    rod->finish.on = F->end == ROD_CLAMPED;
    rod->hold_place = F->start != ROD_FREE && !on_body;
    rod->hold_frame = !on_body;
    rod->hold_end = F->end != ROD_FREE;
    rod->move = F->start == ROD_DRIVEN ? rod_drive : NULL;
    rod->ctx = F;
    if (on_body) {
        A->mass[0] = F->body_mass;
        for (size_t k = 0; k < 3; k++) {
            A->moment[k * rod->count] = F->body_inertia[k];
            rod->lever[k] = F->lever[k];
        }
    }
    const double *g = F->gravity;
    memcpy(rod->down, g, sizeof rod->down);
    rod->weight = g[0] != 0 || g[1] != 0 || g[2] != 0 ? A->mass : NULL;
}

static void rod_problem(rod_model *F, lf_problem *P)
{
    lf_trait *trait = F->space.traits;
    F->bodies = (lf_bodies){.count = F->rod.count,
                            .form = LF_INERTIAL_HAMILTONIAN,
                            .mass = F->arrays.mass,
                            .moment = F->arrays.moment,
                            .potential = lf_rod_potential,
                            .unguarded = true,
                            .external = F->rod.weight || F->rod.hold_place || F->rod.hold_end,
                            .ctx = F};
    *P = lf_problem_from_bodies("rod", &F->bodies, &F->space);
    while (trait->tag != LF_TRAIT_END)
        trait++;
    F->pace.fastest = lf_rod_model_fastest(F);
    lf_rod_display(F, &F->display);
    lf_rod_list_outputs(F);
    lf_rod_list_scales(F, P);
    *trait++ = (lf_trait){LF_TRAIT_PACE, &F->pace};
    *trait++ = (lf_trait){LF_TRAIT_DISPLAY, &F->display};
    *trait++ = (lf_trait){LF_TRAIT_SCALES, &F->scales};
    *trait = (lf_trait){LF_TRAIT_END, NULL};
    P->outputs = F->outputs;
}

static lf_status rod_build(void *self, lf_problem *P, double *y0, char *why, size_t size)
{
    rod_model *F = self;
    if (lf_rod_check(F, why, size) != LF_OK ||
        lf_schedule_read(&F->motion, "motion", 6, &F->moving, why, size) != LF_OK)
        return LF_EINPUT;
    rod_assemble(F);
    rod_ends(F);
    lf_rod_begin_shape(F, y0);
    if (lf_rod_check_start(F, y0, why, size) != LF_OK)
        return LF_EINPUT;
    rod_problem(F, P);
    return LF_OK;
}

/* Four fifths of the longest stable step, with two digits. */
static double rod_stride(const void *self)
{
    char why[256];
    if (lf_rod_check(self, why, sizeof why) != LF_OK)
        return NAN;
    const double h = 0.8 * 2 / lf_rod_model_fastest(self), unit = pow(10, floor(log10(h)) - 1);
    return floor(h / unit) * unit;
}

#define NOT_NEGATIVE 0, INFINITY, 0
#define GIVEN "section=given"
#define ROUND "section=round"
static const lf_param rod_params[] = {
    LF_REALS(rod_model, length, 1, "m", "1", LF_POSITIVE, "natural length of the rod"),
    LF_WHOLE(rod_model, elements, "40", 1, LF_ROD_MOST, "elements that it is divided into"),
    LF_CHOOSE(rod_model, section, "given|round", "round",
              "cross section: stiffness and inertia as given, or a round bar or tube"),
    LF_REALS(rod_model, radius, 1, "m", "0.01", LF_POSITIVE, "outer radius of a round section",
             ROUND),
    LF_REALS(rod_model, wall, 1, "m", "0", NOT_NEGATIVE, "wall of a tube; 0: a solid bar", ROUND),
    LF_REALS(rod_model, E, 1, "Pa", "1e7", LF_POSITIVE, "Young's modulus (rubber 1e7, steel 2e11)",
             ROUND),
    LF_REALS(rod_model, G, 1, "Pa", "3.4e6", LF_POSITIVE, "shear modulus", ROUND),
    LF_REALS(rod_model, density, 1, "kg/m^3", "1100", LF_POSITIVE, "density", ROUND),
    LF_REALS(rod_model, EA, 1, "N", "100", LF_POSITIVE, "stiffness against stretching", GIVEN),
    LF_REALS(rod_model, GA, 2, "N", "50 50", LF_POSITIVE,
             "stiffness against shear along axes 1 and 2", GIVEN),
    LF_REALS(rod_model, EI, 2, "N m^2", "1 1", LF_POSITIVE,
             "stiffness against bending about axes 1 and 2", GIVEN),
    LF_REALS(rod_model, GJ, 1, "N m^2", "0.8", LF_POSITIVE, "stiffness against torsion", GIVEN),
    LF_REALS(rod_model, rhoA, 1, "kg/m", "1", LF_POSITIVE, "mass of a metre", GIVEN),
    LF_REALS(rod_model, Jrho, 3, "kg m", "0.01 0.01 0.02", LF_POSITIVE,
             "rotary inertia of a metre about axes 1, 2 and 3, which is along the rod", GIVEN),
    {"profile", LF_LIST, 0, offsetof(rod_model, profile), "m", "0", "s|rhoA|Jrho|EA|EI", LF_ANY,
     "how the section varies: rows of a place along the rod and factors of rhoA, Jrho, EA and GA, EI "
     "and GJ there, with straight lines in between; 0: it does not",
     NULL},
    LF_REALS(rod_model, kappa, 3, "1/m", "0 0 0", LF_ANY,
             "natural curvature about axes 1 and 2, and twist"),
    {"kinks", LF_LIST, 0, offsetof(rod_model, kinks), "m, rad", "0", "s|x|y|z", LF_ANY,
     "natural kinks: rows of a place along the rod and a rotation vector in its frame; 0: none",
     NULL},
    LF_REALS(rod_model, gravity, 3, "m/s^2", "0 0 -9.81", LF_ANY, "acceleration of gravity"),
    LF_CHOOSE(rod_model, start, "free|pinned|clamped|driven|body", "clamped",
              "its first end: free, held in place, held in place and direction, moved as shake and "
              "motion say, or on a rigid body"),
    LF_CHOOSE(rod_model, end, "free|pinned|clamped", "free", "its other end"),
    LF_CHOOSE(rod_model, shape, "straight|natural|arc|points", "straight",
              "at the start: straight, as it is by nature, an arc, or along points"),
    LF_REALS(rod_model, x, 3, "m", "0 0 0", LF_ANY, "where it begins"),
    LF_REALS(rod_model, direction, 3, "", "1 0 0", LF_ANY, "its direction there"),
    LF_REALS(rod_model, side, 3, "", "0 0 0", LF_ANY,
             "where axis 1 points there, as near as can be; 0 0 0: turned from space by the "
             "smallest angle"),
    LF_REALS(rod_model, arc, 3, "rad", "0 0 0", LF_ANY,
             "what an arc turns by from start to end, in the frame of the rod", "shape=arc"),
    {"points", LF_LIST, 0, offsetof(rod_model, points), "m", "0 0 0 1 0 0", "x|y|z", LF_ANY,
     "points that it begins along: one for each vertex, or fewer with straight lines between them",
     "shape=points"},
    LF_REALS(rod_model, v, 3, "m/s", "0 0 0", LF_ANY, "velocity at the start"),
    LF_REALS(rod_model, spin, 3, "rad/s", "0 0 0", LF_ANY,
             "angular velocity at the start about its mass centre, in space"),
    LF_REALS(rod_model, shake, 6, "m, rad", "0 0 0.05 0 0 0", LF_ANY,
             "a driven start swings by this: x y z and a rotation vector, each as A (sin(rate t + "
             "phase) - sin(phase))",
             "start=driven"),
    LF_REALS(rod_model, shake_rate, 6, "rad/s", "10 10 10 10 10 10", LF_ANY, "how fast",
             "start=driven"),
    LF_REALS(rod_model, shake_phase, 6, "rad", "0 0 0 0 0 0", LF_ANY, "at which phase it begins",
             "start=driven"),
    {"motion", LF_LIST, 0, offsetof(rod_model, motion), "s, m, rad", "0", "t|x|y|z|rx|ry|rz",
     LF_ANY,
     "a driven start moves by this, too: rows of a time, x y z and a rotation vector, with straight "
     "lines in between; 0: none",
     "start=driven"},
    LF_REALS(rod_model, body_mass, 1, "kg", "1", LF_POSITIVE,
             "mass of the body that it begins on, with half an element of rod", "start=body"),
    LF_REALS(rod_model, body_inertia, 3, "kg m^2", "0.01 0.01 0.01", LF_POSITIVE,
             "principal moments of inertia of that body, along its axes", "start=body"),
    LF_REALS(rod_model, lever, 3, "m", "0 0 0", LF_ANY,
             "from its mass centre to the rod, in its frame", "start=body"),
    LF_REALS(rod_model, seat, 3, "rad", "0 0 0", LF_ANY,
             "rotation vector from its frame to that of the rod there", "start=body"),
    LF_CHOOSE(
        rod_model, scaling, "auto|on|off", "auto",
        "soften shear and slow rotation down so far that they do not limit the step, an error "
        "of second order as that of the elements; auto: where the rod is thinner than an "
        "element is long"),
    LF_REALS(rod_model, tension, 1, "N", "0", NOT_NEGATIVE,
             "largest tension to reckon with, which limits that scaling; 0: from weight and spin"),
    LF_WHOLE(rod_model, stations, "3", 1, LF_ROD_MOST, "how many vertices rows show, evenly"),
    LF_PARAM_END};

const lf_model lf_model_rod = {
    .size = sizeof(lf_model),
    .name = "rod",
    .doc = "a geometrically exact rod: cables, beams and pipes that stretch, shear, bend and twist",
    .formula =
        "rhoA phi_tt = n_s + rhoA g, pi_t = m_s + phi_s x n, n = Lambda C1 (Lambda^T phi_s - "
        "e3), m = Lambda C2 kappa, staggered: vertices x_i, frames Lambda_i of elements, "
        "(R^6 x SO(3) x R^3)^(N+1); see src/model/rod.h",
    .cite = "Simo, A finite strain beam formulation, 1985; Celledoni, Marthinsen, Owren, An "
            "introduction to Lie group integrators, 2014, section 3.1",
    .params = rod_params,
    .self_size = sizeof(rod_model),
    .t_end = 2,
    .step = 1e-4,
    .method = "lgvi",
    .build = rod_build,
    .dim = rod_dim,
    .room = rod_room,
    .give = rod_give,
    .draw = &lf_rod_picture,
    .stride = rod_stride,
};
