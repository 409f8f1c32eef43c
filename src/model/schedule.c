/* SPDX-License-Identifier: BSD-3-Clause */
/* schedule.c - tables of times and values as functions of time, piecewise linear. */
#include "model/schedule.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 4))) static lf_status schedule_refuse(char *why, size_t size,
                                                                       const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, size, format, list);
    va_end(list);
    return LF_EINPUT;
}

/* Row r: its time, then its values. */
static const double *schedule_row(const lf_schedule *S, size_t r)
{
    return S->table + r * (S->columns + S->skip);
}

static double schedule_time(const lf_schedule *S, size_t r)
{
    return S->skip ? *schedule_row(S, r) : 0;
}

/* ---- reading ---- */

static lf_status schedule_check(const lf_schedule *S, const char *name, char *why, size_t size)
{
    for (size_t r = 0; r < S->rows; r++)
        for (size_t c = 0; c < S->columns + S->skip; c++)
            if (!isfinite(schedule_row(S, r)[c]))
                return schedule_refuse(why, size, "row %zu of %s has a number that is not finite",
                                       r + 1, name);
    for (size_t r = 1; r < S->rows; r++)
        if (!(schedule_time(S, r) > schedule_time(S, r - 1)))
            return schedule_refuse(
                why, size,
                "the times of %s must rise from row to row, but row %zu is at t = "
                "%.10g and row %zu at t = %.10g",
                name, r, schedule_time(S, r - 1), r + 1, schedule_time(S, r));
    return LF_OK;
}

lf_status lf_schedule_take(size_t count, const double *numbers, const char *name, size_t columns,
                           lf_schedule *S, char *why, size_t why_size)
{
    *S = (lf_schedule){.columns = columns, .table = numbers, .skip = 1};
    if (count == 0 || (count == 1 && numbers[0] == 0))
        return LF_OK;
    if (count == columns) {
        S->rows = 1;
        S->skip = 0;
    } else if (count % (columns + 1) == 0) {
        S->rows = count / (columns + 1);
    } else {
        return schedule_refuse(
            why, why_size,
            "%s needs rows of %zu numbers (a time and %zu value%s) or %zu for all "
            "times, got %zu numbers",
            name, columns + 1, columns, columns == 1 ? "" : "s", columns, count);
    }
    return schedule_check(S, name, why, why_size);
}

lf_status lf_schedule_read(const lf_list *list, const char *name, size_t columns, lf_schedule *S,
                           char *why, size_t why_size)
{
    return lf_schedule_take(list->count, lf_list_numbers(list), name, columns, S, why, why_size);
}

/* ---- values ---- */

/* The number of rows at or before t. */
static size_t schedule_before(const lf_schedule *S, double t)
{
    size_t low = 0, high = S->rows;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (schedule_time(S, middle) <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Where t is: between two rows, or at one of them for good. */
typedef struct {
    const double *left, *right; /* values */
    double length, share;       /* time between the rows (0: the same one), and how much has gone */
} schedule_place;

static schedule_place schedule_find(const lf_schedule *S, double t, double inside)
{
    const size_t k = schedule_before(S, inside), left = k ? k - 1 : 0;
    const size_t right = k < S->rows ? k : S->rows - 1;
    const double t0 = schedule_time(S, left), length = schedule_time(S, right) - t0;
    return (schedule_place){schedule_row(S, left) + S->skip, schedule_row(S, right) + S->skip,
                            length, length > 0 ? (t - t0) / length : 0};
}

void lf_schedule_within(const lf_schedule *S, double t, double inside, double *value)
{
    for (size_t c = 0; c < S->columns; c++)
        value[c] = 0;
    if (!S->rows)
        return;
    const schedule_place p = schedule_find(S, t, inside);
    for (size_t c = 0; c < S->columns; c++)
        value[c] = (1 - p.share) * p.left[c] + p.share * p.right[c];
}

void lf_schedule_at(const lf_schedule *S, double t, double *value)
{
    lf_schedule_within(S, t, t, value);
}

void lf_schedule_rate(const lf_schedule *S, double t, double *rate)
{
    for (size_t c = 0; c < S->columns; c++)
        rate[c] = 0;
    if (!S->rows)
        return;
    const schedule_place p = schedule_find(S, t, t);
    for (size_t c = 0; c < S->columns && p.length > 0; c++)
        rate[c] = (p.right[c] - p.left[c]) / p.length;
}

double lf_schedule_next(const lf_schedule *S, double t)
{
    const size_t k = schedule_before(S, t);
    return S->rows > 1 && k < S->rows ? schedule_time(S, k) : INFINITY;
}

double lf_schedule_beyond(const lf_schedule *S, double t, double direction)
{
    if (direction > 0)
        return lf_schedule_next(S, t);
    size_t k = schedule_before(S, t);
    k -= k && schedule_time(S, k - 1) == t;
    return S->rows > 1 && k ? schedule_time(S, k - 1) : -INFINITY;
}

/* ---- integrals ---- */

/* Adds `sign` times the integral over a piece without a kink: the length times the value in its middle. */
static void schedule_add(const lf_schedule *S, double from, double to, double sign,
                         double *integral)
{
    const double middle = from + 0.5 * (to - from);
    const schedule_place p = schedule_find(S, middle, middle);
    for (size_t c = 0; c < S->columns; c++)
        integral[c] += sign * (to - from) * ((1 - p.share) * p.left[c] + p.share * p.right[c]);
}

void lf_schedule_integral(const lf_schedule *S, double from, double to, double *integral)
{
    const double sign = to < from ? -1 : 1, end = fmax(from, to);
    double t = fmin(from, to);
    for (size_t c = 0; c < S->columns; c++)
        integral[c] = 0;
    while (S->rows && t < end) {
        const double next = fmin(end, lf_schedule_next(S, t));
        schedule_add(S, t, next, sign, integral);
        t = next;
    }
}
