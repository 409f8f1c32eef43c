/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_events.c - zeros found on the continuous extension, against closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <lieflow/lieflow.h>

/* q turns about e3 with rate 1: from e1, q = (cos t, sin t, 0). */
static lf_status turn(const void *ctx, size_t trajectory, double t, const double *q, double *w)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    (void)q;
    w[0] = w[1] = 0;
    w[2] = 1;
    return LF_OK;
}

static const lf_point_field turning = {turn, NULL};

static double first_component(const void *ctx, const lf_problem *P, const lf_lanes *L,
                              const double *y)
{
    (void)P;
    (void)L;
    return y[0] - *(const double *)ctx;
}

/* many zeros per step */
static double fast(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)ctx;
    (void)P;
    (void)y;
    return cos(9 * L->t[0]);
}

enum { MOST = 200 };
typedef struct {
    size_t count;
    lf_hit hit[MOST];
    double y[MOST][3];
} hits;

static lf_status remember(void *ctx, const lf_hit *hit)
{
    hits *h = ctx;
    assert_true(h->count < MOST);
    h->hit[h->count] = *hit;
    memcpy(h->y[h->count++], hit->y, 3 * sizeof(double));
    return LF_OK;
}

static lf_status run(const char *method, double t0, double t1, const lf_event *events, size_t count,
                     double *y, hits *found, lf_stats *stats)
{
    const lf_problem P = lf_problem_from_point("turning", &lf_sphere, &turning);
    const lf_sink sink = {.hit = remember, .ctx = found};
    lf_options opt = lf_options_default();
    opt.t0 = t0;
    opt.t1 = t1;
    opt.h = 0;
    opt.tolerance.atol = 1e-12;
    opt.tolerance.h_max = 0.6; /* a constant field would be crossed in one step */
    opt.events = events;
    opt.event_count = count;
    found->count = 0;
    return lf_solve(&P, lf_method_find(method), &opt, 1, y, &sink, stats);
}

static const double zero = 0, half = 0.5;

/* cos t = 0 at pi/2 + k pi. Located to a few units in the last place of t near 20. */
static void zeros_are_where_they_are(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk5", "rkmk8", "cf43", "gbs", "dop853"};
    const lf_event event = {"x", first_component, &zero, 0, false};
    for (size_t k = 0; k < 5; k++) {
        double y[3] = {1, 0, 0};
        hits found;
        lf_stats stats;
        assert_int_equal(run(methods[k], 0, 20, &event, 1, y, &found, &stats), LF_OK);
        assert_int_equal(found.count, 6);
        assert_int_equal(stats.events, 6);
        for (size_t j = 0; j < found.count; j++) {
            const double exact = acos(-1) * (0.5 + (double)j);
            /* an ambient method at tolerance 1e-12 is off by its own error */
            const double allowed = strcmp(methods[k], "dop853") ? 4e-14 : 1e-10;
            if (fabs(found.hit[j].t - exact) > allowed)
                fail_msg("%s: zero %zu off by %g", methods[k], j, found.hit[j].t - exact);
            assert_int_equal(found.hit[j].rising, j % 2);
        }
    }
}

static void directions_are_heeded(void **state)
{
    (void)state;
    for (int direction = -1; direction <= 1; direction += 2) {
        const lf_event event = {"x", first_component, &half, direction, false};
        double y[3] = {1, 0, 0};
        hits found;
        lf_stats stats;
        assert_int_equal(run("rkmk8", 0, 20, &event, 1, y, &found, &stats), LF_OK);
        /* falling at 1.05 + 2 pi j, four times below 20; rising at 5.24 + 2 pi j, three times */
        assert_int_equal(found.count, direction < 0 ? 4 : 3);
        for (size_t j = 0; j < found.count; j++) {
            const double angle = acos(0.5), turn_once = 2 * acos(-1);
            const double exact =
                (direction < 0 ? angle : turn_once - angle) + (double)j * turn_once;
            assert_true(fabs(found.hit[j].t - exact) < 4e-14);
        }
    }
}

static void many_zeros_per_step_are_all_found(void **state)
{
    (void)state;
    const lf_event event = {"fast", fast, NULL, 0, false};
    double y[3] = {1, 0, 0};
    hits found;
    lf_stats stats;
    assert_int_equal(run("rkmk8", 0, 20, &event, 1, y, &found, &stats), LF_OK);
    assert_int_equal(found.count, 57); /* (k + 1/2) pi / 9 below 20 */
    for (size_t j = 0; j < found.count; j++)
        assert_true(fabs(found.hit[j].t - acos(-1) * (0.5 + (double)j) / 9) < 4e-14);
    assert_true(stats.steps < 57);
}

/* below zero between two times */
static double valley(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    const double *from = ctx;
    (void)P;
    (void)y;
    return (L->t[0] - from[0]) * (L->t[0] - from[1]);
}

/* No step is longer than 0.6 (but the last, by a hundredth), so eighths of them see two zeros that
 * are 0.076 apart, wherever they lie. */
static void a_pair_within_a_step_is_found(void **state)
{
    (void)state;
    for (double at = 0.01; at < 4.9; at += 0.0173) {
        const double between[2] = {at, at + 0.6 * 1.01 / 8 + 1e-9};
        const lf_event event = {"valley", valley, between, 0, false};
        double y[3] = {1, 0, 0};
        hits found;
        lf_stats stats;
        assert_int_equal(run("rkmk8", 0, 5, &event, 1, y, &found, &stats), LF_OK);
        assert_int_equal(found.count, 2);
        for (size_t k = 0; k < 2; k++)
            assert_true(fabs(found.hit[k].t - between[k]) < 1e-14);
        assert_true(!found.hit[0].rising && found.hit[1].rising);
    }
}

/* Two events with one zero are both told, each once, every time. */
static void events_at_one_time_are_both_told(void **state)
{
    (void)state;
    const lf_event events[] = {{"one", first_component, &zero, 0, false},
                               {"two", first_component, &zero, 0, false}};
    double y[3] = {1, 0, 0};
    hits found;
    lf_stats stats;
    assert_int_equal(run("rkmk8", 0, 20, events, 2, y, &found, &stats), LF_OK);
    assert_int_equal(found.count, 12);
    for (size_t k = 0; k < 12; k += 2) {
        /* the second is looked for from the first on, where the value is about to be 0 */
        assert_true(fabs(found.hit[k].t - found.hit[k + 1].t) < 4e-14);
        assert_int_equal(found.hit[k].event + found.hit[k + 1].event, 1);
    }
}

/* A terminal event ends the run there; going on from it neither misses nor repeats a zero. */
static void a_restart_neither_misses_nor_repeats(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk5", "rkmk8", "cf43", "gbs"};
    const lf_event event = {"x", first_component, &zero, 0, true};
    for (size_t k = 0; k < 4; k++) {
        double y[3] = {1, 0, 0}, t = 0;
        size_t seen = 0;
        for (;;) {
            hits found;
            lf_stats stats;
            const lf_status s = run(methods[k], t, 20, &event, 1, y, &found, &stats);
            if (s == LF_OK)
                break;
            assert_int_equal(s, LF_EVENT);
            assert_int_equal(found.count, 1);
            assert_true(fabs(found.hit[0].t - acos(-1) * (0.5 + (double)seen)) < 1e-12);
            assert_memory_equal(found.y[0], y, sizeof y);
            assert_true(stats.t == found.hit[0].t);
            t = stats.t;
            seen++;
        }
        assert_int_equal(seen, 6);
    }
}

/* Several events come in the order of time. */
static void events_come_in_order(void **state)
{
    (void)state;
    const lf_event events[] = {{"zero", first_component, &zero, 0, false},
                               {"half", first_component, &half, 0, false},
                               {"fast", fast, NULL, 0, false}};
    double y[3] = {1, 0, 0};
    hits found;
    lf_stats stats;
    assert_int_equal(run("rkmk8", 0, 20, events, 3, y, &found, &stats), LF_OK);
    assert_int_equal(found.count, 6 + 7 + 57);
    for (size_t j = 1; j < found.count; j++)
        assert_true(found.hit[j].t >= found.hit[j - 1].t);
}

/* The faster the farther q is from the equator: trajectories need different times to the event. */
static lf_status uneven(const void *ctx, size_t trajectory, double t, const double *q, double *w)
{
    (void)trajectory;
    (void)ctx;
    (void)t;
    w[0] = 0;
    w[1] = 0.1 * q[0];
    w[2] = 1 + q[2];
    return LF_OK;
}

static const lf_point_field unevenly = {uneven, NULL};

enum { MANY = 200 };
typedef struct {
    size_t count[MANY];
    double t[MANY], y[MANY][3]; /* of the last hit */
} many_hits;

static lf_status remember_many(void *ctx, const lf_hit *hit)
{
    many_hits *h = ctx;
    h->count[hit->trajectory]++;
    h->t[hit->trajectory] = hit->t;
    memcpy(h->y[hit->trajectory], hit->y, 3 * sizeof(double));
    return LF_OK;
}

static void start_many(size_t i, double *q)
{
    const double tilt = 0.007 * (double)i, angle = 0.01 * (double)i;
    q[0] = cos(tilt) * cos(angle);
    q[1] = cos(tilt) * sin(angle);
    q[2] = sin(tilt);
}

/* 200 trajectories in a block of 8: some end at an event, others fly on to the end; what is found
 * of each has the bits of its being alone. */
static void events_do_not_know_the_block(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk5", "rkmk8", "gbs", "dop853"};
    static many_hits among, alone;
    static double y[3 * MANY];
    const lf_problem P = lf_problem_from_point("uneven", &lf_sphere, &unevenly);
    const lf_event events[] = {{"half", first_component, &half, 0, false},
                               {"zero", first_component, &zero, -1, true}};
    for (size_t k = 0; k < 4; k++) {
        lf_options opt = lf_options_default();
        const lf_sink first = {.hit = remember_many, .ctx = &among};
        const lf_sink second = {.hit = remember_many, .ctx = &alone};
        size_t ended = 0;
        opt.t1 = 1;
        opt.h = 0;
        opt.tolerance.atol = 1e-8;
        opt.events = events;
        opt.event_count = 2;
        opt.block = 8;
        memset(&among, 0, sizeof among);
        for (size_t i = 0; i < MANY; i++) {
            double q[3];
            start_many(i, q);
            for (size_t c = 0; c < 3; c++)
                y[c * MANY + i] = q[c];
        }
        assert_int_equal(lf_solve(&P, lf_method_find(methods[k]), &opt, MANY, y, &first, NULL),
                         LF_OK);
        for (size_t i = 0; i < MANY; i++) {
            double q[3];
            memset(&alone, 0, sizeof alone);
            start_many(i, q);
            const lf_status s = lf_solve(&P, lf_method_find(methods[k]), &opt, 1, q, &second, NULL);
            assert_true(s == LF_OK || s == LF_EVENT);
            ended += s == LF_EVENT;
            assert_int_equal(among.count[i], alone.count[0]);
            assert_true(among.t[i] == alone.t[0]);
            assert_memory_equal(among.y[i], alone.y[0], sizeof among.y[i]);
            for (size_t c = 0; c < 3; c++)
                assert_true(y[c * MANY + i] == q[c]);
        }
        assert_true(ended > 20 && ended < 180); /* both kinds take part */
    }
}

/* Counts how often it is asked, and is never 0. */
static double asked(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)P;
    (void)L;
    (void)y;
    ++**(size_t *const *)ctx;
    return 1;
}

/* A step without a zero costs eight values of each event and one look at each of the eight places,
 * whatever the number of events. */
static void a_quiet_step_is_looked_at_once(void **state)
{
    (void)state;
    size_t calls[2] = {0, 0}, *const counter[2] = {&calls[0], &calls[1]};
    const lf_event events[] = {{"first", asked, &counter[0], 0, false},
                               {"second", asked, &counter[1], 0, false}};
    double y[3] = {1, 0, 0};
    hits found;
    lf_stats one, two;
    assert_int_equal(run("cf43", 0, 20, events, 1, y, &found, &one), LF_OK);
    assert_int_equal(calls[0], 8 * one.steps + 1);
    y[0] = 1;
    y[1] = y[2] = 0;
    calls[0] = 0;
    assert_int_equal(run("cf43", 0, 20, events, 2, y, &found, &two), LF_OK);
    assert_int_equal(calls[0], 8 * two.steps + 1);
    assert_int_equal(calls[1], calls[0]);
    /* cf43 interpolates by shorter steps, whose evaluations are counted */
    assert_int_equal(two.evaluations, one.evaluations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeros_are_where_they_are),
        cmocka_unit_test(directions_are_heeded),
        cmocka_unit_test(many_zeros_per_step_are_all_found),
        cmocka_unit_test(a_pair_within_a_step_is_found),
        cmocka_unit_test(events_at_one_time_are_both_told),
        cmocka_unit_test(a_restart_neither_misses_nor_repeats),
        cmocka_unit_test(events_come_in_order),
        cmocka_unit_test(events_do_not_know_the_block),
        cmocka_unit_test(a_quiet_step_is_looked_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
