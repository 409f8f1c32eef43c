/* SPDX-License-Identifier: BSD-3-Clause */
/* frame.c - orthonormal frames in tangent coordinates: the polar retraction
 *
 *   X = R_Y(V) = (Y + V) S^-1,   S^2 = (Y + V)^T (Y + V),
 *
 * and its inverse differential. For V tangent at Y the square is I + V^T V, but written so a defect of
 * Y would stay: 9e-15 after forty steps in place of 4e-16. A curve V(t) with V' = k has X' S + X S' = k,
 * so the k of F in T_X is F S + X D with D = S' symmetric, and Y^T k is skew: with C = Y^T X
 *
 *   C D + D C^T = -(H + H^T),   H = Y^T F S.
 *
 * C is near I, and D comes from D = (-(H + H^T) - N - N^T)/2, N = (C - I) D, by iteration: eleven
 * rounds for |V| = 0.1, nineteen for 0.6. For k = 1 there is nothing to solve; on a Grassmann manifold
 * k has no part in the span of Y, whence D = -S H in closed form.
 *   The retraction: Absil, Mahony, Sepulchre 2008, section 4.1. */
#include <lieflow/frame.h>

#include <math.h>
#include <string.h>

#include "action/frames.h"
#include "base/dense.h"
#include "base/lanes.h"
#include "base/tall.h"

/* Small matrices of an operation, k x k each. */
enum { SMALL = 10 };

/* Scratch: a piece of rows, five points for the lanes of several, and small matrices. */
static size_t frame_work(const lf_action *A, size_t n)
{
    const lf_frame *f = A->ctx;
    return LF_TALL_ROWS * f->k + LF_DENSE_WIDE + SMALL * f->k * f->k + (n > 1 ? 5 * A->dim : 0);
}

static lf_status frame_apply(const lf_action *A, size_t n, const double *g, const double *y0,
                             double *y1, double *work)
{
    return LF_ENEEDS; /* there are no elements */
}

static lf_status frame_generator(const lf_action *A, size_t n, const double *u, const double *y,
                                 double *v, double *work)
{
    memcpy(v, u, A->dim * n * sizeof *v);
    return LF_OK;
}

/* ---- one frame ---- */

static lf_tall frame_columns(const lf_frame *f, const double *x)
{
    return (lf_tall){f->k, f->d, x};
}

static void frame_gram(const lf_frame *f, const double *a, const double *b, double *G)
{
    const lf_tall A = frame_columns(f, a), B = frame_columns(f, b);
    lf_tall_gram(f->d, &A, &B, G, f->k);
}

/* max |Y^T Y - I|; NaN if a number is. Scratch: k^2. */
static double one_defect(const lf_frame *f, const double *y, double *work)
{
    const size_t k = f->k;
    double most = 0;
    frame_gram(f, y, y, work);
    for (size_t j = 0; j < k * k; j++) {
        const double off = fabs(work[j] - (j % (k + 1) == 0 ? 1 : 0));
        most = off <= most ? most : off;
    }
    return most;
}

static bool all_finite(size_t count, const double *a)
{
    double zero = 0;
    for (size_t j = 0; j < count; j++)
        zero += 0 * a[j];
    return zero == 0;
}

/* Where a piece of rows begins, and how many there are. */
typedef struct {
    size_t from, rows;
} piece;

static bool next_piece(const lf_frame *f, size_t most, piece *p)
{
    p->from += p->rows;
    p->rows = f->d - p->from < most ? f->d - p->from : most;
    return p->rows > 0;
}

/* Rows of a product A C, which may come in any pieces: these stay in the nearest cache. */
enum { NEAR = 128 };

LF_KERNEL static void add_rows(size_t rows, const double *a, const double *b, double *sum)
{
    LF_EACH_LANE(i, rows)
        sum[i] = a[i] + b[i];
}

/* A piece of x + u, or of x where u is NULL, its columns one after the other. */
static lf_tall piece_sum(const lf_frame *f, const piece *p, const double *x, const double *u,
                         double *w)
{
    for (size_t j = 0; j < f->k; j++) {
        const size_t at = j * f->d + p->from;
        if (u)
            add_rows(p->rows, x + at, u + at, w + j * p->rows);
        else
            memcpy(w + j * p->rows, x + at, p->rows * sizeof *w);
    }
    return (lf_tall){f->k, p->rows, w};
}

/* G = w^T w for w = x + u */
static void sum_gram(const lf_frame *f, const double *x, const double *u, double *G, double *w)
{
    memset(G, 0, f->k * f->k * sizeof *G);
    for (piece p = {0, 0}; next_piece(f, LF_TALL_ROWS, &p);) {
        const lf_tall W = u ? piece_sum(f, &p, x, u, w) : frame_columns(f, x + p.from);
        lf_tall_gram_add(p.rows, &W, &W, G, f->k);
    }
}

/* out = w G^(-1/2), the frame nearest to w = x + u (x alone where u is NULL), and G = w^T w; out may be x.
 * Scratch: a piece and 5 k^2. */
static lf_status one_polar(const lf_frame *f, const double *x, const double *u, double *out,
                           double *G, double *work)
{
    const size_t k = f->k, kk = k * k;
    double *w = lf_dense_align(work), *S = w + LF_TALL_ROWS * k, *inverse = S + kk;
    sum_gram(f, x, u, G, w);
    if (!all_finite(kk, G))
        return LF_ENONFINITE;
    if (k == 1)
        *inverse = 1 / sqrt(*G);
    if (k == 1 ? !isfinite(*inverse) : !lf_tall_root(k, G, S, inverse, inverse + kk))
        return LF_ESINGULAR;
    for (piece p = {0, 0}; next_piece(f, NEAR, &p);) {
        const lf_tall_term term = {piece_sum(f, &p, x, u, w), inverse, k};
        lf_tall_sum(p.rows, 1, &term, k, out + p.from, f->d);
    }
    return LF_OK;
}

static lf_status one_chart(const lf_frame *f, const double *u, const double *y0, double *y1,
                           double *work)
{
    return one_polar(f, y0, u, y1, work, work + f->k * f->k);
}

/* a + a^T in place */
static void add_transposed(size_t k, double *a)
{
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i <= j; i++)
            a[j * k + i] = a[i * k + j] = a[j * k + i] + a[i * k + j];
}

enum { PARTS = 8 }; /* numbers that are looked at together */

/* A round: D = -(H + N)/2, and how much it has changed. */
LF_KERNEL static double rate_round(size_t count, const double *H, const double *N, double *D)
{
    double change[PARTS] = {0}, most = 0;
    for (size_t j = 0; j < count; j += PARTS) {
        const size_t some = count - j < PARTS ? count - j : PARTS;
        LF_EACH_LANE(e, some) {
            const double next = -0.5 * (H[j + e] + N[j + e]), by = fabs(next - D[j + e]);
            D[j + e] = next;
            change[e] = by <= change[e] ? change[e] : by;
        }
    }
    for (size_t e = 0; e < PARTS; e++)
        most = change[e] <= most ? most : change[e];
    return most;
}

static void transpose(size_t k, const double *a, double *b)
{
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < k; i++)
            b[i * k + j] = a[j * k + i];
}

/* D from C - I and H + H^T. N + N^T is one sum of two products, which leaves D symmetric but for rounding.
 * Scratch: 2 k^2. */
static lf_status solve_rate(size_t k, const double *C, const double *H, double *D, double *N)
{
    enum { MOST = 60 };
    double *turned = N + k * k;
    memset(N, 0, k * k * sizeof *N);
    memset(D, 0, k * k * sizeof *D);
    const double size = rate_round(k * k, H, N, D);
    if (!(size < INFINITY))
        return LF_ENONFINITE;
    transpose(k, C, turned);
    const lf_tall_term terms[] = {{{k, k, C}, D, k}, {{k, k, D}, turned, k}};
    for (int round = 0; round < MOST; round++) {
        lf_tall_sum(k, 2, terms, k, N, k);
        const double change = rate_round(k * k, H, N, D);
        if (change <= 0x1p-52 * size) /* the last digit of D */
            return LF_OK;
        if (!(change < 1e6 * size)) /* it grows, or is NaN */
            return LF_ELARGE;
    }
    return LF_ELARGE;
}

/* S and S^-1 from Omega = Y^T V (its symmetric part is the defect of V) and V^T V in S. */
static bool chart_root(size_t k, const double *omega, double *S, double *inverse, double *work)
{
    double *square = work, *rest = work + k * k;
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < k; i++)
            square[j * k + i] =
                (i == j ? 1 : 0) + S[j * k + i] + (omega[j * k + i] + omega[i * k + j]);
    return lf_tall_root(k, square, S, inverse, rest);
}

/* D of a Stiefel manifold from H, Omega and S^-1, by C - I = (I + Omega) S^-1 - I. */
static lf_status stiefel_rate(size_t k, double *H, const double *omega, const double *inverse,
                              double *C, double *D, double *work)
{
    lf_tall_square(k, omega, inverse, C);
    for (size_t j = 0; j < k * k; j++)
        C[j] += inverse[j] - (j % (k + 1) == 0 ? 1 : 0);
    add_transposed(k, H);
    return solve_rate(k, C, H, D, work);
}

/* Y^T V, V^T V and Y^T F in one pass over the three. */
static void pull_grams(const lf_frame *f, const double *y0, const double *u, const double *v,
                       double *omega, double *square, double *value)
{
    const size_t k = f->k, bytes = k * k * sizeof *omega;
    memset(omega, 0, bytes);
    memset(square, 0, bytes);
    memset(value, 0, bytes);
    for (piece p = {0, 0}; next_piece(f, LF_TALL_ROWS, &p);) {
        const lf_tall Y = frame_columns(f, y0 + p.from), V = frame_columns(f, u + p.from);
        const lf_tall F = frame_columns(f, v + p.from);
        lf_tall_gram_add(p.rows, &Y, &V, omega, k);
        lf_tall_gram_add(p.rows, &V, &V, square, k);
        lf_tall_gram_add(p.rows, &Y, &F, value, k);
    }
}

static lf_status one_pull(const lf_frame *f, const double *y0, const double *u, const double *y,
                          const double *v, double *out, double *work)
{
    const size_t k = f->k, kk = k * k;
    double *omega = work, *S = omega + kk, *inverse = S + kk, *H = inverse + kk, *D = H + kk;
    double *C = D + kk, *rest = C + kk; /* 4 k^2 are left */
    lf_status s = LF_OK;
    pull_grams(f, y0, u, v, omega, S, C);
    if (!chart_root(k, omega, S, inverse,
                    rest)) /* its eigenvalues are 1 at least if u is tangent */
        return all_finite(kk, rest) ? LF_ESINGULAR : LF_ENONFINITE;
    lf_tall_square(k, C, S, H);
    if (k == 1 || f->grassmann) {
        lf_tall_square(k, S, H, D);
        for (size_t j = 0; j < kk; j++)
            D[j] = -D[j];
    } else {
        s = stiefel_rate(k, H, omega, inverse, C, D, rest);
    }
    const lf_tall_term terms[] = {{frame_columns(f, v), S, k}, {frame_columns(f, y), D, k}};
    lf_tall_sum(f->d, 2, terms, k, out, f->d);
    return s;
}

/* Once is enough for a point that a step has left near the manifold; from farther away rounding is
 * magnified by what the first round divides by. */
static lf_status one_project(const lf_frame *f, double *y, double *work)
{
    const size_t kk = f->k * f->k;
    lf_status s = LF_OK;
    double far = INFINITY;
    for (int round = 0; round < 3 && s == LF_OK && far > 0.1; round++) {
        s = one_polar(f, y, NULL, y, work, work + kk);
        far = 0;
        for (size_t j = 0; j < kk; j++)
            far = fmax(far, fabs(work[j] - (j % (f->k + 1) == 0 ? 1 : 0)));
    }
    return s;
}

/* ---- lanes, one after the other: a frame fills the caches by itself ---- */

static lf_status first_failure(lf_status before, lf_status now)
{
    return before == LF_OK ? now : before;
}

static lf_status frame_defect(const lf_action *A, size_t n, const double *y, const double *start,
                              double *defect, double *work)
{
    const lf_frame *f = A->ctx;
    if (n == 1)
        defect[0] = one_defect(f, y, work);
    for (size_t i = 0; n > 1 && i < n; i++) {
        lf_frames_take(A->dim, n, i, y, work);
        defect[i] = one_defect(f, work, work + A->dim);
    }
    return LF_OK;
}

static lf_status frame_flow(const lf_action *A, size_t n, const double *u, const double *y0,
                            double *y1, double *work)
{
    const size_t dim = A->dim;
    double *from = work, *by = from + dim, *to = by + dim, *rest = to + dim;
    lf_status s = LF_OK;
    if (n == 1)
        return one_chart(A->ctx, u, y0, y1, work);
    for (size_t i = 0; i < n; i++) {
        lf_frames_take(dim, n, i, y0, from);
        lf_frames_take(dim, n, i, u, by);
        s = first_failure(s, one_chart(A->ctx, by, from, to, rest));
        lf_frames_put(dim, n, i, to, y1);
    }
    return s;
}

static lf_status frame_pull(const lf_action *A, size_t n, const double *y0, const double *u,
                            const double *y, const double *f, double *k, double *work)
{
    const size_t dim = A->dim;
    double *from = work, *by = from + dim, *to = by + dim, *value = to + dim, *out = value + dim;
    lf_status s = LF_OK;
    if (n == 1)
        return one_pull(A->ctx, y0, u, y, f, k, work);
    for (size_t i = 0; i < n; i++) {
        lf_frames_take(dim, n, i, y0, from);
        lf_frames_take(dim, n, i, u, by);
        lf_frames_take(dim, n, i, y, to);
        lf_frames_take(dim, n, i, f, value);
        s = first_failure(s, one_pull(A->ctx, from, by, to, value, out, out + dim));
        lf_frames_put(dim, n, i, out, k);
    }
    return s;
}

static lf_status frame_project(const lf_action *A, size_t n, const double *start, double *y,
                               double *work)
{
    lf_status s = LF_OK;
    if (n == 1)
        return one_project(A->ctx, y, work);
    for (size_t i = 0; i < n; i++) {
        lf_frames_take(A->dim, n, i, y, work);
        s = first_failure(s, one_project(A->ctx, work, work + A->dim));
        lf_frames_put(A->dim, n, i, work, y);
    }
    return s;
}

static const lf_action_ops frame_ops = {
    .apply = frame_apply,
    .generator = frame_generator,
    .defect = frame_defect,
    .flow = frame_flow,
    .project = frame_project,
    .pull = frame_pull,
    .work = frame_work,
};

lf_action lf_action_frame(const lf_group *frames)
{
    return (lf_action){
        .name = "frame",
        .doc = "orthonormal frames, moved by tangent vectors in the polar chart",
        .kind = LF_ACTION_FRAME,
        .group = frames,
        .dim = frames->dim,
        .ops = &frame_ops,
        .ctx = frames->ctx,
        .alone = true,
    };
}
