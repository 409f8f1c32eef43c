/* SPDX-License-Identifier: BSD-3-Clause */
/* dop853.c - DOP853 of Hairer, Norsett and Wanner for one trajectory, written by hand: the honest
 * baseline. Coefficients are constants, stages are fused loops, the step control is that of the
 * original. One body; copies with the right-hand side inlined and with a pointer to it. */
#include "ode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dop853.h" /* of bench/: the coefficients */

#define REAL double
#define REAL_SQRT sqrt
#define NAME(x) x
#include "rhs.h"

#define INLINE inline __attribute__((always_inline))

#define BH1 0.244094488188976377952755905512
#define BH2 0.733846688281611857341361741547
#define BH3 0.220588235294117647058823529412e-1
#define E1 0.1312004499419488073250102996e-1
#define E6 (-0.1225156446376204440720569753e1)
#define E7 (-0.4957589496572501915214079952)
#define E8 0.1664377182454986536961530415e1
#define E9 (-0.3503288487499736816886487290)
#define E10 0.3341791187130174790297318841
#define E11 0.8192320648511571246570742613e-1
#define E12 (-0.2235530786388629525884427845e-1)

/* A right-hand side that a copy inlines, or a call through the problem's pointer. */
typedef void inner_rhs(const ode *p, double t, const double *y, double *f);

static INLINE void call_body(const ode *p, double t, const double *y, double *f)
{
    (void)p;
    (void)t;
    rhs_body(y, f);
}

static INLINE void call_attitude(const ode *p, double t, const double *y, double *f)
{
    (void)p;
    (void)t;
    rhs_attitude(y, f);
}

static INLINE void call_top(const ode *p, double t, const double *y, double *f)
{
    (void)p;
    (void)t;
    rhs_top(y, f);
}

static INLINE void call_dumbbells(const ode *p, double t, const double *y, double *f)
{
    (void)p;
    (void)t;
    rhs_dumbbells(y, f);
}

static INLINE void call_pointer(const ode *p, double t, const double *y, double *f)
{
    p->f(p->ctx, t, y, f);
}

#define EACH(terms)                                                                    \
    do {                                                                               \
        _Pragma("GCC ivdep") for (size_t i = 0; i < n; i++) z[i] = y[i] + h * (terms); \
    } while (0)
#define K(j) k[(j)*n + i]

/* k[1] .. k[11] and z = the new point, from k[0] */
static INLINE void stages(size_t n, inner_rhs *f, const ode *p, double t, double h,
                          const double *restrict y, double *restrict z, double *restrict k)
{
    EACH(A21 * K(0));
    f(p, t + C2 * h, z, k + n);
    EACH(A31 * K(0) + A32 * K(1));
    f(p, t + C3 * h, z, k + 2 * n);
    EACH(A41 * K(0) + A43 * K(2));
    f(p, t + C4 * h, z, k + 3 * n);
    EACH(A51 * K(0) + A53 * K(2) + A54 * K(3));
    f(p, t + C5 * h, z, k + 4 * n);
    EACH(A61 * K(0) + A64 * K(3) + A65 * K(4));
    f(p, t + C6 * h, z, k + 5 * n);
    EACH(A71 * K(0) + A74 * K(3) + A75 * K(4) + A76 * K(5));
    f(p, t + C7 * h, z, k + 6 * n);
    EACH(A81 * K(0) + A84 * K(3) + A85 * K(4) + A86 * K(5) + A87 * K(6));
    f(p, t + C8 * h, z, k + 7 * n);
    EACH(A91 * K(0) + A94 * K(3) + A95 * K(4) + A96 * K(5) + A97 * K(6) + A98 * K(7));
    f(p, t + C9 * h, z, k + 8 * n);
    EACH(A101 * K(0) + A104 * K(3) + A105 * K(4) + A106 * K(5) + A107 * K(6) + A108 * K(7) +
         A109 * K(8));
    f(p, t + C10 * h, z, k + 9 * n);
    EACH(A111 * K(0) + A114 * K(3) + A115 * K(4) + A116 * K(5) + A117 * K(6) + A118 * K(7) +
         A119 * K(8) + A1110 * K(9));
    f(p, t + C11 * h, z, k + 10 * n);
    EACH(A121 * K(0) + A124 * K(3) + A125 * K(4) + A126 * K(5) + A127 * K(6) + A128 * K(7) +
         A129 * K(8) + A1210 * K(9) + A1211 * K(10));
    f(p, t + h, z, k + 11 * n);
}

/* The new point into z; the error relative to what is allowed. */
static INLINE double finish(size_t n, double h, double tol, const double *restrict y,
                            double *restrict z, const double *restrict k)
{
    double high = 0, low = 0;
    for (size_t i = 0; i < n; i++) {
        const double slope = B1 * K(0) + B6 * K(5) + B7 * K(6) + B8 * K(7) + B9 * K(8) +
                             B10 * K(9) + B11 * K(10) + B12 * K(11);
        const double three = slope - BH1 * K(0) - BH2 * K(8) - BH3 * K(11);
        const double five = E1 * K(0) + E6 * K(5) + E7 * K(6) + E8 * K(7) + E9 * K(8) + E10 * K(9) +
                            E11 * K(10) + E12 * K(11);
        z[i] = y[i] + h * slope;
        const double scale = 1 / (tol + tol * fmax(fabs(y[i]), fabs(z[i])));
        low += three * scale * (three * scale);
        high += five * scale * (five * scale);
    }
    const double sum = high + 0.01 * low;
    return sum > 0 ? fabs(h) * high * sqrt(1 / (sum * (double)n)) : 0;
}

/* The first step: Hairer, Norsett, Wanner II.4. */
static INLINE double first_step(size_t n, inner_rhs *f, const ode *p, double tol, const double *y,
                                double *z, double *k)
{
    double size = 0, speed = 0, bend = 0;
    for (size_t i = 0; i < n; i++) {
        const double s = tol + tol * fabs(y[i]);
        size += y[i] / s * (y[i] / s);
        speed += k[i] / s * (k[i] / s);
    }
    const double probe = speed > 1e-10 && size > 1e-10 ? 0.01 * sqrt(size / speed) : 1e-6;
    for (size_t i = 0; i < n; i++)
        z[i] = y[i] + probe * k[i];
    f(p, probe, z, k + n);
    for (size_t i = 0; i < n; i++) {
        const double d = (k[n + i] - k[i]) / (tol + tol * fabs(y[i]));
        bend += d * d;
    }
    const double most = fmax(sqrt(bend) / probe, sqrt(speed));
    const double h = most > 1e-15 ? pow(0.01 / most, 1. / 8) : fmax(1e-6, probe * 1e-3);
    return fmin(fmin(100 * probe, h), p->t_end);
}

static INLINE bool march(size_t n, inner_rhs *f, const ode *p, double tol, double *restrict y,
                         double *restrict z, double *restrict k)
{
    double t = 0;
    bool rejected = false;
    f(p, 0, y, k);
    double h = first_step(n, f, p, tol, y, z, k);
    for (long attempt = 0; t < p->t_end && attempt < 50000000; attempt++) {
        const bool last = t + 1.01 * h >= p->t_end;
        h = last ? p->t_end - t : h;
        stages(n, f, p, t, h, y, z, k);
        const double error = finish(n, h, tol, y, z, k);
        const double factor = fmax(1. / 6, pow(error, 1. / 8) / 0.9);
        if (!(error <= 1)) {
            h /= fmin(3, factor);
            rejected = true;
            if (!(h > 1e-15 * t))
                return false;
            continue;
        }
        t = last ? p->t_end : t + h;
        memcpy(y, z, n * sizeof *y);
        f(p, t, y, k);
        h /= rejected ? fmax(1, fmin(3, factor)) : fmin(3, factor);
        rejected = false;
    }
    return t >= p->t_end;
}

static __attribute__((noinline)) bool march_body(const ode *p, double tol, double *y)
{
    double at[3], z[3], k[36];
    memcpy(at, y, sizeof at);
    const bool ok = march(3, call_body, p, tol, at, z, k);
    memcpy(y, at, sizeof at);
    return ok;
}

static __attribute__((noinline)) bool march_attitude(const ode *p, double tol, double *y)
{
    double at[7], z[7], k[84];
    memcpy(at, y, sizeof at);
    const bool ok = march(7, call_attitude, p, tol, at, z, k);
    memcpy(y, at, sizeof at);
    return ok;
}

static __attribute__((noinline)) bool march_top(const ode *p, double tol, double *y)
{
    double at[6], z[6], k[72];
    memcpy(at, y, sizeof at);
    const bool ok = march(6, call_top, p, tol, at, z, k);
    memcpy(y, at, sizeof at);
    return ok;
}

static __attribute__((noinline)) bool march_dumbbells(const ode *p, double tol, double *y)
{
    double at[26], z[26], k[312];
    memcpy(at, y, sizeof at);
    const bool ok = march(26, call_dumbbells, p, tol, at, z, k);
    memcpy(y, at, sizeof at);
    return ok;
}

bool dop853_inlined(const ode *p, double tol, double *y)
{
    switch (p->kind) {
    case BODY: return march_body(p, tol, y);
    case ATTITUDE: return march_attitude(p, tol, y);
    case TOP: return march_top(p, tol, y);
    case DUMBBELLS: return march_dumbbells(p, tol, y);
    case CHAIN: break;
    }
    return false;
}

bool dop853_pointer(const ode *p, double tol, double *y)
{
    double *work = malloc(13 * p->dim * sizeof *work);
    const bool ok = work && march(p->dim, call_pointer, p, tol, y, work, work + p->dim);
    free(work);
    return ok;
}
