/* SPDX-License-Identifier: BSD-3-Clause */
/* Laws of frames: the chart and its inverse differential, projection, lanes, and the order of every
 * method that runs on them. */
#include "support/frames.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const lf_frame sizes[] = {{5, 1, false}, {20, 3, false}, {5, 5, false}, {6, 2, true},
                                 {17, 3, true}, {33, 1, false}, {1, 1, false}, {9, 7, false}};
enum { SIZES = sizeof sizes / sizeof *sizes, SEEDS = 5 };

typedef void law(const test_frames *T, test_random *r, const char *what);

static void on_every_frame(law *call)
{
    static test_frames T;
    for (size_t k = 0; k < SIZES; k++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            char what[80];
            test_random r = {seed};
            test_frames_set(&T, sizes[k].d, sizes[k].k, sizes[k].grassmann);
            snprintf(what, sizeof what, "%s(%zu, %zu), seed %d", sizes[k].grassmann ? "Gr" : "St",
                     sizes[k].d, sizes[k].k, (int)seed);
            call(&T, &r, what);
        }
}

static double defect_of(const test_frames *T, const double *y)
{
    double defect;
    test_defect(&T->action, 1, y, y, &defect);
    return defect;
}

/* ---- the chart ---- */

/* It begins at its point with the right velocity, and ends on the manifold for long vectors too. */
static void law_chart(const test_frames *T, test_random *r, const char *what)
{
    const size_t dim = T->action.dim;
    const double h =
        1e-4; /* fourth differences: error h^4 times a fifth derivative, roundoff 1e-12 */
    double y[TEST_MAX_DIM], u[TEST_MAX_DIM], v[TEST_MAX_DIM], out[TEST_MAX_DIM],
        rate[TEST_MAX_DIM] = {0};
    test_frame_point(T, r, y);
    test_within(defect_of(T, y), 1e-15, "%s: defect of a point", what);
    memset(u, 0, sizeof u);
    test_flow(&T->action, LF_EXP, 1, u, y, out);
    test_within(test_distance(dim, out, y), 2e-15, "%s: the vector 0", what);
    if (dim == 1)
        return; /* two points: there is no way from one to the other */
    test_frame_vector(T, r, 1, y, u);
    for (int s = -2; s <= 2; s++) {
        const double weight = s == 0 ? 0 : s * s == 1 ? 8.0 * s : -s / 2.0;
        for (size_t j = 0; j < dim; j++)
            v[j] = s * h * u[j];
        test_flow(&T->action, LF_EXP, 1, v, y, out);
        for (size_t j = 0; j < dim; j++)
            rate[j] += weight * out[j] / (12 * h);
    }
    test_generator(&T->action, 1, u, y, v);
    test_within(test_distance(dim, rate, v), 1e-11, "%s: velocity", what);
    for (double size = 0.01; size < 200; size *= 10) {
        for (size_t j = 0; j < dim; j++)
            v[j] = size * u[j];
        test_flow(&T->action, LF_EXP, 1, v, y, out);
        /* S is known to a last digit of its largest eigenvalue, which is about `size` */
        test_within(defect_of(T, out), 2e-15 * (1 + size), "%s: defect, |u| = %g", what, size);
    }
}

static void test_chart(void **state)
{
    (void)state;
    on_every_frame(law_chart);
}

/* ---- its inverse differential ---- */

static lf_status pull(const test_frames *T, const double *y0, const double *u, const double *y,
                      const double *f, double *k)
{
    const size_t size = lf_action_work(&T->action, 1);
    double *work = test_guarded(size);
    const lf_status s = lf_action_pull(&T->action, LF_EXP, 1, y0, u, y, f, k, work);
    test_guarded_end(work, "pull");
    return s;
}

/* d/ds flow(u + s k, y0) = f where k = pull(f): up to a turn of the frame in its space on a Grassmann
 * manifold; and k is tangent at y0. */
static void law_pull(const test_frames *T, test_random *r, const char *what)
{
    const size_t dim = T->action.dim;
    const double h = 1e-3;
    if (dim == 1)
        return;
    double y0[TEST_MAX_DIM], u[TEST_MAX_DIM], y[TEST_MAX_DIM], f[TEST_MAX_DIM], k[TEST_MAX_DIM];
    for (double size = 1e-3; size < 0.7; size *= 5) {
        double rate[TEST_MAX_DIM] = {0}, v[TEST_MAX_DIM], out[TEST_MAX_DIM];
        test_frame_point(T, r, y0);
        test_frame_vector(T, r, size, y0, u);
        test_flow(&T->action, LF_EXP, 1, u, y0, y);
        test_frame_vector(T, r, 1, y, f);
        assert_int_equal(pull(T, y0, u, y, f, k), LF_OK);
        memcpy(v, k, sizeof v);
        test_frame_tangent(&T->frame, y0, v);
        test_within(test_distance(dim, v, k), 1e-14, "%s: k is tangent, |u| = %g", what, size);
        for (int s = -2; s <= 2; s++) {
            const double weight = s == 0 ? 0 : s * s == 1 ? 8.0 * s : -s / 2.0;
            for (size_t j = 0; j < dim; j++)
                v[j] = u[j] + s * h * k[j];
            test_flow(&T->action, LF_EXP, 1, v, y0, out);
            for (size_t j = 0; j < dim; j++)
                rate[j] += weight * out[j] / (12 * h);
        }
        test_frame_tangent(&T->frame, y, rate);
        /* differences of fourth order: (1e-3)^4 times a fifth derivative of about 1, here 2 */
        test_within(test_distance(dim, rate, f), 4e-11, "%s: differential, |u| = %g", what, size);
    }
}

static void test_pull(void **state)
{
    (void)state;
    on_every_frame(law_pull);
}

/* A vector that is too long for the equation of the differential is refused, not answered wrongly. */
static void test_pull_too_far(void **state)
{
    (void)state;
    static test_frames T;
    test_random r = {3};
    double y0[TEST_MAX_DIM], u[TEST_MAX_DIM], y[TEST_MAX_DIM], f[TEST_MAX_DIM], k[TEST_MAX_DIM];
    test_frames_set(&T, 5, 5, false);
    test_frame_point(&T, &r, y0);
    test_frame_vector(&T, &r, 20, y0, u);
    test_flow(&T.action, LF_EXP, 1, u, y0, y);
    test_frame_vector(&T, &r, 1, y, f);
    assert_int_equal(pull(&T, y0, u, y, f, k), LF_ELARGE);
    f[7] = NAN;
    assert_int_equal(pull(&T, y0, u, y, f, k), LF_ENONFINITE);
}

/* ---- projection ---- */

/* Y P with P symmetric and positive is projected on Y, from near and from afar. */
static void law_project(const test_frames *T, test_random *r, const char *what)
{
    const size_t d = T->frame.d, k = T->frame.k, dim = T->action.dim;
    double y[TEST_MAX_DIM], x[TEST_MAX_DIM], P[TEST_MAX_DIM];
    for (double far = 1e-9; far < 2; far *= 30) {
        test_frame_point(T, r, y);
        test_fill(r, k * k, far / (double)k, P);
        for (size_t a = 0; a < k; a++)
            for (size_t b = 0; b <= a; b++)
                P[a * k + b] = P[b * k + a] = (a == b) + P[b * k + a];
        for (size_t b = 0; b < k; b++) /* far > 1: eigenvalues stay above 0 */
            P[b * k + b] += far;
        memset(x, 0, sizeof x);
        for (size_t b = 0; b < k; b++)
            for (size_t a = 0; a < k; a++)
                for (size_t i = 0; i < d; i++)
                    x[b * d + i] += y[a * d + i] * P[b * k + a];
        test_project(&T->action, 1, y, x);
        test_within(defect_of(T, x), 2e-15, "%s: defect, from %g", what, far);
        /* the polar factor of a matrix is as well known as the matrix: its condition is below 20 */
        test_within(test_distance(dim, x, y), 1e-14, "%s: nearest frame, from %g", what, far);
    }
}

static void test_projection(void **state)
{
    (void)state;
    on_every_frame(law_project);
}

static lf_status project(const test_frames *T, double *y)
{
    double *work = test_guarded(lf_action_work(&T->action, 1));
    const lf_status s = lf_action_project(&T->action, 1, y, y, work);
    test_guarded_end(work, "project");
    return s;
}

/* Columns that depend on each other have no nearest frame. */
static void test_projection_of_none(void **state)
{
    (void)state;
    static test_frames T;
    test_random r = {3};
    double y[TEST_MAX_DIM];
    test_frames_set(&T, 6, 2, false);
    test_fill(&r, 6, 1, y);
    for (size_t i = 0; i < 6; i++)
        y[6 + i] = -2 * y[i];
    assert_int_equal(project(&T, y), LF_ESINGULAR);
    y[3] = NAN;
    assert_int_equal(project(&T, y), LF_ENONFINITE);
    test_frames_set(&T, 6, 1, false);
    memset(y, 0, sizeof y);
    assert_int_equal(project(&T, y), LF_ESINGULAR);
}

/* ---- lanes ---- */

/* Every operation on several lanes has the bits of one at a time. */
static void law_lanes(const test_frames *T, test_random *r, const char *what)
{
    enum { N = 3 };
    const lf_action *A = &T->action;
    const size_t dim = A->dim;
    double lane[4][TEST_MAX_DIM], all[4][N * TEST_MAX_DIM], out[2][N * TEST_MAX_DIM],
        one[TEST_MAX_DIM], defect[N], own;
    if (dim == 1)
        return;
    for (size_t i = 0; i < N; i++) {
        test_frame_point(T, r, lane[0]);
        test_frame_vector(T, r, 0.3, lane[0], lane[1]);
        test_flow(A, LF_EXP, 1, lane[1], lane[0], lane[2]);
        test_frame_vector(T, r, 1, lane[2], lane[3]);
        for (size_t k = 0; k < 4; k++)
            test_put_lane(dim, N, i, lane[k], all[k]);
    }
    double *work = test_guarded(lf_action_work(A, N));
    assert_int_equal(lf_action_flow(A, LF_EXP, N, all[1], all[0], out[0], work), LF_OK);
    assert_int_equal(lf_action_pull(A, LF_EXP, N, all[0], all[1], all[2], all[3], out[1], work),
                     LF_OK);
    assert_int_equal(lf_action_defect(A, N, all[2], all[0], defect, work), LF_OK);
    test_guarded_end(work, "lanes");
    test_same_bits(N * dim, out[0], all[2], "%s: flow of lanes", what);
    for (size_t i = 0; i < N; i++) {
        for (size_t k = 0; k < 4; k++)
            test_take_lane(dim, N, i, all[k], lane[k]);
        assert_int_equal(pull(T, lane[0], lane[1], lane[2], lane[3], one), LF_OK);
        double got[TEST_MAX_DIM];
        test_take_lane(dim, N, i, out[1], got);
        test_same_bits(dim, got, one, "%s: pull of lanes", what);
        test_defect(A, 1, lane[2], lane[0], &own);
        test_same_bits(1, &defect[i], &own, "%s: defect of lanes", what);
    }
}

static void test_lanes(void **state)
{
    (void)state;
    on_every_frame(law_lanes);
}

/* Steps and attempts of several lanes, which the solver never asks for, likewise. */
static void test_steps_of_lanes(void **state)
{
    (void)state;
    enum { N = 3 };
    static test_frames T;
    static const char *const names[] = {"cf43", "rkmk5", "gbs", "lie-euler"};
    const double t[N] = {0, 0.3, 1}, h[N] = {0.1, 0.2, 0.05};
    double lane[TEST_MAX_DIM], all[N * TEST_MAX_DIM], out[N * TEST_MAX_DIM], one[TEST_MAX_DIM],
        got[TEST_MAX_DIM];
    test_random r = {8};
    test_frames_set(&T, 7, 3, false);
    for (size_t i = 0; i < N; i++) {
        test_frame_point(&T, &r, lane);
        test_put_lane(T.action.dim, N, i, lane, all);
    }
    for (size_t k = 0; k < 4; k++) {
        const lf_method *M = lf_method_find(names[k]);
        const lf_lanes L = {.n = N, .t = t, .h = h};
        lf_tally tally = {0};
        double *work = test_guarded(M->work(M, &T.problem, N));
        assert_int_equal(M->step(M, &T.problem, &L, all, out, NULL, &tally, work), LF_OK);
        test_guarded_end(work, "%s", names[k]);
        for (size_t i = 0; i < N; i++) {
            const lf_lanes single = lf_lanes_part(&L, i, 1);
            test_take_lane(T.action.dim, N, i, all, lane);
            work = test_guarded(M->work(M, &T.problem, 1));
            assert_int_equal(M->step(M, &T.problem, &single, lane, one, NULL, &tally, work), LF_OK);
            test_guarded_end(work, "%s", names[k]);
            test_take_lane(T.action.dim, N, i, out, got);
            test_same_bits(T.action.dim, got, one, "%s: a step of lanes", names[k]);
        }
    }
}

/* ---- orders ---- */

/* Which methods take part, and the order that they show: the sphere sees fewer brackets. */
static bool takes_part(const lf_method *M, const lf_problem *P)
{
    const char *why;
    return lf_method_fits(M, P, &why) == LF_OK && !(M->traits & (LF_AMBIENT | LF_NEGATIVE)) &&
           M->order <= 5;
}

/* Enough for the largest: steps there are long. */
static bool is_quick(const lf_method *M)
{
    static const char *const names[] = {"cf4", "cf43", "rkmk4-2c", "rkmk4", "rkmk5"};
    for (size_t k = 0; k < 5; k++)
        if (strcmp(M->name, names[k]) == 0)
            return true;
    return false;
}

static void test_orders(void **state)
{
    (void)state;
    static test_frames T;
    static test_race race;
    static const lf_frame stiefel[] = {{5, 1, false}, {8, 3, false}, {5, 5, false}, {20, 3, false}};
    for (size_t k = 0; k < 4; k++) {
        size_t count = 0;
        test_random r = {11};
        test_frames_set(&T, stiefel[k].d, stiefel[k].k, false);
        race = (test_race){.P = &T.problem, .lanes = TEST_FEW, .t_end = 1};
        for (size_t i = 0; i < TEST_FEW; i++) {
            double y[TEST_MAX_DIM];
            test_frame_point(&T, &r, y);
            test_put_lane(T.action.dim, TEST_FEW, i, y, race.start);
        }
        test_race_reference(&race);
        for (const lf_method *const *M = lf_methods(); *M; M++)
            if (takes_part(*M, &T.problem) && (k < 3 || is_quick(*M))) {
                /* as in law_methods: 0.15, and 0.3 for order five */
                test_order_is(&race, *M, (*M)->order, (*M)->order < 5 ? 0.15 : 0.3);
                count++;
            }
        assert_true(count >= (k < 3 ? 22u : 5u)); /* programs but Magnus', pairs, RKMK up to five */
    }
}

/* |P - Q| of the projectors on the spaces of two frames */
static double apart(const lf_frame *f, const double *x, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < f->d; i++)
        for (size_t j = 0; j < f->d; j++) {
            double e = 0;
            for (size_t a = 0; a < f->k; a++)
                e += x[a * f->d + i] * x[a * f->d + j] - y[a * f->d + i] * y[a * f->d + j];
            sum += e * e;
        }
    return sqrt(sum);
}

/* On a Grassmann manifold spaces are compared: representatives of the chart turn as they like. */
static void test_orders_of_spaces(void **state)
{
    (void)state;
    static test_frames T;
    double start[TEST_MAX_DIM], end[TEST_MAX_DIM], other[TEST_MAX_DIM];
    lf_stats stats;
    test_random r = {4};
    test_frames_set(&T, 6, 2, true);
    test_frame_point(&T, &r, start);
    memcpy(end, start, sizeof end);
    memcpy(other, start, sizeof other);
    test_march(&T.problem, lf_method_find("rkmk8"), 1, 100, end, &stats);
    test_march(&T.problem, lf_method_find("dop853"), 1, 400, other, &stats);
    test_within(apart(&T.frame, end, other), 1e-13, "two references");
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        double error[2];
        if (!takes_part(*M, &T.problem))
            continue;
        for (size_t k = 0; k < 2; k++) {
            const size_t steps = (size_t)((*M)->order < 5 ? 100 : 20) << k;
            memcpy(other, start, sizeof other);
            test_march(&T.problem, *M, 1, steps, other, &stats);
            error[k] = apart(&T.frame, other, end);
            test_within(stats.defect, 5e-15, "%s: defect", (*M)->name);
        }
        const double order = log2(error[0] / error[1]);
        /* plain slopes at 100 steps, twenty for order five: the next term is 2 percent, 10 of it */
        test_within(fabs(order - (*M)->order), (*M)->order < 5 ? 0.15 : 0.4, "%s: order %.3f",
                    (*M)->name, order);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chart),
        cmocka_unit_test(test_pull),
        cmocka_unit_test(test_pull_too_far),
        cmocka_unit_test(test_projection),
        cmocka_unit_test(test_projection_of_none),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_steps_of_lanes),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_orders_of_spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
