/* SPDX-License-Identifier: BSD-3-Clause */
/* operator_transforms.c - between values on a grid and the coefficients of their waves. */
#include <string.h>

#include "action/operator.h"
#include "base/dense.h"
#include "base/lanes.h"

/* ---- planes of real numbers: rows by pairs, columns all at once ---- */

/* Numbers of one species in a plane of half spectra. */
static size_t plane(const lf_operator *L)
{
    return L->shape.rows * (L->shape.n / 2 + 1);
}

static size_t plane_work(const lf_operator *L)
{
    return 4 * plane(L) + lf_fft_work(lf_operator_fft(L, 0));
}

static void split(size_t count, const double *c, double *re, double *im)
{
    for (size_t j = 0; j < count; j++) {
        re[j] = c[2 * j];
        im[j] = c[2 * j + 1];
    }
}

static void plane_to_grid(const lf_operator *L, const double *c, double *u, double *work)
{
    const size_t size = plane(L), width = L->shape.n / 2 + 1;
    double *re = work, *im = re + size, *other = im + size, *rest = other + 2 * size;
    split(size, c, re, im);
    lf_fft_columns(lf_operator_fft(L, 1), width, true, &re, &im, other);
    for (size_t j = 0; j < L->shape.rows; j++)
        lf_fft_real_split_back(lf_operator_fft(L, 0), re + j * width, im + j * width,
                               u + j * L->shape.n, rest);
}

/* Columns of real functions are conjugate to themselves: rounding must not make them something else,
 * for what the grid does not see could grow. */
static void make_conjugate(const lf_operator *L, size_t column, double *c)
{
    const size_t rows = L->shape.rows, width = L->shape.n / 2 + 1;
    for (size_t j = 0; j <= rows / 2; j++) {
        double *a = c + 2 * (j * width + column);
        double *b = c + 2 * ((rows - j) % rows * width + column);
        const double re = 0.5 * (a[0] + b[0]), im = 0.5 * (a[1] - b[1]);
        a[0] = b[0] = re;
        b[1] = -im;
        a[1] = a == b ? 0 : im;
    }
}

static void plane_to_coefficients(const lf_operator *L, const double *u, double *c, double *work)
{
    const size_t size = plane(L), width = L->shape.n / 2 + 1;
    const double scale = 1 / (double)L->shape.rows;
    double *re = work, *im = re + size, *other = im + size, *rest = other + 2 * size;
    for (size_t j = 0; j < L->shape.rows; j++)
        lf_fft_real_split(lf_operator_fft(L, 0), u + j * L->shape.n, re + j * width, im + j * width,
                          rest);
    lf_fft_columns(lf_operator_fft(L, 1), width, false, &re, &im, other);
    for (size_t j = 0; j < size; j++) {
        c[2 * j] = scale * re[j];
        c[2 * j + 1] = scale * im[j];
    }
    make_conjugate(L, 0, c);
    make_conjugate(L, L->shape.n / 2, c);
}

/* ---- the two-thirds rule ---- */

/* Is number j of n at two thirds of the largest wave number or beyond? At n/3 itself, where n is a multiple
 * of three, the alias of its own double would fall upon it. */
static bool is_upper(size_t j, size_t n)
{
    return 3 * (2 * j > n ? n - j : j) >= n;
}

static void cut_upper_third(const lf_operator *L, double *c)
{
    const lf_operator_shape *s = &L->shape;
    const size_t width = s->kind == LF_OPERATOR_FOURIER ? s->n / 2 + 1 : s->n;
    const size_t numbers = L->pairs ? 2 : 1;
    for (size_t j = 0; j < L->waves; j++) {
        const size_t column = j % width, row = j / width;
        const bool upper = s->kind == LF_OPERATOR_SINE ? 3 * (column + 1) >= 2 * (s->n + 1)
                                                       : is_upper(column, s->n);
        if (upper || (s->rows && is_upper(row, s->rows)))
            memset(c + numbers * j, 0, numbers * sizeof *c);
    }
}

/* ---- all kinds ---- */

size_t lf_operator_transform_work(const lf_operator *L)
{
    switch (L->shape.kind) {
    case LF_OPERATOR_DENSE: return 0;
    case LF_OPERATOR_SINE: return lf_fft_sine_work(lf_operator_fft(L, 0));
    default: return L->shape.rows ? plane_work(L) : lf_fft_work(lf_operator_fft(L, 0));
    }
}

void lf_operator_field_to_grid(const lf_operator *L, const double *c, double *u, double *work)
{
    const lf_fft *F = lf_operator_fft(L, 0);
    const size_t n = L->shape.n;
    switch (L->shape.kind) {
    case LF_OPERATOR_FOURIER:
        if (L->shape.rows)
            plane_to_grid(L, c, u, work);
        else
            lf_fft_real_back(F, c, u, work);
        break;
    case LF_OPERATOR_FOURIER_COMPLEX: lf_fft_complex_back(F, c, u, work); break;
    case LF_OPERATOR_SINE: lf_fft_sine_back(F, c, u, work); break;
    default:
        if (L->basis) /* whose rows are the eigenvectors */
            lf_dense_mul_transposed(n, n, 1, L->basis, n, c, u);
        else
            memcpy(u, c, n * sizeof *u);
    }
}

void lf_operator_field_to_coefficients(const lf_operator *L, const double *u, double *c,
                                       double *work)
{
    const lf_fft *F = lf_operator_fft(L, 0);
    const size_t n = L->shape.n;
    switch (L->shape.kind) {
    case LF_OPERATOR_FOURIER:
        if (L->shape.rows)
            plane_to_coefficients(L, u, c, work);
        else
            lf_fft_real(F, u, c, work);
        break;
    case LF_OPERATOR_FOURIER_COMPLEX: lf_fft_complex(F, u, c, work); break;
    case LF_OPERATOR_SINE: lf_fft_sine(F, u, c, work); break;
    default:
        if (L->basis)
            lf_dense_mul_vector(n, n, L->basis, n, u, c);
        else
            memcpy(c, u, n * sizeof *c);
    }
    if (L->shape.dealias && L->shape.kind != LF_OPERATOR_DENSE)
        cut_upper_third(L, c);
}

void lf_operator_to_grid(const lf_operator *L, const double *c, double *u, double *work)
{
    const size_t from = L->dim / L->shape.fields, to = L->grid / L->shape.fields;
    for (size_t f = 0; f < L->shape.fields; f++)
        lf_operator_field_to_grid(L, c + f * from, u + f * to, work);
}

void lf_operator_to_coefficients(const lf_operator *L, const double *u, double *c, double *work)
{
    const size_t to = L->dim / L->shape.fields, from = L->grid / L->shape.fields;
    for (size_t f = 0; f < L->shape.fields; f++)
        lf_operator_field_to_coefficients(L, u + f * from, c + f * to, work);
}

/* Is there a quicker order than that of the grid? */
static bool has_halves(const lf_operator *L)
{
    return L->shape.kind == LF_OPERATOR_FOURIER && !L->shape.rows;
}

void lf_operator_to_points(const lf_operator *L, const double *c, double *u, double *work)
{
    const size_t from = L->dim / L->shape.fields, to = L->grid / L->shape.fields;
    if (!has_halves(L)) {
        lf_operator_to_grid(L, c, u, work);
        return;
    }
    for (size_t f = 0; f < L->shape.fields; f++)
        lf_fft_real_halves_back(lf_operator_fft(L, 0), c + f * from, u + f * to, work);
}

void lf_operator_from_points(const lf_operator *L, const double *u, double *c, double *work)
{
    const size_t to = L->dim / L->shape.fields, from = L->grid / L->shape.fields;
    if (!has_halves(L)) {
        lf_operator_to_coefficients(L, u, c, work);
        return;
    }
    for (size_t f = 0; f < L->shape.fields; f++) {
        lf_fft_real_halves(lf_operator_fft(L, 0), u + f * from, c + f * to, work);
        if (L->shape.dealias)
            cut_upper_third(L, c + f * to);
    }
}

LF_KERNEL void lf_operator_derivative(const lf_operator *L, int axis, double factor,
                                      const double *c, double *d)
{
    const double *k = axis == 0 ? L->kx : L->ky;
    LF_EACH_LANE(j, L->waves) {
        const double by = factor * k[j], re = c[2 * j], im = c[2 * j + 1];
        d[2 * j] = -(by * im);
        d[2 * j + 1] = by * re;
    }
}
