/* SPDX-License-Identifier: BSD-3-Clause */
/* combine.c - linear combinations of stages in as few passes over memory as registers allow. */
#include "method/combine.h"

#include <string.h>

enum { PASS = 6 }; /* terms summed in one pass */

/* sum (continued from `before` where that is not NULL) of `count` terms at place j */
static LF_INLINE double combine_sum(size_t count, const double *c, const double *const *x,
                                    const double *before, size_t j)
{
    double sum = before ? before[j] : 0;
#pragma GCC unroll 6
    for (size_t k = 0; k < count; k++)
        sum = lf_fma(c[k], x[k][j], sum);
    return sum;
}

/* One pass; `flat` means that all of n has the step h[0], `scaled` that the sum is multiplied by
 * the step. These, `count`, and whether the pointers are NULL, are constants after inlining. */
static LF_INLINE void combine_pass(size_t n, size_t dim, bool flat, bool scaled, size_t count,
                                   const double *h, const lf_terms *T, size_t first,
                                   const double *before, const double *base, double *out)
{
    const double one = flat && scaled ? h[0] : 1;
    double c[PASS];
    const double *x[PASS];
    for (size_t k = 0; k < count; k++) {
        c[k] = T->c[first + k];
        x[k] = T->x[first + k];
    }
    for (size_t d = 0; d < dim; d++) {
        const size_t at = d * n;
        LF_EACH_LANE(i, n) {
            const double sum = combine_sum(count, c, x, before, at + i);
            const double step = flat || !scaled ? one : h[i];
            out[at + i] = !scaled ? sum : base ? lf_fma(step, sum, base[at + i]) : step * sum;
        }
    }
}

static LF_INLINE void combine_count(size_t n, size_t dim, bool flat, const double *h,
                                    const lf_terms *T, size_t first, const double *before,
                                    const double *base, double *out)
{
    switch (T->count - first) {
    case 1: combine_pass(n, dim, flat, true, 1, h, T, first, before, base, out); break;
    case 2: combine_pass(n, dim, flat, true, 2, h, T, first, before, base, out); break;
    case 3: combine_pass(n, dim, flat, true, 3, h, T, first, before, base, out); break;
    case 4: combine_pass(n, dim, flat, true, 4, h, T, first, before, base, out); break;
    case 5: combine_pass(n, dim, flat, true, 5, h, T, first, before, base, out); break;
    default: combine_pass(n, dim, flat, true, 6, h, T, first, before, base, out);
    }
}

/* Sums of more than PASS terms begin with unscaled passes into `out`. */
static LF_INLINE void combine_lanes(size_t n, size_t dim, bool flat, const double *h,
                                    const lf_terms *T, const double *base, double *out)
{
    if (T->count <= PASS) {
        if (base)
            combine_count(n, dim, flat, h, T, 0, NULL, base, out);
        else
            combine_count(n, dim, flat, h, T, 0, NULL, NULL, out);
        return;
    }
    size_t first = PASS;
    combine_pass(n, dim, flat, false, PASS, NULL, T, 0, NULL, NULL, out);
    for (; T->count - first > PASS; first += PASS)
        combine_pass(n, dim, flat, false, PASS, NULL, T, first, out, NULL, out);
    if (base)
        combine_count(n, dim, flat, h, T, first, out, base, out);
    else
        combine_count(n, dim, flat, h, T, first, out, NULL, out);
}

LF_KERNEL static void combine_many(size_t n, size_t dim, const double *h, const lf_terms *T,
                                   const double *base, double *out)
{
    combine_lanes(n, dim, false, h, T, base, out);
}

/* One lane with many components: they take the place of the lanes. */
LF_KERNEL static void combine_long(size_t dim, const double *h, const lf_terms *T,
                                   const double *base, double *out)
{
    combine_lanes(dim, 1, true, h, T, base, out);
}

void lf_combine(size_t n, size_t dim, const double *h, const lf_terms *terms, const double *base,
                double *out)
{
    if (terms->count && n == 1)
        combine_long(dim, h, terms, base, out);
    else if (terms->count)
        combine_many(n, dim, h, terms, base, out);
    else if (base)
        memcpy(out, base, n * dim * sizeof *out);
    else
        memset(out, 0, n * dim * sizeof *out);
}
