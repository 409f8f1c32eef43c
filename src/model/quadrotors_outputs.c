/* SPDX-License-Identifier: BSD-3-Clause */
/* quadrotors_outputs.c - how well two quadrotors bring their load to its path: errors of the load, of
 * links and attitudes, and the forces that the control asks for. */
#include <math.h>
#include <stddef.h>

#include "model/quadrotors_control.h"

typedef enum { OUTPUT_X, OUTPUT_Q1, OUTPUT_Q2, OUTPUT_U1, OUTPUT_U2, OUTPUT_R1, OUTPUT_R2 } output;

static LF_INLINE lf_vec3 quadrotors_output(const quadrotors *Q, output which, size_t n,
                                           const double *plan, const double *y, size_t i)
{
    const quadrotors_point p = quadrotors_read(n, y, i);
    const quadrotors_load to = quadrotors_lift(Q, p, 1, plan, 0);
    const int second = which == OUTPUT_Q2 || which == OUTPUT_U2 || which == OUTPUT_R2;
    const lf_vec3 q = second ? p.q2 : p.q1, w = second ? p.w2 : p.w1;
    const lf_vec3 mu = second ? to.mu2 : to.mu1;
    if (which == OUTPUT_X)
        return to.ex;
    if (which == OUTPUT_Q1 || which == OUTPUT_Q2)
        return quadrotors_link_error(q, mu);
    const lf_vec3 u = quadrotors_force(Q, Q->m[second], Q->L[second], q, w, mu, &to);
    if (which == OUTPUT_U1 || which == OUTPUT_U2)
        return u;
    const lf_mat3 R = lf_mat3_load(y + (size_t)(QUADROTORS_AT_BODY + 12 * second) * n, n, i);
    return quadrotors_attitude_error(lf_mat3_transpose(R), u,
                                     (lf_vec3){cos(Q->yaw), sin(Q->yaw), 0});
}

#define QUADROTORS_OUTPUT(name, which)                                                  \
    LF_KERNEL static void name(const lf_problem *P, const lf_lanes *L, const double *y, \
                               double *norm)                                            \
    {                                                                                   \
        const size_t n = L->n;                                                          \
        for (size_t i = 0; i < n; i++) {                                                \
            double plan[QUADROTORS_PLAN];                                               \
            lf_quadrotors_plan(P->ctx, 1, L->t + i, plan);                              \
            const lf_vec3 e = quadrotors_output(P->ctx, which, n, plan, y, i);          \
            norm[i] = sqrt(lf_dot(e, e));                                               \
        }                                                                               \
    }
QUADROTORS_OUTPUT(quadrotors_ex, OUTPUT_X)
QUADROTORS_OUTPUT(quadrotors_eq1, OUTPUT_Q1)
QUADROTORS_OUTPUT(quadrotors_eq2, OUTPUT_Q2)
QUADROTORS_OUTPUT(quadrotors_u1, OUTPUT_U1)
QUADROTORS_OUTPUT(quadrotors_u2, OUTPUT_U2)
QUADROTORS_OUTPUT(quadrotors_eR1, OUTPUT_R1)
QUADROTORS_OUTPUT(quadrotors_eR2, OUTPUT_R2)

/* the last two tell something when attitudes are controlled: the free model starts behind them */
const lf_invariant lf_quadrotors_outputs[] = {
    {"e_R1", "attitude error of quadrotor 1: |e_R|, the sine of the angle", quadrotors_eR1, "error",
     true},
    {"e_R2", "attitude error of quadrotor 2: |e_R|, the sine of the angle", quadrotors_eR2, "error",
     true},
    {"e_x", "tracking error of the load: |y - y_d|", quadrotors_ex, "error", true},
    {"e_q1", "direction error of link 1: |q_d x q|, the sine of the angle", quadrotors_eq1, "error",
     true},
    {"e_q2", "direction error of link 2: |q_d x q|, the sine of the angle", quadrotors_eq2, "error",
     true},
    {"u1", "force asked of quadrotor 1: |u|", quadrotors_u1},
    {"u2", "force asked of quadrotor 2: |u|", quadrotors_u2},
    {NULL, NULL, NULL},
};
