/* SPDX-License-Identifier: BSD-3-Clause */
/* jsonl.c - rows as JSON, one object per line; the first line says what the others mean:
 *   {"lieflow": "0.1.0", "note": "..", "columns": [{"name": "t", "unit": "s", "doc": "time"}, ..]}
 *   {"t": 0, "Pi.x": 1, ..}
 * and the last one how the run ended: {"note": ".."}. */
#include <lieflow/io.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lieflow/version.h>

#include "io/lines.h"
#include "io/stream.h"

/* Numbers or names between two questions whether to go on. */
enum { JSONL_PIECE = 1024 };

typedef struct {
    lf_stream stream;
    size_t columns;
    char **name; /* of each column */
    lf_json line;
} jsonl;

static void jsonl_free(jsonl *F)
{
    for (size_t i = 0; F->name && i < F->columns; i++)
        free(F->name[i]);
    free(F->name);
    lf_json_free(&F->line);
    free(F);
}

static bool jsonl_names(jsonl *F, size_t columns, const lf_column *column)
{
    F->name = calloc(columns, sizeof *F->name);
    F->columns = F->name ? columns : 0;
    for (size_t i = 0; i < F->columns; i++) {
        F->name[i] = malloc(strlen(column[i].name) + 1);
        if (!F->name[i])
            return false;
        strcpy(F->name[i], column[i].name);
        if (lf_poll(1))
            return false;
    }
    return F->name != NULL;
}

/* Hand what was made over to the stream, which has the line so far. */
static void jsonl_hand_over(jsonl *F)
{
    lf_text *line = &F->line.text;
    if (line->failed)
        F->stream.file.error = ENOMEM;
    lf_stream_add(&F->stream, lf_text_string(line), line->length);
    line->length = 0;
}

/* After column i: now and then, has the run been stopped? The line is taken back then. */
static bool jsonl_stopped(jsonl *F, size_t i)
{
    if (i % JSONL_PIECE != JSONL_PIECE - 1)
        return false;
    jsonl_hand_over(F);
    const bool stopped = lf_stream_stopped(&F->stream, JSONL_PIECE);
    if (stopped)
        F->line.comma = false;
    return stopped;
}

/* The line is whole; another begins in the same memory. */
static lf_status jsonl_write(jsonl *F)
{
    jsonl_hand_over(F);
    F->line.comma = false;
    return lf_stream_line(&F->stream);
}

static void jsonl_header(jsonl *F, const char *note, const lf_column *column)
{
    lf_json *J = &F->line;
    lf_json_begin(J, NULL, '{');
    lf_json_string(J, "lieflow", lf_version());
    lf_json_string(J, "note", note ? note : "");
    lf_json_begin(J, "columns", '[');
    for (size_t i = 0; i < F->columns; i++) {
        lf_json_begin(J, NULL, '{');
        lf_json_string(J, "name", column[i].name);
        lf_json_string(J, "unit", column[i].unit ? column[i].unit : "");
        lf_json_string(J, "doc", column[i].doc ? column[i].doc : "");
        lf_json_end(J, '}');
        if (jsonl_stopped(F, i))
            return;
    }
    lf_json_end(J, ']');
    lf_json_end(J, '}');
    jsonl_write(F);
}

static void *jsonl_lines_open(const char *path, const char *note, size_t columns,
                              const lf_column *column, char *why, size_t why_size)
{
    jsonl *F = calloc(1, sizeof *F);
    if (!F || !jsonl_names(F, columns, column)) {
        snprintf(why, why_size, "%.300s: out of memory", path);
    } else if (lf_stream_open(&F->stream, path, why, why_size)) {
        jsonl_header(F, note, column);
        if (lf_stream_begun(&F->stream, why, why_size))
            return F;
    }
    if (F)
        jsonl_free(F);
    return NULL;
}

static lf_status jsonl_lines_write(void *file, const double *value)
{
    jsonl *F = file;
    lf_json_begin(&F->line, NULL, '{');
    for (size_t i = 0; i < F->columns; i++) {
        lf_json_number(&F->line, F->name[i], value[i]);
        if (jsonl_stopped(F, i))
            return LF_STOPPED;
    }
    lf_json_end(&F->line, '}');
    return jsonl_write(F);
}

static void jsonl_lines_note(void *file, const char *note)
{
    jsonl *F = file;
    lf_json_begin(&F->line, NULL, '{');
    lf_json_string(&F->line, "note", note);
    lf_json_end(&F->line, '}');
    jsonl_write(F);
}

static lf_status jsonl_lines_close(void *file, char *why, size_t why_size)
{
    jsonl *F = file;
    const lf_status status = lf_stream_close(&F->stream, why, why_size);
    jsonl_free(F);
    return status;
}

static void jsonl_lines_drop(void *file)
{
    jsonl *F = file;
    lf_stream_drop(&F->stream);
    jsonl_free(F);
}

static void *jsonl_open(const char *path, const lf_sink_head *head, char *why, size_t why_size)
{
    static const lf_line_format format = {".jsonl",         jsonl_lines_open,  jsonl_lines_write,
                                          jsonl_lines_note, jsonl_lines_close, jsonl_lines_drop};
    return lf_lines_open(&format, path, head, why, why_size);
}

const lf_sink_kind lf_sink_jsonl = {.ending = ".jsonl",
                                    .doc = "one JSON object per line, the first one explains them",
                                    .open = jsonl_open,
                                    .row = lf_lines_row,
                                    .hit = lf_lines_hit,
                                    .close = lf_lines_close,
                                    .note = lf_lines_note,
                                    .drop = lf_lines_drop};
