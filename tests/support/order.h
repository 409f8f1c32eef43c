/* SPDX-License-Identifier: BSD-3-Clause */
/* order.h - the order of a method, measured where its error has settled.
 *
 * The error of a one-step method has an expansion E(h) = a h^p + b h^(p+1) + ..., as a vector over
 * all components of several trajectories. For h and a step h/q that is shorter, D(h) = (E(h) -
 * q^(p+1) E(h/q)) / (1 - q) is free of b, so that log D / log h settles at p long before log E
 * does. If the order is not the p that was assumed, D has the true order all the same. */
#ifndef LF_TEST_ORDER_H
#define LF_TEST_ORDER_H

#include "support/cases.h"

/* Starts of a race. Up to order four few of them do: a leading term that one trajectory happens not to see is
 * seen by the others. Pairs of order five have so small a one that few starts show slopes that are off by
 * 0.5, eight at most by 0.18. (That lanes do not matter is the business of test_law_lanes.c.) */
enum { TEST_LANES = 8, TEST_FEW = 3 };

/* A problem with several starts and where they are at t_end. */
typedef struct {
    const lf_problem *P;
    size_t lanes;
    double t_end, size; /* root mean square of |y(t_end)| */
    double start[TEST_MAX_DIM * TEST_LANES], end[TEST_MAX_DIM * TEST_LANES];
} test_race;

/* TEST_LANES starts from random points, or TEST_FEW. The reference is rkmk8 in fine steps; dop853 in the ambient space, a
 * different equation solved by different code, must agree. */
void test_race_set(test_race *race, const lf_problem *P, double t_end);
void test_race_few(test_race *race, const lf_problem *P, double t_end);
/* The same for starts that are there already. */
void test_race_reference(test_race *race);

/* The observed order, `assumed` being what is expected. The steps follow from the error: it is about
 * 1e-12 of the solution at the finest, or what a few hundred steps reach. Fails the test when the
 * error is still above 1e-2. */
double test_order(const test_race *race, const lf_method *M, int assumed);
/* The same from the plain errors. */
double test_slope(const test_race *race, const lf_method *M, int assumed);
/* Fails the test unless the observed order is within `tolerance` of the expected one. */
void test_order_is(const test_race *race, const lf_method *M, int expected, double tolerance);

#endif
