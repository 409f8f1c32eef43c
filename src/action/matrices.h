/* SPDX-License-Identifier: BSD-3-Clause */
/* matrices.h - what actions of matrix groups share. */
#ifndef LF_ACTION_MATRICES_H
#define LF_ACTION_MATRICES_H

#include <lieflow/action.h>

#include "group/matrix.h"

/* From so many rows on a trajectory is moved alone: its matrices fill vectors by themselves, and many
 * of them would not fit into the cache. */
enum { LF_MATRIX_ALONE = 8 };

/* The largest change of tr M^j, j = 1 .. min(n, 4), from `start`, in parts of |start|^j (Frobenius).
 * M and start are matrices of the room; 4 and 5 are overwritten. */
double lf_matrix_spectral_change(const lf_matrix_room *R, const double *M, const double *start);

/* Is it a group of rotations by lf_group_so? */
static inline bool lf_matrix_is_so(const lf_group *G)
{
    const lf_bilinear *form = G->ctx;
    return G->kind == LF_GROUP_MATRIX && form->family == &lf_family_so;
}

/* The larger of two defects; NaN once one of them is. */
double lf_matrix_worse(double a, double b);

/* Where every point can be reached only what is no number is off: 0, or NaN. */
void lf_matrix_open_defect(size_t dim, size_t n, const double *y, double *defect);

/* out = a b a^-1 of the room's family; matrices 4 and 5 are overwritten. */
lf_status lf_matrix_conjugate(const lf_matrix_room *R, const double *a, const double *b,
                              double *out);

/* n x n matrices of one lane that are points, not elements. */
void lf_matrix_load_point(const lf_matrix_room *R, const double *y, double *A);
void lf_matrix_store_point(const lf_matrix_room *R, const double *A, double *y);

#endif
