/* SPDX-License-Identifier: BSD-3-Clause */
/* frame.h - orthonormal frames: spheres, Stiefel and Grassmann manifolds of any size.
 *
 * A point is a d x k matrix Y with Y^T Y = I, column after column (entry i of column j at j d + i): a
 * unit vector for k = 1, k orthonormal vectors (Stiefel), or the space that they span (Grassmann). A
 * field returns the tangent vector F = Y' itself, d x k as well, where Y^T F is skew; on a Grassmann
 * manifold Y^T F = 0 and f(Y Q) = f(Y) Q for orthogonal Q. A field that leaves the tangent space by more
 * than rounding is not what is solved: each family below takes that part off in a way of its own.
 * No d x d matrix is ever formed: memory and time of a step grow like d k and d k^2.
 *
 * Tangent vectors at different points must not be added, and there is no group that they would be
 * the algebra of; SO(d) acts, but its elements are far too long. Two families of methods run
 * nevertheless, each by its own idea:
 *   - RKMK methods, their pairs and gbs work in the tangent space of the point where a step begins.
 *     The action's `flow` is the chart that they use, the polar retraction
 *     R_Y(V) = (Y + V) ((Y + V)^T (Y + V))^(-1/2), and `pull` its exact inverse differential:
 *     every explicit tableau keeps its order, and errors are estimated in the tangent space.
 *   - Flow programs (Lie-Euler, Crouch-Grossman, commutator-free, RKMK with commutators) move by
 *     exponentials of A = F Y^T - Y F^T - Y (Y^T F) Y^T, a skew d x d matrix with A Y = F, whose sums
 *     and brackets stay in the span of the point and the F of a step: small matrices of coefficients
 *     take their places. This is a way of running the programs, not an operation of the action.
 * Classical methods integrate Y' = F and may be projected after each step, on the nearest frame. */
#ifndef LIEFLOW_FRAME_H
#define LIEFLOW_FRAME_H

#include <lieflow/action.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    size_t d, k;    /* 1 <= k <= d */
    bool grassmann; /* the space alone matters, not the frame */
} lf_frame;

/* NULL if there are such frames, else a sentence that says why not. */
const char *lf_frame_check(const lf_frame *frame);

/* Built by value; what they point to must outlive them. The "group" holds the tangent vectors and
 * nothing else: its operations answer LF_ENEEDS. Where lf_frame_check objects both are of size 0. */
lf_group lf_group_frame(const lf_frame *frame);
lf_action lf_action_frame(const lf_group *frames);

#ifdef __cplusplus
}
#endif

#endif
