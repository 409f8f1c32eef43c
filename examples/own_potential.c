/* SPDX-License-Identifier: BSD-3-Clause */
/* How do I put rigid bodies into a potential of my own, and keep the energy for a long time? */
#include <math.h>
#include <stdio.h>

#include <lieflow/lieflow.h>

/* A satellite about a planet at the origin, G M = 1: U = -m/r - (tr J)/(2 r^3) + 3 z.J z/(2 r^5) with
 * z = R^T x, the position seen from the satellite. Its gravity turns long bodies upright. */
static lf_status planet(const lf_bodies *B, const lf_lanes *L, const double *x, const double *R,
                        double *U, double *g, double *M)
{
    const size_t n = L->n;
    const double m = B->mass[0], *J = B->moment, trace = J[0] + J[1] + J[2];
    for (size_t i = 0; i < n; i++) {
        double z[3], r2 = 0, q = 0;
        for (size_t k = 0; k < 3; k++) {
            z[k] = R[k * n + i] * x[i] + R[(3 + k) * n + i] * x[n + i] +
                   R[(6 + k) * n + i] * x[2 * n + i];
            r2 += z[k] * z[k];
            q += J[k] * z[k] * z[k];
        }
        const double r = sqrt(r2), r3 = r2 * r, r5 = r3 * r2;
        if (U)
            U[i] = -m / r - trace / (2 * r3) + 3 * q / (2 * r5);
        for (size_t k = 0; g && k < 3; k++) {
            double turned = 0; /* R J z */
            for (size_t j = 0; j < 3; j++)
                turned += R[(3 * k + j) * n + i] * J[j] * z[j];
            g[k * n + i] = x[k * n + i] * (m / r3 + 3 * trace / (2 * r5) - 15 * q / (2 * r5 * r2)) +
                           3 * turned / r5;
        }
        for (size_t k = 0; M && k < 3; k++) {
            const size_t a = (k + 1) % 3, b = (k + 2) % 3;
            M[k * n + i] = 3 * (z[a] * J[b] * z[b] - z[b] * J[a] * z[a]) / r5;
        }
    }
    return LF_OK;
}

int main(void)
{
    const double mass = 1, moment[3] = {0.002, 0.02, 0.021};
    const lf_bodies B = {
        .count = 1, .mass = &mass, .moment = moment, .potential = planet, .external = true};
    lf_bodies_space space;
    const lf_problem P = lf_problem_from_bodies("satellite", &B, &space);
    /* x, gamma, R, Pi: a circular orbit, the long axis a little off the vertical */
    double y[LF_BODY_DIM] = {1, 0, 0, 0, 1, 0, 0.96, -0.28, 0, 0.28, 0.96, 0, 0, 0, 1, 0, 0, 0.021};
    lf_options opt = lf_options_default();
    opt.t1 = 200 * 6.283185307179586;
    opt.h = 0.05;
    lf_stats stats;
    const lf_status s = lf_solve(&P, lf_method_find("lgvi"), &opt, 1, y, NULL, &stats);
    printf("%s after %zu steps, 200 orbits: energy within %.1e, distance from SO(3) %.1e\n",
           lf_status_text(s), stats.steps, stats.invariant[0].max_drift, stats.defect);
    return s == LF_OK && stats.invariant[0].max_drift < 1e-3 && stats.defect < 1e-14 ? 0 : 1;
}
