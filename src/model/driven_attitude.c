/* SPDX-License-Identifier: BSD-3-Clause */
/* driven_attitude.c - an attitude turned by a prescribed angular velocity, R' = hat(w(t)) R with
 * w(t) = mean + cosine cos(rate t) + sine sin(rate t): a field of time alone, as Magnus methods
 * need (and as gyroscopes deliver). */
#include "model/models.h"

#include <lieflow/equation.h>

#include <string.h>

typedef struct {
    double R[9], mean[3], cosine[3], sine[3], rate;
} driven_attitude;

LF_TIMED_EQUATION(driven_attitude, driven_attitude, left, {
    const lf_real angle = self->rate * t;
    lf_real c, s;
    lf_real_cos(&angle, &c);
    lf_real_sin(&angle, &s);
    LF_UNROLLED(k, 3)
        f[k] = self->mean[k] + self->cosine[k] * c + self->sine[k] * s;
})

static const char *const driven_attitude_columns[] = {"R.11", "R.12", "R.13", "R.21", "R.22",
                                                      "R.23", "R.31", "R.32", "R.33"};
static const lf_names driven_attitude_names = {.list = driven_attitude_columns};

static const lf_trait driven_attitude_traits[] = {
    {LF_TRAIT_AMBIENT, &driven_attitude_ambient_view},
    {LF_TRAIT_TIME_FIELD, "the driving depends on time alone"},
    {LF_TRAIT_END, NULL}};

static lf_status driven_attitude_build(void *self, lf_problem *P, double *y0, char *why,
                                       size_t why_size)
{
    driven_attitude *d = self;
    const lf_status s = lf_check_rotation(d->R, "R", why, why_size);
    if (s != LF_OK)
        return s;
    memcpy(y0, d->R, sizeof d->R);
    *P = (lf_problem){.name = "driven-attitude",
                      .action = &lf_so3_left,
                      .field = driven_attitude_field,
                      .ctx = d,
                      .traits = driven_attitude_traits,
                      .names = &driven_attitude_names};
    return LF_OK;
}

static const lf_param driven_attitude_params[] = {
    LF_REALS(driven_attitude, R, 9, "", LF_IDENTITY3, LF_ANY, "attitude at the start, row by row"),
    LF_REALS(driven_attitude, mean, 3, "rad/s", "0.3 -0.2 1", LF_ANY, "mean angular velocity"),
    LF_REALS(driven_attitude, cosine, 3, "rad/s", "1 0.5 0", LF_ANY,
             "angular velocity in phase with cos(rate t)"),
    LF_REALS(driven_attitude, sine, 3, "rad/s", "0 1 -0.5", LF_ANY,
             "angular velocity in phase with sin(rate t)"),
    LF_REALS(driven_attitude, rate, 1, "rad/s", "2", LF_ANY, "frequency of the drive"),
    LF_PARAM_END};

const lf_model lf_model_driven_attitude = {
    .size = sizeof(lf_model),
    .name = "driven-attitude",
    .doc = "an attitude turned by a given angular velocity, such as a gyroscope records",
    .formula = "R' = hat(w(t)) R, w(t) = mean + cosine cos(rate t) + sine sin(rate t)",
    .cite = "Blanes, Casas, Oteo, Ros, The Magnus expansion and some of its applications, 2009",
    .params = driven_attitude_params,
    .self_size = sizeof(driven_attitude),
    .t_end = 2,
    .step = 0.02,
    .method = "magnus4",
    .build = driven_attitude_build,
};
