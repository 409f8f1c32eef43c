/* SPDX-License-Identifier: BSD-3-Clause */
/* The number of a trajectory reaches everything that may ask for it: fields, invariants, traits,
 * potentials and events. An ensemble whose trajectories differ in a parameter, looked up by that
 * number, has the bits of the same trajectories flown one by one with the parameter itself. */
#include "test_trajectory_problems.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 4, DIM = 18, ROWS = 8, HITS = 16 };

static double parameters[MANY];

/* ---- runs ---- */

typedef struct {
    size_t rows, n, dim, invariants;
    double t[ROWS], y[ROWS][DIM * BODIES * MANY], value[ROWS][LF_MAX_INVARIANTS * MANY];
    size_t hits[MANY];
    double hit_t[MANY][HITS], hit_y[MANY][HITS];
} record;

static lf_status keep_row(void *ctx, const lf_row *row)
{
    record *r = ctx;
    assert_true(r->rows < ROWS && row->n == r->n);
    r->t[r->rows] = row->t;
    memcpy(r->y[r->rows], row->y, r->dim * r->n * sizeof *row->y);
    memcpy(r->value[r->rows++], row->invariants, r->invariants * r->n * sizeof *row->y);
    return LF_OK;
}

static lf_status keep_hit(void *ctx, const lf_hit *hit)
{
    record *r = ctx;
    const size_t k = r->hits[hit->trajectory]++;
    assert_true(k < HITS);
    r->hit_t[hit->trajectory][k] = hit->t;
    r->hit_y[hit->trajectory][k] = hit->y[0];
    return LF_OK;
}

/* zero where the parameter says: c y1 + y2 = c/2 */
static double crossing(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    const double c = parameter(P->ctx, L, 0);
    (void)ctx;
    assert_int_equal(L->n, 1);
    return c * y[0] + y[1] - 0.5 * c;
}

static const lf_event event = {"crossing", crossing, NULL, 0, false};

/* Start points near each other. */
static void starts(const lf_action *A, double *y)
{
    double u[TEST_MAX_DIM], base[DIM * BODIES], moved[DIM * BODIES];
    test_random r = {3};
    test_point(A, &r, 1, base);
    for (size_t i = 0; i < MANY; i++) {
        parameters[i] = 0.5 + 0.05 * (double)((7 * i) % MANY);
        test_fill(&r, A->group->dim, 0.1, u);
        test_flow(A, LF_EXP, 1, u, base, moved);
        test_put_lane(A->dim, MANY, i, moved, y);
    }
}

static lf_stats fly(const lf_problem *P, const lf_method *M, const lf_options *opt, size_t n,
                    double *y, record *r)
{
    lf_stats stats;
    const lf_sink sink = {.row = keep_row, .ctx = r, .hit = keep_hit};
    r->rows = 0;
    r->n = n;
    r->dim = P->action->dim;
    for (r->invariants = 0; P->invariants[r->invariants].name;)
        r->invariants++;
    memset(r->hits, 0, sizeof r->hits);
    if (lf_solve(P, M, opt, n, y, &sink, &stats) != LF_OK)
        fail_msg("%s on %s: %s", M->name, P->name, stats.message);
    return stats;
}

/* Trajectory i of an ensemble is what it is alone: rows, invariants, hits and the end. */
static void same_trajectory(const char *what, size_t i, const record *all, const record *one)
{
    double lane[DIM * BODIES], value[LF_MAX_INVARIANTS];
    assert_int_equal(all->rows, one->rows);
    for (size_t k = 0; k < all->rows; k++) {
        test_take_lane(all->dim, MANY, i, all->y[k], lane);
        test_take_lane(all->invariants, MANY, i, all->value[k], value);
        test_same_bits(all->dim, lane, one->y[k], "%s: row %zu of %zu", what, k, i);
        test_same_bits(all->invariants, value, one->value[k], "%s: invariants %zu of %zu", what, k,
                       i);
    }
    assert_int_equal(all->hits[i], one->hits[0]);
    test_same_bits(all->hits[i], all->hit_t[i], one->hit_t[0], "%s: hits of %zu", what, i);
    test_same_bits(all->hits[i], all->hit_y[i], one->hit_y[0], "%s: hits of %zu", what, i);
}

/* What was found in the whole run: hits, and whether the parameters mattered. */
typedef struct {
    size_t hits;
    double guard;
} findings;

static findings check(maker *make, const lf_method *M, const lf_options *opt)
{
    static record all, one;
    double y[DIM * BODIES * MANY], start[DIM * BODIES * MANY], lane[DIM * BODIES],
        end[DIM * BODIES];
    findings found = {0, INFINITY};
    lf_problem P = make(parameters);
    const size_t dim = P.action->dim;
    starts(P.action, start);
    memcpy(y, start, dim * MANY * sizeof *y);
    const lf_stats stats = fly(&P, M, opt, MANY, y, &all);
    for (size_t i = 0; i < MANY; i++) {
        P = make(parameters + i);
        test_take_lane(dim, MANY, i, start, lane);
        const lf_stats alone = fly(&P, M, opt, 1, lane, &one);
        test_take_lane(dim, MANY, i, y, end);
        test_same_bits(dim, end, lane, "%s on %s: end of %zu", M->name, P.name, i);
        same_trajectory(M->name, i, &all, &one);
        found.hits += one.hits[0];
        found.guard = fmin(found.guard, alone.guard);
    }
    assert_true(stats.guard == found.guard);
    return found;
}

/* Fixed steps in blocks, with rows on and off the grid. */
static void check_fixed(maker *make, const lf_method *M)
{
    lf_options opt = lf_options_default();
    opt.t1 = 0.2;
    opt.h = 0.05;
    opt.block = WIDTH;
    check(make, M, &opt);
    opt.every = 0.06;
    check(make, M, &opt);
}

/* Steps that follow a tolerance: more trajectories than lanes, and blocks of them from row to row. */
static size_t check_adaptive(maker *make, const lf_method *M, bool events)
{
    lf_options opt = lf_options_default();
    opt.t1 = 0.6;
    opt.h = 0;
    opt.block = WIDTH;
    opt.tolerance.atol = opt.tolerance.rtol = 1e-6;
    opt.events = &event;
    opt.event_count = events;
    const size_t hits = check(make, M, &opt).hits;
    opt.every = 0.13;
    assert_int_equal(check(make, M, &opt).hits, hits);
    return hits;
}

static void check_methods(maker *make, unsigned needs, bool events, bool others)
{
    const lf_problem P = make(parameters);
    size_t checked = 0, hits = 0;
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        const char *why;
        if (lf_method_fits(*M, &P, &why) != LF_OK || ((*M)->needs != needs && !others))
            continue;
        check_fixed(make, *M);
        if ((*M)->estimator.attempt)
            hits += check_adaptive(make, *M, events);
        checked++;
    }
    assert_true(checked >= 2);
    assert_true(!events || hits > 0);
}

/* Every method that runs on a plain field, the ambient and the implicit ones among them. */
static void test_fields(void **state)
{
    (void)state;
    check_methods(make_sphere, 0, true, true);
}

static void test_traits(void **state)
{
    (void)state;
    check_methods(make_top, LF_NEEDS(LF_TRAIT_HAMILTONIAN), false, false);
    check_methods(make_level, LF_NEEDS(LF_TRAIT_ENERGY), false, false);
    check_methods(make_turning, LF_NEEDS(LF_TRAIT_SPLITTING), false, false);
}

/* Bursts of midpoint steps, of one trajectory and of many. */
static void test_bursts(void **state)
{
    (void)state;
    lf_options opt = lf_options_default();
    opt.t1 = 2;
    opt.h = 0;
    opt.tolerance.atol = opt.tolerance.rtol = 1e-10;
    for (size_t width = 1; width <= MANY; width += 6) {
        opt.block = width;
        check(make_bursts, lf_method_find("gbs-ambient"), &opt);
        opt.every = 0.7;
        check(make_bursts, lf_method_find("gbs-ambient"), &opt);
        opt.every = 0;
    }
}

/* Bursts do the operations of the field on a vector space: with and without them the same bits. */
static void test_bursts_are_the_field(void **state)
{
    (void)state;
    lf_options opt = lf_options_default();
    opt.t1 = 2;
    opt.h = 0;
    opt.tolerance.atol = opt.tolerance.rtol = 1e-10;
    for (size_t n = 1; n <= MANY; n += 6) {
        static record seen;
        double by_bursts[3 * MANY], by_field[3 * MANY];
        const lf_problem P = make_bursts(parameters), Q = make_level(parameters);
        test_random r = {n};
        test_fill(&r, 3 * n, 1, by_bursts);
        memcpy(by_field, by_bursts, sizeof by_field);
        opt.block = n;
        fly(&P, lf_method_find("gbs-ambient"), &opt, n, by_bursts, &seen);
        fly(&Q, lf_method_find("gbs-ambient"), &opt, n, by_field, &seen);
        test_same_bits(3 * n, by_bursts, by_field, "%zu trajectories", n);
    }
}

/* Potentials and distances of bodies in all four forms, by explicit and variational integrators. */
static void test_potentials(void **state)
{
    (void)state;
    static const char *const explicit_ones[] = {"rkmk4", "rkmk8", "dopri5", "gbs", "gbs-ambient"};
    for (form = LF_INERTIAL_HAMILTONIAN; form <= LF_RELATIVE_LAGRANGIAN; form++) {
        check_methods(make_bodies, LF_NEEDS(LF_TRAIT_BODIES), false, false);
        for (size_t k = 0; k < sizeof explicit_ones / sizeof *explicit_ones; k++) {
            const lf_method *M = lf_method_find(explicit_ones[k]);
            if (k < 3)
                check_fixed(make_bodies, M);
            if (M->estimator.attempt)
                check_adaptive(make_bodies, M, false);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),     cmocka_unit_test(test_traits),
        cmocka_unit_test(test_bursts),     cmocka_unit_test(test_bursts_are_the_field),
        cmocka_unit_test(test_potentials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
