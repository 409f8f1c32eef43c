/* SPDX-License-Identifier: BSD-3-Clause */
/* observed.c - means, covariances and whitened rows of a table of observations. */
#include "model/observed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dense.h"

size_t lf_observed_room(size_t columns)
{
    return columns <= LF_OBSERVED_MOST ? columns + columns * columns : 0;
}

static void observed_mean(lf_observed *O)
{
    memset(O->mean, 0, O->columns * sizeof *O->mean);
    for (size_t r = 0; r < O->rows; r++)
        for (size_t c = 0; c < O->columns; c++)
            O->mean[c] += O->table[r * O->columns + c];
    for (size_t c = 0; c < O->columns; c++)
        O->mean[c] /= (double)O->rows;
}

static void observed_covariance(lf_observed *O)
{
    const size_t n = O->columns;
    memset(O->covariance, 0, n * n * sizeof *O->covariance);
    for (size_t r = 0; r < O->rows; r++)
        for (size_t i = 0; i < n; i++) {
            const double x = O->table[r * n + i] - O->mean[i];
            for (size_t j = 0; j <= i; j++)
                O->covariance[i * n + j] += x * (O->table[r * n + j] - O->mean[j]);
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            O->covariance[i * n + j] /= (double)O->rows;
            O->covariance[j * n + i] = O->covariance[i * n + j];
        }
}

lf_status lf_observed_take(lf_observed *O, size_t rows, size_t columns, const double *table,
                           double *memory, char *why, size_t why_size)
{
    double trace = 0;
    *O = (lf_observed){rows, columns, table, memory, memory + columns};
    if (columns < 2 || columns > LF_OBSERVED_MOST || rows < 2) {
        snprintf(why, why_size, "data need 2 to %d columns and 2 rows at least, got %zu of %zu",
                 LF_OBSERVED_MOST, columns, rows);
        return LF_EINPUT;
    }
    observed_mean(O);
    observed_covariance(O);
    for (size_t i = 0; i < columns; i++)
        trace += O->covariance[i * columns + i];
    if (trace > 0 && isfinite(trace))
        return LF_OK;
    snprintf(why, why_size, "all rows of the data are the same, or their squares overflow");
    return LF_EINPUT;
}

lf_status lf_observed_whiten(const lf_observed *O, size_t p, double *white, double *work, char *why,
                             size_t why_size)
{
    const size_t n = O->columns;
    double *C = work, *V = C + n * n, *D = V + n * n;
    memcpy(C, O->covariance, n * n * sizeof *C);
    /* The largest come last; what rounding leaves of a variance that is 0 is far below this part of
     * them. */
    if (lf_dense_eigen(n, n, C, D, V) != LF_OK || !(D[n - p] > 1e-12 * D[n - 1])) {
        snprintf(why, why_size,
                 "data have no variance in %zu directions: columns are the same, or mixtures of "
                 "others",
                 p);
        return LF_EINPUT;
    }
    for (size_t r = 0; r < O->rows; r++)
        for (size_t i = 0; i < p; i++) {
            const size_t from = n - 1 - i;
            double sum = 0;
            for (size_t c = 0; c < n; c++)
                sum += V[from * n + c] * (O->table[r * n + c] - O->mean[c]);
            white[r * p + i] = sum / sqrt(D[from]);
        }
    return LF_OK;
}
