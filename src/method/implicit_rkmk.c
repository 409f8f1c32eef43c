/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_rkmk.c - Runge-Kutta-Munthe-Kaas methods with any tableau: the stages solve
 *
 *   k_i = dexpinv_{u_i} h f(t + c_i h, exp(u_i).y0),   u_i = sum_j a_ij k_j,
 *
 * and y1 = exp(sum_i b_i k_i).y0. Munthe-Kaas 1999; for the theta methods Celledoni, Marthinsen,
 * Owren 2014, section 5. Stages that need no later one are solved before those (explicit ones are
 * evaluated), the others together, by Newton's method. Its matrix is 1 - a_ij F_i, where F_i is
 * the derivative of stage i in u_i by forward differences; they are the lanes of one evaluation.
 * Every trajectory has equations of its own. */
#include "method/implicit_rkmk.h"

#include <math.h>
#include <string.h>

#include "method/implicit.h"

/* One lane of a step. */
typedef struct {
    const lf_problem *P;
    const lf_tableau *T;
    size_t d, dim, stages;
    bool fixed_point;   /* instead of Newton */
    size_t first, last; /* stages that are being solved: first .. last-1 */
    double t, h;
    const size_t *owner; /* the trajectory, for as many lanes as the algebra has dimensions */
    lf_tally *tally;
    double *start, *starts; /* y0, for one lane and for as many as the algebra has dimensions */
    double *k, *end;        /* stages; y1 */
    double *scale;          /* of the stages: what moves the start by about its own size */
    /* scratch for as many lanes */
    const double *inside; /* likewise, or NULL */
    double *time, *side, *u, *shifted, *y, *f, *value, *newton, *who, *rest;
} rkmk_lane;

static size_t max2(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Hand out the scratch; with work = NULL just count it. */
static size_t rkmk_layout(const lf_method *M, const lf_problem *P, double *work, rkmk_lane *L)
{
    const lf_tableau *T = M->table;
    const size_t d = P->action->group->dim, dim = P->action->dim, s = (size_t)T->stages;
    *L = (rkmk_lane){.P = P, .T = T, .d = d, .dim = dim, .stages = s};
    L->fixed_point = M->solver == LF_FIXED_POINT;
    const struct {
        double **piece;
        size_t size;
    } pieces[] = {
        {&L->start, dim},
        {&L->starts, dim * d},
        {&L->k, s * d},
        {&L->end, dim},
        {&L->scale, s * d},
        {&L->time, d},
        {&L->side, d},
        {&L->u, d},
        {&L->shifted, d * d},
        {&L->y, dim * d},
        {&L->f, d * d},
        {&L->value, d * d},
        {&L->newton, lf_newton_work(s * d)},
        {&L->who, d},
        {&L->rest, max2(max2(lf_action_work(P->action, d), P->field_work * d),
                        lf_group_work(P->action->group, d))},
    };
    size_t used = 0;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        if (work)
            *pieces[i].piece = work + used;
        used += pieces[i].size;
    }
    return used;
}

size_t lf_implicit_rkmk_work(const lf_method *M, const lf_problem *P, size_t n)
{
    (void)n; /* lanes go one by one */
    rkmk_lane L;
    return rkmk_layout(M, P, NULL, &L);
}

static size_t unknowns(const lf_method *M, const lf_problem *P)
{
    return (size_t)((const lf_tableau *)M->table)->stages * P->action->group->dim;
}

size_t lf_implicit_rkmk_carry(const lf_method *M, const lf_problem *P)
{
    return lf_guess_size(unknowns(M, P));
}

lf_status lf_implicit_rkmk_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                                 const double *y0, double *carry, lf_tally *tally, double *work)
{
    const size_t n = L->n;
    (void)y0;
    (void)work;
    lf_guess_clear(unknowns(M, P), n, carry);
    return LF_OK;
}

/* value = dexpinv_u h f(exp(u).y0) at stage i, for n lanes that begin at `start` */
static lf_status stage_value(const rkmk_lane *L, size_t i, size_t n, const double *start,
                             const double *u, double *value)
{
    const lf_action *A = L->P->action;
    for (size_t k = 0; k < n; k++)
        L->time[k] = L->t + L->T->c[i] * L->h;
    const lf_lanes at = {n, L->time, NULL, L->owner, NULL, L->inside};
    lf_status s = lf_action_flow(A, LF_EXP, n, u, start, L->y, L->rest);
    if (s == LF_OK)
        s = lf_problem_field(L->P, &at, L->y, L->f, L->tally, L->rest);
    if (s == LF_OK)
        s = lf_action_pull(A, LF_EXP, n, start, u, L->y, L->f, value, L->rest);
    for (size_t k = 0; k < L->d * n; k++)
        value[k] *= L->h;
    return s;
}

/* u = sum_j row_j k_j: stages that are solved already, then x for those that are being solved */
static void combine(const rkmk_lane *L, const double *row, const double *x)
{
    for (size_t c = 0; c < L->d; c++) {
        double sum = 0;
        for (size_t j = 0; j < L->stages; j++) {
            const double *k = j < L->first ? L->k + j * L->d : x + (j - L->first) * L->d;
            if (row[j] != 0)
                sum += row[j] * k[c];
        }
        L->u[c] = sum;
    }
}

static lf_status rkmk_residual(void *ctx, const double *x, double *r)
{
    const rkmk_lane *L = ctx;
    for (size_t i = L->first; i < L->last; i++) {
        const size_t at = (i - L->first) * L->d;
        combine(L, L->T->a + i * L->stages, x);
        const lf_status s = stage_value(L, i, 1, L->start, L->u, L->value);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L->d; c++)
            r[at + c] = x[at + c] - L->value[c];
    }
    return LF_OK;
}

/* rows of stage i: 1 - a_ij F_i; r holds k_i minus the value of the stage */
static lf_status jacobian_rows(const rkmk_lane *L, size_t i, const double *x, const double *r,
                               double *jacobian)
{
    const size_t d = L->d, m = (L->last - L->first) * d, at = (i - L->first) * d;
    const double *row = L->T->a + i * L->stages;
    combine(L, row, x);
    for (size_t c = 0; c < d; c++)
        for (size_t l = 0; l < d; l++)
            L->shifted[c * d + l] =
                L->u[c] + (c == l ? lf_newton_difference(L->u[c], L->scale[c]) : 0);
    const lf_status s = stage_value(L, i, d, L->starts, L->shifted, L->value);
    for (size_t l = 0; l < d; l++) {
        const double inverse = 1 / (L->shifted[l * d + l] - L->u[l]);
        for (size_t c = 0; c < d; c++) {
            const double slope = (L->value[c * d + l] - (x[at + c] - r[at + c])) * inverse;
            double *out = jacobian + (at + c) * m;
            for (size_t j = L->first; j < L->last; j++)
                out[(j - L->first) * d + l] = (i == j && c == l ? 1 : 0) - row[j] * slope;
        }
    }
    return s;
}

static lf_status rkmk_jacobian(void *ctx, const double *x, const double *r, double *jacobian)
{
    const rkmk_lane *L = ctx;
    lf_status s = LF_OK;
    for (size_t i = L->first; i < L->last && s == LF_OK; i++)
        s = jacobian_rows(L, i, x, r, jacobian);
    return s;
}

/* The stages from L->first on that need one another: where they end. */
static size_t block_end(const rkmk_lane *L)
{
    size_t last = L->first + 1;
    for (size_t i = L->first; i < last; i++)
        for (size_t j = last; j < L->stages; j++)
            if (L->T->a[i * L->stages + j] != 0)
                last = j + 1;
    return last;
}

/* Solve the stages L->first .. L->last-1, whose guess is in k. */
static lf_status solve_block(rkmk_lane *L, int most)
{
    double *k = L->k + L->first * L->d;
    const size_t i = L->first;
    if (L->last == i + 1 && L->T->a[i * L->stages + i] == 0) {
        combine(L, L->T->a + i * L->stages, k);
        return stage_value(L, i, 1, L->start, L->u, k);
    }
    const lf_equations E = {.n = (L->last - i) * L->d,
                            .residual = rkmk_residual,
                            .jacobian = rkmk_jacobian,
                            .ctx = L,
                            .scale = L->scale,
                            .most = most,
                            .fixed_point = L->fixed_point};
    return lf_implicit_solve(L->tally, &E, k, L->newton);
}

static lf_status solve_stages(rkmk_lane *L, int most)
{
    lf_status s = LF_OK;
    for (L->first = 0; L->first < L->stages && s == LF_OK; L->first = L->last) {
        L->last = block_end(L);
        s = solve_block(L, most);
    }
    return s;
}

static double largest(size_t count, size_t stride, const double *x)
{
    double m = 0;
    for (size_t k = 0; k < count; k++)
        m = fmax(m, fabs(x[k * stride]));
    return m;
}

/* A stage moves the start by generators: how long each has to be to move it by its own size. */
static void set_scale(rkmk_lane *L)
{
    const size_t d = L->d;
    const lf_action *A = L->P->action;
    const double size = fmax(1, largest(L->dim, 1, L->start));
    memset(L->shifted, 0, d * d * sizeof *L->shifted);
    for (size_t c = 0; c < d; c++)
        L->shifted[c * d + c] = 1;
    lf_action_generator(A, d, L->shifted, L->starts, L->y, L->rest);
    for (size_t k = 0; k < L->stages * d; k++) {
        const double moved = largest(L->dim, d, L->y + k % d);
        L->scale[k] = moved > 0 && size > moved ? size / moved : 1;
    }
}

/* all stages are h f at the start */
static lf_status first_guess(rkmk_lane *L)
{
    memset(L->u, 0, L->d * sizeof *L->u);
    const lf_status s = stage_value(L, 0, 1, L->start, L->u, L->value);
    for (size_t i = 0; i < L->stages; i++)
        memcpy(L->k + i * L->d, L->value, L->d * sizeof *L->k);
    return s;
}

/* The stages, from the guess by earlier steps if that leads somewhere; then the end of the step. */
static lf_status rkmk_one(rkmk_lane *L, size_t n, size_t lane, const double *carry)
{
    lf_status s = LF_ENEWTON;
    set_scale(L);
    if (lf_guess_recall(L->stages * L->d, n, lane, carry, L->h, L->k))
        s = solve_stages(L, LF_GUESS_ITERATIONS);
    if (lf_implicit_lost(s)) {
        s = first_guess(L);
        if (s == LF_OK)
            s = solve_stages(L, 0);
    }
    L->first = L->stages;
    combine(L, L->T->b, NULL);
    return s == LF_OK ? lf_action_flow(L->P->action, LF_EXP, 1, L->u, L->start, L->end, L->rest)
                      : s;
}

lf_status lf_implicit_rkmk_step(const lf_method *M, const lf_problem *P, const lf_lanes *lanes,
                                const double *y0, double *y1, double *carry, lf_tally *tally,
                                double *work)
{
    const size_t n = lanes->n;
    rkmk_lane L;
    rkmk_layout(M, P, work, &L);
    L.tally = tally;
    for (size_t i = 0; i < n; i++) {
        L.t = lanes->t[i];
        L.h = lanes->h[i];
        L.owner = lf_implicit_owner(L.d, lf_lanes_trajectory(lanes, i), L.who);
        L.inside = lf_implicit_inside(L.d, lanes, i, L.side);
        for (size_t c = 0; c < L.dim; c++) {
            L.start[c] = y0[c * n + i];
            for (size_t l = 0; l < L.d; l++)
                L.starts[c * L.d + l] = L.start[c];
        }
        const lf_status s = rkmk_one(&L, n, i, carry);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L.dim; c++)
            y1[c * n + i] = L.end[c];
        lf_guess_keep(L.stages * L.d, n, i, L.h, L.k, carry);
    }
    return LF_OK;
}
