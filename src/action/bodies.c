/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.c - positions and momenta of rigid bodies by translation and attitudes from the right,
 * (a, b, g, c).(x, p, R, s) = (x + a, p + b, R g^-1, s + c): the numbers of the product of these
 * actions, but all blocks in one go. Bodies are lanes: blocks are [component][body][lane]. Vector spaces
 * after these are a tail, [component][lane]. */
#include "action/bodies.h"

#include "action/compound.h"
#include "base/even.h"
#include "base/mat3.h"

/* Where blocks begin, times the lanes: in the algebra (in its group the last is at 15 as well) and in
 * a point. */
enum { RATE_TURN = 6, RATE_LAST = 9, RATES = 12, POINT_TURN = 6, POINT_LAST = 15, POINT_DIM = 18 };

/* R exp(-u) has the rows exp(u) r. */
static LF_INLINE void bodies_turn(size_t m, size_t i, lf_vec3 u, double S, double C,
                                  const double *restrict R0, double *restrict R1)
{
    const lf_mat3 R = lf_mat3_load(R0, m, i);
    lf_mat3_store(
        R1, m, i,
        (lf_mat3){lf_spin(u, S, C, R.r0), lf_spin(u, S, C, R.r1), lf_spin(u, S, C, R.r2)});
}

/* Bodies and lanes together. */
static size_t all_lanes(const lf_action *A, size_t n)
{
    return A->factor[2]->count * n;
}

/* The translations; `last` is where the last block of u begins. */
static LF_INLINE void bodies_shift(size_t m, size_t last, const double *restrict u,
                                   const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, 6 * m)
        y1[i] = y0[i] + u[i];
    LF_EACH_LANE(i, 3 * m)
        y1[POINT_LAST * m + i] = y0[POINT_LAST * m + i] + u[last * m + i];
}

/* y1 = y0 + u, or where y0 is NULL u, of the vector spaces after the bodies; u begins them at `first`. */
static void tail_shift(const lf_action *A, size_t n, const double *u, size_t first,
                       const double *y0, double *y1)
{
    const size_t m = all_lanes(A, n), tail = A->dim * n - POINT_DIM * m;
    for (size_t i = 0; i < tail; i++)
        y1[POINT_DIM * m + i] = (y0 ? y0[POINT_DIM * m + i] : 0) + u[first * m + i];
}

static bool has_tail(const lf_action *A)
{
    return A->count > 4;
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
LF_KERNEL static void bodies_turn_far(size_t m, const double *u, const double *R0, double *R1)
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
        bodies_turn_far(m, turn, y0 + POINT_TURN * m, y1 + POINT_TURN * m);
}

LF_KERNEL static void flow_any(size_t m, const double *u, const double *y0, double *y1)
{
    flow_lanes(m, u, y0, y1);
}

/* Those of two bodies in a single lane or in four begin quickly in a small function: rkmk8 and rkmk5
 * take 13 percent less, gbs 7. */
LF_KERNEL static lf_status bodies_flow(const lf_action *A, size_t n, const double *u,
                                       const double *y0, double *y1, double *work)
{
    const size_t m = all_lanes(A, n);
    if (m == 8)
        flow_lanes(8, u, y0, y1);
    else if (m == 2)
        flow_lanes(2, u, y0, y1);
    else
        flow_any(m, u, y0, y1);
    if (has_tail(A))
        tail_shift(A, n, u, RATES, y0, y1);
    return LF_OK;
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

LF_KERNEL static lf_status bodies_cayley(const lf_action *A, size_t n, const double *u,
                                         const double *y0, double *y1, double *work)
{
    const size_t m = all_lanes(A, n);
    if (m == 2) /* two bodies, known to the compiler: a seventh of a step of rkmk8 less */
        cayley_lanes(2, u, y0, y1);
    else
        cayley_lanes(m, u, y0, y1);
    if (has_tail(A))
        tail_shift(A, n, u, RATES, y0, y1);
    return LF_OK;
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

LF_KERNEL static lf_status bodies_apply(const lf_action *A, size_t n, const double *g,
                                        const double *y0, double *y1, double *work)
{
    const size_t m = all_lanes(A, n);
    apply_lanes(m, g, y0, y1);
    if (has_tail(A))
        tail_shift(A, n, g, POINT_DIM, y0, y1);
    return LF_OK;
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

LF_KERNEL static lf_status bodies_generator(const lf_action *A, size_t n, const double *u,
                                            const double *y, double *v, double *work)
{
    const size_t m = all_lanes(A, n);
    generator_lanes(m, u, y, v);
    if (has_tail(A))
        tail_shift(A, n, u, RATES, NULL, v);
    return LF_OK;
}

static const lf_action_ops bodies_ops = {
    .flow = bodies_flow,
    .apply = bodies_apply,
    .generator = bodies_generator,
    .defect = lf_compound_defect,
    .project = lf_compound_project,
    .cayley = bodies_cayley,
};

lf_action lf_action_bodies(const lf_group *product, size_t factors, const lf_action *const *factor)
{
    lf_action A = lf_action_product(product, factors, factor);
    A.name = "bodies";
    A.kind = LF_ACTION_BODIES;
    A.doc = "positions and momenta by translation, attitudes from the right";
    A.ops = &bodies_ops;
    return A;
}
