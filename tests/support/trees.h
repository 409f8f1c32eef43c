/* SPDX-License-Identifier: BSD-3-Clause */
/* trees.h - Butcher's order conditions by rooted trees: sum over i of b_i Phi_i(tree) =
 * x^|tree| / gamma(tree), x = 1 for a step. Hairer, Norsett, Wanner I, section II.2. */
#ifndef LF_TEST_TREES_H
#define LF_TEST_TREES_H

#include "support/support.h"

enum { TREES_ORDER = 8, TREES = 200, TREES_STAGES = 16 };

/* The stages of an explicit method: where they stand, and when. */
typedef struct {
    size_t count;
    double a[TREES_STAGES][TREES_STAGES], c[TREES_STAGES];
} tree_stages;

/* Phi_i of every tree up to order eight, smaller ones first, and what the absolute values of its
 * terms add up to. */
typedef struct {
    size_t stages;
    int order[TREES];
    long double gamma[TREES], phi[TREES][TREES_STAGES], size[TREES][TREES_STAGES];
} tree_weights;
void tree_weights_set(tree_weights *W, const tree_stages *S);

/* The largest error of the conditions of trees from order `from` to order `to`, in units of what
 * rounded coefficients can do to their sums; `whole` is 1 for weights of a solution at x of a step
 * and 0 for differences of two of them, which conditions let vanish. `parts` is how large the numbers
 * are that each weight was added up from; 0: it is one number. */
double tree_error(const tree_weights *W, const double *b, double parts, double whole, double x,
                  int from, int to);
/* Likewise the largest error of c_i = sum of a_ij. */
double tree_nodes_error(const tree_stages *S);

#endif
