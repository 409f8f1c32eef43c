/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_waves.c - kdv, nls, swift-hohenberg and gray-scott on small grids: the equations of the textbooks by
 * plain sums, solutions computed elsewhere with many digits, starts, refusals. */
#include "support/cases.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "model/pde.h"

enum { MOST = 64 };
static const double two_pi = 6.28318530717958647692;

/* ---- transforms as sums ---------------------------------------------------------------------- */

/* Values on n by rows points, and all n by rows coefficients; wave numbers 0, 1, .., -2, -1. */
typedef struct {
    size_t n, rows;
    double length;
} grid;

static double number(size_t k, size_t n)
{
    return 2 * k > n ? (double)k - (double)n : (double)k;
}

static void to_waves(const grid *G, const double complex *u, double complex *c)
{
    for (size_t k = 0; k < G->n * G->rows; k++) {
        c[k] = 0;
        for (size_t p = 0; p < G->n * G->rows; p++) {
            const double angle = (double)(k % G->n * (p % G->n)) / (double)G->n +
                                 (double)(k / G->n * (p / G->n)) / (double)G->rows;
            c[k] += u[p] * cexp(-I * two_pi * angle) / (double)(G->n * G->rows);
        }
    }
}

static void to_points(const grid *G, const double complex *c, double complex *u)
{
    for (size_t p = 0; p < G->n * G->rows; p++) {
        u[p] = 0;
        for (size_t k = 0; k < G->n * G->rows; k++) {
            const double angle = (double)(k % G->n * (p % G->n)) / (double)G->n +
                                 (double)(k / G->n * (p / G->n)) / (double)G->rows;
            u[p] += c[k] * cexp(I * two_pi * angle);
        }
    }
}

/* ---- right-hand sides ------------------------------------------------------------------------ */

/* Values at the points to their rates, species after species. */
typedef void rates(const grid *G, const double complex *u, double complex *rate);

/* The operator with this symbol; odd powers of the wave number n/2 are averaged over both signs. */
static void apply(const grid *G, double complex (*symbol)(double kx, double ky),
                  const double complex *u, double complex *out)
{
    double complex c[MOST] = {0};
    to_waves(G, u, c);
    for (size_t k = 0; k < G->n * G->rows; k++) {
        const double kx = two_pi / G->length * number(k % G->n, G->n);
        const double ky = two_pi / G->length * number(k / G->n, G->rows);
        const double sx = 2 * (k % G->n) == G->n ? -kx : kx;
        const double sy = 2 * (k / G->n) == G->rows ? -ky : ky;
        c[k] *= 0.25 * (symbol(kx, ky) + symbol(sx, ky) + symbol(kx, sy) + symbol(sx, sy));
    }
    to_points(G, c, out);
}

static double complex along(double kx, double ky)
{
    (void)ky;
    return I * kx;
}

static double complex dispersion(double kx, double ky)
{
    (void)ky;
    return -(I * kx) * (I * kx) * (I * kx);
}

static void kdv_rates(const grid *G, const double complex *u, double complex *rate)
{
    double complex square[MOST] = {0}, slope[MOST] = {0};
    for (size_t p = 0; p < G->n; p++)
        square[p] = u[p] * u[p];
    apply(G, along, square, slope);
    apply(G, dispersion, u, rate);
    for (size_t p = 0; p < G->n; p++)
        rate[p] -= 3 * slope[p];
}

static double complex second(double kx, double ky)
{
    return -kx * kx - ky * ky;
}

/* i psi_t = -psi_xx - 2 |psi|^2 psi */
static void nls_rates(const grid *G, const double complex *u, double complex *rate)
{
    apply(G, second, u, rate);
    for (size_t p = 0; p < G->n; p++)
        rate[p] = I * (rate[p] + 2 * cabs(u[p]) * cabs(u[p]) * u[p]);
}

/* (1 + Laplace) twice */
static double complex shifted(double kx, double ky)
{
    return 1 - kx * kx - ky * ky;
}

static void swift_rates(const grid *G, const double complex *u, double complex *rate)
{
    double complex once[MOST] = {0};
    apply(G, shifted, u, once);
    apply(G, shifted, once, rate);
    for (size_t p = 0; p < G->n * G->rows; p++)
        rate[p] = 0.3 * u[p] - rate[p] - u[p] * u[p] * u[p];
}

static void gray_rates(const grid *G, const double complex *u, double complex *rate)
{
    const size_t points = G->n * G->rows;
    const double complex *v = u + points;
    apply(G, second, u, rate);
    apply(G, second, v, rate + points);
    for (size_t p = 0; p < points; p++) {
        const double complex made = u[p] * v[p] * v[p];
        rate[p] = 2e-5 * rate[p] - made + 0.037 * (1 - u[p]);
        rate[points + p] = 1e-5 * rate[points + p] + made - (0.037 + 0.06) * v[p];
    }
}

/* ---- a model against them -------------------------------------------------------------------- */

static const lf_pde *pde_of(const test_model *m)
{
    return (const lf_pde *)(const void *)m->self;
}

/* Numbers on the grid as the model has them, and as complex values. */
static void join(const lf_pde *pde, const double *flat, double complex *u)
{
    const bool pairs = pde->L.shape.kind == LF_OPERATOR_FOURIER_COMPLEX;
    for (size_t p = 0; p < pde->L.grid / (pairs ? 2 : 1); p++)
        u[p] = pairs ? flat[2 * p] + I * flat[2 * p + 1] : flat[p];
}

static void check_equation(const char *name, const char *settings, rates *textbook)
{
    static test_model m;
    double values[2 * MOST], y[MOST], f[MOST + 1], F[MOST], shown[2 * MOST], work[40 * MOST];
    double complex u[2 * MOST], expected[2 * MOST], got[2 * MOST];
    test_random r = {5};
    assert_int_equal(test_build(&m, name, settings), LF_OK);
    const lf_pde *pde = pde_of(&m);
    const lf_operator_shape *s = &pde->L.shape;
    const grid G = {s->n, s->rows ? s->rows : 1, s->length[0]};
    assert_true(pde->L.grid <= 2 * MOST && lf_operator_transform_work(&pde->L) <= 20 * MOST);
    for (int k = 0; k < 20; k++) {
        double error = 0, size = 1;
        test_fill(&r, pde->L.grid, 1, values);
        join(pde, values, u);
        textbook(&G, u, expected);
        lf_operator_to_coefficients(&pde->L, values, y, work);
        test_rate(&m.problem, 0, y, f);
        test_generator(m.problem.action, 1, f, y, F);
        lf_operator_to_grid(&pde->L, F, shown, work);
        join(pde, shown, got);
        for (size_t p = 0; p < G.n * G.rows * s->fields; p++) {
            error = fmax(error, cabs(got[p] - expected[p]));
            size = fmax(size, cabs(expected[p]));
        }
        /* sums of up to 64 terms of size 1 with eigenvalues up to `size`, twice */
        test_within(error, 500 * DBL_EPSILON * size, "%s: right-hand side", name);
    }
}

static void test_textbook(void **state)
{
    (void)state;
    check_equation("kdv", "n=16;length=12", kdv_rates);
    check_equation("kdv", "n=12;length=7", kdv_rates);
    check_equation("nls", "n=12;length=10", nls_rates);
    check_equation("nls", "n=16;length=5", nls_rates);
    check_equation("swift-hohenberg", "n=6;length=4*pi", swift_rates);
    check_equation("gray-scott", "n=4;side=0.1", gray_rates);
}

/* ---- what is conserved, or falls, as sums over the points --------------------------------------- */

static double kdv_sum(const grid *G, const double complex *u)
{
    double complex slope[MOST] = {0};
    double sum = 0;
    apply(G, along, u, slope);
    for (size_t p = 0; p < G->n; p++)
        sum += creal(u[p] * u[p] * u[p] - 0.5 * slope[p] * slope[p]);
    return sum * G->length / (double)G->n;
}

static double nls_sum(const grid *G, const double complex *u)
{
    double complex bend[MOST] = {0};
    double sum = 0;
    apply(G, second, u, bend);
    for (size_t p = 0; p < G->n; p++)
        sum -= creal(conj(u[p]) * bend[p]) + pow(cabs(u[p]), 4);
    return sum * G->length / (double)G->n;
}

static double swift_sum(const grid *G, const double complex *u)
{
    double complex once[MOST] = {0};
    double sum = 0;
    apply(G, shifted, u, once);
    for (size_t p = 0; p < G->n * G->rows; p++)
        sum += creal(-0.15 * u[p] * u[p] + 0.5 * once[p] * once[p] + 0.25 * cpow(u[p], 4));
    return sum * G->length * G->length / (double)(G->n * G->rows);
}

static void check_sum(const char *name, const char *settings, bool output,
                      double (*sum)(const grid *G, const double complex *u))
{
    static test_model m;
    double values[2 * MOST], y[MOST], work[40 * MOST];
    double complex u[2 * MOST] = {0};
    test_random r = {6};
    assert_int_equal(test_build(&m, name, settings), LF_OK);
    const lf_pde *pde = pde_of(&m);
    const lf_operator_shape *s = &pde->L.shape;
    const grid G = {s->n, s->rows ? s->rows : 1, s->length[0]};
    const lf_invariant *energy = output ? &m.problem.outputs[0] : &m.problem.invariants[2];
    assert_string_equal(energy->name, "energy");
    for (int k = 0; k < 20; k++) {
        test_fill(&r, pde->L.grid, 1, values);
        join(pde, values, u);
        lf_operator_to_coefficients(&pde->L, values, y, work);
        const double expected = sum(&G, u), got = lf_problem_value(&m.problem, energy->value, 0, y);
        /* terms of up to 1e3, some dozens of them */
        test_within(fabs(got - expected), 1e-11 * (1 + fabs(expected)), "%s: energy", name);
    }
}

static void test_energies(void **state)
{
    (void)state;
    check_sum("kdv", "n=16;length=12", false, kdv_sum);
    check_sum("nls", "n=12;length=10", false, nls_sum);
    check_sum("swift-hohenberg", "n=6;length=4*pi", true, swift_sum);
}

/* ---- solutions computed elsewhere ------------------------------------------------------------ */

/* Steps so small that the errors of the methods, h^8 and h^4, are below 1e-13; 1e-11 is what roundings of as
 * many steps may add up to. */
static void check_reference(test_node *entry)
{
    static test_model m;
    char name[64], settings[200];
    double start[2 * MOST], expected[2 * MOST], flat[2 * MOST], y[MOST], shown[2 * MOST];
    double work[40 * MOST], error = 0;
    test_text(test_get(entry, "model"), name, sizeof name);
    test_text(test_get(entry, "set"), settings, sizeof settings);
    assert_int_equal(test_build(&m, name, settings), LF_OK);
    const lf_pde *pde = pde_of(&m);
    const size_t count = test_numbers(test_get(entry, "y0"), 2 * MOST, start);
    const bool pairs = pde->L.shape.kind == LF_OPERATOR_FOURIER_COMPLEX;
    assert_int_equal(count, pde->L.grid);
    assert_int_equal(test_numbers(test_get(entry, "y"), 2 * MOST, expected), count);
    for (size_t k = 0; k < count; k++) /* the file has real parts first */
        flat[k] = pairs ? start[k % 2 * (count / 2) + k / 2] : start[k];
    lf_operator_to_coefficients(&pde->L, flat, y, work);
    const bool forward = m.problem.action->forward;
    test_march(&m.problem, lf_method_find(forward ? "cf4" : "rkmk8"),
               test_number(test_get(entry, "t")), forward ? 4000 : 400, y, NULL);
    lf_operator_to_grid(&pde->L, y, shown, work);
    for (size_t k = 0; k < count; k++) {
        const double truth = pairs ? expected[k % 2 * (count / 2) + k / 2] : expected[k];
        error = fmax(error, fabs(shown[k] - truth));
    }
    test_within(error, 1e-11, "%s", name);
}

static void test_references(void **state)
{
    (void)state;
    test_document *D = test_open("waves.json");
    test_node *entries = test_get(test_root(D), "entries");
    assert_int_equal(test_length(entries), 3);
    for (size_t k = 0; k < 3; k++)
        check_reference(test_item(entries, k));
    test_close(D);
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* Random waves have the size that is asked for, are those of the seed, and do not depend on the grid. */
static void test_seeds(void **state)
{
    (void)state;
    static test_model a, b, c;
    double values[2 * MOST], work[40 * MOST], sum = 0;
    assert_int_equal(test_build(&a, "kdv", "n=24;start=random;waves=5;height=0.7;seed=3;length=9"),
                     LF_OK);
    assert_int_equal(test_build(&b, "kdv", "n=48;start=random;waves=5;height=0.7;seed=3;length=9"),
                     LF_OK);
    assert_int_equal(test_build(&c, "kdv", "n=48;start=random;waves=5;height=0.7;seed=4;length=9"),
                     LF_OK);
    assert_memory_equal(a.y0, b.y0, 12 * sizeof *a.y0);
    assert_memory_not_equal(b.y0, c.y0, 12 * sizeof *a.y0);
    lf_operator_to_grid(&pde_of(&a)->L, a.y0, values, work);
    for (size_t k = 0; k < 24; k++)
        sum += values[k] * values[k] / 24;
    test_within(fabs(sqrt(sum) - 0.7), 1e-14, "root mean square");
    assert_int_equal(test_build(&a, "swift-hohenberg", "n=6;waves=2;height=0.4"), LF_OK);
    lf_operator_to_grid(&pde_of(&a)->L, a.y0, values, work);
    sum = 0;
    for (size_t k = 0; k < 36; k++)
        sum += values[k] * values[k] / 36;
    test_within(fabs(sqrt(sum) - 0.4), 1e-14, "root mean square in the plane");
    lf_operator_to_coefficients(&pde_of(&a)->L, values, work + 20 * MOST, work);
    /* a half spectrum that is no function's would not come back */
    test_within(test_distance(48, work + 20 * MOST, a.y0), 1e-15, "the start is real");
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void refused(const char *name, const char *settings, const char *words)
{
    static test_model m;
    memset(m.why, 0, sizeof m.why);
    const lf_model *model = lf_model_find(name);
    assert_non_null(model);
    assert_true(test_build(&m, name, settings) < 0);
    if (!strstr(m.why, words))
        fail_msg("%s %s: '%s' lacks '%s'", name, settings, m.why, words);
}

static void cannot_be_set(const char *name, const char *key, const char *value)
{
    _Alignas(16) char self[LF_MODEL_MAX_SIZE];
    char why[200] = "";
    const lf_model *model = lf_model_find(name);
    lf_param_defaults(model->params, self);
    const lf_param *row = lf_param_find(model->params, key);
    assert_non_null(row);
    assert_true(lf_param_set(row, self, value, why, sizeof why) != LF_OK);
    assert_true(*why != 0);
}

static void test_refused(void **state)
{
    (void)state;
    refused("kdv", "n=16;start=two-solitons;c=1;c2=2;x=-5;x2=5", "faster");
    refused("kdv", "n=16;start=two-solitons;c=4;c2=1;x=5;x2=-5", "behind");
    cannot_be_set("kdv", "c", "-1");
    cannot_be_set("kdv", "length", "0");
    cannot_be_set("kdv", "x", "nan");
    cannot_be_set("kdv", "start", "tsunami");
    cannot_be_set("nls", "eta", "0");
    cannot_be_set("nls", "n", "2.5");
    cannot_be_set("swift-hohenberg", "length", "-1");
    cannot_be_set("gray-scott", "Du", "0");
    cannot_be_set("gray-scott", "drops", "65");
    /* a grid that is no power of two or three of them has no size to be built with */
    static const char *const names[] = {"kdv", "nls", "swift-hohenberg", "gray-scott"};
    for (size_t k = 0; k < 4; k++) {
        _Alignas(16) char self[LF_MODEL_MAX_SIZE];
        char why[200] = "";
        const lf_model *model = lf_model_find(names[k]);
        static const char *const bad[] = {"10", "2", "100", "1"};
        lf_param_defaults(model->params, self);
        for (size_t i = 0; i < 4; i++) {
            const lf_param *row = lf_param_find(model->params, "n");
            assert_int_equal(lf_param_set(row, self, bad[i], why, sizeof why), LF_OK);
            assert_int_equal(model->dim(self), 0);
            assert_int_equal(model->room(self), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textbook),   cmocka_unit_test(test_energies),
        cmocka_unit_test(test_references), cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
