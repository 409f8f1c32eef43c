/* SPDX-License-Identifier: BSD-3-Clause */
/* landau_lifshitz.c - a model that knows Lieflow by its public headers alone: the magnetic moment m
 * of Landau and Lifshitz, 1935, on the sphere, m' = -m x H - alpha m x (m x H) with the field
 * H = outer + k m_z e_z. As f x m that is f = H + alpha m x H.
 *
 * It is compiled as a plug-in (LANDAU_ABI: with another ABI number; LANDAU_BARE: without the symbol
 * that tells of its models), and into the test program (LANDAU_NAME: under another name). */
#include <lieflow/model.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifndef LANDAU_NAME
#define LANDAU_NAME "landau-lifshitz"
#endif

typedef struct {
    double outer[3], k, alpha, m[3];
    lf_point_field point;
} landau;

static lf_status landau_field(const void *ctx, size_t trajectory, double t, const double *m,
                              double *f)
{
    const landau *self = ctx;
    const double H[3] = {self->outer[0], self->outer[1], self->outer[2] + self->k * m[2]};
    (void)trajectory, (void)t;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        f[i] = H[i] + self->alpha * (m[j] * H[k] - m[k] * H[j]);
    }
    return LF_OK;
}

static lf_status landau_build(void *self_, lf_problem *P, double *y0, char *why, size_t why_size)
{
    landau *self = self_;
    const double *m = self->m, length = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    if (!(fabs(length - 1) <= 1e-9)) {
        snprintf(why, why_size, "m must have length 1, got %.10g", length);
        return LF_EINPUT;
    }
    self->point = (lf_point_field){landau_field, self};
    *P = lf_problem_from_point(LANDAU_NAME, &lf_sphere, &self->point);
    memcpy(y0, m, sizeof self->m);
    return LF_OK;
}

static const lf_param landau_params[] = {
    {"outer", LF_REAL, 3, offsetof(landau, outer), "", "0.2 0 1", NULL, -1e9, 1e9, 0, "field"},
    {"k", LF_REAL, 1, offsetof(landau, k), "", "0.5", NULL, -1e9, 1e9, 0, "anisotropy"},
    {"alpha", LF_REAL, 1, offsetof(landau, alpha), "", "0.1", NULL, 0, 1e9, 0, "damping"},
    {"m", LF_REAL, 3, offsetof(landau, m), "", "0.8 0 -0.6", NULL, -1, 1, 0, "start"},
    LF_PARAM_END};

static const char *const landau_aliases[] = {LANDAU_NAME "-1935", NULL};

#ifdef LANDAU_INSIDE
extern const lf_model landau_model;
#else
static
#endif
const lf_model landau_model = {.size = sizeof(lf_model),
                               .name = LANDAU_NAME,
                               .aliases = landau_aliases,
                               .doc = "a magnetic moment in a field",
                               .formula = "m' = -m x H - alpha m x (m x H)",
                               .cite = "Landau, Lifshitz 1935",
                               .params = landau_params,
                               .self_size = sizeof(landau),
                               .t_end = 10,
                               .step = 0.1,
                               .method = "rkmk4",
                               .build = landau_build};

#if defined(LANDAU_ABI)
static const lf_model *const landau_models[] = {&landau_model, NULL};
extern const lf_plugin lf_plugin_entry;
LF_EXPORT const lf_plugin lf_plugin_entry = {sizeof(lf_plugin), LANDAU_ABI, LF_VERSION,
                                             landau_models};
#elif defined(LANDAU_BARE)
LF_EXPORT extern const lf_model *const landau_bare;
const lf_model *const landau_bare = &landau_model;
#elif !defined(LANDAU_INSIDE)
static const lf_model *const landau_models[] = {&landau_model, NULL};
LF_PLUGIN(landau_models);
#endif
