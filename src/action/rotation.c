/* SPDX-License-Identifier: BSD-3-Clause */
/* rotation.c - rotations moving vectors: SO(3) on R^3, on S^2 and on so(3)*, and S^3 on R^3.
 *
 * exp(u).y = y + S u x y + C u x (u x y): the matrix is never formed. On so(3)* the coadjoint
 * action Ad*_{g^-1} is the same map. */
#include <lieflow/action.h>

#include <math.h>

#include "base/even.h"
#include "base/mat3.h"

/* Lanes beyond half a radian by the long polynomials; the others keep what they have. Answers whether
 * a lane is out of the range of this pass. */
static LF_INLINE uint64_t rotation_flow_pass(size_t n, bool wide, double scale,
                                             const double *restrict u, const double *restrict y0,
                                             double *restrict y1)
{
    uint64_t out = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 w = lf_scale(scale, lf_vec3_load(u, n, i));
        const double x = lf_dot(w, w), S = lf_even_S_in(wide, x), C = lf_even_C_in(wide, x);
        out |= lf_even_is_out(wide, x);
        const lf_vec3 y = lf_spin(w, S, C, lf_vec3_load(y0, n, i));
        lf_vec3_store(y1, n, i, lf_vec3_select(x < LF_EVEN_SMALL, lf_vec3_load(y1, n, i), y));
    }
    return out;
}

/* Lanes beyond half a radian, those beyond four by closed forms. */
static LF_INLINE void rotation_flow_large(size_t n, double scale, const double *restrict u,
                                          const double *restrict y0, double *restrict y1)
{
    if (!rotation_flow_pass(n, false, scale, u, y0, y1) ||
        !rotation_flow_pass(n, true, scale, u, y0, y1))
        return;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 w = lf_scale(scale, lf_vec3_load(u, n, i));
        if (!lf_even_is_beyond(lf_dot(w, w)))
            continue;
        const lf_even e = lf_even_far(w.x, w.y, w.z);
        lf_vec3_store(y1, n, i, lf_spin(w, e.S, e.C, lf_vec3_load(y0, n, i)));
    }
}

/* exp(scale*u).y: scale is 1 for SO(3) and 2 for S^3, whose exponential has no half angle */
static LF_INLINE void rotation_flow_lanes(size_t n, double scale, const double *restrict u,
                                          const double *restrict y0, double *restrict y1)
{
    uint64_t large = 0;
    LF_EACH_LANE(i, n) {
        const lf_vec3 w = lf_scale(scale, lf_vec3_load(u, n, i));
        const double x = lf_dot(w, w);
        large |= lf_even_is_large(x);
        lf_vec3_store(y1, n, i,
                      lf_spin(w, lf_even_S_small(x), lf_even_C_small(x), lf_vec3_load(y0, n, i)));
    }
    if (large)
        rotation_flow_large(n, scale, u, y0, y1);
}

LF_KERNEL static lf_status rotation_flow(const lf_action *A, size_t n, const double *u,
                                         const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, rotation_flow_lanes, 1, u, y0, y1);
    return LF_OK;
}

LF_KERNEL static lf_status rotation_s3_flow(const lf_action *A, size_t n, const double *u,
                                            const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, rotation_flow_lanes, 2, u, y0, y1);
    return LF_OK;
}

static LF_INLINE void rotation_apply_lanes(size_t n, const double *restrict g,
                                           const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(y1, n, i, lf_mat3_vec(lf_mat3_load(g, n, i), lf_vec3_load(y0, n, i)));
}

LF_KERNEL static lf_status rotation_apply(const lf_action *A, size_t n, const double *g,
                                          const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, rotation_apply_lanes, g, y0, y1);
    return LF_OK;
}

/* y + 2 w q x y + 2 q x (q x y) for the quaternion (w, q) */
static LF_INLINE void rotation_s3_apply_lanes(size_t n, const double *restrict g,
                                              const double *restrict y0, double *restrict y1)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(y1, n, i,
                      lf_spin(lf_vec3_load(g + n, n, i), 2 * g[i], 2, lf_vec3_load(y0, n, i)));
}

LF_KERNEL static lf_status rotation_s3_apply(const lf_action *A, size_t n, const double *g,
                                             const double *y0, double *y1, double *work)
{
    LF_BY_LANES(n, rotation_s3_apply_lanes, g, y0, y1);
    return LF_OK;
}

static LF_INLINE void rotation_generator_lanes(size_t n, double scale, const double *restrict u,
                                               const double *restrict y, double *restrict v)
{
    LF_EACH_LANE(i, n)
        lf_vec3_store(v, n, i,
                      lf_cross(lf_scale(scale, lf_vec3_load(u, n, i)), lf_vec3_load(y, n, i)));
}

LF_KERNEL static lf_status rotation_generator(const lf_action *A, size_t n, const double *u,
                                              const double *y, double *v, double *work)
{
    LF_BY_LANES(n, rotation_generator_lanes, 1, u, y, v);
    return LF_OK;
}

LF_KERNEL static lf_status rotation_s3_generator(const lf_action *A, size_t n, const double *u,
                                                 const double *y, double *v, double *work)
{
    LF_BY_LANES(n, rotation_generator_lanes, 2, u, y, v);
    return LF_OK;
}

/* distance to the sphere through the start */
LF_KERNEL static lf_status rotation_defect(const lf_action *A, size_t n, const double *y,
                                           const double *start, double *defect, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 a = lf_vec3_load(y, n, i), b = lf_vec3_load(start, n, i);
        defect[i] = fabs(sqrt(lf_dot(a, a)) - sqrt(lf_dot(b, b)));
    }
    return LF_OK;
}

/* distance to the unit sphere */
LF_KERNEL static lf_status rotation_sphere_defect(const lf_action *A, size_t n, const double *y,
                                                  const double *start, double *defect, double *work)
{
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 a = lf_vec3_load(y, n, i);
        defect[i] = fabs(sqrt(lf_dot(a, a)) - 1);
    }
    return LF_OK;
}

/* to the sphere of the radius of `start`, or of radius 1 where that is NULL */
static void to_sphere(size_t n, const double *start, double *y)
{
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 a = lf_vec3_load(y, n, i);
        double radius = 1;
        if (start) {
            const lf_vec3 b = lf_vec3_load(start, n, i);
            radius = sqrt(b.x * b.x + b.y * b.y + b.z * b.z);
        }
        const double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
        lf_vec3_store(y, n, i, lf_scale(length > 0 ? radius / length : 1, a));
    }
}

static lf_status rotation_project(const lf_action *A, size_t n, const double *start, double *y,
                                  double *work)
{
    to_sphere(n, start, y);
    return LF_OK;
}

static lf_status rotation_sphere_project(const lf_action *A, size_t n, const double *start,
                                         double *y, double *work)
{
    to_sphere(n, NULL, y);
    return LF_OK;
}

static const lf_action_ops rotation_ops = {
    .flow = rotation_flow,
    .apply = rotation_apply,
    .generator = rotation_generator,
    .defect = rotation_defect,
    .project = rotation_project,
};
static const lf_action_ops sphere_ops = {
    .flow = rotation_flow,
    .apply = rotation_apply,
    .generator = rotation_generator,
    .defect = rotation_sphere_defect,
    .project = rotation_sphere_project,
};
static const lf_action_ops rotation_s3_ops = {
    .flow = rotation_s3_flow,
    .apply = rotation_s3_apply,
    .generator = rotation_s3_generator,
    .defect = rotation_defect,
    .project = rotation_project,
};

const lf_action lf_rotation = {
    .name = "rotation",
    .kind = LF_ACTION_ROTATION,
    .doc = "SO(3) on R^3: g.y = g y; the orbits are spheres about 0",
    .group = &lf_so3,
    .dim = 3,
    .ops = &rotation_ops,
};
const lf_action lf_sphere = {
    .name = "sphere",
    .kind = LF_ACTION_ROTATION,
    .doc = "SO(3) on the unit sphere S^2: g.y = g y",
    .group = &lf_so3,
    .dim = 3,
    .ops = &sphere_ops,
};
const lf_action lf_so3_coadjoint = {
    .name = "so3-coadjoint",
    .kind = LF_ACTION_ROTATION,
    .doc = "SO(3) on so(3)*: g.m = Ad*_{g^-1} m = g m; the orbits are spheres of momentum",
    .group = &lf_so3,
    .dim = 3,
    .ops = &rotation_ops,
};
const lf_action lf_quaternion_rotation = {
    .name = "quaternion-rotation",
    .kind = LF_ACTION_QUATERNION_ROTATION,
    .doc = "S^3 on R^3: g.y = g y g^-1 with quaternions",
    .group = &lf_s3,
    .dim = 3,
    .ops = &rotation_s3_ops,
};
