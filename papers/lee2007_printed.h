/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007_printed.h - the equations of Lee et al. 2007 for two dumbbells as they are printed, which
 * share no code with the library's: the continuous ones (62)-(69) and the discrete ones (116)-(125),
 * both relative and Hamiltonian, with the potential of section 5.1. Masses and moments are the
 * model's. A state has the 36 numbers X Gamma R Pi, then x2 gamma2 R2 Pi2. */
#ifndef LIEFLOW_PAPERS_LEE2007_PRINTED_H
#define LIEFLOW_PAPERS_LEE2007_PRINTED_H

#include <lieflow/bodies.h>

enum { LF_PRINTED_DIM = 36, LF_PRINTED_SECOND = 18 };

/* The start of section 5.2. */
void lf_printed_start(const lf_bodies *B, double *y);
/* The state as a point of the inertial Hamiltonian form of B. */
void lf_printed_point(const lf_bodies *B, const double *y, double *point);
/* U(X, R) with dU/dX, and M of S(M) = U_R R^T - R U_R^T: section 5.1. */
double lf_printed_potential(const double *X, const double *R, double *gradient, double *M);
/* (62)-(69) for a time t from y on, by Dormand and Prince's method with ode45's control. */
lf_status lf_printed_flow(const lf_bodies *B, double t, double tolerance, double *y);

/* Steps of (116)-(125), with `R2` where `R` is printed in (123), (124) and Pi2 where Pi is in (119):
 * the momenta are not kept otherwise. F = exp S(f) by Newton's method for g = G(f), (127), (128). */
enum { LF_PRINTED_MOST = 20 }; /* iterations */
typedef struct {
    double h, tolerance; /* of |g - G(f)| */
    bool polish;         /* one iteration more than that takes: to roundoff */
    /* is told of the state after every step; may be NULL */
    lf_status (*step)(void *ctx, size_t steps, const double *y);
    void *ctx;
    size_t took[LF_PRINTED_MOST + 1]; /* equations that took so many iterations */
} lf_printed_run;
lf_status lf_printed_steps(const lf_bodies *B, lf_printed_run *run, size_t steps, double *y);

/* ---- vectors and matrices, row by row ---- */

static inline void lf_printed_cross(const double *a, const double *b, double *c)
{
    for (int k = 0; k < 3; k++)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static inline double lf_printed_dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void lf_printed_apply(const double *R, const double *v, double *w)
{
    for (int i = 0; i < 3; i++)
        w[i] = lf_printed_dot(R + 3 * i, v);
}

/* A B */
static inline void lf_printed_times(const double *A, const double *B, double *C)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            C[3 * i + k] = A[3 * i] * B[k] + A[3 * i + 1] * B[3 + k] + A[3 * i + 2] * B[6 + k];
}

/* R^T v */
static inline void lf_printed_apply_back(const double *R, const double *v, double *w)
{
    for (int k = 0; k < 3; k++)
        w[k] = R[k] * v[0] + R[3 + k] * v[1] + R[6 + k] * v[2];
}

#endif
