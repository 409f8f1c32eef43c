/* SPDX-License-Identifier: BSD-3-Clause */
/* problem.h - the waist of the hourglass: an action, a field f : (t, y) -> algebra, and what else
 * is known. The equation is y' = generator of f(t, y) at y. Models build problems, methods read
 * them, and neither knows the other. */
#ifndef LIEFLOW_PROBLEM_H
#define LIEFLOW_PROBLEM_H

#include <lieflow/action.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_problem lf_problem;
typedef struct lf_bodies lf_bodies; /* bodies.h */

/* The field for n lanes, each with its own time. `work` holds field_work * n doubles. */
typedef lf_status lf_field(const lf_problem *P, size_t n, const double *t, const double *y,
                           double *f, double *work);

/* A number per lane, such as an energy. */
typedef void lf_quantity(const lf_problem *P, size_t n, const double *t, const double *y,
                         double *q);

typedef struct {
    const char *name, *doc;
    lf_quantity *value;
} lf_invariant;

/* What a problem has and a method may need. */
enum {
    LF_HAS_FIELD = 1u << 0,        /* f(t, y): every problem */
    LF_HAS_TIME_FIELD = 1u << 1,   /* f depends on t alone */
    LF_HAS_SECOND_ORDER = 1u << 2, /* an acceleration for the first components */
    LF_HAS_HAMILTONIAN = 1u << 3,  /* dH/dmu and dH/dg on a cotangent bundle */
    LF_HAS_ENERGY = 1u << 4,       /* an energy on a group with its trivialised differential */
    LF_HAS_SPLITTING = 1u << 5,    /* pieces whose flows are known exactly */
    LF_HAS_EXACT = 1u << 6,        /* the flow of the whole is known exactly */
    LF_HAS_BODIES = 1u << 7,       /* rigid bodies in a potential */
};

/* Second-order form for Newmark methods: the first `positions` components d of y obey
 * d'' = a(t, y); the others keep obeying y' = F(t, y). */
typedef struct {
    size_t positions;
    lf_status (*acceleration)(const lf_problem *P, size_t n, const double *t, const double *y,
                              const double *v, double *a);
} lf_second_order;

/* A Hamiltonian system on T*G, right trivialised: a point is g (in the representation of G)
 * followed by mu (in the dual of its algebra), moved by the group G |x g* from the left,
 * g' = xi g, mu' = nu - ad*_xi mu with xi = dH/dmu and nu = -R_g^* dH/dg. For G = SO(3) that
 * group is SE(3), mu playing the part of the translation. */
typedef struct {
    const lf_group *group; /* G */
    lf_quantity *energy;   /* H */
    lf_status (*velocity)(const lf_problem *P, size_t n, const double *t, const double *y,
                          double *xi); /* dH/dmu */
    lf_status (*force)(const lf_problem *P, size_t n, const double *t, const double *y,
                       double *nu); /* -R_g^* dH/dg */
} lf_hamiltonian;

/* An energy on a group that acts on itself from the left, for methods that preserve it. */
typedef struct {
    lf_quantity *energy;
    lf_status (*differential)(const lf_problem *P, size_t n, const double *t, const double *y,
                              double *gamma); /* R_y^* dH, a covector of the algebra */
    lf_quantity *scale; /* what |gamma| is compared with near a critical point */
} lf_energy;

/* Pieces of the equation whose flows are known exactly; their sum is the whole. */
typedef struct {
    size_t pieces;
    /* y1 = flow of piece k over h from (t, y0); work of `work` doubles per lane */
    lf_status (*flow)(const lf_problem *P, size_t k, size_t n, const double *t, const double *h,
                      const double *y0, double *y1, double *work);
    size_t work;
} lf_splitting;

/* What the equations of implicit methods took to solve. */
typedef struct {
    size_t solved, iterations; /* systems, and Newton iterations for all of them */
    int most;                  /* iterations for one of them */
    int last;                  /* iterations for the last one */
    double residual;           /* of the last one: the largest component */
} lf_iterations;

/* Where and why a step was too large (LF_ELARGE). */
typedef struct {
    size_t lane, body;   /* of the block, and of the bodies, from 0 */
    double value, bound; /* h |J^-1 Pi| there, and what it must stay below */
} lf_trouble;

/* A quantity whose smallest value is watched, such as a distance, and that ends a fixed-step run
 * when it falls below `bound`; with a tolerance use an event. */
typedef struct {
    const char *name, *doc;
    lf_quantity *value;
    double bound; /* 0: watched only */
} lf_guard;

struct lf_problem {
    const char *name;
    const lf_action *action;
    lf_field *field;
    size_t field_work;              /* doubles per lane */
    unsigned has;                   /* LF_HAS_... */
    const void *ctx;                /* the field's own data */
    const lf_invariant *invariants; /* ends with a NULL name; may be NULL */
    const lf_invariant *outputs;    /* likewise, of no constant value: reported, not watched */
    const char *const *columns;     /* names of the components of y, or NULL */
    const lf_second_order *second_order;
    const lf_hamiltonian *hamiltonian;
    const lf_energy *energy;
    const lf_splitting *splitting;
    const lf_splitting *exact; /* one piece, which is the whole */
    const lf_bodies *bodies;
    const lf_guard *guard; /* may be NULL */
    /* y' itself, also for points off the manifold, where classical methods put their stages; work
     * of ambient_work doubles per lane. NULL: the generator of the field. */
    lf_field *ambient;
    size_t ambient_work;
    /* Where y' does not depend on time, and has no failures: `count` sub-steps of the explicit
     * midpoint rule with y' inlined, in the four lanes in which extrapolation runs its rows, for
     * displacements z of y = base + z, [component][lane]; `twice` is two sub-steps of each lane.
     * z(k+1) = z(k-1) + twice F(base + z(k)) from before = z(0), now = z(1) on. NULL: by the field. */
    void (*leap)(const lf_problem *P, int count, const double *twice, const double *base,
                 double *before, double *now);
    /* The same operations in sixteen lanes, for ensembles; NULL: by four. */
    void (*leaps)(const lf_problem *P, int count, const double *twice, const double *base,
                  double *before, double *now);
    const lf_problem *inner;   /* of an ambient problem: the one on the manifold */
    size_t *evaluations;       /* adds up the lanes that lf_problem_field gets; may be NULL */
    lf_iterations *iterations; /* what implicit methods report; may be NULL */
    lf_trouble *trouble;       /* likewise of LF_ELARGE; may be NULL */
    /* For points of any size, in place of `columns`: the name of component c of y. */
    void (*column)(const lf_problem *P, size_t c, char *name, size_t size);
    /* The component of y that a reader expects as column k; NULL: component k. */
    size_t (*order)(const lf_problem *P, size_t k);
};

/* Evaluate the field, and count it. */
static inline lf_status lf_problem_field(const lf_problem *P, size_t n, const double *t,
                                         const double *y, double *f, double *work)
{
    if (P->evaluations)
        *P->evaluations += n;
    return P->field(P, n, t, y, f, work);
}

/* The name of component c of y: what the problem calls it, or "y1", "y2", ... */
void lf_problem_column(const lf_problem *P, size_t c, char *name, size_t size);
/* The component of y to show as column k. */
static inline size_t lf_problem_order(const lf_problem *P, size_t k)
{
    return P->order ? P->order(P, k) : k;
}

/* The same equation seen from R^dim, where classical methods live: y' = F(t, y). The group and
 * action it needs are kept in `space`, which must outlive it. */
typedef struct {
    lf_group group;
    lf_action action;
} lf_ambient_space;
lf_problem lf_problem_ambient(const lf_problem *P, lf_ambient_space *space);

/* A field written for a single point: f(t, y) with plain vectors. */
typedef lf_status lf_point_field(const void *ctx, double t, const double *y, double *f);
typedef struct {
    lf_point_field *field;
    const void *ctx;
} lf_point;
/* A problem from a single-point field; `point` must outlive it. */
lf_problem lf_problem_from_point(const char *name, const lf_action *A, const lf_point *point);

/* A Hamiltonian system on T*G whose functions are known in the body: H as a function of g and of
 * Pi = Ad*_g mu, for plain vectors; elements of at most 64 doubles. */
typedef struct {
    const lf_group *group; /* G */
    double (*energy)(const void *ctx, double t, const double *g, const double *Pi);
    /* dH/dPi */
    lf_status (*velocity)(const void *ctx, double t, const double *g, const double *Pi,
                          double *Omega);
    /* -L_g^* dH/dg, with Pi held: the force seen from the body */
    lf_status (*force)(const void *ctx, double t, const double *g, const double *Pi, double *N);
    const void *ctx;
    lf_hamiltonian view; /* filled by lf_problem_from_body */
} lf_body;
/* The problem on (g, mu), right trivialised, that is moved by the group G |x g*: A is lf_se3_left
 * for G = SO(3). `body` must outlive it. */
lf_problem lf_problem_from_body(const char *name, const lf_action *A, lf_body *body);

/* A sentence about the first thing in `needs` that P lacks, or NULL. */
const char *lf_problem_lacks(const lf_problem *P, unsigned needs);

#ifdef __cplusplus
}
#endif

#endif
