/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix_series.c - dexp and its inverse on groups of matrices, and their duals, which are the same
 * functions of ad at u^T.
 *
 *   dexp_u     = sum of ad^k/(k+1)! at u/2^s, where it needs few terms, then s times
 *                dexp_2x = (1 + Ad_exp(x))/2 dexp_x
 *   dexpinv_u  = sum of B_k/k! ad^k, which converges for |ad| < 2 pi: forty terms are at roundoff up to
 *                2.4; beyond, dexp_u x = w is solved with them as an approximate inverse, for as long
 *                as that converges. Where it does not, the answer is LF_ELARGE. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "group/matrix.h"

/* B_2k/(2k)!, k = 1 .. 20 */
static const double bernoulli[] = {
    0.083333333333333329,    -0.0013888888888888889,  3.3068783068783071e-05,
    -8.2671957671957675e-07, 2.08767569878681e-08,    -5.2841901386874932e-10,
    1.3382536530684679e-11,  -3.3896802963225827e-13, 8.5860620562778452e-15,
    -2.1748686985580619e-16, 5.5090028283602295e-18,  -1.3954464685812522e-19,
    3.5347070396294673e-21,  -8.9535174270375463e-23, 2.2679524523376829e-24,
    -5.7447906688722025e-26, 1.455172475614865e-27,   -3.6859949406653103e-29,
    9.3367342570950451e-31,  -2.36502241570063e-32};
enum { BERNOULLI = sizeof bernoulli / sizeof *bernoulli };

/* A term below this part of the sum is not seen any more. */
static const double UNSEEN = 1e-17;

/* out = [u, v]; of skew matrices with one product */
static void ad(const lf_matrix_room *R, const double *u, const double *v, double *out,
               double *spare)
{
    if (R->family->kind != LF_FAMILY_SO) {
        lf_matrix_commutator(R, u, v, out, spare);
        return;
    }
    lf_matrix_mul(R, u, v, spare);
    for (size_t i = 0; i < R->n; i++) {
        out[i * R->stride + i] = 0;
        for (size_t j = 0; j < i; j++) {
            const double x = spare[i * R->stride + j] - spare[j * R->stride + i];
            out[i * R->stride + j] = x;
            out[j * R->stride + i] = -x;
        }
    }
}

static double size_of(const lf_matrix_room *R, const double *A)
{
    return lf_dense_norm(R->n, R->stride, A);
}

/* w = sum of ad_u^k v/(k+1)!; v is lost */
static void dexp_series(const lf_matrix_room *R, const double *u, double *v, double *w)
{
    enum { TERMS = 30 };
    double *const *m = R->matrix, *term = v, *next = m[3], *spare = m[4];
    memcpy(w, v, R->size * sizeof *w);
    for (int k = 1; k < TERMS && size_of(R, term) > UNSEEN * size_of(R, w); k++) {
        ad(R, u, term, next, spare);
        for (size_t i = 0; i < R->size; i++)
            w[i] += next[i] /= k + 1;
        double *const keep = term;
        term = next;
        next = keep;
    }
}

/* g = exp(u), inverse = exp(-u) */
static lf_status exp_and_inverse(const lf_matrix_room *R, double *u, double *g, double *inverse)
{
    lf_status s = lf_dense_exp(R->n, R->stride, u, g, R->rest);
    if (R->family->kind == LF_FAMILY_SO) {
        lf_dense_transpose(R->n, R->stride, g, inverse);
        return s;
    }
    for (size_t i = 0; i < R->size; i++)
        u[i] = -u[i];
    return s == LF_OK ? lf_dense_exp(R->n, R->stride, u, inverse, R->rest) : s;
}

static void square(const lf_matrix_room *R, double *a, double *spare)
{
    lf_matrix_mul(R, a, a, spare);
    memcpy(a, spare, R->size * sizeof *a);
}

/* matrices 0, 1 -> 2, all of 0, 1, 3, 4, 5 lost */
static lf_status lane_dexp(const lf_matrix_room *R)
{
    double *const *m = R->matrix, *u = m[0], *w = m[2], *g = m[5], *inverse = m[4];
    int halvings = 0;
    const double norm = 2 * size_of(R, u); /* a bound of |ad_u| */
    if (!isfinite(norm))
        return LF_ENONFINITE;
    frexp(norm, &halvings);
    halvings = halvings < 0 ? 0 : halvings;
    for (size_t i = 0; i < R->size; i++)
        u[i] = ldexp(u[i], -halvings);
    dexp_series(R, u, m[1], w);
    if (halvings == 0)
        return LF_OK;
    const lf_status s = exp_and_inverse(R, u, g, inverse);
    for (int k = 0; k < halvings && s == LF_OK; k++) {
        lf_matrix_mul(R, g, w, m[1]);
        lf_matrix_mul(R, m[1], inverse, m[3]);
        for (size_t i = 0; i < R->size; i++)
            w[i] = 0.5 * (w[i] + m[3][i]);
        if (k + 1 < halvings) {
            square(R, g, m[1]);
            square(R, inverse, m[1]);
        }
    }
    return s;
}

/* w = sum of B_k/k! ad_u^k v; v is lost. Answers whether the last term is not seen any more. */
static bool dexpinv_series(const lf_matrix_room *R, const double *u, double *v, double *w)
{
    double *const *m = R->matrix, *power = v, *next = m[3], *spare = m[4];
    ad(R, u, v, next, spare);
    for (size_t i = 0; i < R->size; i++)
        w[i] = v[i] - 0.5 * next[i];
    for (size_t k = 0; k < BERNOULLI; k++) {
        ad(R, u, next, power, spare);
        for (size_t i = 0; i < R->size; i++)
            w[i] += bernoulli[k] * power[i];
        if (fabs(bernoulli[k]) * size_of(R, power) <= UNSEEN * size_of(R, w))
            return true;
        ad(R, u, power, next, spare);
    }
    return false;
}

/* matrices 0, 1 -> 2 by the series, and where that is not enough by repeating it on what is left of
 * w - dexp_u x */
static lf_status lane_dexpinv(const lf_matrix_room *R)
{
    enum { ROUNDS = 40 };
    double *const *m = R->matrix, *goal = m[6], *x = m[7], *u = m[8];
    const size_t bytes = R->size * sizeof *u;
    memcpy(u, m[0], bytes);
    memcpy(goal, m[1], bytes);
    if (dexpinv_series(R, u, m[1], m[2]))
        return LF_OK;
    double last = INFINITY;
    memcpy(x, m[2], bytes);
    for (int k = 0; k < ROUNDS; k++) {
        memcpy(m[0], u, bytes);
        memcpy(m[1], x, bytes);
        const lf_status s = lane_dexp(R);
        if (s != LF_OK)
            return s;
        lf_matrix_sum(R, goal, -1, m[2], m[1]);
        const double left = size_of(R, m[1]);
        if (!(left < 0.9 * last)) {
            memcpy(m[2], x, bytes);
            return left <= 1e-13 * (size_of(R, goal) + size_of(R, x)) ? LF_OK : LF_ELARGE;
        }
        last = left;
        dexpinv_series(R, u, m[1], m[2]);
        for (size_t i = 0; i < R->size; i++)
            x[i] += m[2][i];
    }
    return LF_ELARGE;
}

/* ---- lanes ---- */

typedef lf_status lane_function(const lf_matrix_room *R);

/* On the algebra, or on its dual: with u^T and covectors. */
static lf_status each_lane(const lf_group *G, size_t n, lane_function *lane, bool dual,
                           const double *u, const double *v, double *w, double *work)
{
    const lf_matrix_room R = lf_matrix_layout(G, n, work);
    double *const *m = R.matrix;
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        R.family->to(&R, u + i, m[dual ? 2 : 0]);
        if (dual)
            lf_dense_transpose(R.n, R.stride, m[2], m[0]);
        (dual ? R.family->lift : R.family->to)(&R, v + i, m[1]);
        const lf_status s = lane(&R);
        if (s == LF_OK)
            (dual ? R.family->drop : R.family->from)(&R, m[2], w + i);
        else
            lf_matrix_spoil(G->dim, n, w + i);
        status = status == LF_OK ? s : status;
    }
    return status;
}

lf_status lf_matrix_dexp(const lf_group *G, size_t n, const double *u, const double *v, double *w,
                         double *work)
{
    return each_lane(G, n, lane_dexp, false, u, v, w, work);
}

lf_status lf_matrix_dexpinv(const lf_group *G, size_t n, const double *u, const double *v,
                            double *w, double *work)
{
    return each_lane(G, n, lane_dexpinv, false, u, v, w, work);
}

lf_status lf_matrix_dexp_dual(const lf_group *G, size_t n, const double *u, const double *p,
                              double *w, double *work)
{
    return each_lane(G, n, lane_dexp, true, u, p, w, work);
}

lf_status lf_matrix_dexpinv_dual(const lf_group *G, size_t n, const double *u, const double *p,
                                 double *w, double *work)
{
    return each_lane(G, n, lane_dexpinv, true, u, p, w, work);
}
