/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity.h - gravity between rigid bodies: the potentials that lf_bodies can have. Each is a
 * function of positions x and attitudes R alone and needs no memory of its own. */
#ifndef LF_MODEL_GRAVITY_H
#define LF_MODEL_GRAVITY_H

#include <lieflow/bodies.h>

/* The type of lf_bodies.potential. */
typedef lf_status lf_potential(const lf_bodies *B, const lf_lanes *L, const double *x,
                               const double *R, double *U, double *g, double *M);

/* What the potentials read: lf_bodies.ctx. Each reads only its own members. */
typedef struct {
    double G;
    /* points: those of body b stand at points + 4 first[b] as [mu, x, y, z][first[b+1] - first[b]],
     * in the frame of the body */
    const double *points, *first;
    const double *inertia; /* [9][body], in the frame of the body; also of the field from outside */
    const double *square;  /* [3][body]: squares of the semi-axes along the frame */
    /* a field from outside on top of the mutual potential: a constant acceleration, and a mass at
     * a fixed place */
    lf_potential *mutual;
    double acceleration[3], central_mass, place[3];
} lf_gravity;

/* Every pair of points of different bodies. Large numbers of points use several threads, and have
 * the same bits whatever their number. */
lf_potential lf_gravity_points;
/* Terms of second degree in (size of the bodies)/distance: MacCullagh's formula both ways. */
lf_potential lf_gravity_second_degree;
/* Homogeneous ellipsoids to fourth degree. */
lf_potential lf_gravity_ellipsoids;
/* A homogeneous ellipsoid among spheres, exactly: in every pair one body at least is a sphere. */
lf_potential lf_gravity_sphere_ellipsoid;
/* The mutual potential and the field from outside, to second degree. */
lf_potential lf_gravity_external;

/* The smallest distance between points of different bodies: lf_bodies.closest. */
void lf_gravity_points_closest(const lf_bodies *B, const lf_lanes *L, const double *x,
                               const double *R, double *d);

#endif
