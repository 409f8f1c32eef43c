/* SPDX-License-Identifier: BSD-3-Clause */
/* A lane does not know its neighbours: every operation of every group gives the same bits for 3, 8
 * and 64 lanes as for one lane at a time, with lanes that mix tiny, near and far angles. */
#include "support/calls.h"
#include "support/matrices.h"
#include "support/operators.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/group.h>

enum { MAX_REP = 80, MAX_LANES = 64, ROOM = MAX_REP * MAX_LANES };

/* An operation: kinds of its arguments and result, 'u' algebra, 'g' group, '1' a number, '-' none. */
typedef struct {
    const char *name, *kinds;
    lf_status (*call)(const lf_group *G, size_t n, const double *a, const double *b, double *c,
                      double *work);
    lf_map map;
} operation;

#define UNARY(name)                                                                             \
    static lf_status call_##name(const lf_group *G, size_t n, const double *a, const double *b, \
                                 double *c, double *work)                                       \
    {                                                                                           \
        (void)b;                                                                                \
        return lf_group_##name(G, n, a, c, work);                                               \
    }
#define MAP(name, map)                                                                          \
    static lf_status call_##name(const lf_group *G, size_t n, const double *a, const double *b, \
                                 double *c, double *work)                                       \
    {                                                                                           \
        (void)b;                                                                                \
        return lf_group_map(G, map, n, a, c, work);                                             \
    }
#define DMAPINV(name, map)                                                                      \
    static lf_status call_##name(const lf_group *G, size_t n, const double *a, const double *b, \
                                 double *c, double *work)                                       \
    {                                                                                           \
        return lf_group_dmapinv(G, map, n, a, b, c, work);                                      \
    }
UNARY(inv)
UNARY(log)
UNARY(defect)
MAP(exp, LF_EXP)
MAP(cay, LF_CAYLEY)
MAP(second_kind, LF_SECOND_KIND)
DMAPINV(dexpinv, LF_EXP)
DMAPINV(dcayinv, LF_CAYLEY)
DMAPINV(dsecond_kind_inv, LF_SECOND_KIND)

static lf_status call_identity(const lf_group *G, size_t n, const double *a, const double *b,
                               double *c, double *work)
{
    (void)a;
    (void)b;
    (void)work;
    lf_group_identity(G, n, c);
    return LF_OK;
}

static lf_status call_truncated(const lf_group *G, size_t n, const double *a, const double *b,
                                double *c, double *work)
{
    return lf_group_dexpinv_truncated(G, n, 8, a, b, c, work);
}

static const operation operations[] = {
    {"identity", "--g", call_identity, LF_EXP},
    {"mul", "ggg", lf_group_mul, LF_EXP},
    {"inv", "g-g", call_inv, LF_EXP},
    {"log", "g-u", call_log, LF_EXP},
    {"Ad", "guu", lf_group_Ad, LF_EXP},
    {"bracket", "uuu", lf_group_bracket, LF_EXP},
    {"dexp", "uuu", lf_group_dexp, LF_EXP},
    {"tangent", "ugg", lf_group_tangent, LF_EXP},
    {"right tangent", "ugg", lf_group_tangent_right, LF_EXP},
    {"exp", "u-g", call_exp, LF_EXP},
    {"dexpinv", "uuu", call_dexpinv, LF_EXP},
    {"cay", "u-g", call_cay, LF_CAYLEY},
    {"dcayinv", "uuu", call_dcayinv, LF_CAYLEY},
    {"second kind", "u-g", call_second_kind, LF_SECOND_KIND},
    {"dsecond_kind_inv", "uuu", call_dsecond_kind_inv, LF_SECOND_KIND},
    {"Ad*", "guu", lf_group_Ad_dual, LF_EXP},
    {"ad*", "uuu", lf_group_ad_dual, LF_EXP},
    {"dexp*", "uuu", lf_group_dexp_dual, LF_EXP},
    {"dexpinv*", "uuu", lf_group_dexpinv_dual, LF_EXP},
    {"truncated", "uuu", call_truncated, LF_EXP},
    {"defect", "g-1", call_defect, LF_EXP},
};

static size_t size_of(const lf_group *G, char kind)
{
    return kind == 'u' ? G->dim : kind == 'g' ? G->rep : kind == '1' ? 1 : 0;
}

/* Copy lane i of `count` components from or to a block of n lanes. */
static void take_lane(size_t count, size_t n, size_t i, const double *block, double *lane)
{
    for (size_t k = 0; k < count; k++)
        lane[k] = block[k * n + i];
}

static void put_lane(size_t count, size_t n, size_t i, const double *lane, double *block)
{
    for (size_t k = 0; k < count; k++)
        block[k * n + i] = lane[k];
}

/* Angles of all sorts side by side: none, tiny, near, about the switch at 2 (which is at 1 for
 * functions of twice the angle), half a turn, far. */
static void fill_algebra(const lf_group *G, test_random *r, size_t n, double *u)
{
    static const double length[] = {0,    1e-300, 1e-9, 0.1, 0.7,         1,       1.2, 1.9999999,
                                    2.01, 2.5,    3,    3.5, 3.141592653, 1.00001, 6,   9};
    for (size_t i = 0; i < n; i++) {
        double lane[MAX_REP];
        const double size = length[test_bits(r) % (sizeof length / sizeof *length)];
        test_direction(r, G->dim, lane);
        for (size_t k = 0; k < G->dim; k++)
            lane[k] *= size;
        put_lane(G->dim, n, i, lane, u);
    }
}

static void fill(const lf_group *G, char kind, test_random *r, size_t n, double *a)
{
    double u[MAX_REP], g[MAX_REP];
    if (kind == 'u')
        fill_algebra(G, r, n, a);
    for (size_t i = 0; kind == 'g' && i < n; i++) {
        fill_algebra(G, r, 1, u);
        test_exp(G, 1, u, g);
        put_lane(G->rep, n, i, g, a);
    }
}

static double kappa(const lf_group *G)
{
    return G->kind == LF_GROUP_PLANAR ? *(const double *)G->ctx : NAN;
}

static void check_operation(const lf_group *G, const operation *op, size_t n, uint64_t seed)
{
    static double a[ROOM], b[ROOM];
    double a1[MAX_REP], b1[MAX_REP], c1[MAX_REP], expected[MAX_REP];
    test_random r = {seed};
    const size_t size[] = {size_of(G, op->kinds[0]), size_of(G, op->kinds[1]),
                           size_of(G, op->kinds[2])};
    fill(G, op->kinds[0], &r, n, a);
    fill(G, op->kinds[1], &r, n, b);
    double *c = test_guarded(size[2] * n), *work = test_guarded(lf_group_work(G, n));
    const lf_status all = op->call(G, n, a, b, c, work);
    test_guarded_end(work, "%s: scratch of %s, %zu lanes", G->name, op->name, n);
    lf_status worst = LF_OK;
    for (size_t i = 0; i < n; i++) {
        take_lane(size[0], n, i, a, a1);
        take_lane(size[1], n, i, b, b1);
        work = test_guarded(lf_group_work(G, 1));
        const lf_status s = op->call(G, 1, a1, b1, expected, work);
        test_guarded_end(work, "%s: scratch of %s, one lane", G->name, op->name);
        worst = s == LF_OK ? worst : s;
        take_lane(size[2], n, i, c, c1);
        test_same_bits(size[2], c1, expected, "%s, kappa %g: %s, seed %llu, lane %zu of %zu",
                       G->name, kappa(G), op->name, (unsigned long long)seed, i, n);
    }
    test_guarded_end(c, "%s: result of %s, %zu lanes", G->name, op->name, n);
    assert_int_equal(all, worst);
}

static void check_group(const lf_group *G)
{
    static const size_t lanes[] = {1, 3, 8, 64};
    assert_true(G->rep <= MAX_REP);
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        for (size_t l = 0; l < sizeof lanes / sizeof *lanes; l++)
            for (uint64_t seed = 1; seed <= 8; seed++)
                if (lf_group_has_map(G, operations[k].map))
                    check_operation(G, &operations[k], lanes[l], seed);
}

static void test_named(void **state)
{
    (void)state;
    for (const lf_group *const *G = lf_groups(); *G; G++)
        check_group(*G);
}

static void test_parameters(void **state)
{
    (void)state;
    static const double forms[] = {0, -1, 0.3, -1e-12, 25, -9};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        const lf_group G = lf_group_planar(&forms[k]);
        check_group(&G);
    }
    const lf_group r5 = lf_group_rn(5);
    check_group(&r5);
    for (int which = 0; which < TEST_OPERATORS; which++) {
        static test_operator T;
        test_operator_set(&T, which, 0.3);
        check_group(&T.group);
    }
}

static void test_matrices(void **state)
{
    (void)state;
    for (const lf_group *const *G = test_matrix_groups(); *G; G++)
        check_group(*G);
}

/* A power of copies with n lanes is the base with copies * n lanes; products may nest. */
static void test_composites(void **state)
{
    (void)state;
    const lf_group r2 = lf_group_rn(2);
    const lf_group *const mixed_factor[] = {&lf_so3, &r2, &lf_se3};
    const lf_group *const spinor_factor[] = {&lf_s3, &lf_sl2};
    const lf_group *const se3[] = {&lf_se3};
    const lf_group mixed = lf_group_product(3, mixed_factor);
    const lf_group spinor = lf_group_product(2, spinor_factor);
    const lf_group chain = lf_group_power(se3, 3);
    const lf_group *const pair[] = {&spinor};
    const lf_group spinors = lf_group_power(pair, 2);
    const lf_group *const nested_factor[] = {&spinors, &chain, &lf_so2};
    const lf_group nested = lf_group_product(3, nested_factor);
    const lf_group *const all[] = {&mixed, &spinor, &chain, &spinors, &nested};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        check_group(all[k]);
}

/* The defect of a composite is the worst of its parts, and NaN is worst of all. */
static void test_composite_defect(void **state)
{
    (void)state;
    const lf_group *const se3[] = {&lf_se3};
    const lf_group chain = lf_group_power(se3, 3);
    const lf_group *const factor[] = {&lf_s3, &chain};
    const lf_group G = lf_group_product(2, factor);
    double g[2 * 40], d[2], one;
    lf_group_identity(&G, 2, g);
    /* component 0, copy 1, lane 1 of the chain; see product.c for the layout */
    double *entry = g + 4 * 2 + (0 * 3 + 1) * 2 + 1;
    *entry = 1.5;
    test_group_defect(&G, 2, g, d);
    assert_true(d[0] == 0);
    double r[12] = {1.5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    test_group_defect(&lf_se3, 1, r, &one);
    assert_true(d[1] == one && one > 1);
    *entry = (double)NAN;
    test_group_defect(&G, 2, g, d);
    assert_true(d[0] == 0 && isnan(d[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_matrices),
        cmocka_unit_test(test_composites),
        cmocka_unit_test(test_composite_defect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
