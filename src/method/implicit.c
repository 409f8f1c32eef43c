/* SPDX-License-Identifier: BSD-3-Clause */
/* implicit.c - guesses and reports of methods with equations for stages. */
#include "method/implicit.h"

#include <math.h>

/* Going on from two steps is worth while when they were alike: a turn of a radian or so in a step
 * is no place to extrapolate from. */
static const double ALIKE = 0.1;

bool lf_memory_recall(size_t unknowns, size_t n, size_t lane, const double *carry, double h,
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

void lf_memory_keep(size_t unknowns, size_t n, size_t lane, double h, const double *x,
                    double *carry)
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

void lf_memory_clear(size_t unknowns, size_t n, double *carry)
{
    for (size_t k = 0; k < lf_memory_size(unknowns) * n; k++)
        carry[k] = 0;
}

lf_status lf_implicit_solve(const lf_problem *P, const lf_equations *E, double *x, double *work)
{
    lf_newton_report report = {0, 0};
    const lf_status s = lf_newton_solve(E, x, &report, work);
    if (P->iterations) {
        P->iterations->solved++;
        P->iterations->iterations += (size_t)report.iterations;
        P->iterations->last = report.iterations;
        P->iterations->residual = report.residual;
        if (report.iterations > P->iterations->most)
            P->iterations->most = report.iterations;
    }
    return s;
}
