/* SPDX-License-Identifier: BSD-3-Clause */
/* action.c - what all actions share, and the list of those that have a name. */
#include <lieflow/action.h>

static const lf_action *const actions[] = {
    &lf_r3_translation,
    &lf_rotation,
    &lf_sphere,
    &lf_quaternion_rotation,
    &lf_so2_left,
    &lf_so3_left,
    &lf_so3_right,
    &lf_so3_matrices,
    &lf_s3_left,
    &lf_s3_right,
    &lf_se2_left,
    &lf_se2_right,
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

const lf_action *const *lf_actions(void)
{
    return actions;
}

static size_t max2(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* What one factor may need. */
static size_t factor_work(const lf_action *A, size_t n)
{
    size_t most = 0;
    for (size_t k = 0; k < A->count; k++)
        most = max2(most, lf_action_work(A->factor[k], n));
    return most;
}

/* A power hands everything to its base and keeps the defects of all copies. Others keep a group
 * element and a defect, below which the group, the action itself or a factor does its work. */
size_t lf_action_work(const lf_action *A, size_t n)
{
    const size_t group = lf_group_work(A->group, n);
    if (A->kind == LF_ACTION_POWER)
        return max2(group, A->count * n + lf_action_work(A->factor[0], A->count * n));
    return (A->group->rep + 1) * n + max2(group, factor_work(A, n)) +
           (A->ops->work ? A->ops->work(A, n) : 0);
}

lf_status lf_action_flow(const lf_action *A, lf_map map, size_t n, const double *u,
                         const double *y0, double *y1, double *work)
{
    if (map == LF_EXP && A->ops->flow)
        return A->ops->flow(A, n, u, y0, y1, work);
    if (map == LF_CAYLEY && A->ops->cayley)
        return A->ops->cayley(A, n, u, y0, y1, work);
    if (A->kind == LF_ACTION_POWER)
        return lf_action_flow(A->factor[0], map, A->count * n, u, y0, y1, work);
    double *rest = work + A->group->rep * n;
    const lf_status s = lf_group_map(A->group, map, n, u, work, rest);
    return s == LF_OK ? A->ops->apply(A, n, work, y0, y1, rest) : s;
}

lf_status lf_action_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                          double *y1, double *work)
{
    return A->ops->apply(A, n, g, y0, y1, work);
}

lf_status lf_action_generator(const lf_action *A, size_t n, const double *u, const double *y,
                              double *v, double *work)
{
    return A->ops->generator(A, n, u, y, v, work);
}

lf_status lf_action_defect(const lf_action *A, size_t n, const double *y, const double *start,
                           double *defect, double *work)
{
    return A->ops->defect(A, n, y, start, defect, work);
}

lf_status lf_action_project(const lf_action *A, size_t n, const double *start, double *y,
                            double *work)
{
    return A->ops->project ? A->ops->project(A, n, start, y, work) : LF_ENEEDS;
}

lf_status lf_action_pull(const lf_action *A, lf_map map, size_t n, const double *y0,
                         const double *u, const double *y, const double *f, double *k, double *work)
{
    return A->ops->pull ? A->ops->pull(A, n, y0, u, y, f, k, work)
                        : lf_group_dmapinv(A->group, map, n, u, f, k, work);
}

bool lf_action_has_blocks(const lf_action *A)
{
    return A->kind == LF_ACTION_PRODUCT || A->kind == LF_ACTION_BODIES;
}

bool lf_action_can_project(const lf_action *A)
{
    const size_t factors = A->kind == LF_ACTION_POWER ? 1 : A->count;
    for (size_t k = 0; k < factors; k++)
        if (!lf_action_can_project(A->factor[k]))
            return false;
    return A->ops->project != NULL;
}
