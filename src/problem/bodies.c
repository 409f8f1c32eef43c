/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.c - rigid bodies in a potential as a problem: names, action, and what it can. */
#include <stdio.h>

#include "action/bodies.h"
#include "problem/bodies_forces.h"
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

/* Component c of the tail. */
static void tail_column(const lf_bodies *B, size_t c, char *name, size_t size)
{
    const char *const *names = B->forces->extra_name;
    if (c < LF_LEDGER_DIM)
        snprintf(name, size, "%s", c == LF_LEDGER_WORK ? "work" : "dissipated");
    else if (names)
        snprintf(name, size, "%s", names[c - LF_LEDGER_DIM]);
    else
        snprintf(name, size, "extra%zu", c - LF_LEDGER_DIM + 1);
}

static const char *tail_unit(const lf_bodies *B, size_t c)
{
    const char *const *units = B->forces->extra_unit;
    if (c < LF_LEDGER_DIM)
        return "J";
    return units ? units[c - LF_LEDGER_DIM] : "";
}

/* Names of storage components: [component][body], then the tail. */
static void bodies_column(const lf_problem *P, size_t c, char *name, size_t size)
{
    const lf_bodies *B = lf_problem_bodies(P);
    if (c >= LF_BODY_DIM * B->count) {
        tail_column(B, c - LF_BODY_DIM * B->count, name, size);
        return;
    }
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
    const size_t count = lf_problem_bodies(P)->count;
    return k < LF_BODY_DIM * count ? k % LF_BODY_DIM * count + k / LF_BODY_DIM : k;
}

static const char *bodies_unit(const lf_problem *P, size_t c)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const size_t component = c / B->count;
    const bool lagrangian = lf_form_lagrangian(B->form);
    if (component >= LF_BODY_DIM)
        return tail_unit(B, c - LF_BODY_DIM * B->count);
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

#define CLOSEST                                                              \
    {                                                                        \
        "closest", "smallest distance between two bodies", lf_bodies_closest \
    }
#define ENERGY                                                                        \
    {                                                                                 \
        "energy", "kinetic and potential energy", lf_bodies_energy, .panel = "energy" \
    }
static const lf_invariant bodies_outputs[] = {CLOSEST, {NULL, NULL, NULL}};
static const lf_invariant forced_outputs[] = {ENERGY, {NULL, NULL, NULL}};
static const lf_invariant forced_guarded_outputs[] = {ENERGY, CLOSEST, {NULL, NULL, NULL}};

static const lf_group *const turning_group[] = {&lf_so3};
static const lf_action *const turning_action[] = {&lf_so3_right};

/* The factors beyond the four: the ledger, and what a model adds. */
static size_t tail_space(const lf_bodies *B, lf_bodies_space *space)
{
    size_t k = 4;
    if (!lf_bodies_forced(B))
        return k;
    space->ledger_group = lf_group_rn(LF_LEDGER_DIM);
    space->ledger = lf_action_translation(&space->ledger_group);
    space->ledger.kind = LF_ACTION_LEDGER;
    space->groups[k] = &space->ledger_group;
    space->actions[k++] = &space->ledger;
    if (!B->forces->extra)
        return k;
    space->extra_group = lf_group_rn(B->forces->extra);
    space->extra = lf_action_translation(&space->extra_group);
    space->groups[k] = &space->extra_group;
    space->actions[k++] = &space->extra;
    return k;
}

static void bodies_space(const lf_bodies *B, lf_bodies_space *space)
{
    const size_t count = B->count;
    space->vectors = lf_group_rn(3 * count);
    space->rotations = lf_group_power(turning_group, count);
    space->translation = lf_action_translation(&space->vectors);
    space->turning = lf_action_power(&space->rotations, turning_action, count);
    for (size_t k = 0; k < 4; k++) {
        space->groups[k] = k == 2 ? &space->rotations : &space->vectors;
        space->actions[k] = k == 2 ? &space->turning : &space->translation;
    }
    const size_t factors = tail_space(B, space);
    space->group = lf_group_product(factors, space->groups);
    space->action = lf_action_bodies(&space->group, factors, space->actions);
    space->group.name = factors > 4 ? "(R^6 x SO(3) x R^3)^n x R^k" : "(R^6 x SO(3) x R^3)^n";
}

/* What the problem can beside its field. */
static void bodies_traits(const lf_bodies *B, bool guarded, lf_bodies_space *space)
{
    lf_trait *trait = space->traits;
    space->guard = (lf_guard){.name = bodies_outputs[0].name,
                              .doc = bodies_outputs[0].doc,
                              .value = lf_bodies_closest,
                              .bound = B->collision};
    space->ambient = inertial_ambient;
    if (lf_bodies_forced(B))
        space->ambient = (lf_ambient){lf_bodies_forced_ambient, lf_bodies_forced_work(B)};
    *trait++ = (lf_trait){LF_TRAIT_BODIES, B};
    if (!lf_form_relative(B->form))
        *trait++ = (lf_trait){LF_TRAIT_AMBIENT, &space->ambient};
    if (B->form == LF_INERTIAL_HAMILTONIAN)
        *trait++ = (lf_trait){LF_TRAIT_SPLITTING, lf_bodies_splitting(B)};
    if (guarded)
        *trait++ = (lf_trait){LF_TRAIT_GUARD, &space->guard};
    *trait = (lf_trait){LF_TRAIT_END, NULL};
}

lf_problem lf_problem_from_bodies(const char *name, const lf_bodies *B, lf_bodies_space *space)
{
    const bool guarded = B->count > 1 && !B->unguarded, forced = lf_bodies_forced(B);
    bodies_space(B, space);
    bodies_traits(B, guarded, space);
    lf_problem P = {
        .name = name,
        .action = &space->action,
        .field = lf_form_relative(B->form) ? lf_bodies_relative_field : lf_bodies_inertial_field,
        .field_work = lf_form_relative(B->form) ? 6 : 0,
        .ctx = B,
        .traits = space->traits,
        .invariants = B->external ? lf_bodies_external_invariants : lf_bodies_invariants,
        .outputs = guarded ? bodies_outputs : NULL,
        .names = &bodies_names,
    };
    if (forced) {
        P.field = lf_bodies_forced_field;
        P.field_work = lf_bodies_forced_work(B);
        P.invariants = lf_bodies_forced_invariants;
        P.outputs = guarded ? forced_guarded_outputs : forced_outputs;
    }
    return P;
}
