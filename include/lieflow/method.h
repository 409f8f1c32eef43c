/* SPDX-License-Identifier: BSD-3-Clause */
/* method.h - a one-step map: a step function plus the table of coefficients it reads. */
#ifndef LIEFLOW_METHOD_H
#define LIEFLOW_METHOD_H

#include <lieflow/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_method lf_method;

/* How a stage f(phi(u).y) is carried back to the algebra (RKMK only). */
typedef enum {
    LF_PULL_EXACT,     /* dphi_u^-1 in closed form */
    LF_PULL_TRUNCATED, /* the series of dexp_u^-1 up to the method's order */
    LF_PULL_NONE,      /* not at all: the classical mistake, order 2 */
    LF_PULL_ADJOINT    /* Ad of exp(-u): Munthe-Kaas 1995, order 2 */
} lf_pull;

enum {
    LF_AMBIENT = 1u << 0, /* runs on the ambient space of a problem and may leave the manifold */
    LF_RKMK = 1u << 1,    /* reads a Butcher tableau: map and pull can be chosen */
    LF_CHOOSES_SOLVER = 1u << 7, /* implicit: Newton's method or a fixed point can be chosen */
    LF_CHOOSES_MAP = 1u << 3,    /* any coordinate map with its exact differential can be chosen */
    LF_NEGATIVE = 1u << 2,       /* a negative example: the papers show that it loses order */
    LF_SYMMETRIC = 1u << 4,      /* a step by h and one by -h return to the start */
    LF_SYMPLECTIC = 1u << 5,     /* keeps the symplectic form of a Hamiltonian system on T*G */
    LF_CHOOSES_ROTATION = 1u << 8,  /* variational: the free rotation of a body can be chosen */
    LF_ENERGY_PRESERVING = 1u << 6, /* keeps the problem's energy to the tolerance of its solver */
    LF_PROGRAM = 1u << 9,           /* a flow program, which `table` holds */
    LF_EXTRAPOLATES = 1u << 10, /* combines many small steps in coordinates of where they begin */
    LF_DENSE =
        1u << 11, /* solves equations for all numbers of a point at once, with a full matrix */
};

/* A step with an estimate of its error. */
typedef struct {
    lf_lanes lanes;
    const double *y0, *f0;     /* where it starts, and the field there */
    double *y1, *f1;           /* where it ends, and the field there */
    double *error, *error_low; /* estimates: algebra elements, or differences of points */
    double *stages;            /* what `interpolate` reads */
    int level;                 /* of a method whose order varies */
    lf_tally *tally;
    double *work;
    double *keep; /* what the action remembers (lf_action.keep doubles a lane); may be NULL */
} lf_attempt;

/* How a method estimates errors and interpolates; a method without `attempt` has fixed steps only. */
typedef struct {
    int order;          /* of the estimate: the controller takes the root order + 1 */
    bool in_algebra;    /* estimates are algebra elements, else differences of points */
    bool first_is_last; /* reads f0 and writes f1, so a step costs one evaluation less */
    bool damped;        /* error_low is written too and damps the estimate as in DOP853 */
    size_t single;      /* up to this many trajectories fly one by one: it uses lanes for itself */
    int level;          /* a method whose order varies: where it begins; else 0 */
    /* The change of the level (-1, 0 or 1) and the factor for the step after an attempt of n lanes
     * at one level with these errors (of `error` and `error_low`), 1 being just allowed. `error` may
     * be corrected by what both say together: the step is accepted if it is at most 1 then. NULL:
     * the solver's own control. */
    void (*control)(size_t n, int level, double *error, const double *error_low, double *change,
                    double *factor);
    size_t stages; /* algebra elements kept for `interpolate` */
    lf_status (*attempt)(const lf_method *M, const lf_problem *P, const lf_attempt *a);
    size_t (*work)(const lf_method *M, const lf_problem *P, size_t n);
    /* The point at t + x h, one x per lane, from a successful attempt; first call `prepare`, once
     * per attempt. NULL: the method has no continuous extension. */
    lf_status (*prepare)(const lf_method *M, const lf_problem *P, const lf_attempt *a);
    lf_status (*interpolate)(const lf_method *M, const lf_problem *P, const lf_attempt *a,
                             const double *x, double *y);
} lf_estimator;

/* How an implicit method solves for its stages. */
typedef enum { LF_NEWTON, LF_FIXED_POINT } lf_solver;

/* How a variational integrator turns a free body: by the discrete Moser-Veselov equation, by the
 * same with moments of inertia that make it of order four (reversible, no longer symplectic), or
 * exactly. */
typedef enum { LF_ROTATION_DMV, LF_ROTATION_DMV4, LF_ROTATION_EXACT } lf_rotation_rule;

struct lf_method {
    const char *name, *doc, *cite;
    int order;
    unsigned traits; /* LF_AMBIENT ... */
    unsigned needs;  /* traits of the problem: LF_NEEDS(tag) ... */
    /* y1 = a step from (t, y0) by h, both of the lanes. `carry` is what the method remembers from
     * step to step, `tally` counts what it does, `work` is its scratch. */
    lf_status (*step)(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                      double *y1, double *carry, lf_tally *tally, double *work);
    size_t (*work)(const lf_method *M, const lf_problem *P, size_t n); /* doubles */
    /* Fill `carry` before the first step; NULL when the method remembers nothing. */
    lf_status (*start)(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                       double *carry, lf_tally *tally, double *work);
    size_t (*carry)(const lf_method *M, const lf_problem *P); /* doubles per lane */
    const void *table;
    lf_map map;                /* RKMK: coordinates */
    lf_pull pull;              /* RKMK: how stages come back */
    lf_solver solver;          /* implicit methods */
    lf_rotation_rule rotation; /* variational integrators */
    lf_estimator estimator;    /* attempt NULL: fixed steps only */
};

/* A Runge-Kutta tableau, with the rows of an error estimate and of a continuous extension where
 * they are known. Those rows are over the stages and then the field at the end of the step, which
 * is the first stage of the next one. */
enum { LF_MAX_STAGES = 16, LF_MAX_EXTRA = 3 };
typedef struct {
    const char *name;
    int order, stages;
    const double *a, *b, *c; /* a is row-major, stages x stages */
    /* An error estimate, the difference to an embedded method; NULL: none. */
    int error_order;         /* of the estimate: a step follows its root of error_order + 1 */
    const double *error;     /* [stages + 1] */
    const double *error_low; /* a second estimate that damps the first as in DOP853, or NULL */
    /* A continuous extension y(t + x h) = phi(h sum_i b_i(x) k_i).y0; NULL: none. */
    int extra;             /* stages that it alone needs, after the field at the end */
    const double *extra_a; /* [extra][stages + 1 + extra] */
    const double *extra_c; /* [extra] */
    int degree;            /* of the polynomials b_i */
    const double *dense;   /* [stages + 1 + extra][power 1 .. degree] */
} lf_tableau;

/* The tableaux that come with the library, ending with NULL, and look-up by name. */
const lf_tableau *const *lf_tableaux(void);
const lf_tableau *lf_tableau_find(const char *name);

/* A method from a tableau: Lie (RKMK) or, with ambient, classical. A tableau with an error row makes
 * a method whose steps can follow a tolerance. The tableau must outlive it. */
lf_method lf_method_from_tableau(const char *name, const lf_tableau *tableau, bool ambient);
/* The Lie method of any tableau, implicit ones included, its stages found by Newton's method. Here and
 * below an order of 0 stands for what the tableau fulfils, up to 5. */
lf_method lf_method_implicit(const char *name, const lf_tableau *tableau);
/* Symplectic methods on T*G, for any tableau, explicit or implicit, whose weights b are other than 0: SLGI,
 * whose order is 2 at most, and its variational relative VRKMK, which has the order of the tableau.
 * The tableau must outlive them. */
lf_method lf_method_slgi(const char *name, const lf_tableau *tableau);
lf_method lf_method_vrkmk(const char *name, const lf_tableau *tableau);
/* The tableau with the one stage c = a = theta, in the caller's room, which must outlive it: explicit
 * Euler for 0, the midpoint rule for 1/2, implicit Euler for 1. Any number will do. */
typedef struct {
    double a, b, c;
    lf_tableau tableau;
} lf_theta;
const lf_tableau *lf_tableau_theta(double theta, lf_theta *room);
/* NULL if the tableau is explicit and consistent (c = row sums, sum of b = 1, sum of the error row
 * = 0, dense rows that end in b), else a sentence. */
const char *lf_tableau_check(const lf_tableau *tableau);
/* The same for a tableau that may be implicit and needs no error and dense rows; and what
 * lf_method_slgi and lf_method_vrkmk ask for beyond that. */
const char *lf_tableau_check_implicit(const lf_tableau *tableau);
const char *lf_tableau_check_symplectic(const lf_tableau *tableau);
/* The highest order p <= 5 whose classical conditions the tableau fulfils. */
int lf_tableau_order(const lf_tableau *tableau);

/* A palindrome of fractions of a step, given up to its middle. */
typedef struct {
    const char *name;
    int order;
    size_t half; /* fractions given; there are 2 half - 1 in all */
    const double *fraction;
} lf_fractions;
extern const lf_fractions lf_fractions_yoshida4, lf_fractions_suzuki4, lf_fractions_yoshida6,
    lf_fractions_kahanli6, lf_fractions_suzukiumeno8, lf_fractions_kahanli8;

/* Steps of a symmetric method of order two over these fractions: a method of the row's order. */
typedef struct {
    const lf_method *base;
    const lf_fractions *row;
} lf_composition;
/* The method of a composition, which must outlive it. */
lf_method lf_method_compose(const char *name, const lf_composition *composition);

/* The longest step with which M stays stable on P, as far as both are known: kicks and drifts take
 * h omega < 2, compositions that of their longest fraction. INFINITY: nothing is known. */
double lf_method_longest(const lf_method *M, const lf_problem *P);

/* Does M run on P? LF_OK, or LF_ENEEDS with a sentence in *why. */
lf_status lf_method_fits(const lf_method *M, const lf_problem *P, const char **why);

/* Look up by name; NULL if there is none. */
const lf_method *lf_method_find(const char *name);
/* Every named method, ending with NULL. */
const lf_method *const *lf_methods(void);

#ifdef __cplusplus
}
#endif

#endif
