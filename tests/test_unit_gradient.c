/* SPDX-License-Identifier: BSD-3-Clause */
/* Gradient flows that a user of the library makes: a cost on SO(3) with a metric, its field against
 * differences, flows of second order, costs on frames, stopping where the gradient is small. */
#include "test_gradient_model.h"

#include <float.h>

#include <lieflow/frame.h>
#include <lieflow/gradient.h>

/* ---- attitudes that fit observed directions (Wahba's problem): cost = -tr(B^T R) ---- */

static const double wahba[9] = {1.0, 0.2, -0.3, 0.1, 0.8, 0.4, -0.2, 0.5, 1.5};
static const double metric[9] = {2, 0.3, 0.1, 0.3, 1, -0.2, 0.1, -0.2, 3};

static double wahba_cost(const void *ctx, size_t trajectory, double t, const double *y,
                         double *work)
{
    double sum = 0;
    (void)ctx, (void)trajectory, (void)t, (void)work;
    for (int k = 0; k < 9; k++)
        sum -= wahba[k] * y[k];
    return sum;
}

/* d/ds -tr(B^T exp(s u) R) = -u.sum over columns of (column of R) x (column of B) */
static lf_status wahba_differential(const void *ctx, size_t trajectory, double t, const double *y,
                                    double *m, double *work)
{
    (void)ctx, (void)trajectory, (void)t, (void)work;
    m[0] = m[1] = m[2] = 0;
    for (int j = 0; j < 3; j++) {
        const double r[3] = {y[j], y[3 + j], y[6 + j]};
        const double b[3] = {wahba[j], wahba[3 + j], wahba[6 + j]};
        m[0] -= r[1] * b[2] - r[2] * b[1];
        m[1] -= r[2] * b[0] - r[0] * b[2];
        m[2] -= r[0] * b[1] - r[1] * b[0];
    }
    return LF_OK;
}

static lf_status metric_everywhere(const void *ctx, size_t trajectory, double t, const double *y,
                                   double *M)
{
    (void)ctx, (void)trajectory, (void)t, (void)y;
    memcpy(M, metric, sizeof metric);
    return LF_OK;
}

static lf_descent wahba_descent(void)
{
    lf_descent D = lf_descent_default();
    D.name = "wahba";
    D.action = &lf_so3_left;
    D.cost = wahba_cost;
    D.differential = wahba_differential;
    return D;
}

/* A rotation that is nothing special. */
static void some_rotation(double *y)
{
    const double u[3] = {0.7, -1.1, 0.4};
    assert_int_equal(lf_group_exp(&lf_so3, 1, u, y, NULL), LF_OK);
}

static const lf_invariant *output_of(const lf_problem *P, const char *name)
{
    for (const lf_invariant *o = P->outputs; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

static double value_of(const lf_problem *P, const char *name, double t, const double *y)
{
    assert_non_null(output_of(P, name));
    return lf_problem_value(P, output_of(P, name)->value, t, y);
}

/* The field is -M^-1 m with m by differences of the cost along exp(s e_k).y; the cost falls at the rate
 * f.M f = |gradient|^2. Central differences with 1e-5 are good to 1e-10. */
static void check_field(const lf_descent *D, const double *M)
{
    lf_gradient flow;
    lf_problem P;
    char why[200] = "";
    double y[9], f[3], work[64];
    some_rotation(y);
    if (lf_problem_from_cost(&P, D, &flow, why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    assert_true(P.field_work <= 64);
    assert_int_equal(lf_problem_rate(&P, 0, y, f, work), LF_OK);
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double u[3] = {0, 0, 0}, side[2], moved[9], Mf = 0;
        for (int s = 0; s < 2; s++) {
            u[k] = s ? 1e-5 : -1e-5;
            lf_action_flow(&lf_so3_left, LF_EXP, 1, u, y, moved, work);
            side[s] = wahba_cost(NULL, 0, 0, moved, NULL);
        }
        for (int j = 0; j < 3; j++)
            Mf += (M ? M[3 * k + j] : (double)(j == k)) * f[j];
        test_within(fabs(Mf + (side[1] - side[0]) / 2e-5), 1e-9, "M f = -m, component %d", k);
        square += f[k] * Mf;
    }
    test_within(fabs(value_of(&P, "gradient", 0, y) - sqrt(square)), 1e-14, "length");
    test_within(fabs(value_of(&P, "cost", 0, y) - wahba_cost(NULL, 0, 0, y, NULL)), 0, "cost");
    assert_ptr_equal(lf_problem_cost(&P)->gradient, output_of(&P, "gradient")->value);
}

static void test_field(void **state)
{
    (void)state;
    double factor[9];
    lf_descent D = wahba_descent();
    check_field(&D, NULL);
    D.metric = metric;
    D.factor = factor;
    check_field(&D, metric);
    D.metric = NULL;
    D.metric_at = metric_everywhere;
    check_field(&D, metric);
}

/* Where the flow ends B^T R is symmetric, whatever the metric. */
static void test_arrives(void **state)
{
    (void)state;
    double factor[9], y[9], BR[9];
    for (int with = 0; with < 2; with++) {
        lf_descent D = wahba_descent();
        lf_gradient flow;
        lf_problem P;
        lf_options opt = lf_options_default();
        lf_stats stats;
        char why[200];
        D.metric = with ? metric : NULL;
        D.factor = factor;
        assert_int_equal(lf_problem_from_cost(&P, &D, &flow, why, sizeof why), LF_OK);
        some_rotation(y);
        opt.t1 = 60;
        opt.h = 0.1;
        opt.watch = 1;
        assert_int_equal(lf_solve(&P, lf_method_find("rkmk4"), &opt, 1, y, NULL, &stats), LF_OK);
        assert_true(stats.rise == 0);
        for (int k = 0; k < 9; k++) {
            BR[k] = 0;
            for (int l = 0; l < 3; l++)
                BR[k] += wahba[3 * l + k / 3] * y[3 * l + k % 3];
        }
        for (int k = 0; k < 9; k++)
            test_within(fabs(BR[k] - BR[k % 3 * 3 + k / 3]), 1e-13, "B^T R symmetric, %d", k);
    }
}

/* ---- flows of second order ---- */

/* E = cost + v.M v/2 falls by damping v.M v a unit of time, so it never rises, and without damping it
 * stays; the end is that of the first order. */
static void test_second_order(void **state)
{
    (void)state;
    double factor[9], y[12], first[9];
    lf_descent D = wahba_descent();
    lf_gradient flow, plain;
    lf_problem P, Q;
    lf_options opt = lf_options_default();
    lf_stats stats;
    char why[200], name[16];
    D.metric = metric;
    D.factor = factor;
    assert_int_equal(lf_problem_from_cost(&Q, &D, &plain, why, sizeof why), LF_OK);
    D.second_order = true;
    D.damping = 1.5;
    assert_int_equal(lf_problem_from_cost(&P, &D, &flow, why, sizeof why), LF_OK);
    assert_int_equal(P.action->dim, 12);
    lf_problem_column(&P, 9, name, sizeof name);
    assert_string_equal(name, "v1");
    some_rotation(y);
    some_rotation(first);
    y[9] = 0.3, y[10] = -0.2, y[11] = 0.5;
    const double kinetic = value_of(&P, "energy", 0, y) - value_of(&P, "cost", 0, y);
    test_within(fabs(kinetic - 0.5 * (2 * 0.09 + 0.04 + 0.75 - 2 * 0.3 * 0.06 + 2 * 0.1 * 0.15 +
                                      2 * 0.2 * 0.1)),
                1e-15, "v.M v/2");
    opt.t1 = 60;
    opt.h = 0.05;
    opt.watch = 1;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk4"), &opt, 1, y, NULL, &stats), LF_OK);
    assert_true(stats.rise == 0);
    assert_int_equal(lf_solve(&Q, lf_method_find("rkmk4"), &opt, 1, first, NULL, NULL), LF_OK);
    test_within(test_distance(9, y, first), 1e-12, "both end in the same place");
    D.damping = 0;
    assert_int_equal(lf_problem_from_cost(&P, &D, &flow, why, sizeof why), LF_OK);
    some_rotation(y);
    y[9] = 0.3, y[10] = -0.2, y[11] = 0.5;
    const double before = value_of(&P, "energy", 0, y);
    opt.t1 = 5;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk8"), &opt, 1, y, NULL, NULL), LF_OK);
    test_within(fabs(value_of(&P, "energy", 0, y) - before), 1e-13, "without damping");
}

/* ---- refusals ---- */

static void refused(const lf_descent *D, const char *words)
{
    lf_gradient flow;
    lf_problem P;
    char why[300] = "";
    assert_int_equal(lf_problem_from_cost(&P, D, &flow, why, sizeof why), LF_EINPUT);
    if (!strstr(why, words))
        fail_msg("\"%s\" does not say %s", why, words);
}

static void test_refusals(void **state)
{
    (void)state;
    static const double skewed[9] = {1, 0.5, 0, 0, 1, 0, 0, 0, 1};
    static const double flat[9] = {1, 1, 0, 1, 1, 0, 0, 0, 1}, hollow[9] = {NAN};
    double factor[9];
    lf_descent D = wahba_descent();
    D.size = 8;
    refused(&D, "lf_descent_default");
    D = wahba_descent();
    D.cost = NULL;
    refused(&D, "needs an action, a cost");
    D = wahba_descent();
    D.metric = metric;
    refused(&D, "room for its factor");
    D.factor = factor;
    D.metric_at = metric_everywhere;
    refused(&D, "not both");
    D.metric_at = NULL;
    D.metric = skewed;
    refused(&D, "not symmetric: entries 2,1 and 1,2");
    D.metric = flat;
    refused(&D, "not positive definite");
    D.metric = hollow;
    refused(&D, "not positive definite");
    D = wahba_descent();
    D.second_order = true;
    D.damping = -1;
    refused(&D, "damping must be 0 or positive");
    D.damping = NAN;
    refused(&D, "damping must be 0 or positive");
    D.damping = 1;
    D.metric_at = metric_everywhere;
    refused(&D, "the same everywhere");
}

static void test_frame_refusals(void **state)
{
    (void)state;
    lf_frame frame = {5, 2, false};
    lf_group G = lf_group_frame(&frame);
    const lf_action A = lf_action_frame(&G);
    lf_descent D = wahba_descent();
    D.action = &A;
    D.metric = metric;
    refused(&D, "take no other");
    D.metric = NULL;
    D.second_order = true;
    refused(&D, "so(d)");
}

/* ---- frames ---- */

/* A cost without symmetry on St(7, 3): sum of weights times cubes and products of neighbours. */
static double odd_cost(const void *ctx, size_t trajectory, double t, const double *y, double *work)
{
    double sum = 0;
    (void)ctx, (void)trajectory, (void)work;
    for (int i = 0; i < 21; i++)
        sum += sin(1.0 + i + t) * pow(y[i], 3) + cos(2.0 * i) * y[i] * y[(i + 4) % 21];
    return sum;
}

static lf_status odd_differential(const void *ctx, size_t trajectory, double t, const double *y,
                                  double *m, double *work)
{
    (void)ctx, (void)trajectory, (void)work;
    for (int i = 0; i < 21; i++)
        m[i] = 3 * sin(1.0 + i + t) * y[i] * y[i] + cos(2.0 * i) * y[(i + 4) % 21] +
               cos(2.0 * (double)((i + 17) % 21)) * y[(i + 17) % 21];
    return LF_OK;
}

/* Tangent, and downhill at the rate of the square of the length of the gradient, by differences along the
 * way; and in the Stiefel metric <F, F> = |F|^2 - |Y^T F|^2/2. */
static void test_frame_field(void **state)
{
    (void)state;
    enum { D = 7, K = 3 };
    lf_frame frame = {D, K, false};
    const lf_group G = lf_group_frame(&frame);
    const lf_action A = lf_action_frame(&G);
    double y[D * K], f[D * K], u[D * K], to[2][D * K], side[2], *work = calloc(20000, 8);
    lf_gradient flow;
    lf_problem P;
    char why[200];
    lf_descent descent = lf_descent_default();
    descent.action = &A;
    descent.cost = odd_cost;
    descent.differential = odd_differential;
    assert_int_equal(lf_problem_from_cost(&P, &descent, &flow, why, sizeof why), LF_OK);
    test_random r = {3};
    test_fill(&r, D * K, 1, y);
    assert_true(lf_action_work(&A, 1) < 20000);
    assert_int_equal(lf_action_project(&A, 1, y, y, work), LF_OK);
    assert_int_equal(lf_problem_rate(&P, 0.3, y, f, work), LF_OK);
    double skew = 0, turn = 0, length = 0;
    for (int a = 0; a < K; a++)
        for (int b = 0; b < K; b++) {
            double ab = 0, ba = 0;
            for (int i = 0; i < D; i++) {
                ab += y[a * D + i] * f[b * D + i];
                ba += y[b * D + i] * f[a * D + i];
            }
            skew = fmax(skew, fabs(ab + ba));
            turn += ab * ab;
        }
    for (int i = 0; i < D * K; i++)
        length += f[i] * f[i];
    test_within(skew, 1e-14, "Y^T F is skew");
    const double square = pow(value_of(&P, "gradient", 0.3, y), 2);
    test_within(fabs(square - (length - 0.5 * turn)), 1e-13 * square, "length of the gradient");
    assert_true(turn > 0.01);
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < D * K; i++)
            u[i] = (s ? 1e-5 : -1e-5) * f[i];
        lf_action_flow(&A, LF_EXP, 1, u, y, to[s], work);
        side[s] = odd_cost(NULL, 0, 0.3, to[s], NULL);
    }
    test_within(fabs((side[1] - side[0]) / 2e-5 + square), 1e-8 * square, "d cost = -|grad|^2");
    free(work);
}

/* ---- stopping ---- */

static double until_length(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    double q;
    (void)ctx;
    lf_problem_cost(P)->gradient(P, L, y, &q);
    return q;
}

/* The run has the bits of one without the rule, and ends at the first step at whose end the number is
 * small; fixed steps and a tolerance, one trajectory and several. */
static void check_until(double tolerance, size_t n)
{
    lf_descent D = wahba_descent();
    lf_gradient flow;
    lf_problem P;
    char why[200];
    double y[9 * 3], one[9], bare[9 * 3];
    lf_trajectory_end ends[3];
    const lf_until until = {"gradient", until_length, NULL, 1e-6};
    lf_options opt = lf_options_default();
    lf_stats stats;
    assert_int_equal(lf_problem_from_cost(&P, &D, &flow, why, sizeof why), LF_OK);
    for (size_t i = 0; i < n; i++) {
        const double u[3] = {0.5 * (double)i, 0.3, -0.2 * (double)i};
        lf_group_exp(&lf_so3, 1, u, one, NULL);
        for (size_t c = 0; c < 9; c++)
            y[c * n + i] = bare[c * n + i] = one[c];
    }
    opt.t1 = 100;
    opt.h = tolerance > 0 ? 0 : 0.125;
    opt.tolerance.atol = opt.tolerance.rtol = tolerance;
    opt.ends = ends;
    opt.until = &until;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk5"), &opt, n, y, NULL, &stats), LF_EVENT);
    assert_int_equal(stats.arrived, n);
    assert_non_null(strstr(stats.message, "gradient fell to"));
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < 9; c++)
            one[c] = y[c * n + i];
        assert_true(value_of(&P, "gradient", 0, one) <= 1e-6);
        assert_true(ends[i].status == LF_EVENT && ends[i].t > 1 && ends[i].t < 60);
    }
    if (tolerance > 0)
        return;
    opt.ends = NULL;
    opt.until = NULL; /* the same steps without it; one fewer is not enough */
    opt.t1 = ends[0].t;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk5"), &opt, n, bare, NULL, NULL), LF_OK);
    for (size_t c = 0; c < 9; c++)
        assert_true(bare[c * n] == y[c * n]);
    for (size_t i = 0; i < n; i++) {
        const double u[3] = {0.5 * (double)i, 0.3, -0.2 * (double)i};
        lf_group_exp(&lf_so3, 1, u, one, NULL);
        opt.t1 = ends[i].t - 0.125;
        assert_int_equal(lf_solve(&P, lf_method_find("rkmk5"), &opt, 1, one, NULL, NULL), LF_OK);
        assert_true(value_of(&P, "gradient", 0, one) > 1e-6);
    }
}

static void test_until(void **state)
{
    (void)state;
    check_until(0, 1);
    check_until(0, 3);
    check_until(1e-8, 1);
    check_until(1e-8, 3);
    const lf_until nothing = {"gradient", NULL, NULL, 1e-6},
                   hollow = {"g", until_length, NULL, NAN};
    lf_options opt = lf_options_default();
    lf_descent D = wahba_descent();
    lf_gradient flow;
    lf_problem P;
    char why[200];
    double y[9];
    lf_stats stats;
    assert_int_equal(lf_problem_from_cost(&P, &D, &flow, why, sizeof why), LF_OK);
    some_rotation(y);
    opt.until = &nothing;
    assert_int_equal(lf_solve(&P, lf_method_find("cf4"), &opt, 1, y, NULL, &stats), LF_EINPUT);
    opt.until = &hollow;
    assert_int_equal(lf_solve(&P, lf_method_find("cf4"), &opt, 1, y, NULL, &stats), LF_EINPUT);
    assert_non_null(strstr(stats.message, "a value and a bound"));
}

/* A step of 2/curvature or more leaves the minimum, and that is told; going back in time the cost may
 * rise, and nothing is said. */
static void test_rise(void **state)
{
    (void)state;
    lf_descent D = wahba_descent();
    lf_gradient flow;
    lf_problem P;
    char why[200];
    double y[9];
    lf_options opt = lf_options_default();
    lf_stats stats;
    assert_int_equal(lf_problem_from_cost(&P, &D, &flow, why, sizeof why), LF_OK);
    some_rotation(y);
    opt.t1 = 40;
    opt.h = 1.9; /* curvatures at the end are sums of two singular values of B, up to 2.6 */
    opt.watch = 1;
    assert_int_equal(lf_solve(&P, lf_method_find("lie-euler"), &opt, 1, y, NULL, &stats), LF_OK);
    assert_true(stats.rise > 0.01 && stats.rise_t > 0);
    some_rotation(y);
    opt.t1 = -2;
    opt.h = 0.1;
    assert_int_equal(lf_solve(&P, lf_method_find("rkmk4"), &opt, 1, y, NULL, &stats), LF_OK);
    assert_true(stats.rise == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_field),          cmocka_unit_test(test_arrives),
        cmocka_unit_test(test_second_order),   cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_frame_refusals), cmocka_unit_test(test_frame_field),
        cmocka_unit_test(test_until),          cmocka_unit_test(test_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
