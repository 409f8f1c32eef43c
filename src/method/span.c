/* SPDX-License-Identifier: BSD-3-Clause */
/* span.c - points and algebra elements of a step on frames, in the span of its point and vectors.
 *
 * Let B = [y0, F_1, .., F_s], d x m, and M = B^T B. Every point of a step is Y = B C with an m x k matrix C.
 * The element of so(d) that moves Y by F = B E (E the columns of I that belong to F) is
 *
 *   A = F Y^T - Y F^T - Y S Y^T = B K B^T,   K = E C^T - C E^T - C S C^T,   S = Y^T F = C^T M E,
 *
 * which is skew and has A Y = F (Celledoni, Owren 2003, On the implementation of Lie group methods on the
 * Stiefel manifold). Sums of such elements are sums of their K, brackets are K_l M K_r - K_r M K_l, and
 * exp(A) B C = B exp(K M) C. So the long vectors are touched for products with the field's vectors, once
 * each, and to form the points that the field sees; all else is m x m. K is kept exactly skew: the flow
 * then keeps Y^T Y whatever it is, and what rounding leaves in y1 is taken off in the coefficients.
 *
 * Vectors of B are scaled by powers of two to lengths about 1, without being touched: else the norm of
 * K M, which tells how many terms an exponential takes, would say little about the angle. */
#include "method/span.h"

#include <math.h>
#include <string.h>

#include "action/frames.h"
#include "base/dense.h"
#include "base/lanes.h"
#include "base/tall.h"

static size_t evaluations(const lf_program *program)
{
    size_t count = 0;
    for (int k = 0; k < program->length; k++)
        count += program->code[k].op == LF_EVAL;
    return count;
}

/* ---- layout ---- */

/* The next `count` doubles of the scratch; NULL where it is only counted. */
static double *span_take(double *work, size_t *at, size_t count)
{
    double *here = work ? work + *at : NULL;
    *at += count;
    return here;
}

size_t lf_span_layout(lf_span *s, const lf_program *program, const lf_problem *P, double *work)
{
    const lf_frame *f = lf_action_lone_frame(P->action, &s->first);
    const size_t evals = evaluations(program), registers = (size_t)program->registers;
    const size_t slots = (size_t)program->slots + 3, field = P->field_work;
    s->program = program;
    s->P = P;
    s->d = f->d;
    s->k = f->k;
    s->point = P->action->dim;
    s->flat = s->point - s->d * s->k;
    s->m = s->k * (evals + 1);
    size_t at = work ? (size_t)(lf_dense_align(work) - work) : LF_DENSE_WIDE;
    const size_t mm = s->m * s->m, mk = s->m * s->k;
    s->basis = span_take(work, &at, evals * s->d * s->k);
    s->y = span_take(work, &at, s->point);
    s->rate = s->flat ? span_take(work, &at, s->point) : NULL;
    s->flat_register = span_take(work, &at, registers * s->flat);
    s->flat_slot = span_take(work, &at, slots * s->flat);
    s->scale = span_take(work, &at, evals + 1);
    s->M = span_take(work, &at, mm);
    s->K = span_take(work, &at, registers * mm);
    s->C = span_take(work, &at, slots * mk);
    s->sum = span_take(work, &at, mm);
    s->left = span_take(work, &at, mm);
    s->right = span_take(work, &at, mm);
    s->product = span_take(work, &at, mm);
    s->x = span_take(work, &at, mk);
    s->term = span_take(work, &at, mk);
    s->next = span_take(work, &at, mk);
    s->turned = span_take(work, &at, mk);
    s->small = span_take(work, &at, s->k * s->k);
    s->rest = span_take(work, &at, field);
    return at;
}

/* Slots in the order 0, 1, .., the end, the embedded end. */
static size_t slot_number(const lf_span *s, int slot)
{
    const size_t slots = (size_t)s->program->slots;
    return slot >= 0 ? (size_t)slot : slot == LF_PROGRAM_OUT ? slots + 1 : slots + 2;
}

double *lf_span_slot(const lf_span *s, int slot)
{
    return s->C + slot_number(s, slot) * s->m * s->k;
}

double *lf_span_slot_flat(const lf_span *s, int slot)
{
    return s->flat_slot + slot_number(s, slot) * s->flat;
}

double *lf_span_register(const lf_span *s, int reg)
{
    return s->K + (size_t)(reg - 1) * s->m * s->m;
}

double *lf_span_register_flat(const lf_span *s, int reg)
{
    return s->flat_register + (size_t)(reg - 1) * s->flat;
}

/* What of a point or a register lies in vector spaces. */
void lf_span_pack(const lf_span *s, const double *whole, double *flat)
{
    const size_t behind = s->first + s->d * s->k;
    memcpy(flat, whole, s->first * sizeof *flat);
    memcpy(flat + s->first, whole + behind, (s->point - behind) * sizeof *flat);
}

static void flat_unpack(const lf_span *s, const double *flat, double *whole)
{
    const size_t behind = s->first + s->d * s->k;
    memcpy(whole, flat, s->first * sizeof *flat);
    memcpy(whole + behind, flat + s->first, (s->point - behind) * sizeof *flat);
}

/* ---- long vectors ---- */

/* The point (or the difference of two) with these coefficients and parts in vector spaces. */
void lf_span_point(const lf_span *s, const double *C, const double *flat, double *y)
{
    double *c = s->turned;
    for (size_t j = 0; j < s->k; j++)
        for (size_t i = 0; i < s->active; i++)
            c[j * s->m + i] = s->scale[i / s->k] * C[j * s->m + i];
    const lf_tall_term terms[] = {
        {{s->k, s->d, s->y0 + s->first}, c, s->m},
        {{s->active - s->k, s->d, s->basis}, c + s->k, s->m},
    };
    lf_tall_sum(s->d, 2, terms, s->k, y + s->first, s->d);
    if (s->flat)
        flat_unpack(s, flat, y);
}

/* A power of two near 1 over the length of a column of F, from the products of its columns. */
static double span_scale(const lf_span *s, const double *gram)
{
    double square = 0;
    for (size_t j = 0; j < s->k; j++)
        square += gram[j * s->m + j];
    const double length = sqrt(square / (double)s->k);
    return length > 1e-140 && length < 1e140 ? ldexp(1, -ilogb(length)) : 1;
}

/* The products of B with its last block, a column of blocks of M and its mirror image. */
static void span_gram(const lf_span *s, const double *F)
{
    const size_t k = s->k, m = s->m, last = s->active - k;
    double *column = s->M + last * m;
    lf_tall y = {k, s->d, s->y0 + s->first}, old = {last - k, s->d, s->basis}, f = {k, s->d, F};
    for (size_t j = 0; j < k; j++)
        memset(column + j * m, 0, s->active * sizeof *column);
    for (size_t r = 0; r < s->d; r += LF_TALL_ROWS) {
        const size_t rows = s->d - r < LF_TALL_ROWS ? s->d - r : LF_TALL_ROWS;
        lf_tall_gram_add(rows, &y, &f, column, m);
        lf_tall_gram_add(rows, &old, &f, column + k, m);
        lf_tall_gram_add(rows, &f, &f, column + last, m);
        y.x += LF_TALL_ROWS;
        old.x += LF_TALL_ROWS;
        f.x += LF_TALL_ROWS;
    }
    s->scale[last / k] = span_scale(s, column + last);
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < s->active; i++)
            column[j * m + i] *= s->scale[i / k] * s->scale[last / k];
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < last; i++)
            s->M[i * m + last + j] = column[j * m + i];
}

void lf_span_begin(lf_span *s, const double *y0)
{
    const size_t k = s->k;
    const lf_tall y = {k, s->d, y0 + s->first};
    double *C = lf_span_slot(s, 0);
    s->y0 = y0;
    s->active = k;
    s->scale[0] = 1;
    lf_tall_gram(s->d, &y, &y, s->M, s->m);
    memset(C, 0, s->m * k * sizeof *C);
    for (size_t j = 0; j < k; j++)
        C[j * s->m + j] = 1;
    if (s->flat)
        lf_span_pack(s, y0, lf_span_slot_flat(s, 0));
}

/* ---- small matrices ---- */

/* out = a b for `active` x `active` matrices */
static void span_multiply(const lf_span *s, const double *a, const double *b, double *out)
{
    const lf_tall_term term = {{s->active, s->m, a}, b, s->m};
    lf_tall_sum(s->active, 1, &term, s->active, out, s->m);
}

/* a - a^T in place, times c */
static void make_skew(size_t n, size_t stride, double c, double *a)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i <= j; i++) {
            const double v = c * (a[j * stride + i] - a[i * stride + j]);
            a[j * stride + i] = v;
            a[i * stride + j] = -v;
        }
}

/* K of the last block of B, where C is the point: (h / scale) (E C^T - C E^T - C S C^T) */
static void span_element(const lf_span *s, const double *C, double *K)
{
    const size_t k = s->k, m = s->m, n = s->active, last = n - k;
    const lf_tall columns = {k, m, C}, block = {k, m, s->M + last * m};
    lf_tall_gram(n, &columns, &block, s->small, k);
    make_skew(k, k, 0.5, s->small); /* what a field leaves of a part across the manifold goes */
    const lf_tall_term once = {columns, s->small, k};
    lf_tall_sum(n, 1, &once, k, s->term, m);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            s->turned[i * k + j] = C[j * m + i];
    memset(K, 0, m * m * sizeof *K);
    const lf_tall_term twice = {{k, m, s->term}, s->turned, k};
    lf_tall_sum(n, 1, &twice, n, K, m);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) /* -C S C^T + 2 C E^T, whose skew part is halved below */
            K[(last + j) * m + i] += 2 * C[j * m + i];
    make_skew(n, m, -0.5 * s->h / s->scale[last / k], K);
}

void lf_span_join(lf_span *s, const double *F, const double *C, double *K)
{
    s->active += s->k;
    span_gram(s, F);
    span_element(s, C, K);
}

/* out = c K (+ out), n x n */
LF_KERNEL static void add_scaled(size_t n, size_t m, double c, const double *K, bool add,
                                 double *out)
{
    for (size_t j = 0; j < n; j++) {
        const double *from = K + j * m;
        double *to = out + j * m;
        LF_EACH_LANE(i, n)
            to[i] = lf_fma(c, from[i], add ? to[i] : 0);
    }
}

/* out = the row's sum of elements */
static void span_row(const lf_span *s, const lf_program_term *row, double *out)
{
    if (!row[0].reg)
        for (size_t j = 0; j < s->active; j++)
            memset(out + j * s->m, 0, s->active * sizeof *out);
    for (int t = 0; t < LF_PROGRAM_TERMS && row[t].reg; t++)
        add_scaled(s->active, s->m, row[t].c, lf_span_register(s, row[t].reg), t > 0, out);
}

/* out = sum + [left, right] = sum + P - P^T, P = left M right */
void lf_span_combine(const lf_span *s, const lf_instruction *I, double *out)
{
    const size_t m = s->m, n = s->active;
    span_row(s, I->sum, out);
    if (!I->left[0].reg)
        return;
    span_row(s, I->left, s->left);
    span_row(s, I->right, s->right);
    span_multiply(s, s->left, s->M, s->product);
    span_multiply(s, s->product, s->right, s->left);
    make_skew(n, m, 1, s->left);
    add_scaled(n, m, 1, s->left, true, out);
}

/* A term of a series: y becomes c times itself and is added to the sum. Answers its largest number, or one that
 * is as large where there is a NaN. */
LF_KERNEL static double series_add(size_t rows, size_t columns, size_t stride, double c, double *y,
                                   double *sum)
{
    enum { PARTS = 8 };
    double most[PARTS] = {0}, all = 0;
    for (size_t j = 0; j < columns; j++)
        for (size_t r = 0; r < rows; r += PARTS) {
            const size_t at = j * stride + r, count = rows - r < PARTS ? rows - r : PARTS;
            LF_EACH_LANE(e, count) {
                y[at + e] *= c;
                sum[at + e] += y[at + e];
                most[e] = fabs(y[at + e]) <= most[e] ? most[e] : fabs(y[at + e]);
            }
        }
    for (size_t e = 0; e < PARTS; e++)
        all = most[e] <= all ? all : most[e];
    return all;
}

/* x += sum, the coefficients of a point */
LF_KERNEL static void series_end(size_t count, const double *sum, double *x)
{
    LF_EACH_LANE(i, count)
        x[i] += sum[i];
}

/* Terms of the series of exp that count beside 1 for matrices of this norm, 1 at most. */
static int series_terms(double norm)
{
    int p = 0;
    for (double term = 1; term > 1e-17; term *= norm / p)
        p++;
    return p;
}

/* x = exp(N / pieces) x, N in s->product: the terms but for x itself are added up, at most so many of them, and
 * fewer where they get small sooner than the norm of N makes sure of. */
static void span_series(const lf_span *s, double pieces, int terms, double *x)
{
    const size_t count = s->m * s->k;
    double *term = s->term, *next = s->next, *sum = s->turned, size = INFINITY;
    memcpy(term, x, count * sizeof *x);
    memset(sum, 0, count * sizeof *sum);
    for (int p = 1; p <= terms && !(size < 1e-18); p++) {
        const lf_tall_term product = {{s->active, s->m, s->product}, term, s->m};
        lf_tall_sum(s->active, 1, &product, s->k, next, s->m);
        size = series_add(s->active, s->k, s->m, 1 / (pieces * p), next, sum);
        double *swap = term;
        term = next;
        next = swap;
    }
    series_end(count, sum, x);
}

/* C1 = exp(K M) C0 in pieces whose norm is 1 at most: K M has imaginary eigenvalues, and in a longer
 * series large terms would cancel. */
lf_status lf_span_exponential(const lf_span *s, const double *C0, double *C1)
{
    enum { MOST = 4096 };
    span_multiply(s, s->sum, s->M, s->product);
    const double norm = lf_dense_norm(s->active, s->m, s->product);
    if (!(norm < INFINITY))
        return LF_ENONFINITE;
    if (norm > MOST)
        return LF_ELARGE;
    const double pieces = fmax(1, ceil(norm));
    const int terms = series_terms(norm / pieces);
    memcpy(s->x, C0, s->m * s->k * sizeof *C0);
    for (double piece = 0; piece < pieces; piece++)
        span_series(s, pieces, terms, s->x);
    memcpy(C1, s->x, s->m * s->k * sizeof *C1);
    return LF_OK;
}

/* C1 = (1 - K M/2)^-1 (1 + K M/2) C0 = C0 + (1 - K M/2)^-1 K M C0, the system row after row as dense.h
 * wants it */
lf_status lf_span_cayley(const lf_span *s, const double *C0, double *C1)
{
    const size_t n = s->active, m = s->m, k = s->k;
    double *lu = s->left, *b = s->right, *pivot = s->turned;
    span_multiply(s, s->sum, s->M, s->product);
    const lf_tall_term term = {{n, m, s->product}, C0, m};
    lf_tall_sum(n, 1, &term, k, s->next, m);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            lu[i * n + j] = (i == j ? 1 : 0) - 0.5 * s->product[j * m + i];
        for (size_t j = 0; j < k; j++)
            b[i * k + j] = s->next[j * m + i];
    }
    const lf_status status = lf_dense_lu(n, n, lu, pivot);
    if (status != LF_OK)
        return status;
    lf_dense_lu_solve(n, n, lu, pivot, k, b);
    memmove(C1, C0, m * k * sizeof *C1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            C1[j * m + i] += b[i * k + j];
    return LF_OK;
}

/* Take off what rounding has put on: C (3 I - C^T M C)/2 where that is hardly anything. Without it a
 * million steps would add up to 1e-10. What is farther away was so at the start, and stays. */
void lf_span_settle(const lf_span *s, double *C)
{
    const size_t k = s->k, m = s->m;
    const lf_tall_term product = {{s->active, m, s->M}, C, m};
    lf_tall_sum(s->active, 1, &product, k, s->next, m);
    const lf_tall columns = {k, m, C}, other = {k, m, s->next};
    double far = 0;
    lf_tall_gram(s->active, &columns, &other, s->small, k);
    for (size_t j = 0; j < k * k; j++) {
        const double one = j % (k + 1) == 0 ? 1 : 0, off = one - s->small[j];
        far = fabs(off) <= far ? far : fabs(off);
        s->small[j] = one + 0.5 * off;
    }
    if (!(far < 0x1p-36))
        return;
    memcpy(s->x, C, m * k * sizeof *C);
    const lf_tall_term term = {{k, m, s->x}, s->small, k};
    lf_tall_sum(s->active, 1, &term, k, C, m);
}
