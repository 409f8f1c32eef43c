/* SPDX-License-Identifier: BSD-3-Clause */
/* The pendulum chain's own midpoint rule: sub-steps by the field, masses that differ by 1e12, the same
 * bits in whatever company, and which chains have it. */
#include "support/chains.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = LF_MIDPOINT_LANES };

static const size_t sizes[] = {1, 2, 3, 4, 5, 20, 21, 31, 32, 67, 99, LF_CHAIN_LEAP_MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- against the field ---- */

/* Arrays of [component][lane]; twice over, for two ways to do the same. */
typedef struct {
    size_t all;
    double *base, *last[2], *now[2], *y, *F;
} leaping;

static leaping leaping_begin(const test_chain *C, const lf_problem *P, uint64_t seed)
{
    leaping s = {.all = P->action->dim * LANES};
    test_random r = {seed};
    double *all = test_room(8 * s.all);
    s.base = all;
    for (size_t k = 0; k < 2; k++) {
        s.last[k] = all + (1 + k) * s.all;
        s.now[k] = all + (3 + k) * s.all;
    }
    s.y = all + 5 * s.all;
    s.F = all + 6 * s.all;
    for (size_t j = 0; j < s.all; j++) {
        s.base[j] = C->y[j / LANES];
        s.last[0][j] = s.last[1][j] = test_uniform(&r, -0.01, 0.01);
        s.now[0][j] = s.now[1][j] = test_uniform(&r, -0.01, 0.01);
    }
    return s;
}

static void leaping_end(leaping *s)
{
    free(s->base);
}

static void leap_by_field(const lf_problem *P, int count, const double *twice, leaping *s)
{
    const double t[LANES] = {0};
    const lf_lanes L = test_lanes_of(LANES, t, NULL);
    double *now = s->now[1], *last = s->last[1];
    for (int k = 0; k < count; k++) {
        for (size_t j = 0; j < s->all; j++)
            s->y[j] = s->base[j] + now[j];
        test_rates(P, &L, s->y, s->F);
        for (size_t j = 0; j < s->all; j++) {
            const double next = last[j] + twice[j % LANES] * s->F[j];
            last[j] = now[j];
            now[j] = next;
        }
    }
}

static void check_leaps(const test_chain *C, int count, double within)
{
    static const double twice[LANES] = {0.02, 0.005, 0, -0.01};
    lf_ambient_space space;
    const lf_problem P = lf_problem_ambient(&C->P, &space);
    leaping s = leaping_begin(C, &P, (uint64_t)count + 1);
    const lf_midpoint *midpoint = lf_problem_midpoint(&P);
    const double t[LANES] = {0};
    const lf_lanes L = test_lanes_of(LANES, t, NULL);
    assert_non_null(midpoint);
    midpoint->burst(&P, &L, count, twice, s.base, s.last[0], s.now[0]);
    leap_by_field(&P, count, twice, &s);
    const double size = 1 + test_norm(s.all, s.now[1]);
    test_within(test_distance(s.all, s.now[0], s.now[1]) / size, within, "%zu links, %d leaps",
                C->self.n, count);
    test_within(test_distance(s.all, s.last[0], s.last[1]) / size, within,
                "%zu links, %d leaps: last", C->self.n, count);
    leaping_end(&s);
}

/* One mass and length for all links, or `masses` of them, and directions all over the sphere: a chain
 * that is nearly straight has tensions of condition links^2. */
static void begin_bent(test_chain *C, size_t links, const double *masses)
{
    test_chain bent;
    test_chain_random(&bent, links, false, 1, links);
    test_chain_begin(C, links);
    if (masses)
        test_chain_give(C, "masses", links, masses);
    test_chain_build(C);
    memcpy(C->y, bent.y, 6 * links * sizeof *C->y);
    test_chain_end(&bent);
}

/* Displacements of order one with an error of a few units in the last place, which the tensions and
 * five sub-steps magnify a little: masses differ by up to e^2. */
static void test_leaps(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2 * SIZES; k++)
        for (int count = 0; count < 6; count++) {
            test_chain C;
            if (k < SIZES)
                begin_bent(&C, sizes[k], NULL);
            else
                test_chain_random(&C, sizes[k - SIZES], false, 1, k);
            check_leaps(&C, count, 1e-14);
            test_chain_end(&C);
        }
}

/* Light and heavy links by turns, or half and half: products of pivots neither overflow nor vanish. The
 * heaviest feels the roundings of all others, one a link. */
static void test_extreme_masses(void **state)
{
    (void)state;
    for (size_t k = 1; k < SIZES; k++)
        for (int pattern = 0; pattern < 4; pattern++) {
            test_chain C;
            double mass[LF_CHAIN_LEAP_MOST];
            const size_t links = sizes[k];
            for (size_t j = 0; j < links; j++) {
                const bool one = pattern < 2 ? j % 2 : 2 * j < links;
                mass[j] = one == (pattern % 2 == 0) ? 1 : 1e12;
            }
            begin_bent(&C, links, mass);
            check_leaps(&C, 1, 1e-14 + (double)links * DBL_EPSILON);
            test_chain_end(&C);
        }
}

/* ---- runs ---- */

static void fly(const test_chain *C, size_t n, double *y)
{
    lf_options opt = lf_options_default();
    opt.t1 = 0.2;
    opt.h = 0;
    opt.block = n;
    opt.tolerance.atol = opt.tolerance.rtol = 1e-9;
    assert_int_equal(lf_solve(&C->P, lf_method_find("gbs-ambient"), &opt, n, y, NULL, NULL), LF_OK);
}

/* n trajectories with starts of their own, then each alone. */
static void check_lanes(const test_chain *C, size_t n)
{
    const size_t dim = C->P.action->dim;
    double *block = test_room(dim * n), *alone = test_room(dim), *lane = test_room(dim);
    for (size_t c = 0; c < dim; c++)
        for (size_t i = 0; i < n; i++)
            block[c * n + i] = C->y[c] + 1e-3 * (double)i;
    fly(C, n, block);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < dim; c++)
            alone[c] = C->y[c] + 1e-3 * (double)i;
        fly(C, 1, alone);
        test_take_lane(dim, n, i, block, lane);
        test_same_bits(dim, lane, alone, "%zu links, lane %zu of %zu", C->self.n, i, n);
    }
    free(block);
    free(alone);
    free(lane);
}

static void test_lanes(void **state)
{
    (void)state;
    static const size_t links[] = {1, 2, 3, 17, 32, 40}, lanes[] = {3, 4, 9, 17};
    for (size_t k = 0; k < sizeof links / sizeof *links; k++)
        for (size_t l = 0; l < sizeof lanes / sizeof *lanes; l++) {
            test_chain C;
            test_chain_random(&C, links[k], false, 1, k + 1);
            check_lanes(&C, lanes[l]);
            test_chain_end(&C);
        }
}

/* With and without leaps the same run but for rounding, which a fifth of a second hardly magnifies: far
 * within the tolerance of 1e-9. */
static void test_runs_agree(void **state)
{
    (void)state;
    for (size_t k = 0; k < SIZES; k++) {
        test_chain C;
        test_chain_random(&C, sizes[k], false, 0.3, k + 1);
        const size_t dim = C.P.action->dim;
        double *y = test_room(2 * dim);
        lf_trait list[LF_TRAIT_COUNT + 1];
        for (size_t way = 0; way < 2; way++) {
            memcpy(y + way * dim, C.y, dim * sizeof *y);
            fly(&C, 1, y + way * dim);
            C.P = test_without(&C.P, LF_TRAIT_MIDPOINT, list);
        }
        test_within(test_error(dim, y, y + dim), 1e-10, "%zu links", sizes[k]);
        free(y);
        test_chain_end(&C);
    }
}

static void test_who_leaps(void **state)
{
    (void)state;
    test_chain C;
    test_chain_begin(&C, LF_CHAIN_LEAP_MOST + 1);
    test_chain_build(&C);
    assert_null(lf_problem_midpoint(&C.P));
    test_chain_end(&C);
    test_chain_begin(&C, 3);
    assert_int_equal(test_chain_set(&C, "form", "dense"), LF_OK);
    test_chain_build(&C);
    assert_null(lf_problem_midpoint(&C.P));
    test_chain_end(&C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaps),     cmocka_unit_test(test_extreme_masses),
        cmocka_unit_test(test_lanes),     cmocka_unit_test(test_runs_agree),
        cmocka_unit_test(test_who_leaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
