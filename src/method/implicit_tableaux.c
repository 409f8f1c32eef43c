/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit_tableaux.c - implicit Runge-Kutta coefficients. Hairer, Wanner, Solving Ordinary
 * Differential Equations II, section IV.5 (Gauss, Lobatto IIIA) and table IV.6.5 (SDIRK). */
#include "method/implicit_tableaux.h"

/* clang-format off */
#define ROWS(...) (const double[]){__VA_ARGS__}
#define SQRT3 1.7320508075688772935
#define SQRT15 3.8729833462074168852
#define GAMMA 0.43586652150845899942 /* root of g^3 - 3 g^2 + 3 g/2 - 1/6 */

const lf_tableau lf_implicit_theta0 = {.name = "theta0", .order = 1, .stages = 1, .a = ROWS(0), .b = ROWS(1), .c = ROWS(0)};
const lf_tableau lf_implicit_theta12 = {.name = "theta12", .order = 2, .stages = 1, .a = ROWS(1./2), .b = ROWS(1), .c = ROWS(1./2)};
const lf_tableau lf_implicit_theta1 = {.name = "theta1", .order = 1, .stages = 1, .a = ROWS(1), .b = ROWS(1), .c = ROWS(1)};

const lf_tableau lf_implicit_gauss2 = {.name = "gauss2", .order = 4, .stages = 2,
    .a = ROWS(1./4, 1./4 - SQRT3/6,
         1./4 + SQRT3/6, 1./4),
    .b = ROWS(1./2, 1./2), .c = ROWS(1./2 - SQRT3/6, 1./2 + SQRT3/6)};

const lf_tableau lf_implicit_gauss3 = {.name = "gauss3", .order = 6, .stages = 3,
    .a = ROWS(5./36, 2./9 - SQRT15/15, 5./36 - SQRT15/30,
         5./36 + SQRT15/24, 2./9, 5./36 - SQRT15/24,
         5./36 + SQRT15/30, 2./9 + SQRT15/15, 5./36),
    .b = ROWS(5./18, 4./9, 5./18), .c = ROWS(1./2 - SQRT15/10, 1./2, 1./2 + SQRT15/10)};

/* Lobatto IIIA: the trapezoidal rule, and Simpson's */
const lf_tableau lf_implicit_lobatto2 = {.name = "lobatto2", .order = 2, .stages = 2,
    .a = ROWS(0, 0,
         1./2, 1./2),
    .b = ROWS(1./2, 1./2), .c = ROWS(0, 1)};

const lf_tableau lf_implicit_lobatto3 = {.name = "lobatto3", .order = 4, .stages = 3,
    .a = ROWS(0, 0, 0,
         5./24, 1./3, -1./24,
         1./6, 2./3, 1./6),
    .b = ROWS(1./6, 2./3, 1./6), .c = ROWS(0, 1./2, 1)};

/* Alexander's L-stable method of three equal diagonal elements */
const lf_tableau lf_implicit_sdirk = {.name = "sdirk", .order = 3, .stages = 3,
    .a = ROWS(GAMMA, 0, 0,
         (1 - GAMMA)/2, GAMMA, 0,
         -3*GAMMA*GAMMA/2 + 4*GAMMA - 1./4, 3*GAMMA*GAMMA/2 - 5*GAMMA + 5./4, GAMMA),
    .b = ROWS(-3*GAMMA*GAMMA/2 + 4*GAMMA - 1./4, 3*GAMMA*GAMMA/2 - 5*GAMMA + 5./4, GAMMA),
    .c = ROWS(GAMMA, (1 + GAMMA)/2, 1)};
/* clang-format on */
