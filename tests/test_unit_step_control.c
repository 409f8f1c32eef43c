/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unit_step_control.c - the sizes of steps that follow a tolerance, told from the times at which
 * the field is asked: the first step, what follows from an error, and what a rejection does.
 *
 * rkmk5 asks at t, for a first step that it chooses at a probe, and then in every attempt at t + c h
 * with c = 1/5, 3/10, 4/5, 8/9, 1, 1. */
#include "support/calls.h"
#include "support/cases.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_CALLS = 60000, STAGES = 6 };

typedef struct {
    lf_status (*field)(double t, const double *y, double *f);
    size_t calls;
    double t[MOST_CALLS];
} diary;

static diary notes, *const own_notes = &notes;

static lf_status note(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    diary *D = *(diary *const *)ctx;
    (void)trajectory;
    assert_true(D->calls < MOST_CALLS);
    D->t[D->calls++] = t;
    return D->field(t, y, f);
}

static const lf_point_field noting = {note, &own_notes};

/* An attempt: where it began and how long it was. */
typedef struct {
    double t, h;
} attempt;

static size_t attempts(void)
{
    return (notes.calls - 2) / STAGES;
}

static attempt attempt_of(size_t k)
{
    const double *t = notes.t + 2 + STAGES * k;
    const double h = (t[STAGES - 1] - t[0]) / 0.8;
    return (attempt){t[STAGES - 1] - h, h};
}

static bool accepted(size_t k)
{
    const attempt now = attempt_of(k), next = attempt_of(k + 1);
    return fabs(next.t - now.t) > 0.5 * fabs(now.h);
}

/* ---- runs ---- */

static lf_options following(double t1, double atol, double rtol)
{
    lf_options opt = lf_options_default();
    opt.t1 = t1;
    opt.h = 0;
    opt.tolerance.atol = atol;
    opt.tolerance.rtol = rtol;
    return opt;
}

/* A run by rkmk5 on this action; what it asked is in the notes. */
static lf_stats watched(const lf_action *A, lf_status (*field)(double, const double *, double *),
                        const lf_options *opt, double *y)
{
    lf_stats stats;
    const lf_problem P = lf_problem_from_point("noted", A, &noting);
    notes.calls = 0;
    notes.field = field;
    const lf_status s = lf_solve(&P, lf_method_find("rkmk5"), opt, 1, y, NULL, &stats);
    if (s != LF_OK)
        fail_msg("%s", stats.message);
    return stats;
}

static lf_group line_group;
static lf_action line;

static int make_line(void **state)
{
    (void)state;
    line_group = lf_group_rn(1);
    line = lf_action_translation(&line_group);
    return 0;
}

static double rate; /* of growth */

static lf_status grow(double t, const double *y, double *f)
{
    (void)t;
    f[0] = rate * y[0];
    return LF_OK;
}

/* ---- the first step: Hairer, Norsett, Wanner I, section II.4 ---- */

/* y' = k y from y: the probe is a hundredth of 1/k, where the field has grown by a hundredth. So the
 * speed is k |y| and the bend k^2 |y|, both in units of what is allowed. */
static void check_first(double k, double y0, double atol, double rtol, double t1)
{
    lf_options opt = following(t1, atol, rtol);
    double y = y0;
    rate = k;
    watched(&line, grow, &opt, &y);
    const double allowed = atol + rtol * fabs(y0), most = fmax(k, k * k) * fabs(y0) / allowed;
    const double probe = fmin(0.01 / k, fabs(t1));
    const double first = fmin(fmin(pow(0.01 / most, 0.2), 100 * probe), fabs(t1));
    test_within(fabs(fabs(notes.t[1]) / probe - 1), 1e-14, "probe at rate %g", k);
    /* differences of the field at the probe lose three digits of it; stage times lose some too */
    test_within(fabs(fabs(attempt_of(0).h) / first - 1), 1e-11, "first step at rate %g, %g of %g",
                k, attempt_of(0).h, first);
}

static void test_first_step(void **state)
{
    (void)state;
    check_first(0.5, 1, 1e-6, 0, 10);   /* the speed counts */
    check_first(4, 1, 1e-6, 0, 2);      /* the bend counts */
    check_first(4, 300, 0, 1e-9, 2);    /* relative to the size */
    check_first(4, 300, 1e-7, 1e-9, 2); /* both */
    check_first(2, 1, 1e3, 0, 10);      /* a hundred times the probe, where nothing else holds */
    check_first(2, 1, 1e-4, 0, 0.01);   /* the whole of a short run */
    check_first(4, 1, 1e-6, 0, -2);     /* and backwards */
}

static lf_status spin(double t, const double *y, double *f)
{
    (void)t;
    (void)y;
    f[0] = f[1] = 0;
    f[2] = 2;
    return LF_OK;
}

/* An angle is allowed what the tolerance says, however long the vector is that it turns. */
static void test_first_angle(void **state)
{
    (void)state;
    for (double length = 0.01; length < 200; length *= 100) {
        lf_options opt = following(5, 1e-7, 1e-6);
        double y[3] = {0.6 * length, 0, 0.8 * length};
        watched(&lf_rotation, spin, &opt, y);
        test_within(fabs(notes.t[1] / 0.005 - 1), 1e-14, "probe at length %g", length);
        const double first = pow(0.01 / (2 / 1.1e-6), 0.2); /* the field does not bend */
        test_within(fabs(attempt_of(0).h / first - 1), 1e-11, "first angle at length %g", length);
    }
}

static lf_status late(double t, const double *y, double *f)
{
    (void)y;
    f[0] = t * t * t * t;
    return LF_OK;
}

/* A field that begins at rest says little: the probe is 1e-6, and a hundred of it the most. */
static void test_first_from_rest(void **state)
{
    (void)state;
    lf_options opt = following(3, 1e-3, 0);
    double y = 1;
    watched(&line, late, &opt, &y);
    assert_true(notes.t[1] == 1e-6);
    assert_true(attempt_of(0).h <= 1e-4);
    test_within(fabs(y - 1 - 243. / 5), 1e-2, "what it leads to"); /* a few times the tolerance */
}

/* However short the run, the field is asked nowhere but between its ends, and one step does. */
static void test_short_runs(void **state)
{
    (void)state;
    rate = 3;
    for (double span = 1e-3; span > 1e-13; span /= 10)
        for (int back = 0; back < 2; back++) {
            lf_options opt = following(back ? -span : span, 1e-8, 0);
            double y = 1;
            const lf_stats stats = watched(&line, grow, &opt, &y);
            for (size_t k = 0; k < notes.calls; k++)
                if (notes.t[k] * opt.t1 < 0 || fabs(notes.t[k]) > span)
                    fail_msg("asked at %g in a run to %g", notes.t[k], opt.t1);
            assert_int_equal(stats.steps, 1);
            test_within(fabs(y - exp(rate * opt.t1)), 2e-9, "a run to %g", opt.t1);
        }
}

/* ---- what follows from an error ---- */

static lf_status power_four(double t, const double *y, double *f)
{
    (void)y;
    f[0] = 5 * t * t * t * t;
    return LF_OK;
}

/* The estimate of a step over t^4 is h^5 times a number that does not depend on t. */
static double estimate_of_unit_step(void)
{
    test_attempt T;
    const double t = 0, h = 1, y = 0;
    const lf_problem P = lf_problem_from_point("noted", &line, &noting);
    notes.calls = 0;
    notes.field = power_four;
    assert_int_equal(test_attempt_begin(&T, lf_method_find("rkmk5"), &P, 1, &t, &h, &y), LF_OK);
    const double error = fabs(T.a.error[0]);
    test_attempt_end(&T);
    return error;
}

/* Every step is the one before times the factor of the control: 0.9 e^(-0.7/5) e_before^(0.4/5),
 * or 0.85 e^(-1/5) of the elementary one. Logarithms of the control have six digits. */
static void check_control(lf_control control)
{
    const double unit = estimate_of_unit_step(), atol = 1e-6;
    lf_options opt = following(8, atol, 0); /* farther out roundings of t^4 show */
    double y = 0, before = 1;
    opt.h = 0.1; /* an error far above or below what the control settles at */
    opt.tolerance.control = control;
    watched(&line, power_four, &opt, &y);
    notes.calls++; /* a step that was given needs no probe: shift what follows */
    memmove(notes.t + 2, notes.t + 1, (notes.calls - 2) * sizeof *notes.t);
    assert_true(attempts() > 10);
    for (size_t k = 0; k + 2 < attempts(); k++) {
        const double h = attempt_of(k).h, e = unit * pow(h, 5) / atol;
        double factor = control == LF_CONTROL_PI ? 0.9 * pow(e, -0.14) * pow(before, 0.08)
                                                 : 0.85 * pow(e, -0.2);
        if (e > 1)
            factor = (control == LF_CONTROL_PI ? 0.9 : 0.85) * pow(e, -0.2);
        else
            before = fmax(e, 1e-4);
        if (k > 0 && !accepted(k - 1))
            factor = fmin(factor, 1);
        factor = fmax(0.2, fmin(5, factor));
        test_within(fabs(attempt_of(k + 1).h / (factor * h) - 1), 1e-5, "step %zu", k + 1);
    }
}

static void test_control(void **state)
{
    (void)state;
    check_control(LF_CONTROL_PI);
    check_control(LF_CONTROL_ELEMENTARY);
}

/* ---- rejections ---- */

/* Jumps where steps have become long, and rests in between. */
static lf_status jumps(double t, const double *y, double *f)
{
    (void)y;
    const double phase = fmod(fabs(t), 3);
    f[0] = phase < 1 ? 0 : phase < 2 ? 5 * cos(4 * t) : -20;
    return LF_OK;
}

/* A rejected step is tried again shorter, by a fifth at most; what is then accepted is followed by
 * no longer one; no step grows more than fivefold; and an accepted one is followed by none shorter
 * than 0.9 * 1e-4^(0.4/5) of it, however small the error before was. */
static void check_rules(double t1, double tolerance)
{
    lf_options opt = following(t1, tolerance, 0);
    double y = 0;
    const lf_stats stats = watched(&line, jumps, &opt, &y);
    const double least = 0.9 * pow(1e-4, 0.08);
    size_t after = 0;
    assert_true(stats.rejected > 20);
    for (size_t k = 0; k + 2 < attempts(); k++) {
        const attempt next = attempt_of(k + 1);
        const double factor = next.h / attempt_of(k).h;
        /* times are rounded, which tells in short steps */
        const double rounding = 1e-9 + 1e-14 * fabs(t1 / attempt_of(k).h);
        if (fabs(next.t + next.h - t1) < 1e-9)
            continue; /* it ends where the run does */
        const bool good = accepted(k), again = k > 0 && !accepted(k - 1);
        const double most = !good ? 1 - 1e-3 : again ? 1 : 5;
        after += good && again;
        if (!(factor <= most + rounding && factor >= (good ? least : 0.2) - 1e-5 - rounding))
            fail_msg("attempt %zu at t = %g: %s, the next is %g times as long", k, attempt_of(k).t,
                     good ? again ? "accepted after a rejection" : "accepted" : "rejected", factor);
    }
    assert_true(after > 5);
}

static void test_rejections(void **state)
{
    (void)state;
    check_rules(20, 1e-4);
    check_rules(20, 1e-7);
    check_rules(-20, 1e-6);
}

/* ---- limits ---- */

static lf_status constant(double t, const double *y, double *f)
{
    (void)t;
    (void)y;
    f[0] = 1;
    return LF_OK;
}

/* The largest step is heeded in both directions, and the end leaves no crumb: what is a hundredth
 * longer than a step is taken as one. */
static void test_largest_step(void **state)
{
    (void)state;
    for (int back = 0; back < 2; back++) {
        const double sign = back ? -1 : 1;
        lf_options opt = following(sign * 3.005, 1e-6, 0);
        double y = 0;
        opt.tolerance.h_max = 0.5;
        const lf_stats stats = watched(&line, constant, &opt, &y);
        for (size_t k = 0; k < attempts(); k++)
            assert_true(sign * attempt_of(k).h > 0 && fabs(attempt_of(k).h) <= 0.5 * 1.011);
        assert_true(stats.h_max <= 0.5 * 1.01);
        test_within(fabs(y - opt.t1), 1e-14, "the end");
    }
    lf_options opt = following(3.005, 1e-6, 0);
    double y = 0;
    opt.h = opt.tolerance.h_max = 1;
    assert_int_equal(watched(&line, constant, &opt, &y).steps, 3);
    opt.t1 = 3.02;
    assert_int_equal(watched(&line, constant, &opt, &y).steps, 4);
}

/* ---- long points ---- */

/* Component `which` of `dim` swings, the others rest. */
typedef struct {
    size_t dim, which;
} lonely;

static lf_status swing(const void *ctx, size_t trajectory, double t, const double *y, double *f)
{
    const lonely *L = ctx;
    (void)trajectory;
    memset(f, 0, L->dim * sizeof *f);
    f[L->which] = y[L->which] * cos(t * t);
    return LF_OK;
}

static lf_stats swing_steps(size_t dim, size_t which, size_t n)
{
    enum { MOST = 20, LANES = 3 };
    const lonely L = {dim, which};
    const lf_group group = lf_group_rn(dim);
    const lf_action action = lf_action_translation(&group);
    const lf_point_field point = {swing, &L};
    const lf_problem P = lf_problem_from_point("lonely", &action, &point);
    lf_options opt = following(5, 1e-7, 1e-7);
    lf_stats stats;
    double y[MOST * LANES] = {0};
    assert_true(dim <= MOST && n <= LANES);
    for (size_t i = 0; i < n; i++)
        y[which * n + i] = 1;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk5"), &opt, n, y, NULL, &stats), LF_OK);
    return stats;
}

/* Whichever component of however long a point moves, alone or in lanes: the steps are those of that
 * component by itself. */
static void test_every_component_counts(void **state)
{
    (void)state;
    const lf_stats alone = swing_steps(1, 0, 1);
    for (size_t dim = 2; dim <= 20; dim++)
        for (size_t which = 0; which < dim; which++)
            for (size_t n = 1; n <= 3; n += 2) {
                const lf_stats stats = swing_steps(dim, which, n);
                if (stats.steps != alone.steps || stats.h_min != alone.h_min ||
                    stats.h_max != alone.h_max || stats.rejected != n * alone.rejected)
                    fail_msg("component %zu of %zu, %zu lanes: %zu steps, alone %zu", which, dim, n,
                             stats.steps, alone.steps);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_step),      cmocka_unit_test(test_first_angle),
        cmocka_unit_test(test_first_from_rest), cmocka_unit_test(test_short_runs),
        cmocka_unit_test(test_control),         cmocka_unit_test(test_rejections),
        cmocka_unit_test(test_largest_step),    cmocka_unit_test(test_every_component_counts),
    };
    return cmocka_run_group_tests(tests, make_line, NULL);
}
