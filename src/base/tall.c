/* SPDX-License-Identifier: BSD-3-Clause */
/* tall.c - products of long and narrow matrices, in tiles that stay in registers. */
#include "base/tall.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "base/lanes.h"

enum {
    PARTS = 8, /* partial sums of a block */
    TILE = 5,  /* columns of a tile, or one less where that leaves fewer columns over */
    CHUNK = 64 /* rows of a product A C that are done together: fifty columns stay in L1 */
};

typedef double parts __attribute__((vector_size(PARTS * sizeof(double)), aligned(8), may_alias));

/* c += a b, part by part and fused. A loop over doubles: compilers fuse vectors by their own lights. */
static LF_INLINE void parts_add(const parts *a, const parts *b, parts *c)
{
    const double *x = (const double *)a, *y = (const double *)b;
    double *z = (double *)c;
    for (size_t e = 0; e < PARTS; e++)
        z[e] = lf_fma(x[e], y[e], z[e]);
}

/* Pairwise, within the register: part e meets e xor 1, then e xor 2, then e xor 4. */
static LF_INLINE double parts_sum(const parts *sum)
{
    parts p = *sum;
    p += __builtin_shufflevector(p, p, 1, 0, 3, 2, 5, 4, 7, 6);
    p += __builtin_shufflevector(p, p, 2, 3, 0, 1, 6, 7, 4, 5);
    p += __builtin_shufflevector(p, p, 4, 5, 6, 7, 0, 1, 2, 3);
    return p[0];
}

/* Fewer than PARTS numbers, and zeros, which add nothing. */
static LF_INLINE void parts_rest(size_t count, const double *x, parts *p)
{
    double *part = (double *)p;
    *p = (parts){0};
    for (size_t e = 0; e < count; e++)
        part[e] = x[e];
}

/* How wide tiles of `columns` are best: the ones that the last tile repeats are lost. */
static size_t tile_width(size_t columns)
{
    const size_t narrow = TILE - 1;
    const size_t lost = (TILE - columns % TILE) % TILE;
    const size_t lost_narrow = (narrow - columns % narrow) % narrow;
    return columns >= TILE && lost <= lost_narrow ? TILE : narrow;
}

/* ---- A^T B ---- */

/* p x q entries (constants up to TILE) over at most LF_TALL_ROWS rows, added to G but for the first rows and
 * columns, which another tile has added. */
static LF_INLINE void gram_tile(size_t p, size_t q, size_t rows, const lf_tall *A, size_t i0,
                                size_t skip_i, const lf_tall *B, size_t j0, size_t skip_j,
                                double *G, size_t stride)
{
    const double *a = A->x + i0 * A->stride, *b = B->x + j0 * B->stride;
    const size_t rest = rows % PARTS, whole = rows - rest;
    parts sum[TILE][TILE];
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < q; j++)
            sum[i][j] = (parts){0};
    for (size_t r = 0; r < whole; r += PARTS) {
        parts y[TILE];
        for (size_t j = 0; j < q; j++)
            y[j] = *(const parts *)(b + j * B->stride + r);
        for (size_t i = 0; i < p; i++) {
            const parts x = *(const parts *)(a + i * A->stride + r);
            for (size_t j = 0; j < q; j++)
                parts_add(&x, &y[j], &sum[i][j]);
        }
    }
    if (rest) {
        parts y[TILE], x;
        for (size_t j = 0; j < q; j++)
            parts_rest(rest, b + j * B->stride + whole, &y[j]);
        for (size_t i = 0; i < p; i++) {
            parts_rest(rest, a + i * A->stride + whole, &x);
            for (size_t j = 0; j < q; j++)
                parts_add(&x, &y[j], &sum[i][j]);
        }
    }
    for (size_t j = 0; j < q; j++)
        for (size_t i = 0; i < p; i++)
            if (i >= skip_i && j >= skip_j)
                G[(j0 + j) * stride + i0 + i] += parts_sum(&sum[i][j]);
}

/* Where tile t of `columns` begins, and how many of its columns the one before has: the last one is moved
 * back to be whole. Whole tiles are worth it: others get poor code and few products for their loads. */
static LF_INLINE size_t tile_begin(size_t t, size_t tile, size_t columns, size_t *skip)
{
    const size_t at = t * tile, last = columns - tile;
    *skip = at > last ? at - last : 0;
    return at > last ? last : at;
}

/* All tiles of p x q entries (constants), or those on and below the diagonal. */
static LF_INLINE void gram_tiles(size_t p, size_t q, size_t rows, const lf_tall *A,
                                 const lf_tall *B, bool half, double *G, size_t stride)
{
    for (size_t t = 0; t * q < B->columns; t++) {
        size_t skip_j, skip_i;
        const size_t j = tile_begin(t, q, B->columns, &skip_j);
        for (size_t u = half ? t : 0; u * p < A->columns; u++) {
            const size_t i = tile_begin(u, p, A->columns, &skip_i);
            gram_tile(p, q, rows, A, i, skip_i, B, j, skip_j, G, stride);
        }
    }
}

LF_KERNEL static void gram_block(size_t p, size_t q, size_t rows, const lf_tall *A,
                                 const lf_tall *B, bool half, double *G, size_t stride)
{
    if (p == TILE && q == TILE)
        gram_tiles(TILE, TILE, rows, A, B, half, G, stride);
    else if (p == TILE)
        gram_tiles(TILE, TILE - 1, rows, A, B, half, G, stride);
    else if (q == TILE)
        gram_tiles(TILE - 1, TILE, rows, A, B, half, G, stride);
    else
        gram_tiles(TILE - 1, TILE - 1, rows, A, B, half, G, stride);
}

/* Too few columns for tiles. */
LF_KERNEL static void gram_narrow(size_t rows, const lf_tall *A, const lf_tall *B, double *G,
                                  size_t stride)
{
    for (size_t j = 0; j < B->columns; j++)
        for (size_t i = 0; i < A->columns; i++)
            gram_tile(1, 1, rows, A, i, 0, B, j, 0, G, stride);
}

void lf_tall_gram_add(size_t rows, const lf_tall *A, const lf_tall *B, double *G, size_t stride)
{
    const bool half = A->x == B->x && A->columns == B->columns && A->stride == B->stride;
    const size_t p = tile_width(A->columns), q = tile_width(B->columns);
    if (A->columns < p || B->columns < q) {
        gram_narrow(rows, A, B, G, stride);
        return;
    }
    gram_block(p, q, rows, A, B, half, G, stride);
    for (size_t j = 0; half && j < A->columns; j++)
        for (size_t i = 0; i < j / q * q; i++) /* in tiles that were left out */
            G[j * stride + i] = G[i * stride + j];
}

void lf_tall_gram(size_t rows, const lf_tall *A, const lf_tall *B, double *G, size_t stride)
{
    lf_tall a = *A, b = *B;
    for (size_t j = 0; j < B->columns; j++)
        for (size_t i = 0; i < A->columns; i++)
            G[j * stride + i] = 0;
    for (size_t r = 0; r < rows; r += LF_TALL_ROWS) {
        lf_tall_gram_add(rows - r < LF_TALL_ROWS ? rows - r : LF_TALL_ROWS, &a, &b, G, stride);
        a.x += LF_TALL_ROWS;
        b.x += LF_TALL_ROWS;
    }
}

/* ---- A C ---- */

/* `high` (1 or 2) PARTS rows of q columns (constants, q up to TILE) from row r on. */
static LF_INLINE void sum_tile(size_t high, size_t q, size_t r, size_t count,
                               const lf_tall_term *term, size_t j, double *out, size_t stride)
{
    parts sum[TILE][2];
    LF_UNROLLED(i, q)
        sum[i][0] = sum[i][1] = (parts){0};
    for (size_t t = 0; t < count; t++) {
        const lf_tall X = term[t].X;
        const double *c = term[t].c + j * term[t].c_stride;
        for (size_t l = 0; l < X.columns; l++) {
            const double *x = X.x + l * X.stride + r;
            const parts x0 = *(const parts *)x, x1 = *(const parts *)(x + (high - 1) * PARTS);
            LF_UNROLLED(i, q) {
                const double v = c[i * term[t].c_stride + l];
                const parts y = {v, v, v, v, v, v, v, v};
                parts_add(&x0, &y, &sum[i][0]);
                if (high == 2)
                    parts_add(&x1, &y, &sum[i][1]);
            }
        }
    }
    LF_UNROLLED(i, q) {
        *(parts *)(out + (j + i) * stride + r) = sum[i][0];
        if (high == 2)
            *(parts *)(out + (j + i) * stride + r + PARTS) = sum[i][1];
    }
}

/* Rows from .. to: whole tiles, of which the last is moved back and writes some rows once more. */
static LF_INLINE void sum_tiles(size_t high, size_t q, size_t from, size_t to, size_t count,
                                const lf_tall_term *term, size_t j, double *out, size_t stride)
{
    const size_t tall = high * PARTS;
    for (size_t r = from; r < to; r += tall)
        sum_tile(high, q, r + tall <= to ? r : to - tall, count, term, j, out, stride);
}

static LF_INLINE void sum_columns(size_t high, size_t from, size_t to, size_t count,
                                  const lf_tall_term *term, size_t columns, double *out,
                                  size_t stride)
{
    size_t j = 0;
    for (; columns % TILE != TILE - 1 && j + TILE <= columns; j += TILE)
        sum_tiles(high, TILE, from, to, count, term, j, out, stride);
    for (; j + TILE - 1 <= columns; j += TILE - 1)
        sum_tiles(high, TILE - 1, from, to, count, term, j, out, stride);
    switch (columns - j) {
    case 3: sum_tiles(high, 3, from, to, count, term, j, out, stride); break;
    case 2: sum_tiles(high, 2, from, to, count, term, j, out, stride); break;
    case 1: sum_tiles(high, 1, from, to, count, term, j, out, stride); break;
    default: break;
    }
}

/* Entry by entry. */
static LF_INLINE void sum_few(size_t rows, size_t count, const lf_tall_term *term, size_t columns,
                              double *out, size_t stride)
{
    for (size_t j = 0; j < columns; j++)
        for (size_t r = 0; r < rows; r++) {
            double sum = 0;
            for (size_t t = 0; t < count; t++)
                for (size_t l = 0; l < term[t].X.columns; l++)
                    sum = lf_fma(term[t].X.x[l * term[t].X.stride + r],
                                 term[t].c[j * term[t].c_stride + l], sum);
            out[j * stride + r] = sum;
        }
}

LF_KERNEL void lf_tall_sum(size_t rows, size_t count, const lf_tall_term *term, size_t columns,
                           double *out, size_t stride)
{
    if (rows < PARTS) {
        sum_few(rows, count, term, columns, out, stride);
        return;
    }
    if (rows < (size_t)2 * PARTS) {
        sum_columns(1, 0, rows, count, term, columns, out, stride);
        return;
    }
    for (size_t from = 0; from < rows;) { /* no chunk is too short for a tile */
        const size_t to = rows - from < (size_t)2 * CHUNK ? rows : from + CHUNK;
        sum_columns(2, from, to, count, term, columns, out, stride);
        from = to;
    }
}

void lf_tall_square(size_t n, const double *a, const double *b, double *out)
{
    const lf_tall_term term = {{n, n, a}, b, n};
    lf_tall_sum(n, 1, &term, n, out, n);
}

/* ---- roots ---- */

/* The factor (3 I - p)/2 of a round from p = z y in its place, and how far p is from I. */
LF_KERNEL static double root_factor(size_t k, double *p)
{
    double off[PARTS] = {0}, most = 0;
    for (size_t j = 0; j < k; j++)
        p[j * (k + 1)] -= 1;
    for (size_t j = 0; j < k * k; j += PARTS) {
        const size_t count = k * k - j < PARTS ? k * k - j : PARTS;
        LF_EACH_LANE(e, count) {
            off[e] = fabs(p[j + e]) <= off[e] ? off[e] : fabs(p[j + e]);
            p[j + e] *= -0.5;
        }
    }
    for (size_t j = 0; j < k; j++)
        p[j * (k + 1)] += 1;
    for (size_t e = 0; e < PARTS; e++)
        most = off[e] <= most ? most : off[e];
    return most;
}

LF_KERNEL static void copy_square(size_t k, double c, const double *a, double *b)
{
    LF_EACH_LANE(j, k * k)
        b[j] = c * a[j];
}

/* Newton's iteration of Higham, Functions of Matrices, equation (6.35), without inverses:
 * y -> y f, z -> f z, f = (3 I - z y)/2, from y = c a, z = I. It converges for eigenvalues of c a below 3,
 * to sqrt(c a) and its inverse, and at the end doubles the digits in each round. */
bool lf_tall_root(size_t k, const double *a, double *root, double *inverse, double *work)
{
    enum { MOST = 60 };
    const double size = lf_dense_norm(k, k, a), c = 2 / (1 + size); /* no eigenvalue is larger */
    double *factor = work, *y = work + k * k, *z = work + 2 * k * k;
    if (!(size < INFINITY))
        return false;
    copy_square(k, c, a, root);
    for (int round = 0; round < MOST; round++) {
        if (round == 0) /* z is I, and is not multiplied by */
            memcpy(factor, root, k * k * sizeof *factor);
        else
            lf_tall_square(k, inverse, root, factor);
        const double off = root_factor(k, factor);
        const bool done = off < 1e-8; /* this round leaves 3/4 of its square */
        if (!(off < INFINITY))
            return false;
        lf_tall_square(k, root, factor, y);
        if (round == 0)
            memcpy(z, factor, k * k * sizeof *z);
        else
            lf_tall_square(k, factor, inverse, z);
        copy_square(k, done ? 1 / sqrt(c) : 1, y, root);
        copy_square(k, done ? sqrt(c) : 1, z, inverse);
        if (done)
            return true;
    }
    return false;
}
