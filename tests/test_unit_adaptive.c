/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_adaptive.c - steps that follow a tolerance: errors, continuous extensions, independence
 * of lanes, projection and failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/lieflow.h>

#include "support/calls.h"

typedef struct {
    _Alignas(max_align_t) char self[LF_MODEL_MAX_SIZE];
    lf_problem P;
    double y0[LF_MODEL_MAX_DIM];
    size_t dim;
} instance;

static void make(instance *m, const char *name)
{
    const lf_model *model = lf_model_find(name);
    char why[200];
    assert_non_null(model);
    lf_param_defaults(model->params, m->self);
    assert_int_equal(model->build(m->self, &m->P, m->y0, why, sizeof why), LF_OK);
    m->dim = m->P.action->dim;
}

/* A reference by the method of order 8 with steps far below its truncation error at 1e-13. */
static void reference(const instance *m, double t, double *y)
{
    lf_options opt = lf_options_default();
    opt.t1 = t;
    opt.h = t / 20000;
    opt.watch = 0;
    memcpy(y, m->y0, m->dim * sizeof *y);
    assert_int_equal(lf_solve(&m->P, lf_method_find("rkmk8"), &opt, 1, y, NULL, NULL), LF_OK);
}

static lf_options following(double t, double tol)
{
    lf_options opt = lf_options_default();
    opt.t1 = t;
    opt.h = 0;
    opt.tolerance.atol = tol;
    return opt;
}

static double distance(size_t dim, const double *a, const double *b)
{
    double sum = 0;
    for (size_t c = 0; c < dim; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrt(sum);
}

static bool is_adaptive(const lf_method *M)
{
    return M->estimator.attempt != NULL;
}

/* The error at the end goes down with the tolerance and stays within a factor of it: errors of
 * single steps add up over at most a few hundred units of the problem's own time, measured factors
 * lie between 0.05 and 200 (heavy top, T = 10, Lyapunov growth included). */
static void errors_follow_the_tolerance(void **state)
{
    (void)state;
    static const char *const models[] = {"free-rigid-body", "heavy-top", "humming-top",
                                         "free-rigid-body-attitude"};
    for (size_t k = 0; k < 4; k++) {
        instance m;
        double ref[LF_MODEL_MAX_DIM], y[LF_MODEL_MAX_DIM];
        make(&m, models[k]);
        reference(&m, 10, ref);
        for (const lf_method *const *M = lf_methods(); *M; M++) {
            if (!is_adaptive(*M))
                continue;
            double before = INFINITY;
            for (double tol = 1e-4; tol > 1e-11; tol *= 1e-3) {
                const lf_options opt = following(10, tol);
                lf_stats stats;
                memcpy(y, m.y0, sizeof y);
                assert_int_equal(lf_solve(&m.P, *M, &opt, 1, y, NULL, &stats), LF_OK);
                const double error = distance(m.dim, y, ref);
                if (error > 500 * tol + 1e-12 || error > before + 1e-12)
                    fail_msg("%s on %s: tolerance %g gives error %g, before %g", (*M)->name,
                             models[k], tol, error, before);
                if (!((*M)->traits & LF_AMBIENT))
                    assert_true(stats.defect < 1e-13);
                before = error;
            }
        }
    }
}

/* Step counts of the thesis' heavy top with the elementary control (T = 10, tol 1e-6, safety
 * 0.85). They depend on the first step, so a fifth is allowed. */
static void elementary_control_takes_the_papers_steps(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double steps;
    } expected[] = {{"cf32a", 943}, {"cf32b", 843}, {"cf43", 282}, {"rkmk5", 62}};
    instance m;
    make(&m, "heavy-top");
    for (size_t k = 0; k < 4; k++) {
        lf_options opt = following(10, 1e-6);
        lf_stats stats;
        double y[LF_MODEL_MAX_DIM];
        opt.h = 0.01;
        opt.tolerance.control = LF_CONTROL_ELEMENTARY;
        memcpy(y, m.y0, sizeof y);
        const lf_method *M = lf_method_find(expected[k].method);
        assert_int_equal(lf_solve(&m.P, M, &opt, 1, y, NULL, &stats), LF_OK);
        if (fabs((double)stats.steps - expected[k].steps) > 0.2 * expected[k].steps)
            fail_msg("%s takes %zu steps, the paper %g", expected[k].method, stats.steps,
                     expected[k].steps);
    }
}

/* The point at x within one step of size h, by the continuous extension. */
static void within_step(const instance *m, const lf_method *M, double h, double x, double *y)
{
    const lf_estimator *E = &M->estimator;
    const size_t rate = m->P.action->group->dim, stages = E->stages * rate;
    double *memory = calloc(stages + 4 * rate + 2 * m->dim + E->work(M, &m->P, 1), sizeof *memory);
    const double t = 0;
    assert_non_null(memory);
    lf_tally tally = {0};
    lf_attempt a = {
        .lanes = test_lanes_of(1, &t, &h), .y0 = m->y0, .stages = memory, .tally = &tally};
    double *f0 = memory + stages;
    a.f0 = f0;
    a.f1 = f0 + rate;
    a.error = a.f1 + rate;
    a.error_low = a.error + rate;
    a.y1 = a.error_low + rate;
    a.work = a.y1 + 2 * m->dim;
    test_rate(&m->P, t, m->y0, f0);
    assert_int_equal(E->attempt(M, &m->P, &a), LF_OK);
    assert_int_equal(E->prepare(M, &m->P, &a), LF_OK);
    assert_int_equal(E->interpolate(M, &m->P, &a, &x, y), LF_OK);
    free(memory);
}

/* A continuous extension of order q has a local error of order q + 1 at every x. */
static void continuous_extensions_have_their_order(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        int order;
        double h;
    } expected[] = {
        {"rkmk-bs3", 3, 0.1}, {"rkmk5", 4, 0.2}, {"rkmk-tsit5", 4, 0.2}, {"rkmk8", 7, 0.8}};
    instance m;
    make(&m, "heavy-top");
    for (size_t k = 0; k < 4; k++)
        for (double x = 0.3; x < 0.9; x += 0.25) {
            double error[2];
            for (int half = 0; half < 2; half++) {
                const double h = expected[k].h / (1 << half);
                double y[LF_MODEL_MAX_DIM], ref[LF_MODEL_MAX_DIM], defect;
                within_step(&m, lf_method_find(expected[k].method), h, x, y);
                reference(&m, x * h, ref);
                error[half] = distance(m.dim, y, ref);
                test_defect(m.P.action, 1, y, m.y0, &defect);
                assert_true(defect < 1e-14);
            }
            /* one halving, not far in the asymptotic range: half an order is allowed */
            const double order = log2(error[0] / error[1]) - 1;
            if (order < expected[k].order - 0.5)
                fail_msg("%s at x = %g: order %.2f of the extension, errors %g %g",
                         expected[k].method, x, order, error[0], error[1]);
        }
}

/* Bits of every lane are those of the lane alone, whatever the block and the rows. */
static void lanes_do_not_know_each_other(void **state)
{
    (void)state;
    enum { N = 21 };
    instance m;
    make(&m, "heavy-top");
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        double y[6 * N], one[6];
        lf_options opt = following(2, 1e-6);
        if (!is_adaptive(*M))
            continue;
        for (size_t j = 0; j < 6 * N; j++)
            y[j] = m.y0[j / N] * (1 + 0.1 * (double)(j % N));
        opt.block = 8;
        assert_int_equal(lf_solve(&m.P, *M, &opt, N, y, NULL, NULL), LF_OK);
        opt.block = 0;
        opt.every = 0.3;
        for (size_t i = 0; i < N; i++) {
            for (size_t c = 0; c < 6; c++)
                one[c] = m.y0[c] * (1 + 0.1 * (double)i);
            assert_int_equal(lf_solve(&m.P, *M, &opt, 1, one, NULL, NULL), LF_OK);
            for (size_t c = 0; c < 6; c++)
                if (one[c] != y[c * N + i])
                    fail_msg("%s: trajectory %zu differs in component %zu", (*M)->name, i, c);
        }
    }
}

static lf_status compare_row(void *ctx, const lf_row *row)
{
    const instance *m = ctx;
    double ref[LF_MODEL_MAX_DIM];
    if (row->t > 0)
        reference(m, row->t, ref);
    else
        memcpy(ref, m->y0, sizeof ref);
    /* interpolation of order 7 at tolerance 1e-10 */
    assert_true(distance(m->dim, row->y, ref) < 2e-8);
    assert_true(row->defect[0] < 1e-13);
    return LF_OK;
}

static void rows_lie_on_the_trajectory(void **state)
{
    (void)state;
    instance m;
    make(&m, "heavy-top");
    lf_options opt = following(2, 1e-10);
    opt.every = 0.17;
    double y[LF_MODEL_MAX_DIM];
    const lf_sink sink = {.row = compare_row, .ctx = &m};
    memcpy(y, m.y0, sizeof y);
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk8"), &opt, 1, y, &sink, NULL), LF_OK);
}

/* Backwards over the same time returns to the start within what the tolerance allows. */
static void backwards_returns(void **state)
{
    (void)state;
    instance m;
    make(&m, "heavy-top");
    double y[LF_MODEL_MAX_DIM];
    lf_options opt = following(5, 1e-11);
    memcpy(y, m.y0, sizeof y);
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk8"), &opt, 1, y, NULL, NULL), LF_OK);
    opt.t0 = 5;
    opt.t1 = 0;
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk8"), &opt, 1, y, NULL, NULL), LF_OK);
    assert_true(distance(m.dim, y, m.y0) < 1e-8);
}

static void projection_keeps_classical_methods_on_the_manifold(void **state)
{
    (void)state;
    static const char *const models[] = {"free-rigid-body-attitude", "heavy-top", "humming-top",
                                         "matrix-norms"};
    for (size_t k = 0; k < 4; k++)
        for (int adaptive = 0; adaptive < 2; adaptive++) {
            instance m;
            double y[LF_MODEL_MAX_DIM], ref[LF_MODEL_MAX_DIM];
            lf_stats stats;
            lf_options opt = following(2, 1e-8);
            make(&m, models[k]);
            reference(&m, 2, ref);
            if (!adaptive) {
                opt.tolerance.atol = 0;
                opt.h = 0.01;
            }
            opt.project = true;
            memcpy(y, m.y0, sizeof y);
            assert_int_equal(lf_solve(&m.P, lf_method_find("dopri5"), &opt, 1, y, NULL, &stats),
                             LF_OK);
            assert_true(stats.defect < 1e-14);
            assert_true(distance(m.dim, y, ref) < 1e-6);
        }
}

/* y' = y^2 from 1 has no solution beyond t = 1: steps must shrink, and the failure be told. */
static lf_status blow_up(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    f[0] = y[0] * y[0];
    return LF_OK;
}

static void a_singularity_is_reported_where_it_is(void **state)
{
    (void)state;
    const lf_group line = lf_group_rn(1);
    const lf_action A = lf_action_translation(&line);
    const lf_point_field point = {blow_up, NULL};
    const lf_problem P = lf_problem_from_point("blow-up", &A, &point);
    lf_options opt = following(2, 1e-8);
    lf_stats stats;
    double y = 1;
    opt.tolerance.rtol = 1e-8;
    const lf_status s = lf_solve(&P, lf_method_find("rkmk5"), &opt, 1, &y, NULL, &stats);
    assert_true(s == LF_ESTEP || s == LF_ENONFINITE);
    assert_true(fabs(stats.t - 1) < 1e-6);
    assert_non_null(strstr(stats.message, "t = "));
    assert_true(isfinite(y));
}

static lf_status growth(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    f[0] = y[0];
    return LF_OK;
}

/* A tolerance below the rounding of the point is refused at once, or when the point has grown out
 * of it, which is no mistake of the caller's: y = e^t is rounded to 1e-12 at e^t = 4504, t = 8.41. */
static void a_tolerance_below_rounding_is_refused(void **state)
{
    (void)state;
    const lf_group line = lf_group_rn(1);
    const lf_action A = lf_action_translation(&line);
    const lf_point_field point = {growth, NULL};
    const lf_problem P = lf_problem_from_point("growth", &A, &point);
    static const char *const methods[] = {"rkmk5", "gbs", "dop853"};
    for (size_t k = 0; k < 3; k++) {
        lf_options opt = following(20, 1e-20);
        lf_stats stats;
        double y = 1;
        assert_int_equal(lf_solve(&P, lf_method_find(methods[k]), &opt, 1, &y, NULL, &stats),
                         LF_EINPUT);
        assert_non_null(strstr(stats.message, "tolerance"));
        assert_true(y == 1 && stats.steps == 0 && stats.t == 0);
        opt.tolerance.atol = 1e-12;
        assert_int_equal(lf_solve(&P, lf_method_find(methods[k]), &opt, 1, &y, NULL, &stats),
                         LF_ESTEP);
        assert_non_null(strstr(stats.message, "tolerance"));
        assert_true(stats.t > 8.3 && stats.t < 8.42);
    }
    /* an angle of 1e-20 on the sphere cannot be asked for either */
    instance m;
    double y[LF_MODEL_MAX_DIM];
    lf_stats stats;
    make(&m, "heavy-top");
    memcpy(y, m.y0, sizeof y);
    const lf_options opt = following(1, 1e-20);
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk8"), &opt, 1, y, NULL, &stats), LF_EINPUT);
}

/* A vector near the largest number turns at rate 1 until a component overflows, at t = 0.06. The
 * estimate is an angle and stays small, so only the point itself tells. */
static lf_status steady_turn(const void *ctx, size_t trajectory, double t, const double *y,
                             double *w)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    (void)y;
    w[0] = w[1] = 0;
    w[2] = 1;
    return LF_OK;
}

static void an_overflow_is_not_accepted(void **state)
{
    (void)state;
    const lf_point_field point = {steady_turn, NULL};
    const lf_problem P = lf_problem_from_point("turn", &lf_rotation, &point);
    lf_options opt = following(10, 1e-6);
    lf_stats stats;
    double y[3] = {1.7e308, 1.7e308, 0};
    opt.h = 0.01;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk5"), &opt, 1, y, NULL, &stats),
                     LF_ENONFINITE);
    assert_true(isfinite(y[0]) && isfinite(y[1]) && stats.t > 0.01 && stats.t < 0.07);
}

static void options_are_checked(void **state)
{
    (void)state;
    instance m;
    double y[LF_MODEL_MAX_DIM];
    lf_stats stats;
    make(&m, "heavy-top");
    memcpy(y, m.y0, sizeof y);
    lf_options opt = following(1, -1e-6);
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk5"), &opt, 1, y, NULL, &stats), LF_EINPUT);
    opt = following(1, 1e-6);
    assert_int_equal(lf_solve(&m.P, lf_method_find("cf4"), &opt, 1, y, NULL, &stats), LF_ENEEDS);
    assert_non_null(strstr(stats.message, "rkmk5"));
    opt.tolerance.most = 3;
    assert_int_equal(lf_solve(&m.P, lf_method_find("cf32a"), &opt, 1, y, NULL, &stats), LF_EMANY);
    opt.tolerance.most = 0;
    opt.tolerance.h_max = 0.001;
    memcpy(y, m.y0, sizeof y);
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk8"), &opt, 1, y, NULL, &stats), LF_OK);
    assert_true(stats.h_max <= 0.001 * 1.02 && stats.steps >= 980);
}

/* A block with a loose tolerance of its own must not drive the steps. */
static void blocks_have_their_own_tolerance(void **state)
{
    (void)state;
    instance m;
    double y[LF_MODEL_MAX_DIM];
    lf_stats tight, loose;
    static const double first_loose[] = {1e-3, 1e-10}, both_tight[] = {1e-10, 1e-10};
    make(&m, "humming-top");
    lf_options opt = following(5, 1e-10);
    opt.tolerance.blocks = 2;
    opt.tolerance.block_atol = both_tight;
    memcpy(y, m.y0, sizeof y);
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk5"), &opt, 1, y, NULL, &tight), LF_OK);
    opt.tolerance.block_atol = first_loose;
    memcpy(y, m.y0, sizeof y);
    assert_int_equal(lf_solve(&m.P, lf_method_find("rkmk5"), &opt, 1, y, NULL, &loose), LF_OK);
    assert_true(loose.steps < tight.steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_follow_the_tolerance),
        cmocka_unit_test(elementary_control_takes_the_papers_steps),
        cmocka_unit_test(continuous_extensions_have_their_order),
        cmocka_unit_test(lanes_do_not_know_each_other),
        cmocka_unit_test(rows_lie_on_the_trajectory),
        cmocka_unit_test(backwards_returns),
        cmocka_unit_test(projection_keeps_classical_methods_on_the_manifold),
        cmocka_unit_test(a_singularity_is_reported_where_it_is),
        cmocka_unit_test(a_tolerance_below_rounding_is_refused),
        cmocka_unit_test(an_overflow_is_not_accepted),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(blocks_have_their_own_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
