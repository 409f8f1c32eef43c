/* SPDX-License-Identifier: BSD-3-Clause */
/* swift_hohenberg.c - stripes of convection: waves of length 2 pi grow out of noise and settle.
 *
 *   u_t = r u - (1 + Laplace)^2 u - u^3,   periodic square
 *
 * Swift, Hohenberg 1977. The energy, integral of -r u^2/2 + ((1 + Laplace) u)^2/2 + u^4/4, falls. */
#include <math.h>

#include "base/lanes.h"
#include "model/pde.h"

enum { SWIFT_RANDOM, SWIFT_STRIPES, SWIFT_BUMP };

typedef struct {
    lf_pde pde;
    size_t n, seed, waves;
    double length, r, height;
    int start, dealias;
} swift;

static lf_operator_shape swift_shape(const swift *s)
{
    return (lf_operator_shape){.kind = LF_OPERATOR_FOURIER,
                               .n = s->n,
                               .rows = s->n,
                               .length = {s->length, s->length},
                               .forward = true,
                               .dealias = s->dealias};
}

static void swift_symbol(const void *self, size_t field, double kx, double ky, double *lambda)
{
    const double off = 1 - kx * kx - ky * ky;
    (void)field;
    lambda[0] = ((const swift *)self)->r - off * off;
}

LF_KERNEL static void swift_cube(size_t n, double *u)
{
    LF_EACH_LANE(k, n)
        u[k] *= -u[k] * u[k];
}

static void swift_term(const void *self, double t, const double *c, double *out, double *work)
{
    const lf_pde *pde = self;
    double *u = lf_pde_grid(pde, work, 0), *rest = lf_pde_rest(pde, work);
    (void)t;
    lf_operator_to_grid(&pde->L, c, u, rest);
    swift_cube(pde->L.grid, u);
    lf_operator_to_coefficients(&pde->L, u, out, rest);
}

/* Stripes that are not straight yet, or a bump in the middle. */
static void swift_place(const void *self, double x, double y, double *u)
{
    const swift *s = self;
    const double q = 6.283185307179586 / s->length, half = 0.5 * s->length;
    const double along = nearbyint(1 / q) * q;
    const double far = (x - half) * (x - half) + (y - half) * (y - half);
    *u = s->start == SWIFT_STRIPES ? s->height * cos(along * x + sin(q * y))
                                   : s->height * exp(-far / 4);
}

/* -<u, L u>/2 from the coefficients, u^4/4 from the grid. */
static double swift_value(const void *self, const double *c, const double *u, double *work)
{
    const swift *s = self;
    const lf_operator *L = &s->pde.L;
    const size_t width = s->n / 2 + 1;
    double linear = 0, fourth = 0;
    (void)work;
    for (size_t j = 0; j < L->dim / 2; j++) {
        const size_t column = j % width;
        const double square = c[2 * j] * c[2 * j] + c[2 * j + 1] * c[2 * j + 1];
        linear += (column != 0 && 2 * column != s->n ? 2 : 1) * L->lambda[2 * j] * square;
    }
    for (size_t k = 0; k < L->grid; k++)
        fourth += u[k] * u[k] * u[k] * u[k];
    return -0.5 * s->length * s->length * linear + 0.25 * lf_pde_cell(&s->pde) * fourth;
}

static void swift_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, swift_value, q);
}

static const lf_invariant swift_outputs[] = {
    {.name = "energy",
     .doc = "integral of -r u^2/2 + ((1 + Laplace) u)^2/2 + u^4/4, which falls",
     .value = swift_energy,
     .panel = "energy"},
    {.name = NULL},
};

static lf_status swift_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    static const char *const species[] = {"u"};
    swift *s = self;
    const lf_pde_parts parts = {.shape = swift_shape(s),
                                .symbol = swift_symbol,
                                .term = swift_term,
                                .grids = 1,
                                .species = species};
    lf_status status = lf_pde_build(&s->pde, &parts, why, why_size);
    if (status == LF_OK && s->start == SWIFT_RANDOM)
        lf_pde_random(&s->pde, s->seed, s->waves, s->height, y0);
    else if (status == LF_OK)
        status = lf_pde_start(&s->pde, swift_place, y0, why, why_size);
    if (status != LF_OK)
        return status;
    *P = lf_pde_problem(&s->pde, "swift-hohenberg");
    P->outputs = swift_outputs;
    return LF_OK;
}

static size_t swift_dim(const void *self)
{
    const lf_operator_shape shape = swift_shape(self);
    return lf_pde_dim(&shape);
}

static size_t swift_room(const void *self)
{
    const lf_operator_shape shape = swift_shape(self);
    return lf_pde_room(&shape, 1);
}

static void swift_give(void *self, double *memory)
{
    lf_pde_give(self, memory);
}

static const lf_param swift_params[] = {
    LF_WHOLE(swift, n, "64", 1, 8192, "points along each side: 2^a or 3 2^a, at least 4"),
    LF_REALS(swift, length, 1, "", "16*pi", LF_POSITIVE, "side of the periodic square"),
    LF_REALS(swift, r, 1, "", "0.3", LF_ANY, "how fast waves of length 2 pi grow"),
    LF_CHOOSE(swift, start, "random|stripes|bump", "random",
              "waves with phases from the seed; bent stripes; a bump in the middle"),
    LF_REALS(swift, height, 1, "", "0.1", LF_ANY, "of the start; root mean square of waves"),
    LF_WHOLE(swift, seed, "1", 0, 1e15, "of the random waves"),
    LF_WHOLE(swift, waves, "12", 1, 1e6, "largest wave number of random waves along each side"),
    LF_PDE_DEALIAS(swift),
    LF_PARAM_END,
};

const lf_model lf_model_swift_hohenberg = {
    .size = sizeof(lf_model),
    .name = "swift-hohenberg",
    .doc = "the Swift-Hohenberg equation on a periodic square, in Fourier coefficients: stripes "
           "and their faults; who only wants the pattern at rest may take larger steps of a method "
           "of order 1 that lets the energy fall",
    .formula = "u_t = r u - (1 + Laplace)^2 u - u^3, f = (1, N(u)) on the group of e^{aL} u + b",
    .cite = "Swift, Hohenberg, Hydrodynamic fluctuations at the convective instability, 1977",
    .params = swift_params,
    .self_size = sizeof(swift),
    .t_end = 100,
    .step = 0.5,
    .method = "cf4",
    .build = swift_build,
    .dim = swift_dim,
    .room = swift_room,
    .give = swift_give,
};
