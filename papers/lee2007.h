/* SPDX-License-Identifier: BSD-3-Clause */
/* lee2007.h - what the figures of Lee et al. 2007 share: runs of its two dumbbells, their energies
 * over time, and what the paper leaves open about them. */
#ifndef LIEFLOW_PAPERS_LEE2007_H
#define LIEFLOW_PAPERS_LEE2007_H

#include <lieflow/bodies.h>

#include "papers/study.h"

enum { LF_DUMBBELL_DIM = 2 * LF_BODY_DIM };

/* ---- energies over time --------------------------------------------------------------------- */

/* One moment of a run of the two dumbbells. */
typedef struct {
    double t;
    double moving, turning, potential; /* energies: of translation, of rotation, and U */
    double second;                     /* the part of `turning` that is dumbbell 2 */
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
/* The moments of a run in inertial coordinates, with momenta. */
lf_status lf_dumbbell_read(const lf_record *run, lf_dumbbell_trace *T);
/* The largest difference of the two kinetic energies, at the moments of T from t0 to t1; between its
 * own moments `other` is taken as linear. */
double lf_dumbbell_gap(const lf_dumbbell_trace *T, const lf_dumbbell_trace *other, double t0,
                       double t1);
/* The paper's four panels of figures 5 and 6; `other`, if there is one, goes along in grey. */
lf_status lf_dumbbell_draw(const lf_study *study, lf_report *R, const lf_dumbbell_trace *T,
                           const lf_dumbbell_trace *other);

/* ---- runs ----------------------------------------------------------------------------------- */

/* Make the paper's run, by lgvi with h = 2e-4 up to t = 15, and hand it over. */
typedef lf_status lf_dumbbell_use(const lf_study *study, lf_report *R, const lf_record *run);
lf_status lf_dumbbell_study(const lf_study *study, lf_report *R, lf_dumbbell_use *use);
/* What a run with other settings gave: the largest deviation of energy and orthogonality. */
typedef struct {
    double energy, off;
    size_t evaluations;
    lf_dumbbell_row end;
} lf_dumbbell_result;
lf_status lf_dumbbell_run(lf_report *R, const char *const *settings, lf_dumbbell_result *result);
/* The largest change of an invariant over all steps of a run, and its number in P. */
double lf_dumbbell_drift(const lf_record *run, const char *name);
size_t lf_dumbbell_invariant(const lf_problem *P, const char *name);
/* Component c of a vector or matrix of body b, at a point of two bodies. */
static inline double lf_dumbbell_at(const double *y, size_t part, size_t c, size_t b)
{
    return y[2 * (part + c) + b];
}
/* The largest difference of two points, in components from `first` to before `last`. */
double lf_dumbbell_distance(const double *a, const double *b, size_t first, size_t last);
/* The lengths of the two dumbbells. */
extern const double lf_dumbbell_length[];
/* Say what the paper does not give about the dumbbells, and (`run`) about figures 4 to 6. */
void lf_dumbbell_choices(lf_report *R, bool run);

/* ---- the printed equations ------------------------------------------------------------------ */

/* The paper's equations (62)-(69) for its two dumbbells, as they are printed, integrated by the
 * method of Dormand and Prince with the step control of MATLAB's ode45. P, the model's own
 * problem, knows masses and moments, and says how far from rotations the attitudes are. */
lf_status lf_dumbbell_ode45(const lf_problem *P, double t_end, double rtol, double atol,
                            lf_dumbbell_trace *T);
/* The larger defect of the two attitudes of a printed state, and its energies at time t. */
double lf_dumbbell_off(const lf_problem *P, const double *y);
lf_dumbbell_row lf_dumbbell_printed_row(const lf_problem *P, double t, const double *y);

/* ---- the symplectic form -------------------------------------------------------------------- */

enum { LF_FORM_ROWS = 41 };
/* How far a method changes the canonical two-form of T*(SE(3)^2) up to each time. */
typedef struct {
    size_t rows;
    double t[LF_FORM_ROWS], defect[LF_FORM_ROWS];
} lf_form_defect;
/* From y on with steps h, looked at `rows` times up to t_end; derivatives by differences. */
lf_status lf_dumbbell_form(const lf_problem *P, const lf_method *M, const double *y, double h,
                           double t_end, size_t rows, lf_form_defect *D);

#endif
