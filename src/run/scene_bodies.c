/* SPDX-License-Identifier: BSD-3-Clause */
/* scene_bodies.c - rigid bodies in space, each as the ellipsoid that has its mass and inertia: three
 * ellipses along its principal planes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/scene.h"

/* A row as a point of the inertial Hamiltonian form, in memory to be freed; NULL without any. */
static double *bodies_inertial(const lf_problem *P, const double *y)
{
    const lf_bodies *B = P->bodies;
    double *z = malloc(P->action->dim * sizeof *z);
    if (z)
        lf_bodies_convert(B, B->form, LF_INERTIAL_HAMILTONIAN, 1, y, z);
    return z;
}

/* Semi-axes along the principal axes: a^2 = (5/2m)(Jb + Jc - Ja). */
static void bodies_semiaxes(const lf_bodies *B, size_t b, double a[3])
{
    const double *J = B->moment, sum = J[b] + J[B->count + b] + J[2 * B->count + b];
    for (size_t k = 0; k < 3; k++)
        a[k] = sqrt(fmax(0, 2.5 / B->mass[b] * (sum - 2 * J[k * B->count + b])));
}

/* Column k of R A: principal axis k of body b in space. */
static void bodies_axis(const lf_bodies *B, const double *z, size_t b, size_t k, double axis[3])
{
    for (size_t r = 0; r < 3; r++) {
        axis[r] = 0;
        for (size_t c = 0; c < 3; c++) {
            const double A = B->axes ? B->axes[(3 * c + k) * B->count + b] : c == k;
            axis[r] += z[(LF_BODY_R + 3 * r + c) * B->count + b] * A;
        }
    }
}

/* The ellipse through the ends of principal axes k and k + 1. */
static void bodies_ellipse(const lf_bodies *B, const lf_view *V, const double *z, size_t b,
                           size_t k, const double a[3], lf_pen *pen)
{
    enum { CORNERS = 36 };
    const size_t next = (k + 1) % 3;
    double p[3], q[3], x[3], h, v;
    bodies_axis(B, z, b, k, p);
    bodies_axis(B, z, b, next, q);
    for (int j = 0; j <= CORNERS; j++) {
        const double angle = 6.283185307179586 * j / CORNERS;
        for (size_t c = 0; c < 3; c++)
            x[c] = z[c * B->count + b] + a[k] * cos(angle) * p[c] + a[next] * sin(angle) * q[c];
        lf_view_project(V, x, &h, &v);
        lf_pen_to(pen, h, v);
    }
    lf_pen_to(pen, NAN, NAN);
}

void lf_scene_bodies_draw(const lf_problem *P, const lf_view *V, const double *y, lf_pen *pen)
{
    const lf_bodies *B = P->bodies;
    double *z = bodies_inertial(P, y);
    for (size_t b = 0; z && b < B->count; b++) {
        double a[3];
        bodies_semiaxes(B, b, a);
        lf_pen_line(pen, NULL, LF_DRAW_LINE, (int)(b % 6) + 1)->width = 1.4;
        for (size_t k = 0; k < 3; k++)
            bodies_ellipse(B, V, z, b, k, a, pen);
    }
    free(z);
}

void lf_scene_bodies_trail(const lf_problem *P, const lf_view *V, const lf_rows *rows, size_t first,
                           size_t last, lf_pen *pen)
{
    const size_t count = P->bodies->count;
    for (size_t b = 0; b < count; b++) {
        for (size_t k = first; k <= last && k < rows->rows; k++) {
            double *z = bodies_inertial(P, rows->value + k * rows->width + 1), h, v;
            if (!z)
                return;
            const double x[3] = {z[b], z[count + b], z[2 * count + b]};
            lf_view_project(V, x, &h, &v);
            lf_pen_to(pen, h, v);
            free(z);
        }
        lf_pen_to(pen, NAN, NAN);
    }
}
