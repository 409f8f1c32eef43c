/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_log.c - logarithms of matrices.
 *
 * SO(n): the real Schur form; a rotation by theta has the logarithm theta, and eigenvalues -1, of which
 * there is an even number, are taken in pairs as rotations by pi.
 * Others: square roots until the matrix is near 1, by the product form of the iteration of Denman and
 * Beavers, then log(1 + Y) = integral of (1 + x Y)^-1 Y over 0 <= x <= 1 by eight points of Gauss,
 * which is the [8/8] Pade approximant (Cheng, Higham, Kenney, Laub, SIAM J. Matrix Anal. Appl. 22
 * (2001) 1112). A matrix with eigenvalues on the negative axis has no such logarithm. */
#include <math.h>
#include <string.h>

#include "base/gauss.h"
#include "group/matrix.h"

/* ---- rotations ---- */

/* L = the logarithm of the blocks; LF_ESINGULAR for an odd number of eigenvalues -1. */
static lf_status log_blocks(const lf_matrix_room *R, const double *t, const double *block,
                            double *L)
{
    const size_t s = R->stride;
    size_t waiting = R->n; /* the first of a pair -1 */
    memset(L, 0, R->size * sizeof *L);
    for (size_t k = 0; k < R->n; k++) {
        const double *row = t + k * s + k;
        if (block[k] == 2) {
            const double angle = atan2(row[s] - row[1], row[0] + row[s + 1]);
            L[(k + 1) * s + k] = angle;
            L[k * s + k + 1] = -angle;
        } else if (block[k] == 1 && row[0] < 0) {
            if (waiting < R->n) {
                L[k * s + waiting] = 4 * atan(1);
                L[waiting * s + k] = -L[k * s + waiting];
            }
            waiting = waiting < R->n ? R->n : k;
        }
    }
    return waiting == R->n ? LF_OK : LF_ESINGULAR;
}

/* u = q L q^T */
static lf_status log_rotation(const lf_matrix_room *R, const double *g, double *u)
{
    double *const *m = R->matrix, *t = m[3], *q = m[4], *L = m[5], *block = R->rest;
    memcpy(t, g, R->size * sizeof *t);
    lf_status s = lf_dense_schur(R->n, R->stride, t, q, block);
    if (s == LF_OK)
        s = log_blocks(R, t, block, L);
    if (s != LF_OK)
        return s;
    lf_matrix_mul(R, q, L, t);
    lf_dense_transpose(R->n, R->stride, q, L);
    lf_matrix_mul(R, t, L, u);
    return LF_OK;
}

/* ---- roots ---- */

static double distance_from_one(const lf_matrix_room *R, double *a)
{
    for (size_t i = 0; i < R->n; i++)
        a[i * R->stride + i] -= 1;
    const double d = lf_dense_norm(R->n, R->stride, a);
    for (size_t i = 0; i < R->n; i++)
        a[i * R->stride + i] += 1;
    return d;
}

/* x <- x^(1/2): m -> 1, x -> root with m' = (1 + (m + m^-1)/2)/2, x' = x (1 + m^-1)/2 */
static lf_status take_root(const lf_matrix_room *R, double *x)
{
    enum { MOST = 60 }; /* quadratic once it is near; with negative eigenvalues it never is */
    double *const *spare = R->matrix, *m = spare[3], *inverse = spare[4], *next = spare[5];
    const double near = 1e-15 * (double)R->n;
    double last = INFINITY;
    memcpy(m, x, R->size * sizeof *m);
    for (int k = 0; k < MOST; k++) {
        const lf_status s = lf_matrix_eliminate(R, m, inverse);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < R->size; i++)
            m[i] = 0.25 * (m[i] + inverse[i]);
        for (size_t i = 0; i < R->n; i++) {
            m[i * R->stride + i] += 0.5;
            inverse[i * R->stride + i] += 1;
        }
        lf_matrix_mul(R, x, inverse, next);
        for (size_t i = 0; i < R->size; i++)
            x[i] = 0.5 * next[i];
        const double off = distance_from_one(R, m);
        if (off <= near || (off < 1e-10 && off >= last))
            return LF_OK;
        last = off;
    }
    return LF_ESINGULAR;
}

/* u = log(1 + Y) for a small Y */
static lf_status log_near_one(const lf_matrix_room *R, const double *Y, double *u)
{
    const lf_gauss *rule = &lf_gauss_rules[1];
    double *const *m = R->matrix, *part = m[3], *solution = m[4];
    memset(u, 0, R->size * sizeof *u);
    for (int k = 0; k < 2 * rule->pairs; k++) {
        const double x = lf_gauss_point(rule, k), weight = lf_gauss_weight(rule, k);
        for (size_t i = 0; i < R->size; i++)
            part[i] = x * Y[i];
        for (size_t i = 0; i < R->n; i++)
            part[i * R->stride + i] += 1;
        memcpy(solution, Y, R->size * sizeof *solution);
        const lf_status s = lf_dense_lu(R->n, R->stride, part, R->rest);
        if (s != LF_OK)
            return s;
        lf_dense_lu_solve(R->n, R->stride, part, R->rest, R->stride, solution);
        for (size_t i = 0; i < R->size; i++)
            u[i] += weight * solution[i];
    }
    return LF_OK;
}

static lf_status log_by_roots(const lf_matrix_room *R, const double *g, double *u)
{
    enum { ROOTS = 60 };
    static const double NEAR = 0.25; /* eight points are then at roundoff */
    double *x = R->matrix[1];
    int roots = 0;
    memcpy(x, g, R->size * sizeof *x);
    if (!isfinite(lf_dense_norm(R->n, R->stride, x)))
        return LF_ENONFINITE;
    while (distance_from_one(R, x) > NEAR) {
        const lf_status s = roots++ < ROOTS ? take_root(R, x) : LF_ESINGULAR;
        if (s != LF_OK)
            return s;
    }
    for (size_t i = 0; i < R->n; i++)
        x[i * R->stride + i] -= 1;
    const lf_status s = log_near_one(R, x, u);
    for (size_t i = 0; i < R->size; i++)
        u[i] = ldexp(u[i], roots);
    return s;
}

/* An overflow on the way means that there is no logarithm, for g itself was finite. */
lf_status lf_matrix_log(const lf_matrix_room *R, const double *g, double *u)
{
    if (R->family->kind == LF_FAMILY_SO)
        return log_rotation(R, g, u);
    const lf_status s = log_by_roots(R, g, u);
    const bool finite = isfinite(lf_dense_norm(R->n, R->stride, g));
    return s == LF_ENONFINITE && finite ? LF_ESINGULAR : s;
}
