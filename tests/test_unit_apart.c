/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_apart.c - what the papers' figures are compared with: equations written down once more and
 * solved apart from the library, against flows from high-precision arithmetic. */
#include "support/support.h"

#include <math.h>
#include <string.h>

#include <lieflow/param.h>

#include "papers/celledoni2021.h"

/* The bound of the references: roundings of a run, or what rounding the inputs did. */
static double bound(test_node *flow)
{
    return fmax(1e-13, 50 * test_number(test_get(flow, "rounding")));
}

static void closed_loop_is_the_quadrotors(void **state)
{
    (void)state;
    const lf_reference loop = {LF_LOOP_DIM, lf_loop_rate, &lf_loop_ours};
    test_document *D = test_open("quadrotors.json");
    test_node *flow = test_item(test_get(test_root(D), "flows"), 0);
    double y[LF_LOOP_DIM], truth[LF_LOOP_DIM];
    assert_int_equal(test_numbers(test_get(flow, "y0"), LF_LOOP_DIM, y), LF_LOOP_DIM);
    test_same_bits(LF_LOOP_DIM, y, lf_loop_start, "the start");
    assert_int_equal(test_numbers(test_get(flow, "yT"), LF_LOOP_DIM, truth), LF_LOOP_DIM);
    lf_reference_solve(&loop, 0, test_number(test_get(flow, "t")), y);
    test_within(test_error(LF_LOOP_DIM, y, truth), bound(flow), "the closed loop");
    test_close(D);
}

/* The start of a flow of chain.json: numbers in one text. */
static void flow_start(test_node *flow, size_t count, double *start)
{
    char text[4096], why[256];
    const lf_param row = {.name = "start", .type = LF_REAL, .count = count};
    if (lf_param_set(&row, start, test_text(test_get(flow, "start"), text, sizeof text), why,
                     sizeof why) != LF_OK)
        fail_msg("%s", why);
}

/* A flow of chain.json that starts as the paper's chains do, in angles. */
static void plane_flow(test_node *flow, size_t n)
{
    const lf_plane_chain chain = {n, 1};
    double y[2 * LF_CHAIN_MOST], all[6 * LF_CHAIN_MOST], truth[6 * LF_CHAIN_MOST];
    lf_plane_chain_start(&chain, y);
    flow_start(flow, 6 * n, truth);
    for (size_t k = 0; k < 6 * n; k++)
        all[k] = lf_plane_chain_column(&chain, y, k / 6, k % 6);
    test_within(test_distance(6 * n, all, truth), 1e-15, "the start of %zu rods", n);
    assert_int_equal(test_numbers(test_get(flow, "end"), 6 * n, truth), 6 * n);
    lf_plane_chain_solve(&chain, 0, test_number(test_get(flow, "t")), y);
    for (size_t k = 0; k < 6 * n; k++)
        all[k] = lf_plane_chain_column(&chain, y, k / 6, k % 6);
    /* extrapolation rounds by ten units where a step does by one, and the motion multiplies that; the
     * smallest error that is measured with it is 2e-6 */
    test_within(test_error(6 * n, all, truth), 200 * test_number(test_get(flow, "rounding")),
                "%zu rods", n);
}

static void chains_are_the_chains(void **state)
{
    (void)state;
    test_document *D = test_open("chain.json");
    test_node *flows = test_get(test_root(D), "flows");
    size_t planes = 0, doubles = 0;
    for (size_t i = 0; i < test_length(flows); i++) {
        test_node *flow = test_item(flows, i), *name = test_get(flow, "name");
        const size_t n = test_text_is(name, "pend2_1")    ? 2
                         : test_text_is(name, "pend10_1") ? 10
                         : test_text_is(name, "pend20_1") ? 20
                                                          : 0;
        if (n) {
            plane_flow(flow, n);
            planes++;
        }
        if (test_text_is(name, "pend2_3")) {
            double y[12], truth[12];
            flow_start(flow, 12, y);
            test_same_bits(12, y, lf_double_pendulum_start, "the start");
            assert_int_equal(test_numbers(test_get(flow, "end"), 12, truth), 12);
            lf_reference_solve(&lf_double_pendulum, 0, test_number(test_get(flow, "t")), y);
            test_within(test_error(12, y, truth), 2e-13, "the double pendulum as printed");
            doubles++;
        }
    }
    assert_true(planes == 3 && doubles == 1);
    test_close(D);
}

/* y' = y^2, which has no solution beyond t = 1. */
static void square(const void *ctx, double t, const double *y, double *f)
{
    (void)ctx, (void)t;
    f[0] = y[0] * y[0];
}

static void what_cannot_be_had_is_no_number(void **state)
{
    (void)state;
    const lf_reference equation = {1, square, NULL};
    double y = 1;
    lf_reference_solve(&equation, 0, 0.9, &y);
    test_within(fabs(y - 10), 1e-11, "y' = y^2 at 0.9");
    y = 1;
    lf_reference_solve(&equation, 0, 2, &y);
    assert_true(isnan(y));
}

static void systems_are_solved(void **state)
{
    (void)state;
    enum { N = 7 };
    test_random r = {1};
    double A[N * N], M[N * N], x[N], b[N];
    test_fill(&r, N * N, 1, A);
    A[0] = 0; /* rows have to be interchanged */
    test_fill(&r, N, 1, x);
    for (size_t i = 0; i < N; i++) {
        b[i] = 0;
        for (size_t j = 0; j < N; j++)
            b[i] += A[i * N + j] * x[j];
    }
    memcpy(M, A, sizeof M);
    lf_reference_eliminate(N, M, b);
    test_within(test_distance(N, b, x), 1e-13, "a system of seven");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_loop_is_the_quadrotors),
        cmocka_unit_test(chains_are_the_chains),
        cmocka_unit_test(what_cannot_be_had_is_no_number),
        cmocka_unit_test(systems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
