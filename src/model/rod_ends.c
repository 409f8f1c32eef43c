/* SPDX-License-Identifier: BSD-3-Clause */
/* rod_ends.c - where a rod begins, and what its ends do to what holds them. */
#include "model/rod_math.h"

LF_KERNEL void lf_rod_first_vertex(const lf_rod_begin *begin, double x[3])
{
    lf_vec3_store(x, 1, 0, lf_rod_begin_at(begin));
}

LF_KERNEL void lf_rod_at_start(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                               const double *R, double force[3], double torque[3])
{
    const size_t n = L->n, m = rod->count * n;
    const lf_rod_begin b = lf_rod_begins(rod, L, i, x, R);
    const size_t at = b.first * n + i;
    const lf_mat3 Lambda = lf_mat3_load(R, m, at), frame = lf_rod_nine(b.R);
    const lf_vec3 D = lf_axpy(lf_vec3_load(x, m, at), -1, lf_rod_begin_at(&b));
    const lf_rod_pull p = lf_rod_element(D, Lambda, rod->over[b.first],
                                         lf_vec3_load(rod->stiff, rod->count, b.first));
    lf_vec3 F = p.n, T = lf_cross(lf_rod_three(b.lever), lf_mat3_vec_left(p.n, frame));
    if (rod->weight)
        F = lf_axpy(F, rod->weight[0], lf_rod_three(rod->down));
    if (rod->start.on)
        T = lf_add(T, lf_rod_bend_start(rod, frame, Lambda).before);
    lf_vec3_store(force, 1, 0, F);
    lf_vec3_store(torque, 1, 0, T);
}

LF_KERNEL void lf_rod_at_end(const lf_rod *rod, const lf_lanes *L, size_t i, const double *x,
                             const double *R, double force[3], double torque[3])
{
    const size_t m = rod->count * L->n, last = rod->count - 1, at = last * L->n + i;
    const lf_mat3 Lambda = lf_mat3_load(R, m, at);
    const lf_rod_begin b = lf_rod_begins(rod, L, i, x, R);
    const lf_vec3 from = b.first == last ? lf_rod_begin_at(&b) : lf_vec3_load(x, m, at - L->n);
    const lf_rod_pull p =
        lf_rod_element(lf_axpy(lf_vec3_load(x, m, at), -1, from), Lambda, rod->over[last],
                       lf_vec3_load(rod->stiff, rod->count, last));
    lf_vec3 F = lf_scale(-1, p.n), T = {0, 0, 0};
    if (rod->weight)
        F = lf_axpy(F, rod->weight[last], lf_rod_three(rod->down));
    if (rod->finish.on) /* before: on the element, in its frame; the wall feels the opposite */
        T = lf_scale(-1, lf_mat3_vec(Lambda, lf_rod_bend_finish(rod, Lambda).before));
    lf_vec3_store(force, 1, 0, F);
    lf_vec3_store(torque, 1, 0, T);
}
