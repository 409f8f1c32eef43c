/* SPDX-License-Identifier: BSD-3-Clause */
/* test_law_orders.c - the table of orders on every method that fits a model: what is observed is what
 * the method claims, or it is not determined with a reason. No roundoff is told as an order. */
#include <lieflow/run.h>

#include "support/cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* More than is claimed, and why; on other models they have their own order. */
static const struct {
    const char *model, *method;
    double order;
} superconvergent[] = {
    /* slopes of 2.00 over four doublings, where the potential is 1e-6 of the energy; with a heavier
     * top (heavy-top-cotangent) they are 1 */
    {"heavy-top-trivialised", "slgi-theta0", 2},
    {"heavy-top-trivialised", "slgi-theta1", 2},
};

static double expected(const lf_order_table *T, const char *model, size_t m)
{
    for (size_t k = 0; k < sizeof superconvergent / sizeof *superconvergent; k++)
        if (strcmp(superconvergent[k].model, model) == 0 &&
            strcmp(superconvergent[k].method, T->method[m]) == 0)
            return superconvergent[k].order;
    return T->claimed[m];
}

/* Flags and numbers go together. */
static void check_row(const lf_order_table *T, const char *model, size_t m)
{
    size_t asymptotic = 0;
    for (size_t i = 0; i < T->levels; i++) {
        const lf_level level = T->level[m][i];
        asymptotic += level == LF_LEVEL_ASYMPTOTIC;
        assert_true(level != LF_LEVEL_NOT_RUN || isnan(T->error[m][i]));
        assert_true(T->floor[m][i] == (level == LF_LEVEL_ROUNDOFF || level == LF_LEVEL_REFERENCE));
        assert_true(level != LF_LEVEL_FAILED || *T->failure[m]);
    }
    if (isnan(T->observed[m])) {
        assert_true(asymptotic == 0 && *T->reason[m]);
        return;
    }
    assert_true(asymptotic >= 3 && !*T->reason[m]);
    /* a tenth: the rule asks for that nearness to a whole number */
    test_within(fabs(T->observed[m] - expected(T, model, m)), LF_ORDER_WHOLE, "%s by %s: order",
                model, T->method[m]);
}

/* Every method that fits, as many at a time as a table takes; how many orders are determined. */
static size_t check_model(const char *model, size_t *methods)
{
    static lf_order_table T;
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    double y0[TEST_MAX_DIM];
    const char *why;
    size_t determined = 0;
    char list[LF_MAX_METHODS * LF_WORD_SIZE];
    assert_int_equal(lf_scenario_open(S, model), LF_OK);
    assert_true(lf_scenario_dim(S) <= TEST_MAX_DIM);
    assert_int_equal(lf_scenario_build(S, &P, y0), LF_OK);
    const lf_method *const *M = lf_methods();
    while (*M) {
        size_t count = 0, used = 0;
        for (; *M && count < LF_MAX_METHODS; M++)
            if (lf_method_fits(*M, &P, &why) == LF_OK)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                         count++ ? "," : "", (*M)->name);
        if (count == 0)
            break;
        lf_order_options opt = lf_order_options_default();
        opt.methods = list;
        const lf_status s = lf_order_measure(S, &opt, (lf_progress){0}, &T);
        if (s != LF_OK)
            fail_msg("%s: %s", model, lf_scenario_why(S));
        assert_int_equal(T.methods, count);
        for (size_t m = 0; m < count; m++) {
            check_row(&T, model, m);
            determined += isnan(T.observed[m]) ? 0 : 1;
        }
        *methods += count;
    }
    lf_scenario_free(S);
    return determined;
}

/* Most orders can be determined: what is left out are high orders, whose errors reach the floor within
 * two doublings, and on fast tops the lowest, which do not converge with steps that one can wait for. */
static void orders_are_as_claimed(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        double share; /* that is determined, at least; what was found less a tenth */
    } rows[] = {{"free-rigid-body", 0.72},
                {"heavy-top", 0.77},
                {"duffing", 0.8},
                {"humming-top", 0.84},
                {"driven-attitude", 0.78},
                {"heavy-top-cotangent", 0.83},
                {"heavy-top-trivialised", 0.5},
                {"free-rigid-body-quaternion", 0.81},
                {"vessel", 0.73}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t methods = 0;
        const size_t determined = check_model(rows[k].model, &methods);
        print_message("%s: %zu of %zu orders\n", rows[k].model, determined, methods);
        assert_true(methods >= 40);
        if ((double)determined < rows[k].share * (double)methods)
            fail_msg("%s: %zu of %zu orders are determined", rows[k].model, determined, methods);
    }
}

/* The acceleration of a chain is found by differences: points that lie too far apart let the method
 * converge to another solution, with an error of 0.026 that no step makes smaller. */
static void newmark_converges_on_chains(void **state)
{
    (void)state;
    static lf_order_table T;
    lf_scenario *S = lf_scenario_new();
    lf_order_options opt = lf_order_options_default();
    opt.methods = "newmark,hht";
    assert_int_equal(lf_scenario_open(S, "pendulum-chain"), LF_OK);
    assert_int_equal(lf_order_measure(S, &opt, (lf_progress){0}, &T), LF_OK);
    for (size_t m = 0; m < 2; m++)
        test_within(fabs(T.observed[m] - 2), 0.05, "%s on a chain", T.method[m]);
    lf_scenario_free(S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(orders_are_as_claimed),
                                       cmocka_unit_test(newmark_converges_on_chains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
