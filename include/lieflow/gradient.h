/* SPDX-License-Identifier: BSD-3-Clause */
/* gradient.h - gradient flows: a cost, its differential and a metric make a problem whose flow brings
 * the cost down, x' = -grad cost(x) (Celledoni, Marthinsen, Owren 2014, section 4.1).
 *
 * A group moves the points, so a metric on its algebra is a metric on them: with the covector m of the
 * algebra, <m, u> = d/ds cost(exp(s u).y) at s = 0, and the symmetric positive definite matrix M the
 * field is f = -M^-1 m, the cost falls at the rate m.M^-1 m, and the length of the gradient is the
 * root of that. `cost` and `gradient` become outputs of the problem, by which a run can be ended.
 *
 * Of second order, a heavy ball that rolls with friction: y' = v.y, v' = -damping v - M^-1 m. The cost
 * may rise now and then, but never cost + v.M v/2. A product with R^dim moves (y, v). */
#ifndef LIEFLOW_GRADIENT_H
#define LIEFLOW_GRADIENT_H

#include <lieflow/abi.h>
#include <lieflow/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LF_GRADIENT_OUTPUTS = 12 }; /* of a problem, `cost` and `gradient` among them */

/* A number of a single point of one trajectory; scratch of lf_descent.work doubles. */
typedef double lf_point_number(const void *ctx, size_t trajectory, double t, const double *y,
                               double *work);

/* What is known of a cost, for plain vectors of one trajectory. Begins as lf_descent_default(). */
typedef struct {
    size_t size; /* sizeof(lf_descent), lieflow/abi.h */
    const char *name;
    const lf_action *action;
    lf_point_number *cost;
    /* The covector m above: as many numbers as the algebra has dimensions. For orthonormal frames the
     * gradient in the ambient space, d k numbers, column after column: what is tangent of it is
     * taken out here. A negative status is a step that cannot be made. */
    lf_status (*differential)(const void *ctx, size_t trajectory, double t, const double *y,
                              double *m, double *work);
    const void *ctx;
    size_t work; /* doubles that cost, differential and other outputs need as scratch */
    /* M, row by row: symmetric and positive definite, dim x dim, with room for as many numbers that
     * outlives the problem; or a function of the point; or both NULL: the identity. On frames there
     * is none but the identity of so(d), and no second order: so(d) is too large for a velocity, and
     * tangent vectors at different points cannot be added. */
    const double *metric;
    double *factor;
    lf_status (*metric_at)(const void *ctx, size_t trajectory, double t, const double *y,
                           double *metric);
    bool second_order;
    double damping;              /* 0 or more; of second order only */
    bool in_time;                /* the cost depends on time, and so may rise */
    const lf_invariant *outputs; /* more of them, ending with a NULL name; may be NULL */
    const lf_names *names;       /* of the components of y; may be NULL */
} lf_descent;
lf_descent lf_descent_default(void);

/* What such a problem refers to. */
typedef struct {
    lf_descent descent;
    lf_cost cost;
    lf_trait traits[2];
    lf_invariant output[LF_GRADIENT_OUTPUTS + 1];
    lf_names names;
    lf_group flat, group; /* of second order: of the velocity, and of both */
    lf_action translation, action;
    const lf_group *groups[2];
    const lf_action *actions[2];
} lf_gradient;

/* Fill P with the flow; `flow` is filled, too, and must outlive it without being moved, as must what
 * D points to. LF_EINPUT with a sentence in `why` when something is missing, or no metric. */
lf_status lf_problem_from_cost(lf_problem *P, const lf_descent *D, lf_gradient *flow, char *why,
                               size_t why_size);

/* For more outputs: a quantity from a number of a single point, which gets the ctx of the cost. */
void lf_gradient_quantity(const lf_problem *P, const lf_lanes *L, const double *y, double *q,
                          lf_point_number *number);
/* The ctx of the cost, for outputs and names: P->ctx is the flow. */
static inline const void *lf_gradient_ctx(const lf_problem *P)
{
    return ((const lf_gradient *)P->ctx)->descent.ctx;
}

#ifdef __cplusplus
}
#endif

#endif
