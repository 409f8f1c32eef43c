/* SPDX-License-Identifier: BSD-3-Clause */
/* whole.h - actions whose manifold is the whole space: there is nothing to leave. */
#ifndef LF_ACTION_WHOLE_H
#define LF_ACTION_WHOLE_H

#include <lieflow/action.h>

#include <string.h>

static inline lf_status lf_whole_defect(const lf_action *A, size_t n, const double *y,
                                        const double *start, double *defect, double *work)
{
    memset(defect, 0, n * sizeof *defect);
    return LF_OK;
}

static inline lf_status lf_whole_project(const lf_action *A, size_t n, const double *start,
                                         double *y, double *work)
{
    return LF_OK;
}

#endif
