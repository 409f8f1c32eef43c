/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of the variational integrators of rigid bodies: order, symmetry, the symplectic form,
 * momenta, four forms of one map, lanes bit for bit, and a million steps without drift. */
#include "test_lgvi_bodies.h"

#include <stdio.h>

#include <lieflow/lieflow.h>

static bool variational(const lf_method *M)
{
    return (M->needs & LF_NEEDS(LF_TRAIT_BODIES)) != 0;
}

static const lf_rotation_rule rules[] = {LF_ROTATION_DMV, LF_ROTATION_DMV4, LF_ROTATION_EXACT};

/* ---- order ---- */

/* Steps for errors from 1e-3 down to 1e-10, where the order has settled. */
static size_t steps_for(int order)
{
    return order == 2 ? 800 : order == 4 ? 200 : order == 6 ? 60 : 20;
}

/* Two dumbbells for a time of one, against rkmk8 in fine steps: other code, another equation. */
static void test_orders(void **state)
{
    (void)state;
    static test_system S;
    double exact[MOST_DIM];
    system_read(&S, "dumbbell_paper");
    memcpy(exact, S.y0, sizeof exact);
    test_march(&S.P, lf_method_find("rkmk8"), 1, 2000, exact, NULL);
    for (const lf_method *const *M = lf_methods(); *M; M++)
        for (size_t r = 0; variational(*M) && r < 3; r++) {
            double error[2];
            for (size_t k = 0; k < 2; k++) {
                const size_t N = steps_for((*M)->order) * (k ? 3 : 2) / 2;
                double y[MOST_DIM];
                memcpy(y, S.y0, sizeof y);
                walk_far(method_of((*M)->name, rules[r], LF_CAYLEY), &S.P, 1 / (double)N, N, y);
                error[k] = system_error(S.count, y, exact);
            }
            /* plain errors, without eliminating the next term: a tenth of the order */
            test_within(fabs(log(error[0] / error[1]) / log(1.5) - (*M)->order), 0.1 * (*M)->order,
                        "order of %s, rule %zu (errors %.2g %.2g)", (*M)->name, r, error[0],
                        error[1]);
        }
}

/* ---- symmetry ---- */

/* h and then -h, and with the numbers carried on as well as begun afresh: back to the roundings of
 * the composition's steps. */
static void test_symmetry(void **state)
{
    (void)state;
    static test_system S;
    static const char *const systems[] = {"dumbbell_paper", "mascon_pair", "three_body"};
    for (const lf_method *const *M = lf_methods(); *M; M++)
        for (size_t k = 0; variational(*M) && k < 9; k++) {
            double y[MOST_DIM];
            test_walk w;
            const double there = 0.04, back = -0.04;
            system_read(&S, systems[k % 3]);
            walk_begin(&w, method_of((*M)->name, rules[k / 3], LF_CAYLEY), &S.P, 1, S.y0);
            assert_int_equal(walk_try(&w, &there), LF_OK);
            assert_true(system_error(S.count, w.y, S.y0) > 1e-3);
            memcpy(y, w.y, S.P.action->dim * sizeof *y);
            assert_int_equal(walk_try(&w, &back), LF_OK);
            test_within(system_error(S.count, w.y, S.y0), 5e-13, "%s, rule %zu on %s", (*M)->name,
                        k / 3, systems[k % 3]);
            walk_end(&w);
            walk_far(method_of((*M)->name, rules[k / 3], LF_CAYLEY), &S.P, back, 1, y);
            test_within(system_error(S.count, y, S.y0), 5e-13, "%s, rule %zu on %s: afresh",
                        (*M)->name, k / 3, systems[k % 3]);
        }
}

/* ---- the two-form ---- */

enum { FREE = 12 }; /* directions a body: x, gamma, a turn of R in the body frame, Pi */

/* y displaced along direction j of body b: R exp(S(xi)) */
static void displace(size_t count, size_t b, size_t j, double by, const double *y, double *out)
{
    memcpy(out, y, LF_BODY_DIM * count * sizeof *y);
    if (j < 6) {
        out[j * count + b] += by;
    } else if (j >= 9) {
        out[(LF_BODY_PI + j - 9) * count + b] += by;
    } else { /* columns turn about e_{j-6} */
        const size_t p = (j - 5) % 3, q = (j - 4) % 3;
        for (size_t r = 0; r < 3; r++) {
            const double a = y[(LF_BODY_R + 3 * r + p) * count + b];
            const double c = y[(LF_BODY_R + 3 * r + q) * count + b];
            out[(LF_BODY_R + 3 * r + p) * count + b] = cos(by) * a + sin(by) * c;
            out[(LF_BODY_R + 3 * r + q) * count + b] = cos(by) * c - sin(by) * a;
        }
    }
}

/* The directions from y to a nearby point, body after body; turns to third order, whose error is
 * the same both ways and drops out. */
static void difference(size_t count, const double *y, const double *moved, double *out)
{
    for (size_t b = 0; b < count; b++) {
        double D[9] = {0}, *o = out + b * FREE;
        for (size_t c = 0; c < 6; c++)
            o[c] = moved[c * count + b] - y[c * count + b];
        for (size_t r = 0; r < 3; r++)
            for (size_t c = 0; c < 3; c++)
                for (size_t k = 0; k < 3; k++)
                    D[3 * r + c] += y[(LF_BODY_R + 3 * k + r) * count + b] *
                                    moved[(LF_BODY_R + 3 * k + c) * count + b];
        const double s[3] = {0.5 * (D[7] - D[5]), 0.5 * (D[2] - D[6]), 0.5 * (D[3] - D[1])};
        const double size = test_norm(3, s), factor = size > 0 ? asin(size) / size : 1;
        for (size_t c = 0; c < 3; c++) {
            o[6 + c] = factor * s[c];
            o[9 + c] = moved[(LF_BODY_PI + c) * count + b] - y[(LF_BODY_PI + c) * count + b];
        }
    }
}

/* dx ^ dgamma + xi ^ dPi - Pi.[xi, eta], left trivialised */
static double form(size_t count, const double *y, const double *u, const double *v)
{
    double sum = 0;
    for (size_t b = 0; b < count; b++) {
        const double *a = u + b * FREE, *c = v + b * FREE;
        double bracket[3] = {0};
        add_cross(1, a + 6, c + 6, bracket);
        for (size_t k = 0; k < 3; k++)
            sum += a[k] * c[3 + k] - a[3 + k] * c[k] + a[6 + k] * c[9 + k] - a[9 + k] * c[6 + k] +
                   y[(LF_BODY_PI + k) * count + b] * bracket[k];
    }
    return sum;
}

static void derivative(const lf_method *M, const test_system *S, double h, const double *y1,
                       size_t j, double *column)
{
    static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const double delta = 1e-3;
    double moved[MOST_DIM], d[FREE * MOST_BODIES];
    memset(column, 0, FREE * S->count * sizeof *column);
    for (int k = 0; k < 4; k++) {
        displace(S->count, j / FREE, j % FREE, place[k] * delta, S->y0, moved);
        walk_far(*M, &S->P, h, 1, moved);
        difference(S->count, y1, moved, d);
        for (size_t c = 0; c < FREE * S->count; c++)
            column[c] += weight[k] * d[c] / (12 * delta);
    }
}

/* The largest change of the form in a step, over pairs of directions. */
static double form_defect(const lf_method *M, const test_system *S, double h)
{
    const size_t m = FREE * S->count;
    static double J[FREE * 2][FREE * 2], e[FREE * 2][FREE * 2];
    double y1[MOST_DIM], worst = 0;
    memcpy(y1, S->y0, sizeof y1);
    walk_far(*M, &S->P, h, 1, y1);
    for (size_t j = 0; j < m; j++) {
        memset(e[j], 0, sizeof e[j]);
        e[j][j] = 1;
        derivative(M, S, h, y1, j, J[j]);
    }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < i; j++)
            worst = worse(worst,
                          fabs(form(S->count, y1, J[i], J[j]) - form(S->count, S->y0, e[i], e[j])));
    return worst;
}

/* The form is kept to what differences leave, for every method, map and symplectic rule; not by
 * the refined rule, whose moments depend on the momentum, nor by an explicit method. */
static void test_two_form(void **state)
{
    (void)state;
    static test_system S;
    system_read(&S, "mascon_pair");
    for (const lf_method *const *M = lf_methods(); *M; M++)
        for (size_t k = 0; variational(*M) && k < 3; k++) {
            const lf_method chosen = method_of(
                (*M)->name, k == 2 ? LF_ROTATION_EXACT : LF_ROTATION_DMV, k ? LF_CAYLEY : LF_EXP);
            assert_true((*M)->traits & LF_SYMPLECTIC);
            test_within(form_defect(&chosen, &S, 0.1), 5e-11, "%s: two-form", (*M)->name);
        }
    const lf_method refined = method_of("lgvi", LF_ROTATION_DMV4, LF_CAYLEY);
    assert_true(form_defect(&refined, &S, 0.2) > 1e-7);
}

/* ---- momenta ---- */

/* Linear momentum and angular momentum in space: sum gamma, sum x x gamma + R Pi */
static void momenta(size_t count, const double *y, double *p)
{
    memset(p, 0, 6 * sizeof *p);
    for (size_t b = 0; b < count; b++) {
        double one[LF_BODY_DIM], s[3];
        for (size_t c = 0; c < LF_BODY_DIM; c++)
            one[c] = y[c * count + b];
        matrix_vector(one + LF_BODY_R, one + LF_BODY_PI, s);
        add_cross(1, one, one + LF_BODY_GAMMA, p + 3);
        for (size_t c = 0; c < 3; c++) {
            p[c] += one[LF_BODY_GAMMA + c];
            p[3 + c] += s[c];
        }
    }
}

/* Every method and rule, several hundred force evaluations: momenta of size one are kept but for
 * their roundings. */
static void test_momenta(void **state)
{
    (void)state;
    static test_system S;
    static const char *const systems[] = {"mascon_pair", "three_body", "second_order_pair"};
    for (const lf_method *const *M = lf_methods(); *M; M++)
        for (size_t k = 0; variational(*M) && k < 9; k++) {
            double y[MOST_DIM], before[6], after[6];
            system_read(&S, systems[k % 3]);
            memcpy(y, S.y0, sizeof y);
            momenta(S.count, y, before);
            walk_far(method_of((*M)->name, rules[k / 3], LF_CAYLEY), &S.P, 0.02, 100, y);
            momenta(S.count, y, after);
            test_within(test_distance(6, before, after), 2e-13, "%s, rule %zu on %s", (*M)->name,
                        k / 3, systems[k % 3]);
        }
}

/* ---- four forms, two maps ---- */

/* Where 400 steps of changing size take a form, as a point of the first form. */
static void form_walk(test_system *S, lf_form form, const char *name, lf_rotation_rule rule,
                      lf_map map, double *y)
{
    test_walk w;
    double start[MOST_DIM];
    system_build(S, form, start);
    walk_begin(&w, method_of(name, rule, map), &S->P, 1, start);
    for (int k = 0; k < 400; k++) {
        const double h = 0.005 * (1 + 0.5 * sin(k));
        assert_int_equal(walk_try(&w, &h), LF_OK);
    }
    lf_bodies_convert(&S->B, form, LF_INERTIAL_HAMILTONIAN, 1, w.y, y);
    walk_end(&w);
}

/* One map in four forms, to the roundings of 400 steps; the thin dumbbell turns its own by 20
 * radians about an axis of a hundredfold smaller inertia, so it is the worst. */
static void test_forms(void **state)
{
    (void)state;
    static test_system S;
    static const char *const systems[] = {"dumbbell_paper", "mascon_pair"};
    static const char *const methods[] = {"lgvi", "lgvi-suzuki4"};
    for (size_t k = 0; k < 12; k++) {
        const char *name = methods[k / 6], *system = systems[k % 2];
        const lf_rotation_rule rule = rules[k / 2 % 3];
        double first[MOST_DIM], y[MOST_DIM];
        system_read(&S, system);
        form_walk(&S, LF_INERTIAL_HAMILTONIAN, name, rule, LF_CAYLEY, first);
        for (lf_form form = LF_INERTIAL_LAGRANGIAN; form <= LF_RELATIVE_LAGRANGIAN; form++) {
            form_walk(&S, form, name, rule, LF_CAYLEY, y);
            test_within(system_error(2, y, first), 5e-12, "%s, rule %d, form %d on %s", name,
                        (int)rule, (int)form, system);
        }
        if (rule == LF_ROTATION_EXACT)
            continue;
        for (lf_form form = LF_INERTIAL_HAMILTONIAN; form <= LF_RELATIVE_LAGRANGIAN; form++) {
            form_walk(&S, form, name, rule, LF_EXP, y);
            test_within(system_error(2, y, first), 5e-12, "exp: %s, rule %d, form %d on %s", name,
                        (int)rule, (int)form, system);
        }
    }
}

/* Three bodies too, in the inertial forms. */
static void test_forms_of_three(void **state)
{
    (void)state;
    static test_system S;
    double first[MOST_DIM], y[MOST_DIM];
    system_read(&S, "three_body");
    form_walk(&S, LF_INERTIAL_HAMILTONIAN, "lgvi", LF_ROTATION_DMV, LF_CAYLEY, first);
    form_walk(&S, LF_INERTIAL_LAGRANGIAN, "lgvi", LF_ROTATION_DMV, LF_CAYLEY, y);
    test_within(system_error(3, y, first), 5e-12, "three bodies");
}

/* ---- lanes ---- */

/* A system of 1 to 4 bodies of points, put together from those of two systems. */
static void system_of(size_t count, test_system *S)
{
    static test_system A, B;
    double y[MOST_DIM];
    system_read(&A, "three_body");
    system_read(&B, "dumbbell_paper");
    memset(S, 0, sizeof *S);
    S->count = count;
    S->G = 1;
    for (size_t b = 0; b < count; b++) {
        const test_system *T = b < 3 ? &A : &B;
        const size_t from = b < 3 ? b : 0;
        S->mass[b] = T->mass[from];
        S->points[b] = T->points[from];
        memcpy(S->mu[b], T->mu[from], sizeof S->mu[b]);
        memcpy(S->rho[b], T->rho[from], sizeof S->rho[b]);
        for (size_t c = 0; c < 3; c++)
            S->moment[c * count + b] = T->moment[c * T->count + from];
        for (size_t c = 0; c < LF_BODY_DIM; c++)
            S->y0[c * count + b] = T->y0[c * T->count + from] + (b == 3 && c < 3 ? 3 : 0);
    }
    system_build(S, LF_INERTIAL_HAMILTONIAN, y);
}

/* n lanes with starts, spins and steps of their own, 20 steps, beside one at a time. */
static void lanes_agree(test_system *S, lf_form form, lf_method M, size_t n, const char *what)
{
    static double y[MOST_DIM * 20], one[MOST_DIM * 20];
    double h[20], start[MOST_DIM], lane[MOST_DIM];
    test_random r = {n};
    system_build(S, form, start);
    const size_t dim = S->P.action->dim;
    for (size_t i = 0; i < n; i++) {
        h[i] = 0.01 * test_uniform(&r, 0.2, i % 3 ? 1 : 3); /* iterations differ, */
        h[i] *= i % 3 == 2 ? 0.05 : 1;                      /* and some lanes need none */
        for (size_t k = 0; k < dim; k++) {
            const bool attitude = k / S->count >= LF_BODY_R && k / S->count < LF_BODY_PI;
            y[k * n + i] = start[k] + (attitude ? 0 : test_uniform(&r, -0.01, 0.01));
        }
    }
    test_walk w, alone;
    walk_begin(&w, M, &S->P, n, y);
    for (int k = 0; k < 20; k++)
        assert_int_equal(walk_try(&w, h), LF_OK);
    for (size_t i = 0; i < n; i++) {
        test_take_lane(dim, n, i, y, lane);
        walk_begin(&alone, M, &S->P, 1, lane);
        for (int k = 0; k < 20; k++)
            assert_int_equal(walk_try(&alone, &h[i]), LF_OK);
        test_put_lane(dim, n, i, alone.y, one);
        walk_end(&alone);
    }
    test_same_bits(dim * n, w.y, one, "%s, %zu lanes, %zu bodies, form %d", what, n, S->count,
                   (int)form);
    walk_end(&w);
}

static void test_lanes(void **state)
{
    (void)state;
    static test_system S;
    static const size_t lanes[] = {2, 3, 4, 16, 19};
    for (size_t count = 1; count <= 4; count++)
        for (size_t k = 0; k < 5; k++)
            for (size_t r = 0; r < 3; r++) {
                system_of(count, &S);
                lanes_agree(&S, LF_INERTIAL_HAMILTONIAN, method_of("lgvi", rules[r], LF_CAYLEY),
                            lanes[k], "rule");
            }
    for (size_t k = 0; k < 5; k++)
        for (lf_form form = LF_INERTIAL_HAMILTONIAN; form <= LF_RELATIVE_LAGRANGIAN; form++) {
            system_read(&S, "mascon_pair"); /* the frames are not principal axes */
            lanes_agree(&S, form, method_of("lgvi", LF_ROTATION_DMV, LF_CAYLEY), lanes[k], "lgvi");
            lanes_agree(&S, form, method_of("lgvi", LF_ROTATION_DMV, LF_EXP), lanes[k], "exp");
            lanes_agree(&S, form, method_of("lgvi-suzuki4", LF_ROTATION_DMV, LF_CAYLEY), lanes[k],
                        "lgvi-suzuki4");
        }
}

/* ---- a million steps ---- */

static double energy(const test_system *S, const double *y)
{
    return lf_problem_value(&S->P, S->P.invariants[0].value, 0, y);
}

/* ||I - R^T R||, the largest of all bodies */
static double orthogonality(size_t count, const double *y)
{
    double worst = 0;
    for (size_t b = 0; b < count; b++) {
        double sum = 0;
        for (size_t p = 0; p < 3; p++)
            for (size_t q = 0; q < 3; q++) {
                double d = -(p == q);
                for (size_t r = 0; r < 3; r++)
                    d += y[(LF_BODY_R + 3 * r + p) * count + b] *
                         y[(LF_BODY_R + 3 * r + q) * count + b];
                sum += d * d;
            }
        worst = worse(worst, sqrt(sum));
    }
    return worst;
}

/* Energy oscillates by O(h^2) and is as far off in the last quarter as in the first, by both of the
 * symplectic rules; attitudes stay rotations to less than 1e-14, in fact to 1e-15. */
static void test_million(void **state)
{
    (void)state;
    static test_system S;
    const double h = 0.02;
    for (size_t r = 0; r < 3; r += 2) {
        double off[4] = {0}, defect = 0, before[6], after[6];
        test_walk w;
        system_read(&S, "second_order_pair");
        walk_begin(&w, method_of("lgvi", rules[r], LF_CAYLEY), &S.P, 1, S.y0);
        const double start = energy(&S, w.y);
        momenta(2, w.y, before);
        for (int k = 0; k < 1000000; k++) {
            assert_int_equal(walk_try(&w, &h), LF_OK);
            if (k % 16)
                continue;
            off[k / 250000] = worse(off[k / 250000], fabs(energy(&S, w.y) / start - 1));
            defect = worse(defect, orthogonality(2, w.y));
        }
        momenta(2, w.y, after);
        walk_end(&w);
        test_within(off[0], 2e-6, "energy, rule %zu", r);
        test_within(off[3] / off[0], 1.1, "energy in the last quarter over the first, rule %zu", r);
        test_within(defect, 2e-15, "orthogonality, rule %zu", r);
        /* a random walk of a million roundings of 1e-16 each */
        test_within(test_distance(6, before, after), 1e-11, "momenta, rule %zu", r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),   cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_two_form), cmocka_unit_test(test_momenta),
        cmocka_unit_test(test_forms),    cmocka_unit_test(test_forms_of_three),
        cmocka_unit_test(test_lanes),    cmocka_unit_test(test_million),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
