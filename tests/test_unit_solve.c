/* SPDX-License-Identifier: BSD-3-Clause */
/* The fixed-step solver: where it ends, which rows it gives, how it stops and what it counts. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_ROWS = 512 };

/* Rows kept by a sink, which may stop the run. */
typedef struct {
    size_t count, stop_after; /* 0: never */
    lf_status answer;
    double t[MAX_ROWS], y[MAX_ROWS][12], defect[MAX_ROWS], progress[MAX_ROWS], energy[MAX_ROWS];
} rows;

static lf_status keep_row(void *ctx, const lf_row *row)
{
    rows *R = ctx;
    assert_true(R->count < MAX_ROWS);
    R->t[R->count] = row->t;
    for (size_t c = 0; c < 12; c++)
        R->y[R->count][c] = c < 3 ? row->y[c * row->n] : 0;
    R->defect[R->count] = row->defect[0];
    R->energy[R->count] = row->invariants ? row->invariants[0] : 0;
    R->progress[R->count++] = row->progress;
    return R->count == R->stop_after ? R->answer : LF_OK;
}

/* A free rigid body, marched with rows. */
static lf_status march(const lf_options *opt, const char *method, double y[3], rows *R,
                       lf_stats *stats)
{
    static test_model m;
    const lf_sink sink = {.row = keep_row, .ctx = R};
    assert_int_equal(test_build(&m, "free-rigid-body", ""), LF_OK);
    memcpy(y, m.y0, 3 * sizeof *y);
    if (R)
        R->count = 0;
    return lf_solve(&m.problem, lf_method_find(method), opt, 1, y, R ? &sink : NULL, stats);
}

static lf_options over(double t0, double t1, double h, double every)
{
    lf_options opt = lf_options_default();
    opt.t0 = t0;
    opt.t1 = t1;
    opt.h = h;
    opt.every = every;
    return opt;
}

/* ---- where it ends ---- */

/* Spans and steps with the number of steps they take; the end is reached to the last bit. */
static void test_end(void **state)
{
    (void)state;
    static const struct {
        double t0, t1, h;
        size_t steps;
    } span[] = {{0, 1, 0.1, 10},         {0, 1, 1. / 3, 3}, {0, 1, 0.3, 4},    {0, 0.3, 0.1, 3},
                {0, 2.5, 0.7, 4},        {1, 4, 0.1, 30},   {0, 1e-3, 1, 1},   {-2, 5, 0.07, 100},
                {0, 100, 0.1, 1000},     {5, 5, 0.1, 0},    {3, -1, 0.1, 40},  {0, -1, 0.3, 4},
                {1e6, 1e6 + 1, 0.1, 10}, {0, 0.7, 0.1, 7},  {0.1, 0.8, 0.1, 7}};
    static rows R;
    for (size_t k = 0; k < sizeof span / sizeof *span; k++) {
        double y[3];
        lf_stats stats;
        const lf_options opt = over(span[k].t0, span[k].t1, span[k].h, 0);
        assert_int_equal(march(&opt, "cf4", y, &R, &stats), LF_OK);
        if (stats.steps != span[k].steps || stats.t != span[k].t1)
            fail_msg("from %g to %g by %g: %zu steps, ends at %.17g", span[k].t0, span[k].t1,
                     span[k].h, stats.steps, stats.t);
        assert_true(R.t[0] == span[k].t0 && R.t[R.count - 1] == span[k].t1);
        assert_int_equal(R.count, span[k].steps ? 2 : 1);
        assert_true(R.progress[R.count - 1] == 1);
        assert_int_equal(stats.evaluations, 4 * span[k].steps);
        assert_true(stats.message[0] == '\0');
    }
}

/* A last step that is shorter: the same as two runs one after the other. */
static void test_last_step_fits(void **state)
{
    (void)state;
    double whole[3], parts[3];
    static test_model m;
    lf_options opt = over(0, 1, 0.3, 0);
    assert_int_equal(march(&opt, "rkmk4", whole, NULL, NULL), LF_OK);
    opt.t1 = 0.3 * 3;
    assert_int_equal(march(&opt, "rkmk4", parts, NULL, NULL), LF_OK);
    assert_int_equal(test_build(&m, "free-rigid-body", ""), LF_OK);
    opt = over(0.3 * 3, 1, 1, 0);
    assert_int_equal(lf_solve(&m.problem, lf_method_find("rkmk4"), &opt, 1, parts, NULL, NULL),
                     LF_OK);
    test_same_bits(3, whole, parts, "a run and its two parts");
}

/* There and back: a fine run of order 8 returns to the start up to its roundings. */
static void test_backwards(void **state)
{
    (void)state;
    test_field field;
    const lf_problem P = test_problem(&lf_se3_left, TEST_IN_TIME, 1, &field);
    test_random r = {6};
    double start[12], y[12];
    test_point(P.action, &r, 1, start);
    memcpy(y, start, sizeof y);
    lf_options opt = over(-0.3, 1.1, 0.01, 0);
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk8"), &opt, 1, y, NULL, NULL), LF_OK);
    assert_true(test_distance(12, y, start) > 0.1);
    opt = over(1.1, -0.3, 0.01, 0);
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk8"), &opt, 1, y, NULL, NULL), LF_OK);
    test_within(test_distance(12, y, start), 1e-13, "there and back");
}

/* ---- rows ---- */

/* Rows stand where they were asked for; the trajectory does not depend on them. */
static void check_grid(double t0, double t1, double h, double every, const char *method)
{
    static rows R;
    lf_stats stats;
    double y[3], alone[3];
    const lf_options plain = over(t0, t1, h, 0), opt = over(t0, t1, h, every);
    assert_int_equal(march(&plain, method, alone, NULL, NULL), LF_OK);
    assert_int_equal(march(&opt, method, y, &R, &stats), LF_OK);
    test_same_bits(3, y, alone, "%s, rows every %g", method, every);
    test_same_bits(3, R.y[R.count - 1], y, "the last row");
    const double sign = t1 < t0 ? -1 : 1;
    const size_t expected = (size_t)ceil(fabs(t1 - t0) / every - 1e-9) + 1;
    assert_int_equal(R.count, expected);
    for (size_t k = 0; k < R.count; k++) {
        const double t = k + 1 < R.count ? t0 + sign * (double)k * every : t1;
        test_within(fabs(R.t[k] - t), 4 * DBL_EPSILON * (fabs(t0) + fabs(t1)), "row %zu", k);
        assert_true(R.progress[k] >= 0 && R.progress[k] <= 1 && isfinite(R.defect[k]));
        assert_true(fabs(R.energy[k] - R.energy[0]) < 1e-4);
    }
}

static void test_rows(void **state)
{
    (void)state;
    static const char *const methods[] = {"cf4", "rk4", "newmark", "rkmk8"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        check_grid(0, 1, 0.05, 0.1, methods[k]);   /* a multiple of the step */
        check_grid(0, 1, 0.05, 0.07, methods[k]);  /* not one */
        check_grid(0, 1, 0.05, 0.013, methods[k]); /* several in a step */
        check_grid(0, 1, 0.3, 0.1, methods[k]);
        check_grid(0, 1, 0.05, 5, methods[k]); /* longer than the run */
        check_grid(2, 0.5, 0.04, 0.11, methods[k]);
        check_grid(0, 1, 0.03, 1. / 3, methods[k]);
    }
}

/* A row between two steps is as accurate as the method: a shorter step to there. */
static void test_row_between(void **state)
{
    (void)state;
    static rows R;
    double y[3], direct[3];
    lf_options opt = over(0, 1, 0.1, 0.55);
    assert_int_equal(march(&opt, "rkmk4", y, &R, NULL), LF_OK);
    opt = over(0, 0.55, 0.1, 0);
    assert_int_equal(march(&opt, "rkmk4", direct, NULL, NULL), LF_OK);
    test_within(test_distance(3, R.y[1], direct), 1e-15, "a row between two steps");
}

/* ---- stopping ---- */

static void test_sink_stops(void **state)
{
    (void)state;
    static rows R;
    double y[3];
    lf_stats stats;
    const lf_options opt = over(0, 1, 0.01, 0.1);
    R.stop_after = 4;
    R.answer = LF_STOPPED;
    assert_int_equal(march(&opt, "cf4", y, &R, &stats), LF_STOPPED);
    assert_int_equal(R.count, 4);
    assert_int_equal(stats.steps, 30);
    assert_non_null(strstr(stats.message, "stopped"));
    test_same_bits(3, y, R.y[3], "the point where it stopped");
    R.stop_after = 1; /* the first row is the start */
    R.answer = LF_EIO;
    assert_int_equal(march(&opt, "cf4", y, &R, &stats), LF_EIO);
    assert_true(R.count == 1 && stats.steps == 0);
    R.stop_after = 0;
}

typedef struct {
    size_t calls, stop_at;
    double last;
} ticks;

static int count_tick(void *ctx, double fraction)
{
    ticks *T = ctx;
    assert_true(fraction >= T->last && fraction <= 1);
    T->last = fraction;
    return ++T->calls == T->stop_at;
}

static void test_tick(void **state)
{
    (void)state;
    ticks T = {0, 0, 0};
    double y[3];
    lf_stats stats;
    lf_options opt = over(0, 100, 0.01, 0);
    opt.tick = count_tick;
    opt.tick_ctx = &T;
    assert_int_equal(march(&opt, "lie-euler", y, NULL, &stats), LF_OK);
    assert_true(T.calls > 3 && T.last == 1 && stats.steps == 10000);
    T = (ticks){0, 2, 0};
    assert_int_equal(march(&opt, "lie-euler", y, NULL, &stats), LF_STOPPED);
    assert_true(T.calls == 2 && stats.steps > 0 && stats.steps < 10000);
    test_within(fabs(stats.t - 0.01 * (double)stats.steps), 1e-13, "time where it stopped");
    assert_non_null(strstr(stats.message, "stopped"));
}

/* ---- counting and watching ---- */

static void test_counts(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        size_t stages;
    } cost[] = {{"lie-euler", 1}, {"heun-a", 2}, {"rkmk3", 3},  {"rkmk4", 4}, {"cf4", 4},
                {"cg4a", 5},      {"rkmk5", 6},  {"rkmk8", 12}, {"rk4", 4},   {"mk3", 3}};
    static test_model m;
    assert_int_equal(test_build(&m, "heavy-top", ""), LF_OK);
    for (size_t k = 0; k < sizeof cost / sizeof *cost; k++)
        for (size_t n = 1; n <= 9; n += 8) {
            double y[6 * 9];
            lf_stats stats;
            const lf_options opt = over(0, 1, 0.04, 0);
            for (size_t i = 0; i < n; i++)
                test_put_lane(6, n, i, m.y0, y);
            assert_int_equal(
                lf_solve(&m.problem, lf_method_find(cost[k].method), &opt, n, y, NULL, &stats),
                LF_OK);
            assert_int_equal(stats.steps, 25);
            assert_int_equal(stats.evaluations, 25 * cost[k].stages);
        }
}

/* Invariants: first and last value of trajectory 0, the drift of the worst. */
static void test_watch(void **state)
{
    (void)state;
    static test_model m;
    double y[2 * 3], one[3], other[3];
    lf_stats both, alone, far;
    assert_int_equal(test_build(&m, "free-rigid-body", ""), LF_OK);
    const double start[3] = {2, -1, 1.5};
    test_put_lane(3, 2, 0, m.y0, y);
    test_put_lane(3, 2, 1, start, y);
    memcpy(one, m.y0, sizeof one);
    memcpy(other, start, sizeof other);
    const lf_method *M = lf_method_find("lie-euler");
    lf_options opt = over(0, 2, 0.05, 0);
    assert_int_equal(lf_solve(&m.problem, M, &opt, 2, y, NULL, &both), LF_OK);
    assert_int_equal(lf_solve(&m.problem, M, &opt, 1, one, NULL, &alone), LF_OK);
    assert_int_equal(lf_solve(&m.problem, M, &opt, 1, other, NULL, &far), LF_OK);
    assert_int_equal(both.invariants, 2);
    assert_true(both.invariant[0].initial == alone.invariant[0].initial);
    assert_true(both.invariant[0].final == alone.invariant[0].final);
    assert_true(far.invariant[0].max_drift > alone.invariant[0].max_drift);
    assert_true(both.invariant[0].max_drift == far.invariant[0].max_drift);
    assert_true(both.defect == fmax(far.defect, alone.defect));
    opt.watch = 0; /* the start and the end are looked at all the same */
    memcpy(one, m.y0, sizeof one);
    assert_int_equal(lf_solve(&m.problem, M, &opt, 1, one, NULL, &both), LF_OK);
    assert_true(both.invariant[0].final == alone.invariant[0].final);
    assert_true(both.invariant[0].max_drift ==
                fabs(alone.invariant[0].final - alone.invariant[0].initial));
}

/* ---- fields for one point ---- */

static void swirl(double t, double x, double y, double z, double f[3])
{
    f[0] = sin(y) + t;
    f[1] = cos(z) * x;
    f[2] = x - y * t;
}

static lf_status swirl_point(const void *ctx, size_t trajectory, double t, const double *y,
                             double *f)
{
    (void)trajectory;
    assert_int_equal(*(const int *)ctx, 42);
    swirl(t, y[0], y[1], y[2], f);
    return LF_OK;
}

static lf_status swirl_lanes(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const size_t n = L->n;
    const double *t = L->t;
    (void)P;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        double one[3];
        swirl(t[i], y[i], y[n + i], y[2 * n + i], one);
        test_put_lane(3, n, i, one, f);
    }
    return LF_OK;
}

static void test_point_field(void **state)
{
    (void)state;
    static const char *const methods[] = {"cf4", "rkmk5", "rk4", "newmark", "mk4"};
    const int ctx = 42;
    const lf_point_field point = {swirl_point, &ctx};
    const lf_problem by_point = lf_problem_from_point("swirl", &lf_sphere, &point);
    const lf_problem by_lanes = {.name = "swirl", .action = &lf_sphere, .field = swirl_lanes};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        double a[3 * 5], b[3 * 5];
        test_random r = {2}, again = {2};
        lf_stats one, other;
        const lf_options opt = over(0, 1, 0.06, 0.25);
        test_point(&lf_sphere, &r, 5, a);
        test_point(&lf_sphere, &again, 5, b);
        const lf_method *M = lf_method_find(methods[k]);
        assert_int_equal(lf_solve(&by_point, M, &opt, 5, a, NULL, &one), LF_OK);
        assert_int_equal(lf_solve(&by_lanes, M, &opt, 5, b, NULL, &other), LF_OK);
        test_same_bits(15, a, b, "%s", methods[k]);
        assert_int_equal(one.evaluations, other.evaluations);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_end),         cmocka_unit_test(test_last_step_fits),
        cmocka_unit_test(test_backwards),   cmocka_unit_test(test_rows),
        cmocka_unit_test(test_row_between), cmocka_unit_test(test_sink_stops),
        cmocka_unit_test(test_tick),        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_watch),       cmocka_unit_test(test_point_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
