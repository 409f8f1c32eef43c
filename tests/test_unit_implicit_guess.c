/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_implicit_guess.c - implicit methods go on from the stages of the last two steps where
 * those were alike, and begin afresh where they were not: what it saves, and that it never costs.
 * A run of single steps remembers nothing, and is what a run is compared with. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { STEPS = 60 };

typedef struct {
    double iterations, evaluations; /* per step */
    double y[LF_MODEL_MAX_DIM];
} effort;

static void add(const test_model *m, const lf_method *M, double t0, double t1, double h,
                effort *total)
{
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t0 = t0;
    opt.t1 = t1;
    opt.h = h;
    if (lf_solve(&m->problem, M, &opt, 1, total->y, NULL, &stats) != LF_OK)
        fail_msg("%s on %s: %s", M->name, m->model->name, stats.message);
    total->iterations += stats.iterations * (double)stats.steps / STEPS;
    total->evaluations += (double)stats.evaluations / STEPS;
}

/* STEPS steps as one run, or each as a run of its own. */
static effort march(const char *model, const char *method, double h, bool remembers)
{
    static test_model m;
    const lf_method *M = lf_method_find(method);
    effort total = {0};
    assert_int_equal(test_build(&m, model, ""), LF_OK);
    memcpy(total.y, m.y0, sizeof total.y);
    if (remembers)
        add(&m, M, 0, STEPS * h, h, &total);
    for (int k = 0; k < STEPS && !remembers; k++)
        add(&m, M, k * h, (k + 1) * h, h, &total);
    return total;
}

typedef struct {
    const char *model;
    double h;
} situation;

static const char *const methods[] = {"rkmk-gauss2", "rkmk-gauss3", "rkmk-sdirk"};

/* Wherever Newton's method begins it ends at the same stages, but for rounding, which 60 steps of
 * these motions do not let grow beyond a hundredfold. */
static void same_end(const effort *a, const effort *b, const situation *s)
{
    test_within(test_error(6, a->y, b->y), 1e-12, "%s with steps of %g", s->model, s->h);
}

/* Steps that are alike: three iterations from afresh, two from the stages before, each of which has
 * an error of the second order; what is saved is an iteration of every stage. */
static void test_alike(void **state)
{
    (void)state;
    static const situation calm[] = {{"free-rigid-body", 0.09}, {"humming-top", 0.03}};
    for (size_t k = 0; k < 6; k++) {
        const situation *s = &calm[k / 3];
        const effort with = march(s->model, methods[k % 3], s->h, true);
        const effort without = march(s->model, methods[k % 3], s->h, false);
        same_end(&with, &without, s);
        assert_true(without.iterations > 2.9 && with.iterations < 2.1);
        assert_true(with.evaluations < 0.9 * without.evaluations);
    }
}

/* Longer ones save Jacobians yet, up to changes of a tenth. */
static void test_still_alike(void **state)
{
    (void)state;
    static const situation calm[] = {{"free-rigid-body", 0.27}, {"humming-top", 0.09}};
    for (size_t k = 0; k < 6; k++) {
        const situation *s = &calm[k / 3];
        const effort with = march(s->model, methods[k % 3], s->h, true);
        const effort without = march(s->model, methods[k % 3], s->h, false);
        same_end(&with, &without, s);
        assert_true(with.evaluations < 0.7 * without.evaluations);
    }
}

/* Steps that are not alike are no place to go on from: to try it would cost more than it saves. */
static void test_not_alike(void **state)
{
    (void)state;
    static const situation wild[] = {
        {"heavy-top", 0.81}, {"humming-top", 0.81}, {"driven-attitude", 0.81}};
    for (size_t k = 0; k < 9; k++) {
        const situation *s = &wild[k / 3];
        const effort with = march(s->model, methods[k % 3], s->h, true);
        const effort without = march(s->model, methods[k % 3], s->h, false);
        assert_true(with.evaluations <= 1.001 * without.evaluations);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_still_alike),
        cmocka_unit_test(test_not_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
