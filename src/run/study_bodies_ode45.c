/* SPDX-License-Identifier: BSD-3-Clause */
/* study_bodies_ode45.c - the run that paper 001 compares its integrator with. On the rotation group
 * all ways of writing the equations agree; the paper's figure 6 shows what happens off it, so here
 * they stand as printed in sections 3.2.2 and 5.1 (with gamma2 = m2 v2), and so does the control of
 * steps: Dormand and Prince 1980 as in MATLAB's ode45, Shampine and Reichelt, The MATLAB ODE suite,
 * 1997. The stages and the estimate are those of the library's dopri5. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/study_bodies.h"

enum {
    PRINTED_DIM = 36, /* X Gamma R Pi, then x2 gamma2 R2 Pi2 */
    PRINTED_SECOND = 18,
    ODE45_REFINE = 4, /* rows a step */
    ODE45_STAGES = 7
};

/* ---- the paper's equations ------------------------------------------------------------------ */

/* m = 1 and G (m1 + m2) = 1. The printed moments, 0.0004 and so on, are rounded: these belong to
 * spheres whose radius is a tenth of the length, and give the paper's numbers. */
static const double printed_mass[] = {1.5, 3}, printed_length[] = {0.25, 0.5};
static const double printed_moment[2][3] = {{0.000375, 0.0238125, 0.0238125},
                                            {0.003, 0.1905, 0.1905}};
static const double printed_start[PRINTED_DIM] = {
    1,       0, 0.3,  0, 1,  0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 9 * 0.0238125,
    -1. / 3, 0, -0.1, 0, -1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

static void vector_cross(const double *a, const double *b, double *c)
{
    for (int k = 0; k < 3; k++)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static double vector_dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void matrix_apply(const double *R, const double *v, double *w)
{
    for (int i = 0; i < 3; i++)
        w[i] = vector_dot(R + 3 * i, v);
}

static void matrix_apply_transposed(const double *R, const double *v, double *w)
{
    for (int k = 0; k < 3; k++)
        w[k] = R[k] * v[0] + R[3 + k] * v[1] + R[6 + k] * v[2];
}

/* U(X, R) with dU/dX, and M of S(M) = U_R R^T - R U_R^T: section 5.1. */
static double printed_potential(const double *X, const double *R, double *gradient, double *M)
{
    double U = 0;
    memset(gradient, 0, 3 * sizeof *gradient);
    memset(M, 0, 3 * sizeof *M);
    for (int p = 0; p < 4; p++) {
        double arm[3], d[3], pull[3], moment[3];
        const double one = (p & 1 ? 0.5 : -0.5) * printed_length[0];
        const double two = (p & 2 ? 0.5 : -0.5) * printed_length[1];
        for (int k = 0; k < 3; k++) {
            arm[k] = one * R[3 * k];
            d[k] = X[k] + arm[k] - (k == 0 ? two : 0);
        }
        const double r = sqrt(vector_dot(d, d));
        for (int k = 0; k < 3; k++)
            pull[k] = 0.25 * d[k] / (r * r * r);
        vector_cross(arm, pull, moment);
        for (int k = 0; k < 3; k++) {
            gradient[k] += pull[k];
            M[k] += moment[k];
        }
        U -= 0.25 / r;
    }
    return U;
}

/* Omega = R J1^-1 R^T Pi in the frame of body 2, and Omega2. */
static void printed_spins(const double *y, double *Omega, double *Omega2)
{
    double own[3];
    matrix_apply_transposed(y + 6, y + 15, own);
    for (int k = 0; k < 3; k++) {
        own[k] /= printed_moment[0][k];
        Omega2[k] = y[PRINTED_SECOND + 15 + k] / printed_moment[1][k];
    }
    matrix_apply(y + 6, own, Omega);
}

/* R' = S(Omega - Omega2) R, column by column */
static void printed_turn(const double *R, const double *Omega, const double *Omega2, double *rate)
{
    double w[3], change[3];
    for (int k = 0; k < 3; k++)
        w[k] = Omega[k] - Omega2[k];
    for (int k = 0; k < 3; k++) {
        vector_cross(w, (double[]){R[k], R[3 + k], R[6 + k]}, change);
        for (int i = 0; i < 3; i++)
            rate[3 * i + k] = change[i];
    }
}

/* (62)-(69) */
static lf_status printed_field(const void *ctx, size_t trajectory, double t, const double *y,
                               double *f)
{
    const double *second = y + PRINTED_SECOND;
    double *rate = f + PRINTED_SECOND;
    double gradient[3], M[3], Omega[3], Omega2[3], c[4][3];
    (void)ctx;
    (void)t;
    printed_potential(y, y + 6, gradient, M);
    printed_spins(y, Omega, Omega2);
    vector_cross(Omega2, y, c[0]);
    vector_cross(Omega2, y + 3, c[1]);
    vector_cross(Omega2, y + 15, c[2]);
    vector_cross(Omega2, second + 15, c[3]);
    vector_cross(y, gradient, rate + 15);
    for (int k = 0; k < 3; k++) {
        f[k] = y[3 + k] - c[0][k];
        f[3 + k] = -gradient[k] - c[1][k];
        f[15 + k] = -M[k] - c[2][k];
        rate[k] = second[3 + k] / printed_mass[1];
        rate[15 + k] += M[k] - c[3][k];
        vector_cross(second + 6 + 3 * k, Omega2, rate + 6 + 3 * k); /* row k of R2 S(Omega2) */
    }
    printed_turn(y + 6, Omega, Omega2, f + 6);
    matrix_apply(second + 6, gradient, rate + 3);
    return LF_OK;
}

/* ||I - R^T R||, the larger of R and R2. */
static double printed_off(const lf_problem *P, const double *y)
{
    double point[PRINTED_DIM] = {0};
    for (size_t c = 6; c < 15; c++) {
        point[2 * c] = y[c];
        point[2 * c + 1] = y[PRINTED_SECOND + c];
    }
    return lf_problem_value(P, P->invariants[lf_dumbbell_invariant(P, "orthogonality")].value, 0,
                            point);
}

/* The energies of section 5.1. */
static lf_dumbbell_row printed_row(const lf_problem *P, double t, const double *y)
{
    const double *second = y + PRINTED_SECOND;
    double gradient[3], M[3], Omega[3], Omega2[3], V2[3], V[3];
    lf_dumbbell_row row = {.t = t, .potential = printed_potential(y, y + 6, gradient, M)};
    printed_spins(y, Omega, Omega2);
    matrix_apply_transposed(second + 6, second + 3, V2);
    for (int k = 0; k < 3; k++) {
        V2[k] /= printed_mass[1];
        V[k] = y[3 + k] + V2[k];
    }
    row.moving =
        0.5 * printed_mass[0] * vector_dot(V, V) + 0.5 * printed_mass[1] * vector_dot(V2, V2);
    row.turning = 0.5 * vector_dot(y + 15, Omega) + 0.5 * vector_dot(second + 15, Omega2);
    row.off = printed_off(P, y);
    return row;
}

/* ---- MATLAB's ode45 ------------------------------------------------------------------------- */

/* The continuous extension of ode45 (ntrp45): stages by powers 1 to 4. */
static const double ode45_dense[ODE45_STAGES][4] = {
    {1, -183. / 64, 37. / 12, -145. / 128},
    {0, 0, 0, 0},
    {0, 1500. / 371, -1000. / 159, 1000. / 371},
    {0, -125. / 32, 125. / 12, -375. / 64},
    {0, 9477. / 3392, -729. / 106, 25515. / 6784},
    {0, -11. / 7, 11. / 3, -55. / 28},
    {0, 3. / 2, -4, 5. / 2},
};

typedef struct {
    lf_group group;
    lf_action action;
    lf_point_field point;
    lf_tally tally;
    lf_problem P;
    const lf_problem *model;
    const lf_method *M;
    double rtol, atol, t, h; /* h: the next step */
    double y[2][PRINTED_DIM], f[2][PRINTED_DIM], error[PRINTED_DIM];
    double stages[ODE45_STAGES * PRINTED_DIM];
    double *work;
} ode45;

static lf_attempt ode45_attempt(ode45 *O)
{
    return (lf_attempt){.lanes = {1, &O->t, &O->h, NULL},
                        .tally = &O->tally,
                        .y0 = O->y[0],
                        .f0 = O->f[0],
                        .y1 = O->y[1],
                        .f1 = O->f[1],
                        .error = O->error,
                        .stages = O->stages,
                        .work = O->work};
}

/* The largest of |v_i| / max(|y_i|, |y1_i|, atol/rtol). */
static double ode45_norm(const ode45 *O, const double *v, const double *y1)
{
    double most = 0;
    for (int i = 0; i < PRINTED_DIM; i++) {
        double size = fmax(fmax(fabs(O->y[0][i]), fabs(y1[i])), O->atol / O->rtol);
        most = fmax(most, fabs(v[i]) / size);
    }
    return most;
}

/* Rows within and at the end of the step that was taken. */
static lf_status ode45_rows(const ode45 *O, lf_dumbbell_trace *T)
{
    lf_status status = LF_OK;
    for (int q = 1; q < ODE45_REFINE && status == LF_OK; q++) {
        double y[PRINTED_DIM], x = (double)q / ODE45_REFINE;
        memcpy(y, O->y[0], sizeof y);
        for (int s = 0; s < ODE45_STAGES; s++) {
            const double *d = ode45_dense[s];
            const double b = O->h * x * (d[0] + x * (d[1] + x * (d[2] + x * d[3])));
            for (int i = 0; i < PRINTED_DIM; i++)
                y[i] += b * O->stages[s * PRINTED_DIM + i];
        }
        status = lf_dumbbell_add(T, printed_row(O->model, O->t + x * O->h, y));
    }
    return status == LF_OK ? lf_dumbbell_add(T, printed_row(O->model, O->t + O->h, O->y[1]))
                           : status;
}

/* Try smaller and smaller steps until one is accepted; the size of the next is in `next`. */
static lf_status ode45_step(ode45 *O, lf_dumbbell_trace *T, double *next)
{
    for (int failures = 0;; failures++) {
        lf_attempt attempt = ode45_attempt(O);
        lf_status status = O->M->estimator.attempt(O->M, &O->P, &attempt);
        double error = ode45_norm(O, O->error, O->y[1]), root = pow(error / O->rtol, 0.2);
        T->evaluations += ODE45_STAGES - 1;
        if (status != LF_OK || O->h < 16 * DBL_EPSILON * fmax(O->t, 1))
            return status != LF_OK ? status : LF_ESTEP;
        if (error <= O->rtol) {
            *next = failures ? O->h : O->h / fmax(0.2, 1.25 * root);
            return LF_OK;
        }
        O->h *= failures ? 0.5 : fmax(0.1, 0.8 / root);
    }
}

static lf_status ode45_march(ode45 *O, double t_end, lf_dumbbell_trace *T)
{
    lf_status status = lf_dumbbell_add(T, printed_row(O->model, 0, O->y[0]));
    double next = 0.1 * t_end;
    printed_field(NULL, 0, 0, O->y[0], O->f[0]);
    T->evaluations = 1;
    next = fmin(next, 0.8 * pow(O->rtol, 0.2) / ode45_norm(O, O->f[0], O->y[0]));
    while (O->t < t_end && status == LF_OK) {
        O->h = fmin(next, 0.1 * t_end);
        if (1.1 * O->h >= t_end - O->t)
            O->h = t_end - O->t;
        const bool last = O->h == t_end - O->t;
        const double wanted = O->h;
        status = ode45_step(O, T, &next);
        if (status == LF_OK)
            status = ode45_rows(O, T);
        O->t = last && O->h == wanted ? t_end : O->t + O->h;
        memcpy(O->y[0], O->y[1], sizeof O->y[0]);
        memcpy(O->f[0], O->f[1], sizeof O->f[0]);
        T->steps++;
    }
    return status;
}

lf_status lf_dumbbell_ode45(const lf_problem *P, double t_end, double rtol, double atol,
                            lf_dumbbell_trace *T)
{
    ode45 O = {.model = P, .M = lf_method_find("dopri5"), .rtol = rtol, .atol = atol};
    O.point = (lf_point_field){.value = printed_field};
    O.group = lf_group_rn(PRINTED_DIM);
    O.action = lf_action_translation(&O.group);
    O.P = lf_problem_from_point("dumbbells", &O.action, &O.point);
    O.work = calloc(O.M->estimator.work(O.M, &O.P, 1), sizeof *O.work);
    memcpy(O.y[0], printed_start, sizeof printed_start);
    lf_status status = O.work ? ode45_march(&O, t_end, T) : LF_EMEMORY;
    free(O.work);
    return status;
}
