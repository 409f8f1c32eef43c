/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of long and narrow matrices: every number has the order of summation that tall.h states, for
 * any number of rows and columns; roots of small matrices. */
#include "support/support.h"

#include <math.h>
#include <stdlib.h>

#include "base/lanes.h"
#include "base/tall.h"

static const size_t heights[] = {1, 3, 7, 8, 9, 15, 16, 17, 31, 100, 511, 512, 513, 1000, 1500};
static const size_t widths[] = {1, 2, 3, 4, 5, 7, 8, 10, 13};
enum {
    HEIGHTS = sizeof heights / sizeof *heights,
    WIDTHS = sizeof widths / sizeof *widths,
    GAP = 3, /* columns lie farther apart than they are long */
    MOST = (1500 + GAP) * 26,
    SMALL = 26 * 26
};

typedef struct {
    double a[MOST], b[MOST], out[MOST], G[SMALL], expected[SMALL];
} room;

/* a.b: eight sums in blocks of 512 rows */
static double plain_product(size_t rows, const double *a, const double *b)
{
    double all = 0;
    for (size_t r = 0; r < rows; r += 512) {
        double s[8] = {0};
        for (size_t e = r; e < rows && e < r + 512; e++)
            s[(e - r) % 8] = lf_fma(a[e], b[e], s[(e - r) % 8]);
        all += ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    }
    return all;
}

static void look_at_gram(room *m, size_t rows, size_t p, size_t q)
{
    const size_t stride = rows + GAP;
    const lf_tall A = {p, stride, m->a}, B = {q, stride, m->b};
    lf_tall_gram(rows, &A, &B, m->G, p);
    for (size_t j = 0; j < q; j++)
        for (size_t i = 0; i < p; i++)
            m->expected[j * p + i] = plain_product(rows, m->a + i * stride, m->b + j * stride);
    test_same_bits(p * q, m->G, m->expected, "%zu rows, %zu x %zu", rows, p, q);
    lf_tall_gram(rows, &A, &A, m->G, p);
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < p; i++)
            m->expected[j * p + i] = plain_product(rows, m->a + i * stride, m->a + j * stride);
    test_same_bits(p * p, m->G, m->expected, "%zu rows, %zu with themselves", rows, p);
}

/* Two terms, the second of one column. */
static void look_at_sum(room *m, size_t rows, size_t p, size_t q)
{
    const size_t stride = rows + GAP;
    const lf_tall_term terms[] = {{{p, stride, m->a}, m->G, p}, {{1, stride, m->b}, m->G, p}};
    for (size_t j = 0; j < q * stride; j++)
        m->out[j] = -7;
    lf_tall_sum(rows, 2, terms, q, m->out, stride);
    for (size_t j = 0; j < q; j++) {
        for (size_t r = 0; r < rows; r++) {
            double sum = 0;
            for (size_t l = 0; l < p; l++)
                sum = lf_fma(m->a[l * stride + r], m->G[j * p + l], sum);
            sum = lf_fma(m->b[r], m->G[j * p], sum);
            test_same_bits(1, &m->out[j * stride + r], &sum, "%zu rows, %zu x %zu", rows, p, q);
        }
        for (size_t r = rows; r < stride; r++) /* what lies between columns stays */
            assert_true(m->out[j * stride + r] == -7);
    }
}

static void test_orders_of_summation(void **state)
{
    (void)state;
    room *m = malloc(sizeof *m);
    test_random r = {5};
    assert_non_null(m);
    test_fill(&r, MOST, 1, m->a);
    test_fill(&r, MOST, 1, m->b);
    for (size_t h = 0; h < HEIGHTS; h++)
        for (size_t p = 0; p < WIDTHS; p++)
            for (size_t q = 0; q < WIDTHS; q += 2) {
                look_at_gram(m, heights[h], 2 * widths[p], widths[q]);
                look_at_sum(m, heights[h], 2 * widths[p], widths[q]);
            }
    free(m);
}

/* root root = a and inverse root = 1 for a = b^T b + c, from well to badly conditioned. */
static void test_roots(void **state)
{
    (void)state;
    enum { K = 9 };
    test_random r = {2};
    double b[K * K], a[K * K], root[K * K], inverse[K * K], product[K * K], work[3 * K * K];
    for (double c = 1; c > 1e-5; c /= 10) {
        const lf_tall B = {K, K, b};
        double size = 0;
        test_fill(&r, K * K, 1, b);
        lf_tall_gram(K, &B, &B, a, K);
        for (size_t j = 0; j < K; j++) {
            a[j * K + j] += c;
            size += a[j * K + j];
        }
        assert_true(lf_tall_root(K, a, root, inverse, work));
        lf_tall_square(K, root, root, product);
        /* Newton's iteration is as good as the condition of the root, at most sqrt(size / c) */
        test_within(test_distance(K * K, product, a), 1e-15 * size * sqrt(size / c), "root, %g", c);
        lf_tall_square(K, inverse, root, product);
        for (size_t j = 0; j < K; j++)
            product[j * K + j] -= 1;
        test_within(test_norm(K * K, product), 1e-14 * size / c, "inverse root, %g", c);
    }
    for (size_t j = 0; j < K * K; j++)
        a[j] = 1; /* of rank one */
    assert_false(lf_tall_root(K, a, root, inverse, work));
    for (size_t j = 0; j < K; j++)
        a[j * K + j] = -1;
    assert_false(lf_tall_root(K, a, root, inverse, work));
    a[4] = NAN;
    assert_false(lf_tall_root(K, a, root, inverse, work));
    a[4] = INFINITY;
    assert_false(lf_tall_root(K, a, root, inverse, work));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders_of_summation),
        cmocka_unit_test(test_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
