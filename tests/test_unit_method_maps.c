/* SPDX-License-Identifier: BSD-3-Clause */
/* RKMK methods with other coordinates and with a truncated dexpinv: the order stays what the tableau
 * promises, and one power of ad too few costs exactly one order. Which method fits which problem. */
#include "support/order.h"

#include <math.h>
#include <string.h>

/* Settled orders, see test_law_methods.c. */
static double settled(int order)
{
    return order <= 4 ? 0.15 : 0.3;
}

static const char *const rkmk[] = {"rkmk2", "rkmk3", "rkmk4", "rkmk5"};
enum { RKMKS = sizeof rkmk / sizeof *rkmk };

static void each_rkmk(const char *action, test_kind kind, lf_map map, lf_pull pull)
{
    static test_race race;
    test_field field;
    const lf_action *A = test_action(action);
    const lf_problem P = test_problem(A, kind, 1, &field);
    /* matrices up to order four, see test_law_methods.c */
    const size_t count = A->group->kind == LF_GROUP_MATRIX ? RKMKS - 1 : RKMKS;
    for (size_t k = 0; k < count; k++) {
        lf_method M = *lf_method_find(rkmk[k]);
        const char *why;
        M.map = map;
        M.pull = pull;
        assert_int_equal(lf_method_fits(&M, &P, &why), LF_OK);
        test_race_set(&race, &P, M.order <= 4 ? 1 : 4);
        test_order_is(&race, &M, M.order, settled(M.order));
    }
}

/* Coordinates that are singular within a step of any size would show here as failures. */
static void check_map(lf_map map)
{
    static const char *const actions[] = {
        "sphere",          "so3-left",  "so3-right",   "se3-left",
        "se3-coadjoint",   "tso3-left", "so2-left",    "body-frame",
        "s3-left",         "se2-plane", "se3-left^2",  "so4-left",
        "so4-conjugation", "body-n",    "sp4-vectors", "minkowski-vectors",
        "so4-coadjoint"};
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++)
        if (lf_group_has_map(test_action(actions[k])->group, map))
            each_rkmk(actions[k], TEST_IN_TIME, map, LF_PULL_EXACT);
}

static void test_cayley(void **state)
{
    (void)state;
    check_map(LF_CAYLEY);
    if (lf_group_has_map(&lf_sl2, LF_CAYLEY))
        each_rkmk("sl2-plane", TEST_IN_TIME, LF_CAYLEY, LF_PULL_EXACT);
}

/* cay(u).y by the action's own formula against the group element applied. */
static void check_cayley(const lf_action *A, uint64_t seed)
{
    double u[18], y[36], moved[36], applied[36], g[36];
    test_random r = {seed};
    const lf_action *base = A->kind == LF_ACTION_POWER ? A->factor[0] : A;
    assert_non_null(base->ops->cayley);
    for (int round = 0; round < 20; round++) {
        test_fill(&r, A->group->dim, 2, u);
        test_fill(&r, A->dim, 1, y); /* the action is linear: any point serves */
        test_flow(A, LF_CAYLEY, 1, u, y, moved);
        test_map(A->group, LF_CAYLEY, 1, u, g);
        test_apply(A, 1, g, y, applied);
        /* a few roundings of numbers up to |u| |y| */
        test_within(test_distance(A->dim, moved, applied), 1e-14, "%s", A->name);
    }
}

static void test_cayley_moves(void **state)
{
    (void)state;
    static const lf_group *const se3[] = {&lf_se3};
    static const lf_action *const ts2[] = {&lf_ts2};
    const lf_group G = lf_group_power(se3, 3);
    const lf_action power = lf_action_power(&G, ts2, 3);
    check_cayley(&lf_ts2, 1);
    check_cayley(&lf_body_frame, 2);
    check_cayley(&lf_body_frame_quaternion, 3);
    check_cayley(&power, 4);
}

static void test_second_kind(void **state)
{
    (void)state;
    check_map(LF_SECOND_KIND);
}

static void test_truncated(void **state)
{
    (void)state;
    static const char *const actions[] = {"sphere",    "so3-right",  "se3-left", "sl2-plane",
                                          "se2-plane", "product",    "so4-left", "so4-conjugation",
                                          "body-n",    "sp4-vectors"};
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++)
        each_rkmk(actions[k], TEST_IN_TIME, LF_EXP, LF_PULL_TRUNCATED);
}

/* Rotations too large for a step make coordinates differ, so a map that is silently not used would
 * be noticed here. */
static void test_maps_differ(void **state)
{
    (void)state;
    test_field field;
    const lf_problem P = test_problem(&lf_so3_left, TEST_IN_TIME, 1, &field);
    double y[LF_MAP_COUNT + 1][TEST_MAX_DIM];
    for (int k = 0; k <= LF_MAP_COUNT; k++) {
        lf_method M = *lf_method_find("rkmk4");
        test_random r = {4};
        M.map = k < LF_MAP_COUNT ? (lf_map)k : LF_EXP;
        M.pull = k < LF_MAP_COUNT ? LF_PULL_EXACT : LF_PULL_TRUNCATED;
        test_point(P.action, &r, 1, y[k]);
        test_march(&P, &M, 1, 2, y[k], NULL);
        for (int j = 0; j < k; j++)
            assert_true(test_distance(9, y[j], y[k]) > 1e-6);
    }
}

/* lf_group_dexpinv_truncated keeps ad^(order-2), where odd powers from three on have coefficient
 * zero. Without ad^k an error of order k + 1 is left. */
static void test_truncated_too_early(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        int keep, expected;
    } cut[] = {{"rkmk3", 2, 2}, {"rkmk4", 3, 3}, {"rkmk4", 2, 2}, {"rkmk5", 4, 5}, {"rkmk5", 3, 3}};
    static const char *const actions[] = {"so3-left", "se3-coadjoint", "s3-left"};
    static test_race race;
    test_field field;
    for (size_t j = 0; j < sizeof actions / sizeof *actions; j++) {
        const lf_problem P = test_problem(test_action(actions[j]), TEST_IN_TIME, 1, &field);
        for (size_t k = 0; k < sizeof cut / sizeof *cut; k++) {
            lf_method M = *lf_method_find(cut[k].method);
            M.pull = LF_PULL_TRUNCATED;
            M.order = cut[k].keep;
            test_race_set(&race, &P, cut[k].expected <= 4 ? 1 : 4);
            test_order_is(&race, &M, cut[k].expected, settled(cut[k].expected));
        }
    }
}

/* ---- what fits ---- */

static void refuses(const lf_method *M, const lf_problem *P, const char *word)
{
    const char *why = NULL;
    assert_int_equal(lf_method_fits(M, P, &why), LF_ENEEDS);
    assert_non_null(why);
    if (!strstr(why, word))
        fail_msg("%s on %s: \"%s\" does not mention %s", M->name, P->name, why, word);
}

static void test_fits(void **state)
{
    (void)state;
    test_field field;
    const char *why = NULL;
    const lf_problem P = test_problem(&lf_sl2_plane, TEST_IN_TIME, 1, &field);
    refuses(lf_method_find("magnus4"), &P, "time alone");
    lf_method M = *lf_method_find("rkmk4");
    M.map = LF_CAYLEY;
    M.pull = LF_PULL_TRUNCATED;
    refuses(&M, &P, "exponential");
    for (int map = 0; map < LF_MAP_COUNT; map++) {
        M.map = (lf_map)map;
        M.pull = LF_PULL_EXACT;
        const bool has = lf_group_has_map(P.action->group, M.map);
        assert_int_equal(lf_method_fits(&M, &P, &why), has ? LF_OK : LF_ENEEDS);
        assert_true(has == (why == NULL));
    }
    for (const lf_method *const *m = lf_methods(); *m; m++)
        if ((*m)->needs == 0)
            assert_int_equal(lf_method_fits(*m, &P, &why), LF_OK);
}

/* Every method says who it is, and is found by its name. */
static void test_registry(void **state)
{
    (void)state;
    for (const lf_method *const *m = lf_methods(); *m; m++) {
        assert_ptr_equal(lf_method_find((*m)->name), *m);
        assert_true((*m)->doc[0] && (*m)->cite[0] && (*m)->order >= 1);
        for (const lf_method *const *other = lf_methods(); other < m; other++)
            assert_string_not_equal((*m)->name, (*other)->name);
    }
    assert_null(lf_method_find("rkmk"));
    assert_null(lf_method_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cayley),      cmocka_unit_test(test_cayley_moves),
        cmocka_unit_test(test_second_kind), cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_maps_differ), cmocka_unit_test(test_truncated_too_early),
        cmocka_unit_test(test_fits),        cmocka_unit_test(test_registry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
