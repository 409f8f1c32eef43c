/* SPDX-License-Identifier: BSD-3-Clause */
/* problem.h - the waist of the hourglass: an action, a field f : (t, y) -> algebra, and what else
 * is known about the equation y' = generator of f(t, y) at y. Models build problems, methods read
 * them, and neither knows the other. A problem is const: what a run counts goes through lf_tally. */
#ifndef LIEFLOW_PROBLEM_H
#define LIEFLOW_PROBLEM_H

#include <lieflow/action.h>
#include <lieflow/lanes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_problem lf_problem;
typedef struct lf_bodies lf_bodies;     /* bodies.h */
typedef struct lf_forces lf_forces;     /* bodies.h */
typedef struct lf_operator lf_operator; /* operator.h */

/* The field for the lanes L, each with its own time. `work` holds field_work * n doubles. */
typedef lf_status lf_field(const lf_problem *P, const lf_lanes *L, const double *y, double *f,
                           double *work);

/* A number per lane, such as an energy. Its scratch is L->work, of quantity_work doubles a lane. */
typedef void lf_quantity(const lf_problem *P, const lf_lanes *L, const double *y, double *q);

typedef struct {
    const char *name, *doc;
    lf_quantity *value;
    /* Where pictures show an output: neighbours with the same panel share one, whose axis is called
     * so; NULL: "output". */
    const char *panel;
    bool logarithmic; /* and it falls by orders of magnitude, as errors do */
    /* What a picture draws beside an output: a thin level line at the value that `guide` has at the start,
     * such as the eigenvalue that a diagonal entry tends to; bars as far as `error` to either side. */
    lf_quantity *guide, *error; /* NULL: none */
    /* It is an average over the time since the start, as an exponent is: bars show its standard error, found
     * from the averages over ten pieces of the time so far, if there is no `error`. */
    bool average;
} lf_invariant;

/* ---- traits: what a problem may know beyond its field, and a method may need ---- */

typedef enum {
    LF_TRAIT_END,          /* ends a list */
    LF_TRAIT_TIME_FIELD,   /* the field depends on time alone; data: anything but NULL */
    LF_TRAIT_SECOND_ORDER, /* lf_second_order: an acceleration for the first components */
    LF_TRAIT_HAMILTONIAN,  /* lf_hamiltonian: dH/dmu and dH/dg on a cotangent bundle */
    LF_TRAIT_ENERGY,       /* lf_energy: an energy on a group with its trivialised differential */
    LF_TRAIT_SPLITTING,    /* lf_splitting: pieces whose flows are known exactly */
    LF_TRAIT_EXACT,        /* lf_splitting with one piece, which is the whole */
    LF_TRAIT_BODIES,       /* lf_bodies: rigid bodies in a potential */
    LF_TRAIT_GUARD,        /* lf_guard: a quantity whose smallest value is watched */
    LF_TRAIT_AMBIENT,      /* lf_ambient: y' itself, also off the manifold */
    LF_TRAIT_MIDPOINT,     /* lf_midpoint: bursts of explicit midpoint steps (equation.h) */
    LF_TRAIT_VIEW,         /* lf_problem: the one on the manifold that this one is a view of */
    LF_TRAIT_SCALES,       /* lf_scales: how large the parts of an invariant are */
    LF_TRAIT_GUARD_RATE,   /* lf_guard_rate: how fast the guarded quantity may change */
    LF_TRAIT_SEMILINEAR,   /* lf_semilinear: the linear operator of u' = L u + N(t, u) */
    LF_TRAIT_COST,         /* lf_cost: what a gradient flow brings down */
    LF_TRAIT_DISPLAY,      /* lf_display: what rows show in place of the components of a point */
    LF_TRAIT_PACE,         /* lf_pace: the fastest motion, which limits the steps of splittings */
    LF_TRAIT_BREAKS,       /* lf_breaks: times at which the field has a jump or a kink */
    LF_TRAIT_COUNT
} lf_trait_tag;

typedef struct {
    lf_trait_tag tag;
    const void *data;
} lf_trait;

/* The bit of a trait in what a method needs. */
#define LF_NEEDS(tag) (1u << (tag))

/* Second-order form for Newmark methods: the first `positions` components d of y obey
 * d'' = a(t, y); the others keep obeying y' = F(t, y). */
typedef struct {
    size_t positions;
    lf_status (*acceleration)(const lf_problem *P, const lf_lanes *L, const double *y,
                              const double *v, double *a);
} lf_second_order;

/* A Hamiltonian system on T*G, right trivialised: a point is g (in the representation of G)
 * followed by mu (in the dual of its algebra), moved by the group G |x g* from the left,
 * g' = xi g, mu' = nu - ad*_xi mu with xi = dH/dmu and nu = -R_g^* dH/dg. For G = SO(3) that
 * group is SE(3), mu playing the part of the translation. */
typedef struct {
    const lf_group *group; /* G */
    lf_quantity *energy;   /* H */
    lf_status (*velocity)(const lf_problem *P, const lf_lanes *L, const double *y,
                          double *xi); /* dH/dmu */
    lf_status (*force)(const lf_problem *P, const lf_lanes *L, const double *y,
                       double *nu); /* -R_g^* dH/dg */
} lf_hamiltonian;

/* An energy on a group that acts on itself from the left, for methods that preserve it. */
typedef struct {
    lf_quantity *energy;
    lf_status (*differential)(const lf_problem *P, const lf_lanes *L, const double *y,
                              double *gamma); /* R_y^* dH, a covector of the algebra */
    lf_quantity *scale; /* what |gamma| is compared with near a critical point; NULL: 1 */
} lf_energy;

/* Pieces of the equation whose flows are known exactly; their sum is the whole. */
typedef struct {
    size_t pieces;
    /* y1 = flow of piece k over the steps of L from (t, y0) */
    lf_status (*flow)(const lf_problem *P, size_t k, const lf_lanes *L, const double *y0,
                      double *y1, double *work);
    /* doubles of scratch for n lanes; NULL: none */
    size_t (*work)(const lf_problem *P, size_t n);
    /* The pieces that a symmetric splitting comes back to in its second half are asked for by other
     * numbers, 2 (pieces - 1) - k, because they depend on time or have an order inside themselves. */
    bool mirrors;
} lf_splitting;

/* A quantity whose smallest value is watched, such as a distance, and that ends a trajectory where it
 * falls below `bound`. The smallest value is sought inside steps, too. */
typedef struct {
    const char *name, *doc;
    lf_quantity *value;
    double bound; /* 0: watched only */
} lf_guard;

/* How large the parts are that an invariant is made of: kinetic energy and the most that the potential
 * one may be, say, or lengths whose product bounds a component of a momentum. Where the parts cancel the
 * invariant is small, or 0, and a drift in proportion to it would say nothing. */
typedef struct {
    lf_quantity *const *size; /* one per invariant, in their order; NULL: the invariant itself */
} lf_scales;

/* No less than |d value / dt| of the guard at a point, from the point alone: a relative speed, say. It
 * should cost less than the guard itself. With it most steps need not be looked into; without it
 * each is. Rigid bodies bring theirs without this trait. */
typedef struct {
    lf_quantity *rate;
} lf_guard_rate;

/* u' = L u + N(t, u), moved by the semilinear action over L, whose field is (1, N). */
typedef struct {
    const lf_operator *L;
} lf_semilinear;

/* A cost that falls along the flow, and the length of its gradient in the metric that the flow was
 * made with, which is 0 where the flow has arrived (gradient.h makes such problems). */
typedef struct {
    lf_quantity *value, *gradient;
    /* What falls at all times where that is not the cost: with the kinetic energy of a flow of second
     * order, say; NULL: the cost. A run says when it rises (lf_stats.rise). */
    lf_quantity *falls;
    bool may_rise; /* nothing falls at all times: the cost depends on time */
} lf_cost;

/* A function on a grid: some of the numbers that are shown. */
typedef struct {
    const char *name; /* "u" */
    size_t first;     /* the number that is its value at the first place */
    size_t step;      /* numbers from there to the next place; 0: 1 */
    size_t
        imaginary; /* the first number of its imaginary part: the modulus is drawn; 0: it is real */
    bool diverging; /* it has either sign, and 0 is special: colours that part there */
} lf_domain_part;

/* Shown numbers as functions on a line or a rectangle. Place (i, j) of nx by ny lies at x + i dx, y + j dy and
 * is number first + (j nx + i) step of a part. */
typedef struct {
    size_t nx, ny; /* ny = 1: a line */
    double x, dx, y, dy;
    size_t parts;
    const lf_domain_part *part;
} lf_domain;

/* What rows, files and pictures show of a point in place of its components: a function on a grid, say,
 * where the point holds its Fourier coefficients. */
typedef struct {
    size_t dim; /* numbers shown */
    /* [number][lane]; `work` of `work` doubles a lane */
    void (*show)(const lf_problem *P, const lf_lanes *L, const double *y, double *shown,
                 double *work);
    size_t work;
    void (*name)(const lf_problem *P, size_t c, char *text, size_t size); /* of number c */
    const char *(*unit)(const lf_problem *P, size_t c); /* "" for a pure number; NULL: all are */
    const lf_domain *domain; /* how pictures arrange them; NULL: as lines over time */
} lf_display;

/* How fast the fastest of its oscillations is, at least about: longer steps than that allows are refused
 * by methods that know what they can take (lf_method_longest). */
typedef struct {
    double fastest; /* rad/s */
} lf_pace;

/* Times at which the field, or a derivative of it, jumps: where controls are switched, and at the rows of a
 * table. Within a step such a jump would cost a method its order, so steps end there, fixed ones too:
 * from a break on they are counted anew, and the last one before it is shorter where it has to be.
 * Fields ask lf_lanes_inside on which side of a break they are. */
typedef struct {
    /* the first break strictly after t, or before it where direction is negative; an infinity of that
     * sign: there is none */
    double (*beyond)(const lf_problem *P, double t, double direction);
} lf_breaks;

/* y' itself, also for points off the manifold, where classical methods put their stages. */
typedef struct {
    lf_field *field;
    size_t work; /* doubles per lane */
} lf_ambient;

/* Where y' does not depend on time and cannot fail: `count` sub-steps of the explicit midpoint rule
 * with y' inlined, for displacements z of y = base + z, [component][lane], in LF_MIDPOINT_LANES
 * lanes; `twice` is two sub-steps of each lane:
 *   z(k+1) = z(k-1) + twice F(base + z(k))   from before = z(0), now = z(1) on.
 * The point of the first F is rounded as base + now, those after it as (base + z(k-1)) + twice F;
 * the lanes have no times.
 * Made by equation.h from an equation written once; every number comes from the operations that
 * the ambient field does, so extrapolation gives the same bits with and without it. */
enum { LF_MIDPOINT_LANES = 4, LF_MIDPOINT_WIDE = 16 };
typedef void lf_midpoint_burst(const lf_problem *P, const lf_lanes *L, int count,
                               const double *twice, const double *base, double *before,
                               double *now);
typedef struct {
    lf_midpoint_burst *burst; /* LF_MIDPOINT_LANES lanes */
    lf_midpoint_burst *wide;  /* LF_MIDPOINT_WIDE lanes, for ensembles; NULL: by four */
} lf_midpoint;

/* ---- names ---- */

/* What the components of a point are called. */
typedef struct {
    const char *const *list; /* one per component; or: */
    void (*name)(const lf_problem *P, size_t c, char *text, size_t size); /* of component c */
    size_t (*order)(const lf_problem *P, size_t k); /* component shown as column k; NULL: k */
    /* the unit of component c, "" for a pure number; NULL: that of the parameter with its name */
    const char *(*unit)(const lf_problem *P, size_t c);
} lf_names;

/* ---- the problem ---- */

struct lf_problem {
    const char *name;
    const lf_action *action;
    lf_field *field;
    size_t field_work;              /* doubles per lane */
    const void *ctx;                /* the field's own data */
    const lf_trait *traits;         /* ends with LF_TRAIT_END; may be NULL */
    const lf_invariant *invariants; /* ends with a NULL name; may be NULL */
    const lf_invariant *outputs;    /* likewise, of no constant value: reported, not watched */
    const lf_names *names;          /* NULL: "y1", "y2", ... */
    size_t quantity_work;           /* doubles per lane that quantities find in lf_lanes.work */
};

/* The data of a trait, or NULL where the problem lacks it. */
static inline const void *lf_problem_trait(const lf_problem *P, lf_trait_tag tag)
{
    for (const lf_trait *T = P->traits; T && T->tag != LF_TRAIT_END; T++)
        if (T->tag == tag)
            return T->data;
    return NULL;
}

static inline const lf_bodies *lf_problem_bodies(const lf_problem *P)
{
    return (const lf_bodies *)lf_problem_trait(P, LF_TRAIT_BODIES);
}
static inline const lf_hamiltonian *lf_problem_hamiltonian(const lf_problem *P)
{
    return (const lf_hamiltonian *)lf_problem_trait(P, LF_TRAIT_HAMILTONIAN);
}
static inline const lf_energy *lf_problem_energy(const lf_problem *P)
{
    return (const lf_energy *)lf_problem_trait(P, LF_TRAIT_ENERGY);
}
static inline const lf_splitting *lf_problem_splitting(const lf_problem *P)
{
    return (const lf_splitting *)lf_problem_trait(P, LF_TRAIT_SPLITTING);
}
static inline const lf_splitting *lf_problem_exact(const lf_problem *P)
{
    return (const lf_splitting *)lf_problem_trait(P, LF_TRAIT_EXACT);
}
static inline const lf_second_order *lf_problem_second_order(const lf_problem *P)
{
    return (const lf_second_order *)lf_problem_trait(P, LF_TRAIT_SECOND_ORDER);
}
static inline const lf_guard *lf_problem_guard(const lf_problem *P)
{
    return (const lf_guard *)lf_problem_trait(P, LF_TRAIT_GUARD);
}
static inline const lf_semilinear *lf_problem_semilinear(const lf_problem *P)
{
    return (const lf_semilinear *)lf_problem_trait(P, LF_TRAIT_SEMILINEAR);
}
static inline const lf_cost *lf_problem_cost(const lf_problem *P)
{
    return (const lf_cost *)lf_problem_trait(P, LF_TRAIT_COST);
}
static inline const lf_display *lf_problem_display(const lf_problem *P)
{
    return (const lf_display *)lf_problem_trait(P, LF_TRAIT_DISPLAY);
}
static inline const lf_pace *lf_problem_pace(const lf_problem *P)
{
    return (const lf_pace *)lf_problem_trait(P, LF_TRAIT_PACE);
}
static inline const lf_breaks *lf_problem_breaks(const lf_problem *P)
{
    return (const lf_breaks *)lf_problem_trait(P, LF_TRAIT_BREAKS);
}
/* How fast the guard may change; NULL: not known. */
lf_quantity *lf_problem_guard_rate(const lf_problem *P);
static inline const lf_midpoint *lf_problem_midpoint(const lf_problem *P)
{
    return (const lf_midpoint *)lf_problem_trait(P, LF_TRAIT_MIDPOINT);
}
/* The problem on the manifold: P itself, or what P is a view of. */
static inline const lf_problem *lf_problem_on_manifold(const lf_problem *P)
{
    const lf_problem *inner = (const lf_problem *)lf_problem_trait(P, LF_TRAIT_VIEW);
    return inner ? inner : P;
}

/* What a drift of invariant k (from 0) is compared with: the size at the start (t, y) of the parts that
 * it is made of, as the problem knows them, or of the invariant itself if that is larger. 0 or NaN:
 * there is nothing to compare with. */
double lf_invariant_scale(const lf_problem *P, size_t k, double t, const double *y);

/* A phrase for the first trait in `needs` (bits by LF_NEEDS) that P lacks, or NULL. */
const char *lf_problem_lacks(const lf_problem *P, unsigned needs);
/* What a trait is called, such as "an exact flow". */
const char *lf_trait_name(lf_trait_tag tag);

/* ---- what a run counts ---- */

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

typedef struct {
    size_t evaluations; /* lanes for which a field was evaluated */
    lf_iterations newton;
    lf_trouble trouble;
    size_t ask;  /* so many evaluations, and the caller is asked whether to go on; 0: never */
    size_t pace; /* evaluations from one question to the next */
} lf_tally;

/* Ask the caller of the run now: LF_STOPPED when it is to end, else LF_OK. */
lf_status lf_tally_ask(lf_tally *tally);
/* Count an evaluation for n lanes. LF_STOPPED: give up. */
static inline lf_status lf_tally_count(lf_tally *tally, size_t n)
{
    tally->evaluations += n;
    return tally->ask && tally->evaluations >= tally->ask ? lf_tally_ask(tally) : LF_OK;
}

/* Evaluate the field, and count it. */
static inline lf_status lf_problem_field(const lf_problem *P, const lf_lanes *L, const double *y,
                                         double *f, lf_tally *tally, double *work)
{
    const lf_status s = lf_tally_count(tally, L->n);
    return s == LF_OK ? P->field(P, L, y, f, work) : s;
}

/* A quantity, and the field, of a single point of trajectory 0; `work` of field_work doubles. A quantity
 * that asks for scratch gets it from malloc, and is NaN where there is none. */
double lf_problem_value(const lf_problem *P, lf_quantity *quantity, double t, const double *y);
lf_status lf_problem_rate(const lf_problem *P, double t, const double *y, double *f, double *work);

/* ---- columns: what people see of a point ---- */

/* How many numbers are shown of a point: those of the display, or its components. */
size_t lf_problem_shown(const lf_problem *P);
/* These numbers in the order of the columns, [column][lane]; `work` of lf_problem_show_work doubles for as
 * many lanes. This is the one place that turns points into columns. */
void lf_problem_show(const lf_problem *P, const lf_lanes *L, const double *y, double *shown,
                     double *work);
size_t lf_problem_show_work(const lf_problem *P, size_t n);

/* The name of shown number c: what the display ("u1", "u2", ... if it has no names) or the problem
 * calls it, or "y1", "y2", ... */
void lf_problem_column(const lf_problem *P, size_t c, char *name, size_t size);
/* The name of component c of y, whatever is shown. */
void lf_problem_component(const lf_problem *P, size_t c, char *name, size_t size);
/* The number that column k shows: a component of y, or c = k of a display. */
static inline size_t lf_problem_order(const lf_problem *P, size_t k)
{
    return !lf_problem_display(P) && P->names && P->names->order ? P->names->order(P, k) : k;
}

/* ---- problems made of other things ---- */

/* The same equation seen from R^dim, where classical methods live: y' = F(t, y). What it needs is
 * kept in `space`, which must outlive it, as must P. */
typedef struct {
    lf_group group;
    lf_action action;
    lf_trait traits[LF_TRAIT_COUNT + 1];
} lf_ambient_space;
lf_problem lf_problem_ambient(const lf_problem *P, lf_ambient_space *space);

/* A field written for a single point of one trajectory: f(t, y) with plain vectors. */
typedef struct {
    lf_status (*value)(const void *ctx, size_t trajectory, double t, const double *y, double *f);
    const void *ctx;
} lf_point_field;
/* A problem from a single-point field; `field` must outlive it. */
lf_problem lf_problem_from_point(const char *name, const lf_action *A, const lf_point_field *field);

/* A Hamiltonian system on T*G whose functions are known in the body: H as a function of g and of
 * Pi = Ad*_g mu, for plain vectors. */
typedef struct {
    const lf_group *group; /* G */
    double (*energy)(const void *ctx, double t, const double *g, const double *Pi);
    /* dH/dPi */
    lf_status (*velocity)(const void *ctx, double t, const double *g, const double *Pi,
                          double *Omega);
    /* -L_g^* dH/dg, with Pi held: the force seen from the body */
    lf_status (*force)(const void *ctx, double t, const double *g, const double *Pi, double *N);
    const void *ctx;
    /* filled by lf_problem_from_body_hamiltonian */
    lf_hamiltonian view;
    lf_trait traits[2];
} lf_body_hamiltonian;
/* The largest group that fits: doubles of an element, and of an algebra element. */
enum { LF_BODY_HAMILTONIAN_REP = 64 };
/* Fill P with the problem on (g, mu), right trivialised, that is moved by the group G |x g*: A is
 * lf_se3_left for G = SO(3). `body` must outlive it. LF_EINPUT when G is too large or A does not
 * move such points. */
lf_status lf_problem_from_body_hamiltonian(lf_problem *P, const char *name, const lf_action *A,
                                           lf_body_hamiltonian *body);

#ifdef __cplusplus
}
#endif

#endif
