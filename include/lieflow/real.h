/* SPDX-License-Identifier: BSD-3-Clause */
/* real.h - numbers that are one double or four side by side: arithmetic written for lf_real serves a
 * single trajectory and four of them, with the same bits where the compiler may not fuse a product
 * and a sum on its own, which it could do in one of them and not in the other: with -std=c17 gcc
 * does not, else say -ffp-contract=off.
 *
 * In a function or macro that is made for both, lf_real is a local name of one of the two types.
 * +, -, *, / work on both, also with a plain double on one side. Numbers of the second type are
 * passed behind pointers: as arguments their passing would depend on the instruction set. */
#ifndef LIEFLOW_REAL_H
#define LIEFLOW_REAL_H

#include <math.h>
#include <stddef.h>

#if !defined(__GNUC__)
#error "lieflow/real.h needs the vector types of gcc or clang"
#endif

/* A function of its own for each instruction set, chosen when the program is loaded. That of
 * AVX-512 gains a tenth to a quarter even for few lanes: its thirty-two registers hold what
 * sixteen do not. */
#if defined(__x86_64__) && defined(__linux__) && !defined(LF_NO_CLONES) && !defined(__clang__) && \
    __GNUC__ >= 12
#define LF_KERNEL __attribute__((target_clones("arch=x86-64-v4", "fma", "default")))
#elif defined(__x86_64__) && defined(__linux__) && !defined(LF_NO_CLONES)
#define LF_KERNEL __attribute__((target_clones("fma", "default")))
#else
#define LF_KERNEL
#endif

#define LF_INLINE inline __attribute__((always_inline))

/* One number in each of four lanes. */
enum { LF_QUAD = 4 };
typedef double lf_quad
    __attribute__((vector_size(LF_QUAD * sizeof(double)), aligned(8), may_alias));

/* A loop whose number of rounds is a small constant: unrolled, so that arrays become registers. */
#if defined(__clang__)
#define LF_UNROLLED(k, count) \
    _Pragma("clang loop unroll(full)") for (size_t k = 0; k < (count); k++)
#else
#define LF_UNROLLED(k, count) _Pragma("GCC unroll 16") for (size_t k = 0; k < (count); k++)
#endif

/* The loop over lanes i = 0 .. n-1. Lanes never overlap, and the compiler is told so: it cannot see
 * it through the load and store helpers below. */
#if defined(__clang__)
/* A loop that calls a function (a sine, say) stays a loop, which is no cause for a warning at the
 * equation that it was made from. */
#pragma clang diagnostic ignored "-Wpass-failed"
#define LF_EACH_LANE(i, n) \
    _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < (n); i++)
#else
#define LF_EACH_LANE(i, n) _Pragma("GCC ivdep") for (size_t i = 0; i < (n); i++)
#endif

/* Define something for both types: define(double, one) define(lf_quad, four). */
#define LF_FOR_BOTH(define) define(double, one) define(lf_quad, four)

/* ---- functions, element by element ---- */

#define LF_REAL_FUNCTION(name, function)                                   \
    static LF_INLINE void lf_##name##_one(const double *x, double *out)    \
    {                                                                      \
        *out = function(*x);                                               \
    }                                                                      \
    static LF_INLINE void lf_##name##_four(const lf_quad *x, lf_quad *out) \
    {                                                                      \
        LF_UNROLLED(lf_k, LF_QUAD)                                         \
            (*out)[lf_k] = function((*x)[lf_k]);                           \
    }
LF_REAL_FUNCTION(sqrt, sqrt)
LF_REAL_FUNCTION(cbrt, cbrt)
LF_REAL_FUNCTION(sin, sin)
LF_REAL_FUNCTION(cos, cos)
LF_REAL_FUNCTION(exp, exp)
LF_REAL_FUNCTION(log, log)
LF_REAL_FUNCTION(abs, fabs)
#undef LF_REAL_FUNCTION

/* ---- vectors of three ---- */

/* out = a x b; a.b */
#define LF_REAL_VECTORS(lf_real, suffix)                                                      \
    static LF_INLINE void lf_cross_##suffix(const lf_real *a, const lf_real *b, lf_real *out) \
    {                                                                                         \
        out[0] = a[1] * b[2] - a[2] * b[1];                                                   \
        out[1] = a[2] * b[0] - a[0] * b[2];                                                   \
        out[2] = a[0] * b[1] - a[1] * b[0];                                                   \
    }                                                                                         \
    static LF_INLINE void lf_dot_##suffix(const lf_real *a, const lf_real *b, lf_real *out)   \
    {                                                                                         \
        *out = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];                                       \
    }
LF_FOR_BOTH(LF_REAL_VECTORS)
#undef LF_REAL_VECTORS

/* ---- one name for both types ---- */

#ifndef __cplusplus
#define LF_REAL_CHOOSE(name, out) _Generic((out), double * : name##_one, lf_quad * : name##_four)
/* lf_real_sqrt(&x, &out) and so on; lf_real_cross(a, b, out), lf_real_dot(a, b, &out) */
#define lf_real_sqrt(x, out) LF_REAL_CHOOSE(lf_sqrt, out)(x, out)
#define lf_real_cbrt(x, out) LF_REAL_CHOOSE(lf_cbrt, out)(x, out)
#define lf_real_sin(x, out) LF_REAL_CHOOSE(lf_sin, out)(x, out)
#define lf_real_cos(x, out) LF_REAL_CHOOSE(lf_cos, out)(x, out)
#define lf_real_exp(x, out) LF_REAL_CHOOSE(lf_exp, out)(x, out)
#define lf_real_log(x, out) LF_REAL_CHOOSE(lf_log, out)(x, out)
#define lf_real_abs(x, out) LF_REAL_CHOOSE(lf_abs, out)(x, out)
#define lf_real_cross(a, b, out) LF_REAL_CHOOSE(lf_cross, out)(a, b, out)
#define lf_real_dot(a, b, out) LF_REAL_CHOOSE(lf_dot, out)(a, b, out)
#endif

#endif
