/* SPDX-License-Identifier: BSD-3-Clause */
/* duffing.c - Duffing's equation x' = y, y' = -a x - b x^3 with a choice of three groups:
 *
 *   r2   translations: every method is its classical self
 *   sl2  f = [[0, 1], [-(a + b x^2), 0]]
 *   se2  the planar group of curvature a (SE(2) for a > 0): the linear oscillator turns exactly,
 *        f = (-1, 0, -b x^3)
 *
 * Celledoni, Marthinsen, Owren 2014, section 2; the printed sl2 field has y where 1 belongs. */
#include "model/models.h"

#include <lieflow/equation.h>

#include <math.h>

#include "base/lanes.h"

typedef struct {
    double a, b, x, y;
    int action; /* 0 r2, 1 sl2, 2 se2 */
    lf_group group;
    lf_action plane;
} duffing;

LF_EQUATION(duffing_r2, duffing, plane, {
    f[0] = y[1];
    f[1] = -(self->a + self->b * y[0] * y[0]) * y[0];
})
LF_EQUATION(duffing_sl2, duffing, sl2_plane, {
    const lf_real zero = {0};
    f[0] = zero;
    f[1] = zero + 1;
    f[2] = -(self->a + self->b * y[0] * y[0]);
})

/* By hand, since how this group moves the plane depends on its curvature. */
static lf_status duffing_se2(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                             double *work)
{
    const size_t n = L->n;
    (void)work;
    const double b = ((const duffing *)P->ctx)->b;
    LF_EACH_LANE(i, n) {
        f[i] = -1;
        f[n + i] = 0;
        f[2 * n + i] = -b * y[i] * y[i] * y[i];
    }
    return LF_OK;
}

static void duffing_sum(double a, double b, size_t n, const double *y, double *sum)
{
    for (size_t i = 0; i < n; i++) {
        const double x2 = y[i] * y[i];
        sum[i] = 0.5 * (y[n + i] * y[n + i] + a * x2) + 0.25 * b * x2 * x2;
    }
}

static void duffing_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *energy)
{
    const duffing *d = P->ctx;
    duffing_sum(d->a, d->b, L->n, y, energy);
}

/* Its three parts, all positive: a stiffness may be negative. */
static void duffing_energy_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                double *size)
{
    const duffing *d = P->ctx;
    duffing_sum(fabs(d->a), fabs(d->b), L->n, y, size);
}

static lf_quantity *const duffing_sizes[] = {duffing_energy_size};
static const lf_scales duffing_scales = {duffing_sizes};
#define SCALES                          \
    {LF_TRAIT_SCALES, &duffing_scales}, \
    {                                   \
        LF_TRAIT_END, NULL              \
    }
static const lf_trait r2_traits[] = {LF_EQUATION_TRAITS(duffing_r2), SCALES};
static const lf_trait sl2_traits[] = {LF_EQUATION_TRAITS(duffing_sl2), SCALES};
static const lf_trait se2_traits[] = {SCALES};

static const lf_invariant duffing_invariants[] = {
    {"energy", "y^2/2 + a x^2/2 + b x^4/4", duffing_energy},
    {NULL, NULL, NULL},
};
static const char *const duffing_columns[] = {"x", "y"};
static const lf_names duffing_names = {.list = duffing_columns};

static lf_status duffing_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    (void)why;
    (void)why_size;
    duffing *d = self;
    y0[0] = d->x;
    y0[1] = d->y;
    lf_field *field = duffing_se2;
    const lf_trait *traits = se2_traits;
    if (d->action == 0) {
        field = duffing_r2_field;
        traits = r2_traits;
        d->group = lf_group_rn(2);
        d->plane = lf_action_translation(&d->group);
    } else if (d->action == 1) {
        field = duffing_sl2_field;
        traits = sl2_traits;
        d->plane = lf_sl2_plane;
    } else {
        d->group = lf_group_planar(&d->a);
        d->plane = lf_action_plane(&d->group);
    }
    *P = (lf_problem){.name = "duffing",
                      .action = &d->plane,
                      .field = field,
                      .traits = traits,
                      .ctx = d,
                      .invariants = duffing_invariants,
                      .names = &duffing_names};
    return LF_OK;
}

static const lf_param duffing_params[] = {
    LF_REALS(duffing, a, 1, "", "1", LF_ANY, "linear stiffness"),
    LF_REALS(duffing, b, 1, "", "1", LF_ANY, "cubic stiffness"),
    LF_REALS(duffing, x, 1, "", "0.75", LF_ANY, "position at the start"),
    LF_REALS(duffing, y, 1, "", "0.75", LF_ANY, "velocity at the start"),
    LF_CHOOSE(duffing, action, "r2|sl2|se2", "sl2", "the group that moves the plane",
              LF_PARAM_GROUP),
    LF_PARAM_END};

const lf_model lf_model_duffing = {
    .size = sizeof(lf_model),
    .name = "duffing",
    .doc = "Duffing's oscillator, moved by R^2, SL(2) or SE(2)",
    .formula = "x' = y, y' = -a x - b x^3",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 2",
    .params = duffing_params,
    .self_size = sizeof(duffing),
    .t_end = 2,
    .step = 0.0125,
    .method = "cf4",
    .build = duffing_build,
};
