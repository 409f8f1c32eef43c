/* SPDX-License-Identifier: BSD-3-Clause */
/* lanes.h - how loops over lanes are written.
 *
 * A kernel is an inline body with one loop LF_EACH_LANE and a thin function marked LF_KERNEL that
 * hands it to LF_BY_LANES. The compiler makes SIMD of the loop, once per instruction set; a single
 * lane gets a copy without loop overhead.
 *
 * Same bits whatever the number of lanes: the body is branch-free, so every lane sees the same
 * operations, and each operation is rounded as written. The compiler is forbidden to fuse
 * products and sums on its own (-ffp-contract=off): it would choose differently in two copies of
 * one body. Where fusing pays it is asked for, by lf_fma. A lane out of a polynomial's range is
 * recomputed alone, in a pass of its own. */
#ifndef LF_BASE_LANES_H
#define LF_BASE_LANES_H

#include <lieflow/real.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* a b + c in one rounding where the machine has an instruction for it. A kernel's clone for old
 * x86 machines calls the C library instead, which is right but slow: build for those with
 * LIEFLOW_FUSE=OFF. Outside of kernels plain arithmetic is the better choice. */
static LF_INLINE double lf_fma(double a, double b, double c)
{
#if defined(LF_NO_FUSE)
    return a * b + c;
#else
    return __builtin_fma(a, b, c);
#endif
}

/* Call `body` with n lanes, with the number as a constant where that pays: for one lane up to 14
 * percent of a step (cf4 on a rotation), for four, the rows of extrapolation, 5 percent (gbs there). */
#define LF_BY_LANES(n, body, ...)   \
    do {                            \
        if ((n) == 1)               \
            body(1, __VA_ARGS__);   \
        else if ((n) == 4)          \
            body(4, __VA_ARGS__);   \
        else                        \
            body((n), __VA_ARGS__); \
    } while (0)

/* Three components of one lane, and their arithmetic: all of it ends in registers. */
typedef struct {
    double x, y, z;
} lf_vec3;

static LF_INLINE lf_vec3 lf_vec3_load(const double *a, size_t n, size_t i)
{
    return (lf_vec3){a[i], a[n + i], a[2 * n + i]};
}

static LF_INLINE void lf_vec3_store(double *a, size_t n, size_t i, lf_vec3 v)
{
    a[i] = v.x;
    a[n + i] = v.y;
    a[2 * n + i] = v.z;
}

static LF_INLINE double lf_dot(lf_vec3 a, lf_vec3 b)
{
    return lf_fma(a.z, b.z, lf_fma(a.y, b.y, a.x * b.x));
}

static LF_INLINE lf_vec3 lf_cross(lf_vec3 a, lf_vec3 b)
{
    return (lf_vec3){lf_fma(a.y, b.z, -(a.z * b.y)), lf_fma(a.z, b.x, -(a.x * b.z)),
                     lf_fma(a.x, b.y, -(a.y * b.x))};
}

static LF_INLINE lf_vec3 lf_add(lf_vec3 a, lf_vec3 b)
{
    return (lf_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static LF_INLINE lf_vec3 lf_scale(double s, lf_vec3 a)
{
    return (lf_vec3){s * a.x, s * a.y, s * a.z};
}

/* a + s b */
static LF_INLINE lf_vec3 lf_axpy(lf_vec3 a, double s, lf_vec3 b)
{
    return (lf_vec3){lf_fma(s, b.x, a.x), lf_fma(s, b.y, a.y), lf_fma(s, b.z, a.z)};
}

/* a where keep, else b, without a branch */
static LF_INLINE lf_vec3 lf_vec3_select(bool keep, lf_vec3 a, lf_vec3 b)
{
    return (lf_vec3){keep ? a.x : b.x, keep ? a.y : b.y, keep ? a.z : b.z};
}

/* v + p u x v + q u x (u x v): every function of ad_u on so(3) has this shape. */
static LF_INLINE lf_vec3 lf_spin(lf_vec3 u, double p, double q, lf_vec3 v)
{
    const lf_vec3 w = lf_cross(u, v), z = lf_cross(u, w);
    return lf_axpy(lf_axpy(v, p, w), q, z);
}

#endif
