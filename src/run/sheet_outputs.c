/* SPDX-License-Identifier: BSD-3-Clause */
/* sheet_outputs.c - outputs over time, with the values they tend to and the bars of their errors. */
#include "run/sheet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHEET_PIECES = 10 }; /* of the time so far, for the error of an average */

static const char *sheet_panel(const lf_invariant *output)
{
    return output->panel ? output->panel : "output";
}

bool lf_sheet_charts(const lf_problem *P)
{
    for (size_t c = 0; c < lf_output_count(P); c++)
        if (P->outputs[c].guide || P->outputs[c].error || P->outputs[c].average)
            return true;
    return lf_problem_cost(P) != NULL;
}

/* "theta_{max}", but words, "off diagonal", where what follows is too long for a subscript */
static const char *sheet_label(const lf_invariant *output, char *label)
{
    enum { SUBSCRIPT = 3 };
    const size_t stem = strcspn(output->name, "_");
    const char *rest = output->name[stem] ? output->name + stem + 1 : "";
    if (!*rest)
        snprintf(label, LF_WORD_SIZE, "%.60s", output->name);
    else
        snprintf(label, LF_WORD_SIZE, strlen(rest) > SUBSCRIPT ? "%.*s %.30s" : "%.*s_{%.30s}",
                 (int)(stem < 24 ? stem : 24), output->name, rest);
    return label;
}

static void sheet_guide(lf_sheet *T, size_t c)
{
    const double *start = T->rows->value;
    const double level = lf_problem_value(T->P, T->P->outputs[c].guide, start[0], start + 1);
    T->guide[c][0] = T->guide[c][1] = level;
    T->serie[T->series++] =
        (lf_series){.draw = LF_DRAW_GUIDE, .count = 2, .x = T->ends, .y = T->guide[c]};
    T->panel[T->panels - 1].series++;
}

/* The integral that an average makes over the time from the start to `t`, which row k follows. */
static double sheet_integral(const double *t, const double *average, size_t k, double at)
{
    while (k > 0 && fabs(t[k] - t[0]) > fabs(at - t[0]))
        k--;
    const double here = k > 0 ? (t[k] - t[0]) * average[k] : 0;
    const double step = t[k + 1] - t[k], next = (t[k + 1] - t[0]) * average[k + 1];
    return step != 0 ? here + (next - here) * (at - t[k]) / step : here;
}

/* The standard error of an average at row k from the averages over equal pieces of the time up to it. */
static double sheet_error(const double *t, const double *average, size_t k)
{
    const double piece = (t[k] - t[0]) / SHEET_PIECES;
    double before = 0, sum = 0, squares = 0;
    for (int i = 1; i <= SHEET_PIECES; i++) {
        const double now = i < SHEET_PIECES ? sheet_integral(t, average, k - 1, t[0] + i * piece)
                                            : (t[k] - t[0]) * average[k];
        const double mean = (now - before) / piece, off = mean - average[k];
        sum += off;
        squares += off * off;
        before = now;
    }
    const double variance = (squares - sum * sum / SHEET_PIECES) / (SHEET_PIECES - 1);
    return sqrt(fmax(variance, 0) / SHEET_PIECES);
}

/* Bars at a few rows, shifted from output to output so that they do not cover each other. */
static void sheet_bars(lf_sheet *T, size_t c, const double *value, int colour)
{
    const lf_invariant *output = &T->P->outputs[c];
    const size_t n = T->rows->rows, least = output->error ? 0 : (size_t)SHEET_PIECES;
    double *t = T->bar[c][0], *at = T->bar[c][1], *length = T->bar[c][2];
    size_t count = 0;
    for (size_t b = 0; b < LF_SHEET_BARS; b++) {
        const double place = ((double)b + 0.4 + 0.06 * (double)(c % 10)) / LF_SHEET_BARS;
        const size_t k = (size_t)(place * (double)(n - 1));
        const double *row = T->rows->value + k * T->rows->width;
        if (k < least || k == 0 || (count && t[count - 1] == T->value[k]))
            continue;
        t[count] = T->value[k];
        at[count] = value[k];
        length[count++] = output->error ? lf_problem_value(T->P, output->error, row[0], row + 1)
                                        : sheet_error(T->value, value, k);
    }
    T->serie[T->series++] = (lf_series){
        .draw = LF_DRAW_ERRORS, .count = count, .x = t, .y = at, .dy = length, .colour = colour};
    T->panel[T->panels - 1].series++;
}

void lf_sheet_outputs(lf_sheet *T)
{
    const size_t n = T->rows->rows;
    int colour = 0;
    for (size_t c = 0; c < lf_output_count(T->P); c++) {
        const lf_invariant *output = &T->P->outputs[c];
        const bool opens = c == 0 || output->logarithmic != output[-1].logarithmic ||
                           strcmp(sheet_panel(output), sheet_panel(output - 1)) != 0;
        if (opens)
            lf_sheet_open(T, sheet_panel(output), output->logarithmic);
        colour = opens ? 1 : colour + 1;
        double *value = lf_sheet_line(T);
        for (size_t k = 0; k < n; k++) {
            const double *row = T->rows->value + k * T->rows->width;
            value[k] = lf_problem_value(T->P, output->value, row[0], row + 1);
        }
        lf_sheet_add(T, sheet_label(output, T->output[c]), 0);
        T->serie[T->series - 1].colour = colour;
        if (output->guide)
            sheet_guide(T, c);
        if (output->error || output->average)
            sheet_bars(T, c, value, colour);
    }
}
