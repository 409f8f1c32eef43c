/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_derived.c - a group that brings nothing beyond what is required can do what the others can:
 * every named group stripped to that against its own formulas, with no more scratch than asked for. */
#include "support/calls.h"

#include <math.h>

enum { MAX_REP = 24, LANES = 5 };

/* The same group without anything optional. */
static lf_group bare(const lf_group *G, lf_group_ops *ops)
{
    const lf_group_ops *own = G->ops;
    lf_group copy = *G;
    *ops = (lf_group_ops){.identity = own->identity,
                          .mul = own->mul,
                          .inv = own->inv,
                          .Ad = own->Ad,
                          .bracket = own->bracket,
                          .map = {own->map[LF_EXP]},
                          .dmapinv = {own->dmapinv[LF_EXP]},
                          .defect = own->defect,
                          .work = own->work};
    copy.ops = ops;
    return copy;
}

/* Arguments 'u' of the algebra, 'g' of the group; results by the kind of the last. Derivatives by
 * differences of order eight lose up to three digits, quadrature none. */
static const struct {
    const char *name, *kinds;
    lf_group_binary *call;
    double within;
} operations[] = {
    {"dexp", "uuu", lf_group_dexp, 1e-14},
    {"tangent", "ugg", lf_group_tangent, 2e-13},
    {"right tangent", "ugg", lf_group_tangent_right, 5e-13},
    {"Ad*", "guu", lf_group_Ad_dual, 1e-14},
    {"ad*", "uuu", lf_group_ad_dual, 1e-14},
    {"dexp*", "uuu", lf_group_dexp_dual, 1e-14},
    {"dexpinv*", "uuu", lf_group_dexpinv_dual, 1e-14},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void fill(const lf_group *G, char kind, test_random *r, double size, size_t n, double *a)
{
    double u[MAX_REP * LANES];
    test_fill(r, G->dim * n, size, kind == 'u' ? a : u);
    if (kind == 'g')
        test_exp(G, n, u, a);
}

static void check(const lf_group *G, size_t op, size_t n, double size, uint64_t seed)
{
    lf_group_ops ops;
    const lf_group stripped = bare(G, &ops);
    const char *kinds = operations[op].kinds;
    const size_t count = (kinds[2] == 'u' ? G->dim : G->rep) * n;
    double a[MAX_REP * LANES], b[MAX_REP * LANES], own[MAX_REP * LANES];
    double *made = test_guarded(count);
    test_random r = {seed};
    fill(G, kinds[0], &r, size, n, a);
    fill(G, kinds[1], &r, size, n, b);
    test_group_call(operations[op].call, G, n, a, b, own, operations[op].name);
    test_group_call(operations[op].call, &stripped, n, a, b, made, operations[op].name);
    test_within(test_distance(count, made, own) / (1 + test_norm(count, own)),
                operations[op].within, "%s: %s of %zu lanes, size %g, seed %d", G->name,
                operations[op].name, n, size, (int)seed);
    test_guarded_end(made, "%s: result of %s", G->name, operations[op].name);
}

static void test_bare_groups(void **state)
{
    (void)state;
    static const size_t lanes[] = {1, 3, LANES};
    for (const lf_group *const *G = lf_groups(); *G; G++)
        for (size_t op = 0; op < OPERATIONS; op++)
            for (size_t k = 0; k < 3; k++)
                for (uint64_t seed = 1; seed <= 4; seed++) {
                    assert_true((*G)->rep <= MAX_REP);
                    check(*G, op, lanes[k], 0.1, seed);
                    check(*G, op, lanes[k], 0.8, seed);
                }
}

/* What it cannot do it says. */
static void test_what_lacks(void **state)
{
    (void)state;
    lf_group_ops ops;
    const lf_group G = bare(&lf_so3, &ops);
    double g[9], u[3] = {0}, work[64];
    lf_group_identity(&G, 1, g);
    assert_true(lf_group_work(&G, 1) <= 64);
    assert_int_equal(lf_group_log(&G, 1, g, u, work), LF_ENEEDS);
    assert_int_equal(lf_group_project(&G, 1, g, work), LF_ENEEDS);
    assert_int_equal(lf_group_map(&G, LF_CAYLEY, 1, u, g, work), LF_ENEEDS);
    assert_false(lf_group_can_project(&G));
    assert_false(lf_group_has_map(&G, LF_CAYLEY));
    assert_true(lf_group_has_map(&G, LF_EXP));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bare_groups),
        cmocka_unit_test(test_what_lacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
