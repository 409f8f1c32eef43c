/* SPDX-License-Identifier: BSD-3-Clause */
/* asymptote.c - which errors of a table of orders tell the order of a method, and which do not:
 *   p_i = log(e_(i-1)/e_i) / log(h_(i-1)/h_i)
 * Marthinsen, Munthe-Kaas and Owren 1997, formula (4). An order is observed when the last two slopes
 * agree, on a whole number as orders are, while the errors fall and lie clearly above what roundoff
 * and the reference hide. */
#include "run/asymptote.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The order stands when two slopes agree as well as this: steps half as large change nothing that a
 * table shows. */
static const double asymptote_stands = 0.02;
/* An error counts from this multiple of the floor on: 1/30 of it changes a slope by 0.1 at most. */
static const double asymptote_above = 30;
/* A solution has gone elsewhere when its error is this many times its size. */
static const double asymptote_lost = 10;
/* Errors that fall by less than this power of the step do not converge; orders begin at 1. */
static const double asymptote_least = 0.5;

const char *lf_level_name(lf_level level)
{
    static const char *const names[] = {"not run",   "asymptotic", "pre-asymptotic", "roundoff",
                                        "reference", "stalled",    "diverged",       "failed"};
    return names[level];
}

static bool asymptote_usable(const lf_order_table *T, size_t m, size_t i)
{
    return T->level[m][i] == LF_LEVEL_ASYMPTOTIC || T->level[m][i] == LF_LEVEL_PRE_ASYMPTOTIC;
}

/* What roundoff and the reference hide. */
static double asymptote_floor(const lf_order_table *T, size_t i, double size)
{
    return fmax(T->reference_error, DBL_EPSILON * size * sqrt((double)T->steps[i]));
}

/* What an error is worth by itself. */
static lf_level asymptote_one(const lf_order_table *T, size_t m, size_t i, double size)
{
    const double e = T->error[m][i];
    const double floor = asymptote_floor(T, i, size);
    if (T->level[m][i] == LF_LEVEL_FAILED || T->level[m][i] == LF_LEVEL_NOT_RUN)
        return T->level[m][i];
    if (!(e <= asymptote_lost * size))
        return LF_LEVEL_DIVERGED;
    if (e <= asymptote_above * floor)
        return floor > T->reference_error ? LF_LEVEL_ROUNDOFF : LF_LEVEL_REFERENCE;
    return LF_LEVEL_PRE_ASYMPTOTIC;
}

/* Below this multiple of the floor an error may spoil a slope: the range may end before it. */
static const double asymptote_near = 1000;

/* Do the slopes at i and before it agree? */
static bool asymptote_agrees(const lf_order_table *T, size_t m, size_t i)
{
    const double slope = T->order[m][i], before = i ? T->order[m][i - 1] : NAN;
    return fabs(slope - before) <= LF_SLOPES_AGREE && fmin(slope, before) >= asymptote_least;
}

/* The last level whose slope can be used, without those at the end that the floor spoils; 0 if there is
 * none. */
static size_t asymptote_last(const lf_order_table *T, size_t m, double size)
{
    size_t last = T->levels - 1;
    while (last > 0 && isnan(T->order[m][last]))
        last--;
    size_t whole = last;
    while (whole > 0 && !asymptote_agrees(T, m, whole) &&
           T->error[m][whole] < asymptote_near * asymptote_floor(T, whole, size))
        whole--;
    return asymptote_agrees(T, m, whole) ? whole : last;
}

/* Mark the range of levels up to the last whose slopes agree; false if they do not. */
static bool asymptote_range(lf_order_table *T, size_t m, double size)
{
    const size_t last = asymptote_last(T, m, size);
    size_t first = last;
    if (!asymptote_agrees(T, m, last) ||
        fabs(T->order[m][last] - round(T->order[m][last])) > LF_ORDER_WHOLE)
        return false;
    while (asymptote_agrees(T, m, first))
        T->level[m][first--] = LF_LEVEL_ASYMPTOTIC;
    T->level[m][first] = T->level[m][first - 1] = LF_LEVEL_ASYMPTOTIC;
    T->observed[m] = T->order[m][last];
    for (size_t i = last + 1; i < T->levels; i++) /* it fell, and falls no longer */
        if (T->level[m][i] == LF_LEVEL_PRE_ASYMPTOTIC)
            T->level[m][i] = LF_LEVEL_STALLED;
    return true;
}

/* Why there is no order. */
static void asymptote_reason(const lf_order_table *T, size_t m, char *text, size_t size)
{
    size_t count[LF_LEVEL_FAILED + 1] = {0}, run = 0, last = T->levels;
    for (size_t i = 0; i < T->levels; i++) {
        count[T->level[m][i]]++;
        run += T->level[m][i] != LF_LEVEL_NOT_RUN;
    }
    const size_t usable = count[LF_LEVEL_PRE_ASYMPTOTIC];
    const size_t floor = count[LF_LEVEL_ROUNDOFF] + count[LF_LEVEL_REFERENCE];
    while (last > 0 && isnan(T->order[m][last - 1]))
        last--;
    if (count[LF_LEVEL_FAILED] == run)
        snprintf(text, size, "no number of steps could be run");
    else if (count[LF_LEVEL_DIVERGED] + count[LF_LEVEL_FAILED] == run)
        snprintf(text, size, "it diverges");
    else if (floor && !usable)
        snprintf(text, size, "its errors are at the floor of %s",
                 count[LF_LEVEL_REFERENCE] ? "the reference" : "roundoff");
    else if (floor)
        snprintf(text, size, "its errors reach the floor of %s before slopes agree on an order",
                 count[LF_LEVEL_REFERENCE] ? "the reference" : "roundoff");
    else if (usable < 3)
        snprintf(text, size, "fewer than three errors can be used");
    else if (last == 0 || T->order[m][last - 1] < asymptote_least)
        snprintf(text, size, "its errors do not fall with the step");
    else if (asymptote_agrees(T, m, last - 1))
        snprintf(text, size, "its last slope, %.2f, is no whole number", T->order[m][last - 1]);
    else
        snprintf(text, size, "its slopes still change; smaller steps may tell");
}

void lf_order_judge(lf_order_table *T, size_t m, double size)
{
    T->observed[m] = NAN;
    T->reason[m][0] = 0;
    for (size_t i = 0; i < T->levels; i++) {
        T->level[m][i] = asymptote_one(T, m, i, size);
        T->floor[m][i] =
            T->level[m][i] == LF_LEVEL_ROUNDOFF || T->level[m][i] == LF_LEVEL_REFERENCE;
        T->order[m][i] = NAN;
        if (i > 0 && asymptote_usable(T, m, i) && asymptote_usable(T, m, i - 1))
            T->order[m][i] = log(T->error[m][i - 1] / T->error[m][i]) / log(T->h[i - 1] / T->h[i]);
    }
    if (!asymptote_range(T, m, size))
        asymptote_reason(T, m, T->reason[m], sizeof T->reason[m]);
}

bool lf_order_settled(const lf_order_table *T, size_t m)
{
    const size_t last = T->levels - 1;
    switch (T->level[m][last]) {
    case LF_LEVEL_ROUNDOFF:
    case LF_LEVEL_REFERENCE: return true;
    case LF_LEVEL_ASYMPTOTIC:
        return fabs(T->order[m][last] - T->order[m][last - 1]) <= asymptote_stands &&
               (T->negative[m] || lround(T->observed[m]) == T->claimed[m]);
    default: return false;
    }
}
