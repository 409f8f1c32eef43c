/* SPDX-License-Identifier: BSD-3-Clause */
/* Breaks: fields that jump or have kinks at times that they state. Steps end there, fixed ones and those
 * that follow a tolerance, forward and back; stages are on the side of their step; every Lie group method
 * is exact for controls that stay what they are in between; and orders are kept. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Moves whose ends, 0.7, 1.8, 2.15, 3.4, 4, 5.2, no grid of a round step has. */
#define MOVES "moves=.7 0 .5  1.1 1 0  .35 0 -1  1.25 -.8 0  .6 0 .4  1.2 1.5 0"
enum { DIM = 5 };

static double march(const lf_problem *P, const char *method, double t_end, double h,
                    const double *y0, const double *truth)
{
    double y[LF_MODEL_MAX_DIM];
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t1 = t_end;
    opt.h = h;
    memcpy(y, y0, DIM * sizeof *y);
    if (lf_solve(P, lf_method_find(method), &opt, 1, y, NULL, &stats) != LF_OK)
        fail_msg("%s: %s", method, stats.message);
    return test_distance(DIM, y, truth);
}

/* Whatever the method and the step: the moves of a car are arcs, which a flow follows exactly. */
static void test_exact(void **state)
{
    (void)state;
    static test_model m;
    static const double ends[] = {5.2, 4.7, 2.15, 6, 0.2};
    size_t count = 0;
    assert_int_equal(test_build(&m, "car", "controls=moves;" MOVES), LF_OK);
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        const char *why;
        if ((*M)->traits & LF_AMBIENT || lf_method_fits(*M, &m.problem, &why) != LF_OK)
            continue;
        for (size_t k = 0; k < 5; k++) {
            double truth[LF_MODEL_MAX_DIM];
            assert_int_equal(m.model->exact(m.self, ends[k], truth), LF_OK);
            /* implicit methods solve to 1e-14 or so, a step at a time */
            test_within(march(&m.problem, (*M)->name, ends[k], 0.3, m.y0, truth), 1e-12, "%s to %g",
                        (*M)->name, ends[k]);
        }
        count++;
    }
    assert_true(count > 30);
}

/* A classical method is not exact on arcs; but it keeps its order, which it loses where it does not know
 * of the breaks. */
static void test_classical(void **state)
{
    (void)state;
    static test_model m;
    double truth[LF_MODEL_MAX_DIM];
    assert_int_equal(test_build(&m, "car", "controls=moves;" MOVES), LF_OK);
    assert_int_equal(m.model->exact(m.self, 5.2, truth), LF_OK);
    const double coarse = march(&m.problem, "rk4", 5.2, 0.05, m.y0, truth);
    const double fine = march(&m.problem, "rk4", 5.2, 0.025, m.y0, truth);
    assert_true(coarse > 1e-10);
    test_within(fabs(log2(coarse / fine) - 4), 0.1, "order of rk4: %.3g, %.3g", coarse, fine);
    lf_problem blind = m.problem;
    blind.traits = NULL;
    const double lost = march(&blind, "rk4", 5.2, 0.03, m.y0, truth);
    assert_true(lost > 1e-3 && march(&blind, "rk4", 5.2, 0.015, m.y0, truth) > 2e-4);
    assert_true(march(&blind, "rkmk4", 5.2, 0.03, m.y0, truth) > 1e-3);
}

/* Back again, the same way: the sides of a break change places. */
static void test_backwards(void **state)
{
    (void)state;
    static test_model m;
    static const char *const methods[] = {"rkmk4", "cf4", "rkmk-gauss2", "gbs"};
    assert_int_equal(test_build(&m, "car", "controls=moves;" MOVES), LF_OK);
    for (int k = 0; k < 4; k++)
        for (int tolerance = 0; tolerance < 2; tolerance++) {
            const lf_method *M = lf_method_find(methods[k]);
            lf_options opt = lf_options_default();
            double y[LF_MODEL_MAX_DIM];
            if (tolerance && !M->estimator.attempt)
                continue;
            opt.t0 = 5.2;
            opt.t1 = 0;
            opt.h = tolerance ? 0 : 0.3;
            opt.tolerance.rtol = opt.tolerance.atol = tolerance ? 1e-10 : 0;
            assert_int_equal(m.model->exact(m.self, 5.2, y), LF_OK);
            assert_int_equal(lf_solve(&m.problem, M, &opt, 1, y, NULL, NULL), LF_OK);
            test_within(test_distance(DIM, y, m.y0), 1e-12, "%s", methods[k]);
        }
}

/* Who is told of steps sees them end at every break. */
typedef struct {
    size_t met, steps;
    double least;
} seen;

static lf_status see(void *ctx, const lf_step *step)
{
    static const double breaks[] = {0.7, 1.8, 2.15, 3.4, 4, 5.2};
    seen *s = ctx;
    for (size_t k = 0; k < 6; k++) {
        const double end = step->t + step->h;
        s->met += fabs(end - breaks[k]) < 1e-14;
        assert_false(step->t < breaks[k] - 1e-14 && end > breaks[k] + 1e-14);
    }
    s->steps++;
    s->least = fmin(s->least, step->h);
    return LF_OK;
}

static void test_steps(void **state)
{
    (void)state;
    static const char *const adaptive[] = {"rkmk5", "rkmk8", "cf43", "gbs", "dopri5"};
    static test_model m;
    double y[LF_MODEL_MAX_DIM], truth[LF_MODEL_MAX_DIM];
    assert_int_equal(test_build(&m, "car", "controls=moves;" MOVES), LF_OK);
    assert_int_equal(m.model->exact(m.self, 6, truth), LF_OK);
    for (int k = 0; k <= 5; k++)
        for (int rows = 0; rows < 2; rows++) {
            lf_options opt = lf_options_default();
            seen s = {0, 0, INFINITY};
            lf_stats stats;
            opt.t1 = 6;
            opt.h = k == 5 ? 0.25 : 0;
            opt.tolerance.rtol = opt.tolerance.atol = k == 5 ? 0 : 1e-9;
            opt.every = rows ? 0.1 : 0;
            opt.step = see;
            opt.step_ctx = &s;
            memcpy(y, m.y0, sizeof y);
            const lf_method *M = lf_method_find(k == 5 ? "rkmk4" : adaptive[k]);
            assert_int_equal(lf_solve(&m.problem, M, &opt, 1, y, NULL, &stats), LF_OK);
            assert_int_equal(s.met, 6);
            test_within(test_distance(DIM, y, truth), k == 4 ? 1e-7 : 1e-12, "%s", M->name);
            if (k == 5) { /* 3 + 5 + 2 + 5 + 3 + 5 steps, and 4 standing still */
                assert_int_equal(s.steps, 27);
                test_within(fabs(stats.h_min - 0.05), 1e-14, "the shortest step");
                test_within(fabs(s.least - stats.h_min), 1e-14, "as told");
            }
        }
}

/* Rows inside steps and at breaks. */
static lf_status compare(void *ctx, const lf_row *row)
{
    const test_model *m = ctx;
    double truth[LF_MODEL_MAX_DIM];
    assert_int_equal(m->model->exact(m->self, row->t, truth), LF_OK);
    test_within(test_distance(DIM, row->y, truth), 1e-12, "row at t = %g", row->t);
    return LF_OK;
}

static void test_rows(void **state)
{
    (void)state;
    static test_model m;
    assert_int_equal(test_build(&m, "car", "controls=moves;" MOVES), LF_OK);
    const lf_sink sink = {compare, &m, NULL};
    for (int tolerance = 0; tolerance < 2; tolerance++) {
        lf_options opt = lf_options_default();
        double y[LF_MODEL_MAX_DIM];
        opt.t1 = 6;
        opt.h = tolerance ? 0 : 0.3;
        opt.every = 0.05;
        opt.tolerance.rtol = opt.tolerance.atol = tolerance ? 1e-10 : 0;
        memcpy(y, m.y0, sizeof y);
        /* its points inside steps are steps of their own: exact */
        assert_int_equal(lf_solve(&m.problem, lf_method_find(tolerance ? "cf43" : "rkmk4"), &opt, 1,
                                  y, &sink, NULL),
                         LF_OK);
    }
}

/* Trajectories in blocks and from a queue have the bits of each alone. */
static void test_lanes(void **state)
{
    (void)state;
    enum { MANY = 11 };
    static const char *const methods[] = {"rkmk4", "rkmk5", "gbs", "rk4", "newmark"};
    static test_model m;
    assert_int_equal(test_build(&m, "car", "controls=moves;moves=.7 .3 .5  1.1 1 -.2  .9 -2 .1"),
                     LF_OK);
    for (size_t k = 0; k < 5; k++)
        for (int way = 0; way < 3; way++) { /* fixed; by a tolerance, from a queue and in rows */
            const lf_method *M = lf_method_find(methods[k]);
            double all[DIM * MANY], one[DIM], lane[DIM];
            lf_options opt = lf_options_default();
            if (way && !M->estimator.attempt)
                continue;
            opt.t1 = 3;
            opt.h = way ? 0 : 0.11;
            opt.block = 4;
            opt.every = way == 2 ? 0.5 : 0;
            opt.tolerance.rtol = opt.tolerance.atol = way ? 1e-7 : 0;
            for (size_t c = 0; c < DIM; c++)
                for (size_t i = 0; i < MANY; i++)
                    all[c * MANY + i] = m.y0[c] + (c == 4 ? 0.05 * (double)i : 0);
            assert_int_equal(lf_solve(&m.problem, M, &opt, MANY, all, NULL, NULL), LF_OK);
            for (size_t i = 0; i < MANY; i++) {
                for (size_t c = 0; c < DIM; c++)
                    one[c] = m.y0[c] + (c == 4 ? 0.05 * (double)i : 0);
                assert_int_equal(lf_solve(&m.problem, M, &opt, 1, one, NULL, NULL), LF_OK);
                test_take_lane(DIM, MANY, i, all, lane);
                test_same_bits(DIM, one, lane, "%s, way %d, trajectory %zu", methods[k], way, i);
            }
        }
}

/* Steering while driving: arcs no more, so every method shows its order, breaks or not. */
static void test_orders(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double order, h;
    } cases[] = {{"lie-euler", 1, 0.01},  {"rkmk2", 2, 0.05}, {"rkmk4", 4, 0.05}, {"cf4", 4, 0.05},
                 {"rkmk-gauss2", 4, 0.1}, {"rk4", 4, 0.05},   {"heun", 2, 0.02}};
    static test_model m;
    double truth[LF_MODEL_MAX_DIM];
    lf_stats stats;
    assert_int_equal(test_build(&m, "car", "controls=moves;moves=.7 .3 .5  1.1 1 -.4  .9 -2 .3"),
                     LF_OK);
    memcpy(truth, m.y0, sizeof truth);
    test_march(&m.problem, lf_method_find("rkmk8"), 2.7, 270, truth, &stats);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double h = cases[k].h;
        const double coarse = march(&m.problem, cases[k].method, 2.7, h, m.y0, truth);
        const double fine = march(&m.problem, cases[k].method, 2.7, h / 2, m.y0, truth);
        test_within(fabs(log2(coarse / fine) - cases[k].order), 0.15, "%s: %.3g, %.3g",
                    cases[k].method, coarse, fine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),     cmocka_unit_test(test_classical),
        cmocka_unit_test(test_backwards), cmocka_unit_test(test_steps),
        cmocka_unit_test(test_rows),      cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
