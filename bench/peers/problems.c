/* SPDX-License-Identifier: BSD-3-Clause */
/* problems.c - the problems P1, P1R, P2, P3, P4 and ensembles of the first and the third. */
#include "peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHAIN_OF(n)                                                                       \
    {                                                                                     \
        .name = "P3-" #n, .doc = "pendulum chain, " #n " links",                          \
        .ode = {.kind = CHAIN, .dim = 6 * n, .t_end = 3, .f = ode_chain_rhs}, .lanes = 1, \
        .links = n                                                                        \
    }

problem problems[] = {
    {.name = "P1",
     .doc = "free rigid body",
     .ode = {.kind = BODY, .dim = 3, .t_end = 100, .f = ode_body},
     .lanes = 1},
    {.name = "P1R",
     .doc = "free rigid body with attitude",
     .ode = {.kind = ATTITUDE, .dim = 7, .t_end = 100, .f = ode_attitude},
     .lanes = 1},
    {.name = "P2",
     .doc = "heavy top on se(3)*",
     .ode = {.kind = TOP, .dim = 6, .t_end = 100, .f = ode_top},
     .lanes = 1},
    CHAIN_OF(2),
    CHAIN_OF(20),
    CHAIN_OF(100),
    CHAIN_OF(1000),
    {.name = "P4",
     .doc = "two dumbbells",
     .ode = {.kind = DUMBBELLS, .dim = 26, .t_end = 30, .f = ode_dumbbells},
     .lanes = 1},
    {.name = "E1",
     .doc = "64 free rigid bodies, time for one",
     .ode = {.kind = BODY, .dim = 3, .t_end = 100, .f = ode_body},
     .lanes = 64},
    {.name = "E2",
     .doc = "64 heavy tops, time for one",
     .ode = {.kind = TOP, .dim = 6, .t_end = 100, .f = ode_top},
     .lanes = 64},
};
const size_t problem_count = sizeof problems / sizeof problems[0];

static const char *const model_of[] = {
    [BODY] = "free-rigid-body",
    [ATTITUDE] = "free-rigid-body-attitude",
    [TOP] = "heavy-top",
    [CHAIN] = "pendulum-chain",
};

static bool set(const lf_model *model, void *self, const char *name, const char *text)
{
    char why[200];
    const lf_param *row = lf_param_find(model->params, name);
    if (row && lf_param_set(row, self, text, why, sizeof why) == LF_OK)
        return true;
    fprintf(stderr, "%s: cannot set %s\n", model->name, name);
    return false;
}

/* Our view: form 0, or 1 with the attitude as a matrix. The defaults are the problem's data. */
static bool build_form(problem *p, int form, double *y0)
{
    char why[200], number[40];
    const lf_model *model = lf_model_find(model_of[p->ode.kind]);
    void *self = p->self[form];
    if (!model)
        return false;
    lf_param_defaults(model->params, self);
    snprintf(number, sizeof number, "%zu", p->links);
    if (p->links && !set(model, self, "n", number))
        return false;
    if (p->ode.kind == ATTITUDE && !set(model, self, "attitude", form ? "matrix" : "quaternion"))
        return false;
    if (model->build(self, &p->lie[form], y0, why, sizeof why) == LF_OK)
        return true;
    fprintf(stderr, "%s: %s\n", p->name, why);
    return false;
}

/* Lanes of an ensemble differ by up to a fifth in every component; lane 0 has the model's data. */
static void spread(const problem *p, const double *y0)
{
    for (size_t c = 0; c < p->ode.dim; c++)
        for (size_t i = 0; i < p->lanes; i++)
            p->start[c * p->lanes + i] = y0[c] * (1 + 0.2 * sin(1.7 * (double)(i * (c + 1))));
}

bool problem_build(problem *p)
{
    const size_t dim = p->ode.dim;
    double y0[LF_MODEL_MAX_DIM];
    p->start = calloc(dim * p->lanes, sizeof *p->start);
    p->reference = calloc(dim * p->lanes, sizeof *p->reference);
    if (p->ode.kind == DUMBBELLS)
        return p->start && p->reference && dumbbells_build(p);
    p->chain = (ode_chain){p->links, 9.81, calloc(2 * p->links + 1, sizeof(double))};
    p->ode.ctx = &p->chain;
    if (!p->start || !p->reference || !p->chain.scratch)
        return false;
    if (p->ode.kind == ATTITUDE && !build_form(p, 1, y0))
        return false;
    if (p->links)
        return build_form(p, 0, p->start);
    if (!build_form(p, 0, y0))
        return false;
    spread(p, y0);
    return true;
}

void problem_free(problem *p)
{
    free(p->start);
    free(p->reference);
    free(p->chain.scratch);
}

double problem_error(const problem *p, const double *y)
{
    double worst = 0;
    for (size_t i = 0; i < p->ode.dim * p->lanes; i++) {
        const double e = fabs(y[i] - p->reference[i]);
        if (!(e <= worst)) /* NaN wins */
            worst = e;
    }
    return worst;
}
