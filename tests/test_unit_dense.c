/* SPDX-License-Identifier: BSD-3-Clause */
/* Dense matrices: products bit for bit against plain sums in the order of the inner index, factors,
 * eigenvalues and exponentials against what they must satisfy, up to sizes far above one block. */
#include "support/support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"

static const size_t sizes[] = {1, 2, 3, 5, 8, 10, 17, 50, 64, 65, 200};
enum { SIZES = sizeof sizes / sizeof *sizes, MOST = 200 * 200 };

static double *room(size_t count)
{
    double *a = calloc(count + LF_DENSE_WIDE, sizeof *a);
    assert_non_null(a);
    return a;
}

static double *random_matrix(test_random *r, size_t n, size_t stride)
{
    double *a = room(n * stride);
    for (size_t i = 0; i < n; i++)
        test_fill(r, n, 1, a + i * stride);
    return a;
}

/* The fused product that the build was made with: see LIEFLOW_FUSE. */
static double fused(double a, double b, double c)
{
#if defined(LF_NO_FUSE)
    return a * b + c;
#else
    return fma(a, b, c);
#endif
}

static void test_products_bit_for_bit(void **state)
{
    (void)state;
    test_random r = {1};
    for (size_t k = 0; k <= SIZES; k++) { /* the last with three inner blocks */
        const bool deep = k == SIZES;
        const size_t m = deep ? 6 : sizes[k], inner = deep ? 600 : sizes[SIZES - 1 - k];
        const size_t n = deep ? 70 : sizes[(k + 3) % SIZES];
        double *a = room(m * inner), *b = room(inner * n), *c = room(m * n), *d = room(m * n);
        double *turned = room(m * inner);
        test_fill(&r, m * inner, 1, a);
        test_fill(&r, inner * n, 1, b);
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < inner; j++)
                turned[j * m + i] = a[i * inner + j];
        lf_dense_mul(m, inner, n, a, inner, b, c);
        lf_dense_mul_transposed(m, inner, n, turned, m, b, d);
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < n; j++) {
                double sum = 0;
                for (size_t l = 0; l < inner; l++)
                    sum = fused(a[i * inner + l], b[l * n + j], sum);
                if (c[i * n + j] != sum || d[i * n + j] != sum)
                    fail_msg("%zu x %zu x %zu: entry %zu, %zu", m, inner, n, i, j);
            }
        free(a), free(b), free(c), free(d), free(turned);
    }
}

/* Solutions have residuals of some roundings of |a||x|; growth by pivoting stays below ten here. */
static void test_lu(void **state)
{
    (void)state;
    test_random r = {2};
    for (size_t k = 0; k < SIZES; k++) {
        const size_t n = sizes[k], stride = k % 2 ? n : lf_dense_stride(n);
        double *a = random_matrix(&r, n, stride), *b = random_matrix(&r, n, stride);
        double *lu = room(n * stride), *x = room(n * stride), *check = room(n * stride);
        double *pivot = room(n);
        memcpy(lu, a, n * stride * sizeof *a);
        memcpy(x, b, n * stride * sizeof *b);
        assert_int_equal(lf_dense_lu(n, stride, lu, pivot), LF_OK);
        lf_dense_lu_solve(n, stride, lu, pivot, stride, x);
        lf_dense_mul(n, n, stride, a, stride, x, check);
        const double scale = lf_dense_norm(n, stride, a) * lf_dense_norm(n, stride, x);
        for (size_t i = 0; i < n * stride; i++)
            check[i] -= b[i];
        test_within(lf_dense_norm(n, stride, check), 20 * DBL_EPSILON * scale, "n = %zu", n);
        memcpy(a + (n - 1) * stride, a, n * sizeof *a); /* two rows alike */
        if (n > 1) {
            lf_status s = lf_dense_lu(n, stride, a, pivot);
            assert_true(s == LF_ESINGULAR || fabs(a[(n - 1) * stride + n - 1]) < 1e-12);
        }
        b[(n / 2) * stride] = NAN;
        assert_int_equal(lf_dense_lu(n, stride, b, pivot), LF_ENONFINITE);
        memset(a, 0, n * stride * sizeof *a);
        assert_int_equal(lf_dense_lu(n, stride, a, pivot), LF_ESINGULAR);
        free(a), free(b), free(lu), free(x), free(check), free(pivot);
    }
}

/* a^T a + 1 is positive definite; its factor gives it back, and b R^-1 R is b. */
static void test_cholesky(void **state)
{
    (void)state;
    test_random r = {3};
    for (size_t k = 0; k < SIZES; k++) {
        const size_t n = sizes[k], stride = k % 2 ? n : lf_dense_stride(n);
        double *a = random_matrix(&r, n, stride), *gram = room(n * stride);
        double *R = room(n * stride), *back = room(n * stride), *b = random_matrix(&r, n, stride);
        lf_dense_mul_transposed(n, n, stride, a, stride, a, gram);
        for (size_t i = 0; i < n; i++)
            gram[i * stride + i] += 1;
        memcpy(R, gram, n * stride * sizeof *R);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++)
                R[i * stride + j] = NAN; /* not read */
        assert_int_equal(lf_dense_cholesky(n, stride, R), LF_OK);
        lf_dense_mul_transposed(n, n, stride, R, stride, R, back);
        for (size_t i = 0; i < n; i++)
            test_within(test_error(n, back + i * stride, gram + i * stride),
                        4 * DBL_EPSILON * (double)(n + 1), "R^T R, n = %zu", n);
        lf_dense_mul(n, n, stride, b, stride, R, back);
        lf_dense_solve_right(n, stride, R, n, back, stride);
        for (size_t i = 0; i < n; i++)
            test_within(test_error(n, back + i * stride, b + i * stride), 1e-13 * (double)(n + 1),
                        "b R R^-1, n = %zu", n);
        gram[0] = -1;
        assert_int_equal(lf_dense_cholesky(n, stride, gram), LF_ESINGULAR);
        gram[0] = NAN;
        assert_int_equal(lf_dense_cholesky(n, stride, gram), LF_ENONFINITE);
        free(a), free(gram), free(R), free(back), free(b);
    }
}

/* a v = lambda v and v v^T = 1; the largest matrix is small here, for Jacobi is of order n^3 log n. */
static void test_eigen(void **state)
{
    (void)state;
    test_random r = {4};
    for (size_t k = 0; k + 1 < SIZES; k++) {
        const size_t n = sizes[k], stride = k % 2 ? n : lf_dense_stride(n);
        double *a = random_matrix(&r, n, stride), *keep = room(n * stride), *v = room(n * stride);
        double *moved = room(n * stride), value[80], alone[80];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                keep[i * stride + j] = keep[j * stride + i] = a[j * stride + i];
        assert_int_equal(lf_dense_eigen(n, stride, a, value, v), LF_OK);
        lf_dense_mul(n, n, stride, v, stride, keep, moved);
        const double bound = 4 * DBL_EPSILON * (double)(n + 3) * lf_dense_norm(n, stride, keep);
        for (size_t i = 0; i < n; i++) {
            assert_true(i == 0 || value[i] >= value[i - 1]);
            for (size_t j = 0; j < n; j++) {
                double dot = 0;
                for (size_t l = 0; l < n; l++)
                    dot += v[i * stride + l] * v[j * stride + l];
                test_within(fabs(dot - (i == j)), 1e-14 * (double)(n + 1) / 2, "n = %zu", n);
                test_within(fabs(moved[i * stride + j] - value[i] * v[i * stride + j]), bound,
                            "n = %zu: value %zu", n, i);
            }
        }
        memcpy(a, keep, n * stride * sizeof *a);
        assert_int_equal(lf_dense_eigen(n, stride, a, alone, NULL), LF_OK);
        test_same_bits(n, alone, value, "n = %zu: without vectors", n);
        keep[n - 1] = NAN;
        assert_int_equal(lf_dense_eigen(n, stride, keep, value, v), LF_ENONFINITE);
        free(a), free(keep), free(v), free(moved);
    }
}

/* ---- exponentials ---- */

/* exp(a) in long doubles: Taylor series of a/2^k, squared k times. */
static void long_exp(size_t n, size_t stride, const double *a, long double *e)
{
    long double *term = calloc(3 * n * n, sizeof *term), *next = term + n * n, *x = next + n * n;
    assert_non_null(term);
    int halvings;
    frexp(lf_dense_norm(n, stride, a), &halvings);
    halvings = halvings < 0 ? 0 : halvings + 2;
    for (size_t i = 0; i < n * n; i++) {
        x[i] = ldexpl(a[i / n * stride + i % n], -halvings);
        e[i] = term[i] = i / n == i % n;
    }
    for (int k = 1; k < 30 + halvings; k++) {
        const bool series = k < 30;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                long double sum = 0;
                for (size_t l = 0; l < n; l++)
                    sum += (series ? term : e)[i * n + l] * (series ? x : e)[l * n + j];
                next[i * n + j] = series ? sum / k : sum;
            }
        memcpy(series ? term : e, next, n * n * sizeof *e);
        for (size_t i = 0; series && i < n * n; i++)
            e[i] += term[i];
    }
    free(term);
}

/* Every degree, and with halvings: skew matrices, whose exponential is as large as 1. */
static void test_exp(void **state)
{
    (void)state;
    static const double norms[] = {1e-300, 0.01, 0.2, 0.9, 2, 5, 30};
    test_random r = {5};
    for (size_t k = 0; k < 8; k++)
        for (size_t w = 0; w < sizeof norms / sizeof *norms; w++) {
            const size_t n = sizes[k], stride = k % 2 ? n : lf_dense_stride(n);
            double *a = random_matrix(&r, n, stride), *e = room(n * stride);
            double *work = room(lf_dense_exp_work(n, stride));
            long double *expected = calloc(n * n, sizeof *expected);
            assert_non_null(expected);
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j <= i; j++)
                    a[j * stride + i] = i == j ? 0.1 / (double)n : -a[i * stride + j];
            const double scale = norms[w] / lf_dense_norm(n, stride, a);
            for (size_t i = 0; i < n * stride; i++)
                a[i] *= scale;
            assert_int_equal(lf_dense_exp(n, stride, a, e, work), LF_OK);
            long_exp(n, stride, a, expected);
            double most = 0, off = 0;
            for (size_t i = 0; i < n * n; i++) {
                most = fmax(most, fabs((double)expected[i]));
                off = fmax(off, fabs((double)(e[i / n * stride + i % n] - expected[i])));
            }
            /* some roundings, doubled at each of the squarings */
            test_within(off / most, 3e-15 * fmax(1, norms[w]), "n = %zu, norm %g", n, norms[w]);
            free(a), free(e), free(work), free(expected);
        }
}

static void test_exp_refuses(void **state)
{
    (void)state;
    double a[4] = {0, 1, NAN, 0}, e[4], work[256];
    assert_true(lf_dense_exp_work(2, 2) <= 256);
    assert_int_equal(lf_dense_exp(2, 2, a, e, work), LF_ENONFINITE);
    a[2] = INFINITY;
    assert_int_equal(lf_dense_exp(2, 2, a, e, work), LF_ENONFINITE);
    a[0] = a[2] = 0;
    a[3] = 1e4; /* overflows */
    assert_int_equal(lf_dense_exp(2, 2, a, e, work), LF_ENONFINITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_bit_for_bit),
        cmocka_unit_test(test_lu),
        cmocka_unit_test(test_cholesky),
        cmocka_unit_test(test_eigen),
        cmocka_unit_test(test_exp),
        cmocka_unit_test(test_exp_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
