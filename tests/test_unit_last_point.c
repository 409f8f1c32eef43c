/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_last_point.c - what a run leaves behind: the last good point after a failure is that of a
 * run which ended before it, bit for bit, and looking in between moves nothing. Methods that
 * remember numbers from step to step must find their memory as it was. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { GOOD_LATE = 64 + 20, GOOD_EARLY = 37, ALL = 100 };

/* ---- a method that fails at a time ---- */

/* How it fails: by saying so, or by a point that is no number. */
typedef enum { REFUSED, NOT_FINITE } failure;

static struct {
    const lf_method *method; /* the one that does the work */
    double from;             /* steps from this time on fail */
    failure how;
} failing;

static lf_status failing_step(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                              const double *y0, double *y1, double *carry, lf_tally *tally,
                              double *work)
{
    (void)M;
    const lf_method *inner = failing.method;
    const lf_status s = inner->step(inner, P, L, y0, y1, carry, tally, work);
    if (s != LF_OK || L->t[0] < failing.from)
        return s;
    y1[0] = (double)NAN;
    return failing.how == REFUSED ? LF_ESINGULAR : LF_OK;
}

static lf_method failing_method(const lf_method *M, double from, failure how)
{
    lf_method F = *M;
    failing.method = M;
    failing.from = from;
    failing.how = how;
    F.step = failing_step;
    return F;
}

/* ---- runs ---- */

/* Short steps, so that implicit methods find their stages. */
static double step_of(const test_model *m)
{
    return m->model->step / 8;
}

static lf_status run(const lf_method *M, const test_model *m, size_t steps, double every, double *y,
                     lf_stats *stats)
{
    lf_options opt = lf_options_default();
    opt.h = step_of(m);
    opt.t1 = (double)steps * opt.h;
    opt.every = every * opt.h;
    opt.watch = 0; /* 64 steps without a look: what lies between is walked again */
    memcpy(y, m->y0, m->problem.action->dim * sizeof *y);
    return lf_solve(&m->problem, M, &opt, 1, y, NULL, stats);
}

static void check_failure(const lf_method *M, const test_model *m, size_t good, failure how)
{
    const size_t dim = m->problem.action->dim;
    double expected[LF_MODEL_MAX_DIM], y[LF_MODEL_MAX_DIM];
    const char *why;
    lf_stats stats;
    if (run(M, m, good, 0, expected, &stats) != LF_OK)
        return; /* this method and model do not go together so far */
    const lf_method F = failing_method(M, ((double)good - 0.5) * step_of(m), how);
    assert_int_equal(lf_method_fits(&F, &m->problem, &why), LF_OK);
    const lf_status s = run(&F, m, ALL, 0, y, &stats);
    assert_int_equal(s, how == REFUSED ? LF_ESINGULAR : LF_ENONFINITE);
    assert_int_equal(stats.steps, good);
    test_within(fabs(stats.t / ((double)good * step_of(m)) - 1), 4 * DBL_EPSILON, "%s on %s: time",
                M->name, m->model->name);
    test_same_bits(dim, y, expected, "%s on %s: last good point of %zu steps", M->name,
                   m->model->name, good);
}

/* Every method on every model. */
static size_t on_every_pair(void (*check)(const lf_method *M, const test_model *m))
{
    static test_model m;
    const char *why;
    size_t carries = 0;
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++) {
        assert_int_equal(test_build(&m, model->name, ""), LF_OK);
        for (const lf_method *const *M = lf_methods(); *M; M++)
            if (lf_method_fits(*M, &m.problem, &why) == LF_OK) {
                check(*M, &m);
                carries += (*M)->carry && (*M)->carry(*M, &m.problem) > 0;
            }
    }
    return carries;
}

static void check_failures(const lf_method *M, const test_model *m)
{
    check_failure(M, m, GOOD_EARLY, REFUSED);
    check_failure(M, m, GOOD_LATE, REFUSED);
    check_failure(M, m, GOOD_LATE, NOT_FINITE);
}

static void test_last_good_point(void **state)
{
    (void)state;
    assert_true(on_every_pair(check_failures) > 20);
}

/* Rows between steps are side steps: they change neither the point nor the memory. */
static void check_rows(const lf_method *M, const test_model *m)
{
    double expected[LF_MODEL_MAX_DIM], y[LF_MODEL_MAX_DIM];
    lf_stats stats;
    if (run(M, m, GOOD_EARLY, 0, expected, &stats) != LF_OK)
        return;
    assert_int_equal(run(M, m, GOOD_EARLY, 0.7, y, &stats), LF_OK);
    test_same_bits(m->problem.action->dim, y, expected, "%s on %s: rows in between", M->name,
                   m->model->name);
}

static void test_rows_move_nothing(void **state)
{
    (void)state;
    on_every_pair(check_rows);
}

/* ---- the grid of steps ---- */

/* Spans of decimal steps: as many steps as one would count, all of one size to the last bit, so
 * that a constant field of one adds up like the step itself. */
static lf_status one(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)ctx, (void)trajectory;
    (void)t, (void)y;
    f[0] = 1;
    return LF_OK;
}

static void test_decimal_steps(void **state)
{
    (void)state;
    const lf_group group = lf_group_rn(1);
    const lf_action line = lf_action_translation(&group);
    const lf_point_field point = {one, NULL};
    const lf_problem P = lf_problem_from_point("one", &line, &point);
    for (size_t steps = 1; steps < 300; steps++)
        for (int k = 0; k < 3; k++) {
            static const double sizes[] = {0.1, 0.7, 0.003};
            lf_options opt = lf_options_default();
            lf_stats stats;
            double y = 0, sum = 0;
            opt.h = sizes[k];
            /* what a user writes: 3 tenths are 0.3, which is not 3 times 0.1 */
            opt.t1 = round(1e6 * (double)steps * sizes[k]) / 1e6;
            assert_int_equal(lf_solve(&P, lf_method_find("lie-euler"), &opt, 1, &y, NULL, &stats),
                             LF_OK);
            assert_int_equal(stats.steps, steps);
            for (size_t j = 0; j < steps; j++)
                sum += opt.h;
            if (y != sum)
                fail_msg("%zu steps of %g end at %.17g, not at %.17g", steps, opt.h, y, sum);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_good_point),
        cmocka_unit_test(test_rows_move_nothing),
        cmocka_unit_test(test_decimal_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
