/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007.h - what the figures of Lee et al. 2007 share: the energies of two dumbbells over
 * time. */
#ifndef LIEFLOW_PAPERS_LEE2007_H
#define LIEFLOW_PAPERS_LEE2007_H

#include <lieflow/bodies.h>

#include "papers/study.h"

/* One moment of a run of the two dumbbells. */
typedef struct {
    double t;
    double moving, turning, potential; /* energies: of translation, of rotation, and U */
    double off;                        /* ||I - R^T R||, the larger of two matrices */
} lf_dumbbell_row;

/* Starts as zeros; free it in any case. */
typedef struct {
    size_t rows, room;
    lf_dumbbell_row *row;
    size_t steps, evaluations;
    double energy, off; /* the largest deviation of the total energy, and the largest `off` */
} lf_dumbbell_trace;

/* Add a moment, and follow the largest deviations. */
lf_status lf_dumbbell_add(lf_dumbbell_trace *T, lf_dumbbell_row row);
void lf_dumbbell_free(lf_dumbbell_trace *T);
double lf_dumbbell_energy(const lf_dumbbell_row *row);
/* The paper's run: settings for the model full-body. */
extern const char *const lf_dumbbell_fine[];
/* Make that run, and hand it over. */
typedef lf_status lf_dumbbell_use(const lf_study *study, lf_report *R, const lf_record *run);
lf_status lf_dumbbell_study(const lf_study *study, lf_report *R, lf_dumbbell_use *use);
/* Component c of a vector or matrix of body b, at a point of two bodies. */
static inline double lf_dumbbell_at(const double *y, size_t part, size_t c, size_t b)
{
    return y[2 * (part + c) + b];
}
/* The lengths of the two dumbbells. */
extern const double lf_dumbbell_length[];
/* Number of an invariant of P. */
size_t lf_dumbbell_invariant(const lf_problem *P, const char *name);

/* The paper's equations (62)-(69) for its two dumbbells, as they are printed, integrated by the
 * method of Dormand and Prince with the step control of MATLAB's ode45. P, the model's own
 * problem, knows masses and moments, and says how far from rotations the attitudes are. */
lf_status lf_dumbbell_ode45(const lf_problem *P, double t_end, double rtol, double atol,
                            lf_dumbbell_trace *T);

#endif
