/* SPDX-License-Identifier: BSD-3-Clause */
/* marthinsen1997.h - the two test cases of Marthinsen et al. 1997, solved apart from the library. */
#ifndef LIEFLOW_PAPERS_MARTHINSEN1997_H
#define LIEFLOW_PAPERS_MARTHINSEN1997_H

/* The matrix R of test case 1 at t = 1, row by row, from the identity. */
void lf_marthinsen_norms_end(double *end);
/* B, row by row, and omega of test case 2 at t = 1. */
void lf_marthinsen_top_end(double *end);

#endif
