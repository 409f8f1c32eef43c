/* SPDX-License-Identifier: BSD-3-Clause */
/* action.h - a group moving the points of a manifold from the left: (a b).y = a.(b.y).
 * A point is a block of `dim` components, lanes as in group.h. */
#ifndef LIEFLOW_ACTION_H
#define LIEFLOW_ACTION_H

#include <lieflow/group.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_action lf_action;

typedef struct {
    /* y1 = exp(u).y0; NULL means exp followed by apply. */
    void (*flow)(const lf_action *A, size_t n, const double *u, const double *y0, double *y1,
                 double *work);
    /* y1 = g.y0 */
    void (*apply)(const lf_action *A, size_t n, const double *g, const double *y0, double *y1,
                  double *work);
    /* v = d/ds exp(s u).y at s = 0, as a vector of the ambient space */
    void (*generator)(const lf_action *A, size_t n, const double *u, const double *y, double *v,
                      double *work);
    /* How far y is from the manifold, or from the orbit of `start`: one number a lane. */
    void (*defect)(const lf_action *A, size_t n, const double *y, const double *start,
                   double *defect, double *work);
    /* Between two fields of an RKMK step with one lane, in one go; NULL where there is no such
     * thing. Stage i has the field f: k_i = dexpinv_u f (f itself for i = 0), then
     * u = h sum_{j <= i} row_j k_j and y1 = exp(u).y0. False when an angle is too large for it. */
    bool (*advance)(const lf_action *A, int i, const double *row, double h, const double *y0,
                    const double *f, double *k, double *u, double *y1);
    /* Put y back on the manifold, or on the orbit of `start`: the nearest point to first order. */
    void (*project)(const lf_action *A, size_t n, const double *start, double *y);
    /* y1 = cay(u).y0; NULL means the map followed by apply. */
    void (*cayley)(const lf_action *A, size_t n, const double *u, const double *y0, double *y1,
                   double *work);
} lf_action_ops; /* `work` holds lf_action_work(A, n) doubles everywhere */

struct lf_action {
    const char *name, *doc;
    const lf_group *group;
    size_t dim; /* components of a point */
    const lf_action_ops *ops;
    bool flat;                      /* the action is y + u: a method may add instead of flow */
    bool power;                     /* `count` copies of factor[0] as additional lanes */
    size_t count;                   /* factors of a product, copies of a power, else 0 */
    const lf_action *const *factor; /* `count` of them for a product, one for a power */
};

extern const lf_action lf_r3_translation;
extern const lf_action lf_rotation;            /* SO(3) on R^3; the orbits are spheres about 0 */
extern const lf_action lf_sphere;              /* SO(3) on S^2 */
extern const lf_action lf_quaternion_rotation; /* S^3 on R^3 */
extern const lf_action lf_so2_left, lf_so3_left, lf_s3_left, lf_se2_left, lf_se3_left, lf_sl2_left;
extern const lf_action lf_so3_right, lf_s3_right, lf_se3_right;
extern const lf_action lf_so3_coadjoint;         /* SO(3) on so(3)* */
extern const lf_action lf_se3_coadjoint;         /* SE(3) on se(3)* */
extern const lf_action lf_ts2;                   /* SE(3) on TS^2: (q, w) with |q| = 1, q.w = 0 */
extern const lf_action lf_sl2_plane;             /* SL(2) on R^2 by matrix times vector */
extern const lf_action lf_se2_plane;             /* SE(2) on R^2 by rigid motions */
extern const lf_action lf_tso3_left;             /* SO(3) x R^3 on itself */
extern const lf_action lf_body_frame;            /* SO(3) on (R, m): (R g^-1, g m) */
extern const lf_action lf_body_frame_quaternion; /* S^3 on (q, m): (q g^-1, g m) */

/* Actions with a size are built by value; what they point to must outlive them. */
lf_action lf_action_translation(const lf_group *rn); /* R^n on R^n */
lf_action lf_action_left(const lf_group *G);         /* g.y = g y */
lf_action lf_action_right(const lf_group *G);        /* g.y = y g^-1 */
lf_action lf_action_plane(const lf_group *planar);   /* a planar group on R^2 */
/* `product` must be the product of the factors' groups, in their order. */
lf_action lf_action_product(const lf_group *product, size_t count, const lf_action *const *factor);
/* One group moving several points at once; all factors have the same group. */
lf_action lf_action_diagonal(size_t count, const lf_action *const *factor);
/* `power` must be the power of the base action's group. */
lf_action lf_action_power(const lf_group *power, const lf_action *const *base, size_t copies);

/* y1 = phi(u).y0 for any coordinate map */
size_t lf_action_work(const lf_action *A, size_t n);
void lf_action_flow(const lf_action *A, lf_map map, size_t n, const double *u, const double *y0,
                    double *y1, double *work);

/* Every named action, ending with NULL. */
extern const lf_action *const lf_actions[];

#ifdef __cplusplus
}
#endif

#endif
