/* SPDX-License-Identifier: BSD-3-Clause */
/* chaos.c - classical chaotic systems, and what their derivatives do to tangent vectors.
 *
 *   Lorenz 1963    x' = sigma (y - x), y' = x (rho - z) - y, z' = x y - beta z
 *   Lorenz 1996    x_i' = (x_(i+1) - x_(i-2)) x_(i-1) - x_i + F, indices modulo n
 *   Roessler 1976  x' = -y - z, y' = x + a y, z' = b + z (x - c)
 *   Henon, Heiles 1964  H = (p.p + q.q)/2 + q1^2 q2 - q2^3/3, as (q1, q2, p1, p2) */
#include "model/chaos.h"

#include <string.h>

#include "base/lanes.h"

/* ---- Lorenz 1963 ---- */

static lf_status lorenz63_field(const void *ctx, size_t trajectory, double t, const double *x,
                                double *f)
{
    const lf_chaos *p = ctx;
    (void)trajectory, (void)t;
    f[0] = p->sigma * (x[1] - x[0]);
    f[1] = x[0] * (p->rho - x[2]) - x[1];
    f[2] = x[0] * x[1] - p->beta * x[2];
    return LF_OK;
}

static lf_status lorenz63_tangent(const void *ctx, size_t trajectory, double t, const double *x,
                                  size_t columns, const double *V, double *W)
{
    const lf_chaos *p = ctx;
    (void)trajectory, (void)t;
    for (size_t j = 0; j < columns; j++, V += 3, W += 3) {
        W[0] = p->sigma * (V[1] - V[0]);
        W[1] = (p->rho - x[2]) * V[0] - V[1] - x[0] * V[2];
        W[2] = x[1] * V[0] + x[0] * V[1] - p->beta * V[2];
    }
    return LF_OK;
}

/* ---- Lorenz 1996 ---- */

/* A component whose neighbours are not all beside it: at the seam of the ring. */
typedef struct {
    size_t i, two_before, before, after;
} seam;
enum { SEAMS = 3 };

static LF_INLINE void seams_find(size_t n, seam at[SEAMS])
{
    at[0] = (seam){0, n - 2, n - 1, 1};
    at[1] = (seam){1, n - 1, 0, 2};
    at[2] = (seam){n - 1, n - 3, n - 2, 0};
}

LF_KERNEL static lf_status lorenz96_field(const void *ctx, size_t trajectory, double t,
                                          const double *restrict x, double *restrict f)
{
    const lf_chaos *p = ctx;
    const size_t n = p->n;
    const double forcing = p->forcing;
    seam at[SEAMS];
    (void)trajectory, (void)t;
    LF_EACH_LANE(k, n - 3) {
        const size_t i = k + 2;
        f[i] = lf_fma(x[i + 1] - x[i - 2], x[i - 1], forcing - x[i]);
    }
    seams_find(n, at);
    for (const seam *s = at; s < at + SEAMS; s++)
        f[s->i] = lf_fma(x[s->after] - x[s->two_before], x[s->before], forcing - x[s->i]);
    return LF_OK;
}

/* (v_(i+1) - v_(i-2)) x_(i-1) + (x_(i+1) - x_(i-2)) v_(i-1) - v_i */
static LF_INLINE double lorenz96_entry(const double *x, const double *v, size_t two_before,
                                       size_t before, size_t i, size_t after)
{
    return lf_fma(v[after] - v[two_before], x[before],
                  lf_fma(x[after] - x[two_before], v[before], -v[i]));
}

/* So many vectors (a constant) at once: the numbers of x are then needed as many times less often. */
static LF_INLINE void lorenz96_columns(size_t columns, size_t n, const seam at[SEAMS],
                                       const double *restrict x, const double *restrict V,
                                       double *restrict W)
{
    LF_EACH_LANE(i, n - 3) {
        const double *v = V + i;
        double *w = W + i + 2;
        const double across = x[i + 3] - x[i], before = x[i + 1];
        w[0] = lf_fma(v[3] - v[0], before, lf_fma(across, v[1], -v[2]));
        if (columns > 1)
            w[n] = lf_fma(v[n + 3] - v[n], before, lf_fma(across, v[n + 1], -v[n + 2]));
        if (columns > 2)
            w[2 * n] = lf_fma(v[2 * n + 3] - v[2 * n], before,
                              lf_fma(across, v[2 * n + 1], -v[2 * n + 2]));
        if (columns > 3)
            w[3 * n] = lf_fma(v[3 * n + 3] - v[3 * n], before,
                              lf_fma(across, v[3 * n + 1], -v[3 * n + 2]));
    }
    for (size_t j = 0; j < columns; j++)
        for (const seam *s = at; s < at + SEAMS; s++)
            W[j * n + s->i] =
                lorenz96_entry(x, V + j * n, s->two_before, s->before, s->i, s->after);
}

enum { LONG_RING = 128 }; /* from which on four vectors at once are better than two */

LF_KERNEL static lf_status lorenz96_tangent(const void *ctx, size_t trajectory, double t,
                                            const double *x, size_t columns, const double *V,
                                            double *W)
{
    const size_t n = ((const lf_chaos *)ctx)->n;
    seam at[SEAMS];
    (void)trajectory, (void)t;
    seams_find(n, at);
    size_t j = 0;
    for (; n >= LONG_RING && j + 4 <= columns; j += 4)
        lorenz96_columns(4, n, at, x, V + j * n, W + j * n);
    for (; j + 2 <= columns; j += 2)
        lorenz96_columns(2, n, at, x, V + j * n, W + j * n);
    if (j < columns)
        lorenz96_columns(1, n, at, x, V + j * n, W + j * n);
    return LF_OK;
}

/* ---- Roessler 1976 ---- */

static lf_status roessler_field(const void *ctx, size_t trajectory, double t, const double *x,
                                double *f)
{
    const lf_chaos *p = ctx;
    (void)trajectory, (void)t;
    f[0] = -x[1] - x[2];
    f[1] = x[0] + p->a * x[1];
    f[2] = p->b + x[2] * (x[0] - p->c);
    return LF_OK;
}

static lf_status roessler_tangent(const void *ctx, size_t trajectory, double t, const double *x,
                                  size_t columns, const double *V, double *W)
{
    const lf_chaos *p = ctx;
    (void)trajectory, (void)t;
    for (size_t j = 0; j < columns; j++, V += 3, W += 3) {
        W[0] = -V[1] - V[2];
        W[1] = V[0] + p->a * V[1];
        W[2] = x[2] * V[0] + (x[0] - p->c) * V[2];
    }
    return LF_OK;
}

/* ---- Henon and Heiles 1964 ---- */

static lf_status henon_heiles_field(const void *ctx, size_t trajectory, double t, const double *x,
                                    double *f)
{
    (void)ctx, (void)trajectory, (void)t;
    f[0] = x[2];
    f[1] = x[3];
    f[2] = -x[0] - 2 * x[0] * x[1];
    f[3] = -x[1] - x[0] * x[0] + x[1] * x[1];
    return LF_OK;
}

static lf_status henon_heiles_tangent(const void *ctx, size_t trajectory, double t, const double *x,
                                      size_t columns, const double *V, double *W)
{
    (void)ctx, (void)trajectory, (void)t;
    for (size_t j = 0; j < columns; j++, V += 4, W += 4) {
        W[0] = V[2];
        W[1] = V[3];
        W[2] = -(1 + 2 * x[1]) * V[0] - 2 * x[0] * V[1];
        W[3] = -2 * x[0] * V[0] - (1 - 2 * x[1]) * V[1];
    }
    return LF_OK;
}

/* ---- all of them ---- */

size_t lf_chaos_size(int system, const lf_chaos *numbers)
{
    return system == LF_CHAOS_LORENZ96 ? numbers->n : system == LF_CHAOS_HENON_HEILES ? 4 : 3;
}

lf_tangent_field lf_chaos_field(int system, const lf_chaos *numbers)
{
    lf_tangent_field f = {.n = lf_chaos_size(system, numbers), .ctx = numbers};
    f.field = system == LF_CHAOS_LORENZ63   ? lorenz63_field
              : system == LF_CHAOS_LORENZ96 ? lorenz96_field
              : system == LF_CHAOS_ROESSLER ? roessler_field
                                            : henon_heiles_field;
    f.tangent = system == LF_CHAOS_LORENZ63   ? lorenz63_tangent
                : system == LF_CHAOS_LORENZ96 ? lorenz96_tangent
                : system == LF_CHAOS_ROESSLER ? roessler_tangent
                                              : henon_heiles_tangent;
    return f;
}

/* Lorenz 1996: at rest but for one component. Henon and Heiles: energy 1/8 + 0.0047, in the chaotic
 * sea. */
void lf_chaos_start(int system, const lf_chaos *numbers, double *x)
{
    static const double lorenz63[] = {1, 1, 1}, roessler[] = {1, 1, 0};
    static const double henon_heiles[] = {0, 0.1, 0.5, 0};
    switch (system) {
    case LF_CHAOS_LORENZ63: memcpy(x, lorenz63, sizeof lorenz63); return;
    case LF_CHAOS_ROESSLER: memcpy(x, roessler, sizeof roessler); return;
    case LF_CHAOS_HENON_HEILES: memcpy(x, henon_heiles, sizeof henon_heiles); return;
    default: break;
    }
    for (size_t i = 0; i < numbers->n; i++)
        x[i] = numbers->forcing;
    x[0] += 0.01;
}
