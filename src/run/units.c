/* SPDX-License-Identifier: BSD-3-Clause */
/* units.c - the units of what a model computes, as its parameters tell them. */
#include "run/scenario.h"

#include <stdio.h>
#include <string.h>

/* The parameter called like the first `length` letters. */
static const lf_param *unit_row(const lf_model *M, const char *name, size_t length)
{
    char word[LF_WORD_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    return length ? lf_param_find(M->params, word) : NULL;
}

/* As the problem says; else that of the parameter which gives the column's start: of omega for omega.x,
 * and for omega3.x if there is no omega3. */
const char *lf_column_unit(const lf_model *M, const lf_problem *P, size_t i)
{
    char column[LF_WORD_SIZE];
    const lf_display *display = lf_problem_display(P);
    if (display)
        return display->unit ? display->unit(P, i) : "";
    if (P->names && P->names->unit)
        return P->names->unit(P, lf_problem_order(P, i));
    lf_column_name(P, i, column);
    size_t length = strcspn(column, ".");
    const lf_param *row = unit_row(M, column, length);
    while (!row && length > 1 && column[length - 1] >= '0' && column[length - 1] <= '9')
        row = unit_row(M, column, --length);
    return row && row->unit ? row->unit : "";
}

/* Seconds, if any of the model's parameters has a unit at all. */
const char *lf_time_unit(const lf_model *M)
{
    for (const lf_param *row = M->params; row->name; row++)
        if (row->unit && *row->unit)
            return "s";
    return "";
}
