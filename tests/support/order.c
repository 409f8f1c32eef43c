/* SPDX-License-Identifier: BSD-3-Clause */
/* order.c - measuring orders. */
#include "support/order.h"

#include <math.h>
#include <string.h>

/* A ladder of steps, each 1.5 times smaller than the one before. */
enum { RUNGS = 3 };
static const double RATIO = 1.5;

static void march(const test_race *race, const lf_method *M, size_t steps, double *y)
{
    lf_stats stats;
    lf_options opt = lf_options_default();
    opt.t1 = race->t_end;
    opt.h = race->t_end / (double)steps;
    opt.watch = 0;
    memcpy(y, race->start, sizeof race->start);
    if (lf_solve(race->P, M, &opt, race->lanes, y, NULL, &stats) != LF_OK)
        fail_msg("%s on %s in %zu steps: %s", M->name, race->P->name, steps, stats.message);
}

static void set(test_race *race, const lf_problem *P, double t_end, size_t lanes)
{
    test_random r = {11};
    race->P = P;
    race->lanes = lanes;
    race->t_end = t_end;
    memset(race->start, 0, sizeof race->start);
    test_point(P->action, &r, lanes, race->start);
    test_race_reference(race);
}

void test_race_set(test_race *race, const lf_problem *P, double t_end)
{
    set(race, P, t_end, TEST_LANES);
}

void test_race_few(test_race *race, const lf_problem *P, double t_end)
{
    set(race, P, t_end, TEST_FEW);
}

void test_race_reference(test_race *race)
{
    const size_t fine = race->t_end > 1 ? 400 : 200;
    const lf_problem *P = race->P;
    const size_t count = P->action->dim * race->lanes;
    double other[TEST_MAX_DIM * TEST_LANES];
    march(race, lf_method_find("rkmk8"), fine, race->end);
    march(race, lf_method_find("dop853"), fine, other);
    const double norm = test_norm(count, race->end);
    race->size = norm / sqrt((double)race->lanes);
    test_within(test_distance(count, race->end, other), 1e-13 * norm, "%s: two references",
                P->name);
}

/* The error relative to the size of the solution, all trajectories in one vector. */
static double error_vector(const test_race *race, const lf_method *M, size_t steps, double *e)
{
    const size_t count = race->P->action->dim * race->lanes;
    double y[TEST_MAX_DIM * TEST_LANES];
    march(race, M, steps, y);
    for (size_t k = 0; k < count; k++)
        e[k] = (y[k] - race->end[k]) / (race->size * sqrt((double)race->lanes));
    return test_norm(count, e);
}

/* How many steps make the error small, by the assumed order: as few as 1e-12 needs, which is well
 * above the roundings of some hundred steps, or as many as settle the order: up to order three within
 * 0.01 of a whole number. */
static double finest(const test_race *race, const lf_method *M, int order)
{
    static const size_t enough[] = {0, 512, 128, 128, 512};
    const size_t most = order <= 4 ? enough[order] : 1024;
    double e[TEST_MAX_DIM * TEST_LANES];
    size_t steps = 16;
    double error = error_vector(race, M, steps, e);
    while (!(error < 1e-3) && 2 * steps <= most) {
        steps *= 2;
        error = error_vector(race, M, steps, e);
    }
    return fmin((double)steps * pow(error / 1e-12, 1. / order), (double)most);
}

/* The finest rungs of the ladder and the errors there. */
typedef struct {
    size_t steps[RUNGS];
    double error[RUNGS], e[RUNGS][TEST_MAX_DIM * TEST_LANES];
} ladder;

static void climb(const test_race *race, const lf_method *M, int order, ladder *L)
{
    const double most = finest(race, M, order);
    for (int j = 0; j < RUNGS; j++) {
        L->steps[j] = (size_t)(most * pow(RATIO, j + 1 - RUNGS) + 0.5);
        L->error[j] = error_vector(race, M, L->steps[j], L->e[j]);
    }
    if (!(L->error[RUNGS - 1] > 1e-14 && L->error[0] < 1e-2))
        fail_msg("%s on %s: error %g in %zu steps", M->name, race->P->name, L->error[RUNGS - 1],
                 L->steps[RUNGS - 1]);
}

double test_order(const test_race *race, const lf_method *M, int assumed)
{
    static ladder L;
    const size_t count = race->P->action->dim * race->lanes;
    double d[TEST_MAX_DIM * TEST_LANES], free_of_next[2];
    climb(race, M, assumed, &L);
    for (int j = 0; j < 2; j++) {
        const double q = (double)L.steps[j + 1] / (double)L.steps[j];
        for (size_t k = 0; k < count; k++)
            d[k] = (L.e[j][k] - pow(q, assumed + 1) * L.e[j + 1][k]) / (1 - q);
        free_of_next[j] = test_norm(count, d);
    }
    return log(free_of_next[0] / free_of_next[1]) / log((double)L.steps[1] / (double)L.steps[0]);
}

double test_slope(const test_race *race, const lf_method *M, int assumed)
{
    static ladder L;
    climb(race, M, assumed, &L);
    return log(L.error[0] / L.error[RUNGS - 1]) /
           log((double)L.steps[RUNGS - 1] / (double)L.steps[0]);
}

void test_order_is(const test_race *race, const lf_method *M, int expected, double tolerance)
{
    const double order = test_order(race, M, expected);
    if (!(fabs(order - expected) <= tolerance))
        fail_msg("%s on %s: order %.3f, expected %d", M->name, race->P->name, order, expected);
}
