/* SPDX-License-Identifier: BSD-3-Clause */
/* operators.c - small linear operators. */
#include "support/operators.h"

#include <math.h>

#include "support/support.h"

typedef struct {
    int which;
    double size;
} choice;

static void symbol(const void *ctx, size_t field, double kx, double ky, double *lambda)
{
    const choice *c = ctx;
    const double k2 = kx * kx + ky * ky;
    switch (c->which) {
    case TEST_WAVES:
        lambda[0] = -0.05 * k2;
        lambda[1] = kx * kx * kx - kx;
        break;
    case TEST_PLANE:
        lambda[0] = -k2 / (double)(1 + field);
        lambda[1] = kx + 0.5 * ky;
        break;
    case TEST_COMPLEX:
        lambda[0] = 0;
        lambda[1] = -k2 + 0.3 * kx;
        break;
    default: lambda[0] = 0.3 - k2;
    }
    lambda[0] *= c->size;
    lambda[1] *= c->size;
}

static const lf_operator_shape shapes[] = {
    [TEST_HEAT] = {.kind = LF_OPERATOR_FOURIER, .n = 8, .length = {20}, .forward = true},
    [TEST_WAVES] = {.kind = LF_OPERATOR_FOURIER, .n = 12, .length = {30}},
    [TEST_PLANE] =
        {.kind = LF_OPERATOR_FOURIER, .n = 4, .rows = 6, .fields = 2, .length = {12, 15}},
    [TEST_COMPLEX] = {.kind = LF_OPERATOR_FOURIER_COMPLEX, .n = 8, .length = {20}},
    [TEST_SINES] = {.kind = LF_OPERATOR_SINE, .n = 7, .length = {15}},
    [TEST_SYMMETRIC] = {.kind = LF_OPERATOR_DENSE, .n = 5},
    [TEST_MATRIX] = {.kind = LF_OPERATOR_DENSE, .n = 5},
};

void test_operator_set(test_operator *T, int which, double size)
{
    const lf_operator_shape *shape = &shapes[which];
    const choice c = {which, size};
    char why[300] = "";
    double a[25];
    test_random r = {5};
    assert_true(lf_operator_room(shape) <= sizeof T->memory / sizeof *T->memory);
    test_fill(&r, 25, 0.5 * size, a);
    for (size_t i = 0; i < 5 && which == TEST_SYMMETRIC; i++)
        for (size_t j = 0; j < i; j++)
            a[5 * i + j] = a[5 * j + i];
    const lf_status s =
        shape->kind == LF_OPERATOR_DENSE
            ? lf_operator_build_dense(&T->L, shape, a, T->memory, why, sizeof why)
            : lf_operator_build(&T->L, shape, symbol, &c, T->memory, why, sizeof why);
    if (s != LF_OK)
        fail_msg("operator %d: %s", which, why);
    T->group = lf_group_semilinear(&T->L);
    T->action = lf_action_semilinear(&T->group);
}
