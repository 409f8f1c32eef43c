/* SPDX-License-Identifier: BSD-3-Clause */
/* kuramoto_sivashinsky.c - flame fronts and films: long waves grow, short ones decay, and the
 * nonlinear term carries energy from the ones to the others.
 *
 *   u_t = -u_xx - u_xxxx - (u^2)_x / 2,   periodic
 *
 * Kuramoto, Tsuzuki 1976; Sivashinsky 1977. The start is that of Kassam and Trefethen, SIAM J. Sci.
 * Comput. 26 (2005) 1214: cos(q) (1 + sin(q)), q = 2 pi x / length. Orbits part by a factor e in
 * about ten units of time: beyond t = 40 two methods that differ by rounding have nothing in common. */
#include <math.h>

#include "model/pde.h"

#define PI 3.14159265358979323846

typedef struct {
    lf_pde pde;
    size_t n;
    double length;
    int dealias;
} kuramoto;

static lf_operator_shape kuramoto_shape(const kuramoto *k)
{
    return (lf_operator_shape){.kind = LF_OPERATOR_FOURIER,
                               .n = k->n,
                               .length = {k->length},
                               .forward = true,
                               .dealias = k->dealias};
}

static void kuramoto_symbol(const void *self, size_t field, double kx, double ky, double *lambda)
{
    (void)self, (void)field, (void)ky;
    lambda[0] = kx * kx * (1 - kx * kx);
}

static void kuramoto_place(const void *self, double x, double y, double *u)
{
    const double q = 2 * PI * x / ((const kuramoto *)self)->length;
    (void)y;
    *u = cos(q) * (1 + sin(q));
}

static const lf_invariant kuramoto_invariants[] = {
    {.name = "mean", .doc = "the mean of u", .value = lf_pde_mean},
    {.name = NULL},
};

static const lf_invariant kuramoto_outputs[] = {
    {.name = "energy", .doc = "integral of u^2/2", .value = lf_pde_energy},
    {.name = NULL},
};

static lf_status kuramoto_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    static const char *const species[] = {"u"};
    kuramoto *k = self;
    const lf_pde_parts parts = {.shape = kuramoto_shape(k),
                                .symbol = kuramoto_symbol,
                                .term = lf_pde_advection,
                                .grids = 1,
                                .species = species};
    lf_status s = lf_pde_build(&k->pde, &parts, why, why_size);
    if (s == LF_OK)
        s = lf_pde_start(&k->pde, kuramoto_place, y0, why, why_size);
    if (s != LF_OK)
        return s;
    *P = lf_pde_problem(&k->pde, "kuramoto-sivashinsky");
    P->invariants = kuramoto_invariants;
    P->outputs = kuramoto_outputs;
    lf_pde_add_trait(&k->pde, LF_TRAIT_SCALES, &lf_pde_mean_scales);
    return LF_OK;
}

static size_t kuramoto_dim(const void *self)
{
    const lf_operator_shape shape = kuramoto_shape(self);
    return lf_pde_dim(&shape);
}

static size_t kuramoto_room(const void *self)
{
    const lf_operator_shape shape = kuramoto_shape(self);
    return lf_pde_room(&shape, 1);
}

static void kuramoto_give(void *self, double *memory)
{
    lf_pde_give(self, memory);
}

static const lf_param kuramoto_params[] = {
    LF_PDE_POINTS(kuramoto, "256"),
    LF_REALS(kuramoto, length, 1, "", "32*pi", LF_POSITIVE, "length of the periodic interval"),
    LF_PDE_DEALIAS(kuramoto),
    LF_PARAM_END,
};

const lf_model lf_model_kuramoto_sivashinsky = {
    .size = sizeof(lf_model),
    .name = "kuramoto-sivashinsky",
    .doc = "the Kuramoto-Sivashinsky equation on a periodic interval, in Fourier coefficients; "
           "chaotic: single orbits mean something up to about t = 30",
    .formula = "u_t = -u_xx - u_xxxx - (u^2)_x/2, f = (1, N(u)) on the group of e^{aL} u + b",
    .cite = "Kassam, Trefethen, Fourth-order time-stepping for stiff PDEs, 2005; Celledoni, "
            "Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 2.2",
    .params = kuramoto_params,
    .self_size = sizeof(kuramoto),
    .t_end = 150,
    .step = 0.25,
    .method = "cf4",
    .build = kuramoto_build,
    .dim = kuramoto_dim,
    .room = kuramoto_room,
    .give = kuramoto_give,
};
