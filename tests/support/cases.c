/* SPDX-License-Identifier: BSD-3-Clause */
/* cases.c - actions, points, fields and models for the laws. */
#include "support/cases.h"
#include "support/matrices.h"
#include "support/operators.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- actions ---- */

enum { MAX_ACTIONS = 64 };

static lf_group r2, r5, plane_third, plane_zero, plane_minus, mixed_group, flat_group, cube_group,
    pair_group, nested_group;
static lf_action sl2_right, r2_translation, r5_translation, third, zero, minus, mixed, flat,
    two_points, three_spheres, pair, nested;
static const lf_action *actions[MAX_ACTIONS];
static test_operator waves, matrix, sines;
static const double kappa_third = 0.3, kappa_zero = 0, kappa_minus = -1;

static const lf_group *const mixed_groups[] = {&lf_so3, &lf_se3, &r2};
static const lf_action *const mixed_factors[] = {&lf_sphere, &lf_se3_coadjoint, &r2_translation};
static const lf_group *const flat_groups[] = {&r2, &lf_r3};
static const lf_action *const flat_factors[] = {&r2_translation, &lf_r3_translation};
static const lf_action *const two_factors[] = {&lf_sphere, &lf_so3_left, &lf_rotation};
static const lf_group *const so3_base[] = {&lf_so3}, *const se3_base[] = {&lf_se3};
static const lf_action *const sphere_base[] = {&lf_sphere}, *const se3_left_base[] = {&lf_se3_left};
static const lf_group *const nested_groups[] = {&pair_group, &lf_so2};
static const lf_action *const nested_factors[] = {&pair, &lf_so2_left};

static lf_action named(const char *name, lf_action A)
{
    A.name = name;
    return A;
}

static void build_actions(void)
{
    r2 = lf_group_rn(2);
    r5 = lf_group_rn(5);
    plane_third = lf_group_planar(&kappa_third);
    plane_zero = lf_group_planar(&kappa_zero);
    plane_minus = lf_group_planar(&kappa_minus);
    sl2_right = named("sl2-right", lf_action_right(&lf_sl2));
    r2_translation = lf_action_translation(&r2);
    r5_translation = named("r5-translation", lf_action_translation(&r5));
    third = named("plane 0.3", lf_action_plane(&plane_third));
    zero = named("plane 0", lf_action_plane(&plane_zero));
    minus = named("plane -1", lf_action_plane(&plane_minus));
    mixed_group = lf_group_product(3, mixed_groups);
    mixed = named("product", lf_action_product(&mixed_group, 3, mixed_factors));
    flat_group = lf_group_product(2, flat_groups);
    flat = named("flat product", lf_action_product(&flat_group, 2, flat_factors));
    two_points = named("diagonal", lf_action_diagonal(3, two_factors));
    cube_group = lf_group_power(so3_base, 3);
    three_spheres = named("sphere^3", lf_action_power(&cube_group, sphere_base, 3));
    pair_group = lf_group_power(se3_base, 2);
    pair = named("se3-left^2", lf_action_power(&pair_group, se3_left_base, 2));
    nested_group = lf_group_product(2, nested_groups);
    nested = named("power in a product", lf_action_product(&nested_group, 2, nested_factors));
    test_operator_set(&waves, TEST_WAVES, 0.3);
    test_operator_set(&matrix, TEST_MATRIX, 1);
    test_operator_set(&sines, TEST_SINES, 0.3);
    waves.action.name = "semilinear waves";
    matrix.action.name = "semilinear matrix";
    sines.action.name = "semilinear sines";
}

const lf_action *const *test_actions(void)
{
    if (actions[0])
        return actions;
    build_actions();
    static const lf_action *const more[] = {&sl2_right,     &r5_translation, &third,  &zero,
                                            &minus,         &mixed,          &flat,   &two_points,
                                            &three_spheres, &pair,           &nested, &waves.action,
                                            &matrix.action, &sines.action};
    size_t count = 0;
    for (const lf_action *const *A = lf_actions(); *A; A++)
        actions[count++] = *A;
    for (size_t k = 0; k < sizeof more / sizeof *more; k++)
        actions[count++] = more[k];
    for (const lf_action *const *A = test_matrix_actions(); *A; A++)
        actions[count++] = *A;
    assert_true(count < MAX_ACTIONS);
    for (size_t k = 0; k < count; k++)
        assert_true(actions[k]->dim <= TEST_MAX_DIM && actions[k]->group->rep <= TEST_MAX_DIM);
    return actions;
}

const lf_action *test_action(const char *name)
{
    for (const lf_action *const *A = test_actions(); *A; A++)
        if (!strcmp((*A)->name, name))
            return *A;
    fail_msg("no action is called %s", name);
    return NULL;
}

/* ---- points ---- */

void test_take_lane(size_t count, size_t n, size_t i, const double *block, double *lane)
{
    for (size_t k = 0; k < count; k++)
        lane[k] = block[k * n + i];
}

void test_put_lane(size_t count, size_t n, size_t i, const double *lane, double *block)
{
    for (size_t k = 0; k < count; k++)
        block[k * n + i] = lane[k];
}

/* One point of a manifold that is a vector space or a sphere in it: any length if the manifold
 * allows that, else length one. */
static void vector_point(const lf_action *A, test_random *r, double *y)
{
    double unit[TEST_MAX_DIM], defect;
    test_direction(r, A->dim, unit);
    const double length = test_uniform(r, 0.5, 1.5);
    for (size_t c = 0; c < A->dim; c++)
        y[c] = length * unit[c];
    test_defect(A, 1, y, y, &defect);
    if (defect <= 1e-12)
        return;
    memcpy(y, unit, A->dim * sizeof *y);
    test_defect(A, 1, y, y, &defect);
    if (defect <= 1e-12)
        return;
    memset(y, 0, A->dim * sizeof *y); /* TS^2: a point of the sphere at rest */
    test_direction(r, 3, y);
}

/* Any point at all; flows then carry it around. */
static void base_point(const lf_action *A, test_random *r, size_t n, double *y)
{
    double lane[TEST_MAX_DIM];
    if (A->kind == LF_ACTION_POWER) {
        base_point(A->factor[0], r, A->count * n, y);
    } else if (A->count) {
        for (size_t k = 0; k < A->count; k++) {
            base_point(A->factor[k], r, n, y);
            y += A->factor[k]->dim * n;
        }
    } else if (A == &lf_so3_matrices) {
        for (size_t j = 0; j < 9 * n; j++)
            y[j] = test_uniform(r, -0.4, 0.4) + (j / n % 4 == 0);
    } else if (A->kind == LF_ACTION_CONJUGATION || A->kind == LF_ACTION_BODY_N) {
        test_matrix_point(A, r, n, y);
    } else if (A->dim == A->group->rep && A->kind != LF_ACTION_OTHER) {
        lf_group_identity(A->group, n, y);
    } else {
        for (size_t i = 0; i < n; i++) {
            vector_point(A, r, lane);
            test_put_lane(A->dim, n, i, lane, y);
        }
    }
}

void test_point(const lf_action *A, test_random *r, size_t n, double *y)
{
    double one[TEST_MAX_DIM], moved[TEST_MAX_DIM], u[TEST_MAX_DIM];
    base_point(A, r, n, y);
    for (size_t i = 0; i < n; i++) {
        test_fill(r, A->group->dim, test_matrix_scale(A->group), u);
        test_take_lane(A->dim, n, i, y, one);
        test_flow(A, LF_EXP, 1, u, one, moved);
        test_put_lane(A->dim, n, i, moved, y);
    }
}

/* ---- fields ---- */

/* numbers without a pattern, from the sines of integers */
static double arbitrary(size_t j)
{
    const double s = 43758.5453 * sin(12.9898 * (double)(j + 1));
    return 2 * (s - floor(s)) - 1;
}

static lf_status arbitrary_field(const void *ctx, size_t trajectory, double t, const double *y,
                                 double *f)
{
    (void)trajectory;
    const test_field *F = ctx;
    const size_t dim = F->action->dim, rate = F->action->group->dim;
    for (size_t k = 0; k < rate; k++) {
        double angle = F->phase[k] + F->rate[k] * t;
        for (size_t c = 0; c < dim; c++)
            angle += F->slope[k * dim + c] * y[c];
        f[k] = F->size * sin(angle);
    }
    return LF_OK;
}

static const lf_trait time_alone[] = {{LF_TRAIT_TIME_FIELD, time_alone}, {LF_TRAIT_END, NULL}};

lf_problem test_problem(const lf_action *A, test_kind kind, double size, test_field *field)
{
    const size_t dim = A->dim, rate = A->group->dim;
    assert_true(dim * rate <= sizeof field->slope / sizeof *field->slope);
    *field = (test_field){.action = A, .size = size};
    field->point = (lf_point_field){arbitrary_field, field};
    for (size_t k = 0; k < rate; k++) {
        field->phase[k] = 2 * arbitrary(k);
        field->rate[k] = kind == TEST_AUTONOMOUS ? 0 : 1.5 + arbitrary(3000 + k);
    }
    /* points of many components, the same steepness */
    for (size_t j = 0; j < rate * dim && kind != TEST_TIME_ALONE; j++)
        field->slope[j] = sqrt(3 / (double)dim) * arbitrary(7 + j);
    lf_problem P = lf_problem_from_point(A->name, A, &field->point);
    if (kind == TEST_TIME_ALONE)
        P.traits = time_alone;
    return P;
}

void test_march(const lf_problem *P, const lf_method *M, double t_end, size_t steps, double *y,
                lf_stats *stats)
{
    lf_stats own;
    lf_options opt = lf_options_default();
    opt.t1 = t_end;
    opt.h = t_end / (double)steps;
    opt.watch = 1;
    stats = stats ? stats : &own;
    if (lf_solve(P, M, &opt, 1, y, NULL, stats) != LF_OK)
        fail_msg("%s on %s: %s", M->name, P->name, stats->message);
}

/* ---- models ---- */

/* Models with long points are looked at on small grids where the laws take every model as it comes. */
static const char *small(const char *name)
{
    static const char *const settings[][2] = {
        {"kuramoto-sivashinsky", "n=16;length=22"},
        {"burgers", "n=48"},
        {"allen-cahn", "n=15"},
        {"ground-state", "d=6;k=2"},
        {"pca", "d=7;k=3"},
        {"brockett", "d=6;k=2"},
        /* starts of which the grid keeps all that the equation keeps: no aliases, or a wave that is even */
        {"kdv", "n=16;length=12;dealias=yes;start=random;waves=4;height=0.5"},
        {"nls", "n=12;length=10;start=wave;waves=1;ripple=0.3"},
        {"swift-hohenberg", "n=6;length=4*pi;waves=2"},
        {"gray-scott", "n=4"},
        {"rod", "elements=2"}};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        if (strcmp(settings[k][0], name) == 0)
            return settings[k][1];
    return "";
}

/* Memory for a long list; answers how much of m->lists it took. */
static size_t give_list(test_model *m, const lf_param *row, size_t count, size_t used)
{
    if (row->type != LF_LIST || count <= lf_param_room(row, m->self))
        return 0;
    assert_true(used + count <= sizeof m->lists / sizeof *m->lists);
    lf_param_give(row, m->self, count, m->lists + used);
    return count;
}

lf_status test_build(test_model *m, const char *name, const char *settings)
{
    char text[2048], why[256], *next = text;
    size_t used = 0;
    m->model = lf_model_find(name);
    assert_non_null(m->model);
    assert_true(m->model->self_size <= sizeof m->self);
    lf_param_defaults(m->model->params, m->self);
    snprintf(text, sizeof text, "%s", settings && *settings ? settings : small(name));
    while (next && *next) {
        char *key = next, *value = strchr(key, '=');
        next = strchr(key, ';');
        if (next)
            *next++ = '\0';
        assert_non_null(value);
        *value++ = '\0';
        const lf_param *row = lf_param_find(m->model->params, key);
        used += row ? give_list(m, row, lf_param_numbers(value), used) : 0;
        if (!row || lf_param_set(row, m->self, value, why, sizeof why) != LF_OK)
            fail_msg("%s: %s = %s: %s", name, key, value, row ? why : "no such parameter");
    }
    assert_true(!m->model->dim || m->model->dim(m->self) <= LF_MODEL_MAX_DIM);
    if (m->model->room) {
        assert_true(m->model->room(m->self) <= sizeof m->room / sizeof *m->room);
        m->model->give(m->self, m->room);
    }
    return m->model->build(m->self, &m->problem, m->y0, m->why, sizeof m->why);
}
