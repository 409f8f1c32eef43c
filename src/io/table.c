/* SPDX-License-Identifier: BSD-3-Clause */
/* table.c - a table of numbers as text: lines of cells, of which the first may hold names. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numerals.h"
#include "io/dataset.h"

enum { CELL = 64, SHOWN = 30 };

typedef struct {
    const char *at, *end;
    const char *name;
    size_t line, column; /* from 1; column 0: before the first */
    lf_dataset *D;
    size_t room;   /* numbers that D has room for */
    bool numbered; /* a line of numbers, or of names, has been read */
    char *why;
    size_t why_size;
} table_reader;

static lf_status table_fail(table_reader *R, lf_status s, const char *format, ...) LF_PRINTF(3, 4);

static lf_status table_fail(table_reader *R, lf_status s, const char *format, ...)
{
    char sentence[200];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    snprintf(R->why, R->why_size, "%.200s:%zu: %s", R->name, R->line, sentence);
    return s;
}

static bool table_line_end(const table_reader *R)
{
    return R->at == R->end || *R->at == '\n' || *R->at == '\r' || *R->at == '#';
}

static bool table_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool table_separator(char c)
{
    return c == ',' || c == ';';
}

static void table_skip_blanks(table_reader *R)
{
    while (R->at < R->end && table_blank(*R->at))
        R->at++;
}

/* To the beginning of the next line. */
static void table_skip_line(table_reader *R)
{
    while (R->at < R->end && *R->at != '\n')
        R->at++;
    R->at += R->at < R->end;
    R->line++;
}

/* The next cell of the line without its separator; what is too long to be a number is cut short. */
static size_t table_cell(table_reader *R, char text[CELL])
{
    size_t length = 0;
    bool quoted = false;
    table_skip_blanks(R);
    for (; R->at < R->end && *R->at != '\n' && *R->at != '\r'; R->at++) {
        if (*R->at == '"')
            quoted = !quoted;
        else if (!quoted && (table_separator(*R->at) || table_blank(*R->at) || *R->at == '#'))
            break;
        if (length + 1 < CELL)
            text[length++] = *R->at;
    }
    text[length] = 0;
    table_skip_blanks(R);
    if (R->at < R->end && table_separator(*R->at))
        R->at++;
    R->column++;
    return length;
}

static bool table_number(const char *text, double *value)
{
    char *rest;
    *value = strtod(text, &rest);
    return rest != text && !*rest && !strpbrk(text, "xX"); /* 0x10 would be sixteen */
}

/* Bytes of a cell as they may be shown. */
static const char *table_plain(char text[CELL])
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || (unsigned char)*c > 126)
            *c = '?';
    text[SHOWN] = 0;
    return text;
}

static lf_status table_put(table_reader *R, size_t count, double value)
{
    if (count == R->room) {
        const size_t room = R->room ? 2 * R->room : 1024;
        double *more = room <= LF_DATASET_MOST ? realloc(R->D->value, room * sizeof *more) : NULL;
        if (!more)
            return table_fail(R, LF_EMEMORY, "more than %zu numbers: out of memory", count);
        R->D->value = more;
        R->room = room;
    }
    R->D->value[count] = value;
    return LF_OK;
}

/* The line from here on holds names: is there a cell that is no number? */
static bool table_names(const table_reader *from)
{
    table_reader R = *from;
    char text[CELL];
    double value;
    while (!table_line_end(&R))
        if (table_cell(&R, text) && !table_number(text, &value))
            return true;
    return false;
}

static lf_status table_row(table_reader *R)
{
    lf_dataset *D = R->D;
    char text[CELL];
    double value;
    for (R->column = 0; !table_line_end(R);) {
        const size_t length = table_cell(R, text);
        if (length == 0)
            return table_fail(R, LF_EINPUT, "column %zu is empty", R->column);
        if (!table_number(text, &value))
            return table_fail(R, LF_EINPUT, "column %zu: '%s' is no number", R->column,
                              table_plain(text));
        if (!isfinite(value))
            return table_fail(R, LF_EINPUT, "column %zu: '%s' is not finite", R->column,
                              table_plain(text));
        const lf_status s = table_put(R, D->rows * D->columns + R->column - 1, value);
        if (s != LF_OK)
            return s;
        if (D->rows && R->column > D->columns)
            break;
    }
    if (D->rows && R->column != D->columns)
        return table_fail(R, LF_EINPUT, "%s%zu columns, where the lines before have %zu",
                          R->column > D->columns ? "more than " : "",
                          R->column > D->columns ? D->columns : R->column, D->columns);
    D->columns = R->column;
    D->rows++;
    return LF_OK;
}

lf_status lf_table_parse(lf_dataset *D, const char *data, size_t size, const char *name, char *why,
                         size_t why_size)
{
    table_reader R = {.at = data,
                      .end = data + size,
                      .name = name,
                      .line = 1,
                      .D = D,
                      .why = why,
                      .why_size = why_size};
    const lf_numerals kept = lf_numerals_begin();
    lf_status s = LF_OK;
    for (; R.at < R.end && s == LF_OK; table_skip_line(&R)) {
        table_skip_blanks(&R);
        if (table_line_end(&R))
            continue;
        const bool names = !R.numbered && table_names(&R);
        R.numbered = true;
        if (!names)
            s = table_row(&R);
    }
    lf_numerals_end(kept);
    if (s == LF_OK && D->rows == 0) {
        snprintf(why, why_size, "%.200s: there are no numbers in it", name);
        s = LF_EINPUT;
    }
    return s;
}
