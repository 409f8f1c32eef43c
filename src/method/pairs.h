/* SPDX-License-Identifier: BSD-3-Clause */
/* pairs.h - embedded Runge-Kutta pairs. The last stage of a step is the field at its end: row
 * stages-1 of `a` holds the weights of the step, and the next step begins with what it found. */
#ifndef LF_METHOD_PAIRS_H
#define LF_METHOD_PAIRS_H

typedef struct {
    const char *name;
    int order, embedded; /* embedded: the order the step-size controller reckons with, less one */
    int stages;          /* of a step, the field at its end included */
    int all;             /* with those that only the continuous extension needs */
    const double *a, *c; /* all x all, all */
    const double *error; /* `stages` weights of the error estimate */
    const double *error_low; /* a second estimate of lower order (DOP853), or NULL */
    int degree;              /* of the continuous extension */
    const double *dense;     /* [stage][power 1..degree] */
} lf_pair;

extern const lf_pair lf_pair_bs32, lf_pair_dopri54, lf_pair_tsit54, lf_pair_dop853;

#endif
