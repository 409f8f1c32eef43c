/* SPDX-License-Identifier: BSD-3-Clause */
/* The pendulum chain in Hamilton's form, (q, pi), against the form with angular velocities. */
#include "support/chains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double vec[3];

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Part `from` .. `from` + 2 of link j. */
static void link_part(const double *y, size_t links, size_t from, size_t j, double *v)
{
    for (size_t k = 0; k < 3; k++)
        v[k] = y[(from + k) * links + j];
}

/* The same chain in both forms: C with omega, H with pi. */
typedef struct {
    test_chain C;
    lf_chain self;
    lf_problem P;
    double *y;
} both;

static void both_begin(both *B, size_t links, double spread, uint64_t seed)
{
    char why[256] = "";
    test_chain_random(&B->C, links, false, spread, seed);
    B->self = B->C.self;
    B->self.form = LF_CHAIN_HAMILTONIAN;
    B->y = test_room(6 * links);
    assert_int_equal(lf_model_find("pendulum-chain")->build(&B->self, &B->P, B->y, why, sizeof why),
                     LF_OK);
}

static void both_end(both *B)
{
    free(B->y);
    test_chain_end(&B->C);
}

/* P and P' of link j: momenta and forces of the masses from j on, written out from x_i = sum of
 * L_k q_k with the accelerations of the other form. */
static void below(const both *B, const double *f, size_t j, vec P, vec rate)
{
    const size_t N = B->self.n;
    vec v = {0}, a = {0};
    memset(P, 0, sizeof(vec));
    memset(rate, 0, sizeof(vec));
    for (size_t i = 0; i < N; i++) {
        vec q, w, s, turn, dq, first, second;
        link_part(B->C.y, N, 0, i, q);
        link_part(B->C.y, N, 3, i, w);
        link_part(f, N, 3, i, s);
        cross(s, q, turn); /* w' */
        cross(w, q, dq);
        cross(turn, q, first);
        cross(w, dq, second);
        for (int k = 0; k < 3; k++) {
            v[k] += lf_chain_length(&B->self, i) * dq[k];
            a[k] += lf_chain_length(&B->self, i) * (first[k] + second[k]);
            P[k] += i >= j ? lf_chain_mass(&B->self, i) * v[k] : 0;
            rate[k] += i >= j ? lf_chain_mass(&B->self, i) * a[k] : 0;
        }
    }
}

/* pi = L q x P and pi' = L (q' x P + q x P') for every link. */
static void expected_momenta(const both *B, const double *f, double *pi, double *rates)
{
    const size_t N = B->self.n;
    for (size_t j = 0; j < N; j++) {
        vec q, w, dq, P, rate, here, first, second;
        link_part(B->C.y, N, 0, j, q);
        link_part(B->C.y, N, 3, j, w);
        cross(w, q, dq);
        below(B, f, j, P, rate);
        cross(q, P, here);
        cross(dq, P, first);
        cross(q, rate, second);
        for (size_t k = 0; k < 3; k++) {
            pi[k * N + j] = lf_chain_length(&B->self, j) * here[k];
            rates[k * N + j] = lf_chain_length(&B->self, j) * (first[k] + second[k]);
        }
    }
}

/* Sums of N terms of both signs, and a solution whose matrix has a condition number of about N. */
static void test_equations(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 8, 31, 32, 35, 100};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            const size_t N = sizes[k];
            const double bound = 1e-15 * (double)(10 + N * N);
            both B;
            both_begin(&B, N, 1, seed);
            double *f = test_room(6 * N), *g = test_room(6 * N), *F = test_room(6 * N);
            double *pi = test_room(3 * N), *rates = test_room(3 * N);
            test_chain_field(&B.C.P, B.C.y, f);
            test_chain_field(&B.P, B.y, g);
            test_generator(B.P.action, 1, g, B.y, F);
            expected_momenta(&B, f, pi, rates);
            test_within(test_distance(3 * N, B.y + 3 * N, pi) / test_norm(3 * N, pi), bound,
                        "pi of %zu links, seed %d", N, (int)seed);
            test_within(test_distance(3 * N, g, B.C.y + 3 * N) / test_norm(3 * N, B.C.y + 3 * N),
                        bound, "omega of %zu links, seed %d", N, (int)seed);
            test_within(test_distance(3 * N, F + 3 * N, rates) / test_norm(3 * N, rates), bound,
                        "pi' of %zu links, seed %d", N, (int)seed);
            free(f);
            free(g);
            free(F);
            free(pi);
            free(rates);
            both_end(&B);
        }
}

/* The sweep without memory gives the energy that the velocities have. */
static void test_invariants(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 31, 100, 1001};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            both B;
            both_begin(&B, sizes[k], 1, seed);
            for (size_t i = 0; i < 2; i++) {
                const double a = lf_problem_value(&B.C.P, B.C.P.invariants[i].value, 0, B.C.y);
                const double b = lf_problem_value(&B.P, B.P.invariants[i].value, 0, B.y);
                test_within(fabs(b - a) / (1 + fabs(a)), 1e-14 * (double)(10 + sizes[k]),
                            "%s of %zu links, seed %d", B.P.invariants[i].name, sizes[k],
                            (int)seed);
                assert_string_equal(B.P.invariants[i].name, B.C.P.invariants[i].name);
            }
            both_end(&B);
        }
}

/* A trajectory does not depend on its neighbours. */
static void test_lanes(void **state)
{
    (void)state;
    enum { LANES = 5, LINKS = 37 };
    both B[LANES];
    double t[LANES] = {0}, h[LANES] = {0};
    double *y = test_room(6 * LINKS * LANES), *f = test_room(6 * LINKS * LANES);
    double *one = test_room(6 * LINKS), *found = test_room(6 * LINKS);
    for (size_t i = 0; i < LANES; i++) {
        both_begin(&B[i], LINKS, 1, i + 1);
        test_put_lane(6 * LINKS, LANES, i, B[i].y, y);
    }
    const lf_lanes L = test_lanes_of(LANES, t, h);
    test_rates(&B[0].P, &L, y, f);
    for (size_t i = 0; i < LANES; i++) {
        test_chain_field(&B[0].P, B[i].y, one);
        for (size_t c = 0; c < 6 * LINKS; c++)
            found[c] = f[c * LANES + i];
        assert_memory_equal(one, found, 6 * LINKS * sizeof *one);
    }
    for (size_t i = 0; i < LANES; i++)
        both_end(&B[i]);
    free(y);
    free(f);
    free(one);
    free(found);
}

/* Both forms go the same way: rkmk8's error is below roundings here, which grow as errors of a
 * chaotic motion do, tenfold in half a second. */
static void test_runs(void **state)
{
    (void)state;
    enum { LINKS = 4 };
    both B;
    both_begin(&B, LINKS, 1, 3);
    lf_stats stats;
    test_march(&B.C.P, lf_method_find("rkmk8"), 1, 1000, B.C.y, &stats);
    test_march(&B.P, lf_method_find("rkmk8"), 1, 1000, B.y, &stats);
    test_within(test_distance(3 * LINKS, B.C.y, B.y), 1e-11, "directions");
    lf_chain_momenta_start(&B.self, B.C.y);
    test_within(test_distance(6 * LINKS, B.C.y, B.y) / test_norm(6 * LINKS, B.y), 1e-11, "momenta");
    test_within(stats.invariant[0].max_drift / (1 + fabs(stats.invariant[0].initial)), 1e-12,
                "energy");
    test_within(stats.invariant[1].max_drift / (1 + fabs(stats.invariant[1].initial)), 1e-12,
                "momentum");
    test_within(stats.defect, 1e-12, "distance from the manifold");
    both_end(&B);
}

/* A point is (q, pi), and tells so. */
static void test_names(void **state)
{
    (void)state;
    char name[32];
    both B;
    both_begin(&B, 3, 1, 1);
    lf_problem_column(&B.P, 0, name, sizeof name);
    assert_string_equal(name, "q1.x");
    lf_problem_column(&B.P, 3 * 3 + 1, name, sizeof name);
    assert_string_equal(name, "pi2.x");
    lf_problem_column(&B.C.P, 3 * 3 + 1, name, sizeof name);
    assert_string_equal(name, "omega2.x");
    both_end(&B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equations), cmocka_unit_test(test_invariants),
        cmocka_unit_test(test_lanes),     cmocka_unit_test(test_runs),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
