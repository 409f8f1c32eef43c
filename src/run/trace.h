/* SPDX-License-Identifier: BSD-3-Clause */
/* trace.h - the figure of a single run. */
#ifndef LIEFLOW_RUN_TRACE_H
#define LIEFLOW_RUN_TRACE_H

#include <lieflow/run.h>

/* State by groups of columns, outputs, the step sizes if they follow a tolerance, and the drift of
 * invariants and defect. */
lf_status lf_trace_plot(const lf_scenario *S, const lf_problem *P, const lf_rows *rows,
                        const lf_steps *steps, const char *path, char *why, size_t why_size);

#endif
