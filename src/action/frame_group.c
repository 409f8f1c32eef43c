/* SPDX-License-Identifier: BSD-3-Clause */
/* frame_group.c - tangent vectors of frames in the place of an algebra. They are the algebra of no
 * group: whoever asks for an operation of one is told so. */
#include <lieflow/frame.h>

#include <stdint.h>
#include <string.h>

#include "action/frames.h"

const char *lf_frame_check(const lf_frame *frame)
{
    /* what steps ask for is a small multiple of d k numbers */
    const size_t most = SIZE_MAX / 4096;
    if (frame->k == 0 || frame->d == 0)
        return "frames have at least one column, and columns at least one component";
    if (frame->k > frame->d)
        return "k columns of d components are orthonormal only if k is at most d";
    return frame->k > most / frame->d ? "frames of this size cannot be counted in memory" : NULL;
}

static void none_identity(const lf_group *G, size_t n, double *g)
{
    memset(g, 0, G->rep * n * sizeof *g);
}

static lf_status none_unary(const lf_group *G, size_t n, const double *a, double *b, double *work)
{
    return LF_ENEEDS;
}

static lf_status none_binary(const lf_group *G, size_t n, const double *a, const double *b,
                             double *c, double *work)
{
    return LF_ENEEDS;
}

static const lf_group_ops none_ops = {
    .identity = none_identity,
    .mul = none_binary,
    .inv = none_unary,
    .Ad = none_binary,
    .bracket = none_binary,
    .defect = none_unary,
    .log = none_unary,
    .dexp = none_binary,
    .tangent = none_binary,
    .tangent_right = none_binary,
    .Ad_dual = none_binary,
    .ad_dual = none_binary,
    .dexp_dual = none_binary,
    .dexpinv_dual = none_binary,
};

lf_group lf_group_frame(const lf_frame *frame)
{
    return (lf_group){
        .name = "frame",
        .doc = "tangent vectors of orthonormal frames, which are the algebra of no group",
        .kind = LF_GROUP_FRAME,
        .dim = lf_frame_check(frame) ? 0 : frame->d * frame->k,
        .ops = &none_ops,
        .ctx = frame,
    };
}

/* Factors that are different: a power names its base once. */
static size_t distinct(const lf_action *A)
{
    return A->kind == LF_ACTION_POWER ? 1 : A->count;
}

bool lf_action_has_frames(const lf_action *A)
{
    for (size_t k = 0; k < distinct(A); k++)
        if (lf_action_has_frames(A->factor[k]))
            return true;
    return A->kind == LF_ACTION_FRAME;
}

const char *lf_action_frames_check(const lf_action *A)
{
    for (size_t k = 0; k < distinct(A); k++) {
        const char *why = lf_action_frames_check(A->factor[k]);
        if (why)
            return why;
    }
    return A->kind == LF_ACTION_FRAME ? lf_frame_check(A->ctx) : NULL;
}

const lf_frame *lf_action_lone_frame(const lf_action *A, size_t *first)
{
    const lf_frame *found = NULL;
    *first = 0;
    if (A->kind == LF_ACTION_FRAME)
        return A->ctx;
    if (A->kind != LF_ACTION_PRODUCT || !A->alone)
        return NULL;
    for (size_t k = 0, at = 0; k < A->count; at += A->factor[k]->dim, k++) {
        const lf_action *F = A->factor[k];
        if (F->kind == LF_ACTION_FRAME && !found) {
            found = F->ctx;
            *first = at;
        } else if (!F->flat) {
            return NULL;
        }
    }
    return found;
}
