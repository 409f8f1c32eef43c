/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_dop853.c - attempts of DOP853 with few components, stage after stage written out: rows of
 * known numbers become straight code without their zeros. */
#include "method/rkmk_pair.h"

#include "method/tableau_dop853.h"

static const lf_tableau known = LF_TABLEAU_DOP853;
enum { END = 12 };

static LF_INLINE lf_status dop853_attempt(size_t dim, bool flat, const lf_method *M,
                                          const lf_problem *P, const lf_attempt *a)
{
    const lf_pair_step p = lf_pair_begin(1, dim, flat, &known, M, P, a);
    memcpy(a->stages, a->f0, dim * sizeof *a->stages);
#pragma GCC unroll 16
    for (int i = 1; i <= END; i++) {
        const lf_status s = lf_pair_stage(&p, i);
        if (s != LF_OK)
            return s;
    }
    lf_pair_errors(&p);
    return LF_OK;
}

LF_KERNEL lf_status lf_rkmk_dop853_attempt(const lf_method *M, const lf_problem *P,
                                           const lf_attempt *a)
{
    const size_t dim = P->action->group->dim;
    const bool flat = lf_pair_flat(M, P);
    if (a->lanes.n != 1 || (!flat && (dim != 6 || lf_kernel_find(M, P->action))))
        return lf_rkmk_pair_attempt(M, P, a);
    if (!flat)
        return dop853_attempt(6, false, M, P, a);
    if (dim == 3)
        return dop853_attempt(3, true, M, P, a);
    if (dim == 6)
        return dop853_attempt(6, true, M, P, a);
    return dim == 7 ? dop853_attempt(7, true, M, P, a) : lf_rkmk_pair_attempt(M, P, a);
}
