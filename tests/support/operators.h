/* SPDX-License-Identifier: BSD-3-Clause */
/* operators.h - small linear operators of every kind, with eigenvalues of size one, for laws. */
#ifndef LF_TEST_OPERATORS_H
#define LF_TEST_OPERATORS_H

#include <lieflow/operator.h>
#include <lieflow/problem.h>

enum {
    TEST_HEAT,      /* a line of real values, decaying; said to go forward alone */
    TEST_WAVES,     /* likewise, turning and decaying a little */
    TEST_PLANE,     /* a plane of two species, decaying and turning */
    TEST_COMPLEX,   /* complex values, turning */
    TEST_SINES,     /* sines */
    TEST_SYMMETRIC, /* a symmetric matrix */
    TEST_MATRIX,    /* any matrix */
    TEST_OPERATORS
};

typedef struct {
    lf_operator L;
    lf_group group;
    lf_action action;
    double memory[2048];
} test_operator;

/* Operator `which`; its eigenvalues are those of a unit box times `size`. The struct must stay where
 * it is. */
void test_operator_set(test_operator *T, int which, double size);

#endif
