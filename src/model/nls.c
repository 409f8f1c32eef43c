/* SPDX-License-Identifier: BSD-3-Clause */
/* nls.c - light in fibres and waves on deep water: the focusing nonlinear equation of Schroedinger.
 *
 *   i psi_t = -psi_xx - 2 |psi|^2 psi,   periodic
 *
 * Zakharov, Shabat 1972. A soliton of height eta and speed v is
 *   psi = eta sech(eta (x - x0 - v t)) exp(i (v x/2 + (eta^2 - v^2/4) t)).
 * Coefficients are complex, all wave numbers are stored. */
#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "model/pde.h"

enum { NLS_SOLITON, NLS_TWO, NLS_WAVE, NLS_RANDOM };

typedef struct {
    lf_pde pde;
    size_t n, seed, waves;
    double length, eta, v, x, eta2, v2, x2, ripple;
    int start, dealias;
} nls;

static lf_operator_shape nls_shape(const nls *s)
{
    return (lf_operator_shape){.kind = LF_OPERATOR_FOURIER_COMPLEX,
                               .n = s->n,
                               .length = {s->length},
                               .dealias = s->dealias};
}

static void nls_symbol(const void *self, size_t field, double kx, double ky, double *lambda)
{
    (void)self, (void)field, (void)ky;
    lambda[1] = -kx * kx;
}

/* psi <- 2 i |psi|^2 psi, pairs re and im */
LF_KERNEL static void nls_cube(size_t n, double *psi)
{
    LF_EACH_LANE(k, n) {
        const double re = psi[2 * k], im = psi[2 * k + 1];
        const double twice = 2 * lf_fma(re, re, im * im);
        psi[2 * k] = -twice * im;
        psi[2 * k + 1] = twice * re;
    }
}

static void nls_term(const void *self, double t, const double *c, double *out, double *work)
{
    const lf_pde *pde = self;
    double *psi = lf_pde_grid(pde, work, 0), *rest = lf_pde_rest(pde, work);
    (void)t;
    lf_operator_to_grid(&pde->L, c, psi, rest);
    nls_cube(pde->L.grid / 2, psi);
    lf_operator_to_coefficients(&pde->L, psi, out, rest);
}

/* ---- start and exact solution ---- */

/* Adds the soliton, as the copy next to x has it. */
static void nls_soliton(const nls *s, double eta, double v, double x0, double t, double x,
                        double *u)
{
    const double centre = x0 + v * t;
    const double at = x - s->length * nearbyint((x - centre) / s->length);
    const double size = eta / cosh(eta * (at - centre));
    const double phase = 0.5 * v * at + (eta * eta - 0.25 * v * v) * t;
    u[0] += size * cos(phase);
    u[1] += size * sin(phase);
}

static void nls_place(const void *self, double x, double y, double *u)
{
    const nls *s = self;
    (void)y;
    u[0] = u[1] = 0;
    if (s->start == NLS_WAVE) {
        u[0] = s->eta * (1 + s->ripple * cos(6.283185307179586 * (double)s->waves * x / s->length));
        return;
    }
    nls_soliton(s, s->eta, s->v, s->x, 0, x, u);
    if (s->start == NLS_TWO)
        nls_soliton(s, s->eta2, s->v2, s->x2, 0, x, u);
}

static lf_status nls_exact(const void *self, double t, double *y)
{
    const nls *s = self;
    const lf_pde *pde = self;
    double *grid = pde->scratch, x, up;
    if (s->start != NLS_SOLITON)
        return LF_EINPUT;
    memset(grid, 0, 2 * s->n * sizeof *grid);
    for (size_t i = 0; i < s->n; i++) {
        lf_pde_at(pde, i, &x, &up);
        nls_soliton(s, s->eta, s->v, s->x, t, x, grid + 2 * i);
    }
    lf_operator_to_coefficients(&pde->L, grid, y, grid + pde->L.grid);
    return LF_OK;
}

/* ---- what stays ---- */

static void nls_mass(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_energy(P, L, y, q);
    for (size_t i = 0; i < L->n; i++)
        q[i] *= 2;
}

/* The sum of k |c_k|^2, which is the mean of Im(conj(psi) psi_x); `sign` 0 takes |k| in place of k. */
static double nls_waves(const nls *s, const double *c, bool sign)
{
    double sum = 0;
    for (size_t k = 0; k < s->n; k++) {
        const double kx = s->pde.L.kx[k];
        sum += (sign ? kx : fabs(kx)) * (c[2 * k] * c[2 * k] + c[2 * k + 1] * c[2 * k + 1]);
    }
    return s->length * sum;
}

static double nls_momentum_value(const void *self, const double *c, const double *u, double *work)
{
    (void)u, (void)work;
    return nls_waves(self, c, true);
}

static double nls_momentum_parts(const void *self, const double *c, const double *u, double *work)
{
    (void)u, (void)work;
    return nls_waves(self, c, false);
}

/* Integral of |psi_x|^2, as the operator has it, so that the grid's own energy is kept; and of |psi|^4. */
static double nls_slope(const nls *s, const double *c)
{
    double sum = 0;
    for (size_t k = 0; k < s->n; k++)
        sum -= s->pde.L.lambda[2 * k + 1] * (c[2 * k] * c[2 * k] + c[2 * k + 1] * c[2 * k + 1]);
    return s->length * sum;
}

static double nls_fourth(const nls *s, const double *u)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++) {
        const double square = u[2 * i] * u[2 * i] + u[2 * i + 1] * u[2 * i + 1];
        sum += square * square;
    }
    return lf_pde_cell(&s->pde) * sum;
}

static double nls_energy_value(const void *self, const double *c, const double *u, double *work)
{
    (void)work;
    return nls_slope(self, c) - nls_fourth(self, u);
}

static double nls_energy_parts(const void *self, const double *c, const double *u, double *work)
{
    (void)work;
    return nls_slope(self, c) + nls_fourth(self, u);
}

static double nls_highest_value(const void *self, const double *c, const double *u, double *work)
{
    const nls *s = self;
    (void)c;
    for (size_t i = 0; i < s->n; i++)
        work[i] = hypot(u[2 * i], u[2 * i + 1]);
    return lf_pde_highest(s->n, work);
}

static void nls_momentum(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, nls_momentum_value, q);
}

static void nls_momentum_size(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, nls_momentum_parts, q);
}

static void nls_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, nls_energy_value, q);
}

static void nls_energy_size(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, nls_energy_parts, q);
}

static void nls_highest(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    lf_pde_quantity(P, L, y, nls_highest_value, q);
}

static const lf_invariant nls_invariants[] = {
    {.name = "mass", .doc = "integral of |psi|^2", .value = nls_mass},
    {.name = "momentum", .doc = "integral of Im(conj(psi) psi_x)", .value = nls_momentum},
    {.name = "energy", .doc = "integral of |psi_x|^2 - |psi|^4", .value = nls_energy},
    {.name = NULL},
};
static lf_quantity *const nls_sizes[] = {NULL, nls_momentum_size, nls_energy_size};
static const lf_scales nls_scales = {nls_sizes};

static const lf_invariant nls_outputs[] = {
    {.name = "highest", .doc = "the largest |psi|", .value = nls_highest, .panel = "max |psi|"},
    {.name = NULL},
};

/* ---- the model ---- */

static lf_status nls_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    static const char *const species[] = {"psi"};
    nls *s = self;
    const lf_pde_parts parts = {.shape = nls_shape(s),
                                .symbol = nls_symbol,
                                .term = nls_term,
                                .grids = 1,
                                .species = species,
                                .origin = {-0.5 * s->length},
                                .modulus = "|psi|"};
    lf_status status = lf_pde_build(&s->pde, &parts, why, why_size);
    if (status == LF_OK && s->start == NLS_RANDOM)
        lf_pde_random(&s->pde, s->seed, s->waves, s->eta, y0);
    else if (status == LF_OK)
        status = lf_pde_start(&s->pde, nls_place, y0, why, why_size);
    if (status != LF_OK)
        return status;
    *P = lf_pde_problem(&s->pde, "nls");
    P->invariants = nls_invariants;
    P->outputs = nls_outputs;
    lf_pde_add_trait(&s->pde, LF_TRAIT_SCALES, &nls_scales);
    return LF_OK;
}

static size_t nls_dim(const void *self)
{
    const lf_operator_shape shape = nls_shape(self);
    return lf_pde_dim(&shape);
}

static size_t nls_room(const void *self)
{
    const lf_operator_shape shape = nls_shape(self);
    return lf_pde_room(&shape, 1);
}

static void nls_give(void *self, double *memory)
{
    lf_pde_give(self, memory);
}

static const lf_param nls_params[] = {
    LF_PDE_POINTS(nls, "512"),
    LF_REALS(nls, length, 1, "", "24*pi", LF_POSITIVE, "length of the periodic interval about 0"),
    LF_CHOOSE(nls, start, "soliton|two-solitons|wave|random", "soliton",
              "one soliton; two; a wave of height eta with a ripple on it, which grows; waves with "
              "phases from the seed, of root mean square eta"),
    LF_REALS(nls, eta, 1, "", "1", LF_POSITIVE, "height of the soliton, one over its width"),
    LF_REALS(nls, v, 1, "", "1", LF_ANY, "its speed"),
    LF_REALS(nls, x, 1, "", "0", LF_ANY, "where it starts"),
    LF_REALS(nls, eta2, 1, "", "1", LF_POSITIVE, "height of the second soliton"),
    LF_REALS(nls, v2, 1, "", "-1", LF_ANY, "its speed"),
    LF_REALS(nls, x2, 1, "", "10", LF_ANY, "where it starts"),
    LF_REALS(nls, ripple, 1, "", "0.01", LF_ANY, "relative height of the ripple on a wave"),
    LF_WHOLE(nls, seed, "1", 0, 1e15, "of the random waves"),
    LF_WHOLE(nls, waves, "12", 1, 1e6,
             "largest wave number of random waves, that of the ripple on a wave"),
    LF_PDE_DEALIAS(nls),
    LF_PARAM_END,
};

const lf_model lf_model_nls = {
    .size = sizeof(lf_model),
    .name = "nls",
    .doc = "the focusing nonlinear Schroedinger equation on a periodic interval, in Fourier "
           "coefficients; mass and energy are kept to the method's order: a splitting would keep "
           "the mass exactly",
    .formula = "i psi_t = -psi_xx - 2 |psi|^2 psi, f = (1, N(psi)) on the group of e^{aL} psi + b",
    .cite = "Zakharov, Shabat, Exact theory of two-dimensional self-focusing and one-dimensional "
            "self-modulation of waves in nonlinear media, 1972",
    .params = nls_params,
    .self_size = sizeof(nls),
    .t_end = 2,
    .step = 0.01,
    .method = "cf4",
    .build = nls_build,
    .exact = nls_exact,
    .dim = nls_dim,
    .room = nls_room,
    .give = nls_give,
};
