/* SPDX-License-Identifier: BSD-3-Clause */
/* shapes.h - meshes for tests, made by formula. */
#ifndef LIEFLOW_TESTS_SHAPES_H
#define LIEFLOW_TESTS_SHAPES_H

#include <lieflow/shape.h>

/* A mesh of its own from lists of corners and triangles. */
lf_mesh shapes_mesh(size_t vertices, const double *vertex, size_t faces, const uint32_t *face);
/* The box with edges a, b, c about the origin: 8 vertices, 12 triangles. */
lf_mesh shapes_box(double a, double b, double c);
/* The octahedron |x| + |y| + |z| = 1, every face divided in four `times` times and, if `round`,
 * moved to the unit sphere. */
lf_mesh shapes_octahedron(int times, bool round);
/* Both in one mesh. */
lf_mesh shapes_union(const lf_mesh *a, const lf_mesh *b);
/* Every face the other way round. */
void shapes_reverse(lf_mesh *M);
/* x -> A x + d for all vertices; A row-major. */
void shapes_map(lf_mesh *M, const double A[9], const double d[3]);

#endif
