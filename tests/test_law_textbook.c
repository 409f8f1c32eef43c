/* SPDX-License-Identifier: BSD-3-Clause */
/* The equation of every model is the one of the textbooks: its right-hand side, written down once more. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef double vec[3];

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* ---- textbook right-hand sides ---- */

typedef void rhs(double t, const double *y, double *F);

/* m' = m x I^-1 m with I = (1, 5, 6) */
static void rhs_rigid_body(double t, const double *y, double *F)
{
    const vec w = {y[0], y[1] / 5, y[2] / 6};
    (void)t;
    cross(y, w, F);
}

/* R' = R hat(w): row i of R times hat(w) is row x w */
static void rhs_attitude(double t, const double *y, double *F)
{
    const vec w = {y[9], y[10] / 5, y[11] / 6};
    for (int i = 0; i < 3; i++)
        cross(y + 3 * i, w, F + 3 * i);
    rhs_rigid_body(t, y + 9, F + 9);
}

/* q' = q w / 2 with quaternions */
static void rhs_quaternion(double t, const double *y, double *F)
{
    const vec w = {y[4] / 2, y[5] / 10, y[6] / 12};
    cross(y + 1, w, F + 1);
    F[0] = -(y[1] * w[0] + y[2] * w[1] + y[3] * w[2]);
    for (int k = 0; k < 3; k++)
        F[1 + k] += y[0] * w[k];
    rhs_rigid_body(t, y + 4, F + 4);
}

/* Pi' = Pi x w + c Gamma x chi, Gamma' = Gamma x w with c = 2, chi = (0.6, 0, 0.8) */
static void rhs_heavy_top(double t, const double *y, double *F)
{
    const vec w = {y[0], y[1] / 5, y[2] / 6}, force = {1.2, 0, 1.6};
    vec torque;
    (void)t;
    cross(y, w, F);
    cross(y + 3, force, torque);
    for (int k = 0; k < 3; k++)
        F[k] += torque[k];
    cross(y + 3, w, F + 3);
}

static double duffing_a, duffing_b;

static void rhs_duffing(double t, const double *y, double *F)
{
    (void)t;
    F[0] = y[1];
    F[1] = -duffing_a * y[0] - duffing_b * pow(y[0], 3);
}

/* m' = m x I^-1 m whatever alpha is; I = (1, 2, 2.5) */
static void rhs_isotropy(double t, const double *y, double *F)
{
    const vec w = {y[0], y[1] / 2, y[2] / 2.5};
    (void)t;
    cross(y, w, F);
}

static double entry_norm(const double *R, double p)
{
    double sum = 0;
    for (int k = 0; k < 9; k++)
        sum += pow(fabs(R[k]), p);
    return pow(sum, 1 / p);
}

/* columns of hat(u) R are u x column */
static void turn_columns(const double *u, const double *R, double *F)
{
    for (int j = 0; j < 3; j++) {
        const vec column = {R[j], R[3 + j], R[6 + j]};
        vec moved;
        cross(u, column, moved);
        for (int i = 0; i < 3; i++)
            F[3 * i + j] = moved[i];
    }
}

/* R' = -hat(|R|_2, |R|_3, |R|_4) R */
static void rhs_norms(double t, const double *y, double *F)
{
    const vec u = {-entry_norm(y, 2), -entry_norm(y, 3), -entry_norm(y, 4)};
    (void)t;
    turn_columns(u, y, F);
}

/* B' = hat(w) B, w' = alpha w x force with the presets alpha = 1, force = -e3 */
static void rhs_humming(double t, const double *y, double *F)
{
    (void)t;
    turn_columns(y + 9, y, F);
    F[9] = -y[10];
    F[10] = y[9];
    F[11] = 0;
}

/* R' = hat(w(t)) R with the presets */
static void rhs_driven(double t, const double *y, double *F)
{
    const double c = cos(2 * t), s = sin(2 * t);
    const vec w = {0.3 + c, -0.2 + 0.5 * c + s, 1 - 0.5 * s};
    turn_columns(w, y, F);
}

/* a_i' = 2 (b_i^2 - b_(i-1)^2), b_i' = b_i (a_(i+1) - a_i) hold for tridiagonal L; in general
 * L' = B L - L B, entry by entry, B = +L above the diagonal and -L below it */
static void rhs_toda(double t, const double *y, double *F)
{
    (void)t;
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++) {
            double sum = 0;
            for (size_t k = 0; k < 5; k++) {
                const double left = k > i ? y[5 * i + k] : k < i ? -y[5 * i + k] : 0;
                const double right = j > k ? y[5 * k + j] : j < k ? -y[5 * k + j] : 0;
                sum += left * y[5 * k + j] - y[5 * i + k] * right;
            }
            F[5 * i + j] = sum;
        }
}

/* L' = (N L - L N) L - L (N L - L N) = N L^2 - 2 L N L + L^2 N with N = diag(4, 3, 2, 1) */
static void rhs_double_bracket(double t, const double *y, double *F)
{
    (void)t;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) {
            double sum = 0;
            for (size_t k = 0; k < 4; k++)
                sum += y[4 * i + k] * y[4 * k + j] *
                       ((4 - (double)i) - 2 * (4 - (double)k) + (4 - (double)j));
            F[4 * i + j] = sum;
        }
}

/* M' = M W - W M, Q' = Q W with J = (1, 2, 3, 5) */
static void rhs_body_n(double t, const double *y, double *F)
{
    static const double J[] = {1, 2, 3, 5};
    const double *Q = y + 16;
    (void)t;
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) {
            F[4 * i + j] = F[16 + 4 * i + j] = 0;
            for (size_t k = 0; k < 4; k++) {
                const double wkj = y[4 * k + j] / (J[k] + J[j]), wik = y[4 * i + k] / (J[i] + J[k]);
                F[4 * i + j] += y[4 * i + k] * wkj - wik * y[4 * k + j];
                F[16 + 4 * i + j] += Q[4 * i + k] * wkj;
            }
        }
}

/* The torus as the chain rule gives it: d/dt cos th = -sin th th', cost ((1 + cos th) sin ph - 8)^2. */
static void rhs_torus(double t, const double *y, double *F)
{
    const double away = (1 + y[0]) * y[3] - 8;
    const double theta = 2 * away * y[1] * y[3], phi = -2 * away * (1 + y[0]) * y[2];
    (void)t;
    F[0] = -y[1] * theta;
    F[1] = y[0] * theta;
    F[2] = -y[3] * phi;
    F[3] = y[2] * phi;
}

static void rhs_torus_rolling(double t, const double *y, double *F)
{
    const double away = (1 + y[0]) * y[3] - 8;
    (void)t;
    F[0] = -y[1] * y[4];
    F[1] = y[0] * y[4];
    F[2] = -y[3] * y[5];
    F[3] = y[2] * y[5];
    F[4] = -3 * y[4] + 2 * away * y[1] * y[3];
    F[5] = -3 * y[5] - 2 * away * (1 + y[0]) * y[2];
}

/* generator(field) at random points of the manifold around the start; both sides are a few dozen
 * operations on numbers of the size of F */
static void check_rhs(const char *name, const char *settings, rhs *expected)
{
    static test_model m;
    double u[TEST_MAX_DIM], y[TEST_MAX_DIM], f[TEST_MAX_DIM], F[TEST_MAX_DIM], G[TEST_MAX_DIM];
    assert_int_equal(test_build(&m, name, settings), LF_OK);
    const lf_action *A = m.problem.action;
    test_random r = {9};
    for (int k = 0; k < 50; k++) {
        const double t = test_uniform(&r, -3, 3);
        test_fill(&r, A->group->dim, 1, u);
        test_flow(A, LF_EXP, 1, u, m.y0, y);
        test_rate(&m.problem, t, y, f);
        test_generator(A, 1, f, y, F);
        expected(t, y, G);
        test_within(test_distance(A->dim, F, G), 16 * DBL_EPSILON * (1 + test_norm(A->dim, G)),
                    "%s %s: right-hand side", name, settings);
        if (!lf_problem_trait(&m.problem, LF_TRAIT_AMBIENT))
            continue;
        const lf_lanes L = test_lanes_of(1, &t, NULL);
        test_ambient_rates(&m.problem, &L, y, F); /* what classical methods see */
        test_within(test_distance(A->dim, F, G), 16 * DBL_EPSILON * (1 + test_norm(A->dim, G)),
                    "%s %s: y' itself", name, settings);
    }
}

static void test_textbook(void **state)
{
    (void)state;
    static const double a[] = {1, 0, -0.5}, b[] = {1, 2, 0.5};
    static const char *const actions[] = {"r2", "sl2", "se2"};
    check_rhs("free-rigid-body", "inertia=1 5 6", rhs_rigid_body);
    check_rhs("free-rigid-body-attitude", "inertia=1 5 6", rhs_attitude);
    check_rhs("free-rigid-body-attitude", "attitude=quaternion", rhs_quaternion);
    check_rhs("heavy-top", "c=2;chi=0.6 0 0.8", rhs_heavy_top);
    for (int k = 0; k < 9; k++) {
        char settings[64];
        duffing_a = a[k % 3];
        duffing_b = b[k % 3];
        snprintf(settings, sizeof settings, "a=%g;b=%g;action=%s", duffing_a, duffing_b,
                 actions[k / 3]);
        check_rhs("duffing", settings, rhs_duffing);
    }
    check_rhs("sphere-isotropy", "alpha=2.5", rhs_isotropy);
    check_rhs("sphere-isotropy", "alpha=1;slope=1 2 3;bend=1 2 3 4 5 6", rhs_isotropy);
    check_rhs("sphere-isotropy", "isotropy=horizontal", rhs_isotropy);
    check_rhs("sphere-isotropy", "isotropy=osculating", rhs_isotropy);
    check_rhs("matrix-norms", "", rhs_norms);
    check_rhs("matrix-norms", "space=gl3;R=2 1 0 0 1 0.5 0.3 0 -1", rhs_norms);
    check_rhs("humming-top", "", rhs_humming);
    check_rhs("driven-attitude", "", rhs_driven);
    check_rhs("toda", "a=0 1 -1 0.5 0.25;b=1 0.6 0.8 -0.5", rhs_toda);
    check_rhs("double-bracket", "", rhs_double_bracket);
    check_rhs("rigid-body-n", "", rhs_body_n);
    check_rhs("torus", "", rhs_torus);
    check_rhs("torus", "order=second;damping=3;velocity=1 -2", rhs_torus_rolling);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textbook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
