/* SPDX-License-Identifier: BSD-3-Clause */
/* A group of one's own with a size in its ctx and nothing but what is required: upper triangular
 * matrices with ones on the diagonal. Its laws hold through what the library derives, and methods
 * have their orders on it. Brackets of N matrices vanish, so every series below is finite. */
#include "support/order.h"

#include <math.h>
#include <string.h>

#include "group/slope.h"

enum { N = 7, DIM = N * (N - 1) / 2, REP = N * N, TRIALS = 20, LANES = 3 };
static const double ROUNDOFF = 1e-14;

/* ---- matrices of one lane ---- */

static size_t order_of(const lf_group *G)
{
    return *(const size_t *)G->ctx;
}

static void product(size_t m, const double *a, const double *b, double *c)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            double sum = 0;
            for (size_t k = 0; k < m; k++)
                sum += a[i * m + k] * b[k * m + j];
            c[i * m + j] = sum;
        }
}

static void take(size_t m, size_t n, size_t lane, const double *a, double *matrix)
{
    for (size_t k = 0; k < m * m; k++)
        matrix[k] = a[k * n + lane];
}

static void put(size_t m, size_t n, size_t lane, const double *matrix, double *a)
{
    for (size_t k = 0; k < m * m; k++)
        a[k * n + lane] = matrix[k];
}

/* The algebra above the diagonal, row after row, as a matrix and back. */
static void take_algebra(size_t m, size_t n, const double *u, double *matrix)
{
    memset(matrix, 0, m * m * sizeof *matrix);
    for (size_t i = 0; i < m; i++)
        for (size_t j = i + 1; j < m; j++, u += n)
            matrix[i * m + j] = *u;
}

static void put_algebra(size_t m, size_t n, const double *matrix, double *u)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = i + 1; j < m; j++, u += n)
            *u = matrix[i * m + j];
}

/* sum of c_k x^k, k below m, from x: a finite series; `t` has room for two matrices */
static void series(size_t m, const double *c, const double *x, double *out, double *t)
{
    double *power = t, *next = t + m * m;
    for (size_t k = 0; k < m * m; k++)
        out[k] = power[k] = k % (m + 1) == 0;
    for (size_t k = 1; k < m; k++) {
        product(m, power, x, next);
        memcpy(power, next, m * m * sizeof *power);
        for (size_t j = 0; j < m * m; j++)
            out[j] += c[k] * power[j];
    }
}

/* ---- the group ---- */

static size_t own_work(const lf_group *G, size_t n)
{
    (void)n;
    return 5 * order_of(G) * order_of(G);
}

static void own_identity(const lf_group *G, size_t n, double *g)
{
    const size_t m = order_of(G);
    for (size_t k = 0; k < m * m; k++)
        for (size_t i = 0; i < n; i++)
            g[k * n + i] = k % (m + 1) == 0;
}

static lf_status own_mul(const lf_group *G, size_t n, const double *a, const double *b, double *c,
                         double *work)
{
    const size_t m = order_of(G), all = m * m;
    for (size_t i = 0; i < n; i++) {
        take(m, n, i, a, work);
        take(m, n, i, b, work + all);
        product(m, work, work + all, work + 2 * all);
        put(m, n, i, work + 2 * all, c);
    }
    return LF_OK;
}

/* (1 + x)^-1 = sum of (-x)^k; `t` has room for three matrices */
static void inverse(size_t m, const double *g, double *out, double *t)
{
    double c[N];
    for (size_t k = 0; k < m; k++)
        c[k] = k % 2 ? -1 : 1;
    for (size_t k = 0; k < m * m; k++)
        t[k] = g[k] - (k % (m + 1) == 0);
    series(m, c, t, out, t + m * m);
}

static lf_status own_inv(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    const size_t m = order_of(G), all = m * m;
    for (size_t i = 0; i < n; i++) {
        take(m, n, i, a, work);
        inverse(m, work, work + all, work + 2 * all);
        put(m, n, i, work + all, b);
    }
    return LF_OK;
}

static lf_status own_Ad(const lf_group *G, size_t n, const double *g, const double *v, double *w,
                        double *work)
{
    const size_t m = order_of(G), all = m * m;
    for (size_t i = 0; i < n; i++) {
        take(m, n, i, g, work);
        inverse(m, work, work + all, work + 2 * all);
        take_algebra(m, n, v + i, work + 2 * all);
        product(m, work, work + 2 * all, work + 3 * all);
        product(m, work + 3 * all, work + all, work + 2 * all);
        put_algebra(m, n, work + 2 * all, w + i);
    }
    return LF_OK;
}

static lf_status own_bracket(const lf_group *G, size_t n, const double *u, const double *v,
                             double *w, double *work)
{
    const size_t m = order_of(G), all = m * m;
    for (size_t i = 0; i < n; i++) {
        take_algebra(m, n, u + i, work);
        take_algebra(m, n, v + i, work + all);
        product(m, work, work + all, work + 2 * all);
        product(m, work + all, work, work + 3 * all);
        for (size_t k = 0; k < all; k++)
            work[2 * all + k] -= work[3 * all + k];
        put_algebra(m, n, work + 2 * all, w + i);
    }
    return LF_OK;
}

static lf_status own_exp(const lf_group *G, size_t n, const double *u, double *g, double *work)
{
    const size_t m = order_of(G), all = m * m;
    double c[N] = {1};
    for (size_t k = 1; k < m; k++)
        c[k] = c[k - 1] / (double)k;
    for (size_t i = 0; i < n; i++) {
        take_algebra(m, n, u + i, work);
        series(m, c, work, work + all, work + 2 * all);
        put(m, n, i, work + all, g);
    }
    return LF_OK;
}

/* v - [u, v]/2 + [u, [u, v]]/12 - ..., one lane at a time */
static lf_status own_dexpinv(const lf_group *G, size_t n, const double *u, const double *v,
                             double *w, double *work)
{
    static const double c[] = {1, -0.5, 1. / 12, 0, -1. / 720, 0, 1. / 30240};
    double one[DIM], term[DIM], next[DIM], sum[DIM];
    for (size_t i = 0; i < n; i++) {
        test_take_lane(G->dim, n, i, u, one);
        test_take_lane(G->dim, n, i, v, term);
        memcpy(sum, term, sizeof sum);
        for (int k = 1; k < 7; k++) {
            own_bracket(G, 1, one, term, next, work);
            memcpy(term, next, sizeof term);
            for (size_t d = 0; d < G->dim; d++)
                sum[d] += c[k] * term[d];
        }
        test_put_lane(G->dim, n, i, sum, w);
    }
    return LF_OK;
}

static lf_status own_defect(const lf_group *G, size_t n, const double *g, double *d, double *work)
{
    const size_t m = order_of(G);
    (void)work;
    for (size_t i = 0; i < n; i++) {
        d[i] = 0;
        for (size_t k = 0; k < m * m; k++)
            if (k % m <= k / m)
                d[i] += fabs(g[k * n + i] - (k % m == k / m));
    }
    return LF_OK;
}

static const lf_group_ops own_ops = {.identity = own_identity,
                                     .mul = own_mul,
                                     .inv = own_inv,
                                     .Ad = own_Ad,
                                     .bracket = own_bracket,
                                     .map = {own_exp},
                                     .dmapinv = {own_dexpinv},
                                     .defect = own_defect,
                                     .work = own_work};
static const size_t order_seven = N;
static const lf_group own = {.name = "unipotent",
                             .doc = "upper triangular matrices with ones on the diagonal",
                             .dim = DIM,
                             .rep = REP,
                             .ops = &own_ops,
                             .ctx = &order_seven};

/* ---- laws ---- */

typedef struct {
    double u[DIM], v[DIM], m[DIM], a[REP], b[REP];
} sample;

static sample draw(uint64_t seed)
{
    sample s;
    test_random r = {seed};
    double x[DIM];
    test_fill(&r, DIM, 0.5, x);
    test_exp(&own, 1, x, s.a);
    test_fill(&r, DIM, 0.5, x);
    test_exp(&own, 1, x, s.b);
    test_fill(&r, DIM, 0.5, s.u);
    test_fill(&r, DIM, 1, s.v);
    test_fill(&r, DIM, 1, s.m);
    return s;
}

static void test_required(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        const sample s = draw(seed);
        double e[REP], x[REP], y[REP], z[REP], v[DIM], w[DIM], d;
        lf_group_identity(&own, 1, e);
        test_inv(&own, 1, s.a, x);
        test_mul(&own, 1, s.a, x, y);
        test_within(test_error(REP, y, e), 8 * ROUNDOFF, "a a^-1 = e");
        test_mul(&own, 1, s.a, s.b, x);
        test_group_defect(&own, 1, x, &d);
        test_within(d, 0, "defect of a product");
        test_Ad(&own, 1, x, s.v, v);
        test_Ad(&own, 1, s.b, s.v, w);
        test_Ad(&own, 1, s.a, w, y);
        test_within(test_error(DIM, v, y), 8 * ROUNDOFF, "Ad_ab = Ad_a Ad_b");
        /* exp(Ad_a v) a = a exp(v) */
        test_Ad(&own, 1, s.a, s.v, v);
        test_exp(&own, 1, v, x);
        test_mul(&own, 1, x, s.a, y);
        test_exp(&own, 1, s.v, x);
        test_mul(&own, 1, s.a, x, z);
        test_within(test_error(REP, y, z), 8 * ROUNDOFF, "exp(Ad_a v) a = a exp(v)");
    }
}

/* u as a matrix times g, or g times it */
static void moved(const double *u, const double *g, bool left, double *out)
{
    double matrix[REP];
    take_algebra(N, 1, u, matrix);
    if (left)
        product(N, matrix, g, out);
    else
        product(N, g, matrix, out);
}

/* d/ds exp(u + s v) at 0 by the central difference of order 8, as in test_law_groups.c */
static void slope_of_exp(const double *u, const double *v, double *out)
{
    static const double weight[] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
    const double h = 0x1p-6;
    double x[DIM], plus[REP], minus[REP];
    memset(out, 0, REP * sizeof *out);
    for (int k = 0; k < 4; k++) {
        for (size_t d = 0; d < DIM; d++)
            x[d] = u[d] + (k + 1) * h * v[d];
        test_exp(&own, 1, x, plus);
        for (size_t d = 0; d < DIM; d++)
            x[d] = u[d] - (k + 1) * h * v[d];
        test_exp(&own, 1, x, minus);
        for (size_t c = 0; c < REP; c++)
            out[c] += weight[k] * (plus[c] - minus[c]) / h;
    }
}

static void test_derived_differentials(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        const sample s = draw(seed);
        double x[REP], y[REP], z[REP], g[REP];
        test_dexp(&own, 1, s.u, s.v, x);
        test_dexpinv(&own, 1, s.u, x, y);
        test_within(test_error(DIM, y, s.v), 8 * ROUNDOFF, "dexpinv dexp = 1");
        test_exp(&own, 1, s.u, g);
        moved(x, g, true, y);
        slope_of_exp(s.u, s.v, z);
        test_within(test_error(REP, y, z), 1e-12, "dexp = d/ds exp(u + s v)");
        test_tangent(&own, 1, s.u, s.a, x);
        moved(s.u, s.a, true, y);
        test_within(test_error(REP, x, y), 1e-12, "tangent");
        double *work = test_scratch(lf_group_work(&own, 1));
        assert_int_equal(lf_group_tangent_right(&own, 1, s.u, s.a, x, work), LF_OK);
        moved(s.u, s.a, false, y);
        test_within(test_error(REP, x, y), 1e-12, "tangent from the right");
        work = test_scratch(lf_group_work(&own, 1));
        assert_int_equal(lf_group_dexpinv_truncated(&own, 1, 8, s.u, s.v, x, work), LF_OK);
        test_dexpinv(&own, 1, s.u, s.v, y);
        test_within(test_error(DIM, x, y), ROUNDOFF, "the series of order 8 is the whole of it");
    }
}

static double pairing(const double *m, const double *v)
{
    double sum = 0;
    for (size_t k = 0; k < DIM; k++)
        sum += m[k] * v[k];
    return sum;
}

/* <dual(m), v> = <m, map(v)> in several lanes, each with its own elements. */
static void check_dual(lf_group_binary *map, lf_group_binary *dual, bool element, const char *what)
{
    sample s[LANES];
    double a[REP * LANES], v[DIM * LANES], m[DIM * LANES], image[DIM * LANES], out[DIM * LANES];
    const size_t size = element ? REP : DIM, work = lf_group_work(&own, LANES);
    for (size_t i = 0; i < LANES; i++) {
        s[i] = draw(10 + i);
        test_put_lane(size, LANES, i, element ? s[i].a : s[i].u, a);
        test_put_lane(DIM, LANES, i, s[i].v, v);
        test_put_lane(DIM, LANES, i, s[i].m, m);
    }
    assert_int_equal(map(&own, LANES, a, v, image, test_scratch(work)), LF_OK);
    assert_int_equal(dual(&own, LANES, a, m, out, test_scratch(work)), LF_OK);
    for (size_t i = 0; i < LANES; i++) {
        double one[DIM], other[DIM];
        test_take_lane(DIM, LANES, i, out, one);
        test_take_lane(DIM, LANES, i, image, other);
        test_within(fabs(pairing(one, s[i].v) - pairing(s[i].m, other)), 20 * ROUNDOFF, "%s", what);
    }
}

static void test_derived_duals(void **state)
{
    (void)state;
    check_dual(lf_group_Ad, lf_group_Ad_dual, true, "Ad*");
    check_dual(lf_group_bracket, lf_group_ad_dual, false, "ad*");
    check_dual(lf_group_dexp, lf_group_dexp_dual, false, "dexp*");
    check_dual(lf_group_dexpinv, lf_group_dexpinv_dual, false, "dexpinv*");
}

/* What a derived operation gives a lane does not depend on the lanes beside it: here one is small,
 * and one is large. */
static void check_lanes(lf_group_binary *op, size_t first, size_t second, size_t result,
                        const char *what)
{
    double a[REP * LANES], b[REP * LANES], out[REP * LANES];
    const size_t room = lf_group_work(&own, LANES);
    sample s[LANES];
    for (size_t i = 0; i < LANES; i++) {
        s[i] = draw(30 + i);
        for (size_t k = 0; k < DIM; k++)
            s[i].u[k] *= i == 0 ? 0.1 : i == 1 ? 1 : 40;
        test_put_lane(first, LANES, i, first == REP ? s[i].a : s[i].u, a);
        test_put_lane(second, LANES, i, second == REP ? s[i].b : s[i].v, b);
    }
    assert_int_equal(op(&own, LANES, a, b, out, test_scratch(room)), LF_OK);
    for (size_t i = 0; i < LANES; i++) {
        double one[REP], alone[REP], *work = test_scratch(lf_group_work(&own, 1));
        assert_int_equal(op(&own, 1, first == REP ? s[i].a : s[i].u,
                            second == REP ? s[i].b : s[i].v, alone, work),
                         LF_OK);
        test_take_lane(result, LANES, i, out, one);
        test_same_bits(result, one, alone, "%s, lane %zu", what, i);
    }
}

static void test_derived_lanes(void **state)
{
    (void)state;
    check_lanes(lf_group_tangent, DIM, REP, REP, "tangent");
    check_lanes(lf_group_tangent_right, DIM, REP, REP, "tangent from the right");
    check_lanes(lf_group_dexp, DIM, DIM, DIM, "dexp");
    check_lanes(lf_group_dexp_dual, DIM, DIM, DIM, "dexp*");
    check_lanes(lf_group_dexpinv_dual, DIM, DIM, DIM, "dexpinv*");
    check_lanes(lf_group_Ad_dual, REP, DIM, DIM, "Ad*");
    check_lanes(lf_group_ad_dual, DIM, DIM, DIM, "ad*");
}

/* the gradient of <m, dexp_u v> along v by differences of order four, whose error is 1e-11 */
static void test_derived_slope(void **state)
{
    (void)state;
    static const double place[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
    const sample s = draw(5);
    double slope[DIM], u[DIM], w[DIM], by = 0;
    double *work = test_scratch(lf_group_slope_work(&own, 1));
    assert_int_equal(lf_group_dexp_slope(&own, 1, s.u, s.v, s.m, slope, work), LF_OK);
    for (int k = 0; k < 4; k++) {
        for (size_t d = 0; d < DIM; d++)
            u[d] = s.u[d] + 1e-3 * place[k] * s.v[d];
        test_dexp(&own, 1, u, s.v, w);
        by += weight[k] * pairing(s.m, w) / 12e-3;
    }
    test_within(fabs(pairing(slope, s.v) - by), 1e-10, "slope of dexp");
}

static void test_what_is_not_there(void **state)
{
    (void)state;
    double g[REP], u[DIM];
    lf_group_identity(&own, 1, g);
    assert_int_equal(test_log(&own, 1, g, u), LF_ENEEDS);
    assert_true(lf_group_has_map(&own, LF_EXP) && !lf_group_has_map(&own, LF_CAYLEY));
    double *work = test_scratch(lf_group_work(&own, 1));
    assert_int_equal(lf_group_map(&own, LF_CAYLEY, 1, u, g, work), LF_ENEEDS);
    assert_false(lf_group_can_project(&own));
}

/* ---- methods ---- */

static void test_orders(void **state)
{
    (void)state;
    static const char *const methods[] = {"rkmk4", "cf4"};
    static test_field field;
    static test_race race;
    const lf_action A = lf_action_left(&own);
    const lf_problem P = test_problem(&A, TEST_IN_TIME, 0.5, &field);
    test_race_set(&race, &P, 1);
    for (size_t k = 0; k < 2; k++)
        test_order_is(&race, lf_method_find(methods[k]), 4, 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_required),          cmocka_unit_test(test_derived_differentials),
        cmocka_unit_test(test_derived_duals),     cmocka_unit_test(test_derived_slope),
        cmocka_unit_test(test_what_is_not_there), cmocka_unit_test(test_orders),
        cmocka_unit_test(test_derived_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
