/* SPDX-License-Identifier: BSD-3-Clause */
/* cotangent.h - Hamiltonian problems on cotangent bundles to test on, and single steps there. */
#ifndef LF_TEST_COTANGENT_H
#define LF_TEST_COTANGENT_H

#include "support/cases.h"

/* Tops of ordinary speed on T*SO(3), one in four more dimensions, and a body in a field of springs
 * on T*SE(3); `count` of them. A name for each. */
enum { TEST_COTANGENTS = 5 };
const lf_problem *test_cotangent(size_t k, const char **name);
/* A point near the start of the problem. */
void test_cotangent_point(size_t k, test_random *r, double *y);

/* One step from y0, nothing remembered; fails the test when that fails. */
void test_step(const lf_method *M, const lf_problem *P, double h, const double *y0, double *y1);

#endif
