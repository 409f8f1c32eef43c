/* SPDX-License-Identifier: BSD-3-Clause */
/* The variational integrators step by step: maps in 40 digits, the discrete equation of a free body
 * up to the end of its branch and what is refused beyond, exact and refined rotations. */
#include "test_lgvi_bodies.h"

#include <stdio.h>

#include <lieflow/lieflow.h>
#include <lieflow/run.h>

/* ---- reference maps ---- */

/* Single steps, and up to a hundred, are met to a few roundings each: 1e-13 leaves room for other
 * machines. 900 steps of three bodies near each other amplify roundings about a thousandfold. */
static void test_references(void **state)
{
    (void)state;
    static test_system S;
    test_document *D = test_open("bodies.json");
    test_node *steps = test_get(test_root(D), "steps");
    assert_int_equal(test_length(steps), 15);
    for (size_t k = 0; k < test_length(steps); k++) {
        test_node *node = test_item(steps, k);
        char system[64], name[64];
        double written[MOST_DIM], exact[MOST_DIM], y[MOST_DIM];
        system_read(&S, test_text(test_get(node, "system"), system, sizeof system));
        test_text(test_get(node, "method"), name, sizeof name);
        const bool refined = test_text_is(test_get(node, "rotation"), "dmv4");
        const size_t N = (size_t)test_number(test_get(node, "N"));
        assert_int_equal(test_numbers(test_get(node, "y"), MOST_DIM, written), S.P.action->dim);
        system_store(S.count, written, exact);
        for (lf_map map = LF_EXP; map <= LF_CAYLEY; map++) {
            memcpy(y, S.y0, sizeof y);
            walk_far(method_of(name, refined ? LF_ROTATION_DMV4 : LF_ROTATION_DMV, map), &S.P,
                     test_number(test_get(node, "h")), N, y);
            test_within(system_error(S.count, y, exact), N > 500 ? 1e-11 : 1e-13,
                        "%s on %s, %zu steps, map %s", name, system, N, lf_map_name(map));
        }
    }
    test_close(D);
}

/* ---- a free body ---- */

/* One or several bodies that nothing acts on, body b with moments and momentum of its own. */
static lf_status no_potential(const lf_bodies *B, const lf_lanes *L, const double *x,
                              const double *R, double *U, double *g, double *M)
{
    const size_t n = L->n;
    (void)x;
    (void)R;
    for (size_t k = 0; k < 3 * B->count * n; k++) {
        if (g)
            g[k] = 0;
        if (M)
            M[k] = 0;
    }
    for (size_t i = 0; i < n && U; i++)
        U[i] = 0;
    return LF_OK;
}

static void free_body(test_system *S, const double moment[3], const double Pi[3])
{
    double y[MOST_DIM];
    memset(S, 0, sizeof *S);
    S->count = 1;
    S->mass[0] = 2;
    memcpy(S->moment, moment, 3 * sizeof *moment);
    for (size_t k = 0; k < 3; k++) {
        S->y0[LF_BODY_R + 4 * k] = 1;
        S->y0[LF_BODY_PI + k] = Pi[k];
    }
    system_build(S, LF_INERTIAL_HAMILTONIAN, y);
    S->B.potential = no_potential;
}

/* The defect of F Jd - Jd F^T = S(g) for principal moments, relative to g. */
static double equation_defect(const double *J, const double *F, const double *g)
{
    const double half = 0.5 * (J[0] + J[1] + J[2]);
    const double d[3] = {half - J[0], half - J[1], half - J[2]};
    const double v[3] = {F[7] * d[1] - d[2] * F[5], F[2] * d[2] - d[0] * F[6],
                         F[3] * d[0] - d[1] * F[1]};
    return test_distance(3, v, g) / test_norm(3, g);
}

/* Random bodies, thin and flat ones among them, and spins up to nearly the end of the
 * branch: the equation holds to a few roundings and the energy is kept. The Cayley form takes one
 * iteration up to h Omega = 0.1 and at most five, the exponential form one more. Jd of a thin
 * body is known to its largest moment, so components are compared with all of g. */
static void test_equation(void **state)
{
    (void)state;
    static test_system S;
    test_random r = {7};
    static const double spins[] = {1e-12, 1e-5, 1e-3, 0.01, 0.1, 0.3, 0.7, 0.95, 0.98};
    for (int k = 0; k < 2000; k++) {
        /* moments of three positive numbers: any physical body */
        double d[3], J[3], w[3], Pi[3], y[MOST_DIM], energy[2] = {0, 0};
        for (int c = 0; c < 3; c++)
            d[c] = exp(test_uniform(&r, k % 2 ? -7 : -1, 0));
        test_direction(&r, 3, w);
        for (int c = 0; c < 3; c++) {
            J[c] = d[(c + 1) % 3] + d[(c + 2) % 3];
            Pi[c] = J[c] * w[c] * spins[k % 9];
            energy[0] += 0.5 * Pi[c] * Pi[c] / J[c];
        }
        free_body(&S, J, Pi);
        for (lf_map map = LF_EXP; map <= LF_CAYLEY; map++) {
            memcpy(y, S.y0, sizeof y);
            const lf_tally tally = walk_far(method_of("lgvi", LF_ROTATION_DMV, map), &S.P, 1, 1, y);
            assert_int_equal(tally.newton.solved, 1);
            assert_true(tally.newton.most <= (spins[k % 9] <= 0.1 ? 3 : 6));
            test_within(equation_defect(J, y + LF_BODY_R, Pi), 5e-15, "equation, spin %g",
                        spins[k % 9]);
            energy[1] = 0;
            for (int c = 0; c < 3; c++)
                energy[1] += 0.5 * y[LF_BODY_PI + c] * y[LF_BODY_PI + c] / J[c];
            /* the smallest moment's share of a rounding of Pi is the largest in the energy */
            test_within(fabs(energy[1] / energy[0] - 1), 1e-12, "energy, spin %g", spins[k % 9]);
        }
    }
}

/* About a principal axis the rotation is by asin(h Omega): solvable up to one and not beyond. */
static void test_principal_axis(void **state)
{
    (void)state;
    static test_system S;
    const double J[3] = {1, 2, 2.5};
    static const double spins[] = {1e-9, 0.5, 0.99, 0.999999};
    for (size_t k = 0; k < 12; k++) {
        double Pi[3] = {0}, y[MOST_DIM];
        const size_t axis = k % 3, p = (axis + 1) % 3, q = (axis + 2) % 3;
        Pi[axis] = J[axis] * spins[k / 3];
        free_body(&S, J, Pi);
        memcpy(y, S.y0, sizeof y);
        walk_far(method_of("lgvi", LF_ROTATION_DMV, LF_CAYLEY), &S.P, 1, 1, y);
        /* near one the angle is a root: roundings of the spin count 1/cos = 700 times */
        test_within(fabs(y[LF_BODY_R + 3 * q + p] - spins[k / 3]), 1e-15, "sine");
        test_within(fabs(y[LF_BODY_R + 4 * p] - sqrt(1 - spins[k / 3] * spins[k / 3])), 1e-12,
                    "cosine at %g", spins[k / 3]);
        test_within(fabs(y[LF_BODY_PI + axis] / Pi[axis] - 1), 4e-16, "momentum");
    }
}

/* A body at rest does not move, nor does one that hardly turns fail. */
static void test_rest(void **state)
{
    (void)state;
    static test_system S;
    const double J[3] = {1, 2, 2.5}, none[3] = {0}, little[3] = {1e-200, -3e-170, 1e-300};
    for (lf_map map = LF_EXP; map <= LF_CAYLEY; map++) {
        double y[MOST_DIM];
        free_body(&S, J, none);
        memcpy(y, S.y0, sizeof y);
        walk_far(method_of("lgvi", LF_ROTATION_DMV, map), &S.P, 0.1, 3, y);
        test_same_bits(LF_BODY_DIM, y, S.y0, "at rest");
        free_body(&S, J, little);
        memcpy(y, S.y0, sizeof y);
        walk_far(method_of("lgvi", LF_ROTATION_DMV, map), &S.P, 0.1, 3, y);
        test_within(test_distance(3, y + LF_BODY_PI, little), 0, "hardly turning");
    }
}

/* ---- refusals ---- */

static lf_status try_step(const char *name, test_system *S, double h, lf_trouble *trouble)
{
    test_walk w;
    walk_begin(&w, method_of(name, LF_ROTATION_DMV, LF_CAYLEY), &S->P, 1, S->y0);
    w.tally.trouble = (lf_trouble){99, 99, 0, 0};
    const lf_status s = walk_try(&w, &h);
    *trouble = w.tally.trouble;
    walk_end(&w);
    return s;
}

/* The first dumbbell spins with Omega = 9: steps by 0.11 have h Omega = 0.99, by 0.112 1.008. */
static void test_too_large(void **state)
{
    (void)state;
    static test_system S;
    lf_trouble trouble;
    system_read(&S, "dumbbell_paper");
    assert_int_equal(try_step("lgvi", &S, 0.11, &trouble), LF_OK);
    assert_int_equal(try_step("lgvi", &S, 0.112, &trouble), LF_ELARGE);
    assert_int_equal(trouble.lane, 0);
    assert_int_equal(trouble.body, 0);
    /* the first kick adds a little to the spin of the start */
    test_within(fabs(trouble.value - 1.008), 1e-3, "h |J^-1 Pi|");
    assert_true(trouble.bound == 1);
    assert_int_equal(try_step("lgvi", &S, -0.112, &trouble), LF_ELARGE);
}

/* Steps of a composition are judged one by one: 1.7 h of the triple jump, 0.66 h of Suzuki's. */
static void test_compositions_too_large(void **state)
{
    (void)state;
    static test_system S;
    static const struct {
        const char *name;
        double largest;
    } rows[] = {{"lgvi-yoshida4", 1.7024},     {"lgvi-suzuki4", 0.658},
                {"lgvi-yoshida6", 1.3152},     {"lgvi-kahanli6", 0.7985},
                {"lgvi-suzukiumeno8", 0.7969}, {"lgvi-kahanli8", 0.6055}};
    lf_trouble trouble;
    const double J[3] = {1, 2, 2.5}, Pi[3] = {0, 0, 2.5};
    free_body(&S, J, Pi);
    for (size_t k = 0; k < 6; k++) {
        assert_int_equal(try_step(rows[k].name, &S, 0.999 / rows[k].largest, &trouble), LF_OK);
        assert_int_equal(try_step(rows[k].name, &S, 1.001 / rows[k].largest, &trouble), LF_ELARGE);
        test_within(fabs(trouble.value - 1.001), 2e-4, "%s: value", rows[k].name);
    }
}

/* Of several lanes and bodies the first lane is named, and its first body. */
static void test_who_is_too_large(void **state)
{
    (void)state;
    static test_system S;
    test_walk w;
    double y[MOST_DIM * 20], h[20];
    const size_t n = 20;
    system_read(&S, "three_body");
    for (size_t k = 0; k < S.P.action->dim; k++)
        for (size_t i = 0; i < n; i++)
            y[k * n + i] = S.y0[k];
    for (size_t i = 0; i < n; i++)
        h[i] = 0.01;
    y[(LF_BODY_PI * 3 + 2) * n + 18] = 1e3; /* body 2 of lane 18, and 2 and 1 of lane 17 */
    y[(LF_BODY_PI * 3 + 2) * n + 17] = 1e3;
    y[((LF_BODY_PI + 1) * 3 + 1) * n + 17] = 1e3;
    for (lf_map map = LF_EXP; map <= LF_CAYLEY; map++) {
        walk_begin(&w, method_of("lgvi", LF_ROTATION_DMV, map), &S.P, n, y);
        assert_int_equal(walk_try(&w, h), LF_ELARGE);
        assert_int_equal(w.tally.trouble.lane, 17);
        assert_int_equal(w.tally.trouble.body, 1);
        walk_end(&w);
    }
    y[(LF_BODY_PI * 3) * n + 3] = NAN;
    walk_begin(&w, method_of("lgvi", LF_ROTATION_DMV, LF_CAYLEY), &S.P, n, y);
    assert_int_equal(walk_try(&w, h), LF_ENONFINITE);
    walk_end(&w);
}

/* ---- other rotations ---- */

/* A free body by the exact rule is exact in one step of any size; a symmetric one has formulas of
 * its own, about each of its axes. The exact flow of the model agrees. */
static void test_exact_rotation(void **state)
{
    (void)state;
    static test_system S;
    static test_model m;
    static const double J[5][3] = {{1, 2, 2.5}, {1, 2, 2}, {2, 1.5, 2}, {2, 2, 3}, {2, 2, 2}};
    static const char *const settings[5] = {"inertia=1 2 2.5", "inertia=1 2 2", "inertia=2 1.5 2",
                                            "inertia=2 2 3", "inertia=2 2 2"};
    const double Pi[3] = {0.5, -1.25, 2};
    for (size_t k = 0; k < 5; k++) {
        double y[MOST_DIM], far[MOST_DIM], exact[LF_MODEL_MAX_DIM];
        char text[64];
        free_body(&S, J[k], Pi);
        memcpy(y, S.y0, sizeof y);
        memcpy(far, S.y0, sizeof y);
        walk_far(method_of("lgvi", LF_ROTATION_EXACT, LF_CAYLEY), &S.P, 0.05, 200, y);
        walk_far(method_of("lgvi", LF_ROTATION_EXACT, LF_CAYLEY), &S.P, 10, 1, far);
        test_within(system_error(1, far, y), 1e-13, "%s: one step and two hundred", settings[k]);
        snprintf(text, sizeof text, "%s;m=0.5 -1.25 2;attitude=matrix", settings[k]);
        assert_int_equal(test_build(&m, "free-rigid-body-attitude", text), LF_OK);
        memcpy(exact, m.y0, sizeof exact);
        test_march(&m.problem, lf_method_find("exact-rigid-body"), 10, 1, exact, NULL);
        test_within(test_distance(9, y + LF_BODY_R, exact), 1e-13, "%s: attitude", settings[k]);
        test_within(test_distance(3, y + LF_BODY_PI, exact + 9), 1e-13, "%s: momentum",
                    settings[k]);
    }
}

/* Attitude of a free body at t = 4 in N steps by a rule. */
static double attitude_error(test_system *S, lf_rotation_rule rule, size_t N, const double *exact)
{
    double y[MOST_DIM];
    memcpy(y, S->y0, sizeof y);
    walk_far(method_of("lgvi", rule, LF_CAYLEY), &S->P, 4.0 / (double)N, N, y);
    return test_distance(9, y + LF_BODY_R, exact + LF_BODY_R);
}

/* Order two, four, and none to be seen. */
static void test_refined_rotation(void **state)
{
    (void)state;
    static test_system S;
    const double J[3] = {1, 2, 2.5}, Pi[3] = {0.5, -1.25, 2};
    double exact[MOST_DIM];
    free_body(&S, J, Pi);
    memcpy(exact, S.y0, sizeof exact);
    walk_far(method_of("lgvi", LF_ROTATION_EXACT, LF_CAYLEY), &S.P, 4, 1, exact);
    const double two[2] = {attitude_error(&S, LF_ROTATION_DMV, 100, exact),
                           attitude_error(&S, LF_ROTATION_DMV, 200, exact)};
    const double four[2] = {attitude_error(&S, LF_ROTATION_DMV4, 100, exact),
                            attitude_error(&S, LF_ROTATION_DMV4, 200, exact)};
    test_within(fabs(log2(two[0] / two[1]) - 2), 0.02, "order of dmv");
    test_within(fabs(log2(four[0] / four[1]) - 4), 0.02, "order of dmv4");
    assert_true(four[0] < 0.01 * two[0]);
}

/* ---- what a user can choose ---- */

/* The method that a scenario gets for a key and a value, and why not. */
static lf_status chosen(const char *method, const char *key, const char *value, lf_method *M,
                        char why[LF_WHY_SIZE])
{
    lf_scenario *S = lf_scenario_new();
    lf_problem P;
    assert_int_equal(lf_scenario_set_model(S, "full-body", NULL), LF_OK);
    assert_int_equal(lf_scenario_set(S, "method", method, NULL), LF_OK);
    lf_status s = lf_scenario_set(S, key, value, NULL);
    double *y0 = calloc(lf_scenario_dim(S), sizeof *y0);
    assert_non_null(y0);
    assert_int_equal(lf_scenario_build(S, &P, y0), LF_OK);
    if (s == LF_OK)
        s = lf_scenario_method(S, &P, M);
    memcpy(why, lf_scenario_why(S), LF_WHY_SIZE);
    lf_scenario_free(S);
    free(y0);
    return s;
}

static void test_choices(void **state)
{
    (void)state;
    lf_method M;
    char why[LF_WHY_SIZE];
    static const char *const names[] = {"lgvi", "lgvi-kahanli6"};
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(chosen(names[k], "map", "cayley", &M, why), LF_OK);
        assert_true(M.map == LF_CAYLEY && M.rotation == LF_ROTATION_DMV);
        assert_int_equal(chosen(names[k], "map", "exp", &M, why), LF_OK);
        assert_true(M.map == LF_EXP);
        assert_int_equal(chosen(names[k], "free_rotation", "exact", &M, why), LF_OK);
        assert_true(M.rotation == LF_ROTATION_EXACT && (M.traits & LF_SYMPLECTIC));
        assert_int_equal(chosen(names[k], "free_rotation", "dmv4", &M, why), LF_OK);
        assert_true(M.rotation == LF_ROTATION_DMV4 && !(M.traits & LF_SYMPLECTIC));
        assert_int_equal(chosen(names[k], "map", "second-kind", &M, why), LF_ENEEDS);
        assert_non_null(strstr(why, "the exponential or the Cayley map"));
    }
    assert_int_equal(chosen("lgvi", "free_rotation", "euler", &M, why), LF_EINPUT);
    assert_int_equal(chosen("rkmk4", "free_rotation", "exact", &M, why), LF_EINPUT);
    assert_non_null(strstr(why, "only the variational integrators"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_references),       cmocka_unit_test(test_equation),
        cmocka_unit_test(test_principal_axis),   cmocka_unit_test(test_rest),
        cmocka_unit_test(test_too_large),        cmocka_unit_test(test_compositions_too_large),
        cmocka_unit_test(test_who_is_too_large), cmocka_unit_test(test_exact_rotation),
        cmocka_unit_test(test_refined_rotation), cmocka_unit_test(test_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
