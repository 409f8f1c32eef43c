/* SPDX-License-Identifier: BSD-3-Clause */
/* Logarithms of matrices where they are hard: eigenvalues -1, clusters, angles near 0 and near pi; and
 * where there are none. */
#include "support/calls.h"

#include <math.h>
#include <stdlib.h>

#include <lieflow/matrix.h>

enum { ROOM = 64 * 64 };

static double largest_off(size_t count, const double *a, const double *b)
{
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = isnan(a[k] - b[k]) ? NAN : fmax(most, fabs(a[k] - b[k]));
    return most;
}

/* g = exp(v) d exp(-v), d with blocks of rotations by these angles and then ones */
static void turned_blocks(const lf_group *G, size_t n, test_random *r, size_t count,
                          const double *angle, double *g)
{
    double *v = calloc(4 * n * n + n, sizeof *v), *q = v + n * n, *d = q + n * n, *x = d + n * n;
    assert_non_null(v);
    test_fill(r, G->dim, 1, v);
    test_exp(G, 1, v, q);
    lf_group_identity(G, 1, d);
    for (size_t k = 0; k < count; k++) {
        double *row = d + 2 * k * (n + 1);
        row[0] = row[n + 1] = cos(angle[k]);
        row[n] = sin(angle[k]);
        row[1] = -row[n];
    }
    test_mul(G, 1, q, d, x);
    test_inv(G, 1, q, d);
    test_mul(G, 1, x, d, g);
    free(v);
}

static void check_log(size_t n, size_t count, const double *angle, uint64_t seed)
{
    const lf_group G = lf_group_so(n);
    static double g[ROOM], u[ROOM], back[ROOM];
    test_random r = {seed};
    double sum = 0, wanted = 0;
    turned_blocks(&G, n, &r, count, angle, g);
    assert_int_equal(test_log(&G, 1, g, u), LF_OK);
    test_exp(&G, 1, u, back);
    test_within(largest_off(n * n, back, g), 4e-15 * (double)(n + 4), "exp(log(g)), n = %zu", n);
    for (size_t k = 0; k < G.dim; k++)
        sum += u[k] * u[k];
    for (size_t k = 0; k < count; k++)
        wanted += angle[k] * angle[k];
    /* the one nearest to 0; an angle is known to about 1e-14 from a matrix of such entries */
    test_within(fabs(sum - wanted), 1e-13 * (double)n * (1 + sqrt(wanted)), "|log(g)|, n = %zu", n);
}

/* Pairs -1, clusters, angles near 0 and near pi, and their mixtures. */
static void test_log_rotations(void **state)
{
    (void)state;
    const double pi = 4 * atan(1);
    const double angles[][4] = {{pi, pi, pi, pi},
                                {pi, pi - 1e-9, 1e-9, 0},
                                {1, 1, 1, 1},
                                {1, 1 + 1e-12, 1 + 1e-8, 1 - 1e-15},
                                {0, 0, 0, 0},
                                {1e-8, 2e-8, 3e-12, pi},
                                {pi / 2, pi / 2, pi, 0.3},
                                {3, 3 + 1e-7, pi - 1e-15, 2}};
    for (size_t k = 0; k < sizeof angles / sizeof *angles; k++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            for (size_t n = 8; n <= 11; n++)
                check_log(n, 4, angles[k], seed);
    double many[32];
    test_random r = {6};
    test_fill(&r, 32, 3.1, many);
    check_log(64, 32, many, 3);
    for (size_t k = 0; k < 32; k++)
        many[k] = k % 3 ? 2 : pi;
    check_log(64, 32, many, 4);
}

/* A cyclic permutation of an odd number of axes: eigenvalues are all roots of 1. */
static void test_log_permutation(void **state)
{
    (void)state;
    const lf_group G = lf_group_so(7);
    double g[49] = {0}, u[21], back[49];
    for (size_t k = 0; k < 7; k++)
        g[k * 7 + (k + 1) % 7] = 1;
    assert_int_equal(test_log(&G, 1, g, u), LF_OK);
    test_exp(&G, 1, u, back);
    test_within(largest_off(49, back, g), 2e-14, "a cyclic permutation");
}

static void test_log_refuses(void **state)
{
    (void)state;
    const lf_group so = lf_group_so(4), gl = lf_group_gl(3), sp = lf_group_sp(1);
    double u[16], g[16] = {0};
    lf_group_identity(&so, 1, g);
    g[5] = -1; /* a reflection */
    assert_int_equal(test_log(&so, 1, g, u), LF_ESINGULAR);
    assert_true(isnan(u[0]) && isnan(u[5]));
    g[5] = NAN;
    assert_int_equal(test_log(&so, 1, g, u), LF_ENONFINITE);
    const double negative[9] = {1, 0.5, 0, 0, -2, 0.3, 0, 0, 3}, singular[9] = {1, 2, 3, 2, 4, 6};
    assert_int_equal(test_log(&gl, 1, negative, u), LF_ESINGULAR);
    assert_int_equal(test_log(&gl, 1, singular, u), LF_ESINGULAR);
    const double hyperbolic[4] = {-3, 0, 0, -1. / 3};
    assert_int_equal(test_log(&sp, 1, hyperbolic, u), LF_ESINGULAR);
    const double broken[4] = {1, 0, INFINITY, 1};
    assert_int_equal(test_log(&sp, 1, broken, u), LF_ENONFINITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_rotations),
        cmocka_unit_test(test_log_permutation),
        cmocka_unit_test(test_log_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
