/* SPDX-License-Identifier: BSD-3-Clause */
/* dense_exp.c - exp(a) = r(a/2^s)^(2^s), r = (V - U)^-1 (V + U) the [m/m] Pade approximant with V its
 * even and U its odd part: N. J. Higham, The scaling and squaring method for the matrix exponential
 * revisited, SIAM J. Matrix Anal. Appl. 26 (2005) 1179, table 2.3 and algorithm 2.3. */
#include "base/dense.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"

/* Up to this 1-norm the approximant of degree m has a backward error below the unit roundoff. */
typedef struct {
    int m;
    double limit;
} degree;
static const degree degrees[] = {{3, 1.495585217958292e-2},
                                 {5, 2.539398330063230e-1},
                                 {7, 9.504178996162932e-1},
                                 {9, 2.097847961257068},
                                 {13, 5.371920351148152}};
enum { DEGREES = sizeof degrees / sizeof *degrees, HIGHEST = 13 };

/* Coefficients (2m-k)! m! / ((2m)! k! (m-k)!), scaled so that the last is 1: b_k is b_(k+1) times
 * (2m-k)(k+1)/(m-k), a whole number. */
static void pade_coefficients(int m, double *b)
{
    b[m] = 1;
    for (int k = m - 1; k >= 0; k--)
        b[k] = b[k + 1] * ((2 * m - k) * (k + 1)) / (m - k);
}

/* out = sum of c_j x_j over `terms` matrices, and c on the diagonal */
LF_KERNEL static void combine(size_t n, size_t stride, size_t terms, const double *c,
                              const double *const *x, double diagonal, double *restrict out)
{
    const size_t size = n * stride;
    LF_EACH_LANE(i, size)
        out[i] = c[0] * x[0][i];
    for (size_t j = 1; j < terms; j++) {
        const double factor = c[j], *restrict from = x[j];
        LF_EACH_LANE(i, size)
            out[i] = lf_fma(factor, from[i], out[i]);
    }
    for (size_t i = 0; i < n; i++)
        out[i * stride + i] += diagonal;
}

static void square(size_t n, size_t stride, const double *a, const double *b, double *c)
{
    lf_dense_mul(n, n, stride, a, stride, b, c);
}

/* The pieces of scratch: even powers of the scaled matrix, and room for sums. */
typedef struct {
    double *a, *even[4], *odd, *sum, *pivot;
} pade_room;

/* V = sum of b_2j a^2j into `even`, a sum b_(2j+1) a^2j into `odd`: degrees up to 9 */
static void pade_low(size_t n, size_t stride, int m, const double *b, const pade_room *R,
                     double *even)
{
    double c[4], d[4];
    const double *x[4] = {R->even[0], R->even[1], R->even[2], R->even[3]};
    const size_t powers = (size_t)(m / 2);
    for (size_t j = 0; j < powers; j++) {
        c[j] = b[2 * j + 2];
        d[j] = b[2 * j + 3];
        if (j > 0)
            square(n, stride, R->even[j - 1], R->even[0], R->even[j]);
    }
    combine(n, stride, powers, c, x, b[0], even);
    combine(n, stride, powers, d, x, b[1], R->sum);
    square(n, stride, R->a, R->sum, R->odd);
}

/* Degree 13 with six products: powers 8 to 12 are a^6 times a sum of a^2, a^4, a^6. */
static void pade_high(size_t n, size_t stride, const double *b, const pade_room *R, double *even)
{
    const double *x[3] = {R->even[0], R->even[1], R->even[2]};
    const double *const one[] = {R->even[3]};
    square(n, stride, R->even[0], R->even[0], R->even[1]);
    square(n, stride, R->even[1], R->even[0], R->even[2]);
    combine(n, stride, 3, (double[]){b[9], b[11], b[13]}, x, 0, R->sum);
    square(n, stride, R->even[2], R->sum, R->even[3]);
    combine(n, stride, 3, (double[]){b[3], b[5], b[7]}, x, b[1], R->sum);
    combine(n, stride, 2, (double[]){1, 1}, (const double *const[]){R->sum, one[0]}, 0, even);
    square(n, stride, R->a, even, R->odd);
    combine(n, stride, 3, (double[]){b[8], b[10], b[12]}, x, 0, R->sum);
    square(n, stride, R->even[2], R->sum, R->even[3]);
    combine(n, stride, 3, (double[]){b[2], b[4], b[6]}, x, b[0], R->sum);
    combine(n, stride, 2, (double[]){1, 1}, (const double *const[]){R->sum, one[0]}, 0, even);
}

/* e = (V - U)^-1 (V + U) */
static lf_status pade_quotient(size_t n, size_t stride, const pade_room *R, const double *even,
                               double *e)
{
    const double *const x[] = {even, R->odd};
    combine(n, stride, 2, (double[]){1, 1}, x, 0, e);
    combine(n, stride, 2, (double[]){1, -1}, x, 0, R->sum);
    const lf_status s = lf_dense_lu(n, stride, R->sum, R->pivot);
    if (s == LF_OK)
        lf_dense_lu_solve(n, stride, R->sum, R->pivot, stride, e);
    return s;
}

size_t lf_dense_exp_work(size_t n, size_t stride)
{
    return 8 * n * stride + stride + LF_DENSE_WIDE;
}

/* The least degree for a matrix of that norm, and how often it is halved before. */
static degree choose(double norm, int *halvings)
{
    size_t k = 0;
    while (k + 1 < DEGREES && norm > degrees[k].limit)
        k++;
    *halvings = 0;
    if (norm > degrees[k].limit) {
        frexp(norm / degrees[k].limit, halvings); /* below 2^halvings */
    }
    return degrees[k];
}

lf_status lf_dense_exp(size_t n, size_t stride, const double *a, double *e, double *work)
{
    const size_t size = n * stride;
    double b[HIGHEST + 1], *p = lf_dense_align(work);
    const pade_room R = {p,
                         {p + size, p + 2 * size, p + 3 * size, p + 4 * size},
                         p + 5 * size,
                         p + 6 * size,
                         p + 8 * size};
    double *even = p + 7 * size;
    const double norm = lf_dense_norm(n, stride, a);
    if (!isfinite(norm))
        return LF_ENONFINITE;
    int halvings;
    const degree at = choose(norm, &halvings);
    pade_coefficients(at.m, b);
    combine(n, stride, 1, (double[]){ldexp(1, -halvings)}, (const double *const[]){a}, 0, R.a);
    square(n, stride, R.a, R.a, R.even[0]);
    if (at.m < HIGHEST)
        pade_low(n, stride, at.m, b, &R, even);
    else
        pade_high(n, stride, b, &R, even);
    lf_status s = pade_quotient(n, stride, &R, even, e);
    for (int k = 0; k < halvings && s == LF_OK; k++) {
        square(n, stride, e, e, R.a);
        memcpy(e, R.a, size * sizeof *e);
    }
    return s != LF_OK || isfinite(lf_dense_norm(n, stride, e)) ? s : LF_ENONFINITE;
}
