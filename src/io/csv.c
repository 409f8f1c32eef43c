/* SPDX-License-Identifier: BSD-3-Clause */
/* csv.c - rows into a text file that says by itself what its columns mean. */
#include <lieflow/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/version.h>

#include "base/numerals.h"
#include "io/lines.h"
#include "io/stream.h"

/* Numbers or names between two questions whether to go on. */
enum { CSV_PIECE = 1024 };

struct lf_csv {
    lf_stream stream;
    size_t columns;
};

/* A name as every reader takes it: no comma, no quote, nothing that begins a comment. */
static void csv_name(lf_stream *file, const char *name)
{
    for (const char *s = name; *s;) {
        const size_t length = strchr(",\"#", *s) ? 0 : lf_plain_length(s);
        lf_stream_add(file, length ? s : "_", length ? length : 1);
        s += length ? length : 1;
    }
}

/* '#' before every line; controls in it become '?'. */
static void csv_note(lf_stream *file, const char *note)
{
    for (const char *line = note; line && *line;) {
        const size_t length = strcspn(line, "\n");
        lf_stream_add(file, "# ", 2);
        for (size_t i = 0, plain; i < length; i += plain ? plain : 1) {
            plain = lf_plain_length(line + i);
            lf_stream_add(file, plain ? line + i : "?", plain ? plain : 1);
        }
        lf_stream_line(file);
        line += length + (line[length] == '\n');
    }
}

static bool csv_alike(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* What the columns mean, in one line: neighbours of the same kind are told together. */
static void csv_columns(lf_stream *file, size_t columns, const lf_column *column)
{
    lf_stream_words(file, "# columns:");
    for (size_t i = 0, last; i < columns; i = last + 1) {
        for (last = i; last + 1 < columns; last++)
            if (!csv_alike(column[i].unit, column[last + 1].unit) ||
                !csv_alike(column[i].doc, column[last + 1].doc))
                break;
        if (lf_stream_stopped(file, last - i + 1))
            return;
        lf_stream_words(file, i ? "; " : " ");
        csv_name(file, column[i].name);
        if (last > i)
            lf_stream_words(file, " to ");
        if (last > i)
            csv_name(file, column[last].name);
        if (column[i].unit && *column[i].unit)
            lf_stream_words(file, " [%s]", column[i].unit);
        if (column[i].doc && *column[i].doc)
            lf_stream_words(file, ": %s", column[i].doc);
    }
    lf_stream_line(file);
}

/* The names come first, where spreadsheets and numpy.genfromtxt(names=True) look for them. */
static void csv_header(lf_stream *file, const char *note, size_t columns, const lf_column *column)
{
    for (size_t i = 0; i < columns; i++) {
        lf_stream_add(file, ",", i > 0);
        csv_name(file, column[i].name);
        if (i % CSV_PIECE == CSV_PIECE - 1 && lf_stream_stopped(file, CSV_PIECE))
            return;
    }
    lf_stream_line(file);
    lf_stream_words(file, "# lieflow %s", lf_version());
    lf_stream_line(file);
    csv_columns(file, columns, column);
    csv_note(file, note);
}

lf_csv *lf_csv_open(const char *path, const char *note, size_t columns, const lf_column *column,
                    char *why, size_t why_size)
{
    lf_csv *F = calloc(1, sizeof *F);
    if (!F) {
        snprintf(why, why_size, "%.300s: out of memory", path);
        return NULL;
    }
    F->columns = columns;
    if (lf_stream_open(&F->stream, path, why, why_size)) {
        csv_header(&F->stream, note, columns, column);
        if (lf_stream_begun(&F->stream, why, why_size))
            return F;
    }
    free(F);
    return NULL;
}

lf_status lf_csv_row(lf_csv *F, const double *value)
{
    lf_numerals kept = lf_numerals_begin();
    bool stopped = false;
    for (size_t i = 0; i < F->columns && !stopped; i++) {
        lf_stream_add(&F->stream, ",", i > 0);
        lf_stream_number(&F->stream, value[i]);
        stopped = i % CSV_PIECE == CSV_PIECE - 1 && lf_stream_stopped(&F->stream, CSV_PIECE);
    }
    lf_numerals_end(kept);
    return stopped ? LF_STOPPED : lf_stream_line(&F->stream);
}

void lf_csv_note(lf_csv *F, const char *note)
{
    csv_note(&F->stream, note);
}

lf_status lf_csv_close(lf_csv *F, char *why, size_t why_size)
{
    if (!F)
        return LF_OK;
    const lf_status status = lf_stream_close(&F->stream, why, why_size);
    free(F);
    return status;
}

void lf_csv_drop(lf_csv *F)
{
    if (F)
        lf_stream_drop(&F->stream);
    free(F);
}

/* ---- as a kind of sink ---------------------------------------------------------------------- */

static void *csv_lines_open(const char *path, const char *note, size_t columns,
                            const lf_column *column, char *why, size_t why_size)
{
    return lf_csv_open(path, note, columns, column, why, why_size);
}

static lf_status csv_lines_write(void *file, const double *value)
{
    return lf_csv_row(file, value);
}

static lf_status csv_lines_close(void *file, char *why, size_t why_size)
{
    return lf_csv_close(file, why, why_size);
}

static void csv_lines_note(void *file, const char *note)
{
    lf_csv_note(file, note);
}

static void csv_lines_drop(void *file)
{
    lf_csv_drop(file);
}

static void *csv_open(const char *path, const lf_sink_head *head, char *why, size_t why_size)
{
    static const lf_line_format format = {".csv",         csv_lines_open,  csv_lines_write,
                                          csv_lines_note, csv_lines_close, csv_lines_drop};
    return lf_lines_open(&format, path, head, why, why_size);
}

const lf_sink_kind lf_sink_csv = {
    .ending = ".csv",
    .doc = "comma-separated values below their names and a few '#' lines",
    .open = csv_open,
    .row = lf_lines_row,
    .hit = lf_lines_hit,
    .close = lf_lines_close,
    .note = lf_lines_note,
    .drop = lf_lines_drop};
