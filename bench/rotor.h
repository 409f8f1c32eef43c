/* SPDX-License-Identifier: BSD-3-Clause */
/* rotor.h - RKMK4 for the free rigid body on SO(3) with everything inlined: what an expert
 * would write for this one problem. Full double accuracy for every angle: polynomials for
 * angles below two radians (the ranges and errors of the library's tables), closed forms
 * beyond. Once by Horner's rule, as the library does it, and once by Estrin's, whose chains of
 * dependent operations are shorter. */
#ifndef BENCH_ROTOR_H
#define BENCH_ROTOR_H

#include <math.h>
#include <stdint.h>

#include "fused.h"

#define ROTOR_RANGE 4.0 /* of theta^2 */

/* clang-format off */
#define ROTOR_S 1.0, -0.16666666666666666, 0.008333333333333331, -0.00019841269841268822,       \
    2.755731922372389e-06, -2.5052108351729964e-08, 1.6059041399145683e-10,                      \
    -7.647060115184714e-13, 2.808886700541814e-15, -7.875536227809838e-18, 0
#define ROTOR_C 0.5, -0.041666666666666664, 0.0013888888888888636, -2.480158730145384e-05,      \
    2.755731919727581e-07, -2.0876754361596725e-09, 1.1470605268485116e-11,                      \
    -4.77531759940977e-14, 1.4974900500514594e-16, 0, 0
#define ROTOR_G 0.08333333333333333, 0.0013888888888888885, 3.306878306880669e-05,              \
    8.267195765251695e-07, 2.0876757606961808e-08, 5.284180155211618e-10,                        \
    1.3383457669698596e-11, 3.384536194843394e-13, 8.762128289614184e-15,                        \
    1.8176369573778874e-16, 9.331534141683314e-18
/* clang-format on */

/* c0 + c1 x + .. + c10 x^10; vanishing coefficients at the end cost nothing */
static INLINE double horner(double x, double c0, double c1, double c2, double c3, double c4,
                            double c5, double c6, double c7, double c8, double c9, double c10)
{
    double sum = c8;
    if (c9 != 0)
        sum = sum + x * (c10 != 0 ? c9 + x * c10 : c9);
    sum = ((sum * x + c7) * x + c6) * x + c5;
    return ((((sum * x + c4) * x + c3) * x + c2) * x + c1) * x + c0;
}

static INLINE double estrin(double x, double c0, double c1, double c2, double c3, double c4,
                            double c5, double c6, double c7, double c8, double c9, double c10)
{
    const double x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
    const double low = (c0 + c1 * x) + (c2 + c3 * x) * x2;
    const double mid = (c4 + c5 * x) + (c6 + c7 * x) * x2;
    double high = c8;
    if (c9 != 0)
        high = high + c9 * x;
    if (c10 != 0)
        high = high + c10 * x2;
    return (low + mid * x4) + high * x8;
}

#define HORNER(x, ...) horner(x, __VA_ARGS__)
#define ESTRIN(x, ...) estrin(x, __VA_ARGS__)

static INLINE double square(vec3_1 u)
{
    return u.x * u.x + u.y * u.y + u.z * u.z;
}

/* v + p u x v + q u x (u x v) */
static INLINE vec3_1 spin(vec3_1 u, double p, double q, vec3_1 v)
{
    const vec3_1 w = cross_1(u, v);
    return axpy_1(axpy_1(v, p, w), q, cross_1(u, w));
}

static INLINE vec3_1 scale(double s, vec3_1 v)
{
    return (vec3_1){s * v.x, s * v.y, s * v.z};
}

/* -I^-1 m: a left action turns m' = m x w by -w */
static INLINE vec3_1 field(constants c, vec3_1 m)
{
    return scale(-1, turn_1(c, m));
}

/* A stage: dexpinv_u f(exp(u).m); *far becomes 1 where an angle is beyond the polynomials. */
static INLINE vec3_1 stage(int short_chains, constants c, vec3_1 u, vec3_1 m, uint64_t *far)
{
    const double x = square(u);
    const double S = short_chains ? ESTRIN(x, ROTOR_S) : HORNER(x, ROTOR_S);
    const double C = short_chains ? ESTRIN(x, ROTOR_C) : HORNER(x, ROTOR_C);
    const double G = short_chains ? ESTRIN(x, ROTOR_G) : HORNER(x, ROTOR_G);
    *far |= x < ROTOR_RANGE ? UINT64_C(0) : UINT64_C(1);
    return spin(u, -0.5, G, field(c, spin(u, S, C, m)));
}

static INLINE vec3_1 turned(int short_chains, vec3_1 u, vec3_1 m, uint64_t *far)
{
    const double x = square(u);
    const double S = short_chains ? ESTRIN(x, ROTOR_S) : HORNER(x, ROTOR_S);
    const double C = short_chains ? ESTRIN(x, ROTOR_C) : HORNER(x, ROTOR_C);
    *far |= x < ROTOR_RANGE ? UINT64_C(0) : UINT64_C(1);
    return spin(u, S, C, m);
}

static INLINE vec3_1 rotor_step(int short_chains, constants c, double h, vec3_1 m, uint64_t *far)
{
    const vec3_1 k1 = field(c, m);
    const vec3_1 k2 = stage(short_chains, c, scale(0.5 * h, k1), m, far);
    const vec3_1 k3 = stage(short_chains, c, scale(0.5 * h, k2), m, far);
    const vec3_1 k4 = stage(short_chains, c, scale(h, k3), m, far);
    return turned(short_chains, scale(h / 6, weigh_1(k1, k2, k3, k4)), m, far);
}

/* ---- the rare step with a large angle ------------------------------------------------------- */

static vec3_1 turned_far(vec3_1 u, vec3_1 m)
{
    const double x = square(u), t = sqrt(x), s = sin(t / 2);
    return x < ROTOR_RANGE ? spin(u, HORNER(x, ROTOR_S), HORNER(x, ROTOR_C), m)
                           : spin(u, sin(t) / t, 2 * s * s / x, m);
}

static vec3_1 stage_far(constants c, vec3_1 u, vec3_1 m)
{
    const double x = square(u), t = sqrt(x);
    const double G = x < ROTOR_RANGE ? HORNER(x, ROTOR_G) : (1 - t / 2 / tan(t / 2)) / x;
    return spin(u, -0.5, G, field(c, turned_far(u, m)));
}

static NOINLINE vec3_1 rotor_step_far(const constants *at, double h, vec3_1 m)
{
    const constants c = *at;
    const vec3_1 k1 = field(c, m);
    const vec3_1 k2 = stage_far(c, scale(0.5 * h, k1), m);
    const vec3_1 k3 = stage_far(c, scale(0.5 * h, k2), m);
    const vec3_1 k4 = stage_far(c, scale(h, k3), m);
    return turned_far(scale(h / 6, weigh_1(k1, k2, k3, k4)), m);
}

/* ---- marching ------------------------------------------------------------------------------- */

static INLINE void rotor_march(int short_chains, const constants *at, size_t n, double h,
                               size_t steps, double *y)
{
    const constants c = *at;
    for (size_t i = 0; i < n; i++) {
        vec3_1 m = load_1(y, n, i);
        for (size_t k = 0; k < steps; k++) {
            uint64_t far = 0;
            const vec3_1 next = rotor_step(short_chains, c, h, m, &far);
            m = __builtin_expect(far != 0, 0) ? rotor_step_far(at, h, m) : next;
        }
        store_1(y, n, i, m);
    }
}

static NOINLINE void body_rkmk4_horner(const constants *c, size_t n, double h, size_t steps,
                                       double *y, double *work)
{
    (void)work;
    rotor_march(0, c, n, h, steps, y);
}

static NOINLINE void body_rkmk4_estrin(const constants *c, size_t n, double h, size_t steps,
                                       double *y, double *work)
{
    (void)work;
    rotor_march(1, c, n, h, steps, y);
}

/* All lanes of one step, fused; lanes with large angles are stepped again, alone. */
static INLINE void rotor_lanes(const constants *at, size_t n, double h, const double *restrict y,
                               double *restrict next)
{
    const constants c = *at;
    uint64_t far = 0;
    EACH_LANE
    for (size_t i = 0; i < n; i++)
        store_1(next, n, i, rotor_step(0, c, h, load_1(y, n, i), &far));
    for (size_t i = 0; far && i < n; i++)
        store_1(next, n, i, rotor_step_far(at, h, load_1(y, n, i)));
}

/* work: 3 n doubles */
static NOINLINE void body_rkmk4_lanes(const constants *c, size_t n, double h, size_t steps,
                                      double *y, double *work)
{
    double *from = y, *to = work;
    for (size_t k = 0; k < steps; k++) {
        rotor_lanes(c, n, h, from, to);
        double *keep = from;
        from = to;
        to = keep;
    }
    if (from != y)
        memcpy(y, from, 3 * n * sizeof *y);
}

#endif
