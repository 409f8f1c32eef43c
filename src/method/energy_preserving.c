/* SPDX-License-Identifier: BSD-3-Clause */
/* energy_preserving.c - discrete-differential methods on a group that acts on itself:
 *
 *   y1 = exp(u).y0,   u = h (xi (gamma.d) - gamma (xi.d)) / |gamma|^2,
 *
 * xi the field and gamma the trivialised differential of the energy H at the midpoint
 * exp(u/2).y0, and d a discrete differential: d.u = H(y1) - H(y0). Then d.u = 0, so H is kept.
 *
 *   midpoint (Gonzalez)  d = gamma + u (H(y1) - H(y0) - gamma.u)/|u|^2
 *   averaged             d = integral over s in [0, 1] of gamma(exp(s u).y0)
 *
 * Celledoni, Marthinsen, Owren 2014, section 6. Where gamma vanishes against its scale the
 * quotient is roundoff, and u = h xi, the Lie midpoint rule, takes over: H is stationary there. */
#include "method/energy_preserving.h"

#include <float.h>
#include <math.h>

#include "base/gauss.h"
#include "method/implicit.h"

enum { NEWTON_MOST = 20, FIXED_POINT_MOST = 60, LONGEST = 32, SETTLED_AFTER = 5, GUARD_AFTER = 3 };
static const double GUARD = 1e-5; /* of the scale: smaller ones let roundings through */

/* One lane of a step. */
typedef struct {
    const lf_problem *P;
    size_t dim, algebra;
    bool averaged;
    const lf_gauss *rule;
    int evaluations;     /* of the map u -> h (...) */
    bool guarded;        /* u = h xi; decided by the first evaluations, for it must not flicker */
    double t, h, energy; /* the middle of the step, its length, H(y0) */
    lf_lanes at;         /* one lane at that time */
    const lf_energy *H;
    lf_tally *tally;
    double unit; /* what updates of u are measured by */
    double *y0, *y1, *middle;
    double *u, *next, *part, *xi, *gamma, *d;
    double *rest;
} ep_lane;

static double dot(size_t n, const double *a, const double *b)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* y = exp(s u).y0 */
static lf_status move(const ep_lane *L, double s, const double *u, double *y)
{
    for (size_t k = 0; k < L->algebra; k++)
        L->part[k] = s * u[k];
    return lf_action_flow(L->P->action, LF_EXP, 1, L->part, L->y0, y, L->rest);
}

static lf_status differential(const ep_lane *L, const double *y, double *gamma)
{
    return L->H->differential(L->P, &L->at, y, gamma);
}

static double energy(const ep_lane *L, const double *y)
{
    double H;
    L->H->energy(L->P, &L->at, y, &H);
    return H;
}

/* gamma + u (H(y1) - H(y0) - gamma.u)/|u|^2 */
static lf_status gonzalez(const ep_lane *L, const double *u)
{
    const double square = dot(L->algebra, u, u);
    const lf_status s = move(L, 1, u, L->y1);
    const double miss = energy(L, L->y1) - L->energy - dot(L->algebra, L->gamma, u);
    for (size_t k = 0; k < L->algebra; k++)
        L->d[k] = L->gamma[k] + (square > 0 ? miss / square * u[k] : 0);
    return s;
}

/* The mean of gamma along exp(s u).y0; L->next serves as scratch. */
static lf_status average(const ep_lane *L, const double *u)
{
    lf_status s = LF_OK;
    for (size_t k = 0; k < L->algebra; k++)
        L->d[k] = 0;
    for (int j = 0; j < 2 * L->rule->pairs && s == LF_OK; j++) {
        const double *pair = L->rule->pair[j / 2];
        s = move(L, 0.5 + (j % 2 ? -0.5 : 0.5) * pair[0], u, L->y1);
        if (s == LF_OK)
            s = differential(L, L->y1, L->next);
        for (size_t k = 0; k < L->algebra; k++)
            L->d[k] += 0.5 * pair[1] * L->next[k];
    }
    return s;
}

/* Is gamma too small against its scale at the midpoint? */
static bool critical(ep_lane *L)
{
    double scale = 1;
    if (L->H->scale)
        L->H->scale(L->P, &L->at, L->middle, &scale);
    const double length = sqrt(dot(L->algebra, L->gamma, L->gamma));
    if (L->evaluations++ < GUARD_AFTER)
        L->guarded = length <= GUARD * scale;
    return L->guarded || !(length > 0);
}

/* L->next = h (xi (gamma.d) - gamma (xi.d)) / |gamma|^2 for the guess u */
static lf_status ep_map(ep_lane *L, const double *u)
{
    const size_t n = L->algebra;
    lf_status s = move(L, 0.5, u, L->middle);
    if (s == LF_OK)
        s = lf_problem_field(L->P, &L->at, L->middle, L->xi, L->tally, L->rest);
    if (s == LF_OK)
        s = differential(L, L->middle, L->gamma);
    if (s != LF_OK)
        return s;
    const bool plain = critical(L);
    if (!plain)
        s = L->averaged ? average(L, u) : gonzalez(L, u);
    const double square = plain ? 1 : dot(n, L->gamma, L->gamma);
    const double a = plain ? 1 : dot(n, L->gamma, L->d) / square;
    const double b = plain ? 0 : dot(n, L->xi, L->d) / square;
    for (size_t k = 0; k < n; k++)
        L->next[k] = L->h * (L->xi[k] * a - L->gamma[k] * b);
    return s;
}

static lf_status ep_residual(void *ctx, const double *x, double *r)
{
    ep_lane *L = ctx;
    const lf_status s = ep_map(L, x);
    for (size_t k = 0; k < L->algebra; k++)
        r[k] = x[k] - L->next[k];
    return s;
}

/* Iterate until u is at roundoff, or no longer gets better near it; LF_ENEWTON if it does not. */
static lf_status fixed_point(ep_lane *L)
{
    double before = INFINITY;
    for (int k = 0; k < FIXED_POINT_MOST; k++) {
        const lf_status s = ep_map(L, L->u);
        if (s != LF_OK)
            return s;
        double change = 0;
        for (size_t j = 0; j < L->algebra; j++) {
            const double step = fabs(L->next[j] - L->u[j]);
            change = step > change || isnan(step) ? step : change;
            L->u[j] = L->next[j];
        }
        if (!isfinite(change) || (k > SETTLED_AFTER && change > 4 * before))
            return LF_ENEWTON;
        if (change <= 0.5 * DBL_EPSILON * L->unit ||
            (k >= SETTLED_AFTER && change >= before && change <= 64 * DBL_EPSILON * L->unit))
            return LF_OK;
        before = change;
    }
    return LF_ENEWTON;
}

/* u = h xi(y0), where the iteration begins */
static lf_status first_guess(ep_lane *L)
{
    const lf_status s = lf_problem_field(L->P, &L->at, L->y0, L->xi, L->tally, L->rest);
    for (size_t k = 0; k < L->algebra; k++)
        L->u[k] = L->h * L->xi[k];
    L->evaluations = 0;
    return s;
}

/* What updates of u are measured by. The roundings of H go into u divided by |gamma|; they are all
 * there is to gain below that. */
static lf_status measure(ep_lane *L)
{
    double scale = 1;
    const lf_status s = differential(L, L->y0, L->gamma);
    if (L->H->scale)
        L->H->scale(L->P, &L->at, L->y0, &scale);
    const double slope = sqrt(dot(L->algebra, L->gamma, L->gamma));
    const double size = sqrt(dot(L->algebra, L->u, L->u));
    L->unit = fmax(0.01, size + (slope > GUARD * scale ? fabs(L->energy) / slope : 0));
    return s;
}

static lf_status ep_newton(ep_lane *L)
{
    double *scale = L->rest + lf_action_work(L->P->action, 1) + L->P->field_work;
    for (size_t k = 0; k < L->algebra; k++)
        scale[k] = L->unit;
    const lf_equations E = {
        .n = L->algebra, .residual = ep_residual, .ctx = L, .scale = scale, .most = NEWTON_MOST};
    return lf_implicit_solve(L->tally, &E, L->u, scale + L->algebra);
}

/* A long step from shorter ones: u of h k/parts leads to that of h (k + 1)/parts. */
static lf_status lengthen(ep_lane *L, int parts)
{
    const double h = L->h;
    L->h = h / parts;
    lf_status s = first_guess(L);
    for (int k = 1; k <= parts && s == LF_OK; k++) {
        L->h = h * k / parts;
        L->evaluations = 0;
        for (size_t j = 0; j < L->algebra && k > 1; j++)
            L->u[j] *= k / (k - 1.0);
        s = ep_newton(L);
    }
    L->h = h;
    return s;
}

/* Newton's method needs half the evaluations of the fixed point, which is there for the rest. */
static lf_status ep_solve(ep_lane *L)
{
    lf_status s = first_guess(L);
    if (s == LF_OK)
        s = measure(L);
    if (s == LF_OK)
        s = ep_newton(L);
    if (lf_implicit_lost(s) && first_guess(L) == LF_OK)
        s = fixed_point(L);
    for (int parts = 2; lf_implicit_lost(s) && parts <= LONGEST; parts *= 4)
        s = lengthen(L, parts);
    return s;
}

/* Does the quadrature keep the energy? Roundings of a dozen terms are forgiven. */
static bool quadrature_enough(const ep_lane *L)
{
    const double size = sqrt(dot(L->algebra, L->d, L->d) * dot(L->algebra, L->u, L->u));
    return fabs(energy(L, L->y1) - L->energy) <= 16 * DBL_EPSILON * (fabs(L->energy) + size);
}

static lf_status ep_one(ep_lane *L)
{
    lf_status s = LF_OK;
    L->energy = energy(L, L->y0);
    L->guarded = false;
    for (int k = 0; k < 3; k++) {
        L->rule = &lf_gauss_rules[k];
        s = ep_solve(L);
        if (s == LF_OK)
            s = move(L, 1, L->u, L->y1);
        if (s != LF_OK)
            return s;
        if (!L->averaged || L->guarded || quadrature_enough(L))
            break;
    }
    return s;
}

static ep_lane ep_layout(const lf_method *M, const lf_problem *P, double *work)
{
    const size_t dim = P->action->dim, algebra = P->action->group->dim;
    ep_lane L = {.P = P,
                 .H = lf_problem_energy(P),
                 .dim = dim,
                 .algebra = algebra,
                 .averaged = *(const bool *)M->table};
    double **const points[] = {&L.y0, &L.y1, &L.middle};
    double **const elements[] = {&L.u, &L.next, &L.part, &L.xi, &L.gamma, &L.d};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++, work += dim)
        *points[k] = work;
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k++, work += algebra)
        *elements[k] = work;
    L.rest = work;
    return L;
}

static size_t ep_work(const lf_method *M, const lf_problem *P, size_t n)
{
    (void)M;
    (void)n; /* lanes go one by one */
    const size_t algebra = P->action->group->dim;
    return 3 * P->action->dim + 7 * algebra + lf_action_work(P->action, 1) + P->field_work +
           lf_newton_work(algebra);
}

static lf_status ep_step(const lf_method *M, const lf_problem *P, const lf_lanes *lanes,
                         const double *y0, double *y1, double *carry, lf_tally *tally, double *work)
{
    const size_t n = lanes->n;
    ep_lane L = ep_layout(M, P, work);
    L.tally = tally;
    for (size_t i = 0; i < n; i++) {
        const size_t who = lf_lanes_trajectory(lanes, i);
        L.t = lanes->t[i] + 0.5 * lanes->h[i];
        L.h = lanes->h[i];
        L.at = (lf_lanes){1, &L.t, NULL, &who, NULL, lf_lanes_side(lanes, i)};
        for (size_t c = 0; c < L.dim; c++)
            L.y0[c] = y0[c * n + i];
        const lf_status s = ep_one(&L);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L.dim; c++)
            y1[c * n + i] = L.y1[c];
    }
    return LF_OK;
}

static const bool midpoint = false, averaged = true;

#define EP_METHOD(symbol, text, kind, words)                                                    \
    const lf_method symbol = {                                                                  \
        .name = text,                                                                           \
        .doc = words,                                                                           \
        .cite = "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014", \
        .order = 2,                                                                             \
        .traits = LF_SYMMETRIC | LF_ENERGY_PRESERVING | LF_DENSE,                               \
        .needs = LF_NEEDS(LF_TRAIT_ENERGY),                                                     \
        .step = ep_step,                                                                        \
        .work = ep_work,                                                                        \
        .table = &kind}
EP_METHOD(lf_ep_mid, "ep-mid", midpoint,
          "energy preserving, discrete differential by Gonzalez's midpoint");
EP_METHOD(lf_ep_avf, "ep-avf", averaged, "energy preserving, averaged differential (AVF)");
