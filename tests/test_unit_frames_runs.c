/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs on frames: tolerances, points between steps, events, ensembles, projections now and then, and
 * points of a million numbers. */
#include "support/frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- tolerances, rows, events ---- */

static void test_tolerances(void **state)
{
    (void)state;
    static test_frames T;
    static const char *const names[] = {"rkmk5", "rkmk8", "rkmk-bs3", "cf43",
                                        "cf32a", "gbs",   "dopri5"};
    test_random r = {3};
    lf_stats stats;
    double start[TEST_MAX_DIM], end[TEST_MAX_DIM], y[TEST_MAX_DIM];
    test_frames_set(&T, 12, 3, false);
    test_frame_point(&T, &r, start);
    memcpy(end, start, sizeof end);
    test_march(&T.problem, lf_method_find("rkmk8"), 2, 400, end, &stats);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (double tol = 1e-4; tol > 1e-10; tol /= 100) {
            lf_options opt = lf_options_default();
            opt.t1 = 2;
            opt.h = 0;
            opt.tolerance.atol = tol;
            opt.project = k == 6;
            memcpy(y, start, sizeof y);
            assert_int_equal(
                lf_solve(&T.problem, lf_method_find(names[k]), &opt, 1, y, NULL, &stats), LF_OK);
            /* errors per step add up, over at most thousands of them of the lowest order */
            test_within(test_distance(T.action.dim, y, end), 60 * tol, "%s at %g", names[k], tol);
            test_within(stats.defect, 5e-15, "%s: defect", names[k]);
            assert_true(stats.steps > 1);
        }
}

typedef struct {
    const test_frames *T;
    size_t rows;
    double worst;
} row_look;

static lf_status look_at_row(void *ctx, const lf_row *row)
{
    row_look *look = ctx;
    double defect;
    test_defect(&look->T->action, 1, row->y, row->y, &defect);
    look->worst = fmax(look->worst, defect);
    look->rows++;
    return LF_OK;
}

static double first_entry(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    (void)P;
    (void)L;
    return y[0] - *(const double *)ctx;
}

typedef struct {
    size_t count;
    double t, y0, defect;
    const test_frames *T;
} hits;

static lf_status look_at_nothing(void *ctx, const lf_row *row)
{
    (void)ctx;
    (void)row;
    return LF_OK;
}

static lf_status take_hit(void *ctx, const lf_hit *hit)
{
    hits *h = ctx;
    if (h->count++ == 0) {
        h->t = hit->t;
        h->y0 = hit->y[0];
        test_defect(&h->T->action, 1, hit->y, hit->y, &h->defect);
    }
    return LF_OK;
}

/* Points between steps, by continuous extensions or shorter steps, are frames; events are where they
 * should be for every kind of method. */
static void test_between_steps(void **state)
{
    (void)state;
    static test_frames T;
    static const struct {
        const char *method;
        double tolerance, step;
    } runs[] = {{"rkmk8", 1e-11, 0}, {"rkmk5", 1e-10, 0}, {"cf43", 1e-9, 0},
                {"gbs", 1e-11, 0},   {"rkmk4", 0, 0.005}, {"cf4", 0, 0.005}};
    test_random r = {3};
    double start[TEST_MAX_DIM], y[TEST_MAX_DIM], level;
    lf_stats stats;
    test_frames_set(&T, 7, 2, false);
    test_frame_point(&T, &r, start);
    memcpy(y, start, sizeof y);
    test_march(&T.problem, lf_method_find("rkmk8"), 0.6180339, 200, y, &stats);
    level = y[0];
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        row_look look = {.T = &T};
        hits h = {.T = &T};
        const lf_event event = {.name = "level", .value = first_entry, .ctx = &level};
        lf_options opt = lf_options_default();
        opt.h = runs[k].step;
        opt.tolerance.atol = runs[k].tolerance;
        opt.every = 0.013;
        opt.events = &event;
        opt.event_count = 1;
        const lf_sink sink = {look_at_row, &look, NULL};
        memcpy(y, start, sizeof y);
        assert_int_equal(
            lf_solve(&T.problem, lf_method_find(runs[k].method), &opt, 1, y, &sink, &stats), LF_OK);
        assert_int_equal(look.rows, 78);
        test_within(look.worst, 3e-15, "%s: rows", runs[k].method);
        opt.every = 0;
        const lf_sink events = {look_at_nothing, &h, take_hit};
        memcpy(y, start, sizeof y);
        assert_int_equal(
            lf_solve(&T.problem, lf_method_find(runs[k].method), &opt, 1, y, &events, &stats),
            LF_OK);
        assert_true(h.count >= 1);
        test_within(fabs(h.t - 0.6180339), 1e-7, "%s: time of the event", runs[k].method);
        test_within(h.defect, 3e-15, "%s: the point there", runs[k].method);
    }
}

/* ---- ensembles ---- */

/* Trajectories have the bits of one at a time, whatever the blocks, with steps of either kind. */
static void test_ensembles(void **state)
{
    (void)state;
    enum { N = 5 };
    static test_frames T;
    static const char *const names[] = {"cf4", "rkmk4", "cf43", "rkmk5", "gbs", "rk4"};
    test_random r = {9};
    double all[N * TEST_MAX_DIM], y[N * TEST_MAX_DIM], one[TEST_MAX_DIM], got[TEST_MAX_DIM];
    test_frames_set(&T, 7, 3, false);
    const size_t dim = T.action.dim;
    for (size_t i = 0; i < N; i++) {
        test_frame_point(&T, &r, one);
        test_put_lane(dim, N, i, one, all);
    }
    for (size_t k = 0; k < 6; k++) {
        const lf_method *M = lf_method_find(names[k]);
        lf_options opt = lf_options_default();
        opt.h = k == 2 || k == 3 ? 0 : 0.1;
        opt.tolerance.atol = k == 2 || k == 3 ? 1e-6 : 0;
        opt.project = k == 5;
        opt.block = 4;
        memcpy(y, all, sizeof y);
        assert_int_equal(lf_solve(&T.problem, M, &opt, N, y, NULL, NULL), LF_OK);
        for (size_t i = 0; i < N; i++) {
            test_take_lane(dim, N, i, all, one);
            assert_int_equal(lf_solve(&T.problem, M, &opt, 1, one, NULL, NULL), LF_OK);
            test_take_lane(dim, N, i, y, got);
            test_same_bits(dim, got, one, "%s: trajectory %zu", names[k], i);
        }
    }
}

/* ---- projections now and then ---- */

typedef struct {
    const lf_action *A;
    size_t rows;
    double most;      /* defect of a row */
    double last[256]; /* the last row */
} seen;

static lf_status see(void *ctx, const lf_row *row)
{
    seen *s = ctx;
    double defect;
    test_defect(s->A, 1, row->y, row->y, &defect);
    s->most = fmax(s->most, defect);
    memcpy(s->last, row->y, s->A->dim * sizeof *s->last);
    s->rows++;
    return LF_OK;
}

typedef struct {
    const lf_action *A;
    size_t steps, on;
    size_t before; /* steps before the run began */
} told;

static lf_status tell(void *ctx, const lf_step *step)
{
    told *s = ctx;
    double defect;
    test_defect(s->A, 1, step->y, step->y, &defect);
    s->steps++;
    if (defect < 1e-14) {
        assert_true((s->before + s->steps) % 5 == 0 || s->steps == 32);
        s->on++;
    }
    return LF_OK;
}

/* Euler's method leaves the manifold by 1e-3 a step: the steps that are projected can be told. */
static void test_project_every(void **state)
{
    (void)state;
    static test_frames T;
    const lf_method *M = lf_method_find("euler");
    test_random r = {3};
    double start[TEST_MAX_DIM], y[TEST_MAX_DIM], whole[TEST_MAX_DIM];
    lf_stats stats;
    test_frames_set(&T, 7, 2, false);
    test_frame_point(&T, &r, start);
    lf_options opt = lf_options_default();
    opt.t1 = 0.64;
    opt.h = 0.02;
    opt.project = true;
    opt.project_every = 5;
    told t = {.A = &T.action};
    opt.step = tell;
    opt.step_ctx = &t;
    memcpy(whole, start, sizeof start);
    assert_int_equal(lf_solve(&T.problem, M, &opt, 1, whole, NULL, &stats), LF_OK);
    assert_int_equal(t.steps, 32);
    assert_int_equal(t.on, 7); /* 5, 10, .. 30, and the end */
    /* rows on the grid and off it show frames and change nothing */
    opt.step = NULL;
    for (int off = 0; off < 2; off++) {
        seen s = {.A = &T.action};
        const lf_sink sink = {see, &s, NULL};
        opt.every = off ? 0.013 : 0.02;
        memcpy(y, start, sizeof start);
        assert_int_equal(lf_solve(&T.problem, M, &opt, 1, y, &sink, &stats), LF_OK);
        test_same_bits(T.action.dim, y, whole, "rows change nothing");
        test_same_bits(T.action.dim, s.last, whole, "the last row");
        assert_true(s.rows > 30);
        test_within(s.most, 2e-15, "rows are projected");
    }
}

/* A run that is continued projects when the whole run does, and a tolerance has no use for it. The step is a
 * power of two: times are exact. */
static void test_project_every_in_parts(void **state)
{
    (void)state;
    static test_frames T;
    const lf_method *M = lf_method_find("euler");
    test_random r = {3};
    double start[TEST_MAX_DIM], y[TEST_MAX_DIM], whole[TEST_MAX_DIM];
    lf_stats stats;
    test_frames_set(&T, 7, 2, false);
    test_frame_point(&T, &r, start);
    lf_options opt = lf_options_default();
    opt.project = true;
    opt.project_every = 5;
    opt.h = 1.0 / 64;
    opt.t1 = 0.5;
    memcpy(whole, start, sizeof start);
    assert_int_equal(lf_solve(&T.problem, M, &opt, 1, whole, NULL, &stats), LF_OK);
    memcpy(y, start, sizeof start);
    opt.t1 = 10.0 / 64;
    assert_int_equal(lf_solve(&T.problem, M, &opt, 1, y, NULL, &stats), LF_OK);
    opt.t0 = opt.t1;
    opt.t1 = 0.5;
    assert_int_equal(lf_solve(&T.problem, M, &opt, 1, y, NULL, &stats), LF_OK);
    test_same_bits(T.action.dim, y, whole, "a run in two parts");
    told late = {.A = &T.action, .before = 3};
    opt.t0 = 3.0 / 64;
    opt.t1 = 35.0 / 64;
    opt.step = tell;
    opt.step_ctx = &late;
    memcpy(y, start, sizeof start);
    assert_int_equal(lf_solve(&T.problem, M, &opt, 1, y, NULL, &stats), LF_OK);
    assert_int_equal(late.steps, 32);
    assert_int_equal(late.on, 7); /* 5, 10, .. 35 from t = 0 */
    opt.step = NULL;
    /* with a tolerance it has no meaning */
    opt.tolerance.atol = 1e-6;
    assert_int_equal(lf_solve(&T.problem, lf_method_find("dopri5"), &opt, 1, y, NULL, &stats),
                     LF_EINPUT);
    assert_non_null(strstr(stats.message, "fixed steps"));
    opt.project_every = 1;
    assert_int_equal(lf_solve(&T.problem, lf_method_find("dopri5"), &opt, 1, y, NULL, &stats),
                     LF_OK);
}

/* A million steps: what rounding adds up is taken off. */
static void test_many_steps(void **state)
{
    (void)state;
    static test_frames T;
    test_random r = {3};
    double y[TEST_MAX_DIM];
    lf_stats stats;
    test_frames_set(&T, 3, 2, false);
    test_frame_point(&T, &r, y);
    test_march(&T.problem, lf_method_find("lie-euler"), 200, 200000, y, &stats);
    test_within(stats.defect, 3e-15, "lie-euler: defect after 200000 steps");
}

/* ---- long points ---- */

/* y' = the tangent part of t y + y shifted by a row, for any d: work grows like d k^2 */
typedef struct {
    lf_frame frame;
    double *G;
} shifted;

static lf_status shifted_value(const void *ctx, size_t who, double t, const double *y, double *F)
{
    const shifted *P = ctx;
    const size_t d = P->frame.d, k = P->frame.k;
    (void)who;
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < d; i++)
            F[j * d + i] = y[j * d + (i + 1 + j) % d] * (1 + (double)(i % 7)) - t * y[j * d + i];
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++) {
            P->G[a * k + b] = 0;
            for (size_t i = 0; i < d; i++)
                P->G[a * k + b] += y[a * d + i] * F[b * d + i];
        }
    for (size_t b = 0; b < k; b++)
        for (size_t a = 0; a < k; a++)
            for (size_t i = 0; i < d; i++)
                F[b * d + i] -= y[a * d + i] * (P->G[a * k + b] + P->G[b * k + a]) / 2;
    return LF_OK;
}

/* A million numbers: defects at roundoff, different methods agree, scratch is a few points a stage. */
static void test_long_points(void **state)
{
    (void)state;
    enum { D = 100000, K = 10 };
    double G[K * K];
    const shifted S = {{D, K, false}, G};
    const lf_group group = lf_group_frame(&S.frame);
    const lf_action A = lf_action_frame(&group);
    const lf_point_field field = {shifted_value, &S};
    const lf_problem P = lf_problem_from_point("long", &A, &field);
    static const char *const names[] = {"cf4", "rkmk4", "rk4"};
    double *y[3], *start = malloc(sizeof *start * D * K);
    test_random r = {1};
    assert_non_null(start);
    test_fill(&r, D * K, 1, start);
    test_project(&A, 1, start, start);
    for (size_t k = 0; k < 3; k++) {
        const lf_method *M = lf_method_find(names[k]);
        lf_stats stats;
        lf_options opt = lf_options_default();
        opt.t1 = 0.03;
        opt.project = k == 2;
        y[k] = malloc(sizeof *start * D * K);
        assert_non_null(y[k]);
        memcpy(y[k], start, sizeof *start * D * K);
        assert_int_equal(lf_solve(&P, M, &opt, 1, y[k], NULL, &stats), LF_OK);
        assert_int_equal(stats.steps, 3);
        test_within(stats.defect, 3e-15, "%s: defect", names[k]);
        /* four stages and what they are made of */
        assert_true(M->work(M, &P, 1) < (size_t)12 * D * K);
    }
    /* three steps of order four with |h f| = 0.05: errors of some 1e-8 of a vector of length 3 */
    test_within(test_distance(D * K, y[0], y[1]), 1e-6, "cf4 and rkmk4");
    test_within(test_distance(D * K, y[0], y[2]), 1e-6, "cf4 and rk4");
    for (size_t k = 0; k < 3; k++)
        free(y[k]);
    free(start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tolerances),
        cmocka_unit_test(test_between_steps),
        cmocka_unit_test(test_ensembles),
        cmocka_unit_test(test_project_every),
        cmocka_unit_test(test_project_every_in_parts),
        cmocka_unit_test(test_many_steps),
        cmocka_unit_test(test_long_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
