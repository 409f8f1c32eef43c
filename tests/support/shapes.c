/* SPDX-License-Identifier: BSD-3-Clause */
/* shapes.c - meshes for tests, made by formula. */
#include "support/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

lf_mesh shapes_mesh(size_t vertices, const double *vertex, size_t faces, const uint32_t *face)
{
    lf_mesh M = {.vertices = vertices,
                 .faces = faces,
                 .vertex = malloc(3 * vertices * sizeof *vertex),
                 .face = malloc(3 * faces * sizeof *face)};
    memcpy(M.vertex, vertex, 3 * vertices * sizeof *vertex);
    memcpy(M.face, face, 3 * faces * sizeof *face);
    return M;
}

lf_mesh shapes_box(double a, double b, double c)
{
    static const uint32_t face[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    double vertex[24];
    for (int k = 0; k < 8; k++) {
        vertex[3 * k] = (k & 1 ? 0.5 : -0.5) * a;
        vertex[3 * k + 1] = (k & 2 ? 0.5 : -0.5) * b;
        vertex[3 * k + 2] = (k & 4 ? 0.5 : -0.5) * c;
    }
    return shapes_mesh(8, vertex, 12, face);
}

/* One face of four: each keeps vertices of its own, which are joined when the mesh is read. */
static void divide(lf_mesh *M, lf_mesh *finer, size_t f, bool round)
{
    double x[6][3];
    static const int half[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    static const uint32_t part[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    for (int k = 0; k < 3; k++)
        memcpy(x[k], M->vertex + 3 * M->face[3 * f + (size_t)k], sizeof x[k]);
    for (int k = 0; k < 3; k++) {
        double length = 0;
        for (int i = 0; i < 3; i++) {
            x[3 + k][i] = 0.5 * (x[half[k][0]][i] + x[half[k][1]][i]);
            length += x[3 + k][i] * x[3 + k][i];
        }
        for (int i = 0; i < 3 && round; i++)
            x[3 + k][i] /= sqrt(length);
    }
    memcpy(finer->vertex + 18 * f, x, sizeof x);
    for (size_t p = 0; p < 12; p++)
        finer->face[12 * f + p] = (uint32_t)(6 * f) + part[p / 3][p % 3];
}

lf_mesh shapes_octahedron(int times, bool round)
{
    static const double vertex[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    static const uint32_t face[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                    2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    lf_mesh M = shapes_mesh(6, vertex, 8, face);
    for (; times > 0; times--) {
        lf_mesh finer = {.vertices = 6 * M.faces, .faces = 4 * M.faces};
        finer.vertex = malloc(3 * finer.vertices * sizeof *finer.vertex);
        finer.face = malloc(3 * finer.faces * sizeof *finer.face);
        for (size_t f = 0; f < M.faces; f++)
            divide(&M, &finer, f, round);
        lf_mesh_free(&M);
        M = finer;
    }
    return M;
}

lf_mesh shapes_union(const lf_mesh *a, const lf_mesh *b)
{
    lf_mesh M = {.vertices = a->vertices + b->vertices, .faces = a->faces + b->faces};
    M.vertex = malloc(3 * M.vertices * sizeof *M.vertex);
    M.face = malloc(3 * M.faces * sizeof *M.face);
    memcpy(M.vertex, a->vertex, 3 * a->vertices * sizeof *M.vertex);
    memcpy(M.vertex + 3 * a->vertices, b->vertex, 3 * b->vertices * sizeof *M.vertex);
    memcpy(M.face, a->face, 3 * a->faces * sizeof *M.face);
    for (size_t k = 0; k < 3 * b->faces; k++)
        M.face[3 * a->faces + k] = b->face[k] + (uint32_t)a->vertices;
    return M;
}

void shapes_reverse(lf_mesh *M)
{
    for (size_t f = 0; f < M->faces; f++) {
        uint32_t kept = M->face[3 * f];
        M->face[3 * f] = M->face[3 * f + 1];
        M->face[3 * f + 1] = kept;
    }
}

void shapes_map(lf_mesh *M, const double A[9], const double d[3])
{
    for (size_t k = 0; k < M->vertices; k++) {
        double *x = M->vertex + 3 * k, y[3];
        for (int i = 0; i < 3; i++)
            y[i] = A[3 * i] * x[0] + A[3 * i + 1] * x[1] + A[3 * i + 2] * x[2] + d[i];
        memcpy(x, y, sizeof y);
    }
}
