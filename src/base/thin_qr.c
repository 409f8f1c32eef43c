/* SPDX-License-Identifier: BSD-3-Clause */
/* thin_qr.c - QR of matrices with few columns by Cholesky. Sums over rows run in eight parts whatever
 * the instruction set (base/tall.h), so the bits do not depend on it. */
#include "base/thin_qr.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "base/tall.h"

enum { PARTS = 8, AT_ONCE = 4 };
enum { ROWS = 256 }; /* of a block: ten columns of it stay in the nearest cache */

/* A column may be so many times longer than what the columns before leave of it: Q is orthogonal to about
 * rounding times the square of that, 1e-12; beyond it a second pass is due. How long columns are beside
 * each other does not matter. */
static const double LEAN = 100;

/* A pivot that is smaller than this part of what it was before elimination has lost its digits. */
static const double LEAST = 1e-12;

static LF_INLINE double parts_sum(const double *s)
{
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

/* G = V^T V, as tall.h sums it; what is below the diagonal is not used. */
static void qr_gram(size_t n, size_t k, const double *V, double *G)
{
    const lf_tall columns = {k, n, V};
    lf_tall_gram(n, &columns, &columns, G, k);
}

/* G = R^T R in place, on and above the diagonal; *lean is the least part of a squared column that is left of
 * it. */
LF_KERNEL static lf_status qr_cholesky(size_t k, double *G, double *lean)
{
    *lean = 1;
    for (size_t i = 0; i < k; i++) {
        double *row = G + i * k;
        const double size = row[i];
        for (size_t a = 0; a < i; a++) {
            const double factor = -G[a * k + i];
            const double *restrict above = G + a * k;
            LF_EACH_LANE(j, k - i)
                row[i + j] = lf_fma(factor, above[i + j], row[i + j]);
        }
        const double pivot = row[i];
        if (!isfinite(size))
            return LF_ENONFINITE;
        if (!(pivot > LEAST * size)) /* NaN is no pivot either */
            return LF_ESINGULAR;
        *lean = fmin(*lean, pivot / size);
        const double inverse = 1 / sqrt(pivot);
        row[i] = sqrt(pivot);
        for (size_t j = i + 1; j < k; j++)
            row[j] *= inverse;
    }
    return LF_OK;
}

/* v = v - sum_i R_ij q_i for i < j, in the order of i, over so many rows; four of them in one pass. */
static LF_INLINE void divide_subtract(size_t rows, size_t n, size_t k, size_t j, const double *R,
                                      const double *Q, double *restrict v)
{
    size_t i = 0;
    for (; i + AT_ONCE <= j; i += AT_ONCE) {
        const double *restrict a = Q + i * n, *restrict b = a + n, *restrict c = b + n;
        const double *restrict d = c + n;
        const double *f = R + i * k + j;
        const double fa = -f[0], fb = -f[k], fc = -f[2 * k], fd = -f[3 * k];
        LF_EACH_LANE(r, rows)
            v[r] = lf_fma(fd, d[r], lf_fma(fc, c[r], lf_fma(fb, b[r], lf_fma(fa, a[r], v[r]))));
    }
    for (; i < j; i++) {
        const double *restrict a = Q + i * n;
        const double fa = -R[i * k + j];
        LF_EACH_LANE(r, rows)
            v[r] = lf_fma(fa, a[r], v[r]);
    }
}

/* V = V R^-1, rows in blocks */
LF_KERNEL static void qr_divide(size_t n, size_t k, const double *R, double *V)
{
    for (size_t first = 0; first < n; first += ROWS) {
        const size_t rows = n - first < ROWS ? n - first : ROWS;
        for (size_t j = 0; j < k; j++) {
            double *restrict v = V + j * n + first;
            const double inverse = 1 / R[j * k + j];
            divide_subtract(rows, n, k, j, R, V + first, v);
            LF_EACH_LANE(r, rows)
                v[r] *= inverse;
        }
    }
}

/* The Cholesky factor of V^T V, if rounding has left one that means something. */
static lf_status qr_factor(size_t n, size_t k, const double *V, double *R, double *lean)
{
    qr_gram(n, k, V, R);
    return qr_cholesky(k, R, lean);
}

static void qr_add_logs(size_t k, const double *R, double *diagonal)
{
    for (size_t j = 0; j < k; j++)
        diagonal[j] += log(R[j * k + j]);
}

/* One dot product, and v = v + factor q. */
LF_KERNEL static double qr_dot(size_t n, const double *a, const double *b)
{
    double s[PARTS] = {0};
    const size_t whole = n / PARTS * PARTS;
    for (size_t i = 0; i < whole; i += PARTS)
        LF_EACH_LANE(p, PARTS)
            s[p] = lf_fma(a[i + p], b[i + p], s[p]);
    for (size_t i = whole; i < n; i++)
        s[i - whole] = lf_fma(a[i], b[i], s[i - whole]);
    return parts_sum(s);
}

LF_KERNEL static void qr_add(size_t n, double factor, const double *restrict q, double *restrict v)
{
    LF_EACH_LANE(i, n)
        v[i] = lf_fma(factor, q[i], v[i]);
}

/* By Gram and Schmidt, every column twice: orthogonal to rounding as long as the columns are linearly
 * independent at all. */
static lf_status qr_gram_schmidt(size_t n, size_t k, double *V, double *diagonal)
{
    for (size_t j = 0; j < k; j++) {
        double *v = V + j * n;
        const double before = sqrt(qr_dot(n, v, v));
        for (int pass = 0; pass < 2; pass++)
            for (size_t i = 0; i < j; i++)
                qr_add(n, -qr_dot(n, V + i * n, v), V + i * n, v);
        const double length = sqrt(qr_dot(n, v, v));
        if (!isfinite(length))
            return LF_ENONFINITE;
        /* what is left is rounding */
        if (!(length > 4 * DBL_EPSILON * sqrt((double)n) * before))
            return LF_ESINGULAR;
        for (size_t i = 0; i < n; i++)
            v[i] /= length;
        diagonal[j] = log(length);
    }
    return LF_OK;
}

size_t lf_thin_qr_work(size_t k)
{
    return k * k;
}

lf_status lf_thin_qr(size_t n, size_t k, double *V, double *diagonal, double *R)
{
    memset(diagonal, 0, k * sizeof *diagonal);
    double lean;
    lf_status s = qr_factor(n, k, V, R, &lean);
    if (s == LF_ESINGULAR)
        return qr_gram_schmidt(n, k, V, diagonal);
    if (s != LF_OK)
        return s;
    const bool again = lean < 1 / (LEAN * LEAN);
    qr_divide(n, k, R, V);
    qr_add_logs(k, R, diagonal);
    if (!again)
        return LF_OK;
    s = qr_factor(n, k, V, R, &lean);
    if (s == LF_OK) {
        qr_divide(n, k, R, V);
        qr_add_logs(k, R, diagonal);
    }
    return s;
}

/* The sums of tall.h for numbers that are not neighbours, on and above the diagonal. */
LF_KERNEL static void qr_gram_strided(size_t n, size_t k, size_t stride, const double *V, double *G)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = i; j < k; j++) {
            double total = 0;
            for (size_t first = 0; first < n; first += LF_TALL_ROWS) {
                double s[PARTS] = {0};
                for (size_t r = first; r < n && r < first + LF_TALL_ROWS; r++)
                    s[r % PARTS] =
                        lf_fma(V[(i * n + r) * stride], V[(j * n + r) * stride], s[r % PARTS]);
                total += parts_sum(s);
            }
            G[i * k + j] = total;
        }
}

lf_status lf_thin_qr_logs(size_t n, size_t k, const double *V, size_t stride, double *diagonal,
                          double *R)
{
    if (stride == 1)
        qr_gram(n, k, V, R);
    else
        qr_gram_strided(n, k, stride, V, R);
    double lean;
    const lf_status s = qr_cholesky(k, R, &lean);
    memset(diagonal, 0, k * sizeof *diagonal);
    if (s == LF_OK)
        qr_add_logs(k, R, diagonal);
    return s;
}
