/* SPDX-License-Identifier: BSD-3-Clause */
/* nearest.c - the smallest value of a problem's guard, and where it falls below its bound.
 *
 * Most steps cannot matter: the guard is too large to have come down to its smallest value so far, at
 * the rate that the problem gives for it. Then it is not even evaluated. Where steps are short beside
 * the distance, the values at their ends tell where a minimum lies. What is left is looked at in
 * pieces, whose valleys are searched to the bottom. */
#include <float.h>
#include <math.h>

#include "solve/bracket.h"
#include "solve/scan.h"

/* Rates are those of the ends of a step; in between they may be larger by this. */
static const double CARE = 1.5;

double lf_scan_guard(const lf_scan *S, lf_quantity *quantity, const size_t *who, double t,
                     const double *y)
{
    const lf_lanes at = {1, &t, NULL, who, S->quantity_work};
    double value;
    quantity(S->P, &at, y, &value);
    return value;
}

/* The guard along a leg, above a level. */
typedef struct {
    lf_scan *S;
    const lf_leg *leg;
    double level;
} guard_curve;

static lf_status guard_at(void *ctx, double x, double *g)
{
    const guard_curve *C = ctx;
    const double *point;
    const lf_status s = lf_leg_point(C->leg, x, C->S->point, &point);
    if (s == LF_OK)
        *g = lf_scan_guard(C->S, C->S->guard->value, C->leg->who, lf_leg_time(C->leg, x), point) -
             C->level;
    return s;
}

static void note(lf_nearest *N, double value, double x)
{
    if (value < N->least) {
        N->least = value;
        N->where = x;
    }
}

/* The guard is above its bound at b->x0 and below at b->x1: where does it fall? */
static lf_status fall(lf_scan *S, const lf_leg *leg, lf_bracket b, lf_nearest *N)
{
    guard_curve C = {S, leg, S->guard->bound};
    b.g0 -= C.level;
    b.g1 -= C.level;
    const lf_status s = b.g0 > 0 ? lf_bracket_close(guard_at, &C, &b) : LF_OK;
    N->fell = true;
    N->x = b.g0 > 0 ? b.x1 : b.x0;
    N->now.value = (b.g0 > 0 ? b.g1 : b.g0) + C.level;
    N->least = INFINITY; /* smaller values lie behind the end */
    note(N, N->now.value, N->x);
    return s;
}

enum { CHUNK = 64 };

/* Neighbouring pieces of a leg, and the values where they meet. */
typedef struct {
    double from, to;
    size_t pieces;
    double value[CHUNK + 1];
} chunk;

static double chunk_place(const chunk *K, size_t k)
{
    const double part = (double)k / (double)K->pieces;
    return k == K->pieces ? K->to : K->from + part * (K->to - K->from);
}

/* How much the values bend about piece k: a valley between two looks is no deeper. */
static double chunk_bend(const chunk *K, size_t k)
{
    const double *v = K->value + k;
    const double left = k > 0 ? fabs(v[-1] - 2 * v[0] + v[1]) : 0;
    const double right = k + 1 < K->pieces ? fabs(v[0] - 2 * v[1] + v[2]) : 0;
    return K->pieces == 1 ? INFINITY : fmax(left, right);
}

/* A piece; `travel` bounds how much the guard changes in it. */
static lf_status search_piece(lf_scan *S, const lf_leg *leg, const chunk *K, size_t k,
                              double travel, lf_nearest *N)
{
    const double bound = S->guard->bound, matters = fmax(N->least, bound);
    const lf_bracket b = {chunk_place(K, k), K->value[k], chunk_place(K, k + 1), K->value[k + 1]};
    guard_curve C = {S, leg, 0};
    double x, value;
    bool found = false;
    lf_status s = LF_OK;
    if (fmin(b.g0, b.g1) - chunk_bend(K, k) < matters && 0.5 * (b.g0 + b.g1 - travel) < matters)
        s = lf_bracket_valley(guard_at, &C, &b, bound > 0 ? bound : -INFINITY, &x, &value, &found);
    if (s != LF_OK)
        return s;
    if (found && value < bound)
        return fall(S, leg, (lf_bracket){b.x0, b.g0, x, value}, N);
    if (fmin(b.g0, b.g1) < bound)
        return fall(S, leg, b, N);
    if (found)
        note(N, value, x);
    return LF_OK;
}

/* A chunk, whose ends are known; its values all count before its valleys are sought. */
static lf_status search_chunk(lf_scan *S, const lf_leg *leg, chunk *K, double travel, lf_nearest *N)
{
    guard_curve C = {S, leg, 0};
    lf_status s = LF_OK;
    for (size_t k = 1; k < K->pieces && s == LF_OK; k++)
        s = guard_at(&C, chunk_place(K, k), &K->value[k]);
    for (size_t k = 0; k <= K->pieces && s == LF_OK; k++)
        note(N, K->value[k], chunk_place(K, k));
    for (size_t k = 0; k < K->pieces && s == LF_OK && !N->fell; k++)
        s = search_piece(S, leg, K, k, travel, N);
    return s;
}

/* The leg up to x in pieces; d0 and d1 are the values at the ends. */
static lf_status search_leg(lf_scan *S, const lf_leg *leg, double x, size_t pieces, double d0,
                            double d1, double travel, lf_nearest *N)
{
    guard_curve C = {S, leg, 0};
    chunk K = {.to = 0};
    double last = d0;
    lf_status s = LF_OK;
    for (size_t done = 0; done < pieces && s == LF_OK && !N->fell; done += K.pieces) {
        K.pieces = pieces - done < CHUNK ? pieces - done : CHUNK;
        K.from = K.to;
        K.to = done + K.pieces == pieces ? x : x * (double)(done + K.pieces) / (double)pieces;
        K.value[0] = last;
        last = d1;
        if (K.to != x)
            s = guard_at(&C, K.to, &last);
        K.value[K.pieces] = last;
        if (s == LF_OK)
            s = search_chunk(S, leg, &K, travel / (double)pieces, N);
    }
    return s;
}

/* Do the values at the ends of the last two steps, short ones, say that there is no minimum inside
 * the second? Then its slope is larger than what it changes by on the way. */
static bool passes(const lf_guarded *G, double d1, double h, double travel, double bound)
{
    const double lowest = fmin(G->value, d1);
    if (!(G->gap > 0) || !(travel < 0.25 * lowest) || !(lowest - travel > bound))
        return false;
    const double slope = (d1 - G->value) / h, earlier = (G->value - G->before) / G->gap;
    const double bend = 2 * (slope - earlier) / (h + G->gap) * h; /* change of slope in the step */
    return fabs(slope) >= bend || bend * h < 32 * DBL_EPSILON * lowest ||
           lowest - bend * h >= G->least;
}

/* Pieces that are short beside the distance. */
static lf_status guard_pieces(lf_scan *S, size_t lane, const lf_leg *leg, double x, double travel,
                              double lowest, size_t *pieces, lf_stats *stats)
{
    enum { FEW = 4, MANY = CHUNK };
    if (!S->rate)
        return lf_scan_pieces(S, lane, leg, x, pieces, stats);
    const double many = 4 * travel / fmax(lowest, DBL_MIN);
    *pieces = many < FEW ? FEW : many < MANY ? (size_t)many : MANY;
    return LF_OK;
}

/* What the end of a step adds to what is known. */
static lf_status look(lf_scan *S, size_t lane, const lf_leg *leg, double x, double travel,
                      lf_nearest *N, lf_stats *stats)
{
    const double h = fabs(leg->h) * x;
    guard_curve C = {S, leg, 0};
    lf_guarded G = S->guarded[lane];
    double d1;
    if (G.travelled > 0) { /* the step began where it was not looked at */
        G.value = lf_scan_guard(S, S->guard->value, leg->who, leg->t, leg->y0);
        G.gap = 0;
    }
    lf_status s = guard_at(&C, x, &d1);
    if (s != LF_OK)
        return s;
    N->now.before = G.value;
    N->now.gap = h;
    N->now.travelled = 0;
    N->now.value = d1;
    note(N, G.value, 0);
    const double lowest = 0.5 * (G.value + d1 - travel); /* where both ends could have met */
    if (lowest > fmax(G.least, S->guard->bound) || passes(&G, d1, h, travel, S->guard->bound)) {
        note(N, d1, x);
    } else {
        size_t pieces;
        s = guard_pieces(S, lane, leg, x, travel, fmin(G.value, d1), &pieces, stats);
        if (s == LF_OK)
            s = search_leg(S, leg, x, pieces, G.value, d1, travel, N);
    }
    N->now.least = fmin(N->now.least, N->least);
    return s;
}

/* Is the guard too large to have come down to where it matters in a step by h? `now` becomes what is
 * known behind it. */
static bool quiet(const lf_scan *S, const lf_guarded *G, double h, double rate, lf_guarded *now)
{
    *now = *G;
    now->rate = rate;
    now->travelled = G->travelled + CARE * fmax(G->rate, rate) * fabs(h);
    now->gap = 0;
    return G->value - now->travelled > fmax(G->least, S->guard->bound);
}

bool lf_scan_quiet(lf_scan *S, size_t lane, double h, double rate)
{
    lf_guarded now;
    if (S->events || S->opt->until || !quiet(S, &S->guarded[lane], h, rate, &now))
        return false;
    S->guarded[lane] = now;
    return true;
}

bool lf_scan_calm(const lf_scan *S, size_t lane, double h, double rate, lf_guarded *now)
{
    const lf_guarded *G = &S->guarded[lane];
    const double margin = 0.25, steady = 1.25;
    const double room = G->value - G->travelled - fmax(G->least, S->guard->bound);
    return !S->events && rate <= steady * G->rate && quiet(S, G, h, rate, now) &&
           now->travelled - G->travelled <= margin * room;
}

lf_status lf_scan_nearest(lf_scan *S, size_t lane, const lf_leg *leg, double x, lf_nearest *N,
                          lf_stats *stats)
{
    const lf_guarded *G = &S->guarded[lane];
    double travel = INFINITY;
    *N = (lf_nearest){.x = x, .least = G->least, .now = *G};
    if (S->rate) {
        const double rate =
            isnan(leg->rate) ? lf_scan_guard(S, S->rate, leg->who, leg->t1, leg->y1) : leg->rate;
        if (quiet(S, G, leg->h * x, rate, &N->now))
            return LF_OK;
        travel = N->now.travelled - G->travelled;
    }
    return look(S, lane, leg, x, travel, N, stats);
}
