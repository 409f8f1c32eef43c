/* SPDX-License-Identifier: BSD-3-Clause */
/* torus.c - the torus S^1 x S^1, moved by SO(2) x SO(2), and the way to the plane y = 8 that is as
 * short as the horn torus ((1 + cos th) cos ph, (1 + cos th) sin ph, sin th) in space lets it be:
 *
 *   cost = ((1 + cos th) sin ph - 8)^2,      th' = -dcost/dth, ph' = -dcost/dph.
 *
 * Celledoni, Marthinsen, Owren 2014, section 4.1 and figure 5. The text prints |..| for the cost; the
 * numbers gamma and delta that it prints are the gradient of the square, but for a parenthesis that
 * C = 2 ((1 + cos th) sin ph - 8) lacks. The group commutes, so every method is the classical one in
 * the angles. */
#include "model/models.h"

#include <lieflow/gradient.h>

#include <math.h>

typedef struct {
    double theta, phi; /* at the start */
    int order;         /* 0 first, 1 second */
    double damping, velocity[2];
    lf_gradient flow;
    lf_group group;
    lf_action action;
    const lf_group *groups[2];
    const lf_action *actions[2];
} torus;

/* A point is (cos th, sin th, cos ph, sin ph). */
static double torus_cost(const void *ctx, size_t trajectory, double t, const double *y,
                         double *work)
{
    const double away = (1 + y[0]) * y[3] - 8;
    (void)ctx, (void)trajectory, (void)t, (void)work;
    return away * away;
}

static lf_status torus_differential(const void *ctx, size_t trajectory, double t, const double *y,
                                    double *m, double *work)
{
    const double C = 2 * ((1 + y[0]) * y[3] - 8);
    (void)ctx, (void)trajectory, (void)t, (void)work;
    m[0] = -C * y[1] * y[3];
    m[1] = C * (1 + y[0]) * y[2];
    return LF_OK;
}

static void torus_theta(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++)
        q[i] = atan2(y[n + i], y[i]);
}

static void torus_phi(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        const double angle = atan2(y[3 * n + i], y[2 * n + i]);
        q[i] = angle < 0 ? angle + 6.283185307179586 : angle;
    }
}

static const lf_invariant torus_outputs[] = {
    {"theta", "angle round the tube, from -pi to pi", torus_theta, "angles"},
    {"phi", "angle round the axis, from 0 to 2 pi", torus_phi, "angles"},
    {NULL, NULL, NULL},
};
static const char *const torus_columns[] = {"theta.cos", "theta.sin", "phi.cos", "phi.sin"};
static const lf_names torus_names = {.list = torus_columns};

static lf_status torus_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    torus *T = self;
    lf_descent D = lf_descent_default();
    for (int k = 0; k < 2; k++) {
        T->groups[k] = &lf_so2;
        T->actions[k] = &lf_so2_left;
    }
    T->group = lf_group_product(2, T->groups);
    T->action = lf_action_product(&T->group, 2, T->actions);
    D.name = "torus";
    D.action = &T->action;
    D.cost = torus_cost;
    D.differential = torus_differential;
    D.second_order = T->order == 1;
    D.damping = T->damping;
    D.outputs = torus_outputs;
    D.names = &torus_names;
    y0[0] = cos(T->theta);
    y0[1] = sin(T->theta);
    y0[2] = cos(T->phi);
    y0[3] = sin(T->phi);
    for (int k = 0; k < 2 && D.second_order; k++)
        y0[4 + k] = T->velocity[k];
    return lf_problem_from_cost(P, &D, &T->flow, why, why_size);
}

static const lf_param torus_params[] = {
    LF_REALS(torus, theta, 1, "rad", "1", LF_ANY, "angle round the tube at the start"),
    LF_REALS(torus, phi, 1, "rad", "2.5", LF_ANY, "angle round the axis at the start"),
    LF_CHOOSE(torus, order, "first|second", "first",
              "order of the equation: the gradient flow, or a ball that rolls with friction, v' = "
              "-damping v - gradient"),
    LF_REALS(torus, damping, 1, "", "5", 0, INFINITY, 0, "friction of the ball", "order=second"),
    LF_REALS(torus, velocity, 2, "", "0 0", LF_ANY, "its velocity at the start, by both angles",
             "order=second"),
    LF_PARAM_END};

const lf_model lf_model_torus = {
    .size = sizeof(lf_model),
    .name = "torus",
    .doc = "the gradient flow to the point of a torus that is nearest to a plane; steps must stay "
           "below 1/12, or lie-euler leaves the minimum",
    .formula = "th' = C sin th sin ph, ph' = -C (1 + cos th) cos ph, C = 2 ((1 + cos th) sin ph - "
               "8), SO(2) x SO(2) acting on S^1 x S^1; at the minimum (0, pi/2) th' = -12 th, ph' "
               "= -24 (ph - pi/2)",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 4.1",
    .params = torus_params,
    .self_size = sizeof(torus),
    .t_end = 0.5,
    .step = 0.01,
    .method = "cf4",
    .build = torus_build,
};
