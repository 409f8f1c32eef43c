/* SPDX-License-Identifier: BSD-3-Clause */
/* gbs.c - Gragg-Bulirsch-Stoer extrapolation of one trajectory, its rows as lanes.
 *
 * Row j of the table crosses the step with 2j explicit midpoint steps; extrapolation in the square
 * of the sub-step gives order 2k from k rows. The rows are independent, so four lanes run them side
 * by side with sub-steps of their own, long rows paired with short ones (16 + 2, 14 + 4, ..): a
 * level costs hardly more than its longest row. Hairer, Norsett, Wanner II.9.
 *
 * On a manifold the table is built in the coordinates z of y = phi(z).y0, where
 * z' = dphi_z^-1 f(t, phi(z).y0); on a vector space z is the displacement itself. */
#include "method/gbs.h"

#include "base/lanes.h"
#include "method/gbs_tables.h"

enum { LANES = GBS_LANES };

typedef struct {
    const lf_problem *P;
    const lf_method *M;
    const lf_attempt *a;
    size_t dim;                   /* of z */
    double *base;                 /* y0 in every lane */
    double *now, *before, *rate;  /* [dim][LANES] */
    double *twice;                /* the same shape: two sub-steps of every lane */
    double *point, *field, *time; /* phi(z).y0, the field there */
    double *end[GBS_SLOTS];       /* [dim][LANES]: z where rows end */
    double *z;                    /* the extrapolated value, [dim] */
    double *rest;
    size_t who[LANES]; /* the one trajectory of all lanes */
    double inside[LANES];
    lf_lanes lanes;
    const lf_midpoint *midpoint; /* bursts of the problem, or NULL */
    const lf_problem *manifold;  /* the problem that they belong to */
    bool slow; /* evaluations are, or there is a long point: the caller is asked in between */
} gbs;

size_t lf_gbs_work(const lf_method *M, const lf_problem *P, size_t n)
{
    const size_t dim = P->action->group->dim, point = P->action->dim;
    size_t rest = lf_action_work(P->action, LANES), field = P->field_work * LANES;
    const size_t group = lf_group_work(P->action->group, LANES);
    (void)M;
    (void)n;
    rest = rest > field ? rest : field;
    rest = rest > group ? rest : group;
    return LANES * (2 * point + 7 * dim + 1) + 4 * dim + 2 * point + rest;
}

static LF_INLINE void gbs_layout(gbs *g, double *work)
{
    const size_t block = LANES * g->dim, points = LANES * g->P->action->dim;
    g->base = work;
    g->point = g->base + points;
    g->now = g->point + points;
    g->before = g->now + block;
    g->rate = g->before + block;
    g->twice = g->rate + block;
    g->end[0] = g->twice + block;
    g->end[1] = g->end[0] + block;
    g->field = g->end[1] + block;
    g->time = g->field + block;
    g->z = g->time + LANES;
    g->rest = g->z + g->dim;
}

/* All lanes of a component at once: four is too few for the compiler to see a loop in it. */
typedef lf_quad gbs_vector;
typedef int64_t gbs_bits
    __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

/* How z moves: in coordinates of a group, on a vector space by its field, or by bursts of midpoint
 * steps with the field inlined. The last two do the same operations. */
typedef enum { BY_GROUP, BY_FIELD, BY_BURSTS } gbs_kind;

/* `a` where bits are set, elsewhere what is there already */
static LF_INLINE void gbs_replace(const gbs_bits *bits, const gbs_vector *a, gbs_vector *out)
{
    *out = (gbs_vector)((*bits & (gbs_bits)*a) | (~*bits & (gbs_bits)*out));
}

/* The arrays of a table as vectors, in variables of their own: a store into one does not make the
 * compiler look up the others again. */
typedef struct {
    gbs_vector *now, *before, *twice, *point, *time;
} gbs_view;

static LF_INLINE gbs_view gbs_look(const gbs *g)
{
    return (gbs_view){(gbs_vector *)g->now, (gbs_vector *)g->before, (gbs_vector *)g->twice,
                      (gbs_vector *)g->point, (gbs_vector *)g->time};
}

/* The first rows of all lanes: the first sub-step is an Euler step with the field at y0. */
static LF_INLINE void gbs_begin(const gbs *g, const gbs_stretch *stretch, gbs_kind kind)
{
    const gbs_view v = gbs_look(g);
    const size_t dim = g->dim, points = g->P->action->dim;
    const double *y0 = g->a->y0, *f0 = g->a->f0;
    gbs_vector *base = (gbs_vector *)g->base, *first = (gbs_vector *)g->end[0];
    gbs_vector *last = (gbs_vector *)g->end[1];
    const gbs_vector zero = {0}, h = g->a->lanes.h[0] / *(const gbs_vector *)stretch->steps;
    *v.time = g->a->lanes.t[0] + h;
    for (size_t d = 0; d < dim; d++) {
        const gbs_vector z = h * f0[d];
        v.now[d] = z;
        v.before[d] = first[d] = last[d] = zero;
        if (d == 0 || kind != BY_BURSTS)
            v.twice[d] = h + h;
        if (kind == BY_FIELD)
            v.point[d] = y0[d] + z;
    }
    for (size_t c = 0; c < points; c++)
        base[c] = zero + y0[c];
}

/* Keep the rows that ended with the last stretch, and begin others in their lanes. */
static LF_INLINE void gbs_change(const gbs *g, const gbs_stretch *stretch, gbs_kind kind)
{
    const gbs_view v = gbs_look(g);
    const size_t dim = g->dim;
    const double *y0 = g->a->y0, *f0 = g->a->f0;
    const gbs_bits ends = *(const gbs_bits *)stretch[-1].ends;
    const gbs_bits begins = *(const gbs_bits *)stretch->begins;
    const gbs_vector zero = {0}, h = g->a->lanes.h[0] / *(const gbs_vector *)stretch->steps;
    const gbs_vector time = g->a->lanes.t[0] + h;
    gbs_vector *end = (gbs_vector *)g->end[stretch[-1].slot];
    if (kind != BY_BURSTS)
        gbs_replace(&begins, &time, v.time);
    for (size_t d = 0; d < dim; d++) {
        const gbs_vector z = h * f0[d];
        gbs_replace(&ends, &v.now[d], &end[d]);
        gbs_replace(&begins, &z, &v.now[d]);
        gbs_replace(&begins, &zero, &v.before[d]);
        if (d == 0 || kind != BY_BURSTS)
            v.twice[d] = h + h;
        if (kind == BY_FIELD) /* of all lanes: a burst begins with this rounding, too */
            v.point[d] = y0[d] + v.now[d];
    }
}

/* z' in all lanes; on a vector space the points are there already */
static LF_INLINE lf_status gbs_rate(const gbs *g, const double *now, gbs_kind kind)
{
    const lf_action *A = g->P->action;
    if (kind == BY_FIELD)
        return g->P->field(g->P, &g->lanes, g->point, g->rate, g->rest);
    lf_status s = lf_action_flow(A, g->M->map, LANES, now, g->base, g->point, g->rest);
    if (s == LF_OK)
        s = g->P->field(g->P, &g->lanes, g->point, g->field, g->rest);
    return s == LF_OK ? lf_action_pull(A, g->M->map, LANES, g->base, now, g->point, g->field,
                                       g->rate, g->rest)
                      : s;
}

/* z(k+1) = z(k-1) + 2 h z'(k) in place of z(k-1), and on a vector space the points: there y0 + z(k-1)
 * is formed while z' is still awaited, unless the point is long, when there is no waiting. On a
 * vector space products and sums are rounded one by one, as in bursts. */
static LF_INLINE void gbs_midpoint(size_t dim, const double *restrict twice,
                                   const double *restrict rate, const double *restrict base,
                                   double *restrict z, double *restrict point, gbs_kind kind)
{
    LF_EACH_LANE(j, LANES * dim) {
        if (kind == BY_FIELD) {
            const double change = twice[j] * rate[j], next = z[j] + change;
            point[j] = dim > GBS_SHORT ? base[j] + next : (base[j] + z[j]) + change;
            z[j] = next;
        } else {
            z[j] = lf_fma(twice[j], rate[j], z[j]);
        }
    }
}

/* The sub-steps of a stretch. */
static LF_INLINE lf_status gbs_march(gbs *g, const gbs_stretch *stretch, gbs_kind kind)
{
    gbs_vector *time = (gbs_vector *)g->time;
    double *now = g->now, *before = g->before;
    if (kind == BY_BURSTS) {
        g->midpoint->burst(g->manifold, &g->lanes, stretch->evaluations, g->twice, g->base, before,
                           now);
        return LF_OK;
    }
    for (int k = stretch->evaluations; k > 0; k--) {
        if (g->slow && lf_poll(LANES * g->dim))
            return LF_STOPPED;
        const lf_status s = gbs_rate(g, now, kind);
        if (s != LF_OK)
            return s;
        gbs_midpoint(g->dim, g->twice, g->rate, g->base, before, g->point, kind);
        *time += *(const gbs_vector *)g->twice * 0.5;
        double *next = before;
        before = now;
        now = next;
    }
    g->now = now;
    g->before = before;
    return LF_OK;
}

static LF_INLINE double gbs_sum(const gbs_vector *a)
{
    return ((*a)[0] + (*a)[1]) + ((*a)[2] + (*a)[3]);
}

/* The value of a level, its doubt and that of the level below, by weights of the rows. */
static LF_INLINE void gbs_extrapolate(const gbs *g, const gbs_level *level, gbs_kind kind)
{
    const double *y0 = g->a->y0;
    double *y1 = g->a->y1, *error = g->a->error, *error_low = g->a->error_low;
    const gbs_vector *w = (const gbs_vector *)level->weight;
    const gbs_vector *e = (const gbs_vector *)level->doubt;
    const gbs_vector *l = (const gbs_vector *)level->doubt_low;
    const gbs_vector *end = (const gbs_vector *)g->end[0], w0 = w[0], w1 = w[1];
    const gbs_vector e0 = e[0], e1 = e[1], l0 = l[0], l1 = l[1];
    const size_t dim = g->dim;
    double *out = g->z;
    for (size_t d = 0; d < dim; d++) {
        const gbs_vector first = end[d], last = end[dim + d];
        const gbs_vector value = w0 * first + w1 * last;
        const gbs_vector here = e0 * first + e1 * last;
        const gbs_vector below = l0 * first + l1 * last;
        const double z = gbs_sum(&value);
        out[d] = z;
        if (kind != BY_GROUP)
            y1[d] = y0[d] + z;
        error[d] = gbs_sum(&here);
        error_low[d] = gbs_sum(&below);
    }
}

static LF_INLINE lf_status gbs_table_lanes(gbs *g, const gbs_level *level, gbs_kind kind)
{
    const gbs_stretch *stretch = level->stretch, *last = stretch + level->count - 1;
    gbs_begin(g, stretch, kind);
    lf_status s = gbs_march(g, stretch, kind);
    while (s == LF_OK && stretch != last) {
        gbs_change(g, ++stretch, kind);
        s = gbs_march(g, stretch, kind);
    }
    if (s != LF_OK)
        return s;
    const gbs_bits ends = *(const gbs_bits *)last->ends;
    gbs_vector *end = (gbs_vector *)g->end[last->slot], *now = (gbs_vector *)g->now;
    for (size_t d = 0, dim = g->dim; d < dim; d++)
        gbs_replace(&ends, &now[d], &end[d]);
    gbs_extrapolate(g, level, kind);
    return LF_OK;
}

/* All rows of a level, and what they give together: y1 and the errors of an attempt. */
LF_KERNEL static lf_status gbs_table(gbs *g, const gbs_level *level)
{
    /* the loops inside are short */
    const lf_status s = lf_tally_count(g->a->tally, (size_t)(LANES * level->cost));
    if (s != LF_OK)
        return s;
    g->slow = g->a->tally->ask && (g->dim > GBS_SHORT || g->a->tally->pace == 0);
    if (!g->P->action->flat)
        return gbs_table_lanes(g, level, BY_GROUP);
    return g->midpoint ? gbs_table_lanes(g, level, BY_BURSTS) : gbs_table_lanes(g, level, BY_FIELD);
}

static lf_status gbs_cross(const lf_method *M, const lf_problem *P, const lf_attempt *a,
                           double **rest)
{
    gbs g; /* without zeros, which would cost more than what is set */
    g.P = P;
    g.M = M;
    g.a = a;
    g.dim = P->action->group->dim;
    gbs_layout(&g, a->work);
    for (size_t i = 0; i < LANES; i++)
        g.who[i] = lf_lanes_trajectory(&a->lanes, 0);
    g.lanes = (lf_lanes){LANES, g.time, NULL, g.who};
    for (size_t i = 0; a->lanes.inside && i < LANES; i++)
        g.inside[i] = a->lanes.inside[0];
    g.lanes.inside = a->lanes.inside ? g.inside : NULL;
    g.midpoint = lf_problem_midpoint(P);
    g.manifold = lf_problem_on_manifold(P);
    const lf_status s = gbs_table(&g, &gbs_levels[a->level]);
    *rest = g.rest;
    return s == LF_OK && !P->action->flat
               ? lf_action_flow(P->action, M->map, 1, g.z, a->y0, a->y1, g.rest)
               : s;
}

lf_status lf_gbs_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    double *rest;
    const lf_status s = gbs_cross(M, P, a, &rest);
    const double end = a->lanes.t[0] + a->lanes.h[0];
    const lf_lanes there = lf_lanes_at(&a->lanes, &end);
    return s == LF_OK ? lf_problem_field(P, &there, a->y1, a->f1, a->tally, rest) : s;
}

/* A step at the highest level, one lane after the other. */
lf_status lf_gbs_step(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                      double *y1, double *carry, lf_tally *tally, double *work)
{
    const size_t n = L->n;
    (void)carry;
    const size_t point = P->action->dim, dim = P->action->group->dim;
    double *start = work, *end = start + point, *f0 = end + point, *error = f0 + dim;
    double *rest = error + 2 * dim;
    lf_attempt a = {.y0 = start,
                    .f0 = f0,
                    .y1 = end,
                    .error = error,
                    .error_low = error + dim,
                    .level = LF_GBS_HIGHEST,
                    .tally = tally,
                    .work = rest};
    for (size_t i = 0; i < n; i++) {
        a.lanes = lf_lanes_part(L, i, 1);
        for (size_t c = 0; c < point; c++)
            start[c] = y0[c * n + i];
        lf_status s = lf_problem_field(P, &a.lanes, start, f0, tally, a.work);
        if (s == LF_OK)
            s = gbs_cross(M, P, &a, &rest);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < point; c++)
            y1[c * n + i] = end[c];
    }
    return LF_OK;
}
