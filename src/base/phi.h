/* SPDX-License-Identifier: BSD-3-Clause */
/* phi.h - e^z and the functions phi_1(z) = (e^z - 1)/z, phi_{k+1}(z) = (phi_k(z) - 1/k!)/z of
 * exponential integrators. Relative errors are a few roundings for real, imaginary and other z with
 * re z <= 0: where the recursion would cancel, |z| < 1, phi_3 is its series. No contour integrals. */
#ifndef LF_BASE_PHI_H
#define LF_BASE_PHI_H

enum { LF_PHI_MOST = 3 };

/* f = e^z, phi_1 .. phi_count; count <= LF_PHI_MOST. An e^z below 1e-300 is 0: denormals are slow. */
void lf_phi_real(double z, int count, double *f);
/* The same for z = (re, im); f holds pairs. */
void lf_phi_complex(const double *z, int count, double *f);

#endif
