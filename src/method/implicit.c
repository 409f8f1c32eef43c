/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit.c - guesses and reports of methods with equations for stages. */
#include "method/implicit.h"

#include <math.h>

/* Going on from two steps is worth while when they were alike: a turn of a radian or so in a step
 * is no place to extrapolate from. */
static const double ALIKE = 0.1;

bool lf_guess_recall(size_t unknowns, size_t n, size_t lane, const double *carry, double h,
                     double *x)
{
    if (!carry || carry[lane] < 2)
        return false;
    const double *last = carry + n, *before = last + unknowns * n;
    double size = 0, change = 0;
    for (size_t k = 0; k < unknowns; k++) {
        const double now = last[k * n + lane], slope = now - before[k * n + lane];
        size = fmax(size, fabs(now));
        change = fmax(change, fabs(slope));
        x[k] = h * (now + slope);
    }
    return change < ALIKE * size;
}

void lf_guess_keep(size_t unknowns, size_t n, size_t lane, double h, const double *x, double *carry)
{
    if (!carry || h == 0)
        return;
    double *last = carry + n, *before = last + unknowns * n;
    carry[lane] = fmin(carry[lane] + 1, 2);
    for (size_t k = 0; k < unknowns; k++) {
        before[k * n + lane] = last[k * n + lane];
        last[k * n + lane] = x[k] / h;
    }
}

void lf_guess_clear(size_t unknowns, size_t n, double *carry)
{
    for (size_t k = 0; k < lf_guess_size(unknowns) * n; k++)
        carry[k] = 0;
}

lf_status lf_implicit_solve(lf_tally *tally, const lf_equations *E, double *x, double *work)
{
    lf_newton_report report = {0, 0};
    const lf_status s = lf_newton_solve(E, x, &report, work);
    lf_iterations *newton = &tally->newton;
    newton->solved++;
    newton->iterations += (size_t)report.iterations;
    newton->last = report.iterations;
    newton->residual = report.residual;
    newton->most = report.iterations > newton->most ? report.iterations : newton->most;
    return s;
}

const size_t *lf_implicit_owner(size_t n, size_t trajectory, double *room)
{
    _Static_assert(sizeof(size_t) <= sizeof(double), "a trajectory's number fits into a double");
    size_t *owner = (size_t *)(void *)room;
    for (size_t i = 0; i < n; i++)
        owner[i] = trajectory;
    return owner;
}

const double *lf_implicit_inside(size_t n, const lf_lanes *L, size_t i, double *room)
{
    for (size_t k = 0; L->inside && k < n; k++)
        room[k] = L->inside[i];
    return L->inside ? room : NULL;
}
