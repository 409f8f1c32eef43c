/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_watch.c - what a run says of several trajectories is the worst of what it says of each
 * alone: drifts, defect, guard and the time of it, the time that all have reached. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { MANY = 7, DIM = 3 };

/* ---- a problem with all of it ---- */

/* Turns about an axis that depends on the point, so that steps differ from start to start. */
static lf_status swirl(const void *ctx, size_t trajectory, double t, const double *y, double *w)
{
    (void)ctx, (void)trajectory;
    w[0] = 2 * y[1] * y[2];
    w[1] = 0.5 + sin(t) * y[0];
    w[2] = 1 + 3 * y[0] * y[0];
    return LF_OK;
}

static void height(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++)
        q[i] = 2 + y[2 * n + i];
}

static void length(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++)
        q[i] = y[i] * y[i] + y[n + i] * y[n + i] + y[2 * n + i] * y[2 * n + i];
}

static const lf_point_field swirling = {swirl, NULL};
static const lf_invariant watched[] = {
    {.name = "height", .doc = "not constant at all", .value = height},
    {.name = "length", .doc = "constant on the sphere", .value = length},
    {.name = NULL}};

static lf_problem problem(const lf_guard *guard)
{
    static lf_trait traits[] = {{LF_TRAIT_GUARD, NULL}, {LF_TRAIT_END, NULL}};
    lf_problem P = lf_problem_from_point("swirl", &lf_sphere, &swirling);
    assert_null(P.traits); /* else they would be lost */
    traits[0].data = guard;
    P.invariants = watched;
    P.traits = traits;
    return P;
}

static void start(size_t k, double y[DIM])
{
    const double tilt = 0.2 + 0.15 * (double)k, angle = 0.7 * (double)(k * k % 5);
    y[0] = cos(tilt) * cos(angle);
    y[1] = cos(tilt) * sin(angle);
    y[2] = sin(tilt);
}

/* `n` trajectories, of which number i begins at start (first + i) % MANY. */
static lf_status together(const lf_problem *P, const char *method, const lf_options *opt,
                          size_t first, size_t n, lf_stats *stats)
{
    double y[DIM * MANY], one[DIM];
    for (size_t i = 0; i < n; i++) {
        start((first + i) % MANY, one);
        test_put_lane(DIM, n, i, one, y);
    }
    return lf_solve(P, lf_method_find(method), opt, n, y, NULL, stats);
}

/* The worst of the trajectories that are run alone, as if they were one run: steps and evaluations
 * are the mean. */
static void worst_of_each(const lf_problem *P, const char *method, const lf_options *opt,
                          lf_stats *worst)
{
    size_t steps = 0, evaluations = 0;
    for (size_t k = 0; k < MANY; k++) {
        lf_stats one;
        assert_true(together(P, method, opt, k, 1, &one) >= LF_OK);
        steps += one.steps;
        evaluations += one.evaluations;
        if (k == 0) {
            *worst = one;
            continue;
        }
        for (size_t j = 0; j < worst->invariants; j++)
            worst->invariant[j].max_drift =
                fmax(worst->invariant[j].max_drift, one.invariant[j].max_drift);
        worst->defect = fmax(worst->defect, one.defect);
        worst->t = fmin(worst->t, one.t);
        worst->h_min = fmin(worst->h_min, one.h_min);
        worst->h_max = fmax(worst->h_max, one.h_max);
        worst->rejected += one.rejected;
        worst->events += one.events;
        if (one.guard < worst->guard) {
            worst->guard = one.guard;
            worst->guard_t = one.guard_t;
        }
    }
    worst->steps = (steps + MANY / 2) / MANY;
    worst->evaluations = (evaluations + MANY / 2) / MANY;
}

static void same_stats(const lf_stats *a, const lf_stats *b, const char *what)
{
    const double x[] = {a->guard,
                        a->guard_t,
                        a->defect,
                        a->t,
                        a->h_min,
                        a->h_max,
                        a->invariant[0].max_drift,
                        a->invariant[1].max_drift};
    const double y[] = {b->guard,
                        b->guard_t,
                        b->defect,
                        b->t,
                        b->h_min,
                        b->h_max,
                        b->invariant[0].max_drift,
                        b->invariant[1].max_drift};
    test_same_bits(sizeof x / sizeof *x, x, y, "%s", what);
    assert_int_equal(a->rejected, b->rejected);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->evaluations, b->evaluations);
    assert_int_equal(a->events, b->events);
}

static lf_options look(double tolerance, double every)
{
    lf_options opt = lf_options_default();
    opt.t1 = 5;
    opt.h = tolerance > 0 ? 0 : 0.02;
    opt.tolerance.atol = tolerance;
    opt.every = every;
    opt.watch = 1;
    return opt;
}

/* Whichever trajectory is first, and however they share blocks: dopri5 leaves the sphere, rkmk5
 * stays; fixed steps and steps of their own; with and without rows. */
static void test_worst_of_all(void **state)
{
    (void)state;
    static const char *const methods[] = {"dopri5", "rkmk5"};
    const lf_guard guard = {.name = "height", .value = height};
    const lf_problem P = problem(&guard);
    for (int k = 0; k < 8; k++) {
        const char *method = methods[k % 2];
        lf_options opt = look(k & 2 ? 1e-5 : 0, k & 4 ? 0.3 : 0);
        lf_stats worst, all;
        worst_of_each(&P, method, &opt, &worst);
        assert_true(worst.guard_t > 0 && worst.guard_t < 5 && worst.invariant[0].max_drift > 0.5);
        for (size_t first = 0; first < MANY; first++) {
            opt.block = first % 3 ? first : 0;
            assert_int_equal(together(&P, method, &opt, first, MANY, &all), LF_OK);
            same_stats(&all, &worst, method);
        }
    }
}

/* ---- ends ---- */

static double west(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)ctx;
    (void)P;
    (void)L;
    return y[0];
}

/* Events end trajectories at times of their own: all of them have reached the earliest. */
static void test_time_reached(void **state)
{
    (void)state;
    const lf_guard guard = {.name = "height", .value = height};
    const lf_problem P = problem(&guard);
    const lf_event event = {"west", west, NULL, -1, true};
    for (int rows = 0; rows < 2; rows++) {
        lf_options opt = look(1e-6, rows ? 0.4 : 0);
        lf_stats worst, all;
        opt.events = &event;
        opt.event_count = 1;
        worst_of_each(&P, "rkmk5", &opt, &worst);
        assert_true(worst.events > 1 && worst.t < 5);
        for (size_t first = 0; first < MANY; first++) {
            assert_true(together(&P, "rkmk5", &opt, first, MANY, &all) >= LF_OK);
            assert_true(all.t == worst.t && all.events == worst.events);
        }
    }
}

/* A trajectory ends where its guard falls to the bound, the others fly on; the run ends early when all
 * have ended, and what is told of each has the bits of its being alone. */
static void test_bound_ends_a_trajectory(void **state)
{
    (void)state;
    const lf_guard guard = {.name = "height", .value = height, .bound = 1.7};
    const lf_problem P = problem(&guard);
    static const char *const methods[] = {"rkmk4", "rk4", "rkmk5"};
    for (size_t k = 0; k < 6; k++) {
        lf_options opt = look(k < 3 ? 0 : 1e-8, k % 2 ? 0.3 : 0);
        const lf_method *M = lf_method_find(k < 3 ? methods[k] : "rkmk5");
        lf_stats stats;
        double y[DIM * 5], t[5];
        size_t ended = 0;
        opt.h = k < 3 ? 0.01 : 0;
        for (size_t i = 0; i < 5; i++) { /* the last three begin just above the bound */
            const double z = i < 2 ? 0.9 : -0.29 - 0.001 * (double)i;
            const double lane[DIM] = {0, -sqrt(1 - z * z), z};
            double one[DIM];
            test_put_lane(DIM, 5, i, lane, y);
            memcpy(one, lane, sizeof one);
            const lf_status s = lf_solve(&P, M, &opt, 1, one, NULL, &stats);
            assert_true(s == LF_OK || s == LF_EVENT);
            ended += s == LF_EVENT;
            t[i] = stats.t;
            if (s == LF_EVENT) { /* found to the last digits of t */
                assert_true(fabs(one[2] - -0.3) < 1e-14 && stats.guard_t == stats.t);
                assert_non_null(strstr(stats.message, "height fell to its bound 1.7"));
            }
        }
        double all[DIM * 5];
        memcpy(all, y, sizeof all);
        const lf_status s = lf_solve(&P, M, &opt, 5, all, NULL, &stats);
        assert_int_equal(s, ended == 5 ? LF_EVENT : LF_OK);
        assert_true(ended >= 3);
        double slowest = opt.t1;
        for (size_t i = 0; i < 5; i++) {
            double one[DIM];
            for (size_t c = 0; c < DIM; c++)
                one[c] = y[c * 5 + i];
            lf_solve(&P, M, &opt, 1, one, NULL, NULL);
            for (size_t c = 0; c < DIM; c++)
                assert_true(all[c * 5 + i] == one[c]);
            slowest = fmin(slowest, t[i]);
        }
        assert_true(stats.t == slowest);
    }
}

/* How often is counted in evaluations: (2 + 1) quantities, four of them for each of a step's. */
static void test_chosen_stride(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        size_t stride;
    } known[] = {{"lie-euler", 12}, {"rkmk2", 6}, {"rkmk4", 3}, {"rkmk8", 1}};
    const lf_guard guard = {.name = "height", .value = height};
    const lf_problem P = problem(&guard);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        lf_stats chosen, said, all;
        lf_options opt = look(0, 0);
        opt.watch = LF_WATCH_AUTO;
        assert_int_equal(together(&P, known[k].method, &opt, 0, MANY, &chosen), LF_OK);
        assert_int_equal(chosen.watch, known[k].stride);
        opt.watch = known[k].stride;
        assert_int_equal(together(&P, known[k].method, &opt, 0, MANY, &said), LF_OK);
        opt.watch = 1;
        assert_int_equal(together(&P, known[k].method, &opt, 0, MANY, &all), LF_OK);
        assert_true(chosen.invariant[0].max_drift == said.invariant[0].max_drift);
        assert_true(chosen.invariant[0].final == all.invariant[0].final);
        assert_true(chosen.invariant[0].max_drift <= all.invariant[0].max_drift);
    }
}

/* Every third step of each trajectory, whatever the others do: the same drifts in any company. */
static void test_own_steps(void **state)
{
    (void)state;
    const lf_guard guard = {.name = "height", .value = height};
    const lf_problem P = problem(&guard);
    static const char *const methods[] = {"rkmk5", "bs3", "gbs"};
    for (size_t k = 0; k < 3; k++)
        for (size_t block = 1; block <= MANY; block += 2) {
            lf_options opt = look(1e-6, 0);
            lf_stats all, one;
            double drift = 0;
            opt.watch = 3;
            opt.block = block;
            assert_int_equal(together(&P, methods[k], &opt, 0, MANY, &all), LF_OK);
            for (size_t i = 0; i < MANY; i++) {
                assert_int_equal(together(&P, methods[k], &opt, i, 1, &one), LF_OK);
                drift = fmax(drift, one.invariant[0].max_drift);
            }
            assert_true(all.invariant[0].max_drift == drift && all.watch == 3);
        }
}

/* ---- a guard that is far away most of the time ---- */

static lf_status kepler(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    const double r = hypot(y[0], y[1]);
    (void)ctx, (void)trajectory, (void)t;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -y[0] / (r * r * r);
    f[3] = -y[1] / (r * r * r);
    return LF_OK;
}

static void distance(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    (void)P;
    for (size_t i = 0; i < L->n; i++)
        q[i] = hypot(y[i], y[L->n + i]);
}

static void speed(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    distance(P, L, y + 2 * L->n, q);
}

static lf_status look_away(void *ctx, const lf_step *step)
{
    (void)ctx, (void)step;
    return LF_OK;
}

/* From apocentre, where the speed tells nothing of what is to come. Being told of steps means that
 * each is looked into: the smallest distance is the same, bit for bit, and so is when. */
static void test_calm_stretches(void **state)
{
    (void)state;
    static const double eccentricities[] = {0, 0.3, 0.9, 0.99, 0.999, 1};
    static const size_t steps[] = {37, 100, 777, 5000};
    const lf_group plane = lf_group_rn(4);
    const lf_action A = lf_action_translation(&plane);
    const lf_point_field point = {kepler, NULL};
    const lf_guard guard = {.name = "distance", .value = distance};
    const lf_guard_rate rate = {.rate = speed};
    const lf_trait traits[] = {
        {LF_TRAIT_GUARD, &guard}, {LF_TRAIT_GUARD_RATE, &rate}, {LF_TRAIT_END, NULL}};
    lf_problem P = lf_problem_from_point("kepler", &A, &point);
    P.traits = traits;
    for (size_t e = 0; e < sizeof eccentricities / sizeof *eccentricities; e++)
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            const double slow = sqrt(0.5 * (1 - eccentricities[e])); /* at the distance 2 */
            lf_options opt = lf_options_default();
            lf_stats stretched, each;
            opt.t1 = 14;
            opt.h = 14 / (double)steps[k];
            double y[2][4] = {{2, 0, 0, slow}, {2, 0, 0, slow}};
            const lf_method *M = lf_method_find("rkmk4");
            const lf_status s = lf_solve(&P, M, &opt, 1, y[0], NULL, &stretched);
            opt.step = look_away;
            assert_int_equal(lf_solve(&P, M, &opt, 1, y[1], NULL, &each), s);
            test_same_bits(4, y[0], y[1], "looking never moves");
            assert_true(stretched.guard == each.guard && stretched.guard_t == each.guard_t);
            assert_true(each.guard < 2.01 && each.guard >= 0);
        }
}

/* ---- scratch of quantities ---- */

enum { SCRATCH = 1000 };

/* The height again, by way of scratch that is written from end to end. */
static void height_by_scratch(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    assert_non_null(L->work);
    for (size_t j = 0; j < P->quantity_work * L->n; j++)
        L->work[j] = 2;
    for (size_t i = 0; i < L->n; i++)
        q[i] = L->work[P->quantity_work * L->n - 1] + y[2 * L->n + i];
}

static double level(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    double q;
    P->invariants[0].value(P, L, y, &q);
    return q - *(const double *)ctx;
}

/* Invariants, guard and events that ask for scratch see what those see that do not. */
static void test_scratch_of_quantities(void **state)
{
    static const lf_invariant own[] = {
        {.name = "height", .doc = "by scratch", .value = height_by_scratch},
        {.name = "length", .doc = "without", .value = length},
        {.name = NULL}};
    const lf_guard plain = {"height", "", height, 0},
                   scratched = {"height", "", height_by_scratch, 0};
    const double at = 2.4;
    const lf_event event = {.name = "level", .value = level, .ctx = &at};
    const char *const methods[] = {"rkmk4", "rkmk5", "gbs", "rk4"};
    for (size_t k = 0; k < 8; k++) {
        lf_stats seen[2];
        for (size_t with = 0; with < 2; with++) {
            lf_problem P = problem(with ? &scratched : &plain);
            lf_options opt = lf_options_default();
            opt.t1 = 6, opt.h = 0.05, opt.every = 1;
            opt.tolerance.atol = opt.tolerance.rtol = k % 4 == 1 || k % 4 == 2 ? 1e-6 : 0;
            opt.events = &event, opt.event_count = k / 4;
            P.invariants = with ? own : watched;
            P.quantity_work = with ? SCRATCH : 0;
            assert_int_equal(together(&P, methods[k % 4], &opt, 0, MANY, &seen[with]), LF_OK);
        }
        assert_true(seen[0].guard == seen[1].guard && seen[0].guard_t == seen[1].guard_t);
        assert_true(seen[0].invariant[0].max_drift == seen[1].invariant[0].max_drift);
        assert_true(seen[0].invariant[0].final == seen[1].invariant[0].final);
        assert_true(seen[0].events == seen[1].events && (seen[0].events > 0) == (k / 4 == 1));
    }
    lf_problem P = problem(&scratched);
    double y[DIM];
    start(1, y);
    P.quantity_work = SCRATCH;
    assert_true(lf_problem_value(&P, height_by_scratch, 0, y) == 2 + y[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worst_of_all),
        cmocka_unit_test(test_time_reached),
        cmocka_unit_test(test_bound_ends_a_trajectory),
        cmocka_unit_test(test_chosen_stride),
        cmocka_unit_test(test_own_steps),
        cmocka_unit_test(test_calm_stretches),
        cmocka_unit_test(test_scratch_of_quantities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
