/* SPDX-License-Identifier: BSD-3-Clause */
/* Two quadrotors with a load: exact flows and method steps from high-precision arithmetic, the
 * dynamics against multipliers of three point bodies, what the controllers promise, derivatives of
 * the paths, lanes, and inputs that are refused. */
#include "support/cases.h"

#include <math.h>
#include <string.h>

#include "base/newton.h"
#include "model/quadrotors_control.h"

enum { DIM = QUADROTORS_DIM, RATES = QUADROTORS_RATES, LANES = 8, BODIES = 9, KKT = 11 };

typedef struct {
    quadrotors Q;
    lf_problem P;
    double y[DIM];
} fleet;

/* The model with settings, and parts of its structure open to the test. */
static void fleet_build(fleet *F)
{
    char why[256] = "";
    const lf_model *model = lf_model_find("quadrotors");
    if (model->build(&F->Q, &F->P, F->y, why, sizeof why) != LF_OK)
        fail_msg("%s", why);
    assert_int_equal(F->P.action->dim, DIM);
    assert_int_equal(F->P.action->group->dim, RATES);
}

static void fleet_default(fleet *F)
{
    lf_param_defaults(lf_model_find("quadrotors")->params, &F->Q);
    fleet_build(F);
}

static const lf_method *method(const char *name)
{
    const lf_method *M = lf_method_find(name);
    if (!M)
        fail_msg("no method %s", name);
    return M;
}

static void field(const lf_problem *P, double t, const double *y, double *f)
{
    test_rate(P, t, y, f);
}

static double output(const lf_problem *P, const char *name, double t, const double *y)
{
    const lf_invariant *q = P->outputs;
    while (q->name && strcmp(q->name, name) != 0)
        q++;
    assert_non_null(q->name);
    return lf_problem_value(P, q->value, t, y);
}

static lf_vec3 vec(const double *a)
{
    return (lf_vec3){a[0], a[1], a[2]};
}

/* the field's angular accelerations: w' = (q x w') x q */
static lf_vec3 link_rate(const double *f, const double *y, size_t k)
{
    return lf_cross(vec(f + 21 + 6 * k), vec(y + 30 + 6 * k));
}

/* ---- references ---- */

static void read_flow(test_node *flow, fleet *F)
{
    quadrotors *Q = &F->Q;
    test_node *p = test_get(flow, "params"), *J = test_get(p, "J");
    const struct {
        const char *name;
        size_t count;
        double *to;
    } row[] = {{"my", 1, &Q->my}, {"m", 2, Q->m},    {"L", 2, Q->L},    {"g", 1, &Q->g},
               {"kx", 1, &Q->kx}, {"kv", 1, &Q->kv}, {"kq", 1, &Q->kq}, {"kw", 1, &Q->kw},
               {"nu", 1, &Q->nu}, {"d", 3, Q->d},    {"p0", 3, Q->p0},  {"p1", 3, Q->p1},
               {"p2", 3, Q->p2}};
    lf_param_defaults(lf_model_find("quadrotors")->params, Q);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        assert_int_equal(test_numbers(test_get(p, row[k].name), row[k].count, row[k].to),
                         row[k].count);
    assert_int_equal(test_numbers(test_item(J, 0), 3, Q->J1), 3);
    assert_int_equal(test_numbers(test_item(J, 1), 3, Q->J2), 3);
    fleet_build(F);
    assert_int_equal(test_numbers(test_get(flow, "y0"), DIM, F->y), DIM);
}

/* the bound of the references: roundings of a run, or what rounding the inputs did */
static void test_flows(void **state)
{
    (void)state;
    test_document *D = test_open("quadrotors.json");
    test_node *flows = test_get(test_root(D), "flows");
    const char *const names[] = {"rkmk8", "dop853"};
    assert_true(test_length(flows) >= 2);
    for (size_t k = 0; k < 2 * test_length(flows); k++) {
        test_node *flow = test_item(flows, k / 2);
        const double T = test_number(test_get(flow, "t"));
        const double rounding = test_number(test_get(flow, "rounding"));
        fleet F;
        double truth[DIM], y[DIM];
        read_flow(flow, &F);
        memcpy(y, F.y, sizeof y);
        assert_int_equal(test_numbers(test_get(flow, "yT"), DIM, truth), DIM);
        test_march(&F.P, method(names[k % 2]), T, (size_t)lround(100 * T), y, NULL);
        test_within(test_error(DIM, y, truth), fmax(1e-13, 50 * rounding), "flow %zu by %s", k / 2,
                    names[k % 2]);
    }
    test_close(D);
}

static void test_method_steps(void **state)
{
    (void)state;
    test_document *D = test_open("quadrotors.json");
    test_node *steps = test_get(test_root(D), "steps");
    fleet F;
    read_flow(test_item(test_get(test_root(D), "flows"), 0), &F);
    assert_true(test_length(steps) >= 19);
    for (size_t k = 0; k < test_length(steps); k++) {
        test_node *step = test_item(steps, k);
        char name[64];
        lf_method M = *method(test_text(test_get(step, "method"), name, sizeof name));
        double truth[DIM], y[DIM];
        const bool truncated = test_text_is(test_get(step, "pull"), "truncated");
        M.pull = truncated ? LF_PULL_TRUNCATED : M.pull;
        memcpy(y, F.y, sizeof y);
        assert_int_equal(test_numbers(test_get(step, "y"), DIM, truth), DIM);
        const double count = test_number(test_get(step, "steps"));
        test_march(&F.P, &M, count * test_number(test_get(step, "h")), (size_t)count, y, NULL);
        test_within(test_error(DIM, y, truth), 5e-15, "%s%s", name, truncated ? ", truncated" : "");
    }
    test_close(D);
}

/* ---- dynamics and closed loop ---- */

static void random_point(test_random *r, double *y)
{
    double u[3];
    test_fill(r, 6, 1, y);
    for (size_t k = 0; k < 2; k++) {
        test_fill(r, 3, 1.5, u);
        test_exp(&lf_so3, 1, u, y + 6 + 12 * k);
        test_fill(r, 3, 2, y + 15 + 12 * k);
        double *q = y + 30 + 6 * k, *w = q + 3;
        test_direction(r, 3, q);
        test_fill(r, 3, 2, u);
        lf_vec3_store(w, 1, 0, lf_cross(vec(q), vec(u)));
    }
}

/* Accelerations of load and quadrotors as point bodies on rods: M x'' + G^T lambda = forces and
 * G x'' = L_i |q_i'|^2 from |y - y_i| = L_i; x holds them, then lambda. */
static void three_bodies(const quadrotors *Q, const double *y, const lf_vec3 u[2], double x[KKT])
{
    double A[KKT][KKT] = {{0}};
    memset(x, 0, KKT * sizeof *x);
    for (size_t b = 0; b < 3; b++) {
        const double mass = b ? Q->m[b - 1] : Q->my;
        for (size_t c = 0; c < 3; c++)
            A[3 * b + c][3 * b + c] = mass;
        x[3 * b + 2] = mass * Q->g;
    }
    for (size_t k = 0; k < 2; k++) {
        const double *q = y + 30 + 6 * k, force[3] = {u[k].x, u[k].y, u[k].z};
        const lf_vec3 dq = lf_cross(vec(q + 3), vec(q));
        for (size_t c = 0; c < 3; c++) {
            A[c][BODIES + k] = A[BODIES + k][c] = q[c];
            A[3 + 3 * k + c][BODIES + k] = A[BODIES + k][3 + 3 * k + c] = -q[c];
            x[3 + 3 * k + c] += force[c];
        }
        x[BODIES + k] = -Q->L[k] * lf_dot(dq, dq);
    }
    assert_int_equal(lf_dense_solve(KKT, A[0], x), LF_OK);
}

static double distance(lf_vec3 a, lf_vec3 b)
{
    const lf_vec3 d = quadrotors_minus(a, b);
    return sqrt(lf_dot(d, d));
}

/* v' and omega' of the field f are those of bodies on rods under the forces u. */
static void check_multipliers(const quadrotors *Q, const double *y, const lf_vec3 u[2],
                              const double *f)
{
    double x[KKT];
    three_bodies(Q, y, u, x);
    const double size = 1 + test_norm(BODIES, x);
    test_within(distance(vec(f + 3), vec(x)), 1e-14 * size, "v' by multipliers");
    for (size_t k = 0; k < 2; k++) {
        const lf_vec3 bend = quadrotors_minus(vec(x), vec(x + 3 + 3 * k)); /* L q'' */
        const lf_vec3 rate = lf_scale(1 / Q->L[k], lf_cross(vec(y + 30 + 6 * k), bend));
        test_within(distance(link_rate(f, y, k), rate), 1e-14 * size, "omega%zu' by multipliers",
                    k + 1);
    }
}

static void check_dynamics(const fleet *F, double t, const double *y)
{
    const quadrotors *Q = &F->Q;
    double plan[QUADROTORS_PLAN], f[RATES];
    lf_quadrotors_plan(Q, 1, &t, plan);
    field(&F->P, t, y, f);
    const quadrotors_point p = quadrotors_read(1, y, 0);
    const quadrotors_load to = quadrotors_lift(Q, p, 1, plan, 0);
    const lf_vec3 mu[2] = {to.mu1, to.mu2};
    lf_vec3 u[2], closed = {0, 0, Q->g};
    for (size_t k = 0; k < 2; k++) {
        const lf_vec3 q = vec(y + 30 + 6 * k), w = vec(y + 33 + 6 * k);
        const lf_vec3 X = quadrotors_turn(Q, q, w, mu[k], &to);
        u[k] = quadrotors_force(Q, Q->m[k], Q->L[k], q, w, mu[k], &to);
        test_within(distance(link_rate(f, y, k), X), 1e-14 * (1 + sqrt(lf_dot(X, X))),
                    "omega%zu' = X", k + 1);
        closed = lf_axpy(closed, lf_dot(q, mu[k]) / Q->my, q);
    }
    test_within(distance(vec(f + 3), closed), 2e-13, "v' = g e3 + (mu1 + mu2)/my");
    check_multipliers(Q, y, u, f);
}

/* R' = R hat(Omega), and Euler's equations with the moments that are given */
static void check_bodies(const fleet *F, const double *y)
{
    double f[RATES], v[DIM];
    field(&F->P, 0, y, f);
    test_generator(F->P.action, 1, f, y, v);
    for (size_t k = 0; k < 2; k++) {
        const double *R = y + 6 + 12 * k, *O = R + 9, *J = k ? F->Q.J2 : F->Q.J1;
        const double hat[3][3] = {{0, -O[2], O[1]}, {O[2], 0, -O[0]}, {-O[1], O[0], 0}};
        double turn[9];
        for (size_t c = 0; c < 9; c++)
            turn[c] = R[c - c % 3] * hat[0][c % 3] + R[c - c % 3 + 1] * hat[1][c % 3] +
                      R[c - c % 3 + 2] * hat[2][c % 3];
        test_within(test_distance(9, v + 6 + 12 * k, turn), 1e-14, "R%zu'", k + 1);
        for (size_t c = 0; c < 3; c++) {
            const size_t a = (c + 1) % 3, b = (c + 2) % 3;
            const double moment = (k ? F->Q.M2 : F->Q.M1)[c];
            const double wanted = (J[a] - J[b]) * O[a] * O[b] + moment;
            test_within(fabs(J[c] * v[15 + 12 * k + c] - wanted), 1e-14, "J Omega%zu'", k + 1);
        }
    }
}

static void test_dynamics(void **state)
{
    (void)state;
    fleet F;
    test_random r = {11};
    for (int path = QUADROTORS_HOVER; path <= QUADROTORS_CIRCLE; path++) {
        fleet_default(&F);
        F.Q.path = path;
        F.Q.rate = 1.7;
        for (size_t k = 0; k < 200; k++) {
            double y[DIM];
            random_point(&r, y);
            check_dynamics(&F, 0.37 * (double)k / 200, y);
            check_bodies(&F, y);
        }
    }
}

/* Forces and moments that are given, in space and in the bodies' axes, and none. */
static void test_given_forces(void **state)
{
    (void)state;
    fleet F;
    test_random r = {13};
    for (int control = QUADROTORS_GIVEN; control <= QUADROTORS_NONE; control++)
        for (int thrust = QUADROTORS_IDEAL; thrust <= QUADROTORS_BODY; thrust++) {
            fleet_default(&F);
            F.Q.control = control;
            F.Q.thrust = control == QUADROTORS_NONE ? (int)QUADROTORS_IDEAL : thrust;
            double *const given[] = {F.Q.u1, F.Q.u2, F.Q.M1, F.Q.M2};
            for (size_t k = 0; k < 4 && control == QUADROTORS_GIVEN; k++)
                test_fill(&r, 3, 3, given[k]);
            fleet_build(&F);
            for (size_t k = 0; k < 100; k++) {
                double y[DIM], f[RATES];
                random_point(&r, y);
                lf_vec3 u[2] = {vec(F.Q.u1), vec(F.Q.u2)};
                for (size_t j = 0; j < 2 && F.Q.thrust == QUADROTORS_BODY; j++)
                    u[j] = lf_mat3_vec(lf_mat3_load(y + 6 + 12 * j, 1, 0), u[j]);
                field(&F.P, 0.3, y, f);
                check_multipliers(&F.Q, y, u, f);
                check_bodies(&F, y);
            }
        }
}

/* mu' and mu'' of the controller are derivatives along the flow: central differences of order 4 */
static void test_feed_forward(void **state)
{
    (void)state;
    fleet F;
    lf_param_defaults(lf_model_find("quadrotors")->params, &F.Q);
    F.Q.path = QUADROTORS_CIRCLE;
    F.Q.rate = 1.3;
    fleet_build(&F);
    const double h = 1e-3, weight[] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
    quadrotors_load to[5];
    for (size_t k = 0; k < 5; k++) {
        double y[DIM], plan[QUADROTORS_PLAN], t = 0.4 + ((double)k - 2) * h;
        memcpy(y, F.y, sizeof y);
        test_march(&F.P, method("rkmk8"), t, 100, y, NULL);
        lf_quadrotors_plan(&F.Q, 1, &t, plan);
        to[k] = quadrotors_lift(&F.Q, quadrotors_read(1, y, 0), 1, plan, 0);
    }
    lf_vec3 first = {0, 0, 0}, second = {0, 0, 0};
    for (size_t k = 0; k < 5; k++) {
        first = lf_axpy(first, weight[k] / h, to[k].mu1);
        second = lf_axpy(second, weight[k] / h, to[k].rate);
    }
    test_within(distance(first, to[2].rate), 1e-8, "mu'");
    test_within(distance(second, to[2].twice), 1e-8, "mu''");
}

/* ---- paths ---- */

static lf_vec3 plan_at(const quadrotors *Q, double t, size_t k)
{
    double plan[QUADROTORS_PLAN];
    lf_quadrotors_plan(Q, 1, &t, plan);
    return vec(plan + 3 * k);
}

static void test_path_derivatives(void **state)
{
    (void)state;
    fleet F;
    fleet_default(&F);
    const double normals[][3] = {{0, 0, 1}, {1, 0, 0}, {0, -2, 0}, {0.3, -0.4, 1.1}, {3, 0.1, 0}};
    const double h = 1e-3;
    for (size_t j = 0; j < 15; j++) {
        quadrotors *Q = &F.Q;
        Q->path = (int)(j % 3);
        memcpy(Q->normal, normals[j / 3], sizeof Q->normal);
        Q->radius = 1.4;
        Q->rate = -1.9;
        Q->phase = 0.6;
        for (size_t k = 0; k < 4; k++) {
            const double t = 0.3 + 0.2 * (double)k;
            const lf_vec3 near = quadrotors_minus(plan_at(Q, t + h, k), plan_at(Q, t - h, k));
            const lf_vec3 far =
                quadrotors_minus(plan_at(Q, t + 2 * h, k), plan_at(Q, t - 2 * h, k));
            const lf_vec3 d = lf_axpy(lf_scale(8 / (12 * h), near), -1 / (12 * h), far);
            test_within(distance(d, plan_at(Q, t, k + 1)), 1e-10, "path %d, derivative %zu",
                        Q->path, k + 1);
        }
        const lf_vec3 from = quadrotors_minus(plan_at(Q, 0.7, 0), vec(Q->p0));
        if (Q->path == QUADROTORS_CIRCLE) {
            test_within(fabs(lf_dot(from, vec(Q->normal))), 1e-14, "in the plane");
            test_within(fabs(sqrt(lf_dot(from, from)) - 1.4), 1e-14, "on the circle");
        }
    }
}

/* ---- lanes and inputs ---- */

/* n lanes side by side and each alone: the same bits */
static void check_lanes(const fleet *F, size_t n, test_random *r)
{
    double y[DIM * LANES], f[RATES * LANES], t[LANES];
    const lf_lanes L = test_lanes_of(n, t, NULL);
    double one[DIM], alone[RATES], beside[RATES];
    for (size_t i = 0; i < n; i++) {
        random_point(r, one);
        test_put_lane(DIM, n, i, one, y);
        t[i] = test_uniform(r, 0, 3);
    }
    test_rates(&F->P, &L, y, f);
    for (size_t i = 0; i < n; i++) {
        test_take_lane(DIM, n, i, y, one);
        test_take_lane(RATES, n, i, f, beside);
        field(&F->P, t[i], one, alone);
        test_same_bits(RATES, beside, alone, "field, lane %zu of %zu", i, n);
        for (const lf_invariant *q = F->P.outputs; q->name; q++) {
            double all[LANES];
            q->value(&F->P, &L, y, all);
            const double single = output(&F->P, q->name, t[i], one);
            test_same_bits(1, &all[i], &single, "%s, lane %zu of %zu", q->name, i, n);
        }
    }
    lf_options opt = lf_options_default();
    opt.t1 = 0.2;
    opt.h = 0.02;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < DIM; c++)
            y[c * n + i] = F->y[c] + (c < 6 ? 0.01 * (double)i : 0);
    }
    double start[DIM * LANES];
    memcpy(start, y, DIM * n * sizeof *y);
    assert_int_equal(lf_solve(&F->P, method("rkmk4"), &opt, n, y, NULL, NULL), LF_OK);
    for (size_t i = 0; i < n; i++) {
        double end[DIM];
        test_take_lane(DIM, n, i, start, one);
        test_take_lane(DIM, n, i, y, end);
        test_march(&F->P, method("rkmk4"), 0.2, 10, one, NULL);
        test_same_bits(DIM, end, one, "flow, lane %zu of %zu", i, n);
    }
}

static void test_lanes(void **state)
{
    (void)state;
    static const size_t lanes[] = {1, 3, 8};
    test_random r = {5};
    fleet F;
    for (int k = 0; k < 9; k++) {
        lf_param_defaults(lf_model_find("quadrotors")->params, &F.Q);
        F.Q.path = k % 3;
        F.Q.attitude = k >= 3;
        F.Q.thrust = k >= 6;
        fleet_build(&F);
        for (size_t j = 0; j < 3; j++)
            check_lanes(&F, lanes[j], &r);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const settings[][2] = {
        {"R2=1 0 0 0 1 0 0 0 2", "R2 must be a rotation"},
        {"q1=0 -0.6 0.7", "q1 must be a unit vector"},
        {"omega2=0 0 1", "omega2 must be perpendicular to q2"},
        {"d=0 0 1", "d must be a horizontal unit vector"},
        {"d=0 2 0", "d must be a horizontal unit vector"},
        {"path=circle;normal=0 0 0", "normal must not be zero"},
        {"thrust=body", "thrust = body needs attitude = controlled"},
        {"u2=0 0 -1", "u2 acts with control = given only"},
        {"control=none;M1=0 0 -1", "M1 acts with control = given only"},
        {"control=none;thrust=body", "control = none gives none"},
        {"control=given;attitude=controlled", "attitude = controlled needs control = path"}};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        test_model m;
        assert_int_equal(test_build(&m, "quadrotors", settings[k][0]), LF_EINPUT);
        if (!strstr(m.why, settings[k][1]))
            fail_msg("%s: %s", settings[k][0], m.why);
    }
    static const char *const positive[][2] = {{"my", "0"},       {"m", "1 -1"},   {"L", "0 1"},
                                              {"kx", "-1"},      {"J1", "1 0 1"}, {"radius", "-1"},
                                              {"path", "spiral"}};
    quadrotors Q;
    for (size_t k = 0; k < sizeof positive / sizeof *positive; k++) {
        char why[256];
        const lf_param *row = lf_param_find(lf_model_find("quadrotors")->params, positive[k][0]);
        assert_int_equal(lf_param_set(row, &Q, positive[k][1], why, sizeof why), LF_EINPUT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flows),        cmocka_unit_test(test_method_steps),
        cmocka_unit_test(test_dynamics),     cmocka_unit_test(test_given_forces),
        cmocka_unit_test(test_feed_forward), cmocka_unit_test(test_path_derivatives),
        cmocka_unit_test(test_lanes),        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
