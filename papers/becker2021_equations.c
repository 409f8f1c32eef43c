/* SPDX-License-Identifier: BSD-3-Clause */
/* becker2021_equations.c - equations (9) and (12) of Becker 2021 as they are printed, with the thesis'
 * numbers, solved apart from the library. */
#include "papers/becker2021.h"

#include <math.h>
#include <string.h>

#include "papers/reference.h"

/* m' = -(I^-1 m) x m, I = (1, 5, 6) */
static void becker_body(const void *ctx, double t, const double *m, double *f)
{
    const double turn[3] = {-m[0], -m[1] / 5, -m[2] / 6};
    (void)ctx, (void)t;
    lf_reference_cross(turn, m, f);
}

/* mu' = mu x I^-1 mu + c nu x chi, nu' = nu x I^-1 mu */
static void becker_top(const void *ctx, double t, const double *y, double *f)
{
    const double chi[3] = {0, 0, 1}, turn[3] = {y[0], y[1] / 5, y[2] / 6};
    double torque[3];
    (void)ctx, (void)t;
    lf_reference_cross(y, turn, f);
    lf_reference_cross(y + 3, chi, torque);
    lf_reference_cross(y + 3, turn, f + 3);
    for (size_t c = 0; c < 3; c++)
        f[c] += torque[c];
}

void lf_becker_body_end(double *end)
{
    const lf_reference equation = {3, becker_body, NULL};
    const double start[3] = {0.7, 0.3, 0.5};
    memcpy(end, start, sizeof start);
    lf_reference_solve(&equation, 0, 1, end);
}

void lf_becker_top_end(double *end)
{
    const lf_reference equation = {6, becker_top, NULL};
    const double start[6] = {sin(1.1), 0, cos(1.1), 1, 0.2, 3};
    memcpy(end, start, sizeof start);
    lf_reference_solve(&equation, 0, 1, end);
}
