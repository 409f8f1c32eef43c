/* SPDX-License-Identifier: BSD-3-Clause */
/* celledoni2021_loop.c - two quadrotors as their control wants them to move. The library computes
 * forces and lets them act; here they do not occur: what they shall bring about is integrated,
 *   v' = g e3 + (mu_1 + mu_2)/my,  mu_i = q_i (q_i.mu_id),  omega_i' = X_i,
 * with derivatives of the wanted directions from those of their lengths (Lee, Sreenath, Kumar 2013).
 * The bodies turn freely. */
#include "papers/celledoni2021.h"

#include <math.h>
#include <string.h>

const lf_loop lf_loop_ours = {.my = 1,
                              .g = 9.81,
                              .kx = 4,
                              .kv = 4,
                              .kq = 36,
                              .kw = 12,
                              .nu = 3,
                              .d = {0, 1, 0},
                              .p0 = {0, 0, -1},
                              .p1 = {0.8, 0.3, -1.2},
                              .p2 = {0, 0, 0.4},
                              .J = {{0.082, 0.0845, 0.1377}, {0.09, 0.0875, 0.15}}};
const double lf_loop_start[LF_LOOP_DIM] = {
    0.3, -0.2, -0.7, 0,   0, 0,                                  /* y, v */
    1,   0,    0,    0,   1, 0, 0,    0, 1,    0.1,  0.2,  -0.3, /* R1, Omega1 */
    1,   0,    0,    0,   1, 0, 0,    0, 1,    -0.5, 0.4,  0.2,  /* R2, Omega2 */
    0,   -0.6, 0.8,  0.4, 0, 0, 0.28, 0, 0.96, 0,    -0.5, 0};   /* q1, omega1, q2, omega2 */

enum { LOOP_BODY = 6, LOOP_LINK = 30 };

/* mu_id and its first two derivatives. */
typedef struct {
    double mu[2][3][3];
    double off[3]; /* y - y_d */
    double acceleration[3];
} loop_wish;

/* Derivatives of mu_id by those of v: `v` holds v, v', v''. */
static void loop_forces(const lf_loop *L, double t, const double *y, double v[3][3],
                        loop_wish *wish)
{
    for (size_t c = 0; c < 3; c++) {
        const double slope = L->p1[c] + t * L->p2[c];
        wish->off[c] = y[c] - (L->p0[c] + t * L->p1[c] + t * t / 2 * L->p2[c]);
        const double error[4] = {wish->off[c], v[0][c] - slope, v[1][c] - L->p2[c], v[2][c]};
        for (size_t k = 0; k < 3; k++) {
            const double free = k ? 0 : L->p2[c] - (c == 2 ? L->g : 0);
            const double half = L->my / 2 * (free - L->kx * error[k] - L->kv * error[k + 1]);
            wish->mu[0][k][c] = half + (k ? 0 : L->nu * L->d[c]);
            wish->mu[1][k][c] = half - (k ? 0 : L->nu * L->d[c]);
        }
    }
}

/* v' and v'' follow from mu and mu', which need v' and v'': each pass settles one more. */
static void loop_find(const lf_loop *L, double t, const double *y, loop_wish *wish)
{
    double v[3][3] = {{y[3], y[4], y[5]}};
    for (int pass = 0; pass < 3; pass++) {
        loop_forces(L, t, y, v, wish);
        memset(v + 1, 0, 2 * sizeof *v);
        v[1][2] = L->g;
        for (size_t i = 0; i < 2; i++) {
            const double *q = y + LOOP_LINK + 6 * i, *mu = wish->mu[i][0];
            double turn[3];
            lf_reference_cross(q + 3, q, turn);
            const double along = lf_reference_dot(q, mu);
            const double rate = lf_reference_dot(turn, mu) + lf_reference_dot(q, wish->mu[i][1]);
            for (size_t c = 0; c < 3; c++) {
                v[1][c] += q[c] * along / L->my;
                v[2][c] += (turn[c] * along + q[c] * rate) / L->my;
            }
        }
    }
    memcpy(wish->acceleration, v[1], sizeof v[1]);
}

/* The direction -mu/|mu| and its derivatives: mu = -n q, differentiated twice. */
static void loop_direction(double mu[3][3], double q[3][3])
{
    const double n = sqrt(lf_reference_dot(mu[0], mu[0])), n1 = lf_reference_dot(mu[0], mu[1]) / n;
    const double n2 =
        (lf_reference_dot(mu[1], mu[1]) + lf_reference_dot(mu[0], mu[2]) - n1 * n1) / n;
    for (size_t c = 0; c < 3; c++) {
        q[0][c] = -mu[0][c] / n;
        q[1][c] = -(mu[1][c] + n1 * q[0][c]) / n;
        q[2][c] = -(mu[2][c] + n2 * q[0][c] + 2 * n1 * q[1][c]) / n;
    }
}

/* out = q x (q x a) */
static void loop_twice(const double *q, const double *a, double *out)
{
    double once[3];
    lf_reference_cross(q, a, once);
    lf_reference_cross(q, once, out);
}

/* X = -kq q_d x q - kw (w + q x (q x w_d)) - (q.w_d) q' - q x (q x w_d') */
static void loop_turn(const lf_loop *L, double mu[3][3], const double *q, double *X)
{
    double wanted[3][3], rate[3], rate1[3], error[3], swing[3], across[3], across1[3];
    loop_direction(mu, wanted);
    lf_reference_cross(wanted[0], wanted[1], rate);
    lf_reference_cross(wanted[0], wanted[2], rate1);
    lf_reference_cross(wanted[0], q, error);
    lf_reference_cross(q + 3, q, swing);
    loop_twice(q, rate, across);
    loop_twice(q, rate1, across1);
    for (size_t c = 0; c < 3; c++)
        X[c] = -L->kq * error[c] - L->kw * (q[3 + c] + across[c]) -
               lf_reference_dot(q, rate) * swing[c] - across1[c];
}

/* R' = R hat(Omega), J Omega' = J Omega x Omega */
static void loop_spin(const double *J, const double *y, double *f)
{
    const double *Omega = y + 9, momentum[3] = {J[0] * Omega[0], J[1] * Omega[1], J[2] * Omega[2]};
    for (size_t row = 0; row < 3; row++)
        lf_reference_cross(y + 3 * row, Omega, f + 3 * row);
    lf_reference_cross(momentum, Omega, f + 9);
    for (size_t c = 0; c < 3; c++)
        f[9 + c] /= J[c];
}

void lf_loop_rate(const void *ctx, double t, const double *y, double *f)
{
    const lf_loop *L = ctx;
    loop_wish wish;
    loop_find(L, t, y, &wish);
    memcpy(f, y + 3, 3 * sizeof *f);
    memcpy(f + 3, wish.acceleration, sizeof wish.acceleration);
    for (size_t i = 0; i < 2; i++) {
        const size_t body = LOOP_BODY + 12 * i, link = LOOP_LINK + 6 * i;
        loop_spin(L->J[i], y + body, f + body);
        lf_reference_cross(y + link + 3, y + link, f + link);
        loop_turn(L, wish.mu[i], y + link, f + link + 3);
    }
}

void lf_loop_wish(const lf_loop *L, double t, const double *y, double off[3],
                  double direction[2][3])
{
    loop_wish wish;
    loop_find(L, t, y, &wish);
    memcpy(off, wish.off, sizeof wish.off);
    for (size_t i = 0; i < 2; i++) {
        double q[3][3];
        loop_direction(wish.mu[i], q);
        memcpy(direction[i], q[0], sizeof q[0]);
    }
}
