/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_free_rotation.c - free rotations against quadruple precision, across every switch between
 * two formulas: the exact motion of a rigid body, the discrete one of Moser and Veselov, and what
 * straightens attitudes. */
#include "support/calls.h"
#include "support/quad_body.h"

#include "support/bodies.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/lieflow.h>

#include "base/exact_body.h"

/* ---- the exact motion ---- */

static const struct {
    const char *name;
    double I[3], m[3];
} bodies[] = {
    {"generic", {1, 2, 4}, {0.6, 0.48, 0.64}},
    {"around the short axis", {4, 1, 2}, {0.3, -0.9, 0.2}},
    {"around the long axis", {2, 4, 1}, {-0.3, 0.2, -0.9}},
    {"separatrix", {1, 2, 4}, {0.5, 0.3, 0.70710678118654757}},
    {"near the separatrix", {1, 2, 4}, {0.5, 0.3, 0.7071}},
    {"near the other side", {1, 2, 4}, {0.50001, 0.3, 0.70710678118654757}},
    {"nearly flat", {1, 1.0000001, 2}, {0.3, 0.4, 0.5}},
    {"nearly long", {1, 2, 2.000001}, {0.3, 0.4, 0.5}},
    {"flat", {1, 1, 2}, {0.3, 0.4, 0.8}},
    {"nearly a ball", {1, 1.0001, 1.0002}, {0.6, 0.48, 0.64}},
    {"stretched", {1, 5, 60}, {0.05, 0.1, -1}},
    {"plate", {1, 1.2, 2.1}, {0.7, 0.1, 0.2}},
    {"nearly about the first axis", {1, 2, 4}, {0.7, 1e-5, 1e-5}},
    {"nearly about the second axis", {1, 2, 4}, {1e-5, 0.7, 2e-5}},
    {"nearly about the third axis", {1, 2, 4}, {1e-5, 2e-5, 0.7}},
    {"many turns in one of the momentum", {1, 1.378, 1.16}, {0.663, 0.655, 0.26}},
    {"likewise", {1.2, 1, 1.05}, {0.5, 0.3, 0.8}},
    {"slow", {1, 2, 4}, {6e-9, 4.8e-9, 6.4e-9}},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

/* Times from a thousandth of a turn to a few, close enough to one another to meet the switches of the
 * quadrature at any speed. Roundings: three of each momentum, which the unstable axis lets grow by
 * exp(t/3), and the angle is a sum of some ten numbers. */
static void test_exact_motion(void **state)
{
    (void)state;
    for (size_t k = 0; k < BODIES; k++) {
        double size = 0;
        for (int i = 0; i < 3; i++)
            size = fmax(size, fabs(bodies[k].m[i]));
        double sign = 1;
        for (double t = 0.004; t < 5; t *= 1.13) {
            const double time = sign * t / size;
            double m[3], dq[4];
            quad exact_m[3], exact_q[4];
            sign = -sign;
            lf_exact_body(bodies[k].I, bodies[k].m, time, m, dq);
            quad_free_body(bodies[k].I, bodies[k].m, time, exact_m, exact_q);
            test_within(quad_distance(3, m, exact_m) / size, 4 * DBL_EPSILON * (1 + t),
                        "%s at %g: momentum", bodies[k].name, time);
            test_within(quad_distance(4, dq, exact_q), 4 * DBL_EPSILON * (1 + t),
                        "%s at %g: attitude", bodies[k].name, time);
        }
    }
}

/* ---- the discrete rotation ---- */

static lf_status nothing(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                         double *U, double *g, double *M)
{
    const size_t n = L->n;
    (void)x;
    (void)R;
    if (U)
        memset(U, 0, n * sizeof *U);
    if (g)
        memset(g, 0, 3 * B->count * n * sizeof *g);
    if (M)
        memset(M, 0, 3 * B->count * n * sizeof *M);
    return LF_OK;
}

/* One step of a free body from R = 1 with step 1. */
static void discrete_step(const double J[3], const double Pi[3], lf_map map, double y[LF_BODY_DIM])
{
    static const double mass = 2;
    const lf_bodies B = {.count = 1, .mass = &mass, .moment = J, .potential = nothing};
    lf_bodies_space space;
    const lf_problem P = lf_problem_from_bodies("free", &B, &space);
    lf_method M = *lf_method_find("lgvi");
    double t = 0, h = 1;
    M.map = map;
    memset(y, 0, LF_BODY_DIM * sizeof *y);
    for (int i = 0; i < 3; i++) {
        y[LF_BODY_R + 4 * i] = 1;
        y[LF_BODY_PI + i] = Pi[i];
    }
    assert_int_equal(test_take_steps(&M, &P, 1, 1, 1, &t, &h, y), LF_OK);
}

/* The part of a rotation that tells small angles: its entries off the diagonal, less their mirror
 * images. */
static void turn_of(const double *R, double *v)
{
    v[0] = R[7] - R[5];
    v[1] = R[2] - R[6];
    v[2] = R[3] - R[1];
}

static void turn_of_quad(const quad *R, quad *v)
{
    v[0] = R[7] - R[5];
    v[1] = R[2] - R[6];
    v[2] = R[3] - R[1];
}

/* From angles of 1e-6 up to half a radian, so that the fixed point takes over from Newton's method
 * somewhere. Entries are products of a handful of rounded numbers; the exponential form stops at an
 * update of 1e-9, whose square is less than that. */
static void test_discrete_rotation(void **state)
{
    (void)state;
    test_random r = {29};
    for (double spin = 1e-6; spin < 0.5; spin *= 1.05)
        for (int k = 0; k < 8; k++) {
            double d[3], w[3], J[3], Pi[3], y[LF_BODY_DIM], v[3];
            quad F[9], turned[3], exact[3];
            for (int i = 0; i < 3; i++)
                d[i] = exp(test_uniform(&r, k % 2 ? -5 : -1, 0));
            test_direction(&r, 3, w);
            for (int i = 0; i < 3; i++) {
                J[i] = d[(i + 1) % 3] + d[(i + 2) % 3];
                Pi[i] = spin * J[i] * w[i];
            }
            quad_moser_veselov(J, Pi, F, turned);
            turn_of_quad(F, exact);
            for (int map = LF_EXP; map <= LF_CAYLEY; map++) {
                discrete_step(J, Pi, (lf_map)map, y);
                turn_of(y + LF_BODY_R, v);
                test_within(quad_relative(3, v, exact), 8 * DBL_EPSILON, "turn at spin %g by %s",
                            spin, lf_map_name((lf_map)map));
                test_within(quad_distance(9, y + LF_BODY_R, F), 2 * DBL_EPSILON,
                            "rotation at spin %g by %s", spin, lf_map_name((lf_map)map));
                test_within(quad_relative(3, y + LF_BODY_PI, turned), 4 * DBL_EPSILON,
                            "momentum at spin %g by %s", spin, lf_map_name((lf_map)map));
            }
        }
}

/* Rods and plates that spin about their axis: there the fixed point gains least, a factor of the
 * angle each time, in the components across. Each component is met to a few roundings of its own. */
static void test_rods_and_plates(void **state)
{
    (void)state;
    test_random r = {37};
    for (double spin = 1e-5; spin < 0.5; spin *= 1.05)
        for (int k = 0; k < 8; k++) {
            const double thin = exp(test_uniform(&r, -9, -2)), along = k % 2 ? 2 : 2 * thin;
            const double J[3] = {1 + thin, (1 + thin) * (1 + 0x1p-30), along};
            const double w[3] = {test_uniform(&r, 0.1, 0.2), -test_uniform(&r, 0.1, 0.2), 0.97};
            double Pi[3], y[LF_BODY_DIM], v[3];
            quad F[9], turned[3], exact[3];
            for (int i = 0; i < 3; i++)
                Pi[i] = spin * J[i] * w[i];
            quad_moser_veselov(J, Pi, F, turned);
            turn_of_quad(F, exact);
            for (int map = LF_EXP; map <= LF_CAYLEY; map++) {
                discrete_step(J, Pi, (lf_map)map, y);
                turn_of(y + LF_BODY_R, v);
                for (int i = 0; i < 3; i++)
                    test_within(quad_relative(1, v + i, exact + i), 8 * DBL_EPSILON,
                                "component %d at spin %g by %s", i, spin, lf_map_name((lf_map)map));
            }
        }
}

/* ---- straightening ---- */

/* Attitudes that are off by d come out of one step off by no more than 2 d^2: whatever was off, the
 * lengths of rows or the angle between them. */
static void test_straightening(void **state)
{
    (void)state;
    test_random r = {31};
    for (int form = LF_INERTIAL_HAMILTONIAN; form <= LF_RELATIVE_LAGRANGIAN; form++)
        for (int k = 0; k < 50; k++) {
            static test_pair pair;
            double y[TEST_BODIES_DIM], t = 0, h = 1e-3, off, after;
            test_pair_make(&pair, (lf_form)form);
            test_pair_start(&pair, y);
            for (size_t c = 0; c < 6 * TEST_BODIES; c++) /* the first two rows */
                y[LF_BODY_R * TEST_BODIES + c] += test_uniform(&r, -1e-6, 1e-6);
            test_defect(pair.problem.action, 1, y, y, &off);
            assert_true(off > 1e-7);
            const lf_method *M = lf_method_find("lgvi");
            assert_int_equal(test_take_steps(M, &pair.problem, 1, 1, 1, &t, &h, y), LF_OK);
            test_defect(pair.problem.action, 1, y, y, &after);
            test_within(after, 2 * off * off + 2e-15, "form %d", form);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_motion),
        cmocka_unit_test(test_discrete_rotation),
        cmocka_unit_test(test_rods_and_plates),
        cmocka_unit_test(test_straightening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
