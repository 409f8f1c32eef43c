/* SPDX-License-Identifier: BSD-3-Clause */
/* closed_forms.h - solutions known in closed form, written down here once more, apart from the
 * library's own, so that figures are compared with something that knows none of its code. */
#ifndef LIEFLOW_PAPERS_CLOSED_FORMS_H
#define LIEFLOW_PAPERS_CLOSED_FORMS_H

/* Duffing's x' = y, y' = -a x - b x^3 from `start` after time t; a >= 0, b > 0, not at rest. */
void lf_closed_duffing(double a, double b, const double start[2], double t, double end[2]);
/* The free rigid body m' = m x I^-1 m from m0 after time t: three different moments, in rising
 * order, and neither a rotation about an axis nor the separatrix. */
void lf_closed_body(const double inertia[3], const double m0[3], double t, double m[3]);
/* exp(hat(u)) v by Rodrigues' formula; out must not be v. */
void lf_closed_turn(const double u[3], const double v[3], double out[3]);

#endif
