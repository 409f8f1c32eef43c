/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.h - operations of groups, actions, problems and methods with exactly the scratch that they
 * ask for; a status other than LF_OK fails the test. */
#ifndef LF_TEST_CALLS_H
#define LF_TEST_CALLS_H

#include "support/support.h"

#include <lieflow/method.h>

/* `count` doubles of the heap that are not numbers, for one call: the next scratch replaces them. */
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
/* A step of a method that carries nothing, from the lanes' times by their steps. */
lf_status test_one_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                        const double *y0, double *y1);
/* The same problem without a trait; `list` keeps the others. */
lf_problem test_without(const lf_problem *P, lf_trait_tag tag, lf_trait list[LF_TRAIT_COUNT + 1]);

#endif
