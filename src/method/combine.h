/* SPDX-License-Identifier: BSD-3-Clause */
/* combine.h - linear combinations of stages, the other half of every explicit step. */
#ifndef LF_METHOD_COMBINE_H
#define LF_METHOD_COMBINE_H

#include <lieflow/method.h>

#include "base/lanes.h"

/* The nonzero terms of a row of coefficients. */
typedef struct {
    size_t count;
    double c[LF_MAX_STAGES + 1 + LF_MAX_EXTRA];
    const double *x[LF_MAX_STAGES + 1 + LF_MAX_EXTRA];
} lf_terms;

/* out = base + h * (sum of terms), or without base where it is NULL; h holds one value per lane.
 * `dim` components of n lanes. The order of summation is that of the terms. */
void lf_combine(size_t n, size_t dim, const double *h, const lf_terms *terms, const double *base,
                double *out);

static LF_INLINE void lf_terms_add(lf_terms *T, double c, const double *x)
{
    if (c == 0)
        return;
    T->c[T->count] = c;
    T->x[T->count++] = x;
}

/* One lane: `width` (a constant up to 6) components of the same sum, kept in registers. A call
 * and a list of terms would cost more than the sum itself. Term after term, as in lf_combine: the
 * bits agree. */
enum { LF_LONG = 24 }; /* from this many components on lf_combine is the better way */
typedef struct {
    double c[6];
} lf_sums;

static LF_INLINE void lf_sums_add(size_t width, lf_sums *sum, double c, const double *x)
{
    for (size_t d = 0; d < width; d++)
        sum->c[d] = lf_fma(c, x[d], sum->c[d]);
}

static LF_INLINE void lf_sums_put(size_t width, const lf_sums *sum, double h, const double *base,
                                  double *out)
{
    for (size_t d = 0; d < width; d++)
        out[d] = base ? lf_fma(h, sum->c[d], base[d]) : h * sum->c[d];
}

/* Call `piece` for components 0 .. dim-1, as many at a time as make the common sizes quick. */
#define LF_BY_WIDTH(dim, piece, ...)         \
    do {                                     \
        size_t lf_d = 0;                     \
        for (; lf_d + 6 <= (dim); lf_d += 6) \
            piece(6, lf_d, __VA_ARGS__);     \
        for (; lf_d + 4 <= (dim); lf_d += 4) \
            piece(4, lf_d, __VA_ARGS__);     \
        if (lf_d + 3 == (dim))               \
            piece(3, lf_d, __VA_ARGS__);     \
        else                                 \
            for (; lf_d < (dim); lf_d++)     \
                piece(1, lf_d, __VA_ARGS__); \
    } while (0)

#endif
