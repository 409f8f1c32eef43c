/* SPDX-License-Identifier: BSD-3-Clause */
/* sphere.h - the unit sphere seen from afar, for drawings. */
#ifndef LIEFLOW_RUN_SPHERE_H
#define LIEFLOW_RUN_SPHERE_H

#include "run/study.h"

typedef struct {
    double right[3], up[3], toward[3]; /* orthonormal; `toward` points to the viewer */
} lf_view;

/* Seen from longitude and latitude, in degrees. */
lf_view lf_view_from(double longitude, double latitude);
/* Where a point appears; false if it is behind. */
bool lf_view_project(const lf_view *V, const double *point, double *x, double *y);
/* Add the point to the pen's line, or a gap if it is behind. */
void lf_view_to(const lf_view *V, lf_pen *pen, const double *point);
/* Meridians and parallels of the near side, and the outline. */
void lf_view_grid(const lf_view *V, lf_pen *pen);

#endif
