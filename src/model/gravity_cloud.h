/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_cloud.h - bodies made of points, and how the points of one pull a point of another. */
#ifndef LF_MODEL_GRAVITY_CLOUD_H
#define LF_MODEL_GRAVITY_CLOUD_H

#include <math.h>

#include "model/gravity_pair.h"

/* The points of a body: masses and places in its frame. */
typedef struct {
    size_t count;
    const double *mu, *x, *y, *z;
} lf_cloud;

static inline lf_cloud lf_cloud_of(const lf_gravity *K, size_t body)
{
    const size_t first = (size_t)K->first[body], count = (size_t)K->first[body + 1] - first;
    const double *at = K->points + 4 * first;
    return (lf_cloud){count, at, at + count, at + 2 * count, at + 3 * count};
}

/* What columns give to one row: sum nu d/r^3 and sum nu/r. */
typedef struct {
    lf_vec3 f;
    double u;
} lf_share;

static LF_INLINE lf_share lf_attract_one(lf_share e, lf_vec3 z, const lf_cloud *c, size_t b)
{
    const lf_vec3 d = {z.x - c->x[b], z.y - c->y[b], z.z - c->z[b]};
    const double inverse = 1 / sqrt(lf_dot(d, d)), u = c->mu[b] * inverse;
    return (lf_share){lf_axpy(e.f, u * (inverse * inverse), d), e.u + u};
}

/* Two columns share a division. */
static LF_INLINE lf_share lf_attract_two(lf_share e, lf_vec3 z, const lf_cloud *c, size_t b)
{
    const lf_vec3 d = {z.x - c->x[b], z.y - c->y[b], z.z - c->z[b]};
    const lf_vec3 d2 = {z.x - c->x[b + 1], z.y - c->y[b + 1], z.z - c->z[b + 1]};
    const double r = sqrt(lf_dot(d, d)), r2 = sqrt(lf_dot(d2, d2));
    const double both = 1 / (r * r2), inverse = both * r2, inverse2 = both * r;
    const double u = c->mu[b] * inverse, u2 = c->mu[b + 1] * inverse2;
    const lf_vec3 f = lf_axpy(e.f, u * (inverse * inverse), d);
    return (lf_share){lf_axpy(f, u2 * (inverse2 * inverse2), d2), e.u + (u + u2)};
}

/* R rho of point a */
static LF_INLINE lf_vec3 lf_cloud_arm(const lf_cloud *c, lf_mat3 R, size_t a)
{
    return lf_mat3_vec(R, (lf_vec3){c->x[a], c->y[a], c->z[a]});
}

/* A single pair of points at d, with strength G mu nu: the gradient and minus the energy. */
static LF_INLINE lf_share lf_attract_pair(double strength, lf_vec3 d)
{
    const double square = lf_dot(d, d), scale = strength / (square * sqrt(square));
    return (lf_share){lf_scale(scale, d), scale * square};
}

/* Two bodies of two points each in a single lane, with the numbers of lf_gravity_points. */
bool lf_gravity_is_two_rods(const lf_gravity *K);
lf_status lf_gravity_two_rods(const lf_gravity *K, const double *x, const double *R, double *g,
                              double *M);

#endif
