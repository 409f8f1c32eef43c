/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.h - the problems of the benchmark, as the library sees them: the two models, and the
 * same equations given directly on R^3 and R^6, by a field over lanes or for a single point. */
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include <lieflow/lieflow.h>

#include <stdio.h>
#include <stdlib.h>

#include "classical.h"

enum { SCENE_MAX_DIM = 6 };

typedef struct {
    const char *name;
    const char *model; /* whose parameters and start it takes */
    enum { ON_MANIFOLD, BY_LANES, BY_POINT } kind;
    size_t dim;
    lf_problem problem;
    lf_problem ambient; /* what classical methods step on: the problem itself if it is flat */
    double start[SCENE_MAX_DIM];
    constants c;
    lf_ambient_space space;
    lf_group group;
    lf_action action;
    lf_point_field point;
    _Alignas(16) unsigned char self[LF_MODEL_MAX_SIZE];
} scene;

static scene scenes[] = {
    {.name = "free-rigid-body", .model = "free-rigid-body", .kind = ON_MANIFOLD},
    {.name = "heavy-top", .model = "heavy-top", .kind = ON_MANIFOLD},
    {.name = "free-rigid-body-r3", .model = "free-rigid-body", .kind = BY_LANES},
    {.name = "heavy-top-r6", .model = "heavy-top", .kind = BY_LANES},
    {.name = "free-rigid-body-point", .model = "free-rigid-body", .kind = BY_POINT},
    {.name = "heavy-top-point", .model = "heavy-top", .kind = BY_POINT},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* ---- fields as a user would write them ------------------------------------------------------ */

static lf_status scene_body_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                  double *f, double *work)
{
    const size_t n = L->n;
    (void)work;
    if (n == 1)
        body_lanes(1, P->ctx, y, f);
    else
        body_lanes(n, P->ctx, y, f);
    return LF_OK;
}

static lf_status scene_top_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                                 double *work)
{
    const size_t n = L->n;
    (void)work;
    if (n == 1)
        top_lanes(1, P->ctx, y, f);
    else
        top_lanes(n, P->ctx, y, f);
    return LF_OK;
}

static lf_status scene_body_point(const void *ctx, size_t trajectory, double t, const double *y,
                                  double *f)
{
    (void)trajectory;
    (void)t;
    body_lanes(1, ctx, y, f);
    return LF_OK;
}

static lf_status scene_top_point(const void *ctx, size_t trajectory, double t, const double *y,
                                 double *f)
{
    (void)trajectory;
    (void)t;
    top_lanes(1, ctx, y, f);
    return LF_OK;
}

/* ---- building ------------------------------------------------------------------------------- */

/* The member of the model's struct called `name`. */
static const double *scene_member(const lf_model *model, const scene *s, const char *name)
{
    const lf_param *row = lf_param_find(model->params, name);
    if (!row) {
        fprintf(stderr, "%s has no parameter %s\n", model->name, name);
        exit(2);
    }
    return (const double *)(const void *)(s->self + row->offset);
}

static void scene_constants(scene *s, const lf_model *model)
{
    const double *inertia = scene_member(model, s, "inertia");
    const bool top = s->dim == 6;
    for (int k = 0; k < 3; k++) {
        s->c.inverse[k] = 1 / inertia[k];
        s->c.force[k] = top ? *scene_member(model, s, "c") * scene_member(model, s, "chi")[k] : 0;
    }
}

static void scene_flatten(scene *s)
{
    const bool top = s->dim == 6;
    s->group = lf_group_rn(s->dim);
    s->action = lf_action_translation(&s->group);
    s->point = (lf_point_field){top ? scene_top_point : scene_body_point, &s->c};
    if (s->kind == BY_POINT)
        s->problem = lf_problem_from_point(s->name, &s->action, &s->point);
    else
        s->problem = (lf_problem){.name = s->name,
                                  .action = &s->action,
                                  .field = top ? scene_top_field : scene_body_field,
                                  .ctx = &s->c};
    s->ambient = s->problem;
}

static void scene_build(scene *s)
{
    char why[200] = "no such model";
    const lf_model *model = lf_model_find(s->model);
    if (model)
        lf_param_defaults(model->params, s->self);
    if (!model || model->build(s->self, &s->problem, s->start, why, sizeof why) != LF_OK) {
        fprintf(stderr, "%s: %s\n", s->model, why);
        exit(2);
    }
    s->dim = s->problem.action->dim;
    scene_constants(s, model);
    if (s->kind == ON_MANIFOLD)
        s->ambient = lf_problem_ambient(&s->problem, &s->space);
    else
        scene_flatten(s);
}

/* Lane i starts a little further out than lane 0, which has the model's own data. */
static void scene_start(const scene *s, size_t n, double *y)
{
    for (size_t d = 0; d < s->dim; d++)
        for (size_t i = 0; i < n; i++)
            y[d * n + i] = s->start[d] * (1 + (double)i / 1024);
}

#endif
