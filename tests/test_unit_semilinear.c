/* SPDX-License-Identifier: BSD-3-Clause */
/* Semilinear equations: reference solutions, errors against step sizes, order in stiff problems, steps
 * that follow a tolerance, what is remembered between steps, and what is refused. */
#include "support/support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/model.h>
#include <lieflow/operator.h>
#include <lieflow/solve.h>

/* A model of any size with memory of its own. */
typedef struct {
    const lf_model *model;
    void *self;
    double *memory, *y;
    size_t dim;
    lf_problem P;
    char why[300];
} equation;

static lf_status set_up(equation *e, const char *name, const char *settings)
{
    char text[200], *next = text;
    memset(e, 0, sizeof *e);
    e->model = lf_model_find(name);
    assert_non_null(e->model);
    e->self = calloc(1, e->model->self_size);
    lf_param_defaults(e->model->params, e->self);
    snprintf(text, sizeof text, "%s", settings);
    while (next && *next) {
        char *key = next, *value = strchr(key, '=');
        next = strchr(key, ';');
        if (next)
            *next++ = 0;
        *value++ = 0;
        const lf_param *row = lf_param_find(e->model->params, key);
        assert_non_null(row);
        const lf_status s = lf_param_set(row, e->self, value, e->why, sizeof e->why);
        if (s != LF_OK)
            return s;
    }
    e->dim = e->model->dim(e->self);
    e->memory = malloc((e->model->room(e->self) + 1) * sizeof *e->memory);
    e->y = calloc(e->dim + 1, sizeof *e->y);
    assert_true(e->memory && e->y);
    e->model->give(e->self, e->memory);
    return e->model->build(e->self, &e->P, e->y, e->why, sizeof e->why);
}

static void tear_down(equation *e)
{
    free(e->self);
    free(e->memory);
    free(e->y);
}

static void march(const lf_problem *P, const char *method, double t, size_t steps, double *y)
{
    lf_options opt = lf_options_default();
    lf_stats stats;
    opt.t1 = t;
    opt.h = t / (double)steps;
    if (lf_solve(P, lf_method_find(method), &opt, 1, y, NULL, &stats) != LF_OK)
        fail_msg("%s on %s: %s", method, P->name, stats.message);
}

/* u on the grid after so many steps. */
static double *values(const char *name, const char *settings, const char *method, double t,
                      size_t steps, size_t *count)
{
    equation e;
    if (set_up(&e, name, settings) != LF_OK)
        fail_msg("%s: %s", name, e.why);
    const lf_display *D = lf_problem_display(&e.P);
    double *u = calloc(D->dim, sizeof *u), *work = calloc(D->work, sizeof *work);
    const lf_lanes L = {.n = 1, .t = &t};
    march(&e.P, method, t, steps, e.y);
    D->show(&e.P, &L, e.y, u, work);
    *count = D->dim;
    free(work);
    tear_down(&e);
    return u;
}

/* Relative in the root mean square. */
static double error_of(const double *u, const double *v, size_t count)
{
    double difference = 0, size = 0;
    for (size_t k = 0; k < count; k++) {
        difference += (u[k] - v[k]) * (u[k] - v[k]);
        size += v[k] * v[k];
    }
    return sqrt(difference / size);
}

/* ---- solutions ---- */

/* cf4 and krogstad4 with steps whose error is below 1e-12: two methods, one reference. */
static void test_references(void **state)
{
    (void)state;
    test_document *D = test_open("semilinear.json");
    test_node *flows = test_get(test_root(D), "flows");
    assert_true(test_length(flows) == 3);
    for (size_t k = 0; k < test_length(flows); k++) {
        test_node *flow = test_item(flows, k);
        char name[64], settings[64];
        double expected[64];
        size_t count;
        test_text(test_get(flow, "model"), name, sizeof name);
        test_text(test_get(flow, "set"), settings, sizeof settings);
        const double t = test_number(test_get(flow, "t"));
        const size_t numbers = test_numbers(test_get(flow, "u"), 64, expected);
        static const char *const methods[] = {"cf4", "krogstad4"};
        for (int m = 0; m < 2; m++) {
            double *u = values(name, settings, methods[m], t, 4096, &count);
            assert_int_equal(count, numbers);
            test_within(error_of(u, expected, count), 2e-12, "%s by %s", name, methods[m]);
            free(u);
        }
    }
    test_close(D);
}

/* Errors that were measured with another program (NumPy); 10 percent is what norms and grids differ by. */
typedef struct {
    const char *model, *settings, *method;
    double t;
    size_t steps, fine; /* reference: so many steps of the same method */
    double error;
} row;
static const row rows[] = {
    {"kuramoto-sivashinsky", "n=256", "cf4", 30, 120, 15360, 2.6e-5},
    {"kuramoto-sivashinsky", "n=256", "cf4", 30, 480, 15360, 5.5e-7},
    {"kuramoto-sivashinsky", "n=256", "cf4", 30, 1920, 15360, 4.3e-9},
    {"burgers", "n=256;nu=0.03;start=sine", "cf4", 2, 40, 5120, 4.4e-6},
    {"burgers", "n=256;nu=0.03;start=sine", "cf4", 2, 160, 5120, 3.9e-8},
    {"allen-cahn", "n=255", "cf4", 1, 8, 2048, 3.1e-6},
    {"allen-cahn", "n=255", "cf4", 1, 16, 2048, 1.8e-7},
    {"allen-cahn", "n=255", "cf4", 1, 32, 2048, 9.9e-9},
    {"allen-cahn", "n=255", "cf4", 1, 64, 2048, 5.6e-10},
    {"allen-cahn", "n=255", "rkmk4-2c", 1, 8, 2048, 1.4e-5},
    {"allen-cahn", "n=255", "rkmk4-2c", 1, 64, 2048, 5.2e-9},
};

static void test_errors(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const row *R = &rows[k];
        size_t count;
        double *fine = values(R->model, R->settings, R->method, R->t, R->fine, &count);
        double *u = values(R->model, R->settings, R->method, R->t, R->steps, &count);
        const double error = error_of(u, fine, count);
        if (!(error > 0.9 * R->error && error < 1.1 * R->error))
            fail_msg("%s by %s in %zu steps: error %.3g, expected %.3g", R->model, R->method,
                     R->steps, error, R->error);
        free(fine);
        free(u);
    }
}

/* Cole and Hopf know the solution: 2.3e-8, 1.5e-9, 9.8e-11 at 10, 20, 40 steps. */
static void test_cole_hopf(void **state)
{
    (void)state;
    static const double expected[] = {2.3e-8, 1.5e-9, 9.8e-11};
    for (int k = 0; k < 3; k++) {
        equation e;
        assert_int_equal(set_up(&e, "burgers", ""), LF_OK);
        double *exact = calloc(e.dim, sizeof *exact);
        march(&e.P, "cf4", 2, (size_t)10 << k, e.y);
        assert_int_equal(e.model->exact(e.self, 2, exact), LF_OK);
        const double error = error_of(e.y, exact, e.dim);
        if (!(error > 0.8 * expected[k] && error < 1.2 * expected[k]))
            fail_msg("%d steps: %.3g, expected %.3g", 10 << k, error, expected[k]);
        free(exact);
        tear_down(&e);
    }
}

/* 2^16 points, a hundred steps: still the solution of Cole and Hopf. */
static void test_large(void **state)
{
    (void)state;
    equation e;
    assert_int_equal(set_up(&e, "burgers", "n=65536"), LF_OK);
    double *exact = calloc(e.dim, sizeof *exact);
    march(&e.P, "cf4", 0.2, 10, e.y);
    assert_int_equal(e.model->exact(e.self, 0.2, exact), LF_OK);
    test_within(error_of(e.y, exact, e.dim), 1e-11, "2^16 points");
    free(exact);
    tear_down(&e);
}

/* Allen-Cahn's energy falls from row to row, and at its minimum it would stay. */
static void test_energy_falls(void **state)
{
    (void)state;
    equation e;
    assert_int_equal(set_up(&e, "allen-cahn", ""), LF_OK);
    double before = lf_problem_value(&e.P, e.P.outputs[0].value, 0, e.y);
    for (int k = 0; k < 20; k++) {
        march(&e.P, "cf4", 0.125, 4, e.y);
        const double now = lf_problem_value(&e.P, e.P.outputs[0].value, 0, e.y);
        assert_true(now < before);
        before = now;
    }
    tear_down(&e);
}

/* ---- order where boundary values do not fit: u_t = u_xx + 1/(1 + u^2) + Phi, u = x(1-x) e^t ---- */

enum { POINTS = 191 };
typedef struct {
    lf_operator L;
    lf_group group;
    lf_action action;
    lf_semilinear semilinear;
    lf_trait traits[2];
    double *memory, *work;
} stiff;

static void heat(const void *ctx, size_t field, double kx, double ky, double *lambda)
{
    const double dx = 1. / (POINTS + 1), k = 2 / dx * sin(0.5 * kx * dx);
    (void)ctx, (void)field, (void)ky;
    lambda[0] = -k * k;
}

static double place(size_t k)
{
    return (double)(k + 1) / (POINTS + 1);
}

static lf_status stiff_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const stiff *S = P->ctx;
    double u[POINTS];
    lf_operator_to_grid(&S->L, y, u, work);
    for (size_t k = 0; k < POINTS; k++) {
        const double x = place(k), e = exp(L->t[0]), exact = x * (1 - x) * e;
        u[k] = 1 / (1 + u[k] * u[k]) + exact + 2 * e - 1 / (1 + exact * exact);
    }
    f[0] = 1;
    lf_operator_to_coefficients(&S->L, u, f + 1, work);
    return LF_OK;
}

static double stiff_error(const char *method, size_t steps)
{
    static const lf_operator_shape shape = {
        .kind = LF_OPERATOR_SINE, .n = POINTS, .length = {1}, .forward = true};
    stiff S = {.memory = calloc(lf_operator_room(&shape), sizeof(double))};
    char why[300];
    double y[POINTS], u[POINTS], error = 0;
    assert_int_equal(lf_operator_build(&S.L, &shape, heat, NULL, S.memory, why, sizeof why), LF_OK);
    S.work = calloc(lf_operator_transform_work(&S.L), sizeof(double));
    S.group = lf_group_semilinear(&S.L);
    S.action = lf_action_semilinear(&S.group);
    S.semilinear.L = &S.L;
    S.traits[0] = (lf_trait){LF_TRAIT_SEMILINEAR, &S.semilinear};
    const lf_problem P = {.name = "stiff",
                          .action = &S.action,
                          .field = stiff_field,
                          .field_work = lf_operator_transform_work(&S.L),
                          .ctx = &S,
                          .traits = S.traits};
    for (size_t k = 0; k < POINTS; k++)
        u[k] = place(k) * (1 - place(k));
    lf_operator_to_coefficients(&S.L, u, y, S.work);
    march(&P, method, 1, steps, y);
    lf_operator_to_grid(&S.L, y, u, S.work);
    for (size_t k = 0; k < POINTS; k++)
        error = fmax(error, fabs(u[k] - place(k) * (1 - place(k)) * exp(1)));
    free(S.memory);
    free(S.work);
    return error;
}

static void order_is(const char *method, double expected, double tolerance)
{
    const double coarse = stiff_error(method, 16), fine = stiff_error(method, 64);
    const double order = log(coarse / fine) / log(4);
    test_within(fabs(order - expected), tolerance, "%s: order %.2f (%.2g, %.2g)", method, order,
                coarse, fine);
}

static void test_order_reduction(void **state)
{
    (void)state;
    order_is("krogstad4", 4, 0.15);
    order_is("cf4", 2, 0.15);
    order_is("rkmk4-2c", 2, 0.15);
    /* as measured elsewhere with 200 points: 6.2e-7 and 9.1e-5 */
    test_within(stiff_error("krogstad4", 16), 9e-7, "krogstad4 in 16 steps");
    test_within(stiff_error("cf4", 16), 1.2e-4, "cf4 in 16 steps");
}

/* ---- tolerances ---- */

/* Errors follow the tolerance within a factor of 300 over three decades, in few steps. */
static void test_tolerance(void **state)
{
    (void)state;
    static const size_t most[] = {60, 110, 240, 550};
    size_t count;
    double *fine = values("kuramoto-sivashinsky", "", "cf4", 30, 15360, &count);
    double tolerance = 1e-3;
    for (int k = 0; k < 4; k++, tolerance /= 10) {
        equation e;
        lf_stats stats;
        lf_options opt = lf_options_default();
        assert_int_equal(set_up(&e, "kuramoto-sivashinsky", ""), LF_OK);
        opt.t1 = 30;
        opt.h = 0;
        opt.tolerance.rtol = opt.tolerance.atol = tolerance;
        assert_int_equal(lf_solve(&e.P, lf_method_find("cf43"), &opt, 1, e.y, NULL, &stats), LF_OK);
        const lf_display *D = lf_problem_display(&e.P);
        double *u = calloc(D->dim, sizeof *u), *work = calloc(D->work, sizeof *work), t = 30;
        const lf_lanes L = {.n = 1, .t = &t};
        D->show(&e.P, &L, e.y, u, work);
        test_within(error_of(u, fine, count), 300 * tolerance, "cf43 at %g", tolerance);
        assert_true(stats.steps < most[k]);
        /* the largest step is a rung of the ladder: 2^(k/4) */
        const double rung = 4 * log2(stats.h_max);
        test_within(fabs(rung - rint(rung)), 1e-12, "step %g", stats.h_max);
        free(u);
        free(work);
        tear_down(&e);
    }
    free(fine);
}

/* ---- what is remembered changes nothing ---- */

/* The action without its memory, and without its fused flows. */
static void test_same_bits_without_memory(void **state)
{
    (void)state;
    static const char *const methods[] = {"cf4", "cf3", "rkmk4-2c", "cf43"};
    for (int m = 0; m < 4; m++) {
        equation e, plain;
        assert_int_equal(set_up(&e, "kuramoto-sivashinsky", "n=64"), LF_OK);
        assert_int_equal(set_up(&plain, "kuramoto-sivashinsky", "n=64"), LF_OK);
        lf_action A = *plain.P.action;
        lf_action_ops ops = *A.ops;
        ops.flow_terms = NULL;
        A.ops = &ops;
        A.keep = 0;
        plain.P.action = &A;
        march(&e.P, methods[m], 5, 20, e.y);
        march(&plain.P, methods[m], 5, 20, plain.y);
        test_same_bits(e.dim, e.y, plain.y, "%s", methods[m]);
        tear_down(&e);
        tear_down(&plain);
    }
}

/* Several trajectories, whatever blocks are asked for, and a run in two parts: on a line, in the plane, and
 * with two species. */
enum { MANY = 3 };

static void check_trajectories(const equation *e, size_t block)
{
    double *all = calloc(MANY * e->dim, sizeof *all), *one = calloc(e->dim, sizeof *one);
    double *lane = calloc(e->dim, sizeof *lane);
    lf_options opt = lf_options_default();
    opt.t1 = 2;
    opt.h = 0.25;
    opt.block = block;
    for (size_t c = 0; c < e->dim; c++)
        for (size_t i = 0; i < MANY; i++)
            all[c * MANY + i] = e->y[c] * (1 + 0.1 * (double)i);
    assert_int_equal(lf_solve(&e->P, lf_method_find("cf4"), &opt, MANY, all, NULL, NULL), LF_OK);
    for (size_t i = 0; i < MANY; i++) {
        for (size_t c = 0; c < e->dim; c++) {
            one[c] = e->y[c] * (1 + 0.1 * (double)i);
            lane[c] = all[c * MANY + i];
        }
        march(&e->P, "cf4", 2, 8, one);
        test_same_bits(e->dim, lane, one, "%s: trajectory %zu, blocks of %zu", e->P.name, i, block);
    }
    free(all), free(one), free(lane);
}

static void check_parts(const equation *e)
{
    double *whole = calloc(e->dim, sizeof *whole), *parts = calloc(e->dim, sizeof *parts);
    memcpy(whole, e->y, e->dim * sizeof *whole);
    memcpy(parts, e->y, e->dim * sizeof *parts);
    march(&e->P, "cf4", 2, 8, whole);
    assert_true(memcmp(whole, e->y, e->dim * sizeof *whole) != 0);
    march(&e->P, "cf4", 1, 4, parts);
    march(&e->P, "cf4", 1, 4, parts); /* the equation does not know what time it is */
    test_same_bits(e->dim, whole, parts, "%s: in two parts", e->P.name);
    free(whole), free(parts);
}

static void test_same_bits_apart(void **state)
{
    (void)state;
    static const char *const models[][2] = {{"kuramoto-sivashinsky", "n=32;length=22"},
                                            {"swift-hohenberg", "n=12;length=4*pi;waves=4"},
                                            {"gray-scott", "n=8;dealias=yes"}};
    for (size_t k = 0; k < 3; k++) {
        equation e;
        assert_int_equal(set_up(&e, models[k][0], models[k][1]), LF_OK);
        for (size_t block = 0; block < 3; block++)
            check_trajectories(&e, block);
        check_parts(&e);
        tear_down(&e);
    }
}

/* ---- refusals ---- */

static void method_refused(const lf_problem *P, const char *method, const char *word)
{
    const char *why = NULL;
    if (lf_method_fits(lf_method_find(method), P, &why) != LF_ENEEDS || !strstr(why, word))
        fail_msg("%s: %s", method, why ? why : "accepted");
}

static void test_methods_refused(void **state)
{
    (void)state;
    static const char *const unstable[] = {"rkmk2", "rkmk4",       "rkmk5",     "rkmk8",
                                           "gbs",   "mk-original", "naive-rk4", "rkmk-gauss2"};
    static const char *const backwards[] = {"cg3", "cg3-hlw", "cg4a", "mk3"};
    static const char *const good[] = {"lie-euler", "heun-a",    "heun-b",   "cf3",   "cf32a",
                                       "cf32b",     "cf4",       "cf43",     "mk4",   "rk4",
                                       "cg2",       "krogstad4", "rkmk4-2c", "dop853"};
    equation e;
    const char *why;
    lf_options opt = lf_options_default();
    lf_stats stats;
    assert_int_equal(set_up(&e, "burgers", ""), LF_OK);
    for (size_t k = 0; k < sizeof unstable / sizeof *unstable; k++)
        method_refused(&e.P, unstable[k], "unstable; take cf4");
    for (size_t k = 0; k < sizeof backwards / sizeof *backwards; k++)
        method_refused(&e.P, backwards[k], "heat backwards");
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        assert_int_equal(lf_method_fits(lf_method_find(good[k]), &e.P, &why), LF_OK);
    opt.t1 = -1;
    opt.h = 0.1;
    assert_int_equal(lf_solve(&e.P, lf_method_find("cf4"), &opt, 1, e.y, NULL, &stats), LF_ENEEDS);
    assert_non_null(strstr(stats.message, "back in time"));
    tear_down(&e);
    lf_action turning; /* operators that go both ways take everything */
    assert_int_equal(set_up(&e, "burgers", ""), LF_OK);
    turning = *e.P.action;
    turning.forward = false;
    e.P.action = &turning;
    assert_int_equal(lf_method_fits(lf_method_find("rkmk8"), &e.P, &why), LF_OK);
    assert_int_equal(lf_method_fits(lf_method_find("cg3"), &e.P, &why), LF_OK);
    tear_down(&e);
}

static void input_refused(const char *name, const char *settings, const char *word)
{
    equation e;
    const lf_status s = set_up(&e, name, settings);
    if (s == LF_OK || !strstr(e.why, word))
        fail_msg("%s %s: %s", name, settings, s == LF_OK ? "accepted" : e.why);
    tear_down(&e);
}

static void test_input_refused(void **state)
{
    (void)state;
    input_refused("kuramoto-sivashinsky", "n=100", "the nearest are 96 and 128");
    input_refused("kuramoto-sivashinsky", "n=2", "at least 4");
    input_refused("kuramoto-sivashinsky", "n=16;length=400", "shortest waves on the grid grow");
    input_refused("kuramoto-sivashinsky", "length=0", "positive");
    input_refused("allen-cahn", "n=256", "the nearest are 255 and 383");
    input_refused("burgers", "nu=-0.1", "positive");
    input_refused("burgers", "nu=nan", "number");
    input_refused("allen-cahn", "first=1e999", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_references),      cmocka_unit_test(test_errors),
        cmocka_unit_test(test_cole_hopf),       cmocka_unit_test(test_large),
        cmocka_unit_test(test_energy_falls),    cmocka_unit_test(test_order_reduction),
        cmocka_unit_test(test_tolerance),       cmocka_unit_test(test_same_bits_without_memory),
        cmocka_unit_test(test_same_bits_apart), cmocka_unit_test(test_methods_refused),
        cmocka_unit_test(test_input_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
