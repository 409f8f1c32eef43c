/* SPDX-License-Identifier: BSD-3-Clause */
/* How do I integrate my own equation, written for a single point? */
#include <math.h>
#include <stdio.h>

#include <lieflow/lieflow.h>

/* A compass needle q on the unit sphere turning about an axis that itself turns: q' = w(t) x q. */
static lf_status needle(const void *ctx, size_t trajectory, double t, const double *q, double *w)
{
    (void)trajectory;
    const double speed = *(const double *)ctx;
    w[0] = cos(speed * t);
    w[1] = sin(speed * t);
    w[2] = q[2];
    return LF_OK;
}

int main(void)
{
    const double speed = 2;
    const lf_point_field point = {needle, &speed};
    const lf_problem P = lf_problem_from_point("needle", &lf_sphere, &point);
    lf_options opt = lf_options_default();
    opt.t1 = 10;
    opt.h = 0.01;
    double q[3] = {0.6, 0, 0.8};
    lf_stats stats;
    const lf_status s = lf_solve(&P, lf_method_find("cf4"), &opt, 1, q, NULL, &stats);
    printf("%s after %zu steps: q = (%.10f, %.10f, %.10f), distance from the sphere %.1e\n",
           lf_status_text(s), stats.steps, q[0], q[1], q[2], stats.defect);
    return s == LF_OK && stats.defect < 1e-13 ? 0 : 1;
}
