/* SPDX-License-Identifier: BSD-3-Clause */
/* combine.h - linear combinations of stages, the other half of every explicit step. */
#ifndef LF_METHOD_COMBINE_H
#define LF_METHOD_COMBINE_H

#include <lieflow/method.h>

#include "base/lanes.h"

/* The nonzero terms of a row of coefficients. */
typedef struct {
    size_t count;
    double c[LF_MAX_STAGES];
    const double *x[LF_MAX_STAGES];
} lf_terms;

/* out = base + h * (sum of terms), or without base where it is NULL; h holds one value a lane.
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

/* The same for one lane, to be inlined where a call would cost more than the sum. Term after term,
 * as in lf_combine: the bits agree. */
static LF_INLINE void lf_combine_one(size_t dim, const double *h, const lf_terms *T,
                                     const double *base, double *out)
{
    for (size_t d = 0; d < dim; d++) {
        double sum = 0;
        for (size_t k = 0; k < T->count; k++)
            sum = lf_fma(T->c[k], T->x[k][d], sum);
        out[d] = base ? lf_fma(h[0], sum, base[d]) : h[0] * sum;
    }
}

#endif
