/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of symplectic methods, on every registered one: order, two-form, momentum maps, energy
 * without drift; and what implicit and symmetric ones are to show on Hamiltonian problems. */
#include "support/cotangent.h"
#include "support/order.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX = 2 * 6 }; /* dimensions of a cotangent bundle */

/* The symplectic methods that are for cotangent bundles. */
static bool symplectic(const lf_method *M)
{
    return (M->traits & LF_SYMPLECTIC) && (M->needs & LF_NEEDS(LF_TRAIT_HAMILTONIAN));
}

/* ---- order ---- */

/* Settled orders are within 0.05; the sixth is seen from errors of 1e-5 down to 1e-12. */
static void test_orders(void **state)
{
    (void)state;
    static test_race race;
    const char *name;
    for (size_t k = 0; k < TEST_COTANGENTS; k++) {
        test_race_set(&race, test_cotangent(k, &name), 1);
        for (const lf_method *const *M = lf_methods(); *M; M++)
            if (symplectic(*M))
                test_order_is(&race, *M, (*M)->order, (*M)->order < 5 ? 0.15 : 0.3);
    }
}

/* ---- the two-form ---- */

/* y with (xi, nu) added: exp(xi) g, mu + nu */
static void displace(const lf_group *G, const double *y, size_t j, double by, double *out)
{
    double xi[6] = {0}, g[16];
    memcpy(out + G->rep, y + G->rep, G->dim * sizeof *y);
    if (j < G->dim)
        xi[j] = by;
    else
        out[G->rep + j - G->dim] += by;
    test_exp(G, 1, xi, g);
    test_mul(G, 1, g, y, out);
}

/* (xi, nu) from y to the displaced point */
static void difference(const lf_group *G, const double *y, const double *moved, double *out)
{
    double inverse[16], g[16];
    test_inv(G, 1, y, inverse);
    test_mul(G, 1, moved, inverse, g);
    assert_int_equal(test_log(G, 1, g, out), LF_OK);
    for (size_t k = 0; k < G->dim; k++)
        out[G->dim + k] = moved[G->rep + k] - y[G->rep + k];
}

/* Column j of the derivative of a step by differences of order four. */
static void derivative(const lf_method *M, const lf_problem *P, double h, const double *y0,
                       const double *y1, size_t j, double *column)
{
    static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const lf_group *G = lf_problem_hamiltonian(P)->group;
    const double delta = 1e-3;
    double moved[TEST_MAX_DIM], end[TEST_MAX_DIM], d[MAX];
    memset(column, 0, 2 * G->dim * sizeof *column);
    for (int k = 0; k < 4; k++) {
        displace(G, y0, j, place[k] * delta, moved);
        test_step(M, P, h, moved, end);
        difference(G, y1, end, d);
        for (size_t c = 0; c < 2 * G->dim; c++)
            column[c] += weight[k] * d[c] / (12 * delta);
    }
}

/* The form at mu of (xi, nu) and (eta, rho): xi.rho - nu.eta - <mu, [xi, eta]> */
static double form(const lf_group *G, const double *mu, const double *a, const double *b)
{
    double bracket[6], sum = 0;
    test_bracket(G, 1, a, b, bracket);
    for (size_t k = 0; k < G->dim; k++)
        sum += a[k] * b[G->dim + k] - a[G->dim + k] * b[k] - mu[k] * bracket[k];
    return sum;
}

/* The largest change of the form in a step, over pairs of directions. */
static double form_defect(const lf_method *M, const lf_problem *P, double h, const double *y0)
{
    const lf_group *G = lf_problem_hamiltonian(P)->group;
    const size_t m = 2 * G->dim;
    double y1[TEST_MAX_DIM], J[MAX][MAX], e[MAX][MAX] = {{0}}, worst = 0;
    test_step(M, P, h, y0, y1);
    for (size_t j = 0; j < m; j++) {
        e[j][j] = 1;
        derivative(M, P, h, y0, y1, j, J[j]);
    }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < i; j++)
            worst = fmax(worst,
                         fabs(form(G, y1 + G->rep, J[i], J[j]) - form(G, y0 + G->rep, e[i], e[j])));
    return worst;
}

/* Differences leave 1e-12 by truncation and as much by roundings. */
static void test_two_form(void **state)
{
    (void)state;
    const char *name;
    double y[TEST_MAX_DIM];
    for (size_t k = 0; k < TEST_COTANGENTS; k++)
        for (const lf_method *const *M = lf_methods(); *M; M++) {
            const lf_problem *P = test_cotangent(k, &name);
            test_random r = {k + 1};
            for (int point = 0; point < 2 && symplectic(*M); point++) {
                test_cotangent_point(k, &r, y);
                test_within(form_defect(*M, P, 0.2, y), 5e-12, "%s on %s: two-form", (*M)->name,
                            name);
            }
        }
}

/* ---- tableaux of a user ---- */

/* Radau IIA with two stages, order 3; its weights differ, and it is neither symmetric nor symplectic as a
 * classical method. */
static const double radau_a[] = {5. / 12, -1. / 12, 3. / 4, 1. / 4}, radau_b[] = {3. / 4, 1. / 4},
                    radau_c[] = {1. / 3, 1};
static const lf_tableau radau = {
    .name = "radau2", .stages = 2, .a = radau_a, .b = radau_b, .c = radau_c};
/* The classical method of order 4: explicit ones will do. */
static const double kutta_a[] = {0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0},
                    kutta_b[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6}, kutta_c[] = {0, 0.5, 0.5, 1};
static const lf_tableau kutta = {
    .name = "kutta4", .stages = 4, .a = kutta_a, .b = kutta_b, .c = kutta_c};

/* Order and two-form of SLGI and VRKMK for theta = 0.3, 1/2 and these, on T*SO(3) and T*SE(3). */
static void test_given_tableaux(void **state)
{
    (void)state;
    static test_race race;
    lf_theta third, half;
    const lf_tableau *const tableaux[] = {lf_tableau_theta(0.3, &third),
                                          lf_tableau_theta(0.5, &half), &radau, &kutta};
    static const int order[][2] = {{1, 1}, {2, 2}, {2, 3}, {2, 4}};
    const char *name;
    double y[TEST_MAX_DIM];
    for (size_t k = 1; k < TEST_COTANGENTS; k += TEST_COTANGENTS - 2) {
        const lf_problem *P = test_cotangent(k, &name);
        test_random r = {k + 1};
        test_cotangent_point(k, &r, y);
        test_race_set(&race, P, 1);
        for (size_t i = 0; i < 8; i++) {
            const lf_tableau *T = tableaux[i / 2];
            const lf_method M = i % 2 ? lf_method_vrkmk("own", T) : lf_method_slgi("own", T);
            assert_null(lf_tableau_check_symplectic(T));
            assert_int_equal(M.order, order[i / 2][i % 2]);
            assert_true(!(M.traits & LF_SYMMETRIC) == (i / 2 != 1));
            test_order_is(&race, &M, M.order, 0.15);
            test_within(form_defect(&M, P, 0.2, y), 5e-12, "%s, tableau %s: two-form", name,
                        T->name);
        }
    }
}

/* A weight of 0, as explicit methods of two stages may have, is refused when it is read and before a step. */
static void test_tableau_refusals(void **state)
{
    (void)state;
    static const double a[] = {0, 0, 0.5, 0}, b[] = {0, 1}, c[] = {0, 0.5};
    static const lf_tableau T = {.name = "zero", .stages = 2, .a = a, .b = b, .c = c};
    const char *name;
    double y[TEST_MAX_DIM];
    lf_stats stats;
    test_random r = {1};
    lf_options opt = lf_options_default();
    const lf_method M = lf_method_vrkmk("zero", &T);
    assert_null(lf_tableau_check_implicit(&T));
    assert_non_null(strstr(lf_tableau_check_symplectic(&T), "every b must be other than 0"));
    assert_non_null(strstr(lf_tableau_check(&radau), "not explicit"));
    test_cotangent_point(0, &r, y);
    opt.t1 = 1;
    opt.h = 0.1;
    assert_int_equal(lf_solve(test_cotangent(0, &name), &M, &opt, 1, y, NULL, &stats), LF_EINPUT);
    assert_non_null(strstr(stats.message, "every b must be other than 0"));
}

/* The same measure finds out methods that are not symplectic, the symmetric one included. */
static void test_others_fail(void **state)
{
    (void)state;
    static const char *const others[] = {"rkmk4", "cf4", "rkmk-theta12", "rkmk-gauss2",
                                         "rkmk-gauss3"};
    const char *name;
    double y[TEST_MAX_DIM];
    for (size_t k = 0; k < TEST_COTANGENTS; k++)
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            const lf_problem *P = test_cotangent(k, &name);
            test_random r = {k + 1};
            test_cotangent_point(k, &r, y);
            const double defect = form_defect(lf_method_find(others[i]), P, 0.5, y);
            if (!(defect > 1e-8))
                fail_msg("%s on %s: two-form %g", others[i], name, defect);
        }
}

/* ---- symmetry ---- */

static double return_error(const lf_method *M, const lf_problem *P, double h, const double *y)
{
    double there[TEST_MAX_DIM], back[TEST_MAX_DIM];
    test_step(M, P, h, y, there);
    test_step(M, P, -h, there, back);
    return test_error(P->action->dim, back, y);
}

/* Every method that says so; of the others those of several stages are close, but not there. */
static void test_symmetry(void **state)
{
    (void)state;
    const char *name, *why;
    double y[TEST_MAX_DIM];
    for (size_t k = 0; k < TEST_COTANGENTS; k++)
        for (const lf_method *const *M = lf_methods(); *M; M++) {
            const lf_problem *P = test_cotangent(k, &name);
            test_random r = {k + 1};
            test_cotangent_point(k, &r, y);
            if (lf_method_fits(*M, P, &why) != LF_OK || ((*M)->traits & LF_AMBIENT))
                continue;
            const double error = return_error(*M, P, 0.2, y);
            if ((*M)->traits & LF_SYMMETRIC)
                test_within(error, 1e-14, "%s on %s: there and back", (*M)->name, name);
            else if (symplectic(*M) && !(error > 1e-13))
                fail_msg("%s on %s returns: error %g", (*M)->name, name, error);
        }
}

/* ---- long runs ---- */

typedef struct {
    double quarter[4]; /* largest relative energy error in each */
    double momentum;   /* largest change of the second invariant, relative to |y| */
} long_run;

static long_run run_long(const char *model, const char *settings, const char *method, size_t steps)
{
    static test_model m;
    long_run L = {{0}, 0};
    double e0, e, p0, p, t = 0, next[TEST_MAX_DIM], carry[256];
    assert_int_equal(test_build(&m, model, settings), LF_OK);
    const lf_problem *P = &m.problem;
    const lf_method *M = lf_method_find(method);
    assert_true(M->carry(M, P) <= 256);
    double *work = test_scratch(M->work(M, P, 1));
    double *y = m.y0;
    const double h = m.model->step, size = test_norm(P->action->dim, y);
    const lf_lanes at = test_lanes_of(1, &t, &h);
    lf_tally tally = {0};
    assert_int_equal(M->start(M, P, &at, y, carry, &tally, work), LF_OK);
    e0 = lf_problem_value(P, P->invariants[0].value, t, y);
    p0 = lf_problem_value(P, P->invariants[1].value, t, y);
    for (size_t k = 0; k < steps; k++) {
        assert_int_equal(M->step(M, P, &at, y, next, carry, &tally, work), LF_OK);
        memcpy(y, next, P->action->dim * sizeof *y);
        e = lf_problem_value(P, P->invariants[0].value, t, y);
        p = lf_problem_value(P, P->invariants[1].value, t, y);
        L.quarter[4 * k / steps] = fmax(L.quarter[4 * k / steps], fabs((e - e0) / e0));
        L.momentum = fmax(L.momentum, fabs(p - p0) / size);
    }
    return L;
}

/* Table 1 of Celledoni, Marthinsen, Owren 2014, with its 100000 steps. */
static void test_table_1(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double energy; /* largest error */
        bool keeps, momentum;
    } rows[] = {
        {"slgi-theta0", 1.359e-2, true, true},
        {"slgi-theta12", 1.359e-2, true, true},
        {"rkmk-theta12", 2.004e-2, true, false},
        {"rkmk-theta0", 4.167, false, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const long_run L = run_long("heavy-top-trivialised", "", rows[k].method, 100000);
        const double ratio = L.quarter[3] / L.quarter[0];
        test_within(fabs(L.quarter[3] / rows[k].energy - 1), 1e-2, "%s: energy", rows[k].method);
        if (rows[k].keeps)
            test_within(fabs(ratio - 1), 0.05, "%s: drift", rows[k].method);
        if (rows[k].momentum)
            test_within(L.momentum, 1e-12, "%s: momentum", rows[k].method);
        else if (!(L.momentum > 1e-9))
            fail_msg("%s: momentum kept, %g", rows[k].method, L.momentum);
    }
}

/* Fig. 3 of Celledoni et al. 2021: 6000 steps of 0.01 with the body turning by 1.5 radians in each.
 * Energy errors as a reference implementation has them; pi.Gamma0 is kept to roundoff. */
static void test_fast_top(void **state)
{
    (void)state;
    static const struct {
        const char *method, *settings;
        double energy;
    } rows[] = {
        {"slgi-theta12", "", 9.22e-3},
        {"slgi-theta0", "", 21.97},
        {"slgi-theta1", "", 21.97},
        {"slgi-theta12", "formulation=quadratic", 9.22e-3},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const long_run L = run_long("heavy-top-cotangent", rows[k].settings, rows[k].method, 6000);
        static test_model m;
        double e0, t = 0;
        assert_int_equal(test_build(&m, "heavy-top-cotangent", rows[k].settings), LF_OK);
        e0 = lf_problem_value(&m.problem, m.problem.invariants[0].value, t, m.y0);
        test_within(fabs(L.quarter[3] * e0 / rows[k].energy - 1), 1e-2, "%s %s: energy",
                    rows[k].method, rows[k].settings);
        test_within(fabs(L.quarter[3] / L.quarter[0] - 1), 0.05, "%s: drift", rows[k].method);
        test_within(L.momentum, 2e-12, "%s: momentum", rows[k].method);
    }
}

/* ---- cost ---- */

/* Newton iterations on the papers' data: at most five a step. */
static void test_iterations(void **state)
{
    (void)state;
    static test_model m;
    static const char *const data[] = {"heavy-top-trivialised", "heavy-top-cotangent"};
    const char *why;
    for (size_t k = 0; k < 2; k++)
        for (const lf_method *const *M = lf_methods(); *M; M++) {
            lf_stats stats;
            assert_int_equal(test_build(&m, data[k], ""), LF_OK);
            if (lf_method_fits(*M, &m.problem, &why) != LF_OK || !(*M)->carry ||
                (*M)->carry(*M, &m.problem) == 0 || ((*M)->traits & LF_AMBIENT))
                continue;
            test_march(&m.problem, *M, 500 * m.model->step, 500, m.y0, &stats);
            if (stats.most_iterations > 5)
                fail_msg("%s on %s: %d iterations", (*M)->name, data[k], stats.most_iterations);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),           cmocka_unit_test(test_two_form),
        cmocka_unit_test(test_others_fail),      cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_table_1),          cmocka_unit_test(test_fast_top),
        cmocka_unit_test(test_iterations),       cmocka_unit_test(test_given_tableaux),
        cmocka_unit_test(test_tableau_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
