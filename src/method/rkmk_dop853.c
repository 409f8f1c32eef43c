/* SPDX-License-Identifier: BSD-3-Clause */
/* rkmk_dop853.c - attempts of DOP853 with few components in one lane, stage after stage written out:
 * rows of known numbers become straight code without their zeros. Measured on one trajectory against
 * rkmk_pair.c: 17 percent of the time of classical steps in R^3 (free rigid body), 14 in R^6 (heavy
 * top), 6 in R^7 (quaternion and momentum), 8 of Lie steps on se(3)*. */
#include "method/rkmk_pair.h"

#include "method/tableau_dop853.h"

static const lf_tableau known = LF_TABLEAU_DOP853;
enum { END = 12 };

/* Stage i as in lf_pair_stage; its sum is one piece. */
static LF_INLINE lf_status dop853_stage(const lf_pair_step *p, int i)
{
    const lf_attempt *a = p->a;
    double *k = a->stages + (size_t)i * p->dim, *y = i == END ? a->y1 : p->w.y;
    double *f = i == END ? a->f1 : p->flat ? k : p->w.f;
    lf_stage_piece(p->dim, 0, lf_pair_row(&known, i), i, p->dim, a->lanes.h[0], a->stages,
                   p->flat ? a->y0 : NULL, p->flat ? y : p->w.u);
    lf_status s =
        p->flat ? LF_OK : lf_stage_move(p->P->action, p->M->map, 1, p->w.u, a->y0, y, p->w.rest);
    if (s == LF_OK)
        s = lf_pair_field(p, lf_pair_node(p->T, i), y, f);
    return s == LF_OK && i != END && !p->flat ? lf_pair_back(p, i, y, f) : s;
}

static LF_INLINE lf_status dop853_attempt(size_t dim, bool flat, const lf_method *M,
                                          const lf_problem *P, const lf_attempt *a)
{
    const lf_lanes at = lf_pair_lanes(P, a);
    const lf_pair_step p = lf_pair_begin(1, dim, flat, &known, M, P, a, &at);
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
