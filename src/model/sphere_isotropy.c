/* SPDX-License-Identifier: BSD-3-Clause */
/* sphere_isotropy.c - the free rigid body on a sphere with the isotropy made visible: the field
 * -I^-1 m + alpha m moves m exactly as -I^-1 m does, yet a method's result depends on alpha.
 * Celledoni, Marthinsen, Owren 2014, section 2.3 and figure 2. */
#include "model/models.h"

#include <lieflow/equation.h>

#include "base/lanes.h"

typedef struct {
    double inertia[3], m[3], alpha;
    double rate[3]; /* alpha - 1/inertia */
} isotropy;

LF_EQUATION(isotropy, isotropy, rotation, {
    f[0] = self->rate[0] * y[0];
    f[1] = self->rate[1] * y[1];
    f[2] = self->rate[2] * y[2];
})

static void isotropy_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *energy)
{
    const size_t n = L->n;
    const isotropy *s = P->ctx;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 m = lf_vec3_load(y, n, i);
        energy[i] = 0.5 * (m.x * m.x / s->inertia[0] + m.y * m.y / s->inertia[1] +
                           m.z * m.z / s->inertia[2]);
    }
}

static const lf_invariant isotropy_invariants[] = {
    {"energy", "m.I^-1 m/2", isotropy_energy},
    {NULL, NULL, NULL},
};
static const char *const isotropy_columns[] = {"m.x", "m.y", "m.z"};
static const lf_names isotropy_names = {.list = isotropy_columns};

static lf_status isotropy_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    (void)why;
    (void)why_size;
    isotropy *s = self;
    for (int k = 0; k < 3; k++) {
        s->rate[k] = s->alpha - 1 / s->inertia[k];
        y0[k] = s->m[k];
    }
    *P = (lf_problem){.name = "sphere-isotropy",
                      .action = &lf_rotation,
                      .field = isotropy_equation.field,
                      .traits = isotropy_equation.traits,
                      .ctx = s,
                      .invariants = isotropy_invariants,
                      .names = &isotropy_names};
    return LF_OK;
}

static const lf_param isotropy_params[] = {
    LF_REALS(isotropy, inertia, 3, "kg m^2", "1 2 4", LF_POSITIVE, "principal moments of inertia"),
    LF_REALS(isotropy, m, 3, "kg m^2/s", "0.6 0.48 0.64", LF_ANY, "momentum at the start"),
    LF_REALS(isotropy, alpha, 1, "", "0", LF_ANY, "how much of m itself is added to the field"),
    LF_PARAM_END};

const lf_model lf_model_sphere_isotropy = {
    .size = sizeof(lf_model),
    .name = "sphere-isotropy",
    .doc = "the free rigid body on its momentum sphere, with a free choice of isotropy",
    .formula = "m' = f(m) x m, f(m) = -I^-1 m + alpha m, SO(3) acting on the sphere",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 2.3",
    .params = isotropy_params,
    .self_size = sizeof(isotropy),
    .t_end = 1,
    .step = 1,
    .method = "lie-euler",
    .build = isotropy_build,
};
