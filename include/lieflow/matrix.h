/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.h - groups of n x n matrices of any size; action.h has what they act on.
 *
 * Elements are row-major n x n matrices. Coordinates of the algebras:
 *   gl(n)   all entries, row by row
 *   so(n)   entries below the diagonal, row by row: 21, 31, 32, ...; above it their negatives. For
 *           n = 3 they are (u3, -u2, u1) of lf_so3
 *   sp(n)   A = J S with J = [[0, 1], [-1, 0]] and S symmetric, 2n x 2n: the lower triangle of S
 *           with its diagonal, row by row
 *   G_P     X^T P X = P: A = P^-1 Q, Q skew where P is symmetric and symmetric where P is skew; the
 *           lower triangle of Q, row by row
 *   affine  (A, c), n^2 + n numbers, for elements (A, b): x -> A x + b
 * Covectors pair with these coordinates number by number.
 *
 * Where an operation is not defined (a logarithm of a matrix with negative eigenvalues, cay(u) where
 * 1 - u/2 is singular, dexpinv beyond its circle of convergence) it answers a status and gives NaN
 * for the lanes concerned. Operations work on one lane after another; scratch does not grow with
 * their number. */
#ifndef LIEFLOW_MATRIX_H
#define LIEFLOW_MATRIX_H

#include <lieflow/group.h>

#ifdef __cplusplus
extern "C" {
#endif

lf_group lf_group_gl(size_t n); /* matrices with an inverse */
lf_group lf_group_so(size_t n); /* rotations; it has coordinates of the second kind, too */
lf_group lf_group_sp(size_t n); /* symplectic 2n x 2n matrices */

/* A bilinear form x^T P y on R^n for G_P, checked when it is made. */
typedef struct {
    const void *family; /* how the library tells families of matrices apart */
    size_t n;
    bool skew;                 /* P^T = -P; else P^T = P */
    const double *P, *inverse; /* copies; rows are as far apart as the library likes best */
} lf_bilinear;

/* Doubles that a form keeps for as long as it is used. */
size_t lf_bilinear_room(size_t n);
/* P is row-major, n x n. LF_EINPUT, with a sentence in `why`, for a P that is neither symmetric nor
 * skew, singular, of a condition number above 1e8, not finite or empty. */
lf_status lf_bilinear_make(size_t n, const double *P, double *room, lf_bilinear *form, char *why,
                           size_t why_size);
lf_group lf_group_bilinear(const lf_bilinear *form); /* {X : X^T P X = P} */

/* GL(n) |x R^n: (A, b)(A', b') = (A A', A b' + b), [(A, c), (A', c')] = ([A, A'], A c' - A' c), as in
 * Celledoni, Marthinsen and Owren, section 2.2, without the term +c that is printed there. */
lf_group lf_group_affine(size_t n);

/* dcay_u v = (1 - u/2)^-1 v (1 + u/2)^-1: the inverse of lf_group_dmapinv for Cayley's map, on any
 * group of this header. */
lf_status lf_matrix_dcay(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                         double *work);

#ifdef __cplusplus
}
#endif

#endif
