/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_form.c - the form P of G_P = {X : X^T P X = P}, how far a matrix is from its group, and the
 * way back. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "group/matrix.h"

/* ---- making a form ---- */

static const double WORST_CONDITION = 1e8;

size_t lf_bilinear_room(size_t n)
{
    return 3 * n * lf_dense_stride(n) + lf_dense_stride(n);
}

static lf_status refuse(char *why, size_t size, const char *sentence)
{
    snprintf(why, size, "%s", sentence);
    return LF_EINPUT;
}

/* Is P^T = sign P, but for roundings of its largest entry? */
static bool is_form(size_t n, const double *P, double sign, double largest)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            if (!(fabs(P[i * n + j] - sign * P[j * n + i]) <= 4 * DBL_EPSILON * largest))
                return false;
    return true;
}

/* Copy with the stride of the library, exactly symmetric or skew, and its inverse. */
static lf_status form_fill(lf_bilinear *form, const double *P, double *room, char *why, size_t size)
{
    const size_t n = form->n, stride = lf_dense_stride(n), count = n * stride;
    double *copy = room, *inverse = room + count, *lu = inverse + count, *pivot = lu + count;
    const double sign = form->skew ? -1 : 1;
    memset(room, 0, lf_bilinear_room(n) * sizeof *room);
    for (size_t i = 0; i < n; i++) {
        inverse[i * stride + i] = 1;
        for (size_t j = 0; j < n; j++)
            copy[i * stride + j] = 0.5 * (P[i * n + j] + sign * P[j * n + i]);
    }
    memcpy(lu, copy, count * sizeof *lu);
    double condition = INFINITY;
    if (lf_dense_lu(n, stride, lu, pivot) == LF_OK) {
        lf_dense_lu_solve(n, stride, lu, pivot, stride, inverse);
        condition = lf_dense_norm(n, stride, copy) * lf_dense_norm(n, stride, inverse);
    }
    if (!(condition < 1 / DBL_EPSILON)) /* roundings alone may keep the last pivot from 0 */
        return refuse(why, size, "the form P is singular: it must have an inverse");
    if (condition <= WORST_CONDITION)
        return LF_OK;
    snprintf(why, size,
             "the form P has a condition number of %.1e: above %.0e too few digits would be left",
             condition, WORST_CONDITION);
    return LF_EINPUT;
}

lf_status lf_bilinear_make(size_t n, const double *P, double *room, lf_bilinear *form, char *why,
                           size_t why_size)
{
    double largest = 0;
    if (n == 0)
        return refuse(why, why_size, "the form P must have at least one row");
    for (size_t i = 0; i < n * n; i++) {
        if (!isfinite(P[i]))
            return refuse(why, why_size, "the form P has an entry that is not finite");
        largest = fmax(largest, fabs(P[i]));
    }
    const bool symmetric = is_form(n, P, 1, largest), skew = is_form(n, P, -1, largest);
    if (!symmetric && !skew)
        return refuse(why, why_size,
                      "the form P is neither symmetric nor skew: P^T must be P or -P");
    const size_t stride = lf_dense_stride(n);
    *form = (lf_bilinear){.family = &lf_family_form,
                          .n = n,
                          .skew = !symmetric,
                          .P = room,
                          .inverse = room + n * stride};
    return form_fill(form, P, room, why, why_size);
}

/* ---- distance ---- */

/* The larger of two; NaN once one of them is. */
static double worse(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* E = g^-1 g - 1 by the family's formula for the inverse: P^-1 (g^T P g - P). */
static void form_error(const lf_matrix_room *R, const double *g, double *E)
{
    lf_matrix_inverse(R, g, R->matrix[3]);
    lf_matrix_mul(R, R->matrix[3], g, E);
    for (size_t i = 0; i < R->n; i++)
        E[i * R->stride + i] -= 1;
}

static double largest_entry(const lf_matrix_room *R, const double *A)
{
    double most = 0;
    for (size_t i = 0; i < R->n; i++)
        for (size_t j = 0; j < R->n; j++)
            most = worse(most, fabs(A[i * R->stride + j]));
    return most;
}

/* Does it turn space inside out? By the signs of pivots. */
static bool reflects(const lf_matrix_room *R, const double *g)
{
    double *lu = R->rest, *pivot = lu + R->size;
    memcpy(lu, g, R->size * sizeof *lu);
    if (lf_dense_lu(R->n, R->stride, lu, pivot) != LF_OK)
        return false; /* singular: far away in any case */
    bool odd = false;
    for (size_t k = 0; k < R->n; k++)
        odd ^= ((size_t)pivot[k] != k) ^ (lu[k * R->stride + k] < 0);
    return odd;
}

/* max |P^-1 (g^T P g - P)|; a reflection is at a distance of 2 from SO(n). In GL(n) and the affine
 * group only what is not finite is out. */
static double lane_defect(const lf_matrix_room *R)
{
    const lf_family_kind kind = R->family->kind;
    double *g = R->matrix[0], *E = R->matrix[1];
    if (kind == LF_FAMILY_GL || kind == LF_FAMILY_AFFINE)
        return isfinite(lf_dense_norm(R->n, R->stride, g)) ? 0 : NAN;
    form_error(R, g, E);
    const double defect = largest_entry(R, E);
    return kind == LF_FAMILY_SO && reflects(R, g) ? worse(defect, 2) : defect;
}

lf_status lf_matrix_defect(const lf_group *G, size_t n, const double *g, double *d, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(G, n, work);
    for (size_t i = 0; i < n; i++) {
        lf_matrix_load(&R, g + i, R.matrix[0]);
        d[i] = lane_defect(&R);
    }
    return LF_OK;
}

/* ---- the way back ---- */

/* g <- (g + g^-T)/2 until it is near: Newton's iteration for the polar factor, which converges from
 * every g that has an inverse (Higham, SIAM J. Sci. Stat. Comput. 7 (1986) 1160). */
static lf_status polar_approach(const lf_matrix_room *R, double *g)
{
    double *const *m = R->matrix;
    if (reflects(R, g))
        return LF_ESINGULAR;
    for (int k = 0; k < 60; k++) {
        form_error(R, g, m[1]);
        if (largest_entry(R, m[1]) * (double)R->n < 0.5)
            return LF_OK;
        lf_dense_transpose(R->n, R->stride, g, m[1]);
        const lf_status s = lf_matrix_eliminate(R, m[1], m[2]);
        if (s != LF_OK)
            return s;
        for (size_t i = 0; i < R->size; i++)
            g[i] = 0.5 * (g[i] + m[2][i]);
    }
    return LF_ESINGULAR;
}

/* g <- g (1 - E/2 + 3 E^2/8), E = P^-1 g^T P g - 1, until E stops to fall: the square root of
 * P^-1 g^T P g taken off, so that for SO(n) it is the polar factor. */
static lf_status form_refine(const lf_matrix_room *R, double *g)
{
    double *const *m = R->matrix, last = INFINITY;
    for (int k = 0; k < 20; k++) {
        form_error(R, g, m[1]);
        const double off = largest_entry(R, m[1]) * (double)R->n;
        if (!(off < last))
            return off <= 1e-10 ? LF_OK : LF_ESINGULAR;
        last = 0.5 * off;
        lf_matrix_mul(R, m[1], m[1], m[2]);
        for (size_t i = 0; i < R->size; i++)
            m[2][i] = 0.375 * m[2][i] - 0.5 * m[1][i];
        lf_matrix_mul(R, g, m[2], m[1]);
        for (size_t i = 0; i < R->size; i++)
            g[i] += m[1][i];
    }
    return LF_OK;
}

lf_status lf_matrix_project(const lf_group *G, size_t n, double *g, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(G, n, work);
    const lf_family_kind kind = R.family->kind;
    lf_status status = LF_OK;
    if (kind == LF_FAMILY_GL || kind == LF_FAMILY_AFFINE)
        return LF_OK;
    for (size_t i = 0; i < n; i++) {
        double *A = R.matrix[0];
        lf_matrix_load(&R, g + i, A);
        lf_status s = kind == LF_FAMILY_SO ? polar_approach(&R, A) : LF_OK;
        if (s == LF_OK)
            s = form_refine(&R, A);
        if (s == LF_OK)
            lf_matrix_store(&R, A, g + i);
        else
            lf_matrix_spoil(G->rep, n, g + i);
        status = status == LF_OK ? s : status;
    }
    return status;
}
