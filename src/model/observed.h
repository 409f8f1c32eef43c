/* SPDX-License-Identifier: BSD-3-Clause */
/* observed.h - what models make of a table of observations: means, covariances, whitened rows. */
#ifndef LF_MODEL_OBSERVED_H
#define LF_MODEL_OBSERVED_H

#include <lieflow/model.h>

typedef struct {
    size_t rows, columns; /* 0: there is no table */
    const double *table;  /* [row][column] */
    double *mean;         /* [column] */
    double *covariance;   /* columns x columns, over `rows` */
} lf_observed;

/* Doubles that lf_observed_take needs; the widest table that it takes. */
size_t lf_observed_room(size_t columns);
enum { LF_OBSERVED_MOST = 1024 };
/* Means and covariances. LF_EINPUT with a sentence when the table is too wide, too short or does not vary. */
lf_status lf_observed_take(lf_observed *O, size_t rows, size_t columns, const double *table,
                           double *memory, char *why, size_t why_size);
/* White rows from the leading p eigenpairs of the covariance, [row][p]: mean 0, covariance I.
 * `work` of 2 columns^2 + columns doubles. LF_EINPUT when there is no variance in one of them. */
lf_status lf_observed_whiten(const lf_observed *O, size_t p, double *white, double *work, char *why,
                             size_t why_size);

#endif
