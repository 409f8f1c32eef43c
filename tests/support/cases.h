/* SPDX-License-Identifier: BSD-3-Clause */
/* cases.h - what the laws run on: every registered action and some with a size, random points of
 * their manifolds, and fields with nothing special about them. */
#ifndef LF_TEST_CASES_H
#define LF_TEST_CASES_H

#include "support/calls.h"

#include <lieflow/model.h>
#include <lieflow/solve.h>

enum { TEST_MAX_DIM = 64 }; /* of a point */

/* Registered actions, translations, planes, products, diagonals and powers, ending with NULL. */
const lf_action *const *test_actions(void);
/* One of them by name. */
const lf_action *test_action(const char *name);

/* A point of the manifold, n lanes. */
void test_point(const lf_action *A, test_random *r, size_t n, double *y);

/* Copy one lane of `count` components out of, or into, a block of n lanes. */
void test_take_lane(size_t count, size_t n, size_t i, const double *block, double *lane);
void test_put_lane(size_t count, size_t n, size_t i, const double *lane, double *block);

/* A smooth field whose values neither commute nor have any symmetry:
 * f_k = size sin(phase_k + slope_k.y + rate_k t), without time or without y where asked. */
typedef enum { TEST_AUTONOMOUS, TEST_IN_TIME, TEST_TIME_ALONE } test_kind;
typedef struct {
    const lf_action *action;
    double size, phase[TEST_MAX_DIM], rate[TEST_MAX_DIM], slope[2048];
    lf_point_field point;
} test_field;
/* The problem on A with such a field; `field` must outlive it. */
lf_problem test_problem(const lf_action *A, test_kind kind, double size, test_field *field);

/* March from t = 0 to t_end in `steps` equal steps; fails the test when that fails. */
void test_march(const lf_problem *P, const lf_method *M, double t_end, size_t steps, double *y,
                lf_stats *stats);

/* A model with its defaults changed by "key=value" settings separated by ';'. */
typedef struct {
    const lf_model *model;
    _Alignas(16) char self[LF_MODEL_MAX_SIZE];
    lf_problem problem;
    double y0[LF_MODEL_MAX_DIM];
    double room[4096];  /* for what it derives */
    double lists[1024]; /* for lists that are long */
    char why[256];
} test_model;
/* LF_OK or what the model answered; fails the test when a setting cannot be read. */
lf_status test_build(test_model *m, const char *name, const char *settings);

#endif
