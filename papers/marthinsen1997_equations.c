/* SPDX-License-Identifier: BSD-3-Clause */
/* marthinsen1997_equations.c - the test cases of Marthinsen et al. 1997 as they are printed: the first
 * with norms over the entries, the second in closed form,
 *
 *   omega(t) = exp(-t f) omega(0),   B(t) = exp(-t f) exp(t (omega(0) + f)) B(0). */
#include "papers/marthinsen1997.h"

#include <math.h>
#include <string.h>

#include "papers/closed_forms.h"
#include "papers/reference.h"

/* R' = S(f) R, S(a) = -hat(a), f the Frobenius, 3- and 4-norm */
static void norms_rate(const void *ctx, double t, const double *R, double *rate)
{
    double sum[3] = {0};
    (void)ctx, (void)t;
    for (int k = 0; k < 9; k++) {
        const double a = fabs(R[k]);
        sum[0] += a * a;
        sum[1] += a * a * a;
        sum[2] += a * a * a * a;
    }
    const double f[3] = {-sqrt(sum[0]), -cbrt(sum[1]), -sqrt(sqrt(sum[2]))};
    for (int c = 0; c < 3; c++) {
        const double column[3] = {R[c], R[3 + c], R[6 + c]};
        double turned[3];
        lf_reference_cross(f, column, turned);
        for (int k = 0; k < 3; k++)
            rate[3 * k + c] = turned[k];
    }
}

void lf_marthinsen_norms_end(double *end)
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const lf_reference equation = {9, norms_rate, NULL};
    memcpy(end, one, sizeof one);
    lf_reference_solve(&equation, 0, 1, end);
}

void lf_marthinsen_top_end(double *end)
{
    static const double force[3] = {0, 0, -1}, omega[3] = {-1.1, -1, -0.8};
    const double half = 0.5, root = 0.5 * sqrt(3);
    const double B[9] = {1, 0, 0, 0, root, half, 0, -half, root};
    const double back[3] = {-force[0], -force[1], -force[2]};
    const double both[3] = {omega[0] + force[0], omega[1] + force[1], omega[2] + force[2]};
    for (int c = 0; c < 3; c++) {
        const double column[3] = {B[c], B[3 + c], B[6 + c]};
        double once[3], twice[3];
        lf_closed_turn(both, column, once);
        lf_closed_turn(back, once, twice);
        for (int k = 0; k < 3; k++)
            end[3 * k + c] = twice[k];
    }
    lf_closed_turn(back, omega, end + 9);
}
