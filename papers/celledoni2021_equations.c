/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_equations.c - chains and the heavy top of Celledoni et al. 2021 apart from the
 * library: Lagrange's equations in angles, the dense system of section 5.2, body variables. */
#include "papers/celledoni2021.h"

#include <math.h>
#include <string.h>

static const double equations_gravity = 9.81;

/* ---- a chain in a plane --------------------------------------------------------------------- */

void lf_plane_chain_start(const lf_plane_chain *chain, double *y)
{
    for (size_t i = 0; i < chain->n; i++) {
        y[i] = atan(1);
        y[chain->n + i] = 1;
    }
}

/* sum_j c_ij (cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2) = (n - i) (g/L) sin a_i, where
 * c_ij = n - max(i, j) is the number of masses that both rods move */
void lf_plane_chain_rate(const void *ctx, double t, const double *y, double *f)
{
    const lf_plane_chain *chain = ctx;
    const size_t n = chain->n;
    const double *angle = y, *rate = y + n;
    double matrix[LF_CHAIN_MOST * LF_CHAIN_MOST], *turn = f + n;
    (void)t;
    for (size_t i = 0; i < n; i++) {
        f[i] = rate[i];
        turn[i] = (double)(n - i) * equations_gravity / chain->length * sin(angle[i]);
        for (size_t j = 0; j < n; j++) {
            const double masses = (double)(n - (i > j ? i : j));
            matrix[i * n + j] = masses * cos(angle[i] - angle[j]);
            turn[i] -= masses * sin(angle[i] - angle[j]) * rate[j] * rate[j];
        }
    }
    lf_reference_eliminate(n, matrix, turn);
}

void lf_plane_chain_solve(const lf_plane_chain *chain, double t0, double t1, double *y)
{
    const lf_reference equation = {2 * chain->n, lf_plane_chain_rate, chain};
    lf_reference_solve(&equation, t0, t1, y);
}

double lf_plane_chain_column(const lf_plane_chain *chain, const double *y, size_t rod, size_t c)
{
    const double angle = y[rod], column[6] = {sin(angle), 0, cos(angle), 0, y[chain->n + rod], 0};
    return column[c];
}

/* ---- the double pendulum as printed --------------------------------------------------------- */

const double lf_double_pendulum_start[12] = {0, 0.6, -0.8, 0.5, 0.8, 0.6, 1, 0, 0, 0, 1, -0.5};

/* Block (i, j) of R(q): the masses from max(i, j) on, times hat(q_i)^T hat(q_j), or 1 for i = j. */
static void equations_block(const double *a, const double *b, size_t i, size_t j, double *R)
{
    const double masses = i + j == 0 ? 2 : 1;
    for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++) {
            /* hat(a)^T hat(b) = (a.b) 1 - b a^T */
            const double off = (r == c ? lf_reference_dot(a, b) : 0) - b[r] * a[c];
            R[(3 * i + r) * 6 + 3 * j + c] = masses * (i == j ? (r == c) : off);
        }
}

static void double_pendulum_rate(const void *ctx, double t, const double *y, double *f)
{
    double R[36], b[6];
    (void)ctx, (void)t;
    for (size_t i = 0; i < 2; i++) {
        const double *q = y + 6 * i, *w = q + 3, *other = y + 6 * (1 - i), *its = other + 3;
        const double up[3] = {0, 0, 1}, weight = (i ? 1 : 2) * equations_gravity;
        double swing[3], fall[3];
        lf_reference_cross(w, q, f + 6 * i);
        lf_reference_cross(q, other, swing);
        lf_reference_cross(q, up, fall);
        for (size_t c = 0; c < 3; c++)
            b[3 * i + c] = lf_reference_dot(its, its) * swing[c] - weight * fall[c];
        equations_block(q, q, i, i, R);
        equations_block(q, other, i, 1 - i, R);
    }
    lf_reference_eliminate(6, R, b);
    memcpy(f + 3, b, 3 * sizeof *f);
    memcpy(f + 9, b + 3, 3 * sizeof *f);
}

const lf_reference lf_double_pendulum = {12, double_pendulum_rate, NULL};

/* ---- the heavy top -------------------------------------------------------------------------- */

/* Q' = Q hat(Omega), Pi' = Pi x Omega + M l (Q^T Gamma0) x X */
static void top_rate(const void *ctx, double t, const double *y, double *f)
{
    const double *Pi = y + 9;
    const double Omega[3] = {Pi[0] / 0.234375, Pi[1] / 0.46875, Pi[2] / 0.234375};
    const double X[3] = {0, 1, 0}, Gamma[3] = {-9.81 * y[6], -9.81 * y[7], -9.81 * y[8]};
    double spin[3], torque[3];
    (void)ctx, (void)t;
    for (size_t row = 0; row < 3; row++) /* a row r of Q becomes r x Omega */
        lf_reference_cross(y + 3 * row, Omega, f + 3 * row);
    lf_reference_cross(Pi, Omega, spin);
    lf_reference_cross(Gamma, X, torque);
    for (size_t c = 0; c < 3; c++)
        f[9 + c] = spin[c] + 15 * 2 * torque[c];
}

void lf_top_end(double *end)
{
    const lf_reference equation = {12, top_rate, NULL};
    double y[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.46875 * 150, -0.234375 * 4.61538};
    lf_reference_solve(&equation, 0, 1, y);
    memcpy(end, y, 9 * sizeof *end);
    for (size_t c = 0; c < 3; c++)
        end[9 + c] = lf_reference_dot(y + 3 * c, y + 9);
}
