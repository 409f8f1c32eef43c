/* SPDX-License-Identifier: BSD-3-Clause */
/* full_body_draw.c - what a picture of rigid bodies consists of: each as the ellipsoid that has its
 * mass and inertia, along its principal axes, and the ways of the centres. */
#include <math.h>

#include "model/full_body.h"

/* Semi-axes along the principal axes: a^2 = (5/2m)(Jb + Jc - Ja). */
static void full_body_draw_extent(const lf_bodies *B, size_t b, double a[3])
{
    const double *J = B->moment, sum = J[b] + J[B->count + b] + J[2 * B->count + b];
    for (size_t k = 0; k < 3; k++)
        a[k] = sqrt(fmax(0, 2.5 / B->mass[b] * (sum - 2 * J[k * B->count + b])));
}

/* R A: the principal axes of body b in space, as columns. */
static void full_body_draw_axes(const lf_bodies *B, const double *z, size_t b, double axes[9])
{
    for (size_t r = 0; r < 3; r++)
        for (size_t k = 0; k < 3; k++) {
            axes[3 * r + k] = 0;
            for (size_t c = 0; c < 3; c++) {
                const double A = B->axes ? B->axes[(3 * c + k) * B->count + b] : c == k;
                axes[3 * r + k] += z[(LF_BODY_R + 3 * r + c) * B->count + b] * A;
            }
        }
}

static size_t full_body_draw_work(const void *self)
{
    return LF_BODY_DIM * lf_full_body_count(self);
}

static void full_body_draw_show(const void *self, double t, const double *y,
                                const lf_canvas *canvas, double *work)
{
    const lf_bodies *B = &((const full_body *)self)->bodies;
    (void)t;
    lf_bodies_convert(B, B->form, LF_INERTIAL_HAMILTONIAN, 1, y, work);
    for (size_t b = 0; b < B->count; b++) {
        const double x[3] = {work[b], work[B->count + b], work[2 * B->count + b]};
        double extent[3], axes[9];
        full_body_draw_extent(B, b, extent);
        full_body_draw_axes(B, work, b, axes);
        canvas->body(canvas->ctx, b, x, axes, extent);
        canvas->trail(canvas->ctx, x);
    }
}

const lf_picture lf_full_body_picture = {
    .longitude = -60, .latitude = 35, .work = full_body_draw_work, .show = full_body_draw_show};
