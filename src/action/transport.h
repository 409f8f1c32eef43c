/* SPDX-License-Identifier: BSD-3-Clause */
/* transport.h - tangent vectors that are carried along a flow in R^n, and what is known of their growth:
 * how the points of lf_action_transport are laid out, and, but for the last number, those of the
 * continuous form of lieflow/lyapunov.h.
 *
 *   x [n]      the point
 *   V [n k]    the vectors, one after the other
 *   tail       logarithm [k]  counted logarithms of R_ii
 *              rate [k]       growth rates, smoothed over `window`
 *              smooth [k]     and smoothed again: rates of oscillations leave no trace
 *              first [k]      integrals of these over the counted time
 *              second [k]     and of their squares
 *              clock          time since the start
 *              span           time that was counted
 *              last           the clock when V was made orthonormal last */
#ifndef LF_ACTION_TRANSPORT_H
#define LF_ACTION_TRANSPORT_H

#include <lieflow/action.h>

enum { LF_TRANSPORT_CLOCK = 0, LF_TRANSPORT_SPAN = 1, LF_TRANSPORT_LAST = 2 };

/* The parts of a tail. */
typedef struct {
    double *logarithm, *rate, *smooth, *first, *second, *times; /* times: clock, span, last */
} lf_growth;

static inline lf_growth lf_growth_at(size_t k, double *tail)
{
    return (lf_growth){tail, tail + k, tail + 2 * k, tail + 3 * k, tail + 4 * k, tail + 5 * k};
}

/* Does the time count that begins when the clock shows this? Clocks are sums of steps: one that is a
 * rounding error behind has arrived. */
static inline bool lf_growth_counts(double clock, double transient)
{
    return (clock < 0 ? -clock : clock) >= transient * (1 - 1e-9);
}

/* Doubles of a tail without and with the last time. */
static inline size_t lf_growth_size(size_t k)
{
    return 5 * k + 2;
}
static inline size_t lf_transport_tail(size_t k)
{
    return lf_growth_size(k) + 1;
}

/* The tail as it would be after V = Q R now, whose logarithms of R_ii are given. */
void lf_transport_count(const lf_transport *T, const double *logs, double *tail);

#endif
