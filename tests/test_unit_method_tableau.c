/* SPDX-License-Identifier: BSD-3-Clause */
/* Tableaux: the orders of those that come with the library, broken ones, and methods made from a
 * tableau of the user. */
#include "support/order.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void test_own_tableaux(void **state)
{
    (void)state;
    for (const lf_tableau *const *T = lf_tableaux(); *T; T++) {
        const char *why = lf_tableau_check(*T);
        if (why)
            fail_msg("%s: %s", (*T)->name, why);
        /* conditions are checked up to order five; DOP853 has eight */
        const int seen = (*T)->order < 5 ? (*T)->order : 5;
        assert_int_equal(lf_tableau_order(*T), seen);
        assert_ptr_equal(lf_tableau_find((*T)->name), *T);
    }
    assert_null(lf_tableau_find("rk5"));
}

static const double ralston_a[] = {0, 0, 0, 1. / 2, 0, 0, 0, 3. / 4, 0};
static const double ralston_b[] = {2. / 9, 3. / 9, 4. / 9}, ralston_c[] = {0, 1. / 2, 3. / 4};
static const lf_tableau ralston3 = {
    .name = "ralston3", .order = 3, .stages = 3, .a = ralston_a, .b = ralston_b, .c = ralston_c};

/* Nystrom's fifth-order tableau, with six stages and negative weights */
static const double nystrom_a[] = {0,       0,        0,         0,       0, 0, /* */
                                   1. / 3,  0,        0,         0,       0, 0, /* */
                                   4. / 25, 6. / 25,  0,         0,       0, 0, /* */
                                   1. / 4,  -3,       15. / 4,   0,       0, 0, /* */
                                   6. / 81, 90. / 81, -50. / 81, 8. / 81, 0, 0, /* */
                                   6. / 75, 36. / 75, 10. / 75,  8. / 75, 0, 0};
static const double nystrom_b[] = {23. / 192, 0, 125. / 192, 0, -81. / 192, 125. / 192};
static const double nystrom_c[] = {0, 1. / 3, 2. / 5, 1, 2. / 3, 4. / 5};
static const lf_tableau nystrom5 = {
    .name = "nystrom5", .order = 5, .stages = 6, .a = nystrom_a, .b = nystrom_b, .c = nystrom_c};

static void test_given_tableaux(void **state)
{
    (void)state;
    static const lf_tableau *const given[] = {&ralston3, &nystrom5};
    static const char *const actions[] = {"so3-left", "se3-coadjoint", "r3-translation"};
    static test_race race;
    test_field field;
    for (size_t k = 0; k < 2; k++) {
        assert_null(lf_tableau_check(given[k]));
        assert_int_equal(lf_tableau_order(given[k]), given[k]->order);
        for (size_t j = 0; j < 6; j++) {
            const lf_problem P = test_problem(test_action(actions[j / 2]), TEST_IN_TIME, 1, &field);
            const lf_method M = lf_method_from_tableau(given[k]->name, given[k], j % 2 == 1);
            assert_int_equal(M.order, given[k]->order);
            test_race_set(&race, &P, k == 0 ? 1 : 4);
            test_order_is(&race, &M, M.order, k == 0 ? 0.15 : 0.3);
        }
    }
}

/* A registered tableau by hand is the registered method, bit for bit. */
static void test_same_as_registered(void **state)
{
    (void)state;
    test_field field;
    const lf_problem P = test_problem(&lf_se3_coadjoint, TEST_IN_TIME, 1, &field);
    static const char *const pairs[][2] = {
        {"rk4", "rkmk4"}, {"heun", "rkmk2"}, {"dop853", "rkmk8"}};
    for (size_t k = 0; k < 3; k++) {
        double a[TEST_MAX_DIM], b[TEST_MAX_DIM];
        test_random r = {8}, again = {8};
        test_point(P.action, &r, 1, a);
        test_point(P.action, &again, 1, b);
        const lf_method M = lf_method_from_tableau("mine", lf_tableau_find(pairs[k][0]), false);
        test_march(&P, &M, 1, 10, a, NULL);
        test_march(&P, lf_method_find(pairs[k][1]), 1, 10, b, NULL);
        test_same_bits(P.action->dim, a, b, "%s", pairs[k][1]);
    }
}

/* ---- broken tableaux ---- */

/* Ralston's tableau with one number changed. */
typedef struct {
    double a[9], b[3], c[3];
    lf_tableau T;
} changed;

static void change(changed *x)
{
    memcpy(x->a, ralston_a, sizeof x->a);
    memcpy(x->b, ralston_b, sizeof x->b);
    memcpy(x->c, ralston_c, sizeof x->c);
    x->T =
        (lf_tableau){.name = "changed", .order = 3, .stages = 3, .a = x->a, .b = x->b, .c = x->c};
}

static void refused(const lf_tableau *T, const char *word)
{
    const char *why = lf_tableau_check(T);
    assert_non_null(why);
    if (!strstr(why, word))
        fail_msg("\"%s\" does not mention %s", why, word);
}

static void test_broken(void **state)
{
    (void)state;
    changed x;
    change(&x);
    assert_null(lf_tableau_check(&x.T));
    x.a[2] = 0.1; /* upper triangle */
    refused(&x.T, "explicit");
    change(&x);
    x.a[4] = 0.5; /* diagonal */
    refused(&x.T, "explicit");
    change(&x);
    x.c[2] += 1e-6;
    refused(&x.T, "sum");
    change(&x);
    x.c[1] = NAN;
    refused(&x.T, "sum");
    change(&x);
    x.b[0] += 1e-6;
    refused(&x.T, "add up to 1");
    change(&x);
    x.b[1] = INFINITY;
    refused(&x.T, "finite");
    change(&x);
    x.a[3] = NAN;
    refused(&x.T, "finite");
    change(&x);
    x.T.stages = 0;
    refused(&x.T, "stages");
    x.T.stages = LF_MAX_STAGES + 1;
    refused(&x.T, "stages");
}

/* Consistent tableaux whose order is not what somebody hoped. */
static void test_order_of_changed(void **state)
{
    (void)state;
    changed x;
    change(&x);
    x.b[1] = 4. / 9, x.b[2] = 3. / 9; /* weights exchanged: even order 2 is lost */
    assert_null(lf_tableau_check(&x.T));
    assert_int_equal(lf_tableau_order(&x.T), 1);
    change(&x);
    x.a[6] = 1. / 4, x.a[7] = 1. / 2; /* b.A c no longer 1/6, quadrature still of order 3 */
    assert_null(lf_tableau_check(&x.T));
    assert_int_equal(lf_tableau_order(&x.T), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_tableaux),       cmocka_unit_test(test_given_tableaux),
        cmocka_unit_test(test_same_as_registered), cmocka_unit_test(test_broken),
        cmocka_unit_test(test_order_of_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
