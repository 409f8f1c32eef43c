/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of matrices: reference values, what is refused, large sizes, and actions against others that
 * do the same. */
#include "support/cases.h"
#include "support/matrices.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double largest_off(size_t count, const double *a, const double *b)
{
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = isnan(a[k] - b[k]) ? NAN : fmax(most, fabs(a[k] - b[k]));
    return most;
}

/* Coordinates of so(n) from a matrix. */
static void below_diagonal(size_t n, const double *A, double *u)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            *u++ = A[i * n + j];
}

/* ---- reference values ---- */

/* 2e-15 of the largest entry: a few roundings of numbers of size one */
static void test_so4_maps(void **state)
{
    (void)state;
    test_document *D = test_open("matrix.json");
    test_node *node = test_get(test_root(D), "so4_maps");
    const lf_group G = lf_group_so(4);
    double u[6], v[6], expected[16], g[16], w[6], wanted[6];
    test_numbers(test_get(node, "u"), 6, u);
    test_numbers(test_get(node, "v"), 6, v);
    test_numbers(test_get(node, "exp"), 16, expected);
    test_exp(&G, 1, u, g);
    test_within(largest_off(16, g, expected), 2e-15, "exp");
    test_numbers(test_get(node, "cayley"), 16, expected);
    test_map(&G, LF_CAYLEY, 1, u, g);
    test_within(largest_off(16, g, expected), 2e-15, "cay");
    test_numbers(test_get(node, "dexpinv"), 16, expected);
    below_diagonal(4, expected, wanted);
    test_dexpinv(&G, 1, u, v, w);
    test_within(largest_off(6, w, wanted), 2e-15, "dexpinv");
    test_close(D);
}

/* Y' = J S(t) Y: the lower triangle of S */
static lf_status sp4_field(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    const double s[] = {2 + cos(t), 1, 1, 0, t / 4, 1, sin(t), 0, 0.5, 1.5};
    (void)ctx, (void)trajectory, (void)y;
    memcpy(f, s, sizeof s);
    return LF_OK;
}

/* Y' = A(t) Y on GL(3) */
static lf_status gl3_field(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    const double a[] = {0, 1 + t, sin(2 * t), t * t - 1, 0.3 * cos(t), t, exp(-t), -t, 0.2};
    (void)ctx, (void)trajectory, (void)y;
    memcpy(f, a, sizeof a);
    return LF_OK;
}

static const lf_trait time_alone[] = {{LF_TRAIT_TIME_FIELD, time_alone}, {LF_TRAIT_END, NULL}};

/* The error after that many steps from the identity. */
static double linear_error(const lf_group *G, const lf_point_field *field, const char *method,
                           const char *entry, size_t steps, double *defect)
{
    test_document *D = test_open("matrix.json");
    test_node *node = test_get(test_root(D), entry);
    const lf_action A = lf_action_left(G);
    lf_problem P = lf_problem_from_point("linear", &A, field);
    double y[16], expected[16];
    lf_stats stats;
    P.traits = time_alone;
    lf_group_identity(G, 1, y);
    const lf_method *M = lf_method_find(method);
    assert_non_null(M);
    test_march(&P, M, test_number(test_get(node, "t")), steps, y, &stats);
    test_numbers(test_get(node, "y"), 16, expected);
    test_close(D);
    *defect = stats.defect;
    return largest_off(G->rep, y, expected);
}

/* Known errors of magnus4 on the first (1.76e-6, 1.10e-7, 6.9e-9 at 10, 20, 40 steps), order 4 on the
 * other, and roundoff by rkmk8. */
static void test_linear_equations(void **state)
{
    (void)state;
    const lf_group sp = lf_group_sp(2), gl = lf_group_gl(3);
    const lf_point_field sp4 = {sp4_field, NULL}, gl3 = {gl3_field, NULL};
    static const double known[] = {1.76e-6, 1.10e-7, 6.9e-9};
    double defect;
    for (int k = 0; k < 3; k++) {
        const double e = linear_error(&sp, &sp4, "magnus4", "sp4", (size_t)10 << k, &defect);
        test_within(fabs(e / known[k] - 1), 0.05, "magnus4 on Sp(4)");
        test_within(defect, 5e-15, "its defect");
    }
    const double e1 = linear_error(&gl, &gl3, "magnus4", "gl3", 80, &defect);
    const double e2 = linear_error(&gl, &gl3, "magnus4", "gl3", 160, &defect);
    test_within(fabs(log2(e1 / e2) - 4), 0.1, "order of magnus4 on GL(3)");
    test_within(linear_error(&sp, &sp4, "rkmk8", "sp4", 200, &defect), 2e-14, "rkmk8 on Sp(4)");
    test_within(linear_error(&gl, &gl3, "rkmk8", "gl3", 400, &defect), 1e-12, "rkmk8 on GL(3)");
    test_within(linear_error(&gl, &gl3, "cf4", "gl3", 160, &defect), 1e-5, "cf4 on GL(3)");
}

/* ---- differentials ---- */

/* u = theta E_21 turns in one plane: |ad_u| = theta. The series alone ends at 2.4. */
static void test_dexpinv_far(void **state)
{
    (void)state;
    const lf_group G = lf_group_so(5);
    double u[10] = {0}, v[10], w[10], x[10];
    test_random r = {8};
    test_fill(&r, 10, 1, v);
    for (double theta = 0.5; theta < 6.05; theta += 0.5) {
        u[0] = theta;
        test_dexpinv(&G, 1, u, v, w);
        test_dexp(&G, 1, u, w, x);
        /* near 2 pi the inverse is large, and loses as many digits */
        test_within(largest_off(10, x, v), 1e-14 * (1 + test_norm(10, w)), "theta = %g", theta);
    }
    double *work = test_scratch(lf_group_work(&G, 1));
    for (double theta = 7; theta < 1e6; theta *= 3) {
        u[0] = theta;
        const lf_status s = lf_group_dexpinv(&G, 1, u, v, w, work);
        assert_true(s == LF_ELARGE && isnan(w[0]));
    }
    u[0] = NAN;
    assert_true(lf_group_dexpinv(&G, 1, u, v, w, work) < 0);
    assert_int_equal(lf_group_dexp(&G, 1, u, v, w, work), LF_ENONFINITE);
}

/* dexp for any size of u, against the derivative of exp by differences (see test_law_groups.c) */
static void test_dexp_far(void **state)
{
    (void)state;
    const lf_group G = lf_group_so(4);
    double u[6], v[6], w[6], x[6], g[16], plus[16], minus[16], slope[16] = {0}, expected[16];
    static const double weight[] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
    test_random r = {9};
    test_fill(&r, 6, 20, u);
    test_fill(&r, 6, 1, v);
    for (int k = 0; k < 4; k++) {
        const double h = (k + 1) * 0x1p-6;
        for (int c = 0; c < 6; c++)
            x[c] = u[c] + h * v[c];
        test_exp(&G, 1, x, plus);
        for (int c = 0; c < 6; c++)
            x[c] = u[c] - h * v[c];
        test_exp(&G, 1, x, minus);
        for (int c = 0; c < 16; c++)
            slope[c] += weight[k] * 64 * (plus[c] - minus[c]);
    }
    test_dexp(&G, 1, u, v, w);
    test_exp(&G, 1, u, g);
    test_tangent(&G, 1, w, g, expected);
    /* roundings of exp at |u| = 40 are 1e-14, and differences make them 64 times as large */
    test_within(largest_off(16, slope, expected), 1e-11, "dexp at |u| = 40");
}

static void test_cayley(void **state)
{
    (void)state;
    test_random r = {10};
    for (const lf_group *const *G = test_matrix_groups(); *G; G++) {
        double u[36], v[36], w[36], x[36];
        test_fill(&r, (*G)->dim, test_matrix_scale(*G), u);
        test_fill(&r, (*G)->dim, 1, v);
        test_dmapinv(*G, LF_CAYLEY, 1, u, v, w);
        test_group_call(lf_matrix_dcay, *G, 1, u, w, x, "dcay");
        test_within(largest_off((*G)->dim, x, v), 2e-14, "%s: dcay dcayinv = 1", (*G)->name);
    }
    const lf_group gl = lf_group_gl(2);
    const double pole[4] = {2, 0, 0, 1};
    double g[4], *work = test_scratch(lf_group_work(&gl, 1));
    assert_int_equal(lf_group_map(&gl, LF_CAYLEY, 1, pole, g, work), LF_ELARGE);
    assert_true(isnan(g[0]));
}

/* phi(u) = R_n ... R_2, R_m = G_m1 ... G_m,m-1, as products of exponentials of basis vectors */
static void test_second_kind(void **state)
{
    (void)state;
    const lf_group G = lf_group_so(5);
    double u[10], e[10], g[25], factor[25], product[25], next[25];
    test_random r = {11};
    test_fill(&r, 10, 1.2, u);
    lf_group_identity(&G, 1, product);
    for (size_t m = 5; m-- > 1;)
        for (size_t j = 0; j < m; j++) {
            const size_t k = m * (m - 1) / 2 + j;
            memset(e, 0, sizeof e);
            e[k] = u[k];
            test_exp(&G, 1, e, factor);
            test_mul(&G, 1, product, factor, next);
            memcpy(product, next, sizeof next);
        }
    test_map(&G, LF_SECOND_KIND, 1, u, g);
    test_within(largest_off(25, g, product), 3e-15, "coordinates of the second kind");
    double v[10], w[10], *work = test_scratch(lf_group_work(&G, 1));
    test_fill(&r, 10, 1, v);
    u[2] = 2 * atan(1); /* a right angle before u_31: its cosine vanishes */
    const lf_status s = lf_group_dmapinv(&G, LF_SECOND_KIND, 1, u, v, w, work);
    assert_true(s == LF_ESINGULAR && isnan(w[0]));
}

/* ---- the affine group ---- */

/* ([A, A'], A c' - A' c), and (A A', A b' + b): what is printed in the paper has +c too */
static void test_affine(void **state)
{
    (void)state;
    const lf_group G = lf_group_affine(2);
    const double u[6] = {1, 2, 3, 4, 5, 6}, v[6] = {-1, 0, 2, 1, 3, -2};
    const double bracket[6] = {4, 4, 0, -4, 4, -15}, product[6] = {3, 2, 5, 4, 4, 7};
    double w[6], y[2];
    test_bracket(&G, 1, u, v, w);
    test_within(largest_off(6, w, bracket), 0, "commutator");
    test_mul(&G, 1, u, v, w);
    test_within(largest_off(6, w, product), 0, "product");
    const lf_action A = lf_action_vectors(&G);
    const double x[2] = {2, -1};
    test_apply(&A, 1, u, x, y);
    assert_true(y[0] == 5 && y[1] == 8);
}

/* ---- forms ---- */

static void check_form(size_t n, const double *P, const char *word)
{
    double room[512];
    lf_bilinear form;
    char why[200] = "";
    assert_true(lf_bilinear_room(n) <= 512);
    assert_int_equal(lf_bilinear_make(n, P, room, &form, why, sizeof why), LF_EINPUT);
    if (!strstr(why, word))
        fail_msg("\"%s\" does not mention %s", why, word);
}

static void test_forms_refused(void **state)
{
    (void)state;
    const double neither[4] = {1, 2, 3, 4}, singular[4] = {1, 2, 2, 4}, none[4] = {0};
    const double odd[9] = {0, 1, 2, -1, 0, 3, -2, -3, 0}; /* skew of odd size: singular */
    const double bad[4] = {1, 0, 0, 1e-9}, broken[4] = {1, NAN, NAN, 1};
    const double endless[4] = {1, 0, 0, INFINITY};
    check_form(2, neither, "neither symmetric nor skew");
    check_form(2, singular, "singular");
    check_form(2, none, "singular");
    check_form(3, odd, "singular");
    check_form(2, bad, "condition number of 1.0e+09");
    check_form(2, broken, "not finite");
    check_form(2, endless, "not finite");
    check_form(0, none, "at least one row");
}

/* SO(n) is G_1, Sp(2n) is G_J with the other sign of its coordinates. */
static void test_forms_agree(void **state)
{
    (void)state;
    const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double J[16] = {0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, -1, 0, 0};
    double room[2][256], u[10], g[16], h[16], w[10], x[10], m[10];
    lf_bilinear form[2];
    char why[200];
    test_random r = {12};
    assert_int_equal(lf_bilinear_make(3, one, room[0], &form[0], why, sizeof why), LF_OK);
    assert_int_equal(lf_bilinear_make(4, J, room[1], &form[1], why, sizeof why), LF_OK);
    const lf_group by_form[2] = {lf_group_bilinear(&form[0]), lf_group_bilinear(&form[1])};
    const lf_group own[2] = {lf_group_so(3), lf_group_sp(2)};
    for (int k = 0; k < 2; k++) {
        const double sign = k ? -1 : 1;
        const size_t dim = own[k].dim;
        assert_int_equal(dim, by_form[k].dim);
        test_fill(&r, dim, 0.5, u);
        test_fill(&r, dim, 1, m);
        test_exp(&own[k], 1, u, g);
        test_group_call(lf_group_dexpinv_dual, &own[k], 1, u, m, w, "dexpinv*");
        for (size_t c = 0; c < dim; c++) {
            u[c] *= sign;
            m[c] *= sign;
        }
        test_exp(&by_form[k], 1, u, h);
        test_within(largest_off(own[k].rep, g, h), 1e-15, "exp");
        test_group_call(lf_group_dexpinv_dual, &by_form[k], 1, u, m, x, "dexpinv*");
        for (size_t c = 0; c < dim; c++)
            x[c] *= sign;
        test_within(largest_off(dim, w, x), 2e-15, "dexpinv*");
    }
}

/* ---- projection, small and large sizes ---- */

static void test_projection_from_afar(void **state)
{
    (void)state;
    const lf_group G = lf_group_so(6);
    double g[36], d, *work = test_scratch(lf_group_work(&G, 1));
    test_random r = {13};
    lf_group_identity(&G, 1, g);
    for (size_t k = 0; k < 36; k++)
        g[k] = 3 * g[k] + test_uniform(&r, -1, 1);
    assert_int_equal(lf_group_project(&G, 1, g, work), LF_OK);
    lf_group_defect(&G, 1, g, &d, work);
    test_within(d, 2e-15, "a rotation");
    for (size_t k = 0; k < 6; k++)
        g[k] = -g[k]; /* one row: a reflection */
    lf_group_defect(&G, 1, g, &d, work);
    assert_true(d == 2);
    assert_true(lf_group_project(&G, 1, g, work) == LF_ESINGULAR && isnan(g[0]));
    memset(g, 0, sizeof g);
    assert_true(lf_group_project(&G, 1, g, work) < 0);
}

/* Operations of groups without rows, or with one, do nothing rather than harm. */
static void test_tiny(void **state)
{
    (void)state;
    const lf_group none[] = {lf_group_so(0), lf_group_gl(0), lf_group_sp(0), lf_group_affine(0)};
    for (size_t k = 0; k < 4; k++) {
        double g[1] = {7}, *work = test_scratch(lf_group_work(&none[k], 1));
        assert_true(none[k].dim == 0 && none[k].rep == 0);
        assert_int_equal(lf_group_exp(&none[k], 1, g, g, work), LF_OK);
        assert_int_equal(lf_group_log(&none[k], 1, g, g, work), LF_OK);
        assert_true(g[0] == 7);
    }
    const lf_group one = lf_group_so(1);
    double g[1] = {0}, u[1] = {3};
    test_exp(&one, 1, u, g);
    assert_true(one.dim == 0 && g[0] == 1);
}

static void test_large(void **state)
{
    (void)state;
    const size_t n = 200;
    const lf_group G = lf_group_so(n);
    double *u = calloc(4 * n * n, sizeof *u), *g = u + n * n, *back = g + n * n, *v = back + n * n;
    assert_non_null(u);
    double d;
    test_random r = {14};
    test_fill(&r, G.dim, 0.1, u);
    test_exp(&G, 1, u, g);
    test_group_defect(&G, 1, g, &d);
    test_within(d, 2e-14, "exp, n = 200");
    assert_int_equal(test_log(&G, 1, g, v), LF_OK);
    test_within(largest_off(G.dim, u, v), 1e-12, "log, n = 200");
    test_map(&G, LF_CAYLEY, 1, u, g);
    test_group_defect(&G, 1, g, &d);
    test_within(d, 2e-14, "cay, n = 200");
    test_fill(&r, G.dim, 1, v);
    test_dmapinv(&G, LF_CAYLEY, 1, u, v, back);
    test_group_call(lf_matrix_dcay, &G, 1, u, back, g, "dcay");
    test_within(largest_off(G.dim, g, v), 1e-12, "dcay, n = 200");
    free(u);
}

/* ---- actions ---- */

/* The general coadjoint action is the fast one of SE(3), and SO(3) on vectors the rotation. */
static void test_actions_agree(void **state)
{
    (void)state;
    const lf_action any = lf_action_coadjoint(&lf_se3);
    double u[6], y[6], a[6], b[6];
    test_random r = {15};
    for (int k = 0; k < 20; k++) {
        test_fill(&r, 6, 1, u);
        test_fill(&r, 6, 1, y);
        test_flow(&any, LF_EXP, 1, u, y, a);
        test_flow(&lf_se3_coadjoint, LF_EXP, 1, u, y, b);
        test_within(largest_off(6, a, b), 2e-14, "flow on se(3)*");
        test_generator(&any, 1, u, y, a);
        test_generator(&lf_se3_coadjoint, 1, u, y, b);
        test_within(largest_off(6, a, b), 2e-15, "generator on se(3)*");
        const lf_group so = lf_group_so(3);
        const lf_action vectors = lf_action_vectors(&so);
        const double turned[3] = {u[2], -u[1], u[0]}; /* 21, 31, 32 of hat(u) */
        test_flow(&vectors, LF_EXP, 1, turned, y, a);
        test_flow(&lf_rotation, LF_EXP, 1, u, y, b);
        test_within(largest_off(3, a, b), 2e-15, "SO(3) on R^3");
    }
}

/* A matrix that is not symmetric has no projection here, and the answer says so. */
static void test_conjugation_refuses(void **state)
{
    (void)state;
    const lf_group so = lf_group_so(2), gl = lf_group_gl(2);
    const lf_action A = lf_action_conjugation(&so), B = lf_action_conjugation(&gl);
    double y[4] = {1, 2, 3, 4}, y1[4], *work = test_scratch(lf_action_work(&A, 1));
    const double start[4] = {1, 2, 3, 4}, singular[4] = {1, 1, 1, 1};
    assert_int_equal(lf_action_project(&A, 1, start, y, work), LF_ENEEDS);
    assert_false(lf_action_can_project(&B));
    work = test_scratch(lf_action_work(&B, 1));
    assert_int_equal(lf_action_apply(&B, 1, singular, start, y1, work), LF_ESINGULAR);
    assert_true(isnan(y1[0]));
}

/* Long points are moved alone: three trajectories have the bits of each one by itself. */
static void test_alone_same_bits(void **state)
{
    (void)state;
    static test_model m;
    enum { N = 10, DIM = N * N };
    static double all[3 * DIM], one[DIM], lane[DIM];
    assert_int_equal(test_build(&m, "toda", "n=8"), LF_OK);
    assert_true(m.problem.action->alone && m.problem.action->dim == 64);
    lf_options opt = lf_options_default();
    opt.t1 = 0.5;
    opt.h = 0.05;
    for (size_t i = 0; i < 3; i++)
        for (size_t c = 0; c < 64; c++)
            all[c * 3 + i] = m.y0[c] * (1 + 0.25 * (double)i);
    memcpy(one, all, sizeof one);
    static double starts[3][64];
    for (size_t i = 0; i < 3; i++)
        test_take_lane(64, 3, i, all, starts[i]);
    const lf_method *M = lf_method_find("rkmk4");
    assert_int_equal(lf_solve(&m.problem, M, &opt, 3, all, NULL, NULL), LF_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(lf_solve(&m.problem, M, &opt, 1, starts[i], NULL, NULL), LF_OK);
        test_take_lane(64, 3, i, all, lane);
        test_same_bits(64, lane, starts[i], "trajectory %zu", i);
    }
}

/* Far in time exp(t L) overflows; the exact solution is then the sorted spectrum. */
static void test_toda_far(void **state)
{
    (void)state;
    static test_model m;
    double y[64], spectrum[5];
    assert_int_equal(test_build(&m, "toda", "a=0 1 -1 0.5 0.25;b=1 0.6 0.8 -0.5"), LF_OK);
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_int_equal(m.model->exact(m.self, sign * 2000, y), LF_OK);
        for (size_t k = 0; k < 25; k++)
            if (k / 5 != k % 5)
                test_within(fabs(y[k]), 1e-14, "off the diagonal, %zu", k);
        for (size_t k = 0; k < 5; k++) {
            const double now = y[sign > 0 ? 6 * k : 24 - 6 * k];
            assert_true(k == 0 || now < spectrum[k - 1]);
            if (sign > 0)
                test_within(fabs(now - spectrum[k]), 1e-14, "eigenvalue %zu", k);
            spectrum[k] = now;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_so4_maps),
        cmocka_unit_test(test_linear_equations),
        cmocka_unit_test(test_dexpinv_far),
        cmocka_unit_test(test_dexp_far),
        cmocka_unit_test(test_cayley),
        cmocka_unit_test(test_second_kind),
        cmocka_unit_test(test_affine),
        cmocka_unit_test(test_forms_refused),
        cmocka_unit_test(test_forms_agree),
        cmocka_unit_test(test_projection_from_afar),
        cmocka_unit_test(test_tiny),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_actions_agree),
        cmocka_unit_test(test_conjugation_refuses),
        cmocka_unit_test(test_alone_same_bits),
        cmocka_unit_test(test_toda_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
