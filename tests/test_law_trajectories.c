/* SPDX-License-Identifier: BSD-3-Clause */
/* The number of a trajectory reaches everything that may ask for it: fields, invariants, traits,
 * potentials and events. An ensemble whose trajectories differ in a parameter, looked up by that
 * number, has the bits of the same trajectories flown one by one with the parameter itself. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

#include <lieflow/bodies.h>

enum { MANY = 19, WIDTH = 4, DIM = 18, ROWS = 8, HITS = 16 };

/* A parameter per trajectory: a run of one has number 0 and sees its own at the front. */
static double parameters[MANY];

static double parameter(const void *ctx, const lf_lanes *L, size_t i)
{
    return ((const double *)ctx)[lf_lanes_trajectory(L, i)];
}

/* ---- problems ---- */

static lf_status sphere_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                              double *work)
{
    const size_t n = L->n;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double c = parameter(P->ctx, L, i);
        f[i] = c * y[n + i];
        f[n + i] = sin(c * L->t[i]);
        f[2 * n + i] = 1 + y[i] * y[2 * n + i];
    }
    return LF_OK;
}

static void weighed(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    for (size_t i = 0; i < L->n; i++)
        q[i] = parameter(P->ctx, L, i) * y[i] + y[L->n + i];
}

static const lf_invariant weights[] = {{"weight", "c y1 + y2", weighed}, {NULL, NULL, NULL}};

/* On T*SO(3): H = c |mu|^2/2 with moments, and a weight. */
static void top_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *e)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++) {
        e[i] = parameter(P->ctx, L, i) * y[8 * n + i];
        for (size_t k = 0; k < 3; k++)
            e[i] += y[(9 + k) * n + i] * y[(9 + k) * n + i] / (2. + (double)k);
    }
}

static lf_status top_velocity(const lf_problem *P, const lf_lanes *L, const double *y, double *xi)
{
    const size_t n = L->n;
    (void)P;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < n; i++)
            xi[k * n + i] = y[(9 + k) * n + i] / (1 + 0.5 * (double)k);
    return LF_OK;
}

/* the weight hangs on the third axis of the body: a -> c e3.(a x R e3) */
static lf_status top_force(const lf_problem *P, const lf_lanes *L, const double *y, double *nu)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++) {
        const double c = parameter(P->ctx, L, i);
        nu[i] = -c * y[5 * n + i];
        nu[n + i] = c * y[2 * n + i];
        nu[2 * n + i] = 0;
    }
    return LF_OK;
}

static lf_status top_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                           double *work)
{
    (void)work;
    top_velocity(P, L, y, f);
    return top_force(P, L, y, f + 3 * L->n);
}

static const lf_hamiltonian top_hamiltonian = {&lf_so3, top_energy, top_velocity, top_force};
static const lf_trait top_traits[] = {{LF_TRAIT_HAMILTONIAN, &top_hamiltonian},
                                      {LF_TRAIT_END, NULL}};
static const lf_invariant top_invariants[] = {{"energy", "H", top_energy}, {NULL, NULL, NULL}};

/* On R^3: H = (c y1^2 + y2^2 + y3^2)/2, f = S gamma; also turns about the axes one by one. */
static void level_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *e)
{
    const size_t n = L->n;
    for (size_t i = 0; i < n; i++)
        e[i] = 0.5 * (parameter(P->ctx, L, i) * y[i] * y[i] + y[n + i] * y[n + i] +
                      y[2 * n + i] * y[2 * n + i]);
}

static lf_status level_gamma(const lf_problem *P, const lf_lanes *L, const double *y, double *gamma)
{
    const size_t n = L->n;
    memcpy(gamma, y, 3 * n * sizeof *y);
    for (size_t i = 0; i < n; i++)
        gamma[i] *= parameter(P->ctx, L, i);
    return LF_OK;
}

static lf_status level_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const size_t n = L->n;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double x = parameter(P->ctx, L, i) * y[i];
        f[i] = y[n + i] - 0.3 * y[2 * n + i];
        f[n + i] = -x + 0.2 * y[2 * n + i];
        f[2 * n + i] = 0.3 * x - 0.2 * y[n + i];
    }
    return LF_OK;
}

/* The explicit midpoint rule with the field inlined, for n lanes. */
static void level_steps(size_t n, const lf_problem *P, const lf_lanes *L, int count,
                        const double *twice, const double *base, double *before, double *now)
{
    double y[3 * LF_MIDPOINT_WIDE], F[3 * LF_MIDPOINT_WIDE];
    assert_int_equal(L->n, n);
    for (int k = 0; k < count; k++) {
        for (size_t j = 0; j < 3 * n; j++)
            y[j] = base[j] + now[j];
        level_field(P, L, y, F, NULL);
        for (size_t j = 0; j < 3 * n; j++) {
            const double next = before[j] + twice[j % n] * F[j];
            before[j] = now[j];
            now[j] = next;
        }
    }
}

static void level_burst(const lf_problem *P, const lf_lanes *L, int count, const double *twice,
                        const double *base, double *before, double *now)
{
    level_steps(LF_MIDPOINT_LANES, P, L, count, twice, base, before, now);
}

static void level_wide(const lf_problem *P, const lf_lanes *L, int count, const double *twice,
                       const double *base, double *before, double *now)
{
    level_steps(LF_MIDPOINT_WIDE, P, L, count, twice, base, before, now);
}

static const lf_ambient level_as_it_stands = {.field = level_field};
static const lf_midpoint level_midpoint = {level_burst, level_wide};
static const lf_trait level_bursts[] = {{LF_TRAIT_AMBIENT, &level_as_it_stands},
                                        {LF_TRAIT_MIDPOINT, &level_midpoint},
                                        {LF_TRAIT_END, NULL}};

static const lf_energy level_discrete = {level_energy, level_gamma, NULL};
static const lf_trait level_traits[] = {{LF_TRAIT_ENERGY, &level_discrete}, {LF_TRAIT_END, NULL}};
static const lf_invariant level_invariants[] = {{"energy", "H", level_energy}, {NULL, NULL, NULL}};

static lf_status turning_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                               double *work)
{
    (void)y;
    (void)work;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < L->n; i++)
            f[k * L->n + i] = (double)(k + 1) * parameter(P->ctx, L, i);
    return LF_OK;
}

/* about axis k, so far as the parameter says */
static lf_status turning_flow(const lf_problem *P, size_t k, const lf_lanes *L, const double *y0,
                              double *y1, double *work)
{
    const size_t n = L->n, a = (k + 1) % 3, b = (k + 2) % 3;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double angle = (double)(k + 1) * parameter(P->ctx, L, i) * L->h[i];
        y1[k * n + i] = y0[k * n + i];
        y1[a * n + i] = cos(angle) * y0[a * n + i] - sin(angle) * y0[b * n + i];
        y1[b * n + i] = sin(angle) * y0[a * n + i] + cos(angle) * y0[b * n + i];
    }
    return LF_OK;
}

static const lf_splitting turning_pieces = {.pieces = 3, .flow = turning_flow};
static const lf_trait turning_traits[] = {{LF_TRAIT_SPLITTING, &turning_pieces},
                                          {LF_TRAIT_END, NULL}};

/* ---- bodies ---- */

enum { BODIES = 2 };

/* A spring of that strength between the centres, and c a1.a2 of the bodies' third axes: numbers that
 * stay when both move together, as the relative forms want it. */
static lf_status springs(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                         double *U, double *g, double *M)
{
    const size_t n = L->n, m = BODIES * n;
    for (size_t b = 0; b < BODIES; b++)
        for (size_t i = 0; i < n; i++) {
            const size_t at = b * n + i, to = (1 - b) * n + i;
            const double c = parameter(B->ctx, L, i);
            double turned[2] = {0, 0}, energy = 0;
            for (size_t k = 0; k < 3; k++) {
                const double d = x[k * m + at] - x[k * m + to], axis = R[(3 * k + 2) * m + to];
                energy += c * (0.5 * d * d + axis * R[(3 * k + 2) * m + at]);
                turned[0] += c * R[3 * k * m + at] * axis;
                turned[1] += c * R[(3 * k + 1) * m + at] * axis;
                if (g)
                    g[k * m + at] = c * d;
            }
            if (U)
                U[i] = energy;
            if (M) {
                M[at] = turned[1];
                M[m + at] = -turned[0];
                M[2 * m + at] = 0;
            }
        }
    return LF_OK;
}

static void nearest(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                    double *d)
{
    (void)R;
    for (size_t i = 0; i < L->n; i++)
        d[i] = fabs(x[i] - x[L->n + i]) + parameter(B->ctx, L, i);
}

/* ---- runs ---- */

typedef struct {
    size_t rows, n, dim, invariants;
    double t[ROWS], y[ROWS][DIM * BODIES * MANY], value[ROWS][LF_MAX_INVARIANTS * MANY];
    size_t hits[MANY];
    double hit_t[MANY][HITS], hit_y[MANY][HITS];
} record;

static lf_status keep_row(void *ctx, const lf_row *row)
{
    record *r = ctx;
    assert_true(r->rows < ROWS && row->n == r->n);
    r->t[r->rows] = row->t;
    memcpy(r->y[r->rows], row->y, r->dim * r->n * sizeof *row->y);
    memcpy(r->value[r->rows++], row->invariants, r->invariants * r->n * sizeof *row->y);
    return LF_OK;
}

static lf_status keep_hit(void *ctx, const lf_hit *hit)
{
    record *r = ctx;
    const size_t k = r->hits[hit->trajectory]++;
    assert_true(k < HITS);
    r->hit_t[hit->trajectory][k] = hit->t;
    r->hit_y[hit->trajectory][k] = hit->y[0];
    return LF_OK;
}

/* zero where the parameter says: c y1 + y2 = c/2 */
static double crossing(const void *ctx, const lf_problem *P, const lf_lanes *L, const double *y)
{
    const double c = parameter(P->ctx, L, 0);
    (void)ctx;
    assert_int_equal(L->n, 1);
    return c * y[0] + y[1] - 0.5 * c;
}

static const lf_event event = {"crossing", crossing, NULL, 0, false};

/* How a problem is built around its parameters. */
typedef lf_problem maker(const double *front);

static lf_problem make_sphere(const double *front)
{
    return (lf_problem){.name = "sphere",
                        .action = &lf_sphere,
                        .field = sphere_field,
                        .ctx = front,
                        .invariants = weights};
}

static lf_problem make_top(const double *front)
{
    return (lf_problem){.name = "top",
                        .action = &lf_se3_left,
                        .field = top_field,
                        .ctx = front,
                        .traits = top_traits,
                        .invariants = top_invariants};
}

static lf_problem make_level(const double *front)
{
    return (lf_problem){.name = "level",
                        .action = &lf_r3_translation,
                        .field = level_field,
                        .ctx = front,
                        .traits = level_traits,
                        .invariants = level_invariants};
}

static lf_problem make_bursts(const double *front)
{
    lf_problem P = make_level(front);
    P.traits = level_bursts;
    return P;
}

static lf_problem make_turning(const double *front)
{
    return (lf_problem){.name = "turning",
                        .action = &lf_rotation,
                        .field = turning_field,
                        .ctx = front,
                        .traits = turning_traits,
                        .invariants = weights};
}

static lf_form form;

static lf_problem make_bodies(const double *front)
{
    static const double mass[BODIES] = {1, 2}, moment[3 * BODIES] = {1, 2, 2, 1.5, 2.5, 3};
    static lf_bodies B;
    static lf_bodies_space space;
    B = (lf_bodies){.count = BODIES,
                    .form = form,
                    .mass = mass,
                    .moment = moment,
                    .potential = springs,
                    .closest = nearest,
                    .ctx = front};
    return lf_problem_from_bodies("bodies", &B, &space);
}

/* Start points near each other. */
static void starts(const lf_action *A, double *y)
{
    double u[TEST_MAX_DIM], base[DIM * BODIES], moved[DIM * BODIES];
    test_random r = {3};
    test_point(A, &r, 1, base);
    for (size_t i = 0; i < MANY; i++) {
        parameters[i] = 0.5 + 0.05 * (double)((7 * i) % MANY);
        test_fill(&r, A->group->dim, 0.1, u);
        test_flow(A, LF_EXP, 1, u, base, moved);
        test_put_lane(A->dim, MANY, i, moved, y);
    }
}

static lf_stats fly(const lf_problem *P, const lf_method *M, const lf_options *opt, size_t n,
                    double *y, record *r)
{
    lf_stats stats;
    const lf_sink sink = {.row = keep_row, .ctx = r, .hit = keep_hit};
    r->rows = 0;
    r->n = n;
    r->dim = P->action->dim;
    for (r->invariants = 0; P->invariants[r->invariants].name;)
        r->invariants++;
    memset(r->hits, 0, sizeof r->hits);
    if (lf_solve(P, M, opt, n, y, &sink, &stats) != LF_OK)
        fail_msg("%s on %s: %s", M->name, P->name, stats.message);
    return stats;
}

/* Trajectory i of an ensemble is what it is alone: rows, invariants, hits and the end. */
static void same_trajectory(const char *what, size_t i, const record *all, const record *one)
{
    double lane[DIM * BODIES], value[LF_MAX_INVARIANTS];
    assert_int_equal(all->rows, one->rows);
    for (size_t k = 0; k < all->rows; k++) {
        test_take_lane(all->dim, MANY, i, all->y[k], lane);
        test_take_lane(all->invariants, MANY, i, all->value[k], value);
        test_same_bits(all->dim, lane, one->y[k], "%s: row %zu of %zu", what, k, i);
        test_same_bits(all->invariants, value, one->value[k], "%s: invariants %zu of %zu", what, k,
                       i);
    }
    assert_int_equal(all->hits[i], one->hits[0]);
    test_same_bits(all->hits[i], all->hit_t[i], one->hit_t[0], "%s: hits of %zu", what, i);
    test_same_bits(all->hits[i], all->hit_y[i], one->hit_y[0], "%s: hits of %zu", what, i);
}

/* What was found in the whole run: hits, and whether the parameters mattered. */
typedef struct {
    size_t hits;
    double guard;
} findings;

static findings check(maker *make, const lf_method *M, const lf_options *opt)
{
    static record all, one;
    double y[DIM * BODIES * MANY], start[DIM * BODIES * MANY], lane[DIM * BODIES],
        end[DIM * BODIES];
    findings found = {0, INFINITY};
    lf_problem P = make(parameters);
    const size_t dim = P.action->dim;
    starts(P.action, start);
    memcpy(y, start, dim * MANY * sizeof *y);
    const lf_stats stats = fly(&P, M, opt, MANY, y, &all);
    for (size_t i = 0; i < MANY; i++) {
        P = make(parameters + i);
        test_take_lane(dim, MANY, i, start, lane);
        const lf_stats alone = fly(&P, M, opt, 1, lane, &one);
        test_take_lane(dim, MANY, i, y, end);
        test_same_bits(dim, end, lane, "%s on %s: end of %zu", M->name, P.name, i);
        same_trajectory(M->name, i, &all, &one);
        found.hits += one.hits[0];
        found.guard = fmin(found.guard, alone.guard);
    }
    assert_true(stats.guard == found.guard);
    return found;
}

/* Fixed steps in blocks, with rows on and off the grid. */
static void check_fixed(maker *make, const lf_method *M)
{
    lf_options opt = lf_options_default();
    opt.t1 = 0.2;
    opt.h = 0.05;
    opt.block = WIDTH;
    check(make, M, &opt);
    opt.every = 0.06;
    check(make, M, &opt);
}

/* Steps that follow a tolerance: more trajectories than lanes, and blocks of them from row to row. */
static size_t check_adaptive(maker *make, const lf_method *M, bool events)
{
    lf_options opt = lf_options_default();
    opt.t1 = 0.6;
    opt.h = 0;
    opt.block = WIDTH;
    opt.tolerance.atol = opt.tolerance.rtol = 1e-6;
    opt.events = &event;
    opt.event_count = events;
    const size_t hits = check(make, M, &opt).hits;
    opt.every = 0.13;
    assert_int_equal(check(make, M, &opt).hits, hits);
    return hits;
}

static void check_methods(maker *make, unsigned needs, bool events, bool others)
{
    const lf_problem P = make(parameters);
    size_t checked = 0, hits = 0;
    for (const lf_method *const *M = lf_methods; *M; M++) {
        const char *why;
        if (lf_method_fits(*M, &P, &why) != LF_OK || ((*M)->needs != needs && !others))
            continue;
        check_fixed(make, *M);
        if ((*M)->estimator.attempt)
            hits += check_adaptive(make, *M, events);
        checked++;
    }
    assert_true(checked >= 2);
    assert_true(!events || hits > 0);
}

/* Every method that runs on a plain field, the ambient and the implicit ones among them. */
static void test_fields(void **state)
{
    (void)state;
    check_methods(make_sphere, 0, true, true);
}

static void test_traits(void **state)
{
    (void)state;
    check_methods(make_top, LF_NEEDS(LF_TRAIT_HAMILTONIAN), false, false);
    check_methods(make_level, LF_NEEDS(LF_TRAIT_ENERGY), false, false);
    check_methods(make_turning, LF_NEEDS(LF_TRAIT_SPLITTING), false, false);
}

/* Bursts of midpoint steps, of one trajectory and of many. */
static void test_bursts(void **state)
{
    (void)state;
    lf_options opt = lf_options_default();
    opt.t1 = 2;
    opt.h = 0;
    opt.tolerance.atol = opt.tolerance.rtol = 1e-10;
    for (size_t width = 1; width <= MANY; width += 6) {
        opt.block = width;
        check(make_bursts, lf_method_find("gbs-ambient"), &opt);
        opt.every = 0.7;
        check(make_bursts, lf_method_find("gbs-ambient"), &opt);
        opt.every = 0;
    }
}

/* Potentials and distances of bodies in all four forms, by explicit and variational integrators. */
static void test_potentials(void **state)
{
    (void)state;
    static const char *const explicit_ones[] = {"rkmk4", "rkmk8", "dopri5", "gbs", "gbs-ambient"};
    for (form = LF_INERTIAL_HAMILTONIAN; form <= LF_RELATIVE_LAGRANGIAN; form++) {
        check_methods(make_bodies, LF_NEEDS(LF_TRAIT_BODIES), false, false);
        for (size_t k = 0; k < sizeof explicit_ones / sizeof *explicit_ones; k++) {
            const lf_method *M = lf_method_find(explicit_ones[k]);
            if (k < 3)
                check_fixed(make_bodies, M);
            if (M->estimator.attempt)
                check_adaptive(make_bodies, M, false);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_traits),
        cmocka_unit_test(test_bursts),
        cmocka_unit_test(test_potentials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
