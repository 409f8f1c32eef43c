/* SPDX-License-Identifier: BSD-3-Clause */
/* fused.h - classical RK4 as fast as it gets: right-hand side inlined, one trajectory in
 * registers, four or eight of them in vector registers, or a loop over all lanes that the
 * compiler makes SIMD of. Points are laid out as in the library, [component][lane]. */
#ifndef BENCH_FUSED_H
#define BENCH_FUSED_H

#include <stddef.h>
#include <string.h>

/* Loops over lanes become SIMD; straight lines must not. A pair of numbers stored one by one and
 * loaded as a vector waits for both stores to reach the cache, which costs short vectors behind a
 * pointer a quarter of their time. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

/* callgrind knows no AVX-512: README.md */
#if defined(BENCH_NO_AVX512) && defined(__AVX512F__) && !defined(__clang__)
#pragma GCC target("no-avx512f")
#endif

#define INLINE inline __attribute__((always_inline))
#if defined(__clang__)
#define NOINLINE __attribute__((noinline))
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
#else
#define NOINLINE __attribute__((noinline, noclone))
#define EACH_LANE _Pragma("GCC ivdep")
#endif

/* What both bodies are made of: 1/inertia, and the top's weight times arm. */
typedef struct {
    double inverse[3], force[3];
} constants;

/* A marching loop written by hand: `steps` steps of size h with n lanes of y. */
typedef void march(const constants *c, size_t n, double h, size_t steps, double *y, double *work);

typedef double double4 __attribute__((vector_size(32)));

#define REAL double
#define NAME(x) x##_1
#include "kernel.h"
#define REAL double4
#define NAME(x) x##_4
#include "kernel.h"

/* ---- one trajectory ------------------------------------------------------------------------- */

static INLINE vec3_1 load_1(const double *y, size_t n, size_t i)
{
    return (vec3_1){y[i], y[n + i], y[2 * n + i]};
}

static INLINE void store_1(double *y, size_t n, size_t i, vec3_1 v)
{
    y[i] = v.x;
    y[n + i] = v.y;
    y[2 * n + i] = v.z;
}

static NOINLINE void body_rk4_inlined(const constants *at, size_t n, double h, size_t steps,
                                      double *y, double *work)
{
    (void)work;
    const constants c = *at;
    for (size_t i = 0; i < n; i++) {
        vec3_1 m = load_1(y, n, i);
        for (size_t k = 0; k < steps; k++)
            m = body_rk4_1(c, h, m);
        store_1(y, n, i, m);
    }
}

static NOINLINE void top_rk4_inlined(const constants *at, size_t n, double h, size_t steps,
                                     double *y, double *work)
{
    (void)work;
    const constants c = *at;
    for (size_t i = 0; i < n; i++) {
        pair_1 p = {load_1(y, n, i), load_1(y + 3 * n, n, i)};
        for (size_t k = 0; k < steps; k++)
            p = top_rk4_1(c, h, p);
        store_1(y, n, i, p.pi);
        store_1(y + 3 * n, n, i, p.gamma);
    }
}

/* ---- four and eight trajectories in registers from the first step to the last --------------- */

static INLINE vec3_4 load_4(const double *y, size_t n, size_t i)
{
    vec3_4 v;
    memcpy(&v.x, y + i, sizeof v.x);
    memcpy(&v.y, y + n + i, sizeof v.y);
    memcpy(&v.z, y + 2 * n + i, sizeof v.z);
    return v;
}

static INLINE void store_4(double *y, size_t n, size_t i, vec3_4 v)
{
    memcpy(y + i, &v.x, sizeof v.x);
    memcpy(y + n + i, &v.y, sizeof v.y);
    memcpy(y + 2 * n + i, &v.z, sizeof v.z);
}

static NOINLINE void body_rk4_four(const constants *at, size_t n, double h, size_t steps, double *y,
                                   double *work)
{
    (void)work;
    const constants c = *at;
    for (size_t i = 0; i + 4 <= n; i += 4) {
        vec3_4 m = load_4(y, n, i);
        for (size_t k = 0; k < steps; k++)
            m = body_rk4_4(c, h, m);
        store_4(y, n, i, m);
    }
}

static NOINLINE void body_rk4_eight(const constants *at, size_t n, double h, size_t steps,
                                    double *y, double *work)
{
    (void)work;
    const constants c = *at;
    for (size_t i = 0; i + 8 <= n; i += 8) {
        vec3_4 a = load_4(y, n, i), b = load_4(y, n, i + 4);
        for (size_t k = 0; k < steps; k++) {
            a = body_rk4_4(c, h, a);
            b = body_rk4_4(c, h, b);
        }
        store_4(y, n, i, a);
        store_4(y, n, i + 4, b);
    }
}

static NOINLINE void top_rk4_four(const constants *at, size_t n, double h, size_t steps, double *y,
                                  double *work)
{
    (void)work;
    const constants c = *at;
    for (size_t i = 0; i + 4 <= n; i += 4) {
        pair_4 p = {load_4(y, n, i), load_4(y + 3 * n, n, i)};
        for (size_t k = 0; k < steps; k++)
            p = top_rk4_4(c, h, p);
        store_4(y, n, i, p.pi);
        store_4(y + 3 * n, n, i, p.gamma);
    }
}

/* ---- all lanes, step by step: what a solver that must stop at every step can do ------------- */

static NOINLINE void body_rk4_lanes(const constants *at, size_t n, double h, size_t steps,
                                    double *restrict y, double *work)
{
    (void)work;
    const constants c = *at;
    for (size_t k = 0; k < steps; k++)
        EACH_LANE
    for (size_t i = 0; i < n; i++)
        store_1(y, n, i, body_rk4_1(c, h, load_1(y, n, i)));
}

static NOINLINE void top_rk4_lanes(const constants *at, size_t n, double h, size_t steps,
                                   double *restrict y, double *work)
{
    (void)work;
    const constants c = *at;
    for (size_t k = 0; k < steps; k++) {
        EACH_LANE
        for (size_t i = 0; i < n; i++) {
            const pair_1 p = top_rk4_1(c, h, (pair_1){load_1(y, n, i), load_1(y + 3 * n, n, i)});
            store_1(y, n, i, p.pi);
            store_1(y + 3 * n, n, i, p.gamma);
        }
    }
}

#endif
