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

#endif
