/* SPDX-License-Identifier: BSD-3-Clause */
/* kernel_bodies.c - a stage of rigid bodies (action/bodies.h) in one go: the bodies of a single
 * trajectory are lanes. */
#include "method/kernels.h"

#include "action/bodies.h"

/* What a kernel gets, for m bodies. */
typedef struct {
    int i;
    const double *row;
    double h;
    const double *y0, *f;
    double *k, *u, *y1, *work;
    const double *turn; /* what belongs to rotations in f, or pulled back already */
    bool pulled;
} stage;

/* sum_{j < i} row_j k_j into the place of k_i, term after term. Not with k_i: what has just been
 * stored body by body cannot be loaded in longer vectors at once. */
static LF_INLINE void stage_sum(size_t rates, const stage *s)
{
    enum { PIECE = 24 };
    double *restrict out = s->k + (size_t)s->i * rates;
    for (size_t at = 0; at < rates; at += PIECE) {
        const size_t width = rates - at < PIECE ? rates - at : PIECE;
        double sum[PIECE] = {0};
        for (int j = 0; j < s->i; j++)
            if (s->row[j] != 0)
                LF_EACH_LANE(d, width)
                    sum[d] = lf_fma(s->row[j], s->k[(size_t)j * rates + at + d], sum[d]);
        LF_EACH_LANE(d, width)
            out[at + d] = sum[d];
    }
}

/* Three components of all: k_i into its place, and u of them, which is the answer. */
static LF_INLINE lf_vec3 stage_put(size_t m, size_t b, size_t d, const stage *s, lf_vec3 k)
{
    double *here = s->k + ((size_t)s->i * LF_BODIES_RATES + d) * m;
    const double last = s->row[s->i];
    const lf_vec3 none = {0, 0, 0}, sum = s->i > 0 ? lf_vec3_load(here, m, b) : none;
    const lf_vec3 u = lf_scale(s->h, last != 0 ? lf_axpy(sum, last, k) : sum);
    lf_vec3_store(here, m, b, k);
    lf_vec3_store(s->u + d * m, m, b, u);
    return u;
}

static LF_INLINE void stage_shift(size_t m, size_t b, size_t d, size_t point, const stage *s)
{
    const lf_vec3 u = stage_put(m, b, d, s, lf_vec3_load(s->f + d * m, m, b));
    lf_vec3_store(s->y1 + point * m, m, b, lf_add(lf_vec3_load(s->y0 + point * m, m, b), u));
}

/* k = dexpinv_u f, with the numbers of so(3) */
static LF_INLINE lf_vec3 stage_pull(size_t m, size_t b, bool pulled, const stage *s)
{
    const lf_vec3 v = lf_vec3_load(s->turn, m, b);
    if (pulled)
        return v;
    const lf_vec3 a = lf_vec3_load(s->u + LF_BODIES_RATE_TURN * m, m, b);
    const double x = lf_dot(a, a), small = lf_even_G_small(x), large = lf_even_G(x);
    return lf_spin(a, -0.5, x < LF_EVEN_SMALL ? small : large, v);
}

/* The same numbers as dexpinv, combination and flow one after the other; not 0 when an angle is
 * beyond two radians. */
static LF_INLINE uint64_t stage_bodies(size_t m, bool pulled, const stage *s)
{
    const size_t turn = LF_BODIES_TURN * m;
    uint64_t out = 0;
    LF_EACH_LANE(b, m) {
        const lf_vec3 u = stage_put(m, b, LF_BODIES_RATE_TURN, s, stage_pull(m, b, pulled, s));
        const double x = lf_dot(u, u);
        out |= lf_even_is_far(x);
        lf_bodies_turn(m, b, u, lf_even_S(x), lf_even_C(x), s->y0 + turn, s->y1 + turn);
        stage_shift(m, b, 0, 0, s);
        stage_shift(m, b, 3, 3, s);
        stage_shift(m, b, LF_BODIES_RATE_LAST, LF_BODIES_LAST, s);
    }
    return out;
}

static LF_INLINE uint64_t stage_is_far(size_t m, const double *u)
{
    uint64_t out = 0;
    LF_EACH_LANE(b, m) {
        const lf_vec3 a = lf_vec3_load(u + LF_BODIES_RATE_TURN * m, m, b);
        out |= lf_even_is_far(lf_dot(a, a));
    }
    return out;
}

/* Beyond two radians so(3) itself pulls back; the last block of y1 has room for the answer. */
static void stage_pull_far(const lf_action *A, size_t m, stage *s)
{
    const lf_group *rotations = A->factor[2]->group;
    double *out = s->y1 + LF_BODIES_LAST * m;
    lf_group_dexpinv(rotations, 1, s->u + LF_BODIES_RATE_TURN * m, s->turn, out, s->work);
    s->turn = out;
    s->pulled = true;
}

static LF_INLINE void advance_bodies(size_t m, const lf_action *A, stage s)
{
    const size_t turn = LF_BODIES_TURN * m;
    uint64_t out;
    s.turn = s.f + LF_BODIES_RATE_TURN * m;
    s.pulled = s.i == 0;
    if (s.i > 0)
        stage_sum(LF_BODIES_RATES * m, &s);
    if (s.i > 0 && stage_is_far(m, s.u))
        stage_pull_far(A, m, &s);
    if (s.pulled)
        out = stage_bodies(m, true, &s);
    else
        out = stage_bodies(m, false, &s);
    if (out)
        lf_bodies_turn_far(m, s.u + LF_BODIES_RATE_TURN * m, s.y0 + turn, s.y1 + turn);
}

/* Any number of bodies: a function of its own, so that that of two begins quickly. */
LF_KERNEL static void advance_any(size_t m, const lf_action *A, const stage *s)
{
    advance_bodies(m, A, *s);
}

LF_KERNEL bool lf_kernel_bodies(const lf_action *A, int i, const double *row, double h,
                                const double *y0, const double *f, double *k, double *u, double *y1,
                                double *work)
{
    const size_t m = A->factor[2]->count;
    const stage s = {
        .i = i, .row = row, .h = h, .y0 = y0, .f = f, .k = k, .u = u, .y1 = y1, .work = work};
    if (m == 2)
        advance_bodies(2, A, s);
    else
        advance_any(m, A, &s);
    return true;
}
