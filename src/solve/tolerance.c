/* SPDX-License-Identifier: BSD-3-Clause */
/* tolerance.c - error norms over blocks and the step-size controllers. Gustafsson 1991 for the PI
 * control; Celledoni et al. 2021, equation (33), for the elementary one. */
#include "solve/tolerance.h"

#include <float.h>
#include <math.h>

#include "base/lanes.h"
#include "base/quick.h"

static lf_block_tolerance block_make(const lf_action *A, size_t k, size_t rate, size_t point,
                                     const lf_tolerance *tol)
{
    const bool own = k < tol->blocks;
    return (lf_block_tolerance){
        .rate = rate,
        .rates = A->group->dim,
        .point = point,
        .points = A->dim,
        .flat = A->flat || A->kind == LF_ACTION_SEMILINEAR, /* there c is of the size of points */
        .copies = A->kind == LF_ACTION_POWER ? A->count : 1,
        .atol = own && tol->block_atol ? tol->block_atol[k] : tol->atol,
        .rtol = own && tol->block_rtol ? tol->block_rtol[k] : tol->rtol,
    };
}

/* A product has a block per factor; a diagonal moves all with one group, so it is one block. */
static bool has_blocks(const lf_action *A)
{
    return lf_action_has_blocks(A) && A->count <= LF_MAX_BLOCKS;
}

lf_measure lf_measure_make(const lf_problem *P, const lf_estimator *E, const lf_tolerance *tol)
{
    const lf_problem *inner = lf_problem_on_manifold(P);
    const lf_action *A = inner->action;
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
        lf_block_tolerance b = block_make(A->factor[k], k, rate, point, tol);
        if (inner != P) { /* the ambient view: rates are changes of points */
            b.rate = point;
            b.rates = A->factor[k]->dim;
            b.flat = true;
        }
        if (A->factor[k]->kind != LF_ACTION_LEDGER)
            m.block[m.blocks++] = b;
        rate += A->factor[k]->group->dim;
        point += A->factor[k]->dim;
    }
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

/* Components of a long block are added up in four sums, each fourth component to its own, so that a
 * sum waits less for itself; all lanes of all blocks do it in this order. */
enum { LONG = 7 };

static LF_INLINE void single_squares(size_t count, bool both, const double *x, const double *y,
                                     double *X, double *Y)
{
    lf_quad a = {0}, b = {0};
    const size_t whole = count / LF_QUAD * LF_QUAD;
    for (size_t c = 0; c < whole; c += LF_QUAD) {
        const lf_quad u = *(const lf_quad *)(x + c), v = *(const lf_quad *)((both ? y : x) + c);
        a += u * u;
        b += v * v;
    }
    for (size_t c = whole; c < count; c++) {
        a[c - whole] += x[c] * x[c];
        b[c - whole] += both ? y[c] * y[c] : 0;
    }
    *X = (a[0] + a[1]) + (a[2] + a[3]);
    *Y = (b[0] + b[1]) + (b[2] + b[3]);
}

/* One sum of one lane: x is its first component, those of others lie between. */
static LF_INLINE double lane_squares(size_t n, size_t count, const double *x)
{
    double a[LF_QUAD] = {0};
    const size_t whole = count / LF_QUAD * LF_QUAD;
    for (size_t c = 0; c < whole; c += LF_QUAD)
        for (size_t k = 0; k < LF_QUAD; k++)
            a[k] += x[(c + k) * n] * x[(c + k) * n];
    for (size_t c = whole; c < count; c++)
        a[c - whole] += x[c * n] * x[c * n];
    return (a[0] + a[1]) + (a[2] + a[3]);
}

/* Squared lengths of x and, where asked for, y: `count` components of lane i. */
static LF_INLINE void squares(size_t n, size_t i, size_t count, bool both, const double *x,
                              const double *y, double *X, double *Y)
{
    if (count < LONG) {
        for (size_t c = 0; c < count; c++) {
            *X += x[c * n + i] * x[c * n + i];
            if (both)
                *Y += y[c * n + i] * y[c * n + i];
        }
    } else if (n == 1) {
        single_squares(count, both, x, y, X, Y);
    } else {
        *X = lane_squares(n, count, x + i);
        if (both)
            *Y = lane_squares(n, count, y + i);
    }
}

/* Added to what a relative tolerance allows a block that is at rest at 0, which is nothing: no error of
 * it then is nothing too, and any error too much. It changes no other number. */
#define NOTHING 1e-300

/* What the estimates of a block are worth, as squares: |estimate|^2 / allowed^2, lane by lane; the
 * largest over the blocks stays, and NaN wins. `rates` and `points` are constants where that pays;
 * no points: the estimate is an angle, and the size 1. */
static LF_INLINE void block_lanes(size_t n, size_t rates, size_t points, bool both,
                                  const lf_block_tolerance *b, const lf_attempt *a, size_t first,
                                  double *worst, double *worst_low)
{
    const double *error = a->error + first * n, *low = a->error_low + first * n;
    const double *start = a->y0 + b->point * n, *end = a->y1 + b->point * n;
    const double atol = b->atol, rtol = b->rtol;
    LF_EACH_LANE(i, n) {
        double e = 0, l = 0, s = 0, t = 0;
        squares(n, i, rates, both, error, low, &e, &l);
        squares(n, i, points, true, start, end, &s, &t);
        const double size = points ? sqrt(s > t ? s : t) : 1, allowed = atol + rtol * size;
        /* no error is small enough where the tolerance is below the rounding of the point */
        const double inverse = allowed < DBL_EPSILON * size ? INFINITY : 1 / (allowed + NOTHING);
        const double here = e * inverse * inverse, below = l * inverse * inverse;
        worst[i] = here <= worst[i] ? worst[i] : here;
        if (both)
            worst_low[i] = below <= worst_low[i] ? worst_low[i] : below;
    }
}

/* Sizes of one vector or two as constants: 6 to 17 percent of the time of 64 free rigid bodies or heavy
 * tops flying side by side, nothing for a single one. */
static LF_INLINE void block_sizes(size_t n, size_t rates, size_t points, bool both,
                                  const lf_block_tolerance *b, const lf_attempt *a, size_t first,
                                  double *worst, double *worst_low)
{
    if (rates == 3 && points == 3)
        block_lanes(n, 3, 3, both, b, a, first, worst, worst_low);
    else if (rates == 6 && points == 6)
        block_lanes(n, 6, 6, both, b, a, first, worst, worst_low);
    else if (rates == 3 && points == 0)
        block_lanes(n, 3, 0, both, b, a, first, worst, worst_low);
    else if (rates == 6 && points == 0)
        block_lanes(n, 6, 0, both, b, a, first, worst, worst_low);
    else
        block_lanes(n, rates, points, both, b, a, first, worst, worst_low);
}

static LF_INLINE void measure_lanes(size_t n, const lf_measure *m, const lf_attempt *a, bool both,
                                    double *worst, double *worst_low)
{
    const bool in_algebra = m->estimator->in_algebra;
    LF_EACH_LANE(i, n)
        worst[i] = worst_low[i] = 0;
    for (size_t k = 0; k < m->blocks; k++) {
        const lf_block_tolerance *b = &m->block[k];
        const bool angle = in_algebra && !b->flat;
        block_sizes(n, in_algebra ? b->rates : b->points, angle ? 0 : b->points, both, b, a,
                    in_algebra ? b->rate : b->point, worst, worst_low);
    }
}

/* 0 where all components of a point are finite, else NaN */
static LF_INLINE void finite_lanes(size_t n, size_t dim, const double *y, double *zero)
{
    size_t c = 0;
    LF_EACH_LANE(i, n)
        zero[i] = 0;
    if (n == 1) {
        lf_quad sum = {0};
        for (; c + LF_QUAD <= dim; c += LF_QUAD)
            sum += *(const lf_quad *)(y + c) * 0;
        zero[0] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
    for (; c < dim; c++)
        LF_EACH_LANE(i, n)
            zero[i] += y[c * n + i] * 0;
}

static LF_INLINE void measure_errors_lanes(size_t n, const lf_measure *m, const lf_attempt *a,
                                           double *error, double *low, double *work)
{
    double *zero = work, *second = low ? low : work + n;
    if (m->estimator->damped || low)
        measure_lanes(n, m, a, true, error, second);
    else
        measure_lanes(n, m, a, false, error, second);
    finite_lanes(n, m->dim, a->y1, zero);
    if (m->estimator->damped) /* damped as in DOP853 */
        LF_EACH_LANE(i, n)
            error[i] = error[i] > 0 ? error[i] / sqrt(error[i] + 0.01 * second[i]) : error[i];
    else
        LF_EACH_LANE(i, n)
            error[i] = sqrt(error[i]);
    if (low)
        LF_EACH_LANE(i, n)
            low[i] = sqrt(low[i]);
    LF_EACH_LANE(i, n)
        error[i] = zero[i] == 0 ? error[i] : INFINITY;
}

LF_KERNEL static void measure_errors(const lf_measure *m, const lf_attempt *a, double *error,
                                     double *low, double *work)
{
    LF_BY_LANES(a->lanes.n, measure_errors_lanes, m, a, error, low, work);
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
        const double scale = allowed(b, true, size);
        if (scale > 0) /* else at rest at 0 with a relative tolerance: it has no size yet */
            worst = fmax(worst, length(f, n, i, b->rate, b->rates) / scale);
    }
    return worst;
}

/* How large rounding makes the estimate of a block, in units of the last place of 1. Where it is made
 * of the angles of many copies each of them brings its few: a chain of 1000 links that is asked for
 * less creeps along with steps of 1e-7. */
static double rounding(const lf_block_tolerance *b, bool angle, double size)
{
    return angle && b->copies > 1 ? 4 * sqrt((double)b->copies) : size;
}

const lf_block_tolerance *lf_measure_beyond(const lf_measure *m, size_t n, size_t i,
                                            const double *y, double margin, double *asked,
                                            double *size)
{
    for (size_t k = 0; k < m->blocks; k++) {
        const lf_block_tolerance *b = &m->block[k];
        const bool angle = m->estimator->in_algebra && !b->flat;
        *size = angle ? 1 : length(y, n, i, b->point, b->points);
        *asked = b->atol + b->rtol * *size;
        *size = rounding(b, angle, *size);
        if (*asked < margin * DBL_EPSILON * *size)
            return b;
    }
    return NULL;
}

double lf_measure_size(const lf_measure *m, size_t n, size_t i, const double *y)
{
    double worst = 0;
    for (size_t k = 0; k < m->blocks; k++) {
        const lf_block_tolerance *b = &m->block[k];
        const double size = b->flat ? length(y, n, i, b->point, b->points) : 1;
        worst = fmax(worst, size / (allowed(b, true, size) + NOTHING));
    }
    return worst;
}

/* The estimates' controller: factors by errors and the last accepted ones, `own`, `other` and `alone`
 * being its exponents. */
static LF_INLINE void factor_lanes(size_t n, double safety, double own, double other, double alone,
                                   const double *error, const double *before, double *factor,
                                   double *log)
{
    LF_EACH_LANE(i, n) {
        const double e = lf_quick_log2(lf_quick_tame(error[i]));
        const double power = error[i] <= 1 ? own * e + other * before[i] : alone * e;
        const double f = error[i] < INFINITY ? safety * lf_quick_exp2(power) : 0;
        factor[i] = f > 0.2 ? (f < 5 ? f : 5) : 0.2;
        log[i] = e;
    }
}

LF_KERNEL static void factors(size_t n, double safety, double own, double other, double alone,
                              const double *error, const double *before, double *factor,
                              double *log)
{
    LF_BY_LANES(n, factor_lanes, safety, own, other, alone, error, before, factor, log);
}

void lf_measure_factors(const lf_measure *m, size_t n, const double *error, const double *before,
                        double *factor, double *log)
{
    const double root = 1.0 / (m->estimator->order + 1);
    if (m->control == LF_CONTROL_PI)
        factors(n, m->safety, -0.7 * root, 0.4 * root, -root, error, before, factor, log);
    else
        factors(n, m->safety, -root, 0, -root, error, before, factor, log);
}

/* A number of at least 1/2 and below 1 on the ladder, downwards or to the nearest rung, which may be
 * the first of the next octave. */
static double rung_of(double size, bool down)
{
    static const double rung[] = {0.5, 0x1.306fe0a31b715p-1, 0x1.6a09e667f3bcdp-1,
                                  0x1.ae89f995ad3adp-1, 1};
    const double middle = 0x1.172b83c7d517bp+0; /* 2^(1/8): where the next rung is as near */
    int k = 3;
    while (k > 0 && size < rung[k])
        k--;
    return down || size < rung[k] * middle ? rung[k] : rung[k + 1];
}

void lf_steps_on_ladder(size_t n, const double *rejected, double *h)
{
    for (size_t i = 0; i < n; i++) {
        int exponent;
        const double size = frexp(fabs(h[i]), &exponent);
        if (size > 0 && isfinite(size))
            h[i] = copysign(ldexp(rung_of(size, rejected[i] != 0), exponent), h[i]);
    }
}
