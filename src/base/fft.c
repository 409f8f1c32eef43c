/* SPDX-License-Identifier: BSD-3-Clause */
/* fft.c - tables of transforms, and the passes that make one. */
#include "base/fft.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/fft_passes.h"

#define PI 3.14159265358979323846

bool lf_fft_length(size_t n)
{
    if (n > 1 && n % 3 == 0)
        n /= 3;
    return n > 0 && (n & (n - 1)) == 0;
}

void lf_fft_nearest(size_t n, size_t least, size_t *below, size_t *above)
{
    *below = n < least ? least : n;
    *above = *below;
    while (*below > least && !lf_fft_length(*below))
        --*below;
    while (!lf_fft_length(*above))
        ++*above;
    *below = lf_fft_length(*below) ? *below : *above;
}

/* ---- tables ---- */

/* The first place at a cache line: vectors that lie across two lines cost twice. */
static double *aligned(double *a)
{
    enum { LINE = 64 };
    return a + (LINE - (uintptr_t)a % LINE) % LINE / sizeof *a;
}

/* Radix 8 first, so that later strides are whole vectors; no radix 2 where two 4 will do; 3 last. */
static int choose_radices(size_t n, int *radix)
{
    int twos = 0, count = 0;
    const bool three = n % 3 == 0;
    for (size_t rest = three ? n / 3 : n; rest > 1; rest /= 2)
        twos++;
    for (; twos >= 3 && twos != 4; twos -= 3)
        radix[count++] = 8;
    for (; twos >= 2; twos -= 2)
        radix[count++] = 4;
    if (twos)
        radix[count++] = 2;
    if (three)
        radix[count++] = 3;
    return count;
}

/* Twiddles of all passes but the last, then those of the real transform, and the struct itself. */
size_t lf_fft_room(size_t n)
{
    int radix[LF_FFT_PASSES];
    const int passes = choose_radices(n, radix);
    size_t size = (sizeof(lf_fft) + sizeof(double) - 1) / sizeof(double) + 2 * (n / 2 + 1);
    for (int k = 0; k + 1 < passes; n /= (size_t)radix[k++])
        size += 2 * (n / (size_t)radix[k]) * ((size_t)radix[k] - 1) + LF_FFT_LINE;
    return size;
}

/* e^{-2 pi i k/n}; the angle is brought below pi/4 while k and n are whole numbers. */
static void unit_root(size_t k, size_t n, double *re, double *im)
{
    const size_t eighths = 8 * (k % n) / n, rest = 8 * (k % n) % n; /* k/n = (eighths + rest/n)/8 */
    const bool odd = eighths % 2 != 0;
    const double angle = PI / 4 * ((double)(odd ? n - rest : rest) / (double)n);
    const double c = cos(angle), s = sin(angle);
    const double x = odd ? s : c, y = odd ? c : s; /* within the quadrant */
    switch (eighths / 2) {
    case 0: *re = x, *im = -y; break;
    case 1: *re = -y, *im = -x; break;
    case 2: *re = -x, *im = y; break;
    default: *re = y, *im = x;
    }
}

/* w^{p j} of a pass over n = r m, as vectors over p want them, or as numbers. */
static double *fill_twiddles(size_t n, size_t radix, bool vectors, double *w)
{
    const size_t m = n / radix;
    for (size_t p = 0; p < m; p++)
        for (size_t j = 1; j < radix; j++) {
            double *at = vectors ? w + 2 * (j - 1) * m + p : w + 2 * ((radix - 1) * p + j - 1);
            unit_root(p * j, n, at, at + (vectors ? m : 1));
        }
    return w + 2 * m * (radix - 1);
}

const lf_fft *lf_fft_make(size_t n, bool columns, double *memory)
{
    lf_fft *F = (lf_fft *)(void *)memory;
    double *w = memory + (sizeof(lf_fft) + sizeof(double) - 1) / sizeof(double);
    *F = (lf_fft){.n = n, .columns = columns, .half = w};
    F->passes = choose_radices(n, F->radix);
    for (size_t k = 0; k <= n / 2; k++)
        unit_root(k, 2 * n, w + k, w + n / 2 + 1 + k);
    w += 2 * (n / 2 + 1);
    size_t rest = n;
    for (int k = 0; k + 1 < F->passes; rest /= (size_t)F->radix[k++]) {
        w = aligned(w);
        F->twiddle[k] = w;
        w = fill_twiddles(rest, (size_t)F->radix[k], k == 0 && !columns, w);
    }
    return F;
}

/* ---- passes ---- */

LF_KERNEL static void first_pass(int radix, size_t step, size_t m, const lf_fft_pass *a)
{
    if (radix == 8 && step == 1)
        lf_fft_first(8, 1, m, a);
    else if (radix == 8)
        lf_fft_first(8, 2, m, a);
    else if (radix == 4)
        lf_fft_first(4, step, m, a);
    else
        lf_fft_first(2, step, m, a);
}

LF_KERNEL static void later_pass(int radix, size_t s, size_t m, const lf_fft_pass *a)
{
    if (radix == 8 && s == 8)
        lf_fft_later(8, 8, m, a);
    else if (radix == 8)
        lf_fft_later(8, s, m, a);
    else if (radix == 4 && s == 8)
        lf_fft_later(4, 8, m, a);
    else if (radix == 4)
        lf_fft_later(4, s, m, a);
    else
        lf_fft_later(2, s, m, a);
}

LF_KERNEL static void last_pass(int radix, size_t s, size_t step, const lf_fft_pass *a)
{
    if (radix == 8 && step == 1)
        lf_fft_last(8, s, 1, a);
    else if (radix == 8)
        lf_fft_last(8, s, 2, a);
    else if (radix == 4 && step == 1)
        lf_fft_last(4, s, 1, a);
    else if (radix == 4)
        lf_fft_last(4, s, 2, a);
    else if (radix == 3)
        lf_fft_last(3, s, step, a);
    else
        lf_fft_last(2, s, step, a);
}

/* Numbers somewhere: `step` apart. */
typedef struct {
    double *re, *im;
    size_t step;
} place;

/* The transform from x to y by way of scratch; n > 1. */
static void run_passes(const lf_fft *F, const place *x, const place *y, double *work)
{
    const size_t n = F->n, part = lf_fft_part(F);
    double *from = work, *to = work + 2 * part;
    size_t s = (size_t)F->radix[0];
    if (F->passes > 1) {
        first_pass(F->radix[0], x->step, n / s,
                   &(lf_fft_pass){x->re, x->im, from, from + part, F->twiddle[0]});
    } else {
        s = 1;
        for (size_t k = 0; k < n; k++) {
            from[k] = x->re[k * x->step];
            from[part + k] = x->im[k * x->step];
        }
    }
    for (int k = 1; k + 1 < F->passes; s *= (size_t)F->radix[k++]) {
        const size_t radix = (size_t)F->radix[k];
        later_pass((int)radix, s, n / (radix * s),
                   &(lf_fft_pass){from, from + part, to, to + part, F->twiddle[k]});
        double *swap = from;
        from = to;
        to = swap;
    }
    last_pass(F->radix[F->passes - 1], s, y->step,
              &(lf_fft_pass){from, from + part, y->re, y->im, NULL});
}

/* A read-only place. */
static place source(const double *re, const double *im, size_t step)
{
    return (place){(double *)(size_t)re, (double *)(size_t)im, step};
}

/* ---- complex ---- */

static void transform(const lf_fft *F, const place *x, const place *y, double *work)
{
    if (F->n > 1) {
        run_passes(F, x, y, work);
    } else {
        *y->re = *x->re;
        *y->im = *x->im;
    }
}

void lf_fft_complex(const lf_fft *F, const double *x, double *c, double *work)
{
    work = aligned(work);
    const place from = source(x, x + 1, 2), to = {c, c + 1, 2};
    const double scale = 1 / (double)F->n;
    transform(F, &from, &to, work);
    for (size_t k = 0; k < 2 * F->n; k++)
        c[k] *= scale;
}

/* Re and im change places before and after: conj(F conj(c)). */
void lf_fft_complex_back(const lf_fft *F, const double *c, double *x, double *work)
{
    work = aligned(work);
    const place from = source(c + 1, c, 2), to = {x + 1, x, 2};
    transform(F, &from, &to, work);
}

/* ---- real ---- */

#if defined(__clang__)
#define MIX(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef long long places __attribute__((vector_size(LF_QUAD * sizeof(long long))));
#define MIX(a, b, i, j, k, l) __builtin_shuffle(a, b, (places){i, j, k, l})
#endif
#define LOAD(x) (*(const lf_quad *)(x))
#define STORE(x) (*(lf_quad *)(x))
#define BACKWARDS(a) MIX(a, a, 3, 2, 1, 0)

/* With Z of the pairs x_2p + i x_2p+1: X_k = E + w^k O, X_(n-k) = conj(E - w^k O), where
 * 2 E = Z_k + conj Z_(n-k) and 2 i O = Z_k - conj Z_(n-k). For one number or four; k and l = n-k,
 * (sr, si) = X_k, (dr, di) = X_l. */
#define UNTANGLE(real, zkr, zki, zlr, zli, wr, wi, scale)            \
    const real er = (zkr) + (zlr), ei = (zki) - (zli);               \
    const real ur = (zki) + (zli), ui = (zlr) - (zkr);               \
    const real tr = ur * (wr)-ui * (wi), ti = ur * (wi) + ui * (wr); \
    const real sr = (scale) * (er + tr), si = (scale) * (ei + ti);   \
    const real dr = (scale) * (er - tr), di = (scale) * (ti - ei)

/* Z_k = E + i w^-k D, Z_(n-k) = conj(E) + i conj(w^-k D), E = X_k + conj X_(n-k),
 * D = X_k - conj X_(n-k). */
#define TANGLE(real, xr, xi, yr, yi, wr, wi)                         \
    const real er = (xr) + (yr), ei = (xi) - (yi);                   \
    const real ur = (xr) - (yr), ui = (xi) + (yi);                   \
    const real tr = ur * (wr) + ui * (wi), ti = ui * (wr)-ur * (wi); \
    const real sr = er - ti, si = ei + tr, dr = er + ti, di = tr - ei

/* One k, re and im `step` apart. */
static LF_INLINE void untangle_one(size_t k, size_t n, size_t step, const double *half,
                                   const double *zr, const double *zi, double *re, double *im)
{
    const size_t l = n - k, cosines = n / 2 + 1;
    UNTANGLE(double, zr[k], zi[k], zr[l], zi[l], half[k], half[cosines + k], 0.25 / (double)n);
    re[step * k] = sr;
    im[step * k] = si;
    re[step * l] = dr;
    im[step * l] = di;
}

static LF_INLINE void untangle_ends(size_t n, size_t step, const double *zr, const double *zi,
                                    double *re, double *im)
{
    const double scale = 0.5 / (double)n;
    re[0] = scale * (zr[0] + zi[0]);
    re[step * n] = scale * (zr[0] - zi[0]);
    im[0] = im[step * n] = 0;
}

/* Four at a time; k = n/2 is its own partner, and both write the same. */
LF_KERNEL static void untangle_pairs(const lf_fft *F, const double *z, double *c)
{
    const size_t n = F->n;
    const double *half = F->half, *zr = z, *zi = z + lf_fft_part(F), *cosine = half,
                 *sine = half + n / 2 + 1;
    const double scale = 0.25 / (double)n;
    size_t k = 1;
    for (; k + LF_QUAD <= n / 2 + 1; k += LF_QUAD) {
        const size_t l = n - k - (LF_QUAD - 1);
        const lf_quad kr = LOAD(zr + k), ki = LOAD(zi + k);
        const lf_quad far_r = LOAD(zr + l), far_i = LOAD(zi + l);
        const lf_quad lr = BACKWARDS(far_r), li = BACKWARDS(far_i);
        UNTANGLE(lf_quad, kr, ki, lr, li, LOAD(cosine + k), LOAD(sine + k), scale);
        STORE(c + 2 * k) = MIX(sr, si, 0, 4, 1, 5);
        STORE(c + 2 * k + LF_QUAD) = MIX(sr, si, 2, 6, 3, 7);
        STORE(c + 2 * l) = MIX(dr, di, 3, 7, 2, 6);
        STORE(c + 2 * l + LF_QUAD) = MIX(dr, di, 1, 5, 0, 4);
    }
    for (; k <= n / 2; k++)
        untangle_one(k, n, 2, half, zr, zi, c, c + 1);
    untangle_ends(n, 2, zr, zi, c, c + 1);
}

LF_KERNEL static void untangle_split(const lf_fft *F, const double *z, double *re, double *im)
{
    const double *zi = z + lf_fft_part(F);
    LF_EACH_LANE(k, F->n / 2)
        untangle_one(k + 1, F->n, 1, F->half, z, zi, re, im);
    untangle_ends(F->n, 1, z, zi, re, im);
}

static LF_INLINE void tangle_one(size_t k, size_t n, size_t step, const double *half,
                                 const double *re, const double *im, double *zr, double *zi)
{
    const size_t l = n - k;
    TANGLE(double, re[step * k], im[step * k], re[step * l], im[step * l], half[k],
           half[n / 2 + 1 + k]);
    zr[k] = sr;
    zi[k] = si;
    zr[l] = dr;
    zi[l] = di;
}

LF_KERNEL static void tangle_pairs(const lf_fft *F, const double *c, double *z)
{
    const size_t n = F->n;
    double *zr = z, *zi = z + lf_fft_part(F);
    const double *half = F->half, *cosine = half, *sine = half + n / 2 + 1;
    size_t k = 1;
    for (; k + LF_QUAD <= n / 2 + 1; k += LF_QUAD) {
        const size_t l = n - k - (LF_QUAD - 1);
        const lf_quad a = LOAD(c + 2 * k), b = LOAD(c + 2 * k + LF_QUAD);
        const lf_quad p = LOAD(c + 2 * l), q = LOAD(c + 2 * l + LF_QUAD);
        const lf_quad xr = MIX(a, b, 0, 2, 4, 6), xi = MIX(a, b, 1, 3, 5, 7);
        const lf_quad yr = MIX(p, q, 6, 4, 2, 0), yi = MIX(p, q, 7, 5, 3, 1);
        TANGLE(lf_quad, xr, xi, yr, yi, LOAD(cosine + k), LOAD(sine + k));
        STORE(zr + l) = BACKWARDS(dr);
        STORE(zi + l) = BACKWARDS(di);
        STORE(zr + k) = sr;
        STORE(zi + k) = si;
    }
    for (; k <= n / 2; k++)
        tangle_one(k, n, 2, half, c, c + 1, zr, zi);
    zr[0] = c[0] + c[2 * n];
    zi[0] = c[0] - c[2 * n];
}

LF_KERNEL static void tangle_split(const lf_fft *F, const double *re, const double *im, double *z)
{
    const size_t n = F->n;
    double *zi = z + lf_fft_part(F);
    LF_EACH_LANE(k, n / 2)
        tangle_one(k + 1, n, 1, F->half, re, im, z, zi);
    z[0] = re[0] + re[n];
    zi[0] = re[0] - re[n];
}

/* The transform of the pairs, `step` 1 where x has their real parts first. */
static double *real_forward(const lf_fft *F, const double *x, size_t step, double *work)
{
    /* scratch is left where the last pass does not read */
    double *z = F->passes % 2 ? work + 2 * lf_fft_part(F) : work;
    const place from = source(x, x + (step == 1 ? F->n : 1), step), to = {z, z + lf_fft_part(F), 1};
    transform(F, &from, &to, work);
    return z;
}

void lf_fft_real(const lf_fft *F, const double *x, double *c, double *work)
{
    work = aligned(work);
    untangle_pairs(F, real_forward(F, x, 2, work), c);
}

void lf_fft_real_halves(const lf_fft *F, const double *x, double *c, double *work)
{
    work = aligned(work);
    untangle_pairs(F, real_forward(F, x, 1, work), c);
}

void lf_fft_real_split(const lf_fft *F, const double *x, double *re, double *im, double *work)
{
    work = aligned(work);
    untangle_split(F, real_forward(F, x, 2, work), re, im);
}

/* Z is put where the first pass does not write. */
static void real_back(const lf_fft *F, size_t step, double *x, double *work)
{
    const double *z = work + 2 * lf_fft_part(F);
    const place from = source(z + lf_fft_part(F), z, 1), to = {x + (step == 1 ? F->n : 1), x, step};
    transform(F, &from, &to, work);
}

void lf_fft_real_back(const lf_fft *F, const double *c, double *x, double *work)
{
    work = aligned(work);
    tangle_pairs(F, c, work + 2 * lf_fft_part(F));
    real_back(F, 2, x, work);
}

void lf_fft_real_halves_back(const lf_fft *F, const double *c, double *x, double *work)
{
    work = aligned(work);
    tangle_pairs(F, c, work + 2 * lf_fft_part(F));
    real_back(F, 1, x, work);
}

void lf_fft_real_split_back(const lf_fft *F, const double *re, const double *im, double *x,
                            double *work)
{
    work = aligned(work);
    tangle_split(F, re, im, work + 2 * lf_fft_part(F));
    real_back(F, 2, x, work);
}

/* ---- columns ---- */

void lf_fft_columns(const lf_fft *F, size_t width, bool back, double **re, double **im,
                    double *work)
{
    const size_t n = F->n;
    double *other_re = work, *other_im = work + n * width;
    size_t s = width;
    for (int k = 0; k < F->passes; s *= (size_t)F->radix[k++]) {
        double *xr = back ? *im : *re, *xi = back ? *re : *im;
        const size_t radix = (size_t)F->radix[k];
        const lf_fft_pass pass = {xr, xi, back ? other_im : other_re, back ? other_re : other_im,
                                  F->twiddle[k]};
        if (k + 1 < F->passes)
            later_pass((int)radix, s, n * width / (radix * s), &pass);
        else
            last_pass((int)radix, s, 1, &pass);
        double *r = *re, *i = *im;
        *re = other_re;
        *im = other_im;
        other_re = r;
        other_im = i;
    }
}

/* ---- sines: the real transform of the odd extension ---- */

void lf_fft_sine(const lf_fft *F, const double *x, double *b, double *work)
{
    const size_t n = F->n;
    double *odd = work + lf_fft_work(F), *re = odd + 2 * n;
    odd[0] = odd[n] = 0;
    for (size_t j = 1; j < n; j++) {
        odd[j] = x[j - 1];
        odd[2 * n - j] = -x[j - 1];
    }
    double *im = re + n + 1;
    lf_fft_real_split(F, odd, re, im, work);
    for (size_t k = 1; k < n; k++)
        b[k - 1] = -2 * im[k];
}

void lf_fft_sine_back(const lf_fft *F, const double *b, double *x, double *work)
{
    const size_t n = F->n;
    double *odd = work + lf_fft_work(F), *re = odd + 2 * n, *im = re + n + 1;
    memset(re, 0, (n + 1) * sizeof *re);
    im[0] = im[n] = 0;
    for (size_t k = 1; k < n; k++)
        im[k] = -0.5 * b[k - 1];
    lf_fft_real_split_back(F, re, im, odd, work);
    memcpy(x, odd + 1, (n - 1) * sizeof *x);
}
