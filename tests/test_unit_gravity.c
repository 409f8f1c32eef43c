/* SPDX-License-Identifier: BSD-3-Clause */
/* Gravity between rigid bodies: gradients and torques against differences of the energy, action and
 * reaction, how fast expansions get better with distance, exact values against clouds of points. */
#include "test_gravity_scene.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static double energy_at(const scene *S, const double *x, const double *R)
{
    double U = NAN;
    assert_int_equal(S->B.potential(&S->B, &scene_lane, x, R, &U, NULL, NULL), LF_OK);
    return U;
}

/* ---- gradient and torque are derivatives of the energy ---- */

/* Central differences of order eight. Their own error is h^8/630 times the ninth derivative, 9!/r^10
 * for 1/r: with h = 0.008 and points at least 0.8 apart below 1e-13. Rounding of U adds a few
 * epsilon/h = 3e-14 of it. So 1e-12 is safe, and a wrong term of any size would show. */
static const double STEP = 0.008, WEIGHT[4] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};

static double slope_x(const scene *S, size_t body, size_t axis)
{
    double sum = 0, x[3 * MOST];
    for (int k = -4; k <= 4; k++) {
        if (k == 0)
            continue;
        memcpy(x, S->x, sizeof x);
        x[axis * S->B.count + body] += k * STEP;
        sum += (k > 0 ? 1 : -1) * WEIGHT[abs(k) - 1] * energy_at(S, x, S->R);
    }
    return sum / STEP;
}

/* dU/deps of R exp(eps S(e)) */
static double slope_R(const scene *S, size_t body, size_t axis)
{
    double sum = 0, R[9 * MOST];
    const size_t n = S->B.count;
    for (int k = -4; k <= 4; k++) {
        double u[3] = {0, 0, 0}, old[9], turn[9], product[9];
        if (k == 0)
            continue;
        u[axis] = k * STEP;
        test_exp(&lf_so3, 1, u, turn);
        memcpy(R, S->R, sizeof R);
        for (size_t c = 0; c < 9; c++)
            old[c] = R[c * n + body];
        test_mul(&lf_so3, 1, old, turn, product);
        for (size_t c = 0; c < 9; c++)
            R[c * n + body] = product[c];
        sum += (k > 0 ? 1 : -1) * WEIGHT[abs(k) - 1] * energy_at(S, S->x, R);
    }
    return sum / STEP;
}

static void check_derivatives(const char *name, const scene *S)
{
    double U, g[3 * MOST], M[3 * MOST];
    const size_t n = S->B.count;
    assert_int_equal(S->B.potential(&S->B, &scene_lane, S->x, S->R, &U, g, M), LF_OK);
    for (size_t k = 0; k < 3 * n; k++) {
        test_within(fabs(slope_x(S, k % n, k / n) - g[k]), 1e-12 * (1 + fabs(U)),
                    "%s: gradient of body %zu", name, k % n + 1);
        test_within(fabs(slope_R(S, k % n, k / n) + M[k]), 1e-12 * (1 + fabs(U)),
                    "%s: torque on body %zu", name, k % n + 1);
    }
}

static void test_derivatives(void **state)
{
    (void)state;
    static scene S;
    for (size_t k = 0; k < KINDS; k++)
        for (size_t p = 0; p < 4; p++)
            for (size_t count = 2; count <= MOST; count++) {
                scene_random(&S, 17 * k + 5 * p + count, count, some_points[p], kinds[k].potential);
                check_derivatives(kinds[k].name, &S);
            }
}

/* Each of the three results may be left out and the others stay the same. */
static void test_optional(void **state)
{
    (void)state;
    static scene S;
    for (size_t k = 0; k < KINDS; k++)
        for (size_t count = 2; count <= 3; count++) {
            double U, g[3 * MOST], M[3 * MOST];
            scene_random(&S, 3 + k, count, some_points[k % 4], kinds[k].potential);
            S.B.potential(&S.B, &scene_lane, S.x, S.R, &U, g, M);
            for (unsigned want = 0; want < 8; want++) {
                double u = NAN, h[3 * MOST], T[3 * MOST];
                assert_int_equal(S.B.potential(&S.B, &scene_lane, S.x, S.R, want & 1 ? &u : NULL,
                                               want & 2 ? h : NULL, want & 4 ? T : NULL),
                                 LF_OK);
                if (want & 1)
                    test_same_bits(1, &U, &u, "%s: energy", kinds[k].name);
                /* == and not bits: 0 added to -0 is 0 */
                for (size_t c = 0; c < 3 * count; c++)
                    assert_true((!(want & 2) || h[c] == g[c]) && (!(want & 4) || T[c] == M[c]));
            }
        }
}

/* ---- action and reaction ---- */

static void add_cross(const double a[3], const double b[3], double sum[3])
{
    for (size_t c = 0; c < 3; c++)
        sum[c] += a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

/* sum g and sum x x g - R M, where sizes are the sums of the terms' lengths */
static void totals(const scene *S, const double *g, const double *M, double force[3],
                   double moment[3], double size[2])
{
    const size_t n = S->B.count;
    for (size_t b = 0; b < n; b++) {
        double x[3], f[3], T[3];
        for (size_t c = 0; c < 3; c++) {
            x[c] = S->x[c * n + b];
            f[c] = g[c * n + b];
            T[c] = S->R[3 * c * n + b] * M[b] + S->R[(3 * c + 1) * n + b] * M[n + b] +
                   S->R[(3 * c + 2) * n + b] * M[2 * n + b];
            force[c] += f[c];
            moment[c] -= T[c];
        }
        add_cross(x, f, moment);
        size[0] += test_norm(3, f);
        size[1] += test_norm(3, x) * test_norm(3, f) + test_norm(3, T);
    }
}

/* Forces cancel pair by pair; torques up to the roundings of a few hundred operations, each a few
 * epsilon of the terms. */
static void test_reaction(void **state)
{
    (void)state;
    static scene S;
    for (size_t k = 0; k < KINDS; k++)
        for (size_t p = 0; p < 4 && kinds[k].mutual; p++) {
            double g[3 * MOST], M[3 * MOST], force[3] = {0}, moment[3] = {0}, size[2] = {0};
            scene_random(&S, 100 + 7 * k + p, MOST, some_points[p], kinds[k].potential);
            S.B.potential(&S.B, &scene_lane, S.x, S.R, NULL, g, M);
            totals(&S, g, M, force, moment, size);
            test_within(test_norm(3, force), 8 * DBL_EPSILON * size[0], "%s: forces",
                        kinds[k].name);
            test_within(test_norm(3, moment), 64 * DBL_EPSILON * size[1], "%s: torques",
                        kinds[k].name);
        }
}

/* ---- clouds: ellipsoids as many points ---- */

/* Nodes and weights of Gauss and Legendre on (-1, 1). */
static void gauss_legendre(size_t n, double *x, double *w)
{
    for (size_t k = 0; k < n; k++) {
        double z = cos(acos(-1.0) * ((double)k + 0.75) / ((double)n + 0.5)), slope = 1;
        for (int round = 0; round < 50; round++) {
            double p = 1, before = 0;
            for (size_t j = 1; j <= n; j++) {
                const double next =
                    ((double)(2 * j - 1) * z * p - (double)(j - 1) * before) / (double)j;
                before = p;
                p = next;
            }
            slope = (double)n * (z * p - before) / (z * z - 1);
            z -= p / slope;
        }
        x[k] = z;
        w[k] = 2 / ((1 - z * z) * slope * slope);
    }
}

/* A homogeneous ellipsoid of mass 1, exact for polynomials of degree `degree`: Gauss points along
 * radius and polar axis, equal angles around it. */
static void cloud(size_t body, size_t degree, const double a[3], scene *S)
{
    const size_t n = degree / 2 + 2, turns = degree + 1, count = n * n * turns;
    const size_t first = (size_t)S->first[body];
    double node[32], weight[32], *block = S->points + 4 * first;
    size_t k = 0;
    assert_true(first + count <= MOST_POINTS && n <= 32);
    gauss_legendre(n, node, weight);
    for (size_t p = 0; p < n; p++)
        for (size_t q = 0; q < n; q++)
            for (size_t t = 0; t < turns; t++, k++) {
                const double r = 0.5 * (1 + node[p]), z = node[q], s = sqrt(1 - z * z);
                const double angle = 2 * acos(-1.0) * ((double)t + 0.5) / (double)turns;
                block[k] = 3 * r * r * 0.5 * weight[p] * 0.5 * weight[q] / (double)turns;
                block[count + k] = a[0] * r * s * cos(angle);
                block[2 * count + k] = a[1] * r * s * sin(angle);
                block[3 * count + k] = a[2] * r * z;
            }
    S->first[body + 1] = (double)(first + count);
}

/* Two ellipsoids of mass 1 with all that belongs to them, at distance r along a skew direction. */
static void scene_ellipsoids(scene *S, size_t degree, const double a[2][3], double r)
{
    static const double way[3] = {2. / 3, -1. / 3, 2. / 3};
    test_random random = {77};
    memset(S, 0, sizeof *S);
    for (size_t b = 0; b < 2; b++) {
        S->mass[b] = 1;
        if (degree)
            cloud(b, degree, a[b], S);
        random_rotation(&random, 2, S->R + b);
        for (size_t c = 0; c < 3; c++) {
            const double p = a[b][(c + 1) % 3], q = a[b][(c + 2) % 3];
            S->square[2 * c + b] = a[b][c] * a[b][c];
            S->inertia[8 * c + b] = (p * p + q * q) / 5;
            S->x[2 * c + b] = b ? 0.1 : 0.1 + r * way[c];
        }
    }
    S->K = (lf_gravity){
        .G = 1, .points = S->points, .first = S->first, .inertia = S->inertia, .square = S->square};
    S->B = (lf_bodies){.count = 2, .mass = S->mass, .ctx = &S->K};
}

/* The largest relative difference of energy and gradient between two potentials. */
static double difference(scene *S, lf_potential *one, lf_potential *two)
{
    double U[2], g[2][6];
    assert_int_equal(one(&S->B, &scene_lane, S->x, S->R, &U[0], g[0], NULL), LF_OK);
    assert_int_equal(two(&S->B, &scene_lane, S->x, S->R, &U[1], g[1], NULL), LF_OK);
    return fmax(fabs(U[0] - U[1]) / fabs(U[1]), test_distance(6, g[0], g[1]) / test_norm(6, g[1]));
}

static const double egg[2][3] = {{0.6, 0.5, 0.3}, {0.7, 0.4, 0.35}};

/* The cloud is right to (size/r)^20, below rounding here. The next term is two degrees higher: at
 * size/r = 0.1 it bends the slope by about 0.01 to 0.02. */
static void test_slopes(void **state)
{
    (void)state;
    static scene S;
    static const struct {
        lf_potential *potential;
        double slope;
    } row[] = {{lf_gravity_second_degree, 4}, {lf_gravity_ellipsoids, 6}};
    for (size_t k = 0; k < 2; k++) {
        double error[2];
        for (size_t e = 0; e < 2; e++) {
            scene_ellipsoids(&S, 19, egg, e ? 8 : 4);
            error[e] = difference(&S, row[k].potential, lf_gravity_points);
        }
        test_within(fabs(log2(error[0] / error[1]) - row[k].slope), 0.15, "slope %g", row[k].slope);
    }
}

/* A sphere is a point, and an ellipsoid a cloud with an error of (0.6/2)^24: 1e-13. */
static void test_sphere_ellipsoid(void **state)
{
    (void)state;
    static scene S, T;
    const double pair[2][3] = {{0.6, 0.5, 0.3}, {0.2, 0.2, 0.2}};
    for (double r = 2; r < 40; r *= 2) {
        double U[2], g[2][6], M[2][6];
        scene_ellipsoids(&S, 25, pair, r);
        T = S;
        T.first[2] = T.first[1] + 1;
        const double one[4] = {1, 0, 0, 0};
        memcpy(T.points + 4 * (size_t)T.first[1], one, sizeof one);
        T.K.points = T.points;
        T.K.first = T.first;
        T.B.ctx = &T.K;
        lf_gravity_sphere_ellipsoid(&S.B, &scene_lane, S.x, S.R, &U[0], g[0], M[0]);
        lf_gravity_points(&T.B, &scene_lane, T.x, T.R, &U[1], g[1], M[1]);
        test_within(fabs(U[0] / U[1] - 1), 3e-13, "energy at %g", r);
        test_within(test_distance(6, g[0], g[1]) / test_norm(6, g[1]), 3e-13, "gradient at %g", r);
        test_within(test_distance(6, M[0], M[1]) / fabs(U[1]), 3e-13, "torque at %g", r);
    }
}

/* On the long axis, just outside, the potential has the value of the surface,
 * -(3/2)(R_F - a^2 R_D/3) by hand; just inside there is none. Two spheres are two points. */
static void test_sphere_ends(void **state)
{
    (void)state;
    static scene S;
    double U;
    const double pair[2][3] = {{0.6, 0.5, 0.3}, {0.2, 0.2, 0.2}};
    const double ball[2][3] = {{0.6, 0.6, 0.6}, {0.2, 0.2, 0.2}};
    scene_ellipsoids(&S, 0, pair, 2);
    for (size_t c = 0; c < 3; c++) /* a point of the long axis */
        S.x[2 * c + 1] = S.x[2 * c] + 0.6 * (1 - 1e-9) * S.R[6 * c];
    assert_int_equal(lf_gravity_sphere_ellipsoid(&S.B, &scene_lane, S.x, S.R, &U, NULL, NULL),
                     LF_ESINGULAR);
    for (size_t c = 0; c < 3; c++)
        S.x[2 * c + 1] = S.x[2 * c] + 0.6 * (1 + 1e-9) * S.R[6 * c];
    assert_int_equal(lf_gravity_sphere_ellipsoid(&S.B, &scene_lane, S.x, S.R, &U, NULL, NULL),
                     LF_OK);
    /* mpmath: -1.5 (elliprf(.36, .25, .09) - .12 elliprd(.25, .09, .36)); 1e-9 is the distance */
    test_within(fabs(U - (-1.912634290800223)), 1e-8, "value at the surface");
    scene_ellipsoids(&S, 0, ball, 3);
    assert_int_equal(lf_gravity_sphere_ellipsoid(&S.B, &scene_lane, S.x, S.R, &U, NULL, NULL),
                     LF_OK);
    test_within(fabs(U + 1. / 3), 4 * DBL_EPSILON, "two spheres");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derivatives),      cmocka_unit_test(test_optional),
        cmocka_unit_test(test_reaction),         cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_sphere_ellipsoid), cmocka_unit_test(test_sphere_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
