/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_tableaux.c - implicit Runge-Kutta coefficients. Hairer, Wanner, Solving Ordinary
 * Differential Equations II, section IV.5 (Gauss, Lobatto IIIA) and table IV.6.5 (SDIRK). */
#include "method/implicit_tableaux.h"

/* clang-format off */
#define ROWS(...) (const double[]){__VA_ARGS__}
#define SQRT3 1.7320508075688772935
#define SQRT15 3.8729833462074168852
#define GAMMA 0.43586652150845899942 /* root of g^3 - 3 g^2 + 3 g/2 - 1/6 */

const lf_tableau lf_implicit_theta0 = {"theta0", 1, 1, ROWS(0), ROWS(1), ROWS(0)};
const lf_tableau lf_implicit_theta12 = {"theta12", 2, 1, ROWS(1./2), ROWS(1), ROWS(1./2)};
const lf_tableau lf_implicit_theta1 = {"theta1", 1, 1, ROWS(1), ROWS(1), ROWS(1)};

const lf_tableau lf_implicit_gauss2 = {
    "gauss2", 4, 2,
    ROWS(1./4, 1./4 - SQRT3/6,
         1./4 + SQRT3/6, 1./4),
    ROWS(1./2, 1./2), ROWS(1./2 - SQRT3/6, 1./2 + SQRT3/6)};

const lf_tableau lf_implicit_gauss3 = {
    "gauss3", 6, 3,
    ROWS(5./36, 2./9 - SQRT15/15, 5./36 - SQRT15/30,
         5./36 + SQRT15/24, 2./9, 5./36 - SQRT15/24,
         5./36 + SQRT15/30, 2./9 + SQRT15/15, 5./36),
    ROWS(5./18, 4./9, 5./18), ROWS(1./2 - SQRT15/10, 1./2, 1./2 + SQRT15/10)};

/* Lobatto IIIA: the trapezoidal rule, and Simpson's */
const lf_tableau lf_implicit_lobatto2 = {
    "lobatto2", 2, 2,
    ROWS(0, 0,
         1./2, 1./2),
    ROWS(1./2, 1./2), ROWS(0, 1)};

const lf_tableau lf_implicit_lobatto3 = {
    "lobatto3", 4, 3,
    ROWS(0, 0, 0,
         5./24, 1./3, -1./24,
         1./6, 2./3, 1./6),
    ROWS(1./6, 2./3, 1./6), ROWS(0, 1./2, 1)};

/* Alexander's L-stable method of three equal diagonal elements */
const lf_tableau lf_implicit_sdirk = {
    "sdirk", 3, 3,
    ROWS(GAMMA, 0, 0,
         (1 - GAMMA)/2, GAMMA, 0,
         -3*GAMMA*GAMMA/2 + 4*GAMMA - 1./4, 3*GAMMA*GAMMA/2 - 5*GAMMA + 5./4, GAMMA),
    ROWS(-3*GAMMA*GAMMA/2 + 4*GAMMA - 1./4, 3*GAMMA*GAMMA/2 - 5*GAMMA + 5./4, GAMMA),
    ROWS(GAMMA, (1 + GAMMA)/2, 1)};
/* clang-format on */
