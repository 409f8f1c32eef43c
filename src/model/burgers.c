/* SPDX-License-Identifier: BSD-3-Clause */
/* burgers.c - Burgers' equation with viscosity: waves steepen until friction holds them.
 *
 *   u_t = nu u_xx - (u^2)_x / 2,   periodic with the length 2 pi
 *
 * Cole and Hopf: u = -2 nu phi_x / phi with the heat equation for phi. The start `cole-hopf` belongs to
 * phi = 2 + e^{-nu t} cos x, so that u = 2 nu e^{-nu t} sin x / (2 + e^{-nu t} cos x) for all times. */
#include <math.h>

#include "model/pde.h"

#define PI 3.14159265358979323846

typedef struct {
    lf_pde pde;
    size_t n;
    double nu;
    int start; /* 0 cole-hopf, 1 sine */
    int dealias;
} burgers;

static lf_operator_shape burgers_shape(const burgers *b)
{
    return (lf_operator_shape){.kind = LF_OPERATOR_FOURIER,
                               .n = b->n,
                               .length = {2 * PI},
                               .forward = true,
                               .dealias = b->dealias};
}

static void burgers_symbol(const void *self, size_t field, double kx, double ky, double *lambda)
{
    (void)field, (void)ky;
    lambda[0] = -((const burgers *)self)->nu * kx * kx;
}

/* The solution of Cole and Hopf at a place, after a time. */
static double cole_hopf(const burgers *b, double t, double x)
{
    const double decay = exp(-b->nu * t);
    return 2 * b->nu * decay * sin(x) / (2 + decay * cos(x));
}

static void burgers_place(const void *self, double x, double y, double *u)
{
    const burgers *b = self;
    (void)y;
    *u = b->start == 0 ? cole_hopf(b, 0, x) : sin(x);
}

static const lf_invariant burgers_invariants[] = {
    {.name = "mean", .doc = "the mean of u", .value = lf_pde_mean},
    {.name = NULL},
};
static const lf_invariant burgers_outputs[] = {
    {.name = "energy", .doc = "integral of u^2/2, which falls", .value = lf_pde_energy},
    {.name = NULL},
};

static lf_status burgers_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    static const char *const species[] = {"u"};
    burgers *b = self;
    const lf_pde_parts parts = {.shape = burgers_shape(b),
                                .symbol = burgers_symbol,
                                .term = lf_pde_advection,
                                .grids = 1,
                                .species = species};
    lf_status s = lf_pde_build(&b->pde, &parts, why, why_size);
    if (s == LF_OK)
        s = lf_pde_start(&b->pde, burgers_place, y0, why, why_size);
    if (s != LF_OK)
        return s;
    *P = lf_pde_problem(&b->pde, "burgers");
    P->invariants = burgers_invariants;
    P->outputs = burgers_outputs;
    lf_pde_add_trait(&b->pde, LF_TRAIT_SCALES, &lf_pde_mean_scales);
    return LF_OK;
}

/* Known for the start of Cole and Hopf. */
static lf_status burgers_exact(const void *self, double t, double *y)
{
    const burgers *b = self;
    if (b->start != 0)
        return LF_ENEEDS;
    double *u = b->pde.scratch, *rest = u + b->pde.L.grid;
    for (size_t k = 0; k < b->pde.L.grid; k++) {
        double x, unused;
        lf_pde_at(&b->pde, k, &x, &unused);
        u[k] = cole_hopf(b, t, x);
    }
    lf_operator_to_coefficients(&b->pde.L, u, y, rest);
    return LF_OK;
}

static size_t burgers_dim(const void *self)
{
    const lf_operator_shape shape = burgers_shape(self);
    return lf_pde_dim(&shape);
}

static size_t burgers_room(const void *self)
{
    const lf_operator_shape shape = burgers_shape(self);
    return lf_pde_room(&shape, 1);
}

static void burgers_give(void *self, double *memory)
{
    lf_pde_give(self, memory);
}

static const lf_param burgers_params[] = {
    LF_PDE_POINTS(burgers, "64"),
    LF_REALS(burgers, nu, 1, "", "0.1", LF_POSITIVE,
             "viscosity; a grid shows fronts that are about nu wide"),
    LF_CHOOSE(burgers, start, "cole-hopf|sine", "cole-hopf",
              "2 nu sin(x)/(2 + cos(x)), whose solution is known, or sin(x), which steepens"),
    LF_PDE_DEALIAS(burgers),
    LF_PARAM_END,
};

const lf_model lf_model_burgers = {
    .size = sizeof(lf_model),
    .name = "burgers",
    .doc = "Burgers' equation with viscosity on a circle, in Fourier coefficients",
    .formula = "u_t = nu u_xx - (u^2)_x/2, f = (1, N(u)) on the group of e^{aL} u + b",
    .cite = "Cole, On a quasi-linear parabolic equation occurring in aerodynamics, 1951; Hopf, The "
            "partial differential equation u_t + u u_x = mu u_xx, 1950",
    .params = burgers_params,
    .self_size = sizeof(burgers),
    .t_end = 2,
    .step = 0.1,
    .method = "cf4",
    .build = burgers_build,
    .exact = burgers_exact,
    .dim = burgers_dim,
    .room = burgers_room,
    .give = burgers_give,
};
