/* SPDX-License-Identifier: BSD-3-Clause */
/* chain_elimination.c - symmetric tridiagonal systems by parts.
 *
 * Elimination waits for its own results. A long system is therefore cut into parts of equal length
 * that are eliminated side by side, the partition method of Wang 1981: the last unknown of a part is
 * its seam, the others are eliminated from the top and leave a tridiagonal system of the seams.
 * `fill` is what couples an unknown to the seam above its part; what the unknowns of a part leave in
 * the row of that seam is added up on the way. A few unknowns on top, before the first part, make
 * the lengths equal. A column is a part of a system; four of them share a vector, whether they are
 * parts of one system or systems side by side. A short system is not cut but eliminated from both
 * ends to the middle. All this depends on the length alone and each column sees the same operations,
 * so a system has the same bits in whatever company.
 *
 * Pivots D_j = P_j/P_(j-1) come from continuants P_j = d_j P_(j-1) - e^2 P_(j-2), which keep the
 * division out of the recurrence. Multipliers are stored, so the way back needs no division. */
#include "model/chain_elimination.h"

#include "base/lanes.h"

/* Continuants are products of pivots: after this many links they start again from the last ratio.
 * Pivots between 1e-12 and 1e13 cannot overflow on the way, those of the links on top included, nor
 * can the product of what two ends have in the middle. */
enum { STRETCH = 16, STRETCH_OF_END = 10 };

/* Four columns at once, in registers and in memory. */
typedef double two __attribute__((vector_size(2 * sizeof(double))));
typedef double four __attribute__((vector_size(4 * sizeof(double))));
typedef double four_stored __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));

/* The state of a column: the continuant P; Q = e^2 times the one before, which the next takes off;
 * what the right side of the next row gets; the coupling to the seam above, and what the row of that
 * seam gets. */
enum { P, Q, CARRY, FILL, ABOVE_DIAGONAL, ABOVE_RIGHT };

/* In lanes the last is kept as the multiplier and the right side that make it. */
enum { MULTIPLIER = CARRY, RIGHT, LANES_STATE };

/* Eliminate one unknown, lane by lane, that is coupled by `towards` to the next: it is r + e (that
 * one) then. The rows of the state are `width` long. */
static LF_INLINE void lanes_reduce(size_t n, size_t width, double d, const double *towards,
                                   double *e, double *r, double *s)
{
    LF_EACH_LANE(i, n) {
        const double last = s[P * width + i], next = lf_fma(d, last, -s[Q * width + i]);
        const double z = lf_fma(s[MULTIPLIER * width + i], s[RIGHT * width + i], r[i]);
        const double p = last / next, coupling = towards[i], m = p * coupling;
        s[P * width + i] = next;
        s[Q * width + i] = coupling * coupling * last;
        s[MULTIPLIER * width + i] = m;
        s[RIGHT * width + i] = z;
        e[i] = m;
        r[i] = p * z;
    }
}

/* Nothing eliminated. A first row that has less than its diagonal says begins as if something had
 * been taken off it. */
static LF_INLINE void lanes_begin(size_t n, size_t width, double off, double *s)
{
    for (size_t i = 0; i < n; i++) {
        s[P * width + i] = 1;
        s[Q * width + i] = off;
        s[MULTIPLIER * width + i] = s[RIGHT * width + i] = 0;
    }
}

static LF_INLINE void lanes_restart(size_t n, double *s)
{
    LF_EACH_LANE(i, n) {
        s[Q * n + i] /= s[P * n + i];
        s[P * n + i] = 1;
    }
}

/* One unknown on the way back, from the one before, x, which it becomes. */
static LF_INLINE void lanes_return(size_t n, const double *e, double *r, double *x)
{
    LF_EACH_LANE(i, n)
        x[i] = r[i] = lf_fma(e[i], x[i], r[i]);
}

/* Four columns: where they begin in e and r, and the links there; and what is constant: whether they
 * are neighbours in memory, and whether they are the parts of a single lane. A single lane keeps its
 * results column by column, many in place of what is no longer needed. */
typedef struct {
    size_t at[4], link[4];
    bool together, single;
} columns;

static LF_INLINE columns columns_place(size_t n, bool together, const lf_chain_system *c,
                                       size_t column)
{
    columns b = {.together = together, .single = n == 1};
    for (size_t i = 0; i < 4; i++) {
        b.link[i] = c->first + (column + i) / n * c->length;
        b.at[i] = b.link[i] * n + (column + i) % n;
    }
    return b;
}

static LF_INLINE void columns_gather(const columns *b, const double *a, size_t shift, four *v)
{
    const double *p = a + shift;
    if (b->together) {
        *v = *(const four_stored *)(p + b->at[0]);
    } else {
        const two low = {p[b->at[0]], p[b->at[1]]}, high = {p[b->at[2]], p[b->at[3]]};
        *v = __builtin_shufflevector(low, high, 0, 1, 2, 3);
    }
}

static LF_INLINE void columns_scatter(const columns *b, const four *v, double *a, size_t shift)
{
    if (b->together)
        *(four_stored *)(a + shift + b->at[0]) = *v;
    else
        for (size_t i = 0; i < 4; i++)
            a[shift + b->at[i]] = (*v)[i];
}

static LF_INLINE void columns_keep(const columns *b, const four *v, double *a, size_t k, size_t n)
{
    if (b->single)
        *(four_stored *)(a + 4 * k) = *v;
    else
        columns_scatter(b, v, a, k * n);
}

static LF_INLINE void columns_kept(const columns *b, const double *a, size_t k, size_t n, four *v)
{
    if (b->single)
        *v = *(const four_stored *)(a + 4 * k);
    else
        columns_gather(b, a, k * n, v);
}

/* The diagonal at place k of four columns. */
static LF_INLINE void columns_diagonal(const columns *b, const double *d, size_t k, four *v)
{
    const two low = {d[b->link[0] + k], d[b->link[1] + k]};
    const two high = {d[b->link[2] + k], d[b->link[3] + k]};
    *v = __builtin_shufflevector(low, high, 0, 1, 2, 3);
}

/* One column of a new state: nothing eliminated, or in the first part what was on top. */
static LF_INLINE double columns_first(const lf_chain_system *c, size_t n, size_t column, size_t row)
{
    const double *s = c->state + column;
    const size_t width = LF_CHAIN_PARTS * n;
    if (column < n && row < CARRY)
        return s[row * width];
    if (column < n && row == CARRY)
        return s[MULTIPLIER * width] * s[RIGHT * width];
    if (column >= n && row == FILL)
        return c->e[(c->first + column / n * c->length - 1) * n + column % n];
    return row == P;
}

static LF_INLINE void columns_begin(size_t n, const lf_chain_system *c)
{
    for (size_t row = 0; row < LF_CHAIN_STATE; row++)
        for (size_t at = 0; at < LF_CHAIN_PARTS * n; at += 4) {
            const four s = {columns_first(c, n, at, row), columns_first(c, n, at + 1, row),
                            columns_first(c, n, at + 2, row), columns_first(c, n, at + 3, row)};
            *(four_stored *)(c->state + row * LF_CHAIN_PARTS * n + at) = s;
        }
}

/* Eliminate one unknown of four columns: it is x + m (the next one) + g (the seam above) then. */
static LF_INLINE void columns_reduce(const four *d, const four *e, const four *r, four *s, four *m,
                                     four *x, four *g)
{
    const four last = s[P], next = *d * last - s[Q], p = last / next;
    const four z = *r + s[CARRY], fill = s[FILL];
    *m = p * *e;
    *x = p * z;
    *g = p * fill;
    s[P] = next;
    s[Q] = *e * *e * last;
    s[CARRY] = *m * z;
    s[FILL] = *m * fill;
    s[ABOVE_DIAGONAL] -= fill * *g;
    s[ABOVE_RIGHT] += fill * *x;
}

/* Unknowns first .. last-1 of four columns, whose state is in memory before and after. */
static LF_INLINE void columns_eliminate(bool together, bool each, size_t n,
                                        const lf_chain_system *c, size_t column, size_t first,
                                        size_t last)
{
    const size_t width = LF_CHAIN_PARTS * n;
    const columns b = columns_place(n, together, c, column);
    double *const m = c->m, *const x = c->x, *const g = c->g;
    const double *const e = c->e, *const r = c->r, *const diagonal = c->diagonal;
    const four all = {diagonal[0], diagonal[0], diagonal[0], diagonal[0]};
    four s[LF_CHAIN_STATE], d = all, E, R, M, X, G;
    for (size_t k = 0; k < LF_CHAIN_STATE; k++)
        s[k] = *(const four_stored *)(c->state + k * width + column);
    if (first) {
        s[Q] /= s[P];
        s[P] = (four){1, 1, 1, 1};
    }
    for (size_t k = first; k < last; k++) {
        if (each)
            columns_diagonal(&b, diagonal, k, &d);
        columns_gather(&b, e, k * n, &E);
        columns_gather(&b, r, k * n, &R);
        columns_reduce(&d, &E, &R, s, &M, &X, &G);
        columns_keep(&b, &M, m, k, n);
        columns_keep(&b, &X, x, k, n);
        columns_keep(&b, &G, g, k, n);
    }
    for (size_t k = 0; k < LF_CHAIN_STATE; k++)
        *(four_stored *)(c->state + k * width + column) = s[k];
}

/* The way back, from the seams below (in row P of the state) and above (in row Q). */
static LF_INLINE void columns_return(bool together, bool each, size_t n, const lf_chain_system *c,
                                     size_t column, size_t first, size_t last)
{
    const size_t width = LF_CHAIN_PARTS * n;
    const columns b = columns_place(n, together, c, column);
    const double *const m = c->m, *const x = c->x, *const g = c->g;
    double *const r = c->r;
    four value = *(const four_stored *)(c->state + P * width + column), M, X, G;
    const four seam = *(const four_stored *)(c->state + Q * width + column);
    (void)each;
    for (size_t k = last; k-- > first;) {
        columns_kept(&b, m, k, n, &M);
        columns_kept(&b, x, k, n, &X);
        columns_kept(&b, g, k, n, &G);
        value = X + G * seam + M * value;
        columns_scatter(&b, &value, r, k * n);
    }
    *(four_stored *)(c->state + P * width + column) = value;
}

/* Call `work` for unknowns first .. last-1 of all columns, four columns at a time. */
#define ALL_COLUMNS(work, n, c, first, last)                      \
    do {                                                          \
        for (size_t at = 0; at < LF_CHAIN_PARTS * (n); at += 4) { \
            const bool together = at % (n) + 4 <= (n);            \
            if ((c)->step)                                        \
                work(false, true, n, c, at, first, last);         \
            else if (together)                                    \
                work(true, false, n, c, at, first, last);         \
            else                                                  \
                work(false, false, n, c, at, first, last);        \
        }                                                         \
    } while (0)

/* A lane's four seams, D_p x_p - c_p x_(p-1) - c_(p+1) x_(p+1) = R_p with D_p = d_p - Q_p/P_p: the
 * outer two are eliminated, the inner two solved, and back. Divisions wait for each other as little
 * as possible. */
static LF_INLINE void seams_solve(const double *p, const double *q, const double *c,
                                  const double *d, double *R)
{
    const double first = p[0] / (d[0] * p[0] - q[0]), last = p[3] / (d[3] * p[3] - q[3]);
    const double a = c[1] * first, b = c[3] * last, x = R[0] * first, y = R[3] * last;
    const double A = d[1] - q[1] / p[1] - a * c[1], B = d[2] - q[2] / p[2] - b * c[3];
    const double u = R[1] + c[1] * x, v = R[2] + c[3] * y;
    const double inverse = 1 / (A * B - c[2] * c[2]);
    R[1] = (u * B + c[2] * v) * inverse;
    R[2] = (v * A + c[2] * u) * inverse;
    R[0] = x + a * R[1];
    R[3] = y + b * R[2];
}

/* The seams of all lanes, into r and rows P and (the next part's) Q of the state. */
static LF_INLINE void system_seams(size_t n, const lf_chain_system *c)
{
    const size_t width = LF_CHAIN_PARTS * n, seam = c->first + c->length - 1;
    double *restrict s = c->state, *restrict r = c->r;
    LF_EACH_LANE(i, n) {
        double p[LF_CHAIN_PARTS], q[LF_CHAIN_PARTS], fill[LF_CHAIN_PARTS], d[LF_CHAIN_PARTS];
        double R[LF_CHAIN_PARTS];
        for (size_t k = 0; k < LF_CHAIN_PARTS; k++) {
            const size_t at = k * n + i, j = seam + k * c->length;
            const bool end = k + 1 == LF_CHAIN_PARTS;
            p[k] = s[P * width + at];
            q[k] = s[Q * width + at];
            fill[k] = s[FILL * width + at];
            d[k] = c->diagonal[c->step * j] + (end ? 0 : s[ABOVE_DIAGONAL * width + at + n]);
            R[k] = r[j * n + i] + s[CARRY * width + at];
            R[k] += end ? 0 : s[ABOVE_RIGHT * width + at + n];
        }
        seams_solve(p, q, fill, d, R);
        for (size_t k = 0; k < LF_CHAIN_PARTS; k++) {
            r[(seam + k * c->length) * n + i] = R[k];
            s[P * width + k * n + i] = R[k];
            s[Q * width + k * n + i] = k ? R[k - 1] : 0;
        }
    }
}

/* A stretch at a time: continuants start again after it, and what it needs stays in the cache. */
static LF_INLINE void system_solve_parts(size_t n, const lf_chain_system *c)
{
    const size_t interior = c->length - 1, width = LF_CHAIN_PARTS * n;
    lanes_begin(n, width, c->top, c->state);
    for (size_t j = 0; j < c->first; j++)
        lanes_reduce(n, width, c->diagonal[c->step * j], c->e + j * n, c->e + j * n, c->r + j * n,
                     c->state);
    columns_begin(n, c);
    for (size_t k = 0; k < interior; k += STRETCH) {
        const size_t last = k + STRETCH < interior ? k + STRETCH : interior;
        ALL_COLUMNS(columns_eliminate, n, c, k, last);
    }
    system_seams(n, c);
    for (size_t last = interior; last > 0;) {
        const size_t k = (last - 1) / STRETCH * STRETCH;
        ALL_COLUMNS(columns_return, n, c, k, last);
        last = k;
    }
    for (size_t j = c->first; j-- > 0;) /* row P has what is below */
        lanes_return(n, c->e + j * n, c->r + j * n, c->state + P * width);
}

/* The unknown in the middle from what both ends left of its row; into r and rows P. */
static LF_INLINE void lanes_meet(size_t n, double d, double *top, double *end, double *r)
{
    LF_EACH_LANE(i, n) {
        const double a = top[P * n + i], b = end[P * n + i], both = a * b;
        const double off = lf_fma(top[Q * n + i], b, end[Q * n + i] * a);
        const double right = lf_fma(top[MULTIPLIER * n + i], top[RIGHT * n + i], r[i]);
        top[P * n + i] = end[P * n + i] = r[i] =
            lf_fma(end[MULTIPLIER * n + i], end[RIGHT * n + i], right) *
            (both / lf_fma(d, both, -off));
    }
}

/* A short system from both ends to the middle, and back; the states are kept in `s`. */
static LF_INLINE void whole_solve(size_t n, const lf_chain_system *c, double *s)
{
    const size_t middle = c->first, last = c->links - 1, below = last - middle, step = c->step;
    const double *diagonal = c->diagonal;
    double *top = s, *end = s + LANES_STATE * n, *e = c->e, *r = c->r;
    lanes_begin(n, n, c->top, top);
    lanes_begin(n, n, 0, end);
    for (size_t k = 0; k < middle; k++) {
        const size_t j = last - k;
        if (k == STRETCH_OF_END) {
            lanes_restart(n, top);
            lanes_restart(n, end);
        }
        lanes_reduce(n, n, diagonal[step * k], e + k * n, e + k * n, r + k * n, top);
        if (k < below)
            lanes_reduce(n, n, diagonal[step * j], e + (j - 1) * n, e + j * n, r + j * n, end);
    }
    lanes_meet(n, diagonal[step * middle], top, end, r + middle * n);
    for (size_t k = 1; k <= middle; k++) {
        const size_t up = middle - k, down = middle + k;
        lanes_return(n, e + up * n, r + up * n, top + P * n);
        if (k <= below)
            lanes_return(n, e + down * n, r + down * n, end + P * n);
    }
}

static LF_INLINE void system_solve_whole(size_t n, const lf_chain_system *c)
{
    double own[2 * LANES_STATE]; /* registers */
    whole_solve(n, c, n == 1 ? own : c->state);
}

LF_KERNEL void lf_chain_system_solve(const lf_chain_system *c)
{
    if (c->links < LF_CHAIN_CUT)
        LF_BY_LANES(c->n, system_solve_whole, c);
    else
        LF_BY_LANES(c->n, system_solve_parts, c);
}
