/* SPDX-License-Identifier: BSD-3-Clause */
/* sphere_isotropy.c - the free rigid body on a sphere with the isotropy made visible: the field
 * -I^-1 m + alpha(m) m moves m exactly as -I^-1 m does, yet a method's result depends on alpha, "any
 * scalar function". Celledoni, Marthinsen, Owren 2014, section 2.3 and figure 2. Here
 *
 *   alpha(m) = alpha + slope.m + m.B m + a(m),
 *
 *   horizontal   a = m.I^-1 m/|m|^2: the field is perpendicular to m, and turns m on a great circle
 *   osculating   a = m'.I^-1 m'/|m'|^2 with m' = m x I^-1 m: the circle on which the frozen field
 *                turns m bends as the exact solution does, so that Lie-Euler's distance from the
 *                orbit (not along it) is of second order: the aim of Lewis and Olver, to which the
 *                paper refers. From m'' = (Df m') x m + f x m' against f x m' + alpha m x m'. */
#include "model/models.h"

#include <lieflow/equation.h>

#include <math.h>

#include "base/lanes.h"

typedef struct {
    double inertia[3], m[3], alpha, slope[3], bend[6];
    int isotropy, moments;
    double rate[3], inverse[3]; /* alpha - 1/inertia, 1/inertia */
} isotropy;
typedef enum { ISOTROPY_NONE, ISOTROPY_HORIZONTAL, ISOTROPY_OSCULATING } isotropy_choice;

LF_EQUATION(isotropy, isotropy, rotation, {
    f[0] = self->rate[0] * y[0];
    f[1] = self->rate[1] * y[1];
    f[2] = self->rate[2] * y[2];
})

/* alpha + slope.m + m.B m, and what a quotient of v.I^-1 v adds; f = alpha m - I^-1 m. A v of length
 * 0 adds nothing. */
#define ISOTROPY_FIELD(v)                                                                 \
    const double *b = self->bend, *w = self->inverse;                                     \
    const lf_real x = y[0], p = y[1], z = y[2];                                           \
    const lf_real along = self->slope[0] * x + self->slope[1] * p + self->slope[2] * z;   \
    const lf_real curved = (b[0] * x + b[3] * p + b[4] * z) * x +                         \
                           (b[3] * x + b[1] * p + b[5] * z) * p +                         \
                           (b[4] * x + b[5] * p + b[2] * z) * z;                          \
    const lf_real square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];                       \
    const lf_real weighed = w[0] * v[0] * v[0] + w[1] * v[1] * v[1] + w[2] * v[2] * v[2]; \
    const lf_real alpha = self->alpha + along + curved + weighed / (square + 1e-300);     \
    f[0] = (alpha - w[0]) * x;                                                            \
    f[1] = (alpha - w[1]) * p;                                                            \
    f[2] = (alpha - w[2]) * z

LF_EQUATION(isotropy_plain, isotropy, rotation, {
    const lf_real zero = {0};
    const lf_real nothing[3] = {zero, zero, zero};
    ISOTROPY_FIELD(nothing);
})
LF_EQUATION(isotropy_horizontal, isotropy, rotation, { ISOTROPY_FIELD(y); })
LF_EQUATION(isotropy_osculating, isotropy, rotation, {
    const double *I = self->inverse;
    lf_real rate[3]; /* m x I^-1 m */
    rate[0] = (I[2] - I[1]) * y[1] * y[2];
    rate[1] = (I[0] - I[2]) * y[2] * y[0];
    rate[2] = (I[1] - I[0]) * y[0] * y[1];
    ISOTROPY_FIELD(rate);
})

/* A constant alpha needs no more than three products. */
static lf_equation isotropy_of(const isotropy *s)
{
    double sum = 0;
    for (int k = 0; k < 6; k++)
        sum += fabs(s->bend[k]) + (k < 3 ? fabs(s->slope[k]) : 0);
    switch ((isotropy_choice)s->isotropy) {
    case ISOTROPY_HORIZONTAL: return isotropy_horizontal_equation;
    case ISOTROPY_OSCULATING: return isotropy_osculating_equation;
    case ISOTROPY_NONE: break;
    }
    return sum > 0 ? isotropy_plain_equation : isotropy_equation;
}

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
    isotropy *s = self;
    const lf_status status = lf_check_moments_choice(s->inertia, s->moments, why, why_size);
    if (status != LF_OK)
        return status;
    for (int k = 0; k < 3; k++) {
        s->inverse[k] = 1 / s->inertia[k];
        s->rate[k] = s->alpha - 1 / s->inertia[k];
        y0[k] = s->m[k];
    }
    const lf_equation equation = isotropy_of(s);
    *P = (lf_problem){.name = "sphere-isotropy",
                      .action = &lf_rotation,
                      .field = equation.field,
                      .traits = equation.traits,
                      .ctx = s,
                      .invariants = isotropy_invariants,
                      .names = &isotropy_names};
    return LF_OK;
}

static const lf_param isotropy_params[] = {
    LF_REALS(isotropy, inertia, 3, "kg m^2", "1 2 2.5", LF_POSITIVE,
             "principal moments of inertia"),
    LF_REALS(isotropy, m, 3, "kg m^2/s", "0.6 0.48 0.64", LF_ANY, "momentum at the start"),
    LF_REALS(isotropy, alpha, 1, "1/(kg m^2)", "0", LF_ANY,
             "how much of m itself is added to the field", LF_PARAM_GROUP),
    LF_REALS(isotropy, slope, 3, "s/(kg m^2)^2", "0 0 0", LF_ANY, "and how that grows with m",
             LF_PARAM_GROUP),
    LF_REALS(isotropy, bend, 6, "s^2/(kg m^2)^3", "0 0 0 0 0 0", LF_ANY,
             "and with products of m: xx yy zz xy xz yz of the symmetric matrix B", LF_PARAM_GROUP),
    LF_CHOOSE(isotropy, isotropy, "none|horizontal|osculating", "none",
              "what is added besides: nothing, what makes the field perpendicular to m, or what "
              "makes a frozen field bend the way of m as the exact solution does",
              LF_PARAM_GROUP),
    LF_MOMENTS_ROW(isotropy),
    LF_PARAM_END};

const lf_model lf_model_sphere_isotropy = {
    .size = sizeof(lf_model),
    .name = "sphere-isotropy",
    .doc = "the free rigid body on its momentum sphere, with a free choice of isotropy",
    .formula =
        "m' = f(m) x m, f(m) = -I^-1 m + alpha(m) m, alpha(m) = alpha + slope.m + m.B m + a(m), "
        "SO(3) acting on the sphere",
    .cite =
        "Celledoni, Marthinsen, Owren, An introduction to Lie group integrators, 2014, section 2.3",
    .params = isotropy_params,
    .self_size = sizeof(isotropy),
    .t_end = 1,
    .step = 1,
    .method = "lie-euler",
    .build = isotropy_build,
};
