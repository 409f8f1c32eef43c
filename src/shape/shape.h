/* SPDX-License-Identifier: BSD-3-Clause */
/* shape.h - what the files about shapes share. */
#ifndef LIEFLOW_SHAPE_SHAPE_H
#define LIEFLOW_SHAPE_SHAPE_H

#include <math.h>

#include <lieflow/shape.h>

/* A sum that carries its rounding errors along (Neumaier 1974): many terms, small remainders. */
typedef struct {
    double sum, rest;
} lf_sum;

static inline void lf_sum_add(lf_sum *s, double term)
{
    double sum = s->sum + term;
    s->rest += fabs(s->sum) >= fabs(term) ? (s->sum - sum) + term : (term - sum) + s->sum;
    s->sum = sum;
}

static inline double lf_sum_value(const lf_sum *s)
{
    return s->sum + s->rest;
}

/* Make every edge belong to two faces that run through it in opposite directions: drop faces that
 * have a corner twice, join vertices at the same place if that closes the mesh; LF_EINPUT with a
 * sentence if it stays open or its faces disagree. What was mended is added to `remarks`. */
lf_status lf_mesh_close(lf_mesh *M, lf_text *remarks, char *why, size_t why_size);

/* Integrals over the inside of a closed mesh, in the frame of its vertices. */
typedef struct {
    double volume, area;
    double absolute; /* sum of the sizes of what adds up to the volume */
    double size;     /* largest distance of a vertex from their mean */
    double centre[3];
    double second[6]; /* of xx yy zz xy xz yz about the centre */
} lf_solid;
lf_solid lf_mesh_solid(const lf_mesh *M);

/* The lattice of points spacing * (k + shift), for whole numbers k in each direction. */
typedef struct {
    double spacing, shift;
    double most; /* columns along z that there may be */
} lf_lattice;
/* Count the points of the lattice inside a closed mesh; those that `room` has space for are written
 * to `point` [room][3], which may be NULL. LF_EINPUT when there are too many columns. */
lf_status lf_mesh_points(const lf_mesh *M, lf_lattice lattice, size_t room, double *point,
                         size_t *count);

#endif
