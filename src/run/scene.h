/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.h - mechanisms as they stand in space: pendulum chains, quadrotors, rigid bodies. */
#ifndef LIEFLOW_RUN_SCENE_H
#define LIEFLOW_RUN_SCENE_H

#include <lieflow/bodies.h>

#include "run/sphere.h"

/* LF_OK if the scenario's model can be drawn in space, else a sentence in S->why. */
lf_status lf_scene_check(lf_scenario *S);
/* The usual place to look from. */
lf_view lf_scene_view(const lf_scenario *S);
/* The mechanism at the point y, as lines of the pen. */
void lf_scene_draw(const lf_scenario *S, const lf_problem *P, const lf_view *V, const double *y,
                   lf_pen *pen);
/* The way of its last body through rows first..last, as the line begun last. */
void lf_scene_trail(const lf_scenario *S, const lf_problem *P, const lf_view *V,
                    const lf_rows *rows, size_t first, size_t last, lf_pen *pen);
/* The load's desired place at t where it is a parabola; false for other paths. */
bool lf_scene_wish(const lf_scenario *S, double t, double *point);
/* A box that holds every row, the same scale both ways. */
void lf_scene_frame(const lf_scenario *S, const lf_problem *P, const lf_view *V,
                    const lf_rows *rows, lf_panel *panel);
/* A moving picture of the rows. */
lf_status lf_scene_animate(lf_scenario *S, const lf_problem *P, const lf_rows *rows,
                           const char *path, char *why, size_t why_size);

/* The same for rigid bodies: all of them, and the ways of all. */
void lf_scene_bodies_draw(const lf_problem *P, const lf_view *V, const double *y, lf_pen *pen);
void lf_scene_bodies_trail(const lf_problem *P, const lf_view *V, const lf_rows *rows, size_t first,
                           size_t last, lf_pen *pen);

/* Number k of a parameter. */
double lf_scene_number(const lf_scenario *S, const char *name, size_t k);

#endif
