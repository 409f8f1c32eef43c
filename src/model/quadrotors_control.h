/* SPDX-License-Identifier: BSD-3-Clause */
/* quadrotors_control.h - the controllers of the model quadrotors, one lane in registers; only for
 * bodies that end in an LF_KERNEL. In the spirit of Lee, Sreenath, Kumar 2013; e3 is down, a link
 * q_i points from quadrotor i to the load.
 *
 * Load: the force that would bring it to its path is split into a half for each link, and an
 * opposite pair +-nu d that keeps the quadrotors apart,
 *   F = my (-kx e_x - kv e_v + y_d'' - g e3),   mu_id = F/2 +- nu d,
 * of which a link can pass on what lies along it: mu_i = q_i (q_i.mu_id).
 * Links: q_i shall turn to q_id = -mu_id/|mu_id|, whose rate and acceleration follow from F' and
 * F'' along the closed loop (no differencing). With
 *   u_i = mu_i + m_i (L_i |w_i|^2 + q_i.a) q_i + m_i L_i q_i x X_i - m_i q_i x (q_i x a)
 * the closed loop is exactly v' = g e3 + a, my a = mu_1 + mu_2, and w_i' = X_i.
 * Attitude (Lee, Leok, McClamroch 2010, with a desired attitude that is taken to be at rest):
 * R_d has the third column -u/|u| and its first one nearest to the yaw direction,
 *   e_R = (R_d^T R - R^T R_d)^vee / 2,   M = -kR e_R - kOmega Omega + Omega x J Omega.
 * Where u keeps turning, as on a circle, the attitude lags by about kOmega |u x u'|/(kR |u|^2). */
#ifndef LF_MODEL_QUADROTORS_CONTROL_H
#define LF_MODEL_QUADROTORS_CONTROL_H

#include <math.h>

#include "base/mat3.h"
#include "model/quadrotors_state.h"

/* Load and links of one lane. */
typedef struct {
    lf_vec3 y, v, q1, w1, q2, w2;
} quadrotors_point;

/* What the load control wants. */
typedef struct {
    lf_vec3 ex, mu1, mu2;   /* y - y_d, and mu_id */
    lf_vec3 a, rate, twice; /* v' - g e3 of the closed loop, mu' and mu'' (of both) */
} quadrotors_load;

static LF_INLINE lf_vec3 quadrotors_minus(lf_vec3 a, lf_vec3 b)
{
    return lf_axpy(a, -1, b);
}

static LF_INLINE quadrotors_point quadrotors_read(size_t n, const double *y, size_t i)
{
    const double *link = y + QUADROTORS_AT_LINK * n;
    return (quadrotors_point){lf_vec3_load(y, n, i),
                              lf_vec3_load(y + QUADROTORS_AT_V * n, n, i),
                              lf_vec3_load(link, n, i),
                              lf_vec3_load(link + 3 * n, n, i),
                              lf_vec3_load(link + 6 * n, n, i),
                              lf_vec3_load(link + 9 * n, n, i)};
}

/* The share of one link in my a' : d/dt of q (q.mu) */
static LF_INLINE lf_vec3 quadrotors_share_rate(lf_vec3 q, lf_vec3 w, lf_vec3 mu, lf_vec3 mu_rate)
{
    const lf_vec3 dq = lf_cross(w, q);
    return lf_axpy(lf_scale(lf_dot(q, mu), dq), lf_dot(dq, mu) + lf_dot(q, mu_rate), q);
}

/* `plan` holds the path of n lanes, as lf_quadrotors_plan wrote it. */
static LF_INLINE quadrotors_load quadrotors_lift(const quadrotors *Q, quadrotors_point p, size_t n,
                                                 const double *plan, size_t i)
{
    quadrotors_load to;
    const lf_vec3 d = {Q->d[0], Q->d[1], Q->d[2]};
    const double half = 0.5 * Q->my; /* mu = F/2 */
    const lf_vec3 y2 = lf_vec3_load(plan + 6 * n, n, i);
    const lf_vec3 ev = quadrotors_minus(p.v, lf_vec3_load(plan + 3 * n, n, i));
    to.ex = quadrotors_minus(p.y, lf_vec3_load(plan, n, i));
    lf_vec3 wanted = lf_axpy(lf_axpy(y2, -Q->kx, to.ex), -Q->kv, ev);
    wanted.z -= Q->g;
    const lf_vec3 share = lf_scale(half, wanted);
    to.mu1 = lf_axpy(share, Q->nu, d);
    to.mu2 = lf_axpy(share, -Q->nu, d);

    const lf_vec3 pull = lf_axpy(lf_scale(lf_dot(p.q1, to.mu1), p.q1), lf_dot(p.q2, to.mu2), p.q2);
    to.a = lf_scale(1 / Q->my, pull);

    const lf_vec3 y3 = lf_vec3_load(plan + 9 * n, n, i), y4 = lf_vec3_load(plan + 12 * n, n, i);
    lf_vec3 ea = quadrotors_minus(to.a, y2); /* v' - y_d'' */
    ea.z += Q->g;
    to.rate = lf_scale(half, lf_axpy(lf_axpy(y3, -Q->kx, ev), -Q->kv, ea));
    const lf_vec3 jerk =
        lf_scale(1 / Q->my, lf_add(quadrotors_share_rate(p.q1, p.w1, to.mu1, to.rate),
                                   quadrotors_share_rate(p.q2, p.w2, to.mu2, to.rate)));
    to.twice = lf_scale(half, lf_axpy(lf_axpy(y4, -Q->kx, ea), -Q->kv, quadrotors_minus(jerk, y3)));
    return to;
}

/* e_q = q_d x q with q_d = -mu/|mu| */
static LF_INLINE lf_vec3 quadrotors_link_error(lf_vec3 q, lf_vec3 mu)
{
    return lf_scale(-1 / sqrt(lf_dot(mu, mu)), lf_cross(mu, q));
}

/* The angular acceleration X that brings a link to its direction. */
static LF_INLINE lf_vec3 quadrotors_turn(const quadrotors *Q, lf_vec3 q, lf_vec3 w, lf_vec3 mu,
                                         const quadrotors_load *to)
{
    const double square = 1 / lf_dot(mu, mu);
    const lf_vec3 wd = lf_scale(square, lf_cross(mu, to->rate));
    const lf_vec3 wd_rate =
        lf_axpy(lf_scale(square, lf_cross(mu, to->twice)), -2 * square * lf_dot(mu, to->rate), wd);
    const lf_vec3 ew = lf_add(w, lf_cross(q, lf_cross(q, wd)));
    const lf_vec3 X = lf_axpy(lf_scale(-Q->kq, quadrotors_link_error(q, mu)), -Q->kw, ew);
    return quadrotors_minus(lf_axpy(X, -lf_dot(q, wd), lf_cross(w, q)),
                            lf_cross(q, lf_cross(q, wd_rate)));
}

/* The force u that a quadrotor of mass m on a link of length L shall give. */
static LF_INLINE lf_vec3 quadrotors_force(const quadrotors *Q, double m, double L, lf_vec3 q,
                                          lf_vec3 w, lf_vec3 mu, const quadrotors_load *to)
{
    const lf_vec3 X = quadrotors_turn(Q, q, w, mu, to);
    const double along = lf_dot(q, mu) + m * (L * lf_dot(w, w) + lf_dot(q, to->a));
    const lf_vec3 across = quadrotors_minus(lf_scale(L, X), lf_cross(q, to->a));
    return lf_axpy(lf_scale(along, q), m, lf_cross(q, across));
}

/* e_R for the columns r0, r1, r2 of R, in the body frame; `yaw` is a horizontal unit vector. */
static LF_INLINE lf_vec3 quadrotors_attitude_error(lf_mat3 columns, lf_vec3 u, lf_vec3 yaw)
{
    const lf_vec3 b3 = lf_scale(-1 / sqrt(lf_dot(u, u)), u), side = lf_cross(b3, yaw);
    const lf_vec3 b2 = lf_scale(1 / sqrt(lf_dot(side, side)), side), b1 = lf_cross(b2, b3);
    /* R R_d^T - R_d R^T is the hat of the sum of b_k x r_k */
    const lf_vec3 turn = lf_add(lf_add(lf_cross(b1, columns.r0), lf_cross(b2, columns.r1)),
                                lf_cross(b3, columns.r2));
    return lf_scale(0.5, lf_mat3_vec(columns, turn));
}

#endif
