/* SPDX-License-Identifier: BSD-3-Clause */
/* carried.c - classical steps of points with vectors, a few vectors at a time. */
#include "method/carried.h"

#include <string.h>

#include "base/lanes.h"
#include "problem/lyapunov.h"

enum {
    LEAST = 2048, /* numbers of all vectors from which on it pays: fewer stay in the cache anyway */
    GROUP = 1024  /* numbers of the vectors that are done together, if one is not longer */
};

/* Each stage needs the one before it and no other. */
static bool tableau_is_chain(const lf_tableau *T)
{
    for (int i = 1; i < T->stages; i++)
        for (int j = 0; j + 1 < i; j++)
            if (T->a[i * T->stages + j] != 0)
                return false;
    return true;
}

bool lf_carried_wanted(const lf_tableau *T, const lf_problem *P)
{
    const lf_lyapunov *l = lf_lyapunov_carried(P);
    return l && l->f.n * l->k >= LEAST && T->stages > 1 && tableau_is_chain(T);
}

/* A stage's share of the end, and the point of the next stage: what combine.h makes of all stages at the
 * end, one at a time. */
typedef struct {
    double b, a, h;
    bool first, last;
} share;

/* The flags are constants after inlining. */
static LF_INLINE void carried_share(bool first, bool last, size_t count, const share *c,
                                    const double *restrict k, const double *restrict y,
                                    double *restrict sum, double *restrict next)
{
    const double b = c->b, a = c->a, h = c->h;
    LF_EACH_LANE(i, count) {
        const double s = lf_fma(b, k[i], first ? 0 : sum[i]);
        if (!last)
            sum[i] = s;
        next[i] = lf_fma(h, last ? s : a * k[i], y[i]);
    }
}

/* `next` is the next point, or the end of the step after the last stage. */
LF_KERNEL static void carried_add(size_t count, const share *c, const double *k, const double *y,
                                  double *sum, double *next)
{
    if (c->first)
        carried_share(true, false, count, c, k, y, sum, next);
    else if (c->last)
        carried_share(false, true, count, c, k, y, sum, next);
    else
        carried_share(false, false, count, c, k, y, sum, next);
}

static share stage_share(const lf_tableau *T, int i, double h)
{
    const bool last = i + 1 == T->stages;
    return (share){T->b[i], last ? 0 : T->a[(i + 1) * T->stages + i], h, i == 0, last};
}

/* The running step. */
typedef struct {
    const lf_tableau *T;
    const lf_lyapunov *l;
    size_t trajectory;
    double t, h;
    const double *x[LF_MAX_STAGES]; /* the points of the stages */
    double *k, *sum, *next;         /* of a group */
} carried;

static double stage_time(const carried *c, int i)
{
    return i ? c->t + c->T->c[i] * c->h : c->t;
}

/* x itself, whose end is written to `end`. */
static lf_status carry_point(carried *c, const double *y0, double *points, double *end,
                             lf_tally *tally)
{
    const lf_tangent_field *f = &c->l->f;
    for (int i = 0; i < c->T->stages; i++) {
        const share part = stage_share(c->T, i, c->h);
        c->x[i] = i ? points + (size_t)(i - 1) * f->n : y0;
        lf_status s = lf_tally_count(tally, 1);
        if (s == LF_OK)
            s = f->field(f->ctx, c->trajectory, stage_time(c, i), c->x[i], c->k);
        if (s != LF_OK)
            return s;
        carried_add(f->n, &part, c->k, y0, c->sum, part.last ? end : points + (size_t)i * f->n);
    }
    return LF_OK;
}

/* So many vectors. */
static lf_status carry_vectors(const carried *c, size_t columns, const double *V0, double *V1)
{
    const lf_tangent_field *f = &c->l->f;
    for (int i = 0; i < c->T->stages; i++) {
        const share part = stage_share(c->T, i, c->h);
        const lf_status s = f->tangent(f->ctx, c->trajectory, stage_time(c, i), c->x[i], columns,
                                       i ? c->next : V0, c->k);
        if (s != LF_OK)
            return s;
        carried_add(columns * f->n, &part, c->k, V0, c->sum, part.last ? V1 : c->next);
    }
    return LF_OK;
}

/* What counts moves with the clock alone. */
LF_KERNEL static void carry_tail(const carried *c, const double *tail0, double *tail1)
{
    const size_t k = c->l->k, front = c->l->f.n * (k + 1);
    double one = 0;
    for (int i = 0; i < c->T->stages; i++)
        one = lf_fma(c->T->b[i], 1, one);
    memmove(tail1, tail0, (lf_lyapunov_dim(c->l) - front) * sizeof *tail1);
    double *clock = &lf_growth_at(k, tail1).times[LF_TRANSPORT_CLOCK];
    *clock = lf_fma(c->h, one, *clock);
}

lf_status lf_carried_step(const lf_tableau *T, const lf_problem *P, const lf_lanes *L,
                          const double *y0, double *y1, lf_tally *tally, double *work)
{
    const lf_lyapunov *l = lf_lyapunov_carried(P);
    const size_t n = l->f.n, k = l->k, group = n < GROUP ? GROUP / n : 1;
    carried c = {.T = T, .l = l, .trajectory = lf_lanes_trajectory(L, 0)};
    double *points = work, *end = points + (size_t)T->stages * n;
    c.t = L->t[0];
    c.h = L->h[0];
    c.k = end + n;
    c.sum = c.k + group * n;
    c.next = c.sum + group * n;
    lf_status s = carry_point(&c, y0, points, end, tally);
    for (size_t j = 0; j < k && s == LF_OK; j += group) {
        const size_t columns = k - j < group ? k - j : group, at = n + j * n;
        s = carry_vectors(&c, columns, y0 + at, y1 + at);
    }
    if (s != LF_OK)
        return s;
    carry_tail(&c, y0 + n + n * k, y1 + n + n * k);
    memcpy(y1, end, n * sizeof *y1); /* at last: y1 may be y0 */
    return LF_OK;
}
