/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_equations.c - the run that Lee et al. 2007 compare their integrator with. On the
 * rotation group all ways of writing the equations agree; the paper's figure 6 shows what happens
 * off it, so here they stand as printed in sections 3.2.2 and 5.1 (with gamma2 = m2 v2). */
#include <math.h>
#include <string.h>

#include "papers/lee2007.h"
#include "papers/lee2007_printed.h"
#include "papers/matlab_ode45.h"

/* m = 1 and G (m1 + m2) = 1. The printed moments, 0.0004 and so on, are rounded: those of the
 * model belong to spheres whose radius is a tenth of the length, and give the paper's numbers. */
const double lf_dumbbell_length[] = {0.25, 0.5};
static const double printed_spin = 9; /* of body 1 about its third axis, at the start */
static const double printed_start[LF_PRINTED_DIM] = {
    1,       0, 0.3,  0, 1,  0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
    -1. / 3, 0, -0.1, 0, -1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

void lf_printed_start(const lf_bodies *B, double *y)
{
    memcpy(y, printed_start, sizeof printed_start);
    y[17] = printed_spin * B->moment[2 * 2];
}

/* x1 = x2 + R2 X, v1 = v2 + R2 V, R1 = R2 R, Pi1 = R^T Pi: the definitions of section 3.2 */
void lf_printed_point(const lf_bodies *B, const double *y, double *point)
{
    const double *second = y + LF_PRINTED_SECOND, *R2 = second + LF_BODY_R;
    const double m = B->mass[0] * B->mass[1] / (B->mass[0] + B->mass[1]);
    double apart[3], speed[3], first[LF_BODY_DIM];
    lf_printed_apply(R2, y, apart);
    lf_printed_apply(R2, y + LF_BODY_GAMMA, speed);
    for (size_t k = 0; k < 3; k++) {
        first[k] = second[k] + apart[k];
        first[LF_BODY_GAMMA + k] =
            B->mass[0] * (speed[k] / m + second[LF_BODY_GAMMA + k] / B->mass[1]);
    }
    lf_printed_times(R2, y + LF_BODY_R, first + LF_BODY_R);
    lf_printed_apply_back(y + LF_BODY_R, y + LF_BODY_PI, first + LF_BODY_PI);
    for (size_t c = 0; c < LF_BODY_DIM; c++) {
        point[2 * c] = first[c];
        point[2 * c + 1] = second[c];
    }
}

double lf_printed_potential(const double *X, const double *R, double *gradient, double *M)
{
    double U = 0;
    memset(gradient, 0, 3 * sizeof *gradient);
    memset(M, 0, 3 * sizeof *M);
    for (int p = 0; p < 4; p++) {
        double arm[3], d[3], pull[3], moment[3];
        const double one = (p & 1 ? 0.5 : -0.5) * lf_dumbbell_length[0];
        const double two = (p & 2 ? 0.5 : -0.5) * lf_dumbbell_length[1];
        for (int k = 0; k < 3; k++) {
            arm[k] = one * R[3 * k];
            d[k] = X[k] + arm[k] - (k == 0 ? two : 0);
        }
        const double r = sqrt(lf_printed_dot(d, d));
        for (int k = 0; k < 3; k++)
            pull[k] = 0.25 * d[k] / (r * r * r);
        lf_printed_cross(arm, pull, moment);
        for (int k = 0; k < 3; k++) {
            gradient[k] += pull[k];
            M[k] += moment[k];
        }
        U -= 0.25 / r;
    }
    return U;
}

/* Omega = R J1^-1 R^T Pi in the frame of body 2, and Omega2. */
static void printed_spins(const lf_bodies *B, const double *y, double *Omega, double *Omega2)
{
    double own[3];
    lf_printed_apply_back(y + 6, y + 15, own);
    for (int k = 0; k < 3; k++) {
        own[k] /= B->moment[2 * k];
        Omega2[k] = y[LF_PRINTED_SECOND + 15 + k] / B->moment[2 * k + 1];
    }
    lf_printed_apply(y + 6, own, Omega);
}

/* R' = S(Omega - Omega2) R, column by column */
static void printed_turn(const double *R, const double *Omega, const double *Omega2, double *rate)
{
    double w[3], change[3];
    for (int k = 0; k < 3; k++)
        w[k] = Omega[k] - Omega2[k];
    for (int k = 0; k < 3; k++) {
        lf_printed_cross(w, (double[]){R[k], R[3 + k], R[6 + k]}, change);
        for (int i = 0; i < 3; i++)
            rate[3 * i + k] = change[i];
    }
}

/* (62)-(69) */
static lf_status printed_field(const void *ctx, size_t trajectory, double t, const double *y,
                               double *f)
{
    const double *second = y + LF_PRINTED_SECOND;
    double *rate = f + LF_PRINTED_SECOND;
    double gradient[3], M[3], Omega[3], Omega2[3], c[4][3];
    const lf_bodies *B = ctx;
    (void)t;
    lf_printed_potential(y, y + 6, gradient, M);
    printed_spins(B, y, Omega, Omega2);
    lf_printed_cross(Omega2, y, c[0]);
    lf_printed_cross(Omega2, y + 3, c[1]);
    lf_printed_cross(Omega2, y + 15, c[2]);
    lf_printed_cross(Omega2, second + 15, c[3]);
    lf_printed_cross(y, gradient, rate + 15);
    for (int k = 0; k < 3; k++) {
        f[k] = y[3 + k] - c[0][k];
        f[3 + k] = -gradient[k] - c[1][k];
        f[15 + k] = -M[k] - c[2][k];
        rate[k] = second[3 + k] / B->mass[1];
        rate[15 + k] += M[k] - c[3][k];
        lf_printed_cross(second + 6 + 3 * k, Omega2, rate + 6 + 3 * k); /* row k of R2 S(Omega2) */
    }
    printed_turn(y + 6, Omega, Omega2, f + 6);
    lf_printed_apply(second + 6, gradient, rate + 3);
    return LF_OK;
}

double lf_dumbbell_off(const lf_problem *P, const double *y)
{
    double point[LF_PRINTED_DIM] = {0};
    for (size_t c = 6; c < 15; c++) {
        point[2 * c] = y[c];
        point[2 * c + 1] = y[LF_PRINTED_SECOND + c];
    }
    return lf_problem_value(P, P->invariants[lf_dumbbell_invariant(P, "orthogonality")].value, 0,
                            point);
}

/* The energies of section 5.1. */
lf_dumbbell_row lf_dumbbell_printed_row(const lf_problem *P, double t, const double *y)
{
    const lf_bodies *B = lf_problem_bodies(P);
    const double *second = y + LF_PRINTED_SECOND;
    double gradient[3], M[3], Omega[3], Omega2[3], V2[3], V[3];
    lf_dumbbell_row row = {.t = t, .potential = lf_printed_potential(y, y + 6, gradient, M)};
    printed_spins(B, y, Omega, Omega2);
    lf_printed_apply_back(second + 6, second + 3, V2);
    for (int k = 0; k < 3; k++) {
        V2[k] /= B->mass[1];
        V[k] = y[3 + k] + V2[k];
    }
    row.moving =
        0.5 * B->mass[0] * lf_printed_dot(V, V) + 0.5 * B->mass[1] * lf_printed_dot(V2, V2);
    row.second = 0.5 * lf_printed_dot(second + 15, Omega2);
    row.turning = 0.5 * lf_printed_dot(y + 15, Omega) + row.second;
    row.off = lf_dumbbell_off(P, y);
    return row;
}

/* ---- the run -------------------------------------------------------------------------------- */

typedef struct {
    const lf_problem *model;
    lf_dumbbell_trace *trace;
} printed_run;

static lf_status printed_take(void *ctx, double t, const double *y)
{
    const printed_run *run = ctx;
    return lf_dumbbell_add(run->trace, lf_dumbbell_printed_row(run->model, t, y));
}

/* The printed equations under ode45's control. */
static lf_status printed_solve(const lf_bodies *B, lf_ode45 *ode45, double *y)
{
    const lf_point_field point = {.value = printed_field, .ctx = B};
    return lf_ode45_solve(ode45, &point, LF_PRINTED_DIM, y);
}

lf_status lf_dumbbell_ode45(const lf_problem *P, double t_end, double rtol, double atol,
                            lf_dumbbell_trace *T)
{
    printed_run run = {P, T};
    lf_ode45 ode45 = {.t_end = t_end, .rtol = rtol, .atol = atol, .row = printed_take, .ctx = &run};
    double y[LF_PRINTED_DIM];
    lf_printed_start(lf_problem_bodies(P), y);
    lf_status status = printed_solve(lf_problem_bodies(P), &ode45, y);
    T->steps = ode45.steps;
    T->evaluations = ode45.evaluations;
    return status;
}

static lf_status printed_pass(void *ctx, double t, const double *y)
{
    (void)ctx, (void)t, (void)y;
    return LF_OK;
}

lf_status lf_printed_flow(const lf_bodies *B, double t, double tolerance, double *y)
{
    lf_ode45 ode45 = {.t_end = t, .rtol = tolerance, .atol = tolerance, .row = printed_pass};
    return printed_solve(B, &ode45, y);
}
