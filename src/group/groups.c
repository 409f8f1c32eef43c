/* SPDX-License-Identifier: BSD-3-Clause */
/* groups.c - every named group. */
#include <lieflow/group.h>

static const lf_group *const groups[] = {&lf_r3,  &lf_so2, &lf_so3,  &lf_s3, &lf_se2,
                                         &lf_se3, &lf_sl2, &lf_tso3, NULL};

const lf_group *const *lf_groups(void)
{
    return groups;
}
