/* SPDX-License-Identifier: BSD-3-Clause */
/* whole.h - actions whose manifold is the whole space: there is nothing to leave. */
#ifndef LF_ACTION_WHOLE_H
#define LF_ACTION_WHOLE_H

#include <lieflow/action.h>

#include <string.h>

static inline void lf_whole_defect(const lf_action *A, size_t n, const double *y,
                                   const double *start, double *defect, double *work)
{
    (void)A;
    (void)y;
    (void)start;
    (void)work;
    memset(defect, 0, n * sizeof *defect);
}

static inline void lf_whole_project(const lf_action *A, size_t n, const double *start, double *y)
{
    (void)A;
    (void)n;
    (void)start;
    (void)y;
}

#endif
