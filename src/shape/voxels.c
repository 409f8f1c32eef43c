/* SPDX-License-Identifier: BSD-3-Clause */
/* voxels.c - the points of a regular grid inside a closed mesh. Every face tells which columns of
 * the grid (lines along z) it crosses, and where; going up a column, the crossings say how often
 * the surface winds around a point. A column that meets an edge is decided alike for both faces
 * of the edge, so no crossing is lost or counted twice. */
#include "shape/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t column;
    double z;
    int sign; /* 1: the surface faces up, -1: down */
} voxels_crossing;

typedef struct {
    lf_lattice lattice;
    long first[2], count[2]; /* columns along x and y */
    size_t crossings, room;
    voxels_crossing *crossing;
} voxels;

/* The first number k with spacing (k + shift) > x. */
static double voxels_above(lf_lattice lattice, double x)
{
    return floor(x / lattice.spacing - lattice.shift) + 1;
}

static double voxels_at(lf_lattice lattice, double k)
{
    return lattice.spacing * (k + lattice.shift);
}

static lf_status voxels_begin(const lf_mesh *M, lf_lattice lattice, voxels *C)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    *C = (voxels){.lattice = lattice};
    for (size_t k = 0; k < 3 * M->faces; k++)
        for (size_t i = 0; i < 2; i++) {
            double x = M->vertex[3 * M->face[k] + i];
            low[i] = fmin(low[i], x);
            high[i] = fmax(high[i], x);
        }
    double count[2];
    for (size_t i = 0; i < 2; i++)
        count[i] = voxels_above(lattice, high[i]) - voxels_above(lattice, low[i]);
    if (!(count[0] * count[1] <= lattice.most))
        return LF_EINPUT;
    for (size_t i = 0; i < 2; i++) {
        C->first[i] = (long)voxels_above(lattice, low[i]);
        C->count[i] = (long)count[i];
    }
    return LF_OK;
}

/* How the edge from a to b winds around (x, y): 1 or -1 if it passes it on the right going up or
 * down. The same numbers are compared from either end. */
static int voxels_edge(const double *a, const double *b, double x, double y)
{
    if ((a[1] <= y) == (b[1] <= y))
        return 0;
    const double *low = a[1] <= y ? a : b, *high = a[1] <= y ? b : a;
    double at = low[0] + (y - low[1]) * ((high[0] - low[0]) / (high[1] - low[1]));
    return x < at ? (low == a ? 1 : -1) : 0;
}

/* Height of the plane of a face over (x, y), within the face. */
static double voxels_height(const double *const corner[3], double x, double y)
{
    const double *a = corner[0], *b = corner[1], *c = corner[2];
    double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    double v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    double p = x - a[0], q = y - a[1], det = u[0] * v[1] - u[1] * v[0];
    double z = a[2] + (u[2] * (p * v[1] - q * v[0]) + v[2] * (u[0] * q - u[1] * p)) / det;
    double low = fmin(fmin(a[2], b[2]), c[2]), high = fmax(fmax(a[2], b[2]), c[2]);
    return z >= low ? fmin(z, high) : low; /* also when the face stands upright to rounding */
}

static lf_status voxels_cross(voxels *C, const double *const corner[3], long i, long j)
{
    double x = voxels_at(C->lattice, (double)i), y = voxels_at(C->lattice, (double)j);
    int sign = 0;
    for (int k = 0; k < 3; k++)
        sign += voxels_edge(corner[k], corner[(k + 1) % 3], x, y);
    if (sign == 0)
        return LF_OK;
    if (C->crossings == C->room) {
        size_t room = C->room ? 2 * C->room : 4096;
        voxels_crossing *moved = realloc(C->crossing, room * sizeof *moved);
        if (!moved)
            return LF_EMEMORY;
        C->crossing = moved;
        C->room = room;
    }
    size_t column = (size_t)((i - C->first[0]) * C->count[1] + (j - C->first[1]));
    C->crossing[C->crossings++] = (voxels_crossing){column, voxels_height(corner, x, y), sign};
    return LF_OK;
}

/* All columns that a face crosses are within the box around it. */
static lf_status voxels_face(voxels *C, const double *const corner[3])
{
    long first[2], last[2];
    for (int i = 0; i < 2; i++) {
        double a = corner[0][i], b = corner[1][i], c = corner[2][i];
        double low = voxels_above(C->lattice, fmin(fmin(a, b), c)) - 1;
        double high = voxels_above(C->lattice, fmax(fmax(a, b), c));
        first[i] = (long)fmax(low, (double)C->first[i]);
        last[i] = (long)fmin(high, (double)(C->first[i] + C->count[i] - 1));
    }
    for (long i = first[0]; i <= last[0]; i++)
        for (long j = first[1]; j <= last[1]; j++)
            if (voxels_cross(C, corner, i, j) != LF_OK)
                return LF_EMEMORY;
    return LF_OK;
}

static int voxels_compare(const void *a, const void *b)
{
    const voxels_crossing *left = a, *right = b;
    if (left->column != right->column)
        return left->column < right->column ? -1 : 1;
    return (left->z > right->z) - (left->z < right->z);
}

/* Points between two crossings of a column, from k up to but without `end`. */
static void voxels_take(const voxels *C, size_t column, double k, double end, size_t room,
                        double *point, size_t *count)
{
    double x = voxels_at(C->lattice, (double)(C->first[0] + (long)column / C->count[1]));
    double y = voxels_at(C->lattice, (double)(C->first[1] + (long)column % C->count[1]));
    if (!point) {
        *count += end > k ? (size_t)(end - k) : 0;
        return;
    }
    for (; k < end; k++, ++*count) {
        if (*count >= room)
            continue;
        double *p = point + 3 * *count;
        p[0] = x;
        p[1] = y;
        p[2] = voxels_at(C->lattice, k);
    }
}

/* Up every column; inside is where more surface was entered than left. */
static void voxels_walk(const voxels *C, size_t room, double *point, size_t *count)
{
    int inside = 0;
    for (size_t k = 0; k + 1 < C->crossings; k++) {
        const voxels_crossing *here = C->crossing + k, *next = here + 1;
        inside -= here->sign;
        if (next->column != here->column)
            inside = 0;
        else if (inside > 0)
            voxels_take(C, here->column, voxels_above(C->lattice, here->z),
                        voxels_above(C->lattice, next->z), room, point, count);
    }
}

lf_status lf_mesh_points(const lf_mesh *M, lf_lattice lattice, size_t room, double *point,
                         size_t *count)
{
    voxels C;
    *count = 0;
    lf_status status = voxels_begin(M, lattice, &C);
    for (size_t f = 0; f < M->faces && status == LF_OK; f++) {
        const double *corner[3];
        for (size_t k = 0; k < 3; k++)
            corner[k] = M->vertex + 3 * M->face[3 * f + k];
        status = voxels_face(&C, corner);
    }
    if (status == LF_OK && C.crossings) {
        qsort(C.crossing, C.crossings, sizeof *C.crossing, voxels_compare);
        voxels_walk(&C, room, point, count);
    }
    free(C.crossing);
    return status;
}
