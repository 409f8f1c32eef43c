/* SPDX-License-Identifier: BSD-3-Clause */
/* action.c - what all actions share, and the list of those that have a name. */
#include <lieflow/action.h>

const lf_action *const lf_actions[] = {
    &lf_r3_translation,
    &lf_rotation,
    &lf_sphere,
    &lf_quaternion_rotation,
    &lf_so2_left,
    &lf_so3_left,
    &lf_so3_right,
    &lf_s3_left,
    &lf_s3_right,
    &lf_se2_left,
    &lf_se3_left,
    &lf_se3_right,
    &lf_sl2_left,
    &lf_so3_coadjoint,
    &lf_se3_coadjoint,
    &lf_sl2_plane,
    &lf_se2_plane,
    &lf_tso3_left,
    &lf_body_frame,
    &lf_body_frame_quaternion,
    &lf_ts2,
    NULL,
};

/* A group element, and below it what one factor (or all copies of a power) may need. */
size_t lf_action_work(const lf_action *A, size_t n)
{
    const size_t element = (A->group->rep + 1) * n;
    if (!A->count)
        return 2 * element;
    if (A->power)
        return element + (A->count + 1) * n + lf_action_work(A->factor[0], A->count * n);
    size_t inner = 0;
    for (size_t k = 0; k < A->count; k++) {
        const size_t one = lf_action_work(A->factor[k], n);
        inner = one > inner ? one : inner;
    }
    return element + n + inner;
}

void lf_action_flow(const lf_action *A, lf_map map, size_t n, const double *u, const double *y0,
                    double *y1, double *work)
{
    if (map == LF_EXP && A->ops->flow) {
        A->ops->flow(A, n, u, y0, y1, work);
        return;
    }
    if (map == LF_CAYLEY && A->ops->cayley) {
        A->ops->cayley(A, n, u, y0, y1, work);
        return;
    }
    A->group->ops->map[map](A->group, n, u, work);
    A->ops->apply(A, n, work, y0, y1, work + A->group->rep * n);
}
