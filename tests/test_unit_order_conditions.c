/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_order_conditions.c - the coefficients that methods really use fulfil the order
 * conditions to their last digit: those of steps, of error estimates and of continuous extensions.
 *
 * Coefficients are read from the outside: on R^n, from y = 0 with h = 1, a field that answers stage
 * j with the unit vector e_j is next asked at the point sum of a_ij e_j at the time c_i. So it does
 * not matter where a table is kept, or in how many copies.
 *
 * Tolerances are in units of rounding: each coefficient is rounded once (trees.h), published ones
 * with sixteen digits up to three times as far. */
#include "support/calls.h"
#include "support/cases.h"
#include "support/trees.h"

#include <math.h>
#include <string.h>

#include "method/implicit_tableaux.h"

static const double ROUNDED = 4;

/* ---- a field that tells what it is asked ---- */

enum { MOST = TREES_STAGES };

typedef struct {
    size_t dim, calls, first; /* the stage that is answered with e_0 */
    double t[MOST + 1], y[MOST + 1][MOST];
} record;

static lf_status answer(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    record *R = *(record *const *)ctx;
    (void)trajectory;
    const size_t at = R->calls < MOST ? R->calls : MOST;
    R->t[at] = t;
    memcpy(R->y[at], y, R->dim * sizeof *y);
    memset(f, 0, R->dim * sizeof *f);
    if (at >= R->first && at < R->first + R->dim)
        f[at - R->first] = 1;
    R->calls++;
    return LF_OK;
}

/* R^dim with that field. */
typedef struct {
    lf_group group;
    lf_action action;
    record notes, *self;
    lf_point_field point;
    lf_trait traits[2];
    lf_problem P;
} stage_space;

static void space_make(stage_space *S, size_t dim, bool time_alone)
{
    S->group = lf_group_rn(dim);
    S->action = lf_action_translation(&S->group);
    S->notes = (record){.dim = dim};
    S->self = &S->notes;
    S->point = (lf_point_field){answer, &S->self};
    S->P = lf_problem_from_point("stages", &S->action, &S->point);
    S->traits[0] = (lf_trait){time_alone ? LF_TRAIT_TIME_FIELD : LF_TRAIT_END, S};
    S->traits[1] = (lf_trait){LF_TRAIT_END, NULL};
    S->P.traits = S->traits;
}

/* ---- what a method is made of ---- */

enum { PLACES = 8 };
static double place(size_t k)
{
    return (double)(k + 1) / PLACES;
}

typedef struct {
    tree_stages stages;
    size_t step; /* stages of a step alone */
    double b[MOST], error[MOST], error_low[MOST];
    double dense[PLACES][MOST]; /* weights at x = place(k) */
} coefficients;

/* Columns `first` .. first + dim - 1 of everything. */
static void read_columns(const lf_method *M, size_t dim, size_t first, coefficients *C)
{
    stage_space S;
    test_attempt T;
    const double t = 0, h = 1;
    double zero[MOST] = {0}, y[MOST];
    space_make(&S, dim, false);
    S.notes.first = first;
    assert_int_equal(test_attempt_begin(&T, M, &S.P, 1, &t, &h, zero), LF_OK);
    C->step = S.notes.calls;
    if (M->estimator.interpolate)
        assert_int_equal(test_attempt_prepare(&T), LF_OK);
    C->stages.count = S.notes.calls;
    assert_true(S.notes.calls <= MOST);
    for (size_t j = 0; j < dim && first + j < S.notes.calls; j++) {
        for (size_t i = 0; i < S.notes.calls; i++)
            C->stages.a[i][first + j] = S.notes.y[i][j];
        C->b[first + j] = T.a.y1[j];
        C->error[first + j] = T.a.error[j];
        C->error_low[first + j] = M->estimator.damped ? T.a.error_low[j] : 0;
    }
    memcpy(C->stages.c, S.notes.t, sizeof C->stages.c);
    for (size_t k = 0; k < PLACES && M->estimator.interpolate; k++) {
        const double x = place(k);
        test_attempt_point(&T, &x, y);
        for (size_t j = 0; j < dim && first + j < S.notes.calls; j++)
            C->dense[k][first + j] = y[j];
    }
    test_attempt_end(&T);
}

/* Components are what a stage is told by: fewer of them take several runs. */
static void read_pair(const lf_method *M, size_t dim, coefficients *C)
{
    memset(C, 0, sizeof *C);
    for (size_t first = 0; first < MOST; first += dim)
        read_columns(M, dim, first, C);
}

/* ---- the conditions ---- */

typedef struct {
    const char *method;
    int order, error, error_low; /* up to which the conditions of the estimates vanish */
    int dense;                   /* order of the continuous extension, */
    double parts;                /* and the largest coefficient of its polynomials */
    double last;                 /* a weight of the estimate as published, which sets its scale, */
    size_t at;                   /* and its stage */
} expected;

/* The last stage is the field at the end; DOP853 does not weigh it, there it is the twelfth. */
static const expected pairs[] = {
    {"rkmk-bs3", 3, 2, 0, 3, 1.4, -1. / 8, 3},
    {"rkmk5", 5, 4, 0, 4, 10.1, -1. / 40, 6},
    {"rkmk-tsit5", 5, 4, 0, 4, 88.2, 1. / 66, 6},
    {"rkmk8", 8, 5, 3, 7, 545.2, -0.02235530786388629525884427845, 11},
    {"dopri5", 5, 4, 0, 4, 10.1, -1. / 40, 6},
    {"dop853", 8, 5, 3, 7, 545.2, -0.02235530786388629525884427845, 11},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/* What is wrong, in units of rounding: of everything that a pair consists of. */
static double pair_error(const coefficients *C, const expected *E)
{
    static tree_weights W;
    tree_weights_set(&W, &C->stages);
    double worst = tree_nodes_error(&C->stages);
    worst = fmax(worst, tree_error(&W, C->b, 0, 1, 1, 1, E->order));
    worst = fmax(worst, tree_error(&W, C->error, 0, 0, 1, 1, E->error));
    worst = fmax(worst, tree_error(&W, C->error_low, 0, 0, 1, 1, E->error_low));
    for (size_t k = 0; k < PLACES && E->dense; k++)
        worst = fmax(worst, tree_error(&W, C->dense[k], E->parts, 1, place(k), 1, E->dense));
    return worst;
}

static void test_pairs(void **state)
{
    (void)state;
    static coefficients C;
    static tree_weights W;
    for (size_t k = 0; k < PAIRS; k++) {
        const expected *E = &pairs[k];
        read_pair(lf_method_find(E->method), MOST, &C);
        test_within(pair_error(&C, E), ROUNDED, "%s: order conditions", E->method);
        /* an estimate that vanished to a higher order would see nothing */
        tree_weights_set(&W, &C.stages);
        assert_true(tree_error(&W, C.error, 0, 0, 1, E->error + 1, E->error + 1) > 1e9);
        assert_true(test_ulps(C.error[E->at], E->last) <= 2);
        /* the continuous extension ends where the step does: a sum of some 1e3 cancels there */
        test_within(test_distance(MOST, C.dense[PLACES - 1], C.b), 1e-12, "%s: at the end",
                    E->method);
    }
}

/* Components that have code of their own find the same coefficients, bit for bit. */
static void test_dimensions(void **state)
{
    (void)state;
    static const size_t dims[] = {1, 2, 3, 4, 6, 7, 12};
    static coefficients C, D;
    for (size_t k = 0; k < PAIRS; k++) {
        const lf_method *M = lf_method_find(pairs[k].method);
        read_pair(M, MOST, &C);
        for (size_t d = 0; d < sizeof dims / sizeof *dims; d++) {
            read_pair(M, dims[d], &D);
            assert_int_equal(C.stages.count, D.stages.count);
            test_same_bits(MOST * MOST, C.stages.a[0], D.stages.a[0], "%s: a", M->name);
            test_same_bits(MOST, C.stages.c, D.stages.c, "%s: c", M->name);
            test_same_bits(MOST, C.b, D.b, "%s: b", M->name);
            test_same_bits(MOST, C.error, D.error, "%s: error", M->name);
            test_same_bits(MOST, C.error_low, D.error_low, "%s: second error", M->name);
            test_same_bits(PLACES * MOST, C.dense[0], D.dense[0], "%s: dense", M->name);
        }
    }
}

/* The tenth digit of any coefficient is seen: these conditions leave none of them free. (A weight of
 * the extension is added up from coefficients larger than itself.) */
static void notices(coefficients *C, const expected *E, double *number, double change,
                    const char *what, size_t i)
{
    const double keep = *number;
    if (keep == 0)
        return;
    *number = keep + change;
    if (!(pair_error(C, E) > ROUNDED))
        fail_msg("%s: nobody notices that %s %zu = %.17g is wrong", E->method, what, i, keep);
    *number = keep;
}

static void notices_digit(coefficients *C, const expected *E, double *number, const char *what,
                          size_t i)
{
    notices(C, E, number, 1e-10 * *number, what, i);
}

static void test_every_digit_counts(void **state)
{
    (void)state;
    static coefficients C;
    for (size_t k = 0; k < PAIRS; k++) {
        const expected *E = &pairs[k];
        read_pair(lf_method_find(E->method), MOST, &C);
        for (size_t i = 0; i < C.stages.count; i++) {
            for (size_t j = 0; j < i; j++)
                notices_digit(&C, E, &C.stages.a[i][j], "a in row", i);
            notices_digit(&C, E, &C.stages.c[i], "c", i);
            notices_digit(&C, E, &C.b[i], "b", i);
            notices_digit(&C, E, &C.error[i], "the error's weight", i);
            notices_digit(&C, E, &C.error_low[i], "the second error's weight", i);
            for (size_t p = 0; p < PLACES; p++)
                notices(&C, E, &C.dense[p][i], 1e-10, "the extension's weight", i);
        }
    }
}

/* ---- every explicit method ---- */

/* The stages of one step of any method on R^n; false where those are more than trees are for. */
static bool read_step(const lf_method *M, bool time_alone, coefficients *C)
{
    stage_space S;
    lf_options opt = lf_options_default();
    const char *why;
    memset(C, 0, sizeof *C);
    space_make(&S, MOST, time_alone);
    if (lf_method_fits(M, &S.P, &why) != LF_OK || (M->traits & LF_CHOOSES_SOLVER))
        return false;
    opt.t1 = opt.h = 1;
    assert_int_equal(lf_solve(&S.P, M, &opt, 1, C->b, NULL, NULL), LF_OK);
    if (S.notes.calls > MOST)
        return false;
    C->stages.count = S.notes.calls;
    memcpy(C->stages.a, S.notes.y, sizeof C->stages.a);
    memcpy(C->stages.c, S.notes.t, sizeof C->stages.c);
    return true;
}

/* Where nothing turns every method is a classical one, of its order or a higher one. */
static void test_steps(void **state)
{
    (void)state;
    static coefficients C;
    static tree_weights W;
    size_t seen = 0;
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        if (((*M)->needs & LF_NEEDS(LF_TRAIT_TIME_FIELD)) || !read_step(*M, false, &C))
            continue;
        seen++;
        tree_weights_set(&W, &C.stages);
        test_within(tree_nodes_error(&C.stages), ROUNDED, "%s: nodes", (*M)->name);
        test_within(tree_error(&W, C.b, 0, 1, 1, 1, (*M)->order), ROUNDED, "%s: order conditions",
                    (*M)->name);
    }
    assert_true(seen > 25);
}

/* Fields of time alone: sum of b_i c_i^(k-1) = 1/k. */
static void test_time_alone(void **state)
{
    (void)state;
    static coefficients C;
    size_t seen = 0;
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        if (!((*M)->needs & LF_NEEDS(LF_TRAIT_TIME_FIELD)) || !read_step(*M, true, &C))
            continue;
        seen++;
        for (int k = 1; k <= (*M)->order; k++) {
            double sum = -1. / k;
            for (size_t i = 0; i < C.stages.count; i++)
                sum += C.b[i] * pow(C.stages.c[i], k - 1);
            test_within(fabs(sum), 4e-16, "%s: quadrature of order %d", (*M)->name, k);
        }
    }
    assert_true(seen > 2);
}

/* Weights of the embedded solutions of methods that compare points. */
static void test_embedded(void **state)
{
    (void)state;
    static const char *const names[] = {"cf32a", "cf32b", "cf43"};
    static coefficients C;
    static tree_weights W;
    for (size_t k = 0; k < 3; k++) {
        const lf_method *M = lf_method_find(names[k]);
        read_pair(M, MOST, &C);
        tree_weights_set(&W, &C.stages);
        const int order = M->estimator.order;
        test_within(tree_nodes_error(&C.stages), ROUNDED, "%s: nodes", M->name);
        test_within(tree_error(&W, C.b, 0, 1, 1, 1, M->order), ROUNDED, "%s: step", M->name);
        test_within(tree_error(&W, C.error, 0, 0, 1, 1, order), 2 * ROUNDED, "%s: estimate",
                    M->name);
        assert_true(tree_error(&W, C.error, 0, 0, 1, order + 1, order + 1) > 1e9);
    }
}

/* ---- implicit methods and compositions ---- */

/* Their stages are found by iteration, so that they are read from the tables. Square roots and sums
 * round an entry two or three times. */
static void test_implicit(void **state)
{
    (void)state;
    static const lf_tableau *const all[] = {
        &lf_implicit_theta0, &lf_implicit_theta12,  &lf_implicit_theta1,   &lf_implicit_gauss2,
        &lf_implicit_gauss3, &lf_implicit_lobatto2, &lf_implicit_lobatto3, &lf_implicit_sdirk};
    static tree_weights W;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const lf_tableau *T = all[k];
        tree_stages S = {.count = (size_t)T->stages};
        for (size_t i = 0; i < S.count; i++) {
            S.c[i] = T->c[i];
            for (size_t j = 0; j < S.count; j++)
                S.a[i][j] = T->a[i * S.count + j];
        }
        tree_weights_set(&W, &S);
        test_within(tree_nodes_error(&S), ROUNDED, "%s: nodes", T->name);
        test_within(tree_error(&W, T->b, 0, 1, 1, 1, T->order), ROUNDED, "%s: order conditions",
                    T->name);
    }
}

/* The fractions of a composition of a symmetric method add up to one, and their odd powers below the
 * order to nothing. Up to seventeen of them are below 2, each rounded once. */
static void test_compositions(void **state)
{
    (void)state;
    static const lf_fractions *const all[] = {&lf_fractions_yoshida4,     &lf_fractions_suzuki4,
                                              &lf_fractions_yoshida6,     &lf_fractions_kahanli6,
                                              &lf_fractions_suzukiumeno8, &lf_fractions_kahanli8};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int power = 1; power < all[k]->order; power += 2) {
            double sum = power == 1 ? -1 : 0, size = 0;
            for (size_t i = 0; i < all[k]->half; i++) {
                const double term = pow(all[k]->fraction[i], power);
                sum += (i + 1 < all[k]->half ? 2 : 1) * term;
                size += power * fabs(term);
            }
            test_within(fabs(sum), 4e-16 * (1 + size), "%s: sum of powers %d", all[k]->name, power);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_dimensions),
        cmocka_unit_test(test_every_digit_counts),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_time_alone),
        cmocka_unit_test(test_embedded),
        cmocka_unit_test(test_implicit),
        cmocka_unit_test(test_compositions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
