/* SPDX-License-Identifier: BSD-3-Clause */
/* property.h - what a step keeps, found by measurement. */
#ifndef LIEFLOW_PAPERS_PROPERTY_H
#define LIEFLOW_PAPERS_PROPERTY_H

#include <lieflow/solve.h>

/* The largest change, in one step, of the symplectic form on T*G between unit directions; by
 * differences, which leave about 1e-11 of their own. P states a Hamiltonian and dim G <= 3. */
lf_status lf_property_form(const lf_method *M, const lf_problem *P, double h, const double *y0,
                           double *change);
/* How far a step by h and one by -h end from where they began. */
lf_status lf_property_return(const lf_method *M, const lf_problem *P, double h, const double *y0,
                             double *distance);

#endif
