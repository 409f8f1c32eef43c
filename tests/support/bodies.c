/* SPDX-License-Identifier: BSD-3-Clause */
#include "support/bodies.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

/* mass, x, y, z; the centres of mass are the origins */
static const double points[TEST_BODIES][TEST_POINTS][4] = {
    {{1, 0.3, 0.1, 0}, {0.5, -0.4, 0.1, 0.2}, {0.5, -0.2, -0.3, -0.2}},
    {{2, 0.2, 0, 0.1}, {1, -0.3, 0.3, -0.1}, {1, -0.1, -0.3, -0.1}},
};

static double cross(const double *a, const double *b, int k)
{
    return a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* A point of body b of lane i in space. */
static void place(size_t n, size_t b, size_t i, const double *rho, const double *x, const double *R,
                  double *p)
{
    const size_t m = TEST_BODIES * n, at = b * n + i;
    for (size_t k = 0; k < 3; k++) {
        p[k] = x[k * m + at];
        for (size_t j = 0; j < 3; j++)
            p[k] += R[(3 * k + j) * m + at] * rho[j];
    }
}

/* The gradient `pull` at a point of body b: added to g, and its moment to the torque. */
static void apply(size_t n, size_t b, size_t i, const double *rho, const double *pull,
                  const double *R, double *g, double *M)
{
    const size_t m = TEST_BODIES * n, at = b * n + i;
    double turned[3];
    for (size_t j = 0; j < 3; j++) {
        g[j * m + at] += pull[j];
        turned[j] = 0;
        for (size_t k = 0; k < 3; k++)
            turned[j] += R[(3 * k + j) * m + at] * pull[k];
    }
    for (int k = 0; k < 3; k++)
        M[(size_t)k * m + at] += cross(turned, rho, k);
}

static double attract(size_t n, size_t i, const double *a, const double *b, const double *x,
                      const double *R, double *g, double *M)
{
    double p[3], q[3], pull[3], back[3], r2 = 0;
    place(n, 0, i, a + 1, x, R, p);
    place(n, 1, i, b + 1, x, R, q);
    for (int k = 0; k < 3; k++)
        r2 += (p[k] - q[k]) * (p[k] - q[k]);
    for (int k = 0; k < 3; k++) {
        pull[k] = a[0] * b[0] * (p[k] - q[k]) / (r2 * sqrt(r2));
        back[k] = -pull[k];
    }
    if (g) {
        apply(n, 0, i, a + 1, pull, R, g, M);
        apply(n, 1, i, b + 1, back, R, g, M);
    }
    return -a[0] * b[0] / sqrt(r2);
}

static lf_status pair_potential(const lf_bodies *B, const lf_lanes *L, const double *x,
                                const double *R, double *U, double *g, double *M)
{
    const size_t n = L->n;
    (void)B;
    for (size_t k = 0; g && k < 3 * TEST_BODIES * n; k++)
        g[k] = M[k] = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (int a = 0; a < TEST_POINTS; a++)
            for (int b = 0; b < TEST_POINTS; b++)
                sum += attract(n, i, points[0][a], points[1][b], x, R, g, M);
        if (U)
            U[i] = sum;
    }
    return LF_OK;
}

/* sum m (|r|^2 I - r r^T), and a small ball at each point */
static void pair_inertia(int body, double J[9])
{
    for (int k = 0; k < 9; k++)
        J[k] = k % 4 == 0 ? 0.01 : 0;
    for (int a = 0; a < TEST_POINTS; a++) {
        const double *p = points[body][a], *r = p + 1;
        const double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                J[3 * j + k] += p[0] * ((j == k ? r2 : 0) - r[j] * r[k]);
    }
}

void test_pair_make(test_pair *pair, lf_form form)
{
    char why[200];
    for (int b = 0; b < TEST_BODIES; b++) {
        double J[9], moment[3], A[9];
        pair->mass[b] = 0;
        for (int a = 0; a < TEST_POINTS; a++)
            pair->mass[b] += points[b][a][0];
        pair_inertia(b, J);
        assert_int_equal(lf_inertia_principal(J, moment, A, why, sizeof why), LF_OK);
        for (int k = 0; k < 3; k++)
            pair->moment[k * TEST_BODIES + b] = moment[k];
        for (int k = 0; k < 9; k++)
            pair->axes[k * TEST_BODIES + b] = A[k];
    }
    pair->bodies = (lf_bodies){.count = TEST_BODIES,
                               .form = form,
                               .mass = pair->mass,
                               .moment = pair->moment,
                               .axes = pair->axes,
                               .potential = pair_potential};
    pair->problem = lf_problem_from_bodies("pair", &pair->bodies, &pair->space);
}

void test_pair_start(const test_pair *pair, double y[TEST_BODIES_DIM])
{
    /* body after body: x, v, R by rows (0.6, 0.8 and quarter turns are exact enough), Omega */
    static const double start[TEST_BODIES][LF_BODY_DIM] = {
        {1.5, 0.2, -0.1, 0.1, 1.1, 0.2, 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1, 0.4, -0.7, 1.1},
        {-0.7, -0.1, 0.1, -0.1, -0.5, -0.1, 1, 0, 0, 0, 0.8, -0.6, 0, 0.6, 0.8, -0.3, 0.5, 0.2},
    };
    for (size_t b = 0; b < TEST_BODIES; b++)
        for (size_t c = 0; c < LF_BODY_DIM; c++)
            y[c * TEST_BODIES + b] = start[b][c];
    lf_bodies_convert(&pair->bodies, LF_INERTIAL_LAGRANGIAN, pair->bodies.form, 1, y, y);
}
