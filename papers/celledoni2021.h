/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021.h - the systems of Celledoni et al. 2021 written down once more, in other variables
 * than the library's, to compare with: chains in a plane, the double pendulum as printed, the heavy
 * top in body variables, and what the control of the quadrotors promises. */
#ifndef LIEFLOW_PAPERS_CELLEDONI2021_H
#define LIEFLOW_PAPERS_CELLEDONI2021_H

#include "papers/papers.h"
#include "papers/reference.h"

/* ---- chains of section 5, with unit masses and g = 9.81 ------------------------------------- */

enum { LF_CHAIN_MOST = 20 };

/* A chain that starts, and stays, in the plane y = 0: n angles from the upward vertical, towards x,
 * then their rates. */
typedef struct {
    size_t n;
    double length; /* of every rod */
} lf_plane_chain;

/* The paper's start: q = (sqrt(1/2), 0, sqrt(1/2)), omega = (0, 1, 0). */
void lf_plane_chain_start(const lf_plane_chain *chain, double *y);
/* Rates of the angles, then their accelerations. */
void lf_plane_chain_rate(const void *chain, double t, const double *y, double *f);
/* Go on from t0 to t1. */
void lf_plane_chain_solve(const lf_plane_chain *chain, double t0, double t1, double *y);
/* Number c of q.x q.y q.z omega.x omega.y omega.z of a rod. */
double lf_plane_chain_column(const lf_plane_chain *chain, const double *y, size_t rod, size_t c);

/* What the paper leaves open of RKMK(5,4): how steps are controlled. */
void lf_pair_choices(lf_report *R);

/* Section 5.2 for N = 2, unit lengths, as printed: q1 omega1 q2 omega2. */
extern const lf_reference lf_double_pendulum;
/* Figures 5 to 7 start here: the paper does not say where. */
extern const double lf_double_pendulum_start[12];

/* Its motion by ode45: the start, then four rows for each step. Free it in any case. */
typedef struct {
    double t, y[12];
} lf_double_row;
typedef struct {
    size_t rows, room, steps;
    lf_double_row *row;
} lf_double_track;
lf_status lf_double_ode45(const double *start, double t_end, double rtol, double atol,
                          lf_double_track *T);
void lf_double_free(lf_double_track *T);

/* ---- the heavy top of section 3.4.4 --------------------------------------------------------- */

/* Q row by row and Pi by (19) and (20); `end` gets Q and pi = Q Pi at t = 1. */
void lf_top_end(double *end);

/* ---- two quadrotors, section 6 -------------------------------------------------------------- */

enum { LF_LOOP_DIM = 42 };
typedef struct {
    double my, g, kx, kv, kq, kw, nu;
    double d[3], p0[3], p1[3], p2[3], J[2][3];
} lf_loop;

/* The parameters that are ours, as the model's defaults have them. */
extern const lf_loop lf_loop_ours;
extern const double lf_loop_start[LF_LOOP_DIM];
/* What the control is made for: v' = g e3 + (mu_1 + mu_2)/my and omega_i' = X_i; forces and the
 * tensions of the links do not occur. Points are in the order of the model's columns. */
void lf_loop_rate(const void *loop, double t, const double *y, double *f);
/* Where the directions q_id are; y - y_d. */
void lf_loop_wish(const lf_loop *loop, double t, const double *y, double off[3],
                  double direction[2][3]);

#endif
