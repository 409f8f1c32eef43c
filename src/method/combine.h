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

enum { LF_LONG = 24 }; /* from this many components on lf_combine is the better way */

/* One lane: `width` (a constant up to 7) components of the same sum, kept in registers. A call and a
 * list of terms would cost more than the sum itself. Term after term, as in lf_combine: the bits
 * agree. No array, for compilers write one to memory, number by number, and read it back as vectors,
 * which wait for these stores: a tenth of a step of RKMK 5(4) on SO(3). */
typedef struct {
    double s0, s1, s2, s3, s4, s5, s6;
} lf_sums;

static LF_INLINE double lf_sums_next(bool wanted, double sum, double c, const double *x)
{
    return wanted ? lf_fma(c, *x, sum) : sum;
}

static LF_INLINE void lf_sums_add(size_t width, lf_sums *sum, double c, const double *x)
{
    sum->s0 = lf_sums_next(true, sum->s0, c, x);
    sum->s1 = lf_sums_next(width > 1, sum->s1, c, x + 1);
    sum->s2 = lf_sums_next(width > 2, sum->s2, c, x + 2);
    sum->s3 = lf_sums_next(width > 3, sum->s3, c, x + 3);
    sum->s4 = lf_sums_next(width > 4, sum->s4, c, x + 4);
    sum->s5 = lf_sums_next(width > 5, sum->s5, c, x + 5);
    sum->s6 = lf_sums_next(width > 6, sum->s6, c, x + 6);
}

static LF_INLINE void lf_sums_end(bool wanted, double sum, double h, const double *base,
                                  double *out, size_t d)
{
    if (wanted)
        out[d] = base ? lf_fma(h, sum, base[d]) : h * sum;
}

static LF_INLINE void lf_sums_put(size_t width, const lf_sums *sum, double h, const double *base,
                                  double *out)
{
    lf_sums_end(true, sum->s0, h, base, out, 0);
    lf_sums_end(width > 1, sum->s1, h, base, out, 1);
    lf_sums_end(width > 2, sum->s2, h, base, out, 2);
    lf_sums_end(width > 3, sum->s3, h, base, out, 3);
    lf_sums_end(width > 4, sum->s4, h, base, out, 4);
    lf_sums_end(width > 5, sum->s5, h, base, out, 5);
    lf_sums_end(width > 6, sum->s6, h, base, out, 6);
}

/* Call `piece` for components 0 .. dim-1, as many at a time as make the common sizes quick: six at a
 * time take a fifth off a step on R^6, four up to 13 percent on R^4, three 8 to 17 on R^3. */
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
