/* SPDX-License-Identifier: BSD-3-Clause */
/* compound.h - operations of products and diagonals, for actions that are one of them with a quicker
 * flow. */
#ifndef LF_ACTION_COMPOUND_H
#define LF_ACTION_COMPOUND_H

#include <lieflow/action.h>

lf_status lf_compound_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                            double *y1, double *work);
lf_status lf_compound_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                double *v, double *work);
lf_status lf_compound_defect(const lf_action *A, size_t n, const double *y, const double *start,
                             double *defect, double *work);
lf_status lf_compound_project(const lf_action *A, size_t n, const double *start, double *y,
                              double *work);

#endif
