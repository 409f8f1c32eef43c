/* SPDX-License-Identifier: BSD-3-Clause */
/* csv.c - rows into a text file that says by itself what its columns mean. */
#include <lieflow/io.h>

#include <stdlib.h>
#include <string.h>

#include <lieflow/version.h>

#include "io/lines.h"
#include "io/stream.h"
#include "base/numerals.h"

struct lf_csv {
    lf_stream stream;
    size_t columns;
};

static void csv_header(FILE *file, const char *note, size_t columns, const lf_column *column)
{
    fprintf(file, "# lieflow %s\n", lf_version());
    for (const char *line = note; line && *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(file, "# %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fprintf(file, "# columns:\n");
    for (size_t i = 0; i < columns; i++) {
        const char *unit = column[i].unit ? column[i].unit : "";
        fprintf(file, "#   %s", column[i].name);
        if (*unit)
            fprintf(file, " [%s]", unit);
        if (column[i].doc && *column[i].doc)
            fprintf(file, ": %s", column[i].doc);
        fputc('\n', file);
    }
    for (size_t i = 0; i < columns; i++)
        fprintf(file, "%s%s", i ? "," : "", column[i].name);
    fputc('\n', file);
}

lf_csv *lf_csv_open(const char *path, const char *note, size_t columns, const lf_column *column,
                    char *why, size_t why_size)
{
    lf_csv *F = calloc(1, sizeof *F);
    if (!F) {
        snprintf(why, why_size, "%s: out of memory", path);
        return NULL;
    }
    F->columns = columns;
    if (lf_stream_open(&F->stream, path, why, why_size)) {
        csv_header(F->stream.file, note, columns, column);
        if (lf_stream_begun(&F->stream, why, why_size))
            return F;
    }
    free(F);
    return NULL;
}

lf_status lf_csv_row(lf_csv *F, const double *value)
{
    size_t bytes = 1;
    lf_numerals kept = lf_numerals_begin();
    for (size_t i = 0; i < F->columns; i++) {
        int written = fprintf(F->stream.file, i ? ",%.17g" : "%.17g", value[i]);
        bytes += written > 0 ? (size_t)written : 0;
    }
    lf_numerals_end(kept);
    fputc('\n', F->stream.file);
    return lf_stream_line(&F->stream, bytes);
}

lf_status lf_csv_close(lf_csv *F, char *why, size_t why_size)
{
    if (!F)
        return LF_OK;
    const lf_status status = lf_stream_close(&F->stream, why, why_size);
    free(F);
    return status;
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

static void *csv_open(const char *path, const lf_sink_head *head, char *why, size_t why_size)
{
    static const lf_line_format format = {".csv", csv_lines_open, csv_lines_write, csv_lines_close};
    return lf_lines_open(&format, path, head, why, why_size);
}

const lf_sink_kind lf_sink_csv = {.ending = ".csv",
                                  .doc = "comma-separated values below '#' lines that explain them",
                                  .open = csv_open,
                                  .row = lf_lines_row,
                                  .hit = lf_lines_hit,
                                  .close = lf_lines_close};
