/* SPDX-License-Identifier: BSD-3-Clause */
/* Points that rotate stay on their manifold for millions of steps, also where every step turns by the
 * same angle and rounding therefore pushes the same way every time. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

/* ---- a constant turn ---- */

typedef struct {
    size_t dim;
    double rate[TEST_MAX_DIM];
} turn;

static lf_status turn_value(const void *ctx, size_t trajectory, double t, const double *y,
                            double *f)
{
    const turn *T = ctx;
    (void)trajectory;
    (void)t;
    (void)y;
    memcpy(f, T->rate, T->dim * sizeof *f);
    return LF_OK;
}

/* The first three components turn about a slanted axis; with six, the other three are across it, so that
 * what they push does not run away. */
static turn turn_by(const lf_action *A, double angle)
{
    turn T = {.dim = A->group->dim, .rate = {0.36 * angle, 0.48 * angle, 0.8 * angle}};
    if (T.dim == 1 || A->group->kind == LF_GROUP_PLANAR)
        T = (turn){.dim = A->group->dim, .rate = {angle}};
    if (A->group->kind == LF_GROUP_SE3) {
        T.rate[3] = 0.08 * angle;
        T.rate[5] = -0.036 * angle;
    }
    return T;
}

static const char *const actions[] = {"rotation",
                                      "sphere",
                                      "quaternion-rotation",
                                      "so2-left",
                                      "so3-left",
                                      "so3-right",
                                      "s3-left",
                                      "s3-right",
                                      "se2-left",
                                      "se3-left",
                                      "se3-right",
                                      "so3-coadjoint",
                                      "se3-coadjoint",
                                      "tso3-left",
                                      "body-frame",
                                      "ts2",
                                      "body-frame-quaternion"};
enum { ACTIONS = sizeof actions / sizeof *actions, MANY = 3 };

static double size_of(const lf_action *A, size_t n, const double *y)
{
    return fmax(1, test_norm(A->dim * n, y));
}

static lf_options steps_of_one(size_t from, size_t to)
{
    lf_options opt = lf_options_default();
    opt.t0 = (double)from;
    opt.t1 = (double)to;
    opt.h = 1;
    opt.watch = 0;
    return opt;
}

enum { EARLY = 20000, LATE = 100000 };

/* From EARLY (or the start) to LATE (or EARLY). */
static double defect_after(const lf_problem *P, const char *method, size_t from,
                           const double *start, double *y)
{
    const lf_options opt = steps_of_one(from, from ? LATE : EARLY);
    double defect;
    assert_int_equal(lf_solve(P, lf_method_find(method), &opt, 1, y, NULL, NULL), LF_OK);
    test_defect(P->action, 1, y, start, &defect);
    return defect;
}

/* Squares are put back when they are off by more than 2.8e-14, half as much for lengths and twice as much
 * for the defects of matrices; sixteen steps may add 6e-15 before anybody looks. That does not grow: it
 * is the same after 2e4, 1e5 and 1e6 steps. Without settling errors are 1e-12 to 1e-9 for the larger angles. */
static void defects_do_not_grow(void **state)
{
    static const double angles[] = {0.02, 0.3, 1.3, 2.2, 3.9};
    static const char *const methods[] = {"lie-euler", "cf4"};
    (void)state;
    for (size_t k = 0; k < ACTIONS; k++)
        for (size_t j = 0; j < sizeof angles / sizeof *angles; j++)
            for (size_t m = 0; m < 2; m++) {
                const lf_action *A = test_action(actions[k]);
                turn T = turn_by(A, angles[j]);
                const lf_point_field field = {.value = turn_value, .ctx = &T};
                const lf_problem P = lf_problem_from_point("turn", A, &field);
                test_random r = {k + 1};
                double y[TEST_MAX_DIM], start[TEST_MAX_DIM];
                test_point(A, &r, 1, y);
                memcpy(start, y, sizeof y);
                const double size = size_of(A, 1, start);
                for (size_t from = 0; from <= EARLY; from += EARLY)
                    test_within(defect_after(&P, methods[m], from, start, y), 7e-14 * size,
                                "%s by %s, angle %g, after %d steps", actions[k], methods[m],
                                angles[j], from ? LATE : EARLY);
            }
}

static void a_million_steps(void **state)
{
    static const char *const moved[] = {"rotation", "so3-left", "s3-left"};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        const lf_action *A = test_action(moved[k]);
        turn T = turn_by(A, 0.9);
        const lf_point_field field = {.value = turn_value, .ctx = &T};
        const lf_problem P = lf_problem_from_point("turn", A, &field);
        const lf_options opt = steps_of_one(0, 1000000);
        test_random r = {k + 1};
        double y[TEST_MAX_DIM], start[TEST_MAX_DIM], defect;
        test_point(A, &r, 1, y);
        memcpy(start, y, sizeof y);
        assert_int_equal(lf_solve(&P, lf_method_find("lie-euler"), &opt, 1, y, NULL, NULL), LF_OK);
        test_defect(A, 1, y, start, &defect);
        test_within(defect, 7e-14 * size_of(A, 1, start), "%s", moved[k]);
    }
}

/* The same with steps that follow a tolerance, which are all alike when the turn is constant: the
 * field depends on time a little, so that there are many. */
static lf_status wobble_value(const void *ctx, size_t trajectory, double t, const double *y,
                              double *f)
{
    (void)ctx;
    (void)trajectory;
    (void)y;
    f[0] = 0.36 + 0.01 * sin(3 * t);
    f[1] = 0.48;
    f[2] = 0.8;
    return LF_OK;
}

static void defects_do_not_grow_with_a_tolerance(void **state)
{
    (void)state;
    const lf_point_field field = {.value = wobble_value};
    static const char *const moved[] = {"rotation", "so3-left", "so3-right", "body-frame"};
    for (size_t k = 0; k < sizeof moved / sizeof *moved; k++) {
        const lf_action *A = test_action(moved[k]);
        const lf_problem P = lf_problem_from_point("wobble", A, &field);
        lf_options opt = steps_of_one(0, 100000);
        test_random r = {k + 1};
        double y[TEST_MAX_DIM], start[TEST_MAX_DIM], defect;
        lf_stats stats;
        test_point(A, &r, 1, y);
        memcpy(start, y, sizeof y);
        opt.h = 0;
        opt.tolerance.atol = 1e-6;
        assert_int_equal(lf_solve(&P, lf_method_find("rkmk5"), &opt, 1, y, NULL, &stats), LF_OK);
        assert_true(stats.steps > 50000);
        test_defect(A, 1, y, start, &defect);
        test_within(defect, 7e-14 * size_of(A, 1, start), "%s", moved[k]);
    }
}

/* ---- what settling depends on ---- */

/* A run that is continued from its last point, at any step, and one beside others: the same bits where
 * the manifold is known. A momentum that is put back to its length is put back to that of the second
 * start, which rounding has moved. */
static bool is_known(const lf_action *A)
{
    return strstr(A->name, "left") || strstr(A->name, "right") || !strcmp(A->name, "ts2");
}

static void interrupted_runs(void **state)
{
    enum { STEPS = 1203 };
    static const size_t breaks[] = {1, 7, 16, 500};
    (void)state;
    for (size_t k = 0; k < ACTIONS; k++) {
        const lf_action *A = test_action(actions[k]);
        turn T = turn_by(A, 1.3);
        const lf_point_field field = {.value = turn_value, .ctx = &T};
        const lf_problem P = lf_problem_from_point("turn", A, &field);
        const lf_method *M = lf_method_find("lie-euler");
        test_random r = {k + 1};
        double start[MANY * TEST_MAX_DIM], whole[MANY * TEST_MAX_DIM];
        test_point(A, &r, MANY, start);
        memcpy(whole, start, sizeof start);
        lf_options opt = steps_of_one(0, STEPS);
        assert_int_equal(lf_solve(&P, M, &opt, MANY, whole, NULL, NULL), LF_OK);
        for (size_t j = 0; j < sizeof breaks / sizeof *breaks; j++) {
            double y[TEST_MAX_DIM], lane[TEST_MAX_DIM];
            test_take_lane(A->dim, MANY, 1, start, y);
            test_take_lane(A->dim, MANY, 1, whole, lane);
            opt = steps_of_one(0, breaks[j]);
            assert_int_equal(lf_solve(&P, M, &opt, 1, y, NULL, NULL), LF_OK);
            opt = steps_of_one(breaks[j], STEPS);
            assert_int_equal(lf_solve(&P, M, &opt, 1, y, NULL, NULL), LF_OK);
            if (is_known(A))
                test_same_bits(A->dim, y, lane, "%s, interrupted after %zu", A->name, breaks[j]);
            test_within(test_distance(A->dim, y, lane), 1e-12, "%s after %zu", A->name, breaks[j]);
        }
    }
}

/* Beside others, in blocks of any size, looked at or not: the same bits. */
static void runs_have_the_same_bits(void **state)
{
    (void)state;
    for (size_t k = 0; k < ACTIONS; k++) {
        const lf_action *A = test_action(actions[k]);
        turn T = turn_by(A, 1.3);
        const lf_point_field field = {.value = turn_value, .ctx = &T};
        const lf_problem P = lf_problem_from_point("turn", A, &field);
        test_random r = {k + 1};
        double start[MANY * TEST_MAX_DIM], all[MANY * TEST_MAX_DIM];
        lf_options opt = steps_of_one(0, 1203);
        test_point(A, &r, MANY, start);
        memcpy(all, start, sizeof start);
        assert_int_equal(lf_solve(&P, lf_method_find("rkmk4"), &opt, MANY, all, NULL, NULL), LF_OK);
        opt.watch = 3;
        opt.every = 50.5;
        for (size_t i = 0; i < MANY; i++) {
            double y[TEST_MAX_DIM], lane[TEST_MAX_DIM];
            test_take_lane(A->dim, MANY, i, start, y);
            test_take_lane(A->dim, MANY, i, all, lane);
            assert_int_equal(lf_solve(&P, lf_method_find("rkmk4"), &opt, 1, y, NULL, NULL), LF_OK);
            test_same_bits(A->dim, y, lane, "%s, lane %zu", A->name, i);
        }
    }
}

/* Who starts off the manifold by more than rounding stays there: nothing jumps. */
static void what_was_meant_stays(void **state)
{
    (void)state;
    for (size_t k = 0; k < ACTIONS; k++) {
        const lf_action *A = test_action(actions[k]);
        turn T = turn_by(A, 0.3);
        const lf_point_field field = {.value = turn_value, .ctx = &T};
        const lf_problem P = lf_problem_from_point("turn", A, &field);
        const lf_options opt = steps_of_one(0, 100);
        test_random r = {k + 1};
        double y[TEST_MAX_DIM], before, after;
        test_point(A, &r, 1, y);
        for (size_t c = 0; c < A->dim; c++)
            y[c] *= 1 + 1e-9;
        double start[TEST_MAX_DIM];
        memcpy(start, y, sizeof y);
        test_defect(A, 1, y, start, &before);
        assert_int_equal(lf_solve(&P, lf_method_find("lie-euler"), &opt, 1, y, NULL, NULL), LF_OK);
        test_defect(A, 1, y, start, &after);
        test_within(fabs(after - before), 1e-13 * size_of(A, 1, start), "%s", actions[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defects_do_not_grow),
        cmocka_unit_test(a_million_steps),
        cmocka_unit_test(defects_do_not_grow_with_a_tolerance),
        cmocka_unit_test(interrupted_runs),
        cmocka_unit_test(runs_have_the_same_bits),
        cmocka_unit_test(what_was_meant_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
