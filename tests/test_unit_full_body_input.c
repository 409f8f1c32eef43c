/* SPDX-License-Identifier: BSD-3-Clause */
/* What the model full-body makes of its parameters: spellings of inertia and attitude, what follows
 * from shapes, and what is refused. */
#include "test_full_body_setup.h"

#include <float.h>
#include <math.h>

/* Inertia by moments, six numbers or matrices, attitudes by q or R, one for all or one each. */
static void test_spellings(void **state)
{
    (void)state;
    static const char *const spelling[] = {
        "inertia=1 2 2.5 1 2 2.5;q=0.5 0.5 -0.5 0.5",
        "inertia=1 2 2.5 0 0 0 1 2 2.5 0 0 0;q=0.5 0.5 -0.5 0.5 0.5 0.5 -0.5 0.5",
        "inertia=1 0 0 0 2 0 0 0 2.5 1 0 0 0 2 0 0 0 2.5;R=0 -1 0 0 0 -1 1 0 0",
        "inertia=1 2 2.5 1 2 2.5;R=0 -1 0 0 0 -1 1 0 0 0 -1 0 0 0 -1 1 0 0",
        /* normalised when it is almost of length one */
        "inertia=1 2 2.5 1 2 2.5;q=0.5 0.5 -0.5 0.5000000001"};
    static setup S;
    double first[DIM];
    for (size_t k = 0; k < sizeof spelling / sizeof *spelling; k++) {
        begin(&S);
        set(&S, spelling[k]);
        build_or_fail(&S);
        if (k == 0)
            memcpy(first, S.y, sizeof first);
        test_within(test_distance(2 * LF_BODY_DIM, S.y, first), k == 4 ? 3e-9 : 0, "%s",
                    spelling[k]);
        double defect;
        test_defect(S.P.action, 1, S.y, S.y, &defect);
        test_within(defect, 8 * DBL_EPSILON, "%s: attitudes", spelling[k]);
    }
}

/* A full inertia matrix has other principal axes: Pi = J Omega all the same. */
static void test_turned(void **state)
{
    (void)state;
    static setup S;
    const double J[2][9] = {{1, 0.25, 0, 0.25, 1.5, -0.125, 0, -0.125, 2},
                            {2, 0, 0.5, 0, 1, 0, 0.5, 0, 2}};
    const double Omega[2][3] = {{1, -2, 0.5}, {0.25, 3, -1}};
    begin(&S);
    set(&S, "inertia=1 1.5 2 0.25 0 -0.125  2 1 2 0 0.5 0;Omega=1 -2 0.5 0.25 3 -1");
    build_or_fail(&S);
    assert_non_null(lf_problem_bodies(&S.P)->axes);
    for (size_t b = 0; b < 2; b++)
        for (size_t c = 0; c < 3; c++) {
            const double *row = J[b] + 3 * c, *w = Omega[b];
            const double Pi = row[0] * w[0] + row[1] * w[1] + row[2] * w[2];
            test_within(fabs(S.y[(LF_BODY_PI + c) * 2 + b] - Pi), 32 * DBL_EPSILON, "Pi");
        }
}

/* ---- what follows from shapes ---- */

/* Moments of homogeneous ellipsoids, m (b^2 + c^2)/5 and so on, and those of points. */
static void test_derived_inertia(void **state)
{
    (void)state;
    static setup S;
    begin(&S);
    set(&S, EGGS "potential=ellipsoid");
    build_or_fail(&S);
    const double expected[] = {2 * 0.25 / 5, 1 * 0.1025 / 5, 2 * 0.34 / 5,
                               1 * 0.13 / 5, 2 * 0.41 / 5,   1 * 0.1525 / 5};
    test_within(test_distance(6, lf_problem_bodies(&S.P)->moment, expected), 1e-16,
                "moments of ellipsoids");
    begin(&S);
    set(&S, "inertia=0;mass=3 1;counts=3 4;"
            "points=1 1 0 0 1 -0.5 0.5 0 1 -0.5 -0.5 0  0.25 0.5 0 0 0.25 -0.5 0 0 0.25 0 0.5 0.25 "
            "0.25 0 -0.5 -0.25;x=2 0 0 -6 0 0");
    build_or_fail(&S);
    const double *J = S.F.gravity.inertia;
    const double first[] = {0.5, 0, 0, 0, 1.5, 0, 0, 0, 2};
    const double second[] = {0.15625, 0, 0, 0, 0.15625, -0.0625, 0, -0.0625, 0.25};
    for (size_t c = 0; c < 9; c++) {
        test_within(fabs(J[2 * c] - first[c]), 4e-16, "inertia of three points");
        test_within(fabs(J[2 * c + 1] - second[c]), 1e-16, "inertia of four points");
    }
}

/* The 13 points have the moments of the ellipsoid to degree five: 1/5 and 3/35, 1/35. */
static void test_cubature(void **state)
{
    (void)state;
    static setup S;
    static const double a[3] = {0.3, 0.25, 0.2}; /* of the second body, of mass 1 */
    begin(&S);
    set(&S, EGGS "potential=cubature");
    build_or_fail(&S);
    const double *block = S.F.gravity.points + 4 * 13;
    for (size_t p = 0; p < 3; p++)
        for (size_t q = p; q < 3; q++) {
            double two = 0, four = 0, five = 0;
            for (size_t k = 0; k < 13; k++) {
                const double x = block[13 * (p + 1) + k] / a[p], y = block[13 * (q + 1) + k] / a[q];
                two += block[k] * x * y;
                four += block[k] * x * x * y * y;
                five += block[k] * x * x * x * y * y;
            }
            test_within(fabs(two - (p == q ? 0.2 : 0)), 1e-15, "second moments");
            test_within(fabs(four - (p == q ? 3. / 35 : 1. / 35)), 1e-15, "fourth moments");
            test_within(fabs(five), 1e-15, "fifth moments");
        }
}

/* ---- refusals ---- */

static void test_refusals(void **state)
{
    (void)state;
    static const char *const row[][2] = {
        {"x=1 0 0", "x needs 6 numbers (3 for each of 2 bodies), got 3"},
        {"x=0 0 0 1 0 0 2 0 0", "x needs 6 numbers (3 for each of 2 bodies), got 9"},
        {"v=1 2", "v needs 6 numbers"},
        {"Omega=1 2 3 4", "Omega needs 6 numbers"},
        {"q=1 0 0", "q needs 8 numbers"},
        {"R=1 0 0 0 1 0 0 0", "R needs 18 numbers"},
        {"inertia=1 2 3 4", "inertia needs 6 numbers (3 principal moments for each of 2 bodies)"},
        {"counts=2 3", "points needs 4 numbers (mass x y z) for each of the 5 points"},
        {"counts=2 1.5", "body 2: counts must be a whole number"},
        {"counts=2 2 2", "counts needs 2 numbers"},
        {"points=1 2 3", "got 3 numbers"},
        {"mass=1.5 4;inertia=1 1 1 1 1 1", "body 2: the masses of its points add up to 3"},
        {"points=0.75 0.125 0 0 0.75 -0.1 0 0 1.5 0.25 0 0 1.5 -0.25 0 0;inertia=1 1 1 1 1 1",
         "body 1: the centre of mass of its points"},
        {"points=2 0.125 0 0 -0.5 -0.5 0 0 1.5 0.25 0 0 1.5 -0.25 0 0;inertia=1 1 1 1 1 1",
         "body 1: the mass of point 2 must be positive"},
        {"inertia=1 1 3 1 1 1", "body 1: no body has the principal moments"},
        {"inertia=1 1 1 1 -1 1", "body 2: the principal moments of inertia must be positive"},
        {"inertia=1 0.5 0 0.4 1 0 0 0 1 1 0 0 0 1 0 0 0 1",
         "body 1: the inertia must be symmetric"},
        {"inertia=0", "points on a line"},
        {"q=1 0.1 0 0", "body 1: q must be a unit quaternion"},
        {"q=1 0 0 0 0 0 0 0", "body 2: q must be a unit quaternion"},
        {"R=1 0 0 0 1 0 0 0 -1", "body 1: R must be a rotation"},
        {"x=0 0 0 0 0 0", "bodies 1 and 2 have the same position"},
        {"x=0 0 0 0.125 0 0;R=1 0 0 0 1 0 0 0 1", "point in the same place"},
        {"x=0 0 0 0 0 0;potential=second-degree", "bodies 1 and 2 have the same position"},
        {"collision=2", "nearer than collision"},
        {"mass=1.5 3 1;inertia=1 1 1 1 1 1 1 1 1;x=0 0 0 1 0 0 2 0 0;v=0 0 0;Omega=0 0 0;"
         "form=relative-hamiltonian;potential=second-degree",
         "two bodies, got 3"},
        {"form=relative-lagrangian;field=0 0 1", "field from outside"},
        {"mass=2 3;points=1 0.125 0 0 1 -0.125 0 0 1.5 0.25 0 0 1.5 -0.25 0 0",
         "inertia is still that of the default dumbbells"},
        {"potential=ellipsoid", "semiaxes needs 6 numbers"},
        {"potential=ellipsoid;semiaxes=1 1 1 0 1 1", "body 2: semiaxes must be positive"},
        {"potential=second-degree;inertia=0", "inertia is missing"},
        {EGGS "potential=sphere-ellipsoid", "bodies 1 and 2 are not"},
        {EGGS "potential=ellipsoid;x=0 0 0 0.6 0 0;q=1 0 0 0", "overlap at the start"},
        {EGGS "potential=cubature;x=0 0 0 0 0 0.4;q=1 0 0 0", "overlap at the start"},
    };
    static setup S;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        begin(&S);
        set(&S, row[k][0]);
        if (build(&S) != LF_EINPUT)
            fail_msg("%s: not refused", row[k][0]);
        if (!strstr(S.why, row[k][1]))
            fail_msg("%s: \"%s\" does not say \"%s\"", row[k][0], S.why, row[k][1]);
    }
}

/* Ellipsoids overlap when they do and not before: end to end, side by side, and askew. Turned by
 * 45 degrees in the plane of x and y the second one touches x = 0.5 where its half width along x,
 * sqrt((0.3^2 + 0.25^2)/2) = 0.27613, ends at a point off the axis: they meet nearer than 0.77613. */
static void test_overlap(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        lf_status expected;
    } row[] = {
        {"x=0 0 0 0.8001 0 0;q=1 0 0 0", LF_OK},
        {"x=0 0 0 0.7999 0 0;q=1 0 0 0", LF_EINPUT},
        {"x=0 0 0 0 0.6501 0;q=1 0 0 0", LF_OK},
        {"x=0 0 0 0 0.6499 0;q=1 0 0 0", LF_EINPUT},
        {"x=0 0 0 0 0 0.5001;q=1 0 0 0", LF_OK},
        {"x=0 0 0 0 0 0.4999;q=1 0 0 0", LF_EINPUT},
        {"x=0 0 0 0.77613 0 0;q=1 0 0 0 sqrt(0.5+sqrt(0.125)) 0 0 sqrt(0.5-sqrt(0.125))", LF_OK},
        {"x=0 0 0 0.76 0 0;q=1 0 0 0 sqrt(0.5+sqrt(0.125)) 0 0 sqrt(0.5-sqrt(0.125))", LF_EINPUT}};
    static setup S;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        begin(&S);
        set(&S, EGGS "potential=ellipsoid");
        set(&S, row[k].settings);
        if (build(&S) != row[k].expected)
            fail_msg("%s: %s", row[k].settings, S.why);
        assert_true(row[k].expected == LF_OK || strstr(S.why, "overlap"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),       cmocka_unit_test(test_turned),
        cmocka_unit_test(test_derived_inertia), cmocka_unit_test(test_cubature),
        cmocka_unit_test(test_refusals),        cmocka_unit_test(test_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
