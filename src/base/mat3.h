/* SPDX-License-Identifier: BSD-3-Clause */
/* mat3.h - 3 x 3 matrices of one lane in registers, row-major in memory. */
#ifndef LF_BASE_MAT3_H
#define LF_BASE_MAT3_H

#include <math.h>

#include "base/lanes.h"

typedef struct {
    lf_vec3 r0, r1, r2; /* rows */
} lf_mat3;

static LF_INLINE lf_mat3 lf_mat3_load(const double *a, size_t n, size_t i)
{
    return (lf_mat3){lf_vec3_load(a, n, i), lf_vec3_load(a + 3 * n, n, i),
                     lf_vec3_load(a + 6 * n, n, i)};
}

static LF_INLINE void lf_mat3_store(double *a, size_t n, size_t i, lf_mat3 m)
{
    lf_vec3_store(a, n, i, m.r0);
    lf_vec3_store(a + 3 * n, n, i, m.r1);
    lf_vec3_store(a + 6 * n, n, i, m.r2);
}

static LF_INLINE lf_mat3 lf_mat3_transpose(lf_mat3 m)
{
    return (lf_mat3){{m.r0.x, m.r1.x, m.r2.x}, {m.r0.y, m.r1.y, m.r2.y}, {m.r0.z, m.r1.z, m.r2.z}};
}

static LF_INLINE lf_vec3 lf_mat3_vec(lf_mat3 m, lf_vec3 v)
{
    return (lf_vec3){lf_dot(m.r0, v), lf_dot(m.r1, v), lf_dot(m.r2, v)};
}

/* v^T m = m^T v */
static LF_INLINE lf_vec3 lf_mat3_vec_left(lf_vec3 v, lf_mat3 m)
{
    return lf_axpy(lf_axpy(lf_scale(v.x, m.r0), v.y, m.r1), v.z, m.r2);
}

static LF_INLINE lf_mat3 lf_mat3_mul(lf_mat3 a, lf_mat3 b)
{
    return (lf_mat3){lf_mat3_vec_left(a.r0, b), lf_mat3_vec_left(a.r1, b),
                     lf_mat3_vec_left(a.r2, b)};
}

/* hat(u) m */
static LF_INLINE lf_mat3 lf_mat3_hat_mul(lf_vec3 u, lf_mat3 m)
{
    return (lf_mat3){lf_axpy(lf_scale(u.y, m.r2), -u.z, m.r1),
                     lf_axpy(lf_scale(u.z, m.r0), -u.x, m.r2),
                     lf_axpy(lf_scale(u.x, m.r1), -u.y, m.r0)};
}

/* I + s hat(u) + c hat(u)^2 */
static LF_INLINE lf_mat3 lf_mat3_rodrigues(lf_vec3 u, double s, double c)
{
    const lf_vec3 v = lf_scale(c, u);
    const double xx = v.x * u.x, yy = v.y * u.y, zz = v.z * u.z;
    const double xy = v.x * u.y, xz = v.x * u.z, yz = v.y * u.z;
    return (lf_mat3){{1 - (yy + zz), lf_fma(-s, u.z, xy), lf_fma(s, u.y, xz)},
                     {lf_fma(s, u.z, xy), 1 - (xx + zz), lf_fma(-s, u.x, yz)},
                     {lf_fma(-s, u.y, xz), lf_fma(s, u.x, yz), 1 - (xx + yy)}};
}

/* The rows made orthonormal, one after the other: for a matrix close to a rotation. */
static LF_INLINE lf_mat3 lf_mat3_orthonormal(lf_mat3 m)
{
    const lf_vec3 a = lf_scale(1 / sqrt(lf_dot(m.r0, m.r0)), m.r0);
    const lf_vec3 b = lf_axpy(m.r1, -lf_dot(a, m.r1), a);
    const lf_vec3 c = lf_scale(1 / sqrt(lf_dot(b, b)), b);
    return (lf_mat3){a, c, lf_cross(a, c)};
}

/* The rotation whose first two rows are nearly r0 and r1. Products of rotations lose a rounding
 * error of orthogonality each; here the rows' products less the identity, d, are taken away to
 * first order, half from each row, and the third row is the cross product. The defect is that of a
 * single step for ever (5e-16). Integrators do it at every step, not now and then: without a counter,
 * a run may be cut anywhere, and every lane may be at a step of its own. */
static LF_INLINE lf_mat3 lf_mat3_straight(lf_vec3 r0, lf_vec3 r1)
{
    const double d00 = lf_fma(r0.z, r0.z, lf_fma(r0.y, r0.y, lf_fma(r0.x, r0.x, -1)));
    const double d11 = lf_fma(r1.z, r1.z, lf_fma(r1.y, r1.y, lf_fma(r1.x, r1.x, -1)));
    const double d01 = -0.5 * lf_dot(r0, r1);
    const lf_vec3 a = lf_add(r0, lf_axpy(lf_scale(-0.5 * d00, r0), d01, r1));
    const lf_vec3 b = lf_add(r1, lf_axpy(lf_scale(-0.5 * d11, r1), d01, r0));
    return (lf_mat3){a, b, lf_cross(a, b)};
}

/* (3 m - m m^T m)/2: the rotation nearest to m, but for the square of the distance */
static LF_INLINE lf_mat3 lf_mat3_nearest(lf_mat3 m)
{
    const lf_mat3 w = lf_mat3_mul(m, lf_mat3_mul(lf_mat3_transpose(m), m));
    return (lf_mat3){lf_axpy(lf_scale(1.5, m.r0), -0.5, w.r0),
                     lf_axpy(lf_scale(1.5, m.r1), -0.5, w.r1),
                     lf_axpy(lf_scale(1.5, m.r2), -0.5, w.r2)};
}

/* Frobenius norm of m^T m - I */
static LF_INLINE double lf_mat3_defect(lf_mat3 m)
{
    const lf_mat3 t = lf_mat3_transpose(m);
    const double xx = lf_dot(t.r0, t.r0) - 1, yy = lf_dot(t.r1, t.r1) - 1;
    const double zz = lf_dot(t.r2, t.r2) - 1, xy = lf_dot(t.r0, t.r1);
    const double xz = lf_dot(t.r0, t.r2), yz = lf_dot(t.r1, t.r2);
    return sqrt(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
}

#endif
