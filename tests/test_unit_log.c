/* SPDX-License-Identifier: BSD-3-Clause */
/* Logarithms where they are delicate: about the identity, at half a turn, and where there is none.
 * At half a turn every axis of the right line will do, and no answer may be NaN. */
#include "support/calls.h"

#include <math.h>
#include <string.h>

#include <lieflow/group.h>

enum { MAX_REP = 12 };

static double half_turn(void)
{
    return acos(-1.0);
}

/* exp(log(g)) = g; returns log(g) in u. A rotation matrix of defect d may move by d. */
static void check_round_trip(const lf_group *G, const double *g, double bound, double *u)
{
    double back[MAX_REP];
    assert_int_equal(test_log(G, 1, g, u), LF_OK);
    for (size_t k = 0; k < G->dim; k++)
        assert_true(isfinite(u[k]));
    test_exp(G, 1, u, back);
    test_within(test_error(G->rep, back, g), bound, "%s: exp(log(g)) = g", G->name);
}

/* log(exp(u)) for u = theta axis, where `turn` is the theta of half a turn of the group. The error
 * of the angle is that of g, 1e-15; that of the axis grows as 1/sin(theta). */
static void check_angle(const lf_group *G, const double *axis, double theta, double turn)
{
    double u[MAX_REP], g[MAX_REP], v[MAX_REP] = {0};
    for (size_t k = 0; k < G->dim; k++)
        u[k] = theta * axis[k];
    test_exp(G, 1, u, g);
    check_round_trip(G, g, 4e-15, v);
    assert_true(test_norm(3, v) <= turn * (1 + 1e-15));
    const double gap = fabs(theta - turn);
    if (theta < turn && theta > 0)
        test_within(test_distance(G->dim, v, u), 4e-15 * theta + 4e-15 * (gap < 1 ? 1 / gap : 1),
                    "%s: log(exp(u)) = u at %.17g", G->name, theta);
}

static void check_axes(const lf_group *G, size_t dim, double turn)
{
    const double angles[] = {
        0,           1e-300,      1e-160,      1e-20,       1e-9,         1e-3, 1,
        turn / 2,    turn - 0.1,  turn - 1e-5, turn - 1e-9, turn - 4e-16, turn, turn + 4e-16,
        turn + 1e-9, turn + 1e-5, turn + 0.1,  1.9 * turn,  2 * turn};
    test_random r = {3};
    for (size_t a = 0; a < 60; a++) {
        double axis[MAX_REP] = {0};
        if (a < 2 * dim) /* e1, -e1, e2, .. */
            axis[a / 2] = a % 2 ? -1 : 1;
        else
            test_direction(&r, dim, axis);
        if (a >= 30 && dim == 3) /* nearly along or across a coordinate axis */
            axis[a % 3] *= 1e-9;
        const double norm = test_norm(dim, axis);
        for (size_t k = 0; k < dim; k++)
            axis[k] /= norm;
        for (size_t k = 0; k < sizeof angles / sizeof *angles; k++)
            check_angle(G, axis, angles[k], turn);
    }
}

static void test_angles(void **state)
{
    (void)state;
    check_axes(&lf_so2, 1, half_turn());
    check_axes(&lf_so3, 3, half_turn());
    check_axes(&lf_s3, 3, half_turn());
    check_axes(&lf_se3, 3, half_turn());
    check_axes(&lf_se2, 1, half_turn());
    check_axes(&lf_tso3, 3, half_turn());
}

/* 2 a a^T - I, exactly half a turn, about coordinate axes, diagonals and others */
static void test_half_turn_matrices(void **state)
{
    (void)state;
    test_random r = {5};
    for (size_t trial = 0; trial < 200; trial++) {
        double a[3] = {0}, R[12] = {0}, u[6];
        if (trial < 3)
            a[trial] = 1;
        else
            test_direction(&r, 3, a);
        for (size_t i = 0; i < 3; i++)
            for (size_t j = 0; j < 3; j++)
                R[3 * i + j] = 2 * a[i] * a[j] - (i == j);
        check_round_trip(&lf_so3, R, 4e-15, u);
        test_within(fabs(test_norm(3, u) - half_turn()), 2e-15, "half a turn");
        test_within(fabs(fabs(u[0] * a[0] + u[1] * a[1] + u[2] * a[2]) - half_turn()), 2e-15,
                    "axis");
        test_fill(&r, 3, 1, R + 9);
        check_round_trip(&lf_se3, R, 1e-14, u);
    }
}

static void test_quaternions(void **state)
{
    (void)state;
    const double tiny[] = {0, 0x1p-1074, 1e-310, 1e-200, 1e-160, 1e-17};
    double u[3];
    for (size_t k = 0; k < sizeof tiny / sizeof *tiny; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double minus[4] = {-1, sign * tiny[k], 0, 0}, plus[4] = {1, 0, sign * tiny[k], 0};
            check_round_trip(&lf_s3, minus, 1e-15, u);
            test_within(fabs(test_norm(3, u) - half_turn()), 1e-15, "length at -1");
            check_round_trip(&lf_s3, plus, 1e-15, u);
            assert_true(u[0] == 0 && u[1] == sign * tiny[k] && u[2] == 0);
        }
}

/* Elliptic elements about half a turn, -I itself and -I with a rounding, parabolic and hyperbolic
 * elements; and the elements of trace <= -2 that have no logarithm. */
static void test_sl2(void **state)
{
    (void)state;
    const double gap[] = {0.1, 1e-5, 1e-9, 4e-16, 0, -4e-16};
    double u[3], g[4];
    for (size_t k = 0; k < sizeof gap / sizeof *gap; k++)
        for (double skew = -2; skew <= 2; skew += 0.5) {
            const double theta = half_turn() - gap[k]; /* d = -theta^2 for any skew */
            const double v[3] = {skew * theta, theta * (1 + skew * skew), -theta};
            test_exp(&lf_sl2, 1, v, g);
            /* 64 eps where g is taken for -I; else rounding u moves d = a^2 + b c by eps |u|^2, and
             * so exp(u) by eps |u|^3 */
            assert_int_equal(test_log(&lf_sl2, 1, g, u), LF_OK);
            assert_true(test_norm(3, u) < 32);
            check_round_trip(&lf_sl2, g, 2e-14 + 1e-16 * pow(test_norm(3, u), 3), u);
        }
    const double good[][4] = {{-1, 0, 0, -1},
                              {-1, 1e-16, 1e-16, -1},
                              {-1, 0, -1e-16, -1},
                              {1, 0, 0, 1},
                              {1, 3, 0, 1},
                              {1, 0, -5, 1},
                              {1, 1e-160, 0, 1},
                              {2, 0, 0, 0.5},
                              {1, 1, 1, 2},
                              {0, 1, -1, 0},
                              {-1, 1e-8, -1e-8, -1},
                              {1, 1e-9, 1e-9, 1},
                              {-1, 1e-170, -1e-170, -1},
                              {-1, 0x1p-1074, -0x1p-1074, -1}};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        check_round_trip(&lf_sl2, good[k], 2e-15, u);
}

static void test_no_logarithm(void **state)
{
    (void)state;
    const double bad[][4] = {{-1, 1, 0, -1}, {-2, 0, 0, -0.5}, {-1, 0, 1e-9, -1}, {-2, 1, 1, -1}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        /* beside a healthy neighbour: [component][lane] */
        double g[8], u[6];
        const double fine[4] = {1, 3, 0, 1};
        for (size_t c = 0; c < 4; c++) {
            g[2 * c] = fine[c];
            g[2 * c + 1] = bad[k][c];
        }
        assert_int_equal(test_log(&lf_sl2, 2, g, u), LF_ESINGULAR);
        assert_true(u[0] == 0 && u[2] == 3 && u[4] == 0);
        assert_true(isnan(u[1]) && isnan(u[3]) && isnan(u[5]));
    }
    const double minus = -1;
    const lf_group lorentz = lf_group_planar(&minus);
    const double reversed[4] = {-1, 0, 0, 0};
    double u[3];
    assert_int_equal(test_log(&lorentz, 1, reversed, u), LF_ESINGULAR);
    const lf_group *const factor[] = {&lf_sl2, &lf_so2};
    const lf_group both = lf_group_product(2, factor);
    const double g[6] = {-1, 1, 0, -1, 0, 1};
    double w[4];
    assert_int_equal(test_log(&both, 1, g, w), LF_ESINGULAR);
    test_within(fabs(w[3] - half_turn() / 2), 1e-15, "the other factor");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_angles),       cmocka_unit_test(test_half_turn_matrices),
        cmocka_unit_test(test_quaternions),  cmocka_unit_test(test_sl2),
        cmocka_unit_test(test_no_logarithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
