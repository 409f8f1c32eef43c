/* SPDX-License-Identifier: BSD-3-Clause */
/* operator_dense.c - linear operators that are small matrices: diagonal in the basis of their
 * eigenvectors where they are symmetric, else functions of them are matrices, too. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "action/operator.h"
#include "base/dense.h"

/* Eigenvalues and vectors, and a copy that finding them destroys; or the matrix. */
size_t lf_operator_dense_room(size_t n)
{
    return n + 2 * n * n;
}

static bool is_symmetric(size_t n, const double *a)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (a[i * n + j] != a[j * n + i])
                return false;
    return true;
}

/* Forward in time only: what decays must be faster than what grows, or it is the other way round. */
static lf_status check_direction(const lf_operator *L, char *why, size_t why_size)
{
    const double least = L->lambda[0], most = L->lambda[L->dim - 1];
    if (!L->shape.forward || most <= 0 || -least >= most)
        return LF_OK;
    snprintf(why, why_size,
             "the matrix grows faster (%.3g) than it decays (%.3g): forward in time there is no "
             "such equation to be made finer",
             most, -least);
    return LF_EINPUT;
}

lf_status lf_operator_build_dense(lf_operator *L, const lf_operator_shape *shape,
                                  const double *matrix, double *memory, char *why, size_t why_size)
{
    lf_operator_shape dense = *shape;
    const size_t n = shape->n;
    dense.kind = LF_OPERATOR_DENSE;
    lf_status s = lf_operator_check(&dense, why, why_size);
    if (s != LF_OK)
        return s;
    for (size_t k = 0; k < n * n; k++)
        if (!isfinite(matrix[k])) {
            snprintf(why, why_size, "entry %zu, %zu of the matrix is not finite", k / n + 1,
                     k % n + 1);
            return LF_EINPUT;
        }
    dense.fields = 1;
    *L = (lf_operator){.shape = dense, .dim = n, .grid = n, .waves = n, .lambda = memory};
    L->matrix = !is_symmetric(n, matrix);
    if (L->matrix) {
        memcpy(memory, matrix, n * n * sizeof *memory);
        return LF_OK;
    }
    double *vectors = memory + n, *copy = vectors + n * n;
    memcpy(copy, matrix, n * n * sizeof *copy);
    s = lf_dense_eigen(n, n, copy, memory, vectors);
    L->basis = vectors;
    return s == LF_OK ? check_direction(L, why, why_size) : s;
}
