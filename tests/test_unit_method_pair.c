/* SPDX-License-Identifier: BSD-3-Clause */
/* A tableau of one's own with the rows of an error estimate and of a continuous extension: a method
 * that follows a tolerance, and fills in between its steps. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

enum { ROWS = 32, MOST = 2048 };

/* ---- runs ---- */

typedef struct {
    size_t count;
    double t[ROWS], y[ROWS][TEST_MAX_DIM], defect[ROWS];
} rows;

static lf_status keep(void *ctx, const lf_row *row)
{
    rows *r = ctx;
    assert_true(r->count < ROWS && row->n == 1);
    r->t[r->count] = row->t;
    r->defect[r->count] = row->defect[0];
    memcpy(r->y[r->count++], row->y, sizeof(double) * 6);
    return LF_OK;
}

/* The heavy top for two seconds, with a row every tenth. */
static void fly(const lf_method *M, double tolerance, rows *seen, lf_stats *stats)
{
    static test_model m;
    const lf_sink sink = {.row = keep, .ctx = seen};
    lf_options opt = lf_options_default();
    assert_int_equal(test_build(&m, "heavy-top", ""), LF_OK);
    opt.t1 = 2;
    opt.h = 0;
    opt.every = 0.1;
    opt.tolerance.atol = opt.tolerance.rtol = tolerance;
    seen->count = 0;
    if (lf_solve(&m.problem, M, &opt, 1, m.y0, &sink, stats) != LF_OK)
        fail_msg("%s: %s", M->name, stats->message);
    assert_int_equal(seen->count, 21);
}

/* The largest error over all rows. */
static double worst(const rows *seen)
{
    static rows exact;
    lf_stats stats;
    double error = 0;
    fly(lf_method_find("rkmk8"), 1e-13, &exact, &stats);
    for (size_t k = 0; k < seen->count; k++)
        error = fmax(error, test_error(6, seen->y[k], exact.y[k]));
    return error;
}

/* ---- numbers of the library in a table of one's own ---- */

static double memory[MOST];
static size_t used;

static const double *copied(const double *a, int count)
{
    if (!a)
        return NULL;
    assert_true(used + (size_t)count <= MOST);
    double *to = memory + used;
    memcpy(to, a, (size_t)count * sizeof *to);
    used += (size_t)count;
    return to;
}

static lf_tableau copy_of(const char *name)
{
    const lf_tableau *T = lf_tableau_find(name);
    assert_non_null(T);
    const int s = T->stages, all = s + 1 + T->extra;
    lf_tableau own = {.name = "own", .order = T->order, .stages = s};
    used = 0;
    own.a = copied(T->a, s * s);
    own.b = copied(T->b, s);
    own.c = copied(T->c, s);
    own.error_order = T->error_order;
    own.error = copied(T->error, s + 1);
    own.error_low = copied(T->error_low, s + 1);
    own.extra = T->extra;
    own.extra_a = copied(T->extra_a, T->extra * all);
    own.extra_c = copied(T->extra_c, T->extra);
    own.degree = T->degree;
    own.dense = copied(T->dense, all * T->degree);
    return own;
}

/* The same numbers are the same method, to the bit: steps, errors and points in between. */
static void test_copied_pairs(void **state)
{
    (void)state;
    static const char *const pairs[][3] = {{"dopri5", "rkmk5", "dopri5"},
                                           {"dop853", "rkmk8", "dop853"},
                                           {"bs3", "rkmk-bs3", "bs3"},
                                           {"tsit5", "rkmk-tsit5", "tsit5"}};
    size_t checked = 0;
    for (size_t k = 0; k < 4; k++)
        for (int ambient = 0; ambient < 2; ambient++) {
            static rows a, b;
            lf_stats one, two;
            const lf_method *M = lf_method_find(pairs[k][1 + ambient]);
            if (!M)
                continue;
            const lf_tableau T = copy_of(pairs[k][0]);
            assert_null(lf_tableau_check(&T));
            const lf_method own = lf_method_from_tableau("own", &T, ambient);
            fly(&own, 1e-8, &a, &one);
            fly(M, 1e-8, &b, &two);
            for (size_t j = 0; j < a.count; j++)
                test_same_bits(6, a.y[j], b.y[j], "%s, row %zu", M->name, j);
            assert_int_equal(one.steps, two.steps);
            assert_int_equal(one.rejected, two.rejected);
            assert_int_equal(one.evaluations, two.evaluations);
            checked++;
        }
    assert_true(checked >= 5);
}

/* ---- Heun and Euler ---- */

static const double heun_a[] = {0, 0, 1, 0}, heun_b[] = {0.5, 0.5}, heun_c[] = {0, 1};
static const double heun_error[] = {-0.5, 0.5, 0};
/* b_1 = x - x^2/2, b_2 = x^2/2 */
static const double heun_dense[] = {1, -0.5, 0, 0.5, 0, 0};

static lf_tableau heun(bool dense)
{
    return (lf_tableau){.name = "heun-euler",
                        .order = 2,
                        .stages = 2,
                        .a = heun_a,
                        .b = heun_b,
                        .c = heun_c,
                        .error_order = 1,
                        .error = heun_error,
                        .degree = dense ? 2 : 0,
                        .dense = dense ? heun_dense : NULL};
}

/* The error follows the tolerance; the rows are those of the steps, or interpolated, and on the
 * manifold as a Lie method. */
static void test_heun_euler(void **state)
{
    (void)state;
    for (int dense = 0; dense < 2; dense++)
        for (int ambient = 0; ambient < 2; ambient++) {
            const lf_tableau T = heun(dense);
            const lf_method M = lf_method_from_tableau("heun-euler", &T, ambient);
            static rows seen;
            lf_stats stats[3];
            double error[3];
            assert_null(lf_tableau_check(&T));
            assert_true((M.estimator.interpolate != NULL) == dense);
            for (int k = 0; k < 3; k++) {
                fly(&M, pow(10, -3 - 2 * k), &seen, &stats[k]);
                error[k] = worst(&seen);
                for (size_t j = 0; !ambient && j < seen.count; j++)
                    test_within(seen.defect[j], 1e-12, "defect of row %zu", j);
            }
            /* the estimate is that of Euler: a hundredth of the tolerance, a tenth of the step */
            for (int k = 1; k < 3; k++) {
                const double steps = (double)stats[k].steps / (double)stats[k - 1].steps;
                assert_true(steps > 7 && steps < 12);
                assert_true(error[k] < error[k - 1] / 30);
            }
            test_within(error[2], 1e-4, "heun-euler at 1e-7");
        }
}

/* Without a dense row a row between steps costs steps of its own; with one it costs none. */
static void test_dense_rows_save_evaluations(void **state)
{
    (void)state;
    static rows seen;
    lf_stats with, without;
    const lf_tableau yes = heun(true), no = heun(false);
    const lf_method a = lf_method_from_tableau("yes", &yes, false),
                    b = lf_method_from_tableau("no", &no, false);
    fly(&a, 1e-5, &seen, &with);
    fly(&b, 1e-5, &seen, &without);
    assert_int_equal(with.steps, without.steps);
    assert_true(with.evaluations < without.evaluations);
}

/* ---- broken rows ---- */

static void refused(const lf_tableau *T, const char *word)
{
    const char *why = lf_tableau_check(T);
    assert_non_null(why);
    if (!strstr(why, word))
        fail_msg("\"%s\" does not mention %s", why, word);
}

static void test_broken_rows(void **state)
{
    (void)state;
    static const double lost[] = {-0.5, 0.25, 0}, no_number[] = {-0.5, NAN, 0};
    static const double short_of[] = {1, -0.5, 0, 0.25, 0, 0}, beyond[] = {1, -.5, 0, .5, 0, .1};
    const double *const errors[] = {lost, no_number}, *const dense[] = {short_of, beyond};
    for (int k = 0; k < 2; k++) {
        lf_tableau T = heun(true);
        T.error = errors[k];
        refused(&T, "an error row must add up to 0");
        T = heun(true);
        T.error_low = errors[k];
        refused(&T, "an error row must add up to 0");
        T = heun(true);
        T.dense = dense[k];
        refused(&T, "dense row");
    }
    lf_tableau T = heun(true);
    T.error_order = 0;
    refused(&T, "order of the error estimate");
    T = heun(true);
    T.degree = 0;
    refused(&T, "degree");
    T = heun(true);
    T.error = NULL;
    refused(&T, "need an error row");
}

/* An extra stage that reads itself, or whose time is not that of its row. */
static void test_broken_extra_stages(void **state)
{
    (void)state;
    static const double good[] = {0.25, 0.25, 0, 0}, implicit[] = {0.25, 0, 0, 0.25}, c[] = {0.5};
    static const double dense[] = {1, -0.5, 0, 0.5, 0, 0, 0, 0}, late[] = {0.75};
    lf_tableau T = heun(true);
    T.extra = 1;
    T.extra_a = good;
    T.extra_c = c;
    T.dense = dense;
    assert_null(lf_tableau_check(&T));
    T.extra_a = implicit;
    refused(&T, "not explicit");
    T.extra_a = good;
    T.extra_c = late;
    refused(&T, "sum of its row");
    T.extra = LF_MAX_EXTRA + 1;
    refused(&T, "at most 3");
    T.extra = 1;
    T.dense = NULL;
    refused(&T, "dense rows");
}

/* A tableau without an error row has fixed steps only, and says so. */
static void test_no_error_row(void **state)
{
    (void)state;
    static test_model m;
    lf_tableau T = heun(false);
    lf_stats stats;
    lf_options opt = lf_options_default();
    T.error = NULL;
    const lf_method M = lf_method_from_tableau("heun", &T, false);
    assert_null(M.estimator.attempt);
    assert_int_equal(test_build(&m, "heavy-top", ""), LF_OK);
    opt.tolerance.atol = 1e-3;
    assert_int_equal(lf_solve(&m.problem, &M, &opt, 1, m.y0, NULL, &stats), LF_ENEEDS);
    assert_non_null(strstr(stats.message, "no error estimate"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copied_pairs),
        cmocka_unit_test(test_heun_euler),
        cmocka_unit_test(test_dense_rows_save_evaluations),
        cmocka_unit_test(test_broken_rows),
        cmocka_unit_test(test_broken_extra_stages),
        cmocka_unit_test(test_no_error_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
