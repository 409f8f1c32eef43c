/* SPDX-License-Identifier: BSD-3-Clause */
/* allen_cahn.c - two phases, u near 1 and -1, with walls between them that shrink.
 *
 *   u_t = nu u_xx + u - u^3,   0 < x < 1,   u = 0 at both ends
 *
 * Allen, Cahn 1979. By sines: the second derivative is that of differences on the grid, as in Celledoni,
 * Marthinsen, Owren 2014, section 2.2, or the derivative itself. The energy
 * integral nu u_x^2/2 - u^2/2 + u^4/4 falls. */
#include <math.h>

#include "model/pde.h"

#define PI 3.14159265358979323846

typedef struct {
    lf_pde pde;
    size_t n;
    double nu, first, third;
    int laplacian; /* 0 differences, 1 derivative */
} allen;

static lf_operator_shape allen_shape(const allen *a)
{
    return (lf_operator_shape){.kind = LF_OPERATOR_SINE, .n = a->n, .length = {1}, .forward = true};
}

static void allen_symbol(const void *self, size_t field, double kx, double ky, double *lambda)
{
    const allen *a = self;
    const double dx = 1 / (double)(a->n + 1);
    const double k = a->laplacian == 0 ? 2 / dx * sin(0.5 * kx * dx) : kx;
    (void)field, (void)ky;
    lambda[0] = -a->nu * k * k;
}

static void allen_term(const void *self, double t, const double *c, double *out, double *work)
{
    const lf_pde *pde = self;
    double *u = lf_pde_grid(pde, work, 0), *rest = lf_pde_rest(pde, work);
    (void)t;
    lf_operator_to_grid(&pde->L, c, u, rest);
    for (size_t k = 0; k < pde->L.grid; k++)
        u[k] = u[k] * (1 - u[k] * u[k]);
    lf_operator_to_coefficients(&pde->L, u, out, rest);
}

static void allen_place(const void *self, double x, double y, double *u)
{
    const allen *a = self;
    (void)y;
    *u = a->first * sin(PI * x) + a->third * sin(3 * PI * x);
}

/* The walls' part from the coefficients, -<u, L u>/2; the phases' from the grid. */
static double allen_value(const void *self, const double *c, const double *u, double *work)
{
    const lf_pde *pde = self;
    double walls = 0, phases = 0;
    (void)work;
    for (size_t k = 0; k < pde->L.dim; k++)
        walls -= 0.25 * pde->L.lambda[k] * c[k] * c[k];
    for (size_t k = 0; k < pde->L.grid; k++)
        phases += u[k] * u[k] * (0.25 * u[k] * u[k] - 0.5);
    return walls + lf_pde_cell(pde) * phases;
}

static void allen_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *energy)
{
    lf_pde_quantity(P, L, y, allen_value, energy);
}

static const lf_invariant allen_outputs[] = {
    {.name = "energy",
     .doc = "integral of nu u_x^2/2 - u^2/2 + u^4/4, which falls",
     .value = allen_energy},
    {.name = NULL},
};

static lf_status allen_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    static const char *const species[] = {"u"};
    allen *a = self;
    const lf_pde_parts parts = {.shape = allen_shape(a),
                                .symbol = allen_symbol,
                                .term = allen_term,
                                .grids = 1,
                                .species = species};
    lf_status s = lf_pde_build(&a->pde, &parts, why, why_size);
    if (s == LF_OK)
        s = lf_pde_start(&a->pde, allen_place, y0, why, why_size);
    if (s != LF_OK)
        return s;
    *P = lf_pde_problem(&a->pde, "allen-cahn");
    P->outputs = allen_outputs;
    return LF_OK;
}

static size_t allen_dim(const void *self)
{
    const lf_operator_shape shape = allen_shape(self);
    return lf_pde_dim(&shape);
}

static size_t allen_room(const void *self)
{
    const lf_operator_shape shape = allen_shape(self);
    return lf_pde_room(&shape, 1);
}

static void allen_give(void *self, double *memory)
{
    lf_pde_give(self, memory);
}

static const lf_param allen_params[] = {
    LF_WHOLE(allen, n, "255", 1, 1e8, "points between the ends: 2^a - 1 or 3 2^a - 1, at least 3"),
    LF_REALS(allen, nu, 1, "", "0.05", LF_POSITIVE, "diffusion; walls are about sqrt(2 nu) wide"),
    LF_REALS(allen, first, 1, "", "1", LF_ANY, "height of sin(pi x) at the start"),
    LF_REALS(allen, third, 1, "", "0.5", LF_ANY, "height of sin(3 pi x) at the start"),
    LF_CHOOSE(allen, laplacian, "differences|derivative", "differences",
              "the second difference on the grid, or the second derivative of the sines"),
    LF_PARAM_END,
};

const lf_model lf_model_allen_cahn = {
    .size = sizeof(lf_model),
    .name = "allen-cahn",
    .doc =
        "the Allen-Cahn equation between two ends at 0, in sines; boundary values that do not fit "
        "the operator would cost Lie group methods their order (see krogstad4): these fit",
    .formula = "u_t = nu u_xx + u - u^3, f = (1, N(u)) on the group of e^{aL} u + b",
    .cite = "Allen, Cahn, A microscopic theory for antiphase boundary motion, 1979; Celledoni, "
            "Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 2.2",
    .params = allen_params,
    .self_size = sizeof(allen),
    .t_end = 1,
    .step = 0.03125,
    .method = "cf4",
    .build = allen_build,
    .dim = allen_dim,
    .room = allen_room,
    .give = allen_give,
};
