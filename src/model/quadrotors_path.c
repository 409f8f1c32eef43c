/* SPDX-License-Identifier: BSD-3-Clause */
/* quadrotors_path.c - where the load shall be, and the four derivatives that its control reads:
 *   hover     y_d = p0
 *   parabola  y_d = p0 + p1 t + p2 t^2/2
 *   circle    y_d = p0 + radius (a cos(rate t + phase) + b sin(rate t + phase)), a and b spanning
 *             the plane with the given normal */
#include "model/quadrotors_state.h"

#include <math.h>
#include <string.h>

static void plan_hover(const quadrotors *Q, size_t n, double *plan)
{
    for (size_t c = 0; c < 3; c++)
        for (size_t i = 0; i < n; i++)
            plan[c * n + i] = Q->p0[c];
    memset(plan + 3 * n, 0, (QUADROTORS_PLAN - 3) * n * sizeof *plan);
}

static void plan_parabola(const quadrotors *Q, size_t n, const double *t, double *plan)
{
    for (size_t c = 0; c < 3; c++) {
        const double p0 = Q->p0[c], p1 = Q->p1[c], p2 = Q->p2[c];
        for (size_t i = 0; i < n; i++) {
            plan[c * n + i] = p0 + t[i] * (p1 + 0.5 * p2 * t[i]);
            plan[(3 + c) * n + i] = p1 + p2 * t[i];
            plan[(6 + c) * n + i] = p2;
        }
    }
    memset(plan + 9 * n, 0, 6 * n * sizeof *plan);
}

/* Orthonormal a, b with a x b along the normal; a = e1 and b = e2 for the horizontal circle. */
static void circle_axes(const double normal[3], double a[3], double b[3])
{
    const double size = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const double u[3] = {normal[0] / size, normal[1] / size, normal[2] / size};
    const size_t e = fabs(u[0]) < 0.9 ? 0u : 1u; /* the axis that is projected to the plane */
    double norm = 0;
    for (size_t c = 0; c < 3; c++) {
        a[c] = (c == e ? 1 : 0) - u[e] * u[c];
        norm += a[c] * a[c];
    }
    for (size_t c = 0; c < 3; c++)
        a[c] /= sqrt(norm);
    for (size_t c = 0; c < 3; c++)
        b[c] = u[(c + 1) % 3] * a[(c + 2) % 3] - u[(c + 2) % 3] * a[(c + 1) % 3];
}

static void plan_circle(const quadrotors *Q, size_t n, const double *t, double *plan)
{
    double a[3], b[3];
    circle_axes(Q->normal, a, b);
    for (size_t i = 0; i < n; i++) {
        const double angle = Q->rate * t[i] + Q->phase, cosine = cos(angle), sine = sin(angle);
        double size = Q->radius; /* radius rate^k */
        for (size_t k = 0; k < 5; k++, size *= Q->rate) {
            /* a derivative turns the angle by a quarter */
            const double x = k % 2 ? -sine : cosine, z = k % 2 ? cosine : sine;
            const double s = k == 2 || k == 3 ? -size : size;
            for (size_t c = 0; c < 3; c++)
                plan[(3 * k + c) * n + i] = (k ? 0 : Q->p0[c]) + s * (x * a[c] + z * b[c]);
        }
    }
}

void lf_quadrotors_plan(const quadrotors *Q, size_t n, const double *t, double *plan)
{
    switch ((quadrotors_paths)Q->path) {
    case QUADROTORS_HOVER: plan_hover(Q, n, plan); break;
    case QUADROTORS_PARABOLA: plan_parabola(Q, n, t, plan); break;
    case QUADROTORS_CIRCLE: plan_circle(Q, n, t, plan); break;
    }
}
