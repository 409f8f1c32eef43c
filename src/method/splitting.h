/* SPDX-License-Identifier: BSD-3-Clause */
/* splitting.h - methods made of exact flows. */
#ifndef LF_METHOD_SPLITTING_H
#define LF_METHOD_SPLITTING_H

#include <lieflow/method.h>

extern const lf_method lf_strang, lf_exact_rigid_body;

#endif
