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

#include <limits.h>
#include <math.h>

#include "base/lanes.h"

enum { LANES = 4, LOWEST = 3, ROWS = LF_GBS_HIGHEST };

/* Which rows a lane runs, one after the other: their numbers of sub-steps. */
static const int schedule[ROWS + 1][LANES][2] = {
    [3] = {{6}, {4}, {2}},
    [4] = {{8}, {6}, {4, 2}},
    [5] = {{10}, {8}, {6, 2}, {4}},
    [6] = {{12}, {10, 2}, {8, 4}, {6}},
    [7] = {{14}, {12, 2}, {10, 4}, {8, 6}},
    [8] = {{16, 2}, {14, 4}, {12, 6}, {10, 8}},
};
/* Evaluations one after the other: a row of n sub-steps needs n - 1 beyond the field at y0. */
static const int cost[ROWS + 1] = {[3] = 5, [4] = 7, [5] = 9, [6] = 11, [7] = 13, [8] = 16};

typedef struct {
    const lf_problem *P;
    const lf_method *M;
    size_t dim; /* of z */
    double t, h;
    const double *y0, *f0;
    double *base;                 /* y0 in every lane */
    double *now, *before, *rate;  /* [dim][LANES] */
    double *point, *field, *time; /* phi(z).y0, the field there */
    double *row;                  /* [ROWS][dim]: z at the end of each row */
    double *rest;
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
    return LANES * (2 * point + 4 * dim + 1) + (ROWS + 4) * dim + 2 * point + rest;
}

static gbs gbs_layout(const lf_method *M, const lf_problem *P, double *work)
{
    gbs g = {.P = P, .M = M, .dim = P->action->group->dim};
    g.base = work;
    g.point = g.base + LANES * P->action->dim;
    g.now = g.point + LANES * P->action->dim;
    g.before = g.now + LANES * g.dim;
    g.rate = g.before + LANES * g.dim;
    g.field = g.rate + LANES * g.dim;
    g.time = g.field + LANES * g.dim;
    g.row = g.time + LANES;
    g.rest = g.row + ROWS * g.dim;
    return g;
}

/* z' in all lanes; on a vector space the points are there already */
static LF_INLINE lf_status gbs_rate(const gbs *g, bool flat)
{
    const lf_action *A = g->P->action;
    if (flat)
        return lf_problem_field(g->P, LANES, g->time, g->point, g->rate, g->rest);
    lf_action_flow(A, g->M->map, LANES, g->now, g->base, g->point, g->rest);
    const lf_status s = lf_problem_field(g->P, LANES, g->time, g->point, g->field, g->rest);
    if (s == LF_OK)
        A->group->ops->dmapinv[g->M->map](A->group, LANES, g->now, g->field, g->rate);
    return s;
}

/* Where the lanes stand in their rows. */
typedef struct {
    double h[LANES];              /* sub-steps; 0 when a lane has no more rows */
    int next[LANES], rows[LANES]; /* rows begun; sub-steps of the present one */
    int end[LANES];               /* evaluation after which the present row ends */
} gbs_lanes;

/* Begin the next row of lane i after k evaluations: the first sub-step is an Euler step with the
 * field at y0. */
static LF_INLINE void gbs_begin_row(gbs *g, const int *rows, gbs_lanes *l, size_t i, int k,
                                    bool flat)
{
    const int n = l->next[i] < 2 ? rows[l->next[i]] : 0;
    l->next[i]++;
    l->rows[i] = n;
    l->h[i] = n ? g->h / n : 0;
    l->end[i] = n ? k + n - 1 : INT_MAX;
    g->time[i] = g->t + l->h[i];
    for (size_t d = 0; d < g->dim; d++) {
        const size_t j = d * LANES + i;
        g->before[j] = 0;
        g->now[j] = l->h[i] * g->f0[d];
        if (flat)
            g->point[j] = g->base[j] + g->now[j];
    }
}

/* All lanes of a component at once: four is too few for the compiler to see a loop in it. */
typedef double gbs_vector
    __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

/* z(k+1) = z(k-1) + 2 h z'(k) in all lanes, and on a vector space the points */
static LF_INLINE void gbs_midpoint(const gbs *g, const gbs_vector *twice, bool flat)
{
    const gbs_vector *rate = (const gbs_vector *)g->rate, *base = (const gbs_vector *)g->base;
    gbs_vector *before = (gbs_vector *)g->before, *now = (gbs_vector *)g->now;
    gbs_vector *point = (gbs_vector *)g->point;
    for (size_t d = 0; d < g->dim; d++) {
        const gbs_vector next = before[d] + *twice * rate[d];
        before[d] = now[d];
        now[d] = next;
        if (flat)
            point[d] = base[d] + next;
    }
}

static LF_INLINE void gbs_end_row(gbs *g, int rows, size_t i)
{
    double *row = g->row + (size_t)(rows / 2 - 1) * g->dim;
    for (size_t d = 0; d < g->dim; d++)
        row[d] = g->now[d * LANES + i];
}

/* Sub-steps of all lanes from evaluation k until a row ends; answers how many are done then. */
static LF_INLINE lf_status gbs_stretch(gbs *g, const gbs_lanes *l, int *k, int stop, bool flat)
{
    gbs_vector *time = (gbs_vector *)g->time;
    const gbs_vector h = *(const gbs_vector *)l->h, twice = h + h, start = *time;
    for (double done = 1; *k < stop; ++*k, done += 1) {
        const lf_status s = gbs_rate(g, flat);
        if (s != LF_OK)
            return s;
        gbs_midpoint(g, &twice, flat);
        *time = start + done * h;
    }
    return LF_OK;
}

static LF_INLINE lf_status gbs_table_lanes(gbs *g, int level, bool flat)
{
    gbs_lanes l = {.next = {0}};
    for (size_t i = 0; i < LANES; i++)
        gbs_begin_row(g, schedule[level][i], &l, i, 0, flat);
    for (int k = 0; k < cost[level];) {
        int stop = cost[level];
        for (size_t i = 0; i < LANES; i++)
            stop = l.end[i] < stop ? l.end[i] : stop;
        const lf_status s = gbs_stretch(g, &l, &k, stop, flat);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < LANES; i++)
            if (l.end[i] == k) {
                gbs_end_row(g, l.rows[i], i);
                gbs_begin_row(g, schedule[level][i], &l, i, k, flat);
            }
    }
    return LF_OK;
}

/* All rows of a level. */
LF_KERNEL static lf_status gbs_table(gbs *g, int level)
{
    return g->P->action->flat ? gbs_table_lanes(g, level, true) : gbs_table_lanes(g, level, false);
}

/* Weights of rows 1 .. level in the extrapolated value: prod over k of j^2/(j^2 - k^2). */
/* clang-format off */
static const double weight[ROWS + 1][ROWS] = {
    [2] = {-0.3333333333333333, 1.3333333333333333},
    [3] = {0.041666666666666664, -1.0666666666666667, 2.025},
    [4] = {-0.002777777777777778, 0.35555555555555557, -2.6035714285714286, 3.250793650793651},
    [5] = {0.00011574074074074075, -0.06772486772486773, 1.4645089285714286, -5.779188712522046,
           5.3822889109347445},
    [6] = {-3.306878306878307e-06, 0.008465608465608466, -0.48816964285714287, 4.623350970017636,
           -12.232474797578964, 9.088831168831168},
    [7] = {6.889329805996472e-08, -0.0007524985302763081, 0.10983816964285714, -2.241624712735824,
           12.742161247478087, -25.16907092907093, 15.559448654322786},
    [8] = {-1.0935444136502338e-09, 5.01665686850872e-05, -0.01797351866883117, 0.747208237578608,
           -8.168052081716723, 32.36023405166262, -50.82753227078777, 26.90606541645695},
};
/* The same less the weights without the coarsest row: the estimate of the error. */
static const double doubt[ROWS + 1][ROWS] = {
    [2] = {-0.3333333333333333, 0.3333333333333333},
    [3] = {0.041666666666666664, -0.26666666666666666, 0.225},
    [4] = {-0.002777777777777778, 0.08888888888888889, -0.2892857142857143, 0.20317460317460317},
    [5] = {0.00011574074074074075, -0.016931216931216932, 0.1627232142857143, -0.3611992945326279,
           0.21529155643738976},
    [6] = {-3.306878306878307e-06, 0.0021164021164021165, -0.05424107142857143,
           0.28895943562610227, -0.48929899190315856, 0.25246753246753245},
    [7] = {6.889329805996472e-08, -0.00018812463256907702, 0.01220424107142857,
           -0.140101544545989, 0.5096864498991235, -0.6991408591408591, 0.3175397684555671},
    [8] = {-1.0935444136502338e-09, 1.25416421712718e-05, -0.00199705762987013, 0.046700514848663,
           -0.3267220832686689, 0.8988953903239617, -1.0372965769548523, 0.42040727213213985},
};
/* clang-format on */

/* The value of a level, its doubt and that of the level below, in one pass over the rows. */
LF_KERNEL static void gbs_extrapolate(size_t dim, int level, const double *row, double *z,
                                      double *error, double *error_low)
{
    const double *w = weight[level], *e = doubt[level], *l = doubt[level - 1];
    for (size_t d = 0; d < dim; d++) {
        double value = 0, here = 0, below = 0;
        for (int j = 0; j < level; j++) {
            const double x = row[(size_t)j * dim + d];
            value = lf_fma(w[j], x, value);
            here = lf_fma(e[j], x, here);
            below = lf_fma(l[j], x, below);
        }
        z[d] = value;
        error[d] = here;
        error_low[d] = below;
    }
}

static void gbs_start(gbs *g, double t, double h, const double *y0, const double *f0)
{
    g->t = t;
    g->h = h;
    g->y0 = y0;
    g->f0 = f0;
    for (size_t c = 0; c < g->P->action->dim; c++)
        for (size_t i = 0; i < LANES; i++)
            g->base[c * LANES + i] = y0[c];
}

lf_status lf_gbs_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a)
{
    gbs g = gbs_layout(M, P, a->work);
    double *z = g.field; /* free once the table is there */
    gbs_start(&g, a->t[0], a->h[0], a->y0, a->f0);
    const lf_status s = gbs_table(&g, a->level);
    if (s != LF_OK)
        return s;
    gbs_extrapolate(g.dim, a->level, g.row, z, a->error, a->error_low);
    lf_action_flow(P->action, M->map, 1, z, a->y0, a->y1, g.rest);
    const double end = a->t[0] + a->h[0];
    return lf_problem_field(P, 1, &end, a->y1, a->f1, g.rest);
}

/* A step at the highest level, one lane after the other. */
lf_status lf_gbs_step(const lf_method *M, const lf_problem *P, size_t n, const double *t,
                      const double *h, const double *y0, double *y1, double *carry, double *work)
{
    (void)carry;
    gbs g = gbs_layout(M, P, work);
    const size_t point = P->action->dim;
    double *z = g.field, *f0 = g.row + ROWS * g.dim, *start = f0 + g.dim, *end = start + point;
    g.rest = end + point;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < point; c++)
            start[c] = y0[c * n + i];
        lf_status s = lf_problem_field(P, 1, &t[i], start, f0, g.rest);
        gbs_start(&g, t[i], h[i], start, f0);
        if (s == LF_OK)
            s = gbs_table(&g, LF_GBS_HIGHEST);
        if (s != LF_OK)
            return s;
        gbs_extrapolate(g.dim, LF_GBS_HIGHEST, g.row, z, g.now, g.before);
        lf_action_flow(P->action, M->map, 1, z, start, end, g.rest);
        for (size_t c = 0; c < point; c++)
            y1[c * n + i] = end[c];
    }
    return LF_OK;
}

/* The factor that would bring an error of order 2 level - 1 to what is allowed, with a margin: at
 * high order a rejected step costs more than many short ones. */
static double gbs_factor(double error, int level)
{
    if (!isfinite(error))
        return 0.1;
    const double factor = error > 0 ? 0.7 * pow(error, -1.0 / (2 * level - 1)) : 4;
    return fmin(4, fmax(0.1, factor));
}

/* Work per unit of time decides: a level down, the same, or one up. */
double lf_gbs_control(const double error[2], bool accepted, int *level)
{
    const int k = *level;
    const double here = gbs_factor(error[0], k), below = gbs_factor(error[1], k - 1);
    const double work = (cost[k] + 1) / here, work_below = (cost[k - 1] + 1) / below;
    if (k > LOWEST + 1 && work_below < 0.9 * work) {
        *level = k - 1;
        return below;
    }
    if (accepted && k < LF_GBS_HIGHEST && work < 0.9 * work_below) {
        *level = k + 1;
        return here * (cost[k + 1] + 1) / (cost[k] + 1);
    }
    return here;
}
