/* SPDX-License-Identifier: BSD-3-Clause */
/* problem.c - problems made of problems: the ambient view, and fields written for one point. */
#include <lieflow/problem.h>

#include <math.h>
#include <stdlib.h>

#include "action/frames.h"
#include "base/poll.h"
#include "problem/bodies_math.h"

/* F(t, y) = generator of f(t, y) at y; work: f, then what the inner field and the action need */
static lf_status ambient_field(const lf_problem *P, const lf_lanes *L, const double *y, double *F,
                               double *work)
{
    const lf_problem *inner = P->ctx;
    double *f = work, *rest = work + inner->action->group->dim * L->n;
    const lf_status s = inner->field(inner, L, y, f, rest);
    return s == LF_OK ? lf_action_generator(inner->action, L->n, f, y, F, rest) : s;
}

/* The same where the field's value is y' itself, as on frames: a long point is not copied. */
static lf_status ambient_plain(const lf_problem *P, const lf_lanes *L, const double *y, double *F,
                               double *work)
{
    const lf_problem *inner = P->ctx;
    return inner->field(inner, L, y, F, work);
}

/* The traits that still hold in the ambient view, and where it comes from. Those whose functions
 * read the problem's ctx are called with the problem on the manifold. */
static void ambient_traits(const lf_problem *P, lf_ambient_space *space)
{
    size_t count = 0;
    space->traits[count++] = (lf_trait){LF_TRAIT_VIEW, P};
    for (const lf_trait *T = P->traits; T && T->tag != LF_TRAIT_END; T++)
        if (T->tag != LF_TRAIT_VIEW && count < LF_TRAIT_COUNT)
            space->traits[count++] = *T;
    space->traits[count] = (lf_trait){LF_TRAIT_END, NULL};
}

lf_problem lf_problem_ambient(const lf_problem *P, lf_ambient_space *space)
{
    const lf_ambient *own = lf_problem_trait(P, LF_TRAIT_AMBIENT);
    const size_t action_work = lf_action_work(P->action, 1);
    size_t first;
    space->group = lf_group_rn(P->action->dim);
    space->action = lf_action_translation(&space->group);
    space->action.alone = P->action->alone;
    ambient_traits(P, space);
    lf_problem ambient = *P;
    ambient.action = &space->action;
    ambient.traits = space->traits;
    if (own) {
        ambient.field = own->field;
        ambient.field_work = own->work;
        return ambient;
    }
    ambient.ctx = P;
    if (lf_action_lone_frame(P->action, &first)) {
        ambient.field = ambient_plain;
        return ambient;
    }
    ambient.field = ambient_field;
    ambient.field_work =
        P->action->group->dim + (P->field_work > action_work ? P->field_work : action_work);
    return ambient;
}

static lf_status point_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const lf_point_field field = *(const lf_point_field *)P->ctx;
    const lf_lanes lanes = *L; /* copies: a call might change what pointers lead to */
    const size_t n = lanes.n, dim = P->action->dim, rate = P->action->group->dim;
    double *one = work, *value = work + dim;
    if (n == 1)
        return field.value(field.ctx, lf_lanes_trajectory(&lanes, 0), lanes.t[0], y, f);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < dim; c++)
            one[c] = y[c * n + i];
        const lf_status s =
            field.value(field.ctx, lf_lanes_trajectory(&lanes, i), lanes.t[i], one, value);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < rate; c++)
            f[c * n + i] = value[c];
    }
    return LF_OK;
}

lf_problem lf_problem_from_point(const char *name, const lf_action *A, const lf_point_field *field)
{
    return (lf_problem){
        .name = name,
        .action = A,
        .field = point_field,
        .field_work = A->dim + A->group->dim,
        .ctx = field,
    };
}

double lf_problem_value(const lf_problem *P, lf_quantity *quantity, double t, const double *y)
{
    double *work = P->quantity_work ? malloc(P->quantity_work * sizeof *work) : NULL;
    const lf_lanes one = {.n = 1, .t = &t, .work = work};
    double value = NAN;
    if (work || P->quantity_work == 0)
        quantity(P, &one, y, &value);
    free(work);
    return value;
}

double lf_invariant_scale(const lf_problem *P, size_t k, double t, const double *y)
{
    P = lf_problem_on_manifold(P);
    const lf_scales *known = lf_problem_trait(P, LF_TRAIT_SCALES);
    if (!known && lf_problem_bodies(P))
        known = lf_bodies_scales(P);
    const double value = fabs(lf_problem_value(P, P->invariants[k].value, t, y));
    const double size =
        known && known->size[k] ? fabs(lf_problem_value(P, known->size[k], t, y)) : 0;
    return size > value ? size : value;
}

lf_status lf_problem_rate(const lf_problem *P, double t, const double *y, double *f, double *work)
{
    const lf_lanes one = {.n = 1, .t = &t};
    return P->field(P, &one, y, f, work);
}

const char *lf_trait_name(lf_trait_tag tag)
{
    static const char *const names[LF_TRAIT_COUNT] = {
        [LF_TRAIT_TIME_FIELD] = "a field that depends on time alone",
        [LF_TRAIT_SECOND_ORDER] = "a second-order form",
        [LF_TRAIT_HAMILTONIAN] = "a Hamiltonian on a cotangent bundle",
        [LF_TRAIT_ENERGY] = "an energy with its differential on a group",
        [LF_TRAIT_SPLITTING] = "pieces with exact flows",
        [LF_TRAIT_EXACT] = "an exact flow",
        [LF_TRAIT_BODIES] = "rigid bodies in a potential",
        [LF_TRAIT_GUARD] = "a guarded quantity",
        [LF_TRAIT_AMBIENT] = "an equation in the ambient space",
        [LF_TRAIT_MIDPOINT] = "bursts of midpoint steps",
        [LF_TRAIT_VIEW] = "a problem on the manifold",
        [LF_TRAIT_SCALES] = "sizes of the parts of its invariants",
        [LF_TRAIT_GUARD_RATE] = "a rate of its guarded quantity",
        [LF_TRAIT_SEMILINEAR] = "a linear operator, u' = L u + N(t, u)",
        [LF_TRAIT_COST] = "a cost with its gradient",
        [LF_TRAIT_DISPLAY] = "numbers that rows show in place of a point",
        [LF_TRAIT_PACE] = "a largest frequency",
        [LF_TRAIT_BREAKS] = "times at which the field jumps or has a kink",
    };
    return (unsigned)tag < LF_TRAIT_COUNT && names[tag] ? names[tag] : "unknown";
}

lf_quantity *lf_problem_guard_rate(const lf_problem *P)
{
    const lf_guard_rate *given = lf_problem_trait(P, LF_TRAIT_GUARD_RATE);
    const lf_guard *guard = lf_problem_guard(P);
    if (given)
        return given->rate;
    return guard && guard->value == lf_bodies_closest ? lf_bodies_closing : NULL;
}

const char *lf_problem_lacks(const lf_problem *P, unsigned needs)
{
    for (unsigned tag = LF_TRAIT_END + 1; tag < LF_TRAIT_COUNT; tag++)
        if ((needs & LF_NEEDS(tag)) && !lf_problem_trait(P, (lf_trait_tag)tag))
            return lf_trait_name((lf_trait_tag)tag);
    return NULL;
}

lf_status lf_tally_ask(lf_tally *tally)
{
    enum { MOST = 1 << 20 };
    lf_poller *p = lf_poller_present();
    bool soon = true;
    if (!p)
        return LF_OK;
    const bool stop = lf_poller_look(p, &soon);
    if (soon && tally->pace < MOST)
        tally->pace = 2 * tally->pace + 1;
    else if (!soon)
        tally->pace /= 2;
    tally->ask = tally->evaluations + tally->pace + 1;
    return stop ? LF_STOPPED : LF_OK;
}
