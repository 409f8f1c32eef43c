/* SPDX-License-Identifier: BSD-3-Clause */
/* plane.c - groups of 2 x 2 and affine matrices moving the plane: SL(2) by matrix times vector,
 * and SE(2) with its relatives by [[c, -s], [kappa s, c]] y + (x, y).
 * Celledoni, Marthinsen, Owren 2014, section 2 (Duffing's equation). */
#include <lieflow/action.h>

#include "action/whole.h"
#include "base/lanes.h"

static lf_status plane_sl2_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                 double *y1, double *work)
{
    LF_EACH_LANE(i, n) {
        const double x = y0[i], y = y0[n + i];
        y1[i] = g[i] * x + g[n + i] * y;
        y1[n + i] = g[2 * n + i] * x + g[3 * n + i] * y;
    }
    return LF_OK;
}

/* [[a, b], [c, -a]] y */
static lf_status plane_sl2_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                     double *v, double *work)
{
    LF_EACH_LANE(i, n) {
        v[i] = u[i] * y[i] + u[n + i] * y[n + i];
        v[n + i] = u[2 * n + i] * y[i] - u[i] * y[n + i];
    }
    return LF_OK;
}

static lf_status plane_affine_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                                    double *y1, double *work)
{
    const double kappa = *(const double *)A->group->ctx;
    LF_EACH_LANE(i, n) {
        const double c = g[i], s = g[n + i], x = y0[i], y = y0[n + i];
        y1[i] = c * x - s * y + g[2 * n + i];
        y1[n + i] = kappa * s * x + c * y + g[3 * n + i];
    }
    return LF_OK;
}

/* (-w y + vx, kappa w x + vy) */
static lf_status plane_affine_generator(const lf_action *A, size_t n, const double *u,
                                        const double *y, double *v, double *work)
{
    const double kappa = *(const double *)A->group->ctx;
    LF_EACH_LANE(i, n) {
        const double w = u[i], x = y[i], z = y[n + i];
        v[i] = u[n + i] - w * z;
        v[n + i] = u[2 * n + i] + kappa * w * x;
    }
    return LF_OK;
}

static const lf_action_ops sl2_ops = {
    .apply = plane_sl2_apply,
    .generator = plane_sl2_generator,
    .defect = lf_whole_defect,
    .project = lf_whole_project,
};
static const lf_action_ops affine_ops = {
    .apply = plane_affine_apply,
    .generator = plane_affine_generator,
    .defect = lf_whole_defect,
    .project = lf_whole_project,
};

const lf_action lf_sl2_plane = {
    .name = "sl2-plane",
    .doc = "SL(2) on R^2: g.y = g y",
    .group = &lf_sl2,
    .dim = 2,
    .ops = &sl2_ops,
};

lf_action lf_action_plane(const lf_group *planar)
{
    return (lf_action){
        .name = "plane",
        .doc = "a planar group on R^2: g.y = [[c, -s], [kappa s, c]] y + (x, y)",
        .group = planar,
        .dim = 2,
        .ops = &affine_ops,
    };
}

const lf_action lf_se2_plane = {
    .name = "se2-plane",
    .doc = "SE(2) on R^2 by rigid motions",
    .group = &lf_se2,
    .dim = 2,
    .ops = &affine_ops,
};
