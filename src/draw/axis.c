/* SPDX-License-Identifier: BSD-3-Clause */
/* axis.c - the axes of a panel: what they cover, and the labels of logarithmic ones. */
#include "draw/axis.h"

#include <math.h>
#include <stdlib.h>

/* The smallest and the largest positive coordinate of what the panel shows. True if they are bounds of
 * the axis: those that were asked for, or a factor of two about the only value there is, which has
 * no extent of its own but that of rounding. */
static bool axis_span(const lf_panel *P, bool vertical, double *low, double *high)
{
    *low = vertical ? P->y_low : P->x_low;
    *high = vertical ? P->y_high : P->x_high;
    if (*low < *high)
        return true;
    *low = INFINITY;
    *high = 0;
    for (size_t i = 0; i < P->series; i++) {
        const double *at = vertical ? P->serie[i].y : P->serie[i].x;
        for (size_t k = 0; k < P->serie[i].count; k++) {
            if (!(at[k] > 0) || !isfinite(at[k]))
                continue;
            *low = fmin(*low, at[k]);
            *high = fmax(*high, at[k]);
        }
    }
    const bool single = *high > 0 && *high < *low * (1 + 1e-6);
    if (single) {
        *low /= 2;
        *high *= 2;
    }
    return single;
}

void lf_axis_range(const lf_panel *P, bool vertical, lf_text *out)
{
    const char axis = vertical ? 'y' : 'x';
    double low = vertical ? P->y_low : P->x_low, high = vertical ? P->y_high : P->x_high;
    const bool logarithmic = vertical ? P->log_y : P->log_x;
    if (P->image && !(low < high)) {
        low = vertical ? P->image->y_low : P->image->x_low;
        high = vertical ? P->image->y_high : P->image->x_high;
    }
    if (logarithmic ? axis_span(P, vertical, &low, &high) : low < high)
        lf_text_add(out, "set %crange [%.12g:%.12g]\n", axis, low, high);
    else
        lf_text_add(out, "set autoscale %c\nset autoscale %cfix\n", axis, axis);
}

/* ---- logarithmic axes ----------------------------------------------------------------------- */

enum { AXIS_LABELS = 3 }; /* with fewer an axis cannot be read */

double lf_axis_round(double x)
{
    const double power = pow(10, floor(log10(x))), digit = x / power;
    return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

/* A label at digit*10^e with so many places; `first` of its axis. */
static void axis_label(lf_text *out, bool first, double digit, int e, int places)
{
    const double at = digit * pow(10, e);
    lf_text_add(out, first ? "" : ", ");
    if (abs(e) <= 4)
        lf_text_add(out, "'%.*g' %.16g", places, at, at);
    else if (digit == 1)
        lf_text_add(out, "'10^{%d}' %.16g", e, at);
    else
        lf_text_add(out, "'%.*g·10^{%d}' %.16g", places, digit, e, at);
}

/* Digits before a power of ten that are labelled: fewer, then more of them. */
static const int axis_few[] = {1, 2, 5}, axis_many[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

/* How many such labels stand between low and high; written to `out` if that is not NULL. */
static size_t axis_digits(lf_text *out, const int *digit, size_t digits, double low, double high)
{
    const int first = (int)floor(log10(low)), last = (int)ceil(log10(high));
    size_t count = 0;
    for (int e = first; e <= last; e++)
        for (size_t i = 0; i < digits; i++) {
            const double at = digit[i] * pow(10, e);
            if (out)
                axis_label(out, e == first && i == 0, digit[i], e, 6);
            count += at >= low && at <= high;
        }
    return count;
}

/* Less than a factor of two or so: labels at equal distances, of which at least three are seen. */
static void axis_even_tics(lf_text *out, double low, double high)
{
    const int e = (int)floor(log10(high));
    const double power = pow(10, e), step = lf_axis_round((high - low) / power / AXIS_LABELS);
    const double first = floor(low / power / step);
    const int needed = 2 - (int)floor(log10(step)); /* one more than tells a label from the next */
    const int places = needed > 6 ? needed : 6;
    for (int i = 0; (first + i) * step * power <= high + step * power; i++)
        axis_label(out, i == 0, (first + i) * step, e, places);
}

/* Labels between powers of ten, for axes of hardly more than a decade. */
static void axis_fine_tics(lf_text *out, char axis, double low, double high)
{
    const size_t few = sizeof axis_few / sizeof *axis_few;
    const size_t many = sizeof axis_many / sizeof *axis_many;
    lf_text_add(out, "set %ctics (", axis);
    if (axis_digits(NULL, axis_few, few, low, high) >= AXIS_LABELS)
        axis_digits(out, axis_few, few, low, high);
    else if (axis_digits(NULL, axis_many, many, low, high) >= AXIS_LABELS)
        axis_digits(out, axis_many, many, low, high);
    else
        axis_even_tics(out, low, high);
    lf_text_add(out, ")\nunset m%ctics\n", axis);
}

void lf_axis_tics(const lf_panel *P, bool vertical, lf_text *out)
{
    char axis = vertical ? 'y' : 'x';
    double low, high;
    lf_text_add(out, "unset logscale %c\nset format %c '%%g'\nset %ctics autofreq\n", axis, axis,
                axis);
    lf_text_add(out, "unset m%ctics\n", axis);
    if (!(vertical ? P->log_y : P->log_x))
        return;
    lf_text_add(out, "set logscale %c\n", axis);
    axis_span(P, vertical, &low, &high);
    double decades = low < high ? log10(high / low) : 9;
    if (decades < 2.2) {
        axis_fine_tics(out, axis, low, high);
        return;
    }
    int jump = decades > 14 ? 3 : decades > 7 ? 2 : 1;
    lf_text_add(out, "set format %c '10^{%%T}'\nset %ctics ", axis, axis);
    if (low < high) /* without a start they may begin off the powers of ten */
        lf_text_add(out, "1e%d,", jump * (int)floor(log10(low) / jump));
    lf_text_add(out, "1e%d\n", jump);
}
