/* SPDX-License-Identifier: BSD-3-Clause */
/* vessel_pieces.c - the vessel cut into pieces that are solved exactly: the free rigid body by Jacobi's
 * elliptic functions, damping and control with x and Q standing still, and quadratic damping alone.
 * Forces of time are taken in the middle of a piece's time, which is symmetric: compositions keep
 * their order. Celledoni, Marthinsen, Owren 2014, section 3.1. */
#include <math.h>

#include "base/exact_body.h"
#include "model/vessel.h"

/* p' = -d p/M + tau with all but p standing still: e^z p + h phi_1(z) tau, z = -d h/M */
static double damped(double p, double tau, double d, double M, double h)
{
    const double z = -d * h / M, grown = expm1(z);
    return p + grown * p + h * (z == 0 ? 1 : grown / z) * tau;
}

/* The way that the velocity p/M goes meanwhile: what the change of p leaves of tau h, over d; without
 * damping the mean of the velocities. */
static double damped_way(double p0, double p1, double tau, double d, double M, double h)
{
    const double z = d * h / M;
    if (fabs(z) > 1e-3)
        return (tau * h - (p1 - p0)) / d;
    /* (1 - e^-z)/z and (1 - (1 - e^-z)/z)/z by series: the difference above would cancel */
    const double a = 1 - z / 2 * (1 - z / 3 * (1 - z / 4 * (1 - z / 5)));
    const double b = 0.5 - z / 6 * (1 - z / 4 * (1 - z / 5));
    return h * (a * p0 + h * b * tau) / M;
}

/* Book what forces from outside did, and what damping took of the kinetic energy. */
static void vessel_book(const vessel *v, size_t n, size_t i, double h, const double tau[6],
                        const double ext[6], const double *y0, double *y1)
{
    double supplied = 0, taken = 0;
    for (size_t k = 0; k < 6; k++) {
        const double M = v->weight[k], p0 = y0[(AT_P + k) * n + i];
        const double p1 = y1[(AT_P + k) * n + i];
        const double way = damped_way(p0, p1, tau[k], lf_vessel_resistance(v, k), M, h);
        supplied += ext[k] * way;
        taken += tau[k] * way - 0.5 * (p1 - p0) * (p1 + p0) / M;
    }
    y1[AT_BOOKS * n + i] = y0[AT_BOOKS * n + i] + supplied;
    y1[(AT_BOOKS + 1) * n + i] = y0[(AT_BOOKS + 1) * n + i] + taken;
}

LF_KERNEL static void vessel_push(const vessel *v, const lf_lanes *L, size_t i, const double *y0,
                                  double *y1)
{
    const size_t n = L->n;
    const double h = L->h[i], middle = L->t[i] + 0.5 * h;
    const lf_wrench out = lf_vessel_supplied(v, middle, L->inside ? L->inside[i] : middle);
    const lf_wrench w =
        lf_vessel_wrench(v, out, lf_mat3_load(y0, n, i), lf_vec3_load(y0 + AT_X * n, n, i));
    const double tau[6] = {w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z};
    const double ext[6] = {out.force.x,  out.force.y,  out.force.z,
                           out.torque.x, out.torque.y, out.torque.z};
    for (size_t c = 0; c < AT_P; c++)
        y1[c * n + i] = y0[c * n + i];
    for (size_t k = 0; k < 6; k++)
        y1[(AT_P + k) * n + i] =
            damped(y0[(AT_P + k) * n + i], tau[k], lf_vessel_resistance(v, k), v->weight[k], h);
    if (v->ledger)
        vessel_book(v, n, i, h, tau, ext, y0, y1);
}

/* The free body: Q P stays, so x moves straight, P turns with Q, and Pi goes its own way. */
LF_KERNEL static void vessel_drift(const vessel *v, const lf_lanes *L, size_t i, const double *y0,
                                   double *y1)
{
    const size_t n = L->n;
    const double *Pi = y0 + AT_PI * n;
    const double h = L->h[i];
    const double m0[3] = {Pi[i], Pi[n + i], Pi[2 * n + i]};
    double m1[3], dq[4];
    lf_exact_body(v->weight + 3, m0, h, m1, dq);
    const lf_vec3 d = {dq[1], dq[2], dq[3]}, P = lf_vec3_load(y0 + AT_P * n, n, i);
    const lf_mat3 R = lf_mat3_rodrigues(lf_scale(2, d), dq[0], 0.5), Q = lf_mat3_load(y0, n, i);
    lf_mat3_store(y1, n, i, lf_mat3_mul(Q, R));
    lf_vec3_store(y1 + AT_X * n, n, i,
                  lf_axpy(lf_vec3_load(y0 + AT_X * n, n, i), h / v->weight[0], lf_mat3_vec(Q, P)));
    lf_vec3_store(y1 + AT_P * n, n, i, lf_mat3_vec_left(P, R));
    lf_vec3_store(y1 + AT_PI * n, n, i, lf_vessel_vec(m1));
    for (size_t c = AT_BOOKS; v->ledger && c < AT_BOOKS + 2; c++)
        y1[c * n + i] = y0[c * n + i];
}

/* p' = -q |p| p/M^2 alone: p/(1 + q |p| h/M^2). Backwards it grows without bound in finite time. */
static lf_status vessel_drag(const vessel *v, const lf_lanes *L, size_t i, const double *y0,
                             double *y1)
{
    const size_t n = L->n, dim = v->action.dim;
    double taken = 0;
    for (size_t c = 0; c < dim; c++)
        y1[c * n + i] = y0[c * n + i];
    for (size_t k = 0; k < 6; k++) {
        const double M = v->weight[k], p0 = y0[(AT_P + k) * n + i];
        const double slower = 1 + lf_vessel_quadratic(v, k) * fabs(p0) * L->h[i] / (M * M);
        if (!(slower > 0))
            return LF_ENONFINITE;
        const double p1 = y1[(AT_P + k) * n + i] = p0 / slower;
        taken += 0.5 * (p0 - p1) * (p0 + p1) / M;
    }
    if (v->ledger)
        y1[(AT_BOOKS + 1) * n + i] += taken;
    return LF_OK;
}

static lf_status vessel_flow(const lf_problem *problem, size_t k, const lf_lanes *L,
                             const double *y0, double *y1, double *work)
{
    (void)work;
    for (size_t i = 0; i < L->n; i++)
        (k == 0 ? vessel_push : vessel_drift)(problem->ctx, L, i, y0, y1);
    return LF_OK;
}

static lf_status vessel_quadratic_flow(const lf_problem *problem, size_t k, const lf_lanes *L,
                                       const double *y0, double *y1, double *work)
{
    lf_status s = LF_OK;
    if (k > 0)
        return vessel_flow(problem, k - 1, L, y0, y1, work);
    for (size_t i = 0; i < L->n && s == LF_OK; i++)
        s = vessel_drag(problem->ctx, L, i, y0, y1);
    return s;
}

const lf_splitting lf_vessel_pieces = {.pieces = 2, .flow = vessel_flow};
const lf_splitting lf_vessel_quadratic_pieces = {.pieces = 3, .flow = vessel_quadratic_flow};
