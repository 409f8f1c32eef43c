/* SPDX-License-Identifier: BSD-3-Clause */
/* One trajectory of an ensemble fails, by values that are no numbers or by a field that refuses: it
 * ends as it does alone, with the same status, time, steps and point, and all others have the bits
 * of an ensemble in which nothing is wrong. On every method, in blocks, queues and rows. */
#include "test_trajectory_problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CROWD = 200, BAD = 37, DIM = 18 * BODIES };

static double crowd_parameters[CROWD];
static const double spoiled_from = 0.11;

static void crowd_starts(const lf_action *A, double *y)
{
    double u[TEST_MAX_DIM], base[DIM], moved[DIM];
    test_random r = {5};
    test_point(A, &r, 1, base);
    for (size_t i = 0; i < CROWD; i++) {
        crowd_parameters[i] = 0.5 + 0.005 * (double)((7 * i) % CROWD);
        test_fill(&r, A->group->dim, 0.1, u);
        test_flow(A, LF_EXP, 1, u, base, moved);
        test_put_lane(A->dim, CROWD, i, moved, y);
    }
}

/* What a run gave: points, ends, and the first component in every row. */
typedef struct {
    double y[DIM * CROWD];
    lf_trajectory_end end[CROWD];
    lf_stats stats;
    lf_status status;
    size_t rows;
    double t[16], seen[16][CROWD], watched[16][CROWD];
} crowd;

static lf_status keep_row(void *ctx, const lf_row *row)
{
    crowd *C = ctx;
    assert_true(C->rows < 16);
    C->t[C->rows] = row->t;
    memcpy(C->seen[C->rows], row->y, row->n * sizeof *row->y);
    memcpy(C->watched[C->rows++], row->invariants, row->n * sizeof *row->y);
    return LF_OK;
}

static void march(maker *make, const lf_method *M, lf_options opt, size_t first, size_t n,
                  ailment how, const double *start, crowd *C)
{
    const lf_problem P = make(crowd_parameters + first);
    const lf_sink sink = {.row = keep_row, .ctx = C};
    const size_t dim = P.action->dim;
    spoiled.how = how;
    spoiled.trajectory = n == 1 ? 0 : BAD;
    spoiled.from = spoiled_from;
    for (size_t c = 0; c < dim; c++)
        memcpy(C->y + c * n, start + c * CROWD + first, n * sizeof *start);
    C->rows = 0;
    opt.ends = C->end;
    C->status = lf_solve(&P, M, &opt, n, C->y, &sink, &C->stats);
    spoiled.how = SOUND;
}

/* The spoiled one is what it is alone. */
static void same_failure(const lf_method *M, size_t dim, const crowd *among, const crowd *alone)
{
    const lf_trajectory_end *end = &among->end[BAD];
    double lane[DIM];
    test_take_lane(dim, CROWD, BAD, among->y, lane);
    assert_int_equal(end->status, alone->status);
    assert_int_equal(alone->end[0].status, alone->status);
    assert_true(end->t == alone->stats.t && end->steps == alone->end[0].steps);
    assert_true(alone->end[0].t == end->t);
    test_same_bits(dim, lane, alone->y, "%s: the last good point", M->name);
    assert_non_null(strstr(end->message, "trajectory 37"));
    assert_non_null(strstr(among->stats.message, "1 of 200 trajectories failed"));
    assert_non_null(strstr(among->stats.message, "trajectory 37"));
    assert_true(among->stats.failed == 1 && among->stats.trajectory == BAD);
    assert_true(alone->stats.failed == 1);
}

/* All others are what they are where nothing is wrong. */
static void same_others(const lf_method *M, size_t dim, const crowd *among, const crowd *sound)
{
    double lane[DIM], expected[DIM];
    for (size_t i = 0; i < CROWD; i++) {
        if (i == BAD)
            continue;
        test_take_lane(dim, CROWD, i, among->y, lane);
        test_take_lane(dim, CROWD, i, sound->y, expected);
        test_same_bits(dim, lane, expected, "%s: %zu beside a failure", M->name, i);
        assert_int_equal(among->end[i].status, LF_OK);
        assert_true(among->end[i].t == sound->end[i].t);
        assert_true(among->end[i].steps == sound->end[i].steps);
        assert_true(among->end[i].message[0] == 0);
    }
    assert_true(among->stats.t == sound->stats.t);
}

/* Rows: the numbers of the others; of the spoiled one those it has alone, and none once it has
 * failed. */
static void same_rows(const lf_method *M, const crowd *among, const crowd *sound,
                      const crowd *alone)
{
    assert_int_equal(among->rows, sound->rows);
    for (size_t r = 0; r < among->rows; r++) {
        const double bad[2] = {among->seen[r][BAD], among->watched[r][BAD]};
        for (size_t i = 0; i < CROWD; i++)
            if (i != BAD && (among->seen[r][i] != sound->seen[r][i] ||
                             among->watched[r][i] != sound->watched[r][i]))
                fail_msg("%s: row %zu of trajectory %zu differs", M->name, r, i);
        if (r < alone->rows)
            assert_true(bad[0] == alone->seen[r][0] &&
                        (bad[1] == alone->watched[r][0] || isnan(alone->watched[r][0])));
        else
            assert_true(isnan(bad[0]) && isnan(bad[1]));
    }
}

/* Answers whether the spoiled one fails at all: magnus methods and the like do not ask everything. */
static bool check(maker *make, const lf_method *M, const lf_options *opt, ailment how)
{
    static crowd among, sound, alone;
    static double start[DIM * CROWD];
    const lf_problem P = make(crowd_parameters);
    const size_t dim = P.action->dim;
    crowd_starts(P.action, start);
    march(make, M, *opt, BAD, 1, how, start, &alone);
    if (alone.status == LF_OK)
        return false;
    assert_true(alone.status == (how == REFUSING ? LF_ESINGULAR : LF_ENONFINITE));
    march(make, M, *opt, 0, CROWD, SOUND, start, &sound);
    assert_int_equal(sound.status, LF_OK);
    march(make, M, *opt, 0, CROWD, how, start, &among);
    if (among.status != LF_ESOME)
        fail_msg("%s on %s: %d, %s", M->name, P.name, among.status, among.stats.message);
    same_failure(M, dim, &among, &alone);
    same_others(M, dim, &among, &sound);
    same_rows(M, &among, &sound, &alone);
    return true;
}

static size_t check_fixed(maker *make, const lf_method *M)
{
    lf_options opt = lf_options_default();
    size_t failed = 0;
    opt.t1 = 0.2;
    opt.h = 0.025;
    failed += check(make, M, &opt, NO_NUMBER);
    opt.every = 0.035; /* between steps */
    failed += check(make, M, &opt, NO_NUMBER);
    failed += check(make, M, &opt, REFUSING);
    opt.block = 3;
    failed += check(make, M, &opt, REFUSING);
    opt.project = true; /* the step that fails leaves a point that rows alone show projected */
    opt.project_every = 3;
    failed += check(make, M, &opt, NO_NUMBER);
    failed += check(make, M, &opt, REFUSING);
    return failed;
}

static size_t check_adaptive(maker *make, const lf_method *M)
{
    lf_options opt = lf_options_default();
    size_t failed = 0;
    opt.t1 = 0.3;
    opt.h = 0;
    opt.tolerance.atol = opt.tolerance.rtol = 1e-7;
    for (size_t block = 0; block <= 5; block += 5) {
        opt.block = block;
        for (opt.every = 0; opt.every < 0.1; opt.every += 0.07) {
            failed += check(make, M, &opt, NO_NUMBER);
            failed += check(make, M, &opt, REFUSING);
        }
    }
    return failed;
}

/* Methods that need these traits; answers how many runs with a failure were compared. */
static size_t check_methods(maker *make, unsigned needs)
{
    const lf_problem P = make(crowd_parameters);
    size_t failed = 0;
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        const char *why;
        if (lf_method_fits(*M, &P, &why) != LF_OK || (*M)->needs != needs)
            continue;
        const size_t before = failed;
        failed += check_fixed(make, *M);
        if ((*M)->estimator.attempt)
            failed += check_adaptive(make, *M);
        if (failed == before)
            fail_msg("%s on %s never failed", (*M)->name, P.name);
    }
    return failed;
}

static void test_fields(void **state)
{
    (void)state;
    assert_true(check_methods(make_sphere, 0) > 100);
}

static void test_traits(void **state)
{
    (void)state;
    assert_true(check_methods(make_top, LF_NEEDS(LF_TRAIT_HAMILTONIAN)) > 10);
    assert_true(check_methods(make_level, LF_NEEDS(LF_TRAIT_ENERGY)) > 3);
    assert_true(check_methods(make_turning, LF_NEEDS(LF_TRAIT_SPLITTING)) > 3);
}

static void test_bursts(void **state)
{
    (void)state;
    check_adaptive(make_bursts, lf_method_find("gbs-ambient"));
}

static void test_bodies(void **state)
{
    (void)state;
    for (form = LF_INERTIAL_HAMILTONIAN; form <= LF_RELATIVE_LAGRANGIAN; form++)
        assert_true(check_methods(make_bodies, LF_NEEDS(LF_TRAIT_BODIES)) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_traits),
        cmocka_unit_test(test_bursts),
        cmocka_unit_test(test_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
