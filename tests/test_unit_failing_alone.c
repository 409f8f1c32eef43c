/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_failing_alone.c - what a run tells of trajectories that end before the others: starts
 * that are no numbers, all of them failing, the first one failing, guards and events, a failure that
 * ends all, and steps that do not move the time. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { N = 50, BLOCKS = 3 };

static const size_t blocks[BLOCKS] = {0, 1, 7};

/* y' = y^2 has a pole at t = 1/y(0). */
static lf_status square(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)ctx;
    (void)trajectory;
    (void)t;
    f[0] = y[0] * y[0];
    return LF_OK;
}

/* Where the height falls below 0 nothing is known. */
static lf_status above_ground(const void *ctx, size_t trajectory, double t, const double *y,
                              double *f)
{
    (void)ctx;
    (void)trajectory;
    (void)t;
    f[0] = -1;
    return y[0] < 0 ? LF_ESINGULAR : LF_OK;
}

static void itself(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P;
    memcpy(q, y, L->n * sizeof *q);
}

static const lf_invariant values[] = {{"value", "y", itself}, {NULL, NULL, NULL}};

typedef struct {
    lf_group group;
    lf_action action;
    lf_point_field point;
    lf_problem P;
    lf_options opt;
    lf_trajectory_end end[N];
    lf_stats stats;
    double y[N];
} line;

static void line_set(line *L,
                     lf_status (*field)(const void *, size_t, double, const double *, double *))
{
    L->group = lf_group_rn(1);
    L->action = lf_action_translation(&L->group);
    L->point = (lf_point_field){field, NULL};
    L->P = lf_problem_from_point("line", &L->action, &L->point);
    L->P.invariants = values;
    L->opt = lf_options_default();
    L->opt.t1 = 2;
    L->opt.h = 0.0625;
    L->opt.ends = L->end;
}

/* With fixed steps, in a queue, or from row to row. */
static void line_way(line *L, int way)
{
    L->opt.h = way ? 0 : 0.0625;
    L->opt.tolerance.atol = L->opt.tolerance.rtol = way ? 1e-8 : 0;
    L->opt.every = way == 2 ? 0.5 : 0;
}

static lf_status line_run(line *L, size_t n, const lf_sink *sink)
{
    const bool follows = L->opt.tolerance.atol > 0;
    return lf_solve(&L->P, lf_method_find(follows ? "rkmk5" : "rkmk4"), &L->opt, n, L->y, sink,
                    &L->stats);
}

/* ---- starts ---- */

static void test_bad_starts(void **state)
{
    (void)state;
    line L;
    for (int way = 0; way < 3; way++)
        for (size_t b = 0; b < BLOCKS; b++) {
            line_set(&L, square);
            line_way(&L, way);
            L.opt.block = blocks[b];
            for (size_t i = 0; i < N; i++)
                L.y[i] = i % 10 == 3 ? (double)NAN : -1;
            assert_int_equal(line_run(&L, N, NULL), LF_ESOME);
            assert_true(L.stats.failed == 5 && L.stats.trajectory == 3 && L.stats.t == 2);
            assert_non_null(strstr(L.stats.message, "5 of 50 trajectories failed"));
            assert_non_null(strstr(L.stats.message, "trajectory 3"));
            for (size_t i = 0; i < N; i++) {
                const bool bad = i % 10 == 3;
                assert_int_equal(L.end[i].status, bad ? LF_ENONFINITE : LF_OK);
                assert_true(L.end[i].t == (bad ? 0 : 2) && (L.end[i].steps == 0) == bad);
                assert_true(bad ? isnan(L.y[i]) : fabs(L.y[i] + 1. / 3) < 1e-6);
            }
        }
}

/* Not one of them gets to the end. */
static void test_all_fail(void **state)
{
    (void)state;
    line L;
    for (int way = 0; way < 3; way++)
        for (size_t b = 0; b < BLOCKS; b++) {
            line_set(&L, above_ground);
            line_way(&L, way);
            L.opt.block = blocks[b];
            for (size_t i = 0; i < N; i++)
                L.y[i] = 0.5 + 0.02 * (double)i;
            assert_int_equal(line_run(&L, N, NULL), LF_ESOME);
            assert_true(L.stats.failed == N && L.stats.trajectory == 0);
            double earliest = 2;
            for (size_t i = 0; i < N; i++) {
                const double ground = 0.5 + 0.02 * (double)i;
                assert_int_equal(L.end[i].status, LF_ESINGULAR);
                /* y = start - t; with a tolerance steps become shorter and shorter on the way down */
                assert_true(fabs(L.y[i] + L.end[i].t - ground) < 1e-12 && L.y[i] >= 0);
                assert_true(L.y[i] < (way ? 1e-12 : 0.125));
                earliest = fmin(earliest, L.end[i].t);
            }
            assert_true(L.stats.t == earliest);
        }
}

/* The one whose values the statistics tell. */
static void test_first_fails(void **state)
{
    (void)state;
    line L;
    for (int way = 0; way < 3; way++) {
        line_set(&L, square);
        line_way(&L, way);
        for (size_t i = 0; i < N; i++)
            L.y[i] = i == 0 ? 1 : -1;
        assert_int_equal(line_run(&L, N, NULL), LF_ESOME);
        assert_true(L.stats.trajectory == 0 && L.stats.failed == 1);
        assert_true(L.end[0].t > 0.9 && L.end[0].t < 1.3 && L.y[0] > 10);
        assert_true(L.stats.invariant[0].initial == 1 && L.stats.invariant[0].final == L.y[0]);
    }
}

/* ---- ending all, or being ended ---- */

static void test_together(void **state)
{
    (void)state;
    line L;
    for (int way = 0; way < 3; way++)
        for (size_t b = 0; b < BLOCKS; b++) {
            line_set(&L, above_ground);
            line_way(&L, way);
            L.opt.block = blocks[b];
            L.opt.failing = LF_FAIL_TOGETHER;
            for (size_t i = 0; i < N; i++)
                L.y[i] = i == 20 ? 0.7 : 3;
            assert_int_equal(line_run(&L, N, NULL), LF_ESINGULAR);
            assert_true(L.stats.trajectory == 20 && L.stats.failed == 1);
            assert_non_null(strstr(L.stats.message, "trajectory 20"));
            assert_string_equal(L.end[20].message, L.stats.message);
            for (size_t i = 0; i < N; i++) { /* others stand where they were */
                assert_int_equal(L.end[i].status == LF_ESINGULAR, i == 20);
                assert_true(i == 20 || L.end[i].status >= 0);
                assert_true(fabs(L.y[i] + L.end[i].t - (i == 20 ? 0.7 : 3)) < 1e-12);
            }
        }
}

static int stop_later(void *ctx, double fraction)
{
    (void)ctx;
    return fraction > 0.5;
}

static void test_stopped(void **state)
{
    (void)state;
    line L;
    for (int way = 0; way < 3; way++) {
        size_t stopped = 0;
        line_set(&L, square);
        line_way(&L, way);
        L.opt.h = way ? 0 : 1e-4;
        L.opt.tick = stop_later;
        for (size_t i = 0; i < N; i++)
            L.y[i] = i == 9 ? (double)NAN : -1;
        assert_int_equal(line_run(&L, N, NULL), LF_STOPPED);
        assert_true(L.stats.failed == 1 && L.stats.trajectory == 9);
        assert_true(L.end[9].status == LF_ENONFINITE && L.end[9].t == 0);
        for (size_t i = 0; i < N; i++) {
            stopped += L.end[i].status == LF_STOPPED;
            assert_true(i == 9 || L.end[i].status >= 0);
            assert_true(i == 9 || fabs(-1 / L.y[i] - 1 - L.end[i].t) < 1e-5);
        }
        assert_true(stopped > 0);
    }
}

/* ---- events ---- */

static double level(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)ctx;
    (void)P;
    (void)L;
    return y[0] - 0.25;
}

/* Some land on an event, some fail, the others reach the end. */
static void test_events(void **state)
{
    (void)state;
    line L;
    const lf_event event = {"level", level, NULL, -1, true};
    for (int way = 0; way < 3; way++)
        for (size_t b = 0; b < BLOCKS; b++) {
            line_set(&L, above_ground);
            line_way(&L, way);
            L.opt.block = blocks[b];
            L.opt.events = &event;
            L.opt.event_count = 1;
            for (size_t i = 0; i < N; i++) /* the middle ones begin below the level */
                L.y[i] = i % 3 == 0 ? 1 : i % 3 == 1 ? 0.2 : 5;
            assert_int_equal(line_run(&L, N, NULL), LF_ESOME);
            for (size_t i = 0; i < N; i++) {
                static const lf_status ends[] = {LF_EVENT, LF_ESINGULAR, LF_OK};
                static const double times[] = {0.75, 0.2, 2};
                assert_int_equal(L.end[i].status, ends[i % 3]);
                /* a fixed step into the ground is not made */
                const double allowed = way == 0 && i % 3 == 1 ? 0.125 : 1e-12;
                assert_true(fabs(L.end[i].t - times[i % 3]) < allowed && L.end[i].steps > 0);
                assert_int_equal(L.end[i].message[0] != 0, i % 3 < 2);
                assert_true(i % 3 != 0 || strstr(L.end[i].message, "event level"));
            }
        }
}

/* Told of steps: never of those that a lane makes beside the others once it is over. */
static lf_status count_steps(void *ctx, const lf_step *step)
{
    size_t *count = ctx;
    count[step->trajectory]++;
    return LF_OK;
}

static void test_told_steps(void **state)
{
    (void)state;
    line L;
    for (int way = 0; way < 3; way++) {
        size_t count[N] = {0};
        line_set(&L, square);
        line_way(&L, way);
        L.opt.step = count_steps;
        L.opt.step_ctx = count;
        for (size_t i = 0; i < N; i++)
            L.y[i] = i == 4 ? 1 : -1;
        assert_int_equal(line_run(&L, N, NULL), LF_ESOME);
        for (size_t i = 0; i < N; i++)
            assert_int_equal(count[i], L.end[i].steps);
    }
}

/* ---- steps that do not move the time ---- */

/* So fast that the first step is 0, or that steps end where the time cannot follow. */
static lf_status fast(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    (void)ctx;
    (void)trajectory;
    (void)t;
    f[0] = y[0] < 0.5 ? 1e300 : 1;
    return LF_OK;
}

static void test_stuck(void **state)
{
    (void)state;
    line L;
    for (int way = 1; way < 3; way++) {
        line_set(&L, fast);
        line_way(&L, way);
        L.opt.tolerance.most = 100000; /* not that many */
        L.y[0] = 0;
        assert_int_equal(line_run(&L, 1, NULL), LF_ESTEP);
        assert_true(L.y[0] == 0 && L.stats.steps < 2000);
        for (size_t i = 0; i < N; i++)
            L.y[i] = i == 11 ? 0 : 1;
        assert_int_equal(line_run(&L, N, NULL), LF_ESOME);
        assert_true(L.stats.failed == 1 && L.end[11].status == LF_ESTEP);
    }
    line_set(&L, fast);
    line_way(&L, 1);
    L.opt.t0 = 1e9; /* where it is 1e-7 from number to number */
    L.opt.t1 = 1e9 + 1;
    L.opt.h = 1e-9;
    L.y[0] = 1;
    assert_int_equal(line_run(&L, 1, NULL), LF_ESTEP);
    assert_true(L.stats.steps == 0 && L.y[0] == 1);
}

/* A first step from the smallest numbers there are has time to grow. */
static void test_small_first_step(void **state)
{
    (void)state;
    line L;
    line_set(&L, square);
    line_way(&L, 1);
    L.opt.h = 1e-300;
    L.y[0] = -1;
    assert_int_equal(line_run(&L, 1, NULL), LF_OK);
    assert_true(fabs(L.y[0] + 1. / 3) < 1e-7);
}

static void test_largest_step(void **state)
{
    (void)state;
    line L;
    line_set(&L, square);
    line_way(&L, 1);
    L.opt.tolerance.h_max = 1e-18;
    L.y[0] = -1;
    assert_int_equal(line_run(&L, 1, NULL), LF_EINPUT);
    assert_non_null(strstr(L.stats.message, "the largest step is too small"));
    assert_true(L.y[0] == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_starts),       cmocka_unit_test(test_all_fail),
        cmocka_unit_test(test_first_fails),      cmocka_unit_test(test_together),
        cmocka_unit_test(test_stopped),          cmocka_unit_test(test_events),
        cmocka_unit_test(test_told_steps),       cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_small_first_step), cmocka_unit_test(test_largest_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
