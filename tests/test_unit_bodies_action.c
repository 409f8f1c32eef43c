/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_bodies_action.c - the action of rigid bodies does in one go what the product of its
 * factors does one after the other: the same points, and the same bits for any number of lanes. */
#include <lieflow/bodies.h>

#include <float.h>
#include <string.h>

#include "base/lanes.h"
#include "support/cases.h"
#include "support/support.h"

enum { MOST = 3, LANES = 5, POINTS = LF_BODY_DIM * MOST * LANES, RATES = 12 * MOST * LANES };

typedef struct {
    lf_bodies bodies;
    lf_bodies_space space;
    lf_action product;
    const lf_action *own;
} pair_of_actions;

static void actions_make(pair_of_actions *p, size_t count)
{
    p->bodies = (lf_bodies){.count = count, .form = LF_INERTIAL_HAMILTONIAN};
    p->own = lf_problem_from_bodies("bodies", &p->bodies, &p->space).action;
    p->product = lf_action_product(&p->space.group, 4, p->space.actions);
}

/* A point and an algebra element; angles up to a radian, around three, and of several turns. */
static void draw(const pair_of_actions *p, uint64_t seed, size_t n, double *u, double *y)
{
    static const double size[3] = {0.4, 1.8, 12};
    test_random r = {seed};
    test_fill(&r, p->own->group->dim * n, size[seed % 3], u);
    test_point(&p->product, &r, n, y);
}

/* Three products of two roundings each for a number of size |y|, and what S and C are wrong by. */
static void check_same(const pair_of_actions *p, const double *a, const double *b, const double *u,
                       const char *what)
{
    const double size = 1 + test_norm(p->own->dim, b) + test_norm(p->own->group->dim, u);
    test_within(test_distance(p->own->dim, a, b), 32 * DBL_EPSILON * size, "%s, %zu bodies", what,
                p->bodies.count);
}

static void test_is_the_product(void **state)
{
    (void)state;
    pair_of_actions p;
    double u[RATES], g[POINTS], y[POINTS], a[POINTS], b[POINTS];
    for (size_t count = 1; count <= MOST; count++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            actions_make(&p, count);
            draw(&p, seed, 1, u, y);
            for (int map = LF_EXP; map <= LF_CAYLEY; map++) {
                test_flow(p.own, (lf_map)map, 1, u, y, a);
                test_flow(&p.product, (lf_map)map, 1, u, y, b);
                check_same(&p, a, b, u, lf_map_name((lf_map)map));
            }
            test_map(&p.space.group, LF_EXP, 1, u, g);
            test_apply(p.own, 1, g, y, a);
            test_apply(&p.product, 1, g, y, b);
            check_same(&p, a, b, u, "apply");
            test_generator(p.own, 1, u, y, a);
            test_generator(&p.product, 1, u, y, b);
            check_same(&p, a, b, u, "generator");
        }
}

/* Lane i of components 0 .. dim-1, which are [component][body][lane]: lanes are innermost. */
static void take_lane(size_t dim, size_t i, const double *all, double *one)
{
    for (size_t c = 0; c < dim; c++)
        one[c] = all[c * LANES + i];
}

static void test_lanes_have_the_same_bits(void **state)
{
    (void)state;
    pair_of_actions p;
    double u[RATES], y[POINTS], end[POINTS], own_u[RATES], own_y[POINTS], own_end[POINTS];
    double expected[POINTS];
    for (size_t count = 1; count <= MOST; count++)
        for (uint64_t seed = 1; seed <= 30; seed++)
            for (int map = LF_EXP; map <= LF_CAYLEY; map++) {
                actions_make(&p, count);
                draw(&p, seed, LANES, u, y);
                test_flow(p.own, (lf_map)map, LANES, u, y, end);
                for (size_t i = 0; i < LANES; i++) {
                    take_lane(p.own->group->dim, i, u, own_u);
                    take_lane(p.own->dim, i, y, own_y);
                    take_lane(p.own->dim, i, end, expected);
                    test_flow(p.own, (lf_map)map, 1, own_u, own_y, own_end);
                    assert_memory_equal(own_end, expected, p.own->dim * sizeof *expected);
                }
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_the_product),
        cmocka_unit_test(test_lanes_have_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
