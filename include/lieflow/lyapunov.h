/* SPDX-License-Identifier: BSD-3-Clause */
/* lyapunov.h - Lyapunov exponents of x' = f(t, x) in R^n: how fast k neighbouring directions grow, in
 * the mean over a long time. Celledoni, Marthinsen, Owren, An introduction to Lie group integrators,
 * 2014, section 4.4, where the indices of B and S run to k. Two forms, with A = df/dx along x(t):
 *
 *   discrete    (x, V, l, ...), V' = A V; every so many steps V = Q R, V becomes Q, and l_i grows by
 *               log R_ii. This belongs to the motion: lf_action.renew says how often, whatever the
 *               method; lf_options.project_every may say otherwise. The cheaper form by far.
 *   continuous  (x, Q, l, ...) on R^n x St(n, k) x R^..: Q' = A Q - Q (B - S), l_i' = B_ii,
 *               B = Q^T A Q, S = its part below the diagonal minus the transposed of that.
 *
 * The exponents are l_i over the time since `transient`. Their standard errors follow from how much
 * the growth rates, smoothed twice over the time `window`, vary: sqrt(4 window variance / time), which is
 * right where rates further apart than `window` are strangers to each other. */
#ifndef LIEFLOW_LYAPUNOV_H
#define LIEFLOW_LYAPUNOV_H

#include <lieflow/frame.h>
#include <lieflow/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x' = f(t, x) and A = df/dx for a single point of one trajectory; `tangent` or `jacobian` will do. */
typedef struct {
    size_t n; /* components of x */
    lf_status (*field)(const void *ctx, size_t trajectory, double t, const double *x, double *f);
    /* W = A V for so many vectors, one after the other */
    lf_status (*tangent)(const void *ctx, size_t trajectory, double t, const double *x,
                         size_t columns, const double *V, double *W);
    /* A, row by row; asked for where there is no `tangent` */
    lf_status (*jacobian)(const void *ctx, size_t trajectory, double t, const double *x, double *A);
    const void *ctx;
} lf_tangent_field;

typedef enum { LF_LYAPUNOV_DISCRETE, LF_LYAPUNOV_CONTINUOUS } lf_lyapunov_form;

/* The first so many exponents are outputs of the problem, with bars in pictures; the others and all
 * standard errors are shown beside x. With more than LF_LYAPUNOV_QUICK all are shown so. */
enum { LF_LYAPUNOV_OUTPUTS = 14, LF_LYAPUNOV_QUICK = 64 };

typedef struct {
    lf_tangent_field f;
    size_t k; /* exponents, 1 .. n: the largest ones */
    lf_lyapunov_form form;
    double transient; /* time from the start on that is not counted */
    double window;    /* over which rates are smoothed to judge their scatter; above 0 */
    /* filled by lf_problem_from_lyapunov */
    lf_group groups[4];         /* of the three parts, and of the whole */
    lf_action actions[4];       /* likewise */
    const lf_group *group[3];   /* the parts */
    const lf_action *action[3]; /* likewise */
    lf_frame frame;
    lf_transport transport;              /* n, k, transient and window, for the action */
    lf_display display;                  /* x, and what is not an output */
    lf_trait traits[2];                  /* that */
    char words[LF_LYAPUNOV_OUTPUTS][12]; /* names of outputs */
    lf_invariant outputs[LF_LYAPUNOV_OUTPUTS + 3];
} lf_lyapunov;

/* What the exponents say together. */
typedef struct {
    double time;      /* that was counted */
    double sum;       /* of the exponents: the mean divergence of f if k = n */
    double dimension; /* of Kaplan and Yorke; k where it is that or more */
} lf_lyapunov_total;

/* Fill P and the second part of l, which must outlive it. LF_EINPUT with a sentence in `why` when
 * something is missing or does not fit together. */
lf_status lf_problem_from_lyapunov(lf_problem *P, const char *name, lf_lyapunov *l, char *why,
                                   size_t why_size);

/* Doubles of a point; of scratch for the two functions below. */
size_t lf_lyapunov_dim(const lf_lyapunov *l);
size_t lf_lyapunov_work(const lf_lyapunov *l);
/* The point y to begin with at time t: x, the first k unit vectors, nothing counted. */
lf_status lf_lyapunov_start(const lf_lyapunov *l, size_t trajectory, double t, const double *x,
                            double *y, double *work);
/* What a point y says, at any time and not only just after V = Q R: exponents, their standard errors
 * (each k doubles; NaN before anything is known) and the total; each of the three may be NULL. y is
 * not changed. LF_ESINGULAR where the vectors have become parallel. */
lf_status lf_lyapunov_read(const lf_lyapunov *l, const double *y, double *exponents, double *errors,
                           lf_lyapunov_total *total, double *work);

#ifdef __cplusplus
}
#endif

#endif
