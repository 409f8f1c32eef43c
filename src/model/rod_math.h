/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_math.h - one element, one vertex, one end of a rod in registers. */
#ifndef LF_MODEL_ROD_MATH_H
#define LF_MODEL_ROD_MATH_H

#include "base/mat3.h"
#include "model/rod.h"

/* What an element does: the force n in space on the vertex before it, and the torque on its frame. */
typedef struct {
    lf_vec3 n, torque;
} lf_rod_pull;

/* Gamma = c/l - e3 for c = Lambda^T D */
static LF_INLINE lf_vec3 lf_rod_strain(lf_vec3 c, double over)
{
    return (lf_vec3){c.x * over, c.y * over, lf_fma(c.z, over, -1)};
}

static LF_INLINE lf_rod_pull lf_rod_element(lf_vec3 D, lf_mat3 R, double over, lf_vec3 stiff)
{
    const lf_vec3 c = lf_mat3_vec_left(D, R), strain = lf_rod_strain(c, over);
    const lf_vec3 s = {stiff.x * strain.x, stiff.y * strain.y, stiff.z * strain.z};
    return (lf_rod_pull){lf_mat3_vec(R, s), lf_cross(c, s)};
}

/* What a vertex does to the frames before and after it. */
typedef struct {
    lf_vec3 before, after;
} lf_rod_twist;

/* Columns j and k of A and B, multiplied. */
#define LF_ROD_ENTRY(A, j, B, k) \
    lf_fma((A).r2.j, (B).r2.k, lf_fma((A).r1.j, (B).r1.k, (A).r0.j *(B).r0.k))

/* In the frames A and B themselves. */
static LF_INLINE lf_rod_twist lf_rod_bend(lf_mat3 A, lf_mat3 B, lf_vec3 d)
{
    const double w32 = LF_ROD_ENTRY(A, z, B, y), w23 = LF_ROD_ENTRY(A, y, B, z);
    const double w13 = LF_ROD_ENTRY(A, x, B, z), w31 = LF_ROD_ENTRY(A, z, B, x);
    const double w21 = LF_ROD_ENTRY(A, y, B, x), w12 = LF_ROD_ENTRY(A, x, B, y);
    return (lf_rod_twist){{lf_fma(w32, d.y, -(w23 * d.z)), lf_fma(w13, d.z, -(w31 * d.x)),
                           lf_fma(w21, d.x, -(w12 * d.y))},
                          {lf_fma(w23, d.y, -(w32 * d.z)), lf_fma(w31, d.z, -(w13 * d.x)),
                           lf_fma(w12, d.x, -(w21 * d.y))}};
}

/* Between elements whose natural rotation is S^2: in the frames of the elements. */
static LF_INLINE lf_rod_twist lf_rod_bend_curved(lf_mat3 A, lf_mat3 B, lf_vec3 d, lf_mat3 S)
{
    const lf_rod_twist t = lf_rod_bend(lf_mat3_mul(A, S), lf_mat3_mul(B, lf_mat3_transpose(S)), d);
    return (lf_rod_twist){lf_mat3_vec(S, t.before), lf_mat3_vec_left(t.after, S)};
}

static LF_INLINE lf_vec3 lf_rod_three(const double a[3])
{
    return lf_vec3_load(a, 1, 0);
}

static LF_INLINE lf_mat3 lf_rod_nine(const double a[9])
{
    return lf_mat3_load(a, 1, 0);
}

/* Start: between what carries the rod, with attitude R, and the first element. The first torque is in
 * the frame of the carrier. */
static LF_INLINE lf_rod_twist lf_rod_bend_start(const lf_rod *rod, lf_mat3 R, lf_mat3 Lambda)
{
    const lf_mat3 S = lf_rod_nine(rod->start.half), seat = lf_rod_nine(rod->seat);
    lf_rod_twist t =
        lf_rod_bend_curved(lf_mat3_mul(R, seat), Lambda, lf_rod_three(rod->start.bend), S);
    t.before = lf_mat3_vec(seat, t.before);
    return t;
}

/* Finish: between the last element and the wall. */
static LF_INLINE lf_rod_twist lf_rod_bend_finish(const lf_rod *rod, lf_mat3 Lambda)
{
    return lf_rod_bend_curved(Lambda, lf_rod_nine(rod->wall), lf_rod_three(rod->finish.bend),
                              lf_rod_nine(rod->finish.half));
}

/* The first vertex of a rod. */
static LF_INLINE lf_vec3 lf_rod_begin_at(const lf_rod_begin *b)
{
    return lf_add(lf_rod_three(b->x), lf_mat3_vec(lf_rod_nine(b->R), lf_rod_three(b->lever)));
}

/* Does it begin on body 0 as the point has it, with element 1? Then no lane is special. */
static inline bool lf_rod_in_place(const lf_rod *rod)
{
    return !rod->move && rod->lever[0] == 0 && rod->lever[1] == 0 && rod->lever[2] == 0;
}

#endif
