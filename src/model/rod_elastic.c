/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_elastic.c - the forces of a rod. Bodies and lanes are one loop: with n lanes the neighbour of
 * number e = body n + lane is e + n, whatever n is, so that a single rod runs as fast as many, and the
 * bits are the same.
 *
 * The rod is walked through in blocks that stay in the cache. In each, vertices come first: they leave the torque
 * on the element after them in M, where nothing was yet, and that on the element before them aside;
 * then elements add their own, (after + own) + before, and leave their force in g; then forces become
 * differences. The sums do not depend on where blocks begin. */
#include "model/rod_math.h"

enum { ROD_BLOCK = 128 };

typedef struct {
    const lf_rod *rod;
    size_t n, m; /* lanes, and numbers in a row: bodies times lanes */
    const double *x, *R;
    double *g, *M;
} rod_call;

/* What is known to the compiler about a rod. */
typedef struct {
    bool uniform, curved;
} rod_rule;

/* ---- vertices ---- */

typedef struct {
    lf_vec3 d;
    lf_mat3 S;
} rod_joint;

static LF_INLINE rod_joint joint_of(const lf_rod *rod, size_t v, rod_rule rule)
{
    rod_joint J = {.d = lf_vec3_load(rod->bend, rod->count, v)};
    if (rule.curved)
        J.S = lf_mat3_load(rod->half, rod->count, v);
    return J;
}

/* The vertex after element number `at`; `before` is place k aside. */
static LF_INLINE void vertex_one(const rod_call *c, rod_joint J, rod_rule rule, size_t at,
                                 double *before, size_t k)
{
    const lf_mat3 A = lf_mat3_load(c->R, c->m, at), B = lf_mat3_load(c->R, c->m, at + c->n);
    const lf_rod_twist t =
        rule.curved ? lf_rod_bend_curved(A, B, J.d, J.S) : lf_rod_bend(A, B, J.d);
    lf_vec3_store(before, ROD_BLOCK, k, t.before);
    lf_vec3_store(c->M, c->m, at + c->n, t.after);
}

/* Those of numbers a .. b-1. */
static LF_INLINE void rod_vertices(const rod_call *c, rod_rule rule, size_t a, size_t b,
                                   double *before)
{
    if (rule.uniform) {
        const rod_joint J = joint_of(c->rod, 1, rule);
        LF_EACH_LANE(k, b - a)
            vertex_one(c, J, rule, a + k, before, k);
    } else if (c->n == 1) {
        LF_EACH_LANE(k, b - a)
            vertex_one(c, joint_of(c->rod, a + k, rule), rule, a + k, before, k);
    } else {
        for (size_t at = a, next; at < b; at = next) {
            const size_t v = at / c->n;
            const rod_joint J = joint_of(c->rod, v, rule);
            next = (v + 1) * c->n < b ? (v + 1) * c->n : b;
            LF_EACH_LANE(k, next - at)
                vertex_one(c, J, rule, at + k, before, at - a + k);
        }
    }
}

/* The last elements, a .. b-1, have a clamp after them, or nothing. */
static LF_INLINE void rod_finish(const rod_call *c, size_t a, size_t b, double *before, size_t k)
{
    const lf_vec3 none = {0, 0, 0};
    for (size_t at = a; at < b; at++, k++) {
        lf_vec3 t = none;
        if (c->rod->finish.on)
            t = lf_rod_bend_finish(c->rod, lf_mat3_load(c->R, c->m, at)).before;
        lf_vec3_store(before, ROD_BLOCK, k, t);
    }
}

/* ---- elements ---- */

typedef struct {
    double over;
    lf_vec3 stiff;
} rod_section;

static LF_INLINE rod_section section_of(const lf_rod *rod, size_t e)
{
    return (rod_section){rod->over[e], lf_vec3_load(rod->stiff, rod->count, e)};
}

static LF_INLINE void element_one(const rod_call *c, rod_section K, size_t at, const double *before,
                                  size_t k)
{
    const lf_vec3 D =
        lf_axpy(lf_vec3_load(c->x, c->m, at), -1, lf_vec3_load(c->x, c->m, at - c->n));
    const lf_rod_pull p = lf_rod_element(D, lf_mat3_load(c->R, c->m, at), K.over, K.stiff);
    const lf_vec3 after = lf_vec3_load(c->M, c->m, at);
    lf_vec3_store(c->g, c->m, at, p.n);
    lf_vec3_store(c->M, c->m, at,
                  lf_add(lf_add(after, p.torque), lf_vec3_load(before, ROD_BLOCK, k)));
}

static LF_INLINE void rod_elements(const rod_call *c, rod_rule rule, size_t a, size_t b,
                                   const double *before)
{
    if (rule.uniform) {
        const rod_section K = section_of(c->rod, 1);
        LF_EACH_LANE(k, b - a)
            element_one(c, K, a + k, before, k);
    } else if (c->n == 1) {
        LF_EACH_LANE(k, b - a)
            element_one(c, section_of(c->rod, a + k), a + k, before, k);
    } else {
        for (size_t at = a, next; at < b; at = next) {
            const size_t e = at / c->n;
            const rod_section K = section_of(c->rod, e);
            next = (e + 1) * c->n < b ? (e + 1) * c->n : b;
            LF_EACH_LANE(k, next - at)
                element_one(c, K, at + k, before, at - a + k);
        }
    }
}

/* ---- forces on vertices ---- */

/* g_(i-1) = n_(i-1) - n_i, for i from a to b */
static LF_INLINE void rod_differences(const rod_call *c, size_t a, size_t b)
{
    for (size_t k = 0; k < 3; k++) {
        const double *force = c->g + k * c->m + a;
        double *g = c->g + k * c->m + a - c->n;
        LF_EACH_LANE(i, b - a)
            g[i] -= force[i];
    }
}

/* The weight of numbers a .. b-1. */
static LF_INLINE void rod_weights(const rod_call *c, size_t a, size_t b)
{
    const double *w = c->rod->weight;
    for (size_t k = 0; w && k < 3; k++) {
        const double down = c->rod->down[k];
        double *g = c->g + k * c->m;
        if (c->n == 1)
            LF_EACH_LANE(i, b - a)
                g[a + i] = lf_fma(-down, w[a + i], g[a + i]);
        else
            for (size_t at = a; at < b; at++)
                g[at] = lf_fma(-down, w[at / c->n], g[at]);
    }
}

/* From number `from` on; the torque of what is before it stands in M there, and forces before it
 * in g. */
static LF_INLINE void rod_walk(const rod_call *c, rod_rule rule, size_t from)
{
    const size_t last = c->m - c->n;
    double before[3 * ROD_BLOCK];
    for (size_t a = from, b; a < c->m; a = b) {
        b = c->m - a < ROD_BLOCK ? c->m : a + ROD_BLOCK;
        const size_t joined = b < last ? b : last > a ? last : a;
        rod_vertices(c, rule, a, joined, before);
        rod_finish(c, joined, b, before, joined - a);
        rod_elements(c, rule, a, b, before);
        rod_differences(c, a, b);
        rod_weights(c, a - c->n, b - c->n);
    }
    rod_weights(c, last, c->m);
}

LF_KERNEL static void rod_walk_plain(const rod_call *c, size_t from)
{
    rod_walk(c, (rod_rule){.uniform = true}, from);
}

LF_KERNEL static void rod_walk_curved(const rod_call *c, size_t from)
{
    rod_walk(c, (rod_rule){.uniform = true, .curved = true}, from);
}

LF_KERNEL static void rod_walk_varied(const rod_call *c, size_t from)
{
    rod_walk(c, (rod_rule){0}, from);
}

LF_KERNEL static void rod_walk_any(const rod_call *c, size_t from)
{
    rod_walk(c, (rod_rule){.curved = true}, from);
}

static void rod_walk_by(const rod_call *c, size_t from)
{
    if (from >= c->m)
        return;
    if (c->rod->uniform && !c->rod->half)
        rod_walk_plain(c, from);
    else if (c->rod->uniform)
        rod_walk_curved(c, from);
    else if (!c->rod->half)
        rod_walk_varied(c, from);
    else
        rod_walk_any(c, from);
}

/* ---- how it begins ---- */

lf_rod_begin lf_rod_begins(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                           const double *R)
{
    const size_t m = rod->count * L->n;
    lf_rod_begin b = {.first = 1};
    for (size_t k = 0; k < 3; k++) {
        b.x[k] = x[k * m + i];
        b.lever[k] = rod->lever[k];
    }
    for (size_t k = 0; k < 9; k++)
        b.R[k] = R[k * m + i];
    if (rod->move)
        rod->move(rod->ctx, L->t[i], &b);
    return b;
}

/* On body 0 as it stands in the point: nothing yet on it but the cap's torque. */
LF_KERNEL static void rod_begin_in_place(const rod_call *c)
{
    const lf_vec3 none = {0, 0, 0};
    for (size_t i = 0; i < c->n; i++) {
        lf_rod_twist t = {none, none};
        if (c->rod->start.on)
            t = lf_rod_bend_start(c->rod, lf_mat3_load(c->R, c->m, i),
                                  lf_mat3_load(c->R, c->m, c->n + i));
        lf_vec3_store(c->g, c->m, i, none);
        lf_vec3_store(c->M, c->m, i, t.before);
        lf_vec3_store(c->M, c->m, c->n + i, t.after);
    }
}

static LF_INLINE void put(double *a, const rod_call *c, size_t at, lf_vec3 v)
{
    if (a)
        lf_vec3_store(a, c->m, at, v);
}

/* What carries the rod feels its first element by the lever, and the cap; riders feel nothing. */
static LF_INLINE void rod_carry(const rod_call *c, size_t i, const lf_rod_begin *b, lf_vec3 n,
                                lf_vec3 cap)
{
    const lf_vec3 none = {0, 0, 0}, back = lf_mat3_vec_left(n, lf_rod_nine(b->R));
    lf_vec3 g = lf_scale(-1, n);
    if (c->rod->weight)
        g = lf_axpy(g, -c->rod->weight[0], lf_rod_three(c->rod->down));
    put(c->g, c, i, g);
    put(c->M, c, i, lf_add(lf_cross(lf_rod_three(b->lever), back), cap));
    for (size_t e = 1; e < b->first; e++) {
        put(c->g, c, e * c->n + i, none);
        put(c->M, c, e * c->n + i, none);
    }
}

/* What is behind element e of lane i: a vertex, a clamp, or nothing. */
static LF_INLINE lf_rod_twist rod_behind(const rod_call *c, size_t e, size_t at)
{
    const lf_rod *rod = c->rod;
    const lf_mat3 A = lf_mat3_load(c->R, c->m, at);
    if (e + 1 == rod->count)
        return rod->finish.on ? lf_rod_bend_finish(rod, A) : (lf_rod_twist){{0, 0, 0}, {0, 0, 0}};
    const lf_vec3 d = lf_vec3_load(rod->bend, rod->count, e);
    const lf_mat3 B = lf_mat3_load(c->R, c->m, at + c->n);
    return rod->half ? lf_rod_bend_curved(A, B, d, lf_mat3_load(rod->half, rod->count, e))
                     : lf_rod_bend(A, B, d);
}

/* The gradient of body e, its elements having pulled with n and `next`. */
static LF_INLINE void rod_settle(const rod_call *c, size_t e, size_t at, lf_vec3 n, lf_vec3 next)
{
    lf_vec3 g = lf_axpy(n, -1, next);
    if (c->rod->weight)
        g = lf_axpy(g, -c->rod->weight[e], lf_rod_three(c->rod->down));
    put(c->g, c, at, g);
}

/* Elements of lane i from where it begins to `high`, one after the other, by the same operations;
 * what the last of them does to the next is left where the walk expects it. */
LF_KERNEL static void rod_lane(const rod_call *c, size_t i, const lf_rod_begin *b, size_t high)
{
    const lf_rod *rod = c->rod;
    const lf_vec3 none = {0, 0, 0};
    lf_vec3 x = lf_rod_begin_at(b), n = none;
    lf_rod_twist t = {none, none};
    if (rod->start.on)
        t = lf_rod_bend_start(rod, lf_rod_nine(b->R),
                              lf_mat3_load(c->R, c->m, b->first * c->n + i));
    const lf_vec3 cap = t.before;
    for (size_t e = b->first, at = e * c->n + i; e <= high; e++, at += c->n) {
        const lf_vec3 next = lf_vec3_load(c->x, c->m, at), after = t.after;
        const rod_section K = section_of(rod, e);
        const lf_rod_pull p =
            lf_rod_element(lf_axpy(next, -1, x), lf_mat3_load(c->R, c->m, at), K.over, K.stiff);
        t = rod_behind(c, e, at);
        if (e == b->first)
            rod_carry(c, i, b, p.n, cap);
        else
            rod_settle(c, e - 1, at - c->n, n, p.n);
        put(c->M, c, at, lf_add(lf_add(after, p.torque), t.before));
        n = p.n;
        x = next;
    }
    if (high + 1 < rod->count) {
        put(c->g, c, high * c->n + i, n);
        put(c->M, c, (high + 1) * c->n + i, t.after);
    } else {
        rod_settle(c, high, high * c->n + i, n, none);
    }
}

/* Lanes of their own as far as they differ, then all together. */
static void rod_begin_apart(const rod_call *c, const lf_lanes *L)
{
    const size_t last = c->rod->count - 1;
    size_t high = c->g && c->M ? 1 : last;
    for (size_t i = 0; high < last && i < c->n; i++) {
        const lf_rod_begin b = lf_rod_begins(c->rod, L, i, c->x, c->R);
        high = b.first > high ? b.first : high;
    }
    for (size_t i = 0; i < c->n; i++) {
        const lf_rod_begin b = lf_rod_begins(c->rod, L, i, c->x, c->R);
        rod_lane(c, i, &b, high);
    }
    rod_walk_by(c, (high + 1) * c->n);
}

void lf_rod_forces(const lf_rod *rod, const lf_lanes *L, const double *x, const double *R,
                   double *g, double *M)
{
    const rod_call c = {rod, L->n, rod->count * L->n, x, R, g, M};
    if (lf_rod_in_place(rod) && g && M) {
        rod_begin_in_place(&c);
        rod_walk_by(&c, c.n);
    } else {
        rod_begin_apart(&c, L);
    }
}

static void rod_rest(double *a, size_t n, size_t m, size_t body)
{
    for (size_t k = 0; a && k < 3; k++)
        for (size_t i = 0; i < n; i++)
            a[k * m + body * n + i] = 0;
}

void lf_rod_hold(const lf_rod *rod, size_t n, double *g, double *M)
{
    const size_t m = rod->count * n;
    if (rod->hold_place)
        rod_rest(g, n, m, 0);
    if (rod->hold_frame)
        rod_rest(M, n, m, 0);
    if (rod->hold_end)
        rod_rest(g, n, m, rod->count - 1);
}

lf_status lf_rod_potential(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                           double *U, double *g, double *M)
{
    const lf_rod *rod = B->ctx;
    if (g || M) {
        lf_rod_forces(rod, L, x, R, g, M);
        lf_rod_hold(rod, L->n, g, M);
    }
    if (U)
        lf_rod_energy(rod, L, x, R, U);
    return LF_OK;
}
