/* SPDX-License-Identifier: BSD-3-Clause */
/* settle.c - points that rotate, freed of what rounding has added up.
 *
 * A rotation whose coefficients are rounded changes lengths by up to 4e-16, and where every step turns by
 * the same angle it is the same change every time: 4e-9 after ten million steps. So points are looked at
 * now and then, and put back where lengths or right angles are off by more than rounding explains: unit
 * vectors, quaternions and matrices to what they are known to be, a momentum to the length that it had
 * at the start. Ordinary runs, and those of thousands of small steps, never come so far: nothing is done
 * to them. What is farther away than drifting can bring it was meant, and stays. */
#include "action/settle.h"

#include <math.h>

#include "base/mat3.h"

/* Changes of squares and products, as parts of them, that are too small to matter or too large for
 * rounding. */
#define SETTLE_NEAR 0x1p-45
#define SETTLE_FAR 0x1p-36

/* A change of what has this size; 0 where it is too small, too large or NaN. */
static LF_INLINE double settle_change(double change, double size)
{
    const double part = fabs(change);
    return part > SETTLE_NEAR * size && part < SETTLE_FAR * size ? change : 0;
}

static LF_INLINE uint64_t settle_any(double change, double size)
{
    return settle_change(change, size) != 0 ? UINT64_C(1) : UINT64_C(0);
}

/* By what a vector is multiplied to have the square of another's length. */
static LF_INLINE double settle_length(double square, double wanted)
{
    const double change = settle_change(wanted - square, square);
    return change != 0 ? 1 + 0.5 * change / square : 1;
}

/* ---- vectors as long as at the start ---- */

static LF_INLINE void settle_vectors_lanes(size_t n, const double *restrict start,
                                           double *restrict y)
{
    uint64_t any = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(y, n, i), b = lf_vec3_load(start, n, i);
        const double square = lf_dot(a, a);
        any |= settle_any(lf_dot(b, b) - square, square);
    }
    if (!any)
        return;
    LF_EACH_LANE(i, n) {
        const lf_vec3 a = lf_vec3_load(y, n, i), b = lf_vec3_load(start, n, i);
        lf_vec3_store(y, n, i, lf_scale(settle_length(lf_dot(a, a), lf_dot(b, b)), a));
    }
}

LF_KERNEL static void settle_vectors(size_t n, const double *start, double *y)
{
    LF_BY_LANES(n, settle_vectors_lanes, start, y);
}

/* ---- unit vectors: the first components of a point ---- */

static LF_INLINE double settle_unit(size_t n, size_t i, size_t count, const double *y)
{
    double square = 0;
    for (size_t c = 0; c < count; c++)
        square = lf_fma(y[c * n + i], y[c * n + i], square);
    return 1 - square;
}

static LF_INLINE void settle_units_lanes(size_t n, size_t count, double *y)
{
    uint64_t any = 0;
    LF_EACH_LANE(i, n)
        any |= settle_any(settle_unit(n, i, count, y), 1);
    if (!any)
        return;
    LF_EACH_LANE(i, n) {
        const double factor = 1 + 0.5 * settle_change(settle_unit(n, i, count, y), 1);
        for (size_t c = 0; c < count; c++)
            y[c * n + i] *= factor;
    }
}

LF_KERNEL static void settle_quaternions(size_t n, double *y)
{
    LF_BY_LANES(n, settle_units_lanes, 4, y);
}

LF_KERNEL static void settle_turns(size_t n, double *y)
{
    LF_BY_LANES(n, settle_units_lanes, 2, y);
}

/* ---- matrices ---- */

/* (I - R R^T)/2, and all of it added up */
static LF_INLINE lf_mat3 settle_matrix(lf_mat3 R, double *sum)
{
    const double xx = 0.5 * (1 - lf_dot(R.r0, R.r0)), yy = 0.5 * (1 - lf_dot(R.r1, R.r1));
    const double zz = 0.5 * (1 - lf_dot(R.r2, R.r2)), xy = -0.5 * lf_dot(R.r0, R.r1);
    const double xz = -0.5 * lf_dot(R.r0, R.r2), yz = -0.5 * lf_dot(R.r1, R.r2);
    *sum = fabs(xx) + fabs(yy) + fabs(zz) + fabs(xy) + fabs(xz) + fabs(yz);
    return (lf_mat3){{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
}

/* R + (I - R R^T) R / 2: the rotation nearest to R, but for the square of the distance */
static LF_INLINE void settle_matrices_lanes(size_t n, double *y)
{
    uint64_t any = 0;
    double sum;
    LF_EACH_LANE(i, n) {
        double size;
        settle_matrix(lf_mat3_load(y, n, i), &size);
        any |= settle_any(size, 1);
    }
    if (!any)
        return;
    for (size_t i = 0; i < n; i++) {
        const lf_mat3 R = lf_mat3_load(y, n, i), off = settle_matrix(R, &sum);
        const lf_mat3 change = lf_mat3_mul(off, R);
        if (settle_any(sum, 1))
            lf_mat3_store(y, n, i,
                          (lf_mat3){lf_add(R.r0, change.r0), lf_add(R.r1, change.r1),
                                    lf_add(R.r2, change.r2)});
    }
}

LF_KERNEL static void settle_matrices(size_t n, double *y)
{
    LF_BY_LANES(n, settle_matrices_lanes, y);
}

/* ---- pairs ---- */

/* (P, F) on se(3)*: the length of F, then P.F by moving P along F. The latter is judged by |P| |F|. */
static LF_INLINE void settle_pairs_lanes(size_t n, const double *restrict start, double *restrict y)
{
    uint64_t any = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 P = lf_vec3_load(y, n, i), F = lf_vec3_load(y + 3 * n, n, i);
        const lf_vec3 P0 = lf_vec3_load(start, n, i), F0 = lf_vec3_load(start + 3 * n, n, i);
        const double square = lf_dot(F, F), size = sqrt(lf_dot(P, P) * square);
        any |= settle_any(lf_dot(F0, F0) - square, square) |
               settle_any(lf_dot(P0, F0) - lf_dot(P, F), size);
    }
    if (!any)
        return;
    LF_EACH_LANE(i, n) {
        const lf_vec3 P = lf_vec3_load(y, n, i), old = lf_vec3_load(y + 3 * n, n, i);
        const lf_vec3 P0 = lf_vec3_load(start, n, i), F0 = lf_vec3_load(start + 3 * n, n, i);
        const lf_vec3 F = lf_scale(settle_length(lf_dot(old, old), lf_dot(F0, F0)), old);
        const double square = lf_dot(F, F), size = sqrt(lf_dot(P, P) * square);
        const double change = settle_change(lf_dot(P0, F0) - lf_dot(P, F), size);
        lf_vec3_store(y, n, i, lf_axpy(P, change != 0 ? change / square : 0, F));
        lf_vec3_store(y + 3 * n, n, i, F);
    }
}

LF_KERNEL static void settle_pairs(size_t n, const double *start, double *y)
{
    LF_BY_LANES(n, settle_pairs_lanes, start, y);
}

/* (q, w) on TS^2: |q| = 1, then w across q */
static LF_INLINE void settle_tangents_lanes(size_t n, double *y)
{
    uint64_t any = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 q = lf_vec3_load(y, n, i), w = lf_vec3_load(y + 3 * n, n, i);
        any |= settle_any(1 - lf_dot(q, q), 1) | settle_any(lf_dot(q, w), sqrt(lf_dot(w, w)));
    }
    if (!any)
        return;
    LF_EACH_LANE(i, n) {
        const lf_vec3 q0 = lf_vec3_load(y, n, i), w = lf_vec3_load(y + 3 * n, n, i);
        const lf_vec3 q = lf_scale(1 + 0.5 * settle_change(1 - lf_dot(q0, q0), 1), q0);
        const double along = settle_change(lf_dot(q, w), sqrt(lf_dot(w, w)));
        lf_vec3_store(y, n, i, q);
        lf_vec3_store(y + 3 * n, n, i, lf_axpy(w, -along, q));
    }
}

LF_KERNEL static void settle_tangents(size_t n, double *y)
{
    LF_BY_LANES(n, settle_tangents_lanes, y);
}

/* ---- actions ---- */

/* Elements of a group. */
static void settle_elements(const lf_group *G, size_t n, double *y)
{
    if (G->kind == LF_GROUP_SO3 || G->kind == LF_GROUP_SE3)
        settle_matrices(n, y);
    else if (G->kind == LF_GROUP_S3)
        settle_quaternions(n, y);
    else if (G->kind == LF_GROUP_SO2)
        settle_turns(n, y);
    else if (G->kind == LF_GROUP_PLANAR && *(const double *)G->ctx == 1) /* SE(2) */
        settle_turns(n, y);
}

static void settle_factors(const lf_action *A, size_t n, const double *start, double *y)
{
    for (size_t k = 0, first = 0; k < A->count; first += A->factor[k]->dim * n, k++)
        if (!A->factor[k]->flat)
            lf_action_settle(A->factor[k], n, start + first, y + first);
}

void lf_action_settle(const lf_action *A, size_t n, const double *start, double *y)
{
    switch (A->kind) {
    case LF_ACTION_ROTATION:
    case LF_ACTION_QUATERNION_ROTATION: settle_vectors(n, start, y); return;
    case LF_ACTION_COADJOINT: settle_pairs(n, start, y); return;
    case LF_ACTION_TS2: settle_tangents(n, y); return;
    case LF_ACTION_ITSELF: settle_elements(A->group, n, y); return;
    case LF_ACTION_POWER: lf_action_settle(A->factor[0], A->count * n, start, y); return;
    case LF_ACTION_PRODUCT:
    case LF_ACTION_DIAGONAL:
    case LF_ACTION_BODIES:
    case LF_ACTION_BODY_FRAME:
    case LF_ACTION_BODY_FRAME_QUATERNION: settle_factors(A, n, start, y); return;
    default: return;
    }
}
