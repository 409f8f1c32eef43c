/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_equation.c - y' of short chains for classical methods, and bursts of midpoint steps with it
 * inlined, four lanes at a time: what chain_tension.c says, for chains short enough for the cache.
 * Bursts and the field do the same operations. */
#include "model/chain.h"

#include <lieflow/equation.h>

/* Continuants start again after this many links, as products of pivots between 1e-12 and 1e13. */
enum { MOST = LF_CHAIN_SWEEP_MOST, STRETCH = 10 };

/* a = 1/m in units of the first mass, 1/L, L, diagonal: one for all links (step 0) or one each (step
 * 1); the first row has 1 less than its diagonal says. */
typedef struct {
    double a[MOST], inverse[MOST], length[MOST], diagonal[MOST];
    double gravity;
    size_t links, step;
} coefficients;

static LF_INLINE void coefficients_fill(const lf_chain *self, coefficients *c)
{
    const bool each = self->masses.count > 1 || self->lengths.count > 1;
    const size_t count = each ? self->n : 1;
    const double first = lf_chain_mass(self, 0);
    for (size_t j = 0; j < count; j++) {
        c->a[j] = first / lf_chain_mass(self, j);
        c->length[j] = lf_chain_length(self, j);
        c->inverse[j] = 1 / c->length[j];
        c->diagonal[j] = c->a[j] + (j ? c->a[j - 1] : 1);
    }
    c->gravity = self->gravity;
    c->links = self->n;
    c->step = each;
}

#define lf_real double
#define CHAIN(name) name##_one
#include "model/chain_sweep.h"
#undef lf_real
#undef CHAIN
#define lf_real lf_quad
#define CHAIN(name) name##_four
#include "model/chain_sweep.h"
#undef lf_real
#undef CHAIN

/* ---- one long chain: its links side by side, for the compiler to make vectors of ---- */

/* From here on it pays: y' of a hundred links takes 0.55 of the time, of twenty 0.9. */
enum { LONG = 16 };

/* The system of the tensions: what row_one does, link by link. `step` is c->step, a constant. */
static LF_INLINE void alone_rows(size_t links, size_t step, const coefficients *restrict c,
                                 const double *restrict q, const double *restrict w,
                                 chain_one *restrict s)
{
    LF_EACH_LANE(j, links) {
        const double x = w[j], y = w[links + j], z = w[2 * links + j];
        s->r[j] = c->length[step * j] * (x * x + y * y + z * z);
    }
    s->r[0] = s->r[0] - c->gravity * q[2 * links];
    LF_EACH_LANE(j, links - 1) {
        const double *here = q + j, *next = here + 1;
        const double x = here[0] * next[0], y = here[links] * next[links];
        s->e[j] = c->a[step * j] * (x + y + here[2 * links] * next[2 * links]);
    }
}

/* The pulls of the neighbours on links 1 .. links-2, what link_one does: F = (omega x q, q x pull/L). */
static LF_INLINE void alone_links(size_t links, size_t step, const coefficients *restrict c,
                                  const chain_one *restrict s, const double *restrict q,
                                  const double *restrict w, double *restrict F)
{
    LF_EACH_LANE(k, links - 2) {
        const size_t j = k + 1;
        const double above = c->a[step * k] * s->r[k], below = c->a[step * j] * s->r[k + 2];
        const double inverse = c->inverse[step * j];
        double pull[3], here[3], omega[3], dq[3], turn[3];
        for (size_t d = 0; d < 3; d++) {
            const double *at = q + d * links + k;
            pull[d] = above * at[0] + below * at[2];
            here[d] = at[1];
            omega[d] = w[d * links + j];
        }
        lf_cross_one(omega, here, dq);
        lf_cross_one(here, pull, turn);
        for (size_t d = 0; d < 3; d++) {
            F[d * links + j] = dq[d];
            F[(3 + d) * links + j] = inverse * turn[d];
        }
    }
}

/* The first and the last link go the common way. */
static LF_INLINE void alone_end(const coefficients *c, const chain_one *s, size_t j,
                                const double *y, double *F)
{
    const size_t links = c->links, turns = 3 * links;
    double omega[3], dq[3], turn[3];
    walk_one w;
    begin_one(c, &w);
    if (j > 0)
        for (size_t d = 0; d < 3; d++)
            w.pull[d] = c->a[c->step * (j - 1)] * s->r[j - 1] * y[d * links + j - 1];
    else
        load_one(y + 1, links, w.next);
    load_one(y + j, links, w.q);
    load_one(y + turns + j, links, omega);
    link_one(c, s, j, omega, &w, dq, turn);
    store_one(dq, links, F + j);
    store_one(turn, links, F + turns + j);
}

static LF_INLINE void slope_alone(size_t step, const coefficients *c, const double *y, double *F)
{
    const size_t links = c->links;
    chain_one s;
    alone_rows(links, step, c, y, y + 3 * links, &s);
    tensions_one(c, &s);
    alone_end(c, &s, 0, y, F);
    alone_links(links, step, c, &s, y, y + 3 * links, F);
    alone_end(c, &s, links - 1, y, F);
}

/* ---- bursts ---- */

/* The point base + z, three components `links` apart. */
static LF_INLINE void burst_point(size_t links, const lf_quad *base, const lf_quad *z, lf_quad *y)
{
    for (size_t d = 0; d < 3; d++)
        y[d] = base[d * links] + z[d * links];
}

/* Displacements of the last two times. Where they change places, `now` gets the new ones and `before`
 * those of now, else `before` gets the new ones. */
typedef struct {
    const lf_quad *base;
    lf_quad *now, *before;
    bool shift;
} motion;

/* before + step F, and the point there. */
static LF_INLINE void burst_move(size_t links, const motion *m, size_t at, const lf_quad *step,
                                 const lf_quad *F, lf_quad *y)
{
    const lf_quad *base = m->base + at;
    lf_quad *before = m->before + at, *now = m->now + at;
    for (size_t d = 0; d < 3; d++) {
        const lf_quad moved = before[d * links] + *step * F[d];
        if (m->shift) {
            before[d * links] = now[d * links];
            now[d * links] = moved;
        } else {
            before[d * links] = moved;
        }
        y[d] = base[d * links] + moved;
    }
}

/* Move every link at base + now by its neighbours' tensions, from the displacement before, and
 * prepare the next tensions. Points are made where they are needed: to store them costs more. */
static LF_INLINE void burst_walk(const coefficients *c, chain_four *s, const lf_quad *twice,
                                 motion m)
{
    const size_t links = c->links, turns = 3 * links;
    const lf_quad step = *twice;
    walk_four w;
    begin_four(c, &w);
    burst_point(links, m.base, m.now, w.q);
    for (size_t j = 0; j < links; j++, m.base++, m.now++, m.before++) {
        lf_quad omega[3], dq[3], turn[3], moved[3], turned[3];
        if (j + 1 < links)
            burst_point(links, m.base + 1, m.now + 1, w.next);
        burst_point(links, m.base + turns, m.now + turns, omega);
        link_four(c, s, j, omega, &w, dq, turn);
        burst_move(links, &m, 0, &step, dq, moved);
        burst_move(links, &m, turns, &step, turn, turned);
        row_four(c, s, j, w.above, moved, turned);
        for (size_t d = 0; d < 3; d++) {
            w.above[d] = moved[d];
            w.q[d] = w.next[d];
        }
    }
}

static LF_INLINE void burst_begin(const coefficients *c, chain_four *s, const lf_quad *base,
                                  const lf_quad *now)
{
    const size_t links = c->links, turns = 3 * links;
    lf_quad above[3] = {{0}, {0}, {0}}, q[3], omega[3];
    for (size_t j = 0; j < links; j++) {
        burst_point(links, base + j, now + j, q);
        burst_point(links, base + turns + j, now + turns + j, omega);
        row_four(c, s, j, above, q, omega);
        for (size_t d = 0; d < 3; d++)
            above[d] = q[d];
    }
}

static LF_INLINE void burst_long(const lf_chain *self, int count, const lf_quad *twice,
                                 const lf_quad *base, lf_quad *before, lf_quad *now)
{
    coefficients c;
    chain_four s;
    coefficients_fill(self, &c);
    burst_begin(&c, &s, base, now);
    if (count % 2) { /* so that what is now ends in its place */
        tensions_four(&c, &s);
        burst_walk(&c, &s, twice, (motion){base, now, before, true});
    }
    for (int k = 0; k < count / 2; k++) {
        tensions_four(&c, &s);
        burst_walk(&c, &s, twice, (motion){base, now, before, false});
        tensions_four(&c, &s);
        burst_walk(&c, &s, twice, (motion){base, before, now, false});
    }
}

/* ---- one link: its point is short, so extrapolation keeps it as equation.h does ---- */

static LF_INLINE void single_four(const void *self, const lf_quad *t, const lf_quad *y, lf_quad *F)
{
    slope_four(self, LF_QUAD, (const double *)y, (double *)F);
}

static LF_INLINE void burst_single(const lf_chain *self, int count, const lf_quad *twice,
                                   const lf_quad *base, lf_quad *before, lf_quad *now)
{
    coefficients c;
    coefficients_fill(self, &c);
    lf_equation_burst(1, 1, 6, single_four, &c, count, twice, base, before, now);
}

/* ---- two links: the tensions by Cramer's rule, and both pulls along the one product q1 x q2, which
 * takes a quarter off a step of DOP853 and a third off one of extrapolation ---- */

typedef struct {
    double d, length[2], inverse[2], weight, gravity;
} chain_pair;

static chain_pair pair_of(const lf_chain *self)
{
    const double length[2] = {lf_chain_length(self, 0), lf_chain_length(self, 1)};
    return (chain_pair){.d = 1 + lf_chain_mass(self, 0) / lf_chain_mass(self, 1),
                        .length = {length[0], length[1]},
                        .inverse = {1 / length[0], 1 / length[1]},
                        .weight = self->gravity / length[0],
                        .gravity = self->gravity};
}

#define CHAIN_PAIR(lf_real, suffix)                                                              \
    static LF_INLINE void pair_slope_##suffix(const chain_pair *c, const lf_real *y, lf_real *F) \
    {                                                                                            \
        const lf_real q[3] = {y[0], y[2], y[4]}, p[3] = {y[1], y[3], y[5]};                      \
        const lf_real v[3] = {y[6], y[8], y[10]}, w[3] = {y[7], y[9], y[11]};                    \
        lf_real e, first, second, cross[3], dq[3], dp[3];                                        \
        lf_dot_##suffix(q, p, &e);                                                               \
        lf_dot_##suffix(v, v, &first);                                                           \
        lf_dot_##suffix(w, w, &second);                                                          \
        lf_cross_##suffix(q, p, cross);                                                          \
        const lf_real inverse = 1 / (c->d - e * e);                                              \
        const lf_real upper = c->length[0] * first - c->gravity * q[2];                          \
        const lf_real lower = c->length[1] * second;                                             \
        const lf_real pull = (lower + e * upper) * (c->inverse[0] * inverse);                    \
        const lf_real back = (c->d * upper + e * lower) * (c->inverse[1] * inverse);             \
        lf_cross_##suffix(v, q, dq);                                                             \
        lf_cross_##suffix(w, p, dp);                                                             \
        for (size_t d = 0; d < 3; d++) {                                                         \
            F[2 * d] = dq[d];                                                                    \
            F[2 * d + 1] = dp[d];                                                                \
            F[6 + 2 * d] = pull * cross[d];                                                      \
            F[7 + 2 * d] = -(back * cross[d]);                                                   \
        }                                                                                        \
        F[6] = F[6] - c->weight * q[1];                                                          \
        F[8] = F[8] + c->weight * q[0];                                                          \
    }
LF_FOR_BOTH(CHAIN_PAIR)

static LF_INLINE void pair_one(const void *self, double t, const double *y, double *F)
{
    pair_slope_one(self, y, F);
}

static LF_INLINE void pair_four(const void *self, const lf_quad *t, const lf_quad *y, lf_quad *F)
{
    pair_slope_four(self, y, F);
}

/* ---- what the problem gets ---- */

LF_KERNEL static void long_field(const lf_chain *self, size_t n, const double *y, double *F)
{
    coefficients c;
    size_t i = 0;
    coefficients_fill(self, &c);
    if (n == 1 && c.links >= LONG) {
        if (c.step)
            slope_alone(1, &c, y, F);
        else
            slope_alone(0, &c, y, F);
        return;
    }
    for (; i + LF_QUAD <= n; i += LF_QUAD)
        slope_four(&c, n, y + i, F + i);
    for (; i < n; i++)
        slope_one(&c, n, y + i, F + i);
}

LF_KERNEL lf_status lf_chain_short_ambient(const lf_problem *P, const lf_lanes *L, const double *y,
                                           double *F, double *work)
{
    const lf_chain *self = P->ctx;
    if (self->n == 2) {
        const chain_pair pair = pair_of(self);
        if (L->n == LF_QUAD)
            lf_equation_quad(12, 12, pair_four, &pair, L, y, F);
        else
            lf_equation_lanes(12, 12, pair_one, &pair, L, y, F);
    } else {
        long_field(self, L->n, y, F);
    }
    return LF_OK;
}

LF_KERNEL void lf_chain_burst(const lf_problem *P, const lf_lanes *L, int count,
                              const double *twice, const double *base, double *before, double *now)
{
    const lf_chain *self = P->ctx;
    const lf_quad *step = (const lf_quad *)twice, *y0 = (const lf_quad *)base;
    if (self->n == 1) {
        burst_single(self, count, step, y0, (lf_quad *)before, (lf_quad *)now);
    } else if (self->n == 2) {
        const chain_pair pair = pair_of(self);
        lf_equation_burst(1, 1, 12, pair_four, &pair, count, step, y0, (lf_quad *)before,
                          (lf_quad *)now);
    } else {
        burst_long(self, count, step, y0, (lf_quad *)before, (lf_quad *)now);
    }
}
