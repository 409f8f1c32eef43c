/* SPDX-License-Identifier: BSD-3-Clause */
/* problem.c - problems made of problems: the ambient view, and fields written for one point. */
#include <lieflow/problem.h>

#include <stdio.h>

/* F(t, y) = generator of f(t, y) at y; work: f, then what the inner field and the action need */
static lf_status ambient_field(const lf_problem *P, size_t n, const double *t, const double *y,
                               double *F, double *work)
{
    const lf_problem *inner = P->inner;
    double *f = work, *rest = work + inner->action->group->dim * n;
    const lf_status s = inner->field(inner, n, t, y, f, rest);
    if (s == LF_OK)
        inner->action->ops->generator(inner->action, n, f, y, F, rest);
    return s;
}

lf_problem lf_problem_ambient(const lf_problem *P, lf_ambient_space *space)
{
    space->group = lf_group_rn(P->action->dim);
    space->action = lf_action_translation(&space->group);
    const size_t action_work = lf_action_work(P->action, 1);
    lf_problem ambient = *P;
    ambient.action = &space->action;
    ambient.field = ambient_field;
    ambient.field_work =
        P->action->group->dim + (P->field_work > action_work ? P->field_work : action_work);
    if (P->ambient) {
        ambient.field = P->ambient;
        ambient.field_work = P->ambient_work;
    }
    ambient.inner = P;
    return ambient;
}

static lf_status point_field(const lf_problem *P, size_t n, const double *t, const double *y,
                             double *f, double *work)
{
    const lf_point *point = P->ctx;
    const size_t dim = P->action->dim, rate = P->action->group->dim;
    double *one = work, *value = work + dim;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < dim; c++)
            one[c] = y[c * n + i];
        const lf_status s = point->field(point->ctx, t[i], one, value);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < rate; c++)
            f[c * n + i] = value[c];
    }
    return LF_OK;
}

lf_problem lf_problem_from_point(const char *name, const lf_action *A, const lf_point *point)
{
    return (lf_problem){
        .name = name,
        .action = A,
        .field = point_field,
        .field_work = A->dim + A->group->dim,
        .has = LF_HAS_FIELD,
        .ctx = point,
    };
}

void lf_problem_column(const lf_problem *P, size_t c, char *name, size_t size)
{
    if (P->column)
        P->column(P, c, name, size);
    else if (P->columns)
        snprintf(name, size, "%s", P->columns[c]);
    else
        snprintf(name, size, "y%zu", c + 1);
}

const char *lf_problem_lacks(const lf_problem *P, unsigned needs)
{
    const unsigned missing = needs & ~P->has;
    if (missing & LF_HAS_FIELD)
        return "a field f(t, y)";
    if (missing & LF_HAS_TIME_FIELD)
        return "a field that depends on time alone";
    if (missing & LF_HAS_SECOND_ORDER)
        return "a second-order form";
    if (missing & LF_HAS_HAMILTONIAN)
        return "a Hamiltonian on a cotangent bundle";
    if (missing & LF_HAS_ENERGY)
        return "an energy with its differential on a group";
    if (missing & LF_HAS_SPLITTING)
        return "pieces with exact flows";
    if (missing & LF_HAS_EXACT)
        return "an exact flow";
    if (missing & LF_HAS_BODIES)
        return "rigid bodies in a potential";
    return NULL;
}
