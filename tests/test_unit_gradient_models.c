/* SPDX-License-Identifier: BSD-3-Clause */
/* Models of gradient flows: reference solutions, limits, orders, costs that fall, and what they refuse. */
#include "test_gradient_model.h"

#include <float.h>

/* ---- reference solutions ---- */

/* Entry (i, j) of d x k numbers row by row, beside column after column. */
static double rows_error(size_t d, size_t k, const double *expected, const double *y)
{
    double error = 0;
    for (size_t i = 0; i < d * k; i++)
        error = fmax(error, fabs(expected[i] - y[i % k * d + i / k]));
    return error;
}

static double projector_error(size_t d, size_t k, const double *expected, const double *y)
{
    double error = 0;
    for (size_t i = 0; i < d * d; i++) {
        double sum = 0;
        for (size_t l = 0; l < k; l++)
            sum += y[l * d + i / d] * y[l * d + i % d];
        error = fmax(error, fabs(sum - expected[i]));
    }
    return error;
}

/* Two hundred steps of order 8 over a time in which the fastest rate passes less than ten: 1e-13 is
 * what roundoff leaves. */
static void check_reference(test_node *entry, const char *method)
{
    static gradient_model m;
    char model[64], settings[2048], shape[16];
    double expected[64], y[64], error = 0;
    gradient_open(&m, test_text(test_get(entry, "model"), model, sizeof model),
                  test_text(test_get(entry, "set"), settings, sizeof settings));
    const size_t count = test_numbers(test_get(entry, "y"), 64, expected);
    const double t = test_number(test_get(entry, "t"));
    test_node *columns = test_get(entry, "k");
    const size_t k = columns ? (size_t)test_number(columns) : 1, d = m.dim / k;
    test_text(test_get(entry, "shape"), shape, sizeof shape);
    gradient_march(&m, method, t, 200, y);
    if (strcmp(shape, "angles") == 0) {
        const double at[4] = {cos(expected[0]), sin(expected[0]), cos(expected[1]),
                              sin(expected[1])};
        error = test_distance(4, y, at);
    } else if (strcmp(shape, "projector") == 0) {
        assert_int_equal(count, d * d);
        error = projector_error(d, k, expected, y);
    } else {
        assert_int_equal(count, d * k);
        error = rows_error(d, k, expected, y);
    }
    test_within(error, 1e-13, "%s (%s) by %s", model, shape, method);
    gradient_close(&m);
}

static void test_references(void **state)
{
    (void)state;
    test_document *D = test_open("gradient_flows.json");
    test_node *entries = test_get(test_root(D), "entries");
    assert_int_equal(test_length(entries), 9);
    for (size_t k = 0; k < test_length(entries); k++) {
        check_reference(test_item(entries, k), "rkmk8");
        check_reference(test_item(entries, k), "dop853");
    }
    test_close(D);
}

/* ---- limits ---- */

/* States of least energy: E is flat there, so it is exact to roundoff, and the state to the gradient. */
static void test_limits(void **state)
{
    (void)state;
    static gradient_model m;
    test_document *D = test_open("gradient_flows.json");
    test_node *limits = test_get(test_root(D), "limits");
    static const char *const names[2][2] = {{"e1", "e2"}, {"mu", NULL}};
    for (size_t l = 0; l < 2; l++) {
        test_node *entry = test_item(limits, l);
        char model[64], settings[256];
        double y[64], expected[64], values[4];
        gradient_open(&m, test_text(test_get(entry, "model"), model, sizeof model),
                      test_text(test_get(entry, "set"), settings, sizeof settings));
        const lf_stats stats = gradient_march(&m, "rkmk4", 60, 1200, y);
        assert_true(stats.rise == 0);
        test_within(gradient_output(&m.P, "gradient", 60, y), 1e-11, "%s: gradient", settings);
        test_within(
            fabs(gradient_output(&m.P, "cost", 60, y) - test_number(test_get(entry, "energy"))),
            1e-13, "%s: energy", settings);
        const size_t count = test_numbers(test_get(entry, "values"), 4, values);
        for (size_t i = 0; i < count; i++)
            test_within(fabs(gradient_output(&m.P, names[l][i], 60, y) - values[i]), 1e-11,
                        "%s: %s", settings, names[l][i]);
        if (test_get(entry, "y")) {
            assert_int_equal(test_numbers(test_get(entry, "y"), 64, expected), m.dim);
            test_within(test_distance(m.dim, y, expected), 1e-11, "%s: state", settings);
        }
        gradient_close(&m);
    }
    test_close(D);
}

/* Numbers that an independent program gives for the presets: Kohn and Sham also by self-consistent
 * iteration with mixing, the condensate as in the literature, 2 E = 21.360, mu = 35.578. */
static void test_presets(void **state)
{
    (void)state;
    static gradient_model m;
    double *y = calloc(MOST_NUMBERS, sizeof *y);
    gradient_open(&m, "ground-state", "");
    assert_int_equal(m.dim, 256);
    gradient_march(&m, "lie-euler", 75, 750, y);
    test_within(fabs(gradient_output(&m.P, "cost", 0, y) - 4.769710348106), 6e-13, "Kohn-Sham");
    gradient_close(&m);
    gradient_open(&m, "ground-state", "energy=gross-pitaevskii");
    assert_int_equal(m.dim, 127);
    gradient_march(&m, "lie-euler", 4.5, 620, y);
    test_within(fabs(gradient_output(&m.P, "cost", 0, y) - 10.680017), 5e-7, "condensate: E");
    test_within(fabs(gradient_output(&m.P, "mu", 0, y) - 35.577441), 5e-7, "condensate: mu");
    gradient_close(&m);
    gradient_open(&m, "ground-state", "energy=gross-pitaevskii;beta=0");
    gradient_march(&m, "rkmk4", 12, 1200, y);
    test_within(fabs(gradient_output(&m.P, "mu", 0, y) - 0.4989), 5e-5, "no repulsion: mu");
    gradient_close(&m);
    free(y);
}

/* ---- principal components ---- */

/* P(t) = E (E^T E)^-1 E^T with E = e^(tA) X0, columns made orthonormal; A by its eigenvectors, which the
 * model knows: checked against A itself below. */
static void exact_space(const gradient_model *m, size_t d, size_t k, const double *value,
                        const double *vector, double t, double *E)
{
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < d; i++)
            E[j * d + i] = 0;
    for (size_t j = 0; j < k; j++)
        for (size_t l = 0; l < d; l++) {
            double part = 0;
            for (size_t i = 0; i < d; i++)
                part += vector[l * d + i] * m->y[j * d + i];
            for (size_t i = 0; i < d; i++)
                E[j * d + i] += exp(t * (value[l] - value[0])) * part * vector[l * d + i];
        }
    for (size_t j = 0; j < k; j++) {
        for (int twice = 0; twice < 2; twice++)
            for (size_t l = 0; l < j; l++) {
                double part = 0;
                for (size_t i = 0; i < d; i++)
                    part += E[l * d + i] * E[j * d + i];
                for (size_t i = 0; i < d; i++)
                    E[j * d + i] -= part * E[l * d + i];
            }
        const double length = test_norm(d, E + j * d);
        for (size_t i = 0; i < d; i++)
            E[j * d + i] /= length;
    }
}

/* A symmetric matrix written out here, with eigenvalues 1, 3, 5, .. in the basis of discrete sines. */
static void sine_matrix(size_t d, double *value, double *vector, char *text, size_t size)
{
    const double pi = acos(-1);
    size_t used = 0;
    for (size_t l = 0; l < d; l++) {
        value[l] = (double)(2 * (d - l) - 1) / (double)d;
        for (size_t i = 0; i < d; i++)
            vector[l * d + i] =
                sqrt(2 / (double)(d + 1)) * sin(pi * (double)((l + 1) * (i + 1)) / (double)(d + 1));
    }
    for (size_t i = 0; i < d * d; i++) {
        double sum = 0;
        const size_t a = i / d < i % d ? i / d : i % d, b = i / d < i % d ? i % d : i / d;
        for (size_t l = 0; l < d; l++)
            sum += value[l] * vector[l * d + a] * vector[l * d + b];
        used += (size_t)snprintf(text + used, size - used, "%.17g ", sum);
    }
}

static void test_projector(void **state)
{
    (void)state;
    enum { D = 9, K = 4 };
    static gradient_model m;
    static char settings[4096] = "matrix=";
    double value[D], vector[D * D], y[D * K], E[D * K], P[D * D];
    sine_matrix(D, value, vector, settings + 7, sizeof settings - 100);
    char *end = settings + strlen(settings);
    for (int form = 0; form < 2; form++) {
        snprintf(end, 60, ";k=4;seed=5;form=%s", form ? "grassmann" : "stiefel");
        gradient_open(&m, "pca", settings);
        for (double t = 0.5; t < 9; t *= 2) {
            gradient_march(&m, "rkmk8", t, 400, y);
            exact_space(&m, D, K, value, vector, t, E);
            for (size_t i = 0; i < D * D; i++) {
                P[i] = 0;
                for (size_t l = 0; l < K; l++)
                    P[i] += E[l * D + i / D] * E[l * D + i % D];
            }
            test_within(projector_error(D, K, P, y), 1e-13, "projector at %g, form %d", t, form);
        }
        gradient_march(&m, "rkmk4", 150, 1500, y);
        test_within(gradient_output(&m.P, "angle", 150, y), 1e-12, "the dominant space");
        test_within(fabs(gradient_output(&m.P, "share", 150, y) - (17 + 15 + 13 + 11) / 81.0),
                    1e-14, "its share of the trace");
        gradient_close(&m);
    }
}

/* The dominant space turns at rate w: in the plane of both eigenvectors the flow's angle x behind it obeys
 * x' = w - gap sin(2x)/2, exactly, if the other columns lie in eigenvectors; it ends at
 * sin(2x) = 2 w/gap. */
static void test_tracking(void **state)
{
    (void)state;
    static gradient_model m;
    double y[20];
    const double gap = 2, rate = 0.3;
    gradient_open(&m, "pca",
                  "matrix=5 0 0 0 0 3 0 0 0 0 1 0 0 0 0 .5;k=2;rate=0.3;"
                  "start=1 0 0 1 0 0 0 0");
    gradient_march(&m, "rkmk8", 0.001, 1, y);
    test_within(fabs(gradient_output(&m.P, "angle", 0.001, y) - 0.001 * rate), 1e-6, "at once");
    const lf_stats stats = gradient_march(&m, "rkmk4", 30, 1500, y);
    const double x = asin(2 * rate / gap) / 2;
    test_within(fabs(gradient_output(&m.P, "angle", 30, y) - sin(x)), 1e-8, "in the end");
    assert_true(stats.rise == 0); /* nothing is promised, and nothing is said */
    assert_true(lf_problem_cost(&m.P)->may_rise);
    gradient_close(&m);
}

/* Brockett's flow finds the eigenvectors themselves, in their order. */
static void test_brockett(void **state)
{
    (void)state;
    enum { D = 9, K = 4 };
    static gradient_model m;
    static char settings[4096] = "matrix=";
    double value[D], vector[D * D], y[D * K];
    sine_matrix(D, value, vector, settings + 7, sizeof settings - 100);
    strcat(settings, ";k=4;seed=5");
    gradient_open(&m, "brockett", settings);
    const lf_stats stats = gradient_march(&m, "cf4", 150, 3000, y);
    assert_true(stats.rise == 0);
    for (size_t j = 0; j < K; j++) {
        double along = 0;
        for (size_t i = 0; i < D; i++)
            along += y[j * D + i] * vector[j * D + i];
        test_within(fabs(fabs(along) - 1), 1e-13, "eigenvector %zu", j);
    }
    test_within(gradient_output(&m.P, "off", 150, y), 1e-12, "off the diagonal");
    test_within(
        fabs(gradient_output(&m.P, "cost", 150, y) + 0.5 * (4 * 17 + 3 * 15 + 2 * 13 + 11) / 9.0),
        1e-13, "cost");
    gradient_close(&m);
}

/* ---- independent components ---- */

/* From several mixtures and starts W^T A becomes a signed permutation, or, from a start on the other side
 * of a ridge, never something worse; Lie-Euler with h = 0.1 takes a few dozen gradients. */
static void test_separation(void **state)
{
    (void)state;
    static gradient_model m;
    double y[9];
    for (int seed = 1; seed <= 8; seed++) {
        char settings[64];
        snprintf(settings, sizeof settings, "seed=%d;observed=%d;k=%d", seed, 3 + seed % 4,
                 seed == 7 ? 2 : 3);
        gradient_open(&m, "ica", settings);
        const lf_stats stats = gradient_march(&m, "lie-euler", 8, 80, y);
        assert_true(stats.rise == 0);
        test_within(gradient_output(&m.P, "apart", 8, y), 1e-10, "seed %d", seed);
        gradient_close(&m);
    }
    gradient_open(&m, "ica", "tails=peaked"); /* the other way round they do not come apart */
    gradient_march(&m, "lie-euler", 8, 160, y);
    assert_true(gradient_output(&m.P, "apart", 8, y) > 0.5);
    gradient_close(&m);
}

/* ---- orders ---- */

typedef struct {
    const char *method;
    int order;
} order_case;

/* log2 of the ratio of errors at n and 2n steps, against rkmk8 with many. */
static void check_orders(const char *model, const char *settings, double t, size_t first)
{
    static const order_case cases[] = {{"lie-euler", 1}, {"heun", 2},  {"cf3", 3},  {"cg3", 3},
                                       {"cf4", 4},       {"rkmk4", 4}, {"rkmk5", 5}};
    static gradient_model m;
    double exact[256], y[256], error[2];
    gradient_open(&m, model, settings);
    assert_true(m.dim <= 256);
    gradient_march(&m, "rkmk8", t, 800, exact);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (!lf_method_find(cases[k].method))
            fail_msg("no %s", cases[k].method);
        for (int i = 0; i < 2; i++) {
            gradient_march(&m, cases[k].method, t, first << i, y);
            error[i] = test_distance(m.dim, y, exact);
        }
        test_within(fabs(log2(error[0] / error[1]) - cases[k].order), 0.35,
                    "%s by %s: order %.2f from %.1e, %.1e", model, cases[k].method,
                    log2(error[0] / error[1]), error[0], error[1]);
    }
    gradient_close(&m);
}

/* Steps of a tenth to a fortieth of the fastest rate: the next term of the error is a tenth or less of
 * the first, and orders are off by 0.3 at most. */
static void test_orders(void **state)
{
    (void)state;
    check_orders("torus", "", 0.1, 40);
    check_orders("torus", "order=second", 0.5, 40);
    check_orders("pca", "rate=1", 0.5, 60);
    check_orders("brockett", "", 0.2, 80);
    check_orders("ica", "", 0.2, 40);
    check_orders("ground-state", "d=12;k=3", 0.5, 40);
    check_orders("ground-state", "energy=gross-pitaevskii;d=15;beta=10;box=6", 0.2, 40);
}

/* ---- costs fall ---- */

/* Every step of every method with h at half of the bound of Euler's; and far above it the cost rises. */
static void test_falls(void **state)
{
    (void)state;
    static const struct {
        const char *model, *settings;
        double t, stable, wild;
    } cases[] = {{"torus", "", 1, 1. / 24, 0.15},
                 {"torus", "theta=2.5;phi=4", 1, 1. / 24, 0.3},
                 {"torus", "order=second", 4, 0.02, 2},
                 {"pca", "", 4, 0.1, 0.6},
                 {"brockett", "", 2, 0.033, 0.3},
                 {"ica", "", 2, 0.05, 0.9},
                 {"ground-state", "d=20;k=3", 4, 0.1, 0.9},
                 {"ground-state", "energy=gross-pitaevskii", 0.5, 0.0036, 0.05}};
    static const char *const methods[] = {"lie-euler", "cf4", "rkmk4", "rkmk5"};
    static gradient_model m;
    double *y = calloc(MOST_NUMBERS, sizeof *y);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gradient_open(&m, cases[k].model, cases[k].settings);
        for (size_t i = 0; i < 4; i++) {
            const size_t steps = (size_t)ceil(cases[k].t / cases[k].stable);
            const bool euler_rolls = i == 0 && strstr(cases[k].settings, "second");
            const lf_stats stats = gradient_march(&m, methods[i], cases[k].t, steps, y);
            if (stats.rise != 0 && !euler_rolls) /* Euler's rule feeds what swings */
                fail_msg("%s %s by %s: rises by %g at %g", cases[k].model, cases[k].settings,
                         methods[i], stats.rise, stats.rise_t);
        }
        const size_t few = (size_t)ceil(40 * cases[k].t / cases[k].wild);
        const lf_stats stats = gradient_march(&m, "lie-euler", 40 * cases[k].t, few, y);
        if (!(stats.rise > 0))
            fail_msg("%s %s: steps of %g should make it rise", cases[k].model, cases[k].settings,
                     cases[k].wild);
        gradient_close(&m);
    }
    free(y);
}

/* ---- refusals ---- */

static void refused(const char *model, const char *settings, const char *words)
{
    static gradient_model m;
    assert_int_equal(gradient_build(&m, model, settings), LF_EINPUT);
    if (!strstr(lf_scenario_why(m.S), words))
        fail_msg("%s %s: \"%s\" does not say %s", model, settings, lf_scenario_why(m.S), words);
    gradient_close(&m);
}

static void test_refusals(void **state)
{
    (void)state;
    refused("pca", "k=5;d=4", "k = 5 is more than d = 4");
    refused("pca", "matrix=1 2 3", "square number");
    refused("pca", "matrix=1 2 3 4;k=1", "not symmetric");
    refused("pca", "d=3;k=1;start=1 1 0", "orthonormal");
    refused("pca", "d=3;k=1;start=1 0", "3 rows of 1 numbers");
    refused("pca", "spectrum=1 2", "largest eigenvalue and then the smallest");
    refused("pca", "d=3;k=3;rate=1", "no space to turn");
    refused("brockett", "d=2;k=3", "k = 3 is more than d = 2");
    refused("ground-state", "energy=gross-pitaevskii;k=2", "one state");
    refused("ground-state", "d=3;k=4", "");
    refused("ica", "mixing=1 2 3 4", "rows of 3 numbers");
    refused("ica", "mixing=1 0 0 0 1 0 1 1 0", "hides a source");
    refused("ica", "whiten=false", "orthogonal 3 x 3");
    refused("ica", "whiten=false;mixing=1 0 0 0 1 0 0 0 2", "orthogonal 3 x 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_references), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_presets),    cmocka_unit_test(test_projector),
        cmocka_unit_test(test_tracking),   cmocka_unit_test(test_brockett),
        cmocka_unit_test(test_separation), cmocka_unit_test(test_orders),
        cmocka_unit_test(test_falls),      cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
