/* SPDX-License-Identifier: BSD-3-Clause */
/* gradient.c - a gradient flow from a cost, its differential m and a metric M on the algebra:
 * f = -M^-1 m (Celledoni, Marthinsen, Owren 2014, section 4.1), or of second order, y' = v.y,
 * v' = -damping v - M^-1 m. */
#include <lieflow/gradient.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problem/gradient_frame.h"

/* ---- metrics -------------------------------------------------------------------------------- */

/* The lower triangular C with C C^T = M, in place of M, row by row; false: M is not positive
 * definite. Its entries above the diagonal stay what they were. */
static bool metric_factor(size_t n, double *M)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = M[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= M[i * n + k] * M[j * n + k];
            if (i == j && !(sum > 0 && isfinite(sum)))
                return false;
            M[i * n + j] = i == j ? sqrt(sum) : sum / M[j * n + j];
        }
    return true;
}

/* C^-1 m in place; its square is m.M^-1 m. */
static void metric_half(size_t n, const double *C, double *m)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            m[i] -= C[i * n + k] * m[k];
        m[i] /= C[i * n + i];
    }
}

/* C^-T m in place. */
static void metric_rest(size_t n, const double *C, double *m)
{
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            m[i] -= C[k * n + i] * m[k];
        m[i] /= C[i * n + i];
    }
}

/* The factor of the metric at a point, in `room` where it varies; *C is NULL for the identity. */
static lf_status metric_find(const lf_descent *D, size_t who, double t, const double *y,
                             double *room, const double **C)
{
    *C = D->metric ? D->factor : NULL;
    if (!D->metric_at)
        return LF_OK;
    const lf_status s = D->metric_at(D->ctx, who, t, y, room);
    *C = room;
    return s != LF_OK ? s : metric_factor(D->action->group->dim, room) ? LF_OK : LF_ESINGULAR;
}

static double square(size_t n, const double *a)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sum;
}

/* ---- one point ------------------------------------------------------------------------------ */

static bool gradient_on_frames(const lf_descent *D)
{
    return D->action->kind == LF_ACTION_FRAME;
}

/* What the flow needs for a point beside the descent's own scratch, which follows. */
static size_t gradient_room(const lf_descent *D)
{
    const size_t dim = D->action->group->dim;
    return gradient_on_frames(D) ? lf_gradient_frame_work(D) : D->metric_at ? dim * dim : 0;
}

/* f of a point without its velocity. work: gradient_room, then the descent's own */
static lf_status gradient_fall(const lf_descent *D, size_t who, double t, const double *y,
                               double *f, double *work)
{
    const size_t dim = D->action->group->dim;
    const double *C;
    lf_status s = D->differential(D->ctx, who, t, y, f, work + gradient_room(D));
    if (s == LF_OK)
        s = metric_find(D, who, t, y, work, &C);
    if (s != LF_OK)
        return s;
    if (C) {
        metric_half(dim, C, f);
        metric_rest(dim, C, f);
    }
    for (size_t i = 0; i < dim; i++)
        f[i] = -f[i];
    return LF_OK;
}

/* (v, -damping v - M^-1 m) */
static lf_status gradient_roll(const lf_descent *D, size_t who, double t, const double *y,
                               double *f, double *work)
{
    const size_t dim = D->action->group->dim;
    const double *v = y + D->action->dim;
    const lf_status s = gradient_fall(D, who, t, y, f + dim, work);
    for (size_t i = 0; i < dim; i++) {
        f[i] = v[i];
        f[dim + i] -= D->damping * v[i];
    }
    return s;
}

/* The same by the kind of points. */
static lf_status gradient_point(const lf_descent *D, size_t who, double t, const double *y,
                                double *f, double *work)
{
    return (gradient_on_frames(D) ? lf_gradient_frame_fall
            : D->second_order     ? gradient_roll
                                  : gradient_fall)(D, who, t, y, f, work);
}

/* The length of the gradient; NaN where it cannot be had. work: m, gradient_room, the descent's own */
static double gradient_length(const lf_descent *D, size_t who, double t, const double *y,
                              double *work)
{
    const size_t dim = D->action->group->dim;
    double *m = work, *room = m + dim;
    const double *C;
    if (gradient_on_frames(D))
        return lf_gradient_frame_length(D, who, t, y, room);
    if (D->differential(D->ctx, who, t, y, m, room + gradient_room(D)) != LF_OK ||
        metric_find(D, who, t, y, room, &C) != LF_OK)
        return NAN;
    if (C)
        metric_half(dim, C, m);
    return sqrt(square(dim, m));
}

static double gradient_cost(const lf_descent *D, size_t who, double t, const double *y,
                            double *work)
{
    return D->cost(D->ctx, who, t, y, work);
}

/* cost + v.M v/2 */
static double gradient_energy(const lf_descent *D, size_t who, double t, const double *y,
                              double *work)
{
    const size_t dim = D->action->group->dim;
    const double *v = y + D->action->dim;
    double kinetic = 0;
    for (size_t i = 0; i < dim; i++)
        for (size_t j = 0; D->metric && j < dim; j++)
            kinetic += v[i] * D->metric[i * dim + j] * v[j];
    return D->cost(D->ctx, who, t, y, work) + 0.5 * (D->metric ? kinetic : square(dim, v));
}

/* ---- lanes ---------------------------------------------------------------------------------- */

static void take_lane(size_t dim, size_t n, size_t i, const double *y, double *one)
{
    for (size_t c = 0; c < dim; c++)
        one[c] = y[c * n + i];
}

/* work: a point, a value, and what one point needs */
static lf_status gradient_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                                double *work)
{
    const lf_descent *D = &((const lf_gradient *)P->ctx)->descent;
    const size_t n = L->n, dim = P->action->dim, rate = P->action->group->dim;
    double *one = work, *value = one + dim, *rest = value + rate;
    if (n == 1)
        return gradient_point(D, lf_lanes_trajectory(L, 0), L->t[0], y, f, rest);
    for (size_t i = 0; i < n; i++) {
        take_lane(dim, n, i, y, one);
        const lf_status s = gradient_point(D, lf_lanes_trajectory(L, i), L->t[i], one, value, rest);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < rate; c++)
            f[c * n + i] = value[c];
    }
    return LF_OK;
}

typedef double gradient_number(const lf_descent *D, size_t who, double t, const double *y,
                               double *work);

/* A quantity of n lanes from a number of a point: one of the flow's own, or one of the cost's. work: a
 * point, and what a number needs */
static void gradient_lanes(const lf_problem *P, const lf_lanes *L, const double *y, double *q,
                           gradient_number *own, lf_point_number *other)
{
    const lf_descent *D = &((const lf_gradient *)P->ctx)->descent;
    double *one = L->work, *work = one + P->action->dim;
    for (size_t i = 0; i < L->n; i++) {
        const size_t who = lf_lanes_trajectory(L, i);
        const double *at = y;
        if (L->n > 1) {
            take_lane(P->action->dim, L->n, i, y, one);
            at = one;
        }
        q[i] = own ? own(D, who, L->t[i], at, work) : other(D->ctx, who, L->t[i], at, work);
    }
}

void lf_gradient_quantity(const lf_problem *P, const lf_lanes *L, const double *y, double *q,
                          lf_point_number *number)
{
    gradient_lanes(P, L, y, q, NULL, number);
}

static void quantity_cost(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    gradient_lanes(P, L, y, q, gradient_cost, NULL);
}

static void quantity_length(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    gradient_lanes(P, L, y, q, gradient_length, NULL);
}

static void quantity_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    gradient_lanes(P, L, y, q, gradient_energy, NULL);
}

/* ---- the problem ---------------------------------------------------------------------------- */

lf_descent lf_descent_default(void)
{
    return (lf_descent){.size = sizeof(lf_descent)};
}

static lf_status refuse(const char *sentence, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s", sentence);
    return LF_EINPUT;
}

/* Copy the metric, see that it is symmetric, and factor it. */
static lf_status check_metric(const lf_descent *D, char *why, size_t why_size)
{
    const size_t dim = D->action->group->dim;
    if (!D->factor)
        return refuse("a metric needs room for its factor, dim x dim numbers", why, why_size);
    for (size_t i = 0; i < dim; i++)
        for (size_t j = 0; j < i; j++) {
            const double a = D->metric[i * dim + j], b = D->metric[j * dim + i];
            if (!(fabs(a - b) <= 1e-12 * (fabs(a) + fabs(b)))) { /* symmetric but for rounding */
                snprintf(why, why_size,
                         "the metric is not symmetric: entries %zu,%zu and %zu,%zu are %g and %g",
                         i + 1, j + 1, j + 1, i + 1, a, b);
                return LF_EINPUT;
            }
        }
    memcpy(D->factor, D->metric, dim * dim * sizeof *D->factor);
    return metric_factor(dim, D->factor)
               ? LF_OK
               : refuse("the metric is not positive definite", why, why_size);
}

/* What frames do not take. */
static lf_status check_frames(const lf_descent *D, char *why, size_t why_size)
{
    if (D->metric || D->metric_at)
        return refuse("frames have the metric of so(d), and take no other", why, why_size);
    if (D->second_order)
        return refuse(
            "frames have no flow of second order: the velocity of a frame is an element of "
            "so(d), d (d - 1)/2 numbers, and tangent vectors at two points cannot be added",
            why, why_size);
    return LF_OK;
}

static lf_status check_descent(const lf_descent *D, char *why, size_t why_size)
{
    if (D->size != sizeof *D)
        return refuse("lf_descent begins as lf_descent_default()", why, why_size);
    if (!D->action || !D->cost || !D->differential)
        return refuse("a gradient flow needs an action, a cost and its differential", why,
                      why_size);
    if (D->metric && D->metric_at)
        return refuse("a metric is a matrix or a function, not both", why, why_size);
    if (D->second_order && !(D->damping >= 0 && isfinite(D->damping)))
        return refuse("the damping must be 0 or positive, and finite", why, why_size);
    if (D->second_order && D->metric_at)
        return refuse("a flow of second order needs a metric that is the same everywhere: with "
                      "another the energy cost + v.M v/2 need not fall",
                      why, why_size);
    if (gradient_on_frames(D))
        return check_frames(D, why, why_size);
    return D->metric ? check_metric(D, why, why_size) : LF_OK;
}

/* Columns of the point, then those of the velocity. */
static void gradient_name(const lf_problem *P, size_t c, char *text, size_t size)
{
    const lf_descent *D = &((const lf_gradient *)P->ctx)->descent;
    if (c >= D->action->dim)
        snprintf(text, size, "v%zu", c - D->action->dim + 1);
    else if (D->names && D->names->name)
        D->names->name(P, c, text, size);
    else if (D->names && D->names->list)
        snprintf(text, size, "%s", D->names->list[c]);
    else
        snprintf(text, size, "y%zu", c + 1);
}

static lf_status gradient_outputs(lf_gradient *F, char *why, size_t why_size)
{
    static const lf_invariant cost = {"cost", "what the flow brings down", quantity_cost, "cost"};
    static const lf_invariant length = {"gradient", "the length of the cost's gradient",
                                        quantity_length, "gradient", true};
    static const lf_invariant energy = {"energy", "cost + v.M v/2, which falls", quantity_energy,
                                        "cost"};
    size_t count = 0;
    F->output[count++] = cost;
    if (F->descent.second_order)
        F->output[count++] = energy;
    F->output[count++] = length;
    for (const lf_invariant *more = F->descent.outputs; more && more->name; more++) {
        if (count == LF_GRADIENT_OUTPUTS)
            return refuse("a gradient flow has too many outputs", why, why_size);
        F->output[count++] = *more;
    }
    return LF_OK;
}

/* (y, v) moved by G x R^dim. */
static void gradient_double(lf_gradient *F)
{
    const lf_action *A = F->descent.action;
    F->flat = lf_group_rn(A->group->dim);
    F->groups[0] = A->group;
    F->groups[1] = &F->flat;
    F->group = lf_group_product(2, F->groups);
    F->translation = lf_action_translation(&F->flat);
    F->actions[0] = A;
    F->actions[1] = &F->translation;
    F->action = lf_action_product(&F->group, 2, F->actions);
}

lf_status lf_problem_from_cost(lf_problem *P, const lf_descent *D, lf_gradient *flow, char *why,
                               size_t why_size)
{
    lf_status s = check_descent(D, why, why_size);
    if (s != LF_OK)
        return s;
    *flow = (lf_gradient){.descent = *D,
                          .cost = {.value = quantity_cost,
                                   .gradient = quantity_length,
                                   .falls = D->second_order ? quantity_energy : NULL,
                                   .may_rise = D->in_time},
                          .names = {.name = gradient_name}};
    flow->traits[0] = (lf_trait){LF_TRAIT_COST, &flow->cost};
    s = gradient_outputs(flow, why, why_size);
    if (s != LF_OK)
        return s;
    if (D->second_order)
        gradient_double(flow);
    const lf_action *A = D->second_order ? &flow->action : D->action;
    *P = (lf_problem){.name = D->name,
                      .action = A,
                      .field = gradient_field,
                      .field_work = A->dim + A->group->dim + gradient_room(D) + D->work,
                      .quantity_work = A->dim + A->group->dim + gradient_room(D) + D->work,
                      .ctx = flow,
                      .traits = flow->traits,
                      .outputs = flow->output,
                      .names = &flow->names};
    return LF_OK;
}
