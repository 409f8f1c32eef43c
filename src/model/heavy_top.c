/* SPDX-License-Identifier: BSD-3-Clause */
/* heavy_top.c - the heavy top on se(3)*: Pi' = Pi x I^-1 Pi + c Gamma x chi, Gamma' = Gamma x I^-1 Pi.
 * Field (-I^-1 Pi, -c chi) for the coadjoint action of SE(3). Becker (thesis), section 6. */
#include "model/models.h"

#include <lieflow/equation.h>

#include <math.h>

#include "base/lanes.h"

typedef struct {
    double inertia[3], chi[3], c, Pi[3], Gamma[3];
    double inverse[3], force[3]; /* 1/inertia, c chi */
    double turn[3], pull[3];     /* minus these */
} heavy_top;

LF_EQUATION(heavy_top, heavy_top, coadjoint, {
    const lf_real zero = {0};
    f[0] = self->turn[0] * y[0];
    f[1] = self->turn[1] * y[1];
    f[2] = self->turn[2] * y[2];
    f[3] = zero + self->pull[0];
    f[4] = zero + self->pull[1];
    f[5] = zero + self->pull[2];
})

LF_KERNEL static void heavy_top_energy(const lf_problem *P, const lf_lanes *L, const double *y,
                                       double *energy)
{
    const size_t n = L->n;
    const heavy_top *top = P->ctx;
    const lf_vec3 force = {top->force[0], top->force[1], top->force[2]};
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 m = lf_vec3_load(y, n, i);
        const double kinetic =
            m.x * m.x * top->inverse[0] + m.y * m.y * top->inverse[1] + m.z * m.z * top->inverse[2];
        energy[i] = 0.5 * kinetic + lf_dot(force, lf_vec3_load(y + 3 * n, n, i));
    }
}

LF_KERNEL static void heavy_top_gamma(const lf_problem *P, const lf_lanes *L, const double *y,
                                      double *norm)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 g = lf_vec3_load(y + 3 * n, n, i);
        norm[i] = sqrt(lf_dot(g, g));
    }
}

LF_KERNEL static void heavy_top_vertical(const lf_problem *P, const lf_lanes *L, const double *y,
                                         double *product)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++)
        product[i] = lf_dot(lf_vec3_load(y, n, i), lf_vec3_load(y + 3 * n, n, i));
}

/* How large the parts of energy and Pi.Gamma are: Gamma may turn anywhere. */
LF_KERNEL static void heavy_top_energy_size(const lf_problem *P, const lf_lanes *L, const double *y,
                                            double *size)
{
    const size_t n = L->n;
    const heavy_top *top = P->ctx;
    const lf_vec3 force = {top->force[0], top->force[1], top->force[2]};
    heavy_top_energy(P, L, y, size);
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 g = lf_vec3_load(y + 3 * n, n, i);
        size[i] += sqrt(lf_dot(force, force) * lf_dot(g, g)) - lf_dot(force, g);
    }
}

LF_KERNEL static void heavy_top_vertical_size(const lf_problem *P, const lf_lanes *L,
                                              const double *y, double *size)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 m = lf_vec3_load(y, n, i), g = lf_vec3_load(y + 3 * n, n, i);
        size[i] = sqrt(lf_dot(m, m) * lf_dot(g, g));
    }
}

static lf_quantity *const heavy_top_sizes[] = {heavy_top_energy_size, NULL,
                                               heavy_top_vertical_size};
static const lf_scales heavy_top_scales = {heavy_top_sizes};
static const lf_trait heavy_top_traits[] = {
    LF_EQUATION_TRAITS(heavy_top), {LF_TRAIT_SCALES, &heavy_top_scales}, {LF_TRAIT_END, NULL}};

static const lf_invariant heavy_top_invariants[] = {
    {"energy", "Pi.I^-1 Pi/2 + c Gamma.chi", heavy_top_energy},
    {"Gamma", "|Gamma|", heavy_top_gamma},
    {"Pi.Gamma", "momentum about the vertical", heavy_top_vertical},
    {NULL, NULL, NULL},
};
static const char *const heavy_top_columns[] = {"Pi.x",    "Pi.y",    "Pi.z",
                                                "Gamma.x", "Gamma.y", "Gamma.z"};
static const lf_names heavy_top_names = {.list = heavy_top_columns};

static lf_status heavy_top_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    heavy_top *top = self;
    const lf_status s = lf_check_moments(top->inertia, "inertia", why, why_size);
    if (s != LF_OK)
        return s;
    for (int k = 0; k < 3; k++) {
        top->inverse[k] = 1 / top->inertia[k];
        top->force[k] = top->c * top->chi[k];
        top->turn[k] = -top->inverse[k];
        top->pull[k] = -top->force[k];
        y0[k] = top->Pi[k];
        y0[3 + k] = top->Gamma[k];
    }
    *P = (lf_problem){.name = "heavy-top",
                      .action = &lf_se3_coadjoint,
                      .field = heavy_top_field,
                      .ctx = top,
                      .invariants = heavy_top_invariants,
                      .names = &heavy_top_names,
                      .traits = heavy_top_traits};
    return LF_OK;
}

static const lf_param heavy_top_params[] = {
    LF_REALS(heavy_top, inertia, 3, "kg m^2", "1 5 6", LF_POSITIVE,
             "principal moments of inertia about the fixed point"),
    LF_REALS(heavy_top, chi, 3, "", "0 0 1", LF_ANY,
             "direction from the fixed point to the centre of mass, in the body frame"),
    LF_REALS(heavy_top, c, 1, "N m", "1", LF_ANY, "mass times gravity times arm"),
    LF_REALS(heavy_top, Pi, 3, "kg m^2/s", "sin(1.1) 0 cos(1.1)", LF_ANY,
             "angular momentum in the body frame at the start"),
    LF_REALS(heavy_top, Gamma, 3, "", "1 0.2 3", LF_ANY,
             "the vertical seen from the body at the start"),
    LF_PARAM_END};

const lf_model lf_model_heavy_top = {
    .size = sizeof(lf_model),
    .name = "heavy-top",
    .doc = "a rigid body with a fixed point under gravity, in body coordinates",
    .formula = "Pi' = Pi x I^-1 Pi + c Gamma x chi, Gamma' = Gamma x I^-1 Pi, "
               "f = (-I^-1 Pi, -c chi), SE(3) acting on se(3)*",
    .cite = "Becker, An introduction to Lie group methods for rigid body systems (thesis), 2021, "
            "section 6",
    .params = heavy_top_params,
    .self_size = sizeof(heavy_top),
    .t_end = 10,
    .step = 0.05,
    .method = "cf4",
    .build = heavy_top_build,
};
