/* SPDX-License-Identifier: BSD-3-Clause */
/* controls.c - inputs over time: two sines, or a list of moves. */
#include "model/controls.h"

#include <math.h>
#include <stdio.h>

enum { ROW = 3 }; /* numbers of a move */

size_t lf_controls_room(const lf_controls *C)
{
    return C->moves.count / ROW + 1;
}

lf_status lf_controls_make(lf_controls *C, double *memory, char *why, size_t why_size)
{
    long double time = 0;
    C->count = 0;
    C->end = memory;
    C->table = lf_list_numbers(&C->moves);
    if (C->kind == LF_CONTROLS_SMOOTH)
        return LF_OK;
    if (C->moves.count % ROW != 0 || C->moves.count == 0) {
        snprintf(why, why_size,
                 "moves needs rows of three numbers, a duration and two inputs, got %zu numbers",
                 C->moves.count);
        return LF_EINPUT;
    }
    C->count = C->moves.count / ROW;
    for (size_t k = 0; k < C->count; k++) {
        const double *row = C->table + ROW * k;
        if (!(row[0] > 0) || !isfinite(row[0] + row[1] + row[2])) {
            snprintf(why, why_size,
                     "move %zu needs a duration above 0 and finite inputs, got %.10g, %.10g and "
                     "%.10g",
                     k + 1, row[0], row[1], row[2]);
            return LF_EINPUT;
        }
        time += row[0];
        C->end[k] = (double)time;
        if (!(C->end[k] > (k ? C->end[k - 1] : 0))) {
            snprintf(why, why_size, "move %zu is so short that time stands still: %.3g at t = %.6g",
                     k + 1, row[0], C->end[k]);
            return LF_EINPUT;
        }
    }
    return LF_OK;
}

/* Moves that are over at t. */
static size_t controls_over(const lf_controls *C, double t)
{
    size_t low = 0, high = C->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (C->end[middle] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void lf_controls_at(const lf_controls *C, double t, double inside, double u[2])
{
    if (C->kind == LF_CONTROLS_SMOOTH) {
        for (size_t k = 0; k < 2; k++)
            u[k] =
                C->mean[k] + C->cosine[k] * cos(C->rate[k] * t) + C->sine[k] * sin(C->rate[k] * t);
        return;
    }
    const size_t over = controls_over(C, inside);
    const bool moves = inside >= 0 && over < C->count;
    for (size_t k = 0; k < 2; k++)
        u[k] = moves ? C->table[ROW * over + 1 + k] : 0;
}

double lf_controls_beyond(const lf_controls *C, double t, double direction)
{
    size_t over = controls_over(C, t);
    if (direction > 0) {
        if (t < 0 && C->count)
            return 0;
        return over < C->count ? C->end[over] : INFINITY;
    }
    over -= over && C->end[over - 1] == t;
    if (over)
        return C->end[over - 1];
    return t > 0 && C->count ? 0 : -INFINITY;
}

lf_status lf_controls_walk(const lf_controls *C, double t,
                           lf_status (*go)(void *ctx, double duration, const double u[2]),
                           void *ctx)
{
    lf_status s = LF_OK;
    for (size_t k = 0; k < C->count && s == LF_OK; k++) {
        const double *row = C->table + ROW * k;
        const double begin = k ? C->end[k - 1] : 0;
        if (t > begin)
            s = go(ctx, fmin(row[0], t - begin), row + 1);
    }
    return s;
}
