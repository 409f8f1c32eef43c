/* SPDX-License-Identifier: BSD-3-Clause */
/* operator.c - what linear operators consist of: waves, eigenvalues and tables, in memory that is
 * handed over. */
#include <lieflow/operator.h>

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "action/operator.h"

#define PI 3.14159265358979323846

/* More numbers than this are a mistake: 2^27 doubles fill a gigabyte, and a run needs dozens of them. */
#define MOST_NUMBERS ((size_t)1 << 27)

__attribute__((format(printf, 3, 4))) static lf_status refuse(char *why, size_t why_size,
                                                              const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, why_size, format, list);
    va_end(list);
    return LF_EINPUT;
}

/* A length that has a transform; `less` is 1 for sines, whose n + 1 counts. */
static lf_status check_length(const char *what, size_t n, size_t less, char *why, size_t why_size)
{
    size_t below, above;
    if (n > MOST_NUMBERS)
        return refuse(why, why_size, "%zu points %s are too many: %zu is the most", n, what,
                      MOST_NUMBERS);
    if (n + less >= LF_OPERATOR_LEAST && lf_fft_length(n + less))
        return LF_OK;
    lf_fft_nearest(n + less, LF_OPERATOR_LEAST, &below, &above);
    if (below == above)
        return refuse(why, why_size, "%zu points %s are too few: at least %zu", n, what,
                      below - less);
    return refuse(why, why_size,
                  "%zu points %s: there are transforms for 2^a and 3 2^a points%s; the nearest are "
                  "%zu and %zu",
                  n, what, less ? " less one" : "", below - less, above - less);
}

static lf_status check_box(const lf_operator_shape *s, char *why, size_t why_size)
{
    for (int axis = 0; axis < (s->rows ? 2 : 1); axis++)
        if (!(s->length[axis] > 0) || !isfinite(s->length[axis]))
            return refuse(why, why_size, "the length of the box must be positive, got %g",
                          s->length[axis]);
    if (s->rows && s->kind != LF_OPERATOR_FOURIER)
        return refuse(why, why_size, "only real periodic fields have a plane");
    const size_t rows = s->rows ? s->rows : 1, fields = s->fields ? s->fields : 1;
    if (s->n * rows > MOST_NUMBERS / fields)
        return refuse(why, why_size, "a grid of %zu x %zu points is too large: %zu is the most",
                      s->n, rows, MOST_NUMBERS / fields);
    return LF_OK;
}

lf_status lf_operator_check(const lf_operator_shape *s, char *why, size_t why_size)
{
    if (s->fields > LF_OPERATOR_FIELDS)
        return refuse(why, why_size, "%zu species are too many: %d is the most", s->fields,
                      LF_OPERATOR_FIELDS);
    if (s->kind == LF_OPERATOR_DENSE) {
        if (s->n >= 1 && s->n <= LF_OPERATOR_MOST && s->fields <= 1 && !s->rows)
            return LF_OK;
        return refuse(why, why_size, "a matrix must have 1 to %d rows, got %zu", LF_OPERATOR_MOST,
                      s->n);
    }
    lf_status status = check_length(s->rows ? "along x" : "on the grid", s->n,
                                    s->kind == LF_OPERATOR_SINE, why, why_size);
    if (status == LF_OK && s->rows)
        status = check_length("along y", s->rows, 0, why, why_size);
    return status == LF_OK ? check_box(s, why, why_size) : status;
}

/* ---- sizes ---- */

static size_t fields_of(const lf_operator_shape *s)
{
    return s->fields ? s->fields : 1;
}

static void set_sizes(lf_operator *L, const lf_operator_shape *s)
{
    const size_t rows = s->rows ? s->rows : 1, fields = fields_of(s);
    *L = (lf_operator){.shape = *s};
    L->shape.fields = fields;
    L->pairs = s->kind == LF_OPERATOR_FOURIER || s->kind == LF_OPERATOR_FOURIER_COMPLEX;
    L->waves = s->kind == LF_OPERATOR_FOURIER ? rows * (s->n / 2 + 1) : s->n;
    L->dim = fields * L->waves * (L->pairs ? 2 : 1);
    L->grid = fields * rows * s->n * (s->kind == LF_OPERATOR_FOURIER_COMPLEX ? 2 : 1);
}

/* Complex numbers in a transform along x. */
static size_t transform_length(const lf_operator_shape *s)
{
    switch (s->kind) {
    case LF_OPERATOR_FOURIER: return s->n / 2;
    case LF_OPERATOR_SINE: return s->n + 1;
    default: return s->n;
    }
}

size_t lf_operator_room(const lf_operator_shape *s)
{
    char why[300];
    lf_operator L;
    if (lf_operator_check(s, why, sizeof why) != LF_OK)
        return 0;
    set_sizes(&L, s);
    if (s->kind == LF_OPERATOR_DENSE)
        return lf_operator_dense_room(s->n);
    return L.dim + (s->rows ? 2 : 1) * L.waves + lf_fft_room(transform_length(s)) +
           (s->rows ? lf_fft_room(s->rows) : 0);
}

/* ---- waves ---- */

/* The wave number of place j of n: 0, 1, .., -2, -1. */
static double signed_number(size_t j, size_t n)
{
    return 2 * j > n ? -(double)(n - j) : (double)j;
}

/* Where a wave stands, and whether it stands for both signs along x and y. */
typedef struct {
    double k[2];
    bool both[2];
} wave;

static wave wave_at(const lf_operator *L, size_t j)
{
    const lf_operator_shape *s = &L->shape;
    const double unit = 2 * PI / s->length[0];
    if (s->kind == LF_OPERATOR_SINE)
        return (wave){{(double)(j + 1) * PI / s->length[0], 0}, {false, false}};
    if (s->kind == LF_OPERATOR_FOURIER_COMPLEX)
        return (wave){{signed_number(j, s->n) * unit, 0}, {2 * j == s->n, false}};
    const size_t width = s->n / 2 + 1, column = j % width, row = j / width;
    wave w = {{(double)column * unit, 0}, {2 * column == s->n, false}};
    if (s->rows) {
        w.k[1] = signed_number(row, s->rows) * 2 * PI / s->length[1];
        w.both[1] = 2 * row == s->rows;
    }
    return w;
}

/* The symbol, averaged over the signs of wave numbers that stand for both. */
static void average_symbol(const lf_operator *L, lf_symbol *symbol, const void *ctx, size_t field,
                           const wave *w, double *lambda)
{
    double count = 0;
    lambda[0] = lambda[1] = 0;
    for (int x = 0; x < (w->both[0] ? 2 : 1); x++)
        for (int y = 0; y < (w->both[1] ? 2 : 1); y++) {
            double one[2] = {0, 0};
            symbol(ctx, field, x ? -w->k[0] : w->k[0], y ? -w->k[1] : w->k[1], one);
            lambda[0] += one[0];
            lambda[1] += one[1];
            count++;
        }
    lambda[0] /= count;
    lambda[1] /= count;
    (void)L;
}

/* The wave of place j at -k, where both are kept (columns 0 and n/2 of a real plane), or j itself
 * where it is its own; SIZE_MAX: its partner is not kept. */
static size_t partner(const lf_operator *L, size_t j)
{
    const lf_operator_shape *s = &L->shape;
    const size_t width = s->n / 2 + 1, column = j % width, row = j / width;
    if (s->kind != LF_OPERATOR_FOURIER || (column != 0 && 2 * column != s->n))
        return SIZE_MAX;
    return row == 0 ? j : (s->rows - row) * width + column;
}

typedef struct {
    lf_symbol *symbol;
    const void *ctx;
} symbol_of;

/* lambda = (re, im) of a wave. A real operator's is conjugate at -k. */
static void eigenvalue(const lf_operator *L, const symbol_of *given, size_t field, size_t j,
                       double *lambda)
{
    const size_t other = partner(L, j);
    const wave w = wave_at(L, other < j ? other : j);
    average_symbol(L, given->symbol, given->ctx, field, &w, lambda);
    if (other == j)
        lambda[1] = 0;
    else if (other < j)
        lambda[1] = -lambda[1];
}

static lf_status check_eigenvalue(const wave *w, const double *lambda, char *why, size_t why_size)
{
    if (isfinite(lambda[0]) && isfinite(lambda[1]))
        return LF_OK;
    return refuse(why, why_size,
                  "the symbol of the operator is not finite at the wave number (%g, %g)", w->k[0],
                  w->k[1]);
}

/* Is some eigenvalue not real? */
static lf_status look_at_symbol(lf_operator *L, const symbol_of *given, char *why, size_t why_size)
{
    for (size_t f = 0; f < L->shape.fields; f++)
        for (size_t j = 0; j < L->waves; j++) {
            double lambda[2];
            const wave w = wave_at(L, j);
            eigenvalue(L, given, f, j, lambda);
            const lf_status s = check_eigenvalue(&w, lambda, why, why_size);
            if (s != LF_OK)
                return s;
            L->turns = L->turns || lambda[1] != 0;
        }
    if (L->turns && !L->pairs)
        return refuse(why, why_size, "the symbol of an operator on sines must be real");
    return LF_OK;
}

/* Forward in time only: the shortest waves of every species must decay. */
static lf_status check_forward(const lf_operator *L, const symbol_of *given, char *why,
                               size_t why_size)
{
    for (size_t f = 0; L->shape.forward && f < L->shape.fields; f++) {
        double lambda[2];
        const size_t last = L->shape.kind == LF_OPERATOR_FOURIER && L->shape.rows
                                ? L->shape.rows / 2 * (L->shape.n / 2 + 1) + L->shape.n / 2
                            : L->shape.kind == LF_OPERATOR_FOURIER_COMPLEX ? L->shape.n / 2
                                                                           : L->waves - 1;
        const wave w = wave_at(L, last);
        eigenvalue(L, given, f, last, lambda);
        if (lambda[0] > 0)
            return refuse(why, why_size,
                          "the shortest waves on the grid grow (at the rate %.3g for the wave "
                          "number %.3g), so that there is no solution forward in time: the sign of "
                          "the highest derivative is wrong, or the grid too coarse",
                          lambda[0], fabs(w.k[0]));
    }
    return LF_OK;
}

static void fill_lambda(const lf_operator *L, const symbol_of *given, double *lambda)
{
    for (size_t f = 0; f < L->shape.fields; f++)
        for (size_t j = 0; j < L->waves; j++) {
            double value[2];
            eigenvalue(L, given, f, j, value);
            if (!L->pairs) {
                *lambda++ = value[0];
                continue;
            }
            *lambda++ = value[0];
            *lambda++ = L->turns ? value[1] : value[0];
        }
}

static void fill_waves(const lf_operator *L, double *kx, double *ky)
{
    for (size_t j = 0; j < L->waves; j++) {
        const wave w = wave_at(L, j);
        kx[j] = w.both[0] ? 0 : w.k[0];
        if (ky)
            ky[j] = w.both[1] ? 0 : w.k[1];
    }
}

lf_status lf_operator_build(lf_operator *L, const lf_operator_shape *shape, lf_symbol *symbol,
                            const void *ctx, double *memory, char *why, size_t why_size)
{
    const symbol_of given = {symbol, ctx};
    lf_status s = lf_operator_check(shape, why, why_size);
    if (s != LF_OK)
        return s;
    if (shape->kind == LF_OPERATOR_DENSE)
        return refuse(why, why_size, "a matrix has no symbol: take lf_operator_build_dense");
    set_sizes(L, shape);
    s = look_at_symbol(L, &given, why, why_size);
    if (s == LF_OK)
        s = check_forward(L, &given, why, why_size);
    if (s != LF_OK)
        return s;
    double *lambda = memory, *kx = lambda + L->dim, *ky = shape->rows ? kx + L->waves : NULL;
    double *tables = kx + (shape->rows ? 2 : 1) * L->waves;
    fill_lambda(L, &given, lambda);
    fill_waves(L, kx, ky);
    const size_t length = transform_length(shape);
    L->lambda = lambda;
    L->kx = kx;
    L->ky = ky;
    L->tables[0] = (const double *)(const void *)lf_fft_make(length, false, tables);
    if (shape->rows)
        L->tables[1] = (const double *)(const void *)lf_fft_make(shape->rows, true,
                                                                 tables + lf_fft_room(length));
    return LF_OK;
}
