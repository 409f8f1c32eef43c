/* SPDX-License-Identifier: BSD-3-Clause */
/* The model full-body: flows known to many digits by two methods, the same motion in four forms and
 * by several potentials, fields from outside, collisions. */
#include "test_full_body_setup.h"

#include <float.h>
#include <math.h>

/* ---- references ---- */

static void put(setup *S, lf_list *list, size_t count, const double *values)
{
    list->count = count;
    if (count > LF_LIST_FEW) {
        assert_true(S->used + count <= NUMBERS);
        list->data = S->numbers + S->used;
        list->room = count;
        S->used += count;
    }
    memcpy(count > LF_LIST_FEW ? list->data : list->few, values, count * sizeof *values);
}

/* The bodies of a flow. */
static void read_bodies(test_node *flow, setup *S)
{
    double mass[MOST], J[9 * MOST], points[64], counts[MOST], axes[3 * MOST], square[3];
    test_node *bodies = test_get(flow, "bodies");
    const size_t n = test_length(bodies);
    size_t total = 0;
    for (size_t b = 0; b < n; b++) {
        test_node *body = test_item(bodies, b), *cloud = test_get(body, "points");
        mass[b] = test_number(test_get(body, "m"));
        assert_int_equal(test_numbers(test_get(body, "J"), 9, J + 9 * b), 9);
        counts[b] = (double)test_length(cloud);
        if (cloud)
            total += test_numbers(cloud, 64 - total, points + total);
        if (test_numbers(test_get(body, "square"), 3, square) == 3)
            for (size_t c = 0; c < 3; c++)
                axes[3 * b + c] = sqrt(square[c]);
    }
    put(S, &S->F.mass, n, mass);
    put(S, &S->F.inertia, 9 * n, J);
    if (total) {
        put(S, &S->F.points, total, points);
        put(S, &S->F.counts, n, counts);
    }
    if (S->F.potential == FULL_BODY_ELLIPSOID)
        put(S, &S->F.semiaxes, 3 * n, axes);
}

/* From body after body to [component][body]. */
static void interleave(size_t n, const double *states, double *y)
{
    for (size_t b = 0; b < n; b++)
        for (size_t c = 0; c < LF_BODY_DIM; c++)
            y[c * n + b] = states[LF_BODY_DIM * b + c];
}

static size_t read_flow(test_node *flow, setup *S)
{
    double states[DIM], zero[3 * MOST] = {0}, x[3 * MOST];
    char potential[32], setting[64];
    const size_t n = test_length(test_get(flow, "bodies"));
    begin(S);
    snprintf(setting, sizeof setting, "potential=%s",
             test_text(test_get(flow, "potential"), potential, sizeof potential));
    set(S, setting);
    S->F.G = test_number(test_get(flow, "G"));
    read_bodies(flow, S);
    assert_int_equal(test_numbers(test_get(flow, "y0"), DIM, states), LF_BODY_DIM * n);
    for (size_t b = 0; b < n; b++)
        memcpy(x + 3 * b, states + LF_BODY_DIM * b, 3 * sizeof *x);
    put(S, &S->F.x, 3 * n, x);
    put(S, &S->F.v, 3 * n, zero);
    put(S, &S->F.Omega, 3 * n, zero);
    build_or_fail(S);
    interleave(n, states, S->y); /* momenta and attitudes as they are, to the last bit */
    return n;
}

/* x, gamma, R, Pi of all bodies: the largest of their errors, relative to their lengths (R: 1) */
static double state_error(size_t n, const double *y, const double *truth)
{
    static const size_t from[] = {0, 3, 6, 15, 18};
    double worst = 0;
    for (size_t k = 0; k < 4; k++) {
        const size_t at = from[k] * n, count = (from[k + 1] - from[k]) * n;
        const double error = test_distance(count, y + at, truth + at);
        worst = fmax(worst, k == 2 ? error : error / test_norm(count, truth + at));
    }
    return worst;
}

/* How much larger than its roundings an error may be at time t: dumbbells come close to each other
 * at t = 9 and errors grow by 1e3 there; the others keep theirs within a factor of ten or so. */
static double growth(test_node *flow, double t)
{
    char name[32];
    test_text(test_get(flow, "case"), name, sizeof name);
    return strncmp(name, "dumbbell", 8) == 0 && t >= 9 ? 1e3 : 1;
}

/* The step of a composition of the variational integrator: its own error is below rounding then.
 * The first dumbbell turns by 9 rad/s. */
static double fixed_step(test_node *flow)
{
    char name[32];
    if (test_number(test_get(flow, "G")) < 1e-3)
        return 60;
    test_text(test_get(flow, "case"), name, sizeof name);
    return strncmp(name, "dumbbell", 8) == 0 ? 0.005 : 0.01;
}

/* From the start of `flow` to one of its results. rkmk8 with a tolerance makes few steps: 1e-12 is
 * what a well conditioned problem leaves of some hundred of them. The composition makes 17 small
 * steps in each of some thousand; half an epsilon from each adds to the phases. */
static void check_result(const setup *S, test_node *flow, test_node *result, const char *name)
{
    double states[DIM], truth[DIM], y[DIM];
    const size_t n = lf_full_body_count(&S->F);
    const bool fixed = strcmp(name, "rkmk8") != 0;
    lf_options opt = lf_options_default();
    lf_stats stats;
    char text[32];
    test_text(test_get(flow, "case"), text, sizeof text);
    opt.t1 = test_number(test_get(result, "t"));
    if (fixed)
        opt.h = opt.t1 / ceil(opt.t1 / fixed_step(flow) - 1e-9);
    else
        opt.tolerance.rtol = 1e-14;
    assert_int_equal(test_numbers(test_get(result, "y"), DIM, states), LF_BODY_DIM * n);
    interleave(n, states, truth);
    memcpy(y, S->y, sizeof y);
    if (lf_solve(&S->P, method(name), &opt, 1, y, NULL, &stats) != LF_OK)
        fail_msg("%s: %s", text, stats.message);
    const double rounding = fixed ? 17 * 0.5 * DBL_EPSILON * (double)stats.steps : 0;
    test_within(state_error(n, y, truth), (1e-12 + rounding) * growth(flow, opt.t1),
                "%s by %s at %g", text, name, opt.t1);
}

static void check_flows(const char *name)
{
    static setup S;
    test_document *D = test_open("full_body.json");
    test_node *flows = test_get(test_root(D), "flows");
    assert_int_equal(test_length(flows), 9);
    for (size_t k = 0; k < test_length(flows); k++) {
        test_node *flow = test_item(flows, k), *results = test_get(flow, "results");
        read_flow(flow, &S);
        for (size_t j = 0; j < test_length(results); j++)
            check_result(&S, flow, test_item(results, j), name);
    }
    test_close(D);
}

static void test_flows_rkmk8(void **state)
{
    (void)state;
    check_flows("rkmk8");
}

static void test_flows_lgvi(void **state)
{
    (void)state;
    check_flows("lgvi-kahanli8");
}

static double invariant(const lf_problem *P, const char *name, const double *y)
{
    double value = NAN;
    for (const lf_invariant *q = P->invariants; q->name; q++)
        if (strcmp(q->name, name) == 0)
            value = lf_problem_value(P, q->value, 0, y);
    return value;
}

/* Energy and angular momentum of the references at the start. */
static void test_start(void **state)
{
    (void)state;
    static setup S;
    static const char *const axis[] = {"angular.x", "angular.y", "angular.z"};
    test_document *D = test_open("full_body.json");
    test_node *flows = test_get(test_root(D), "flows");
    for (size_t k = 0; k < test_length(flows); k++) {
        test_node *result = test_item(test_get(test_item(flows, k), "results"), 0);
        double L[3];
        read_flow(test_item(flows, k), &S);
        const double E = test_number(test_get(result, "energy"));
        test_numbers(test_get(result, "L"), 3, L);
        /* energies are differences of larger terms: up to ten times as large */
        test_within(fabs(invariant(&S.P, "energy", S.y) - E), 20 * DBL_EPSILON * fabs(E),
                    "energy of flow %zu", k);
        for (size_t c = 0; c < 3; c++)
            test_within(fabs(invariant(&S.P, axis[c], S.y) - L[c]),
                        8 * DBL_EPSILON * test_norm(3, L), "%s of flow %zu", axis[c], k);
    }
    test_close(D);
}

/* The default is section 5.2 of Lee, Leok, McClamroch 2007 with its numbers unrounded. */
static void test_default(void **state)
{
    (void)state;
    static setup S;
    begin(&S);
    build_or_fail(&S);
    test_within(fabs(invariant(&S.P, "energy", S.y) - 0.44116865192820561775), 1e-15, "energy");
    test_within(fabs(invariant(&S.P, "angular.x", S.y) + 0.3), 2e-16, "angular.x");
    test_within(fabs(invariant(&S.P, "angular.z", S.y) - 1.2143125), 4e-16, "angular.z");
    test_march(&S.P, method("lgvi"), 15, 1500, S.y, NULL);
    assert_null(lf_problem_bodies(&S.P)->axes);
}

/* ---- forms and potentials ---- */

/* One motion, seen in four ways, in steps of rkmk8 that are exact up to rounding. Relative forms
 * have Omega = R J1^-1 R^T Pi: roundings of R reach it by the ratio of the moments, 63 at most, of
 * the 3.4e-13 by which inertial runs of different steps differ. With equal moments this goes. */
static void test_forms(void **state)
{
    (void)state;
    static const char *const form[] = {"form=inertial-hamiltonian", "form=inertial-lagrangian",
                                       "form=relative-hamiltonian", "form=relative-lagrangian"};
    static setup S;
    double y[4][DIM];
    for (size_t k = 0; k < 4; k++) {
        begin(&S);
        set(&S, form[k]);
        build_or_fail(&S);
        test_march(&S.P, method("rkmk8"), 5, 2000, S.y, NULL);
        lf_bodies_convert(lf_problem_bodies(&S.P), lf_problem_bodies(&S.P)->form,
                          LF_INERTIAL_HAMILTONIAN, 1, S.y, y[k]);
        test_within(state_error(2, y[k], y[0]), k < 2 ? 1e-12 : 63 * 3.4e-13, "%s", form[k]);
    }
}

/* Positions after a run with an ellipsoid and a sphere of a size, whose invariants stay. */
static void egg_run(const char *potential, double size, double x[6])
{
    static setup S;
    lf_stats stats;
    char text[256];
    begin(&S);
    set(&S, EGG_AND_BALL);
    snprintf(text, sizeof text, "potential=%s;semiaxes=%g %g %g %g %g %g", potential, 0.5 * size,
             0.4 * size, 0.3 * size, 0.25 * size, 0.25 * size, 0.25 * size);
    set(&S, text);
    build_or_fail(&S);
    test_march(&S.P, method("rkmk8"), 4, 400, S.y, &stats);
    for (size_t c = 0; c < stats.invariants; c++) /* roundings of 400 steps */
        test_within(stats.invariant[c].max_drift, 1e-13, "%s: %s", potential,
                    S.P.invariants[c].name);
    memcpy(x, S.y, 6 * sizeof *x);
}

/* What a potential leaves out moves the bodies by its degree in their size, compared with the exact
 * one. (Attitudes gain two degrees less: torques are divided by inertia.) Sizes are 1/6 and 1/12 of
 * the distance: the next term, two degrees higher, bends a slope by some hundredths. */
static void test_potentials_agree(void **state)
{
    (void)state;
    static const struct {
        const char *potential;
        double slope;
    } row[] = {{"second-degree", 4}, {"ellipsoid", 6}, {"cubature", 6}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        double error[2];
        for (size_t e = 0; e < 2; e++) {
            double exact[6], x[6];
            egg_run("sphere-ellipsoid", e ? 0.5 : 1, exact);
            egg_run(row[k].potential, e ? 0.5 : 1, x);
            error[e] = test_distance(6, x, exact);
        }
        test_within(fabs(log2(error[0] / error[1]) - row[k].slope), 0.1, "slope of %s",
                    row[k].potential);
    }
}

/* ---- fields from outside, collisions ---- */

static void mass_centre(const setup *S, const double *y, double c[3])
{
    const double *m = lf_problem_bodies(&S->P)->mass;
    for (size_t k = 0; k < 3; k++)
        c[k] = (m[0] * y[2 * k] + m[1] * y[2 * k + 1]) / (m[0] + m[1]);
}

/* Bodies fall together as one falls, and the energy stays; momenta are not promised. */
static void test_acceleration(void **state)
{
    (void)state;
    static setup S;
    lf_stats stats;
    double before[3], after[3];
    const double a[3] = {0.25, -1, 0.5}, t = 3;
    begin(&S);
    set(&S, "field=0.25 -1 0.5");
    build_or_fail(&S);
    mass_centre(&S, S.y, before);
    test_march(&S.P, method("rkmk8"), t, 600, S.y, &stats);
    mass_centre(&S, S.y, after);
    for (size_t c = 0; c < 3; c++) /* the centre rests at the start */
        test_within(fabs(after[c] - before[c] - 0.5 * a[c] * t * t), 1e-13, "fall");
    assert_int_equal(stats.invariants, 2);
    test_within(stats.invariant[0].max_drift, 1e-12, "%s", S.P.invariants[0].name);
    assert_true(isnan(invariant(&S.P, "momentum.x", S.y)));
}

/* sum (x - c) x gamma + R Pi, which a mass at c keeps */
static void moment_about(const setup *S, const double *y, const double c[3], double L[3])
{
    double shifted[DIM];
    const size_t n = lf_problem_bodies(&S->P)->count;
    memcpy(shifted, y, sizeof shifted);
    for (size_t k = 0; k < 3 * n; k++)
        shifted[k] -= c[k / n];
    setup inner = *S;
    inner.F.bodies.external = false;
    lf_bodies_space space;
    const lf_problem P = lf_problem_from_bodies("about", &inner.F.bodies, &space);
    L[0] = invariant(&P, "angular.x", shifted);
    L[1] = invariant(&P, "angular.y", shifted);
    L[2] = invariant(&P, "angular.z", shifted);
}

/* A mass at rest: energy and the angular momentum about its place stay, its tide turns bodies. */
static void test_sun_mass(void **state)
{
    (void)state;
    static setup S, bare;
    lf_stats stats;
    double before[3], after[3];
    const double place[3] = {-4, 3, -2};
    begin(&S);
    set(&S, EGGS "potential=second-degree;sun_mass=5;sun_place=-4 3 -2");
    build_or_fail(&S);
    moment_about(&S, S.y, place, before);
    test_march(&S.P, method("rkmk8"), 3, 600, S.y, &stats);
    moment_about(&S, S.y, place, after);
    test_within(test_distance(3, before, after), 1e-13 * test_norm(3, before), "moment about it");
    test_within(stats.invariant[0].max_drift, 1e-13, "energy");
    begin(&bare);
    set(&bare, EGGS "potential=second-degree");
    build_or_fail(&bare);
    test_march(&bare.P, method("rkmk8"), 3, 600, bare.y, NULL);
    assert_true(test_distance(2 * LF_BODY_DIM, S.y, bare.y) > 0.01);
}

/* The flyby comes as near as 0.2571: a run that minds 0.3 ends before. */
static void test_collision(void **state)
{
    (void)state;
    static setup S;
    lf_stats stats;
    lf_options opt = lf_options_default();
    opt.t1 = 15;
    opt.h = 0.01;
    begin(&S);
    set(&S, "collision=0.3");
    build_or_fail(&S);
    assert_true(lf_solve(&S.P, method("lgvi"), &opt, 1, S.y, NULL, &stats) != LF_OK);
    assert_true(stats.t > 8 && stats.t < 9.2 && strstr(stats.message, "closest"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flows_rkmk8),  cmocka_unit_test(test_flows_lgvi),
        cmocka_unit_test(test_start),        cmocka_unit_test(test_default),
        cmocka_unit_test(test_forms),        cmocka_unit_test(test_potentials_agree),
        cmocka_unit_test(test_acceleration), cmocka_unit_test(test_sun_mass),
        cmocka_unit_test(test_collision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
