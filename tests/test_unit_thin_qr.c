/* SPDX-License-Identifier: BSD-3-Clause */
/* QR of matrices with few columns: orthonormal to rounding whatever the columns are, logarithms of R's
 * diagonal, and refusals. */
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/thin_qr.h"

enum { MOST = 1000 * 10 };

/* The largest entry of Q^T Q - I. */
static double off_orthonormal(size_t n, size_t k, const double *Q)
{
    double most = 0;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = i == j ? -1 : 0;
            for (size_t r = 0; r < n; r++)
                sum += Q[i * n + r] * Q[j * n + r];
            most = fmax(most, fabs(sum));
        }
    return most;
}

/* The largest part of a column of V that the columns of Q up to its own do not give, in proportion to it. */
static double off_span(size_t n, size_t k, const double *V, const double *Q)
{
    static double rest[MOST];
    double most = 0;
    for (size_t j = 0; j < k; j++) {
        memcpy(rest, V + j * n, n * sizeof *rest);
        for (size_t i = 0; i <= j; i++) {
            double part = 0;
            for (size_t r = 0; r < n; r++)
                part += Q[i * n + r] * rest[r];
            for (size_t r = 0; r < n; r++)
                rest[r] -= part * Q[i * n + r];
        }
        most = fmax(most, test_norm(n, rest) / test_norm(n, V + j * n));
    }
    return most;
}

/* Random columns, of which number j leans towards the first by `lean` to one and is 10^(-scale j) long. */
static void make_columns(test_random *r, size_t n, size_t k, double lean, double scale, double *V)
{
    test_fill(r, n * k, 1, V);
    for (size_t j = 1; j < k; j++)
        for (size_t i = 0; i < n; i++)
            V[j * n + i] = pow(10, -scale * (double)j) * (V[j * n + i] + lean * V[i]);
}

/* `lean` and `scale` decide the way: one pass, two, or Gram and Schmidt. R_jj is the length of what the columns
 * before leave of column j, found here by Q itself. */
static void check_qr(size_t n, size_t k, double lean, double scale)
{
    static double V[MOST], Q[MOST];
    double logs[10], work[100];
    test_random r = {n + 1000 * k};
    make_columns(&r, n, k, lean, scale, V);
    memcpy(Q, V, n * k * sizeof *Q);
    assert_true(lf_thin_qr_work(k) <= 100);
    assert_int_equal(lf_thin_qr(n, k, Q, logs, work), LF_OK);
    /* one pass loses rounding times the square of a lean of 100 at most */
    test_within(off_orthonormal(n, k, Q), 2e-12, "n = %zu, k = %zu, lean %g: Q^T Q", n, k, lean);
    test_within(off_span(n, k, V, Q), 1e-11, "n = %zu, k = %zu, lean %g: span", n, k, lean);
    for (size_t j = 0; j < k; j++) {
        double R = 0;
        for (size_t i = 0; i < n; i++)
            R += Q[j * n + i] * V[j * n + i];
        /* digits are lost as much as the column leans */
        test_within(fabs(log(R) - logs[j]), 1e-13 * (100 + lean), "n = %zu, k = %zu: R_%zu", n, k,
                    j + 1);
    }
}

static void test_ways(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{1, 1},   {3, 3},   {7, 2},    {8, 8},
                                      {40, 10}, {257, 5}, {1000, 10}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        check_qr(sizes[k][0], sizes[k][1], 0, 0);
        check_qr(sizes[k][0], sizes[k][1], 0, 3);
        check_qr(sizes[k][0], sizes[k][1], 1e3, 0);
        check_qr(sizes[k][0], sizes[k][1], 1e8, 0);
    }
}

/* The logarithms alone, from neighbours or from numbers that are apart: the same bits. */
static void test_logs(void **state)
{
    (void)state;
    enum { N = 1101, K = 5, STRIDE = 3 }; /* three blocks of rows, the last one not whole */
    static double V[N * K], apart[N * K * STRIDE], Q[N * K];
    double logs[K], some[K], work[K * K];
    test_random r = {4};
    make_columns(&r, N, K, 1, 0, V);
    for (size_t i = 0; i < N * K; i++)
        apart[i * STRIDE] = V[i];
    memcpy(Q, V, sizeof Q);
    assert_int_equal(lf_thin_qr(N, K, Q, logs, work), LF_OK);
    assert_int_equal(lf_thin_qr_logs(N, K, V, 1, some, work), LF_OK);
    test_same_bits(K, some, logs, "without Q");
    assert_int_equal(lf_thin_qr_logs(N, K, apart, STRIDE, some, work), LF_OK);
    test_same_bits(K, some, logs, "numbers that are apart");
}

static void test_refusals(void **state)
{
    (void)state;
    double logs[3], work[9];
    double same[12] = {1, 2, 3, 4, 2, 4, 6, 8, 0, 0, 1, 0}, nothing[12] = {0};
    double wrong[12] = {1, 2, 3, 4, NAN, 1, 1, 1, 0, 0, 1, 0};
    assert_int_equal(lf_thin_qr(4, 3, same, logs, work), LF_ESINGULAR);
    assert_int_equal(lf_thin_qr(4, 3, nothing, logs, work), LF_ESINGULAR);
    assert_int_equal(lf_thin_qr(4, 3, wrong, logs, work), LF_ENONFINITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_logs),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
