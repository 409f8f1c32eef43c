/* SPDX-License-Identifier: BSD-3-Clause */
/* test_lyapunov_model.h - the model lyapunov with any settings, and what its points say. */
#ifndef LF_TEST_LYAPUNOV_MODEL_H
#define LF_TEST_LYAPUNOV_MODEL_H

#include "support/support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/lieflow.h>

enum { MOST = 4096 };

/* The model with settings "key=value;...", any size. */
typedef struct {
    _Alignas(16) char self[LF_MODEL_MAX_SIZE];
    lf_problem P;
    double *room, *y;
    const lf_lyapunov *l;
    char why[256];
} exponents;

static inline void setting(exponents *e, char *text)
{
    const lf_model *model = lf_model_find("lyapunov");
    char *value = strchr(text, '='), why[256];
    assert_non_null(value);
    *value++ = '\0';
    const lf_param *row = lf_param_find(model->params, text);
    assert_non_null(row);
    if (lf_param_set(row, e->self, value, why, sizeof why) != LF_OK)
        fail_msg("%s = %s: %s", text, value, why);
}

static inline lf_status build(exponents *e, const char *settings)
{
    const lf_model *model = lf_model_find("lyapunov");
    char text[512], *next = text;
    lf_param_defaults(model->params, e->self);
    snprintf(text, sizeof text, "%s", settings);
    while (next && *next) {
        char *one = next;
        next = strchr(one, ';');
        if (next)
            *next++ = '\0';
        setting(e, one);
    }
    const size_t dim = model->dim(e->self), room = model->room(e->self);
    e->y = calloc(dim + 1, sizeof *e->y);
    e->room = calloc(room + 1, sizeof *e->room);
    assert_true(e->y && e->room);
    e->why[0] = 0;
    model->give(e->self, e->room);
    const lf_status s = model->build(e->self, &e->P, e->y, e->why, sizeof e->why);
    e->l = s == LF_OK ? e->P.ctx : NULL;
    return s;
}

static inline void make(exponents *e, const char *settings)
{
    if (build(e, settings) != LF_OK)
        fail_msg("%s: %s", settings, e->why);
}

static inline void drop(exponents *e)
{
    free(e->y);
    free(e->room);
}

static inline lf_options until(double t, double h)
{
    lf_options opt = lf_options_default();
    opt.t1 = t;
    opt.h = h;
    return opt;
}

static inline void march(const exponents *e, const char *method, const lf_options *opt, double *y)
{
    lf_stats stats;
    if (lf_solve(&e->P, lf_method_find(method), opt, 1, y, NULL, &stats) != LF_OK)
        fail_msg("%s: %s", method, stats.message);
}

static inline lf_lyapunov_total read_point(const exponents *e, const double *y, double *lambda,
                                           double *errors)
{
    static double work[8 * MOST];
    lf_lyapunov_total total;
    assert_true(lf_lyapunov_work(e->l) <= sizeof work / sizeof *work);
    assert_int_equal(lf_lyapunov_read(e->l, y, lambda, errors, &total, work), LF_OK);
    return total;
}

#endif
