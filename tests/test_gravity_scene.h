/* SPDX-License-Identifier: BSD-3-Clause */
/* test_gravity_scene.h - bodies with everything that any potential of gravity reads. */
#ifndef LF_TEST_GRAVITY_SCENE_H
#define LF_TEST_GRAVITY_SCENE_H

#include "support/calls.h"

#include <string.h>

#include <lieflow/group.h>

#include "model/gravity.h"

/* one lane at time 0 */
static const lf_lanes scene_lane = {.n = 1, .t = (const double[]){0}};

enum { MOST = 4, MOST_POINTS = 16384, MOST_LANES = 70 };

/* Bodies with everything that any potential reads. */
typedef struct {
    lf_bodies B;
    lf_gravity K;
    double mass[MOST], inertia[9 * MOST], square[3 * MOST], first[MOST + 1];
    double points[4 * MOST_POINTS];
    double x[3 * MOST], R[9 * MOST];
} scene;

/* ---- scenes ---- */

static inline void random_rotation(test_random *r, size_t stride, double *R)
{
    double u[3], one[9];
    test_fill(r, 3, 2, u);
    test_exp(&lf_so3, 1, u, one);
    for (size_t c = 0; c < 9; c++)
        R[c * stride] = one[c];
}

/* A symmetric matrix near 0.3 I in size */
static inline void random_inertia(test_random *r, size_t count, double *J)
{
    for (size_t p = 0; p < 3; p++)
        for (size_t q = 0; q <= p; q++) {
            const double entry = p == q ? test_uniform(r, 0.2, 0.3) : test_uniform(r, -0.05, 0.05);
            J[(3 * p + q) * count] = J[(3 * q + p) * count] = entry;
        }
}

static inline void random_points(test_random *r, size_t body, size_t count, scene *S)
{
    const size_t first = (size_t)S->first[body];
    double *block = S->points + 4 * first;
    assert_true(first + count <= MOST_POINTS);
    for (size_t k = 0; k < count; k++) {
        block[k] = test_uniform(r, 0.5, 1.5) / (double)count;
        for (size_t c = 1; c < 4; c++)
            block[c * count + k] = test_uniform(r, -0.25, 0.25);
    }
    S->first[body + 1] = (double)(first + count);
}

/* `count` bodies about two apart, with counts[b] points each. */
static inline void scene_random(scene *S, uint64_t seed, size_t count, const size_t *counts,
                                lf_potential *potential)
{
    static const double corner[MOST][3] = {
        {0, 0, 0}, {2, 0.3, 0.2}, {-0.3, 2, -0.4}, {0.2, -0.5, 2}};
    test_random r = {seed};
    memset(S, 0, sizeof *S);
    for (size_t b = 0; b < count; b++) {
        S->mass[b] = test_uniform(&r, 0.5, 2);
        random_inertia(&r, count, S->inertia + b);
        random_points(&r, b, counts[b], S);
        random_rotation(&r, count, S->R + b);
        const double radius = test_uniform(&r, 0.3, 0.5);
        for (size_t c = 0; c < 3; c++) {
            const double a = b == 0 ? test_uniform(&r, 0.2, 0.6) : radius;
            S->square[c * count + b] =
                potential == lf_gravity_sphere_ellipsoid ? a * a : 0.3 * test_uniform(&r, 0.2, 1);
            S->x[c * count + b] = corner[b][c] + test_uniform(&r, -0.2, 0.2);
        }
    }
    S->K = (lf_gravity){.G = 1.3,
                        .points = S->points,
                        .first = S->first,
                        .inertia = S->inertia,
                        .square = S->square,
                        .mutual = lf_gravity_second_degree,
                        .acceleration = {0.3, -0.2, 0.5},
                        .central_mass = 3,
                        .place = {-4, 3, -2}};
    S->B = (lf_bodies){.count = count, .mass = S->mass, .potential = potential, .ctx = &S->K};
}

typedef struct {
    const char *name;
    lf_potential *potential;
    bool mutual; /* no field from outside */
} kind;
static const kind kinds[] = {{"points", lf_gravity_points, true},
                             {"second degree", lf_gravity_second_degree, true},
                             {"ellipsoids", lf_gravity_ellipsoids, true},
                             {"sphere and ellipsoid", lf_gravity_sphere_ellipsoid, true},
                             {"from outside", lf_gravity_external, false}};
enum { KINDS = sizeof kinds / sizeof *kinds };
static const size_t some_points[][MOST] = {
    {2, 2, 2, 2}, {1, 4, 3, 1}, {3, 5, 1, 13}, {20, 13, 16, 7}};

#endif
