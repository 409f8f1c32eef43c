/* SPDX-License-Identifier: BSD-3-Clause */
/* gray_scott.c - a substance u that feeds another, v, which makes copies of itself: spots that divide.
 *
 *   u_t = Du Laplace u - u v^2 + F (1 - u),   v_t = Dv Laplace v + u v^2 - (F + k) v,   periodic square
 *
 * Gray, Scott 1984; Pearson, Complex patterns in a simple system, Science 261 (1993) 189. Linear terms are in
 * the operator. A drop of v in the middle, or several from a seed: v = exp(-r^2/width^2)/4, u = 1 - 2 v. */
#include <math.h>

#include "base/lanes.h"
#include "model/pde.h"

enum { GRAY_DROP, GRAY_DROPS, GRAY_MOST = 64 };

typedef struct {
    lf_pde pde;
    size_t n, seed, drops;
    double side, Du, Dv, F, k, width;
    int start, dealias;
    double place[GRAY_MOST][2];
} gray;

static lf_operator_shape gray_shape(const gray *g)
{
    return (lf_operator_shape){.kind = LF_OPERATOR_FOURIER,
                               .n = g->n,
                               .rows = g->n,
                               .fields = 2,
                               .length = {g->side, g->side},
                               .forward = true,
                               .dealias = g->dealias};
}

static void gray_symbol(const void *self, size_t field, double kx, double ky, double *lambda)
{
    const gray *g = self;
    const double square = kx * kx + ky * ky;
    lambda[0] = field == 0 ? -g->Du * square - g->F : -g->Dv * square - g->F - g->k;
}

/* u <- F - u v^2, v <- u v^2 */
LF_KERNEL static void gray_react(size_t n, double F, double *u, double *v)
{
    LF_EACH_LANE(i, n) {
        const double made = u[i] * v[i] * v[i];
        u[i] = F - made;
        v[i] = made;
    }
}

static void gray_term(const void *self, double t, const double *c, double *out, double *work)
{
    const gray *g = self;
    const lf_pde *pde = self;
    double *u = lf_pde_grid(pde, work, 0), *rest = lf_pde_rest(pde, work);
    const size_t points = pde->L.grid / 2;
    (void)t;
    lf_operator_to_grid(&pde->L, c, u, rest);
    gray_react(points, g->F, u, u + points);
    lf_operator_to_coefficients(&pde->L, u, out, rest);
}

/* Distance along one axis of the torus. */
static double gray_apart(const gray *g, double a, double b)
{
    return a - b - g->side * nearbyint((a - b) / g->side);
}

static void gray_place(const void *self, double x, double y, double *u)
{
    const gray *g = self;
    const size_t drops = g->start == GRAY_DROP ? 1 : g->drops;
    double most = 0;
    for (size_t i = 0; i < drops; i++) {
        const double a = gray_apart(g, x, g->place[i][0]), b = gray_apart(g, y, g->place[i][1]);
        most = fmax(most, exp(-(a * a + b * b) / (g->width * g->width)));
    }
    u[1] = 0.25 * most;
    u[0] = 1 - 2 * u[1];
}

/* Where drops fall: the middle, or anywhere. */
static void gray_drops(gray *g)
{
    unsigned long long z = g->seed;
    for (size_t i = 0; i < g->drops; i++)
        for (int axis = 0; axis < 2; axis++) {
            z = 6364136223846793005u * z + 1442695040888963407u; /* Knuth's MMIX generator */
            g->place[i][axis] = g->side * ((double)(z >> 11) / 9007199254740992.0);
        }
    if (g->start == GRAY_DROP)
        g->place[0][0] = g->place[0][1] = 0.5 * g->side;
}

static void gray_mean_v(const lf_problem *P, const lf_lanes *L, const double *y, double *q)
{
    const gray *g = P->ctx;
    lf_pde_mean(P, L, y + g->pde.L.dim / 2 * L->n, q);
}

static const lf_invariant gray_outputs[] = {
    {.name = "mean_u", .doc = "the mean of u", .value = lf_pde_mean, .panel = "mean of u"},
    {.name = "mean_v", .doc = "the mean of v", .value = gray_mean_v, .panel = "mean of v"},
    {.name = NULL},
};

static lf_status gray_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    static const char *const species[] = {"u", "v"};
    gray *g = self;
    const lf_pde_parts parts = {.shape = gray_shape(g),
                                .symbol = gray_symbol,
                                .term = gray_term,
                                .grids = 1,
                                .species = species,
                                .positive = true};
    gray_drops(g);
    lf_status s = lf_pde_build(&g->pde, &parts, why, why_size);
    if (s == LF_OK)
        s = lf_pde_start(&g->pde, gray_place, y0, why, why_size);
    if (s != LF_OK)
        return s;
    *P = lf_pde_problem(&g->pde, "gray-scott");
    P->outputs = gray_outputs;
    return LF_OK;
}

static size_t gray_dim(const void *self)
{
    const lf_operator_shape shape = gray_shape(self);
    return lf_pde_dim(&shape);
}

static size_t gray_room(const void *self)
{
    const lf_operator_shape shape = gray_shape(self);
    return lf_pde_room(&shape, 1);
}

static void gray_give(void *self, double *memory)
{
    lf_pde_give(self, memory);
}

static const lf_param gray_params[] = {
    LF_WHOLE(gray, n, "64", 1, 8192, "points along each side: 2^a or 3 2^a, at least 4"),
    LF_REALS(gray, side, 1, "", "1.25", LF_POSITIVE, "of the periodic square"),
    LF_REALS(gray, Du, 1, "", "2e-5", LF_POSITIVE, "diffusion of u"),
    LF_REALS(gray, Dv, 1, "", "1e-5", LF_POSITIVE, "diffusion of v"),
    LF_REALS(gray, F, 1, "", "0.037", LF_POSITIVE, "rate of the feed, which washes both out"),
    LF_REALS(gray, k, 1, "", "0.06", LF_POSITIVE, "decay of v beside the feed"),
    LF_CHOOSE(gray, start, "drop|drops", "drop", "one drop of v in the middle; several"),
    LF_REALS(gray, width, 1, "", "0.1", LF_POSITIVE, "of a drop"),
    LF_WHOLE(gray, drops, "12", 1, GRAY_MOST, "how many drops"),
    LF_WHOLE(gray, seed, "1", 0, 1e15, "of their places"),
    LF_PDE_DEALIAS(gray),
    LF_PARAM_END,
};

const lf_model lf_model_gray_scott = {
    .size = sizeof(lf_model),
    .name = "gray-scott",
    .doc = "two substances that react and spread on a periodic square, in Fourier coefficients: "
           "spots that divide; diffusion is weak here, so explicit methods are not much worse",
    .formula = "u_t = Du Lap u - u v^2 + F (1 - u), v_t = Dv Lap v + u v^2 - (F + k) v, f = (1, N) "
               "on the group of e^{aL} (u, v) + b",
    .cite =
        "Gray, Scott, Autocatalytic reactions in the isothermal continuous stirred tank reactor, "
        "1984; Pearson, Complex patterns in a simple system, 1993",
    .params = gray_params,
    .self_size = sizeof(gray),
    .t_end = 2000,
    .step = 2,
    .method = "cf4",
    .build = gray_build,
    .dim = gray_dim,
    .room = gray_room,
    .give = gray_give,
};
