/* SPDX-License-Identifier: BSD-3-Clause */
/* group.h - a Lie group with its algebra: maps from the algebra to the group and back, Ad, bracket,
 * differentials and their duals.
 *
 * Conventions, stated once and tested:
 *   lanes     every operation works on n lanes: component c of lane i is at a[c*n + i];
 *             one lane is a plain vector
 *   so(3)     R^3 with the cross product; se(3) = (rotation, translation); matrices row-major;
 *             quaternions (w, x, y, z)
 *   dexp      right trivialised: d/dt exp(u) = (dexp_u u') exp(u), dexp_u = (e^z - 1)/z at z = ad_u
 *   duals     <Ad*_g m, v> = <m, Ad_g v>, <ad*_u m, v> = <m, [u, v]>, and likewise for dexp
 *   letters   u v w algebra, g a b group, m covector
 *   aliasing  an output may not overlap an input
 *   work      scratch of lf_group_work(G, n) doubles; its contents do not matter before or after
 *   status    LF_OK, or LF_ESINGULAR where an operation is not defined at its arguments
 * Argument order: object, lanes, inputs, outputs, work. */
#ifndef LIEFLOW_GROUP_H
#define LIEFLOW_GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include <lieflow/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_group lf_group;

/* Coordinate maps phi : algebra -> group with phi(0) = e and derivative 1 there. */
typedef enum { LF_EXP, LF_CAYLEY, LF_SECOND_KIND, LF_MAP_COUNT } lf_map;

/* Which group it is, for code that knows a faster way for some of them. A group of your own is
 * LF_GROUP_OTHER. Groups are never told apart by the addresses of their tables. */
typedef enum {
    LF_GROUP_OTHER,
    LF_GROUP_RN,
    LF_GROUP_SO2,
    LF_GROUP_SO3,
    LF_GROUP_S3,
    LF_GROUP_PLANAR,
    LF_GROUP_SE3,
    LF_GROUP_SL2,
    LF_GROUP_PRODUCT,
    LF_GROUP_POWER,
    LF_GROUP_MATRIX,    /* SO(n), GL(n), Sp(2n), G_P: matrix.h */
    LF_GROUP_AFFINE,    /* GL(n) |x R^n: matrix.h */
    LF_GROUP_FRAME,     /* tangent vectors of frames, which are no group: frame.h */
    LF_GROUP_SEMILINEAR /* (alpha, c) over a linear operator: operator.h */
} lf_group_kind;

typedef lf_status lf_group_unary(const lf_group *G, size_t n, const double *a, double *b,
                                 double *work);
typedef lf_status lf_group_binary(const lf_group *G, size_t n, const double *a, const double *b,
                                  double *c, double *work);

typedef struct {
    /* Required. */
    void (*identity)(const lf_group *G, size_t n, double *g);
    lf_group_binary *mul;                   /* a, b -> a b */
    lf_group_unary *inv;                    /* a -> a^-1 */
    lf_group_binary *Ad;                    /* g, v -> g v g^-1 */
    lf_group_binary *bracket;               /* u, v -> [u, v] */
    lf_group_unary *map[LF_MAP_COUNT];      /* phi(u); exp is required, others may be NULL */
    lf_group_binary *dmapinv[LF_MAP_COUNT]; /* dphi_u^-1 v, for every map that is there */
    lf_group_unary *defect; /* distance from the group: at roundoff for an element, [lane] */
    /* Optional: NULL where the derived layer below should do it, or nothing can. */
    lf_group_unary *log;            /* g -> u with exp(u) = g, the one nearest to 0 */
    lf_group_binary *dexp;          /* u, v -> dexp_u v */
    lf_group_binary *tangent;       /* u, g -> d/ds exp(s u) g at s = 0, in the representation */
    lf_group_binary *tangent_right; /* u, g -> d/ds g exp(s u) at s = 0 */
    lf_group_binary *Ad_dual, *ad_dual, *dexp_dual, *dexpinv_dual;
    /* The nearest element, or one as near to first order, in place. */
    lf_status (*project)(const lf_group *G, size_t n, double *g, double *work);
    /* Scratch that these operations use, in doubles; NULL: none. */
    size_t (*work)(const lf_group *G, size_t n);
} lf_group_ops;

struct lf_group {
    const char *name, *doc;
    lf_group_kind kind;
    size_t dim; /* of the algebra */
    size_t rep; /* doubles that represent an element */
    const lf_group_ops *ops;
    const void *ctx;               /* what a group with a size or a form needs; may be NULL */
    bool abelian;                  /* bracket 0, dexp the identity */
    size_t count;                  /* factors of a product, copies of a power, else 0 */
    const lf_group *const *factor; /* `count` of them for a product, one for a power */
};

extern const lf_group lf_r3, lf_so2, lf_so3, lf_s3, lf_se2, lf_se3, lf_sl2, lf_tso3;

/* Groups with a size or parameter are built by value; what they point to must outlive them. */
lf_group lf_group_rn(size_t dim);              /* R^n under addition */
lf_group lf_group_planar(const double *kappa); /* SE(2) for 1; Galilei for 0; SE(1,1) for -1 */
lf_group lf_group_product(size_t count, const lf_group *const *factor);
lf_group lf_group_power(const lf_group *const *base, size_t copies);

/* Is the map there for this group (for all factors of it)? */
bool lf_group_has_map(const lf_group *G, lf_map map);
const char *lf_map_name(lf_map map);

/* Doubles of scratch for any operation of a group and for the derived layer. */
size_t lf_group_work(const lf_group *G, size_t n);

/* ---- operations, derived from the required ones where a group does not bring them ---- */

void lf_group_identity(const lf_group *G, size_t n, double *g);
lf_status lf_group_mul(const lf_group *G, size_t n, const double *a, const double *b, double *c,
                       double *work);
lf_status lf_group_inv(const lf_group *G, size_t n, const double *a, double *b, double *work);
lf_status lf_group_Ad(const lf_group *G, size_t n, const double *g, const double *v, double *w,
                      double *work);
lf_status lf_group_bracket(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                           double *work);
/* phi(u), and dphi_u^-1 v; LF_ENEEDS where the group has no such map. */
lf_status lf_group_map(const lf_group *G, lf_map map, size_t n, const double *u, double *g,
                       double *work);
lf_status lf_group_dmapinv(const lf_group *G, lf_map map, size_t n, const double *u,
                           const double *v, double *w, double *work);
lf_status lf_group_exp(const lf_group *G, size_t n, const double *u, double *g, double *work);
lf_status lf_group_dexpinv(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                           double *work);
/* LF_ENEEDS where the group knows no logarithm. */
lf_status lf_group_log(const lf_group *G, size_t n, const double *g, double *u, double *work);
/* Derived: the integral of Ad_{exp(s u)} v over 0 <= s <= 1, at roundoff for |ad_u| up to three. */
lf_status lf_group_dexp(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                        double *work);
/* Derived: by differences of exp(s u) g, to about 13 digits. */
lf_status lf_group_tangent(const lf_group *G, size_t n, const double *u, const double *g, double *v,
                           double *work);
/* Derived: by Ad, which is the same on the group alone. */
lf_status lf_group_tangent_right(const lf_group *G, size_t n, const double *u, const double *g,
                                 double *v, double *work);
lf_status lf_group_defect(const lf_group *G, size_t n, const double *g, double *d, double *work);
bool lf_group_can_project(const lf_group *G);
lf_status lf_group_project(const lf_group *G, size_t n, double *g, double *work);
/* Derived: basis vector by basis vector. */
lf_status lf_group_Ad_dual(const lf_group *G, size_t n, const double *g, const double *m,
                           double *out, double *work);
lf_status lf_group_ad_dual(const lf_group *G, size_t n, const double *u, const double *m,
                           double *out, double *work);
lf_status lf_group_dexp_dual(const lf_group *G, size_t n, const double *u, const double *m,
                             double *out, double *work);
lf_status lf_group_dexpinv_dual(const lf_group *G, size_t n, const double *u, const double *m,
                                double *out, double *work);
/* dexpinv by its series, kept up to ad^(order-2): enough for a method of that order (order <= 8). */
lf_status lf_group_dexpinv_truncated(const lf_group *G, size_t n, int order, const double *u,
                                     const double *v, double *w, double *work);

/* Every named group, ending with NULL. */
const lf_group *const *lf_groups(void);

#ifdef __cplusplus
}
#endif

#endif
