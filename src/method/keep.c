/* SPDX-License-Identifier: BSD-3-Clause */
/* keep.c - memory that methods carry for an action: zeros at first. */
#include "method/keep.h"

#include <string.h>

size_t lf_keep_carry(const lf_method *M, const lf_problem *P)
{
    (void)M;
    return P->action->keep;
}

lf_status lf_keep_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                        const double *y0, double *carry, lf_tally *tally, double *work)
{
    (void)M, (void)y0, (void)tally, (void)work;
    if (P->action->keep)
        memset(carry, 0, P->action->keep * L->n * sizeof *carry);
    return LF_OK;
}
