/* SPDX-License-Identifier: BSD-3-Clause */
/* The laws of an action, on every registered one and on translations, planes, products, diagonals
 * and powers.
 *
 * Tolerances: a product of factors a, b, y of any size is wrong by a few roundings of its largest
 * terms, |a| |b| |y|; ROUNDOFF allows 32 of them (matrices have up to a dozen terms a number). */
#include "support/cases.h"
#include "support/matrices.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 100, FLOWS = 1000 };
static const double ROUNDOFF = 32 * DBL_EPSILON;

typedef struct {
    uint64_t seed;
    double u[TEST_MAX_DIM], v[TEST_MAX_DIM], a[TEST_MAX_DIM], b[TEST_MAX_DIM], y[TEST_MAX_DIM];
} sample;

static sample draw(const lf_action *A, uint64_t seed)
{
    sample s = {.seed = seed};
    test_random r = {seed};
    const double size = 1.5 * test_matrix_scale(A->group);
    test_fill(&r, A->group->dim, size, s.u);
    test_fill(&r, A->group->dim, size, s.v);
    test_exp(A->group, 1, s.u, s.a);
    test_exp(A->group, 1, s.v, s.b);
    test_point(A, &r, 1, s.y);
    return s;
}

static void on_every_action(void (*law)(const lf_action *A, const sample *s))
{
    for (const lf_action *const *A = test_actions(); *A; A++)
        for (uint64_t seed = 1; seed <= TRIALS; seed++) {
            const sample s = draw(*A, seed);
            law(*A, &s);
        }
}

static void apply(const lf_action *A, const double *g, const double *y0, double *y1)
{
    test_apply(A, 1, g, y0, y1);
}

static void flow(const lf_action *A, const double *u, const double *y0, double *y1)
{
    test_flow(A, LF_EXP, 1, u, y0, y1);
}

static double defect(const lf_action *A, const double *y, const double *start)
{
    double d = NAN;
    test_defect(A, 1, y, start, &d);
    return d;
}

/* Points equal up to `size` times ROUNDOFF. */
static void same(const lf_action *A, const double *x, const double *y, double size, const sample *s,
                 const char *what)
{
    test_within(test_distance(A->dim, x, y), ROUNDOFF * size, "%s, seed %llu: %s", A->name,
                (unsigned long long)s->seed, what);
}

static double size_of(size_t count, const double *a)
{
    return 1 + test_norm(count, a);
}

static void scaled(size_t count, double c, const double *u, double *cu)
{
    for (size_t k = 0; k < count; k++)
        cu[k] = c * u[k];
}

/* ---- axioms ---- */

static void law_axioms(const lf_action *A, const sample *s)
{
    const lf_group *G = A->group;
    double e[TEST_MAX_DIM], ab[TEST_MAX_DIM], left[TEST_MAX_DIM], by[TEST_MAX_DIM],
        right[TEST_MAX_DIM];
    lf_group_identity(G, 1, e);
    apply(A, e, s->y, left);
    same(A, left, s->y, size_of(A->dim, s->y), s, "e.y = y");
    test_mul(G, 1, s->a, s->b, ab);
    apply(A, ab, s->y, left);
    apply(A, s->b, s->y, by);
    apply(A, s->a, by, right);
    same(A, left, right, size_of(G->rep, s->a) * size_of(G->rep, s->b) * size_of(A->dim, s->y), s,
         "(ab).y = a.(b.y)");
}

static void test_axioms(void **state)
{
    (void)state;
    on_every_action(law_axioms);
}

/* flow(phi, u) = apply(phi(u)) for every coordinate map the group has */
static void law_flow_is_apply(const lf_action *A, const sample *s)
{
    double g[TEST_MAX_DIM], left[TEST_MAX_DIM], right[TEST_MAX_DIM];
    for (int map = 0; map < LF_MAP_COUNT; map++) {
        if (!lf_group_has_map(A->group, (lf_map)map))
            continue;
        test_map(A->group, (lf_map)map, 1, s->u, g);
        apply(A, g, s->y, left);
        test_flow(A, (lf_map)map, 1, s->u, s->y, right);
        same(A, left, right, size_of(A->group->rep, g) * size_of(A->dim, s->y), s,
             lf_map_name((lf_map)map));
    }
}

static void test_flow_is_apply(void **state)
{
    (void)state;
    on_every_action(law_flow_is_apply);
}

/* exp(u/2).(exp(u/2).y) = exp(u).y, exp(-u).exp(u).y = y, exp(0).y = y */
static void law_one_parameter(const lf_action *A, const sample *s)
{
    const size_t dim = A->group->dim;
    double part[TEST_MAX_DIM], once[TEST_MAX_DIM], twice[TEST_MAX_DIM], whole[TEST_MAX_DIM];
    const double size = pow(size_of(A->group->rep, s->a), 2) * size_of(A->dim, s->y);
    flow(A, s->u, s->y, whole);
    scaled(dim, 0.3, s->u, part);
    flow(A, part, s->y, once);
    for (size_t k = 0; k < dim; k++)
        part[k] = s->u[k] - part[k];
    flow(A, part, once, twice);
    same(A, twice, whole, size, s, "exp(0.7u).exp(0.3u).y = exp(u).y");
    scaled(dim, -1, s->u, part);
    flow(A, part, whole, twice);
    same(A, twice, s->y, size, s, "exp(-u).exp(u).y = y");
    scaled(dim, 0, s->u, part);
    flow(A, part, s->y, once);
    same(A, once, s->y, size_of(A->dim, s->y), s, "exp(0).y = y");
}

static void test_one_parameter(void **state)
{
    (void)state;
    on_every_action(law_one_parameter);
}

/* ---- generator ---- */

/* The derivative of exp(t u).y at 0 by the five-point formula with steps of 1e-3: what is left out
 * is 1e-12/30 of the fifth derivative, at most |2u|^5 |y| (S^3 turns vectors twice as fast), and
 * roundings grow a thousandfold. */
static void law_generator(const lf_action *A, const sample *s)
{
    static const double place[] = {-2, -1, 1, 2}, weight[] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
    const double step = 1e-3, u = test_norm(A->group->dim, s->u), y = size_of(A->dim, s->y);
    double exact[TEST_MAX_DIM], moved[TEST_MAX_DIM], part[TEST_MAX_DIM], v[TEST_MAX_DIM] = {0};
    for (int k = 0; k < 4; k++) {
        scaled(A->group->dim, step * place[k], s->u, part);
        flow(A, part, s->y, moved);
        for (size_t c = 0; c < A->dim; c++)
            v[c] += weight[k] / step * moved[c];
    }
    test_generator(A, 1, s->u, s->y, exact);
    const double bound = 1e-12 / 30 * pow(2 * u, 5) * y + ROUNDOFF / step * y;
    test_within(test_distance(A->dim, v, exact), bound, "%s, seed %llu: generator", A->name,
                (unsigned long long)s->seed);
}

/* The generator is linear in u, so no scale can hide in the difference above. */
static void law_generator_linear(const lf_action *A, const sample *s)
{
    const size_t dim = A->group->dim;
    double sum[TEST_MAX_DIM], left[TEST_MAX_DIM], u[TEST_MAX_DIM], v[TEST_MAX_DIM];
    for (size_t k = 0; k < dim; k++)
        sum[k] = s->u[k] - 3 * s->v[k];
    test_generator(A, 1, sum, s->y, left);
    test_generator(A, 1, s->u, s->y, u);
    test_generator(A, 1, s->v, s->y, v);
    for (size_t c = 0; c < A->dim; c++)
        u[c] -= 3 * v[c];
    same(A, left, u, 8 * size_of(dim, sum) * size_of(A->dim, s->y), s, "generator is linear");
}

static void test_generators(void **state)
{
    (void)state;
    on_every_action(law_generator);
    on_every_action(law_generator_linear);
}

/* ---- defect ---- */

/* A thousand flows there and back, so that points of open manifolds stay of size one. Each flow may
 * add a rounding or two of everything in it: 1000 * 4 epsilon at worst, usually far less. */
static void test_defect_at_roundoff(void **state)
{
    (void)state;
    for (const lf_action *const *A = test_actions(); *A; A++) {
        test_random r = {77};
        double start[TEST_MAX_DIM], y[TEST_MAX_DIM], moved[TEST_MAX_DIM], u[TEST_MAX_DIM];
        double worst = 0, size = 1;
        test_point(*A, &r, 1, start);
        memcpy(y, start, sizeof y);
        for (int k = 0; k < FLOWS / 2; k++) {
            test_fill(&r, (*A)->group->dim, test_matrix_scale((*A)->group), u);
            flow(*A, u, y, moved);
            worst = fmax(worst, defect(*A, moved, start));
            size = fmax(size, test_norm((*A)->dim, moved));
            scaled((*A)->group->dim, -1, u, u);
            flow(*A, u, moved, y);
        }
        worst = fmax(worst, defect(*A, y, start));
        test_within(worst, FLOWS * 4 * DBL_EPSILON * size, "%s: defect after flows", (*A)->name);
    }
}

/* Remove from v what lies along the `count` orthonormal directions q; length left over. */
static double orthogonal_part(size_t dim, size_t count, double q[][TEST_MAX_DIM], double *v)
{
    for (int twice = 0; twice < 2; twice++)
        for (size_t k = 0; k < count; k++) {
            double along = 0;
            for (size_t c = 0; c < dim; c++)
                along += q[k][c] * v[c];
            for (size_t c = 0; c < dim; c++)
                v[c] -= along * q[k][c];
        }
    return test_norm(dim, v);
}

/* An orthonormal basis of the orbit's tangent space at y: the span of the generators. */
static size_t tangent_space(const lf_action *A, const double *y, double q[][TEST_MAX_DIM])
{
    size_t rank = 0;
    for (size_t k = 0; k < A->group->dim; k++) {
        double u[TEST_MAX_DIM] = {0};
        u[k] = 1;
        test_generator(A, 1, u, y, q[rank]);
        const double left = orthogonal_part(A->dim, rank, q, q[rank]);
        if (left < 1e-9)
            continue;
        scaled(A->dim, 1 / left, q[rank], q[rank]);
        rank++;
    }
    return rank;
}

/* Off the orbit the defect says so, in every direction; on an open orbit there is no defect. */
static void law_defect_off_manifold(const lf_action *A, const sample *s)
{
    double q[TEST_MAX_DIM][TEST_MAX_DIM], off[TEST_MAX_DIM], y[TEST_MAX_DIM];
    if (A->count)
        return; /* compounds: see below */
    const size_t rank = tangent_space(A, s->y, q);
    test_random r = {s->seed};
    test_fill(&r, A->dim, 1, off);
    const double left = orthogonal_part(A->dim, rank, q, off);
    const bool open = rank == A->dim;
    for (size_t c = 0; c < A->dim; c++)
        y[c] = s->y[c] + 1e-3 * (open ? off[c] : off[c] / left);
    const double d = defect(A, y, s->y);
    if (open ? d != 0 : !(d > 1e-4 && d < 1e-1))
        fail_msg("%s, seed %llu: defect %g at 1e-3 off the orbit", A->name,
                 (unsigned long long)s->seed, d);
}

/* The largest defect of a product's factors at y. */
static double largest_of_parts(const lf_action *A, const double *y, const double *start)
{
    double largest = 0;
    for (size_t k = 0; k < A->count; k++) {
        largest = fmax(largest, defect(A->factor[k], y, start));
        y += A->factor[k]->dim;
        start += A->factor[k]->dim;
    }
    return largest;
}

/* The defect of a compound is the largest of its parts', whichever part is off. */
static void law_defect_of_parts(const lf_action *A, const sample *s)
{
    if (!A->count || A->kind == LF_ACTION_POWER)
        return;
    size_t at = 0;
    for (size_t k = 0; k < A->count; k++) {
        double y[TEST_MAX_DIM];
        memcpy(y, s->y, sizeof y);
        for (size_t c = 0; c < A->factor[k]->dim; c++)
            y[at + c] *= 1.001 + 1e-4 * (double)c;
        assert_true(defect(A, y, s->y) == largest_of_parts(A, y, s->y));
        at += A->factor[k]->dim;
    }
}

static void test_defect_off_manifold(void **state)
{
    (void)state;
    on_every_action(law_defect_off_manifold);
    on_every_action(law_defect_of_parts);
}

/* One copy of a power off its manifold is seen, and only in its own lane. */
static void test_defect_of_a_copy(void **state)
{
    (void)state;
    const lf_action *A = test_action("sphere^3");
    test_random r = {5};
    double y[2 * TEST_MAX_DIM], start[2 * TEST_MAX_DIM], d[2];
    for (size_t copy = 0; copy < 3; copy++) {
        test_point(A, &r, 2, start);
        memcpy(y, start, sizeof y);
        for (size_t c = 0; c < 3; c++)
            y[(c * 3 + copy) * 2 + 1] *= 1.25; /* [component][copy][lane] */
        test_defect(A, 2, y, start, d);
        assert_true(d[0] < 1e-15 && fabs(d[1] - 0.25) < 1e-15);
    }
}

/* A point that is not a number never has a small defect, unless the manifold is everything. */
static void law_defect_nan(const lf_action *A, const sample *s)
{
    double y[TEST_MAX_DIM];
    memcpy(y, s->y, sizeof y);
    y[0] += 0.1;
    if (defect(A, y, s->y) == 0)
        return;
    y[0] = NAN;
    const double d = defect(A, y, s->y);
    if (d < 1e-3)
        fail_msg("%s: defect %g of a point with NaN", A->name, d);
}

static void test_defect_nan(void **state)
{
    (void)state;
    on_every_action(law_defect_nan);
}

/* ---- projection ---- */

/* A point a little off comes back to the orbit of the start, not far from where it was; a point of
 * the orbit stays. Every projection here is exact but for rounding (sizes are below 10). */
static void law_projection(const lf_action *A, const sample *s)
{
    double off[TEST_MAX_DIM], y[TEST_MAX_DIM], back[TEST_MAX_DIM];
    test_random r = {s->seed};
    if (!lf_action_can_project(A))
        return;
    test_fill(&r, A->dim, 1e-4, off);
    for (size_t c = 0; c < A->dim; c++)
        y[c] = s->y[c] + off[c];
    memcpy(back, y, sizeof back);
    test_project(A, 1, s->y, back);
    test_within(defect(A, back, s->y), 1e-13, "%s, seed %llu: defect of a projected point", A->name,
                (unsigned long long)s->seed);
    /* the way back is about as long as the way off; ten times allows for slanted orbits */
    test_within(test_distance(A->dim, back, y), 10 * test_norm(A->dim, off),
                "%s, seed %llu: way of a projected point", A->name, (unsigned long long)s->seed);
    memcpy(back, s->y, sizeof back);
    test_project(A, 1, s->y, back);
    test_within(test_distance(A->dim, back, s->y), 1e-13,
                "%s, seed %llu: a point of the orbit moves", A->name, (unsigned long long)s->seed);
}

static void test_projection(void **state)
{
    (void)state;
    on_every_action(law_projection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axioms),
        cmocka_unit_test(test_flow_is_apply),
        cmocka_unit_test(test_one_parameter),
        cmocka_unit_test(test_generators),
        cmocka_unit_test(test_defect_at_roundoff),
        cmocka_unit_test(test_defect_off_manifold),
        cmocka_unit_test(test_defect_of_a_copy),
        cmocka_unit_test(test_defect_nan),
        cmocka_unit_test(test_projection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
