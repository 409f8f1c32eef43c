/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_nearest.c - the smallest distance between points of different bodies. */
#include <math.h>

#include "model/gravity_points.h"

/* The smallest |z_a - rho_b|^2 of a pair in lane l. */
LF_KERNEL static double pair_nearest(const lf_pull_call *c, const lf_cloud_pair *p, size_t l)
{
    double f[LF_FRAME];
    lf_block k;
    double least = INFINITY;
    lf_pair_frame(1, c, p, l, f);
    for (size_t a = 0; a < p->row.count; a += LF_BLOCK) {
        const size_t rows = p->row.count - a < LF_BLOCK ? p->row.count - a : LF_BLOCK;
        lf_block_place(1, rows, f, &p->row, a, &k);
        for (size_t e = 0; e < rows; e++)
            k.u[e] = INFINITY;
        for (size_t b = 0; b < p->column.count; b++) {
            const double x = p->column.x[b], y = p->column.y[b], z = p->column.z[b];
            LF_EACH_LANE(e, rows) {
                const lf_vec3 d = {k.z[0][e] - x, k.z[1][e] - y, k.z[2][e] - z};
                const double square = lf_dot(d, d);
                k.u[e] = square < k.u[e] ? square : k.u[e];
            }
        }
        for (size_t e = 0; e < rows; e++)
            least = k.u[e] < least ? k.u[e] : least;
        if (lf_pair_unwanted(rows, p->column.count))
            break;
    }
    return least;
}

void lf_gravity_points_closest(const lf_bodies *B, const lf_lanes *L, const double *x,
                               const double *R, double *d)
{
    const size_t n = L->n;
    const lf_gravity *K = B->ctx;
    const lf_pull_call call = {K->G, B->count, n, x, R, NULL, NULL, NULL};
    for (size_t l = 0; l < n; l++) {
        double least = INFINITY;
        for (size_t i = 0; i < B->count; i++)
            for (size_t j = i + 1; j < B->count; j++) {
                const lf_cloud_pair pair = lf_cloud_pair_of(K, i, j);
                least = fmin(least, pair_nearest(&call, &pair, l));
            }
        d[l] = sqrt(least);
    }
}
