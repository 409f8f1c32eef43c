/* SPDX-License-Identifier: BSD-3-Clause */
/* solid.c - volume, centre and second moments of a closed mesh, exact but for rounding: the sum
 * over its faces of the signed tetrahedra between a face and one point. For a tetrahedron with
 * corners 0, a, b, c, the volume v = det(a, b, c)/6 and s = a + b + c
 *
 *   int x = v s/4,   int x x^T = v (a a^T + b b^T + c c^T + s s^T)/20
 *
 * Dobrovolskis, Inertia of any polyhedron, Icarus 124, 1996. */
#include "shape/shape.h"

static const int solid_index[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

static void solid_cross(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

/* Mean of the vertices that faces name: a point near or in the body. */
static void solid_middle(const lf_mesh *M, double middle[3])
{
    lf_sum sum[3] = {{0, 0}};
    double count = 3 * (double)M->faces;
    for (size_t k = 0; k < 3 * M->faces; k++)
        for (size_t i = 0; i < 3; i++)
            lf_sum_add(&sum[i], M->vertex[3 * M->face[k] + i] / count);
    for (size_t i = 0; i < 3; i++)
        middle[i] = lf_sum_value(&sum[i]);
}

static double solid_area(double corner[3][3])
{
    double u[3], v[3], n[3];
    for (int i = 0; i < 3; i++) {
        u[i] = corner[1][i] - corner[0][i];
        v[i] = corner[2][i] - corner[0][i];
    }
    solid_cross(u, v, n);
    return 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

/* One face: [0] volume, [1..3] first and [4..9] second moments. */
static void solid_face(double corner[3][3], lf_sum total[10], lf_solid *solid)
{
    const double *a = corner[0], *b = corner[1], *c = corner[2];
    double n[3], s[3];
    solid_cross(b, c, n);
    double v = (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6;
    lf_sum_add(&total[0], v);
    for (int i = 0; i < 3; i++) {
        s[i] = a[i] + b[i] + c[i];
        lf_sum_add(&total[1 + i], 0.25 * v * s[i]);
    }
    for (int k = 0; k < 6; k++) {
        int i = solid_index[k][0], j = solid_index[k][1];
        lf_sum_add(&total[4 + k], v / 20 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]));
    }
    solid->absolute += fabs(v);
    solid->area += solid_area(corner);
}

lf_solid lf_mesh_solid(const lf_mesh *M)
{
    lf_solid solid = {0};
    lf_sum total[10] = {{0, 0}};
    double middle[3], first[3];
    solid_middle(M, middle);
    for (size_t f = 0; f < M->faces; f++) {
        double corner[3][3];
        for (size_t k = 0; k < 9; k++)
            corner[k / 3][k % 3] = M->vertex[3 * M->face[3 * f + k / 3] + k % 3] - middle[k % 3];
        solid_face(corner, total, &solid);
        for (size_t k = 0; k < 3; k++)
            solid.size = fmax(solid.size, hypot(hypot(corner[k][0], corner[k][1]), corner[k][2]));
    }
    solid.volume = lf_sum_value(&total[0]);
    for (int i = 0; i < 3; i++) {
        first[i] = lf_sum_value(&total[1 + i]) / solid.volume;
        solid.centre[i] = middle[i] + first[i];
    }
    for (int k = 0; k < 6; k++)
        solid.second[k] = lf_sum_value(&total[4 + k]) -
                          solid.volume * first[solid_index[k][0]] * first[solid_index[k][1]];
    return solid;
}
