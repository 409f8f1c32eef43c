/* SPDX-License-Identifier: BSD-3-Clause */
/* Lyapunov exponents: reference values of both forms, orders, rows between two orthonormalisations, lanes,
 * restarts, and what is refused. */
#include "test_lyapunov_model.h"

/* ---- reference values ---- */

typedef struct {
    size_t n, k;
    double t, x0[8], x[8], Q[24], l[8];
    char settings[256];
} reference;

static reference reference_read(test_node *entry, const char *form)
{
    reference r;
    char system[32], start[160] = "";
    r.n = (size_t)test_number(test_get(entry, "n"));
    r.k = (size_t)test_number(test_get(entry, "k"));
    r.t = test_number(test_get(entry, "t"));
    test_numbers(test_get(entry, "x0"), 8, r.x0);
    test_numbers(test_get(entry, "x"), 8, r.x);
    test_numbers(test_get(entry, "Q"), 24, r.Q);
    test_numbers(test_get(entry, "l"), 8, r.l);
    test_text(test_get(entry, "system"), system, sizeof system);
    for (size_t i = 0; i < r.n; i++)
        snprintf(start + strlen(start), sizeof start - strlen(start), " %.17g", r.x0[i]);
    const bool ring = strcmp(system, "lorenz96") == 0;
    snprintf(r.settings, sizeof r.settings, "system=%s%s;k=%zu;transient=0;form=%s;x=%s", system,
             ring ? ";n=6" : "", r.k, form, start);
    return r;
}

/* x, the frame and the logarithms. Growth by e^5 magnifies roundings: 1e-12. */
static void check_reference(test_node *entry, const char *form, const char *method, bool project)
{
    const reference r = reference_read(entry, form);
    exponents e;
    make(&e, r.settings);
    lf_options opt = until(r.t, r.t / 400);
    opt.project = project;
    double lambda[8];
    march(&e, method, &opt, e.y);
    const lf_lyapunov_total total = read_point(&e, e.y, lambda, NULL);
    test_within(fabs(total.time - r.t), 1e-14, "%s: time", method);
    test_within(test_distance(r.n, e.y, r.x), 1e-12 * 40, "%s %s: x", form, method);
    test_within(test_distance(r.n * r.k, e.y + r.n, r.Q), 2e-12, "%s %s: Q", form, method);
    for (size_t i = 0; i < r.k; i++)
        test_within(fabs(lambda[i] * r.t - r.l[i]), 2e-12, "%s %s: l%zu", form, method, i + 1);
    drop(&e);
}

static void test_references(void **state)
{
    (void)state;
    test_document *D = test_open("lyapunov.json");
    test_node *entries = test_get(test_root(D), "entries");
    assert_int_equal(test_length(entries), 2);
    for (size_t k = 0; k < 2; k++) {
        test_node *entry = test_item(entries, k);
        check_reference(entry, "discrete", "dop853", false);
        check_reference(entry, "discrete", "rkmk8", false);
        check_reference(entry, "continuous", "rkmk8", false);
        check_reference(entry, "continuous", "dop853", true);
    }
    test_close(D);
}

/* ---- orders ---- */

/* The error of the logarithms at the reference's end, in so many steps. */
static double log_error(test_node *entry, const char *form, const char *method, size_t steps)
{
    const reference r = reference_read(entry, form);
    exponents e;
    double lambda[8], error = 0;
    make(&e, r.settings);
    const lf_options opt = until(r.t, r.t / (double)steps);
    march(&e, method, &opt, e.y);
    read_point(&e, e.y, lambda, NULL);
    for (size_t i = 0; i < r.k; i++)
        error = fmax(error, fabs(lambda[i] * r.t - r.l[i]));
    drop(&e);
    return error;
}

static void test_orders(void **state)
{
    (void)state;
    static const struct {
        const char *form, *method;
        double order;
    } all[] = {{"discrete", "rk4", 4},   {"discrete", "rkmk4", 4},   {"discrete", "cf4", 4},
               {"continuous", "rk4", 4}, {"continuous", "rkmk4", 4}, {"continuous", "cf4", 4},
               {"discrete", "heun", 2},  {"continuous", "rkmk3", 3}};
    test_document *D = test_open("lyapunov.json");
    test_node *entry = test_item(test_get(test_root(D), "entries"), 1);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        assert_non_null(lf_method_find(all[k].method));
        const double coarse = log_error(entry, all[k].form, all[k].method, 60);
        const double fine = log_error(entry, all[k].form, all[k].method, 120);
        /* the next term of the error is a tenth of the first in steps of 1/400 */
        test_within(fabs(log2(coarse / fine) - all[k].order), 0.25, "%s by %s: order (%.3g, %.3g)",
                    all[k].form, all[k].method, coarse, fine);
    }
    test_close(D);
}

/* ---- rows, lanes, restarts ---- */

typedef struct {
    const exponents *e;
    size_t rows;
    double t[64], lambda[64][8], raw[64];
} log_book;

static lf_status note(void *ctx, const lf_row *row)
{
    log_book *b = ctx;
    const lf_invariant *out = b->e->P.outputs;
    for (size_t i = 0; i < b->e->l->k; i++) {
        const lf_lanes one = {.n = 1, .t = &row->t};
        out[i].value(&b->e->P, &one, row->y, &b->lambda[b->rows][i]);
    }
    b->t[b->rows++] = row->t;
    return LF_OK;
}

/* Exponents at row times do not depend on when the vectors were made orthonormal, but for roundings: rows
 * of every 7th step fall between two of them. */
static void test_rows(void **state)
{
    (void)state;
    static const size_t every[] = {1, 10, 25};
    static log_book book[3];
    exponents e;
    for (size_t k = 0; k < 3; k++) {
        make(&e, "system=lorenz96;n=8;k=4;transient=0");
        lf_options opt = until(2.8, 0.02);
        opt.every = 0.14;
        opt.project_every = every[k];
        book[k] = (log_book){.e = &e};
        const lf_sink sink = {note, &book[k], NULL};
        assert_int_equal(lf_solve(&e.P, lf_method_find("rk4"), &opt, 1, e.y, &sink, NULL), LF_OK);
        assert_int_equal(book[k].rows, 21);
        for (size_t r = 1; r < 21; r++)
            for (size_t i = 0; i < 4; i++)
                test_within(fabs(book[k].lambda[r][i] - book[0].lambda[r][i]), 1e-10,
                            "every %zu: exponent %zu at t = %g", every[k], i + 1, book[k].t[r]);
        if (k < 2)
            drop(&e);
    }
    drop(&e);
}

/* What is read between two orthonormalisations is what the next one will have counted. */
static void test_read_between(void **state)
{
    (void)state;
    exponents e;
    double y[64], before[3], after[3], work[256];
    make(&e, "system=lorenz63;transient=0");
    const size_t dim = e.P.action->dim;
    assert_true(dim <= 64 && lf_action_work(e.P.action, 1) <= 256);
    memcpy(y, e.y, dim * sizeof *y);
    /* by hand: a method's steps and no projection */
    const lf_lanes one = {1, (double[]){0}, (double[]){0.01}, (size_t[]){0}};
    const lf_method *M = lf_method_find("rk4");
    double *scratch = calloc(M->work(M, &e.P, 1) + 1, sizeof *scratch), next[64];
    lf_tally tally = {0};
    for (int k = 0; k < 7; k++) {
        assert_int_equal(M->step(M, &e.P, &one, y, next, NULL, &tally, scratch), LF_OK);
        memcpy(y, next, dim * sizeof *y);
    }
    read_point(&e, y, before, NULL);
    assert_int_equal(lf_action_project(e.P.action, 1, y, y, work), LF_OK);
    read_point(&e, y, after, NULL);
    test_same_bits(3, before, after, "exponents before and after");
    memcpy(next, y, dim * sizeof *y);
    assert_int_equal(lf_action_project(e.P.action, 1, y, y, work), LF_OK);
    test_same_bits(dim, y, next, "a second projection at the same time");
    free(scratch);
    drop(&e);
}

/* Several trajectories at once, in blocks of any size, have the bits of each alone. */
static void check_lanes(const char *settings, const char *method)
{
    enum { LANES = 5 };
    exponents e;
    make(&e, settings);
    const size_t dim = e.P.action->dim;
    double *together = calloc(dim * LANES, sizeof *together), *one = calloc(dim, sizeof *one);
    double *lane = calloc(dim, sizeof *lane);
    lf_options opt = until(1.23, 0.01);
    for (size_t c = 0; c < dim; c++)
        for (size_t i = 0; i < LANES; i++)
            together[c * LANES + i] = e.y[c] + (c < 3 ? 0.125 * (double)i : 0);
    assert_int_equal(lf_solve(&e.P, lf_method_find(method), &opt, LANES, together, NULL, NULL),
                     LF_OK);
    const lf_lanes all = {.n = LANES, .t = (double[LANES]){0}};
    const lf_lanes single = {.n = 1, .t = (double[1]){0}};
    for (size_t i = 0; i < LANES; i++) {
        for (size_t c = 0; c < dim; c++) {
            one[c] = e.y[c] + (c < 3 ? 0.125 * (double)i : 0);
            lane[c] = together[c * LANES + i];
        }
        march(&e, method, &opt, one);
        test_same_bits(dim, lane, one, "%s: trajectory %zu", method, i);
        double many[LANES], alone;
        e.P.outputs[1].value(&e.P, &all, together, many);
        e.P.outputs[1].value(&e.P, &single, one, &alone);
        test_same_bits(1, &many[i], &alone, "output of trajectory %zu", i);
    }
    free(together);
    free(one);
    free(lane);
    drop(&e);
}

static void test_lanes(void **state)
{
    (void)state;
    check_lanes("system=lorenz96;n=9;k=3;transient=0", "rk4");
    check_lanes("system=lorenz96;n=9;k=3;transient=0;form=continuous", "rkmk4");
}

/* The field of lanes at once is that of each alone, and the projection too. */
static void test_operations(void **state)
{
    (void)state;
    enum { LANES = 3 };
    exponents e;
    make(&e, "system=lorenz96;n=11;k=4;transient=0");
    const size_t dim = e.P.action->dim, clock = 11 + 11 * 4 + 5 * 4;
    test_random r = {5};
    double *y = calloc(dim * LANES, sizeof *y), *f = calloc(dim * LANES, sizeof *f);
    double *one = calloc(dim, sizeof *one), *rate = calloc(dim, sizeof *rate);
    double *lane = calloc(dim, sizeof *lane);
    double *work = calloc(e.P.field_work * LANES + lf_action_work(e.P.action, LANES), sizeof *work);
    test_fill(&r, dim * LANES, 1, y);
    for (size_t i = 0; i < LANES; i++) /* clock and last */
        y[clock * LANES + i] = 2, y[(clock + 2) * LANES + i] = 1;
    const double t[LANES] = {0.1, 0.2, 0.3};
    const lf_lanes L = {.n = LANES, .t = t};
    assert_int_equal(e.P.field(&e.P, &L, y, f, work), LF_OK);
    for (size_t i = 0; i < LANES; i++) {
        const lf_lanes single = {.n = 1, .t = t + i};
        for (size_t c = 0; c < dim; c++) {
            one[c] = y[c * LANES + i];
            lane[c] = f[c * LANES + i];
        }
        assert_int_equal(e.P.field(&e.P, &single, one, rate, work), LF_OK);
        test_same_bits(dim, lane, rate, "field of lane %zu", i);
    }
    memcpy(f, y, dim * LANES * sizeof *f);
    assert_int_equal(lf_action_project(e.P.action, LANES, f, f, work), LF_OK);
    for (size_t i = 0; i < LANES; i++) {
        for (size_t c = 0; c < dim; c++) {
            one[c] = y[c * LANES + i];
            lane[c] = f[c * LANES + i];
        }
        assert_int_equal(lf_action_project(e.P.action, 1, one, one, work), LF_OK);
        test_same_bits(dim, lane, one, "projection of lane %zu", i);
    }
    free(y);
    free(f);
    free(one);
    free(rate);
    free(lane);
    free(work);
    drop(&e);
}

/* A run that is continued where the vectors were made orthonormal has the bits of the whole. */
static void test_restart(void **state)
{
    (void)state;
    exponents whole, parts;
    make(&whole, "system=lorenz63");
    make(&parts, "system=lorenz63");
    lf_options opt = until(40, 0.0078125);
    march(&whole, "rk4", &opt, whole.y);
    opt.t1 = 25; /* 3200 steps, a multiple of ten */
    march(&parts, "rk4", &opt, parts.y);
    opt.t0 = 25;
    opt.t1 = 40;
    march(&parts, "rk4", &opt, parts.y);
    test_same_bits(whole.P.action->dim, whole.y, parts.y, "a run in two parts");
    drop(&whole);
    drop(&parts);
}

/* ---- an own field ---- */

static lf_status own_field(const void *ctx, size_t trajectory, double t, const double *x, double *f)
{
    (void)ctx, (void)trajectory, (void)t;
    f[0] = 10 * (x[1] - x[0]);
    f[1] = x[0] * (28 - x[2]) - x[1];
    f[2] = x[0] * x[1] - 8 / 3.0 * x[2];
    return LF_OK;
}

static lf_status own_jacobian(const void *ctx, size_t trajectory, double t, const double *x,
                              double *A)
{
    const double rows[] = {-10, 10, 0, 28 - x[2], -1, -x[0], x[1], x[0], -8 / 3.0};
    (void)ctx, (void)trajectory, (void)t;
    memcpy(A, rows, sizeof rows);
    return LF_OK;
}

/* By a Jacobian as by its products with vectors, in both forms: roundings apart, which t = 3 makes e^3 of. */
static void test_own_field(void **state)
{
    (void)state;
    for (int form = 0; form < 2; form++) {
        exponents e;
        lf_lyapunov l = {.f = {.n = 3, .field = own_field, .jacobian = own_jacobian},
                         .k = 3,
                         .form = form ? LF_LYAPUNOV_CONTINUOUS : LF_LYAPUNOV_DISCRETE,
                         .window = 5};
        lf_problem P;
        char why[200];
        double y[64], work[128], lambda[3], known[3];
        const double x[] = {1, 1, 1};
        const lf_options opt = until(3, 0.01);
        make(&e, form ? "transient=0;form=continuous" : "transient=0");
        march(&e, "rkmk4", &opt, e.y);
        read_point(&e, e.y, known, NULL);
        assert_int_equal(lf_problem_from_lyapunov(&P, "own", &l, why, sizeof why), LF_OK);
        assert_true(lf_lyapunov_dim(&l) <= 64 && lf_lyapunov_work(&l) <= 128);
        assert_int_equal(lf_lyapunov_start(&l, 0, 0, x, y, work), LF_OK);
        assert_int_equal(lf_solve(&P, lf_method_find("rkmk4"), &opt, 1, y, NULL, NULL), LF_OK);
        assert_int_equal(lf_lyapunov_read(&l, y, lambda, NULL, NULL, work), LF_OK);
        test_within(test_distance(3, lambda, known), 1e-11, "form %d", form);
        drop(&e);
    }
}

/* ---- refusals ---- */

static void check_refused(const char *settings, const char *word)
{
    exponents e;
    assert_int_equal(build(&e, settings), LF_EINPUT);
    if (!strstr(e.why, word))
        fail_msg("%s: \"%s\" does not mention \"%s\"", settings, e.why, word);
    drop(&e);
}

static lf_status quiet(const void *ctx, size_t trajectory, double t, const double *x, double *f)
{
    (void)ctx, (void)trajectory, (void)t, (void)x;
    f[0] = 0;
    return LF_OK;
}

static void check_own(lf_lyapunov l, const char *word)
{
    lf_problem P;
    char why[200] = "";
    assert_int_equal(lf_problem_from_lyapunov(&P, "own", &l, why, sizeof why), LF_EINPUT);
    if (!strstr(why, word))
        fail_msg("\"%s\" does not mention \"%s\"", why, word);
}

static void test_refusals(void **state)
{
    (void)state;
    check_refused("system=lorenz63;k=4", "3 exponents");
    check_refused("system=lorenz96;n=5;k=6", "5 exponents");
    check_refused("system=lorenz63;x=1 2", "x needs 3 numbers");
    const lf_tangent_field f = {.n = 1, .field = quiet, .jacobian = quiet};
    check_own((lf_lyapunov){.f = {.n = 1, .jacobian = quiet}, .k = 1, .window = 1}, "the field");
    check_own((lf_lyapunov){.f = {.n = 1, .field = quiet}, .k = 1, .window = 1}, "derivative");
    check_own((lf_lyapunov){.f = f, .k = 2, .window = 1}, "k must lie");
    check_own((lf_lyapunov){.f = f, .k = 0, .window = 1}, "k must lie");
    check_own((lf_lyapunov){.f = f, .k = 1, .window = 0}, "window");
    check_own((lf_lyapunov){.f = f, .k = 1, .window = 1, .transient = NAN}, "transient");
    check_own((lf_lyapunov){.f = f, .k = 1, .window = 1, .form = (lf_lyapunov_form)7}, "form");
    exponents e;
    lf_stats stats;
    make(&e, "");
    lf_options opt = until(1, 0);
    opt.tolerance.rtol = 1e-6;
    assert_int_equal(lf_solve(&e.P, lf_method_find("rkmk5"), &opt, 1, e.y, NULL, &stats),
                     LF_ENEEDS);
    assert_non_null(strstr(stats.message, "fixed steps"));
    drop(&e);
}

/* Vectors that were left alone for too long are parallel, and that is said, not hidden. */
static void test_parallel(void **state)
{
    (void)state;
    exponents e;
    lf_stats stats;
    make(&e, "system=lorenz63");
    lf_options opt = until(30, 0.01);
    opt.project_every = 3000;
    assert_int_equal(lf_solve(&e.P, lf_method_find("rk4"), &opt, 1, e.y, NULL, &stats),
                     LF_ESINGULAR);
    assert_non_null(strstr(stats.message, "singular"));
    drop(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_references), cmocka_unit_test(test_orders),
        cmocka_unit_test(test_rows),       cmocka_unit_test(test_read_between),
        cmocka_unit_test(test_lanes),      cmocka_unit_test(test_operations),
        cmocka_unit_test(test_restart),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_parallel),   cmocka_unit_test(test_own_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
