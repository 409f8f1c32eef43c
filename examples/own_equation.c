/* SPDX-License-Identifier: BSD-3-Clause */
/* How does my own equation run as fast as the library's models? */
#include <math.h>
#include <stdio.h>

#include <lieflow/equation.h>
#include <lieflow/lieflow.h>

/* What the equation knows: a satellite's moments of inertia, and a wheel that spins inside it. */
typedef struct {
    double inverse[3], wheel[3];
} gyrostat;

/* m' = m x I^-1 (m - wheel): rotations move the momentum with the field -I^-1 (m - wheel). */
LF_EQUATION(gyrostat, gyrostat, rotation, {
    f[0] = -(self->inverse[0] * (y[0] - self->wheel[0]));
    f[1] = -(self->inverse[1] * (y[1] - self->wheel[1]));
    f[2] = -(self->inverse[2] * (y[2] - self->wheel[2]));
})

int main(void)
{
    const gyrostat body = {{1, 1. / 5, 1. / 6}, {0, 0, 0.4}};
    const lf_problem P =
        lf_equation_problem("gyrostat", &lf_so3_coadjoint, &gyrostat_equation, &body);
    lf_options opt = lf_options_default();
    opt.t1 = 100;
    opt.h = 0;
    opt.project = true;
    opt.tolerance.atol = 1e-12;
    double m[3] = {0.7, 0.3, 0.5}, length = sqrt(0.83);
    lf_stats stats;
    const lf_status s = lf_solve(&P, lf_method_find("gbs-ambient"), &opt, 1, m, NULL, &stats);
    printf("%s after %zu steps: m = (%.12f, %.12f, %.12f), |m| off by %.1e\n", lf_status_text(s),
           stats.steps, m[0], m[1], m[2], fabs(hypot(hypot(m[0], m[1]), m[2]) - length));
    return s == LF_OK && stats.defect < 1e-13 ? 0 : 1;
}
