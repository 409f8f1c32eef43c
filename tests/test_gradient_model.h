/* SPDX-License-Identifier: BSD-3-Clause */
/* test_gradient_model.h - models of gradient flows, built by settings with long lists. */
#ifndef LF_TEST_GRADIENT_MODEL_H
#define LF_TEST_GRADIENT_MODEL_H

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/run.h>

enum { MOST_NUMBERS = 32768, MOST_LETTERS = 4096 };

typedef struct {
    lf_scenario *S;
    lf_problem P;
    double y[MOST_NUMBERS];
    size_t dim, group;
} gradient_model;

/* The model with "key=value;key=value"; answers what building it did, and closes it unless LF_OK. */
static inline lf_status gradient_build(gradient_model *m, const char *model, const char *settings)
{
    char text[MOST_LETTERS], *next = text;
    m->S = lf_scenario_new();
    assert_int_equal(lf_scenario_set_model(m->S, model, NULL), LF_OK);
    snprintf(text, sizeof text, "%s", settings);
    while (next && *next) {
        char *key = next, *value = strchr(key, '=');
        next = strchr(key, ';');
        if (next)
            *next++ = 0;
        *value++ = 0;
        if (lf_scenario_set(m->S, key, value, NULL) != LF_OK)
            fail_msg("%s", lf_scenario_why(m->S));
    }
    assert_true(lf_scenario_dim(m->S) <= MOST_NUMBERS);
    const lf_status s = lf_scenario_build(m->S, &m->P, m->y);
    if (s == LF_OK) {
        m->dim = m->P.action->dim;
        m->group = m->P.action->group->dim;
    }
    return s;
}

static inline void gradient_open(gradient_model *m, const char *model, const char *settings)
{
    if (gradient_build(m, model, settings) != LF_OK)
        fail_msg("%s", lf_scenario_why(m->S));
}

static inline void gradient_close(gradient_model *m)
{
    lf_scenario_free(m->S);
}

/* March from the model's start into y. */
static inline lf_stats gradient_march(const gradient_model *m, const char *method, double t,
                                      size_t steps, double *y)
{
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t1 = t;
    opt.h = t / (double)steps;
    opt.watch = 1;
    memcpy(y, m->y, m->dim * sizeof *y);
    if (lf_solve(&m->P, lf_method_find(method), &opt, 1, y, NULL, &stats) != LF_OK)
        fail_msg("%s by %s: %s", m->P.name, method, stats.message);
    return stats;
}

static inline double gradient_output(const lf_problem *P, const char *name, double t,
                                     const double *y)
{
    for (const lf_invariant *o = P->outputs; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return lf_problem_value(P, o->value, t, y);
    fail_msg("%s has no output %s", P->name, name);
    return NAN;
}

#endif
