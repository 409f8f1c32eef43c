/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_midpoint.h - the classical implicit midpoint rule. */
#ifndef LF_METHOD_IMPLICIT_MIDPOINT_H
#define LF_METHOD_IMPLICIT_MIDPOINT_H

#include <lieflow/method.h>

extern const lf_method lf_implicit_midpoint;

#endif
