/* SPDX-License-Identifier: BSD-3-Clause */
/* tableaux.h - the tableaux by their own names. */
#ifndef LF_METHOD_TABLEAUX_H
#define LF_METHOD_TABLEAUX_H

#include <lieflow/method.h>

extern const lf_tableau lf_tableau_euler, lf_tableau_heun, lf_tableau_midpoint, lf_tableau_kutta3,
    lf_tableau_heun3, lf_tableau_bs3, lf_tableau_tsit5, lf_tableau_rk4, lf_tableau_three_eighths,
    lf_tableau_dopri5, lf_tableau_dop853;

#endif
