/* SPDX-License-Identifier: BSD-3-Clause */
/* record.c - a run that is kept in memory, with its steps. */
#include "run/plan.h"

lf_status lf_scenario_record(lf_scenario *S, lf_progress progress, lf_record *record)
{
    lf_run_plan plan;
    lf_outcome *R = &record->outcome;
    *record = (lf_record){.rows = {0}};
    const lf_status status = lf_run_plan_make(S, true, R, &plan);
    if (status != LF_OK)
        return status;
    record->rows = (lf_rows){.dim = R->dim, .invariants = lf_invariant_count(&R->problem)};
    lf_sink sink = lf_rows_sink(&record->rows);
    return lf_run_plan_march(S, &plan, &sink, &record->steps, progress, R);
}

void lf_record_free(lf_record *record)
{
    lf_rows_free(&record->rows);
    lf_steps_free(&record->steps);
}

double lf_record_time(const lf_record *record, size_t row)
{
    return lf_rows_at(&record->rows, row, 0);
}

const double *lf_record_point(const lf_record *record, size_t row)
{
    return record->rows.value + row * record->rows.width + 1;
}
