/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of a method, on every registered one: its order on actions of every sort, with fields
 * that neither commute nor stand still in time, and points that stay on their manifold.
 *
 * Orders are measured as support/order.h says. Settled orders up to four are within 0.06 of a whole
 * number; pairs of order five are made to have small constants, so that the term after the next is
 * still seen at errors of 1e-12: up to 0.17. */
#include "support/calls.h"
#include "support/matrices.h"
#include "support/order.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "method/gbs.h"

static const double SETTLED_LOW = 0.15, SETTLED_HIGH = 0.3;
static const double T_LOW = 1, T_HIGH = 4; /* long enough for errors above roundings */

static const char *const racetracks[] = {
    "r3-translation", "rotation", "sphere",    "so3-left",        "so3-right", "se3-coadjoint",
    "se3-left",       "s3-left",  "sl2-plane", "se2-plane",       "tso3-left", "body-frame",
    "product",        "sphere^3", "so4-left",  "semilinear waves"};
/* Matrices, for orders up to four: fields that do not make points grow are so slow on them that
 * higher orders would have to be seen close to roundoff. */
static const char *const matrix_tracks[] = {"so4-conjugation", "gl3-conjugation", "body-n",
                                            "sp4-vectors",     "affine-vectors",  "so4-coadjoint",
                                            "so4-right"};
/* Any matrix L in u' = L u + N(t, u), over a short time at every order. Over a long one terms of higher
 * order outweigh that of order five until errors are near roundoff: plain slopes of such pairs go down
 * from 6 to 5.4 at 1e-13, those in the algebra and the classical ones alike (over a short time to 5.1). */
static const char *const short_tracks[] = {"semilinear matrix"};
enum { TRACKS = sizeof racetracks / sizeof *racetracks };

/* What a method is expected to show: the negative examples lose nothing where nothing turns. */
static int expected_order(const lf_method *M, const lf_action *A)
{
    return (M->traits & LF_NEGATIVE) && A->group->abelian ? 4 : M->order;
}

static bool needs_time_alone(const lf_method *M)
{
    return M->needs & LF_NEEDS(LF_TRAIT_TIME_FIELD);
}

/* Does the method run on such problems? Some need a Hamiltonian or an energy and have tests of their
 * own; some are for fields of time alone and are tested there. */
static bool takes_part(const lf_method *M, const lf_problem *P)
{
    const char *why;
    return lf_method_fits(M, P, &why) == LF_OK &&
           needs_time_alone(M) == (lf_problem_trait(P, LF_TRAIT_TIME_FIELD) != NULL);
}

/* Every method of order low..high that takes part. */
static void on_methods(int low, int high, const test_race *race)
{
    for (const lf_method *const *M = lf_methods(); *M; M++)
        if (takes_part(*M, race->P) && (*M)->order >= low && (*M)->order <= high)
            test_order_is(race, *M, expected_order(*M, race->P->action),
                          high <= 4 ? SETTLED_LOW : SETTLED_HIGH);
}

/* Fields as fast as on the small groups: in GL(n) points would grow out of all proportion. */
static double speed(const lf_action *A)
{
    return fmin(1, 2 * test_matrix_scale(A->group));
}

/* Points that take long, for which fields that depend on time and point, being more general, are enough. */
static bool is_long(const lf_action *A)
{
    const lf_group_kind kind = A->group->kind;
    return kind == LF_GROUP_SEMILINEAR || kind == LF_GROUP_MATRIX || kind == LF_GROUP_AFFINE;
}

static void check_orders(test_kind kind)
{
    static test_race race;
    test_field field;
    for (size_t k = 0; k < TRACKS; k++) {
        const lf_action *A = test_action(racetracks[k]);
        const lf_problem P = test_problem(A, kind, speed(A), &field);
        if (kind == TEST_AUTONOMOUS && is_long(A))
            continue;
        test_race_few(&race, &P, T_LOW);
        on_methods(1, 4, &race);
        test_race_set(&race, &P, T_HIGH);
        on_methods(5, 7, &race);
    }
    if (kind == TEST_AUTONOMOUS)
        return;
    for (size_t k = 0; k < sizeof matrix_tracks / sizeof *matrix_tracks; k++) {
        const lf_action *A = test_action(matrix_tracks[k]);
        const lf_problem P = test_problem(A, kind, speed(A), &field);
        test_race_few(&race, &P, T_LOW);
        on_methods(1, 4, &race);
    }
    for (size_t k = 0; k < sizeof short_tracks / sizeof *short_tracks; k++) {
        const lf_action *A = test_action(short_tracks[k]);
        const lf_problem P = test_problem(A, kind, speed(A), &field);
        test_race_few(&race, &P, T_LOW);
        on_methods(1, 4, &race);
        test_race_set(&race, &P, T_LOW);
        on_methods(5, 7, &race);
    }
}

static void test_order_autonomous(void **state)
{
    (void)state;
    check_orders(TEST_AUTONOMOUS);
}

static void test_order_in_time(void **state)
{
    (void)state;
    check_orders(TEST_IN_TIME);
}

/* Magnus methods */
static void test_order_time_alone(void **state)
{
    (void)state;
    check_orders(TEST_TIME_ALONE);
}

/* Order 8. The error constants of DOP853's tableau are so small that terms of higher order are seen
 * until roundings are, so a single case shows slopes from 7 to 9.5. Their mean is 8. */
static void check_order_eight(const lf_method *M)
{
    static test_race race;
    test_field field;
    double sum = 0;
    for (size_t k = 0; k < 2 * TRACKS; k++) {
        const test_kind kind = k < TRACKS ? TEST_AUTONOMOUS : TEST_IN_TIME;
        const lf_action *A = test_action(racetracks[k % TRACKS]);
        const lf_problem P = test_problem(A, kind, speed(A), &field);
        if (!takes_part(M, &P))
            return;
        test_race_set(&race, &P, T_HIGH);
        const double p = test_slope(&race, M, 8);
        if (!(p > 7 && p < 9.5))
            fail_msg("%s on %s: order %.3f", M->name, P.name, p);
        sum += p;
    }
    test_within(fabs(sum / (2 * TRACKS) - 8), 0.3, "%s: mean order", M->name);
}

static void test_order_eight(void **state)
{
    (void)state;
    for (const lf_method *const *M = lf_methods(); *M; M++)
        if ((*M)->order == 8)
            check_order_eight(*M);
}

/* ---- staying on the manifold ---- */

/* Four hundred steps of size 0.02 from one start; 0 where the method does not take part. */
static double defect_after(const lf_action *A, const lf_method *M, double *size)
{
    test_field field;
    test_random r = {3};
    lf_stats stats;
    double y[TEST_MAX_DIM];
    const test_kind kind = needs_time_alone(M) ? TEST_TIME_ALONE : TEST_IN_TIME;
    const lf_problem P = test_problem(A, kind, speed(A), &field);
    if (!takes_part(M, &P))
        return 0;
    test_point(A, &r, 1, y);
    const double before = test_norm(A->dim, y);
    test_march(&P, M, 8, 400, y, &stats);
    *size = fmax(before, test_norm(A->dim, y));
    return stats.defect;
}

/* Every flow adds a rounding or two; at up to fifteen flows a step a random walk of them comes to
 * 6e-14 of the size of the point, and a factor of five is left for those that do not walk at
 * random. */
static void test_defect_at_roundoff(void **state)
{
    (void)state;
    for (const lf_action *const *A = test_actions(); *A; A++)
        for (const lf_method *const *M = lf_methods(); *M; M++) {
            double size = 1;
            if (((*M)->traits & LF_AMBIENT) || (*A)->group->kind == LF_GROUP_SEMILINEAR)
                continue; /* whatever numbers they are, they are a point */
            const double defect = defect_after(*A, *M, &size);
            /* that of a matrix group is a difference of products of two elements */
            const bool squared = (*A)->group->kind == LF_GROUP_MATRIX;
            const double scale = fmax(1, squared ? size * size : size);
            test_within(defect, 3e-13 * scale, "%s on %s: defect", (*M)->name, (*A)->name);
        }
}

/* Classical methods of order up to four leave it visibly, but for symmetric ones, which may keep
 * quadratic invariants such as a length. */
static void test_classical_methods_leave(void **state)
{
    (void)state;
    const unsigned others = LF_SYMMETRIC | LF_SYMPLECTIC | LF_ENERGY_PRESERVING;
    static const char *const curved[] = {"sphere",   "so3-left",  "s3-left",  "se3-coadjoint",
                                         "se3-left", "tso3-left", "sphere^3", "body-frame"};
    for (size_t k = 0; k < sizeof curved / sizeof *curved; k++)
        for (const lf_method *const *M = lf_methods(); *M; M++) {
            double size;
            if (!((*M)->traits & LF_AMBIENT) || ((*M)->traits & others) || (*M)->order > 4 ||
                (*M)->needs != 0)
                continue;
            const double defect = defect_after(test_action(curved[k]), *M, &size);
            if (!(defect > 1e-10))
                fail_msg("%s on %s: defect %g", (*M)->name, curved[k], defect);
        }
}

/* ---- memory ---- */

/* The problem that a method steps on: its ambient view for a classical one. */
static lf_problem stepped(const lf_method *M, const lf_problem *P, lf_ambient_space *space)
{
    const bool ambient = (M->traits & LF_AMBIENT) && !P->action->flat;
    return ambient ? lf_problem_ambient(P, space) : *P;
}

/* An attempt at one level, and points within it where the method has any. */
static void attempt_within(const lf_method *M, const lf_problem *P, size_t n, int level,
                           const double *t, const double *h, const double *y)
{
    static double within[TEST_MAX_DIM * TEST_LANES];
    test_attempt T;
    lf_method at = *M;
    at.estimator.level = level;
    assert_int_equal(test_attempt_begin(&T, &at, P, n, t, h, y), LF_OK);
    if (M->estimator.interpolate) {
        assert_int_equal(test_attempt_prepare(&T), LF_OK);
        test_attempt_point(&T, h, within);
        assert_true(isfinite(test_norm(P->action->dim * n, within)));
    }
    test_attempt_end(&T);
}

/* n lanes of one method on one problem, with no more memory than it asks for. */
static void check_memory(const lf_method *M, const lf_problem *P, size_t n)
{
    double y[TEST_MAX_DIM * TEST_LANES], t[TEST_LANES], h[TEST_LANES];
    lf_ambient_space space;
    const lf_problem on = stepped(M, P, &space);
    test_random r = {n};
    test_point(P->action, &r, n, y);
    for (size_t i = 0; i < n; i++) {
        t[i] = 0.1 * (double)i;
        h[i] = 0.05 + 0.01 * (double)i;
    }
    const bool varies = M->estimator.level;
    for (int level = varies ? 3 : 0; M->estimator.attempt && level <= (varies ? LF_GBS_HIGHEST : 0);
         level++)
        attempt_within(M, &on, n, level, t, h, y);
    assert_int_equal(test_take_steps(M, &on, n, 3, 0.75, t, h, y), LF_OK);
    assert_true(isfinite(test_norm(P->action->dim * n, y)));
}

/* Every method on every action is content with the scratch and the memory that it asks for. */
static void test_memory(void **state)
{
    (void)state;
    static const test_kind kinds[] = {TEST_IN_TIME, TEST_TIME_ALONE};
    static const size_t lanes[] = {1, 3, TEST_LANES};
    test_field field;
    for (const lf_action *const *A = test_actions(); *A; A++)
        for (size_t k = 0; k < 2; k++) {
            const lf_problem P = test_problem(*A, kinds[k], 1, &field);
            for (const lf_method *const *M = lf_methods(); *M; M++)
                for (size_t w = 0; w < 3 && takes_part(*M, &P); w++)
                    check_memory(*M, &P, lanes[w]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_order_autonomous),
        cmocka_unit_test(test_order_in_time),
        cmocka_unit_test(test_order_time_alone),
        cmocka_unit_test(test_order_eight),
        cmocka_unit_test(test_defect_at_roundoff),
        cmocka_unit_test(test_classical_methods_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
