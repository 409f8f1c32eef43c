/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of a model, on every registered one: it describes itself, builds, keeps its invariants;
 * its exact solution solves its equation. That this is the one of the textbooks: law_textbook. */
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- every model ---- */

/* Every member that is read back from its own text is the same. */
static void check_round_trip(const lf_model *model)
{
    _Alignas(16) char self[LF_MODEL_MAX_SIZE], again[LF_MODEL_MAX_SIZE];
    char text[1024], why[256];
    memset(self, 0, sizeof self);
    memset(again, 0, sizeof again);
    lf_param_defaults(model->params, self);
    for (const lf_param *row = model->params; row->name; row++) {
        text[0] = '\0';
        for (size_t k = 0; k < lf_param_count(row, self); k++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%.17g ",
                     lf_param_number(row, self, k));
        if (row->type == LF_CHOICE)
            lf_param_choice_name(row, self, text, sizeof text);
        if (lf_param_set(row, again, text, why, sizeof why) != LF_OK)
            fail_msg("%s: %s", model->name, why);
        assert_true(row->doc[0] && row->unit && lf_param_find(model->params, row->name) == row);
    }
    assert_memory_equal(self, again, model->self_size);
}

static void check_build(const lf_model *model)
{
    static test_model m;
    const char *why;
    double f[TEST_MAX_DIM], defect, t = 0.3;
    assert_int_equal(test_build(&m, model->name, NULL), LF_OK);
    const lf_problem *P = &m.problem;
    assert_true(P->action->dim <= LF_MODEL_MAX_DIM);
    for (size_t c = 0; c < P->action->dim; c++) {
        char name[32] = "";
        lf_problem_component(P, c, name, sizeof name);
        assert_true(isfinite(m.y0[c]) && name[0]);
    }
    for (size_t k = 0; k < lf_problem_shown(P); k++) {
        char name[32] = "";
        lf_problem_column(P, lf_problem_order(P, k), name, sizeof name);
        assert_true(name[0]);
    }
    test_defect(P->action, 1, m.y0, m.y0, &defect);
    test_within(defect, 4 * DBL_EPSILON, "%s: the start", model->name);
    test_rate(P, t, m.y0, f);
    for (size_t c = 0; c < P->action->group->dim; c++)
        assert_true(isfinite(f[c]));
    const lf_method *M = lf_method_find(model->method);
    assert_non_null(M);
    assert_int_equal(lf_method_fits(M, P, &why), LF_OK);
    assert_true(model->t_end > 0 && model->step > 0 && model->step <= model->t_end);
    assert_true(model->doc[0] && model->formula[0] && model->cite[0]);
    assert_true(model->self_size <= LF_MODEL_MAX_SIZE && lf_model_find(model->name) == model);
}

/* Everything that a problem can be asked, for n lanes with no more memory than it asks for. */
static void check_memory(const test_model *m, size_t n)
{
    const lf_problem *P = &m->problem;
    const size_t dim = P->action->dim;
    const lf_splitting *const flows[] = {lf_problem_splitting(P), lf_problem_exact(P)};
    double t[8], h[8];
    const lf_lanes L = test_lanes_of(n, t, h);
    double *y = test_guarded(dim * n), *v = test_guarded(dim * n),
           *f = test_guarded(P->action->group->dim * n);
    for (size_t i = 0; i < n; i++) {
        t[i] = 0.1 * (double)i;
        h[i] = 0.01 * (double)(i + 1);
        test_put_lane(dim, n, i, m->y0, y);
    }
    test_rates(P, &L, y, f);
    if (lf_problem_trait(P, LF_TRAIT_AMBIENT))
        test_ambient_rates(P, &L, y, v);
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; flows[l] && k < flows[l]->pieces; k++) {
            test_piece(flows[l], P, k, &L, y, v);
            assert_true(isfinite(test_norm(dim * n, v)));
        }
    for (const lf_invariant *I = P->invariants; I && I->name; I++) {
        double *q = test_guarded(n), *work = test_guarded(P->quantity_work * n);
        lf_lanes with = L;
        with.work = work;
        I->value(P, &with, y, q);
        test_guarded_end(q, "%s: %s of %zu lanes", P->name, I->name, n);
        test_guarded_end(work, "%s: scratch of %s of %zu lanes", P->name, I->name, n);
    }
    test_guarded_end(y, "%s: point of %zu lanes", P->name, n);
    test_guarded_end(v, "%s: y' or flow of %zu lanes", P->name, n);
    test_guarded_end(f, "%s: field of %zu lanes", P->name, n);
}

static void test_memory(void **state)
{
    (void)state;
    static test_model m;
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++) {
        assert_int_equal(test_build(&m, model->name, NULL), LF_OK);
        check_memory(&m, 1);
        check_memory(&m, 3);
        check_memory(&m, 8);
    }
}

static void test_every_model(void **state)
{
    (void)state;
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++) {
        check_round_trip(model);
        check_build(model);
    }
    assert_null(lf_model_find("heavy"));
}

/* A method whose error is far below that of the model's own steps: of order eight, or where the action
 * goes forward alone of order four, for a sixteenth of their size. */
static const lf_method *accurate(const lf_problem *P)
{
    return lf_method_find(P->action->forward ? "cf4" : "rkmk8");
}

/* Along 2000 steps of rkmk8, each a sixteenth of the model's own, so that their error is below
 * roundoff: each step adds roundings of a few epsilon times the terms of the invariant, 1e-12 if they
 * all went one way. */
static void check_invariants(const char *name, const char *settings)
{
    static test_model m;
    lf_stats stats;
    double y[LF_MODEL_MAX_DIM];
    assert_int_equal(test_build(&m, name, settings), LF_OK);
    memcpy(y, m.y0, sizeof y);
    const double t_end = fmin(m.model->t_end, 2000 * m.model->step / 16);
    test_march(&m.problem, accurate(&m.problem), t_end, 2000, y, &stats);
    for (size_t k = 0; k < stats.invariants; k++) {
        const double size = 1 + fabs(stats.invariant[k].initial);
        test_within(stats.invariant[k].max_drift, 1e-12 * size, "%s %s: %s", name, settings,
                    m.problem.invariants[k].name);
        assert_true(m.problem.invariants[k].doc[0]);
    }
}

static void test_invariants(void **state)
{
    (void)state;
    static const char *const more[][2] = {
        {"free-rigid-body", "inertia=2 1 3;m=-1 0.5 2"},
        {"free-rigid-body-attitude", "attitude=quaternion;q=0.5 0.5 0.5 -0.5;m=1 -2 0.3"},
        {"free-rigid-body-attitude", "R=0 -1 0 1 0 0 0 0 1;inertia=3 2 1"},
        {"heavy-top", "inertia=2 1 1.5;chi=0.6 0 0.8;c=2.5;Pi=1 2 -1;Gamma=0.1 0.2 -0.9"},
        {"duffing", "action=r2;a=-0.5;b=2"},
        {"duffing", "action=se2;a=-0.5;b=2"},
        {"duffing", "action=se2;a=0;b=2"},
        {"sphere-isotropy", "alpha=3"},
        {"humming-top", "force=0.5 0.2 -1;alpha=1.5;omega=1 2 3"},
        {"toda", "n=3;a=1 0.5 -2;b=0.3 -0.7"},
        {"double-bracket", "n=3;N=3 2 1;L=1 0.5 0.2 0.5 -1 0.3 0.2 0.3 2"},
        {"rigid-body-n", "n=3;J=1 2 4;velocity=1 -2 0.5"},
    };
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++)
        check_invariants(model->name, "");
    for (size_t k = 0; k < sizeof more / sizeof *more; k++)
        check_invariants(more[k][0], more[k][1]);
}

/* ---- exact solutions ---- */

/* exact(0) is the start, and an order-8 run from there, forwards or backwards, in steps that are a
 * sixteenth of the model's own, meets it up to the roundings of a few thousand steps. */
static void check_exact(const char *name, const char *settings)
{
    static const double share[] = {0.01, 0.3, 1, -0.5};
    static test_model m;
    double y[LF_MODEL_MAX_DIM], exact[LF_MODEL_MAX_DIM];
    assert_int_equal(test_build(&m, name, settings), LF_OK);
    const size_t dim = m.problem.action->dim;
    const double span = fmin(m.model->t_end, 4000 * m.model->step / 16);
    const lf_status known = m.model->exact(m.self, 0, exact);
    if (known == LF_EINPUT) /* not of this start */
        return;
    assert_int_equal(known, LF_OK);
    test_within(test_error(dim, exact, m.y0), 8 * DBL_EPSILON, "%s: exact(0)", name);
    for (size_t k = 0; k < sizeof share / sizeof *share; k++) {
        const double t = share[k] * span;
        if (t < 0 && m.problem.action->forward)
            continue;
        lf_options opt = lf_options_default();
        opt.t1 = t;
        opt.h = m.model->step / 16;
        memcpy(y, m.y0, sizeof y);
        const lf_method *M = accurate(&m.problem);
        assert_int_equal(lf_solve(&m.problem, M, &opt, 1, y, NULL, NULL), LF_OK);
        assert_int_equal(m.model->exact(m.self, t, exact), LF_OK);
        test_within(test_error(dim, y, exact), 1e-11, "%s: exact at t = %g", name, t);
    }
}

static void test_exact(void **state)
{
    (void)state;
    size_t count = 0;
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++)
        if (model->exact) {
            check_exact(model->name, "");
            count++;
        }
    assert_true(count > 0);
    check_exact("toda", "n=7;a=3 -1 0.5 2 0 -0.25 1;b=0.4 1 -0.3 0.8 0.6 1.5");
    check_exact("toda", "n=2;a=1 -1");
    check_exact("humming-top", "force=0.3 -0.2 0.4;alpha=-1.5;omega=0.5 1 -0.7;"
                               "B=0 -1 0 1 0 0 0 0 1");
}

/* ---- refusals ---- */

static void check_refused(const char *name, const char *settings, const char *word)
{
    static test_model m;
    m.why[0] = '\0';
    assert_int_equal(test_build(&m, name, settings), LF_EINPUT);
    if (!strstr(m.why, word))
        fail_msg("%s %s: \"%s\" does not mention %s", name, settings, m.why, word);
}

static void test_refusals(void **state)
{
    (void)state;
    check_refused("free-rigid-body-attitude", "R=1 0 0 0 1 0 0 0 2", "R must be a rotation");
    check_refused("free-rigid-body-attitude", "R=1 0 0 0 1 0 0 0 -1", "determinant");
    check_refused("free-rigid-body-attitude", "R=1 1e-8 0 0 1 0 0 0 1", "R must be a rotation");
    check_refused("free-rigid-body-attitude", "attitude=quaternion;q=1 1 0 0", "unit quaternion");
    check_refused("free-rigid-body-attitude", "attitude=quaternion;q=0 0 0 0", "unit quaternion");
    check_refused("matrix-norms", "R=0 0 0 0 0 0 0 0 0", "R must be a rotation");
    check_refused("humming-top", "B=1 0 0 0 1 0 0 1 1", "B must be a rotation");
    check_refused("toda", "n=4;a=1 2 3", "a needs 1 or 4 numbers, got 3");
    check_refused("toda", "n=4;b=1 2 3 4", "b needs 1 or 3 numbers, got 4");
    check_refused("double-bracket", "N=1 2 3", "N needs 4 numbers, got 3");
    check_refused("double-bracket", "n=2;N=2 1;L=1 2 3 4", "L must be symmetric");
    check_refused("rigid-body-n", "n=5", "J needs 1 or 5 numbers, got 4");
    check_refused("driven-attitude", "R=-1 0 0 0 -1 0 0 0 -1", "determinant");
}

/* Values out of range are refused by the row itself, with the range in the sentence. */
static void test_ranges(void **state)
{
    (void)state;
    static const char *const bad[] = {"0 1 1",   "-1 5 6",  "1 5", "1 5 6 7",
                                      "nan 1 1", "inf 1 1", "x"};
    const lf_param *row = lf_param_find(lf_model_find("heavy-top")->params, "inertia");
    _Alignas(16) char self[LF_MODEL_MAX_SIZE];
    char why[256];
    memset(self, 0, sizeof self);
    lf_param_defaults(lf_model_find("heavy-top")->params, self);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char before[LF_MODEL_MAX_SIZE];
        memcpy(before, self, sizeof self);
        why[0] = '\0';
        assert_true(lf_param_set(row, self, bad[k], why, sizeof why) < 0);
        assert_non_null(strstr(why, "inertia"));
        assert_memory_equal(before, self, lf_model_find("heavy-top")->self_size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),     cmocka_unit_test(test_every_model),
        cmocka_unit_test(test_invariants), cmocka_unit_test(test_exact),
        cmocka_unit_test(test_refusals),   cmocka_unit_test(test_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
