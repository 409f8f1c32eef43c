/* SPDX-License-Identifier: BSD-3-Clause */
/* kdv.c - long waves in shallow water, and solitons that pass through each other.
 *
 *   u_t = -u_xxx - 3 (u^2)_x,   periodic
 *
 * Korteweg, de Vries 1895; Zabusky, Kruskal 1965. A soliton of speed c is (c/2) sech^2(sqrt(c) (x - c t)/2).
 * Two of them are u = 2 (log F)_xx with, after Hirota 1971, F = 1 + e^a + e^b / A + e^(a + b),
 * a = sqrt(c1) (x - c1 t - x1), b = sqrt(c2) (x - c2 t - x2), A = ((sqrt(c1) - sqrt(c2)) / (sqrt(c1) + sqrt(c2)))^2: the
 * faster one, behind, then stands at x1 and the other at x2 as long as they are apart. On the line these are
 * exact; a box that is long enough does not see the difference. */
#include <math.h>
#include <stdio.h>

#include "model/pde.h"

enum { KDV_SOLITON, KDV_TWO, KDV_BUMP, KDV_RANDOM };

typedef struct {
    lf_pde pde;
    size_t n, seed, waves;
    double length, c, x, c2, x2, height, width;
    int start, dealias;
} kdv;

static lf_operator_shape kdv_shape(const kdv *k)
{
    return (lf_operator_shape){
        .kind = LF_OPERATOR_FOURIER, .n = k->n, .length = {k->length}, .dealias = k->dealias};
}

static void kdv_symbol(const void *self, size_t field, double kx, double ky, double *lambda)
{
    (void)self, (void)field, (void)ky;
    lambda[1] = kx * kx * kx;
}

static void kdv_term(const void *self, double t, const double *c, double *out, double *work)
{
    (void)t;
    lf_pde_flux(self, -3, c, out, work);
}

/* ---- start and exact solutions ---- */

/* x in the box about `centre`. */
static double kdv_near(const kdv *k, double x, double centre)
{
    return x - k->length * nearbyint((x - centre) / k->length);
}

static double kdv_soliton(double c, double x)
{
    const double s = 1 / cosh(0.5 * sqrt(c) * x);
    return 0.5 * c * s * s;
}

/* 2 (log F)_xx is twice the variance of the exponents' slopes, weighted by the terms of F. */
static double kdv_two(const kdv *k, double t, double x)
{
    const double p = sqrt(k->c), q = sqrt(k->c2), ratio = (p + q) / (p - q);
    const double a = p * (x - k->c * t - k->x), b = q * (x - k->c2 * t - k->x2);
    const double power[4] = {0, a, b + 2 * log(ratio), a + b}, slope[4] = {0, p, q, p + q};
    const double most = fmax(fmax(power[0], power[1]), fmax(power[2], power[3]));
    double weight[4], sum = 0, mean = 0, variance = 0;
    for (int i = 0; i < 4; i++) {
        weight[i] = exp(power[i] - most);
        sum += weight[i];
        mean += weight[i] * slope[i];
    }
    mean /= sum;
    for (int i = 0; i < 4; i++)
        variance += weight[i] * (slope[i] - mean) * (slope[i] - mean);
    return 2 * variance / sum;
}

static double kdv_at(const kdv *k, double t, double x)
{
    if (k->start == KDV_TWO)
        return kdv_two(k, t, x);
    const double centre = k->x + k->c * t;
    return kdv_soliton(k->c, kdv_near(k, x, centre) - centre);
}

static void kdv_place(const void *self, double x, double y, double *u)
{
    const kdv *k = self;
    const double z = (kdv_near(k, x, k->x) - k->x) / k->width;
    (void)y;
    *u = k->start == KDV_BUMP ? k->height * exp(-z * z) : kdv_at(k, 0, x);
}

/* Two solitons leave the box in time: they are known until then. */
static lf_status kdv_exact(const void *self, double t, double *y)
{
    const kdv *k = self;
    const lf_pde *pde = self;
    const double edge = 0.5 * k->length - 10 / sqrt(fmin(k->c, k->c2));
    double *grid = pde->scratch, x, up;
    if (k->start > KDV_TWO ||
        (k->start == KDV_TWO && (fabs(k->x + k->c * t) > edge || fabs(k->x2 + k->c2 * t) > edge)))
        return LF_EINPUT;
    for (size_t i = 0; i < k->n; i++) {
        lf_pde_at(pde, i, &x, &up);
        grid[i] = kdv_at(k, t, x);
    }
    lf_operator_to_coefficients(&pde->L, grid, y, grid + pde->L.grid);
    return LF_OK;
}

/* ---- what stays ---- */

static void kdv_mass(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const kdv *k = P->ctx;
    for (size_t i = 0; i < L->n; i++)
        q[i] = k->length * y[i];
}

static void kdv_momentum(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_energy(P, L, y, q);
    for (size_t i = 0; i < L->n; i++)
        q[i] *= 2;
}

static double kdv_energy_value(const void *self, const double *c, const double *u, double *work)
{
    const kdv *k = self;
    double cubes = 0;
    (void)work;
    for (size_t i = 0; i < k->n; i++)
        cubes += u[i] * u[i] * u[i];
    return lf_pde_cell(&k->pde) * cubes - 0.5 * k->length * lf_pde_mean_slope(&k->pde, c);
}

static void kdv_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, kdv_energy_value, q);
}

static double kdv_highest_value(const void *self, const double *c, const double *u, double *work)
{
    const kdv *k = self;
    (void)c, (void)work;
    return lf_pde_highest(k->n, u);
}

static void kdv_highest(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, kdv_highest_value, q);
}

static const lf_invariant kdv_invariants[] = {
    {.name = "mass", .doc = "integral of u", .value = kdv_mass},
    {.name = "momentum", .doc = "integral of u^2", .value = kdv_momentum},
    {.name = "energy", .doc = "integral of u^3 - u_x^2/2", .value = kdv_energy},
    {.name = NULL},
};

/* Sizes of what they are made of: a start without a mean has no mass to compare with. */
static void kdv_mass_size(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const kdv *k = P->ctx;
    kdv_momentum(P, L, y, q);
    for (size_t i = 0; i < L->n; i++)
        q[i] = sqrt(q[i] * k->length);
}

static double kdv_energy_parts(const void *self, const double *c, const double *u, double *work)
{
    const kdv *k = self;
    double cubes = 0;
    (void)work;
    for (size_t i = 0; i < k->n; i++)
        cubes += fabs(u[i] * u[i] * u[i]);
    return lf_pde_cell(&k->pde) * cubes + 0.5 * k->length * lf_pde_mean_slope(&k->pde, c);
}

static void kdv_energy_size(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, kdv_energy_parts, q);
}

static lf_quantity *const kdv_sizes[] = {kdv_mass_size, kdv_momentum, kdv_energy_size};
static const lf_scales kdv_scales = {kdv_sizes};

static const lf_invariant kdv_outputs[] = {
    {.name = "highest", .doc = "the largest value of u", .value = kdv_highest, .panel = "max u"},
    {.name = NULL},
};

/* ---- the model ---- */

static lf_status kdv_check(const kdv *k, char *why, size_t why_size)
{
    if (k->start != KDV_TWO || (k->c > k->c2 && k->x < k->x2))
        return LF_OK;
    snprintf(why, why_size,
             "of two solitons the first is the faster one and stands behind: c > c2 and x < x2 are "
             "expected, got c = %g, c2 = %g, x = %g, x2 = %g",
             k->c, k->c2, k->x, k->x2);
    return LF_EINPUT;
}

static lf_status kdv_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    static const char *const species[] = {"u"};
    kdv *k = self;
    const lf_pde_parts parts = {.shape = kdv_shape(k),
                                .symbol = kdv_symbol,
                                .term = kdv_term,
                                .grids = 1,
                                .species = species,
                                .origin = {-0.5 * k->length},
                                .positive = k->start != KDV_RANDOM};
    lf_status s = kdv_check(k, why, why_size);
    if (s == LF_OK)
        s = lf_pde_build(&k->pde, &parts, why, why_size);
    if (s == LF_OK && k->start == KDV_RANDOM)
        lf_pde_random(&k->pde, k->seed, k->waves, k->height, y0);
    else if (s == LF_OK)
        s = lf_pde_start(&k->pde, kdv_place, y0, why, why_size);
    if (s != LF_OK)
        return s;
    *P = lf_pde_problem(&k->pde, "kdv");
    P->invariants = kdv_invariants;
    P->outputs = kdv_outputs;
    lf_pde_add_trait(&k->pde, LF_TRAIT_SCALES, &kdv_scales);
    return LF_OK;
}

static size_t kdv_dim(const void *self)
{
    const lf_operator_shape shape = kdv_shape(self);
    return lf_pde_dim(&shape);
}

static size_t kdv_room(const void *self)
{
    const lf_operator_shape shape = kdv_shape(self);
    return lf_pde_room(&shape, 1);
}

static void kdv_give(void *self, double *memory)
{
    lf_pde_give(self, memory);
}

static const lf_param kdv_params[] = {
    LF_PDE_POINTS(kdv, "256"),
    LF_REALS(kdv, length, 1, "", "80", LF_POSITIVE, "length of the periodic interval about 0"),
    LF_CHOOSE(kdv, start, "soliton|two-solitons|bump|random", "soliton",
              "one soliton; a fast one behind a slow one; height exp(-((x - x0)/width)^2); waves "
              "with phases from the seed"),
    LF_REALS(kdv, c, 1, "", "1", LF_POSITIVE, "speed of the soliton, twice its height"),
    LF_REALS(kdv, x, 1, "", "0", LF_ANY, "where it, or the bump, stands"),
    LF_REALS(kdv, c2, 1, "", "0.25", LF_POSITIVE, "speed of the second soliton"),
    LF_REALS(kdv, x2, 1, "", "15", LF_ANY, "where that stands"),
    LF_REALS(kdv, height, 1, "", "1", LF_ANY, "of the bump; root mean square of waves"),
    LF_REALS(kdv, width, 1, "", "8", LF_POSITIVE, "of the bump"),
    LF_WHOLE(kdv, seed, "1", 0, 1e15, "of the random waves"),
    LF_WHOLE(kdv, waves, "8", 1, 1e6, "largest wave number of random waves"),
    LF_PDE_DEALIAS(kdv),
    LF_PARAM_END,
};

const lf_model lf_model_kdv = {
    .size = sizeof(lf_model),
    .name = "kdv",
    .doc = "the equation of Korteweg and de Vries on a periodic interval, in Fourier coefficients: "
           "solitons; momentum and energy are kept to the method's order, not exactly",
    .formula = "u_t = -u_xxx - 3 (u^2)_x, f = (1, N(u)) on the group of e^{aL} u + b",
    .cite =
        "Zabusky, Kruskal, Interaction of solitons in a collisionless plasma, 1965; Hirota, Exact "
        "solution of the Korteweg-de Vries equation for multiple collisions of solitons, 1971",
    .params = kdv_params,
    .self_size = sizeof(kdv),
    .t_end = 5,
    .step = 0.0125,
    .method = "cf4",
    .build = kdv_build,
    .exact = kdv_exact,
    .dim = kdv_dim,
    .room = kdv_room,
    .give = kdv_give,
};
