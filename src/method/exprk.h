/* SPDX-License-Identifier: BSD-3-Clause */
/* exprk.h - exponential Runge-Kutta methods for u' = L u + N(t, u). */
#ifndef LF_METHOD_EXPRK_H
#define LF_METHOD_EXPRK_H

#include <lieflow/method.h>

extern const lf_method lf_krogstad4;

#endif
