/* SPDX-License-Identifier: BSD-3-Clause */
/* becker2021.h - the two systems of Becker 2021 apart from the library. */
#ifndef LIEFLOW_PAPERS_BECKER2021_H
#define LIEFLOW_PAPERS_BECKER2021_H

/* The free rigid body, and the heavy top's (mu, nu), at t = 1. */
void lf_becker_body_end(double *end);
void lf_becker_top_end(double *end);

#endif
