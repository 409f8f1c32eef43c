/* SPDX-License-Identifier: BSD-3-Clause */
/* drawing.h - panels that several figures share. */
#ifndef LIEFLOW_RUN_DRAWING_H
#define LIEFLOW_RUN_DRAWING_H

#include <lieflow/run.h>

/* What the panel of a table of orders points to. */
typedef struct {
    double guide[LF_MAX_METHODS][LF_MAX_LEVELS];
    char label[LF_MAX_METHODS][LF_WORD_SIZE];
    lf_series serie[2 * LF_MAX_METHODS];
    size_t guides, series;
} lf_order_guides;
/* Errors against step sizes with reference slopes; T and G must outlive the panel. */
lf_panel lf_order_panel(const lf_order_table *T, lf_order_guides *G);

/* What the panels of a comparison point to; `value` is allocated. */
typedef struct {
    double *value;
    lf_series serie[LF_MAX_INVARIANTS + 1][LF_MAX_METHODS];
} lf_drift_lines;
/* Fill the panel of quantity q (an invariant, or the defect behind the last one). */
lf_status lf_drift_begin(const lf_comparison *C, lf_drift_lines *L);
lf_panel lf_drift_panel(const lf_comparison *C, size_t q, lf_drift_lines *L);
void lf_drift_end(lf_drift_lines *L);

#endif
