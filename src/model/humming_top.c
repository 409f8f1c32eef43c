/* SPDX-License-Identifier: BSD-3-Clause */
/* humming_top.c - B' = hat(w) B, w' = alpha w x force on SO(3) x R^3: test case 2 of Marthinsen,
 * Munthe-Kaas, Owren 1997. Closed form: with E(t) = exp(-alpha t force),
 * w(t) = E w(0) and B(t) = E exp(t (w(0) + alpha force)) B(0). */
#include "model/models.h"

#include <lieflow/equation.h>

#include <math.h>
#include <string.h>

#include "base/mat3.h"

typedef struct {
    double B[9], omega[3], force[3], alpha;
} humming_top;

LF_EQUATION(humming_top, humming_top, tso3_left, {
    const lf_real *w = y + 9;
    lf_real pull[3];
    f[0] = w[0];
    f[1] = w[1];
    f[2] = w[2];
    pull[0] = w[1] * self->force[2] - w[2] * self->force[1];
    pull[1] = w[2] * self->force[0] - w[0] * self->force[2];
    pull[2] = w[0] * self->force[1] - w[1] * self->force[0];
    f[3] = self->alpha * pull[0];
    f[4] = self->alpha * pull[1];
    f[5] = self->alpha * pull[2];
})

/* B'' = (hat(w') + hat(w)^2) B, for Newmark methods */
LF_KERNEL static lf_status humming_top_acceleration(const lf_problem *P, const lf_lanes *L,
                                                    const double *y, const double *v, double *a)
{
    const size_t n = L->n;
    (void)v;
    for (size_t i = 0; i < n; i++) {
        double point[12], f[6];
        for (size_t c = 0; c < 12; c++)
            point[c] = y[c * n + i];
        humming_top_field_one(P->ctx, &L->t[i], point, f); /* w and w' */
        const lf_vec3 w = {f[0], f[1], f[2]}, gain = {f[3], f[4], f[5]};
        const lf_mat3 B = lf_mat3_load(y, n, i);
        const lf_mat3 turn = lf_mat3_hat_mul(w, lf_mat3_hat_mul(w, B));
        const lf_mat3 swing = lf_mat3_hat_mul(gain, B);
        lf_mat3_store(a, n, i,
                      (lf_mat3){lf_add(turn.r0, swing.r0), lf_add(turn.r1, swing.r1),
                                lf_add(turn.r2, swing.r2)});
    }
    return LF_OK;
}

static const lf_second_order humming_top_second_order = {9, humming_top_acceleration};

LF_KERNEL static void humming_top_speed(const lf_problem *P, const lf_lanes *L, const double *y,
                                        double *norm)
{
    const size_t n = L->n;
    (void)P;
    for (size_t i = 0; i < n; i++) {
        const lf_vec3 w = lf_vec3_load(y + 9 * n, n, i);
        norm[i] = sqrt(lf_dot(w, w));
    }
}

LF_KERNEL static void humming_top_height(const lf_problem *P, const lf_lanes *L, const double *y,
                                         double *product)
{
    const size_t n = L->n;
    const humming_top *h = P->ctx;
    const lf_vec3 force = {h->force[0], h->force[1], h->force[2]};
    for (size_t i = 0; i < n; i++)
        product[i] = lf_dot(force, lf_vec3_load(y + 9 * n, n, i));
}

LF_KERNEL static void humming_top_height_size(const lf_problem *P, const lf_lanes *L,
                                              const double *y, double *size)
{
    const humming_top *h = P->ctx;
    const lf_vec3 force = {h->force[0], h->force[1], h->force[2]};
    humming_top_speed(P, L, y, size);
    for (size_t i = 0; i < L->n; i++)
        size[i] *= sqrt(lf_dot(force, force));
}

static lf_quantity *const humming_top_sizes[] = {NULL, humming_top_height_size};
static const lf_scales humming_top_scales = {humming_top_sizes};

static const lf_invariant humming_top_invariants[] = {
    {"omega", "|omega|", humming_top_speed},
    {"omega.force", "angular velocity about the force", humming_top_height},
    {NULL, NULL, NULL},
};
static const char *const humming_top_columns[] = {"B.11", "B.12",    "B.13",    "B.21",
                                                  "B.22", "B.23",    "B.31",    "B.32",
                                                  "B.33", "omega.x", "omega.y", "omega.z"};
static const lf_names humming_top_names = {.list = humming_top_columns};

static const lf_trait humming_top_traits[] = {LF_EQUATION_TRAITS(humming_top),
                                              {LF_TRAIT_SECOND_ORDER, &humming_top_second_order},
                                              {LF_TRAIT_SCALES, &humming_top_scales},
                                              {LF_TRAIT_END, NULL}};

static lf_status humming_top_build(void *self, lf_problem *P, double *y0, char *why,
                                   size_t why_size)
{
    humming_top *h = self;
    const lf_status s = lf_check_rotation(h->B, "B", why, why_size);
    if (s != LF_OK)
        return s;
    memcpy(y0, h->B, sizeof h->B);
    memcpy(y0 + 9, h->omega, sizeof h->omega);
    *P = (lf_problem){.name = "humming-top",
                      .action = &lf_tso3_left,
                      .field = humming_top_equation.field,
                      .ctx = h,
                      .invariants = humming_top_invariants,
                      .names = &humming_top_names,
                      .traits = humming_top_traits};
    return LF_OK;
}

static lf_status humming_top_exact(const void *self, double t, double *y)
{
    const humming_top *h = self;
    double u[3], v[3], E[9], F[9], EF[9];
    for (int k = 0; k < 3; k++) {
        u[k] = -h->alpha * t * h->force[k];
        v[k] = t * (h->omega[k] + h->alpha * h->force[k]);
    }
    lf_group_exp(&lf_so3, 1, u, E, NULL); /* SO(3) needs no scratch */
    lf_group_exp(&lf_so3, 1, v, F, NULL);
    lf_group_mul(&lf_so3, 1, E, F, EF, NULL);
    lf_group_mul(&lf_so3, 1, EF, h->B, y, NULL);
    lf_group_Ad(&lf_so3, 1, E, h->omega, y + 9, NULL);
    return LF_OK;
}

static const lf_param humming_top_params[] = {
    LF_REALS(humming_top, B, 9, "", "1 0 0 0 sqrt(3)/2 1/2 0 -1/2 sqrt(3)/2", LF_ANY,
             "attitude at the start, row by row"),
    LF_REALS(humming_top, omega, 3, "rad/s", "-1.1 -1 -0.8", LF_ANY,
             "angular velocity at the start, in space"),
    LF_REALS(humming_top, force, 3, "N", "0 0 -1", LF_ANY, "external force"),
    LF_REALS(humming_top, alpha, 1, "", "1", LF_ANY, "strength of the precession"), LF_PARAM_END};

const lf_model lf_model_humming_top = {
    .size = sizeof(lf_model),
    .name = "humming-top",
    .doc = "a fast top precessing under a constant force",
    .formula = "B' = hat(omega) B, omega' = alpha omega x force, SO(3) x R^3 on itself",
    .cite = "Marthinsen, Munthe-Kaas, Owren, Simulation of ODEs on manifolds, 1997, test case 2",
    .params = humming_top_params,
    .self_size = sizeof(humming_top),
    .t_end = 1,
    .step = 0.01,
    .method = "mk4",
    .build = humming_top_build,
    .exact = humming_top_exact,
};
