/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.c - positions and momenta of rigid bodies by translation and attitudes from the right,
 * (a, b, g, c).(x, p, R, s) = (x + a, p + b, R g^-1, s + c): the numbers of the product of these
 * actions, but all blocks in one go. Bodies are lanes: blocks are [component][body][lane]. */
#include "action/bodies.h"

#include "action/compound.h"
#include "base/even.h"
#include "base/mat3.h"

/* Where blocks begin, times the lanes: in the algebra (in its group the last is at 15 as well) and in
 * a point. */
enum { RATE_TURN = 6, RATE_LAST = 9, RATES = 12, POINT_TURN = 6, POINT_LAST = 15 };

/* Bodies and lanes together. */
static size_t all_lanes(const lf_action *A, size_t n)
{
    return A->factor[2]->count * n;
}

/* Call `body` with m lanes: two bodies in a single lane, or in four, are the common numbers. */
#define BY_BODIES(m, body, ...)     \
    do {                            \
        if ((m) == 2)               \
            body(2, __VA_ARGS__);   \
        else if ((m) == 8)          \
            body(8, __VA_ARGS__);   \
        else                        \
            body((m), __VA_ARGS__); \
    } while (0)

/* The translations; `last` is where the last block of u begins. */
static LF_INLINE void bodies_shift(size_t m, size_t last, const double *restrict u,
                                   const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, 6 * m)
        y1[i] = y0[i] + u[i];
    LF_EACH_LANE(i, 3 * m)
        y1[POINT_LAST * m + i] = y0[POINT_LAST * m + i] + u[last * m + i];
}

/* R exp(-u) has the rows exp(u) r. */
static LF_INLINE void bodies_turn(size_t m, size_t i, lf_vec3 u, double S, double C,
                                  const double *restrict R0, double *restrict R1)
{
    const lf_mat3 R = lf_mat3_load(R0, m, i);
    lf_mat3_store(
        R1, m, i,
        (lf_mat3){lf_spin(u, S, C, R.r0), lf_spin(u, S, C, R.r1), lf_spin(u, S, C, R.r2)});
}

/* ---- flow ---- */

/* One pass over the lanes answers whether a lane is out of its range: two radians, then four. */
static LF_INLINE uint64_t turn_pass(size_t m, bool wide, const double *restrict u,
                                    const double *restrict R0, double *restrict R1)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, m) {
        const lf_vec3 w = lf_vec3_load(u, m, i);
        const double x = lf_dot(w, w);
        out |= lf_even_is_out(wide, x);
        bodies_turn(m, i, w, lf_even_S_in(wide, x), lf_even_C_in(wide, x), R0, R1);
    }
    return out;
}

/* Some lane is beyond two radians. */
LF_KERNEL static void turn_far(size_t m, const double *u, const double *R0, double *R1)
{
    if (!turn_pass(m, true, u, R0, R1))
        return;
    for (size_t i = 0; i < m; i++) {
        const lf_vec3 w = lf_vec3_load(u, m, i);
        if (!lf_even_is_beyond(lf_dot(w, w)))
            continue;
        const lf_even e = lf_even_far(w.x, w.y, w.z);
        bodies_turn(m, i, w, e.S, e.C, R0, R1);
    }
}

static LF_INLINE void flow_lanes(size_t m, const double *restrict u, const double *restrict y0,
                                 double *restrict y1)
{
    const double *turn = u + RATE_TURN * m;
    bodies_shift(m, RATE_LAST, u, y0, y1);
    if (turn_pass(m, false, turn, y0 + POINT_TURN * m, y1 + POINT_TURN * m))
        turn_far(m, turn, y0 + POINT_TURN * m, y1 + POINT_TURN * m);
}

LF_KERNEL static void flow_any(size_t m, const double *u, const double *y0, double *y1)
{
    flow_lanes(m, u, y0, y1);
}

/* Those of two bodies in a single lane or in four begin quickly in a small function. */
LF_KERNEL static void bodies_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                                  double *y1, double *work)
{
    (void)work;
    const size_t m = all_lanes(A, n);
    if (m == 8)
        flow_lanes(8, u, y0, y1);
    else if (m == 2)
        flow_lanes(2, u, y0, y1);
    else
        flow_any(m, u, y0, y1);
}

/* cay(u) has the shape of exp(u), with 4k and 2k, k = 1/(4 + |u|^2); translations know no other map
 * than themselves. */
static LF_INLINE void cayley_lanes(size_t m, const double *restrict u, const double *restrict y0,
                                   double *restrict y1)
{
    bodies_shift(m, RATE_LAST, u, y0, y1);
    LF_EACH_LANE(i, m) {
        const lf_vec3 w = lf_vec3_load(u + RATE_TURN * m, m, i);
        const double k = 1 / (4 + lf_dot(w, w));
        bodies_turn(m, i, w, 4 * k, 2 * k, y0 + POINT_TURN * m, y1 + POINT_TURN * m);
    }
}

LF_KERNEL static void bodies_cayley(const lf_action *A, size_t n, const double *u, const double *y0,
                                    double *y1, double *work)
{
    (void)work;
    const size_t m = all_lanes(A, n);
    BY_BODIES(m, cayley_lanes, u, y0, y1);
}

/* ---- apply and generator ---- */

/* R g^-1 has the rows g r. */
static LF_INLINE void apply_lanes(size_t m, const double *restrict g, const double *restrict y0,
                                  double *restrict y1)
{
    bodies_shift(m, POINT_LAST, g, y0, y1);
    LF_EACH_LANE(i, m) {
        const lf_mat3 a = lf_mat3_load(g + POINT_TURN * m, m, i);
        const lf_mat3 R = lf_mat3_load(y0 + POINT_TURN * m, m, i);
        lf_mat3_store(y1 + POINT_TURN * m, m, i,
                      (lf_mat3){lf_mat3_vec(a, R.r0), lf_mat3_vec(a, R.r1), lf_mat3_vec(a, R.r2)});
    }
}

LF_KERNEL static void bodies_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                   double *y1, double *work)
{
    (void)work;
    const size_t m = all_lanes(A, n);
    BY_BODIES(m, apply_lanes, g, y0, y1);
}

/* -R hat(u) has the rows u x r. */
static LF_INLINE void generator_lanes(size_t m, const double *restrict u, const double *restrict y,
                                      double *restrict v)
{
    LF_EACH_LANE(i, 6 * m)
        v[i] = u[i];
    LF_EACH_LANE(i, 3 * m)
        v[POINT_LAST * m + i] = u[RATE_LAST * m + i];
    LF_EACH_LANE(i, m) {
        const lf_vec3 w = lf_vec3_load(u + RATE_TURN * m, m, i);
        const lf_mat3 R = lf_mat3_load(y + POINT_TURN * m, m, i);
        lf_mat3_store(v + POINT_TURN * m, m, i,
                      (lf_mat3){lf_cross(w, R.r0), lf_cross(w, R.r1), lf_cross(w, R.r2)});
    }
}

LF_KERNEL static void bodies_generator(const lf_action *A, size_t n, const double *u,
                                       const double *y, double *v, double *work)
{
    (void)work;
    const size_t m = all_lanes(A, n);
    BY_BODIES(m, generator_lanes, u, y, v);
}

/* ---- a stage of one lane in one go ---- */

/* A stage: what lf_action_ops.advance gets, for m bodies. */
typedef struct {
    int i;
    const double *row;
    double h;
    const double *y0, *f;
    double *k, *u, *y1;
    const double *turn; /* what belongs to rotations in f, or pulled back already */
    bool pulled;
} stage;

/* sum_{j < i} row_j k_j into the place of k_i, term after term. Not with k_i: what has just been
 * stored body by body cannot be loaded in longer vectors at once. */
static LF_INLINE void stage_sum(size_t rates, const stage *s)
{
    enum { PIECE = 24 };
    double *restrict out = s->k + (size_t)s->i * rates;
    for (size_t at = 0; at < rates; at += PIECE) {
        const size_t width = rates - at < PIECE ? rates - at : PIECE;
        double sum[PIECE] = {0};
        for (int j = 0; j < s->i; j++)
            if (s->row[j] != 0)
                LF_EACH_LANE(d, width)
                    sum[d] = lf_fma(s->row[j], s->k[(size_t)j * rates + at + d], sum[d]);
        LF_EACH_LANE(d, width)
            out[at + d] = sum[d];
    }
}

/* Three components of all: k_i into its place, and u of them, which is the answer. */
static LF_INLINE lf_vec3 stage_put(size_t m, size_t b, size_t d, const stage *s, lf_vec3 k)
{
    double *here = s->k + ((size_t)s->i * RATES + d) * m;
    const double last = s->row[s->i];
    const lf_vec3 none = {0, 0, 0}, sum = s->i > 0 ? lf_vec3_load(here, m, b) : none;
    const lf_vec3 u = lf_scale(s->h, last != 0 ? lf_axpy(sum, last, k) : sum);
    lf_vec3_store(here, m, b, k);
    lf_vec3_store(s->u + d * m, m, b, u);
    return u;
}

static LF_INLINE void stage_shift(size_t m, size_t b, size_t d, size_t point, const stage *s)
{
    const lf_vec3 u = stage_put(m, b, d, s, lf_vec3_load(s->f + d * m, m, b));
    lf_vec3_store(s->y1 + point * m, m, b, lf_add(lf_vec3_load(s->y0 + point * m, m, b), u));
}

/* k = dexpinv_u f, with the numbers of so(3) */
static LF_INLINE lf_vec3 stage_pull(size_t m, size_t b, bool pulled, const stage *s)
{
    const lf_vec3 v = lf_vec3_load(s->turn, m, b);
    if (pulled)
        return v;
    const lf_vec3 a = lf_vec3_load(s->u + RATE_TURN * m, m, b);
    const double x = lf_dot(a, a), small = lf_even_G_small(x), large = lf_even_G(x);
    return lf_spin(a, -0.5, x < LF_EVEN_SMALL ? small : large, v);
}

/* The same numbers as dexpinv, combination and flow one after the other; not 0 when an angle is
 * beyond two radians. */
static LF_INLINE uint64_t stage_bodies(size_t m, bool pulled, const stage *s)
{
    const size_t turn = POINT_TURN * m;
    uint64_t out = 0;
    LF_EACH_LANE(b, m) {
        const lf_vec3 u = stage_put(m, b, RATE_TURN, s, stage_pull(m, b, pulled, s));
        const double x = lf_dot(u, u);
        out |= lf_even_is_far(x);
        bodies_turn(m, b, u, lf_even_S(x), lf_even_C(x), s->y0 + turn, s->y1 + turn);
        stage_shift(m, b, 0, 0, s);
        stage_shift(m, b, 3, 3, s);
        stage_shift(m, b, RATE_LAST, POINT_LAST, s);
    }
    return out;
}

static LF_INLINE uint64_t stage_is_far(size_t m, const double *u)
{
    uint64_t out = 0;
    LF_EACH_LANE(b, m) {
        const lf_vec3 a = lf_vec3_load(u + RATE_TURN * m, m, b);
        out |= lf_even_is_far(lf_dot(a, a));
    }
    return out;
}

/* Beyond two radians so(3) itself pulls back; the last block of y1 has room for the answer. */
static void stage_pull_far(const lf_action *A, size_t m, stage *s)
{
    const lf_group *rotations = A->factor[2]->group;
    double *out = s->y1 + POINT_LAST * m;
    rotations->ops->dmapinv[LF_EXP](rotations, 1, s->u + RATE_TURN * m, s->turn, out);
    s->turn = out;
    s->pulled = true;
}

static LF_INLINE void advance_bodies(size_t m, const lf_action *A, stage s)
{
    const size_t turn = POINT_TURN * m;
    uint64_t out;
    s.turn = s.f + RATE_TURN * m;
    s.pulled = s.i == 0;
    if (s.i > 0)
        stage_sum(RATES * m, &s);
    if (s.i > 0 && stage_is_far(m, s.u))
        stage_pull_far(A, m, &s);
    if (s.pulled)
        out = stage_bodies(m, true, &s);
    else
        out = stage_bodies(m, false, &s);
    if (out)
        turn_far(m, s.u + RATE_TURN * m, s.y0 + turn, s.y1 + turn);
}

/* Any number of bodies: a function of its own, so that that of two begins quickly. */
LF_KERNEL static void advance_any(size_t m, const lf_action *A, const stage *s)
{
    advance_bodies(m, A, *s);
}

LF_KERNEL static bool bodies_advance(const lf_action *A, int i, const double *row, double h,
                                     const double *y0, const double *f, double *k, double *u,
                                     double *y1)
{
    const size_t m = all_lanes(A, 1);
    const stage s = {.i = i, .row = row, .h = h, .y0 = y0, .f = f, .k = k, .u = u, .y1 = y1};
    if (m == 2)
        advance_bodies(2, A, s);
    else
        advance_any(m, A, &s);
    return true;
}

static const lf_action_ops bodies_ops = {
    .flow = bodies_flow,
    .apply = bodies_apply,
    .generator = bodies_generator,
    .defect = lf_compound_defect,
    .advance = bodies_advance,
    .project = lf_compound_project,
    .cayley = bodies_cayley,
};

lf_action lf_action_bodies(const lf_group *product, const lf_action *const factor[4])
{
    lf_action A = lf_action_product(product, 4, factor);
    A.name = "bodies";
    A.doc = "positions and momenta by translation, attitudes from the right";
    A.ops = &bodies_ops;
    return A;
}
