/* SPDX-License-Identifier: BSD-3-Clause */
/* group.h - a Lie group with its algebra: maps from the algebra to the group and back, Ad, bracket,
 * differentials and their duals.
 *
 * Conventions, stated once and tested:
 *   lanes     every operation works on n lanes: component c of lane i stands at a[c*n + i];
 *             one lane is a plain vector
 *   so(3)     R^3 with the cross product; se(3) = (rotation, translation); matrices row-major;
 *             quaternions (w, x, y, z)
 *   dexp      right trivialised: d/dt exp(u) = (dexp_u u') exp(u), dexp_u = (e^z - 1)/z at z = ad_u
 *   duals     <Ad*_g m, v> = <m, Ad_g v>, <ad*_u m, v> = <m, [u, v]>, and likewise for dexp
 *   letters   u v w algebra, g a b group, m covector
 *   aliasing  an output may not overlap an input
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

typedef void lf_group_constant(const lf_group *G, size_t n, double *a);
typedef void lf_group_unary(const lf_group *G, size_t n, const double *a, double *b);
typedef void lf_group_binary(const lf_group *G, size_t n, const double *a, const double *b,
                             double *c);
typedef lf_status lf_group_inverse_map(const lf_group *G, size_t n, const double *g, double *u);

typedef struct {
    lf_group_constant *identity;
    lf_group_binary *mul;                   /* a, b -> a b */
    lf_group_unary *inv;                    /* a -> a^-1 */
    lf_group_inverse_map *log;              /* g -> u with exp(u) = g, the one nearest to 0 */
    lf_group_binary *Ad;                    /* g, v -> g v g^-1 */
    lf_group_binary *bracket;               /* u, v -> [u, v] */
    lf_group_binary *dexp;                  /* u, v -> dexp_u v */
    lf_group_unary *map[LF_MAP_COUNT];      /* phi(u); NULL where a group has no such map */
    lf_group_binary *dmapinv[LF_MAP_COUNT]; /* dphi_u^-1 v */
    /* duals: NULL means that they are derived from the above, basis vector by basis vector */
    lf_group_binary *Ad_dual, *ad_dual, *dexp_dual, *dexpinv_dual;
    /* u, g -> d/ds exp(s u) g at s = 0, as a change of the representation */
    lf_group_binary *tangent;
    /* u, g -> d/ds g exp(s u) at s = 0; NULL: by Ad, which is the same on the group alone */
    lf_group_binary *tangent_right;
    /* distance of a representation from the group, at roundoff for a group element */
    lf_group_unary *defect;
    /* the nearest group element, or one as near to first order, in place */
    lf_group_constant *project;
} lf_group_ops;

struct lf_group {
    const char *name, *doc;
    size_t dim; /* of the algebra */
    size_t rep; /* doubles that represent an element */
    const lf_group_ops *ops;
    bool abelian;                  /* bracket 0, dexp the identity */
    double kappa;                  /* curvature of the planar groups: 1 for SE(2) */
    size_t count;                  /* factors of a product, copies of a power, else 0 */
    const lf_group *const *factor; /* `count` of them for a product, one for a power */
};

extern const lf_group lf_r3, lf_so2, lf_so3, lf_s3, lf_se2, lf_se3, lf_sl2, lf_tso3;

/* Groups with a size or parameter are built by value; what they point to must outlive them. */
lf_group lf_group_rn(size_t dim);       /* R^n under addition */
lf_group lf_group_planar(double kappa); /* SE(2) for 1; Galilei for 0; SE(1,1) for -1 */
lf_group lf_group_product(size_t count, const lf_group *const *factor);
lf_group lf_group_power(const lf_group *const *base, size_t copies);

/* Is the map there for this group (all factors of it)? */
bool lf_group_has_map(const lf_group *G, lf_map map);
const char *lf_map_name(lf_map map);

/* Derived operations. `work` holds lf_group_work(G, n) doubles. */
size_t lf_group_work(const lf_group *G, size_t n);
void lf_group_Ad_dual(const lf_group *G, size_t n, const double *g, const double *m, double *out,
                      double *work);
void lf_group_ad_dual(const lf_group *G, size_t n, const double *u, const double *m, double *out,
                      double *work);
void lf_group_dexp_dual(const lf_group *G, size_t n, const double *u, const double *m, double *out,
                        double *work);
void lf_group_dexpinv_dual(const lf_group *G, size_t n, const double *u, const double *m,
                           double *out, double *work);
/* dexpinv by its series, kept up to ad^(order-2): enough for a method of that order (order <= 8). */
void lf_group_dexpinv_truncated(const lf_group *G, size_t n, int order, const double *u,
                                const double *v, double *w, double *work);

/* Shorthands for the common operations. */
static inline void lf_group_exp(const lf_group *G, size_t n, const double *u, double *g)
{
    G->ops->map[LF_EXP](G, n, u, g);
}
static inline void lf_group_dexpinv(const lf_group *G, size_t n, const double *u, const double *v,
                                    double *w)
{
    G->ops->dmapinv[LF_EXP](G, n, u, v, w);
}

/* Every named group, ending with NULL. */
extern const lf_group *const lf_groups[];

#ifdef __cplusplus
}
#endif

#endif
