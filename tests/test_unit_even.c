/* SPDX-License-Identifier: BSD-3-Clause */
/* How accurate the even functions are, and what is made of them: exp, dexp and dexpinv of SO(3),
 * SE(3), S^3, SL(2) and the planar groups, against quadruple precision. */
#include "support/calls.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include <lieflow/group.h>

#include "base/even.h"
#include "group/conic.h"
#include "support/quad.h"

/* Four units in the last place. The project promises this away from zeros and poles and 5e-15 at
 * worst; because angles beyond the switch are formed in extended precision, the bound holds
 * everywhere, with the exceptions named where they are made. */
#define FOUR_ULP (4 * DBL_EPSILON)

static double relative(double value, quad exact)
{
    const quad d = (quad)value - exact;
    return (double)((d < 0 ? -d : d) / (exact < 0 ? -exact : exact));
}

typedef struct {
    const char *name;
    double error, theta;
} record;

static void keep_worst(record *r, double error, double theta)
{
    if (error <= r->error) /* a NaN is kept */
        return;
    r->error = error;
    r->theta = theta;
}

static void report(const char *what, const record *r)
{
    print_message("%-10s %-8s %.2g at %.9g\n", what, r->name, r->error, r->theta);
}

/* ---- the functions themselves ---- */

enum { S, C, D, C1, D1, G, G1, FUNCTIONS };

static void near_values(double x, double value[FUNCTIONS])
{
    value[S] = lf_even_S(x);
    value[C] = lf_even_C(x);
    value[D] = lf_even_D(x);
    value[C1] = lf_even_C1(x);
    value[D1] = lf_even_D1(x);
    value[G] = lf_even_G(x);
    value[G1] = lf_even_G1(x);
}

static void middle_values(double x, double value[FUNCTIONS])
{
    value[S] = lf_even_S_in(true, x);
    value[C] = lf_even_C_in(true, x);
    value[D] = lf_even_D_in(true, x);
    value[C1] = lf_even_C1_in(true, x);
    value[D1] = lf_even_D1_in(true, x);
    value[G] = lf_even_G_in(true, x);
    value[G1] = lf_even_G1_in(true, x);
}

static void far_values(double theta, double value[FUNCTIONS])
{
    const lf_even e = lf_even_far_all(theta, 0, 0);
    const double all[FUNCTIONS] = {e.S, e.C, e.D, e.C1, e.D1, e.G, e.G1};
    for (int k = 0; k < FUNCTIONS; k++)
        value[k] = all[k];
}

/* The short polynomials below half a radian. */
static void check_small(double x, const quad_even *q)
{
    test_within(relative(lf_even_S_small(x), q->S), FOUR_ULP, "short S at x = %.17g", x);
    test_within(relative(lf_even_C_small(x), q->C), FOUR_ULP, "short C at x = %.17g", x);
    test_within(relative(lf_even_G_small(x), q->G), FOUR_ULP, "short G at x = %.17g", x);
}

/* The quick closed forms of S, C, D and G against the same exact values; an angle along a slanted
 * axis, so that its square is not the square of a double. */
static void check_quick(double theta)
{
    const double ux = 0.48 * theta, uy = 0.6 * theta, uz = 0.64 * theta;
    const lf_even e = lf_even_far(ux, uy, uz);
    const quad_even q = quad_even_at((quad)ux * ux + (quad)uy * uy + (quad)uz * uz);
    const double zero = 2e-19 / fabs((double)q.S);
    test_within(relative(e.S, q.S), FOUR_ULP + zero, "quick S at theta = %.17g", theta);
    test_within(relative(e.C, q.C), FOUR_ULP, "quick C at theta = %.17g", theta);
    test_within(relative(e.D, q.D), FOUR_ULP, "quick D at theta = %.17g", theta);
    test_within(relative(e.G, q.G), FOUR_ULP, "quick G at theta = %.17g", theta);
}

/* The polynomials of the second pass, up to four radians: below two they are those of the first, above
 * they need no allowance at the zero of S, which is a factor. */
static void check_middle(double x, record worst[FUNCTIONS])
{
    double near[FUNCTIONS], value[FUNCTIONS];
    near_values(x, near);
    middle_values(x, value);
    if (!lf_even_is_far(x)) {
        test_same_bits(FUNCTIONS, value, near, "both passes at x = %.17g", x);
        return;
    }
    const quad_even q = quad_even_at((quad)x);
    const quad exact[FUNCTIONS] = {q.S, q.C, q.D, q.C1, q.D1, q.G, q.G1};
    for (int k = 0; k < FUNCTIONS; k++) {
        const double error = relative(value[k], exact[k]);
        test_within(error, FOUR_ULP, "%s of the second pass at x = %.17g", worst[k].name, x);
        keep_worst(&worst[k], error, sqrt(x));
    }
}

/* At each theta the polynomials below the switch and the closed forms above are held against the
 * same function of the number they are given: x itself, or theta. The one function with a zero on
 * the way is S, at pi; there an absolute error of 2e-19, a rounding of theta in extended precision,
 * is all that can be asked for. The poles of G and G1 at 2 pi need no allowance: the distance 0.01
 * amplifies that rounding to 3e-17. */
static void check_even(double theta, record worst[FUNCTIONS])
{
    const double x = theta * theta;
    double value[FUNCTIONS];
    const bool near = !lf_even_is_far(x);
    if (near) {
        near_values(x, value);
    } else {
        far_values(theta, value);
        check_quick(theta);
    }
    const quad_even q = quad_even_at(near ? (quad)x : (quad)theta * theta);
    if (!lf_even_is_large(x))
        check_small(x, &q);
    const quad exact[FUNCTIONS] = {q.S, q.C, q.D, q.C1, q.D1, q.G, q.G1};
    for (int k = 0; k < FUNCTIONS; k++) {
        const double allowance = k == S ? 2e-19 / fabs((double)exact[S]) : 0;
        const double error = relative(value[k], exact[k]);
        test_within(error, FOUR_ULP + allowance, "%s at theta = %.17g", worst[k].name, theta);
        keep_worst(&worst[k], error - allowance, theta);
    }
}

static void test_even(void **state)
{
    (void)state;
    const double pi = acos(-1.0);
    record worst[FUNCTIONS] = {
        [S] = {"S", 0, 0},   [C] = {"C", 0, 0}, [D] = {"D", 0, 0},  [C1] = {"C1", 0, 0},
        [D1] = {"D1", 0, 0}, [G] = {"G", 0, 0}, [G1] = {"G1", 0, 0}};
    for (double theta = 1e-12; theta < 0.01; theta *= 1.05)
        check_even(theta, worst);
    for (int k = 0; k <= 4000; k++)
        check_even(0.01 + (2 * pi - 0.02) * k / 4000, worst);
    for (int k = -200; k <= 200; k++) {
        check_even(2 + k * 1e-5, worst); /* the switch */
        check_even(2 + k * DBL_EPSILON, worst);
        check_even(pi + k * 1e-6, worst);
        check_even(pi + k * 4 * DBL_EPSILON, worst);
    }
    for (int k = 1; k <= 200; k++)
        check_even(2 * pi - 0.01 * k / 2, worst);
    for (int k = 0; k < FUNCTIONS; k++)
        report("even", &worst[k]);
}

static void test_middle(void **state)
{
    (void)state;
    const double pi = acos(-1.0);
    record worst[FUNCTIONS] = {
        [S] = {"S", 0, 0},   [C] = {"C", 0, 0}, [D] = {"D", 0, 0},  [C1] = {"C1", 0, 0},
        [D1] = {"D1", 0, 0}, [G] = {"G", 0, 0}, [G1] = {"G1", 0, 0}};
    for (int k = 0; k < 32000; k++)
        check_middle(k * 0.0005, worst);
    for (int k = -200; k < 200; k++) {
        check_middle(4 + k * 4 * DBL_EPSILON, worst);
        check_middle(pi * pi + k * 1e-7, worst);
        check_middle(pi * pi + k * 8 * DBL_EPSILON, worst);
        check_middle(16 - (k + 200) * 4 * DBL_EPSILON, worst);
    }
    for (int k = 0; k < FUNCTIONS; k++)
        report("second", &worst[k]);
    assert_int_equal(lf_even_is_out(true, 16), 1);
    assert_int_equal(lf_even_is_out(true, nextafter(16, 0)), 0);
    assert_int_equal(lf_even_is_out(true, NAN), 1);
    assert_true(lf_even_is_beyond(NAN));
}

/* The continuation to negative x, for which nothing has a zero or pole; and, for positive x, the
 * same allowance for S as above, and one of 2e-19 for the zeros of cosine and half_cot. */
static void check_conic(double x, record worst[6])
{
    const bool near = !lf_conic_is_far(x);
    const lf_conic e = near ? (lf_conic){.S = lf_conic_S(x),
                                         .C = lf_conic_C(x),
                                         .D = lf_conic_D(x),
                                         .G = lf_conic_G(x)}
                            : lf_conic_far(x);
    const quad_even q = quad_even_at(x);
    const double value[6] = {e.S, e.C, e.D, e.G, e.cosine, e.half_cot};
    const quad exact[6] = {q.S, q.C, q.D, q.G, quad_cos_at(x), 1 - (quad)x * q.G};
    for (int k = 0; k < (near ? 4 : 6); k++) {
        const bool zero = x > 0 && (k == 0 || k > 3);
        const double allowance = zero ? 4e-19 / fabs((double)exact[k]) : 0;
        const double error = relative(value[k], exact[k]);
        test_within(error, FOUR_ULP + allowance, "%s at x = %.17g", worst[k].name, x);
        keep_worst(&worst[k], error - allowance, x);
    }
}

static void test_conic(void **state)
{
    (void)state;
    record worst[6] = {{"S", 0, 0}, {"C", 0, 0},      {"D", 0, 0},
                       {"G", 0, 0}, {"cosine", 0, 0}, {"half cot", 0, 0}};
    for (double x = 1e-24; x < 0.01; x *= 1.1) {
        check_conic(x, worst);
        check_conic(-x, worst);
    }
    for (int k = -4000; k <= 3930; k++)
        if (k != 0)
            check_conic(k * 0.01, worst);
    for (int k = -100; k <= 100; k++) {
        check_conic(4 + k * 4 * DBL_EPSILON, worst);
        check_conic(-4 + k * 4 * DBL_EPSILON, worst);
    }
    for (int k = 0; k < 6; k++)
        report("conic", &worst[k]);
}

/* ---- exp, dexp, dexpinv ---- */

/* |a - b| / |b| of the entries of two matrices, with a given in row-major order */
static double matrix_error(size_t rows, size_t cols, const double *a, const quad *b, size_t stride)
{
    quad difference = 0, size = 0;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) {
            const quad exact = b[i * stride + j], d = (quad)a[i * cols + j] - exact;
            difference += d * d;
            size += exact * exact;
        }
    return sqrt((double)(difference / size));
}

typedef struct {
    const lf_group *group;
    const quad_group *quad;
    /* the element as the matrix that `quad` uses, in row-major order */
    void (*matrix)(const double *g, double kappa, double *m);
    record exp, dexp, dexpinv;
} subject;

static void so3_matrix(const double *g, double kappa, double *m)
{
    (void)kappa;
    for (size_t k = 0; k < 9; k++)
        m[k] = g[k];
}

static void se3_matrix(const double *g, double kappa, double *m)
{
    (void)kappa;
    for (size_t row = 0; row < 3; row++) {
        for (size_t col = 0; col < 3; col++)
            m[4 * row + col] = g[3 * row + col];
        m[4 * row + 3] = g[9 + row];
        m[12 + row] = 0;
    }
    m[15] = 1;
}

static void s3_matrix(const double *q, double kappa, double *m)
{
    (void)kappa;
    const double all[16] = {q[0], -q[1], -q[2], -q[3], q[1], q[0],  -q[3], q[2],
                            q[2], q[3],  q[0],  -q[1], q[3], -q[2], q[1],  q[0]};
    for (size_t k = 0; k < 16; k++)
        m[k] = all[k];
}

static void sl2_matrix(const double *g, double kappa, double *m)
{
    (void)kappa;
    for (size_t k = 0; k < 4; k++)
        m[k] = g[k];
}

static void planar_matrix(const double *g, double kappa, double *m)
{
    const double all[9] = {g[0], -g[1], g[2], kappa * g[1], g[0], g[3], 0, 0, 1};
    for (size_t k = 0; k < 9; k++)
        m[k] = all[k];
}

/* The matrix of v -> map(u, v), each column from one lane. */
static void operator_matrix(const lf_group *group, lf_group_binary *map, const double *u, double *m)
{
    const size_t n = group->dim;
    double lanes[QUAD_DIM * QUAD_DIM], basis[QUAD_DIM * QUAD_DIM];
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++) {
            lanes[k * n + i] = u[k];
            basis[k * n + i] = k == i;
        }
    assert_int_equal(map(group, n, lanes, basis, m, test_scratch(lf_group_work(group, n))), LF_OK);
}

static double kappa_of(const lf_group *group)
{
    return group->kind == LF_GROUP_PLANAR ? *(const double *)group->ctx : 0;
}

/* The error of a map is that of its matrix, relative to the size of the matrix: a vector that
 * the map nearly annihilates has no small relative error. Some ten roundings of products and sums
 * are well within 4 ulp of the norm. */
static void check_subject(subject *s, const double *u, double theta)
{
    const lf_group *group = s->group;
    const double kappa = kappa_of(group);
    const size_t n = group->dim, size = s->quad->size;
    double g[12], m[QUAD_DIM * QUAD_DIM];
    quad exact[QUAD_MAX][QUAD_MAX], d[QUAD_DIM][QUAD_DIM], inverse[QUAD_DIM][QUAD_DIM];
    test_exp(group, 1, u, g);
    s->matrix(g, kappa, m);
    quad_exp(s->quad, kappa, u, exact);
    keep_worst(&s->exp, matrix_error(size, size, m, &exact[0][0], QUAD_MAX), theta);
    operator_matrix(group, lf_group_dexp, u, m);
    quad_dexp(s->quad, kappa, u, d);
    keep_worst(&s->dexp, matrix_error(n, n, m, &d[0][0], QUAD_DIM), theta);
    operator_matrix(group, lf_group_dexpinv, u, m);
    quad_invert(n, d, inverse);
    keep_worst(&s->dexpinv, matrix_error(n, n, m, &inverse[0][0], QUAD_DIM), theta);
    test_within(s->exp.error, FOUR_ULP, "%s exp at %.17g", group->name, s->exp.theta);
    test_within(s->dexp.error, FOUR_ULP, "%s dexp at %.17g", group->name, s->dexp.theta);
    test_within(s->dexpinv.error, FOUR_ULP, "%s dexpinv at %.17g", group->name, s->dexpinv.theta);
}

static void report_subject(const subject *s)
{
    char name[32];
    snprintf(name, sizeof name, "%s %g", s->group->name, kappa_of(s->group));
    report(name, &s->exp);
    report(name, &s->dexp);
    report(name, &s->dexpinv);
}

/* Angles of ad_u from nothing to just before the pole at 2 pi, dense about the switches and pi. */
static double angle(int k)
{
    const double pi = acos(-1.0);
    if (k < 60)
        return pow(10, -12 + k * 0.2);
    if (k < 300)
        return (2 * pi - 0.01) * (k - 59) / 241;
    if (k < 340)
        return 2 + (k - 320) * 1e-3;
    if (k < 380)
        return pi + (k - 360) * 1e-9;
    if (k < 420)
        return 2 * pi - 0.01 - (k - 380) * 0.01;
    return 4 + (k - 440) * 1e-3;
}

enum { ANGLES = 460 };

/* u with |first three components| = theta/speed, the angle of ad_u being speed times that; the
 * others of size one */
static void check_rotations(subject *s, double speed)
{
    test_random r = {7};
    for (int k = 0; k < ANGLES; k++) {
        double u[QUAD_DIM], theta = angle(k);
        test_direction(&r, 3, u);
        for (size_t c = 0; c < 3; c++)
            u[c] *= theta / speed;
        test_fill(&r, s->group->dim - 3, 1, u + 3);
        check_subject(s, u, theta);
    }
    report_subject(s);
}

static void test_rotations(void **state)
{
    (void)state;
    subject so3 = {&lf_so3,       &quad_so3,      so3_matrix,
                   {"exp", 0, 0}, {"dexp", 0, 0}, {"dexpinv", 0, 0}};
    subject se3 = {&lf_se3,       &quad_se3,      se3_matrix,
                   {"exp", 0, 0}, {"dexp", 0, 0}, {"dexpinv", 0, 0}};
    subject s3 = {&lf_s3, &quad_s3, s3_matrix, {"exp", 0, 0}, {"dexp", 0, 0}, {"dexpinv", 0, 0}};
    check_rotations(&so3, 1);
    check_rotations(&s3, 2);
    check_rotations(&se3, 1);
}

/* Directions well away from the cone d = 0, both inside and outside, scaled to an angle of ad_u
 * (circular or hyperbolic); then elements of size one wherever they fall. */
static void test_sl2(void **state)
{
    (void)state;
    subject s = {&lf_sl2, &quad_sl2, sl2_matrix, {"exp", 0, 0}, {"dexp", 0, 0}, {"dexpinv", 0, 0}};
    test_random r = {11};
    for (int k = 0; k < 2 * ANGLES; k++) {
        double u[3], d;
        do {
            test_direction(&r, 3, u);
            d = u[0] * u[0] + u[1] * u[2];
        } while (fabs(d) < 0.2);
        const double theta = angle(k / 2), scale = theta / (2 * sqrt(fabs(d)));
        for (size_t c = 0; c < 3; c++)
            u[c] *= scale;
        check_subject(&s, u, copysign(theta, -d));
    }
    for (int k = 0; k < 200; k++) {
        double u[3];
        test_direction(&r, 3, u);
        check_subject(&s, u, 0);
    }
    report_subject(&s);
}

static void test_planar(void **state)
{
    (void)state;
    static const double kappa[] = {1, 0, -1, 0.3, -1e-12, 25, -9};
    for (size_t k = 0; k < sizeof kappa / sizeof *kappa; k++) {
        const lf_group group = lf_group_planar(&kappa[k]);
        subject s = {&group,        &quad_planar,   planar_matrix,
                     {"exp", 0, 0}, {"dexp", 0, 0}, {"dexpinv", 0, 0}};
        test_random r = {13};
        const double root = fabs(kappa[k]) < 1e-3 ? 1 : sqrt(fabs(kappa[k]));
        for (int a = 0; a < ANGLES; a++) {
            double u[3];
            test_fill(&r, 3, 1, u);
            u[0] = copysign(angle(a) / root, u[0]);
            check_subject(&s, u, angle(a));
        }
        report_subject(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even),  cmocka_unit_test(test_middle),
        cmocka_unit_test(test_conic), cmocka_unit_test(test_rotations),
        cmocka_unit_test(test_sl2),   cmocka_unit_test(test_planar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
