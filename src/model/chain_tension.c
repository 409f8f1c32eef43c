/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_tension.c - the field of the pendulum chain in O(n), through the tensions of the rods.
 *
 * Newton's law for each mass, m_i x_i'' = -m_i g e3 - l_i q_i + l_(i+1) q_(i+1), and rods of fixed
 * length, q_i.(x_i'' - x_(i-1)'') = -L_i |w_i|^2, give a symmetric tridiagonal system:
 *
 *   (a_i + a_(i-1)) l_i - e_i l_(i+1) - e_(i-1) l_(i-1) = r_i,   a_i = 1/m_i, e_i = a_i q_i.q_(i+1),
 *   r_i = L_i |w_i|^2, minus g q_1.e3 in the first row (there a_0 = 0),
 *   L_i w_i' = q_i x s_i,   s_i = a_i l_(i+1) q_(i+1) + a_(i-1) l_(i-1) q_(i-1)   (first: - g e3)
 *
 * equivalent to the dense system of Celledoni et al. 2021, section 5.2. Pivots are at least a_i > 0,
 * by induction, so elimination needs no pivoting. Masses count in units of the first one.
 *
 * Elimination waits for its own results. Three things shorten the wait for one trajectory: it runs
 * from both ends to the middle (two chains at once); pivots D_i = P_i/P_(i-1) come from continuants
 * P_i = d_i P_(i-1) - e^2 P_(i-2), which keep the division out of the recurrence; multipliers are
 * stored, so the way back needs none. All numbers of lanes share this order: the same bits. */
#include "model/chain.h"

#include <string.h>

#include "base/lanes.h"

/* Continuants are products of pivots: after so many links they start again from the last ratio.
 * Masses within a factor 1e12 (build sees to it) cannot overflow on the way. */
enum { RESTART = 8 };

/* One evaluation: where things are, and the coefficients a, 1/L, L: one for all links (step 0) or
 * one each (step 1). */
typedef struct {
    size_t n, links, all; /* trajectories, links, their product */
    const double *y;
    double *f, *e, *r; /* r becomes the tensions */
    size_t step;
    const double *a, *inverse, *length;
    double gravity;
} chain;

/* An end of the elimination, one value a lane in each row. */
enum { P1, P2, COUPLING, MULTIPLIER, RIGHT, ROWS };

size_t lf_chain_tension_work(const lf_chain *self)
{
    const bool each = self->masses.count > 1 || self->lengths.count > 1;
    return (each ? 5 : 2) * self->n + 2 * ROWS +
           5; /* two running tensions, three numbers for all */
}

/* e, r and the rotations for elements at .. at+count-1; `step` is a constant. What the last link
 * finds as its next one is another component of y, and its e is never read. */
static LF_INLINE void chain_load(const chain *c, size_t at, size_t count, size_t step,
                                 const double *restrict a, const double *restrict length)
{
    const double *restrict q = c->y + at, *restrict w = q + 3 * c->all;
    const double *restrict next = q + c->n;
    double *restrict f = c->f + at, *restrict e = c->e + at, *restrict r = c->r + at;
    const size_t all = c->all;
    LF_EACH_LANE(i, count) {
        const lf_vec3 omega = lf_vec3_load(w, all, i);
        e[i] = a[step * i] * lf_dot(lf_vec3_load(q, all, i), lf_vec3_load(next, all, i));
        r[i] = length[step * i] * lf_dot(omega, omega);
        lf_vec3_store(f, all, i, omega);
    }
}

static LF_INLINE void chain_load_all(const chain *c)
{
    if (c->step == 0)
        chain_load(c, 0, c->all, 0, c->a, c->length);
    else if (c->n == 1)
        chain_load(c, 0, c->links, 1, c->a, c->length);
    else
        for (size_t j = 0; j < c->links; j++)
            chain_load(c, j * c->n, c->n, 0, c->a + j, c->length + j);
    const double *z = c->y + 2 * c->all;
    LF_EACH_LANE(i, c->n)
        c->r[i] = lf_fma(-c->gravity, z[i], c->r[i]);
}

static LF_INLINE double chain_diagonal(const chain *c, size_t j)
{
    return j == 0 ? c->a[0] : c->a[c->step * j] + c->a[c->step * (j - 1)];
}

static LF_INLINE void chain_begin(size_t n, double *s)
{
    for (size_t k = 0; k < ROWS; k++)
        for (size_t i = 0; i < n; i++)
            s[k * n + i] = k == P1;
}

static LF_INLINE void chain_restart(size_t n, double *s)
{
    LF_EACH_LANE(i, n) {
        s[P2 * n + i] = s[P2 * n + i] / s[P1 * n + i];
        s[P1 * n + i] = 1;
    }
}

/* Eliminate one link: l = r + e (the link's neighbour on the way to the middle) afterwards. */
static LF_INLINE void chain_reduce(size_t n, double d, const double *towards, double *e, double *r,
                                   double *s)
{
    LF_EACH_LANE(i, n) {
        const double E = s[COUPLING * n + i], last = s[P1 * n + i];
        const double P = lf_fma(d, last, -(E * E * s[P2 * n + i]));
        const double p = last / P, coupling = towards[i], multiplier = p * coupling;
        const double z = lf_fma(s[MULTIPLIER * n + i], s[RIGHT * n + i], r[i]);
        s[P2 * n + i] = last;
        s[P1 * n + i] = P;
        s[COUPLING * n + i] = coupling;
        s[MULTIPLIER * n + i] = multiplier;
        s[RIGHT * n + i] = z;
        e[i] = multiplier;
        r[i] = p * z;
    }
}

/* From link 0 down and from the last link up to `middle`; state in `top` and `end`. */
static LF_INLINE void chain_eliminate(size_t n, const chain *c, size_t middle, double *top,
                                      double *end)
{
    double *e = c->e, *r = c->r;
    const size_t below = c->links - 1 - middle;
    for (size_t k = 0; k < middle; k++) {
        const size_t j = c->links - 1 - k;
        if (k && k % RESTART == 0) {
            chain_restart(n, top);
            chain_restart(n, end);
        }
        chain_reduce(n, chain_diagonal(c, k), e + k * n, e + k * n, r + k * n, top);
        if (k < below)
            chain_reduce(n, chain_diagonal(c, j), e + (j - 1) * n, e + j * n, r + j * n, end);
    }
}

/* The middle tension from what both ends left of its row. */
static LF_INLINE void chain_meet(size_t n, const chain *c, size_t middle, const double *top,
                                 const double *end, double *tension)
{
    const double d = chain_diagonal(c, middle);
    double *r = c->r + middle * n;
    LF_EACH_LANE(i, n) {
        const double t = top[MULTIPLIER * n + i], b = end[MULTIPLIER * n + i];
        const double pivot =
            lf_fma(-end[COUPLING * n + i], b, lf_fma(-top[COUPLING * n + i], t, d));
        const double right = lf_fma(b, end[RIGHT * n + i], lf_fma(t, top[RIGHT * n + i], r[i]));
        tension[i] = r[i] = right / pivot;
    }
}

static LF_INLINE void chain_return(size_t n, const double *e, double *r, double *tension)
{
    LF_EACH_LANE(i, n)
        tension[i] = r[i] = lf_fma(e[i], tension[i], r[i]);
}

/* The tensions, in place of r. `s` holds both ends and then the running tensions. */
static LF_INLINE void chain_solve(size_t n, const chain *c, double *s)
{
    const size_t middle = c->links / 2;
    double *top = s, *end = s + ROWS * n, *up = s + 2 * ROWS * n, *down = up + n;
    chain_begin(n, top);
    chain_begin(n, end);
    chain_eliminate(n, c, middle, top, end);
    chain_meet(n, c, middle, top, end, up);
    LF_EACH_LANE(i, n)
        down[i] = up[i];
    for (size_t k = 1; k <= middle; k++) {
        const size_t above = (middle - k) * n, below = (middle + k) * n;
        chain_return(n, c->e + above, c->r + above, up);
        if (middle + k < c->links)
            chain_return(n, c->e + below, c->r + below, down);
    }
}

/* f = q x w' = (q (q.s) - s)/L, its component along q being free, for one element. */
static LF_INLINE void chain_store(const chain *c, size_t i, lf_vec3 s, double inverse)
{
    const lf_vec3 q = lf_vec3_load(c->y, c->all, i);
    const lf_vec3 f = lf_axpy(lf_scale(-1, s), lf_dot(q, s), q);
    lf_vec3_store(c->f + 3 * c->all, c->all, i, lf_scale(inverse, f));
}

/* Elements at .. at+count-1 of links that have two neighbours; `before` is a of the one above. */
static LF_INLINE void chain_push(const chain *c, size_t at, size_t count, size_t step,
                                 const double *restrict before, const double *restrict a,
                                 const double *restrict inverse)
{
    LF_EACH_LANE(k, count) {
        const size_t i = at + k, up = i - c->n, down = i + c->n;
        const lf_vec3 pull = lf_scale(before[step * k] * c->r[up], lf_vec3_load(c->y, c->all, up));
        const lf_vec3 s = lf_axpy(pull, a[step * k] * c->r[down], lf_vec3_load(c->y, c->all, down));
        chain_store(c, i, s, inverse[step * k]);
    }
}

/* The first link hangs from a fixed point, and nothing hangs from the last. */
static LF_INLINE void chain_push_ends(const chain *c)
{
    const size_t n = c->n, last = c->links - 1;
    LF_EACH_LANE(i, n) {
        const double pull = last ? c->a[0] * c->r[n + i] : 0;
        const lf_vec3 weight = {0, 0, -c->gravity};
        const lf_vec3 next = last ? lf_vec3_load(c->y, c->all, n + i) : weight;
        chain_store(c, i, lf_axpy(weight, pull, next), c->inverse[0]);
    }
    if (!last)
        return;
    const double before = c->a[c->step * (last - 1)], inverse = c->inverse[c->step * last];
    LF_EACH_LANE(k, n) {
        const size_t i = last * n + k, up = i - n;
        chain_store(c, i, lf_scale(before * c->r[up], lf_vec3_load(c->y, c->all, up)), inverse);
    }
}

static LF_INLINE void chain_push_all(const chain *c)
{
    const size_t n = c->n;
    chain_push_ends(c);
    if (c->links < 3)
        return;
    if (c->step == 0)
        chain_push(c, n, (c->links - 2) * n, 0, c->a, c->a, c->inverse);
    else if (n == 1)
        chain_push(c, 1, c->links - 2, 1, c->a, c->a + 1, c->inverse + 1);
    else
        for (size_t j = 1; j + 1 < c->links; j++)
            chain_push(c, j * n, n, 0, c->a + j - 1, c->a + j, c->inverse + j);
}

/* Numbers of each link, where one may stand for all. */
static LF_INLINE void chain_spread(const lf_list *list, size_t count, double *restrict out)
{
    const double *restrict a = lf_list_numbers(list);
    if (list->count > 1)
        memcpy(out, a, count * sizeof *out);
    else
        LF_EACH_LANE(j, count)
            out[j] = a[0];
}

static LF_INLINE void chain_divide(size_t count, double one, double *restrict a)
{
    LF_EACH_LANE(j, count)
        a[j] = one / a[j];
}

/* Coefficients of each link, or of all of them; answers the rest of the scratch. */
static LF_INLINE double *chain_coefficients(const lf_chain *self, chain *c, double *work)
{
    c->step = self->masses.count > 1 || self->lengths.count > 1;
    const size_t count = c->step ? c->links : 1;
    double *a = work, *inverse = a + count, *length = inverse + count;
    chain_spread(&self->masses, count, a);
    chain_divide(count, lf_chain_mass(self, 0), a);
    chain_spread(&self->lengths, count, length);
    chain_spread(&self->lengths, count, inverse);
    chain_divide(count, 1, inverse);
    c->a = a;
    c->inverse = inverse;
    c->length = length;
    return length + count;
}

LF_KERNEL lf_status lf_chain_tension(const lf_problem *P, size_t n, const double *t,
                                     const double *y, double *f, double *work)
{
    (void)t;
    const lf_chain *self = P->ctx;
    chain c = {.n = n, .links = self->n, .all = self->n * n, .y = y, .f = f};
    c.gravity = self->gravity;
    c.e = chain_coefficients(self, &c, work);
    c.r = c.e + c.all;
    chain_load_all(&c);
    if (n == 1) {
        double state[2 * ROWS + 2];
        chain_solve(1, &c, state);
    } else {
        chain_solve(n, &c, c.r + c.all);
    }
    chain_push_all(&c);
    return LF_OK;
}
