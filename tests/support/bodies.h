/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.h - two lopsided bodies of three point masses each, written down plainly. */
#ifndef TEST_BODIES_H
#define TEST_BODIES_H

#include <lieflow/bodies.h>

enum { TEST_POINTS = 3, TEST_BODIES = 2, TEST_BODIES_DIM = TEST_BODIES * LF_BODY_DIM };

typedef struct {
    lf_bodies bodies;
    lf_bodies_space space;
    lf_problem problem;
    double mass[TEST_BODIES], moment[3 * TEST_BODIES], axes[9 * TEST_BODIES];
} test_pair;

/* The pair as a problem of this form; its inertia matrices are full. */
void test_pair_make(test_pair *pair, lf_form form);
/* Its start, as a point of that form. */
void test_pair_start(const test_pair *pair, double y[TEST_BODIES_DIM]);

#endif
