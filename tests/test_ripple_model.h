/* SPDX-License-Identifier: BSD-3-Clause */
/* test_ripple_model.h - a model with a display: heat on a circle, or on a torus of 20 by 15 places, whose points
 * are the coefficients of 20 waves and whose rows show a function at 300 places. */
#ifndef TEST_RIPPLE_MODEL_H
#define TEST_RIPPLE_MODEL_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/model.h>

enum { RIPPLE_WAVES = 20, RIPPLE_DIM = 2 * RIPPLE_WAVES, RIPPLE_SHOWN = 300, RIPPLE_ACROSS = 20 };

typedef struct {
    double size;
    int shape; /* line, plane, list */
    lf_group group;
    lf_action action;
    lf_point_field point;
    lf_domain domain;
    lf_display display;
    lf_trait traits[2];
} ripple;

/* Wave k = 0, 1, .. falls like e^(-(k + 1) t / 10). */
static inline lf_status ripple_field(const void *ctx, size_t trajectory, double t, const double *y,
                                     double *f)
{
    (void)ctx, (void)trajectory, (void)t;
    for (size_t c = 0; c < RIPPLE_DIM; c++)
        f[c] = -0.1 * (double)(c / 2 + 1) * y[c];
    return LF_OK;
}

/* The function at place i of one point, whose component c stands at y[c*n]. */
static inline double ripple_at(const double *y, size_t n, size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < RIPPLE_WAVES; k++) {
        const double angle = 6.283185307179586 * (double)((k + 1) * i) / RIPPLE_SHOWN;
        sum += y[2 * k * n] * cos(angle) + y[(2 * k + 1) * n] * sin(angle);
    }
    return sum;
}

/* The scratch is asked for to see that it is handed over. */
static inline void ripple_show(const lf_problem *P, const lf_lanes *L, const double *y,
                               double *shown, double *work)
{
    (void)P;
    for (size_t i = 0; i < RIPPLE_SHOWN; i++)
        for (size_t lane = 0; lane < L->n; lane++) {
            work[i * L->n + lane] = ripple_at(y + lane, L->n, i);
            shown[i * L->n + lane] = work[i * L->n + lane];
        }
}

static inline void ripple_name(const lf_problem *P, size_t c, char *text, size_t size)
{
    (void)P;
    snprintf(text, size, "u%zu", c + 1);
}

/* The first coefficient, what it tends to, and half of it as an error. */
static inline void ripple_first(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P;
    memcpy(q, y, L->n * sizeof *q);
}

static inline void ripple_level(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P, (void)y;
    for (size_t i = 0; i < L->n; i++)
        q[i] = 0.125;
}

static inline void ripple_half(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P;
    for (size_t i = 0; i < L->n; i++)
        q[i] = 0.5 * y[i];
}

/* An average over time of something that is 1 and -1 by turns of one unit each. */
static inline void ripple_turns(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P, (void)y;
    for (size_t i = 0; i < L->n; i++) {
        const double t = L->t[i], rest = fmod(t, 2);
        q[i] = (rest <= 1 ? rest : 2 - rest) / t; /* NaN at the start */
    }
}

static inline lf_status ripple_build(void *self_, lf_problem *P, double *y0, char *why,
                                     size_t why_size)
{
    static const lf_domain_part part = {.name = "height", .diverging = true};
    static const lf_invariant outputs[] = {
        {"first", "the first coefficient", ripple_first, "coefficients", .guide = ripple_level},
        {"again", "the same", ripple_first, "coefficients", .error = ripple_half},
        {"turns", "an average", ripple_turns, "averages", .average = true},
        {NULL}};
    ripple *self = self_;
    (void)why, (void)why_size;
    self->group = lf_group_rn(RIPPLE_DIM);
    self->action = lf_action_translation(&self->group);
    self->point = (lf_point_field){ripple_field, self};
    const bool plane = self->shape == 1;
    self->domain = (lf_domain){.nx = plane ? RIPPLE_ACROSS : RIPPLE_SHOWN,
                               .ny = plane ? RIPPLE_SHOWN / RIPPLE_ACROSS : 1,
                               .x = -1,
                               .dx = plane ? 0.1 : 0.01,
                               .y = 5,
                               .dy = 0.1,
                               .parts = 1,
                               .part = &part};
    self->display = (lf_display){.dim = RIPPLE_SHOWN,
                                 .show = ripple_show,
                                 .work = RIPPLE_SHOWN,
                                 .name = ripple_name,
                                 .domain = self->shape == 2 ? NULL : &self->domain};
    self->traits[0] = (lf_trait){LF_TRAIT_DISPLAY, &self->display};
    self->traits[1] = (lf_trait){LF_TRAIT_END, NULL};
    *P = lf_problem_from_point("ripple", &self->action, &self->point);
    P->traits = self->traits;
    P->outputs = outputs;
    for (size_t c = 0; c < RIPPLE_DIM; c++)
        y0[c] = self->size / (double)(c + 1);
    return LF_OK;
}

static inline lf_status ripple_exact(const void *self_, double t, double *y)
{
    const ripple *self = self_;
    for (size_t c = 0; c < RIPPLE_DIM; c++)
        y[c] = self->size / (double)(c + 1) * exp(-0.1 * (double)(c / 2 + 1) * t);
    return LF_OK;
}

static const lf_param ripple_params[] = {
    {"size", LF_REAL, 1, offsetof(ripple, size), "", "1", NULL, 0, 1e9, 1, "of the start"},
    {"shape", LF_CHOICE, 1, offsetof(ripple, shape), "", "line", "line|plane|list", 0, 0, 0,
     "what it lives on"},
    LF_PARAM_END};

static const lf_model ripple_model = {.size = sizeof(lf_model),
                                      .name = "ripple",
                                      .doc = "heat that is shown at 300 places",
                                      .formula = "u' = u''/10",
                                      .cite = "-",
                                      .params = ripple_params,
                                      .self_size = sizeof(ripple),
                                      .t_end = 20,
                                      .step = 0.5,
                                      .method = "rkmk4",
                                      .build = ripple_build,
                                      .exact = ripple_exact};

#endif
