/* SPDX-License-Identifier: BSD-3-Clause */
/* recorder.h - remembers the steps that a method takes when they follow a tolerance. */
#ifndef LIEFLOW_RUN_RECORDER_H
#define LIEFLOW_RUN_RECORDER_H

#include <lieflow/run.h>

/* A method that writes down its attempts; do not copy it. */
typedef struct {
    lf_method method; /* first: the solver hands it back */
    lf_estimator inner;
    lf_steps *log;
    lf_steps steps;
} lf_recorder;

/* M with a recorder in it; for a method without an estimate M itself. */
const lf_method *lf_recorder_method(lf_recorder *R, const lf_method *M);
void lf_recorder_free(lf_recorder *R);

#endif
