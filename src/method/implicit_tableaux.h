/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_tableaux.h - tableaux whose stages are equations. */
#ifndef LF_METHOD_IMPLICIT_TABLEAUX_H
#define LF_METHOD_IMPLICIT_TABLEAUX_H

#include <lieflow/method.h>

extern const lf_tableau lf_implicit_theta0, lf_implicit_theta12, lf_implicit_theta1,
    lf_implicit_gauss2, lf_implicit_gauss3, lf_implicit_lobatto2, lf_implicit_lobatto3,
    lf_implicit_sdirk;

#endif
