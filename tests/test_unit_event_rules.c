/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_event_rules.c - what counts as an event, the rows before one that ends a run, events of
 * ensembles with fixed steps, and rows that are too many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <lieflow/lieflow.h>

/* q turns about an axis that leans over: every component of q moves, and no two are alike. */
static lf_status turn(const void *ctx, size_t trajectory, double t, const double *q, double *w)
{
    (void)ctx;
    (void)trajectory;
    (void)t;
    w[0] = 0.1 * q[2];
    w[1] = 0;
    w[2] = 1 + 0.2 * q[0];
    return LF_OK;
}

static const lf_point_field turning = {turn, NULL};

enum { MOST = 64, ROWS = 400 };
typedef struct {
    size_t hits, rows;
    lf_hit hit[MOST];
    double t[ROWS], y[ROWS][3];
} record;

static lf_status take_hit(void *ctx, const lf_hit *hit)
{
    record *R = ctx;
    assert_true(R->hits < MOST);
    R->hit[R->hits++] = *hit;
    return LF_OK;
}

static lf_status take_row(void *ctx, const lf_row *row)
{
    record *R = ctx;
    assert_true(R->rows < ROWS && row->n == 1);
    R->t[R->rows] = row->t;
    memcpy(R->y[R->rows++], row->y, 3 * sizeof(double));
    return LF_OK;
}

/* Ways of stepping: with a continuous extension, by shorter steps, fixed, fixed and classical. */
static const struct {
    const char *method;
    double tol, h;
} ways[] = {{"rkmk8", 1e-10, 0}, {"gbs", 1e-10, 0}, {"cf4", 0, 0.37}, {"rk4", 0, 0.05}};
enum { WAYS = sizeof ways / sizeof *ways };

static lf_status run(size_t way, double every, const lf_event *events, size_t count, record *R,
                     double *y, lf_stats *stats)
{
    const lf_problem P = lf_problem_from_point("turning", &lf_sphere, &turning);
    const lf_sink sink = {.row = take_row, .hit = take_hit, .ctx = R};
    lf_options opt = lf_options_default();
    opt.t1 = 10;
    opt.h = ways[way].h;
    opt.tolerance.atol = ways[way].tol;
    opt.every = every;
    opt.events = events;
    opt.event_count = count;
    R->hits = R->rows = 0;
    y[0] = 0.6;
    y[1] = 0;
    y[2] = 0.8;
    return lf_solve(&P, lf_method_find(ways[way].method), &opt, 1, y, &sink, stats);
}

/* ---- on zero ---- */

/* A function of time that is 0 between two times, and left and right of them as steep as is said. */
typedef struct {
    double from, to, left, right;
} shelf;

static double shelf_value(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    const shelf *s = ctx;
    const double t = L->t[0];
    (void)P;
    (void)y;
    return t < s->from ? s->left * (s->from - t) : t > s->to ? s->right * (t - s->to) : 0;
}

/* Arriving at zero is the event, at the time of arrival and from the side it came; staying there and
 * leaving it, to whichever side, is none. Whoever begins on zero has not arrived. */
static void zero_is_a_state(void **state)
{
    (void)state;
    static const struct {
        shelf s;
        size_t hits;
        bool rising;
    } cases[] = {
        {{2.3, 6.1, -1, 1}, 1, true},  {{2.3, 6.1, -1, -1}, 1, true}, {{2.3, 6.1, 1, 1}, 1, false},
        {{2.3, 6.1, 1, -1}, 1, false}, {{2.3, 20, -1, 1}, 1, true},   {{-1, 6.1, 1, 1}, 0, false},
        {{-1, 20, 1, 1}, 0, false},    {{2.3, 2.3, -1, 1}, 1, true},  {{0, 6.1, 1, -1}, 0, false},
        {{9.99, 20, 1, 1}, 1, false},
    };
    for (size_t w = 0; w < WAYS; w++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            const lf_event event = {"shelf", shelf_value, &cases[k].s, 0, false};
            record R;
            double y[3];
            lf_stats stats;
            assert_int_equal(run(w, 0, &event, 1, &R, y, &stats), LF_OK);
            if (R.hits != cases[k].hits || stats.events != R.hits)
                fail_msg("%s, case %zu: %zu events", ways[w].method, k, R.hits);
            if (R.hits == 0)
                continue;
            assert_int_equal(R.hit[0].rising, cases[k].rising);
            assert_true(fabs(R.hit[0].t - cases[k].s.from) < 1e-14 * 10);
        }
}

/* Zero, a bump, zero again and down: it leaves where nothing is told and comes back where it is. */
static double bump(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    const double *at = ctx, t = L->t[0];
    (void)P;
    (void)y;
    return t < at[0] ? 0 : (t - at[0]) * (at[1] - t);
}

static void leaving_and_coming_back(void **state)
{
    (void)state;
    for (size_t w = 0; w < WAYS; w++)
        for (double width = 0.003; width < 3; width *= 1.7) {
            const double at[2] = {0, width};
            const lf_event event = {"bump", bump, at, 0, false};
            record R;
            double y[3];
            lf_stats stats;
            assert_int_equal(run(w, 0, &event, 1, &R, y, &stats), LF_OK);
            if (R.hits != 1 || R.hit[0].rising || fabs(R.hit[0].t - width) > 1e-14)
                fail_msg("%s, a bump of %g: %zu events", ways[w].method, width, R.hits);
        }
}

/* ---- a pair of zeros between two looks ---- */

static double valley(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    const double *side = ctx;
    (void)P;
    (void)y;
    return side[2] * (L->t[0] - side[0]) * (L->t[0] - side[1]);
}

/* However narrow, wherever it lies, also at the ends of steps and pieces; and peaks likewise. */
static void narrow_valleys_are_found(void **state)
{
    (void)state;
    for (size_t w = 0; w < WAYS; w++)
        for (size_t k = 0; k < 200; k++) {
            const double at = k < 100 ? 0.37 * 0.25 * (double)(k + 1) : 0.0497 * (double)(k - 90);
            const double width = pow(10, -1 - (double)(k % 5));
            const double side[3] = {at - 0.3 * width, at + 0.7 * width, k % 2 ? 1 : -1};
            const lf_event event = {"valley", valley, side, 0, false};
            record R;
            double y[3];
            lf_stats stats;
            assert_int_equal(run(w, 0, &event, 1, &R, y, &stats), LF_OK);
            if (R.hits != 2 || R.hit[0].rising != (side[2] < 0) || R.hit[1].rising != (side[2] > 0))
                fail_msg("%s: a valley of %g at %g: %zu events", ways[w].method, width, at, R.hits);
            /* a narrow valley is shallow: rounding of 1e-16 moves its sides by 1e-16 over the width */
            for (size_t j = 0; j < 2; j++)
                assert_true(fabs(R.hit[j].t - side[j]) < 1e-14 + 1e-15 / width);
        }
}

/* ---- rows ---- */

static double time_of(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)P;
    (void)y;
    return L->t[0] - *(const double *)ctx;
}

/* Rows up to a terminal event are those of the run that goes on, bit for bit, and the last one is where
 * the run ended. Rows are finer than steps, coarser, and on them. */
static void rows_before_the_end(void **state)
{
    (void)state;
    static const double every[] = {0.05, 0.1, 0.37, 0.9, 3};
    static const double ends[] = {0.03, 1.234, 2.345, 3.7, 9.99};
    static record all, some;
    for (size_t w = 0; w < WAYS; w++)
        for (size_t e = 0; e < 5; e++)
            for (size_t k = 0; k < 5; k++) {
                const lf_event event = {"time", time_of, &ends[k], 0, true};
                double y[3];
                lf_stats stats;
                assert_int_equal(run(w, every[e], NULL, 0, &all, y, &stats), LF_OK);
                assert_int_equal(run(w, every[e], &event, 1, &some, y, &stats), LF_EVENT);
                const size_t before = some.rows - 1;
                assert_true(fabs(stats.t - ends[k]) < 1e-14);
                assert_true(some.t[before] == stats.t);
                assert_memory_equal(some.y[before], y, sizeof y);
                assert_memory_equal(some.t, all.t, before * sizeof *all.t);
                assert_memory_equal(some.y, all.y, before * sizeof *all.y);
                /* the next row of the whole run lies behind the end, or on it */
                assert_true(all.t[before] >= stats.t - 1e-9);
                assert_true(some.t[before - 1] < stats.t);
            }
}

static int stop_soon(void *ctx, double fraction)
{
    (void)fraction;
    return ++*(int *)ctx > 3;
}

static lf_status count_row(void *ctx, const lf_row *row)
{
    (void)row;
    ++*(size_t *)ctx;
    return LF_OK;
}

/* Rows that no clock can tell apart are refused; those that are merely many come until they are stopped,
 * and the caller is asked now and then. */
static void too_many_rows(void **state)
{
    (void)state;
    const lf_problem P = lf_problem_from_point("turning", &lf_sphere, &turning);
    static const double refused[] = {2e-308, 5e-324, 1e-300, 1e-16};
    for (size_t w = 0; w < WAYS; w++) {
        lf_options opt = lf_options_default();
        lf_stats stats;
        double y[3] = {0.6, 0, 0.8};
        opt.t1 = 10;
        opt.h = ways[w].h;
        opt.tolerance.atol = ways[w].tol;
        for (size_t k = 0; k < 4; k++) {
            opt.every = refused[k];
            assert_int_equal(lf_solve(&P, lf_method_find(ways[w].method), &opt, 1, y, NULL, &stats),
                             LF_EINPUT);
            assert_non_null(strstr(stats.message, "rows"));
        }
        /* a million has its neighbours 1e-10 away */
        opt.t0 = 1e6;
        opt.t1 = 1e6 + 1;
        opt.every = 1e-11;
        assert_int_equal(lf_solve(&P, lf_method_find(ways[w].method), &opt, 1, y, NULL, &stats),
                         LF_EINPUT);
        assert_non_null(strstr(stats.message, "too small to move the time"));
        opt.t0 = 0;
        opt.t1 = 10;
        int asked = 0;
        size_t rows = 0;
        const lf_sink sink = {.row = count_row, .ctx = &rows};
        opt.every = 1e-9;
        opt.tick = stop_soon;
        opt.tick_ctx = &asked;
        assert_int_equal(lf_solve(&P, lf_method_find(ways[w].method), &opt, 1, y, &sink, &stats),
                         LF_STOPPED);
        assert_true(asked == 4 && rows < 10000);
    }
}

/* ---- ensembles ---- */

static double first(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)P;
    (void)L;
    return y[0] - *(const double *)ctx;
}

enum { MANY = 20 };

static void start(size_t i, double *q)
{
    const double tilt = 0.07 * (double)i;
    q[0] = cos(tilt);
    q[1] = 0;
    q[2] = sin(tilt);
}

/* Fixed steps: each trajectory ends by itself, and its bits are those of its being alone. */
static void fixed_ensembles(void **state)
{
    (void)state;
    const double low = -0.5;
    const lf_problem P = lf_problem_from_point("turning", &lf_sphere, &turning);
    const lf_event event = {"low", first, &low, -1, true};
    static const char *const methods[] = {"cf4", "rk4", "implicit-midpoint"};
    for (size_t k = 0; k < 3; k++) {
        const lf_method *M = lf_method_find(methods[k]);
        lf_options opt = lf_options_default();
        double y[3 * MANY], q[3];
        size_t ended = 0;
        lf_stats stats, one;
        double slowest;
        opt.t1 = slowest = 4;
        opt.h = 0.03;
        opt.every = 0.5;
        opt.events = &event;
        opt.event_count = 1;
        for (size_t i = 0; i < MANY; i++) {
            start(i, q);
            for (size_t c = 0; c < 3; c++)
                y[c * MANY + i] = q[c];
        }
        assert_int_equal(lf_solve(&P, M, &opt, MANY, y, NULL, &stats), LF_OK);
        for (size_t i = 0; i < MANY; i++) {
            start(i, q);
            const lf_status s = lf_solve(&P, M, &opt, 1, q, NULL, &one);
            ended += s == LF_EVENT;
            slowest = fmin(slowest, one.t);
            for (size_t c = 0; c < 3; c++)
                assert_true(y[c * MANY + i] == q[c]);
        }
        assert_true(ended > 3 && ended < MANY && stats.events == ended);
        assert_true(stats.t == slowest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_is_a_state),
        cmocka_unit_test(leaving_and_coming_back),
        cmocka_unit_test(narrow_valleys_are_found),
        cmocka_unit_test(rows_before_the_end),
        cmocka_unit_test(too_many_rows),
        cmocka_unit_test(fixed_ensembles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
