/* SPDX-License-Identifier: BSD-3-Clause */
/* fft.h - discrete Fourier transforms of lengths 2^a and 3 2^a: complex, real, of columns of a plane,
 * and sine transforms.
 *
 * Stockham's form: every pass writes its output in order, so nothing is ever permuted (Van Loan,
 * Computational frameworks for the fast Fourier transform, 1992, section 1.7). Passes have radix
 * 8, 4, 2 and at most one 3. Real numbers are taken in pairs as complex ones of half the length.
 * Work is split into real and imaginary parts. Every element is computed by the same operations in
 * whatever vector it lies: the bits do not depend on the instruction set.
 *
 * Tables live in memory that the caller hands over: there is nothing to free. Transforms are for one
 * trajectory; scratch is what lf_fft_work says. Inputs and outputs may not overlap, nor scratch. */
#ifndef LF_BASE_FFT_H
#define LF_BASE_FFT_H

#include <stdbool.h>
#include <stddef.h>

enum { LF_FFT_PASSES = 24, LF_FFT_LINE = 8 }; /* doubles of a cache line */

typedef struct {
    size_t n; /* complex numbers */
    bool columns;
    int passes;
    int radix[LF_FFT_PASSES];
    const double *twiddle[LF_FFT_PASSES];
    const double *half; /* re, then im of e^{-2 pi i k/(2n)}, k = 0 .. n/2: for 2n real numbers */
} lf_fft;

/* Is there a transform of n complex numbers? */
bool lf_fft_length(size_t n);
/* The nearest such lengths: below and above n, or n itself; at least `least`. */
void lf_fft_nearest(size_t n, size_t least, size_t *below, size_t *above);

/* Doubles for the tables of n complex numbers. */
size_t lf_fft_room(size_t n);
/* Tables for the transforms below; `columns`: for lf_fft_columns alone. */
const lf_fft *lf_fft_make(size_t n, bool columns, double *memory);

/* How far apart real and imaginary parts are in scratch: not a multiple of 4096 bytes, for which
 * caches have few places. */
static inline size_t lf_fft_part(const lf_fft *F)
{
    return F->n + 24;
}
/* Scratch for each of lf_fft_complex, lf_fft_real and their inverses. */
static inline size_t lf_fft_work(const lf_fft *F)
{
    return 4 * lf_fft_part(F) + LF_FFT_LINE;
}

/* c_k = (1/n) sum_j x_j e^{-2 pi i j k/n}, and back; re, im as neighbours. */
void lf_fft_complex(const lf_fft *F, const double *x, double *c, double *work);
void lf_fft_complex_back(const lf_fft *F, const double *c, double *x, double *work);

/* 2n real numbers and the half spectrum c_0 .. c_n of n + 1 pairs, divided by 2n. The imaginary parts
 * of c_0 and c_n are 0; on the way back they are not looked at. */
void lf_fft_real(const lf_fft *F, const double *x, double *c, double *work);
void lf_fft_real_back(const lf_fft *F, const double *c, double *x, double *work);
/* Likewise with x_0, x_2, x_4, .. before x_1, x_3, ..: quicker, and as good for arithmetic number by
 * number. */
void lf_fft_real_halves(const lf_fft *F, const double *x, double *c, double *work);
void lf_fft_real_halves_back(const lf_fft *F, const double *c, double *x, double *work);
/* Likewise with the spectrum in two pieces. */
void lf_fft_real_split(const lf_fft *F, const double *x, double *re, double *im, double *work);
void lf_fft_real_split_back(const lf_fft *F, const double *re, const double *im, double *x,
                            double *work);

/* `width` transforms of length n at once: number k of transform j is re[k*width + j]. In place, not
 * divided by n; `back`: with e^{+...}. Scratch: 2 n width. Results are in *re and *im, which
 * may have become the scratch. */
void lf_fft_columns(const lf_fft *F, size_t width, bool back, double **re, double **im,
                    double *work);

/* The sine transform of n-1 numbers at j = 1 .. n-1: b_k = (2/n) sum_j x_j sin(pi j k/n), and back,
 * x_j = sum_k b_k sin(pi j k/n). */
void lf_fft_sine(const lf_fft *F, const double *x, double *b, double *work);
void lf_fft_sine_back(const lf_fft *F, const double *b, double *x, double *work);
static inline size_t lf_fft_sine_work(const lf_fft *F)
{
    return lf_fft_work(F) + 4 * F->n + 2;
}

#endif
