/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_shape.c - polyhedra against closed forms, in any place, attitude and orientation. */
#include "support/shapes.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sums of at most some thousand terms with errors carried along: a few roundings remain. */
static const double rounding = 1e-14;
static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double nowhere[3] = {0, 0, 0};

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

static void refused(lf_mesh mesh, const char *sentence)
{
    char why[600] = "";
    lf_shape_options opt = usual();
    lf_shape S = {.name = "test", .mesh = mesh};
    assert_int_equal(lf_shape_build(&S, &opt, why, sizeof why), LF_EINPUT);
    if (!strstr(why, sentence))
        fail_msg("wanted '%s', got '%s'", sentence, why);
    lf_shape_free(&S);
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

/* A diag(m) A^T, or A M A^T */
static void turned(const double A[9], const double M[9], double J[9])
{
    for (int i = 0; i < 9; i++) {
        J[i] = 0;
        for (int k = 0; k < 9; k++)
            J[i] += A[3 * (i / 3) + k / 3] * M[k] * A[3 * (i % 3) + k % 3];
    }
}

/* ---- closed forms --------------------------------------------------------------------------- */

static void box_inertia(double m, double a, double b, double c, double J[9])
{
    memset(J, 0, 9 * sizeof *J);
    J[0] = m * (b * b + c * c) / 12;
    J[4] = m * (a * a + c * c) / 12;
    J[8] = m * (a * a + b * b) / 12;
}

static void boxes(void **state)
{
    (void)state;
    static const double edge[][3] = {{1, 1, 1}, {3, 2, 1}, {1e3, 1, 1e-3}, {2e-9, 1e-9, 3e-9}};
    for (size_t i = 0; i < 4; i++) {
        const double *e = edge[i];
        lf_shape_options opt = usual();
        opt.density = 2.5;
        lf_shape S = measured(shapes_box(e[0], e[1], e[2]), opt);
        double V = e[0] * e[1] * e[2], J[9];
        box_inertia(2.5 * V, e[0], e[1], e[2], J);
        test_within(fabs(S.volume / V - 1), rounding, "volume of box %zu", i);
        test_within(fabs(S.area / (2 * (e[0] * e[1] + e[1] * e[2] + e[2] * e[0])) - 1), rounding,
                    "area of box %zu", i);
        test_within(fabs(S.mass / (2.5 * V) - 1), rounding, "mass of box %zu", i);
        for (int k = 0; k < 9; k++)
            test_within(fabs(S.inertia[k] - J[k]) / J[4], rounding, "J[%d] of box %zu", k, i);
        for (int k = 0; k < 3; k++)
            test_within(fabs(S.high[k] - S.low[k] - e[k]) / e[k], rounding, "extent %d", k);
        lf_shape_free(&S);
    }
}

/* int x^2 = 1/60 and int x y = 1/120 over the corner x, y, z > 0, x + y + z < 1 */
static void tetrahedron(void **state)
{
    (void)state;
    static const double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t face[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    lf_shape S = measured(shapes_mesh(4, vertex, 4, face), usual());
    test_within(fabs(S.volume - 1.0 / 6), rounding, "volume");
    for (int i = 0; i < 3; i++) {
        test_within(fabs(S.centre[i] - 0.25), rounding, "centre");
        test_within(fabs(S.second[i] - (1.0 / 60 - 1.0 / 96)), rounding, "xx about the centre");
        test_within(fabs(S.second[3 + i] - (1.0 / 120 - 1.0 / 96)), rounding, "xy");
        test_within(fabs(S.inertia[4 * i] - 2 * (1.0 / 60 - 1.0 / 96)), rounding, "Jxx");
    }
    lf_shape_free(&S);
}

/* |x| + |y| + |z| < 1 has volume 4/3 and int x^2 = 2/15; so has it when its faces are divided. */
static void octahedra(void **state)
{
    (void)state;
    for (int times = 0; times < 5; times++) {
        lf_shape S = measured(shapes_octahedron(times, false), usual());
        test_within(fabs(S.volume - 4.0 / 3), rounding, "volume");
        for (int i = 0; i < 3; i++)
            test_within(fabs(S.moment[i] - 4.0 / 15), rounding, "moment");
        lf_shape_free(&S);
    }
}

/* A polyhedron inscribed in the sphere: volume and moments fall short of the ball's by O(h^2),
 * four times less with each division. */
static void spheres_converge(void **state)
{
    (void)state;
    const double V = 4 * M_PI / 3, J = 8 * M_PI / 15;
    double before[2] = {0, 0};
    for (int times = 2; times < 7; times++) {
        lf_shape S = measured(shapes_octahedron(times, true), usual());
        double error[2] = {1 - S.volume / V, 1 - S.moment[1] / J};
        for (int k = 0; k < 2; k++) {
            assert_true(error[k] > 0);
            if (times > 2)
                test_within(fabs(before[k] / error[k] - 4), 0.35, "ratio at %d", times);
            before[k] = error[k];
        }
        lf_shape_free(&S);
    }
    test_within(before[0], 1e-3, "the finest sphere's volume");
}

/* Linear maps turn the second moments of any body into det(A) A S A^T: ellipsoids from spheres. */
static void ellipsoids(void **state)
{
    (void)state;
    static const double A[9] = {1.5, 0, 0, 0, 1, 0, 0, 0, 0.75};
    lf_shape ball = measured(shapes_octahedron(3, true), usual());
    lf_mesh mesh = shapes_octahedron(3, true);
    shapes_map(&mesh, A, nowhere);
    lf_shape S = measured(mesh, usual());
    double det = 1.5 * 0.75;
    test_within(fabs(S.volume / (det * ball.volume) - 1), rounding, "volume");
    for (int i = 0; i < 3; i++)
        test_within(fabs(S.second[i] / (det * A[4 * i] * A[4 * i] * ball.second[i]) - 1), rounding,
                    "second moment %d", i);
    /* the semiaxes of the ellipsoid with its moments are A's, all smaller by the same factor */
    for (int i = 0; i < 3; i++)
        test_within(fabs(S.semiaxes[i] / A[4 * i] - S.semiaxes[0] / 1.5), rounding, "semiaxis %d",
                    i);
    lf_shape_free(&ball);
    lf_shape_free(&S);
}

/* A box with a cavity: the inner surface faces into the cavity. */
static void hollow(void **state)
{
    (void)state;
    lf_mesh outer = shapes_box(4, 3, 2), inner = shapes_box(2, 1, 1);
    shapes_reverse(&inner);
    lf_shape S = measured(shapes_union(&outer, &inner), usual());
    double J[9], I[9];
    box_inertia(24, 4, 3, 2, J);
    box_inertia(2, 2, 1, 1, I);
    test_within(fabs(S.volume - 22), 22 * rounding, "volume");
    for (int k = 0; k < 9; k++)
        test_within(fabs(S.inertia[k] - (J[k] - I[k])), 60 * rounding, "J[%d]", k);
    lf_mascons M;
    char why[600] = "";
    assert_int_equal(lf_shape_mascons(&S, 500, &M, why, sizeof why), LF_OK);
    for (size_t k = 0; k < M.count; k++) {
        const double *x = M.point + 4 * k + 1;
        assert_true(fabs(x[0]) < 2 && fabs(x[1]) < 1.5 && fabs(x[2]) < 1);
        assert_false(fabs(x[0]) < 1 && fabs(x[1]) < 0.5 && fabs(x[2]) < 0.5);
    }
    lf_mascons_free(&M);
    lf_shape_free(&S);
    lf_mesh_free(&outer);
    lf_mesh_free(&inner);
}

/* ---- covariance ----------------------------------------------------------------------------- */

/* Centre and inertia go along with translations, rotations and scales. */
static void covariance(void **state)
{
    (void)state;
    static const double away[3] = {100, -20, 3};
    double A[9], J[9];
    some_rotation(A);
    lf_mesh mesh = shapes_octahedron(2, true);
    static const double stretch[9] = {2, 0.3, 0, 0, 1, 0.2, 0.1, 0, 0.5};
    shapes_map(&mesh, stretch, nowhere);
    lf_mesh moved = shapes_mesh(mesh.vertices, mesh.vertex, mesh.faces, mesh.face);
    shapes_map(&moved, A, away);
    lf_shape_options large = usual();
    large.scale = 1000;
    lf_shape S = measured(mesh, usual()), T = measured(moved, large);
    turned(A, S.inertia, J);
    test_within(fabs(T.volume / (1e9 * S.volume) - 1), 1e-12, "volume");
    for (int i = 0; i < 3; i++) {
        double centre = A[3 * i] * S.centre[0] + A[3 * i + 1] * S.centre[1] +
                        A[3 * i + 2] * S.centre[2] + away[i];
        test_within(fabs(T.centre[i] - 1000 * centre), 1e-9, "centre");
        test_within(fabs(T.moment[i] / (1e15 * S.moment[i]) - 1), 1e-12, "moment");
    }
    /* coordinates of size 100 have lost two digits of a body of size 1 */
    for (int k = 0; k < 9; k++)
        test_within(fabs(T.inertia[k] - 1e15 * J[k]) / (1e15 * S.moment[2]), 1e-12, "J[%d]", k);
    lf_shape_free(&S);
    lf_shape_free(&T);
}

static void principal_axes(void **state)
{
    (void)state;
    double A[9], J[9], back[9];
    some_rotation(A);
    lf_mesh mesh = shapes_box(1, 3, 2); /* the long axis is not the first */
    shapes_map(&mesh, A, nowhere);
    lf_mesh copy = shapes_mesh(mesh.vertices, mesh.vertex, mesh.faces, mesh.face);
    lf_shape_options opt = usual();
    opt.mass = 12;
    lf_shape S = measured(mesh, opt);
    opt.principal = true;
    lf_shape T = measured(copy, opt);
    test_within(fabs(S.moment[0] - 5) + fabs(S.moment[1] - 10) + fabs(S.moment[2] - 13), 1e-13,
                "moments, rising");
    double diagonal[9] = {5, 0, 0, 0, 10, 0, 0, 0, 13};
    turned(S.axes, diagonal, J);
    turned(T.rotation, T.inertia, back);
    for (int k = 0; k < 9; k++) {
        test_within(fabs(J[k] - S.inertia[k]), 1e-13, "A diag A^T [%d]", k);
        test_within(fabs(back[k] - S.inertia[k]), 1e-13, "turned back [%d]", k);
        assert_true(k % 4 == 0 || T.inertia[k] == 0);
        assert_true(T.axes[k] == unit[k]);
    }
    /* in its principal axes the box lies along the axes: long, middle, short */
    for (int i = 0; i < 3; i++)
        test_within(fabs(T.high[i] - T.low[i] - (3 - i)), 1e-13, "extent %d", i);
    lf_shape_free(&S);
    lf_shape_free(&T);
}

static void inside_out(void **state)
{
    (void)state;
    lf_mesh mesh = shapes_box(3, 2, 1);
    shapes_reverse(&mesh);
    lf_shape S = measured(mesh, usual());
    assert_non_null(strstr(S.remarks, "inwards"));
    test_within(fabs(S.volume - 6), rounding, "volume");
    assert_true(S.moment[0] > 0);
    lf_mascons M;
    char why[600] = "";
    assert_int_equal(lf_shape_mascons(&S, 48, &M, why, sizeof why), LF_OK);
    assert_int_equal(M.count, 48);
    lf_mascons_free(&M);
    lf_shape_free(&S);
}

/* ---- meshes that are refused or mended ------------------------------------------------------ */

static void open_and_crossed(void **state)
{
    (void)state;
    lf_mesh box = shapes_box(1, 1, 1);
    box.faces -= 2; /* no lid on one side */
    refused(box, "the mesh is not closed: of 17 edges 4 belong to one face only");
    box = shapes_box(1, 1, 1);
    box.faces--;
    refused(box, "of 18 edges 3 belong");
    box = shapes_box(1, 1, 1);
    for (int f = 3; f < 5; f++) {
        uint32_t kept = box.face[3 * f];
        box.face[3 * f] = box.face[3 * f + 1];
        box.face[3 * f + 1] = kept;
    }
    refused(box, "2 of 12 list their corners the other way round");
    /* two boxes that share an edge */
    static const double aside[3] = {1, 1, 0};
    lf_mesh other = shapes_box(1, 1, 1);
    box = shapes_box(1, 1, 1);
    shapes_map(&other, unit, aside);
    lf_mesh both = shapes_union(&box, &other);
    lf_mesh_free(&other);
    lf_mesh_free(&box);
    lf_shape S = measured(both, usual()); /* not joined, since each of them is closed */
    assert_true(fabs(S.volume - 2) < rounding && !*S.remarks);
    lf_shape_free(&S);
}

/* A surface with one side: a grid whose ends are joined with a twist. */
static void klein_bottle(void **state)
{
    (void)state;
    enum { N = 6 };
    double vertex[3 * N * N];
    uint32_t face[6 * N * N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double *x = vertex + 3 * (N * i + j);
            x[0] = cos(i) + 0.1 * j;
            x[1] = sin(i + 2 * j);
            x[2] = cos(3 * j) - 0.01 * i * j;
            uint32_t c[4];
            for (int k = 0; k < 4; k++) {
                int p = i + (k == 1 || k == 2), q = j + (k >= 2);
                c[k] = (uint32_t)(p < N ? N * p + q % N : (2 * N - q) % N); /* turned over */
            }
            const uint32_t two[6] = {c[0], c[1], c[2], c[0], c[2], c[3]};
            memcpy(face + 6 * (N * i + j), two, sizeof two);
        }
    refused(shapes_mesh(N * N, vertex, 2 * N * N, face), "only one side");
}

static void without_volume(void **state)
{
    (void)state;
    static const double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t face[] = {0, 1, 2, 0, 2, 1}, line[] = {0, 1, 1, 2, 0, 2};
    refused(shapes_mesh(3, vertex, 2, face), "encloses no volume");
    refused(shapes_mesh(3, vertex, 2, line), "every face has a corner twice");
    lf_mesh box = shapes_box(1, 1, 1);
    static const double flat[9] = {1, 0, 0.3, 0, 1, 0.7, 0, 0, 0}, far[3] = {0.1, 0.2, 0.3};
    shapes_map(&box, flat, far);
    refused(box, "encloses no volume");
    refused(shapes_box(1e200, 1e200, 1e200), "too large");
    refused(shapes_box(1e-200, 1e-200, 1e-200), "no volume");
    char why[600] = "";
    lf_shape_options opt = usual();
    opt.mass = opt.density = 1;
    lf_shape S = {.name = "test", .mesh = shapes_box(1, 1, 1)};
    assert_int_equal(lf_shape_build(&S, &opt, why, sizeof why), LF_EINPUT);
    assert_non_null(strstr(why, "mass or density, not both"));
    lf_shape_free(&S);
}

/* Vertices written once for every face, and faces with a corner twice, as at a pole. */
static void mended(void **state)
{
    (void)state;
    lf_shape S = measured(shapes_octahedron(3, true), usual());
    assert_non_null(strstr(S.remarks, "they were joined"));
    lf_shape_free(&S);
    lf_mesh box = shapes_box(3, 2, 1);
    box.face = realloc(box.face, 3 * 14 * sizeof *box.face);
    static const uint32_t lines[] = {0, 0, 1, 5, 3, 3};
    memcpy(box.face + 36, lines, sizeof lines);
    box.faces = 14;
    S = measured(box, usual());
    assert_non_null(strstr(S.remarks, "2 faces with a corner twice were left out"));
    assert_true(S.mesh.faces == 12 && fabs(S.volume - 6) < rounding);
    lf_shape_free(&S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),        cmocka_unit_test(tetrahedron),
        cmocka_unit_test(octahedra),    cmocka_unit_test(spheres_converge),
        cmocka_unit_test(ellipsoids),   cmocka_unit_test(hollow),
        cmocka_unit_test(covariance),   cmocka_unit_test(principal_axes),
        cmocka_unit_test(inside_out),   cmocka_unit_test(open_and_crossed),
        cmocka_unit_test(klein_bottle), cmocka_unit_test(without_volume),
        cmocka_unit_test(mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
