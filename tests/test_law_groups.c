/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of a Lie group, on every registered group and on those with a size or parameter.
 *
 * Tolerances: inputs are of size one, so a handful of roundings stay well under 1e-13; derivatives
 * by differences lose three digits more (see derivative()). How accurate each function really is,
 * test_unit_even.c measures. */
#include "support/calls.h"
#include "support/matrices.h"
#include "support/operators.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/group.h>

enum { MAX_REP = 40, TRIALS = 40, MAX_GROUPS = 48 };

static lf_group planar_zero, planar_minus, planar_third, planar_tiny, r5, r2, mixed, spinor, chain,
    nested;
static const lf_group *const mixed_factor[] = {&lf_so3, &r2, &lf_se3};
static const lf_group *const spinor_factor[] = {&lf_s3, &lf_sl2};
static const lf_group *const chain_factor[] = {&lf_se3};
static const lf_group *const nested_factor[] = {&spinor, &chain, &lf_so2};
static const lf_group *groups[MAX_GROUPS];
static test_operator waves, turning, sines, symmetric, matrix;
static const double kappa_zero = 0, kappa_minus = -1, kappa_third = 0.3, kappa_tiny = -1e-12;

static int build_groups(void **state)
{
    (void)state;
    planar_zero = lf_group_planar(&kappa_zero);
    planar_minus = lf_group_planar(&kappa_minus);
    planar_third = lf_group_planar(&kappa_third);
    planar_tiny = lf_group_planar(&kappa_tiny);
    r5 = lf_group_rn(5);
    r2 = lf_group_rn(2);
    mixed = lf_group_product(3, mixed_factor);
    spinor = lf_group_product(2, spinor_factor);
    chain = lf_group_power(chain_factor, 3);
    nested = lf_group_product(3, nested_factor);
    test_operator_set(&waves, TEST_WAVES, 0.3);
    test_operator_set(&turning, TEST_COMPLEX, 0.3);
    test_operator_set(&sines, TEST_SINES, 0.3);
    test_operator_set(&symmetric, TEST_SYMMETRIC, 1);
    test_operator_set(&matrix, TEST_MATRIX, 1);
    const lf_group *const more[] = {&planar_zero, &planar_minus,  &planar_third, &planar_tiny,
                                    &r5,          &mixed,         &spinor,       &chain,
                                    &waves.group, &turning.group, &sines.group,  &symmetric.group,
                                    &matrix.group};
    size_t count = 0;
    for (const lf_group *const *G = lf_groups(); *G; G++)
        groups[count++] = *G;
    for (size_t k = 0; k < sizeof more / sizeof *more; k++)
        groups[count++] = more[k];
    for (const lf_group *const *G = test_matrix_groups(); *G; G++)
        groups[count++] = *G;
    return 0;
}

/* Algebra elements u, v, w and group elements a, b, c of size one, and the seed they came from. */
typedef struct {
    uint64_t seed;
    double u[MAX_REP], v[MAX_REP], w[MAX_REP], a[MAX_REP], b[MAX_REP], c[MAX_REP];
} sample;

static sample draw(const lf_group *G, uint64_t seed, double size)
{
    sample s = {.seed = seed};
    test_random r = {seed};
    size *= test_matrix_scale(G);
    double x[MAX_REP];
    double *const element[] = {s.a, s.b, s.c};
    for (int k = 0; k < 3; k++) {
        test_fill(&r, G->dim, size, x);
        test_exp(G, 1, x, element[k]);
    }
    test_fill(&r, G->dim, size, s.u);
    test_fill(&r, G->dim, size, s.v);
    test_fill(&r, G->dim, size, s.w);
    return s;
}

/* Run a law on every group with fresh samples. */
static void on_every_group(double size, void (*law)(const lf_group *G, const sample *s))
{
    for (const lf_group **G = groups; *G; G++)
        for (uint64_t seed = 1; seed <= TRIALS; seed++) {
            const sample s = draw(*G, seed, size);
            law(*G, &s);
        }
}

static double kappa(const lf_group *G)
{
    return G->kind == LF_GROUP_PLANAR ? *(const double *)G->ctx : NAN;
}

static void same(size_t count, const double *x, const double *y, double bound, const lf_group *G,
                 const sample *s, const char *what)
{
    test_within(test_error(count, x, y), bound, "%s, kappa %g, seed %llu: %s", G->name, kappa(G),
                (unsigned long long)s->seed, what);
}

/* ---- group axioms ---- */

static void law_axioms(const lf_group *G, const sample *s)
{
    double ab[MAX_REP], bc[MAX_REP], left[MAX_REP], right[MAX_REP], e[MAX_REP], inv[MAX_REP];
    test_mul(G, 1, s->a, s->b, ab);
    test_mul(G, 1, s->b, s->c, bc);
    test_mul(G, 1, ab, s->c, left);
    test_mul(G, 1, s->a, bc, right);
    same(G->rep, left, right, 1e-14, G, s, "(ab)c = a(bc)");
    lf_group_identity(G, 1, e);
    test_mul(G, 1, s->a, e, right);
    same(G->rep, right, s->a, 1e-15, G, s, "a e = a");
    test_mul(G, 1, e, s->a, left);
    same(G->rep, left, s->a, 1e-15, G, s, "e a = a");
    test_inv(G, 1, s->a, inv);
    test_mul(G, 1, s->a, inv, right);
    same(G->rep, right, e, 1e-14, G, s, "a a^-1 = e");
    test_mul(G, 1, inv, s->a, left);
    same(G->rep, left, e, 1e-14, G, s, "a^-1 a = e");
}

/* R^n; and matrices, for what is 1.001 times as large still has an inverse */
static bool all_numbers(const lf_group *G)
{
    return G->kind == LF_GROUP_RN || G->kind == LF_GROUP_AFFINE || G->kind == LF_GROUP_SEMILINEAR ||
           !strcmp(G->name, "gl");
}

static void law_defect(const lf_group *G, const sample *s)
{
    double ab[MAX_REP], d = NAN;
    test_mul(G, 1, s->a, s->b, ab);
    test_group_defect(G, 1, ab, &d);
    test_within(d, 1e-14, "%s: defect of a product", G->name);
    assert_true(d >= 0);
    for (size_t k = 0; k < G->rep; k++)
        ab[k] *= 1.001;
    test_group_defect(G, 1, ab, &d);
    if (!(all_numbers(G) ? d == 0 : d > 1e-4))
        fail_msg("%s: defect %g of an element that is 1.001 times as large", G->name, d);
}

static void test_axioms(void **state)
{
    (void)state;
    on_every_group(1, law_axioms);
    on_every_group(1, law_defect);
}

/* ---- algebra ---- */

static void law_bracket(const lf_group *G, const sample *s)
{
    double uv[MAX_REP], vu[MAX_REP], x[MAX_REP], y[MAX_REP], z[MAX_REP], zero[MAX_REP] = {0};
    test_bracket(G, 1, s->u, s->v, uv);
    test_bracket(G, 1, s->v, s->u, vu);
    for (size_t k = 0; k < G->dim; k++)
        x[k] = -vu[k];
    same(G->dim, uv, x, 1e-15, G, s, "[u, v] = -[v, u]");
    test_bracket(G, 1, uv, s->w, x);
    test_bracket(G, 1, s->v, s->w, y);
    test_bracket(G, 1, y, s->u, z);
    for (size_t k = 0; k < G->dim; k++)
        x[k] += z[k];
    test_bracket(G, 1, s->w, s->u, y);
    test_bracket(G, 1, y, s->v, z);
    for (size_t k = 0; k < G->dim; k++)
        x[k] += z[k];
    same(G->dim, x, zero, 1e-14, G, s, "Jacobi");
    if (G->abelian)
        same(G->dim, uv, zero, 0, G, s, "abelian");
    else
        assert_true(test_norm(G->dim, uv) > 0);
}

/* sum of ad_u^k v / k! */
static void exp_ad(const lf_group *G, const double *u, const double *v, double *out)
{
    double term[MAX_REP], next[MAX_REP];
    memcpy(term, v, G->dim * sizeof *v);
    memcpy(out, v, G->dim * sizeof *v);
    for (int k = 1; k < 60; k++) {
        test_bracket(G, 1, u, term, next);
        for (size_t c = 0; c < G->dim; c++)
            out[c] += term[c] = next[c] / k;
    }
}

static void law_Ad(const lf_group *G, const sample *s)
{
    double ab[MAX_REP], x[MAX_REP], y[MAX_REP], left[MAX_REP], right[MAX_REP];
    test_mul(G, 1, s->a, s->b, ab);
    test_Ad(G, 1, ab, s->v, left);
    test_Ad(G, 1, s->b, s->v, x);
    test_Ad(G, 1, s->a, x, right);
    same(G->dim, left, right, 5e-14, G, s, "Ad_ab = Ad_a Ad_b");
    test_exp(G, 1, s->u, x);
    test_Ad(G, 1, x, s->v, left);
    exp_ad(G, s->u, s->v, right);
    same(G->dim, left, right, 5e-14, G, s, "Ad_exp(u) = exp(ad_u)");
    /* exp(Ad_a v) a = a exp(v) */
    test_Ad(G, 1, s->a, s->v, x);
    test_exp(G, 1, x, y);
    test_mul(G, 1, y, s->a, left);
    test_exp(G, 1, s->v, x);
    test_mul(G, 1, s->a, x, right);
    same(G->rep, left, right, 2e-13, G, s, "exp(Ad_a v) a = a exp(v)");
}

static void test_algebra(void **state)
{
    (void)state;
    on_every_group(1, law_bracket);
    on_every_group(1, law_Ad);
}

/* ---- exp and log ---- */

static void law_log(const lf_group *G, const sample *s)
{
    double g[MAX_REP], u[MAX_REP], ab[MAX_REP], x[MAX_REP];
    test_exp(G, 1, s->u, g);
    if (test_log(G, 1, g, u) != LF_OK)
        fail_msg("%s has no logarithm", G->name);
    same(G->dim, u, s->u, 1e-14, G, s, "log(exp(u)) = u");
    test_mul(G, 1, s->a, s->b, ab);
    if (test_log(G, 1, ab, x) != LF_OK)
        return; /* SL(2) is not covered by exp */
    test_exp(G, 1, x, g);
    same(G->rep, g, ab, 1e-13, G, s, "exp(log(g)) = g");
}

/* exp((s + t) u) = exp(s u) exp(t u), far beyond one turn too */
static void law_one_parameter(const lf_group *G, const sample *s)
{
    double x[MAX_REP], y[MAX_REP], gx[MAX_REP], gy[MAX_REP], left[MAX_REP], right[MAX_REP];
    for (size_t k = 0; k < G->dim; k++) {
        x[k] = 2.25 * s->u[k];
        y[k] = 0.375 * s->u[k];
    }
    test_exp(G, 1, x, gx);
    test_exp(G, 1, y, gy);
    test_mul(G, 1, gx, gy, left);
    for (size_t k = 0; k < G->dim; k++)
        x[k] = 2.625 * s->u[k];
    test_exp(G, 1, x, right);
    same(G->rep, left, right, 5e-14, G, s, "exp((s+t)u) = exp(su) exp(tu)");
}

static void test_exp_log(void **state)
{
    (void)state;
    on_every_group(0.9, law_log);
    on_every_group(1e-9, law_log);
    on_every_group(1e-200, law_log);
    on_every_group(1, law_one_parameter);
}

/* ---- differentials ---- */

typedef void curve(const lf_group *G, const void *data, double t, double *g);

/* d/dt at 0 by the central difference of order 8. With h = 2^-6 its error is h^8/630 times a ninth
 * derivative, 1e-17 of it; rounding costs 1e-16/h, some 1e-14. */
static void derivative(const lf_group *G, curve *at, const void *data, double *out)
{
    static const double weight[] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
    const double h = 0x1p-6;
    double plus[MAX_REP], minus[MAX_REP];
    memset(out, 0, G->rep * sizeof *out);
    for (int k = 0; k < 4; k++) {
        at(G, data, (k + 1) * h, plus);
        at(G, data, -(k + 1) * h, minus);
        for (size_t c = 0; c < G->rep; c++)
            out[c] += weight[k] * (plus[c] - minus[c]) / h;
    }
}

typedef struct {
    const double *u, *v, *g;
    lf_map map;
} curve_data;

/* phi(u + t v) */
static void line(const lf_group *G, const void *data, double t, double *g)
{
    const curve_data *d = data;
    double x[MAX_REP];
    for (size_t k = 0; k < G->dim; k++)
        x[k] = d->u[k] + t * d->v[k];
    test_map(G, d->map, 1, x, g);
}

/* exp(t u) g */
static void orbit(const lf_group *G, const void *data, double t, double *out)
{
    const curve_data *d = data;
    double x[MAX_REP], e[MAX_REP];
    for (size_t k = 0; k < G->dim; k++)
        x[k] = t * d->u[k];
    test_exp(G, 1, x, e);
    test_mul(G, 1, e, d->g, out);
}

static void law_tangent(const lf_group *G, const sample *s)
{
    double slope[MAX_REP], v[MAX_REP];
    derivative(G, orbit, &(curve_data){.u = s->u, .g = s->a}, slope);
    test_tangent(G, 1, s->u, s->a, v);
    same(G->rep, v, slope, 1e-12, G, s, "tangent = d/dt exp(tu) g");
}

/* d/dt phi(u + t v) = (dphi_u v) phi(u), with v = dphi_u^-1 w */
static void law_dmapinv(const lf_group *G, const sample *s)
{
    double g[MAX_REP], v[MAX_REP], slope[MAX_REP], expected[MAX_REP];
    for (int map = 0; map < LF_MAP_COUNT; map++) {
        if (!lf_group_has_map(G, (lf_map)map))
            continue;
        test_dmapinv(G, (lf_map)map, 1, s->u, s->w, v);
        derivative(G, line, &(curve_data){.u = s->u, .v = v, .map = (lf_map)map}, slope);
        test_map(G, (lf_map)map, 1, s->u, g);
        test_tangent(G, 1, s->w, g, expected);
        same(G->rep, slope, expected, 1e-11, G, s, lf_map_name((lf_map)map));
    }
}

static void law_dexp(const lf_group *G, const sample *s)
{
    double g[MAX_REP], x[MAX_REP], y[MAX_REP], slope[MAX_REP];
    test_dexp(G, 1, s->u, s->v, x);
    test_exp(G, 1, s->u, g);
    test_tangent(G, 1, x, g, y);
    derivative(G, line, &(curve_data){.u = s->u, .v = s->v, .map = LF_EXP}, slope);
    same(G->rep, y, slope, 1e-12, G, s, "dexp = d/dt exp(u + t v)");
    test_dexpinv(G, 1, s->u, x, y);
    same(G->dim, y, s->v, 1e-13, G, s, "dexpinv dexp = 1");
}

/* The map goes through the identity, where its derivative is 1. */
static void law_maps_at_zero(const lf_group *G, const sample *s)
{
    double zero[MAX_REP] = {0}, e[MAX_REP], g[MAX_REP], v[MAX_REP], d;
    lf_group_identity(G, 1, e);
    for (int map = 0; map < LF_MAP_COUNT; map++) {
        if (!lf_group_has_map(G, (lf_map)map))
            continue;
        test_map(G, (lf_map)map, 1, zero, g);
        same(G->rep, g, e, 0, G, s, "phi(0) = e");
        test_dmapinv(G, (lf_map)map, 1, zero, s->v, v);
        /* coordinates of G_P go through P and its inverse */
        same(G->dim, v, s->v, strcmp(G->name, "form") ? 0 : 4e-16, G, s, "dphi_0 = 1");
        test_map(G, (lf_map)map, 1, s->u, g);
        test_group_defect(G, 1, g, &d);
        test_within(d, 1e-14, "%s: defect of %s", G->name, lf_map_name((lf_map)map));
    }
}

static void test_differentials(void **state)
{
    (void)state;
    on_every_group(0.8, law_tangent);
    on_every_group(0.6, law_dmapinv); /* second kind on S^3 is singular at pi/4 */
    on_every_group(1e-6, law_dmapinv);
    on_every_group(1, law_dexp);
    on_every_group(1.7, law_dexp);
    on_every_group(1, law_maps_at_zero);
}

/* ---- duals ---- */

static double pairing(const lf_group *G, const double *m, const double *v)
{
    double sum = 0;
    for (size_t k = 0; k < G->dim; k++)
        sum += m[k] * v[k];
    return sum;
}

static void check_dual(const lf_group *G, const sample *s, lf_group_binary *map,
                       lf_group_binary *dual, const double *a, const char *what)
{
    double image[MAX_REP], out[MAX_REP];
    test_group_call(map, G, 1, a, s->v, image, what);
    test_group_call(dual, G, 1, a, s->w, out, what);
    const double left = pairing(G, out, s->v), right = pairing(G, s->w, image);
    same(1, &left, &right, 5e-14, G, s, what);
}

static void law_duals(const lf_group *G, const sample *s)
{
    check_dual(G, s, lf_group_Ad, lf_group_Ad_dual, s->a, "Ad*");
    check_dual(G, s, lf_group_bracket, lf_group_ad_dual, s->u, "ad*");
    check_dual(G, s, lf_group_dexp, lf_group_dexp_dual, s->u, "dexp*");
    check_dual(G, s, lf_group_dexpinv, lf_group_dexpinv_dual, s->u, "dexpinv*");
}

static void test_duals(void **state)
{
    (void)state;
    on_every_group(0.3, law_duals);
    on_every_group(1.7, law_duals);
}

/* ---- the series of dexpinv ---- */

static void law_truncated(const lf_group *G, const sample *s)
{
    static const double coefficient[] = {1, -0.5, 1. / 12, 0, -1. / 720, 0, 1. / 30240};
    double sum[MAX_REP], term[MAX_REP], next[MAX_REP], w[MAX_REP];
    memcpy(sum, s->v, G->dim * sizeof *sum);
    memcpy(term, s->v, G->dim * sizeof *term);
    test_dexpinv_truncated(G, 1, 1, s->u, s->v, w);
    same(G->dim, w, sum, 0, G, s, "order 1 is the identity");
    for (int order = 2; order <= 8; order++) {
        test_dexpinv_truncated(G, 1, order, s->u, s->v, w);
        same(G->dim, w, sum, 1e-15, G, s, "partial sums");
        test_bracket(G, 1, s->u, term, next);
        memcpy(term, next, sizeof term);
        for (size_t k = 0; k < G->dim && order < 8; k++)
            sum[k] += coefficient[order - 1] * term[k];
    }
    /* the next term is ad^8/1209600, below 1e-13 for |ad_u| < 1/4 */
    test_dexpinv(G, 1, s->u, s->v, sum);
    same(G->dim, w, sum, 1e-13, G, s, "order 8 against the closed form");
}

static void test_truncated(void **state)
{
    (void)state;
    on_every_group(0.07, law_truncated);
}

/* ---- what is there ---- */

static bool lacks_second_kind(const lf_group *G)
{
    const bool dense = G->kind == LF_GROUP_MATRIX || G->kind == LF_GROUP_AFFINE;
    return G == &lf_sl2 || G == &spinor || (dense && strcmp(G->name, "so"));
}

static void test_maps(void **state)
{
    (void)state;
    for (const lf_group **G = groups; *G; G++)
        for (int map = 0; map < LF_MAP_COUNT; map++) {
            const bool expected = (*G)->kind == LF_GROUP_SEMILINEAR
                                      ? map == LF_EXP
                                      : !lacks_second_kind(*G) || map != LF_SECOND_KIND;
            if (lf_group_has_map(*G, (lf_map)map) != expected)
                fail_msg("%s %s the map %s", (*G)->name, expected ? "lacks" : "has",
                         lf_map_name((lf_map)map));
        }
    assert_false(lf_group_has_map(&nested, LF_SECOND_KIND));
    assert_string_equal(lf_map_name(LF_EXP), "exp");
    assert_string_equal(lf_map_name(LF_CAYLEY), "cayley");
    assert_string_equal(lf_map_name(LF_SECOND_KIND), "second-kind");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axioms),  cmocka_unit_test(test_algebra),
        cmocka_unit_test(test_exp_log), cmocka_unit_test(test_differentials),
        cmocka_unit_test(test_duals),   cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_maps),
    };
    return cmocka_run_group_tests(tests, build_groups, NULL);
}
