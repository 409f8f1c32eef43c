/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_trajectories.c - whatever block or queue a trajectory flies in, fields, quantities and
 * events are told its number, and every step that it takes is told once (lf_options.step). */
#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { DIM = 3, MOST = 40 };

/* ---- a field of its own for every trajectory ---- */

/* Alone, a trajectory has number 0: `first` is then the number it would have among others. */
typedef struct {
    size_t first;
} family;

static double rate_of(const void *ctx, size_t trajectory)
{
    const family *F = ctx;
    return 1 + 0.35 * (double)((F->first + trajectory) * 7 % 11);
}

static lf_status turn(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    const double rate = rate_of(ctx, trajectory);
    f[0] = rate * cos(rate * t);
    f[1] = y[2];
    f[2] = rate * (1 - y[0] * y[1]);
    return LF_OK;
}

/* ctx of a problem made of points is the lf_point_field */
static void height(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const lf_point_field *point = P->ctx;
    for (size_t i = 0; i < L->n; i++)
        q[i] = rate_of(point->ctx, lf_lanes_trajectory(L, i)) * y[2 * L->n + i];
}

static const lf_invariant heights[] = {{.name = "height", .doc = "not constant", .value = height},
                                       {.name = NULL}};

static double crossing(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)P;
    return y[0] - 0.1 * rate_of(ctx, lf_lanes_trajectory(L, 0));
}

/* The last row and the sum of all times of events, by trajectory. */
typedef struct {
    double height[MOST], hits[MOST];
} seen;

static lf_status see_row(void *ctx, const lf_row *row)
{
    seen *S = ctx;
    memcpy(S->height, row->invariants, row->n * sizeof *S->height);
    return LF_OK;
}

static lf_status see_hit(void *ctx, const lf_hit *hit)
{
    seen *S = ctx;
    S->hits[hit->trajectory] += hit->t;
    return LF_OK;
}

typedef struct {
    const char *method;
    double tolerance, every;
    size_t block;
    bool events;
} way;

static const way ways[] = {
    {"rkmk4", 0, 0, 0, false},          {"rkmk4", 0, 0.3, 3, false},
    {"dopri5", 0, 0, 8, false},         {"rkmk5", 1e-6, 0, 0, true},
    {"rkmk5", 1e-6, 0, 3, false},       {"rkmk5", 1e-6, 0.3, 8, true},
    {"dopri5", 1e-6, 0, 8, false},      {"gbs", 1e-8, 0, 0, false},
    {"gbs", 1e-8, 0, 4, false},         {"gbs-ambient", 1e-8, 0, 0, false},
    {"gbs-ambient", 1e-8, 0, 8, false}, {"rkmk-gauss2", 0, 0, 5, false},
};
enum { WAYS = sizeof ways / sizeof *ways };

static lf_options options_of(const way *W, const lf_event *event)
{
    lf_options opt = lf_options_default();
    opt.t1 = 2;
    opt.h = W->tolerance > 0 ? 0 : 0.0301; /* the last step is shorter */
    opt.every = W->every;
    opt.block = W->block;
    opt.tolerance.atol = W->tolerance;
    opt.events = W->events ? event : NULL;
    opt.event_count = W->events;
    return opt;
}

static void start(size_t i, double *y)
{
    const double angle = 0.1 * (double)i;
    y[0] = 0.6 * cos(angle);
    y[1] = 0.6 * sin(angle);
    y[2] = 0.8;
}

/* Trajectories first .. first + n - 1. */
static void run(const way *W, size_t first, size_t n, double *y, seen *S)
{
    const family F = {first};
    const lf_point_field point = {turn, &F};
    const lf_event event = {"crossing", crossing, &F, 0, false};
    lf_problem P = lf_problem_from_point("turn", &lf_sphere, &point);
    const lf_options opt = options_of(W, &event);
    const lf_sink sink = {.row = see_row, .ctx = S, .hit = see_hit};
    lf_stats stats;
    P.invariants = heights;
    memset(S, 0, sizeof *S);
    for (size_t i = 0; i < n; i++) {
        double one[DIM];
        start(first + i, one);
        test_put_lane(DIM, n, i, one, y);
    }
    if (lf_solve(&P, lf_method_find(W->method), &opt, n, y, &sink, &stats) != LF_OK)
        fail_msg("%s: %s", W->method, stats.message);
}

/* Each among all others as it is alone. */
static void test_every_number(void **state)
{
    (void)state;
    for (size_t k = 0; k < WAYS; k++) {
        double y[DIM * MOST], lane[DIM], one[DIM], told = 0;
        seen all, alone;
        run(&ways[k], 0, MOST, y, &all);
        for (size_t i = 0; i < MOST; i++) {
            run(&ways[k], i, 1, one, &alone);
            test_take_lane(DIM, MOST, i, y, lane);
            test_same_bits(DIM, lane, one, "%s, blocks of %zu: trajectory %zu", ways[k].method,
                           ways[k].block, i);
            test_same_bits(1, &all.height[i], &alone.height[0], "%s: height of trajectory %zu",
                           ways[k].method, i);
            test_same_bits(1, &all.hits[i], &alone.hits[0], "%s: events of trajectory %zu",
                           ways[k].method, i);
            told += all.hits[i];
        }
        assert_true(!ways[k].events || told > 0);
    }
}

/* ---- steps ---- */

typedef struct {
    size_t calls, last; /* the call that ends the run; 0: none */
    lf_status answer;
    size_t steps[MOST];
    double t[MOST], sum[MOST], y[MOST][DIM];
    bool broken; /* a step did not begin where the one before it ended */
} diary;

static lf_status note(void *ctx, const lf_step *step)
{
    diary *D = ctx;
    const size_t i = step->trajectory;
    assert_true(i < MOST);
    D->broken = D->broken || !(fabs(step->t - D->t[i]) <= 1e-14 * (1 + fabs(step->t)));
    D->t[i] = step->t + step->h;
    D->sum[i] += step->h;
    D->steps[i]++;
    memcpy(D->y[i], step->y, sizeof D->y[i]);
    return ++D->calls == D->last ? D->answer : LF_OK;
}

static lf_status noted(const way *W, double t1, diary *D, double *y, lf_stats *stats)
{
    const family F = {0};
    const lf_point_field point = {turn, &F};
    const lf_problem P = lf_problem_from_point("turn", &lf_sphere, &point);
    lf_options opt = options_of(W, NULL);
    opt.events = NULL;
    opt.event_count = 0;
    opt.t1 = t1;
    opt.step = note;
    opt.step_ctx = D;
    for (size_t i = 0; i < MOST; i++) {
        double one[DIM];
        start(i, one);
        test_put_lane(DIM, MOST, i, one, y);
    }
    return lf_solve(&P, lf_method_find(W->method), &opt, MOST, y, NULL, stats);
}

/* Every accepted step once, one after the other, from the start to the end; what is told changes
 * nothing. */
static void test_every_step_once(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2 * WAYS; k++) {
        static diary D;
        const double t1 = k < WAYS ? 2 : -2;
        const way *W = &ways[k % WAYS];
        double y[DIM * MOST], quiet[DIM * MOST], lane[DIM];
        lf_stats stats;
        seen S;
        memset(&D, 0, sizeof D);
        assert_int_equal(noted(W, t1, &D, y, &stats), LF_OK);
        assert_false(D.broken);
        assert_int_equal((D.calls + MOST / 2) / MOST, stats.steps);
        for (size_t i = 0; i < MOST; i++) {
            test_within(fabs(D.sum[i] - t1), 1e-13, "%s: steps of trajectory %zu", W->method, i);
            test_within(fabs(D.t[i] - t1), 1e-13, "%s: end of trajectory %zu", W->method, i);
            test_take_lane(DIM, MOST, i, y, lane);
            test_same_bits(DIM, D.y[i], lane, "%s: last point of trajectory %zu", W->method, i);
            assert_true(W->tolerance > 0 || D.steps[i] == stats.steps);
        }
        if (k >= WAYS || W->events)
            continue;
        run(W, 0, MOST, quiet, &S);
        test_same_bits(DIM * MOST, y, quiet, "%s: told of and not", W->method);
    }
}

/* A status other than LF_OK ends the run there and then, and is what the run answers. */
static void test_a_step_ends_the_run(void **state)
{
    (void)state;
    static const lf_status answers[] = {LF_STOPPED, LF_EIO};
    for (size_t k = 0; k < WAYS; k++)
        for (size_t a = 0; a < 2; a++)
            for (size_t last = 1; last < 200; last += 61) {
                static diary D;
                double y[DIM * MOST];
                lf_stats stats;
                memset(&D, 0, sizeof D);
                D.last = last;
                D.answer = answers[a];
                assert_int_equal(noted(&ways[k], 2, &D, y, &stats), answers[a]);
                assert_int_equal(D.calls, last);
                assert_true(stats.t < 2);
                assert_true(stats.message[0]);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number),
        cmocka_unit_test(test_every_step_once),
        cmocka_unit_test(test_a_step_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
