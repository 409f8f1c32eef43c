/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_sweep.h - y' of a chain of up to LF_CHAIN_SWEEP_MOST links, in one walk down the links; a
 * text for both types of lf_real: chain_equation.c includes it once for each, with lf_real and
 * CHAIN(name) defined.
 *
 * The pull on a link moves it. In a burst of midpoint steps the new direction gives the matrix and
 * the right side of the next tensions at once. Tensions are eliminated from both ends to the middle,
 * as in chain_elimination.c. */

/* The system of the tensions: e and r become multipliers and solution. */
typedef struct {
    lf_real e[MOST], r[MOST];
} CHAIN(chain);

/* Row j of the tensions, and what couples it to the row above, whose direction is `above`. */
static LF_INLINE void CHAIN(row)(const coefficients *c, CHAIN(chain) * s, size_t j,
                                 const lf_real *above, const lf_real *q, const lf_real *w)
{
    lf_real cosine, square;
    CHAIN(lf_dot)(w, w, &square);
    s->r[j] = c->length[c->step * j] * square;
    if (j == 0) {
        s->r[0] = s->r[0] - c->gravity * q[2];
        return;
    }
    CHAIN(lf_dot)(above, q, &cosine);
    s->e[j - 1] = c->a[c->step * (j - 1)] * cosine;
}

/* One end of the elimination: continuants P and Q = e^2 times the one before; `carry` is what the
 * right side of the next row gets. */
typedef struct {
    lf_real P, Q, carry;
} CHAIN(end);

/* An unknown coupled by `towards` to the next one is r + e (that one) then. */
static LF_INLINE void CHAIN(reduce)(double diagonal, const lf_real *towards, lf_real *e, lf_real *r,
                                    CHAIN(end) * s)
{
    const lf_real coupling = *towards, next = diagonal * s->P - s->Q, p = s->P / next;
    const lf_real z = *r + s->carry, m = p * coupling;
    s->Q = coupling * coupling * s->P;
    s->P = next;
    s->carry = m * z;
    *e = m;
    *r = p * z;
}

static LF_INLINE void CHAIN(restart)(CHAIN(end) * s)
{
    s->Q = s->Q / s->P;
    s->P = (lf_real){0} + 1;
}

/* The unknown in the middle from what both ends left of its row. */
static LF_INLINE void CHAIN(meet)(double diagonal, const CHAIN(end) * top, const CHAIN(end) * end,
                                  lf_real *r)
{
    const lf_real both = top->P * end->P, off = top->Q * end->P + end->Q * top->P;
    *r = (*r + top->carry + end->carry) * (both / (diagonal * both - off));
}

static LF_INLINE void CHAIN(tensions)(const coefficients *c, CHAIN(chain) * s)
{
    const size_t middle = c->links / 2, last = c->links - 1, below = last - middle, step = c->step;
    const lf_real one = (lf_real){0} + 1, zero = {0};
    CHAIN(end) top = {one, one, zero}, end = {one, zero, zero};
    for (size_t k = 0, until = STRETCH; k < middle; k++) {
        const size_t j = last - k;
        if (k == until) {
            CHAIN(restart)(&top);
            CHAIN(restart)(&end);
            until += STRETCH;
        }
        CHAIN(reduce)(c->diagonal[step * k], &s->e[k], &s->e[k], &s->r[k], &top);
        if (k < below)
            CHAIN(reduce)(c->diagonal[step * j], &s->e[j - 1], &s->e[j], &s->r[j], &end);
    }
    CHAIN(meet)(c->diagonal[step * middle], &top, &end, &s->r[middle]);
    lf_real up = s->r[middle], down = up;
    for (size_t k = 1; k <= middle; k++) {
        s->r[middle - k] = up = s->r[middle - k] + s->e[middle - k] * up;
        if (k <= below)
            s->r[middle + k] = down = s->r[middle + k] + s->e[middle + k] * down;
    }
}

/* The walk: where it is, and the direction above. */
typedef struct {
    lf_real pull[3], above[3], q[3], next[3];
} CHAIN(walk);

static LF_INLINE void CHAIN(begin)(const coefficients *c, CHAIN(walk) * w)
{
    const lf_real zero = {0};
    for (size_t d = 0; d < 3; d++)
        w->pull[d] = w->above[d] = w->next[d] = zero;
    w->pull[2] = w->pull[2] - c->gravity;
}

/* q' and omega' of link j, which is at w->q and turns with omega, by its neighbours' tensions; the
 * link below it is at w->next. */
static LF_INLINE void CHAIN(link)(const coefficients *c, const CHAIN(chain) * s, size_t j,
                                  const lf_real *omega, CHAIN(walk) * w, lf_real *dq, lf_real *turn)
{
    const double a = c->a[c->step * j], inverse = c->inverse[c->step * j];
    const lf_real tension = a * s->r[j];
    if (j + 1 < c->links) {
        const lf_real below = a * s->r[j + 1];
        for (size_t d = 0; d < 3; d++)
            w->pull[d] = w->pull[d] + below * w->next[d];
    }
    CHAIN(lf_cross)(omega, w->q, dq);
    CHAIN(lf_cross)(w->q, w->pull, turn);
    for (size_t d = 0; d < 3; d++) {
        turn[d] = inverse * turn[d];
        w->pull[d] = tension * w->q[d];
    }
}

/* Three components of a link, `apart` doubles from one to the next. */
static LF_INLINE void CHAIN(load)(const double *y, size_t apart, lf_real *out)
{
    for (size_t d = 0; d < 3; d++)
        out[d] = *(const lf_real *)(y + d * apart);
}

static LF_INLINE void CHAIN(store)(const lf_real *v, size_t apart, double *out)
{
    for (size_t d = 0; d < 3; d++)
        *(lf_real *)(out + d * apart) = v[d];
}

/* y' of the lanes that begin at y, of n lanes in all: [component][link][lane]. */
static LF_INLINE void CHAIN(slope)(const coefficients *c, size_t n, const double *y, double *F)
{
    const size_t links = c->links, apart = links * n, turns = 3 * apart;
    CHAIN(chain) s;
    CHAIN(walk) w;
    lf_real omega[3], dq[3], turn[3];
    CHAIN(begin)(c, &w);
    for (size_t j = 0; j < links; j++) {
        CHAIN(load)(y + j * n, apart, w.q);
        CHAIN(load)(y + turns + j * n, apart, omega);
        CHAIN(row)(c, &s, j, w.above, w.q, omega);
        for (size_t d = 0; d < 3; d++)
            w.above[d] = w.q[d];
    }
    CHAIN(tensions)(c, &s);
    CHAIN(load)(y, apart, w.q);
    for (size_t j = 0; j < links; j++) {
        if (j + 1 < links)
            CHAIN(load)(y + (j + 1) * n, apart, w.next);
        CHAIN(load)(y + turns + j * n, apart, omega);
        CHAIN(link)(c, &s, j, omega, &w, dq, turn);
        CHAIN(store)(dq, apart, F + j * n);
        CHAIN(store)(turn, apart, F + turns + j * n);
        for (size_t d = 0; d < 3; d++)
            w.q[d] = w.next[d];
    }
}
