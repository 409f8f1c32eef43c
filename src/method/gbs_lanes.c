/* SPDX-License-Identifier: BSD-3-Clause */
/* gbs_lanes.c - extrapolation of many trajectories: lanes are trajectories here, and the rows of
 * the table run one after the other. Every number comes from the same operations in the same order
 * as in gbs.c, where the rows of one trajectory are the lanes: the bits agree. A problem with bursts
 * of midpoint steps takes four or sixteen trajectories at a time through all rows, as many as a
 * burst has lanes. */
#include "method/gbs_lanes.h"

#include <string.h>

#include "base/lanes.h"
#include "method/gbs.h"
#include "method/gbs_tables.h"

enum { PLACES = GBS_SLOTS * GBS_LANES }; /* where gbs.c keeps the ends of rows */
enum { WIDE_QUADS = LF_MIDPOINT_WIDE / LF_QUAD };

typedef struct {
    const lf_problem *P;
    const lf_method *M;
    const lf_attempt *a;
    size_t dim;            /* of z */
    double *h, *twice;     /* [lane]: sub-steps of the present row, and twice as much */
    double *time;          /* [lane] */
    double *odd, *even;    /* z after odd and even sub-steps, [dim][lane] */
    double *point, *field; /* phi(z).y0, the field there */
    double *rate;          /* z' */
    double *ends;          /* [PLACES][dim][lane]: z where rows end */
    double *rest;
} gbs_block;

size_t lf_gbs_lanes_work(const lf_method *M, const lf_problem *P, size_t n)
{
    const size_t dim = P->action->group->dim, lanes = n < LF_MIDPOINT_WIDE ? LF_MIDPOINT_WIDE : n;
    size_t rest = lf_action_work(P->action, lanes), field = P->field_work * lanes;
    const size_t group = lf_group_work(P->action->group, lanes), one = lf_gbs_work(M, P, 1);
    rest = rest > field ? rest : field;
    rest = rest > group ? rest : group;
    const size_t many = (3 + (4 + PLACES) * dim + P->action->dim) * lanes + rest;
    return n > 1 && many > one ? many : one;
}

static gbs_block block_layout(const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    gbs_block b = {.P = P, .M = M, .a = a, .dim = P->action->group->dim};
    const size_t n = a->lanes.n < LF_MIDPOINT_WIDE ? LF_MIDPOINT_WIDE : a->lanes.n, z = b.dim * n;
    b.h = a->work;
    b.twice = b.h + n;
    b.time = b.twice + n;
    b.odd = b.time + n;
    b.even = b.odd + z;
    b.field = b.even + z;
    b.rate = b.field + z;
    b.point = b.rate + z;
    b.ends = b.point + P->action->dim * n;
    b.rest = b.ends + PLACES * z;
    return b;
}

/* The first sub-step of a row of `count`: an Euler step with the field at y0. */
static LF_INLINE void block_begin(size_t n, const gbs_block *b, double count, bool flat)
{
    const double *t = b->a->lanes.t, *step = b->a->lanes.h, *f0 = b->a->f0, *y0 = b->a->y0;
    double *h = b->h, *twice = b->twice, *time = b->time, *z = b->odd, *point = b->point;
    LF_EACH_LANE(i, n) {
        h[i] = step[i] / count;
        twice[i] = h[i] + h[i];
        time[i] = t[i] + h[i];
    }
    for (size_t d = 0; d < b->dim; d++)
        LF_EACH_LANE(i, n) {
            const double first = h[i] * f0[d * n + i], there = flat ? y0[d * n + i] + first : 0;
            z[d * n + i] = first;
            if (flat)
                point[d * n + i] = there;
        }
}

/* z(k+1) = z(k-1) + 2 h z'(k), and on a vector space the points; z(0) = 0 is no array. */
static LF_INLINE void block_midpoint(size_t n, const gbs_block *b, bool flat, const double *before,
                                     double *next)
{
    const double *h = b->h, *twice = b->twice, *rate = b->rate, *y0 = b->a->y0;
    double *time = b->time, *point = b->point;
    LF_EACH_LANE(i, n)
        time[i] += h[i];
    for (size_t d = 0; d < b->dim; d++, rate += n, y0 += n, point += n, next += n) {
        LF_EACH_LANE(i, n) {
            const double z = before ? before[i] : 0, change = twice[i] * rate[i];
            const double moved = z + change, brief = (y0[i] + z) + change;
            const double there = b->dim > GBS_SHORT ? y0[i] + moved : brief;
            next[i] = flat ? moved : lf_fma(twice[i], rate[i], z);
            if (flat)
                point[i] = there;
        }
        before = before ? before + n : NULL;
    }
}

/* z' in all lanes; on a vector space the points are there already */
static LF_INLINE lf_status block_rate(const gbs_block *b, bool flat, const double *z)
{
    const lf_attempt *a = b->a;
    const lf_action *A = b->P->action;
    const size_t n = a->lanes.n;
    const lf_lanes at = lf_lanes_at(&a->lanes, b->time);
    if (flat)
        return lf_problem_field(b->P, &at, b->point, b->rate, a->tally, b->rest);
    lf_status s = lf_action_flow(A, b->M->map, n, z, a->y0, b->point, b->rest);
    if (s == LF_OK)
        s = lf_problem_field(b->P, &at, b->point, b->field, a->tally, b->rest);
    return s == LF_OK
               ? lf_action_pull(A, b->M->map, n, a->y0, z, b->point, b->field, b->rate, b->rest)
               : s;
}

/* On a vector space, the points from z anew: a burst begins with this rounding. */
static LF_INLINE void block_restart(size_t n, const gbs_block *b, const double *z)
{
    const double *y0 = b->a->y0;
    double *point = b->point;
    LF_EACH_LANE(i, n * b->dim)
        point[i] = y0[i] + z[i];
}

/* The stretch in which the row begins that lane l ends after stretch j. */
static int row_begin(const gbs_level *level, int j, int l)
{
    while (!level->stretch[j].begins[l])
        j--;
    return j;
}

/* The row that lane l of gbs.c ends after stretch j: its end into `end`. */
static LF_INLINE lf_status block_row(const gbs_block *b, const gbs_level *level, int j, int l,
                                     bool flat, double *end)
{
    const size_t n = b->a->lanes.n;
    const int count = (int)level->stretch[j].steps[l], begin = row_begin(level, j, l);
    double *before = NULL, *now = b->odd;
    lf_status s = LF_OK;
    block_begin(n, b, count, flat);
    for (int k = begin, done = 1; k <= j; k++) {
        if (flat && k > begin)
            block_restart(n, b, now);
        for (int e = 0; e < level->stretch[k].evaluations && s == LF_OK; e++) {
            double *next = ++done == count ? end : before ? before : b->even;
            s = block_rate(b, flat, now);
            block_midpoint(n, b, flat, before, next);
            before = now;
            now = next;
        }
    }
    return s;
}

/* All rows of a level, wherever gbs.c runs them. */
LF_KERNEL static lf_status block_rows(const gbs_block *b, const gbs_level *level)
{
    const size_t z = b->dim * b->a->lanes.n;
    lf_status s = LF_OK;
    for (int j = 0; j < level->count; j++)
        for (int l = 0; l < GBS_LANES && s == LF_OK; l++) {
            const gbs_stretch *stretch = &level->stretch[j];
            double *end = b->ends + (size_t)(stretch->slot * GBS_LANES + l) * z;
            if (!stretch->ends[l])
                continue;
            s = b->P->action->flat ? block_row(b, level, j, l, true, end)
                                   : block_row(b, level, j, l, false, end);
        }
    return s;
}

/* Trajectories that go through a burst together, [component][lane], in fours: loops over so few
 * lanes would not become vectors by themselves. */
typedef struct {
    const lf_problem *P; /* on the manifold */
    lf_midpoint_burst *burst;
    size_t who[LF_MIDPOINT_WIDE];
    lf_lanes lanes;
    lf_quad h[WIDE_QUADS], *base, *f0, *before, *now;
} gbs_team;

/* Components of `lanes` lanes of n into `quads` fours; the last lane fills what is left over. */
static LF_INLINE void team_take(size_t quads, size_t lanes, size_t dim, size_t n, const double *x,
                                lf_quad *team)
{
    for (size_t d = 0; d < dim; d++, x += n, team += quads) {
        const lf_quad *from = (const lf_quad *)x;
        double *to = (double *)team;
        for (size_t i = 0; lanes < quads * LF_QUAD && i < quads * LF_QUAD; i++)
            to[i] = x[i < lanes ? i : lanes - 1];
        if (lanes == quads * LF_QUAD)
            LF_UNROLLED(q, quads)
                team[q] = from[q];
    }
}

static LF_INLINE void team_put(size_t quads, size_t lanes, size_t dim, size_t n,
                               const lf_quad *team, double *x)
{
    for (size_t d = 0; d < dim; d++, x += n, team += quads) {
        const double *from = (const double *)team;
        lf_quad *to = (lf_quad *)x;
        for (size_t i = 0; lanes < quads * LF_QUAD && i < lanes; i++)
            x[i] = from[i];
        if (lanes == quads * LF_QUAD)
            LF_UNROLLED(q, quads)
                to[q] = team[q];
    }
}

/* The row that ends in lane l after stretch j, by bursts that begin and end where those of gbs.c do:
 * a burst begins with a rounding of its own. */
static LF_INLINE void team_row(size_t quads, const gbs_block *b, const gbs_team *T,
                               const gbs_level *level, int j, int l)
{
    const lf_quad zero = {0};
    lf_quad twice[WIDE_QUADS], part[WIDE_QUADS], *before = T->before, *now = T->now;
    LF_UNROLLED(q, quads) {
        part[q] = T->h[q] / level->stretch[j].steps[l];
        twice[q] = part[q] + part[q];
    }
    for (size_t d = 0; d < b->dim; d++)
        LF_UNROLLED(q, quads) {
            before[d * quads + q] = zero;
            now[d * quads + q] = part[q] * T->f0[d * quads + q];
        }
    for (int k = row_begin(level, j, l); k <= j; k++)
        T->burst(T->P, &T->lanes, level->stretch[k].evaluations, (double *)twice, (double *)T->base,
                 (double *)before, (double *)now);
}

/* All rows of the trajectories from `first` on. */
static LF_INLINE void team_rows(size_t quads, size_t lanes, const gbs_block *b, gbs_team *T,
                                const gbs_level *level, size_t first)
{
    const size_t n = b->a->lanes.n;
    team_take(quads, lanes, b->dim, n, b->a->y0 + first, T->base);
    team_take(quads, lanes, b->dim, n, b->a->f0 + first, T->f0);
    team_take(quads, lanes, 1, n, b->a->lanes.h + first, T->h);
    for (size_t i = 0; i < quads * LF_QUAD; i++)
        T->who[i] = lf_lanes_trajectory(&b->a->lanes, first + (i < lanes ? i : lanes - 1));
    T->lanes = (lf_lanes){quads * LF_QUAD, NULL, NULL, T->who};
    for (int j = 0; j < level->count; j++)
        for (int l = 0; l < GBS_LANES; l++) {
            const size_t place = (size_t)(level->stretch[j].slot * GBS_LANES + l);
            if (!level->stretch[j].ends[l])
                continue;
            team_row(quads, b, T, level, j, l);
            team_put(quads, lanes, b->dim, n, T->now, b->ends + place * b->dim * n + first);
        }
}

/* Sixteen at a time where the problem can, then four, the last of which may be incomplete. */
LF_KERNEL static void block_bursts(const gbs_block *b, const gbs_level *level,
                                   const lf_midpoint *midpoint)
{
    const size_t n = b->a->lanes.n;
    gbs_team T = {.P = lf_problem_on_manifold(b->P),
                  .base = (lf_quad *)b->odd,
                  .f0 = (lf_quad *)b->even,
                  .before = (lf_quad *)b->point,
                  .now = (lf_quad *)b->rate};
    size_t first = 0;
    T.burst = midpoint->wide;
    for (; T.burst && first + LF_MIDPOINT_WIDE <= n; first += LF_MIDPOINT_WIDE)
        team_rows(WIDE_QUADS, LF_MIDPOINT_WIDE, b, &T, level, first);
    if (T.burst && first + 2 * LF_QUAD < n) {
        team_rows(WIDE_QUADS, n - first, b, &T, level, first);
        return;
    }
    T.burst = midpoint->burst;
    for (; first < n; first += LF_QUAD)
        team_rows(1, n - first < LF_QUAD ? n - first : LF_QUAD, b, &T, level, first);
}

/* A weighted sum over the places, in the order of gbs.c: slots, then lanes in pairs. */
static LF_INLINE double block_sum(const double w[GBS_SLOTS][GBS_LANES], const double *x)
{
    const double a = w[0][0] * x[0] + w[1][0] * x[4], b = w[0][1] * x[1] + w[1][1] * x[5];
    const double c = w[0][2] * x[2] + w[1][2] * x[6], d = w[0][3] * x[3] + w[1][3] * x[7];
    return (a + b) + (c + d);
}

/* The value of a level, its doubt and that of the level below. */
LF_KERNEL static void block_extrapolate(size_t count, const gbs_level *level, const double *ends,
                                        double *z, double *error, double *error_low)
{
    LF_EACH_LANE(i, count) {
        double x[PLACES];
#pragma GCC unroll 8
        for (size_t k = 0; k < PLACES; k++)
            x[k] = ends[k * count + i];
        z[i] = block_sum(level->weight, x);
        error[i] = block_sum(level->doubt, x);
        error_low[i] = block_sum(level->doubt_low, x);
    }
}

/* Places where no row ends count as 0. Answers the evaluations of all rows. */
static size_t block_clear(const gbs_block *b, const gbs_level *level)
{
    const size_t z = b->dim * b->a->lanes.n;
    bool ends[PLACES] = {false};
    size_t evaluations = 0;
    for (int j = 0; j < level->count; j++)
        for (int l = 0; l < GBS_LANES; l++)
            if (level->stretch[j].ends[l]) {
                ends[level->stretch[j].slot * GBS_LANES + l] = true;
                evaluations += (size_t)level->stretch[j].steps[l] - 1;
            }
    for (size_t k = 0; k < PLACES; k++)
        if (!ends[k])
            memset(b->ends + k * z, 0, z * sizeof *b->ends);
    return evaluations;
}

lf_status lf_gbs_lanes_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    const gbs_block b = block_layout(M, P, a);
    const gbs_level *level = &gbs_levels[a->level];
    const lf_midpoint *midpoint = P->action->flat ? lf_problem_midpoint(P) : NULL;
    const size_t n = a->lanes.n;
    lf_status s = LF_OK;
    if (n == 1)
        return lf_gbs_attempt(M, P, a);
    const size_t evaluations = block_clear(&b, level);
    if (midpoint) {
        s = lf_tally_count(a->tally, evaluations * n);
        block_bursts(&b, level, midpoint);
    } else {
        s = block_rows(&b, level);
    }
    if (s != LF_OK)
        return s;
    block_extrapolate(b.dim * n, level, b.ends, b.odd, a->error, a->error_low);
    s = lf_action_flow(P->action, M->map, n, b.odd, a->y0, a->y1, b.rest);
    for (size_t i = 0; i < n; i++)
        b.time[i] = a->lanes.t[i] + a->lanes.h[i];
    const lf_lanes end = lf_lanes_at(&a->lanes, b.time);
    return s == LF_OK ? lf_problem_field(P, &end, a->y1, a->f1, a->tally, b.rest) : s;
}
