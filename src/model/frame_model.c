/* SPDX-License-Identifier: BSD-3-Clause */
/* frame_model.c - actions, starts and matrices for models on orthonormal frames. */
#include "model/frame_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dense.h"
#include "base/tall.h"

lf_status lf_frame_parts_make(lf_frame_parts *F, size_t d, size_t k, bool grassmann, char *why,
                              size_t why_size)
{
    F->frame = (lf_frame){d, k, grassmann};
    const char *bad = lf_frame_check(&F->frame);
    if (bad) {
        snprintf(why, why_size, "%s", bad);
        return LF_EINPUT;
    }
    F->group = lf_group_frame(&F->frame);
    F->action = lf_action_frame(&F->group);
    return LF_OK;
}

static void frame_name(const lf_problem *P, size_t c, char *text, size_t size)
{
    const lf_frame *F = P->action->ctx;
    snprintf(text, size, "X%zu.%zu", c / F->d + 1, c % F->d + 1);
}
const lf_names lf_frame_names = {.name = frame_name};

lf_status lf_refuse(const char *sentence, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s", sentence);
    return LF_EINPUT;
}

/* ---- numbers from a seed -------------------------------------------------------------------- */

/* Steele, Lea, Flood 2014: splitmix64 */
double lf_dice_uniform(lf_dice *dice)
{
    uint64_t z = dice->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) * 0x1p-53;
}

/* Marsaglia's polar method; the second number is thrown away. */
double lf_dice_normal(lf_dice *dice)
{
    double x, y, s;
    do {
        x = 2 * lf_dice_uniform(dice) - 1;
        y = 2 * lf_dice_uniform(dice) - 1;
        s = x * x + y * y;
    } while (s >= 1 || s == 0);
    return x * sqrt(-2 * log(s) / s);
}

/* Subtract from column j what it has of the columns before, and make it of length one. */
static bool orthonormal_column(size_t d, size_t j, double *x)
{
    double *last = x + j * d, before = 0, after = 0;
    for (size_t i = 0; i < d; i++)
        before += last[i] * last[i];
    for (int twice = 0; twice < 2; twice++)
        for (size_t l = 0; l < j; l++) {
            double part = 0;
            for (size_t i = 0; i < d; i++)
                part += x[l * d + i] * last[i];
            for (size_t i = 0; i < d; i++)
                last[i] -= part * x[l * d + i];
        }
    for (size_t i = 0; i < d; i++)
        after += last[i] * last[i];
    for (size_t i = 0; i < d; i++)
        last[i] /= sqrt(after);
    return after > 1e-16 * before; /* what is left has half of its digits */
}

bool lf_orthonormalise(size_t d, size_t k, double *x)
{
    bool good = true;
    for (size_t j = 0; j < k && good; j++)
        good = orthonormal_column(d, j, x);
    return good;
}

void lf_dice_frame(lf_dice *dice, size_t d, size_t k, double *x)
{
    do
        for (size_t i = 0; i < d * k; i++)
            x[i] = lf_dice_normal(dice);
    while (!lf_orthonormalise(d, k, x));
}

lf_status lf_frame_start(const lf_frame *F, const lf_list *list, lf_dice *dice, double *y0,
                         char *why, size_t why_size)
{
    const size_t d = F->d, k = F->k;
    const double *x = lf_list_numbers(list);
    double off = 0;
    if (list->count == 1 && x[0] == 0) {
        lf_dice_frame(dice, d, k, y0);
        return LF_OK;
    }
    if (list->count != d * k) {
        snprintf(why, why_size, "start needs %zu rows of %zu numbers, got %zu numbers", d, k,
                 list->count);
        return LF_EINPUT;
    }
    for (size_t i = 0; i < d * k; i++)
        y0[i % k * d + i / k] = x[i];
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b <= a; b++) {
            double sum = 0;
            for (size_t i = 0; i < d; i++)
                sum += y0[a * d + i] * y0[b * d + i];
            off = fmax(off, fabs(sum - (a == b)));
        }
    if (!(off <= 1e-9)) {
        snprintf(why, why_size,
                 "start must have orthonormal columns, within 1e-9: X^T X is off the identity by "
                 "%.3g",
                 off);
        return LF_EINPUT;
    }
    lf_orthonormalise(d, k, y0);
    return LF_OK;
}

/* ---- symmetric matrices --------------------------------------------------------------------- */

static bool symmetric_given(const lf_symmetric *S)
{
    return S->matrix.count != 1 || lf_list_numbers(&S->matrix)[0] != 0;
}

size_t lf_symmetric_side(const lf_symmetric *S)
{
    return symmetric_given(S) ? (size_t)floor(sqrt((double)S->matrix.count) + 0.5) : S->d;
}

size_t lf_symmetric_room(const lf_symmetric *S)
{
    const size_t d = lf_symmetric_side(S);
    return 2 * d * d + d;
}

void lf_symmetric_give(lf_symmetric *S, double *memory)
{
    const size_t d = lf_symmetric_side(S);
    S->A = memory;
    S->vector = S->A + d * d;
    S->value = S->vector + d * d;
}

/* A = Q diag(value) Q^T */
static void symmetric_compose(const lf_symmetric *S, size_t d)
{
    for (size_t i = 0; i < d * d; i++)
        S->A[i] = 0;
    for (size_t l = 0; l < d; l++)
        for (size_t i = 0; i < d; i++) {
            const double *q = S->vector + l * d, part = S->value[l] * q[i];
            for (size_t j = 0; j <= i; j++)
                S->A[i * d + j] += part * q[j];
        }
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++)
            S->A[j * d + i] = S->A[i * d + j];
}

static lf_status symmetric_take(lf_symmetric *S, size_t d, char *why, size_t why_size)
{
    const double *given = lf_list_numbers(&S->matrix);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++)
            if (given[i * d + j] != given[j * d + i]) {
                snprintf(why, why_size,
                         "matrix is not symmetric: row %zu has %g in column %zu, row %zu has %g in "
                         "column %zu",
                         i + 1, given[i * d + j], j + 1, j + 1, given[j * d + i], i + 1);
                return LF_EINPUT;
            }
    for (size_t i = 0; i < d * d; i++)
        S->A[i] = -given[i]; /* falling eigenvalues are rising ones of -A */
    const bool found = lf_dense_eigen(d, d, S->A, S->value, S->vector) == LF_OK;
    for (size_t l = 0; l < d; l++)
        S->value[l] = -S->value[l];
    memcpy(S->A, given, d * d * sizeof *S->A);
    if (!found)
        snprintf(why, why_size, "the eigenvalues of matrix cannot be found");
    return found ? LF_OK : LF_EINPUT;
}

lf_status lf_symmetric_make(lf_symmetric *S, lf_dice *dice, char *why, size_t why_size)
{
    const size_t d = lf_symmetric_side(S);
    if (symmetric_given(S) && d * d != S->matrix.count) {
        snprintf(why, why_size, "matrix needs a square number of entries, got %zu",
                 S->matrix.count);
        return LF_EINPUT;
    }
    if (S->k > d) {
        snprintf(why, why_size, "k = %zu is more than d = %zu", S->k, d);
        return LF_EINPUT;
    }
    if (symmetric_given(S))
        return symmetric_take(S, d, why, why_size);
    if (S->spectrum[0] < S->spectrum[1]) {
        snprintf(why, why_size,
                 "spectrum is the largest eigenvalue and then the smallest, got %g %g",
                 S->spectrum[0], S->spectrum[1]);
        return LF_EINPUT;
    }
    lf_dice_frame(dice, d, d, S->vector);
    for (size_t l = 0; l < d; l++)
        S->value[l] = S->spectrum[0] *
                      pow(S->spectrum[1] / S->spectrum[0], d > 1 ? (double)l / (double)(d - 1) : 0);
    symmetric_compose(S, d);
    return LF_OK;
}

/* A is symmetric, so its rows are its columns. */
void lf_symmetric_times(const lf_symmetric *S, size_t columns, const double *x, double *out)
{
    const size_t d = lf_symmetric_side(S);
    const lf_tall A = {d, d, S->A}, X = {columns, d, x};
    lf_tall_gram(d, &A, &X, out, d);
}
