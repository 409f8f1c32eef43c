/* SPDX-License-Identifier: BSD-3-Clause */
/* Flow programs on frames are those of the rotation group: S^2, SO(3) and Stiefel manifolds, run in the
 * span of a step and by matrices. */
#include "support/frames.h"

#include <lieflow/matrix.h>

#include <math.h>
#include <string.h>

static void cross(const double *a, const double *b, double *c)
{
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The rotation without a part along y that moves y by F: of all that do, the one that frames mean. */
static lf_status sphere_value(const void *ctx, size_t who, double t, const double *y, double *f)
{
    double F[3];
    (void)who;
    test_frame_field(ctx, t, y, F);
    cross(y, F, f);
    return LF_OK;
}

/* The rotation Omega with F = Omega Y for the columns of a rotation matrix, kept row after row. */
static lf_status rotation_value(const void *ctx, size_t who, double t, const double *R, double *f)
{
    double y[9], F[9], c[3];
    (void)who;
    for (size_t k = 0; k < 9; k++)
        y[k] = R[k % 3 * 3 + k / 3];
    test_frame_field(ctx, t, y, F);
    for (int i = 0; i < 3; i++)
        f[i] = 0;
    for (int j = 0; j < 3; j++) { /* w = sum of y_j x F_j / 2 */
        cross(y + 3 * j, F + 3 * j, c);
        for (int i = 0; i < 3; i++)
            f[i] += c[i] / 2;
    }
    return LF_OK;
}

/* By elimination; a matrix with orthonormal columns needs no care. */
static double determinant(size_t n, const double *a)
{
    double b[TEST_MAX_DIM], det = 1;
    memcpy(b, a, n * n * sizeof *b);
    for (size_t k = 0; k < n; k++) {
        size_t p = k;
        for (size_t i = k + 1; i < n; i++)
            p = fabs(b[i * n + k]) > fabs(b[p * n + k]) ? i : p;
        for (size_t j = 0; j < n && p != k; j++) {
            const double x = b[k * n + j];
            b[k * n + j] = b[p * n + j];
            b[p * n + j] = x;
        }
        det *= p != k ? -b[k * n + k] : b[k * n + k];
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;)
                b[i * n + j] -= b[i * n + k] / b[k * n + k] * b[k * n + j];
    }
    return det;
}

static bool is_program(const lf_method *M, const lf_problem *P)
{
    const char *why;
    return lf_method_fits(M, P, &why) == LF_OK && !(M->traits & (LF_AMBIENT | LF_RKMK)) &&
           strcmp(M->name, "gbs") != 0;
}

/* Steps of every program, brackets included, by small matrices and by SO(3). */
static void test_programs_on_spheres(void **state)
{
    (void)state;
    static test_frames T;
    size_t count = 0;
    test_random r = {2};
    double start[3], y[3], z[3];
    lf_stats stats;
    test_frames_set(&T, 3, 1, false);
    const lf_point_field field = {sphere_value, &T};
    const lf_problem sphere = lf_problem_from_point("sphere", &lf_sphere, &field);
    test_frame_point(&T, &r, start);
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        if (!is_program(*M, &T.problem))
            continue;
        count++;
        memcpy(y, start, sizeof y);
        memcpy(z, start, sizeof z);
        test_march(&T.problem, *M, 1, 5, y, &stats);
        test_march(&sphere, *M, 1, 5, z, &stats);
        test_within(test_distance(3, y, z), 1e-14, "%s on S^2", (*M)->name);
    }
    assert_true(count >= 15);
}

/* Cayley's map in place of the exponential, which makes another method of it. */
static void test_cayley(void **state)
{
    (void)state;
    static test_frames T;
    static const char *const names[] = {"lie-euler", "lie-midpoint", "cf3", "rkmk4-2c"};
    test_random r = {2};
    double y[3], z[3];
    lf_stats stats;
    test_frames_set(&T, 3, 1, false);
    const lf_point_field field = {sphere_value, &T};
    const lf_problem sphere = lf_problem_from_point("sphere", &lf_sphere, &field);
    for (size_t k = 0; k < 4; k++) {
        lf_method M = *lf_method_find(names[k]);
        M.map = LF_CAYLEY;
        test_frame_point(&T, &r, y);
        memcpy(z, y, sizeof z);
        test_march(&T.problem, &M, 1, 5, y, &stats);
        test_within(stats.defect, 2e-15, "%s by Cayley: defect", names[k]);
        test_march(&sphere, &M, 1, 5, z, &stats);
        test_within(test_distance(3, y, z), 1e-14, "%s by Cayley", names[k]);
    }
}

/* Frames of any size beside SO(d): there the same field is A = F Y^T - Y F^T - Y (Y^T F) Y^T. */
typedef struct {
    const test_frames *T;
} dense;

static lf_status dense_value(const void *ctx, size_t who, double t, const double *y, double *f)
{
    const test_frames *T = ((const dense *)ctx)->T;
    const size_t d = T->frame.d, k = T->frame.k;
    double Y[TEST_MAX_DIM] = {0}, F[TEST_MAX_DIM];
    (void)who;
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < d; i++)
            Y[j * d + i] = y[i * d + j]; /* the first columns of a d x d matrix, row by row */
    test_frame_field(T, t, Y, F);
    for (size_t i = 1, at = 0; i < d; i++)
        for (size_t j = 0; j < i; j++, at++) {
            f[at] = 0;
            for (size_t a = 0; a < k; a++) {
                f[at] += F[a * d + i] * Y[a * d + j] - Y[a * d + i] * F[a * d + j];
                for (size_t b = 0; b < k; b++) {
                    double s = 0;
                    for (size_t l = 0; l < d; l++)
                        s += Y[a * d + l] * F[b * d + l];
                    f[at] -= Y[a * d + i] * s * Y[b * d + j];
                }
            }
        }
    return LF_OK;
}

static void test_programs_on_dense_rotations(void **state)
{
    (void)state;
    enum { D = 7, K = 3 };
    static test_frames T, whole;
    test_random r = {6};
    lf_stats stats;
    test_frames_set(&T, D, K, false);
    test_frames_set(&whole, D, D, false);
    const dense context = {&T};
    const lf_group so = lf_group_so(D);
    const lf_action left = lf_action_left(&so);
    const lf_point_field field = {dense_value, &context};
    const lf_problem P = lf_problem_from_point("SO(7)", &left, &field);
    double g[D * D], start[D * D], y[D * K];
    do
        test_frame_point(&whole, &r, start); /* rows or columns: both are orthonormal */
    while (determinant(D, start) < 0);
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        if (!is_program(*M, &T.problem))
            continue;
        memcpy(g, start, sizeof g);
        for (size_t j = 0; j < K; j++)
            for (size_t i = 0; i < D; i++)
                y[j * D + i] = g[i * D + j];
        test_march(&T.problem, *M, 1, 4, y, &stats);
        test_march(&P, *M, 1, 4, g, &stats);
        double most = 0;
        for (size_t j = 0; j < K; j++)
            for (size_t i = 0; i < D; i++)
                most = fmax(most, fabs(y[j * D + i] - g[i * D + j]));
        test_within(most, 2e-14, "%s on SO(7)", (*M)->name);
    }
}

static void test_programs_on_rotations(void **state)
{
    (void)state;
    static test_frames T;
    test_random r = {2};
    double start[9], y[9], z[9], turned[9];
    lf_stats stats;
    test_frames_set(&T, 3, 3, false);
    const lf_point_field field = {rotation_value, &T};
    const lf_problem left = lf_problem_from_point("rotations", &lf_so3_left, &field);
    do
        test_frame_point(&T, &r, start);
    while (determinant(3, start) < 0);
    for (const lf_method *const *M = lf_methods(); *M; M++) {
        if (!is_program(*M, &T.problem))
            continue;
        memcpy(y, start, sizeof y);
        for (size_t k = 0; k < 9; k++)
            z[k] = start[k % 3 * 3 + k / 3];
        test_march(&T.problem, *M, 1, 5, y, &stats);
        test_march(&left, *M, 1, 5, z, &stats);
        for (size_t k = 0; k < 9; k++)
            turned[k] = z[k % 3 * 3 + k / 3];
        test_within(test_distance(9, y, turned), 2e-14, "%s on SO(3)", (*M)->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs_on_spheres),
        cmocka_unit_test(test_programs_on_rotations),
        cmocka_unit_test(test_programs_on_dense_rotations),
        cmocka_unit_test(test_cayley),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
