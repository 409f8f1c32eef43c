/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of rods: forces are the gradient of the energy, whatever the ends; lanes and the two ways
 * to the same forces give the same bits; and reference solutions. */
#include "support/rods.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lieflow/bodies.h>

#include "model/rod.h"

/* ---- rods of all kinds ---- */

static const char *const kinds[] = {
    "elements=1;start=free;gravity=0 0 0",
    "elements=2;start=clamped;end=clamped;kappa=0.4 -0.3 0.7",
    "elements=5;start=free;end=free;GJ=3.5;scaling=off",
    "elements=4;start=pinned;end=pinned;kinks=0.5 0.3 -0.8 0.2",
    "elements=4;start=body;body_mass=5;body_inertia=1 2 4;lever=-0.3 0.1 -0.1;seat=0 -0.4 0.2",
    "elements=6;start=driven;shake=0.1 -0.2 0.3 0.4 0.5 0.6;shake_rate=3 2 1 4 5 6;kappa=0 1 0",
    "elements=5;start=clamped;profile=0 1 1 1 1 1 0.5 0.25 0.6 0.3;EI=1 2.5",
    "elements=7;start=body;profile=0.2 1 1 1 1 0.8 2 3 0.5 0.6;kappa=0.2 0 1;end=clamped"};

static void rod_of(test_rod *rod, const char *kind)
{
    char text[512];
    snprintf(text, sizeof text, "section=given;length=1.2;tension=1;shape=arc;arc=0.5 0.7 0.4;%s",
             kind);
    if (test_rod_open(rod, text) != LF_OK)
        fail_msg("%s: %s", text, rod->why);
}

/* Shake a point: places by `size`, attitudes by as large an angle. */
static void shake(size_t count, test_random *r, double size, double *y)
{
    for (size_t c = 0; c < 3 * count; c++)
        y[c] += test_uniform(r, -size, size);
    for (size_t b = 0; b < count; b++) {
        double u[3], turn[9], R[9], out[9];
        test_fill(r, 3, size, u);
        lf_group_exp(&lf_so3, 1, u, turn, NULL);
        for (size_t k = 0; k < 9; k++)
            R[k] = y[(LF_BODY_R + k) * count + b];
        lf_group_mul(&lf_so3, 1, R, turn, out, NULL);
        for (size_t k = 0; k < 9; k++)
            y[(LF_BODY_R + k) * count + b] = out[k];
    }
}

/* Body b of y displaced by d along axis k (0, 1, 2), or turned about its own axis k - 3. */
static void displace(size_t count, const double *y, size_t b, size_t k, double d, double *z)
{
    double u[3] = {0, 0, 0}, turn[9], R[9], out[9];
    memcpy(z, y, LF_BODY_DIM * count * sizeof *z);
    if (k < 3) {
        z[k * count + b] += d;
        return;
    }
    u[k - 3] = d;
    lf_group_exp(&lf_so3, 1, u, turn, NULL);
    for (size_t c = 0; c < 9; c++)
        R[c] = y[(LF_BODY_R + c) * count + b];
    lf_group_mul(&lf_so3, 1, R, turn, out, NULL);
    for (size_t c = 0; c < 9; c++)
        z[(LF_BODY_R + c) * count + b] = out[c];
}

static double energy_at(const lf_bodies *B, double t, const double *y)
{
    const lf_lanes L = {.n = 1, .t = &t};
    double U;
    lf_rod_energy(B->ctx, &L, y, y + LF_BODY_R * B->count, &U);
    return U;
}

/* Differences of order four with d = 1e-3 of an energy of size 1 to 100 have an error of about 1e-10. */
static void check_gradient(const char *kind)
{
    enum { MOST = 8 };
    const double t = 0.37, d = 1e-3;
    test_rod rod;
    test_random r = {7};
    double z[LF_BODY_DIM * MOST], g[3 * MOST], M[3 * MOST];
    rod_of(&rod, kind);
    const lf_bodies *B = lf_problem_bodies(&rod.problem);
    const lf_lanes L = {.n = 1, .t = &t};
    assert_true(B->count <= MOST);
    shake(B->count, &r, 0.1, rod.y);
    lf_rod_forces(B->ctx, &L, rod.y, rod.y + LF_BODY_R * B->count, g, M);
    double size = 1;
    for (size_t c = 0; c < 3 * B->count; c++)
        size = fmax(size, fmax(fabs(g[c]), fabs(M[c])));
    for (size_t b = 0; b < B->count; b++)
        for (size_t k = 0; k < 6; k++) {
            const double weight[4] = {1, -8, 8, -1}, place[4] = {-2, -1, 1, 2};
            double slope = 0;
            for (size_t j = 0; j < 4; j++) {
                displace(B->count, rod.y, b, k, place[j] * d, z);
                slope += weight[j] * energy_at(B, t, z) / (12 * d);
            }
            const double is = k < 3 ? g[k * B->count + b] : -M[(k - 3) * B->count + b];
            test_within(fabs(is - slope), 1e-9 * size, "%s: body %zu, direction %zu", kind, b, k);
        }
    test_rod_close(&rod);
}

static void test_gradient(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        check_gradient(kinds[k]);
}

/* What is held has no force on it, and the energy at rest in the natural shape is 0. */
static void test_held(void **state)
{
    (void)state;
    test_rod rod;
    double g[9], M[9], U, t = 0;
    assert_int_equal(test_rod_open(&rod, "elements=2;start=clamped;end=clamped;kappa=1 2 3;"
                                         "shape=natural;section=given"),
                     LF_OK);
    const lf_bodies *B = lf_problem_bodies(&rod.problem);
    const lf_lanes L = {.n = 1, .t = &t};
    const double *R = rod.y + LF_BODY_R * 3;
    assert_int_equal(B->potential(B, &L, rod.y, R, NULL, g, M), LF_OK);
    for (size_t k = 0; k < 3; k++) {
        assert_true(g[3 * k] == 0 && g[3 * k + 2] == 0 && M[3 * k] == 0);
        test_within(fabs(g[3 * k + 1] + (k == 2 ? -9.81 / 2 : 0)), 1e-13, "weight of the middle");
        test_within(fabs(M[3 * k + 1]) + fabs(M[3 * k + 2]), 1e-13, "no torque");
    }
    double weight = 0;
    for (size_t b = 0; b < 3; b++)
        weight += B->mass[b] * 9.81 * rod.y[6 + b];
    B->potential(B, &L, rod.y, R, &U, NULL, NULL);
    test_within(fabs(U - weight), 1e-13, "energy of the natural shape");
    test_rod_close(&rod);
}

/* ---- lanes ---- */

/* Lane i of n is the point shaken from its own seed, at its own time. */
static void lanes_of(const test_rod *rod, size_t count, size_t n, double *t, double *block)
{
    const size_t dim = LF_BODY_DIM * count;
    double y[LF_BODY_DIM * 40];
    assert_true(count <= 40);
    for (size_t i = 0; i < n; i++) {
        test_random r = {100 + i};
        memcpy(y, rod->y, dim * sizeof *y);
        shake(count, &r, 0.05, y);
        test_put_lane(dim, n, i, y, block);
        t[i] = 0.1 * (double)i;
    }
}

/* All lanes together, each alone, and g and M asked for one after the other. */
static void check_lanes(const char *kind, size_t n)
{
    enum { COUNT = 40, LANES = 67 };
    static double block[LF_BODY_DIM * COUNT * LANES], g[3 * COUNT * LANES], M[3 * COUNT * LANES];
    static double g2[3 * COUNT * LANES], M2[3 * COUNT * LANES];
    double t[LANES], U[LANES], y[LF_BODY_DIM * COUNT], one[6 * COUNT], all[6 * COUNT], u;
    test_rod rod;
    rod_of(&rod, kind);
    const lf_bodies *B = lf_problem_bodies(&rod.problem);
    const size_t m = B->count * n;
    const lf_lanes L = {.n = n, .t = t};
    lanes_of(&rod, B->count, n, t, block);
    B->potential(B, &L, block, block + LF_BODY_R * m, U, g, M);
    B->potential(B, &L, block, block + LF_BODY_R * m, NULL, g2, NULL);
    B->potential(B, &L, block, block + LF_BODY_R * m, NULL, NULL, M2);
    test_same_bits(3 * m, g, g2, "%s: %zu lanes, g alone", kind, n);
    test_same_bits(3 * m, M, M2, "%s: %zu lanes, M alone", kind, n);
    for (size_t i = 0; i < n; i++) {
        const lf_lanes alone = {.n = 1, .t = t + i};
        test_take_lane(LF_BODY_DIM * B->count, n, i, block, y);
        B->potential(B, &alone, y, y + LF_BODY_R * B->count, &u, one, one + 3 * B->count);
        test_take_lane(3 * B->count, n, i, g, all);
        test_take_lane(3 * B->count, n, i, M, all + 3 * B->count);
        test_same_bits(6 * B->count, one, all, "%s: lane %zu of %zu", kind, i, n);
        test_same_bits(1, &u, U + i, "%s: energy of lane %zu of %zu", kind, i, n);
    }
    test_rod_close(&rod);
}

static void test_lanes(void **state)
{
    (void)state;
    const char *const longer[] = {"elements=39;start=clamped",
                                  "elements=37;start=clamped;kappa=1 0 2",
                                  "elements=33;end=clamped;profile=0 1 1 1 1 1 2 2 2 2",
                                  "elements=35;start=driven;kinks=0.3 1 0 0"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        check_lanes(kinds[k], 5);
    for (size_t k = 0; k < sizeof longer / sizeof *longer; k++)
        for (size_t n = 1; n <= 67; n = 4 * n + 3)
            check_lanes(longer[k], n);
}

/* Lanes whose rods begin with different elements: as a pipe that is paid out. */
static void rides(const void *ctx, double t, lf_rod_begin *b)
{
    (void)ctx;
    b->first = 1 + (size_t)(t / 0.1);
    b->lever[2] = -0.2;
    b->lever[0] = 0.01 * t;
}

static void test_riders(void **state)
{
    enum { N = 4, COUNT = 11 };
    (void)state;
    double block[LF_BODY_DIM * COUNT * N], g[3 * COUNT * N], M[3 * COUNT * N];
    double t[N], U[N], y[LF_BODY_DIM * COUNT], one[6 * COUNT], all[6 * COUNT], u;
    test_rod rod;
    rod_of(&rod, "elements=10;start=body;kappa=0.3 0 0");
    lf_rod moved = *(const lf_rod *)lf_problem_bodies(&rod.problem)->ctx;
    moved.move = rides;
    const lf_lanes L = {.n = N, .t = t};
    lanes_of(&rod, COUNT, N, t, block);
    for (size_t i = 0; i < N; i++)
        t[i] += 0.05;
    lf_rod_forces(&moved, &L, block, block + LF_BODY_R * COUNT * N, g, M);
    lf_rod_energy(&moved, &L, block, block + LF_BODY_R * COUNT * N, U);
    for (size_t i = 0; i < N; i++) {
        const lf_lanes alone = {.n = 1, .t = t + i};
        test_take_lane(LF_BODY_DIM * COUNT, N, i, block, y);
        lf_rod_forces(&moved, &alone, y, y + LF_BODY_R * COUNT, one, one + 3 * COUNT);
        lf_rod_energy(&moved, &alone, y, y + LF_BODY_R * COUNT, &u);
        test_take_lane(3 * COUNT, N, i, g, all);
        test_take_lane(3 * COUNT, N, i, M, all + 3 * COUNT);
        test_same_bits(6 * COUNT, one, all, "riders: lane %zu", i);
        test_same_bits(1, &u, U + i, "riders: energy of lane %zu", i);
        for (size_t b = 1; b <= i; b++)
            for (size_t k = 0; k < 6; k++)
                assert_true(one[k * COUNT + b] == 0);
        for (size_t k = 0; k < 6; k++) {
            double z[LF_BODY_DIM * COUNT], slope = 0;
            for (int side = -1; side <= 1; side += 2) {
                displace(COUNT, y, 0, k, side * 1e-5, z);
                lf_rod_energy(&moved, &alone, z, z + LF_BODY_R * COUNT, &u);
                slope += side * u / 2e-5;
            }
            test_within(fabs((k < 3 ? 1 : -1) * one[k * COUNT] - slope), 1e-6,
                        "riders: what the body feels, lane %zu, direction %zu", i, k);
        }
    }
    test_rod_close(&rod);
}

/* ---- reference solutions ---- */

/* 400 steps of rkmk8 leave roundoff alone: 1e-13 of numbers of size 1. */
static void check_reference(const char *name)
{
    char settings[1024];
    test_rod rod;
    double end[LF_BODY_DIM * 4];
    test_document *D = test_open("rods.json");
    test_node *entry = test_rod_entry(D, name);
    test_text(test_get(entry, "set"), settings, sizeof settings);
    if (test_rod_open(&rod, settings) != LF_OK)
        fail_msg("%s: %s", settings, rod.why);
    test_rod_state(entry, "start", LF_BODY_DIM * 4, rod.y);
    test_rod_state(entry, "end", LF_BODY_DIM * 4, end);
    test_march(&rod.problem, lf_method_find("rkmk8"), test_number(test_get(entry, "t")), 400, rod.y,
               NULL);
    for (size_t c = 0; c < LF_BODY_DIM * 4; c++)
        test_within(fabs(rod.y[c] - end[c]), 1e-13, "%s: component %zu", name, c);
    test_close(D);
    test_rod_close(&rod);
}

static void test_references(void **state)
{
    (void)state;
    check_reference("free");
    check_reference("driven");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient),   cmocka_unit_test(test_held),
        cmocka_unit_test(test_lanes),      cmocka_unit_test(test_riders),
        cmocka_unit_test(test_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
