/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_ensemble.c - many trajectories with steps of their own in few lanes: seats that are taken
 * again, rows, failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <lieflow/lieflow.h>

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

static lf_options following(double t, double tol)
{
    lf_options opt = lf_options_default();
    opt.t1 = t;
    opt.h = 0;
    opt.tolerance.atol = tol;
    return opt;
}

/* 200 heavy tops whose starts differ by up to a factor of three: their lengths do too. */
enum { MANY = 200 };

static void spread(const instance *m, double *y)
{
    for (size_t j = 0; j < 6 * MANY; j++)
        y[j] = m->y0[j / MANY] * (1 + 0.01 * (double)(j % MANY));
}

static void one_of(const instance *m, size_t i, double *y)
{
    for (size_t c = 0; c < 6; c++)
        y[c] = m->y0[c] * (1 + 0.01 * (double)i);
}

static void assert_same(const lf_method *M, size_t i, const double *one, const double *y)
{
    for (size_t c = 0; c < 6; c++)
        if (one[c] != y[c * MANY + i])
            fail_msg("%s: trajectory %zu differs in component %zu: %.17g %.17g", M->name, i, c,
                     one[c], y[c * MANY + i]);
}

/* A block of 8 lanes takes 200 trajectories, one after the other boarding where one has landed:
 * each has the bits, and together they have the statistics, of being alone. */
static void seats_are_taken_again(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk5", "rkmk8", "cf43", "dop853", "gbs", "gbs-ambient"};
    instance m;
    make(&m, "heavy-top");
    for (size_t k = 0; k < 6; k++) {
        const lf_method *M = lf_method_find(methods[k]);
        double y[6 * MANY], one[6], drift = 0;
        size_t rejected = 0;
        lf_options opt = following(1, 1e-7);
        lf_stats all, alone;
        opt.block = 8;
        spread(&m, y);
        assert_int_equal(lf_solve(&m.P, M, &opt, MANY, y, NULL, &all), LF_OK);
        for (size_t i = 0; i < MANY; i++) {
            one_of(&m, i, one);
            assert_int_equal(lf_solve(&m.P, M, &opt, 1, one, NULL, &alone), LF_OK);
            assert_same(M, i, one, y);
            rejected += alone.rejected;
            drift = fmax(drift, alone.invariant[0].max_drift);
        }
        assert_true(all.t == 1);
        assert_int_equal(all.rejected, rejected);
        assert_true(all.invariant[0].max_drift == drift);
    }
}

/* The rows of one trajectory. */
typedef struct {
    size_t trajectory, count;
    double y[16][6];
} row_log;

static lf_status log_row(void *ctx, const lf_row *row)
{
    row_log *log = ctx;
    assert_true(log->count < 16);
    for (size_t c = 0; c < 6; c++)
        log->y[log->count][c] = row->y[c * row->n + log->trajectory];
    log->count++;
    return LF_OK;
}

static void rows_do_not_know_the_block(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk8", "gbs"};
    instance m;
    make(&m, "heavy-top");
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 3; i < MANY; i += 49) {
            const lf_method *M = lf_method_find(methods[k]);
            row_log among = {.trajectory = i}, alone = {.trajectory = 0};
            const lf_sink first = {.row = log_row, .ctx = &among}, second = {log_row, &alone, NULL};
            double y[6 * MANY], one[6];
            lf_options opt = following(1, 1e-7);
            opt.block = 8;
            opt.every = 0.13;
            spread(&m, y);
            one_of(&m, i, one);
            assert_int_equal(lf_solve(&m.P, M, &opt, MANY, y, &first, NULL), LF_OK);
            assert_int_equal(lf_solve(&m.P, M, &opt, 1, one, &second, NULL), LF_OK);
            assert_int_equal(among.count, 9);
            assert_int_equal(alone.count, 9);
            assert_memory_equal(among.y, alone.y, sizeof among.y);
            assert_same(M, i, one, y);
        }
}

/* y' = y^2 from 2 has no solution beyond t = 1/2. */
static lf_status blow_up(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    f[0] = y[0] * y[0];
    return LF_OK;
}

/* y' = y^2 again, not known beyond 1.5 */
static lf_status bounded_blow_up(const void *ctx, size_t trajectory, double t, const double *y,
                                 double *f)
{
    return y[0] > 1.5 ? LF_ESINGULAR : blow_up(ctx, trajectory, t, y, f);
}

/* One of 200 cannot be followed: it is named, and the others stand where they landed, fly or wait.
 * `t` is what all have reached: t0 while some wait for a seat. */
static void one_of_many_fails(const lf_point_field *point, double start, size_t bad, double every,
                              lf_stats *stats, double *y)
{
    const lf_group line = lf_group_rn(1);
    const lf_action A = lf_action_translation(&line);
    const lf_problem P = lf_problem_from_point("blow-up", &A, point);
    lf_options opt = following(1, 1e-8);
    double landed = 0.1, least = 2;
    opt.block = 8;
    opt.failing = LF_FAIL_TOGETHER;
    opt.tolerance.rtol = 1e-8;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk5"), &opt, 1, &landed, NULL, NULL), LF_OK);
    opt.every = every;
    for (size_t i = 0; i < MANY; i++)
        y[i] = i == bad ? start : 0.1;
    assert_true(lf_solve(&P, lf_method_find("rkmk5"), &opt, MANY, y, NULL, stats) < 0);
    assert_int_equal(stats->trajectory, bad);
    for (size_t i = 0; i < MANY; i++) {
        assert_true(isfinite(y[i]) && (i == bad || (y[i] >= 0.1 && y[i] <= landed)));
        least = i != bad && y[i] < least ? y[i] : least;
    }
    if (stats->t == 0)
        assert_true(least == 0.1);
    else /* y = 1 / (1/y0 - t) */
        assert_true(least > 1 / (10 - stats->t) - 1e-6);
}

static void a_failure_among_many_is_named(void **state)
{
    (void)state;
    static const size_t bad[] = {17, 199};
    const lf_point_field pole = {blow_up, NULL}, border = {bounded_blow_up, NULL};
    double y[MANY];
    lf_stats stats;
    for (size_t k = 0; k < 2; k++)
        for (double every = 0; every < 1; every += 0.25) {
            one_of_many_fails(&pole, 2, bad[k], every, &stats, y);
            assert_true(stats.t <= 0.5 + 1e-6);
            one_of_many_fails(&border, 1.4, bad[k], every, &stats, y);
            assert_true(stats.t < 1 / 1.4 - 1 / 1.5 + 1e-6);
            /* not even the start is known: it fails when it boards, and most of those behind wait */
            one_of_many_fails(&border, 1.6, bad[k], every, &stats, y);
            assert_true(stats.t == 0 && (k == 1 || y[150] == 0.1));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_taken_again),
        cmocka_unit_test(rows_do_not_know_the_block),
        cmocka_unit_test(a_failure_among_many_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
