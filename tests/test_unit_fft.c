/* SPDX-License-Identifier: BSD-3-Clause */
/* Fourier and sine transforms against sums in quadruple precision, at every allowed length up to some
 * hundred and at one of 2^16; the phi functions; transforms of planes.
 *
 * A transform of n numbers of size one makes an error of a few roundings for each of log2 n passes:
 * coefficients are of size n^-1/2, so 4 eps of the largest of them is generous. */
#include "support/guarded.h"
#include "support/operators.h"
#include "support/quad.h"
#include "support/support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fft.h"
#include "base/phi.h"

static const size_t lengths[] = {1,  2,  3,  4,   6,   8,   12,  16,  24,  32,
                                 48, 64, 96, 128, 192, 256, 384, 512, 1024};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* e^{-2 pi i k/n} */
static void root(size_t k, size_t n, quad *re, quad *im)
{
    const quad pi = (quad)3.141592653589793116 + (quad)1.2246467991473531772e-16;
    /* the angle from -pi to pi, where series do not cancel much */
    const double number = 2 * k > n ? (double)k - (double)n : (double)k;
    const quad angle = 2 * pi * (quad)number / (quad)n;
    *re = quad_cos_at(angle * angle);
    *im = -angle * quad_even_at(angle * angle).S;
}

static double *room(size_t count)
{
    double *a = calloc(count + 1, sizeof *a);
    assert_non_null(a);
    return a;
}

/* sum_j x_j e^{-2 pi i jk/n} / n for complex numbers `step` apart */
static void slow(size_t n, const double *re, const double *im, size_t step, double *c)
{
    quad *wr = malloc(n * sizeof *wr), *wi = malloc(n * sizeof *wi);
    assert_true(wr && wi);
    for (size_t k = 0; k < n; k++)
        root(k, n, &wr[k], &wi[k]);
    for (size_t k = 0; k < n; k++) {
        quad a = 0, b = 0;
        for (size_t j = 0; j < n; j++) {
            const size_t w = j * k % n;
            const quad x = (quad)re[j * step], y = im ? (quad)im[j * step] : 0;
            a += x * wr[w] - y * wi[w];
            b += x * wi[w] + y * wr[w];
        }
        c[2 * k] = (double)(a / (quad)n);
        c[2 * k + 1] = (double)(b / (quad)n);
    }
    free(wr);
    free(wi);
}

static double largest(size_t count, const double *a, const double *b)
{
    double most = 0;
    for (size_t k = 0; k < count; k++) {
        const double d = fabs(a[k] - (b ? b[k] : 0));
        most = d <= most ? most : d; /* NaN wins */
    }
    return most;
}

static void check_complex(const lf_fft *F, test_random *r)
{
    const size_t n = F->n;
    double *x = test_guarded(2 * n), *c = test_guarded(2 * n), *back = test_guarded(2 * n);
    double *work = test_guarded(lf_fft_work(F)), *expected = room(2 * n);
    test_fill(r, 2 * n, 1, x);
    slow(n, x, x + 1, 2, expected);
    lf_fft_complex(F, x, c, work);
    test_within(largest(2 * n, c, expected), 4 * DBL_EPSILON * largest(2 * n, expected, NULL),
                "complex, %zu", n);
    lf_fft_complex_back(F, c, back, work);
    test_within(largest(2 * n, back, x), 8 * DBL_EPSILON, "complex and back, %zu", n);
    test_guarded_end(x, "x");
    test_guarded_end(c, "c");
    test_guarded_end(back, "back");
    test_guarded_end(work, "scratch of %zu", n);
    free(expected);
}

static void check_real(const lf_fft *F, test_random *r)
{
    const size_t n = 2 * F->n;
    double *x = test_guarded(n), *c = test_guarded(n + 2), *back = test_guarded(n);
    double *work = test_guarded(lf_fft_work(F)), *expected = room(2 * n);
    test_fill(r, n, 1, x);
    slow(n, x, NULL, 1, expected);
    lf_fft_real(F, x, c, work);
    test_within(largest(n + 2, c, expected), 4 * DBL_EPSILON * largest(n + 2, expected, NULL),
                "real, %zu", n);
    assert_true(c[1] == 0 && c[n + 1] == 0);
    lf_fft_real_back(F, c, back, work);
    test_within(largest(n, back, x), 8 * DBL_EPSILON, "real and back, %zu", n);
    test_guarded_end(x, "x");
    test_guarded_end(c, "c");
    test_guarded_end(back, "back");
    test_guarded_end(work, "scratch of %zu", n);
    free(expected);
}

/* By the slow transform of the odd extension, whose imaginary part is -b/2. */
static void check_sine(const lf_fft *F, test_random *r)
{
    const size_t n = F->n;
    double *x = room(2 * n), *b = test_guarded(n - 1), *back = test_guarded(n - 1);
    double *work = test_guarded(lf_fft_sine_work(F)), *c = room(4 * n), *expected = room(n);
    test_fill(r, n - 1, 1, x + 1);
    for (size_t j = 1; j < n; j++)
        x[2 * n - j] = -x[j];
    slow(2 * n, x, NULL, 1, c);
    for (size_t k = 1; k < n; k++)
        expected[k - 1] = -2 * c[2 * k + 1];
    lf_fft_sine(F, x + 1, b, work);
    test_within(largest(n - 1, b, expected), 8 * DBL_EPSILON * largest(n - 1, expected, NULL),
                "sine, %zu", n);
    lf_fft_sine_back(F, b, back, work);
    test_within(largest(n - 1, back, x + 1), 8 * DBL_EPSILON, "sine and back, %zu", n);
    test_guarded_end(b, "b");
    test_guarded_end(back, "back");
    test_guarded_end(work, "scratch of %zu", n);
    free(x);
    free(c);
    free(expected);
}

static void test_lengths(void **state)
{
    (void)state;
    test_random r = {3};
    for (size_t k = 0; k < LENGTHS; k++) {
        const size_t n = lengths[k];
        double *tables = test_guarded(lf_fft_room(n));
        const lf_fft *F = lf_fft_make(n, false, tables);
        assert_true(lf_fft_length(n));
        check_complex(F, &r);
        check_real(F, &r);
        if (n > 1)
            check_sine(F, &r);
        test_guarded_end(tables, "tables of %zu", n);
    }
}

/* A length of 2^16 real numbers: two waves whose coefficients are known, and back again. */
static void test_long(void **state)
{
    (void)state;
    enum { N = 1 << 16, FIRST = 3, SECOND = 20011 };
    double *tables = room(lf_fft_room(N / 2)), *x = room(N), *c = room(N + 2), *back = room(N);
    const lf_fft *F = lf_fft_make(N / 2, false, tables);
    double *work = room(lf_fft_work(F)), rest = 0;
    for (size_t j = 0; j < N; j++) {
        quad re[2], im[2];
        root((size_t)FIRST * j % N, N, &re[0], &im[0]);
        root((size_t)SECOND * j % N, N, &re[1], &im[1]);
        x[j] = (double)(2 * re[0] - im[1]);
    }
    lf_fft_real(F, x, c, work);
    test_within(fabs(c[2 * FIRST] - 1), 2 * DBL_EPSILON, "cosine");
    test_within(fabs(c[2 * SECOND + 1] + 0.5), 2 * DBL_EPSILON, "sine");
    c[2 * FIRST] -= 1;
    c[2 * SECOND + 1] += 0.5;
    rest = largest(N + 2, c, NULL);
    test_within(rest, 2 * DBL_EPSILON, "all other waves");
    c[2 * FIRST] += 1;
    c[2 * SECOND + 1] -= 0.5;
    lf_fft_real_back(F, c, back, work);
    test_within(largest(N, back, x), 16 * DBL_EPSILON, "back");
    free(tables), free(x), free(c), free(back), free(work);
}

static void test_nearest(void **state)
{
    (void)state;
    static const size_t cases[][4] = {{100, 4, 96, 128}, {1, 4, 4, 4},    {5, 4, 4, 6},
                                      {7, 4, 6, 8},      {48, 4, 48, 48}, {1000, 4, 768, 1024}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t below, above;
        lf_fft_nearest(cases[k][0], cases[k][1], &below, &above);
        assert_int_equal(below, cases[k][2]);
        assert_int_equal(above, cases[k][3]);
    }
    assert_false(lf_fft_length(0) || lf_fft_length(5) || lf_fft_length(9) || lf_fft_length(100));
}

/* 34 digits of phi_1, phi_2, phi_3; |z| from 1e-9 to 40, real, imaginary and between. */
static void test_phi(void **state)
{
    (void)state;
    test_document *D = test_open("semilinear.json");
    test_node *phi = test_get(test_root(D), "phi");
    double z[2 * 16], y[6 * 16];
    const size_t count = test_numbers(test_get(phi, "z"), 32, z) / 2;
    assert_int_equal(test_numbers(test_get(phi, "y"), 96, y), 6 * count);
    for (size_t k = 0; k < count; k++) {
        double f[8], real[4];
        lf_phi_complex(z + 2 * k, 3, f);
        lf_phi_real(z[2 * k], 3, real);
        for (int j = 0; j < 3; j++) {
            const double *expected = y + 6 * k + 2 * j;
            const double size = hypot(expected[0], expected[1]);
            test_within(hypot(f[2 * j + 2] - expected[0], f[2 * j + 3] - expected[1]),
                        1.6e-15 * size, "phi_%d of %g + %g i", j + 1, z[2 * k], z[2 * k + 1]);
            if (z[2 * k + 1] == 0)
                test_within(fabs(real[j + 1] - expected[0]), 1.6e-15 * size, "phi_%d of %g", j + 1,
                            z[2 * k]);
        }
    }
    test_close(D);
}

/* No table holds denormals, and 0 and tiny numbers are no trouble. */
static void test_phi_ends(void **state)
{
    (void)state;
    double f[8], g[8];
    const double zero[2] = {0, 0}, tiny[2] = {1e-200, -1e-200}, far[2] = {-720, 3};
    lf_phi_real(-720, 3, f);
    assert_true(f[0] == 0 && f[1] > 0);
    lf_phi_complex(far, 3, f);
    assert_true(f[0] == 0 && f[1] == 0);
    lf_phi_complex(zero, 3, f);
    lf_phi_complex(tiny, 3, g);
    const double expected[8] = {1, 0, 1, 0, 0.5, 0, 1. / 6, 0};
    test_within(largest(8, f, expected), 0, "at 0");
    test_within(largest(8, g, expected), 1e-199, "near 0");
}

/* A plane by sums over all waves, and derivatives along both axes. */
static void test_plane(void **state)
{
    (void)state;
    static test_operator T;
    test_operator_set(&T, TEST_PLANE, 1);
    const lf_operator *L = &T.L;
    const size_t nx = L->shape.n, ny = L->shape.rows, width = nx / 2 + 1, one = L->dim / 2;
    double *u = test_guarded(L->grid), *c = test_guarded(L->dim), *back = test_guarded(L->grid);
    double *work = test_guarded(lf_operator_transform_work(L)), row[64], expected[64];
    test_random r = {8};
    test_fill(&r, L->grid, 1, u);
    lf_operator_to_coefficients(L, u, c, work);
    for (size_t f = 0; f < 2; f++)
        for (size_t ky = 0; ky < ny; ky++)
            for (size_t kx = 0; kx < width; kx++) {
                double re = 0, im = 0;
                for (size_t j = 0; j < ny; j++) {
                    slow(nx, u + f * nx * ny + j * nx, NULL, 1, row);
                    const double a = -2 * acos(-1) * (double)(j * ky % ny) / (double)ny;
                    re += (row[2 * kx] * cos(a) - row[2 * kx + 1] * sin(a)) / (double)ny;
                    im += (row[2 * kx] * sin(a) + row[2 * kx + 1] * cos(a)) / (double)ny;
                }
                const double *found = c + f * one + 2 * (ky * width + kx);
                test_within(hypot(found[0] - re, found[1] - im), 8 * DBL_EPSILON,
                            "wave %zu, %zu of species %zu", kx, ky, f);
            }
    lf_operator_to_grid(L, c, back, work);
    test_within(largest(L->grid, back, u), 8 * DBL_EPSILON, "plane and back");
    lf_operator_derivative(L, 1, 2, c, expected);
    const size_t j = 1 * width + 1; /* ky = 2 pi/15 */
    test_within(fabs(expected[2 * j + 1] - 2 * (2 * acos(-1) / 15) * c[2 * j]), 4 * DBL_EPSILON,
                "derivative along y");
    assert_true(expected[2 * (ny / 2) * width] == 0); /* the wave ny/2 has none */
    test_guarded_end(u, "u"), test_guarded_end(c, "c"), test_guarded_end(back, "back");
    test_guarded_end(work, "scratch of a plane");
}

/* ---- operators that there are not ---- */

static void not_finite(const void *ctx, size_t field, double kx, double ky, double *lambda)
{
    (void)ctx, (void)field, (void)ky;
    lambda[0] = kx > 1 ? (double)NAN : 0;
}

static void test_operators_refused(void **state)
{
    (void)state;
    static double memory[4096];
    lf_operator L;
    char why[300] = "";
    lf_operator_shape shape = {.kind = LF_OPERATOR_FOURIER, .n = 16, .length = {6}};
    assert_int_equal(lf_operator_build(&L, &shape, not_finite, NULL, memory, why, 300), LF_EINPUT);
    assert_non_null(strstr(why, "not finite"));
    shape.rows = 10;
    shape.length[1] = 1;
    assert_int_equal(lf_operator_check(&shape, why, 300), LF_EINPUT);
    assert_non_null(strstr(why, "along y"));
    shape.rows = 0;
    shape.length[0] = -1;
    assert_int_equal(lf_operator_check(&shape, why, 300), LF_EINPUT);
    shape = (lf_operator_shape){.kind = LF_OPERATOR_DENSE, .n = 65};
    assert_int_equal(lf_operator_check(&shape, why, 300), LF_EINPUT);
    assert_true(lf_operator_room(&shape) == 0);
    shape.n = 2;
    const double bad[4] = {1, 2, (double)INFINITY, 0};
    assert_int_equal(lf_operator_build_dense(&L, &shape, bad, memory, why, 300), LF_EINPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),           cmocka_unit_test(test_long),
        cmocka_unit_test(test_nearest),           cmocka_unit_test(test_phi),
        cmocka_unit_test(test_phi_ends),          cmocka_unit_test(test_plane),
        cmocka_unit_test(test_operators_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
