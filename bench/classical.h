/* SPDX-License-Identifier: BSD-3-Clause */
/* classical.h - RK4, Dormand-Prince 5 and DOP853 with a fixed step, written by hand for a
 * right-hand side behind a pointer: coefficients as constants, one fused loop a stage, no
 * tableau to read. Each is an inline body over `len` = dim * lanes numbers, from which copies for
 * three and six numbers, for any dimension and for many lanes are made. */
#ifndef BENCH_CLASSICAL_H
#define BENCH_CLASSICAL_H

#include "dop853.h"
#include "fused.h"

/* y' = f(t, y) for n lanes */
typedef void rhs(const constants *c, size_t n, double t, const double *y, double *f);

/* k1 .. k12 and z; numbers in one of these, as many as the first-level cache holds */
enum { CLASSICAL_ARRAYS = 13, CLASSICAL_BLOCK = 192 };

/* z = y + s * (terms) for all numbers; the terms read k1[i] .. */
#define STAGE(z, s, terms)               \
    do {                                 \
        EACH_LANE                        \
        for (size_t i = 0; i < len; i++) \
            z[i] = y[i] + (s) * (terms); \
    } while (0)

typedef void method_body(rhs *f, const constants *c, size_t len, size_t n, double t, double h,
                         double *y, double *work);

static INLINE void rk4_step(rhs *f, const constants *c, size_t len, size_t n, double t, double h,
                            double *restrict y, double *restrict work)
{
    double *k1 = work, *k2 = k1 + len, *k3 = k2 + len, *k4 = k3 + len, *z = k4 + len;
    const double half = 0.5 * h;
    f(c, n, t, y, k1);
    STAGE(z, half, k1[i]);
    f(c, n, t + half, z, k2);
    STAGE(z, half, k2[i]);
    f(c, n, t + half, z, k3);
    STAGE(z, h, k3[i]);
    f(c, n, t + h, z, k4);
    STAGE(y, h / 6, k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
}

static INLINE void dopri5_step(rhs *f, const constants *c, size_t len, size_t n, double t, double h,
                               double *restrict y, double *restrict work)
{
    double *k1 = work, *k2 = k1 + len, *k3 = k2 + len, *k4 = k3 + len, *k5 = k4 + len;
    double *k6 = k5 + len, *z = k6 + len;
    f(c, n, t, y, k1);
    STAGE(z, h, 1. / 5 * k1[i]);
    f(c, n, t + 1. / 5 * h, z, k2);
    STAGE(z, h, 3. / 40 * k1[i] + 9. / 40 * k2[i]);
    f(c, n, t + 3. / 10 * h, z, k3);
    STAGE(z, h, 44. / 45 * k1[i] - 56. / 15 * k2[i] + 32. / 9 * k3[i]);
    f(c, n, t + 4. / 5 * h, z, k4);
    STAGE(z, h,
          19372. / 6561 * k1[i] - 25360. / 2187 * k2[i] + 64448. / 6561 * k3[i] -
              212. / 729 * k4[i]);
    f(c, n, t + 8. / 9 * h, z, k5);
    STAGE(z, h,
          9017. / 3168 * k1[i] - 355. / 33 * k2[i] + 46732. / 5247 * k3[i] + 49. / 176 * k4[i] -
              5103. / 18656 * k5[i]);
    f(c, n, t + h, z, k6);
    STAGE(y, h,
          35. / 384 * k1[i] + 500. / 1113 * k3[i] + 125. / 192 * k4[i] - 2187. / 6784 * k5[i] +
              11. / 84 * k6[i]);
}

static INLINE void dop853_step(rhs *f, const constants *c, size_t len, size_t n, double t, double h,
                               double *restrict y, double *restrict work)
{
    double *k1 = work, *k2 = k1 + len, *k3 = k2 + len, *k4 = k3 + len, *k5 = k4 + len;
    double *k6 = k5 + len, *k7 = k6 + len, *k8 = k7 + len, *k9 = k8 + len, *k10 = k9 + len;
    double *k11 = k10 + len, *k12 = k11 + len, *z = k12 + len;
    f(c, n, t, y, k1);
    STAGE(z, h, A21 * k1[i]);
    f(c, n, t + C2 * h, z, k2);
    STAGE(z, h, A31 * k1[i] + A32 * k2[i]);
    f(c, n, t + C3 * h, z, k3);
    STAGE(z, h, A41 * k1[i] + A43 * k3[i]);
    f(c, n, t + C4 * h, z, k4);
    STAGE(z, h, A51 * k1[i] + A53 * k3[i] + A54 * k4[i]);
    f(c, n, t + C5 * h, z, k5);
    STAGE(z, h, A61 * k1[i] + A64 * k4[i] + A65 * k5[i]);
    f(c, n, t + C6 * h, z, k6);
    STAGE(z, h, A71 * k1[i] + A74 * k4[i] + A75 * k5[i] + A76 * k6[i]);
    f(c, n, t + C7 * h, z, k7);
    STAGE(z, h, A81 * k1[i] + A84 * k4[i] + A85 * k5[i] + A86 * k6[i] + A87 * k7[i]);
    f(c, n, t + C8 * h, z, k8);
    STAGE(z, h, A91 * k1[i] + A94 * k4[i] + A95 * k5[i] + A96 * k6[i] + A97 * k7[i] + A98 * k8[i]);
    f(c, n, t + C9 * h, z, k9);
    STAGE(z, h,
          A101 * k1[i] + A104 * k4[i] + A105 * k5[i] + A106 * k6[i] + A107 * k7[i] + A108 * k8[i] +
              A109 * k9[i]);
    f(c, n, t + C10 * h, z, k10);
    STAGE(z, h,
          A111 * k1[i] + A114 * k4[i] + A115 * k5[i] + A116 * k6[i] + A117 * k7[i] + A118 * k8[i] +
              A119 * k9[i] + A1110 * k10[i]);
    f(c, n, t + C11 * h, z, k11);
    STAGE(z, h,
          A121 * k1[i] + A124 * k4[i] + A125 * k5[i] + A126 * k6[i] + A127 * k7[i] + A128 * k8[i] +
              A129 * k9[i] + A1210 * k10[i] + A1211 * k11[i]);
    f(c, n, t + h, z, k12);
    STAGE(y, h,
          B1 * k1[i] + B6 * k6[i] + B7 * k7[i] + B8 * k8[i] + B9 * k9[i] + B10 * k10[i] +
              B11 * k11[i] + B12 * k12[i]);
}

/* ---- the right-hand sides ------------------------------------------------------------------- */

static INLINE void body_lanes(size_t n, const constants *at, const double *restrict y,
                              double *restrict f)
{
    const constants c = *at;
    EACH_LANE
    for (size_t i = 0; i < n; i++)
        store_1(f, n, i, body_1(c, load_1(y, n, i)));
}

static INLINE void top_lanes(size_t n, const constants *at, const double *restrict y,
                             double *restrict f)
{
    const constants c = *at;
    EACH_LANE
    for (size_t i = 0; i < n; i++) {
        const pair_1 rate = top_1(c, (pair_1){load_1(y, n, i), load_1(y + 3 * n, n, i)});
        store_1(f, n, i, rate.pi);
        store_1(f + 3 * n, n, i, rate.gamma);
    }
}

static NOINLINE void body_rhs(const constants *c, size_t n, double t, const double *y, double *f)
{
    (void)n;
    (void)t;
    body_lanes(1, c, y, f);
}

static NOINLINE void top_rhs(const constants *c, size_t n, double t, const double *y, double *f)
{
    (void)n;
    (void)t;
    top_lanes(1, c, y, f);
}

static NOINLINE void body_rhs_lanes(const constants *c, size_t n, double t, const double *y,
                                    double *f)
{
    (void)t;
    body_lanes(n, c, y, f);
}

static NOINLINE void top_rhs_lanes(const constants *c, size_t n, double t, const double *y,
                                   double *f)
{
    (void)t;
    top_lanes(n, c, y, f);
}

/* Hide from the compiler which function a pointer holds, and a number's value. */
static INLINE rhs *hidden(rhs *f)
{
    __asm__ volatile("" : "+r"(f));
    return f;
}

static INLINE size_t hidden_size(size_t n)
{
    __asm__ volatile("" : "+r"(n));
    return n;
}

/* ---- marching ------------------------------------------------------------------------------- */

/* One trajectory; dim is a constant after inlining, or hidden. */
static INLINE void classical_march(method_body *step, rhs *f, const constants *c, size_t dim,
                                   double h, size_t steps, double *y, double *work)
{
    rhs *pointer = hidden(f);
    for (size_t k = 0; k < steps; k++)
        step(pointer, c, dim, 1, (double)k * h, h, y, work);
}

/* n lanes in blocks that keep the stages in the first-level cache */
static INLINE void classical_march_lanes(method_body *step, rhs *f, const constants *c, size_t dim,
                                         size_t n, double h, size_t steps, double *y, double *work)
{
    rhs *pointer = hidden(f);
    const size_t most = CLASSICAL_BLOCK / dim;
    for (size_t first = 0; first < n; first += most) {
        const size_t m = n - first < most ? n - first : most;
        double *block = work, *rest = work + dim * m;
        for (size_t d = 0; d < dim; d++)
            memcpy(block + d * m, y + d * n + first, m * sizeof *y);
        for (size_t k = 0; k < steps; k++)
            step(pointer, c, dim * m, m, (double)k * h, h, block, rest);
        for (size_t d = 0; d < dim; d++)
            memcpy(y + d * n + first, block + d * m, m * sizeof *y);
    }
}

#define CLASSICAL_COPIES(problem, size, method)                                                   \
    static NOINLINE void problem##_##method##_fixed(const constants *c, size_t n, double h,       \
                                                    size_t steps, double *y, double *work)        \
    {                                                                                             \
        (void)n;                                                                                  \
        (void)work;                                                                               \
        double scratch[size * CLASSICAL_ARRAYS], at[size];                                        \
        memcpy(at, y, sizeof at);                                                                 \
        classical_march(method##_step, problem##_rhs, c, size, h, steps, at, scratch);            \
        memcpy(y, at, sizeof at);                                                                 \
    }                                                                                             \
    static NOINLINE void problem##_##method##_any(const constants *c, size_t n, double h,         \
                                                  size_t steps, double *y, double *work)          \
    {                                                                                             \
        (void)n;                                                                                  \
        classical_march(method##_step, problem##_rhs, c, hidden_size(size), h, steps, y, work);   \
    }                                                                                             \
    static NOINLINE void problem##_##method##_lanes_pointer(                                      \
        const constants *c, size_t n, double h, size_t steps, double *y, double *work)            \
    {                                                                                             \
        classical_march_lanes(method##_step, problem##_rhs_lanes, c, size, n, h, steps, y, work); \
    }

CLASSICAL_COPIES(body, 3, rk4)
CLASSICAL_COPIES(body, 3, dopri5)
CLASSICAL_COPIES(body, 3, dop853)
CLASSICAL_COPIES(top, 6, rk4)
CLASSICAL_COPIES(top, 6, dopri5)
CLASSICAL_COPIES(top, 6, dop853)

#endif
