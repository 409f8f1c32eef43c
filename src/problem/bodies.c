/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.c - rigid bodies in a potential as a problem: names, action, and what it can. */
#include <stdio.h>

#include "action/bodies.h"
#include "problem/bodies_math.h"

/* What the components of one body are called, first those of body 1 of a relative form. */
static const char *quantity_name(lf_form form, size_t component, bool relative)
{
    const bool lagrangian = lf_form_lagrangian(form);
    if (component < LF_BODY_GAMMA)
        return relative ? "X" : "x";
    if (component < LF_BODY_R)
        return relative ? (lagrangian ? "V" : "Gamma") : (lagrangian ? "v" : "gamma");
    if (component < LF_BODY_PI)
        return "R";
    return lagrangian ? "Omega" : "Pi";
}

/* Names of storage components: [component][body]. */
static void bodies_column(const lf_problem *P, size_t c, char *name, size_t size)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t component = c / B->count, body = c % B->count;
    const bool relative = lf_form_relative(B->form) && body == 0;
    char number[24] = "";
    if (!relative)
        snprintf(number, sizeof number, "%zu", body + 1);
    const char *what = quantity_name(B->form, component, relative);
    if (component >= LF_BODY_R && component < LF_BODY_PI) {
        const size_t entry = component - LF_BODY_R;
        snprintf(name, size, "%s%s.%zu%zu", what, number, entry / 3 + 1, entry % 3 + 1);
    } else {
        snprintf(name, size, "%s%s.%c", what, number, "xyz"[component % 3]);
    }
}

/* Readers want body after body. */
static size_t bodies_order(const lf_problem *P, size_t k)
{
    return k % LF_BODY_DIM * lf_problem_bodies(P)->count + k / LF_BODY_DIM;
}

static const char *bodies_unit(const lf_problem *P, size_t c)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t component = c / B->count;
    const bool lagrangian = lf_form_lagrangian(B->form);
    if (component < LF_BODY_GAMMA)
        return "m";
    if (component < LF_BODY_R)
        return lagrangian ? "m/s" : "kg m/s";
    if (component < LF_BODY_PI)
        return "";
    return lagrangian ? "rad/s" : "kg m^2/s";
}

static const lf_names bodies_names = {
    .name = bodies_column, .order = bodies_order, .unit = bodies_unit};
static const lf_ambient inertial_ambient = {.field = lf_bodies_inertial_ambient};

static const lf_invariant bodies_outputs[] = {
    {"closest", "smallest distance between two bodies", lf_bodies_closest},
    {NULL, NULL, NULL},
};

static const lf_group *const turning_group[] = {&lf_so3};
static const lf_action *const turning_action[] = {&lf_so3_right};

static void bodies_space(size_t count, lf_bodies_space *space)
{
    space->vectors = lf_group_rn(3 * count);
    space->rotations = lf_group_power(turning_group, count);
    space->translation = lf_action_translation(&space->vectors);
    space->turning = lf_action_power(&space->rotations, turning_action, count);
    for (size_t k = 0; k < 4; k++) {
        space->groups[k] = k == 2 ? &space->rotations : &space->vectors;
        space->actions[k] = k == 2 ? &space->turning : &space->translation;
    }
    space->group = lf_group_product(4, space->groups);
    space->action = lf_action_bodies(&space->group, space->actions);
    space->group.name = "(R^6 x SO(3) x R^3)^n";
}

lf_problem lf_problem_from_bodies(const char *name, const lf_bodies *B, lf_bodies_space *space)
{
    bodies_space(B->count, space);
    space->guard = (lf_guard){.name = bodies_outputs[0].name,
                              .doc = bodies_outputs[0].doc,
                              .value = lf_bodies_closest,
                              .bound = B->collision};
    lf_trait *trait = space->traits;
    *trait++ = (lf_trait){LF_TRAIT_BODIES, B};
    if (!lf_form_relative(B->form))
        *trait++ = (lf_trait){LF_TRAIT_AMBIENT, &inertial_ambient};
    if (B->count > 1)
        *trait++ = (lf_trait){LF_TRAIT_GUARD, &space->guard};
    *trait = (lf_trait){LF_TRAIT_END, NULL};
    return (lf_problem){
        .name = name,
        .action = &space->action,
        .field = lf_form_relative(B->form) ? lf_bodies_relative_field : lf_bodies_inertial_field,
        .field_work = lf_form_relative(B->form) ? 6 : 0,
        .ctx = B,
        .traits = space->traits,
        .invariants = B->external ? lf_bodies_external_invariants : lf_bodies_invariants,
        .outputs = B->count > 1 ? bodies_outputs : NULL,
        .names = &bodies_names,
    };
}
