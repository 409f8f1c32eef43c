/* SPDX-License-Identifier: BSD-3-Clause */
/* tolerance.c - error norms over blocks and the step-size controllers. Gustafsson 1991 for the PI
 * control; Celledoni et al. 2021, equation (33), for the elementary one. */
#include "solve/tolerance.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"

static lf_block_tolerance block_make(const lf_action *A, size_t k, size_t rate, size_t point,
                                     const lf_tolerance *tol)
{
    const bool own = k < tol->blocks;
    return (lf_block_tolerance){
        .rate = rate,
        .rates = A->group->dim,
        .point = point,
        .points = A->dim,
        .flat = A->flat,
        .atol = own && tol->block_atol ? tol->block_atol[k] : tol->atol,
        .rtol = own && tol->block_rtol ? tol->block_rtol[k] : tol->rtol,
    };
}

/* A product has a block per factor; a diagonal moves all with one group, so it is one block. */
static bool has_blocks(const lf_action *A)
{
    return A->count && !A->power && A->factor[0]->group != A->group && A->count <= LF_MAX_BLOCKS;
}

lf_measure lf_measure_make(const lf_problem *P, const lf_estimator *E, const lf_tolerance *tol)
{
    const lf_action *A = P->inner ? P->inner->action : P->action;
    lf_measure m = {
        .dim = P->action->dim, .estimator = E, .control = tol->control, .safety = tol->safety};
    if (!(m.safety > 0))
        m.safety = tol->control == LF_CONTROL_ELEMENTARY ? 0.85 : 0.9;
    if (!has_blocks(A)) {
        m.blocks = 1;
        m.block[0] = block_make(P->action, 0, 0, 0, tol);
        return m;
    }
    size_t rate = 0, point = 0;
    for (size_t k = 0; k < A->count; k++) {
        m.block[k] = block_make(A->factor[k], k, rate, point, tol);
        if (P->inner) { /* the ambient view: rates are changes of points */
            m.block[k].rate = point;
            m.block[k].rates = A->factor[k]->dim;
            m.block[k].flat = true;
        }
        rate += A->factor[k]->group->dim;
        point += A->factor[k]->dim;
    }
    m.blocks = A->count;
    return m;
}

/* length of components first .. first+count-1 of lane i */
static double length(const double *x, size_t n, size_t i, size_t first, size_t count)
{
    double sum = 0;
    for (size_t c = first; c < first + count; c++)
        sum += x[c * n + i] * x[c * n + i];
    return sqrt(sum);
}

static double allowed(const lf_block_tolerance *b, bool in_algebra, double size)
{
    return b->atol + b->rtol * (in_algebra && !b->flat ? 1 : size);
}

/* sum of squares of components first .. first+count-1, lane by lane */
static LF_INLINE void squares(size_t n, const double *x, size_t first, size_t count, double *sum)
{
    LF_EACH_LANE(i, n)
        sum[i] = 0;
    for (size_t c = first; c < first + count; c++)
        LF_EACH_LANE(i, n)
            sum[i] += x[c * n + i] * x[c * n + i];
}

/* The largest over the blocks of |estimate| / allowed, lane by lane; NaN wins. */
static LF_INLINE void measure_lanes(size_t n, const lf_measure *m, const double *estimate,
                                    const lf_attempt *a, double *worst, double *work)
{
    const bool in_algebra = m->estimator->in_algebra;
    double *e = work, *start = work + n, *end = start + n;
    LF_EACH_LANE(i, n)
        worst[i] = 0;
    for (size_t k = 0; k < m->blocks; k++) {
        const lf_block_tolerance *b = &m->block[k];
        const bool angle = in_algebra && !b->flat;
        squares(n, estimate, in_algebra ? b->rate : b->point, in_algebra ? b->rates : b->points, e);
        squares(n, a->y0, b->point, angle ? 0 : b->points, start);
        squares(n, a->y1, b->point, angle ? 0 : b->points, end);
        const double atol = b->atol, rtol = b->rtol;
        LF_EACH_LANE(i, n) {
            const double size = angle ? 1 : sqrt(start[i] > end[i] ? start[i] : end[i]);
            const double ratio = sqrt(e[i]) / (atol + rtol * size);
            worst[i] = ratio <= worst[i] ? worst[i] : ratio;
        }
    }
}

/* 0 where all components of a point are finite, else NaN */
static LF_INLINE void finite_lanes(size_t n, size_t dim, const double *y, double *zero)
{
    LF_EACH_LANE(i, n)
        zero[i] = 0;
    for (size_t c = 0; c < dim; c++)
        LF_EACH_LANE(i, n)
            zero[i] += y[c * n + i] * 0;
}

static LF_INLINE void measure_errors_lanes(size_t n, const lf_measure *m, const lf_attempt *a,
                                           double *error, double *low, double *work)
{
    double *zero = work, *second = low ? low : work + n;
    measure_lanes(n, m, a->error, a, error, work);
    if (m->estimator->two || low)
        measure_lanes(n, m, a->error_low, a, second, low ? work : work + 2 * n);
    if (m->estimator->two)
        LF_EACH_LANE(i, n) {
            const double e = error[i] * error[i], l = second[i] * second[i];
            error[i] = e > 0 ? e / sqrt(e + 0.01 * l) : error[i];
        }
    finite_lanes(n, m->dim, a->y1, zero);
    LF_EACH_LANE(i, n)
        error[i] = zero[i] == 0 ? error[i] : INFINITY;
}

LF_KERNEL static void measure_errors(const lf_measure *m, const lf_attempt *a, double *error,
                                     double *low, double *work)
{
    LF_BY_LANES(a->n, measure_errors_lanes, m, a, error, low, work);
}

void lf_measure_errors(const lf_measure *m, const lf_attempt *a, double *error, double *low,
                       double *work)
{
    measure_errors(m, a, error, low, work);
}

double lf_measure_rate(const lf_measure *m, size_t n, size_t i, const double *f, const double *y)
{
    double worst = 0;
    for (size_t k = 0; k < m->blocks; k++) {
        const lf_block_tolerance *b = &m->block[k];
        const double size = length(y, n, i, b->point, b->points);
        worst = fmax(worst, length(f, n, i, b->rate, b->rates) / allowed(b, true, size));
    }
    return worst;
}

double lf_measure_size(const lf_measure *m, size_t n, size_t i, const double *y)
{
    double worst = 0;
    for (size_t k = 0; k < m->blocks; k++) {
        const lf_block_tolerance *b = &m->block[k];
        const double size = b->flat ? length(y, n, i, b->point, b->points) : 1;
        worst = fmax(worst, size / allowed(b, true, size));
    }
    return worst;
}

/* log2 of a positive normal number to 1e-7: a step size needs no more, and lanes go together */
static LF_INLINE double quick_log2(double x)
{
    uint64_t bits;
    double exponent, mantissa;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t fraction = (bits & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3ff0000000000000);
    const uint64_t power = (bits >> 52) | UINT64_C(0x4330000000000000); /* as 2^52 + power */
    memcpy(&exponent, &power, sizeof exponent);
    memcpy(&mantissa, &fraction, sizeof mantissa);
    exponent -= 4503599627370496.0 + 1023;
    const double root = 1.4142135623730951, s = (mantissa - root) / (mantissa + root), z = s * s;
    const double series = 2.8853900817779268 + z * (0.9617966939259757 + z * 0.5770780163555854);
    return exponent + 0.5 + s * series;
}

/* 2^x for |x| < 1000 to 1e-6 */
static LF_INLINE double quick_exp2(double x)
{
    const double shift = 6755399441055744.0; /* 1.5 * 2^52: rounds to whole numbers */
    const double moved = x + shift, f = x - (moved - shift);
    uint64_t bits;
    double scale;
    memcpy(&bits, &moved, sizeof bits);
    bits = (bits + 1023) << 52;
    memcpy(&scale, &bits, sizeof scale);
    const double series = 0.2402265069591007 +
                          f * (0.05550410866482158 + f * (0.009618129107628477 + f * 0.00133336));
    return scale * (1 + f * (0.6931471805599453 + f * series));
}

/* an error within the range of the quick functions */
static LF_INLINE double tame(double error)
{
    const double least = 1e-30, most = 1e30;
    return error > least ? (error < most ? error : most) : least;
}

LF_KERNEL static void factor_lanes(size_t n, double safety, double own, double other, double alone,
                                   const double *error, const double *before, double *factor)
{
    LF_EACH_LANE(i, n) {
        const double e = quick_log2(tame(error[i])), b = quick_log2(tame(before[i]));
        const double accepted = safety * quick_exp2(own * e + other * b);
        const double rejected = safety * quick_exp2(alone * e);
        const double f = error[i] <= 1 ? accepted : error[i] < INFINITY ? rejected : 0;
        factor[i] = f > 0.2 ? (f < 5 ? f : 5) : 0.2;
    }
}

void lf_measure_factors(const lf_measure *m, size_t n, const double *error, const double *before,
                        double *factor)
{
    const double root = 1.0 / (m->estimator->order + 1);
    if (m->control == LF_CONTROL_PI)
        factor_lanes(n, m->safety, -0.7 * root, 0.4 * root, -root, error, before, factor);
    else
        factor_lanes(n, m->safety, -root, 0, -root, error, before, factor);
}
