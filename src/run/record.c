/* SPDX-License-Identifier: BSD-3-Clause */
/* record.c - a run that is kept in memory, with its steps. */
#include "run/recorder.h"
#include "run/scenario.h"

#include <stdlib.h>

lf_status lf_scenario_record(lf_scenario *S, lf_progress progress, lf_record *record)
{
    lf_method method;
    lf_recorder recorder;
    lf_outcome *R = &record->outcome;
    *record = (lf_record){.rows = {0}};
    lf_status status = lf_scenario_prepare(S, R, &method);
    if (status != LF_OK)
        return status;
    record->rows = (lf_memory){.dim = R->dim, .invariants = lf_invariant_count(&R->problem)};
    lf_sink sink = lf_memory_sink(&record->rows);
    status = lf_scenario_march(S, lf_recorder_method(&recorder, &method), &sink, progress, R);
    record->steps = recorder.steps; /* the record owns them from here on */
    return status;
}

void lf_record_free(lf_record *record)
{
    lf_memory_free(&record->rows);
    free(record->steps.t);
    free(record->steps.h);
    record->steps = (lf_steps){0};
}

double lf_record_time(const lf_record *record, size_t row)
{
    return lf_memory_at(&record->rows, row, 0);
}

const double *lf_record_point(const lf_record *record, size_t row)
{
    return record->rows.value + row * record->rows.width + 1;
}
