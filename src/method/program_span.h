/* SPDX-License-Identifier: BSD-3-Clause */
/* program_span.h - flow programs on frames (lieflow/frame.h), run in the span of a step's vectors. */
#ifndef LF_METHOD_PROGRAM_SPAN_H
#define LF_METHOD_PROGRAM_SPAN_H

#include "method/program.h"

/* Are programs run in a span on this action? It has then a frame, and vector spaces beside it. */
bool lf_span_wanted(const lf_action *A);

/* As those of program.h. */
size_t lf_span_work(const lf_method *M, const lf_problem *P, size_t n);
lf_status lf_span_step(const lf_method *M, const lf_problem *P, const lf_lanes *L, const double *y0,
                       double *y1, lf_tally *tally, double *work);
lf_status lf_span_attempt(const lf_method *M, const lf_problem *P, const lf_attempt *a);

#endif
