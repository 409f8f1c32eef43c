/* SPDX-License-Identifier: BSD-3-Clause */
/* Gravity between rigid bodies: the same bits whatever the lanes and threads, bodies that meet, and
 * how near they are. */
#include "test_gravity_scene.h"

#include <float.h>
#include <math.h>

#include "base/crew.h"

/* ---- same bits ---- */

/* n scenes of the same bodies side by side against one at a time */
static void check_lanes(const kind *K, size_t count, const size_t *points, size_t n)
{
    static scene S;
    static double x[3 * MOST * MOST_LANES], R[9 * MOST * MOST_LANES], U[MOST_LANES],
        g[3 * MOST * MOST_LANES], M[3 * MOST * MOST_LANES], t[MOST_LANES];
    const lf_lanes L = test_lanes_of(n, t, NULL);
    test_random r = {n};
    scene_random(&S, 5, count, points, K->potential);
    for (size_t l = 0; l < n; l++)
        for (size_t b = 0; b < count; b++) {
            random_rotation(&r, count * n, R + b * n + l);
            for (size_t c = 0; c < 3; c++)
                x[(c * count + b) * n + l] = S.x[c * count + b] + test_uniform(&r, -0.2, 0.2);
        }
    assert_int_equal(S.B.potential(&S.B, &L, x, R, U, g, M), LF_OK);
    for (size_t l = 0; l < n; l++) {
        double y[3 * MOST], Q[9 * MOST], u, h[3 * MOST], T[3 * MOST];
        for (size_t c = 0; c < 9 * count; c++) {
            Q[c] = R[c * n + l];
            y[c % (3 * count)] = x[c % (3 * count) * n + l];
        }
        assert_int_equal(S.B.potential(&S.B, &scene_lane, y, Q, &u, h, T), LF_OK);
        test_same_bits(1, &U[l], &u, "%s: energy, lane %zu of %zu", K->name, l, n);
        for (size_t c = 0; c < 3 * count; c++) {
            test_same_bits(1, &g[c * n + l], &h[c], "%s: gradient, lane %zu of %zu", K->name, l, n);
            test_same_bits(1, &M[c * n + l], &T[c], "%s: torque, lane %zu of %zu", K->name, l, n);
        }
    }
}

static void test_lanes(void **state)
{
    (void)state;
    static const size_t lanes[] = {2, 3, 4, 5, 8, 16, 33, 64, 70};
    static const size_t many[MOST] = {210, 170, 3, 40}; /* 35700 pairs: cut into pieces */
    for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++) {
        for (size_t p = 0; p < 4; p++)
            for (size_t count = 2; count <= MOST; count += 2)
                check_lanes(&kinds[0], count, some_points[p], lanes[k]);
        for (size_t j = 1; j < KINDS; j++)
            check_lanes(&kinds[j], 3, some_points[0], lanes[k]);
    }
    check_lanes(&kinds[0], 4, many, 3);
}

/* Forces of two bodies take a way without sums of pairs: lanes there, too. */
static void test_lanes_force(void **state)
{
    (void)state;
    static scene S;
    enum { LANES = 19 };
    for (size_t k = 0; k < KINDS; k++)
        for (size_t p = 0; p < 4; p++) {
            double x[6 * LANES], R[18 * LANES], g[6 * LANES], M[6 * LANES], t[LANES] = {0};
            const lf_lanes L = test_lanes_of(LANES, t, NULL);
            test_random r = {k};
            scene_random(&S, 5, 2, some_points[p], kinds[k].potential);
            for (size_t l = 0; l < 2 * LANES; l++)
                random_rotation(&r, 2 * LANES, R + l);
            for (size_t l = 0; l < 6 * LANES; l++)
                x[l] = S.x[l / LANES] + test_uniform(&r, -0.2, 0.2);
            assert_int_equal(S.B.potential(&S.B, &L, x, R, NULL, g, M), LF_OK);
            for (size_t l = 0; l < LANES; l++) {
                double y[6], Q[18], h[6], T[6];
                for (size_t c = 0; c < 18; c++) {
                    Q[c] = R[c * LANES + l];
                    y[c % 6] = x[c % 6 * LANES + l];
                }
                assert_int_equal(S.B.potential(&S.B, &scene_lane, y, Q, NULL, h, T), LF_OK);
                for (size_t c = 0; c < 6; c++)
                    assert_true(g[c * LANES + l] == h[c] && M[c * LANES + l] == T[c]);
            }
        }
}

/* Any number of threads. */
static void test_threads(void **state)
{
    (void)state;
    static scene S;
    static const size_t counts[][2] = {{150, 150}, {400, 300}, {3000, 1700}, {14000, 8}};
    for (size_t k = 0; k < 4; k++) {
        double U[3], g[3][6], M[3][6];
        scene_random(&S, k, 2, counts[k], lf_gravity_points);
        for (size_t threads = 1; threads <= 3; threads++) {
            lf_crew_limit(threads);
            S.B.potential(&S.B, &scene_lane, S.x, S.R, &U[threads - 1], g[threads - 1],
                          M[threads - 1]);
        }
        for (size_t other = 1; other < 3; other++) {
            test_same_bits(1, &U[0], &U[other], "energy by threads");
            test_same_bits(6, g[0], g[other], "gradient by threads");
            test_same_bits(6, M[0], M[other], "torque by threads");
        }
    }
    lf_crew_limit(0);
}

/* Pieces add up to the whole: many points against the sum over their rows as bodies of few. */
static void test_pieces(void **state)
{
    (void)state;
    static scene S, T;
    static const size_t counts[2] = {700, 500};
    double U, g[6], M[6], sum = 0, force[6] = {0}, torque[6] = {0};
    scene_random(&S, 9, 2, counts, lf_gravity_points);
    S.B.potential(&S.B, &scene_lane, S.x, S.R, &U, g, M);
    T = S;
    T.K.points = T.points;
    T.K.first = T.first;
    T.B.ctx = &T.K;
    for (size_t a = 0; a < counts[0]; a += 20) { /* 20 x 500: one piece */
        for (size_t c = 0; c < 4; c++) {
            memcpy(T.points + 20 * c, S.points + c * counts[0] + a, 20 * sizeof *T.points);
            memcpy(T.points + 80 + 500 * c, S.points + 4 * counts[0] + 500 * c,
                   500 * sizeof *T.points);
        }
        T.first[1] = 20;
        T.first[2] = 520;
        double u, h[6], N[6];
        lf_gravity_points(&T.B, &scene_lane, S.x, S.R, &u, h, N);
        sum += u;
        for (size_t c = 0; c < 6; c++) {
            force[c] += h[c];
            torque[c] += N[c];
        }
    }
    /* sums of some hundred rows in another order: their roundings, at most 700 epsilon */
    test_within(fabs(sum / U - 1), 700 * DBL_EPSILON, "energy of pieces");
    test_within(test_distance(6, force, g) / test_norm(6, g), 700 * DBL_EPSILON, "gradient");
    test_within(test_distance(6, torque, M) / test_norm(6, g), 700 * DBL_EPSILON, "torque");
}

/* ---- singular, near ---- */

/* Bodies that meet in one lane, and lanes that are lost already: those are no singularity. */
static void test_singular(void **state)
{
    (void)state;
    static scene S;
    for (size_t k = 0; k < KINDS; k++) {
        double U[2], g[12], M[12], x[12], R[36], t[2] = {0, 0};
        const lf_lanes L = test_lanes_of(2, t, NULL);
        scene_random(&S, 1, 2, some_points[0], kinds[k].potential);
        for (size_t c = 0; c < 8; c++) /* the first points of both at the origins */
            S.points[c] = c % 2 || c < 2 ? S.points[c] : 0;
        for (size_t c = 2; c < 8; c += 2)
            S.points[8 + c] = 0;
        for (size_t c = 0; c < 18; c++) {
            R[2 * c] = R[2 * c + 1] = S.R[c];
            x[2 * (c % 6)] = x[2 * (c % 6) + 1] = S.x[c % 6];
        }
        assert_int_equal(S.B.potential(&S.B, &L, x, R, U, g, M), LF_OK);
        for (size_t c = 0; c < 3; c++) /* lane 2: both centres in one place */
            x[4 * c + 3] = x[4 * c + 1];
        assert_int_equal(S.B.potential(&S.B, &L, x, R, U, g, M), LF_ESINGULAR);
        assert_int_equal(S.B.potential(&S.B, &L, x, R, NULL, g, M), LF_ESINGULAR);
        for (size_t c = 0; c < 6; c++)
            x[2 * c + 1] = NAN;
        assert_int_equal(S.B.potential(&S.B, &L, x, R, NULL, g, M), LF_OK);
        assert_true(isnan(g[1]) && isfinite(g[0]));
    }
}

/* The central mass is no place for a body. */
static void test_external_singular(void **state)
{
    (void)state;
    static scene S;
    double U;
    scene_random(&S, 1, 2, some_points[0], lf_gravity_external);
    for (size_t c = 0; c < 3; c++)
        S.x[2 * c] = S.K.place[c];
    assert_int_equal(S.B.potential(&S.B, &scene_lane, S.x, S.R, &U, NULL, NULL), LF_ESINGULAR);
    S.K.central_mass = 0;
    assert_int_equal(S.B.potential(&S.B, &scene_lane, S.x, S.R, &U, NULL, NULL), LF_OK);
}

/* Where point k of a body is in space. */
static void point_place(const scene *S, size_t body, size_t k, double P[3])
{
    const size_t n = S->B.count, first = (size_t)S->first[body];
    const size_t count = (size_t)S->first[body + 1] - first;
    const double *block = S->points + 4 * first;
    for (size_t c = 0; c < 3; c++) {
        P[c] = S->x[c * n + body];
        for (size_t d = 0; d < 3; d++)
            P[c] += S->R[(3 * c + d) * n + body] * block[(d + 1) * count + k];
    }
}

static void test_closest(void **state)
{
    (void)state;
    static scene S;
    static const size_t counts[][MOST] = {{2, 2, 2, 2}, {1, 70, 3, 1}, {130, 65, 9, 200}};
    for (size_t p = 0; p < 3; p++) {
        double least = INFINITY, found, a[3], b[3];
        scene_random(&S, 31 + p, MOST, counts[p], lf_gravity_points);
        for (size_t i = 0; i < MOST; i++)
            for (size_t j = i + 1; j < MOST; j++)
                for (size_t k = 0; k < counts[p][i] * counts[p][j]; k++) {
                    point_place(&S, i, k / counts[p][j], a);
                    point_place(&S, j, k % counts[p][j], b);
                    least = fmin(least, test_distance(3, a, b));
                }
        lf_gravity_points_closest(&S.B, &scene_lane, S.x, S.R, &found);
        /* coordinates of size 3 are rounded a few times */
        test_within(fabs(found - least), 32 * DBL_EPSILON, "closest");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes),    cmocka_unit_test(test_lanes_force),
        cmocka_unit_test(test_threads),  cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_singular), cmocka_unit_test(test_external_singular),
        cmocka_unit_test(test_closest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
