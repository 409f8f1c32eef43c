/* SPDX-License-Identifier: BSD-3-Clause */
/* pde.h - what models of semilinear partial differential equations u_t = L u + N(t, u) share: the
 * operator and its memory, the action, the field over lanes, the start, names, what rows show, and
 * quantities that need values on the grid.
 *
 * A model is a struct that begins with an lf_pde, and rows of parameters. To add one:
 *
 *   1. shape   fill an lf_operator_shape from the parameters (lieflow/operator.h): grid, box, species;
 *              `forward` where waves decay as heat does. Three functions that hand it to lf_pde_dim,
 *              lf_pde_room and lf_pde_give are the model's dim, room and give.
 *   2. symbol  an lf_symbol: the eigenvalue of L for a wave number, by species; sums of derivatives
 *              and constants, so that N keeps no linear term.
 *   3. term    an lf_pde_term: coefficients of N from those of u, of one trajectory. Products are
 *              taken on the grid: lf_operator_to_points, arithmetic, lf_operator_from_points (or to_grid and
 *              to_coefficients where places matter); first
 *              derivatives by lf_operator_derivative. Its scratch is the transforms' and `fields` grids:
 *              lf_pde_grid(pde, work, k) is the k-th.
 *   4. build   check parameters, lf_pde_build, lf_pde_start with a function of place, and *P =
 *              lf_pde_problem(...); then set invariants, outputs, and more traits by lf_pde_add_trait.
 *
 * kuramoto_sivashinsky.c is the shortest one; allen_cahn.c has sines and an energy. */
#ifndef LF_MODEL_PDE_H
#define LF_MODEL_PDE_H

#include <lieflow/operator.h>

#include <stdint.h>

#include "model/models.h"

typedef struct lf_pde lf_pde;

/* out = the coefficients of N(t, u), u having the coefficients c. */
typedef void lf_pde_term(const void *self, double t, const double *c, double *out, double *work);
/* The start at a place: one number for each species, or re and im. */
typedef void lf_pde_place(const void *self, double x, double y, double *u);
/* A number from the values on the grid and the coefficients, with scratch for `fields` grids and
 * transforms. */
typedef double lf_pde_value(const void *self, const double *c, const double *u, double *work);

enum { LF_PDE_TRAITS = 8 };

struct lf_pde {
    lf_operator L;
    lf_group group;
    lf_action action;
    lf_semilinear semilinear;
    lf_display display;
    lf_trait traits[LF_PDE_TRAITS + 1];
    size_t trait_count;
    lf_pde_term *term;
    size_t grids;               /* that the term needs as scratch */
    const char *const *species; /* what fields are called */
    double origin[2];           /* where the box begins */
    lf_domain domain;           /* what pictures show, field by field */
    lf_domain_part part[LF_OPERATOR_FIELDS];
    double *memory, *scratch; /* of the operator; for the start and exact solutions */
};

/* What a model hands over to be built. */
typedef struct {
    lf_operator_shape shape;
    lf_symbol *symbol;
    lf_pde_term *term;
    size_t grids;               /* of all species, that the term needs; at least 1 */
    const char *const *species; /* names of fields on the grid: "u", or "u", "v" */
    double origin[2];           /* where the box begins */
    const char *modulus;        /* of complex values, what pictures call it: "|u|" */
    bool positive;              /* values have one sign, or nearly so: 0 is no special colour */
} lf_pde_parts;

/* The model's dim, room and give. */
size_t lf_pde_dim(const lf_operator_shape *shape);
size_t lf_pde_room(const lf_operator_shape *shape, size_t grids);
static inline void lf_pde_give(lf_pde *pde, double *memory)
{
    pde->memory = memory;
}

/* The operator from the symbol of `self`, whose first member is the lf_pde; LF_EINPUT and a sentence
 * where the shape is wrong. */
lf_status lf_pde_build(lf_pde *pde, const lf_pde_parts *parts, char *why, size_t why_size);
/* The coefficients of a function of place. */
lf_status lf_pde_start(lf_pde *pde, lf_pde_place *place, double *y0, char *why, size_t why_size);
/* The problem of this name; its ctx is the model's struct, its traits are the operator and the
 * display on the grid, and those that are added. */
lf_problem lf_pde_problem(lf_pde *pde, const char *name);
void lf_pde_add_trait(lf_pde *pde, lf_trait_tag tag, const void *data);

/* Grid k of a term's scratch, at a cache line, and what is left for transforms. */
static inline double *lf_pde_grid(const lf_pde *pde, double *work, size_t k)
{
    enum { LINE = 64 };
    double *first = work + (LINE - (uintptr_t)work % LINE) % LINE / sizeof *work;
    return first + k * pde->L.grid;
}
static inline double *lf_pde_rest(const lf_pde *pde, double *work)
{
    return lf_pde_grid(pde, work, pde->grids);
}
/* Where point k of the grid is, species apart, from the origin on. */
void lf_pde_at(const lf_pde *pde, size_t k, double *x, double *y);
/* The area or length that a point of the grid stands for: integrals are sums times this. */
double lf_pde_cell(const lf_pde *pde);

/* A quantity over lanes from the value of one point: for lf_quantity functions. */
void lf_pde_quantity(const lf_problem *P, const lf_lanes *L, const double *y, lf_pde_value *value,
                     double *q);
/* c_0, the mean of the first species: the value of most invariants called so. */
void lf_pde_mean(const lf_problem *P, const lf_lanes *L, const double *y, double *q);

/* The mean of |u_x|^2 + |u_y|^2, of all species of periodic fields, from the coefficients. */
double lf_pde_mean_slope(const lf_pde *pde, const double *c);
/* Integral of u^2/2, of all species and of re and im, for periodic fields. */
void lf_pde_energy(const lf_problem *P, const lf_lanes *L, const double *y, double *q);
/* What a drift of the mean is compared with where it is the only invariant (LF_TRAIT_SCALES): the
 * root of the mean of u^2. */
extern const lf_scales lf_pde_mean_scales;
/* The largest of n values around a ring: the top of the parabola through the highest and its neighbours, so
 * that it does not go up and down as a wave passes the points. */
double lf_pde_highest(size_t n, const double *u);
/* The coefficients of waves up to number `most` along each axis with phases from a seed, which do not
 * depend on the grid, and a root mean square of `size`: a start of one field. */
void lf_pde_random(const lf_pde *pde, size_t seed, size_t most, double size, double *y0);
/* N = factor (u^2)_x, on one grid. */
void lf_pde_flux(const lf_pde *pde, double factor, const double *c, double *out, double *work);
/* N = -(u^2)_x / 2, on one grid. */
void lf_pde_advection(const void *self, double t, const double *c, double *out, double *work);

/* A row for the number of points `n`. */
#define LF_PDE_POINTS(type, preset) \
    LF_WHOLE(type, n, preset, 1, 1e8, "points of the grid: 2^a or 3 2^a, at least 4")
/* A row for the choice `dealias`. */
#define LF_PDE_DEALIAS(type)                 \
    LF_CHOOSE(type, dealias, "no|yes", "no", \
              "whether the upper third of the waves is cut off, so that products have no aliases")

#endif
