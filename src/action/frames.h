/* SPDX-License-Identifier: BSD-3-Clause */
/* frames.h - where an action has frames (lieflow/frame.h). */
#ifndef LF_ACTION_FRAMES_H
#define LF_ACTION_FRAMES_H

#include <lieflow/frame.h>

/* Lane i of n, `dim` components, out of a block and into it. */
static inline void lf_frames_take(size_t dim, size_t n, size_t i, const double *block, double *lane)
{
    for (size_t c = 0; c < dim; c++)
        lane[c] = block[c * n + i];
}
static inline void lf_frames_put(size_t dim, size_t n, size_t i, const double *lane, double *block)
{
    for (size_t c = 0; c < dim; c++)
        block[c * n + i] = lane[c];
}

/* Is there a frame in it, at whatever depth? */
bool lf_action_has_frames(const lf_action *A);

/* What is wrong with the sizes of a frame in it (lf_frame_check), or NULL. */
const char *lf_action_frames_check(const lf_action *A);

/* The frame of an action that is one, or a product of one with vector spaces, and where it begins in
 * points and in registers, which agree there; NULL for any other action. */
const lf_frame *lf_action_lone_frame(const lf_action *A, size_t *first);

#endif
