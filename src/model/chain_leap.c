/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_leap.c - the midpoint rule with the chain's equation inlined, four lanes at a time: what
 * chain_tension.c says, for chains short enough for the cache.
 *
 * A sub-step walks down the chain once: the pull on a link moves it, and the new direction gives the
 * matrix and the right side of the next tensions at once. Then the tensions are eliminated from both
 * ends to the middle, as in chain_elimination.c. */
#include "model/chain.h"

#include "base/leap.h"

/* Continuants start again after so many links, as products of pivots between 1e-12 and 1e13. */
enum { MOST = LF_CHAIN_LEAP_MOST, STRETCH = 10 };

/* a = 1/m in units of the first mass, 1/L, L, diagonal: one for all links (step 0) or one each (step
 * 1); the first row has 1 less than its diagonal says. */
typedef struct {
    double a[MOST], inverse[MOST], length[MOST], diagonal[MOST];
    double gravity;
    size_t links, step;
} coefficients;

/* The system of the tensions: e and r become multipliers and solution. */
typedef struct {
    lf_quad e[MOST], r[MOST];
} chain;

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

static LF_INLINE void quad_dot(const lf_quad *a, const lf_quad *b, lf_quad *out)
{
    *out = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Row j of the tensions, and what couples it to the row above, whose direction is `above`. */
static LF_INLINE void chain_row(const coefficients *c, chain *s, size_t j, const lf_quad *above,
                                const lf_quad *q, const lf_quad *w)
{
    lf_quad cosine, square;
    quad_dot(w, w, &square);
    s->r[j] = c->length[c->step * j] * square;
    if (j == 0) {
        s->r[0] -= c->gravity * q[2];
        return;
    }
    quad_dot(above, q, &cosine);
    s->e[j - 1] = c->a[c->step * (j - 1)] * cosine;
}

/* One end of the elimination: continuants P and Q = e^2 times the one before; `carry` is what the
 * right side of the next row gets. */
typedef struct {
    lf_quad P, Q, carry;
} chain_end;

/* An unknown coupled by `towards` to the next one is r + e (that one) then. */
static LF_INLINE void end_reduce(double diagonal, const lf_quad *towards, lf_quad *e, lf_quad *r,
                                 chain_end *s)
{
    const lf_quad coupling = *towards, next = diagonal * s->P - s->Q, p = s->P / next;
    const lf_quad z = *r + s->carry, m = p * coupling;
    s->Q = coupling * coupling * s->P;
    s->P = next;
    s->carry = m * z;
    *e = m;
    *r = p * z;
}

static LF_INLINE void end_restart(chain_end *s)
{
    s->Q /= s->P;
    s->P = (lf_quad){1, 1, 1, 1};
}

/* The unknown in the middle from what both ends left of its row. */
static LF_INLINE void ends_meet(double diagonal, const chain_end *top, const chain_end *end,
                                lf_quad *r)
{
    const lf_quad both = top->P * end->P, off = top->Q * end->P + end->Q * top->P;
    *r = (*r + top->carry + end->carry) * (both / (diagonal * both - off));
}

static LF_INLINE void chain_tensions(const coefficients *c, chain *s)
{
    const size_t middle = c->links / 2, last = c->links - 1, below = last - middle, step = c->step;
    const lf_quad one = {1, 1, 1, 1}, zero = {0};
    chain_end top = {one, one, zero}, end = {one, zero, zero};
    for (size_t k = 0, until = STRETCH; k < middle; k++) {
        const size_t j = last - k;
        if (k == until) {
            end_restart(&top);
            end_restart(&end);
            until += STRETCH;
        }
        end_reduce(c->diagonal[step * k], &s->e[k], &s->e[k], &s->r[k], &top);
        if (k < below)
            end_reduce(c->diagonal[step * j], &s->e[j - 1], &s->e[j], &s->r[j], &end);
    }
    ends_meet(c->diagonal[step * middle], &top, &end, &s->r[middle]);
    lf_quad up = s->r[middle], down = up;
    for (size_t k = 1; k <= middle; k++) {
        s->r[middle - k] = up = s->r[middle - k] + s->e[middle - k] * up;
        if (k <= below)
            s->r[middle + k] = down = s->r[middle + k] + s->e[middle + k] * down;
    }
}

/* The point base + z, three components `links` apart. */
static LF_INLINE void chain_point(size_t links, const lf_quad *base, const lf_quad *z, lf_quad *y)
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
static LF_INLINE void chain_move(size_t links, const motion *m, size_t at, const lf_quad *step,
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
static LF_INLINE void chain_walk(const coefficients *c, chain *s, const lf_quad *twice, motion m)
{
    const size_t links = c->links, turns = 3 * links;
    const lf_quad zero = {0}, step = *twice;
    lf_quad pull[3] = {zero, zero, zero - c->gravity}, above[3] = {zero, zero, zero};
    lf_quad q[3], next[3] = {zero, zero, zero};
    chain_point(links, m.base, m.now, q);
    for (size_t j = 0; j < links; j++, m.base++, m.now++, m.before++) {
        const double a = c->a[c->step * j];
        const lf_quad tension = a * s->r[j], turn = c->inverse[c->step * j] * step;
        lf_quad w[3], F[3], G[3], moved[3], turned[3];
        if (j + 1 < links) {
            const lf_quad below = a * s->r[j + 1];
            chain_point(links, m.base + 1, m.now + 1, next);
            for (size_t d = 0; d < 3; d++)
                pull[d] += below * next[d];
        }
        chain_point(links, m.base + turns, m.now + turns, w);
        lf_quad_cross(w, q, F);
        lf_quad_cross(q, pull, G);
        chain_move(links, &m, 0, &step, F, moved);
        chain_move(links, &m, turns, &turn, G, turned);
        chain_row(c, s, j, above, moved, turned);
        for (size_t d = 0; d < 3; d++) {
            pull[d] = tension * q[d];
            above[d] = moved[d];
            q[d] = next[d];
        }
    }
}

static LF_INLINE void chain_begin(const coefficients *c, chain *s, const lf_quad *base,
                                  const lf_quad *now)
{
    const size_t links = c->links, turns = 3 * links;
    const lf_quad zero = {0};
    lf_quad above[3] = {zero, zero, zero}, q[3], w[3];
    for (size_t j = 0; j < links; j++) {
        chain_point(links, base + j, now + j, q);
        chain_point(links, base + turns + j, now + turns + j, w);
        chain_row(c, s, j, above, q, w);
        for (size_t d = 0; d < 3; d++)
            above[d] = q[d];
    }
}

static LF_INLINE void leap_long(const lf_chain *self, int count, const lf_quad *twice,
                                const lf_quad *base, lf_quad *before, lf_quad *now)
{
    coefficients c;
    chain s;
    coefficients_fill(self, &c);
    chain_begin(&c, &s, base, now);
    if (count % 2) { /* so that what is now ends in its place */
        chain_tensions(&c, &s);
        chain_walk(&c, &s, twice, (motion){base, now, before, true});
    }
    for (int k = 0; k < count / 2; k++) {
        chain_tensions(&c, &s);
        chain_walk(&c, &s, twice, (motion){base, now, before, false});
        chain_tensions(&c, &s);
        chain_walk(&c, &s, twice, (motion){base, before, now, false});
    }
}

/* Two links: the tensions by Cramer's rule, and both pulls along the one product q1 x q2. */
typedef struct {
    double d, length[2], inverse[2], weight, gravity;
} chain_pair;

static LF_INLINE void pair_rate(const void *self, const lf_quad *y, lf_quad *F)
{
    const chain_pair *c = self;
    const lf_quad q[3] = {y[0], y[2], y[4]}, p[3] = {y[1], y[3], y[5]};
    const lf_quad v[3] = {y[6], y[8], y[10]}, w[3] = {y[7], y[9], y[11]};
    lf_quad e, first, second, cross[3], dq[3], dp[3];
    quad_dot(q, p, &e);
    quad_dot(v, v, &first);
    quad_dot(w, w, &second);
    lf_quad_cross(q, p, cross);
    const lf_quad inverse = 1 / (c->d - e * e);
    const lf_quad upper = c->length[0] * first - c->gravity * q[2], lower = c->length[1] * second;
    const lf_quad pull = (lower + e * upper) * (c->inverse[0] * inverse);
    const lf_quad back = (c->d * upper + e * lower) * (c->inverse[1] * inverse);
    lf_quad_cross(v, q, dq);
    lf_quad_cross(w, p, dp);
    for (size_t d = 0; d < 3; d++) {
        F[2 * d] = dq[d];
        F[2 * d + 1] = dp[d];
        F[6 + 2 * d] = pull * cross[d];
        F[7 + 2 * d] = -(back * cross[d]);
    }
    F[6] -= c->weight * q[1];
    F[8] += c->weight * q[0];
}

static LF_INLINE void leap_pair(const lf_chain *self, int count, const lf_quad *twice,
                                const lf_quad *base, lf_quad *before, lf_quad *now)
{
    const double b = lf_chain_mass(self, 0) / lf_chain_mass(self, 1);
    const double length[2] = {lf_chain_length(self, 0), lf_chain_length(self, 1)};
    const chain_pair pair = {.d = 1 + b,
                             .length = {length[0], length[1]},
                             .inverse = {1 / length[0], 1 / length[1]},
                             .weight = self->gravity / length[0],
                             .gravity = self->gravity};
    lf_leap_lanes(12, pair_rate, &pair, count, twice, base, before, now);
}

LF_KERNEL void lf_chain_leap(const lf_problem *P, const lf_lanes *L, int count, const double *twice,
                             const double *base, double *before, double *now)
{
    const lf_chain *self = P->ctx;
    if (self->n == 2)
        leap_pair(self, count, (const lf_quad *)twice, (const lf_quad *)base, (lf_quad *)before,
                  (lf_quad *)now);
    else
        leap_long(self, count, (const lf_quad *)twice, (const lf_quad *)base, (lf_quad *)before,
                  (lf_quad *)now);
}
