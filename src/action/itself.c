/* SPDX-License-Identifier: BSD-3-Clause */
/* itself.c - a group moving its own elements: from the left, g.y = g y, or from the right,
 * g.y = y g^-1 (a left action too; it turns Y' = Y W into the field -W). And SO(3) moving all
 * matrices that have an inverse in the same way. */
#include <lieflow/action.h>

#include <math.h>

#include "action/matrices.h"
#include "base/even.h"
#include "base/mat3.h"

static lf_status itself_left_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                   double *y1, double *work)
{
    return lf_group_mul(A->group, n, g, y0, y1, work);
}

static lf_status itself_right_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                    double *y1, double *work)
{
    double *inverse = work, *rest = work + A->group->rep * n;
    const lf_status s = lf_group_inv(A->group, n, g, inverse, rest);
    return s == LF_OK ? lf_group_mul(A->group, n, y0, inverse, y1, rest) : s;
}

/* The inverse in itself_right_apply. */
static size_t itself_right_work(const lf_action *A, size_t n)
{
    return A->group->rep * n;
}

static lf_status itself_left_generator(const lf_action *A, size_t n, const double *u,
                                       const double *y, double *v, double *work)
{
    return lf_group_tangent(A->group, n, u, y, v, work);
}

/* -y u */
static lf_status itself_right_generator(const lf_action *A, size_t n, const double *u,
                                        const double *y, double *v, double *work)
{
    const lf_status s = lf_group_tangent_right(A->group, n, u, y, v, work);
    for (size_t j = 0; j < A->dim * n; j++)
        v[j] = -v[j];
    return s;
}

static lf_status itself_defect(const lf_action *A, size_t n, const double *y, const double *start,
                               double *defect, double *work)
{
    return lf_group_defect(A->group, n, y, defect, work);
}

/* exp(u) R with the matrix of exp(u) kept in registers */
static LF_INLINE void itself_so3_left_lanes(size_t n, const double *restrict u,
                                            const double *restrict y0, double *restrict y1)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        const double x = lf_dot(w, w);
        far |= lf_even_is_far(x);
        const lf_mat3 g = lf_mat3_rodrigues(w, lf_even_S(x), lf_even_C(x));
        lf_mat3_store(y1, n, i, lf_mat3_mul(g, lf_mat3_load(y0, n, i)));
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        if (!lf_even_is_far(lf_dot(w, w)))
            continue;
        const lf_even e = lf_even_far(w.x, w.y, w.z);
        lf_mat3_store(y1, n, i,
                      lf_mat3_mul(lf_mat3_rodrigues(w, e.S, e.C), lf_mat3_load(y0, n, i)));
    }
}

LF_KERNEL static lf_status itself_so3_left_flow(const lf_action *A, size_t n, const double *u,
                                                const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, itself_so3_left_lanes, u, y0, y1);
    return LF_OK;
}

/* R exp(u)^-1 has the rows exp(u) r: no matrix of exp(u) is formed, nor its inverse. */
static LF_INLINE void itself_so3_turn(size_t n, size_t i, lf_vec3 u, double S, double C,
                                      const double *restrict y0, double *restrict y1)
{
    const lf_mat3 R = lf_mat3_load(y0, n, i);
    lf_mat3_store(
        y1, n, i,
        (lf_mat3){lf_spin(u, S, C, R.r0), lf_spin(u, S, C, R.r1), lf_spin(u, S, C, R.r2)});
}

static LF_INLINE void itself_so3_right_lanes(size_t n, const double *restrict u,
                                             const double *restrict y0, double *restrict y1)
{
    uint64_t far = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        const double x = lf_dot(w, w);
        far |= lf_even_is_far(x);
        itself_so3_turn(n, i, w, lf_even_S(x), lf_even_C(x), y0, y1);
    }
    for (size_t i = 0; far && i < n; i++) {
        const lf_vec3 w = lf_vec3_load(u, n, i);
        if (!lf_even_is_far(lf_dot(w, w)))
            continue;
        const lf_even e = lf_even_far(w.x, w.y, w.z);
        itself_so3_turn(n, i, w, e.S, e.C, y0, y1);
    }
}

LF_KERNEL static lf_status itself_so3_right_flow(const lf_action *A, size_t n, const double *u,
                                                 const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, itself_so3_right_lanes, u, y0, y1);
    return LF_OK;
}

static lf_status itself_project(const lf_action *A, size_t n, const double *start, double *y,
                                double *work)
{
    return lf_group_project(A->group, n, y, work);
}

static const lf_action_ops left_ops = {
    .apply = itself_left_apply,
    .generator = itself_left_generator,
    .defect = itself_defect,
    .project = itself_project,
};
static const lf_action_ops right_ops = {
    .work = itself_right_work,
    .apply = itself_right_apply,
    .generator = itself_right_generator,
    .defect = itself_defect,
    .project = itself_project,
};
static const lf_action_ops so3_left_ops = {
    .flow = itself_so3_left_flow,
    .apply = itself_left_apply,
    .generator = itself_left_generator,
    .defect = itself_defect,
    .project = itself_project,
};
/* ---- SO(3) on matrices ---- */

/* |Y^T Y - S^T S| in units that make it |Y^T Y - I| on rotations, S the start. */
LF_KERNEL static lf_status matrices_defect(const lf_action *A, size_t n, const double *y,
                                           const double *start, double *defect, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const lf_mat3 Y = lf_mat3_load(y, n, i), S = lf_mat3_load(start, n, i);
        const lf_mat3 a = lf_mat3_mul(lf_mat3_transpose(Y), Y);
        const lf_mat3 b = lf_mat3_mul(lf_mat3_transpose(S), S);
        const lf_vec3 d0 = lf_axpy(a.r0, -1, b.r0), d1 = lf_axpy(a.r1, -1, b.r1),
                      d2 = lf_axpy(a.r2, -1, b.r2);
        const double off = lf_dot(d0, d0) + lf_dot(d1, d1) + lf_dot(d2, d2);
        const double size = lf_dot(b.r0, b.r0) + lf_dot(b.r1, b.r1) + lf_dot(b.r2, b.r2);
        defect[i] = sqrt(3 * off / size);
    }
    return LF_OK;
}

/* Y S^-1 would be a rotation: the nearest one, times S. */
LF_KERNEL static lf_status matrices_project(const lf_action *A, size_t n, const double *start,
                                            double *y, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const lf_mat3 S = lf_mat3_load(start, n, i);
        const lf_vec3 c0 = lf_cross(S.r1, S.r2), c1 = lf_cross(S.r2, S.r0),
                      c2 = lf_cross(S.r0, S.r1); /* columns of det(S) S^-1 */
        const double inverse = 1 / lf_dot(S.r0, c0);
        const lf_mat3 columns = {lf_scale(inverse, c0), lf_scale(inverse, c1),
                                 lf_scale(inverse, c2)};
        const lf_mat3 Q = lf_mat3_mul(lf_mat3_load(y, n, i), lf_mat3_transpose(columns));
        lf_mat3_store(y, n, i, lf_mat3_mul(lf_mat3_orthonormal(lf_mat3_nearest(Q)), S));
    }
    return LF_OK;
}

static const lf_action_ops matrices_ops = {
    .flow = itself_so3_left_flow,
    .apply = itself_left_apply,
    .generator = itself_left_generator,
    .defect = matrices_defect,
    .project = matrices_project,
};

static const lf_action_ops so3_right_ops = {
    .work = itself_right_work,
    .flow = itself_so3_right_flow,
    .apply = itself_right_apply,
    .generator = itself_right_generator,
    .defect = itself_defect,
    .project = itself_project,
};

/* The same for groups that do not know how to project. */
static const lf_action_ops left_adrift_ops = {
    .apply = itself_left_apply,
    .generator = itself_left_generator,
    .defect = itself_defect,
};
static const lf_action_ops right_adrift_ops = {
    .work = itself_right_work,
    .apply = itself_right_apply,
    .generator = itself_right_generator,
    .defect = itself_defect,
};

/* Matrices of many rows: see LF_MATRIX_ALONE. */
static bool itself_is_long(const lf_group *G)
{
    const bool matrix = G->kind == LF_GROUP_MATRIX || G->kind == LF_GROUP_AFFINE;
    return matrix && G->rep >= LF_MATRIX_ALONE * LF_MATRIX_ALONE;
}

lf_action lf_action_left(const lf_group *G)
{
    return (lf_action){
        .name = "left",
        .kind = LF_ACTION_ITSELF,
        .doc = "a group on itself from the left: g.y = g y",
        .group = G,
        .dim = G->rep,
        .ops = lf_group_can_project(G) ? &left_ops : &left_adrift_ops,
        .alone = itself_is_long(G),
    };
}

lf_action lf_action_right(const lf_group *G)
{
    return (lf_action){
        .name = "right",
        .kind = LF_ACTION_ITSELF,
        .doc = "a group on itself from the right: g.y = y g^-1",
        .group = G,
        .dim = G->rep,
        .ops = lf_group_can_project(G) ? &right_ops : &right_adrift_ops,
        .alone = itself_is_long(G),
    };
}

#define ITSELF(symbol, text, grp, size, table, how)     \
    const lf_action symbol = {.name = text,             \
                              .kind = LF_ACTION_ITSELF, \
                              .doc = how,               \
                              .group = &grp,            \
                              .dim = size,              \
                              .ops = &table}

ITSELF(lf_so2_left, "so2-left", lf_so2, 2, left_ops, "SO(2) on itself: g.y = g y");
ITSELF(lf_so3_left, "so3-left", lf_so3, 9, so3_left_ops, "SO(3) on itself: g.y = g y");
ITSELF(lf_s3_left, "s3-left", lf_s3, 4, left_ops, "S^3 on itself: g.y = g y");
ITSELF(lf_se2_left, "se2-left", lf_se2, 4, left_ops, "SE(2) on itself: g.y = g y");
ITSELF(lf_se3_left, "se3-left", lf_se3, 12, left_ops, "SE(3) on itself: g.y = g y");
ITSELF(lf_sl2_left, "sl2-left", lf_sl2, 4, left_ops, "SL(2) on itself: g.y = g y");
ITSELF(lf_so3_matrices, "so3-matrices", lf_so3, 9, matrices_ops,
       "SO(3) on GL(3): g.Y = g Y, which keeps Y^T Y");
ITSELF(lf_so3_right, "so3-right", lf_so3, 9, so3_right_ops, "SO(3) on itself: g.y = y g^-1");
ITSELF(lf_s3_right, "s3-right", lf_s3, 4, right_ops, "S^3 on itself: g.y = y g^-1");
ITSELF(lf_se2_right, "se2-right", lf_se2, 4, right_ops, "SE(2) on itself: g.y = y g^-1");
ITSELF(lf_se3_right, "se3-right", lf_se3, 12, right_ops, "SE(3) on itself: g.y = y g^-1");
