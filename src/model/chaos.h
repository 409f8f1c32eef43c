/* SPDX-License-Identifier: BSD-3-Clause */
/* chaos.h - classical chaotic systems with their derivatives, for Lyapunov exponents. */
#ifndef LF_MODEL_CHAOS_H
#define LF_MODEL_CHAOS_H

#include <lieflow/lyapunov.h>

/* Numbers of whichever system it is. */
typedef struct {
    size_t n;                /* Lorenz 1996 */
    double sigma, rho, beta; /* Lorenz 1963 */
    double forcing;          /* Lorenz 1996 */
    double a, b, c;          /* Roessler 1976 */
} lf_chaos;

enum { LF_CHAOS_LORENZ63, LF_CHAOS_LORENZ96, LF_CHAOS_ROESSLER, LF_CHAOS_HENON_HEILES };

/* How many components the system has. */
size_t lf_chaos_size(int system, const lf_chaos *numbers);
/* Its field and derivative; `numbers` must outlive them. */
lf_tangent_field lf_chaos_field(int system, const lf_chaos *numbers);
/* The usual start. */
void lf_chaos_start(int system, const lf_chaos *numbers, double *x);

#endif
