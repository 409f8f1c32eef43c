/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_dop853.c - attempts of DOP853 on vector spaces of few dimensions in one lane, stage after stage
 * written out: rows of known numbers become straight code without their zeros. Measured on one
 * trajectory against rkmk_pair.c: 16 percent of the time in R^3 (free rigid body), 13 in R^6 (heavy
 * top), 18 in R^7 (quaternion and momentum). Lie steps on se(3)* gained 2 and were left out. */
#include "method/rkmk_pair.h"

#include "method/tableau_dop853.h"

static const lf_tableau known = LF_TABLEAU_DOP853;
enum { END = 12 };

/* Stage i as in lf_pair_stage; its sum is one piece. */
static LF_INLINE lf_status dop853_stage(const lf_pair_step *p, int i)
{
    const lf_attempt *a = p->a;
    double *y = i == END ? a->y1 : p->w.y;
    double *f = i == END ? a->f1 : a->stages + (size_t)i * p->dim;
    lf_stage_piece(p->dim, 0, lf_pair_row(&known, i), i, p->dim, a->lanes.h[0], a->stages, a->y0,
                   y);
    return lf_pair_field(p, lf_pair_node(&known, i), y, f);
}

static LF_INLINE lf_status dop853_attempt(size_t dim, const lf_method *M, const lf_problem *P,
                                          const lf_attempt *a)
{
    const lf_lanes at = lf_pair_lanes(P, a);
    const lf_pair_step p = lf_pair_begin(1, dim, true, &known, M, P, a, &at);
    memcpy(a->stages, a->f0, dim * sizeof *a->stages);
#pragma GCC unroll 16
    for (int i = 1; i <= END; i++) {
        const lf_status s = dop853_stage(&p, i);
        if (s != LF_OK)
            return s;
    }
    lf_stage_piece(dim, 0, known.error, END, dim, a->lanes.h[0], a->stages, NULL, a->error);
    lf_stage_piece(dim, 0, known.error_low, END, dim, a->lanes.h[0], a->stages, NULL, a->error_low);
    return LF_OK;
}

LF_KERNEL lf_status lf_rkmk_dop853_attempt(const lf_method *M, const lf_problem *P,
                                           const lf_attempt *a)
{
    if (a->lanes.n == 1 && lf_pair_flat(M, P))
        switch (P->action->group->dim) {
        case 3: return dop853_attempt(3, M, P, a);
        case 6: return dop853_attempt(6, M, P, a);
        case 7: return dop853_attempt(7, M, P, a);
        default: break;
        }
    return lf_rkmk_pair_attempt(M, P, a);
}
