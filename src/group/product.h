/* SPDX-License-Identifier: BSD-3-Clause */
/* product.h - how products and powers are told apart. */
#ifndef LF_GROUP_PRODUCT_H
#define LF_GROUP_PRODUCT_H

#include <lieflow/group.h>

bool lf_group_is_product(const lf_group *G);
bool lf_group_is_power(const lf_group *G);

#endif
