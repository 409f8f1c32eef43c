/* SPDX-License-Identifier: BSD-3-Clause */
/* The pendulum chain: its field by three eliminations, exact flows and method steps from 50-digit
 * arithmetic. */
#include "support/chains.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the field ---- */

/* The tridiagonal system by plain elimination from the top, in extended precision. */
typedef long double wide;

static wide dot(const lf_chain *c, const double *y, size_t part, size_t i, size_t j)
{
    wide sum = 0;
    for (size_t k = part; k < part + 3; k++)
        sum += (wide)y[k * c->n + i] * y[k * c->n + j];
    return sum;
}

static wide inverse_mass(const lf_chain *c, size_t j)
{
    return 1 / (wide)lf_chain_mass(c, j);
}

static void tensions(const lf_chain *c, const double *y, wide *pivot, wide *l)
{
    for (size_t i = 0; i < c->n; i++) {
        const wide diagonal = inverse_mass(c, i) + (i ? inverse_mass(c, i - 1) : 0);
        pivot[i] = diagonal;
        l[i] = lf_chain_length(c, i) * dot(c, y, 3, i, i) - (i ? 0 : c->gravity * y[2 * c->n]);
        if (i) {
            const wide e = dot(c, y, 0, i - 1, i) * inverse_mass(c, i - 1);
            pivot[i] -= e * e / pivot[i - 1];
            l[i] += e * l[i - 1] / pivot[i - 1];
        }
        /* by induction, so the elimination needs no pivoting */
        assert_true(pivot[i] >= inverse_mass(c, i) - 1e-15L * diagonal * (wide)(i + 1));
    }
    for (size_t i = c->n; i-- > 0;) {
        if (i + 1 < c->n)
            l[i] += dot(c, y, 0, i, i + 1) * inverse_mass(c, i) * l[i + 1];
        l[i] /= pivot[i];
    }
}

/* The field's second part crossed with q is the angular acceleration q x s / L. */
static void check_accelerations(const lf_chain *c, const double *y, const double *f, double bound)
{
    const size_t N = c->n;
    wide *pivot = malloc(N * sizeof *pivot), *l = malloc(N * sizeof *l);
    assert_true(pivot && l);
    tensions(c, y, pivot, l);
    for (size_t i = 0; i < N; i++) {
        wide s[3] = {0, 0, i ? 0 : -(wide)c->gravity}, size = c->gravity;
        for (size_t k = 0; k < 3; k++) {
            if (i + 1 < N)
                s[k] += inverse_mass(c, i) * l[i + 1] * y[k * N + i + 1];
            if (i)
                s[k] += inverse_mass(c, i - 1) * l[i - 1] * y[k * N + i - 1];
        }
        size += i + 1 < N ? fabsl(inverse_mass(c, i) * l[i + 1]) : 0;
        size += i ? fabsl(inverse_mass(c, i - 1) * l[i - 1]) : 0;
        for (size_t k = 0; k < 3; k++) {
            const size_t a = (k + 1) % 3 * N + i, b = (k + 2) % 3 * N + i;
            const wide expected = (y[a] * s[(k + 2) % 3] - y[b] * s[(k + 1) % 3]);
            const wide found =
                ((wide)f[3 * N + a] * y[b] - (wide)f[3 * N + b] * y[a]) * lf_chain_length(c, i);
            test_within((double)(fabsl(expected - found) / size), bound,
                        "link %zu of %zu, component %zu", i, N, k);
            assert_true(f[k * N + i] == y[(k + 3) * N + i]);
        }
    }
    free(pivot);
    free(l);
}

static void test_tensions(void **state)
{
    (void)state;
    /* whole up to 31 links, then in four parts with up to three links on top of them; parts of 17
     * and 18 links take one stretch of 16 and two */
    static const size_t sizes[] = {1,  2,  3,  4,  5,  8,  15, 16, 17,  18,  31,
                                   32, 33, 34, 35, 67, 68, 72, 75, 100, 1001};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int straight = 0; straight < 2; straight++)
            for (uint64_t seed = 1; seed <= 10; seed++) {
                test_chain C;
                /* heavy masses below light ones, a million times: the condition number shows */
                const double spread = seed > 5 ? 7 : 1;
                test_chain_random(&C, sizes[k], straight, spread, seed);
                double *f = test_room(6 * sizes[k]);
                test_chain_field(&C.P, C.y, f);
                check_accelerations(&C.self, C.y, f, spread > 1 ? 5e-10 : 2e-14);
                free(f);
                test_chain_end(&C);
            }
}

static void test_dense(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 10, 50};
    for (size_t k = 0; k < 5; k++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            test_chain C;
            test_chain_random(&C, sizes[k], false, 1, seed);
            double *f = test_room(6 * sizes[k]), *g = test_room(6 * sizes[k]);
            test_chain_field(&C.P, C.y, f);
            free(C.y);
            assert_int_equal(test_chain_set(&C, "form", "dense"), LF_OK);
            test_chain_build(&C);
            test_chain_field(&C.P, C.y, g);
            test_within(test_distance(6 * sizes[k], f, g) / test_norm(6 * sizes[k], g), 1e-12,
                        "%zu links, seed %d", sizes[k], (int)seed);
            free(f);
            free(g);
            test_chain_end(&C);
        }
}

/* y' itself, as classical methods see it: the generator of the field, also off the manifold. */
static void test_ambient(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 20, 31, 32, 37, 100};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            test_chain C;
            test_chain_random(&C, sizes[k], false, 1, seed);
            const size_t dim = 6 * sizes[k];
            double *f = test_room(dim), *v = test_room(dim), *F = test_room(dim);
            double *work = test_room(lf_action_work(C.P.action, 1));
            lf_ambient_space space;
            test_random r = {seed};
            for (size_t j = 0; j < dim; j++)
                C.y[j] += test_uniform(&r, -0.1, 0.1);
            const lf_problem ambient = lf_problem_ambient(&C.P, &space);
            test_chain_field(&C.P, C.y, f);
            test_chain_field(&ambient, C.y, F);
            test_generator(C.P.action, 1, f, C.y, v);
            /* (q (q.s) - s) x q loses a few digits that q x s does not */
            test_within(test_distance(dim, F, v) / test_norm(dim, v), 1e-14, "%zu links, seed %d",
                        sizes[k], (int)seed);
            free(f);
            free(v);
            free(F);
            free(work);
            test_chain_end(&C);
        }
}

/* Masses that differ by 1e12, light and heavy by turns or half and half: products of pivots neither
 * overflow nor vanish on the way. */
static void check_extreme_masses(size_t links, int pattern)
{
    test_chain C;
    double masses[200], f[6 * 200];
    for (size_t j = 0; j < links; j++) {
        const bool below = j >= (links + 1) / 2;
        const bool heavy[] = {j % 2, !(j % 2), below, !below, j == 0, j > 0, j + 1 == links};
        masses[j] = heavy[pattern] ? 1e6 : 1e-6;
    }
    test_chain_random(&C, links, false, 1, 3);
    free(C.y);
    test_chain_give(&C, "masses", links, masses);
    test_chain_build(&C);
    test_chain_field(&C.P, C.y, f);
    for (size_t j = 0; j < 6 * links; j++)
        if (!isfinite(f[j]))
            fail_msg("%zu links, pattern %d: component %zu is %g", links, pattern, j, f[j]);
    test_chain_end(&C);
}

static void test_extreme_masses(void **state)
{
    (void)state;
    static const size_t sizes[] = {2, 19, 20, 21, 22, 31, 32, 35, 67, 200};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int pattern = 0; pattern < 7; pattern++)
            check_extreme_masses(sizes[k], pattern);
}

/* One number for all links and the same number for each give the same bits. */
static void test_spelled_out(void **state)
{
    (void)state;
    for (size_t links = 2; links < 30; links++) {
        test_chain C, D;
        double value[30], f[180], g[180];
        test_chain_begin(&C, links);
        assert_int_equal(test_chain_set(&C, "masses", "0.7"), LF_OK);
        assert_int_equal(test_chain_set(&C, "lengths", "1.3"), LF_OK);
        test_chain_build(&C);
        test_chain_begin(&D, links);
        for (size_t j = 0; j < links; j++)
            value[j] = 0.7;
        test_chain_give(&D, "masses", links, value);
        assert_int_equal(test_chain_set(&D, "lengths", "1.3"), LF_OK);
        test_chain_build(&D);
        test_chain_field(&C.P, C.y, f);
        test_chain_field(&D.P, D.y, g);
        test_same_bits(6 * links, g, f, "%zu links", links);
        test_chain_end(&C);
        test_chain_end(&D);
    }
}

/* ---- references ---- */

static void march(const test_chain *C, const char *method, double t, size_t steps, double *y,
                  lf_stats *stats)
{
    memcpy(y, C->y, C->P.action->dim * sizeof *y);
    test_march(&C->P, lf_method_find(method), t, steps, y, stats);
}

static void check_flow(test_node *flow)
{
    enum { MOST = 120 };
    test_chain C;
    double start[MOST], end[MOST], expected[MOST], y[MOST], scale = 1;
    char text[4096];
    const size_t dim = test_numbers(test_get(flow, "end"), MOST, end);
    test_chain_begin(&C, dim / 6);
    static const char *const keys[] = {"masses", "lengths", "gravity"};
    for (size_t k = 0; k < 3; k++)
        assert_int_equal(
            test_chain_set(&C, keys[k], test_text(test_get(flow, keys[k]), text, 4096)), LF_OK);
    const lf_param row = {.name = "start", .type = LF_REAL, .count = dim};
    assert_int_equal(
        lf_param_set(&row, start, test_text(test_get(flow, "start"), text, 4096), NULL, 0), LF_OK);
    test_chain_start(&C, start);
    test_chain_build(&C);
    test_chain_store(&C.P, end, expected);
    for (size_t k = 0; k < dim; k++)
        scale = fmax(scale, fabs(end[k]));
    const double t = test_number(test_get(flow, "t"));
    const double rounding = test_number(test_get(flow, "rounding"));
    static const char *const methods[] = {"rkmk8", "dop853"};
    for (size_t k = 0; k < 2; k++) {
        march(&C, methods[k], t, (size_t)(t * (dim > 12 ? 600 : 300)), y, NULL);
        double error = 0;
        for (size_t c = 0; c < dim; c++)
            error = fmax(error, fabs(y[c] - expected[c]));
        test_within(error / scale, fmax(2e-13, 50 * rounding), "%s, %s",
                    test_text(test_get(flow, "name"), text, 64), methods[k]);
    }
    test_chain_end(&C);
}

static void test_flows(void **state)
{
    (void)state;
    test_document *D = test_open("chain.json");
    test_node *flows = test_get(test_root(D), "flows");
    assert_int_equal(test_length(flows), 5);
    for (size_t k = 0; k < test_length(flows); k++)
        check_flow(test_item(flows, k));
    test_close(D);
}

static lf_method chosen(test_node *step)
{
    char name[64];
    const lf_method *M = lf_method_find(test_text(test_get(step, "method"), name, sizeof name));
    if (!M)
        fail_msg("no method %s", name);
    lf_method own = *M;
    if (test_text_is(test_get(step, "pull"), "truncated"))
        own.pull = LF_PULL_TRUNCATED;
    if (test_text_is(test_get(step, "map"), "cayley"))
        own.map = LF_CAYLEY;
    if (test_text_is(test_get(step, "map"), "second-kind"))
        own.map = LF_SECOND_KIND;
    return own;
}

/* The embedded result of a pair, or its estimate. */
static void attempt(const test_chain *C, const lf_method *M, double h, bool estimate, double *out)
{
    double y1[12], f0[12], f1[12], error[12], low[12], t = 0;
    double *stages = test_room(M->estimator.stages * 12);
    double *work = test_room(M->estimator.work(M, &C->P, 1));
    test_chain_field(&C->P, C->y, f0);
    lf_tally tally = {0};
    const lf_attempt a = {.lanes = test_lanes_of(1, &t, &h),
                          .y0 = C->y,
                          .f0 = f0,
                          .y1 = y1,
                          .f1 = f1,
                          .error = error,
                          .error_low = low,
                          .stages = stages,
                          .tally = &tally,
                          .work = work};
    assert_int_equal(M->estimator.attempt(M, &C->P, &a), LF_OK);
    for (size_t c = 0; c < 12; c++)
        out[c] = estimate ? error[c] : y1[c] - error[c];
    free(stages);
    free(work);
}

static void check_step(const test_chain *C, test_node *step, double h)
{
    double user[12], expected[12], y[12], scale = 0;
    const lf_method M = chosen(step);
    const bool estimate = test_text_is(test_get(step, "result"), "estimate");
    assert_int_equal(test_numbers(test_get(step, "y"), 12, user), 12);
    test_chain_store(&C->P, user, expected);
    memcpy(y, C->y, sizeof y);
    if (estimate || test_text_is(test_get(step, "result"), "embedded"))
        attempt(C, &M, h, estimate, y);
    else
        test_march(&C->P, &M, h, 1, y, NULL);
    for (size_t c = 0; c < 12; c++)
        scale = fmax(scale, fabs(expected[c]));
    for (size_t c = 0; c < 12; c++)
        test_within(fabs(y[c] - expected[c]), estimate ? 1e-15 : 5e-15 * scale, "%s, component %zu",
                    M.name, c);
}

static void test_steps(void **state)
{
    (void)state;
    test_document *D = test_open("chain.json");
    test_node *root = test_root(D), *steps = test_get(root, "steps");
    double start[12];
    test_chain C;
    test_chain_begin(&C, 2);
    assert_int_equal(test_numbers(test_get(root, "start"), 12, start), 12);
    test_chain_start(&C, start);
    test_chain_build(&C);
    assert_int_equal(test_length(steps), 25);
    for (size_t k = 0; k < test_length(steps); k++)
        check_step(&C, test_item(steps, k), test_number(test_get(root, "step")));
    test_chain_end(&C);
    test_close(D);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tensions),       cmocka_unit_test(test_dense),
        cmocka_unit_test(test_spelled_out),    cmocka_unit_test(test_flows),
        cmocka_unit_test(test_steps),          cmocka_unit_test(test_ambient),
        cmocka_unit_test(test_extreme_masses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
