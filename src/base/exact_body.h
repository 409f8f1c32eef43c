/* SPDX-License-Identifier: BSD-3-Clause */
/* exact_body.h - the free rigid body solved by Jacobi's elliptic functions, with its attitude. */
#ifndef LF_BASE_EXACT_BODY_H
#define LF_BASE_EXACT_BODY_H

/* The motion of m' = m x I^-1 m, Q' = Q hat(I^-1 m), Q(0) = 1 over a time t, for any moments of
 * inertia and any momentum: m1 = m(t), and the quaternion (w, x, y, z) of Q(t), continuous in t.
 * dq may be NULL. */
void lf_exact_body(const double inertia[3], const double m0[3], double t, double m1[3],
                   double dq[4]);

#endif
