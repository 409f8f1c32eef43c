/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_mascons.c - point masses inside a polyhedron: where they are, and what their sums are. */
#include "support/shapes.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

static lf_shape_options usual(void)
{
    return lf_shape_options_default();
}

/* Measure a mesh, which the shape then owns. */
static lf_shape measured(lf_mesh mesh, lf_shape_options opt)
{
    char why[600] = "";
    lf_shape S = {.name = "test", .mesh = mesh};
    if (lf_shape_build(&S, &opt, why, sizeof why) != LF_OK)
        fail_msg("refused: %s", why);
    return S;
}

/* A rotation by any angles. */
static void some_rotation(double A[9])
{
    const double q[4] = {0.5, -0.1, 0.7, 0.5}; /* length 1 */
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double R[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(A, R, sizeof R);
}

/* Mass, centre and inertia of the points, summed here again. */
static void check_mascons(const lf_shape *S, const lf_mascons *M)
{
    double sum[4] = {0}, J[9] = {0};
    for (size_t k = 0; k < M->count; k++) {
        const double *p = M->point + 4 * k, *x = p + 1;
        double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        assert_true(p[0] > 0);
        sum[0] += p[0];
        for (int i = 0; i < 3; i++)
            sum[1 + i] += p[0] * x[i];
        for (int i = 0; i < 9; i++)
            J[i] += p[0] * ((i % 4 == 0 ? square : 0) - x[i / 3] * x[i % 3]);
    }
    double size = fmax(S->high[0], fmax(S->high[1], S->high[2]));
    /* plain sums of some thousand terms here */
    test_within(fabs(sum[0] / S->mass - 1), 1e-12, "mass of %zu points", M->count);
    for (int i = 0; i < 3; i++)
        test_within(fabs(sum[1 + i]) / (S->mass * size), 1e-12, "centre of %zu points", M->count);
    for (int i = 0; i < 9 && M->matched == 10; i++)
        test_within(fabs(J[i] - S->inertia[i]) / S->moment[2], 1e-12, "J[%d] of %zu points", i,
                    M->count);
}

static void mascons_match(void **state)
{
    (void)state;
    static const size_t wanted[] = {40, 100, 300, 1000, 20000};
    double A[9];
    static const double away[3] = {5, -2, 3};
    some_rotation(A);
    for (size_t i = 0; i < 5; i++) {
        char why[600] = "";
        lf_mascons M;
        lf_mesh mesh = shapes_octahedron(2, i % 2);
        shapes_map(&mesh, A, away);
        lf_shape_options opt = usual();
        opt.mass = 3e12;
        opt.scale = 500;
        lf_shape S = measured(mesh, opt);
        assert_int_equal(lf_shape_mascons(&S, wanted[i], &M, why, sizeof why), LF_OK);
        assert_int_equal(M.matched, 10);
        double ratio = (double)M.count / (double)wanted[i];
        assert_true(ratio > 0.7 && ratio < 1.4);
        assert_true(M.inertia_error[1] < 1e-13 && M.second_error[1] < 1e-13);
        assert_true(M.inertia_error[0] > M.inertia_error[1] && M.inertia_error[0] < 0.2);
        assert_true(M.lightest > 0 && M.lightest <= 1 && M.heaviest >= 1);
        check_mascons(&S, &M);
        lf_mascons_free(&M);
        lf_shape_free(&S);
    }
}

/* The points are those of the grid with |x| + |y| + |z| < 1, and no others. */
static void mascons_inside(void **state)
{
    (void)state;
    lf_shape S = measured(shapes_octahedron(0, false), usual());
    for (size_t wanted = 20; wanted < 3000; wanted += 137) {
        char why[600] = "";
        lf_mascons M;
        size_t expected = 0;
        assert_int_equal(lf_shape_mascons(&S, wanted, &M, why, sizeof why), LF_OK);
        double h = M.spacing, shift = remainder(M.point[1], h);
        int reach = (int)(1 / h) + 2;
        for (int i = -reach; i <= reach; i++)
            for (int j = -reach; j <= reach; j++)
                for (int k = -reach; k <= reach; k++) {
                    double sum = fabs(i * h + shift) + fabs(j * h + shift) + fabs(k * h + shift);
                    if (fabs(sum - 1) < 1e-9)
                        expected = SIZE_MAX / 2; /* on the surface: either is right */
                    expected += sum < 1;
                }
        for (size_t k = 0; k < M.count; k++) {
            const double *x = M.point + 4 * k + 1;
            assert_true(fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1 + 1e-9);
        }
        if (expected < SIZE_MAX / 2)
            assert_int_equal(M.count, expected);
        lf_mascons_free(&M);
    }
    lf_shape_free(&S);
}

/* Few points, thin bodies: what cannot be matched is said, the mass is right all the same. */
static void mascons_few(void **state)
{
    (void)state;
    char why[600] = "";
    lf_mascons M;
    lf_shape S = measured(shapes_box(1, 1, 1), usual());
    assert_int_equal(lf_shape_mascons(&S, 1, &M, why, sizeof why), LF_OK);
    assert_true(M.count == 1 && M.matched == 4 && M.point[0] == 1 && M.inertia_error[1] == 1);
    lf_mascons_free(&M);
    assert_int_equal(lf_shape_mascons(&S, 8, &M, why, sizeof why), LF_OK);
    assert_true(M.count == 8 && M.matched == 4);
    assert_true(M.inertia_error[1] > 0.1); /* eight points at the quarters have 3/4 of it */
    test_within(fabs(M.inertia_error[1] - 0.25), 1e-12, "inertia of eight points");
    check_mascons(&S, &M);
    lf_mascons_free(&M);
    assert_int_equal(lf_shape_mascons(&S, 0, &M, why, sizeof why), LF_EINPUT);
    assert_int_equal(lf_shape_mascons(&S, LF_MASCONS_MOST + 1, &M, why, sizeof why), LF_EINPUT);
    lf_shape_free(&S);
    S = measured(shapes_box(1, 1, 1e-4), usual());
    assert_int_equal(lf_shape_mascons(&S, 1000, &M, why, sizeof why), LF_OK);
    assert_true(M.count > 500 && M.count < 2000 && M.matched == 4);
    check_mascons(&S, &M);
    lf_mascons_free(&M);
    lf_shape_free(&S);
    S = measured(shapes_box(1e-4, 1, 1e-4), usual()); /* a needle */
    lf_status status = lf_shape_mascons(&S, 100, &M, why, sizeof why);
    assert_true(status == LF_OK && M.count >= 50 && M.count <= 200);
    lf_mascons_free(&M);
    lf_shape_free(&S);
}

/* Many faces are no trouble. */
static void many_faces(void **state)
{
    (void)state;
    char why[600] = "";
    lf_mascons M;
    lf_shape S = measured(shapes_octahedron(7, true), usual());
    assert_int_equal(S.mesh.faces, 131072);
    test_within(fabs(S.volume / (4 * M_PI / 3) - 1), 1e-3, "volume of a fine sphere");
    assert_int_equal(lf_shape_mascons(&S, 1000, &M, why, sizeof why), LF_OK);
    assert_int_equal(M.matched, 10);
    check_mascons(&S, &M);
    for (size_t k = 0; k < M.count; k++)
        assert_true(test_norm(3, M.point + 4 * k + 1) < 1);
    lf_mascons_free(&M);
    lf_shape_free(&S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mascons_match),
        cmocka_unit_test(mascons_inside),
        cmocka_unit_test(mascons_few),
        cmocka_unit_test(many_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
