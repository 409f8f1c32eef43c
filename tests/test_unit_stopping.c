/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_stopping.c - a run is stopped by time, not by steps: within a step whose evaluations take
 * long, within one evaluation or one look at an invariant that asks lf_poll, and with the last good
 * point kept. Waiting is by a clock and at least so long, so that nothing here depends on speed. */
#include "support/cases.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const double LONG = 0.03; /* longer than the time between two questions */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void wait_for(double span)
{
    for (const double begun = seconds(); seconds() - begun < span;)
        continue;
}

/* What happened so far, and what is slow. */
static struct {
    size_t evaluations, looks, asked, given_up;
    size_t fast; /* evaluations before they become slow */
    bool slow_field, slow_value, polls;
} seen;

static lf_status turn(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                      double *work)
{
    (void)P;
    (void)work;
    const size_t n = L->n;
    const bool slow = seen.slow_field && seen.evaluations++ >= seen.fast;
    for (int k = 0; slow && k < (seen.polls ? 1000 : 1); k++) {
        wait_for(LONG);
        if (seen.polls && lf_poll(1)) {
            seen.given_up++;
            memset(f, 0xff, 3 * n * sizeof *f); /* nothing of it is used */
            return LF_STOPPED;
        }
    }
    for (size_t i = 0; i < n; i++) {
        f[i] = y[n + i];
        f[n + i] = 1;
        f[2 * n + i] = y[i];
    }
    return LF_OK;
}

static void height(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P;
    for (size_t i = 0; i < L->n; i++)
        q[i] = y[2 * L->n + i];
    seen.looks++;
    for (int k = 0; seen.slow_value && seen.looks > 2 && k < 1000; k++) {
        wait_for(LONG);
        if (lf_poll(1)) {
            seen.given_up++;
            q[0] = 1e300; /* nothing of it is used */
            return;
        }
    }
}

static const lf_invariant heights[] = {{"height", "y3", height}, {NULL, NULL, NULL}};

static int stop_at_once(void *ctx, double fraction)
{
    (void)ctx;
    assert_true(fraction >= 0 && fraction <= 1);
    seen.asked++;
    return seen.evaluations > seen.fast || seen.slow_value;
}

static lf_status keep_step(void *ctx, const lf_step *step)
{
    memcpy(ctx, step->y, 3 * sizeof(double));
    return LF_OK;
}

/* Stopped in the middle: the point is that of the last step that was told. */
static lf_stats run(const char *method, double tolerance, double every)
{
    const lf_problem P = {
        .name = "turn", .action = &lf_sphere, .field = turn, .invariants = heights};
    double y[3] = {0.6, 0, 0.8}, last[3] = {0.6, 0, 0.8};
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.h = tolerance > 0 ? 0 : 0.01;
    opt.t1 = 10;
    opt.every = every;
    opt.watch = 1;
    opt.tolerance.atol = opt.tolerance.rtol = tolerance;
    opt.tick = stop_at_once;
    opt.step = keep_step;
    opt.step_ctx = last;
    assert_int_equal(lf_solve(&P, lf_method_find(method), &opt, 1, y, NULL, &stats), LF_STOPPED);
    test_same_bits(3, y, last, "%s: the last good point", method);
    assert_non_null(strstr(stats.message, "stopped by the caller at t = "));
    assert_true(stats.t < 10 && seen.asked > 0);
    assert_true(stats.invariant[0].max_drift < 2);
    return stats;
}

static const struct {
    const char *method;
    double tolerance, every;
} ways[] = {{"rkmk8", 0, 0},          {"rkmk8", 1e-8, 0}, {"dop853", 1e-8, 0.01},  {"gbs", 1e-8, 0},
            {"rkmk-gauss3", 0, 0.01}, {"cf4", 0, 0.01},   {"gbs-ambient", 1e-8, 0}};
enum { WAYS = sizeof ways / sizeof *ways };

/* Every evaluation is slow from one on. How often the caller is asked adapts to that: never less often
 * than after as many evaluations as there have been. */
static void test_within_a_step(void **state)
{
    (void)state;
    for (size_t k = 0; k < WAYS; k++)
        for (size_t fast = 0; fast <= 40; fast += 40) {
            memset(&seen, 0, sizeof seen);
            seen.slow_field = true;
            seen.fast = fast;
            run(ways[k].method, ways[k].tolerance, ways[k].every);
            if (seen.evaluations > 2 * seen.fast + 3)
                fail_msg("%s went on for %zu evaluations", ways[k].method,
                         seen.evaluations - seen.fast);
        }
}

static void test_within_an_evaluation(void **state)
{
    (void)state;
    for (size_t k = 0; k < WAYS; k++) {
        memset(&seen, 0, sizeof seen);
        seen.slow_field = seen.polls = true;
        seen.fast = 40;
        run(ways[k].method, ways[k].tolerance, ways[k].every);
        assert_true(seen.given_up == 1 && seen.evaluations == seen.fast + 1);
    }
}

/* What was looked at is not used: no drift of 1e300. */
static void test_within_a_look(void **state)
{
    (void)state;
    for (size_t k = 0; k < WAYS; k++) {
        memset(&seen, 0, sizeof seen);
        seen.slow_value = true;
        run(ways[k].method, ways[k].tolerance, ways[k].every);
        assert_true(seen.given_up > 0 && seen.looks < 10);
    }
}

/* Nobody asks outside of a run, nor in one that nobody watches. */
static void test_nobody_asks(void **state)
{
    (void)state;
    assert_false(lf_poll(1u << 30));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_within_a_step),
        cmocka_unit_test(test_within_an_evaluation),
        cmocka_unit_test(test_within_a_look),
        cmocka_unit_test(test_nobody_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
