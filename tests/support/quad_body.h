/* SPDX-License-Identifier: BSD-3-Clause */
/* quad_body.h - a free rigid body in quadruple precision: its motion by Taylor series, and the
 * discrete rotation of Moser and Veselov by Newton's method. */
#ifndef LF_TEST_QUAD_BODY_H
#define LF_TEST_QUAD_BODY_H

#include "support/quad.h"

/* m' = m x I^-1 m from m0 over t, and the quaternion that the attitude is multiplied by from the
 * right; to 1e-18 or so. */
void quad_free_body(const double inertia[3], const double m0[3], double t, quad m[3], quad q[4]);

/* The rotation F (row-major) with F Jd - Jd F^T = S(g), Jd = tr(J)/2 - J, on the branch from F = 1,
 * and F^T g. */
void quad_moser_veselov(const double moment[3], const double g[3], quad F[9], quad turned[3]);

/* The largest |a_k - b_k|, and the same over the largest |b_k|. */
double quad_distance(size_t count, const double *a, const quad *b);
double quad_relative(size_t count, const double *a, const quad *b);

#endif
