/* SPDX-License-Identifier: BSD-3-Clause */
/* dense_schur.c - the real Schur form of an orthogonal matrix by the QR algorithm: reduction to
 * Hessenberg form, then double steps with Francis' shifts (Golub and Van Loan, Matrix computations,
 * section 7.5). The form of an orthogonal matrix is block diagonal, so only the part of the matrix
 * that is still coupled is worked on. */
#include "base/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* 1 - beta v v^T takes x to a multiple of the first unit vector; v[0] = 1. */
typedef struct {
    size_t count;
    double beta;
    double *v;
} reflector;

/* v holds x and becomes the reflector's vector; beta is 0 where there is nothing to reflect. */
static reflector reflector_of(size_t count, double *v)
{
    double largest = 0, rest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(v[i]));
    for (size_t i = 1; i < count && largest > 0; i++)
        rest += v[i] / largest * (v[i] / largest);
    if (rest == 0)
        return (reflector){count, 0, v};
    const double first = v[0] / largest, length = sqrt(first * first + rest);
    const double head = first > 0 ? first + length : first - length;
    for (size_t i = 1; i < count; i++)
        v[i] = v[i] / largest / head;
    v[0] = 1;
    return (reflector){count, 2 / (1 + rest / (head * head)), v};
}

/* Rows row .. row+count-1 of columns begin .. end-1 are reflected. */
static void reflect_rows(reflector H, size_t stride, double *a, size_t row, size_t begin,
                         size_t end)
{
    for (size_t j = begin; j < end; j++) {
        double sum = 0;
        for (size_t i = 0; i < H.count; i++)
            sum += H.v[i] * a[(row + i) * stride + j];
        sum *= H.beta;
        for (size_t i = 0; i < H.count; i++)
            a[(row + i) * stride + j] -= sum * H.v[i];
    }
}

static void reflect_columns(reflector H, size_t stride, double *a, size_t column, size_t begin,
                            size_t end)
{
    for (size_t j = begin; j < end; j++) {
        double sum = 0, *row = a + j * stride + column;
        for (size_t i = 0; i < H.count; i++)
            sum += H.v[i] * row[i];
        sum *= H.beta;
        for (size_t i = 0; i < H.count; i++)
            row[i] -= sum * H.v[i];
    }
}

static void hessenberg(size_t n, size_t stride, double *a, double *q, double *v)
{
    for (size_t k = 0; k + 2 < n; k++) {
        for (size_t i = k + 1; i < n; i++)
            v[i - k - 1] = a[i * stride + k];
        const reflector H = reflector_of(n - k - 1, v);
        reflect_rows(H, stride, a, k + 1, k, n);
        reflect_columns(H, stride, a, k + 1, 0, n);
        reflect_columns(H, stride, q, k + 1, 0, n);
        for (size_t i = k + 2; i < n; i++)
            a[i * stride + k] = 0;
    }
}

/* Two shifts: the eigenvalues of a 2 x 2 matrix with this diagonal and this product off it. */
typedef struct {
    double x, y, off;
} shifts;

/* One double step on rows low .. high. The column that starts it is made of differences of diagonal
 * entries: near the identity products of these would leave nothing but roundoff. */
static void francis_step(size_t n, size_t stride, size_t low, size_t high, shifts by, double *a,
                         double *q)
{
    const double *row = a + low * stride + low, *next = row + stride, *third = next + stride;
    const double dx = by.x - row[0], dy = by.y - row[0];
    double v[3] = {(dx * dy - by.off) / next[0] + row[1], next[1] - row[0] - dx - dy, third[1]};
    for (size_t k = low; k < high; k++) {
        const size_t count = k + 2 <= high ? 3 : 2;
        const reflector H = reflector_of(count, v);
        const size_t last = k + 3 < high ? k + 3 : high;
        reflect_rows(H, stride, a, k, k > low ? k - 1 : low, high + 1);
        reflect_columns(H, stride, a, k, low, last + 1);
        reflect_columns(H, stride, q, k, 0, n);
        for (size_t i = 1; k > low && i < count; i++)
            a[(k + i) * stride + k - 1] = 0;
        for (size_t i = 0; i < 3; i++)
            v[i] = k + 1 + i <= high ? a[(k + 1 + i) * stride + k] : 0;
    }
}

/* Where the block that ends in row `high` begins: entries below the diagonal that are roundoff of
 * numbers of size one are cut. */
static size_t block_begin(size_t stride, size_t high, double *a)
{
    size_t low = high;
    while (low > 0 && fabs(a[low * stride + low - 1]) > DBL_EPSILON)
        low--;
    if (low > 0)
        a[low * stride + low - 1] = 0;
    return low;
}

/* Shifts from the last 2 x 2 block, but every tenth time from nowhere: the matrix of a cyclic
 * permutation would stand still. */
static shifts choose_shifts(size_t stride, size_t high, int turn, const double *a)
{
    const double *row = a + (high - 1) * stride + high - 1, *next = row + stride;
    if (turn % 10 == 0) {
        const double size = fabs(next[0]) + fabs(row[1]);
        return (shifts){0.75 * size + next[1], 0.75 * size + next[1], -0.4375 * size * size};
    }
    return (shifts){next[1], row[0], row[1] * next[0]};
}

/* A 2 x 2 block that is a reflection has the eigenvalues 1 and -1: it is turned into them. */
static void split_reflection(size_t n, size_t stride, size_t k, double *a, double *q, double *block)
{
    double *row = a + k * stride + k, *next = row + stride;
    if (row[0] * next[1] - row[1] * next[0] > 0) {
        block[k] = 2;
        block[k + 1] = 0;
        return;
    }
    const double angle = 0.5 * atan2(row[1] + next[0], row[0] - next[1]);
    const double c = cos(angle), s = sin(angle);
    for (size_t i = 0; i < n; i++) {
        double *x = q + i * stride + k, first = x[0];
        x[0] = c * first + s * x[1];
        x[1] = c * x[1] - s * first;
    }
    row[0] = 1;
    next[1] = -1;
    row[1] = next[0] = 0;
    block[k] = block[k + 1] = 1;
}

lf_status lf_dense_schur(size_t n, size_t stride, double *a, double *q, double *block)
{
    enum { TURNS = 60 }; /* for one eigenvalue or pair; two or three are usual */
    if (!isfinite(lf_dense_norm(n, stride, a)))
        return LF_ENONFINITE;
    for (size_t i = 0; i < n; i++) {
        memset(q + i * stride, 0, n * sizeof *q);
        q[i * stride + i] = 1;
    }
    hessenberg(n, stride, a, q, block);
    size_t left = n;
    for (int turn = 1; left > 0; turn++) {
        const size_t high = left - 1, low = block_begin(stride, high, a);
        if (low + 1 < high) {
            if (turn > TURNS)
                return LF_ENEWTON;
            francis_step(n, stride, low, high, choose_shifts(stride, high, turn, a), a, q);
            continue;
        }
        if (low == high)
            block[high] = 1;
        else
            split_reflection(n, stride, low, a, q, block);
        left = low;
        turn = 0;
    }
    return LF_OK;
}
