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
 * The same accelerations make w' itself, which classical methods want: q_i' = w_i x q_i. */
#include "model/chain.h"

#include <string.h>

#include "base/lanes.h"
#include "model/chain_elimination.h"

/* One evaluation: where things are, and the coefficients a, 1/L, L: one for all links (step 0) or
 * one each (step 1). */
typedef struct {
    size_t n, all; /* trajectories, times links */
    const double *y;
    double *f;
    const double *a, *inverse, *length;
    double gravity;
    lf_chain_system tension; /* its r becomes the tensions */
} chain;

size_t lf_chain_tension_work(const lf_chain *self)
{
    const bool each = self->masses.count > 1 || self->lengths.count > 1;
    return lf_chain_system_work(self->n) + 4 * (each ? self->n : 1);
}

/* e, r and (but for the ambient view) the rotations for elements at .. at+count-1; `step` is a
 * constant. What the last link finds as its next one is another component of y, and its e is never
 * read. */
static LF_INLINE void chain_load(const chain *c, bool ambient, size_t at, size_t count, size_t step,
                                 const double *restrict a, const double *restrict length)
{
    const double *restrict q = c->y + at, *restrict w = q + 3 * c->all;
    const double *restrict next = q + c->n;
    double *restrict f = c->f + at;
    double *restrict e = c->tension.e + at, *restrict r = c->tension.r + at;
    const size_t all = c->all;
    LF_EACH_LANE(i, count) {
        const lf_vec3 omega = lf_vec3_load(w, all, i);
        e[i] = a[step * i] * lf_dot(lf_vec3_load(q, all, i), lf_vec3_load(next, all, i));
        r[i] = length[step * i] * lf_dot(omega, omega);
        if (!ambient)
            lf_vec3_store(f, all, i, omega);
    }
}

static LF_INLINE void chain_load_all(const chain *c, bool ambient)
{
    if (c->tension.step == 0)
        chain_load(c, ambient, 0, c->all, 0, c->a, c->length);
    else if (c->n == 1)
        chain_load(c, ambient, 0, c->all, 1, c->a, c->length);
    else
        for (size_t j = 0; j < c->tension.links; j++)
            chain_load(c, ambient, j * c->n, c->n, 0, c->a + j, c->length + j);
    const double *z = c->y + 2 * c->all;
    LF_EACH_LANE(i, c->n)
        c->tension.r[i] = lf_fma(-c->gravity, z[i], c->tension.r[i]);
}

/* What the pull s on one element makes of it: f = q x w' = (q (q.s) - s)/L, its component along q
 * being free, or in the ambient view (w x q, w'), w' = q x s/L. */
static LF_INLINE void chain_store(const chain *c, bool ambient, size_t i, lf_vec3 s, double inverse)
{
    const size_t all = c->all;
    const lf_vec3 q = lf_vec3_load(c->y, all, i);
    lf_vec3 f = lf_axpy(lf_scale(-1, s), lf_dot(q, s), q);
    if (ambient) {
        lf_vec3_store(c->f, all, i, lf_cross(lf_vec3_load(c->y + 3 * all, all, i), q));
        f = lf_cross(q, s);
    }
    lf_vec3_store(c->f + 3 * all, all, i, lf_scale(inverse, f));
}

/* Elements at .. at+count-1 of links that have two neighbours; `before` is a of the one above. */
static LF_INLINE void chain_push(const chain *c, bool ambient, size_t at, size_t count, size_t step,
                                 const double *restrict before, const double *restrict a,
                                 const double *restrict inverse)
{
    const double *r = c->tension.r;
    LF_EACH_LANE(k, count) {
        const size_t i = at + k, up = i - c->n, down = i + c->n;
        const lf_vec3 pull = lf_scale(before[step * k] * r[up], lf_vec3_load(c->y, c->all, up));
        const lf_vec3 s = lf_axpy(pull, a[step * k] * r[down], lf_vec3_load(c->y, c->all, down));
        chain_store(c, ambient, i, s, inverse[step * k]);
    }
}

/* The first link hangs from a fixed point, and nothing hangs from the last. */
static LF_INLINE void chain_push_ends(const chain *c, bool ambient)
{
    const size_t n = c->n, last = c->tension.links - 1, step = c->tension.step;
    const double *r = c->tension.r;
    LF_EACH_LANE(i, n) {
        const double pull = last ? c->a[0] * r[n + i] : 0;
        const lf_vec3 weight = {0, 0, -c->gravity};
        const lf_vec3 next = last ? lf_vec3_load(c->y, c->all, n + i) : weight;
        chain_store(c, ambient, i, lf_axpy(weight, pull, next), c->inverse[0]);
    }
    if (!last)
        return;
    const double before = c->a[step * (last - 1)], inverse = c->inverse[step * last];
    LF_EACH_LANE(k, n) {
        const size_t i = last * n + k, up = i - n;
        chain_store(c, ambient, i, lf_scale(before * r[up], lf_vec3_load(c->y, c->all, up)),
                    inverse);
    }
}

static LF_INLINE void chain_push_all(const chain *c, bool ambient)
{
    const size_t n = c->n, links = c->tension.links;
    chain_push_ends(c, ambient);
    if (links < 3)
        return;
    if (c->tension.step == 0)
        chain_push(c, ambient, n, (links - 2) * n, 0, c->a, c->a, c->inverse);
    else if (n == 1)
        chain_push(c, ambient, 1, links - 2, 1, c->a, c->a + 1, c->inverse + 1);
    else
        for (size_t j = 1; j + 1 < links; j++)
            chain_push(c, ambient, j * n, n, 0, c->a + j - 1, c->a + j, c->inverse + j);
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

/* d_i = a_i + a_(i-1); where one stands for all, the first link has a_0 too much. */
static LF_INLINE void chain_diagonal(size_t count, const double *restrict a, double *restrict d)
{
    d[0] = count > 1 ? a[0] : a[0] + a[0];
    for (size_t j = 1; j < count; j++)
        d[j] = a[j] + a[j - 1];
}

/* Coefficients of each link, or of all of them; answers the rest of the scratch. */
static LF_INLINE double *chain_coefficients(const lf_chain *self, chain *c, double *work)
{
    const bool each = self->n > 1 && (self->masses.count > 1 || self->lengths.count > 1);
    const size_t count = each ? self->n : 1;
    double *a = work, *inverse = a + count, *length = inverse + count, *diagonal = length + count;
    chain_spread(&self->masses, count, a);
    chain_divide(count, lf_chain_mass(self, 0), a);
    chain_spread(&self->lengths, count, length);
    chain_spread(&self->lengths, count, inverse);
    chain_divide(count, 1, inverse);
    chain_diagonal(count, a, diagonal);
    c->a = a;
    c->inverse = inverse;
    c->length = length;
    c->tension.step = each;
    c->tension.diagonal = diagonal;
    c->tension.top = each ? 0 : a[0];
    return diagonal + count;
}

/* A long chain takes a while: does anybody still wait? */
static LF_INLINE bool chain_unwanted(const chain *c)
{
    enum { LONG = 65536 };
    return c->all >= LONG && lf_poll(c->all);
}

static LF_INLINE lf_status chain_field(const lf_problem *P, bool ambient, size_t n, const double *y,
                                       double *f, double *work)
{
    const lf_chain *self = P->ctx;
    chain c; /* all of it is set: zeros for the whole would cost as much as a link */
    lf_chain_system *T = &c.tension;
    c.n = n;
    c.all = self->n * n;
    c.y = y;
    c.f = f;
    c.gravity = self->gravity;
    lf_chain_system_set(T, n, self->n, chain_coefficients(self, &c, work));
    chain_load_all(&c, ambient);
    if (chain_unwanted(&c))
        return LF_STOPPED;
    lf_chain_system_solve(T);
    if (chain_unwanted(&c))
        return LF_STOPPED;
    chain_push_all(&c, ambient);
    return LF_OK;
}

LF_KERNEL lf_status lf_chain_tension(const lf_problem *P, const lf_lanes *L, const double *y,
                                     double *f, double *work)
{
    const size_t n = L->n;
    return chain_field(P, false, n, y, f, work);
}

LF_KERNEL lf_status lf_chain_tension_ambient(const lf_problem *P, const lf_lanes *L,
                                             const double *y, double *f, double *work)
{
    const size_t n = L->n;
    return chain_field(P, true, n, y, f, work);
}
