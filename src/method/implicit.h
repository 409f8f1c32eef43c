/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit.h - what methods with equations for stages share: the guess from the steps before, and
 * what they report. */
#ifndef LF_METHOD_IMPLICIT_H
#define LF_METHOD_IMPLICIT_H

#include <lieflow/method.h>

#include "base/newton.h"

/* Iterations from a guess by earlier steps before a fresh one is tried. */
enum { LF_GUESS_ITERATIONS = 8 };

/* The memory of one lane, in doubles: how many steps it holds, then the unknowns of the last two
 * steps divided by their step sizes. */
static inline size_t lf_guess_size(size_t unknowns)
{
    return 1 + 2 * unknowns;
}

/* x = unknowns of a step of size h, going on from the last two; false when those are not there or
 * not alike, x being of no use then. */
bool lf_guess_recall(size_t unknowns, size_t n, size_t lane, const double *carry, double h,
                     double *x);
void lf_guess_keep(size_t unknowns, size_t n, size_t lane, double h, const double *x,
                   double *carry);
void lf_guess_clear(size_t unknowns, size_t n, double *carry);

/* Solve, and write down what it took. */
lf_status lf_implicit_solve(lf_tally *tally, const lf_equations *E, double *x, double *work);

/* n times the number of a trajectory, for the lanes of its difference quotients; `room` holds n
 * doubles. */
const size_t *lf_implicit_owner(size_t n, size_t trajectory, double *room);
/* Likewise the time that tells the side of a break of lane i, or NULL where there is none. */
const double *lf_implicit_inside(size_t n, const lf_lanes *L, size_t i, double *room);

extern const lf_method lf_rkmk_theta0, lf_rkmk_theta12, lf_rkmk_theta1, lf_rkmk_gauss1,
    lf_rkmk_gauss2, lf_rkmk_gauss3, lf_rkmk_lobatto3, lf_rkmk_sdirk;
extern const lf_method lf_slgi_theta0, lf_slgi_theta12, lf_slgi_theta1, lf_slgi_gauss2,
    lf_slgi_gauss3, lf_slgi_lobatto2, lf_slgi_lobatto3;
extern const lf_method lf_vrkmk_gauss1, lf_vrkmk_gauss2, lf_vrkmk_gauss3, lf_vrkmk_lobatto3;

/* What is wrong with the method's own data, as a sentence; or NULL. */
const char *lf_method_flaw(const lf_method *M);

/* Did the iteration lose its way, so that another beginning may help? */
static inline bool lf_implicit_lost(lf_status s)
{
    return s == LF_ENEWTON || s == LF_ESINGULAR || s == LF_ENONFINITE;
}

#endif
