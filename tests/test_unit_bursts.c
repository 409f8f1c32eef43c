/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_bursts.c - equations written once (lieflow/equation.h): their fields over lanes are the
 * text, and bursts of midpoint steps give the bits of their fields, sub-step by sub-step and in runs
 * of one trajectory and of many. */
#include "support/chains.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/equation.h>

#include "method/gbs.h"

enum { LANES = LF_MIDPOINT_LANES, MOST = 40 };

static const size_t chain_sizes[] = {1, 2, 3, 20, 33, 256};
enum { CHAINS = sizeof chain_sizes / sizeof *chain_sizes };

/* ---- sub-steps ---- */

/* Arrays of [component][lane]; twice over, for two ways to do the same. */
typedef struct {
    size_t all;
    double *base, *before[2], *now[2], *y, *F;
} substeps;

static substeps substeps_begin(const double *y, size_t dim, size_t n, uint64_t seed)
{
    substeps s = {.all = dim * n};
    test_random r = {seed};
    double *all = test_room(7 * s.all);
    s.base = all;
    for (size_t k = 0; k < 2; k++) {
        s.before[k] = all + (1 + k) * s.all;
        s.now[k] = all + (3 + k) * s.all;
    }
    s.y = all + 5 * s.all;
    s.F = all + 6 * s.all;
    for (size_t j = 0; j < s.all; j++) {
        s.base[j] = y[j / n];
        s.before[0][j] = s.before[1][j] = test_uniform(&r, -0.01, 0.01);
        s.now[0][j] = s.now[1][j] = test_uniform(&r, -0.01, 0.01);
    }
    return s;
}

/* By the field, adding up short and long points as extrapolation does. */
static void substeps_by_field(const lf_problem *P, size_t n, int count, const double *twice,
                              substeps *s)
{
    const double t[LF_MIDPOINT_WIDE] = {0};
    const lf_lanes L = test_lanes_of(n, t, NULL);
    double *now = s->now[1], *before = s->before[1];
    for (size_t j = 0; j < s->all; j++)
        s->y[j] = s->base[j] + now[j];
    for (int k = 0; k < count; k++) {
        test_rates(P, &L, s->y, s->F);
        for (size_t j = 0; j < s->all; j++) {
            const double change = twice[j % n] * s->F[j], next = before[j] + change;
            s->y[j] =
                P->action->dim > GBS_SHORT ? s->base[j] + next : (s->base[j] + before[j]) + change;
            before[j] = now[j];
            now[j] = next;
        }
    }
}

static void check_burst(const lf_problem *inner, const double *y, size_t n, int count)
{
    double twice[LF_MIDPOINT_WIDE], t[LF_MIDPOINT_WIDE] = {0};
    lf_ambient_space space;
    const lf_problem P = lf_problem_ambient(inner, &space);
    const lf_midpoint *midpoint = lf_problem_midpoint(&P);
    const lf_lanes L = test_lanes_of(n, t, NULL);
    assert_non_null(midpoint);
    lf_midpoint_burst *burst = n == LANES ? midpoint->burst : midpoint->wide;
    if (!burst)
        return;
    for (size_t i = 0; i < n; i++)
        twice[i] = 0.02 - 0.005 * (double)(i % 7); /* forwards, backwards, and not at all */
    substeps s = substeps_begin(y, P.action->dim, n, (uint64_t)count + 1);
    burst(inner, &L, count, twice, s.base, s.before[0], s.now[0]);
    substeps_by_field(&P, n, count, twice, &s);
    test_same_bits(s.all, s.now[0], s.now[1], "%s, %zu components: %d sub-steps of %zu lanes",
                   inner->name, P.action->dim, count, n);
    test_same_bits(s.all, s.before[0], s.before[1], "%s: the last but one", inner->name);
    free(s.base);
}

static void check_bursts(const lf_problem *P, const double *y)
{
    for (int count = 0; count < 6; count++) {
        check_burst(P, y, LANES, count);
        check_burst(P, y, LF_MIDPOINT_WIDE, count);
    }
}

/* ---- runs ---- */

static size_t fly(const lf_problem *P, size_t n, double t1, double tolerance, double *y)
{
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t1 = t1;
    opt.h = tolerance > 0 ? 0 : t1 / 3;
    opt.tolerance.atol = opt.tolerance.rtol = tolerance;
    assert_int_equal(lf_solve(P, lf_method_find("gbs-ambient"), &opt, n, y, NULL, &stats), LF_OK);
    return stats.steps;
}

/* Start number i: near the given one and the manifold, and farther with its number. */
static void start(size_t dim, const double *y0, size_t i, double *y)
{
    for (size_t c = 0; c < dim; c++)
        y[c] = y0[c] + 2e-4 * (double)(i * (1 + c % 5));
}

/* `many` gets the ends of n trajectories, with bursts or without. */
static void fly_many(const lf_problem *P, const double *y0, size_t n, double t1, double tolerance,
                     double *many)
{
    const size_t dim = P->action->dim;
    double *lane = test_room(dim);
    for (size_t i = 0; i < n; i++) {
        start(dim, y0, i, lane);
        test_put_lane(dim, n, i, lane, many);
    }
    assert_true(fly(P, n, t1, tolerance, many) > 0);
    free(lane);
}

/* Alone or in company, with bursts or without: every trajectory ends at the same bits. */
static void check_runs(const lf_problem *P, const double *y0, double t1, double tolerance)
{
    static const size_t lanes[] = {1, 3, 4, 5, 16, 17, MOST};
    const size_t dim = P->action->dim;
    double *alone = test_room(dim * MOST), *many = test_room(dim * MOST), *lane = test_room(dim);
    lf_trait list[LF_TRAIT_COUNT + 1];
    const lf_problem without = test_without(P, LF_TRAIT_MIDPOINT, list);
    const lf_problem *const ways[] = {P, &without};
    assert_non_null(lf_problem_midpoint(P));
    assert_null(lf_problem_midpoint(&without));
    for (size_t i = 0; i < MOST; i++) {
        start(dim, y0, i, alone + i * dim);
        fly(P, 1, t1, tolerance, alone + i * dim);
    }
    for (size_t way = 0; way < 2; way++)
        for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++) {
            fly_many(ways[way], y0, lanes[k], t1, tolerance, many);
            for (size_t i = 0; i < lanes[k]; i++) {
                test_take_lane(dim, lanes[k], i, many, lane);
                test_same_bits(dim, lane, alone + i * dim, "%s, %zu components: %zu of %zu, %s",
                               P->name, dim, i, lanes[k], way ? "by fields" : "by bursts");
            }
        }
    free(alone);
    free(many);
    free(lane);
}

static const char *const models[][2] = {{"free-rigid-body", ""},
                                        {"free-rigid-body-attitude", "attitude=matrix"},
                                        {"free-rigid-body-attitude", "attitude=quaternion"},
                                        {"heavy-top", ""}};

static void test_models(void **state)
{
    (void)state;
    static test_model m;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        assert_int_equal(test_build(&m, models[k][0], models[k][1]), LF_OK);
        check_bursts(&m.problem, m.y0);
        check_runs(&m.problem, m.y0, 2, 1e-9);
        check_runs(&m.problem, m.y0, 0.5, 0);
    }
}

static void test_chains(void **state)
{
    (void)state;
    for (size_t k = 0; k < CHAINS; k++)
        for (int uniform = 0; uniform < 2; uniform++) {
            test_chain C;
            test_chain_random(&C, chain_sizes[k], false, 1, k + 1);
            if (uniform) {
                test_chain one; /* the same directions, all masses and lengths alike */
                test_chain_begin(&one, chain_sizes[k]);
                test_chain_build(&one);
                memcpy(one.y, C.y, 6 * chain_sizes[k] * sizeof *C.y);
                check_bursts(&one.P, one.y);
                test_chain_end(&one);
            } else {
                const double t1 = chain_sizes[k] > 100 ? 0.02 : 0.2;
                check_bursts(&C.P, C.y);
                check_runs(&C.P, C.y, t1, 1e-8);
                check_runs(&C.P, C.y, t1 / 10, 0);
            }
            test_chain_end(&C);
        }
}

/* Longer chains, and the dense form, have none. */
static void test_who_bursts(void **state)
{
    (void)state;
    test_chain C;
    test_chain_begin(&C, LF_CHAIN_SWEEP_MOST + 1);
    test_chain_build(&C);
    assert_null(lf_problem_midpoint(&C.P));
    test_chain_end(&C);
    test_chain_begin(&C, 3);
    assert_int_equal(test_chain_set(&C, "form", "dense"), LF_OK);
    test_chain_build(&C);
    assert_null(lf_problem_midpoint(&C.P));
    test_chain_end(&C);
}

/* Light and heavy links by turns, or half and half: products of pivots neither overflow nor vanish in
 * the sweep either. The heaviest feels the roundings of all others, one per link. */
static void test_extreme_masses(void **state)
{
    (void)state;
    for (size_t k = 1; k < CHAINS; k++)
        for (int pattern = 0; pattern < 4; pattern++) {
            const size_t links = chain_sizes[k], dim = 6 * links;
            test_chain C, bent;
            double mass[LF_CHAIN_SWEEP_MOST], *f = test_room(3 * dim), *v = f + dim, *F = v + dim;
            const double t = 0;
            const lf_lanes L = test_lanes_of(1, &t, NULL);
            for (size_t j = 0; j < links; j++)
                mass[j] = (pattern < 2 ? j % 2 : 2 * j < links) == (pattern % 2 == 0) ? 1 : 1e12;
            test_chain_random(&bent, links, false, 1, links);
            test_chain_begin(&C, links);
            test_chain_give(&C, "masses", links, mass);
            test_chain_build(&C);
            test_rates(&C.P, &L, bent.y, f);
            test_generator(C.P.action, 1, f, bent.y, v);
            test_ambient_rates(&C.P, &L, bent.y, F);
            test_within(test_distance(dim, F, v) / test_norm(dim, v),
                        1e-14 + (double)links * DBL_EPSILON, "%zu links, pattern %d", links,
                        pattern);
            test_chain_end(&C);
            test_chain_end(&bent);
            free(f);
        }
}

/* ---- equations of one's own ---- */

typedef struct {
    double inverse[3], pull, rate;
} gyro;

/* a body that is pulled about its third axis, and a drum whose axis moves with time */
LF_EQUATION(gyro, gyro, rotation, {
    lf_real size;
    lf_real_dot(y, y, &size);
    for (int k = 0; k < 3; k++)
        f[k] = -(self->inverse[k] * y[k]);
    f[2] = f[2] + self->pull * size;
})

LF_TIMED_EQUATION(drum, gyro, ts2, {
    const lf_real phase = self->rate * t;
    lf_real sine;
    lf_real_sin(&phase, &sine);
    for (int k = 0; k < 3; k++) {
        f[k] = self->inverse[k] * y[3 + k];
        f[3 + k] = sine * y[k] - self->pull * y[k] * y[k];
    }
})

/* An equation on an action of other sizes is refused, before it writes where it should not. */
static void test_wrong_action(void **state)
{
    (void)state;
    const gyro g = {{1, 2, 3}, 1, 1};
    const lf_problem P = lf_equation_problem("drum", &lf_sphere, &drum_equation, &g);
    const lf_options opt = lf_options_default();
    lf_stats stats;
    double y[6] = {1, 0, 0, 0, 1, 0};
    assert_int_equal(lf_solve(&P, lf_method_find("cf4"), &opt, 1, y, NULL, &stats), LF_EINPUT);
    assert_non_null(strstr(stats.message, "other sizes"));
}

static lf_status gyro_point(const void *ctx, size_t trajectory, double t, const double *y,
                            double *f)
{
    const gyro *self = ctx;
    (void)trajectory, (void)t;
    for (int k = 0; k < 3; k++)
        f[k] = -(self->inverse[k] * y[k]);
    f[2] = f[2] + self->pull * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    return LF_OK;
}

static lf_status drum_point(const void *ctx, size_t trajectory, double t, const double *y,
                            double *f)
{
    const gyro *self = ctx;
    const double sine = sin(self->rate * t);
    (void)trajectory;
    for (int k = 0; k < 3; k++) {
        f[k] = self->inverse[k] * y[3 + k];
        f[3 + k] = sine * y[k] - self->pull * y[k] * y[k];
    }
    return LF_OK;
}

static const gyro spinning = {{1, 0.4, 0.15}, 0.3, 1.7};
static const double gyro_start[] = {0.8, -0.4, 0.5}, drum_start[] = {0.6, 0, 0.8, 0, 0.7, 0};

/* The field over any number of lanes is that of points, one by one; y' is its generator. */
static void check_fields(const lf_problem *P, const lf_problem *points)
{
    static const size_t widths[] = {1, 2, 3, 4, 5, 8, 17};
    enum { WIDEST = 17, DIM = 6 };
    const size_t dim = P->action->dim, rate = P->action->group->dim;
    test_random r = {5};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        double t[WIDEST], y[DIM * WIDEST], f[DIM * WIDEST], g[DIM * WIDEST], v[DIM * WIDEST];
        const lf_lanes L = test_lanes_of(widths[k], t, NULL);
        test_fill(&r, widths[k], 3, t);
        test_fill(&r, dim * widths[k], 1, y);
        test_rates(P, &L, y, f);
        test_rates(points, &L, y, g);
        test_same_bits(rate * widths[k], f, g, "%s: field of %zu lanes", P->name, widths[k]);
        test_generator(P->action, widths[k], f, y, g);
        test_ambient_rates(P, &L, y, v);
        test_within(test_distance(dim * widths[k], v, g), 1e-15 * (double)(dim * widths[k]),
                    "%s: y' of %zu lanes", P->name, widths[k]);
    }
}

/* Runs of methods that see nothing but the field. */
static void check_same_runs(const lf_problem *P, const lf_problem *points, const double *y0)
{
    static const char *const methods[] = {"rkmk4", "cf4", "rkmk5", "gbs"};
    const size_t dim = P->action->dim;
    for (size_t k = 0; k < 4; k++) {
        double y[2][6 * 5];
        for (size_t way = 0; way < 2; way++) {
            lf_options opt = lf_options_default();
            opt.t1 = 3;
            opt.tolerance.atol = k < 2 ? 0 : 1e-8;
            for (size_t i = 0; i < 5; i++)
                test_put_lane(dim, 5, i, y0, y[way]);
            assert_int_equal(
                lf_solve(way ? points : P, lf_method_find(methods[k]), &opt, 5, y[way], NULL, NULL),
                LF_OK);
        }
        test_same_bits(dim * 5, y[0], y[1], "%s by %s", P->name, methods[k]);
    }
}

static void test_own_equation(void **state)
{
    (void)state;
    const lf_point_field point = {gyro_point, &spinning};
    const lf_problem P = lf_equation_problem("gyro", &lf_rotation, &gyro_equation, &spinning);
    const lf_problem points = lf_problem_from_point("gyro by points", &lf_rotation, &point);
    check_fields(&P, &points);
    check_same_runs(&P, &points, gyro_start);
    check_bursts(&P, gyro_start);
    check_runs(&P, gyro_start, 3, 1e-9);
}

static void test_own_timed_equation(void **state)
{
    (void)state;
    const lf_point_field point = {drum_point, &spinning};
    const lf_problem P = lf_equation_problem("drum", &lf_ts2, &drum_equation, &spinning);
    const lf_problem points = lf_problem_from_point("drum by points", &lf_ts2, &point);
    assert_null(lf_problem_midpoint(&P));
    assert_non_null(lf_problem_trait(&P, LF_TRAIT_AMBIENT));
    check_fields(&P, &points);
    check_same_runs(&P, &points, drum_start);
    /* classical methods see y' of the equation, or make it from the field: two roundings apart */
    double y[2][6];
    memcpy(y[0], drum_start, sizeof drum_start);
    memcpy(y[1], drum_start, sizeof drum_start);
    fly(&P, 1, 1, 1e-12, y[0]);
    fly(&points, 1, 1, 1e-12, y[1]);
    test_within(test_distance(6, y[0], y[1]), 1e-12, "drum by gbs-ambient");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_action),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_who_bursts),
        cmocka_unit_test(test_extreme_masses),
        cmocka_unit_test(test_own_equation),
        cmocka_unit_test(test_own_timed_equation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
