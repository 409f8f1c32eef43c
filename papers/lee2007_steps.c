/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_steps.c - the variational integrator of Lee et al. 2007 as it is printed: (116)-(125) with
 * the Newton iteration of section 4.4 on the exponential, and attitudes updated by plain products of
 * matrices. Nothing of the library's integrator is used, so it can be judged by this one. */
#include <math.h>
#include <string.h>

#include "papers/lee2007_printed.h"

/* J f, or for a body whose inertia is diag(moment) in a frame turned by R: R diag(moment) R^T f */
static void steps_inertia(const double *moment, const double *R, const double *f, double *Jf)
{
    double own[3];
    lf_printed_apply_back(R, f, own);
    for (int k = 0; k < 3; k++)
        own[k] *= moment[k];
    lf_printed_apply(R, own, Jf);
}

/* G(f) = a J f + b f x J f, and its Jacobian (row by row): section 4.4 */
static void steps_equation(const double *moment, const double *R, const double *f, double *G,
                           double *slope)
{
    const double t = sqrt(lf_printed_dot(f, f)), s = sin(t), c = cos(t), half = sin(0.5 * t);
    /* sin t/t, (1 - cos t)/t^2, and what their derivatives are made of */
    const double a = t > 0 ? s / t : 1, b = t > 0 ? 2 * half * half / (t * t) : 0.5;
    const double a1 = t > 1e-2 ? (c * t - s) / (t * t * t) : -1. / 3 + t * t / 30;
    const double b1 =
        t > 1e-2 ? (s * t - 4 * half * half) / (t * t * t * t) : -1. / 12 + t * t / 180;
    double Jf[3], turn[3];
    steps_inertia(moment, R, f, Jf);
    lf_printed_cross(f, Jf, turn);
    for (int k = 0; k < 3; k++) {
        G[k] = a * Jf[k] + b * turn[k];
        double e[3] = {k == 0, k == 1, k == 2}, Je[3], one[3], two[3];
        steps_inertia(moment, R, e, Je);
        lf_printed_cross(e, Jf, one);
        lf_printed_cross(f, Je, two);
        for (int i = 0; i < 3; i++)
            slope[3 * i + k] =
                a * Je[i] + b * (one[i] + two[i]) + (a1 * Jf[i] + b1 * turn[i]) * f[k];
    }
}

/* x of A x = r by Cramer's rule. */
static void steps_linear(const double *A, const double *r, double *x)
{
    double column[3][3], other[3];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            column[k][i] = A[3 * i + k];
    lf_printed_cross(column[1], column[2], other);
    const double over = 1 / lf_printed_dot(column[0], other);
    for (int k = 0; k < 3; k++) {
        lf_printed_cross(column[(k + 1) % 3], column[(k + 2) % 3], other);
        x[k] = over * lf_printed_dot(r, other);
    }
}

/* (127) */
static void steps_exponential(const double *f, double *F)
{
    const double t = sqrt(lf_printed_dot(f, f)), half = sin(0.5 * t);
    const double a = t > 0 ? sin(t) / t : 1, b = t > 0 ? 2 * half * half / (t * t) : 0.5;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            F[3 * i + k] = b * f[i] * f[k] + (i == k ? 1 - b * t * t : 0);
    for (int k = 0; k < 3; k++) {
        F[3 * ((k + 2) % 3) + (k + 1) % 3] += a * f[k];
        F[3 * ((k + 1) % 3) + (k + 2) % 3] -= a * f[k];
    }
}

/* (126) by (128), from f = 0 on */
static lf_status steps_rotation(lf_printed_run *run, const double *moment, const double *R,
                                const double *g, double *F)
{
    double f[3] = {0, 0, 0}, G[3], slope[9], rest[3], update[3];
    for (int k = 0; k <= LF_PRINTED_MOST; k++) {
        steps_equation(moment, R, f, G, slope);
        for (int i = 0; i < 3; i++)
            rest[i] = g[i] - G[i];
        const bool done = sqrt(lf_printed_dot(rest, rest)) < run->tolerance;
        steps_linear(slope, rest, update);
        for (int i = 0; i < 3 && (!done || run->polish); i++)
            f[i] += update[i];
        if (done) {
            run->took[k]++;
            steps_exponential(f, F);
            return LF_OK;
        }
    }
    return LF_ENEWTON;
}

/* What a kick adds: dU/dX, M, and X x dU/dX + M. */
typedef struct {
    double gradient[3], M[3], second[3];
} steps_force;

static steps_force steps_forces(const double *y)
{
    steps_force f;
    double arm[3];
    lf_printed_potential(y, y + LF_BODY_R, f.gradient, f.M);
    lf_printed_cross(y, f.gradient, arm);
    for (int k = 0; k < 3; k++)
        f.second[k] = arm[k] + f.M[k];
    return f;
}

/* (123)-(125), and R2 */
static void steps_rebuild(const lf_bodies *B, double h, const steps_force *before,
                          const steps_force *after, const double *F2, double *second)
{
    double pull[3], later[3], R2[9];
    lf_printed_apply(second + LF_BODY_R, before->gradient, pull);
    lf_printed_times(second + LF_BODY_R, F2, R2);
    lf_printed_apply(R2, after->gradient, later);
    for (int k = 0; k < 3; k++) {
        double *gamma = &second[LF_BODY_GAMMA + k];
        second[k] += h / B->mass[1] * (*gamma + 0.5 * h * pull[k]);
        *gamma += 0.5 * h * (pull[k] + later[k]);
    }
    memcpy(second + LF_BODY_R, R2, sizeof R2);
}

static lf_status steps_one(const lf_bodies *B, lf_printed_run *run, steps_force *force, double *y)
{
    static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double *second = y + LF_PRINTED_SECOND, moment[2][3], half[4][3], g[2][3], F[9], F2[9], R[9];
    const double h = run->h, m = B->mass[0] * B->mass[1] / (B->mass[0] + B->mass[1]);
    for (int k = 0; k < 3; k++) {
        moment[0][k] = B->moment[2 * k];
        moment[1][k] = B->moment[2 * k + 1];
        half[0][k] = y[k] + h / m * (y[LF_BODY_GAMMA + k] - 0.5 * h * force->gradient[k]);
        half[1][k] = y[LF_BODY_GAMMA + k] - 0.5 * h * force->gradient[k];
        half[2][k] = y[LF_BODY_PI + k] - 0.5 * h * force->M[k];
        half[3][k] = second[LF_BODY_PI + k] + 0.5 * h * force->second[k];
        g[0][k] = h * half[2][k];
        g[1][k] = h * half[3][k];
    }
    lf_status status = steps_rotation(run, moment[0], y + LF_BODY_R, g[0], F);
    status = status == LF_OK ? steps_rotation(run, moment[1], unit, g[1], F2) : status;
    if (status != LF_OK)
        return status;
    lf_printed_times(F, y + LF_BODY_R, R);
    for (int k = 0; k < 3; k++) /* columns of R+ = F2^T F R */
        for (int i = 0; i < 3; i++)
            y[LF_BODY_R + 3 * i + k] = F2[i] * R[k] + F2[3 + i] * R[3 + k] + F2[6 + i] * R[6 + k];
    lf_printed_apply_back(F2, half[0], y);
    lf_printed_apply_back(F2, half[1], y + LF_BODY_GAMMA);
    lf_printed_apply_back(F2, half[2], y + LF_BODY_PI);
    lf_printed_apply_back(F2, half[3], second + LF_BODY_PI);
    const steps_force before = *force;
    *force = steps_forces(y);
    steps_rebuild(B, h, &before, force, F2, second);
    for (int k = 0; k < 3; k++) {
        y[LF_BODY_GAMMA + k] -= 0.5 * h * force->gradient[k];
        y[LF_BODY_PI + k] -= 0.5 * h * force->M[k];
        second[LF_BODY_PI + k] += 0.5 * h * force->second[k];
    }
    return LF_OK;
}

lf_status lf_printed_steps(const lf_bodies *B, lf_printed_run *run, size_t steps, double *y)
{
    steps_force force = steps_forces(y);
    lf_status status = LF_OK;
    for (size_t k = 1; k <= steps && status == LF_OK; k++) {
        status = steps_one(B, run, &force, y);
        if (status == LF_OK && run->step)
            status = run->step(run->ctx, k, y);
    }
    return status;
}
