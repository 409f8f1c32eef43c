/* SPDX-License-Identifier: BSD-3-Clause */
/* bracket.h - zeros and valleys of a function of one number, between two ends. */
#ifndef LF_SOLVE_BRACKET_H
#define LF_SOLVE_BRACKET_H

#include <lieflow/status.h>

#include <stdbool.h>

/* The value at x; a status other than LF_OK ends the search. */
typedef lf_status lf_curve(void *ctx, double x, double *g);

/* An interval and the values at its ends. */
typedef struct {
    double x0, g0, x1, g1;
} lf_bracket;

/* Close a bracket whose signs differ (or that ends on 0) to neighbouring numbers of [0, 1]. The far
 * side x1 is the answer: the sign has changed there, or the value has become 0. */
lf_status lf_bracket_close(lf_curve *f, void *ctx, lf_bracket *b);

/* Where the function falls at x0 and rises at x1: the bottom of the valley between, or the first
 * point seen that is not above `enough`. *found: there is such a point inside. A valley whose bottom
 * is within a hundred-thousandth of an end is not told from none. */
lf_status lf_bracket_valley(lf_curve *f, void *ctx, const lf_bracket *b, double enough, double *x,
                            double *g, bool *found);

#endif
