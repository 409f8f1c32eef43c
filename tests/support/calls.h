/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.h - operations of groups, actions, problems and methods with exactly the scratch that they
 * ask for, between guards. An operation that writes beyond it fails the test, and so does a status
 * other than LF_OK, unless the function answers it. */
#ifndef LF_TEST_CALLS_H
#define LF_TEST_CALLS_H

#include "support/guarded.h"

#include <lieflow/method.h>

/* `count` guarded doubles for one call that is not below. The next scratch replaces them, after a
 * look at their guards. */
double *test_scratch(size_t count);

static inline lf_lanes test_lanes_of(size_t n, const double *t, const double *h)
{
    const lf_lanes L = {.n = n, .t = t, .h = h};
    return L;
}

/* ---- groups ---- */

void test_mul(const lf_group *G, size_t n, const double *a, const double *b, double *c);
void test_inv(const lf_group *G, size_t n, const double *a, double *b);
void test_Ad(const lf_group *G, size_t n, const double *g, const double *v, double *w);
void test_bracket(const lf_group *G, size_t n, const double *u, const double *v, double *w);
void test_map(const lf_group *G, lf_map map, size_t n, const double *u, double *g);
void test_dmapinv(const lf_group *G, lf_map map, size_t n, const double *u, const double *v,
                  double *w);
void test_exp(const lf_group *G, size_t n, const double *u, double *g);
void test_dexp(const lf_group *G, size_t n, const double *u, const double *v, double *w);
void test_dexpinv(const lf_group *G, size_t n, const double *u, const double *v, double *w);
void test_tangent(const lf_group *G, size_t n, const double *u, const double *g, double *v);
void test_group_defect(const lf_group *G, size_t n, const double *g, double *d);
/* Its status is the caller's to look at: not every element has one. */
lf_status test_log(const lf_group *G, size_t n, const double *g, double *u);
/* Any operation of two arguments, such as lf_group_ad_dual; `what` names it. */
void test_group_call(lf_group_binary *call, const lf_group *G, size_t n, const double *a,
                     const double *b, double *c, const char *what);
void test_dexpinv_truncated(const lf_group *G, size_t n, int order, const double *u,
                            const double *v, double *w);

/* ---- actions ---- */

void test_flow(const lf_action *A, lf_map map, size_t n, const double *u, const double *y0,
               double *y1);
void test_apply(const lf_action *A, size_t n, const double *g, const double *y0, double *y1);
void test_generator(const lf_action *A, size_t n, const double *u, const double *y, double *v);
void test_defect(const lf_action *A, size_t n, const double *y, const double *start, double *d);
void test_project(const lf_action *A, size_t n, const double *start, double *y);

/* ---- problems and methods ---- */

/* The field of the lanes, and of a single point. */
void test_rates(const lf_problem *P, const lf_lanes *L, const double *y, double *f);
void test_rate(const lf_problem *P, double t, const double *y, double *f);
/* y' itself, where the problem knows it, and the exact flow of one of its pieces. */
void test_ambient_rates(const lf_problem *P, const lf_lanes *L, const double *y, double *v);
void test_piece(const lf_splitting *S, const lf_problem *P, size_t k, const lf_lanes *L,
                const double *y0, double *y1);
/* A step of a method that carries nothing, from the lanes' times by their steps. */
lf_status test_one_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                        const double *y0, double *y1);
/* `count` steps of n lanes; afterwards t has gone on and h has shrunk to `shrink` h each time. */
lf_status test_take_steps(const lf_method *M, const lf_problem *P, size_t n, int count,
                          double shrink, double *t, double *h, double *y);
/* The same problem without a trait; `list` keeps the others. */
lf_problem test_without(const lf_problem *P, lf_trait_tag tag, lf_trait list[LF_TRAIT_COUNT + 1]);

/* A step with an estimate of its error: what came out of it, kept for interpolation. */
enum { TEST_ATTEMPT_PARTS = 8 };
typedef struct {
    const lf_method *M;
    const lf_problem *P;
    lf_attempt a;
    lf_tally tally;
    double *memory[TEST_ATTEMPT_PARTS];
} test_attempt;
/* Attempt a step of n lanes with a method that estimates errors; t, h and y0 must outlive it. */
lf_status test_attempt_begin(test_attempt *T, const lf_method *M, const lf_problem *P, size_t n,
                             const double *t, const double *h, const double *y0);
/* What interpolation needs beyond that. */
lf_status test_attempt_prepare(test_attempt *T);
/* The points at t + x h, one x per lane. */
void test_attempt_point(test_attempt *T, const double *x, double *y);
/* Check the guards of everything that the attempt wrote to, and free it. */
void test_attempt_end(test_attempt *T);

#endif
