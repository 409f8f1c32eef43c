/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel is a faster way to the same bits: whole steps and attempts of one lane with it and
 * without it (the same action, of another kind) are equal with ==, for turns from tiny ones to some
 * that are too far for a kernel. */
#include "support/cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "method/kernels.h"

static const char *const methods[] = {"rkmk4", "rkmk5", "rkmk8"};
/* how far a step turns, about; functions of the angle change at 2 and 4 */
static const double turns[] = {1e-9, 1e-3, 0.3, 0.9, 1.4, 1.9, 2.1, 3, 3.9, 4.2, 6, 12};
enum { METHODS = 3, TURNS = sizeof turns / sizeof *turns };

/* The same problem with and without the kernel, and what was seen. */
typedef struct {
    lf_problem with, without;
    lf_action other;
    size_t repeated; /* steps that began anew */
} twins;

static void twins_make(twins *t, const lf_problem *P, lf_action_kind kind)
{
    t->with = t->without = *P;
    t->other = *P->action;
    t->other.kind = kind;
    t->without.action = &t->other;
    t->repeated = 0;
    for (size_t k = 0; k < METHODS; k++) {
        assert_non_null(lf_kernel_find(lf_method_find(methods[k]), t->with.action));
        assert_null(lf_kernel_find(lf_method_find(methods[k]), t->without.action));
    }
}

static double *room(size_t count)
{
    double *a = calloc(count, sizeof *a);
    assert_non_null(a);
    return a;
}

static void check_finite(size_t count, const double *a, const char *what)
{
    if (!isfinite(test_norm(count, a)))
        fail_msg("%s: not finite", what);
}

/* ---- steps ---- */

static void check_step(twins *t, const lf_method *M, double time, double h, const double *y0)
{
    const size_t dim = t->with.action->dim;
    double *a = room(dim), *b = room(dim);
    const lf_lanes L = test_lanes_of(1, &time, &h);
    lf_tally one = {0}, two = {0};
    double *work = test_scratch(M->work(M, &t->with, 1));
    assert_int_equal(M->step(M, &t->with, &L, y0, a, NULL, &one, work), LF_OK);
    work = test_scratch(M->work(M, &t->without, 1));
    assert_int_equal(M->step(M, &t->without, &L, y0, b, NULL, &two, work), LF_OK);
    check_finite(dim, a, M->name);
    test_same_bits(dim, a, b, "%s on %s, h = %g", M->name, t->with.name, h);
    assert_true(one.evaluations >= two.evaluations);
    t->repeated += one.evaluations > two.evaluations;
    free(a);
    free(b);
}

/* ---- attempts ---- */

/* y1, f1, both errors, stages and a point in between, one after the other. */
static double *attempt(const lf_method *M, const lf_problem *P, double time, double h,
                       const double *y0, size_t *count)
{
    const lf_estimator *E = &M->estimator;
    const size_t dim = P->action->dim, rate = P->action->group->dim;
    const double x = 0.37;
    *count = 2 * dim + (3 + E->stages) * rate;
    double *all = room(*count), *f0 = room(rate);
    lf_tally tally = {0};
    lf_attempt a = {.lanes = test_lanes_of(1, &time, &h), .y0 = y0, .f0 = f0, .tally = &tally};
    a.y1 = all;
    a.f1 = a.y1 + dim;
    a.error = a.f1 + rate;
    a.error_low = a.error + rate;
    a.stages = a.error_low + rate;
    test_rate(P, time, y0, f0);
    a.work = test_scratch(E->work(M, P, 1));
    assert_int_equal(E->attempt(M, P, &a), LF_OK);
    assert_int_equal(E->prepare(M, P, &a), LF_OK);
    assert_int_equal(E->interpolate(M, P, &a, &x, a.stages + E->stages * rate), LF_OK);
    free(f0);
    return all;
}

static void check_attempt(const twins *t, const lf_method *M, double time, double h,
                          const double *y0)
{
    size_t count;
    double *a = attempt(M, &t->with, time, h, y0, &count);
    double *b = attempt(M, &t->without, time, h, y0, &count);
    check_finite(count, a, M->name);
    test_same_bits(count, a, b, "attempt of %s on %s, h = %g", M->name, t->with.name, h);
    free(a);
    free(b);
}

static void check_all(twins *t, double time, double h, const double *y0)
{
    for (size_t k = 0; k < METHODS; k++) {
        const lf_method *M = lf_method_find(methods[k]);
        check_step(t, M, time, h, y0);
        if (M->estimator.attempt)
            check_attempt(t, M, time, h, y0);
    }
}

/* ---- actions ---- */

static void test_single_rotations(void **state)
{
    (void)state;
    static const char *const actions[] = {"rotation", "sphere", "body-frame",
                                          "body-frame-quaternion"};
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++) {
        const lf_action *A = test_action(actions[k]);
        static test_field field;
        const lf_problem P = test_problem(A, TEST_IN_TIME, 1, &field);
        static twins t;
        test_random r = {k + 1};
        twins_make(&t, &P, LF_ACTION_OTHER);
        for (size_t turn = 0; turn < TURNS; turn++)
            for (int round = 0; round < 12; round++) {
                double y[TEST_MAX_DIM], f[TEST_MAX_DIM];
                const double time = test_uniform(&r, -2, 2), sign = round % 3 ? 1 : -1;
                test_point(A, &r, 1, y);
                test_rate(&P, time, y, f);
                check_all(&t, time, sign * turns[turn] / test_norm(A->group->dim, f), y);
            }
        assert_true(t.repeated > 0); /* some were too far */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
