/* SPDX-License-Identifier: BSD-3-Clause */
/* tolerance.c - error norms over blocks and the step-size controllers. Gustafsson 1991 for the PI
 * control; Celledoni et al. 2021, equation (33), for the elementary one. */
#include "solve/tolerance.h"

#include <math.h>

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
    lf_measure m = {.estimator = E, .control = tol->control, .safety = tol->safety};
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

/* The largest over the blocks of |estimate| / allowed. */
static double measure(const lf_measure *m, size_t n, size_t i, const double *estimate,
                      const lf_attempt *a)
{
    const bool in_algebra = m->estimator->in_algebra;
    double worst = 0;
    for (size_t k = 0; k < m->blocks; k++) {
        const lf_block_tolerance *b = &m->block[k];
        const double size = fmax(length(a->y0, n, i, b->point, b->points),
                                 length(a->y1, n, i, b->point, b->points));
        const double e = in_algebra ? length(estimate, n, i, b->rate, b->rates)
                                    : length(estimate, n, i, b->point, b->points);
        const double ratio = e / allowed(b, in_algebra, size);
        if (!(ratio <= worst)) /* NaN wins */
            worst = ratio;
    }
    return worst;
}

double lf_measure_error(const lf_measure *m, size_t n, size_t i, const lf_attempt *a)
{
    const double high = measure(m, n, i, a->error, a);
    if (!m->estimator->two || high == 0)
        return high;
    const double low = measure(m, n, i, a->error_low, a);
    return high * high / sqrt(high * high + 0.01 * low * low);
}

double lf_measure_low(const lf_measure *m, size_t n, size_t i, const lf_attempt *a)
{
    return measure(m, n, i, a->error_low, a);
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

double lf_measure_factor(const lf_measure *m, double error, double before, bool accepted)
{
    const double smallest = 0.2, largest = 5, root = 1.0 / (m->estimator->order + 1);
    double factor = largest;
    if (!isfinite(error))
        return smallest;
    if (error > 0 && m->control == LF_CONTROL_PI && accepted && before > 0)
        factor = m->safety * pow(error, -0.7 * root) * pow(before, 0.4 * root);
    else if (error > 0)
        factor = m->safety * pow(error, -root);
    return fmin(largest, fmax(smallest, factor));
}
