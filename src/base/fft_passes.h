/* SPDX-License-Identifier: BSD-3-Clause */
/* fft_passes.h - one pass of Stockham's transform: with stride s and m = n/(r s),
 *
 *   y[q + s (r p + j)] = w^{p j} sum_k x[q + s (p + m k)] e^{-2 pi i j k/r},  w = e^{-2 pi i/(r m)},
 *
 * p = 0 .. m-1, q = 0 .. s-1. Vectors run over p where s = 1, else over q. */
#ifndef LF_BASE_FFT_PASSES_H
#define LF_BASE_FFT_PASSES_H

#include "base/lanes.h"

/* Where a pass reads and writes: real and imaginary parts. */
typedef struct {
    const double *xr, *xi;
    double *yr, *yi;
    const double *w;
} lf_fft_pass;

#define SQRT_HALF 0.70710678118654752440
#define SQRT_3_HALF 0.86602540378443864676

static LF_INLINE void dft2(double *r, double *i)
{
    const double ar = r[0], ai = i[0];
    r[0] = ar + r[1];
    i[0] = ai + i[1];
    r[1] = ar - r[1];
    i[1] = ai - i[1];
}

static LF_INLINE void dft3(double *r, double *i)
{
    const double sr = r[1] + r[2], si = i[1] + i[2];
    const double dr = SQRT_3_HALF * (r[1] - r[2]), di = SQRT_3_HALF * (i[1] - i[2]);
    const double ar = lf_fma(-0.5, sr, r[0]), ai = lf_fma(-0.5, si, i[0]);
    r[0] += sr;
    i[0] += si;
    r[1] = ar + di;
    i[1] = ai - dr;
    r[2] = ar - di;
    i[2] = ai + dr;
}

static LF_INLINE void dft4(double *r, double *i)
{
    const double ar = r[0] + r[2], ai = i[0] + i[2], br = r[0] - r[2], bi = i[0] - i[2];
    const double cr = r[1] + r[3], ci = i[1] + i[3], dr = r[1] - r[3], di = i[1] - i[3];
    r[0] = ar + cr;
    i[0] = ai + ci;
    r[1] = br + di;
    i[1] = bi - dr;
    r[2] = ar - cr;
    i[2] = ai - ci;
    r[3] = br - di;
    i[3] = bi + dr;
}

/* Even and odd numbers by themselves, then turned by eighths. */
static LF_INLINE void dft8(double *r, double *i)
{
    double er[4] = {r[0], r[2], r[4], r[6]}, ei[4] = {i[0], i[2], i[4], i[6]};
    double or_[4] = {r[1], r[3], r[5], r[7]}, oi[4] = {i[1], i[3], i[5], i[7]};
    dft4(er, ei);
    dft4(or_, oi);
    const double tr[4] = {or_[0], SQRT_HALF * (or_[1] + oi[1]), oi[2],
                          SQRT_HALF * (oi[3] - or_[3])};
    const double ti[4] = {oi[0], SQRT_HALF * (oi[1] - or_[1]), -or_[2],
                          -(SQRT_HALF * (oi[3] + or_[3]))};
    LF_UNROLLED(k, 4) {
        r[k] = er[k] + tr[k];
        i[k] = ei[k] + ti[k];
        r[k + 4] = er[k] - tr[k];
        i[k + 4] = ei[k] - ti[k];
    }
}

static LF_INLINE void dft(int radix, double *r, double *i)
{
    if (radix == 8)
        dft8(r, i);
    else if (radix == 4)
        dft4(r, i);
    else if (radix == 3)
        dft3(r, i);
    else
        dft2(r, i);
}

/* s = 1: vectors over p; twiddles [j][re, im][p]. `step` is 2 where re and im are neighbours. */
static LF_INLINE void lf_fft_first(int radix, size_t step, size_t m, const lf_fft_pass *pass)
{
    const lf_fft_pass a = *pass;
    LF_EACH_LANE(p, m) {
        double r[8], i[8];
        LF_UNROLLED(k, (size_t)radix) {
            r[k] = a.xr[(p + m * k) * step];
            i[k] = a.xi[(p + m * k) * step];
        }
        dft(radix, r, i);
        a.yr[(size_t)radix * p] = r[0];
        a.yi[(size_t)radix * p] = i[0];
        LF_UNROLLED(j, (size_t)radix - 1) {
            const double wr = a.w[2 * j * m + p], wi = a.w[(2 * j + 1) * m + p];
            const double yr = r[j + 1], yi = i[j + 1];
            a.yr[(size_t)radix * p + j + 1] = lf_fma(yr, wr, -(yi * wi));
            a.yi[(size_t)radix * p + j + 1] = lf_fma(yr, wi, yi * wr);
        }
    }
}

/* Vectors over q; twiddles [p][j][re, im]. */
static LF_INLINE void lf_fft_later(int radix, size_t s, size_t m, const lf_fft_pass *pass)
{
    for (size_t p = 0; p < m; p++) {
        const double *w = pass->w + 2 * ((size_t)radix - 1) * p;
        const double *xr = pass->xr + s * p, *xi = pass->xi + s * p;
        double *yr = pass->yr + s * (size_t)radix * p, *yi = pass->yi + s * (size_t)radix * p;
        LF_EACH_LANE(q, s) {
            double r[8], i[8];
            LF_UNROLLED(k, (size_t)radix) {
                r[k] = xr[q + s * m * k];
                i[k] = xi[q + s * m * k];
            }
            dft(radix, r, i);
            yr[q] = r[0];
            yi[q] = i[0];
            LF_UNROLLED(j, (size_t)radix - 1) {
                const double wr = w[2 * j], wi = w[2 * j + 1];
                yr[q + s * (j + 1)] = lf_fma(r[j + 1], wr, -(i[j + 1] * wi));
                yi[q + s * (j + 1)] = lf_fma(r[j + 1], wi, i[j + 1] * wr);
            }
        }
    }
}

/* The last one, m = 1: no twiddles; `step` is 2 where re and im become neighbours. */
static LF_INLINE void lf_fft_last(int radix, size_t s, size_t step, const lf_fft_pass *pass)
{
    const lf_fft_pass a = *pass;
    LF_EACH_LANE(q, s) {
        double r[8], i[8];
        LF_UNROLLED(k, (size_t)radix) {
            r[k] = a.xr[q + s * k];
            i[k] = a.xi[q + s * k];
        }
        dft(radix, r, i);
        LF_UNROLLED(j, (size_t)radix) {
            a.yr[(q + s * j) * step] = r[j];
            a.yi[(q + s * j) * step] = i[j];
        }
    }
}

#endif
