/* SPDX-License-Identifier: BSD-3-Clause */
/* leap.h - the explicit midpoint rule with an equation inlined into it: the points of four lanes stay
 * in registers from one sub-step to the next. Extrapolation of one trajectory takes most of its time
 * here; through memory and a pointer to the field a sub-step waits more than twice as long. */
#ifndef LF_BASE_LEAP_H
#define LF_BASE_LEAP_H

#include "base/lanes.h"

/* A loop over components whose number is a constant: unrolled, so that they become registers. */
#if defined(__clang__)
#define LF_EACH_COMPONENT(d, dim) \
    _Pragma("clang loop unroll(full)") for (size_t d = 0; d < (dim); d++)
#else
#define LF_EACH_COMPONENT(d, dim) _Pragma("GCC unroll 12") for (size_t d = 0; d < (dim); d++)
#endif

enum { LF_QUAD = 4, LF_LEAP_MOST = 12 }; /* lanes; components of a point */

/* One number in each of four lanes. Always behind pointers: as arguments their passing would depend
 * on the instruction set. */
typedef double lf_quad
    __attribute__((vector_size(LF_QUAD * sizeof(double)), aligned(8), may_alias));

/* out = a x b */
static LF_INLINE void lf_quad_cross(const lf_quad *a, const lf_quad *b, lf_quad *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* F = y' at the point y, all lanes at once; `self` holds the equation's numbers. */
typedef void lf_quad_rate(const void *self, const lf_quad *y, lf_quad *F);

/* `count` sub-steps z(k+1) = z(k-1) + twice F(base + z(k)). `dim` and `rate` are constants after
 * inlining. */
static LF_INLINE void lf_leap_lanes(size_t dim, lf_quad_rate *rate, const void *self, int count,
                                    const lf_quad *twice, const lf_quad *base, lf_quad *before,
                                    lf_quad *now)
{
    lf_quad y0[LF_LEAP_MOST], z[LF_LEAP_MOST], last[LF_LEAP_MOST], y[LF_LEAP_MOST], F[LF_LEAP_MOST];
    const lf_quad step = *twice;
    LF_EACH_COMPONENT(d, dim) {
        y0[d] = base[d];
        z[d] = now[d];
        last[d] = before[d];
        y[d] = y0[d] + z[d];
    }
    for (int k = 0; k < count; k++) {
        rate(self, y, F);
        LF_EACH_COMPONENT(d, dim) {
            const lf_quad change = step * F[d], next = last[d] + change;
            y[d] = (y0[d] + last[d]) + change; /* the bracket does not wait for F */
            last[d] = z[d];
            z[d] = next;
        }
    }
    LF_EACH_COMPONENT(d, dim) {
        now[d] = z[d];
        before[d] = last[d];
    }
}

#endif
