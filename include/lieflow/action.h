/* SPDX-License-Identifier: BSD-3-Clause */
/* action.h - a group moving the points of a manifold from the left: (a b).y = a.(b.y).
 * A point is a block of `dim` components, lanes as in group.h; work is scratch of
 * lf_action_work(A, n) doubles, and a status is LF_OK unless an operation is not defined at its
 * arguments. */
#ifndef LIEFLOW_ACTION_H
#define LIEFLOW_ACTION_H

#include <lieflow/group.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_action lf_action;

/* Which action it is, for code that knows a faster way for some of them. An action of your own is
 * LF_ACTION_OTHER. */
typedef enum {
    LF_ACTION_OTHER,
    LF_ACTION_TRANSLATION,
    LF_ACTION_ROTATION,              /* SO(3) on R^3, S^2 or so(3)* */
    LF_ACTION_COADJOINT,             /* SE(3) on se(3)* */
    LF_ACTION_TS2,                   /* SE(3) on TS^2 */
    LF_ACTION_BODY_FRAME,            /* SO(3) on attitude and body momentum */
    LF_ACTION_BODY_FRAME_QUATERNION, /* likewise S^3 */
    LF_ACTION_BODIES,                /* many rigid bodies: a product done in one go */
    LF_ACTION_PRODUCT,
    LF_ACTION_DIAGONAL,
    LF_ACTION_POWER,
    LF_ACTION_ITSELF,              /* a group on its own elements, from the left or the right */
    LF_ACTION_QUATERNION_ROTATION, /* S^3 on R^3 */
    LF_ACTION_CONJUGATION,         /* a matrix group on matrices: g L g^-1 */
    LF_ACTION_BODY_N,              /* SO(n) on momentum and attitude of a body in R^n */
    LF_ACTION_FRAME,               /* orthonormal frames: spheres, Stiefel, Grassmann */
    LF_ACTION_SEMILINEAR,          /* u' = L u + N(u): exp(alpha L) u + phi_1(alpha L) c */
    LF_ACTION_LEDGER, /* translation of sums along the way: error norms leave them out */
    LF_ACTION_KINDS
} lf_action_kind;

/* sum_j c_j x_j of algebra elements, not formed yet. */
enum { LF_COMBINATION_TERMS = 16 };
typedef struct {
    size_t count;
    double c[LF_COMBINATION_TERMS];
    const double *x[LF_COMBINATION_TERMS];
} lf_combination;

typedef lf_status lf_action_move(const lf_action *A, size_t n, const double *a, const double *y0,
                                 double *y1, double *work);

typedef struct {
    /* Required. */
    lf_action_move *apply;     /* y1 = g.y0 */
    lf_action_move *generator; /* v = d/ds exp(s u).y at s = 0, a vector of the ambient space */
    /* How far y is from the manifold, or from the orbit of `start`: one number per lane. */
    lf_status (*defect)(const lf_action *A, size_t n, const double *y, const double *start,
                        double *defect, double *work);
    /* Optional. */
    lf_action_move *flow;   /* y1 = exp(u).y0; NULL: exp followed by apply */
    lf_action_move *cayley; /* y1 = cay(u).y0; NULL: the map followed by apply */
    /* Put y back on the manifold, or on the orbit of `start`: the nearest point to first order.
     * NULL: the action does not know how. */
    lf_status (*project)(const lf_action *A, size_t n, const double *start, double *y,
                         double *work);
    /* For an action whose flow is a chart of its own, y = flow(u, y0): the k for which
     * d/ds flow(u + s k, y0) at s = 0 is the vector with the field's value f at y. NULL: the
     * inverse differential of the group's map. */
    lf_status (*pull)(const lf_action *A, size_t n, const double *y0, const double *u,
                      const double *y, const double *f, double *k, double *work);
    /* Scratch that these operations use themselves, in doubles; NULL: none. */
    size_t (*work)(const lf_action *A, size_t n);
    /* y1 = exp(sum).y0 without forming the sum. `keep` holds `keep` doubles a lane of the action,
     * zeros at first, where it remembers what it may need again, such as tables for one alpha. What is
     * remembered follows from its key alone: an older state, or zeros, give the same bits. NULL: the
     * sum is formed, and `flow` moves by it. */
    lf_status (*flow_terms)(const lf_action *A, size_t n, const lf_combination *sum,
                            const double *y0, double *y1, double *keep, double *work);
} lf_action_ops;

struct lf_action {
    const char *name, *doc;
    lf_action_kind kind;
    const lf_group *group;
    size_t dim; /* components of a point */
    const lf_action_ops *ops;
    const void *ctx;                /* what an action with a size or a form needs; may be NULL */
    bool flat;                      /* the action is y + u: a method may add instead of flow */
    bool alone;                     /* long points: the solver moves one trajectory at a time */
    bool forward;                   /* a semigroup: steps must not go back in time */
    size_t count;                   /* factors of a product, copies of a power, else 0 */
    const lf_action *const *factor; /* `count` of them for a product, one for a power */
    size_t keep;                    /* doubles a lane that flow_terms remembers between calls */
    /* The projection belongs to the motion: every method is followed by it after so many steps, unless
     * lf_options.project_every says otherwise, and steps are fixed. 0: it is a correction, made where options ask for it. */
    size_t renew;
};

extern const lf_action lf_r3_translation;
extern const lf_action lf_rotation;            /* SO(3) on R^3; the orbits are spheres about 0 */
extern const lf_action lf_sphere;              /* SO(3) on S^2 */
extern const lf_action lf_quaternion_rotation; /* S^3 on R^3 */
extern const lf_action lf_so2_left, lf_so3_left, lf_s3_left, lf_se2_left, lf_se3_left, lf_sl2_left;
extern const lf_action lf_so3_right, lf_s3_right, lf_se2_right, lf_se3_right;
extern const lf_action lf_so3_matrices;          /* SO(3) on GL(3): g.Y = g Y, which keeps Y^T Y */
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
/* Matrix groups (matrix.h). g.L = g L g^-1 on n x n matrices, which keeps the spectrum; with SO(n) a
 * symmetric L stays so, and can be projected. The defect is the largest change of tr L^j, j = 1 ..
 * min(n, 4), in parts of |L|^j. */
lf_action lf_action_conjugation(const lf_group *G);
/* SO(n) on (M, Q), both n x n: (g M g^T, Q g^T), the momentum of a body, which is skew, and its
 * attitude. */
lf_action lf_action_body_n(const lf_group *so);
/* g.x = g x on R^n, for SO(n) on its spheres; an affine group moves by A x + b. */
lf_action lf_action_vectors(const lf_group *G);
/* g.m = Ad*_(g^-1) m on the dual of the algebra of any group. */
lf_action lf_action_coadjoint(const lf_group *G);
/* `product` must be the product of the factors' groups, in their order. */
lf_action lf_action_product(const lf_group *product, size_t count, const lf_action *const *factor);
/* One group moving several points at once; all factors have the same group, and none a chart of its
 * own (`pull`): their charts would contradict each other. */
lf_action lf_action_diagonal(size_t count, const lf_action *const *factor);
/* `power` must be the power of the base action's group. */
lf_action lf_action_power(const lf_group *power, const lf_action *const *base, size_t copies);

/* Points of R^n with k tangent vectors that a flow carries along, and counts of how these grow (lyapunov.h
 * makes problems of it): R^m on itself, m = n + n k + 5 k + 3 or more. `project` makes the vectors
 * orthonormal and counts; it belongs to the motion (`renew`). */
typedef struct {
    size_t n, k;
    double transient, window; /* lyapunov.h */
} lf_transport;
lf_action lf_action_transport(const lf_group *rn, const lf_transport *T);

/* Does every factor have a group of its own, and so a block of the algebra? */
bool lf_action_has_blocks(const lf_action *A);
/* Does the action, and every factor of it, know its projection? */
bool lf_action_can_project(const lf_action *A);

/* Doubles of scratch for any operation of an action, those of its group included. */
size_t lf_action_work(const lf_action *A, size_t n);
/* y1 = phi(u).y0 for any coordinate map */
lf_status lf_action_flow(const lf_action *A, lf_map map, size_t n, const double *u,
                         const double *y0, double *y1, double *work);
lf_status lf_action_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                          double *y1, double *work);
lf_status lf_action_generator(const lf_action *A, size_t n, const double *u, const double *y,
                              double *v, double *work);
lf_status lf_action_defect(const lf_action *A, size_t n, const double *y, const double *start,
                           double *defect, double *work);
/* LF_ENEEDS where the action does not know how. */
lf_status lf_action_project(const lf_action *A, size_t n, const double *start, double *y,
                            double *work);
/* k = dphi_u^-1 f in the action's own chart where it has one, else in the group's coordinates. */
lf_status lf_action_pull(const lf_action *A, lf_map map, size_t n, const double *y0,
                         const double *u, const double *y, const double *f, double *k,
                         double *work);

/* Every named action, ending with NULL. */
const lf_action *const *lf_actions(void);

#ifdef __cplusplus
}
#endif

#endif
