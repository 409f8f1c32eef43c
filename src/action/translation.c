/* SPDX-License-Identifier: BSD-3-Clause */
/* translation.c - R^n moving itself: classical Runge-Kutta methods are Lie methods here. */
#include <lieflow/action.h>

#include <string.h>

#include "action/whole.h"

static lf_status translation_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                   double *y1, double *work)
{
    for (size_t j = 0; j < A->dim * n; j++)
        y1[j] = y0[j] + g[j];
    return LF_OK;
}

static lf_status translation_generator(const lf_action *A, size_t n, const double *u,
                                       const double *y, double *v, double *work)
{
    memcpy(v, u, A->dim * n * sizeof *v);
    return LF_OK;
}

static const lf_action_ops translation_ops = {
    .flow = translation_apply,
    .apply = translation_apply,
    .generator = translation_generator,
    .defect = lf_whole_defect,
    .project = lf_whole_project,
};

lf_action lf_action_translation(const lf_group *rn)
{
    return (lf_action){
        .name = "translation",
        .kind = LF_ACTION_TRANSLATION,
        .doc = "R^n on R^n: g.y = y + g",
        .group = rn,
        .dim = rn->dim,
        .ops = &translation_ops,
        .flat = true,
    };
}

const lf_action lf_r3_translation = {
    .name = "r3-translation",
    .kind = LF_ACTION_TRANSLATION,
    .doc = "R^3 on itself: g.y = y + g",
    .group = &lf_r3,
    .dim = 3,
    .ops = &translation_ops,
    .flat = true,
};
