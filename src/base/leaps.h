/* SPDX-License-Identifier: BSD-3-Clause */
/* leaps.h - the midpoint rule of leap.h for sixteen lanes: several fours take each sub-step side by
 * side, so that none waits for the results of its own. */
#ifndef LF_BASE_LEAPS_H
#define LF_BASE_LEAPS_H

#include "base/leap.h"

enum { LF_LEAPS = 16, LF_LEAPS_QUADS = LF_LEAPS / LF_QUAD };

#if defined(__clang__)
#define LF_EACH_QUAD(q, quads) \
    _Pragma("clang loop unroll(full)") for (size_t q = 0; q < (quads); q++)
#else
#define LF_EACH_QUAD(q, quads) _Pragma("GCC unroll 4") for (size_t q = 0; q < (quads); q++)
#endif

/* `count` sub-steps of the first `quads` fours of [component][LF_LEAPS]: the operations of
 * lf_leap_lanes. `quads`, `dim` and `rate` are constants after inlining. */
static LF_INLINE void lf_leap_quads(size_t quads, size_t dim, lf_quad_rate *rate, const void *self,
                                    int count, const lf_quad *twice, const lf_quad *base,
                                    lf_quad *before, lf_quad *now)
{
    lf_quad z[LF_LEAPS_QUADS][LF_LEAP_MOST], last[LF_LEAPS_QUADS][LF_LEAP_MOST];
    lf_quad y[LF_LEAPS_QUADS][LF_LEAP_MOST], F[LF_LEAP_MOST];
    LF_EACH_QUAD(q, quads)
    LF_EACH_COMPONENT(d, dim) {
        z[q][d] = now[d * LF_LEAPS_QUADS + q];
        last[q][d] = before[d * LF_LEAPS_QUADS + q];
        y[q][d] = base[d * LF_LEAPS_QUADS + q] + z[q][d];
    }
    for (int k = 0; k < count; k++)
        LF_EACH_QUAD(q, quads)
        {
            rate(self, y[q], F);
            LF_EACH_COMPONENT(d, dim) {
                const lf_quad change = twice[q] * F[d], next = last[q][d] + change;
                y[q][d] = (base[d * LF_LEAPS_QUADS + q] + last[q][d]) + change;
                last[q][d] = z[q][d];
                z[q][d] = next;
            }
        }
    LF_EACH_QUAD(q, quads)
    LF_EACH_COMPONENT(d, dim) {
        now[d * LF_LEAPS_QUADS + q] = z[q][d];
        before[d * LF_LEAPS_QUADS + q] = last[q][d];
    }
}

/* All of LF_LEAPS lanes, `quads` fours at a time. */
static LF_INLINE void lf_leap_all(size_t quads, size_t dim, lf_quad_rate *rate, const void *self,
                                  int count, const double *twice, const double *base,
                                  double *before, double *now)
{
    for (size_t q = 0; q < LF_LEAPS; q += quads * LF_QUAD)
        lf_leap_quads(quads, dim, rate, self, count, (const lf_quad *)(twice + q),
                      (const lf_quad *)(base + q), (lf_quad *)(before + q), (lf_quad *)(now + q));
}

#endif
