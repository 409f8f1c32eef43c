/* SPDX-License-Identifier: BSD-3-Clause */
/* heavy_top.c - the heavy top on se(3)*: Pi' = Pi x I^-1 Pi + c Gamma x chi, Gamma' = Gamma x I^-1 Pi.
 * Field (-I^-1 Pi, -c chi) for the coadjoint action of SE(3). Becker (thesis), section 6. */
#include "model/models.h"

#include <math.h>

#include "base/leaps.h"

typedef struct {
    double inertia[3], chi[3], c, Pi[3], Gamma[3];
    double inverse[3], force[3]; /* 1/inertia, c chi */
} heavy_top;

static LF_INLINE void heavy_top_lanes(size_t n, const heavy_top *top, const double *restrict y,
                                      double *restrict f)
{
    const double a = -top->inverse[0], b = -top->inverse[1], c = -top->inverse[2];
    const double x = -top->force[0], z = -top->force[1], w = -top->force[2];
    LF_EACH_LANE(i, n) {
        f[i] = a * y[i];
        f[n + i] = b * y[n + i];
        f[2 * n + i] = c * y[2 * n + i];
        f[3 * n + i] = x;
        f[4 * n + i] = z;
        f[5 * n + i] = w;
    }
}

LF_KERNEL static lf_status heavy_top_field(const lf_problem *P, size_t n, const double *t,
                                           const double *y, double *f, double *work)
{
    (void)t;
    (void)work;
    LF_BY_LANES(n, heavy_top_lanes, P->ctx, y, f);
    return LF_OK;
}

static LF_INLINE void heavy_top_ambient_lanes(size_t n, const heavy_top *top,
                                              const double *restrict y, double *restrict F)
{
    const double a = top->inverse[0], b = top->inverse[1], c = top->inverse[2];
    const lf_vec3 force = {top->force[0], top->force[1], top->force[2]};
    LF_EACH_LANE(i, n) {
        const lf_vec3 m = lf_vec3_load(y, n, i), g = lf_vec3_load(y + 3 * n, n, i);
        const lf_vec3 w = {a * m.x, b * m.y, c * m.z};
        lf_vec3_store(F, n, i, lf_add(lf_cross(m, w), lf_cross(g, force)));
        lf_vec3_store(F + 3 * n, n, i, lf_cross(g, w));
    }
}

/* The equations as they stand, in one call for classical methods. */
LF_KERNEL static lf_status heavy_top_ambient(const lf_problem *P, size_t n, const double *t,
                                             const double *y, double *F, double *work)
{
    (void)t;
    (void)work;
    LF_BY_LANES(n, heavy_top_ambient_lanes, P->ctx, y, F);
    return LF_OK;
}

/* The same for four lanes in registers. */
static LF_INLINE void heavy_top_rate(const void *self, const lf_quad *y, lf_quad *F)
{
    const heavy_top *top = self;
    const double *i = top->inverse, *f = top->force;
    const lf_quad w[3] = {i[0] * y[0], i[1] * y[1], i[2] * y[2]}, *g = y + 3;
    lf_quad_cross(y, w, F);
    lf_quad_cross(g, w, F + 3);
    F[0] += g[1] * f[2] - g[2] * f[1];
    F[1] += g[2] * f[0] - g[0] * f[2];
    F[2] += g[0] * f[1] - g[1] * f[0];
}

LF_KERNEL static void heavy_top_leap(const lf_problem *P, int count, const double *twice,
                                     const double *base, double *before, double *now)
{
    const heavy_top top = *(const heavy_top *)P->ctx;
    lf_leap_lanes(6, heavy_top_rate, &top, count, (const lf_quad *)twice, (const lf_quad *)base,
                  (lf_quad *)before, (lf_quad *)now);
}

LF_KERNEL static void heavy_top_leaps(const lf_problem *P, int count, const double *twice,
                                      const double *base, double *before, double *now)
{
    const heavy_top top = *(const heavy_top *)P->ctx;
    lf_leap_all(2, 6, heavy_top_rate, &top, count, twice, base, before, now);
}

LF_KERNEL static void heavy_top_energy(const lf_problem *P, size_t n, const double *t,
                                       const double *y, double *energy)
{
    (void)t;
    const heavy_top *top = P->ctx;
    const lf_vec3 force = {top->force[0], top->force[1], top->force[2]};
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 m = lf_vec3_load(y, n, i);
        const double kinetic =
            m.x * m.x * top->inverse[0] + m.y * m.y * top->inverse[1] + m.z * m.z * top->inverse[2];
        energy[i] = 0.5 * kinetic + lf_dot(force, lf_vec3_load(y + 3 * n, n, i));
    }
}

LF_KERNEL static void heavy_top_gamma(const lf_problem *P, size_t n, const double *t,
                                      const double *y, double *norm)
{
    (void)P;
    (void)t;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 g = lf_vec3_load(y + 3 * n, n, i);
        norm[i] = sqrt(lf_dot(g, g));
    }
}

LF_KERNEL static void heavy_top_vertical(const lf_problem *P, size_t n, const double *t,
                                         const double *y, double *product)
{
    (void)P;
    (void)t;
    for (size_t i = 0; i < n; i++)
        product[i] = lf_dot(lf_vec3_load(y, n, i), lf_vec3_load(y + 3 * n, n, i));
}

static const lf_invariant heavy_top_invariants[] = {
    {"energy", "Pi.I^-1 Pi/2 + c Gamma.chi", heavy_top_energy},
    {"Gamma", "|Gamma|", heavy_top_gamma},
    {"Pi.Gamma", "momentum about the vertical", heavy_top_vertical},
    {NULL, NULL, NULL},
};
static const char *const heavy_top_columns[] = {"Pi.x",    "Pi.y",    "Pi.z",
                                                "Gamma.x", "Gamma.y", "Gamma.z"};

static lf_status heavy_top_build(void *self, lf_problem *P, double *y0, char *why, size_t why_size)
{
    (void)why;
    (void)why_size;
    heavy_top *top = self;
    for (int k = 0; k < 3; k++) {
        top->inverse[k] = 1 / top->inertia[k];
        top->force[k] = top->c * top->chi[k];
        y0[k] = top->Pi[k];
        y0[3 + k] = top->Gamma[k];
    }
    *P = (lf_problem){.name = "heavy-top",
                      .action = &lf_se3_coadjoint,
                      .field = heavy_top_field,
                      .has = LF_HAS_FIELD,
                      .ctx = top,
                      .invariants = heavy_top_invariants,
                      .columns = heavy_top_columns,
                      .ambient = heavy_top_ambient,
                      .leap = heavy_top_leap,
                      .leaps = heavy_top_leaps};
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
    .cite = "Becker, Lie group integrators (thesis), section 6",
    .params = heavy_top_params,
    .self_size = sizeof(heavy_top),
    .t_end = 10,
    .step = 0.05,
    .method = "cf4",
    .build = heavy_top_build,
};
