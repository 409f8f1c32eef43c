/* SPDX-License-Identifier: BSD-3-Clause */
/* bodies.h - the action of rigid bodies: a product whose operations are done in one go. */
#ifndef LF_ACTION_BODIES_H
#define LF_ACTION_BODIES_H

#include <lieflow/action.h>

/* `product` is R^3n x R^3n x SO(3)^n x R^3n and vector spaces after it, and the factors are its actions:
 * translations, and rotations from the right. They stay what the action is measured by. */
lf_action lf_action_bodies(const lf_group *product, size_t factors, const lf_action *const *factor);

#endif
