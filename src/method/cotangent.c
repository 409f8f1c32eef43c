/* SPDX-License-Identifier: BSD-3-Clause */
/* cotangent.c - symplectic methods on T*G, right trivialised. With stages X_i = sum_j a_ij xi_j,
 * G_i = exp(X_i) g0, Y = sum_i b_i xi_i, forces nu_i = h nu(G_i, M_i) and n_i = Ad*_{exp X_i} nu_i,
 *
 *   SLGI    xi_i = h omega(G_i, M_i),
 *           M_i = dexp*_{-Y} (mu0 + sum_j b_j n_j) - sum_j (b_j a_ji / b_i) dexp*_{X_j} nu_j
 *   VRKMK   dexp_{X_i} xi_i = h omega(G_i, M_i),
 *           dexp*_{X_i} M_i = dexp*_{-Y} (mu0 + sum_j b_j n_j)
 *                             - sum_j (b_j a_ji / b_i) (dexp*_{X_j} nu_j + D_j),
 *           D_j = gradient of <M_j, dexp_u xi_j> in u at X_j
 *   both    g1 = exp(Y) g0,  mu1 = Ad*_{exp(-Y)} (mu0 + sum_i b_i n_i).
 *
 * SLGI is the family of Celledoni, Marthinsen, Owren 2014, section 5 (dexp*_{-X} Ad*_{exp X} is
 * dexp*_X); with one stage it is (15)-(17) of Celledoni et al. 2021. It discretises the action
 * integral with exp(X_i) g0 moving at xi_i, which is right to second order only. VRKMK lets it move
 * at dexp_{X_i} xi_i, as it does, and has the order of the tableau.
 *
 * Unknowns: xi_1, M_1, xi_2, ... Every lane has equations of its own; the columns of a difference
 * Jacobian are lanes again. */
#include "method/cotangent.h"

#include <math.h>
#include <string.h>

#include "group/slope.h"
#include "method/implicit.h"

/* One lane of a step. */
typedef struct {
    const lf_problem *P;
    const lf_group *G;
    const lf_tableau *T;
    bool variational;
    bool fixed_point; /* instead of Newton */
    size_t d, stages, unknowns;
    double t, h;
    const size_t *owner; /* the trajectory, for as many lanes as there are unknowns */
    lf_tally *tally;
    double *start;  /* g0, mu0 */
    double *starts; /* the same for as many lanes as there are unknowns */
    double *z, *scale, *residual, *moved, *moved_residual, *inverse, *newton;
    /* scratch for as many lanes; X, F: an element for each stage */
    const double *inside; /* likewise, or NULL */
    double *time, *side, *X, *F, *exponential, *y, *omega, *nu, *total, *Y, *pulled, *term, *who,
        *rest;
} cotangent_lane;

/* Hand out the scratch; with work = NULL just count it. */
static size_t cotangent_layout(const lf_method *M, const lf_problem *P, double *work,
                               cotangent_lane *L)
{
    const lf_tableau *T = M->table;
    const lf_group *G = lf_problem_hamiltonian(P)->group;
    const size_t d = G->dim, s = (size_t)T->stages, u = 2 * d * s, dim = G->rep + d;
    *L = (cotangent_lane){.P = P, .G = G, .T = T, .d = d, .stages = s, .unknowns = u};
    L->fixed_point = M->solver == LF_FIXED_POINT;
    const size_t group = lf_group_work(G, u), slope = lf_group_slope_work(G, u);
    const struct {
        double **piece;
        size_t size;
    } pieces[] = {
        {&L->start, dim},
        {&L->starts, dim * u},
        {&L->z, u},
        {&L->scale, u},
        {&L->residual, u},
        {&L->moved, u * u},
        {&L->moved_residual, u * u},
        {&L->inverse, u},
        {&L->newton, lf_newton_work(u)},
        {&L->time, u},
        {&L->side, u},
        {&L->X, s * d * u},
        {&L->F, s * d * u},
        {&L->exponential, G->rep * u},
        {&L->y, dim * u},
        {&L->omega, d * u},
        {&L->nu, d * u},
        {&L->total, d * u},
        {&L->Y, d * u},
        {&L->pulled, d * u},
        {&L->term, d * u},
        {&L->who, u},
        {&L->rest, group > slope ? group : slope},
    };
    size_t used = 0;
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        if (work)
            *pieces[k].piece = work + used;
        used += pieces[k].size;
    }
    return used;
}

size_t lf_cotangent_work(const lf_method *M, const lf_problem *P, size_t n)
{
    (void)n; /* lanes go one by one */
    cotangent_lane L;
    return cotangent_layout(M, P, NULL, &L);
}

static size_t unknowns(const lf_method *M, const lf_problem *P)
{
    const lf_tableau *T = M->table;
    return 2 * lf_problem_hamiltonian(P)->group->dim * (size_t)T->stages;
}

size_t lf_cotangent_carry(const lf_method *M, const lf_problem *P)
{
    return lf_guess_size(unknowns(M, P));
}

lf_status lf_cotangent_start(const lf_method *M, const lf_problem *P, const lf_lanes *L,
                             const double *y0, double *carry, lf_tally *tally, double *work)
{
    (void)y0;
    (void)work;
    lf_guess_clear(unknowns(M, P), L->n, carry);
    return lf_tableau_check_symplectic(M->table) ? LF_EINPUT : LF_OK;
}

/* xi_i and M_i among the unknowns of n lanes */
static const double *xi_of(const cotangent_lane *L, size_t n, const double *z, size_t i)
{
    return z + 2 * i * L->d * n;
}

static const double *momentum_of(const cotangent_lane *L, size_t n, const double *z, size_t i)
{
    return z + (2 * i + 1) * L->d * n;
}

static void add_scaled(size_t count, double factor, const double *restrict v, double *restrict w)
{
    for (size_t k = 0; k < count; k++)
        w[k] += factor * v[k];
}

/* out = sum_j row_j xi_j */
static void combine(const cotangent_lane *L, size_t n, const double *row, const double *z,
                    double *out)
{
    memset(out, 0, L->d * n * sizeof *out);
    for (size_t j = 0; j < L->stages; j++)
        if (row[j] != 0)
            add_scaled(L->d * n, row[j], xi_of(L, n, z, j), out);
}

/* h omega and h nu at stage i, where y is */
static lf_status rates(const cotangent_lane *L, size_t n, size_t i)
{
    const lf_hamiltonian *H = lf_problem_hamiltonian(L->P);
    const lf_lanes at = {n, L->time, NULL, L->owner, NULL, L->inside};
    for (size_t k = 0; k < n; k++)
        L->time[k] = L->t + L->T->c[i] * L->h;
    lf_status s = lf_tally_count(L->tally, n);
    if (s == LF_OK)
        s = H->velocity(L->P, &at, L->y, L->omega);
    if (s == LF_OK)
        s = H->force(L->P, &at, L->y, L->nu);
    for (size_t k = 0; k < L->d * n; k++) {
        L->omega[k] *= L->h;
        L->nu[k] *= L->h;
    }
    return s;
}

/* X_i, the rates there, F_i = dexp*_{X_i} nu_i (+ D_i), and b_i n_i added to the total. */
static lf_status stage(const cotangent_lane *L, size_t n, const double *start, const double *z,
                       size_t i)
{
    const lf_group *G = L->G;
    const size_t count = L->d * n;
    double *X = L->X + i * count, *F = L->F + i * count;
    const double *M = momentum_of(L, n, z, i);
    combine(L, n, L->T->a + i * L->stages, z, X);
    lf_status s = lf_group_exp(G, n, X, L->exponential, L->rest);
    if (s == LF_OK)
        s = lf_group_mul(G, n, L->exponential, start, L->y, L->rest);
    memcpy(L->y + G->rep * n, M, count * sizeof *M);
    if (s == LF_OK)
        s = rates(L, n, i);
    if (s == LF_OK)
        s = lf_group_Ad_dual(G, n, L->exponential, L->nu, L->term, L->rest);
    add_scaled(count, L->T->b[i], L->term, L->total);
    if (s == LF_OK)
        s = lf_group_dexp_dual(G, n, X, L->nu, F, L->rest);
    if (s == LF_OK && L->variational) {
        s = lf_group_dexp_slope(G, n, X, xi_of(L, n, z, i), M, L->term, L->rest);
        add_scaled(count, 1, L->term, F);
    }
    return s;
}

/* The equation for xi_i: its own side minus h omega. */
static lf_status velocity_residual(const cotangent_lane *L, size_t n, const double *z, size_t i,
                                   double *r)
{
    const size_t count = L->d * n;
    double *out = r + 2 * i * count;
    lf_status s = LF_OK;
    if (L->variational)
        s = lf_group_dexp(L->G, n, L->X + i * count, xi_of(L, n, z, i), out, L->rest);
    else
        memcpy(out, xi_of(L, n, z, i), count * sizeof *out);
    add_scaled(count, -1, L->omega, out);
    return s;
}

/* The equation for M_i, once all stages are there. */
static lf_status momentum_residual(const cotangent_lane *L, size_t n, const double *z, size_t i,
                                   double *r)
{
    lf_status s = LF_OK;
    const size_t count = L->d * n;
    const double *a = L->T->a, *b = L->T->b, *M = momentum_of(L, n, z, i);
    double *out = r + (2 * i + 1) * count;
    if (L->variational)
        s = lf_group_dexp_dual(L->G, n, L->X + i * count, M, out, L->rest);
    else
        memcpy(out, M, count * sizeof *out);
    add_scaled(count, -1, L->pulled, out);
    for (size_t j = 0; j < L->stages; j++)
        if (a[j * L->stages + i] != 0)
            add_scaled(count, b[j] * a[j * L->stages + i] / b[i], L->F + j * count, out);
    return s;
}

/* All equations, for n lanes that begin at `start`. */
static lf_status equations(const cotangent_lane *L, size_t n, const double *start, const double *z,
                           double *r)
{
    const size_t count = L->d * n;
    memcpy(L->total, start + L->G->rep * n, count * sizeof *L->total);
    lf_status s = LF_OK;
    for (size_t i = 0; i < L->stages && s == LF_OK; i++) {
        s = stage(L, n, start, z, i);
        if (s == LF_OK)
            s = velocity_residual(L, n, z, i, r);
    }
    if (s != LF_OK)
        return s;
    combine(L, n, L->T->b, z, L->Y);
    for (size_t k = 0; k < count; k++)
        L->Y[k] = -L->Y[k];
    s = lf_group_dexp_dual(L->G, n, L->Y, L->total, L->pulled, L->rest);
    for (size_t i = 0; i < L->stages && s == LF_OK; i++)
        s = momentum_residual(L, n, z, i, r);
    return s;
}

static lf_status cotangent_residual(void *ctx, const double *z, double *r)
{
    const cotangent_lane *L = ctx;
    return equations(L, 1, L->start, z, r);
}

/* Column j by a forward difference in lane j. */
static lf_status cotangent_jacobian(void *ctx, const double *z, const double *r, double *jacobian)
{
    const cotangent_lane *L = ctx;
    const size_t u = L->unknowns;
    for (size_t i = 0; i < u; i++) {
        for (size_t j = 0; j < u; j++)
            L->moved[i * u + j] = z[i];
        L->moved[i * u + i] += lf_newton_difference(z[i], L->scale[i]);
        L->inverse[i] = 1 / (L->moved[i * u + i] - z[i]);
    }
    const lf_status s = equations(L, u, L->starts, L->moved, L->moved_residual);
    for (size_t i = 0; i < u; i++)
        for (size_t j = 0; j < u; j++)
            jacobian[i * u + j] = (L->moved_residual[i * u + j] - r[i]) * L->inverse[j];
    return s;
}

/* Angles are compared with one, momenta with the largest momentum. */
static void set_scale(cotangent_lane *L)
{
    double size = 0;
    for (size_t k = 0; k < L->d; k++)
        size = fmax(size, fabs(L->start[L->G->rep + k]));
    for (size_t i = 0; i < L->stages; i++)
        for (size_t k = 0; k < L->d; k++)
            size = fmax(size, fabs(momentum_of(L, 1, L->z, i)[k]));
    for (size_t k = 0; k < L->unknowns; k++)
        L->scale[k] = k / L->d % 2 == 0 || !(size > 0) ? 1 : size;
}

/* xi_i = h omega(g0, mu0), M_i = mu0 */
static lf_status first_guess(cotangent_lane *L)
{
    const double *mu = L->start + L->G->rep;
    memcpy(L->y, L->start, (L->G->rep + L->d) * sizeof *L->y);
    const lf_status s = rates(L, 1, 0);
    for (size_t i = 0; i < L->stages; i++) {
        memcpy(L->z + 2 * i * L->d, L->omega, L->d * sizeof *L->z);
        memcpy(L->z + (2 * i + 1) * L->d, mu, L->d * sizeof *L->z);
    }
    return s;
}

static lf_status solve(cotangent_lane *L, int most)
{
    const lf_equations E = {.n = L->unknowns,
                            .residual = cotangent_residual,
                            .jacobian = cotangent_jacobian,
                            .ctx = L,
                            .scale = L->scale,
                            .most = most,
                            .fixed_point = L->fixed_point};
    set_scale(L);
    return lf_implicit_solve(L->tally, &E, L->z, L->newton);
}

/* Add mu0 to the momenta (sign 1), or take it away (-1): what is remembered are differences. */
static void shift_momenta(cotangent_lane *L, double sign)
{
    for (size_t i = 0; i < L->stages; i++)
        add_scaled(L->d, sign, L->start + L->G->rep, L->z + (2 * i + 1) * L->d);
}

/* The unknowns, from the guess by earlier steps if that leads somewhere. */
static lf_status cotangent_unknowns(cotangent_lane *L, size_t n, size_t lane, const double *carry)
{
    lf_status s = LF_ENEWTON;
    if (lf_guess_recall(L->unknowns, n, lane, carry, L->h, L->z)) {
        shift_momenta(L, 1);
        s = solve(L, LF_GUESS_ITERATIONS);
    }
    if (!lf_implicit_lost(s))
        return s;
    s = first_guess(L);
    return s == LF_OK ? solve(L, 0) : s;
}

/* g1 = exp(Y) g0 into y, then mu1 */
static lf_status cotangent_end(cotangent_lane *L)
{
    const lf_group *G = L->G;
    lf_status s = equations(L, 1, L->start, L->z, L->residual);
    if (s == LF_OK)
        s = lf_group_exp(G, 1, L->Y, L->exponential, L->rest); /* Y is negated there */
    if (s == LF_OK)
        s = lf_group_Ad_dual(G, 1, L->exponential, L->total, L->y + G->rep, L->rest);
    combine(L, 1, L->T->b, L->z, L->Y);
    if (s == LF_OK)
        s = lf_group_exp(G, 1, L->Y, L->exponential, L->rest);
    return s == LF_OK ? lf_group_mul(G, 1, L->exponential, L->start, L->y, L->rest) : s;
}

static void cotangent_gather(cotangent_lane *L, size_t n, size_t lane, const double *y0)
{
    for (size_t c = 0; c < L->G->rep + L->d; c++) {
        L->start[c] = y0[c * n + lane];
        for (size_t k = 0; k < L->unknowns; k++)
            L->starts[c * L->unknowns + k] = L->start[c];
    }
}

/* All lanes of a step; L has its scratch. */
static lf_status cotangent_step(cotangent_lane *L, const lf_lanes *lanes, const double *y0,
                                double *y1, double *carry)
{
    const size_t n = lanes->n;
    for (size_t i = 0; i < n; i++) {
        L->t = lanes->t[i];
        L->h = lanes->h[i];
        L->owner = lf_implicit_owner(L->unknowns, lf_lanes_trajectory(lanes, i), L->who);
        L->inside = lf_implicit_inside(L->unknowns, lanes, i, L->side);
        cotangent_gather(L, n, i, y0);
        lf_status s = cotangent_unknowns(L, n, i, carry);
        if (s == LF_OK)
            s = cotangent_end(L);
        if (s != LF_OK)
            return s;
        for (size_t c = 0; c < L->G->rep + L->d; c++)
            y1[c * n + i] = L->y[c];
        shift_momenta(L, -1);
        lf_guess_keep(L->unknowns, n, i, L->h, L->z, carry);
    }
    return LF_OK;
}

lf_status lf_slgi_step(const lf_method *M, const lf_problem *P, const lf_lanes *lanes,
                       const double *y0, double *y1, double *carry, lf_tally *tally, double *work)
{
    cotangent_lane L;
    cotangent_layout(M, P, work, &L);
    L.tally = tally;
    return cotangent_step(&L, lanes, y0, y1, carry);
}

lf_status lf_vrkmk_step(const lf_method *M, const lf_problem *P, const lf_lanes *lanes,
                        const double *y0, double *y1, double *carry, lf_tally *tally, double *work)
{
    cotangent_lane L;
    cotangent_layout(M, P, work, &L);
    L.tally = tally;
    L.variational = true;
    return cotangent_step(&L, lanes, y0, y1, carry);
}
