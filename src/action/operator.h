/* SPDX-License-Identifier: BSD-3-Clause */
/* operator.h - what the files about linear operators share. */
#ifndef LF_ACTION_OPERATOR_H
#define LF_ACTION_OPERATOR_H

#include <lieflow/operator.h>

#include "base/fft.h"

enum { LF_OPERATOR_LEAST = 4 }; /* points of a grid */

static inline const lf_fft *lf_operator_fft(const lf_operator *L, int axis)
{
    return (const lf_fft *)(const void *)L->tables[axis];
}

/* Doubles that an n x n matrix needs. */
size_t lf_operator_dense_room(size_t n);

/* y = e y0 + p sum_j c_j x_j with functions e and p of L; the x_j are components of points. */
void lf_operator_move(const lf_operator *L, const double *e, const double *p,
                      const lf_combination *sum, const double *y0, double *y, double *work);

#endif
