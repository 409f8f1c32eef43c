/* SPDX-License-Identifier: BSD-3-Clause */
/* A trajectory does not know its neighbours: every operation of every action, a step of every method
 * on every model, and whole runs give the same bits for 3, 8 and 64 lanes as for one at a time.
 * Lanes have their own points, times and steps; some turn by more than two radians in an
 * exponential, where another formula takes over. */
#include "support/cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LANES = 130, ROOM = TEST_MAX_DIM * MAX_LANES };

static const size_t lanes[] = {1, 3, 8, 64};
enum { WIDTHS = sizeof lanes / sizeof *lanes };

/* ---- actions ---- */

typedef void action_call(const lf_action *A, size_t n, const double *a, const double *y,
                         double *out);

static void call_exp(const lf_action *A, size_t n, const double *u, const double *y, double *out)
{
    test_flow(A, LF_EXP, n, u, y, out);
}

static void call_cayley(const lf_action *A, size_t n, const double *u, const double *y, double *out)
{
    test_flow(A, LF_CAYLEY, n, u, y, out);
}

static void call_second_kind(const lf_action *A, size_t n, const double *u, const double *y,
                             double *out)
{
    test_flow(A, LF_SECOND_KIND, n, u, y, out);
}

static void call_apply(const lf_action *A, size_t n, const double *g, const double *y, double *out)
{
    test_apply(A, n, g, y, out);
}

static void call_generator(const lf_action *A, size_t n, const double *u, const double *y,
                           double *out)
{
    test_generator(A, n, u, y, out);
}

/* the defect from the first point of the lane to one flowed away from it and put off the manifold */
static void call_defect(const lf_action *A, size_t n, const double *u, const double *y, double *out)
{
    static double moved[ROOM];
    test_flow(A, LF_EXP, n, u, y, moved);
    for (size_t k = 0; k < A->dim * n; k++)
        moved[k] *= 1.01;
    test_defect(A, n, moved, y, out);
}

static const struct {
    const char *name;
    action_call *call;
    lf_map map; /* must be there */
    bool group, number;
} operations[] = {
    {"exp", call_exp, LF_EXP, false, false},
    {"cayley", call_cayley, LF_CAYLEY, false, false},
    {"second kind", call_second_kind, LF_SECOND_KIND, false, false},
    {"apply", call_apply, LF_EXP, true, false},
    {"generator", call_generator, LF_EXP, false, false},
    {"defect", call_defect, LF_EXP, false, true},
};

/* Lengths on both sides of the switch at two, and none at all. */
static void fill_algebra(const lf_group *G, test_random *r, size_t n, double *u)
{
    static const double length[] = {0, 1e-9, 0.3, 1, 1.9999, 2.001, 3.1, 5};
    double lane[TEST_MAX_DIM];
    for (size_t i = 0; i < n; i++) {
        const double size = length[test_bits(r) % (sizeof length / sizeof *length)];
        test_direction(r, G->dim, lane);
        for (size_t k = 0; k < G->dim; k++)
            lane[k] *= size;
        test_put_lane(G->dim, n, i, lane, u);
    }
}

static void check_operation(const lf_action *A, size_t op, size_t n, uint64_t seed)
{
    static double u[ROOM], g[ROOM], y[ROOM];
    double u1[TEST_MAX_DIM], g1[TEST_MAX_DIM], y1[TEST_MAX_DIM], out1[TEST_MAX_DIM],
        expected[TEST_MAX_DIM];
    const lf_group *G = A->group;
    const size_t count = operations[op].number ? 1 : A->dim;
    test_random r = {seed};
    fill_algebra(G, &r, n, u);
    test_exp(G, n, u, g);
    test_point(A, &r, n, y);
    double *out = test_guarded(count * n);
    operations[op].call(A, n, operations[op].group ? g : u, y, out);
    for (size_t i = 0; i < n; i++) {
        test_take_lane(G->dim, n, i, u, u1);
        test_take_lane(G->rep, n, i, g, g1);
        test_take_lane(A->dim, n, i, y, y1);
        test_take_lane(count, n, i, out, out1);
        operations[op].call(A, 1, operations[op].group ? g1 : u1, y1, expected);
        test_same_bits(count, out1, expected, "%s: %s, seed %llu, lane %zu of %zu", A->name,
                       operations[op].name, (unsigned long long)seed, i, n);
    }
    test_guarded_end(out, "%s: result of %s, %zu lanes", A->name, operations[op].name, n);
}

static void test_actions_by_lanes(void **state)
{
    (void)state;
    for (const lf_action *const *A = test_actions(); *A; A++)
        for (size_t op = 0; op < sizeof operations / sizeof *operations; op++)
            for (size_t w = 0; w < WIDTHS; w++)
                for (uint64_t seed = 1; seed <= 4; seed++)
                    if (lf_group_has_map((*A)->group, operations[op].map))
                        check_operation(*A, op, lanes[w], seed);
}

/* ---- methods on models ---- */

/* besides every model as it is */
static const char *const variants[][2] = {
    {"free-rigid-body-attitude", "attitude=quaternion"},
    {"duffing", "action=r2"},
    {"duffing", "action=se2"},
    {"duffing", "action=se2;a=0"},
    {"duffing", "action=se2;a=-0.5"},
    {"sphere-isotropy", "alpha=2"},
};

/* Starts around the model's own: moved by random elements of the group. */
static void starts(const test_model *m, size_t n, double *y)
{
    const lf_action *A = m->problem.action;
    double u[TEST_MAX_DIM], moved[TEST_MAX_DIM];
    test_random r = {21};
    for (size_t i = 0; i < n; i++) {
        test_fill(&r, A->group->dim, 0.5, u);
        u[0] = A->forward ? fabs(u[0]) : u[0];
        test_flow(A, LF_EXP, 1, u, m->y0, moved);
        test_put_lane(A->dim, n, i, moved, y);
    }
}

static bool turns(const lf_group *G)
{
    return G == &lf_so3 || G == &lf_s3 || G == &lf_se3 || G == &lf_tso3;
}

/* How fast the fastest of the starts moves: the rotation in the group, or the point itself. */
static double largest_rate(const test_model *m, bool rotation)
{
    const lf_problem *P = &m->problem;
    const lf_action *A = P->action;
    static double starting[ROOM];
    double y[TEST_MAX_DIM], f[TEST_MAX_DIM], F[TEST_MAX_DIM], rate = 0, t = 0;
    starts(m, MAX_LANES, starting);
    for (size_t i = 0; i < MAX_LANES; i++) {
        test_take_lane(A->dim, MAX_LANES, i, starting, y);
        test_rate(P, t, y, f);
        test_generator(A, 1, f, y, F);
        rate = fmax(rate, rotation ? test_norm(3, f) : test_norm(A->dim, F) / test_norm(A->dim, y));
    }
    return rate;
}

/* Steps that turn far where the group turns (half as far on S^3, whose angle is doubled); else such
 * that points move by a fifth of their size: classical methods must not run away. */
static double largest_step(const lf_method *M, const test_model *m)
{
    const lf_group *G = m->problem.action->group;
    if ((M->traits & LF_AMBIENT) || !turns(G))
        return 0.2 / largest_rate(m, false);
    return (G == &lf_s3 ? 1.75 : 3.5) / largest_rate(m, true);
}

/* Lanes with times and steps of their own. */
typedef struct {
    double t[MAX_LANES], h[MAX_LANES], y[ROOM];
} block;

static block first_block(const lf_method *M, const test_model *m, size_t n, double factor)
{
    block b;
    test_random r = {33};
    const double largest = factor * largest_step(M, m);
    memset(&b, 0, sizeof b);
    starts(m, n, b.y);
    for (size_t i = 0; i < n; i++) {
        b.t[i] = test_uniform(&r, 0, 3);
        b.h[i] = test_uniform(&r, 0.01, 1) * largest;
    }
    return b;
}

/* Three steps; times go on, steps change. */
static lf_status three_steps(const lf_method *M, const lf_problem *P, size_t n, block *b)
{
    return test_take_steps(M, P, n, 3, 0.75, b->t, b->h, b->y);
}

static void check_steps(const lf_method *M, const test_model *m, size_t n)
{
    static block first, many, one;
    lf_ambient_space space;
    lf_problem P = m->problem;
    if ((M->traits & LF_AMBIENT) && !P.action->flat)
        P = lf_problem_ambient(&m->problem, &space);
    const size_t dim = P.action->dim;
    size_t finite = 0;
    lf_status s = LF_ENEWTON;
    for (double factor = 1; s == LF_ENEWTON && factor > 1e-3; factor /= 4) {
        many = first = first_block(M, m, n, factor); /* equations are easier in shorter steps */
        s = three_steps(M, &P, n, &many);
    }
    if (s != LF_OK)
        fail_msg("%s on %s: %s", M->name, m->model->name, lf_status_text(s));
    for (size_t i = 0; i < n; i++) {
        double end[TEST_MAX_DIM];
        one.t[0] = first.t[i];
        one.h[0] = first.h[i];
        test_take_lane(dim, n, i, first.y, one.y);
        assert_int_equal(three_steps(M, &P, 1, &one), LF_OK);
        test_take_lane(dim, n, i, many.y, end);
        if (isfinite(test_norm(dim, end)))
            finite++;
        else if (!isfinite(test_norm(dim, one.y)))
            continue; /* overflows alone as among neighbours; signs of NaN are nobody's bits */
        test_same_bits(dim, end, one.y, "%s on %s: lane %zu of %zu", M->name, m->model->name, i, n);
    }
}

/* Call with every method that fits. */
static void on_every_method(const test_model *m,
                            void (*check)(const lf_method *, const test_model *))
{
    const char *why;
    for (const lf_method *const *M = lf_methods(); *M; M++)
        if (lf_method_fits(*M, &m->problem, &why) == LF_OK)
            check(*M, m);
}

/* Call with every method on every model. */
static void on_every_pair(void (*check)(const lf_method *M, const test_model *m))
{
    static test_model m;
    const lf_model *model;
    for (size_t at = 0; (model = lf_model_at(at)); at++) {
        assert_int_equal(test_build(&m, model->name, ""), LF_OK);
        on_every_method(&m, check);
    }
    for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
        assert_int_equal(test_build(&m, variants[k][0], variants[k][1]), LF_OK);
        on_every_method(&m, check);
    }
}

/* Some lane turns by more than two radians (one on S^3, where the angle is doubled) in its first
 * step, and some lane does not. */
static void check_far(const lf_method *M, const test_model *m)
{
    const lf_problem *P = &m->problem;
    const block b = first_block(M, m, 64, 1);
    double y[TEST_MAX_DIM], f[TEST_MAX_DIM];
    size_t far = 0;
    for (size_t i = 0; i < 64; i++) {
        test_take_lane(P->action->dim, 64, i, b.y, y);
        test_rate(P, b.t[i], y, f);
        far += b.h[i] * test_norm(3, f) > (P->action->group == &lf_s3 ? 1 : 2);
    }
    if (far == 0 || far == 64)
        fail_msg("%s on %s: %zu lanes turn far", M->name, m->model->name, far);
}

/* Newmark and matrices are slow, and long points fly alone, however many there are. */
static bool few_will_do(const lf_method *M, const test_model *m)
{
    const lf_action *A = m->problem.action;
    return A->alone || A->group->kind == LF_GROUP_MATRIX ||
           (M->carry && M->carry(M, &m->problem) > 0);
}

static void check_widths(const lf_method *M, const test_model *m)
{
    const size_t most = few_will_do(M, m) ? 8 : 64;
    if (turns(m->problem.action->group) && !(M->traits & LF_AMBIENT))
        check_far(M, m);
    for (size_t w = 0; w < WIDTHS && lanes[w] <= most; w++)
        check_steps(M, m, lanes[w]);
}

static void test_steps_by_lanes(void **state)
{
    (void)state;
    on_every_pair(check_widths);
}

/* RKMK with other maps and pulls */
static void check_maps(const lf_method *M, const test_model *m)
{
    const char *why;
    if (!(M->traits & LF_RKMK) || (M->traits & LF_AMBIENT) || M->pull != LF_PULL_EXACT)
        return;
    for (int k = 1; k <= LF_MAP_COUNT; k++) {
        lf_method other = *M;
        other.map = k < LF_MAP_COUNT ? (lf_map)k : LF_EXP;
        other.pull = k < LF_MAP_COUNT ? LF_PULL_EXACT : LF_PULL_TRUNCATED;
        if (lf_method_fits(&other, &m->problem, &why) == LF_OK)
            check_steps(&other, m, 8);
    }
}

static void test_maps_by_lanes(void **state)
{
    (void)state;
    on_every_pair(check_maps);
}

/* Attempts with an estimate of the error: the ends of n lanes are those of one at a time. */
static void check_attempts(const lf_method *M, const test_model *m)
{
    enum { LANES = 5 };
    lf_ambient_space space;
    lf_problem P = m->problem;
    if (!M->estimator.attempt)
        return;
    if ((M->traits & LF_AMBIENT) && !P.action->flat)
        P = lf_problem_ambient(&m->problem, &space);
    const size_t dim = P.action->dim;
    const block b = first_block(M, m, LANES, 0.25);
    test_attempt many, one;
    assert_int_equal(test_attempt_begin(&many, M, &P, LANES, b.t, b.h, b.y), LF_OK);
    for (size_t i = 0; i < LANES; i++) {
        double start[TEST_MAX_DIM], end[TEST_MAX_DIM];
        test_take_lane(dim, LANES, i, b.y, start);
        test_take_lane(dim, LANES, i, many.a.y1, end);
        assert_int_equal(test_attempt_begin(&one, M, &P, 1, &b.t[i], &b.h[i], start), LF_OK);
        test_same_bits(dim, end, one.a.y1, "%s on %s: attempt of lane %zu", M->name, m->model->name,
                       i);
        test_attempt_end(&one);
    }
    test_attempt_end(&many);
}

static void test_attempts_by_lanes(void **state)
{
    (void)state;
    on_every_pair(check_attempts);
}

/* ---- whole runs ---- */

/* Eleven steps and a shorter one, rows off the grid of steps. */
static void run(const lf_method *M, const test_model *m, size_t n, size_t width, double *y,
                lf_stats *stats)
{
    lf_options opt = lf_options_default();
    opt.t0 = 0.25;
    opt.h = largest_step(M, m) / 16; /* short enough for methods that solve equations */
    opt.t1 = opt.t0 + 11.4 * opt.h;
    opt.every = 3.1 * opt.h;
    opt.block = width;
    opt.watch =
        1; /* by itself it looks as often as the work of a step allows, which is that of a block */
    if (lf_solve(&m->problem, M, &opt, n, y, NULL, stats) != LF_OK)
        fail_msg("%s on %s: %s", M->name, m->model->name, stats->message);
}

/* How a run is cut into blocks is no matter of the model: more than a block of them on some, on the others
 * two vectors of the widest kind and a rest. */
static size_t most_in_runs(const lf_method *M, const test_model *m)
{
    static const char *const wide[] = {"free-rigid-body", "heavy-top", "full-body"};
    for (size_t k = 0; k < sizeof wide / sizeof *wide; k++)
        if (strcmp(m->model->name, wide[k]) == 0 && !few_will_do(M, m))
            return MAX_LANES;
    return few_will_do(M, m) ? 3 : 19;
}

static void check_runs(const lf_method *M, const test_model *m)
{
    static const size_t many[][2] = {{3, 0},   {3, 2},   {8, 3},    {19, 0},
                                     {19, 16}, {130, 0}, {130, 64}, {130, 1}};
    static double single[ROOM], y[ROOM];
    const size_t dim = m->problem.action->dim, most = most_in_runs(M, m);
    double largest_defect = 0, lane[TEST_MAX_DIM];
    lf_stats stats;
    starts(m, MAX_LANES, single);
    for (size_t i = 0; i < most; i++) {
        test_take_lane(dim, MAX_LANES, i, single, lane);
        run(M, m, 1, 0, lane, &stats);
        test_put_lane(dim, MAX_LANES, i, lane, single);
        largest_defect = fmax(largest_defect, stats.defect);
    }
    for (size_t k = 0; k < sizeof many / sizeof *many && many[k][0] <= most; k++) {
        const size_t n = many[k][0];
        starts(m, n, y);
        run(M, m, n, many[k][1], y, &stats);
        for (size_t i = 0; i < n; i++) {
            double end[TEST_MAX_DIM];
            test_take_lane(dim, MAX_LANES, i, single, lane);
            test_take_lane(dim, n, i, y, end);
            test_same_bits(dim, end, lane, "%s on %s: trajectory %zu of %zu, blocks of %zu",
                           M->name, m->model->name, i, n, many[k][1]);
        }
        if (n == most)
            assert_true(stats.defect == largest_defect);
    }
}

static void test_runs_by_lanes(void **state)
{
    (void)state;
    on_every_pair(check_runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_actions_by_lanes), cmocka_unit_test(test_steps_by_lanes),
        cmocka_unit_test(test_maps_by_lanes),    cmocka_unit_test(test_attempts_by_lanes),
        cmocka_unit_test(test_runs_by_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
