/* SPDX-License-Identifier: BSD-3-Clause */
/* gravity_points.h - pairs of bodies made of points, and where the points of one are in the frame of the
 * other (gravity_points.c has the formulas). */
#ifndef LF_MODEL_GRAVITY_POINTS_H
#define LF_MODEL_GRAVITY_POINTS_H

#include "model/gravity_cloud.h"

enum {
    LF_BLOCK = 64,         /* rows and lanes at a time */
    LF_LONG_COLUMNS = 1024 /* with so many the caller is asked after every block of rows */
};

/* A pair of bodies: c has no more points than r. */
typedef struct {
    size_t r, c; /* bodies */
    lf_cloud row, column;
} lf_cloud_pair;

static inline lf_cloud_pair lf_cloud_pair_of(const lf_gravity *K, size_t i, size_t j)
{
    const lf_cloud a = lf_cloud_of(K, i), b = lf_cloud_of(K, j);
    return a.count >= b.count ? (lf_cloud_pair){i, j, a, b} : (lf_cloud_pair){j, i, b, a};
}

/* A call of the potential. */
typedef struct {
    double G;
    size_t count, n; /* bodies, lanes */
    const double *x, *R;
    double *U, *g, *M;
} lf_pull_call;

/* What belongs to lanes stands in arrays [component][lane]: frames have X and Q. */
enum { LF_FRAME = 12, LF_FRAME_X = 0, LF_FRAME_Q = 3 };

/* X and Q of some lanes from l0 on. */
static LF_INLINE void lf_pair_frame(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p,
                                    size_t l0, double *f)
{
    const size_t n = c->n, m = c->count * n;
    LF_EACH_LANE(l, lanes) {
        const lf_mat3 C = lf_mat3_load(c->R, m, p->c * n + l0 + l);
        const lf_mat3 R = lf_mat3_load(c->R, m, p->r * n + l0 + l);
        const lf_vec3 d = lf_pair_between(c->count, n, p->r, p->c, l0 + l, c->x);
        lf_vec3_store(f + LF_FRAME_X * lanes, lanes, l, lf_mat3_vec_left(d, C));
        lf_mat3_store(f + LF_FRAME_Q * lanes, lanes, l, lf_mat3_mul(lf_mat3_transpose(C), R));
    }
}

/* Elements are [row][lane]. */
typedef struct {
    double z[3][LF_BLOCK], f[3][LF_BLOCK], u[LF_BLOCK];
} lf_block;

/* Q rho */
static LF_INLINE lf_vec3 lf_pair_turned(size_t lanes, const double *f, size_t l, const lf_cloud *c,
                                        size_t a)
{
    return lf_mat3_vec(lf_mat3_load(f + LF_FRAME_Q * lanes, lanes, l),
                       (lf_vec3){c->x[a], c->y[a], c->z[a]});
}

/* z of `rows` rows from row a on */
static LF_INLINE void lf_block_place(size_t lanes, size_t rows, const double *f, const lf_cloud *c,
                                     size_t a, lf_block *k)
{
    for (size_t r = 0; r < rows; r++)
        LF_EACH_LANE(l, lanes) {
            const lf_vec3 X = lf_vec3_load(f + LF_FRAME_X * lanes, lanes, l);
            lf_vec3_store(k->z[0], LF_BLOCK, r * lanes + l,
                          lf_add(X, lf_pair_turned(lanes, f, l, c, a + r)));
        }
}

/* Does nobody wait for the result any more? */
static LF_INLINE bool lf_pair_unwanted(size_t rows, size_t columns)
{
    return columns >= LF_LONG_COLUMNS && lf_poll(rows * columns);
}

/* Pairs of at most two points each in some lanes from l0 on; false when a lane has points that meet. */
bool lf_gravity_rods(size_t lanes, const lf_pull_call *c, const lf_cloud_pair *p, size_t l0);

#endif
