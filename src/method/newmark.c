/* SPDX-License-Identifier: BSD-3-Clause */
/* newmark.c - Newmark's method and its HHT-alpha variant, for comparison:
 *
 *   d1 = d + h v + h^2 ((1/2 - beta) a + beta a1),   v1 = v + h ((1 - gamma) a + gamma a1),
 *   a1 = acceleration at (1 + alpha) (t1, d1, v1) - alpha (t, d, v)
 *
 * Hilber, Hughes, Taylor 1977. Components without an acceleration of their own follow the
 * trapezoidal rule. A problem without a second-order form gets y'' = dF/dt along (1, v) of its
 * ambient equation y' = F(t, y). Velocity and acceleration are carried from step to step. */
#include "method/newmark.h"

#include <math.h>
#include <string.h>

#include "base/newton.h"

/* One lane of a step: the state at its begin, and the guess at its end. */
typedef struct {
    const lf_problem *P;
    const lf_newmark *rule;
    size_t dim, positions;
    double t, h;
    size_t who; /* trajectory */
    const double *inside;
    lf_tally *tally;
    double *y0, *v0, *a0, *F0; /* at the begin */
    double *y1, *v1;           /* at the end */
    double *y, *v, *F, *a;     /* scratch: weighted state, rates */
    double *x, *scale;         /* unknowns, and what their updates are compared with */
    double *rest;
} newmark_lane;

static size_t newmark_positions(const lf_problem *P)
{
    const lf_second_order *form = lf_problem_second_order(P);
    return form ? form->positions : P->action->dim;
}

size_t lf_newmark_carry(const lf_method *M, const lf_problem *P)
{
    (void)M;
    return 2 * newmark_positions(P);
}

size_t lf_newmark_work(const lf_method *M, const lf_problem *P, size_t n)
{
    (void)M;
    (void)n; /* lanes go one by one */
    const size_t dim = P->action->dim;
    return 14 * dim + P->field_work + lf_newton_work(dim);
}

static double largest(size_t n, const double *x)
{
    double m = 0;
    for (size_t c = 0; c < n; c++)
        m = fmax(m, fabs(x[c]));
    return m;
}

static lf_status rate(const newmark_lane *L, double t, const double *y, double *F, double *work)
{
    const lf_lanes at = {1, &t, NULL, &L->who, NULL, L->inside};
    return lf_problem_field(L->P, &at, y, F, L->tally, work);
}

/* dF/dt along (1, v), by the seven-point formula. The points are a thousandth of the time apart in
 * which y changes by its own size: what is left out is below rounding even where F changes a hundred
 * times faster, as that of a chain of pendulums does, and roundings grow no more than a thousandfold,
 * so that Newton's iteration can settle. */
static lf_status rate_along(const newmark_lane *L, double t, const double *y, const double *v,
                            double *a)
{
    static const double weight[6] = {-1. / 60, 9. / 60, -45. / 60, 45. / 60, -9. / 60, 1. / 60};
    static const double place[6] = {-3, -2, -1, 1, 2, 3};
    const double delta = 1e-3 / fmax(1, largest(L->dim, v) / fmax(1, largest(L->dim, y)));
    double *moved = L->rest, *F = moved + L->dim, *work = F + L->dim;
    memset(a, 0, L->dim * sizeof *a);
    for (int k = 0; k < 6; k++) {
        const double now = t + place[k] * delta;
        for (size_t c = 0; c < L->dim; c++)
            moved[c] = y[c] + place[k] * delta * v[c];
        const lf_status s = rate(L, now, moved, F, work);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L->dim; c++)
            a[c] += weight[k] / delta * F[c];
    }
    return LF_OK;
}

static lf_status acceleration(const newmark_lane *L, double t, const double *y, const double *v,
                              double *a)
{
    const lf_second_order *form = lf_problem_second_order(L->P);
    const lf_lanes at = {1, &t, NULL, &L->who, NULL, L->inside};
    return form ? form->acceleration(lf_problem_on_manifold(L->P), &at, y, v, a)
                : rate_along(L, t, y, v, a);
}

/* Newton's residual in x = (a1, the remaining components at the end) */
static lf_status newmark_residual(void *ctx, const double *x, double *r)
{
    newmark_lane *L = ctx;
    const double h = L->h, alpha = L->rule->alpha, beta = L->rule->beta, gamma = L->rule->gamma;
    for (size_t c = 0; c < L->positions; c++) {
        L->y1[c] = L->y0[c] + h * L->v0[c] + h * h * ((0.5 - beta) * L->a0[c] + beta * x[c]);
        L->v1[c] = L->v0[c] + h * ((1 - gamma) * L->a0[c] + gamma * x[c]);
        L->v[c] = (1 + alpha) * L->v1[c] - alpha * L->v0[c];
    }
    for (size_t c = L->positions; c < L->dim; c++)
        L->y1[c] = x[c];
    for (size_t c = 0; c < L->dim; c++)
        L->y[c] = (1 + alpha) * L->y1[c] - alpha * L->y0[c];
    const double end = L->t + h;
    lf_status s = acceleration(L, end + alpha * h, L->y, L->v, L->a);
    if (s == LF_OK && L->positions < L->dim)
        s = rate(L, end, L->y1, L->F, L->rest);
    for (size_t c = 0; c < L->positions; c++)
        r[c] = x[c] - L->a[c];
    for (size_t c = L->positions; c < L->dim; c++)
        r[c] = x[c] - L->y0[c] - 0.5 * h * (L->F0[c] + L->F[c]);
    return s;
}

static newmark_lane newmark_layout(const lf_method *M, const lf_problem *P, double *work)
{
    const size_t dim = P->action->dim;
    newmark_lane L = {.P = P, .rule = M->table, .dim = dim, .positions = newmark_positions(P)};
    double **const piece[] = {&L.y0, &L.v0, &L.a0, &L.F0, &L.y1,    &L.v1,  &L.y,
                              &L.v,  &L.F,  &L.a,  &L.x,  &L.scale, &L.rest};
    for (size_t k = 0; k < sizeof piece / sizeof piece[0]; k++)
        *piece[k] = work + k * dim;
    return L;
}

lf_status lf_newmark_start(const lf_method *M, const lf_problem *P, const lf_lanes *lanes,
                           const double *y0, double *carry, lf_tally *tally, double *work)
{
    const size_t n = lanes->n;
    newmark_lane L = newmark_layout(M, P, work);
    L.tally = tally;
    for (size_t i = 0; i < n; i++) {
        L.who = lf_lanes_trajectory(lanes, i);
        L.inside = lf_lanes_side(lanes, i);
        for (size_t c = 0; c < L.dim; c++)
            L.y[c] = y0[c * n + i];
        lf_status s = rate(&L, lanes->t[i], L.y, L.v, L.rest);
        if (s == LF_OK)
            s = acceleration(&L, lanes->t[i], L.y, L.v, L.a);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L.positions; c++) {
            carry[c * n + i] = L.v[c];
            carry[(L.positions + c) * n + i] = L.a[c];
        }
    }
    return LF_OK;
}

/* An acceleration matters by what it does to the velocity within the step; its roundings, which the
 * difference quotient makes large, must not keep Newton's iteration going. */
static void newmark_scale(newmark_lane *L)
{
    const double size = fmax(1, largest(L->dim, L->y0));
    const double rate = fmax(size / fmin(1, fabs(L->h)), largest(L->positions, L->a0));
    for (size_t c = 0; c < L->dim; c++)
        L->scale[c] = c < L->positions ? rate : size;
}

/* One lane with everything gathered; the unknowns start from the old rates. */
static lf_status newmark_one(newmark_lane *L)
{
    const lf_equations E = {.n = L->dim, .residual = newmark_residual, .ctx = L, .scale = L->scale};
    lf_newton_report report;
    newmark_scale(L);
    lf_status s = rate(L, L->t, L->y0, L->F0, L->rest);
    memcpy(L->x, L->a0, L->positions * sizeof *L->x);
    for (size_t c = L->positions; c < L->dim; c++)
        L->x[c] = L->y0[c] + L->h * L->F0[c];
    double *newton = L->rest + 2 * L->dim + L->P->field_work;
    if (s == LF_OK)
        s = lf_newton_solve(&E, L->x, &report, newton);
    return s == LF_OK ? newmark_residual(L, L->x, newton) : s;
}

lf_status lf_newmark_step(const lf_method *M, const lf_problem *P, const lf_lanes *lanes,
                          const double *y0, double *y1, double *carry, lf_tally *tally,
                          double *work)
{
    const size_t n = lanes->n;
    newmark_lane L = newmark_layout(M, P, work);
    L.tally = tally;
    const size_t m = L.positions;
    for (size_t i = 0; i < n; i++) {
        L.who = lf_lanes_trajectory(lanes, i);
        L.inside = lf_lanes_side(lanes, i);
        L.t = lanes->t[i];
        L.h = lanes->h[i];
        for (size_t c = 0; c < L.dim; c++)
            L.y0[c] = y0[c * n + i];
        for (size_t c = 0; c < m; c++) {
            L.v0[c] = carry[c * n + i];
            L.a0[c] = carry[(m + c) * n + i];
        }
        const lf_status s = newmark_one(&L);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L.dim; c++)
            y1[c * n + i] = L.y1[c];
        for (size_t c = 0; c < m; c++) {
            carry[c * n + i] = L.v1[c];
            carry[(m + c) * n + i] = L.x[c];
        }
    }
    return LF_OK;
}
