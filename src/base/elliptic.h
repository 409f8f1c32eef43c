/* SPDX-License-Identifier: BSD-3-Clause */
/* elliptic.h - Carlson's elliptic integrals, those of the first kind and Jacobi's functions, for
 * every parameter m = k^2 in [0, 1]. The latter take the complement m1 = 1 - m, which carries the
 * digits near m = 1. */
#ifndef LF_BASE_ELLIPTIC_H
#define LF_BASE_ELLIPTIC_H

/* Carlson's R_F(x, y, z), arguments not negative and at most one of them 0. */
double lf_elliptic_RF(double x, double y, double z);
/* Carlson's R_D(x, y, z), z positive, x and y not negative and at most one of them 0. */
double lf_elliptic_RD(double x, double y, double z);
/* The quarter period K; infinite for m1 = 0. */
double lf_elliptic_K(double m1);
/* F(phi | m) from the sine and cosine of phi, -pi <= phi <= pi. */
double lf_elliptic_F(double sine, double cosine, double m1);

/* Jacobi's functions of one parameter: the arithmetic-geometric means, found once. */
enum { LF_JACOBI_LEVELS = 16 };
typedef struct {
    int levels; /* 0: m = 1, hyperbolic functions */
    double a[LF_JACOBI_LEVELS], b[LF_JACOBI_LEVELS], mean;
} lf_jacobi;

typedef struct {
    double sn, cn, dn;
} lf_jacobi_value;

void lf_jacobi_set(lf_jacobi *J, double m1);
lf_jacobi_value lf_jacobi_at(const lf_jacobi *J, double u);

#endif
