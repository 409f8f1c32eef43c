/* SPDX-License-Identifier: BSD-3-Clause */
/* Frames: solutions with many digits, products with vector spaces, and what is refused. */
#include "support/frames.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- solutions with many digits ---- */

typedef struct {
    lf_frame frame;
    double A[36];
} oja;

/* X' = A X N - X N X^T A X, N = diag(k .. 1); Grassmann: (I - X X^T) A X; k = 1: with -A. */
static lf_status oja_value(const void *ctx, size_t who, double t, const double *x, double *F)
{
    const oja *P = ctx;
    const size_t d = P->frame.d, k = P->frame.k;
    double AX[36];
    (void)who;
    (void)t;
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < d; i++) {
            AX[j * d + i] = 0;
            for (size_t l = 0; l < d; l++)
                AX[j * d + i] += P->A[i * d + l] * x[j * d + l];
        }
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < d; i++) {
            double sum = AX[j * d + i] * (P->frame.grassmann ? 1 : (double)(k - j));
            for (size_t a = 0; a < k; a++) {
                double g = 0;
                for (size_t l = 0; l < d; l++)
                    g += x[a * d + l] * AX[j * d + l];
                sum -= x[a * d + i] * g * (P->frame.grassmann ? 1 : (double)(k - a));
            }
            F[j * d + i] = sum;
        }
    return LF_OK;
}

static void oja_matrix(oja *P, bool sphere)
{
    static const double diagonal[] = {1, 2, 3.5, 4, 6};
    const size_t d = P->frame.d;
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            const double off = i + 1 == j || j + 1 == i ? 0.5 : 0;
            P->A[i * d + j] = sphere   ? -(i == j ? diagonal[i] : off)
                              : i == j ? (double)(i + 1)
                                       : 1 / (double)(i + j + 2);
        }
}

/* The columns of a row-major matrix, or of any frame that spans the image of a projector. */
static void oja_start(const lf_frame *f, const double *given, double *y)
{
    const size_t width = f->grassmann ? f->d : f->k;
    for (size_t j = 0; j < f->k; j++)
        for (size_t i = 0; i < f->d; i++)
            y[j * f->d + i] = given[i * width + j];
}

static double oja_error(const lf_frame *f, const double *y, const double *end)
{
    double most = 0;
    if (!f->grassmann) {
        for (size_t j = 0; j < f->k; j++)
            for (size_t i = 0; i < f->d; i++)
                most = fmax(most, fabs(y[j * f->d + i] - end[i * f->k + j]));
        return most;
    }
    for (size_t i = 0; i < f->d; i++)
        for (size_t j = 0; j < f->d; j++) {
            double p = 0;
            for (size_t a = 0; a < f->k; a++)
                p += y[a * f->d + i] * y[a * f->d + j];
            most = fmax(most, fabs(p - end[i * f->d + j]));
        }
    return most;
}

/* Every kind of method, each with as many steps as bring it within 1e-11. */
static void test_references(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        size_t steps;
    } runs[] = {{"rkmk8", 12}, {"gbs", 2},     {"rkmk5", 150}, {"cf4", 1200},
                {"mk4", 1200}, {"cg4a", 2000}, {"dop853", 20}};
    test_document *D = test_open("frames.json");
    test_node *entries = test_get(test_root(D), "entries");
    assert_int_equal(test_length(entries), 3);
    for (size_t e = 0; e < 3; e++) {
        test_node *entry = test_item(entries, e);
        oja P = {.frame = {(size_t)test_number(test_get(entry, "d")),
                           (size_t)test_number(test_get(entry, "k")),
                           test_text_is(test_get(entry, "name"), "grassmann")}};
        const lf_group G = lf_group_frame(&P.frame);
        const lf_action A = lf_action_frame(&G);
        const lf_point_field field = {oja_value, &P};
        const lf_problem problem = lf_problem_from_point("reference", &A, &field);
        const double t = test_number(test_get(entry, "t"));
        double given[36], end[36], y[36];
        lf_stats stats;
        oja_matrix(&P, P.frame.k == 1);
        test_numbers(test_get(entry, "start"), 36, given);
        test_numbers(test_get(entry, "end"), 36, end);
        for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
            oja_start(&P.frame, given, y);
            if (P.frame.grassmann) /* columns of a projector span its image */
                test_project(&A, 1, y, y);
            test_march(&problem, lf_method_find(runs[k].method), t, runs[k].steps, y, &stats);
            test_within(oja_error(&P.frame, y, end), 1e-11, "%s, entry %zu", runs[k].method, e);
        }
    }
    test_close(D);
}

/* ---- products with vector spaces ---- */

/* A point (a, Y, b) of R^2 x St(6, 2) x R. */
typedef struct {
    test_frames T;
    lf_group plane, line, group;
    lf_action flat[2], action;
    const lf_group *groups[3];
    const lf_action *actions[3];
    lf_point_field point;
    lf_problem problem;
} mixed;

static lf_status mixed_value(const void *ctx, size_t who, double t, const double *y, double *f)
{
    const mixed *m = ctx;
    (void)who;
    test_frame_field(&m->T, t + y[0] * y[14], y + 2, f + 2);
    f[0] = y[3] - y[1];
    f[1] = y[0] * cos(t) + y[14];
    f[14] = y[2] * y[8] + sin(y[1] + t);
    return LF_OK;
}

static void mixed_set(mixed *m)
{
    test_frames_set(&m->T, 6, 2, false);
    m->plane = lf_group_rn(2);
    m->line = lf_group_rn(1);
    m->flat[0] = lf_action_translation(&m->plane);
    m->flat[1] = lf_action_translation(&m->line);
    m->groups[0] = &m->plane;
    m->groups[1] = &m->T.group;
    m->groups[2] = &m->line;
    m->actions[0] = &m->flat[0];
    m->actions[1] = &m->T.action;
    m->actions[2] = &m->flat[1];
    m->group = lf_group_product(3, m->groups);
    m->action = lf_action_product(&m->group, 3, m->actions);
    m->point = (lf_point_field){mixed_value, m};
    m->problem = lf_problem_from_point("mixed", &m->action, &m->point);
}

static void mixed_race(const mixed *m, test_race *race)
{
    test_random r = {5};
    *race = (test_race){.P = &m->problem, .lanes = TEST_LANES, .t_end = 1};
    for (size_t i = 0; i < TEST_LANES; i++) {
        double y[15];
        test_fill(&r, 15, 1, y);
        test_frame_point(&m->T, &r, y + 2);
        test_put_lane(15, TEST_LANES, i, y, race->start);
    }
    test_race_reference(race);
}

static void test_products(void **state)
{
    (void)state;
    static mixed m;
    static test_race race;
    static const char *const names[] = {"lie-euler", "heun-b", "cf3",   "cf4",  "cf43",
                                        "rkmk4-2c",  "mk3",    "rkmk4", "rkmk5"};
    mixed_set(&m);
    mixed_race(&m, &race);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const lf_method *M = lf_method_find(names[k]);
        test_order_is(&race, M, M->order, M->order < 5 ? 0.15 : 0.3);
    }
}

/* Two frames have no common span: programs say so, charts do not mind. */
static void test_two_frames(void **state)
{
    (void)state;
    static test_frames T;
    const char *why;
    test_frames_set(&T, 6, 2, false);
    const lf_group *const groups[] = {&T.group, &T.group};
    const lf_action *const actions[] = {&T.action, &T.action};
    const lf_group G = lf_group_product(2, groups), power = lf_group_power(groups, 2);
    const lf_action A = lf_action_product(&G, 2, actions);
    const lf_action both[] = {A, lf_action_power(&power, actions, 2)};
    for (size_t k = 0; k < 2; k++) {
        const lf_problem P = {.name = "two", .action = &both[k], .field = T.problem.field};
        static const char *const fit[] = {"rkmk4", "rkmk8", "gbs", "rk4", "dopri5"};
        static const char *const none[] = {"cf4", "lie-euler", "rkmk4-2c"};
        for (size_t j = 0; j < 5; j++)
            assert_int_equal(lf_method_fits(lf_method_find(fit[j]), &P, &why), LF_OK);
        for (size_t j = 0; j < 3; j++) {
            assert_int_equal(lf_method_fits(lf_method_find(none[j]), &P, &why), LF_ENEEDS);
            assert_non_null(strstr(why, "a single frame"));
        }
    }
}

/* ---- refusals ---- */

static void test_refused_methods(void **state)
{
    (void)state;
    static test_frames T;
    static const char *const none[] = {"rkmk-gauss2", "rkmk-theta1", "naive-rk4",
                                       "mk-original", "magnus4",     "strang",
                                       "ep-mid",      "slgi-gauss2", "lgvi"};
    const char *why;
    test_frames_set(&T, 5, 2, false);
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        assert_int_equal(lf_method_fits(lf_method_find(none[k]), &T.problem, &why), LF_ENEEDS);
        assert_true(why && *why);
    }
    for (int map = LF_CAYLEY; map <= LF_SECOND_KIND; map++) {
        lf_method M = *lf_method_find("rkmk4");
        M.map = (lf_map)map;
        assert_int_equal(lf_method_fits(&M, &T.problem, &why), LF_ENEEDS);
        assert_non_null(strstr(why, "polar chart"));
    }
    /* what asks the group by itself is told that there is none */
    double a[10] = {0}, b[10];
    double *work = test_guarded(lf_group_work(&T.group, 1));
    assert_int_equal(lf_group_exp(&T.group, 1, a, b, work), LF_ENEEDS);
    assert_int_equal(lf_group_bracket(&T.group, 1, a, a, b, work), LF_ENEEDS);
    assert_int_equal(lf_group_dexp(&T.group, 1, a, a, b, work), LF_ENEEDS);
    assert_int_equal(lf_action_flow(&T.action, LF_CAYLEY, 1, a, a, b, work), LF_ENEEDS);
    test_guarded_end(work, "refused");
}

static lf_status start_with(const test_frames *T, const char *method, const double *y0,
                            lf_stats *stats)
{
    double y[TEST_MAX_DIM];
    const lf_options opt = lf_options_default();
    memcpy(y, y0, T->action.dim * sizeof *y);
    const lf_status s = lf_solve(&T->problem, lf_method_find(method), &opt, 1, y, NULL, stats);
    if (s != LF_OK)
        test_same_bits(T->action.dim, y, y0, "a start that was refused");
    return s;
}

static void test_bad_input(void **state)
{
    (void)state;
    static test_frames T;
    static const lf_frame bad[] = {
        {3, 4, false}, {3, 0, false}, {0, 0, true}, {SIZE_MAX / 2, 3, false}};
    lf_stats stats;
    double y[TEST_MAX_DIM] = {1, 2, 3};
    test_random r = {1};
    for (size_t k = 0; k < 4; k++) {
        assert_non_null(lf_frame_check(&bad[k]));
        const lf_group G = lf_group_frame(&bad[k]);
        const lf_action A = lf_action_frame(&G);
        const lf_problem P = lf_problem_from_point("bad", &A, &T.point);
        const lf_options opt = lf_options_default();
        assert_int_equal(A.dim, 0);
        assert_int_equal(lf_solve(&P, lf_method_find("cf4"), &opt, 1, y, NULL, &stats), LF_EINPUT);
        assert_string_equal(stats.message, lf_frame_check(&bad[k]));
    }
    test_frames_set(&T, 5, 2, false);
    assert_null(lf_frame_check(&T.frame));
    static const char *const methods[] = {"cf4", "rkmk4", "rk4"};
    for (size_t k = 0; k < 3; k++) {
        test_frame_point(&T, &r, y);
        y[3] += 1e-11; /* digits of a file */
        assert_int_equal(start_with(&T, methods[k], y, &stats), LF_OK);
        y[3] += 1e-3;
        assert_int_equal(start_with(&T, methods[k], y, &stats), LF_EINPUT);
        assert_non_null(strstr(stats.message, "does not begin with orthonormal columns"));
        y[3] = NAN;
        assert_int_equal(start_with(&T, methods[k], y, &stats), LF_ENONFINITE);
    }
}

/* A field that is NaN from some time on, and steps that are far too long: a status, no point. */
static lf_status broken_value(const void *ctx, size_t who, double t, const double *y, double *f)
{
    const test_frames *T = ctx;
    (void)who;
    test_frame_field(T, t, y, f);
    if (t > 0.5)
        f[3] = NAN;
    return LF_OK;
}

static void test_broken_fields(void **state)
{
    (void)state;
    static test_frames T;
    static const char *const names[] = {"cf4", "rkmk4", "gbs", "rk4"};
    test_random r = {1};
    lf_stats stats;
    double y[TEST_MAX_DIM];
    test_frames_set(&T, 5, 2, false);
    const lf_point_field field = {broken_value, &T};
    const lf_problem P = lf_problem_from_point("broken", &T.action, &field);
    for (size_t k = 0; k < 4; k++) {
        lf_options opt = lf_options_default();
        opt.h = 0.1;
        opt.project = k == 3;
        test_frame_point(&T, &r, y);
        assert_int_equal(lf_solve(&P, lf_method_find(names[k]), &opt, 1, y, NULL, &stats),
                         LF_ENONFINITE);
        assert_true(stats.t >= 0.35 && stats.t <= 0.5);
        double defect;
        test_defect(&T.action, 1, y, y, &defect);
        test_within(defect, 1e-6, "%s: the last good point", names[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_references), cmocka_unit_test(test_products),
        cmocka_unit_test(test_two_frames), cmocka_unit_test(test_refused_methods),
        cmocka_unit_test(test_bad_input),  cmocka_unit_test(test_broken_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
