/* SPDX-License-Identifier: BSD-3-Clause */
/* matrices.h - groups of matrices of several sizes to run laws on. */
#ifndef LF_TEST_MATRICES_H
#define LF_TEST_MATRICES_H

#include <lieflow/action.h>
#include <lieflow/matrix.h>

#include "support/support.h"

/* SO(n), GL(n), Sp(2n), G_P with P symmetric, indefinite and skew, affine groups; at most 36 numbers
 * an element. Ends with NULL. */
const lf_group *const *test_matrix_groups(void);

/* Actions of such groups, likewise. */
const lf_action *const *test_matrix_actions(void);
/* n lanes of points: a symmetric L for conjugation by SO(n), any other for other groups; a body. */
void test_matrix_point(const lf_action *A, test_random *r, size_t n, double *y);

/* What numbers of size one have to be multiplied by for |ad_u| to be as small as on the groups of
 * three dimensions: norms of random matrices grow with their size. 1 for other groups. */
double test_matrix_scale(const lf_group *G);

#endif
