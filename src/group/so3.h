/* SPDX-License-Identifier: BSD-3-Clause */
/* so3.h - pieces of SO(3) that SE(3) is made of. */
#ifndef LF_GROUP_SO3_H
#define LF_GROUP_SO3_H

#include "base/mat3.h"

/* The rotation vector of a row-major rotation matrix, of length at most pi. */
lf_vec3 lf_so3_log(const double r[9]);

static LF_INLINE lf_vec3 lf_so3_dcayinv(lf_vec3 u, lf_vec3 v)
{
    return lf_axpy(lf_axpy(v, -0.5, lf_cross(u, v)), 0.25 * lf_dot(u, v), u);
}

/* exp(u1 e1) exp(u2 e2) exp(u3 e3) of lane i, written to the nine components of g. */
static inline void lf_so3_second_kind(size_t n, size_t i, const double *u, double *g)
{
    const double c1 = cos(u[i]), s1 = sin(u[i]), c2 = cos(u[n + i]), s2 = sin(u[n + i]);
    const double c3 = cos(u[2 * n + i]), s3 = sin(u[2 * n + i]);
    lf_mat3_store(g, n, i,
                  (lf_mat3){{c2 * c3, -c2 * s3, s2},
                            {c1 * s3 + s1 * s2 * c3, c1 * c3 - s1 * s2 * s3, -s1 * c2},
                            {s1 * s3 - c1 * s2 * c3, s1 * c3 + c1 * s2 * s3, c1 * c2}});
}

/* The rate of second-kind coordinates whose rotation turns with f; singular at u2 = +-pi/2. */
static inline lf_vec3 lf_so3_dsecond_kind_inv(lf_vec3 u, lf_vec3 f)
{
    const double c1 = cos(u.x), s1 = sin(u.x);
    const double r3 = (c1 * f.z - s1 * f.y) / cos(u.y);
    return (lf_vec3){f.x - sin(u.y) * r3, c1 * f.y + s1 * f.z, r3};
}

#endif
