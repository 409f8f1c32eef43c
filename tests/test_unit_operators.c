/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_operators.c - products of functions on the grid of a linear operator: species stay apart in
 * whatever order points have, and with the two-thirds rule products are those of the functions, which sums
 * over pairs of waves give. */
#include "support/support.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/operator.h>

enum { MOST = 512 };

static const lf_operator_shape shapes[] = {
    {.kind = LF_OPERATOR_FOURIER, .n = 16, .fields = 2, .length = {5}},
    {.kind = LF_OPERATOR_FOURIER, .n = 12, .fields = 3, .length = {5}},
    {.kind = LF_OPERATOR_FOURIER, .n = 12, .rows = 8, .fields = 2, .length = {5, 4}},
    {.kind = LF_OPERATOR_FOURIER, .n = 8, .rows = 6, .fields = 2, .length = {5, 4}},
    {.kind = LF_OPERATOR_FOURIER_COMPLEX, .n = 12, .fields = 2, .length = {5}},
    {.kind = LF_OPERATOR_FOURIER_COMPLEX, .n = 16, .length = {5}},
    {.kind = LF_OPERATOR_SINE, .n = 11, .fields = 2, .length = {5}},
    {.kind = LF_OPERATOR_SINE, .n = 15, .fields = 2, .length = {5}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void no_operator(const void *ctx, size_t field, double kx, double ky, double *lambda)
{
    (void)ctx, (void)field, (void)kx, (void)ky;
    lambda[0] = lambda[1] = 0;
}

static double memory[8 * MOST], work[16 * MOST];

static void build(lf_operator *L, size_t k, bool dealias)
{
    lf_operator_shape shape = shapes[k];
    char why[300] = "";
    shape.dealias = dealias;
    assert_true(lf_operator_room(&shape) <= sizeof memory / sizeof *memory);
    if (lf_operator_build(L, &shape, no_operator, NULL, memory, why, sizeof why) != LF_OK)
        fail_msg("shape %zu: %s", k, why);
    assert_true(L->dim <= MOST && L->grid <= MOST && lf_operator_transform_work(L) <= 16 * MOST);
}

/* The first species times each of them, point by point. */
static void multiply(const lf_operator *L, const double *u, double *product)
{
    const bool pairs = L->shape.kind == LF_OPERATOR_FOURIER_COMPLEX;
    const size_t one = L->grid / L->shape.fields;
    for (size_t f = 0; f < L->shape.fields; f++)
        for (size_t p = 0; p < one; p += pairs ? 2 : 1) {
            const double complex a = pairs ? u[p] + I * u[p + 1] : u[p];
            const double *v = u + f * one + p;
            const double complex ab = a * (pairs ? v[0] + I * v[1] : v[0]);
            product[f * one + p] = creal(ab);
            if (pairs)
                product[f * one + p + 1] = cimag(ab);
        }
}

/* ---- points in an order of their own ---- */

static void test_species(void **state)
{
    (void)state;
    test_random r = {3};
    for (size_t k = 0; k < 2 * SHAPES; k++) {
        double u[MOST], v[MOST], c[MOST], back[MOST], d[MOST];
        lf_operator L;
        build(&L, k / 2, k % 2);
        test_fill(&r, L.grid, 1, u);
        lf_operator_to_coefficients(&L, u, c, work);
        lf_operator_to_points(&L, c, v, work);
        lf_operator_from_points(&L, v, back, work);
        /* transforms of at most 96 numbers of size 1 */
        test_within(test_distance(L.dim, c, back), 1e-14, "shape %zu: there and back", k);
        multiply(&L, v, u);
        lf_operator_from_points(&L, u, back, work);
        lf_operator_to_grid(&L, c, v, work);
        multiply(&L, v, u);
        lf_operator_to_coefficients(&L, u, d, work);
        test_within(test_distance(L.dim, d, back), 1e-14, "shape %zu: products", k);
        assert_true(test_norm(L.dim, d) > 0.01);
    }
}

/* ---- the two-thirds rule ---- */

/* A coefficient by its wave numbers, whose conjugate may stand for it. */
static double complex wave(const lf_operator *L, size_t field, int kx, int ky, const double *c)
{
    const lf_operator_shape *s = &L->shape;
    const int n = (int)s->n, rows = s->rows ? (int)s->rows : 1;
    const bool half = s->kind == LF_OPERATOR_FOURIER, turn = half && kx < 0;
    const int column = turn ? -kx : half ? kx : (kx + n) % n;
    const int row = ((turn ? -ky : ky) + rows) % rows, width = half ? n / 2 + 1 : n;
    const double *at = c + field * (L->dim / s->fields) + 2 * (size_t)(row * width + column);
    return turn ? at[0] - I * at[1] : at[0] + I * at[1];
}

/* The largest wave number that is kept: below n/3. */
static int kept(size_t n)
{
    return n ? ((int)n - 1) / 3 : 0;
}

/* A wave of the product by the sum over all pairs that make it. */
static double complex pairs_of(const lf_operator *L, size_t field, int kx, int ky, const double *c)
{
    const int most = kept(L->shape.n), rows = kept(L->shape.rows);
    double complex sum = 0;
    for (int px = -most; px <= most; px++)
        for (int py = -rows; py <= rows; py++)
            if (abs(kx - px) <= most && abs(ky - py) <= rows)
                sum += wave(L, 0, px, py, c) * wave(L, field, kx - px, ky - py, c);
    return sum;
}

static void check_product(const lf_operator *L, const double *c, const double *found)
{
    const int n = (int)L->shape.n, rows = L->shape.rows ? (int)L->shape.rows : 1;
    for (size_t f = 0; f < L->shape.fields; f++)
        for (int kx = -n / 2 + 1; kx <= n / 2; kx++)
            for (int ky = -(rows - 1) / 2; ky <= rows / 2; ky++) {
                const double complex got = wave(L, f, kx, ky, found);
                if (abs(kx) > kept(L->shape.n) || abs(ky) > kept(L->shape.rows))
                    assert_true(got == 0);
                else
                    test_within(cabs(got - pairs_of(L, f, kx, ky, c)), 1e-14,
                                "%d x %d: wave %d, %d of species %zu", n, rows, kx, ky, f);
            }
}

static void test_no_aliases(void **state)
{
    (void)state;
    test_random r = {7};
    for (size_t k = 0; k < SHAPES; k++) {
        double u[MOST], product[MOST], c[MOST], found[MOST];
        lf_operator L;
        if (shapes[k].kind == LF_OPERATOR_SINE) /* whose products are cosines */
            continue;
        build(&L, k, true);
        test_fill(&r, L.grid, 1, u);
        lf_operator_to_coefficients(&L, u, c, work);
        lf_operator_to_points(&L, c, u, work);
        multiply(&L, u, product);
        lf_operator_from_points(&L, product, found, work);
        check_product(&L, c, found);
    }
}

/* Of sines those below two thirds of n + 1 stay as they are, the others are gone. */
static void test_sines_are_cut(void **state)
{
    (void)state;
    test_random r = {9};
    for (size_t k = 0; k < SHAPES; k++) {
        double u[MOST], all[MOST], some[MOST];
        lf_operator L;
        if (shapes[k].kind != LF_OPERATOR_SINE)
            continue;
        build(&L, k, false);
        test_fill(&r, L.grid, 1, u);
        lf_operator_to_coefficients(&L, u, all, work);
        build(&L, k, true);
        lf_operator_to_coefficients(&L, u, some, work);
        for (size_t j = 0; j < L.dim; j++) {
            const size_t number = j % L.shape.n + 1;
            assert_true(some[j] == (3 * number < 2 * (L.shape.n + 1) ? all[j] : 0));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_species),
        cmocka_unit_test(test_no_aliases),
        cmocka_unit_test(test_sines_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
